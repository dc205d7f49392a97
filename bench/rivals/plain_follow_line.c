#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* The law of follow_line_ref.c with angles, without a time step and without a next segment, as a user would
   write it from the source. */
static const real half_turn = 3.14159265f;

typedef struct field {
    real angle, slope, ahead;
} field;

static inline field field_at(real distance, real bend, real length) {
    real joint = atan2(length * bend, (real)1), near = length * sin(joint);
    field f;
    if (distance < near) {
        f.angle = asin(distance / length);
        f.ahead = length * cos(f.angle);
        f.slope = 1 / f.ahead;
    } else {
        real cosine = cos(joint) - (distance - near) * bend;
        int bends = cosine > 0;
        f.angle = bends ? acos(fmin(cosine, (real)1)) : half_turn / 2;
        f.slope = bends ? bend / sin(f.angle) : 0;
        f.ahead = bends ? distance * cosine / sin(f.angle) : 0;
    }
    return f;
}

static inline real turn_of(real error, real left, real spin, real radius, field f) {
    real by = (left > 0 ? -f.angle : f.angle) - error;
    by = by > half_turn ? by - 2 * half_turn : by <= -half_turn ? by + 2 * half_turn : by;
    real turn = radius * (spin * cos(error) - f.slope * sin(error) + by * 8 / radius);
    return turn > 1 ? 1 : turn < -1 ? -1 : turn;
}

__attribute__((noinline)) static void follow_line2d(size_t count, const float *const *in, void *const *out) {
    const float *restrict chaser_x = in[0], *restrict chaser_y = in[1], *restrict heading_x = in[2];
    const float *restrict heading_y = in[3], *restrict radius = in[5], *restrict from_x = in[6];
    const float *restrict from_y = in[7], *restrict to_x = in[8], *restrict to_y = in[9];
    float *restrict turn = out[0], *restrict point_x = out[1], *restrict point_y = out[2];
    float *restrict cross_track = out[3], *restrict remaining = out[4], *restrict next_x = out[5];
    float *restrict next_y = out[6], *restrict next_hx = out[7], *restrict next_hy = out[8];
    int32_t *restrict status = out[9];
    for (size_t i = 0; i < count; i++) {
        real ex = to_x[i] - from_x[i], ey = to_y[i] - from_y[i], leg = sqrt(ex * ex + ey * ey);
        ex /= leg, ey /= leg;
        real x = chaser_x[i] - from_x[i], y = chaser_y[i] - from_y[i], r = radius[i];
        real left = ex * y - ey * x, hx = heading_x[i], hy = heading_y[i], size = sqrt(hx * hx + hy * hy);
        real error = atan2(ex * hy - ey * hx, ex * hx + ey * hy);
        field f = field_at(fabs(left), 8 / (9 * r), r / 4);
        turn[i] = turn_of(error, left, 0, r, f);
        point_x[i] = chaser_x[i] + ey * left + ex * f.ahead;
        point_y[i] = chaser_y[i] - ex * left + ey * f.ahead;
        cross_track[i] = left;
        remaining[i] = leg - ex * x - ey * y;
        next_x[i] = chaser_x[i];
        next_y[i] = chaser_y[i];
        next_hx[i] = hx / size;
        next_hy[i] = hy / size;
        status[i] = remaining[i] <= 0 ? WAY_THERE : WAY_MET;
    }
}

__attribute__((noinline)) static void follow_circle2d(size_t count, const float *const *in,
                                                      void *const *out) {
    const float *restrict chaser_x = in[0], *restrict chaser_y = in[1], *restrict heading_x = in[2];
    const float *restrict heading_y = in[3], *restrict radius = in[5], *restrict centre_x = in[6];
    const float *restrict centre_y = in[7], *restrict circle_radius = in[8];
    float *restrict turn = out[0], *restrict point_x = out[1], *restrict point_y = out[2];
    float *restrict cross_track = out[3], *restrict next_x = out[4], *restrict next_y = out[5];
    float *restrict next_hx = out[6], *restrict next_hy = out[7];
    int32_t *restrict status = out[8];
    for (size_t i = 0; i < count; i++) {
        real x = chaser_x[i] - centre_x[i], y = chaser_y[i] - centre_y[i], r = radius[i];
        real distance = sqrt(x * x + y * y), hx = heading_x[i], hy = heading_y[i];
        real size = sqrt(hx * hx + hy * hy), around = fmax(circle_radius[i], r), inside = around - distance;
        /* counter-clockwise: the way round is (-y, x) */
        real error = atan2(-(hx * x + hy * y), hy * x - hx * y);
        real bend = inside > 0 ? 8 * (around - r) / (9 * r * around) : 8 / (9 * r);
        field f = field_at(fabs(inside), bend, r / 4);
        turn[i] = turn_of(error, inside, 1 / fmax(distance, r / 4), r, f);
        point_x[i] = centre_x[i] + circle_radius[i] * x / distance;
        point_y[i] = centre_y[i] + circle_radius[i] * y / distance;
        cross_track[i] = distance - circle_radius[i];
        next_x[i] = chaser_x[i];
        next_y[i] = chaser_y[i];
        next_hx[i] = hx / size;
        next_hy[i] = hy / size;
        status[i] = circle_radius[i] >= r ? WAY_MET : WAY_NO_PATH;
    }
}

void plain_follow_line2d(const float *const *in, void *const *out, size_t count) {
    follow_line2d(count, in, out);
}
void plain_follow_circle2d(const float *const *in, void *const *out, size_t count) {
    follow_circle2d(count, in, out);
}
