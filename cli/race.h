/* Runs a race in which trackers of equal speed chase the same target in different ways. */
#ifndef RACE_H
#define RACE_H

#include "options.h"

void race(const options *options);

#endif
