/* This file compiles only if the header compiles alone and first, as C++17 with the strictest warnings. */
#include "waylay/waylay.h"

bool way_header_alone_cpp();

bool way_header_alone_cpp() {
    static const float x[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    float y[4] = {};
    way_intercept3d_in in = {};
    in.chaser_x = way_at(x, sizeof x[0]);
    in.chaser_y = way_at(x, 2 * sizeof x[0]);
    in.chaser_speed = way_same(x);
    way_intercept3d_out out = {};
    out.time = way_to(y, 8);
    way_batch batch = {};
    return in.chaser_x.gap == 0 && in.chaser_y.gap == 4 && in.chaser_speed.gap == -4 && out.time.gap == 4 &&
           out.point_x.data == nullptr && batch.precision == WAY_EXACT;
}
