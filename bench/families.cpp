/* Every behaviour beside the plain loop of plain.h as this compiler makes it for the machine's base, from one
   run: library and loops in random order, repeated, medians; and what trigonometry would cost the lead.
   `waylay_families [behaviour ...]`; --quick is a smoke test. */
#include "bench_rows.h"
#include "collector.h"
#include "plain.h"
#include "draw.h"

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

const char *const lead_forms[][2] = {{"asin_and_sin", "the law of sines, by asin, acos and sin"},
                                     {"sin", "by sin and cos of the runner's heading"},
                                     {"square_roots", "by square roots alone"}};

/* In ns per agent, a column an instruction set. */
void print_lead_forms(const bench::collector &collected, const std::vector<std::string> &isas) {
    auto line = [&](const char *what, auto name_of) {
        std::printf("| %s |", what);
        for (const std::string &isa : isas)
            std::printf(" %.2f |", collected.median(name_of(isa), "ns"));
        std::printf("\n");
    };
    std::printf("\nWhat trigonometry costs: lead2d in ns per agent\n\n| |");
    for (const std::string &isa : isas)
        std::printf(" %s |", isa.c_str());
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

/* Shots at moving targets: what each way costs, and how often it is wrong ----------------------------------
   */

struct arc_way {
    const char *what;
    plain_function *solve;
};
const arc_way arc_ways[] = {{"closed form, cbrt and acos, all meetings", plain_arc3d},
                            {"Newton from |r| / s, one meeting", arc_by_newton}};

/* Units and targets other than the registry's. */
struct arc_units {
    const char *what;
    float second; /* so many time units are one second */
    bool closing; /* the targets come straight at the gun, at 300 to 3000 m/s */
};
const arc_units arc_unit_systems[] = {{"game", 1, false},
                                      {"30 time units a second", 30, false},
                                      {"a time unit of 30 s", 1 / 30.0f, false},
                                      {"closing fast", 1, true}};

std::string arc_name(const arc_way &way) { return std::string("arc3d by ") + way.what; }

/* Of ten thousand shots, those whose first time or status is not the library's. */
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
    std::printf(
        "\nShots at moving targets: arc3d in ns per agent, and how many of %zu shots are wrong\n\n| | ns |",
        count);
    for (const arc_units &units : arc_unit_systems)
        std::printf(" %s |", units.what);
    std::printf("\n|---|---:|---:|---:|---:|---:|\n");
    for (const arc_way &way : arc_ways) {
        std::printf("| %s | %.2f |", way.what, collected.median(arc_name(way), "ns"));
        for (const arc_units &units : arc_unit_systems)
            std::printf(" %zu |", wrong_arcs(way, units));
        std::printf("\n");
    }
    for (const std::string &isa : bench::vector_isas())
        std::printf("| the library, all meetings, %s | %.2f | | | | |\n", isa.c_str(),
                    collected.median(bench::library_name(way_behaviour_named("arc3d"), isa, WAY_EXACT,
                                                         bench::layout::staggered, count, bench::extras::all),
                                     "ns"));
}

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

    std::vector<std::string> isas = bench::vector_isas();
    std::vector<const way_behaviour *> behaviours;
    bool agree = true;
    auto tune = [&](bench::row *row) { row->MinTime(quick ? 0.002 : 0.02)->Repetitions(quick ? 3 : 15); };
    for (size_t i = 0; const way_behaviour *behaviour = way_behaviour_at(i); i++) {
        if (bench::plain_named(behaviour->name) == nullptr || !is_wanted(names, behaviour->name))
            continue;
        behaviours.push_back(behaviour);
        for (bench::form form :
             {bench::form::plain, bench::form::scalar, bench::form::doubles, bench::form::angles})
            if (bench::plain_named(behaviour->name, form) != nullptr) {
                agree &= bench::plain_agrees(behaviour, form);
                tune(bench::add_plain(behaviour, bench::layout::staggered, count, form));
            }
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                tune(bench::add_library(behaviour, isa, precision, bench::layout::staggered, count,
                                        bench::extras::all));
    }
    bool leads = is_wanted(names, "lead2d");
    if (leads)
        for (const bench::lead_form &form : bench::lead_forms()) {
            agree &= bench::lead_form_agrees(form);
            tune(bench::add_lead_form(form, bench::layout::staggered, count));
        }
    if (leads && isas.back() != "scalar")
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            tune(bench::add_library(way_behaviour_named("lead2d"), "scalar", precision,
                                    bench::layout::staggered, count, bench::extras::all));
    bool shoots = is_wanted(names, "arc3d");
    if (shoots)
        for (const arc_way &way : arc_ways)
            tune(bench::add_loop(arc_name(way), way.solve, way_behaviour_named("arc3d"),
                                 bench::layout::staggered, count));
    bench::collector collected;
    benchmark::RunSpecifiedBenchmarks(&collected);

    std::printf(
        "%zu agents, tight columns spread over their pages, required inputs, all outputs; the plain "
        "loop in ns per agent, as "
        "compiled, without vectors and with variables of double; the library in times the speed of the "
        "first, and exact once more in times that of the last; compiler "
        "%s\n\n| behaviour | plain loop | scalar | doubles |",
        count, WAYLAY_BENCH_COMPILER);
    for (const std::string &isa : isas)
        std::printf(" %s exact | fast | exact, doubles |", isa.c_str());
    std::printf("\n|---|---:|---:|---:|");
    for (size_t i = 0; i < isas.size(); i++)
        std::printf("---:|---:|---:|");
    std::printf("\n");
    auto print_ratios = [&](const way_behaviour *behaviour, bench::form form) {
        auto loop_ns = [&](bench::form of) {
            return collected.median(bench::plain_name(behaviour, bench::layout::staggered, count, of), "ns");
        };
        double plain = loop_ns(form);
        std::printf("| %s%s | %.2f |", behaviour->name, form == bench::form::angles ? ", by angles" : "",
                    plain);
        bool beside = form == bench::form::plain;
        double doubles = beside ? loop_ns(bench::form::doubles) : 0;
        if (beside)
            std::printf(" %.2f | %.2f |", loop_ns(bench::form::scalar), doubles);
        else
            std::printf(" | |");
        for (const std::string &isa : isas) {
            auto times = [&](double loop, way_precision precision) {
                double ns =
                    collected.median(bench::library_name(behaviour, isa, precision, bench::layout::staggered,
                                                         count, bench::extras::all),
                                     "ns");
                std::printf(" %.2f |", ns > 0 ? loop / ns : 0.0);
            };
            times(plain, WAY_EXACT);
            times(plain, WAY_FAST);
            if (beside)
                times(doubles, WAY_EXACT);
            else
                std::printf(" |");
        }
        std::printf("\n");
    };
    for (const way_behaviour *behaviour : behaviours)
        for (bench::form form : {bench::form::plain, bench::form::angles})
            if (bench::plain_named(behaviour->name, form) != nullptr)
                print_ratios(behaviour, form);
    if (shoots)
        print_arc_ways(collected);
    if (leads) {
        if (isas.back() != "scalar")
            isas.push_back("scalar");
        print_lead_forms(collected, isas);
    }
    return agree ? 0 : 1;
}
