#include <stdio.h>
#include "waylay/waylay.h"

int main(void) {
    float x[] = {0, 9, 4}, y[] = {0, 1, 8}, speed = 5;                             /* three marines */
    float ux[] = {3, 9, 40}, uy[] = {4, 5, 8}, vx[] = {0, 2, 9}, vy[] = {0, 0, 0}; /* their targets */
    float time[3], go_x[3], go_y[3];
    int32_t status[3];

    way_intercept2d_in in = {
        .chaser_x.data = x, .chaser_y.data = y, .chaser_speed = way_same(&speed),
        .runner_x.data = ux, .runner_y.data = uy, .runner_vx.data = vx, .runner_vy.data = vy,
    };
    way_intercept2d_out out = {
        .time.data = time, .velocity_x.data = go_x, .velocity_y.data = go_y, .status.data = status,
    };
    way_intercept2d(&in, &out, &(way_batch){.count = 3});

    for (int i = 0; i < 3; i++)
        printf("%-8s %5.2f s, go (%5.2f, %5.2f)\n", way_status_word(status[i]), time[i], go_x[i], go_y[i]);
}
