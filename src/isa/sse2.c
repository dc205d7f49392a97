#if defined(__x86_64__) || defined(_M_X64)
#define WAY_ISA sse2
#include "lanes/lanes_4.h"

#include "isa/contents.h"
#else
typedef int way_sse2_is_for_x86_64;
#endif
