/* The textbook, one function a behaviour: double, with branches, naive on purpose. For tests and benches. */
#ifndef WAY_REFERENCE_H
#define WAY_REFERENCE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs and outputs of one agent in the order of the registry; a status is written as its number. */
typedef void way_reference(const double *in, double *out);

#define BEGIN(name, family, summary, source) way_reference way_reference_##name;
#include "behaviours.def"

/* NULL where there is no behaviour of that name. */
way_reference *way_reference_named(const char *name);

struct way_wall;

/* The walls that references are given from here on, which stay the caller's. */
void way_reference_wall_in(const struct way_wall *walls, size_t count);

/* The real roots of a t^2 + b t + c, in any order: 0 where there are none. Where a is 0 the equation is
   linear and its one root is given twice. */
int way_reference_quadratic(double a, double b, double c, double *t1, double *t2);

/* The lead by the law of sines, an independent cross-check: how many triangles there are (0, 1 or 2) and the
   earliest time. The separation leads to the runner, whose velocity is given; the chaser is not there yet. */
int way_reference_lead_by_sines(const double *separation, const double *velocity, double speed, int dims,
                                double *time);

#ifdef __cplusplus
}
#endif

#endif
