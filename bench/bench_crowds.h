/* Declares the measurement of `waylay_choices --crowds`. */
#ifndef BENCH_CROWDS_H
#define BENCH_CROWDS_H

#include <cstddef>

void run_crowds(size_t seeds);

#endif
