/* Splits work into chunks, each with its own seed, and distributes the chunks over the machine's threads. */
#ifndef WAYLAY_TESTS_IN_CHUNKS_H
#define WAYLAY_TESTS_IN_CHUNKS_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace support {

template <class Work> void in_chunks(size_t count, size_t chunk, const Work &work) {
    std::atomic<size_t> next{0};
    auto run = [&] {
        for (size_t at = next.fetch_add(chunk); at < count; at = next.fetch_add(chunk))
            work(at, std::min(chunk, count - at));
    };
    std::vector<std::thread> threads;
    unsigned helpers = std::max(2u, std::thread::hardware_concurrency()) - 1;
    for (unsigned i = 0; i < helpers; i++)
        threads.emplace_back(run);
    run();
    for (std::thread &thread : threads)
        thread.join();
}

} // namespace support

#endif
