/* Runs each lane function ("word") alone. This file is compiled once for each instruction set, for example
   with -DWAY_ISA=avx2 -DWAY_PRECISION=exact. */
#include "lanes_words.h"

#include <assert.h>
#include <string.h>

#include "lanes/moves.h"

/* For every width, doubles and integers lie in memory in the order of the lanes, and a `wide` begins with its
   first half. So memcpy moves inputs and results without other words, and no bit changes. */
static_assert(sizeof(wide) == LANES * sizeof(double), "wide is LANES doubles");
static_assert(sizeof(ilanes) == LANES * sizeof(int32_t), "ilanes is LANES int32");

static inline wide given_wide(const double *p) {
    wide lanes;
    memcpy(&lanes, p, sizeof lanes);
    return lanes;
}
static inline ilanes given_int(const int32_t *p) {
    ilanes lanes;
    memcpy(&lanes, p, sizeof lanes);
    return lanes;
}

static inline ilanes lanes_of_bits(unsigned bits) {
    int32_t lane[LANES];
    for (int l = 0; l < LANES; l++)
        lane[l] = (int32_t)(bits >> l & 1);
    return given_int(lane);
}

#define PUT_FLOAT(value) f_store((float *)out + j, value)
#define PUT_INT(value) i_store((int32_t *)out + j, value)
#define PUT_MASK(value) PUT_FLOAT(f_select(value, f_set(1.0f), f_set(0.0f)))
#define PUT_WIDE(value)                                                                                      \
    do {                                                                                                     \
        wide lanes = value;                                                                                  \
        memcpy((char *)out + j * sizeof(double), &lanes, sizeof lanes);                                      \
    } while (0)
#define PUT_WIDEMASK(value) PUT_WIDE(w_select(value, given_wide(ones), given_wide(zeros)))

static const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, zeros[WAY_LANES_MAX];

#define A f_load(in->a + j)
#define B f_load(in->b + j)
#define C f_load(in->c + j)
#define P given_int(in->p + j)
#define Q given_int(in->q + j)
#define X given_wide(in->x + j)
#define Y given_wide(in->y + j)
/* masks with true and false lanes */
#define M f_lt(f_set(0.0f), C)
#define N f_lt(f_set(0.0f), B)

#define WORDS(WORD)                                                                                          \
    WORD(f_load, BITS, PUT_FLOAT(f_load(in->a + j)))                                                         \
    WORD(f_store, BITS, f_store((float *)out + j, A))                                                        \
    WORD(f_stream, BITS, f_stream((float *)out + j, A))                                                      \
    WORD(f_set, BITS, PUT_FLOAT(f_set(in->a[0])))                                                            \
    WORD(f_add, FLOATS, PUT_FLOAT(f_add(A, B)))                                                              \
    WORD(f_sub, FLOATS, PUT_FLOAT(f_sub(A, B)))                                                              \
    WORD(f_mul, FLOATS, PUT_FLOAT(f_mul(A, B)))                                                              \
    WORD(f_div, FLOATS, PUT_FLOAT(f_div(A, B)))                                                              \
    WORD(f_sqrt, FLOATS, PUT_FLOAT(f_sqrt(A)))                                                               \
    WORD(f_abs, FLOATS, PUT_FLOAT(f_abs(A)))                                                                 \
    WORD(f_negate, FLOATS, PUT_FLOAT(f_negate(A)))                                                           \
    WORD(f_flip, FLOATS, PUT_FLOAT(f_flip(A, B)))                                                            \
    WORD(f_lt, BITS, PUT_MASK(f_lt(A, B)))                                                                   \
    WORD(f_le, BITS, PUT_MASK(f_le(A, B)))                                                                   \
    WORD(f_select, BITS, PUT_FLOAT(f_select(M, A, B)))                                                       \
    WORD(f_keep, BITS, PUT_FLOAT(f_keep(M, A)))                                                              \
    WORD(f_else, BITS, PUT_FLOAT(f_else(M, f_keep(M, A), B)))                                                \
    WORD(f_minus, BITS, PUT_MASK(f_minus(A)))                                                                \
    WORD(f_if_minus, BITS, PUT_FLOAT(f_if_minus(C, A, B)))                                                   \
    WORD(f_within, BITS, PUT_MASK(f_within(A, f_smaller(f_abs(C), f_set(INFINITY)))))                        \
    WORD(f_larger, FLOATS, PUT_FLOAT(f_larger(A, B)))                                                        \
    WORD(f_smaller, FLOATS, PUT_FLOAT(f_smaller(A, B)))                                                      \
    WORD(m_and, BITS, PUT_MASK(m_and(M, N)))                                                                 \
    WORD(m_or, BITS, PUT_MASK(m_or(M, N)))                                                                   \
    WORD(m_andnot, BITS, PUT_MASK(m_andnot(M, N)))                                                           \
    WORD(m_narrow, BITS, PUT_MASK(m_narrow(w_lt(X, Y))))                                                     \
    WORD(m_any, BITS, PUT_INT(i_keep(M, i_set(m_any(M) + 2 * m_any(m_andnot(M, M))))))                       \
    WORD(m_all, BITS, PUT_INT(i_except(M, i_set(m_all(M) + 2 * m_all(f_le(f_set(0.0f), f_set(0.0f)))))))     \
    WORD(m_bits, BITS, PUT_INT(lanes_of_bits(m_bits(M))))                                                    \
    WORD(i_load, BITS, PUT_INT(i_load(in->p + j)))                                                           \
    WORD(i_store, BITS, i_store((int32_t *)out + j, P))                                                      \
    WORD(i_set, BITS, PUT_INT(i_set(in->p[0])))                                                              \
    WORD(i_keep, BITS, PUT_INT(i_keep(M, P)))                                                                \
    WORD(i_except, BITS, PUT_INT(i_except(M, P)))                                                            \
    WORD(i_or, BITS, PUT_INT(i_or(P, Q)))                                                                    \
    WORD(i_count, BITS, PUT_INT(i_count(M, P)))                                                              \
    WORD(i_add, BITS, PUT_INT(i_add(P, Q)))                                                                  \
    WORD(i_sub, BITS, PUT_INT(i_sub(P, Q)))                                                                  \
    WORD(i_lt, BITS, PUT_MASK(i_lt(P, Q)))                                                                   \
    WORD(i_eq, BITS, PUT_MASK(i_eq(P, Q)))                                                                   \
    WORD(i_else, BITS, PUT_INT(i_else(M, P, in->q[0])))                                                      \
    WORD(i_select, BITS, PUT_INT(i_select(M, P, Q)))                                                         \
    WORD(w_widen, DOUBLES, PUT_WIDE(w_widen(A)))                                                             \
    WORD(w_load, DOUBLES, PUT_WIDE(w_load(in->a + j)))                                                       \
    WORD(w_narrow, FLOATS, PUT_FLOAT(w_narrow(X)))                                                           \
    WORD(w_set, DOUBLES, PUT_WIDE(w_set(in->x[0])))                                                          \
    WORD(w_count, DOUBLES, PUT_WIDE(w_count(P)))                                                             \
    WORD(w_add, DOUBLES, PUT_WIDE(w_add(X, Y)))                                                              \
    WORD(w_sub, DOUBLES, PUT_WIDE(w_sub(X, Y)))                                                              \
    WORD(w_mul, DOUBLES, PUT_WIDE(w_mul(X, Y)))                                                              \
    WORD(w_div, DOUBLES, PUT_WIDE(w_div(X, Y)))                                                              \
    WORD(w_sqrt, DOUBLES, PUT_WIDE(w_sqrt(X)))                                                               \
    WORD(w_abs, DOUBLES, PUT_WIDE(w_abs(X)))                                                                 \
    WORD(w_negate, DOUBLES, PUT_WIDE(w_negate(X)))                                                           \
    WORD(w_flip, DOUBLES, PUT_WIDE(w_flip(X, Y)))                                                            \
    WORD(w_lt, DOUBLES, PUT_WIDEMASK(w_lt(X, Y)))                                                            \
    WORD(w_le, DOUBLES, PUT_WIDEMASK(w_le(X, Y)))                                                            \
    WORD(w_and, DOUBLES, PUT_WIDEMASK(w_and(w_lt(X, Y), w_lt(given_wide(zeros), Y))))                        \
    WORD(w_or, DOUBLES, PUT_WIDEMASK(w_or(w_lt(X, Y), w_lt(given_wide(zeros), Y))))                          \
    WORD(w_andnot, DOUBLES, PUT_WIDEMASK(w_andnot(w_lt(X, Y), w_lt(given_wide(zeros), Y))))                  \
    WORD(w_select, DOUBLES, PUT_WIDE(w_select(w_lt(given_wide(zeros), Y), X, Y)))                            \
    WORD(w_keep, DOUBLES, PUT_WIDE(w_keep(w_lt(given_wide(zeros), Y), X)))                                   \
    WORD(w_larger, DOUBLES, PUT_WIDE(w_larger(X, Y)))                                                        \
    WORD(w_smaller, DOUBLES, PUT_WIDE(w_smaller(X, Y)))                                                      \
    WORD(f_gather, BITS, gather_all(in, j, (float *)out + j))                                                \
    WORD(f_load_pairs, BITS, flanes first; flanes second; f_load_pairs(in->a + 2 * j, &first, &second);      \
         PUT_FLOAT(first); f_store((float *)out + WAY_LANES_MAX + j, second))                                \
    WORD(f_store_pairs, BITS, f_store_pairs((float *)out + 2 * j, A, B))                                     \
    WORD(f_load_thirds, BITS, PUT_FLOAT(f_load_thirds(in->a + 3 * j)))                                       \
    WORD(f_store_triples, BITS, f_store_triples((float *)out + 3 * j, A, B, C))

/* Gathers records of 4, 2 and 1 fields from `a` by each kind of finder. One gather runs in reverse order. */
static void gather_all(const lanes_inputs *in, size_t j, float *out) {
    static const uint32_t row[WAY_LANES_MAX] = {3, 0, 7, 7, 1, 5, 2, 6, 4, 0, 3, 1, 6, 2, 5, 4};
    const char *data = (const char *)in->a, *at[WAY_LANES_MAX];
    for (size_t i = 0; i < WAY_LANES_MAX; i++)
        at[i] = data + 12 * row[i];
    const ptrdiff_t first = (ptrdiff_t)j;
    flanes field[4 + 2 + 1];
    f_gather(way_finder_on((way_finder){.data = data, .stride = 16, .row = row}, first), 4, field);
    f_gather(way_finder_on((way_finder){.at = at, .offset = 4}, first), 2, field + 4);
    f_gather(way_finder_on((way_finder){.data = data + 4 * (3 * WAY_LANES_MAX - 1), .stride = -8}, first), 1,
             field + 6);
    for (size_t k = 0; k < 7; k++)
        f_store(out + k * WAY_LANES_MAX, field[k]);
}

#define DEFINE(name, answer, ...)                                                                            \
    static void test_##name(const lanes_inputs *in, void *out) {                                             \
        for (size_t j = 0; j < WAY_LANES_MAX; j += LANES) {                                                  \
            __VA_ARGS__;                                                                                     \
        }                                                                                                    \
    }
#define ENTER(name, answer, ...) {#name, LANES_##answer, test_##name},

WORDS(DEFINE)

static const lanes_word words[] = {WORDS(ENTER)};

const lanes_words WAY_JOIN(lanes_words, WAY_ISA) = {sizeof words / sizeof words[0], words};
