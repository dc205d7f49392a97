/* Computes when two moving discs touch, and how the contact changes the velocity of disc 1. The contact is an
   interception (meeting.h) by a chaser of speed 0 whose reach R is the sum of the radii: |r + v t| = R. With
   the unit vector n from centre 1 to centre 2, the velocity of disc 1 changes by

       (1 + e) (v.n) m2 / (m1 + m2) n.

   This conserves momentum, and the discs separate at e times their closing speed. Twinsen's "Vector Geometry
   in Game Programming" announces a part 3 about such contacts. A lane whose sums cancel too far is undecided:
   see ball_wall.h. If floats show that no disc of a vector meets its other disc, nothing else is computed. */
#define WAY_FAMILY "kernels/bounce/bounce_discs.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/bounce/wall_sums.h"

/* The time of the contact, and the vector between the centres at that time. */
typedef struct discs {
    wide time;
    wide nx, ny;              /* from the centre of disc 1 to that of disc 2, of any length */
    wide closing;             /* v.n */
    widemask touching, meets; /* touching: the discs touch now */
    widemask undecided;
} discs;

WAY_INLINE flanes discs_horizon(agents a) { return load_or(a, IN_bounce_discs2d_horizon, INFINITY); }

WAY_INLINE discs discs_meet(agents a, ball b, ball c, int exact) {
    const wide zero = w_set(0.0);
    wide rx = w_sub(c.x, b.x), ry = w_sub(c.y, b.y), vx = w_sub(c.vx, b.vx), vy = w_sub(c.vy, b.vy);
    wide reach = w_add(b.radius, c.radius), square = w_mul(reach, reach);
    wide rr = dot2(rx, ry, rx, ry), vv = dot2(vx, vy, vx, vy), whole = w_mul(square, vv);
    end_sums s;
    discs d = {.undecided = w_lt(zero, zero)};
    if (exact)
        s = end_sums_exactly(twin_between(b.x, c.x), twin_between(b.y, c.y), twin_between(b.vx, c.vx),
                             twin_between(b.vy, c.vy), twin_sum(b.radius, c.radius));
    else
        s = end_sums_of(rx, ry, vx, vy, square, whole);
    if (WAY_WIDE_IS_DOUBLE && !exact) {
        wide little = w_add(w_mul(w_set(UNDECIDED_END), whole), w_mul(w_mul(w_set(UNDECIDED_SMALL), rr), vv));
        d.undecided = w_or(w_lt(w_abs(s.disc), little), w_lt(w_abs(s.rest), w_mul(w_set(UNDECIDED_END), rr)));
        if (a.given) {
            wide pace = w_sub(w_sqrt(w_keep(w_lt(zero, s.disc), s.disc)), s.m);
            d.undecided = w_or(d.undecided, undecided_by_horizon(s.rest, pace, discs_horizon(a)));
        }
    }
    widemask nearer = w_lt(s.m, zero), apart = w_lt(zero, s.rest), hits = w_and(apart, w_le(zero, s.disc));
    wide root = w_sqrt(w_keep(hits, s.disc));
    d.time = w_keep(apart, w_div(s.rest, w_sub(root, s.m)));
    d.touching = w_le(s.rest, zero);
    d.meets = w_and(nearer, w_or(hits, d.touching));
    /* if the discs touch now, n is r. Otherwise n is v.v (r + v t), the sum of a vector along v and a vector
       across v */
    d.nx = w_select(d.touching, rx, w_sub(w_mul(s.k, vy), w_mul(root, vx)));
    d.ny = w_select(d.touching, ry, w_negate(w_add(w_mul(s.k, vx), w_mul(root, vy))));
    d.closing = w_select(d.touching, s.m, dot2(d.nx, d.ny, vx, vy));
    return d;
}

typedef struct pushed {
    flanes time;
    vector change;
    ilanes status;
    mask undecided;
} pushed;

/* Do the discs surely not meet, because they separate, or because they pass each other at a distance? With the
   rounding errors of floats, r.v and k = r x v are wrong by less than 2^-20 |r| |v|. So discs with
   k k > v.v (R R (1 + 2^-6) + 2^-30 r.r) pass each other. The terms 2^-100 stand for products that underflow. If
   v.v nearly underflows, or if a product overflows, the answer is no. So both precisions give the same bits as
   without this test. */
WAY_INLINE mask discs_miss(agents a, int own, int other, flanes radius, flanes radius2) {
    const flanes least = f_set(0x1p-100f);
    vector r = between(a, own, other, 2), v = between(a, own + 2, other + 2, 2);
    flanes reach = f_add(radius, radius2), square = f_mul(f_mul(reach, reach), f_set(1 + 0x1p-6f));
    flanes vv = vector_dot(v, v, 2), m = vector_dot(r, v, 2), k = vector_cross(r, v, 2).z;
    flanes errors = f_add(f_mul(vector_dot(r, r, 2), f_set(0x1p-30f)), least);
    mask passes = f_lt(f_add(f_mul(vv, f_add(square, errors)), least), f_mul(k, k));
    mask leaves = f_lt(f_add(f_mul(vv, errors), least), f_mul(m, f_abs(m)));
    return m_and(f_lt(f_set(0x1p-60f), vv), m_or(passes, leaves));
}

/* Returns (1 + restitution) m2 / (m1 + m2). By default, this is 1. */
WAY_INLINE wide changing_share(flanes mass, flanes mass2, flanes restitution) {
    const flanes infinity = f_set(INFINITY);
    mask moves = f_lt(mass, infinity), moves2 = f_lt(mass2, infinity);
    wide m1 = w_widen(f_keep(moves, mass)), m2 = w_widen(f_keep(moves2, mass2));
    wide share = w_div(m2, w_add(m1, m2)); /* the part of the change that disc 1 gets */
    share = w_keep(wide_where(moves), w_select(wide_where(moves2), share, w_set(1.0)));
    return w_mul(share, w_add(w_set(1.0), w_widen(restitution)));
}

WAY_INLINE pushed push_discs(agents a, int exact) {
    const int own = IN_bounce_discs2d_ball_x, other = IN_bounce_discs2d_other_x;
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    flanes radius = load(a, IN_bounce_discs2d_radius), radius2 = load(a, IN_bounce_discs2d_other_radius);
    flanes mass = load_or(a, IN_bounce_discs2d_mass, 1.0f);
    flanes mass2 = load_or(a, IN_bounce_discs2d_other_mass, 1.0f);
    flanes restitution = load_or(a, IN_bounce_discs2d_restitution, 1.0f), horizon = discs_horizon(a);
    mask valid = m_and(ball_is_sound(a, own, radius), ball_is_sound(a, other, radius2));
    if (a.given) { /* the defaults are valid */
        valid = m_and(valid, m_and(f_lt(zero, mass), f_lt(zero, mass2)));
        valid = m_and(valid, m_and(f_le(zero, restitution), f_lt(restitution, f_set((float)WALL_ROOM))));
        valid = m_and(valid, f_lt(f_set(-INFINITY), horizon));
    }

    if (!exact && m_all(m_and(valid, discs_miss(a, own, other, radius, radius2))))
        return (pushed){infinity, vector_none(), i_set(WAY_TOO_SLOW), f_lt(zero, zero)};

    discs d = discs_meet(a, load_ball(a, own, radius), load_ball(a, other, radius2), exact);
    wide share = a.given ? changing_share(mass, mass2, restitution) : w_set(1.0);
    wide push = w_div(w_mul(share, d.closing), dot2(d.nx, d.ny, d.nx, d.ny));
    flanes x = w_narrow(w_mul(push, d.nx)), y = w_narrow(w_mul(push, d.ny)), when = w_narrow(d.time);

    flanes sum = f_add(f_add(f_abs(x), f_abs(y)), when);
    mask met = m_and(m_and(valid, m_narrow(d.meets)), f_lt(sum, infinity)),
         in_time = a.given ? m_and(met, m_narrow(w_le(d.time, w_widen(horizon)))) : met;
    ilanes status = a.given ? i_select(met, i_set(WAY_LATE), i_set(WAY_TOO_SLOW)) : i_set(WAY_TOO_SLOW);
    status = i_select(in_time, i_select(m_narrow(d.touching), i_set(WAY_THERE), i_set(WAY_MET)), status);
    return (pushed){.time = f_select(in_time, when, infinity),
                    .change = {f_keep(in_time, f_add(x, zero)), f_keep(in_time, f_add(y, zero)), zero},
                    .status = i_select(valid, status, i_set(WAY_INVALID)),
                    .undecided = m_narrow(d.undecided)};
}

WAY_INLINE bounce_discs2d_answers bounce_discs2d(pushed p) {
    return (bounce_discs2d_answers){p.time, XY(p.change), p.status};
}

#define NAME bounce_discs2d
#define SUMS pushed
#define SUM(a) push_discs(a, 0)
#define FINISH(a, sums, roots) bounce_discs2d(sums)
#define AHEAD 0
#define DECIDE way_bounce_discs2d_exactly
#define ANSWERED 1
#define ANY_UNDECIDED(a, sums, roots) m_any((sums).undecided)
#define UNDECIDED(a, sums, roots) (sums).undecided
#define DECIDED(a) bounce_discs2d(push_discs(a, 1))
#include "kernels/loop.h"
DEFINE_CALL(way_bounce_discs2d, bounce_discs2d, fast)
