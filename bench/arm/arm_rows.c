/* Runs under arm_trace.c. Solves typical agents of every behaviour in tight columns, with all outputs and no
   optional inputs, and prints a label after each call. Each row makes two calls of different sizes, because
   their difference does not contain the fixed cost of a call. usage: arm_rows [BEHAVIOUR] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simde/simde-common.h>

#include "draw.h"
#include "waylay/waylay.h"

enum { FEW = 2048, MANY = 4096 };

/* Each column begins at a cache line, 256 bytes further into its page than the column before, so that no
   cache set receives too many columns. */
enum { PITCH = MANY + 64, PAGE = 4096 };

static float *columns(size_t count) {
    float *memory = aligned_alloc(PAGE, (count * PITCH * sizeof *memory / PAGE + 1) * PAGE);
    if (memory == NULL)
        abort();
    memset(memory, 0, count * PITCH * sizeof *memory);
    return memory;
}

static void draw(const way_behaviour *behaviour, float *in) {
    uint64_t dice = 1;
    for (size_t i = 0; i < MANY; i++)
        for (size_t k = 0; k < behaviour->input_count; k++) {
            float cell = draw_typical_cell(&dice, &behaviour->inputs[k]);
            memcpy(&in[k * PITCH + i], &cell, sizeof cell);
        }
}

static void solve(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                  way_batch batch) {
    give_sample_walls(&batch);
    way_result result = way_run(behaviour, in, out, &batch);
    if (result != WAY_OK) {
        fprintf(stderr, "%s: %s\n", behaviour->name, way_result_string(result));
        exit(1);
    }
    printf("%s %s %s %zu\n", behaviour->name, batch.precision == WAY_EXACT ? "exact" : "fast", way_isa(),
           batch.count);
    fflush(stdout);
}

static void run(const way_behaviour *behaviour) {
    float *memory = columns(behaviour->input_count + behaviour->output_count);
    way_column *in = calloc(behaviour->input_count, sizeof *in);
    way_column_out *out = calloc(behaviour->output_count, sizeof *out);
    if (in == NULL || out == NULL)
        abort();
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (behaviour->inputs[k].required)
            in[k].data = memory + k * PITCH;
    for (size_t k = 0; k < behaviour->output_count; k++)
        out[k].data = memory + (behaviour->input_count + k) * PITCH;
    draw(behaviour, memory);
    puts("drawn"); /* the set-up before this line is not counted */
    fflush(stdout);
    for (int32_t precision = WAY_EXACT; precision <= WAY_FAST; precision++)
        for (size_t t = 0; way_isa_name(t) != NULL; t++) {
            way_set_isa(way_isa_name(t));
            solve(behaviour, in, out, (way_batch){.count = FEW, .precision = precision});
            solve(behaviour, in, out, (way_batch){.count = MANY, .precision = precision});
        }
    free(out);
    free(in);
    free(memory);
}

int main(int argc, char **argv) {
    printf("made with gcc %s and SIMDe %d.%d.%d\n", __VERSION__, SIMDE_VERSION_MAJOR, SIMDE_VERSION_MINOR,
           SIMDE_VERSION_MICRO);
    fflush(stdout);
    for (size_t i = 0; behaviour_at(i) != NULL; i++)
        if (argc < 2 || strcmp(argv[1], behaviour_at(i)->name) == 0)
            run(behaviour_at(i));
    return 0;
}
