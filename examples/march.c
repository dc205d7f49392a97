/* Four groups march through two gates, and each group comes to rest in a block of its own. The walls are
   drawn on a grid (way_wall_cells). One field for each group leads from each cell to its block (field2d).
   In each frame, units follow their field (follow2d) until they are near their block. Then each walks to a
   slot (arrive2d), which is assigned again and again as in rally.c (assign). All units avoid each other and
   the walls (avoid2d). Units in a block give way more than units on their way, so that a unit that has got
   among the slots of another group gets out again.

   usage: march [UNITS [SEED]]     2000 units by default, 4 to 2000

   Prints how many units are at rest and how far two units overlapped at most, in hundredths of the sum of
   their radii, how often a unit crossed a wall, and the time per frame of 1/60 s. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "waylay/waylay.h"

enum { WIDTH = 128, HEIGHT = 96, CELLS = WIDTH * HEIGHT, GROUPS = 4, MOST_UNITS = 2000, STILL = 300 };
enum { EACH = 30, LONGEST = 600 * 60, SIDE = 24 }; /* frames between two assignments; frames; m */

static const float dt = 1.0f / 60, speed = 1.8f, radius = 0.4f; /* s, m/s, m */
static const float slowing = 0.5f, bonus = 0.1f, slow = 0.02f;  /* m, m^2, m/s */
static const float on_the_way = 1, in_the_block = 0.3f;         /* s: horizons */
static const float turn = 0.15f;                                /* rad, to the right */
static const float block_x = 100;

/* the border, and a wall with two gates of 9 m */
static const way_wall wall[] = {{0.5f, 0.5f, 127.5f, 0.5f, 0},   {127.5f, 0.5f, 127.5f, 95.5f, 0},
                                {127.5f, 95.5f, 0.5f, 95.5f, 0}, {0.5f, 95.5f, 0.5f, 0.5f, 0},
                                {64.5f, 0.5f, 64.5f, 25.5f, 0},  {64.5f, 34.5f, 64.5f, 61.5f, 0},
                                {64.5f, 70.5f, 64.5f, 95.5f, 0}};
enum { WALLS = sizeof wall / sizeof wall[0] };

typedef struct unit {
    float x, y, vx, vy, wish_x, wish_y, to_slot_x, to_slot_y, next_x, next_y, horizon, share;
    uint32_t group, slot;
    int32_t status;
    int still; /* the number of frames in which the unit has stood */
} unit;

typedef struct place {
    float x, y;
} place;

static unit u[MOST_UNITS]; /* group after group */
static place slot[MOST_UNITS];
static size_t n, each, files; /* units, units of a group, columns of a block */
static uint8_t costs[CELLS];
static uint32_t cost[GROUPS * CELLS];
static int8_t next[GROUPS * CELLS];
static float dear[MOST_UNITS / GROUPS * (MOST_UNITS / GROUPS)];
static void *crowd, *memory;
static size_t crowd_bytes, memory_bytes;
static const way_field field = {
    .width = WIDTH, .height = HEIGHT, .costs = costs, .field_count = GROUPS, .cost = cost, .next = next};

#define IN(first) way_at(first, sizeof(unit))
#define OUT(first) way_to(first, sizeof(unit))

static void ok(way_result result) {
    if (result != WAY_OK) {
        fprintf(stderr, "march: %s\n", way_result_string(result));
        exit(1);
    }
}

static void *taken(size_t bytes) {
    void *all = malloc(bytes);
    if (all == NULL)
        exit(1);
    return all;
}

static float drawn(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(*state >> 40) / 16777216.0f;
}

/* Places the groups in the west, one above the other, and the blocks of slots in the east, in random
   order. */
static void place_all(uint64_t seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    size_t order[GROUPS] = {0, 1, 2, 3};
    for (size_t g = GROUPS; g-- > 1;) {
        const size_t other = (size_t)(drawn(&state) * (float)(g + 1)), kept = order[g];
        order[g] = order[other], order[other] = kept;
    }
    files = (size_t)ceil(sqrt((double)each * 2));
    const size_t ranks = (each + files - 1) / files;
    for (size_t i = 0; i < n; i++) {
        const size_t g = i / each, k = i % each;
        const float across = (float)(k % files) - 0.5f * (float)(files - 1),
                    down = (float)(k / files) - 0.5f * (float)(ranks - 1);
        u[i].x = 30 + 1.1f * across + 0.2f * drawn(&state);
        u[i].y = SIDE * ((float)g + 0.5f) + 1.1f * down + 0.2f * drawn(&state);
        slot[i] = (place){block_x + across, SIDE * ((float)order[g] + 0.5f) + down};
        u[i].group = (uint32_t)g, u[i].slot = WAY_NO_ROW;
    }
}

/* Sets the costs of the cells at most `far` cells away from a place. */
static void set_around(uint8_t *grid, place at, size_t far, uint8_t to) {
    for (size_t y = (size_t)at.y - far; y <= (size_t)at.y + far; y++)
        for (size_t x = (size_t)at.x - far; x <= (size_t)at.x + far; x++)
            grid[y * WIDTH + x] = grid[y * WIDTH + x] == 0 ? 0 : to;
}

/* Computes the fields. The cells in and around the other groups' blocks are expensive, so that a group goes
   round them. */
static void make_fields(void) {
    static uint8_t own[CELLS];
    const size_t bytes = way_field2d_bytes(WIDTH, HEIGHT);
    void *work = taken(bytes);
    for (size_t i = 0; i < CELLS; i++)
        costs[i] = 1;
    ok(way_wall_cells(wall, WALLS, 0, 0, 1, WIDTH, HEIGHT, costs));
    for (uint32_t g = 0; g < GROUPS; g++) {
        const place *of = &slot[g * each];
        const way_goal goal = {(uint32_t)block_x, (uint32_t)(0.5f * (of[0].y + of[each - 1].y)), 0, 0};
        for (size_t i = 0; i < CELLS; i++)
            own[i] = costs[i];
        for (size_t i = 0; i < n; i++)
            if (i / each != g)
                set_around(own, slot[i], 3, 20);
        for (size_t i = g * each; i < (g + 1) * each; i++)
            set_around(own, slot[i], 1, 1);
        way_field one = {.width = WIDTH, .height = HEIGHT, .costs = own, .goals = &goal, .goal_count = 1};
        one.cost = cost + g * CELLS, one.next = next + g * CELLS, one.memory = work, one.bytes = bytes;
        ok(way_field2d(&one));
    }
    free(work);
}

/* Does the unit walk to a slot? It does if it has one, or if it is at most 3 m from the block. */
static int is_near(const unit *of) {
    const uint32_t near = 5 * (uint32_t)(files / 2 + files / 8 + 3);
    return of->slot != WAY_NO_ROW || cost[of->group * CELLS + (size_t)of->y * WIDTH + (size_t)of->x] <= near;
}

/* Assigns the slots of a group to its units that are near. */
static void choose_slots(size_t g) {
    static uint32_t row[MOST_UNITS], present[MOST_UNITS], target[MOST_UNITS];
    const place *of = &slot[g * each];
    uint32_t count = 0;
    for (size_t i = g * each; i < (g + 1) * each; i++)
        if (is_near(&u[i])) {
            for (size_t k = 0; k < each; k++) {
                const float x = of[k].x - u[i].x, y = of[k].y - u[i].y;
                dear[count * each + k] = x * x + y * y;
            }
            present[count] = u[i].slot, row[count++] = (uint32_t)i;
        }
    const way_assign_in in = {.cost = way_in(dear), .present = way_in(present), .bonus = way_same(&bonus)};
    way_assignment how = {.count = count, .runner_count = each, .memory = memory, .bytes = memory_bytes};
    ok(way_assign(&in, &(way_assign_out){.target = way_out(target)}, &how));
    for (size_t k = 0; k < count; k++)
        u[row[k]].slot = target[k];
}

static void follow(void) {
    const way_follow2d_in in = {.chaser_x = IN(&u->x),
                                .chaser_y = IN(&u->y),
                                .chaser_speed = way_same(&speed),
                                .field = IN(&u->group),
                                .dt = way_same(&dt)};
    const way_follow2d_out out = {.velocity_x = OUT(&u->wish_x), .velocity_y = OUT(&u->wish_y)};
    ok(way_follow2d(&in, &out, &(way_following){.count = n, .field = &field, .cell = 1}));
}

/* Units that have slots walk to them. */
static void arrive(void) {
    const way_arrive2d_in in = {.chaser_x = IN(&u->x),
                                .chaser_y = IN(&u->y),
                                .chaser_speed = way_same(&speed),
                                .to_x = way_at(&slot[0].x, sizeof slot[0]),
                                .to_y = way_at(&slot[0].y, sizeof slot[0]),
                                .slowing_radius = way_same(&slowing),
                                .dt = way_same(&dt)};
    const way_arrive2d_out out = {.velocity_x = OUT(&u->to_slot_x), .velocity_y = OUT(&u->to_slot_y)};
    static uint32_t row[MOST_UNITS];
    for (size_t i = 0; i < n; i++)
        row[i] = u[i].slot == WAY_NO_ROW ? WAY_NO_ROW : (uint32_t)(u[i].group * each) + u[i].slot;
    ok(way_arrive2d(&in, &out,
                    &(way_batch){.count = n, .targets.row = way_in(row), .targets.runner_count = n}));
    for (size_t i = 0; i < n; i++) {
        const int has_slot = row[i] != WAY_NO_ROW;
        /* on its way, a unit turns slightly right, so that units that meet head-on pass each other */
        const float along_x = u[i].wish_x + turn * u[i].wish_y, along_y = u[i].wish_y - turn * u[i].wish_x;
        u[i].wish_x = has_slot ? u[i].to_slot_x : along_x;
        u[i].wish_y = has_slot ? u[i].to_slot_y : along_y;
        u[i].horizon = has_slot ? in_the_block : on_the_way;
        u[i].share = has_slot ? 1 : 0.25f;
    }
}

static void avoid(void) {
    const way_choose2d_in places = {.runner_x = IN(&u->x), .runner_y = IN(&u->y)};
    ok(way_make_crowd2d(&places, n, crowd, crowd_bytes));
    const way_avoid2d_in in = {.chaser_x = IN(&u->x),
                               .chaser_y = IN(&u->y),
                               .chaser_vx = IN(&u->vx),
                               .chaser_vy = IN(&u->vy),
                               .preferred_vx = IN(&u->wish_x),
                               .preferred_vy = IN(&u->wish_y),
                               .chaser_speed = way_same(&speed),
                               .radius = way_same(&radius),
                               .share = IN(&u->share),
                               .neighbour_horizon = IN(&u->horizon),
                               .dt = way_same(&dt),
                               .runner_x = IN(&u->x),
                               .runner_y = IN(&u->y),
                               .runner_vx = IN(&u->vx),
                               .runner_vy = IN(&u->vy),
                               .runner_radius = way_same(&radius),
                               .runner_share = IN(&u->share)};
    const way_avoid2d_out out = {.velocity_x = OUT(&u->next_x), .velocity_y = OUT(&u->next_y)};
    ok(way_avoid2d(&in, &out,
                   &(way_avoidance){
                       .count = n, .runner_count = n, .crowd2d = crowd, .walls = wall, .wall_count = WALLS}));
}

static float side_of(place a, place b, place c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int crosses(place from, place to, const way_wall *w) {
    const place a = {w->ax, w->ay}, b = {w->bx, w->by};
    return side_of(a, b, from) * side_of(a, b, to) < 0 && side_of(from, to, a) * side_of(from, to, b) < 0;
}

/* Moves all units. Returns the number of units that have stood for five seconds. */
static size_t move(size_t *crossings) {
    size_t rest = 0;
    for (size_t i = 0; i < n; i++) {
        const place from = {u[i].x, u[i].y};
        u[i].vx = u[i].next_x, u[i].vy = u[i].next_y;
        u[i].x += u[i].vx * dt, u[i].y += u[i].vy * dt;
        const place to = slot[u[i].group * each + (u[i].slot == WAY_NO_ROW ? 0 : u[i].slot)];
        const int is_there = u[i].slot != WAY_NO_ROW && hypotf(u[i].x - to.x, u[i].y - to.y) < 0.5f * radius;
        u[i].still = is_there && hypotf(u[i].vx, u[i].vy) < slow ? u[i].still + 1 : 0;
        rest += u[i].still >= STILL;
        for (size_t k = 0; k < WALLS; k++)
            *crossings += (size_t)crosses(from, (place){u[i].x, u[i].y}, &wall[k]);
    }
    return rest;
}

/* Returns how far the two units overlap that overlap most, as a part of the sum of their radii. */
static float overlap(void) {
    float nearest = 4 * radius * radius;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            const float x = u[i].x - u[k].x, y = u[i].y - u[k].y;
            nearest = x * x + y * y < nearest ? x * x + y * y : nearest;
        }
    return 1 - sqrtf(nearest) / (2 * radius);
}

static double milliseconds(clock_t from) { return 1000.0 * (double)(clock() - from) / CLOCKS_PER_SEC; }

int main(int count, char **word) {
    n = count > 1 ? strtoul(word[1], NULL, 10) : MOST_UNITS;
    if (n < GROUPS || n > MOST_UNITS || count > 3) {
        fprintf(stderr, "usage: march [UNITS [SEED]]     4 to %d units\n", MOST_UNITS);
        return 2;
    }
    n -= n % GROUPS, each = n / GROUPS;
    memory_bytes = way_assign_bytes(each, each, each * each), crowd_bytes = way_crowd2d_bytes(n);
    memory = taken(memory_bytes), crowd = taken(crowd_bytes);
    place_all(count > 2 ? strtoull(word[2], NULL, 10) : 1);
    const clock_t before = clock();
    make_fields();
    const double fields = milliseconds(before);

    size_t rest = 0, frames = 0, crossings = 0;
    float deepest = 0;
    double sum[3] = {0, 0, 0}, whole = 0, most = 0; /* ms: follow, slots, avoid; a frame */
    while (rest < n && frames < LONGEST) {
        const clock_t start = clock();
        follow();
        sum[0] += milliseconds(start);
        const clock_t then = clock();
        if (frames % EACH < GROUPS)
            choose_slots(frames % EACH);
        arrive();
        sum[1] += milliseconds(then);
        const clock_t last = clock();
        avoid();
        sum[2] += milliseconds(last);
        const double frame = milliseconds(start);
        whole += frame;
        most = frame > most ? frame : most;
        rest = move(&crossings);
        frames++;
        const float depth = frames % EACH == 0 ? overlap() : 0;
        deepest = depth > deepest ? depth : deepest;
    }
    float off = 0;
    for (size_t i = 0; i < n; i++)
        if (u[i].slot != WAY_NO_ROW) {
            const place *to = &slot[u[i].group * each + u[i].slot];
            const float away = hypotf(u[i].x - to->x, u[i].y - to->y);
            off = away > off ? away : off;
        }
    printf("at rest %zu of %zu after %.1f s, at most %.2f m from their slots, overlap at most %.2f, wall "
           "crossings %zu\n",
           rest, n, (double)frames * (double)dt, (double)off, 100.0 * (double)deepest, crossings);
    printf("fields %.2f ms; of a frame of %.1f ms: follow %.2f, slots %.2f, avoid %.2f, all %.2f, at most "
           "%.2f ms\n",
           fields, 1000.0 * (double)dt, sum[0] / (double)frames, sum[1] / (double)frames,
           sum[2] / (double)frames, whole / (double)frames, most);
    free(memory), free(crowd);
    return rest == n && crossings == 0 && deepest < 0.0501f ? 0 : 1;
}
