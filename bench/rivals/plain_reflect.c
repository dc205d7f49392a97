#include "plain.h"

#include "rival_real.h"

#include "waylay/waylay.h"

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
perpendicular2d(size_t count, const float *restrict x, const float *restrict y,
                float *restrict perpendicular_x, float *restrict perpendicular_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        perpendicular_x[i] = -y[i];
        perpendicular_y[i] = x[i];
        status[i] = WAY_MET;
    }
}

__attribute__((noinline)) static void project2d(size_t count, const float *restrict vector_x,
                                                const float *restrict vector_y, const float *restrict axis_x,
                                                const float *restrict axis_y, float *restrict length,
                                                float *restrict projection_x, float *restrict projection_y,
                                                int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real ax = axis_x[i], ay = axis_y[i], square = ax * ax + ay * ay;
        real scale = square > 0 ? (vector_x[i] * ax + vector_y[i] * ay) / square : 0;
        length[i] = scale * sqrt(square);
        projection_x[i] = scale * ax;
        projection_y[i] = scale * ay;
        status[i] = square > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

__attribute__((noinline)) static void
project3d(size_t count, const float *restrict vector_x, const float *restrict vector_y,
          const float *restrict vector_z, const float *restrict axis_x, const float *restrict axis_y,
          const float *restrict axis_z, float *restrict length, float *restrict projection_x,
          float *restrict projection_y, float *restrict projection_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real ax = axis_x[i], ay = axis_y[i], az = axis_z[i], square = ax * ax + ay * ay + az * az;
        real scale = square > 0 ? (vector_x[i] * ax + vector_y[i] * ay + vector_z[i] * az) / square : 0;
        length[i] = scale * sqrt(square);
        projection_x[i] = scale * ax;
        projection_y[i] = scale * ay;
        projection_z[i] = scale * az;
        status[i] = square > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

__attribute__((noinline)) static void reflect2d(size_t count, const float *restrict velocity_x,
                                                const float *restrict velocity_y,
                                                const float *restrict normal_x,
                                                const float *restrict normal_y, float *restrict reflected_x,
                                                float *restrict reflected_y, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real sx = velocity_x[i], sy = velocity_y[i], nx = normal_x[i], ny = normal_y[i];
        real square = nx * nx + ny * ny;
        real twice = square > 0 ? 2 * (sx * nx + sy * ny) / square : 0;
        reflected_x[i] = sx - twice * nx;
        reflected_y[i] = sy - twice * ny;
        status[i] = square > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

__attribute__((noinline)) static void
reflect3d(size_t count, const float *restrict velocity_x, const float *restrict velocity_y,
          const float *restrict velocity_z, const float *restrict normal_x, const float *restrict normal_y,
          const float *restrict normal_z, float *restrict reflected_x, float *restrict reflected_y,
          float *restrict reflected_z, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real sx = velocity_x[i], sy = velocity_y[i], sz = velocity_z[i];
        real nx = normal_x[i], ny = normal_y[i], nz = normal_z[i];
        real square = nx * nx + ny * ny + nz * nz;
        real twice = square > 0 ? 2 * (sx * nx + sy * ny + sz * nz) / square : 0;
        reflected_x[i] = sx - twice * nx;
        reflected_y[i] = sy - twice * ny;
        reflected_z[i] = sz - twice * nz;
        status[i] = square > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

__attribute__((noinline)) static void
reflect_wall2d(size_t count, const float *restrict velocity_x, const float *restrict velocity_y,
               const float *restrict wall_ax, const float *restrict wall_ay, const float *restrict wall_bx,
               const float *restrict wall_by, float *restrict reflected_x, float *restrict reflected_y,
               int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        real sx = velocity_x[i], sy = velocity_y[i];
        real nx = wall_ay[i] - wall_by[i], ny = wall_bx[i] - wall_ax[i];
        real square = nx * nx + ny * ny;
        real twice = square > 0 ? 2 * (sx * nx + sy * ny) / square : 0;
        reflected_x[i] = sx - twice * nx;
        reflected_y[i] = sy - twice * ny;
        status[i] = square > 0 ? WAY_MET : WAY_DEGENERATE;
    }
}

void plain_perpendicular2d(const float *const *in, void *const *out, size_t count) {
    perpendicular2d(count, in[0], in[1], out[0], out[1], out[2]);
}

void plain_project2d(const float *const *in, void *const *out, size_t count) {
    project2d(count, in[0], in[1], in[2], in[3], out[0], out[1], out[2], out[3]);
}

void plain_project3d(const float *const *in, void *const *out, size_t count) {
    project3d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4]);
}

void plain_reflect2d(const float *const *in, void *const *out, size_t count) {
    reflect2d(count, in[0], in[1], in[2], in[3], out[0], out[1], out[2]);
}

void plain_reflect3d(const float *const *in, void *const *out, size_t count) {
    reflect3d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3]);
}

void plain_reflect_wall2d(const float *const *in, void *const *out, size_t count) {
    reflect_wall2d(count, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2]);
}
