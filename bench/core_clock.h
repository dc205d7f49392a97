/* The core's clock as it is now, in GHz: virtual machines hide the counters, but a chain of additions each of
   which waits for the one before takes one cycle apiece on every core that the library knows. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace bench {

inline double core_ghz() {
    constexpr int rounds = 2000, adds = 64;
    double fastest = 0;
    /* An interrupt can only make a chain look slower. */
    for (int attempt = 0; attempt < 5; attempt++) {
        uint64_t sum = 1, step = 3;
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < rounds; i++) {
            /* A register operand: some cores fold chains of constants. */
#if defined(__x86_64__)
            __asm__ volatile(".rept 64\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(step));
#elif defined(__aarch64__)
            __asm__ volatile(".rept 64\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(step));
#else
            return 0;
#endif
        }
        double ns =
            std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
        fastest = std::max(fastest, rounds * adds / ns);
    }
    return fastest;
}

} // namespace bench

#endif
