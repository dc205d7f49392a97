/* The loop that a game programmer writes over tight arrays, one a behaviour, for the compiler to make of it
   what it can: required inputs and all outputs, in the registry's order. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

/* Those there are. */
#define PLAIN_LOOPS(PLAIN)                                                                                   \
    PLAIN(tile_step)                                                                                         \
    PLAIN(tile_line)                                                                                         \
    PLAIN(seek2d)                                                                                            \
    PLAIN(seek3d)                                                                                            \
    PLAIN(flee2d)                                                                                            \
    PLAIN(flee3d)                                                                                            \
    PLAIN(closing2d)                                                                                         \
    PLAIN(closing3d)                                                                                         \
    PLAIN(predict2d)                                                                                         \
    PLAIN(predict3d)                                                                                         \
    PLAIN(evade2d)                                                                                           \
    PLAIN(evade3d)                                                                                           \
    PLAIN(lead2d)                                                                                            \
    PLAIN(lead3d)                                                                                            \
    PLAIN(navigate2d)                                                                                        \
    PLAIN(navigate3d)                                                                                        \
    PLAIN(navigate_pure2d)                                                                                   \
    PLAIN(navigate_pure3d)                                                                                   \
    PLAIN(steer2d)                                                                                           \
    PLAIN(steer3d)                                                                                           \
    PLAIN(perpendicular2d)                                                                                   \
    PLAIN(project2d)                                                                                         \
    PLAIN(project3d)                                                                                         \
    PLAIN(reflect2d)                                                                                         \
    PLAIN(reflect3d)                                                                                         \
    PLAIN(reflect_wall2d)                                                                                    \
    PLAIN(sweep2d)                                                                                           \
    PLAIN(sweep_walls2d)                                                                                     \
    PLAIN(bounce2d)                                                                                          \
    PLAIN(bounce_discs2d)                                                                                    \
    PLAIN(launch_apex2d)                                                                                     \
    PLAIN(launch_apex3d)                                                                                     \
    PLAIN(launch_speed2d)                                                                                    \
    PLAIN(launch_speed3d)                                                                                    \
    PLAIN(launch_reach2d)                                                                                    \
    PLAIN(launch_reach3d)                                                                                    \
    PLAIN(flight2d)                                                                                          \
    PLAIN(flight3d)                                                                                          \
    PLAIN(arc2d)                                                                                             \
    PLAIN(arc3d)                                                                                             \
    PLAIN(chase_accelerating2d)                                                                              \
    PLAIN(chase_accelerating3d)                                                                              \
    PLAIN(launch_lateral2d)                                                                                  \
    PLAIN(launch_lateral3d)                                                                                  \
    PLAIN(launch_gravity2d)                                                                                  \
    PLAIN(launch_gravity3d)                                                                                  \
    PLAIN(bezier2d)                                                                                          \
    PLAIN(bezier3d)                                                                                          \
    PLAIN(bezier_tick2d)                                                                                     \
    PLAIN(bezier_tick3d)                                                                                     \
    PLAIN(bezier_apex2d)                                                                                     \
    PLAIN(bezier_apex3d)                                                                                     \
    PLAIN(turning_path2d)                                                                                    \
    PLAIN(shortest_path2d)                                                                                   \
    PLAIN(march2d)                                                                                           \
    PLAIN(line2d)                                                                                            \
    PLAIN(file2d)                                                                                            \
    PLAIN(rank2d)                                                                                            \
    PLAIN(cut_off2d)

/* Those that there are also as their document has it, by angles and the C library's trigonometry. */
#define ANGLES_LOOPS(ANGLES) ANGLES(turning_path2d)

typedef void plain_function(const float *const *in, void *const *out, size_t count);

#ifdef __cplusplus
extern "C" {
#endif
/* And the same compiled without vectors. */
#define PLAIN(name) plain_function plain_##name, scalar_##name, double_##name;
PLAIN_LOOPS(PLAIN)
#undef PLAIN
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
