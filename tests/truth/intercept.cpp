#include "truth/intercept.h"

#include <cmath>

namespace truth_intercept {

using namespace truth;

namespace {

/* A sum that keeps what each addition rounds off, so that even terms a hundred binary digits apart cancel
   exactly (Neumaier). */
struct exact_sum {
    quad sum = 0, lost = 0;
    void add(quad x) {
        quad was = sum;
        sum += x;
        lost += magnitude(was) < magnitude(x) ? (x - sum) + was : (was - sum) + x;
    }
    quad value() const { return sum + lost; }
};

/* The time is 0 where they do not meet. */
template <int D> void tell_distance(const chase<D> &given, const quad *r, meeting<D> &exact) {
    quad square = 0;
    for (int i = 0; i < D; i++) {
        quad moved = exact.status == WAY_MET ? (quad)given.velocity[i] * exact.time : (quad)0,
             gone = r[i] + moved;
        square += gone * gone;
        exact.distance_term = larger(exact.distance_term, larger(magnitude(r[i]), magnitude(moved)));
    }
    exact.distance = root(square);
    exact.distance_term = larger(exact.distance_term, exact.distance);
}

} // namespace

template <int D> meeting<D> solve(const chase<D> &given) {
    meeting<D> exact = {};
    quad r[D], v[D];
    exact_sum vv_ss, rv_sR, rr_RR;
    quad s = given.speed > 0 ? given.speed : 0.0f, R = given.reach;
    for (int i = 0; i < D; i++) {
        r[i] = (quad)given.runner[i] - (quad)given.chaser[i];
        v[i] = (quad)given.velocity[i] - (quad)given.platform[i];
        rr_RR.add(r[i] * r[i]);
        rv_sR.add(r[i] * v[i]);
        vv_ss.add(v[i] * v[i]);
    }
    rr_RR.add(-R * R);
    rv_sR.add(-s * R);
    vv_ss.add(-s * s);
    quad a = vv_ss.value(), b = rv_sR.value(), c = rr_RR.value(); /* a t^2 + 2 b t + c = 0 */
    quad bb = b * b, ac = a * c, disc = bb - ac;
    quad S = root(disc);
    exact.speed = s;
    exact.latest_infinite = a <= 0;

    if (c <= 0) {
        exact.status = WAY_THERE;
        if (a > 0) /* the later root, without cancellation */
            exact.latest = b < 0 ? (S - b) / a : b + S > 0 ? -c / (b + S) : 0;
        for (int i = 0; i < D; i++) {
            exact.point[i] = given.runner[i];
            exact.point_term[i] = magnitude(exact.point[i]);
        }
        tell_distance(given, r, exact);
        return exact;
    }

    bool met;
    if (b < 0) {
        /* touching matters only where the roots are ahead */
        exact.touching = magnitude(disc) <= (quad)0x1p-100 * (bb + magnitude(ac));
        met = disc >= 0;
        exact.time = c / (S - b);
    } else {
        met = a < 0;
        exact.time = met ? (b + S) / -a : 0;
    }
    if (!met) {
        exact.status = s > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
        tell_distance(given, r, exact);
        return exact;
    }
    exact.status = WAY_MET;
    quad t = exact.time;
    if (a > 0)
        exact.latest = (S - b) / a;
    quad share = s / (s * t + R);
    for (int i = 0; i < D; i++) {
        quad moved = (quad)given.velocity[i] * t;
        exact.point[i] = (quad)given.runner[i] + moved;
        exact.point_term[i] = larger(magnitude((quad)given.runner[i]), magnitude(moved));
        exact.velocity[i] = s > 0 ? share * (r[i] + v[i] * t) : 0;
    }
    tell_distance(given, r, exact);
    return exact;
}

template <int D> bool in_range(const chase<D> &given) {
    auto sound = [](double x) { return x == 0 || (x >= 1e-15 && x <= 1e15); };
    double separation = 0, runner = 0, speed = given.speed > 0 ? (double)given.speed : 0.0;
    for (int i = 0; i < D; i++) {
        separation = std::hypot(separation, (double)given.runner[i] - (double)given.chaser[i]);
        runner = std::hypot(runner, (double)given.velocity[i] - (double)given.platform[i]);
    }
    return sound(separation) && sound(runner) && sound(speed) && sound((double)given.reach) &&
           sound(speed * separation) && sound(runner * separation) &&
           (speed == 0 || separation / speed <= 1e15);
}

template <int D> verdict judge(const chase<D> &given, const meeting<D> &exact, const answer<D> &got) {
    verdict v = {false, exact.touching, -1, -1, -1, -1, -1, -1};
    bool number = got.time == got.time && got.latest == got.latest && got.distance == got.distance;
    for (int i = 0; i < D; i++)
        number = number && got.point[i] == got.point[i] && got.velocity[i] == got.velocity[i];
    if (!number) {
        v.wrong = true;
        return v;
    }
    if (exact.touching)
        return v;
    if (got.status != exact.status) {
        v.wrong = true;
        return v;
    }
    v.distance = ulps(got.distance, exact.distance, exact.distance_term);
    if (exact.status != WAY_MET && exact.status != WAY_THERE) {
        v.wrong = got.time != INFINITY || got.latest != 0;
        for (int i = 0; i < D; i++)
            v.wrong = v.wrong || got.velocity[i] != 0 || got.point[i] != given.runner[i];
        return v;
    }

    v.time = ulps(got.time, exact.time, exact.time);
    if (exact.latest_infinite || got.latest == INFINITY)
        v.wrong = !exact.latest_infinite || got.latest != INFINITY;
    else
        v.latest = ulps(got.latest, exact.latest, exact.latest);
    double speed_ulp = ulp_of(exact.speed), length = 0;
    v.velocity = 0;
    v.point = 0;
    for (int i = 0; i < D; i++) {
        v.point = std::fmax(v.point, ulps(got.point[i], exact.point[i], exact.point_term[i]));
        v.velocity = std::fmax(v.velocity, ulps(got.velocity[i], exact.velocity[i], exact.speed));
        length = std::hypot(length, (double)got.velocity[i]);
    }
    if (exact.status == WAY_MET)
        v.length = std::fabs(length - (double)exact.speed) / speed_ulp;
    return v;
}

template meeting<2> solve<2>(const chase<2> &);
template meeting<3> solve<3>(const chase<3> &);
template bool in_range<2>(const chase<2> &);
template bool in_range<3>(const chase<3> &);
template verdict judge<2>(const chase<2> &, const meeting<2> &, const answer<2> &);
template verdict judge<3>(const chase<3> &, const meeting<3> &, const answer<3> &);

} // namespace truth_intercept
