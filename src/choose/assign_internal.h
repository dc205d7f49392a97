/* Declares the state of an assignment, which its searches (assign.c) and the damage rule (assign_damage.c)
   share. */
#ifndef WAY_ASSIGN_INTERNAL_H
#define WAY_ASSIGN_INTERNAL_H

#include <string.h>

#include "call/columns.h"
#include "crowd/candidates.h"
#include "waylay/assign.h"

#define WAY_NOBODY UINT32_MAX
#define WAY_NEVER INT64_MAX        /* the cost of a forbidden element */
#define WAY_FAR ((int64_t)1 << 62) /* more than any distance */

/* A near element of a chooser's list: its cost, and its key, which is cost - v at the time it was found. */
typedef struct way_near_one {
    int64_t key, cost;
    uint32_t row, element;
} way_near_one;

/* largest, least: the bits of the largest magnitude of an allowed cost, and of the least magnitude above 0.
   forbidden: some costs are not allowed. */
typedef struct way_sizes_of {
    int32_t largest, least;
    int forbidden;
} way_sizes_of;

/* The state of an assignment. Most arrays are in the caller-supplied memory. */
typedef struct way_assigning {
    const way_assignment *to;
    const way_assign_in *in;
    size_t base, elements; /* base: the first list's first element; elements: the number in all lists */
    double scale, unit;    /* costs become integers; scale: units per 1.0; unit: the size of a unit */
    const way_search *search;
    way_sizes_of sizes;
    int64_t largest; /* an upper bound of the costs */
    int64_t lowest;  /* no price is larger in magnitude than -lowest */
    int64_t bound;   /* the length of the best path so far */
    uint32_t goal, heaped, finished, turn;
    int has_rows, has_health;
    way_near_one *near; /* the near elements of all lists */
    /* for each element */
    float *cost; /* +inf: not allowed */
    uint32_t *row;
    /* for each chooser */
    /* rest: a lower bound on the keys of the elements that are not near; WAY_NEVER: all elements are near */
    int64_t *u, *rest;
    uint32_t *target, *element, *next, *before; /* next, before: neighbours in the target's list of takers */
    /* start: the index of the list's first near element. some: the number of near elements. found: the search
       that found them. is_shut: the list leads only to closed candidates */
    uint32_t *start, *some, *found, *is_shut;
    /* with health, for each chooser. damage: the damage that it deals, mapped by way_order_of (below 0: not
       valid). kept, kept_element: the candidate that it keeps, and the element that leads to this
       candidate */
    int64_t *damage;
    uint32_t *kept, *kept_element;
    /* for each candidate */
    int64_t *v;
    float *price;        /* v of an open candidate as a rounded cost; -inf if closed */
    float *shut_price;   /* v of a closed candidate, rounded */
    uint32_t *from, *by; /* from: last chooser on the candidate's path; by: the element it uses */
    uint32_t *spare, *first, *done, *closed;
    /* with health, for each candidate. health: its health, mapped by way_order_of, or 0 if it may not be
       taken. dealt, least: the sum and the least of its kept takers' damages, in the candidate's units.
       capacity: its remaining capacity */
    int64_t *health, *dealt, *least;
    uint32_t *capacity;
    /* for each node. First, each candidate has a node. Then each chooser has a node, for the rest of its
       list */
    int64_t *distance;
    uint32_t *seat, *heap; /* seat: the position of each node in the heap; heap: the nodes */
} way_assigning;

static inline size_t way_list_at(const way_assigning *a, size_t i) {
    const way_assignment *to = a->to;
    if (to->offset != NULL)
        return to->offset[i] - a->base;
    return i * (to->each > 0 ? to->each : to->runner_count);
}

/* Returns the end of the usable elements of list i. If the call has no `row` column, elements past the last
   candidate are not used. */
static inline size_t way_list_end(const way_assigning *a, size_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_at(a, i + 1), candidates = a->to->runner_count;
    return a->has_rows || end - begin < candidates ? end : begin + candidates;
}

static inline uint32_t way_list_row(const way_assigning *a, size_t begin, size_t e) {
    return a->has_rows ? a->row[e] : (uint32_t)(e - begin);
}

/* Maps a float to an integer, so that the integers have the order of the floats. */
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

/* Returns the exponent of the least power of two above a float >= 0. `order` is way_order_of the float. For
   subnormal floats, the result is -125. */
static inline int way_exponent_above(int64_t order) {
    return order >> 23 > 0 ? (int)(order >> 23) - 126 : -125;
}

static inline double way_power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, 8);
    return power;
}

/* The heap of nodes by distance. way_rise moves node j up, after it was added at position `at` or its
   distance fell. way_pop removes the nearest node and returns it. */
void way_rise(way_assigning *a, uint32_t at, uint32_t j);
uint32_t way_pop(way_assigning *a);

/* For calls with health: reads all damages and healths. Marks all choosers as not kept. */
void way_read_health(way_assigning *a);
/* Called after the costs have been read: forbids takers that are not needed, and gives each candidate room
   for at least as many takers as any valid set has. */
void way_make_room(way_assigning *a);
/* Keeps the assigned choosers that are needed. Returns the number of assigned choosers that are not
   needed. */
size_t way_keep_needed(way_assigning *a);
/* Each chooser that is not kept takes the cheapest allowed candidate that still needs it. */
void way_take_what_is_left(way_assigning *a);

#endif
