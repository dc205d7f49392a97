#include "waylay/waylay.h"

typedef struct { float *x, *y, *vx, *vy, *go_x, *go_y; size_t count; } pack;

/* Each wolf runs to the point where it will catch the sheep. way_seek2d, way_predict2d and way_closing2d
   are called in the same way. */
way_result lead(const pack *wolf, const pack *sheep, float speed, const uint32_t *target) {
    way_lead2d_in in = {
        .chaser_x.data = wolf->x, .chaser_y.data = wolf->y, .chaser_speed = way_same(&speed),
        .runner_x.data = sheep->x, .runner_y.data = sheep->y,
        .runner_vx.data = sheep->vx, .runner_vy.data = sheep->vy,
    };
    way_lead2d_out out = {.velocity_x.data = wolf->go_x, .velocity_y.data = wolf->go_y};
    way_batch batch = {.count = wolf->count, .targets = {.row.data = target, .runner_count = sheep->count}};
    return way_lead2d(&in, &out, &batch);
}
