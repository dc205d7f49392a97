/* One matrix for all behaviours: every table of this machine x precision x layout x count gives the bytes
   that plain C gives on tight columns, one agent a call, and touches nothing else. Made from the registry. */
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <memory>

#include "matrix.h"

namespace {

const char *program = "matrix_test";
const size_t counts[] = {0, 1, 3, 4, 5, 15, 16, 17, 127, 128, 129, 255, 256, 257, 1000};
const uint32_t hardnesses[] = {0, 40};

struct cell {
    const way_behaviour *behaviour;
    std::string isa;
    way_precision precision;
};

const char *word_of(way_precision precision) { return precision == WAY_EXACT ? "exact" : "fast"; }

std::string rerun() {
    const testing::TestInfo *test = testing::UnitTest::GetInstance()->current_test_info();
    return "  run      WAYLAY_SEED=" + std::to_string(support::seed()) + " " + program +
           " --gtest_filter=" + test->test_suite_name() + "." + test->name();
}

std::string heading(const cell &the) {
    return "\n  " + std::string(the.behaviour->name) + ", table " + the.isa + ", " + word_of(the.precision);
}

/* What is running now, for the handler below. */
char now[1024] = "";

void say_now(const cell &the, const char *layout, size_t variation, size_t count, uint32_t hardness) {
    std::snprintf(now, sizeof now, "%s, layout %s %zu, count %zu, hardness %u\n%s\n", heading(the).c_str(),
                  layout, variation, count, hardness, rerun().c_str());
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
        int failures = 0;
        for (size_t variation = 0; variation < layout.variations(the.behaviour); variation++)
            for (uint32_t hardness : hardnesses)
                for (size_t count : counts) {
                    uint64_t seed = support::seed_for(count, hardness, variation);
                    matrix::call call(the.behaviour, count, hardness, seed);
                    if (!layout.make(call, variation))
                        continue;
                    say_now(the, layout.name, variation, count, hardness);
                    std::string story = call.run(the.isa, the.precision);
                    if (story.empty())
                        continue;
                    ADD_FAILURE() << heading(the) << ", layout " << layout.name << " " << variation
                                  << ", count " << count << ", hardness " << hardness << "\n"
                                  << story << "\n"
                                  << rerun();
                    if (++failures == 3)
                        return;
                }
    }

  private:
    cell the;
    const matrix::layout &layout;
};

/* Batches that outgrow the caches, where outputs may go round them. The scene repeats, so that its truth is
   small. */
class large_test : public testing::Test {
  public:
    explicit large_test(const cell &the_cell) : the(the_cell) {}

    void TestBody() override {
        const std::vector<uint32_t> &truth = truth_of(the.behaviour, the.precision);
        load(the.behaviour);
        run("aligned", 0, false, 0, 1, truth);
        run("all misaligned by 4", 1, false, 4, 1, truth);
        run("each output misaligned in its way", 0, true, 0, 1, truth);
        run("inputs misaligned by 20, outputs by 32", 5, false, 32, 1, truth);
        run("outputs in pairs", 0, false, 0, 2, truth);
    }

    static void forget() {
        columns.clear();
        loaded = nullptr;
    }

  private:
    static constexpr size_t count = (2u << 20) + 13, period = 10007, slack = 64;
    static std::vector<std::vector<float>> columns;
    static const way_behaviour *loaded;
    cell the;

    static std::vector<float> scene(const way_behaviour *behaviour) {
        uint64_t random = support::seed_for(7);
        std::vector<float> rows(period * behaviour->input_count);
        for (size_t i = 0; i < period; i++)
            scene_agent(&random, behaviour, i % 2 == 0 ? 0 : 20, &rows[i * behaviour->input_count]);
        return rows;
    }

    static void load(const way_behaviour *behaviour) {
        if (loaded == behaviour)
            return;
        loaded = behaviour;
        std::vector<float> rows = scene(behaviour);
        columns.assign(behaviour->input_count, std::vector<float>());
        for (size_t k = 0; k < behaviour->input_count; k++) {
            columns[k].resize(count + 2 * slack);
            float *column = aligned(columns[k]);
            for (size_t i = 0; i < count + slack / 2; i++)
                column[i] = rows[i % period * behaviour->input_count + k];
        }
    }

    static float *aligned(std::vector<float> &memory) {
        return (float *)(((uintptr_t)memory.data() + 63) / 64 * 64);
    }

    static const std::vector<uint32_t> &truth_of(const way_behaviour *behaviour, way_precision precision) {
        static std::vector<uint32_t> truth;
        static const way_behaviour *of = nullptr;
        static way_precision at;
        if (of != behaviour || at != precision) {
            of = behaviour;
            at = precision;
            truth.clear();
            support::use_isa plain("scalar");
            std::vector<float> rows = scene(behaviour);
            for (size_t i = 0; i < period; i++) {
                std::vector<uint32_t> row =
                    matrix::solve_alone(behaviour, &rows[i * behaviour->input_count], precision);
                truth.insert(truth.end(), row.begin(), row.end());
            }
        }
        return truth;
    }

    void run(const char *name, size_t shift, bool stagger, size_t misalign, size_t width,
             const std::vector<uint32_t> &truth) {
        const size_t inputs = the.behaviour->input_count, outputs = the.behaviour->output_count;
        const uint32_t guard = 0xa5a5a5a5u;
        std::vector<way_column> in(inputs, way_column());
        std::vector<way_column_out> out(outputs, way_column_out());
        for (size_t k = 0; k < inputs; k++)
            in[k].data = aligned(columns[k]) + shift;

        /* `width` outputs share a region, in records */
        size_t regions = (outputs + width - 1) / width, size = width * count + 3 * slack;
        std::vector<std::unique_ptr<uint32_t[]>> memory(regions);
        std::vector<size_t> start(regions);
        for (size_t r = 0; r < regions; r++) {
            memory[r].reset(new uint32_t[size]);
            std::fill_n(memory[r].get(), size, guard);
            uintptr_t base = (uintptr_t)memory[r].get();
            start[r] = ((base + 63) / 64 * 64 - base) / 4 + 16 + (stagger ? r * 3 % 16 : misalign / 4);
        }
        for (size_t o = 0; o < outputs; o++) {
            out[o].data = memory[o / width].get() + start[o / width] + o % width;
            out[o].stride = width == 1 ? 0 : (ptrdiff_t)(4 * width);
        }
        way_batch batch = {};
        batch.count = count;
        batch.precision = the.precision;
        say_now(the, name, 0, count, 20);
        {
            support::use_isa under(the.isa);
            ASSERT_EQ(WAY_OK, way_run(the.behaviour, in.data(), out.data(), &batch));
        }

        size_t strangers = 0;
        for (size_t r = 0; r < regions; r++) {
            size_t used = start[r] + width * count;
            for (size_t i = 0; i < start[r]; i++)
                strangers += memory[r][i] != guard;
            for (size_t i = used; i < size; i++)
                strangers += memory[r][i] != guard;
        }
        EXPECT_EQ(0u, strangers) << heading(the) << ", large, " << name
                                 << ": bytes around the outputs were written\n"
                                 << rerun();
        for (size_t o = 0; o < outputs; o++) {
            const uint32_t *got = memory[o / width].get() + start[o / width] + o % width;
            size_t row = shift;
            for (size_t i = 0; i < count; i++) {
                uint32_t expected = truth[row * outputs + o];
                if (got[i * width] != expected) {
                    ADD_FAILURE() << heading(the) << ", large, " << name << ", count " << count
                                  << "\n  output   " << the.behaviour->outputs[o].name << ", row " << i
                                  << "\n  inputs   " << inputs_at(row) << "\n  "
                                  << matrix::compare(the.behaviour->outputs[o], expected, got[i * width])
                                  << "\n"
                                  << rerun();
                    return;
                }
                row = row + 1 == period ? 0 : row + 1;
            }
        }
    }

    std::string inputs_at(size_t row) const {
        std::vector<float> rows = scene(the.behaviour);
        const float *values = &rows[row * the.behaviour->input_count];
        return matrix::inputs_of(the.behaviour,
                                 std::vector<float>(values, values + the.behaviour->input_count));
    }
};

std::vector<std::vector<float>> large_test::columns;
const way_behaviour *large_test::loaded = nullptr;

void register_cell(const cell &the) {
    std::string suite = std::string("matrix_") + the.behaviour->name;
    std::string table = the.isa + "_" + word_of(the.precision) + "_";
    for (size_t i = 0; i < matrix::layout_count; i++) {
        const matrix::layout &layout = matrix::layouts[i];
        testing::RegisterTest(suite.c_str(), (table + layout.name).c_str(), nullptr, nullptr, __FILE__,
                              __LINE__,
                              [the, &layout]() -> testing::Test * { return new layout_test(the, layout); });
    }
    testing::RegisterTest(suite.c_str(), (table + "large").c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [the]() -> testing::Test * { return new large_test(the); });
}

} // namespace

int main(int argc, char **argv) {
    program = argv[0];
    for (int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        signal(fault, on_fault);
    for (size_t i = 0; way_behaviour_at(i) != nullptr; i++)
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            for (const std::string &isa : support::isa_names())
                register_cell({way_behaviour_at(i), isa, precision});
    testing::InitGoogleTest(&argc, argv);
    int result = RUN_ALL_TESTS();
    large_test::forget();
    return result;
}
