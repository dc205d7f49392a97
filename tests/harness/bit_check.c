#include "bit_check.h"

#include <string.h>

#include "laid_call.h"
#include "draw.h"

/* Layouts of the same agents in memory. For every layout, plain C on tight columns gives the expected
   outputs. */
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

/* Which optional inputs are passed. A kernel may have separate code for each case. */
typedef enum options_given { ALL_GIVEN, NONE_GIVEN, SOME_GIVEN, GIVENS } options_given;

/* Batch sizes below and above every vector width. bit_check.agents is one more size. */
static const size_t counts[] = {1, 2, 3, 5, 9, 17, 31, 67, 129};
enum { COUNTS = sizeof counts / sizeof counts[0] };

/* The library treats long batches specially. The library stores whole cache lines if many columns begin at
   the same offset of their pages, as large columns from malloc do. If the columns do not fit into the caches,
   it streams outputs past the caches. The agents before the first cache line and after the last one are
   solved separately. In the long batches here, the same few agents repeat, so the expected answers come from
   a short batch, which the library does not treat specially. */
enum {
    PAGE = 1024,       /* cells */
    LONG_PERIOD = 129, /* not a multiple of a vector */
    LONG_FIRST = 3,
    LONG_ROWS = 2048 + 2 * 16 + 5, /* the library's minimum for a long batch, plus a head and a tail */
    LONG_PITCH = (LONG_ROWS + PAGE - 1) / PAGE * PAGE
};
#if defined(WAY_STREAM_BYTES) /* defined if the library is compiled with another value than its default */
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

/* A batch under construction. */
typedef struct stage {
    const way_behaviour *behaviour;
    way_precision precision;
    uint64_t dice;
    size_t room; /* the number of rows in `pool` */
    size_t count;
    uint64_t given; /* bit k: input k is given */
    uint64_t same;  /* bit k: input k is one value for all */
    uint32_t *pool; /* the drawn values, [column][row]; every layout uses them */
    uint32_t *list, *target, *truth;
    layout layout;
    size_t rows;                  /* rows in the layout; `count` of them are different */
    const struct long_form *form; /* NULL: not a long batch */
    laid_call *call;
    unsigned char *memory, *free; /* memory of the current call */
} stage;

/* Memory ------------------------------------------------------------------------------------------------- */

static size_t room_for(size_t agents) { return agents > counts[COUNTS - 1] ? agents : counts[COUNTS - 1]; }

/* Only instruction sets with vectors as wide as a cache line bypass the caches. */
static int may_stream(const char *isa) {
    return strcmp(isa, "avx512") == 0 || strcmp(isa, "emulated16") == 0;
}

/* Returns the number of columns of a batch without optional inputs. */
static size_t least_columns(const way_behaviour *behaviour) {
    size_t columns = behaviour->output_count;
    for (size_t k = 0; k < behaviour->input_count; k++)
        columns += behaviour->inputs[k].required != 0;
    return columns;
}

/* Returns a number of agents for which a batch without optional inputs bypasses the caches, or 0 if no
   instruction set of this machine bypasses them. */
static size_t streamed_rows(const way_behaviour *behaviour) {
    for (size_t t = 0; way_isa_name(t); t++)
        if (may_stream(way_isa_name(t)))
            return STREAM_BYTES / 4 / least_columns(behaviour) / 16 * 16 + LONG_ROWS;
    return 0;
}

/* Returns the bytes for columns and their copy, if each column has its own region. Because a pair may lack
   one of its columns, the columns may need more regions than they fill. */
static size_t laid_room(size_t columns, size_t rows) {
    return 2 * (columns + 2) * (4 * rows + 2 * LAID_GUARD + 4 * PAGE);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

/* Returns the bytes that the largest call needs. The calls run one after another in the same memory. */
static size_t memory_of_calls(const way_behaviour *behaviour, size_t room) {
    size_t columns = behaviour->input_count + behaviour->output_count + 1; /* plus a list or targets */
    size_t streamed = streamed_rows(behaviour);
    return larger(laid_room(columns, larger(room, LONG_ROWS)), laid_room(least_columns(behaviour), streamed));
}

static size_t table_cells(const way_behaviour *behaviour, size_t room) {
    return (behaviour->input_count + behaviour->output_count + 2) * room;
}

size_t bit_check_bytes(const way_behaviour *behaviour, size_t agents) {
    size_t room = room_for(agents);
    return sizeof(laid_call) + 4 * table_cells(behaviour, room) + memory_of_calls(behaviour, room);
}

static uint32_t *take(uint32_t **free, size_t count) {
    uint32_t *taken = *free;
    *free += count;
    return taken;
}

static stage set_up(const bit_check *check) {
    const way_behaviour *behaviour = check->behaviour;
    stage s = {.behaviour = behaviour, .precision = check->precision, .room = room_for(check->agents)};
    s.call = (laid_call *)check->memory;
    uint32_t *free = (uint32_t *)(void *)(s.call + 1);
    s.pool = take(&free, behaviour->input_count * s.room);
    s.truth = take(&free, behaviour->output_count * s.room);
    s.list = take(&free, s.room);
    s.target = take(&free, s.room);
    s.memory = (unsigned char *)free;
    return s;
}

/* Takes memory for a region with these records. The first record is aligned to `alignment` bytes. */
static size_t lend(stage *s, laid_records *records, size_t alignment) {
    records->front = records->behind = LAID_GUARD;
    uintptr_t first = ((uintptr_t)s->free + LAID_GUARD + alignment - 1) / alignment * alignment;
    unsigned char *memory = s->free + (first - (uintptr_t)s->free) - LAID_GUARD;
    size_t bytes = laid_bytes(records);
    s->free = memory + 2 * bytes;
    return laid_add_region(s->call, memory, memory + bytes, bytes);
}

/* Values ------------------------------------------------------------------------------------------------- */

/* Returns a seed for a behaviour. The seed depends on the behaviour's name, not on its position in the
   registry, so a new behaviour does not change the values of other behaviours. */
static uint64_t seed_of(uint64_t seed, const char *name) {
    size_t length = 0;
    while (name[length] != '\0')
        length++;
    return seed + fnv_hash(FNV_START, name, length);
}

static void draw_pool(stage *s, uint32_t hardness, options_given given) {
    const way_behaviour *behaviour = s->behaviour;
    s->given = 0;
    for (size_t k = 0; k < behaviour->input_count; k++) {
        int is_given = given == ALL_GIVEN || (given == SOME_GIVEN && draw_below(&s->dice, 2));
        if (behaviour->inputs[k].required || is_given)
            s->given |= (uint64_t)1 << k;
    }
    for (size_t i = 0; i < s->count; i++) {
        float value[LAID_COLUMNS];
        draw_agent(&s->dice, behaviour, hardness, value);
        for (size_t k = 0; k < behaviour->input_count; k++)
            memcpy(&s->pool[k * s->room + i], &value[k], 4);
    }
}

/* Draws what only some layouts need: which inputs have one value for all, targets, or the list of agents. */
static void draw_layout(stage *s) {
    size_t n = s->count;
    s->same = 0;
    if (s->layout == SAME)
        s->same = draw_bits(&s->dice);
    if (s->layout == TARGETS)
        for (size_t i = 0; i < n; i++) {
            uint32_t die = draw_below(&s->dice, 32);
            s->target[i] = die == 0 ? UINT32_MAX : die == 1 ? (uint32_t)n : draw_below(&s->dice, (uint32_t)n);
        }
    if (s->layout == LISTED)
        for (size_t i = 0; i < n; i++) {
            size_t j = draw_below(&s->dice, (uint32_t)i + 1);
            s->list[i] = s->list[j];
            s->list[j] = (uint32_t)i;
        }
}

/* Layouts ------------------------------------------------------------------------------------------------ */

/* Returns the number of neighbouring columns that share a record. */
static size_t width_of(const stage *s, size_t columns) {
    return s->layout == PAIRS || s->layout == TARGETS ? 2 : s->layout == RECORDS ? columns : 1;
}

static size_t alignment_of(const stage *s) { return s->form ? 4 * PAGE : LAID_GUARD; }

/* Lays columns out in records. Inputs that are not passed are skipped. */
static void lay_columns(stage *s, laid_column *column, size_t columns, uint64_t given, uint64_t same) {
    size_t width = width_of(s, columns);
    for (size_t k = 0; k < columns; k += width) {
        uint64_t all = width < 64 ? (((uint64_t)1 << width) - 1) << k : ~(uint64_t)0;
        if (!(given & all))
            continue;
        laid_records records = {.rows = s->rows, .size = 4 * width};
        size_t region = lend(s, &records, alignment_of(s));
        for (size_t field = 0; field < width && k + field < columns; field++) {
            if (!(given >> (k + field) & 1))
                continue;
            records.same = same >> (k + field) & 1;
            column[k + field] = laid_field(&records, region, 4 * field);
        }
    }
}

/* Writes words to a column. The first `count` words repeat. */
static void put_column(stage *s, const laid_column *column, const uint32_t *words) {
    for (size_t i = 0, j = 0; i < column->rows; i++, j = j + 1 < s->count ? j + 1 : 0)
        laid_put(s->call, column, i, words[j]);
}

static laid_column lay_list(stage *s, const uint32_t *words) {
    laid_records records = {.rows = s->rows, .size = 4};
    size_t region = lend(s, &records, LAID_GUARD);
    laid_column column = laid_field(&records, region, 0);
    put_column(s, &column, words);
    return column;
}

static size_t first_of(const stage *s) {
    return s->form ? s->form->first : s->layout == LISTED && s->count > 4 ? 3 : 0;
}

static void lay_out(stage *s) {
    const way_behaviour *behaviour = s->behaviour;
    laid_call *call = s->call;
    long_outputs outputs = s->form ? s->form->outputs : APART;
    uint64_t wanted = ~(uint64_t)0;
    memset(call, 0, sizeof *call);
    s->free = s->memory;
    call->behaviour = behaviour;
    call->truth = s->truth;
    call->agents = s->rows;
    call->distinct = s->count;
    call->together = LAID_TOGETHER;
    call->batch.first = first_of(s);
    call->batch.count = s->rows - call->batch.first;
    call->batch.precision = s->precision;
    give_sample_walls(&call->batch);
    lay_columns(s, call->in, behaviour->input_count, s->given, s->same);
    for (size_t k = 0; k < behaviour->input_count; k++)
        put_column(s, &call->in[k], s->pool + k * s->room);
    if (s->layout == LISTED)
        call->index = lay_list(s, s->list);
    if (s->layout == TARGETS) {
        call->target = lay_list(s, s->target);
        call->batch.targets.runner_count = s->count;
    }
    for (size_t o = 0; o < behaviour->output_count; o++)
        if (outputs == IN_PLACE && o < behaviour->input_count && call->in[o].is_there)
            wanted &= ~((uint64_t)1 << o);
    if (outputs == LEFT_OUT)
        wanted &= ~((uint64_t)1 << behaviour->output_count / 2);
    lay_columns(s, call->out, behaviour->output_count, wanted, 0);
    for (size_t o = 0; outputs == IN_PLACE && o < behaviour->output_count; o++)
        if (!(wanted >> o & 1))
            call->out[o] = call->in[o];
    laid_keep(call);
}

static way_result run_layout(const stage *s) {
    size_t count = s->call->batch.count, part = s->layout == SPLIT ? count / 3 : 0;
    way_result result = s->layout == SPLIT ? laid_run(s->call, 0, part) : WAY_OK;
    return result == WAY_OK ? laid_run(s->call, part, count - part) : result;
}

/* Comparison --------------------------------------------------------------------------------------------- */

/* Reports a difference. The check ends here, so s->pool is free to hold the agent's inputs. */
static int found(stage *s, bit_finding *finding) {
    finding->layout = s->form ? s->form->name : layout_name[s->layout];
    finding->count = s->rows;
    finding->given = s->given;
    if (finding->of.verdict == LAID_UNSOUND || finding->of.verdict == LAID_DIFFERENT)
        laid_inputs_of(s->call, finding->of.agent, s->pool);
    finding->input = s->pool;
    return 0;
}

/* Checks the layout with every instruction set, or only with `isa`. Returns 0 at the first difference. */
static int check_layout(stage *s, const char *isa, bit_finding *finding) {
    draw_layout(s);
    lay_out(s);
    finding->isa = way_isa_name(0);
    if (!laid_work_out(s->call, &finding->of))
        return found(s, finding);
    /* the hash covers plain C's outputs, so it is the same whatever this machine's instruction sets are */
    if (!s->form)
        finding->hash = fnv_hash_cells(finding->hash, s->truth, laid_truth_words(s->call));
    for (size_t t = 0; way_isa_name(t); t++) {
        const char *name = way_isa_name(t);
        if ((isa && strcmp(isa, name) != 0) || (s->rows > LONG_ROWS && s->form && !may_stream(name)))
            continue;
        finding->isa = name;
        way_set_isa(name);
        way_result result = run_layout(s);
        if (result != WAY_OK)
            finding->of = (laid_finding){.verdict = LAID_REFUSED, .refusal = result};
        if (result != WAY_OK || !laid_check(s->call, &finding->of))
            return found(s, finding);
    }
    return 1;
}

static int check_batches(stage *s, const bit_check *check, bit_finding *finding) {
    static const uint32_t hardnesses[] = {0, 4, 24, 80};
    for (size_t h = 0; h < sizeof hardnesses / sizeof hardnesses[0]; h++)
        for (int given = 0; given < GIVENS; given++)
            for (size_t c = 0; c <= COUNTS; c++) {
                s->count = s->rows = c < COUNTS ? counts[c] : check->agents;
                draw_pool(s, hardnesses[h], (options_given)given);
                for (int layout = 0; layout < LAYOUTS; layout++) {
                    s->layout = (enum layout)layout;
                    if (!check_layout(s, check->isa, finding))
                        return 0;
                }
            }
    return 1;
}

/* Checks a long batch with every instruction set, or only with `isa`. */
static int check_long(stage *s, const struct long_form *form, size_t rows, const char *isa,
                      bit_finding *finding) {
    s->form = form;
    s->layout = form->layout;
    s->rows = rows;
    return check_layout(s, isa, finding);
}

static int check_stores(stage *s, const bit_check *check, bit_finding *finding) {
    static const options_given givens[] = {ALL_GIVEN, NONE_GIVEN};
    size_t streamed = streamed_rows(s->behaviour);
    s->count = LONG_PERIOD;
    for (size_t g = 0; g < sizeof givens / sizeof givens[0]; g++) {
        draw_pool(s, 24, givens[g]);
        for (size_t f = 0; f < LONG_FORMS; f++)
            if (!check_long(s, &long_forms[f], LONG_ROWS, check->isa, finding))
                return 0;
    }
    for (size_t f = 0; streamed > 0 && f < STREAMED_FORMS; f++)
        if (!check_long(s, &long_forms[f], streamed, check->isa, finding))
            return 0;
    return 1;
}

bit_finding bit_check_run(const bit_check *check) {
    bit_finding finding = {.hash = FNV_START};
    stage s = set_up(check);
    s.dice = seed_of(check->seed, check->behaviour->name);
    if (check_batches(&s, check, &finding))
        check_stores(&s, check, &finding);
    way_set_isa(NULL);
    return finding;
}

/* Golden hashes ------------------------------------------------------------------------------------------ */

const char *bit_check_precision(way_precision precision) { return precision == WAY_FAST ? "fast" : "exact"; }

/* If `text` begins with `word` and a space, returns the text after the space, else NULL. */
static const char *after_word(const char *text, const char *word) {
    while (*word != '\0')
        if (*text++ != *word++)
            return NULL;
    return *text == ' ' ? text + 1 : NULL;
}

/* Reads 16 hexadecimal digits. Returns 0 if the line has other text. */
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

int bit_check_golden(const char *text, const char *behaviour, way_precision precision, uint64_t *hash) {
    while (*text != '\0') {
        const char *digits = after_word(text, behaviour);
        if (digits)
            digits = after_word(digits, bit_check_precision(precision));
        if (digits)
            return read_hash(digits, hash);
        while (*text != '\0' && *text++ != '\n')
            ;
    }
    return 0;
}
