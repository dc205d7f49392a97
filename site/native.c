/* Prints what `waylay scene drones` prints, with only the families it calls. usage: native UNITS exact|fast */
#include <stdlib.h>
#include <string.h>

#include "scenes.h"

int main(int count, char **word) {
    if (count != 3)
        return 2;
    options o = {.scene = "drones", .units = strtoull(word[1], NULL, 10), .seed = 1, .seconds = 10};
    o.precision = strcmp(word[2], "fast") == 0 ? WAY_FAST : WAY_EXACT;
    scene_drones(&o);
    return 0;
}
