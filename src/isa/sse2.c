#include "table.h"

#if defined(WAY_HAS_SSE2)
#define WAY_ISA sse2
#include "lanes/lanes_4.h"

#include "isa/contents.h"
#else
typedef int way_sse2_is_for_x86_64;
#endif
