/* An assignment while it is made: what its searches (assign.c) and damage (assign_damage.c) share. */
#ifndef WAY_ASSIGN_INTERNAL_H
#define WAY_ASSIGN_INTERNAL_H

#include <string.h>

#include "call/columns.h"
#include "choose/candidates.h"
#include "waylay/assign.h"

#define WAY_NOBODY UINT32_MAX
#define WAY_NEVER INT64_MAX        /* the cost of what is not allowed */
#define WAY_FAR ((int64_t)1 << 62) /* above all distances */

/* Of a chooser's list, one that is near: its cost, and what it was without the price v when it was found. */
typedef struct way_near_one {
    int64_t key, cost;
    uint32_t row, element;
} way_near_one;

/* Of the allowed costs, without their signs: the bits of the largest, and of the least but 0. Is any not
   allowed? */
typedef struct way_sizes_of {
    int32_t largest, least;
    int forbidden;
} way_sizes_of;

/* Where all is, most of it in the lent memory. */
typedef struct way_assigning {
    const way_assignment *to;
    const way_assign_in *in;
    size_t base, elements; /* the first element of the first list, and how many there are in all */
    double scale, unit;    /* units in 1, and one of them */
    const way_search *search;
    way_sizes_of sizes;
    int64_t largest; /* no cost is larger */
    int64_t lowest;  /* no price is lower, nor above it without its sign */
    int64_t bound;   /* the length of the best path so far */
    uint32_t goal, heaped, finished, turn;
    int has_rows, has_health;
    way_near_one *near; /* the near ones of all lists */
    /* of each element */
    float *cost; /* +inf: not allowed */
    uint32_t *row;
    /* of each chooser */
    int64_t *u, *rest; /* no key of its list's others is below the rest; WAY_NEVER: there are none */
    uint32_t *target, *element, *next, *before; /* the last two are its neighbours in its candidate's list */
    uint32_t *start, *some, *found, *is_shut; /* its near ones, how many, and in which turn they were found */
    /* with health: what each deals, as way_order_of, below 0 where that is no number; and whom it keeps,
       by which element */
    int64_t *damage;
    uint32_t *kept, *kept_element;
    /* of each candidate */
    int64_t *v;
    float *price;        /* of the open v, nearly, as costs are; -inf of the closed */
    float *shut_price;   /* v of the closed, nearly */
    uint32_t *from, *by; /* the chooser before it on its path, and by which element */
    uint32_t *spare, *first, *done, *closed;
    /* with health: the health of each, as way_order_of, 0 where nobody takes it; in units of its own, the
       damage that its kept takers deal together and the least of these damages; and for how many more it
       has capacity */
    int64_t *health, *dealt, *least;
    uint32_t *capacity;
    /* of each node: candidates, and behind them choosers whose lists are to be looked at again */
    int64_t *distance;
    uint32_t *seat, *heap; /* where it is in the heap, and the heap */
} way_assigning;

static inline size_t way_list_at(const way_assigning *a, size_t i) {
    const way_assignment *to = a->to;
    if (to->offset != NULL)
        return to->offset[i] - a->base;
    return i * (to->each > 0 ? to->each : to->runner_count);
}

/* Behind the last element that can be one: without rows nobody is behind the last candidate. */
static inline size_t way_list_end(const way_assigning *a, size_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_at(a, i + 1), candidates = a->to->runner_count;
    return a->has_rows || end - begin < candidates ? end : begin + candidates;
}

static inline uint32_t way_list_row(const way_assigning *a, size_t begin, size_t e) {
    return a->has_rows ? a->row[e] : (uint32_t)(e - begin);
}

/* Floats in their order as whole numbers. */
static inline int64_t way_order_of(float cost) {
    uint32_t bits;
    memcpy(&bits, &cost, 4);
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffff) : (int64_t)bits;
}

static inline float way_in_order(int64_t order) {
    const uint32_t bits = order < 0 ? (uint32_t)-order | 0x80000000u : (uint32_t)order;
    float cost;
    memcpy(&cost, &bits, 4);
    return cost;
}

/* The exponent above that of a float in this order, not below 0; of those below the normal ones that above
   theirs. */
static inline int way_exponent_above(int64_t order) {
    return order >> 23 > 0 ? (int)(order >> 23) - 126 : -125;
}

static inline double way_power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, 8);
    return power;
}

/* The heap of nodes by distance: node j is new at `at`, or nearer than it was; and the nearest one leaves. */
void way_rise(way_assigning *a, uint32_t at, uint32_t j);
uint32_t way_pop(way_assigning *a);

/* With health. What everybody deals and bears, while nobody is kept. */
void way_read_health(way_assigning *a);
/* Of costs as they were read: not allowed where the taker is not needed. Room for no fewer than can take
   each. */
void way_make_room(way_assigning *a);
/* Of those who are assigned whoever is needed is kept; how many are not. */
size_t way_keep_needed(way_assigning *a);
/* Of costs that are allowed: whoever can still take one does. */
void way_take_what_is_left(way_assigning *a);

#endif
