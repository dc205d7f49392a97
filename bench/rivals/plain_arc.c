/* Solves the quartic of a shot at a moving target in closed form, as graphics programmers do. Ferrari's
   method makes two quadratics from a root of the resolvent cubic. The cubic is solved by Cardano's cube roots
   or, if it has three roots, by a cosine. All numbers are doubles, and a value within 1e-9 of zero counts as
   zero. */
#include "plain.h"

#include <math.h>

#include "waylay/waylay.h"

#define NOTHING 1e-9

static int is_nothing(double x) { return x > -NOTHING && x < NOTHING; }

/* Finds the real roots of x^2 + b x + c. Returns their number. */
static int quadratic(double b, double c, double *root) {
    double half = b / 2, disc = half * half - c;
    if (is_nothing(disc)) {
        root[0] = -half;
        return 1;
    }
    if (disc < 0)
        return 0;
    disc = sqrt(disc);
    root[0] = disc - half;
    root[1] = -disc - half;
    return 2;
}

/* Finds the real roots of x^3 + a x^2 + b x + c. Returns their number. */
static int cubic(double a, double b, double c, double *root) {
    double third = a / 3, p = (b - a * a / 3) / 3, q = (2 * a * a * a / 27 - a * b / 3 + c) / 2;
    double disc = q * q + p * p * p;
    int count = 1;
    if (is_nothing(disc)) {
        double u = cbrt(-q);
        root[0] = 2 * u;
        root[1] = -u;
        count = is_nothing(q) ? 1 : 2;
    } else if (disc < 0) {
        double angle = acos(-q / sqrt(-p * p * p)) / 3, size = 2 * sqrt(-p);
        root[0] = size * cos(angle);
        root[1] = -size * cos(angle + 1.0471975511965976);
        root[2] = -size * cos(angle - 1.0471975511965976);
        count = 3;
    } else {
        double s = sqrt(disc);
        root[0] = cbrt(s - q) - cbrt(s + q);
    }
    for (int k = 0; k < count; k++)
        root[k] -= third;
    return count;
}

/* Finds the real roots of e[4] t^4 + ... + e[0]. Returns their number. */
static int quartic(const double *e, double *root) {
    if (is_nothing(e[4])) {
        if (is_nothing(e[2])) {
            root[0] = -e[0] / e[1];
            return !is_nothing(e[1]);
        }
        return quadratic(e[1] / e[2], e[0] / e[2], root);
    }
    double a = e[3] / e[4], b = e[2] / e[4], c = e[1] / e[4], d = e[0] / e[4], aa = a * a;
    double p = b - 3 * aa / 8, q = aa * a / 8 - a * b / 2 + c;
    double r = -3 * aa * aa / 256 + aa * b / 16 - a * c / 4 + d;
    int count;
    if (is_nothing(r)) {
        count = cubic(0, p, q, root);
        root[count++] = 0;
    } else {
        cubic(-p / 2, -r, r * p / 2 - q * q / 8, root);
        double z = root[0], u = z * z - r, v = 2 * z - p;
        if ((u < 0 && !is_nothing(u)) || (v < 0 && !is_nothing(v)))
            return 0;
        u = is_nothing(u) ? 0 : sqrt(u);
        v = is_nothing(v) ? 0 : sqrt(v);
        if (q < 0)
            v = -v;
        count = quadratic(v, z - u, root);
        count += quadratic(-v, z + u, root + count);
    }
    for (int k = 0; k < count; k++)
        root[k] -= a / 4;
    return count;
}

/* Sorts the times above 0 to the front. Returns their number. */
static int sort_times(double *time, int count) {
    int kept = 0;
    for (int k = 0; k < count; k++) {
        double one = time[k];
        int at = kept;
        if (one <= NOTHING)
            continue;
        for (; at > 0 && time[at - 1] > one; at--)
            time[at] = time[at - 1];
        time[at] = one;
        kept++;
    }
    return kept;
}

/* The input columns are the gun's position, the shell's speed, the target's position and velocity (2D has no
   z), then gravity or the target's acceleration. The outputs are in the registry's order. */
static void arcs(const float *const *in, void *const *out, size_t count, int dims, int is_shell) {
    const float *const *from = in, *const *to = in + dims + 1, *const *to_v = to + dims,
                       *const *last = to_v + dims;
    float *const *point = (float *const *)(out + 1), *const *velocity = point + dims;
    float *time = out[0], *high_time = out[1 + 2 * dims], *const *high = velocity + dims + 1;
    int32_t *meetings = out[2 + 3 * dims + (is_shell ? 2 + 2 * dims : 0)],
            *status = out[3 + 3 * dims + (is_shell ? 2 + 2 * dims : 0)];
    for (size_t i = 0; i < count; i++) {
        double r[3], v[3], a[3] = {0, 0, 0}, s = (double)in[dims][i], e[5] = {0, 0, -s * s, 0, 0}, root[5];
        for (int k = 0; k < dims; k++) {
            r[k] = (double)to[k][i] - (double)from[k][i];
            v[k] = (double)to_v[k][i];
            a[k] = is_shell ? (k == 1 ? (double)last[0][i] : 0) : (double)last[k][i];
            e[0] += r[k] * r[k];
            e[1] += 2 * r[k] * v[k];
            e[2] += v[k] * v[k] + a[k] * r[k];
            e[3] += a[k] * v[k];
            e[4] += a[k] * a[k] / 4;
        }
        int met = sort_times(root, quartic(e, root));
        double early = met > 0 ? root[0] : INFINITY, late = met > 0 ? root[met - 1] : 0;
        double after = met > 0 ? early : 0;
        for (int k = 0; k < dims; k++) {
            double own = is_shell ? 0 : a[k];
            point[k][i] = (float)((double)to[k][i] + v[k] * after + own * after * after / 2);
            velocity[k][i] = met > 0 ? (float)(r[k] / early + v[k] + a[k] * early / 2) : 0;
            high[k][i] = met > 1 ? (float)(r[k] / late + v[k] + a[k] * late / 2) : 0;
        }
        float *const *middle = high + dims;
        for (int n = 1; is_shell && n < 3; n++, middle += dims + 1) {
            double t = n < met - 1 ? root[n] : INFINITY;
            middle[0][i] = (float)t;
            for (int k = 0; k < dims; k++)
                middle[1 + k][i] = n < met - 1 ? (float)(r[k] / t + v[k] + a[k] * t / 2) : 0;
        }
        time[i] = (float)early;
        high_time[i] = met > 1 ? (float)late : INFINITY;
        meetings[i] = met;
        status[i] = met > 0 ? WAY_MET : WAY_TOO_SLOW;
    }
}

void plain_arc2d(const float *const *in, void *const *out, size_t count) { arcs(in, out, count, 2, 1); }
void plain_arc3d(const float *const *in, void *const *out, size_t count) { arcs(in, out, count, 3, 1); }
void plain_chase_accelerating2d(const float *const *in, void *const *out, size_t count) {
    arcs(in, out, count, 2, 0);
}
void plain_chase_accelerating3d(const float *const *in, void *const *out, size_t count) {
    arcs(in, out, count, 3, 0);
}
