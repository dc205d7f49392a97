/* Reads choosers from the caller's columns, several at a time, for choices, neighbour lists and avoidance. */
#ifndef WAY_CHOOSE_INTERNAL_H
#define WAY_CHOOSE_INTERNAL_H

#include "call/check.h"
#include "crowd/candidates.h"
#include "crowd/sight.h"
#include "crowd/spanned.h"

/* WAY_CHOOSERS: choosers that are read together. WAY_SHARED: candidates that are loaded together for these
   choosers. */
enum { WAY_CHOOSERS = 16, WAY_SHARED = 48 };

/* The state of one call. Choices, neighbour lists and avoidance fill `own` and `of` from their own
   columns. */
typedef struct way_choosing {
    way_candidates of;
    const way_column *own[IN_choose_OWN]; /* the choosers' columns that the call reads; NULL for a missing
    column */
    size_t first, count;                  /* see way_choice */
    const uint32_t *index;
    const way_crowd *crowd;
    const way_near *near;
    way_measure measure;
    size_t runners;
    int is_masked;
    const way_column_out *out; /* the columns of a way_choose2d_out, in choices */
    int best;                  /* elements per chooser in `target` and `cost`, in choices */
    int wanted;                /* number of candidates that a search returns */
    int is_in_worlds;          /* choosers see only candidates of their own world */
    way_sharing sharing;       /* the choosers' rows among the candidates */
    int is_among_themselves;   /* 1: `sharing` has the choosers' own rows, because `self` is not given */
    int seeks_selves;          /* 1: in several tables, choosers can be candidates of other rows */
    int follows_crowd;         /* 1: use the order of the crowd, even for few choosers */
    way_sight *sight;          /* NULL: no wall hides a candidate */
    double origin[2];          /* the point from which the walls are measured; `of` has its own origin */
} way_choosing;

/* The inputs of up to WAY_CHOOSERS choosers: row[k][i] is the value of input column k for chooser i. If
   `are_plain` is set, choosers differ only in their position, mask, present target and `self`. `plain` is
   then a chooser that is already prepared for a search, with the defaults of all other inputs. */
typedef struct way_own_rows {
    _Alignas(64) float row[IN_choose_OWN][WAY_CHOOSERS];
    way_chooser plain;
    int are_plain;
} way_own_rows;

static inline int way_has_parts(const way_choice *choice) {
    return choice->chaser_parts != NULL || choice->runner_parts != NULL;
}

/* The number of candidates that the call has without a crowd. */
static inline size_t way_runners_of(const way_choice *choice) {
    return choice->runner_parts != NULL ? way_rows_of_parts(choice->runner_parts, choice->runner_part_count)
                                        : choice->runner_count;
}

/* Sets `own`, the columns of `of`, and `sharing`. `in` is a way_choose2d_in or a way_choose3d_in as an
   array of columns. `reader` is the FOR_ bit of a cost, or FOR_NEIGHBOURS. */
void way_set_choosers(way_choosing *t, const way_column *in, int dims, unsigned reader);

/* Sets `sharing`. */
void way_compare_places(way_choosing *t);

/* If the choice has walls, prepares this memory for tests of what choosers see. */
void way_begin_sight(way_choosing *t, const way_choice *choice, way_sight *sight);

/* Prepares a call whose columns, agents, measure and `wanted` are set. `crowd` is a way_crowd2d or a
   way_crowd3d, or NULL. */
void way_begin_choosing(way_choosing *t, const void *crowd, size_t runner_count);

/* Fills the rows of all inputs with the inputs' defaults, and prepares `plain`. Called once, before the first
   choosers are packed. */
void way_fill_choosers(const way_choosing *t, way_own_rows *own);

/* How far a call has come. */
typedef struct way_turns {
    size_t seats;               /* how many positions of the crowd are done */
    size_t at;                  /* how many choosers, in the order of their rows, are done */
    uint32_t row[WAY_CHOOSERS]; /* the rows of the present choosers */
} way_turns;

/* Finds the next choosers of the call, at most `most`. Sets `rows` and returns their number, or 0 at the end.
   If there are many choosers, and they have the positions of the candidates, they follow the order of the
   crowd. This order handles neighbours soon after each other, so the data for the next chooser is still in
   the caches. No answer depends on the order. */
int way_next_choosers(const way_choosing *t, way_turns *turns, int most, way_numbers *rows);

/* Returns the world of a candidate. */
uint32_t way_world_of(const way_choosing *t, uint32_t row);

/* Returns a candidate's cell in the first row of a leaf: in the crowd, or in `room`, a leaf into which it is
   loaded. Returns NULL if the candidate is not in the crowd. */
const float *way_find_cells(const way_choosing *t, uint32_t row, float *room);

/* Packs the inputs of these choosers. */
void way_pack_choosers(const way_choosing *t, way_own_rows *own, way_numbers rows, int count);

/* Prepares `count` packed choosers, from number `from` on, for a search. Sets their statuses to WAY_NO_TARGET
   or WAY_INVALID. Fills `searching` with the choosers that can find a target, and returns their number. */
int way_read_choosers(const way_choosing *t, const way_own_rows *own, int from, int count, way_chooser *c,
                      int32_t *status, way_chooser **searching);

/* Fills the fields of a chooser that a search BY_TURNING needs, for example its speed, headings and
   limits. */
void way_set_turning(way_chooser *c);

/* Returns the row numbers, in the caller's columns, of the call's choosers from position `at` on. */
way_numbers way_choosers_from(const way_choosing *t, size_t at);

/* Searches all candidates, or the crowd, for these choosers. */
void way_search_for(const way_choosing *t, way_chooser *const *choosers, int count);

#endif
