#include "csv_run.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv_rows.h"
#include "csv_walls.h"
#include "numbers.h"
#include "output.h"
#include "picture.h"
#include "report.h"

enum {
    BATCH = 4096,
    /* Bytes from one column to the next: never a power of two, so that no two columns lie page-congruent. */
    PITCH = 4 * BATCH + 320,
    /* Text that passes through; a batch ends early where its rows are long. */
    MOST_TEXT = 1 << 20
};

static const size_t none = (size_t)-1;

typedef struct run {
    const way_behaviour *behaviour;
    way_precision precision;
    csv_rows rows;
    output out;

    /* The header. */
    char **name;      /* of the file's columns, without blanks around them */
    size_t *input_of; /* the file's columns that are inputs; `none` for those that only pass through */
    size_t names_room;
    size_t *column_of; /* of the behaviour's inputs, in the file; `none` where it does not have one */
    int *is_set;       /* inputs given with --set */

    /* One batch. */
    char *in_cells, *out_cells, *set_cells;
    way_column *in;
    way_column_out *out_columns;
    size_t count;
    char *text; /* the rows as they pass through, ready to be written, one after the other */
    size_t text_length, text_room;
    size_t row_end[BATCH];

    way_wall *walls;
    size_t wall_count;

    picture picture; /* also counts the outcomes */
    int draws;
    size_t picture_input[4], picture_output[2], status_output;

    uint64_t solved;
    uint64_t file_size;
    int shows_progress;
} run;

static size_t find_column(const way_column_info *columns, size_t count, const char *name) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(columns[k].name, name) == 0)
            return k;
    return none;
}

static void *in_cell(const run *r, size_t k, size_t row) { return r->in_cells + k * PITCH + 4 * row; }

static void *out_cell(const run *r, size_t k, size_t row) { return r->out_cells + k * PITCH + 4 * row; }

/* Ends in "..." where the names outgrow the list. */
static void list_name(char *list, size_t size, const char *name, int is_first) {
    size_t used = strlen(list);
    int length = snprintf(list + used, size - used, "%s%s", is_first ? "" : ", ", name);
    if (length >= 0 && (size_t)length >= size - used)
        memcpy(list + size - 4, "...", 4);
}

/* One value for all rows --------------------------------------------------------------------------------- */

static void take_set(run *r, const char *assignment) {
    const way_behaviour *b = r->behaviour;
    const char *equals = strchr(assignment, '=');
    if (!equals)
        fail("--set: found \"%s\", expected column=value", assignment);
    char *name = must(strndup(assignment, (size_t)(equals - assignment)));
    size_t k = find_column(b->inputs, b->input_count, name);
    if (k == none) {
        char names[1024] = "";
        for (size_t i = 0; i < b->input_count; i++)
            list_name(names, sizeof names, b->inputs[i].name, i == 0);
        fail("--set: %s has no input \"%s\": it has %s", b->name, name, names);
    }
    if (r->is_set[k])
        fail("--set: column %s is given twice", name);
    if (!number_read(b->inputs[k].type, equals + 1, strlen(equals + 1), r->set_cells + 4 * k))
        fail("--set: column %s: found \"%s\", expected %s", name, equals + 1,
             number_expected(b->inputs[k].type));
    r->is_set[k] = 1;
    free(name);
}

/* Rows out ----------------------------------------------------------------------------------------------- */

static void add_text(run *r, const char *text, size_t length) {
    if (r->text_length + length > r->text_room) {
        while (r->text_length + length > r->text_room)
            r->text_room *= 2;
        r->text = must(realloc(r->text, r->text_room));
    }
    memcpy(r->text + r->text_length, text, length);
    r->text_length += length;
}

static int needs_quotes(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == ',' || text[i] == '"' || text[i] == '\n' || text[i] == '\r')
            return 1;
    return 0;
}

static void pass_through(run *r, const char *text, size_t length) {
    if (r->rows.field_number > 0)
        add_text(r, ",", 1);
    if (!needs_quotes(text, length)) {
        add_text(r, text, length);
        return;
    }
    /* Twice the length and two quotes is the most there can be. */
    size_t most = 2 * length + 2;
    char *quoted = must(malloc(most));
    add_text(r, quoted, csv_write(quoted, most, text, length));
    free(quoted);
}

static float picture_value(const run *r, size_t k, size_t row) {
    float value;
    memcpy(&value, r->column_of[k] != none ? in_cell(r, k, row) : (const void *)(r->set_cells + 4 * k),
           sizeof value);
    return value;
}

static void add_to_picture(run *r, size_t row) {
    int32_t status = -1;
    if (r->status_output != none)
        memcpy(&status, out_cell(r, r->status_output, row), sizeof status);
    picture_row p = {0};
    if (r->draws) {
        p.chaser_x = picture_value(r, r->picture_input[0], row);
        p.chaser_y = picture_value(r, r->picture_input[1], row);
        p.runner_x = picture_value(r, r->picture_input[2], row);
        p.runner_y = picture_value(r, r->picture_input[3], row);
        memcpy(&p.point_x, out_cell(r, r->picture_output[0], row), sizeof p.point_x);
        memcpy(&p.point_y, out_cell(r, r->picture_output[1], row), sizeof p.point_y);
    }
    picture_add(&r->picture, p, status);
}

static void write_row(run *r, size_t row) {
    const way_behaviour *b = r->behaviour;
    size_t start = row > 0 ? r->row_end[row - 1] : 0;
    fwrite(r->text + start, 1, r->row_end[row] - start, r->out.file);
    for (size_t k = 0; k < b->output_count; k++) {
        char text[33] = ",";
        size_t length = number_write(b->outputs[k].type, out_cell(r, k, row), text + 1);
        fwrite(text, 1, length + 1, r->out.file);
    }
    fputc('\n', r->out.file);
}

static void solve_batch(run *r) {
    if (r->count == 0)
        return;
    way_batch batch = {
        .count = r->count, .precision = r->precision, .walls = r->walls, .wall_count = r->wall_count};
    way_result result = way_run(r->behaviour, r->in, r->out_columns, &batch);
    if (result != WAY_OK)
        fail("%s", way_result_string(result));
    for (size_t row = 0; row < r->count; row++) {
        write_row(r, row);
        add_to_picture(r, row);
    }
    output_check(&r->out);
    r->solved += r->count;
    r->count = 0;
    r->text_length = 0;
    if (r->shows_progress)
        progress_show(r->solved, r->rows.bytes, r->file_size);
}

/* The header --------------------------------------------------------------------------------------------- */

static void header_field(run *r, const char *text, size_t length) {
    size_t n = r->rows.field_number;
    if (n == r->names_room) {
        r->names_room = r->names_room ? 2 * r->names_room : 32;
        r->name = must(realloc(r->name, r->names_room * sizeof *r->name));
        r->input_of = must(realloc(r->input_of, r->names_room * sizeof *r->input_of));
    }
    const char *end = text + length;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    char *name = must(strndup(text, (size_t)(end - text)));
    r->name[n] = name;

    const way_behaviour *b = r->behaviour;
    size_t k = find_column(b->inputs, b->input_count, name);
    r->input_of[n] = k;
    unsigned long long line = r->rows.line;
    if (k != none && r->column_of[k] != none)
        fail("%s:%llu: column %s: it is there twice", r->rows.name, line, name);
    if (k != none && r->is_set[k])
        fail("%s:%llu: column %s: given in the file and with --set", r->rows.name, line, name);
    if (k == none && find_column(b->outputs, b->output_count, name) != none)
        fail("%s:%llu: column %s: %s writes a column of that name: rename the file's", r->rows.name, line,
             name, b->name);
    if (k != none)
        r->column_of[k] = n;
}

static void header_end(run *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t k = 0; k < b->input_count; k++) {
        if (!b->inputs[k].required || r->column_of[k] != none || r->is_set[k])
            continue;
        char names[1024] = "";
        for (size_t n = 0; n < r->rows.field_number; n++)
            list_name(names, sizeof names, r->name[n], n == 0);
        fail("%s:%llu: column %s: missing, and %s needs it; the file has: %s (one value for all rows: --set "
             "%s=VALUE)",
             r->rows.name, (unsigned long long)r->rows.row_line, b->inputs[k].name, b->name, names,
             b->inputs[k].name);
    }
    for (size_t k = 0; k < b->input_count; k++) {
        if (r->column_of[k] != none)
            r->in[k] = (way_column){in_cell(r, k, 0), 0};
        else if (r->is_set[k])
            r->in[k] = way_same(r->set_cells + 4 * k);
    }
    fwrite(r->text, 1, r->text_length, r->out.file);
    for (size_t k = 0; k < b->output_count; k++)
        fprintf(r->out.file, ",%s", b->outputs[k].name);
    fputc('\n', r->out.file);
    r->text_length = 0;
}

/* Rows in ------------------------------------------------------------------------------------------------ */

static void on_field(csv_rows *rows, const char *text, size_t length) {
    run *r = rows->user;
    if (rows->columns > 0 && rows->field_number >= rows->columns)
        return; /* on_row tells how many there are */
    pass_through(r, text, length);
    if (rows->columns == 0) {
        header_field(r, text, length);
        return;
    }
    size_t k = r->input_of[rows->field_number];
    if (k == none)
        return;
    way_type type = r->behaviour->inputs[k].type;
    if (!number_read(type, text, length, in_cell(r, k, r->count)))
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, (unsigned long long)rows->line,
             r->behaviour->inputs[k].name, shortened(text, length), number_expected(type));
}

static void on_row(csv_rows *rows) {
    run *r = rows->user;
    if (rows->columns == 0) {
        header_end(r);
        return;
    }
    if (rows->field_number != rows->columns)
        fail("%s:%llu: found %zu field%s, expected %zu as in the header", rows->name,
             (unsigned long long)rows->row_line, rows->field_number, rows->field_number == 1 ? "" : "s",
             rows->columns);
    r->row_end[r->count++] = r->text_length;
    if (r->count == BATCH || r->text_length >= MOST_TEXT)
        solve_batch(r);
}

/* Whole -------------------------------------------------------------------------------------------------- */

static void open_input(run *r, const char *path) {
    r->rows.file = stdin;
    r->rows.name = "standard input";
    if (path) {
        r->rows.name = path;
        r->rows.file = fopen(path, "rb");
        if (!r->rows.file)
            fail("%s: cannot be read: %s", path, strerror(errno));
    }
    struct stat there;
    if (fstat(fileno(r->rows.file), &there) == 0 && S_ISREG(there.st_mode))
        r->file_size = (uint64_t)there.st_size;
}

static void choose_columns_to_draw(run *r) {
    static const char *const input[] = {"chaser_x", "chaser_y", "runner_x", "runner_y"};
    static const char *const outputs[] = {"point_x", "point_y"};
    const way_behaviour *b = r->behaviour;
    for (size_t i = 0; i < 4; i++) {
        r->picture_input[i] = find_column(b->inputs, b->input_count, input[i]);
        if (r->picture_input[i] == none)
            fail("--svg: %s has no input %s to draw", b->name, input[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        r->picture_output[i] = find_column(b->outputs, b->output_count, outputs[i]);
        if (r->picture_output[i] == none)
            fail("--svg: %s has no output %s to draw", b->name, outputs[i]);
    }
}

static void allocate(run *r) {
    const way_behaviour *b = r->behaviour;
    r->in_cells = must(calloc(b->input_count, PITCH));
    r->out_cells = must(calloc(b->output_count, PITCH));
    r->set_cells = must(calloc(b->input_count, 4));
    r->in = must(calloc(b->input_count, sizeof *r->in));
    r->out_columns = must(calloc(b->output_count, sizeof *r->out_columns));
    r->is_set = must(calloc(b->input_count, sizeof *r->is_set));
    r->column_of = must(calloc(b->input_count, sizeof *r->column_of));
    r->text_room = 1 << 16;
    r->text = must(malloc(r->text_room));
    for (size_t k = 0; k < b->input_count; k++) {
        r->column_of[k] = none;
        float fallback = (float)b->inputs[k].fallback;
        int32_t whole = b->inputs[k].type == WAY_FLOAT ? 0 : (int32_t)b->inputs[k].fallback;
        memcpy(r->set_cells + 4 * k, b->inputs[k].type == WAY_FLOAT ? (void *)&fallback : (void *)&whole, 4);
    }
    for (size_t k = 0; k < b->output_count; k++)
        r->out_columns[k] = (way_column_out){out_cell(r, k, 0), 0};
    r->status_output = none;
    for (size_t k = 0; k < b->output_count; k++)
        if (b->outputs[k].type == WAY_STATUS && r->status_output == none)
            r->status_output = k;
}

static void write_picture(run *r, output *svg) {
    const way_behaviour *b = r->behaviour;
    int is_3d = find_column(b->inputs, b->input_count, "chaser_z") != none;
    char title[128];
    snprintf(title, sizeof title, "%s%s", b->name, is_3d ? ", seen from above" : "");
    picture_write(&r->picture, title, svg->file);
}

void csv_run(const options *o) {
    static run whole;
    run *r = &whole;
    r->behaviour = o->behaviour;
    r->precision = o->precision;
    r->draws = o->svg != NULL;
    allocate(r);
    for (size_t i = 0; i < o->set_count; i++)
        take_set(r, o->set[i]);
    if (r->draws)
        choose_columns_to_draw(r);
    if (o->walls && !r->behaviour->walls)
        fail("--walls: %s reads no walls", r->behaviour->name);
    if (o->walls)
        r->walls = csv_walls(o->walls, &r->wall_count);
    if (o->svg && strcmp(o->svg, o->out ? o->out : "-") == 0)
        fail("%s: the answer and the picture cannot go to the same place",
             strcmp(o->svg, "-") == 0 ? "--svg" : o->svg);
    open_input(r, o->file);

    int talks = isatty(STDERR_FILENO) && !o->quiet;
    output svg = {0};
    output_open(&r->out, o->out);
    /* Rows on the same terminal are progress enough. */
    r->shows_progress = talks && r->file_size > 0 && !isatty(fileno(r->out.file));
    if (o->svg)
        output_open(&svg, o->svg);

    r->rows.user = r;
    r->rows.field = on_field;
    r->rows.row = on_row;
    csv_rows_read(&r->rows);
    if (r->rows.columns == 0)
        fail("%s:1: found nothing, expected a header of column names", r->rows.name);
    solve_batch(r);
    if (o->svg)
        write_picture(r, &svg);

    /* Both are on disk before either appears. */
    output_close(&r->out);
    if (o->svg)
        output_close(&svg);
    output_publish(&r->out);
    if (o->svg)
        output_publish(&svg);

    progress_clear();
    if (talks) {
        char rows[32], outcome[512];
        picture_outcome(&r->picture, outcome, sizeof outcome);
        fprintf(stderr, "%s row%s%s%s\n", grouped(r->solved, rows), r->solved == 1 ? "" : "s",
                outcome[0] ? ": " : "", outcome);
    }
}
