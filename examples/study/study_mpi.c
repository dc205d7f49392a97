/* Counts the blocks of study.py with MPI, without Python. `study.py --merge` adds them up.
   usage: mpirun -n RANKS ./study_mpi RUNNERS GRID FOLDER */
#include <Random123/philox.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "waylay/waylay.h"

enum { SPEEDS = 5, BLOCK = 4096, SEED = 2026 };

/* Returns the highest 24 bits of the word, as a fraction of 1. */
static float fraction(uint64_t word) { return (float)(word >> 40) * 0x1p-24f; }

static void write_block(FILE *file, uint64_t first, size_t count, size_t grid) {
    static const float side = 100000, reach = 1000, speeds[SPEEDS] = {6, 9, 12, 16, 20};
    static float start_x[BLOCK], start_y[BLOCK], vx[BLOCK], vy[BLOCK], horizon[BLOCK];
    static int32_t status[BLOCK];
    /* A runner depends on its number alone. Each operation rounds to float, as in study.py. */
    for (size_t i = 0; i < count; i++) {
        const philox4x64_ctr_t number = {{first + i + 1, 0, 0, 0}};
        const philox4x64_key_t key = {{SEED, 0}};
        const philox4x64_ctr_t words = philox4x64(number, key);
        const float slope = fraction(words.v[1]) - 0.5f, square = slope * slope;
        const float speed = 5 + 15 * fraction(words.v[2]);
        start_y[i] = side * fraction(words.v[0]);
        vx[i] = speed * ((1 - square) / (1 + square));
        vy[i] = speed * ((slope + slope) / (1 + square));
        horizon[i] = side / vx[i];
    }
    for (size_t k = 0; k < SPEEDS * grid * grid; k++) {
        const float x = ((float)(k % grid) + 0.5f) * side / (float)grid;
        const float y = ((float)(k / grid % grid) + 0.5f) * side / (float)grid;
        way_intercept2d_in in = {.chaser_x = way_same(&x), .chaser_y = way_same(&y), .runner_x = {start_x}};
        in.chaser_speed = way_same(&speeds[k / grid / grid]), in.reach = way_same(&reach);
        in.runner_y.data = start_y, in.runner_vx.data = vx, in.runner_vy.data = vy, in.horizon.data = horizon;
        const way_intercept2d_out out = {.status = {status}};
        if (way_intercept2d(&in, &out, &(way_batch){.count = count}) != WAY_OK)
            MPI_Abort(MPI_COMM_WORLD, 2);
        int stopped = 0;
        for (size_t i = 0; i < count; i++)
            stopped += status[i] <= WAY_THERE; /* met, or within reach at once */
        fprintf(file, "%s%d", k == 0 ? "" : ", ", stopped);
    }
    fputs("]}\n", file);
}

int main(int argc, char **argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const unsigned long long runners = argc == 4 ? strtoull(argv[1], NULL, 10) : 0;
    const size_t grid = argc == 4 ? strtoul(argv[2], NULL, 10) : 0, blocks = (runners + BLOCK - 1) / BLOCK;
    if (runners == 0 || grid == 0) {
        fputs("usage: study_mpi RUNNERS GRID FOLDER\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (size_t number = (size_t)rank; number < blocks; number += (size_t)ranks) {
        char path[1024], hidden[1024], head[256], found[256] = "";
        snprintf(path, sizeof path, "%s/block-%07zu.json", argv[3], number);
        snprintf(hidden, sizeof hidden, "%s/.block-%07zu-%d-%ld", argv[3], number, rank, (long)getpid());
        snprintf(head, sizeof head,
                 "{\"study\": {\"name\": \"patrol\", \"runners\": %llu, \"grid\": %zu, \"seed\": %d}, "
                 "\"block\": %zu, \"blocks\": %zu, \"counts\": [",
                 runners, grid, SEED, number, blocks);
        FILE *file = fopen(path, "r");
        if (file != NULL && fread(found, 1, strlen(head), file) == strlen(head) && fclose(file) == 0 &&
            strcmp(found, head) == 0)
            continue; /* counted earlier */
        const uint64_t first = number * BLOCK, left = runners - first;
        if (found[0] != '\0' || (file = fopen(hidden, "w")) == NULL) {
            fprintf(stderr, "study: %s: the folder does not exist, or has another study\n", path);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
        fputs(head, file);
        write_block(file, first, left < BLOCK ? (size_t)left : BLOCK, grid);
        if (ferror(file) | fclose(file) ||
            rename(hidden, path) != 0) { /* the file appears complete or not at all */
            perror(path);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    MPI_Finalize();
    return 0;
}
