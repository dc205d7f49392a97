/* Solves assignments by shortest augmenting paths (Jonker, Volgenant), in integers.

   Each candidate has room for a number of choosers. Choosers are served one at a time. For each chooser, a
   search finds the cheapest augmenting path: the chooser takes a candidate, the chooser that had this
   candidate takes another one, and so on until a candidate with room is reached. Choosers have prices u, and
   candidates have prices v. The value cost - u - v is never negative, and it is 0 for each served chooser and
   its candidate. So Dijkstra's algorithm can find the path.

   A candidate that still has room at the end must have the highest price of all candidates. If all room will
   be taken, no such candidate exists, and prices may have any initial values. In this case an auction guesses
   the prices, so that most searches end at once. Otherwise all prices start at 0, and only prices of full
   candidates fall.

   Prices v only fall. So the key of an element, its cost - v at an earlier time, is a lower bound on the
   present cost - v. In a long list, the search looks only at the near elements, which are those with the
   least keys. The rest of the list is a single node of the search, at the distance of its least key. This
   node is rarely reached.

   If a search finds no room for its chooser, all candidates that it has reached become closed. From then on,
   these candidates are always full, and the lists of their choosers lead only to closed candidates. The
   search must then decide which of these choosers is not served. In the model, each chooser has an additional
   candidate that only this chooser can take, at a cost above all other costs. The price u of each closed
   chooser would contain this cost, and the price v of each closed candidate would contain it with a minus
   sign. The code leaves it out of both, because it cancels between closed nodes. Between an open and a closed
   node it would not cancel, but a search visits closed nodes only after all open nodes. */
#include "choose/assign_internal.h"

#include <float.h>

#include "isa/isa.h"
#include "isa/fpenv.h"

#define UNKNOWN INT64_MIN          /* the near elements of the list have not been found yet */
#define LARGEST ((int64_t)1 << 56) /* the sum of the costs of a path is below twice this: docs/accuracy.md */

enum {
    NEAR = 16,
    SOME = WAY_BLOCK,
    KEYS = 256,
    ROUNDS = 8,
    SHORT = 64,     /* a bid looks at all elements of a list with at most this number of elements */
    LONG = 1 << 18, /* lists are long if they have at least this number of elements together */
    USUAL_AUCTIONS = 5,
    MOST_AUCTIONS = 8
};

static int64_t units(const way_assigning *a, float cost) {
    const double exact = (double)cost * a->scale;
    return (int64_t)(exact < 0.0 ? exact - 0.5 : exact + 0.5);
}

static void set_price(way_assigning *a, uint32_t j, int64_t v) {
    const int64_t size = v < 0 ? -v : v;
    a->v[j] = v;
    *(a->closed[j] ? &a->shut_price[j] : &a->price[j]) = (float)((double)v * a->unit);
    a->lowest = -size < a->lowest ? -size : a->lowest;
}

/* The heap: nodes by distance ---------------------------------------------------------------------------- */

static void put(way_assigning *a, uint32_t at, uint32_t j) {
    a->heap[at] = j;
    a->seat[j] = at;
}

void way_rise(way_assigning *a, uint32_t at, uint32_t j) {
    const int64_t distance = a->distance[j];
    for (; at > 0 && distance < a->distance[a->heap[(at - 1) / 2]]; at = (at - 1) / 2)
        put(a, at, a->heap[(at - 1) / 2]);
    put(a, at, j);
}

uint32_t way_pop(way_assigning *a) {
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

/* Lists of served choosers ------------------------------------------------------------------------------- */

static void give(way_assigning *a, uint32_t i, uint32_t j, uint32_t element) {
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

static void take(way_assigning *a, uint32_t i) {
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

/* Applies the path that ends at candidate j: each chooser on the path takes the next candidate. */
static void shift(way_assigning *a, uint32_t i0, uint32_t j) {
    for (;;) {
        const uint32_t i = a->from[j], left = a->target[i];
        if (left != WAY_NOBODY)
            take(a, i);
        give(a, i, j, a->by[j]);
        if (i == i0)
            break;
        j = left;
    }
}

/* The near elements of a list ---------------------------------------------------------------------------- */

/* Adds an element to the near list. If the list is full, the farthest element becomes part of the rest. */
static void note(way_assigning *a, uint32_t i, way_near_one one, uint32_t most) {
    way_near_one *near = a->near + a->start[i];
    if (a->some[i] < most) {
        near[a->some[i]++] = one;
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
    return length < NEAR ? (uint32_t)length : NEAR;
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

/* Returns a limit such that about NEAR keys of the list are below it. To find it, the list is divided into
   eight parts; the limit is the second largest of the eight least keys. */
static float find_limit(const way_assigning *a, uint32_t i, size_t begin, size_t end, some_keys *keys) {
    _Alignas(64) float least[16];
    float limit = -INFINITY, largest = -INFINITY;
    for (int k = 0; k < 16; k++)
        least[k] = INFINITY;
    for (size_t e = begin; e < end;) {
        e += take_keys(a, i, e, end, keys);
        a->search->least_keys(keys->cost, keys->price, keys->count, least);
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

static void note_at(way_assigning *a, uint32_t i, size_t begin, size_t e, uint32_t most) {
    const uint32_t j = way_list_row(a, begin, e);
    const int64_t cost = units(a, a->cost[e]);
    note(a, i, (way_near_one){cost - a->v[j], cost, j, (uint32_t)e}, most);
}

/* Finds the near elements of chooser i by the present prices. If an open chooser's list has more than NEAR
   elements, its near elements all lead to open candidates. */
static void find_near(way_assigning *a, uint32_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    const uint32_t most = room_of(a, i);
    a->some[i] = 0;
    a->found[i] = a->turn;
    a->rest[i] = WAY_NEVER;
    if (end - begin <= NEAR) {
        for (size_t e = begin; e < end; e++)
            if (a->cost[e] < INFINITY)
                note_at(a, i, begin, e, most);
        return;
    }
    some_keys keys;
    uint32_t number[KEYS];
    const float limit = find_limit(a, i, begin, end, &keys);
    if (limit < FLT_MAX) /* subtract a bound on the rounding errors of keys and prices */
        a->rest[i] = (int64_t)((double)limit * a->scale) - ((a->largest - a->lowest) >> 22) - 2;
    for (size_t e = begin, some; e < end; e += some) {
        some = take_keys(a, i, e, end, &keys);
        const size_t count = a->search->keys_up_to(keys.cost, keys.price, keys.count, limit, number);
        for (size_t k = 0; k < count; k++)
            note_at(a, i, begin, e + number[k], most);
    }
}

/* One chooser's search ----------------------------------------------------------------------------------- */

/* Records that the search reaches candidate j from chooser i at `distance`. */
static void reach(way_assigning *a, uint32_t i, uint32_t j, uint32_t e, int64_t distance) {
    a->from[j] = i;
    a->by[j] = e;
    if (a->spare[j] > 0) {
        a->bound = distance;
        a->goal = j;
        return;
    }
    const int is_new = a->distance[j] == WAY_FAR;
    a->distance[j] = distance;
    way_rise(a, is_new ? a->heaped++ : a->seat[j], j);
}

/* Reaches candidates through the whole list. The distance of an element is `beyond` + cost - v. */
static void expand_all(way_assigning *a, uint32_t i, int64_t beyond, uint32_t closed) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    for (size_t e = begin; e < end; e++) {
        if (!(a->cost[e] < INFINITY))
            continue;
        const uint32_t j = way_list_row(a, begin, e);
        const int64_t distance = beyond + units(a, a->cost[e]) - a->v[j];
        if (distance < a->bound && distance < a->distance[j] && a->closed[j] == closed)
            reach(a, i, j, (uint32_t)e, distance);
    }
}

/* Returns a bit for each near element of chooser i, set if the element leads to its candidate on a shorter
   path than the best one so far. Few elements do. A processor cannot predict which, so the loop has no
   branches. */
static unsigned find_shorter(const way_assigning *a, uint32_t i, int64_t beyond, uint32_t closed) {
    const way_near_one *near = a->near + a->start[i];
    const int64_t *const v = a->v, *const distance = a->distance, bound = a->bound;
    const uint32_t *const is_closed = a->closed, some = a->some[i];
    unsigned shorter = 0;
    for (uint32_t k = 0; k < some; k++) {
        const uint32_t j = near[k].row;
        const int64_t one = beyond + near[k].cost - v[j];
        shorter |= (unsigned)((one < bound) & (one < distance[j]) & (is_closed[j] == closed)) << k;
    }
    return shorter;
}

/* Reaches candidates through the near elements of chooser i. `closed` tells whether these are closed or open
   candidates. `beyond` is as in expand_all. */
static void expand_near(way_assigning *a, uint32_t i, int64_t beyond, uint32_t closed) {
    const way_near_one *near = a->near + a->start[i];
    unsigned shorter = find_shorter(a, i, beyond, closed);
    for (uint32_t k = 0; shorter != 0; k++, shorter >>= 1) {
        const uint32_t j = near[k].row;
        const int64_t distance = beyond + near[k].cost - a->v[j];
        if ((shorter & 1) && distance < a->bound && distance < a->distance[j])
            reach(a, i, j, near[k].element, distance);
    }
    if (a->rest[i] != WAY_NEVER && beyond + a->rest[i] < a->bound) { /* reaches the node of the rest */
        const uint32_t node = (uint32_t)a->to->runner_count + i;
        a->distance[node] = beyond + a->rest[i];
        way_rise(a, a->heaped++, node);
    }
}

/* Continues the search from chooser i, at distance `base`. */
static void expand(way_assigning *a, uint32_t i, int64_t base, uint32_t closed) {
    if (a->rest[i] == UNKNOWN)
        find_near(a, i);
    expand_near(a, i, base - a->u[i], closed);
}

/* Continues after the search has reached the rest of chooser i's list: finds the near elements again by the
   present prices. If the same search has already found them, expands the whole list instead. */
static void expand_rest(way_assigning *a, uint32_t i, uint32_t closed) {
    const uint32_t node = (uint32_t)a->to->runner_count + i;
    const int64_t beyond = a->distance[node] - a->rest[i];
    a->distance[node] = WAY_FAR;
    if (a->found[i] == a->turn) {
        expand_all(a, i, beyond, closed);
        return;
    }
    find_near(a, i);
    expand_near(a, i, beyond, closed);
}

/* Runs Dijkstra's search up to the distance `bound`. If `without` is not NULL, *without becomes the chooser
   whose exclusion costs least. */
static void search(way_assigning *a, uint32_t closed, uint32_t *without) {
    while (a->heaped > 0 && a->distance[a->heap[0]] < a->bound) {
        const uint32_t j = way_pop(a);
        const int64_t distance = a->distance[j];
        if (j >= a->to->runner_count) {
            expand_rest(a, j - (uint32_t)a->to->runner_count, closed);
            continue;
        }
        a->done[a->finished++] = j;
        for (uint32_t i = a->first[j]; i != WAY_NOBODY; i = a->next[i]) {
            if (without != NULL && distance - a->u[i] < a->bound) {
                a->bound = distance - a->u[i];
                *without = i;
            }
            expand(a, i, distance, closed);
        }
    }
}

/* Records that the chooser's list leads only to closed candidates from now on. */
static void shut(way_assigning *a, uint32_t i) {
    a->is_shut[i] = 1;
    a->rest[i] = UNKNOWN;
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
            if (a->distance[j] - a->u[i] < a->bound) {
                a->bound = a->distance[j] - a->u[i];
                without = i;
            }
        }
    }
    expand(a, i0, 0, 1);
    for (uint32_t k = 0; k < open; k++)
        for (uint32_t i = a->first[a->done[k]]; i != WAY_NOBODY; i = a->next[i])
            expand(a, i, a->distance[a->done[k]], 1);
    search(a, 1, &without);
    shut(a, i0); /* shut a second time, because the price of a candidate rises when the candidate closes */
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
        const int64_t change = a->bound - a->distance[j];
        set_price(a, j, a->v[j] - change);
        for (uint32_t i = a->first[j]; i != WAY_NOBODY; i = a->next[i])
            a->u[i] += change;
    }
}

/* Serves chooser i0, if possible. Returns 1 if one more chooser is served. */
static int serve(way_assigning *a, uint32_t i0) {
    uint32_t without = i0;
    a->turn++;
    a->bound = WAY_FAR;
    a->goal = WAY_NOBODY;
    a->heaped = a->finished = 0;
    expand(a, i0, 0, 0);
    search(a, 0, NULL);
    const int is_served = a->goal != WAY_NOBODY;
    if (!is_served)
        without = search_closed(a, i0);
    set_prices(a, i0);
    for (uint32_t k = 0; k < a->finished; k++)
        a->distance[a->done[k]] = WAY_FAR;
    for (uint32_t k = 0; k < a->heaped; k++)
        a->distance[a->heap[k]] = WAY_FAR;
    if (is_served)
        shift(a, i0, a->goal);
    else if (without != i0) {
        const uint32_t left = a->target[without];
        take(a, without);
        shift(a, i0, left);
    }
    return is_served;
}

/* The largest number of choosers, at costs up to a limit ------------------------------------------------- */

/* Continues from chooser i to candidates that are not yet visited. Stops at the first candidate with room. */
static int match_on(way_assigning *a, uint32_t i, float limit) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    for (size_t e = begin; e < end; e++) {
        if (!(a->cost[e] <= limit))
            continue;
        const uint32_t j = way_list_row(a, begin, e);
        if (a->closed[j])
            continue;
        a->closed[j] = 1;
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

/* Serves chooser i0, if possible. If not, the visited candidates stay closed, because no later chooser can
   find room through them. */
static int match(way_assigning *a, uint32_t i0, float limit) {
    uint32_t looked_at = 0;
    a->finished = 0;
    int is_served = match_on(a, i0, limit);
    while (!is_served && looked_at < a->finished)
        for (uint32_t i = a->first[a->done[looked_at++]]; i != WAY_NOBODY && !is_served; i = a->next[i])
            is_served = match_on(a, i, limit);
    if (!is_served)
        return 0;
    shift(a, i0, a->goal);
    for (uint32_t k = 0; k < a->finished; k++)
        a->closed[a->done[k]] = 0;
    return 1;
}

/* Returns the number of choosers that can be served at costs up to the limit. Choosers that are already
   served within the limit stay served. */
static size_t match_all(way_assigning *a, float limit) {
    size_t served = 0;
    for (size_t j = 0; j < a->to->runner_count; j++)
        a->closed[j] = 0;
    for (size_t i = 0; i < a->to->count; i++)
        if (a->target[i] != WAY_NOBODY && !(a->cost[a->element[i]] <= limit))
            take(a, (uint32_t)i);
    for (size_t i = 0; i < a->to->count; i++)
        served += a->target[i] != WAY_NOBODY || match(a, (uint32_t)i, limit);
    return served;
}

static float largest_used(const way_assigning *a) {
    float largest = -FLT_MAX;
    for (size_t i = 0; i < a->to->count; i++)
        if (a->target[i] != WAY_NOBODY && a->cost[a->element[i]] > largest)
            largest = a->cost[a->element[i]];
    return largest;
}

/* Finds the least limit on costs with which as many choosers can be served as without a limit, and forbids
   costs above this limit. */
static void set_limit(way_assigning *a, size_t most) {
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
    for (size_t e = 0; e < a->elements; e++)
        if (a->cost[e] > way_in_order(high))
            a->cost[e] = INFINITY;
}

/* Initial prices ----------------------------------------------------------------------------------------- */

/* Sets the price of each candidate to its least cost, or to 0 if the candidate is on no list. */
static void price_by_columns(way_assigning *a) {
    for (size_t j = 0; j < a->to->runner_count; j++)
        a->price[j] = INFINITY;
    for (size_t i = 0; i < a->to->count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
        const float *cost = a->cost + begin;
        for (size_t j = 0; !a->has_rows && j < end - begin; j++)
            a->price[j] = cost[j] < a->price[j] ? cost[j] : a->price[j];
        for (size_t e = begin; a->has_rows && e < end; e++)
            if (a->cost[e] < INFINITY && a->cost[e] < a->price[a->row[e]])
                a->price[a->row[e]] = a->cost[e];
    }
    for (size_t j = 0; j < a->to->runner_count; j++)
        set_price(a, (uint32_t)j, a->price[j] < INFINITY ? units(a, a->price[j]) : 0);
}

/* The two least keys of a list by the present prices, rounded to float, and the element of the least key
   (or the list's end). */
typedef struct two_keys {
    float least, second;
    size_t element;
} two_keys;

static two_keys two_least(const way_assigning *a, uint32_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    const size_t whole = a->has_rows ? 0 : (end - begin) / 16 * 16;
    const float *const cost = a->cost, *const price = a->price;
    const uint32_t *const row = a->has_rows ? a->row : NULL;
    two_keys keys = {INFINITY, INFINITY, end};
    if (whole > 0) {
        float two[2];
        const uint32_t number = a->search->two_least(cost + begin, price, whole, two);
        keys = (two_keys){two[0], two[1], number < whole ? begin + number : end};
    }
    float best = keys.least, second = keys.second;
    for (size_t e = begin + whole; e < end; e++) {
        const float key = cost[e] < INFINITY ? cost[e] - price[row != NULL ? row[e] : e - begin] : INFINITY;
        const float other = key > best ? key : best;
        second = other < second ? other : second;
        if (key < best) {
            best = key;
            keys.element = e;
        }
    }
    keys.least = best;
    keys.second = second;
    return keys;
}

/* What a chooser bids for: the element of its least key (or the list's end), this key, and the difference
   between its two least keys. */
typedef struct offer {
    size_t element;
    int64_t key, above;
} offer;

static offer offer_of_list(const way_assigning *a, uint32_t i) {
    const two_keys keys = two_least(a, i);
    const size_t end = way_list_end(a, i);
    return (offer){keys.element, keys.element < end ? units(a, keys.least) : WAY_NEVER,
                   keys.second < INFINITY ? units(a, keys.second - keys.least) : 0};
}

/* Like offer_of_list, but compares only the near elements. Called for long lists, if the call has a `row`
   column. */
static offer offer_of_near(way_assigning *a, uint32_t i) {
    int64_t best = WAY_NEVER, second = WAY_NEVER;
    const way_near_one *near = a->near + a->start[i], *which = NULL;
    for (int is_new = a->rest[i] == UNKNOWN, is_renewed = is_new;; is_renewed = is_new = 1) {
        if (is_new)
            find_near(a, i);
        best = second = WAY_NEVER;
        for (uint32_t k = 0; k < a->some[i]; k++) {
            if (near[k].key >= second)
                continue;
            const int64_t key = near[k].cost - a->v[near[k].row];
            if (key < best) {
                second = best;
                best = key;
                which = near + k;
            } else if (key < second)
                second = key;
        }
        if (second <= a->rest[i] || is_renewed)
            break;
    }
    return (offer){which == NULL ? way_list_end(a, i) : which->element, best,
                   second == WAY_NEVER ? 0 : second - best};
}

/* Chooser i takes the candidate with the least cost - price, unless this key is above `most`. If the candidate
   then has no room left, its price falls until the candidate costs `least` more than the next best one.
   Returns the chooser that lost the candidate, or WAY_NOBODY if no chooser did. */
static uint32_t bid(way_assigning *a, uint32_t i, int64_t least, int64_t most) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    const offer best = a->has_rows && end - begin > SHORT ? offer_of_near(a, i) : offer_of_list(a, i);
    if (best.element == end || best.key > most)
        return WAY_NOBODY;
    const uint32_t j = way_list_row(a, begin, best.element);
    const uint32_t other = a->spare[j] > 0 ? WAY_NOBODY : a->first[j];
    if (other != WAY_NOBODY)
        take(a, other);
    if (a->spare[j] == 1)
        set_price(a, j, a->v[j] - best.above - least);
    give(a, i, j, (uint32_t)best.element);
    return other;
}

/* Holds one auction, which ends when `wanted` choosers have a candidate. A chooser without a candidate bids. A
   chooser that loses its candidate bids again. If not all choosers can be served, a chooser whose least key
   is above all costs gives up. Otherwise choosers whose lists have the same few candidates would outbid each
   other without end. Returns the number of bids. */
static size_t hold_auction(way_assigning *a, size_t wanted, int64_t least) {
    uint32_t *const waiting = a->heap;
    const size_t most_bids = 100 * a->to->count;
    const int64_t most = wanted < a->to->count ? a->largest : WAY_NEVER;
    size_t waits = 0, served = 0, bids = 0;
    for (size_t i = a->to->count; i-- > 0;) {
        if (a->target[i] != WAY_NOBODY)
            take(a, (uint32_t)i);
        waiting[waits++] = (uint32_t)i;
    }
    for (; waits > 0 && served < wanted && bids < most_bids && a->lowest > -LARGEST; bids++) {
        const uint32_t i = waiting[--waits], other = bid(a, i, least, most);
        if (other != WAY_NOBODY)
            waiting[waits++] = other;
        else
            served += a->target[i] != WAY_NOBODY;
    }
    return bids;
}

/* Guesses the prices by auctions. As `least` falls from auction to auction, prices approach the final prices.
   The search is exact whatever the prices are. If many candidates are nearly alike, such as the slots of a
   distant formation, the number of bids does not fall from auction to auction. If the lists are long as well,
   further auctions still cost less than the searches that they save. */
static void auction(way_assigning *a, size_t wanted) {
    int64_t least = a->largest / 16;
    size_t before = 0, bids = 0;
    const int most = a->elements < LONG ? USUAL_AUCTIONS : MOST_AUCTIONS;
    for (int round = 0; round < most && (round < USUAL_AUCTIONS || bids > before / 4 * 3); round++) {
        before = bids;
        bids = hold_auction(a, wanted, least);
        least /= 8;
    }
}

/* All choosers ------------------------------------------------------------------------------------------- */

static void serve_all(way_assigning *a) {
    for (size_t j = 0; j < a->to->runner_count; j++)
        a->closed[j] = 0;
    for (size_t i = 0; i < a->to->count; i++) {
        if (a->target[i] != WAY_NOBODY)
            take(a, (uint32_t)i);
        a->u[i] = 0;
    }
    for (size_t i = 0; i < a->to->count; i++)
        serve(a, (uint32_t)i);
}

/* Returns the number of choosers that can be served. */
static size_t serve_most(way_assigning *a, uint64_t room) {
    const int is_matrix =
        !a->has_rows && a->to->offset == NULL && (a->to->each == 0 || a->to->each == a->to->runner_count);
    if (a->to->aim == WAY_LEAST_SUM && is_matrix && !a->sizes.forbidden)
        return room < a->to->count ? (size_t)room : a->to->count;
    return match_all(a, FLT_MAX);
}

/* Sets the initial prices. If all room will be taken, prices may have any values, and auctions guess them. If
   not, all prices are 0, because candidates that keep room must have the price 0. */
static void begin_prices(way_assigning *a, int is_all_taken, size_t most) {
    memset(a->is_shut, 0, 4 * a->to->count);
    memset(a->closed, 0, 4 * a->to->runner_count);
    a->turn = 0;
    if (is_all_taken)
        price_by_columns(a);
    for (size_t j = 0; j < a->to->runner_count; j++) {
        a->shut_price[j] = 0.0f; /* set for all candidates, because a key must not be NaN */
        if (!is_all_taken)
            set_price(a, (uint32_t)j, 0);
    }
    for (size_t i = 0; i < a->to->count; i++)
        a->rest[i] = UNKNOWN;
    if (!is_all_taken)
        return;
    auction(a, most);
    for (size_t i = 0; i < a->to->count; i++)
        a->rest[i] = UNKNOWN;
}

/* Inputs and outputs ------------------------------------------------------------------------------------- */

static int bits_of(uint64_t number) {
    int bits = 0;
    for (; number > 0; number /= 2)
        bits++;
    return bits;
}

/* Packs the next elements of a column, at most SOME. Returns how many. */
static size_t pack(const way_table *table, const way_column *column, size_t first, size_t left,
                   float cells[SOME]) {
    const size_t some = left < SOME ? left : SOME;
    way_pack(table, column, 1, (way_numbers){NULL, first}, some, cells, SOME);
    return some;
}

static void read_rows(way_assigning *a, const way_table *table, const way_assign_in *in) {
    _Alignas(64) float cells[SOME];
    const size_t candidates = a->to->runner_count;
    for (size_t j = 0; j < candidates; j++)
        a->spare[j] = a->has_health ? UINT32_MAX : 1;
    for (size_t at = 0, some; in->capacity.data != NULL && at < candidates; at += some) {
        some = pack(table, &in->capacity, at, candidates - at, cells);
        memcpy(a->spare + at, cells, 4 * some);
    }
    for (size_t at = 0, some; in->row.data != NULL && at < a->elements; at += some) {
        some = pack(table, &in->row, a->base + at, a->elements - at, cells);
        memcpy(a->row + at, cells, 4 * some);
    }
    uint32_t start = 0;
    for (size_t i = 0; i < a->to->count; i++) {
        a->start[i] = start;
        start += room_of(a, (uint32_t)i);
    }
}

static void serve_nobody(way_assigning *a) {
    for (size_t j = 0; j < a->to->runner_count; j++)
        a->first[j] = WAY_NOBODY;
    for (size_t i = 0; i < a->to->count; i++)
        a->target[i] = WAY_NOBODY;
    for (size_t k = 0; k < a->to->count + a->to->runner_count; k++)
        a->distance[k] = WAY_FAR;
    a->lowest = 0;
}

/* Makes forbidden costs +inf: costs that are not finite, and costs of candidates without room. Updates
   `sizes` with the allowed costs. */
static void allow(float *cost, const uint32_t *spare, size_t count, way_sizes_of *sizes) {
    const int32_t infinite = 0x7f800000;
    way_sizes_of all = *sizes;
    for (size_t k = 0; k < count; k++) {
        int32_t bits;
        memcpy(&bits, cost + k, 4);
        const int32_t size = bits & 0x7fffffff;
        const int is_allowed = (size < infinite) & (spare[k] != 0);
        const int32_t large = is_allowed ? size : 0, small = (is_allowed & (size > 0)) ? size : infinite;
        bits = is_allowed ? bits : infinite;
        memcpy(cost + k, &bits, 4);
        all.largest = large > all.largest ? large : all.largest;
        all.least = small < all.least ? small : all.least;
        all.forbidden |= !is_allowed;
    }
    *sizes = all;
}

/* Reads the costs. Returns an exponent e such that all allowed costs are below 2^e in magnitude. */
static int read_costs(way_assigning *a, const way_table *table, const way_assign_in *in) {
    const way_column *column = &in->cost;
    const int is_dense =
        (column->type | column->page) == 0 && column->rows == NULL && way_stride(column) == sizeof(float);
    if (is_dense && a->elements > 0)
        memcpy(a->cost, (const char *)column->data + 4 * a->base, 4 * a->elements);
    for (size_t at = 0, some; !is_dense && at < a->elements; at += some) {
        some = a->elements - at < SOME ? a->elements - at : SOME;
        _Alignas(64) float cells[SOME];
        pack(table, column, a->base + at, a->elements - at, cells);
        memcpy(a->cost + at, cells, 4 * some);
    }
    if (a->has_health)
        way_make_room(a);
    static const uint32_t none = 0;
    const size_t candidates = a->to->runner_count;
    way_sizes_of sizes = {0, 0x7f800000, 0};
    for (size_t i = 0; i < a->to->count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_at(a, i + 1);
        const size_t known = a->has_rows ? begin : way_list_end(a, i);
        allow(a->cost + begin, a->spare, known - begin, &sizes);
        for (size_t e = known; e < end; e++)
            allow(a->cost + e, a->has_rows && a->row[e] < candidates ? &a->spare[a->row[e]] : &none, 1,
                  &sizes);
    }
    a->sizes = sizes;
    return way_exponent_above(sizes.largest);
}

/* Are all costs whole numbers of units? Floats have 24 bits, so every cost of 2^23 units or more is whole. */
static int are_costs_whole(const way_assigning *a) {
    float least;
    memcpy(&least, &a->sizes.least, 4);
    if ((double)least * a->scale >= 0x1p23)
        return 1;
    int are_whole = 1;
    for (size_t e = 0; e < a->elements; e++)
        if (a->cost[e] < INFINITY)
            are_whole &= (double)units(a, a->cost[e]) == (double)a->cost[e] * a->scale;
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
    for (size_t at = 0; column->data != NULL && at < a->to->count; at += SOME) {
        const size_t some = a->to->count - at < SOME ? a->to->count - at : SOME;
        for (size_t i = 0; i < some; i++) {
            const int32_t status = a->target[at + i] != WAY_NOBODY          ? WAY_MET
                                   : a->has_health && a->damage[at + i] < 0 ? WAY_INVALID
                                                                            : WAY_NO_TARGET;
            const uint32_t cost = (uint32_t)a->u[at + i];
            memcpy(cells + i,
                   k == OUT_assign_target ? (const void *)&a->target[at + i]
                   : k == OUT_assign_cost ? (const void *)&cost
                                          : (const void *)&status,
                   4);
        }
        way_unpack(table, column, 1, (way_numbers){NULL, at}, some, cells, SOME);
    }
}

typedef struct costs_of {
    size_t served;
    double sum, largest;
} costs_of;

/* Returns the number, the sum and the largest of the served choosers' costs, as the caller gave them. */
static costs_of add_up(const way_assigning *a) {
    costs_of all = {0, 0.0, -INFINITY};
    for (size_t i = 0; i < a->to->count; i++)
        if (a->target[i] != WAY_NOBODY) {
            const uint32_t cell = way_cell_at(&a->in->cost, a->base + a->element[i]);
            float cost;
            memcpy(&cost, &cell, 4);
            all.sum += (double)cost;
            all.largest = (double)cost > all.largest ? (double)cost : all.largest;
            all.served++;
        }
    return all;
}

/* Finds the best assignment in which each candidate has at most as many takers as it has room for. Returns an
   upper bound on the difference between this assignment's sum and the least sum. */
static double solve(way_assigning *a, const way_table *table, const way_assign_in *in, size_t *most) {
    const way_assignment *to = a->to;
    const size_t fewer = to->count < to->runner_count ? to->count : to->runner_count;
    serve_nobody(a);
    const int exponent = 56 - bits_of(fewer) - read_costs(a, table, in);
    a->largest = (int64_t)1 << (56 - bits_of(fewer));
    a->scale = way_power_of_two(exponent);
    const int are_whole = are_costs_whole(a);
    uint64_t room = 0;
    for (size_t j = 0; j < to->runner_count; j++)
        room += a->spare[j];
    *most = serve_most(a, room);
    if (to->aim == WAY_LEAST_LARGEST)
        set_limit(a, *most);
    scale_costs(a, exponent);
    begin_prices(a, room == *most, *most);
    serve_all(a);
    return are_whole ? 0.0 : way_power_of_two(-exponent) * (double)*most;
}

/* Finds an assignment of choosers to candidates with health. In up to ROUNDS rounds, keeps the choosers that
   are needed and assigns the others again. Then each remaining chooser takes the cheapest candidate that
   still needs it. The first round gives the bound on the least sum or largest cost. */
static void solve_by_health(way_assigning *a, const way_table *table, way_assignment *to) {
    const int is_sum = to->aim == WAY_LEAST_SUM;
    size_t most = 0;
    way_read_health(a);
    const double error = solve(a, table, a->in, &to->most);
    const costs_of least = add_up(a);
    to->gap = error;
    if (way_keep_needed(a) == 0)
        return;
    for (int round = 1; round < ROUNDS; round++) {
        solve(a, table, a->in, &most);
        if (way_keep_needed(a) == 0)
            break;
    }
    read_costs(a, table, a->in);
    way_take_what_is_left(a);
    memcpy(a->target, a->kept, 4 * to->count);
    memcpy(a->element, a->kept_element, 4 * to->count);
    const costs_of all = add_up(a);
    const double excess = is_sum ? all.sum - least.sum + error : all.largest - least.largest;
    to->gap = all.served < to->most ? INFINITY : excess > 0.0 ? excess : 0.0;
}

WAY_OUT_OF_LINE void assign_all(way_assigning *a, const way_table *table, const way_assign_out *out,
                                way_assignment *to) {
    a->has_rows = a->in->row.data != NULL;
    a->has_health = a->in->health.data != NULL;
    a->search = way_search_of(table);
    read_rows(a, table, a->in);
    if (a->has_health)
        solve_by_health(a, table, to);
    else
        to->gap = solve(a, table, a->in, &to->most);
    const costs_of all = add_up(a);
    to->served = all.served;
    to->sum = all.sum;
    to->largest = all.largest;
    for (size_t i = 0; i < to->count; i++)
        a->u[i] =
            a->target[i] != WAY_NOBODY ? way_cell_at(&a->in->cost, a->base + a->element[i]) : 0x7f800000;
    for (int k = 0; k < OUT_assign_COUNT; k++)
        put_column(a, table, out, k);
}

/* Checks of the arguments -------------------------------------------------------------------------------- */

static uint64_t bytes_of(uint64_t count, uint64_t runner_count, uint64_t elements) {
    const uint64_t near = elements < NEAR * count ? elements : NEAR * count;
    const uint64_t bytes = 80 * count + 84 * runner_count + sizeof(way_near_one) * near + 8 * elements + 8;
    const int is_such = count < UINT32_MAX && runner_count < UINT32_MAX && elements < UINT32_MAX;
    return is_such && bytes <= SIZE_MAX ? bytes : 0;
}

size_t way_assign_bytes(size_t count, size_t runner_count, size_t elements) {
    return (size_t)bytes_of(count, runner_count, elements);
}

static way_result check_columns(const way_assign_in *in, const way_assign_out *out, const char **fault) {
    for (int k = 0; k < IN_assign_COUNT; k++) {
        const way_result result = way_check_column((const way_column *)in + k, WORDS_assign >> k & 1, 0);
        if (result != WAY_OK)
            return way_refuse(fault, way_assign_input(k), result);
    }
    const int deals = in->damage.data != NULL || in->listed_damage.data != NULL;
    if (in->cost.data == NULL || (deals && in->health.data == NULL))
        return way_refuse(fault, in->cost.data == NULL ? "cost" : "health", WAY_ERROR_MISSING);
    for (int k = 0; k < OUT_assign_COUNT; k++) {
        const way_column column = way_as_column((const way_column_out *)out + k);
        const way_result result = way_check_column(&column, k != OUT_assign_cost, 1);
        if (result != WAY_OK)
            return way_refuse(fault, way_assign_output(k), result);
    }
    return WAY_OK;
}

/* Counts the elements of all lists and finds the first element of the first list. */
static way_result count_elements(way_assigning *a, const way_assignment *to) {
    const size_t each = to->each > 0 ? to->each : to->runner_count;
    if (to->count >= UINT32_MAX || to->runner_count >= UINT32_MAX)
        return way_refuse(to->fault, to->count >= UINT32_MAX ? "count" : "runner_count", WAY_ERROR_COUNT);
    if (to->offset == NULL) {
        if (to->count > 0 && each > (UINT32_MAX - 1) / to->count)
            return way_refuse(to->fault, "each", WAY_ERROR_COUNT);
        a->elements = to->count * each;
        return WAY_OK;
    }
    if ((uintptr_t)to->offset % sizeof(size_t) != 0)
        return way_refuse(to->fault, "offset", WAY_ERROR_ALIGNMENT);
    for (size_t i = 0; i < to->count; i++)
        if (to->offset[i] > to->offset[i + 1])
            return way_refuse(to->fault, "offset", WAY_ERROR_COUNT);
    a->base = to->offset[0];
    a->elements = to->offset[to->count] - a->base;
    return a->elements < UINT32_MAX && to->offset[to->count] <= SIZE_MAX / 8
               ? WAY_OK
               : way_refuse(to->fault, "offset", WAY_ERROR_COUNT);
}

static uint32_t *words(uint32_t **free, size_t count) {
    uint32_t *from = *free;
    *free += count;
    return from;
}

static void divide_memory(way_assigning *a, const way_assignment *to) {
    const size_t choosers = to->count, candidates = to->runner_count;
    const size_t near = a->elements / NEAR < choosers ? a->elements : NEAR * choosers;
    a->near = (way_near_one *)to->memory;
    a->u = (int64_t *)(a->near + near);
    a->rest = a->u + choosers;
    a->v = a->rest + choosers;
    a->distance = a->v + candidates;
    a->damage = a->distance + candidates + choosers;
    a->health = a->damage + choosers;
    a->dealt = a->health + candidates;
    a->least = a->dealt + candidates;
    uint32_t *free = (uint32_t *)(a->least + candidates);
    uint32_t **const of_candidates[] = {&a->from, &a->by,     &a->spare,   &a->first,
                                        &a->done, &a->closed, &a->capacity};
    uint32_t **const of_choosers[] = {&a->target, &a->element, &a->next,    &a->before, &a->start,
                                      &a->some,   &a->found,   &a->is_shut, &a->kept,   &a->kept_element};
    for (int k = 0; k < 7; k++)
        *of_candidates[k] = words(&free, candidates);
    for (int k = 0; k < 10; k++)
        *of_choosers[k] = words(&free, choosers);
    a->seat = words(&free, candidates + choosers);
    a->heap = words(&free, candidates + choosers);
    a->row = words(&free, a->elements);
    a->cost = (float *)words(&free, a->elements);
    a->price = (float *)words(&free, candidates);
    a->shut_price = (float *)words(&free, candidates);
}

way_result way_assign(const way_assign_in *in, const way_assign_out *out, way_assignment *to) {
    if (to == NULL)
        return WAY_ERROR_NULL;
    if (in == NULL || out == NULL || to->memory == NULL)
        return way_refuse(to->fault, in == NULL ? "in" : out == NULL ? "out" : "memory", WAY_ERROR_NULL);
    if (to->aim != WAY_LEAST_SUM && to->aim != WAY_LEAST_LARGEST)
        return way_refuse(to->fault, "aim", WAY_ERROR_AIM);
    way_assigning a = {.to = to, .in = in};
    way_result result = check_columns(in, out, to->fault);
    if (result == WAY_OK)
        result = count_elements(&a, to);
    if (result != WAY_OK)
        return result;
    if ((uintptr_t)to->memory % 8 != 0)
        return way_refuse(to->fault, "memory", WAY_ERROR_ALIGNMENT);
    const size_t bytes = way_assign_bytes(to->count, to->runner_count, a.elements);
    if (bytes == 0 || to->bytes < bytes)
        return way_refuse(to->fault, "bytes", WAY_ERROR_MEMORY);
    const way_table *table = way_cpu_table();
    if (table == NULL)
        return WAY_ERROR_ISA;
    divide_memory(&a, to);
    way_fpenv caller = way_fpenv_enter_for_calls();
    assign_all(&a, table, out, to);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}
