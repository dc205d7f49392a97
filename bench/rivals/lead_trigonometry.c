/* Shows what trigonometry costs: solves the 2D lead by the law of sines, in the triangle of the second
   solution of "Two Basic Kinematics Problems". Side a of the triangle is the chaser's speed, side b the
   runner's speed, and side c the closing speed. Angle A, opposite to side a, is at the runner, between the
   runner's course and the line of sight. LEAD_BY selects the method:

       asin_and_sin   computes the angles
       sin            reads the runner's heading (an angle) and speed in place of the velocity
       square_roots   computes sines and cosines as quotients and square roots

   The columns are those of plain_lead2d. The file is compiled as scalar code, and as vector code with
   fast-math, for which gcc calls the C library's vector functions. */
#include "plain.h"

#include <math.h>

#include "waylay/waylay.h"

#define LEAD_BY_asin_and_sin 1
#define LEAD_BY_sin 2
#define LEAD_BY_square_roots 3
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define WAY JOIN(LEAD_BY_, LEAD_BY)

/* gcc merges sin and cos of one angle into a sincos call, which has no vector version. */
#if defined(__FAST_MATH__)
#define COSINE(angle) sinf((angle) + 1.57079633f)
#else
#define COSINE cosf
#endif

/* Columns are parameters of a function that is not inlined, because gcc honours `restrict` best that way. */
__attribute__((noinline)) static void
lead(size_t count, const float *restrict chaser_x, const float *restrict chaser_y,
     const float *restrict speed, const float *restrict runner_x, const float *restrict runner_y,
     const float *restrict course, const float *restrict pace, float *restrict time, float *restrict point_x,
     float *restrict point_y, float *restrict velocity_x, float *restrict velocity_y,
     float *restrict distance, int32_t *restrict status) {
    for (size_t i = 0; i < count; i++) {
        float rx = runner_x[i] - chaser_x[i], ry = runner_y[i] - chaser_y[i];
        float far = sqrtf(rx * rx + ry * ry);
        float a = speed[i] > 0 ? speed[i] : 0;
#if WAY == LEAD_BY_sin
        float b = pace[i], vx = b * COSINE(course[i]), vy = b * sinf(course[i]);
#else
        float vx = course[i], vy = pace[i], b = sqrtf(vx * vx + vy * vy);
#endif
        float product = far * b;
        float cos_a = product > 0 ? -(rx * vx + ry * vy) / product : 1;
        cos_a = cos_a > 1 ? 1 : cos_a < -1 ? -1 : cos_a;
#if WAY == LEAD_BY_asin_and_sin
        float angle_a = acosf(cos_a), sin_a = sinf(angle_a);
#else
        float sin_a = sqrtf(1 - cos_a * cos_a);
#endif
        float height = b * sin_a, sin_b = a > height ? height / a : 1;
        float straight = a + b * cos_a; /* side c if all sides are on one line */
#if WAY == LEAD_BY_asin_and_sin
        float angle_b = asinf(sin_b);
        float c = sin_a > 0 ? a * sinf(angle_a + angle_b) / sin_a : straight;
#else
        float cos_b = sqrtf(1 - sin_b * sin_b), sin_c = sin_a * cos_b + cos_a * sin_b;
        float c = height > 0 ? b * sin_c / sin_b : straight;
#endif
        int there = far == 0, triangle = cos_a > 0 ? a >= height : a > b;
        int met = triangle & (c > 0) & !there;
        float t = met ? far / c : 0, scale = met ? 1 / t : there ? 0 : a / far;
        time[i] = met | there ? t : INFINITY;
        point_x[i] = runner_x[i] + vx * t;
        point_y[i] = runner_y[i] + vy * t;
        velocity_x[i] = (rx + vx * t) * scale;
        velocity_y[i] = (ry + vy * t) * scale;
        distance[i] = met ? a * t : far;
        status[i] = there ? WAY_THERE : met ? WAY_MET : a > 0 ? WAY_TOO_SLOW : WAY_IMMOBILE;
    }
}

void RIVAL(const float *const *in, void *const *out, size_t count) {
    lead(count, in[0], in[1], in[2], in[3], in[4], in[5], in[6], out[0], out[1], out[2], out[3], out[4],
         out[5], out[6]);
}
