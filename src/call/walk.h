/* Runs one call: makes a plan, then solves block after block. */
#ifndef WAY_WALK_H
#define WAY_WALK_H

#include "registry/registry.h"
#include "call/columns.h"
#include "waylay/base.h"

/* Runs a call. The arguments have been checked; `from` and `to` describe the layout of the columns. */
void way_run_batch(const way_entry *entry, const way_column *in, const way_places *from,
                   const way_column_out *out, const way_places *to, const way_batch *batch);

/* Runs a call with at most WAY_FEW_MOST agents and returns 1, or returns 0 and does nothing if way_run_batch is
   needed or faster. It solves WAY_FEW agents at a time. */
enum { WAY_FEW = WAY_LANES_MAX, WAY_FEW_MOST = 3 * WAY_FEW };
int way_run_few(const way_entry *entry, const way_column *in, const way_places *from,
                const way_column_out *out, const way_places *to, const way_batch *batch);

#endif
