/* Tests that any thread may call any function at any time. First, many threads make their first calls at the
   same time. Then they solve all behaviours on shared columns while another thread changes the instruction
   set. The proof also runs this test with the thread sanitizer. */
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "valid_call.h"

namespace {

const size_t callers = 4;

/* Runs `work(number)` on `count` threads. All threads start their work when the last thread is ready. */
template <class F> void together(size_t count, const F &work) {
    std::atomic<size_t> there{0};
    std::vector<std::thread> threads;
    for (size_t number = 0; number < count; number++)
        threads.emplace_back([&, number] {
            there++;
            while (there < count)
                std::this_thread::yield();
            work(number);
        });
    for (std::thread &thread : threads)
        thread.join();
}

/* What each thread got from the library when it used the library for the first time. */
struct first_sight {
    std::vector<std::string> isa;
    std::vector<std::vector<std::vector<uint32_t>>> outputs;
    first_sight() : isa(2 * callers), outputs(2 * callers) {
        together(2 * callers, [&](size_t number) {
            valid_call call(behaviour_at(0), 100, 20);
            if (number % 2 == 0)
                isa[number] = way_isa();
            call.run();
            outputs[number] = call.outputs;
            if (number % 2 != 0)
                isa[number] = way_isa();
        });
    }
};
const first_sight at_first; /* in each test process, the constructor runs before any test */

TEST(concurrent, concurrent_first_calls_choose_the_same_table) {
    ASSERT_EQ(WAY_OK, way_set_isa(nullptr)); /* chooses as a first call does */
    valid_call call(behaviour_at(0), 100, 20);
    ASSERT_EQ(WAY_OK, call.run());
    for (size_t number = 0; number < 2 * callers; number++) {
        EXPECT_EQ(way_isa(), at_first.isa[number]) << "thread " << number;
        EXPECT_EQ(call.outputs, at_first.outputs[number]) << "thread " << number;
    }
}

/* A batch whose columns all threads share. Each thread solves other agents of the batch. */
struct shared_batch {
    valid_call call;
    std::vector<std::vector<uint32_t>> truth;
    std::vector<uint32_t> backwards;
    std::atomic<size_t> next{0}, refused{0};
    shared_batch(const way_behaviour *behaviour, int32_t precision, bool by_index)
        : call(behaviour, 3001, 20), backwards(call.agents) {
        call.batch.precision = precision;
        call.run();
        truth = call.outputs;
        call.wipe();
        for (size_t i = 0; i < backwards.size(); i++)
            backwards[i] = (uint32_t)(backwards.size() - 1 - i);
        if (by_index)
            call.batch.index = backwards.data();
    }
    /* Solves the next range that no thread has taken. Returns false if no range is left. */
    bool solve_some(size_t share) {
        way_batch batch = call.batch;
        batch.first = next.fetch_add(share);
        if (batch.first >= call.agents)
            return false;
        batch.count = std::min(share, call.agents - batch.first);
        refused += way_run(call.behaviour, call.in.data(), call.out.data(), &batch) != WAY_OK;
        return true;
    }
};

TEST(concurrent, shared_columns_keep_their_bits_while_tables_change) {
    const size_t behaviour_count = behaviours().size(), at_a_time = 3;
    /* there are batches of each behaviour in both precisions, with and without an index; if there are few
       behaviours, the batches repeat */
    for (size_t round = 0; round < std::max<size_t>(4 * behaviour_count, 48); round += at_a_time) {
        std::vector<std::unique_ptr<shared_batch>>
            batches; /* of different behaviours, if the library has enough */
        for (size_t i = round; i < round + at_a_time; i++)
            batches.push_back(std::make_unique<shared_batch>(behaviour_at(i % behaviour_count),
                                                             i / behaviour_count % 2 ? WAY_FAST : WAY_EXACT,
                                                             i / behaviour_count / 2 % 2 != 0));
        std::atomic<size_t> busy{callers};
        const std::vector<std::string> names = support::isa_names();
        together(callers + 1, [&](size_t number) {
            if (number == callers) { /* this thread changes the instruction set */
                for (size_t i = 0; busy > 0; i++) {
                    size_t choice = i % (names.size() + 1); /* the last value restores the default */
                    EXPECT_EQ(WAY_OK, way_set_isa(choice < names.size() ? names[choice].c_str() : nullptr));
                    EXPECT_NE(nullptr, way_isa());
                    std::this_thread::yield();
                }
                return;
            }
            bool any = true;
            for (size_t turn = number; any; turn++) {
                any = false;
                for (size_t i = 0; i < batches.size(); i++)
                    any |= batches[(turn + i) % batches.size()]->solve_some(97 + 16 * number);
            }
            busy--;
        });
        for (const std::unique_ptr<shared_batch> &batch : batches) {
            EXPECT_EQ(0u, batch->refused) << batch->call.behaviour->name;
            ASSERT_EQ(batch->truth, batch->call.outputs)
                << batch->call.behaviour->name << ", precision " << batch->call.batch.precision << ", round "
                << round;
        }
    }
    way_set_isa(nullptr);
}

} // namespace
