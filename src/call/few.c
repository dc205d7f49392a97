/* Solves small calls without a plan, because most calls of a game are small. Each step solves sixteen agents.
   Plain loads copy the inputs to small arrays, one per column, for the kernel. Plain stores copy the answers
   from such arrays to the outputs. Calls whose columns have rows, pages, doubles, halves or parts use the
   plan instead. */
#include <string.h>

#include "isa/fpenv.h"
#include "call/targets.h"
#include "call/walk.h"

typedef struct few {
    const way_entry *entry;
    const way_batch *batch;
    size_t first, count,
        padded; /* the first agent's number; number of agents; the same, rounded up to whole vectors */
    size_t target[WAY_FEW];           /* the numbers of the agents' runners */
    unsigned char is_nobody[WAY_FEW]; /* the agent has no target */
    int nobodies;                     /* the number of agents without a target */
} few;

/* Returns the number of agent i. */
static size_t agent_at(const few *f, size_t i) {
    return f->batch->index != NULL ? f->batch->index[f->first + i] : f->first + i;
}

/* Finds each agent's runner. An agent without a target gets runner 0, as in larger batches: the kernel reads
   this runner, but the result is not used. */
static void find_targets(few *f) {
    const way_batch *batch = f->batch;
    const int are_rows = way_has_plain_targets(batch);
    const uint32_t limit = way_limit_of(batch->targets.runner_count);
    const char *const data = batch->targets.row.data;
    const ptrdiff_t stride = way_stride(&batch->targets.row);
    for (size_t i = 0; i < f->count; i++) {
        uint32_t row = 0, part;
        memcpy(&row, data + (ptrdiff_t)agent_at(f, i) * stride, 4);
        const int is_there = are_rows ? row < limit : way_look_up(batch, agent_at(f, i), row, &row, &part);
        f->target[i] = is_there ? row : 0;
        f->is_nobody[i] = !is_there;
        f->nobodies += !is_there;
    }
}

/* Loads the elements of the agents or, for a runner's column, of their targets. */
static void load_few(const few *f, const way_column *column, int is_by_target, float *row) {
    const char *data = column->data;
    const ptrdiff_t stride = column->gap + 4;
    if (is_by_target)
        for (size_t i = 0; i < f->count; i++)
            memcpy(row + i, data + (ptrdiff_t)f->target[i] * stride, 4);
    else if (f->batch->index != NULL)
        for (size_t i = 0; i < f->count; i++)
            memcpy(row + i, data + (ptrdiff_t)agent_at(f, i) * stride, 4);
    else {
        data += (ptrdiff_t)f->first * stride;
        for (size_t i = 0; i < f->count; i++, data += stride)
            memcpy(row + i, data, 4);
    }
    for (size_t i = f->count; i < f->padded; i++)
        row[i] = row[f->count - 1];
}

static void fill_row(const few *f, uint32_t value, float *row) {
    for (size_t i = 0; i < f->padded; i++)
        memcpy(row + i, &value, 4);
}

static void store_row(const few *f, const way_column_out *column, const float *row, int keeps_nobody) {
    char *data = column->data;
    const ptrdiff_t stride = column->gap + 4;
    if (keeps_nobody || f->batch->index != NULL) {
        for (size_t i = 0; i < f->count; i++)
            if (!(keeps_nobody && f->is_nobody[i]))
                memcpy(data + (ptrdiff_t)agent_at(f, i) * stride, row + i, 4);
    } else {
        data += (ptrdiff_t)f->first * stride;
        for (size_t i = 0; i < f->count; i++, data += stride)
            memcpy(data, row + i, 4);
    }
}

static void write_few_nobodies(const few *f, int k, float *row) {
    uint32_t value;
    way_fallback(&f->entry->behaviour.outputs[k], &value);
    for (size_t i = 0; i < f->count; i++)
        if (f->is_nobody[i])
            memcpy(row + i, &value, 4);
}

/* Sets in[k] for each input. in[k] points to the column itself if the kernel can read the column in place,
   and otherwise to row[k], a copy of the column. If the input is omitted, and its bit in `options` is set,
   row[k] is filled with the default. */
static void load_all(const few *f, const way_column *columns, const way_places *from, unsigned options,
                     unsigned by_target, int is_contiguous, float (*row)[WAY_FEW], const float **in) {
    for (int k = 0; k < (int)f->entry->behaviour.input_count; k++) {
        in[k] = NULL;
        if (from->given >> k & 1) {
            const int is_by_target = by_target >> k & 1;
            in[k] = row[k];
            if (is_by_target && f->batch->targets.runner_count == 0)
                fill_row(f, 0, row[k]);
            else if (is_contiguous && !is_by_target && from->tight >> k & 1)
                in[k] = (const float *)columns[k].data + f->first;
            else
                load_few(f, &columns[k], is_by_target, row[k]);
        } else if (options >> k & 1) {
            uint32_t value;
            way_fallback(&f->entry->behaviour.inputs[k], &value);
            fill_row(f, value, row[k]);
            in[k] = row[k];
        }
    }
}

/* Does the call need way_run_batch? */
static int needs_plan(const way_entry *entry, const way_places *from, const way_places *to,
                      const way_batch *batch) {
    const way_column *target = &batch->targets.row;
    const int is_by_target = target->data != NULL && entry->runners != 0;
    return (from->irregular | to->irregular) != 0 || batch->targets.parts != NULL ||
           (is_by_target && (target->rows != NULL || (target->type | target->page) != 0));
}

/* Are the elements of the agents next to each other in all columns? */
static int are_tight(const way_entry *entry, const way_places *from, const way_places *to,
                     const way_batch *batch) {
    const int is_by_target = batch->targets.row.data != NULL && entry->runners != 0;
    return !is_by_target && batch->index == NULL && (from->strided | from->uniform | to->strided) == 0;
}

/* Solves whole vectors of agents, from number `first` of the batch on, in place. */
static void run_in_place(const way_entry *entry, const way_kernel *kernel, const way_column *in,
                         const way_column_out *out, way_block *block, size_t first, size_t count) {
    const float *rows[WAY_INPUTS_MAX];
    void *answers[WAY_OUTPUTS_MAX];
    for (int k = 0; k < (int)entry->behaviour.input_count; k++)
        rows[k] = in[k].data != NULL ? (const float *)in[k].data + first : NULL;
    for (int k = 0; k < (int)entry->behaviour.output_count; k++)
        answers[k] = out[k].data != NULL ? (float *)out[k].data + first : NULL;
    block->in = rows, block->out = answers, block->count = count;
    kernel->solve(block);
}

/* Solves the agents from number `first` of the batch on, at most WAY_FEW. */
static void run_step(const way_entry *entry, const way_column *in, const way_places *from,
                     const way_column_out *out, const way_places *to, const way_batch *batch, size_t first,
                     size_t count, int precision, way_block *block) {
    const way_table *table = way_table_for(count);
    const way_kernel *kernel = entry->kernel[table->number][precision];
    const unsigned by_target = batch->targets.row.data != NULL ? entry->runners : 0;
    few f;
    f.entry = entry, f.batch = batch, f.first = first, f.count = count;
    f.padded = (count + table->lanes - 1) & ~(table->lanes - 1);
    f.nobodies = 0;
    if (by_target)
        find_targets(&f);

    _Alignas(64) float row[WAY_INPUTS_MAX][WAY_FEW], answer[WAY_OUTPUTS_MAX][WAY_FEW];
    const float *rows[WAY_INPUTS_MAX];
    void *answers[WAY_OUTPUTS_MAX];
    const int is_contiguous = batch->index == NULL && f.count == f.padded;
    const int keeps_nobody = batch->targets.keep_outputs && by_target != 0;
    load_all(&f, in, from, way_options_of(entry, kernel, from->given, to->given), by_target, is_contiguous,
             row, rows);
    for (int k = 0; k < (int)entry->behaviour.output_count; k++)
        answers[k] = !(to->given >> k & 1)                                  ? NULL
                     : is_contiguous && !keeps_nobody && to->tight >> k & 1 ? (float *)out[k].data + first
                                                                            : answer[k];
    block->in = rows, block->out = answers, block->count = f.padded;
    kernel->solve(block);
    for (int k = 0; k < (int)entry->behaviour.output_count; k++) {
        if (answers[k] == NULL)
            continue;
        if (by_target && f.nobodies > 0 && !keeps_nobody)
            write_few_nobodies(&f, k, answers[k]);
        if (answers[k] == answer[k])
            store_row(&f, &out[k], answer[k], keeps_nobody);
    }
}

int way_run_few(const way_entry *entry, const way_column *in, const way_places *from,
                const way_column_out *out, const way_places *to, const way_batch *batch) {
    const int is_tight = are_tight(entry, from, to, batch);
    const size_t count = batch->count, rest = count > WAY_FEW ? count % WAY_FEW : 0;
    if (is_tight && count > WAY_FEW)
        return 0;
    const way_wall_list walls = way_walls_of(entry, batch);
    const int precision = way_precision_of(batch, &walls);
    const way_table *table = way_table_for(count), *last = way_table_for(rest > 0 ? rest : count);
    const way_kernel *kernel = entry->kernel[table->number][precision];
    if (needs_plan(entry, from, to, batch) || kernel->stack_use == 2 ||
        entry->kernel[last->number][precision]->stack_use == 2)
        return 0;
    way_block block = {.given = from->given, .stores = WAY_PLAIN, .walls = &walls};
    way_fpenv caller = way_fpenv_enter_for_calls();
    const unsigned missing = way_options_of(entry, kernel, from->given, to->given) & ~from->given;
    if (is_tight && missing == 0 && (count & (table->lanes - 1)) == 0)
        run_in_place(entry, kernel, in, out, &block, batch->first, count);
    else
        for (size_t at = 0; at < count; at += WAY_FEW)
            run_step(entry, in, from, out, to, batch, batch->first + at,
                     count - at < WAY_FEW ? count - at : WAY_FEW, precision, &block);
    way_fpenv_leave_after_calls(caller);
    return 1;
}
