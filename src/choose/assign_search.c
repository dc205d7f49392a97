/* Serves the choosers of an assignment by shortest augmenting paths (Jonker, Volgenant), in integers.

   Each candidate has room for a number of choosers. Choosers are served one at a time. For each chooser, a
   search finds the cheapest augmenting path: the chooser takes a candidate, the chooser that had this
   candidate takes another one, and so on until a candidate with room is reached. Choosers have prices u, and
   candidates have prices v. The value cost - u - v is never negative, and it is 0 for each served chooser and
   its candidate. So Dijkstra's algorithm can find the path.

   A candidate that still has room at the end must have the highest price of all candidates. If all room will
   be taken, there is no such candidate, and prices may have any initial values. In this case an auction
   estimates the prices, so that most searches end at once. Otherwise all prices start at 0, and only prices
   of full candidates fall.

   Prices v only fall. So the key of an element, its cost - v at an earlier time, is a lower bound on the
   present cost - v. In a long list, the search reads only the near elements, which have the least keys. The
   rest of the list is a single node of the search, at the distance of its least key. The search rarely
   reaches this node.

   If a search finds no room for its chooser, all candidates that it has reached become closed. From then on,
   these candidates are always full, and the lists of their choosers lead only to closed candidates. The
   search must then decide which of these choosers is not served. In the model, each chooser has an additional
   candidate that only this chooser can take, at a cost C above all other costs. The price u of each closed
   chooser would contain C, and the price v of each closed candidate would contain -C. The code leaves C out
   of both prices, because C cancels between closed nodes. Between an open and a closed node C would not
   cancel, but a search visits closed nodes only after all open nodes.

   A call with a column `unserved` or `at_least` is priced. In such a call, no candidate is closed, and the
   cost of each chooser's additional candidate is part of all sums. This cost is `unserved`, plus WAY_BIG if
   the chooser must be served. A place that `at_least` requests costs WAY_BIG less than the candidate's other
   places. All places have one price v: WAY_BIG while the candidate needs more choosers, at least 0 as long as
   it has room, and any value if it is full. If a path ends at one of the other places, its length grows by v,
   and v becomes 0. If a chooser takes the place of another chooser, it uses the price v. No path changes the
   sum by as much as WAY_BIG. So the sum of two numbers is least: the needed places without a chooser, and the
   choosers that must be served but are not. Each of the two numbers is then also least by itself, because
   some assignment has both least numbers (Mendelsohn, Dulmage). The costs of a path together are below 2^57,
   prices are below 2^59, and distances below 2^61. */
#include "choose/assign_internal.h"

/* The heap ----------------------------------------------------------------------------------------------- */

static void put(way_node_heap *heap, uint32_t at, uint32_t node) {
    heap->node[at] = node;
    heap->seat[node] = at;
}

void way_heap_rise(way_node_heap *heap, uint32_t at, uint32_t node) {
    const int64_t key = heap->key[node];
    for (; at > 0 && key < heap->key[heap->node[(at - 1) / 2]]; at = (at - 1) / 2)
        put(heap, at, heap->node[(at - 1) / 2]);
    put(heap, at, node);
}

uint32_t way_heap_pop(way_node_heap *heap) {
    const uint32_t least = heap->node[0], last = heap->node[--heap->count];
    const int64_t key = heap->key[last];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && heap->key[heap->node[child + 1]] < heap->key[heap->node[child]])
            child++;
        if (!(heap->key[heap->node[child]] < key))
            break;
        put(heap, at, heap->node[child]);
        at = child;
    }
    put(heap, at, last);
    return least;
}

void way_shift(way_assigning *a, uint32_t i0, uint32_t j) {
    for (;;) {
        const uint32_t i = a->from[j], left = a->target[i];
        if (left != WAY_NOBODY)
            way_take(a, i);
        way_give(a, i, j, a->by[j]);
        if (i == i0)
            break;
        j = left;
    }
}

/* One chooser's search ----------------------------------------------------------------------------------- */

/* Records that the search reaches candidate j from chooser i at `distance`. */
static void reach(way_assigning *a, uint32_t i, uint32_t j, uint32_t e, int64_t distance) {
    a->from[j] = i;
    a->by[j] = e;
    if (a->spare[j] > 0) {
        const int64_t fall = a->is_priced && a->need[j] == 0 ? a->v[j] : 0;
        if (distance + fall < a->bound) {
            a->bound = distance + fall;
            a->goal = j;
        }
        if (fall == 0)
            return;
    }
    const int is_new = a->heap.key[j] == WAY_FAR;
    a->heap.key[j] = distance;
    way_heap_rise(&a->heap, is_new ? a->heap.count++ : a->heap.seat[j], j);
}

/* Reaches candidates through the whole list. The distance of an element is `beyond` + cost - v. */
static void expand_all(way_assigning *a, uint32_t i, int64_t beyond, uint32_t closed) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    for (size_t e = begin; e < end; e++) {
        if (!(a->cost[e] < INFINITY))
            continue;
        const uint32_t j = way_list_row(a, begin, e);
        const int64_t distance = beyond + way_cost_units(a, a->cost[e]) - a->v[j];
        if (distance < a->bound && distance < a->heap.key[j] && a->closed[j] == closed)
            reach(a, i, j, (uint32_t)e, distance);
    }
}

/* Returns a bit for each near element of chooser i. The bit is set if the path through this element is
   shorter than `bound` and shorter than the known path to the same candidate. The loop has no branches,
   because a processor cannot predict them. */
static unsigned find_shorter(const way_assigning *a, uint32_t i, int64_t beyond, uint32_t closed) {
    const way_near_one *near = a->near + a->near_start[i];
    const int64_t *const v = a->v, *const distance = a->heap.key, bound = a->bound;
    const uint32_t *const is_closed = a->closed, some = a->near_count[i];
    unsigned shorter = 0;
    for (uint32_t k = 0; k < some; k++) {
        const uint32_t j = near[k].row;
        const int64_t one = beyond + near[k].cost - v[j];
        shorter |= (unsigned)((one < bound) & (one < distance[j]) & (is_closed[j] == closed)) << k;
    }
    return shorter;
}

/* Reaches candidates through the near elements of chooser i: closed candidates if `closed` is 1, open ones if
   it is 0. The distance of an element is `beyond` + cost - v. */
static void expand_near(way_assigning *a, uint32_t i, int64_t beyond, uint32_t closed) {
    const way_near_one *near = a->near + a->near_start[i];
    unsigned shorter = find_shorter(a, i, beyond, closed);
    for (uint32_t k = 0; shorter != 0; k++, shorter >>= 1) {
        const uint32_t j = near[k].row;
        const int64_t distance = beyond + near[k].cost - a->v[j];
        if ((shorter & 1) && distance < a->bound && distance < a->heap.key[j])
            reach(a, i, j, near[k].element, distance);
    }
    if (a->rest[i] != WAY_NEVER && beyond + a->rest[i] < a->bound) { /* reaches the node that stands for the
                                                                        rest of the list */
        const uint32_t node = (uint32_t)a->to.runner_count + i;
        a->heap.key[node] = beyond + a->rest[i];
        way_heap_rise(&a->heap, a->heap.count++, node);
    }
}

/* Continues the search from chooser i. `base` is the chooser's distance from the start of the path. */
static void search_on(way_assigning *a, uint32_t i, int64_t base, uint32_t closed) {
    if (a->rest[i] == WAY_UNKNOWN)
        way_find_near(a, i);
    expand_near(a, i, base - a->u[i], closed);
}

/* Continues after the search has reached the rest of chooser i's list: finds the near elements again by the
   present prices. If the same search has already found them, expands the whole list instead. */
static void expand_rest(way_assigning *a, uint32_t i, uint32_t closed) {
    const uint32_t node = (uint32_t)a->to.runner_count + i;
    const int64_t beyond = a->heap.key[node] - a->rest[i];
    a->heap.key[node] = WAY_FAR;
    if (a->found_in[i] == a->turn) {
        expand_all(a, i, beyond, closed);
        return;
    }
    way_find_near(a, i);
    expand_near(a, i, beyond, closed);
}

/* Returns the cost of leaving chooser i without a candidate. In a call that is not priced, this cost is above
   all costs, and is left out of prices and distances. */
static int64_t left_out(const way_assigning *a, uint32_t i) { return a->is_priced ? a->left_out[i] : 0; }

/* Runs Dijkstra's search up to the distance `bound`. If `without` is not NULL, *without becomes the chooser
   that is cheapest to leave out. */
static void search(way_assigning *a, uint32_t closed, uint32_t *without) {
    while (a->heap.count > 0 && a->heap.key[a->heap.node[0]] < a->bound) {
        const uint32_t j = way_heap_pop(&a->heap);
        const int64_t distance = a->heap.key[j];
        if (j >= a->to.runner_count) {
            expand_rest(a, j - (uint32_t)a->to.runner_count, closed);
            continue;
        }
        a->done[a->finished++] = j;
        for (uint32_t i = a->first[j]; i != WAY_NOBODY; i = a->next[i]) {
            if (without != NULL && distance - a->u[i] + left_out(a, i) < a->bound) {
                a->bound = distance - a->u[i] + left_out(a, i);
                a->goal = WAY_NOBODY;
                *without = i;
            }
            search_on(a, i, distance, closed);
        }
    }
}

/* Records that the chooser's list leads only to closed candidates from now on. */
static void shut(way_assigning *a, uint32_t i) {
    a->is_shut[i] = 1;
    a->rest[i] = WAY_UNKNOWN;
}

/* Called if no candidate has room for i0. Returns the chooser that is not served: i0, or a chooser that the
   search has reached. */
static uint32_t search_closed(way_assigning *a, uint32_t i0) {
    const uint32_t open = a->finished;
    uint32_t without = i0;
    a->bound = 0;
    shut(a, i0);
    for (uint32_t k = 0; k < open; k++) {
        const uint32_t j = a->done[k];
        a->shut_price[j] = a->price[j];
        for (uint32_t i = a->first[j]; i != WAY_NOBODY; i = a->next[i]) {
            shut(a, i);
            if (a->heap.key[j] - a->u[i] < a->bound) {
                a->bound = a->heap.key[j] - a->u[i];
                without = i;
            }
        }
    }
    search_on(a, i0, 0, 1);
    for (uint32_t k = 0; k < open; k++)
        for (uint32_t i = a->first[a->done[k]]; i != WAY_NOBODY; i = a->next[i])
            search_on(a, i, a->heap.key[a->done[k]], 1);
    search(a, 1, &without);
    shut(a, i0); /* marked as shut again, because the price of a candidate rises when the candidate closes */
    for (uint32_t k = 0; k < open; k++) {
        const uint32_t j = a->done[k];
        a->closed[j] = 1;
        a->price[j] = -INFINITY;
        for (uint32_t i = a->first[j]; i != WAY_NOBODY; i = a->next[i])
            shut(a, i);
    }
    return without;
}

static void set_prices(way_assigning *a, uint32_t i0) {
    a->u[i0] += a->bound;
    for (uint32_t k = 0; k < a->finished; k++) {
        const uint32_t j = a->done[k];
        const int64_t change = a->bound - a->heap.key[j];
        way_set_price(a, j, a->v[j] - change);
        for (uint32_t i = a->first[j]; i != WAY_NOBODY; i = a->next[i])
            a->u[i] += change;
    }
}

/* Serves chooser i0, if possible. Returns 1 if one more chooser is served. */
static int serve(way_assigning *a, uint32_t i0) {
    uint32_t without = i0;
    a->turn++;
    a->bound = a->is_priced ? a->left_out[i0] : WAY_FAR;
    a->goal = WAY_NOBODY;
    a->heap.count = a->finished = 0;
    search_on(a, i0, 0, 0);
    search(a, 0, a->is_priced ? &without : NULL);
    const int is_served = a->goal != WAY_NOBODY;
    if (!is_served && !a->is_priced)
        without = search_closed(a, i0);
    set_prices(a, i0);
    for (uint32_t k = 0; k < a->finished; k++)
        a->heap.key[a->done[k]] = WAY_FAR;
    for (uint32_t k = 0; k < a->heap.count; k++)
        a->heap.key[a->heap.node[k]] = WAY_FAR;
    if (is_served && a->is_priced && a->need[a->goal] > 0)
        a->need[a->goal]--;
    if (is_served)
        way_shift(a, i0, a->goal);
    else if (without != i0) {
        const uint32_t left = a->target[without];
        way_take(a, without);
        way_shift(a, i0, left);
    }
    return is_served;
}

void way_serve_all(way_assigning *a) {
    for (size_t j = 0; j < a->to.runner_count; j++)
        a->closed[j] = 0;
    for (size_t j = 0; a->is_priced && j < a->to.runner_count; j++)
        if (a->need[j] > 0)
            way_set_price(a, (uint32_t)j, WAY_BIG);
    for (size_t i = 0; i < a->to.count; i++) {
        if (a->target[i] != WAY_NOBODY)
            way_take(a, (uint32_t)i);
        a->u[i] = 0;
    }
    for (size_t i = 0; i < a->to.count; i++)
        serve(a, (uint32_t)i);
}
