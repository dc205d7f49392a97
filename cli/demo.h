/* A strategy game's frame loop: how much of a frame does interception cost? */
#ifndef DEMO_H
#define DEMO_H

#include "options.h"

void demo(const options *options);

#endif
