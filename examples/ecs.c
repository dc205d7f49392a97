/* Uses waylay with an entity-component system. waylay reads and writes the components in place: marines have
   arrays of x/y pairs, drones are an array of structs. Each marine chases the drone whose number is in the
   marine's AI component. */
#include <stdio.h>

#include "waylay/waylay.h"

typedef struct position {
    float x, y;
} position;
typedef struct velocity {
    float x, y;
} velocity;
typedef struct ai {
    uint32_t target;
    float boldness;
} ai;
typedef struct drone {
    float x, y, vx, vy, fuel;
} drone;

enum { MARINES = 3, DRONES = 2, NOBODY = -1 };

int main(void) {
    const position at[MARINES] = {{0, 0}, {40, 0}, {10, 10}};
    const ai mind[MARINES] = {{0, 0.5f}, {1, 0.9f}, {(uint32_t)NOBODY, 0.1f}};
    const drone drones[DRONES] = {{30, 40, 0, -4, 9}, {100, 0, 9, 0, 5}};
    const float marine_speed = 5.0f, touch = 0.5f;
    velocity go[MARINES];
    float eta[MARINES];
    int32_t status[MARINES];

    way_intercept2d_in in = {
        .chaser_x = way_at(&at[0].x, sizeof at[0]),
        .chaser_y = way_at(&at[0].y, sizeof at[0]),
        .chaser_speed = way_same(&marine_speed),
        .runner_x = way_at(&drones[0].x, sizeof drones[0]),
        .runner_y = way_at(&drones[0].y, sizeof drones[0]),
        .runner_vx = way_at(&drones[0].vx, sizeof drones[0]),
        .runner_vy = way_at(&drones[0].vy, sizeof drones[0]),
        .reach = way_same(&touch),
    };
    way_intercept2d_out out = {
        .time.data = eta,
        .velocity_x = way_to(&go[0].x, sizeof go[0]),
        .velocity_y = way_to(&go[0].y, sizeof go[0]),
        .status.data = status,
    };
    way_batch batch = {
        .count = MARINES,
        .targets.row = way_at(&mind[0].target, sizeof mind[0]),
        .targets.runner_count = DRONES,
    };
    way_result result = way_intercept2d(&in, &out, &batch);
    if (result != WAY_OK) {
        fprintf(stderr, "%s\n", way_result_string(result));
        return 1;
    }
    for (int i = 0; i < MARINES; i++)
        printf("marine %d: %s, %.3f s, go (%.3f, %.3f)\n", i, way_status_word(status[i]), (double)eta[i],
               (double)go[i].x, (double)go[i].y);
    return 0;
}
