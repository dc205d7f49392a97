#include "call/pack_block.h"

#include <string.h>

#include "call/targets.h"

/* If input k has one value for all agents, sets `value` and returns 1. The value is that of a given uniform
   column, or the default of an omitted optional input that the kernel reads. */
static int is_uniform(const way_plan *plan, int k, uint32_t *value) {
    if (plan->relative >> k & 1)
        return 0;
    if (plan->uniform >> k & 1 && way_by_target(plan, k) && plan->batch->targets.runner_count == 0)
        *value = 0;
    else if (plan->uniform >> k & 1)
        *value = way_cell_at(&plan->in[k], 0);
    else if (plan->options & ~plan->given & 1u << k)
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

/* Would stores to one scratch row delay loads from another one, if rows are `lines` lines apart? A load has
   to wait if the two addresses are nearly equal modulo 4 KiB (64 lines), because the processor then expects
   an overlap. A distance of exactly 4 KiB counts only if `lines` is large: then neighbouring rows have this
   distance, and alternating between such rows is also slow. */
static int seem_to_meet(size_t columns, size_t lines) {
    for (size_t apart = lines; apart < columns * lines; apart += lines)
        if ((apart + 3) % 64 < 7 && (apart % 64 != 0 || lines >= WAY_LANES_MAX))
            return 1;
    return 0;
}

static size_t whole_lines(size_t floats) {
    return (floats + WAY_LANES_MAX - 1) & ~(size_t)(WAY_LANES_MAX - 1);
}

/* Returns the number of agents that fit into the scratch memory with `columns` rows of whole lines. */
static size_t agents_of_rows(const way_plan *plan, const way_scratch *scratch, size_t columns, int origins,
                             size_t count) {
    size_t most = count < WAY_BLOCK_MAX ? way_padded(plan, count) : WAY_BLOCK_MAX;
    size_t quarters = 4 * columns + 8 * (size_t)origins + (plan->by_target != 0), room = 4 * scratch->floats;
    if (whole_lines(most) * quarters > room || most == WAY_BLOCK_MAX) {
        size_t lines = (whole_lines(most) * quarters > room ? room / quarters : most) / WAY_LANES_MAX,
               fewer = lines;
        while (fewer > lines - lines / 4 && seem_to_meet(columns, fewer))
            fewer--;
        most = WAY_LANES_MAX * (seem_to_meet(columns, fewer) ? lines : fewer);
    }
    return most;
}

/* Uses as few rows as possible, because with fewer rows, a block holds more agents, and each kernel call has
   a start-up cost. */
void way_make_rows(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t count,
                   int whole) {
    uint32_t value;
    rows->values = 0;
    for (int k = 0; k < plan->inputs; k++)
        rows->in[k] = is_uniform(plan, k, &value) ? row_of_value(rows, value) : WAY_IN_PLACE;
    int in = rows->values, out = rows->values, origins = 0;
    for (int k = 0; k < plan->inputs; k++)
        if (rows->in[k] == WAY_IN_PLACE && plan->given >> k & 1 && !(whole && way_dense_in(plan, k)))
            rows->in[k] = (unsigned char)in++;
    for (int k = 0; k < plan->outputs; k++)
        rows->out[k] = (plan->to->given >> k & 1 || k == plan->status) && !(whole && way_dense_out(plan, k))
                           ? (unsigned char)out++
                           : WAY_IN_PLACE;
    for (int axis = 0; plan->relative && axis < 3; axis++)
        origins += plan->axes.own[axis] >= 0;
    size_t columns = (size_t)(in > out ? in : out);
    rows->most = agents_of_rows(plan, scratch, columns, origins, count);
    rows->pitch = whole_lines(rows->most);
    float *end = scratch->row + columns * rows->pitch;
    for (int axis = 0; axis < 3 && origins > 0; axis++)
        if (plan->axes.own[axis] >= 0) {
            rows->origin[axis] = (double *)(void *)end;
            rows->own[axis] = rows->origin[axis]; /* calls without runners do not pack this position */
            end += 2 * rows->pitch;
        }
    rows->nobody = (unsigned char *)end;
}

static float *block_row_at(const way_scratch *scratch, const way_scratch_rows *rows, unsigned char number) {
    return number != WAY_IN_PLACE ? scratch->row + number * rows->pitch : NULL;
}

/* Returns the address of a column's doubles if they are contiguous, aligned and in whole vectors, so that
   they can be read in place. Otherwise returns NULL. */
static const double *doubles_as_they_lie(const way_plan *plan, const way_column *column, way_numbers from,
                                         size_t count) {
    if (column->type != WAY_DOUBLE || column->gap != 0 || column->rows != NULL || column->page != 0 ||
        column->data == NULL || (uintptr_t)column->data % sizeof(double) != 0 || from.list != NULL ||
        (count & (plan->table->lanes - 1)) != 0)
        return NULL;
    return (const double *)column->data + from.first;
}

/* Does the kernel read the other position on this axis? If so, table->split packs the agent's own position
   together with it. */
static int has_other(const way_plan *plan, int axis) {
    const int other = plan->axes.other[axis];
    return other >= 0 && (!way_by_target(plan, other) || plan->batch->targets.runner_count > 0 ||
                          plan->batch->targets.parts != NULL);
}

/* Packs positions given as doubles, relative to each agent's own position. On each axis, the agent's own
   position must be packed first, then the other position. */
WAY_OUT_OF_LINE void pack_place(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows,
                                int k, const way_column *column, way_numbers from, size_t at, size_t count) {
    const int axis = plan->behaviour->inputs[k].axis - 1;
    const way_table *table = plan->table;
    double third[WAY_TARGETS];
    float *near = block_row_at(scratch, rows, rows->in[plan->axes.own[axis]]) + at,
          *to = block_row_at(scratch, rows, rows->in[k]) + at;
    if (k == plan->axes.own[axis]) {
        rows->own[axis] = way_by_target(plan, k) ? NULL : doubles_as_they_lie(plan, column, from, count);
        if (rows->own[axis] == NULL) {
            way_pack_doubles(table, column, from, count, rows->origin[axis] + at);
            rows->own[axis] = rows->origin[axis];
        }
        if (!has_other(plan, axis)) /* the position relative to itself is 0, or NaN if it is not finite */
            table->split(rows->own[axis] + at, rows->own[axis] + at, near, near, way_padded(plan, count));
        return;
    }
    const double *own = rows->own[axis] + at, *lies = doubles_as_they_lie(plan, column, from, count);
    for (size_t i = 0; i < count; i += WAY_TARGETS) {
        size_t part = count - i < WAY_TARGETS ? count - i : WAY_TARGETS, padded = way_padded(plan, part);
        if (lies == NULL && column->data != NULL)
            way_pack_doubles(table, column, way_numbers_from(from, i), part, third);
        for (size_t j = 0; column->data == NULL && j < padded; j++)
            third[j] = plan->behaviour->inputs[k].fallback;
        const double *place = lies != NULL ? lies + i : third;
        if (k == plan->axes.other[axis])
            table->split(own + i, place, near + i, to + i, padded);
        else
            table->relate(own + i, place, near + i, to + i, padded);
    }
}

/* Packs input k of the block's agents, or of their targets, from `at` on. */
static void pack_input(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, int k,
                       const way_column *column, way_numbers from, size_t at, size_t count) {
    if (plan->from_walls && plan->relative >> k & 1)
        way_pack_from(plan->table, column, way_wall_origin(plan->batch, plan->behaviour->inputs[k].axis),
                      from, count, block_row_at(scratch, rows, rows->in[k]) + at);
    else if (plan->relative >> k & 1)
        pack_place(plan, scratch, rows, k, column, from, at, count);
    else
        way_pack(plan->table, column, plan->in_fields[k], from, count,
                 block_row_at(scratch, rows, rows->in[k]) + at, rows->pitch);
}

/* Packs one runner column if the targets are in different parts. Agents without a target get 0. */
static void pack_mixed(const way_plan *plan, float *to, int k, const way_found_targets *found,
                       const unsigned char *is_nobody, size_t count) {
    uint32_t cell = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_nobody[i])
            cell = 0;
        else {
            const way_column *column = &plan->batch->targets.parts[found->part[i]].columns[k];
            if (column->data == NULL)
                way_fallback(&plan->behaviour->inputs[k], &cell);
            else
                cell = way_cell_at(column, found->row[i]);
        }
        memcpy(to + i, &cell, 4);
    }
    for (size_t i = count; i < way_padded(plan, count); i++)
        memcpy(to + i, &cell, 4);
}

/* Where the records of each part are: the address of row 0, and the stride. Rows from `limit` on are not
   targets. One more entry, after those of the parts, points to zeros, for agents without a target. usual: the
   column's default, for parts that lack the column. */
typedef struct sources {
    const char *data[WAY_PARTS + 1];
    ptrdiff_t stride[WAY_PARTS + 1];
    uint32_t limit[WAY_PARTS + 1];
    uint32_t usual;
} sources;

/* In all parts, finds the records with column k and the columns next to it. Returns 0 if a column cannot be
   described by an address and a stride, or if there are too many parts. */
static int find_sources(const way_plan *plan, int k, sources *all) {
    static const uint32_t nothing[4];
    const way_batch *batch = plan->batch;
    if (batch->targets.part_count > WAY_PARTS)
        return 0;
    way_fallback(&plan->behaviour->inputs[k], &all->usual);
    for (uint32_t p = 0; p < batch->targets.part_count; p++) {
        const way_column *column = &batch->targets.parts[p].columns[k];
        if (column->data != NULL && (column->rows != NULL || (column->type | column->page) != 0))
            return 0;
        all->data[p] = column->data != NULL ? (const char *)column->data : (const char *)&all->usual;
        all->stride[p] = column->data != NULL ? way_stride(column) : 0;
        all->limit[p] = way_limit_of(batch->targets.parts[p].count);
    }
    all->data[batch->targets.part_count] = (const char *)nothing;
    all->stride[batch->targets.part_count] = 0;
    all->limit[batch->targets.part_count] = 0;
    return 1;
}

/* Packs records of targets in different parts. */
WAY_OUT_OF_LINE void pack_records(const way_plan *plan, const sources *all, int fields,
                                  const way_found_targets *found, size_t count, float *to, size_t pitch) {
    const char *at[WAY_TARGETS];
    for (size_t i = 0; i < count; i++)
        at[i] = all->data[found->part[i]] + (ptrdiff_t)found->row[i] * all->stride[found->part[i]];
    way_pack_records(plan->table, (way_finder){.at = at}, fields, count, to, pitch);
}

/* Packs a position of targets in different parts. */
WAY_OUT_OF_LINE void pack_mixed_place(const way_plan *plan, const way_scratch *scratch,
                                      way_scratch_rows *rows, int k, const way_found_targets *found,
                                      size_t at, size_t count) {
    double number[WAY_TARGETS];
    for (size_t i = 0; i < count; i++) {
        number[i] = 0.0;
        if (rows->nobody[at + i])
            continue;
        const way_column *column = &plan->batch->targets.parts[found->part[i]].columns[k];
        number[i] =
            column->data == NULL ? plan->behaviour->inputs[k].fallback : way_double_at(column, found->row[i]);
    }
    const way_column column = {.data = number, .type = WAY_DOUBLE};
    pack_place(plan, scratch, rows, k, &column, (way_numbers){NULL, 0}, at, count);
}

static void pack_parts(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows,
                       const unsigned packed, const way_found_targets *found, size_t at, size_t count,
                       size_t nobodies) {
    sources all;
    int mixed = nobodies > 0;
    for (size_t i = 1; i < count && !mixed; i++)
        mixed = found->part[i] != found->part[0];
    for (int k = 0; k < plan->inputs; k++) {
        if (!(packed >> k & 1))
            continue;
        const way_column *column = mixed ? NULL : &plan->batch->targets.parts[found->part[0]].columns[k];
        if (column != NULL && column->data != NULL)
            pack_input(plan, scratch, rows, k, column, (way_numbers){found->row, 0}, at, count);
        else if (plan->relative >> k & 1)
            pack_mixed_place(plan, scratch, rows, k, found, at, count);
        else if (find_sources(plan, k, &all))
            pack_records(plan, &all, plan->in_fields[k], found, count,
                         block_row_at(scratch, rows, rows->in[k]) + at, rows->pitch);
        else
            for (int j = 0; j < plan->in_fields[k]; j++)
                pack_mixed(plan, block_row_at(scratch, rows, rows->in[k + j]) + at, k + j, found,
                           rows->nobody + at, count);
    }
}

static int are_below(const way_plan *plan, const uint32_t *numbers, uint32_t limit, size_t count) {
    const size_t whole = count & ~(plan->table->lanes - 1);
    int all = plan->table->all_below(numbers, limit, whole);
    for (size_t i = whole; i < count; i++)
        all &= numbers[i] < limit;
    return all;
}

/* Returns the caller's target column if it can be used in place: if it is tight, holds plain row numbers, and
   has a valid target for every agent. Otherwise returns NULL. */
static const uint32_t *targets_as_they_lie(const way_plan *plan, way_numbers agents, size_t count) {
    const way_batch *batch = plan->batch;
    if (agents.list != NULL || !way_is_tight(&batch->targets.row) || !way_has_plain_targets(batch) ||
        batch->targets.parts != NULL)
        return NULL;
    const uint32_t *given = (const uint32_t *)batch->targets.row.data + agents.first;
    return are_below(plan, given, way_limit_of(batch->targets.runner_count), count) ? given : NULL;
}

/* Can the block's targets be found directly? The columns `target` and `part` must be tight and hold plain
   row and part numbers. */
static int are_rows_of_parts(const way_plan *plan, const unsigned packed, way_numbers agents) {
    const way_batch *batch = plan->batch;
    return batch->targets.part_count > 0 && batch->targets.part_count <= WAY_PARTS && agents.list == NULL &&
           way_has_plain_targets(batch) && way_is_tight(&batch->targets.row) &&
           way_is_tight(&batch->targets.part) && (packed & plan->relative) == 0;
}

/* Writes the address of each target's record, row `row` of part `part`. Returns the number of agents without
   a target. */
static size_t find_records(const sources *all, uint32_t parts, const uint32_t *row, const uint32_t *part,
                           size_t count, const char **at, unsigned char *restrict is_nobody) {
    size_t nobodies = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t p = part[i] < parts ? part[i] : parts;
        const unsigned nobody = row[i] >= all->limit[p];
        p = nobody ? parts : p;
        is_nobody[i] = (unsigned char)nobody;
        nobodies += nobody;
        at[i] = all->data[p] + (ptrdiff_t)row[i] * all->stride[p];
    }
    return nobodies;
}

/* Packs the targets' records directly from the parts. Returns the number of agents without a target, or -1 if
   find_sources fails. */
WAY_OUT_OF_LINE ptrdiff_t pack_rows_of_parts(const way_plan *plan, const way_scratch *scratch,
                                             const way_scratch_rows *rows, const unsigned packed,
                                             size_t first, size_t count) {
    const uint32_t *row = (const uint32_t *)plan->batch->targets.row.data + first,
                   *part = (const uint32_t *)plan->batch->targets.part.data + first;
    size_t nobodies = 0;
    for (int k = 0; k < plan->inputs; k++) {
        sources all;
        if (!(packed >> k & 1))
            continue;
        if (!find_sources(plan, k, &all))
            return -1;
        nobodies = 0;
        for (size_t i = 0; i < count; i += WAY_TARGETS) {
            const char *at[WAY_TARGETS];
            const size_t some = count - i < WAY_TARGETS ? count - i : WAY_TARGETS;
            nobodies += find_records(&all, plan->batch->targets.part_count, row + i, part + i, some, at,
                                     rows->nobody + i);
            way_pack_records(plan->table, (way_finder){.at = at}, plan->in_fields[k], some,
                             block_row_at(scratch, rows, rows->in[k]) + i, rows->pitch);
        }
    }
    return (ptrdiff_t)nobodies;
}

/* Packs the runner columns: for each agent, the elements of its target. Returns the number of agents without
   a target. For an agent without a target, row 0 is packed or, with parts, zeros; the result is not used. */
WAY_OUT_OF_LINE size_t pack_runners(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows,
                                    const unsigned packed, way_numbers agents, size_t count) {
    const uint32_t *given = targets_as_they_lie(plan, agents, count);
    if (given != NULL) {
        for (int k = 0; k < plan->inputs; k++)
            if (packed >> k & 1)
                pack_input(plan, scratch, rows, k, &plan->in[k], (way_numbers){given, 0}, 0, count);
        memset(rows->nobody, 0, count);
        return 0;
    }
    if (are_rows_of_parts(plan, packed, agents)) {
        const ptrdiff_t gone = pack_rows_of_parts(plan, scratch, rows, packed, agents.first, count);
        if (gone >= 0)
            return (size_t)gone;
    }
    size_t nobodies = 0;
    for (size_t at = 0; at < count; at += WAY_TARGETS) {
        way_found_targets found;
        size_t part = count - at < WAY_TARGETS ? count - at : WAY_TARGETS;
        size_t gone = way_find_targets(plan, way_numbers_from(agents, at), part, &found, rows->nobody + at);
        nobodies += gone;
        if (plan->batch->targets.parts != NULL)
            pack_parts(plan, scratch, rows, packed, &found, at, part, gone);
        else
            for (int k = 0; k < plan->inputs; k++)
                if (packed >> k & 1)
                    pack_input(plan, scratch, rows, k, &plan->in[k], (way_numbers){found.row, 0}, at, part);
    }
    return nobodies;
}

/* Writes the fallback outputs for agents without a target. */
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

/* Prepares the block's inputs, except the runner inputs. Returns the set of the runner inputs. */
static unsigned pack_agents(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows,
                            way_numbers agents, size_t count, int whole, const float **in) {
    unsigned runners = 0;
    for (int k = 0; k < plan->inputs; k++) {
        float *row = block_row_at(scratch, rows, rows->in[k]);
        in[k] = row;
        int given = plan->given >> k & 1,
            has_runners = plan->batch->targets.runner_count > 0 || plan->batch->targets.parts;
        if (!given && !(plan->options >> k & 1))
            in[k] = NULL;
        else if (!given || plan->uniform >> k & 1 || plan->in_fields[k] == 0)
            continue;
        else if (whole && way_dense_in(plan, k))
            in[k] = (const float *)plan->in[k].data + agents.first;
        else if (way_by_target(plan, k) && !has_runners)
            for (int j = 0; j < plan->in_fields[k]; j++)
                memset(row + (size_t)j * rows->pitch, 0, 4 * way_padded(plan, count));
        else if (way_by_target(plan, k))
            runners |= 1u << k;
        else
            pack_input(plan, scratch, rows, k, &plan->in[k], agents, 0, count);
    }
    return runners;
}

/* Converts output k from relative positions to absolute positions. Invalid agents and agents without a target
   get the column's fallback. */
WAY_OUT_OF_LINE void put_place(const way_plan *plan, const way_scratch_rows *rows, int k, way_numbers agents,
                               size_t count, const float *row, const float *status,
                               const unsigned char *stays) {
    double place[WAY_TARGETS];
    const int32_t axis = plan->behaviour->outputs[k].axis;
    const double *origins = plan->from_walls ? NULL : rows->origin[axis - 1];
    const double origin = way_wall_origin(plan->batch, axis);
    for (size_t at = 0; at < count; at += WAY_TARGETS) {
        size_t part = count - at < WAY_TARGETS ? count - at : WAY_TARGETS;
        if (origins != NULL)
            plan->table->place(origins + at, row + at, place, way_padded(plan, part));
        else
            for (size_t i = 0; i < part; i++)
                place[i] = origin + (double)row[at + i];
        for (size_t i = 0; i < part; i++) {
            int32_t became;
            memcpy(&became, status + at + i, 4);
            if (became == WAY_INVALID || (plan->by_target && rows->nobody[at + i]))
                place[i] = plan->behaviour->outputs[k].fallback;
        }
        way_put_doubles(&plan->out[k], way_numbers_from(agents, at), part, place,
                        stays != NULL ? stays + at : NULL);
    }
}

/* Copies outputs from the scratch rows to the caller's columns. */
static void unpack(const way_plan *plan, const way_scratch_rows *rows, way_numbers agents, size_t count,
                   void *const *out, float *const *row, int nobodies) {
    const unsigned char *stays = plan->batch->targets.keep_outputs && nobodies ? rows->nobody : NULL;
    for (int k = 0; k < plan->outputs; k++) {
        if (!(plan->to->given >> k & 1) || out[k] != row[k])
            continue;
        if (plan->relative && plan->axes.out >> k & 1)
            put_place(plan, rows, k, agents, count, row[k], out[plan->status], stays);
        else if (stays != NULL)
            way_put_words(&plan->out[k], agents, count, row[k], stays);
        else if (plan->out_fields[k] != 0)
            way_unpack(plan->table, &plan->out[k], plan->out_fields[k], agents, count, row[k], rows->pitch);
    }
}

static void solve_block(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows,
                        size_t first, size_t count) {
    const way_batch *batch = plan->batch;
    const int whole = (count & (plan->table->lanes - 1)) == 0;
    way_numbers agents =
        batch->index != NULL ? (way_numbers){batch->index + first, 0} : (way_numbers){NULL, first};

    const float *in[WAY_INPUTS_MAX];
    unsigned runners = pack_agents(plan, scratch, rows, agents, count, whole, in);
    size_t nobodies = 0;
    if (plan->by_target)
        nobodies = pack_runners(plan, scratch, rows, runners, agents, count);
    for (int axis = 0; plan->relative && plan->to->given & plan->axes.out && axis < 3; axis++)
        if (plan->axes.own[axis] >= 0)
            plan->table->move(rows->own[axis], block_row_at(scratch, rows, rows->in[plan->axes.own[axis]]),
                              rows->origin[axis], way_padded(plan, count));

    float *row[WAY_OUTPUTS_MAX];
    void *out[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->outputs; k++) {
        out[k] = row[k] = block_row_at(scratch, rows, rows->out[k]);
        if (!(plan->to->given >> k & 1) && k != plan->status)
            out[k] = NULL;
        else if (whole && way_dense_out(plan, k))
            out[k] = (float *)plan->out[k].data + first;
    }

    way_block block = {
        .in = in,
        .out = out,
        .given = plan->given,
        .count = way_padded(plan, count),
        .stores = WAY_PLAIN,
        .walls = &plan->walls,
    };
    plan->kernel->solve(&block);
    if (nobodies > 0)
        write_nobodies(plan, rows, (float *const *)out, count);
    unpack(plan, rows, agents, count, out, row, nobodies > 0);
}

void way_fill_rows(const way_scratch *scratch, const way_scratch_rows *rows) {
    for (int n = 0; n < rows->values; n++)
        way_fill(scratch->row + (size_t)n * rows->pitch, &rows->value[n], rows->most);
}

void way_solve_blocks(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t first,
                      size_t count) {
    for (size_t i = 0; i < count; i += rows->most)
        solve_block(plan, scratch, rows, first + i, count - i < rows->most ? count - i : rows->most);
}
