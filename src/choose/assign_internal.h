/* Declares the state of an assignment, which its searches (assign.c) and the damage rule (assign_damage.c)
   share. */
#ifndef WAY_ASSIGN_INTERNAL_H
#define WAY_ASSIGN_INTERNAL_H

#include <math.h>
#include <string.h>

#include "call/columns.h"
#include "isa/isa.h"
#include "registry/calls.h"
#include "waylay/assign.h"

#define WAY_NOBODY UINT32_MAX
#define WAY_NEVER INT64_MAX        /* the cost of a forbidden element */
#define WAY_FAR ((int64_t)1 << 62) /* more than any distance */
#define WAY_BIG ((int64_t)1 << 58) /* more than all costs of a path, see assign_search.c */
#define WAY_UNKNOWN INT64_MIN      /* a value of `rest`: see way_assigning */
#define WAY_NEAR_MOST 16           /* the largest number of near elements of a list */

/* The functions of one instruction set: see assign_lanes.c. A key is cost - price; `count` is a multiple of
   sixteen. */
typedef struct way_assign_lanes {
    /* Lowers least[k] to the least key of the elements k, k + 16 and so on. */
    void (*least_keys)(const float *cost, const float *price, size_t count, float least[16]);
    /* Writes the numbers of the elements whose key is at most a limit, and returns their count. */
    size_t (*keys_up_to)(const float *cost, const float *price, size_t count, float limit, uint32_t *number);
    /* Writes the two least keys. Returns the number of the element with the least key (of equal keys, the
       first), or UINT32_MAX if all keys are +inf. */
    uint32_t (*two_least)(const float *cost, const float *price, size_t count, float two[2]);
} way_assign_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_assign_lanes)

/* A near element of a chooser's list. `key` is the value of cost - v when the element was found. */
typedef struct way_near_one {
    int64_t key, cost;
    uint32_t row, element;
} way_near_one;

/* Magnitudes of the allowed costs, as bits. `largest` is the largest one, and `least` is the least one above
   0. If `forbidden` is set, some costs are not allowed. */
typedef struct way_sizes_of {
    int32_t largest, least;
    int forbidden;
} way_sizes_of;

/* A heap of nodes, the one with the least key first. key and seat have an element for each node; seat is the
   node's position in the heap. */
typedef struct way_node_heap {
    int64_t *key;
    uint32_t *seat, *node;
    uint32_t count;
} way_node_heap;

/* The state of an assignment. The arrays are in the caller-supplied memory: memory_table in assign.c lists
   them. A call with worlds solves one world after the other. Choosers, candidates and elements are counted
   within the world; way_chooser_at, way_candidate_at and way_elements_number return their numbers in the
   caller's columns. */
typedef struct way_assigning {
    way_assignment to;           /* the world's counts of choosers and candidates */
    const way_assignment *whole; /* the caller's */
    const way_assign_in *in;
    size_t elements;    /* the number of elements in all lists of the world */
    double scale, unit; /* a cost of 1 has `scale` units, and a unit is a cost of `unit` */
    const way_assign_lanes *in_lanes;
    way_sizes_of sizes;
    int64_t largest;               /* an upper bound of the costs */
    int64_t lowest;                /* all prices are from `lowest` to -lowest */
    int64_t bound;                 /* the length of the shortest path found so far */
    uint32_t goal, finished, turn; /* turn: the number of the present search */
    int has_rows, has_health;
    int is_matrix;      /* all lists have the elements 0, 1, ... of all candidates */
    int is_priced;      /* the call has a column `unserved` or `at_least` */
    int skips_others;   /* match_all serves only choosers that must be served */
    float endless;      /* replaces a bonus of +inf; larger than any saving can be */
    way_near_one *near; /* the near elements of all lists */
    /* with worlds, else NULL: the rows of the world's choosers and candidates */
    const uint32_t *chooser, *candidate;
    /* for each element */
    float *cost; /* +inf: not allowed */
    uint32_t *row;
    /* for each chooser. start: the first element of its list; the array has one entry more than there are
       choosers */
    uint32_t *start;
    int64_t *u;                                 /* its price */
    uint32_t *target, *element, *next, *before; /* `next` and `before` link the takers of a target */
    /* rest: a lower bound on the keys of the elements that are not near; WAY_NEVER: all elements are near;
       WAY_UNKNOWN: the near elements have not been found yet. near_start: the index of the list's first near
       element. found_in: the number of the search that found the near elements. is_shut: the list leads only
       to closed candidates */
    int64_t *rest;
    uint32_t *near_start, *near_count, *found_in, *is_shut;
    uint32_t *waiting; /* a stack of the choosers that wait for their bid in an auction */
    /* in calls with health, for each chooser. `damage` is the damage that it deals, mapped by way_order_of
       (below 0 if not valid). `kept` is the candidate that it keeps, and `kept_element` leads to this
       candidate */
    int64_t *damage;
    uint32_t *kept, *kept_element;
    /* for each chooser, in priced calls (uses the memory of `damage`): the cost of leaving the chooser
       without a candidate; at least WAY_BIG / 2 if the chooser must be served */
    int64_t *left_out;
    /* for each candidate */
    int64_t *v;          /* its price */
    float *price;        /* the price v, rounded to float; -inf if the candidate is closed */
    float *shut_price;   /* the price v of a closed candidate, rounded to float */
    uint32_t *from, *by; /* the last chooser on the path to the candidate, and the element that this chooser
                            uses */
    uint32_t *spare;     /* how many more choosers the candidate has room for */
    uint32_t *first;     /* the first taker of the candidate */
    uint32_t *done;      /* the `finished` candidates, in the order in which the search has finished them */
    uint32_t *closed, *is_visited;
    /* in calls with health, for each candidate. `health` is mapped by way_order_of, or 0 if the candidate may
       not be taken. `dealt` and `least` are the sum and the least of the damages of its kept takers, in the
       candidate's units. `least_allowed` is the least damage of an allowed taker. `capacity` is the remaining
       capacity */
    int64_t *health, *dealt, *least, *least_allowed;
    uint32_t *capacity;
    /* for each candidate, in priced calls (uses the memory of `capacity`): the number of choosers that it
       still needs */
    uint32_t *need;
    /* The nodes of a search: first the candidates, then one node per chooser, which stands for the rest of
       the chooser's list. The key of a node is its distance */
    way_node_heap heap;
    /* arrays of all worlds. by_world: the rows of the choosers, sorted by world; answer: target, bits of the
    cost
       and status. of_world: the rows of the candidates, sorted by world; seat: the position of each row in
       of_world */
    uint32_t *by_world, *answer[3], *of_world, *seat;
} way_assigning;

static inline int way_must_serve(const way_assigning *a, size_t i) { return a->left_out[i] >= WAY_BIG / 2; }

static inline size_t way_list_at(const way_assigning *a, size_t i) { return a->start[i]; }

/* Returns the end of the usable elements of list i. If the call has no `row` column, elements past the last
   candidate are not used. */
static inline size_t way_list_end(const way_assigning *a, size_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_at(a, i + 1), candidates = a->to.runner_count;
    return a->has_rows || end - begin < candidates ? end : begin + candidates;
}

static inline size_t way_chooser_at(const way_assigning *a, size_t i) {
    return a->chooser != NULL ? a->chooser[i] : i;
}

static inline size_t way_candidate_at(const way_assigning *a, size_t j) {
    return a->candidate != NULL ? a->candidate[j] : j;
}

/* Returns the candidate's number in this world, or WAY_NOBODY if it is in another world. */
static inline uint32_t way_candidate_of_row(const way_assigning *a, uint32_t row) {
    if (a->candidate == NULL)
        return row;
    const size_t first = (size_t)(a->candidate - a->of_world);
    return row < a->whole->runner_count && a->seat[row] - first < a->to.runner_count
               ? (uint32_t)(a->seat[row] - first)
               : WAY_NOBODY;
}

/* Returns the number of the caller's element with which the list of a chooser begins. */
static inline size_t way_first_of_row(const way_assignment *whole, size_t row) {
    if (whole->offset != NULL)
        return whole->offset[row];
    return row * (whole->each > 0 ? whole->each : whole->runner_count);
}

/* Does the caller's list of chooser i have an element for each candidate of all worlds? */
static inline int way_is_of_all(const way_assigning *a, size_t i) {
    const size_t row = way_chooser_at(a, i);
    return a->candidate != NULL && !a->has_rows &&
           way_first_of_row(a->whole, row + 1) - way_first_of_row(a->whole, row) >= a->whole->runner_count;
}

/* Returns the number of the caller's element for element e of chooser i's list. */
static inline size_t way_elements_number(const way_assigning *a, size_t i, size_t e) {
    const size_t k = e - way_list_at(a, i), first = way_first_of_row(a->whole, way_chooser_at(a, i));
    return first + (way_is_of_all(a, i) ? way_candidate_at(a, k) : k);
}

static inline uint32_t way_list_row(const way_assigning *a, size_t begin, size_t e) {
    return a->has_rows ? a->row[e] : (uint32_t)(e - begin);
}

/* Maps a float to an integer, so that the integers have the same order as the floats. */
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

/* Returns the exponent of the least power of two above a float >= 0. `order` is way_order_of(the float). For
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

static inline int64_t way_cost_units(const way_assigning *a, float cost) {
    const double exact = (double)cost * a->scale;
    return (int64_t)(exact < 0.0 ? exact - 0.5 : exact + 0.5);
}

static inline void way_set_price(way_assigning *a, uint32_t j, int64_t v) {
    const int64_t size = v < 0 ? -v : v;
    a->v[j] = v;
    *(a->closed[j] ? &a->shut_price[j] : &a->price[j]) = (float)((double)v * a->unit);
    a->lowest = -size < a->lowest ? -size : a->lowest;
}

/* Makes chooser i a taker of candidate j, through this element of i's list. */
static inline void way_give(way_assigning *a, uint32_t i, uint32_t j, uint32_t element) {
    const uint32_t other = a->first[j];
    a->target[i] = j;
    a->element[i] = element;
    a->before[i] = WAY_NOBODY;
    a->next[i] = other;
    if (other != WAY_NOBODY)
        a->before[other] = i;
    a->first[j] = i;
    a->spare[j]--;
}

/* Takes the candidate of chooser i away. */
static inline void way_take(way_assigning *a, uint32_t i) {
    const uint32_t j = a->target[i], before = a->before[i], next = a->next[i];
    if (before != WAY_NOBODY)
        a->next[before] = next;
    else
        a->first[j] = next;
    if (next != WAY_NOBODY)
        a->before[next] = before;
    a->target[i] = WAY_NOBODY;
    a->spare[j]++;
}

/* way_heap_rise moves a node up, after it was added at position `at` or its key fell. way_heap_pop removes
   the node with the least key and returns it. */
void way_heap_rise(way_node_heap *heap, uint32_t at, uint32_t node);
uint32_t way_heap_pop(way_node_heap *heap);

/* assign_limit.c. way_serve_most returns the number of choosers that can be served; way_set_cost_limit is for
   WAY_LEAST_LARGEST, with this number. */
size_t way_serve_most(way_assigning *a, uint64_t room);
void way_set_cost_limit(way_assigning *a, size_t most);

/* assign_search.c: the best assignment at the present prices. */
void way_serve_all(way_assigning *a);
/* Applies the path from chooser i0 to candidate j: each chooser on the path takes the next candidate of the
   path. */
void way_shift(way_assigning *a, uint32_t i0, uint32_t j);

/* assign_near.c: the near elements of the lists. way_find_near finds the near elements of chooser i by the
   present prices. If an open chooser's list has more than WAY_NEAR_MOST elements, its near elements all lead
   to open candidates. */
void way_start_near(way_assigning *a);
void way_find_near(way_assigning *a, uint32_t i);

/* assign_prices.c: the initial prices. If all room will be taken, prices may have any values, and auctions
   estimate them. If not, all prices are 0, because a candidate with room at the end must have the price 0.
   `most` is the number of choosers that can be served. */
void way_begin_prices(way_assigning *a, int is_all_taken, size_t most);

/* Returns the cost of chooser i and element e that the call compares: the bonus is subtracted if the element
   leads to the chooser's present candidate. */
float way_net_cost(const way_assigning *a, size_t i, size_t e);

/* Returns the candidate that chooser i has now, or WAY_NOBODY. */
uint32_t way_present_of(const way_assigning *a, size_t i);

/* For calls with health: reads all damages and healths. Marks all choosers as not kept. */
void way_read_health(way_assigning *a);
/* Called after the costs have been read: forbids takers that are not needed, and gives each candidate room
   for the largest valid set of takers, or more. */
void way_make_room(way_assigning *a);
/* Keeps the assigned choosers that are needed. Returns the number of assigned choosers that are not
   needed. */
size_t way_keep_needed(way_assigning *a);
/* Each chooser that is not kept takes the cheapest allowed candidate that still needs it. */
void way_take_what_is_left(way_assigning *a);
/* Marks all choosers as not kept. */
void way_release_all(way_assigning *a);
/* Called after the costs have been read: assigns its present candidate to each chooser, if it is allowed. */
void way_assign_present(way_assigning *a);
/* Compares another assignment with the kept pairs, and assigns the best mix of both. For the chooser in a
   row, the other assignment has target[row] and element[row]. Returns 0 if all pairs of the mix are kept
   pairs. */
int way_mix(way_assigning *a, const uint32_t *target, const uint32_t *element);

#endif
