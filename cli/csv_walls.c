#include "csv_walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "numbers.h"
#include "report.h"

enum { MOST_PLACES = 9, MOST_COLUMNS = 11 };

/* The columns of a kind of file: first the coordinates, then the optional columns. A row of the file becomes a
   record of 4-byte fields, in the order of the columns. */
typedef struct file_kind {
    const char *what, *needed, *known; /* for messages */
    size_t dims, places, columns;
    const char *name[MOST_COLUMNS];
} file_kind;

static const file_kind of_walls = {"walls",
                                   "ax, ay, bx, by",
                                   "ax, ay, bx, by, sides, vx and vy",
                                   2,
                                   4,
                                   7,
                                   {"ax", "ay", "bx", "by", "sides", "vx", "vy"}};
enum { WALL_VX = 5, WALL_VY };
static const file_kind of_triangles = {
    "triangles",
    "ax, ay, az, bx, by, bz, cx, cy, cz",
    "ax, ay, az to cx, cy, cz, sides and mask",
    3,
    9,
    11,
    {"ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz", "sides", "mask"}};
_Static_assert(sizeof(way_wall) == WALL_VX * 4 && offsetof(way_wall, sides) == 4 * 4, "as in of_walls");
_Static_assert(sizeof(way_triangle) == 11 * 4 && offsetof(way_triangle, mask) == 10 * 4,
               "as in of_triangles");

typedef struct reading {
    csv_rows rows;
    const file_kind *kind;
    size_t column_of[MOST_COLUMNS]; /* for each column of the file: its index in the kind's columns */
    int is_there[MOST_COLUMNS];
    char *record;
    double (*place)[MOST_PLACES]; /* the coordinates of each row */
    size_t count, room;
} reading;

static size_t record_size(const reading *r) { return 4 * r->kind->columns; }

static unsigned long long line_of(const csv_rows *rows) { return rows->line; }

static void header_field(reading *r, const char *text, size_t length) {
    csv_trim(&text, &length);
    size_t k = 0;
    while (k < r->kind->columns &&
           (strlen(r->kind->name[k]) != length || memcmp(r->kind->name[k], text, length) != 0))
        k++;
    if (k == r->kind->columns)
        fail("%s:%llu: column \"%s\": %s have the columns %s", r->rows.name, line_of(&r->rows),
             shortened(text, length), r->kind->what, r->kind->known);
    if (r->is_there[k]++)
        fail("%s:%llu: column %s: the header has it twice", r->rows.name, line_of(&r->rows),
             r->kind->name[k]);
    r->column_of[r->rows.field_number] = k;
}

static void on_field(csv_rows *rows, const char *text, size_t length) {
    reading *r = rows->user;
    if (rows->columns == 0) {
        header_field(r, text, length);
        return;
    }
    if (rows->field_number >= rows->columns)
        return; /* csv_rows reports the wrong number of fields */
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 64;
        r->record = must(realloc(r->record, r->room * record_size(r)));
        r->place = must(realloc(r->place, r->room * sizeof *r->place));
    }
    char *record = r->record + r->count * record_size(r);
    if (rows->field_number == 0)
        memset(record, 0, record_size(r));
    const size_t k = r->column_of[rows->field_number];
    const int is_mask = strcmp(r->kind->name[k], "mask") == 0, is_velocity = r->kind->name[k][0] == 'v';
    const char *expected = is_mask ? bits_read(text, length, record + 4 * k)
                                   : number_read(k < r->kind->places || is_velocity ? WAY_FLOAT : WAY_INT,
                                                 text, length, record + 4 * k);
    if (expected)
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, line_of(rows), r->kind->name[k],
             shortened(text, length), expected);
    if (k < r->kind->places)
        r->place[r->count][k] = strtod(text, NULL);
}

static void on_row(csv_rows *rows) {
    reading *r = rows->user;
    if (rows->columns > 0) {
        r->count++;
        return;
    }
    for (size_t k = 0; k < r->kind->places; k++)
        if (!r->is_there[k])
            fail("%s:%llu: column %s: missing, and %s need it", rows->name,
                 (unsigned long long)rows->row_line, r->kind->name[k], r->kind->what);
}

/* Chooses the origin of the coordinates: the low corner of the bounding box if all is far from 0, and 0
   otherwise. Walls and triangles without effect (see way_wall) are ignored. */
static void choose_origin(const reading *r, double origin[3]) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size = 0,
           far = 0;
    const size_t dims = r->kind->dims;
    for (size_t i = 0; i < r->count; i++) {
        int has_effect = 1;
        for (size_t k = 0; k < r->kind->places; k++)
            has_effect &= fabs(r->place[i][k]) < 1e18;
        for (size_t k = 0; has_effect && k < r->kind->places; k++) {
            low[k % dims] = fmin(low[k % dims], r->place[i][k]);
            high[k % dims] = fmax(high[k % dims], r->place[i][k]);
        }
    }
    for (size_t axis = 0; axis < dims && low[0] <= high[0]; axis++) {
        size = fmax(size, high[axis] - low[axis]);
        far = fmax(far, fmax(-low[axis], high[axis]));
    }
    for (size_t axis = 0; axis < 3; axis++)
        origin[axis] = axis < dims && far > 1000 && far > 16 * size ? floor(low[axis]) : 0;
}

static void measure_from(reading *r, const double origin[3]) {
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->kind->places; k++) {
            const float at = (float)(r->place[i][k] - origin[k % r->kind->dims]);
            memcpy(r->record + i * record_size(r) + 4 * k, &at, 4);
        }
}

/* Splits the records of walls into walls and, if the file has them, velocities. */
static void split_walls(const reading *r, walls_read *to) {
    const int has_velocities = r->is_there[WALL_VX] || r->is_there[WALL_VY];
    to->wall = must(malloc((r->count + 1) * sizeof *to->wall));
    to->velocity = has_velocities ? must(malloc((r->count + 1) * sizeof *to->velocity)) : NULL;
    for (size_t i = 0; i < r->count; i++) {
        const char *record = r->record + i * record_size(r);
        memcpy(&to->wall[i], record, sizeof to->wall[i]);
        if (has_velocities)
            memcpy(&to->velocity[i], record + sizeof to->wall[i], sizeof to->velocity[i]);
    }
}

static walls_read read_kind(const char *path, const file_kind *kind) {
    reading r = {.rows = {.name = path, .field = on_field, .row = on_row}, .kind = kind};
    r.rows.user = &r;
    csv_rows_read_file(&r.rows);
    if (r.rows.columns == 0)
        fail("%s:1: found nothing, expected a header of %s", path, kind->needed);
    walls_read read = {.count = r.count};
    choose_origin(&r, read.origin);
    if (read.origin[0] != 0 || read.origin[1] != 0 || read.origin[2] != 0)
        measure_from(&r, read.origin);
    free(r.place);
    if (kind == &of_walls) {
        split_walls(&r, &read);
        free(r.record);
    } else
        read.triangle = (way_triangle *)(void *)r.record;
    return read;
}

walls_read csv_walls(const char *path) { return read_kind(path, &of_walls); }

walls_read csv_triangles(const char *path) { return read_kind(path, &of_triangles); }
