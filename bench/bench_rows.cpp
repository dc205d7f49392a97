#include "bench_rows.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

const way_wall *plain_walls;
size_t plain_wall_count;

namespace bench {

namespace {

#define RIVAL_TABLE(name, isa) extern "C" rival_function rival_##name##_##isa;
WAY_RIVALS
#undef RIVAL_TABLE

#define LEAD_FORM(name, isa) extern "C" plain_function lead_by_##name##_##isa;
WAY_LEAD_FORMS
#undef LEAD_FORM

bool runs_here(const char *isa) {
    for (size_t i = 0; const char *name = way_isa_name(i); i++)
        if (std::strcmp(name, isa) == 0) {
#if defined(__x86_64__)
            /* The rivals are compiled for x86-64-v3 or -v4, which need more features than the library's AVX2
               and AVX-512 kernels. */
            if (std::strcmp(isa, "avx2") == 0 || std::strcmp(isa, "avx512") == 0)
                return __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                       __builtin_cpu_supports("bmi2");
#endif
            return true;
        }
    return false;
}

/* `call` solves the data once. `prepare` runs before `call` and is not timed.

   Only the calls are timed. Data that a branch predictor could learn are freshened (data::freshen) before
   each call. The freshening leaves the columns in the second-level cache, as a game's own pass over its data
   would. A call for a thousand agents is too short for the clock. So such calls are timed in groups, without
   freshening, and are not compared with code that branches. */
template <class Call, class Prepare>
void measure(benchmark::State &state, data &set, Call call, Prepare prepare) {
    using clock = std::chrono::steady_clock;
    size_t count = set.count();
    int calls = count < 8192 ? static_cast<int>(16384 / count) : 1;
    bool fresh = calls == 1 && count < learnable;

    prepare();
    call();
    double seconds = 0;
    std::vector<double> each;
    for (auto _ : state) {
        if (fresh) {
            set.freshen();
            prepare();
        }
        benchmark::ClobberMemory();
        auto start = clock::now();
        for (int i = 0; i < calls; i++) {
            call();
            benchmark::ClobberMemory();
        }
        double elapsed = std::chrono::duration<double>(clock::now() - start).count();
        state.SetIterationTime(elapsed);
        seconds += elapsed;
        each.push_back(elapsed * 1e9 / static_cast<double>(count) / calls);
    }

    double agents = static_cast<double>(count) * calls * static_cast<double>(state.iterations());
    double ns = seconds * 1e9 / agents;
    state.SetItemsProcessed(static_cast<int64_t>(agents));
    state.counters["ns"] = ns;
    state.counters["least"] = *std::min_element(each.begin(), each.end());
    std::nth_element(each.begin(), each.begin() + each.size() / 2, each.end());
    state.counters["typical"] = each[each.size() / 2];
}

template <class Call> void measure(benchmark::State &state, data &set, Call call) {
    measure(state, set, call, [] {});
}

rival_columns columns_of(const data &set) {
    auto in = [&](const char *name) { return reinterpret_cast<const float *>(set.input(name).data); };
    auto out = [&](const char *name) { return reinterpret_cast<float *>(set.output(name).data); };
    rival_columns columns;
    columns.chaser_x = in("chaser_x");
    columns.chaser_y = in("chaser_y");
    columns.chaser_speed = in("chaser_speed");
    columns.runner_x = in("runner_x");
    columns.runner_y = in("runner_y");
    columns.runner_vx = in("runner_vx");
    columns.runner_vy = in("runner_vy");
    columns.time = out("time");
    columns.point_x = out("point_x");
    columns.point_y = out("point_y");
    columns.velocity_x = out("velocity_x");
    columns.velocity_y = out("velocity_y");
    columns.status = reinterpret_cast<int32_t *>(set.output("status").data);
    return columns;
}

const way_behaviour *rivals_behaviour() { return way_behaviour_named("intercept2d"); }

} // namespace

std::string library_name(const way_behaviour *behaviour, const std::string &isa, way_precision precision,
                         layout how, size_t count, extras with) {
    std::string name = std::string(behaviour->name) + "/" + isa +
                       (precision == WAY_EXACT ? "/exact/" : "/fast/") + layout_name(how) + "/" +
                       std::to_string(count);
    return with == extras::none ? name : name + (with == extras::all ? "/all" : "/full");
}

row *add_library(const way_behaviour *behaviour, const std::string &isa, way_precision precision, layout how,
                 size_t count, extras with) {
    std::string name = library_name(behaviour, isa, precision, how, count, with);
    auto run = [=](benchmark::State &state) {
        if (way_set_isa(isa.c_str()) != WAY_OK)
            return state.SkipWithError("no such instruction set here");
        std::shared_ptr<data> set = data_for(behaviour, how, with, count);
        way_result result = set->solve(precision);
        if (result != WAY_OK)
            return state.SkipWithError(way_result_string(result));
        measure(state, *set, [&] { set->solve(precision); });
        way_set_isa(nullptr);
    };
    return benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime();
}

const std::vector<rival> &rivals() {
    static const std::vector<rival> all = [] {
        std::vector<rival> built = {
#define RIVAL_TABLE(name, isa) {#name, #isa, rival_##name##_##isa, std::strncmp(#name, "streams", 7) == 0},
            WAY_RIVALS
#undef RIVAL_TABLE
        };
        std::vector<rival> here;
        for (const rival &one : built) {
            if (runs_here(one.isa))
                here.push_back(one);
            else
                std::fprintf(stderr, "bench: skipping %s for %s, which this machine or build lacks\n",
                             one.name, one.isa);
        }
        return here;
    }();
    return all;
}

const rival *rival_named(const std::string &name, const std::string &isa) {
    for (const rival &one : rivals())
        if (one.name == name && one.isa == isa)
            return &one;
    return nullptr;
}

std::string rival_name(const rival &which, layout how, size_t count) {
    return std::string("rival/") + which.name + "/" + which.isa + "/" + layout_name(how) + "/" +
           std::to_string(count);
}

row *add_rival(const rival &which, layout how, size_t count) {
    auto run = [=](benchmark::State &state) {
        std::shared_ptr<data> set = data_for(rivals_behaviour(), how, extras::none, count);
        rival_columns columns = columns_of(*set);
        measure(state, *set, [&] { which.solve(&columns, count); });
    };
    return benchmark::RegisterBenchmark(rival_name(which, how, count).c_str(), run)->UseManualTime();
}

plain_function *plain_named(const std::string &behaviour, form of) {
#define BEGIN(name, family, summary, source)                                                                 \
    if (of == form::plain && behaviour == #name)                                                             \
        return plain_##name;                                                                                 \
    if (of == form::scalar && behaviour == #name)                                                            \
        return scalar_##name;                                                                                \
    if (of == form::doubles && behaviour == #name)                                                           \
        return double_##name;                                                                                \
    if (of == form::v3 && behaviour == #name && runs_here("avx2"))                                           \
        return v3_##name;                                                                                    \
    if (of == form::v4 && behaviour == #name && runs_here("avx512"))                                         \
        return v4_##name;
#include "registry/behaviours.def"
#define ANGLES(name)                                                                                         \
    if (of == form::angles && behaviour == #name)                                                            \
        return angles_##name;
    ANGLES_LOOPS(ANGLES)
#undef ANGLES
    return nullptr;
}

form form_as_wide_as(const std::string &isa) {
    return isa == "avx512" ? form::v4 : isa == "avx2" ? form::v3 : form::plain;
}

std::string plain_name(const way_behaviour *behaviour, layout how, size_t count, form of) {
    static const char *const forms[] = {"plain/", "angles/", "scalar/", "doubles/", "v3/", "v4/"};
    return forms[static_cast<int>(of)] + std::string(behaviour->name) + "/" + layout_name(how) + "/" +
           std::to_string(count);
}

namespace {

struct plain_columns {
    std::vector<const float *> in;
    std::vector<void *> out;
    plain_columns(const way_behaviour *behaviour, const data &set) {
        for (size_t k = 0; k < behaviour->input_count; k++)
            in.push_back(reinterpret_cast<const float *>(set.input(behaviour->inputs[k].name).data));
        for (size_t k = 0; k < behaviour->output_count; k++)
            out.push_back(set.output(behaviour->outputs[k].name).data);
        plain_walls = walls().data();
        plain_wall_count = walls().size();
    }
};

} // namespace

row *add_loop(const std::string &name, plain_function *loop, const way_behaviour *behaviour, layout how,
              size_t count) {
    auto run = [=](benchmark::State &state) {
        std::shared_ptr<data> set = data_for(behaviour, how, extras::all, count);
        plain_columns columns(behaviour, *set);
        measure(state, *set, [&] { loop(columns.in.data(), columns.out.data(), count); });
    };
    return benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime();
}

row *add_plain(const way_behaviour *behaviour, layout how, size_t count, form of) {
    return add_loop(plain_name(behaviour, how, count, of), plain_named(behaviour->name, of), behaviour, how,
                    count);
}

namespace {

/* Does `solve` give the library's answers on these columns? */
template <class Solve>
bool agrees_on(const data &set, const way_behaviour *behaviour, const plain_columns &columns,
               const std::string &name, Solve solve) {
    constexpr double tolerance = 1e-2, share = 0.99;
    size_t count = set.count();
    if (set.solve(WAY_EXACT) != WAY_OK)
        return false;
    std::vector<std::vector<uint32_t>> expected;
    for (void *column : columns.out) {
        const uint32_t *cells = static_cast<const uint32_t *>(column);
        expected.emplace_back(cells, cells + count);
        std::memset(column, 0xff, count * sizeof(float));
    }
    solve();
    bool agrees = true;
    for (size_t k = 0; k < behaviour->output_count; k++) {
        /* the tolerance of a number is relative to the larger of the number and a typical value of its
           column */
        std::vector<float> sizes;
        size_t alike = 0;
        auto number = [&](uint32_t cell) {
            float value;
            std::memcpy(&value, &cell, sizeof value);
            return value;
        };
        for (uint32_t cell : expected[k])
            sizes.push_back(std::fabs(number(cell)));
        std::nth_element(sizes.begin(), sizes.begin() + count / 2, sizes.end());
        for (size_t i = 0; i < count; i++) {
            uint32_t cell = static_cast<const uint32_t *>(columns.out[k])[i];
            float want = number(expected[k][i]), got = number(cell);
            double scale = std::max(std::fabs(want), sizes[count / 2]);
            alike += cell == expected[k][i] ||
                     (behaviour->outputs[k].type == WAY_FLOAT && std::fabs(got - want) <= tolerance * scale);
        }
        if (static_cast<double>(alike) < share * static_cast<double>(count)) {
            std::fprintf(stderr, "bench: %s: only %zu of %zu agents have the library's %s\n", name.c_str(),
                         alike, count, behaviour->outputs[k].name);
            agrees = false;
        }
    }
    return agrees;
}

} // namespace

bool plain_agrees(const way_behaviour *behaviour, form of) {
    std::shared_ptr<data> set = data_for(behaviour, layout::tight, extras::all, 10240);
    plain_columns columns(behaviour, *set);
    return agrees_on(*set, behaviour, columns, plain_name(behaviour, layout::tight, 10240, of), [&] {
        plain_named(behaviour->name, of)(columns.in.data(), columns.out.data(), set->count());
    });
}

const std::vector<lead_form> &lead_forms() {
    static const std::vector<lead_form> all = [] {
        std::vector<lead_form> here;
        for (const lead_form &one : {
#define LEAD_FORM(name, isa) lead_form{#name, #isa, lead_by_##name##_##isa},
                 WAY_LEAD_FORMS
#undef LEAD_FORM
             })
            if (runs_here(one.isa))
                here.push_back(one);
        return here;
    }();
    return all;
}

std::string lead_form_name(const std::string &name, const std::string &isa, layout how, size_t count) {
    return "lead_by/" + name + "/" + isa + "/" + layout_name(how) + "/" + std::to_string(count);
}

namespace {

const way_behaviour *lead_behaviour() { return way_behaviour_named("lead2d"); }

/* The columns that a lead_form reads. The form `sin` reads a heading and a speed in place of the runner's
   velocity. */
struct lead_columns : plain_columns {
    const float *vx, *vy;
    std::vector<float> heading, speed;
    lead_columns(const lead_form &form, const data &set) : plain_columns(lead_behaviour(), set) {
        vx = reinterpret_cast<const float *>(set.input("runner_vx").data);
        vy = reinterpret_cast<const float *>(set.input("runner_vy").data);
        if (std::strcmp(form.name, "sin") != 0)
            return;
        heading.resize(set.count());
        speed.resize(set.count());
        *std::find(in.begin(), in.end(), vx) = heading.data();
        *std::find(in.begin(), in.end(), vy) = speed.data();
    }
    void prepare() {
        for (size_t i = 0; i < heading.size(); i++) {
            heading[i] = std::atan2(vy[i], vx[i]);
            speed[i] = std::hypot(vx[i], vy[i]);
        }
    }
};

} // namespace

row *add_lead_form(const lead_form &form, layout how, size_t count) {
    auto run = [=](benchmark::State &state) {
        std::shared_ptr<data> set = data_for(lead_behaviour(), how, extras::all, count);
        lead_columns columns(form, *set);
        measure(
            state, *set, [&] { form.solve(columns.in.data(), columns.out.data(), count); },
            [&] { columns.prepare(); });
    };
    return benchmark::RegisterBenchmark(lead_form_name(form.name, form.isa, how, count).c_str(), run)
        ->UseManualTime();
}

bool lead_form_agrees(const lead_form &form) {
    std::shared_ptr<data> set = data_for(lead_behaviour(), layout::tight, extras::all, 10240);
    lead_columns columns(form, *set);
    columns.prepare();
    return agrees_on(*set, lead_behaviour(), columns, std::string("lead by ") + form.name + ", " + form.isa,
                     [&] { form.solve(columns.in.data(), columns.out.data(), set->count()); });
}

bool rivals_agree() {
    constexpr size_t count = 10240;
    constexpr double tolerance = 1e-3, share = 0.999;
    std::shared_ptr<data> set = data_for(rivals_behaviour(), layout::tight, extras::none, count);
    rival_columns columns = columns_of(*set);
    const float *results[] = {columns.time, columns.point_x, columns.point_y, columns.velocity_x,
                              columns.velocity_y};
    const char *names[] = {"time", "point_x", "point_y", "velocity_x", "velocity_y"};
    constexpr size_t floats = sizeof results / sizeof results[0];

    if (set->outputs() != floats + 1) {
        std::fprintf(stderr, "bench: the library would fill %zu outputs, the rivals %zu\n", set->outputs(),
                     floats + 1);
        return false;
    }
    way_result result = set->solve(WAY_EXACT);
    if (result != WAY_OK) {
        std::fprintf(stderr, "bench: the library says: %s\n", way_result_string(result));
        return false;
    }
    std::vector<float> expected[floats];
    for (size_t k = 0; k < floats; k++)
        expected[k].assign(results[k], results[k] + count);
    std::vector<int32_t> expected_status(columns.status, columns.status + count);

    bool all_agree = true;
    for (const rival &one : rivals()) {
        if (one.is_floor)
            continue;
        for (const char *name : names)
            std::memset(set->output(name).data, 0xff, count * sizeof(float));
        std::memset(columns.status, 0xff, count * sizeof(int32_t));
        one.solve(&columns, count);

        auto judge = [&](const char *what, size_t alike) {
            if (static_cast<double>(alike) >= share * count)
                return;
            std::fprintf(stderr, "bench: rival %s/%s: only %zu of %zu agents have the library's %s\n",
                         one.name, one.isa, alike, count, what);
            all_agree = false;
        };
        for (size_t k = 0; k < floats; k++) {
            size_t alike = 0;
            for (size_t i = 0; i < count; i++) {
                double want = expected[k][i], got = results[k][i];
                /* the tolerance of a velocity's component is relative to the whole velocity */
                double whole = k >= 3 ? std::hypot(expected[3][i], expected[4][i]) : 0.0;
                double scale = std::max(std::fabs(want), whole);
                alike += want == got || std::fabs(got - want) <= tolerance * scale;
            }
            judge(names[k], alike);
        }
        size_t alike = 0;
        for (size_t i = 0; i < count; i++)
            alike += columns.status[i] == expected_status[i];
        judge("status", alike);
    }
    return all_agree;
}

std::vector<std::string> vector_isas() {
    std::vector<std::string> isas;
    for (size_t i = 0; const char *name = way_isa_name(i); i++)
        isas.insert(isas.begin(), name);
    if (isas.size() > 1)
        isas.pop_back();
    return isas;
}

} // namespace bench
