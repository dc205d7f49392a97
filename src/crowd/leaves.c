/* Loads candidates from the caller's columns into leaves. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "call/parts.h"
#include "crowd/candidates.h"

void way_set_origin(way_candidates *of, const double *origin) {
    of->has_origin = 0;
    for (int axis = 0; axis < of->dims; axis++) {
        of->origin[axis] = origin[axis];
        of->has_origin |= origin[axis] != 0.0;
    }
}

/* Does a candidate count for the origin? Not if a coordinate is invalid or if its mask is empty. */
static int counts(const way_candidates *of, size_t row, const double *at) {
    const way_column *mask = way_candidate_column(of, IN_choose_runner_mask);
    for (int axis = 0; axis < of->dims; axis++)
        if (!(fabs(at[axis]) <= 1e18))
            return 0;
    return mask == NULL || way_word_at(mask, row) != 0;
}

void way_find_origin(way_candidates *of, size_t runners) {
    const way_column *from[3] = {NULL};
    double nearest[3] = {0.0},
           at[3] = {0.0}; /* nearest: the coordinate next to 0, or 0 before the first one */
    int open = 0;         /* bits of the axes that may have an origin */
    for (int axis = 0; axis < of->dims; axis++) {
        from[axis] = way_candidate_column(of, IN_choose_runner_x + axis);
        open |= (from[axis] != NULL && way_has_doubles(from[axis])) << axis;
    }
    for (size_t row = 0; open != 0 && row < runners; row++) {
        for (int axis = 0; axis < of->dims; axis++)
            at[axis] = from[axis] != NULL ? way_double_at(from[axis], row) : 0.0;
        for (int axis = 0; axis < of->dims && counts(of, row, at); axis++) {
            if (fabs(at[axis]) <= WAY_FAR_FROM_0 || at[axis] * nearest[axis] < 0.0)
                open &= ~(1 << axis);
            if (nearest[axis] == 0.0 || fabs(at[axis]) < fabs(nearest[axis]))
                nearest[axis] = at[axis];
        }
    }
    for (int axis = 0; axis < of->dims; axis++) /* a multiple of 16, rounded towards 0 */
        nearest[axis] = open >> axis & 1 ? 16.0 * (double)(int64_t)(nearest[axis] / 16.0) : 0.0;
    way_set_origin(of, nearest);
}

void way_load_row(const way_candidates *of, way_choose_column column, size_t first, size_t count, float *leaf,
                  int row) {
    const int dims = of->dims;
    const way_column *from = way_candidate_column(of, column);
    const int axis = (int)column - (int)IN_choose_runner_x;
    float packed[WAY_PACKED];
    if (of->has_origin && axis >= 0 && axis < dims)
        way_pack_from(of->table, from, of->origin[axis], (way_numbers){NULL, first}, count, packed);
    else
        way_pack(of->table, from, 1, (way_numbers){NULL, first}, count, packed, WAY_PACKED);
    for (size_t at = 0; at < count; at += WAY_LEAF) {
        const size_t some = count - at < WAY_LEAF ? count - at : WAY_LEAF;
        float *to = leaf + at / WAY_LEAF * (size_t)LEAF_CELLS(dims) + WAY_LEAF * row;
        if (some == WAY_LEAF)
            memcpy(to, packed + at, 4 * WAY_LEAF); /* with a constant size, memcpy is inlined */
        else
            for (size_t i = 0; i < WAY_LEAF; i++)
                memcpy(to + i, packed + at + (i < some ? i : some - 1), 4);
    }
}

/* Moves invalid candidates and unused cells of a leaf to ELSEWHERE, and writes the row numbers. `there` is
   the number of used cells. A candidate is invalid if a coordinate is NaN or beyond 1e18, if its weight is
   negative or not finite, or if its mask has no bit. Velocities are not tested here: a velocity that is not
   finite has no meeting time, so the search drops the candidate. */
static void sort_out(const way_candidates *of, float *leaf, size_t there, uint32_t first) {
    const int dims = of->dims, is_weighted = way_has_column(of, IN_choose_weight),
              is_masked = way_has_column(of, IN_choose_runner_mask);
    float *mask = leaf + WAY_LEAF * LEAF_MASK(dims), *weight = leaf + WAY_LEAF * LEAF_WEIGHT(dims),
          *row = leaf + WAY_LEAF * LEAF_ROW(dims);
    int32_t bad[WAY_LEAF], any = 0;
    for (int j = 0; j < WAY_LEAF; j++)
        bad[j] = j >= (int32_t)(there < WAY_LEAF ? there : WAY_LEAF);
    for (int k = 0; k < dims; k++)
        for (int j = 0; j < WAY_LEAF; j++)
            bad[j] |= !(leaf[WAY_LEAF * (LEAF_PLACE + k) + j] >= -1e18f) |
                      !(leaf[WAY_LEAF * (LEAF_PLACE + k) + j] <= 1e18f);
    for (int j = 0; is_weighted && j < WAY_LEAF; j++)
        bad[j] |= !(weight[j] >= 0.0f) | !(weight[j] <= FLT_MAX);
    for (int j = 0; is_masked && j < WAY_LEAF; j++)
        bad[j] |= way_cell_bits(mask + j) == 0;
    for (int j = 0; j < WAY_LEAF; j++) {
        const uint32_t number = first + (uint32_t)j;
        memcpy(row + j, &number, 4);
        any |= bad[j];
    }
    for (int j = 0; any && j < WAY_LEAF; j++) {
        for (int k = 0; bad[j] && k < dims; k++)
            leaf[WAY_LEAF * (LEAF_PLACE + k) + j] = ELSEWHERE;
        if (bad[j] && is_weighted)
            weight[j] = 1.0f;
    }
}

static void load_some(const way_candidates *of, size_t first, size_t count, float *leaf) {
    const int dims = of->dims;
    const size_t leaves = (count + WAY_LEAF - 1) / WAY_LEAF;
    for (int k = 0; k < dims; k++)
        way_load_row(of, IN_choose_runner_x + k, first, count, leaf, LEAF_PLACE + k);
    for (int k = 0; of->by_time && k < dims; k++)
        way_load_row(of, IN_choose_runner_vx + k, first, count, leaf, LEAF_COURSE(dims) + k);
    if (way_has_column(of, IN_choose_weight))
        way_load_row(of, IN_choose_weight, first, count, leaf, LEAF_WEIGHT(dims));
    else if (of->by_time)
        for (size_t i = 0; i < leaves * WAY_LEAF; i++)
            leaf[i / WAY_LEAF * (size_t)LEAF_CELLS(dims) + WAY_LEAF * LEAF_WEIGHT(dims) + i % WAY_LEAF] =
                1.0f;
    if (way_has_column(of, IN_choose_runner_mask))
        way_load_row(of, IN_choose_runner_mask, first, count, leaf, LEAF_MASK(dims));
    for (size_t i = 0; i < leaves; i++)
        sort_out(of, leaf + i * (size_t)LEAF_CELLS(dims), count - i * WAY_LEAF,
                 (uint32_t)(first + i * WAY_LEAF));
    if (of->by_time)
        of->search->paces(leaf, leaves, dims);
}

void way_load_leaves(const way_candidates *of, size_t first, size_t count, float *leaf) {
    const int dims = of->dims;
    for (size_t at = 0; at < count; at += WAY_PACKED)
        load_some(of, first + at, count - at < WAY_PACKED ? count - at : WAY_PACKED,
                  leaf + at / WAY_LEAF * (size_t)LEAF_CELLS(dims));
}
