/* Declares one loop per behaviour over tight arrays, as a game programmer would write it. A loop's columns
   are the required inputs and all outputs, in the registry's order. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

/* Behaviours with a second loop, which uses angles and the C library's trigonometry as the source does. */
#define ANGLES_LOOPS(ANGLES) ANGLES(turning_path2d)

typedef void plain_function(const float *const *in, void *const *out, size_t count);

#ifdef __cplusplus
extern "C" {
#endif
/* The variants of a behaviour's loop: plain_ as written, scalar_ without vectors, double_ in doubles, v3_ and
   v4_ compiled for x86-64-v3 and -v4. NULL if the loop does not exist. */
#define WAY_EVERY_FAMILY
#define BEGIN(name, family, summary, source)                                                                 \
    __attribute__((weak)) plain_function plain_##name, scalar_##name, double_##name, v3_##name, v4_##name;
#include "registry/behaviours.def"
#define ANGLES(name) plain_function angles_##name;
ANGLES_LOOPS(ANGLES)
#undef ANGLES

/* The walls for loops that read walls, as in a way_batch. Set them before running such a loop. */
extern const way_wall *plain_walls;
extern size_t plain_wall_count;
/* A loop for arc3d that finds only one of the meetings. */
plain_function arc_by_newton;
#ifdef __cplusplus
}
#endif

#endif
