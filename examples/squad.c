/* A squad of twelve marches through a gate and round a corner. The ranks follow the leader (wheel2d, rank2d),
   and each rank is divided into slots (line2d). Each unit is assigned a slot (assign), walks towards its slot
   (seek2d) and avoids other units and walls (avoid2d). If a wall blocks the way to the slot (sweep_walls2d),
   the unit follows the leader's trail. */
#include <stdio.h>

#include "waylay/waylay.h"

enum { RANKS = 3, FILES = 4, UNITS = RANKS * FILES, STEPS = 50 * 20, TRAIL = 100 };

static const float step = 0.05f; /* s */
/* the leader moves `lead` metres per step; a slot moves at most catch_up times as far */
static const float lead = 0.1f, catch_up = 1.5f;
static const float spacing = 2, half_width = 3, turn = 10, pace = 3; /* m, m, m, m/s */
static const float radius = 0.4f, horizon = 1.5f, sight = 0.2f, once = 1, straggles = 4;

static const way_wall wall[] = {{-14, 12, -1.5f, 12, 0}, {1.5f, 12, 14, 12, 0}, /* a gate of 3 m */
                                {7, 12, 7, 28, 0},       {7, 28, 40, 28, 0},    /* a corner */
                                {-7, 12, -7, 42, 0},     {-7, 42, 40, 42, 0}};
enum { WALLS = sizeof wall / sizeof wall[0] };

typedef struct place {
    float x, y;
} place;

typedef struct pose {
    float x, y, hx, hy;
} pose;

typedef struct unit {
    place at, velocity, wish, next, goal, way;
    uint32_t row, slot, seen; /* seen: the last point of the leader's trail that the unit has seen */
    int32_t hit;
} unit;

static unit u[UNITS];
static pose rank[RANKS];
static place slot[UNITS], trail[TRAIL] = {{0, 0}};
static size_t points = 1;
static int failed;

#define IN(first) way_at(first, sizeof(unit))
#define OUT(first) way_to(first, sizeof(unit))

static void ok(way_result result) {
    if (result != WAY_OK)
        fprintf(stderr, "%s\n", way_result_string(result)), failed = 1;
}

static float square(place a, place b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

static float furthest_square(void) {
    float most = 0;
    for (int i = 0; i < UNITS; i++)
        most = square(u[i].at, slot[u[i].slot]) > most ? square(u[i].at, slot[u[i].slot]) : most;
    return most;
}

/* The first rank wheels towards the leader's pose, each other rank towards the pose behind the rank ahead. */
static void place_slots(pose leader) {
    const float offset[FILES] = {-3, -1, 1, 3};
    for (int r = 0; r < RANKS; r++) {
        pose *own = &rank[r], to = leader;
        if (r > 0) {
            way_rank2d_agent ask = {own->x,    own->y,    own->hx,    own->hy,    half_width, spacing,
                                    own[-1].x, own[-1].y, own[-1].hx, own[-1].hy, turn,       RANKS};
            way_rank2d_answer got;
            ok(way_rank2d_one(&ask, &got));
            to = (pose){got.next_x, got.next_y, got.next_heading_x, got.next_heading_y};
        }
        way_wheel2d_agent ask = {own->x, own->y, own->hx, own->hy, half_width, to.x,
                                 to.y,   to.hx,  to.hy,   lead,    catch_up};
        way_wheel2d_answer got;
        ok(way_wheel2d_one(&ask, &got));
        *own = (pose){got.next_x, got.next_y, got.next_heading_x, got.next_heading_y};
        way_line2d_in line = {
            way_same(&own->x), way_same(&own->y), way_same(&own->hx), way_same(&own->hy), {.data = offset}};
        place *first = &slot[r * FILES];
        way_line2d_out out = {.place_x = way_to(&first->x, sizeof *first),
                              .place_y = way_to(&first->y, sizeof *first)};
        ok(way_line2d(&line, &out, &(way_batch){.count = FILES}));
    }
}

/* Assigns a slot to each unit so that the sum of the squared distances is minimal. */
static void choose_slots(void) {
    static float cost[UNITS][UNITS];
    static uint64_t memory[1024];
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++)
            cost[i][k] = square(u[i].at, slot[k]);
    way_assignment how = {.count = UNITS, .runner_count = UNITS, .memory = memory, .bytes = sizeof memory};
    ok(way_assign(&(way_assign_in){.cost.data = cost}, &(way_assign_out){.target = OUT(&u->slot)}, &how));
}

/* Sets each unit's `hit` to the first wall on the straight line to its goal, or to -1 if no wall is in the way. */
static void look(void) {
    for (int i = 0; i < UNITS; i++)
        u[i].way = (place){u[i].goal.x - u[i].at.x, u[i].goal.y - u[i].at.y};
    way_sweep_walls2d_in in = {IN(&u->at.x),  IN(&u->at.y),     IN(&u->way.x),
                               IN(&u->way.y), way_same(&sight), way_same(&once)};
    ok(way_sweep_walls2d(&in, &(way_sweep_walls2d_out){.wall = OUT(&u->hit)},
                         &(way_batch){.count = UNITS, .walls = wall, .wall_count = WALLS}));
}

static void choose_goals(void) {
    for (int i = 0; i < UNITS; i++)
        u[i].goal = trail[u[i].seen + 1 < points ? u[i].seen + 1 : u[i].seen];
    look();
    for (int i = 0; i < UNITS; i++) {
        u[i].seen += u[i].hit < 0 && u[i].seen + 1 < points;
        u[i].goal = slot[u[i].slot];
    }
    look();
    for (int i = 0; i < UNITS; i++)
        u[i].goal = u[i].hit < 0 ? u[i].goal : trail[u[i].seen];
}

static void walk(void) {
    way_seek2d_in seek = {IN(&u->at.x),   IN(&u->at.y),   way_same(&pace),
                          IN(&u->goal.x), IN(&u->goal.y), way_same(&step)};
    way_seek2d_out wish = {.velocity_x = OUT(&u->wish.x), .velocity_y = OUT(&u->wish.y)};
    ok(way_seek2d(&seek, &wish, &(way_batch){.count = UNITS}));
    /* far from its goal, a unit turns slightly right, so that units that meet head-on pass each other */
    for (int i = 0; i < UNITS; i++)
        if (square(u[i].at, u[i].goal) > 1)
            u[i].wish = (place){u[i].wish.x + 0.2f * u[i].wish.y, u[i].wish.y - 0.2f * u[i].wish.x};
    way_avoid2d_in in = {.chaser_x = IN(&u->at.x), .chaser_y = IN(&u->at.y)};
    in.chaser_vx = IN(&u->velocity.x), in.chaser_vy = IN(&u->velocity.y);
    in.preferred_vx = IN(&u->wish.x), in.preferred_vy = IN(&u->wish.y);
    in.chaser_speed = way_same(&pace), in.radius = way_same(&radius);
    in.neighbour_horizon = way_same(&horizon);
    in.dt = way_same(&step), in.self = IN(&u->row);
    in.runner_x = in.chaser_x, in.runner_y = in.chaser_y, in.runner_radius = in.radius;
    in.runner_vx = in.chaser_vx, in.runner_vy = in.chaser_vy;
    way_avoid2d_out out = {.velocity_x = OUT(&u->next.x), .velocity_y = OUT(&u->next.y)};
    ok(way_avoid2d(
        &in, &out,
        &(way_avoidance){.count = UNITS, .runner_count = UNITS, .walls = wall, .wall_count = WALLS}));
    for (int i = 0; i < UNITS; i++) {
        u[i].velocity = u[i].next;
        u[i].at.x += u[i].velocity.x * step, u[i].at.y += u[i].velocity.y * step;
    }
}

int main(void) {
    /* the leader's path: straight on through the gate, then an arc to the right, then straight on */
    way_march2d_agent leg[2] = {
        {.heading_y = 1, .target_y = 25, .target_heading_y = 1, .radius = turn, .middle = 25},
        {.y = 25, .heading_y = 1, .target_x = 35, .target_y = 35, .target_heading_x = 1}};
    leg[1].radius = turn, leg[1].word = WAY_RSR, leg[1].arc1 = 15.707964f, leg[1].middle = 25;
    leg[0].step = leg[1].step = lead;
    way_march2d_answer leader = {.next_heading_y = 1};
    for (int r = 0; r < RANKS; r++)
        rank[r] = (pose){0, -spacing * (float)r, 0, 1};
    for (int i = 0; i < UNITS; i++) {
        u[i].at = (place){(float)(i * 5 % UNITS) - 6, -9 + (float)(i / FILES * 2)};
        u[i].row = u[i].slot = (uint32_t)i;
    }
    place_slots((pose){0, 0, 0, 1});
    choose_slots();
    for (int k = 0, on = 0; k < STEPS && !failed; k++) {
        if (furthest_square() < straggles * straggles) { /* otherwise the leader waits */
            ok(way_march2d_one(&leg[on], &leader));
            leg[on].distance = leader.next_distance;
            on = leader.status == WAY_THERE ? 1 : on;
            const place here = {leader.next_x, leader.next_y};
            if (square(here, trail[points - 1]) > 1 && points < TRAIL)
                trail[points++] = here;
        }
        place_slots((pose){leader.next_x, leader.next_y, leader.next_heading_x, leader.next_heading_y});
        if (k % 10 == 0)
            choose_slots();
        choose_goals();
        walk();
        if (k % 100 == 99)
            printf("%2d s: leader at (%5.2f, %5.2f), first unit at (%5.2f, %5.2f)\n", (k + 1) / 20,
                   (double)leader.next_x, (double)leader.next_y, (double)u[0].at.x, (double)u[0].at.y);
    }
    printf("furthest unit from its slot: %.4f m squared\n", (double)furthest_square());
    return failed || leader.status != WAY_THERE || furthest_square() > 0.01f;
}
