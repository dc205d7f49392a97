/* Paths of turning circles in numbers of 113 bits: tangents by the centres' difference split along and across
   the straight, angles by the arctangent of what is exact. */
#ifndef WAYLAY_TESTS_TRUTH_PATHS_H
#define WAYLAY_TESTS_TRUTH_PATHS_H

#include <cmath>

#include "truth/truth.h"

namespace truth_paths {

using namespace truth;

struct vec {
    quad x, y;
};

inline vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
inline vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y}; }
inline vec operator*(vec a, quad by) { return {a.x * by, a.y * by}; }
inline quad dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
inline quad cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }
inline vec left(vec a) { return {-a.y, a.x}; }
inline quad length(vec a) { return root(dot(a, a)); }

/* No angle that is as good as none, and not the whole turn that is as good as none. */
inline quad turn(vec from, vec to, int side) {
    quad s = cross(from, to) * side, c = dot(from, to);
    if (c > 0 && magnitude(s) < c * 0x1p-32)
        return 0;
    quad angle = (quad)std::atan2((long double)s, (long double)c);
    return angle < 0 ? angle + 2 * pi : angle;
}

struct path {
    vec centre1, exit, centre2, entry;
    quad arc1 = 0, middle = 0, arc2 = 0, total = INFINITY;
    bool near = false; /* too near to a decision, or where the header promises nothing */
};

struct question {
    vec p, h, q, g;
    quad r1, r2;
};

inline path by_straight(const question &a, int side1, int side2) {
    path path;
    path.centre1 = a.p + left(a.h) * (a.r1 * side1);
    path.centre2 = a.q + left(a.g) * (a.r2 * side2);
    vec w = path.centre2 - path.centre1;
    quad k = a.r2 * side2 - a.r1 * side1, ww = dot(w, w), square = ww - k * k;
    quad size = a.r1 + a.r2 + length(a.q - a.p);
    bool one = k == 0 && ww < size * size * 1e-26;
    path.near = !one && ww < size * size * 1e-10;
    /* a square that is nothing but rounding, on either side of what touches */
    path.near |= k != 0 && magnitude(square) < k * k * 1e-9 && square != 0;
    if (square < 0 && !one)
        return path;
    quad straight = one ? 0 : root(square);
    vec t = one ? a.h : (w * straight - left(w) * k) * (1 / ww);
    path.exit = path.centre1 - left(t) * (a.r1 * side1);
    path.entry = path.centre2 - left(t) * (a.r2 * side2);
    quad arc1 = turn(a.h, t, side1), arc2 = turn(t, a.g, side2);
    path.near |= 2 * pi - arc1 < 1e-6 || 2 * pi - arc2 < 1e-6;
    path.arc1 = a.r1 * arc1;
    path.arc2 = a.r2 * arc2;
    path.middle = straight;
    path.total = path.arc1 + path.middle + path.arc2;
    return path;
}

inline path by_arcs(const question &a, int side) {
    path path;
    quad r = a.r1;
    path.centre1 = a.p + left(a.h) * (r * side);
    path.centre2 = a.q + left(a.g) * (r * side);
    vec w = path.centre2 - path.centre1;
    quad ww = dot(w, w), square = 4 * r * r - ww / 4, size = r + length(a.q - a.p);
    path.near = (ww != 0 && ww < size * size * 1e-10) || magnitude(square) < r * r * 1e-9;
    if (square < 0 || ww == 0 || a.r1 != a.r2)
        return path;
    vec m = path.centre1 + w * (quad)0.5 + left(w) * (side * root(square) / root(ww));
    path.exit = (path.centre1 + m) * (quad)0.5;
    path.entry = (path.centre2 + m) * (quad)0.5;
    vec leaving = left(m - path.centre1) * (quad)side, joining = left(m - path.centre2) * (quad)side;
    quad arc1 = turn(a.h, leaving, side), arc2 = turn(joining, a.g, side);
    path.near |= 2 * pi - arc1 < 1e-6 || 2 * pi - arc2 < 1e-6;
    path.arc1 = r * arc1;
    path.middle = r * turn(leaving, joining, -side);
    path.arc2 = r * arc2;
    path.total = path.arc1 + path.middle + path.arc2;
    return path;
}

/* The shortest of all words, or the one of number `got` where it is as good. `either`: no word is safe. */
inline path shortest(const question &a, int got, int *word, bool *either) {
    const path all[] = {by_straight(a, 1, 1),  by_straight(a, -1, -1), by_straight(a, 1, -1),
                        by_straight(a, -1, 1), by_arcs(a, 1),          by_arcs(a, -1)};
    int best = 0;
    for (int other = 1; other < 6; other++)
        if (all[other].total < all[best].total)
            best = other;
    quad slack = (all[best].total + 2 * pi * larger(a.r1, a.r2)) * 1e-6;
    if (got >= 0 && got < 6 && all[got].total < all[best].total + slack)
        best = got;
    for (const path &path : all)
        *either |= path.near && !(path.total > all[best].total + 6 * a.r1 && path.total < (quad)INFINITY);
    *word = best;
    return all[best];
}

} // namespace truth_paths

#endif
