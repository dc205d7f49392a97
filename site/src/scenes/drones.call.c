#include "waylay/waylay.h"

typedef struct { float *x, *y, *speed, *wish_x, *wish_y; int32_t *status; uint32_t *target; } drones;
typedef struct { float *x, *y, *vx, *vy; size_t count; } runners;

/* In every frame, each of `count` drones chases its runner, whose row is in `target`. */
way_result chase(const drones *d, const runners *r, size_t count) {
    way_intercept2d_in in = {
        .chaser_x.data = d->x, .chaser_y.data = d->y, .chaser_speed.data = d->speed,
        .runner_x.data = r->x, .runner_y.data = r->y, .runner_vx.data = r->vx, .runner_vy.data = r->vy,
    };
    way_intercept2d_out out = {
        .velocity_x.data = d->wish_x, .velocity_y.data = d->wish_y, .status.data = d->status,
    };
    way_batch batch = {.count = count, .targets = {.row.data = d->target, .runner_count = r->count}};
    return way_intercept2d(&in, &out, &batch);
}
