/* Rays, triangles and exact answers in 113 bits, for the tests of cast3d and sweep3d. */
#ifndef WAYLAY_TESTS_TRIANGLE_SCENES_H
#define WAYLAY_TESTS_TRIANGLE_SCENES_H

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "draw.h"
#include "support.h"
#include "truth/truth.h"

namespace triangles {

using truth::quad;

struct vec {
    quad x, y, z;
    friend vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend vec operator*(vec a, quad s) { return {a.x * s, a.y * s, a.z * s}; }
};
inline quad dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline vec cross(vec a, vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* A ray or a ball. `most` is the range or the horizon. */
struct ray {
    double x, y, z, dx, dy, dz, most;
    float radius;
    uint32_t mask;
};

struct hit {
    float distance; /* or the time */
    int32_t kind;
    uint32_t row;
    float point[3], normal[3];
    int32_t status;
};

struct scene {
    std::vector<ray> rays;
    std::vector<way_triangle> triangles;
    double origin[3] = {0, 0, 0};
};

template <class T> way_column of_ray(const T *first) { return way_at(first, sizeof(ray)); }
template <class T> way_column_out of_hit(T *first) { return way_to(first, sizeof(hit)); }

enum search { LIST, TREE };

/* Casts or sweeps all rays. */
inline std::vector<hit> fly(const scene &s, bool sweeps, search how_to, bool any = false) {
    static const ray no_ray = {};
    std::vector<hit> hits(s.rays.size());
    hit *h = hits.data();
    const ray *r = s.rays.empty() ? &no_ray : s.rays.data();
    std::vector<uint64_t> memory(way_triangle_tree_bytes(s.triangles.size()) / 8 + 1);
    const char *fault = nullptr;
    way_cast_triangles how = {};
    how.count = s.rays.size(), how.any = any, how.fault = &fault;
    how.triangles = s.triangles.data(), how.triangle_count = s.triangles.size();
    how.triangle_origin_x = s.origin[0], how.triangle_origin_y = s.origin[1];
    how.triangle_origin_z = s.origin[2];
    if (how_to == TREE) {
        const auto tree = (way_triangle_tree *)memory.data();
        EXPECT_EQ(WAY_OK, way_make_triangle_tree(how.triangles, how.triangle_count, tree, 8 * memory.size()));
        how.triangle_tree = tree;
    }
    way_result result;
    if (sweeps) {
        const way_sweep3d_in in = {of_ray(&r->x),      of_ray(&r->y),    of_ray(&r->z),
                                   of_ray(&r->dx),     of_ray(&r->dy),   of_ray(&r->dz),
                                   of_ray(&r->radius), of_ray(&r->most), of_ray(&r->mask)};
        const way_sweep3d_out out = {of_hit(&h->distance),  of_hit(&h->point[0]),  of_hit(&h->point[1]),
                                     of_hit(&h->point[2]),  of_hit(&h->normal[0]), of_hit(&h->normal[1]),
                                     of_hit(&h->normal[2]), of_hit(&h->row),       of_hit(&h->status)};
        result = way_sweep3d(&in, &out, &how);
        for (hit &got : hits)
            got.kind = got.status == WAY_MET || got.status == WAY_THERE ? WAY_TRIANGLE : WAY_NOTHING;
    } else {
        const way_cast3d_in in = {of_ray(&r->x),    of_ray(&r->y),      of_ray(&r->z),
                                  of_ray(&r->dx),   of_ray(&r->dy),     of_ray(&r->dz),
                                  of_ray(&r->most), of_ray(&r->radius), of_ray(&r->mask)};
        const way_cast3d_out out = {of_hit(&h->distance),  of_hit(&h->kind),      of_hit(&h->row),
                                    of_hit(&h->point[0]),  of_hit(&h->point[1]),  of_hit(&h->point[2]),
                                    of_hit(&h->normal[0]), of_hit(&h->normal[1]), of_hit(&h->normal[2]),
                                    of_hit(&h->status)};
        result = way_cast3d(&in, &out, &how);
    }
    EXPECT_EQ(WAY_OK, result) << (fault ? fault : "");
    return hits;
}

inline hit one(const ray &r, const std::vector<way_triangle> &list, bool sweeps = false) {
    scene s;
    s.rays = {r}, s.triangles = list;
    const hit a = fly(s, sweeps, LIST)[0], b = fly(s, sweeps, TREE)[0];
    EXPECT_EQ(0, std::memcmp(&a, &b, sizeof a));
    return a;
}

/* The truth -------------------------------------------------------------------------------------------------- */

struct corners {
    vec at[3]; /* relative to the start */
};

inline corners corners_of(const scene &s, const ray &r, const way_triangle &t) {
    const vec o = {r.x - (quad)s.origin[0], r.y - (quad)s.origin[1], r.z - (quad)s.origin[2]};
    return {{vec{t.ax, t.ay, t.az} - o, vec{t.bx, t.by, t.bz} - o, vec{t.cx, t.cy, t.cz} - o}};
}

/* The nearest point of a triangle to p, by the definition: the foot on the plane if it is in the triangle, else
   the nearest point of the edges. */
inline vec nearest_to(vec p, const corners &c) {
    const vec n = cross(c.at[1] - c.at[0], c.at[2] - c.at[0]);
    bool inside = dot(n, n) > 0;
    for (int k = 0; k < 3; k++)
        inside &= dot(cross(c.at[(k + 1) % 3] - c.at[k], p - c.at[k]), n) >= 0;
    if (inside)
        return p - n * (dot(p - c.at[0], n) / dot(n, n));
    vec best = c.at[0];
    for (int k = 0; k < 3; k++) {
        const vec e = c.at[(k + 1) % 3] - c.at[k];
        quad share = dot(e, e) > 0 ? dot(p - c.at[k], e) / dot(e, e) : (quad)0;
        share = share < 0 ? (quad)0 : share > 1 ? (quad)1 : share;
        const vec q = c.at[k] + e * share;
        if (dot(p - q, p - q) < dot(p - best, p - best))
            best = q;
    }
    return best;
}

/* The first t >= 0 at which a ray without a radius is on the triangle, or -1. */
inline quad first_on_triangle(const corners &c, vec d, int sides) {
    const vec n = cross(c.at[1] - c.at[0], c.at[2] - c.at[0]);
    const quad pace = dot(d, n), gap = dot(c.at[0], n), dd = dot(d, d);
    if ((sides > 0 && pace > 0) || (sides < 0 && pace < 0))
        return -1;
    if (pace != 0) { /* the signs of volumes, which 113 bits hold exactly */
        if ((pace > 0) == (gap < 0) && gap != 0)
            return -1;
        for (int k = 0; k < 3; k++) {
            const quad side = dot(d, cross(c.at[k], c.at[(k + 1) % 3] - c.at[k]));
            if (pace > 0 ? side < 0 : side > 0)
                return -1;
        }
        return gap / pace;
    }
    quad best = -1;
    if (gap != 0)
        return best;
    bool inside = dot(n, n) > 0; /* the start lies in the triangle */
    for (int k = 0; k < 3; k++)
        inside &= dot(cross(c.at[(k + 1) % 3] - c.at[k], vec{0, 0, 0} - c.at[k]), n) >= 0;
    for (int k = 0; k < 3; k++) {
        const vec w = c.at[k], e = c.at[(k + 1) % 3] - w, across = cross(d, e), m = cross(w, d);
        quad t = -1;
        if (dot(across, across) == 0) {
            const quad from = dot(w, d), to = from + dot(e, d), near = from < to ? from : to,
                       far = from < to ? to : from;
            if (dot(m, m) == 0 && far >= 0)
                t = near < 0 ? (quad)0 : near / dd;
        } else if (dot(w, across) == 0) {
            const quad cc = dot(across, across), share = dot(m, across), over = dot(cross(w, e), across);
            if (over >= 0 && share >= 0 && share <= cc)
                t = over / cc;
        }
        if (t >= 0 && (best < 0 || t < best))
            best = t;
    }
    return inside ? (quad)0 : best;
}

/* The first t >= 0 at which the distance of a ball's centre from the triangle is at most the radius, or -1. The
   surface is searched piece by piece. For a sweep, the distance must decrease. */
inline quad first_on_wide_triangle(const corners &c, vec d, quad R, int sides, bool sweeps) {
    const vec n = cross(c.at[1] - c.at[0], c.at[2] - c.at[0]), zero = {0, 0, 0};
    const quad gap = dot(c.at[0], n), pace = dot(d, n), dd = dot(d, d);
    const quad from = gap != 0 ? -gap : sweeps ? (quad)0 : -pace; /* > 0: from the front */
    if ((sides > 0 && from < 0) || (sides < 0 && from > 0))
        return -1;
    const vec away = zero - nearest_to(zero, c);
    quad best = -1;
    const auto take = [&](quad t) {
        if (t >= 0 && (best < 0 || t < best))
            best = t;
    };
    bool touches = dot(away, away) <= R * R;
    for (int k = 0; k < 3; k++) { /* the same without quotients */
        const vec w = c.at[k], e = c.at[(k + 1) % 3] - w, m = cross(w, e);
        const quad along = -dot(w, e), ee = dot(e, e);
        touches |= dot(w, w) <= R * R || (ee > 0 && along >= 0 && along <= ee && dot(m, m) <= R * R * ee);
    }
    if (touches)
        return !sweeps || dot(d, away) < -(quad)0x1p-80 * truth::root(dd * dot(away, away)) ? (quad)0
                                                                                            : (quad)-1;
    for (int side = -1; side <= 1 && dot(n, n) > 0 && pace != 0; side += 2) {
        const quad t = (gap + (quad)side * R * truth::root(dot(n, n))) / pace;
        bool inside = true;
        for (int k = 0; k < 3; k++)
            inside &= dot(cross(c.at[(k + 1) % 3] - c.at[k], d * t - c.at[k]), n) >= 0;
        if (inside)
            take(t);
    }
    for (int k = 0; k < 3; k++) {
        const vec w = c.at[k], e = c.at[(k + 1) % 3] - w;
        const quad b = dot(w, d), rest = R * R * dd - dot(cross(w, d), cross(w, d));
        if (rest >= 0 && b > 0)
            take((dot(w, w) - R * R) / (b + truth::root(rest)));
        const vec across = cross(d, e);
        const quad nn = dot(across, across), ee = dot(e, e), h = dot(w, across), left = R * R * nn - h * h,
                   half = dot(cross(w, e), across);
        if (nn > 0 && left >= 0) {
            const quad t = (half - truth::root(ee * left)) / nn, along = dot(d * t - w, e);
            if (along >= 0 && along <= ee)
                take(t);
        }
    }
    return best;
}

struct expected_hit {
    uint32_t row = WAY_NO_ROW;
    quad t = -1;
};

/* Times within 2^-80 of each other or of the range count as equal; of equal times, the lower row is expected.
   */
inline expected_hit expected(const scene &s, const ray &r, bool sweeps) {
    expected_hit best;
    const vec d = {r.dx, r.dy, r.dz};
    const quad dd = dot(d, d), most = r.most * (1 + (quad)0x1p-80);
    for (size_t i = 0; i < s.triangles.size(); i++) {
        const way_triangle &t = s.triangles[i];
        const corners c = corners_of(s, r, t);
        if (t.mask != 0 && (t.mask & r.mask) == 0)
            continue;
        quad at = r.radius > 0 ? first_on_wide_triangle(c, d, r.radius, t.sides, sweeps)
                               : first_on_triangle(c, d, t.sides);
        if (sweeps && !(r.radius > 0) && at >= 0) {
            const vec n = cross(c.at[1] - c.at[0], c.at[2] - c.at[0]);
            if (dot(d, n) == 0 || dot(c.at[0], n) == 0)
                at = -1; /* a point that moves in the plane, or starts on the triangle */
        }
        if (at < 0 || (std::isfinite(r.most) && (sweeps ? at > most : at * at * dd > most * most)))
            continue;
        if (best.row == WAY_NO_ROW || at < best.t * (1 - (quad)0x1p-80))
            best.row = (uint32_t)i, best.t = at;
    }
    return best;
}

/* Kinds of scenes: 0: a soup of triangles; 1: small whole numbers, so that rays touch edges and corners, lie in
   planes, and so on; 2: far from the origin; 3: whole numbers and whole radii; 4: radii; 5: slivers and needles;
   6: rays at corners and edges; 7: balls that pass a corner or an edge at a distance of exactly the radius. */
enum { KINDS = 8 };

inline way_triangle triangle_of(const float *at, int32_t sides, uint32_t mask) {
    return {at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], sides, mask};
}

inline scene drawn(uint64_t *random, int kind, bool sweeps, int count = 24) {
    scene s;
    const auto between = [&](double low, double high) { return (double)draw_between(random, low, high); };
    const auto whole = [&](int most) {
        return (double)((int)draw_below(random, 2 * (uint32_t)most + 1) - most);
    };
    const bool exact = kind == 1 || kind == 3 || kind == 7;
    const double shift = kind == 2 ? 1e5 : 0;
    for (int i = 0; i < count; i++) {
        float at[9];
        for (int k = 0; k < 9; k++) {
            const double near =
                k < 3 ? between(0, 20) + (k % 3 == 0 ? shift : 0) : at[k % 3] + between(-6, 6);
            at[k] = (float)(exact ? whole(kind == 7 ? 9 : 4) : near);
            if (kind == 3 && k > 2 && i % 6 == 0) /* a point, or a line */
                at[k] = k < 6 || i % 12 == 0 ? at[k % 3] : at[k];
        }
        for (int k = 6; kind == 5 && k < 9; k++) /* the third corner is near the line of the other two */
            at[k] = (float)(at[k - 6] + (at[k - 3] - at[k - 6]) * between(0, 1) * (i % 2 ? 1 : 1e-3));
        s.triangles.push_back(triangle_of(at, (int32_t)draw_below(random, 3) - 1, draw_below(random, 4)));
    }
    for (int i = 0; i < 20; i++) {
        ray r = {between(0, 20) + shift,   between(0, 20), between(0, 20), between(-1, 1),
                 between(-1, 1),           between(-1, 1), INFINITY,       0,
                 1 + draw_below(random, 3)};
        if (exact)
            r.x = whole(9), r.y = whole(9), r.z = whole(9), r.dx = whole(3), r.dy = whole(3), r.dz = whole(3);
        const way_triangle &t = s.triangles[draw_below(random, (uint32_t)count)];
        if (kind == 6 || (kind == 5 && i % 2)) { /* from the start to a corner, or to a point of an edge */
            const double share = i % 2 ? 0 : between(0, 1);
            r.dx = t.ax + share * (t.bx - t.ax) - r.x, r.dy = t.ay + share * (t.by - t.ay) - r.y;
            r.dz = t.az + share * (t.bz - t.az) - r.z;
            r.radius = i % 5 ? 0 : (float)between(0, 0.1);
        }
        if (kind == 3)
            r.radius = (float)draw_below(random, 4);
        if (kind == 4)
            r.radius = (float)between(0, 1);
        if (kind == 7) { /* with a = (3, 4, 0): |a| = 5, perpendicular to (0, 0, 1) and (4, -3, 0) */
            const double sign = draw_below(random, 2) ? 1 : -1, back = 1 + draw_below(random, 9);
            r.radius = 5;
            r.dx = sign * 4, r.dy = sign * -3, r.dz = (double)draw_below(random, 3);
            r.x = t.ax + 3 - back * r.dx, r.y = t.ay + 4 - back * r.dy, r.z = t.az - back * r.dz;
        }
        if (r.dx == 0 && r.dy == 0 && r.dz == 0)
            r.dx = 1;
        if (draw_below(random, 3) == 0)
            r.most = exact ? (double)draw_below(random, 12) : between(0, sweeps ? 30 : 20);
        s.rays.push_back(r);
    }
    return s;
}

/* Compares all answers of a scene with the truth. Returns the number of hits. */
inline size_t judge(const scene &s, bool sweeps, const std::vector<hit> &got, size_t round) {
    size_t hits = 0;
    for (size_t i = 0; i < s.rays.size(); i++) {
        const ray &r = s.rays[i];
        const expected_hit e = expected(s, r, sweeps);
        EXPECT_EQ(e.row, got[i].row) << "scene " << round << ", ray " << i << ", radius " << r.radius
                                     << ", expected at " << (double)e.t << ", got " << got[i].distance;
        if (e.row != got[i].row || e.row == WAY_NO_ROW)
            continue;
        hits++;
        const vec d = {r.dx, r.dy, r.dz};
        const quad length = truth::root(dot(d, d)), distance = sweeps ? e.t : e.t * length;
        if ((double)distance != (double)got[i].distance) {
            EXPECT_LE(truth::ulps(got[i].distance, distance, distance), 1)
                << "scene " << round << ", ray " << i << ": " << got[i].distance;
        }
        const corners c = corners_of(s, r, s.triangles[e.row]);
        const vec centre = d * e.t, q = r.radius > 0 ? nearest_to(centre, c) : centre, n = centre - q,
                  to = e.t > 0 || sweeps ? q : centre;
        const quad start[3] = {r.x, r.y, r.z}, point[3] = {to.x, to.y, to.z}, normal[3] = {n.x, n.y, n.z},
                   size = truth::root(dot(n, n));
        for (int k = 0; k < 3; k++) {
            const quad at = start[k] + point[k], moved = e.t * length;
            EXPECT_LE(truth::ulps(got[i].point[k], at, (at < 0 ? -at : at) + moved), 1.01)
                << "scene " << round << ", ray " << i << ", axis " << k;
            if (size > 1e-6 * (quad)r.radius && r.radius > 0) {
                EXPECT_NEAR((double)(normal[k] / size), got[i].normal[k], 1e-6)
                    << "scene " << round << ", ray " << i << ", axis " << k;
            }
        }
        EXPECT_NEAR(1, std::hypot(std::hypot(got[i].normal[0], got[i].normal[1]), got[i].normal[2]), 3e-7);
        if (!(r.radius > 0)) {
            EXPECT_LE((double)(d.x * got[i].normal[0] + d.y * got[i].normal[1] + d.z * got[i].normal[2]),
                      1e-6 * (double)length);
        }
    }
    return hits;
}

} // namespace triangles

#endif
