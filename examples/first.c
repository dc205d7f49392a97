#include <stdio.h>
#include "waylay/waylay.h"

int main(void) {
    float x[] = {0, 9, 4}, y[] = {0, 1, 8}, speed = 5;                             /* three marines */
    float ux[] = {3, 9, 40}, uy[] = {4, 5, 8}, vx[] = {0, 2, 9}, vy[] = {0, 0, 0}; /* their targets */
    float time[3], go_x[3], go_y[3];
    int32_t status[3];

    way_intercept2d_in in = WAY_INIT;
    in.chaser_x = way_in(x), in.chaser_y = way_in(y), in.chaser_speed = way_same(&speed);
    in.runner_x = way_in(ux), in.runner_y = way_in(uy), in.runner_vx = way_in(vx), in.runner_vy = way_in(vy);
    way_intercept2d_out out = WAY_INIT;
    out.time = way_out(time), out.velocity_x = way_out(go_x), out.velocity_y = way_out(go_y);
    out.status = way_out(status);
    way_batch batch = WAY_INIT;
    batch.count = 3;
    way_intercept2d(&in, &out, &batch);

    for (int i = 0; i < 3; i++)
        printf("%-8s %5.2f s, go (%5.2f, %5.2f)\n", way_status_word(status[i]), time[i], go_x[i], go_y[i]);
}
