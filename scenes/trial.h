/* Do all tables give the same bits, however the agents lie in memory? One behaviour in seeded scenes, under
   every layout, on every table; and one hash to compare with any other machine's. The heart of `waylay
   check`, of the golden test and of the module that node runs: it needs nothing of a C library but memcpy,
   memset and strcmp. The caller brings the memory, and tells what was found. Compile with
   -ffp-contract=off: scenes are part of the hash. */
#ifndef TRIAL_H
#define TRIAL_H

#include <stddef.h>
#include <stdint.h>

#include "laid_call.h"
#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the golden hashes, and what the program takes where it is told nothing else. */
enum { TRIAL_SEED = 1, TRIAL_AGENTS = 1001 };

typedef struct trial {
    const way_behaviour *behaviour;
    way_precision precision;
    uint64_t seed;
    size_t agents;   /* of the largest batch */
    const char *isa; /* the table to compare with plain C; NULL: every one */
    void *memory;    /* trial_bytes() of it, aligned as malloc's */
} trial;

/* What was found, the first difference where there is one: in a batch of `count` under `layout` on `isa`. */
typedef struct trial_finding {
    laid_finding of;
    uint64_t hash; /* of what plain C answers, so of no table; whole only with LAID_RIGHT */
    const char *isa, *layout;
    size_t count;
    uint64_t given;        /* bit k: input k was given */
    const uint32_t *input; /* input k of the agent, in the caller's memory */
} trial_finding;

size_t trial_bytes(const way_behaviour *behaviour, size_t agents);

/* Leaves the best table in use. */
trial_finding trial_run(const trial *trial);

/* "exact" or "fast" */
const char *trial_precision_word(way_precision precision);

/* The hash of this precision in the text of a golden file, lines of `exact <16 hexadecimal digits>` and
   `fast <...>`. 0 where it has none. */
int trial_golden(const char *text, way_precision precision, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif
