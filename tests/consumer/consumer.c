/* A user's program in C11. The program solves the README's three marines, and exits with 0 if all answers
   have the expected bits. */
#include <stdio.h>
#include <string.h>

#include "waylay/waylay.h"

int main(void) {
    const float x[] = {0, 9, 4}, y[] = {0, 1, 8}, speed = 5;
    const float runner_x[] = {3, 9, 40}, runner_y[] = {4, 5, 8}, vx[] = {0, 2, 9}, vy[] = {0, 0, 0};
    /* the answers are time, point x, velocity; the second marine takes sqrt(16 / 21) s */
    const uint32_t expected_bits[3][4] = {{0x3f800000, 0x40400000, 0x40400000, 0x40800000},
                                          {0x3f5f7483, 0x412bee90, 0x40000000, 0x4092a476},
                                          {0x7f800000, 0x42200000, 0x00000000, 0x00000000}};
    const int32_t expected_status[] = {WAY_MET, WAY_MET, WAY_TOO_SLOW};
    float time[3], velocity[3][2], point_x[3];
    int32_t status[3];
    const way_intercept2d_in in = {
        .chaser_x = {x},
        .chaser_y = {y},
        .chaser_speed = way_same(&speed),
        .runner_x = {runner_x},
        .runner_y = {runner_y},
        .runner_vx = {vx},
        .runner_vy = {vy},
    };
    const way_intercept2d_out out = {
        .time = {time},
        .point_x = {point_x},
        .velocity_x = way_to(&velocity[0][0], sizeof velocity[0]),
        .velocity_y = way_to(&velocity[0][1], sizeof velocity[0]),
        .status = {status},
    };
    const way_batch batch = {.count = 3};
    if (strcmp(way_version(), WAY_VERSION_STRING) != 0) {
        fprintf(stderr, "the header is of %s, the library of %s\n", WAY_VERSION_STRING, way_version());
        return 1;
    }
    way_result result = way_intercept2d(&in, &out, &batch);
    if (result != WAY_OK) {
        fprintf(stderr, "%s\n", way_result_string(result));
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        const float answer[] = {time[i], point_x[i], velocity[i][0], velocity[i][1]};
        uint32_t bits[4];
        memcpy(bits, answer, sizeof bits);
        if (status[i] != expected_status[i] || memcmp(bits, expected_bits[i], sizeof bits) != 0) {
            fprintf(stderr, "marine %d: %s, 0x%08x 0x%08x 0x%08x 0x%08x\n", i, way_status_word(status[i]),
                    (unsigned)bits[0], (unsigned)bits[1], (unsigned)bits[2], (unsigned)bits[3]);
            return 1;
        }
    }
    return 0;
}
