/* Are this build's answers the ones in git? usage: golden_main GOLDEN_FOLDER TABLE...: the tables that it must have, no
   fewer and no more. For machines where the program is not built; it asks the C library for files and memory alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

static char text[4096];

static const char *golden_text(const char *folder, const char *behaviour) {
    snprintf(text, sizeof text, "%s/%s.txt", folder, behaviour);
    FILE *file = fopen(text, "rb");
    size_t bytes = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[bytes] = 0;
    if (file != NULL)
        fclose(file);
    return text;
}

static int agrees(const char *folder, const way_behaviour *behaviour, way_precision precision) {
    trial t = {behaviour, precision, TRIAL_SEED, TRIAL_AGENTS, NULL, NULL};
    t.memory = malloc(trial_bytes(behaviour, TRIAL_AGENTS));
    if (t.memory == NULL)
        exit(2);
    trial_finding finding = trial_run(&t);
    uint64_t golden = 0;
    int known = trial_golden(golden_text(folder, behaviour->name), precision, &golden);
    int good = finding.verdict == TRIAL_SAME_BITS && known && finding.hash == golden;
    if (!good)
        printf("%s %s: verdict %d, %s, %s, row %u of %u, hash %08x%08x for %08x%08x\n", behaviour->name,
               trial_precision_word(precision), (int)finding.verdict, finding.isa != NULL ? finding.isa : "",
               finding.layout != NULL ? finding.layout : "", (unsigned)finding.row, (unsigned)finding.count,
               (unsigned)(finding.hash >> 32), (unsigned)finding.hash, (unsigned)(golden >> 32),
               (unsigned)golden);
    free(t.memory);
    return good;
}

int main(int argc, char **argv) {
    int tables = 0, agree = 0, all = 0;
    if (argc < 3)
        return 2;
    for (; way_isa_name((size_t)tables) != NULL; tables++)
        if (tables + 2 >= argc || strcmp(way_isa_name((size_t)tables), argv[tables + 2]) != 0) {
            printf("table %d is %s\n", tables, way_isa_name((size_t)tables));
            return 1;
        }
    if (tables + 2 != argc) {
        printf("%d tables, expected %d\n", tables, argc - 2);
        return 1;
    }
    for (size_t i = 0; way_behaviour_at(i) != NULL; i++)
        for (int precision = WAY_EXACT; precision <= WAY_FAST; precision++, all++)
            agree += agrees(argv[1], way_behaviour_at(i), (way_precision)precision);
    printf("%d of %d agree under %d tables\n", agree, all, tables);
    return agree == all ? 0 : 1;
}
