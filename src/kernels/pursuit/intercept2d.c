/* Defines intercept2d, the interception in the plane: see intercept.h. */
#define WAY_FAMILY "kernels/pursuit/intercept.def"
#include "kernels/define_call.h"
#include "kernels/pursuit/intercept.h"

WAY_INLINE intercept2d_answers answers2d(intercepted c) {
    return (intercept2d_answers){c.time, XY(c.point), XY(c.velocity), c.latest, c.distance, c.status};
}

#define NAME intercept2d
#define SUMS intercept_sums
#define SUM(a) intercept_sum(a, 2)
#define ROOTS intercept_roots
#define ROOT(a, sums) intercept_root(a, sums, 2)
#define FINISH(a, sums, roots) answers2d(intercept(a, sums, roots, 2))
#define AHEAD OVERLAPS
#define GIVEN_1 (BIT(IN_intercept2d_reach) | BIT(IN_intercept2d_horizon))
#define GIVEN_2 (GIVEN_1 | 3u << IN_intercept2d_platform_vx | BIT(IN_intercept2d_range))
#define USUAL (ALL_OUTPUTS & ~(BIT(OUT_intercept2d_latest) | BIT(OUT_intercept2d_distance)))
#define DECIDE way_intercept2d_exactly
#define ANY_UNDECIDED(a, sums, roots) intercept_any_undecided(a, sums, roots, 2)
#define UNDECIDED(a, sums, roots) intercept_undecided(a, sums, roots, 2)
#define DECIDED(a) answers2d(intercept_exactly(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_intercept2d, intercept2d, fast)
