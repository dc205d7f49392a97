/* Updates interceptions in a game where few runners turn in a frame. While a runner keeps its course, its
   chaser's velocity stays right. So each frame solves only the chasers whose runners turned: the batch's
   `index` lists these chasers. The list pays while at most about 15 % of the runners turn in a frame. With
   more, solve all chasers.
   usage: waylay-example-dirty [AGENTS [PER CENT THAT TURN]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "waylay/waylay.h"

enum { FRAMES = 60, MOST = 1000000 };
static float x[MOST], y[MOST], ux[MOST], uy[MOST], ux_speed[MOST], uy_speed[MOST];
static float go_x[MOST], go_y[MOST], all_x[MOST], all_y[MOST];
static uint32_t turned[MOST];

static float draw(float low, float high) { return low + (high - low) * (float)rand() / (float)RAND_MAX; }

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    const size_t agents = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 100000;
    if (agents < 100 || agents > MOST)
        return fprintf(stderr, "AGENTS: expected 100 to %d, found %s\n", MOST, argc > 1 ? argv[1] : ""), 2;
    const int share = argc > 2 ? atoi(argv[2]) : 1;
    if (share < 0 || share > 100)
        return fprintf(stderr, "PER CENT: expected 0 to 100, found %s\n", argv[2]), 2;
    const float speed = 30, dt = 1.0f / 60;
    for (size_t i = 0; i < agents; i++) {
        x[i] = draw(0, 1000), y[i] = draw(0, 1000), ux[i] = draw(0, 1000), uy[i] = draw(0, 1000);
        ux_speed[i] = draw(-10, 10), uy_speed[i] = draw(-10, 10);
    }
    way_intercept2d_in in = WAY_INIT;
    in.chaser_x = way_in(x), in.chaser_y = way_in(y), in.chaser_speed = way_same(&speed);
    in.runner_x = way_in(ux), in.runner_y = way_in(uy);
    in.runner_vx = way_in(ux_speed), in.runner_vy = way_in(uy_speed);
    way_intercept2d_out out = WAY_INIT, whole = WAY_INIT;
    out.velocity_x = way_out(go_x), out.velocity_y = way_out(go_y);
    whole.velocity_x = way_out(all_x), whole.velocity_y = way_out(all_y);
    way_batch everyone = WAY_INIT, few = WAY_INIT;
    everyone.count = agents;
    way_intercept2d(&in, &out, &everyone);

    double least_few = 1, least_all = 1;
    size_t different = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        size_t count = 0;
        for (size_t i = 0; i < agents; i++) {
            x[i] += go_x[i] * dt, y[i] += go_y[i] * dt;
            ux[i] += ux_speed[i] * dt, uy[i] += uy_speed[i] * dt;
            if (rand() % 100 < share) { /* this runner turns */
                ux_speed[i] = draw(-10, 10), uy_speed[i] = draw(-10, 10);
                turned[count++] = (uint32_t)i;
            }
        }
        few.index = turned, few.count = count, few.agent_count = agents;
        double start = now();
        way_result result = way_intercept2d(&in, &out, &few);
        double middle = now();
        if (result == WAY_OK)
            result = way_intercept2d(&in, &whole, &everyone); /* all chasers, for comparison */
        double end = now();
        if (result != WAY_OK)
            return fprintf(stderr, "%s\n", way_result_string(result)), 1;
        least_few = middle - start < least_few ? middle - start : least_few;
        least_all = end - middle < least_all ? end - middle : least_all;
        for (size_t k = 0; k < count; k++)
            different += memcmp(&go_x[turned[k]], &all_x[turned[k]], sizeof(float)) != 0 ||
                         memcmp(&go_y[turned[k]], &all_y[turned[k]], sizeof(float)) != 0;
    }
    /* the velocities of chasers that were not solved again should still be those that a new call returns */
    size_t off = 0;
    for (size_t i = 0; i < agents; i++)
        off +=
            (go_x[i] - all_x[i]) * (go_x[i] - all_x[i]) + (go_y[i] - all_y[i]) * (go_y[i] - all_y[i]) > 0.01f;
    printf("%zu chasers, %d of 100 runners turn each frame: %.0f us for the turned, %.0f us for all\n",
           agents, share, 1e6 * least_few, 1e6 * least_all);
    printf("after %d frames %zu answers differ in bits, %zu of %zu velocities are off by 0.1 m/s\n", FRAMES,
           different, off, agents);
    return different != 0 || off * 100 > agents;
}
