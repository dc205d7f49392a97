/* Many units go to one point, or take up a block, and come to rest. No unit has a fixed slot: in each step,
   the slots are assigned again (assign), and the present slot of a unit is a little cheaper (present, bonus).
   Units walk towards their slots (arrive2d) and avoid each other (avoid2d). Costs are squared distances, so
   two short walks are cheaper than a long one: a unit that arrives first goes on to an inner slot, and no
   unit has to pass others that stand.

   usage: rally point N SEED           N units from within 15 m to one point, in slots of pack2d
          rally block N SPACING SEED   N units from 15 to 25 m off to a block, SPACING m between centres

   Prints how many units are at rest, then the position of each unit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waylay/waylay.h"

enum { MOST_UNITS = 500, STILL_STEPS = 50 };

static const float step = 0.1f, speed = 1.8f, radius = 0.4f; /* s, m/s, m */
static const float slowing = 0.5f, horizon = 0.3f;           /* m, s */
static const float spacing_at_a_point = 0.96f;               /* m: 2.4 radii, so that units can pass */
static const float bonus = 0.1f;                             /* m^2: a change of slots must save as much */
static const float slow = 0.01f;                             /* m/s: a unit below it stands */
static const double longest = 240, turn = 0.15, pi = 3.141592653589793;

typedef struct place {
    double x, y;
} place;

typedef struct unit {
    place at;
    float vx, vy, wish_x, wish_y, next_x, next_y, left; /* left: the distance to the slot */
    uint32_t slot;
    int still; /* the number of steps in which the unit has stood */
} unit;

static unit u[MOST_UNITS];
static place slot[MOST_UNITS];
static size_t n;
static float *cost; /* n * n */
static void *crowd, *memory;
static size_t crowd_bytes, memory_bytes;

#define IN(first) way_at(first, sizeof(unit))
#define OUT(first) way_to(first, sizeof(unit))

static void ok(way_result result) {
    if (result != WAY_OK) {
        fprintf(stderr, "rally: %s\n", way_result_string(result));
        exit(1);
    }
}

static double drawn(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 33) / 2147483648.0;
}

static double apart(place a, place b) { return hypot(a.x - b.x, a.y - b.y); }

/* Draws places from `near` to `far` metres from 0, 0, so that no two units overlap. */
static void draw_places(uint64_t seed, double near, double far) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    for (size_t i = 0; i < n; i++) {
        int is_free = 0;
        while (!is_free) {
            const double angle = 2 * pi * drawn(&state),
                         distance = sqrt(near * near + (far * far - near * near) * drawn(&state));
            u[i].at = (place){distance * cos(angle), distance * sin(angle)};
            is_free = 1;
            for (size_t j = 0; j < i; j++)
                is_free &= apart(u[i].at, u[j].at) > 2 * (double)radius;
        }
    }
}

static void lay_slots_round_a_point(void) {
    float number[MOST_UNITS];
    const double middle = 0;
    for (size_t k = 0; k < n; k++)
        number[k] = (float)k;
    const way_pack2d_in in = {.middle_x = way_same(&middle),
                              .middle_y = way_same(&middle),
                              .spacing = way_same(&spacing_at_a_point),
                              .number = way_in(number)};
    const way_pack2d_out out = {.place_x = way_to(&slot[0].x, sizeof slot[0]),
                                .place_y = way_to(&slot[0].y, sizeof slot[0])};
    ok(way_pack2d(&in, &out, &(way_batch){.count = n}));
}

/* Lays the slots of a block with about 5 files for 3 ranks: 60 units stand in 10 files. */
static void lay_slots_of_a_block(double spacing) {
    const size_t files = (size_t)ceil(sqrt((double)n * 5 / 3)), ranks = (n + files - 1) / files;
    for (size_t k = 0; k < n; k++)
        slot[k] = (place){spacing * ((double)(k % files) - 0.5 * (double)(files - 1)),
                          spacing * ((double)(k / files) - 0.5 * (double)(ranks - 1))};
}

static void choose_slots(void) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double distance = apart(u[i].at, slot[k]);
            cost[i * n + k] = (float)(distance * distance);
        }
    const way_assign_in in = {.cost = way_in(cost), .present = IN(&u->slot), .bonus = way_same(&bonus)};
    way_assignment how = {.count = n, .runner_count = n, .memory = memory, .bytes = memory_bytes};
    ok(way_assign(&in, &(way_assign_out){.target = OUT(&u->slot)}, &how));
}

/* Sets the preferred velocities: to the slots, turned right by `turn` while the slot is more than 1 m away.
   */
static void prefer(void) {
    const way_arrive2d_in in = {.chaser_x = IN(&u->at.x),
                                .chaser_y = IN(&u->at.y),
                                .chaser_speed = way_same(&speed),
                                .to_x = way_at(&slot[0].x, sizeof slot[0]),
                                .to_y = way_at(&slot[0].y, sizeof slot[0]),
                                .slowing_radius = way_same(&slowing),
                                .dt = way_same(&step)};
    const way_arrive2d_out out = {
        .velocity_x = OUT(&u->wish_x), .velocity_y = OUT(&u->wish_y), .distance = OUT(&u->left)};
    ok(way_arrive2d(&in, &out, &(way_batch){.count = n, .targets.row = IN(&u->slot), .targets.runner_count = n}));
    for (size_t i = 0; i < n; i++)
        if (u[i].left > 1) {
            const double x = u[i].wish_x, y = u[i].wish_y;
            u[i].wish_x = (float)(x * cos(turn) + y * sin(turn));
            u[i].wish_y = (float)(y * cos(turn) - x * sin(turn));
        }
}

static void avoid(void) {
    const way_choose2d_in places = {.runner_x = IN(&u->at.x), .runner_y = IN(&u->at.y)};
    ok(way_make_crowd2d(&places, n, crowd, crowd_bytes));
    const way_avoid2d_in in = {.chaser_x = IN(&u->at.x),
                               .chaser_y = IN(&u->at.y),
                               .chaser_vx = IN(&u->vx),
                               .chaser_vy = IN(&u->vy),
                               .preferred_vx = IN(&u->wish_x),
                               .preferred_vy = IN(&u->wish_y),
                               .chaser_speed = way_same(&speed),
                               .radius = way_same(&radius),
                               .neighbour_horizon = way_same(&horizon),
                               .dt = way_same(&step),
                               .runner_x = IN(&u->at.x),
                               .runner_y = IN(&u->at.y),
                               .runner_radius = way_same(&radius)};
    const way_avoid2d_out out = {.velocity_x = OUT(&u->next_x), .velocity_y = OUT(&u->next_y)};
    const way_avoidance how = {.count = n, .runner_count = n, .crowd2d = crowd};
    ok(way_avoid2d(&in, &out, &how));
}

/* Moves all units, and returns the number of units that have stood for five seconds. */
static size_t move(void) {
    size_t rest = 0;
    for (size_t i = 0; i < n; i++) {
        u[i].vx = u[i].next_x, u[i].vy = u[i].next_y;
        u[i].at.x += (double)u[i].vx * (double)step, u[i].at.y += (double)u[i].vy * (double)step;
        u[i].still = hypotf(u[i].vx, u[i].vy) < slow ? u[i].still + 1 : 0;
        rest += u[i].still >= STILL_STEPS;
    }
    return rest;
}

int main(int count, char **word) {
    const int is_block = count == 5 && strcmp(word[1], "block") == 0;
    n = count > 2 ? strtoul(word[2], NULL, 10) : 0;
    if (n < 1 || n > MOST_UNITS || !(is_block || (count == 4 && strcmp(word[1], "point") == 0))) {
        fprintf(stderr, "usage: rally point N SEED | rally block N SPACING SEED\n       N: 1 to %d\n",
                MOST_UNITS);
        return 2;
    }
    const uint64_t seed = strtoull(word[count - 1], NULL, 10);
    memory_bytes = way_assign_bytes(n, n, n * n), crowd_bytes = way_crowd2d_bytes(n);
    memory = malloc(memory_bytes), crowd = malloc(crowd_bytes), cost = malloc(n * n * sizeof *cost);
    if (memory == NULL || crowd == NULL || cost == NULL)
        return 1;
    if (is_block)
        draw_places(seed, 15, 25), lay_slots_of_a_block(strtod(word[3], NULL));
    else
        draw_places(seed, 0, 15), lay_slots_round_a_point();
    for (size_t i = 0; i < n; i++)
        u[i].slot = WAY_NO_ROW;

    size_t rest = 0, steps = 0;
    while (rest < n && (double)steps * (double)step < longest) {
        choose_slots();
        prefer();
        avoid();
        rest = move();
        steps++;
    }
    double sum = 0, farthest = 0;
    for (size_t i = 0; i < n; i++) {
        const double off = is_block ? apart(u[i].at, slot[u[i].slot]) : hypot(u[i].at.x, u[i].at.y);
        sum += (double)hypotf(u[i].vx, u[i].vy);
        farthest = off > farthest ? off : farthest;
    }
    printf("at rest %zu of %zu after %.1f s, mean speed %.3f, farthest %.3f m\n", rest, n,
           (double)steps * (double)step, sum / (double)n, farthest);
    for (size_t i = 0; i < n; i++)
        printf("%.4f %.4f\n", u[i].at.x, u[i].at.y);
    free(memory), free(crowd), free(cost);
    return rest == n ? 0 : 1;
}
