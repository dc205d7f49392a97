#include <string.h>

#include "registry/registry.h"
#include "isa/isa.h"
#include "call/fpenv.h"
#include "call/overlap.h"
#include "call/plan.h"
#include "call/walk.h"
#include "kernels/walls/wall_tree.h"
#include "waylay/waylay.h"

/* Runs way_check_column on the inputs and outputs whose bits are set. */
static way_result check_columns(const way_entry *entry, const way_column *in, unsigned inputs,
                                const way_column_out *out, unsigned outputs) {
    way_result result = WAY_OK;
    for (int k = 0; inputs >> k != 0 && result == WAY_OK; k++)
        if (inputs >> k & 1)
            result = way_check_column(&in[k], entry->behaviour.inputs[k].type != WAY_FLOAT, 0);
    for (int k = 0; outputs >> k != 0 && result == WAY_OK; k++) {
        const way_column column = way_as_column(&out[k]);
        if (outputs >> k & 1)
            result = way_check_column(&column, entry->behaviour.outputs[k].type != WAY_FLOAT, 1);
    }
    return result;
}

/* Runner columns next to parts are not read, but each must be a column: aligned, of whatever type. */
static way_result check_unread(const way_column *in, unsigned unread) {
    for (int k = 0; unread >> k != 0; k++)
        if (unread >> k & 1 && in[k].data != NULL && !way_is_aligned(&in[k]))
            return WAY_ERROR_ALIGNMENT;
    return WAY_OK;
}

/* Replaces the notes on the batch's own runner columns by notes on the columns of all parts. */
static way_result check_parts(const way_entry *entry, way_places *from, const way_batch *batch) {
    from->given &= ~entry->runners;
    from->tight &= ~entry->runners;
    from->uniform &= ~entry->runners;
    from->strided &= ~entry->runners;
    from->odd &= ~entry->runners;
    from->doubles &= ~entry->runners;
    if (batch->part_count > 0 && batch->part.data == NULL && batch->target_part == NULL)
        return WAY_ERROR_MISSING;
    for (uint32_t p = 0; p < batch->part_count; p++) {
        const way_part *part = &batch->parts[p];
        way_places places = WAY_NO_PLACES;
        if (part->columns == NULL)
            return WAY_ERROR_NULL;
        for (int k = 0; k < (int)entry->behaviour.input_count; k++)
            if (entry->runners >> k & 1)
                way_note(&places, k, &part->columns[k]);
        if (entry->required & entry->runners & ~places.given)
            return WAY_ERROR_MISSING;
        way_result result = way_check_column(&part->generation, 1, 0);
        if (result == WAY_OK && way_may_be_wrong(&places))
            result = check_columns(entry, part->columns, places.given, NULL, 0);
        if (result != WAY_OK)
            return result;
        from->given |= places.given;
        from->doubles |= places.doubles;
        from->marks |= places.marks;
    }
    from->given |= batch->part_count == 0 ? entry->required & entry->runners : 0; /* no part: none is read */
    return WAY_OK;
}

/* Checks the columns and maps that say which target each agent follows. */
static way_result check_targets(const way_entry *entry, way_places *from, const way_batch *batch) {
    const way_column *const numbers[] = {&batch->target, &batch->target_generation, &batch->generation,
                                         &batch->part};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        way_result result = way_check_column(numbers[k], 1, 0);
        if (result != WAY_OK)
            return result;
    }
    if (((uintptr_t)batch->target_row | (uintptr_t)batch->target_part) % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    return batch->parts != NULL && entry->runners ? check_parts(entry, from, batch) : WAY_OK;
}

static int are_agents(const way_batch *batch) {
    if (batch->index == NULL)
        return batch->first <= batch->agent_count && batch->count <= batch->agent_count - batch->first;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->index[batch->first + i] >= batch->agent_count)
            return 0;
    return 1;
}

static way_result check_batch(const way_batch *batch) {
    if ((uintptr_t)batch->index % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    const way_result walls = way_check_walls(batch->walls, batch->wall_count, batch->wall_tree);
    if (walls != WAY_OK)
        return walls;
    if ((batch->parts == NULL && batch->part_count > 0) ||
        (batch->parts != NULL && batch->target.data == NULL))
        return WAY_ERROR_NULL;
    if (batch->first > SIZE_MAX / 4 || batch->count > SIZE_MAX / 4 - batch->first)
        return WAY_ERROR_COUNT;
    if (batch->precision != WAY_EXACT && batch->precision != WAY_FAST)
        return WAY_ERROR_PRECISION;
    return batch->agent_count == 0 || are_agents(batch) ? WAY_OK : WAY_ERROR_INDEX;
}

static way_result check(const way_entry *entry, const way_column *in, way_places *from,
                        const way_column_out *out, const way_places *to, const way_batch *batch) {
    if (batch->target.data != NULL) {
        way_result result = check_targets(entry, from, batch);
        if (result != WAY_OK)
            return result;
    }
    if (entry->required & ~from->given)
        return WAY_ERROR_MISSING;
    if (way_may_be_wrong(from) || way_may_be_wrong(to) || to->uniform != 0) {
        const unsigned unread = batch->parts != NULL && batch->target.data != NULL ? entry->runners : 0;
        way_result result = check_columns(entry, in, from->given & ~unread, out, to->given);
        if (result == WAY_OK)
            result = check_unread(in, unread);
        if (result != WAY_OK)
            return result;
    }
    return check_batch(batch);
}

/* Does an output overlap memory where another agent's runner is read? With an index list, only agent 0 is
   tested: the list's elements are not looked up. */
static int is_output_a_runners(const way_entry *entry, const way_column *in, const way_places *from,
                               const way_column_out *out, const way_places *to, const way_batch *batch) {
    unsigned runners = entry->runners & from->given;
    if (batch->target.data == NULL || batch->count == 0 || runners == 0)
        return 0;
    const size_t first = batch->index != NULL ? 0 : batch->first,
                 count = batch->index != NULL ? 1 : batch->count;
    const size_t tables = batch->parts != NULL ? batch->part_count : 1;
    for (size_t p = 0; p < tables; p++) {
        const way_part *part = batch->parts != NULL ? &batch->parts[p] : NULL;
        const way_column *columns = part != NULL ? part->columns : in;
        size_t most = part != NULL ? part->count : batch->target_count;
        unsigned read = runners;
        for (int k = 0; part != NULL && runners >> k != 0; k++)
            if (columns[k].data == NULL)
                read &= ~(1u << k);
        most = most < UINT32_MAX ? most : UINT32_MAX;
        if (most > 0 && way_columns_meet(columns, read, most, out, to->given, first, count))
            return 1;
    }
    return 0;
}

way_result way_call(const way_entry *entry, const way_column *in, const way_column_out *out,
                    const way_batch *batch) {
    if (in == NULL || out == NULL || batch == NULL)
        return WAY_ERROR_NULL;
    way_places from = WAY_NO_PLACES, to = WAY_NO_PLACES;
    for (int k = 0; k < (int)entry->behaviour.input_count; k++)
        way_note(&from, k, &in[k]);
    for (int k = 0; k < (int)entry->behaviour.output_count; k++) {
        const way_column column = way_as_column(&out[k]);
        way_note(&to, k, &column);
    }
    way_result result = check(entry, in, &from, out, &to, batch);
    if (result != WAY_OK)
        return result;
    if (is_output_a_runners(entry, in, &from, out, &to, batch))
        return WAY_ERROR_OVERLAP;
    if (way_cpu_table() == NULL) /* every table was compiled in a way that changes bits */
        return WAY_ERROR_ISA;
    if (to.given != 0 && batch->count > 0)
        way_run_batch(entry, in, &from, out, &to, batch);
    return WAY_OK;
}

/* One agent is computed in plain C, which is usable wherever any table is. */
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
