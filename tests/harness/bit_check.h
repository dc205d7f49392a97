/* Checks that all instruction sets give the same bits for every layout. A check solves random inputs of one
   behaviour. The check also returns a hash, so that machines can be compared. `waylay check`, the golden test
   and the module that node runs use these functions. The functions need only memcpy, memset and strcmp from
   the C library. The caller supplies the memory and prints the finding. Compile with -ffp-contract=off,
   because the hash depends on the bits of the inputs. */
#ifndef BIT_CHECK_H
#define BIT_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "laid_call.h"
#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The golden hashes are made with this seed and this number of agents. The program has the same defaults. */
enum { BIT_CHECK_SEED = 1, BIT_CHECK_AGENTS = 1001 };

typedef struct bit_check {
    const way_behaviour *behaviour;
    way_precision precision;
    uint64_t seed;
    size_t agents;   /* the number of agents of the largest batch */
    const char *isa; /* the instruction set to compare with plain C; NULL: all */
    void *memory;    /* bit_check_bytes() bytes, aligned like memory of malloc */
} bit_check;

/* The result of a check. If there is a difference, it describes the first one: in a batch of `count` agents,
   with the layout `layout`, on the instruction set `isa`. */
typedef struct bit_finding {
    laid_finding of;
    uint64_t hash; /* the hash of plain C's answers; complete only if there is no difference */
    const char *isa, *layout;
    size_t count;
    uint64_t given;        /* bit k: input k was passed */
    const uint32_t *input; /* input[k]: input k of the agent, in the caller's memory */
} bit_finding;

size_t bit_check_bytes(const way_behaviour *behaviour, size_t agents);

/* Runs the check. Afterwards, the library uses the best instruction set. */
bit_finding bit_check_run(const bit_check *check);

/* Returns the name of a precision: "exact" or "fast". */
const char *bit_check_precision(way_precision precision);

/* Reads the hash of a behaviour and a precision from the text of tests/golden.txt, which has lines like
   `seek2d exact <16 hexadecimal digits>`. Returns 0 if the text has no such line. */
int bit_check_golden(const char *text, const char *behaviour, way_precision precision, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif
