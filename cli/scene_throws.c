/* Draws two scenes of four panels each. `apex` shows throws with a given top (launch_apex2d) on level ground,
   up, down, and under three gravities. `bezier` shows shots along Bezier curves (bezier2d, bezier_tick2d,
   bezier_apex2d). */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "picture.h"
#include "report.h"

enum { PANELS = 4, EACH = 3, THROWS = PANELS * EACH, SAMPLES = 61, TICKS = 40 };

static const float none = 0, earth = 9.81f;
static const char *const colour[EACH] = {"#0072b2", "#d55e00", "#009e73"}, dark[] = "#374151",
                         light[] = "#9ca3af";

typedef struct place {
    float x, y;
} place;

#define FIELD(first, member) way_at(&(first)->member, sizeof *(first))
#define INTO(first, member) way_to(&(first)->member, sizeof *(first))

/* The picture: four panels, one scale, y upwards --------------------------------------------------------- */

enum { WIDTH = 1180, HEIGHT = 700, LEFT = 40, ACROSS = 580, DOWN = 350, GROUND = 290 };
static const double scale = 7;

static double across(int panel, double x) { return LEFT + panel % 2 * ACROSS + x * scale; }
static double upwards(int panel, double y) { return panel / 2 * DOWN + GROUND - y * scale; }

static void draw_text(FILE *file, int panel, double x, double y, const char *style, const char *text) {
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" %s>%s</text>\n", across(panel, x),
            upwards(panel, y), style, text);
}

static void draw_head(FILE *file, int panel, const char *title) {
    fprintf(file, "<text x=\"%.1f\" y=\"%d\" font-size=\"18\" font-weight=\"bold\">%s</text>\n",
            across(panel, 0), panel / 2 * DOWN + 34, title);
    fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", across(panel, 0),
            upwards(panel, 0), across(panel, 70), upwards(panel, 0), light);
    for (int metres = 0; metres <= 60; metres += 20) {
        char text[16];
        snprintf(text, sizeof text, "%d m", metres);
        draw_text(file, panel, metres, -2.6, "text-anchor=\"middle\" fill=\"#6b7280\"", text);
    }
}

static void draw_line(FILE *file, int panel, const place *way, int count, const char *stroke,
                      const char *more) {
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" %s points=\"", stroke, more);
    for (int k = 0; k < count; k++)
        fprintf(file, "%.1f,%.1f ", across(panel, way[k].x), upwards(panel, way[k].y));
    fprintf(file, "\"/>\n");
}

static void draw_dot(FILE *file, int panel, place at, double radius, const char *fill, const char *stroke) {
    fprintf(file,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>\n",
            across(panel, at.x), upwards(panel, at.y), radius, fill, stroke);
}

/* Fills `numbers` with SAMPLES numbers from 0 to `last`, at equal distances. */
static void spread(float numbers[SAMPLES], float last) {
    for (int i = 0; i < SAMPLES; i++)
        numbers[i] = last * (float)i / (SAMPLES - 1);
}

/* Throws with a given top -------------------------------------------------------------------------------- */

typedef struct throwing {
    place to;
    float gravity, apex;
    const char *name;
} throwing;

static const throwing thrown[THROWS] = {
    {{60, 0}, 9.81f, 2, NULL},    {{60, 0}, 9.81f, 8, NULL},    {{60, 0}, 9.81f, 20, NULL},
    {{60, 14}, 9.81f, 1, NULL},   {{60, 14}, 9.81f, 6, NULL},   {{60, 14}, 9.81f, 16, NULL},
    {{60, 0}, 9.81f, 0, NULL},    {{60, 0}, 9.81f, 6, NULL},    {{60, 0}, 9.81f, 14, NULL},
    {{60, 0}, 1.62f, 16, "Moon"}, {{60, 0}, 3.71f, 16, "Mars"}, {{60, 0}, 9.81f, 16, "Earth"},
};
static const float from_y[PANELS] = {0, 0, 16, 0};
static const char *const apex_title[PANELS] = {
    "Level: the top decides the time", "Up: the top is above the target", "Down: the top is above the start",
    "One curve, three gravities: a dot each second"};

typedef struct throws {
    place from[THROWS], velocity[THROWS];
    float time[THROWS], rise_time[THROWS], top[THROWS];
    int32_t status[THROWS];
} throws;

static void throw_all(throws *t, const way_batch *batch) {
    for (int k = 0; k < THROWS; k++)
        t->from[k] = (place){0, from_y[k / EACH]};
    const way_launch_apex2d_in in = {.from_x = FIELD(t->from, x),
                                     .from_y = FIELD(t->from, y),
                                     .to_x = FIELD(thrown, to.x),
                                     .to_y = FIELD(thrown, to.y),
                                     .gravity = FIELD(thrown, gravity),
                                     .apex = FIELD(thrown, apex)};
    const way_launch_apex2d_out out = {.time = way_out(t->time),
                                       .velocity_x = INTO(t->velocity, x),
                                       .velocity_y = INTO(t->velocity, y),
                                       .rise_time = way_out(t->rise_time),
                                       .top = way_out(t->top),
                                       .status = way_out(t->status)};
    must_be_ok("scene apex: ", way_launch_apex2d(&in, &out, batch));
}

/* Computes the positions of throw k at these times. */
static void fly(const throws *t, int k, const float *times, int count, place *way) {
    const way_flight2d_in in = {.body_x = way_same(&t->from[k].x),
                                .body_y = way_same(&t->from[k].y),
                                .body_vx = way_same(&t->velocity[k].x),
                                .body_vy = way_same(&t->velocity[k].y),
                                .gravity = way_same(&thrown[k].gravity),
                                .time = way_in(times)};
    const way_flight2d_out out = {.point_x = INTO(way, x), .point_y = INTO(way, y)};
    must_be_ok("scene apex: ", way_flight2d(&in, &out, &(way_batch){.count = (size_t)count}));
}

static void draw_throw(FILE *file, const throws *t, int k) {
    const int panel = k / EACH, row = k % EACH;
    float times[SAMPLES];
    place way[SAMPLES];
    spread(times, t->time[k]);
    fly(t, k, times, SAMPLES, way);
    draw_line(file, panel, way, SAMPLES, colour[row], "");
    int seconds = 0;
    for (; seconds < SAMPLES && (float)seconds <= t->time[k]; seconds++)
        times[seconds] = (float)seconds;
    fly(t, k, times, seconds, way);
    const double size[EACH] = {6, 4.5, 3};
    for (int i = 0; thrown[k].name != NULL && i < seconds; i++)
        draw_dot(file, panel, way[i], size[row], "#fff", colour[row]);
    char text[96], style[64];
    snprintf(style, sizeof style, "text-anchor=\"middle\" fill=\"%s\"", colour[row]);
    if (thrown[k].name != NULL)
        snprintf(text, sizeof text, "%s: %.2f s", thrown[k].name, (double)t->time[k]);
    else
        snprintf(text, sizeof text, "apex %.0f m: %.2f s", (double)thrown[k].apex, (double)t->time[k]);
    /* the lowest throw upwards has its label below the curve */
    const double above = thrown[k].name != NULL   ? 2 + 2.4 * (EACH - 1 - row)
                         : panel == 1 && row == 0 ? -2.4
                                                  : 0.8;
    draw_text(file, panel, t->velocity[k].x * t->rise_time[k] + (t->rise_time[k] == 0 ? 12 : 0),
              t->top[k] + above, style, text);
}

static void draw_throws(const char *path, const throws *t) {
    output out;
    svg_begin(&out, path, "Throws with a given top", WIDTH, HEIGHT);
    for (int panel = 0; panel < PANELS; panel++) {
        draw_head(out.file, panel, apex_title[panel]);
        for (int k = panel * EACH; k < (panel + 1) * EACH; k++)
            draw_throw(out.file, t, k);
        draw_dot(out.file, panel, t->from[panel * EACH], 5, dark, dark);
        draw_dot(out.file, panel, thrown[panel * EACH].to, 5, "#fff", dark);
    }
    svg_end(&out);
}

void scene_apex(const options *o) {
    throws t;
    throw_all(&t, &(way_batch){.count = THROWS, .precision = o->precision});
    for (int k = 0; k < THROWS; k++)
        printf(
            "from (0, %4.1f) to (%4.1f, %4.1f)  gravity %5.2f  apex %5.2f  %-4s  %6.3f s at (%6.2f, %6.2f) "
            "m/s  top %5.2f m after %6.3f s\n",
            (double)t.from[k].y, (double)thrown[k].to.x, (double)thrown[k].to.y, (double)thrown[k].gravity,
            (double)thrown[k].apex, way_status_word(t.status[k]), (double)t.time[k], (double)t.velocity[k].x,
            (double)t.velocity[k].y, (double)t.top[k], (double)t.rise_time[k]);
    if (o->svg)
        draw_throws(o->svg, &t);
}

/* Shots along Bezier curves ------------------------------------------------------------------------------ */

static const place goal = {60, 0};
static const place control[EACH] = {{30, 34}, {10, 30}, {56, 30}};
static const float duration = 3, tops[EACH] = {4, 10, 20};
static const char *const bezier_title[PANELS] = {
    "bezier2d: position and velocity at a phase", "bezier2d: the control point bends the shot",
    "bezier_tick2d: the end follows a moving target", "bezier_apex2d: the parabolas of launch_apex2d"};

/* Computes positions on a curve from the origin, and velocities if `velocity` is not NULL. */
static void follow(place control_at, place to, const float *phases, int count, place *way, place *velocity,
                   way_precision precision) {
    const way_bezier2d_in in = {.from_x = way_same(&none),
                                .from_y = way_same(&none),
                                .control_x = way_same(&control_at.x),
                                .control_y = way_same(&control_at.y),
                                .to_x = way_same(&to.x),
                                .to_y = way_same(&to.y),
                                .phase = way_in(phases),
                                .duration = way_same(&duration)};
    way_bezier2d_out out = {.point_x = INTO(way, x), .point_y = INTO(way, y)};
    if (velocity != NULL)
        way_to_xy(out.velocity_, &velocity->x, sizeof *velocity);
    must_be_ok("scene bezier: ",
               way_bezier2d(&in, &out, &(way_batch){.count = (size_t)count, .precision = precision}));
}

typedef struct shots {
    place unit[TICKS + 1], target[TICKS + 1]; /* positions of the shot that follows a target */
    place apex_control[EACH];
    double apart[EACH]; /* the largest distance of a curve from the throw with the same top */
} shots;

static const place target_velocity = {-6, 4};

/* Moves a shot along a curve tick by tick. In each tick, the curve ends at the target's present position. */
static void chase(shots *s, way_precision precision) {
    const float dt = duration / TICKS;
    place unit = {0, 0}, target = {70, 4};
    s->unit[0] = unit, s->target[0] = target;
    for (int k = 1; k <= TICKS; k++) {
        const float phase = (float)k / TICKS;
        place velocity;
        target.x += target_velocity.x * dt, target.y += target_velocity.y * dt;
        const way_bezier_tick2d_in in = {.body_x = way_same(&unit.x),
                                         .body_y = way_same(&unit.y),
                                         .from_x = way_same(&none),
                                         .from_y = way_same(&none),
                                         .control_x = way_same(&control[0].x),
                                         .control_y = way_same(&control[0].y),
                                         .to_x = way_same(&target.x),
                                         .to_y = way_same(&target.y),
                                         .phase = way_same(&phase),
                                         .dt = way_same(&dt)};
        const way_bezier_tick2d_out out = {.velocity_x = way_out(&velocity.x),
                                           .velocity_y = way_out(&velocity.y)};
        must_be_ok("scene bezier: ",
                   way_bezier_tick2d(&in, &out, &(way_batch){.count = 1, .precision = precision}));
        unit.x += velocity.x * dt, unit.y += velocity.y * dt;
        s->unit[k] = unit, s->target[k] = target;
    }
}

/* Computes the control points for three tops, and how far the curves are from throws with the same tops. */
static void compare(shots *s, way_precision precision) {
    const way_batch three = {.count = EACH, .precision = precision};
    const way_bezier_apex2d_in in = {.from_x = way_same(&none),
                                     .from_y = way_same(&none),
                                     .to_x = way_same(&goal.x),
                                     .to_y = way_same(&goal.y),
                                     .apex = way_in(tops)};
    const way_bezier_apex2d_out out = {.control_x = INTO(s->apex_control, x),
                                       .control_y = INTO(s->apex_control, y)};
    must_be_ok("scene bezier: ", way_bezier_apex2d(&in, &out, &three));
    place velocity[EACH];
    float time[EACH], phases[SAMPLES];
    const way_launch_apex2d_in launch = {.from_x = in.from_x,
                                         .from_y = in.from_y,
                                         .to_x = in.to_x,
                                         .to_y = in.to_y,
                                         .gravity = way_same(&earth),
                                         .apex = in.apex};
    const way_launch_apex2d_out launched = {
        .time = way_out(time), .velocity_x = INTO(velocity, x), .velocity_y = INTO(velocity, y)};
    must_be_ok("scene bezier: ", way_launch_apex2d(&launch, &launched, &three));
    spread(phases, 1);
    for (int k = 0; k < EACH; k++) {
        place way[SAMPLES];
        follow(s->apex_control[k], goal, phases, SAMPLES, way, NULL, precision);
        s->apart[k] = 0;
        for (int i = 0; i < SAMPLES; i++) {
            const double t = (double)time[k] * (double)phases[i];
            const double x = (double)velocity[k].x * t,
                         y = (double)velocity[k].y * t - (double)earth * t * t / 2;
            s->apart[k] = fmax(s->apart[k], hypot((double)way[i].x - x, (double)way[i].y - y));
        }
    }
}

static void draw_curve(FILE *file, int panel, int row, place control_at, place to) {
    float phases[SAMPLES];
    place way[SAMPLES];
    spread(phases, 1);
    follow(control_at, to, phases, SAMPLES, way, NULL, WAY_EXACT);
    draw_line(file, panel, way, SAMPLES, colour[row], "");
}

static void draw_control(FILE *file, int panel, int row, place at, place to, const char *text) {
    const place polygon[] = {{0, 0}, at, to};
    draw_line(file, panel, polygon, 3, light, "stroke-dasharray=\"4 4\"");
    draw_dot(file, panel, at, 4, "#fff", colour[row]);
    draw_text(file, panel, at.x, at.y + 1.2, "text-anchor=\"middle\"", text);
}

/* Draws the velocities at six phases. Each arrow is as long as the distance flown in a fifth of a second. */
static void draw_velocities(FILE *file) {
    static const float phases[] = {0, 0.2f, 0.4f, 0.6f, 0.8f, 1};
    place way[6], velocity[6];
    follow(control[0], goal, phases, 6, way, velocity, WAY_EXACT);
    for (int k = 0; k < 6; k++) {
        const place arrow[] = {way[k], {way[k].x + velocity[k].x / 5, way[k].y + velocity[k].y / 5}};
        char text[16];
        draw_line(file, 0, arrow, 2, colour[1], "");
        draw_dot(file, 0, way[k], 4, colour[0], colour[0]);
        snprintf(text, sizeof text, "%.1f", (double)phases[k]);
        draw_text(file, 0, way[k].x - 1, way[k].y - 2.2 + 3.4 * (k == 0 || k == 5), "text-anchor=\"end\"",
                  text);
    }
}

static void draw_chase(FILE *file, const shots *s) {
    draw_line(file, 2, s->target, TICKS + 1, dark, "stroke-dasharray=\"4 4\"");
    draw_line(file, 2, s->unit, TICKS + 1, colour[0], "");
    for (int k = 0; k <= TICKS; k += 8) {
        draw_dot(file, 2, s->unit[k], 4, colour[0], colour[0]);
        draw_dot(file, 2, s->target[k], 4, "#fff", dark);
    }
    draw_text(file, 2, s->target[0].x, s->target[0].y - 2.4, "text-anchor=\"end\"", "target");
    draw_text(file, 2, s->unit[TICKS / 2].x, s->unit[TICKS / 2].y + 1.4, "text-anchor=\"middle\"", "shot");
}

static void draw_bezier(const char *path, const shots *s) {
    output out;
    svg_begin(&out, path, "Shots along Bezier curves", WIDTH, HEIGHT);
    for (int panel = 0; panel < PANELS; panel++)
        draw_head(out.file, panel, bezier_title[panel]);
    draw_control(out.file, 0, 0, control[0], goal, "");
    draw_curve(out.file, 0, 0, control[0], goal);
    draw_velocities(out.file);
    for (int k = 0; k < EACH; k++) {
        char text[32];
        if (k > 0) {
            snprintf(text, sizeof text, "(%.0f, %.0f)", (double)control[k].x, (double)control[k].y);
            draw_control(out.file, 1, k, control[k], goal, text);
            draw_curve(out.file, 1, k, control[k], goal);
        }
        snprintf(text, sizeof text, "apex %.0f m", (double)tops[k]);
        draw_curve(out.file, 3, k, s->apex_control[k], goal);
        draw_text(out.file, 3, s->apex_control[k].x, tops[k] + 0.8, "text-anchor=\"middle\"", text);
    }
    draw_chase(out.file, s);
    svg_end(&out);
}

void scene_bezier(const options *o) {
    shots s;
    chase(&s, o->precision);
    compare(&s, o->precision);
    for (int k = 0; k < EACH; k++)
        printf("apex %5.2f m  control (%5.2f, %5.2f)  from the parabola at most %.2g m\n", (double)tops[k],
               (double)s.apex_control[k].x, (double)s.apex_control[k].y, s.apart[k]);
    printf(
        "target hit at (%5.2f, %5.2f) after %.2f s, %.2g m from its position\n", (double)s.unit[TICKS].x,
        (double)s.unit[TICKS].y, (double)duration,
        hypot((double)(s.unit[TICKS].x - s.target[TICKS].x), (double)(s.unit[TICKS].y - s.target[TICKS].y)));
    if (o->svg)
        draw_bezier(o->svg, &s);
}
