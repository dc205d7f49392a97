/* The loop that a game programmer writes over tight arrays, one a behaviour, for the compiler to make of it
   what it can: required inputs and all outputs, in the registry's order. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

/* Those that there are also as their document has it, by angles and the C library's trigonometry. */
#define ANGLES_LOOPS(ANGLES) ANGLES(turning_path2d)

typedef void plain_function(const float *const *in, void *const *out, size_t count);

#ifdef __cplusplus
extern "C" {
#endif
/* A behaviour's loop, the same without vectors, the same in doubles, and the same compiled for x86-64-v3 and
   -v4; NULL if there is no such loop. */
#define WAY_EVERY_FAMILY
#define BEGIN(name, family, summary, source)                                                                 \
    __attribute__((weak)) plain_function plain_##name, scalar_##name, double_##name, v3_##name, v4_##name;
#include "registry/behaviours.def"
#define ANGLES(name) plain_function angles_##name;
ANGLES_LOOPS(ANGLES)
#undef ANGLES

/* What the batch's walls are to the library: set before a loop that reads them. */
extern const way_wall *plain_walls;
extern size_t plain_wall_count;
/* Of arc3d, one meeting only. */
plain_function arc_by_newton;
#ifdef __cplusplus
}
#endif

#endif
