#include "waylay/waylay.h"

typedef struct { float *x, *y, *vx, *vy, *radius, *mass; size_t count; } balls;

/* Moves all balls by `dt` seconds, in place: they bounce off each other and off the walls. */
way_result bounce(const balls *b, const way_wall *walls, size_t wall_count, float dt, void *memory, size_t bytes) {
    way_bounce_all2d_in in = {
        .ball_x.data = b->x, .ball_y.data = b->y, .ball_vx.data = b->vx, .ball_vy.data = b->vy,
        .radius.data = b->radius, .mass.data = b->mass, .dt = way_same(&dt),
    };
    way_bounce_all2d_out out = {
        .next_x.data = b->x, .next_y.data = b->y, .next_vx.data = b->vx, .next_vy.data = b->vy,
    };
    return way_bounce_all2d(&in, &out, &(way_bodies){.count = b->count, .walls = walls, .wall_count = wall_count,
        .memory = memory, .bytes = bytes}); /* at least way_bounce_all2d_bytes(count) */
}
