#ifndef BENCH_COLLECTOR_H
#define BENCH_COLLECTOR_H

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace bench {

/* Collects the values that rows report, one per repetition. */
class collector : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(const Context &) override { return true; }

    void ReportRuns(const std::vector<Run> &runs) override {
        for (const Run &run : runs) {
            if (run.run_type != Run::RT_Iteration)
                continue;
            for (const auto &counter : run.counters)
                values_[run.run_name.function_name][counter.first].push_back(counter.second);
        }
    }

    /* Returns 0 if the row was not run. */
    double median(const std::string &name, const char *counter) const {
        auto row = values_.find(name);
        if (row == values_.end() || row->second.count(counter) == 0)
            return 0;
        std::vector<double> sorted = row->second.at(counter);
        std::sort(sorted.begin(), sorted.end());
        size_t half = sorted.size() / 2;
        return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /* Returns 0 if the row was not run. */
    double minimum(const std::string &name, const char *counter) const {
        auto row = values_.find(name);
        if (row == values_.end() || row->second.count(counter) == 0)
            return 0;
        return *std::min_element(row->second.at(counter).begin(), row->second.at(counter).end());
    }

  private:
    std::map<std::string, std::map<std::string, std::vector<double>>> values_;
};

} // namespace bench

#endif
