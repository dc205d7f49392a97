#include "run.h"

#include <limits.h>
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

/* What the rows of a long block take of the first cache. */
#define LONG_ROWS_BYTES (4 * sizeof(float) * WAY_BLOCK_MAX)

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
    _Alignas(64) float row[(WAY_INPUTS_MAX + WAY_OUTPUTS_MAX) * WAY_PITCH];
    uint32_t target[WAY_BLOCK_MAX];
    unsigned char nobody[WAY_BLOCK_MAX];
} scratch;

/* The scratch rows of blocks of at most so many agents: one after the other, `pitch` floats apart, for the
   inputs and then the outputs of these sets. */
typedef struct rows {
    size_t most, pitch;
    unsigned in, out;
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

/* Of WAY_BLOCK agents and less: there is a row for every column, since all are packed where the last vector
   is not whole. */
static const rows short_rows = {WAY_BLOCK, WAY_PITCH, UINT_MAX, UINT_MAX};

/* Of whole vectors: there are rows only for what has to be packed, and the fewer they are, the more agents. A
   kernel takes a while to come up to speed. */
static rows long_rows(const plan *plan) {
    rows rows = {.in = plan->has_options ? (1u << plan->inputs) - 1 : plan->from->given,
                 .out = plan->to->given};
    if (plan->batch->index == NULL) {
        rows.in &= ~plan->from->tight | plan->by_target;
        rows.out &= ~plan->to->tight;
    }
    size_t columns = 0, room = LONG_ROWS_BYTES / 4;
    for (unsigned k = 0; k < WAY_INPUTS_MAX; k++)
        columns += (rows.in >> k & 1) + (rows.out >> k & 1);
    rows.most = columns * WAY_BLOCK_MAX <= room ? WAY_BLOCK_MAX
                : columns * WAY_BLOCK >= room   ? WAY_BLOCK
                                                : room / columns / 64 * 64;
    rows.pitch = rows.most + 64;
    return rows;
}

/* The row from `next` on, which moves to the one after it, if column k of the set has any. */
static float *take_row(const rows *rows, unsigned set, int k, float **next) {
    float *row = *next;
    if (!(set >> k & 1))
        return NULL;
    *next += rows->pitch;
    return row;
}

/* Rows that are the same for every block: one value for all, and defaults. */
static void fill_uniform(const plan *plan, scratch *scratch, const rows *rows, size_t count) {
    size_t most = count < rows->most ? way_padded(count) : rows->most;
    float *next = scratch->row;
    for (int k = 0; k < plan->inputs; k++) {
        float *row = take_row(rows, rows->in, k, &next);
        uint32_t fallback;
        const uint32_t nothing = 0; /* of runners that are not there nothing is read */
        if (plan->from->uniform >> k & 1)
            way_fill(row, by_target(plan, k) && plan->batch->target_count == 0 ? &nothing : plan->in[k].data,
                     most);
        else if (!(plan->from->given >> k & 1) && plan->has_options) {
            way_fallback(&plan->behaviour->inputs[k], &fallback);
            way_fill(row, &fallback, most);
        }
    }
}

/* Whom the block's agents are after, as rows of the runners' columns; sets *nobodies to how many are after
   nobody. Nobody's row is 0, which is read but not used. A tight list with somebody for everyone serves as
   it lies. */
static way_rows find_targets(const plan *plan, scratch *scratch, way_rows agents, size_t count,
                             size_t *nobodies) {
    const way_column *target = &plan->batch->target;
    size_t runners = plan->batch->target_count, whole = count - count % WAY_LANES_MAX;
    uint32_t limit = runners < UINT32_MAX ? (uint32_t)runners : UINT32_MAX;
    uint32_t *row = scratch->target;
    *nobodies = 0;
    if (agents.list == NULL && (target->stride == 0 || target->stride == 4)) {
        const uint32_t *given = (const uint32_t *)target->data + agents.first;
        int all = plan->table->all_below(given, limit, whole);
        for (size_t i = whole; i < count; i++)
            all &= given[i] < limit;
        if (all)
            return (way_rows){given, 0};
        memcpy(row, given, count * sizeof *row);
    } else
        way_pack(plan->table, target, 1, agents, count, (float *)(void *)row, 0);
    for (size_t i = 0; i < count; i++) {
        unsigned nobody = row[i] >= limit;
        scratch->nobody[i] = (unsigned char)nobody;
        row[i] = nobody ? 0 : row[i];
        *nobodies += nobody;
    }
    return (way_rows){row, 0};
}

/* What agents without a target are given. */
static void write_nobodies(const plan *plan, const scratch *scratch, float *const *row, size_t count) {
    for (int k = 0; k < plan->outputs; k++) {
        uint32_t value;
        way_fallback(&plan->behaviour->outputs[k], &value);
        for (size_t i = 0; row[k] != NULL && i < count; i++)
            if (scratch->nobody[i])
                memcpy(row[k] + i, &value, 4);
    }
}

static void solve_block(const plan *plan, scratch *scratch, const rows *rows, size_t first, size_t count) {
    const way_batch *batch = plan->batch;
    int whole = count % WAY_LANES_MAX == 0;
    way_rows agents = batch->index != NULL ? (way_rows){batch->index + first, 0} : (way_rows){NULL, first};
    way_rows targets = agents;
    size_t nobodies = 0;
    if (plan->by_target)
        targets = find_targets(plan, scratch, agents, count, &nobodies);

    const float *in[WAY_INPUTS_MAX];
    float *next = scratch->row;
    for (int k = 0; k < plan->inputs; k++) {
        float *row = take_row(rows, rows->in, k, &next);
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
        else
            way_pack(plan->table, &plan->in[k], plan->in_fields[k], by_target(plan, k) ? targets : agents,
                     count, row, rows->pitch);
    }

    float *row[WAY_OUTPUTS_MAX];
    void *out[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->outputs; k++) {
        out[k] = row[k] = take_row(rows, rows->out, k, &next);
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
        write_nobodies(plan, scratch, (float *const *)out, count);
    for (int k = 0; k < plan->outputs; k++)
        if (out[k] != NULL && out[k] == row[k] && plan->out_fields[k] != 0)
            way_unpack(plan->table, &plan->out[k], plan->out_fields[k], agents, count, row[k], rows->pitch);
}

static void solve_each(const plan *plan, scratch *scratch, const rows *rows, size_t first, size_t count) {
    fill_uniform(plan, scratch, rows, count);
    for (size_t i = 0; i < count; i += rows->most)
        solve_block(plan, scratch, rows, first + i, count - i < rows->most ? count - i : rows->most);
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
        solve_block(plan, scratch, &short_rows, first, head);
    run_kernel(plan, &block, first + head, body, choose_stores(plan, first + head, body));
    if (tail > 0 && repeat)
        run_kernel(plan, &block, end - WAY_LANES_MAX, WAY_LANES_MAX, WAY_PLAIN);
    else if (tail > 0)
        solve_block(plan, scratch, &short_rows, end - tail, tail);
}

/* Elsewhere blocks are packed and unpacked: `head` agents, then whole vectors, then those that are left,
   likewise with some neighbours a second time. */
static void solve_blocks(const plan *plan, scratch *scratch, size_t first, size_t head, size_t count) {
    size_t tail = (count - head) % WAY_LANES_MAX, body = count - head - tail, end = first + count;
    if (head > 0)
        solve_each(plan, scratch, &short_rows, first, head);
    if (body <= WAY_BLOCK) {
        solve_each(plan, scratch, &short_rows, first + head, body + tail);
        return;
    }
    const rows rows = long_rows(plan);
    solve_each(plan, scratch, &rows, first + head, body);
    if (tail > 0 && may_repeat(plan))
        solve_block(plan, scratch, &rows, end - WAY_LANES_MAX, WAY_LANES_MAX);
    else if (tail > 0)
        solve_each(plan, scratch, &short_rows, end - tail, tail);
}

void way_run_batch(int behaviour, const way_column *in, const way_places *from, const way_column_out *out,
                   const way_places *to, const way_batch *batch) {
    scratch scratch;
    plan plan;
    make_plan(&plan, behaviour, in, from, out, to, batch);

    size_t first = batch->first, count = batch->count;
    size_t head = count >= WORTH_A_HEAD && batch->index == NULL ? agents_to_line(&plan, first) : 0;
    way_fpenv caller = way_fpenv_enter();
    if (plan.in_place && count >= WAY_LANES_MAX)
        solve_in_place(&plan, &scratch, first, head, count);
    else
        solve_blocks(&plan, &scratch, first, head, count);
    way_fpenv_leave(caller);
}
