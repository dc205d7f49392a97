/* Computes when two discs meet, when a disc meets a wall, and the velocities after that.

   Two discs: let r and v be the position and the velocity of one disc relative to the other, and R the sum of
   the radii. The discs meet at the smaller root of |r + v t| = R:

       t = (r.r - R R) / (sqrt(R R v.v - (r x v)^2) - r.v).

   Let n be the unit vector between the centres, u = v.n the closing speed, and e the product of both
   restitutions. The velocities change by (1 + e) u n m2 / (m1 + m2) and by (1 + e) u n m1 / (m1 + m2).

   A disc and a wall: the disc meets the wall's face when its distance from the wall's line equals its radius.
   The disc meets an end of the wall as it meets a disc of radius 0.

   If two bodies touch and come closer, they meet now. Rounding can make the closing speed slightly positive
   although two bodies do not come closer. So a positive closing speed below the rounding error counts as 0.
   After a body has hit a wall, its velocity always points away from the wall.

   Restitutions below 1 can lead to infinitely many collisions within a finite time. Two walls between which a
   body just fits can do the same. So a body counts two kinds of collisions in a row. A collision is a repeat
   if the body has moved since the last one by at most 2^-10 of its radius or 2^-20 of its coordinates. A
   collision is a rattle if the body has moved by at most 2^-20 of its coordinates and radius. After
   WAY_ELASTIC repeats, further collisions are elastic, so the body keeps its energy: only finitely many such
   collisions can follow, unless the body is wedged in. After WAY_SLIDING rattles, the body loses its speed
   towards the body or wall that it hits. After WAY_STUCK of them, it stops when it hits a wall. See Stefan
   Luding, Sean McNamara, "How to handle the inelastic collapse of a dissipative hard-sphere gas with the TC
   model", which uses a time instead of a distance. */
#ifndef WAY_CONTACTS_H
#define WAY_CONTACTS_H

#include <math.h>

#include "bodies/bodies.h"
#include "isa/isa.h"

enum { WAY_ELASTIC = 32, WAY_SLIDING = 4096, WAY_STUCK = 4160 };

/* A collision whose closing speed is below this fraction of the body's speed is a slide: it is not counted,
   and has no friction. */
#define WAY_SLIDE 0x1p-20

/* Between bodies: the rounding errors of coordinates are below 2^-46 of the coordinates, and the rounding
   errors of directions are 2^-50 * coordinates / distance. Between a body and a wall: after a hit, the speed
   away from the wall is at least WAY_AWAY of the speed. */
#define WAY_TOUCH 0x1p-46
#define WAY_CLOSES 0x1p-44
#define WAY_TURNS 0x1p-50
#define WAY_AWAY 0x1p-48
#define WAY_WEDGED 0x1p-16 /* used instead of WAY_CLOSES after WAY_SLIDING rattles */

static inline double way_body_pace(const way_disc *body) { return fabs(body->vx) + fabs(body->vy); }

/* Bodies that touch collide if they come closer at more than this fraction of their speed. */
static inline double way_closing_part(unsigned rattles) {
    return rattles >= WAY_SLIDING ? WAY_WEDGED : WAY_CLOSES;
}

/* Returns the time at which two bodies meet, or +inf. Exchanging the bodies does not change the bits. */
static inline double way_bodies_meet(const way_disc *a, const way_disc *b) {
    const double from = a->t < b->t ? b->t : a->t;
    const double ax = a->x + a->vx * (from - a->t), ay = a->y + a->vy * (from - a->t);
    const double bx = b->x + b->vx * (from - b->t), by = b->y + b->vy * (from - b->t);
    const double rx = bx - ax, ry = by - ay, vx = b->vx - a->vx, vy = b->vy - a->vy;
    const double nearing = -(rx * vx + ry * vy), reach = a->radius + b->radius;
    if (!(nearing > 0) || !(reach > 0))
        return INFINITY;
    const double vv = vx * vx + vy * vy, k = rx * vy - ry * vx, rr = rx * rx + ry * ry,
                 square = reach * reach;
    const double disc = square * vv - k * k;
    const double all = fabs(ax) + fabs(ay) + fabs(bx) + fabs(by);
    const unsigned rattles = a->rattles < b->rattles ? a->rattles : b->rattles;
    const double least =
        (way_body_pace(a) + way_body_pace(b)) * (way_closing_part(rattles) * reach + WAY_TURNS * all);
    if (rr - square <= 2 * WAY_TOUCH * reach * (all + reach)) /* they touch */
        return nearing * reach > least * way_sqrt(rr) ? from : INFINITY;
    if (!(disc > least * least))
        return INFINITY;
    return from + (rr - square) / (way_sqrt(disc) + nearing);
}

/* Changes the velocities of two bodies that meet now. Returns 1 if their meeting counts as a bounce. */
int way_bodies_bounce(way_scene *s, uint32_t a, uint32_t b);

/* Returns the time at which a body meets a wall, or +inf. If they meet after `end`, the result may also be
   +inf. */
double way_body_meets_wall(const way_disc *body, const way_wall *wall, double end);

/* Moves a body to its meeting with a wall and changes its velocity. Returns 1 if the meeting counts as a
   bounce. */
int way_body_bounces(way_scene *s, uint32_t i, const way_wall *wall);

#endif
