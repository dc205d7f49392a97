#include "csv_field.h"

#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "numbers.h"
#include "report.h"

enum { X, Y, COST, NEXT, COLUMNS, MOST_CELLS = 16000 };

static const char *const column[COLUMNS] = {"x", "y", "cost", "next"};

typedef struct cell {
    uint32_t x, y, cost;
    int8_t next;
} cell;

typedef struct reading {
    csv_rows rows;
    cell now, *cells;
    size_t count, room;
} reading;

static void header_field(const csv_rows *rows, const char *text, size_t length) {
    const size_t k = rows->field_number;
    if (k >= COLUMNS || strlen(column[k]) != length || memcmp(column[k], text, length) != 0)
        fail("%s:%llu: column \"%s\": a field has the columns x, y, cost and next", rows->name,
             (unsigned long long)rows->line, shortened(text, length));
}

/* Reads a whole number from `low` to `high`. */
static int64_t whole_in(const csv_rows *rows, const char *text, size_t length, int64_t low, int64_t high) {
    char copy[16] = "";
    uint64_t number = 0;
    const int is_below = low < 0 && length == 2 && memcmp(text, "-1", 2) == 0;
    if (length < sizeof copy)
        memcpy(copy, text, length);
    if (!is_below && !whole_read(copy, 0, (uint64_t)high, &number))
        fail("%s:%llu: column %s: found \"%s\", expected a whole number from %lld to %lld", rows->name,
             (unsigned long long)rows->line, column[rows->field_number], shortened(text, length),
             (long long)low, (long long)high);
    return is_below ? -1 : (int64_t)number;
}

static void on_field(csv_rows *rows, const char *text, size_t length) {
    reading *r = rows->user;
    if (rows->columns == 0)
        header_field(rows, text, length);
    else
        switch (rows->field_number) {
        case X: r->now.x = (uint32_t)whole_in(rows, text, length, 0, MOST_CELLS - 1); break;
        case Y: r->now.y = (uint32_t)whole_in(rows, text, length, 0, MOST_CELLS - 1); break;
        case COST: r->now.cost = (uint32_t)whole_in(rows, text, length, -1, WAY_FIELD_FAR); break;
        case NEXT: r->now.next = (int8_t)whole_in(rows, text, length, -1, 8); break;
        default: break; /* csv_rows reports the wrong number of fields */
        }
}

static void on_row(csv_rows *rows) {
    reading *r = rows->user;
    if (rows->columns == 0) {
        if (rows->field_number < COLUMNS)
            fail("%s:%llu: column %s: missing, and a field needs it", rows->name,
                 (unsigned long long)rows->row_line, column[rows->field_number]);
        return;
    }
    if ((r->now.cost == UINT32_MAX) != (r->now.next < 0))
        fail("%s:%llu: column next: found %d, but cost is %lld", rows->name,
             (unsigned long long)rows->row_line, r->now.next,
             r->now.cost == UINT32_MAX ? -1ll : (long long)r->now.cost);
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 1024;
        r->cells = must(realloc(r->cells, r->room * sizeof *r->cells));
    }
    r->cells[r->count++] = r->now;
}

/* Fills the arrays from the cells. A step must lead to a cell with a path. */
static void lay_out(way_field *f, const reading *r, uint8_t *costs) {
    for (size_t i = 0; i < r->count; i++) {
        const cell *c = &r->cells[i];
        const size_t at = (size_t)c->y * f->width + c->x;
        if (f->next[at] != -2)
            fail("%s: cell %u,%u: the file has it twice", r->rows.name, c->x, c->y);
        f->cost[at] = c->cost;
        f->next[at] = c->next;
        costs[at] = c->next >= 0;
    }
    for (uint32_t y = 0; y < f->height; y++)
        for (uint32_t x = 0; x < f->width; x++) {
            static const signed char dx[8] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
            const int8_t next = f->next[(size_t)y * f->width + x];
            if (next == -2)
                fail("%s: cell %u,%u: missing, and a field needs each cell of %u x %u", r->rows.name, x, y,
                     f->width, f->height);
            if (next < 0 || next > 7)
                continue;
            const uint32_t to_x = x + (uint32_t)dx[next], to_y = y + (uint32_t)dy[next];
            if (to_x >= f->width || to_y >= f->height || !costs[(size_t)to_y * f->width + to_x])
                fail("%s: cell %u,%u: next is %d, where no cell has a path", r->rows.name, x, y, next);
        }
    f->costs = costs;
}

way_field csv_field(const char *path) {
    reading r = {.rows = {.name = path, .field = on_field, .row = on_row}};
    way_field f = {0};
    r.rows.user = &r;
    csv_rows_read_file(&r.rows);
    if (r.count == 0)
        fail("%s:1: found no cells, expected a header of x, y, cost, next, and a row for each cell", path);
    for (size_t i = 0; i < r.count; i++) {
        f.width = r.cells[i].x >= f.width ? r.cells[i].x + 1 : f.width;
        f.height = r.cells[i].y >= f.height ? r.cells[i].y + 1 : f.height;
    }
    const size_t cells = (size_t)f.width * f.height;
    f.cost = must(malloc(cells * sizeof *f.cost));
    f.next = must(malloc(cells));
    memset(f.next, -2, cells);
    lay_out(&f, &r, must(malloc(cells)));
    free(r.cells);
    return f;
}
