/* Implements choose2d and choose3d: reads the choosers from their columns, sixteen at a time, searches the
   crowd or all candidates for each chooser, and writes the best candidates to the outputs. */
#include <float.h>
#include <string.h>

#include "choose/choose_internal.h"
#include "isa/isa.h"
#include "isa/fpenv.h"

/* MOST: choosers that search together. BY_TURNING uses FEW instead of MOST and SHARED_BY_FEW instead of
   SHARED, because cut_off2d uses most of the stack. */
enum { CHOOSERS = WAY_CHOOSERS, MOST = 12, FEW = 2, SHARED = WAY_SHARED, SHARED_BY_FEW = 16 };

_Static_assert(IN_choose_wanted_heading_y - IN_choose_heading_x + 1 == CHOOSE_TURNINGS,
               "the turning columns are consecutive");

static const uint32_t no_row = WAY_NO_ROW;

/* One chooser -------------------------------------------------------------------------------------------- */

static uint32_t word_of(float cell) {
    uint32_t word;
    memcpy(&word, &cell, 4);
    return word;
}

static float bound_of(double number) { return number < (double)BOUND_ANY ? (float)number : BOUND_ANY; }

/* Reads the inputs that also plain choosers may have: see way_own_rows. */
static void read_plain(const way_own_rows *own, int i, int dims, way_chooser *c) {
    for (int k = 0; k < dims; k++)
        c->place[k] = own->row[IN_choose_chaser_x + k][i];
    memcpy(&c->sides, &own->row[IN_choose_chaser_mask][i], 4);
    memcpy(&c->present, &own->row[IN_choose_present][i], 4);
    memcpy(&c->self, &own->row[IN_choose_self][i], 4);
    memcpy(&c->world, &own->row[IN_choose_chaser_world][i], 4);
}

static void read_chooser(const way_own_rows *own, int i, int dims, way_chooser *c) {
    read_plain(own, i, dims, c);
    for (int k = 0; k < dims; k++)
        c->facing[k] = own->row[IN_choose_facing_x + k][i];
    c->speed = own->row[IN_choose_chaser_speed][i];
    c->reach = own->row[IN_choose_reach][i];
    c->horizon = own->row[IN_choose_horizon][i];
    c->from = own->row[IN_choose_range_from][i];
    c->to = own->row[IN_choose_range_to][i];
    c->arc = own->row[IN_choose_arc][i];
    c->bonus = own->row[IN_choose_bonus][i];
    for (int k = 0; dims == 2 && k < CHOOSE_TURNINGS; k++)
        c->turning[k] = own->row[IN_choose_heading_x + k][i];
}

static int is_finite(float a) { return a >= -FLT_MAX && a <= FLT_MAX; }

static int is_heading(const float *h) { return is_finite(h[0]) && is_finite(h[1]); }

static double square_of(const float *h) { return (double)h[0] * (double)h[0] + (double)h[1] * (double)h[1]; }

/* Tests the validity rules of cut_off2d that depend on the chooser alone. Values that are too large only in
   combination with a candidate's values are rejected by cut_off2d itself. */
static int can_turn(const way_chooser *c) {
    const float *turning = c->turning, radius = turning[2];
    return is_heading(turning) && (float)square_of(turning) >= FLT_MIN && radius > 0.0f &&
           radius <= FLT_MAX && radius * radius >= FLT_MIN && is_heading(turning + 3);
}

static int is_placed(const way_chooser *c, int dims) {
    int placed = 1;
    for (int k = 0; k < dims; k++)
        placed &= c->place[k] >= -1e18f && c->place[k] <= 1e18f;
    return placed;
}

/* Are the chooser's values valid? Every comparison is false for NaN, so a value that is NaN is not valid. */
static int is_sound(const way_chooser *c, int dims, way_measure measure) {
    int sound = c->from <= INFINITY && c->to <= INFINITY && c->arc <= INFINITY && c->bonus >= 0.0f;
    sound &= is_placed(c, dims);
    for (int k = 0; k < dims; k++)
        sound &= is_finite(c->facing[k]);
    if (way_is_by_moving(measure))
        sound &= is_finite(c->speed) && c->horizon > -INFINITY;
    if (measure == BY_TIME)
        sound &= c->reach >= 0.0f && c->reach <= FLT_MAX;
    return sound && (measure != BY_TURNING || can_turn(c));
}

static void set_arc(way_chooser *c, int dims) {
    double square = 0.0;
    c->is_arced = c->arc > -1.0f;
    if (!c->is_arced)
        return;
    for (int k = 0; k < dims; k++)
        square += (double)c->facing[k] * (double)c->facing[k];
    c->facing_length = way_sqrt(square);
    c->is_arced = c->facing_length > 0.0;
    for (int k = 0; c->is_arced && k < dims; k++)
        c->heading[k] = (float)((double)c->facing[k] / c->facing_length);
    c->arc_less = c->arc - 0x1p-16f;
}

/* Prepares the lower bound on the time of an interception. The bound is valid only if no product in the
   interception underflows in float. So if the chooser's speed is very low but not 0, or if its speed or reach
   is huge, the bound is 0 and all candidates are evaluated. */
static void set_times(way_chooser *c) {
    const float own = c->speed > 0.0f ? c->speed : 0.0f, reach = c->reach;
    const int is_usual = (own == 0.0f || (own >= 0x1p-20f && own <= 0x1p40f)) && reach <= 0x1p40f;
    c->pace = own;
    c->free_distance = is_usual ? (float)((double)reach * (1.0 + 0x1p-16) + 0x1p-20) : FLT_MAX;
    c->has_options = word_of(reach) != 0 || c->horizon < INFINITY; /* -0 counts as set, because it flips a
                                                                      sign */
    c->latest = bound_of((double)c->horizon * (1.0 + 0x1p-16));
}

/* Writes the heading as a unit vector and returns 1, or writes 0 and returns 0 if the heading is too short to
   count. */
static int set_heading(const float *from, float *to) {
    const double square = square_of(from), length = way_sqrt(square);
    const int is_there = (float)square >= FLT_MIN;
    for (int k = 0; k < 2; k++)
        to[k] = is_there ? (float)((double)from[k] / length) : 0.0f;
    return is_there;
}

static double size_of(float a) { return a < 0.0f ? -(double)a : (double)a; }

void way_set_turning(way_chooser *c) {
    const double own = c->speed > 0.0f ? (double)c->speed : 0.0, radius = (double)c->turning[2],
                 places = size_of(c->place[0]) + size_of(c->place[1]);
    const int is_usual =
        (own == 0.0 || (own >= 0x1p-20 && own <= 0x1p40)) && radius >= 0x1p-40 && radius <= 0x1p40;
    c->pace = (float)own;
    c->free_distance = is_usual ? (float)(radius * 0x1.8p-16 + places * 0x1.2p-19 + 0x1p-20) : FLT_MAX;
    c->bend = is_usual ? (float)(own * own / radius * (1.0 + 0x1p-16)) : 0.0f;
    c->half_turn = !is_usual   ? 0.0f
                   : own > 0.0 ? (float)(radius / own * (3.141592653589793 - 0x1p-13))
                               : BOUND_MOST;
    c->latest = bound_of((double)c->horizon * (1.0 + 0x1p-16));
    set_heading(c->turning, c->course);
    c->arrives = set_heading(c->turning + 3, c->arriving);
}

/* Sets the bounds of a valid chooser. */
static void set_bounds(way_chooser *c, int dims, const way_choosing *t) {
    const double from = (double)c->from, to = (double)c->to;
    c->is_masked = t->is_masked;
    c->is_ranged = c->from > 0.0f || c->to < INFINITY;
    c->nearest = from > 0x1p-50 ? bound_of(from * from * (1.0 - 0x1p-17)) : 0.0f;
    c->farthest = to < 0.0 ? -1.0f : bound_of(to * to * (1.0 + 0x1p-17) + 0x1p-120);
    set_arc(c, dims);
    if (t->measure == BY_TIME)
        set_times(c);
    else if (t->measure == BY_TURNING)
        way_set_turning(c);
    else
        c->free_distance = 0x1p-60f;
    c->found = 0;
    c->wanted = t->wanted;
    c->skips_present = 0;
    c->view = t->sight;
    c->share = 1.0f;
    c->limit = way_search_first_limit(c, t->measure);
}

/* BY_TURNING has its own functions, so that its stack frames are never added to those of the other
   measures. */
typedef void scan(way_chooser *chooser, const float *leaf, size_t leaves);

/* Returns the world of a candidate. */
static uint32_t world_of(const way_choosing *t, uint32_t row) {
    const way_column *column = way_candidate_column(&t->of, IN_choose_runner_world);
    if (t->crowd != NULL)
        return t->crowd->worlds > 0 ? word_of(way_crowd_cells(t->crowd)[t->crowd->world_of + row]) : 0;
    return column != NULL ? way_cell_at(column, row) : 0;
}

/* Is the chooser's present target a candidate of its world? */
static int has_present(const way_choosing *t, const way_chooser *c) {
    return c->present < t->runners && (!t->is_in_worlds || world_of(t, c->present) == c->world);
}

/* Returns the leaf from which the positions of a world's candidates count. */
static size_t first_leaf(const way_crowd *crowd, uint32_t world) {
    const way_world *of = crowd->worlds > 0 ? way_find_world(crowd, world) : NULL;
    return of == NULL ? 0 : of->count >= WAY_OWN_TREE ? of->leaf : (size_t)crowd->shared;
}

/* Evaluates the present target before all other candidates, so that it wins ties. Called only if
   has_present. */
WAY_IN_CALLER void judge_present_by(const way_choosing *t, way_chooser *c, scan *by) {
    const int dims = t->of.dims;
    float leaf[LEAF_CELLS(3)];
    if (t->crowd != NULL) {
        const float *base = way_crowd_cells(t->crowd);
        const uint32_t seat = word_of(base[t->crowd->seat + c->present]);
        if (seat == UINT32_MAX)
            return;
        const size_t first = first_leaf(t->crowd, c->world);
        memcpy(leaf, base + (first + seat / WAY_LEAF) * (size_t)LEAF_CELLS(dims),
               4 * (size_t)LEAF_CELLS(dims));
        for (uint32_t j = 0; j < WAY_LEAF; j++)
            if (j != seat % WAY_LEAF)
                leaf[j] = ELSEWHERE;
    } else
        way_load_leaves(&t->of, c->present, 1, leaf);
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

static int is_plain(int k) {
    return (k >= IN_choose_chaser_x && k < IN_choose_chaser_x + 3) || k == IN_choose_chaser_mask ||
           k == IN_choose_present || k == IN_choose_self || k == IN_choose_chaser_world;
}

void way_fill_choosers(const way_choosing *t, way_own_rows *own) {
    own->are_plain = 1;
    for (int k = 0; k < IN_choose_OWN; k++) {
        way_fill(own->row[k], &way_choose_columns[k].fallback, CHOOSERS);
        own->are_plain &= is_plain(k) || t->own[k] == NULL;
    }
    if (!own->are_plain)
        return;
    read_chooser(own, 0, t->of.dims, &own->plain);
    set_bounds(&own->plain, t->of.dims, t);
}

way_numbers way_choosers_from(const way_choosing *t, size_t at) {
    const way_numbers all = {t->index, t->index != NULL ? 0 : t->first};
    return way_numbers_from(all, t->index != NULL ? t->first + at : at);
}

/* Writes the j-th best candidate of each of these choosers. For chooser i, it becomes element best * i + j of
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

/* Candidates that are loaded together: their leaves, and with worlds, their worlds and their positions on the
   first axis. The arrays have room for `room` candidates. */
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

/* Hides the candidates of all other worlds. Returns how many candidates of this one there are. */
static size_t show_world(uint32_t world, const way_loaded *of, size_t some, int dims) {
    size_t count = 0;
    for (size_t i = 0; i < some; i++) {
        const int is_shown = word_of(of->world[i]) == world;
        of->leaf[i / WAY_LEAF * (size_t)LEAF_CELLS(dims) + i % WAY_LEAF] = is_shown ? of->x[i] : ELSEWHERE;
        count += (size_t)is_shown;
    }
    return count;
}

/* Searches all candidates, as many at a time as there is room for. The callers' stack frames hold the
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

/* Searches the shared leaves of a world. The first and the last one may hold candidates of other worlds, too,
   which are hidden in a copy. */
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
    way_chooser *rest[CHOOSERS];
    if (find != NULL) {
        count = find(choosers, count, crowd, rest);
        choosers = rest;
    }
    t->of.search->descend[t->of.dims - 2][t->measure](choosers, count, crowd);
}

static void search_crowd_by_turning(const way_choosing *t, const way_crowd *crowd,
                                    way_chooser *const *choosers, int count) {
    t->of.search->descend[0][BY_TURNING](choosers, count, crowd);
}

/* Two ways to search one world: `search_some` its part of leaves that it shares with other worlds, and
   `search_tree` its own tree. */
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
    else if (t->sight != NULL && count > 1) /* the walls around one chooser are kept */
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

/* A call for at least MANY choosers, and for one in RARE of all candidates, follows the crowd's order. Fewer
   choosers and candidates are in the caches anyway. */
enum { MANY = 32768, RARE = 16 };

static int follows_crowd(const way_choosing *t) {
    if (t->follows_crowd)
        return 1;
    return t->crowd != NULL && t->are_in_place && t->index == NULL && t->count >= MANY &&
           t->count >= t->runners / RARE && t->first < UINT32_MAX &&
           t->count < UINT32_MAX - t->first; /* all rows fit in uint32_t */
}

/* Returns the row of the candidate at this position of the crowd, or UINT32_MAX if no candidate is there. */
static uint32_t row_at(const way_crowd *crowd, size_t seat, int dims) {
    const float *leaf = way_crowd_cells(crowd) + crowd->leaf + seat / WAY_LEAF * (size_t)LEAF_CELLS(dims);
    return word_of(leaf[WAY_LEAF * LEAF_ROW(dims) + seat % WAY_LEAF]);
}

int way_next_choosers(const way_choosing *t, way_turns *turns, int most, way_numbers *rows) {
    int count = 0;
    if (!follows_crowd(t)) {
        const size_t left = t->count - turns->at;
        *rows = way_choosers_from(t, turns->at);
        count = left < (size_t)most ? (int)left : most;
        turns->at += (size_t)count;
        return count;
    }
    const way_crowd *crowd = t->crowd;
    for (; count < most && turns->seats < (size_t)crowd->leaves * WAY_LEAF; turns->seats++) {
        const uint32_t row = row_at(crowd, turns->seats, t->of.dims);
        turns->row[count] = row;
        count += row >= t->first && row - t->first < t->count;
    }
    for (; count < most && turns->at < t->count; turns->at++) {
        const size_t row = t->first + turns->at;
        turns->row[count] = (uint32_t)row;
        count += row >= crowd->runners || word_of(way_crowd_cells(crowd)[crowd->seat + row]) == UINT32_MAX;
    }
    *rows = (way_numbers){turns->row, 0};
    return count;
}

void way_pack_choosers(const way_choosing *t, way_own_rows *own, way_numbers rows, int count) {
    for (int k = 0; k < IN_choose_OWN; k++) {
        const way_column *column = t->own[k];
        if (column != NULL && t->of.origin != NULL && k < IN_choose_chaser_x + t->of.dims)
            way_pack_from(t->of.table, column, t->of.origin[k - IN_choose_chaser_x], rows, (size_t)count,
                          own->row[k]);
        else if (column != NULL)
            way_pack(t->of.table, column, 1, rows, (size_t)count, own->row[k], CHOOSERS);
    }
    for (int i = 0; t->is_among_themselves && i < count; i++) {
        const size_t number = way_number(rows, (size_t)i);
        const uint32_t row = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
        memcpy(&own->row[IN_choose_self][i], &row, 4);
    }
}

/* Prepares a chooser for a search. Returns whether its inputs are valid. */
static int prepare(const way_choosing *t, const way_own_rows *own, int i, way_chooser *c) {
    const int dims = t->of.dims;
    if (own->are_plain) {
        /* the arrays from `key` on are empty: `found` is 0 */
        memcpy(c, &own->plain, offsetof(way_chooser, key));
        c->limit = own->plain.limit;
        read_plain(own, i, dims, c);
        return is_placed(c, dims);
    }
    read_chooser(own, i, dims, c);
    c->found = 0;
    if (!is_sound(c, dims, t->measure))
        return 0;
    set_bounds(c, dims, t);
    return 1;
}

int way_read_choosers(const way_choosing *t, const way_own_rows *own, int from, int count, way_chooser *c,
                      int32_t *status, way_chooser **searching) {
    int searches = 0;
    if (t->sight != NULL)
        t->sight->of = NULL;
    for (int i = 0; i < count; i++) {
        const int is_valid = prepare(t, own, from + i, &c[i]);
        status[i] = is_valid ? WAY_NO_TARGET : WAY_INVALID;
        if (is_valid && c[i].sides != 0)
            searching[searches++] = &c[i];
    }
    return searches;
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
    way_chooser c[MOST], *searching[MOST];
    choose_by(t, c, searching, MOST);
}

WAY_OUT_OF_LINE void choose_few(const way_choosing *t) {
    way_chooser c[FEW], *searching[FEW];
    choose_by(t, c, searching, FEW);
}

/* The call ----------------------------------------------------------------------------------------------- */

int way_are_in_place(const way_choosing *t) {
    int are = 1, has_own_positions = 0;
    for (int k = 0; k < t->of.dims; k++) {
        const way_column *own = t->own[IN_choose_chaser_x + k],
                         *other = way_candidate_column(&t->of, IN_choose_runner_x + k);
        are &= own != NULL && other != NULL && way_is_same_column(own, other);
        has_own_positions |= own != NULL && way_stride(own) != 0;
    }
    return are && has_own_positions;
}

void way_set_choosers(way_choosing *t, const way_column *in, int dims, unsigned reader) {
    for (int k = 0; k < IN_choose_OWN; k++) {
        const way_column *column = way_choose_in(in, dims, (way_choose_column)k);
        t->own[k] = column->data != NULL && way_choose_columns[k].reads & reader ? column : NULL;
    }
    t->of.dims = dims;
    way_set_candidates(&t->of, in, dims);
    t->are_in_place = way_are_in_place(t);
}

void way_begin_choosing(way_choosing *t, const void *crowd, size_t runner_count) {
    t->of.table = way_cpu_table();
    t->of.search = way_search_of(t->of.table);
    t->near = way_near_of(t->of.table);
    t->of.by_time = way_is_by_moving(t->measure);
    if (way_has_wall_origin(t->origin[0], t->origin[1]))
        t->of.origin = t->origin;
    t->crowd = crowd;
    t->runners = t->crowd != NULL ? t->crowd->runners : runner_count;
    t->is_masked = t->crowd != NULL ? (int)t->crowd->is_masked
                                    : way_candidate_column(&t->of, IN_choose_runner_mask) != NULL;
    t->is_in_worlds = t->own[IN_choose_chaser_world] != NULL ||
                      (t->crowd != NULL ? t->crowd->worlds > 0
                                        : way_candidate_column(&t->of, IN_choose_runner_world) != NULL);
    t->is_among_themselves = t->are_in_place && t->own[IN_choose_self] == NULL;
}

void way_begin_sight(way_choosing *t, const way_choice *choice, way_sight *sight) {
    const int is_wide = choice->sight_points > 1;
    sight->walls = choice->walls;
    sight->wall_count = choice->wall_count;
    sight->tree = choice->wall_tree;
    sight->lanes = way_sight_lanes_of(t->of.table);
    sight->points = is_wide ? choice->sight_points : 1;
    sight->wants_share = t->out != NULL && t->out[OUT_choose2d_seen].data != NULL;
    sight->of = NULL;
    way_set_sight_radii(sight, is_wide ? way_candidate_column(&t->of, IN_choose_runner_radius) : NULL,
                        t->runners);
    t->sight = sight;
}

static void choose_without_walls(const way_choosing *t) {
    if (t->measure == BY_TURNING)
        choose_few(t);
    else
        choose_all(t);
}

WAY_OUT_OF_LINE void choose_seen(way_choosing *t, const way_choice *choice) {
    way_sight sight;
    way_begin_sight(t, choice, &sight);
    choose_without_walls(t);
}

/* Values are checked in three places. Here, call/check.c checks the arguments and the columns, and the call
   fails. is_sound checks the values of one chooser, whose status is then WAY_INVALID. sort_out in
   crowd/candidates.c checks the values of one candidate, which is then never chosen. */
static way_result choose(const way_call_entry *call, const void *in, const void *out,
                         const way_choice *choice) {
    if (choice == NULL)
        return WAY_ERROR_NULL;
    const int dims = call->dims;
    const way_arguments arguments = {.in = in,
                                     .out = out,
                                     .fault = choice->fault,
                                     .cost = choice->cost,
                                     .first = choice->first,
                                     .count = choice->count,
                                     .index = choice->index,
                                     .best = choice->best,
                                     .runner_count = choice->runner_count,
                                     .crowd2d = choice->crowd2d,
                                     .crowd3d = choice->crowd3d,
                                     .walls = choice->walls,
                                     .wall_count = choice->wall_count,
                                     .wall_tree = choice->wall_tree,
                                     .sight_points = choice->sight_points,
                                     .wall_origin_x = choice->wall_origin_x,
                                     .wall_origin_y = choice->wall_origin_y};
    const way_result result = way_check_arguments(call, &arguments);
    if (result != WAY_OK)
        return result;
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
        return WAY_OK;
    way_set_choosers(&t, in, dims, 1u << choice->cost);
    const int is_weighted = crowd != NULL ? (int)((const way_crowd *)crowd)->is_weighted
                                          : way_candidate_column(&t.of, IN_choose_weight) != NULL;
    t.measure = choice->cost == WAY_BY_TURNING ? BY_TURNING
                : choice->cost == WAY_BY_TIME  ? BY_TIME
                : is_weighted                  ? BY_DISTANCE
                                               : BY_SQUARE;
    t.wanted = is_ranked ? t.best : 1;
    way_begin_choosing(&t, crowd, choice->runner_count);
    way_fpenv caller = way_fpenv_enter_for_calls();
    if (choice->wall_count > 0)
        choose_seen(&t, choice);
    else
        choose_without_walls(&t);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}

way_result way_choose2d(const way_choose2d_in *in, const way_choose2d_out *out, const way_choice *choice) {
    return choose(&way_choose2d_entry, in, out, choice);
}

way_result way_choose3d(const way_choose3d_in *in, const way_choose3d_out *out, const way_choice *choice) {
    return choose(&way_choose3d_entry, in, out, choice);
}
