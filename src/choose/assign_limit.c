/* Finds the largest number of choosers that can be served at costs up to a limit, and for WAY_LEAST_LARGEST
   the lowest such limit. */
#include "choose/assign_internal.h"

#include <float.h>

/* Continues the search from chooser i to candidates that it has not yet visited. Stops at the first candidate
   with room. */
static int match_on(way_assigning *a, uint32_t i, float limit) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    for (size_t e = begin; e < end; e++) {
        if (!(a->cost[e] <= limit))
            continue;
        const uint32_t j = way_list_row(a, begin, e);
        if (a->is_visited[j])
            continue;
        a->is_visited[j] = 1;
        a->from[j] = i;
        a->by[j] = (uint32_t)e;
        a->done[a->finished++] = j;
        if (a->spare[j] > 0) {
            a->goal = j;
            return 1;
        }
    }
    return 0;
}

/* Serves chooser i0, if possible. If no room is found, the visited candidates stay marked, because no later
   chooser can find room through them. */
static int match(way_assigning *a, uint32_t i0, float limit) {
    uint32_t looked_at = 0;
    a->finished = 0;
    int is_served = match_on(a, i0, limit);
    while (!is_served && looked_at < a->finished)
        for (uint32_t i = a->first[a->done[looked_at++]]; i != WAY_NOBODY && !is_served; i = a->next[i])
            is_served = match_on(a, i, limit);
    if (!is_served)
        return 0;
    way_shift(a, i0, a->goal);
    for (uint32_t k = 0; k < a->finished; k++)
        a->is_visited[a->done[k]] = 0;
    return 1;
}

/* Returns the number of choosers that can be served at costs up to the limit. Choosers that are already
   served within the limit stay served. */
static size_t match_all(way_assigning *a, float limit) {
    size_t served = 0;
    for (size_t j = 0; j < a->to.runner_count; j++)
        a->is_visited[j] = 0;
    for (size_t i = 0; i < a->to.count; i++)
        if (a->target[i] != WAY_NOBODY && !(a->cost[a->element[i]] <= limit))
            way_take(a, (uint32_t)i);
    for (size_t i = 0; i < a->to.count; i++)
        served += a->target[i] != WAY_NOBODY ||
                  ((!a->skips_others || way_must_serve(a, i)) && match(a, (uint32_t)i, limit));
    return served;
}

static float largest_used(const way_assigning *a) {
    float largest = -FLT_MAX;
    for (size_t i = 0; i < a->to.count; i++)
        if (a->target[i] != WAY_NOBODY && a->cost[a->element[i]] > largest)
            largest = a->cost[a->element[i]];
    return largest;
}

/* Without a limit on costs, `most` choosers can be served; they are served now. Finds the lowest limit at
   which `most` choosers can still be served. Returns this limit, mapped by way_order_of. */
static int64_t least_limit(way_assigning *a, size_t most) {
    int64_t low = way_order_of(-FLT_MAX), high = way_order_of(largest_used(a));
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        float next = way_in_order(high);
        if (match_all(a, way_in_order(middle)) == most) {
            high = way_order_of(largest_used(a));
            continue;
        }
        for (size_t e = 0; e < a->elements; e++)
            if (a->cost[e] > way_in_order(middle) && a->cost[e] < next)
                next = a->cost[e];
        low = way_order_of(next);
    }
    return high;
}

static void take_all(way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++)
        if (a->target[i] != WAY_NOBODY)
            way_take(a, (uint32_t)i);
}

/* Finds the lowest limit on costs at which no fewer choosers are served than without a limit, and forbids
   costs above it. In a priced call two numbers must not fall: the number of filled places, and the number of
   served choosers among those that must be served. If one assignment fills the most places, and another
   serves the most choosers, then a third does both (Mendelsohn, Dulmage). So each of the two numbers has its
   own lowest limit, and the larger limit is used. */
void way_set_cost_limit(way_assigning *a, size_t most) {
    int64_t limit;
    if (a->is_priced) {
        uint32_t *const spare = a->spare;
        take_all(a);
        a->spare = a->need;
        const int64_t of_places = least_limit(a, match_all(a, FLT_MAX));
        take_all(a);
        a->spare = spare;
        a->skips_others = 1;
        limit = least_limit(a, match_all(a, FLT_MAX));
        a->skips_others = 0;
        limit = of_places > limit ? of_places : limit;
    } else
        limit = least_limit(a, most);
    for (size_t e = 0; e < a->elements; e++)
        if (a->cost[e] > way_in_order(limit))
            a->cost[e] = INFINITY;
}

size_t way_serve_most(way_assigning *a, uint64_t room) {
    if (a->to.aim == WAY_LEAST_SUM && a->is_matrix && !a->sizes.forbidden)
        return room < a->to.count ? (size_t)room : a->to.count;
    return match_all(a, FLT_MAX);
}
