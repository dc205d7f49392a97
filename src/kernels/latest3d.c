/* In space: see latest.h. */
#include "kernels/meeting/latest.h"

WAY_INLINE latest3d_answers latest3d(latest_meeting l) {
    return (latest3d_answers){l.time, XYZ(l.point), XYZ(l.velocity), l.speed, l.distance, l.status};
}

#define NAME latest3d
#define SUMS intercept_sums
#define SUM(a) intercept_sum(a, 3)
#define ROOTS intercept_roots
#define ROOT(a, sums) intercept_root(a, sums)
#define FINISH(a, sums, roots) latest3d(latest(a, sums, roots, 3))
#define AHEAD OVERLAPS
#define DEEP 1
#define SETTLE way_latest3d_exactly
#define IN_DOUBT(a, sums, roots) intercept_in_doubt(a, sums, roots, 3)
#define DOUBT(a, sums, roots) intercept_doubt(a, sums, roots, 3)
#define EXACTLY(a) latest3d(latest_exactly(a, 3))
#include "kernels/loop.h"
