#include "csv_drag.h"

#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "numbers.h"
#include "report.h"

enum { SPEED, COEFFICIENT, COLUMNS };

static const char *const column[COLUMNS] = {"speed", "coefficient"};

typedef struct reading {
    csv_rows rows;
    int column_of[COLUMNS]; /* for each column of the file: its index in `column` */
    int is_there[COLUMNS];
    float *number[COLUMNS];
    size_t count, room;
} reading;

static void header_field(reading *r, const char *text, size_t length) {
    csv_trim(&text, &length);
    int k = 0;
    while (k < COLUMNS && (strlen(column[k]) != length || memcmp(column[k], text, length) != 0))
        k++;
    if (k == COLUMNS || r->is_there[k]++)
        fail("%s:1: column \"%s\": a table of drag has the columns speed and coefficient, each once",
             r->rows.name, shortened(text, length));
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
        for (int k = 0; k < COLUMNS; k++)
            r->number[k] = must(realloc(r->number[k], r->room * sizeof *r->number[k]));
    }
    const int k = r->column_of[rows->field_number];
    float *const number = &r->number[k][r->count];
    const char *expected = number_read(WAY_FLOAT, text, length, (char *)number);
    if (!expected && !(*number >= 0 && *number <= 3e38f))
        expected = "a finite number of at least 0";
    if (!expected && k == SPEED && r->count > 0 && !(number[-1] < number[0]))
        expected = "a higher speed than in the row before";
    if (expected)
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, (unsigned long long)rows->line,
             column[k], shortened(text, length), expected);
}

static void on_row(csv_rows *rows) {
    reading *r = rows->user;
    if (rows->columns > 0) {
        r->count++;
        return;
    }
    for (int k = 0; k < COLUMNS; k++)
        if (!r->is_there[k])
            fail("%s:1: column %s: missing, and a table of drag needs it", rows->name, column[k]);
}

const way_drag_table *csv_drag_table(const char *path) {
    static way_drag_table table;
    reading r = {.rows = {.name = path, .field = on_field, .row = on_row}};
    r.rows.user = &r;
    csv_rows_read_file(&r.rows);
    if (r.count == 0)
        fail("%s:1: found no rows, expected a header of speed and coefficient, and at least one row", path);
    table = (way_drag_table){r.number[SPEED], r.number[COEFFICIENT], r.count};
    return &table;
}
