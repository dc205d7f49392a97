/* Defines lead2d, the lead in the plane: see lead.h. */
#define WAY_FAMILY "kernels/pursuit/lead.def"
#include "kernels/define_call.h"
#include "kernels/pursuit/lead.h"

WAY_INLINE lead2d_answers lead2d(leading l) {
    return (lead2d_answers){l.time, XY(l.point), XY(l.velocity), l.distance, l.status};
}

#define NAME lead2d
#define SUMS pursuit
#define SUM(a) pursue(a, 2)
#define FINISH(a, sums, roots) lead2d(lead(a, sums, 2))
#define AHEAD (LANES >= LANES_AHEAD)
#define GIVEN_1 (BIT(IN_lead2d_horizon) | BIT(IN_lead2d_range))
#define GIVEN_2 OPTIONS_lead2d
#define DECIDE way_lead2d_exactly
#define ANY_UNDECIDED(a, sums, roots) m_any(lead_undecided(a, sums, 2))
#define UNDECIDED(a, sums, roots) lead_undecided(a, sums, 2)
#define DECIDED(a) lead2d(lead_exactly(a, 2))
#include "kernels/loop.h"
DEFINE_CALL(way_lead2d, lead2d, fast)
