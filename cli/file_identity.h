/* The identity of the file that a path names. Two paths may name one file, even if the file does not exist
   yet. */
#ifndef FILE_IDENTITY_H
#define FILE_IDENTITY_H

#include <sys/stat.h>
#include <sys/types.h>

typedef struct file_identity {
    dev_t device;
    ino_t number;
    char *name; /* NULL: the file exists; else the future name of the file, in the folder */
    int is_known, is_regular;
} file_identity;

/* The identity of the file at this path. The caller frees the name. If neither the file nor its folder
   exists, the identity is unknown. */
file_identity file_identity_of(const char *path);
file_identity file_identity_of_open(int fd);

/* Are the two identities the same? If one of them is unknown, the answer is 0. */
int file_is_same(const file_identity *a, const file_identity *b);

/* The path after all symbolic links are followed, including a link in the last part. The file need not exist.
   If the folder does not exist, returns NULL and sets errno. The caller frees the path. */
char *file_resolved(const char *path);

#endif
