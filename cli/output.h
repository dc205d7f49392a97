/* Files that are whole or not there: written under a temporary name in the same folder, renamed once they are
   complete and on disk; removed on failure and on signals. Devices and pipes are written to directly. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>

typedef struct output {
    FILE *file;
    const char *name; /* for messages */
    char *final_name; /* NULL where written directly */
    const char *temporary;
    int slot;
} output;

/* NULL or "-" is standard output. Each of these returns only if it worked. */
void output_open(output *output, const char *path);
/* To stop early on a full disk. */
void output_check(output *output);
/* All written and on disk, still under the temporary name. */
void output_close(output *output);
void output_publish(output *output);

/* For what was printed to standard output without an output of its own. */
void output_close_standard(void);

#endif
