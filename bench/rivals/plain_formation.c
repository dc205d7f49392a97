/* The plain loops of a marching formation: its pose on the path (march2d), the units of a rank (line2d), and
   the ranks behind, in columns (file2d) or in rows (rank2d, wheel2d). */
#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
march2d(size_t count, const float *restrict x, const float *restrict y, const float *restrict heading_x,
        const float *restrict heading_y, const float *restrict target_x, const float *restrict target_y,
        const float *restrict target_heading_x, const float *restrict target_heading_y,
        const float *restrict radius, const int32_t *restrict word, const float *restrict arc1,
        const float *restrict middle, const float *restrict arc2, const float *restrict distance,
        float *restrict next_x, float *restrict next_y, float *restrict next_heading_x,
        float *restrict next_heading_y, float *restrict next_distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real r = radius[i], total = arc1[i] + middle[i] + arc2[i],
             at = fmin(fmax(distance[i], (real)0), total);
        int kind = word[i];
        real side1 = kind == WAY_RSR || kind == WAY_RSL || kind == WAY_RLR ? -1 : 1;
        real side2 = kind == WAY_RSR || kind == WAY_LSR || kind == WAY_RLR ? -1 : 1;
        real h = atan2(heading_y[i], heading_x[i]), g = atan2(target_heading_y[i], target_heading_x[i]);
        real px = x[i], py = y[i], angle = h;
        status[i] = WAY_MET;
        if (kind == WAY_NO_WORD) {
            at = 0;
            status[i] = WAY_NO_PATH;
        } else if (at >= total) {
            px = target_x[i], py = target_y[i], angle = g;
            status[i] = WAY_THERE;
        } else if (at > arc1[i] && at >= arc1[i] + middle[i]) {
            real cx = target_x[i] - side2 * r * sin(g), cy = target_y[i] + side2 * r * cos(g);
            angle = g - side2 * (total - at) / r;
            px = cx + side2 * r * sin(angle), py = cy - side2 * r * cos(angle);
        } else {
            real cx = x[i] - side1 * r * sin(h), cy = y[i] + side1 * r * cos(h);
            angle = h + side1 * fmin(at, arc1[i]) / r;
            px = cx + side1 * r * sin(angle), py = cy - side1 * r * cos(angle);
            if (at > arc1[i] && kind >= WAY_LRL) {
                real turned = angle - side1 * (at - arc1[i]) / r;
                px += side1 * r * (sin(angle) - sin(turned)), py -= side1 * r * (cos(angle) - cos(turned));
                angle = turned;
            } else if (at > arc1[i]) {
                real joining = g - side2 * arc2[i] / r;
                real ex = target_x[i] + side2 * r * (sin(joining) - sin(g));
                real ey = target_y[i] - side2 * r * (cos(joining) - cos(g));
                real part = (at - arc1[i]) / middle[i];
                px += (ex - px) * part, py += (ey - py) * part;
            }
        }
        next_x[i] = px, next_y[i] = py;
        next_heading_x[i] = cos(angle), next_heading_y[i] = sin(angle);
        next_distance[i] = at;
    }
}

void plain_march2d(const float *const *in, void *const *out, size_t count) {
    march2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], (const int32_t *)in[9],
            in[10], in[11], in[12], in[13], out[0], out[1], out[2], out[3], out[4], out[5]);
}

__attribute__((noinline)) static void line2d(size_t count, const float *restrict rank_x,
                                             const float *restrict rank_y, const float *restrict heading_x,
                                             const float *restrict heading_y, const float *restrict offset,
                                             float *restrict place_x, float *restrict place_y,
                                             int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real by = offset[i] / sqrt(heading_x[i] * heading_x[i] + heading_y[i] * heading_y[i]);
        place_x[i] = rank_x[i] + heading_y[i] * by;
        place_y[i] = rank_y[i] - heading_x[i] * by;
        status[i] = WAY_MET;
    }
}

void plain_line2d(const float *const *in, void *const *out, size_t count) {
    line2d(count, in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2]);
}

__attribute__((noinline)) static void file2d(size_t count, const float *restrict x, const float *restrict y,
                                             const float *restrict spacing, const float *restrict ahead_x,
                                             const float *restrict ahead_y, float *restrict next_x,
                                             float *restrict next_y, float *restrict next_heading_x,
                                             float *restrict next_heading_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real dx = ahead_x[i] - x[i], dy = ahead_y[i] - y[i], square = dx * dx + dy * dy;
        real per = square > 0 ? 1 / sqrt(square) : 0;
        next_heading_x[i] = dx * per, next_heading_y[i] = dy * per;
        next_x[i] = ahead_x[i] - spacing[i] * dx * per;
        next_y[i] = ahead_y[i] - spacing[i] * dy * per;
        status[i] = square > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

void plain_file2d(const float *const *in, void *const *out, size_t count) {
    file2d(count, in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2], out[3], out[4]);
}

__attribute__((noinline)) static void
rank2d(size_t count, const float *restrict x, const float *restrict y, const float *restrict heading_x,
       const float *restrict heading_y, const float *restrict half_width, const float *restrict spacing,
       const float *restrict ahead_x, const float *restrict ahead_y, const float *restrict ahead_heading_x,
       const float *restrict ahead_heading_y, float *restrict next_x, float *restrict next_y,
       float *restrict next_heading_x, float *restrict next_heading_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real per_h = 1 / sqrt(heading_x[i] * heading_x[i] + heading_y[i] * heading_y[i]);
        real per_a =
            1 / sqrt(ahead_heading_x[i] * ahead_heading_x[i] + ahead_heading_y[i] * ahead_heading_y[i]);
        real hx = heading_x[i] * per_h, hy = heading_y[i] * per_h;
        real ax = ahead_heading_x[i] * per_a, ay = ahead_heading_y[i] * per_a;
        real dx = ahead_x[i] - x[i], dy = ahead_y[i] - y[i], turn = ax * dy - ay * dx;
        real inner = turn > 0 ? half_width[i] : turn < 0 ? -half_width[i] : 0;
        real wx = dx + inner * (ay - hy), wy = dy - inner * (ax - hx), square = wx * wx + wy * wy;
        real ux = ax, uy = ay;
        if (square > 0) {
            real per = 1 / sqrt(square);
            ux = wx * per, uy = wy * per;
        }
        next_x[i] = ahead_x[i] + inner * (ay - uy) - spacing[i] * ux;
        next_y[i] = ahead_y[i] - inner * (ax - ux) - spacing[i] * uy;
        next_heading_x[i] = ux, next_heading_y[i] = uy;
        status[i] = WAY_MET;
    }
}

void plain_rank2d(const float *const *in, void *const *out, size_t count) {
    rank2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
           out[2], out[3], out[4]);
}

__attribute__((noinline)) static void
wheel2d(size_t count, const float *restrict x, const float *restrict y, const float *restrict heading_x,
        const float *restrict heading_y, const float *restrict half_width, const float *restrict wanted_x,
        const float *restrict wanted_y, const float *restrict wanted_heading_x,
        const float *restrict wanted_heading_y, const float *restrict step, float *restrict next_x,
        float *restrict next_y, float *restrict next_heading_x, float *restrict next_heading_y,
        float *restrict behind, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real per_h = 1 / sqrt(heading_x[i] * heading_x[i] + heading_y[i] * heading_y[i]);
        real per_g =
            1 / sqrt(wanted_heading_x[i] * wanted_heading_x[i] + wanted_heading_y[i] * wanted_heading_y[i]);
        real hx = heading_x[i] * per_h, hy = heading_y[i] * per_h;
        real gx = wanted_heading_x[i] * per_g, gy = wanted_heading_y[i] * per_g;
        real dx = wanted_x[i] - x[i], dy = wanted_y[i] - y[i];
        real chord = sqrt((gx - hx) * (gx - hx) + (gy - hy) * (gy - hy));
        real way = sqrt(dx * dx + dy * dy) + half_width[i] * chord, reach = 2 * step[i];
        int arrives = way <= reach;
        real share = arrives ? 1 : reach / way, turn = chord * share, cosine = 1 - turn * turn / 2;
        real sine = turn * sqrt(1 - turn * turn / 4) * (hx * gy - hy * gx < 0 ? -1 : 1);
        next_x[i] = x[i] + dx * share, next_y[i] = y[i] + dy * share;
        next_heading_x[i] = arrives ? gx : hx * cosine - hy * sine;
        next_heading_y[i] = arrives ? gy : hy * cosine + hx * sine;
        real left = sqrt(dx * dx + dy * dy) * (1 - share);
        real rest = 1 - chord * chord / 4;
        real swing = chord * sqrt(1 - turn * turn / 4) - turn * sqrt(rest > 0 ? rest : 0);
        behind[i] = arrives ? 0 : left + half_width[i] * swing;
        status[i] = WAY_MET;
    }
}

void plain_wheel2d(const float *const *in, void *const *out, size_t count) {
    wheel2d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9], out[0], out[1],
            out[2], out[3], out[4], out[5]);
}

__attribute__((noinline)) static void pack2d(size_t count, const float *restrict middle_x,
                                             const float *restrict middle_y, const float *restrict spacing,
                                             const float *restrict number, float *restrict place_x,
                                             float *restrict place_y, int32_t *restrict status) {
    static const real cosine[8] = {1, 0.5, -0.5, -1, -0.5, 0.5, 1, 0.5};
    static const real sine[8] = {0, 0.8660254037844386,  0.8660254037844386,
                                 0, -0.8660254037844386, -0.8660254037844386,
                                 0, 0.8660254037844386};
    for (size_t i = 0; i < count; i++) {
        int k = (int)number[i], ring = 0;
        for (; k > 0 && k > 6 * ring; ring++)
            k -= 6 * ring;
        int side = k > 0 ? (k - 1) % 6 : 0, turn = k > 0 ? (k - 1) / 6 : 0, off = (turn + 1) / 2;
        int along = ring / 2 + ((turn + ring) % 2 ? -off : off);
        place_x[i] = middle_x[i] + spacing[i] * (ring * cosine[side] + along * cosine[side + 2]);
        place_y[i] = middle_y[i] + spacing[i] * (ring * sine[side] + along * sine[side + 2]);
        status[i] = WAY_MET;
    }
}

void plain_pack2d(const float *const *in, void *const *out, size_t count) {
    pack2d(count, in[0], in[1], in[2], in[3], out[0], out[1], out[2]);
}
