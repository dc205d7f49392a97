#include "commands.h"

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

/* Reports that memory outside the outputs has changed. The offset of the changed byte counts from the start
   of its memory region; guards are part of the region. */
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

/* Golden hashes ------------------------------------------------------------------------------------------ */

/* Reads the whole file. The caller frees the text. */
static char *golden_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("%s: cannot be read: %s", path, strerror(errno));
    size_t room = 1 << 16, length = 0, more;
    char *text = must(malloc(room));
    while ((more = fread(text + length, 1, room - 1 - length, file)) > 0)
        if ((length += more) == room - 1)
            text = must(realloc(text, room *= 2));
    if (ferror(file))
        fail("%s: cannot be read: %s", path, strerror(errno));
    fclose(file);
    text[length] = '\0';
    return text;
}

/* Is `hash` the golden hash of this check in the file? If not, prints one line. */
static int is_golden(const char *path, const char *text, const bit_check *t, uint64_t hash) {
    const char *name = t->behaviour->name, *precision = bit_check_precision(t->precision);
    uint64_t golden;
    int is_there = bit_check_golden(text, name, t->precision, &golden), agrees = is_there && golden == hash;
    if (!is_there)
        complain("%s %s: expected a hash in %s, found no line for it, got %016" PRIx64, name, precision, path,
                 hash);
    else if (!agrees)
        complain("%s %s: expected %016" PRIx64 " as in %s, got %016" PRIx64, name, precision, golden, path,
                 hash);
    return agrees;
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
    char *goldens = o->golden ? golden_text(o->golden) : NULL;
    output written = {0};
    if (o->write_golden) {
        output_open(&written, o->write_golden);
        fprintf(written.file,
                "# The answers of every behaviour as hashes, on every machine: see waylay check --golden.\n");
    }
    printf("seed %" PRIu64 ", agents %" PRIu64 "\n", o->seed, o->agents);
    for (size_t i = 0; way_behaviour_at(i); i++) {
        const way_behaviour *behaviour = way_behaviour_at(i);
        if (o->behaviour && behaviour != o->behaviour)
            continue;
        void *memory = must(calloc(bit_check_bytes(behaviour, (size_t)o->agents), 1));
        for (int precision = WAY_EXACT; precision <= WAY_FAST; precision++, checks++) {
            bit_check t = {behaviour, (way_precision)precision, o->seed, (size_t)o->agents, o->isa, memory};
            bit_finding finding = bit_check_run(&t);
            int agrees = finding.of.verdict == LAID_RIGHT;
            if (!agrees)
                complain_of(&t, &finding);
            show(o, &t, &finding);
            differences += !agrees;
            golden += agrees && o->golden && is_golden(o->golden, goldens, &t, finding.hash);
            if (o->write_golden)
                fprintf(written.file, "%s %s %016" PRIx64 "\n", behaviour->name,
                        bit_check_precision(t.precision), finding.hash);
            whole = fnv_hash_number(whole, finding.hash, sizeof finding.hash);
        }
        free(memory);
    }
    free(goldens);
    if (o->write_golden && differences == 0) {
        output_close(&written);
        output_publish(&written);
    }
    if (differences)
        printf("all            DIFFERS in %zu of the lines above\n", differences);
    else
        printf("all                   %016" PRIx64 "  compare with any other machine's\n", whole);
    if (o->golden)
        printf("golden         %zu of %zu agree with %s\n", golden, checks, o->golden);
    return differences || (o->golden && golden < checks) ? 1 : 0;
}
