/* Numbers the columns of choosing, avoidance, assignment and waypoints that src/registry/calls.def lists,
   and declares an entry for each of these calls. Checks that the public structs are arrays of these
   columns. */
#ifndef WAY_CALLS_H
#define WAY_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/assign.h"
#include "waylay/avoid.h"
#include "waylay/bounce.h"
#include "waylay/field.h"
#include "waylay/formation.h"

/* Defines IN_choose2d_chaser_x, ..., IN_choose2d_COUNT, the column numbers of way_choose2d_in, and so on. */
#define CALL(call, summary, source) enum { IN_##call##_BEFORE = -1,
#define IN(call, column, ...) IN_##call##_##column,
#define END_CALL(call)                                                                                       \
    IN_##call##_COUNT                                                                                        \
    }                                                                                                        \
    ;
#include "registry/calls.def"

/* Defines OUT_choose2d_target, ..., OUT_choose2d_COUNT, the column numbers of way_choose2d_out, and so on. */
#define CALL(call, summary, source) enum { OUT_##call##_BEFORE = -1,
#define OUT(call, column, ...) OUT_##call##_##column,
#define END_CALL(call)                                                                                       \
    OUT_##call##_COUNT                                                                                       \
    }                                                                                                        \
    ;
#include "registry/calls.def"

/* Numbers the columns of neighbour lists: LIST_neighbours2d_row, ... */
#define SAME(call, columns, summary, source) enum { LIST_##call##_BEFORE = -1,
#define LIST(call, column, ...) LIST_##call##_##column,
#define END_SAME(call)                                                                                       \
    LIST_##call##_COUNT                                                                                      \
    }                                                                                                        \
    ;
#include "registry/calls.def"

/* Checks at compile time that the structs are arrays of these columns, in this order. */
#define CALL(call, summary, source)                                                                          \
    _Static_assert(sizeof(way_##call##_in) == IN_##call##_COUNT * sizeof(way_column),                        \
                   "calls.def has other columns than way_" #call "_in");                                     \
    _Static_assert(sizeof(way_##call##_out) == OUT_##call##_COUNT * sizeof(way_column_out),                  \
                   "calls.def has other columns than way_" #call "_out");
#define IN(call, column, ...)                                                                                \
    _Static_assert(offsetof(way_##call##_in, column) == IN_##call##_##column * sizeof(way_column),           \
                   "calls.def has " #column " elsewhere than way_" #call "_in");
#define OUT(call, column, ...)                                                                               \
    _Static_assert(offsetof(way_##call##_out, column) == OUT_##call##_##column * sizeof(way_column_out) &&   \
                       sizeof(((way_##call##_out *)0)->column) == sizeof(way_column_out),                    \
                   "calls.def has " #column " elsewhere than way_" #call "_out");
#include "registry/calls.def"

/* Column numbers that are the same in 2D and 3D. The choosers' columns come first, then the candidates'. */
#define NUMBER_choose_CHASER(column)
#define NUMBER_choose_RUNNER(column)
#define NUMBER_avoid_CHASER(column)
#define NUMBER_avoid_RUNNER(column)
#define NUMBER_conflicts_CHASER(column)

typedef enum way_choose_column {
#undef NUMBER_choose_CHASER
#define NUMBER_choose_CHASER(column) IN_choose_##column,
#define EVERY_AXIS
#define IN(call, column, type, side, ...) NUMBER_##call##_##side(column)
#include "registry/calls.def"
    IN_choose_OWN, /* number of the choosers' columns */
    IN_choose_LAST_OWN = IN_choose_OWN - 1,
#undef NUMBER_choose_CHASER
#define NUMBER_choose_CHASER(column)
#undef NUMBER_choose_RUNNER
#define NUMBER_choose_RUNNER(column) IN_choose_##column,
#define EVERY_AXIS
#define IN(call, column, type, side, ...) NUMBER_##call##_##side(column)
#include "registry/calls.def"
    IN_choose_COUNT
} way_choose_column;

typedef enum way_avoid_column {
#undef NUMBER_choose_RUNNER
#define NUMBER_choose_RUNNER(column)
#undef NUMBER_avoid_CHASER
#define NUMBER_avoid_CHASER(column) IN_avoid_##column,
#define EVERY_AXIS
#define IN(call, column, type, side, ...) NUMBER_##call##_##side(column)
#include "registry/calls.def"
    IN_avoid_OWN,
    IN_avoid_LAST_OWN = IN_avoid_OWN - 1,
#undef NUMBER_avoid_CHASER
#define NUMBER_avoid_CHASER(column)
#undef NUMBER_avoid_RUNNER
#define NUMBER_avoid_RUNNER(column) IN_avoid_##column,
#define EVERY_AXIS
#define IN(call, column, type, side, ...) NUMBER_##call##_##side(column)
#include "registry/calls.def"
    IN_avoid_COUNT
} way_avoid_column;

#undef NUMBER_choose_CHASER
#undef NUMBER_choose_RUNNER
#undef NUMBER_avoid_CHASER
#undef NUMBER_avoid_RUNNER
#undef NUMBER_conflicts_CHASER

/* The readers of a column, one bit each: a choice (a bit per cost), neighbours, a crowd, avoidance,
   assignment, assignment with damage, waypoints, bodies, conflicts, rays, following and sweeps. */
enum {
    FOR_DISTANCE = 1 << WAY_BY_DISTANCE,
    FOR_TIME = 1 << WAY_BY_TIME,
    FOR_TURNING = 1 << WAY_BY_TURNING,
    FOR_NEIGHBOURS = 8,
    FOR_CROWD = 16,
    FOR_AVOIDING = 32,
    FOR_ASSIGNING = 64,
    FOR_WAYPOINTS = 128,
    FOR_DEALING = 256,
    FOR_BODIES = 512,
    FOR_COLLIDING = 1024,
    FOR_CASTING = 2048,
    FOR_FOLLOWING = 4096,
    FOR_SWEEPING = 8192,
    /* calls without options */
    FOR_DEFAULT = FOR_DISTANCE | FOR_AVOIDING | FOR_ASSIGNING | FOR_WAYPOINTS | FOR_BODIES | FOR_COLLIDING |
                  FOR_CASTING | FOR_FOLLOWING | FOR_SWEEPING,
    /* names for sets of readers, which calls.def uses */
    FOR_NONE = 0,
    FOR_MOVING = FOR_TIME | FOR_TURNING,
    FOR_CHOICE = FOR_DISTANCE | FOR_MOVING,
    FOR_SEARCH = FOR_CHOICE | FOR_NEIGHBOURS,
    FOR_CANDIDATE = FOR_SEARCH | FOR_CROWD,
    FOR_COURSE = FOR_MOVING | FOR_CROWD
};

/* One call. In each of the sets, bit k stands for input k or output k. */
typedef struct way_call_entry {
    way_behaviour behaviour;     /* names and types of the columns; must stay the first member */
    const unsigned short *needs; /* for each input, the FOR_ bits of the readers that require it */
    unsigned runners;            /* inputs of the candidates */
    unsigned in_crowd; /* inputs that a call with a crowd does not read, because the crowd holds them */
    unsigned ranked;   /* outputs with `best` elements for each chooser */
    unsigned listed;   /* outputs with one element per element of the call's lists */
    int32_t most_cost; /* the last way_cost that the call has */
    int32_t dims;      /* 2 or 3: the call searches candidates in the plane or in space; or 0 */
} way_call_entry;

#define CALL(call, summary, source) extern const way_call_entry way_##call##_entry;
#include "registry/calls.def"
extern const way_call_entry way_neighbours2d_entry, way_neighbours3d_entry;

/* A column of choosing or avoidance, by the numbers that are the same in 2D and 3D. */
typedef struct way_call_column {
    unsigned reads; /* FOR_ bits */
    union {
        float number;
        uint32_t word;
    } fallback;
} way_call_column;

extern const way_call_column way_choose_columns[IN_choose_COUNT], way_avoid_columns[IN_avoid_COUNT];

/* The position of a column, counted from 1, in the struct of the 2D call ([0]) and of the 3D call ([1]); 0 if
   the struct has no such column. */
extern const unsigned char way_choose_at[2][IN_choose_COUNT], way_avoid_at[2][IN_avoid_COUNT];

/* Returns the column of the agents that replaces a missing column of the candidates if the candidates are the
   agents, or the column itself. */
static inline way_avoid_column way_avoid_source(way_avoid_column column) {
    const int axis = (int)column - IN_avoid_runner_vx;
    if (axis >= 0 && axis < 3)
        return (way_avoid_column)(IN_avoid_chaser_vx + axis);
    switch (column) {
    case IN_avoid_runner_radius: return IN_avoid_radius;
    case IN_avoid_runner_share: return IN_avoid_share;
    case IN_avoid_runner_height: return IN_avoid_height;
    default: return column;
    }
}

/* Returns the column at a position of a caller's struct, or a column without data if the position is 0. */
static inline const way_column *way_column_at(const way_column *in, int at) {
    static const way_column nothing;
    return at > 0 ? &in[at - 1] : &nothing;
}

static inline const way_column *way_choose_in(const way_column *in, int dims, way_choose_column column) {
    return way_column_at(in, way_choose_at[dims - 2][column]);
}

static inline const way_column *way_avoid_in(const way_column *in, int dims, way_avoid_column column) {
    return way_column_at(in, way_avoid_at[dims - 2][column]);
}

#endif
