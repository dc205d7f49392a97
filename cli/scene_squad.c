/* A squad marches through a gate and around a corner. wheel2d and rank2d move its ranks, and line2d computes
   the slots. assign gives each unit a slot, seek2d moves the unit there, and avoid2d keeps the unit away from
   other units and walls. */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "output.h"
#include "picture.h"
#include "report.h"

enum {
    RANKS = 4,
    FILES = 5,
    UNITS = RANKS * FILES,
    STEPS_A_SECOND = 20,
    MOST_STEPS = 120 * STEPS_A_SECOND,
    STEPS_A_CHOICE = 10,
    LEGS = 2,
    MOST_CRUMBS = 128
};

static const float step = 1.0f / STEPS_A_SECOND;
static const float spacing = 2, half_width = 4, turning_radius = 10;
static const float leader_speed = 2, catch_up = 1.5f;
static const float pace = 3, radius = 0.4f, horizon = 1.5f;
static const float sight = 0.2f;       /* m: a way is free if walls are at least this far from it */
static const float straggles = 4;      /* m: the leader waits if a unit is further than this from its slot */
static const float crumb_apart = 1;    /* m: the distance between points of the leader's trail */
static const float in_its_slot = 0.1f; /* m */

static const float gate_y = 20;
static const way_wall wall[] = {
    {-14, 20, -2, 20, 0}, {2, 20, 14, 20, 0},  /* the gate is 4 m wide */
    {7, 20, 7, 36, 0},    {7, 36, 46, 36, 0},  /* the corner */
    {-8, 20, -8, 50, 0},  {-8, 50, 46, 50, 0}, /* the opposite walls */
};
enum { WALLS = sizeof wall / sizeof wall[0] };

typedef struct place {
    float x, y;
} place;

typedef struct pose {
    float x, y, hx, hy;
} pose;

typedef struct unit {
    place at, velocity, wish, next, goal, way;
    uint32_t row, slot, crumb;
    int32_t hit; /* the first wall on the way to the unit's goal; -1: the way is free */
    int standing, longest_stand;
} unit;

typedef struct squad {
    unit unit[UNITS];
    pose leader, rank[RANKS];
    place slot[UNITS], crumb[MOST_CRUMBS];
    size_t crumbs;
    way_path2d leg[LEGS];
    size_t on_leg;
    float distance; /* m: the leader's distance along leg[on_leg] */
    float cost[UNITS][UNITS];
    void *memory;
    size_t bytes, steps, waited, crossed;
    place track[UNITS][MOST_STEPS + 1], led[MOST_STEPS + 1];
    float nearest;
    way_precision precision;
} squad;

#define IN(first) way_at(first, sizeof(unit))
#define OUT(first) way_to(first, sizeof(unit))

static float between(place a, place b) {
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static way_path2d path_to(pose from, pose to) {
    way_shortest_path2d_agent ask;
    way_shortest_path2d_answer found;
    must_be_ok("scene: ", way_shortest_path2d_agent_default(&ask));
    ask.x = from.x, ask.y = from.y, ask.heading_x = from.hx, ask.heading_y = from.hy;
    ask.target_x = to.x, ask.target_y = to.y, ask.target_heading_x = to.hx, ask.target_heading_y = to.hy;
    ask.radius = turning_radius;
    must_be_ok("scene: ", way_shortest_path2d_one(&ask, &found));
    return (way_path2d){.x = from.x,
                        .y = from.y,
                        .heading_x = from.hx,
                        .heading_y = from.hy,
                        .target_x = to.x,
                        .target_y = to.y,
                        .target_heading_x = to.hx,
                        .target_heading_y = to.hy,
                        .radius = turning_radius,
                        .word = found.word,
                        .arc1 = found.arc1,
                        .middle = found.middle,
                        .arc2 = found.arc2};
}

static void begin(squad *s, const options *o) {
    const pose start = {0, 0, 0, 1}, corner = {0, 33, 0, 1}, end = {38, 43, 1, 0};
    uint64_t dice = o->seed;
    s->precision = o->precision;
    s->leg[0] = path_to(start, corner), s->leg[1] = path_to(corner, end);
    s->leader = start;
    s->nearest = INFINITY;
    for (int r = 0; r < RANKS; r++)
        s->rank[r] = (pose){start.x, start.y - spacing * (float)r, start.hx, start.hy};
    for (uint32_t i = 0; i < UNITS; i++) { /* random positions nearby, no two at the same position */
        unit *u = &s->unit[i];
        u->at.x = -8.0f + 4.0f * (float)(i % FILES) + draw_between(&dice, -1, 1);
        u->at.y = -18.0f + 4.0f * (float)(i / FILES) + draw_between(&dice, -1, 1);
        u->row = u->slot = i;
        s->track[i][0] = u->at;
    }
    s->crumb[s->crumbs++] = (place){start.x, start.y};
    s->bytes = way_assign_bytes(UNITS, UNITS, (size_t)UNITS * UNITS);
    s->memory = must(malloc(s->bytes));
}

static float furthest_from_its_slot(const squad *s) {
    float most = 0;
    for (size_t i = 0; i < UNITS; i++)
        most = fmaxf(most, between(s->unit[i].at, s->slot[s->unit[i].slot]));
    return most;
}

/* Moves the leader along its path, unless a unit straggles, and extends its trail. */
static void lead(squad *s) {
    if (s->steps > 0 && furthest_from_its_slot(s) > straggles) {
        s->waited++;
        return;
    }
    const way_path2d *p = &s->leg[s->on_leg];
    const way_march2d_agent ask = {p->x,
                                   p->y,
                                   p->heading_x,
                                   p->heading_y,
                                   p->target_x,
                                   p->target_y,
                                   p->target_heading_x,
                                   p->target_heading_y,
                                   p->radius,
                                   p->word,
                                   p->arc1,
                                   p->middle,
                                   p->arc2,
                                   s->distance,
                                   0,
                                   leader_speed * step};
    way_march2d_answer on;
    must_be_ok("scene: ", way_march2d_one(&ask, &on));
    s->leader = (pose){on.next_x, on.next_y, on.next_heading_x, on.next_heading_y};
    s->distance = on.next_distance;
    if (on.status == WAY_THERE && s->on_leg + 1 < LEGS)
        s->on_leg++, s->distance = 0;
    const place here = {s->leader.x, s->leader.y};
    if (between(here, s->crumb[s->crumbs - 1]) >= crumb_apart && s->crumbs < MOST_CRUMBS)
        s->crumb[s->crumbs++] = here;
}

/* The first rank wheels towards the leader's pose, and each other rank towards a pose behind the rank ahead.
   line2d computes the slots of each rank. */
static void place_slots(squad *s) {
    float offset[FILES];
    for (int k = 0; k < FILES; k++)
        offset[k] = half_width * (2 * (float)k / (FILES - 1) - 1);
    for (int r = 0; r < RANKS; r++) {
        pose *own = &s->rank[r], wanted = s->leader;
        if (r > 0) {
            const way_rank2d_agent follows = {own->x,     own->y,     own[0].hx,      own[0].hy,
                                              half_width, spacing,    own[-1].x,      own[-1].y,
                                              own[-1].hx, own[-1].hy, turning_radius, RANKS};
            way_rank2d_answer behind;
            must_be_ok("scene: ", way_rank2d_one(&follows, &behind));
            wanted = (pose){behind.next_x, behind.next_y, behind.next_heading_x, behind.next_heading_y};
        }
        const way_wheel2d_agent wheels = {own->x,   own->y,   own->hx,   own->hy,   half_width,
                                          wanted.x, wanted.y, wanted.hx, wanted.hy, leader_speed * step,
                                          catch_up};
        way_wheel2d_answer to;
        must_be_ok("scene: ", way_wheel2d_one(&wheels, &to));
        *own = (pose){to.next_x, to.next_y, to.next_heading_x, to.next_heading_y};
        const way_line2d_in line = {
            way_same(&own->x), way_same(&own->y), way_same(&own->hx), way_same(&own->hy), {.data = offset}};
        place *first = &s->slot[r * FILES];
        const way_line2d_out stand = {.place_x = way_to(&first->x, sizeof *first),
                                      .place_y = way_to(&first->y, sizeof *first)};
        must_be_ok("scene: ",
                   way_line2d(&line, &stand, &(way_batch){.count = FILES, .precision = s->precision}));
    }
}

/* Assigns a slot to each unit so that the sum of the squared distances is minimal. */
static void choose_slots(squad *s) {
    for (size_t i = 0; i < UNITS; i++)
        for (size_t k = 0; k < UNITS; k++) {
            const float way = between(s->unit[i].at, s->slot[k]);
            s->cost[i][k] = way * way;
        }
    const way_assign_in ways = {.cost = {.data = s->cost}};
    const way_assign_out taken = {.target = OUT(&s->unit[0].slot)};
    way_assignment how = {.count = UNITS, .runner_count = UNITS, .memory = s->memory, .bytes = s->bytes};
    must_be_ok("scene: ", way_assign(&ways, &taken, &how));
}

/* Sets `hit` of each unit to the first wall on the straight way to its goal. */
static void look(squad *s) {
    static const float once = 1;
    unit *u = s->unit;
    for (size_t i = 0; i < UNITS; i++)
        u[i].way = (place){u[i].goal.x - u[i].at.x, u[i].goal.y - u[i].at.y};
    const way_sweep_walls2d_in ways = {.ball_x = IN(&u->at.x),
                                       .ball_y = IN(&u->at.y),
                                       .ball_vx = IN(&u->way.x),
                                       .ball_vy = IN(&u->way.y),
                                       .radius = way_same(&sight),
                                       .horizon = way_same(&once)};
    const way_sweep_walls2d_out hits = {.wall = OUT(&u->hit)};
    must_be_ok(
        "scene: ",
        way_sweep_walls2d(
            &ways, &hits,
            &(way_batch){.count = UNITS, .walls = wall, .wall_count = WALLS, .precision = s->precision}));
}

/* Chooses each unit's goal: its slot if the way there is free, otherwise the last point of the leader's trail
   that the unit has seen. */
static void choose_goals(squad *s) {
    unit *u = s->unit;
    for (size_t i = 0; i < UNITS; i++)
        u[i].goal = s->crumb[u[i].crumb + 1 < s->crumbs ? u[i].crumb + 1 : u[i].crumb];
    look(s);
    for (size_t i = 0; i < UNITS; i++) {
        u[i].crumb += u[i].hit < 0 && u[i].crumb + 1 < s->crumbs;
        u[i].goal = s->slot[u[i].slot];
    }
    look(s);
    for (size_t i = 0; i < UNITS; i++)
        if (u[i].hit >= 0)
            u[i].goal = s->crumb[u[i].crumb];
}

static void seek(squad *s) {
    unit *u = s->unit;
    const way_seek2d_in in = {.chaser_x = IN(&u->at.x),
                              .chaser_y = IN(&u->at.y),
                              .chaser_speed = way_same(&pace),
                              .runner_x = IN(&u->goal.x),
                              .runner_y = IN(&u->goal.y),
                              .dt = way_same(&step)};
    const way_seek2d_out out = {.velocity_x = OUT(&u->wish.x), .velocity_y = OUT(&u->wish.y)};
    must_be_ok("scene: ", way_seek2d(&in, &out, &(way_batch){.count = UNITS, .precision = s->precision}));
    /* far from its goal, a unit turns slightly right, so that head-on units pass each other */
    for (size_t i = 0; i < UNITS; i++) {
        const place straight = u[i].wish;
        if (between(u[i].at, u[i].goal) < 1)
            continue;
        u[i].wish.x += 0.2f * straight.y;
        u[i].wish.y -= 0.2f * straight.x;
    }
}

/* Does the way from p to q cross the wall? */
static int crosses(place p, place q, const way_wall *w) {
    const double ex = (double)w->bx - (double)w->ax, ey = (double)w->by - (double)w->ay;
    const double dx = (double)q.x - (double)p.x, dy = (double)q.y - (double)p.y;
    const double p_side = ex * ((double)p.y - (double)w->ay) - ey * ((double)p.x - (double)w->ax);
    const double q_side = ex * ((double)q.y - (double)w->ay) - ey * ((double)q.x - (double)w->ax);
    const double a_side = dx * ((double)w->ay - (double)p.y) - dy * ((double)w->ax - (double)p.x);
    const double b_side = dx * ((double)w->by - (double)p.y) - dy * ((double)w->bx - (double)p.x);
    return p_side * q_side <= 0 && a_side * b_side <= 0 && (dx != 0 || dy != 0);
}

static void walk(squad *s) {
    unit *u = s->unit;
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
                               .self = IN(&u->row),
                               .runner_x = IN(&u->at.x),
                               .runner_y = IN(&u->at.y),
                               .runner_vx = IN(&u->velocity.x),
                               .runner_vy = IN(&u->velocity.y),
                               .runner_radius = way_same(&radius)};
    const way_avoid2d_out out = {.velocity_x = OUT(&u->next.x), .velocity_y = OUT(&u->next.y)};
    must_be_ok("scene: ",
               way_avoid2d(&in, &out,
                           &(way_avoidance){
                               .count = UNITS, .runner_count = UNITS, .walls = wall, .wall_count = WALLS}));
    for (size_t i = 0; i < UNITS; i++) {
        const place was = u[i].at;
        u[i].velocity = u[i].next;
        u[i].at.x += u[i].velocity.x * step;
        u[i].at.y += u[i].velocity.y * step;
        for (size_t w = 0; w < WALLS; w++)
            s->crossed += (size_t)crosses(was, u[i].at, &wall[w]);
        const int stands = between(was, u[i].at) < 0.1f * step && between(u[i].at, s->slot[u[i].slot]) > 1;
        u[i].standing = stands ? u[i].standing + 1 : 0;
        u[i].longest_stand = u[i].standing > u[i].longest_stand ? u[i].standing : u[i].longest_stand;
    }
    for (size_t i = 0; i < UNITS; i++)
        for (size_t k = 0; k < i; k++)
            s->nearest = fminf(s->nearest, between(u[i].at, u[k].at));
}

static size_t through_the_gate(const squad *s) {
    size_t count = 0;
    for (size_t i = 0; i < UNITS; i++)
        count += s->unit[i].at.y > gate_y;
    return count;
}

static int is_over(const squad *s) {
    return s->on_leg + 1 == LEGS && s->leader.x == s->leg[LEGS - 1].target_x &&
           furthest_from_its_slot(s) < in_its_slot;
}

/* The picture ------------------------------------------------------------------------------------------- */

enum { WIDTH = 900, HEIGHT = 1010, EDGE = 20, SHOTS = 6 };

static const double scale = 13, left_edge = -15, bottom_edge = -20;

static double across(float x) { return EDGE + ((double)x - left_edge) * scale; }
static double down(float y) { return HEIGHT - EDGE - ((double)y - bottom_edge) * scale; }

static void draw_track(FILE *file, const place *track, size_t steps, const char *style) {
    fprintf(file, "<polyline fill=\"none\" %s points=\"", style);
    for (size_t k = 0; k <= steps; k += 4)
        fprintf(file, "%.1f,%.1f ", across(track[k].x), down(track[k].y));
    fprintf(file, "\"/>\n");
}

static void draw(const char *path, const squad *s) {
    output out;
    svg_begin(&out, path, "A squad marches", WIDTH, HEIGHT);
    FILE *file = out.file;
    fprintf(file,
            "<text x=\"%d\" y=\"32\" font-size=\"23\" font-weight=\"bold\">A squad of %d through a gate and "
            "round a "
            "corner</text>\n<text x=\"%d\" y=\"54\" font-size=\"14\" fill=\"#374151\">%.1f s; the ways of "
            "the units "
            "are blue, the leader's is orange; discs are units at equal times.</text>\n",
            EDGE, UNITS, EDGE, (double)s->steps / STEPS_A_SECOND);
    for (size_t w = 0; w < WALLS; w++)
        fprintf(
            file,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#111827\" stroke-width=\"4\"/>\n",
            across(wall[w].ax), down(wall[w].ay), across(wall[w].bx), down(wall[w].by));
    for (size_t i = 0; i < UNITS; i++)
        draw_track(file, s->track[i], s->steps, "stroke=\"#56b4e9\" stroke-opacity=\"0.6\"");
    draw_track(file, s->led, s->steps, "stroke=\"#d55e00\" stroke-width=\"2\"");
    for (size_t shot = 0; shot < SHOTS; shot++)
        for (size_t i = 0; i < UNITS; i++) {
            const place p = s->track[i][s->steps * shot / (SHOTS - 1)];
            fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#0072b2\"/>\n", across(p.x),
                    down(p.y), (double)radius * scale);
        }
    svg_end(&out);
}

static void print_seconds(const squad *s) {
    printf("%4zu s%9.2f%9.2f%10zu%10.2f m%10.2f m\n", s->steps / STEPS_A_SECOND, (double)s->leader.x,
           (double)s->leader.y, through_the_gate(s), (double)furthest_from_its_slot(s), (double)s->nearest);
}

void scene_squad(const options *o) {
    if (o->svg && strcmp(o->svg, "-") == 0)
        fail("--svg: scene prints to standard output; give a file");
    squad *s = must(calloc(1, sizeof *s));
    begin(s, o);
    printf("%6s%9s%9s%10s%12s%12s\n", "after", "leader x", "y", "in gate", "from slot", "nearest two");
    while (s->steps < MOST_STEPS && !is_over(s)) {
        lead(s);
        place_slots(s);
        if (s->steps % STEPS_A_CHOICE == 0)
            choose_slots(s);
        choose_goals(s);
        seek(s);
        walk(s);
        s->steps++;
        for (size_t i = 0; i < UNITS; i++)
            s->track[i][s->steps] = s->unit[i].at;
        s->led[s->steps] = (place){s->leader.x, s->leader.y};
        if (s->steps % (5 * STEPS_A_SECOND) == 0)
            print_seconds(s);
    }
    int stood = 0;
    for (size_t i = 0; i < UNITS; i++)
        stood = s->unit[i].longest_stand > stood ? s->unit[i].longest_stand : stood;
    printf("%zu of %d through the gate, %zu ways across a wall, all in their slots to %.2f m after %.2f s\n",
           through_the_gate(s), UNITS, s->crossed, (double)furthest_from_its_slot(s),
           (double)s->steps / STEPS_A_SECOND);
    printf("nearest two %.3f m, leader waited %.2f s, longest stand of a unit %.2f s\n", (double)s->nearest,
           (double)s->waited / STEPS_A_SECOND, (double)stood / STEPS_A_SECOND);
    printf("state %016llx\n", (unsigned long long)fnv_hash_cells(FNV_START, s->track, sizeof s->track / 4));
    if (o->svg)
        draw(o->svg, s);
    free(s->memory);
    free(s);
}
