/* Do all instruction sets of this machine give the same bits, and the same as another machine's? */
#ifndef CHECK_H
#define CHECK_H

#include "options.h"

/* Returns the exit code: 0, or 1 if a difference was found. */
int check(const options *options);

#endif
