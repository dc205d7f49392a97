#include "waylay/waylay.h"

/* Finds where to aim now, so that the shot hits as early as possible. Returns WAY_MET, or why none hits. */
int32_t aim(way_intercept2d_agent gun_and_pigeon, way_intercept2d_answer *answer) {
    way_intercept2d_one(&gun_and_pigeon, answer);
    return answer->status; /* aim along answer->velocity_x, answer->velocity_y */
}

/* A hundred towers aim at once. `target` holds the row of each tower's pigeon. */
way_result aim_all(const way_intercept2d_in *towers_and_pigeons, const way_intercept2d_out *out, const uint32_t *target) {
    return way_intercept2d(towers_and_pigeons, out, &(way_batch){.count = 100, .targets = {.row.data = target, .runner_count = 10}});
}
