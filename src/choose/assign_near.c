/* Finds the near elements of the lists of an assignment: the elements with the least keys. A key is cost - v,
   where v is the candidate's price when the key is computed. See assign_search.c. */
#include "choose/assign_internal.h"

#include <float.h>

enum { KEYS = 256 };

/* Adds an element to the near list. If the list is full, the farthest element becomes part of the rest. */
static void add_near(way_assigning *a, uint32_t i, way_near_one one, uint32_t most) {
    way_near_one *near = a->near + a->near_start[i];
    if (a->near_count[i] < most) {
        near[a->near_count[i]++] = one;
        return;
    }
    uint32_t last = 0;
    for (uint32_t k = 1; k < most; k++)
        last = near[k].key > near[last].key ? k : last;
    if (one.key < near[last].key) {
        const way_near_one other = near[last];
        near[last] = one;
        one = other;
    }
    a->rest[i] = one.key < a->rest[i] ? one.key : a->rest[i];
}

static uint32_t room_of(const way_assigning *a, uint32_t i) {
    const size_t length = way_list_at(a, (size_t)i + 1) - way_list_at(a, i);
    return length < WAY_NEAR_MOST ? (uint32_t)length : WAY_NEAR_MOST;
}

void way_start_near(way_assigning *a) {
    uint32_t start = 0;
    for (size_t i = 0; i < a->to.count; i++) {
        a->near_start[i] = start;
        start += room_of(a, (uint32_t)i);
    }
}

/* Some elements of a list, padded to a multiple of sixteen. A key is cost - price, rounded to float. */
typedef struct some_keys {
    const float *cost, *price;
    size_t count;
    float own_cost[KEYS], own_price[KEYS];
} some_keys;

/* Loads up to KEYS elements of chooser i's list, from element e up to `end`. Returns their number. */
static size_t take_keys(const way_assigning *a, uint32_t i, size_t e, size_t end, some_keys *keys) {
    const size_t begin = way_list_at(a, i);
    const float *price = a->is_shut[i] ? a->shut_price : a->price;
    size_t some = end - e < KEYS ? end - e : KEYS;
    if (!a->has_rows && some >= 16) {
        some -= some % 16;
        keys->cost = a->cost + e;
        keys->price = price + (e - begin);
        keys->count = some;
        return some;
    }
    keys->count = (some + 15) / 16 * 16;
    for (size_t k = 0; k < keys->count; k++) {
        const int is_one = k < some && a->cost[e + k] < INFINITY;
        keys->own_cost[k] = is_one ? a->cost[e + k] : INFINITY;
        keys->own_price[k] = is_one ? price[way_list_row(a, begin, e + k)] : 0.0f;
    }
    keys->cost = keys->own_cost;
    keys->price = keys->own_price;
    return some;
}

/* Returns a limit such that about WAY_NEAR_MOST keys of the list are below the limit. The list is divided
   into eight parts, and the limit is the second largest of the least keys of the parts. */
static float find_limit(const way_assigning *a, uint32_t i, size_t begin, size_t end, some_keys *keys) {
    _Alignas(64) float least[16];
    float limit = -INFINITY, largest = -INFINITY;
    for (int k = 0; k < 16; k++)
        least[k] = INFINITY;
    for (size_t e = begin; e < end;) {
        e += take_keys(a, i, e, end, keys);
        a->in_lanes->least_keys(keys->cost, keys->price, keys->count, least);
    }
    for (int k = 0; k < 8; k++) {
        const float one = least[k] < least[k + 8] ? least[k] : least[k + 8];
        if (one > largest) {
            limit = largest;
            largest = one;
        } else if (one > limit)
            limit = one;
    }
    return limit < INFINITY ? limit : FLT_MAX;
}

static void add_near_at(way_assigning *a, uint32_t i, size_t begin, size_t e, uint32_t most) {
    const uint32_t j = way_list_row(a, begin, e);
    const int64_t cost = way_cost_units(a, a->cost[e]);
    add_near(a, i, (way_near_one){cost - a->v[j], cost, j, (uint32_t)e}, most);
}

void way_find_near(way_assigning *a, uint32_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    const uint32_t most = room_of(a, i);
    a->near_count[i] = 0;
    a->found_in[i] = a->turn;
    a->rest[i] = WAY_NEVER;
    if (end - begin <= WAY_NEAR_MOST) {
        for (size_t e = begin; e < end; e++)
            if (a->cost[e] < INFINITY)
                add_near_at(a, i, begin, e, most);
        return;
    }
    some_keys keys;
    uint32_t number[KEYS];
    const float limit = find_limit(a, i, begin, end, &keys);
    if (limit < FLT_MAX) /* subtract a bound on the rounding errors of keys and prices */
        a->rest[i] = (int64_t)((double)limit * a->scale) - ((a->largest - a->lowest) >> 22) - 2;
    for (size_t e = begin, some; e < end; e += some) {
        some = take_keys(a, i, e, end, &keys);
        const size_t count = a->in_lanes->keys_up_to(keys.cost, keys.price, keys.count, limit, number);
        for (size_t k = 0; k < count; k++)
            add_near_at(a, i, begin, e + number[k], most);
    }
}
