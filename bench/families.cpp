/* Compares every behaviour with the plain loop of plain.h, which is compiled for the base instruction set and
   for wider vectors. Behaviours are measured one after another. For each behaviour, library and loops run
   repeatedly in random order, and the quickest and the median calls are printed. At the end, prints the rows
   that miss their targets, and what the ways to solve arc3d and lead2d cost. usage: waylay_families [--quick]
   [behaviour ...]; --quick is a smoke test; on one core: taskset -c 1 waylay_families */
#include "bench_rows.h"
#include "collector.h"
#include "plain.h"
#include "draw.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr size_t count = 10240;

bool is_wanted(const std::vector<std::string> &names, const char *name) {
    for (const std::string &wanted : names)
        if (wanted == name)
            return true;
    return names.empty();
}

const char *title(const std::string &isa) {
    return isa == "avx512"    ? "AVX-512"
           : isa == "avx2"    ? "AVX2"
           : isa == "sse2"    ? "SSE2"
           : isa == "neon"    ? "NEON"
           : isa == "simd128" ? "SIMD128"
                              : "plain C";
}

const char *const lead_forms[][2] = {{"asin_and_sin", "the law of sines, by asin, acos and sin"},
                                     {"sin", "by sin and cos of the runner's heading"},
                                     {"square_roots", "by square roots alone"}};

/* Prints ns per agent, one column per instruction set. */
void print_lead_forms(const bench::collector &collected, const std::vector<std::string> &isas) {
    auto line = [&](const char *what, auto name_of) {
        std::printf("| %s |", what);
        for (const std::string &isa : isas)
            std::printf(" %.2f |", collected.minimum(name_of(isa), "least"));
        std::printf("\n");
    };
    std::printf("\n== lead\nWhat trigonometry costs: lead2d in ns per agent\n\n| |");
    for (const std::string &isa : isas)
        std::printf(" %s |", title(isa));
    std::printf("\n|---|");
    for (size_t i = 0; i < isas.size(); i++)
        std::printf("---:|");
    std::printf("\n");
    for (auto &form : lead_forms)
        line(form[1], [&](const std::string &isa) {
            return bench::lead_form_name(form[0], isa, bench::layout::staggered, count);
        });
    for (way_precision precision : {WAY_EXACT, WAY_FAST})
        line(precision == WAY_EXACT ? "the library, exact" : "the library, fast",
             [&](const std::string &isa) {
                 return bench::library_name(way_behaviour_named("lead2d"), isa, precision,
                                            bench::layout::staggered, count, bench::extras::all);
             });
}

/* Shots at moving targets: what each way to solve them costs, and how often its answer is wrong ---------- */

struct arc_way {
    const char *what;
    plain_function *solve;
};
const arc_way arc_ways[] = {{"closed formula with cbrt and acos, all meetings", plain_arc3d},
                            {"Newton steps from distance / speed, one meeting", arc_by_newton}};

/* A unit of time, and targets that may differ from the registry's typical ones. */
struct arc_units {
    const char *what;
    float second; /* time units in one second */
    bool closing; /* the targets come straight towards the gun, at 300 to 3000 m/s */
};
const arc_units arc_unit_systems[] = {{"wrong shots: game", 1, false},
                                      {"time unit of 1/30 s", 30, false},
                                      {"time unit of 30 s", 1 / 30.0f, false},
                                      {"targets straight at the gun", 1, true}};

std::string arc_name(const arc_way &way) { return std::string("arc3d by ") + way.what; }

/* Returns for how many of `count` shots the first time or the status differs from the library's. */
size_t wrong_arcs(const arc_way &way, const arc_units &units) {
    const way_behaviour *behaviour = way_behaviour_named("arc3d");
    std::vector<std::vector<float>> in(behaviour->input_count, std::vector<float>(count));
    std::vector<std::vector<float>> right(behaviour->output_count, std::vector<float>(count)), got = right;
    std::vector<way_column> columns(in.size());
    std::vector<way_column_out> results;
    std::vector<const float *> from;
    std::vector<void *> to;
    uint64_t dice = 71;
    for (size_t i = 0; i < count; i++) {
        float agent[32], length = 0;
        draw_agent(&dice, behaviour, 0, agent);
        for (int k = 0; k < 3; k++)
            length = std::hypot(length, agent[4 + k] - agent[k]);
        float pace = draw_between(&dice, 300, 3000);
        for (int k = 0; k < 3 && units.closing; k++)
            agent[7 + k] = (agent[k] - agent[4 + k]) / length * pace;
        for (size_t k = 0; k < in.size(); k++) {
            std::string unit = behaviour->inputs[k].unit;
            in[k][i] = unit == "m/s"     ? agent[k] / units.second
                       : unit == "m/s^2" ? agent[k] / units.second / units.second
                                         : agent[k];
        }
    }
    for (size_t k = 0; k < in.size(); k++) {
        from.push_back(in[k].data());
        if (behaviour->inputs[k].required)
            columns[k].data = in[k].data();
    }
    for (size_t k = 0; k < right.size(); k++) {
        results.push_back(way_to(right[k].data(), 4));
        to.push_back(got[k].data());
    }
    way_batch batch = {};
    batch.count = count;
    if (way_run(behaviour, columns.data(), results.data(), &batch) != WAY_OK)
        return count;
    way.solve(from.data(), to.data(), count);
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        float want = right[0][i];
        wrong += std::memcmp(&right[12][i], &got[12][i], 4) != 0 ||
                 (want < INFINITY && !(std::fabs(got[0][i] - want) <= 1e-3f * want));
    }
    return wrong;
}

void print_arc_ways(const bench::collector &collected) {
    std::printf("\n== arcs\nShots at moving targets: arc3d in ns per agent, and how many of %zu shots are "
                "wrong\n\n| method | ns per agent |",
                count);
    for (const arc_units &units : arc_unit_systems)
        std::printf(" %s |", units.what);
    std::printf("\n|---|---:|---:|---:|---:|---:|\n");
    for (const arc_way &way : arc_ways) {
        std::printf("| %s | %.2f |", way.what, collected.minimum(arc_name(way), "least"));
        for (const arc_units &units : arc_unit_systems)
            std::printf(" %zu |", wrong_arcs(way, units));
        std::printf("\n");
    }
    for (const std::string &isa : bench::vector_isas())
        std::printf(
            "| the library, all meetings, %s | %.2f | | | | |\n", isa.c_str(),
            collected.minimum(bench::library_name(way_behaviour_named("arc3d"), isa, WAY_EXACT,
                                                  bench::layout::staggered, count, bench::extras::all),
                              "least"));
}

/* The library against the loops -------------------------------------------------------------------------- */

using bench::form;

/* Which time of a row is taken: the time of its quickest call, or of its median call. */
enum class take { least, typical };

/* The times of rows, in ns per agent. A time is 0 if the row does not exist. */
class costs {
  public:
    costs(const bench::collector &collected, take which) : collected_(collected), which_(which) {}
    double loop(const way_behaviour *behaviour, form of) const {
        return of_row(bench::plain_name(behaviour, bench::layout::staggered, count, of));
    }
    double library(const way_behaviour *behaviour, const std::string &isa, way_precision precision) const {
        return of_row(bench::library_name(behaviour, isa, precision, bench::layout::staggered, count,
                                          bench::extras::all));
    }
    /* Returns the library's speed divided by a loop's speed. */
    double times(const way_behaviour *behaviour, form of, const std::string &isa,
                 way_precision precision) const {
        double ns = library(behaviour, isa, precision);
        return ns > 0 ? loop(behaviour, of) / ns : 0;
    }

  private:
    double of_row(const std::string &name) const {
        return which_ == take::least ? collected_.minimum(name, "least") : collected_.median(name, "typical");
    }
    const bench::collector &collected_;
    take which_;
};

void print_ns(double ns) {
    if (ns > 0)
        std::printf(" %.2f |", ns);
    else
        std::printf(" |");
}

void print_times(double times) {
    if (times > 0)
        std::printf(times < 2 ? " %.2f |" : " %.1f |", times);
    else
        std::printf(" |");
}

void print_rule(size_t columns) {
    std::printf("\n|---|");
    for (size_t i = 0; i < columns; i++)
        std::printf("---:|");
    std::printf("\n");
}

using behaviour_list = std::vector<const way_behaviour *>;
using isa_list = std::vector<std::string>;

/* Compares the library with the loop of a default build. */
void print_families(const costs &cost, const behaviour_list &behaviours, const isa_list &isas) {
    std::printf("| | floats, ns per agent | without vectors | doubles |");
    for (const std::string &isa : isas)
        std::printf(" %s, exact | fast | exact, of doubles |", title(isa));
    print_rule(3 + 3 * isas.size());
    for (const way_behaviour *behaviour : behaviours)
        for (form of : {form::plain, form::angles}) {
            if (bench::plain_named(behaviour->name, of) == nullptr)
                continue;
            bool angles = of == form::angles;
            std::printf("| `%s`%s |", behaviour->name, angles ? ", by angles" : "");
            print_ns(cost.loop(behaviour, of));
            print_ns(angles ? 0 : cost.loop(behaviour, form::scalar));
            print_ns(angles ? 0 : cost.loop(behaviour, form::doubles));
            for (const std::string &isa : isas) {
                print_times(cost.times(behaviour, of, isa, WAY_EXACT));
                print_times(cost.times(behaviour, of, isa, WAY_FAST));
                print_times(angles ? 0 : cost.times(behaviour, form::doubles, isa, WAY_EXACT));
            }
            std::printf("\n");
        }
}

/* Compares the library with the loop compiled for vectors of the same width. */
void print_widths(const costs &cost, const behaviour_list &behaviours, const isa_list &isas) {
    std::printf("| |");
    for (const std::string &isa : isas)
        std::printf(" the loop with %s, ns per agent | exact | fast |", title(isa));
    print_rule(3 * isas.size());
    for (const way_behaviour *behaviour : behaviours) {
        std::printf("| `%s` |", behaviour->name);
        for (const std::string &isa : isas) {
            form wide = bench::form_as_wide_as(isa);
            print_ns(cost.loop(behaviour, wide));
            print_times(cost.times(behaviour, wide, isa, WAY_EXACT));
            print_times(cost.times(behaviour, wide, isa, WAY_FAST));
        }
        std::printf("\n");
    }
}

/* The functions below return the wanted speed of the library relative to a loop. If its vectors are wider
   than the base's, it must be as fast as the loop of a default build, or 0.97 times as fast if the behaviour
   only moves numbers. It must also be 0.8 (exact) or 0.9 (fast) times as fast as the loop with equally wide
   vectors. */
bool is_pure_move(const way_behaviour *behaviour) {
    return std::strcmp(behaviour->name, "perpendicular2d") == 0;
}

double wanted_of_default(const way_behaviour *behaviour, const std::string &isa) {
    return bench::form_as_wide_as(isa) == form::plain ? 0 : is_pure_move(behaviour) ? 0.97 : 1;
}

double wanted_of_width(way_precision precision) { return precision == WAY_EXACT ? 0.8 : 0.9; }

void print_behind(const costs &least, const costs &typical, const behaviour_list &behaviours,
                  const isa_list &isas) {
    std::printf(
        "| behaviour | width | precision | loop | speed, by quickest calls | by median calls | goal |\n"
        "|---|---|---|---|---:|---:|---:|\n");
    size_t rows = 0;
    for (const way_behaviour *behaviour : behaviours)
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                for (bool own_width : {false, true}) {
                    form of = own_width ? bench::form_as_wide_as(isa) : form::plain;
                    double want = own_width ? wanted_of_width(precision) : wanted_of_default(behaviour, isa);
                    double times = least.times(behaviour, of, isa, precision);
                    if (times <= 0 || times >= want)
                        continue;
                    rows++;
                    std::printf("| `%s` | %s | %s | %s |", behaviour->name, title(isa),
                                precision == WAY_EXACT ? "exact" : "fast",
                                own_width ? "same width" : "default build");
                    print_times(times);
                    print_times(typical.times(behaviour, of, isa, precision));
                    std::printf(" %.2f |\n", want);
                }
    std::printf("\n%zu rows are behind.\n", rows);
}

/* Prints medians over all behaviours of two speed-ups of the library: over the loop of a default build, and
   over the loop with equally wide vectors. */
void print_medians(const costs &cost, const behaviour_list &behaviours, const isa_list &isas) {
    std::printf("| median of %zu behaviours | default build: exact | fast | same width: exact | fast "
                "|\n|---|---:|---:|---:|---:|\n",
                behaviours.size());
    for (const std::string &isa : isas) {
        std::printf("| %s |", title(isa));
        for (form of : {form::plain, bench::form_as_wide_as(isa)})
            for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
                std::vector<double> all;
                for (const way_behaviour *behaviour : behaviours)
                    all.push_back(cost.times(behaviour, of, isa, precision));
                std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
                print_times(all[all.size() / 2]);
            }
        std::printf("\n");
    }
}

void print_everything(const bench::collector &collected, const behaviour_list &behaviours,
                      const isa_list &isas) {
    const costs least(collected, take::least), typical(collected, take::typical);
    isa_list wide;
    for (const std::string &isa : isas)
        if (bench::form_as_wide_as(isa) != form::plain)
            wide.push_back(isa);
    for (take which : {take::least, take::typical}) {
        const costs &cost = which == take::least ? least : typical;
        const char *calls = which == take::least ? "" : "_median";
        std::printf("\n== families%s\nBeside the loop of a default build\n\n", calls);
        print_families(cost, behaviours, isas);
        std::printf("\n== widths%s\nBeside the loop with vectors as wide\n\n", calls);
        print_widths(cost, behaviours, wide);
    }
    std::printf("\n== medians\n");
    print_medians(least, behaviours, isas);
    std::printf("\n== behind\n");
    print_behind(least, typical, behaviours, isas);
}

/* Registers, runs and clears the rows of one behaviour. */
class runner {
  public:
    runner(bool quick, bench::collector *collected) : quick_(quick), collected_(collected) {}

    void add(bench::row *row) { row->MinTime(quick_ ? 0.001 : 0.005)->Repetitions(quick_ ? 2 : 25); }
    void run() {
        benchmark::RunSpecifiedBenchmarks(collected_);
        benchmark::ClearRegisteredBenchmarks();
    }
    bool agree = true;

    void add_loops(const way_behaviour *behaviour) {
        for (form of : {form::plain, form::scalar, form::doubles, form::angles, form::v3, form::v4})
            if (bench::plain_named(behaviour->name, of) != nullptr) {
                agree &= bench::plain_agrees(behaviour, of);
                add(bench::add_plain(behaviour, bench::layout::staggered, count, of));
            }
    }
    void add_tables(const way_behaviour *behaviour, const isa_list &isas) {
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                add(bench::add_library(behaviour, isa, precision, bench::layout::staggered, count,
                                       bench::extras::all));
    }
    void add_leads(const way_behaviour *behaviour, const isa_list &isas) {
        for (const bench::lead_form &form : bench::lead_forms()) {
            agree &= bench::lead_form_agrees(form);
            add(bench::add_lead_form(form, bench::layout::staggered, count));
        }
        if (isas.back() != "scalar")
            add_tables(behaviour, {"scalar"});
    }
    void add_shots(const way_behaviour *behaviour) {
        for (const arc_way &way : arc_ways)
            add(bench::add_loop(arc_name(way), way.solve, behaviour, bench::layout::staggered, count));
    }

  private:
    bool quick_;
    bench::collector *collected_;
};

} // namespace

int main(int argc, char **argv) {
    bool quick = false;
    std::vector<std::string> names;
    for (int i = 1; i < argc; i++)
        if (std::strcmp(argv[i], "--quick") == 0)
            quick = true;
        else if (way_behaviour_named(argv[i]) != nullptr)
            names.push_back(argv[i]);
        else {
            std::fprintf(stderr, "waylay_families: no behaviour %s\n", argv[i]);
            return 2;
        }

    char program[] = "waylay_families", interleave[] = "--benchmark_enable_random_interleaving=true";
    char *flags[] = {program, interleave, nullptr};
    int flag_count = 2;
    benchmark::Initialize(&flag_count, flags);

    isa_list isas = bench::vector_isas();
    behaviour_list behaviours;
    bench::collector collected;
    runner rows(quick, &collected);
    bool leads = is_wanted(names, "lead2d"), shoots = is_wanted(names, "arc3d");
    for (size_t i = 0; const way_behaviour *behaviour = behaviour_at(i); i++) {
        if (bench::plain_named(behaviour->name) == nullptr || !is_wanted(names, behaviour->name))
            continue;
        behaviours.push_back(behaviour);
        rows.add_loops(behaviour);
        rows.add_tables(behaviour, isas);
        if (std::strcmp(behaviour->name, "lead2d") == 0)
            rows.add_leads(behaviour, isas);
        if (std::strcmp(behaviour->name, "arc3d") == 0)
            rows.add_shots(behaviour);
        rows.run();
    }
    if (behaviours.empty()) {
        std::fprintf(stderr, "waylay_families: these behaviours have no plain loop\n");
        return 2;
    }

    std::printf(
        "%zu agents, tight columns spread over their pages, required inputs, all outputs. The loop in ns per "
        "agent; the library in times the speed of the loop; the quickest of all calls or, in tables _median, "
        "the median of 25 repetitions' median calls. Compiler: %s\n",
        count, WAYLAY_BENCH_COMPILER);
    print_everything(collected, behaviours, isas);
    if (shoots)
        print_arc_ways(collected);
    if (leads) {
        if (isas.back() != "scalar")
            isas.push_back("scalar");
        print_lead_forms(collected, isas);
    }
    return rows.agree ? 0 : 1;
}
