/* Two armies fight. Each living unit lists its nearest enemies and is assigned one of them as its target. At
   most three units share a target. A unit walks towards its target's future position until the target is in
   range, and avoids all units on the way. Then the unit fires at the target's future position. */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"
#include "output.h"
#include "picture.h"
#include "report.h"

enum {
    ARMY = 60,
    UNITS = 2 * ARMY,
    STEPS_A_SECOND = 20,
    LONGEST = 60, /* s */
    MOST_STEPS = LONGEST * STEPS_A_SECOND,
    STEPS_A_CHOICE = 10,
    STEPS_A_SHOT = 15,
    CANDIDATES = WAY_CHOICES_MAX,
    LIVES = 4,
    MOST_SHOTS = UNITS * 8 /* shots in the air */
};

static const float step = 1.0f / STEPS_A_SECOND;
static const float radius = 0.6f, speed = 4.0f, shell_speed = 30.0f, range = 14.0f;
static const float leaving = 3.0f;      /* m: how much nearer another enemy must be to become the target */
static const uint32_t shooters = 3;     /* the most units that share a target */
static const float to_the_right = 0.2f; /* fraction of the speed, so that head-on units pass each other */

typedef struct place {
    float x, y;
} place;

typedef struct unit {
    place at, velocity, wish, next, aim;
    float flight, pace;
    uint32_t side, enemies, row, target, goal; /* goal: the unit to which this unit walks */
    int32_t in_range;
    int lives, loading; /* lives: hits until the unit falls; loading: steps until the unit can fire */
} unit;

typedef struct shell {
    place at;
    uint32_t target;
    int steps; /* steps until the shot arrives */
} shell;

typedef struct skirmish {
    unit unit[UNITS];
    uint32_t best[UNITS][CANDIDATES], capacity[UNITS];
    float cost[UNITS][CANDIDATES];
    void *memory;
    size_t bytes;
    shell shell[MOST_SHOTS];
    size_t in_air, fired, hits;
    place track[UNITS][MOST_STEPS + 1];
    size_t steps;
    way_precision precision;
} skirmish;

#define IN(first) way_at(first, sizeof(unit))
#define OUT(first) way_to(first, sizeof(unit))

static size_t living(const skirmish *s, uint32_t side) {
    size_t count = 0;
    for (size_t i = 0; i < UNITS; i++)
        count += s->unit[i].side == side;
    return count;
}

static void begin(skirmish *s, const options *o) {
    uint64_t dice = o->seed;
    s->precision = o->precision;
    for (uint32_t i = 0; i < UNITS; i++) {
        const uint32_t number = i % ARMY, rank = number / 15, file = number % 15;
        const int is_left = i < ARMY;
        unit *u = &s->unit[i];
        u->at.x = (is_left ? 20.0f : 80.0f) + (is_left ? -2.5f : 2.5f) * (float)rank +
                  draw_between(&dice, -0.5, 0.5);
        u->at.y = 8.0f + 3.0f * (float)file + (is_left ? 0.0f : 6.0f) + draw_between(&dice, -0.5, 0.5);
        u->pace = speed;
        u->side = is_left ? 1 : 2;
        u->enemies = 3 - u->side;
        u->row = i;
        u->target = u->goal = UINT32_MAX;
        u->lives = LIVES;
        u->loading = (int)draw_below(&dice, STEPS_A_SHOT);
        s->track[i][0] = u->at;
    }
    s->bytes = way_assign_bytes(UNITS, UNITS, (size_t)UNITS * CANDIDATES);
    s->memory = must(malloc(s->bytes));
}

/* Lists the nearest enemies of each unit, then assigns targets. A unit that gets no target walks towards its
   nearest enemy. */
static void choose(skirmish *s) {
    unit *u = s->unit;
    const way_choose2d_in in = {.chaser_x = IN(&u->at.x),
                                .chaser_y = IN(&u->at.y),
                                .chaser_mask = IN(&u->enemies),
                                .present = IN(&u->target),
                                .bonus = way_same(&leaving),
                                .runner_x = IN(&u->at.x),
                                .runner_y = IN(&u->at.y),
                                .runner_mask = IN(&u->side)};
    const way_choose2d_out out = {.target = way_out(s->best[0]), .cost = way_out(s->cost[0])};
    const way_choice choice = {.count = UNITS, .runner_count = UNITS, .best = CANDIDATES};
    must_be_ok("scene: ", way_choose2d(&in, &out, &choice));

    const way_assign_in lists = {
        .row = {.data = s->best}, .cost = {.data = s->cost}, .capacity = way_same(&shooters)};
    const way_assign_out taken = {.target = OUT(&u->target)};
    way_assignment how = {
        .count = UNITS, .runner_count = UNITS, .each = CANDIDATES, .memory = s->memory, .bytes = s->bytes};
    must_be_ok("scene: ", way_assign(&lists, &taken, &how));
    for (size_t i = 0; i < UNITS; i++)
        u[i].goal = u[i].target != UINT32_MAX ? u[i].target : s->best[i][0];
}

/* Sets the preferred velocities: each unit walks towards the future position of its goal, but stands if its
   target is in firing range. */
static void lead(skirmish *s) {
    unit *u = s->unit;
    const way_lead2d_in in = {.chaser_x = IN(&u->at.x),
                              .chaser_y = IN(&u->at.y),
                              .chaser_speed = IN(&u->pace),
                              .runner_x = IN(&u->at.x),
                              .runner_y = IN(&u->at.y),
                              .runner_vx = IN(&u->velocity.x),
                              .runner_vy = IN(&u->velocity.y),
                              .reach = way_same(&range),
                              .dt = way_same(&step)};
    const way_lead2d_out out = {
        .velocity_x = OUT(&u->wish.x), .velocity_y = OUT(&u->wish.y), .status = OUT(&u->in_range)};
    must_be_ok("scene: ", way_lead2d(&in, &out,
                                     &(way_batch){.count = UNITS,
                                                  .targets.row = IN(&u->goal),
                                                  .targets.runner_count = UNITS,
                                                  .precision = s->precision}));
    for (size_t i = 0; i < UNITS; i++) {
        const place straight = u[i].wish;
        u[i].in_range = u[i].in_range == WAY_THERE && u[i].target != UINT32_MAX;
        u[i].wish.x = u[i].in_range ? 0.0f : straight.x + to_the_right * straight.y;
        u[i].wish.y = u[i].in_range ? 0.0f : straight.y - to_the_right * straight.x;
    }
}

static void avoid(skirmish *s) {
    unit *u = s->unit;
    const way_avoid2d_in in = {.chaser_x = IN(&u->at.x),
                               .chaser_y = IN(&u->at.y),
                               .chaser_vx = IN(&u->velocity.x),
                               .chaser_vy = IN(&u->velocity.y),
                               .preferred_vx = IN(&u->wish.x),
                               .preferred_vy = IN(&u->wish.y),
                               .chaser_speed = IN(&u->pace),
                               .radius = way_same(&radius),
                               .dt = way_same(&step),
                               .self = IN(&u->row),
                               .runner_x = IN(&u->at.x),
                               .runner_y = IN(&u->at.y),
                               .runner_vx = IN(&u->velocity.x),
                               .runner_vy = IN(&u->velocity.y),
                               .runner_radius = way_same(&radius),
                               .runner_mask = IN(&u->side)};
    const way_avoid2d_out out = {.velocity_x = OUT(&u->next.x), .velocity_y = OUT(&u->next.y)};
    must_be_ok("scene: ", way_avoid2d(&in, &out, &(way_avoidance){.count = UNITS, .runner_count = UNITS}));
    for (size_t i = 0; i < UNITS; i++) {
        u[i].velocity = u[i].next;
        u[i].at.x += u[i].velocity.x * step;
        u[i].at.y += u[i].velocity.y * step;
    }
}

/* Fires at the position where the target will be if it keeps its velocity. */
static void fire(skirmish *s) {
    unit *u = s->unit;
    const way_intercept2d_in in = {.chaser_x = IN(&u->at.x),
                                   .chaser_y = IN(&u->at.y),
                                   .chaser_speed = way_same(&shell_speed),
                                   .runner_x = IN(&u->at.x),
                                   .runner_y = IN(&u->at.y),
                                   .runner_vx = IN(&u->velocity.x),
                                   .runner_vy = IN(&u->velocity.y)};
    const way_intercept2d_out out = {
        .time = OUT(&u->flight), .point_x = OUT(&u->aim.x), .point_y = OUT(&u->aim.y)};
    must_be_ok("scene: ", way_intercept2d(&in, &out,
                                          &(way_batch){.count = UNITS,
                                                       .targets.row = IN(&u->target),
                                                       .targets.runner_count = UNITS,
                                                       .precision = s->precision}));
    for (size_t i = 0; i < UNITS; i++) {
        u[i].loading -= u[i].loading > 0;
        if (!u[i].in_range || u[i].loading > 0 || u[i].flight > 2 * range / shell_speed ||
            s->in_air == MOST_SHOTS)
            continue;
        s->shell[s->in_air++] = (shell){u[i].aim, u[i].target, 1 + (int)(u[i].flight * STEPS_A_SECOND)};
        u[i].loading = STEPS_A_SHOT;
        s->fired++;
    }
}

/* Removes a unit that has fallen: it is no longer a candidate, and no unit avoids it. */
static void fall(skirmish *s, uint32_t row) {
    unit *u = &s->unit[row];
    u->side = u->enemies = 0;
    u->pace = 0;
    u->velocity = (place){0, 0};
    u->target = u->goal = UINT32_MAX;
    for (size_t i = 0; i < UNITS; i++) {
        unit *other = &s->unit[i];
        other->target = other->target == row ? UINT32_MAX : other->target;
        other->goal = other->goal == row ? UINT32_MAX : other->goal;
    }
}

static void land_shells(skirmish *s) {
    size_t kept = 0;
    for (size_t k = 0; k < s->in_air; k++) {
        shell shot = s->shell[k];
        if (--shot.steps > 0) {
            s->shell[kept++] = shot;
            continue;
        }
        unit *u = &s->unit[shot.target];
        const float x = u->at.x - shot.at.x, y = u->at.y - shot.at.y;
        if (u->side == 0 || x * x + y * y > radius * radius)
            continue;
        s->hits++;
        if (--u->lives == 0)
            fall(s, shot.target);
    }
    s->in_air = kept;
}

/* Returns the least distance between the centres of two living units of one army. */
static float nearest_two(const skirmish *s) {
    const unit *u = s->unit;
    float nearest[UNITS], least = INFINITY;
    const way_choose2d_in in = {.chaser_x = IN(&u->at.x),
                                .chaser_y = IN(&u->at.y),
                                .chaser_mask = IN(&u->side),
                                .self = IN(&u->row),
                                .runner_x = IN(&u->at.x),
                                .runner_y = IN(&u->at.y),
                                .runner_mask = IN(&u->side)};
    must_be_ok("scene: ", way_choose2d(&in, &(way_choose2d_out){.cost = way_to(nearest, sizeof(float))},
                                       &(way_choice){.count = UNITS, .runner_count = UNITS}));
    for (size_t i = 0; i < UNITS; i++)
        least = nearest[i] < least ? nearest[i] : least;
    return least;
}

/* The picture ------------------------------------------------------------------------------------------- */

enum { WIDTH = 1000, HEIGHT = 720, EDGE = 20 };

static const double scale = 12, left_edge = 11.5, bottom_edge = 6;

static double across(float x) { return EDGE + ((double)x - left_edge) * scale; }
static double down(float y) { return HEIGHT - EDGE - ((double)y - bottom_edge) * scale; }

/* Colours that colour-blind readers can tell apart (after Okabe and Ito). */
static const char *colour_of(size_t i) { return i < ARMY ? "#d55e00" : "#0072b2"; }

static void draw(const char *path, const skirmish *s) {
    output out;
    svg_begin(&out, path, "A skirmish", WIDTH, HEIGHT);
    FILE *file = out.file;
    fprintf(file,
            "<text x=\"%d\" y=\"32\" font-size=\"23\" font-weight=\"bold\">A skirmish of %d and %d</text>\n"
            "<text x=\"%d\" y=\"54\" font-size=\"14\" fill=\"#374151\">After %.1f s: orange %zu, blue %zu; a "
            "cross is "
            "where one fell.</text>\n",
            EDGE, ARMY, ARMY, EDGE, (double)s->steps / STEPS_A_SECOND, living(s, 1), living(s, 2));
    for (size_t i = 0; i < UNITS; i++) {
        fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.35\" points=\"",
                colour_of(i));
        for (size_t k = 0; k <= s->steps; k += k + 4 > s->steps && k < s->steps ? s->steps - k : 4)
            fprintf(file, "%.1f,%.1f ", across(s->track[i][k].x), down(s->track[i][k].y));
        fprintf(file, "\"/>\n");
    }
    for (size_t i = 0; i < UNITS; i++) {
        const double x = across(s->unit[i].at.x), y = down(s->unit[i].at.y);
        if (s->unit[i].side != 0)
            fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y,
                    (double)radius * scale, colour_of(i));
        else
            fprintf(file, "<path d=\"M%.1f %.1fl8 8m0 -8l-8 8\" stroke=\"%s\" stroke-width=\"2\"/>\n", x - 4,
                    y - 4, colour_of(i));
    }
    svg_end(&out);
}

static void print_second(const skirmish *s) {
    printf("%4zu s%8zu%8zu%8zu%8zu%10.2f m\n", s->steps / STEPS_A_SECOND, living(s, 1), living(s, 2),
           s->fired, s->hits, (double)nearest_two(s));
}

void scene_skirmish(const options *o) {
    if (o->svg && strcmp(o->svg, "-") == 0)
        fail("--svg: scene prints to standard output; give a file");
    skirmish *s = must(calloc(1, sizeof *s));
    begin(s, o);
    printf("%6s%8s%8s%8s%8s%12s\n", "after", "orange", "blue", "shots", "hits", "nearest two");
    print_second(s);
    while (s->steps < MOST_STEPS && living(s, 1) > 0 && living(s, 2) > 0) {
        if (s->steps % STEPS_A_CHOICE == 0)
            choose(s);
        lead(s);
        avoid(s);
        fire(s);
        land_shells(s);
        s->steps++;
        for (size_t i = 0; i < UNITS; i++)
            s->track[i][s->steps] = s->unit[i].at;
        if (s->steps % STEPS_A_SECOND == 0)
            print_second(s);
    }
    printf("state %016llx\n", (unsigned long long)fnv_hash_cells(FNV_START, s->track, sizeof s->track / 4));
    if (o->svg)
        draw(o->svg, s);
    free(s->memory);
    free(s);
}
