/* Notes the first hits of sixteen rays that are searched together, which are a packet. beam_packets.h searches in the
   plane, and flight_packets.h in space. */
#ifndef WAY_RAY_PACKETS_H
#define WAY_RAY_PACKETS_H

#include "choose/cast_internal.h"
#include "lanes/sixteen.h"

/* STEEP: the largest slope of a ray of a packet. */
#define STEEP 4.0f

/* Candidates of rays, one per lane. A ray may hit its candidate from the time `first` on if `may` is true. If `must`
   is also true, it certainly hits it within its range, until the time `last`. */
typedef struct lane_hits {
    mask may, must;
    flanes first, last;
} lane_hits;

/* The first certain hits of sixteen rays. */
typedef struct ray_firsts {
    float from[WAY_BEAMS], name[WAY_BEAMS]; /* name: uint32_t, of the wall, disc or triangle */
    float rival[WAY_BEAMS];                 /* a lower bound of the times of all other candidates */
    unsigned hits;                          /* bits of the rays with a certain hit */
} ray_firsts;

/* The same in vectors, while a leaf is searched. */
typedef struct lane_firsts {
    flanes from[VECTORS], name[VECTORS], rival[VECTORS];
    unsigned won; /* bits of rays with a new certain hit */
} lane_firsts;

WAY_INLINE void no_firsts(ray_firsts *r) {
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        f_store(r->from + at, f_set(INFINITY));
        f_store(r->name + at, f_set(0.0f));
        f_store(r->rival + at, f_set(INFINITY));
    }
    r->hits = 0;
}

WAY_INLINE lane_firsts open_firsts(const ray_firsts *r) {
    lane_firsts h = {.won = 0};
    for (int v = 0; v < VECTORS; v++) {
        h.from[v] = f_load(r->from + LANES * v);
        h.name[v] = f_load(r->name + LANES * v);
        h.rival[v] = f_load(r->rival + LANES * v);
    }
    return h;
}

WAY_INLINE void close_firsts(ray_firsts *r, const lane_firsts *h) {
    for (int v = 0; v < VECTORS; v++) {
        f_store(r->from + LANES * v, h->from[v]);
        f_store(r->name + LANES * v, h->name[v]);
        f_store(r->rival + LANES * v, h->rival[v]);
    }
    r->hits |= h->won;
}

/* Notes which rays may hit their candidates, and which certainly hit them before `until`. Shortens `until`. */
WAY_INLINE void note_hits(lane_firsts *to, int v, flanes *until, lane_hits h, flanes name) {
    const flanes from = to->from[v], rival = to->rival[v];
    const mask wins = m_and(m_and(h.may, h.must), f_lt(h.last, *until));
    to->rival[v] = f_select(h.may, f_smaller(rival, f_select(wins, from, h.first)), rival);
    to->from[v] = f_select(wins, h.first, from);
    to->name[v] = f_select(wins, name, to->name[v]);
    *until = f_select(wins, h.last, *until);
    to->won |= m_bits(wins) << LANES * v;
}

/* Notes a candidate of ray i. Returns the bit of the ray if it has a new certain hit. */
WAY_INLINE unsigned note_hit(ray_firsts *r, int i, float *until, int must, float first, float last,
                             uint32_t name) {
    const int wins = must && last < *until;
    const float late = wins ? r->from[i] : first;
    if (wins) {
        r->from[i] = first;
        r->name[i] = as_float(name);
        *until = last;
    }
    r->rival[i] = late < r->rival[i] ? late : r->rival[i];
    return (unsigned)wins << i;
}

/* Returns those rays of the set `bits` whose hits are settled. `until` is -INFINITY for rays of other packets. With
   `any`, a certain hit is enough. */
WAY_INLINE unsigned settled_rays(const ray_firsts *r, const float *until, unsigned bits, int any) {
    unsigned open = 0;
    for (int at = 0; at < WAY_BEAMS; at += LANES) {
        const flanes rival = f_load(r->rival + at), end = f_load(until + at);
        const mask is_in = m_and(f_lt(f_set(-INFINITY), end), f_lt(rival, f_set(INFINITY)));
        open |= m_bits(m_and(is_in, f_le(rival, end))) << at;
    }
    return bits & (~open | (any ? r->hits : 0));
}

/* Returns the least number of the lanes of the packet's rays. */
WAY_INLINE float least_of_rays(const float *until, const float *from) {
    sixteen all;
    for (int k = 0; k < VECTORS; k++) {
        const mask is_in = f_lt(f_set(-INFINITY), f_load(until + LANES * k));
        all.of[k] = f_select(is_in, f_load(from + LANES * k), f_set(INFINITY));
    }
    return sixteen_least(&all);
}

/* Returns a whole number that grows with a float. */
WAY_INLINE uint32_t order_of(float number) {
    const uint32_t bits = as_number(number);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

#endif
