/* Checks the arguments of a call and runs the call. */
#include <string.h>

#include "registry/registry.h"
#include "isa/isa.h"
#include "isa/fpenv.h"
#include "call/overlap.h"
#include "call/plan.h"
#include "call/targets.h"
#include "call/walk.h"
#include "walls/wall_tree.h"
#include "waylay/base.h"

static way_result refuse(const way_batch *batch, const char *name, way_result result) {
    return way_refuse(batch->fault, name, result);
}

static const char *name_of_first(const way_column_info *columns, unsigned set) {
    int k = 0;
    while (!(set >> k & 1))
        k++;
    return columns[k].name;
}

/* Runs way_check_column on the columns in the sets `inputs` and `outputs`. */
static way_result check_columns(const way_entry *entry, const way_column *in, unsigned inputs,
                                const way_column_out *out, unsigned outputs, const way_batch *batch) {
    way_result result = WAY_OK;
    for (int k = 0; inputs >> k != 0; k++) {
        if (inputs >> k & 1)
            result = way_check_column(&in[k], entry->behaviour.inputs[k].type != WAY_FLOAT, 0);
        if (result != WAY_OK)
            return refuse(batch, entry->behaviour.inputs[k].name, result);
    }
    for (int k = 0; outputs >> k != 0; k++) {
        const way_column column = way_as_column(&out[k]);
        if (outputs >> k & 1)
            result = way_check_column(&column, entry->behaviour.outputs[k].type != WAY_FLOAT, 1);
        if (result != WAY_OK)
            return refuse(batch, entry->behaviour.outputs[k].name, result);
    }
    return result;
}

/* Checks the alignment of the batch's own runner columns if the batch has parts. Such columns are not read,
   so they may have any element type. */
static way_result check_unread(const way_entry *entry, const way_column *in, unsigned unread,
                               const way_batch *batch) {
    for (int k = 0; unread >> k != 0; k++)
        if (unread >> k & 1 && in[k].data != NULL && !way_is_aligned(&in[k]))
            return refuse(batch, entry->behaviour.inputs[k].name, WAY_ERROR_ALIGNMENT);
    return WAY_OK;
}

/* Checks the runner columns of all parts. In `from`, replaces the batch's own runner columns by the columns
   of the parts. */
static way_result check_parts(const way_entry *entry, way_places *from, const way_batch *batch) {
    from->given &= ~entry->runners;
    from->tight &= ~entry->runners;
    from->uniform &= ~entry->runners;
    from->strided &= ~entry->runners;
    from->irregular &= ~entry->runners;
    from->doubles &= ~entry->runners;
    if (batch->targets.part_count > 0 && batch->targets.part.data == NULL && batch->targets.part_of == NULL)
        return refuse(batch, "targets.part", WAY_ERROR_MISSING);
    for (uint32_t p = 0; p < batch->targets.part_count; p++) {
        const way_part *part = &batch->targets.parts[p];
        if (part->columns == NULL)
            return refuse(batch, "targets.parts", WAY_ERROR_NULL);
        way_places places = {0};
        for (int k = 0; k < (int)entry->behaviour.input_count; k++)
            if (entry->runners >> k & 1)
                way_note(&places, 1u << k, &part->columns[k]);
        const unsigned missing = entry->required & entry->runners & ~places.given;
        if (missing)
            return refuse(batch, name_of_first(entry->behaviour.inputs, missing), WAY_ERROR_MISSING);
        way_result result = way_check_column(&part->generation, 1, 0);
        if (result != WAY_OK)
            return refuse(batch, "targets.runner_generation", result);
        if (way_may_be_wrong(&places))
            result = check_columns(entry, part->columns, places.given, NULL, 0, batch);
        if (result != WAY_OK)
            return result;
        from->given |= places.given;
        from->doubles |= places.doubles;
    }
    /* if the number of parts is 0, no runner is read, so none is missing */
    from->given |= batch->targets.part_count == 0 ? entry->required & entry->runners : 0;
    return WAY_OK;
}

/* Checks the columns and maps that define each agent's target. */
static way_result check_targets(const way_entry *entry, way_places *from, const way_batch *batch) {
    const struct {
        const char *name;
        const way_column *column;
    } numbers[] = {{"targets.row", &batch->targets.row},
                   {"targets.generation", &batch->targets.generation},
                   {"targets.runner_generation", &batch->targets.runner_generation},
                   {"targets.part", &batch->targets.part}};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        way_result result = way_check_column(numbers[k].column, 1, 0);
        if (result != WAY_OK)
            return refuse(batch, numbers[k].name, result);
    }
    if ((uintptr_t)batch->targets.row_of % 4 != 0)
        return refuse(batch, "targets.row_of", WAY_ERROR_ALIGNMENT);
    if ((uintptr_t)batch->targets.part_of % 4 != 0)
        return refuse(batch, "targets.part_of", WAY_ERROR_ALIGNMENT);
    if (batch->targets.parts == NULL && batch->targets.generation.data != NULL &&
        batch->targets.runner_generation.data == NULL)
        return refuse(batch, "targets.runner_generation", WAY_ERROR_MISSING);
    if (batch->targets.parts == NULL && batch->targets.generation.data == NULL &&
        batch->targets.runner_generation.data != NULL)
        return refuse(batch, "targets.generation", WAY_ERROR_MISSING);
    return batch->targets.parts != NULL && entry->runners ? check_parts(entry, from, batch) : WAY_OK;
}

/* Called if no target column is given: parts, columns and maps that lead from a target to a runner are then
   an error. */
static way_result check_no_targets(const way_batch *batch) {
    const int is_led = batch->targets.parts != NULL || batch->targets.part.data != NULL ||
                       batch->targets.row_of != NULL || batch->targets.part_of != NULL ||
                       batch->targets.generation.data != NULL ||
                       batch->targets.runner_generation.data != NULL;
    return is_led ? refuse(batch, "targets.row", WAY_ERROR_MISSING) : WAY_OK;
}

static int are_agents(const way_batch *batch) {
    if (batch->index == NULL)
        return batch->first <= batch->agent_count && batch->count <= batch->agent_count - batch->first;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->index[batch->first + i] >= batch->agent_count)
            return 0;
    return 1;
}

static way_result check_batch(const way_entry *entry, const way_batch *batch) {
    if ((uintptr_t)batch->index % 4 != 0)
        return refuse(batch, "index", WAY_ERROR_ALIGNMENT);
    const way_result walls = way_check_walls(batch->walls, batch->wall_count, batch->wall_tree);
    if (walls != WAY_OK)
        return refuse(batch, way_wrong_walls(batch->walls, walls), walls);
    if (entry->behaviour.walls) {
        const char *wrong = way_wrong_origin(batch->wall_origin_x, batch->wall_origin_y);
        if (wrong != NULL)
            return refuse(batch, wrong, WAY_ERROR_ORIGIN);
    }
    if (batch->targets.parts == NULL && batch->targets.part_count > 0)
        return refuse(batch, "targets.parts", WAY_ERROR_NULL);
    if (batch->first > SIZE_MAX / 4 || batch->count > SIZE_MAX / 4 - batch->first)
        return refuse(batch, "count", WAY_ERROR_COUNT);
    if (batch->precision != WAY_EXACT && batch->precision != WAY_FAST)
        return refuse(batch, "precision", WAY_ERROR_PRECISION);
    if (batch->agent_count != 0 && !are_agents(batch))
        return refuse(batch, batch->index != NULL ? "index" : "count", WAY_ERROR_INDEX);
    return WAY_OK;
}

/* Does an agent of the call have a row, though there are 0 runners? Then the caller forgot to count them. */
static int is_count_forgotten(const way_entry *entry, const way_batch *batch) {
    if (batch->targets.runner_count > 0 || batch->targets.row.data == NULL || batch->targets.parts != NULL ||
        !entry->runners)
        return 0;
    way_batch any = *batch;
    any.targets.runner_count = UINT32_MAX;
    any.targets.generation.data = NULL;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t agent = batch->index != NULL ? batch->index[batch->first + i] : batch->first + i;
        uint32_t row, part;
        if (way_look_up(&any, agent, way_word_at(&batch->targets.row, agent), &row, &part))
            return 1;
    }
    return 0;
}

static way_result check(const way_entry *entry, const way_column *in, way_places *from,
                        const way_column_out *out, const way_places *to, const way_batch *batch) {
    /* before check_parts removes the batch's own runner columns from `from` */
    const int may_be_wrong = way_may_be_wrong(from) || way_may_be_wrong(to) || to->uniform != 0;
    const way_result targets =
        batch->targets.row.data != NULL ? check_targets(entry, from, batch) : check_no_targets(batch);
    if (targets != WAY_OK)
        return targets;
    const unsigned missing = entry->required & ~from->given;
    if (missing)
        return refuse(batch, name_of_first(entry->behaviour.inputs, missing), WAY_ERROR_MISSING);
    if (may_be_wrong) {
        const unsigned unread =
            batch->targets.parts != NULL && batch->targets.row.data != NULL ? entry->runners : 0;
        way_result result = check_columns(entry, in, from->given & ~unread, out, to->given, batch);
        if (result == WAY_OK)
            result = check_unread(entry, in, unread, batch);
        if (result != WAY_OK)
            return result;
    }
    const way_result result = check_batch(entry, batch);
    if (result == WAY_OK && is_count_forgotten(entry, batch))
        return refuse(batch, "targets.runner_count", WAY_ERROR_COUNT);
    return result;
}

/* A quick test. Returns 1 if the outputs of these agents certainly share no memory with the runner columns,
   which are treated as one block of memory. Returns 0 if they may share memory. Always returns 0 for columns
   with rows, pages, doubles, halves or a negative stride. After 0, way_columns_meet must test. */
static int are_apart(const way_column *in, const way_places *from, unsigned runners, size_t rows,
                     const way_column_out *out, const way_places *to, size_t first, size_t count) {
    const unsigned given = runners & from->given;
    uintptr_t low = UINTPTR_MAX, high = 0;
    int wraps = 0; /* a column ends beyond the address space */
    if (((from->irregular & given) | to->irregular) != 0 || ((first + count) >> 31 | rows >> 31) != 0)
        return 0;
    for (int k = 0; given >> k != 0; k++) {
        const ptrdiff_t stride = in[k].gap + 4;
        if (!(given >> k & 1))
            continue;
        if (stride < 0 || stride >= INT32_MAX)
            return 0;
        const uintptr_t data = (uintptr_t)in[k].data, end = data + (uintptr_t)stride * (rows - 1) + 4;
        wraps |= end < data;
        low = data < low ? data : low;
        high = end > high ? end : high;
    }
    for (int k = 0; to->given >> k != 0; k++) {
        const ptrdiff_t stride = out[k].gap + 4;
        if (!(to->given >> k & 1))
            continue;
        if (stride < 0 || stride >= INT32_MAX)
            return 0;
        const uintptr_t data = (uintptr_t)out[k].data, begin = data + (uintptr_t)stride * first,
                        end = begin + (uintptr_t)stride * (count - 1) + 4;
        wraps |= begin < data || end < begin;
        if (begin < high && end > low)
            return 0;
    }
    return low < high && !wraps;
}

/* Returns the number, counted from 1, of the first output that overlaps memory from which another agent's
   runner is read, or 0 if no output does. With an index list, only agent 0 is tested, because the list's
   elements are not looked up. */
static int first_over_runners(const way_entry *entry, const way_column *in, const way_places *from,
                              const way_column_out *out, const way_places *to, const way_batch *batch) {
    unsigned runners = entry->runners & from->given;
    if (batch->targets.row.data == NULL || batch->count == 0 || runners == 0)
        return 0;
    const size_t first = batch->index != NULL ? 0 : batch->first,
                 count = batch->index != NULL ? 1 : batch->count;
    if (sizeof(size_t) == 8 && batch->targets.parts == NULL && batch->targets.runner_count > 0 &&
        are_apart(in, from, runners, batch->targets.runner_count, out, to, first, count))
        return 0;
    const size_t tables = batch->targets.parts != NULL ? batch->targets.part_count : 1;
    for (size_t p = 0; p < tables; p++) {
        const way_part *part = batch->targets.parts != NULL ? &batch->targets.parts[p] : NULL;
        const way_column *columns = part != NULL ? part->columns : in;
        size_t most = part != NULL ? part->count : batch->targets.runner_count;
        unsigned read = runners;
        for (int k = 0; part != NULL && runners >> k != 0; k++)
            if (columns[k].data == NULL)
                read &= ~(1u << k);
        most = most < UINT32_MAX ? most : UINT32_MAX;
        const int over = most > 0 ? way_columns_meet(columns, read, most, out, to->given, first, count) : 0;
        if (over > 0)
            return over;
    }
    return 0;
}

way_result way_call(const way_entry *entry, const way_column *in, const way_column_out *out,
                    const way_batch *batch) {
    if (batch == NULL)
        return WAY_ERROR_NULL;
    if (in == NULL || out == NULL)
        return refuse(batch, in == NULL ? "in" : "out", WAY_ERROR_NULL);
    way_places from = way_note_in(in, (int)entry->behaviour.input_count);
    const way_places to = way_note_out(out, (int)entry->behaviour.output_count);
    way_result result = check(entry, in, &from, out, &to, batch);
    if (result != WAY_OK)
        return result;
    const int over = first_over_runners(entry, in, &from, out, &to, batch);
    if (over > 0)
        return refuse(batch, entry->behaviour.outputs[over - 1].name, WAY_ERROR_OVERLAP);
    if (way_cpu_table() == NULL) /* the compiler changed the bits of every table's results */
        return WAY_ERROR_ISA;
    if (to.given != 0 && batch->count > 0 &&
        !(batch->count <= WAY_FEW && way_run_few(entry, in, &from, out, &to, batch)))
        way_run_batch(entry, in, &from, out, &to, batch);
    return WAY_OK;
}

/* Checks the arguments of a call for one agent. Plain C computes such a call. If any table is usable, plain C
   is usable, too. */
way_result way_check_one(const void *agent, const void *answer, const way_wall *walls, size_t wall_count) {
    if (agent == NULL || answer == NULL || (walls == NULL && wall_count > 0))
        return WAY_ERROR_NULL;
    if (((uintptr_t)agent | (uintptr_t)answer | (uintptr_t)walls) % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    if (wall_count > INT32_MAX)
        return WAY_ERROR_COUNT;
    return way_cpu_table() != NULL ? WAY_OK : WAY_ERROR_ISA;
}

void way_fallback(const way_column_info *column, void *cell) {
    float number = (float)column->fallback;
    int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
    memcpy(cell, column->type == WAY_FLOAT ? (const void *)&number : (const void *)&whole, 4);
}
