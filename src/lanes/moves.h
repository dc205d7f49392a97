/* Declares functions that load lanes from the caller's layouts and store them back, for the table of an
   instruction set. Kernels use only f_gather, in the code for walls. moves_1.h describes each function. */
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
