#include "call/targets.h"

#include <string.h>

static int is_gone(const way_batch *batch, size_t agent, const way_column *generation, uint32_t row) {
    return batch->targets.generation.data != NULL && generation->data != NULL &&
           way_word_at(&batch->targets.generation, agent) != way_word_at(generation, row);
}

int way_look_up(const way_batch *batch, size_t agent, uint32_t target, uint32_t *row, uint32_t *part) {
    uint32_t number = batch->targets.mask != 0 ? target & batch->targets.mask : target;
    int has_maps = batch->targets.row_of != NULL || batch->targets.part_of != NULL;
    if (target == UINT32_MAX || (has_maps && number >= batch->targets.map_size))
        return 0;
    *row = batch->targets.row_of != NULL ? batch->targets.row_of[number] : number;
    if (batch->targets.parts == NULL)
        return *row != UINT32_MAX && *row < batch->targets.runner_count &&
               !is_gone(batch, agent, &batch->targets.runner_generation, *row);
    *part = batch->targets.part_of != NULL ? batch->targets.part_of[number]
                                           : way_word_at(&batch->targets.part, agent);
    return *part < batch->targets.part_count && *row != UINT32_MAX &&
           *row < batch->targets.parts[*part].count &&
           !is_gone(batch, agent, &batch->targets.parts[*part].generation, *row);
}

/* The tables of the runners: one for each part or, in a call without parts, a single table. Rows from `limit`
   on are not targets. One more table at the end has the limit 0, so none of its rows is a target. */
typedef struct tables {
    uint32_t count, limit[WAY_PARTS + 1];
    const char *generation[WAY_PARTS + 1]; /* NULL: generations are not compared */
    ptrdiff_t stride[WAY_PARTS + 1];
} tables;

/* Finds the runners' tables. Returns 0 if there are too many, or if a generation column has rows or pages. */
static int find_tables(const way_batch *batch, tables *all) {
    all->count = batch->targets.parts != NULL ? batch->targets.part_count : 1;
    if (all->count > WAY_PARTS)
        return 0;
    for (uint32_t p = 0; p < all->count; p++) {
        const way_column *generation = batch->targets.parts != NULL ? &batch->targets.parts[p].generation
                                                                    : &batch->targets.runner_generation;
        if (generation->rows != NULL || generation->page != 0)
            return 0;
        all->limit[p] = way_limit_of(batch->targets.parts != NULL ? batch->targets.parts[p].count
                                                                  : batch->targets.runner_count);
        all->generation[p] = batch->targets.generation.data != NULL ? generation->data : NULL;
        all->stride[p] = way_stride(generation);
    }
    all->limit[all->count] = 0;
    return 1;
}

/* Like way_look_up, but for a chunk of agents. On entry, `found` holds the agents' targets and, if the agents
   name parts, their parts. Returns the number of agents without a target. */
static size_t look_up_all(const way_batch *batch, const tables *all, const uint32_t *generation, size_t count,
                          way_found_targets *found, unsigned char *restrict is_nobody) {
    const uint32_t mask = batch->targets.mask != 0 ? batch->targets.mask : UINT32_MAX;
    const uint32_t *row_of = batch->targets.row_of,
                   *part_of = batch->targets.parts != NULL ? batch->targets.part_of : NULL;
    const uint32_t numbers =
        row_of != NULL || batch->targets.part_of != NULL ? way_limit_of(batch->targets.map_size) : UINT32_MAX;
    size_t nobodies = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t target = found->row[i], number = target & mask;
        uint32_t row = 0, part = all->count;
        if (target != UINT32_MAX && number < numbers) {
            row = row_of != NULL ? row_of[number] : number;
            part = part_of != NULL ? part_of[number] : found->part[i];
            part = part < all->count && row < all->limit[part] ? part : all->count;
        }
        if (part < all->count && all->generation[part] != NULL) {
            uint32_t its;
            memcpy(&its, all->generation[part] + (ptrdiff_t)row * all->stride[part], sizeof its);
            part = its == generation[i] ? part : all->count;
        }
        const unsigned nobody = part == all->count;
        is_nobody[i] = (unsigned char)nobody;
        found->row[i] = nobody ? 0 : row;
        found->part[i] = part;
        nobodies += nobody;
    }
    return nobodies;
}

/* Like look_up_all, but looks up one agent at a time. Used if find_tables returns 0. */
static size_t look_up_each(const way_batch *batch, way_numbers agents, size_t count, way_found_targets *found,
                           unsigned char *is_nobody) {
    size_t nobodies = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = 0, part = 0;
        int somebody = way_look_up(batch, way_number(agents, i), found->row[i], &row, &part);
        is_nobody[i] = !somebody;
        found->row[i] = somebody ? row : 0;
        found->part[i] = somebody ? part : batch->targets.part_count;
        nobodies += !somebody;
    }
    return nobodies;
}

static void pack_words(const way_plan *plan, const way_column *column, way_numbers agents, size_t count,
                       uint32_t *to) {
    way_pack(plan->table, column, 1, agents, count, (float *)(void *)to, 0);
}

size_t way_find_targets(const way_plan *plan, way_numbers agents, size_t count, way_found_targets *found,
                        unsigned char *restrict is_nobody) {
    const way_batch *batch = plan->batch;
    uint32_t generation[WAY_TARGETS];
    tables all;
    pack_words(plan, &batch->targets.row, agents, count, found->row);
    if (!find_tables(batch, &all))
        return look_up_each(batch, agents, count, found, is_nobody);
    if (batch->targets.generation.data != NULL)
        pack_words(plan, &batch->targets.generation, agents, count, generation);
    if (batch->targets.parts != NULL && batch->targets.part_of == NULL && batch->targets.part_count > 0)
        pack_words(plan, &batch->targets.part, agents, count, found->part);
    else
        memset(found->part, 0, sizeof found->part);
    return look_up_all(batch, &all, generation, count, found, is_nobody);
}
