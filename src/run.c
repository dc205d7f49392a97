#include "run.h"

#include <string.h>

#include <simde/x86/sse.h>

#include "behaviours.h"
#include "columns.h"
#include "cpu.h"
#include "fpenv.h"

/* From this many bytes of columns on, they will not be found in a cache again: outputs go round it. */
#if !defined(WAY_STREAM_BYTES)
#define WAY_STREAM_BYTES ((size_t)24 << 20)
#endif

/* From this many agents on, starting on a line pays for the agents before it. */
#define WORTH_A_HEAD 2048

/* The rows of a block, in floats. A call takes at most 16 KiB of stack, of which up to 2 KiB are for what is neither
   rows nor the kernel's own frame, so that the latter may be 5 KiB, or 8 of a long one. */
#define ROWS_FLOATS 2176
#define LONG_KERNELS_ROWS_FLOATS 1536

/* Of whom the agents are after, copied at a time; whole vectors. */
#define TARGETS 128

#if defined(__GNUC__)
#define APART static __attribute__((noinline))
#else
#define APART static
#endif

/* More columns than this on one set of cache lines are too many. */
#define CROWD 7

typedef struct plan {
    const way_table *table;
    way_kernel *kernel;
    const way_behaviour *behaviour;
    const way_batch *batch;
    const way_column *in;
    const way_column_out *out;
    int inputs, outputs;
    unsigned in_pairs, out_pairs; /* in place: bit k: columns k and k + 1 are x/y pairs, taken as such */
    const way_places *from, *to;  /* how the columns lie */
    unsigned by_target;           /* bit k: input k is a runner's, to be found by the targets */
    int has_options;              /* some optional input is given: the kernel wants them all */
    int in_place; /* every column is tight and wanted as it lies: one kernel call does the whole of a range */
    unsigned char in_fields[WAY_INPUTS_MAX],
        out_fields[WAY_OUTPUTS_MAX]; /* moved together; 0: with an earlier one */
} plan;

/* Where the columns of a block lie that cannot be read or written where they are. */
typedef struct scratch {
    float *row; /* on a line */
    size_t floats;
} scratch;

/* The scratch rows of blocks of at most `most` agents, `pitch` floats apart, by number; NO_ROW where a column is
   taken as it lies. First come those that are the same for every block, one a value. Then, in one place, inputs
   and outputs: a kernel has loaded a vector's inputs when it stores its outputs. */
#define NO_ROW 0xff
typedef struct rows {
    size_t most, pitch;
    unsigned char in[WAY_INPUTS_MAX], out[WAY_OUTPUTS_MAX];
    int values;
    uint32_t value[WAY_INPUTS_MAX];
    unsigned char *nobody; /* behind the rows: is the agent after nobody? */
} rows;

static int by_target(const plan *plan, int k) { return plan->by_target >> k & 1; }

/* Is the column where the kernel can have it? */
static int dense_in(const plan *plan, int k) {
    return (plan->from->tight & ~plan->by_target) >> k & 1 && plan->batch->index == NULL;
}

static int dense_out(const plan *plan, int k) {
    return plan->to->tight >> k & 1 && plan->batch->index == NULL;
}

/* Marks columns k, k + 1, ... as moved together with k; returns the one after them. */
static int mark_fields(unsigned char *fields, int k, int together) {
    for (int j = 0; j < together; j++)
        fields[k + j] = (unsigned char)(j == 0 ? together : 0);
    return k + together;
}

static void group_in(plan *plan) {
    for (int k = 0; k < plan->inputs;) {
        int side_ends = k + 1;
        while (side_ends < plan->inputs && by_target(plan, side_ends) == by_target(plan, k))
            side_ends++;
        k = mark_fields(plan->in_fields, k, way_fields(&plan->in[k], side_ends - k));
    }
}

static void group_out(plan *plan) {
    way_column column[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->outputs; k++)
        column[k] = (way_column){plan->out[k].data, plan->out[k].stride};
    for (int k = 0; k < plan->outputs;)
        k = mark_fields(plan->out_fields, k, way_fields(&column[k], plan->outputs - k));
}

/* Columns that the kernel takes as x/y pairs, and that lie so. */
static void find_pairs(plan *plan, unsigned in_pairs, unsigned out_pairs) {
    for (int k = 0; k < plan->inputs; k++)
        if (plan->in_fields[k] == 2 && plan->in[k].stride == 8 && !by_target(plan, k))
            plan->in_pairs |= in_pairs & 1u << k;
    for (int k = 0; k < plan->outputs; k++)
        if (plan->out_fields[k] == 2 && plan->out[k].stride == 8)
            plan->out_pairs |= out_pairs & 1u << k;
}

static void make_plan(plan *plan, int behaviour, const way_column *in, const way_places *from,
                      const way_column_out *out, const way_places *to, const way_batch *batch) {
    plan->table = way_cpu_table();
    plan->kernel = plan->table->behaviour[behaviour].kernel[batch->precision];
    plan->behaviour = &way_behaviours[behaviour];
    plan->batch = batch;
    plan->in = in;
    plan->out = out;
    plan->from = from;
    plan->to = to;
    plan->inputs = (int)plan->behaviour->input_count;
    plan->outputs = (int)plan->behaviour->output_count;
    plan->has_options = (from->given & way_inputs[behaviour].optional) != 0;
    plan->by_target = batch->target.data != NULL ? way_inputs[behaviour].runners : 0;
    plan->in_pairs = plan->out_pairs = 0;
    if (from->strided | to->strided) {
        group_in(plan);
        group_out(plan);
        if (!plan->has_options)
            find_pairs(plan, plan->table->behaviour[behaviour].in_pairs,
                       plan->table->behaviour[behaviour].out_pairs);
    } else { /* tight columns move one by one, and few of them */
        memset(plan->in_fields, 1, sizeof plan->in_fields);
        memset(plan->out_fields, 1, sizeof plan->out_fields);
    }
    plan->in_place = batch->index == NULL && plan->by_target == 0 && from->uniform == 0 &&
                     from->strided == (plan->in_pairs | plan->in_pairs << 1) &&
                     to->strided == (plan->out_pairs | plan->out_pairs << 1) &&
                     (!plan->has_options || (way_inputs[behaviour].optional & ~from->given) == 0);
}

/* Does input k have one value for all agents: one that is given, or its default beside other options? */
static int is_uniform(const plan *plan, int k, uint32_t *value) {
    if (plan->from->uniform >> k & 1 && by_target(plan, k) && plan->batch->target_count == 0)
        *value = 0;
    else if (plan->from->uniform >> k & 1)
        memcpy(value, plan->in[k].data, sizeof *value);
    else if (!(plan->from->given >> k & 1) && plan->has_options)
        way_fallback(&plan->behaviour->inputs[k], value);
    else
        return 0;
    return 1;
}

static unsigned char row_of_value(rows *rows, uint32_t value) {
    int n = 0;
    while (n < rows->values && rows->value[n] != value)
        n++;
    rows->value[n] = value;
    rows->values = n < rows->values ? rows->values : n + 1;
    return (unsigned char)n;
}

/* Of rows so many lines apart, does a store of one look like a load of another that soon follows? The processor
   compares addresses within 4 KiB, 64 lines; where few rows are as far apart as that, zipping them suffers, too. */
static int seem_to_meet(size_t columns, size_t lines) {
    for (size_t apart = lines; apart < columns * lines; apart += lines)
        if ((apart + 3) % 64 < 7 && (apart % 64 != 0 || lines >= WAY_LANES_MAX))
            return 1;
    return 0;
}

/* For so many agents, in whole vectors or not: where the last vector is not whole, all columns are packed. The
   fewer rows, the more agents: a kernel takes a while to come up to speed. */
static void make_rows(const plan *plan, const scratch *scratch, rows *rows, size_t count, int whole) {
    uint32_t value;
    rows->values = 0;
    for (int k = 0; k < plan->inputs; k++)
        rows->in[k] = is_uniform(plan, k, &value) ? row_of_value(rows, value) : NO_ROW;
    int in = rows->values, out = rows->values;
    for (int k = 0; k < plan->inputs; k++)
        if (rows->in[k] == NO_ROW && plan->from->given >> k & 1 && !(whole && dense_in(plan, k)))
            rows->in[k] = (unsigned char)in++;
    for (int k = 0; k < plan->outputs; k++)
        rows->out[k] =
            plan->to->given >> k & 1 && !(whole && dense_out(plan, k)) ? (unsigned char)out++ : NO_ROW;
    size_t columns = (size_t)(in > out ? in : out);
    rows->most = way_padded(count);
    if (rows->most > WAY_BLOCK_MAX)
        rows->most = WAY_BLOCK_MAX;
    size_t quarters = 4 * columns + (plan->by_target != 0), room = 4 * scratch->floats;
    if (rows->most * quarters > room || rows->most == WAY_BLOCK_MAX) {
        size_t lines = (rows->most * quarters > room ? room / quarters : rows->most) / WAY_LANES_MAX,
               fewer = lines;
        while (fewer > lines - lines / 4 && seem_to_meet(columns, fewer))
            fewer--;
        rows->most = WAY_LANES_MAX * (seem_to_meet(columns, fewer) ? lines : fewer);
    }
    rows->pitch = rows->most;
    rows->nobody = (unsigned char *)(scratch->row + columns * rows->pitch);
}

static float *row_at(scratch *scratch, const rows *rows, unsigned char number) {
    return number != NO_ROW ? scratch->row + number * rows->pitch : NULL;
}

/* Input k of the block's agents from `at` on, or of whom they are after. */
static void pack_input(const plan *plan, scratch *scratch, const rows *rows, int k, way_rows from, size_t at,
                       size_t count) {
    way_pack(plan->table, &plan->in[k], plan->in_fields[k], from, count,
             row_at(scratch, rows, rows->in[k]) + at, rows->pitch);
}

/* Runners' columns, from whom the agents are after; returns how many are after nobody. Nobody's row is 0, which is
   read but not used. A tight list with somebody for everyone serves as it lies, others are copied in parts. */
APART size_t pack_runners(const plan *plan, scratch *scratch, const rows *rows, const unsigned packed,
                          way_rows agents, size_t count) {
    const way_column *target = &plan->batch->target;
    size_t runners = plan->batch->target_count, whole = count - count % WAY_LANES_MAX;
    uint32_t limit = runners < UINT32_MAX ? (uint32_t)runners : UINT32_MAX;
    if (agents.list == NULL && (target->stride == 0 || target->stride == 4)) {
        const uint32_t *given = (const uint32_t *)target->data + agents.first;
        int all = plan->table->all_below(given, limit, whole);
        for (size_t i = whole; i < count; i++)
            all &= given[i] < limit;
        if (all) {
            for (int k = 0; k < plan->inputs; k++)
                if (packed >> k & 1)
                    pack_input(plan, scratch, rows, k, (way_rows){given, 0}, 0, count);
            return 0;
        }
    }
    size_t nobodies = 0;
    for (size_t at = 0; at < count; at += TARGETS) {
        uint32_t row[TARGETS];
        size_t part = count - at < TARGETS ? count - at : TARGETS;
        way_rows some = {agents.list != NULL ? agents.list + at : NULL,
                         agents.first + (agents.list != NULL ? 0 : at)};
        way_pack(plan->table, target, 1, some, part, (float *)(void *)row, 0);
        unsigned char *restrict is_nobody = rows->nobody + at;
        for (size_t i = 0; i < part; i++) {
            unsigned nobody = row[i] >= limit;
            is_nobody[i] = (unsigned char)nobody;
            row[i] = nobody ? 0 : row[i];
            nobodies += nobody;
        }
        for (int k = 0; k < plan->inputs; k++)
            if (packed >> k & 1)
                pack_input(plan, scratch, rows, k, (way_rows){row, 0}, at, part);
    }
    return nobodies;
}

/* What agents without a target are given. */
static void write_nobodies(const plan *plan, const rows *rows, float *const *row, size_t count) {
    for (int k = 0; k < plan->outputs; k++) {
        uint32_t value;
        way_fallback(&plan->behaviour->outputs[k], &value);
        float *restrict to = row[k];
        const unsigned char *restrict is_nobody = rows->nobody;
        for (size_t i = 0; to != NULL && i < count; i++) {
            uint32_t cell;
            memcpy(&cell, to + i, 4);
            cell = is_nobody[i] ? value : cell;
            memcpy(to + i, &cell, 4);
        }
    }
}

static void solve_block(const plan *plan, scratch *scratch, const rows *rows, size_t first, size_t count) {
    const way_batch *batch = plan->batch;
    int whole = count % WAY_LANES_MAX == 0;
    way_rows agents = batch->index != NULL ? (way_rows){batch->index + first, 0} : (way_rows){NULL, first};

    const float *in[WAY_INPUTS_MAX];
    unsigned runners = 0;
    for (int k = 0; k < plan->inputs; k++) {
        float *row = row_at(scratch, rows, rows->in[k]);
        in[k] = row;
        int given = plan->from->given >> k & 1, uniform = plan->from->uniform >> k & 1;
        if (!given && !plan->has_options)
            in[k] = NULL;
        else if (!given || uniform || plan->in_fields[k] == 0)
            continue;
        else if (whole && dense_in(plan, k))
            in[k] = (const float *)plan->in[k].data + first;
        else if (by_target(plan, k) && batch->target_count == 0)
            for (int j = 0; j < plan->in_fields[k]; j++)
                memset(row + (size_t)j * rows->pitch, 0, 4 * way_padded(count));
        else if (by_target(plan, k))
            runners |= 1u << k;
        else
            pack_input(plan, scratch, rows, k, agents, 0, count);
    }
    size_t nobodies = plan->by_target ? pack_runners(plan, scratch, rows, runners, agents, count) : 0;

    float *row[WAY_OUTPUTS_MAX];
    void *out[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->outputs; k++) {
        out[k] = row[k] = row_at(scratch, rows, rows->out[k]);
        if (!(plan->to->given >> k & 1))
            out[k] = NULL;
        else if (whole && dense_out(plan, k))
            out[k] = (float *)plan->out[k].data + first;
    }

    way_block block = {
        .in = in,
        .out = out,
        .given = plan->from->given,
        .count = way_padded(count),
        .stores = WAY_PLAIN,
        .walls = batch->walls,
        .wall_count = batch->wall_count,
    };
    plan->kernel(&block);
    if (nobodies > 0)
        write_nobodies(plan, rows, (float *const *)out, count);
    for (int k = 0; k < plan->outputs; k++)
        if (out[k] != NULL && out[k] == row[k] && plan->out_fields[k] != 0)
            way_unpack(plan->table, &plan->out[k], plan->out_fields[k], agents, count, row[k], rows->pitch);
}

static void solve_each(const plan *plan, scratch *scratch, const rows *rows, size_t first, size_t count) {
    for (int n = 0; n < rows->values; n++)
        way_fill(scratch->row + (size_t)n * rows->pitch, &rows->value[n], rows->most);
    for (size_t i = 0; i < count; i += rows->most)
        solve_block(plan, scratch, rows, first + i, count - i < rows->most ? count - i : rows->most);
}

/* A part of a vector. */
static void solve_few(const plan *plan, scratch *scratch, size_t first, size_t count) {
    rows rows;
    make_rows(plan, scratch, &rows, count, 0);
    solve_each(plan, scratch, &rows, first, count);
}

/* How many agents to solve first so that from then on the most columns begin on lines of 64 bytes: vectors
   that straddle lines cost a quarter more. */
static size_t agents_to_line(const plan *plan, size_t first) {
    uintptr_t some = plan->from->some | plan->to->some, every = plan->from->every & plan->to->every;
    if (plan->in_place && (plan->in_pairs | plan->out_pairs) == 0 && (some ^ every) % 64 == 0)
        return (0 - (every / 4 + first)) % WAY_LANES_MAX; /* they all lie alike */

    unsigned in = (plan->from->tight | plan->from->strided) & ~plan->by_target,
             out = plan->to->tight | plan->to->strided;
    unsigned char votes[WAY_LANES_MAX] = {0};
    for (int k = 0; k < plan->inputs; k++)
        if (in >> k & 1 && plan->in_fields[k] != 0)
            way_vote_for_lines(plan->in[k].data, plan->in[k].stride, first, votes);
    for (int k = 0; k < plan->outputs; k++)
        if (out >> k & 1 && plan->out_fields[k] != 0)
            way_vote_for_lines(plan->out[k].data, plan->out[k].stride, first, votes);
    size_t head = 0;
    for (size_t i = 1; i < WAY_LANES_MAX; i++)
        head = votes[i] > votes[head] ? i : head;
    return head;
}

/* Does every wanted output, all tight, begin on a line? */
static int outputs_on_lines(const plan *plan, size_t first) {
    return (plan->to->some ^ plan->to->every) % 64 == 0 && (plan->to->every + 4 * first) % 64 == 0;
}

static int outgrows_caches(const plan *plan, size_t count) {
    size_t columns = 0;
    for (int k = 0; k < plan->inputs; k++)
        columns += plan->from->given >> k & 1;
    for (int k = 0; k < plan->outputs; k++)
        columns += plan->to->given >> k & 1;
    return count >= WAY_STREAM_BYTES / 4 / columns;
}

/* Large columns straight from malloc begin at the same place of their pages, so that all their current
   lines fall into one set of the first cache, which holds 8 or 12. Where a vector is a whole line that
   does no harm; narrower ones come back to lines that have been thrown out meanwhile. */
static int crowded(const plan *plan) {
    if (plan->inputs + plan->outputs <= CROWD)
        return 0;
    unsigned char columns[64] = {0};
    int most = 0;
    for (int k = 0; k < plan->inputs; k++)
        if (plan->from->tight >> k & 1)
            most |= ++columns[(uintptr_t)plan->in[k].data / 64 % 64] > CROWD;
    for (int k = 0; k < plan->outputs; k++)
        if (plan->to->tight >> k & 1)
            most |= ++columns[(uintptr_t)plan->out[k].data / 64 % 64] > CROWD;
    return most;
}

static way_stores choose_stores(const plan *plan, size_t first, size_t count) {
    int pairs = (plan->in_pairs | plan->out_pairs) != 0;
    if (count < WORTH_A_HEAD || pairs || !outputs_on_lines(plan, first))
        return WAY_PLAIN;
    if (plan->table->whole_lines)
        return outgrows_caches(plan, count) ? WAY_STREAM : WAY_PLAIN;
    return crowded(plan) ? WAY_LINES : WAY_PLAIN;
}

static void run_kernel(const plan *plan, way_block *block, size_t first, size_t count, way_stores stores) {
    block->first = first;
    block->count = count;
    block->stores = stores;
    plan->kernel(block);
    /* or another thread, told that the job is done, could still read what was there before */
    if (stores == WAY_STREAM)
        simde_mm_sfence();
}

/* May agents be solved twice? Not where an output is an input: the second time would read the first's. */
static int may_repeat(const plan *plan) {
    for (int k = 0; k < plan->outputs; k++) {
        if (plan->out[k].data == plan->batch->target.data && plan->out[k].data != NULL)
            return 0;
        for (int j = 0; j < plan->inputs; j++)
            if (plan->out[k].data == plan->in[j].data && plan->out[k].data != NULL)
                return 0;
    }
    return 1;
}

/* Where all lies tight or in pairs the kernel goes over the caller's own memory: `head` agents, then whole
   vectors, then those that are left. At either end a whole vector, with some neighbours a second time, costs
   less than packing. At least WAY_LANES_MAX agents. */
static void solve_in_place(const plan *plan, scratch *scratch, size_t first, size_t head, size_t count) {
    const float *in[WAY_INPUTS_MAX];
    void *out[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->inputs; k++)
        in[k] = plan->in[k].data;
    for (int k = 0; k < plan->outputs; k++)
        out[k] = plan->out[k].data;
    way_block block = {
        .in = in,
        .out = out,
        .given = plan->from->given,
        .in_pairs = plan->in_pairs,
        .out_pairs = plan->out_pairs,
        .walls = plan->batch->walls,
        .wall_count = plan->batch->wall_count,
    };
    size_t tail = (count - head) % WAY_LANES_MAX, body = count - head - tail, end = first + count;
    int repeat = head + tail > 0 && may_repeat(plan);

    if (head > 0 && repeat)
        run_kernel(plan, &block, first, WAY_LANES_MAX, WAY_PLAIN);
    else if (head > 0)
        solve_few(plan, scratch, first, head);
    run_kernel(plan, &block, first + head, body, choose_stores(plan, first + head, body));
    if (tail > 0 && repeat)
        run_kernel(plan, &block, end - WAY_LANES_MAX, WAY_LANES_MAX, WAY_PLAIN);
    else if (tail > 0)
        solve_few(plan, scratch, end - tail, tail);
}

/* Elsewhere blocks are packed and unpacked: `head` agents, then whole vectors, then those that are left,
   likewise with some neighbours a second time; few agents are one block, whole or not. */
static void solve_blocks(const plan *plan, scratch *scratch, size_t first, size_t head, size_t count) {
    size_t tail = (count - head) % WAY_LANES_MAX, body = count - head - tail, end = first + count;
    if (head > 0)
        solve_few(plan, scratch, first, head);
    rows rows;
    if (tail > 0 && body <= WAY_BLOCK) {
        make_rows(plan, scratch, &rows, body + tail, 0);
        if (body == 0 || rows.most >= body + tail) {
            solve_each(plan, scratch, &rows, first + head, body + tail);
            return;
        }
    }
    make_rows(plan, scratch, &rows, body, 1);
    solve_each(plan, scratch, &rows, first + head, body);
    if (tail > 0 && may_repeat(plan))
        solve_block(plan, scratch, &rows, end - WAY_LANES_MAX, WAY_LANES_MAX);
    else if (tail > 0)
        solve_few(plan, scratch, end - tail, tail);
}

static void solve(const plan *plan, scratch *scratch, size_t first, size_t head, size_t count) {
    if (plan->in_place && count >= WAY_LANES_MAX)
        solve_in_place(plan, scratch, first, head, count);
    else
        solve_blocks(plan, scratch, first, head, count);
}

/* Each in a frame of its own, which only its kernels are called from. */
APART void solve_usual(const plan *plan, size_t first, size_t head, size_t count) {
    _Alignas(64) float row[ROWS_FLOATS];
    scratch scratch = {.row = row, .floats = ROWS_FLOATS};
    solve(plan, &scratch, first, head, count);
}

APART void solve_long(const plan *plan, size_t first, size_t head, size_t count) {
    _Alignas(64) float row[LONG_KERNELS_ROWS_FLOATS];
    scratch scratch = {.row = row, .floats = LONG_KERNELS_ROWS_FLOATS};
    solve(plan, &scratch, first, head, count);
}

void way_run_batch(int behaviour, const way_column *in, const way_places *from, const way_column_out *out,
                   const way_places *to, const way_batch *batch) {
    plan plan;
    make_plan(&plan, behaviour, in, from, out, to, batch);

    size_t first = batch->first, count = batch->count;
    size_t head = count >= WORTH_A_HEAD && batch->index == NULL ? agents_to_line(&plan, first) : 0;
    way_fpenv caller = way_fpenv_enter();
    if (plan.table->behaviour[behaviour].is_long)
        solve_long(&plan, first, head, count);
    else
        solve_usual(&plan, first, head, count);
    way_fpenv_leave(caller);
}
