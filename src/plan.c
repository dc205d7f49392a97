#include "plan.h"

#include <string.h>

#include "cpu.h"

/* From this many bytes of columns on, they will not be found in a cache again: outputs go round it. */
#if !defined(WAY_STREAM_BYTES)
#define WAY_STREAM_BYTES ((size_t)24 << 20)
#endif

/* More columns than this on one set of cache lines are too many. */
#define CROWD 7

/* Marks columns k, k + 1, ... as moved together with k; returns the one after them. */
static int mark_fields(unsigned char *fields, int k, int together) {
    for (int j = 0; j < together; j++)
        fields[k + j] = (unsigned char)(j == 0 ? together : 0);
    return k + together;
}

static void group_in(way_plan *plan) {
    for (int k = 0; k < plan->inputs;) {
        int side_ends = k + 1;
        while (side_ends < plan->inputs && way_by_target(plan, side_ends) == way_by_target(plan, k))
            side_ends++;
        k = mark_fields(plan->in_fields, k, way_fields(&plan->in[k], side_ends - k));
    }
}

static void group_out(way_plan *plan) {
    way_column column[WAY_OUTPUTS_MAX];
    for (int k = 0; k < plan->outputs; k++)
        column[k] = (way_column){plan->out[k].data, plan->out[k].stride};
    for (int k = 0; k < plan->outputs;)
        k = mark_fields(plan->out_fields, k, way_fields(&column[k], plan->outputs - k));
}

void way_make_plan(way_plan *plan, const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch) {
    plan->table = way_cpu_table();
    plan->kernel = entry->kernel[plan->table->number][batch->precision];
    plan->behaviour = &entry->behaviour;
    plan->batch = batch;
    plan->in = in;
    plan->out = out;
    plan->from = from;
    plan->to = to;
    plan->inputs = (int)plan->behaviour->input_count;
    plan->outputs = (int)plan->behaviour->output_count;
    plan->has_options = (plan->kernel->all_given ? entry->optional : from->given & entry->optional) != 0;
    plan->by_target = batch->target.data != NULL ? entry->runners : 0;
    if (from->strided | to->strided) {
        group_in(plan);
        group_out(plan);
    } else { /* tight columns move one by one, and few of them */
        memset(plan->in_fields, 1, sizeof plan->in_fields);
        memset(plan->out_fields, 1, sizeof plan->out_fields);
    }
    plan->in_place = batch->index == NULL && plan->by_target == 0 && from->uniform == 0 &&
                     (from->strided | to->strided) == 0 &&
                     (!plan->has_options || (entry->optional & ~from->given) == 0);
}

size_t way_agents_to_line(const way_plan *plan, size_t first) {
    uintptr_t some = plan->from->some | plan->to->some, every = plan->from->every & plan->to->every;
    if (plan->in_place && (some ^ every) % 64 == 0)
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
static int outputs_on_lines(const way_plan *plan, size_t first) {
    return (plan->to->some ^ plan->to->every) % 64 == 0 && (plan->to->every + 4 * first) % 64 == 0;
}

static int outgrows_caches(const way_plan *plan, size_t count) {
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

int way_may_repeat(const way_plan *plan) {
    for (int k = 0; k < plan->outputs; k++) {
        if (plan->out[k].data == plan->batch->target.data && plan->out[k].data != NULL)
            return 0;
        for (int j = 0; j < plan->inputs; j++)
            if (plan->out[k].data == plan->in[j].data && plan->out[k].data != NULL)
                return 0;
    }
    return 1;
}
