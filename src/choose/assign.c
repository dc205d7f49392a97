/* Implements assign: reads the lists, finds the best assignment (assign_limit.c, assign_search.c,
   assign_near.c, assign_prices.c), obeys the rule of damage and health (assign_damage.c), and writes the
   answers. */
#include "choose/assign_internal.h"

#include <float.h>
#include <stddef.h>

#include "call/check.h"
#include "isa/isa.h"
#include "isa/fpenv.h"

enum { SOME = WAY_BLOCK, ROUNDS = 8 };

/* Inputs and outputs ------------------------------------------------------------------------------------- */

static int bits_of(uint64_t number) {
    int bits = 0;
    for (; number > 0; number /= 2)
        bits++;
    return bits;
}

/* Packs the next rows of a column of candidates, at most SOME. Returns how many. */
static size_t pack(const way_assigning *a, const way_table *table, const way_column *column, size_t first,
                   float cells[SOME]) {
    const size_t left = a->to.runner_count - first, some = left < SOME ? left : SOME;
    const way_numbers rows = {a->candidate != NULL ? a->candidate + first : NULL,
                              a->candidate != NULL ? 0 : first};
    way_pack(table, column, 1, rows, some, cells, SOME);
    return some;
}

/* Copies `count` elements of the caller's lists, from number `first` on. */
static void copy_elements(const way_table *table, const way_column *column, size_t first, size_t count,
                          void *to) {
    const int is_dense =
        (column->type | column->page) == 0 && column->rows == NULL && way_stride(column) == sizeof(float);
    if (is_dense) {
        memcpy(to, (const char *)column->data + 4 * first, 4 * count);
        return;
    }
    for (size_t at = 0, some; at < count; at += some) {
        some = count - at < SOME ? count - at : SOME;
        _Alignas(64) float cells[SOME];
        way_pack(table, column, 1, (way_numbers){NULL, first + at}, some, cells, SOME);
        memcpy((char *)to + 4 * at, cells, 4 * some);
    }
}

/* Are the elements of chooser i's list scattered over the caller's list? */
static int is_scattered(const way_assigning *a, size_t i) {
    const size_t last = a->to.runner_count - 1;
    return way_is_of_all(a, i) && a->candidate[last] - a->candidate[0] != last;
}

/* Reads a column of list elements. Lists that are next to each other are copied together. */
static void read_elements(const way_assigning *a, const way_table *table, const way_column *column,
                          void *to) {
    for (size_t i = 0, last; i < a->to.count; i = last) {
        const size_t at = way_list_at(a, i), end = way_list_at(a, i + 1);
        last = i + 1;
        if (at == end)
            continue;
        const size_t first = way_elements_number(a, i, at);
        if (!is_scattered(a, i)) {
            while (last < a->to.count && way_list_at(a, last) < way_list_at(a, last + 1) &&
                   !is_scattered(a, last) &&
                   way_elements_number(a, last, way_list_at(a, last)) == first + (way_list_at(a, last) - at))
                last++;
            copy_elements(table, column, first, way_list_at(a, last) - at, (char *)to + 4 * at);
            continue;
        }
        for (size_t e = at; e < end; e++) {
            const uint32_t cell = way_cell_at(column, first - a->candidate[0] + a->candidate[e - at]);
            memcpy((char *)to + 4 * e, &cell, 4);
        }
    }
}

static void read_rows(way_assigning *a, const way_table *table, const way_assign_in *in) {
    _Alignas(64) float cells[SOME];
    const size_t candidates = a->to.runner_count;
    for (size_t j = 0; j < candidates; j++)
        a->spare[j] = a->has_health ? UINT32_MAX : 1;
    for (size_t at = 0, some; in->capacity.data != NULL && at < candidates; at += some) {
        some = pack(a, table, &in->capacity, at, cells);
        memcpy(a->spare + at, cells, 4 * some);
    }
    if (a->has_rows)
        read_elements(a, table, &in->row, a->row);
    for (size_t e = 0; a->has_rows && a->candidate != NULL && e < a->elements; e++)
        a->row[e] = way_candidate_of_row(a, a->row[e]);
    way_start_near(a);
}

static void unassign_all(way_assigning *a) {
    for (size_t j = 0; j < a->to.runner_count; j++)
        a->first[j] = WAY_NOBODY;
    for (size_t i = 0; i < a->to.count; i++)
        a->target[i] = WAY_NOBODY;
    for (size_t k = 0; k < a->to.count + a->to.runner_count; k++)
        a->heap.key[k] = WAY_FAR;
    a->lowest = 0;
}

/* Makes forbidden costs +inf: costs that are not finite, or of the size of FLT_MAX, and costs of candidates
   without room. Updates `sizes` with the allowed costs. */
static void allow(float *cost, const uint32_t *spare, size_t count, way_sizes_of *sizes) {
    const int32_t infinite = 0x7f800000, huge = 0x7f7fffff; /* FLT_MAX */
    way_sizes_of all = *sizes;
    for (size_t k = 0; k < count; k++) {
        int32_t bits;
        memcpy(&bits, cost + k, 4);
        const int32_t size = bits & 0x7fffffff;
        const int is_allowed = (size < huge) & (spare[k] != 0);
        const int32_t large = is_allowed ? size : 0, small = (is_allowed & (size > 0)) ? size : infinite;
        bits = is_allowed ? bits : infinite;
        memcpy(cost + k, &bits, 4);
        all.largest = large > all.largest ? large : all.largest;
        all.least = small < all.least ? small : all.least;
        all.forbidden |= !is_allowed;
    }
    *sizes = all;
}

static int is_allowed(float cost) { return cost < FLT_MAX && cost > -FLT_MAX; }

/* Returns the cost of leaving chooser i without a candidate. */
static float unserved_of(const way_assigning *a, size_t i) {
    return a->in->unserved.data != NULL ? way_float_at(&a->in->unserved, way_chooser_at(a, i)) : INFINITY;
}

/* Returns the bonus of chooser i, or -1 if the bonus is not valid. */
static float bonus_of(const way_assigning *a, size_t i) {
    const float bonus = a->in->bonus.data != NULL ? way_float_at(&a->in->bonus, way_chooser_at(a, i)) : 0.0f;
    return !(bonus >= 0.0f) ? -1.0f : bonus < INFINITY ? bonus : a->endless;
}

static int is_invalid(const way_assigning *a, size_t i) {
    const float unserved = unserved_of(a, i);
    return (a->has_health && a->damage[i] < 0) || bonus_of(a, i) < 0.0f || unserved != unserved;
}

uint32_t way_present_of(const way_assigning *a, size_t i) {
    const way_column *present = &a->in->present;
    return present->data != NULL ? way_candidate_of_row(a, way_cell_at(present, way_chooser_at(a, i)))
                                 : WAY_NOBODY;
}

/* Returns the caller's cost of chooser i and element e. */
static float cost_of(const way_assigning *a, size_t i, size_t e) {
    return way_float_at(&a->in->cost, way_elements_number(a, i, e));
}

float way_net_cost(const way_assigning *a, size_t i, size_t e) {
    const float cost = cost_of(a, i, e), bonus = bonus_of(a, i);
    const uint32_t present = way_present_of(a, i);
    if (!(bonus > 0.0f) || !is_allowed(cost) || way_list_row(a, way_list_at(a, i), e) != present)
        return cost;
    const float net = cost - bonus;
    return net > -FLT_MAX ? net : -0x1.fffffcp127f; /* -FLT_MAX would forbid the pair */
}

/* Sets `endless` to a number above the sum of all costs, all other bonuses and all finite `unserved`. */
static void set_endless(way_assigning *a) {
    double largest = 0.0;
    a->endless = 0.0f;
    for (size_t e = 0; e < a->elements; e++) {
        const double size = a->cost[e] < 0.0f ? -(double)a->cost[e] : (double)a->cost[e];
        largest = is_allowed(a->cost[e]) && size > largest ? size : largest;
    }
    for (size_t i = 0; i < a->to.count; i++) {
        const float unserved = unserved_of(a, i), size = unserved < 0.0f ? -unserved : unserved;
        largest = (double)bonus_of(a, i) > largest ? (double)bonus_of(a, i) : largest;
        largest = is_allowed(unserved) && (double)size > largest ? (double)size : largest;
    }
    const double all = largest > 0.0 ? 4.0 * (double)(a->to.count + 1) * largest : 1.0;
    a->endless = all < 0x1p120 ? (float)all : 0x1p120f;
}

/* Subtracts the bonus of each chooser from the cost of its present candidate. If the bonus is not valid, the
   chooser gets no candidate. */
static void subtract_bonuses(way_assigning *a) {
    set_endless(a);
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
        const uint32_t present = way_present_of(a, i);
        const int is_valid = bonus_of(a, i) >= 0.0f;
        for (size_t e = begin; e < end; e++)
            if (!is_valid)
                a->cost[e] = INFINITY;
            else if (way_list_row(a, begin, e) == present)
                a->cost[e] = way_net_cost(a, i, e);
    }
}

/* A chooser whose `unserved` is NaN, -FLT_MAX or -inf gets no candidate. */
static void forbid_unserved(way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++)
        if (!(unserved_of(a, i) > -FLT_MAX))
            for (size_t e = way_list_at(a, i), end = way_list_at(a, i + 1); e < end; e++)
                a->cost[e] = INFINITY;
}

/* Reads `at_least`. A candidate cannot need more choosers than it can serve, so larger numbers are reduced to
   its capacity. Returns the sum of all reductions. */
static uint64_t read_needs(way_assigning *a, const way_table *table) {
    _Alignas(64) float cells[SOME];
    const size_t candidates = a->to.runner_count;
    uint64_t unmet = 0;
    memset(a->need, 0, 4 * candidates);
    for (size_t at = 0, some; a->in->at_least.data != NULL && at < candidates; at += some) {
        some = pack(a, table, &a->in->at_least, at, cells);
        memcpy(a->need + at, cells, 4 * some);
    }
    for (size_t j = 0; j < candidates; j++)
        if (a->need[j] > a->spare[j]) {
            unmet += a->need[j] - a->spare[j];
            a->need[j] = a->spare[j];
        }
    return unmet;
}

/* Sets the cost of leaving each chooser without a candidate. */
static void price_choosers(way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++) {
        const float unserved = unserved_of(a, i);
        float least = INFINITY;
        for (size_t e = way_list_at(a, i), end = way_list_end(a, i); e < end; e++)
            least = a->cost[e] < least ? a->cost[e] : least;
        const int is_worth_it = a->to.aim == WAY_LEAST_LARGEST && least <= unserved;
        a->left_out[i] = is_allowed(unserved) ? way_cost_units(a, unserved) : 0;
        if (unserved >= FLT_MAX || is_worth_it)
            a->left_out[i] += WAY_BIG;
    }
}

/* Reads the costs. Returns an exponent e such that all allowed costs are below 2^e in magnitude. */
static int read_costs(way_assigning *a, const way_table *table, const way_assign_in *in) {
    read_elements(a, table, &in->cost, a->cost);
    if (a->in->bonus.data != NULL)
        subtract_bonuses(a);
    if (a->in->unserved.data != NULL)
        forbid_unserved(a);
    if (a->has_health)
        way_make_room(a);
    static const uint32_t none = 0, one = 1;
    const size_t candidates = a->to.runner_count;
    way_sizes_of sizes = {0, 0x7f800000, 0};
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_at(a, i + 1);
        const size_t known = a->has_rows ? begin : way_list_end(a, i);
        allow(a->cost + begin, a->spare, known - begin, &sizes);
        for (size_t e = known; e < end; e++)
            allow(a->cost + e, a->has_rows && a->row[e] < candidates ? &a->spare[a->row[e]] : &none, 1,
                  &sizes);
    }
    for (size_t i = 0; a->in->unserved.data != NULL && i < a->to.count; i++) {
        float unserved = unserved_of(a, i);
        if (is_allowed(unserved))
            allow(&unserved, &one, 1, &sizes);
    }
    a->sizes = sizes;
    return way_exponent_above(sizes.largest);
}

static int is_whole(const way_assigning *a, float cost) {
    return (double)way_cost_units(a, cost) == (double)cost * a->scale;
}

/* Are all costs multiples of the unit? Floats have 24 bits, so every cost of 2^23 units or more is a
   multiple. */
static int are_costs_whole(const way_assigning *a) {
    float least;
    memcpy(&least, &a->sizes.least, 4);
    if ((double)least * a->scale >= 0x1p23)
        return 1;
    int are_whole = 1;
    for (size_t e = 0; e < a->elements; e++)
        if (a->cost[e] < INFINITY)
            are_whole &= is_whole(a, a->cost[e]);
    for (size_t i = 0; a->in->unserved.data != NULL && i < a->to.count; i++)
        if (is_allowed(unserved_of(a, i)))
            are_whole &= is_whole(a, unserved_of(a, i));
    return are_whole;
}

/* Multiplies all costs by a power of two if prices would not be normal floats otherwise. The unit of the
   integers does not change. */
static void scale_costs(way_assigning *a, int exponent) {
    const int power = exponent > 100 ? 64 : exponent < -20 ? -64 : 0;
    for (size_t e = 0; power != 0 && e < a->elements; e++)
        a->cost[e] *= (float)way_power_of_two(power);
    a->scale = way_power_of_two(exponent - power);
    a->unit = way_power_of_two(power - exponent);
}

static void put_column(const way_assigning *a, const way_table *table, const way_assign_out *out, int k) {
    const way_column_out *column = (const way_column_out *)out + k;
    _Alignas(64) float cells[SOME];
    for (size_t at = 0; column->data != NULL && at < a->whole->count; at += SOME) {
        const size_t some = a->whole->count - at < SOME ? a->whole->count - at : SOME;
        memcpy(cells, a->answer[k] + at, 4 * some);
        way_unpack(table, column, 1, (way_numbers){NULL, at}, some, cells, SOME);
    }
}

/* The sum and the largest of the costs: first as the caller gave them, then with bonuses subtracted. The sums
   include the finite `unserved` of the choosers that are not served. */
typedef struct costs_of {
    size_t served;
    double sum, largest, net_sum, net_largest;
} costs_of;

/* Adds up the costs of the served choosers, and the costs of leaving out the others. */
static costs_of add_up(const way_assigning *a) {
    costs_of all = {0, 0.0, -INFINITY, 0.0, -INFINITY};
    for (size_t i = 0; i < a->to.count; i++)
        if (a->target[i] != WAY_NOBODY) {
            const double cost = (double)cost_of(a, i, a->element[i]);
            const double net = (double)way_net_cost(a, i, a->element[i]);
            all.sum += cost;
            all.net_sum += net;
            all.largest = cost > all.largest ? cost : all.largest;
            all.net_largest = net > all.net_largest ? net : all.net_largest;
            all.served++;
        } else if (is_allowed(unserved_of(a, i)) && !is_invalid(a, i)) {
            all.sum += (double)unserved_of(a, i);
            all.net_sum += (double)unserved_of(a, i);
        }
    return all;
}

/* Finds the best assignment in which no candidate has more takers than its capacity. Returns an upper bound
   of how far the sum of this assignment exceeds the least sum. */
static double solve_with_room(way_assigning *a, const way_table *table, const way_assign_in *in,
                              size_t *most) {
    const way_assignment *to = &a->to;
    const size_t fewer = to->count < to->runner_count ? to->count : to->runner_count;
    unassign_all(a);
    const int exponent = 56 - bits_of(fewer) - read_costs(a, table, in);
    a->largest = (int64_t)1 << (56 - bits_of(fewer));
    a->scale = way_power_of_two(exponent);
    const int are_whole = are_costs_whole(a);
    uint64_t room = 0;
    for (size_t j = 0; j < to->runner_count; j++)
        room += a->spare[j];
    if (a->is_priced)
        price_choosers(a);
    *most = way_serve_most(a, room);
    if (to->aim == WAY_LEAST_LARGEST)
        way_set_cost_limit(a, *most);
    scale_costs(a, exponent);
    way_begin_prices(a, room == *most && !a->is_priced, *most);
    way_serve_all(a);
    const size_t costs = a->in->unserved.data != NULL ? to->count : *most;
    return are_whole ? 0.0 : way_power_of_two(-exponent) * (double)costs;
}

/* Does a chooser leave its present candidate? If the call has no bonus, this does not matter. */
static int is_present_left(const way_assigning *a) {
    int is_left = 0;
    for (size_t i = 0; i < a->to.count && a->in->bonus.data != NULL; i++) {
        const uint32_t present = way_present_of(a, i);
        is_left |= present < a->to.runner_count && present != a->kept[i];
    }
    return is_left;
}

/* Makes a second assignment that keeps all present pairs that fit, and takes the better parts of both: see
   way_mix. So choosers that are assigned again and again change their candidates only if the changes save
   more than the bonuses. The first assignment is stored where the answers of this world will be written. */
static void prefer_present(way_assigning *a, const way_table *table) {
    uint32_t *const target = a->answer[OUT_assign_target], *const element = a->answer[OUT_assign_cost];
    for (size_t i = 0; i < a->to.count; i++) {
        target[way_chooser_at(a, i)] = a->kept[i];
        element[way_chooser_at(a, i)] = a->kept_element[i];
    }
    way_release_all(a);
    a->scale = way_power_of_two(56 - bits_of(a->to.count) - read_costs(a, table, a->in));
    way_assign_present(a);
    way_keep_needed(a);
    way_take_what_is_left(a);
    if (way_mix(a, target, element)) {
        way_release_all(a);
        way_keep_needed(a);
        way_take_what_is_left(a);
    }
}

/* Finds an assignment of choosers to candidates with health. In up to ROUNDS rounds, keeps the choosers that
   are needed, and assigns the other choosers again. Then each remaining chooser takes the cheapest candidate
   that still needs it. The first round gives the bound on the least sum or the least largest cost. */
static void solve_by_health(way_assigning *a, const way_table *table, way_assignment *to) {
    const int is_sum = to->aim == WAY_LEAST_SUM;
    size_t most = 0;
    way_read_health(a);
    const double error = solve_with_room(a, table, a->in, &to->most);
    const costs_of least = add_up(a);
    to->gap = error;
    if (way_keep_needed(a) == 0)
        return;
    for (int round = 1; round < ROUNDS; round++) {
        solve_with_room(a, table, a->in, &most);
        if (way_keep_needed(a) == 0)
            break;
    }
    read_costs(a, table, a->in);
    way_take_what_is_left(a);
    if (is_present_left(a))
        prefer_present(a, table);
    memcpy(a->target, a->kept, 4 * to->count);
    memcpy(a->element, a->kept_element, 4 * to->count);
    const costs_of all = add_up(a);
    const double excess = is_sum ? all.net_sum - least.net_sum + error : all.net_largest - least.net_largest;
    to->gap = all.served < to->most ? INFINITY : excess > 0.0 ? excess : 0.0;
}

static void put_answers_of_world(const way_assigning *a) {
    for (size_t i = 0; i < a->to.count; i++) {
        const int is_served = a->target[i] != WAY_NOBODY;
        const size_t row = way_chooser_at(a, i);
        a->answer[OUT_assign_target][row] =
            is_served ? (uint32_t)way_candidate_at(a, a->target[i]) : WAY_NOBODY;
        a->answer[OUT_assign_cost][row] =
            is_served ? way_cell_at(&a->in->cost, way_elements_number(a, i, a->element[i])) : 0x7f800000;
        a->answer[OUT_assign_status][row] = is_served          ? WAY_MET
                                            : is_invalid(a, i) ? WAY_INVALID
                                                               : WAY_NO_TARGET;
    }
}

/* Solves one world, and adds its results to the results of the call. */
static void solve_world(way_assigning *a, const way_table *table, way_assignment *to) {
    way_assignment *const own = &a->to;
    read_rows(a, table, a->in);
    uint64_t unmet = a->is_priced ? read_needs(a, table) : 0;
    if (a->has_health)
        solve_by_health(a, table, own);
    else
        own->gap = solve_with_room(a, table, a->in, &own->most);
    const costs_of all = add_up(a);
    for (size_t j = 0; a->is_priced && j < own->runner_count; j++)
        unmet += a->need[j];
    to->served += all.served;
    to->sum += all.sum;
    to->largest = all.largest > to->largest ? all.largest : to->largest;
    to->gap += own->gap;
    to->most += own->most;
    to->unmet = unmet < SIZE_MAX - to->unmet ? to->unmet + (size_t)unmet : SIZE_MAX;
    put_answers_of_world(a);
}

/* The memory --------------------------------------------------------------------------------------------- */

/* The arrays of a world in the caller-supplied memory, in this order: arrays of 8-byte numbers first. `field`
   is the offset of the array's address in way_assigning. */
typedef enum each {
    EACH_CHOOSER,
    EACH_CANDIDATE,
    EACH_NODE,
    EACH_ELEMENT,
    EACH_NEAR,
    EACH_LIST,
    EACHES
} each;

#define ARRAY(field, of)                                                                                     \
    { offsetof(way_assigning, field), sizeof *((way_assigning *)0)->field, EACH_##of }

static const struct {
    size_t field, size;
    each of;
} memory_table[] = {
    ARRAY(near, NEAR),
    ARRAY(u, CHOOSER),
    ARRAY(rest, CHOOSER),
    ARRAY(damage, CHOOSER),
    ARRAY(v, CANDIDATE),
    ARRAY(health, CANDIDATE),
    ARRAY(dealt, CANDIDATE),
    ARRAY(least, CANDIDATE),
    ARRAY(least_allowed, CANDIDATE),
    ARRAY(heap.key, NODE),
    ARRAY(heap.seat, NODE),
    ARRAY(heap.node, NODE),
    ARRAY(target, CHOOSER),
    ARRAY(element, CHOOSER),
    ARRAY(next, CHOOSER),
    ARRAY(before, CHOOSER),
    ARRAY(near_start, CHOOSER),
    ARRAY(near_count, CHOOSER),
    ARRAY(found_in, CHOOSER),
    ARRAY(is_shut, CHOOSER),
    ARRAY(waiting, CHOOSER),
    ARRAY(kept, CHOOSER),
    ARRAY(kept_element, CHOOSER),
    ARRAY(from, CANDIDATE),
    ARRAY(by, CANDIDATE),
    ARRAY(spare, CANDIDATE),
    ARRAY(first, CANDIDATE),
    ARRAY(done, CANDIDATE),
    ARRAY(closed, CANDIDATE),
    ARRAY(is_visited, CANDIDATE),
    ARRAY(capacity, CANDIDATE),
    ARRAY(price, CANDIDATE),
    ARRAY(shut_price, CANDIDATE),
    ARRAY(row, ELEMENT),
    ARRAY(cost, ELEMENT),
    ARRAY(start, LIST),
};

/* Divides the memory at `memory` among the arrays of a world, and returns the number of bytes that they have
   together. If `a` is NULL, only counts the bytes. */
static uint64_t divide_memory(uint64_t count, uint64_t runner_count, uint64_t elements, way_assigning *a,
                              void *memory) {
    uint64_t number[EACHES], bytes = 0;
    number[EACH_CHOOSER] = count;
    number[EACH_CANDIDATE] = runner_count;
    number[EACH_NODE] = count + runner_count;
    number[EACH_ELEMENT] = elements;
    number[EACH_NEAR] = elements < WAY_NEAR_MOST * count ? elements : WAY_NEAR_MOST * count;
    number[EACH_LIST] = count + 1;
    for (size_t k = 0; k < sizeof memory_table / sizeof memory_table[0]; k++) {
        if (a != NULL) {
            void *array = (char *)memory + bytes;
            memcpy((char *)a + memory_table[k].field, &array, sizeof array);
        }
        bytes += memory_table[k].size * number[memory_table[k].of];
    }
    return bytes;
}

/* Returns how many bytes a call needs for the arrays of the largest possible world and the arrays of all
   worlds together. Returns 0 if a count or the sum is too large. */
static uint64_t bytes_of(uint64_t count, uint64_t runner_count, uint64_t elements) {
    if (count >= UINT32_MAX || runner_count >= UINT32_MAX || elements >= UINT32_MAX)
        return 0;
    const uint64_t bytes =
        divide_memory(count, runner_count, elements, NULL, NULL) + 16 * count + 8 * runner_count + 4;
    return bytes <= SIZE_MAX ? bytes : 0;
}

size_t way_assign_bytes(size_t count, size_t runner_count, size_t elements) {
    return (size_t)bytes_of(count, runner_count, elements);
}

/* Worlds ------------------------------------------------------------------------------------------------- */

static uint32_t world_number(const way_column *world, uint32_t row) {
    return world->data != NULL ? way_word_at(world, row) : 0;
}

/* Sets the rows of the next world, which follow the rows of the previous world. Returns 0 after the last
   world. */
static int next_world(way_assigning *a) {
    const way_column *of_choosers = &a->in->chaser_world, *of_candidates = &a->in->runner_world;
    const uint32_t *chooser = a->chooser + a->to.count, *candidate = a->candidate + a->to.runner_count;
    const uint32_t *const end = a->by_world + a->whole->count;
    const uint32_t *const candidates_end = a->of_world + a->whole->runner_count;
    if (chooser == end && candidate == candidates_end)
        return 0;
    uint32_t world = chooser < end ? world_number(of_choosers, *chooser) : UINT32_MAX;
    if (candidate < candidates_end && world_number(of_candidates, *candidate) < world)
        world = world_number(of_candidates, *candidate);
    a->chooser = chooser;
    a->candidate = candidate;
    while (chooser < end && world_number(of_choosers, *chooser) == world)
        chooser++;
    while (candidate < candidates_end && world_number(of_candidates, *candidate) == world)
        candidate++;
    a->to.count = (size_t)(chooser - a->chooser);
    a->to.runner_count = (size_t)(candidate - a->candidate);
    return 1;
}

static size_t length_of_list(const way_assigning *a, size_t i) {
    const size_t row = way_chooser_at(a, i);
    return way_is_of_all(a, i) ? a->to.runner_count
                               : way_first_of_row(a->whole, row + 1) - way_first_of_row(a->whole, row);
}

/* Gives the world its memory, and finds where its lists begin. */
static void start_world(way_assigning *a) {
    const size_t each = a->whole->each > 0 ? a->whole->each : a->whole->runner_count;
    uint32_t at = 0;
    a->elements = 0;
    for (size_t i = 0; i < a->to.count; i++)
        a->elements += length_of_list(a, i);
    divide_memory(a->to.count, a->to.runner_count, a->elements, a, a->whole->memory);
    a->left_out = a->damage;
    a->need = a->capacity;
    for (size_t i = 0; i < a->to.count; i++) {
        a->start[i] = at;
        at += (uint32_t)length_of_list(a, i);
    }
    a->start[a->to.count] = at;
    a->is_matrix = !a->has_rows && a->whole->offset == NULL &&
                   (each == a->whole->runner_count || each == a->to.runner_count);
}

WAY_OUT_OF_LINE void assign_all(way_assigning *a, const way_table *table, const way_assign_out *out,
                                way_assignment *to) {
    static const way_assign_lanes *const each[WAY_TABLES] = WAY_LANES(way_assign_lanes);
    a->in_lanes = each[table->number];
    a->has_rows = a->in->row.data != NULL;
    a->has_health = a->in->health.data != NULL;
    a->is_priced = a->in->unserved.data != NULL || a->in->at_least.data != NULL;
    to->served = to->most = to->unmet = 0;
    to->sum = to->gap = 0.0;
    to->largest = -INFINITY;
    a->to = *to;
    if (a->in->chaser_world.data == NULL && a->in->runner_world.data == NULL) {
        start_world(a);
        solve_world(a, table, to);
    } else {
        way_sort_rows(&a->in->chaser_world, to->count, a->by_world, to->memory);
        way_sort_rows(&a->in->runner_world, to->runner_count, a->of_world, to->memory);
        for (size_t j = 0; j < to->runner_count; j++)
            a->seat[a->of_world[j]] = (uint32_t)j;
        a->chooser = a->by_world;
        a->candidate = a->of_world;
        a->to.count = a->to.runner_count = 0;
        while (next_world(a)) {
            start_world(a);
            solve_world(a, table, to);
        }
    }
    for (int k = 0; k < OUT_assign_COUNT; k++)
        put_column(a, table, out, k);
}

way_result way_assign(const way_assign_in *in, const way_assign_out *out, way_assignment *to) {
    if (to == NULL)
        return WAY_ERROR_NULL;
    const int deals = in != NULL && (in->damage.data != NULL || in->listed_damage.data != NULL);
    const way_arguments arguments = {.in = (const way_column *)in,
                                     .out = (const way_column_out *)out,
                                     .fault = to->fault,
                                     .aim = to->aim,
                                     .uses = FOR_ASSIGNING | (deals ? FOR_DEALING : 0),
                                     .count = to->count,
                                     .runner_count = to->runner_count,
                                     .lists = WAY_LISTS_READ,
                                     .offset = to->offset,
                                     .each = to->each};
    way_result result = way_check_arguments(&way_assign_entry, &arguments);
    if (result != WAY_OK)
        return result;
    if (in->health.data != NULL && in->unserved.data != NULL)
        return way_refuse(to->fault, "unserved", WAY_ERROR_BOTH);
    if (in->health.data != NULL && in->at_least.data != NULL)
        return way_refuse(to->fault, "at_least", WAY_ERROR_BOTH);
    const size_t elements = to->offset != NULL ? to->offset[to->count] - to->offset[0]
                                               : to->count * (to->each > 0 ? to->each : to->runner_count);
    const size_t bytes = way_assign_bytes(to->count, to->runner_count, elements);
    result = way_check_memory(to->memory, to->bytes, bytes > 0 ? bytes : SIZE_MAX, to->fault);
    if (result != WAY_OK)
        return result;
    way_assigning a = {.whole = to, .in = in};
    uint32_t *shared =
        (uint32_t *)to->memory + divide_memory(to->count, to->runner_count, elements, NULL, NULL) / 4;
    uint32_t **const per_chooser[] = {&a.by_world, &a.answer[0], &a.answer[1], &a.answer[2]};
    for (size_t k = 0; k < 4; k++, shared += to->count)
        *per_chooser[k] = shared;
    a.of_world = shared;
    a.seat = shared + to->runner_count;
    const way_table *table = way_cpu_table();
    way_fpenv caller = way_fpenv_enter_for_calls();
    assign_all(&a, table, out, to);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}
