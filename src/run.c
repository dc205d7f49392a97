#include "run.h"

#include <simde/x86/sse.h>

#include "blocks.h"
#include "fpenv.h"
#include "plan.h"

/* The rows of a block, in floats. A call takes at most 16 KiB of stack, of which up to 2 KiB are for what is neither
   rows nor the kernel's own frame, so that the latter may be 6 KiB, or 9 of a deep one. */
#define ROWS_FLOATS 1872
#define DEEP_KERNELS_ROWS_FLOATS 1280

/* Whole vectors where all lies tight: the kernel goes over the caller's own memory. */
static void solve_in_place(const way_plan *plan, size_t first, size_t count, way_stores stores) {
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
        .first = first,
        .count = count,
        .stores = stores,
        .walls = plan->batch->walls,
        .wall_count = plan->batch->wall_count,
    };
    plan->kernel->solve(&block);
    /* Fence: make streamed stores visible before returning. */
    if (stores == WAY_STREAM)
        simde_mm_sfence();
}

/* A part of a vector, which is packed and padded. */
static void solve_part(const way_plan *plan, const way_scratch *scratch, size_t first, size_t count) {
    way_scratch_rows rows;
    way_make_rows(plan, scratch, &rows, count, 0);
    way_fill_rows(scratch, &rows);
    way_solve_blocks(plan, scratch, &rows, first, count);
}

/* Few agents, not all in whole vectors, are one block where there is room: is it done? */
static int solve_few(const way_plan *plan, const way_scratch *scratch, size_t first, size_t count) {
    if (count % WAY_LANES_MAX == 0 || count >= WAY_BLOCK + WAY_LANES_MAX ||
        (plan->in_place && count >= WAY_LANES_MAX))
        return 0;
    way_scratch_rows rows;
    way_make_rows(plan, scratch, &rows, count, 0);
    if (rows.most < count && count >= WAY_LANES_MAX)
        return 0;
    way_fill_rows(scratch, &rows);
    way_solve_blocks(plan, scratch, &rows, first, count);
    return 1;
}

/* `head` agents, then whole vectors, in place or in blocks, then those that are left. At either end a whole vector, with
   some neighbours a second time, costs less than packing a part of one. */
static void walk(const way_plan *plan, const way_scratch *scratch, size_t first, size_t head, size_t count) {
    if (head == 0 && solve_few(plan, scratch, first, count))
        return;
    const size_t tail = (count - head) % WAY_LANES_MAX, body = count - head - tail, end = first + count;
    const int repeat = head + tail > 0 && way_may_repeat(plan);
    if (head > 0 && repeat && plan->in_place)
        solve_in_place(plan, first, WAY_LANES_MAX, WAY_PLAIN);
    else if (head > 0)
        solve_part(plan, scratch, first, head);

    if (plan->in_place) {
        solve_in_place(plan, first + head, body, way_choose_stores(plan, first + head, body));
        if (tail > 0 && repeat)
            solve_in_place(plan, end - WAY_LANES_MAX, WAY_LANES_MAX, WAY_PLAIN);
    } else {
        way_scratch_rows rows;
        way_make_rows(plan, scratch, &rows, body, 1);
        way_fill_rows(scratch, &rows);
        way_solve_blocks(plan, scratch, &rows, first + head, body);
        if (tail > 0 && repeat)
            way_solve_blocks(plan, scratch, &rows, end - WAY_LANES_MAX, WAY_LANES_MAX);
    }
    if (tail > 0 && !repeat)
        solve_part(plan, scratch, end - tail, tail);
}

/* Each in a frame of its own, which only its kernels are called from. */
WAY_OUT_OF_LINE void walk_usual(const way_plan *plan, size_t first, size_t head, size_t count) {
    _Alignas(64) float row[ROWS_FLOATS];
    const way_scratch scratch = {.row = row, .floats = ROWS_FLOATS};
    walk(plan, &scratch, first, head, count);
}

WAY_OUT_OF_LINE void walk_deep(const way_plan *plan, size_t first, size_t head, size_t count) {
    _Alignas(64) float row[DEEP_KERNELS_ROWS_FLOATS];
    const way_scratch scratch = {.row = row, .floats = DEEP_KERNELS_ROWS_FLOATS};
    walk(plan, &scratch, first, head, count);
}

void way_run_batch(const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch) {
    way_plan plan;
    way_make_plan(&plan, entry, in, from, out, to, batch);

    size_t first = batch->first, count = batch->count;
    size_t head = count >= WAY_WORTH_A_HEAD && batch->index == NULL ? way_agents_to_line(&plan, first) : 0;
    way_fpenv caller = way_fpenv_enter_for_calls();
    if (plan.kernel->is_deep)
        walk_deep(&plan, first, head, count);
    else
        walk_usual(&plan, first, head, count);
    way_fpenv_leave_after_calls(caller);
}
