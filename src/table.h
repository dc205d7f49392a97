/* What one instruction set offers, and the tables of this build. */
#ifndef WAY_TABLE_H
#define WAY_TABLE_H

#include "kernel.h"

/* INDEX_intercept2d, ...; INDEX_COUNT */
enum {
#define BEGIN(name, summary, source) INDEX_##name,
#include "behaviours.def"
    INDEX_COUNT
};

typedef struct way_table {
    const char *name;
    int whole_lines; /* a vector is a line of 64 bytes: kernels heed WAY_STREAM */
    struct {
        way_kernel *kernel[2];        /* by way_precision */
        unsigned in_pairs, out_pairs; /* which columns it takes as x/y pairs */
    } behaviour[INDEX_COUNT];
    void (*unzip)(const float *pairs, float *x, float *y,
                  size_t count); /* counts: multiples of WAY_LANES_MAX */
    void (*zip)(const float *x, const float *y, float *pairs, size_t count);
    int (*is_strict)(void); /* 0 where it was compiled in a way that changes bits; round to nearest */
} way_table;

extern const way_table way_table_scalar, way_table_emulated16, way_table_sse2, way_table_avx2,
    way_table_avx512, way_table_neon, way_table_simd128;

#endif
