/* waylay, assign: whom each takes, where a candidate cannot be taken by everybody. */
#ifndef WAYLAY_ASSIGN_H
#define WAYLAY_ASSIGN_H

#include "neighbours.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Assignment ------------------------------------------------------------------------------------------------

   What it answers: how are choosers shared out among candidates, each of which serves a few, so that as many
   as possible are served, and of those ways, which is the cheapest?

       float cost[3][2] = {{1, 2}, {1, 4}, {9, 9}};
       uint32_t target[3];
       uint64_t memory[80];
       way_assign_in in = {.cost.data = cost};
       way_assign_out out = {.target.data = target};
       way_assignment how = {.count = 3, .runner_count = 2, .memory = memory, .bytes = sizeof memory};
       way_assign(&in, &out, &how); // target[0] == 1 && target[1] == 0 && how.served == 2 && how.sum == 3

   Each chooser has a list of candidates and what each costs. A matrix is such lists, with a row of the matrix
   for each chooser. What way_choose2d and way_neighbours2d write are such lists, too:

       way_neighbour list[6] = {{0}};
       size_t offset[4] = {0};
       way_assign_in near = {.row = way_at(&list[0].row, 8), .cost = way_at(&list[0].distance, 8)};
       way_assignment shared = {.count = 3, .offset = offset, .runner_count = 2};
       size_t bytes = way_assign_bytes(3, 2, offset[3]); // bytes > 0 && near.row.gap == 4 && shared.each == 0

   A cost that is NaN or infinite is no way to be served, and neither is a row that no candidate has. Use
   those and no huge number for what is not allowed. Costs may be negative. A list may name a candidate twice.

   First, as many choosers are served as can be, at any cost. Of all ways to serve so many, the least sum of
   costs is found; or the least largest cost, and of all ways with that the least sum. Which of several
   equally good ones it is, is the same on every machine, and not said.

   Shooters and targets: with a `health`, each candidate takes as many as it needs to die and no more. The rule
   is that nobody's damage is wasted whole: without any one of its takers a candidate would live. In numbers,
   all its takers' damage less the least one's is below its health.

       float away[3] = {1, 2, 3}, dealt = 4, health = 6;
       uint32_t whom[3];
       uint64_t memory[99];
       way_assign_in guns = {.cost.data = away, .damage = way_same(&dealt), .health.data = &health};
       way_assignment fire = {.count = 3, .runner_count = 1, .memory = memory, .bytes = sizeof memory};
       way_assign(&guns, &(way_assign_out){.target.data = whom}, &fire); // fire.served == 2 && whom[2] == UINT32_MAX

   Where all who may take a candidate deal it the same damage d, it has room for health / d of them, rounded up,
   and the answer is the best one. With different damages there is no quick way to the best one: it is a knapsack
   for each candidate. Then the rule holds all the same, nobody is left over who could still take one of its
   candidates, `most` says how many no way exceeds, and `gap` how much the sum may be above the least. */

typedef enum way_aim {
    WAY_LEAST_SUM = 0,
    WAY_LEAST_LARGEST = 1 /* nobody pays more than need be, as when all must be in place before it begins */
} way_aim;

typedef struct way_assign_in {
    way_column row;  /* uint32_t, of each element of the lists: the candidate; default 0, 1, ... in a list */
    way_column cost; /* of each element of the lists; required */
    way_column
        capacity; /* uint32_t, of each candidate: how many it serves; default 1, with health any number */
    way_column damage;        /* of each chooser, >= 0, in units of health; 0 takes nobody; default 1 */
    way_column listed_damage; /* of each element of the lists, > 0: in place of damage, as armour differs */
    way_column health; /* of each candidate: that the rule above holds; 0, less and NaN: nobody takes it;
                          +inf: it does not die; default: there is no such rule */
} way_assign_in;

typedef struct way_assign_out {
    way_column_out target; /* uint32_t: the row, as a batch's `target` reads it; UINT32_MAX: not served */
    way_column_out cost;   /* +inf: not served */
    way_column_out status; /* int32_t, a way_status: WAY_MET, or WAY_NO_TARGET; WAY_INVALID: its damage is NaN
                              or negative */
} way_assign_out;

/* Zero-initialise it and set `count`, `runner_count`, `memory` and `bytes`. */
typedef struct way_assignment {
    size_t count;         /* choosers */
    size_t runner_count;  /* candidates */
    const size_t *offset; /* NULL, or for count + 1: list i is the elements offset[i] .. offset[i + 1] - 1 */
    size_t each;          /* without offsets: the elements of each list; 0: runner_count */
    int32_t aim;          /* a way_aim */
    void *memory;         /* lent, at a multiple of 8; it holds no column */
    size_t bytes;         /* of that memory */
    size_t served;        /* set by the call: choosers that have a candidate */
    double sum, largest;  /* set by the call: of their costs; of nobody 0 and -inf */
    double gap;           /* set by the call: the least sum may be less by so much; 0: this is it; +inf: more
                             might be served. Of different damages with WAY_LEAST_LARGEST: the largest cost */
    size_t most;          /* set by the call: no way serves more */
} way_assignment;

/* The bytes that so many choosers, candidates and elements of lists in all take: 80, 84 and 8 each, 24 of
   each element up to sixteen a chooser, and 8. 0 where there can be no such assignment, as there are
   UINT32_MAX or more of anything. */
WAY_API size_t way_assign_bytes(size_t count, size_t runner_count, size_t elements);

/* WAY_ERROR_MEMORY: there are too few bytes. WAY_ERROR_COUNT: there is too much of something, or an offset is
   below the one before. WAY_ERROR_COST: there is no such aim. WAY_ERROR_MISSING: there are no costs, or there
   is damage and no health. Columns are as everywhere. All is read before
   anything is written, so that an output may lie where an input does. */
WAY_API way_result way_assign(const way_assign_in *in, const way_assign_out *out, way_assignment *assignment);

/* Accuracy: the largest cost is compared as it is. For the sum costs are rounded to whole numbers of a unit,
   the same power of two for all, and from there on all is exact. No cost is rounded, and the gap is 0, if all
   are multiples of the unit: of a thousand choosers those that are at least 2^-22 of the largest, and 0.
   Damage to a candidate is compared as it is if it is at least 2^-36 of the candidate's health; less is
   rounded up to multiples of 2^-60 of it. The healths of other candidates do not matter. docs/accuracy.md, "Assignment".

   Source: shortest augmenting paths, from Roy Jonker and Anton Volgenant, "A shortest augmenting path
   algorithm for dense and sparse linear assignment problems"; prices to begin with from Dimitri Bertsekas's
   auction. Added here: capacities, who is not served, and lists of which only the near part is looked at. */

#ifdef __cplusplus
}
#endif

#endif
