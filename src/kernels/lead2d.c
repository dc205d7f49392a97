/* In the plane: see lead.h. */
#include "kernels/meeting/lead.h"

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
#define SETTLE way_lead2d_exactly
#define IN_DOUBT(a, sums, roots) m_any(lead_doubt(a, sums, 2))
#define DOUBT(a, sums, roots) lead_doubt(a, sums, 2)
#define EXACTLY(a) lead2d(lead_exactly(a, 2))
#include "kernels/loop.h"
