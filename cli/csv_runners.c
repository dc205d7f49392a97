#include "csv_runners.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    file_columns *columns;
} reading;

static void header_end(reading *r) {
    const column_rules *rules = r->columns->rules;
    const way_behaviour *b = rules->behaviour;
    char more[128];
    columns_end_head(r->columns);
    snprintf(more, sizeof more, ", and the runners of %s need it", b->name);
    int *is_there = must(calloc(b->input_count, sizeof *is_there));
    for (size_t k = 0; k < b->input_count; k++) {
        is_there[k] = r->columns->column_of[k] != column_none;
        if (b->inputs[k].side == WAY_RUNNER && b->inputs[k].required && !is_there[k] && !rules->is_set[k])
            columns_fail_missing(r->columns, k, more, "");
    }
    runners_begin(r->runners, b, is_there);
    free(is_there);
}

static void on_field(csv_rows *rows, const char *text, size_t length) {
    reading *r = rows->user;
    if (rows->columns == 0) {
        columns_head(r->columns, text, length);
        return;
    }
    if (rows->field_number >= rows->columns)
        return; /* csv_rows reports the wrong number of fields */
    runners_make_room(r->runners);
    columns_read(r->columns, text, length, r->runners->cell, r->runners->count);
}

static void on_row(csv_rows *rows) {
    reading *r = rows->user;
    if (rows->columns == 0)
        header_end(r);
    else
        columns_end_row(r->columns, r->runners->cell, r->runners->count++);
}

void csv_runners(const char *path, runners *runners, file_columns *columns, column_rules *rules) {
    reading r = {
        .rows = {.name = path, .field = on_field, .row = on_row, .takes_empty_lines = rules->takes_gaps}};
    r.rows.user = &r;
    r.runners = runners;
    r.columns = columns;
    columns_begin(columns, rules, &r.rows, 1);
    csv_rows_read_file(&r.rows);
    if (r.rows.columns == 0)
        fail("%s:1: found nothing, expected a header of the runners' columns", path);
    columns->rows = NULL;
}
