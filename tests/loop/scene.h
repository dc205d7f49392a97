/* Vectors and scenes for the tests of this folder. In the plane, z is 0. */
#ifndef WAYLAY_TESTS_SCENE_H
#define WAYLAY_TESTS_SCENE_H

#include "episodes.h"

namespace scene {

struct vec {
    double at[3] = {0, 0, 0};
};

inline vec operator+(const vec &a, const vec &b) {
    return {{a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2]}};
}
inline vec operator-(const vec &a, const vec &b) {
    return {{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}
inline vec operator*(const vec &a, double k) { return {{a.at[0] * k, a.at[1] * k, a.at[2] * k}}; }
inline double dot(const vec &a, const vec &b) {
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}
inline double size(const vec &a) { return std::sqrt(dot(a, a)); }
inline double size_max(const vec &a) {
    return std::fmax(std::fabs(a.at[0]), std::fmax(std::fabs(a.at[1]), std::fabs(a.at[2])));
}
/* Rounds to floats, as columns do that are not positions. */
inline vec rounded(const vec &a) { return {{(float)a.at[0], (float)a.at[1], (float)a.at[2]}}; }

/* The unit in the last place of a float */
inline double ulp(double value) {
    float size = (float)std::fabs(value);
    return (double)std::nextafter(size, INFINITY) - (double)size;
}

inline std::string axis(const char *stem, int k) { return std::string(stem) + "xyz"[k]; }

/* Inputs "stem x, y, z" of a call: set them, read them; and its outputs */
inline void put(episodes::call &to, const char *stem, const vec &value, int dims) {
    for (int k = 0; k < dims; k++)
        to[axis(stem, k).c_str()] = value.at[k];
}
inline vec get(episodes::call &from, const char *stem, int dims) {
    vec value;
    for (int k = 0; k < dims; k++)
        value.at[k] = from[axis(stem, k).c_str()];
    return value;
}
inline vec answer(const episodes::call &from, const char *stem, int dims) {
    vec value;
    for (int k = 0; k < dims; k++)
        value.at[k] = from.got(axis(stem, k).c_str());
    return value;
}

inline vec random_direction(episodes::episode &e, int dims) {
    vec unit;
    e.direction(unit.at, dims);
    return unit;
}
inline vec random_place(episodes::episode &e, double size, int dims) {
    vec place;
    for (int k = 0; k < dims; k++)
        place.at[k] = e.place(size);
    return place;
}

} // namespace scene

#endif
