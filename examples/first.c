#include <stdio.h>
#include "waylay/waylay.h"

int main(void) {
    float x[] = {0, 9, 4}, y[] = {0, 1, 8}, speed = 5;                        /* three marines */
    float ux[] = {3, 9, 40}, uy[] = {4, 5, 8}, vx[] = {0, 2, 9}, vy[] = {0, 0, 0}; /* whom they are after */
    float time[3], go_x[3], go_y[3];
    int32_t status[3];

    way_intercept2d_in in = {
        .chaser_x = {x}, .chaser_y = {y}, .chaser_speed = way_same(&speed),
        .runner_x = {ux}, .runner_y = {uy}, .runner_vx = {vx}, .runner_vy = {vy},
    };
    way_intercept2d_out out = {
        .time = {time}, .velocity_x = {go_x}, .velocity_y = {go_y}, .status = {status},
    };
    way_intercept2d(&in, &out, &(way_batch){.count = 3});

    for (int i = 0; i < 3; i++)
        printf("%-8s %5.2f s, go (%5.2f, %5.2f)\n", way_status_word(status[i]), time[i], go_x[i], go_y[i]);
}
