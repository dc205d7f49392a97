/* Reads choosers from their columns, several at a time, and prepares them for a search. */
#include <float.h>
#include <string.h>

#include "choose/choose_internal.h"
#include "isa/isa.h"

_Static_assert(IN_choose_wanted_heading_y - IN_choose_heading_x + 1 == CHOOSE_TURNINGS,
               "the turning columns are consecutive");

static float bound_of(double number) { return number < (double)BOUND_ANY ? (float)number : BOUND_ANY; }

/* Reads the inputs that even plain choosers may have: see way_own_rows. */
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

static double squared(const float *h) { return (double)h[0] * (double)h[0] + (double)h[1] * (double)h[1]; }

/* Tests the rules of cut_off2d that depend only on the chooser. cut_off2d itself rejects values that are too
   large in combination with a candidate's values. */
static int can_turn(const way_chooser *c) {
    const float *turning = c->turning, radius = turning[2];
    return is_heading(turning) && (float)squared(turning) >= FLT_MIN && radius > 0.0f && radius <= FLT_MAX &&
           radius * radius >= FLT_MIN && is_heading(turning + 3);
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
    c->has_options =
        way_cell_bits(&reach) != 0 || c->horizon < INFINITY; /* an input of -0 counts as set, because it
                                                                changes a sign */
    c->latest = bound_of((double)c->horizon * (1.0 + 0x1p-16));
}

/* Writes the heading as a unit vector and returns 1, or writes 0 and returns 0 if the heading is too short to
   count. */
static int set_heading(const float *from, float *to) {
    const double square = squared(from), length = way_sqrt(square);
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
    c->pace = (float)(own * (1.0 + 0x1p-14));
    c->free_distance = is_usual ? (float)(radius * 0x1.4p-13 + places * 0x1.2p-15 + 0x1p-20) : FLT_MAX;
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

static int is_plain(int k) {
    return (k >= IN_choose_chaser_x && k < IN_choose_chaser_x + 3) || k == IN_choose_chaser_mask ||
           k == IN_choose_present || k == IN_choose_self || k == IN_choose_chaser_world;
}

void way_fill_choosers(const way_choosing *t, way_own_rows *own) {
    own->are_plain = 1;
    for (int k = 0; k < IN_choose_OWN; k++) {
        way_fill(own->row[k], &way_choose_columns[k].fallback, WAY_CHOOSERS);
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

/* A call handles choosers in the order of the crowd if it has at least MANY choosers, and at least one
   chooser for each RARE candidates. In smaller calls, all choosers and candidates are in the caches anyway.
   */
enum { MANY = 32768, RARE = 16 };

static int follows_crowd(const way_choosing *t) {
    if (t->follows_crowd)
        return 1;
    return t->crowd != NULL && way_is_in_place(&t->sharing) && t->index == NULL && t->count >= MANY &&
           t->count >= t->runners / RARE && t->first < UINT32_MAX &&
           t->count < UINT32_MAX - t->first; /* true if all rows fit in uint32_t */
}

/* Returns the row of the candidate at this position of the crowd, or UINT32_MAX if no candidate is there. */
static uint32_t row_at(const way_crowd *crowd, size_t seat, int dims) {
    const float *leaf = way_crowd_cells(crowd) + crowd->leaf + seat / WAY_LEAF * (size_t)LEAF_CELLS(dims);
    return way_cell_bits(leaf + WAY_LEAF * LEAF_ROW(dims) + seat % WAY_LEAF);
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
        count +=
            row >= crowd->runners || way_cell_bits(way_crowd_cells(crowd) + crowd->seat + row) == UINT32_MAX;
    }
    *rows = (way_numbers){turns->row, 0};
    return count;
}

/* Returns the leaf from which the positions of a world's candidates are counted. */
static size_t first_leaf(const way_crowd *crowd, uint32_t world) {
    const way_world *of = crowd->worlds > 0 ? way_find_world(crowd, world) : NULL;
    return of == NULL ? 0 : of->count >= WAY_OWN_TREE ? of->leaf : (size_t)crowd->shared;
}

uint32_t way_world_of(const way_choosing *t, uint32_t row) {
    const way_column *column = way_candidate_column(&t->of, IN_choose_runner_world);
    if (t->crowd != NULL)
        return t->crowd->worlds > 0 ? way_cell_bits(way_crowd_cells(t->crowd) + t->crowd->world_of + row) : 0;
    return column != NULL ? way_cell_at(column, row) : 0;
}

const float *way_find_cells(const way_choosing *t, uint32_t row, float *room) {
    if (t->crowd == NULL) {
        way_load_leaves(&t->of, row, 1, room);
        return room;
    }
    const float *base = way_crowd_cells(t->crowd);
    const uint32_t seat = way_cell_bits(base + t->crowd->seat + row);
    const size_t first = t->crowd->worlds > 0 ? first_leaf(t->crowd, way_world_of(t, row)) : 0;
    return seat == UINT32_MAX
               ? NULL
               : base + (first + seat / WAY_LEAF) * (size_t)LEAF_CELLS(t->of.dims) + seat % WAY_LEAF;
}

void way_pack_choosers(const way_choosing *t, way_own_rows *own, way_numbers rows, int count) {
    for (int k = 0; k < IN_choose_OWN; k++) {
        const way_column *column = t->own[k];
        if (column != NULL && t->of.has_origin && k < IN_choose_chaser_x + t->of.dims)
            way_pack_from(t->of.table, column, t->of.origin[k - IN_choose_chaser_x], rows, (size_t)count,
                          own->row[k]);
        else if (column != NULL)
            way_pack(t->of.table, column, 1, rows, (size_t)count, own->row[k], WAY_CHOOSERS);
    }
    if (t->seeks_selves)
        way_find_selves(t->own[IN_choose_chaser_x], way_candidate_column(&t->of, IN_choose_runner_x), rows,
                        count, own->row[IN_choose_self]);
    for (int i = 0; t->is_among_themselves && i < count; i++) {
        const uint32_t row = way_shared_row(&t->sharing, way_number(rows, (size_t)i), t->runners);
        memcpy(&own->row[IN_choose_self][i], &row, 4);
    }
}

/* Prepares a chooser for a search. Returns 1 if its inputs are valid. */
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

/* Are the choosers and the candidates in several tables? Then both have position columns of all tables. */
static int has_tables(const way_choosing *t) {
    const way_column *own = t->own[IN_choose_chaser_x],
                     *other = way_candidate_column(&t->of, IN_choose_runner_x);
    return own != NULL && own->page == WAY_IN_PARTS && other != NULL;
}

void way_compare_places(way_choosing *t) {
    way_sharing all = {0, 0, 0, 1};
    if (has_tables(t))
        all.are_shared =
            way_are_same_parts(t->own[IN_choose_chaser_x], way_candidate_column(&t->of, IN_choose_runner_x));
    else
        for (int k = 0; k < t->of.dims; k++)
            way_compare_columns(&all, t->own[IN_choose_chaser_x + k],
                                way_candidate_column(&t->of, IN_choose_runner_x + k));
    t->sharing = all;
}

void way_set_choosers(way_choosing *t, const way_column *in, int dims, unsigned reader) {
    for (int k = 0; k < IN_choose_OWN; k++) {
        const way_column *column = way_choose_in(in, dims, (way_choose_column)k);
        t->own[k] = column->data != NULL && way_choose_columns[k].reads & reader ? column : NULL;
    }
    t->of.dims = dims;
    way_set_candidates(&t->of, in, dims);
    way_compare_places(t);
}

void way_begin_choosing(way_choosing *t, const void *crowd, size_t runner_count) {
    t->of.table = way_cpu_table();
    t->of.search = way_search_of(t->of.table);
    t->near = way_near_of(t->of.table);
    t->of.by_time = way_is_by_moving(t->measure);
    t->crowd = crowd;
    t->runners = t->crowd != NULL ? t->crowd->runners : runner_count;
    if (t->crowd != NULL)
        way_set_origin(&t->of, t->crowd->origin);
    else if (way_has_wall_origin(t->origin[0], t->origin[1]))
        way_set_origin(&t->of, (const double[3]){t->origin[0], t->origin[1], 0.0});
    else
        way_find_origin(&t->of, t->runners);
    t->is_masked = t->crowd != NULL ? (int)t->crowd->is_masked
                                    : way_candidate_column(&t->of, IN_choose_runner_mask) != NULL;
    t->is_in_worlds = t->own[IN_choose_chaser_world] != NULL ||
                      (t->crowd != NULL ? t->crowd->worlds > 0
                                        : way_candidate_column(&t->of, IN_choose_runner_world) != NULL);
    t->is_among_themselves = t->sharing.are_shared && t->own[IN_choose_self] == NULL;
    t->seeks_selves = !t->sharing.are_shared && has_tables(t) && t->own[IN_choose_self] == NULL;
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
    for (int k = 0; k < 2; k++)
        sight->from_walls[k] = t->of.origin[k] - t->origin[k];
    way_set_sight_radii(sight, is_wide ? way_candidate_column(&t->of, IN_choose_runner_radius) : NULL,
                        t->runners);
    t->sight = sight;
}
