/* The loop that a game programmer writes over tight arrays, one a behaviour, for the compiler to make of it what it can:
   required inputs and all outputs, in the registry's order. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

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
#define PLAIN(name) plain_function plain_##name;
PLAIN_LOOPS(PLAIN)
#undef PLAIN
#define ANGLES(name) plain_function angles_##name;
ANGLES_LOOPS(ANGLES)
#undef ANGLES
#ifdef __cplusplus
}
#endif

#endif
