#include "table.h"

#if defined(WAY_HAS_AVX512)
#if !defined(__AVX512F__) || !defined(__AVX512DQ__) || !defined(__AVX512BW__) || !defined(__AVX512VL__)
#error "waylay: compile src/isa/avx512.c with -mavx512f -mavx512dq -mavx512bw -mavx512vl"
#endif
#define WAY_ISA avx512
#include "lanes/lanes_16.h"

#include "isa/contents.h"
#else
typedef int way_avx512_is_for_x86_64;
#endif
