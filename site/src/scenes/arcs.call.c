#include "waylay/waylay.h"

/* Computes the low and the high arc to a target that moves and gains speed. */
void arcs(float speed, float gravity, float x, float y, float vx, float vy, way_arc2d_answer *answer) {
    way_arc2d_agent gun;
    way_arc2d_agent_default(&gun);
    gun.shell_speed = speed, gun.gravity = gravity;
    gun.runner_x = x, gun.runner_y = y, gun.runner_vx = vx, gun.runner_vy = vy;
    way_arc2d_one(&gun, answer); /* velocity_x and _y: the low arc; high_velocity_x and _y: the high arc */
}

/* Computes the position of a shell after a time. */
void flight(way_flight2d_agent shell, float time, way_flight2d_answer *answer) {
    shell.time = time;
    way_flight2d_one(&shell, answer);
}
