/* Do all tables give the same bits, however the agents lie in memory? One behaviour on drawn inputs, under
   every layout, on every table; and one hash to compare with any other machine's. The heart of `waylay
   check`, of the golden test and of the module that node runs: it needs nothing of a C library but memcpy,
   memset and strcmp. The caller brings the memory, and prints what was found. Compile with
   -ffp-contract=off: the inputs are part of the hash. */
#ifndef BIT_CHECK_H
#define BIT_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "laid_call.h"
#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seed and size of the golden hashes, which are also the program's defaults. */
enum { BIT_CHECK_SEED = 1, BIT_CHECK_AGENTS = 1001 };

typedef struct bit_check {
    const way_behaviour *behaviour;
    way_precision precision;
    uint64_t seed;
    size_t agents;   /* of the largest batch */
    const char *isa; /* the table to compare with plain C; NULL: all tables */
    void *memory;    /* bit_check_bytes() of it, aligned as malloc's */
} bit_check;

/* What was found, the first difference where there is one: in a batch of `count` under `layout` on `isa`. */
typedef struct bit_finding {
    laid_finding of;
    uint64_t hash; /* of what plain C answers, so of no table; whole only with LAID_RIGHT */
    const char *isa, *layout;
    size_t count;
    uint64_t given;        /* bit k: input k was given */
    const uint32_t *input; /* input k of the agent, in the caller's memory */
} bit_finding;

size_t bit_check_bytes(const way_behaviour *behaviour, size_t agents);

/* Leaves the best table in use. */
bit_finding bit_check_run(const bit_check *check);

/* "exact" or "fast" */
const char *bit_check_precision(way_precision precision);

/* Reads the hash of a behaviour and a precision from the text of tests/golden.txt, which has lines like
   `seek2d exact <16 hexadecimal digits>`. Returns 0 if the text has no such line. */
int bit_check_golden(const char *text, const char *behaviour, way_precision precision, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif
