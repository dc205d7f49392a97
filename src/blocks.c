#include "blocks.h"

#include <string.h>

/* Of whom the agents are after, copied at a time; whole vectors. */
#define TARGETS 128

/* Does input k have one value for all agents: one that is given, or its default beside other options? */
static int is_uniform(const way_plan *plan, int k, uint32_t *value) {
    if (plan->from->uniform >> k & 1 && way_by_target(plan, k) && plan->batch->target_count == 0)
        *value = 0;
    else if (plan->from->uniform >> k & 1)
        memcpy(value, plan->in[k].data, sizeof *value);
    else if (!(plan->from->given >> k & 1) && plan->has_options)
        way_fallback(&plan->behaviour->inputs[k], value);
    else
        return 0;
    return 1;
}

static unsigned char row_of_value(way_scratch_rows *rows, uint32_t value) {
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

/* The fewer rows, the more agents: a kernel takes a while to come up to speed. */
void way_make_rows(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t count,
                   int whole) {
    uint32_t value;
    rows->values = 0;
    for (int k = 0; k < plan->inputs; k++)
        rows->in[k] = is_uniform(plan, k, &value) ? row_of_value(rows, value) : WAY_NO_ROW;
    int in = rows->values, out = rows->values;
    for (int k = 0; k < plan->inputs; k++)
        if (rows->in[k] == WAY_NO_ROW && plan->from->given >> k & 1 && !(whole && way_dense_in(plan, k)))
            rows->in[k] = (unsigned char)in++;
    for (int k = 0; k < plan->outputs; k++)
        rows->out[k] = plan->to->given >> k & 1 && !(whole && way_dense_out(plan, k)) ? (unsigned char)out++
                                                                                      : WAY_NO_ROW;
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

static float *row_at(const way_scratch *scratch, const way_scratch_rows *rows, unsigned char number) {
    return number != WAY_NO_ROW ? scratch->row + number * rows->pitch : NULL;
}

/* Input k of the block's agents from `at` on, or of whom they are after. */
static void pack_input(const way_plan *plan, const way_scratch *scratch, const way_scratch_rows *rows, int k,
                       way_rows from, size_t at, size_t count) {
    way_pack(plan->table, &plan->in[k], plan->in_fields[k], from, count,
             row_at(scratch, rows, rows->in[k]) + at, rows->pitch);
}

/* Runners' columns, from whom the agents are after; returns how many are after nobody. Nobody's row is 0, which is
   read but not used. A tight list with somebody for everyone serves as it lies, others are copied in parts. */
WAY_OUT_OF_LINE size_t pack_runners(const way_plan *plan, const way_scratch *scratch,
                                    const way_scratch_rows *rows, const unsigned packed, way_rows agents,
                                    size_t count) {
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
static void write_nobodies(const way_plan *plan, const way_scratch_rows *rows, float *const *row,
                           size_t count) {
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

static void solve_block(const way_plan *plan, const way_scratch *scratch, const way_scratch_rows *rows,
                        size_t first, size_t count) {
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
        else if (whole && way_dense_in(plan, k))
            in[k] = (const float *)plan->in[k].data + first;
        else if (way_by_target(plan, k) && batch->target_count == 0)
            for (int j = 0; j < plan->in_fields[k]; j++)
                memset(row + (size_t)j * rows->pitch, 0, 4 * way_padded(count));
        else if (way_by_target(plan, k))
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
        else if (whole && way_dense_out(plan, k))
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
    plan->kernel->solve(&block);
    if (nobodies > 0)
        write_nobodies(plan, rows, (float *const *)out, count);
    for (int k = 0; k < plan->outputs; k++)
        if (out[k] != NULL && out[k] == row[k] && plan->out_fields[k] != 0)
            way_unpack(plan->table, &plan->out[k], plan->out_fields[k], agents, count, row[k], rows->pitch);
}

void way_fill_rows(const way_scratch *scratch, const way_scratch_rows *rows) {
    for (int n = 0; n < rows->values; n++)
        way_fill(scratch->row + (size_t)n * rows->pitch, &rows->value[n], rows->most);
}

void way_solve_blocks(const way_plan *plan, const way_scratch *scratch, const way_scratch_rows *rows,
                      size_t first, size_t count) {
    for (size_t i = 0; i < count; i += rows->most)
        solve_block(plan, scratch, rows, first + i, count - i < rows->most ? count - i : rows->most);
}
