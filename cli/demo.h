/* A strategy game's frame loop. It measures the part of a frame that interception takes. */
#ifndef DEMO_H
#define DEMO_H

#include "options.h"

void demo(const options *options);

#endif
