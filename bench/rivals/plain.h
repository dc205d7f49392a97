/* One loop per behaviour over tight arrays, as a game programmer writes it, for the compiler to optimise. Its
   columns are the required inputs and all outputs, in the registry's order. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

/* Behaviours with a second loop, written as in the source: by angles and the C library's trigonometry. */
#define ANGLES_LOOPS(ANGLES) ANGLES(turning_path2d)

typedef void plain_function(const float *const *in, void *const *out, size_t count);

#ifdef __cplusplus
extern "C" {
#endif
/* Variants of a behaviour's loop: as written, without vectors, in doubles, and compiled for x86-64-v3 and
   -v4. NULL if the loop does not exist. */
#define WAY_EVERY_FAMILY
#define BEGIN(name, family, summary, source)                                                                 \
    __attribute__((weak)) plain_function plain_##name, scalar_##name, double_##name, v3_##name, v4_##name;
#include "registry/behaviours.def"
#define ANGLES(name) plain_function angles_##name;
ANGLES_LOOPS(ANGLES)
#undef ANGLES

/* The counterpart of the batch's walls. Set it before running a loop that reads walls. */
extern const way_wall *plain_walls;
extern size_t plain_wall_count;
/* A loop for arc3d that finds only one of the meetings. */
plain_function arc_by_newton;
#ifdef __cplusplus
}
#endif

#endif
