/* Jonker's and Volgenant's assignment as src-d/lapjv has it: floats, with AVX2. */
#include <cstddef>
#include <tuple>

#include <lap.h>

/* The least sum; the column of each row. */
double rival_lapjv(int n, const float *cost, int *column, int *row, float *u, float *v) {
    return (double)lap<true, false>(n, cost, column, row, u, v);
}
