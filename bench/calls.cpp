/* Measures the cost of a call. First, intercept2d solves 1 to 128 agents. Rows differ in the layout (tight
   columns, or pairs with targets) and in the structs (filled for each call, or filled once). A plain scalar
   float function is measured, too. Then 10,240 agents are solved in every layout. Prints medians and minima
   of one interleaved run, in ns per call. usage: [taskset -c 1] waylay_calls [--quick] */
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "draw.h"
#include "waylay/waylay.h"

namespace {

/* Solves the quadratic as game programming books do. */
inline int32_t by_hand(float px, float py, float speed, float tx, float ty, float vx, float vy, float *time,
                       float *go_x, float *go_y) {
    const float nearly_0 = 1e-6f;
    float dx = tx - px, dy = ty - py, c = dx * dx + dy * dy;
    *time = INFINITY, *go_x = *go_y = 0;
    if (speed <= 0)
        return WAY_IMMOBILE;
    if (c < nearly_0 * nearly_0) {
        *time = 0;
        return WAY_THERE;
    }
    float a = vx * vx + vy * vy - speed * speed, b = dx * vx + dy * vy, t;
    if (std::fabs(a) < nearly_0) {
        if (b >= 0)
            return WAY_TOO_SLOW;
        t = -c / (2 * b);
    } else {
        float d = b * b - a * c;
        if (d < 0)
            return WAY_TOO_SLOW;
        float root = std::sqrt(d), one = (-b - root) / a, two = (-b + root) / a;
        t = std::min(one, two) > 0 ? std::min(one, two) : std::max(one, two);
        if (t <= 0)
            return WAY_TOO_SLOW;
    }
    *time = t, *go_x = dx / t + vx, *go_y = dy / t + vy;
    return WAY_MET;
}

const size_t most = 16384;

struct pair {
    float x, y;
};
struct vec3 { /* y is up */
    float x, y, z;
};
struct vec4 {
    float x, y, vx, vy;
};
struct wide { /* a game unit's record of 64 bytes */
    float x, y, vx, vy, rest[12];
};

struct scene {
    std::vector<float> x, y, speed, tx, ty, vx, vy, time, go_x, go_y;
    std::vector<double> dx, dy, dtx, dty;
    std::vector<uint16_t> half;
    std::vector<int32_t> status;
    std::vector<pair> place, go, runner, course;
    std::vector<vec3> place3, go3, runner3, course3;
    std::vector<vec4> runner4, place4, go4;
    std::vector<wide> place16, go16, runner16;
    std::vector<uint32_t> target, row, part;
    way_part parts[3];
    way_intercept2d_in part_in[3] = {};
    std::vector<vec4> table[3];

    scene() {
        uint64_t random = 7;
        for (std::vector<float> *column : {&x, &y, &tx, &ty})
            for (size_t i = 0; i < most; i++)
                column->push_back(draw_between(&random, 0, 4000));
        for (std::vector<float> *column : {&vx, &vy})
            for (size_t i = 0; i < most; i++)
                column->push_back(draw_between(&random, -9, 9));
        for (size_t i = 0; i < most; i++) {
            speed.push_back(draw_between(&random, 2, 14));
            target.push_back(draw_below(&random, most));
        }
        time.resize(most), go_x.resize(most), go_y.resize(most), status.resize(most);
        go.resize(most), go3.resize(most), go4.resize(most), go16.resize(most), row.resize(most),
            part.resize(most);
        std::vector<uint32_t> row_of(most), part_of(most);
        for (size_t i = 0; i < most; i++) {
            place.push_back({x[i], y[i]}), runner.push_back({tx[i], ty[i]}), course.push_back({vx[i], vy[i]});
            place3.push_back({x[i], 0, y[i]}), runner3.push_back({tx[i], 0, ty[i]});
            course3.push_back({vx[i], 0, vy[i]});
            place4.push_back({x[i], y[i], 0, 0}), runner4.push_back({tx[i], ty[i], vx[i], vy[i]});
            place16.push_back({x[i], y[i], 0, 0, {}}), runner16.push_back({tx[i], ty[i], vx[i], vy[i], {}});
            dx.push_back((double)x[i]), dy.push_back((double)y[i]);
            dtx.push_back((double)tx[i]), dty.push_back((double)ty[i]);
            half.push_back(0x4a00); /* 12 as a 16-bit float */
            part_of[i] = draw_below(&random, 3);
            row_of[i] = (uint32_t)table[part_of[i]].size();
            table[part_of[i]].push_back({tx[i], ty[i], vx[i], vy[i]});
        }
        for (size_t i = 0; i < most; i++)
            row[i] = row_of[target[i]], part[i] = part_of[target[i]];
        for (size_t p = 0; p < 3; p++) {
            runners_of(&part_in[p], table[p].data());
            parts[p] = {&part_in[p].chaser_x, table[p].size(), way_column()};
        }
        fill();
    }

    template <class R> static void runners_of(way_intercept2d_in *in, const R *r) {
        in->runner_x = way_at(&r->x, sizeof *r), in->runner_y = way_at(&r->y, sizeof *r);
        in->runner_vx = way_at(&r->vx, sizeof *r), in->runner_vy = way_at(&r->vy, sizeof *r);
    }

    void tight(size_t i, size_t n, int32_t precision) {
        way_intercept2d_in in = {};
        in.chaser_x.data = &x[i], in.chaser_y.data = &y[i], in.chaser_speed.data = &speed[i];
        in.runner_x.data = &tx[i], in.runner_y.data = &ty[i], in.runner_vx.data = &vx[i],
        in.runner_vy.data = &vy[i];
        way_intercept2d_out out = {};
        out.time.data = &time[i], out.velocity_x.data = &go_x[i], out.velocity_y.data = &go_y[i];
        out.status.data = &status[i];
        way_batch batch = {};
        batch.count = n, batch.precision = precision;
        way_intercept2d(&in, &out, &batch);
    }
    /* These structs are filled once, as in a game. Only the count and the first agent change. */
    way_intercept2d_in tight_in = {}, pairs_in = {};
    way_intercept2d_out tight_out = {}, pairs_out = {};
    way_batch tight_batch = {}, pairs_batch = {};
    void fill() {
        tight_in.chaser_x = way_in(x.data()), tight_in.chaser_y = way_in(y.data());
        tight_in.chaser_speed = pairs_in.chaser_speed = way_in(speed.data());
        tight_in.runner_x = way_in(tx.data()), tight_in.runner_y = way_in(ty.data());
        tight_in.runner_vx = way_in(vx.data()), tight_in.runner_vy = way_in(vy.data());
        tight_out.time = pairs_out.time = way_out(time.data());
        tight_out.status = pairs_out.status = way_out(status.data());
        tight_out.velocity_x = way_out(go_x.data()), tight_out.velocity_y = way_out(go_y.data());
        way_xy(pairs_in.chaser_, &place[0].x, sizeof(pair));
        runners_of(&pairs_in, runner4.data());
        way_to_xy(pairs_out.velocity_, &go[0].x, sizeof(pair));
        pairs_batch.targets.row = way_in(target.data()), pairs_batch.targets.runner_count = most;
    }
    void tight_filled(size_t i, size_t n) {
        tight_batch.first = i, tight_batch.count = n;
        way_intercept2d(&tight_in, &tight_out, &tight_batch);
    }
    void pairs_filled(size_t i, size_t n) {
        pairs_batch.first = i, pairs_batch.count = n;
        way_intercept2d(&pairs_in, &pairs_out, &pairs_batch);
    }
    void tight_by_hand(size_t i, size_t n) {
        for (size_t j = i; j < i + n; j++)
            status[j] =
                by_hand(x[j], y[j], speed[j], tx[j], ty[j], vx[j], vy[j], &time[j], &go_x[j], &go_y[j]);
    }
    void pairs(size_t i, size_t n, int32_t precision) {
        way_intercept2d_in in = {};
        in.chaser_x = way_at(&place[i].x, 8), in.chaser_y = way_at(&place[i].y, 8),
        in.chaser_speed.data = &speed[i];
        runners_of(&in, runner4.data());
        way_intercept2d_out out = {};
        out.time.data = &time[i], out.velocity_x = way_to(&go[i].x, 8), out.velocity_y = way_to(&go[i].y, 8);
        out.status.data = &status[i];
        way_batch batch = {};
        batch.count = n, batch.precision = precision, batch.targets.row.data = &target[i],
        batch.targets.runner_count = most;
        way_intercept2d(&in, &out, &batch);
    }
    void pairs_by_hand(size_t i, size_t n) {
        for (size_t j = i; j < i + n; j++) {
            const vec4 &r = runner4[target[j]];
            status[j] =
                by_hand(place[j].x, place[j].y, speed[j], r.x, r.y, r.vx, r.vy, &time[j], &go[j].x, &go[j].y);
        }
    }
    /* Solves n agents in one layout. `by_target` is 0 without targets, 1 for targets in one table, and 2 for
       targets in three tables. */
    void laid(way_column cx, way_column cy, way_column rx, way_column ry, way_column rvx, way_column rvy,
              way_column_out gx, way_column_out gy, int by_target, size_t n) {
        way_intercept2d_in in = {};
        in.chaser_x = cx, in.chaser_y = cy, in.chaser_speed.data = speed.data();
        in.runner_x = rx, in.runner_y = ry, in.runner_vx = rvx, in.runner_vy = rvy;
        way_intercept2d_out out = {};
        out.time.data = time.data(), out.velocity_x = gx, out.velocity_y = gy,
        out.status.data = status.data();
        way_batch batch = {};
        batch.count = n;
        if (by_target)
            batch.targets.row.data = by_target == 1 ? target.data() : row.data(),
            batch.targets.runner_count = most;
        if (by_target == 2)
            batch.targets.parts = parts, batch.targets.part_count = 3, batch.targets.part.data = part.data();
        way_intercept2d(&in, &out, &batch);
    }
    template <class P, class R, class G> void records(const P *p, const R *r, G *g, int by_target, size_t n) {
        laid(way_at(&p->x, sizeof *p), way_at(&p->y, sizeof *p), way_at(&r->x, sizeof *r),
             way_at(&r->y, sizeof *r), way_at(&r->vx, sizeof *r), way_at(&r->vy, sizeof *r),
             way_to(&g->x, sizeof *g), way_to(&g->y, sizeof *g), by_target, n);
    }
};

struct row_of_table {
    std::string name;
    std::function<void(size_t, size_t)> run;
    std::vector<double> ns;
    double median() {
        std::sort(ns.begin(), ns.end());
        return ns[ns.size() / 2];
    }
    double least() { return *std::min_element(ns.begin(), ns.end()); }
};

double now() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void measure(std::vector<row_of_table> &rows, size_t n, size_t rounds, size_t calls) {
    for (row_of_table &r : rows)
        r.ns.clear();
    for (size_t round = 0; round < rounds; round++)
        for (row_of_table &r : rows) {
            double began = now();
            for (size_t call = 0, i = 0; call<calls; call++, i = i + 2 * n + 3> most ? 0 : i + n)
                r.run(i, n);
            r.ns.push_back((now() - began) / (double)calls);
        }
}

} // namespace

int main(int argc, char **argv) {
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    scene *s = new scene;
    const size_t rounds = quick ? 3 : 61;
    std::vector<row_of_table> rows = {
        {"nothing", [=](size_t i, size_t) { s->tight(i, 0, WAY_EXACT); }, {}},
        {"nothing, filled", [=](size_t i, size_t) { s->tight_filled(i, 0); }, {}},
        {"tight, filled", [=](size_t i, size_t n) { s->tight_filled(i, n); }, {}},
        {"pairs, filled", [=](size_t i, size_t n) { s->pairs_filled(i, n); }, {}},
        {"tight exact", [=](size_t i, size_t n) { s->tight(i, n, WAY_EXACT); }, {}},
        {"tight fast", [=](size_t i, size_t n) { s->tight(i, n, WAY_FAST); }, {}},
        {"by hand", [=](size_t i, size_t n) { s->tight_by_hand(i, n); }, {}},
        {"pairs exact", [=](size_t i, size_t n) { s->pairs(i, n, WAY_EXACT); }, {}},
        {"pairs fast", [=](size_t i, size_t n) { s->pairs(i, n, WAY_FAST); }, {}},
        {"by hand, pairs", [=](size_t i, size_t n) { s->pairs_by_hand(i, n); }, {}},
    };
    std::printf("intercept2d, %s: ns a call, median (least) of %zu interleaved rounds\n%4s", way_isa(),
                rounds, "n");
    for (row_of_table &r : rows)
        std::printf(" %16s", r.name.c_str());
    std::printf("\n");
    for (size_t n = 1; n <= 128; n += quick ? 25 : 1) {
        measure(rows, n, rounds, quick ? 10 : 200);
        std::printf("%4zu", n);
        for (row_of_table &r : rows)
            std::printf("   %6.0f (%5.0f)", r.median(), r.least());
        std::printf("\n");
    }

    const size_t many = 10240;
    auto at = [](const std::vector<float> &c) { return way_at(c.data(), 4); };
    std::vector<row_of_table> layouts = {
        {"tight", [=](size_t, size_t n) { s->tight(0, n, WAY_EXACT); }, {}},
        {"pairs",
         [=](size_t, size_t n) {
             s->laid(way_at(&s->place[0].x, 8), way_at(&s->place[0].y, 8), way_at(&s->runner[0].x, 8),
                     way_at(&s->runner[0].y, 8), way_at(&s->course[0].x, 8), way_at(&s->course[0].y, 8),
                     way_to(&s->go[0].x, 8), way_to(&s->go[0].y, 8), 0, n);
         },
         {}},
        {"vec3, y up",
         [=](size_t, size_t n) {
             s->laid(way_at(&s->place3[0].x, 12), way_at(&s->place3[0].z, 12), way_at(&s->runner3[0].x, 12),
                     way_at(&s->runner3[0].z, 12), way_at(&s->course3[0].x, 12), way_at(&s->course3[0].z, 12),
                     way_to(&s->go3[0].x, 12), way_to(&s->go3[0].z, 12), 0, n);
         },
         {}},
        {"16 bytes",
         [=](size_t, size_t n) { s->records(s->place4.data(), s->runner4.data(), s->go4.data(), 0, n); },
         {}},
        {"64 bytes",
         [=](size_t, size_t n) { s->records(s->place16.data(), s->runner16.data(), s->go16.data(), 0, n); },
         {}},
        {"doubles",
         [=](size_t, size_t n) {
             s->laid(way_at(s->dx.data(), 8), way_at(s->dy.data(), 8), way_at(s->dtx.data(), 8),
                     way_at(s->dty.data(), 8), at(s->vx), at(s->vy), way_to(s->go_x.data(), 4),
                     way_to(s->go_y.data(), 4), 0, n);
         },
         {}},
        {"targets",
         [=](size_t, size_t n) { s->records(s->place.data(), s->runner4.data(), s->go.data(), 1, n); },
         {}},
        {"targets, 3 parts",
         [=](size_t, size_t n) { s->records(s->place.data(), s->runner4.data(), s->go.data(), 2, n); },
         {}},
    };
    measure(layouts, many, quick ? 3 : 101, quick ? 1 : 4);
    std::printf("\nintercept2d exact, %zu agents, %s: ns an agent, median (least)\n", many, way_isa());
    for (row_of_table &r : layouts)
        std::printf("%-18s %6.3f (%6.3f)  %.2f of tight, %.2f of pairs\n", r.name.c_str(),
                    r.median() / (double)many, r.least() / (double)many, r.least() / layouts[0].least(),
                    r.least() / layouts[1].least());
    delete s;
    return 0;
}
