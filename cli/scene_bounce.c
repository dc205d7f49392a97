/* Balls bounce in a slanted room, after the figures of Twinsen, "Vector Geometry in Game Programming, 2". The
   room has corners of every kind, a bar in the middle, a one-way door, and a post. Half of the balls are
   points, the others are discs. */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output.h"
#include "picture.h"
#include "report.h"
#include "draw.h"

enum { BALLS = 6, FRAMES = 2400, CORNERS = 8, WALLS = 11 };

static const float step = 1.0f / 240.0f, speed = 14;

typedef struct place {
    float x, y;
} place;

/* The corners of the room, counter-clockwise. The first one is acute, the fourth and the last are reflex. */
static const place corner[CORNERS] = {{0, 2},   {36, 0},  {66, 12}, {54, 24},
                                      {70, 40}, {28, 46}, {6, 36},  {12, 20}};

static const way_wall inner[WALLS - CORNERS] = {
    {20, 12, 34, 20, 0}, /* the bar */
    {42, 8, 50, 16, 1},  /* the door: it stops balls from its left */
    {34, 34, 34, 34, 0}, /* the post */
};

typedef struct track {
    float radius;
    place place, velocity;
    place corner[FRAMES + 2]; /* the start, each bounce, the end */
    size_t corners;
    int32_t bounces;
    double way;
    int is_out;
} track;

typedef struct scene_of_balls {
    way_wall wall[WALLS];
    track ball[BALLS];
} scene_of_balls;

static void build(scene_of_balls *s) {
    for (size_t k = 0; k < CORNERS; k++) {
        place a = corner[k], b = corner[(k + 1) % CORNERS];
        s->wall[k] = (way_wall){a.x, a.y, b.x, b.y, 0};
    }
    for (size_t k = CORNERS; k < WALLS; k++)
        s->wall[k] = inner[k - CORNERS];
}

/* Is p inside the room? Counts the walls that a ray from p to the right crosses. */
static int is_inside(place p) {
    int inside = 0;
    for (size_t k = 0; k < CORNERS; k++) {
        place a = corner[k], b = corner[(k + 1) % CORNERS];
        double x = a.x + ((double)p.y - a.y) * ((double)b.x - a.x) / ((double)b.y - a.y);
        inside ^= (a.y > p.y) != (b.y > p.y) && p.x < x;
    }
    return inside;
}

static void begin(scene_of_balls *s, uint64_t seed) {
    static const place start[BALLS] = {{8, 6}, {26, 30}, {30, 8}, {58, 34}, {46, 30}, {57, 13}};
    uint64_t dice = seed;
    for (size_t i = 0; i < BALLS; i++) {
        float x, y, square;
        do { /* draws points of the square around the unit circle until one lies in the circle */
            x = draw_between(&dice, -1, 1), y = draw_between(&dice, -1, 1);
            square = x * x + y * y;
        } while (square < 0.01f || square > 1);
        float length = sqrtf(square);
        s->ball[i] = (track){.radius = i < BALLS / 2 ? 0.0f : 0.5f * (float)(i - 1),
                             .place = start[i],
                             .velocity = {speed * x / length, speed * y / length}};
        s->ball[i].corner[s->ball[i].corners++] = start[i];
    }
}

static void advance(scene_of_balls *s, const options *o) {
    place next[BALLS], next_velocity[BALLS];
    int32_t bounces[BALLS];
    const size_t apart = sizeof(track);
    way_bounce2d_in in = {.ball_x = way_at(&s->ball[0].place.x, apart),
                          .ball_y = way_at(&s->ball[0].place.y, apart),
                          .ball_vx = way_at(&s->ball[0].velocity.x, apart),
                          .ball_vy = way_at(&s->ball[0].velocity.y, apart),
                          .dt = way_same(&step),
                          .radius = way_at(&s->ball[0].radius, apart)};
    way_bounce2d_out out = {.next_x = way_to(&next[0].x, sizeof(place)),
                            .next_y = way_to(&next[0].y, sizeof(place)),
                            .next_vx = way_to(&next_velocity[0].x, sizeof(place)),
                            .next_vy = way_to(&next_velocity[0].y, sizeof(place)),
                            .bounces = {.data = bounces}};
    way_batch batch = {.count = BALLS, .precision = o->precision, .walls = s->wall, .wall_count = WALLS};
    must_be_ok("scene: ", way_bounce2d(&in, &out, &batch));
    for (size_t i = 0; i < BALLS; i++) {
        track *b = &s->ball[i];
        if (bounces[i] > 0)
            b->corner[b->corners++] = next[i];
        b->way += hypot((double)next[i].x - b->place.x, (double)next[i].y - b->place.y);
        b->place = next[i];
        b->velocity = next_velocity[i];
        b->bounces += bounces[i];
        b->is_out |= !is_inside(next[i]);
    }
}

/* The picture: one scale, y upwards --------------------------------------------------------------------- */

enum { SCALE = 13, LEFT = 30, TOP = 96, WIDTH = 970, HEIGHT = 740 };

/* Colours that colour-blind readers can tell apart (after Okabe and Ito). */
static const char *const colour[BALLS] = {"#0072b2", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#e69f00"};

static double across(double x) { return LEFT + x * SCALE; }
static double down(double y) { return TOP + (46 - y) * SCALE; }

static void draw_ball(FILE *file, place at, float radius, const char *fill, const char *stroke) {
    fprintf(file,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\" fill-opacity=\"0.8\"/>\n",
            across(at.x), down(at.y), radius > 0 ? radius * SCALE : 4.5, fill, stroke);
}

static void draw_track(FILE *file, const track *b, const char *stroke) {
    fprintf(file,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-opacity=\"0.75\" points=\"",
            stroke);
    for (size_t k = 0; k < b->corners; k++)
        fprintf(file, "%.1f,%.1f ", across(b->corner[k].x), down(b->corner[k].y));
    fprintf(file, "\"/>\n");
    draw_ball(file, b->corner[0], b->radius, "#fff", stroke);
    draw_ball(file, b->place, b->radius, stroke, stroke);
}

static void draw_wall(FILE *file, const way_wall *w) {
    if (w->ax == w->bx && w->ay == w->by)
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#111827\"/>\n", across(w->ax),
                down(w->ay));
    else
        fprintf(file,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#111827\" "
                "stroke-width=\"4\" stroke-linecap=\"round\"%s/>\n",
                across(w->ax), down(w->ay), across(w->bx), down(w->by),
                w->sides ? " stroke-dasharray=\"9 7\"" : "");
}

static void draw(const char *path, const scene_of_balls *s) {
    output out;
    svg_begin(&out, path, "Balls in a slanted room", WIDTH, HEIGHT);
    fprintf(
        out.file,
        "<text x=\"%d\" y=\"38\" font-size=\"24\" font-weight=\"bold\">%d balls in a slanted room, %d s at "
        "%g m/s</text>\n<text x=\"%d\" y=\"62\" font-size=\"15\" fill=\"#374151\">From the rings to the "
        "discs. The "
        "dashed door lets through what comes from its right; the dot is a post.</text>\n",
        LEFT, BALLS, (int)lrintf(FRAMES * step), speed, LEFT);
    for (size_t i = 0; i < BALLS; i++)
        draw_track(out.file, &s->ball[i], colour[i]);
    for (size_t k = 0; k < WALLS; k++)
        draw_wall(out.file, &s->wall[k]);
    svg_end(&out);
}

void scene_bounce(const options *o) {
    scene_of_balls *s = must(calloc(1, sizeof *s));
    build(s);
    begin(s, o->seed);
    for (int frame = 0; frame < FRAMES; frame++)
        advance(s, o);
    printf("%d balls among %d walls for %ld s; seed %llu\n%-6s%8s%9s%9s%12s%8s\n", BALLS, WALLS,
           lrintf(FRAMES * step), (unsigned long long)o->seed, "ball", "radius", "bounces", "way", "speed",
           "left");
    for (size_t i = 0; i < BALLS; i++) {
        track *b = &s->ball[i];
        b->corner[b->corners++] = b->place;
        printf("%-6zu%8.2f%9d%9.2f%12.6f%8s\n", i, (double)b->radius, (int)b->bounces, b->way,
               hypot(b->velocity.x, b->velocity.y), b->is_out ? "yes" : "no");
    }
    if (o->svg)
        draw(o->svg, s);
    free(s);
}
