#include "commands.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "choices.h"
#include "csv_columns.h"
#include "csv_rows.h"
#include "csv_runners.h"
#include "csv_field.h"
#include "csv_drag.h"
#include "csv_walls.h"
#include "file_identity.h"
#include "numbers.h"
#include "output.h"
#include "picture.h"
#include "report.h"
#include "draw.h"

enum {
    BATCH = 4096,
    /* Bytes from one column to the next. The number is not a power of two, so that no two columns start at
       the same offset in a page. */
    PITCH = 4 * BATCH + 320,
    /* A batch ends early when the text that it copies to the output reaches this many bytes. */
    MOST_TEXT = 1 << 20,
    NUMBER_ROOM = 33 /* bytes for a text of number_write and a comma */
};

static const size_t none = column_none;

/* Rows that are solved in one call. */
typedef struct rows_held rows_held;
struct rows_held {
    rows_held *next;
    size_t count;
    uint32_t **cell; /* one column per input of the behaviour */
    uint32_t *target;
    char *is_gap; /* for each row: does it have an empty cell? */
    char *text;   /* the columns that are copied to the output, one row after the other */
    size_t text_length, text_room;
    size_t row_end[BATCH];
};

typedef struct run {
    const way_behaviour *behaviour;
    choice_task *task; /* NULL: `behaviour` is in the library's registry */
    way_precision precision;
    csv_rows rows;
    output out;

    /* The header. */
    column_rules rules;
    file_columns columns;        /* of the file */
    file_columns runner_columns; /* of the runners' file */
    size_t *stands_for; /* for each input: itself, or the input from whose column it is read (find_twins) */
    size_t passing;     /* number of columns that are copied to the output */
    size_t passed;      /* number of columns of the current row that have been copied so far */
    int *is_set;        /* for each input: does it have a value from --set? */

    /* What is printed. */
    size_t *printed; /* the numbers of the outputs */
    size_t printed_count;
    size_t *chosen; /* with --bring: the outputs that are row numbers of targets; empty: the input target */
    size_t chosen_count;

    /* The rows' targets. */
    int has_target, is_target_set;
    uint32_t set_target;
    runners runners;      /* used with targets or candidates */
    runners choosers;     /* used if all rows are solved in one call */
    char *answers_of_all; /* the answers of the choosers, one column after another */
    choice_listed lists;  /* the lists of all rows, if they are made in one call */
    uint32_t *own_row;    /* each chooser's own row; NULL unless the candidates are the file's rows */

    rows_held *batch;        /* the batch that is being filled */
    rows_held *first, *last; /* the list of full batches that wait until the end of the file */
    char *out_cells, *set_cells;
    way_column *in;
    way_column_out *out_columns;
    char *header; /* kept until it is written with the first rows */
    size_t header_length;
    char *answers; /* the text of rows that are ready to be written */
    size_t answers_room;

    walls_read walls;
    const way_drag_table *drag_table; /* NULL: none */
    way_field field;
    way_wall_tree *wall_tree;         /* NULL: too few walls for a tree */
    way_triangle_tree *triangle_tree; /* NULL: no triangles */

    picture picture; /* also counts the outcomes */
    int draws;
    size_t picture_input[4], picture_output[2], status_output, hit_output;

    uint64_t solved;
    uint64_t file_size;
    int shows_progress, is_solving;
} run;

static void *in_cell(const run *r, size_t k, size_t row) { return &r->batch->cell[k][row]; }

static void *out_cell(const run *r, size_t k, size_t row) { return r->out_cells + k * PITCH + 4 * row; }

/* One value for all rows --------------------------------------------------------------------------------- */

static void take_set(run *r, const char *assignment) {
    const way_behaviour *b = r->behaviour;
    const char *equals = strchr(assignment, '=');
    if (!equals)
        fail("--set: found \"%s\", expected column=value", assignment);
    const char *expected, *value = equals + 1;
    char *name = must(strndup(assignment, (size_t)(equals - assignment)));
    size_t k = column_named(b->inputs, b->input_count, name);
    int is_target = k == none && !r->task && reads_runners(b) && strcmp(name, "target") == 0;
    if (k == none && !is_target) {
        char names[1024] = "";
        guess near = {.word = name};
        for (size_t i = 0; i < b->input_count; i++) {
            list_name(names, sizeof names, b->inputs[i].name, i == 0);
            guess_see(&near, b->inputs[i].name);
        }
        fail("--set: %s has no input \"%s\"%s; it has %s", b->name, shortened(name, strlen(name)),
             guess_text(&near), names);
    }
    if (is_target ? r->is_target_set : r->is_set[k])
        fail("--set: column %s is given twice", name);
    if (is_target)
        expected = target_read(value, strlen(value), &r->set_target);
    else
        expected = input_read(b, k, value, strlen(value), 1, r->set_cells + 4 * k);
    if (expected)
        fail("--set: column %s: found \"%s\", expected %s", name, shortened(value, strlen(value)), expected);
    *(is_target ? &r->is_target_set : &r->is_set[k]) = 1;
    free(name);
}

/* Batches ------------------------------------------------------------------------------------------------ */

static void begin_batch(run *r) {
    rows_held *h = must(calloc(1, sizeof *h));
    h->cell = must(malloc(r->behaviour->input_count * sizeof *h->cell));
    char *cells = must(calloc(r->behaviour->input_count, PITCH));
    for (size_t k = 0; k < r->behaviour->input_count; k++)
        h->cell[k] = (void *)(cells + k * PITCH);
    h->is_gap = must(calloc(BATCH, 1));
    h->target = must(malloc(BATCH * sizeof *h->target));
    h->text_room = 1 << 16;
    h->text = must(malloc(h->text_room));
    r->batch = h;
}

static int has_candidates(const run *r) { return r->task && choice_has_candidates(r->task); }

/* Are runners or candidates held in a separate table? */
static int has_runners(const run *r) { return r->has_target || has_candidates(r); }

/* Are the file's own rows the runners? If so, the runners' table is complete only at the end of the file. */
static int holds_all(const run *r) { return has_runners(r) && !r->rules.runners_file; }

/* Are all choosers solved in one call, from the table `choosers`? */
static int is_whole(const run *r) { return r->task && choice_is_whole(r->task); }

/* Are batches kept until the end of the file, because no batch can be solved earlier? */
static int keeps_rows(const run *r) { return holds_all(r) || is_whole(r); }

static void add_row(const run *r, runners *table, size_t row) {
    runners_make_room(table);
    for (size_t k = 0; k < r->behaviour->input_count; k++)
        if (table->cell[k])
            memcpy(&table->cell[k][table->count], in_cell(r, r->stands_for[k], row), 4);
    table->count++;
}

/* Adds the rows of a full batch to the tables of runners and choosers, and keeps the batch. */
static void keep_batch(run *r) {
    rows_held *h = r->batch;
    for (size_t row = 0; row < h->count; row++) {
        if (holds_all(r))
            add_row(r, &r->runners, row);
        if (is_whole(r))
            add_row(r, &r->choosers, row);
    }
    h->text = must(realloc(h->text, h->text_length + 1));
    h->text_room = h->text_length + 1;
    if (r->last)
        r->last->next = h;
    else
        r->first = h;
    r->last = h;
    begin_batch(r);
}

/* Rows out ----------------------------------------------------------------------------------------------- */

static void add_text(rows_held *h, const char *text, size_t length) {
    text_add(&h->text, &h->text_length, &h->text_room, text, length);
}

/* Begins a field of the header or of a row. */
static void add_delimiter(run *r) {
    const char sign = csv_delimiter();
    if (r->passed++ > 0)
        add_text(r->batch, &sign, 1);
}

static void pass_through(run *r, const char *text, size_t length) {
    rows_held *h = r->batch;
    add_delimiter(r);
    if (r->rows.plain)
        add_text(h, text, length);
    else
        text_add_field(&h->text, &h->text_length, &h->text_room, text, length);
}

/* Returns the value of input k at the row's target, or NaN if the row has no target. */
static float runner_value(const run *r, size_t k, size_t row) {
    uint32_t target = r->is_target_set ? r->set_target : r->batch->target[row];
    float value = NAN;
    if (target < r->runners.count && r->runners.cell[k])
        memcpy(&value, &r->runners.cell[k][target], sizeof value);
    else if (target < r->runners.count)
        memcpy(&value, r->set_cells + 4 * k, sizeof value);
    return value;
}

static float picture_value(const run *r, size_t k, size_t row) {
    if (r->has_target && r->behaviour->inputs[k].side == WAY_RUNNER)
        return runner_value(r, k, row);
    float value;
    memcpy(&value,
           r->columns.column_of[k] != none ? in_cell(r, k, row) : (const void *)(r->set_cells + 4 * k),
           sizeof value);
    return value;
}

static void add_to_picture(run *r, size_t row) {
    int32_t status = -1;
    if (r->status_output != none)
        memcpy(&status, out_cell(r, r->status_output, row), sizeof status);
    if (!r->draws) {
        picture_count(&r->picture, status);
        return;
    }
    picture_row p = {0};
    p.chaser_x = picture_value(r, r->picture_input[0], row);
    p.chaser_y = picture_value(r, r->picture_input[1], row);
    p.runner_x = picture_value(r, r->picture_input[2], row);
    p.runner_y = picture_value(r, r->picture_input[3], row);
    memcpy(&p.point_x, out_cell(r, r->picture_output[0], row), sizeof p.point_x);
    memcpy(&p.point_y, out_cell(r, r->picture_output[1], row), sizeof p.point_y);
    picture_add(&r->picture, p, status);
}

/* Returns what to add to output k: the coordinate of the walls' origin if output k is a position, else 0. The
   positions of invalid rows stay 0. */
static double origin_of(const run *r, size_t k, size_t row) {
    const int32_t axis = r->behaviour->outputs[k].axis;
    if (axis < 1 || r->walls.origin[axis - 1] == 0)
        return 0;
    int32_t status;
    memcpy(&status, out_cell(r, r->status_output, row), sizeof status);
    const int is_nothing =
        r->task && (choice_meets_triangles(r->task) ? status != WAY_MET && status != WAY_THERE
                                                    : choice_casts(r->task) && status == WAY_NO_TARGET);
    return status == WAY_INVALID || is_nothing ? 0 : r->walls.origin[axis - 1];
}

/* Prints the columns of a row that are copied to the output. Returns the address where the answers go. */
static char *print_passing(const run *r, size_t row, char *to) {
    const rows_held *h = r->batch;
    size_t start = row > 0 ? h->row_end[row - 1] : 0, length = h->row_end[row] - start;
    memcpy(to, h->text + start, length);
    return to + length;
}

/* Prints a way_hit_kind as a word. */
static size_t hit_write(const void *cell, char *text) {
    static const char *const words[] = {"none", "wall", "disc", "triangle"};
    int32_t kind;
    memcpy(&kind, cell, sizeof kind);
    const size_t length = strlen(words[kind]);
    memcpy(text, words[kind], length);
    return length;
}

static char *print_delimiter(const run *r, size_t printed, char *to) {
    if (printed > 0 || r->passing > 0)
        *to++ = csv_delimiter();
    return to;
}

/* Writes what was printed up to `to`, then the columns of --bring of row `target`, if such a row exists. */
static void write_brought(const run *r, char *to, const uint32_t *target, size_t targets) {
    const file_columns *from = r->rules.runners_file ? &r->runner_columns : &r->columns;
    const size_t rows = r->rules.bring_count ? from->brought_cells / r->rules.bring_count : 0;
    fwrite(r->answers, 1, (size_t)(to - r->answers), r->out.file);
    size_t printed = r->printed_count, length;
    for (size_t i = 0; i < targets; i++)
        for (size_t k = 0; k < r->rules.bring_count; k++) {
            if (printed++ > 0 || r->passing > 0)
                fputc(csv_delimiter(), r->out.file);
            if (target[i] < rows) {
                const char *text = columns_brought(from, target[i], k, &length);
                fwrite(text, 1, length, r->out.file);
            }
        }
    fputc('\n', r->out.file);
}

/* Prints a row and its answers. Returns the address where the next row goes. */
static char *print_row(const run *r, size_t row, char *to) {
    const way_behaviour *b = r->behaviour;
    to = print_passing(r, row, to);
    for (size_t i = 0; i < r->printed_count; i++) {
        const size_t k = r->printed[i];
        to = print_delimiter(r, i, to);
        const double origin = origin_of(r, k, row);
        to += origin != 0          ? place_write(origin, out_cell(r, k, row), to)
              : k == r->hit_output ? hit_write(out_cell(r, k, row), to)
                                   : number_write(b->outputs[k].type, out_cell(r, k, row), to);
    }
    if (r->rules.bring_count > 0) {
        uint32_t target[WAY_CHOICES_MAX];
        for (size_t i = 0; i < r->chosen_count; i++)
            memcpy(&target[i], out_cell(r, r->chosen[i], row), sizeof target[i]);
        if (r->chosen_count == 0)
            target[0] = r->is_target_set ? r->set_target : r->batch->target[row];
        write_brought(r, to, target, r->chosen_count ? r->chosen_count : 1);
        return r->answers;
    }
    *to++ = '\n';
    return to;
}

static void write_header(run *r) {
    if (r->header)
        fwrite(r->header, 1, r->header_length, r->out.file);
    free(r->header);
    r->header = NULL;
}

static void make_answers_room(run *r, size_t text_length, size_t rows) {
    size_t room = text_length + rows * (r->behaviour->output_count * NUMBER_ROOM + 2) + NUMBER_ROOM;
    if (room <= r->answers_room)
        return;
    free(r->answers);
    r->answers = NULL;
    r->answers = must(malloc(room));
    r->answers_room = room;
}

static void write_rows(run *r) {
    const rows_held *h = r->batch;
    make_answers_room(r, h->text_length, h->count);
    char *to = r->answers;
    write_header(r);
    for (size_t row = 0; row < h->count; row++)
        to = print_row(r, row, to);
    fwrite(r->answers, 1, (size_t)(to - r->answers), r->out.file);
    output_check(&r->out);
}

/* Writes a row once for each element of its list. If the list is empty, only the status has a value. */
static void write_list(run *r, size_t row, const choice_listed *lists, size_t i) {
    const way_behaviour *b = r->behaviour;
    const size_t status = b->output_count - 1;
    size_t element = lists->offset[i];
    do {
        const int is_there = element < lists->offset[i + 1];
        char *to = print_passing(r, row, r->answers);
        for (size_t p = 0; p < r->printed_count; p++) {
            const size_t k = r->printed[p];
            to = print_delimiter(r, p, to);
            if (k == status || is_there)
                to += number_write(b->outputs[k].type,
                                   k == status ? out_cell(r, k, row) : &lists->column[k][element], to);
        }
        uint32_t target = WAY_NO_ROW;
        if (r->chosen_count > 0 && is_there)
            memcpy(&target, &lists->column[r->chosen[0]][element], sizeof target);
        write_brought(r, to, &target, r->chosen_count);
    } while (++element < lists->offset[i + 1]);
}

static void write_lists(run *r) {
    const rows_held *h = r->batch;
    make_answers_room(r, h->text_length, 1);
    write_header(r);
    for (size_t row = 0; row < h->count && is_whole(r); row++) {
        const size_t i = r->solved + row;
        int32_t status;
        memcpy(&status, out_cell(r, r->behaviour->output_count - 1, row), 4);
        if (status != WAY_NO_TARGET) /* only conflicts have lines, and invalid rows */
            write_list(r, row, &r->lists, i);
    }
    output_check(&r->out);
    for (size_t row = 0; row < h->count && !is_whole(r);) {
        const way_column_out status = r->out_columns[r->behaviour->output_count - 1];
        const choice_listed lists = choice_list(r->task, r->in, status, row, h->count - row);
        for (size_t i = 0; i < lists.count; i++)
            write_list(r, row++, &lists, i);
        output_check(&r->out);
    }
}

static way_column column_in(const run *r, size_t k) {
    if (has_runners(r) && r->runners.cell[k])
        return (way_column){.data = r->runners.cell[k]};
    if (r->columns.column_of[k] != none)
        return (way_column){.data = in_cell(r, k, 0)};
    return r->is_set[k] ? way_column_of(r->set_cells + 4 * k, 0, WAY_SINGLE) : (way_column){.data = NULL};
}

static void solve_behaviour(const run *r) {
    const rows_held *h = r->batch;
    way_batch batch = {.count = h->count,
                       .precision = r->precision,
                       .walls = r->walls.wall,
                       .wall_count = r->walls.count,
                       .wall_tree = r->wall_tree,
                       .drag_table = r->drag_table,
                       .wall_velocity = r->walls.velocity};
    if (r->has_target) {
        static const uint32_t nobody = WAY_NO_ROW; /* a file without rows has no target for any agent */
        batch.targets.row = r->runners.count == 0 ? way_same(&nobody)
                            : r->is_target_set    ? way_same(&r->set_target)
                                                  : (way_column){.data = h->target};
        batch.targets.runner_count = r->runners.count;
    }
    must_be_ok("", way_run(r->behaviour, r->in, r->out_columns, &batch));
}

/* Solves a batch of a task. A chooser that is also a candidate does not choose itself. */
static void solve_task(run *r, const way_column_out *out, size_t count) {
    if (r->own_row) {
        r->own_row = must(realloc(r->own_row, (count + 1) * sizeof *r->own_row));
        for (size_t row = 0; row < count; row++)
            r->own_row[row] = (uint32_t)(r->solved + row);
        r->in[choice_self(r->behaviour)] = (way_column){.data = r->own_row};
    }
    choice_solve(r->task, r->in, out, count, r->runners.count);
}

static void solve_whole(run *r) {
    const size_t count = r->choosers.count, outputs = r->behaviour->output_count;
    r->answers_of_all = must(malloc((outputs * count + 1) * 4));
    way_column_out *out = must(calloc(outputs, sizeof *out));
    for (size_t k = 0; k < outputs; k++)
        out[k] = (way_column_out){.data = r->answers_of_all + 4 * k * count};
    for (size_t k = 0; k < r->behaviour->input_count; k++)
        r->in[k] = r->choosers.cell[k] ? (way_column){.data = r->choosers.cell[k]} : column_in(r, k);
    if (choice_lists(r->task))
        r->lists = choice_list(r->task, r->in, out[outputs - 1], 0, count);
    else
        solve_task(r, out, count);
    free(out);
}

static void take_answers(const run *r) {
    for (size_t k = 0; k < r->behaviour->output_count; k++)
        memcpy(out_cell(r, k, 0), r->answers_of_all + 4 * (k * r->choosers.count + r->solved),
               4 * r->batch->count);
}

/* Gives rows with a gap the status invalid. Most calls have done this already, because the numbers of such
   rows are NaN. Calls with whole numbers, and assign, have not. */
static void spoil_gaps(run *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t row = 0; row < r->batch->count && r->rules.takes_gaps; row++) {
        int32_t status = WAY_INVALID;
        if (!r->batch->is_gap[row] || r->status_output == none)
            continue;
        memcpy(&status, out_cell(r, r->status_output, row), sizeof status);
        for (size_t k = 0; k < b->output_count && status != WAY_INVALID; k++) {
            const uint32_t cell =
                k == r->status_output ? (uint32_t)WAY_INVALID : fallback_cell(&b->outputs[k]);
            memcpy(out_cell(r, k, row), &cell, sizeof cell);
        }
    }
}

static void solve_batch(run *r) {
    rows_held *h = r->batch;
    if (h->count == 0)
        return;
    r->is_solving = 1;
    if (is_whole(r))
        take_answers(r);
    else {
        for (size_t k = 0; k < r->behaviour->input_count; k++)
            r->in[k] = column_in(r, k);
        if (!r->task)
            solve_behaviour(r);
        else if (!choice_lists(r->task))
            solve_task(r, r->out_columns, h->count);
    }
    if (r->task && choice_lists(r->task)) {
        write_lists(r);
    } else {
        spoil_gaps(r);
        write_rows(r);
    }
    for (size_t row = 0; row < h->count; row++)
        add_to_picture(r, row);
    r->solved += h->count;
    h->count = 0;
    h->text_length = 0;
    r->is_solving = 0;
    if (r->shows_progress)
        progress_show(r->solved, r->rows.bytes, r->file_size);
}

static void finish_batch(run *r) {
    if (keeps_rows(r))
        keep_batch(r);
    else
        solve_batch(r);
}

static void free_batch(rows_held *h) {
    free(h->cell[0]);
    free(h->cell);
    free(h->is_gap);
    free(h->target);
    free(h->text);
    free(h);
}

static void solve_kept(run *r) {
    keep_batch(r);
    if (is_whole(r))
        solve_whole(r);
    while (r->first) {
        rows_held *h = r->first;
        free_batch(r->batch);
        r->first = h->next;
        r->batch = h;
        solve_batch(r);
    }
}

/* Adds to an error message what the output holds. Output that is written directly, such as a pipe, has all
   rows before the wrong row. A file is not written at all. */
static void tell_of_output(void *user, char *text, size_t size) {
    run *r = user;
    char rows[32];
    if (!r->out.is_direct || ferror(r->out.file))
        return;
    if (!r->is_solving && !keeps_rows(r))
        solve_batch(r);
    fflush(r->out.file);
    output_check(&r->out);
    if (r->solved > 0)
        snprintf(text, size, "; %s has the answers of the %s row%s before", r->out.name,
                 grouped(r->solved, rows), r->solved == 1 ? "" : "s");
}

/* The header --------------------------------------------------------------------------------------------- */

/* Is this the name of a column that is printed after those of the file? */
static int writes_column(const run *r, const char *name) {
    for (size_t i = 0; i < r->printed_count; i++)
        if (strcmp(r->behaviour->outputs[r->printed[i]].name, name) == 0)
            return 1;
    return 0;
}

static void header_field(run *r, const char *text, size_t length) {
    columns_head(&r->columns, text, length);
    const column_use *use = &r->columns.use[r->rows.field_number];
    const char *name = use->printed ? use->printed : use->name;
    if (use->input == COLUMN_IS_DROPPED)
        return;
    if (use->input == COLUMN_PASSES && writes_column(r, name))
        fail("%s:%llu: column %s: %s writes a column of that name: --drop %s, or --rename %s=NEW",
             r->rows.name, (unsigned long long)r->rows.line, name, r->behaviour->name, name, name);
    if (use->printed)
        pass_through(r, name, strlen(name));
    else
        pass_through(r, text, length);
}

/* Refuses columns of discs if there is no file of discs. */
static void refuse_discs(const run *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].side == WAY_RUNNER && (r->columns.column_of[k] != none || r->is_set[k]))
            fail("%s:%llu: column %s: %s reads discs from --candidates FILE.csv", r->rows.name,
                 (unsigned long long)r->rows.row_line, b->inputs[k].name, b->name);
}

static void require_columns(const run *r) {
    const way_behaviour *b = r->behaviour;
    size_t first = none;
    char need[512], cure[128], also[256] = "";
    if (r->task && choice_casts(r->task) && !r->rules.runners_file)
        refuse_discs(r);
    for (size_t k = 0; k < b->input_count; k++) {
        int is_elsewhere = r->rules.runners_file && b->inputs[k].side == WAY_RUNNER;
        if (!b->inputs[k].required || r->columns.column_of[r->stands_for[k]] != none || r->is_set[k] ||
            is_elsewhere)
            continue;
        if (first == none)
            first = k;
        else
            list_name(also, sizeof also, b->inputs[k].name, !also[0]);
    }
    if (first != none) {
        snprintf(need, sizeof need, ", and %s needs it%s%s", b->name, also[0] ? "; also missing: " : "",
                 also);
        snprintf(cure, sizeof cure, " (one value for all rows: --set %s=VALUE)", b->inputs[first].name);
        columns_fail_missing(&r->columns, first, need, cure);
    }
    if (r->rules.runners_file && !has_runners(r))
        fail("%s:%llu: column target: missing; it holds, for each row, a row number of %s (one "
             "for all "
             "rows: --set target=NUMBER)",
             r->rows.name, (unsigned long long)r->rows.row_line, r->rules.runners_file);
    if (r->rules.bring_count > 0 && !r->task && !has_runners(r))
        fail("%s:%llu: --bring: a column target is missing; it holds, for each row, the row number of its "
             "target",
             r->rows.name, (unsigned long long)r->rows.row_line);
}

/* Adds the names of the columns of --bring: target_NAME for the row in the column target. */
static void add_brought_names(run *r) {
    char name[512];
    for (size_t i = 0; i < (r->chosen_count ? r->chosen_count : 1); i++)
        for (size_t k = 0; k < r->rules.bring_count; k++) {
            snprintf(name, sizeof name, "%s_%s",
                     r->chosen_count ? r->behaviour->outputs[r->chosen[i]].name : "target",
                     r->rules.bring[k]);
            for (size_t n = 0; n < r->rows.field_number; n++) {
                const column_use *use = &r->columns.use[n];
                if (use->input != COLUMN_IS_DROPPED &&
                    strcmp(use->printed ? use->printed : use->name, name) == 0)
                    fail(
                        "%s:%llu: column %s: --bring writes a column of that name: --drop it, or --rename it",
                        r->rows.name, (unsigned long long)r->rows.row_line, name);
            }
            add_delimiter(r);
            text_add_field(&r->batch->text, &r->batch->text_length, &r->batch->text_room, name, strlen(name));
        }
}

/* Only called if the candidates are the file's own rows. If the file has chaser_x but no runner_x, the
   candidates read chaser_x instead: it is the twin of runner_x. Other inputs have twins, too. */
static void find_twins(run *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t k = 0; k < b->input_count; k++) {
        if (b->inputs[k].side != WAY_RUNNER || r->columns.column_of[k] != none || r->is_set[k])
            continue;
        size_t twin = choice_twin(b, k);
        if (twin == b->input_count)
            continue;
        r->stands_for[k] = twin;
        r->is_set[k] = r->is_set[twin];
        if (r->is_set[twin])
            memcpy(r->set_cells + 4 * k, r->set_cells + 4 * twin, 4);
    }
    size_t self = choice_self(b);
    if (r->columns.column_of[self] == none && !r->is_set[self])
        r->own_row = must(malloc(sizeof *r->own_row));
}

/* Begins a table with the columns of the file that belong to `side`. */
static void begin_table(const run *r, runners *table, way_side side) {
    const way_behaviour *b = r->behaviour;
    int *is_there = must(calloc(b->input_count, sizeof *is_there));
    for (size_t k = 0; k < b->input_count; k++)
        is_there[k] = b->inputs[k].side == side && r->columns.column_of[r->stands_for[k]] != none;
    runners_begin(table, b, is_there);
    free(is_there);
}

static void header_end(run *r) {
    rows_held *h = r->batch;
    r->has_target |= r->columns.has_target;
    columns_end_head(&r->columns);
    if (has_candidates(r) && holds_all(r))
        find_twins(r);
    require_columns(r);
    if (holds_all(r))
        begin_table(r, &r->runners, WAY_RUNNER);
    if (is_whole(r))
        begin_table(r, &r->choosers, WAY_CHASER);
    r->passing = r->passed;
    for (size_t i = 0; i < r->printed_count; i++) {
        const char *name = r->behaviour->outputs[r->printed[i]].name;
        add_delimiter(r);
        add_text(h, name, strlen(name));
    }
    add_brought_names(r);
    add_text(h, "\n", 1);
    r->header = must(malloc(h->text_length));
    r->header_length = h->text_length;
    memcpy(r->header, h->text, h->text_length);
    h->text_length = 0;
}

/* Rows in ------------------------------------------------------------------------------------------------ */

/* Can the row's text be copied as a whole, because it has no dropped or scaled columns and no text that needs
   quotes? */
static int passes_whole(const run *r) {
    return r->rows.plain && r->passing == r->rows.columns && !r->columns.is_scaled;
}

/* Copies the current field to the output. A scaled input is copied as the number that was read. */
static void pass_field(run *r, const column_use *use, const char *text, size_t length) {
    char number[32];
    if (use->factor != 1 && use->input < r->behaviour->input_count && !r->columns.is_gap) {
        const int32_t axis = r->behaviour->inputs[use->input].axis;
        const double origin = axis >= 1 ? r->walls.origin[axis - 1] : 0;
        const void *cell = in_cell(r, use->input, r->batch->count);
        length = origin != 0 ? place_write(origin, cell, number) : number_write(WAY_FLOAT, cell, number);
        text = number;
    }
    pass_through(r, text, length);
}

static void on_field(csv_rows *rows, const char *text, size_t length) {
    run *r = rows->user;
    if (rows->field_number == 0)
        r->passed = 0;
    if (rows->columns == 0) {
        header_field(r, text, length);
        return;
    }
    if (rows->field_number >= rows->columns)
        return; /* csv_rows reports the wrong number of fields */
    rows_held *h = r->batch;
    const column_use *use = &r->columns.use[rows->field_number];
    columns_read(&r->columns, text, length, h->cell, h->count);
    if (use->input != COLUMN_IS_DROPPED && !passes_whole(r))
        pass_field(r, use, text, length);
    if (use->input != COLUMN_IS_TARGET)
        return;
    const char *expected = target_read(text, length, &h->target[h->count]);
    if (expected)
        fail("%s:%llu: column target: found \"%s\", expected %s", rows->name, (unsigned long long)rows->line,
             shortened(text, length), expected);
}

static void on_row(csv_rows *rows) {
    run *r = rows->user;
    rows_held *h = r->batch;
    if (rows->columns == 0) {
        header_end(r);
        return;
    }
    h->is_gap[h->count] = (char)columns_end_row(&r->columns, h->cell, h->count);
    if (passes_whole(r))
        add_text(h, rows->plain, rows->plain_length);
    h->row_end[h->count++] = h->text_length;
    if (h->count == BATCH || h->text_length >= MOST_TEXT)
        finish_batch(r);
}

/* The whole run ------------------------------------------------------------------------------------------ */

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
        r->picture_input[i] = column_named(b->inputs, b->input_count, input[i]);
        if (r->picture_input[i] == none)
            fail("--svg: %s has no input %s to draw", b->name, input[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        r->picture_output[i] = column_named(b->outputs, b->output_count, outputs[i]);
        if (r->picture_output[i] == none)
            fail("--svg: %s has no output %s to draw", b->name, outputs[i]);
    }
}

static void allocate(run *r) {
    const way_behaviour *b = r->behaviour;
    begin_batch(r);
    r->out_cells = must(calloc(b->output_count, PITCH));
    r->set_cells = must(calloc(b->input_count, 4));
    r->in = must(calloc(b->input_count, sizeof *r->in));
    r->out_columns = must(calloc(b->output_count, sizeof *r->out_columns));
    r->is_set = must(calloc(b->input_count, sizeof *r->is_set));
    r->stands_for = must(calloc(b->input_count, sizeof *r->stands_for));
    for (size_t k = 0; k < b->input_count; k++) {
        r->stands_for[k] = k;
        float fallback = (float)b->inputs[k].fallback;
        int32_t whole = b->inputs[k].type == WAY_FLOAT ? 0 : (int32_t)b->inputs[k].fallback;
        memcpy(r->set_cells + 4 * k, b->inputs[k].type == WAY_FLOAT ? (void *)&fallback : (void *)&whole, 4);
    }
    for (size_t k = 0; k < b->output_count; k++)
        r->out_columns[k] = (way_column_out){.data = out_cell(r, k, 0)};
    r->hit_output = r->task && (choice_casts(r->task) || choice_meets_triangles(r->task))
                        ? column_named(b->outputs, b->output_count, "kind")
                        : none;
    r->status_output = none;
    for (size_t k = 0; k < b->output_count; k++)
        if (b->outputs[k].type == WAY_STATUS && r->status_output == none)
            r->status_output = k;
}

static void write_picture(run *r, output *svg) {
    const way_behaviour *b = r->behaviour;
    int is_3d = column_named(b->inputs, b->input_count, "chaser_z") != none;
    char title[128];
    snprintf(title, sizeof title, "%s%s", b->name, is_3d ? ", seen from above" : "");
    picture_write(&r->picture, title, svg->file);
}

/* Refuses an output file that is also read or written in this run, except that the answers may replace the
   input file. */
static void refuse_same_files(const options *o) {
    int to_standard = !o->out || strcmp(o->out, "-") == 0;
    int svg_to_standard = o->svg && strcmp(o->svg, "-") == 0;
    file_identity out = to_standard ? file_identity_of_open(fileno(stdout)) : file_identity_of(o->out);
    file_identity svg = {0};
    if (o->svg)
        svg = svg_to_standard ? file_identity_of_open(fileno(stdout)) : file_identity_of(o->svg);
    if ((to_standard && svg_to_standard) || file_is_same(&out, &svg))
        fail("%s: the answer and the picture cannot go to the same place",
             svg_to_standard ? "--svg" : o->svg);
    const char *const read[] = {o->file, o->walls, o->triangles, o->runners, o->field, o->drag_table};
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
        int is_standard = i == 0 && !o->file;
        if (!is_standard && !read[i])
            continue;
        file_identity in = is_standard ? file_identity_of_open(fileno(stdin)) : file_identity_of(read[i]);
        const char *name = is_standard ? "standard input" : read[i];
        if (in.is_regular && (i > 0 || to_standard) && file_is_same(&in, &out))
            fail("%s: the answer cannot go to a file that is being read", name);
        if (in.is_regular && file_is_same(&in, &svg))
            fail("%s: the picture cannot go to a file that is being read", name);
        free(in.name);
    }
    free(out.name);
    free(svg.name);
}

/* Reads the walls. From about 64 walls on, a tree search is faster than a loop over all walls. Walls that
   move have no tree. */
static void take_walls(run *r, const char *file) {
    r->walls = csv_walls(file);
    input_measure_from(r->walls.origin);
    if (r->task && r->walls.velocity)
        fail("%s:1: columns vx, vy: the walls of %s cannot move; only sweep_walls2d and bounce2d have moving "
             "walls",
             file, r->behaviour->name);
    if (r->walls.count >= 64 && !r->walls.velocity) {
        const size_t bytes = way_wall_tree_bytes(r->walls.count);
        r->wall_tree = must(malloc(bytes));
        must_be_ok("", way_make_wall_tree(r->walls.wall, r->walls.count, r->wall_tree, bytes));
    }
    if (r->task)
        choice_set_walls(r->task, (choice_walls){r->walls.wall, r->walls.count, r->wall_tree});
}

static void take_triangles(run *r, const options *o) {
    if (!choice_meets_triangles(r->task))
        return;
    if (o->triangles == NULL)
        fail("%s: expected --triangles FILE.csv", r->behaviour->name);
    r->walls = csv_triangles(o->triangles);
    input_measure_from(r->walls.origin);
    const size_t bytes = way_triangle_tree_bytes(r->walls.count);
    r->triangle_tree = must(malloc(bytes));
    must_be_ok("", way_make_triangle_tree(r->walls.triangle, r->walls.count, r->triangle_tree, bytes));
    choice_set_triangles(r->task, r->walls.triangle, r->walls.count, r->triangle_tree);
}

static void take_field(run *r, const options *o) {
    if (!choice_follows(r->task))
        return;
    if (o->field == NULL)
        fail("follow2d: expected --field FILE.csv");
    r->field = csv_field(o->field);
    choice_set_field(r->task, &r->field, o->cell, o->sight);
}

static void take_runners(run *r, const options *o) {
    if (o->runners && !r->task && !reads_runners(r->behaviour))
        fail("--runners: %s has no runners", r->behaviour->name);
    r->has_target = r->is_target_set;
    if (o->runners)
        csv_runners(o->runners, &r->runners, &r->runner_columns, &r->rules);
}

/* Takes the outputs of --only, and finds the outputs whose rows --bring reads. */
static void choose_outputs(run *r, const char *only) {
    const way_behaviour *b = r->behaviour;
    r->printed = must(calloc(b->output_count + 1, sizeof *r->printed));
    r->chosen = must(calloc(b->output_count + 1, sizeof *r->chosen));
    while (!only && r->printed_count < b->output_count) {
        r->printed[r->printed_count] = r->printed_count;
        r->printed_count++;
    }
    for (const char *at = only; at; at = *at ? at + 1 : NULL) {
        char *name = must(strndup(at, strcspn(at, ",")));
        const size_t k = column_named(b->outputs, b->output_count, name);
        char names[1024] = "";
        guess near = {.word = name};
        for (size_t i = 0; i < b->output_count; i++) {
            list_name(names, sizeof names, b->outputs[i].name, i == 0);
            guess_see(&near, b->outputs[i].name);
        }
        if (k == none)
            fail("--only: %s has no output \"%s\"%s; it has %s", b->name, shortened(name, strlen(name)),
                 guess_text(&near), names);
        if (writes_column(r, name))
            fail("--only: output %s is given twice", name);
        r->printed[r->printed_count++] = k;
        at += strlen(name);
        free(name);
    }
    for (size_t k = 0; r->task && k < b->output_count; k++)
        if (strncmp(b->outputs[k].name, "target", 6) == 0 || strcmp(b->outputs[k].name, "second") == 0)
            r->chosen[r->chosen_count++] = k;
    if (r->rules.bring_count > 0 && (r->task ? r->chosen_count == 0 : !reads_runners(b)))
        fail("--bring: %s has no targets whose columns it could bring", b->name);
}

void csv_run(const options *o) {
    static run the_run; /* static, because it is large */
    run *r = &the_run;
    r->behaviour = o->behaviour;
    r->task = o->task;
    r->precision = o->precision;
    r->draws = o->svg != NULL;
    if (o->delimiter)
        csv_set_delimiter(o->delimiter);
    allocate(r);
    if (o->walls && !r->behaviour->walls)
        fail("--walls: %s reads no walls", r->behaviour->name);
    if (o->drag_table && !reads_drag_table(r->behaviour))
        fail("--drag-table: %s has no column drag_area", r->behaviour->name);
    refuse_same_files(o);
    if (o->walls)
        take_walls(r, o->walls);
    if (o->drag_table)
        r->drag_table = csv_drag_table(o->drag_table);
    if (r->task)
        take_field(r, o), take_triangles(r, o);
    for (size_t i = 0; i < o->set.count; i++)
        take_set(r, o->set.value[i]);
    r->rules = (column_rules){.behaviour = r->behaviour,
                              .is_task = r->task != NULL,
                              .runners_file = o->runners,
                              .is_set = r->is_set,
                              .is_target_set = r->is_target_set};
    column_rules_take(&r->rules, o);
    choose_outputs(r, o->only);
    if (r->draws)
        choose_columns_to_draw(r);
    columns_begin(&r->columns, &r->rules, &r->rows, 0);
    take_runners(r, o);
    open_input(r, o->file);

    int talks = isatty(STDERR_FILENO) && !o->quiet;
    output svg = {0};
    output_open(&r->out, o->out);
    before_failing(tell_of_output, r);
    /* If rows are printed to a terminal, the rows themselves show the progress. */
    r->shows_progress = talks && r->file_size > 0 && !isatty(fileno(r->out.file));
    if (o->svg)
        output_open(&svg, o->svg);

    r->rows.user = r;
    r->rows.field = on_field;
    r->rows.row = on_row;
    r->rows.takes_empty_lines = r->rules.takes_gaps;
    csv_rows_read(&r->rows);
    if (r->rows.columns == 0)
        fail("%s:1: found nothing, expected a header of column names", r->rows.name);
    if (keeps_rows(r))
        solve_kept(r);
    else
        solve_batch(r);
    write_header(r);
    if (o->svg)
        write_picture(r, &svg);

    /* Both files are complete on disk before one of them gets its name. */
    before_failing(NULL, NULL);
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
    const size_t unmet = r->task ? choice_unmet(r->task) : 0;
    if (unmet > 0 && !o->quiet)
        fprintf(stderr, "unmet: %zu (places of at_least that no chooser fills)\n", unmet);
}
