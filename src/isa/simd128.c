#include "table.h"

#if defined(WAY_HAS_SIMD128)
#define WAY_ISA simd128
#include "lanes/lanes_4.h"

#include "isa/contents.h"
#else
typedef int way_simd128_is_for_wasm;
#endif
