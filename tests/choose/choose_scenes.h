/* Draws scenes of choosers and candidates, and implements the naive search that choose.h describes. The
   search tests every candidate in doubles, with the times of intercept2d, intercept3d or cut_off2d. */
#ifndef CHOOSE_SCENES_H
#define CHOOSE_SCENES_H

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "draw.h"
#include "waylay/waylay.h"

namespace choosing {

#define CALL(call, summary, source) enum { IN_##call##_BEFORE = -1,
#define IN(call, column, ...) IN_##call##_##column,
#define END_CALL(call)                                                                                       \
    IN_##call##_COUNT                                                                                        \
    }                                                                                                        \
    ;
#include "registry/calls.def"

/* The column numbers in way_choose2d_in or way_choose3d_in. A column that the struct does not have is -1. */
struct columns {
    int place, speed, reach, horizon, mask, from, to, facing, arc, present, bonus, self, runner, course,
        weight, runner_mask, heading, radius, wanted, world, runner_world, count;
    explicit columns(int d) {
#define NUMBER(column) (d == 2 ? (int)IN_choose2d_##column : (int)IN_choose3d_##column)
        place = NUMBER(chaser_x), speed = NUMBER(chaser_speed), reach = NUMBER(reach),
        horizon = NUMBER(horizon);
        mask = NUMBER(chaser_mask), from = NUMBER(range_from), to = NUMBER(range_to),
        facing = NUMBER(facing_x);
        arc = NUMBER(arc), present = NUMBER(present), bonus = NUMBER(bonus), self = NUMBER(self);
        runner = NUMBER(runner_x), course = NUMBER(runner_vx), weight = NUMBER(weight);
        runner_mask = NUMBER(runner_mask), count = NUMBER(COUNT);
        world = NUMBER(chaser_world), runner_world = NUMBER(runner_world);
#undef NUMBER
        heading = d == 2 ? (int)IN_choose2d_heading_x : -1;
        radius = d == 2 ? (int)IN_choose2d_radius : -1;
        wanted = d == 2 ? (int)IN_choose2d_wanted_heading_x : -1;
    }
    bool is_runners(int k) const { return (k >= runner && k <= runner_mask) || k == runner_world; }
};

struct scene {
    int dims = 2;
    way_cost cost = WAY_BY_DISTANCE;
    int best = 1;
    size_t choosers = 0, runners = 0;
    std::string name;
    uint64_t seed = 0;
    std::vector<std::vector<float>> cells; /* one vector per column; an empty one is not passed */

    columns at() const { return columns(dims); }
    bool moves() const { return cost != WAY_BY_DISTANCE; }
    const char *by() const {
        return cost == WAY_BY_TURNING ? "turning" : cost == WAY_BY_TIME ? "time" : "distance";
    }
    float cell(int k, size_t i, float otherwise) const {
        return cells[(size_t)k].empty() ? otherwise : cells[(size_t)k][i];
    }
    uint32_t word(int k, size_t i) const {
        uint32_t bits = UINT32_MAX;
        if (!cells[(size_t)k].empty())
            std::memcpy(&bits, &cells[(size_t)k][i], 4);
        return bits;
    }
    uint32_t world(int k, size_t i) const { return cells[(size_t)k].empty() ? 0 : word(k, i); }
    void put_word(int k, size_t i, uint32_t bits) { std::memcpy(&cells[(size_t)k][i], &bits, 4); }
    std::vector<way_column> in() const {
        std::vector<way_column> all(cells.size(), way_column{nullptr, 0, nullptr, 0, 0});
        for (size_t k = 0; k < cells.size(); k++)
            if (!cells[k].empty())
                all[k].data = cells[k].data();
        return all;
    }
};

struct answers {
    int best;
    std::vector<uint32_t> target; /* each chooser's `best` targets are consecutive */
    std::vector<float> cost;
    std::vector<int32_t> status;
    answers(size_t choosers, int k)
        : best(k), target(choosers * (size_t)k, 0xdeadu), cost(choosers * (size_t)k, -7.0f),
          status(choosers, -7) {}
    std::vector<way_column_out> out() {
        std::vector<way_column_out> all(4); /* `seen` of choose2d is not set */
        all[0] = way_out(target.data()), all[1] = way_out(cost.data()), all[2] = way_out(status.data());
        return all;
    }
};

inline way_result choose(const scene &s, const way_column *in, const way_column_out *out,
                         const way_choice &asked) {
    way_choice choice = asked;
    choice.best = s.best;
    return s.dims == 3 ? way_choose3d((const way_choose3d_in *)in, (const way_choose3d_out *)out, &choice)
                       : way_choose2d((const way_choose2d_in *)in, (const way_choose2d_out *)out, &choice);
}

inline size_t crowd_bytes(const scene &s) {
    return s.dims == 3 ? way_crowd3d_bytes(s.runners) : way_crowd2d_bytes(s.runners);
}

/* Makes the choice use the crowd in this memory. */
inline void lend_crowd(int dims, const void *memory, way_choice *to) {
    to->crowd2d = dims == 2 ? (const way_crowd2d *)memory : nullptr;
    to->crowd3d = dims == 3 ? (const way_crowd3d *)memory : nullptr;
}

inline way_result make_crowd(const scene &s, const way_column *in, void *memory, size_t bytes) {
    return s.dims == 3
               ? way_make_crowd3d((const way_choose3d_in *)in, s.runners, (way_crowd3d *)memory, bytes)
               : way_make_crowd2d((const way_choose2d_in *)in, s.runners, (way_crowd2d *)memory, bytes);
}

/* The naive search --------------------------------------------------------------------------------------- */

/* Computes the earliest time at which chooser i meets each runner, straight or by turning. */
inline void meet_all(const scene &s, size_t i, std::vector<float> &time) {
    const columns c = s.at();
    const way_column nothing = {nullptr, 0, nullptr, 0, 0};
    const way_batch batch = [&] {
        way_batch all = {};
        all.count = s.runners;
        return all;
    }();
    const auto same = [&](int k) {
        return s.cells[(size_t)k].empty() ? nothing : way_same(&s.cells[(size_t)k][i]);
    };
    const auto runner = [&](int k) {
        way_column column = nothing;
        column.data = s.cells[(size_t)k].data();
        return column;
    };
    time.assign(s.runners, 0.0f);
    way_column_out to = way_to(time.data(), 4);
    if (s.cost == WAY_BY_TURNING) {
        way_cut_off2d_in in = {};
        way_cut_off2d_out out = {};
        in.chaser_x = same(0), in.chaser_y = same(1), in.chaser_speed = same(c.speed);
        in.horizon = same(c.horizon);
        in.heading_x = same(c.heading), in.heading_y = same(c.heading + 1), in.radius = same(c.radius);
        in.wanted_heading_x = same(c.wanted), in.wanted_heading_y = same(c.wanted + 1);
        in.runner_x = runner(c.runner), in.runner_y = runner(c.runner + 1);
        in.runner_vx = runner(c.course), in.runner_vy = runner(c.course + 1);
        out.time = to;
        way_cut_off2d(&in, &out, &batch);
    } else if (s.dims == 2) {
        way_intercept2d_in in = {};
        way_intercept2d_out out = {};
        in.chaser_x = same(0), in.chaser_y = same(1), in.chaser_speed = same(c.speed);
        in.reach = same(c.reach), in.horizon = same(c.horizon);
        in.runner_x = runner(c.runner), in.runner_y = runner(c.runner + 1);
        in.runner_vx = runner(c.course), in.runner_vy = runner(c.course + 1);
        out.time = to;
        way_intercept2d(&in, &out, &batch);
    } else {
        way_intercept3d_in in = {};
        way_intercept3d_out out = {};
        in.chaser_x = same(0), in.chaser_y = same(1), in.chaser_z = same(2), in.chaser_speed = same(c.speed);
        in.reach = same(c.reach), in.horizon = same(c.horizon);
        in.runner_x = runner(c.runner), in.runner_y = runner(c.runner + 1),
        in.runner_z = runner(c.runner + 2);
        in.runner_vx = runner(c.course), in.runner_vy = runner(c.course + 1);
        in.runner_vz = runner(c.course + 2);
        out.time = to;
        way_intercept3d(&in, &out, &batch);
    }
}

inline bool is_sound(const scene &s, size_t i) {
    const columns c = s.at();
    const float endless = std::numeric_limits<float>::infinity();
    for (int k = 0; k < s.dims; k++)
        if (!(std::fabs(s.cell(k, i, 0)) <= 1e18f) || !std::isfinite(s.cell(c.facing + k, i, 0)))
            return false;
    for (const int k : {c.from, c.to, c.arc})
        if (std::isnan(s.cell(k, i, 0)))
            return false;
    if (!(s.cell(c.bonus, i, 0) >= 0))
        return false;
    if (!s.moves())
        return true;
    if (!std::isfinite(s.cell(c.speed, i, 0)) || !(s.cell(c.horizon, i, endless) > -endless))
        return false;
    const float reach = s.cell(c.reach, i, 0), radius = s.cost == WAY_BY_TURNING ? s.cell(c.radius, i, 0) : 0;
    if (s.cost == WAY_BY_TIME)
        return reach >= 0 && std::isfinite(reach);
    const double x = (double)s.cell(c.heading, i, 0), y = (double)s.cell(c.heading + 1, i, 0);
    const double least = (double)std::numeric_limits<float>::min();
    return std::isfinite(x) && std::isfinite(y) && (double)(float)(x * x + y * y) >= least && radius > 0 &&
           std::isfinite(radius) && (double)(radius * radius) >= least &&
           std::isfinite(s.cell(c.wanted, i, 0)) && std::isfinite(s.cell(c.wanted + 1, i, 0));
}

struct passed {
    double key, cost;
    uint32_t row;
    bool is_present;
    bool operator<(const passed &other) const {
        if (key != other.key)
            return key < other.key;
        if (is_present != other.is_present)
            return is_present;
        return row < other.row;
    }
};

/* Does candidate r pass all filters except those of time? */
inline bool passes(const scene &s, size_t i, size_t r, double &distance) {
    const columns c = s.at();
    const double from = (double)s.cell(c.from, i, 0), range = (double)s.cell(c.to, i, INFINITY),
                 arc = (double)s.cell(c.arc, i, -1);
    double length = 0, square = 0, ahead = 0;
    for (int k = 0; k < s.dims; k++) {
        const float at = s.cell(c.runner + k, r, 0);
        if (!(std::fabs(at) <= 1e18f))
            return false;
        const double apart = (double)at - (double)s.cell(k, i, 0),
                     facing = (double)s.cell(c.facing + k, i, 0);
        square += apart * apart;
        ahead += apart * facing;
        length += facing * facing;
    }
    length = std::sqrt(length);
    distance = std::sqrt(square);
    const float weight = s.cell(c.weight, r, 1);
    if (!(weight >= 0) || !std::isfinite(weight))
        return false;
    if (s.world(c.world, i) != s.world(c.runner_world, r))
        return false;
    if ((s.word(c.runner_mask, r) & s.word(c.mask, i)) == 0 || s.word(c.self, i) == r)
        return false;
    return from <= distance && distance <= range &&
           !(arc > -1 && length > 0 && !(ahead >= arc * (distance * length)));
}

inline void search_naively(const scene &s, size_t i, answers &to) {
    const columns c = s.at();
    const double endless = std::numeric_limits<double>::infinity();
    std::vector<passed> all;
    std::vector<float> time;
    for (int j = 0; j < to.best; j++) {
        to.target[i * (size_t)to.best + (size_t)j] = UINT32_MAX;
        to.cost[i * (size_t)to.best + (size_t)j] = std::numeric_limits<float>::infinity();
    }
    to.status[i] = WAY_INVALID;
    if (!is_sound(s, i))
        return;
    if (s.moves())
        meet_all(s, i, time);
    const double bonus = (double)s.cell(c.bonus, i, 0);
    for (size_t r = 0; r < s.runners; r++) {
        double distance;
        if (!passes(s, i, r, distance))
            continue;
        const float weight = s.cell(c.weight, r, 1);
        double cost = s.moves() ? (double)time[r] : distance;
        if (cost == endless)
            continue;
        cost *= (double)weight;
        const bool is_present = s.word(c.present, i) == r;
        all.push_back({is_present ? cost - bonus : cost, cost, (uint32_t)r, is_present});
    }
    const size_t some = std::min(all.size(), (size_t)to.best);
    std::partial_sort(all.begin(), all.begin() + (ptrdiff_t)some, all.end());
    for (size_t j = 0; j < some; j++) {
        to.target[i * (size_t)to.best + j] = all[j].row;
        to.cost[i * (size_t)to.best + j] = (float)all[j].cost;
    }
    to.status[i] = all.empty() ? WAY_NO_TARGET : WAY_MET;
}

/* Scenes ------------------------------------------------------------------------------------------------- */

enum layout {
    UNIFORM,
    CLUSTERS,
    LINE,
    SLANTED,
    POINT,
    FAR_OFF,
    LATTICE,
    TWINS,
    OUTLIER,
    TINY,
    HUGE_SIZE,
    NEAR_EQUAL,
    LAYOUTS
};
inline const char *const layout_names[LAYOUTS] = {"uniform", "clusters", "line",    "slanted",
                                                  "point",   "far off",  "lattice", "twins",
                                                  "outlier", "tiny",     "huge",    "near equal"};

/* Draws one position. */
inline void draw_place(uint64_t *state, layout how, int dims, const std::vector<float> &centres, float *to) {
    const uint32_t centre = draw_below(state, 8);
    const double along = (double)draw_between(state, -100, 100);
    for (int k = 0; k < dims; k++) {
        float at = draw_between(state, -100, 100);
        switch (how) {
        case CLUSTERS: {
            double sum = 0;
            for (int n = 0; n < 6; n++)
                sum += (double)draw_between(state, -1, 1);
            at = centres[centre * 3 + (uint32_t)k] + (float)sum;
            break;
        }
        case LINE: at = k == 0 ? (float)along : 3.0f; break;
        case SLANTED: at = (float)(along * (k + 1)); break;
        case POINT: at = 5.0f; break;
        case FAR_OFF: at += k == 1 ? -1e6f : 3e7f; break;
        case LATTICE: at = (float)((int)draw_below(state, 33) - 16); break;
        case TWINS: at = std::floor(at / 20) * 20 + 0.1f; break;
        case OUTLIER: at *= draw_below(state, 200) == 0 ? 1e15f : 1.0f; break;
        case TINY: at *= 1e-24f; break;
        case HUGE_SIZE: at *= 1.1e16f; break;
        case NEAR_EQUAL: at = (k == 0 ? std::cos(at) : k == 1 ? std::sin(at) : 0.5f) * 10; break;
        default: break;
        }
        to[k] = at;
    }
}

inline float draw_weird(uint64_t *state) { return draw_special(state); }

/* Draws the worlds: two, many, numbers that differ in all four bytes, or one for each candidate. */
inline void draw_worlds(uint64_t *state, scene &s) {
    const columns c = s.at();
    const uint32_t kind = draw_below(state, 4), many = 2 + (uint32_t)s.runners / (2 + draw_below(state, 60));
    const auto draw = [&](size_t i) {
        const uint32_t of = kind == 0   ? draw_below(state, 2)
                            : kind == 3 ? (uint32_t)i
                                        : draw_below(state, many);
        return kind == 2 ? of * 2654435761u - 1 : of;
    };
    s.cells[(size_t)c.world].resize(s.choosers);
    s.cells[(size_t)c.runner_world].resize(s.runners);
    for (size_t i = 0; i < s.choosers; i++)
        s.put_word(c.world, i, draw(draw_below(state, (uint32_t)s.runners + 2)));
    for (size_t r = 0; r < s.runners; r++)
        s.put_word(c.runner_world, r, draw(r));
    if (draw_below(state, 8) == 0) /* one column is missing: its world is 0 */
        s.cells[(size_t)(draw_below(state, 2) ? c.world : c.runner_world)].clear();
}

/* Draws the optional columns. */
inline void draw_options(uint64_t *state, scene &s, double size) {
    const columns c = s.at();
    const auto fill = [&](int k, size_t n, auto draw) {
        s.cells[(size_t)k].resize(n);
        for (float &cell : s.cells[(size_t)k])
            cell = draw();
    };
    const auto words = [&](int k, size_t n, auto draw) {
        s.cells[(size_t)k].resize(n);
        for (size_t i = 0; i < n; i++)
            s.put_word(k, i, draw());
    };
    const auto often = [&] { return draw_below(state, 3) == 0; };
    const size_t n = s.choosers, m = s.runners;
    if (often())
        fill(c.from, n, [&] { return draw_between(state, 0, 0.5 * size); });
    if (often())
        fill(c.to, n, [&] { return draw_between(state, -0.05 * size, size); });
    if (often()) {
        for (int k = 0; k < s.dims; k++)
            fill(c.facing + k, n, [&] { return draw_between(state, -2, 2); });
        fill(c.arc, n, [&] { return draw_between(state, -1.2, 1.05); });
    }
    if (often()) {
        words(c.present, n,
              [&] { return draw_below(state, 4) ? draw_below(state, (uint32_t)m + 2) : UINT32_MAX; });
        fill(c.bonus, n, [&] {
            return draw_below(state, 20) == 0 ? INFINITY
                                              : draw_between(state, 0, 0.2 * (s.moves() ? size / 10 : size));
        });
    }
    if (often())
        words(c.self, n, [&] { return draw_below(state, (uint32_t)m + 1); });
    if (often()) {
        words(c.mask, n, [&] { return draw_below(state, 16); });
        words(c.runner_mask, m, [&] { return 1u << draw_below(state, 4); });
    }
    if (often()) {
        const uint32_t kind = draw_below(state, 3);
        fill(c.weight, m, [&] {
            return kind == 0   ? (float)draw_below(state, 4)
                   : kind == 1 ? draw_between(state, 0.5, 2)
                               : std::exp2(draw_between(state, -120, 120));
        });
    }
}

/* Draws speeds and velocities of one of six kinds. In five kinds, runners are slower than choosers, about as
   fast, up to 20 times as fast, or at rest. In the sixth kind, some speeds are so small that their squares
   underflow in floats. */
inline void draw_motion(uint64_t *state, scene &s, double size) {
    const columns c = s.at();
    const uint32_t kind = draw_below(state, 6);
    const double speed = size / 10, fast[] = {0.5, 1, 20, 0, 1.5, 1};
    const auto slowly = [&](double v) {
        return (float)(kind == 5 ? v * std::exp2((double)draw_between(state, -90, 0)) : v);
    };
    s.cells[(size_t)c.speed].resize(s.choosers);
    for (float &cell : s.cells[(size_t)c.speed])
        cell = draw_below(state, 16) == 0 ? 0.0f
               : kind == 1                ? (float)speed
                                          : slowly((double)draw_between(state, 0.2 * speed, speed));
    for (int k = 0; k < s.dims; k++)
        for (size_t r = 0; r < s.runners; r++)
            s.cells[(size_t)(c.course + k)].push_back(
                kind == 1 && draw_below(state, 2)
                    ? (k == 0 ? (float)speed : 0.0f)
                    : slowly((double)draw_between(state, -1, 1) * fast[kind] * speed));
    if (draw_below(state, 3) == 0)
        for (size_t i = 0; i < s.choosers; i++)
            s.cells[(size_t)c.reach].push_back(draw_below(state, 3)   ? draw_between(state, 0, 0.1 * size)
                                               : draw_below(state, 2) ? 0.0f
                                                                      : -0.0f);
    if (draw_below(state, 3) == 0)
        for (size_t i = 0; i < s.choosers; i++)
            s.cells[(size_t)c.horizon].push_back(draw_between(state, -0.5, 20));
}

/* Draws the choosers' turning circles. In a scene, most candidates are outside of the circles, or most are
   inside, or radii have any size. Headings have any length. Some scenes also have a wanted heading at the
   end. */
inline void draw_turning(uint64_t *state, scene &s, double size) {
    const columns c = s.at();
    const uint32_t kind = draw_below(state, 4);
    const bool arrive = draw_below(state, 3) == 0;
    for (size_t i = 0; i < s.choosers; i++) {
        const double length = draw_below(state, 4) ? 1 : std::exp2((double)draw_between(state, -30, 30));
        for (int k = 0; k < 2; k++) {
            s.cells[(size_t)(c.heading + k)].push_back((float)(length * (double)draw_between(state, -1, 1)));
            if (arrive)
                s.cells[(size_t)(c.wanted + k)].push_back(
                    draw_below(state, 3) ? (float)(length * (double)draw_between(state, -1, 1)) : 0.0f);
        }
        const double part = kind == 0   ? (double)draw_between(state, 0.01, 0.1)
                            : kind == 1 ? (double)draw_between(state, 0.1, 1)
                            : kind == 2 ? (double)draw_between(state, 1, 3)
                                        : std::exp2((double)draw_between(state, -45, 20));
        s.cells[(size_t)c.radius].push_back((float)(part * size));
    }
}

/* The kind of scene that a test wants. A member that is -1 is drawn at random. */
struct wish {
    int dims = -1, cost = -1, how = -1;
};

/* Draws a scene. If `special`, about one number in eight is extreme or invalid. */
inline scene draw_scene(uint64_t seed, size_t choosers, size_t runners, bool special,
                        const wish &wanted = wish()) {
    uint64_t state = seed;
    scene s;
    s.seed = seed;
    s.dims = 2 + (int)draw_below(&state, 2);
    s.dims = wanted.dims < 0 ? s.dims : wanted.dims;
    s.cost = (way_cost)draw_below(&state, s.dims == 2 ? 3 : 2);
    s.cost = wanted.cost < 0 ? s.cost : (way_cost)wanted.cost;
    s.best = draw_below(&state, 2) ? 1 : 1 + (int)draw_below(&state, WAY_CHOICES_MAX);
    s.choosers = choosers;
    s.runners = runners;
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    const int drawn = (int)draw_below(&state, LAYOUTS);
    const layout how = (layout)(wanted.how < 0 ? drawn : wanted.how);
    const layout own = draw_below(&state, 2) ? how : (layout)draw_below(&state, LAYOUTS);
    const double size = how == TINY ? 1e-22 : how == HUGE_SIZE ? 1e18 : how == LATTICE ? 16 : 100;
    s.name = layout_names[how];
    std::vector<float> centres;
    for (int k = 0; k < 24; k++)
        centres.push_back(draw_between(&state, -90, 90));
    for (const bool is_runner : {false, true})
        for (size_t i = 0; i < (is_runner ? runners : choosers); i++) {
            float at[3];
            draw_place(&state, is_runner ? how : own, s.dims, centres, at);
            for (int k = 0; k < s.dims; k++)
                s.cells[(size_t)((is_runner ? c.runner : c.place) + k)].push_back(at[k]);
        }
    if (s.moves())
        draw_motion(&state, s, size);
    if (s.cost == WAY_BY_TURNING)
        draw_turning(&state, s, size);
    draw_options(&state, s, size);
    for (int k = 0; special && k < c.count; k++)
        for (float &cell : s.cells[(size_t)k])
            if (draw_below(&state, 8) == 0)
                cell = draw_weird(&state);
    return s;
}

/* Draws candidates without velocities, weights and arcs. The candidates are spread evenly at random or in a
   lattice with equal distances, or squeezed into a strip. A third of the choosers stand on a candidate, and a
   third are at any distance from the box of candidates. */
inline scene draw_even(uint64_t seed, size_t choosers, size_t runners) {
    uint64_t state = seed ^ 0x6576656e;
    wish as;
    as.dims = 2, as.cost = WAY_BY_DISTANCE, as.how = draw_below(&state, 3) == 0 ? LATTICE : UNIFORM;
    scene s = draw_scene(seed, choosers, runners, false, as);
    const columns c = s.at();
    s.name += ", even";
    s.cells[(size_t)c.weight].clear(), s.cells[(size_t)c.arc].clear();
    if (draw_below(&state, 2))
        s.cells[(size_t)c.from].clear();
    if (draw_below(&state, 3))
        s.cells[(size_t)c.to].clear();
    const float squeeze = draw_below(&state, 4) ? 1.0f : draw_between(&state, 0, 0.1);
    for (float &y : s.cells[(size_t)c.runner + 1])
        y = draw_below(&state, 60) == 0 ? NAN : y * squeeze;
    for (size_t i = 0; i < choosers; i++) {
        const uint32_t kind = draw_below(&state, 3), row = draw_below(&state, (uint32_t)runners);
        const double far = std::exp2((double)draw_between(&state, -1, 20));
        for (size_t k = 0; k < 2; k++) {
            float &at = s.cells[k][i];
            at = kind == 0
                     ? (s.cells[(size_t)c.runner + k][row] <= 1e18f ? s.cells[(size_t)c.runner + k][row] : 0)
                 : kind == 1 ? (float)(far * (double)draw_between(&state, -100, 100))
                             : at;
        }
    }
    return s;
}

} // namespace choosing

#endif
