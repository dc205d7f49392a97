#include "commands.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "choices.h"
#include "csv_rows.h"
#include "csv_runners.h"
#include "csv_field.h"
#include "csv_walls.h"
#include "file_identity.h"
#include "numbers.h"
#include "output.h"
#include "picture.h"
#include "report.h"
#include "draw.h"

enum {
    BATCH = 4096,
    /* Bytes from one column to the next. This is not a power of two, so that no two columns start at the same
       offset in a page. */
    PITCH = 4 * BATCH + 320,
    /* A batch ends early when the text that it copies to the output reaches this many bytes. */
    MOST_TEXT = 1 << 20,
    NUMBER_ROOM = 33 /* bytes for a text of number_write and a comma */
};

static const size_t none = (size_t)-1;

/* Rows that are solved in one call. */
typedef struct rows_held rows_held;
struct rows_held {
    rows_held *next;
    size_t count;
    char *in_cells;
    uint32_t *target;
    char *text; /* the columns that are copied to the output, one row after the other */
    size_t text_length, text_room;
    size_t row_end[BATCH];
};

/* A column of the file that the command line drops or renames. */
typedef struct column_word {
    char *name, *new_name; /* new_name is NULL if the column is dropped */
    int is_used;
} column_word;

typedef struct run {
    const way_behaviour *behaviour;
    choice_task *task; /* NULL: `behaviour` is in the library's registry */
    way_precision precision;
    csv_rows rows;
    output out;

    /* The header. */
    column_word *word;
    size_t word_count;
    char **name;      /* the names of the file's columns, trimmed and after --rename */
    size_t *input_of; /* for each column of the file: its input, or PASSES, IS_TARGET or IS_DROPPED */
    size_t names_room;
    size_t passing;     /* number of columns that are copied to the output */
    size_t passed;      /* number of columns of the current row that have been copied so far */
    size_t *column_of;  /* for each input: its column in the file, or `none` */
    size_t *stands_for; /* for each input: itself, or the input from whose column it is read (find_twins) */
    int *is_set;        /* for each input: does it have a value from --set? */

    /* The rows' targets. */
    int has_target, is_target_set;
    uint32_t set_target;
    const char *runners_file; /* NULL: the runners are the file's own rows */
    runners runners;          /* used with targets or candidates */
    runners choosers;         /* used if all rows are solved in one call */
    char *answers_of_all;     /* the answers of the choosers, one column after another */
    choice_listed lists;      /* the lists of all rows, if they are made in one call */
    uint32_t *own_row;        /* each chooser's own row; NULL unless the candidates are the file's rows */

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
    way_field field;
    way_wall_tree *wall_tree; /* NULL: too few walls for a tree */

    picture picture; /* also counts the outcomes */
    int draws;
    size_t picture_input[4], picture_output[2], status_output;

    uint64_t solved;
    uint64_t file_size;
    int shows_progress, is_solving;
} run;

/* Values of input_of for columns that are not inputs. */
#define PASSES (none)
#define IS_TARGET (none - 1)
#define IS_DROPPED (none - 2)

static size_t find_column(const way_column_info *columns, size_t count, const char *name) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(columns[k].name, name) == 0)
            return k;
    return none;
}

static void *in_cell(const run *r, size_t k, size_t row) { return r->batch->in_cells + k * PITCH + 4 * row; }

static void *out_cell(const run *r, size_t k, size_t row) { return r->out_cells + k * PITCH + 4 * row; }

/* Adds a name to a list of names. If the list has no room for the name, the list ends in "...". */
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
    const char *expected, *value = equals + 1;
    char *name = must(strndup(assignment, (size_t)(equals - assignment)));
    size_t k = find_column(b->inputs, b->input_count, name);
    int is_target = k == none && !r->task && reads_runners(b) && strcmp(name, "target") == 0;
    if (k == none && !is_target) {
        char names[1024] = "";
        for (size_t i = 0; i < b->input_count; i++)
            list_name(names, sizeof names, b->inputs[i].name, i == 0);
        fail("--set: %s has no input \"%s\": it has %s", b->name, shortened(name, strlen(name)), names);
    }
    if (is_target ? r->is_target_set : r->is_set[k])
        fail("--set: column %s is given twice", name);
    if (is_target)
        expected = target_read(value, strlen(value), &r->set_target);
    else
        expected = input_read(b, k, value, strlen(value), r->set_cells + 4 * k);
    if (expected)
        fail("--set: column %s: found \"%s\", expected %s", name, shortened(value, strlen(value)), expected);
    *(is_target ? &r->is_target_set : &r->is_set[k]) = 1;
    free(name);
}

/* Batches ------------------------------------------------------------------------------------------------ */

static void begin_batch(run *r) {
    rows_held *h = must(calloc(1, sizeof *h));
    h->in_cells = must(calloc(r->behaviour->input_count, PITCH));
    h->target = must(malloc(BATCH * sizeof *h->target));
    h->text_room = 1 << 16;
    h->text = must(malloc(h->text_room));
    r->batch = h;
}

static int has_candidates(const run *r) { return r->task && choice_has_candidates(r->task); }

/* Are runners or candidates held in a separate table? */
static int has_runners(const run *r) { return r->has_target || has_candidates(r); }

/* Are the file's own rows the runners? If so, the runners' table is complete only at the end of the file. */
static int holds_all(const run *r) { return has_runners(r) && !r->runners_file; }

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
    if (h->text_length + length > h->text_room) {
        while (h->text_length + length > h->text_room)
            h->text_room *= 2;
        h->text = must(realloc(h->text, h->text_room));
    }
    memcpy(h->text + h->text_length, text, length);
    h->text_length += length;
}

static int needs_quotes(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == ',' || text[i] == '"' || text[i] == '\n' || text[i] == '\r')
            return 1;
    return 0;
}

static void pass_through(run *r, const char *text, size_t length) {
    rows_held *h = r->batch;
    if (r->passed++ > 0)
        add_text(h, ",", 1);
    if (r->rows.plain || !needs_quotes(text, length)) {
        add_text(h, text, length);
        return;
    }
    /* Quoting at most doubles the length and adds two quotes. */
    size_t most = 2 * length + 2;
    char *quoted = must(malloc(most));
    add_text(h, quoted, csv_write(quoted, most, text, length));
    free(quoted);
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
    memcpy(&value, r->column_of[k] != none ? in_cell(r, k, row) : (const void *)(r->set_cells + 4 * k),
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
    if ((axis != 1 && axis != 2) || r->walls.origin[axis - 1] == 0)
        return 0;
    int32_t status;
    memcpy(&status, out_cell(r, r->status_output, row), sizeof status);
    return status == WAY_INVALID ? 0 : r->walls.origin[axis - 1];
}

/* Prints the columns of a row that are copied to the output. Returns the address where the answers go. */
static char *print_passing(const run *r, size_t row, char *to) {
    const rows_held *h = r->batch;
    size_t start = row > 0 ? h->row_end[row - 1] : 0, length = h->row_end[row] - start;
    memcpy(to, h->text + start, length);
    return to + length;
}

/* Prints a row and its answers. Returns the address where the next row goes. */
static char *print_row(const run *r, size_t row, char *to) {
    const way_behaviour *b = r->behaviour;
    to = print_passing(r, row, to);
    for (size_t k = 0; k < b->output_count; k++) {
        if (k > 0 || r->passing > 0)
            *to++ = ',';
        const double origin = origin_of(r, k, row);
        to += origin != 0 ? place_write(origin, out_cell(r, k, row), to)
                          : number_write(b->outputs[k].type, out_cell(r, k, row), to);
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
    for (size_t row = 0; row < h->count; row++)
        to = print_row(r, row, to);
    write_header(r);
    fwrite(r->answers, 1, (size_t)(to - r->answers), r->out.file);
    output_check(&r->out);
}

/* Writes a row once for each element of its list. If the list is empty, only the status has a value. */
static void write_list(run *r, size_t row, const choice_listed *lists, size_t i) {
    const way_behaviour *b = r->behaviour;
    size_t element = lists->offset[i];
    do {
        char *to = print_passing(r, row, r->answers);
        for (size_t k = 0; k + 1 < b->output_count; k++) {
            if (k > 0 || r->passing > 0)
                *to++ = ',';
            if (element < lists->offset[i + 1])
                to += number_write(b->outputs[k].type, &lists->column[k][element], to);
        }
        *to++ = ',';
        to += number_write(WAY_STATUS, out_cell(r, b->output_count - 1, row), to);
        *to++ = '\n';
        fwrite(r->answers, 1, (size_t)(to - r->answers), r->out.file);
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
    if (r->column_of[k] != none)
        return (way_column){.data = in_cell(r, k, 0)};
    return r->is_set[k] ? way_column_of(r->set_cells + 4 * k, 0, WAY_SINGLE) : (way_column){.data = NULL};
}

static void solve_behaviour(const run *r) {
    const rows_held *h = r->batch;
    way_batch batch = {.count = h->count,
                       .precision = r->precision,
                       .walls = r->walls.wall,
                       .wall_count = r->walls.count,
                       .wall_tree = r->wall_tree};
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
        if (has_candidates(r))
            solve_task(r, r->out_columns, h->count);
        else if (!r->task)
            solve_behaviour(r);
    }
    if (r->task && choice_lists(r->task))
        write_lists(r);
    else
        write_rows(r);
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
    free(h->in_cells);
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

/* Does the behaviour read the path that a row of the file describes? */
static int reads_path(const way_behaviour *b) {
    return find_column(b->inputs, b->input_count, "word") != none;
}

static void add_word(run *r, const char *name, size_t length, const char *new_name) {
    r->word = must(realloc(r->word, (r->word_count + 1) * sizeof *r->word));
    column_word *word = &r->word[r->word_count++];
    word->name = must(strndup(name, length));
    word->new_name = new_name ? must(strdup(new_name)) : NULL;
    word->is_used = 0;
    for (size_t i = 0; i + 1 < r->word_count; i++)
        if (strcmp(r->word[i].name, word->name) == 0)
            fail("--drop and --rename: column \"%s\" is given twice", shortened(word->name, length));
}

static void take_drop(run *r, const char *names) {
    for (const char *at = names;; at++) {
        size_t length = strcspn(at, ",");
        if (length == 0)
            fail("--drop: found \"%s\", expected column,column", shortened(names, strlen(names)));
        add_word(r, at, length, NULL);
        at += length;
        if (!*at)
            return;
    }
}

/* Does the behaviour read (or, if `writes` is set, also write) a column of this name? */
static int knows_column(const run *r, const char *name, int writes) {
    const way_behaviour *b = r->behaviour;
    return find_column(b->inputs, b->input_count, name) != none ||
           (strcmp(name, "target") == 0 && !r->task && (writes || reads_runners(b))) ||
           (reads_path(b) && strcmp(name, "straight") == 0) ||
           (writes && find_column(b->outputs, b->output_count, name) != none);
}

/* Takes one OLD=NEW. NEW must be an input, because another name would have no effect. If OLD is an input or
   an output, NEW may be any name, because the column then passes through. */
static void take_new_name(run *r, const char *pair) {
    const char *equals = strchr(pair, '=');
    if (!equals || equals == pair || equals[1] == '\0' || strchr(equals + 1, '='))
        fail("--rename: found \"%s\", expected old=new", shortened(pair, strlen(pair)));
    add_word(r, pair, (size_t)(equals - pair), equals + 1);
    if (!knows_column(r, equals + 1, 0) && !knows_column(r, r->word[r->word_count - 1].name, 1))
        fail("--rename: found \"%s\", expected a new name that is an input of %s (waylay %s --help lists "
             "them)",
             shortened(equals + 1, strlen(equals + 1)), r->behaviour->name, r->behaviour->name);
}

static void take_rename(run *r, const char *names) {
    for (const char *at = names;; at++) {
        size_t length = strcspn(at, ",");
        char *pair = must(strndup(at, length));
        take_new_name(r, pair);
        free(pair);
        at += length;
        if (!*at)
            return;
    }
}

/* Finds the --drop or --rename of a column with this name, and marks it as used. Else returns NULL. */
static column_word *word_of(run *r, const char *name) {
    for (size_t i = 0; i < r->word_count; i++)
        if (strcmp(r->word[i].name, name) == 0) {
            r->word[i].is_used = 1;
            return &r->word[i];
        }
    return NULL;
}

/* Returns what a column is: the number of an input, PASSES, IS_TARGET or IS_DROPPED. If the file must not
   have this column, the program ends with a message. */
static size_t column_meant(run *r, const char *name, unsigned long long line) {
    const way_behaviour *b = r->behaviour;
    const char *file = r->rows.name;
    int is_target = !r->task && strcmp(name, "target") == 0; /* tasks have no targets */
    size_t k = find_column(b->inputs, b->input_count, name);
    if (reads_path(b) && strcmp(name, "straight") == 0) /* the name of `middle` in turning_path2d */
        k = find_column(b->inputs, b->input_count, "middle");
    if (reads_path(b) && strcmp(name, "status") == 0) /* the path's: a path without a word does not exist */
        return IS_DROPPED;
    if (strcmp(b->name, "tile_line") == 0 && strcmp(name, "away") == 0)
        fail("%s:%llu: column away: tile_line goes towards the target only; tile_step reads this column: "
             "--drop or --rename it",
             file, line);
    if (k != none && r->column_of[k] != none)
        fail("%s:%llu: column %s: the header has it twice%s", file, line, b->inputs[k].name,
             strcmp(name, b->inputs[k].name) ? ", once as straight" : "");
    if (k != none && r->is_set[k])
        fail("%s:%llu: column %s: given in the file and with --set", file, line, name);
    if (k != none && r->runners_file && b->inputs[k].side == WAY_RUNNER)
        fail("%s:%llu: column %s: found here, but the runners are read from %s: --drop or --rename it", file,
             line, name, r->runners_file);
    if (k != none)
        return k;
    if (find_column(b->outputs, b->output_count, name) != none)
        fail("%s:%llu: column %s: %s writes a column of that name: --drop %s, or --rename %s=NEW", file, line,
             name, b->name, name, name);
    if (is_target && !reads_runners(b))
        fail("%s:%llu: column target: %s has no runners and reads no targets: --drop or --rename it", file,
             line, b->name);
    if (is_target && r->is_target_set)
        fail("%s:%llu: column target: given in the file and with --set", file, line);
    if (is_target && r->has_target)
        fail("%s:%llu: column target: the header has it twice", file, line);
    r->has_target |= is_target;
    return is_target ? IS_TARGET : PASSES;
}

static void header_field(run *r, const char *text, size_t length) {
    size_t n = r->rows.field_number;
    if (n == r->names_room) {
        r->names_room = r->names_room ? 2 * r->names_room : 32;
        r->name = must(realloc(r->name, r->names_room * sizeof *r->name));
        r->input_of = must(realloc(r->input_of, r->names_room * sizeof *r->input_of));
    }
    const char *end = text + length, *start = text;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    while (start < end && (*start == ' ' || *start == '\t'))
        start++;
    r->name[n] = must(strndup(start, (size_t)(end - start)));
    const column_word *word = word_of(r, r->name[n]);
    if (word && !word->new_name) {
        r->input_of[n] = IS_DROPPED;
        return;
    }
    if (word) {
        free(r->name[n]);
        r->name[n] = must(strdup(word->new_name));
        text = r->name[n];
        length = strlen(text);
    }
    size_t k = column_meant(r, r->name[n], r->rows.line);
    r->input_of[n] = k;
    if (k == IS_DROPPED)
        return;
    if (k < r->behaviour->input_count)
        r->column_of[k] = n;
    pass_through(r, text, length);
}

static void list_names(const run *r, char *list, size_t size) {
    list[0] = '\0';
    for (size_t n = 0; n < r->rows.field_number; n++)
        list_name(list, size, shortened(r->name[n], strlen(r->name[n])), n == 0);
}

/* Refuses --drop and --rename of columns that the file lacks, and a new name that another column has. */
static void refuse_ambiguous_names(const run *r) {
    for (size_t i = 0; i < r->word_count; i++) {
        const column_word *word = &r->word[i];
        const char *file = r->rows.name;
        unsigned long long line = r->rows.row_line;
        char names[1024];
        list_names(r, names, sizeof names);
        if (!word->is_used)
            fail("%s:%llu: %s: no column \"%s\"; the file has: %s", file, line,
                 word->new_name ? "--rename" : "--drop", shortened(word->name, strlen(word->name)), names);
        size_t same = 0;
        for (size_t n = 0; n < r->rows.field_number; n++)
            same += r->input_of[n] != IS_DROPPED && word->new_name && strcmp(r->name[n], word->new_name) == 0;
        if (same > 1)
            fail("%s:%llu: --rename: there are two columns \"%s\" then", file, line,
                 shortened(word->new_name, strlen(word->new_name)));
    }
}

static void require_columns(const run *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t k = 0; k < b->input_count; k++) {
        int is_elsewhere = r->runners_file && b->inputs[k].side == WAY_RUNNER;
        if (!b->inputs[k].required || r->column_of[r->stands_for[k]] != none || r->is_set[k] || is_elsewhere)
            continue;
        char names[1024];
        list_names(r, names, sizeof names);
        fail("%s:%llu: column %s: missing, and %s needs it; the file has: %s (one value for all rows: --set "
             "%s=VALUE)",
             r->rows.name, (unsigned long long)r->rows.row_line, b->inputs[k].name, b->name, names,
             b->inputs[k].name);
    }
    if (r->runners_file && !has_runners(r))
        fail("%s:%llu: column target: missing; it holds, for each row, a row number of %s (one "
             "for all "
             "rows: --set target=NUMBER)",
             r->rows.name, (unsigned long long)r->rows.row_line, r->runners_file);
}

/* Only called if the candidates are the file's own rows. If the file has chaser_x but no runner_x, the
   candidates read chaser_x instead: it is the twin of runner_x. Other inputs have twins, too. */
static void find_twins(run *r) {
    const way_behaviour *b = r->behaviour;
    for (size_t k = 0; k < b->input_count; k++) {
        if (b->inputs[k].side != WAY_RUNNER || r->column_of[k] != none || r->is_set[k])
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
    if (r->column_of[self] == none && !r->is_set[self])
        r->own_row = must(malloc(sizeof *r->own_row));
}

/* Begins a table with the columns of the file that belong to `side`. */
static void begin_table(const run *r, runners *table, way_side side) {
    const way_behaviour *b = r->behaviour;
    int *is_there = must(calloc(b->input_count, sizeof *is_there));
    for (size_t k = 0; k < b->input_count; k++)
        is_there[k] = b->inputs[k].side == side && r->column_of[r->stands_for[k]] != none;
    runners_begin(table, b, is_there);
    free(is_there);
}

static void header_end(run *r) {
    const way_behaviour *b = r->behaviour;
    rows_held *h = r->batch;
    refuse_ambiguous_names(r);
    if (has_candidates(r) && holds_all(r))
        find_twins(r);
    require_columns(r);
    if (holds_all(r))
        begin_table(r, &r->runners, WAY_RUNNER);
    if (is_whole(r))
        begin_table(r, &r->choosers, WAY_CHASER);
    r->passing = r->passed;
    for (size_t k = 0; k < b->output_count; k++) {
        if (k > 0 || r->passing > 0)
            add_text(h, ",", 1);
        add_text(h, b->outputs[k].name, strlen(b->outputs[k].name));
    }
    add_text(h, "\n", 1);
    r->header = must(malloc(h->text_length));
    r->header_length = h->text_length;
    memcpy(r->header, h->text, h->text_length);
    h->text_length = 0;
}

/* Rows in ------------------------------------------------------------------------------------------------ */

/* Can the row's text be copied as a whole, because it has no dropped columns and no text that needs
   quotes? */
static int passes_whole(const run *r) { return r->rows.plain && r->passing == r->rows.columns; }

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
    size_t k = r->input_of[rows->field_number];
    if (k == IS_DROPPED)
        return;
    if (!passes_whole(r))
        pass_through(r, text, length);
    if (k == PASSES)
        return;
    rows_held *h = r->batch;
    const way_column_info *column = &r->behaviour->inputs[k == IS_TARGET ? 0 : k];
    const char *expected = k == IS_TARGET
                               ? target_read(text, length, &h->target[h->count])
                               : input_read(r->behaviour, k, text, length, in_cell(r, k, h->count));
    if (expected)
        fail("%s:%llu: column %s: found \"%s\", expected %s", rows->name, (unsigned long long)rows->line,
             k == IS_TARGET ? "target" : column->name, shortened(text, length), expected);
}

static void on_row(csv_rows *rows) {
    run *r = rows->user;
    rows_held *h = r->batch;
    if (rows->columns == 0) {
        header_end(r);
        return;
    }
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
    begin_batch(r);
    r->out_cells = must(calloc(b->output_count, PITCH));
    r->set_cells = must(calloc(b->input_count, 4));
    r->in = must(calloc(b->input_count, sizeof *r->in));
    r->out_columns = must(calloc(b->output_count, sizeof *r->out_columns));
    r->is_set = must(calloc(b->input_count, sizeof *r->is_set));
    r->column_of = must(calloc(b->input_count, sizeof *r->column_of));
    r->stands_for = must(calloc(b->input_count, sizeof *r->stands_for));
    for (size_t k = 0; k < b->input_count; k++) {
        r->column_of[k] = none;
        r->stands_for[k] = k;
        float fallback = (float)b->inputs[k].fallback;
        int32_t whole = b->inputs[k].type == WAY_FLOAT ? 0 : (int32_t)b->inputs[k].fallback;
        memcpy(r->set_cells + 4 * k, b->inputs[k].type == WAY_FLOAT ? (void *)&fallback : (void *)&whole, 4);
    }
    for (size_t k = 0; k < b->output_count; k++)
        r->out_columns[k] = (way_column_out){.data = out_cell(r, k, 0)};
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
    const char *const read[] = {o->file, o->walls, o->runners, o->field};
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

/* Reads the walls. From about 64 walls on, a tree search is faster than a loop over all walls. */
static void take_walls(run *r, const char *file) {
    r->walls = csv_walls(file);
    input_measure_from(r->walls.origin);
    if (r->walls.count >= 64) {
        const size_t bytes = way_wall_tree_bytes(r->walls.count);
        r->wall_tree = must(malloc(bytes));
        must_be_ok("", way_make_wall_tree(r->walls.wall, r->walls.count, r->wall_tree, bytes));
    }
    if (r->task)
        choice_set_walls(r->task, (choice_walls){r->walls.wall, r->walls.count, r->wall_tree});
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
    r->runners_file = o->runners;
    r->has_target = r->is_target_set;
    if (o->runners)
        csv_runners(o->runners, &r->runners, r->behaviour, r->is_set);
}

void csv_run(const options *o) {
    static run the_run; /* static, because it is large */
    run *r = &the_run;
    r->behaviour = o->behaviour;
    r->task = o->task;
    r->precision = o->precision;
    r->draws = o->svg != NULL;
    allocate(r);
    if (o->walls && !r->behaviour->walls)
        fail("--walls: %s reads no walls", r->behaviour->name);
    refuse_same_files(o);
    if (o->walls)
        take_walls(r, o->walls);
    if (r->task)
        take_field(r, o);
    for (size_t i = 0; i < o->set.count; i++)
        take_set(r, o->set.value[i]);
    for (size_t i = 0; i < o->drop.count; i++)
        take_drop(r, o->drop.value[i]);
    for (size_t i = 0; i < o->rename.count; i++)
        take_rename(r, o->rename.value[i]);
    if (r->draws)
        choose_columns_to_draw(r);
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
}
