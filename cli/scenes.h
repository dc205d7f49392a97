/* Plays scenes, which the library solves and the program prints and draws. */
#ifndef SCENES_H
#define SCENES_H

#include "options.h"

/* Plays the scene that the options name. */
void scene_named(const options *options);

void scene_arcs(const options *options);
void scene_drones(const options *options);
void scene_football(const options *options);
void scene_squad(const options *options);

#endif
