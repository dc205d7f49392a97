/* Lead pursuit: the interception's truth, over its regimes, and the way straight after the runner where it
   finds none. Not by its own reference: the document's alpha cancels where a second is short beside the time. */
#include <cmath>

#include "chase_regimes.h"
#include "truth/intercept.h"
#include "truth/truth.h"

namespace {

using namespace truth;

template <int D> void solve(const float *in, answer *out) {
    truth_intercept::chase<D> chase = {};
    quad rr = 0, r[D];
    for (int k = 0; k < D; k++) {
        chase.chaser[k] = in[k];
        chase.runner[k] = in[D + 1 + k];
        chase.velocity[k] = in[2 * D + 1 + k];
        r[k] = (quad)chase.runner[k] - (quad)chase.chaser[k];
        rr += r[k] * r[k];
    }
    chase.speed = in[D];
    float horizon = in[3 * D + 1], range = in[3 * D + 2];
    truth_intercept::meeting<D> exact = truth_intercept::solve(chase);
    quad distance = root(rr), *point = &out->value[1], *velocity = &out->value[1 + D];
    bool met = exact.status == WAY_MET, late = met && exact.time > (quad)horizon;

    out->either = exact.touching || !truth_intercept::in_range(chase);
    quad status = late ? (quad)WAY_LATE : (quad)exact.status;
    out->value[0] = met && !late ? exact.time : exact.status == WAY_THERE ? (quad)0 : (quad)INFINITY;
    out->counted_at[0] = exact.time;
    for (int k = 0; k < D; k++) {
        point[k] = met && !late ? exact.point[k] : (quad)chase.runner[k];
        out->counted_at[1 + k] = met && !late ? exact.point_term[k] : magnitude(point[k]);
        velocity[k] = met && !late   ? exact.velocity[k]
                      : distance > 0 ? exact.speed * r[k] / distance
                                     : (quad)0;
        out->counted_at[1 + D + k] = exact.speed;
    }
    quad gone = met && !late ? exact.speed * exact.time : distance;
    out->value[2 * D + 1] = out->counted_at[2 * D + 1] = gone;
    /* the horizon and the range cut where the answer itself is rounded */
    out->either = out->either ||
                  (met && magnitude(exact.time - (quad)horizon) < exact.time * (quad)0x1p-20) ||
                  magnitude(gone - (quad)range) < gone * (quad)0x1p-20;
    if (met && !late && gone > (quad)range)
        status = WAY_OUT_OF_RANGE;
    out->value[2 * D + 2] = status;
}

template <int D, size_t n, bool options> void draw(uint64_t *random, float *in) {
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    truth_intercept::chase<D> c = all[n].draw(random, chase_regimes::reach_kind::none);
    for (int k = 0; k < D; k++) {
        in[k] = c.chaser[k];
        in[D + 1 + k] = c.runner[k];
        in[2 * D + 1 + k] = c.velocity[k];
    }
    in[D] = c.speed;
    in[3 * D + 1] = in[3 * D + 2] = INFINITY;
    if (options && draw_below(random, 2))
        in[3 * D + 1] = draw_between(random, 0, 500);
    if (options && draw_below(random, 2))
        in[3 * D + 2] = draw_between(random, 0, 5000);
}

template <int D> const char *name_of(size_t n) {
    static const std::vector<chase_regimes::regime<D>> all = chase_regimes::regimes<D>();
    return n < all.size() && !all[n].platform ? all[n].name : nullptr;
}

template <int D, size_t n> void add_regime(const char *behaviour) {
    if (name_of<D>(n) != nullptr)
        entries().push_back({behaviour, name_of<D>(n), draw<D, n, false>, false, solve<D>});
}

template <int D, size_t... n> void add_regimes(const char *behaviour, std::index_sequence<n...>) {
    (add_regime<D, n>(behaviour), ...);
    entries().push_back({behaviour, "horizon and range", draw<D, 0, true>, true, solve<D>});
}

const bool added = [] {
    add_regimes<2>("lead2d", std::make_index_sequence<13>());
    add_regimes<3>("lead3d", std::make_index_sequence<13>());
    return true;
}();

} // namespace
