/* The 16-lane shape without AVX, for tests on machines that lack it: not part of the library. */
#define WAY_ISA emulated16
#include "lanes/lanes_16.h"

#include "isa/contents.h"
