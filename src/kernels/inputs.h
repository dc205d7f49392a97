/* Defines how a kernel sees one vector of agents, and loads its columns by number. The struct `agents` is
   passed by value, and only to inlined functions. So its members stay in registers, and if `given` is a
   constant, the compiler removes the tests of its bits. */
#ifndef WAY_INPUTS_H
#define WAY_INPUTS_H

#include "kernels/family_columns.h"
#include "lanes/vectors.h"

typedef struct agents {
    const float *const *in;
    size_t i;
    unsigned given; /* bit k is set if optional input k has values to read */
    const way_wall_list *walls;
} agents;

/* Returns the same agents, but makes the compiler load their inputs again. Rare code calls this function;
   otherwise the usual code would keep inputs in registers for it. */
WAY_INLINE agents again(agents a) {
#if defined(__GNUC__)
    __asm__("" : "+r"(a.i)); /* the compiler cannot see that i is unchanged, so it loads the inputs again */
#endif
    return a;
}

/* The number of a column that exists in the 2D and in the 3D behaviour. For example, COLUMN(dims, seek,
   runner_x) is a column of seek2d or of seek3d, depending on dims. */
#define COLUMN(dims, name, column) ((dims) == 3 ? (int)IN_##name##3d_##column : (int)IN_##name##2d_##column)

WAY_INLINE flanes load(agents a, int k) { return f_load(a.in[k] + a.i); }
WAY_INLINE ilanes load_int(agents a, int k) { return i_load(a.in[k] + a.i); }

WAY_INLINE unsigned has(agents a, int k) { return a.given & 1u << k; }
WAY_INLINE flanes load_or(agents a, int k, float otherwise) {
    return has(a, k) ? load(a, k) : f_set(otherwise);
}

/* Loads a vector, for example a position; k is the number of its x column. */
WAY_INLINE vector load_vector(agents a, int k, int dims) {
    return (vector){load(a, k), load(a, k + 1), dims == 3 ? load(a, k + 2) : f_set(0.0f)};
}

/* Loads a column into wide lanes. Widening from memory is cheaper than widening from a register. */
WAY_INLINE wide load_wide(agents a, int k) { return w_load(a.in[k] + a.i); }

WAY_INLINE wide_vector load_wide_vector(agents a, int k, int dims) {
    return (wide_vector){load_wide(a, k), load_wide(a, k + 1), dims == 3 ? load_wide(a, k + 2) : w_set(0.0)};
}

/* Returns the vector from one position to another, in floats, rounded once. */
WAY_INLINE vector between(agents a, int from, int to, int dims) {
    return vector_sub(load_vector(a, to, dims), load_vector(a, from, dims), dims);
}

/* Returns the vector from one position to another in wide lanes. Rounded to floats, it equals `between` bit
   for bit: a double has more than twice a float's digits, so rounding twice equals rounding once (Samuel
   Figueroa, "When is double rounding innocuous?"). */
WAY_INLINE wide_vector between_wide(agents a, int from, int to, int dims) {
    return wide_sub(load_wide_vector(a, to, dims), load_wide_vector(a, from, dims), dims);
}

/* Are all components of a vector 0 or -0? Tests the bits as integers; bits + bits drops the sign bit. */
WAY_INLINE mask is_zero(agents a, int k, int dims) {
    ilanes bits = i_or(load_int(a, k), load_int(a, k + 1));
    if (dims == 3)
        bits = i_or(bits, load_int(a, k + 2));
    return i_eq(i_add(bits, bits), i_set(0));
}

#endif
