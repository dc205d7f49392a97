#include "call/walk.h"

#include <simde/x86/sse.h>

#include "call/pack_block.h"
#include "isa/fpenv.h"
#include "call/plan.h"

/* The size of a block's scratch rows, in floats. A call uses at most 16 KiB of stack: the scratch rows, the
   kernel's frame, and at most 2 KiB for everything else. These sizes leave 6 KiB for the frame of a usual
   kernel, 10 KiB for a kernel with stack_use 1 and 12 KiB for a kernel with stack_use 2. */
#define ROWS_FLOATS 1872
#define DEEP_KERNELS_ROWS_FLOATS 832
#define DEEPEST_KERNELS_ROWS_FLOATS 500

/* Are blocks faster if they start on a 64-byte line? Small kernels have no loop for whole lines. */
#ifdef WAY_SMALL
#define LINES_PAY 0
#else
#define LINES_PAY 1
#endif

/* Solves whole vectors of tight columns. The kernel reads and writes the caller's memory directly. */
static void solve_in_place(const way_kernel *kernel, way_block *block, size_t first, size_t count,
                           way_stores stores) {
    block->first = first;
    block->count = count;
    block->stores = stores;
    kernel->solve(block);
    /* A fence: other threads must see the streamed stores when the call has returned. */
    if (stores == WAY_STREAM)
        simde_mm_sfence();
}

/* Solves the last agents, too few for a vector of `table`, in vectors of narrower tables. If `repeat`
   is set, agents may be solved twice: then a single vector that overlaps the previous one solves them, which
   takes less time. */
static void solve_rest(const way_entry *entry, const way_table *table, int precision, way_block *block,
                       size_t first, size_t count, int repeat) {
    while (count > 0) {
        while (table->lanes > count)
            table = table->narrower;
        const way_kernel *kernel = entry->kernel[table->number][precision];
        const size_t whole = count & ~(table->lanes - 1);
        solve_in_place(kernel, block, first, whole, WAY_PLAIN);
        first += whole;
        count -= whole;
        if (count > 0 && repeat) {
            solve_in_place(kernel, block, first + count - table->lanes, table->lanes, WAY_PLAIN);
            return;
        }
    }
}

/* Called only if every column is tight. Solves `head` agents up to a 64-byte line, then whole vectors, then
   the tail. */
static void walk_in_place(const way_plan *plan, const way_entry *entry, way_block *block, size_t head) {
    const size_t first = plan->batch->first, count = plan->batch->count;
    const size_t body = count >= WAY_LANES_MAX ? (count - head) & ~(size_t)(WAY_LANES_MAX - 1) : 0,
                 tail = count - head - body;
    const int repeat = head + tail > 1 && way_may_solve_twice(plan);
    const int precision = plan->precision;
    if (head > 0 && repeat)
        solve_in_place(plan->kernel, block, first, WAY_LANES_MAX, WAY_PLAIN);
    else
        solve_rest(entry, plan->table, precision, block, first, head, 0);
    if (body > 0)
        solve_in_place(plan->kernel, block, first + head, body,
                       LINES_PAY ? way_choose_stores(plan, first + head, body) : WAY_PLAIN);
    if (body > 0 && repeat && tail > 0)
        solve_in_place(plan->kernel, block, first + count - WAY_LANES_MAX, WAY_LANES_MAX, WAY_PLAIN);
    else
        solve_rest(entry, plan->table, precision, block, first + head + body, tail, repeat);
}

WAY_OUT_OF_LINE void run_in_place(const way_plan *plan, const way_entry *entry, size_t head) {
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
        .walls = &plan->walls,
    };
    walk_in_place(plan, entry, &block, head);
}

/* Solves agents in blocks. A partial last vector is packed and padded. */
WAY_OUT_OF_LINE void solve_part(const way_plan *plan, const way_scratch *scratch, size_t first,
                                size_t count) {
    way_scratch_rows rows;
    way_make_rows(plan, scratch, &rows, count, 0);
    way_fill_rows(scratch, &rows);
    way_solve_blocks(plan, scratch, &rows, first, count);
}

/* If the last vector is partial and one block has room for all agents, solves all agents as one block and
   returns 1. Otherwise solves none and returns 0. */
static int solve_few(const way_plan *plan, const way_scratch *scratch, size_t first, size_t count) {
    if ((count & (plan->table->lanes - 1)) == 0 || count >= WAY_BLOCK + WAY_LANES_MAX)
        return 0;
    way_scratch_rows rows;
    way_make_rows(plan, scratch, &rows, count, 0);
    if (rows.most < count && count >= WAY_LANES_MAX)
        return 0;
    way_fill_rows(scratch, &rows);
    way_solve_blocks(plan, scratch, &rows, first, count);
    return 1;
}

/* Solves `head` agents, then whole vectors, then the tail, all in blocks. For the tail, solving a whole
   vector that repeats some agents takes less time than packing a partial vector. */
static void walk(const way_plan *plan, const way_scratch *scratch, size_t head) {
    const size_t first = plan->batch->first, count = plan->batch->count;
    if (head == 0 && solve_few(plan, scratch, first, count))
        return;
    const size_t lanes = plan->table->lanes, tail = (count - head) & (lanes - 1), body = count - head - tail;
    const int repeat = tail > 0 && body >= lanes && way_may_solve_twice(plan);
    if (head > 0)
        solve_part(plan, scratch, first, head);
    way_scratch_rows rows;
    way_make_rows(plan, scratch, &rows, body, 1);
    way_fill_rows(scratch, &rows);
    way_solve_blocks(plan, scratch, &rows, first + head, body);
    if (repeat)
        way_solve_blocks(plan, scratch, &rows, first + count - lanes, lanes);
    else if (tail > 0)
        solve_part(plan, scratch, first + count - tail, tail);
}

/* The next three functions differ only in their stack frames. Each one calls only kernels whose frames fit
   into 16 KiB of stack together with its scratch rows. */
WAY_OUT_OF_LINE void walk_usual(const way_plan *plan, size_t head) {
    _Alignas(64) float row[ROWS_FLOATS];
    const way_scratch scratch = {.row = row, .floats = ROWS_FLOATS};
    walk(plan, &scratch, head);
}

WAY_OUT_OF_LINE void walk_deep(const way_plan *plan, size_t head) {
    _Alignas(64) float row[DEEP_KERNELS_ROWS_FLOATS];
    const way_scratch scratch = {.row = row, .floats = DEEP_KERNELS_ROWS_FLOATS};
    walk(plan, &scratch, head);
}

WAY_OUT_OF_LINE void walk_deepest(const way_plan *plan, size_t head) {
    _Alignas(64) float row[DEEPEST_KERNELS_ROWS_FLOATS];
    const way_scratch scratch = {.row = row, .floats = DEEPEST_KERNELS_ROWS_FLOATS};
    walk(plan, &scratch, head);
}

void way_run_batch(const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch) {
    way_plan plan;
    way_make_plan(&plan, entry, in, from, out, to, batch);
    size_t head = LINES_PAY && batch->count >= WAY_WORTH_A_HEAD && batch->index == NULL
                      ? way_agents_to_line(&plan, batch->first)
                      : 0;
    way_fpenv caller = way_fpenv_enter_for_calls();
    if (plan.in_place)
        run_in_place(&plan, entry, head);
    else if (plan.kernel->stack_use == 2)
        walk_deepest(&plan, head);
    else if (plan.kernel->stack_use)
        walk_deep(&plan, head);
    else
        walk_usual(&plan, head);
    way_fpenv_leave_after_calls(caller);
}
