/* Makes columns for benchmarks: random inputs of one behaviour, in one of the layouts that callers use. */
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "waylay/waylay.h"

namespace bench {

enum class layout {
    tight,     /* each column begins 16 bytes into its own page, as glibc's malloc places large blocks */
    staggered, /* as tight, but in one arena, with different offsets within a page */
    aligned,   /* as staggered, but each column begins at a cache line */
    pairs,     /* x/y pairs (x/y/z triples in 3D); other columns are tight */
    records,   /* random targets; a target's columns are fields of one struct */
    pools      /* random targets; each column is an array */
};
const char *layout_name(layout how);

enum class extras {
    /* required inputs; every output except the interceptions' `latest` and `distance`, which few callers
       need */
    none,
    all, /* required inputs, every output */
    full /* every input, every output */
};

struct field {
    unsigned char *data = nullptr; /* NULL: the column is not passed */
    ptrdiff_t stride = 0;
};

struct free_block {
    void operator()(void *block) const;
};

class data {
  public:
    data(const way_behaviour *behaviour, layout how, extras with, size_t count);

    /* Pairs every chaser with a new runner, so that a branch predictor never sees the same data twice. */
    void freshen();

    size_t count() const { return count_; }
    size_t bytes() const { return bytes_; }
    size_t outputs() const; /* the number of requested outputs */
    const field &input(const char *name) const;
    const field &output(const char *name) const;
    /* Makes the call that a user with this layout would write. */
    way_result solve(way_precision precision) const;

  private:
    void place(layout how, extras with);

    const way_behaviour *behaviour_;
    size_t count_;
    size_t bytes_ = 0;
    uint64_t state_;
    std::vector<std::unique_ptr<unsigned char, free_block>> blocks_;
    std::vector<field> inputs_, outputs_;
    std::vector<way_column> in_;
    std::vector<way_column_out> out_;
    std::vector<uint32_t> target_;
    std::vector<std::vector<float>> runners_; /* per input: the values of a runner column, twice, or none */
};

/* Walls for the behaviours that read them: a closed, slanted room around all agents, and more walls
   inside. */
const std::vector<way_wall> &walls();

/* A branch predictor can learn data of fewer agents than this, so such data are freshened before each
   call. */
constexpr size_t learnable = 65536;

/* Returns a set of data, which is drawn at the first request. If memory runs short, the least recently used
   sets are freed. */
std::shared_ptr<data> data_for(const way_behaviour *behaviour, layout how, extras with, size_t count);

} // namespace bench

#endif
