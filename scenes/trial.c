#include "trial.h"

#include <string.h>

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

/* Batches on either side of every vector's width; the largest is the caller's choice. */
static const size_t counts[] = {1, 2, 3, 5, 9, 17, 31, 67, 129};
enum { COUNTS = sizeof counts / sizeof counts[0] };

/* Long batches are stored in ways of their own: lines where many columns begin at the same place of their pages, as
   large ones from malloc do; streams beyond the caches; a head up to the first line, and a tail. The same few agents
   come over and over, so that what is expected comes from a short batch, which no such way touches. */
enum {
    PAGE = 1024,       /* cells */
    LONG_PERIOD = 129, /* no multiple of a vector */
    LONG_FIRST = 3,
    LONG_ROWS = 2048 + 2 * 16 + 5, /* the library's least for all that, a head and a tail */
    LONG_PITCH = (LONG_ROWS + PAGE - 1) / PAGE * PAGE
};
#if defined(WAY_STREAM_BYTES) /* the library's, where it is compiled with another */
#define STREAM_BYTES ((size_t)WAY_STREAM_BYTES)
#else
#define STREAM_BYTES ((size_t)24 << 20)
#endif

typedef enum long_outputs { APART, IN_PLACE, LEFT_OUT } long_outputs;

static const struct long_form {
    layout layout;
    long_outputs outputs;
    size_t first;
    const char *name;
} long_forms[] = {
    {TIGHT, APART, 0, "long columns of one place in their pages"},
    {TIGHT, IN_PLACE, LONG_FIRST, "long columns in place"},
    {TIGHT, LEFT_OUT, LONG_FIRST, "long columns, one output left out"},
    {PAIRS, APART, LONG_FIRST, "long x/y pairs"},
    {RECORDS, APART, LONG_FIRST, "long records"},
    {TARGETS, APART, LONG_FIRST, "long x/y pairs by target"},
    {SAME, APART, LONG_FIRST, "long columns, one value for all"},
};
enum { LONG_FORMS = sizeof long_forms / sizeof long_forms[0], STREAMED_FORMS = 2 };

/* One batch in the making. */
typedef struct stage {
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
    uint32_t *long_laid; /* laid and got of long batches, from the begin of a page on */
    uint32_t *list, *target;
    float *values; /* one agent's */
    size_t first;
    size_t rows, pitch; /* as laid: agents, of which count differ, and cells from column to column */
    const struct long_form *form; /* NULL: not a long batch */
    way_column *in;
    way_column_out *out;
} stage;

/* Memory ------------------------------------------------------------------------------------------------- */

static size_t room_for(size_t agents) { return agents > counts[COUNTS - 1] ? agents : counts[COUNTS - 1]; }

/* Cells of all inputs, or of all outputs: an odd number of columns in pairs takes one more. */
static size_t cells(size_t columns, size_t room) { return (columns + 1) * room; }

/* Only vectors of a whole line go round the caches. */
static int may_stream(const char *isa) {
    return strcmp(isa, "avx512") == 0 || strcmp(isa, "emulated16") == 0;
}

/* Agents of a batch that does, without optional inputs; 0 where no table of this machine would. */
static size_t streamed_rows(const way_behaviour *behaviour) {
    size_t columns = behaviour->output_count;
    for (size_t k = 0; k < behaviour->input_count; k++)
        columns += behaviour->inputs[k].required != 0;
    for (size_t t = 0; way_isa_name(t); t++)
        if (may_stream(way_isa_name(t)))
            return STREAM_BYTES / 4 / columns / 16 * 16 + LONG_ROWS;
    return 0;
}

/* Cells from column to column of long batches: whole pages. */
static size_t longest_pitch(const way_behaviour *behaviour) {
    size_t streamed = (streamed_rows(behaviour) + PAGE - 1) / PAGE * PAGE;
    return streamed > LONG_PITCH ? streamed : LONG_PITCH;
}

size_t trial_bytes(const way_behaviour *behaviour, size_t agents) {
    size_t room = room_for(agents), inputs = behaviour->input_count, outputs = behaviour->output_count;
    size_t pitch = longest_pitch(behaviour);
    return inputs * sizeof(way_column) + outputs * sizeof(way_column_out) +
           4 * (2 * cells(inputs, room) + cells(outputs, room) + 2 * room + inputs + LONG_ROWS + PAGE +
                cells(inputs, pitch) + cells(outputs, pitch) + cells(inputs, room) + cells(outputs, room));
}

static uint32_t *take(uint32_t **free, size_t count) {
    uint32_t *taken = *free;
    *free += count;
    return taken;
}

static stage set_up(const trial *trial) {
    size_t inputs = trial->behaviour->input_count, outputs = trial->behaviour->output_count;
    stage s = {.behaviour = trial->behaviour, .precision = trial->precision, .room = room_for(trial->agents)};
    s.pitch = s.room;
    s.in = (way_column *)trial->memory;
    s.out = (way_column_out *)(void *)(s.in + inputs);
    uint32_t *free = (uint32_t *)(void *)(s.out + outputs);
    s.flat = take(&free, cells(inputs, s.room));
    s.pool = take(&free, cells(inputs, s.room));
    s.laid = take(&free, cells(inputs, s.room));
    s.expected = take(&free, cells(outputs, s.room));
    s.got = take(&free, cells(outputs, s.room));
    s.list = take(&free, s.room);
    s.target = take(&free, s.room + LONG_ROWS);
    s.values = (float *)(void *)take(&free, inputs);
    s.long_laid = free + (PAGE - (uintptr_t)free / 4 % PAGE) % PAGE;
    return s;
}

/* Scenes ------------------------------------------------------------------------------------------------- */

/* By name, not by place in the registry: a new behaviour changes no other one's scenes. */
static uint64_t seed_of(uint64_t seed, const char *name) {
    size_t length = 0;
    while (name[length] != '\0')
        length++;
    return seed + scene_hash(SCENE_HASH, name, length);
}

static void draw_scene(stage *s, uint32_t hardness, options_given given) {
    const way_behaviour *behaviour = s->behaviour;
    s->given = 0;
    for (size_t k = 0; k < behaviour->input_count; k++) {
        int is_given = given == ALL_GIVEN || (given == SOME_GIVEN && scene_below(&s->dice, 2));
        if (behaviour->inputs[k].required || is_given)
            s->given |= (uint64_t)1 << k;
    }
    for (size_t i = 0; i < s->count; i++) {
        scene_agent(&s->dice, behaviour, hardness, s->values);
        for (size_t k = 0; k < behaviour->input_count; k++)
            memcpy(&s->pool[k * s->room + i], &s->values[k], 4);
    }
}

static int is_nobody(const stage *s, size_t i) {
    return s->layout == TARGETS && s->target[i] >= s->count && scene_has_runners(s->behaviour);
}

/* What each agent is up against under this layout: flat from pool. */
static void flatten(stage *s) {
    size_t n = s->count;
    s->same = 0;
    s->first = 0;
    if (s->layout == SAME)
        s->same = scene_bits(&s->dice);
    if (s->layout == TARGETS)
        for (size_t i = 0; i < n; i++) {
            uint32_t die = scene_below(&s->dice, 32);
            s->target[i] = die == 0   ? UINT32_MAX
                           : die == 1 ? (uint32_t)n
                                      : scene_below(&s->dice, (uint32_t)n);
        }
    if (s->layout == LISTED) {
        s->first = n > 4 ? 3 : 0;
        for (size_t i = 0; i < n; i++) {
            size_t j = scene_below(&s->dice, (uint32_t)i + 1);
            s->list[i] = s->list[j];
            s->list[j] = (uint32_t)i;
        }
    }
    for (size_t k = 0; k < s->behaviour->input_count; k++) {
        const uint32_t *from = s->pool + k * s->room;
        uint32_t *to = s->flat + k * s->room;
        int by_target = s->layout == TARGETS && s->behaviour->inputs[k].side == WAY_RUNNER;
        for (size_t i = 0; i < n; i++)
            to[i] = s->same >> k & 1 ? from[0] : by_target && !is_nobody(s, i) ? from[s->target[i]] : from[i];
    }
}

/* Layouts ------------------------------------------------------------------------------------------------ */

/* Where column k begins among columns of pitch cells each, and how far it is from agent to agent. */
static size_t start_of(const stage *s, size_t k) {
    switch (s->layout) {
    case PAIRS:
    case TARGETS: return (k & ~(size_t)1) * s->pitch + (k & 1);
    case RECORDS: return k;
    default: return k * s->pitch;
    }
}

static size_t step_of(const stage *s, size_t columns) {
    return s->layout == PAIRS || s->layout == TARGETS ? 2 : s->layout == RECORDS ? columns : 1;
}

/* The agents s->count apart are the same. */
static void lay_out(stage *s) {
    const way_behaviour *behaviour = s->behaviour;
    size_t in_step = step_of(s, behaviour->input_count), out_step = step_of(s, behaviour->output_count);
    long_outputs outputs = s->form ? s->form->outputs : APART;
    for (size_t k = 0; k < behaviour->input_count; k++) {
        uint32_t *at = s->laid + start_of(s, k);
        const uint32_t *from = s->pool + k * s->room;
        s->in[k] = s->same >> k & 1 ? way_same(at) : way_at(at, 4 * in_step);
        if (!(s->given >> k & 1))
            s->in[k] = (way_column){NULL, 0};
        for (size_t i = 0, j = 0; s->in[k].data != NULL && i < s->rows; i++, j = j + 1 < s->count ? j + 1 : 0)
            at[i * in_step] = from[j];
    }
    for (size_t i = s->count; s->layout == TARGETS && i < s->rows; i++)
        s->target[i] = s->target[i - s->count];
    for (size_t k = 0; k < behaviour->output_count; k++) {
        s->out[k] = way_to(s->got + start_of(s, k), 4 * out_step);
        if (outputs == IN_PLACE && k < behaviour->input_count && s->in[k].data != NULL)
            s->out[k] = way_to(s->laid + start_of(s, k), 4 * in_step);
        if (outputs == LEFT_OUT && k == behaviour->output_count / 2)
            s->out[k] = (way_column_out){NULL, 0};
    }
    for (size_t i = 0; i < cells(behaviour->output_count, s->pitch); i++)
        s->got[i] = TRIAL_UNTOUCHED;
}

static way_result run_layout(const stage *s) {
    way_batch batch = {.first = s->first, .count = s->rows - s->first, .precision = s->precision};
    scene_wall_in(&batch);
    if (s->layout == LISTED)
        batch.index = s->list;
    if (s->layout == TARGETS) {
        batch.target = (way_column){s->target, 0};
        batch.target_count = s->count;
    }
    if (s->layout == SPLIT) {
        batch.count = s->count / 3;
        way_result result = way_run(s->behaviour, s->in, s->out, &batch);
        if (result != WAY_OK)
            return result;
        batch.first = batch.count;
        batch.count = s->count - batch.first;
    }
    return way_run(s->behaviour, s->in, s->out, &batch);
}

/* Plain C on tight columns, then what the layout adds: agents after nobody, agents that the list leaves
   out. */
static way_result expect(stage *s) {
    const way_behaviour *behaviour = s->behaviour;
    for (size_t k = 0; k < behaviour->input_count; k++)
        s->in[k] = (way_column){s->given >> k & 1 ? s->flat + k * s->room : NULL, 0};
    for (size_t k = 0; k < behaviour->output_count; k++)
        s->out[k] = (way_column_out){s->expected + k * s->room, 0};
    way_batch batch = {.count = s->count, .precision = s->precision};
    scene_wall_in(&batch);
    way_set_isa(way_isa_name(0));
    way_result result = way_run(behaviour, s->in, s->out, &batch);
    if (result != WAY_OK)
        return result;

    for (size_t k = 0; k < behaviour->output_count; k++) {
        const way_column_info *column = &behaviour->outputs[k];
        float number = (float)column->fallback;
        int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
        uint32_t *cell = s->expected + k * s->room;
        for (size_t i = 0; i < s->count; i++)
            if (is_nobody(s, i))
                memcpy(&cell[i], column->type == WAY_FLOAT ? (void *)&number : (void *)&whole, 4);
        for (size_t i = 0; i < s->first; i++)
            cell[s->list[i]] = TRIAL_UNTOUCHED;
    }
    return WAY_OK;
}

/* Comparison --------------------------------------------------------------------------------------------- */

/* What a cell must hold after the call. */
static uint32_t expected_at(const stage *s, size_t k, size_t i) {
    size_t agent = i % s->count;
    if (s->form == NULL || i >= s->first)
        return s->expected[k * s->room + agent];
    int in_place = s->out[k].data == s->laid + start_of(s, k); /* what was there before */
    return in_place ? s->pool[k * s->room + agent] : TRIAL_UNTOUCHED;
}

static void find(const stage *s, trial_finding *finding, trial_verdict verdict, size_t row, size_t output,
                 uint32_t got) {
    finding->verdict = verdict;
    finding->layout = s->form ? s->form->name : layout_name[s->layout];
    finding->row = row;
    finding->count = s->rows;
    finding->given = s->given;
    finding->expected =
        verdict == TRIAL_DIFFERENT ? expected_at(s, output, row) : s->expected[output * s->room + row];
    /* the trial ends here: its memory may hold the row instead */
    for (size_t k = 0; k < s->behaviour->input_count; k++)
        s->laid[k] = s->flat[k * s->room + row % s->count];
    finding->input = s->laid;
    finding->output = output;
    finding->got = got;
}

/* No NaN and no unknown status may leave plain C. */
static int is_sound(const stage *s, trial_finding *finding) {
    for (size_t k = 0; k < s->behaviour->output_count; k++)
        for (size_t i = 0; i < s->count; i++) {
            uint32_t cell = s->expected[k * s->room + i];
            way_type type = s->behaviour->outputs[k].type;
            if (cell == TRIAL_UNTOUCHED)
                continue;
            if ((type == WAY_FLOAT && (cell & 0x7fffffff) > 0x7f800000) ||
                (type == WAY_STATUS && !way_status_word((int32_t)cell)) ||
                (type == WAY_WORD && !way_word_name((int32_t)cell))) {
                finding->isa = way_isa_name(0);
                find(s, finding, TRIAL_UNSOUND, i, k, cell);
                return 0;
            }
        }
    return 1;
}

static int is_same(const stage *s, trial_finding *finding) {
    for (size_t k = 0; k < s->behaviour->output_count; k++) {
        const char *cell = (const char *)s->out[k].data;
        for (size_t i = 0; cell != NULL && i < s->rows; i++, cell += s->out[k].stride) {
            uint32_t got;
            memcpy(&got, cell, sizeof got);
            if (got != expected_at(s, k, i)) {
                find(s, finding, TRIAL_DIFFERENT, i, k, got);
                return 0;
            }
        }
    }
    return 1;
}

static int is_accepted(way_result result, trial_finding *finding) {
    finding->refusal = result;
    if (result != WAY_OK)
        finding->verdict = TRIAL_REFUSED;
    return result == WAY_OK;
}

/* 0 at the first difference. The hash is of what plain C gives, so it does not depend on the tables of this
   machine. */
static int check_layout(stage *s, const char *isa, trial_finding *finding) {
    flatten(s);
    s->rows = s->count;
    if (!is_accepted(expect(s), finding))
        return 0;
    for (size_t k = 0; k < s->behaviour->output_count; k++)
        finding->hash = scene_hash_cells(finding->hash, s->expected + k * s->room, s->count);
    if (!is_sound(s, finding))
        return 0;
    for (size_t t = 0; way_isa_name(t); t++) {
        finding->isa = way_isa_name(t);
        if (isa && strcmp(isa, finding->isa) != 0)
            continue;
        lay_out(s);
        way_set_isa(finding->isa);
        if (!is_accepted(run_layout(s), finding) || !is_same(s, finding))
            return 0;
    }
    return 1;
}

static int check_scenes(stage *s, const trial *trial, trial_finding *finding) {
    static const uint32_t hardnesses[] = {0, 4, 24, 80};
    for (size_t h = 0; h < sizeof hardnesses / sizeof hardnesses[0]; h++)
        for (int given = 0; given < GIVENS; given++)
            for (size_t c = 0; c <= COUNTS; c++) {
                s->count = c < COUNTS ? counts[c] : trial->agents;
                draw_scene(s, hardnesses[h], (options_given)given);
                for (int layout = 0; layout < LAYOUTS; layout++) {
                    s->layout = (enum layout)layout;
                    if (!check_layout(s, trial->isa, finding))
                        return 0;
                }
            }
    return 1;
}

/* One long batch under each table. */
static int check_long(stage *s, const struct long_form *form, size_t rows, const char *isa,
                      trial_finding *finding) {
    s->form = form;
    s->layout = form->layout;
    s->rows = rows;
    s->pitch = (rows + PAGE - 1) / PAGE * PAGE;
    s->laid = s->long_laid;
    s->got = s->laid + cells(s->behaviour->input_count, s->pitch);
    flatten(s);
    if (!is_accepted(expect(s), finding) || !is_sound(s, finding))
        return 0;
    s->first = form->first;
    for (size_t t = 0; way_isa_name(t); t++) {
        finding->isa = way_isa_name(t);
        if ((isa && strcmp(isa, finding->isa) != 0) || (rows > LONG_ROWS && !may_stream(finding->isa)))
            continue;
        lay_out(s);
        way_set_isa(finding->isa);
        if (!is_accepted(run_layout(s), finding) || !is_same(s, finding))
            return 0;
    }
    return 1;
}

static int check_stores(stage *s, const trial *trial, trial_finding *finding) {
    static const options_given givens[] = {ALL_GIVEN, NONE_GIVEN};
    size_t streamed = streamed_rows(s->behaviour);
    s->count = LONG_PERIOD;
    for (size_t g = 0; g < sizeof givens / sizeof givens[0]; g++) {
        draw_scene(s, 24, givens[g]);
        for (size_t f = 0; f < LONG_FORMS; f++)
            if (!check_long(s, &long_forms[f], LONG_ROWS, trial->isa, finding))
                return 0;
    }
    for (size_t f = 0; streamed > 0 && f < STREAMED_FORMS; f++)
        if (!check_long(s, &long_forms[f], streamed, trial->isa, finding))
            return 0;
    return 1;
}

trial_finding trial_run(const trial *trial) {
    trial_finding finding = {.verdict = TRIAL_SAME_BITS, .hash = SCENE_HASH};
    stage s = set_up(trial);
    s.dice = seed_of(trial->seed, trial->behaviour->name);
    if (check_scenes(&s, trial, &finding))
        check_stores(&s, trial, &finding);
    way_set_isa(NULL);
    return finding;
}

/* Golden files ------------------------------------------------------------------------------------------- */

const char *trial_precision_word(way_precision precision) { return precision == WAY_FAST ? "fast" : "exact"; }

/* What follows the word at `text`, NULL where another word is there. */
static const char *after_word(const char *text, const char *word) {
    while (*word != '\0')
        if (*text++ != *word++)
            return NULL;
    return *text == ' ' ? text + 1 : NULL;
}

/* 16 digits and the end of a line. */
static int read_hash(const char *text, uint64_t *hash) {
    *hash = 0;
    for (int i = 0; i < 16; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return 0;
        *hash = *hash << 4 | (uint64_t)digit;
    }
    return text[16] == '\n' || text[16] == '\r' || text[16] == '\0';
}

int trial_golden(const char *text, way_precision precision, uint64_t *hash) {
    while (*text != '\0') {
        const char *digits = after_word(text, trial_precision_word(precision));
        if (digits)
            return read_hash(digits, hash);
        while (*text != '\0' && *text++ != '\n')
            ;
    }
    return 0;
}
