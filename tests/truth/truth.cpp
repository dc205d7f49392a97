#include "truth/truth.h"

#include <cfloat>
#include <cmath>

namespace truth {

std::vector<entry> &entries() {
    static std::vector<entry> all;
    return all;
}

void take_reference(const float *in, answer *out) {
    quad given[columns_max];
    for (size_t k = 0; k < out->behaviour->input_count; k++) {
        int32_t whole;
        std::memcpy(&whole, &in[k], sizeof whole);
        given[k] = out->behaviour->inputs[k].type == WAY_FLOAT ? (quad)in[k] : (quad)whole;
    }
    way_quad_reference_named(out->behaviour->name)(given, out->value);
}

int status_of(const answer &exact) { return (int)exact.value[exact.behaviour->output_count - 1]; }

/* Improves the square root in doubles by two Newton steps. Each step doubles the number of correct bits, from
   53 to at most 113. */
quad root(quad x) {
    if (!(x > 0))
        return 0;
    quad s = std::sqrt((double)x);
    for (int step = 0; step < 2; step++)
        s += (quad)((double)(x - s * s) / (2 * (double)s));
    return s;
}

/* Returns the distance between neighbouring floats at `x`. */
double ulp_of(quad x) {
    int exponent;
    double size = std::fabs((double)x);
    if (size < (double)FLT_MIN)
        return 0x1p-149;
    std::frexp(size, &exponent);
    return std::ldexp(1.0, exponent - 24);
}

double ulps(float got, quad exact, quad ulp_scale) {
    quad error = (quad)got - exact;
    return (double)(error < 0 ? -error : error) / ulp_of(ulp_scale);
}

} // namespace truth
