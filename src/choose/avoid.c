/* Avoidance for many agents: reads agents from columns, finds their neighbours, and calls avoid_plane.c or
   avoid_space.c.

   Half-planes are ordered: walls, then neighbours, each by distance and row. Each step is one operation on
   IEEE doubles. This determines every bit of the result. */
#include <float.h>
#include <stddef.h>
#include <string.h>

#include "call/fpenv.h"
#include "choose/avoid_internal.h"
#include "kernels/walls/wall_tree.h"

enum { TOGETHER = 4, MOST = WAY_AVOIDED_MAX, USUAL = 10 };

/* s; replaces an infinite step, whose displacement would have no direction. */
static const double longest_step = 0x1p64;

/* Columns ------------------------------------------------------------------------------------------------ */

/* Inputs of an agent other than its position, in the order in which they are packed. */
enum { VELOCITY = 0, PREFERRED = 3, SPEED = 6, RADIUS, HORIZON, STEP, SHARE, OVERLAP, WALL_HORIZON, NUMBERS };

/* Column numbers in the input structure: of each vector the first column, and of the others; -1: no such
   column. */
typedef struct columns {
    int dims, inputs, outputs;
    int position, number[NUMBERS], mask, range, self;
    int other_position, other_velocity, other_radius, other_share, other_mask;
} columns;

#define AT(struct_name, field) ((int)(offsetof(struct_name, field) / sizeof(way_column)))

static const columns in_plane = {
    .dims = 2,
    .inputs = (int)(sizeof(way_avoid2d_in) / sizeof(way_column)),
    .outputs = 3,
    .position = AT(way_avoid2d_in, chaser_x),
    .number = {AT(way_avoid2d_in, chaser_vx), AT(way_avoid2d_in, chaser_vy), -1,
               AT(way_avoid2d_in, preferred_vx), AT(way_avoid2d_in, preferred_vy), -1,
               AT(way_avoid2d_in, chaser_speed), AT(way_avoid2d_in, radius), AT(way_avoid2d_in, horizon),
               AT(way_avoid2d_in, step), AT(way_avoid2d_in, share), AT(way_avoid2d_in, overlap),
               AT(way_avoid2d_in, wall_horizon)},
    .mask = AT(way_avoid2d_in, chaser_mask),
    .range = AT(way_avoid2d_in, range_to),
    .self = AT(way_avoid2d_in, self),
    .other_position = AT(way_avoid2d_in, runner_x),
    .other_velocity = AT(way_avoid2d_in, runner_vx),
    .other_radius = AT(way_avoid2d_in, runner_radius),
    .other_share = AT(way_avoid2d_in, runner_share),
    .other_mask = AT(way_avoid2d_in, runner_mask),
};

static const columns in_space = {
    .dims = 3,
    .inputs = (int)(sizeof(way_avoid3d_in) / sizeof(way_column)),
    .outputs = 4,
    .position = AT(way_avoid3d_in, chaser_x),
    .number = {AT(way_avoid3d_in, chaser_vx), AT(way_avoid3d_in, chaser_vy), AT(way_avoid3d_in, chaser_vz),
               AT(way_avoid3d_in, preferred_vx), AT(way_avoid3d_in, preferred_vy),
               AT(way_avoid3d_in, preferred_vz), AT(way_avoid3d_in, chaser_speed), AT(way_avoid3d_in, radius),
               AT(way_avoid3d_in, horizon), AT(way_avoid3d_in, step), AT(way_avoid3d_in, share),
               AT(way_avoid3d_in, overlap), -1},
    .mask = AT(way_avoid3d_in, chaser_mask),
    .range = AT(way_avoid3d_in, range_to),
    .self = AT(way_avoid3d_in, self),
    .other_position = AT(way_avoid3d_in, runner_x),
    .other_velocity = AT(way_avoid3d_in, runner_vx),
    .other_radius = AT(way_avoid3d_in, runner_radius),
    .other_share = AT(way_avoid3d_in, runner_share),
    .other_mask = AT(way_avoid3d_in, runner_mask),
};

enum { COLUMNS_MAX = 32 };
_Static_assert(sizeof(way_avoid3d_in) <= COLUMNS_MAX * sizeof(way_column) &&
                   sizeof(way_avoid2d_out) == 3 * sizeof(way_column_out) &&
                   sizeof(way_avoid3d_out) == 4 * sizeof(way_column_out),
               "the structures are arrays of columns");

static int is_word(const columns *of, int k) { return k == of->mask || k == of->self || k == of->other_mask; }

static int is_of_candidate(const columns *of, int k) {
    return (k >= of->other_position && k < of->other_position + of->dims) ||
           (k >= of->other_velocity && k < of->other_velocity + of->dims) || k == of->other_radius ||
           k == of->other_share || k == of->other_mask;
}

static int is_required(const columns *of, int k) {
    int required = k < of->position + of->dims || k == of->number[SPEED];
    for (int axis = 0; axis < of->dims; axis++)
        required |= k == of->number[VELOCITY + axis] || k == of->number[PREFERRED + axis];
    return required;
}

typedef struct avoiding {
    way_choosing t;
    const columns *of;
    const way_column *in;
    const way_column_out *out;
    const way_avoidance *how;
    size_t most, runners;
    const way_column *radius; /* the candidates' radii if they can differ; otherwise NULL */
    double widest;            /* the largest of these radii */
} avoiding;

typedef struct numbers {
    _Alignas(64) float row[NUMBERS][WAY_CHOOSERS];
} numbers;

/* Is the column of this input given? */
static int has(const avoiding *a, int number) {
    return a->of->number[number] >= 0 && a->in[a->of->number[number]].data != NULL;
}

static double number_at(const way_column *column, uint32_t row, double fallback) {
    float number;
    uint32_t word;
    if (column->data == NULL)
        return fallback;
    if (column->rows == NULL && (column->type | column->page) == 0)
        memcpy(&number, (const char *)column->data + (ptrdiff_t)row * way_stride(column), 4);
    else {
        word = way_cell_at(column, row);
        memcpy(&number, &word, 4);
    }
    return (double)number;
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
    static const double usual[NUMBERS] = {[HORIZON] = 2.0,
                                          [STEP] = (double)0.1f,
                                          [SHARE] = 0.5,
                                          [OVERLAP] = (double)0.05f,
                                          [WALL_HORIZON] = 0.5};
    double of[NUMBERS];
    for (int k = 0; k < NUMBERS; k++)
        of[k] = has(a, k) ? (double)own->row[k][i] : usual[k];
    m->own = (way_body){.radius = of[RADIUS], .share = of[SHARE], .row = c->self};
    int is_sound = 1;
    for (int axis = 0; axis < 3; axis++) {
        m->own.position[axis] = axis < a->of->dims ? (double)c->place[axis] : 0.0;
        m->own.velocity[axis] = of[VELOCITY + axis];
        m->preferred[axis] = of[PREFERRED + axis];
        is_sound &= is_between(m->preferred[axis], -FLT_MAX, FLT_MAX);
    }
    m->speed = of[SPEED] > 0.0 ? of[SPEED] : 0.0;
    m->horizon = of[HORIZON];
    m->step = of[STEP] > longest_step ? longest_step : of[STEP];
    m->overlap = of[OVERLAP];
    m->wall_horizon = of[WALL_HORIZON];
    m->walls = a->how;
    return is_sound && is_body(&m->own) && is_between(of[SPEED], -FLT_MAX, FLT_MAX) && m->horizon > 0.0 &&
           m->step > 0.0 && is_between(m->overlap, 0.0, 1.0) && m->wall_horizon > 0.0;
}

static way_body read_body(const avoiding *a, uint32_t row) {
    const way_column *in = a->in;
    way_body b = {.radius = number_at(&in[a->of->other_radius], row, 0.0),
                  .share = number_at(&in[a->of->other_share], row, 0.5),
                  .row = row};
    for (int axis = 0; axis < a->of->dims; axis++) {
        b.position[axis] = number_at(&in[a->of->other_position + axis], row, 0.0);
        b.velocity[axis] = number_at(&in[a->of->other_velocity + axis], row, 0.0);
    }
    return b;
}

WAY_APART_FROM_CALLER static int32_t avoid_rows(const avoiding *a, const way_mover *m, const uint32_t *rows,
                                                size_t count, float *velocity) {
    way_body near[MOST];
    double best[3] = {0.0, 0.0, 0.0};
    int found = 0;
    for (size_t k = 0; k < count; k++) {
        if (rows[k] >= a->runners || rows[k] == m->own.row)
            continue;
        near[found] = read_body(a, rows[k]);
        found += is_body(&near[found]);
    }
    const int32_t status = a->of->dims == 2 ? way_avoid_in_plane(m, near, found, best)
                                            : way_avoid_in_space(m, near, found, best);
    for (int axis = 0; axis < 3; axis++)
        velocity[axis] = (float)best[axis];
    return status;
}

/* Copies the rows of one caller-supplied list. */
static size_t listed(const avoiding *a, size_t at, uint32_t *rows) {
    const way_neighbours *from = a->how->neighbours;
    size_t count = from->offset[at + 1] - from->offset[at];
    count = count < a->most ? count : a->most;
    for (size_t k = 0; k < count; k++)
        rows[k] = from->list[from->offset[at] + k].row;
    return count;
}

/* Finds the nearest neighbours of each of these choosers. */
WAY_APART_FROM_CALLER static void find_some(const avoiding *a, way_chooser *const *c, int count,
                                            uint32_t rows[TOGETHER][MOST], size_t *found) {
    way_found memory[TOGETHER][MOST];
    way_gathering list[TOGETHER];
    for (int i = 0; i < count; i++) {
        list[i] = (way_gathering){
            .found = memory[i], .room = a->most, .most = a->most, .radius = a->radius, .widest = a->widest};
        c[i]->list = &list[i];
    }
    way_search_for(&a->t, c, count);
    for (int i = 0; i < count; i++) {
        way_gathered(&list[i]);
        found[i] = list[i].count;
        for (size_t k = 0; k < list[i].count; k++)
            rows[i][k] = memory[i][k].row;
    }
}

typedef struct answers {
    float velocity[3][WAY_CHOOSERS];
    int32_t status[WAY_CHOOSERS];
} answers;

/* Solves up to four packed agents, from the i-th on; they search alternately. */
static void avoid_some(const avoiding *a, const way_own_rows *own, const numbers *of, size_t at, int i,
                       int count, answers *to) {
    uint32_t rows[TOGETHER][MOST];
    size_t found[TOGETHER];
    way_chooser c[TOGETHER], *searching[TOGETHER];
    int32_t *status = to->status + i;
    int searches = way_read_choosers(&a->t, own, i, count, c, status, searching), next = 0;
    if (a->how->neighbours != NULL)
        searches = 0;
    if (searches > 0)
        find_some(a, searching, searches, rows, found);
    for (int k = 0; k < count; k++) {
        float velocity[3] = {0.0f, 0.0f, 0.0f};
        const int has_searched = next < searches && searching[next] == &c[k];
        uint32_t *near = rows[has_searched ? next : 0];
        size_t count_near = has_searched ? found[next] : 0;
        way_mover m;
        next += has_searched;
        if (status[k] != WAY_INVALID && read_mover(a, of, &c[k], i + k, &m)) {
            if (a->how->neighbours != NULL)
                count_near = listed(a, at + (size_t)(i + k), near);
            status[k] = avoid_rows(a, &m, near, count_near, velocity);
        } else
            status[k] = WAY_INVALID;
        for (int axis = 0; axis < 3; axis++)
            to->velocity[axis][i + k] = velocity[axis];
    }
}

WAY_APART_FROM_CALLER static void avoid_all(const avoiding *a) {
    way_own_rows own;
    numbers of;
    answers to;
    way_fill_choosers(&a->t, &own);
    for (size_t at = 0; at < a->how->count; at += WAY_CHOOSERS) {
        const size_t left = a->how->count - at;
        const int count = left < WAY_CHOOSERS ? (int)left : WAY_CHOOSERS;
        const way_numbers rows = way_choosers_from(a->t.choice, at);
        way_pack_choosers(&a->t, &own, at, count);
        for (int k = 0; k < NUMBERS; k++)
            if (has(a, k))
                way_pack(a->t.of.table, &a->in[a->of->number[k]], 1, rows, (size_t)count, of.row[k],
                         WAY_CHOOSERS);
        for (int i = 0; i < count; i += TOGETHER)
            avoid_some(a, &own, &of, at, i, count - i < TOGETHER ? count - i : TOGETHER, &to);
        for (int k = 0; k < a->of->outputs; k++) {
            float row[WAY_CHOOSERS];
            memcpy(row, k < a->of->dims ? (const void *)to.velocity[k] : (const void *)to.status, sizeof row);
            if (a->out[k].data != NULL)
                way_unpack(a->t.of.table, &a->out[k], 1, rows, (size_t)count, row, WAY_CHOOSERS);
        }
    }
}

/* Checks of the arguments -------------------------------------------------------------------------------- */

static way_result check_columns(const avoiding *a) {
    for (int k = 0; k < a->of->inputs; k++) {
        const way_result result = way_check_column(&a->in[k], is_word(a->of, k), 0);
        if (result != WAY_OK)
            return result;
        if (a->in[k].data == NULL && is_required(a->of, k))
            return WAY_ERROR_MISSING;
    }
    for (int k = 0; k < a->of->outputs; k++) {
        const way_column column = way_as_column(&a->out[k]);
        const way_result result = way_check_column(&column, k == a->of->dims, 1);
        if (result != WAY_OK)
            return result;
    }
    return WAY_OK;
}

/* Does an output overlap a candidate's column? See `target` of way_batch. */
static int is_output_a_candidate(const avoiding *a) {
    unsigned inputs = 0, outputs = 0;
    for (int k = 0; k < a->of->inputs; k++)
        inputs |= (unsigned)(is_of_candidate(a->of, k) && a->in[k].data != NULL) << k;
    for (int k = 0; k < a->of->outputs; k++)
        outputs |= (unsigned)(a->out[k].data != NULL) << k;
    const size_t first = a->how->index != NULL ? 0 : a->how->first,
                 count = a->how->index != NULL ? 1 : a->how->count;
    return count > 0 && a->runners > 0 && inputs != 0 && outputs != 0 &&
           way_columns_meet(a->in, inputs, a->runners, a->out, outputs, first, count);
}

static way_result check_lists(const way_avoidance *how) {
    const way_neighbours *lists = how->neighbours;
    if (lists == NULL)
        return WAY_OK;
    if (lists->offset == NULL || lists->list == NULL)
        return WAY_ERROR_NULL;
    if ((uintptr_t)lists->list % 4 != 0 || (uintptr_t)lists->offset % sizeof(size_t) != 0)
        return WAY_ERROR_ALIGNMENT;
    return lists->answered < how->count ? WAY_ERROR_COUNT : WAY_OK;
}

/* The nearest neighbours are found by their edges. If all have the same radius, the order of centres is
   the same. */
static void set_widest(avoiding *a) {
    enum { PACKED = 128 };
    const way_column *radius = &a->in[a->of->other_radius];
    float packed[PACKED];
    a->radius = NULL;
    a->widest = 0.0;
    if (radius->data == NULL || a->how->neighbours != NULL ||
        (way_stride(radius) == 0 && radius->rows == NULL && radius->page == 0))
        return;
    a->radius = radius;
    float widest = 0.0f;
    for (size_t at = 0; at < a->runners; at += PACKED) {
        const size_t some = a->runners - at < PACKED ? a->runners - at : PACKED;
        way_pack(a->t.of.table, radius, 1, (way_numbers){NULL, at}, some, packed, PACKED);
        for (size_t i = 0; i < some; i++)
            widest = packed[i] > widest && packed[i] <= FLT_MAX ? packed[i] : widest;
    }
    a->widest = (double)widest;
}

static way_result check_walls(const way_avoidance *how, int dims) {
    if (dims == 3 && how->wall_count > 0)
        return WAY_ERROR_COUNT;
    return way_check_walls(how->walls, how->wall_count, how->wall_tree);
}

/* The columns that the search for neighbours reads. */
static void choose_columns(const avoiding *a, way_column *chooser) {
    const columns *of = a->of;
    const int dims = of->dims;
    memset(chooser, 0, WAY_CHOOSE_COLUMNS * sizeof *chooser);
    for (int axis = 0; axis < dims; axis++) {
        chooser[CHOOSE_PLACE + axis] = a->in[of->position + axis];
        chooser[CHOOSE_RUNNER + axis] = a->in[of->other_position + axis];
    }
    chooser[CHOOSE_MASK] = a->in[of->mask];
    chooser[CHOOSE_TO] = a->in[of->range];
    chooser[CHOOSE_SELF] = a->in[of->self];
    chooser[CHOOSE_RUNNER_MASK] = a->in[of->other_mask];
}

static way_result avoid(const columns *of, const void *in, const void *out, const way_avoidance *how) {
    if (in == NULL || out == NULL || how == NULL)
        return WAY_ERROR_NULL;
    avoiding a = {.of = of, .in = in, .out = out, .how = how};
    way_result result = check_columns(&a);
    if (result == WAY_OK)
        result = check_lists(how);
    if (result == WAY_OK)
        result = check_walls(how, of->dims);
    if (result != WAY_OK)
        return result;
    if (how->most > MOST)
        return WAY_ERROR_COUNT;
    way_column chooser[WAY_CHOOSE_COLUMNS];
    static const way_column_out nothing[WAY_CHOOSE_OUTPUTS];
    choose_columns(&a, chooser);
    const way_choice choice = {.first = how->first,
                               .count = how->count,
                               .index = how->index,
                               .runner_count = how->runner_count,
                               .crowd = how->neighbours != NULL ? NULL : how->crowd,
                               .crowd_bytes = how->crowd_bytes};
    result = way_begin_choosing(chooser, nothing, &choice, of->dims, &a.t);
    if (result != WAY_OK)
        return result;
    a.t.measure = TO_LIST;
    a.t.wanted = 1;
    a.most = how->most > 0 ? how->most : USUAL;
    a.runners = a.t.runners;
    for (int axis = 0; axis < of->dims; axis++)
        if (a.runners > 0 && a.in[of->other_position + axis].data == NULL)
            return WAY_ERROR_MISSING;
    if (is_output_a_candidate(&a))
        return WAY_ERROR_OVERLAP;
    way_fpenv caller = way_fpenv_enter_for_calls();
    set_widest(&a);
    avoid_all(&a);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}

way_result way_avoid2d(const way_avoid2d_in *in, const way_avoid2d_out *out, const way_avoidance *avoidance) {
    return avoid(&in_plane, in, out, avoidance);
}

way_result way_avoid3d(const way_avoid3d_in *in, const way_avoid3d_out *out, const way_avoidance *avoidance) {
    return avoid(&in_space, in, out, avoidance);
}
