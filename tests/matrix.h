/* One batch call laid out in memory in any way the header allows, and checked to the byte.

   A `call` is first shaped (how many agents, which of them, after whom, which columns are given), then placed
   (which columns share records, with what stride and alignment), then prepared, then run under one table
   after another. To prepare it is to work out the memory it must leave behind from the truth: the plain C
   table, one agent a call, on tight columns. After each run all memory, guards and gaps and strangers
   included, is compared with that. Nothing here knows a behaviour by name. */
#ifndef WAYLAY_TESTS_MATRIX_H
#define WAYLAY_TESTS_MATRIX_H

#include <memory>
#include <string>
#include <vector>

#include "support.h"

namespace matrix {

/* One or more columns in records of one region. */
struct field {
    bool output;
    size_t column;
    size_t offset; /* bytes within the record */
};

enum class border { guard, page_after, page_before }; /* page: the neighbouring page may not be touched */

struct record {
    std::vector<field> fields;
    size_t size = 4;     /* bytes from one record to the next */
    size_t misalign = 0; /* of the first record, relative to 64 */
    bool backwards = false;
    bool same = false; /* one record for all agents: WAY_SAME */
    bool page =
        false; /* the region begins on a page, as large ones from malloc do; not with border's pages */
    border edges = border::guard;
};

struct call {
    call(const way_behaviour *behaviour, size_t count, uint32_t hardness, uint64_t seed);
    ~call();
    call(const call &) = delete;
    call &operator=(const call &) = delete;

    /* shape */
    const way_behaviour *behaviour;
    size_t count;
    uint32_t hardness;
    uint64_t random;
    size_t first = 0;
    size_t agents;              /* rows of the chaser columns and outputs */
    size_t runners;             /* rows of the runner columns; with targets, target_count */
    size_t distinct = SIZE_MAX; /* after so many agents the first ones come again; not with targets */
    bool has_index = false, has_target = false;
    std::vector<uint32_t> index, target;
    std::vector<size_t> cuts; /* the range is split into several calls at these places */
    std::vector<bool> input_given, output_wanted;
    std::vector<bool> input_default; /* given, as a column full of the default */
    std::vector<int> in_place;       /* per output: the input that it overwrites, or -1 */

    /* place */
    std::vector<record> records;
    bool target_same = false;
    size_t target_stride = 4;

    size_t rows(const field &f) const;
    bool runner_side(size_t input) const { return behaviour->inputs[input].side == WAY_RUNNER; }
    /* Its target names nobody; without runner columns targets mean nothing. */
    bool is_alone(size_t agent) const;
    uint32_t below(size_t bound) { return bound == 0 ? 0 : scene_below(&random, (uint32_t)bound); }

    void give_only_required();
    void give_targets(size_t target_count, uint32_t nobodies_of_256);

    /* Columns that are not yet in a record, each by itself. */
    void place_rest(size_t misalign = 0, bool stagger = false, border edges = border::guard);

    /* Each returns an empty string or the whole story of what went wrong. */
    std::string prepare(way_precision precision);
    std::string run(const std::string &isa);

  private:
    struct region {
        unsigned char *memory = nullptr;
        size_t size = 0;
        unsigned char *pages = nullptr;
        size_t pages_size = 0;
        std::vector<unsigned char> before, expected;
    };
    struct place {
        int region = -1;
        ptrdiff_t origin = 0, step = 0;
        bool same = false;
        size_t at(size_t row) const { return (size_t)(origin + (same ? 0 : step * (ptrdiff_t)row)); }
    };

    std::vector<region> regions;
    std::vector<place> in_places, out_places;
    std::vector<std::vector<float>> values;
    place target_place;
    std::vector<way_column> in;
    std::vector<way_column_out> out;
    way_batch batch = {};

    int add_region(size_t bytes, size_t misalign, border edges, size_t *start, size_t alignment = 64);
    void lay_out();
    void draw();
    void point();
    std::string expect();
    std::string describe(size_t region_number, size_t byte) const;
    std::vector<float> row_of(size_t agent, size_t runner) const;
    size_t agent_at(size_t position) const { return has_index ? index[position] : position; }
    uint32_t target_of(size_t agent) const { return target_same ? target[0] : target[agent]; }
};

/* One agent, alone, in tight columns, under the table in use: a word of 32 bits per output. */
std::vector<uint32_t> solve_alone(const way_behaviour *behaviour, const float *row, way_precision precision);

/* "x=0x1p+0 (1), ..." */
std::string inputs_of(const way_behaviour *behaviour, const std::vector<float> &row);
/* "expected ..., got ..., 3 ulps apart" */
std::string compare(const way_column_info &column, uint32_t expected, uint32_t got);

/* A layout: so many variations of a call for a behaviour. */
struct layout {
    const char *name;
    size_t (*variations)(const way_behaviour *behaviour);
    /* false where this variation means nothing for this behaviour */
    bool (*make)(call &c, size_t variation);
};

extern const layout layouts[];
extern const size_t layout_count;

} // namespace matrix

#endif
