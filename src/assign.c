/* Assignment by shortest augmenting paths (Jonker, Volgenant), in whole numbers.

   Choosers come one after the other. Each looks for the cheapest way to be served: it takes a candidate, whose chooser takes
   another, and so on to a candidate that has room. Prices u of choosers and v of candidates keep cost - u - v at 0 or more,
   and at 0 where a chooser is served, so that the search is Dijkstra's; a candidate with room has the price 0.

   A chooser that finds no room closes all it has reached: all of those are full, and all their choosers' lists lead only to
   them, for good. Who of them goes without is then the question. It is as if each chooser had a candidate of its own, at a cost
   above all others. A closed chooser's u has that cost in it once, a closed candidate's v has it taken away once, and neither
   is written down: among the closed it cancels, and from the open to the closed, whose difference would be as large,
   searches go only when all that is open is searched. */
#include "waylay/assign.h"

#include <string.h>

#include "columns.h"
#include "cpu.h"
#include "crowd.h"
#include "fpenv.h"

#define NOBODY UINT32_MAX
#define NEVER INT64_MAX            /* the cost of what is not allowed */
#define FAR ((int64_t)1 << 62)     /* above all distances */
#define LARGEST ((int64_t)1 << 56) /* no sum of a path's costs reaches it twice: docs/accuracy.md */

enum { ROW, COST, CAPACITY, COLUMNS, OUTPUTS = 3, SOME = WAY_BLOCK };

_Static_assert(sizeof(way_assign_in) == COLUMNS * sizeof(way_column) &&
                   sizeof(way_assign_out) == OUTPUTS * sizeof(way_column_out),
               "the structures are arrays of columns");

/* All of it but the first two lies in the lent memory. */
typedef struct assigning {
    const way_assignment *to;
    size_t base, elements; /* the first element of the first list, and how many there are in all */
    int64_t limit, mask;   /* costs above the limit are not allowed; the mask is 0 where costs do not count */
    int64_t bound;         /* the length of the best path so far */
    uint32_t goal, heaped, finished;
    /* of each element */
    int64_t *cost;
    uint32_t *row;
    /* of each chooser */
    int64_t *u;
    uint32_t *target, *element, *next, *before; /* the next two are its neighbours in its candidate's list */
    /* of each candidate */
    int64_t *v, *distance;
    uint32_t *from, *by;   /* the chooser before it on its path, and by which element */
    uint32_t *seat, *heap; /* where it is in the heap, and the heap */
    uint32_t *spare, *first, *done, *closed;
} assigning;

static size_t list_at(const assigning *a, size_t i) {
    const way_assignment *to = a->to;
    if (to->offset != NULL)
        return to->offset[i] - a->base;
    return i * (to->each > 0 ? to->each : to->runner_count);
}

/* The heap: candidates by distance ---------------------------------------------------------------------------- */

static void put(assigning *a, uint32_t at, uint32_t j) {
    a->heap[at] = j;
    a->seat[j] = at;
}

static void rise(assigning *a, uint32_t at, uint32_t j) {
    const int64_t distance = a->distance[j];
    for (; at > 0 && distance < a->distance[a->heap[(at - 1) / 2]]; at = (at - 1) / 2)
        put(a, at, a->heap[(at - 1) / 2]);
    put(a, at, j);
}

static uint32_t pop(assigning *a) {
    const uint32_t least = a->heap[0], last = a->heap[--a->heaped];
    const int64_t distance = a->distance[last];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= a->heaped)
            break;
        if (child + 1 < a->heaped && a->distance[a->heap[child + 1]] < a->distance[a->heap[child]])
            child++;
        if (!(a->distance[a->heap[child]] < distance))
            break;
        put(a, at, a->heap[child]);
        at = child;
    }
    put(a, at, last);
    return least;
}

/* Lists of who is served ---------------------------------------------------------------------------------------- */

static void give(assigning *a, uint32_t i, uint32_t j, uint32_t element) {
    const uint32_t other = a->first[j];
    a->target[i] = j;
    a->element[i] = element;
    a->before[i] = NOBODY;
    a->next[i] = other;
    if (other != NOBODY)
        a->before[other] = i;
    a->first[j] = i;
    a->spare[j]--;
}

static void take(assigning *a, uint32_t i) {
    const uint32_t j = a->target[i], before = a->before[i], next = a->next[i];
    if (before != NOBODY)
        a->next[before] = next;
    else
        a->first[j] = next;
    if (next != NOBODY)
        a->before[next] = before;
    a->target[i] = NOBODY;
    a->spare[j]++;
}

/* Along the path that ends at candidate j, each chooser takes the candidate after it. */
static void shift(assigning *a, uint32_t i0, uint32_t j) {
    for (;;) {
        const uint32_t i = a->from[j], left = a->target[i];
        if (left != NOBODY)
            take(a, i);
        give(a, i, j, a->by[j]);
        if (i == i0)
            break;
        j = left;
    }
}

/* One chooser's search ------------------------------------------------------------------------------------------ */

/* On from chooser i, which is `base` away, to candidates that are closed, or to those that are not. */
static void expand(assigning *a, uint32_t i, int64_t base, uint32_t closed) {
    const size_t end = list_at(a, (size_t)i + 1);
    const int64_t beyond = base - a->u[i];
    for (size_t e = list_at(a, i); e < end; e++) {
        const int64_t cost = a->cost[e];
        const uint32_t j = a->row[e];
        if (cost > a->limit)
            continue;
        const int64_t distance = beyond + (cost & a->mask) - a->v[j];
        if (distance >= a->bound || distance >= a->distance[j] || a->closed[j] != closed)
            continue;
        a->from[j] = i;
        a->by[j] = (uint32_t)e;
        if (a->spare[j] > 0) {
            a->bound = distance;
            a->goal = j;
            if (a->mask == 0)
                return;
            continue;
        }
        const int is_new = a->distance[j] == FAR;
        a->distance[j] = distance;
        rise(a, is_new ? a->heaped++ : a->seat[j], j);
    }
}

/* All that is nearer than the bound; the first of the done that are new, and who had better go without. */
static void search(assigning *a, uint32_t closed, uint32_t *without) {
    while (a->heaped > 0 && a->distance[a->heap[0]] < a->bound) {
        const uint32_t j = pop(a);
        const int64_t distance = a->distance[j];
        a->done[a->finished++] = j;
        for (uint32_t i = a->first[j]; i != NOBODY; i = a->next[i]) {
            if (without != NULL && distance - a->u[i] < a->bound) {
                a->bound = distance - a->u[i];
                *without = i;
            }
            expand(a, i, distance, closed);
        }
    }
}

/* Who goes without, now that nobody has room for i0: itself, or one of those that it has reached. */
static uint32_t search_closed(assigning *a, uint32_t i0) {
    const uint32_t open = a->finished;
    uint32_t without = i0;
    a->bound = 0;
    for (uint32_t k = 0; k < open; k++) {
        const uint32_t j = a->done[k];
        for (uint32_t i = a->first[j]; i != NOBODY; i = a->next[i])
            if (a->distance[j] - a->u[i] < a->bound) {
                a->bound = a->distance[j] - a->u[i];
                without = i;
            }
    }
    expand(a, i0, 0, 1);
    for (uint32_t k = 0; k < open; k++)
        for (uint32_t i = a->first[a->done[k]]; i != NOBODY; i = a->next[i])
            expand(a, i, a->distance[a->done[k]], 1);
    search(a, 1, &without);
    for (uint32_t k = 0; k < open; k++)
        a->closed[a->done[k]] = 1;
    return without;
}

static void set_prices(assigning *a, uint32_t i0) {
    a->u[i0] += a->bound;
    for (uint32_t k = 0; k < a->finished; k++) {
        const uint32_t j = a->done[k];
        const int64_t change = a->bound - a->distance[j];
        a->v[j] -= change;
        for (uint32_t i = a->first[j]; i != NOBODY; i = a->next[i])
            a->u[i] += change;
    }
}

/* Serves one more, if that can be. */
static int serve(assigning *a, uint32_t i0) {
    uint32_t without = NOBODY;
    a->bound = FAR;
    a->goal = NOBODY;
    a->heaped = a->finished = 0;
    expand(a, i0, 0, 0);
    search(a, 0, NULL);
    const int is_served = a->goal != NOBODY;
    if (!is_served && a->mask != 0)
        without = search_closed(a, i0);
    if (a->mask != 0)
        set_prices(a, i0);
    for (uint32_t k = 0; k < a->finished; k++) {
        a->distance[a->done[k]] = FAR;
        if (a->mask == 0 && !is_served)
            a->closed[a->done[k]] = 1;
    }
    for (uint32_t k = 0; k < a->heaped; k++)
        a->distance[a->heap[k]] = FAR;
    if (is_served)
        shift(a, i0, a->goal);
    else if (without != NOBODY && without != i0) {
        const uint32_t left = a->target[without];
        take(a, without);
        shift(a, i0, left);
    }
    return is_served;
}

/* All choosers ---------------------------------------------------------------------------------------------- */

/* With what the candidates have to spare, which is given back first; how many are served. */
static size_t serve_all(assigning *a, int64_t limit, int64_t mask) {
    size_t served = 0;
    a->limit = limit;
    a->mask = mask;
    for (size_t i = 0; i < a->to->count; i++) {
        if (a->target[i] != NOBODY)
            take(a, (uint32_t)i);
        a->u[i] = 0;
    }
    for (size_t j = 0; j < a->to->runner_count; j++) {
        a->v[j] = 0;
        a->distance[j] = FAR;
        a->closed[j] = 0;
    }
    for (size_t i = 0; i < a->to->count; i++)
        served += (size_t)serve(a, (uint32_t)i);
    return served;
}

/* The least limit that serves as many as none does. */
static int64_t least_limit(assigning *a) {
    const size_t most = serve_all(a, NEVER - 1, 0);
    int64_t low = -LARGEST, high = -LARGEST;
    for (size_t i = 0; i < a->to->count; i++)
        if (a->target[i] != NOBODY && a->cost[a->element[i]] > high)
            high = a->cost[a->element[i]];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        int64_t used = -LARGEST, next = high;
        if (serve_all(a, middle, 0) == most) {
            for (size_t i = 0; i < a->to->count; i++)
                if (a->target[i] != NOBODY && a->cost[a->element[i]] > used)
                    used = a->cost[a->element[i]];
            high = used;
            continue;
        }
        for (size_t e = 0; e < a->elements; e++)
            if (a->cost[e] > middle && a->cost[e] < next)
                next = a->cost[e];
        low = next;
    }
    return high;
}

/* In and out ------------------------------------------------------------------------------------------------ */

static double power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, 8);
    return power;
}

static int bits_of(uint64_t number) {
    int bits = 0;
    for (; number > 0; number /= 2)
        bits++;
    return bits;
}

/* The words of a column, `some` at a time. */
static size_t pack(const way_table *table, const way_column *column, size_t first, size_t left,
                   float cells[SOME]) {
    const size_t some = left < SOME ? left : SOME;
    way_pack(table, column, 1, (way_numbers){NULL, first}, some, cells, SOME);
    return some;
}

static void read_rows(assigning *a, const way_table *table, const way_assign_in *in) {
    _Alignas(64) float cells[SOME];
    const size_t candidates = a->to->runner_count;
    for (size_t j = 0; j < candidates; j++)
        a->spare[j] = 1;
    for (size_t at = 0, some; in->capacity.data != NULL && at < candidates; at += some) {
        some = pack(table, &in->capacity, at, candidates - at, cells);
        memcpy(a->spare + at, cells, 4 * some);
    }
    for (size_t j = 0; j < candidates; j++)
        a->first[j] = NOBODY;
    for (size_t at = 0, some; in->row.data != NULL && at < a->elements; at += some) {
        some = pack(table, &in->row, a->base + at, a->elements - at, cells);
        memcpy(a->row + at, cells, 4 * some);
    }
    for (size_t i = 0; i < a->to->count; i++) {
        const size_t begin = list_at(a, i), end = list_at(a, i + 1);
        for (size_t e = begin; in->row.data == NULL && e < end; e++)
            a->row[e] = (uint32_t)(e - begin);
        a->target[i] = NOBODY;
    }
}

/* The bits of each allowed cost; of no allowed one NEVER. The exponent above that of the largest. */
static int read_costs(assigning *a, const way_table *table, const way_assign_in *in) {
    _Alignas(64) float cells[SOME];
    uint32_t largest = 0;
    for (size_t at = 0, some; at < a->elements; at += some) {
        some = pack(table, &in->cost, a->base + at, a->elements - at, cells);
        for (size_t k = 0; k < some; k++) {
            const uint32_t j = a->row[at + k];
            uint32_t bits;
            memcpy(&bits, cells + k, 4);
            const uint32_t size = bits & 0x7fffffff;
            const int is_allowed = size < 0x7f800000 && j < a->to->runner_count && a->spare[j] > 0;
            a->cost[at + k] = is_allowed ? (int64_t)bits : NEVER;
            largest = is_allowed && size > largest ? size : largest;
        }
    }
    return largest >> 23 > 0 ? (int)(largest >> 23) - 126 : -125;
}

/* Costs in units, each 2 to the power of -exponent. Are all of them whole? */
static int scale_costs(assigning *a, int exponent) {
    const double scale = power_of_two(exponent);
    int are_whole = 1;
    for (size_t e = 0; e < a->elements; e++) {
        if (a->cost[e] == NEVER)
            continue;
        const uint32_t bits = (uint32_t)a->cost[e];
        float cost;
        memcpy(&cost, &bits, 4);
        const double exact = (double)cost * scale;
        const int64_t rounded = (int64_t)(exact < 0.0 ? exact - 0.5 : exact + 0.5);
        are_whole &= (double)rounded == exact;
        a->cost[e] = rounded;
    }
    return are_whole;
}

static void put_column(const assigning *a, const way_table *table, const way_assign_out *out, int k) {
    const way_column_out *column = (const way_column_out *)out + k;
    _Alignas(64) float cells[SOME];
    for (size_t at = 0; column->data != NULL && at < a->to->count; at += SOME) {
        const size_t some = a->to->count - at < SOME ? a->to->count - at : SOME;
        for (size_t i = 0; i < some; i++) {
            const int32_t status = a->target[at + i] != NOBODY ? WAY_MET : WAY_NO_TARGET;
            const uint32_t cost = (uint32_t)a->u[at + i];
            memcpy(cells + i,
                   k == 0   ? (const void *)&a->target[at + i]
                   : k == 1 ? (const void *)&cost
                            : (const void *)&status,
                   4);
        }
        way_unpack(table, column, 1, (way_numbers){NULL, at}, some, cells, SOME);
    }
}

/* The costs of those who are served, as cells in place of the prices, and what they come to. */
static void sum_up(assigning *a, const way_assign_in *in, way_assignment *to) {
    double sum = 0.0, largest = -INFINITY;
    size_t served = 0;
    for (size_t i = 0; i < to->count; i++) {
        uint32_t cell = 0x7f800000;
        if (a->target[i] != NOBODY) {
            float cost;
            cell = way_cell_at(&in->cost, a->base + a->element[i]);
            memcpy(&cost, &cell, 4);
            sum += (double)cost;
            largest = (double)cost > largest ? (double)cost : largest;
            served++;
        }
        a->u[i] = cell;
    }
    to->served = served;
    to->sum = sum;
    to->largest = largest;
}

WAY_APART_FROM_CALLER static void assign_all(assigning *a, const way_table *table, const way_assign_in *in,
                                             const way_assign_out *out, way_assignment *to) {
    const size_t fewer = to->count < to->runner_count ? to->count : to->runner_count;
    read_rows(a, table, in);
    const int exponent = 56 - bits_of(fewer) - read_costs(a, table, in);
    const int are_whole = scale_costs(a, exponent);
    const int by_sum = to->aim == WAY_LEAST_SUM;
    serve_all(a, by_sum ? NEVER - 1 : least_limit(a), -1);
    sum_up(a, in, to);
    to->gap = are_whole ? 0.0 : power_of_two(-exponent) * (by_sum ? (double)to->served : 1.0);
    for (int k = 0; k < OUTPUTS; k++)
        put_column(a, table, out, k);
}

/* What is refused --------------------------------------------------------------------------------------------- */

static uint64_t bytes_of(uint64_t count, uint64_t runner_count, uint64_t elements) {
    const uint64_t bytes = (24 * count + 48 * runner_count + 12 * elements) / 8 * 8 + 8;
    const int is_such = count < UINT32_MAX && runner_count < UINT32_MAX && elements < UINT32_MAX;
    return is_such && bytes <= SIZE_MAX ? bytes : 0;
}

size_t way_assign_bytes(size_t count, size_t runner_count, size_t elements) {
    return (size_t)bytes_of(count, runner_count, elements);
}

static way_result check_columns(const way_assign_in *in, const way_assign_out *out) {
    for (int k = 0; k < COLUMNS; k++) {
        const way_result result = way_check_column((const way_column *)in + k, k != COST, 0);
        if (result != WAY_OK)
            return result;
    }
    if (in->cost.data == NULL)
        return WAY_ERROR_MISSING;
    for (int k = 0; k < OUTPUTS; k++) {
        const way_column column = way_as_column((const way_column_out *)out + k);
        const way_result result = way_check_column(&column, k != 1, 1);
        if (result != WAY_OK)
            return result;
    }
    return WAY_OK;
}

/* The elements of all lists, and where they begin. */
static way_result count_elements(assigning *a, const way_assignment *to) {
    const size_t each = to->each > 0 ? to->each : to->runner_count;
    if (to->count >= UINT32_MAX || to->runner_count >= UINT32_MAX)
        return WAY_ERROR_COUNT;
    if (to->offset == NULL) {
        if (to->count > 0 && each > (UINT32_MAX - 1) / to->count)
            return WAY_ERROR_COUNT;
        a->elements = to->count * each;
        return WAY_OK;
    }
    if ((uintptr_t)to->offset % sizeof(size_t) != 0)
        return WAY_ERROR_ALIGNMENT;
    for (size_t i = 0; i < to->count; i++)
        if (to->offset[i] > to->offset[i + 1])
            return WAY_ERROR_COUNT;
    a->base = to->offset[0];
    a->elements = to->offset[to->count] - a->base;
    return a->elements < UINT32_MAX && to->offset[to->count] <= SIZE_MAX / 8 ? WAY_OK : WAY_ERROR_COUNT;
}

static uint32_t *words(uint32_t **free, size_t count) {
    uint32_t *from = *free;
    *free += count;
    return from;
}

static void divide_memory(assigning *a, const way_assignment *to) {
    const size_t choosers = to->count, candidates = to->runner_count;
    a->cost = (int64_t *)to->memory;
    a->u = a->cost + a->elements;
    a->v = a->u + choosers;
    a->distance = a->v + candidates;
    uint32_t *free = (uint32_t *)(a->distance + candidates);
    uint32_t **const of_candidates[] = {&a->from,  &a->by,    &a->seat, &a->heap,
                                        &a->spare, &a->first, &a->done, &a->closed};
    uint32_t **const of_choosers[] = {&a->target, &a->element, &a->next, &a->before};
    for (int k = 0; k < 8; k++)
        *of_candidates[k] = words(&free, candidates);
    for (int k = 0; k < 4; k++)
        *of_choosers[k] = words(&free, choosers);
    a->row = words(&free, a->elements);
}

way_result way_assign(const way_assign_in *in, const way_assign_out *out, way_assignment *to) {
    if (in == NULL || out == NULL || to == NULL || to->memory == NULL)
        return WAY_ERROR_NULL;
    if (to->aim != WAY_LEAST_SUM && to->aim != WAY_LEAST_LARGEST)
        return WAY_ERROR_COST;
    assigning a = {.to = to};
    way_result result = check_columns(in, out);
    if (result == WAY_OK)
        result = count_elements(&a, to);
    if (result != WAY_OK)
        return result;
    if ((uintptr_t)to->memory % 8 != 0)
        return WAY_ERROR_ALIGNMENT;
    const size_t bytes = way_assign_bytes(to->count, to->runner_count, a.elements);
    if (bytes == 0 || to->bytes < bytes)
        return WAY_ERROR_MEMORY;
    const way_table *table = way_cpu_table();
    if (table == NULL)
        return WAY_ERROR_ISA;
    divide_memory(&a, to);
    way_fpenv caller = way_fpenv_enter_for_calls();
    assign_all(&a, table, in, out, to);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}
