/* Plain C: the reference for bits, and the way out where there are no lanes. */
#define WAY_ISA scalar
#include <stdint.h>

#include "lanes/lanes_1.h"

#include "isa/table.h"
