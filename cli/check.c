#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "report.h"
#include "scene.h"

/* How the same agents are laid out in memory. The expected outputs are always those of plain C on tight
   columns. */
typedef enum layout { TIGHT, SPLIT, PAIRS, RECORDS, LISTED, TARGETS, SAME, LAYOUTS } layout;
static const char *const layout_name[LAYOUTS] = {
    [TIGHT] = "tight",
    [SPLIT] = "tight in two calls",
    [PAIRS] = "x/y pairs",
    [RECORDS] = "records",
    [LISTED] = "by a list of agents",
    [TARGETS] = "x/y pairs by target",
    [SAME] = "one value for all",
};

/* Which optional inputs are given: each choice may be code of its own in a kernel. */
typedef enum options_given { ALL_GIVEN, NONE_GIVEN, SOME_GIVEN, GIVENS } options_given;

/* What an output cell holds where nothing was written. */
static const uint32_t untouched = 0x7fc0dead;

typedef struct trial {
    const way_behaviour *behaviour;
    way_precision precision;
    uint64_t dice;
    size_t room; /* agents that the arrays hold */
    size_t count;
    uint64_t given; /* bit k: input k is given */
    uint64_t same;  /* bit k: input k is one value for all */
    /* [column][agent], what each agent is up against, whatever the layout. */
    uint32_t *flat, *expected;
    /* The layout at hand. */
    layout layout;
    uint32_t *pool; /* as flat, but runners as they lie, not by target */
    uint32_t *laid, *got;
    uint32_t *list, *target;
    size_t first;
    way_column *in;
    way_column_out *out;
} trial;

/* Scenes ------------------------------------------------------------------------------------------------- */

static void draw_scene(trial *b, uint32_t hardness, options_given given) {
    const way_behaviour *behaviour = b->behaviour;
    b->given = 0;
    for (size_t k = 0; k < behaviour->input_count; k++) {
        int is_given = given == ALL_GIVEN || (given == SOME_GIVEN && scene_below(&b->dice, 2));
        if (behaviour->inputs[k].required || is_given)
            b->given |= (uint64_t)1 << k;
    }
    float *values = must(malloc(behaviour->input_count * sizeof *values));
    for (size_t i = 0; i < b->count; i++) {
        scene_agent(&b->dice, behaviour, hardness, values);
        for (size_t k = 0; k < behaviour->input_count; k++) {
            const way_column_info *column = &behaviour->inputs[k];
            int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)scene_typical(&b->dice, column);
            memcpy(&b->pool[k * b->room + i], column->type == WAY_FLOAT ? (void *)&values[k] : (void *)&whole,
                   4);
        }
    }
    free(values);
}

static int is_nobody(const trial *b, size_t i) { return b->layout == TARGETS && b->target[i] >= b->count; }

/* What each agent is up against under this layout: flat from pool. */
static void flatten(trial *b) {
    size_t n = b->count;
    b->same = 0;
    b->first = 0;
    if (b->layout == SAME)
        b->same = scene_bits(&b->dice);
    if (b->layout == TARGETS)
        for (size_t i = 0; i < n; i++) {
            uint32_t die = scene_below(&b->dice, 32);
            b->target[i] = die == 0   ? UINT32_MAX
                           : die == 1 ? (uint32_t)n
                                      : scene_below(&b->dice, (uint32_t)n);
        }
    if (b->layout == LISTED) {
        b->first = n > 4 ? 3 : 0;
        for (size_t i = 0; i < n; i++) {
            size_t j = scene_below(&b->dice, (uint32_t)i + 1);
            b->list[i] = b->list[j];
            b->list[j] = (uint32_t)i;
        }
    }
    for (size_t k = 0; k < b->behaviour->input_count; k++) {
        const uint32_t *from = b->pool + k * b->room;
        uint32_t *to = b->flat + k * b->room;
        int by_target = b->layout == TARGETS && b->behaviour->inputs[k].side == WAY_RUNNER;
        for (size_t i = 0; i < n; i++)
            to[i] = b->same >> k & 1 ? from[0] : by_target && !is_nobody(b, i) ? from[b->target[i]] : from[i];
    }
}

/* Layouts ------------------------------------------------------------------------------------------------ */

/* Where column k begins among `columns` of room agents each, and how far it is from agent to agent. */
static size_t start_of(const trial *b, size_t k) {
    switch (b->layout) {
    case PAIRS:
    case TARGETS: return (k & ~(size_t)1) * b->room + (k & 1);
    case RECORDS: return k;
    default: return k * b->room;
    }
}

static size_t step_of(const trial *b, size_t columns) {
    return b->layout == PAIRS || b->layout == TARGETS ? 2 : b->layout == RECORDS ? columns : 1;
}

static void lay_out(trial *b) {
    const way_behaviour *behaviour = b->behaviour;
    size_t in_step = step_of(b, behaviour->input_count), out_step = step_of(b, behaviour->output_count);
    for (size_t k = 0; k < behaviour->input_count; k++) {
        uint32_t *at = b->laid + start_of(b, k);
        for (size_t i = 0; i < b->count; i++)
            at[i * in_step] = b->pool[k * b->room + i];
        b->in[k] = b->same >> k & 1 ? way_same(at) : way_at(at, 4 * in_step);
        if (!(b->given >> k & 1))
            b->in[k] = (way_column){NULL, 0};
    }
    for (size_t k = 0; k < behaviour->output_count; k++)
        b->out[k] = way_to(b->got + start_of(b, k), 4 * out_step);
    for (size_t i = 0; i < (behaviour->output_count + 1) * b->room; i++)
        b->got[i] = untouched;
}

static void run_batch(const trial *b, const way_column *in, const way_column_out *out,
                      const way_batch *batch) {
    way_result result = way_run(b->behaviour, in, out, batch);
    if (result != WAY_OK)
        fail("%s: %s", b->behaviour->name, way_result_string(result));
}

static void run_layout(const trial *b) {
    way_batch batch = {.first = b->first, .count = b->count - b->first, .precision = b->precision};
    if (b->layout == LISTED)
        batch.index = b->list;
    if (b->layout == TARGETS) {
        batch.target = (way_column){b->target, 0};
        batch.target_count = b->count;
    }
    if (b->layout == SPLIT) {
        batch.count = b->count / 3;
        run_batch(b, b->in, b->out, &batch);
        batch.first = batch.count;
        batch.count = b->count - batch.first;
    }
    run_batch(b, b->in, b->out, &batch);
}

/* Plain C on tight columns, then what the layout adds: agents after nobody, agents that the list leaves out.
 */
static void expect(trial *b) {
    const way_behaviour *behaviour = b->behaviour;
    for (size_t k = 0; k < behaviour->input_count; k++)
        b->in[k] = (way_column){b->given >> k & 1 ? b->flat + k * b->room : NULL, 0};
    for (size_t k = 0; k < behaviour->output_count; k++)
        b->out[k] = (way_column_out){b->expected + k * b->room, 0};
    way_batch batch = {.count = b->count, .precision = b->precision};
    way_set_isa(way_isa_name(0));
    run_batch(b, b->in, b->out, &batch);

    for (size_t k = 0; k < behaviour->output_count; k++) {
        const way_column_info *column = &behaviour->outputs[k];
        float number = (float)column->fallback;
        int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
        uint32_t *cell = b->expected + k * b->room;
        for (size_t i = 0; i < b->count; i++)
            if (is_nobody(b, i))
                memcpy(&cell[i], column->type == WAY_FLOAT ? (void *)&number : (void *)&whole, 4);
        for (size_t i = 0; i < b->first; i++)
            cell[b->list[i]] = untouched;
    }
}

/* Comparison --------------------------------------------------------------------------------------------- */

static void cell_text(way_type type, uint32_t cell, char text[48]) {
    float value;
    memcpy(&value, &cell, sizeof value);
    if (cell == untouched)
        snprintf(text, 48, "nothing");
    else if (type == WAY_FLOAT)
        snprintf(text, 48, "%a (0x%08" PRIx32 ")", (double)value, cell);
    else
        text[number_write(type, &cell, text)] = '\0';
}

static void tell(const trial *b, const char *isa, const options *o, size_t row, size_t k,
                 const char *expected, uint32_t got) {
    char inputs[2048] = "", got_text[48];
    for (size_t i = 0; i < b->behaviour->input_count; i++) {
        char value[48];
        size_t used = strlen(inputs);
        if (!(b->given >> i & 1))
            continue;
        cell_text(b->behaviour->inputs[i].type, b->flat[i * b->room + row], value);
        snprintf(inputs + used, sizeof inputs - used, " %s=%s", b->behaviour->inputs[i].name, value);
    }
    cell_text(b->behaviour->outputs[k].type, got, got_text);
    complain("%s %s: %s, %s, row %zu of %zu, seed %" PRIu64 ", agents %" PRIu64
             ":%s: %s: expected %s, got %s",
             b->behaviour->name, b->precision == WAY_FAST ? "fast" : "exact", isa, layout_name[b->layout],
             row, b->count, o->seed, o->agents, inputs, b->behaviour->outputs[k].name, expected, got_text);
}

/* No NaN and no unknown status may leave plain C; 1 and one line otherwise. */
static int is_sound(const trial *b, const options *o) {
    for (size_t k = 0; k < b->behaviour->output_count; k++)
        for (size_t i = 0; i < b->count; i++) {
            uint32_t cell = b->expected[k * b->room + i];
            way_type type = b->behaviour->outputs[k].type;
            if (cell == untouched)
                continue;
            if (type == WAY_FLOAT && (cell & 0x7fffffff) > 0x7f800000) {
                tell(b, way_isa_name(0), o, i, k, "a number", cell);
                return 0;
            }
            if (type == WAY_STATUS && !way_status_word((int32_t)cell)) {
                tell(b, way_isa_name(0), o, i, k, "a status", cell);
                return 0;
            }
        }
    return 1;
}

static int is_same(const trial *b, const char *isa, const options *o) {
    size_t step = step_of(b, b->behaviour->output_count);
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < b->behaviour->output_count; k++) {
            uint32_t got = b->got[start_of(b, k) + i * step];
            uint32_t expected = b->expected[k * b->room + i];
            if (got != expected) {
                char text[48];
                cell_text(b->behaviour->outputs[k].type, expected, text);
                tell(b, isa, o, i, k, text, got);
                return 0;
            }
        }
    return 1;
}

/* 0 at the first difference. The hash is of what plain C gives, so it does not depend on the tables of this
   machine. */
static int check_layout(trial *b, const options *o, uint64_t *hash) {
    flatten(b);
    expect(b);
    for (size_t k = 0; k < b->behaviour->output_count; k++)
        *hash = scene_hash(*hash, b->expected + k * b->room, 4 * b->count);
    if (!is_sound(b, o))
        return 0;
    for (size_t t = 0; way_isa_name(t); t++) {
        if (o->isa && strcmp(o->isa, way_isa_name(t)) != 0)
            continue;
        lay_out(b);
        way_set_isa(way_isa_name(t));
        run_layout(b);
        if (!is_same(b, way_isa_name(t), o))
            return 0;
    }
    return 1;
}

static int check_behaviour(trial *b, const options *o, uint64_t *hash) {
    static const uint32_t hardnesses[] = {0, 4, 24, 80};
    const size_t counts[] = {1, 2, 3, 5, 9, 17, 31, 67, 129, (size_t)o->agents};
    for (size_t h = 0; h < sizeof hardnesses / sizeof hardnesses[0]; h++)
        for (int given = 0; given < GIVENS; given++)
            for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
                b->count = counts[c];
                draw_scene(b, hardnesses[h], (options_given)given);
                for (int layout = 0; layout < LAYOUTS; layout++) {
                    b->layout = (enum layout)layout;
                    if (!check_layout(b, o, hash))
                        return 0;
                }
            }
    return 1;
}

static void allocate(trial *b, const way_behaviour *behaviour, size_t most) {
    b->behaviour = behaviour;
    b->room = most;
    size_t in_cells = (behaviour->input_count + 1) * b->room,
           out_cells = (behaviour->output_count + 1) * b->room;
    b->flat = must(calloc(in_cells, 4));
    b->pool = must(calloc(in_cells, 4));
    b->laid = must(calloc(in_cells, 4));
    b->expected = must(calloc(out_cells, 4));
    b->got = must(calloc(out_cells, 4));
    b->list = must(calloc(b->room, sizeof *b->list));
    b->target = must(calloc(b->room, sizeof *b->target));
    b->in = must(calloc(behaviour->input_count, sizeof *b->in));
    b->out = must(calloc(behaviour->output_count, sizeof *b->out));
}

static void release(trial *b) {
    free(b->flat);
    free(b->pool);
    free(b->laid);
    free(b->expected);
    free(b->got);
    free(b->list);
    free(b->target);
    free(b->in);
    free(b->out);
}

int check(const options *o) {
    uint64_t whole = SCENE_HASH;
    int differences = 0;
    printf("seed %" PRIu64 ", agents %" PRIu64 "\n", o->seed, o->agents);
    for (size_t i = 0; way_behaviour_at(i); i++)
        for (int precision = WAY_EXACT; precision <= WAY_FAST; precision++) {
            trial b = {.precision = (way_precision)precision, .dice = o->seed + i};
            allocate(&b, way_behaviour_at(i), o->agents > 129 ? (size_t)o->agents : 129);
            uint64_t hash = SCENE_HASH;
            int agree = check_behaviour(&b, o, &hash);
            whole = scene_hash(whole, &hash, sizeof hash);
            differences += !agree;
            printf("%-14s %-6s", way_behaviour_at(i)->name, precision == WAY_FAST ? "fast" : "exact");
            if (agree) {
                printf(" %016" PRIx64 "  same bits:", hash);
                for (size_t t = 0; way_isa_name(t); t++)
                    if (!o->isa || strcmp(o->isa, way_isa_name(t)) == 0)
                        printf(" %s", way_isa_name(t));
            } else {
                printf(" differs");
            }
            printf("\n");
            fflush(stdout);
            release(&b);
        }
    way_set_isa(NULL);
    if (differences)
        printf("all            DIFFERS in %d of the lines above\n", differences);
    else
        printf("all                   %016" PRIx64 "  compare with any other machine's\n", whole);
    return differences ? 1 : 0;
}
