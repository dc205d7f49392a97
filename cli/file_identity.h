/* Finds out whether two paths name the same file. The files need not exist yet. */
#ifndef FILE_IDENTITY_H
#define FILE_IDENTITY_H

#include <sys/stat.h>
#include <sys/types.h>

/* If the file exists, `name` is NULL. Otherwise `name` is the name that the file would get, and `device` and
   `number` are those of its folder. */
typedef struct file_identity {
    dev_t device;
    ino_t number;
    char *name;
    int is_known, is_regular;
} file_identity;

/* Returns the identity of the file at this path. The caller frees the name. If neither the file nor its
   folder exists, the identity is unknown. */
file_identity file_identity_of(const char *path);
file_identity file_identity_of_open(int fd);

/* Are the two identities the same? If one of them is unknown, the answer is 0. */
int file_is_same(const file_identity *a, const file_identity *b);

/* Returns the path after following all symbolic links, also one in the last part. The file need not exist. If
   the folder does not exist, returns NULL and sets errno. The caller frees the path. */
char *file_resolved(const char *path);

#endif
