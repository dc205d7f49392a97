/* Do all instruction sets of this machine give the same bits, and the same as another machine's? */
#ifndef CHECK_H
#define CHECK_H

#include "options.h"

/* The exit code: 0, or 1 where a difference was found. */
int check(const options *options);

#endif
