/* Finds the walls that balls may touch on their paths. With and without a tree, the same walls pass the last
   test (wall_near.h), but the order differs. So a result must depend neither on this order nor on walls that
   are met after the first wall. */
#ifndef WAY_WALL_SEARCH_H
#define WAY_WALL_SEARCH_H

#include "kernels/bounce/wall_branches.h"

/* Starts a search for the walls that the ball can meet within `time`, in the lanes of `search`. */
WAY_INLINE void search_from(wall_search *s, const way_wall_list *list, ball b, wide time, mask search) {
    const way_wall_tree *tree = list->count > WORTH_A_TREE ? list->tree : NULL;
    const path_direction u = path_direction_of(b);
    f_store(s->x, w_narrow(b.x));
    f_store(s->y, w_narrow(b.y));
    f_store(s->ux, u.x);
    f_store(s->uy, u.y);
    search_until(s, b, time);
    i_store(s->searching, i_keep(search, i_set(1)));
    s->searches = m_bits(search);
    unsigned many = s->searches;
    for (int n = 0; n < LANES / 4; n++)
        many &= many - 1; /* clears one bit */
    s->few = many == 0;
    s->list = list;
    s->tree = tree;
    s->next = 0;
    s->most = 0;
    i_store((int32_t *)s->towards, i_set(0));
    if (tree != NULL || s->few)
        for (int k = 0; k < MOST_FOUND; k++) /* unused entries are also read, so they must be valid */
            i_store((int32_t *)s->found[k], i_set(0));
    if (tree == NULL)
        return;
    ilanes left = i_keep(f_lt(u.x, f_set(0.0f)), i_set(1)), down = i_keep(f_lt(u.y, f_set(0.0f)), i_set(2));
    i_store((int32_t *)s->towards, i_or(left, down));
    i_store((int32_t *)s->level, i_set(ROOT_AHEAD));
}

/* Plain C inlines the search, because one call per wall would cost 10 %. */
#if LANES == 1
#define WAY_SEARCHING WAY_INLINE
#else
#define WAY_SEARCHING WAY_OUT_OF_LINE
#endif

/* Fills `found` with the next walls, `count` of them in each lane. Returns 0 if no lane has found any. */
WAY_SEARCHING int search_on(wall_search *s) {
    s->most = 0;
    i_store(s->count, i_set(0));
    if (s->tree != NULL)
        for (unsigned balls = s->searches; balls != 0; balls &= balls - 1) {
            const int l = (int)lowest_bit(balls);
            try_tree(s, l);
            s->most = s->most < s->count[l] ? s->count[l] : s->most;
        }
    else if (s->few)
        try_list_by_ball(s);
    else
        try_list_by_wall(s);
    return s->most > 0;
}

#undef WAY_SEARCHING

/* found_number returns the k-th wall that each lane has found. has_found returns the lanes that have a k-th
   wall. */
WAY_INLINE ilanes found_number(const wall_search *s, int k) { return i_load(s->found[k]); }
WAY_INLINE mask has_found(const wall_search *s, int k) { return i_lt(i_set(k), i_load(s->count)); }

#endif
