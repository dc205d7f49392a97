/* Defines a shot at a given speed s from one position to another, under gravity g. d is the vector from the
   start to the target, h is the horizontal part of d, and y is its height:

       b = s^2 - g y,   n = 2 s^2 y + g h.h,   over = s^2 - 2 g y,
       disc = s^2 over - g^2 h.h = b^2 - g^2 d.d.

   The shot reaches the target's height if `over` >= 0, and the target if `disc` >= 0. The terms of `over` can
   cancel, and so can the terms of `disc`. If the shot reaches the target, b is at least half of s^2, so a
   float is precise enough for b. */
#ifndef WAY_THROW_SHOT_H
#define WAY_THROW_SHOT_H

#include "kernels/inputs.h"

/* The column numbers of a shot's inputs. */
typedef struct shot_columns {
    int from, to, speed, gravity;
} shot_columns;

/* The inputs of a shot and the sums computed from them. */
typedef struct shot {
    vector d;
    flanes speed, gravity;
    flanes square;         /* s^2 */
    flanes level, squares; /* h.h and d.d */
    flanes n, over, disc;
} shot;

/* Returns the shot in floats. */
WAY_INLINE shot shot_at(agents a, shot_columns k, int dims) {
    shot t = {.d = between(a, k.from, k.to, dims), .speed = load(a, k.speed), .gravity = load(a, k.gravity)};
    flanes xx = f_mul(t.d.x, t.d.x);
    t.level = dims == 3 ? f_add(xx, f_mul(t.d.z, t.d.z)) : xx;
    t.squares = f_add(t.level, f_mul(t.d.y, t.d.y));
    t.square = f_mul(t.speed, t.speed);
    t.n = f_add(f_mul(t.square, f_add(t.d.y, t.d.y)), f_mul(t.gravity, t.level));
    t.over = f_sub(t.square, f_mul(f_add(t.gravity, t.gravity), t.d.y));
    t.disc = f_sub(f_mul(t.square, t.over), f_mul(f_mul(t.gravity, t.gravity), t.level));
    return t;
}

WAY_INLINE flanes shot_b(shot s) { return f_sub(s.square, f_mul(s.gravity, s.d.y)); }

typedef struct wide_shot {
    wide n, over, disc;
} wide_shot;

/* Returns the shot in wide lanes. */
WAY_INLINE wide_shot wide_shot_at(agents a, shot_columns k, int dims) {
    wide_vector r = between_wide(a, k.from, k.to, dims);
    wide s = load_wide(a, k.speed), g = load_wide(a, k.gravity), ss = w_mul(s, s);
    wide hh = dims == 3 ? dot2(r.x, r.z, r.x, r.z) : w_mul(r.x, r.x), ghh = w_mul(g, hh);
    wide twice = w_add(r.y, r.y), over = w_sub(ss, w_mul(g, twice));
    return (wide_shot){w_add(w_mul(ss, twice), ghh), over, w_sub(w_mul(ss, over), w_mul(g, ghh))};
}

/* The conditions of a shot, in the order in which they are tested. */
typedef struct prospect {
    mask valid, there, able, arrives;
} prospect;

WAY_INLINE ilanes shot_status(prospect p) {
    ilanes status = i_except(p.arrives, i_set(WAY_TOO_SLOW));
    status = i_select(p.able, status, i_set(WAY_IMMOBILE));
    status = i_select(p.there, i_set(WAY_THERE), status);
    return i_select(p.valid, status, i_set(WAY_INVALID));
}

#endif
