/* seek moves the chaser towards the runner's position; flee moves the runner away from the chaser's position.
   See seek_common.h. */
#define WAY_FAMILY "kernels/pursuit/seek.def"
#include "kernels/define_call.h"
#include "kernels/inputs.h"
#include "kernels/answers.h"
#include "kernels/pursuit/seek_common.h"

WAY_INLINE seeking seek(agents a, int dims) {
    vector r = between(a, COLUMN(dims, seek, chaser_x), COLUMN(dims, seek, runner_x), dims);
    flanes speed = load(a, COLUMN(dims, seek, chaser_speed)), dt = load_or(a, COLUMN(dims, seek, dt), 0.0f);
    return seek_toward(r, speed, f_set(0.0f), a.given, dt, dims);
}

WAY_INLINE seeking flee(agents a, int dims) {
    vector r = between(a, COLUMN(dims, flee, chaser_x), COLUMN(dims, flee, runner_x), dims);
    return seek_toward(r, load(a, COLUMN(dims, flee, runner_speed)), f_set(0.0f), 0, f_set(0.0f), dims);
}

WAY_INLINE flanes seek_distance(seeking s) { return f_select(s.valid, s.distance, f_set(INFINITY)); }

WAY_INLINE seek2d_answers seek2d(seeking s) {
    return (seek2d_answers){XY(s.velocity), seek_distance(s), seek_status(s)};
}

#define NAME seek2d
#define SOLVE(a) seek2d(seek(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_seek2d, seek2d, exact)

WAY_INLINE seek3d_answers seek3d(seeking s) {
    return (seek3d_answers){XYZ(s.velocity), seek_distance(s), seek_status(s)};
}

#define NAME seek3d
#define SOLVE(a) seek3d(seek(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_seek3d, seek3d, exact)

WAY_INLINE flee2d_answers flee2d(seeking s) {
    return (flee2d_answers){XY(s.velocity), seek_distance(s), seek_status(s)};
}

#define NAME flee2d
#define SOLVE(a) flee2d(flee(a, 2))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_flee2d, flee2d, exact)

WAY_INLINE flee3d_answers flee3d(seeking s) {
    return (flee3d_answers){XYZ(s.velocity), seek_distance(s), seek_status(s)};
}

#define NAME flee3d
#define SOLVE(a) flee3d(flee(a, 3))
#define ONE_PRECISION 1
#include "kernels/loop.h"
DEFINE_CALL(way_flee3d, flee3d, exact)
