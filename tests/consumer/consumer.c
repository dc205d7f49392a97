/* A stranger's program in C11: exits 0 where waylay answers as it should. */
#include <string.h>

#include "waylay/waylay.h"

int main(void) {
    const float x[] = {0, 0}, y[] = {0, 0}, speed = 5, runner_x[] = {3, 30}, runner_y[] = {4, 0};
    const float vx[] = {0, 9}, vy[] = {0, 0};
    float time[2];
    int32_t status[2];
    way_intercept2d_in in = {
        .chaser_x = {x},  .chaser_y = {y}, .chaser_speed = way_same(&speed), .runner_x = {runner_x}, .runner_y = {runner_y},
        .runner_vx = {vx}, .runner_vy = {vy},
    };
    way_intercept2d_out out = {.time = {time}, .status = {status}};
    way_batch batch = {.count = 2};
    if (strcmp(way_version(), WAY_VERSION_STRING) != 0 || way_intercept2d(&in, &out, &batch) != WAY_OK)
        return 1;
    return !(time[0] == 1 && status[0] == WAY_MET && status[1] == WAY_TOO_SLOW);
}
