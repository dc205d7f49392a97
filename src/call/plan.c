#include "call/plan.h"

#include <string.h>

#include "isa/isa.h"
#include "walls/wall_tree.h"

/* If all columns of a call together have at least this many bytes, they do not stay in a cache, and outputs
   are written past the cache. */
#if !defined(WAY_STREAM_BYTES)
#define WAY_STREAM_BYTES ((size_t)24 << 20)
#endif

/* If more columns than this share one set of the L1 cache, the set counts as crowded. */
#define CROWD 7

/* Marks the `together` columns from k on as moved together. Returns the number of the column after them. */
static int mark_fields(unsigned char *fields, int k, int together) {
    for (int j = 0; j < together; j++)
        fields[k + j] = (unsigned char)(j == 0 ? together : 0);
    return k + together;
}

/* Returns the number of columns to move together, from k on: `together`, or only 1 if one of them is a
   position, because positions are packed separately. Bit j of `positions` stands for column j. */
static int without_positions(unsigned positions, int k, int together) {
    return positions >> k & ((1u << together) - 1) ? 1 : together;
}

/* Returns the number of runner columns, from k on, that are fields of one record in every part of the batch,
   but at most 4. */
static int fields_of_parts(const way_plan *plan, int k, int columns) {
    int together = 4;
    for (uint32_t p = 0; p < plan->batch->targets.part_count; p++) {
        int fields = way_fields(&plan->batch->targets.parts[p].columns[k], columns);
        together = fields < together ? fields : together;
    }
    return together <= columns ? together : 1;
}

static void group_in(way_plan *plan) {
    for (int k = 0; k < plan->inputs;) {
        int side_ends = k + 1;
        while (side_ends < plan->inputs && way_by_target(plan, side_ends) == way_by_target(plan, k))
            side_ends++;
        int fields = way_by_target(plan, k) && plan->batch->targets.parts != NULL
                         ? fields_of_parts(plan, k, side_ends - k)
                         : way_fields(&plan->in[k], side_ends - k);
        k = mark_fields(plan->in_fields, k, without_positions(plan->relative, k, fields));
    }
}

static void group_out(way_plan *plan) {
    way_column column[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->outputs; k++)
        column[k] = way_as_column(&plan->out[k]);
    for (int k = 0; k < plan->outputs;) {
        int fields = way_fields(&column[k], plan->outputs - k);
        k = mark_fields(plan->out_fields, k, without_positions(plan->axes.out, k, fields));
    }
}

/* Finds the columns with positions: for each axis, the agent's own position, the first of the others, and the
   sets of all position inputs and outputs. Called only if positions become relative, because one is given in
   doubles, or because the walls have an origin. In the registry, an agent's own position comes before other
   positions, and the chaser's before the runner's. */
WAY_OUT_OF_LINE void find_axes(way_plan *plan) {
    const way_behaviour *behaviour = plan->behaviour;
    way_axes *axes = &plan->axes;
    axes->in = 0;
    for (int axis = 0; axis < 3; axis++)
        axes->own[axis] = axes->other[axis] = -1;
    for (int side = 0; side < 2; side++) /* in the order of packing: first the agents' inputs, then the
                                            runners' */
        for (int k = 0; k < plan->inputs; k++) {
            const int axis = behaviour->inputs[k].axis - 1;
            if (axis < 0 || way_by_target(plan, k) != side)
                continue;
            axes->in |= 1u << k;
            if (axes->own[axis] < 0)
                axes->own[axis] = k;
            else if (axes->other[axis] < 0)
                axes->other[axis] = k;
        }
    for (int k = 0; k < plan->outputs; k++)
        if (behaviour->outputs[k].axis != 0)
            axes->out |= 1u << k;
}

static unsigned doubles_of(const way_plan *plan) {
    unsigned doubles = plan->from->doubles;
    if (plan->by_target && plan->batch->targets.parts != NULL)
        for (uint32_t p = 0; p < plan->batch->targets.part_count; p++)
            for (int k = 0; k < plan->inputs; k++)
                if (way_by_target(plan, k) && plan->batch->targets.parts[p].columns[k].data != NULL &&
                    plan->batch->targets.parts[p].columns[k].type == WAY_DOUBLE)
                    doubles |= 1u << k;
    return doubles;
}

static void plan_relative(way_plan *plan) {
    find_axes(plan);
    plan->relative = plan->axes.in;
    plan->given |= plan->relative;
}

/* If a position is given as doubles, makes all positions relative to the agent's own position. In behaviours
   with walls, plan_from_walls makes positions relative to the point from which the walls are measured. */
static void plan_places(way_plan *plan, unsigned doubles) {
    for (int k = 0; k < plan->inputs; k++)
        if (doubles >> k & 1 && plan->behaviour->inputs[k].axis != 0) {
            plan_relative(plan);
            return;
        }
}

WAY_OUT_OF_LINE void plan_from_walls(way_plan *plan) {
    plan_relative(plan);
    for (int axis = 0; axis < 3; axis++)
        plan->axes.own[axis] = -1; /* because a single origin for all agents needs no scratch memory */
}

/* Returns the number of the status output. Every behaviour has one. */
static int status_column_of(const way_behaviour *behaviour) {
    int k = 0;
    while (behaviour->outputs[k].type != WAY_STATUS)
        k++;
    return k;
}

const way_table *way_table_for(size_t count) {
    const way_table *table = way_cpu_table();
    while (table->narrower != NULL && table->narrower->lanes >= count)
        table = table->narrower;
    return table;
}

way_wall_list way_walls_of(const way_entry *entry, const way_batch *batch) {
    way_wall_list list = {batch->walls, batch->wall_count, batch->wall_tree, batch->drag_table, NULL};
    if (batch->wall_velocity == NULL || !entry->behaviour.walls)
        return list;
    for (size_t k = 0; k < list.count && list.velocity == NULL; k++) {
        const way_wall_velocity *v = &batch->wall_velocity[k];
        if (!(v->vx == 0.0f) || !(v->vy == 0.0f)) /* NaN is not 0 */
            list.velocity = batch->wall_velocity;
    }
    return list;
}

void way_make_plan(way_plan *plan, const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch) {
    plan->table = way_table_for(batch->count);
    plan->walls = way_walls_of(entry, batch);
    plan->precision = way_precision_of(batch, &plan->walls);
    plan->kernel = entry->kernel[plan->table->number][plan->precision];
    plan->behaviour = &entry->behaviour;
    plan->batch = batch;
    plan->in = in;
    plan->out = out;
    plan->from = from;
    plan->to = to;
    plan->inputs = (int)plan->behaviour->input_count;
    plan->outputs = (int)plan->behaviour->output_count;
    plan->by_target = batch->targets.row.data != NULL ? entry->runners : 0;
    plan->given = from->given;
    plan->relative = plan->axes.out = 0;
    unsigned doubles = from->irregular != 0 || batch->targets.parts != NULL ? doubles_of(plan) : 0;
    plan->from_walls =
        plan->behaviour->walls && way_has_wall_origin(batch->wall_origin_x, batch->wall_origin_y);
    if (plan->from_walls)
        plan_from_walls(plan);
    else if (doubles != 0 && !plan->behaviour->walls)
        plan_places(plan, doubles);
    plan->status = plan->relative ? status_column_of(plan->behaviour) : -1;
    plan->uniform = from->uniform & ~plan->relative & ~(batch->targets.parts != NULL ? plan->by_target : 0);
    plan->options = way_options_of(entry, plan->kernel, plan->given, to->given);
    if (from->strided | to->strided | from->irregular | to->irregular | (batch->targets.parts != NULL)) {
        group_in(plan);
        group_out(plan);
    } else { /* tight columns move one at a time */
        memset(plan->in_fields, 1, sizeof plan->in_fields);
        memset(plan->out_fields, 1, sizeof plan->out_fields);
    }
    const unsigned packed =
        from->uniform | from->strided | to->strided | from->irregular | to->irregular | plan->relative;
    plan->in_place =
        batch->index == NULL && plan->by_target == 0 && packed == 0 && (plan->options & ~from->given) == 0;
}

/* some: bits that are set in the address of at least one given column. every: bits that are set in the
   addresses of all given columns. */
typedef struct addresses {
    uintptr_t some, every;
} addresses;

static void add_address(addresses *all, const void *data) {
    all->some |= data != NULL ? (uintptr_t)data : 0;
    all->every &= data != NULL ? (uintptr_t)data : UINTPTR_MAX;
}

static addresses addresses_of_outputs(const way_plan *plan) {
    addresses all = {0, UINTPTR_MAX};
    for (int k = 0; k < plan->outputs; k++)
        add_address(&all, plan->out[k].data);
    return all;
}

size_t way_agents_to_line(const way_plan *plan, size_t first) {
    addresses all = addresses_of_outputs(plan);
    for (int k = 0; k < plan->inputs; k++)
        add_address(&all, plan->in[k].data);
    if (plan->in_place && (all.some ^ all.every) % 64 == 0)
        return (0 - (all.every / 4 + first)) % WAY_LANES_MAX; /* all columns have the same alignment */

    unsigned in = (plan->from->tight | plan->from->strided) & ~plan->by_target,
             out = plan->to->tight | plan->to->strided;
    unsigned char votes[WAY_LANES_MAX] = {0};
    for (int k = 0; k < plan->inputs; k++)
        if (in >> k & 1 && plan->in_fields[k] != 0)
            way_vote_for_lines(plan->in[k].data, plan->in[k].gap + 4, first, votes);
    for (int k = 0; k < plan->outputs; k++)
        if (out >> k & 1 && plan->out_fields[k] != 0)
            way_vote_for_lines(plan->out[k].data, plan->out[k].gap + 4, first, votes);
    size_t head = 0;
    for (size_t i = 1; i < WAY_LANES_MAX; i++)
        head = votes[i] > votes[head] ? i : head;
    return head;
}

/* Does every given output start on a 64-byte line? Only called if all outputs are tight. */
static int outputs_on_lines(const way_plan *plan, size_t first) {
    const addresses all = addresses_of_outputs(plan);
    return (all.some ^ all.every) % 64 == 0 && (all.every + 4 * first) % 64 == 0;
}

static int outgrows_caches(const way_plan *plan, size_t count) {
    size_t columns = 0;
    for (int k = 0; k < plan->inputs; k++)
        columns += plan->from->given >> k & 1;
    for (int k = 0; k < plan->outputs; k++)
        columns += plan->to->given >> k & 1;
    return count >= WAY_STREAM_BYTES / 4 / columns;
}

/* Do more than CROWD tight columns start in the same set of the L1 cache? Large columns straight from malloc
   start at the same offset in a page, so the lines in use compete for one set, which holds 8 or 12 lines.
   A crowded set is harmless if a vector is a whole line. With shorter vectors, a line may be evicted before
   its last vector is accessed. */
static int crowded(const way_plan *plan) {
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

way_stores way_choose_stores(const way_plan *plan, size_t first, size_t count) {
    if (count < WAY_WORTH_A_HEAD || !outputs_on_lines(plan, first))
        return WAY_PLAIN;
    if (plan->table->whole_lines)
        return outgrows_caches(plan, count) ? WAY_STREAM : WAY_PLAIN;
    return crowded(plan) ? WAY_LINES : WAY_PLAIN;
}

/* Returns a set with one bit, which a hash of the address selects. The set of several addresses is the union
   of their sets. If two such sets have no bit in common, the two groups have no address in common. */
static uint64_t mark_of(const void *data) {
    return (uint64_t)1 << ((uint64_t)(uintptr_t)data * 0x9e3779b97f4a7c15u >> 58);
}

/* A quick test by hashes. Returns 1 if no output starts at the address of an input, and 0 if an output may
   start there. */
static int columns_are_apart(const way_plan *plan) {
    uint64_t read = 0, written = 0;
    for (int k = 0; k < plan->inputs; k++)
        read |= plan->in[k].data != NULL ? mark_of(plan->in[k].data) : 0;
    for (int k = 0; k < plan->outputs; k++)
        written |= plan->out[k].data != NULL ? mark_of(plan->out[k].data) : 0;
    return (read & written) == 0;
}

int way_may_solve_twice(const way_plan *plan) {
    const way_batch *batch = plan->batch;
    if (batch->targets.row.data == NULL && columns_are_apart(plan))
        return 1;
    for (int k = 0; k < plan->outputs; k++) {
        const void *data = plan->out[k].data;
        if (data == NULL)
            continue;
        if (data == batch->targets.row.data || data == batch->targets.generation.data ||
            data == batch->targets.part.data)
            return 0;
        for (int j = 0; j < plan->inputs; j++)
            if (data == plan->in[j].data)
                return 0;
    }
    return 1;
}
