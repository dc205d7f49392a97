/* Finds one meeting of a shell with a moving target by Newton's iteration. The first guess is the time of a
   straight shot at the target's present position. The columns are those of plain_arc3d. Only the time, the
   point, the velocity and the status are written. */
#include "plain.h"

#include <math.h>

#include "waylay/waylay.h"

void arc_by_newton(const float *const *in, void *const *out, size_t count) {
    float *time = out[0], *point_x = out[1], *point_y = out[2], *point_z = out[3];
    float *velocity_x = out[4], *velocity_y = out[5], *velocity_z = out[6];
    int32_t *status = out[12];
    for (size_t i = 0; i < count; i++) {
        double rx = (double)in[4][i] - (double)in[0][i], ry = (double)in[5][i] - (double)in[1][i],
               rz = (double)in[6][i] - (double)in[2][i];
        double vx = (double)in[7][i], vy = (double)in[8][i], vz = (double)in[9][i];
        double s = (double)in[3][i], g = (double)in[10][i];
        double t = sqrt(rx * rx + ry * ry + rz * rz) / s;
        int met = 0;
        for (int step = 0; step < 10; step++) {
            double x = rx + vx * t, y = ry + vy * t + g * t * t / 2, z = rz + vz * t;
            double length = sqrt(x * x + y * y + z * z);
            double change = (length - s * t) / ((x * vx + y * (vy + g * t) + z * vz) / length - s);
            t -= change;
            if (fabs(change) < 1e-6 * t) {
                met = t > 0;
                break;
            }
        }
        double after = met ? t : 0;
        time[i] = met ? (float)t : INFINITY;
        point_x[i] = (float)((double)in[4][i] + vx * after);
        point_y[i] = (float)((double)in[5][i] + vy * after);
        point_z[i] = (float)((double)in[6][i] + vz * after);
        velocity_x[i] = met ? (float)(rx / t + vx) : 0;
        velocity_y[i] = met ? (float)(ry / t + vy + g * t / 2) : 0;
        velocity_z[i] = met ? (float)(rz / t + vz) : 0;
        status[i] = met ? WAY_MET : WAY_TOO_SLOW;
    }
}
