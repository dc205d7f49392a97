/* How lanes are taken from the caller's layouts and put there: words for the table of an instruction set.
   Of kernels only those of walls know one, f_gather. moves_1.h says what each means. */
#ifndef WAY_MOVES_H
#define WAY_MOVES_H

#include "lanes/lanes.h"

#if LANES == 1
#include "lanes/moves_1.h"
#elif LANES == 4
#include "lanes/moves_4.h"
#elif LANES == 8
#include "lanes/moves_8.h"
#else
#include "lanes/moves_16.h"
#endif

#endif
