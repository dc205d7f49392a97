/* Choosers from the caller's columns, some at a time: what choices, lists of neighbours and avoidance
   share. */
#ifndef WAY_CHOOSE_INTERNAL_H
#define WAY_CHOOSE_INTERNAL_H

#include "call/overlap.h"
#include "choose/candidates.h"

/* Choosers, and candidates that they share, at a time. */
enum {
    WAY_CHOOSERS = 16,
    WAY_SHARED = 64,
    WAY_CHOOSE_COLUMNS = 25,
    WAY_CHOOSE_OUTPUTS = 2 * WAY_CHOICES_MAX + 1
};

/* One call. */
typedef struct way_choosing {
    way_candidates of;
    const way_column_out *out;
    const way_choice *choice;
    const way_crowd *crowd;
    way_measure measure;
    size_t runners;
    int is_masked, wanted;
} way_choosing;

/* The choosers' numbers, a row a column; in the plane, how they turn comes last. */
typedef struct way_own_rows {
    _Alignas(64) float row[14 + CHOOSE_TURNINGS][WAY_CHOOSERS];
} way_own_rows;

/* Checks the arguments and prepares all but what is measured and how many are wanted. */
way_result way_begin_choosing(const way_column *in, const way_column_out *out, const way_choice *choice,
                              int dims, way_choosing *to);

/* Once before the first choosers: what is not given. */
void way_fill_choosers(const way_choosing *t, way_own_rows *own);

/* Packs the numbers of choosers at .. at + count - 1 of the call. */
void way_pack_choosers(const way_choosing *t, way_own_rows *own, size_t at, int count);

/* Of those packed `from` .. from + count - 1, ready to search. Their statuses are WAY_NO_TARGET or
   WAY_INVALID; how many may find somebody, and who. */
int way_read_choosers(const way_choosing *t, const way_own_rows *own, int from, int count, way_chooser *c,
                      int32_t *status, way_chooser **searching);

/* The bounds of time by turning, of a chooser's numbers. */
void way_set_turning(way_chooser *c);

/* Which elements of the caller's columns those from the at-th on are. */
way_numbers way_choosers_from(const way_choice *choice, size_t at);

/* All candidates or the crowd, past these. */
void way_search_for(const way_choosing *t, way_chooser *const *choosers, int count);

#endif
