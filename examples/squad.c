/* A squad of twelve marches in ranks through a gate that is narrower than its front, and round an obstacle.
   One call of field2d computes a field for each number of files, with the clearance of that many files.
   So each point of the path says how many files fit there. Before a gap, the front narrows: there are fewer
   files and more ranks (line2d). After the gap it widens. Each unit keeps a slot while that is good (assign),
   walks towards it (arrive2d) and avoids other units and walls (avoid2d). If a wall blocks the way to the
   slot (sweep_walls2d), the unit follows the field (follow2d).

   usage: squad [SEED]

   Prints when the front changes, and at the end how often units crossed walls or took back a slot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "waylay/waylay.h"

enum { UNITS = 12, WIDTHS = 5, LONGEST = 4000, POINTS = 2000, WIDTH = 80, HEIGHT = 120 };
enum { CELLS = WIDTH * HEIGHT };

static const float step = 0.05f, pace = 3, radius = 0.4f, horizon = 1, slowing = 0.5f; /* s, m/s, m, s, m */
static const float cell = 0.5f, lead = 0.1f, spacing = 1.2f;                           /* m, m per step, m */
static const float bonus = 1, sight = 0.2f, once = 1, straggles = 2;                   /* m^2, m, s, m */
static const int ahead = 40;                                                           /* points: 4 m */
static const uint32_t files_of[WIDTHS] = {1, 2, 3, 4, 6};

/* a gate of 3.6 m, an obstacle of 16 m by 8 m, and the border */
static const way_wall wall[] = {{0, 20.2f, 8.2f, 20.2f, 0},
                                {11.8f, 20.2f, 40, 20.2f, 0},
                                {12, 34, 28, 34, 0},
                                {28, 34, 28, 42, 0},
                                {28, 42, 12, 42, 0},
                                {12, 42, 12, 34, 0},
                                {0.1f, 0.1f, 39.9f, 0.1f, 0},
                                {39.9f, 0.1f, 39.9f, 59.9f, 0},
                                {39.9f, 59.9f, 0.1f, 59.9f, 0},
                                {0.1f, 59.9f, 0.1f, 0.1f, 0}};
enum { WALLS = sizeof wall / sizeof wall[0] };

typedef struct place {
    float x, y;
} place;

/* A point of the leader's path, every `lead` metres: its heading, and the widest front that fits. */
typedef struct point {
    place at, heading;
    int fits; /* an index of files_of */
} point;

typedef struct unit {
    place at, velocity, wish, next, along, way;
    uint32_t slot, last; /* last: the slot before */
    int32_t hit;
} unit;

static unit u[UNITS];
static place slot[UNITS];
static point path[POINTS];
static int points;
static uint8_t costs[CELLS], front[CELLS]; /* front: the widest front that fits, an index of files_of */
static uint32_t cost[WIDTHS * CELLS], route_cost[CELLS];
static int8_t route_next[CELLS];
static way_field route = {
    .width = WIDTH, .height = HEIGHT, .costs = costs, .cost = route_cost, .next = route_next};

#define IN(first) way_at(first, sizeof(unit))
#define OUT(first) way_to(first, sizeof(unit))

static void ok(way_result result) {
    if (result != WAY_OK) {
        fprintf(stderr, "squad: %s\n", way_result_string(result));
        exit(1);
    }
}

static float apart(place a, place b) { return hypotf(a.x - b.x, a.y - b.y); }

/* Finds the widest front that fits at each cell: one call computes a field for each front, and all cells are
   goals, so that the cost is 0 where the front fits. Then computes the field of the path. There, cells are
   more expensive where only narrow fronts fit, so that the squad keeps away from walls if there is room. */
static void make_fields(place goal) {
    static way_goal all[WIDTHS * CELLS];
    const way_goal end = {(uint32_t)(goal.x / cell), (uint32_t)(goal.y / cell), 0, 0};
    float clearance[WIDTHS];
    for (uint32_t k = 0; k < WIDTHS; k++) {
        clearance[k] = (0.5f * spacing * (float)(files_of[k] - 1) + radius) / cell;
        for (uint32_t i = 0; i < CELLS; i++)
            all[k * CELLS + i] = (way_goal){i % WIDTH, i / WIDTH, 0, k};
    }
    for (size_t i = 0; i < CELLS; i++)
        costs[i] = 1;
    ok(way_wall_cells(wall, WALLS, 0, 0, cell, WIDTH, HEIGHT, costs));
    route.bytes = way_field2d_bytes(WIDTH, HEIGHT), route.memory = malloc(route.bytes);
    if (route.memory == NULL)
        exit(1);
    way_field fronts = route;
    fronts.cost = cost, fronts.next = NULL, fronts.field_count = WIDTHS, fronts.clearances = clearance;
    fronts.goals = all, fronts.goal_count = WIDTHS * CELLS;
    ok(way_field2d(&fronts));
    for (size_t i = 0; i < CELLS; i++) {
        for (uint8_t k = 0; k < WIDTHS; k++)
            front[i] = cost[k * CELLS + i] == 0 ? k : front[i];
        costs[i] = costs[i] == 0 ? 0 : (uint8_t)(1 + 2 * (WIDTHS - 1 - front[i]));
    }
    route.goals = &end, route.goal_count = 1, route.clearances = clearance;
    ok(way_field2d(&route));
    free(route.memory);
}

/* Lets a leader follow the field, and notes its path. The heading of a point is that of the 2 m around it. */
static void make_path(place at, place goal) {
    const float speed = 1;
    const way_following how = {.count = 1, .field = &route, .cell = cell};
    place velocity;
    for (points = 0; points < POINTS && apart(at, goal) > lead; points++) {
        const way_follow2d_in in = {.chaser_x = way_in(&at.x),
                                    .chaser_y = way_in(&at.y),
                                    .chaser_speed = way_same(&speed),
                                    .goal_x = way_in(&goal.x),
                                    .goal_y = way_in(&goal.y)};
        const way_follow2d_out out = {.velocity_x = way_out(&velocity.x), .velocity_y = way_out(&velocity.y)};
        path[points].at = at;
        path[points].fits = front[(size_t)(at.y / cell) * WIDTH + (size_t)(at.x / cell)];
        ok(way_follow2d(&in, &out, &how));
        at = (place){at.x + lead * velocity.x, at.y + lead * velocity.y};
    }
    for (int i = 0; i < points; i++) {
        const place to = path[i + 10 < points ? i + 10 : points - 1].at, from = path[i > 10 ? i - 10 : 0].at;
        const float length = apart(to, from);
        path[i].heading = (place){(to.x - from.x) / length, (to.y - from.y) / length};
    }
}

/* Returns how far behind the leader the last rank is, in points. */
static int length_of(int k) { return (int)(spacing / lead * (float)(UNITS / files_of[k] - 1)); }

/* Returns the widest front that fits from behind the last rank to 4 m ahead of the leader. The present ranks
   count, too, so that the front widens after the last rank has passed the gap. */
static int front_for(int leader, int present) {
    for (int k = WIDTHS - 1; k > 0; k--) {
        const int length = length_of(k) > length_of(present) ? length_of(k) : length_of(present);
        int fits = 1;
        for (int i = leader - length; i <= leader + ahead; i++)
            fits &= path[i < 0 ? 0 : i < points ? i : points - 1].fits >= k;
        if (fits)
            return k;
    }
    return 0;
}

/* Each rank stands across the path behind the leader. Before the beginning of the path, it goes straight
   on. */
static void place_slots(int leader, int k) {
    const int files = (int)files_of[k];
    for (int r = 0; r < UNITS / files; r++) {
        const int i = leader - (int)(spacing / lead * (float)r);
        const point *on = &path[i < 0 ? 0 : i];
        const float back = i < 0 ? lead * (float)i : 0;
        const place own = {on->at.x + back * on->heading.x, on->at.y + back * on->heading.y};
        float offset[UNITS];
        for (int f = 0; f < files; f++)
            offset[f] = spacing * ((float)f - 0.5f * (float)(files - 1));
        const way_line2d_in in = {.rank_x = way_same(&own.x),
                                  .rank_y = way_same(&own.y),
                                  .rank_heading_x = way_same(&on->heading.x),
                                  .rank_heading_y = way_same(&on->heading.y),
                                  .offset = way_in(offset)};
        place *first = &slot[r * files];
        const way_line2d_out out = {.place_x = way_to(&first->x, sizeof *first),
                                    .place_y = way_to(&first->y, sizeof *first)};
        ok(way_line2d(&in, &out, &(way_batch){.count = (size_t)files}));
    }
}

/* Assigns the slots. Returns how many units go back to the slot that they had before the last one. */
static int choose_slots(int is_new) {
    static float dear[UNITS][UNITS];
    static uint64_t memory[1024];
    static uint32_t target[UNITS];
    int back = 0;
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++)
            dear[i][k] = apart(u[i].at, slot[k]) * apart(u[i].at, slot[k]);
    way_assign_in in = {.cost.data = dear};
    if (!is_new) /* a slot of the same front is a little cheaper */
        in.present = IN(&u->slot), in.bonus = way_same(&bonus);
    way_assignment how = {.count = UNITS, .runner_count = UNITS, .memory = memory, .bytes = sizeof memory};
    ok(way_assign(&in, &(way_assign_out){.target = way_out(target)}, &how));
    for (int i = 0; i < UNITS; i++) {
        back += !is_new && target[i] != u[i].slot && target[i] == u[i].last;
        if (is_new || target[i] != u[i].slot)
            u[i].last = is_new ? WAY_NO_ROW : u[i].slot;
        u[i].slot = target[i];
    }
    return back;
}

/* Sets the preferred velocities: towards the slots, or along the field if a wall is in the way. */
static void prefer(void) {
    const way_arrive2d_in to_slot = {.chaser_x = IN(&u->at.x),
                                     .chaser_y = IN(&u->at.y),
                                     .chaser_speed = way_same(&pace),
                                     .to_x = way_at(&slot->x, sizeof *slot),
                                     .to_y = way_at(&slot->y, sizeof *slot),
                                     .slowing_radius = way_same(&slowing),
                                     .dt = way_same(&step)};
    ok(way_arrive2d(
        &to_slot, &(way_arrive2d_out){.velocity_x = OUT(&u->wish.x), .velocity_y = OUT(&u->wish.y)},
        &(way_batch){.count = UNITS, .targets.row = IN(&u->slot), .targets.runner_count = UNITS}));
    const way_follow2d_in from = {.chaser_x = IN(&u->at.x),
                                  .chaser_y = IN(&u->at.y),
                                  .chaser_speed = way_same(&pace),
                                  .dt = way_same(&step)};
    ok(way_follow2d(&from,
                    &(way_follow2d_out){.velocity_x = OUT(&u->along.x), .velocity_y = OUT(&u->along.y)},
                    &(way_following){.count = UNITS, .field = &route, .cell = cell}));
    for (int i = 0; i < UNITS; i++)
        u[i].way = (place){slot[u[i].slot].x - u[i].at.x, slot[u[i].slot].y - u[i].at.y};
    const way_sweep_walls2d_in in = {IN(&u->at.x),  IN(&u->at.y),     IN(&u->way.x),
                                     IN(&u->way.y), way_same(&sight), way_same(&once)};
    ok(way_sweep_walls2d(&in, &(way_sweep_walls2d_out){.wall = OUT(&u->hit)},
                         &(way_batch){.count = UNITS, .walls = wall, .wall_count = WALLS}));
    for (int i = 0; i < UNITS; i++) {
        u[i].wish = u[i].hit < 0 ? u[i].wish : u[i].along;
        /* far from its slot, a unit turns slightly right, so that units that meet head-on pass each other */
        if (hypotf(u[i].way.x, u[i].way.y) > 1)
            u[i].wish = (place){u[i].wish.x + 0.2f * u[i].wish.y, u[i].wish.y - 0.2f * u[i].wish.x};
    }
}

static float side_of(place a, place b, place c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int crosses(place from, place to, const way_wall *w) {
    const place a = {w->ax, w->ay}, b = {w->bx, w->by};
    return side_of(a, b, from) * side_of(a, b, to) < 0 && side_of(from, to, a) * side_of(from, to, b) < 0;
}

/* Moves all units. Returns how often a unit crossed a wall. */
static int walk(void) {
    int crossings = 0;
    const way_avoid2d_in in = {.chaser_x = IN(&u->at.x),
                               .chaser_y = IN(&u->at.y),
                               .chaser_vx = IN(&u->velocity.x),
                               .chaser_vy = IN(&u->velocity.y),
                               .preferred_vx = IN(&u->wish.x),
                               .preferred_vy = IN(&u->wish.y),
                               .chaser_speed = way_same(&pace),
                               .radius = way_same(&radius),
                               .neighbour_horizon = way_same(&horizon),
                               .dt = way_same(&step),
                               .runner_x = IN(&u->at.x),
                               .runner_y = IN(&u->at.y),
                               .runner_vx = IN(&u->velocity.x),
                               .runner_vy = IN(&u->velocity.y),
                               .runner_radius = way_same(&radius)};
    ok(way_avoid2d(
        &in, &(way_avoid2d_out){.velocity_x = OUT(&u->next.x), .velocity_y = OUT(&u->next.y)},
        &(way_avoidance){.count = UNITS, .runner_count = UNITS, .walls = wall, .wall_count = WALLS}));
    for (int i = 0; i < UNITS; i++) {
        const place from = u[i].at;
        u[i].velocity = u[i].next;
        u[i].at = (place){from.x + u[i].velocity.x * step, from.y + u[i].velocity.y * step};
        for (int k = 0; k < WALLS; k++)
            crossings += crosses(from, u[i].at, &wall[k]);
    }
    return crossings;
}

static float farthest(void) {
    float most = 0;
    for (int i = 0; i < UNITS; i++)
        most = fmaxf(most, apart(u[i].at, slot[u[i].slot]));
    return most;
}

int main(int count, char **word) {
    const place start = {20, 8}, goal = {20, 52};
    uint64_t state = count > 1 ? strtoull(word[1], NULL, 10) : 1;
    make_fields(goal);
    make_path(start, goal);
    for (int i = 0; i < UNITS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const float off = (float)(state >> 40) / 16777216.0f;
        u[i].at = (place){13 + (float)(i * 5 % UNITS) + 0.2f * off, 3 + (float)(i / 4 * 2) + 0.2f * off};
    }
    int leader = 0, k = WIDTHS - 1, narrowest = k, crossings = 0, back = 0, steps = 0;
    place_slots(leader, k);
    choose_slots(1);
    for (; steps < LONGEST && (leader < points - 1 || farthest() > 0.1f); steps++) {
        leader +=
            leader < points - 1 && farthest() < straggles; /* the leader waits for units that are behind */
        const int now = front_for(leader, k), is_new = now != k;
        if (is_new)
            printf("%5.1f s: %u files at (%.1f, %.1f)\n", (double)step * steps, files_of[now],
                   (double)path[leader].at.x, (double)path[leader].at.y);
        k = now, narrowest = k < narrowest ? k : narrowest;
        place_slots(leader, k);
        if (is_new || steps % 10 == 0)
            back += choose_slots(is_new);
        prefer();
        crossings += walk();
    }
    printf("%u files of %u at the narrowest, %u after %.1f s, farthest unit %.2f m from its slot, "
           "wall crossings %d, slots taken back %d\n",
           files_of[narrowest], files_of[WIDTHS - 1], files_of[k], (double)step * steps, (double)farthest(),
           crossings, back);
    return steps == LONGEST || narrowest == WIDTHS - 1 || k != WIDTHS - 1 || crossings > 0 || back > 0;
}
