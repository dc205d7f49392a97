/* One formation marches through two turns, in both styles of "Techniques for Formation Movement Using
   Steering Circles". In columns, each unit follows the unit ahead of it. In rows, each row stays straight. */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output.h"
#include "picture.h"
#include "report.h"

enum { RANKS = 9, FILES = 5, UNITS = RANKS * FILES, STYLES = 2, SHOTS = 6, STEPS = 240, WAYPOINTS = 400 };

static const float spacing = 2, turning_radius = 14;
static const char *const style_name[STYLES] = {"columns: each follows the one ahead",
                                               "rows: the inner one goes first"};

typedef struct pose {
    float x, y, hx, hy;
} pose;

/* The state of a formation. Only the style `rows` moves `rank`. */
typedef struct formation {
    pose unit[UNITS], rank[RANKS];
    float offset[FILES];
} formation;

typedef struct walk {
    way_path2d path;
    float centre1_x, centre1_y, exit_x, exit_y, centre2_x, centre2_y, entry_x, entry_y, total;
    pose way[WAYPOINTS];
    size_t way_count;
    formation shot[STYLES][SHOTS];
    float at[SHOTS];
} walk;

static way_column in(const float *first, size_t size) { return way_at(first, size); }

static way_march2d_out poses_to(pose *first) {
    return (way_march2d_out){.next_x = way_to(&first->x, sizeof *first),
                             .next_y = way_to(&first->y, sizeof *first),
                             .next_heading_x = way_to(&first->hx, sizeof *first),
                             .next_heading_y = way_to(&first->hy, sizeof *first)};
}

static void find_path(walk *w, int32_t precision) {
    way_path2d *p = &w->path;
    *p = (way_path2d){
        .x = 20, .y = 8, .heading_y = 1, .target_x = 78, .target_y = 40, .target_heading_x = 0.6f};
    p->target_heading_y = 0.8f;
    p->radius = turning_radius;
    way_turning_path2d_in given = {{.data = &p->x},
                                   {.data = &p->y},
                                   {.data = &p->heading_x},
                                   {.data = &p->heading_y},
                                   {.data = &p->target_x},
                                   {.data = &p->target_y},
                                   {.data = &p->target_heading_x},
                                   {.data = &p->target_heading_y},
                                   {.data = &p->radius}};
    way_turning_path2d_out found = {.centre1_x = {.data = &w->centre1_x},
                                    .centre1_y = {.data = &w->centre1_y},
                                    .exit_x = {.data = &w->exit_x},
                                    .exit_y = {.data = &w->exit_y},
                                    .centre2_x = {.data = &w->centre2_x},
                                    .centre2_y = {.data = &w->centre2_y},
                                    .entry_x = {.data = &w->entry_x},
                                    .entry_y = {.data = &w->entry_y},
                                    .arc1 = {.data = &p->arc1},
                                    .straight = {.data = &p->middle},
                                    .arc2 = {.data = &p->arc2},
                                    .total = {.data = &w->total},
                                    .word = {.data = &p->word}};
    must_be_ok("scene: ",
               way_turning_path2d(&given, &found, &(way_batch){.count = 1, .precision = precision}));
    float apart = w->total / (WAYPOINTS - 2);
    w->way_count = way_waypoints2d_one_count(p, apart);
    if (w->way_count == 0 || w->way_count > WAYPOINTS)
        fail("scene: %zu poses", w->way_count);
    way_march2d_out out = poses_to(w->way);
    must_be_ok("scene: ", way_waypoints2d_one(p, apart, &out));
}

static void put_in_line(const formation *f, const pose *rank, pose *unit, int32_t precision) {
    way_line2d_in given = {way_same(&rank->x),
                           way_same(&rank->y),
                           way_same(&rank->hx),
                           way_same(&rank->hy),
                           {.data = f->offset}};
    way_line2d_out places = {.place_x = way_to(&unit->x, sizeof *unit),
                             .place_y = way_to(&unit->y, sizeof *unit)};
    must_be_ok("scene: ", way_line2d(&given, &places, &(way_batch){.count = FILES, .precision = precision}));
    for (int file = 0; file < FILES; file++)
        unit[file].hx = rank->hx, unit[file].hy = rank->hy;
}

static void follow_in_columns(formation *f, const pose *leader, int32_t precision) {
    put_in_line(f, leader, f->unit, precision);
    for (int r = 1; r < RANKS; r++) {
        pose *own = &f->unit[r * FILES], *ahead = own - FILES;
        way_file2d_in given = {
            in(&own->x, sizeof *own),    in(&own->y, sizeof *own),   way_same(&spacing),
            in(&ahead->x, sizeof *own),  in(&ahead->y, sizeof *own), in(&ahead->hx, sizeof *own),
            in(&ahead->hy, sizeof *own), in(&own->hx, sizeof *own),  in(&own->hy, sizeof *own)};
        way_file2d_out next = {.next_x = way_to(&own->x, sizeof *own),
                               .next_y = way_to(&own->y, sizeof *own),
                               .next_heading_x = way_to(&own->hx, sizeof *own),
                               .next_heading_y = way_to(&own->hy, sizeof *own)};
        must_be_ok("scene: ",
                   way_file2d(&given, &next, &(way_batch){.count = FILES, .precision = precision}));
    }
}

static void follow_in_rows(formation *f, const pose *leader, int32_t precision) {
    const float half_width = spacing * (FILES - 1) / 2, ranks = RANKS;
    f->rank[0] = *leader;
    put_in_line(f, leader, f->unit, precision);
    for (int r = 1; r < RANKS; r++) {
        pose *own = &f->rank[r], *ahead = own - 1;
        way_rank2d_in given = {{.data = &own->x},    {.data = &own->y},         {.data = &own->hx},
                               {.data = &own->hy},   way_same(&half_width),     way_same(&spacing),
                               {.data = &ahead->x},  {.data = &ahead->y},       {.data = &ahead->hx},
                               {.data = &ahead->hy}, way_same(&turning_radius), way_same(&ranks)};
        way_rank2d_out next = {.next_x = {.data = &own->x},
                               .next_y = {.data = &own->y},
                               .next_heading_x = {.data = &own->hx},
                               .next_heading_y = {.data = &own->hy}};
        must_be_ok("scene: ", way_rank2d(&given, &next, &(way_batch){.count = 1, .precision = precision}));
        put_in_line(f, own, &f->unit[r * FILES], precision);
    }
}

static void begin(formation *f, const way_path2d *path) {
    for (int file = 0; file < FILES; file++)
        f->offset[file] = spacing * ((float)file - (FILES - 1) / 2.0f);
    for (int r = 0; r < RANKS; r++) {
        float back = spacing * (float)r;
        f->rank[r] = (pose){path->x - back * path->heading_x, path->y - back * path->heading_y,
                            path->heading_x, path->heading_y};
        for (int file = 0; file < FILES; file++)
            f->unit[r * FILES + file] =
                (pose){f->rank[r].x + f->offset[file] * path->heading_y,
                       f->rank[r].y - f->offset[file] * path->heading_x, path->heading_x, path->heading_y};
    }
}

static void go(walk *w, int style, int32_t precision) {
    formation f;
    begin(&f, &w->path);
    const way_path2d *p = &w->path;
    for (int step = 0, shot = 0; step <= STEPS; step++) {
        float at = w->total * (float)step / STEPS;
        pose leader;
        way_march2d_in given = {{.data = &p->x},
                                {.data = &p->y},
                                {.data = &p->heading_x},
                                {.data = &p->heading_y},
                                {.data = &p->target_x},
                                {.data = &p->target_y},
                                {.data = &p->target_heading_x},
                                {.data = &p->target_heading_y},
                                {.data = &p->radius},
                                {.data = &p->word},
                                {.data = &p->arc1},
                                {.data = &p->middle},
                                {.data = &p->arc2},
                                {.data = &at},
                                {.data = &p->end_radius},
                                {.data = NULL}};
        way_march2d_out out = poses_to(&leader);
        must_be_ok("scene: ", way_march2d(&given, &out, &(way_batch){.count = 1, .precision = precision}));
        if (style == 0)
            follow_in_columns(&f, &leader, precision);
        else
            follow_in_rows(&f, &leader, precision);
        if (step * (SHOTS - 1) >= shot * STEPS) {
            w->at[shot] = at;
            w->shot[style][shot++] = f;
        }
    }
}

/* Returns the least distance between two units of a formation. */
static double nearest(const formation *f) {
    double least = INFINITY;
    for (int a = 0; a < UNITS; a++)
        for (int b = 0; b < a; b++)
            least = fmin(least,
                         hypot((double)(f->unit[a].x - f->unit[b].x), (double)(f->unit[a].y - f->unit[b].y)));
    return least;
}

/* The picture: one panel per style, one scale, y upwards ------------------------------------------------- */

enum { PANEL = 560, GAP = 30, HEAD = 96, HEIGHT = 470 };

static const double scale = 6.2, left_edge = -3, bottom_edge = -14;

/* Colours of the ranks that colour-blind readers can tell apart (after Okabe and Ito). */
static const char *const colour[RANKS] = {"#d55e00", "#0072b2", "#0072b2", "#0072b2", "#0072b2",
                                          "#0072b2", "#0072b2", "#0072b2", "#009e73"};

static double across(double left, float x) { return left + ((double)x - left_edge) * scale; }
static double down(float y) { return HEAD + HEIGHT - ((double)y - bottom_edge) * scale; }

static void draw_line(FILE *file, double left, const pose *first, int step, int count, const char *style) {
    fprintf(file, "<polyline fill=\"none\" %s points=\"", style);
    for (int k = 0; k < count; k++)
        fprintf(file, "%.1f,%.1f ", across(left, first[k * step].x), down(first[k * step].y));
    fprintf(file, "\"/>\n");
}

static void draw_circle(FILE *file, double left, float x, float y, double r, const char *style) {
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", across(left, x), down(y), r, style);
}

static void draw_panel(FILE *file, const walk *w, int style) {
    double left = GAP + style * (PANEL + GAP);
    fprintf(file, "<text x=\"%.0f\" y=\"%d\" font-size=\"17\" font-weight=\"bold\">%s</text>\n", left,
            HEAD - 10, style_name[style]);
    const char *circle = "fill=\"none\" stroke=\"#9ca3af\" stroke-width=\"1.4\" stroke-dasharray=\"4 4\"";
    draw_circle(file, left, w->centre1_x, w->centre1_y, (double)turning_radius * scale, circle);
    draw_circle(file, left, w->centre2_x, w->centre2_y, (double)turning_radius * scale, circle);
    draw_line(file, left, w->way, 1, (int)w->way_count, "stroke=\"#374151\" stroke-width=\"2\"");
    const char *point = "fill=\"#fff\" stroke=\"#374151\" stroke-width=\"1.6\"";
    draw_circle(file, left, w->exit_x, w->exit_y, 4.5, point);
    draw_circle(file, left, w->entry_x, w->entry_y, 4.5, point);
    for (int shot = 0; shot < SHOTS; shot++) {
        const formation *f = &w->shot[style][shot];
        const char *thin = "stroke=\"#56b4e9\" stroke-width=\"1\"";
        for (int file_number = 0; style == 0 && file_number < FILES; file_number++)
            draw_line(file, left, &f->unit[file_number], FILES, RANKS, thin);
        for (int r = 0; style == 1 && r < RANKS; r++)
            draw_line(file, left, &f->unit[r * FILES], 1, FILES, thin);
        for (int u = 0; u < UNITS; u++) {
            char fill[64];
            snprintf(fill, sizeof fill, "fill=\"%s\"", colour[u / FILES]);
            draw_circle(file, left, f->unit[u].x, f->unit[u].y, (double)spacing / 2 * scale * 0.62, fill);
        }
    }
}

static void draw(const char *path, const walk *w) {
    output out;
    int width = GAP + STYLES * (PANEL + GAP), height = HEAD + HEIGHT + 20;
    svg_begin(&out, path, "A formation turns", width, height);
    fprintf(out.file,
            "<text x=\"%d\" y=\"34\" font-size=\"23\" font-weight=\"bold\">A formation on two turning "
            "circles</text>\n"
            "<text x=\"%d\" y=\"56\" font-size=\"14\" fill=\"#374151\">Round the first circle to the exit, "
            "straight to "
            "the entry, round the second; the first rank is orange, the last one green.</text>\n",
            GAP, GAP);
    for (int style = 0; style < STYLES; style++)
        draw_panel(out.file, w, style);
    svg_end(&out);
}

void scene_formation(const options *o) {
    walk *w = must(calloc(1, sizeof *w));
    find_path(w, o->precision);
    printf("%d ranks of %d, %g m to touch; turning circles of %g m: arc %.2f m, straight %.2f m, arc %.2f m, "
           "in all "
           "%.2f m\n%-10s%12s%12s\n",
           RANKS, FILES, (double)spacing, (double)turning_radius, (double)w->path.arc1,
           (double)w->path.middle, (double)w->path.arc2, (double)w->total, "after", "columns", "rows");
    for (int style = 0; style < STYLES; style++)
        go(w, style, o->precision);
    for (int shot = 0; shot < SHOTS; shot++)
        printf("%8.2f m%10.3f m%10.3f m  between the nearest two\n", (double)w->at[shot],
               nearest(&w->shot[0][shot]), nearest(&w->shot[1][shot]));
    if (o->svg)
        draw(o->svg, w);
    free(w);
}
