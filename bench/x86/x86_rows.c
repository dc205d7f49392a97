/* Counts instructions per agent of every behaviour. A child process solves typical agents in tight columns,
   and its parent single-steps the call. Each row makes two calls of different sizes, because their difference
   does not contain the fixed cost of a call. Prints the behaviour, the precision, whether none or all of the
   optional inputs are given, the instruction set, and the instructions. usage: x86_rows [BEHAVIOUR ...] */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <simde/simde-common.h>

#include "draw.h"
#include "waylay/waylay.h"

enum { FEW = 64, MANY = 128, PITCH = MANY + 64, COLUMNS = 48 };

static _Alignas(4096) float cells[COLUMNS * PITCH];

static void draw(const way_behaviour *behaviour) {
    uint64_t dice = 1;
    for (size_t i = 0; i < MANY; i++)
        for (size_t k = 0; k < behaviour->input_count; k++) {
            float cell = draw_typical_cell(&dice, &behaviour->inputs[k]);
            memcpy(&cells[k * PITCH + i], &cell, sizeof cell);
        }
}

/* Runs in the child. The first call resolves symbols and warms the caches. The second call is counted. */
static void solve(const way_behaviour *behaviour, way_batch batch, int options) {
    way_column in[COLUMNS] = {{.data = NULL}};
    way_column_out out[COLUMNS] = {{.data = NULL}};
    draw(behaviour);
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (behaviour->inputs[k].required || options)
            in[k].data = cells + k * PITCH;
    for (size_t k = 0; k < behaviour->output_count; k++)
        out[k].data = cells + (behaviour->input_count + k) * PITCH;
    give_sample_walls(&batch);
    if (way_run(behaviour, in, out, &batch) != WAY_OK)
        _exit(1);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    way_run(behaviour, in, out, &batch);
    raise(SIGSTOP);
    _exit(0);
}

static long count(const way_behaviour *behaviour, way_batch batch, int options) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        solve(behaviour, batch, options);
    int state;
    if (child < 0 || waitpid(child, &state, 0) != child || !WIFSTOPPED(state)) {
        fprintf(stderr, "x86_rows: %s cannot be traced\n", behaviour->name);
        exit(1);
    }
    long steps = 0;
    while (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0 && waitpid(child, &state, 0) == child &&
           WIFSTOPPED(state) && WSTOPSIG(state) == SIGTRAP)
        steps++;
    kill(child, SIGKILL);
    waitpid(child, &state, 0);
    return steps;
}

static int has_options(const way_behaviour *behaviour) {
    for (size_t k = 0; k < behaviour->input_count; k++)
        if (!behaviour->inputs[k].required)
            return 1;
    return 0;
}

static void run(const way_behaviour *behaviour) {
    if (behaviour->input_count + behaviour->output_count > COLUMNS) {
        fprintf(stderr, "x86_rows: %s has more than %d columns\n", behaviour->name, COLUMNS);
        exit(1);
    }
    for (int32_t precision = WAY_EXACT; precision <= WAY_FAST; precision++)
        for (int options = 0; options <= has_options(behaviour); options++)
            for (size_t t = 0; way_isa_name(t) != NULL; t++) {
                way_set_isa(way_isa_name(t));
                long few = count(behaviour, (way_batch){.count = FEW, .precision = precision}, options);
                long many = count(behaviour, (way_batch){.count = MANY, .precision = precision}, options);
                printf("%s %s %s %s %.2f\n", behaviour->name, precision == WAY_EXACT ? "exact" : "fast",
                       options ? "all" : "none", way_isa_name(t), (double)(many - few) / (MANY - FEW));
            }
}

int main(int argc, char **argv) {
    printf("made with gcc %s and SIMDe %d.%d.%d\n", __VERSION__, SIMDE_VERSION_MAJOR, SIMDE_VERSION_MINOR,
           SIMDE_VERSION_MICRO);
    for (size_t i = 0; behaviour_at(i) != NULL; i++) {
        int wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted |= strcmp(argv[k], behaviour_at(i)->name) == 0;
        if (wanted)
            run(behaviour_at(i));
    }
    return 0;
}
