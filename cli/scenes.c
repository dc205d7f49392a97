#include "scenes.h"

#include <stdio.h>
#include <string.h>

#include "report.h"

static const struct {
    const char *name;
    void (*play)(const options *options);
} scene[] = {
    {"arcs", scene_arcs},
    {"drones", scene_drones},
    {"football", scene_football},
    {"squad", scene_squad},
};
enum { SCENES = sizeof scene / sizeof scene[0] };

void scene_named(const options *options) {
    char names[256] = "";
    for (size_t i = 0; i < SCENES; i++) {
        if (options->scene && strcmp(options->scene, scene[i].name) == 0) {
            scene[i].play(options);
            return;
        }
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", scene[i].name);
    }
    if (!options->scene)
        fail("scene: which one? There is %s", names);
    fail("no scene \"%s\": there is %s", options->scene, names);
}
