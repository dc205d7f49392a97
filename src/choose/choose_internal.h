/* Reads choosers from the caller's columns, several at a time, for choices, neighbour lists and avoidance. */
#ifndef WAY_CHOOSE_INTERNAL_H
#define WAY_CHOOSE_INTERNAL_H

#include "call/overlap.h"
#include "crowd/candidates.h"

/* WAY_CHOOSERS: choosers per batch. WAY_SHARED: candidates that are loaded at a time for all of these
   choosers. */
enum { WAY_CHOOSERS = 16, WAY_SHARED = 64 };

/* The state of one call. */
typedef struct way_choosing {
    way_candidates of;
    const way_column_out *out;
    const way_choice *choice;
    const way_crowd *crowd;
    const way_near *near;
    way_measure measure;
    size_t runners;
    int is_masked;
    int best;                /* elements per chooser in `target` and `cost` */
    int wanted;              /* candidates that a search returns */
    int are_in_place;        /* chooser i has the position of candidate i */
    int is_among_themselves; /* also, `self` is not given: chooser i is candidate i */
} way_choosing;

/* The inputs of up to WAY_CHOOSERS choosers: row[k][i] is the value of input column k for chooser i. If
   `are_plain` is set, the choosers of the call have no inputs of their own except the position, the mask, the
   present target and `self`. `plain` is then a chooser that is prepared for a search, with the defaults of all
   other inputs. */
typedef struct way_own_rows {
    _Alignas(64) float row[IN_choose_OWN][WAY_CHOOSERS];
    way_chooser plain;
    int are_plain;
} way_own_rows;

/* Checks the arguments and fills `to`, except `measure` and `wanted`. */
way_result way_begin_choosing(const way_column *in, const way_column_out *out, const way_choice *choice,
                              int dims, way_choosing *to);

/* Fills the rows of all inputs with the inputs' defaults, and prepares `plain`. Called once, before the first
   choosers are packed. */
void way_fill_choosers(const way_choosing *t, way_own_rows *own);

/* How far a call has come. */
typedef struct way_turns {
    size_t seats;               /* done: positions of the crowd */
    size_t at;                  /* done: choosers in the order of their rows */
    uint32_t row[WAY_CHOOSERS]; /* the rows of the present choosers */
} way_turns;

/* Finds the next choosers of the call, at most `most`. Sets `rows` and returns their number, which is 0 at the
   end. Many choosers that have the positions of the candidates follow the order of the crowd. In this order
   neighbours are close to each other, so the caches still hold what the next chooser reads. No answer depends
   on the order. */
int way_next_choosers(const way_choosing *t, way_turns *turns, int most, way_numbers *rows);

/* Packs the inputs of these choosers. */
void way_pack_choosers(const way_choosing *t, way_own_rows *own, way_numbers rows, int count);

/* Prepares `count` packed choosers, from number `from` on, for a search. Sets their statuses to WAY_NO_TARGET
   or WAY_INVALID. Fills `searching` with the choosers that can find a target, and returns how many there
   are. */
int way_read_choosers(const way_choosing *t, const way_own_rows *own, int from, int count, way_chooser *c,
                      int32_t *status, way_chooser **searching);

/* Fills the fields of a chooser that a search BY_TURNING needs, for example its speed, headings and
   limits. */
void way_set_turning(way_chooser *c);

/* Returns the row numbers, in the caller's columns, of the call's choosers from position `at` on. */
way_numbers way_choosers_from(const way_choice *choice, size_t at);

/* Searches all candidates, or the crowd, for these choosers. */
void way_search_for(const way_choosing *t, way_chooser *const *choosers, int count);

#endif
