/* This file compiles only if the header compiles alone and first, as C11 with the strictest warnings. */
#include "waylay/waylay.h"

int way_header_alone_c(void);

int way_header_alone_c(void) {
    static const float x[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    float y[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    way_intercept2d_in in = {
        .chaser_x = {.data = x}, .chaser_y = way_at(x, 2 * sizeof x[0]), .chaser_speed = way_same(x)};
    way_intercept2d_out out = {.time = way_to(y, 8)};
    way_batch batch = {.count = 2};
    return in.chaser_x.gap == 0 && in.chaser_y.gap == 4 && in.chaser_speed.gap == -4 && out.time.gap == 4 &&
           out.point_x.data == NULL && batch.precision == WAY_EXACT;
}
