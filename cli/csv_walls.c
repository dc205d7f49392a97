#include "csv_walls.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "numbers.h"
#include "report.h"

enum { SIDES = 4, VX, VY, COLUMNS };

static const struct {
    const char *name;
    way_type type;
    size_t offset;
} column[COLUMNS] = {
    {"ax", WAY_FLOAT, offsetof(way_wall, ax)},
    {"ay", WAY_FLOAT, offsetof(way_wall, ay)},
    {"bx", WAY_FLOAT, offsetof(way_wall, bx)},
    {"by", WAY_FLOAT, offsetof(way_wall, by)},
    [SIDES] = {"sides", WAY_INT, offsetof(way_wall, sides)},
    [VX] = {"vx", WAY_FLOAT, offsetof(way_wall_velocity, vx)},
    [VY] = {"vy", WAY_FLOAT, offsetof(way_wall_velocity, vy)},
};

typedef struct reading {
    csv_rows rows;
    int column_of[COLUMNS]; /* for each column of the file: its index in `column` */
    int is_there[COLUMNS];
    way_wall *wall;
    way_wall_velocity *velocity;
    double (*ends)[SIDES]; /* ax, ay, bx, by of each wall */
    size_t count, room;
} reading;

static unsigned long long line_of(const csv_rows *rows) { return rows->line; }

static void header_field(reading *r, const char *text, size_t length) {
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    while (length > 0 && (*text == ' ' || *text == '\t'))
        text++, length--;
    int k = 0;
    while (k < COLUMNS && (strlen(column[k].name) != length || memcmp(column[k].name, text, length) != 0))
        k++;
    if (k == COLUMNS)
        fail("%s:%llu: column \"%s\": walls have the columns ax, ay, bx, by, sides, vx and vy", r->rows.name,
             line_of(&r->rows), shortened(text, length));
    if (r->is_there[k]++)
        fail("%s:%llu: column %s: the header has it twice", r->rows.name, line_of(&r->rows), column[k].name);
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
        r->wall = must(realloc(r->wall, r->room * sizeof *r->wall));
        r->velocity = must(realloc(r->velocity, r->room * sizeof *r->velocity));
        r->ends = must(realloc(r->ends, r->room * sizeof *r->ends));
    }
    way_wall *wall = &r->wall[r->count];
    way_wall_velocity *velocity = &r->velocity[r->count];
    if (rows->field_number == 0) {
        *wall = (way_wall){0};
        *velocity = (way_wall_velocity){0};
    }
    int k = r->column_of[rows->field_number];
    char *to = k >= VX ? (char *)velocity : (char *)wall;
    const char *expected = number_read(column[k].type, text, length, to + column[k].offset);
    if (expected)
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, line_of(rows), column[k].name,
             shortened(text, length), expected);
    if (k < SIDES)
        r->ends[r->count][k] = strtod(text, NULL);
}

static void on_row(csv_rows *rows) {
    reading *r = rows->user;
    if (rows->columns > 0) {
        r->count++;
        return;
    }
    for (int k = 0; k < COLUMNS; k++)
        if (!r->is_there[k] && k < SIDES)
            fail("%s:%llu: column %s: missing, and walls need it", rows->name,
                 (unsigned long long)rows->row_line, column[k].name);
}

/* Chooses the origin of the walls' coordinates: the low corner of the walls' bounding box if the walls are
   far from 0, and 0 otherwise. Walls without effect (see way_wall) are ignored. */
static void choose_origin(const reading *r, double origin[2]) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, size = 0, far = 0;
    for (size_t i = 0; i < r->count; i++) {
        const double *at = r->ends[i];
        if (!(fabs(at[0]) < 1e18 && fabs(at[1]) < 1e18 && fabs(at[2]) < 1e18 && fabs(at[3]) < 1e18))
            continue;
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], fmin(at[axis], at[2 + axis]));
            high[axis] = fmax(high[axis], fmax(at[axis], at[2 + axis]));
        }
    }
    for (int axis = 0; axis < 2 && low[0] <= high[0]; axis++) {
        size = fmax(size, high[axis] - low[axis]);
        far = fmax(far, fmax(-low[axis], high[axis]));
    }
    for (int axis = 0; axis < 2; axis++)
        origin[axis] = far > 1000 && far > 16 * size ? floor(low[axis]) : 0;
}

static void measure_from(reading *r, const double origin[2]) {
    for (size_t i = 0; i < r->count; i++) {
        r->wall[i].ax = (float)(r->ends[i][0] - origin[0]),
        r->wall[i].ay = (float)(r->ends[i][1] - origin[1]);
        r->wall[i].bx = (float)(r->ends[i][2] - origin[0]),
        r->wall[i].by = (float)(r->ends[i][3] - origin[1]);
    }
}

walls_read csv_walls(const char *path) {
    reading r = {.rows = {.name = path, .field = on_field, .row = on_row}};
    r.rows.user = &r;
    r.rows.file = fopen(path, "rb");
    if (!r.rows.file)
        fail("%s: cannot be read: %s", path, strerror(errno));
    csv_rows_read(&r.rows);
    if (r.rows.columns == 0)
        fail("%s:1: found nothing, expected a header of ax, ay, bx, by", path);
    fclose(r.rows.file);
    walls_read walls = {.wall = r.wall, .count = r.count};
    choose_origin(&r, walls.origin);
    if (walls.origin[0] != 0 || walls.origin[1] != 0)
        measure_from(&r, walls.origin);
    free(r.ends);
    if (r.is_there[VX] || r.is_there[VY])
        walls.velocity = r.velocity;
    else
        free(r.velocity);
    return walls;
}
