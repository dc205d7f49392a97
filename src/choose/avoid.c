/* Implements avoid2d and avoid3d for many agents: reads agents from columns, finds their neighbours, and
   calls avoid_plane.c or avoid_space.c.

   Each wall and each neighbour allows a half-plane of velocities. The half-planes are in a fixed order, which
   avoid_plane.c describes. Each arithmetic operation is a single IEEE operation on doubles. So every bit of
   the result is determined. */
#include <float.h>
#include <stddef.h>
#include <string.h>

#include "isa/fpenv.h"
#include "choose/avoid_internal.h"
#include "choose/half_planes.h"
#include "walls/wall_tree.h"

enum { TOGETHER = 4, MOST = WAY_AVOIDED_MAX, DEFAULT_MOST = 10 };

/* The time step, in seconds, that replaces a dt of 0. */
static const float usual_step = 0.1f;

/* The longest time step, in seconds. A longer step is shortened to this, because an infinite step would give
   a displacement without a direction. */
static const double longest_step = 0x1p64;

/* Columns ------------------------------------------------------------------------------------------------ */

/* Does the search for neighbours read this input of an agent? This file reads the other inputs. */
static int is_read_by_search(way_avoid_column k) {
    return (k >= IN_avoid_chaser_x && k <= IN_avoid_chaser_z) || k == IN_avoid_chaser_mask ||
           k == IN_avoid_range_to || k == IN_avoid_self || k == IN_avoid_chaser_world;
}

/* A column of the candidates. If its cells are plain floats at one stride, `at` points to the first cell.
   Otherwise, or if an origin is subtracted from the cells, `at` is NULL. For a missing column, `at` points to
   the default and the stride is 0. */
typedef struct cells {
    const char *at;
    ptrdiff_t stride;
    const way_column *column;
} cells;

typedef struct avoiding {
    way_choosing t;
    int dims;
    const way_column *in;
    const way_column_out *out;
    const way_avoidance *how;
    size_t most, runners;
    int are_agents; /* the candidates are the agents, in one table */
    cells candidate_cells[IN_avoid_COUNT - IN_avoid_OWN];
    const way_column *radius; /* the candidates' radii if they can differ; otherwise NULL */
    const way_column *height; /* the candidates' heights if heights matter; otherwise NULL */
    double widest;            /* the largest radius of the candidates that the search finds */
    /* The few candidates that are much larger than all others. The search may miss them, so they are compared
       with each agent afterwards. */
    double widest_of_all;
    uint32_t large, large_row[WAY_FEW_LARGE];
} avoiding;

/* The agents' inputs, one row per column. Only the rows of given columns that this file reads are filled. */
typedef struct numbers {
    _Alignas(64) float row[IN_avoid_OWN][WAY_CHOOSERS];
} numbers;

/* Returns the column that holds an input. If the candidates are the agents, their missing velocities, radii,
   shares and heights are those of the agents. With several tables, the columns themselves do this: see
   way_span_avoidance. */
static const way_column *column_of(const avoiding *a, way_avoid_column k) {
    const way_column *own = way_avoid_in(a->in, a->dims, k);
    return own->data != NULL || !a->are_agents ? own : way_avoid_in(a->in, a->dims, way_avoid_source(k));
}

static int is_packed(const avoiding *a, way_avoid_column k) {
    return column_of(a, k)->data != NULL && !is_read_by_search(k);
}

/* Returns the value of an agent's input, or the default. */
static double number_of(const avoiding *a, const numbers *own, way_avoid_column k, int i) {
    return (double)(column_of(a, k)->data != NULL ? own->row[k][i] : way_avoid_columns[k].fallback.number);
}

static void set_cells(avoiding *a) {
    for (int k = IN_avoid_OWN; k < IN_avoid_COUNT; k++) {
        const way_column *column = column_of(a, (way_avoid_column)k);
        const int is_plain = column->rows == NULL && (column->type | column->page) == 0;
        cells *of = &a->candidate_cells[k - IN_avoid_OWN];
        *of = (cells){is_plain ? (const char *)column->data : NULL, way_stride(column), column};
        if (column->data == NULL)
            *of = (cells){(const char *)&way_avoid_columns[k].fallback.number, 0, column};
    }
    for (int axis = 0; a->t.of.has_origin && axis < a->dims; axis++)
        a->candidate_cells[IN_avoid_runner_x + axis - IN_avoid_OWN].at = NULL;
}

/* Returns the value of a candidate's input, or the default. */
static inline float input_at(const avoiding *a, way_avoid_column k, uint32_t row) {
    const cells *of = &a->candidate_cells[k - IN_avoid_OWN];
    uint32_t word;
    float number;
    if (of->at != NULL)
        memcpy(&word, of->at + (ptrdiff_t)row * of->stride, 4);
    else if (a->t.of.has_origin && k >= IN_avoid_runner_x && k <= IN_avoid_runner_z)
        return (float)(way_double_at(of->column, row) - a->t.of.origin[k - IN_avoid_runner_x]);
    else
        word = way_cell_at(of->column, row);
    memcpy(&number, &word, 4);
    return number;
}

static inline int is_between(double a, double low, double high) { return (a >= low) & (a <= high); }

static inline int is_body(const way_body *b) {
    int is_sound = is_between(b->radius, 0.0, FLT_MAX) & is_between(b->share, 0.0, FLT_MAX);
    for (int axis = 0; axis < 3; axis++)
        is_sound &=
            is_between(b->position[axis], -1e18, 1e18) & is_between(b->velocity[axis], -FLT_MAX, FLT_MAX);
    return is_sound;
}

static int read_mover(const avoiding *a, const numbers *own, const way_chooser *c, int i, way_mover *m) {
    const double speed = number_of(a, own, IN_avoid_chaser_speed, i), dt = number_of(a, own, IN_avoid_dt, i);
    m->own = (way_body){.radius = number_of(a, own, IN_avoid_radius, i),
                        .share = number_of(a, own, IN_avoid_share, i),
                        .row = c->self};
    int is_sound = 1;
    for (int axis = 0; axis < 3; axis++) {
        m->own.position[axis] = axis < a->dims ? (double)c->place[axis] : 0.0;
        m->own.velocity[axis] = number_of(a, own, IN_avoid_chaser_vx + axis, i);
        m->preferred[axis] = number_of(a, own, IN_avoid_preferred_vx + axis, i);
        is_sound &= is_between(m->preferred[axis], -FLT_MAX, FLT_MAX);
    }
    for (int axis = 0; axis < 2; axis++)
        m->from_walls[axis] = m->own.position[axis] + (a->t.of.origin[axis] - a->t.origin[axis]);
    m->speed = speed > 0.0 ? speed : 0.0;
    m->horizon = number_of(a, own, IN_avoid_neighbour_horizon, i);
    m->step = dt > longest_step ? longest_step : dt == 0.0 ? (double)usual_step : dt;
    m->overlap = number_of(a, own, IN_avoid_overlap, i);
    m->wall_horizon = number_of(a, own, IN_avoid_wall_horizon, i);
    m->yielding = number_of(a, own, IN_avoid_yielding, i);
    m->how = a->how;
    const double height = number_of(a, own, IN_avoid_height, i);
    is_sound &= is_between(height, -FLT_MAX, FLT_MAX) & (number_of(a, own, IN_avoid_step_height, i) >= 0.0);
    return is_sound && is_body(&m->own) && is_between(speed, -FLT_MAX, FLT_MAX) && m->horizon > 0.0 &&
           m->step > 0.0 && is_between(m->overlap, 0.0, 1.0) && m->wall_horizon > 0.0 &&
           is_between(m->yielding, 0.0, 1.0);
}

static way_body read_body(const avoiding *a, uint32_t row) {
    way_body b = {.radius = (double)input_at(a, IN_avoid_runner_radius, row),
                  .share = (double)input_at(a, IN_avoid_runner_share, row),
                  .row = row};
    for (int axis = 0; axis < a->dims; axis++) {
        b.position[axis] = (double)input_at(a, IN_avoid_runner_x + axis, row);
        b.velocity[axis] = (double)input_at(a, IN_avoid_runner_vx + axis, row);
    }
    return b;
}

static inline int is_within(float number, float low, float high) {
    return (number >= low) & (number <= high);
}

/* Reads the neighbours in 2D. Skips invalid candidates and the agent itself. */
static void read_around(const avoiding *a, const way_mover *m, const uint32_t *rows, size_t count,
                        way_around *to) {
    int found = 0;
    for (size_t k = 0; k < count; k++) {
        const uint32_t row = rows[k];
        if (row >= a->runners || row == m->own.row)
            continue;
        const float x = input_at(a, IN_avoid_runner_x, row), y = input_at(a, IN_avoid_runner_y, row),
                    vx = input_at(a, IN_avoid_runner_vx, row), vy = input_at(a, IN_avoid_runner_vy, row),
                    radius = input_at(a, IN_avoid_runner_radius, row),
                    share = input_at(a, IN_avoid_runner_share, row);
        to->x[found] = (double)x;
        to->y[found] = (double)y;
        to->vx[found] = (double)vx;
        to->vy[found] = (double)vy;
        to->radius[found] = (double)radius;
        to->share[found] = (double)share;
        to->row[found] = row;
        found += is_within(x, -1e18f, 1e18f) & is_within(y, -1e18f, 1e18f) &
                 is_within(vx, -FLT_MAX, FLT_MAX) & is_within(vy, -FLT_MAX, FLT_MAX) &
                 is_within(radius, 0.0f, FLT_MAX) & is_within(share, 0.0f, FLT_MAX);
    }
    to->count = found;
    for (int k = found; found > 0 && k % WAY_EIGHT != 0; k++) {
        to->x[k] = to->x[found - 1];
        to->y[k] = to->y[found - 1];
        to->vx[k] = to->vx[found - 1];
        to->vy[k] = to->vy[found - 1];
        to->radius[k] = to->radius[found - 1];
        to->share[k] = to->share[found - 1];
    }
}

static inline double larger_of(double a, double b) { return b > a ? b : a; }

/* Is the highest speed at most WAY_FASTEST times the preferred speed? If so, the highest speed needs no other
   limit. */
static int is_limited(const way_mover *m) {
    return m->speed <= WAY_FASTEST * (way_magnitude(m->preferred[0]) + way_magnitude(m->preferred[1]) +
                                      way_magnitude(m->preferred[2]));
}

/* Limits the highest speed: see WAY_FASTEST. `fastest` is the largest speed of a neighbour, and `widest` the
   largest radius. */
static void limit_speed(way_mover *m, double fastest, double widest) {
    double need = fastest + 2.0 * (m->own.radius + widest) / m->step;
    for (int axis = 0; axis < 3; axis++)
        need += way_magnitude(m->preferred[axis]) + way_magnitude(m->own.velocity[axis]);
    for (int axis = 0; axis < 2; axis++)
        need += 0x1p-20 * way_magnitude(m->from_walls[axis]) / m->step;
    const double most = WAY_FASTEST * need;
    m->speed = m->speed > most ? most : m->speed;
}

static const way_avoid_lanes *lanes_of(const way_table *table) {
    static const way_avoid_lanes *const all[WAY_TABLES] = WAY_LANES(way_avoid_lanes);
    return all[table->number];
}

WAY_OUT_OF_LINE int32_t avoid_in_plane(const avoiding *a, way_mover *m, const uint32_t *rows, size_t count,
                                       double *best) {
    way_around around;
    read_around(a, m, rows, count, &around);
    if (!is_limited(m)) {
        double fastest = 0.0, widest = 0.0;
        for (int k = 0; k < around.count; k++) {
            fastest = larger_of(fastest, way_magnitude(around.vx[k]) + way_magnitude(around.vy[k]));
            widest = larger_of(widest, around.radius[k]);
        }
        limit_speed(m, fastest, widest);
    }
    return way_avoid_in_plane(m, &around, lanes_of(a->t.of.table), best);
}

#if defined(WAY_WITHOUT_SPACE) /* a JavaScript module without searches in 3D */
#define avoid_in_space avoid_in_plane
#else
WAY_OUT_OF_LINE int32_t avoid_in_space(const avoiding *a, way_mover *m, const uint32_t *rows, size_t count,
                                       double *best) {
    way_body near[MOST];
    int found = 0;
    for (size_t k = 0; k < count; k++) {
        if (rows[k] >= a->runners || rows[k] == m->own.row)
            continue;
        near[found] = read_body(a, rows[k]);
        found += is_body(&near[found]);
    }
    if (!is_limited(m)) {
        double fastest = 0.0, widest = 0.0;
        for (int k = 0; k < found; k++) {
            const double *v = near[k].velocity;
            fastest = larger_of(fastest, way_magnitude(v[0]) + way_magnitude(v[1]) + way_magnitude(v[2]));
            widest = larger_of(widest, near[k].radius);
        }
        limit_speed(m, fastest, widest);
    }
    return way_avoid_in_space(m, near, found, best);
}
#endif

/* Returns the fraction of the preferred velocity that is left, -1 to 1. If the preferred velocity is faster
   than the agent's highest speed, it is shortened to this speed. */
static double progress_of(const way_mover *m, const double *velocity) {
    double square = 0.0, along = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        square += m->preferred[axis] * m->preferred[axis];
        along += m->preferred[axis] * velocity[axis];
    }
    const double length = way_sqrt(square), whole = length * (length < m->speed ? length : m->speed);
    const double part = whole > 0.0 ? along / whole : 1.0;
    return part > 1.0 ? 1.0 : part < -1.0 ? -1.0 : part;
}

/* Sets the velocity and the progress. */
static int32_t avoid_rows(const avoiding *a, way_mover *m, const uint32_t *rows, size_t count,
                          float *velocity, float *progress) {
    double best[3] = {0.0, 0.0, 0.0};
    const int32_t status =
        a->dims == 2 ? avoid_in_plane(a, m, rows, count, best) : avoid_in_space(a, m, rows, count, best);
    for (int axis = 0; axis < 3; axis++)
        velocity[axis] = (float)best[axis];
    *progress = (float)progress_of(m, best);
    return status;
}

static const float ground = 0.0f;
static const way_column on_ground = {&ground, -4, NULL, WAY_SINGLE, 0};

/* Can an agent avoid this candidate? `all` is an `avoiding`. */
static int is_avoidable(const void *all, uint32_t row) {
    const avoiding *a = (const avoiding *)all;
    if (row >= a->runners)
        return 0;
    const way_body body = read_body(a, row);
    return is_body(&body);
}

/* Copies the rows of a caller-supplied list, at most a->most of them, without the agent itself, candidates
   that no agent can avoid, and candidates on another floor than agent i. Returns how many were copied. */
static size_t listed(const avoiding *a, const numbers *own, int i, size_t at, uint32_t self, uint32_t *rows) {
    const way_neighbours *from = a->how->neighbours;
    size_t count = 0;
    for (size_t k = from->offset[at]; k < from->offset[at + 1] && count < a->most; k++) {
        const uint32_t row = from->list[k].row;
        if (row == self || !is_avoidable(a, row))
            continue;
        if (a->height != NULL && !way_is_level(a->height, row, number_of(a, own, IN_avoid_height, i),
                                               number_of(a, own, IN_avoid_step_height, i)))
            continue;
        rows[count++] = row;
    }
    return count;
}

/* Loads the large candidates into leaves. */
static void load_large(const avoiding *a, float *leaf) {
    const size_t cells = (size_t)LEAF_CELLS(a->dims);
    float room[LEAF_CELLS(3)];
    for (size_t k = 0; k < way_leaves_of(a->large) * cells; k++)
        leaf[k] = ELSEWHERE;
    for (uint32_t k = 0; k < a->large; k++) {
        const float *from = way_find_cells(&a->t, a->large_row[k], room);
        for (int row = 0; row < LEAF_WEIGHT(a->dims) && from != NULL; row++)
            memcpy(&leaf[k / WAY_LEAF * cells + (size_t)(WAY_LEAF * row) + k % WAY_LEAF],
                   &from[WAY_LEAF * row], 4);
    }
}

/* Adds the large candidates that the search has not found to these choosers' lists. */
WAY_OUT_OF_LINE void add_large(const avoiding *a, way_chooser *const *c, int count) {
    float all[WAY_FEW_LARGE / WAY_LEAF * LEAF_CELLS(3)], leaf[WAY_FEW_LARGE / WAY_LEAF * LEAF_CELLS(3)];
    const size_t leaves = way_leaves_of(a->large), cells = (size_t)LEAF_CELLS(a->dims);
    load_large(a, all);
    for (int i = 0; i < count; i++) {
        way_gathering *list = c[i]->list;
        memcpy(leaf, all, 4 * leaves * cells);
        for (uint32_t k = 0; k < a->large; k++) {
            const uint32_t row = a->large_row[k];
            int is_out = a->t.is_in_worlds && way_world_of(&a->t, row) != c[i]->world;
            for (size_t at = 0; at < list->count; at++)
                is_out |= list->found[at].row == row;
            if (is_out)
                leaf[k / WAY_LEAF * cells + k % WAY_LEAF] = ELSEWHERE;
        }
        list->widest = a->widest_of_all;
        way_renew_limit(c[i]);
        (*a->t.of.search->scan[a->dims - 2][TO_LIST])(c[i], leaf, leaves);
    }
}

/* Finds the nearest neighbours of each of these choosers. If is_strict is 0, a list may contain candidates
   that no agent can avoid. Returns 0 if such candidates are in a full list, where they may have taken the
   places of others; the caller then searches again with is_strict 1. */
WAY_OUT_OF_LINE int find_some(const avoiding *a, const numbers *own, int at, const way_chooser *first,
                              way_chooser *const *c, int count, int is_strict, uint32_t rows[TOGETHER][MOST],
                              size_t *found) {
    way_found memory[TOGETHER][MOST];
    way_gathering list[TOGETHER];
    int is_complete = 1;
    for (int i = 0; i < count; i++) {
        list[i] = (way_gathering){
            .found = memory[i], .room = a->most, .most = a->most, .radius = a->radius, .widest = a->widest};
        if (is_strict) {
            list[i].height = &on_ground, list[i].step = INFINITY;
            list[i].allows = is_avoidable, list[i].all = a;
        }
        if (a->height != NULL) {
            const int agent = at + (int)(c[i] - first);
            list[i].height = a->height;
            list[i].level = number_of(a, own, IN_avoid_height, agent);
            list[i].step = number_of(a, own, IN_avoid_step_height, agent);
        }
        c[i]->list = &list[i];
    }
    way_search_for(&a->t, c, count);
    if (a->large > 0)
        add_large(a, c, count);
    for (int i = 0; i < count; i++) {
        way_gathered(&list[i]);
        found[i] = list[i].count;
        for (size_t k = 0; k < list[i].count; k++) {
            rows[i][k] = memory[i][k].row;
            if (list[i].count == a->most)
                is_complete = is_complete && is_avoidable(a, rows[i][k]);
        }
    }
    return is_complete;
}

typedef struct answers {
    float velocity[3][WAY_CHOOSERS], progress[WAY_CHOOSERS];
    int32_t status[WAY_CHOOSERS];
} answers;

/* Solves up to four packed agents, from the i-th on. Their searches for neighbours are interleaved. */
static void avoid_some(const avoiding *a, const way_own_rows *own, const numbers *of, size_t at, int i,
                       int count, answers *to) {
    uint32_t rows[TOGETHER][MOST];
    size_t found[TOGETHER];
    way_chooser c[TOGETHER], *searching[TOGETHER];
    int32_t *status = to->status + i;
    int searches = way_read_choosers(&a->t, own, i, count, c, status, searching), next = 0;
    if (a->how->neighbours != NULL)
        searches = 0;
    if (searches > 0 && !find_some(a, of, i, c, searching, searches, 0, rows, found)) {
        searches = way_read_choosers(&a->t, own, i, count, c, status, searching);
        find_some(a, of, i, c, searching, searches, 1, rows, found);
    }
    for (int k = 0; k < count; k++) {
        float velocity[3] = {0.0f, 0.0f, 0.0f}, progress = 0.0f;
        const int has_searched = next < searches && searching[next] == &c[k];
        uint32_t *near = rows[has_searched ? next : 0];
        size_t count_near = has_searched ? found[next] : 0;
        way_mover m;
        next += has_searched;
        if (status[k] != WAY_INVALID && read_mover(a, of, &c[k], i + k, &m)) {
            if (a->how->neighbours != NULL)
                count_near = listed(a, of, i + k, at + (size_t)(i + k), m.own.row, near);
            status[k] = avoid_rows(a, &m, near, count_near, velocity, &progress);
        } else
            status[k] = WAY_INVALID;
        for (int axis = 0; axis < 3; axis++)
            to->velocity[axis][i + k] = velocity[axis];
        to->progress[i + k] = progress;
    }
}

/* Returns the number of outputs: one for each axis of the velocity, then the progress and the status. */
static int outputs_of(int dims) { return dims == 2 ? OUT_avoid2d_COUNT : OUT_avoid3d_COUNT; }

_Static_assert(OUT_avoid2d_progress == 2 && OUT_avoid3d_progress == 3, "progress comes after the velocity");
_Static_assert(OUT_avoid2d_status == 3 && OUT_avoid3d_status == 4, "the status is the last output");

static const void *output_of(const answers *to, int dims, int k) {
    return k < dims ? (const void *)to->velocity[k] : k == dims ? (const void *)to->progress : to->status;
}

WAY_OUT_OF_LINE void avoid_all(const avoiding *a) {
    way_own_rows own;
    numbers of;
    answers to;
    way_fill_choosers(&a->t, &own);
    way_turns turns = {0, 0, {0}};
    way_numbers rows;
    size_t at = 0;
    for (int count; (count = way_next_choosers(&a->t, &turns, WAY_CHOOSERS, &rows)) > 0;
         at += (size_t)count) {
        way_pack_choosers(&a->t, &own, rows, count);
        for (int k = 0; k < IN_avoid_OWN; k++)
            if (is_packed(a, (way_avoid_column)k))
                way_pack(a->t.of.table, column_of(a, (way_avoid_column)k), 1, rows, (size_t)count, of.row[k],
                         WAY_CHOOSERS);
        for (int i = 0; i < count; i += TOGETHER)
            avoid_some(a, &own, &of, at, i, count - i < TOGETHER ? count - i : TOGETHER, &to);
        for (int k = 0; k < outputs_of(a->dims); k++) {
            float row[WAY_CHOOSERS];
            memcpy(row, output_of(&to, a->dims, k), sizeof row);
            if (a->out[k].data != NULL)
                way_unpack(a->t.of.table, &a->out[k], 1, rows, (size_t)count, row, WAY_CHOOSERS);
        }
    }
}

/* The call ----------------------------------------------------------------------------------------------- */

/* If the candidates' radii differ, finds the largest ones. The nearest neighbours are those with the nearest
   edges, not those with the nearest centres, so the search looks farther by the largest radius. A few large
   candidates would make all searches slow. So they are left to add_large, if they are at least twice as large
   as all others. */
WAY_OUT_OF_LINE void set_widest(avoiding *a) {
    const way_column *radius = column_of(a, IN_avoid_runner_radius);
    way_radii of;
    float others, widest;
    a->radius = NULL;
    a->widest = a->widest_of_all = 0.0;
    a->large = 0;
    if (radius->data == NULL || a->how->neighbours != NULL ||
        (way_stride(radius) == 0 && radius->rows == NULL && radius->page == 0))
        return;
    a->radius = radius;
    way_count_radii(a->t.of.table, radius, a->runners, FLT_MAX, &of);
    const int has_large = way_split_radii(&of, &others, &widest);
    a->widest = a->widest_of_all = (double)widest;
    if (!has_large)
        return;
    a->widest = (double)others;
    for (size_t row = 0; row < a->runners; row++)
        if (way_radius_at(radius, (uint32_t)row) > a->widest)
            a->large_row[a->large++] = (uint32_t)row;
}

/* Sets the column of the candidates' heights if one of the columns of heights is given. */
static void set_height(avoiding *a) {
    const way_column *height = column_of(a, IN_avoid_runner_height);
    const int matters = height->data != NULL || column_of(a, IN_avoid_height)->data != NULL;
    a->height = !matters ? NULL : height->data != NULL ? height : &on_ground;
}

/* Returns the column if it is given, otherwise NULL. */
static const way_column *given_column(const avoiding *a, way_avoid_column k) {
    const way_column *column = column_of(a, k);
    return column->data != NULL ? column : NULL;
}

/* Sets the columns that the search for neighbours reads. */
static void set_choosers(avoiding *a) {
    way_choosing *t = &a->t;
    for (int axis = 0; axis < a->dims; axis++) {
        t->own[IN_choose_chaser_x + axis] = given_column(a, IN_avoid_chaser_x + axis);
        t->of.column[IN_choose_runner_x + axis - IN_choose_OWN] = given_column(a, IN_avoid_runner_x + axis);
    }
    t->own[IN_choose_chaser_mask] = given_column(a, IN_avoid_chaser_mask);
    t->own[IN_choose_range_to] = given_column(a, IN_avoid_range_to);
    t->own[IN_choose_self] = given_column(a, IN_avoid_self);
    t->of.column[IN_choose_runner_mask - IN_choose_OWN] = given_column(a, IN_avoid_runner_mask);
    t->own[IN_choose_chaser_world] = given_column(a, IN_avoid_chaser_world);
    t->of.column[IN_choose_runner_world - IN_choose_OWN] = given_column(a, IN_avoid_runner_world);
    t->of.dims = a->dims;
    way_compare_places(t);
}

static size_t candidates_of(const way_avoidance *how) {
    return how->runner_parts != NULL ? way_rows_of_parts(how->runner_parts, how->runner_part_count)
                                     : how->runner_count;
}

WAY_OUT_OF_LINE way_result check_avoidance(const way_call_entry *call, const void *in, const void *out,
                                           const way_avoidance *how) {
    const int searches = how->neighbours == NULL;
    const way_arguments arguments = {.in = in,
                                     .out = out,
                                     .fault = how->fault,
                                     .uses = FOR_AVOIDING,
                                     .first = how->first,
                                     .count = how->count,
                                     .index = how->index,
                                     .most = how->most,
                                     .runner_count = candidates_of(how),
                                     .chaser_parts = how->chaser_parts,
                                     .runner_parts = how->runner_parts,
                                     .chaser_part_count = how->chaser_part_count,
                                     .runner_part_count = how->runner_part_count,
                                     .fault_part = how->fault_part,
                                     .crowd2d = searches ? how->crowd2d : NULL,
                                     .crowd3d = searches ? how->crowd3d : NULL,
                                     .neighbours = how->neighbours,
                                     .walls = how->walls,
                                     .wall_count = how->wall_count,
                                     .wall_tree = how->wall_tree,
                                     .wall_origin_x = how->wall_origin_x,
                                     .wall_origin_y = how->wall_origin_y};
    return way_check_arguments(call, &arguments);
}

/* Runs a call whose arguments have been checked. */
static void solve_avoidance(avoiding *a) {
    const way_avoidance *how = a->how;
    const void *crowd = a->dims == 2 ? (const void *)how->crowd2d : (const void *)how->crowd3d;
    set_choosers(a);
    a->t.first = how->first, a->t.count = how->count, a->t.index = how->index;
    a->t.measure = TO_LIST;
    a->t.wanted = 1;
    a->t.origin[0] = how->wall_origin_x, a->t.origin[1] = how->wall_origin_y;
    way_fpenv caller = way_fpenv_enter_for_calls();
    way_begin_choosing(&a->t, how->neighbours == NULL ? crowd : NULL, candidates_of(how));
    a->most = how->most > 0 ? how->most : DEFAULT_MOST;
    a->runners = a->t.runners;
    set_widest(a);
    set_height(a);
    set_cells(a);
    avoid_all(a);
    way_fpenv_leave_after_calls(caller);
}

WAY_OUT_OF_LINE void avoid_table(int dims, const way_column *in, const way_column_out *out,
                                 const way_avoidance *how) {
    avoiding a = {.dims = dims, .in = in, .out = out, .how = how, .are_agents = way_are_agents(in, dims)};
    solve_avoidance(&a);
}

WAY_OUT_OF_LINE void avoid_parts(int dims, const way_column *in, const way_column_out *out,
                                 const way_avoidance *how) {
    way_spanned all;
    way_span_avoidance(&all, how, in, dims);
    way_span_outputs(&all, out, outputs_of(dims), 0, 1);
    avoiding a = {.dims = dims, .in = all.in, .out = all.out, .how = how};
    solve_avoidance(&a);
}

static way_result avoid(const way_call_entry *call, const void *in, const void *out,
                        const way_avoidance *how) {
    if (how == NULL)
        return WAY_ERROR_NULL;
    const way_result result = check_avoidance(call, in, out, how);
    if (result != WAY_OK)
        return result;
    if (how->chaser_parts != NULL || how->runner_parts != NULL)
        avoid_parts(call->dims, in, out, how);
    else
        avoid_table(call->dims, in, out, how);
    return WAY_OK;
}

way_result way_avoid2d(const way_avoid2d_in *in, const way_avoid2d_out *out, const way_avoidance *avoidance) {
    return avoid(&way_avoid2d_entry, in, out, avoidance);
}

way_result way_avoid3d(const way_avoid3d_in *in, const way_avoid3d_out *out, const way_avoidance *avoidance) {
    return avoid(&way_avoid3d_entry, in, out, avoidance);
}
