/* Runs the study of study.py with Open MPI, for clusters without Python. The runners, parts and counts are
   the same. All ranks share the folder. Parts that study.py has already counted there are not counted again.
   usage: mpirun -n RANKS ./study_mpi RUNNERS GRID FOLDER
   compile: mpicc -std=c11 -D_XOPEN_SOURCE=700 -O2 -ffp-contract=off examples/study/study_mpi.c -o study_mpi \
            $(pkg-config --cflags --libs waylay) */
#include <Random123/philox.h>
#include <errno.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "waylay/waylay.h"

enum { SPEEDS = 5, PART = 4096, SEED = 2026 };

static const float side = 100000, reach = 1000; /* m */
static const float speeds[SPEEDS] = {6, 9, 12, 16, 20};

typedef struct study {
    uint64_t runners, parts;
    size_t grid, cells;
    const char *folder;
    int rank, ranks;
} study;

typedef struct drawn {
    float x[PART], y[PART], vx[PART], vy[PART], horizon[PART];
} drawn;

static _Noreturn void fail(const char *what, const char *name) {
    fprintf(stderr, "study: %s: %s\n", name, what);
    MPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
}

/* Returns the highest 24 bits of the word, as a fraction of 1. */
static float part_of_1(uint64_t word) { return (float)(word >> 40) * 0x1p-24f; }

/* A runner depends on its number alone. Each operation rounds to float, as in study.py, so compile without
   fused operations. */
static void draw(drawn *d, uint64_t first, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const philox4x64_ctr_t counter = {{first + i + 1, 0, 0, 0}};
        const philox4x64_key_t key = {{SEED, 0}};
        const philox4x64_ctr_t words = philox4x64(counter, key);
        const float slope = part_of_1(words.v[1]) - 0.5f, square = slope * slope;
        const float speed = 5 + 15 * part_of_1(words.v[2]), below = 1 + square;
        d->x[i] = 0;
        d->y[i] = side * part_of_1(words.v[0]);
        d->vx[i] = speed * ((1 - square) / below);
        d->vy[i] = speed * ((slope + slope) / below);
        d->horizon[i] = side / d->vx[i];
    }
}

static float place(const study *s, size_t k) { return ((float)k + 0.5f) * (side / (float)s->grid); }

static int64_t stopped_by(const drawn *d, size_t count, float x, float y, float speed) {
    static int32_t status[PART];
    const way_intercept2d_in in = {.chaser_x = way_same(&x),
                                   .chaser_y = way_same(&y),
                                   .chaser_speed = way_same(&speed),
                                   .runner_x = {d->x},
                                   .runner_y = {d->y},
                                   .runner_vx = {d->vx},
                                   .runner_vy = {d->vy},
                                   .reach = way_same(&reach),
                                   .horizon = {d->horizon}};
    const way_intercept2d_out out = {.status = {status}};
    const way_batch batch = {.count = count};
    const way_result result = way_intercept2d(&in, &out, &batch);
    if (result != WAY_OK)
        fail(way_result_string(result), "waylay");
    int64_t stopped = 0;
    for (size_t i = 0; i < count; i++)
        stopped += status[i] <= WAY_THERE; /* met, or within reach at once */
    return stopped;
}

static void path_of(const study *s, char *path, size_t size, const char *name) {
    if (snprintf(path, size, "%s/%s", s->folder, name) >= (int)size)
        fail("the name is too long", s->folder);
}

/* Writes a file that appears complete or not at all. */
static void write_whole(const study *s, const char *name, const void *content, size_t bytes) {
    char path[1024], hidden[1024], own[64];
    snprintf(own, sizeof own, ".%s.%d.%ld", name, s->rank, (long)getpid());
    path_of(s, path, sizeof path, name);
    path_of(s, hidden, sizeof hidden, own);
    FILE *file = fopen(hidden, "wb");
    if (file == NULL || fwrite(content, 1, bytes, file) != bytes || fclose(file) != 0 ||
        rename(hidden, path) != 0)
        fail(strerror(errno), path);
}

static size_t read_whole(const study *s, const char *name, void *content, size_t bytes) {
    char path[1024];
    path_of(s, path, sizeof path, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    const size_t found = fread(content, 1, bytes, file);
    const int more = fgetc(file) != EOF;
    fclose(file);
    return more ? 0 : found;
}

static void count_part(const study *s, uint64_t number, int64_t *counts, drawn *d) {
    const uint64_t first = number * PART, left = s->runners - first;
    const size_t count = left < PART ? (size_t)left : PART;
    draw(d, first, count);
    for (size_t k = 0; k < s->cells; k++) {
        const size_t i = k % s->grid, j = k / s->grid % s->grid;
        counts[k] = stopped_by(d, count, place(s, i), place(s, j), speeds[k / s->grid / s->grid]);
    }
}

static void open_folder(const study *s) {
    char line[256], found[256] = "";
    snprintf(line, sizeof line, "waylay patrol study 1: runners %llu grid %zu speeds %d part %d seed %d\n",
             (unsigned long long)s->runners, s->grid, SPEEDS, PART, SEED);
    if (s->rank == 0) {
        if (mkdir(s->folder, 0777) != 0 && errno != EEXIST)
            fail(strerror(errno), s->folder);
        if (read_whole(s, "study.txt", found, sizeof found - 1) == 0)
            write_whole(s, "study.txt", line, strlen(line));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    memset(found, 0, sizeof found);
    read_whole(s, "study.txt", found, sizeof found - 1);
    if (strcmp(found, line) != 0)
        fail("it is of another study", s->folder);
}

/* Rank r counts the parts r, r + ranks and so on. */
static void count_all(const study *s, int64_t *sum) {
    const size_t bytes = s->cells * sizeof *sum;
    int64_t *counts = malloc(bytes);
    drawn *d = malloc(sizeof *d);
    if (counts == NULL || d == NULL)
        fail("out of memory", "a part");
    for (uint64_t number = (uint64_t)s->rank; number < s->parts; number += (uint64_t)s->ranks) {
        char name[64];
        snprintf(name, sizeof name, "part-%07llu.counts", (unsigned long long)number);
        if (read_whole(s, name, counts, bytes) != bytes) {
            count_part(s, number, counts, d);
            write_whole(s, name, counts, bytes);
        }
        for (size_t k = 0; k < s->cells; k++)
            sum[k] += counts[k];
        if (s->rank == 0)
            fprintf(stderr, "part %llu of %llu\n", (unsigned long long)number + 1,
                    (unsigned long long)s->parts);
    }
    free(counts);
    free(d);
}

/* Prints what study.py prints, except the hash of the counts; counts.i64 has the counts themselves. */
static void report(const study *s, const int64_t *counts) {
    size_t best = 0;
    for (size_t k = 0; k < s->cells; k++)
        best = counts[k] > counts[best] ? k : best;
    write_whole(s, "counts.i64", counts, s->cells * sizeof *counts);
    printf("interceptions %llu\n", (unsigned long long)(s->cells * s->runners));
    printf("best          %g m/s at %g, %g km: %.4f\n", (double)speeds[best / s->grid / s->grid],
           (double)place(s, best % s->grid) / 1000, (double)place(s, best / s->grid % s->grid) / 1000,
           (double)counts[best] / (double)s->runners);
}

int main(int count, char **words) {
    MPI_Init(&count, &words);
    study s = {.folder = count == 4 ? words[3] : NULL};
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
    s.runners = count == 4 ? strtoull(words[1], NULL, 10) : 0;
    s.grid = count == 4 ? strtoul(words[2], NULL, 10) : 0;
    if (s.runners == 0 || s.grid == 0 || s.grid > 1000)
        fail("expected RUNNERS GRID FOLDER", "usage");
    s.parts = (s.runners + PART - 1) / PART;
    s.cells = SPEEDS * s.grid * s.grid;
    open_folder(&s);
    int64_t *own = calloc(s.cells, sizeof *own), *whole = calloc(s.cells, sizeof *whole);
    if (own == NULL || whole == NULL)
        fail("out of memory", "the counts");
    count_all(&s, own);
    MPI_Reduce(own, whole, (int)s.cells, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (s.rank == 0)
        report(&s, whole);
    free(own);
    free(whole);
    MPI_Finalize();
    return 0;
}
