/* Which player reaches the ball first? A file has the positions of the players and the ball, for one moment
   after another. Every player of every moment is one row of way_intercept2d: the player chases the ball. The
   large picture shows a moment with a free ball that many players can still meet. Four small pictures show
   other moments. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "numbers.h"
#include "picture.h"
#include "report.h"
#include "scenes.h"

static const float reach = 0.5f; /* m: the distance at which a player can play the ball */
static const double moments_a_second = 20, pitch_length = 105, pitch_width = 68;

/* The file ---------------------------------------------------------------------------------------------- */

enum { NAME = 12, CELLS = 7, FRAME = CELLS, PLAYER, COLUMNS };

static const char *const column_name[COLUMNS] = {"chaser_x",  "chaser_y", "chaser_speed",
                                                 "runner_x",  "runner_y", "runner_vx",
                                                 "runner_vy", "frame",    "player"};

typedef struct row {
    float cell[CELLS]; /* in the order of column_name */
    int32_t frame;
    char player[NAME];
    float time, point_x, point_y;
    int32_t status;
} row;

/* The rows of one frame, which follow one another in the file. */
typedef struct moment {
    size_t start, count;
    size_t reaching; /* players that meet the ball on the pitch */
    size_t first;    /* the row with the first of these meetings, if `reaching` is not 0 */
} moment;

typedef struct match {
    csv_rows rows;
    int column_of[64]; /* for each column of the file: its index in column_name; -1: not read */
    int is_there[COLUMNS];
    row *row;
    moment *moment;
    size_t count, room, moments;
} match;

static void header_field(match *m, const char *text, size_t length) {
    if (m->rows.field_number >= sizeof m->column_of / sizeof m->column_of[0])
        fail("%s: found more than 64 columns", m->rows.name);
    int k = COLUMNS - 1;
    while (k >= 0 && (strlen(column_name[k]) != length || memcmp(column_name[k], text, length) != 0))
        k--;
    m->column_of[m->rows.field_number] = k;
    if (k >= 0)
        m->is_there[k] = 1;
}

static void on_field(csv_rows *rows, const char *text, size_t length) {
    match *m = rows->user;
    if (rows->columns == 0) {
        header_field(m, text, length);
        return;
    }
    if (rows->field_number >= rows->columns)
        return; /* csv_rows reports the wrong number of fields */
    if (m->count == m->room) {
        m->room = m->room ? 2 * m->room : 4096;
        m->row = must(realloc(m->row, m->room * sizeof *m->row));
    }
    row *r = &m->row[m->count];
    const int k = m->column_of[rows->field_number];
    const char *expected = NULL;
    if (k == PLAYER) { /* the picture shows this text, so markup and control characters become '_' */
        size_t used = length < NAME - 1 ? length : NAME - 1;
        for (size_t i = 0; i < used; i++)
            r->player[i] = text[i] <= ' ' || strchr("<>&\"'\x7f", text[i]) ? '_' : text[i];
        r->player[used] = '\0';
    } else if (k == FRAME) {
        expected = number_read(WAY_INT, text, length, &r->frame);
    } else if (k >= 0) {
        expected = number_read(WAY_FLOAT, text, length, &r->cell[k]);
        if (!expected && !isfinite(r->cell[k]))
            expected = "a finite number";
    }
    if (expected)
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, (unsigned long long)rows->line,
             column_name[k], shortened(text, length), expected);
}

static void on_row(csv_rows *rows) {
    match *m = rows->user;
    if (rows->columns > 0) {
        m->count++;
        return;
    }
    for (int k = 0; k < COLUMNS; k++)
        if (!m->is_there[k])
            fail("%s: column %s: missing", rows->name, column_name[k]);
}

static void read_match(match *m, const char *path) {
    m->rows = (csv_rows){.name = path, .user = m, .field = on_field, .row = on_row};
    csv_rows_read_file(&m->rows);
    if (m->count == 0)
        fail("%s: found no row", path);
}

/* The answers ------------------------------------------------------------------------------------------- */

static int is_on_pitch(const row *r) {
    return (r->status == WAY_MET || r->status == WAY_THERE) && r->point_x >= 0 &&
           (double)r->point_x <= pitch_length && r->point_y >= 0 && (double)r->point_y <= pitch_width;
}

static void solve(match *m, way_precision precision) {
    row *r = m->row;
    const size_t pitch = sizeof *r;
    way_intercept2d_in in = {.chaser_x = way_at(&r->cell[0], pitch),
                             .chaser_y = way_at(&r->cell[1], pitch),
                             .chaser_speed = way_at(&r->cell[2], pitch),
                             .runner_x = way_at(&r->cell[3], pitch),
                             .runner_y = way_at(&r->cell[4], pitch),
                             .runner_vx = way_at(&r->cell[5], pitch),
                             .runner_vy = way_at(&r->cell[6], pitch),
                             .reach = way_same(&reach)};
    way_intercept2d_out out = {.time = way_to(&r->time, pitch),
                               .point_x = way_to(&r->point_x, pitch),
                               .point_y = way_to(&r->point_y, pitch),
                               .status = way_to(&r->status, pitch)};
    way_batch batch = {.count = m->count, .precision = precision};
    must_be_ok("scene football: ", way_intercept2d(&in, &out, &batch));

    m->moment = must(calloc(m->count, sizeof *m->moment));
    for (size_t i = 0; i < m->count; i++) {
        if (i == 0 || r[i].frame != r[i - 1].frame)
            m->moment[m->moments++] = (moment){.start = i};
        moment *now = &m->moment[m->moments - 1];
        now->count++;
        if (is_on_pitch(&r[i]) && (now->reaching++ == 0 || r[i].time < r[now->first].time))
            now->first = i;
    }
}

/* Returns the moment for the large picture. Moments with a free ball, which no player reaches within 0.3 s,
   come first. Of these, returns the one at which the most players can still meet the ball on the pitch. If
   several have as many, returns the one whose first player needs the longest time. */
static const moment *freest(const match *m) {
    const float a_while = 0.3f;
    const moment *best = &m->moment[0];
    int is_best_free = 0;
    for (size_t k = 0; k < m->moments; k++) {
        const moment *now = &m->moment[k];
        const int is_free = now->reaching > 0 && m->row[now->first].time >= a_while;
        const int is_longer =
            now->reaching == best->reaching && m->row[now->first].time > m->row[best->first].time;
        if (is_free > is_best_free ||
            (is_free == is_best_free && (now->reaching > best->reaching || is_longer)))
            best = now, is_best_free = is_free;
    }
    return best;
}

static double second_of(const row *r) { return r->frame / moments_a_second; }

static int by_time(const void *a, const void *b) {
    const row *const *x = a, *const *y = b;
    const int later = ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
    return later ? later : (*x > *y) - (*x < *y); /* qsort is not stable, so ties are sorted by address */
}

/* Returns the rows of a moment, sorted by the time of the meeting. The caller frees the list. */
static const row **in_order(const match *m, const moment *now) {
    const row **list = must(malloc(now->count * sizeof *list));
    for (size_t i = 0; i < now->count; i++)
        list[i] = &m->row[now->start + i];
    qsort(list, now->count, sizeof *list, by_time);
    return list;
}

static void tell(const match *m, const moment *now) {
    const row *any = &m->row[now->start];
    const row **list = in_order(m, now);
    printf("after %.2f s: %zu players, the ball at (%.2f, %.2f) m with (%.2f, %.2f) m/s\n", second_of(any),
           now->count, (double)any->cell[3], (double)any->cell[4], (double)any->cell[5],
           (double)any->cell[6]);
    for (size_t i = 0; i < now->count; i++)
        printf("player %-11s %8.2f s at (%.2f, %.2f)  %s%s\n", list[i]->player, (double)list[i]->time,
               (double)list[i]->point_x, (double)list[i]->point_y, way_status_word(list[i]->status),
               list[i]->status != WAY_TOO_SLOW && !is_on_pitch(list[i]) ? ", off the pitch" : "");
    free(list);
}

/* The picture ------------------------------------------------------------------------------------------- */

enum { WIDTH = 1000, HEIGHT = 736, EDGE = 20, HEAD = 78, MAIN_WIDTH = 590, MAIN_HEIGHT = 638 };
enum { SIDE = EDGE + MAIN_WIDTH + 24, LEGEND = 200, SMALL = 4, FONT = 13 };

/* Colours that colour-blind readers can tell apart (after Okabe and Ito), on light and on dark pages. */
static const char style[] =
    "<style>\n"
    ".page{fill:#fff}.text{fill:#111827}.quiet{fill:#4b5563}.grass{fill:#e9f3e6}.lines{stroke:#a9c3a4;fill:"
    "none}\n"
    ".player{fill:#6b7280}.late{fill:#4b5563}.winner{fill:#0072b2}.first,.ring{stroke:#0072b2;fill:none}\n"
    ".tip{fill:#0072b2}.way{stroke:#c2410c;fill:none}.way-tip{fill:#c2410c}.ball{fill:#fff;stroke:#111827}\n"
    ".halo{stroke:#e9f3e6}.later{stroke:#6b7280;fill:none}.far{stroke:#6b7280;fill:#fff}\n"
    "@media(prefers-color-scheme:dark){\n"
    ".page{fill:#0d1117}.text{fill:#e6edf3}.quiet{fill:#a9b4c0}.grass{fill:#13241a}.lines{stroke:#3b6348}\n"
    ".player{fill:#8b98a5}.late{fill:#a9b4c0}.winner{fill:#56b4e9}.first,.ring{stroke:#56b4e9}.tip{fill:#"
    "56b4e9}\n"
    ".way{stroke:#f0883e}.way-tip{fill:#f0883e}.ball{fill:#fff;stroke:#000}.halo{stroke:#13241a}.later{"
    "stroke:#8b98a5}.far{stroke:#8b98a5;fill:#0d1117}}\n";

/* A part of the pitch in metres, y upwards, and its position in the picture. */
typedef struct view {
    double x0, y1, scale, left, top, width, height;
} view;

static double across(const view *v, double x) { return v->left + (x - v->x0) * v->scale; }
static double down(const view *v, double y) { return v->top + (v->y1 - y) * v->scale; }

/* Returns the view of the large picture: the pitch's whole width, and the part of its length that players and
   ball use. This part is at least half of the length. */
static view part_used(const match *m) {
    double low = pitch_length / 2, high = low;
    for (size_t i = 0; i < m->count; i++) {
        low = fmin(low, fmin((double)m->row[i].cell[0], (double)m->row[i].cell[3]));
        high = fmax(high, fmax((double)m->row[i].cell[0], (double)m->row[i].cell[3]));
    }
    low = fmin(low, fmax(0, high - pitch_length / 2)) - 4;
    high = fmax(high, fmin(pitch_length, low + pitch_length / 2)) + 4;
    const double tall = pitch_width + 4;
    const double scale = fmin(MAIN_WIDTH / (high - low), MAIN_HEIGHT / tall);
    return (view){low, pitch_width + 2, scale, EDGE, HEAD, (high - low) * scale, tall * scale};
}

static void draw_pitch(FILE *file, const view *v, double stroke) {
    fprintf(file,
            "<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" viewBox=\"%.2f %.2f %.2f %.2f\">"
            "<rect class=\"grass\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>"
            "<g class=\"lines\" stroke-width=\"%.2f\" transform=\"scale(1 -1)\">"
            "<path d=\"M0 0h105v68h-105zM52.5 0v68M0 13.84h16.5v40.32h-16.5M0 24.84h5.5v18.32h-5.5M0 "
            "30.34h-2v7.32h2"
            "M105 13.84h-16.5v40.32h16.5M105 24.84h-5.5v18.32h5.5M105 30.34h2v7.32h-2M16.5 26.69a9.15 9.15 0 "
            "0 1 0 "
            "14.62M88.5 26.69a9.15 9.15 0 0 0 0 14.62\"/>"
            "<path d=\"M43.35 34a9.15 9.15 0 1 0 18.3 0a9.15 9.15 0 1 0 -18.3 0\"/></g></svg>\n",
            v->left, v->top, v->width, v->height, v->x0, -v->y1, v->width / v->scale, v->height / v->scale,
            v->x0, -v->y1, v->width / v->scale, v->height / v->scale, stroke / v->scale);
}

/* Draws an arrow. Its tip is `short_of` pixels before (x1, y1). */
static void draw_arrow(FILE *file, const char *what, const char *tip, double x0, double y0, double x1,
                       double y1, double width, double short_of) {
    double length = hypot(x1 - x0, y1 - y0);
    if (!(length > short_of + 1))
        return;
    double ux = (x1 - x0) / length, uy = (y1 - y0) / length, size = 3 * width;
    double tx = x1 - short_of * ux, ty = y1 - short_of * uy, back = fmin(size, length - short_of);
    fprintf(file, "<path class=\"%s\" stroke-width=\"%.1f\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", what, width, x0,
            y0, tx - back * ux, ty - back * uy);
    fprintf(file, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n", tip, tx, ty,
            tx - size * ux - size / 2 * uy, ty - size * uy + size / 2 * ux, tx - size * ux + size / 2 * uy,
            ty - size * uy - size / 2 * ux);
}

/* Finds where the drawn path of the ball ends: at the last meeting on the pitch or, if no player meets the
   ball there, at the ball's position. */
static void end_of_way(const match *m, const moment *now, double *x, double *y) {
    const row *r = &m->row[now->start];
    float latest = -1;
    *x = (double)r->cell[3], *y = (double)r->cell[4];
    for (size_t i = 0; i < now->count; i++)
        if (is_on_pitch(&r[i]) && r[i].time > latest) {
            latest = r[i].time;
            *x = (double)r[i].point_x, *y = (double)r[i].point_y;
        }
}

/* Draws a line from a player to its meeting and a mark at the meeting. Not called for the first player. */
static void draw_later(FILE *file, double x0, double y0, double x1, double y1) {
    fprintf(file,
            "<path class=\"later\" stroke-width=\"1.4\" d=\"M%.1f %.1fL%.1f %.1f\"/>"
            "<path class=\"player\" d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\"/>\n",
            x0, y0, x1, y1, x1, y1 - 5);
}

/* Draws the players, the ball and its path, and the path of the player that meets the ball first. In the
   large picture, also draws the paths of the other players that can meet the ball. */
static void draw_moment(FILE *file, const match *m, const moment *now, const view *v, int is_large) {
    const row *r = &m->row[now->start], *first = now->reaching ? &m->row[now->first] : NULL;
    const double size = is_large ? 1 : 0.25;
    double end_x, end_y;
    const double ball_x = across(v, (double)r->cell[3]), ball_y = down(v, (double)r->cell[4]);
    end_of_way(m, now, &end_x, &end_y);
    draw_arrow(file, "way\" stroke-dasharray=\"6 4", "way-tip", ball_x, ball_y, across(v, end_x),
               down(v, end_y), 1 + 1.2 * size, 0);
    for (size_t i = 0; i < now->count && is_large; i++)
        if (is_on_pitch(&r[i]) && first != &r[i])
            draw_later(file, across(v, (double)r[i].cell[0]), down(v, (double)r[i].cell[1]),
                       across(v, (double)r[i].point_x), down(v, (double)r[i].point_y));
    if (first)
        draw_arrow(file, is_large ? "first arrow" : "first", "tip", across(v, (double)first->cell[0]),
                   down(v, (double)first->cell[1]), across(v, (double)first->point_x),
                   down(v, (double)first->point_y), 1.2 + 2.2 * size, 0);
    for (size_t i = 0; i < now->count; i++) {
        const int is_far = is_large && !is_on_pitch(&r[i]);
        fprintf(file, "<circle class=\"%s%s\" stroke-width=\"1.6\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                first == &r[i] ? "winner"
                : is_far       ? "far"
                               : "player",
                is_large ? " large" : "", across(v, (double)r[i].cell[0]), down(v, (double)r[i].cell[1]),
                (first == &r[i] ? 3
                 : is_far       ? 1
                                : 2) +
                    4 * size);
    }
    fprintf(file, "<circle class=\"ball\" stroke-width=\"%.1f\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
            0.8 + 0.7 * size, ball_x, ball_y, 1.8 + 3.2 * size);
}

/* Each label is put at the position at which it covers the least of the picture. */

typedef struct box {
    double left, top, right, bottom;
} box;

static double shared_area(box a, box b) {
    double w = fmin(a.right, b.right) - fmax(a.left, b.left),
           h = fmin(a.bottom, b.bottom) - fmax(a.top, b.top);
    return w > 0 && h > 0 ? w * h : 0;
}

static box around(double x, double y, double radius) {
    return (box){x - radius, y - radius, x + radius, y + radius};
}

/* Boxes that no new label should cover. The first `marks` boxes are those of the players, the ball and the
   paths; the others are those of labels. */
typedef struct boxes {
    box *box;
    size_t count, marks;
} boxes;

static void add_along(boxes *b, double x0, double y0, double x1, double y1) {
    for (int k = 1; k < 24; k++)
        b->box[b->count++] = around(x0 + (x1 - x0) * k / 24, y0 + (y1 - y0) * k / 24, 4);
}

/* The factor is 0.65 because even in wide fonts, the width of a digit is at most 0.64 of the font's size. */
static double width_of(const char *text) { return 0.65 * FONT * (double)strlen(text); }

static void draw_label(FILE *file, boxes *b, const view *v, double x, double y, const char *text,
                       const char *what) {
    const double width = width_of(text), height = FONT;
    double least = INFINITY;
    box best = {0};
    for (int ring = 0; ring < 3; ring++)
        for (int k = 0; k < 12; k++) { /* directions: right, left, above, below, then the diagonal ones */
            static const double to[12][2] = {{1, 0},    {-1, 0},    {0, -1},  {0, 1},
                                             {.7, -.7}, {-.7, -.7}, {.7, .7}, {-.7, .7},
                                             {.4, -.9}, {-.4, -.9}, {.4, .9}, {-.4, .9}};
            const double far = 10 + 8 * ring;
            double cx = x + to[k][0] * (far + width / 2), cy = y + to[k][1] * (far + height / 2);
            box at = {cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2};
            double cost = 6 * ring + 0.1 * k;
            for (size_t i = 0; i < b->count; i++)
                cost += (i < b->marks ? 1 : 100) * shared_area(at, b->box[i]);
            if (at.left < v->left || at.right > v->left + v->width || at.top < v->top ||
                at.bottom > v->top + v->height)
                cost += 1000;
            if (cost < least)
                least = cost, best = at;
        }
    b->box[b->count++] = best;
    const char *anchor = best.left > x ? "start" : best.right < x ? "end" : "middle";
    const double at = best.left > x ? best.left : best.right < x ? best.right : (best.left + best.right) / 2;
    fprintf(file, "<text class=\"label %s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", what, at,
            best.bottom - 0.2 * FONT, anchor, text);
}

static void draw_labels(FILE *file, const match *m, const moment *now, const view *v) {
    const row *r = &m->row[now->start];
    const row **list = in_order(m, now);
    double end_x, end_y;
    end_of_way(m, now, &end_x, &end_y);
    boxes b = {.box = must(malloc((26 * now->count + 60) * sizeof *b.box))};
    for (size_t i = 0; i < now->count; i++)
        b.box[b.count++] = around(across(v, (double)r[i].cell[0]), down(v, (double)r[i].cell[1]), 7);
    const double ball_x = across(v, (double)r->cell[3]), ball_y = down(v, (double)r->cell[4]);
    b.box[b.count++] = around(ball_x, ball_y, 7);
    add_along(&b, ball_x, ball_y, across(v, end_x), down(v, end_y));
    for (size_t i = 0; i < now->count; i++)
        if (is_on_pitch(&r[i]))
            add_along(&b, across(v, (double)r[i].cell[0]), down(v, (double)r[i].cell[1]),
                      across(v, (double)r[i].point_x), down(v, (double)r[i].point_y));
    b.marks = b.count;
    fprintf(file, "<g font-size=\"%d\" class=\"halo\" stroke-width=\"3\" paint-order=\"stroke\">\n", FONT);
    for (size_t i = 0; i < now->count; i++) { /* the earliest meetings get their labels first */
        char text[NAME + 24];
        const int is_first = now->reaching && list[i] == &m->row[now->first];
        if (is_on_pitch(list[i]))
            snprintf(text, sizeof text, "%s: %.2f s", list[i]->player, (double)list[i]->time);
        else
            snprintf(text, sizeof text, "%s", list[i]->player);
        draw_label(file, &b, v, across(v, (double)list[i]->cell[0]), down(v, (double)list[i]->cell[1]), text,
                   is_first ? "winner\" font-weight=\"bold" : "late");
    }
    fprintf(file, "</g>\n");
    free(list);
    free(b.box);
}

/* Writes styles that make a browser move the ball and the first player to their meeting, in a loop. */
static void animate(FILE *file, const match *m, const moment *now, const view *v) {
    if (!now->reaching)
        return;
    const row *r = &m->row[now->first];
    const double time = fmax(1.2, (double)r->time), all = time + 1.2;
    const double x = across(v, (double)r->point_x), y = down(v, (double)r->point_y);
    fprintf(file, "@media(prefers-reduced-motion:no-preference){\n");
    for (int ball = 0; ball < 2; ball++)
        fprintf(file,
                "@keyframes m%d{0%%{transform:none}%.1f%%,100%%{transform:translate(%.1fpx,%.1fpx)}}\n"
                ".m%d{animation:m%d %.2fs linear infinite}\n",
                ball, 100 * time / all, x - across(v, (double)r->cell[ball ? 3 : 0]),
                y - down(v, (double)r->cell[ball ? 4 : 1]), ball, ball, all);
    fprintf(file, "}\n");
}

static void draw_runners(FILE *file, const match *m, const moment *now, const view *v) {
    if (!now->reaching)
        return;
    const row *r = &m->row[now->first];
    fprintf(file, "<circle class=\"ring\" stroke-width=\"2\" cx=\"%.1f\" cy=\"%.1f\" r=\"12\"/>\n",
            across(v, (double)r->point_x), down(v, (double)r->point_y));
    for (int ball = 0; ball < 2; ball++)
        fprintf(file, "<circle class=\"%s m%d\" stroke-width=\"1.5\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>\n",
                ball ? "ball" : "winner", ball, across(v, (double)r->cell[ball ? 3 : 0]),
                down(v, (double)r->cell[ball ? 4 : 1]), ball ? 5 : 7);
}

static void draw_legend(FILE *file) {
    static const char *const words[] = {"the first player, and the way to run",
                                        "where that player meets the ball", "the ball, and where it goes",
                                        "a later player, and the meeting", "a player that comes too late"};
    const int x = SIDE, step = 29, y = HEAD + 12;
    fprintf(file, "<g class=\"text\" font-size=\"15\">\n");
    for (int k = 0; k < 5; k++)
        fprintf(file, "<text x=\"%d\" y=\"%d\">%s</text>\n", x + 52, y + k * step + 5, words[k]);
    fprintf(file,
            "</g>\n<text class=\"quiet\" x=\"%d\" y=\"%d\" font-size=\"14\">number of the player: time to "
            "the ball</text>\n",
            x, y + 5 * step + 8);
    fprintf(file, "<circle class=\"winner\" cx=\"%d\" cy=\"%d\" r=\"7\"/>\n", x + 8, y);
    draw_arrow(file, "first", "tip", x + 8, y, x + 40, y, 3.4, 0);
    fprintf(file, "<circle class=\"ring\" stroke-width=\"2\" cx=\"%d\" cy=\"%d\" r=\"10\"/>\n", x + 22,
            y + step);
    draw_arrow(file, "way\" stroke-dasharray=\"6 4", "way-tip", x + 8, y + 2 * step, x + 40, y + 2 * step,
               2.2, 0);
    fprintf(file, "<circle class=\"ball\" stroke-width=\"1.5\" cx=\"%d\" cy=\"%d\" r=\"5\"/>\n", x + 8,
            y + 2 * step);
    draw_later(file, x + 8, y + 3 * step, x + 36, y + 3 * step);
    fprintf(file, "<circle class=\"player\" cx=\"%d\" cy=\"%d\" r=\"6\"/>\n", x + 8, y + 3 * step);
    fprintf(file, "<circle class=\"far\" stroke-width=\"1.6\" cx=\"%d\" cy=\"%d\" r=\"5\"/>\n", x + 22,
            y + 4 * step);
}

/* Draws four moments at equal intervals, each on a small pitch. */
static void draw_small(FILE *file, const match *m, const view *large) {
    const double room = (WIDTH - EDGE - SIDE - 16) / 2.0,
                 tall = (HEIGHT - HEAD - LEGEND - EDGE - 2 * 26) / 2.0;
    for (size_t k = 0; k < SMALL; k++) {
        const moment *now = &m->moment[m->moments * (2 * k + 1) / (2 * SMALL)];
        view v = *large;
        v.scale *= fmin(room / large->width, (tall - 8) / large->height);
        v.width = large->width * v.scale / large->scale, v.height = large->height * v.scale / large->scale;
        v.left = SIDE + (double)(k % 2) * (room + 16),
        v.top = HEAD + LEGEND + 20 + (double)(k / 2) * (tall + 26);
        const row *any = &m->row[now->start];
        fprintf(file, "<text class=\"text\" x=\"%.1f\" y=\"%.1f\" font-size=\"12\">%.1f s: ", v.left,
                v.top - 6, second_of(any));
        if (now->reaching)
            fprintf(file, "%s in %.2f s</text>\n", m->row[now->first].player,
                    (double)m->row[now->first].time);
        else
            fprintf(file, "no player</text>\n");
        draw_pitch(file, &v, 1);
        draw_moment(file, m, now, &v, 0);
    }
}

static void draw(const char *path, const match *m, const moment *now) {
    output out;
    const row *any = &m->row[now->start];
    const view v = part_used(m);
    output_open(&out, path);
    FILE *file = out.file;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"Helvetica, Arial, sans-serif\">\n<title>Which player reaches the ball "
            "first?</title>\n%s",
            WIDTH, HEIGHT, WIDTH, HEIGHT, style);
    animate(file, m, now, &v);
    fprintf(
        file,
        "</style>\n<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n"
        "<text class=\"text\" x=\"%d\" y=\"36\" font-size=\"24\" font-weight=\"bold\">Which player reaches "
        "the ball "
        "first?</text>\n<text class=\"quiet\" x=\"%d\" y=\"61\" font-size=\"15\">After %.2f s of the move: ",
        WIDTH, HEIGHT, EDGE, EDGE, second_of(any));
    if (now->reaching)
        fprintf(file,
                "player %s, in %.2f s. %zu of %zu players can reach it before it leaves the pitch.</text>\n",
                m->row[now->first].player, (double)m->row[now->first].time, now->reaching, now->count);
    else
        fprintf(file, "no player, before it leaves the pitch.</text>\n");
    draw_pitch(file, &v, 1.6);
    draw_moment(file, m, now, &v, 1);
    draw_runners(file, m, now, &v);
    draw_labels(file, m, now, &v);
    draw_legend(file);
    draw_small(file, m, &v);
    svg_end(&out);
}

void scene_football(const options *o) {
    if (!o->file)
        fail("scene football: which file? Its columns are frame, player and those of intercept2d");
    if (o->svg && strcmp(o->svg, "-") == 0)
        fail("--svg: scene prints to standard output; give a file");
    match m = {.count = 0};
    read_match(&m, o->file);
    solve(&m, o->precision);
    const moment *now = freest(&m);
    tell(&m, now);
    if (o->svg)
        draw(o->svg, &m, now);
    free(m.row);
    free(m.moment);
}
