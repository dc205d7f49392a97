/* Defines lead3d, the lead in space: see lead.h. */
#define WAY_FAMILY "kernels/pursuit/lead.def"
#include "kernels/define_call.h"
#include "kernels/pursuit/lead.h"

WAY_INLINE lead3d_answers lead3d(leading l) {
    return (lead3d_answers){l.time, XYZ(l.point), XYZ(l.velocity), l.distance, l.status};
}

#define NAME lead3d
#define SUMS pursuit
#define SUM(a) pursue(a, 3)
#define FINISH(a, sums, roots) lead3d(lead(a, sums, 3))
#define AHEAD (LANES >= LANES_AHEAD)
#define GIVEN_1 (BIT(IN_lead3d_horizon) | BIT(IN_lead3d_range))
#define GIVEN_2 OPTIONS_lead3d
#define STACK_USE 1
#define DECIDE way_lead3d_exactly
#define ANY_UNDECIDED(a, sums, roots) m_any(lead_undecided(a, sums, 3))
#define UNDECIDED(a, sums, roots) lead_undecided(a, sums, 3)
#define DECIDED(a) lead3d(lead_exactly(a, 3))
#include "kernels/loop.h"
DEFINE_CALL(way_lead3d, lead3d, fast)
