/* Which file a path means: two paths may mean one file, also where it is not there yet. */
#ifndef FILE_IDENTITY_H
#define FILE_IDENTITY_H

#include <sys/stat.h>
#include <sys/types.h>

typedef struct file_identity {
    dev_t device;
    ino_t number;
    char *name; /* NULL: the file itself; else it is to have this name in that folder */
    int is_known, is_regular;
} file_identity;

/* Free its name. Where there is neither such a file nor such a folder, it is not known. */
file_identity file_identity_of(const char *path);
file_identity file_identity_of_open(int fd);

/* 0 if one of them is unknown. */
int file_is_same(const file_identity *a, const file_identity *b);

/* The path that is left when all symbolic links are followed, that of the last part too, which need not lead
   to a file. NULL, and errno, where there is no such folder. The caller frees it. */
char *file_resolved(const char *path);

#endif
