/* Trackers of equal speed after the same target: which way of chasing catches it first? */
#ifndef RACE_H
#define RACE_H

#include "options.h"

void race(const options *options);

#endif
