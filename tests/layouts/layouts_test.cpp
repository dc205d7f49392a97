/* Tests every behaviour of the registry with every instruction set, precision and layout and with many
   counts. The answers have the bytes of plain C on tight columns with one agent per call, and no other byte
   changes. Each test is one layout of a behaviour. The test computes plain C's answers once per call and
   compares them with the answers of all instruction sets. */
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "layouts.h"

namespace {

const char *program = "layouts_test";
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

/* Text about the call that is running. The signal handler prints this text. */
char now[1024] = "";

void say_now(const std::string &what) {
    std::snprintf(now, sizeof now, "%s\n%s\n", what.c_str(), rerun().c_str());
}

/* An access to a guard page kills the process. Before that, the handler prints which call was running. */
extern "C" void on_fault(int signal) {
    ssize_t written = write(STDERR_FILENO, now, std::strlen(now));
    (void)written;
    ::signal(signal, SIG_DFL);
    raise(signal);
}

class layout_test : public testing::Test {
  public:
    layout_test(const cell &the_cell, const layouts::layout &the_layout)
        : the(the_cell), layout(the_layout) {}

    void TestBody() override {
        std::vector<size_t> variations; /* the variations that apply to this behaviour */
        for (size_t variation = 0; variation < layout.variations(the.behaviour); variation++) {
            layouts::call probe(the.behaviour, 1, 0, 0);
            if (layout.make(probe, variation))
                variations.push_back(variation);
        }
        ASSERT_FALSE(variations.empty());
        if (layout.is_large) {
            for (size_t variation : variations)
                run(variation, 10, 0, true);
            return;
        }
        for (size_t v = 0; v < variations.size(); v++) {
            size_t number = 0;
            for (uint32_t hardness : hardnesses)
                for (size_t count : counts)
                    if (support::has_turn(number++, v, variations.size()))
                        run(variations[v], hardness,
                            support::small_size() ? std::min<size_t>(count, 273) : count,
                            (number + v) % 2 == 0);
        }
    }

  private:
    cell the;
    const layouts::layout &layout;
    std::map<std::string, int> failures; /* failures per instruction set */

    /* Runs one call on every instruction set. Passes the optional inputs if `with_options`, unless the layout
       chooses the inputs. */
    void run(size_t variation, uint32_t hardness, size_t count, bool with_options) {
        layouts::call call(the.behaviour, count, hardness, support::seed_for(count, hardness, variation));
        if (!with_options)
            call.give_only_required();
        if (!layout.make(call, variation)) { /* false if the variation needs an optional input */
            ASSERT_FALSE(with_options);
            return run(variation, hardness, count, true);
        }
        const std::string place = std::string(", layout ") + layout.name + " " + std::to_string(variation) +
                                  ", count " + std::to_string(call.count) + ", hardness " +
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

void register_cell(const cell &the) {
    std::string suite = std::string("layouts_") + the.behaviour->name;
    std::string precision = std::string(word_of(the.precision)) + "_";
    for (size_t i = 0; i < layouts::all_count; i++) {
        const layouts::layout &layout = layouts::all[i];
        testing::RegisterTest(suite.c_str(), (precision + layout.name).c_str(), nullptr, nullptr, __FILE__,
                              __LINE__,
                              [the, &layout]() -> testing::Test * { return new layout_test(the, layout); });
    }
}

} // namespace

int main(int argc, char **argv) {
    program = argv[0];
    for (int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        signal(fault, on_fault);
    for (size_t i = 0; behaviour_at(i) != nullptr; i++)
        for (way_precision precision : {WAY_EXACT, WAY_FAST})
            register_cell({behaviour_at(i), precision});
    testing::InitGoogleTest(&argc, argv);
    int result = RUN_ALL_TESTS();
    if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
        std::fprintf(stderr, "no such test\n");
        return 1;
    }
    return result;
}
