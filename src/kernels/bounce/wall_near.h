/* Tests whether a moving ball may touch a wall. A wall is left out only if the distance between ball and wall
   certainly stays above the rounding error of any sum of a sweep. Three directions of separating lines are
   tested: parallel to an axis, parallel to the ball's path, and parallel to the wall.

   These tests use floats with margins. A wall is widened by WAY_WALL_SLACK times its largest coordinate, and
   a ball's path by WAY_WALL_SLACK times its coordinates. A ball is widened by 2^-8 of its radius, plus 2^-37.
   The margins cover all errors, because errors of sums are at most 2^-20 of coordinates and radius, and
   errors of the fast precision's roots are at most 2^-10 of the radius. The skin (wall_skin.h) is 2^-18 of a
   wall's largest coordinate. Rounding is monotonic. So if a box is left out, each box inside it would also be
   left out. */
#ifndef WAY_WALL_NEAR_H
#define WAY_WALL_NEAR_H

#include "kernels/bounce/walls.h"
#include "walls/wall_tree.h"

/* Up to this number of walls, testing all walls is faster than a tree. */
#define WORTH_A_TREE 64

/* When ENOUGH_FOUND walls have been found for a ball, the search pauses, so that these walls can be tested.
   There is memory for these walls and for the 16 walls of one more leaf. */
enum { ENOUGH_FOUND = 4, MOST_FOUND = ENOUGH_FOUND + WAY_TREE_FAN };

/* A search begins with this level, before it visits the root, and ends when it returns from the root. */
enum { ROOT_AHEAD = WAY_TREE_LEVELS + 1 };

/* Arrays of LANES have one entry per ball. A ball's path (`way`) starts at (x, y), has the length `span` and
   the direction u. |ux| + |uy| is 1, or 0 if the ball does not move. */
typedef struct wall_search {
    const way_wall_list *list;
    const way_wall_tree *tree; /* NULL: all walls are tested */
    float x[LANES], y[LANES], ux[LANES], uy[LANES], span[LANES];
    float lo_x[LANES], hi_x[LANES], lo_y[LANES], hi_y[LANES]; /* the bounding box of the path, with all
                                                                 margins */
    float half[LANES], far[LANES]; /* `half` is half the path's width plus margins; `far` also has the margin
                                      of the path's length */
    uint32_t found[MOST_FOUND][LANES];
    int32_t count[LANES];
    int most; /* the largest number of walls found for one ball */
    int32_t searching[LANES];
    unsigned searches;                                  /* bit l is set if ball l searches */
    int few;                                            /* 1 if only few balls search */
    size_t next;                                        /* the next wall to test */
    uint32_t level[LANES], towards[LANES], node[LANES]; /* the state of a tree search; `towards` is the
                                                           direction of the path */
    uint16_t left[WAY_TREE_LEVELS][LANES];              /* bit c: the c-th child is not yet visited */
} wall_search;

/* The paths of all balls, one per lane, or the path of one ball in every lane. */
typedef struct lane_of_way {
    flanes x, y, ux, uy, span, lo_x, hi_x, lo_y, hi_y, half, far;
} lane_of_way;

/* The direction of a ball's path. */
typedef struct path_direction {
    flanes x, y;
} path_direction;

WAY_INLINE path_direction path_direction_of(ball b) {
    wide pace = w_add(w_abs(b.vx), w_abs(b.vy));
    widemask moves = w_lt(w_set(0.0), pace);
    return (path_direction){w_narrow(w_keep(moves, w_div(b.vx, pace))),
                            w_narrow(w_keep(moves, w_div(b.vy, pace)))};
}

/* Returns the path of each ball up to `time` from now. The direction is `u`. */
WAY_INLINE lane_of_way way_until(ball b, path_direction u, wide time) {
    const wide zero = w_set(0.0);
    const flanes slack = f_set(WAY_WALL_SLACK);
    flanes x = w_narrow(b.x), y = w_narrow(b.y);
    wide way_x = w_keep(w_lt(zero, w_abs(b.vx)), w_mul(b.vx, time));
    wide way_y = w_keep(w_lt(zero, w_abs(b.vy)), w_mul(b.vy, time));
    flanes end_x = w_narrow(w_add(b.x, way_x)), end_y = w_narrow(w_add(b.y, way_y));
    flanes span = f_add(w_narrow(w_abs(way_x)), w_narrow(w_abs(way_y)));
    flanes half = f_add(f_mul(w_narrow(b.radius), f_set(1 + 0x1p-8f)),
                        f_add(f_mul(f_add(f_abs(x), f_abs(y)), slack), f_set(0x1p-37f)));
    flanes lo_x = f_smaller(x, end_x), hi_x = f_larger(x, end_x);
    flanes lo_y = f_smaller(y, end_y), hi_y = f_larger(y, end_y);
    return (lane_of_way){.x = x,
                         .y = y,
                         .ux = u.x,
                         .uy = u.y,
                         .span = span,
                         .lo_x = f_sub(f_sub(lo_x, f_mul(f_abs(lo_x), slack)), half),
                         .hi_x = f_add(f_add(hi_x, f_mul(f_abs(hi_x), slack)), half),
                         .lo_y = f_sub(f_sub(lo_y, f_mul(f_abs(lo_y), slack)), half),
                         .hi_y = f_add(f_add(hi_y, f_mul(f_abs(hi_y), slack)), half),
                         .half = half,
                         .far = f_add(half, f_mul(span, slack))};
}

/* Sets the path of each ball up to `time` from now. */
WAY_INLINE void search_until(wall_search *s, ball b, wide time) {
    lane_of_way w = way_until(b, (path_direction){f_set(0.0f), f_set(0.0f)}, time);
    f_store(s->span, w.span);
    f_store(s->half, w.half);
    f_store(s->far, w.far);
    f_store(s->lo_x, w.lo_x);
    f_store(s->hi_x, w.hi_x);
    f_store(s->lo_y, w.lo_y);
    f_store(s->hi_y, w.hi_y);
}

WAY_INLINE lane_of_way way_of_lane(const wall_search *s, int l) {
    return (lane_of_way){f_set(s->x[l]),    f_set(s->y[l]),    f_set(s->ux[l]),   f_set(s->uy[l]),
                         f_set(s->span[l]), f_set(s->lo_x[l]), f_set(s->hi_x[l]), f_set(s->lo_y[l]),
                         f_set(s->hi_y[l]), f_set(s->half[l]), f_set(s->far[l])};
}

/* Returns the paths of all balls. A ball that does not search gets a path that reaches no box. */
WAY_INLINE lane_of_way ways_of_lanes(const wall_search *s) {
    mask searches = i_lt(i_set(0), i_load(s->searching));
    return (lane_of_way){
        f_load(s->x),    f_load(s->y),    f_load(s->ux),
        f_load(s->uy),   f_load(s->span), f_select(searches, f_load(s->lo_x), f_set(INFINITY)),
        f_load(s->hi_x), f_load(s->lo_y), f_load(s->hi_y),
        f_load(s->half), f_load(s->far)};
}

/* Does the box of the ball's path overlap these boxes? */
WAY_INLINE mask comes_to(lane_of_way w, flanes lo_x, flanes hi_x, flanes lo_y, flanes hi_y) {
    return m_and(m_and(f_le(lo_x, w.hi_x), f_le(w.lo_x, hi_x)),
                 m_and(f_le(lo_y, w.hi_y), f_le(w.lo_y, hi_y)));
}

typedef struct wall_row {
    flanes ax, ay, dx, dy, slack, size; /* size: |dx| + |dy| + 2^-80 */
    flanes lo_x, hi_x, lo_y, hi_y;
} wall_row;

WAY_INLINE wall_row row_between(flanes ax, flanes ay, flanes bx, flanes by) {
    wall_row r = {.ax = ax, .ay = ay, .dx = f_sub(bx, ax), .dy = f_sub(by, ay)};
    r.slack = f_mul(f_larger(f_larger(f_abs(ax), f_abs(ay)), f_larger(f_abs(bx), f_abs(by))),
                    f_set(WAY_WALL_SLACK));
    r.size = f_add(f_add(f_abs(r.dx), f_abs(r.dy)), f_set(0x1p-80f));
    return r;
}

/* Does the ball come near these walls? The test uses separating lines parallel to the path and to each wall.
   A ball's height over a wall's line changes by turn * span. If the height is NaN, the wall is not left
   out. */
WAY_INLINE mask comes_near(lane_of_way w, wall_row r) {
    flanes qx = f_sub(r.ax, w.x), qy = f_sub(r.ay, w.y);
    flanes turn = f_sub(f_mul(r.dx, w.uy), f_mul(r.dy, w.ux));
    flanes a = f_sub(f_mul(qx, w.uy), f_mul(qy, w.ux)), b = f_add(a, turn);
    flanes half = f_add(w.half, r.slack);
    mask near = m_and(f_le(f_smaller(a, b), half), f_le(f_negate(half), f_larger(a, b)));
    flanes from = f_sub(f_mul(r.dy, qx), f_mul(r.dx, qy)), to = f_add(from, f_mul(turn, w.span));
    flanes most = f_mul(f_add(w.far, r.slack), r.size), least = f_negate(most);
    mask left = m_and(f_lt(most, from), f_lt(most, to)), right = m_and(f_lt(from, least), f_lt(to, least));
    return m_andnot(near, m_or(left, right));
}

WAY_INLINE void store_row(wall_row r, float (*row)[LANES]) {
    const flanes all[] = {r.ax, r.ay, r.dx, r.dy, r.slack, r.size, r.lo_x, r.hi_x, r.lo_y, r.hi_y};
    for (int k = 0; k < 10; k++)
        f_store(row[k], all[k]);
}

/* Returns the k-th wall of a row, in every lane. */
WAY_INLINE wall_row wall_of_row(float (*row)[LANES], size_t k) {
    return (wall_row){f_set(row[0][k]), f_set(row[1][k]), f_set(row[2][k]), f_set(row[3][k]),
                      f_set(row[4][k]), f_set(row[5][k]), f_set(row[6][k]), f_set(row[7][k]),
                      f_set(row[8][k]), f_set(row[9][k])};
}

#endif
