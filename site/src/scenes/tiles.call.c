#include "waylay/waylay.h"

typedef struct { int32_t *x, *y, *from_x, *from_y, *step_x, *step_y, *status; size_t count; } walkers;

/* Finds the next tile on the straight line to the runner. from_x and from_y hold the line's first tile. */
way_result line(const walkers *w, const int32_t *runner_x, const int32_t *runner_y) {
    way_tile_line_in in = {
        .chaser_x.data = w->x, .chaser_y.data = w->y, .from_x.data = w->from_x, .from_y.data = w->from_y,
        .runner_x = way_same(runner_x), .runner_y = way_same(runner_y),
    };
    way_tile_line_out out = {
        .step_x.data = w->step_x, .step_y.data = w->step_y, .status.data = w->status,
        .next_from_x.data = w->from_x, .next_from_y.data = w->from_y,
    };
    return way_tile_line(&in, &out, &(way_batch){.count = w->count});
}
