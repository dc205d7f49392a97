/* Estimates the initial prices of an assignment. If all room will be taken, prices may have any initial
   values: see assign_search.c. An auction estimates them so well that most searches end at once. */
#include "choose/assign_internal.h"

enum {
    SHORT = 64,     /* lists up to this length count as short: a bid compares all of their elements */
    LONG = 1 << 18, /* if all lists together have at least this many elements, further auctions save time */
    USUAL_AUCTIONS = 5,
    MOST_AUCTIONS = 8
};

#define LARGEST ((int64_t)1 << 56) /* the sum of the costs of a path is below twice this: docs/accuracy.md */

/* Sets the price of each candidate to its least cost, or to 0 if the candidate is on no list. */
static void price_by_columns(way_assigning *a) {
    for (size_t j = 0; j < a->to.runner_count; j++)
        a->price[j] = INFINITY;
    for (size_t i = 0; i < a->to.count; i++) {
        const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
        const float *cost = a->cost + begin;
        for (size_t j = 0; !a->has_rows && j < end - begin; j++)
            a->price[j] = cost[j] < a->price[j] ? cost[j] : a->price[j];
        for (size_t e = begin; a->has_rows && e < end; e++)
            if (a->cost[e] < INFINITY && a->cost[e] < a->price[a->row[e]])
                a->price[a->row[e]] = a->cost[e];
    }
    for (size_t j = 0; j < a->to.runner_count; j++)
        way_set_price(a, (uint32_t)j, a->price[j] < INFINITY ? way_cost_units(a, a->price[j]) : 0);
}

/* The two least keys of a list by the present prices, rounded to float, and the element of the least key
   (or the list's end). */
typedef struct two_keys {
    float least, second;
    size_t element;
} two_keys;

static two_keys two_least_keys(const way_assigning *a, uint32_t i) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    const size_t whole = a->has_rows ? 0 : (end - begin) / 16 * 16;
    const float *const cost = a->cost, *const price = a->price;
    const uint32_t *const row = a->has_rows ? a->row : NULL;
    two_keys keys = {INFINITY, INFINITY, end};
    if (whole > 0) {
        float two[2];
        const uint32_t number = a->in_lanes->two_least(cost + begin, price, whole, two);
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

/* The object of a chooser's bid: the element with the least key (or the list's end), this key, and the
   difference between the two least keys. */
typedef struct offer {
    size_t element;
    int64_t key, above;
} offer;

static offer offer_of_list(const way_assigning *a, uint32_t i) {
    const two_keys keys = two_least_keys(a, i);
    const size_t end = way_list_end(a, i);
    return (offer){keys.element, keys.element < end ? way_cost_units(a, keys.least) : WAY_NEVER,
                   keys.second < INFINITY ? way_cost_units(a, keys.second - keys.least) : 0};
}

/* Compares the near elements of chooser i by the present prices. `second` becomes the second least key. */
static offer compare_near(const way_assigning *a, uint32_t i, int64_t *second) {
    const way_near_one *near = a->near + a->near_start[i];
    offer best = {way_list_end(a, i), WAY_NEVER, 0};
    *second = WAY_NEVER;
    for (uint32_t k = 0; k < a->near_count[i]; k++) {
        if (near[k].key >= *second)
            continue;
        const int64_t key = near[k].cost - a->v[near[k].row];
        if (key < best.key) {
            *second = best.key;
            best.key = key;
            best.element = near[k].element;
        } else if (key < *second)
            *second = key;
    }
    best.above = *second == WAY_NEVER ? 0 : *second - best.key;
    return best;
}

/* Like offer_of_list, but compares only the near elements of the list. If one of the other elements may now
   have one of the two least keys, first finds the near elements again. Called for long lists, if the call has
   a `row` column. */
static offer offer_of_near(way_assigning *a, uint32_t i) {
    int64_t second;
    if (a->rest[i] != WAY_UNKNOWN) {
        const offer best = compare_near(a, i, &second);
        if (second <= a->rest[i])
            return best;
    }
    way_find_near(a, i);
    return compare_near(a, i, &second);
}

/* Chooser i takes the candidate with the least cost - price, unless this key is above `most`. If the
   candidate then has no room left, its price falls until the candidate is more expensive than the next best
   one by `least`. Returns the chooser that lost the candidate, or WAY_NOBODY if no chooser did. */
static uint32_t bid(way_assigning *a, uint32_t i, int64_t least, int64_t most) {
    const size_t begin = way_list_at(a, i), end = way_list_end(a, i);
    const offer best = a->has_rows && end - begin > SHORT ? offer_of_near(a, i) : offer_of_list(a, i);
    if (best.element == end || best.key > most)
        return WAY_NOBODY;
    const uint32_t j = way_list_row(a, begin, best.element);
    const uint32_t other = a->spare[j] > 0 ? WAY_NOBODY : a->first[j];
    if (other != WAY_NOBODY)
        way_take(a, other);
    if (a->spare[j] == 1)
        way_set_price(a, j, a->v[j] - best.above - least);
    way_give(a, i, j, (uint32_t)best.element);
    return other;
}

/* Holds one auction, which ends when `wanted` choosers have a candidate. A chooser without a candidate bids.
   A chooser that loses its candidate bids again. If not all choosers can be served, a chooser whose least key
   is above all costs gives up. Otherwise choosers whose lists have the same few candidates would outbid each
   other without end. Returns the number of bids. */
static size_t hold_auction(way_assigning *a, size_t wanted, int64_t least) {
    uint32_t *const waiting = a->waiting;
    const size_t most_bids = 100 * a->to.count;
    const int64_t most = wanted < a->to.count ? a->largest : WAY_NEVER;
    size_t waits = 0, served = 0, bids = 0;
    for (size_t i = a->to.count; i-- > 0;) {
        if (a->target[i] != WAY_NOBODY)
            way_take(a, (uint32_t)i);
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

/* Estimates the prices by auctions. As `least` falls from auction to auction, prices approach the final
   prices. The search is exact whatever the prices are. If many candidates are nearly equal, such as the slots
   of a distant formation, the number of bids does not fall from auction to auction. If the lists are also
   long, further auctions still take less time than the searches that they save. */
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

void way_begin_prices(way_assigning *a, int is_all_taken, size_t most) {
    memset(a->is_shut, 0, 4 * a->to.count);
    memset(a->closed, 0, 4 * a->to.runner_count);
    a->turn = 0;
    if (is_all_taken)
        price_by_columns(a);
    for (size_t j = 0; j < a->to.runner_count; j++) {
        a->shut_price[j] = 0.0f; /* set for all candidates, because a key must not be NaN */
        if (!is_all_taken)
            way_set_price(a, (uint32_t)j, 0);
    }
    for (size_t i = 0; i < a->to.count; i++)
        a->rest[i] = WAY_UNKNOWN;
    if (!is_all_taken)
        return;
    auction(a, most);
    for (size_t i = 0; i < a->to.count; i++)
        a->rest[i] = WAY_UNKNOWN;
}
