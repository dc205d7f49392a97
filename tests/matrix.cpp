#include "matrix.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace matrix {

using support::bits_of;
using support::float_of;

static const size_t guard_size = 192;
static const uint32_t poison = 0x7fa5a5a5u; /* a signalling NaN: whoever reads it by mistake shows it */

call::call(const way_behaviour *the_behaviour, size_t the_count, uint32_t the_hardness, uint64_t seed)
    : behaviour(the_behaviour), count(the_count), hardness(the_hardness), random(seed), agents(the_count + 3),
      runners(the_count + 3), input_given(the_behaviour->input_count, true),
      output_wanted(the_behaviour->output_count, true), input_default(the_behaviour->input_count, false),
      in_place(the_behaviour->output_count, -1) {}

call::~call() {
    for (region &r : regions) {
        if (r.pages != nullptr)
            munmap(r.pages, r.pages_size);
        else
            std::free(r.memory);
    }
}

bool call::is_alone(size_t agent) const {
    return has_target && scene_has_runners(behaviour) && target_of(agent) >= runners;
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

void call::give_targets(size_t target_count, uint32_t nobodies_of_256) {
    has_target = true;
    runners = target_count;
    target.resize(agents);
    for (uint32_t &t : target) {
        if (target_count == 0 || below(256) < nobodies_of_256) {
            const uint32_t nobodies[] = {(uint32_t)target_count, (uint32_t)target_count + 1, 0x7fffffffu,
                                         0x80000000u, UINT32_MAX};
            t = nobodies[below(5)];
        } else
            t = below(target_count);
    }
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

int call::add_region(size_t bytes, size_t misalign, border edges, size_t *start, size_t alignment) {
    region r;
    if (edges == border::guard) {
        *start = guard_size + misalign;
        r.size = (guard_size + misalign + bytes + guard_size + alignment - 1) / alignment * alignment;
        r.memory = (unsigned char *)std::aligned_alloc(alignment, r.size);
        if (r.memory == nullptr)
            std::abort();
    } else {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        r.size = (bytes + page) / page * page;
        r.pages_size = r.size + 2 * page;
        r.pages = (unsigned char *)mmap(nullptr, r.pages_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (r.pages == MAP_FAILED)
            std::abort();
        r.memory = r.pages + page;
        if (mprotect(r.memory, r.size, PROT_READ | PROT_WRITE) != 0)
            std::abort();
        *start = edges == border::page_before ? 0 : r.size - bytes;
    }
    for (size_t i = 0; i + 4 <= r.size; i += 4)
        std::memcpy(r.memory + i, &poison, 4);
    regions.push_back(r);
    return (int)regions.size() - 1;
}

void call::lay_out() {
    in_places.assign(behaviour->input_count, place());
    out_places.assign(behaviour->output_count, place());
    for (const record &r : records) {
        size_t most = 0;
        for (const field &f : r.fields)
            most = std::max(most, rows(f));
        if (r.same)
            most = 1;
        size_t start;
        int number = add_region(most * r.size, r.misalign, r.edges, &start, r.page ? 4096 : 64);
        for (const field &f : r.fields) {
            place p;
            p.region = number;
            p.same = r.same;
            p.step = r.backwards ? -(ptrdiff_t)r.size : (ptrdiff_t)r.size;
            p.origin = (ptrdiff_t)(start + f.offset);
            if (r.backwards && most > 0)
                p.origin += (ptrdiff_t)((most - 1) * r.size);
            (f.output ? out_places : in_places)[f.column] = p;
        }
    }
    for (size_t o = 0; o < behaviour->output_count; o++)
        if (in_place[o] >= 0)
            out_places[o] = in_places[(size_t)in_place[o]];
    if (has_target) {
        size_t start;
        target_place.region = add_region(target.size() * target_stride, 4, border::guard, &start);
        target_place.origin = (ptrdiff_t)start;
        target_place.step = (ptrdiff_t)target_stride;
        target_place.same = target_same;
        for (size_t i = 0; i < target.size(); i++)
            std::memcpy(regions.back().memory + start + i * target_stride, &target[i], 4);
    }
}

void call::draw() {
    values.assign(behaviour->input_count, std::vector<float>());
    size_t most = std::max<size_t>(std::max(agents, runners), 1);
    for (std::vector<float> &column : values)
        column.resize(most);
    std::vector<float> row(behaviour->input_count);
    for (size_t i = 0; i < most; i++) {
        scene_agent(&random, behaviour, hardness, row.data());
        for (size_t k = 0; k < row.size(); k++)
            values[k][i] = i < distinct ? row[k] : values[k][i - distinct];
    }
    for (size_t k = 0; k < behaviour->input_count; k++) {
        if (!input_given[k] || input_default[k])
            std::fill(values[k].begin(), values[k].end(),
                      support::float_of(scene_fallback(&behaviour->inputs[k])));
        else if (in_places[k].same)
            std::fill(values[k].begin(), values[k].end(), values[k][0]);
    }
    for (const record &r : records)
        for (const field &f : r.fields) {
            if (f.output)
                continue;
            const place &p = in_places[f.column];
            size_t most_rows = r.same ? 1 : rows(f);
            for (size_t i = 0; i < most_rows; i++)
                std::memcpy(regions[(size_t)p.region].memory + p.at(i), &values[f.column][i], 4);
        }
}

std::vector<float> call::row_of(size_t agent, size_t runner) const {
    std::vector<float> row(behaviour->input_count);
    for (size_t k = 0; k < row.size(); k++)
        row[k] = values[k][runner_side(k) ? runner : agent];
    return row;
}

std::vector<uint32_t> solve_alone(const way_behaviour *behaviour, const float *row, way_precision precision) {
    way_column in[64] = {};
    way_column_out out[64] = {};
    std::vector<uint32_t> got(behaviour->output_count, poison);
    for (size_t k = 0; k < behaviour->input_count; k++)
        in[k].data = &row[k];
    for (size_t o = 0; o < behaviour->output_count; o++)
        out[o].data = &got[o];
    way_batch batch = {};
    batch.count = 1;
    batch.precision = precision;
    scene_wall_in(&batch);
    if (way_run(behaviour, in, out, &batch) != WAY_OK)
        std::abort();
    return got;
}

std::string call::expect() {
    support::use_isa plain("scalar");
    std::string trouble;
    for (region &r : regions) {
        r.before.assign(r.memory, r.memory + r.size);
        r.expected = r.before;
    }
    std::vector<std::vector<uint32_t>> solved; /* where agents come again */
    for (size_t position = first; position < first + count; position++) {
        size_t agent = agent_at(position), runner = agent;
        std::vector<uint32_t> truth(behaviour->output_count);
        if (solved.size() == distinct) {
            truth = solved[(position - first) % distinct];
        } else if (is_alone(agent)) {
            for (size_t o = 0; o < truth.size(); o++)
                truth[o] = scene_fallback(&behaviour->outputs[o]);
        } else {
            if (has_target)
                runner = target_of(agent);
            std::vector<float> row = row_of(agent, runner);
            truth = solve_alone(behaviour, row.data(), (way_precision)batch.precision);
            for (size_t o = 0; o < truth.size(); o++) {
                way_type type = behaviour->outputs[o].type;
                bool bad = type == WAY_FLOAT    ? std::isnan(float_of(truth[o]))
                           : type == WAY_STATUS ? way_status_word((int32_t)truth[o]) == nullptr
                           : type == WAY_WORD   ? way_word_name((int32_t)truth[o]) == nullptr
                                                : false;
                if (bad && trouble.empty())
                    trouble = std::string("  plain C, one agent: ") + behaviour->outputs[o].name +
                              (type == WAY_FLOAT ? " is NaN" : " is no such word") + "\n  inputs   " +
                              inputs_of(behaviour, row);
            }
        }
        if (solved.size() < distinct && distinct != SIZE_MAX)
            solved.push_back(truth);
        for (size_t o = 0; o < truth.size(); o++) {
            if (!output_wanted[o])
                continue;
            const place &p = out_places[o];
            std::memcpy(&regions[(size_t)p.region].expected[p.at(agent)], &truth[o], 4);
        }
    }
    return trouble;
}

std::string inputs_of(const way_behaviour *behaviour, const std::vector<float> &row) {
    std::string text;
    for (size_t k = 0; k < row.size(); k++)
        text +=
            std::string(k > 0 ? " " : "") + behaviour->inputs[k].name + "=" + support::hex((double)row[k]);
    return text;
}

std::string compare(const way_column_info &column, uint32_t expected, uint32_t got) {
    char text[256];
    if (column.type == WAY_FLOAT) {
        float a = float_of(expected), b = float_of(got);
        std::snprintf(text, sizeof text, "expected %a (%.9g, 0x%08x), got %a (%.9g, 0x%08x), %.0f ulps apart",
                      (double)a, (double)a, expected, (double)b, (double)b, got, support::ulps_apart(a, b));
    } else
        std::snprintf(text, sizeof text, "expected %d, got %d", (int)expected, (int)got);
    return text;
}

/* Which output of which agent lies at this byte? */
std::string call::describe(size_t region_number, size_t byte) const {
    const region &r = regions[region_number];
    size_t word = byte / 4 * 4;
    uint32_t expected, got;
    std::memcpy(&expected, &r.expected[word], 4);
    std::memcpy(&got, r.memory + word, 4);
    for (size_t position = first; position < first + count; position++)
        for (size_t o = 0; o < behaviour->output_count; o++) {
            size_t agent = agent_at(position);
            if (!output_wanted[o] || out_places[o].region != (int)region_number ||
                out_places[o].at(agent) != word)
                continue;
            size_t runner = has_target ? target_of(agent) : agent;
            return std::string("  output   ") + behaviour->outputs[o].name + ", row " +
                   std::to_string(agent) + " (place " + std::to_string(position - first) + " of the call" +
                   (has_target ? ", target " + std::to_string(runner) : "") + ")\n  inputs   " +
                   (is_alone(agent) ? "no target" : inputs_of(behaviour, row_of(agent, runner))) + "\n  " +
                   compare(behaviour->outputs[o], expected, got);
        }
    char text[256];
    std::snprintf(text, sizeof text,
                  "  bytes that are none of this call's outputs were written: region %zu, byte %zu of %zu, "
                  "was 0x%08x, is 0x%08x",
                  region_number, word, r.size, expected, got);
    return text;
}

/* The columns and the batch, as a caller would write them. */
void call::point() {
    in.assign(behaviour->input_count, way_column());
    out.assign(behaviour->output_count, way_column_out());
    /* 0 and 4 both mean tight */
    auto stride_of = [&](const place &p) { return p.step == 4 && below(2) == 0 ? 0 : p.step; };
    for (size_t k = 0; k < in.size(); k++) {
        const place &p = in_places[k];
        if (!input_given[k])
            continue;
        in[k].data = regions[(size_t)p.region].memory + p.origin;
        in[k].stride = p.same ? WAY_SAME : stride_of(p);
    }
    for (size_t o = 0; o < out.size(); o++) {
        const place &p = out_places[o];
        if (!output_wanted[o])
            continue;
        out[o].data = regions[(size_t)p.region].memory + p.origin;
        out[o].stride = in_place[o] >= 0 ? in[(size_t)in_place[o]].stride : stride_of(p);
    }
    batch.index = has_index ? index.data() : nullptr;
    if (has_target) {
        batch.target.data = regions[(size_t)target_place.region].memory + target_place.origin;
        batch.target.stride = target_same ? WAY_SAME : stride_of(target_place);
        batch.target_count = runners;
    }
}

std::string call::prepare(way_precision precision) {
    batch.precision = precision;
    scene_wall_in(&batch);
    lay_out();
    draw();
    point();
    return expect();
}

std::string call::run(const std::string &isa) {
    for (region &r : regions)
        std::memcpy(r.memory, r.before.data(), r.size);
    std::vector<size_t> ends = cuts;
    ends.push_back(count);
    support::use_isa under(isa);
    size_t from = 0;
    for (size_t end : ends) {
        batch.first = first + from;
        batch.count = end - from;
        from = end;
        way_result result = way_run(behaviour, in.data(), out.data(), &batch);
        if (result != WAY_OK)
            return std::string("  the call was refused: ") + way_result_string(result);
    }
    for (size_t n = 0; n < regions.size(); n++)
        if (std::memcmp(regions[n].memory, regions[n].expected.data(), regions[n].size) != 0) {
            size_t byte = 0;
            while (regions[n].memory[byte] == regions[n].expected[byte])
                byte++;
            return describe(n, byte);
        }
    return "";
}

/* The layouts -------------------------------------------------------------------------------------------- */

static size_t one(const way_behaviour *) { return 1; }
template <size_t n> size_t several(const way_behaviour *) { return n; }

/* Columns of one record, packed in the order given, from byte `front` on. */
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

/* Neighbours whose names differ only in a final x and y (and z): as an ECS keeps its vectors. */
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

/* One struct for the chaser's inputs and outputs, one for the runner's inputs; or three. */
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

/* Runner columns in records of `fields_each`, packed without gaps. */
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

/* Every output over an input, `shift` places on; a runner's column only where runners are not shared. */
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

/* `count` of the agents, in any order, from `first` on in the list. */
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
        c.index.push_back(UINT32_MAX); /* before the range: never looked at */
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
    case 6: /* the stride of a pair, without its other half */
        for (size_t k = 0; k < c.behaviour->input_count; k++)
            c.records.push_back(packed({{false, k, 0}}, k % 2 * 4, 4 - k % 2 * 4));
        for (size_t o = 0; o < c.behaviour->output_count; o++)
            c.records.push_back(packed({{true, o, 0}}, o % 2 * 4, 4 - o % 2 * 4));
        break;
    case 7: /* neighbours of one side, whatever they mean */
    case 8:
        for (size_t k = variation - 7; k + 1 < c.behaviour->input_count; k += 2)
            if (c.runner_side(k) == c.runner_side(k + 1))
                c.records.push_back(packed({{false, k, 0}, {false, k + 1, 0}}));
        for (size_t o = variation - 7; o + 1 < c.behaviour->output_count; o += 2)
            c.records.push_back(packed({{true, o, 0}, {true, o + 1, 0}}));
        break;
    case 9: /* half of a pair is not wanted, or has the default */
        place_pairs(c);
        for (size_t o = 1; o < c.behaviour->output_count; o += 2)
            c.output_wanted[o] = false;
        for (size_t k = 0; k < c.behaviour->input_count; k += 2)
            if (!c.behaviour->inputs[k].required)
                c.input_given[k] = false;
        break;
    case 10: /* inputs, or outputs, in records of 12 bytes: no pairs, though they begin as such */
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

/* So many agents that the library may solve a few first, to begin on a line; in the second half over columns that
   begin at one place of their pages, where it may store whole lines. */
static bool make_long(call &c, size_t variation) {
    c.count += 2048;
    c.agents = c.runners = c.count + 3;
    c.distinct = 131; /* no multiple of a vector or a block */
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
    case 3: choose_agents(c, c.count, 0, false, false); break; /* 0, 1, 2, ...: looks tight */
    case 4: choose_agents(c, 2 * c.count, 2, false, false); break;
    case 5:
        choose_agents(c, c.count + 40, 0, true, false);
        place_pairs(c, true, true, 4);
        break;
    case 6:
        choose_agents(c, c.count + 40, 1, true, false);
        place_structs(c, 4, 8, true);
        break;
    case 7: /* the same agent over and over */
        choose_agents(c, 5, 0, true, true);
        c.index.assign(c.count, 3);
        break;
    case 8: /* in two calls */
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

/* Runners as records, by target: the four-field one of 16 bytes, and its neighbours. */
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
    case 9: /* a record on the chaser's side, which no target chooses */
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
    case 5: /* one output in place, the others beside */
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
    case 2: /* the same in the form for batches without optional inputs */
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

/* The page after (or before) each column may not be touched. */
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

/* Anything with anything. */
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

    /* the rest in random order, one to six columns of equal rows a record */
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

const layout layouts[] = {
    {"tight", one, make_tight},
    {"misaligned", several<16>, make_misaligned},
    {"range", several<5>, make_range},
    {"long", several<8>, make_long},
    {"split", several<5>, make_split},
    {"pairs", several<12>, make_pairs},
    {"struct", several<4>, make_struct},
    {"negative", several<4>, make_negative},
    {"index", several<9>, make_index},
    {"target", several<13>, make_target},
    {"records", several<12>, make_records},
    {"same", same_variations, make_same},
    {"in_place", in_place_variations, make_in_place},
    {"outputs", outputs_variations, make_outputs},
    {"optional", optional_variations, make_optional},
    {"edges", several<16>, make_edges},
    {"random", several<48>, make_random},
};
const size_t layout_count = sizeof layouts / sizeof layouts[0];

} // namespace matrix
