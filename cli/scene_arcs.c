/* A gun at the origin shoots at standing targets, on the low and the high arc (launch_speed2d), and as far as
   possible (launch_reach2d). It also shoots at moving targets, on the first and the last arc (arc2d).
   flight2d computes the shells' paths. */
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

#include "output.h"
#include "picture.h"
#include "report.h"

enum { TARGETS = 5, SAMPLES = 61 };

static const float shell_speed = 30, gravity = 9.81f, none = 0;

typedef struct place {
    float x, y;
} place;

typedef struct target {
    place at, velocity, acceleration;
} target;

/* The last target of each list cannot be reached. */
static const target standing[TARGETS] = {
    {.at = {25, 0}}, {.at = {50, 12}}, {.at = {70, 0}}, {.at = {85, -8}}, {.at = {95, 20}}};
static const target moving[TARGETS] = {{{20, 30}, {9, 0}, {0, 0}},
                                       {{95, 14}, {-12, 0}, {0, 0}},
                                       {{60, 0}, {-8, 0}, {2, 0}},
                                       {{45, 36}, {4, -14}, {0, 0}},
                                       {{70, 24}, {20, 4}, {0, 0}}};

typedef struct shots {
    float time[TARGETS], high_time[TARGETS];
    place velocity[TARGETS], high_velocity[TARGETS];
    int32_t status[TARGETS];
} shots;

#define FIELD(array, member) way_at(&(array)[0].member, sizeof(array)[0])
#define INTO(array, member) way_to(&(array)[0].member, sizeof(array)[0])

static void shoot_standing(shots *s, const way_batch *batch) {
    way_launch_speed2d_in in = {.from_x = way_same(&none),
                                .from_y = way_same(&none),
                                .to_x = FIELD(standing, at.x),
                                .to_y = FIELD(standing, at.y),
                                .speed = way_same(&shell_speed),
                                .gravity = way_same(&gravity)};
    way_launch_speed2d_out out = {.time = {.data = s->time},
                                  .velocity_x = INTO(s->velocity, x),
                                  .velocity_y = INTO(s->velocity, y),
                                  .high_time = {.data = s->high_time},
                                  .high_velocity_x = INTO(s->high_velocity, x),
                                  .high_velocity_y = INTO(s->high_velocity, y),
                                  .status = {.data = s->status}};
    must_be_ok("scene arcs: ", way_launch_speed2d(&in, &out, batch));
}

static void shoot_moving(shots *s, const way_batch *batch) {
    way_arc2d_in in = {.muzzle_x = way_same(&none),
                       .muzzle_y = way_same(&none),
                       .shell_speed = way_same(&shell_speed),
                       .runner_x = FIELD(moving, at.x),
                       .runner_y = FIELD(moving, at.y),
                       .runner_vx = FIELD(moving, velocity.x),
                       .runner_vy = FIELD(moving, velocity.y),
                       .gravity = way_same(&gravity),
                       .runner_ax = FIELD(moving, acceleration.x),
                       .runner_ay = FIELD(moving, acceleration.y)};
    way_arc2d_out out = {.time = {.data = s->time},
                         .velocity_x = INTO(s->velocity, x),
                         .velocity_y = INTO(s->velocity, y),
                         .high_time = {.data = s->high_time},
                         .high_velocity_x = INTO(s->high_velocity, x),
                         .high_velocity_y = INTO(s->high_velocity, y),
                         .status = {.data = s->status}};
    must_be_ok("scene arcs: ", way_arc2d(&in, &out, batch));
}

/* Returns the velocity of the furthest shot that lands at the gun's height. Sets `time` to its duration. */
static place furthest(float *time) {
    place velocity, far = {1, 0};
    way_batch one = {.count = 1};
    way_launch_reach2d_in in = {.from_x = {.data = &none},
                                .from_y = {.data = &none},
                                .to_x = {.data = &far.x},
                                .to_y = {.data = &far.y},
                                .speed = {.data = &shell_speed},
                                .gravity = {.data = &gravity}};
    way_launch_reach2d_out out = {.far_velocity_x = {.data = &velocity.x},
                                  .far_velocity_y = {.data = &velocity.y}};
    must_be_ok("scene arcs: ", way_launch_reach2d(&in, &out, &one));
    way_flight2d_in flight = {.body_x = {.data = &none},
                              .body_y = {.data = &none},
                              .body_vx = {.data = &velocity.x},
                              .body_vy = {.data = &velocity.y},
                              .gravity = {.data = &gravity},
                              .time = {.data = &none}};
    must_be_ok("scene arcs: ", way_flight2d(&flight, &(way_flight2d_out){.landing = {.data = time}}, &one));
    return velocity;
}

/* The picture: two panels, one scale, y upwards ---------------------------------------------------------- */

enum { WIDTH = 1180, HEIGHT = 420, LEFT = 40, PANEL = 580, GROUND = 350 };
static const double scale = 5.4;

static const char low_colour[] = "#0072b2", high_colour[] = "#d55e00", target_colour[] = "#374151";

static double across(int panel, double x) { return LEFT + panel * PANEL + x * scale; }
static double upwards(double y) { return GROUND - y * scale; }

static void draw_shell(FILE *file, int panel, place velocity, float until, const char *style) {
    place way[SAMPLES];
    float times[SAMPLES];
    for (int k = 0; k < SAMPLES; k++)
        times[k] = until * (float)k / (SAMPLES - 1);
    way_flight2d_in in = {.body_x = way_same(&none),
                          .body_y = way_same(&none),
                          .body_vx = way_same(&velocity.x),
                          .body_vy = way_same(&velocity.y),
                          .gravity = way_same(&gravity),
                          .time = {.data = times}};
    way_flight2d_out out = {.point_x = INTO(way, x), .point_y = INTO(way, y)};
    must_be_ok("scene arcs: ", way_flight2d(&in, &out, &(way_batch){.count = SAMPLES}));
    fprintf(file, "<polyline fill=\"none\" %s points=\"", style);
    for (int k = 0; k < SAMPLES; k++)
        fprintf(file, "%.1f,%.1f ", across(panel, way[k].x), upwards(way[k].y));
    fprintf(file, "\"/>\n");
}

static void draw_target(FILE *file, int panel, const target *t, float until) {
    fprintf(file,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-dasharray=\"4 4\" points=\"",
            target_colour);
    for (int k = 0; k < SAMPLES; k++) {
        double s = until * k / (SAMPLES - 1);
        fprintf(file, "%.1f,%.1f ",
                across(panel, t->at.x + t->velocity.x * s + t->acceleration.x * s * s / 2),
                upwards(t->at.y + t->velocity.y * s + t->acceleration.y * s * s / 2));
    }
    fprintf(
        file,
        "\"/>\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"2\"/>\n",
        across(panel, t->at.x), upwards(t->at.y), target_colour);
}

static void draw_panel(FILE *file, int panel, const target *targets, const shots *s) {
    fprintf(file, "<line x1=\"%.0f\" y1=\"%d\" x2=\"%.0f\" y2=\"%d\" stroke=\"#9ca3af\"/>\n",
            across(panel, 0), GROUND, across(panel, 100), GROUND);
    for (int k = 0; k < TARGETS; k++) {
        if (s->status[k] == WAY_MET) {
            char style[96];
            snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\"", high_colour);
            draw_shell(file, panel, s->high_velocity[k], s->high_time[k], style);
            snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\"", low_colour);
            draw_shell(file, panel, s->velocity[k], s->time[k], style);
        }
        draw_target(file, panel, &targets[k], s->status[k] == WAY_MET ? s->high_time[k] : 1);
    }
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n", across(panel, 0), upwards(0),
            target_colour);
}

static void draw(const char *path, const shots *still, const shots *fast) {
    output out;
    svg_begin(&out, path, "Arcs", WIDTH, HEIGHT);
    fprintf(out.file,
            "<text x=\"%d\" y=\"34\" font-size=\"18\" font-weight=\"bold\">Standing: low and high, and the "
            "furthest shot</text>\n<text x=\"%d\" y=\"34\" font-size=\"18\" font-weight=\"bold\">Moving: the "
            "first arc and the last</text>\n",
            LEFT, LEFT + PANEL);
    float until;
    place velocity = furthest(&until);
    draw_shell(out.file, 0, velocity, until,
               "stroke=\"#9ca3af\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\"");
    draw_panel(out.file, 0, standing, still);
    draw_panel(out.file, 1, moving, fast);
    svg_end(&out);
}

static void tell(const char *what, const target *targets, const shots *s) {
    for (int k = 0; k < TARGETS; k++)
        printf("%-9s at (%5.1f, %5.1f)  %-8s  first %6.3f s at (%6.2f, %6.2f) m/s  last %6.3f s at (%6.2f, "
               "%6.2f) "
               "m/s\n",
               what, (double)targets[k].at.x, (double)targets[k].at.y, way_status_word(s->status[k]),
               (double)s->time[k], (double)s->velocity[k].x, (double)s->velocity[k].y,
               (double)s->high_time[k], (double)s->high_velocity[k].x, (double)s->high_velocity[k].y);
}

void scene_arcs(const options *o) {
    shots still, fast;
    way_batch batch = {.count = TARGETS, .precision = o->precision};
    shoot_standing(&still, &batch);
    shoot_moving(&fast, &batch);
    tell("standing", standing, &still);
    tell("moving", moving, &fast);
    if (o->svg)
        draw(o->svg, &still, &fast);
}
