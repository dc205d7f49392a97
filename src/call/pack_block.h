/* Solves agents in blocks if their columns cannot be used in place: packs a block's inputs into scratch rows,
   calls the kernel and unpacks the answers. The runners' inputs are found through the columns `target` and
   `part`. */
#ifndef WAY_PACK_BLOCK_H
#define WAY_PACK_BLOCK_H

#include "call/plan.h"

/* Scratch memory for columns of a block that cannot be read or written in place. */
typedef struct way_scratch {
    float *row; /* aligned to 64 bytes */
    size_t floats;
} way_scratch;

/* in, out: the number of each column's scratch row, or WAY_IN_PLACE for a column that is used in place. A
   block has at most `most` agents. Rows are `pitch` floats apart. The first rows hold inputs with one value
   for all agents, so they stay the same for every block. An output may use the same row as an input, because
   a kernel loads a vector's inputs before it stores the vector's outputs. */
#define WAY_IN_PLACE 0xff
typedef struct way_scratch_rows {
    size_t most, pitch;
    unsigned char in[WAY_INPUTS_MAX], out[WAY_OUTPUTS_MAX];
    int values;
    uint32_t value[WAY_INPUTS_MAX];
    double *origin[3];     /* after the rows: the origin of relative positions, for each axis */
    const double *own[3];  /* the positions of a block's agents, in `origin` or in the caller's column */
    unsigned char *nobody; /* after the origins: 1 for an agent without a target */
} way_scratch_rows;

/* Lays out rows for `count` agents. whole: 1 if the agents fill whole vectors. If the last vector is partial,
   no column can be used in place. */
void way_make_rows(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t count,
                   int whole);

/* Fills the rows that are the same for all blocks; called before the first block. */
void way_fill_rows(const way_scratch *scratch, const way_scratch_rows *rows);

/* Solves agents `first` to `first + count - 1`, block by block. */
void way_solve_blocks(const way_plan *plan, const way_scratch *scratch, way_scratch_rows *rows, size_t first,
                      size_t count);

#endif
