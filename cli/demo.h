/* Runs the frame loop of a small strategy game, and measures how much of a frame interception takes. */
#ifndef DEMO_H
#define DEMO_H

#include "options.h"

void demo(const options *options);

#endif
