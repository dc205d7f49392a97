/* Declares the references for tests and benches: textbook formulas, one function per behaviour, naive on
   purpose and with branches. Each formula is written once and compiled twice: way_reference_NAME computes in
   double, and way_quad_reference_NAME in numbers of 113 bits. */
#ifndef WAY_REFERENCE_H
#define WAY_REFERENCE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A number of 113 bits, or double if the compiler has no such type. */
#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 way_quad;
#define WAY_HAS_QUAD 1
#elif defined(__LDBL_MANT_DIG__) && __LDBL_MANT_DIG__ == 113
typedef long double way_quad;
#define WAY_HAS_QUAD 1
#else
typedef double way_quad;
#define WAY_HAS_QUAD 0
#endif

/* Computes the outputs of one agent. Inputs and outputs are in the registry's order; a status is written as
   its number. */
typedef void way_reference(const double *in, double *out);
typedef void way_quad_reference(const way_quad *in, way_quad *out);

/* References that tests call directly. */
way_reference way_reference_cut_off2d, way_reference_march2d, way_reference_home2d;
way_quad_reference way_quad_reference_intercept2d, way_quad_reference_intercept3d;

/* Returns the reference of the behaviour with this name, or NULL if no behaviour has this name. */
way_reference *way_reference_named(const char *name);
way_quad_reference *way_quad_reference_named(const char *name);

struct way_wall;
struct way_wall_velocity;

/* Sets the walls for all later calls of the references. The walls are not copied. */
void way_reference_wall_in(const struct way_wall *walls, size_t count);
void way_quad_reference_wall_in(const struct way_wall *walls, size_t count);

/* Sets the velocities of these walls; NULL: they stand still. way_reference_wall_in sets NULL. */
void way_reference_wall_velocity_in(const struct way_wall_velocity *velocities);
void way_quad_reference_wall_velocity_in(const struct way_wall_velocity *velocities);

/* A collision of body `row`: with body `other`, or with a wall if `wall` is not below 0. */
typedef struct way_reference_collision {
    double time;
    size_t row, other;
    int wall;
} way_reference_collision;

/* Moves `count` bodies for the first body's dt, or up to the collision number `most`. `bodies` has the inputs of
   bounce_all2d for each body, in the registry's order. Lists the collisions and returns their number. */
size_t way_reference_bounce_all2d(double *bodies, size_t count, size_t most, way_reference_collision *list);
size_t way_quad_reference_bounce_all2d(way_quad *bodies, size_t count, size_t most,
                                       way_reference_collision *list);

/* Writes the real roots of a t^2 + b t + c = 0, in any order. Returns 0 if no real root exists. If a is 0,
   the equation is linear and its only root is written twice. */
int way_reference_quadratic(double a, double b, double c, double *t1, double *t2);
int way_quad_reference_quadratic(way_quad a, way_quad b, way_quad c, way_quad *t1, way_quad *t2);

/* Writes the path of one kind, for example WAY_LSL (see way_word). The columns are the ones of
   shortest_path2d. */
void way_reference_path_of_word(const double *in, int word, double *out);
void way_quad_reference_path_of_word(const way_quad *in, int word, way_quad *out);

/* Writes the outputs of home2d for a meeting at this time. The total is infinite if no path exists. */
void way_reference_home_at(const double *in, double time, double *out);
void way_quad_reference_home_at(const way_quad *in, way_quad time, way_quad *out);

/* Writes the law of cosines for the inputs of the interception as an equation a t^2 + b t + c = 0. */
void way_reference_law_of_cosines(const double *in, int dims, double *a, double *b, double *c);
void way_quad_reference_law_of_cosines(const way_quad *in, int dims, way_quad *a, way_quad *b, way_quad *c);

/* Computes the lead by the law of sines, as an independent check. Returns the number of triangles (0, 1 or 2)
   and writes the earliest time. `separation` is the vector from the chaser to the runner and must not be 0.
   `velocity` is the runner's velocity. */
int way_reference_lead_by_sines(const double *separation, const double *velocity, double speed, int dims,
                                double *time);
int way_quad_reference_lead_by_sines(const way_quad *separation, const way_quad *velocity, way_quad speed,
                                     int dims, way_quad *time);

#ifdef __cplusplus
}
#endif

#endif
