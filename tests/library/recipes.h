/* The recipes of docs/which-behaviour.md as functions. */
#ifndef WAYLAY_RECIPES_H
#define WAYLAY_RECIPES_H

#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct body {
    float x, y, vx, vy; /* m, m/s */
} body;

/* Cars on a path of waypoints: one element per car in each array */
typedef struct fleet {
    size_t count;
    float *x, *y, *heading_x, *heading_y;
    uint32_t *segment;
    int32_t *status;
    float speed, radius;
} fleet;

way_intercept2d_answer recipe_zone(body me, body other, float radius);
way_intercept2d_answer recipe_head_start(body robot, float speed, body ball, float seconds);
way_arc2d_answer recipe_wind(float speed, float gravity, body enemy, float wind_x, float wind_y);
way_intercept2d_answer recipe_current(body boat, float speed, body buoy, float current_x, float current_y);
way_result recipe_largest_sum(const float *value, float *cost, uint32_t *target, way_assignment *how);
way_intercept2d_answer recipe_before_it_is_out(body player, float speed, body ball, const way_wall line[4]);
way_march2d_answer recipe_missile(const way_cut_off2d_agent *missile, float seconds, float *time);
void recipe_waypoints(const fleet *car, const float *x, const float *y, size_t count, float dt);
body recipe_gravity_bounces(body ball, float gravity, float restitution, float seconds);
body recipe_paddle(body puck, float radius, way_wall paddle, float paddle_vx, float paddle_vy, float *time);
size_t recipe_break(body *ball, size_t count, float radius, const way_wall cushion[4], float dt, int frames,
                    void *memory, size_t bytes);
void recipe_head_on(const float goal[3], float preferred[3]);

#ifdef __cplusplus
}
#endif

#endif
