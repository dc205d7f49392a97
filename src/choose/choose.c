/* Implements choose2d and choose3d: reads the choosers from their columns, sixteen at a time, searches the
   crowd or all candidates for each chooser, and writes the best candidates to the outputs. */
#include <float.h>
#include <string.h>

#include "choose/choose_internal.h"
#include "isa/isa.h"
#include "isa/fpenv.h"

/* AT_ONCE is the number of choosers that search together, and SHARED that of the candidates loaded for them.
   BY_TURNING uses the smaller numbers FEW and SHARED_BY_FEW, because cut_off2d takes most of the stack. */
enum { CHOOSERS = WAY_CHOOSERS, AT_ONCE = 10, SEEING = 4, FEW = 1, SHARED = WAY_SHARED, SHARED_BY_FEW = 16 };

static const uint32_t no_row = WAY_NO_ROW;

/* Candidates --------------------------------------------------------------------------------------------- */

static uint32_t word_of(float cell) {
    uint32_t word;
    memcpy(&word, &cell, 4);
    return word;
}

/* For BY_TURNING there are separate functions, so that their stack frames do not add to those of the other
   measures. */
typedef void scan(way_chooser *chooser, const float *leaf, size_t leaves);

/* Is the chooser's present target a candidate in the chooser's world? */
static int has_present(const way_choosing *t, const way_chooser *c) {
    return c->present < t->runners && (!t->is_in_worlds || way_world_of(t, c->present) == c->world);
}

/* Evaluates the present target before all other candidates, so that it wins ties. Called only if
   has_present. */
WAY_IN_CALLER void judge_present_by(const way_choosing *t, way_chooser *c, scan *by) {
    float leaf[LEAF_CELLS(3)];
    const float *cells = way_find_cells(t, c->present, leaf);
    if (cells == NULL)
        return;
    if (t->crowd != NULL) { /* copies the whole leaf and hides all others */
        const size_t lane = (size_t)(cells - way_crowd_cells(t->crowd)) % WAY_LEAF;
        memcpy(leaf, cells - lane, 4 * (size_t)LEAF_CELLS(t->of.dims));
        for (size_t j = 0; j < WAY_LEAF; j++)
            if (j != lane)
                leaf[j] = ELSEWHERE;
    }
    by(c, leaf, 1);
    c->skips_present = 1;
}

WAY_OUT_OF_LINE void judge_present(const way_choosing *t, way_chooser *c) {
    judge_present_by(t, c, t->of.search->scan[t->of.dims - 2][t->measure]);
}

WAY_OUT_OF_LINE void judge_present_by_turning(const way_choosing *t, way_chooser *c) {
    judge_present_by(t, c, t->of.search->scan[0][BY_TURNING]);
    t->of.search->settle_chooser(c);
}

/* Many choosers ------------------------------------------------------------------------------------------ */

/* Writes the j-th best candidate of each of these choosers. For chooser i, this is element best * i + j of
   the output. */
static void put_rank(const way_choosing *t, const way_column_out *column, int j, size_t count,
                     way_numbers rows, const float *row) {
    const way_column as_input = way_as_column(column);
    const ptrdiff_t stride = way_stride(&as_input);
    const way_column_out ranks = {.data = (char *)column->data + j * stride,
                                  .gap = t->best * stride - way_size(column->type),
                                  .type = column->type};
    if (t->best == 1)
        way_unpack(t->of.table, column, 1, rows, count, row, CHOOSERS);
    else if (column->rows == NULL && column->page == 0)
        way_unpack(t->of.table, &ranks, 1, rows, count, row, CHOOSERS);
    else
        for (size_t i = 0; i < count; i++) {
            const way_numbers one = {NULL, (size_t)t->best * way_number(rows, i) + (size_t)j};
            way_put_words(column, one, 1, row + i, NULL);
        }
}

static void put_answers(const way_choosing *t, const way_chooser *c, const int32_t *status, int count,
                        way_numbers rows) {
    const way_column_out *targets = &t->out[OUT_choose2d_target], *costs = &t->out[OUT_choose2d_cost],
                         *statuses = &t->out[OUT_choose2d_status];
    float row[CHOOSERS];
    for (int j = 0; targets->data != NULL && j < t->best; j++) {
        for (int i = 0; i < count; i++)
            memcpy(row + i, j < c[i].found ? &c[i].row[j] : &no_row, 4);
        put_rank(t, targets, j, (size_t)count, rows, row);
    }
    for (int j = 0; costs->data != NULL && j < t->best; j++) {
        for (int i = 0; i < count; i++)
            row[i] = j < c[i].found ? c[i].cost[j] : INFINITY;
        put_rank(t, costs, j, (size_t)count, rows, row);
    }
    const way_column_out *seen = t->of.dims == 2 ? &t->out[OUT_choose2d_seen] : NULL;
    for (int j = 0; seen != NULL && seen->data != NULL && j < t->best; j++) {
        for (int i = 0; i < count; i++)
            row[i] = j >= c[i].found ? 0.0f : t->sight != NULL ? c[i].seen[j] : 1.0f;
        put_rank(t, seen, j, (size_t)count, rows, row);
    }
    memcpy(row, status, (size_t)count * sizeof *status);
    if (statuses->data != NULL)
        way_unpack(t->of.table, statuses, 1, rows, (size_t)count, row, CHOOSERS);
}

/* Arrays for up to `room` candidates that are loaded together. `leaf` holds their leaves. In calls with
   worlds, `world` holds their worlds, and `x` their positions on the first axis. */
typedef struct way_loaded {
    float *leaf, *x, *world;
    size_t room;
} way_loaded;

static void read_worlds(const way_choosing *t, size_t at, size_t some, const way_loaded *to) {
    const way_column *column = way_candidate_column(&t->of, IN_choose_runner_world);
    memset(to->world, 0, 4 * some);
    if (column != NULL)
        way_pack(t->of.table, column, 1, (way_numbers){NULL, at}, some, to->world, to->room);
    for (size_t i = 0; i < some; i++)
        to->x[i] = to->leaf[i / WAY_LEAF * (size_t)LEAF_CELLS(t->of.dims) + i % WAY_LEAF];
}

/* Hides the candidates of all other worlds. Returns the number of candidates of this world. */
static size_t show_world(uint32_t world, const way_loaded *of, size_t some, int dims) {
    size_t count = 0;
    for (size_t i = 0; i < some; i++) {
        const int is_shown = word_of(of->world[i]) == world;
        of->leaf[i / WAY_LEAF * (size_t)LEAF_CELLS(dims) + i % WAY_LEAF] = is_shown ? of->x[i] : ELSEWHERE;
        count += (size_t)is_shown;
    }
    return count;
}

/* Searches all candidates, in portions that fit into the memory. The callers' stack frames hold the
   candidates, so that searches through a crowd do not need this memory. */
WAY_IN_CALLER void search_all_by(const way_choosing *t, way_chooser *const *choosers, int count, scan *by,
                                 const way_loaded *of) {
    for (size_t at = 0; at < t->runners; at += of->room) {
        const size_t some = t->runners - at < of->room ? t->runners - at : of->room;
        size_t seen = some;
        way_load_leaves(&t->of, at, some, of->leaf);
        if (t->is_in_worlds)
            read_worlds(t, at, some, of);
        for (int i = 0; i < count; i++) {
            if (t->is_in_worlds && (i == 0 || choosers[i]->world != choosers[i - 1]->world))
                seen = show_world(choosers[i]->world, of, some, t->of.dims);
            if (seen > 0)
                by(choosers[i], of->leaf, (some + WAY_LEAF - 1) / WAY_LEAF);
        }
    }
}

WAY_OUT_OF_LINE void search_all(const way_choosing *t, way_chooser *const *choosers, int count) {
    float leaf[SHARED * LEAF_ROWS(3)], x[SHARED], world[SHARED];
    const way_loaded room = {leaf, x, world, SHARED};
    search_all_by(t, choosers, count, t->of.search->scan[t->of.dims - 2][t->measure], &room);
}

WAY_OUT_OF_LINE void search_all_by_turning(const way_choosing *t, way_chooser *const *choosers, int count) {
    float leaf[SHARED_BY_FEW * LEAF_ROWS(2)], x[SHARED_BY_FEW], world[SHARED_BY_FEW];
    const way_loaded room = {leaf, x, world, SHARED_BY_FEW};
    search_all_by(t, choosers, count, t->of.search->scan[0][BY_TURNING], &room);
}

/* Searches the shared leaves of a world. The first and the last leaf may also hold candidates of other
   worlds; these are hidden in a copy. */
WAY_IN_CALLER void search_shared_by(const way_choosing *t, way_chooser *const *choosers, int count,
                                    const way_world *world, scan *by) {
    const int dims = t->of.dims;
    const float *leaf = way_crowd_cells(t->crowd) + world->leaf * (size_t)LEAF_CELLS(dims);
    const uint32_t first = world->first, end = first + world->count;
    for (uint32_t at = 0; at < end; at += WAY_LEAF, leaf += LEAF_CELLS(dims)) {
        float copy[LEAF_CELLS(3)];
        const float *seen = leaf;
        if (at < first || at + WAY_LEAF > end) {
            memcpy(copy, leaf, 4 * (size_t)LEAF_CELLS(dims));
            for (uint32_t j = 0; j < WAY_LEAF; j++)
                if (at + j < first || at + j >= end)
                    copy[j] = ELSEWHERE;
            seen = copy;
        }
        for (int i = 0; i < count; i++)
            by(choosers[i], seen, 1);
    }
}

WAY_OUT_OF_LINE void search_shared(const way_choosing *t, way_chooser *const *choosers, int count,
                                   const way_world *world) {
    search_shared_by(t, choosers, count, world, t->of.search->scan[t->of.dims - 2][t->measure]);
}

WAY_OUT_OF_LINE void search_shared_by_turning(const way_choosing *t, way_chooser *const *choosers, int count,
                                              const way_world *world) {
    search_shared_by(t, choosers, count, world, t->of.search->scan[0][BY_TURNING]);
}

/* Searches a crowd of one world. */
static void search_crowd(const way_choosing *t, const way_crowd *crowd, way_chooser *const *choosers,
                         int count) {
    way_search_near *find = t->near->find[t->of.dims - 2][t->measure];
    way_see_near *see = t->near->see[t->measure];
    way_chooser *rest[AT_ONCE]; /* large enough, because no call searches for more choosers at once */
    if (t->sight != NULL && see != NULL) {
        if (count == 0 || see(choosers[0], crowd)) /* there is only one */
            return;
    } else if (find != NULL) {
        count = find(choosers, count, crowd, rest);
        choosers = rest;
    }
    t->of.search->descend[t->of.dims - 2][t->measure](choosers, count, crowd);
}

static void search_crowd_by_turning(const way_choosing *t, const way_crowd *crowd,
                                    way_chooser *const *choosers, int count) {
    t->of.search->descend[0][BY_TURNING](choosers, count, crowd);
}

/* The types of two functions that search one world: a `search_some` searches the world's part of the leaves
   that worlds share, and a `search_tree` the world's own tree. */
typedef void search_some(const way_choosing *t, way_chooser *const *choosers, int count,
                         const way_world *world);
typedef void search_tree(const way_choosing *t, const way_crowd *crowd, way_chooser *const *choosers,
                         int count);

WAY_IN_CALLER void search_world(const way_choosing *t, way_chooser *const *choosers, int count,
                                search_some *shared, search_tree *whole) {
    const uint32_t number = choosers[0]->world;
    if (t->crowd->worlds == 0) {
        if (number == 0)
            whole(t, t->crowd, choosers, count);
        return;
    }
    const way_world *world = way_find_world(t->crowd, number);
    if (world != NULL && world->count < WAY_OWN_TREE)
        shared(t, choosers, count, world);
    else if (world != NULL) {
        way_crowd tree;
        way_tree_of_world(t->crowd, world, &tree);
        whole(t, &tree, choosers, count);
    }
}

/* Searches a crowd with worlds: for consecutive choosers of one world at a time. */
WAY_IN_CALLER void search_worlds_by(const way_choosing *t, way_chooser *const *choosers, int count,
                                    search_some *shared, search_tree *whole) {
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && choosers[end]->world == choosers[i]->world;)
            end++;
        search_world(t, choosers + i, end - i, shared, whole);
    }
}

WAY_OUT_OF_LINE void search_worlds(const way_choosing *t, way_chooser *const *choosers, int count) {
    search_worlds_by(t, choosers, count, search_shared, search_crowd);
}

WAY_OUT_OF_LINE void search_worlds_by_turning(const way_choosing *t, way_chooser *const *choosers,
                                              int count) {
    search_worlds_by(t, choosers, count, search_shared_by_turning, search_crowd_by_turning);
}

void way_search_for(const way_choosing *t, way_chooser *const *choosers, int count) {
    if (t->crowd == NULL)
        search_all(t, choosers, count);
    else if (t->sight != NULL && count != 1) /* because memory holds the walls around one chooser only */
        for (int i = 0; i < count; i++)
            way_search_for(t, choosers + i, 1);
    else if (t->is_in_worlds)
        search_worlds(t, choosers, count);
    else
        search_crowd(t, t->crowd, choosers, count);
}

WAY_OUT_OF_LINE void search_by_turning(const way_choosing *t, way_chooser *const *choosers, int count) {
    way_waiting waiting[FEW];
    for (int i = 0; i < count; i++) {
        choosers[i]->waiting = &waiting[i];
        waiting[i].count = 0;
        if (has_present(t, choosers[i]))
            judge_present_by_turning(t, choosers[i]);
    }
    if (t->crowd == NULL)
        search_all_by_turning(t, choosers, count);
    else if (t->is_in_worlds)
        search_worlds_by_turning(t, choosers, count);
    else
        search_crowd_by_turning(t, t->crowd, choosers, count);
    for (int i = 0; i < count; i++)
        t->of.search->settle_chooser(choosers[i]);
}

/* Handles all choosers, `together` at a time. `c` and `searching` have room for `together` choosers. */
WAY_IN_CALLER void choose_by(const way_choosing *t, way_chooser *c, way_chooser **searching, int together) {
    way_own_rows own;
    int32_t status[CHOOSERS];
    way_fill_choosers(t, &own);
    way_turns turns = {0, 0, {0}};
    way_numbers rows;
    for (int count; (count = way_next_choosers(t, &turns, together, &rows)) > 0;) {
        way_pack_choosers(t, &own, rows, count);
        const int searches = way_read_choosers(t, &own, 0, count, c, status, searching);
        if (together == FEW)
            search_by_turning(t, searching, searches);
        else {
            for (int i = 0; i < searches; i++)
                if (has_present(t, searching[i]))
                    judge_present(t, searching[i]);
            way_search_for(t, searching, searches);
        }
        for (int i = 0; i < count; i++)
            if (c[i].found > 0)
                status[i] = WAY_MET;
        put_answers(t, c, status, count, rows);
    }
}

WAY_OUT_OF_LINE void choose_all(const way_choosing *t) {
    way_chooser c[AT_ONCE], *searching[AT_ONCE];
    choose_by(t, c, searching, AT_ONCE);
}

WAY_OUT_OF_LINE void choose_few(const way_choosing *t) {
    way_chooser c[FEW], *searching[FEW];
    choose_by(t, c, searching, FEW);
}

/* The call ----------------------------------------------------------------------------------------------- */

static void choose_without_walls(const way_choosing *t) {
    if (t->measure == BY_TURNING)
        choose_few(t);
    else
        choose_all(t);
}

WAY_OUT_OF_LINE void choose_some(const way_choosing *t) {
    way_chooser c[SEEING], *searching[SEEING];
    choose_by(t, c, searching, SEEING);
}

/* The walls around a chooser take memory, so fewer choosers are read at a time. */
WAY_OUT_OF_LINE void choose_seen(way_choosing *t, const way_choice *choice) {
    way_kept kept;
    way_sight sight = {.near_walls = &kept};
    way_begin_sight(t, choice, &sight);
    choose_some(t);
}

/* BY_TURNING, fewer choosers are read at a time, because cut_off2d needs the memory. */
WAY_OUT_OF_LINE void choose_seen_by_turning(way_choosing *t, const way_choice *choice) {
    way_sight sight = {.near_walls = NULL};
    way_begin_sight(t, choice, &sight);
    choose_few(t);
}

/* Values are checked in three places. call/check.c checks the arguments and the columns; if one is wrong, the
   call fails. is_sound checks the values of one chooser; if they are invalid, its status is WAY_INVALID.
   sort_out in crowd/candidates.c checks the values of one candidate; if they are invalid, it is never
   chosen. */
WAY_OUT_OF_LINE way_result check_choice(const way_call_entry *call, const void *in, const void *out,
                                        const way_choice *choice) {
    const way_arguments arguments = {.in = in,
                                     .out = out,
                                     .fault = choice->fault,
                                     .cost = choice->cost,
                                     .first = choice->first,
                                     .count = choice->count,
                                     .index = choice->index,
                                     .best = choice->best,
                                     .runner_count = way_runners_of(choice),
                                     .chaser_parts = choice->chaser_parts,
                                     .runner_parts = choice->runner_parts,
                                     .chaser_part_count = choice->chaser_part_count,
                                     .runner_part_count = choice->runner_part_count,
                                     .fault_part = choice->fault_part,
                                     .crowd2d = choice->crowd2d,
                                     .crowd3d = choice->crowd3d,
                                     .walls = choice->walls,
                                     .wall_count = choice->wall_count,
                                     .wall_tree = choice->wall_tree,
                                     .sight_points = choice->sight_points,
                                     .wall_origin_x = choice->wall_origin_x,
                                     .wall_origin_y = choice->wall_origin_y};
    return way_check_arguments(call, &arguments);
}

/* Runs a call whose arguments have been checked. */
static void solve_choice(int dims, const way_column *in, const way_column_out *out,
                         const way_choice *choice) {
    const void *crowd = dims == 2 ? (const void *)choice->crowd2d : (const void *)choice->crowd3d;
    way_choosing t = {.first = choice->first,
                      .count = choice->count,
                      .index = choice->index,
                      .out = out,
                      .best = choice->best > 0 ? choice->best : 1,
                      .origin = {choice->wall_origin_x, choice->wall_origin_y}};
    const int is_ranked = t.out[OUT_choose2d_target].data != NULL || t.out[OUT_choose2d_cost].data != NULL ||
                          (dims == 2 && t.out[OUT_choose2d_seen].data != NULL);
    if (!is_ranked && t.out[OUT_choose2d_status].data == NULL)
        return;
    way_set_choosers(&t, in, dims, 1u << choice->cost);
    const int is_weighted = crowd != NULL ? (int)((const way_crowd *)crowd)->is_weighted
                                          : way_candidate_column(&t.of, IN_choose_weight) != NULL;
    t.measure = choice->cost == WAY_BY_TURNING ? BY_TURNING
                : choice->cost == WAY_BY_TIME  ? BY_TIME
                : is_weighted                  ? BY_DISTANCE
                                               : BY_SQUARE;
    t.wanted = is_ranked ? t.best : 1;
    way_fpenv caller = way_fpenv_enter_for_calls();
    way_begin_choosing(&t, crowd, way_runners_of(choice));
    if (choice->wall_count > 0 && t.measure == BY_TURNING)
        choose_seen_by_turning(&t, choice);
    else if (choice->wall_count > 0)
        choose_seen(&t, choice);
    else
        choose_without_walls(&t);
    way_fpenv_leave_after_calls(caller);
}

WAY_OUT_OF_LINE void solve_parts(const way_call_entry *call, const way_column *in, const way_column_out *out,
                                 const way_choice *choice) {
    way_spanned all;
    way_span_choice(&all, choice, in, call->dims);
    way_span_outputs(&all, out, (int)call->behaviour.output_count, call->ranked,
                     choice->best > 0 ? (size_t)choice->best : 1);
    solve_choice(call->dims, all.in, all.out, choice);
}

static way_result choose(const way_call_entry *call, const void *in, const void *out,
                         const way_choice *choice) {
    if (choice == NULL)
        return WAY_ERROR_NULL;
    const way_result result = check_choice(call, in, out, choice);
    if (result != WAY_OK)
        return result;
    if (way_has_parts(choice))
        solve_parts(call, in, out, choice);
    else
        solve_choice(call->dims, in, out, choice);
    return WAY_OK;
}

way_result way_choose2d(const way_choose2d_in *in, const way_choose2d_out *out, const way_choice *choice) {
    return choose(&way_choose2d_entry, in, out, choice);
}

way_result way_choose3d(const way_choose3d_in *in, const way_choose3d_out *out, const way_choice *choice) {
    return choose(&way_choose3d_entry, in, out, choice);
}
