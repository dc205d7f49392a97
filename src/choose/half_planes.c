#include "choose/half_planes.h"

/* Finds the best point on the edge of half-plane `last` that also lies in all half-planes before it. Returns
   0 if there is no such point. */
static int best_on_edge(const way_disc_search *s, const way_half_plane *all, int last, way_vec2 *best) {
    const way_half_plane *h = &all[last];
    const way_vec2 foot = way_scale2(h->c, h->n), along = way_left_of(h->n);
    const double square = s->radius * s->radius - h->c * h->c;
    if (h->c > s->radius + s->slack)
        return 0;
    const double half = square > 0.0 ? way_sqrt(square) : 0.0;
    double low = -half, high = half;
    for (int j = 0; j < last; j++) {
        const double rise = way_dot2(all[j].n, along), lack = all[j].c - way_dot2(all[j].n, foot);
        if (rise > WAY_PARALLEL) {
            const double from = lack / rise;
            low = from > low ? from : low;
        } else if (rise < -WAY_PARALLEL) {
            const double to = lack / rise;
            high = to < high ? to : high;
        } else if (lack > s->slack)
            return 0;
        if (low - high > s->slack)
            return 0;
    }
    double at = way_dot2(s->aim, along);
    if (s->is_far)
        at = at > 0.0 ? high : low;
    at = at < low ? low : at;
    at = at > high ? high : at;
    *best = (way_vec2){foot.x + at * along.x, foot.y + at * along.y};
    return 1;
}

int way_best_in_half_planes(const way_disc_search *s, const way_half_plane *all, int from, int count,
                            way_vec2 *best) {
    for (int i = from; i < count; i++)
        if (way_dot2(all[i].n, *best) < all[i].c - s->slack) {
            way_vec2 better;
            if (!best_on_edge(s, all, i, &better))
                return i;
            *best = better;
        }
    return count;
}
