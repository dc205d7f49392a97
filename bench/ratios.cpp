/* Prints the tables of docs/speed.md from one run. Library and rivals run repeatedly in random order. Each
   line compares the medians, with the wanted ratio, and then the quickest calls. A run takes about two
   minutes. For smoke tests, --quick takes ten seconds and omits ten million agents. */
#include "bench_rows.h"
#include "collector.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <set>
#include <thread>

namespace {

using bench::collector;
using bench::layout;

constexpr size_t small = 10240, large = 1048576, huge = 10485760;

enum class kind {
    speed, /* speed divided by that of `against`; `want` is the minimum */
    time   /* time divided by that of `against`; `want` is the maximum */
};

struct claim {
    std::string section, what;
    kind which;
    std::string row, against;
    double want; /* 0: no limit, only printed */
};

class run_plan {
  public:
    explicit run_plan(bool quick) : quick_(quick), behaviour_(way_behaviour_named("intercept2d")) {}

    std::string library(const std::string &isa, way_precision precision, layout how, size_t count) {
        std::string name = bench::library_name(behaviour_, isa, precision, how, count);
        if (wanted(name, count))
            tune(bench::add_library(behaviour_, isa, precision, how, count), count);
        return name;
    }

    /* Adds a rival's row. Returns the row's name, or an empty name if there is no such rival. */
    std::string rival(const std::string &which, const std::string &isa, layout how, size_t count) {
        const bench::rival *found = bench::rival_named(which, isa);
        if (!found)
            return "";
        std::string name = bench::rival_name(*found, how, count);
        if (wanted(name, count))
            tune(bench::add_rival(*found, how, count), count);
        return name;
    }

    void claims(const std::string &what, kind which, const std::string &row, const std::string &against,
                double want) {
        claims_.push_back({section_, what, which, row, against, want});
    }
    void section(const std::string &title) { section_ = title; }
    const std::vector<claim> &claims() const { return claims_; }
    size_t rows() const { return names_.size(); }

  private:
    bool wanted(const std::string &name, size_t count) {
        return !(quick_ && count >= huge) && names_.insert(name).second;
    }

    void tune(bench::row *row, size_t count) {
        if (count >= huge)
            row->Iterations(1)->Repetitions(7);
        else
            row->MinTime(quick_ ? 0.01 : 0.03)->Repetitions(quick_ ? 5 : 15);
    }

    bool quick_;
    const way_behaviour *behaviour_;
    std::set<std::string> names_;
    std::vector<claim> claims_;
    std::string section_;
};

struct isa_wants {
    const char *isa;
    double exact, fast; /* as multiples of the article's speed */
};

constexpr isa_wants wants[] = {
    {"avx512", 12, 25},
    {"avx2", 10, 20},
    {"sse2", 5, 10},
};

isa_wants wants_of(const std::string &isa) {
    for (const isa_wants &one : wants)
        if (isa == one.isa)
            return one;
    return {"", 0, 0};
}

void make_plan(run_plan &plan) {
    const std::vector<std::string> isas = bench::vector_isas();
    const char *article_isa = "";
    std::vector<std::string> names; /* the rivals' names, each once */
    for (const bench::rival &one : bench::rivals()) {
        if (std::strcmp(one.name, "article") == 0)
            article_isa = one.isa;
        else if (!one.is_floor && std::find(names.begin(), names.end(), one.name) == names.end())
            names.push_back(one.name);
    }

    for (size_t count : {small, huge}) {
        plan.section(count == small ? "10,240 agents: times as fast as the article's algorithm"
                                    : "10,485,760 agents: times as fast as the article's algorithm");
        std::string article = plan.rival("article", article_isa, layout::tight, count);
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST}) {
                isa_wants want = wants_of(isa);
                double least = precision == WAY_EXACT ? want.exact : want.fast;
                /* with data larger than the caches, only AVX-512 must reach a wanted speed */
                if (count == huge)
                    least = precision == WAY_EXACT && isa == "avx512" ? 12 : 0;
                plan.claims((precision == WAY_EXACT ? "exact " : "fast ") + isa, kind::speed,
                            plan.library(isa, precision, layout::tight, count), article, least);
            }
        for (const std::string &name : names)
            for (const std::string &isa : isas) {
                std::string row = plan.rival(name, isa, layout::tight, count);
                if (!row.empty())
                    plan.claims("rival " + name + " " + isa, kind::speed, row, article, 0);
            }
    }

    for (layout how : {layout::tight, layout::aligned}) {
        plan.section(std::string("10,240 agents, ") + bench::layout_name(how) +
                     " columns: fast, times as fast as each rival held to its width");
        for (const std::string &isa : isas)
            for (const std::string &name : names) {
                std::string against = plan.rival(name, isa, how, small);
                if (against.empty())
                    continue;
                double least = name == "xsimd" && isa == "avx2" ? 1.25 : 1.0;
                plan.claims(isa + " against " + name, kind::speed, plan.library(isa, WAY_FAST, how, small),
                            against, how == layout::tight ? least : 0);
            }
    }

    plan.section("512 agents in the first-level cache: fast, times as fast as each rival held to its width");
    for (const std::string &isa : isas)
        for (const std::string &name : names) {
            std::string against = plan.rival(name, isa, layout::aligned, bench::in_cache_count);
            if (!against.empty())
                plan.claims(isa + " against " + name, kind::speed,
                            plan.library(isa, WAY_FAST, layout::aligned, bench::in_cache_count), against, 0);
        }

    plan.section("10,485,760 agents: speed against the same streams without arithmetic, non-temporal");
    for (const std::string &isa : isas) {
        std::string streams = plan.rival("streams_nontemporal", isa, layout::tight, huge);
        if (!streams.empty())
            plan.claims("exact " + isa, kind::speed, plan.library(isa, WAY_EXACT, layout::tight, huge),
                        streams, isa == "avx512" ? 0.9 : 0);
    }

    plan.section("Page-congruent columns: times the time of staggered ones");
    for (size_t count : {small, large, huge}) {
        for (const std::string &isa : isas)
            for (way_precision precision : {WAY_EXACT, WAY_FAST})
                plan.claims((precision == WAY_EXACT ? "exact " : "fast ") + isa + " " + std::to_string(count),
                            kind::time, plan.library(isa, precision, layout::tight, count),
                            plan.library(isa, precision, layout::staggered, count),
                            precision == WAY_EXACT ? 1.1 : 0);
        if (bench::rival_named("streams_ordinary", isas[0]))
            plan.claims("the streams alone, ordinary stores, " + isas[0] + " " + std::to_string(count),
                        kind::time, plan.rival("streams_ordinary", isas[0], layout::tight, count),
                        plan.rival("streams_ordinary", isas[0], layout::staggered, count), 0);
    }

    plan.section("10,240 agents, exact: time divided by the time of tight columns");
    for (const std::string &isa : isas) {
        auto exact = [&](layout how) { return plan.library(isa, WAY_EXACT, how, small); };
        plan.claims("x/y pairs " + isa, kind::time, exact(layout::pairs), exact(layout::tight), 1.4);
        plan.claims("random targets, 16-byte records " + isa, kind::time, exact(layout::records),
                    exact(layout::tight), 1.5);
        plan.claims("random targets, four arrays " + isa, kind::time, exact(layout::pools),
                    exact(layout::tight), 2.1);
    }
}

std::string machine_name() {
    std::ifstream info("/proc/cpuinfo");
    std::string line, name = "unknown processor", family, model;
    auto value = [&] { return line.substr(std::min(line.size(), line.find(':') + 2)); };
    while (std::getline(info, line) && !line.empty()) {
        if (line.compare(0, 10, "model name") == 0)
            name = value();
        else if (line.compare(0, 10, "cpu family") == 0)
            family = value();
        else if (line.compare(0, 6, "model\t") == 0)
            model = value();
    }
    if (!family.empty())
        name += " (family " + family + ", model " + model + ")";
    return name + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores";
}

void print(const run_plan &plan, const collector &seen, bool quick) {
    std::time_t now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    std::printf("waylay %s, %s, %s\n", way_version(), machine_name().c_str(), date);
    std::printf("compilers: %s, clang rivals %s. intercept2d, six outputs; medians of %s.\n",
                WAYLAY_BENCH_COMPILER, WAYLAY_BENCH_CLANG,
                quick ? "5 short repetitions in random order"
                      : "15 repetitions (7 of ten million) in random order");

    int missed = 0;
    std::string section;
    for (const claim &one : plan.claims()) {
        double row = seen.median(one.row, "ns");
        double against = seen.median(one.against, "ns");
        if (row == 0 || against == 0)
            continue;
        if (section != one.section) {
            section = one.section;
            std::printf("\n**%s**\n\n", section.c_str());
            std::printf("| | ns per agent | against | ratio | want | | least | against | ratio |\n"
                        "|---|---:|---:|---:|---:|---|---:|---:|---:|\n");
        }
        double ratio = one.which == kind::speed ? against / row : row / against;
        bool kept = one.which == kind::speed ? ratio >= one.want : ratio <= one.want;
        missed += one.want > 0 && !kept;
        std::printf("| %s | %.3f | %.3f | %.2f |", one.what.c_str(), row, against, ratio);
        if (one.want > 0)
            std::printf(" %s %.4g | %s |", one.which == kind::speed ? ">=" : "<=", one.want,
                        kept ? "" : "missed");
        else
            std::printf(" | |");
        const double least = seen.minimum(one.row, "least"), other = seen.minimum(one.against, "least");
        std::printf(" %.3f | %.3f | %.2f |\n", least, other,
                    one.which == kind::speed ? other / least : least / other);
    }
    std::printf("\n%d missed\n", missed);
}

} // namespace

int main(int argc, char **argv) {
    bool quick = argc == 2 && std::strcmp(argv[1], "--quick") == 0;
    if (argc > 1 && !quick) {
        std::fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
        return 2;
    }
    if (!bench::rivals_agree())
        return 1;

    run_plan plan(quick);
    make_plan(plan);
    std::fprintf(stderr, "%zu rows; this takes about %s\n", plan.rows(), quick ? "10 seconds" : "2 minutes");

    char interleave[] = "--benchmark_enable_random_interleaving=true";
    char *flags[] = {argv[0], interleave, nullptr};
    int flag_count = 2;
    benchmark::Initialize(&flag_count, flags);
    collector seen;
    benchmark::RunSpecifiedBenchmarks(&seen);
    print(plan, seen, quick);
    benchmark::Shutdown();
    return 0;
}
