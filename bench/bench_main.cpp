/* Measures every behaviour with every instruction set and precision, in selected combinations of layout and
   count. Also measures other implementations of intercept2d and of lead2d. Google Benchmark's own flags
   apply. Running all rows takes long, so select some, for example with
   --benchmark_filter=intercept2d/avx2/.*10240. */
#include "bench_rows.h"
#include "draw.h"

#include <cstdio>

namespace {

using bench::extras;
using bench::layout;

constexpr size_t counts[] = {1024, 10240, 102400, 1048576, 10485760};

bool has_runners(const way_behaviour *behaviour) {
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (behaviour->inputs[k].side == WAY_RUNNER)
            return true;
    return false;
}

void add_all(const way_behaviour *behaviour) {
    /* The loops over instruction sets and precisions are inside, so rows on the same data come together. */
    auto add = [&](layout how, size_t count, extras with) {
        for (size_t i = 0; const char *isa = way_isa_name(i); i++)
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                bench::add_library(behaviour, isa, precision, how, count, with);
    };
    for (layout how : {layout::tight, layout::pairs, layout::records, layout::pools}) {
        if ((how == layout::records || how == layout::pools) && !has_runners(behaviour))
            continue;
        for (size_t count : counts)
            add(how, count, extras::none);
    }
    for (size_t count : {counts[1], counts[3], counts[4]})
        add(layout::staggered, count, extras::none);
    add(layout::aligned, bench::in_cache_count, extras::none);
    add(layout::aligned, counts[1], extras::none);
    add(layout::tight, counts[1], extras::all);
    add(layout::tight, counts[1], extras::full);
}

} // namespace

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    for (size_t i = 0; const way_behaviour *behaviour = behaviour_at(i); i++)
        add_all(behaviour);
    if (!bench::rivals_agree())
        return 1;
    for (size_t count : counts)
        for (const bench::rival &one : bench::rivals())
            bench::add_rival(one, layout::tight, count);
    for (const bench::rival &one : bench::rivals())
        bench::add_rival(one, layout::aligned, bench::in_cache_count);
    for (const bench::lead_form &form : bench::lead_forms())
        bench::add_lead_form(form, layout::tight, counts[1]);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
