/* Declares how positions are rounded to the caller's numbers. */
#ifndef WAY_SETTLE_H
#define WAY_SETTLE_H

#include "bodies/bodies.h"

typedef struct way_settled {
    double x, y; /* the numbers that the call writes, with the walls' origin added */
} way_settled;

/* Are positions rounded? */
int way_bodies_are_rounded(const way_bounce_all2d_out *out, const way_bodies *of);

/* Moves body i to the time `now`, and returns its position in the caller's numbers. */
way_settled way_body_settle(way_scene *s, uint32_t i, const way_bounce_all2d_out *out, const way_bodies *of);

#endif
