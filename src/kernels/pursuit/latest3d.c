/* Defines latest3d, the latest interception in space: see latest.h. */
#define WAY_FAMILY "kernels/pursuit/latest.def"
#include "kernels/define_call.h"
#include "kernels/pursuit/latest.h"

WAY_INLINE latest3d_answers latest3d(latest_meeting l) {
    return (latest3d_answers){l.time, XYZ(l.point), XYZ(l.velocity), l.speed, l.distance, l.status};
}

#define NAME latest3d
#define SUMS intercept_sums
#define SUM(a) intercept_sum(a, 3)
#define ROOTS intercept_roots
#define ROOT(a, sums) intercept_root(a, sums, 3)
#define FINISH(a, sums, roots) latest3d(latest(a, sums, roots, 3))
#define AHEAD OVERLAPS
#define STACK_USE 1
#define DECIDE way_latest3d_exactly
#define ANY_UNDECIDED(a, sums, roots) intercept_any_undecided(a, sums, roots, 3)
#define UNDECIDED(a, sums, roots) intercept_undecided(a, sums, roots, 3)
#define DECIDED(a) latest3d(latest_exactly(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_latest3d, latest3d, fast)
