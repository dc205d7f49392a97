/* Files that are whole or not there: written where no folder lists them, and given their name once they are
   complete and on disk; whatever ends the program before that leaves nothing behind. Where the file system
   has no files without a name, they have a temporary one, which is removed on failure and on every signal
   that can be caught. Devices and pipes are written to directly. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>

typedef struct output {
    FILE *file;
    const char *name; /* for messages */
    int is_direct;    /* written data is visible at once, complete or not */
    char *final_name; /* NULL where written directly */
    int hidden;       /* the unnamed file, until it gets its name; -1: it has a temporary name */
    int slot;         /* of the temporary name */
} output;

/* NULL or "-" is standard output. Each of these returns only if it worked. */
void output_open(output *output, const char *path);
/* To stop early on a full disk. */
void output_check(output *output);
/* Writes all data to disk. The file still has no final name. */
void output_close(output *output);
void output_publish(output *output);

/* For what was printed to standard output without an output of its own. */
void output_close_standard(void);

#endif
