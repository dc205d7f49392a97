/* Implements damage and health in assignments: each candidate gets as many takers (choosers that take it) as
   are needed to kill it, and no more. A set of takers is valid if every taker is needed: without any one of
   them, the candidate survives. So the total damage minus the least damage is below the health. Every subset
   of a valid set is also valid. So if a set and one more chooser are not valid together, no larger set that
   contains both is valid. Therefore a set can grow by one taker at a time, until no further chooser fits.

   Finding the best valid sets would be a knapsack problem for each candidate. Instead, an easier assignment
   is solved exactly, in which each candidate has room for (health / least damage) takers, rounded up. No
   valid set has more takers than this. If the sets of takers in this assignment are valid, the assignment is
   the best one. The sets are always valid if all takers of a candidate deal the same damage. If a set is not
   valid, its cheapest takers are kept, and all choosers that are not kept are assigned again.

   Damage and health are multiples of a unit, so that the order of additions does not matter. Each candidate
   has its own unit, derived from its health. The health of one candidate does not affect the accuracy of
   another. */
#include "choose/assign_internal.h"

#include <float.h>

#define ENDLESS ((int64_t)0x7f800000)  /* way_order_of(infinity) */
#define DAMAGE_MOST ((int64_t)1 << 60) /* every finite health has fewer units */

/* Returns a damage in units of candidate j, rounded up, or -1 if the damage is not valid. The candidate's
   health is at least 2^59 and less than 2^60 units. */
static int64_t damage_units(const way_assigning *a, uint32_t j, float damage) {
    const double exact = (double)damage * way_power_of_two(60 - way_exponent_above(a->health[j]));
    if (!(exact >= 0.0))
        return -1;
    if (exact >= (double)DAMAGE_MOST)
        return DAMAGE_MOST;
    const int64_t whole = (int64_t)exact;
    return whole + ((double)whole < exact);
}

static int64_t health_units(const way_assigning *a, uint32_t j) {
    return damage_units(a, j, way_in_order(a->health[j]));
}

/* Returns the damage that chooser i deals to candidate j by element e, in the candidate's units. */
static int64_t damage_of(const way_assigning *a, size_t i, uint32_t j, size_t e) {
    const int is_listed = a->in->listed_damage.data != NULL;
    return damage_units(a, j,
                        is_listed ? way_float_at(&a->in->listed_damage, way_elements_number(a, i, e))
                                  : way_in_order(a->damage[i]));
}

void way_read_health(way_assigning *a) {
    const way_assignment *to = &a->to;
    const int has_own = a->in->damage.data != NULL && a->in->listed_damage.data == NULL;
    for (size_t j = 0; j < to->runner_count; j++) {
        const int64_t order = way_order_of(way_float_at(&a->in->health, way_candidate_at(a, j)));
        a->health[j] = order > 0 && order <= ENDLESS ? order : 0; /* way_order_of maps NaN above infinity */
        a->dealt[j] = 0;
        a->least[j] = DAMAGE_MOST;
        a->capacity[j] = a->spare[j];
    }
    for (size_t i = 0; i < to->count; i++) {
        const int64_t order =
            way_order_of(has_own ? way_float_at(&a->in->damage, way_chooser_at(a, i)) : 1.0f);
        a->damage[i] = order <= ENDLESS ? order : -1;
        a->kept[i] = WAY_NOBODY;
    }
}

/* May one more chooser that deals `damage` take candidate j? */
static int fits(const way_assigning *a, uint32_t j, int64_t damage) {
    const int64_t least = damage < a->least[j] ? damage : a->least[j];
    if (!(damage > 0) || a->capacity[j] == 0)
        return 0;
    return a->health[j] == ENDLESS || a->dealt[j] + damage - least < health_units(a, j);
}

/* Returns an upper bound on the number of further takers of candidate j, if each deals at least `damage`. If
   `damage` is WAY_NEVER, no taker fits. */
static uint32_t room_for(const way_assigning *a, uint32_t j, int64_t damage) {
    if (damage == WAY_NEVER || a->capacity[j] == 0)
        return 0;
    if (a->health[j] == ENDLESS)
        return a->capacity[j];
    const int64_t most = 1 + (health_units(a, j) - 1 - a->dealt[j]) / damage;
    return most < (int64_t)a->capacity[j] ? (uint32_t)most : a->capacity[j];
}

/* Forbids takers that are not needed. Sets least_allowed. */
static void forbid(way_assigning *a) {
    int64_t *const least = a->least_allowed;
    for (size_t j = 0; j < a->to.runner_count; j++)
        least[j] = WAY_NEVER;
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
        for (size_t e = begin; e < end; e++) {
            const uint32_t j = way_list_row(a, begin, e);
            const int is_one = a->kept[i] == WAY_NOBODY && a->damage[i] > 0 && j < a->to.runner_count &&
                               a->cost[e] < FLT_MAX && a->cost[e] > -FLT_MAX;
            const int64_t damage = is_one ? damage_of(a, i, j, e) : 0;
            if (!is_one || !fits(a, j, damage))
                a->cost[e] = INFINITY;
            else if (damage < least[j])
                least[j] = damage;
        }
    }
}

void way_make_room(way_assigning *a) {
    forbid(a);
    for (size_t j = 0; j < a->to.runner_count; j++)
        a->spare[j] = room_for(a, (uint32_t)j, a->least_allowed[j]);
}

static void keep(way_assigning *a, size_t i, uint32_t j, size_t e) {
    const int64_t damage = damage_of(a, i, j, e);
    a->kept[i] = j;
    a->kept_element[i] = (uint32_t)e;
    a->capacity[j]--;
    if (a->health[j] != ENDLESS)
        a->dealt[j] += damage;
    a->least[j] = damage < a->least[j] ? damage : a->least[j];
}

/* Processes the assigned choosers in the order of their costs; if costs are equal, the lower chooser is
   first. */
size_t way_keep_needed(way_assigning *a) {
    size_t left = 0;
    a->heap.count = 0;
    for (size_t i = 0; i < a->to.count; i++)
        if (a->target[i] != WAY_NOBODY) {
            const float cost = way_net_cost(a, i, a->element[i]);
            a->heap.key[i] = way_order_of(cost) * ((int64_t)1 << 31) + (int64_t)i;
            way_heap_rise(&a->heap, a->heap.count++, (uint32_t)i);
        }
    while (a->heap.count > 0) {
        const uint32_t i = way_heap_pop(&a->heap), j = a->target[i];
        if (fits(a, j, damage_of(a, i, j, a->element[i])))
            keep(a, i, j, a->element[i]);
        else
            left++;
    }
    return left;
}

void way_take_what_is_left(way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
        size_t best = end;
        for (size_t e = begin; e < end && a->kept[i] == WAY_NOBODY; e++)
            if (a->cost[e] < INFINITY && (best == end || a->cost[e] < a->cost[best])) {
                const uint32_t j = way_list_row(a, begin, e);
                if (fits(a, j, damage_of(a, i, j, e)))
                    best = e;
            }
        if (best < end)
            keep(a, i, way_list_row(a, begin, best), best);
    }
}

void way_release_all(way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++) {
        if (a->kept[i] != WAY_NOBODY)
            a->capacity[a->kept[i]]++;
        a->kept[i] = WAY_NOBODY;
    }
    for (size_t j = 0; j < a->to.runner_count; j++) {
        a->dealt[j] = 0;
        a->least[j] = DAMAGE_MOST;
    }
}

void way_assign_present(way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
        const uint32_t present = way_present_of(a, i);
        a->target[i] = WAY_NOBODY;
        for (size_t e = begin; e < end && present != WAY_NOBODY; e++)
            if (a->cost[e] < INFINITY && way_list_row(a, begin, e) == present &&
                (a->target[i] == WAY_NOBODY || a->cost[e] < a->cost[a->element[i]])) {
                a->target[i] = present;
                a->element[i] = (uint32_t)e;
            }
    }
}

/* Mixes of two assignments ------------------------------------------------------------------------------

   All takers of a candidate come from the same assignment, so they are a valid set. If a chooser has
   different candidates in the two assignments, these candidates are in one group. All takers of a group come
   from the same assignment. The choices of different groups do not affect each other, so the best mix is
   found group by group. Neither assignment is better than this mix. */

/* The groups, and comparisons of the first assignment with the second one. Each group is a tree of
   candidates. Only the entries of the tree's root are used. */
typedef struct groups {
    uint32_t *parent;
    int64_t *more;       /* how many more choosers the first assignment serves; may be negative */
    int64_t *more_cost;  /* how much larger its sum of costs is, in units */
    int64_t *largest[2]; /* the largest cost of each assignment, mapped by way_order_of */
} groups;

static uint32_t root_of(const groups *of, uint32_t j) {
    while (of->parent[j] != j)
        j = of->parent[j] = of->parent[of->parent[j]];
    return j;
}

/* Adds the cost of a chooser that the first (sign 1) or the second (sign -1) assignment serves. */
static void count_in(const way_assigning *a, const groups *of, size_t i, uint32_t j, size_t e, int sign) {
    const float cost = way_net_cost(a, i, e);
    const uint32_t root = root_of(of, j);
    int64_t *const largest = &of->largest[sign < 0][root];
    of->more[root] += sign;
    of->more_cost[root] += sign * way_cost_units(a, cost);
    *largest = way_order_of(cost) > *largest ? way_order_of(cost) : *largest;
}

/* Returns the least possible largest cost of a mix that serves as many choosers as possible. */
static int64_t limit_of(const way_assigning *a, const groups *of) {
    int64_t limit = INT64_MIN;
    for (size_t j = 0; j < a->to.runner_count; j++) {
        const int64_t first = of->largest[0][j], second = of->largest[1][j];
        const int64_t least = of->more[j] > 0 || (of->more[j] == 0 && first < second) ? first : second;
        limit = least > limit ? least : limit;
    }
    return limit;
}

/* Is the first assignment better in the group with root j? */
static int is_first_better(const groups *of, uint32_t j, int64_t limit) {
    const int is_first_within = of->largest[0][j] <= limit, is_second_within = of->largest[1][j] <= limit;
    if (of->more[j] != 0)
        return of->more[j] > 0;
    return is_first_within != is_second_within ? is_first_within : of->more_cost[j] < 0;
}

/* The first assignment is the one in `target` and `element`, and the second one has the kept pairs. */
int way_mix(way_assigning *a, const uint32_t *target, const uint32_t *element) {
    const groups of = {a->from, a->dealt, a->v, {a->least, a->least_allowed}};
    int is_mixed = 0;
    for (uint32_t j = 0; j < a->to.runner_count; j++) {
        of.parent[j] = j;
        of.more[j] = of.more_cost[j] = 0;
        of.largest[0][j] = of.largest[1][j] = INT64_MIN;
    }
    for (size_t i = 0; i < a->to.count; i++) {
        const uint32_t first = target[way_chooser_at(a, i)], second = a->kept[i];
        if (first != WAY_NOBODY && second != WAY_NOBODY)
            of.parent[root_of(&of, first)] = root_of(&of, second);
    }
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t row = way_chooser_at(a, i);
        if (target[row] != WAY_NOBODY)
            count_in(a, &of, i, target[row], element[row], 1);
        if (a->kept[i] != WAY_NOBODY)
            count_in(a, &of, i, a->kept[i], a->kept_element[i], -1);
    }
    const int64_t limit = a->to.aim == WAY_LEAST_LARGEST ? limit_of(a, &of) : INT64_MAX;
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t row = way_chooser_at(a, i);
        const uint32_t any = target[row] != WAY_NOBODY ? target[row] : a->kept[i];
        const int is_first = any != WAY_NOBODY && is_first_better(&of, root_of(&of, any), limit);
        a->target[i] = is_first ? target[row] : a->kept[i];
        a->element[i] = is_first ? element[row] : a->kept_element[i];
        is_mixed |= is_first;
    }
    return is_mixed;
}
