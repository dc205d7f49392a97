/* Plain C: the reference for bits, and the way out where there are no lanes. */
#define WAY_ISA scalar
#include "lanes/lanes_1.h"

#include "isa/contents.h"
