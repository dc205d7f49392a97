/* waylay, assign: gives each chooser a target if each candidate can serve only a few choosers. */
#ifndef WAYLAY_ASSIGN_H
#define WAYLAY_ASSIGN_H

#include "neighbours.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Assignment ------------------------------------------------------------------------------------------------

   What it answers: which candidate does each chooser get, if each candidate can serve only a few choosers? A
   chooser that gets a candidate is served. The answer serves as many choosers as possible, at the smallest
   total cost.

       float cost[3][2] = {{1, 2}, {1, 4}, {9, 9}};
       uint32_t target[3];
       uint64_t memory[99];
       way_assign_in in = WAY_INIT;
       way_assign_out out = WAY_INIT;
       way_assignment how = WAY_INIT;
       in.cost = way_in(cost[0]), out.target = way_out(target);
       how.count = 3, how.runner_count = 2, how.memory = memory, how.bytes = sizeof memory;
       way_assign(&in, &out, &how); // target[0] == 1 && target[1] == 0 && how.served == 2 && how.sum == 3

   Each chooser has a list of candidates with their costs. The lists can be the rows of a matrix, as above.
   The lists can also be the outputs of way_choose2d (choose.h) or, as here, of way_neighbours2d
   (neighbours.h):

       static way_neighbour list[6];
       static size_t offset[4];
       way_assign_in in = WAY_INIT;
       way_assignment how = WAY_INIT;
       in.row = way_at(&list[0].row, sizeof list[0]), in.cost = way_at(&list[0].distance, sizeof list[0]);
       how.count = 3, how.offset = offset, how.runner_count = 2;
       how.bytes = way_assign_bytes(3, 2, offset[3]); // how.bytes > 0 && in.row.gap == 4

   To forbid a pair, use a cost that is NaN, infinite, FLT_MAX or -FLT_MAX, or a `row` that is at least
   runner_count. Do not use another huge cost, because all costs are rounded to a unit that grows with the
   largest cost. Costs may be negative, for example to find the largest sum. A list may contain a candidate
   twice.

   By default, the call serves as many choosers as possible, whatever that costs. Of all assignments that
   serve this number of choosers, it returns one with the smallest sum of costs. With WAY_LEAST_LARGEST, it
   first makes the largest cost as small as possible, and then the sum of the costs. If several assignments
   are equally good, every machine returns the same one, but it is not specified which one.

   Choosers that are assigned again while they move may switch back and forth between candidates. To prevent
   this, set `present` and `bonus`: the cost of a chooser and its present candidate is then cost - bonus,
   rounded to float. docs/choose.md has a loop in which units take up a formation.

   `unserved` is the cost of leaving a chooser without a candidate. If it is set, the call minimises the sum
   of two parts: the costs of the served choosers, and the `unserved` of all other choosers. So a chooser gets
   no candidate if the sum is smaller without one. The result `sum` has both parts.

       float no = 3.4028235e38f, cost[2][3] = {{no, 11, 8}, {8, no, 7}}, limit = 7.5f; // cost[0][0] == no
       uint32_t target[2];
       uint64_t memory[99];
       way_assign_in in = WAY_INIT;
       way_assign_out out = WAY_INIT;
       way_assignment how = WAY_INIT;
       in.cost = way_in(cost[0]), in.unserved = way_same(&limit), out.target = way_out(target);
       how.count = 2, how.runner_count = 3, how.memory = memory, how.bytes = sizeof memory;
       way_assign(&in, &out, &how); // how.sum == 14.5 && target[0] == UINT32_MAX && target[1] == 2

   Choosers whose `unserved` is +inf come first: as many of them as possible are served, whatever that costs.

   With WAY_LEAST_LARGEST, `unserved` is a limit: a chooser gets no candidate if the smallest allowed cost on
   its list, of candidates with a capacity above 0, is above its `unserved`. Of the other choosers, the call
   serves as many as possible, even at costs above their `unserved`. Next, it makes the largest cost of the
   served choosers as small as possible, and last, it makes `sum` as small as possible.

   If candidates need a number of choosers, for example each task at least one agent, set `at_least`. The call
   first fills as many of these places as possible, whatever the costs and the `unserved` of the choosers are.
   But it does not use choosers whose `unserved` is -inf. After that, the rules above apply. The result
   `unmet` is the number of places that stay empty. To find the candidates with empty places, count the
   targets. `at_least` does not raise a candidate's capacity, which is 1 by default.

   Worlds: one call can solve many assignments, such as one for each of many matches. Set `chaser_world` and
   `runner_world`: choosers get only candidates of their own world. A world is any number, and the rows of a
   world need not be consecutive. A world's answers have the same bits as those of a separate call for this
   world. All results are sums over the worlds, except `largest`, which is the largest of all. The rules of
   `unserved`, `at_least`, `health` and WAY_LEAST_LARGEST hold in each world alone. With `row`, an element
   whose candidate is in another world is forbidden. Without `row`, a list of runner_count elements is a row
   of one matrix for all worlds. In a shorter list, element k is candidate k of the chooser's world: the lists
   are then the matrices of all worlds, one after the other.

       float cost[4][2] = {{1, 2}, {1, 4}, {7, 9}, {8, 5}};
       uint32_t world[4] = {0, 0, 1, 1}, target[4];
       uint64_t memory[199];
       way_assign_in in = WAY_INIT;
       way_assign_out out = WAY_INIT;
       way_assignment how = WAY_INIT;
       in.cost = way_in(cost[0]), in.chaser_world = in.runner_world = way_in(world);
       out.target = way_out(target);
       how.count = how.runner_count = 4, how.each = 2, how.memory = memory, how.bytes = sizeof memory;
       way_assign(&in, &out, &how); // target[0] == 1 && target[2] == 2 && target[3] == 3 && how.sum == 15

   Shooters and targets: if `health` is set, the choosers are shooters, and a candidate is a target that gets
   only as many shooters as it needs to die. Each of the target's shooters is necessary: without any one of
   them, the target would survive. So the total damage of the shooters, minus the smallest damage among them,
   is below the target's health.

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

   If all shooters deal the same damage d to a target, the target has room for health / d shooters, rounded
   up, and the answer is optimal. With different damages, an optimal answer would have to solve a knapsack
   problem for each target, for which no fast algorithm is known. The answer then still obeys the rule above,
   and a shooter gets no target only if no target on its list has room for it. If the present pairs obey the
   rule, the answer with `bonus` is never worse than keeping them all. So if nothing but `present` changes,
   repeated calls soon give the same targets. The results `most` and `gap` bound the difference
   between the answer and an optimal answer. */

typedef enum way_aim {
    WAY_LEAST_SUM = 0,    /* minimise the sum of the costs */
    WAY_LEAST_LARGEST = 1 /* minimise the largest cost (for example, the last arrival), then the sum */
} way_aim;

typedef struct way_assign_in {
    /* uint32_t, one per list element: the candidate's row; default 0, 1, ... in each list (see Worlds) */
    way_column row;
    way_column cost; /* one per list element: cost of this chooser and candidate; required */
    /* uint32_t, one per candidate: how many choosers the candidate can serve; default 1, or no limit with
       `health` */
    way_column capacity;
    way_column damage; /* one per chooser, >= 0, unit of health; 0: gets no target; default 1 */
    /* one per list element, > 0: damage of this shooter to this target, instead of `damage`, for example
       because of armour */
    way_column listed_damage;
    /* one per candidate; if 0, negative or NaN: no chooser gets the candidate; +inf: it never dies. Default:
       only `capacity` limits how many choosers a candidate gets */
    way_column health;
    /* one per chooser, for repeated assignments: the row of the candidate that the chooser has now, for
       example the last `target`; default none */
    way_column present; /* uint32_t; UINT32_MAX: none */
    /* one per chooser, >= 0, unit of the costs: subtracted from the cost of the present candidate, so that
       the chooser changes its candidate only if the change saves more than the bonus. +inf: the chooser keeps
       its candidate if possible */
    way_column bonus; /* default 0 */
    /* one per chooser, unit of the costs: the cost of leaving the chooser without a candidate; may be
       negative. +inf (the default) or FLT_MAX: the chooser is served if possible; -inf or -FLT_MAX: it gets
       no candidate. Not with `health` */
    way_column unserved;
    /* uint32_t, one per candidate: the least number of choosers for the candidate; default 0. Not with
       `health` */
    way_column at_least;
    way_column chaser_world; /* uint32_t: number of the chooser's world; default 0 */
    way_column runner_world; /* uint32_t: number of the candidate's world; default 0 */
} way_assign_in;

typedef struct way_assign_out {
    way_column_out target; /* uint32_t: row of the candidate, as in `target` of way_batch; UINT32_MAX: none */
    way_column_out cost;   /* cost of this chooser and candidate, without the bonus; +inf: not served */
    way_column_out status; /* int32_t, a way_status. WAY_MET: served. WAY_NO_TARGET: not served. WAY_INVALID:
                              the chooser's damage or bonus is NaN or negative, or its `unserved`
                              is NaN */
} way_assign_out;

/* Zero-initialise a way_assignment and set `count`, `runner_count`, `memory` and `bytes`. */
typedef struct way_assignment {
    size_t count;         /* number of choosers */
    size_t runner_count;  /* number of candidates */
    const size_t *offset; /* NULL, or count + 1 offsets: list i is elements offset[i] to offset[i + 1] - 1 */
    size_t each;          /* the length of every list, if `offset` is NULL; 0: runner_count */
    int32_t aim;          /* a way_aim */
    void *memory;         /* scratch memory; the address must be a multiple of 8; must not overlap a column */
    size_t bytes;         /* size of `memory`, at least what way_assign_bytes returns */
    /* Set by the call: */
    size_t served;       /* the number of choosers that got a candidate */
    double sum, largest; /* the sum and the largest of the costs of these choosers, without bonus; 0, -inf:
                            none is served. For each chooser that is not served, `sum` also includes
                            `unserved`, if `unserved` is finite and the chooser's status is not WAY_INVALID */
    /* `sum` exceeds the smallest possible sum by at most `gap`. If `gap` is +inf, it may be possible to serve
       more choosers. With different damages and WAY_LEAST_LARGEST, `gap` also bounds the excess of `largest`.
       If `bonus` is set, `gap` bounds the sum of the costs minus the bonuses. */
    double gap;
    size_t most;        /* upper bound: no assignment serves more choosers */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong column or field */
    size_t unmet;       /* set by the call: the number of places of `at_least` that no chooser fills */
} way_assignment;

/* Returns the size of the scratch memory in bytes. `elements` is the total length of all lists. The size is
   8 + 104 * count + 104 * runner_count + 8 * elements + 24 * min(elements, 16 * count). The function returns
   0 if an argument is UINT32_MAX or more, or if the size exceeds SIZE_MAX. */
WAY_API size_t way_assign_bytes(size_t count, size_t runner_count, size_t elements);

/* The results: WAY_ERROR_MEMORY: `bytes` is too small. WAY_ERROR_COUNT: a count is too large, or an offset is
   below its predecessor. WAY_ERROR_AIM: `aim` is not a way_aim. WAY_ERROR_MISSING: `cost` is not set, or
   `damage` or `listed_damage` is set without `health`. WAY_ERROR_BOTH: `unserved` or `at_least` is set with
   `health`; there is no fast algorithm for both rules. The rules for columns are in base.h. Outputs may
   overlap inputs, because the call reads all inputs before it writes. */
WAY_API way_result way_assign(const way_assign_in *in, const way_assign_out *out, way_assignment *assignment);

/* Accuracy: when the largest cost is minimised, costs are not rounded. For the sum, each cost is rounded to a
   multiple of a unit, which is a power of two; all later steps are exact. A finite `unserved` is rounded like
   a cost. If all costs are multiples of the unit, no cost is rounded, and `gap` is 0. With a thousand
   choosers, this holds if each cost is 0 or at least 2^-22 of the largest cost. Damage of at least 2^-36 of a
   candidate's health is not rounded. Smaller damage is rounded up to a multiple of 2^-60 of the health. See
   docs/accuracy.md, "Assignment".

   Source: shortest augmenting paths, from Roy Jonker and Anton Volgenant, "A shortest augmenting path
   algorithm for dense and sparse linear assignment problems". Each candidate has a price, which is a dual
   variable. The initial prices come from Dimitri Bertsekas's auction algorithm. This library adds capacities
   and choosers that are not served. Searches usually read only sixteen elements of a list: those with the
   lowest values of (cost - price). */

#ifdef __cplusplus
}
#endif

#endif
