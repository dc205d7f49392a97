/* The table of one instruction set, -DWAY_ISA=avx2, say: how x/y pairs and records are moved. */
#include "lanes/lanes.h"

/* Like a kernel it can be compiled as any unit; the exact one holds the table. */
#if defined(WAY_IS_FOREIGN) || defined(WAY_ENTRY) || !WAY_WIDE_IS_DOUBLE
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

WAY_INLINE void gather_fields(const way_records *from, int fields, const uint32_t *row, float *to,
                              size_t pitch, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        flanes field[4];
        f_gather(from->data, from->stride, row + i, fields, field);
        for (int k = 0; k < fields; k++)
            f_store(to + (size_t)k * pitch + i, field[k]);
    }
}

static void gather(const way_records *from, const uint32_t *row, float *to, size_t pitch, size_t count) {
    if (from->fields == 4)
        gather_fields(from, 4, row, to, pitch, count);
    else if (from->fields == 2)
        gather_fields(from, 2, row, to, pitch, count);
    else
        gather_fields(from, 1, row, to, pitch, count);
}

/* The top bit of limit - 1 - a tells limit <= a while both are below 2^31. */
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

/* Against flags of which the preprocessor sees nothing, such as clang's -ffp-contract=fast: is every product
   and every sum rounded by itself? */
static int is_strict(void) {
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
    WAY_TEXT(WAY_ISA), WAY_JOIN(WAY_TABLE, WAY_ISA), LANES == WAY_LANES_MAX, unzip, zip, gather, all_below,
    is_strict,
};

#endif
