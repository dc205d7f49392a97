/* Makes calls of any behaviour, in every shape and placement that the header allows. The shape is the number
   of agents, the index, the targets and the columns that are passed. The placement says which columns share
   records, and with which stride and alignment. laid_call.h lays out the memory and checks it. */
#ifndef WAYLAY_TESTS_LAYOUTS_H
#define WAYLAY_TESTS_LAYOUTS_H

#include <string>
#include <vector>

#include "laid_call.h"
#include "support.h"

namespace layouts {

/* One column in a record. */
struct field {
    bool output;
    size_t column;
    size_t offset; /* in bytes, from the start of the record */
};

enum class border { guard, page_after, page_before }; /* page_...: the neighbouring page is not accessible */

struct record {
    std::vector<field> fields;
    size_t size = 4;     /* bytes from one record to the next */
    size_t misalign = 0; /* bytes from an aligned address to the first record */
    bool backwards = false;
    bool same = false; /* all agents have the same record, with a stride of 0 */
    bool page =
        false; /* the region begins on a page, as large blocks from malloc do; only with border::guard */
    border edges = border::guard;
    int32_t type = WAY_SINGLE; /* the type of all fields */
    bool has_list = false;     /* a list of rows locates the elements */
    size_t elements = 0;       /* elements per page; 0: no pages */
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
    size_t agents;       /* rows of the chaser columns and outputs */
    size_t runners;      /* rows of the runner columns; with targets, runner_count */
    size_t distinct = 0; /* rows repeat after this number of agents (0: never); only without targets */
    bool has_index = false, has_target = false;
    std::vector<uint32_t> index;
    uint32_t nobodies_of_256 = 0; /* about this many of 256 targets lead to no runner */
    std::vector<size_t> cuts;     /* the batch is split into several calls at these positions */
    std::vector<bool> input_given, output_wanted;
    std::vector<bool> input_default; /* the input is a column filled with its default */
    std::vector<int> in_place;       /* for each output, the input that it overwrites, or -1 */

    /* placement */
    std::vector<record> records;
    bool target_same = false;
    size_t target_stride = 4;

    /* how targets lead to runners, as in way_batch */
    uint32_t target_mask = 0;
    bool has_rows_of_targets = false, has_parts_of_targets = false, has_generations = false,
         keeps_nobody = false;
    size_t tables = 0, parts = 0; /* the numbers of runner tables, and of entries in batch.parts */
    bool finds_numbers = false;   /* columns of targets, generations and parts also have rows and pages */

    size_t rows(const field &f) const;
    bool runner_side(size_t input) const { return behaviour->inputs[input].side == WAY_RUNNER; }
    uint32_t below(size_t bound) { return bound == 0 ? 0 : draw_below(&random, (uint32_t)bound); }

    void give_only_required();
    void give_targets(size_t runner_count, uint32_t nobodies_of_256);

    /* Puts each column that is not yet in a record into its own record. */
    void place_rest(size_t misalign = 0, bool stagger = false, border edges = border::guard);

    /* Gives the columns of some records another type, a list of rows, or pages. */
    void dress(bool types, bool lists, bool pages);

    /* prepare() lays out the call, and run() makes and checks it. Both return "" or a report of the
       failure. */
    std::string prepare(way_precision precision);
    std::string run(const std::string &isa);

  private:
    struct memory {
        unsigned char *at;
        size_t size;
        bool is_pages; /* the memory is between two inaccessible pages */
        std::vector<unsigned char> kept;
    };

    laid_call laid = {};
    std::vector<memory> memories;
    std::vector<uint32_t> truth;
    std::vector<double> origins;

    size_t add_region(laid_records &form, size_t misalign, border edges, size_t alignment = 64);
    laid_column column_of(const laid_records &form, size_t region, size_t offset);
    size_t add_words(size_t bytes);
    laid_column numbers(size_t rows, size_t stride, bool same, bool is_found);
    bool may_be(const record &r, int32_t type) const;
    void lay_record(const record &r, size_t table);
    void lay_out();
    void lay_index_and_target();
    void lay_tables();
    std::string story_of(const laid_finding &finding) const;
};

/* A layout makes several variations of a call for a behaviour. */
struct layout {
    const char *name;
    size_t (*variations)(const way_behaviour *behaviour);
    /* Returns false if this variation does not apply to the behaviour. */
    bool (*make)(call &c, size_t variation);
    bool is_large; /* the layout also sets the count */
};

extern const layout all[];
extern const size_t all_count;

} // namespace layouts

#endif
