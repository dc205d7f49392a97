/* The state of balls that move among walls, and what a bounce does to their velocities. */
#ifndef WAY_VOYAGE_H
#define WAY_VOYAGE_H

#include "kernels/bounce/first_wall.h"
#include "kernels/bounce/wall_skin.h"

#define MOST_BOUNCES 16

/* A ball that touches a wall slides along the wall if its speed towards the wall is less than GRAZE times its
   whole speed. */
#define GRAZE (WAY_WIDE_IS_DOUBLE ? 0x1p-40 : 0x1p-21)

/* Returns the velocity after the bounce, v - (1 + e) (v.n) n - f (v - (v.n) n), where n is the wall's unit
   normal, e the restitution and f the friction. */
WAY_INLINE wide_vector bounce_off(ball b, contact c, wide one_plus_restitution, wide friction) {
    wide across = dot2(b.vx, b.vy, c.nx, c.ny);
    wide px = w_mul(across, c.nx), py = w_mul(across, c.ny);
    wide_vector v = {w_sub(b.vx, w_mul(one_plus_restitution, px)),
                     w_sub(b.vy, w_mul(one_plus_restitution, py)), w_set(0.0)};
    v.x = w_sub(v.x, w_mul(friction, w_sub(b.vx, px)));
    v.y = w_sub(v.y, w_mul(friction, w_sub(b.vy, py)));
    return v;
}

/* Moving balls: their positions and velocities, the time left, and the factors of a bounce. */
typedef struct voyage {
    ball b;
    wide left, one_plus_restitution, friction;
    wide speed_unit; /* the real speed is b's speed * speed_unit; the real time left is left / speed_unit */
    holding held;
    mask valid, capped; /* `capped` is set if the ball reached the limit of bounces */
    widemask touching;
    ilanes bounces;
} voyage;

/* The states of the voyage of one group of LANES balls. If no ball starts near a wall, as in most groups, the
   state changes from STARTS to ENDED. Otherwise it changes from STARTS to NEAR_A_WALL. Then balls near a wall
   are moved off the wall, and the voyage starts again in the state HELD_OFF. */
typedef enum voyage_state { STARTS, NEAR_A_WALL, HELD_OFF, ENDED } voyage_state;

#endif
