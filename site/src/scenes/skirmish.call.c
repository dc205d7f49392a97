#include "waylay/waylay.h"

enum { BEST = 8 };
typedef struct { float *x, *y, *speed; uint32_t *side, *enemies, *target; size_t count; } army;

/* Each unit finds its eight nearest enemies and is assigned one of them. At most three units attack an enemy.
   `memory` has way_assign_bytes(count, count, BEST * count) bytes. */
way_result pick(const army *a, uint32_t *near_row, float *near_cost, void *memory, size_t bytes) {
    const uint32_t three = 3;
    way_choose2d_in units = {
        .chaser_x.data = a->x, .chaser_y.data = a->y, .chaser_speed.data = a->speed, .chaser_mask.data = a->enemies,
        .runner_x.data = a->x, .runner_y.data = a->y, .runner_mask.data = a->side,
    };
    way_choose2d_out best = {.target = way_out(near_row), .cost = way_out(near_cost)};
    way_choice choice = {.count = a->count, .runner_count = a->count, .best = BEST};
    way_result chosen = way_choose2d(&units, &best, &choice);
    if (chosen != WAY_OK)
        return chosen;
    way_assign_in lists = {.row.data = near_row, .cost.data = near_cost, .capacity = way_same(&three)};
    way_assignment how = {
        .count = a->count, .runner_count = a->count, .each = BEST, .memory = memory, .bytes = bytes,
    };
    return way_assign(&lists, &(way_assign_out){.target.data = a->target}, &how);
}
