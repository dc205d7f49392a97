/* Checks that all instruction sets of this machine compute the same bits. With a file of golden hashes, also
   checks that the machine that wrote the file computed these bits. */
#ifndef CHECK_H
#define CHECK_H

#include "options.h"

/* Returns the exit code: 0, or 1 if a difference was found. */
int check(const options *options);

#endif
