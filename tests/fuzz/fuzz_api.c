/* The public API from bytes: one call of any behaviour, its columns laid out and its values drawn as the
   bytes say, right or with mistakes in it. What the call must leave behind is worked out from plain C on
   tight copies of the same agents and compared word by word, gaps and guards included. Everything follows
   from the registry. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "fuzz_bytes.h"
#include "scene.h"
#include "waylay/waylay.h"

enum {
    MOST_COLUMNS = 64,
    MOST_REGIONS = 2 * MOST_COLUMNS + 3, /* inputs, outputs, targets, the list of agents, walls */
    MOST_WORDS = 1 << 13,                /* of a region: many agents are not far apart */
    GUARD = 16                           /* words; a line, so that columns keep their place on lines */
};

/* A signalling NaN: whoever reads it by mistake shows it. */
static const uint32_t poison = 0x7fa5a5a5u;

/* The named entry points, which way_run does not go through ---------------------------------------------- */

#define BEGIN(id, family, summary, source)                                                                           \
    static way_result call_##id(const way_column *in, const way_column_out *out, const way_batch *batch) {   \
        return way_##id((const way_##id##_in *)(const void *)in, (const way_##id##_out *)(const void *)out,  \
                        batch);                                                                              \
    }
#define ONE(id)                                                                                              \
    static void default_##id(uint32_t *values) {                                                             \
        way_##id##_agent agent = way_##id##_agent_default();                                                 \
        memcpy(values, &agent, sizeof agent);                                                                \
    }                                                                                                        \
    static void one_##id(const uint32_t *values, uint32_t *answers) {                                        \
        way_##id##_agent agent;                                                                              \
        memcpy(&agent, values, sizeof agent);                                                                \
        way_##id##_answer answer = way_##id##_one(agent);                                                    \
        memcpy(answers, &answer, sizeof answer);                                                             \
    }
#include "behaviours.def"

typedef way_result named_call(const way_column *in, const way_column_out *out, const way_batch *batch);

static named_call *const named[] = {
#define BEGIN(id, family, summary, source) call_##id,
#include "behaviours.def"
};
enum { BEHAVIOURS = sizeof named / sizeof named[0] };

/* Of those that have calls for one agent. */
static const struct {
    const char *name;
    void (*agent_default)(uint32_t *values);
    void (*solve)(const uint32_t *values, uint32_t *answers);
} ones[] = {
#define ONE(id) {#id, default_##id, one_##id},
#include "behaviours.def"
};
enum { ONES = sizeof ones / sizeof ones[0] };

/* What no path through the code tells apart, and the fuzzer shall look for all the same: each behaviour in
   either precision, and each status that it can give. */
enum { STATUSES = 32 };
#define COUNTED __attribute__((used, section("__libfuzzer_extra_counters"))) static uint8_t
COUNTED solved[BEHAVIOURS][2];
COUNTED answered[BEHAVIOURS][STATUSES];

/* A call ------------------------------------------------------------------------------------------------- */

typedef struct region {
    uint32_t *memory, *expected;
    size_t words;
} region;

/* Where a column lies. */
typedef struct spot {
    bool is_there, is_same;
    size_t region, rows;
    ptrdiff_t origin, step; /* bytes from the region's begin to row 0, and from row to row */
    ptrdiff_t field;        /* bytes from the record's begin */
    ptrdiff_t stride;       /* as the library is told */
} spot;

typedef struct call {
    fuzz_bytes bytes;
    uint64_t dice;
    const way_behaviour *behaviour;
    size_t number; /* in the registry */
    const char *isa;
    size_t agents, runners; /* rows of the columns */
    bool has_index, has_target, has_walls, is_named, has_guards, on_pages, is_in_place;
    uint32_t hardness;
    region region[MOST_REGIONS];
    size_t regions;
    spot in_spot[MOST_COLUMNS], out_spot[MOST_COLUMNS], target_spot, index_spot, wall_spot;
    spot last; /* whose record may have room for another column */
    way_column in[MOST_COLUMNS];
    way_column_out out[MOST_COLUMNS];
    way_batch batch;
    uint32_t *tight[MOST_COLUMNS]; /* the inputs once more, in the order of the batch, after work_out */
} call;

static bool by_target(const call *c, size_t input) {
    return c->has_target && c->behaviour->inputs[input].side == WAY_RUNNER;
}

static unsigned char *cell(const call *c, const spot *s, size_t row) {
    return (unsigned char *)c->region[s->region].memory + s->origin +
           (s->is_same ? 0 : s->step * (ptrdiff_t)row);
}

static uint32_t read_cell(const call *c, const spot *s, size_t row) {
    uint32_t word;
    memcpy(&word, cell(c, s, row), sizeof word);
    return word;
}

static void write_cell(const call *c, const spot *s, size_t row, uint32_t word) {
    if (s->is_there && row < s->rows)
        memcpy(cell(c, s, row), &word, sizeof word);
}

static size_t agent_at(const call *c, size_t position) {
    return c->has_index ? read_cell(c, &c->index_spot, position) : position;
}

/* The story of a failure --------------------------------------------------------------------------------- */

static void tell_column(const char *name, const void *data, ptrdiff_t stride) {
    if (data == NULL)
        return;
    fprintf(stderr, "  %-12s ", name);
    if (stride == WAY_SAME)
        fprintf(stderr, "one for all\n");
    else
        fprintf(stderr, "%p, stride %td\n", data, stride);
}

/* Says what went wrong and which call it was, and ends the process. */
#define FAIL(c, ...)                                                                                         \
    do {                                                                                                     \
        fprintf(stderr, "waylay: " __VA_ARGS__);                                                             \
        fputc('\n', stderr);                                                                                 \
        tell(c);                                                                                             \
        abort();                                                                                             \
    } while (0)

static void tell(const call *c) {
    if (c == NULL)
        return;
    const way_batch *b = &c->batch;
    fprintf(stderr,
            "  %s, table %s, precision %" PRId32 ", %s; first %zu, count %zu%s; %zu agents, %zu runners%s\n",
            c->behaviour->name, c->isa, b->precision, c->is_named ? "by its name" : "by way_run", b->first,
            b->count, b->index ? ", by index" : "", c->agents, c->runners,
            b->target.data ? ", by target" : "");
    for (size_t k = 0; k < c->behaviour->input_count; k++)
        tell_column(c->behaviour->inputs[k].name, c->in[k].data, c->in[k].stride);
    tell_column("target", b->target.data, b->target.stride);
    for (size_t o = 0; o < c->behaviour->output_count; o++)
        tell_column(c->behaviour->outputs[o].name, c->out[o].data, c->out[o].stride);
}

/* Layout ------------------------------------------------------------------------------------------------- */

static size_t add_region(call *c, size_t words, size_t shift) {
    size_t guard = c->has_guards ? GUARD : 0;
    region *r = &c->region[c->regions];
    r->words = guard + shift + words + guard;
    /* Columns from malloc that begin at the same place of their pages have a path of their own. */
    void *memory = NULL;
    if (posix_memalign(&memory, c->on_pages ? 4096 : 16, 4 * r->words) != 0)
        abort();
    r->memory = memory;
    for (size_t i = 0; i < r->words; i++)
        r->memory[i] = poison;
    return c->regions++;
}

typedef enum layout { TIGHT, TIGHT_TOLD, SPACED, BACKWARDS, NEXT_FIELD, SAME, ABSENT, SHARED } layout;

/* A column of so many rows in memory of its own, or the next field of the column before it. */
static spot place(call *c, layout layout, size_t rows, unsigned more) {
    spot s = {.is_there = true, .rows = rows};
    if (layout == NEXT_FIELD && c->last.is_there && c->last.rows == rows &&
        c->last.field + 4 < llabs(c->last.step)) {
        s = c->last;
        s.origin += 4;
        s.field += 4;
        c->last = s;
        return s;
    }
    size_t most = rows > 0 ? MOST_WORDS / rows : MOST_WORDS;
    size_t words = layout == SPACED || layout == BACKWARDS ? 2 + more % 31 : 1;
    words = words < most ? words : most;
    s.is_same = layout == SAME;
    size_t records = s.is_same ? 1 : rows, shift = more >> 5;
    s.region = add_region(c, words * records, shift);
    s.origin = (ptrdiff_t)(4 * (shift + (c->has_guards ? GUARD : 0)));
    s.step = s.stride = (ptrdiff_t)(4 * words);
    if (layout == BACKWARDS && rows > 0) {
        s.origin += s.step * (ptrdiff_t)(rows - 1);
        s.step = s.stride = -s.step;
    }
    if (layout == TIGHT)
        s.stride = 0;
    if (s.is_same)
        s.stride = WAY_SAME;
    else
        c->last = s;
    /* Where there is only one row, no stride can lead astray. */
    if (rows == 1 && more == 255 && !s.is_same)
        s.stride = (ptrdiff_t)(fuzz_take(&c->bytes, 8) & ~(uint64_t)3);
    return s;
}

static void place_input(call *c, size_t k) {
    layout layout = (enum layout)fuzz_below(&c->bytes, 8);
    unsigned more = (unsigned)fuzz_take(&c->bytes, 1);
    size_t rows = by_target(c, k) ? c->runners : c->agents;
    if (layout == ABSENT && !c->behaviour->inputs[k].required)
        return;
    if (layout == SHARED && k > 0) {
        const spot *other = &c->in_spot[more % k];
        if (other->is_there && by_target(c, more % k) == by_target(c, k)) {
            c->in_spot[k] = *other;
            return;
        }
    }
    c->in_spot[k] = place(c, layout < ABSENT ? layout : TIGHT, rows, more);
}

/* May output o lie where input k does? Not where the header forbids it, nor where another output is. */
static bool takes_in_place(const call *c, size_t o, size_t k) {
    const spot *s = &c->in_spot[k];
    if (!s->is_there || s->is_same || by_target(c, k))
        return false;
    for (size_t i = 0; i < o; i++)
        if (c->out_spot[i].is_there && c->out_spot[i].region == s->region && c->out_spot[i].field == s->field)
            return false;
    return true;
}

static void place_output(call *c, size_t o) {
    layout layout = (enum layout)fuzz_below(&c->bytes, 8);
    unsigned more = (unsigned)fuzz_take(&c->bytes, 1);
    if (layout == ABSENT)
        return;
    size_t k = more % c->behaviour->input_count;
    if (layout == SHARED && takes_in_place(c, o, k)) {
        c->out_spot[o] = c->in_spot[k];
        c->is_in_place = true;
        return;
    }
    c->out_spot[o] = place(c, layout < SAME ? layout : TIGHT, c->agents, more);
    if (c->out_spot[o].stride == WAY_SAME) /* of one row, by chance */
        c->out_spot[o].stride = 0;
}

static void place_target(call *c) {
    layout layout = (enum layout)fuzz_below(&c->bytes, 8);
    unsigned more = (unsigned)fuzz_take(&c->bytes, 1);
    c->target_spot = place(c, layout < ABSENT ? layout : TIGHT, c->agents, more);
}

/* The agents of the batch, in an order of their own. What the list holds before the batch is nobody's to
   read. */
static void make_index(call *c, size_t first, size_t count, bool repeats) {
    c->index_spot = place(c, TIGHT, first + count, 0);
    uint32_t *order = fuzz_memory(4 * c->agents);
    for (size_t i = 0; i < c->agents; i++)
        order[i] = (uint32_t)i;
    for (size_t i = 0; i < first; i++)
        write_cell(c, &c->index_spot, i, UINT32_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t pick = i + scene_below(&c->dice, (uint32_t)(c->agents - i));
        uint32_t agent = order[repeats ? scene_below(&c->dice, (uint32_t)c->agents) : pick];
        if (!repeats) {
            order[pick] = order[i];
            order[i] = agent;
        }
        write_cell(c, &c->index_spot, first + i, agent);
    }
    free(order);
}

/* Values ------------------------------------------------------------------------------------------------- */

static void draw_inputs(call *c) {
    float value[MOST_COLUMNS];
    uint32_t bits;
    size_t most = c->agents > c->runners ? c->agents : c->runners;
    for (size_t row = 0; row < most; row++) {
        scene_agent(&c->dice, c->behaviour, c->hardness, value);
        for (size_t k = 0; k < c->behaviour->input_count; k++) {
            memcpy(&bits, &value[k], sizeof bits);
            if (c->hardness == 255)
                bits = (uint32_t)scene_bits(&c->dice);
            write_cell(c, &c->in_spot[k], row, bits);
        }
    }
}

static void draw_targets(call *c, uint32_t nobodies) {
    uint32_t runners = (uint32_t)c->batch.target_count;
    const uint32_t nobody[] = {runners, runners + 1, 0x7fffffffu, 0x80000000u, UINT32_MAX};
    for (size_t i = 0; i < c->agents; i++) {
        uint32_t target = nobody[scene_below(&c->dice, 5)];
        if (runners > 0 && scene_below(&c->dice, 256) >= nobodies)
            target = scene_below(&c->dice, runners);
        write_cell(c, &c->target_spot, i, target);
    }
}

enum { WALL_WORDS = sizeof(way_wall) / 4, WALL_SIDES = offsetof(way_wall, sides) / 4 };

/* Walls where the agents are; whoever does not look at them must not be led astray. */
static void draw_walls(call *c, size_t walls) {
    c->batch.wall_count = walls;
    c->wall_spot = place(c, TIGHT, WALL_WORDS * walls, 0);
    for (size_t i = 0; i < c->wall_spot.rows; i++) {
        bool is_side = i % WALL_WORDS == WALL_SIDES, is_hard = scene_below(&c->dice, 256) < c->hardness;
        float value = is_side   ? scene_whole((double)scene_below(&c->dice, 3) - 1)
                      : is_hard ? scene_special(&c->dice)
                                : scene_typical(&c->dice, &c->behaviour->inputs[0]);
        if (is_side && is_hard)
            value = scene_special_whole(&c->dice);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (c->hardness == 255)
            bits = (uint32_t)scene_bits(&c->dice);
        write_cell(c, &c->wall_spot, i, bits);
    }
}

/* What is left of the bytes: single cells. Any bits are a value, and any number is a target. */
static void overwrite_cells(call *c) {
    while (fuzz_left(&c->bytes) > 2) {
        size_t inputs = c->behaviour->input_count;
        size_t k = fuzz_below(&c->bytes, inputs + c->has_target + c->has_walls);
        size_t row = (size_t)fuzz_take(&c->bytes, 1);
        const spot *s = k < inputs                     ? &c->in_spot[k]
                        : k == inputs && c->has_target ? &c->target_spot
                                                       : &c->wall_spot;
        write_cell(c, s, row, (uint32_t)fuzz_take(&c->bytes, 4));
    }
}

/* Mistakes ----------------------------------------------------------------------------------------------- */

typedef struct arguments {
    const way_behaviour *behaviour;
    const way_column *in;
    const way_column_out *out;
    const way_batch *batch;
} arguments;

enum { MISTAKES = 22 };

static void lay_over_runners(call *c, size_t k, size_t o, size_t row);

static void *misplaced(const void *data, int off) { return (void *)((uintptr_t)data + (unsigned)off); }

static void make_mistake(call *c, arguments *a, unsigned mistake, unsigned which) {
    static way_behaviour stranger;
    size_t k = which % c->behaviour->input_count, o = which % c->behaviour->output_count;
    int off = 1 + (int)(which >> 6) % 3;
    switch (mistake) {
    case 1: a->in = NULL; break;
    case 2: a->out = NULL; break;
    case 3: a->batch = NULL; break;
    case 4: a->behaviour = NULL; break;
    case 5:
        stranger = *c->behaviour;
        a->behaviour = &stranger;
        break;
    case 6:
        if (c->behaviour->inputs[k].required)
            c->in[k].data = NULL;
        break;
    case 7: c->in[k].data = misplaced(c->in[k].data, off); break;
    case 8: c->in[k].stride += off; break;
    case 9: c->out[o].data = misplaced(c->out[o].data, off); break;
    case 10: c->out[o].stride += off; break;
    case 11: c->out[o].stride = WAY_SAME; break;
    case 12: c->batch.target.data = misplaced(c->batch.target.data, off); break;
    case 13: c->batch.target.stride += off; break;
    case 14: c->batch.index = misplaced(c->batch.index, off); break;
    case 15: c->batch.count = SIZE_MAX - which; break;
    case 16: c->batch.first = SIZE_MAX / 4 + 1 + which; break;
    case 17: c->batch.precision = which < 128 ? (int32_t)which + 2 : -(int32_t)which; break;
    case 18:
        c->batch.walls = NULL;
        c->batch.wall_count = 1 + which;
        break;
    case 19: c->batch.walls = misplaced(c->batch.walls, off); break;
    case 20: /* each can be, but not both */
        c->batch.first = SIZE_MAX / 4 - which;
        c->batch.count = (size_t)which + 1;
        break;
    case 21: lay_over_runners(c, k, o, which >> 4); break;
    }
}

/* Output o over a runner's column from its `row` on; only where that is refused, or it would lie beyond it. */
static void lay_over_runners(call *c, size_t k, size_t o, size_t row) {
    const spot *s = &c->in_spot[k];
    if (!by_target(c, k) || !s->is_there || c->runners == 0 || c->batch.target_count == 0 ||
        c->batch.count == 0)
        return;
    row = s->is_same ? 0 : row % c->runners;
    size_t first = c->has_index || s->is_same ? 0 : c->batch.first;
    if (row + first >= (s->is_same ? 1 : c->runners) || (s->is_same && !c->has_index && c->batch.first > 0))
        return;
    c->out[o] = (way_column_out){cell(c, s, row), s->is_same ? 0 : s->step};
}

static unsigned bit(way_result result) { return 1u << result; }

/* Marks a column's elements in a map of its region's words, or tells whether one is marked. */
static bool mark(const call *c, bool *const *map, const void *data, ptrdiff_t stride, size_t first,
                 size_t count, bool only_looks) {
    size_t r = 0;
    while (r < c->regions && ((const uint32_t *)data < c->region[r].memory ||
                              (const uint32_t *)data >= c->region[r].memory + c->region[r].words))
        r++;
    if (r == c->regions) /* a column of no rows may begin beyond its region */
        return false;
    ptrdiff_t word = (const uint32_t *)data - c->region[r].memory;
    bool found = false;
    if (stride == WAY_SAME)
        count = 1;
    for (size_t i = first; i < first + count; i++) {
        ptrdiff_t at =
            word + (i == 0 || stride == WAY_SAME ? 0 : (ptrdiff_t)i * (stride == 0 ? 4 : stride) / 4);
        if (at < 0 || at >= (ptrdiff_t)c->region[r].words)
            continue;
        found |= map[r][at];
        map[r][at] |= !only_looks;
    }
    return found;
}

/* Does an output lie where a runner's column does? The arguments are right otherwise. */
static bool is_output_a_runners(const call *c, const arguments *a) {
    if (a->batch->target.data == NULL || a->batch->target_count == 0 || a->batch->count == 0)
        return false;
    bool *map[MOST_REGIONS], found = false;
    for (size_t r = 0; r < c->regions; r++) {
        map[r] = fuzz_memory(c->region[r].words * sizeof(bool));
        memset(map[r], 0, c->region[r].words * sizeof(bool));
    }
    for (size_t k = 0; k < c->behaviour->input_count; k++)
        if (c->behaviour->inputs[k].side == WAY_RUNNER && a->in[k].data != NULL)
            mark(c, map, a->in[k].data, a->in[k].stride, 0, c->runners, false);
    for (size_t o = 0; o < c->behaviour->output_count; o++)
        if (a->out[o].data != NULL)
            found |= a->batch->index != NULL ? mark(c, map, a->out[o].data, 0, 0, 1, true)
                                             : mark(c, map, a->out[o].data, a->out[o].stride, a->batch->first,
                                                    a->batch->count, true);
    for (size_t r = 0; r < c->regions; r++)
        free(map[r]);
    return found;
}

static unsigned misaligned(const void *data, ptrdiff_t stride) {
    if (data == NULL)
        return 0;
    return (uintptr_t)data % 4 != 0 || stride % 4 != 0 ? bit(WAY_ERROR_ALIGNMENT) : 0;
}

/* One bit for every mistake that the header has a name for: where there are several, it does not say which is
   told. */
static unsigned mistakes_of(const call *c, const arguments *a) {
    unsigned found = 0;
    if (!c->is_named && a->behaviour == NULL)
        found |= bit(WAY_ERROR_NULL);
    else if (!c->is_named && a->behaviour != c->behaviour)
        found |= bit(WAY_ERROR_BEHAVIOUR);
    if (a->in == NULL || a->out == NULL || a->batch == NULL)
        found |= bit(WAY_ERROR_NULL);
    for (size_t k = 0; a->in != NULL && k < c->behaviour->input_count; k++) {
        if (a->in[k].data == NULL && c->behaviour->inputs[k].required)
            found |= bit(WAY_ERROR_MISSING);
        found |= misaligned(a->in[k].data, a->in[k].stride);
    }
    for (size_t o = 0; a->out != NULL && o < c->behaviour->output_count; o++) {
        if (a->out[o].data != NULL && a->out[o].stride == WAY_SAME)
            found |= bit(WAY_ERROR_STRIDE);
        found |= misaligned(a->out[o].data, a->out[o].stride);
    }
    if (a->batch == NULL)
        return found;
    found |= misaligned(a->batch->target.data, a->batch->target.stride) | misaligned(a->batch->index, 0) |
             misaligned(a->batch->walls, 0);
    if (a->batch->walls == NULL && a->batch->wall_count > 0)
        found |= bit(WAY_ERROR_NULL);
    /* More columns of 4 bytes than there are addresses. */
    if (a->batch->first > SIZE_MAX / 4 || a->batch->count > SIZE_MAX / 4 - a->batch->first)
        found |= bit(WAY_ERROR_COUNT);
    if (a->batch->precision != WAY_EXACT && a->batch->precision != WAY_FAST)
        found |= bit(WAY_ERROR_PRECISION);
    if (found == 0 && is_output_a_runners(c, a))
        found |= bit(WAY_ERROR_OVERLAP);
    return found;
}

/* Truth -------------------------------------------------------------------------------------------------- */

static bool is_sound(const way_column_info *output, uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    if (output->type == WAY_FLOAT)
        return !isnan(number);
    if (output->type == WAY_WORD)
        return way_word_name((int32_t)word) != NULL;
    return output->type != WAY_STATUS || way_status_word((int32_t)word) != NULL;
}

static void check_one(const call *c, uint32_t *const *out, size_t row) {
    uint32_t values[MOST_COLUMNS], answers[MOST_COLUMNS];
    size_t number = 0;
    while (number < ONES && strcmp(ones[number].name, c->behaviour->name) != 0)
        number++;
    if (number == ONES)
        return;
    for (size_t k = 0; k < c->behaviour->input_count; k++)
        values[k] = c->tight[k][row];
    ones[number].solve(values, answers);
    for (size_t o = 0; o < c->behaviour->output_count; o++)
        if (answers[o] != out[o][row])
            FAIL(c, "one agent alone, %s of position %zu: %08" PRIx32 ", the batch %08" PRIx32,
                 c->behaviour->outputs[o].name, row, answers[o], out[o][row]);
}

static void use_isa(const call *c, const char *name) {
    if (way_set_isa(name) != WAY_OK || strcmp(way_isa(), name) != 0)
        FAIL(c, "there is no choosing the table %s", name);
}

/* Whom the agent is after: its row in the runners' columns. SIZE_MAX is nobody, as UINT32_MAX is in a
   list. */
static size_t runner_of(const call *c, size_t agent) {
    if (!c->has_target || !scene_has_runners(c->behaviour))
        return agent;
    uint32_t target = read_cell(c, &c->target_spot, agent);
    return target < c->batch.target_count && target != UINT32_MAX ? target : SIZE_MAX;
}

/* Plain C on tight columns of just the batch's agents, every default written out, tells what memory must
   hold. */
static void work_out(call *c) {
    const way_behaviour *b = c->behaviour;
    size_t count = c->batch.count;
    uint32_t **in = c->tight, *out[MOST_COLUMNS];
    way_column tight_in[MOST_COLUMNS] = {{0}};
    way_column_out tight_out[MOST_COLUMNS] = {{0}};
    for (size_t k = 0; k < b->input_count; k++) {
        tight_in[k].data = in[k] = fuzz_memory(4 * count);
        for (size_t i = 0; i < count; i++) {
            size_t agent = agent_at(c, c->batch.first + i), runner = runner_of(c, agent);
            size_t row = b->inputs[k].side == WAY_RUNNER ? runner : agent;
            in[k][i] = !c->in_spot[k].is_there ? scene_fallback(&b->inputs[k])
                       : row == SIZE_MAX       ? 0
                                               : read_cell(c, &c->in_spot[k], row);
        }
    }
    for (size_t o = 0; o < b->output_count; o++)
        tight_out[o].data = out[o] = fuzz_memory(4 * count);
    use_isa(c, "scalar");
    way_batch batch = {.count = count,
                       .precision = c->batch.precision,
                       .walls = c->batch.walls,
                       .wall_count = c->batch.wall_count};
    if (way_run(b, tight_in, tight_out, &batch) != WAY_OK)
        FAIL(c, "plain C refuses tight columns");

    if (c->batch.precision == WAY_EXACT && c->batch.wall_count == 0)
        for (size_t i = 0; i < count; i += 1 + count / 3)
            check_one(c, out, i);
    for (size_t i = 0; i < count; i++) {
        size_t agent = agent_at(c, c->batch.first + i);
        bool is_nobody = runner_of(c, agent) == SIZE_MAX;
        for (size_t o = 0; o < b->output_count; o++) {
            uint32_t word = is_nobody ? scene_fallback(&b->outputs[o]) : out[o][i];
            if (b->outputs[o].type == WAY_STATUS && word < STATUSES)
                answered[c->number][word] = 1;
            if (!is_sound(&b->outputs[o], word))
                FAIL(c, "plain C, %s of position %zu: %08" PRIx32 " is no such value", b->outputs[o].name, i,
                     word);
            const spot *s = &c->out_spot[o];
            if (s->is_there)
                memcpy((unsigned char *)c->region[s->region].expected + s->origin +
                           s->step * (ptrdiff_t)agent,
                       &word, sizeof word);
        }
    }
    for (size_t o = 0; o < b->output_count; o++)
        free(out[o]);
}

/* The inputs of an agent, for the keyboard. */
static void tell_inputs(const call *c, size_t agent) {
    size_t position = 0;
    while (position < c->batch.count && agent_at(c, c->batch.first + position) != agent)
        position++;
    if (c->tight[0] == NULL || position == c->batch.count) {
        fprintf(stderr, "  agent %zu is not in the batch\n", agent);
        return;
    }
    fprintf(stderr, "  agent %zu, at %zu of the batch, is after %zd:\n", agent, position,
            (ptrdiff_t)runner_of(c, agent));
    for (size_t k = 0; k < c->behaviour->input_count; k++) {
        float number;
        memcpy(&number, &c->tight[k][position], sizeof number);
        fprintf(stderr, "    %s = %a (%08" PRIx32 ")\n", c->behaviour->inputs[k].name, (double)number,
                c->tight[k][position]);
    }
}

/* Says whose the word is that differs. */
static void tell_difference(const call *c, size_t number, size_t word) {
    const region *r = &c->region[number];
    for (size_t o = 0; o < c->behaviour->output_count; o++) {
        const spot *s = &c->out_spot[o];
        for (size_t agent = 0; s->is_there && s->region == number && agent < s->rows; agent++)
            if (cell(c, s, agent) == (unsigned char *)(r->memory + word)) {
                fprintf(stderr, "waylay: %s of agent %zu: expected %08" PRIx32 ", got %08" PRIx32 "\n",
                        c->behaviour->outputs[o].name, agent, r->expected[word], r->memory[word]);
                tell_inputs(c, agent);
                tell(c);
                abort();
            }
    }
    FAIL(c, "a word of no output at %p: it held %08" PRIx32 ", now %08" PRIx32, (void *)(r->memory + word),
         r->expected[word], r->memory[word]);
}

/* One call ----------------------------------------------------------------------------------------------- */

static size_t count_isas(void) {
    size_t count = 0;
    while (way_isa_name(count) != NULL)
        count++;
    return count;
}

static void point(call *c) {
    for (size_t k = 0; k < c->behaviour->input_count; k++)
        if (c->in_spot[k].is_there)
            c->in[k] = (way_column){cell(c, &c->in_spot[k], 0), c->in_spot[k].stride};
        else
            c->in[k].stride = (ptrdiff_t)c->hardness; /* of what is not there, nobody asks */
    for (size_t o = 0; o < c->behaviour->output_count; o++)
        if (c->out_spot[o].is_there)
            c->out[o] = (way_column_out){cell(c, &c->out_spot[o], 0), c->out_spot[o].stride};
        else
            c->out[o].stride = (ptrdiff_t)c->hardness;
    if (c->has_target)
        c->batch.target = (way_column){cell(c, &c->target_spot, 0), c->target_spot.stride};
    if (c->has_index)
        c->batch.index = (const uint32_t *)(const void *)cell(c, &c->index_spot, 0);
    if (c->has_walls)
        c->batch.walls = (const way_wall *)(const void *)cell(c, &c->wall_spot, 0);
}

/* Runners of which nothing but one value for all is known may be as many as numbers reach. */
static bool has_any_runners(const call *c) {
    for (size_t k = 0; k < c->behaviour->input_count; k++)
        if (by_target(c, k) && c->in_spot[k].is_there && !c->in_spot[k].is_same)
            return false;
    return true;
}

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
    c->batch.precision = flags & 512 ? WAY_FAST : WAY_EXACT;

    c->number = fuzz_below(b, BEHAVIOURS);
    c->behaviour = way_behaviour_at(c->number);
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
    size_t walls = c->has_walls ? fuzz_below(b, 9) : 0; /* none in a list of them, too */
    count += is_large ? 16 * (size_t)fuzz_take(b, 1) : 0;
    c->batch.first = first;
    c->batch.count = count;
    c->agents = first + count + strangers;
    c->runners = has_many_runners ? 16 * runners : runners;

    for (size_t k = 0; k < c->behaviour->input_count; k++)
        place_input(c, k);
    if (c->has_target)
        place_target(c);
    for (size_t o = 0; o < c->behaviour->output_count; o++)
        place_output(c, o);
    if (c->has_index)
        make_index(c, first, count, repeats && !c->is_in_place);
    c->batch.target_count = c->has_target && !has_any_runners(c) ? c->runners : (size_t)fuzz_take(b, 5);
    draw_inputs(c);
    if (c->has_target)
        draw_targets(c, nobodies);
    if (c->has_walls)
        draw_walls(c, walls);
    overwrite_cells(c);

    for (size_t r = 0; r < c->regions; r++) {
        c->region[r].expected = fuzz_memory(4 * c->region[r].words);
        memcpy(c->region[r].expected, c->region[r].memory, 4 * c->region[r].words);
    }
    point(c);
    arguments a = {c->behaviour, c->in, c->out, &c->batch};
    make_mistake(c, &a, mistake[0][0], mistake[0][1]);
    if (mistake[1][0] != mistake[0][0]) /* the same twice may be right again, and wild */
        make_mistake(c, &a, mistake[1][0], mistake[1][1]);
    unsigned mistakes = mistakes_of(c, &a);
    if (mistakes == 0) {
        work_out(c);
        solved[c->number][c->batch.precision == WAY_FAST] = 1;
    }

    use_isa(c, c->isa);
    way_result result =
        c->is_named ? named[c->number](a.in, a.out, a.batch) : way_run(a.behaviour, a.in, a.out, a.batch);
    if (mistakes == 0 && result != WAY_OK)
        FAIL(c, "a right call is refused: %s", way_result_string(result));
    if (mistakes != 0 && (mistakes & bit(result)) == 0)
        FAIL(c, "a wrong call gives result %d, expected one of the bits %#x", (int)result, mistakes);
    for (size_t r = 0; r < c->regions; r++) {
        const region *it = &c->region[r];
        if (memcmp(it->memory, it->expected, 4 * it->words) != 0)
            for (size_t word = 0; word < it->words; word++)
                if (it->memory[word] != it->expected[word])
                    tell_difference(c, r, word);
        free(it->memory);
        free(it->expected);
    }
    for (size_t k = 0; k < c->behaviour->input_count; k++)
        free(c->tight[k]);
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
    if ((way_behaviour_at(place) != NULL) != (place < BEHAVIOURS))
        FAIL(NULL, "behaviour %zu is there or not", place);
    if ((way_isa_name(place) != NULL) != (place < count_isas()))
        FAIL(NULL, "table %zu is there or not", place);

    /* A name as it is, as a beginning, or any bytes. */
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
    for (size_t i = 0; way_behaviour_at(i) != NULL; i++)
        if (strcmp(way_behaviour_at(i)->name, exact) == 0)
            behaviour = way_behaviour_at(i);
    if (way_behaviour_named(exact) != behaviour || way_behaviour_named(NULL) != NULL)
        FAIL(NULL, "behaviour \"%s\" is there or not", exact);
    free(exact);

    for (size_t i = 0; i < ONES; i++) {
        uint32_t values[MOST_COLUMNS];
        const way_behaviour *one = way_behaviour_named(ones[i].name);
        ones[i].agent_default(values);
        for (size_t k = 0; k < one->input_count; k++)
            if (values[k] != scene_fallback(&one->inputs[k]))
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
