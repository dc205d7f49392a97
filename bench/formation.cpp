/* Times one frame in which 500 squads of 20 ranks by 10 files (100,000 units) move one step along their
   paths, in columns (file2d) and in rows (rank2d). Prints medians and the share of a 16.7 ms frame on one
   core. usage: waylay_formation [--quick] */
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "draw.h"
#include "waylay/waylay.h"

namespace {

constexpr size_t squads = 500, ranks = 20, files = 10, row = squads * files;
const float spacing = 2, half_width = spacing * (files - 1) / 2, step = 0.05f;

struct columns {
    explicit columns(size_t n) : x(n), y(n), hx(n), hy(n) {}
    std::vector<float> x, y, hx, hy;
};

struct army {
    columns from{squads}, to{squads}, at{squads}, rank{squads * ranks}, unit{row * ranks};
    std::vector<float> radius, arc1, middle, arc2, distance, offset;
    std::vector<int32_t> word;
    std::vector<uint32_t> squad_of;
    bool ok = true;

    army()
        : radius(squads), arc1(squads), middle(squads), arc2(squads), distance(squads), offset(row),
          word(squads), squad_of(row) {
        uint64_t random = 1;
        for (columns *poses : {&from, &to})
            for (size_t i = 0; i < squads; i++) {
                float angle = draw_between(&random, 0, 6.2831853);
                poses->x[i] = draw_between(&random, 0, 2000), poses->y[i] = draw_between(&random, 0, 2000);
                poses->hx[i] = std::cos(angle), poses->hy[i] = std::sin(angle);
            }
        for (size_t i = 0; i < squads; i++)
            radius[i] = draw_between(&random, 20, 60);
        for (size_t k = 0; k < row; k++) {
            offset[k] = spacing * ((float)(k % files) - (files - 1) / 2.0f);
            squad_of[k] = (uint32_t)(k / files);
        }
        for (size_t r = 0; r < ranks; r++)
            for (size_t k = 0; k < row; k++) {
                size_t i = k / files;
                float back = spacing * (float)r, x = from.x[i] - back * from.hx[i],
                      y = from.y[i] - back * from.hy[i];
                rank.x[r * squads + i] = x, rank.y[r * squads + i] = y;
                rank.hx[r * squads + i] = from.hx[i], rank.hy[r * squads + i] = from.hy[i];
                unit.x[r * row + k] = x + offset[k] * from.hy[i],
                                 unit.y[r * row + k] = y - offset[k] * from.hx[i];
                unit.hx[r * row + k] = from.hx[i], unit.hy[r * row + k] = from.hy[i];
            }
    }

    static way_batch batch_of(size_t count, way_precision precision) {
        way_batch batch = {};
        batch.count = count;
        batch.precision = precision;
        return batch;
    }

    void plan(way_precision precision) {
        way_shortest_path2d_in in = {};
        in.x.data = from.x.data(), in.y.data = from.y.data();
        in.heading_x.data = from.hx.data(), in.heading_y.data = from.hy.data();
        in.target_x.data = to.x.data(), in.target_y.data = to.y.data();
        in.target_heading_x.data = to.hx.data(), in.target_heading_y.data = to.hy.data();
        in.radius.data = radius.data();
        way_shortest_path2d_out out = {};
        out.arc1.data = arc1.data(), out.middle.data = middle.data(), out.arc2.data = arc2.data();
        out.word.data = word.data();
        way_batch batch = batch_of(squads, precision);
        ok &= way_shortest_path2d(&in, &out, &batch) == WAY_OK;
    }

    void march(way_precision precision) {
        way_march2d_in in = {};
        in.x.data = from.x.data(), in.y.data = from.y.data();
        in.heading_x.data = from.hx.data(), in.heading_y.data = from.hy.data();
        in.target_x.data = to.x.data(), in.target_y.data = to.y.data();
        in.target_heading_x.data = to.hx.data(), in.target_heading_y.data = to.hy.data();
        in.radius.data = radius.data(), in.word.data = word.data();
        in.arc1.data = arc1.data(), in.middle.data = middle.data(), in.arc2.data = arc2.data();
        in.distance.data = distance.data(), in.step = way_same(&step);
        way_march2d_out out = {};
        out.next_x.data = at.x.data(), out.next_y.data = at.y.data();
        out.next_heading_x.data = at.hx.data(), out.next_heading_y.data = at.hy.data();
        out.next_distance.data = distance.data();
        way_batch batch = batch_of(squads, precision);
        ok &= way_march2d(&in, &out, &batch) == WAY_OK;
    }

    void put_in_line(const columns &poses, size_t first, size_t r, way_precision precision) {
        way_line2d_in in = {};
        in.rank_x.data = &poses.x[first], in.rank_y.data = &poses.y[first];
        in.rank_heading_x.data = &poses.hx[first], in.rank_heading_y.data = &poses.hy[first];
        in.offset.data = offset.data();
        way_line2d_out out = {};
        out.place_x.data = &unit.x[r * row], out.place_y.data = &unit.y[r * row];
        way_batch batch = batch_of(row, precision);
        batch.targets.row.data = squad_of.data();
        batch.targets.runner_count = squads;
        ok &= way_line2d(&in, &out, &batch) == WAY_OK;
    }

    void in_columns(way_precision precision) {
        put_in_line(at, 0, 0, precision);
        way_batch batch = batch_of(row, precision);
        for (size_t own = row; own < row * ranks; own += row) {
            size_t ahead = own - row;
            way_file2d_in in = {};
            in.x.data = &unit.x[own], in.y.data = &unit.y[own], in.spacing = way_same(&spacing);
            in.ahead_x.data = &unit.x[ahead], in.ahead_y.data = &unit.y[ahead];
            in.ahead_heading_x.data = &unit.hx[ahead], in.ahead_heading_y.data = &unit.hy[ahead];
            in.heading_x.data = &unit.hx[own], in.heading_y.data = &unit.hy[own];
            way_file2d_out out = {};
            out.next_x.data = &unit.x[own], out.next_y.data = &unit.y[own];
            out.next_heading_x.data = &unit.hx[own], out.next_heading_y.data = &unit.hy[own];
            ok &= way_file2d(&in, &out, &batch) == WAY_OK;
        }
    }

    void in_rows(way_precision precision) {
        for (size_t i = 0; i < squads; i++)
            rank.x[i] = at.x[i], rank.y[i] = at.y[i], rank.hx[i] = at.hx[i], rank.hy[i] = at.hy[i];
        put_in_line(rank, 0, 0, precision);
        way_batch batch = batch_of(squads, precision);
        for (size_t r = 1; r < ranks; r++) {
            size_t own = r * squads, ahead = own - squads;
            way_rank2d_in in = {};
            in.x.data = &rank.x[own], in.y.data = &rank.y[own];
            in.heading_x.data = &rank.hx[own], in.heading_y.data = &rank.hy[own];
            in.half_width = way_same(&half_width), in.spacing = way_same(&spacing);
            in.ahead_x.data = &rank.x[ahead], in.ahead_y.data = &rank.y[ahead];
            in.ahead_heading_x.data = &rank.hx[ahead], in.ahead_heading_y.data = &rank.hy[ahead];
            way_rank2d_out out = {};
            out.next_x.data = &rank.x[own], out.next_y.data = &rank.y[own];
            out.next_heading_x.data = &rank.hx[own], out.next_heading_y.data = &rank.hy[own];
            ok &= way_rank2d(&in, &out, &batch) == WAY_OK;
            put_in_line(rank, own, r, precision);
        }
    }
};

template <class Work> double microseconds(int frames, Work work) {
    std::vector<double> all;
    for (int frame = 0; frame < frames; frame++) {
        auto start = std::chrono::steady_clock::now();
        work();
        all.push_back(
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(all.begin(), all.begin() + frames / 2, all.end());
    return all[frames / 2];
}

} // namespace

int main(int argc, char **argv) {
    bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    int frames = quick ? 3 : 201;
    std::printf("%zu squads of %zu ranks by %zu files, %zu units, one core: us a frame, and of 16.7 ms\n\n"
                "| | new paths | march | columns | | rows | |\n|---|---:|---:|---:|---:|---:|---:|\n",
                squads, ranks, files, row * ranks);
    bool ok = true;
    for (size_t k = 0; const char *isa = way_isa_name(k); k++)
        for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
            way_set_isa(isa);
            army all;
            double plan = microseconds(frames, [&] { all.plan(precision); });
            double march = microseconds(frames, [&] { all.march(precision); });
            double columns = microseconds(frames, [&] { all.in_columns(precision); });
            double rows = microseconds(frames, [&] { all.in_rows(precision); });
            std::printf("| %s %s | %.1f | %.1f | %.0f | %.1f %% | %.0f | %.1f %% |\n", isa,
                        precision == WAY_EXACT ? "exact" : "fast", plan, march, columns,
                        (march + columns) / 167, rows, (march + rows) / 167);
            ok &= all.ok;
        }
    return ok ? 0 : 1;
}
