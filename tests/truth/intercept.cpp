#include "truth/intercept_truth.h"

#include <cmath>

namespace truth_intercept {

using namespace truth;

template <int D> meeting<D> solve(const chase<D> &given) {
    meeting<D> exact = {};
    quad in[4 * D + 4], out[2 * D + 4], a, b, c;
    quad s = exact.speed = given.speed > 0 ? given.speed : 0.0f;
    for (int i = 0; i < D; i++) {
        in[i] = given.chaser[i];
        in[D + 1 + i] = given.runner[i];
        in[2 * D + 1 + i] = given.velocity[i];
        in[3 * D + 3 + i] = given.platform[i];
    }
    in[D] = s;
    in[3 * D + 1] = given.reach;
    in[3 * D + 2] = in[4 * D + 3] = INFINITY;
    way_quad_reference_law_of_cosines(in, D, &a, &b, &c);
    (D == 2 ? way_quad_reference_intercept2d : way_quad_reference_intercept3d)(in, out);

    exact.time = out[0];
    exact.latest = out[2 * D + 1];
    exact.distance = out[2 * D + 2];
    exact.status = (int32_t)out[2 * D + 3];
    exact.latest_infinite = a >= 0;
    /* whether the paths just touch matters only if the roots are in the future */
    exact.touching =
        c < 0 && b > 0 && magnitude(b * b - 4 * a * c) <= (quad)0x1p-100 * (b * b + 4 * magnitude(a * c));
    bool met = exact.status == WAY_MET;
    exact.distance_term = exact.distance;
    for (int i = 0; i < D; i++) {
        quad moved = met ? (quad)given.velocity[i] * exact.time : (quad)0;
        exact.point[i] = out[1 + i];
        exact.point_term[i] = larger(magnitude((quad)given.runner[i]), magnitude(moved));
        exact.velocity[i] = out[1 + D + i];
        quad separation = magnitude((quad)given.runner[i] - (quad)given.chaser[i]);
        exact.distance_term = larger(exact.distance_term, larger(separation, magnitude(moved)));
    }
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
