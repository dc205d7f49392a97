/* Defines the table of one instruction set, for example with -DWAY_ISA=avx2: functions that move pairs and
   records. */
#include "lanes/moves.h"

#if !WAY_TABLES_HERE
typedef int way_table_is_in_another_unit;
#else

static void unzip(const float *pairs, float *x, float *y, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        flanes vx, vy;
        f_load_pairs(pairs + 2 * i, &vx, &vy);
        f_store(x + i, vx);
        f_store(y + i, vy);
    }
}

static void zip(const float *x, const float *y, float *pairs, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        f_store_pairs(pairs + 2 * i, f_load(x + i), f_load(y + i));
}

static void thirds(const float *from, float *to, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        f_store(to + i, f_load_thirds(from + 3 * i));
}

static void triples(const float *x, const float *y, const float *z, float *to, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        f_store_triples(to + 3 * i, f_load(x + i), f_load(y + i), f_load(z + i));
}

WAY_INLINE void gather_fields(way_finder of, int fields, float *to, size_t pitch, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        flanes field[4];
        f_gather(of, fields, field);
        of = way_finder_on(of, LANES);
        for (int k = 0; k < fields; k++)
            f_store(to + (size_t)k * pitch + i, field[k]);
    }
}

/* Each of the three ways to find records has its own call of gather_fields, so that the loop does not test
   which way is used. */
WAY_INLINE void gather_found(way_finder of, int fields, float *to, size_t pitch, size_t count) {
    if (of.at != NULL)
        gather_fields((way_finder){.at = of.at, .offset = of.offset}, fields, to, pitch, count);
    else if (of.row != NULL)
        gather_fields((way_finder){.data = of.data, .stride = of.stride, .row = of.row}, fields, to, pitch,
                      count);
    else
        gather_fields((way_finder){.data = of.data, .stride = of.stride}, fields, to, pitch, count);
}

static void gather(const way_finder *of, int fields, float *to, size_t pitch, size_t count) {
    if (fields == 4)
        gather_found(*of, 4, to, pitch, count);
    else if (fields == 2)
        gather_found(*of, 2, to, pitch, count);
    else
        gather_found(*of, 1, to, pitch, count);
}

/* Are all rows below the limit? For numbers below 2^31, the top bit of limit - 1 - row is set if and only if
   the row is not below the limit. */
static int all_below(const uint32_t *row, uint32_t limit, size_t count) {
    const ilanes end = i_set((int32_t)limit), last = i_sub(end, i_set(1));
    ilanes any = end, no = i_set(0);
    for (size_t i = 0; i < count; i += LANES) {
        ilanes a = i_load(row + i);
        any = i_or(any, a);
        no = i_or(no, i_sub(last, a));
    }
    return !m_any(i_lt(i_or(any, no), i_set(0)));
}

/* Loads doubles with a plain copy, so that lane k is p[k] at every width. */
WAY_INLINE wide doubles_at(const double *p) {
    wide lanes;
    memcpy(&lanes, p, sizeof lanes);
    return lanes;
}

WAY_INLINE void put_doubles(double *p, wide lanes) { memcpy(p, &lanes, sizeof lanes); }

static void split(const double *own, const double *other, float *near, float *far, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        wide apart = w_sub(doubles_at(other + i), doubles_at(own + i));
        flanes rounded = w_narrow(apart);
        f_store(near + i, w_narrow(w_sub(w_widen(rounded), apart)));
        f_store(far + i, rounded);
    }
}

static void relate(const double *own, const double *third, const float *near, float *to, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        wide apart = w_sub(doubles_at(third + i), doubles_at(own + i));
        f_store(to + i, w_narrow(w_add(apart, w_load(near + i))));
    }
}

static void move(const double *own, const float *near, double *origin, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        put_doubles(origin + i, w_sub(doubles_at(own + i), w_load(near + i)));
}

static void place(const double *origin, const float *from, double *to, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        put_doubles(to + i, w_add(doubles_at(origin + i), w_load(from + i)));
}

/* NARROWER_avx2, ...: the next table with fewer lanes. */
#if defined(WAY_HAS_SSE2)
#define NARROWER_avx2 &way_table_sse2
#else
#define NARROWER_avx2 &way_table_scalar
#endif
#if defined(WAY_HAS_AVX2)
#define NARROWER_avx512 &way_table_avx2
#else
#define NARROWER_avx512 NARROWER_avx2
#endif
#define NARROWER_sse2 &way_table_scalar
#define NARROWER_neon &way_table_scalar
#define NARROWER_simd128 &way_table_scalar
#define NARROWER_emulated16 &way_table_scalar
#define NARROWER_scalar NULL

/* Does the compiler round each product and each sum separately, in the order of the code? Detects flags that
   the preprocessor cannot see, such as clang's -ffp-contract=fast. */
static int keeps_bits(void) {
    volatile float numbers[] = {1.0f + 0x1p-12f, 1.0f + 0x1p-11f, 1.0f, 0x1p-30f};
    flanes factor = f_set(numbers[0]), square = f_set(numbers[1]), one = f_set(numbers[2]),
           little = f_set(numbers[3]);
    float fused[LANES], reordered[LANES];
    f_store(fused, f_sub(f_mul(factor, factor), square));
    f_store(reordered, f_sub(f_add(little, one), one));
    return fused[0] == 0.0f && reordered[0] == 0.0f;
}

#define WAY_TEXT_(a) #a
#define WAY_TEXT(a) WAY_TEXT_(a)

const way_table WAY_JOIN(way_table, WAY_ISA) = {
    .name = WAY_TEXT(WAY_ISA),
    .number = WAY_JOIN(WAY_TABLE, WAY_ISA),
    .lanes = LANES,
    .narrower = WAY_JOIN(NARROWER, WAY_ISA),
    .whole_lines = LANES == WAY_LANES_MAX,
    .unzip = unzip,
    .zip = zip,
    .thirds = thirds,
    .triples = triples,
    .gather = gather,
    .all_below = all_below,
    .split = split,
    .relate = relate,
    .move = move,
    .place = place,
    .keeps_bits = keeps_bits,
};

#endif
