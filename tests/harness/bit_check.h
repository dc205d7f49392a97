/* Checks that all tables give the same bits for every layout. One check solves random inputs of one behaviour
   and also returns a hash to compare with other machines. `waylay check`, the golden test and the module that
   node runs use these functions. From a C library, only memcpy, memset and strcmp are needed. The caller
   passes the memory and prints the finding. Compile with -ffp-contract=off, because the inputs are part of
   the hash. */
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
    size_t agents;   /* agents of the largest batch */
    const char *isa; /* the table to compare with plain C; NULL: all tables */
    void *memory;    /* bit_check_bytes() bytes, aligned as malloc aligns */
} bit_check;

/* The result. If there is a difference, this describes the first one, which was found in a batch of `count`
   agents, with `layout`, on `isa`. */
typedef struct bit_finding {
    laid_finding of;
    uint64_t hash; /* hash of plain C's answers; complete only with LAID_RIGHT */
    const char *isa, *layout;
    size_t count;
    uint64_t given;        /* bit k: input k was passed */
    const uint32_t *input; /* input k of the agent, in the caller's memory */
} bit_finding;

size_t bit_check_bytes(const way_behaviour *behaviour, size_t agents);

/* Runs the check. Afterwards, the best table is in use. */
bit_finding bit_check_run(const bit_check *check);

/* The name of a precision: "exact" or "fast". */
const char *bit_check_precision(way_precision precision);

/* Reads the hash of a behaviour and a precision from the text of tests/golden.txt, which has lines like
   `seek2d exact <16 hexadecimal digits>`. Returns 0 if the text has no such line. */
int bit_check_golden(const char *text, const char *behaviour, way_precision precision, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif
