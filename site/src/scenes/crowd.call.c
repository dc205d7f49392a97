#include "waylay/waylay.h"

typedef struct { float *x, *y, *vx, *vy, *wish_x, *wish_y, *next_vx, *next_vy; uint32_t *row; size_t count; } crowd;

/* Of the velocities that avoid other people and walls, finds the one nearest to each person's wanted one.
   With `yielding` of 1, one of two people who press into a door goes first. */
way_result avoid(const crowd *c, const way_wall *walls, size_t wall_count, float speed, float radius,
                 float yielding, float step) {
    way_avoid2d_in in = {
        .chaser_x.data = c->x, .chaser_y.data = c->y, .chaser_vx.data = c->vx, .chaser_vy.data = c->vy,
        .preferred_vx.data = c->wish_x, .preferred_vy.data = c->wish_y, .chaser_speed = way_same(&speed),
        .radius = way_same(&radius), .dt = way_same(&step), .yielding = way_same(&yielding), .self.data = c->row,
        .runner_x.data = c->x, .runner_y.data = c->y, .runner_vx.data = c->vx, .runner_vy.data = c->vy,
        .runner_radius = way_same(&radius),
    };
    way_avoid2d_out out = {.velocity_x.data = c->next_vx, .velocity_y.data = c->next_vy};
    way_avoidance how = {
        .count = c->count, .runner_count = c->count, .walls = walls, .wall_count = wall_count,
    };
    return way_avoid2d(&in, &out, &how);
}
