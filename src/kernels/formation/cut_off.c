/* Finds the earliest point of a runner's course that a chaser on turning circles reaches no later than the
   runner. The chaser, at speed s, reaches this point at the smallest T with L(T) <= s T, where L(T) is the
   length of the shortest path (paths.h) to the runner's position after T. Each word, a kind of path such as
   LSL, is searched separately, but only up to the best time of the words searched before: see
   cut_off_search.h. */
#define WAY_FAMILY "kernels/formation/cut_off.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/formation/cut_off_search.h"
#include "kernels/formation/path_six_words.h"

/* Returns the earliest meeting time by a word with a straight, or `best` if `best` is earlier. With many
   lanes, this function is not inlined, so that all words use the same part of the stack. */
WAY_APART flanes first_by_straight(const chase *c, int right1, int right2, flanes best) {
    return first_of_word(c, 0, right1, right2, best);
}

WAY_APART flanes first_by_arcs(const chase *c, int right, flanes best) {
    return first_of_word(c, 1, right, right, best);
}

/* Returns the earliest meeting time by any word. A pair is two words that are mirror images of each other.
   The two searches of a pair start from the same bound, so that mirrored agents get mirrored answers. */
WAY_INLINE flanes first_moment(const chase *c) {
    flanes best = f_set(INFINITY);
    for (int pair = 0; pair < 3; pair++) {
        flanes before = best;
        for (int right = 0; right < 2; right++) {
            flanes found = pair == 2 ? first_by_arcs(c, right, before)
                                     : first_by_straight(c, right, pair == 1 ? !right : right, before);
            best = f_select(f_lt(found, best), found, best);
        }
    }
    return best;
}

/* The heading at arrival, as a vector of any length, and a sum of squares. If the sum is not finite, the
   input is invalid. */
typedef struct asked {
    wide_vector heading;
    flanes squares;
} asked;

/* Returns the heading at arrival. The heading is the first of these that is not 0: the wanted heading, the
   runner's heading, the heading towards the runner, the chaser's current heading. If the chaser passes the
   runner at a distance of at most `drift`, the heading towards the runner is the chaser's heading: in the last
   steps, rounding errors would turn the exact heading. */
WAY_INLINE asked heading_asked(agents a, wide_vector apart, wide_vector v, flanes drift) {
    const wide tiny = w_set(FLT_MIN);
    wide_vector own = load_wide_vector(a, IN_cut_off2d_heading_x, 2);
    asked g = {own, f_add(w_narrow(wide_dot(apart, apart, 2)), w_narrow(wide_dot(v, v, 2)))};
    wide aside = cross2(own.x, own.y, apart.x, apart.y), most = w_widen(drift);
    widemask turns = w_lt(w_mul(w_mul(most, most), wide_dot(own, own, 2)), w_mul(aside, aside));
    turns = w_or(turns, w_lt(wide_dot(own, apart, 2), w_set(0.0)));
    turns = w_and(turns, w_le(tiny, wide_dot(apart, apart, 2)));
    g.heading = wide_select(turns, apart, g.heading);
    g.heading = wide_select(w_le(tiny, wide_dot(v, v, 2)), v, g.heading);
    if (a.given) {
        wide_vector wanted = load_wide_vector(a, IN_cut_off2d_wanted_heading_x, 2);
        g.squares = f_add(g.squares, w_narrow(wide_dot(wanted, wanted, 2)));
        g.heading = wide_select(w_le(tiny, wide_dot(wanted, wanted, 2)), wanted, g.heading);
    }
    return g;
}

/* Sets c->looking, the lanes in which there may be a meeting, and c->first, the first time to test. This is
   the time at which a chaser on a straight line would meet the runner, because no path is shorter than this
   line. The unit of speed is the chaser's speed. */
WAY_INLINE void begin_straight(chase *c, wide_vector v, flanes places) {
    const flanes zero = f_set(0.0f), tiny = f_set(FLT_MIN), speed = c->speed;
    const wide_vector apart = c->p.way;
    wide per_speed = w_widen(f_div(f_set(1.0f), f_select(f_lt(tiny, speed), speed, f_set(1.0f))));
    wide_vector pace = {w_mul(v.x, per_speed), w_mul(v.y, per_speed), v.z};
    wide aside = cross2(apart.x, apart.y, pace.x, pace.y), rr = wide_dot(apart, apart, 2);
    flanes disc = w_narrow(w_sub(rr, w_mul(aside, aside))), b = w_narrow(wide_dot(apart, pace, 2));
    flanes most = f_add(f_abs(b), f_sqrt(max0(disc)));
    flanes lead = w_narrow(w_sub(w_set(1.0), wide_dot(pace, pace, 2)));
    mask comes = f_lt(b, zero), ever = m_or(comes, f_lt(f_set(-0x1p-20f), lead));
    mask hopeless = m_andnot(f_lt(disc, f_mul(w_narrow(rr), f_set(-0x1p-18f))), f_le(zero, lead));
    flanes straight =
        f_select(comes, f_div(w_narrow(rr), most), f_select(f_lt(zero, lead), f_div(most, lead), zero));
    straight = f_sub(f_mul(f_mul(straight, f_set(1 - 0x1p-18f)), w_narrow(per_speed)),
                     f_mul(f_mul(places, f_set(0x1p-22f)), w_narrow(per_speed)));
    c->first = f_select(m_and(f_lt(zero, straight), f_lt(straight, c->longest)), straight, zero);
    c->looking = m_andnot(m_and(m_and(c->p.valid, f_lt(zero, speed)), ever), hopeless);
}

WAY_APART void begin_chase(agents a, chase *c) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY), tiny = f_set(FLT_MIN);
    const int start = IN_cut_off2d_chaser_x, runner = IN_cut_off2d_runner_x;
    flanes radius = load(a, IN_cut_off2d_radius), given_speed = load(a, IN_cut_off2d_chaser_speed);
    flanes horizon = load_or(a, IN_cut_off2d_horizon, INFINITY);
    const wide_vector v = load_wide_vector(a, IN_cut_off2d_runner_vx, 2);
    const wide_vector apart = between_wide(a, start, runner, 2);
    const flanes places = size_of_place(a, runner), from_size = size_of_place(a, start);
    const flanes drift = drift_of(radius, tolerance_of(radius, f_add(from_size, places)));
    asked g = heading_asked(a, apart, v, drift);
    poses p = poses_of(load_wide_vector(a, IN_cut_off2d_heading_x, 2), g.heading, apart,
                       f_add(from_size, places), radius, radius);
    flanes sizes = f_add(g.squares, f_mul(given_speed, given_speed));
    p.valid = m_and(p.valid, m_and(f_lt(sizes, f_set(0x1p125f)), f_lt(f_set(-INFINITY), horizon)));
    flanes speed = f_select(f_lt(zero, given_speed), given_speed, zero);
    wide vv = wide_dot(v, v, 2);
    flanes runner_speed = f_sqrt(w_narrow(vv)), speed_sum = f_add(speed, runner_speed),
           speed_difference = f_sub(speed, runner_speed);
    wide per_speed = w_keep(w_le(w_set(FLT_MIN), vv), per_root(vv));
    c->a = a;
    c->p = p;
    c->speed = speed;
    c->from_size = from_size;
    c->course = (wide_vector){w_mul(v.x, per_speed), w_mul(v.y, per_speed), v.z};
    c->per_runner_speed = f_select(f_lt(zero, w_narrow(per_speed)), w_narrow(per_speed), infinity);
    c->least_closing = max0(speed_difference);
    c->longest = f_div(f_set(0x1p60f), f_select(f_lt(tiny, speed_sum), speed_sum, tiny));
    c->rounded = f_mul(f_mul(places, w_narrow(per_speed)), f_set(0x1p-24f));
    begin_straight(c, v, places);
}

WAY_APART cut_off2d_answers end_chase(agents a, chase *c, flanes time) {
    const flanes zero = f_set(0.0f), infinity = f_set(INFINITY);
    time = f_keep(f_lt(time, infinity), time);
    wide_vector runner = load_wide_vector(a, IN_cut_off2d_runner_x, 2);
    vector at = runner_at(runner, load_wide_vector(a, IN_cut_off2d_runner_vx, 2), time);
    meet_at_place(&c->p, at, load_wide_vector(a, IN_cut_off2d_chaser_x, 2), c->from_size);
    turning_path path = shortest_path(&c->p, 0);
    const mask valid = c->p.valid;
    flanes reach = f_mul(c->speed, time), given_speed = load(a, IN_cut_off2d_chaser_speed);
    flanes horizon = load_or(a, IN_cut_off2d_horizon, INFINITY);

    mask in_reach = f_le(path.total, f_add(reach, f_mul(reach, f_set(0x1p-21f))));
    mask there = m_and(f_le(path.total, zero), f_le(time, zero));
    mask found = m_and(m_and(valid, in_reach), f_lt(path.total, infinity));
    mask late = m_andnot(found, f_le(time, horizon));
    mask met = m_andnot(found, late);
    ilanes status = i_select(f_lt(zero, given_speed), i_set(WAY_TOO_SLOW), i_set(WAY_IMMOBILE));
    status = i_select(met, i_select(there, i_set(WAY_THERE), i_set(WAY_MET)), status);
    status = i_select(late, i_set(WAY_LATE), status);
    return (cut_off2d_answers){
        f_select(met, time, infinity),
        XY(vector_keep(met, at, 2)),
        XY(vector_keep(met, wide_narrow(c->p.g, 2), 2)),
        f_keep(met, path.arc1),
        f_keep(met, path.middle),
        f_keep(met, path.arc2),
        f_select(met, path.total, infinity),
        i_select(met, path.word, i_set(WAY_NO_WORD)),
        i_select(valid, status, i_set(WAY_INVALID)),
    };
}

WAY_INLINE cut_off2d_answers cut_off2d(agents a) {
    chase c;
    begin_chase(a, &c);
    return end_chase(a, &c, first_moment(&c));
}

#define NAME cut_off2d
#define SOLVE(a) cut_off2d(a)
#define LONG_RUNNING 1
#define ALL_GIVEN 1
#include "kernels/loop.h"
DEFINE_CALL(way_cut_off2d, cut_off2d, fast)
