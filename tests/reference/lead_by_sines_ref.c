/* Computes the time of the lead by the law of sines, the second solution in "Two Basic Kinematics Problems".
   The triangle has the chaser's velocity (side a), the runner's velocity (side b) and the closing velocity
   (side c). The angle A is opposite to side a; it is the angle between the runner's course and the line of
   sight. Two sides and an angle that is not between them are known. So the law of sines solves the triangle,
   here with sines and cosines instead of angles.

       A acute     a < b sin A: no triangle    a = b sin A: one    b sin A < a < b: two    a >= b: one
       A right or obtuse     a <= b: none      a > b: one

   If there are two triangles, the one with the longer c meets first. */
#include "reference/real.h"

int REFERENCE(lead_by_sines)(const real *separation, const real *velocity, real speed, int dims, real *time) {
    real distance = 0, b = 0, along = 0;
    for (int k = 0; k < dims; k++) {
        distance += separation[k] * separation[k];
        b += velocity[k] * velocity[k];
        along -= separation[k] * velocity[k];
    }
    distance = sqrt(distance);
    b = sqrt(b);
    real a = speed;
    if (b == 0) { /* no triangle: the chaser goes straight to the runner */
        *time = distance / a;
        return a > 0;
    }
    real cos_a = along / (distance * b);
    real sin_a = sqrt(fmax(0, 1 - cos_a * cos_a));
    int solutions;
    if (cos_a > 0) {
        real height = b * sin_a;
        solutions = a < height ? 0 : a == height || a >= b ? 1 : 2;
    } else
        solutions = a > b ? 1 : 0;
    if (solutions == 0)
        return 0;
    real sin_b = a > 0 ? b * sin_a / a : 0;
    real cos_b = sqrt(fmax(0, 1 - sin_b * sin_b));
    real sin_c = sin_a * cos_b + cos_a * sin_b;
    /* c = b sin C / sin B, without a division by sin 0 */
    real c = sin_b > 0 ? b * sin_c / sin_b : a + b * cos_a;
    *time = distance / c;
    return solutions;
}
