/* Searches a list for the walls that balls come near. Every wall of the list is tested: either LANES walls at
   a time against one ball, or one wall at a time against a ball in each lane. */
#ifndef WAY_WALL_LIST_H
#define WAY_WALL_LIST_H

#include "kernels/bounce/wall_near.h"

WAY_INLINE unsigned lowest_bit(unsigned bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(bits);
#else
    unsigned k = 0;
    while (!(bits >> k & 1))
        k++;
    return k;
#endif
}

/* Loads LANES walls of the list, from number `next` on. */
WAY_INLINE wall_row row_of_list(const way_wall_list *list, size_t next) {
    const flanes room = f_set((float)WALL_ROOM);
    const size_t last = list->count - 1;
    uint32_t number[LANES];
    flanes end[4];
    for (size_t l = 0; l < LANES; l++)
        number[l] = (uint32_t)(next + l < last ? next + l : last);
    f_gather(walls_numbered(list, number), 4, end);
    wall_row r = row_between(end[0], end[1], end[2], end[3]);
    mask stops = m_and(m_and(f_lt(f_abs(end[0]), room), f_lt(f_abs(end[1]), room)),
                       m_and(f_lt(f_abs(end[2]), room), f_lt(f_abs(end[3]), room)));
    r.lo_x = f_select(stops, f_sub(f_smaller(end[0], end[2]), r.slack), f_set(NAN));
    r.hi_x = f_add(f_larger(end[0], end[2]), r.slack);
    r.lo_y = f_sub(f_smaller(end[1], end[3]), r.slack);
    r.hi_y = f_add(f_larger(end[1], end[3]), r.slack);
    return r;
}

/* Tests LANES walls at a time against one ball after another, which is faster if few balls search. */
WAY_INLINE void try_list_by_ball(wall_search *s) {
    const size_t walls = s->list->count;
    while (s->next < walls && s->most <= MOST_FOUND - LANES) {
        const wall_row r = row_of_list(s->list, s->next);
        const unsigned there = walls - s->next < LANES ? (1u << (walls - s->next)) - 1 : (1u << LANES) - 1;
        for (unsigned balls = s->searches; balls != 0; balls &= balls - 1) {
            const int l = (int)lowest_bit(balls);
            const lane_of_way w = way_of_lane(s, l);
            mask near = comes_to(w, r.lo_x, r.hi_x, r.lo_y, r.hi_y);
            if (!m_any(near))
                continue;
            int32_t count = s->count[l];
            for (unsigned bits = m_bits(m_and(near, comes_near(w, r))) & there; bits != 0; bits &= bits - 1)
                s->found[count++][l] = (uint32_t)s->next + lowest_bit(bits);
            s->count[l] = count;
            s->most = s->most < count ? count : s->most;
        }
        s->next += LANES;
    }
}

/* Tests one wall at a time against all balls. */
WAY_INLINE void try_list_by_wall(wall_search *s) {
    const lane_of_way w = ways_of_lanes(s);
    const size_t walls = s->list->count;
    ilanes found[ENOUGH_FOUND] = {i_set(0), i_set(0), i_set(0), i_set(0)}, count = i_set(0);
    while (s->next < walls && s->most < ENOUGH_FOUND) {
        float row[10][LANES];
        store_row(row_of_list(s->list, s->next), row);
        const size_t end = walls - s->next < LANES ? walls : s->next + LANES;
        for (size_t k = 0; s->next < end && s->most < ENOUGH_FOUND; k++, s->next++) {
            const wall_row r = wall_of_row(row, k);
            mask near = comes_to(w, r.lo_x, r.hi_x, r.lo_y, r.hi_y);
            if (!m_any(near))
                continue;
            near = m_and(near, comes_near(w, r));
            if (!m_any(near))
                continue;
            for (int n = ENOUGH_FOUND - 1; n > 0; n--)
                found[n] = i_select(near, found[n - 1], found[n]);
            found[0] = i_select(near, i_set((int32_t)s->next), found[0]);
            count = i_count(near, count);
            s->most += m_any(i_lt(i_set(s->most), count));
        }
    }
    for (int n = 0; n < ENOUGH_FOUND; n++)
        i_store((int32_t *)s->found[n], found[n]);
    i_store(s->count, count);
}

#endif
