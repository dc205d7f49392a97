/* Solves an assignment with the algorithm of Jonker and Volgenant, as src-d/lapjv implements it in floats and
   AVX2. */
#include <cstddef>
#include <tuple>

#include <lap.h>

/* Returns the least sum. Writes the column of each row. */
double rival_lapjv(int n, const float *cost, int *column, int *row, float *u, float *v) {
    return (double)lap<true, false>(n, cost, column, row, u, v);
}
