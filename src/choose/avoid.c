/* Avoidance (van den Berg, Guy, Lin, Manocha, "Reciprocal n-Body Collision Avoidance"): of each neighbour a half-plane of
   velocities, and of those the velocity in all of them that is nearest to the preferred one, or nearest to all of them.

   A half-plane is n.v >= c with n of length 1. Seen from an agent, relative velocities that lead to a touch within the
   horizon T are a cone that is cut off by a disc: with d to the neighbour and R the sum of the radii, the disc is about d / T
   with a radius of R / T, and the legs are its tangents from 0. The least change that leads out of it goes along n. Both of
   a pair see the same, turned round, so that they go out on the same side.

   In a crush no velocity is in all half-planes, and the one that is least far from them would let discs overlap. So each of
   a pair keeps, besides, to its share of the gap between them for the length of a step. These half-planes hold the velocity
   0, but where somebody comes who does not give way, and are never given up for the others.

   Half-planes come in the order of the neighbours, by distance and row, and each step is one operation of IEEE doubles:
   that alone decides the bits. */
#include <float.h>
#include <string.h>

#include "choose/choose_internal.h"
#include "call/fpenv.h"
#include "waylay/avoid.h"

enum { TOGETHER = 4, MOST = WAY_AVOIDED_MAX, USUAL = 10 };

/* Columns of way_avoid2d_in; those from VX to SHARE are the agent's numbers. */
enum {
    X,
    Y,
    VX,
    VY,
    WISH_X,
    WISH_Y,
    SPEED,
    RADIUS,
    HORIZON,
    STEP,
    SHARE,
    MASK,
    RANGE,
    SELF,
    RUNNER_X,
    RUNNER_Y,
    RUNNER_VX,
    RUNNER_VY,
    RUNNER_RADIUS,
    RUNNER_SHARE,
    RUNNER_MASK,
    COLUMNS
};

_Static_assert(sizeof(way_avoid2d_in) == COLUMNS * sizeof(way_column) &&
                   sizeof(way_avoid2d_out) == 3 * sizeof(way_column_out),
               "the structures are arrays of columns");

typedef struct pair {
    double x, y;
} pair;

static double dot(pair a, pair b) { return a.x * b.x + a.y * b.y; }
static pair less(pair a, pair b) { return (pair){a.x - b.x, a.y - b.y}; }
static pair times(double a, pair b) { return (pair){a * b.x, a * b.y}; }
static pair left_of(pair a) { return (pair){-a.y, a.x}; }

/* Half-planes ------------------------------------------------------------------------------------------------ */

typedef struct half_plane {
    pair n;
    double c;
} half_plane;

typedef struct body {
    pair place, velocity;
    double radius, share;
    uint32_t row;
} body;

typedef struct mover {
    body own;
    pair wish;
    double speed;
    double per_horizon, step, per_step; /* per_: 1 / */
} mover;

/* Where two have one place and one velocity: a way for each two rows, which the two go in opposite directions. */
static pair way_apart(uint32_t own, uint32_t other) {
    static const pair ways[4] = {{1.0, 0.0}, {0.6, 0.8}, {0.0, 1.0}, {-0.8, 0.6}};
    return times(own < other ? 1.0 : -1.0, ways[(own ^ other) & 3]);
}

/* Out of the disc about `centre`: how far, along n. */
static double out_of_disc(pair velocity, pair centre, double radius, pair *n) {
    const pair from = less(velocity, centre);
    const double length = way_sqrt(dot(from, from));
    if (length > 0.0)
        *n = times(1.0 / length, from);
    return radius - length;
}

/* Out of the cone whose legs touch the disc of radius r about d, from the side that the velocity is on. */
static double out_of_cone(pair velocity, pair d, double dd, double r, int is_left, pair *n) {
    const double leg = way_sqrt(dd - r * r), sine = is_left ? r : -r;
    const pair along = times(1.0 / dd, (pair){d.x * leg - d.y * sine, d.x * sine + d.y * leg});
    *n = times(is_left ? 1.0 : -1.0, left_of(along));
    return -dot(*n, velocity);
}

/* What one other is to an agent. */
typedef struct meeting {
    pair d, velocity; /* from the agent, and of the agent beside the other */
    double r, dd, part;
} meeting;

static meeting meeting_of(const mover *m, const body *other) {
    const pair d = less(other->place, m->own.place);
    const double shares = m->own.share + other->share;
    return (meeting){d, less(m->own.velocity, other->velocity), m->own.radius + other->radius, dot(d, d),
                     shares > 0.0 ? m->own.share / shares : 0.0};
}

static half_plane half_plane_of(const mover *m, const body *other, const meeting *at) {
    const double r = at->r;
    const int is_apart = at->dd > r * r;
    const double per = is_apart ? m->per_horizon : m->per_step;
    const pair centre = times(per, at->d), from = less(at->velocity, centre);
    const double ahead = dot(from, at->d);
    pair n = {0.0, 0.0};
    double change;
    if (!is_apart) /* unless its velocity says where to */
        n = at->dd > 0.0 ? times(-1.0 / way_sqrt(at->dd), at->d) : way_apart(m->own.row, other->row);
    if (is_apart && !(ahead < 0.0 && ahead * ahead > r * r * dot(from, from)))
        change = out_of_cone(at->velocity, at->d, at->dd, r, at->d.x * from.y - at->d.y * from.x > 0.0, &n);
    else {
        change = out_of_disc(at->velocity, centre, per * r, &n);
    }
    return (half_plane){n, dot(n, m->own.velocity) + at->part * change};
}

/* Who overlaps by more than this part of the radii's sum may come nearer: there may be no other way out. */
#define OVERLAP 0x1p-10

/* What its share of the gap between them leaves an agent in a step. Whoever does not give way comes as it does now. 0: they
   overlap, or it cannot come so far. */
static int gap_of(const mover *m, const body *other, const meeting *at, half_plane *to) {
    const double reach =
        at->r * at->part + m->speed * m->step; /* times part, of the distance from which on it cannot */
    if (!(at->part > 0.0 && at->dd > 0.0) ||
        (other->share > 0.0 && at->dd * (at->part * at->part) > reach * reach))
        return 0;
    const double distance = way_sqrt(at->dd);
    if (at->r - distance > OVERLAP * at->r)
        return 0;
    const double gap = distance > at->r ? distance - at->r : 0.0;
    const pair n = times(-1.0 / distance, at->d);
    const double comes = other->share > 0.0 ? 0.0 : dot(n, other->velocity);
    *to = (half_plane){n, comes - gap * at->part * m->per_step};
    return to->c > -m->speed;
}

/* The best velocity ------------------------------------------------------------------------------------------ */

/* What is searched in a disc of velocities: the one nearest to `aim`, or, with `is_far`, the one farthest that way. */
typedef struct search {
    pair aim;
    double speed, slack;
    int is_far;
} search;

#define PARALLEL 0x1p-40

/* The best one on the edge of the last half-plane that is in the others. 0: there is none. */
static int best_on_edge(const search *s, const half_plane *all, int last, pair *best) {
    const half_plane *h = &all[last];
    const pair foot = times(h->c, h->n), along = left_of(h->n);
    const double square = s->speed * s->speed - h->c * h->c;
    if (h->c > s->speed + s->slack)
        return 0;
    const double half = square > 0.0 ? way_sqrt(square) : 0.0;
    double low = -half, high = half;
    for (int j = 0; j < last; j++) {
        const double rise = dot(all[j].n, along), lack = all[j].c - dot(all[j].n, foot);
        if (rise > PARALLEL) {
            const double from = lack / rise;
            low = from > low ? from : low;
        } else if (rise < -PARALLEL) {
            const double to = lack / rise;
            high = to < high ? to : high;
        } else if (lack > s->slack)
            return 0;
        if (low - high > s->slack)
            return 0;
    }
    double at = dot(s->aim, along);
    if (s->is_far)
        at = at > 0.0 ? high : low;
    at = at < low ? low : at;
    at = at > high ? high : at;
    *best = (pair){foot.x + at * along.x, foot.y + at * along.y};
    return 1;
}

/* The best one in all half-planes, each in turn (Seidel); the number of those in which it is, all or not. */
static int best_in_all(const search *s, const half_plane *all, int count, pair *best) {
    for (int i = 0; i < count; i++)
        if (dot(all[i].n, *best) < all[i].c - s->slack) {
            pair better;
            if (!best_on_edge(s, all, i, &better))
                return i;
            *best = better;
        }
    return count;
}

/* The one that the largest lack is least of: where the i-th lacks most, all others lack no more, and it as little as can be.
   Of those before `first` none lacks anything at `best`, and the first `firm` ones never do. The largest lack. */
static double least_lack(const search *s, const half_plane *all, int firm, int first, int count, pair *best) {
    half_plane bisector[2 * MOST];
    double most = 0.0;
    memcpy(bisector, all, (size_t)firm * sizeof *all);
    for (int i = first; i < count; i++) {
        double lack = all[i].c - dot(all[i].n, *best);
        if (lack <= most)
            continue;
        int bisectors = firm;
        for (int j = firm; j < i; j++) {
            const pair n = less(all[j].n, all[i].n);
            const double length = way_sqrt(dot(n, n));
            if (length > PARALLEL)
                bisector[bisectors++] =
                    (half_plane){{n.x / length, n.y / length}, (all[j].c - all[i].c) / length};
        }
        const search far = {all[i].n, s->speed, s->slack, 1};
        pair better = times(s->speed, all[i].n);
        if (bisectors == 0 || best_in_all(&far, bisector, bisectors, &better) == bisectors)
            *best = better;
        lack = all[i].c - dot(all[i].n, *best);
        most = lack > most ? lack : most;
    }
    return most;
}

static pair preferred(const mover *m) {
    const double length = way_sqrt(dot(m->wish, m->wish));
    return length > m->speed ? times(m->speed / length, m->wish) : m->wish;
}

/* One agent among these, of which the first `firm` ones are of gaps. */
static int32_t avoid(const mover *m, half_plane *all, int firm, int count, pair *best) {
    const search s = {m->wish, m->speed, 0x1p-40 * m->speed, 0};
    *best = preferred(m);
    if (count == 0)
        return WAY_NO_TARGET;
    const int served = best_in_all(&s, all, count, best);
    if (served == count)
        return WAY_MET;
    if (served < firm)
        firm = 0;
    const double lack = least_lack(&s, all, firm, served, count, best) + 2.0 * s.slack;
    for (int i = firm; i < count; i++) /* of all that lack no more the nearest to the preferred one */
        all[i].c -= lack;
    pair nearer = preferred(m);
    if (best_in_all(&s, all, count, &nearer) == count)
        *best = nearer;
    return WAY_NO_PATH;
}

/* Columns ---------------------------------------------------------------------------------------------------- */

typedef struct avoiding {
    way_choosing t;
    const way_column *in;
    const way_column_out *out;
    const way_avoidance *how;
    size_t most, runners;
} avoiding;

typedef struct numbers {
    _Alignas(64) float row[SHARE + 1][WAY_CHOOSERS];
} numbers;

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

static inline int is_body(const body *b) {
    return is_between(b->place.x, -1e18, 1e18) & is_between(b->place.y, -1e18, 1e18) &
           is_between(b->velocity.x, -FLT_MAX, FLT_MAX) & is_between(b->velocity.y, -FLT_MAX, FLT_MAX) &
           is_between(b->radius, 0.0, FLT_MAX) & is_between(b->share, 0.0, FLT_MAX);
}

static int read_mover(const avoiding *a, const numbers *own, const way_chooser *c, int i, mover *m) {
    double of[SHARE + 1] = {[HORIZON] = 2.0, [STEP] = (double)0.1f, [SHARE] = 0.5};
    for (int k = VX; k <= SHARE; k++)
        if (a->in[k].data != NULL)
            of[k] = (double)own->row[k][i];
    m->own =
        (body){{(double)c->place[0], (double)c->place[1]}, {of[VX], of[VY]}, of[RADIUS], of[SHARE], c->self};
    m->wish = (pair){of[WISH_X], of[WISH_Y]};
    m->speed = of[SPEED] > 0.0 ? of[SPEED] : 0.0;
    m->per_horizon = 1.0 / of[HORIZON];
    m->step = of[STEP];
    m->per_step = 1.0 / of[STEP];
    return is_body(&m->own) && is_between(of[WISH_X], -FLT_MAX, FLT_MAX) &&
           is_between(of[WISH_Y], -FLT_MAX, FLT_MAX) && is_between(of[SPEED], -FLT_MAX, FLT_MAX) &&
           of[HORIZON] > 0.0 && of[STEP] > 0.0;
}

static body read_body(const avoiding *a, uint32_t row) {
    const way_column *in = a->in;
    return (body){{number_at(&in[RUNNER_X], row, 0.0), number_at(&in[RUNNER_Y], row, 0.0)},
                  {number_at(&in[RUNNER_VX], row, 0.0), number_at(&in[RUNNER_VY], row, 0.0)},
                  number_at(&in[RUNNER_RADIUS], row, 0.0),
                  number_at(&in[RUNNER_SHARE], row, 0.5),
                  row};
}

WAY_APART_FROM_CALLER static int32_t avoid_rows(const avoiding *a, const mover *m, const uint32_t *rows,
                                                size_t count, float *velocity) {
    half_plane all[2 * MOST], near[MOST];
    int firm = 0, soft = 0;
    pair best;
    for (size_t k = 0; k < count; k++) {
        if (rows[k] >= a->runners || rows[k] == m->own.row)
            continue;
        const body other = read_body(a, rows[k]);
        if (!is_body(&other))
            continue;
        const meeting at = meeting_of(m, &other);
        firm += gap_of(m, &other, &at, &all[firm]);
        near[soft++] = half_plane_of(m, &other, &at);
    }
    memcpy(all + firm, near, (size_t)soft * sizeof *near);
    const int32_t status = avoid(m, all, firm, firm + soft, &best);
    velocity[0] = (float)best.x;
    velocity[1] = (float)best.y;
    return status;
}

/* The rows of one list that is lent. */
static size_t listed(const avoiding *a, size_t at, uint32_t *rows) {
    const way_neighbours *from = a->how->neighbours;
    size_t count = from->offset[at + 1] - from->offset[at];
    count = count < a->most ? count : a->most;
    for (size_t k = 0; k < count; k++)
        rows[k] = from->list[from->offset[at] + k].row;
    return count;
}

/* The nearest ones of each of these. */
WAY_APART_FROM_CALLER static void find_some(const avoiding *a, way_chooser *const *c, int count,
                                            uint32_t rows[TOGETHER][MOST], size_t *found) {
    way_found memory[TOGETHER][MOST];
    way_gathering list[TOGETHER];
    for (int i = 0; i < count; i++) {
        list[i] = (way_gathering){.found = memory[i], .room = a->most, .most = a->most};
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
    float velocity[2][WAY_CHOOSERS];
    int32_t status[WAY_CHOOSERS];
} answers;

/* Up to four agents from the i-th of those packed on, which search by turns. */
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
        float velocity[2] = {0.0f, 0.0f};
        const int has_searched = next < searches && searching[next] == &c[k];
        uint32_t *near = rows[has_searched ? next : 0];
        size_t count_near = has_searched ? found[next] : 0;
        mover m;
        next += has_searched;
        if (status[k] != WAY_INVALID && read_mover(a, of, &c[k], i + k, &m)) {
            if (a->how->neighbours != NULL)
                count_near = listed(a, at + (size_t)(i + k), near);
            status[k] = avoid_rows(a, &m, near, count_near, velocity);
        } else
            status[k] = WAY_INVALID;
        to->velocity[0][i + k] = velocity[0];
        to->velocity[1][i + k] = velocity[1];
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
        for (int k = VX; k <= SHARE; k++)
            if (a->in[k].data != NULL)
                way_pack(a->t.of.table, &a->in[k], 1, rows, (size_t)count, of.row[k], WAY_CHOOSERS);
        for (int i = 0; i < count; i += TOGETHER)
            avoid_some(a, &own, &of, at, i, count - i < TOGETHER ? count - i : TOGETHER, &to);
        for (int k = 0; k < 3; k++) {
            float row[WAY_CHOOSERS];
            memcpy(row, k < 2 ? (const void *)to.velocity[k] : (const void *)to.status, sizeof row);
            if (a->out[k].data != NULL)
                way_unpack(a->t.of.table, &a->out[k], 1, rows, (size_t)count, row, WAY_CHOOSERS);
        }
    }
}

/* What is refused -------------------------------------------------------------------------------------------- */

static way_result check_columns(const way_column *in, const way_column_out *out) {
    for (int k = 0; k < COLUMNS; k++) {
        const way_result result = way_check_column(&in[k], k == MASK || k == SELF || k == RUNNER_MASK, 0);
        if (result != WAY_OK)
            return result;
        if (in[k].data == NULL && k <= SPEED)
            return WAY_ERROR_MISSING;
    }
    for (int k = 0; k < 3; k++) {
        const way_column column = way_as_column(&out[k]);
        const way_result result = way_check_column(&column, k == 2, 1);
        if (result != WAY_OK)
            return result;
    }
    return WAY_OK;
}

/* Does an output lie where a candidate is read? See way_batch's `target`. */
static int is_output_a_candidate(const avoiding *a) {
    unsigned inputs = 0, outputs = 0;
    for (int k = RUNNER_X; k < COLUMNS; k++)
        inputs |= (unsigned)(a->in[k].data != NULL) << k;
    for (int k = 0; k < 3; k++)
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

way_result way_avoid2d(const way_avoid2d_in *in, const way_avoid2d_out *out, const way_avoidance *avoidance) {
    if (in == NULL || out == NULL || avoidance == NULL)
        return WAY_ERROR_NULL;
    const int dims = 2;
    avoiding a = {.in = (const way_column *)in, .out = (const way_column_out *)out, .how = avoidance};
    way_result result = check_columns(a.in, a.out);
    if (result == WAY_OK)
        result = check_lists(avoidance);
    if (result != WAY_OK)
        return result;
    if (avoidance->most > MOST)
        return WAY_ERROR_COUNT;
    way_column chooser[WAY_CHOOSE_COLUMNS];
    static const way_column_out nothing[WAY_CHOOSE_OUTPUTS];
    memset(chooser, 0, sizeof chooser);
    for (int axis = 0; axis < dims; axis++) {
        chooser[CHOOSE_PLACE + axis] = a.in[X + axis];
        chooser[CHOOSE_RUNNER + axis] = a.in[RUNNER_X + axis];
    }
    chooser[CHOOSE_MASK] = a.in[MASK];
    chooser[CHOOSE_TO] = a.in[RANGE];
    chooser[CHOOSE_SELF] = a.in[SELF];
    chooser[CHOOSE_RUNNER_MASK] = a.in[RUNNER_MASK];
    const int has_lists = avoidance->neighbours != NULL;
    const way_choice choice = {.first = avoidance->first,
                               .count = avoidance->count,
                               .index = avoidance->index,
                               .runner_count = avoidance->runner_count,
                               .crowd = has_lists ? NULL : avoidance->crowd,
                               .crowd_bytes = avoidance->crowd_bytes};
    result = way_begin_choosing(chooser, nothing, &choice, dims, &a.t);
    if (result != WAY_OK)
        return result;
    a.t.measure = TO_LIST;
    a.t.wanted = 1;
    a.most = avoidance->most > 0 ? avoidance->most : USUAL;
    a.runners = a.t.runners;
    if (a.runners > 0 && (a.in[RUNNER_X].data == NULL || a.in[RUNNER_Y].data == NULL))
        return WAY_ERROR_MISSING;
    if (is_output_a_candidate(&a))
        return WAY_ERROR_OVERLAP;
    way_fpenv caller = way_fpenv_enter_for_calls();
    avoid_all(&a);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}
