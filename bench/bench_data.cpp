#include "bench_data.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>

#include "draw.h"

namespace bench {

namespace {

constexpr size_t page = 4096;
constexpr size_t line = 64;

/* glibc's malloc places a large block this many bytes after the beginning of a page. */
constexpr size_t malloc_offset = 16;

size_t round_up(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

/* The columns that are fields of one struct. */
struct group {
    std::vector<field *> fields;
};

char last_letter(const char *name) { return name[std::strlen(name) - 1]; }

bool same_stem(const char *a, const char *b) {
    size_t length = std::strlen(a);
    return length == std::strlen(b) && std::strncmp(a, b, length - 1) == 0;
}

/* Does b come right after a in an x/y or x/y/z vector? */
bool next_axis(const way_column_info &a, const way_column_info &b) {
    return same_stem(a.name, b.name) && last_letter(b.name) == last_letter(a.name) + 1 &&
           last_letter(b.name) >= 'y' && last_letter(b.name) <= 'z';
}

const field &named(const way_column_info *infos, size_t n, const std::vector<field> &fields,
                   const char *name) {
    for (size_t k = 0; k < n; k++)
        if (std::strcmp(infos[k].name, name) == 0)
            return fields[k];
    std::fprintf(stderr, "bench: no column named %s\n", name);
    std::exit(1);
}

float *at(const field &column, size_t i) {
    return reinterpret_cast<float *>(column.data + static_cast<ptrdiff_t>(i) * column.stride);
}

} // namespace

void free_block::operator()(void *block) const { std::free(block); }

const char *layout_name(layout how) {
    switch (how) {
    case layout::tight: return "tight";
    case layout::staggered: return "staggered";
    case layout::aligned: return "aligned";
    case layout::pairs: return "pairs";
    case layout::records: return "records";
    case layout::pools: return "pools";
    }
    return "";
}

static bool is_extra(const way_behaviour &behaviour, const way_column_info &output) {
    bool interception = std::strncmp(behaviour.name, "intercept", 9) == 0;
    return interception &&
           (std::strcmp(output.name, "latest") == 0 || std::strcmp(output.name, "distance") == 0);
}

void data::place(layout how, extras with) {
    const way_behaviour &b = *behaviour_;
    inputs_.resize(b.input_count);
    outputs_.resize(b.output_count);

    std::vector<group> groups;
    const way_column_info *before = nullptr;
    bool before_is_runner = false;
    auto add = [&](const way_column_info &info, field &column, bool runner) {
        bool joins = (how == layout::pairs && before && next_axis(*before, info)) ||
                     (how == layout::records && runner && before_is_runner);
        if (!joins)
            groups.emplace_back();
        groups.back().fields.push_back(&column);
        before = &info;
        before_is_runner = runner;
    };
    for (size_t k = 0; k < b.input_count; k++)
        if (b.inputs[k].required || with == extras::full)
            add(b.inputs[k], inputs_[k], b.inputs[k].side == WAY_RUNNER);
    before = nullptr;
    before_is_runner = false;
    for (size_t k = 0; k < b.output_count; k++)
        if (with != extras::none || !is_extra(b, b.outputs[k]))
            add(b.outputs[k], outputs_[k], false);

    bool arena = how == layout::staggered || how == layout::aligned;
    /* The columns' offsets within a page are spread evenly, in whole cache lines. */
    size_t apart = page / groups.size() / line * line;
    size_t offset = how == layout::aligned ? 0 : malloc_offset;
    /* Small columns should fit the first-level cache, so they are packed closely. */
    size_t rounding = count_ * sizeof(float) < page ? line : page;
    size_t pitch = round_up(count_ * sizeof(float), rounding) + apart;

    auto allocate = [&](size_t bytes) {
        bytes = round_up(bytes, page);
        auto *block = static_cast<unsigned char *>(std::aligned_alloc(page, bytes));
        if (!block) {
            std::fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
            std::exit(1);
        }
        std::memset(block, 0, bytes); /* touches every page, so that timed calls cause no page faults */
        blocks_.emplace_back(block);
        bytes_ += bytes;
        return block + offset;
    };

    unsigned char *next = arena ? allocate(pitch * groups.size() + line) : nullptr;
    for (group &g : groups) {
        size_t stride = g.fields.size() * sizeof(float);
        unsigned char *start = next;
        if (arena)
            next += pitch;
        else
            start = allocate(stride * count_ + malloc_offset);
        for (size_t k = 0; k < g.fields.size(); k++)
            *g.fields[k] = {start + k * sizeof(float), static_cast<ptrdiff_t>(stride)};
    }
}

data::data(const way_behaviour *behaviour, layout how, extras with, size_t count)
    : behaviour_(behaviour), count_(count), state_(count) {
    place(how, with);

    bool fresh = count < learnable;
    runners_.resize(behaviour->input_count);
    std::vector<float> agent(behaviour->input_count);
    for (size_t i = 0; i < count; i++) {
        draw_agent(&state_, behaviour, 0, agent.data());
        for (size_t k = 0; k < behaviour->input_count; k++) {
            if (!inputs_[k].data)
                continue;
            *at(inputs_[k], i) = agent[k];
            if (fresh && behaviour->inputs[k].side == WAY_RUNNER)
                runners_[k].push_back(agent[k]);
        }
    }
    for (std::vector<float> &runner : runners_) {
        size_t once = runner.size();
        runner.resize(2 * once);
        std::copy_n(runner.begin(), once, runner.begin() + static_cast<ptrdiff_t>(once));
    }

    if (how == layout::records || how == layout::pools) {
        target_.resize(count);
        for (uint32_t &target : target_)
            target = draw_below(&state_, static_cast<uint32_t>(count));
    }

    for (const field &column : inputs_)
        in_.push_back(way_column_of(column.data, column.stride, WAY_SINGLE));
    for (const field &column : outputs_)
        out_.push_back(way_column_out_of(column.data, column.stride, WAY_SINGLE));
}

void data::freshen() {
    size_t shift = draw_below(&state_, static_cast<uint32_t>(count_));
    for (size_t k = 0; k < runners_.size(); k++) {
        if (runners_[k].empty())
            continue;
        const float *from = runners_[k].data() + shift;
        if (inputs_[k].stride == sizeof(float))
            std::memcpy(inputs_[k].data, from, count_ * sizeof(float));
        else
            for (size_t i = 0; i < count_; i++)
                *at(inputs_[k], i) = from[i];
    }
}

size_t data::outputs() const {
    size_t wanted = 0;
    for (const field &column : outputs_)
        wanted += column.data != nullptr;
    return wanted;
}

const field &data::input(const char *name) const {
    return named(behaviour_->inputs, behaviour_->input_count, inputs_, name);
}

const field &data::output(const char *name) const {
    return named(behaviour_->outputs, behaviour_->output_count, outputs_, name);
}

way_result data::solve(way_precision precision) const {
    way_batch batch = {};
    batch.count = count_;
    batch.precision = precision;
    batch.walls = walls().data();
    batch.wall_count = walls().size();
    if (!target_.empty()) {
        batch.targets.row.data = target_.data();
        batch.targets.runner_count = count_;
    }
    return way_run(behaviour_, in_.data(), out_.data(), &batch);
}

const std::vector<way_wall> &walls() {
    static const std::vector<way_wall> all = [] {
        std::vector<way_wall> room = {{-130, -105, 110, -125, 0},
                                      {110, -125, 135, 110, 0},
                                      {135, 110, -105, 130, 0},
                                      {-105, 130, -130, -105, 0}};
        uint64_t dice = 1;
        auto within = [&](double most) { return draw_between(&dice, -most, most); };
        while (room.size() < 32) {
            float x = within(95), y = within(95);
            room.push_back({x, y, x + within(25), y + within(25), 0});
        }
        return room;
    }();
    return all;
}

std::shared_ptr<data> data_for(const way_behaviour *behaviour, layout how, extras with, size_t count) {
    struct entry {
        const way_behaviour *behaviour;
        layout how;
        extras with;
        size_t count;
        std::shared_ptr<data> set;
    };
    /* bytes: enough for two sets of ten million agents and the small sets */
    constexpr size_t budget = size_t{3} << 29;
    static std::list<entry> entries; /* the most recently used first */

    auto found = std::find_if(entries.begin(), entries.end(), [&](const entry &e) {
        return e.behaviour == behaviour && e.how == how && e.with == with && e.count == count;
    });
    if (found != entries.end()) {
        entries.splice(entries.begin(), entries, found);
        return found->set;
    }

    /* Old sets are freed before the new set is drawn, so that they need not fit into memory together. */
    size_t wanted = count * sizeof(float) * (behaviour->input_count + behaviour->output_count);
    size_t held = 0;
    for (auto e = entries.begin(); e != entries.end();) {
        held += e->set->bytes();
        e = held + wanted > budget ? entries.erase(e) : std::next(e);
    }
    entries.push_front({behaviour, how, with, count, std::make_shared<data>(behaviour, how, with, count)});
    return entries.front().set;
}

} // namespace bench
