/* One call: plan once, walk the blocks, call the table. */
#ifndef WAY_RUN_H
#define WAY_RUN_H

#include "waylay/waylay.h"

/* Arguments have been checked. */
void way_run_batch(int behaviour, const way_column *in, const way_column_out *out, const way_batch *batch);

#endif
