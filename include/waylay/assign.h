/* waylay, assign: a target for each chooser, if each candidate has room for only a few choosers. */
#ifndef WAYLAY_ASSIGN_H
#define WAYLAY_ASSIGN_H

#include "neighbours.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Assignment ------------------------------------------------------------------------------------------------

   What it answers: which candidate does each chooser get, if each candidate can serve only a few choosers?
   The answer serves as many choosers as possible, at the least cost.

       float cost[3][2] = {{1, 2}, {1, 4}, {9, 9}};
       uint32_t target[3];
       uint64_t memory[80];
       way_assign_in in = WAY_INIT;
       way_assign_out out = WAY_INIT;
       way_assignment how = WAY_INIT;
       in.cost = way_in(cost[0]), out.target = way_out(target);
       how.count = 3, how.runner_count = 2, how.memory = memory, how.bytes = sizeof memory;
       way_assign(&in, &out, &how); // target[0] == 1 && target[1] == 0 && how.served == 2 && how.sum == 3

   Each chooser has a list of candidates with their costs. The lists can be the rows of a matrix. They can
   also be the outputs of way_choose2d and way_neighbours2d:

       static way_neighbour list[6];
       static size_t offset[4];
       way_assign_in in = WAY_INIT;
       way_assignment how = WAY_INIT;
       in.row = way_at(&list[0].row, sizeof list[0]), in.cost = way_at(&list[0].distance, sizeof list[0]);
       how.count = 3, how.offset = offset, how.runner_count = 2;
       how.bytes = way_assign_bytes(3, 2, offset[3]); // how.bytes > 0 && in.row.gap == 4

   To forbid a pair, use a cost that is NaN or infinite, or a row of runner_count or more. Do not use a huge
   cost. Costs may be negative. A list may contain a candidate twice.

   First the number of served choosers is made as large as possible, at any cost. Of all assignments that
   serve that number, the call returns one with the least sum of costs. With WAY_LEAST_LARGEST it first makes
   the largest cost as small as possible, then the sum. Ties are decided alike on every machine, in an order
   that is not specified.

   Shooters and targets: with `health`, each target gets only as many shooters as it needs to die. Each
   shooter of a target is necessary: without it the target would survive. In numbers: the damage of all its
   shooters, minus the least of these damages, is below its health.

       float away[3] = {1, 2, 3}, dealt = 4, health = 6;
       uint32_t target[3];
       uint64_t memory[99];
       way_assign_in in = WAY_INIT;
       way_assign_out out = WAY_INIT;
       way_assignment fire = WAY_INIT;
       in.cost = way_in(away), in.damage = way_same(&dealt), in.health = way_in(&health);
       out.target = way_out(target);
       fire.count = 3, fire.runner_count = 1, fire.memory = memory, fire.bytes = sizeof memory;
       way_assign(&in, &out, &fire); // fire.served == 2 && target[2] == UINT32_MAX

   If all shooters deal the same damage d to a target, the target has room for health / d of them, rounded up.
   Then the answer is the best one. With different damages the best answer is a knapsack problem for each
   target, for which no fast algorithm is known. Then the answer still keeps the rule, and a shooter stays
   without a target only if none of its targets has room for it. `most` is an upper bound of `served`, and
   `gap` an upper bound of the excess cost. */

typedef enum way_aim {
    WAY_LEAST_SUM = 0,
    WAY_LEAST_LARGEST =
        1 /* least largest cost, then least sum; for example: all in place as early as possible */
} way_aim;

typedef struct way_assign_in {
    way_column row;  /* uint32_t, one per list element: the candidate; default 0, 1, ... in each list */
    way_column cost; /* one per list element; required */
    way_column
        capacity; /* uint32_t, one per candidate: how many it can serve; default 1, with `health` no limit */
    way_column damage;        /* one per chooser, >= 0, unit of health; 0: gets no target; default 1 */
    way_column listed_damage; /* one per list element, > 0: replaces `damage`, for example by armour */
    way_column health; /* one per candidate: applies the rule above; 0, less or NaN: no chooser gets it;
                          +inf: it does not die; default: no such rule */
} way_assign_in;

typedef struct way_assign_out {
    way_column_out target; /* uint32_t: the candidate, usable as a batch's `target`; UINT32_MAX: not served */
    way_column_out cost;   /* cost of that list element; +inf: not served */
    way_column_out status; /* int32_t, a way_status: WAY_MET, or WAY_NO_TARGET: not served; WAY_INVALID: its
                              damage is NaN or negative */
} way_assign_out;

/* Zero-initialise it and set `count`, `runner_count`, `memory` and `bytes`. */
typedef struct way_assignment {
    size_t count;         /* choosers */
    size_t runner_count;  /* candidates */
    const size_t *offset; /* NULL, or count + 1 offsets: list i is elements offset[i] .. offset[i + 1] - 1 */
    size_t each;          /* without offsets: the length of every list; 0: runner_count */
    int32_t aim;          /* a way_aim */
    void *memory;         /* scratch memory; its address is a multiple of 8; must not overlap a column */
    size_t bytes;         /* size of that memory, at least way_assign_bytes */
    size_t served;        /* set by the call: the number of choosers with a candidate */
    double sum, largest;  /* set by the call: of the served choosers' costs; 0 and -inf if none is served */
    double gap;  /* set by the call: upper bound of `sum` minus the least sum; +inf: more choosers might be
                             served. With different damages and WAY_LEAST_LARGEST: the same for `largest` */
    size_t most; /* set by the call: no assignment serves more choosers */
    const char **fault; /* NULL, or where a refused call writes which column or field is wrong */
} way_assignment;

/* The size of the scratch memory in bytes. `elements` is the length of all lists together. The size is 8,
   plus 80 for each chooser, 84 for each candidate and 8 for each element, plus 24 * min(elements, 16 *
   count). 0: an argument is UINT32_MAX or more, or the size exceeds SIZE_MAX. */
WAY_API size_t way_assign_bytes(size_t count, size_t runner_count, size_t elements);

/* WAY_ERROR_MEMORY: `bytes` is too small. WAY_ERROR_COUNT: a count is too large, or an offset is below its
   predecessor. WAY_ERROR_AIM: `aim` is not a way_aim. WAY_ERROR_MISSING: `cost` is missing, or there is
   damage without `health`. The columns follow base.h. Outputs may overlap inputs: the call reads all inputs
   before it writes. */
WAY_API way_result way_assign(const way_assign_in *in, const way_assign_out *out, way_assignment *assignment);

/* Accuracy: the largest cost is compared without rounding. For the sum, each cost is rounded to a multiple of
   one unit, a power of two; all later steps are exact. If all costs are multiples of the unit, no cost is
   rounded and `gap` is 0. With a thousand choosers that holds if each cost is 0 or at least 2^-22 of the
   largest. Damage of at least 2^-36 of a candidate's health is not rounded. Less damage is rounded up to a
   multiple of 2^-60 of that health. Healths of other candidates do not matter. docs/accuracy.md,
   "Assignment".

   Source: shortest augmenting paths, from Roy Jonker and Anton Volgenant, "A shortest augmenting path
   algorithm for dense and sparse linear assignment problems". The first prices come from Dimitri Bertsekas's
   auction. Added here: capacities, choosers that are not served, and searches that read only the near part of
   a list. */

#ifdef __cplusplus
}
#endif

#endif
