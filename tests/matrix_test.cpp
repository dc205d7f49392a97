/* One matrix for all behaviours: every table of this machine x precision x layout x count gives the bytes
   that plain C gives on tight columns, one agent a call, and touches nothing else. Made from the registry.
   A test is a layout: what plain C gives is worked out once and then holds for all tables. */
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "matrix.h"

namespace {

const char *program = "matrix_test";
const size_t counts[] = {0, 1, 3, 4, 5, 15, 16, 17, 127, 128, 129, 255, 256, 257, 1000};
const uint32_t hardnesses[] = {0, 40};

struct cell {
    const way_behaviour *behaviour;
    way_precision precision;
};

const char *word_of(way_precision precision) { return precision == WAY_EXACT ? "exact" : "fast"; }

std::string rerun() {
    const testing::TestInfo *test = testing::UnitTest::GetInstance()->current_test_info();
    return "  run      WAYLAY_SEED=" + std::to_string(support::seed()) + " " + program +
           " --gtest_filter=" + test->test_suite_name() + "." + test->name();
}

std::string heading(const cell &the, const std::string &isa) {
    return "\n  " + std::string(the.behaviour->name) + ", table " + isa + ", " + word_of(the.precision);
}

/* What is running now, for the handler below. */
char now[1024] = "";

void say_now(const std::string &what) {
    std::snprintf(now, sizeof now, "%s\n%s\n", what.c_str(), rerun().c_str());
}

/* A read or write beyond a guarded page kills the process: say where, then let it. */
extern "C" void on_fault(int signal) {
    ssize_t written = write(STDERR_FILENO, now, std::strlen(now));
    (void)written;
    ::signal(signal, SIG_DFL);
    raise(signal);
}

class layout_test : public testing::Test {
  public:
    layout_test(const cell &the_cell, const matrix::layout &the_layout) : the(the_cell), layout(the_layout) {}

    void TestBody() override {
        std::vector<size_t> variations; /* those that mean something for this behaviour */
        for (size_t variation = 0; variation < layout.variations(the.behaviour); variation++) {
            matrix::call probe(the.behaviour, 1, 0, 0);
            if (layout.make(probe, variation))
                variations.push_back(variation);
        }
        ASSERT_FALSE(variations.empty());
        for (size_t v = 0; v < variations.size(); v++) {
            size_t scene = 0;
            for (uint32_t hardness : hardnesses)
                for (size_t count : counts)
                    if (support::has_turn(scene++, v, variations.size()))
                        run(variations[v], hardness,
                            support::small_size() ? std::min<size_t>(count, 273) : count,
                            (scene + v) % 2 == 0);
        }
    }

  private:
    cell the;
    const matrix::layout &layout;
    std::map<std::string, int> failures; /* by table */

    /* One call, under every table, with the optional inputs or without, unless the layout has its own
       choice. */
    void run(size_t variation, uint32_t hardness, size_t count, bool with_options) {
        matrix::call call(the.behaviour, count, hardness, support::seed_for(count, hardness, variation));
        if (!with_options)
            call.give_only_required();
        if (!layout.make(call, variation)) { /* it wants an optional input */
            ASSERT_FALSE(with_options);
            return run(variation, hardness, count, true);
        }
        const std::string place = std::string(", layout ") + layout.name + " " + std::to_string(variation) +
                                  ", count " + std::to_string(count) + ", hardness " +
                                  std::to_string(hardness);
        auto judge = [&](const std::string &isa, const std::string &story) {
            if (!story.empty() && failures[isa]++ < 3)
                ADD_FAILURE() << heading(the, isa) << place << "\n" << story << "\n" << rerun();
        };
        say_now(heading(the, "scalar") + place);
        std::string trouble = call.prepare(the.precision);
        judge("scalar", trouble);
        for (const std::string &isa : support::isa_names()) {
            say_now(heading(the, isa) + place);
            if (trouble.empty() && failures[isa] < 3)
                judge(isa, call.run(isa));
        }
    }
};

/* Batches that outgrow the caches, where outputs may go round them. The scene repeats, so that its truth is
   small. */
class large_test : public testing::Test {
  public:
    explicit large_test(const cell &the_cell)
        : the(the_cell), inputs(the.behaviour->input_count), outputs(the.behaviour->output_count) {
        size_t least = outputs - 1; /* columns of a call */
        for (size_t k = 0; k < inputs; k++)
            least += the.behaviour->inputs[k].required;
        count = bytes / 4 / least / 16 * 16 + 13;
    }

    void TestBody() override {
        draw(true);
        run({"all on one set of cache lines", 0, false, 0, 1}, none);
        run({"all misaligned by 4", 1, false, 4, 1}, none);
        run({"each output misaligned in its way", 0, true, 0, 1}, none);
        run({"inputs misaligned by 20, outputs by 32", 5, false, 32, 1}, none);
        run({"outputs in records of two", 0, false, 0, 2}, none);
        draw(false);
        run({"outputs in records of two, no optional inputs", 0, false, 0, 2}, none);
        /* a kernel may have a form of its own for the outputs usually wanted: all but one, or but two */
        const placement crowded = {"all on one set of cache lines, no optional inputs", 0, false, 0, 1};
        run(crowded, none);
        for (size_t together : {1, 2})
            for (size_t unwanted = 0; unwanted + together <= outputs; unwanted++)
                run(crowded, unwanted, together);
    }

  private:
    struct placement {
        const char *name;
        size_t shift; /* of the inputs, in words */
        bool stagger;
        size_t misalign; /* of the outputs, in bytes */
        size_t width;    /* so many outputs share a record */
    };
    /* Of all columns of a call together: a third more than the library takes for too large for a cache. */
    static constexpr size_t bytes = WAY_STREAM_BYTES / 3 * 4;
    static constexpr size_t slack = 64, page = 1024, none = SIZE_MAX;
    static constexpr uint32_t guard = 0xa5a5a5a5u;
    const cell the;
    const size_t inputs, outputs, period = support::draws(2003);
    size_t count;
    bool with_options = true;
    std::vector<float> scene; /* period rows */
    std::vector<std::vector<float>> columns;
    std::vector<uint32_t> truth;

    /* The scene as the caller gives it: without the optional inputs, their defaults stand in the truth. */
    void draw(bool options) {
        with_options = options;
        uint64_t random = support::seed_for(7);
        scene.resize(period * inputs);
        for (size_t i = 0; i < period; i++) {
            scene_agent(&random, the.behaviour, i % 2 == 0 ? 0 : 20, &scene[i * inputs]);
            for (size_t k = 0; k < inputs; k++)
                if (!is_given(k))
                    scene[i * inputs + k] = support::float_of(scene_fallback(&the.behaviour->inputs[k]));
        }
        columns.assign(inputs, std::vector<float>(count + page + 2 * slack));
        for (size_t k = 0; k < inputs; k++)
            for (size_t i = 0; i < count + slack; i++)
                start_of(columns[k].data())[i] = scene[i % period * inputs + k];
        truth.clear();
        support::use_isa plain("scalar");
        for (size_t i = 0; i < period; i++) {
            std::vector<uint32_t> row = matrix::solve_alone(the.behaviour, &scene[i * inputs], the.precision);
            truth.insert(truth.end(), row.begin(), row.end());
        }
    }

    bool is_given(size_t input) const { return with_options || the.behaviour->inputs[input].required; }

    /* At the same place of a page for all columns, with room before it: too many for one set of cache
       lines. */
    template <class T> static T *start_of(T *memory) {
        return (T *)(((uintptr_t)memory + 4 * slack + 4 * page - 1) / (4 * page) * (4 * page));
    }

    void run(const placement &at, size_t unwanted, size_t together = 1) {
        std::vector<way_column> in(inputs, way_column());
        std::vector<way_column_out> out(outputs, way_column_out());
        for (size_t k = 0; k < inputs; k++)
            if (is_given(k))
                in[k].data = start_of(columns[k].data()) + at.shift;

        size_t regions = (outputs + at.width - 1) / at.width, size = at.width * count + page + 2 * slack;
        std::vector<std::vector<uint32_t>> memory(regions, std::vector<uint32_t>(size));
        std::vector<uint32_t *> start(regions);
        for (size_t r = 0; r < regions; r++)
            start[r] = start_of(memory[r].data()) + (at.stagger ? r * 3 % 16 : at.misalign / 4);
        auto is_unwanted = [=](size_t o) { return o >= unwanted && o - unwanted < together; };
        for (size_t o = 0; o < outputs; o++) {
            if (!is_unwanted(o))
                out[o].data = start[o / at.width] + o % at.width;
            out[o].stride = at.width == 1 ? 0 : (ptrdiff_t)(4 * at.width);
        }
        way_batch batch = {};
        batch.count = count;
        batch.precision = the.precision;
        scene_wall_in(&batch);
        for (const std::string &isa : support::isa_names()) {
            std::string place =
                heading(the, isa) + ", large, " + at.name + ", count " + std::to_string(count) +
                (unwanted < outputs ? std::string(", without ") + the.behaviour->outputs[unwanted].name
                                    : "") +
                (unwanted < outputs && together > 1 ? " and the next" : "");
            say_now(place);
            for (std::vector<uint32_t> &region : memory)
                std::fill(region.begin(), region.end(), guard);
            support::use_isa under(isa);
            ASSERT_EQ(WAY_OK, way_run(the.behaviour, in.data(), out.data(), &batch));
            size_t strangers = 0;
            for (size_t r = 0; r < regions; r++) {
                const uint32_t *begin = memory[r].data(), *end = begin + size;
                auto written = [](uint32_t word) { return word != guard; };
                strangers += (size_t)std::count_if(begin, (const uint32_t *)start[r], written);
                strangers += (size_t)std::count_if(start[r] + at.width * count, (uint32_t *)end, written);
            }
            EXPECT_EQ(0u, strangers) << place << ": words around the outputs were written\n" << rerun();
            for (size_t o = 0; o < outputs; o++)
                if (!is_unwanted(o))
                    compare(place, o, (const uint32_t *)out[o].data, at.width, at.shift);
        }
    }

    void compare(const std::string &place, size_t o, const uint32_t *got, size_t step, size_t shift) const {
        size_t row = shift;
        for (size_t i = 0; i < count; i++) {
            uint32_t expected = truth[row * outputs + o];
            if (got[i * step] != expected) {
                std::vector<float> values(&scene[row * inputs], &scene[row * inputs] + inputs);
                ADD_FAILURE() << place << "\n  output   " << the.behaviour->outputs[o].name << ", row " << i
                              << "\n  inputs   " << matrix::inputs_of(the.behaviour, values) << "\n  "
                              << matrix::compare(the.behaviour->outputs[o], expected, got[i * step]) << "\n"
                              << rerun();
                return;
            }
            row = row + 1 == period ? 0 : row + 1;
        }
    }
};

void register_cell(const cell &the) {
    std::string suite = std::string("matrix_") + the.behaviour->name;
    std::string precision = std::string(word_of(the.precision)) + "_";
    for (size_t i = 0; i < matrix::layout_count; i++) {
        const matrix::layout &layout = matrix::layouts[i];
        testing::RegisterTest(suite.c_str(), (precision + layout.name).c_str(), nullptr, nullptr, __FILE__,
                              __LINE__,
                              [the, &layout]() -> testing::Test * { return new layout_test(the, layout); });
    }
    testing::RegisterTest(suite.c_str(), (precision + "large").c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [the]() -> testing::Test * { return new large_test(the); });
}

} // namespace

int main(int argc, char **argv) {
    program = argv[0];
    for (int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        signal(fault, on_fault);
    for (size_t i = 0; way_behaviour_at(i) != nullptr; i++)
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            register_cell({way_behaviour_at(i), precision});
    testing::InitGoogleTest(&argc, argv);
    int result = RUN_ALL_TESTS();
    if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
        std::fprintf(stderr, "no such test\n");
        return 1;
    }
    return result;
}
