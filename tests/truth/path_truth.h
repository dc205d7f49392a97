/* With the naive reference in 113-bit numbers, computes the path of turning circles for each word (kind of
   path, such as LSL). */
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

struct question {
    vec p, h, q, g; /* start p with heading h, target q with heading g; headings have length 1 */
    quad r1, r2;
};

struct path {
    quad out[14]; /* the outputs of shortest_path2d */
    bool near;    /* the path is too near to a decision to be judged */
    quad arc1() const { return out[8]; }
    quad middle() const { return out[9]; }
    quad arc2() const { return out[10]; }
    quad total() const { return out[11]; }
};

inline int side1_of(int word) { return word == WAY_RSR || word == WAY_RSL || word == WAY_RLR ? -1 : 1; }
inline int side2_of(int word) { return word == WAY_RSR || word == WAY_LSR || word == WAY_RLR ? -1 : 1; }

inline bool is_near(const question &a, const path &path, int word) {
    int side1 = side1_of(word), side2 = side2_of(word);
    vec w = a.q + left(a.g) * (a.r2 * side2) - a.p - left(a.h) * (a.r1 * side1);
    quad ww = dot(w, w), apart = length(a.q - a.p);
    bool near = false, found = path.total() < (quad)INFINITY;
    if (word < WAY_LRL) {
        quad k = a.r2 * side2 - a.r1 * side1, square = ww - k * k, size = a.r1 + a.r2 + apart;
        bool one = k == 0 && ww < size * size * 1e-26;
        near = !one && ww < size * size * 1e-10;
        /* the circles almost touch, so the square is mostly rounding error */
        near |= k != 0 && magnitude(square) < k * k * 1e-9 && square != 0;
    } else {
        quad r = a.r1, square = 4 * r * r - ww / 4, size = r + apart;
        near = (ww != 0 && ww < size * size * 1e-10) || magnitude(square) < r * r * 1e-9;
    }
    return near || (found && (2 * pi - path.arc1() / a.r1 < 1e-6 || 2 * pi - path.arc2() / a.r2 < 1e-6));
}

inline path path_of(const question &a, int word) {
    const quad in[10] = {a.p.x, a.p.y, a.h.x, a.h.y, a.q.x, a.q.y, a.g.x, a.g.y, a.r1, a.r2};
    path path;
    way_quad_reference_path_of_word(in, word, path.out);
    path.near = is_near(a, path, word);
    return path;
}

/* Returns the shortest path of all words, or the path of the word `got` if it is as short. Sets `not_judged`
   if a word that may be the shortest is too near to a decision. */
inline path shortest(const question &a, int got, int *word, bool *not_judged) {
    path all[6];
    int best = 0;
    for (int other = 0; other < 6; other++) {
        all[other] = path_of(a, other);
        if (all[other].total() < all[best].total())
            best = other;
    }
    quad slack = (all[best].total() + 2 * pi * larger(a.r1, a.r2)) * 1e-6;
    if (got >= 0 && got < 6 && all[got].total() < all[best].total() + slack)
        best = got;
    for (const path &path : all)
        *not_judged |=
            path.near && !(path.total() > all[best].total() + 6 * a.r1 && path.total() < (quad)INFINITY);
    *word = best;
    return all[best];
}

} // namespace truth_paths

#endif
