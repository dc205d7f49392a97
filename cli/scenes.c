#include "scenes.h"

#include <string.h>

#include "report.h"

void scene_named(const options *options) {
    if (!options->scene)
        fail("scene: which one? There is formation");
    if (strcmp(options->scene, "formation") != 0)
        fail("no scene \"%s\": there is formation", options->scene);
    scene_formation(options);
}
