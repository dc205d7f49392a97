/* Prints what `waylay scene drones` and `waylay scene skirmish` print. This program has only these scenes and
   the few families that the scenes call, so that the build takes seconds.
   usage: native drones UNITS exact|fast, or native skirmish SEED */
#include <stdlib.h>
#include <string.h>

#include "scenes.h"

int main(int count, char **word) {
    if (count == 4 && strcmp(word[1], "drones") == 0) {
        options o = {.scene = "drones", .units = strtoull(word[2], NULL, 10), .seed = 1, .seconds = 10};
        o.precision = strcmp(word[3], "fast") == 0 ? WAY_FAST : WAY_EXACT;
        scene_drones(&o);
        return 0;
    }
    if (count == 3 && strcmp(word[1], "skirmish") == 0) {
        options o = {.scene = "skirmish", .seed = strtoull(word[2], NULL, 10), .precision = WAY_EXACT};
        scene_skirmish(&o);
        return 0;
    }
    return 2;
}
