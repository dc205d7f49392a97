/* Defines latest2d, the latest interception in the plane: see latest.h. */
#define WAY_FAMILY "kernels/pursuit/latest.def"
#include "kernels/define_call.h"
#include "kernels/pursuit/latest.h"

WAY_INLINE latest2d_answers latest2d(latest_meeting l) {
    return (latest2d_answers){l.time, XY(l.point), XY(l.velocity), l.speed, l.distance, l.status};
}

#define NAME latest2d
#define SUMS intercept_sums
#define SUM(a) intercept_sum(a, 2)
#define ROOTS intercept_roots
#define ROOT(a, sums) intercept_root(a, sums, 2)
#define FINISH(a, sums, roots) latest2d(latest(a, sums, roots, 2))
#define AHEAD OVERLAPS
#define DECIDE way_latest2d_exactly
#define ANY_UNDECIDED(a, sums, roots) intercept_any_undecided(a, sums, roots, 2)
#define UNDECIDED(a, sums, roots) intercept_undecided(a, sums, roots, 2)
#define DECIDED(a) latest2d(latest_exactly(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_latest2d, latest2d, fast)
