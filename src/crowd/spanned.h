/* The columns of a call that reads several tables. */
#ifndef WAY_SPANNED_H
#define WAY_SPANNED_H

#include "call/parts.h"
#include "registry/calls.h"

/* The columns of a call, in the order of its structs. A side with a single table counts as one part. */
typedef struct way_spanned {
    way_parts own, other;
    way_search_part own_table, other_table;
    way_column in[8 * sizeof(unsigned)];
    way_column_out out[OUT_avoid3d_COUNT];
} way_spanned;

/* Sets the columns of a choice or a crowd, or of an avoidance. `in` and `out` are the structs of a side with
   a single table. */
void way_span_choice(way_spanned *to, const way_choice *choice, const way_column *in, int dims);
void way_span_avoidance(way_spanned *to, const way_avoidance *avoidance, const way_column *in, int dims);

/* Sets the outputs. Bit k of `ranked` stands for an output with `best` elements for each chooser. */
void way_span_outputs(way_spanned *to, const way_column_out *out, int outputs, unsigned ranked, size_t best);

#endif
