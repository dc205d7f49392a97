/* With the naive reference in 113-bit numbers, computes the path of turning circles for each word (kind of
   path, such as LSL). */
#ifndef WAYLAY_TESTS_TRUTH_PATHS_H
#define WAYLAY_TESTS_TRUTH_PATHS_H

#include <cmath>

#include "formation/driving.h"
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

/* The tolerance that formation.h states: how far a path may end from the target, and by how much it may miss
   the heading there. */
struct tolerance {
    quad place, turn;
};

inline tolerance tolerance_of(const question &a) {
    quad places = magnitude(a.p.x) + magnitude(a.p.y) + magnitude(a.q.x) + magnitude(a.q.y);
    quad distance = length(a.q - a.p) + 2 * a.r1 + 2 * a.r2;
    return {larger(a.r1, a.r2) * 0x1p-12 + places * 0x1p-15 + distance * 0x1p-18, 0x1p-17};
}

/* Is the path of this word so near to a decision that the tolerance may change it? Within `exactly`, only if
   113 bits may. */
inline bool is_near(const question &a, const path &path, int word, bool exactly) {
    const tolerance most = tolerance_of(a);
    const quad place = exactly ? 0 : most.place;
    int side1 = side1_of(word), side2 = side2_of(word);
    vec w = a.q + left(a.g) * (a.r2 * side2) - a.p - left(a.h) * (a.r1 * side1);
    quad ww = dot(w, w), apart = length(a.q - a.p), size = a.r1 + a.r2 + apart;
    bool near = false, found = path.total() < (quad)INFINITY;
    if (word < WAY_LRL) {
        quad k = a.r2 * side2 - a.r1 * side1, square = ww - k * k;
        bool one = exactly && k == 0 && ww < size * size * 1e-26;
        near = !one && ww < size * size * 1e-10 + 4 * place * place;
        /* the circles almost touch, so the square is mostly rounding error */
        near |= k != 0 && magnitude(square) < k * k * 1e-9 + 4 * magnitude(k) * place && square != 0;
    } else {
        quad r = a.r1, square = 4 * r * r - ww / 4;
        near = (ww != 0 && ww < size * size * 1e-10) || magnitude(square) < r * r * 1e-9 + 4 * r * place;
    }
    quad turn = exactly ? 1e-6 : 1e-6 + most.turn + place / larger(length(w), place);
    return near || (found && (2 * pi - path.arc1() / a.r1 < turn || 2 * pi - path.arc2() / a.r2 < turn));
}

inline path path_of(const question &a, int word) {
    const quad in[10] = {a.p.x, a.p.y, a.h.x, a.h.y, a.q.x, a.q.y, a.g.x, a.g.y, a.r1, a.r2};
    path path;
    way_quad_reference_path_of_word(in, word, path.out);
    path.near = is_near(a, path, word, true);
    return path;
}

/* The shortest path of all words, or the path of the word `got` if it is as short. near: a word that may be
   the shortest, two full turns less, is so near to a decision that the tolerance may change it. */
struct choice {
    path best;
    int word;
    bool near;
};

inline choice shortest(const question &a, int got) {
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
    bool near = false;
    for (int word = 0; word < 6; word++)
        near |= is_near(a, all[word], word, false) &&
                !(all[word].total() > all[best].total() + 13 * larger(a.r1, a.r2) &&
                  all[word].total() < (quad)INFINITY);
    return {all[best], best, near};
}

/* The length of the shortest path to any of 73 poses: the target, and poses so near to it that floats cannot
   tell them apart. */
inline quad shortest_nearby(const question &a) {
    const quad turn = 0x1p-21, place = 0x1p-21 * larger(larger(a.r1, a.r2), length(a.q - a.p));
    quad least = INFINITY;
    for (int k = 0; k < 73; k++) {
        question b = a;
        const int way = (k - 1) / 9, h = (k - 1) % 3 - 1, g = (k - 1) / 3 % 3 - 1;
        const quad at = way * pi / 4;
        if (k > 0) {
            b.q = a.q + vec{std::cos((double)at) * place, std::sin((double)at) * place};
            b.h = a.h + left(a.h) * (turn * h);
            b.g = a.g + left(a.g) * (turn * g);
            b.h = b.h * (1 / length(b.h)), b.g = b.g * (1 / length(b.g));
        }
        for (int word = 0; word < 6; word++) {
            const quad total = path_of(b, word).total();
            least = total < least ? total : least;
        }
    }
    return least;
}

/* Judges a path that may use the tolerance: it must end within the tolerance of the target, and no path to a
   pose nearby may be shorter. */
inline bool is_right_within_tolerance(const question &a, const float *lengths, int word) {
    const tolerance most = tolerance_of(a);
    double r1 = (double)a.r1, r2 = (double)a.r2, total = (double)lengths[3], size = total + 7 * (r1 + r2);
    if (word < 0 || word > 5 || !(lengths[0] >= 0 && lengths[1] >= 0 && lengths[2] >= 0))
        return false;
    driving::car car(0, 0, (float)a.h.x, (float)a.h.y);
    car.heading = std::atan2((double)a.h.y, (double)a.h.x);
    car.arc((double)lengths[0], r1, side1_of(word));
    car.middle((double)lengths[1], r1, word);
    car.arc((double)lengths[2], r2, side2_of(word));
    const vec to = a.q - a.p;
    const double turned =
        std::fabs(std::remainder(car.heading - std::atan2((double)a.g.y, (double)a.g.x), 2 * (double)pi));
    return car.from((double)to.x, (double)to.y) <= (double)most.place + 1e-6 * size &&
           turned <= (double)most.turn + 4e-6 &&
           total <= (double)shortest_nearby(a) + (double)most.place + 1e-6 * size;
}

/* Draws a speed of the runner that is about the chaser's speed, for inputs in the order of cut_off2d or
   home2d. */
inline void draw_pace(uint64_t *random, float *in) {
    float size = std::hypot(in[8], in[9]), pace = in[4] * draw_between(random, 0.8, 1.1);
    if (size > 0)
        in[8] *= pace / size, in[9] *= pace / size;
}

} // namespace truth_paths

#endif
