#include "check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "output.h"
#include "report.h"
#include "draw.h"
#include "bit_check.h"

/* Differences -------------------------------------------------------------------------------------------- */

static void cell_text(way_type type, uint32_t cell, char text[48]) {
    float value;
    memcpy(&value, &cell, sizeof value);
    if (cell == LAID_UNTOUCHED)
        snprintf(text, 48, "nothing");
    else if (type == WAY_FLOAT)
        snprintf(text, 48, "%a (0x%08" PRIx32 ")", (double)value, cell);
    else
        text[number_write(type, &cell, text)] = '\0';
}

/* A word that no output of the call has: how far from the begin of its memory, guard included. */
static void complain_of_stray(const bit_check *t, const bit_finding *f) {
    complain("%s %s: %s, %s, %zu agents, seed %" PRIu64
             ", agents %zu: memory that is no output was written, byte "
             "%zu of region %zu: expected 0x%08" PRIx64 ", got 0x%08" PRIx64,
             t->behaviour->name, bit_check_precision(t->precision), f->isa, f->layout, f->count, t->seed,
             t->agents, f->of.byte, f->of.region, f->of.expected, f->of.got);
}

static void complain_of_output(const bit_check *t, const bit_finding *f) {
    const way_behaviour *behaviour = t->behaviour;
    char inputs[2048] = "", expected[48], got[48];
    for (size_t k = 0; k < behaviour->input_count; k++) {
        char value[48];
        size_t used = strlen(inputs);
        if (!(f->given >> k & 1))
            continue;
        cell_text(behaviour->inputs[k].type, f->input[k], value);
        snprintf(inputs + used, sizeof inputs - used, " %s=%s", behaviour->inputs[k].name, value);
    }
    const way_column_info *output = &behaviour->outputs[f->of.output];
    if (f->of.verdict == LAID_UNSOUND)
        snprintf(expected, sizeof expected, "%s", number_expected(output->type));
    else
        cell_text(output->type, (uint32_t)f->of.expected, expected);
    cell_text(output->type, (uint32_t)f->of.got, got);
    complain("%s %s: %s, %s, row %zu of %zu, seed %" PRIu64 ", agents %zu:%s: %s: expected %s, got %s",
             behaviour->name, bit_check_precision(t->precision), f->isa, f->layout, f->of.agent, f->count,
             t->seed, t->agents, inputs, output->name, expected, got);
}

static void complain_of(const bit_check *t, const bit_finding *f) {
    if (f->of.verdict == LAID_REFUSED)
        fail("%s: %s", t->behaviour->name, way_result_string(f->of.refusal));
    else if (f->of.verdict == LAID_STRAY)
        complain_of_stray(t, f);
    else
        complain_of_output(t, f);
}

/* Golden files ------------------------------------------------------------------------------------------- */

/* The caller frees it. */
static char *golden_path(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + sizeof "/.txt";
    char *path = must(malloc(size));
    snprintf(path, size, "%s/%s.txt", folder, name);
    return path;
}

/* Does the file in `folder` have this hash? If not, prints one line. */
static int is_golden(const char *folder, const bit_check *t, uint64_t hash) {
    char *path = golden_path(folder, t->behaviour->name);
    const char *precision = bit_check_precision(t->precision);
    char text[1024] = "";
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (file)
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
    int error = errno;
    uint64_t golden;
    int is_there = bit_check_golden(text, t->precision, &golden), agrees = is_there && golden == hash;
    if (!is_there)
        complain("%s %s: expected the hash in %s, got %016" PRIx64 ": %s", t->behaviour->name, precision,
                 path, hash, error ? strerror(error) : "the file has no such line");
    else if (!agrees)
        complain("%s %s: expected %016" PRIx64 " as in %s, got %016" PRIx64, t->behaviour->name, precision,
                 golden, path, hash);
    if (file)
        fclose(file);
    free(path);
    return agrees;
}

static void write_golden(const char *folder, const way_behaviour *behaviour, const uint64_t hash[2]) {
    char *path = golden_path(folder, behaviour->name);
    output file;
    output_open(&file, path);
    fprintf(file.file, "# The answers of %s as one hash, on every machine: see waylay check --golden.\n",
            behaviour->name);
    for (int precision = WAY_EXACT; precision <= WAY_FAST; precision++)
        fprintf(file.file, "%s %016" PRIx64 "\n", bit_check_precision((way_precision)precision),
                hash[precision]);
    output_close(&file);
    output_publish(&file);
    free(path);
}

/* All behaviours ----------------------------------------------------------------------------------------- */

static void show(const options *o, const bit_check *t, const bit_finding *finding) {
    printf("%-14s %-6s", t->behaviour->name, bit_check_precision(t->precision));
    if (finding->of.verdict == LAID_RIGHT) {
        printf(" %016" PRIx64 "  same bits:", finding->hash);
        for (size_t i = 0; way_isa_name(i); i++)
            if (!o->isa || strcmp(o->isa, way_isa_name(i)) == 0)
                printf(" %s", way_isa_name(i));
    } else {
        printf(" differs");
    }
    printf("\n");
    fflush(stdout);
}

int check(const options *o) {
    uint64_t whole = FNV_START;
    size_t checks = 0, differences = 0, golden = 0;
    printf("seed %" PRIu64 ", agents %" PRIu64 "\n", o->seed, o->agents);
    for (size_t i = 0; way_behaviour_at(i); i++) {
        const way_behaviour *behaviour = way_behaviour_at(i);
        void *memory = must(calloc(bit_check_bytes(behaviour, (size_t)o->agents), 1));
        uint64_t hash[2];
        size_t differences_before = differences;
        for (int precision = WAY_EXACT; precision <= WAY_FAST; precision++, checks++) {
            bit_check t = {behaviour, (way_precision)precision, o->seed, (size_t)o->agents, o->isa, memory};
            bit_finding finding = bit_check_run(&t);
            int agrees = finding.of.verdict == LAID_RIGHT;
            if (!agrees)
                complain_of(&t, &finding);
            show(o, &t, &finding);
            differences += !agrees;
            golden += agrees && o->golden && is_golden(o->golden, &t, finding.hash);
            hash[precision] = finding.hash;
            whole = fnv_hash_number(whole, finding.hash, sizeof finding.hash);
        }
        free(memory);
        if (o->write_golden && differences == differences_before)
            write_golden(o->write_golden, behaviour, hash);
    }
    if (differences)
        printf("all            DIFFERS in %zu of the lines above\n", differences);
    else
        printf("all                   %016" PRIx64 "  compare with any other machine's\n", whole);
    if (o->golden)
        printf("golden         %zu of %zu agree with %s\n", golden, checks, o->golden);
    return differences || (o->golden && golden < checks) ? 1 : 0;
}
