#include "layouts.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace layouts {

static const size_t guard_size = 192, page_size = 4096;

static size_t page_of_machine() { return (size_t)sysconf(_SC_PAGESIZE); }

call::call(const way_behaviour *the_behaviour, size_t the_count, uint32_t the_hardness, uint64_t seed)
    : behaviour(the_behaviour), count(the_count), hardness(the_hardness), random(seed), agents(the_count + 3),
      runners(the_count + 3), input_given(the_behaviour->input_count, true),
      output_wanted(the_behaviour->output_count, true), input_default(the_behaviour->input_count, false),
      in_place(the_behaviour->output_count, -1) {}

call::~call() {
    for (memory &m : memories) {
        if (m.is_pages)
            munmap(m.at - page_of_machine(), m.size + 2 * page_of_machine());
        else
            std::free(m.at);
    }
}

size_t call::rows(const field &f) const {
    if (f.output || !has_target || !runner_side(f.column))
        return agents;
    return runners;
}

void call::give_only_required() {
    for (size_t k = 0; k < input_given.size(); k++)
        input_given[k] = behaviour->inputs[k].required != 0;
}

void call::give_targets(size_t runner_count, uint32_t nobodies) {
    has_target = true;
    runners = runner_count;
    nobodies_of_256 = nobodies;
}

void call::place_rest(size_t misalign, bool stagger, border edges) {
    std::vector<bool> in_done(behaviour->input_count), out_done(behaviour->output_count);
    for (const record &r : records)
        for (const field &f : r.fields)
            (f.output ? out_done : in_done)[f.column] = true;
    auto alone = [&](bool output, size_t column) {
        record r;
        r.fields.push_back({output, column, 0});
        r.misalign = stagger ? 4 * (size_t)below(16) : misalign;
        r.edges = edges;
        records.push_back(r);
    };
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (!in_done[k])
            alone(false, k);
    for (size_t o = 0; o < behaviour->output_count; o++)
        if (!out_done[o] && in_place[o] < 0)
            alone(true, o);
}

/* Adds memory for these records. Around it are guards, or pages without access rights. */
size_t call::add_region(laid_records &form, size_t misalign, border edges, size_t alignment) {
    memory m = {};
    m.is_pages = edges != border::guard;
    size_t bytes = laid_bytes(&form);
    if (m.is_pages) {
        size_t page = page_of_machine();
        m.size = (bytes + page) / page * page;
        form.front = edges == border::page_before ? 0 : m.size - bytes;
        m.at =
            (unsigned char *)mmap(nullptr, m.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (m.at == MAP_FAILED)
            std::abort();
        m.at += page;
        if (mprotect(m.at, m.size, PROT_READ | PROT_WRITE) != 0)
            std::abort();
    } else {
        form.front = std::max(guard_size, alignment) + misalign;
        m.size = (form.front + bytes + guard_size + alignment - 1) / alignment * alignment;
        m.at = (unsigned char *)std::aligned_alloc(alignment, m.size);
        if (m.at == nullptr)
            std::abort();
    }
    m.kept.resize(m.size);
    memories.push_back(std::move(m));
    memory &kept = memories.back();
    return laid_add_region(&laid, kept.at, kept.kept.data(), kept.size);
}

/* Adds memory of exactly `bytes` bytes, so the address sanitizer notices an access beyond it. */
size_t call::add_words(size_t bytes) {
    memory m = {(unsigned char *)std::malloc(bytes + !bytes), bytes, false, {}};
    if (m.at == nullptr)
        std::abort();
    m.kept.resize(bytes + !bytes);
    memories.push_back(std::move(m));
    return laid_add_region(&laid, memories.back().at, memories.back().kept.data(), bytes);
}

void call::lay_record(const record &r, size_t table) {
    laid_records form = {};
    form.size = r.size + 4 * table; /* each table has a different record size */
    form.backwards = r.backwards;
    form.same = r.same;
    size_t most = 0;
    for (const field &f : r.fields)
        most = std::max(most, tables > 0 && !f.output && runner_side(f.column) ? laid.table[table].runners
                                                                               : rows(f));
    form.rows = r.elements > 0 ? laid_pages(most, r.elements) * r.elements : most;
    size_t region = add_region(form, r.misalign, r.edges, r.page ? page_size : 64);
    laid_column shared = laid_field(&form, region, 0);
    shared.rows = r.same ? 1 : most;
    shared.type = r.type;
    if (r.has_list && !r.same)
        laid_list(&laid, &shared, add_words(4 * most), &random);
    if (r.elements > 0 && !r.same)
        laid_page(&laid, &shared, r.elements, add_words(laid_pages(most, r.elements) * sizeof(void *)),
                  &random);
    for (const field &f : r.fields) {
        laid_column column = shared;
        column.origin += (ptrdiff_t)f.offset;
        if (column.list != 0 && below(4) == 0) /* fields of a record may have different lists of rows */
            laid_list(&laid, &column, add_words(4 * most), &random);
        if (column.pages != 0 && f.offset != 0) /* each field's pages have their own addresses */
            laid_page(&laid, &column, r.elements, add_words(laid_pages(most, r.elements) * sizeof(void *)),
                      &random);
        if (f.output ? output_wanted[f.column] : input_given[f.column])
            (f.output                              ? laid.out
             : tables > 0 && runner_side(f.column) ? laid.table[table].in
                                                   : laid.in)[f.column] = column;
    }
}

void call::lay_out() {
    lay_tables();
    for (const record &r : records) {
        bool of_runner = !r.fields[0].output && runner_side(r.fields[0].column);
        for (size_t t = 0; t == 0 || (of_runner && t < tables); t++)
            lay_record(r, t);
    }
    for (size_t o = 0; o < behaviour->output_count; o++)
        if (in_place[o] >= 0 && output_wanted[o])
            laid.out[o] = laid.in[in_place[o]];
    lay_index_and_target();
}

/* Adds a column of integers that is not one of the behaviour's columns. */
laid_column call::numbers(size_t rows, size_t stride, bool same, bool is_found) {
    const size_t page = is_found && !same && below(2) ? 1 + below(40) : 1, pages = laid_pages(rows, page);
    laid_records form = {};
    form.size = stride;
    form.rows = pages * page;
    form.same = same;
    size_t region = add_region(form, 4, border::guard);
    laid_column column = laid_field(&form, region, 0);
    column.rows = same ? 1 : rows;
    if (is_found && !same && below(2))
        laid_list(&laid, &column, add_words(4 * rows), &random);
    if (page > 1)
        laid_page(&laid, &column, page, add_words(pages * sizeof(void *)), &random);
    return column;
}

void call::lay_index_and_target() {
    if (has_index) {
        laid.index = numbers(index.size(), 4, false, false);
        for (size_t i = 0; i < index.size(); i++)
            laid_put(&laid, &laid.index, i, index[i]);
    }
    if (!has_target)
        return;
    laid.target = numbers(agents, target_stride, target_same, finds_numbers);
    laid.batch.targets.runner_count = runners;
    laid.batch.targets.mask = target_mask;
    laid.batch.targets.keep_outputs = keeps_nobody;
    laid.batch.targets.map_size = runners + runners / 2;
    if (has_rows_of_targets)
        laid.target_row = numbers(laid.batch.targets.map_size, 4, false, false);
    if (has_parts_of_targets)
        laid.target_part = numbers(laid.batch.targets.map_size, 4, false, false);
    if (has_generations) {
        laid.target_generation = numbers(agents, 4 * (1 + below(2)), false, finds_numbers);
        laid.generation = numbers(runners, 4 * (1 + below(2)), false, finds_numbers);
    }
    laid_draw_targets(&laid, &random, nobodies_of_256);
}

/* Distributes the runners over several tables of different sizes. */
void call::lay_tables() {
    laid.tables = tables;
    if (tables == 0)
        return;
    laid.batch.targets.part_count = (uint32_t)parts;
    laid.parts = add_words(parts * sizeof(way_part));
    for (size_t t = 0; t < tables; t++) {
        laid.table[t].runners = t == 1 ? runners : runners / (t + 2);
        if (has_generations)
            laid.table[t].generation = numbers(laid.table[t].runners, 4 * (1 + t), false, finds_numbers);
    }
    if (!has_parts_of_targets || below(2))
        laid.part = numbers(agents, 4 * (1 + (size_t)(below(2) * below(3))), below(6) == 0, finds_numbers);
}

bool call::may_be(const record &r, int32_t type) const {
    for (const field &f : r.fields) {
        const way_column_info &info = (f.output ? behaviour->outputs : behaviour->inputs)[f.column];
        if (info.type != WAY_FLOAT || (f.output && type == WAY_HALF))
            return false;
        for (size_t o = 0; o < in_place.size(); o++)
            if (!f.output && in_place[o] == (int)f.column &&
                (type == WAY_HALF || behaviour->outputs[o].type != WAY_FLOAT))
                return false;
    }
    return true;
}

void call::dress(bool types, bool lists, bool pages) {
    for (record &r : records) {
        const int32_t type = (int32_t)below(3);
        if (types && may_be(r, type)) {
            r.type = type;
            r.size = r.size * laid_size(type) / 4;
            for (field &f : r.fields)
                f.offset = f.offset * laid_size(type) / 4;
        }
        /* an input alone in its record may become one value for all, if no output overwrites it */
        const field &f = r.fields[0];
        const bool overwritten =
            !f.output && std::find(in_place.begin(), in_place.end(), (int)f.column) != in_place.end();
        r.same |= types && r.fields.size() == 1 && !f.output && !overwritten && below(8) == 0;
        r.has_list = lists && below(3) != 0;
        r.elements = pages && below(3) != 0 ? 1 + below(below(2) ? 8 : 200) : 0;
    }
}

std::string call::prepare(way_precision precision) {
    laid.behaviour = behaviour;
    laid.agents = agents;
    laid.distinct = distinct;
    laid.together = 1;
    laid.batch.first = first;
    laid.batch.count = count;
    laid.batch.precision = precision;
    give_sample_walls(&laid.batch);
    if (behaviour->walls && first % 2 == count % 2) /* other behaviours do not read the wall origin */
        laid.batch.wall_origin_x = 0x1.8p3 + 0x1p-30, laid.batch.wall_origin_y = below(2) ? -1e7 : 0;
    truth.resize(laid_truth_words(&laid));
    laid.truth = truth.data();
    lay_out();
    if (laid_counts_places(&laid))
        origins.resize(3 * (distinct > 0 ? std::min(distinct, agents) : agents));
    laid.origin = origins.data();
    laid_draw(&laid, &random, hardness);
    for (size_t k = 0; k < behaviour->input_count; k++)
        for (size_t row = 0; input_default[k] && row < laid.in[k].rows; row++)
            laid_put(&laid, &laid.in[k], row, fallback_cell(&behaviour->inputs[k]));
    laid_keep(&laid);
    laid_finding finding = {};
    bool is_sound = laid_work_out(&laid, &finding);
    way_set_isa(nullptr);
    return is_sound ? "" : story_of(finding);
}

std::string call::run(const std::string &isa) {
    std::vector<size_t> ends = cuts;
    ends.push_back(count);
    support::use_isa under(isa);
    laid_finding finding = {};
    size_t from = 0;
    for (size_t end : ends) {
        finding.refusal = laid_run(&laid, from, end - from);
        from = end;
        if (finding.refusal != WAY_OK) {
            finding.verdict = LAID_REFUSED;
            return story_of(finding);
        }
    }
    return laid_check(&laid, &finding) ? "" : story_of(finding);
}

static std::string compare(const way_column_info &column, int32_t type, uint64_t expected, uint64_t got) {
    char text[256];
    if (type == WAY_DOUBLE) {
        double a, b;
        std::memcpy(&a, &expected, sizeof a);
        std::memcpy(&b, &got, sizeof b);
        std::snprintf(text, sizeof text, "expected %a (%.17g), got %a (%.17g)", a, a, b, b);
    } else if (column.type == WAY_FLOAT) {
        float a = support::float_of((uint32_t)expected), b = support::float_of((uint32_t)got);
        std::snprintf(text, sizeof text, "expected %a (%.9g, 0x%08x), got %a (%.9g, 0x%08x), %.0f ulps apart",
                      (double)a, (double)a, (uint32_t)expected, (double)b, (double)b, (uint32_t)got,
                      support::ulps_apart(a, b));
    } else
        std::snprintf(text, sizeof text, "expected %d, got %d", (int)expected, (int)got);
    return text;
}

std::string call::story_of(const laid_finding &finding) const {
    char text[256];
    if (finding.verdict == LAID_REFUSED)
        return std::string("  the call was refused: ") + way_result_string(finding.refusal);
    if (finding.verdict == LAID_STRAY) {
        std::snprintf(text, sizeof text,
                      "  a byte outside of this call's outputs was written: region %zu, byte %zu of %zu, "
                      "was 0x%08x, is 0x%08x",
                      finding.region, finding.byte, laid.region[finding.region].bytes,
                      (uint32_t)finding.expected, (uint32_t)finding.got);
        return text;
    }
    const way_column_info &output = behaviour->outputs[finding.output];
    const auto [table, runner] = laid_runner_of(&laid, finding.agent);
    std::string inputs;
    uint32_t values[LAID_COLUMNS];
    laid_inputs_of(&laid, finding.agent, values);
    for (size_t k = 0; k < behaviour->input_count; k++)
        inputs += std::string(" ") + behaviour->inputs[k].name + "=" +
                  support::hex((double)support::float_of(values[k]));
    return std::string("  output   ") + output.name + ", row " + std::to_string(finding.agent) + " (place " +
           std::to_string(finding.position) + " of the call" +
           (has_target && runner != SIZE_MAX
                ? ", target " + std::to_string(runner) + " of table " + std::to_string(table)
                : "") +
           ")\n  inputs  " + (runner == SIZE_MAX ? " no target" : inputs) + "\n  " +
           (finding.verdict == LAID_UNSOUND ? "plain C gives NaN, or no such word: " : "") +
           compare(output, laid.out[finding.output].type, finding.expected, finding.got);
}

/* The layouts -------------------------------------------------------------------------------------------- */

static size_t one(const way_behaviour *) { return 1; }
template <size_t n> size_t several(const way_behaviour *) { return n; }

/* Packs columns into one record, in the order of `fields`, from byte `front` on. */
static record packed(const std::vector<field> &fields, size_t front = 0, size_t behind = 0) {
    record r;
    r.size = front;
    for (field f : fields) {
        f.offset = r.size;
        r.fields.push_back(f);
        r.size += 4;
    }
    r.size += behind;
    return r;
}

/* Finds neighbouring columns whose names differ only in a final x, y or z. Such columns share records, like
   the vectors of an ECS. */
static std::vector<std::vector<field>> vectors_of(const call &c, bool output, size_t longest) {
    std::vector<std::vector<field>> found;
    const way_column_info *columns = output ? c.behaviour->outputs : c.behaviour->inputs;
    size_t n = output ? c.behaviour->output_count : c.behaviour->input_count;
    for (size_t k = 0; k < n; k++) {
        std::string name = columns[k].name;
        if (name.back() != 'x')
            continue;
        std::vector<field> fields = {{output, k, 0}};
        for (size_t j = 1; j < longest && k + j < n; j++) {
            std::string next = columns[k + j].name;
            if (next.back() != "xyz"[j] || next.compare(0, next.size() - 1, name, 0, name.size() - 1) != 0)
                break;
            fields.push_back({output, k + j, 0});
        }
        if (fields.size() > 1)
            found.push_back(fields);
    }
    return found;
}

static void place_pairs(call &c, bool inputs = true, bool outputs = true, size_t misalign = 0,
                        size_t longest = 2, bool swapped = false, bool backwards = false,
                        border edges = border::guard) {
    for (int output = 0; output < 2; output++) {
        if (!(output ? outputs : inputs))
            continue;
        for (std::vector<field> &fields : vectors_of(c, output != 0, longest)) {
            bool taken = false;
            for (const field &f : fields)
                taken = taken || (f.output && c.in_place[f.column] >= 0);
            if (taken)
                continue;
            if (swapped)
                std::reverse(fields.begin(), fields.end());
            record r = packed(fields);
            r.misalign = misalign;
            r.backwards = backwards;
            r.edges = edges;
            c.records.push_back(r);
        }
    }
}

/* Places the chaser's inputs, the runner's inputs and the outputs in three structs. If `outputs_with_inputs`,
   the outputs are in the chaser's struct. */
static void place_structs(call &c, size_t front, size_t behind, bool outputs_with_inputs,
                          bool backwards = false, size_t misalign = 0) {
    std::vector<field> chaser, runner, outputs;
    for (size_t k = 0; k < c.behaviour->input_count; k++)
        (c.runner_side(k) ? runner : chaser).push_back({false, k, 0});
    for (size_t o = 0; o < c.behaviour->output_count; o++)
        if (c.in_place[o] < 0)
            (outputs_with_inputs ? chaser : outputs).push_back({true, o, 0});
    for (const std::vector<field> &fields : {chaser, runner, outputs}) {
        if (fields.empty())
            continue;
        record r = packed(fields, front, behind);
        r.backwards = backwards;
        r.misalign = misalign;
        c.records.push_back(r);
    }
}

/* Places runner columns in records of `fields_each` fields without gaps. */
static void place_runner_records(call &c, size_t fields_each, size_t misalign, bool reversed = false,
                                 bool backwards = false, border edges = border::guard) {
    std::vector<field> fields;
    auto close = [&] {
        if (fields.empty())
            return;
        if (reversed)
            std::reverse(fields.begin(), fields.end());
        record r = packed(fields);
        r.misalign = misalign;
        r.backwards = backwards;
        r.edges = edges;
        c.records.push_back(r);
        fields.clear();
    };
    for (size_t k = 0; k < c.behaviour->input_count; k++) {
        if (!c.runner_side(k))
            continue;
        fields.push_back({false, k, 0});
        if (fields.size() == fields_each)
            close();
    }
    close();
}

static void place_same(call &c, const std::vector<bool> &which) {
    for (size_t k = 0; k < which.size(); k++)
        if (which[k]) {
            record r = packed({{false, k, 0}});
            r.same = true;
            r.misalign = 4 * (size_t)c.below(16);
            c.records.push_back(r);
        }
}

/* Lets output o overwrite input o + shift. Skips runner columns in calls with targets, because several agents
   may have the same target. */
static bool overwrite(call &c, size_t shift) {
    size_t inputs = c.behaviour->input_count;
    bool any = false;
    for (size_t o = 0; o < c.behaviour->output_count && o < inputs; o++) {
        size_t k = (o + shift) % inputs;
        if (!c.input_given[k] || (c.has_target && c.runner_side(k)))
            continue;
        c.in_place[o] = (int)k;
        any = true;
    }
    return any;
}

static void shuffle(call &c, std::vector<uint32_t> &list) {
    for (size_t i = list.size(); i > 1; i--)
        std::swap(list[i - 1], list[c.below(i)]);
}

/* Fills the index with `count` of the agents, from position `first` on. */
static void choose_agents(call &c, size_t agents, size_t first, bool shuffled, bool repeats) {
    c.agents = std::max<size_t>(agents, 1);
    if (!c.has_target)
        c.runners = c.agents;
    c.first = first;
    c.has_index = true;
    c.index.clear();
    std::vector<uint32_t> all;
    for (size_t i = 0; i < c.agents; i++)
        all.push_back((uint32_t)i);
    shuffle(c, all);
    all.resize(std::min(all.size(), c.count));
    if (!shuffled)
        std::sort(all.begin(), all.end());
    if (repeats)
        for (uint32_t &agent : all)
            agent = all[c.below(all.size())];
    for (size_t i = 0; i < first; i++)
        c.index.push_back(UINT32_MAX); /* before `first`, the index is never read */
    c.index.insert(c.index.end(), all.begin(), all.end());
    c.index.push_back(UINT32_MAX);
}

static bool make_tight(call &c, size_t) {
    c.agents = c.runners = c.count;
    c.place_rest();
    return true;
}

static bool make_misaligned(call &c, size_t variation) {
    c.place_rest(4 * variation, variation == 0);
    return true;
}

static bool make_range(call &c, size_t variation) {
    const size_t firsts[] = {1, 3, 16, 129, 1000};
    c.first = firsts[variation];
    c.agents = c.runners = c.first + c.count + 5;
    c.place_rest();
    return true;
}

static bool make_split(call &c, size_t variation) {
    c.first = 7;
    c.agents = c.runners = c.first + c.count + 2;
    if (variation == 4) {
        for (size_t cut = 1; cut < c.count; cut += 1 + c.below(40))
            c.cuts.push_back(cut);
    } else {
        const size_t cuts[] = {0, 1, c.count / 2, c.count > 0 ? c.count - 1 : 0};
        c.cuts.push_back(std::min(cuts[variation], c.count));
    }
    c.place_rest(4);
    return true;
}

static bool make_pairs(call &c, size_t variation) {
    switch (variation) {
    case 0: place_pairs(c); break;
    case 1: place_pairs(c, true, true, 4); break;
    case 2: place_pairs(c, true, true, 0, 2, true); break;
    case 3: place_pairs(c, true, false); break;
    case 4: place_pairs(c, false, true); break;
    case 5: place_pairs(c, true, true, 0, 3); break;
    case 6: /* columns with the stride of a pair, but without the other column */
        for (size_t k = 0; k < c.behaviour->input_count; k++)
            c.records.push_back(packed({{false, k, 0}}, k % 2 * 4, 4 - k % 2 * 4));
        for (size_t o = 0; o < c.behaviour->output_count; o++)
            c.records.push_back(packed({{true, o, 0}}, o % 2 * 4, 4 - o % 2 * 4));
        break;
    case 7: /* pairs of any neighbouring columns of chasers, or of runners */
    case 8:
        for (size_t k = variation - 7; k + 1 < c.behaviour->input_count; k += 2)
            if (c.runner_side(k) == c.runner_side(k + 1))
                c.records.push_back(packed({{false, k, 0}, {false, k + 1, 0}}));
        for (size_t o = variation - 7; o + 1 < c.behaviour->output_count; o += 2)
            c.records.push_back(packed({{true, o, 0}, {true, o + 1, 0}}));
        break;
    case 9: /* one column of a pair is missing: an output is not requested, or an input has its default */
        place_pairs(c);
        for (size_t o = 1; o < c.behaviour->output_count; o += 2)
            c.output_wanted[o] = false;
        for (size_t k = 0; k < c.behaviour->input_count; k += 2)
            if (!c.behaviour->inputs[k].required)
                c.input_given[k] = false;
        break;
    case 10: /* inputs, or for case 11 outputs, in records of 12 bytes, which only begin like pairs */
    case 11:
        for (const std::vector<field> &fields : vectors_of(c, variation == 11, 2))
            c.records.push_back(packed(fields, 0, 4));
        place_pairs(c, variation == 11, variation == 10);
        break;
    default: return false;
    }
    c.place_rest();
    return true;
}

/* Long batches. The library may solve a few agents first, so that the rest begins on a cache line. In the
   second half of the variations, all columns begin at the same offset in their pages, so the library may
   store whole cache lines. */
static bool make_long(call &c, size_t variation) {
    c.count += 2048;
    c.agents = c.runners = c.count + 3;
    c.distinct = 131; /* not a multiple of a vector or a block */
    if (variation == 2 || variation == 3)
        place_pairs(c, true, true, 4 * (variation % 2));
    if (variation >= 4)
        c.give_only_required();
    switch (variation) {
    case 5: overwrite(c, 0); break;
    case 6: c.output_wanted[c.behaviour->output_count / 2] = false; break;
    case 7:
        c.first = 5;
        c.agents = c.runners = c.first + c.count + 3;
        c.cuts.push_back(c.count - 1);
        break;
    default: break;
    }
    c.place_rest(0, variation % 2 == 1 && variation < 4);
    for (record &r : c.records)
        r.page = variation >= 4;
    return true;
}

static bool make_struct(call &c, size_t variation) {
    switch (variation) {
    case 0: place_structs(c, 0, 0, false); break;
    case 1: place_structs(c, 12, 8, true); break;
    case 2: place_structs(c, 4, 200, false, false, 4); break;
    case 3: place_structs(c, 0, 1000, true); break;
    default: return false;
    }
    return true;
}

static bool make_negative(call &c, size_t variation) {
    switch (variation) {
    case 0: break;
    case 1: place_pairs(c, true, true, 0, 2, false, true); break;
    case 2: place_structs(c, 8, 4, true, true); break;
    case 3: place_pairs(c, true, true, 4, 3, true, true); break;
    default: return false;
    }
    c.place_rest();
    for (size_t i = 0; i < c.records.size(); i++)
        if (c.records[i].fields.size() == 1)
            c.records[i].backwards = variation < 3 || i % 2 == 0;
    return true;
}

static bool make_index(call &c, size_t variation) {
    switch (variation) {
    case 0: choose_agents(c, c.count, 0, true, false); break;
    case 1: choose_agents(c, 3 * c.count + 5, 9, true, false); break;
    case 2: choose_agents(c, 2 * c.count + 1, 0, true, true); break;
    case 3: choose_agents(c, c.count, 0, false, false); break; /* the index is 0, 1, 2, ... */
    case 4: choose_agents(c, 2 * c.count, 2, false, false); break;
    case 5:
        choose_agents(c, c.count + 40, 0, true, false);
        place_pairs(c, true, true, 4);
        break;
    case 6:
        choose_agents(c, c.count + 40, 1, true, false);
        place_structs(c, 4, 8, true);
        break;
    case 7: /* all positions of the index have the same agent */
        choose_agents(c, 5, 0, true, true);
        c.index.assign(c.count, 3);
        break;
    case 8: /* split into two calls */
        choose_agents(c, c.count + 9, 4, true, false);
        c.cuts.push_back(c.count / 3);
        break;
    default: return false;
    }
    c.place_rest();
    return true;
}

static bool make_target(call &c, size_t variation) {
    switch (variation) {
    case 0: c.give_targets(c.count + 1, 30); break;
    case 1: c.give_targets(0, 0); break;
    case 2: c.give_targets(10, 256); break;
    case 3:
        c.target_stride = 24;
        c.give_targets(c.count / 2 + 1, 20);
        break;
    case 4:
        c.target_same = true;
        c.give_targets(40, 0);
        break;
    case 5:
        c.target_same = true;
        c.give_targets(40, 256);
        break;
    case 6:
        choose_agents(c, 2 * c.count + 3, 5, true, false);
        c.give_targets(17, 20);
        break;
    case 7: c.give_targets(1, 128); break;
    case 8: c.give_targets(5000, 10); break;
    case 9:
        c.give_targets(c.count + 100, 10);
        place_pairs(c);
        break;
    case 10:
        c.give_targets(c.count + 100, 10);
        place_structs(c, 0, 12, true);
        break;
    case 11:
        c.give_targets(300, 10);
        c.cuts.push_back(c.count / 2);
        break;
    case 12: c.give_targets(c.count + 1, 0); break;
    default: return false;
    }
    c.place_rest();
    return true;
}

/* Targets choose runners in records of four fields in 16 bytes, or in similar records. */
static bool make_records(call &c, size_t variation) {
    c.give_targets(variation % 2 == 0 ? c.count + 50 : 7, 20);
    switch (variation) {
    case 0: place_runner_records(c, 4, 0); break;
    case 1: place_runner_records(c, 4, 4); break;
    case 2: place_runner_records(c, 4, 16, true); break;
    case 3: place_runner_records(c, 4, 0, false, true); break;
    case 4: place_runner_records(c, 4, 48, false, false, border::page_after); break;
    case 5: place_runner_records(c, 4, 0, false, false, border::page_before); break;
    case 6: place_runner_records(c, 64, 0); break;
    case 7: place_runner_records(c, 3, 4); break;
    case 8: place_runner_records(c, 2, 0); break;
    case 9: /* a record of chaser columns, which targets do not select */
        c.has_target = false;
        c.runners = c.agents;
        place_runner_records(c, 4, 0);
        break;
    case 10:
        c.has_target = false;
        choose_agents(c, c.count + 11, 3, true, false);
        place_runner_records(c, 4, 0);
        break;
    case 11:
        choose_agents(c, c.count + 11, 3, true, false);
        c.give_targets(c.count + 50, 20);
        place_runner_records(c, 4, 0);
        break;
    default: return false;
    }
    c.place_rest();
    return true;
}

static size_t same_variations(const way_behaviour *behaviour) { return behaviour->input_count + 6; }

static bool make_same(call &c, size_t variation) {
    size_t inputs = c.behaviour->input_count;
    std::vector<bool> which(inputs);
    for (size_t k = 0; k < inputs; k++) {
        if (variation < inputs)
            which[k] = k == variation;
        else if (variation == inputs)
            which[k] = true;
        else if (variation == inputs + 1)
            which[k] = k % 2 == 0;
        else if (variation == inputs + 2)
            which[k] = !c.runner_side(k);
        else if (variation == inputs + 3)
            which[k] = c.runner_side(k);
        else
            which[k] = !c.behaviour->inputs[k].required;
    }
    if (variation == inputs + 3)
        c.give_targets(9, 60);
    if (variation == inputs + 5)
        choose_agents(c, c.count + 4, 2, true, false);
    place_same(c, which);
    c.place_rest();
    return true;
}

static size_t in_place_variations(const way_behaviour *behaviour) { return 6 * behaviour->input_count; }

static bool make_in_place(call &c, size_t variation) {
    size_t inputs = c.behaviour->input_count, shift = variation % inputs;
    switch (variation / inputs) {
    case 0: overwrite(c, shift); break;
    case 1:
        overwrite(c, shift);
        place_pairs(c);
        break;
    case 2:
        choose_agents(c, c.count + 6, 1, true, false);
        overwrite(c, shift);
        break;
    case 3:
        c.give_targets(c.count + 2, 25);
        if (!overwrite(c, shift))
            return false;
        break;
    case 4:
        overwrite(c, shift);
        place_structs(c, 4, 4, true, shift % 2 == 1);
        break;
    case 5: /* one output in place, the others elsewhere */
        overwrite(c, shift);
        for (size_t o = 0; o < c.in_place.size(); o++)
            if (o != shift % c.in_place.size())
                c.in_place[o] = -1;
        c.first = 2;
        c.agents = c.runners = c.count + 20;
        c.cuts.push_back(c.count / 2);
        break;
    default: return false;
    }
    c.place_rest(shift % 3 * 4);
    return true;
}

static size_t outputs_variations(const way_behaviour *behaviour) { return 4 * behaviour->output_count + 1; }

static bool make_outputs(call &c, size_t variation) {
    size_t outputs = c.behaviour->output_count;
    size_t o = variation % outputs;
    switch (variation / outputs) {
    case 0: c.output_wanted[o] = false; break;
    case 1:
        c.output_wanted.assign(outputs, false);
        c.output_wanted[o] = true;
        break;
    case 2: /* like cases 1 and 0, but without optional inputs, for which kernels may have separate code */
    case 3:
        c.output_wanted.assign(outputs, variation / outputs == 2);
        c.output_wanted[o] = !c.output_wanted[o];
        c.give_only_required();
        break;
    default: c.output_wanted.assign(outputs, false); break;
    }
    c.place_rest();
    return true;
}

static size_t optional_variations(const way_behaviour *behaviour) { return 2 * behaviour->input_count + 4; }

static bool make_optional(call &c, size_t variation) {
    size_t inputs = c.behaviour->input_count;
    c.input_given.assign(inputs, true);
    for (size_t k = 0; k < inputs; k++) {
        if (c.behaviour->inputs[k].required)
            continue;
        if (variation == 0 || variation == 3)
            c.input_given[k] = false;
        else if (variation == 1)
            c.input_default[k] = true;
        else if (variation >= 4 && variation < 4 + inputs)
            c.input_given[k] = k == variation - 4;
        else if (variation >= 4 + inputs)
            c.input_given[k] = k != variation - 4 - inputs;
    }
    if (variation >= 4 && c.behaviour->inputs[(variation - 4) % inputs].required)
        return false;
    if (variation == 3) {
        c.give_targets(c.count + 1, 30);
        place_pairs(c);
    }
    c.place_rest();
    return true;
}

/* The page after (or before) each column has no access rights. */
static bool make_edges(call &c, size_t variation) {
    border edges = variation % 2 == 0 ? border::page_after : border::page_before;
    c.agents = c.runners = c.count;
    switch (variation / 2) {
    case 0: break;
    case 1: place_pairs(c, true, true, 0, 2, false, false, edges); break;
    case 2: c.give_targets(c.count, 40); break;
    case 3: c.give_targets(1, 40); break;
    case 4: choose_agents(c, c.count, 0, true, false); break;
    case 5: place_pairs(c, true, true, 0, 3, false, true, edges); break;
    case 6: c.give_only_required(); break;
    case 7: place_runner_records(c, 4, 0, false, false, edges); break;
    default: return false;
    }
    c.place_rest(0, false, edges);
    return true;
}

/* Combines all layouts at random. */
static bool make_random(call &c, size_t) {
    size_t inputs = c.behaviour->input_count, outputs = c.behaviour->output_count;
    bool repeats = false;
    c.first = c.below(3) == 0 ? c.below(300) : 0;
    c.agents = c.runners = c.first + c.count + c.below(5);
    if (c.below(3) == 0) {
        repeats = c.below(3) == 0;
        choose_agents(c, c.count + c.below(2 * c.count + 2), c.first, c.below(4) != 0, repeats);
    }
    if (c.below(2) == 0) {
        const size_t sizes[] = {0, 1, 5, c.count + 1, 3000};
        c.target_stride = c.below(2) == 0 ? 4 : 4 * (1 + (size_t)c.below(9));
        c.target_same = c.below(6) == 0;
        c.give_targets(sizes[c.below(5)], c.below(100));
    }
    for (size_t k = 0; k < inputs; k++)
        if (!c.behaviour->inputs[k].required)
            c.input_given[k] = c.below(3) != 0;
    for (size_t o = 0; o < outputs; o++)
        c.output_wanted[o] = c.below(5) != 0;
    if (!repeats && c.below(3) == 0) {
        overwrite(c, c.below(inputs));
        for (size_t o = 0; o < outputs; o++)
            if (c.below(2) == 0)
                c.in_place[o] = -1;
    }
    std::vector<bool> same(inputs);
    for (size_t k = 0; k < inputs; k++) {
        bool overwritten = false;
        for (int k_in_place : c.in_place)
            overwritten = overwritten || k_in_place == (int)k;
        same[k] = !overwritten && c.below(8) == 0;
    }
    place_same(c, same);

    /* the other columns in random order, one to four per record; no record mixes runner columns with
       others */
    std::vector<uint32_t> order;
    for (uint32_t k = 0; k < inputs + outputs; k++)
        if (k < inputs ? !same[k] : c.in_place[k - inputs] < 0)
            order.push_back(k);
    if (c.below(2) == 0)
        shuffle(c, order);
    for (size_t side = 0; side < 2; side++) {
        std::vector<field> fields;
        size_t most = 1 + c.below(4);
        auto close = [&] {
            if (!fields.empty()) {
                record r =
                    packed(fields, 4 * (size_t)c.below(2) * c.below(3), 4 * (size_t)c.below(2) * c.below(9));
                r.misalign = 4 * (size_t)c.below(2) * c.below(16);
                r.backwards = c.below(6) == 0;
                r.edges = c.below(6) == 0 ? border::page_after : border::guard;
                c.records.push_back(r);
            }
            fields.clear();
            most = 1 + c.below(4);
        };
        for (uint32_t k : order) {
            bool of_runner = k < inputs && c.runner_side(k);
            if (of_runner != (side == 1))
                continue;
            fields.push_back({k >= inputs, k < inputs ? k : k - inputs, 0});
            if (fields.size() >= most)
                close();
        }
        close();
    }
    for (size_t cut = c.below(2) == 0 ? c.count : c.below(c.count + 1); cut < c.count;
         cut += 1 + c.below(500))
        c.cuts.push_back(cut);
    return true;
}

/* Elements have every type, and are found by lists of rows and in pages. */
static bool make_elements(call &c, size_t variation) {
    const size_t how = variation % 7, where = variation / 7;
    if (where == 1)
        place_pairs(c, true, true, 0, 2 + variation % 2);
    else if (where == 2)
        c.give_targets(c.count + 9, 20), place_runner_records(c, 4, 0);
    else if (where == 3)
        choose_agents(c, c.count + 40, 1, true, false), place_structs(c, 4, 8, true);
    else if (where == 4)
        overwrite(c, variation), c.cuts.push_back(c.count / 3);
    else if (where == 5)
        c.first = 3, c.agents = c.runners = c.count + 9, c.give_only_required();
    c.place_rest();
    c.dress((how + 1) & 1, (how + 1) & 2, (how + 1) & 4);
    return true;
}

/* Targets are entity numbers, with a mask, with lists of rows, or with generations. */
static bool make_entities(call &c, size_t variation) {
    c.give_targets(c.count + 5, 20);
    c.target_mask = variation & 1 ? 0xfffff : 0;
    c.has_rows_of_targets = variation & 2;
    c.has_generations = variation & 4;
    c.finds_numbers = variation % 3 == 2;
    c.keeps_nobody = variation & 8;
    c.target_stride = variation & 16 ? 8 : 4;
    if (variation % 3 == 1)
        choose_agents(c, c.count + 20, 4, true, variation % 2 != 0);
    if (variation % 4 == 2)
        place_pairs(c);
    if (variation % 5 == 3)
        c.cuts.push_back(c.count / 2);
    c.place_rest();
    return true;
}

/* Runners are in three tables, to which 1, 3 or 18 entries of batch.parts refer. The last variations have
   every kind of column. */
static bool make_parts(call &c, size_t variation) {
    c.give_targets(c.count + 5, 20);
    c.tables = reads_runners(c.behaviour) ? 3 : 0;
    const size_t parts[] = {3, 1, 18, 3};
    c.parts = parts[variation / 8];
    c.has_rows_of_targets = variation & 1;
    c.has_parts_of_targets = variation & 2;
    c.has_generations = variation & 4;
    c.finds_numbers = variation % 3 == 2;
    c.keeps_nobody = variation % 5 == 1;
    if (variation % 3 == 1)
        choose_agents(c, c.count + 20, 4, true, variation % 2 != 0);
    if (variation % 4 < 2)
        place_runner_records(c, 1 + variation % 5, 0);
    for (size_t cut = c.below(40); variation % 3 == 0 && cut < c.count; cut += 1 + c.below(c.count))
        c.cuts.push_back(cut);
    c.place_rest();
    if (variation >= 24)
        c.dress(true, variation & 1, variation & 2);
    return true;
}

/* Batches so large that stores may bypass the caches. A call's columns together are a third larger than
   WAY_STREAM_BYTES. The columns begin at the same offset of their pages, so that too many columns share a
   cache set, or at slightly different offsets. Some variations omit one or two outputs, because a kernel may
   have separate loops for common sets of outputs. */
static const struct {
    size_t inputs, outputs; /* the misalignment of inputs and of outputs in bytes */
    bool stagger;           /* each output has a different misalignment */
    size_t width;           /* the number of outputs that share a record */
    bool with_options;
} large_placements[] = {
    {0, 0, false, 1, true}, {4, 4, false, 1, true},  {0, 0, true, 1, true},   {20, 32, false, 1, true},
    {0, 0, false, 2, true}, {0, 0, false, 2, false}, {0, 0, false, 1, false},
};
static const size_t crowded = sizeof large_placements / sizeof large_placements[0] - 1;

static size_t large_variations(const way_behaviour *behaviour) {
    /* all placements; then, for each output, the last placement without this output; then without two
       outputs */
    return crowded + 2 * behaviour->output_count;
}

static bool make_large(call &c, size_t variation) {
    const size_t inputs = c.behaviour->input_count, outputs = c.behaviour->output_count;
    const auto &at = large_placements[std::min(variation, crowded)];
    if (!at.with_options)
        c.give_only_required();
    if (variation > crowded) {
        size_t unwanted = variation - crowded - 1, together = unwanted < outputs ? 1 : 2;
        for (size_t o = 0; o < together; o++)
            c.output_wanted[unwanted % outputs + o] = false;
    }
    size_t least = outputs - 1; /* the least number of columns of a call */
    for (size_t k = 0; k < inputs; k++)
        least += c.behaviour->inputs[k].required != 0;
    c.count = c.agents = c.runners = WAY_STREAM_BYTES / 3 * 4 / 4 / least / 16 * 16 + 13;
    c.distinct = support::draws(2003);
    for (size_t k = 0; k < inputs; k++) {
        c.records.push_back(packed({{false, k, 0}}));
        c.records.back().misalign = at.inputs;
    }
    for (size_t o = 0; o < outputs; o += at.width) {
        std::vector<field> fields;
        for (size_t i = o; i < std::min(outputs, o + at.width); i++)
            fields.push_back({true, i, 0});
        c.records.push_back(packed(fields, 0, 4 * (at.width - fields.size())));
        c.records.back().misalign = at.stagger ? 4 * (o * 3 % 16) : at.outputs;
    }
    for (record &r : c.records)
        r.page = true;
    return true;
}

const layout all[] = {
    {"tight", one, make_tight, false},
    {"misaligned", several<16>, make_misaligned, false},
    {"range", several<5>, make_range, false},
    {"long", several<8>, make_long, false},
    {"split", several<5>, make_split, false},
    {"pairs", several<12>, make_pairs, false},
    {"struct", several<4>, make_struct, false},
    {"negative", several<4>, make_negative, false},
    {"index", several<9>, make_index, false},
    {"target", several<13>, make_target, false},
    {"records", several<12>, make_records, false},
    {"same", same_variations, make_same, false},
    {"in_place", in_place_variations, make_in_place, false},
    {"outputs", outputs_variations, make_outputs, false},
    {"optional", optional_variations, make_optional, false},
    {"edges", several<16>, make_edges, false},
    {"random", several<48>, make_random, false},
    {"elements", several<42>, make_elements, false},
    {"entities", several<32>, make_entities, false},
    {"parts", several<32>, make_parts, false},
    {"large", large_variations, make_large, true},
};
const size_t all_count = sizeof all / sizeof all[0];

} // namespace layouts
