#include "picture.h"

#include <math.h>
#include <string.h>

#include "numbers.h"
#include "draw.h"

void picture_count(picture *p, int32_t status) {
    if (status >= 0 && status < PICTURE_STATUSES)
        p->statuses[status]++;
}

/* Adds a row by reservoir sampling: every row has the same chance to be drawn, for any number of rows. */
void picture_add(picture *p, picture_row row, int32_t status) {
    row.is_met = status == WAY_MET || status == WAY_THERE ||
                 (status < 0 && isfinite(row.point_x) && isfinite(row.point_y));
    picture_count(p, status);
    uint64_t place = p->rows++;
    if (place >= PICTURE_ROWS)
        place = draw_bits(&p->dice) % p->rows;
    if (place < PICTURE_ROWS)
        p->row[place] = row;
}

void picture_outcome(const picture *p, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int32_t status = 0; status < PICTURE_STATUSES && way_status_word(status); status++) {
        if (p->statuses[status] == 0 || used >= size)
            continue;
        char count[32], word[32];
        snprintf(word, sizeof word, "%s", way_status_word(status));
        for (char *c = word; *c; c++)
            *c = *c == '_' ? ' ' : *c;
        int length = snprintf(text + used, size - used, "%s%s %s", used ? ", " : "",
                              grouped(p->statuses[status], count), word);
        used += length > 0 ? (size_t)length : 0;
    }
}

/* Geometry ----------------------------------------------------------------------------------------------- */

enum { WIDTH = 1000, LOWEST = 360, HIGHEST = 900, LEFT = 76, TOP = 104, RIGHT = 28, BOTTOM = 84 };

typedef struct range {
    double low, high;
} range;

/* Converts metres to pixels: one scale for both axes, y upwards. */
typedef struct frame {
    range x, y;
    double scale;
    int height;
} frame;

static void widen(range *r, double value) {
    r->low = value < r->low ? value : r->low;
    r->high = value > r->high ? value : r->high;
}

static int is_drawable(const picture_row *row) {
    return isfinite(row->chaser_x) && isfinite(row->chaser_y) && isfinite(row->runner_x) &&
           isfinite(row->runner_y);
}

/* Extends a range by a meeting, unless the meeting is too far away. With nearly equal speeds, meetings can be
   extremely far away. */
static void widen_by_point(range *r, range core, double value) {
    double margin = 0.12 * (core.high - core.low);
    if (value >= core.low - margin && value <= core.high + margin)
        widen(r, value);
}

static range padded(range r) {
    double size = r.high - r.low;
    double least = 1e-5 * fmax(fabs(r.low), fabs(r.high));
    double pad = size > least ? 0.04 * size : fmax(least, 0.5);
    return (range){r.low - pad, r.high + pad};
}

static void grow_to(range *r, double size) {
    double half = 0.5 * (size - (r->high - r->low));
    r->low -= half;
    r->high += half;
}

static frame fit(const picture *p, size_t rows) {
    range x = {INFINITY, -INFINITY}, y = {INFINITY, -INFINITY};
    for (size_t i = 0; i < rows; i++) {
        const picture_row *row = &p->row[i];
        widen(&x, row->chaser_x);
        widen(&x, row->runner_x);
        widen(&y, row->chaser_y);
        widen(&y, row->runner_y);
    }
    if (x.low > x.high)
        x = y = (range){0, 1};
    range core_x = x, core_y = y;
    for (size_t i = 0; i < rows; i++) {
        const picture_row *row = &p->row[i];
        if (!row->is_met)
            continue;
        widen_by_point(&x, core_x, row->point_x);
        widen_by_point(&y, core_y, row->point_y);
    }

    frame f = {padded(x), padded(y), 1, 0};
    double wide = f.x.high - f.x.low, tall = f.y.high - f.y.low;
    f.height = (int)fmin(HIGHEST, fmax(LOWEST, WIDTH * tall / wide));
    f.scale = fmin(WIDTH / wide, f.height / tall);
    grow_to(&f.x, WIDTH / f.scale);
    grow_to(&f.y, f.height / f.scale);
    return f;
}

static double pixel_x(const frame *f, double x) { return LEFT + (x - f->x.low) * f->scale; }

static double pixel_y(const frame *f, double y) { return TOP + (f->y.high - y) * f->scale; }

static int is_inside(const frame *f, double x, double y) {
    return x >= f->x.low && x <= f->x.high && y >= f->y.low && y <= f->y.high;
}

/* Returns the fraction of the way from `from` to `to` that is inside the range. `from` must be inside. */
static double share_inside(range r, double from, double to) {
    if (to > r.high)
        return (r.high - from) / (to - from);
    if (to < r.low)
        return (r.low - from) / (to - from);
    return 1;
}

static void draw_line(FILE *file, const frame *f, double x0, double y0, double x1, double y1) {
    if (!isfinite(x1) || !isfinite(y1))
        return;
    double share = fmin(share_inside(f->x, x0, x1), share_inside(f->y, y0, y1));
    fprintf(file, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", pixel_x(f, x0), pixel_y(f, y0),
            pixel_x(f, x0 + share * (x1 - x0)), pixel_y(f, y0 + share * (y1 - y0)));
}

static void draw_dot(FILE *file, double x, double y, double radius) {
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", x, y, radius);
}

static void draw_diamond(FILE *file, double x, double y, double radius) {
    fprintf(file, "<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\"/>\n", x, y - radius, radius, radius,
            -radius, radius, -radius, -radius);
}

/* Grid --------------------------------------------------------------------------------------------------- */

/* Returns the smallest number of ..., 0.5, 1, 2, 5, 10, 20, ... that is at least `least`. */
static double round_step(double least) {
    double decade = 1;
    while (decade > least)
        decade /= 10;
    while (decade * 10 <= least)
        decade *= 10;
    return decade >= least       ? decade
           : 2 * decade >= least ? 2 * decade
           : 5 * decade >= least ? 5 * decade
                                 : 10 * decade;
}

static void draw_grid(FILE *file, const frame *f) {
    double step = round_step(95 / f->scale);
    int bottom = TOP + f->height, right = LEFT + WIDTH;
    fprintf(file, "<g stroke=\"#e5e7eb\" stroke-width=\"1\">\n");
    for (double k = ceil(f->x.low / step); k * step <= f->x.high; k++) {
        double at = pixel_x(f, k * step);
        fprintf(file, "<path d=\"M%.1f %dV%d\"/>\n", at, TOP, bottom);
    }
    for (double k = ceil(f->y.low / step); k * step <= f->y.high; k++) {
        double at = pixel_y(f, k * step);
        fprintf(file, "<path d=\"M%d %.1fH%d\"/>\n", LEFT, at, right);
    }
    fprintf(file, "</g>\n<g fill=\"#6b7280\" font-size=\"13\">\n<g text-anchor=\"middle\">\n");
    for (double k = ceil(f->x.low / step); k * step <= f->x.high; k++)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\">%.9g</text>\n", pixel_x(f, k * step), bottom + 20,
                k * step + 0.0);
    fprintf(file, "</g>\n<g text-anchor=\"end\">\n");
    for (double k = ceil(f->y.low / step); k * step <= f->y.high; k++)
        fprintf(file, "<text x=\"%d\" y=\"%.1f\">%.9g</text>\n", LEFT - 10, pixel_y(f, k * step) + 4.5,
                k * step + 0.0);
    fprintf(file, "</g>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">x in metres</text>\n",
            LEFT + WIDTH / 2, bottom + 42);
    fprintf(
        file,
        "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">y in metres</text>\n</g>\n",
        TOP + f->height / 2);
    fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#9ca3af\"/>\n",
            LEFT, TOP, WIDTH, f->height);
}

/* Colours that colour-blind readers can tell apart (after Okabe and Ito) --------------------------------- */

#define CHASER_COLOUR "#0072b2"
#define RUNNER_COLOUR "#d55e00"
#define MEETING_COLOUR "#00805c"
#define UNMET_STYLE "fill=\"#fff\" fill-opacity=\"0.5\" stroke=\"#6b7280\" stroke-width=\"0.8\""

static void draw_legend(FILE *file) {
    const int y = TOP - 16;
    int x = LEFT + 6;
    fprintf(file, "<g font-size=\"14\" fill=\"#374151\">\n<g fill=\"" CHASER_COLOUR "\">\n");
    draw_dot(file, x, y - 5, 5);
    fprintf(file, "</g>\n<text x=\"%d\" y=\"%d\">chaser, its way</text>\n<g fill=\"" RUNNER_COLOUR "\">\n",
            x + 12, y);
    draw_dot(file, x + 150, y - 5, 5);
    fprintf(file, "</g>\n<text x=\"%d\" y=\"%d\">runner, its way</text>\n<g fill=\"" MEETING_COLOUR "\">\n",
            x + 162, y);
    draw_diamond(file, x + 300, y - 5, 6);
    fprintf(file, "</g>\n<text x=\"%d\" y=\"%d\">meeting</text>\n<g " UNMET_STYLE ">\n", x + 312, y);
    draw_dot(file, x + 400, y - 5, 5);
    fprintf(file, "</g>\n<text x=\"%d\" y=\"%d\">chaser that does not meet its runner</text>\n</g>\n",
            x + 412, y);
}

/* Chases ------------------------------------------------------------------------------------------------- */

/* The more rows there are, the finer the lines are drawn. */
typedef struct pen {
    double opacity, solid, radius, stroke;
} pen;

static pen pen_for(size_t rows) {
    double opacity = fmin(0.75, fmax(0.13, 0.75 * sqrt(60.0 / (double)(rows + 1))));
    return (pen){
        .opacity = opacity,
        .solid = fmin(0.9, 2.5 * opacity),
        .radius = rows <= 60    ? 5
                  : rows <= 400 ? 3.2
                                : 2,
        .stroke = rows <= 60    ? 1.6
                  : rows <= 400 ? 1
                                : 0.7,
    };
}

static void draw_ways(FILE *file, const frame *f, const picture_row *row, size_t rows, pen pen) {
    fprintf(file, "<g fill=\"none\" stroke-width=\"%.1f\" stroke-opacity=\"%.2f\">\n", pen.stroke,
            pen.opacity);
    fprintf(file, "<g stroke=\"" CHASER_COLOUR "\">\n");
    for (size_t i = 0; i < rows; i++)
        if (row[i].is_met)
            draw_line(file, f, row[i].chaser_x, row[i].chaser_y, row[i].point_x, row[i].point_y);
    fprintf(file, "</g>\n<g stroke=\"" RUNNER_COLOUR "\">\n");
    for (size_t i = 0; i < rows; i++)
        if (row[i].is_met)
            draw_line(file, f, row[i].runner_x, row[i].runner_y, row[i].point_x, row[i].point_y);
    fprintf(file, "</g>\n</g>\n");
}

static void draw_chasers(FILE *file, const frame *f, const picture_row *row, size_t rows, int is_met,
                         double radius) {
    for (size_t i = 0; i < rows; i++)
        if (row[i].is_met == is_met)
            draw_dot(file, pixel_x(f, row[i].chaser_x), pixel_y(f, row[i].chaser_y), radius);
}

/* Draws the marks of a row. The mark of a runner is larger than the mark of a meeting, so that a runner at
   rest stays visible behind the meeting, which is drawn on top. */
static void draw_marks(FILE *file, const frame *f, const picture_row *row, size_t rows, pen pen) {
    fprintf(file, "<g fill=\"" CHASER_COLOUR "\" fill-opacity=\"%.2f\">\n", pen.solid);
    draw_chasers(file, f, row, rows, 1, pen.radius);
    fprintf(file, "</g>\n<g " UNMET_STYLE ">\n");
    draw_chasers(file, f, row, rows, 0, pen.radius);
    fprintf(file, "</g>\n<g fill=\"" RUNNER_COLOUR "\" fill-opacity=\"%.2f\">\n", pen.solid);
    for (size_t i = 0; i < rows; i++)
        draw_dot(file, pixel_x(f, row[i].runner_x), pixel_y(f, row[i].runner_y), 1.35 * pen.radius);
    fprintf(file, "</g>\n<g fill=\"" MEETING_COLOUR "\" fill-opacity=\"%.2f\">\n", pen.solid);
    for (size_t i = 0; i < rows; i++)
        if (row[i].is_met && is_inside(f, row[i].point_x, row[i].point_y))
            draw_diamond(file, pixel_x(f, row[i].point_x), pixel_y(f, row[i].point_y), 1.15 * pen.radius);
    fprintf(file, "</g>\n");
}

/* The whole picture -------------------------------------------------------------------------------------- */

static void draw_title(const picture *p, const char *title, const frame *f, FILE *file) {
    int width = LEFT + WIDTH + RIGHT, height = TOP + f->height + BOTTOM;
    char outcome[512], all[32];
    picture_outcome(p, outcome, sizeof outcome);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" ",
            width, height, width, height);
    fprintf(file, "font-family=\"Helvetica, Arial, sans-serif\">\n<title>%s</title>\n", title);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
    fprintf(file, "<text x=\"%d\" y=\"38\" font-size=\"24\" font-weight=\"bold\" fill=\"#111827\">", LEFT);
    fprintf(file, "%s</text>\n", title);
    fprintf(file, "<text x=\"%d\" y=\"62\" font-size=\"15\" fill=\"#374151\">%s row%s%s%s</text>\n", LEFT,
            grouped(p->rows, all), p->rows == 1 ? "" : "s", outcome[0] ? ": " : "", outcome);
}

static void draw_caption(const picture *p, const frame *f, size_t drawn, FILE *file) {
    char all[32], some[32];
    size_t outside = 0;
    for (size_t i = 0; i < drawn; i++)
        outside += p->row[i].is_met && !is_inside(f, p->row[i].point_x, p->row[i].point_y);
    fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"#6b7280\">%s of %s row%s drawn", LEFT,
            TOP + f->height + 68, grouped(drawn, some), grouped(p->rows, all), p->rows == 1 ? "" : "s");
    if (p->rows > PICTURE_ROWS)
        fprintf(file, ", chosen evenly at random");
    else if (drawn < p->rows)
        fprintf(file, "; the others are not finite");
    if (outside > 0)
        fprintf(file, "; %s of their meetings lie beyond the frame", grouped(outside, some));
    fprintf(file, ". One scale for both axes.</text>\n");
}

void picture_write(picture *p, const char *title, FILE *file) {
    size_t held = p->rows < PICTURE_ROWS ? (size_t)p->rows : PICTURE_ROWS, rows = 0;
    for (size_t i = 0; i < held; i++)
        if (is_drawable(&p->row[i]))
            p->row[rows++] = p->row[i];
    frame f = fit(p, rows);
    pen pen = pen_for(rows);
    draw_title(p, title, &f, file);
    draw_legend(file);
    draw_grid(file, &f);
    draw_ways(file, &f, p->row, rows, pen);
    draw_marks(file, &f, p->row, rows, pen);
    draw_caption(p, &f, rows, file);
    fprintf(file, "</svg>\n");
}

/* Scenes ------------------------------------------------------------------------------------------------- */

void svg_begin(output *output, const char *path, const char *title, int width, int height) {
    output_open(output, path);
    fprintf(output->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"Helvetica, Arial, sans-serif\" fill=\"#111827\">\n<title>%s</title>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height, width, height, title, width, height);
}

void svg_end(output *output) {
    fprintf(output->file, "</svg>\n");
    output_close(output);
    output_publish(output);
}
