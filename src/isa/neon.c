#include "table.h"

#if defined(WAY_HAS_NEON)
#define WAY_ISA neon
#include "lanes/lanes_4.h"

#include "isa/contents.h"
#else
typedef int way_neon_is_for_aarch64;
#endif
