#include "table.h"

#if defined(WAY_HAS_AVX2)
#if !defined(__AVX2__)
#error "waylay: compile src/isa/avx2.c with -mavx2"
#endif
#define WAY_ISA avx2
#include "lanes/lanes_8.h"

#include "isa/contents.h"
#else
typedef int way_avx2_is_for_x86_64;
#endif
