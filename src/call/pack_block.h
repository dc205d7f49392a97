/* Blocks of agents that cannot be solved where they lie: packed into rows, solved, unpacked. The only code that knows rows,
   targets and parts. */
#ifndef WAY_PACK_BLOCK_H
#define WAY_PACK_BLOCK_H

#include "call/plan.h"

/* Where the columns of a block lie that cannot be read or written where they are. */
typedef struct way_scratch {
    float *row; /* on a line */
    size_t floats;
} way_scratch;

/* The scratch rows of blocks of at most `most` agents, `pitch` floats apart, by number; WAY_NO_ROW where a column is taken
   as it lies. First come those that are the same for every block, one a value. Then, in one place, inputs and outputs: a
   kernel has loaded a vector's inputs when it stores its outputs. */
#define WAY_NO_ROW 0xff
typedef struct way_scratch_rows {
    size_t most, pitch;
    unsigned char in[WAY_INPUTS_MAX], out[WAY_OUTPUTS_MAX];
    int values;
    uint32_t value[WAY_INPUTS_MAX];
    double *origin[3];     /* behind the rows: from where places are counted, an axis each */
    const double *own[3];  /* where a block's agents are: there, or as they lie */
    unsigned char *nobody; /* behind them: is the agent after nobody? */
} way_scratch_rows;

/* For so many agents, in whole vectors or not: where the last vector is not whole, all columns are packed. */
void way_make_rows(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t count,
                   int whole);

/* Before the first block: the rows that are the same for all. */
void way_fill_rows(const way_scratch *scratch, const way_scratch_rows *rows);

/* Solves agents first .. first + count - 1, block by block. */
void way_solve_blocks(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t first,
                      size_t count);

#endif
