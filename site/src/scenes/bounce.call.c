#include "waylay/waylay.h"

typedef struct { float *x, *y, *vx, *vy, *radius; int32_t *bounces; size_t count; } balls;

/* Moves all balls by `dt` seconds, with bounces off the walls. Updates positions and velocities in place. */
way_result bounce(const balls *b, const way_wall *walls, size_t wall_count, float dt, float restitution) {
    way_bounce2d_in in = {
        .ball_x.data = b->x, .ball_y.data = b->y, .ball_vx.data = b->vx, .ball_vy.data = b->vy,
        .radius.data = b->radius, .dt = way_same(&dt), .restitution = way_same(&restitution),
    };
    way_bounce2d_out out = {
        .next_x.data = b->x, .next_y.data = b->y, .next_vx.data = b->vx, .next_vy.data = b->vy,
        .bounces.data = b->bounces,
    };
    return way_bounce2d(&in, &out, &(way_batch){.count = b->count, .walls = walls, .wall_count = wall_count});
}
