/* Computes exact answers in 113-bit numbers for every behaviour with a bound in the registry. The answers
   come from the naive reference if its formula is accurate enough in 113 bits, otherwise from the behaviour's
   definition, and never from its kernel. Each file of this folder adds the entries of a family.
   bounds_truth_test.cpp checks the library against the registry's bounds. */
#ifndef WAYLAY_TESTS_TRUTH_TRUTH_H
#define WAYLAY_TESTS_TRUTH_TRUTH_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "reference/reference.h"
#include "draw.h"
#include "waylay/waylay.h"

namespace truth {

using quad = way_quad;

/* Returns the square root to all digits, or 0 if x is not above 0. */
quad root(quad x);

/* Returns the length of a vector. */
template <int D> quad length(const quad *a) {
    quad sum = 0;
    for (int k = 0; k < D; k++)
        sum += a[k] * a[k];
    return root(sum);
}

/* Returns the distance between neighbouring floats at `x`. */
double ulp_of(quad x);

/* Returns the error of `got` in ulps of a float as large as `ulp_scale`. */
double ulps(float got, quad exact, quad ulp_scale);

enum { columns_max = 24 };

/* One agent's exact answer. The error of a float is its distance from `value`, in ulps of a float as large as
   `ulp_scale`. Whole numbers and the status must equal `value`. */
struct answer {
    quad value[columns_max] = {};
    quad ulp_scale[columns_max] = {};
    bool not_judged =
        false; /* not judged: too near to a decision for 113 bits, or outside the header's magnitudes */
    const way_behaviour *behaviour = nullptr;
    const float *got =
        nullptr; /* the library's outputs, for bounds that are stated relative to one of them */
};

/* A behaviour, a regime (a kind of inputs) and its exact answers. */
struct entry {
    const char *behaviour;
    const char *regime;
    /* Draws all inputs in the order of the registry, optional inputs too, each as the 4 bytes of its type. */
    void (*draw)(uint64_t *random, float *in);
    /* Are optional inputs passed? If not, `draw` must set them to their defaults. */
    bool options;
    void (*solve)(const float *in, answer *out);
};

/* Returns all entries that the files of this folder have added. */
std::vector<entry> &entries();

/* Sets the values to the answers of the naive reference. */
void take_reference(const float *in, answer *out);

/* Returns the index of the status output. */
int status_of(const answer &exact);

struct add {
    explicit add(std::initializer_list<entry> more) {
        entries().insert(entries().end(), more.begin(), more.end());
    }
};

inline quad magnitude(quad x) { return x < 0 ? -x : x; }
inline quad larger(quad a, quad b) { return a > b ? a : b; }

/* Returns 1 - exp(-x). */
inline quad lost(quad x) {
    int halves = 0;
    if (x > 80)
        return 1;
    for (; x > 0.125; x /= 2)
        halves++;
    quad sum = 0, term = x;
    for (int n = 2; n < 30; n++) {
        sum += term;
        term *= -x / n;
    }
    for (; halves > 0; halves--)
        sum *= 2 - sum;
    return sum;
}
inline double lost(double x) { return -std::expm1(-x); }

const quad pi = (quad)3.141592653589793 + (quad)1.2246467991473532e-16 + (quad)-2.9947698097183397e-33;

/* Computes sine and cosine by their power series. |x| may be up to slightly more than a whole turn, because
   then the terms x^n / n! decrease fast enough. */
inline void sine_and_cosine(quad x, quad *sine, quad *cosine) {
    quad term = 1, sums[2] = {0, 0};
    for (int n = 0; n < 60; n++) {
        sums[n % 2] += n % 4 < 2 ? term : -term;
        term *= x / (n + 1);
    }
    *cosine = sums[0];
    *sine = sums[1];
}

/* Draws a float with a magnitude from 2^low to 2^high, of either sign. */
inline float any_size(uint64_t *random, int low, int high) {
    int exponent = low + (int)draw_below(random, (uint32_t)(high - low));
    double size = std::ldexp(1.0 + (double)draw_between(random, 0, 1), exponent);
    return (float)(draw_below(random, 2) ? size : -size);
}

/* Draws x or a float that is at most four floats away from x. */
inline float beside(uint64_t *random, float x) {
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits += draw_below(random, 9) - 4;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

} // namespace truth

#endif
