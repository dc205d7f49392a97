#include "csv_columns.h"

#include <csv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "draw.h"
#include "numbers.h"
#include "report.h"

static const size_t none = column_none;

size_t column_named(const way_column_info *columns, size_t count, const char *name) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(columns[k].name, name) == 0)
            return k;
    return none;
}

void list_name(char *list, size_t size, const char *name, int is_first) {
    size_t used = strlen(list);
    int length = snprintf(list + used, size - used, "%s%s", is_first ? "" : ", ", name);
    if (length >= 0 && (size_t)length >= size - used)
        memcpy(list + size - 4, "...", 4);
}

void text_add(char **buffer, size_t *length, size_t *room, const char *text, size_t size) {
    if (*length + size > *room) {
        *room = *room ? *room : 1 << 10;
        while (*length + size > *room)
            *room *= 2;
        *buffer = must(realloc(*buffer, *room));
    }
    memcpy(*buffer + *length, text, size);
    *length += size;
}

static int needs_quotes(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == csv_delimiter() || text[i] == '"' || text[i] == '\n' || text[i] == '\r')
            return 1;
    return 0;
}

void text_add_field(char **buffer, size_t *length, size_t *room, const char *text, size_t size) {
    if (!needs_quotes(text, size)) {
        text_add(buffer, length, room, text, size);
        return;
    }
    /* Quoting at most doubles the length and adds two quotes. */
    const size_t most = 2 * size + 2;
    char *quoted = must(malloc(most));
    text_add(buffer, length, room, quoted, csv_write(quoted, most, text, size));
    free(quoted);
}

/* The command line -------------------------------------------------------------------------------------- */

static size_t input_named(const column_rules *r, const char *name) {
    return column_named(r->behaviour->inputs, r->behaviour->input_count, name);
}

/* Does the behaviour read the path that a row of the file describes? */
static int reads_path(const column_rules *r) { return input_named(r, "word") != none; }

/* Does the behaviour read (or, if `writes` is set, also write) a column of this name? */
static int knows_column(const column_rules *r, const char *name, int writes) {
    const way_behaviour *b = r->behaviour;
    return input_named(r, name) != none ||
           (strcmp(name, "target") == 0 && !r->is_task && (writes || reads_runners(b))) ||
           (reads_path(r) && strcmp(name, "straight") == 0) ||
           (writes && column_named(b->outputs, b->output_count, name) != none);
}

/* Is this a --rename in the file of the runners? */
static int is_of_runners(const column_rules *r, const column_word *word) {
    const size_t k = word->new_name && r->runners_file ? input_named(r, word->new_name) : none;
    return k != none && r->behaviour->inputs[k].side == WAY_RUNNER;
}

static void add_word(column_rules *r, column_word word) {
    r->word = must(realloc(r->word, (r->word_count + 1) * sizeof *r->word));
    r->word[r->word_count++] = word;
    for (size_t i = 0; i + 1 < r->word_count; i++)
        if (strcmp(r->word[i].name, word.name) == 0 && (r->word[i].factor != 0) == (word.factor != 0) &&
            is_of_runners(r, &r->word[i]) == is_of_runners(r, &word))
            fail("%s: column \"%s\" is given twice", word.factor != 0 ? "--scale" : "--drop and --rename",
                 shortened(word.name, strlen(word.name)));
}

static void take_drop(column_rules *r, char *name) { add_word(r, (column_word){.name = name}); }

/* Splits old=new at its sign. */
static const char *after_equals(const char *option, const char *expected, char *pair) {
    char *equals = strchr(pair, '=');
    if (!equals || equals == pair || equals[1] == '\0' || strchr(equals + 1, '='))
        fail("%s: found \"%s\", expected %s", option, shortened(pair, strlen(pair)), expected);
    *equals = '\0';
    return equals + 1;
}

/* Takes one OLD=NEW. NEW must be an input, because another name would have no effect. If OLD is an input or
   an output, NEW may be any name, because the column then passes through. */
static void take_rename(column_rules *r, char *pair) {
    const char *new_name = after_equals("--rename", "old=new", pair);
    add_word(r, (column_word){.name = pair, .new_name = must(strdup(new_name))});
    if (knows_column(r, new_name, 0) || knows_column(r, pair, 1))
        return;
    guess near = {.word = new_name};
    for (size_t k = 0; k < r->behaviour->input_count; k++)
        guess_see(&near, r->behaviour->inputs[k].name);
    fail("--rename: found \"%s\", expected a new name that is an input of %s%s (waylay %s --help lists them)",
         shortened(new_name, strlen(new_name)), r->behaviour->name, guess_text(&near), r->behaviour->name);
}

static void take_scale(column_rules *r, char *pair) {
    const char *factor = after_equals("--scale", "column=factor", pair);
    column_word word = {.name = pair};
    if (!decimal_read(factor, -1e30, 1e30, &word.factor) || word.factor == 0)
        fail("--scale: column %s: found \"%s\", expected a number from -1e30 to 1e30 that is not 0",
             shortened(pair, strlen(pair)), factor);
    add_word(r, word);
}

static void take_bring(column_rules *r, char *name) {
    for (size_t k = 0; k < r->bring_count; k++)
        if (strcmp(r->bring[k], name) == 0)
            fail("--bring: column \"%s\" is given twice", shortened(name, strlen(name)));
    r->bring = must(realloc(r->bring, (r->bring_count + 1) * sizeof *r->bring));
    r->bring[r->bring_count++] = name;
}

/* Calls `take` with each element of the comma-separated lists. */
static void take_each(column_rules *r, const char *option, const char *expected, const option_list *lists,
                      void (*take)(column_rules *, char *)) {
    for (size_t i = 0; i < lists->count; i++)
        for (const char *at = lists->value[i];; at++) {
            const size_t length = strcspn(at, ",");
            if (length == 0)
                fail("%s: found \"%s\", expected %s", option,
                     shortened(lists->value[i], strlen(lists->value[i])), expected);
            take(r, must(strndup(at, length)));
            at += length;
            if (!*at)
                break;
        }
}

/* Is input k the x of a vector, such as runner_vx or heading_x? Its y follows then. */
static int is_vector(const way_behaviour *b, size_t k) {
    if (k + 1 >= b->input_count || b->inputs[k].type != WAY_FLOAT || b->inputs[k].axis != 0)
        return 0;
    const char *x = b->inputs[k].name, *y = b->inputs[k + 1].name;
    const size_t length = strlen(x);
    return length == strlen(y) && strncmp(x, y, length - 1) == 0 && x[length - 1] == 'x' &&
           y[length - 1] == 'y';
}

static int is_velocity(const way_behaviour *b, size_t k) {
    const char *name = b->inputs[k].name;
    return is_vector(b, k) && strcmp(name + strlen(name) - 2, "vx") == 0;
}

/* Takes COURSE,SPEED or COURSE,SPEED,INPUT. */
static void take_polar(column_rules *r, const char *text) {
    column_polar polar = {.input = none};
    char *words = must(strdup(text)), *speed = strchr(words, ','),
         *input = speed ? strchr(speed + 1, ',') : NULL;
    if (speed)
        *speed++ = '\0';
    if (input)
        *input++ = '\0';
    if (!speed || !*words || !*speed || (input && strchr(input, ',')))
        fail("--polar: found \"%s\", expected course,speed or course,speed,input",
             shortened(text, strlen(text)));
    polar.name[0] = words;
    polar.name[1] = speed;
    if (input) {
        char names[512] = "";
        polar.input = input_named(r, input);
        for (size_t k = 0; k < r->behaviour->input_count; k++)
            if (is_vector(r->behaviour, k))
                list_name(names, sizeof names, r->behaviour->inputs[k].name, !names[0]);
        if (polar.input == none || !is_vector(r->behaviour, polar.input))
            fail("--polar: found \"%s\", expected the x of a vector that %s reads: %s",
                 shortened(input, strlen(input)), r->behaviour->name, names[0] ? names : "it reads none");
    }
    r->polar = must(realloc(r->polar, (r->polar_count + 1) * sizeof *r->polar));
    r->polar[r->polar_count++] = polar;
}

void column_rules_take(column_rules *r, const options *o) {
    take_each(r, "--drop", "column,column", &o->drop, take_drop);
    take_each(r, "--rename", "old=new", &o->rename, take_rename);
    take_each(r, "--scale", "column=factor", &o->scale, take_scale);
    take_each(r, "--bring", "column,column", &o->bring, take_bring);
    for (size_t i = 0; i < o->polar.count; i++)
        take_polar(r, o->polar.value[i]);
    r->takes_gaps = o->takes_gaps;
}

/* The header -------------------------------------------------------------------------------------------- */

void columns_begin(file_columns *f, column_rules *rules, const csv_rows *rows, int are_runners) {
    *f = (file_columns){.rules = rules, .rows = rows, .are_runners = are_runners};
    f->column_of = must(malloc((rules->behaviour->input_count + 1) * sizeof *f->column_of));
    for (size_t k = 0; k < rules->behaviour->input_count; k++)
        f->column_of[k] = none;
}

/* May this file have input k? */
static int may_have(const file_columns *f, size_t k) {
    const int is_runner = f->rules->behaviour->inputs[k].side == WAY_RUNNER;
    return f->are_runners ? is_runner : !(is_runner && f->rules->runners_file);
}

static void refuse_twice(const file_columns *f, size_t k, const char *name) {
    const way_behaviour *b = f->rules->behaviour;
    if (f->column_of[k] != none)
        fail("%s:%llu: column %s: the header has it twice%s", f->rows->name,
             (unsigned long long)f->rows->line, b->inputs[k].name,
             strcmp(name, b->inputs[k].name) ? ", once as straight" : "");
    if (f->rules->is_set[k])
        fail("%s:%llu: column %s: given in the file and with --set", f->rows->name,
             (unsigned long long)f->rows->line, name);
}

/* Returns what a column of the main file is: the number of an input, or COLUMN_PASSES and so on. If the file
   must not have this column, the program ends with a message. Which outputs are printed is checked later. */
static size_t column_meant(file_columns *f, const char *name) {
    const column_rules *r = f->rules;
    const way_behaviour *b = r->behaviour;
    const char *file = f->rows->name;
    const unsigned long long line = f->rows->line;
    const int is_target = !r->is_task && strcmp(name, "target") == 0;
    size_t k = input_named(r, name);
    if (reads_path(r) && strcmp(name, "straight") == 0) /* the name of `middle` in turning_path2d */
        k = input_named(r, "middle");
    if (reads_path(r) && strcmp(name, "status") == 0) /* the path's: a path without a word does not exist */
        return COLUMN_IS_DROPPED;
    if (strcmp(b->name, "tile_line") == 0 && strcmp(name, "away") == 0)
        fail("%s:%llu: column away: tile_line goes towards the target only; tile_step reads this column: "
             "--drop or --rename it",
             file, line);
    if (k != none) {
        refuse_twice(f, k, name);
        if (!may_have(f, k))
            fail("%s:%llu: column %s: found here, but the runners are read from %s: --drop or --rename it",
                 file, line, name, r->runners_file);
        return k;
    }
    if (is_target && !reads_runners(b))
        fail("%s:%llu: column target: %s has no runners and reads no targets: --drop or --rename it", file,
             line, b->name);
    if (is_target && r->is_target_set)
        fail("%s:%llu: column target: given in the file and with --set", file, line);
    if (is_target && f->has_target)
        fail("%s:%llu: column target: the header has it twice", file, line);
    f->has_target |= is_target;
    return is_target ? COLUMN_IS_TARGET : COLUMN_PASSES;
}

void columns_head(file_columns *f, const char *text, size_t length) {
    column_rules *r = f->rules;
    const size_t n = f->rows->field_number;
    if (n == f->room) {
        f->room = f->room ? 2 * f->room : 32;
        f->use = must(realloc(f->use, f->room * sizeof *f->use));
    }
    const char *end = text + length;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    column_use *use = &f->use[n];
    *use = (column_use){.name = must(strndup(text, (size_t)(end - text))), .factor = 1};
    int is_dropped = 0;
    for (size_t i = 0; i < r->word_count; i++) {
        column_word *word = &r->word[i];
        if (strcmp(word->name, use->name) != 0)
            continue;
        if (word->factor != 0) {
            use->factor = word->factor;
        } else if (is_of_runners(r, word) == f->are_runners) {
            word->is_found = 1;
            use->printed = word->new_name;
            is_dropped = word->new_name == NULL;
        }
    }
    const char *name = use->printed ? use->printed : use->name;
    if (!f->are_runners) {
        use->input = is_dropped ? COLUMN_IS_DROPPED : column_meant(f, name);
    } else {
        use->input = input_named(r, name);
        if (use->input != none && !may_have(f, use->input))
            use->input = none;
        if (use->input != none)
            refuse_twice(f, use->input, name);
    }
    if (use->input < r->behaviour->input_count)
        f->column_of[use->input] = n;
}

static void list_names(const file_columns *f, char *list, size_t size) {
    list[0] = '\0';
    for (size_t n = 0; n < f->rows->field_number; n++)
        list_name(list, size, shortened(f->use[n].name, strlen(f->use[n].name)), n == 0);
}

/* Fails because the file has no column of this name. */
static _Noreturn void fail_unknown(const file_columns *f, const char *option, const char *name) {
    char names[1024];
    list_names(f, names, sizeof names);
    guess near = {.word = name};
    for (size_t n = 0; n < f->rows->field_number; n++)
        guess_see(&near, f->use[n].name);
    fail("%s:%llu: %s: no column \"%s\"%s; the file has: %s", f->rows->name,
         (unsigned long long)f->rows->row_line, option, shortened(name, strlen(name)), guess_text(&near),
         names);
}

void columns_fail_missing(const file_columns *f, size_t input, const char *need, const char *cure) {
    const char *name = f->rules->behaviour->inputs[input].name;
    char names[1024];
    list_names(f, names, sizeof names);
    guess near = {.word = name};
    for (size_t n = 0; n < f->rows->field_number; n++)
        if (f->use[n].input == COLUMN_PASSES)
            guess_see(&near, f->use[n].name);
    const char *only = f->use[0].name, sign = only[strcspn(only, ";\t|")];
    const int is_one = f->rows->field_number == 1 && sign && sign != csv_delimiter();
    fail("%s:%llu: column %s: missing%s%s; the file has: %s%s%s", f->rows->name,
         (unsigned long long)f->rows->row_line, name, need, guess_text(&near), names, cure,
         !is_one        ? ""
         : sign == '\t' ? " (if tabs separate its columns: --delimiter tab)"
         : sign == ';'  ? " (if \";\" separates its columns: --delimiter ';')"
                        : " (if \"|\" separates its columns: --delimiter '|')");
}

static size_t file_column(const file_columns *f, const char *name) {
    for (size_t n = 0; n < f->rows->field_number; n++)
        if (strcmp(f->use[n].name, name) == 0)
            return n;
    return none;
}

/* Refuses --drop and --rename of columns that the file lacks, and a new name that another column has. */
static void check_words(const file_columns *f) {
    const column_rules *r = f->rules;
    for (size_t i = 0; i < r->word_count; i++) {
        const column_word *word = &r->word[i];
        if (word->factor != 0 || is_of_runners(r, word) != f->are_runners)
            continue;
        if (!word->is_found)
            fail_unknown(f, word->new_name ? "--rename" : "--drop", word->name);
        size_t same = 0;
        for (size_t n = 0; n < f->rows->field_number; n++)
            same += f->use[n].input != COLUMN_IS_DROPPED && word->new_name &&
                    strcmp(f->use[n].printed ? f->use[n].printed : f->use[n].name, word->new_name) == 0;
        if (same > 1)
            fail("%s:%llu: --rename: there are two columns \"%s\" then", f->rows->name,
                 (unsigned long long)f->rows->row_line, shortened(word->new_name, strlen(word->new_name)));
    }
}

/* Finds the columns and the input of each --polar that this file answers. */
static void find_polars(file_columns *f) {
    const way_behaviour *b = f->rules->behaviour;
    f->polar = must(calloc(f->rules->polar_count + 1, sizeof *f->polar));
    f->polar_input = must(calloc(f->rules->polar_count + 1, sizeof *f->polar_input));
    for (size_t i = 0; i < f->rules->polar_count; i++) {
        column_polar *polar = &f->rules->polar[i];
        const size_t course = file_column(f, polar->name[0]), speed = file_column(f, polar->name[1]);
        size_t k = polar->input;
        for (size_t first = 0; k == none && first < b->input_count; first++)
            if (is_velocity(b, first) && may_have(f, first))
                k = first;
        f->polar_input[i] = none;
        if (course == none || speed == none || k == none || !may_have(f, k))
            continue;
        for (size_t axis = 0; axis < 2; axis++)
            if (f->column_of[k + axis] != none || f->rules->is_set[k + axis])
                fail("%s:%llu: column %s: given with --polar, and %s", f->rows->name,
                     (unsigned long long)f->rows->row_line, b->inputs[k + axis].name,
                     f->rules->is_set[k + axis] ? "with --set" : "also in the file or with another --polar");
        f->polar[i][0] = course;
        f->polar[i][1] = speed;
        f->polar_input[i] = k;
        f->column_of[k] = course;
        f->column_of[k + 1] = speed;
        f->use[course].is_polar = f->use[speed].is_polar = 1;
        polar->has_effect = 1;
    }
}

/* Marks the scaled columns. */
static void find_scales(file_columns *f) {
    const way_behaviour *b = f->rules->behaviour;
    for (size_t n = 0; n < f->rows->field_number; n++) {
        const column_use *use = &f->use[n];
        const int is_input = use->input < b->input_count;
        if (use->factor == 1 || (!is_input && !use->is_polar))
            continue;
        if (is_input && b->inputs[use->input].type != WAY_FLOAT)
            fail("%s:%llu: --scale: column %s: its values are not numbers with a unit", f->rows->name,
                 (unsigned long long)f->rows->row_line, use->name);
        f->is_scaled |= is_input;
        for (size_t i = 0; i < f->rules->word_count; i++)
            f->rules->word[i].is_found |=
                f->rules->word[i].factor != 0 && !strcmp(f->rules->word[i].name, use->name);
    }
}

/* Finds the columns of --bring in the file whose rows are the targets. */
static void find_brought(file_columns *f) {
    const column_rules *r = f->rules;
    f->brought_place = must(calloc(r->bring_count + 1, sizeof *f->brought_place));
    for (size_t k = 0; k < r->bring_count; k++) {
        const size_t n = file_column(f, r->bring[k]);
        if (n == none)
            fail_unknown(f, "--bring", r->bring[k]);
        f->use[n].is_brought = 1;
    }
    for (size_t k = 0; k < r->bring_count; k++)
        for (size_t n = 0; strcmp(f->use[n].name, r->bring[k]) != 0; n++)
            f->brought_place[k] += (size_t)f->use[n].is_brought;
}

/* Refuses a --scale and a --polar that neither file answers. */
static void refuse_idle(const file_columns *f) {
    const column_rules *r = f->rules;
    for (size_t i = 0; i < r->word_count; i++) {
        if (r->word[i].is_found || r->word[i].factor == 0)
            continue;
        for (size_t k = 0; k < r->word_count; k++)
            if (r->word[k].new_name && strcmp(r->word[k].new_name, r->word[i].name) == 0)
                fail("--scale: \"%s\" is a new name of --rename; expected the name in the file's first line, "
                     "%s",
                     r->word[i].name, r->word[k].name);
        if (file_column(f, r->word[i].name) == none)
            fail_unknown(f, "--scale", r->word[i].name);
        fail("%s:%llu: --scale: column \"%s\" is not an input of %s: name its input with --rename %s=INPUT, "
             "or "
             "use it in --polar",
             f->rows->name, (unsigned long long)f->rows->row_line,
             shortened(r->word[i].name, strlen(r->word[i].name)), r->behaviour->name, r->word[i].name);
    }
    for (size_t i = 0; i < r->polar_count; i++) {
        if (r->polar[i].has_effect)
            continue;
        for (size_t part = 0; part < 2; part++)
            if (file_column(f, r->polar[i].name[part]) == none)
                fail_unknown(f, "--polar", r->polar[i].name[part]);
        fail("%s:%llu: --polar: %s reads no velocity from this file", f->rows->name,
             (unsigned long long)f->rows->row_line, r->behaviour->name);
    }
}

void columns_end_head(file_columns *f) {
    check_words(f);
    find_polars(f);
    find_scales(f);
    if (f->are_runners == (f->rules->runners_file != NULL))
        find_brought(f);
    if (!f->are_runners)
        refuse_idle(f);
}

/* Rows -------------------------------------------------------------------------------------------------- */

static int is_empty(const char *text, size_t length) {
    csv_trim(&text, &length);
    return length == 0 || (length == 2 && memcmp(text, "NA", 2) == 0);
}

static void keep_brought(file_columns *f, const char *text, size_t length) {
    text_add_field(&f->brought, &f->brought_length, &f->brought_room, text, length);
    if (f->brought_cells == f->brought_cells_room) {
        f->brought_cells_room = f->brought_cells_room ? 2 * f->brought_cells_room : 1 << 10;
        f->brought_end = must(realloc(f->brought_end, f->brought_cells_room * sizeof *f->brought_end));
    }
    f->brought_end[f->brought_cells++] = f->brought_length;
}

void columns_read(file_columns *f, const char *text, size_t length, uint32_t **cell, size_t row) {
    const way_behaviour *b = f->rules->behaviour;
    column_use *use = &f->use[f->rows->field_number];
    if (use->is_brought)
        keep_brought(f, text, length);
    const int is_input = use->input < b->input_count;
    if (!is_input && !use->is_polar)
        return;
    if (f->rules->takes_gaps && is_empty(text, length)) {
        f->is_gap = 1;
        return;
    }
    const char *expected = NULL;
    if (use->is_polar) {
        expected = real_read(text, length, &use->number);
        use->number *= use->factor;
    }
    if (is_input && !expected)
        expected = input_read(b, use->input, text, length, use->factor, cell[use->input] + row);
    if (!expected)
        return;
    char scale[64] = ""; /* of a number that is too large only after the multiplication */
    double number;
    if (use->factor != 1 && !real_read(text, length, &number))
        snprintf(scale, sizeof scale, " (--scale: times %.9g)", use->factor);
    fail("%s:%llu: column %s: found \"%s\"%s, expected %s", f->rows->name, (unsigned long long)f->rows->line,
         is_input ? b->inputs[use->input].name : use->name, shortened(text, length), scale, expected);
}

/* Sine and cosine for |x| <= pi / 4, as sums of additions and multiplications, so that every machine computes
   the same bits. The errors are below 1e-16, and the results are rounded to floats. */
static double small_sine(double x) {
    const double s = x * x;
    return x * (1 + s * (-1 / 6.0 +
                         s * (1 / 120.0 + s * (-1 / 5040.0 + s * (1 / 362880.0 +
                                                                  s * (-1 / 39916800.0 +
                                                                       s * (1 / 6227020800.0 +
                                                                            s * (-1 / 1307674368000.0))))))));
}

static double small_cosine(double x) {
    const double s = x * x;
    return 1 + s * (-1 / 2.0 +
                    s * (1 / 24.0 +
                         s * (-1 / 720.0 +
                              s * (1 / 40320.0 + s * (-1 / 3628800.0 +
                                                      s * (1 / 479001600.0 + s * (-1 / 87178291200.0)))))));
}

/* Writes the velocity of a course in degrees, clockwise from y. */
static void write_velocity(double course, double speed, float *vx, float *vy) {
    const double degrees = fmod(course, 360), quarters = floor(degrees / 90 + 0.5);
    const double x = (degrees - 90 * quarters) * (3.14159265358979323846 / 180);
    const double sine = small_sine(x), cosine = small_cosine(x);
    const int turn = isfinite(quarters) ? (int)quarters & 3 : 0;
    *vx = (float)(speed * (turn == 0 ? sine : turn == 1 ? cosine : turn == 2 ? -sine : -cosine));
    *vy = (float)(speed * (turn == 0 ? cosine : turn == 1 ? -sine : turn == 2 ? -cosine : sine));
}

int columns_end_row(file_columns *f, uint32_t **cell, size_t row) {
    const way_behaviour *b = f->rules->behaviour;
    for (size_t i = 0; i < f->rules->polar_count; i++) {
        const size_t k = f->polar_input[i];
        float v[2];
        if (k == none)
            continue;
        write_velocity(f->use[f->polar[i][0]].number, f->use[f->polar[i][1]].number, &v[0], &v[1]);
        memcpy(&cell[k][row], &v[0], sizeof v[0]);
        memcpy(&cell[k + 1][row], &v[1], sizeof v[1]);
    }
    const int is_gap = f->is_gap;
    f->is_gap = 0;
    for (size_t k = 0; is_gap && k < b->input_count; k++) {
        if (f->column_of[k] == none)
            continue;
        const float nothing = NAN;
        const uint32_t fallback = fallback_cell(&b->inputs[k]);
        memcpy(&cell[k][row], b->inputs[k].type == WAY_FLOAT ? (const void *)&nothing : &fallback,
               sizeof fallback);
    }
    return is_gap;
}

const char *columns_brought(const file_columns *f, size_t row, size_t k, size_t *length) {
    const size_t i = row * f->rules->bring_count + f->brought_place[k];
    const size_t start = i > 0 ? f->brought_end[i - 1] : 0;
    *length = f->brought_end[i] - start;
    return f->brought + start;
}
