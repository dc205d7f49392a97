/* The EnTT and flecs examples share this: a hand-written lead2d for comparison, random numbers and timing. */
#ifndef HOST_H
#define HOST_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* Computes the chaser's velocity as a game programmer would: it solves the quadratic in floats. If no meeting
   exists, the chaser goes straight for its target. */
static inline void lead_by_hand(float px, float py, float speed, float tx, float ty, float tvx, float tvy,
                                float *go_x, float *go_y) {
    float dx = tx - px, dy = ty - py, c = dx * dx + dy * dy, t = -1;
    *go_x = *go_y = 0;
    if (speed <= 0 || c < 1e-12f)
        return;
    float a = tvx * tvx + tvy * tvy - speed * speed, b = dx * tvx + dy * tvy;
    if (fabsf(a) < 1e-6f) {
        t = b < 0 ? -c / (2 * b) : -1;
    } else if (b * b >= a * c) {
        float root = sqrtf(b * b - a * c), one = (-b - root) / a, two = (-b + root) / a;
        float early = one < two ? one : two;
        t = early > 0 ? early : one < two ? two : one;
    }
    if (t > 0)
        dx += tvx * t, dy += tvy * t;
    float k = speed / sqrtf(dx * dx + dy * dy);
    *go_x = dx * k, *go_y = dy * k;
}

/* draw returns random numbers that are the same on every machine. */
static uint32_t dice = 12345;
static inline float draw(float from, float to) {
    dice = dice * 1664525u + 1013904223u;
    return from + (to - from) * ((float)(dice >> 8) / 16777216.0f);
}

/* Continues an FNV-1a hash, with 32-bit words in place of bytes. */
static inline uint64_t hash_more(uint64_t hash, const void *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const uint32_t *)words)[i]) * 0x100000001b3u;
    return hash;
}

/* Returns the CPU time of this process. Wall-clock time would include other work on the machine. */
static inline double microseconds(void) {
    return (double)clock() * (1e6 / CLOCKS_PER_SEC);
}

static inline int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static inline double median(double *of, size_t count) {
    qsort(of, count, sizeof *of, by_size);
    return of[count / 2];
}

#endif
