/* Fuzzes the public API. The fuzzer's bytes choose a behaviour of the registry, layouts, values, and possibly
   mistakes. laid_call.h computes the memory that is expected after the call, and compares it with the real
   memory. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "alone.h"
#include "fuzz_bytes.h"
#include "laid_call.h"
#include "draw.h"
#include "waylay/waylay.h"

enum {
    MOST_WORDS = 1 << 13 /* most elements of a region, roughly; columns with more rows get smaller strides */
};

/* The named calls, which way_run does not use ------------------------------------------------------------ */

#define BEGIN(id, family, summary, source)                                                                   \
    static way_result call_##id(const way_column *in, const way_column_out *out, const way_batch *batch) {   \
        return way_##id((const way_##id##_in *)(const void *)in, (const way_##id##_out *)(const void *)out,  \
                        batch);                                                                              \
    }
#include "registry/behaviours.def"

typedef way_result named_call(const way_column *in, const way_column_out *out, const way_batch *batch);

static named_call *const named[] = {
#define BEGIN(id, family, summary, source) call_##id,
#include "registry/behaviours.def"
};
enum { BEHAVIOURS = sizeof named / sizeof named[0] };

/* Extra coverage counters for the fuzzer. The counters count each behaviour in each precision, and each
   status of a behaviour, because code coverage does not distinguish these cases. */
enum { STATUSES = 32 };
#define COUNTED __attribute__((used, section("__libfuzzer_extra_counters"))) static uint8_t
COUNTED solved[BEHAVIOURS][2];
COUNTED answered[BEHAVIOURS][STATUSES];

/* A call ------------------------------------------------------------------------------------------------- */

typedef struct call {
    fuzz_bytes bytes;
    uint64_t dice;
    size_t number; /* the behaviour's number in the registry */
    const char *isa;
    size_t runners; /* rows of the runner columns, if targets choose runners */
    bool has_index, has_target, has_walls, is_named, has_guards, on_pages, is_in_place, has_elements;
    uint32_t hardness;
    laid_call laid;
    laid_column walls;
    laid_column last; /* the records of `last` may have room for a column after `last_field` */
    size_t last_field;
} call;

static bool by_target(const call *c, size_t input) {
    return c->has_target && c->laid.behaviour->inputs[input].side == WAY_RUNNER;
}

static bool is_same(const laid_column *column) { return column->stride == 0; }

static bool is_found(const laid_column *column) { return (column->list | column->pages) != 0; }

/* Returns the column of input k. If runners are in tables, the column of a runner input is in this table. */
static laid_column *input_of(call *c, size_t k, size_t table) {
    return c->laid.tables > 0 && by_target(c, k) ? &c->laid.table[table].in[k] : &c->laid.in[k];
}

/* May the column have this type, by the library's rules? */
static bool may_be(const way_column_info *info, int32_t type, bool is_output) {
    return type == WAY_SINGLE ||
           (info->type == WAY_FLOAT && (type == WAY_DOUBLE || (type == WAY_HALF && !is_output)));
}

/* Reports of failures ------------------------------------------------------------------------------------ */

static void print_column(const char *name, const way_column *column) {
    if (column->data != NULL)
        fprintf(stderr, "  %-12s %p, gap %td, type %" PRId32 ", pages of %" PRId32 "%s\n", name, column->data,
                column->gap, column->type, column->page, column->rows ? ", by rows" : "");
}

static way_column as_input(const way_column_out *out) {
    return (way_column){out->data, out->gap, out->rows, out->type, out->page};
}

static void print_call(const call *c) {
    if (c == NULL)
        return;
    const way_batch *b = &c->laid.batch;
    const way_behaviour *behaviour = c->laid.behaviour;
    fprintf(
        stderr,
        "  %s, table %s, precision %" PRId32 ", %s; first %zu, count %zu%s; %zu agents, %zu runners%s\n"
        "  mask %#" PRIx32 ", %s%s%zu numbers, %s; %zu tables in %" PRIu32 " parts\n",
        behaviour->name, c->isa, b->precision, c->is_named ? "by its name" : "by way_run", b->first, b->count,
        b->index ? ", by index" : "", c->laid.agents, c->runners, b->targets.row.data ? ", by target" : "",
        b->targets.mask, b->targets.row_of ? "rows of targets, " : "",
        b->targets.part_of ? "parts of targets, " : "", b->targets.map_size,
        b->targets.keep_outputs ? "outputs without a target stay" : "outputs without a target are written",
        c->laid.tables, b->targets.part_count);
    for (size_t k = 0; k < behaviour->input_count; k++) {
        print_column(behaviour->inputs[k].name, &c->laid.given_in[k]);
        for (size_t t = 0; t < c->laid.tables; t++)
            if (by_target(c, k))
                print_column(behaviour->inputs[k].name, &c->laid.table[t].given[k]);
    }
    print_column("target", &b->targets.row);
    print_column("meant", &b->targets.generation);
    print_column("generation", &b->targets.runner_generation);
    print_column("part", &b->targets.part);
    for (size_t o = 0; o < behaviour->output_count; o++) {
        const way_column out = as_input(&c->laid.given_out[o]);
        print_column(behaviour->outputs[o].name, &out);
    }
}

/* Prints the failure and the call, and ends the process. */
#define FAIL(c, ...)                                                                                         \
    do {                                                                                                     \
        fprintf(stderr, "waylay: " __VA_ARGS__);                                                             \
        fputc('\n', stderr);                                                                                 \
        print_call(c);                                                                                       \
        abort();                                                                                             \
    } while (0)

/* Prints a wrong output and the agent's inputs, in a form that can be typed again, and ends the process. */
static void fail_at_output(const call *c, const laid_finding *found) {
    const way_behaviour *behaviour = c->laid.behaviour;
    uint32_t values[LAID_COLUMNS];
    fprintf(stderr,
            "waylay: %s of agent %zu, at %zu of the batch, after %zd: expected %08" PRIx64 ", got %08" PRIx64
            "%s\n",
            behaviour->outputs[found->output].name, found->agent, found->position,
            (ptrdiff_t)laid_runner_of(&c->laid, found->agent).row, found->expected, found->got,
            found->verdict == LAID_UNSOUND ? ", of plain C, which is no such value" : "");
    laid_inputs_of(&c->laid, found->agent, values);
    for (size_t k = 0; k < behaviour->input_count; k++) {
        float number;
        memcpy(&number, &values[k], sizeof number);
        fprintf(stderr, "    %s = %a (%08" PRIx32 ")\n", behaviour->inputs[k].name, (double)number,
                values[k]);
    }
    print_call(c);
    abort();
}

static void fail(const call *c, const laid_finding *found) {
    if (found->verdict == LAID_REFUSED)
        FAIL(c, "plain C refuses tight columns: %s", way_result_string(found->refusal));
    if (found->verdict == LAID_STRAY)
        FAIL(c, "a word of no output at %p: it held %08" PRIx64 ", now %08" PRIx64,
             (void *)(c->laid.region[found->region].memory + found->byte), found->expected, found->got);
    fail_at_output(c, found);
}

/* Layout ------------------------------------------------------------------------------------------------- */

/* Adds a region. If `on_pages`, regions begin at the start of a page, as large columns from malloc do,
   because the library may then store whole cache lines. The address sanitizer checks both ends of a
   region. */
static size_t add_region(call *c, const laid_records *form) {
    void *memory = NULL;
    size_t bytes = laid_bytes(form);
    if (posix_memalign(&memory, c->on_pages ? 4096 : 16, bytes) != 0)
        abort();
    return laid_add_region(&c->laid, memory, fuzz_memory(bytes), bytes);
}

typedef enum layout { TIGHT, TIGHT_BY_4, SPACED, BACKWARDS, NEXT_FIELD, SAME, ABSENT, SHARED } layout;

/* Adds memory for a list of rows or of pages. The address sanitizer checks both ends. */
static size_t add_words(call *c, size_t bytes) {
    return laid_add_region(&c->laid, fuzz_memory(bytes), fuzz_memory(bytes), bytes);
}

/* Bits of a fuzzer's byte that say how a column's elements are found. */
enum { HAS_LIST = 4, HAS_PAGES = 8 };

static size_t page_of(unsigned elements) { return 1 + (size_t)(elements >> 4) * (elements >> 4); }

/* Places a column of `rows` rows in a region of its own, or, for NEXT_FIELD, in the records of the column
   placed last. */
static laid_column place(call *c, layout layout, int32_t type, size_t rows, unsigned more) {
    const size_t size = laid_size(type);
    if (layout == NEXT_FIELD && c->last.is_there && c->last.rows == rows && c->last.type == type &&
        c->last.pages == 0 && c->last_field + size < (size_t)llabs(c->last.step)) {
        c->last.origin += (ptrdiff_t)size;
        c->last_field += size;
        return c->last;
    }
    const unsigned elements = c->has_elements && layout != SAME ? (unsigned)fuzz_take(&c->bytes, 1) : 0;
    const size_t page = elements & HAS_PAGES ? page_of(elements) : 1, pages = laid_pages(rows, page);
    size_t most = rows > 0 ? MOST_WORDS / rows : MOST_WORDS;
    size_t words = layout == SPACED || layout == BACKWARDS ? 2 + more % 31 : 1;
    laid_records form = {.rows = pages * page, .size = size * (words < most ? words : most)};
    form.behind = c->has_guards ? LAID_GUARD : 0;
    form.front = form.behind + (type == WAY_HALF ? 2 : 4) * (size_t)(more >> 5);
    form.backwards = layout == BACKWARDS;
    form.same = layout == SAME;
    laid_column column = laid_field(&form, add_region(c, &form), 0);
    column.type = type;
    column.rows = form.same ? 1 : rows;
    if (elements & HAS_LIST)
        laid_list(&c->laid, &column, add_words(c, 4 * rows), &c->dice);
    if (elements & HAS_PAGES)
        laid_page(&c->laid, &column, page, add_words(c, pages * sizeof(void *)), &c->dice);
    if (layout != SAME) {
        c->last = column;
        c->last_field = 0;
    }
    /* With only one row, any stride is valid. */
    if (rows == 1 && more == 255 && layout != SAME)
        column.stride = (ptrdiff_t)(fuzz_take(&c->bytes, 8) & ~(uint64_t)3);
    return column;
}

/* Draws the element type of a column. */
static int32_t take_type(call *c, const way_column_info *info, bool is_output) {
    int32_t type = c->has_elements ? (int32_t)fuzz_below(&c->bytes, 3) : WAY_SINGLE;
    return may_be(info, type, is_output) ? type : WAY_SINGLE;
}

static void place_input(call *c, size_t k, size_t table) {
    layout layout = (enum layout)fuzz_below(&c->bytes, 8);
    unsigned more = (unsigned)fuzz_take(&c->bytes, 1);
    laid_column *column = input_of(c, k, table);
    const laid_column *other = k > 0 ? input_of(c, more % k, table) : NULL;
    const int32_t type = take_type(c, &c->laid.behaviour->inputs[k], false);
    const size_t runners = c->laid.tables > 0 ? c->laid.table[table].runners : c->runners;
    if (layout == ABSENT && !c->laid.behaviour->inputs[k].required) {
        column->stride = (ptrdiff_t)c->hardness; /* the library ignores the rest of a missing column */
        column->type = (int32_t)more;
    } else if (layout == SHARED && other && other->is_there && by_target(c, more % k) == by_target(c, k) &&
               may_be(&c->laid.behaviour->inputs[k], other->type, false))
        *column = *other;
    else
        *column = place(c, layout < ABSENT ? layout : TIGHT, type, by_target(c, k) ? runners : c->laid.agents,
                        more);
}

static void place_inputs(call *c) {
    for (size_t k = 0; k < c->laid.behaviour->input_count; k++)
        if (!(by_target(c, k) && c->laid.tables > 0))
            place_input(c, k, 0);
    for (size_t t = 0; t < c->laid.tables; t++)
        for (size_t k = 0; k < c->laid.behaviour->input_count; k++)
            if (by_target(c, k))
                place_input(c, k, t);
}

/* May output o overwrite input k? The header must allow this, and no earlier output may overwrite input k. */
static bool takes_in_place(const call *c, size_t o, size_t k) {
    const laid_column *in = &c->laid.in[k], *out = c->laid.out;
    if (!in->is_there || is_same(in) || by_target(c, k) ||
        !may_be(&c->laid.behaviour->outputs[o], in->type, true))
        return false;
    for (size_t i = 0; i < o; i++)
        if (out[i].is_there && out[i].region == in->region && out[i].origin == in->origin)
            return false;
    return true;
}

static void place_output(call *c, size_t o) {
    layout layout = (enum layout)fuzz_below(&c->bytes, 8);
    unsigned more = (unsigned)fuzz_take(&c->bytes, 1);
    laid_column *column = &c->laid.out[o];
    size_t k = more % c->laid.behaviour->input_count;
    const int32_t type = take_type(c, &c->laid.behaviour->outputs[o], true);
    if (layout == ABSENT) {
        column->stride = (ptrdiff_t)c->hardness;
        column->type = (int32_t)more;
    } else if (layout == SHARED && takes_in_place(c, o, k)) {
        *column = c->laid.in[k];
        c->is_in_place = true;
    } else {
        *column = place(c, layout < SAME ? layout : TIGHT, type, c->laid.agents, more);
        if (is_same(column)) /* place() drew a column with one row */
            column->stride = 0;
    }
}

/* Places a column of integers that is not one of the behaviour's columns. */
static laid_column place_numbers(call *c, size_t rows) {
    layout layout = (enum layout)fuzz_below(&c->bytes, 8);
    unsigned more = (unsigned)fuzz_take(&c->bytes, 1);
    return place(c, layout < ABSENT ? layout : TIGHT, WAY_SINGLE, rows, more);
}

/* Places a tight list of 4-byte numbers, such as the index or the walls. */
static laid_column place_list(call *c, size_t rows) {
    laid_records form = {.rows = rows, .size = 4, .front = c->has_guards ? LAID_GUARD : 0};
    return laid_field(&form, add_region(c, &form), 0);
}

enum entities { BY_ROWS = 1, BY_PARTS = 2, BY_GENERATION = 4, KEEP_NOBODY = 8, IN_TABLES = 16, MASKED = 32 };

/* Draws the runners' tables, before their columns are placed. */
static void make_tables(call *c) {
    c->laid.tables = 1 + fuzz_below(&c->bytes, LAID_TABLES);
    c->laid.batch.targets.part_count = (uint32_t)fuzz_below(&c->bytes, 20);
    c->laid.parts = add_words(c, c->laid.batch.targets.part_count * sizeof(way_part));
    for (size_t t = 0; t < c->laid.tables; t++)
        c->laid.table[t].runners = (size_t)fuzz_take(&c->bytes, 1);
}

static void place_target(call *c, unsigned entities) {
    laid_call *laid = &c->laid;
    laid->target = place_numbers(c, laid->agents);
    laid->batch.targets.keep_outputs = entities & KEEP_NOBODY ? 1 : 0;
    if (entities & MASKED)
        laid->batch.targets.mask = (uint32_t)fuzz_take(&c->bytes, 4);
    if (entities & (BY_ROWS | BY_PARTS))
        laid->batch.targets.map_size = (size_t)fuzz_take(&c->bytes, 1);
    if (entities & BY_ROWS)
        laid->target_row = place_list(c, laid->batch.targets.map_size);
    if (entities & BY_PARTS)
        laid->target_part = place_list(c, laid->batch.targets.map_size);
    if (laid->tables > 0 && (!(entities & BY_PARTS) || fuzz_take(&c->bytes, 1) % 2 == 1))
        laid->part = place_numbers(c, laid->agents);
    if (!(entities & BY_GENERATION))
        return;
    laid->target_generation = place_numbers(c, laid->agents);
    laid->generation = place_numbers(c, c->runners);
    for (size_t t = 0; t < laid->tables; t++)
        if (fuzz_take(&c->bytes, 1) % 4 != 3)
            laid->table[t].generation = place_numbers(c, laid->table[t].runners);
}

/* Fills the index with agents in a random order. The `first` elements before the batch are UINT32_MAX,
   because the library must not read them. */
static void make_index(call *c, size_t first, size_t count, bool repeats) {
    size_t agents = c->laid.agents;
    laid_column *index = &c->laid.index;
    *index = place_list(c, first + count);
    uint32_t *order = fuzz_memory(4 * agents);
    for (size_t i = 0; i < agents; i++)
        order[i] = (uint32_t)i;
    for (size_t i = 0; i < first; i++)
        laid_put(&c->laid, index, i, UINT32_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t pick = i + draw_below(&c->dice, (uint32_t)(agents - i));
        uint32_t agent = order[repeats ? draw_below(&c->dice, (uint32_t)agents) : pick];
        if (!repeats) {
            order[pick] = order[i];
            order[i] = agent;
        }
        laid_put(&c->laid, index, first + i, agent);
    }
    free(order);
}

/* Values ------------------------------------------------------------------------------------------------- */

static void draw_inputs(call *c) {
    laid_draw(&c->laid, &c->dice, c->hardness);
    for (size_t t = 0; c->hardness == 255 && (t == 0 || t < c->laid.tables); t++)
        for (size_t k = 0; k < c->laid.behaviour->input_count; k++) {
            const laid_column *column = input_of(c, k, t);
            for (size_t row = 0; column->is_there && row < column->rows; row++)
                laid_put_bits(&c->laid, column, row, draw_bits(&c->dice));
        }
}

enum { WALL_WORDS = sizeof(way_wall) / 4, WALL_SIDES = offsetof(way_wall, sides) / 4 };

/* Draws walls near the agents. Walls must not change the answers of behaviours that do not read walls. */
static void draw_walls(call *c, size_t walls) {
    c->walls = place_list(c, WALL_WORDS * walls);
    c->laid.batch.wall_count = walls;
    c->laid.batch.walls = laid_cell(&c->laid, &c->walls, 0);
    for (size_t i = 0; i < c->walls.rows; i++) {
        bool is_side = i % WALL_WORDS == WALL_SIDES, is_hard = draw_below(&c->dice, 256) < c->hardness;
        float value = is_side   ? whole_cell((double)draw_below(&c->dice, 3) - 1)
                      : is_hard ? draw_special(&c->dice)
                                : draw_typical(&c->dice, &c->laid.behaviour->inputs[0]);
        if (is_side && is_hard)
            value = draw_special_whole(&c->dice);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (c->hardness == 255)
            bits = (uint32_t)draw_bits(&c->dice);
        laid_put(&c->laid, &c->walls, i, bits);
    }
    if (draw_below(&c->dice, 2)) { /* the wall origin is far away, or a special number */
        const bool is_hard = draw_below(&c->dice, 256) < c->hardness;
        c->laid.batch.wall_origin_x = is_hard ? (double)draw_special(&c->dice) : 1e6 + 1.0 / 3;
        c->laid.batch.wall_origin_y = draw_below(&c->dice, 3) - 1.0;
    }
}

/* Overwrites single cells with the fuzzer's remaining bytes. A value may have any bits, and a target may be
   any number. */
static void overwrite_cells(call *c) {
    const laid_call *laid = &c->laid;
    const laid_column *numbers[] = {&laid->target, &laid->target_row,        &laid->target_part,
                                    &laid->part,   &laid->target_generation, &laid->generation,
                                    &c->walls};
    const size_t inputs = laid->behaviour->input_count;
    while (fuzz_left(&c->bytes) > 2) {
        size_t k = fuzz_below(&c->bytes, inputs + sizeof numbers / sizeof numbers[0]);
        size_t row = (size_t)fuzz_take(&c->bytes, 1);
        const laid_column *column =
            k < inputs ? input_of(c, k, row % (laid->tables + 1) % LAID_TABLES) : numbers[k - inputs];
        laid_put_bits(&c->laid, column, row, fuzz_take(&c->bytes, (int)laid_size(column->type)));
    }
}

/* Mistakes ----------------------------------------------------------------------------------------------- */

typedef struct arguments {
    const way_behaviour *behaviour;
    const way_column *in;
    const way_column_out *out;
    const way_batch *batch;
} arguments;

enum { MISTAKES = 40 };

static void lay_over_runners(call *c, size_t k, size_t o, size_t row);

static void *misplaced(const void *data, int off) { return (void *)((uintptr_t)data + (unsigned)off); }

/* Returns an odd offset for halves, because an even offset is no mistake for halves. */
static int off_of(int32_t type, int off) { return type == WAY_HALF ? off | 1 : off; }

static void misplace(way_column *column, int off) {
    column->data = column->data != NULL ? misplaced(column->data, off_of(column->type, off)) : NULL;
}

/* Sets an invalid type or page size. */
static void mistype(way_column *column, unsigned which) {
    if (which & 64)
        column->page = -1 - (int32_t)(which & 63);
    else
        column->type = which & 1 ? 3 + (int32_t)(which & 62) : -1 - (int32_t)(which & 62);
}

/* Makes one entry of batch.targets.parts invalid. A mistake in a column also affects other entries with the
   same table. */
static void spoil_part(call *c, unsigned mistake, unsigned which, int off) {
    if (c->laid.tables == 0 || c->laid.batch.targets.part_count == 0)
        return;
    way_part *part =
        (way_part *)(void *)c->laid.region[c->laid.parts].memory + which % c->laid.batch.targets.part_count;
    way_column *column = &c->laid.table[which % c->laid.batch.targets.part_count % c->laid.tables]
                              .given[which % c->laid.behaviour->input_count];
    switch (mistake) {
    case 32: part->columns = NULL; break;
    case 33: column->data = NULL; break;
    case 34: misplace(column, off); break;
    case 35: column->gap += off_of(column->type, off); break;
    case 36: mistype(column, which); break;
    case 37: misplace(&part->generation, off); break;
    case 38: mistype(&part->generation, which); break;
    }
    /* the changed entries are inputs of the call, so they must be equal to their kept copy */
    memcpy(c->laid.region[c->laid.parts].kept, c->laid.region[c->laid.parts].memory,
           c->laid.region[c->laid.parts].bytes);
}

static void make_mistake(call *c, arguments *a, unsigned mistake, unsigned which) {
    static way_behaviour stranger;
    size_t k = which % c->laid.behaviour->input_count, o = which % c->laid.behaviour->output_count;
    int off = 1 + (int)(which >> 6) % 3;
    switch (mistake) {
    case 1: a->in = NULL; break;
    case 2: a->out = NULL; break;
    case 3: a->batch = NULL; break;
    case 4: a->behaviour = NULL; break;
    case 5:
        stranger = *c->laid.behaviour;
        a->behaviour = &stranger;
        break;
    case 6:
        if (c->laid.behaviour->inputs[k].required)
            c->laid.given_in[k].data = NULL;
        break;
    case 7: misplace(&c->laid.given_in[k], off); break;
    case 8: c->laid.given_in[k].gap += off_of(c->laid.given_in[k].type, off); break;
    case 9: c->laid.given_out[o].data = misplaced(c->laid.given_out[o].data, off); break;
    case 10: c->laid.given_out[o].gap += off; break;
    case 11: c->laid.given_out[o].gap = -(ptrdiff_t)laid_size(c->laid.given_out[o].type); break;
    case 12: c->laid.batch.targets.row.data = misplaced(c->laid.batch.targets.row.data, off); break;
    case 13: c->laid.batch.targets.row.gap += off; break;
    case 14: c->laid.batch.index = misplaced(c->laid.batch.index, off); break;
    case 15: c->laid.batch.count = SIZE_MAX - which; break;
    case 16: c->laid.batch.first = SIZE_MAX / 4 + 1 + which; break;
    case 17: c->laid.batch.precision = which < 128 ? (int32_t)which + 2 : -(int32_t)which; break;
    case 18:
        c->laid.batch.walls = NULL;
        c->laid.batch.wall_count = 1 + which;
        break;
    case 19: c->laid.batch.walls = misplaced(c->laid.batch.walls, off); break;
    case 20: /* `first` and `count` are valid alone, but not together */
        c->laid.batch.first = SIZE_MAX / 4 - which;
        c->laid.batch.count = (size_t)which + 1;
        break;
    case 21: lay_over_runners(c, k, o, which >> 4); break;
    case 22: mistype(&c->laid.given_in[k], which); break;
    case 23: c->laid.given_out[o].type = which & 64 ? WAY_HALF : 3 + (int32_t)which; break;
    case 24: c->laid.given_out[o].page = -1 - (int32_t)which; break;
    case 25: c->laid.batch.agent_count = which % (c->laid.agents + 1); break;
    case 26: mistype(&c->laid.batch.targets.row, which); break;
    case 27: mistype(&c->laid.batch.targets.part, which); break;
    case 28:
        misplace(which & 1 ? &c->laid.batch.targets.runner_generation : &c->laid.batch.targets.generation,
                 off);
        break;
    case 29:
        if (which & 1)
            c->laid.batch.targets.row_of = misplaced(c->laid.batch.targets.row_of, off);
        else
            c->laid.batch.targets.part_of = misplaced(c->laid.batch.targets.part_of, off);
        break;
    case 30:
        if (c->laid.tables > 0)
            c->laid.batch.targets.row.data = NULL;
        break;
    case 31:
        c->laid.batch.targets.part_count += c->laid.batch.targets.part_count == 0;
        c->laid.batch.targets.parts = NULL;
        break;
    case 39: /* no column says in which part a target is */
        c->laid.batch.targets.part.data = NULL;
        if (c->laid.tables > 0)
            c->laid.batch.targets.part_of = NULL;
        break;
    default: spoil_part(c, mistake, which, off); break;
    }
}

/* Lays output o over a runner column from `row` on. Does nothing if the library need not refuse such a
   call. */
static void lay_over_runners(call *c, size_t k, size_t o, size_t row) {
    const size_t table = c->laid.tables > 0 ? row % c->laid.tables : 0;
    const laid_column *s = input_of(c, k, table);
    const size_t runners = c->laid.tables > 0 ? c->laid.table[table].runners : c->runners;
    if (!by_target(c, k) || !s->is_there || is_found(s) || runners == 0 || c->laid.batch.count == 0 ||
        (c->laid.tables > 0 ? table >= c->laid.batch.targets.part_count
                            : c->laid.batch.targets.runner_count == 0))
        return;
    row = is_same(s) ? 0 : row % runners;
    size_t first = c->has_index || is_same(s) ? 0 : c->laid.batch.first;
    if (row + first >= (is_same(s) ? 1 : runners) || (is_same(s) && !c->has_index && c->laid.batch.first > 0))
        return;
    c->laid.given_out[o] =
        way_column_out_of(laid_cell(&c->laid, s, row), is_same(s) ? 4 : s->step, WAY_SINGLE);
    if (s->type == WAY_DOUBLE && c->laid.behaviour->outputs[o].type == WAY_FLOAT)
        c->laid.given_out[o].type = WAY_DOUBLE, c->laid.given_out[o].gap -= 4;
}

static unsigned bit(way_result result) { return 1u << result; }

/* Returns whether a byte of the column's elements is marked in its region's map. Unless `only_looks`, marks
   these bytes. If the column has a list of rows or pages, only the first element counts. */
static bool mark(const call *c, bool *const *map, const way_column *column, size_t first, size_t count,
                 bool only_looks) {
    const laid_region *region = c->laid.region;
    const unsigned char *begin = column->data;
    const size_t size = laid_size(column->type);
    const ptrdiff_t stride = column->gap + (ptrdiff_t)size;
    size_t r = 0;
    while (r < c->laid.regions && (begin < region[r].memory || begin >= region[r].memory + region[r].bytes))
        r++;
    if (r == c->laid.regions) /* a column without rows may begin beyond its region */
        return false;
    bool found = false, is_one = stride == 0 || column->rows != NULL || column->page != 0;
    for (size_t i = is_one ? 0 : first; i < (is_one ? 1 : first + count); i++)
        for (size_t byte = 0; byte < size; byte++) {
            ptrdiff_t at = begin - region[r].memory + (ptrdiff_t)byte + (i == 0 ? 0 : (ptrdiff_t)i * stride);
            if (at < 0 || at >= (ptrdiff_t)region[r].bytes)
                continue;
            found |= map[r][at];
            map[r][at] |= !only_looks;
        }
    return found;
}

/* Does an output overlap a runner column? Called only if the arguments have no other mistake. */
static bool is_output_a_runners(const call *c, const arguments *a) {
    const way_behaviour *behaviour = c->laid.behaviour;
    if (a->batch->targets.row.data == NULL || a->batch->count == 0)
        return false;
    bool *map[LAID_REGIONS], found = false;
    for (size_t r = 0; r < c->laid.regions; r++) {
        map[r] = fuzz_memory(c->laid.region[r].bytes);
        memset(map[r], 0, c->laid.region[r].bytes);
    }
    for (size_t p = 0; p < (a->batch->targets.parts != NULL ? a->batch->targets.part_count : 1); p++) {
        const way_part *part = a->batch->targets.parts != NULL ? &a->batch->targets.parts[p] : NULL;
        const way_column *in = part != NULL ? part->columns : a->in;
        const size_t runners = part != NULL                         ? part->count
                               : a->batch->targets.runner_count > 0 ? c->runners
                                                                    : 0;
        const bool is_first = part == NULL || p < c->laid.tables;
        const bool has_one = part != NULL ? part->count > 0 : a->batch->targets.runner_count > 0;
        for (size_t k = 0; is_first && has_one && k < behaviour->input_count; k++)
            if (behaviour->inputs[k].side == WAY_RUNNER && in[k].data != NULL)
                mark(c, map, &in[k], 0, runners, false);
    }
    for (size_t o = 0; o < behaviour->output_count; o++) {
        const way_column out = as_input(&a->out[o]);
        if (out.data != NULL)
            found |= a->batch->index != NULL ? mark(c, map, &out, 0, 1, true)
                                             : mark(c, map, &out, a->batch->first, a->batch->count, true);
    }
    for (size_t r = 0; r < c->laid.regions; r++)
        free(map[r]);
    return found;
}

/* Does an agent of the call have a row, though the number of runners is 0? Called only if the arguments have
   no other mistake. */
static bool is_count_forgotten(const call *c, const way_batch *batch) {
    static laid_call any;
    if (batch->targets.runner_count > 0 || batch->targets.row.data == NULL || batch->targets.parts != NULL ||
        !reads_runners(c->laid.behaviour))
        return false;
    any = c->laid;
    any.batch.targets.runner_count = SIZE_MAX;
    any.target_generation.is_there = false;
    for (size_t i = batch->first; i < batch->first + batch->count; i++)
        if (laid_runner_of(&any, laid_agent_at(&any, i)).row != SIZE_MAX)
            return true;
    return false;
}

static unsigned misaligned(const void *data, ptrdiff_t gap, int32_t type) {
    const int unit = type == WAY_HALF ? 2 : 4;
    if (data == NULL)
        return 0;
    return (uintptr_t)data % (unsigned)unit != 0 || gap % unit != 0 ? bit(WAY_ERROR_ALIGNMENT) : 0;
}

/* Returns the mistakes of a behaviour's column, or of a column of numbers if `info` is NULL. */
static unsigned mistakes_of_column(const way_column *column, const way_column_info *info, bool is_output) {
    unsigned found = misaligned(column->data, column->gap, column->type);
    if (column->data != NULL &&
        (column->page < 0 || !(info ? may_be(info, column->type, is_output) : column->type == WAY_SINGLE)))
        found |= bit(WAY_ERROR_TYPE);
    return found;
}

static unsigned mistakes_of_part(const call *c, const way_part *part) {
    const way_behaviour *behaviour = c->laid.behaviour;
    unsigned found = mistakes_of_column(&part->generation, NULL, false);
    if (part->columns == NULL)
        return bit(WAY_ERROR_NULL);
    for (size_t k = 0; k < behaviour->input_count; k++) {
        if (behaviour->inputs[k].side != WAY_RUNNER)
            continue;
        if (part->columns[k].data == NULL && behaviour->inputs[k].required)
            found |= bit(WAY_ERROR_MISSING);
        found |= mistakes_of_column(&part->columns[k], &behaviour->inputs[k], false);
    }
    return found;
}

static unsigned mistakes_of_targets(const call *c, const way_batch *batch) {
    unsigned found = 0;
    const way_column *const numbers[] = {&batch->targets.row, &batch->targets.generation,
                                         &batch->targets.runner_generation, &batch->targets.part};
    if (batch->targets.row.data == NULL) { /* what leads from a target to its runner needs a target column */
        const bool is_led = batch->targets.parts != NULL || batch->targets.part.data != NULL ||
                            batch->targets.row_of != NULL || batch->targets.part_of != NULL ||
                            batch->targets.generation.data != NULL ||
                            batch->targets.runner_generation.data != NULL;
        return is_led ? bit(WAY_ERROR_MISSING) : 0;
    }
    if (batch->targets.parts == NULL &&
        (batch->targets.generation.data == NULL) != (batch->targets.runner_generation.data == NULL))
        found |= bit(WAY_ERROR_MISSING);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        found |= mistakes_of_column(numbers[i], NULL, false);
    found |=
        misaligned(batch->targets.row_of, 0, WAY_SINGLE) | misaligned(batch->targets.part_of, 0, WAY_SINGLE);
    if (batch->targets.parts == NULL || !reads_runners(c->laid.behaviour))
        return found;
    if (batch->targets.part_count > 0 && batch->targets.part.data == NULL && batch->targets.part_of == NULL)
        found |= bit(WAY_ERROR_MISSING);
    for (uint32_t p = 0; p < batch->targets.part_count; p++)
        found |= mistakes_of_part(c, &batch->targets.parts[p]);
    return found;
}

static unsigned mistakes_of_batch(const way_behaviour *behaviour, const way_batch *batch) {
    unsigned found = misaligned(batch->index, 0, WAY_SINGLE) | misaligned(batch->walls, 0, WAY_SINGLE);
    if (behaviour->walls && !(isfinite(batch->wall_origin_x) && isfinite(batch->wall_origin_y)))
        found |= bit(WAY_ERROR_ORIGIN);
    if ((batch->walls == NULL && batch->wall_count > 0) ||
        (batch->targets.parts == NULL && batch->targets.part_count > 0))
        found |= bit(WAY_ERROR_NULL);
    if (batch->precision != WAY_EXACT && batch->precision != WAY_FAST)
        found |= bit(WAY_ERROR_PRECISION);
    /* With larger numbers, a column would be larger than the address space. */
    if (batch->first > SIZE_MAX / 4 || batch->count > SIZE_MAX / 4 - batch->first)
        return found | bit(WAY_ERROR_COUNT);
    bool is_beyond = batch->index == NULL && batch->first + batch->count > batch->agent_count;
    for (size_t i = 0; found == 0 && batch->index != NULL && i < batch->count; i++)
        is_beyond |= batch->index[batch->first + i] >= batch->agent_count;
    return found | (batch->agent_count != 0 && is_beyond ? bit(WAY_ERROR_INDEX) : 0);
}

/* Returns the result codes of all mistakes in the arguments, one bit each. The library may return any of
   these codes, because the header does not say which mistake comes first. */
static unsigned mistakes_of(const call *c, const arguments *a) {
    unsigned found = 0;
    const way_behaviour *behaviour = c->laid.behaviour;
    const bool has_parts =
        a->batch != NULL && a->batch->targets.parts != NULL && a->batch->targets.row.data != NULL;
    if (!c->is_named && a->behaviour == NULL)
        found |= bit(WAY_ERROR_NULL);
    else if (!c->is_named && a->behaviour != behaviour)
        found |= bit(WAY_ERROR_BEHAVIOUR);
    if (a->in == NULL || a->out == NULL || a->batch == NULL)
        found |= bit(WAY_ERROR_NULL);
    for (size_t k = 0; a->in != NULL && k < behaviour->input_count; k++) {
        if (has_parts && behaviour->inputs[k].side == WAY_RUNNER) { /* not read, but it must be aligned */
            found |= misaligned(a->in[k].data, a->in[k].gap, a->in[k].type);
            continue;
        }
        if (a->in[k].data == NULL && behaviour->inputs[k].required)
            found |= bit(WAY_ERROR_MISSING);
        found |= mistakes_of_column(&a->in[k], &behaviour->inputs[k], false);
    }
    for (size_t o = 0; a->out != NULL && o < behaviour->output_count; o++) {
        const way_column out = as_input(&a->out[o]);
        if (out.data != NULL && out.gap == -(ptrdiff_t)laid_size(out.type))
            found |= bit(WAY_ERROR_STRIDE);
        found |= mistakes_of_column(&out, &behaviour->outputs[o], true);
    }
    if (a->batch == NULL)
        return found;
    found |= mistakes_of_targets(c, a->batch) | mistakes_of_batch(behaviour, a->batch);
    if (found == 0 && is_count_forgotten(c, a->batch))
        found |= bit(WAY_ERROR_COUNT);
    if (found == 0 && is_output_a_runners(c, a))
        found |= bit(WAY_ERROR_OVERLAP);
    return found;
}

/* Truth -------------------------------------------------------------------------------------------------- */

static void use_isa(const call *c, const char *name) {
    if (way_set_isa(name) != WAY_OK || strcmp(way_isa(), name) != 0)
        FAIL(c, "there is no choosing the table %s", name);
}

static void check_one(const call *c, size_t agent) {
    uint32_t values[LAID_COLUMNS], answers[LAID_COLUMNS];
    const way_batch *batch = &c->laid.batch;
    if (laid_runner_of(&c->laid, agent).row == SIZE_MAX)
        return;
    laid_inputs_of(&c->laid, agent, values);
    if (every_alone[c->number].one(values, answers, batch->walls, batch->wall_count) != WAY_OK)
        FAIL(c, "agent %zu alone is refused", agent);
    for (size_t o = 0; o < c->laid.behaviour->output_count; o++) {
        uint32_t expected = *laid_truth(&c->laid, o, agent);
        if (c->laid.counts_places &&
            c->laid.behaviour->outputs[o].axis != 0) /* an invalid agent's position is 0 */
            continue;
        if (answers[o] != expected)
            FAIL(c, "agent %zu alone, %s: %08" PRIx32 ", in a batch %08" PRIx32, agent,
                 c->laid.behaviour->outputs[o].name, answers[o], expected);
    }
}

static void work_out(call *c) {
    const way_behaviour *b = c->laid.behaviour;
    size_t count = c->laid.batch.count;
    laid_finding finding;
    if (!laid_work_out(&c->laid, &finding))
        fail(c, &finding);
    solved[c->number][c->laid.batch.precision == WAY_FAST] = 1;
    if (c->laid.batch.precision == WAY_EXACT)
        for (size_t i = 0; i < count; i += 1 + count / 3)
            check_one(c, laid_agent_at(&c->laid, c->laid.batch.first + i));
    for (size_t o = 0; o < b->output_count; o++)
        for (size_t agent = 0; b->outputs[o].type == WAY_STATUS && agent < c->laid.agents; agent++) {
            uint32_t status = *laid_truth(&c->laid, o, agent);
            if (status < STATUSES)
                answered[c->number][status] = 1;
        }
}

/* One call ----------------------------------------------------------------------------------------------- */

static size_t count_isas(void) {
    size_t count = 0;
    while (way_isa_name(count) != NULL)
        count++;
    return count;
}

/* Does every runner column hold one value for all runners? If so, runner_count may be any number. */
static bool has_any_runners(const call *c) {
    for (size_t k = 0; k < c->laid.behaviour->input_count; k++)
        if (by_target(c, k) && c->laid.in[k].is_there && !is_same(&c->laid.in[k]))
            return false;
    return !c->laid.generation.is_there || is_same(&c->laid.generation);
}

static const uint32_t nowhere[1];

static void fuzz_call(fuzz_bytes bytes) {
    call *c = &(call){.bytes = bytes};
    fuzz_bytes *b = &c->bytes;
    unsigned flags = (unsigned)fuzz_take(b, 2);
    c->has_index = flags & 1;
    c->has_target = flags & 2;
    c->is_named = flags & 4;
    c->has_guards = flags & 8;
    c->on_pages = flags & 16;
    bool is_large = flags & 32, repeats = flags & 64, has_many_runners = flags & 128;
    bool has_mistakes = flags & 256;
    c->has_walls = flags & 1024;
    c->has_elements = flags & 2048;
    unsigned entities = c->has_target && flags & 4096 ? (unsigned)fuzz_take(b, 1) : 0;
    bool counts_agents = flags & 8192;
    c->laid.batch.precision = flags & 512 ? WAY_FAST : WAY_EXACT;

    c->number = fuzz_below(b, BEHAVIOURS);
    c->laid.behaviour = behaviour_at(c->number);
    c->isa = way_isa_name(fuzz_below(b, count_isas()));
    size_t count = (size_t)fuzz_take(b, 1), first = (size_t)fuzz_take(b, 1);
    size_t strangers = fuzz_below(b, 32), runners = (size_t)fuzz_take(b, 1);
    c->hardness = (uint32_t)fuzz_take(b, 1);
    uint32_t nobodies = (uint32_t)fuzz_take(b, 1);
    c->dice = fuzz_take(b, 2);
    unsigned mistake[2][2] = {{0}};
    for (int i = 0; has_mistakes && i < 2; i++) {
        mistake[i][0] = (unsigned)fuzz_below(b, MISTAKES);
        mistake[i][1] = (unsigned)fuzz_take(b, 1);
    }
    size_t walls = c->has_walls ? fuzz_below(b, 9) : 0; /* the list may be empty */
    count += is_large ? 16 * (size_t)fuzz_take(b, 1) : 0;
    c->laid.batch.first = first;
    c->laid.batch.count = count;
    c->laid.agents = first + count + strangers;
    c->laid.together = LAID_TOGETHER;
    c->runners = has_many_runners ? 16 * runners : runners;

    if (entities & IN_TABLES && reads_runners(c->laid.behaviour))
        make_tables(c);
    place_inputs(c);
    if (c->has_target)
        place_target(c, entities);
    for (size_t o = 0; o < c->laid.behaviour->output_count; o++)
        place_output(c, o);
    if (c->has_index)
        make_index(c, first, count, repeats && !c->is_in_place);
    c->laid.batch.targets.runner_count =
        c->has_target && !has_any_runners(c) ? c->runners : (size_t)fuzz_take(b, 5);
    draw_inputs(c);
    laid_draw_targets(&c->laid, &c->dice, nobodies);
    if (c->has_walls)
        draw_walls(c, walls);
    overwrite_cells(c);

    laid_keep(&c->laid);
    c->laid.batch.agent_count = counts_agents ? c->laid.agents : 0;
    for (size_t k = 0; k < c->laid.behaviour->input_count; k++)
        if (c->laid.tables > 0 && by_target(c, k)) /* with parts, the library does not read this column */
            c->laid.given_in[k] = (way_column){nowhere, 4, NULL, (int32_t)c->hardness, 0};
    c->laid.truth = fuzz_memory(4 * laid_truth_words(&c->laid));
    c->laid.origin = c->laid.counts_places ? fuzz_memory(24 * c->laid.agents) : NULL;
    arguments a = {c->laid.behaviour, c->laid.given_in, c->laid.given_out, &c->laid.batch};
    make_mistake(c, &a, mistake[0][0], mistake[0][1]);
    if (mistake[1][0] != mistake[0][0]) /* the same mistake made twice may undo itself */
        make_mistake(c, &a, mistake[1][0], mistake[1][1]);
    unsigned mistakes = mistakes_of(c, &a);
    if (mistakes == 0)
        work_out(c);

    use_isa(c, c->isa);
    way_result result =
        c->is_named ? named[c->number](a.in, a.out, a.batch) : way_run(a.behaviour, a.in, a.out, a.batch);
    if (mistakes == 0 && result != WAY_OK)
        FAIL(c, "a right call is refused: %s", way_result_string(result));
    if (mistakes != 0 && (mistakes & bit(result)) == 0)
        FAIL(c, "a wrong call gives result %d, expected one of the bits %#x", (int)result, mistakes);
    laid_finding finding;
    if (mistakes == 0 ? !laid_check(&c->laid, &finding) : !laid_check_untouched(&c->laid, &finding))
        fail(c, &finding);
    for (size_t r = 0; r < c->laid.regions; r++) {
        free(c->laid.region[r].memory);
        free(c->laid.region[r].kept);
    }
    free(c->laid.truth);
    free(c->laid.origin);
}

/* Words and names ---------------------------------------------------------------------------------------- */

static void fuzz_words(fuzz_bytes bytes) {
    int32_t number = (int32_t)fuzz_take(&bytes, 4);
    size_t place = (size_t)fuzz_take(&bytes, 8);
    const char *word = way_result_string((way_result)number);
    if (word == NULL || *word == '\0')
        FAIL(NULL, "result %" PRId32 " has no words", number);
    int32_t statuses = 0;
    while (way_status_word(statuses) != NULL)
        statuses++;
    if (statuses <= WAY_DEGENERATE || (way_status_word(number) != NULL) != (number >= 0 && number < statuses))
        FAIL(NULL, "status %" PRId32 " has a word too many or too few", number);
    if ((behaviour_at(place) != NULL) != (place < BEHAVIOURS))
        FAIL(NULL, "behaviour %zu is there or not", place);
    if ((way_isa_name(place) != NULL) != (place < count_isas()))
        FAIL(NULL, "table %zu is there or not", place);

    /* The name of an instruction set, with or without more bytes behind it, or any bytes. */
    char name[256] = "";
    size_t known = fuzz_below(&bytes, 4) == 0 ? fuzz_below(&bytes, count_isas()) : SIZE_MAX;
    if (known != SIZE_MAX)
        snprintf(name, sizeof name, "%s", way_isa_name(known));
    size_t used = strlen(name), rest = fuzz_left(&bytes);
    rest = rest < sizeof name - 1 - used ? rest : sizeof name - 1 - used;
    memcpy(name + used, bytes.at, rest);
    char *exact = fuzz_memory(strlen(name) + 1);
    strcpy(exact, name);

    bool is_isa = false;
    for (size_t i = 0; way_isa_name(i) != NULL; i++)
        is_isa |= strcmp(way_isa_name(i), exact) == 0;
    const char *before = way_isa();
    way_result result = way_set_isa(exact);
    if (result != (is_isa ? WAY_OK : WAY_ERROR_ISA) || strcmp(way_isa(), is_isa ? exact : before) != 0)
        FAIL(NULL, "table \"%s\": result %d, and now %s", exact, (int)result, way_isa());
    if (way_set_isa(NULL) != WAY_OK)
        FAIL(NULL, "no way back to the first choice");
    const way_behaviour *behaviour = NULL;
    for (size_t i = 0; behaviour_at(i) != NULL; i++)
        if (strcmp(behaviour_at(i)->name, exact) == 0)
            behaviour = behaviour_at(i);
    if (way_behaviour_named(exact) != behaviour || way_behaviour_named(NULL) != NULL)
        FAIL(NULL, "behaviour \"%s\" is there or not", exact);
    free(exact);

    for (size_t i = 0; i < EVERY_ALONE; i++) {
        uint32_t values[LAID_COLUMNS];
        const way_behaviour *one = way_behaviour_named(every_alone[i].name);
        if (every_alone[i].agent_default(values) != WAY_OK)
            FAIL(NULL, "%s: no agent of defaults", one->name);
        for (size_t k = 0; k < one->input_count; k++)
            if (values[k] != fallback_cell(&one->inputs[k]))
                FAIL(NULL, "%s: %s does not start from its default", one->name, one->inputs[k].name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_bytes bytes = {data, data + size};
    if (fuzz_below(&bytes, 16) == 15)
        fuzz_words(bytes);
    else
        fuzz_call(bytes);
    return 0;
}
