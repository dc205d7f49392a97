#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. The
   2D loops are the 3D loops with z = 0. */
__attribute__((noinline)) static void
apex3d(size_t count, const float *restrict from_x, const float *restrict from_y, const float *restrict from_z,
       const float *restrict to_x, const float *restrict to_y, const float *restrict to_z,
       const float *restrict gravity, const float *restrict apex, float *restrict time,
       float *restrict velocity_x, float *restrict velocity_y, float *restrict velocity_z,
       float *restrict rise_time, float *restrict top, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real highest = (from_y[i] > to_y[i] ? from_y[i] : to_y[i]) + apex[i];
        real up = highest - from_y[i], down = highest - to_y[i], g = gravity[i];
        if (!(g > 0) || apex[i] < 0) {
            time[i] = rise_time[i] = INFINITY;
            velocity_x[i] = velocity_y[i] = velocity_z[i] = top[i] = 0;
            status[i] = WAY_INVALID;
            continue;
        }
        real speed = sqrt(2 * g * up), rise = speed / g, t = rise + sqrt(2 * down / g);
        time[i] = t;
        velocity_x[i] = (to_x[i] - from_x[i]) / t;
        velocity_y[i] = speed;
        velocity_z[i] = (to_z[i] - from_z[i]) / t;
        rise_time[i] = rise;
        top[i] = highest;
        status[i] = t > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

void plain_launch_apex3d(const float *const *in, void *const *out, size_t count) {
    apex3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
           out[4], out[5], out[6]);
}

__attribute__((noinline)) static void
apex2d(size_t count, const float *restrict from_x, const float *restrict from_y, const float *restrict to_x,
       const float *restrict to_y, const float *restrict gravity, const float *restrict apex,
       float *restrict time, float *restrict velocity_x, float *restrict velocity_y,
       float *restrict rise_time, float *restrict top, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real highest = (from_y[i] > to_y[i] ? from_y[i] : to_y[i]) + apex[i];
        real up = highest - from_y[i], down = highest - to_y[i], g = gravity[i];
        if (!(g > 0) || apex[i] < 0) {
            time[i] = rise_time[i] = INFINITY;
            velocity_x[i] = velocity_y[i] = top[i] = 0;
            status[i] = WAY_INVALID;
            continue;
        }
        real speed = sqrt(2 * g * up), rise = speed / g, t = rise + sqrt(2 * down / g);
        time[i] = t;
        velocity_x[i] = (to_x[i] - from_x[i]) / t;
        velocity_y[i] = speed;
        rise_time[i] = rise;
        top[i] = highest;
        status[i] = t > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

void plain_launch_apex2d(const float *const *in, void *const *out, size_t count) {
    apex2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], out[5]);
}

/* `low` and `high` are the tangents of the two launch angles. */
__attribute__((noinline)) static void
speed3d(size_t count, const float *restrict from_x, const float *restrict from_y,
        const float *restrict from_z, const float *restrict to_x, const float *restrict to_y,
        const float *restrict to_z, const float *restrict speed, const float *restrict gravity,
        float *restrict time, float *restrict velocity_x, float *restrict velocity_y,
        float *restrict velocity_z, float *restrict high_time, float *restrict high_velocity_x,
        float *restrict high_velocity_y, float *restrict high_velocity_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], z = to_z[i] - from_z[i];
        real h = sqrt(x * x + z * z), g = gravity[i], ss = speed[i] * speed[i];
        real disc = ss * ss - g * (g * h * h + 2 * y * ss);
        if (disc < 0 || !(speed[i] > 0)) {
            time[i] = high_time[i] = INFINITY;
            velocity_x[i] = velocity_y[i] = velocity_z[i] = 0;
            high_velocity_x[i] = high_velocity_y[i] = high_velocity_z[i] = 0;
            status[i] = WAY_TOO_SLOW;
            continue;
        }
        real root = sqrt(disc), low = (ss - root) / (g * h), high = (ss + root) / (g * h);
        real along = speed[i] / sqrt(1 + low * low), high_along = speed[i] / sqrt(1 + high * high);
        time[i] = h / along;
        velocity_x[i] = x / h * along;
        velocity_y[i] = low * along;
        velocity_z[i] = z / h * along;
        high_time[i] = h / high_along;
        high_velocity_x[i] = x / h * high_along;
        high_velocity_y[i] = high * high_along;
        high_velocity_z[i] = z / h * high_along;
        status[i] = WAY_MET;
    }
}

void plain_launch_speed3d(const float *const *in, void *const *out, size_t count) {
    speed3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
            out[4], out[5], out[6], out[7], out[8]);
}

__attribute__((noinline)) static void speed2d(size_t count, const float *restrict from_x,
                                              const float *restrict from_y, const float *restrict to_x,
                                              const float *restrict to_y, const float *restrict speed,
                                              const float *restrict gravity, float *restrict time,
                                              float *restrict velocity_x, float *restrict velocity_y,
                                              float *restrict high_time, float *restrict high_velocity_x,
                                              float *restrict high_velocity_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i];
        real h = fabs(x), g = gravity[i], ss = speed[i] * speed[i], side = x < 0 ? -1 : 1;
        real disc = ss * ss - g * (g * h * h + 2 * y * ss);
        if (disc < 0 || !(speed[i] > 0)) {
            time[i] = high_time[i] = INFINITY;
            velocity_x[i] = velocity_y[i] = 0;
            high_velocity_x[i] = high_velocity_y[i] = 0;
            status[i] = WAY_TOO_SLOW;
            continue;
        }
        real root = sqrt(disc), low = (ss - root) / (g * h), high = (ss + root) / (g * h);
        real along = speed[i] / sqrt(1 + low * low), high_along = speed[i] / sqrt(1 + high * high);
        time[i] = h / along;
        velocity_x[i] = side * along;
        velocity_y[i] = low * along;
        high_time[i] = h / high_along;
        high_velocity_x[i] = side * high_along;
        high_velocity_y[i] = high * high_along;
        status[i] = WAY_MET;
    }
}

void plain_launch_speed2d(const float *const *in, void *const *out, size_t count) {
    speed2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], out[5],
            out[6]);
}

__attribute__((noinline)) static void
reach3d(size_t count, const float *restrict from_x, const float *restrict from_y,
        const float *restrict from_z, const float *restrict to_x, const float *restrict to_y,
        const float *restrict to_z, const float *restrict speed, const float *restrict gravity,
        float *restrict range, float *restrict far_x, float *restrict far_y, float *restrict far_z,
        float *restrict least_speed, float *restrict least_x, float *restrict least_y,
        float *restrict least_z, float *restrict least_time, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], z = to_z[i] - from_z[i];
        real h = sqrt(x * x + z * z), d = sqrt(h * h + y * y), g = gravity[i], s = speed[i];
        real over = s * s - 2 * g * y, least = sqrt(g * (y + d)), t = sqrt(2 * d / g);
        if (over > 0) {
            real root = sqrt(over), scale = s / sqrt(s * s + over);
            range[i] = s / g * root;
            far_x[i] = x / h * root * scale;
            far_y[i] = s * scale;
            far_z[i] = z / h * root * scale;
        } else
            range[i] = far_x[i] = far_y[i] = far_z[i] = 0;
        least_speed[i] = least;
        least_x[i] = x / t;
        least_y[i] = (y + d) / t;
        least_z[i] = z / t;
        least_time[i] = t;
        status[i] = s >= least ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_launch_reach3d(const float *const *in, void *const *out, size_t count) {
    reach3d(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], out[0], out[1], out[2], out[3],
            out[4], out[5], out[6], out[7], out[8], out[9]);
}

__attribute__((noinline)) static void
reach2d(size_t count, const float *restrict from_x, const float *restrict from_y, const float *restrict to_x,
        const float *restrict to_y, const float *restrict speed, const float *restrict gravity,
        float *restrict range, float *restrict far_x, float *restrict far_y, float *restrict least_speed,
        float *restrict least_x, float *restrict least_y, float *restrict least_time,
        int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real x = to_x[i] - from_x[i], y = to_y[i] - from_y[i], d = sqrt(x * x + y * y);
        real g = gravity[i], s = speed[i], side = x < 0 ? -1 : 1;
        real over = s * s - 2 * g * y, least = sqrt(g * (y + d)), t = sqrt(2 * d / g);
        if (over > 0) {
            real root = sqrt(over), scale = s / sqrt(s * s + over);
            range[i] = s / g * root;
            far_x[i] = side * root * scale;
            far_y[i] = s * scale;
        } else
            range[i] = far_x[i] = far_y[i] = 0;
        least_speed[i] = least;
        least_x[i] = x / t;
        least_y[i] = (y + d) / t;
        least_time[i] = t;
        status[i] = s >= least ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_launch_reach2d(const float *const *in, void *const *out, size_t count) {
    reach2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], out[5],
            out[6], out[7]);
}
