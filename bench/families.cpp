/* Every behaviour beside the plain loop of plain.h as this compiler makes it for the machine's base, from one
   run: library and loops in random order, repeated, medians; and what trigonometry would cost the lead.
   `waylay_families [behaviour ...]`; --quick is a smoke test. */
#include "bench_rows.h"
#include "collector.h"

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
            return bench::lead_form_name(form[0], isa, bench::layout::tight, count);
        });
    for (way_precision precision : {WAY_EXACT, WAY_FAST})
        line(precision == WAY_EXACT ? "the library, exact" : "the library, fast",
             [&](const std::string &isa) {
                 return bench::library_name(way_behaviour_named("lead2d"), isa, precision,
                                            bench::layout::tight, count, bench::extras::all);
             });
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
        for (bench::form form : {bench::form::plain, bench::form::angles})
            if (bench::plain_named(behaviour->name, form) != nullptr) {
                agree &= bench::plain_agrees(behaviour, form);
                tune(bench::add_plain(behaviour, bench::layout::tight, count, form));
            }
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                tune(bench::add_library(behaviour, isa, precision, bench::layout::tight, count,
                                        bench::extras::all));
    }
    bool leads = is_wanted(names, "lead2d");
    if (leads)
        for (const bench::lead_form &form : bench::lead_forms()) {
            agree &= bench::lead_form_agrees(form);
            tune(bench::add_lead_form(form, bench::layout::tight, count));
        }
    if (leads && isas.back() != "scalar")
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            tune(bench::add_library(way_behaviour_named("lead2d"), "scalar", precision, bench::layout::tight,
                                    count, bench::extras::all));
    bench::collector collected;
    benchmark::RunSpecifiedBenchmarks(&collected);

    std::printf("%zu agents, tight columns, required inputs, all outputs; the plain loop in ns per agent, "
                "the library in "
                "times its speed; compiler %s\n\n| behaviour | plain loop |",
                count, WAYLAY_BENCH_COMPILER);
    for (const std::string &isa : isas)
        std::printf(" %s exact | fast |", isa.c_str());
    std::printf("\n|---|---:|");
    for (size_t i = 0; i < isas.size(); i++)
        std::printf("---:|---:|");
    std::printf("\n");
    auto print_ratios = [&](const way_behaviour *behaviour, bench::form form) {
        double plain =
            collected.median(bench::plain_name(behaviour, bench::layout::tight, count, form), "ns");
        std::printf("| %s%s | %.2f |", behaviour->name, form == bench::form::angles ? ", by angles" : "",
                    plain);
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
                double ns =
                    collected.median(bench::library_name(behaviour, isa, precision, bench::layout::tight,
                                                         count, bench::extras::all),
                                     "ns");
                std::printf(" %.1f |", ns > 0 ? plain / ns : 0.0);
            }
        std::printf("\n");
    };
    for (const way_behaviour *behaviour : behaviours)
        for (bench::form form : {bench::form::plain, bench::form::angles})
            if (bench::plain_named(behaviour->name, form) != nullptr)
                print_ratios(behaviour, form);
    if (leads) {
        if (isas.back() != "scalar")
            isas.push_back("scalar");
        print_lead_forms(collected, isas);
    }
    return agree ? 0 : 1;
}
