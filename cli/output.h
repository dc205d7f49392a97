/* Output files are either complete or absent. A file is written without a name, and gets its name when it is
   complete and on disk. If the program ends earlier, nothing is left. If the file system has no unnamed
   files, the file has a temporary name, and is removed on failure and on every signal that can be caught.
   Devices and pipes are written directly. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>

typedef struct output {
    FILE *file;
    const char *name; /* for messages */
    int is_direct;    /* written data is visible at once, complete or not */
    char *final_name; /* NULL if written directly */
    int hidden;       /* the descriptor of the unnamed file; -1: the file has a temporary name instead */
    int slot;         /* the slot of the temporary name */
} output;

/* Opens an output; NULL or "-" is standard output. These functions return only on success. */
void output_open(output *output, const char *path);
/* Ends the program if a write has failed, so that it stops early on a full disk. */
void output_check(output *output);
/* Writes all data to disk. The file still has no final name. */
void output_close(output *output);
void output_publish(output *output);

/* Closes standard output after text was printed to it without an `output`. */
void output_close_standard(void);

#endif
