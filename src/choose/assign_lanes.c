/* Compares the keys (cost - price) of the elements of an assignment's list, sixteen at a time, for one
   instruction set. */
#include "choose/assign_internal.h"
#include "lanes/sixteen.h"

#if !WAY_TABLES_HERE
typedef int way_assign_lanes_are_in_another_unit;
#else

static void least_keys(const float *cost, const float *price, size_t count, float *least) {
    sixteen keys;
    for (int k = 0; k < VECTORS; k++)
        keys.of[k] = f_load(least + LANES * k);
    for (size_t i = 0; i < count; i += 16)
        for (int k = 0; k < VECTORS; k++) {
            const flanes key = f_sub(f_load(cost + i + LANES * k), f_load(price + i + LANES * k));
            keys.of[k] = f_smaller(keys.of[k], key);
        }
    for (int k = 0; k < VECTORS; k++)
        f_store(least + LANES * k, keys.of[k]);
}

static size_t keys_up_to(const float *cost, const float *price, size_t count, float limit, uint32_t *number) {
    size_t some = 0;
    for (size_t i = 0; i < count; i += 16) {
        sixteen keys;
        for (int k = 0; k < VECTORS; k++)
            keys.of[k] = f_sub(f_load(cost + i + LANES * k), f_load(price + i + LANES * k));
        for (unsigned left = sixteen_up_to(&keys, limit); left != 0; left &= left - 1)
            number[some++] = (uint32_t)i + (uint32_t)lowest_of(left);
    }
    return some;
}

/* Each of sixteen lanes keeps its two least keys. For the least key, the lane also keeps the index of the
   first of the sixteen elements that were loaded together with it. */
static uint32_t two_least(const float *cost, const float *price, size_t count, float *two) {
    sixteen best, second, at;
    _Alignas(64) float number[16];
    for (int k = 0; k < VECTORS; k++)
        best.of[k] = second.of[k] = at.of[k] = f_set(INFINITY);
    for (uint32_t i = 0; i < count; i += 16) {
        for (int k = 0; k < VECTORS; k++) {
            const flanes key = f_sub(f_load(cost + i + LANES * k), f_load(price + i + LANES * k));
            second.of[k] = f_smaller(second.of[k], f_larger(best.of[k], key));
            at.of[k] = f_select(f_lt(key, best.of[k]), f_set(as_float(i)), at.of[k]);
            best.of[k] = f_smaller(best.of[k], key);
        }
    }
    two[0] = two[1] = sixteen_least(&best);
    if (!(two[0] < INFINITY))
        return UINT32_MAX;
    for (int k = 0; k < VECTORS; k++)
        f_store(number + LANES * k, at.of[k]);
    uint32_t which = UINT32_MAX;
    const unsigned lanes = sixteen_up_to(&best, two[0]);
    for (unsigned left = lanes; left != 0; left &= left - 1) {
        const uint32_t one = as_number(number[lowest_of(left)]) + (uint32_t)lowest_of(left);
        which = one < which ? one : which;
    }
    if ((lanes & (lanes - 1)) == 0) {
        sixteen_drop(&best, two[0], INFINITY);
        const float other = sixteen_least(&best), same_lane = sixteen_least(&second);
        two[1] = other < same_lane ? other : same_lane;
    }
    return which;
}

const way_assign_lanes WAY_JOIN(way_assign_lanes, WAY_ISA) = {
    .least_keys = least_keys,
    .keys_up_to = keys_up_to,
    .two_least = two_least,
};

#endif
