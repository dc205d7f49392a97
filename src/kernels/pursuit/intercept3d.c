/* Defines intercept3d, the interception in space: see intercept.h. */
#define WAY_FAMILY "kernels/pursuit/intercept.def"
#include "kernels/define_call.h"
#include "kernels/pursuit/intercept.h"

WAY_INLINE intercept3d_answers answers3d(intercepted c) {
    return (intercept3d_answers){c.time, XYZ(c.point), XYZ(c.velocity), c.latest, c.distance, c.status};
}

#define NAME intercept3d
#define SUMS intercept_sums
#define SUM(a) intercept_sum(a, 3)
#define ROOTS intercept_roots
#define ROOT(a, sums) intercept_root(a, sums, 3)
#define FINISH(a, sums, roots) answers3d(intercept(a, sums, roots, 3))
#define AHEAD OVERLAPS
#define GIVEN_1 (BIT(IN_intercept3d_reach) | BIT(IN_intercept3d_horizon))
#define GIVEN_2 (GIVEN_1 | 7u << IN_intercept3d_platform_vx | BIT(IN_intercept3d_range))
#define USUAL (ALL_OUTPUTS & ~(BIT(OUT_intercept3d_latest) | BIT(OUT_intercept3d_distance)))
#define STACK_USE 1
#define DECIDE way_intercept3d_exactly
#define ANY_UNDECIDED(a, sums, roots) intercept_any_undecided(a, sums, roots, 3)
#define UNDECIDED(a, sums, roots) intercept_undecided(a, sums, roots, 3)
#define DECIDED(a) answers3d(intercept_exactly(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_intercept3d, intercept3d, fast)
