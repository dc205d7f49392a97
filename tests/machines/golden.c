/* On a machine that has only a C library, checks the golden hashes, and that calls keep the rounding mode.
   usage: golden FILE [BEHAVIOUR ...]. FILE is tests/golden.txt. Without a BEHAVIOUR, checks all.
   WITHOUT_WAYPOINTS is defined in builds without waypoints. */
#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "bit_check.h"

static size_t checks, agreeing, kept;

static void *memory_of(size_t bytes) {
    void *memory = calloc(bytes, 1);
    if (memory == NULL)
        exit(2);
    return memory;
}

/* Returns the text of the golden file, or "" if the file cannot be read. */
static const char *golden_text(const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static void check_golden(const char *goldens, const way_behaviour *behaviour, way_precision precision) {
    bit_check t = {behaviour, precision, BIT_CHECK_SEED, BIT_CHECK_AGENTS, NULL, NULL};
    t.memory = memory_of(bit_check_bytes(behaviour, t.agents));
    bit_finding finding = bit_check_run(&t);
    uint64_t golden = 0;
    int agrees = finding.of.verdict == LAID_RIGHT &&
                 bit_check_golden(goldens, behaviour->name, precision, &golden) && golden == finding.hash;
    checks++;
    agreeing += (size_t)agrees;
    if (!agrees)
        printf("%s %s: verdict %d, expected %016" PRIx64 ", got %016" PRIx64 "; %s, row %zu, output %zu\n",
               behaviour->name, bit_check_precision(precision), (int)finding.of.verdict, golden, finding.hash,
               finding.layout != NULL ? finding.layout : "", finding.of.agent, finding.of.output);
    free(t.memory);
}

/* solve() solves some agents, which are in `in_cells` column by column. solve() returns 0 if the call is
   refused. */
enum { AGENTS = 203, COLUMNS = 64 };
static uint32_t in_cells[COLUMNS][AGENTS], out_cells[2][COLUMNS][AGENTS];

static int solve(const way_behaviour *behaviour, way_precision precision, int to) {
    way_column in[COLUMNS];
    way_column_out out[COLUMNS];
    for (size_t k = 0; k < behaviour->input_count; k++)
        in[k] = (way_column){.data = in_cells[k]};
    for (size_t o = 0; o < behaviour->output_count; o++)
        out[o] = (way_column_out){.data = out_cells[to][o]};
    way_batch batch = {.count = AGENTS, .precision = precision};
    give_sample_walls(&batch);
    return way_run(behaviour, in, out, &batch) == WAY_OK;
}

/* Checks that the answers have the same bits in every rounding mode of the caller, and that calls keep the
   mode. */
static void check_rounding(const way_behaviour *behaviour, way_precision precision) {
    static const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    uint64_t dice = 1;
    float values[COLUMNS];
    for (size_t i = 0; i < AGENTS; i++) {
        draw_agent(&dice, behaviour, 24, values);
        for (size_t k = 0; k < behaviour->input_count; k++)
            memcpy(&in_cells[k][i], &values[k], 4);
    }
    int right = solve(behaviour, precision, 0);
    for (size_t r = 0; r < sizeof roundings / sizeof roundings[0]; r++) {
        memset(out_cells[1], 0, sizeof out_cells[1]);
        right &= fesetround(roundings[r]) == 0;
        right &= solve(behaviour, precision, 1);
        right &= fegetround() == roundings[r];
        right &= fesetround(FE_TONEAREST) == 0;
        for (size_t o = 0; o < behaviour->output_count; o++)
            right &= memcmp(out_cells[0][o], out_cells[1][o], sizeof out_cells[0][o]) == 0;
    }
    kept += (size_t)right;
    if (!right)
        printf("%s %s: another rounding of the caller changes bits, or is not put back\n", behaviour->name,
               bit_check_precision(precision));
}

#if !defined(WITHOUT_WAYPOINTS)
/* Also checks the calls that count waypoints, here for a line of 10 m with waypoints 0.1 m apart. */
static int waypoints_keep_the_rounding(void) {
    way_path2d path = {.heading_x = 1, .target_x = 10, .target_heading_x = 1, .radius = 1, .middle = 10};
    size_t nearest = way_waypoints2d_one_count(&path, 0.1f), others = 0;
    static const int roundings[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t r = 0; r < 3; r++) {
        fesetround(roundings[r]);
        others += way_waypoints2d_one_count(&path, 0.1f) == nearest && fegetround() == roundings[r];
    }
    fesetround(FE_TONEAREST);
    if (nearest == 0 || others < 3)
        printf("waypoints: %zu of them, and as many under %zu of 3 other roundings\n", nearest, others);
    return nearest > 0 && others == 3;
}
#else
static int waypoints_keep_the_rounding(void) { return 1; }
#endif

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    const char *goldens = golden_text(argv[1]);
    for (size_t i = 0; behaviour_at(i) != NULL; i++) {
        const way_behaviour *behaviour = behaviour_at(i);
        int is_chosen = argc == 2;
        for (int a = 2; a < argc; a++)
            is_chosen |= strcmp(argv[a], behaviour->name) == 0;
        for (int precision = WAY_EXACT; is_chosen && precision <= WAY_FAST; precision++) {
            check_rounding(behaviour, (way_precision)precision);
            check_golden(goldens, behaviour, (way_precision)precision);
        }
    }
    int right = waypoints_keep_the_rounding() && checks > 0 && agreeing == checks && kept == checks;
    printf("%zu of %zu golden, %zu under every rounding, tables", agreeing, checks, kept);
    for (size_t t = 0; way_isa_name(t) != NULL; t++)
        printf(" %s", way_isa_name(t));
    printf("\n");
    return right ? 0 : 1;
}
