/* Compiled as C++17 under the strictest warnings: the header, alone and first. */
#include "waylay/waylay.h"

bool way_header_alone_cpp();

bool way_header_alone_cpp() {
    static const float x[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    float y[4] = {};
    way_intercept3d_in in = {};
    in.chaser_x = {x, 0};
    in.chaser_y = way_at(x, 2 * sizeof x[0]);
    in.chaser_speed = way_same(x);
    way_intercept3d_out out = {};
    out.time = way_to(y, 8);
    way_batch batch = {};
    return in.chaser_x.stride == 0 && in.chaser_y.stride == 8 && in.chaser_speed.stride == WAY_SAME &&
           out.time.stride == 8 && out.point_x.data == nullptr && batch.precision == WAY_EXACT;
}
