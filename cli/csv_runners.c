#include "csv_runners.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "csv_rows.h"
#include "report.h"

void runners_begin(runners *r, const way_behaviour *behaviour, const int *is_there) {
    r->behaviour = behaviour;
    r->count = 0;
    r->room = 1024;
    r->cell = must(calloc(behaviour->input_count, sizeof *r->cell));
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (is_there[k])
            r->cell[k] = must(malloc(r->room * sizeof **r->cell));
}

void runners_make_room(runners *r) {
    if (r->count < r->room)
        return;
    r->room *= 2;
    for (size_t k = 0; k < r->behaviour->input_count; k++)
        if (r->cell[k])
            r->cell[k] = must(realloc(r->cell[k], r->room * sizeof **r->cell));
}

typedef struct reading {
    csv_rows rows;
    runners *runners;
    const way_behaviour *behaviour;
    const int *is_set;
    int *is_there;    /* for each input: does the file have its column? */
    size_t *input_of; /* for each column of the file: its input, or input_count if it is no input */
    size_t room;
} reading;

static void header_field(reading *r, const char *text, size_t length) {
    size_t n = r->rows.field_number;
    if (n == r->room) {
        r->room = r->room ? 2 * r->room : 32;
        r->input_of = must(realloc(r->input_of, r->room * sizeof *r->input_of));
    }
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    while (length > 0 && (*text == ' ' || *text == '\t'))
        text++, length--;
    const way_behaviour *b = r->behaviour;
    size_t k = 0;
    while (k < b->input_count && (b->inputs[k].side != WAY_RUNNER || strlen(b->inputs[k].name) != length ||
                                  memcmp(b->inputs[k].name, text, length) != 0))
        k++;
    r->input_of[n] = k;
    if (k == b->input_count)
        return;
    unsigned long long line = r->rows.line;
    if (r->is_there[k])
        fail("%s:%llu: column %s: the header has it twice", r->rows.name, line, b->inputs[k].name);
    if (r->is_set[k])
        fail("%s:%llu: column %s: given in the file and with --set", r->rows.name, line, b->inputs[k].name);
    r->is_there[k] = 1;
}

static void header_end(reading *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].side == WAY_RUNNER && b->inputs[k].required && !r->is_there[k] && !r->is_set[k])
            fail("%s:%llu: column %s: missing, and the runners of %s need it", r->rows.name,
                 (unsigned long long)r->rows.row_line, b->inputs[k].name, b->name);
    runners_begin(r->runners, b, r->is_there);
}

static void on_field(csv_rows *rows, const char *text, size_t length) {
    reading *r = rows->user;
    if (rows->columns == 0) {
        header_field(r, text, length);
        return;
    }
    if (rows->field_number >= rows->columns)
        return; /* csv_rows reports the wrong number of fields */
    size_t k = r->input_of[rows->field_number];
    if (k == r->behaviour->input_count)
        return;
    runners_make_room(r->runners);
    const way_column_info *column = &r->behaviour->inputs[k];
    const char *expected = input_read(r->behaviour, k, text, length, &r->runners->cell[k][r->runners->count]);
    if (expected)
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, (unsigned long long)rows->line,
             column->name, shortened(text, length), expected);
}

static void on_row(csv_rows *rows) {
    reading *r = rows->user;
    if (rows->columns > 0)
        r->runners->count++;
    else
        header_end(r);
}

void csv_runners(const char *path, runners *runners, const way_behaviour *behaviour, const int *is_set) {
    reading r = {.rows = {.name = path, .field = on_field, .row = on_row}};
    r.rows.user = &r;
    r.runners = runners;
    r.behaviour = behaviour;
    r.is_set = is_set;
    r.is_there = must(calloc(behaviour->input_count, sizeof *r.is_there));
    r.rows.file = fopen(path, "rb");
    if (!r.rows.file)
        fail("%s: cannot be read: %s", path, strerror(errno));
    csv_rows_read(&r.rows);
    if (r.rows.columns == 0)
        fail("%s:1: found nothing, expected a header of the runners' columns", path);
    fclose(r.rows.file);
    free(r.is_there);
    free(r.input_of);
}
