/* A user's program that may be compiled with any flags. The program prints a hash of all behaviours' answers
   for each instruction set of this machine. The program draws inputs as bits, so that compiler flags do not
   change them. `bits mode` prints how this process treats denormals. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "waylay/waylay.h"

enum { AGENTS = 4099, COLUMNS_MAX = 64 };

static uint32_t cell(uint64_t *state, way_type type) {
    uint32_t bits = (uint32_t)draw_bits(state), pick = draw_below(state, 64);
    if (type != WAY_FLOAT)
        return bits % 8;
    if (pick == 0) { /* denormals, infinities, NaNs */
        float special = draw_special(state);
        memcpy(&bits, &special, sizeof bits);
    } else if (pick < 4) /* powers of two from 1/2 to 8 give meetings and ties */
        bits = (bits & 0x80000000u) | (126 + bits % 5) << 23;
    else if (pick == 4) /* any number below 2 in magnitude */
        bits &= 0xbfffffffu;
    else /* magnitudes from 2^-3 to 2^9 */
        bits = (bits & 0x807fffffu) | (124 + (bits >> 8) % 12) << 23;
    return bits;
}

/* Returns the hash of a behaviour's answers. All instruction sets get the same inputs, because the seed is
   the same. */
static uint64_t hash_of(const way_behaviour *behaviour, int32_t precision, int options) {
    static uint32_t in_cells[COLUMNS_MAX][AGENTS], out_cells[COLUMNS_MAX][AGENTS];
    way_column in[COLUMNS_MAX];
    way_column_out out[COLUMNS_MAX];
    uint64_t random = fnv_hash(FNV_START, behaviour->name, strlen(behaviour->name)), hash = FNV_START;
    if (behaviour->input_count > COLUMNS_MAX || behaviour->output_count > COLUMNS_MAX)
        exit(2);
    for (size_t k = 0; k < behaviour->input_count; k++) {
        for (size_t i = 0; i < AGENTS; i++)
            in_cells[k][i] = cell(&random, behaviour->inputs[k].type);
        in[k] = (way_column){.data = behaviour->inputs[k].required || options ? in_cells[k] : NULL};
    }
    for (size_t k = 0; k < behaviour->output_count; k++)
        out[k] = (way_column_out){.data = out_cells[k]};
    way_batch batch = {.count = AGENTS, .precision = precision};
    if (way_run(behaviour, in, out, &batch) != WAY_OK)
        exit(2);
    for (size_t k = 0; k < behaviour->output_count; k++)
        hash = fnv_hash_cells(hash, out_cells[k], AGENTS);
    return hash;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "mode") == 0) {
        volatile float denormal = FLT_MIN / 4, one = 1.0f, product = denormal * one;
        puts(product > 0.0f ? "kept" : "flushed");
        return 0;
    }
    size_t tables = 0;
    for (size_t t = 0; way_isa_name(t) != NULL; t++, tables++) {
        uint64_t whole = FNV_START;
        if (way_set_isa(way_isa_name(t)) != WAY_OK)
            return 2;
        for (size_t b = 0; behaviour_at(b) != NULL; b++)
            for (int32_t precision = WAY_EXACT; precision <= WAY_FAST; precision++)
                for (int options = 0; options < 2; options++) {
                    uint64_t hash = hash_of(behaviour_at(b), precision, options);
                    whole = fnv_hash_number(whole, hash, sizeof hash);
                }
        printf("%s %016" PRIx64 "\n", way_isa_name(t), whole);
    }
    return tables == 0;
}
