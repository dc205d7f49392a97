#include "waylay/waylay.h"

typedef struct { float *x, *y, *wish_x, *wish_y; uint32_t *exit; size_t count; } people;

/* After walls have moved: writes the walls into the grid, and finds the cheapest paths to each exit. */
way_result find_paths(way_field *field, uint8_t *costs, float cell, const way_wall *walls, size_t wall_count) {
    way_result result = way_wall_cells(walls, wall_count, 0, 0, cell, field->width, field->height, costs);
    field->costs = costs;
    return result == WAY_OK ? way_field2d(field) : result;
}

/* In each frame: finds the velocities along these paths, which way_avoid2d then takes as preferred ones. */
way_result follow(const people *p, const way_field *field, float cell, float speed, float dt) {
    way_follow2d_in in = {
        .chaser_x.data = p->x, .chaser_y.data = p->y, .chaser_speed = way_same(&speed),
        .field.data = p->exit, .dt = way_same(&dt),
    };
    way_follow2d_out out = {.velocity_x.data = p->wish_x, .velocity_y.data = p->wish_y};
    return way_follow2d(&in, &out, &(way_following){.count = p->count, .field = field, .cell = cell, .sight = 8});
}
