/* Defines the entries of the calls in src/registry/calls.def, and the properties of the columns that have the
   same numbers in 2D and 3D (calls.h). */
#include "registry/calls.h"

#include <math.h>

/* The entries -------------------------------------------------------------------------------------------- */

/* The types of calls.def as a way_type and an axis. */
#define INFO_FLOAT WAY_FLOAT, 0
#define INFO_PLACE_X WAY_FLOAT, 1
#define INFO_PLACE_Y WAY_FLOAT, 2
#define INFO_PLACE_Z WAY_FLOAT, 3
#define INFO_ROW WAY_ROW, 0
#define INFO_MASK WAY_MASK, 0
#define INFO_COUNT WAY_COUNT, 0
#define INFO_STATUS WAY_STATUS, 0
#define INFO_WORD WAY_WORD, 0
#define INFO(column, meaning, unit, side, type_and_axis, ...)                                                \
    INFO_(column, meaning, unit, side, type_and_axis, __VA_ARGS__)
#define INFO_(column, meaning, unit, side, type, axis, ...)                                                  \
    {#column, meaning, unit, type, WAY_##side, axis, __VA_ARGS__},

/* Properties of each call. SEARCH_: the last way_cost of the call, and the dimensions in which it searches,
   or 0. COSTS_: the costs that the descriptions of its columns name. OPTIONS_OF_: its struct of options. */
#if defined(WAY_WITHOUT_CUT_OFF)
#define SEARCH_choose2d WAY_BY_TIME, 2
#else
#define SEARCH_choose2d WAY_BY_TURNING, 2
#endif
#define SEARCH_choose3d WAY_BY_TIME, 3
#define SEARCH_avoid2d WAY_BY_DISTANCE, 2
#define SEARCH_avoid3d WAY_BY_DISTANCE, 3
#define SEARCH_conflicts2d WAY_BY_DISTANCE, 0
#define SEARCH_conflicts3d WAY_BY_DISTANCE, 0
#define SEARCH_assign WAY_BY_DISTANCE, 0
#define SEARCH_waypoints2d WAY_BY_DISTANCE, 0
#define SEARCH_cast2d WAY_BY_DISTANCE, 2
#define SEARCH_cast3d WAY_BY_DISTANCE, 0
#define SEARCH_sweep3d WAY_BY_DISTANCE, 0
#define SEARCH_bounce_all2d WAY_BY_DISTANCE, 0
#define SEARCH_follow2d WAY_BY_DISTANCE, 0
#define COSTS_choose2d FOR_CHOICE
#define COSTS_choose3d (FOR_DISTANCE | FOR_TIME)
#define COSTS_avoid2d 0
#define COSTS_avoid3d 0
#define COSTS_conflicts2d 0
#define COSTS_conflicts3d 0
#define COSTS_assign 0
#define COSTS_waypoints2d 0
#define COSTS_cast2d 0
#define COSTS_cast3d 0
#define COSTS_sweep3d 0
#define COSTS_bounce_all2d 0
#define COSTS_follow2d 0
#define OPTIONS_OF_choose2d "way_choice"
#define OPTIONS_OF_choose3d "way_choice"
#define OPTIONS_OF_avoid2d "way_avoidance"
#define OPTIONS_OF_avoid3d "way_avoidance"
#define OPTIONS_OF_conflicts2d "way_conflicts"
#define OPTIONS_OF_conflicts3d "way_conflicts"
#define OPTIONS_OF_assign "way_assignment"
#define OPTIONS_OF_waypoints2d "way_waypoints"
#define OPTIONS_OF_cast2d "way_cast"
#define OPTIONS_OF_cast3d "way_cast_triangles"
#define OPTIONS_OF_sweep3d "way_cast_triangles"
#define OPTIONS_OF_bounce_all2d "way_bodies"
#define OPTIONS_OF_follow2d "way_following"

#define CALL(call, summary, source) static const way_column_info call##_inputs[] = {
#define IN(call, column, type, side, reads, needs, fallback, unit, low, high, meaning)                       \
    INFO(column, meaning, unit, side, INFO_##type, (FOR_##needs & FOR_DEFAULT) != 0, fallback, low, high,    \
         0.0, FOR_##reads & COSTS_##call, FOR_##needs & COSTS_##call, 1)
#define END_CALL(call)                                                                                       \
    }                                                                                                        \
    ;
#include "registry/calls.def"

#define CALL(call, summary, source) static const way_column_info call##_outputs[] = {
#define OUT(call, column, type, side, ranks, fallback, bound, unit, meaning)                                 \
    INFO(column, meaning, unit, side, INFO_##type, 0, fallback, 0.0, 0.0, bound, 0, 0, ranks)
#define END_CALL(call)                                                                                       \
    }                                                                                                        \
    ;
#include "registry/calls.def"

#define CALL(call, summary, source) static const unsigned short call##_needs[] = {
#define IN(call, column, type, side, reads, needs, ...) FOR_##needs,
#define END_CALL(call)                                                                                       \
    }                                                                                                        \
    ;
#include "registry/calls.def"

/* CALL_WALLS_avoid2d, ...: 1 if the call reads walls. CALL_RUNNERS_avoid2d, ...: a set of columns, see
   way_call_entry. */
enum {
#define CALL(call, summary, source) CALL_WALLS_##call = 0
#define WALLS(call) +1
#define END_CALL(call) ,
#include "registry/calls.def"
#define CALL(call, summary, source) CALL_RUNNERS_##call = 0
#define IN(call, column, type, side, ...) | (WAY_##side == WAY_RUNNER) << IN_##call##_##column
#define END_CALL(call) ,
#include "registry/calls.def"
#define CALL(call, summary, source) CALL_IN_CROWD_##call = 0
#define IN(call, column, type, side, reads, ...) | ((FOR_##reads & FOR_CROWD) != 0) << IN_##call##_##column
#define END_CALL(call) ,
#include "registry/calls.def"
#define CALL(call, summary, source) CALL_RANKED_##call = 0
#define OUT(call, column, type, side, ranks, ...) | ((ranks) > 1) << OUT_##call##_##column
#define END_CALL(call) ,
#include "registry/calls.def"
#define CALL(call, summary, source) CALL_LISTED_##call = 0
#define OUT(call, column, type, side, ...) | (WAY_##side == WAY_ELEMENT) << OUT_##call##_##column
#define END_CALL(call) ,
#include "registry/calls.def"
};

#define ENTRY_OF(call, summary, source, of, outputs, output_count, options)                                  \
    const way_call_entry way_##call##_entry = {{sizeof(way_behaviour), sizeof(way_column_info), #call,       \
                                                summary, source, of##_inputs, IN_##of##_COUNT, outputs,      \
                                                output_count, CALL_WALLS_##of, WAY_CALL, options},           \
                                               of##_needs,                                                   \
                                               CALL_RUNNERS_##of,                                            \
                                               CALL_IN_CROWD_##of,                                           \
                                               CALL_RANKED_##of,                                             \
                                               CALL_LISTED_##of,                                             \
                                               SEARCH_##of};
#define CALL(call, summary, source)                                                                          \
    ENTRY_OF(call, summary, source, call, call##_outputs, OUT_##call##_COUNT, OPTIONS_OF_##call)
#include "registry/calls.def"

/* neighbours2d and neighbours3d have the inputs of a choice; their outputs are the lists that they write.
   Crowds have no entry. */
#define LISTED_ROW ELEMENT
#define LISTED_FLOAT ELEMENT
#define LISTED_STATUS CHASER
static const way_column_info list_outputs[] = {
#define LIST(call, column, type, fallback, bound, unit, meaning)                                             \
    LIST_INFO(column, meaning, unit, LISTED_##type, INFO_##type, 0, fallback, 0.0, 0.0, bound, 0, 0, 1)
#define LIST_INFO(...) INFO(__VA_ARGS__)
#include "registry/calls.def"
};

#define SAME_neighbours2d(of, summary, source)                                                               \
    ENTRY_OF(neighbours2d, summary, source, of, list_outputs, LIST_neighbours2d_COUNT, "way_listing")
#define SAME_neighbours3d(of, summary, source)                                                               \
    ENTRY_OF(neighbours3d, summary, source, of, list_outputs + LIST_neighbours2d_COUNT,                      \
             LIST_neighbours3d_COUNT, "way_listing")
#define SAME_crowd2d(of, summary, source)
#define SAME_crowd3d(of, summary, source)
#define SAME(call, columns, summary, source) SAME_##call(columns, summary, source)
#include "registry/calls.def"

/* The columns of choosing and avoidance ------------------------------------------------------------------ */

#define CELL_FLOAT(value)                                                                                    \
    { .number = (float)(value) }
#define CELL_PLACE_X(value) CELL_FLOAT(value)
#define CELL_PLACE_Y(value) CELL_FLOAT(value)
#define CELL_PLACE_Z(value) CELL_FLOAT(value)
#define CELL_ROW(value)                                                                                      \
    { .word = (value) }
#define CELL_MASK(value)                                                                                     \
    { .word = (value) }
#define CELL_COUNT(value)                                                                                    \
    { .word = (value) }
#define ENTRY(number, type, reads, fallback) [number] = {FOR_##reads, CELL_##type(fallback)},

const way_call_column way_choose_columns[IN_choose_COUNT] = {
#define ENTRY_choose(...) ENTRY(__VA_ARGS__)
#define ENTRY_avoid(...)
#define ENTRY_conflicts(...)
#define EVERY_AXIS
#define IN(call, column, type, side, reads, needs, fallback, ...)                                            \
    ENTRY_##call(IN_##call##_##column, type, reads, fallback)
#include "registry/calls.def"
};

const way_call_column way_avoid_columns[IN_avoid_COUNT] = {
#undef ENTRY_choose
#undef ENTRY_avoid
#define ENTRY_choose(...)
#define ENTRY_avoid(...) ENTRY(__VA_ARGS__)
#define EVERY_AXIS
#define IN(call, column, type, side, reads, needs, fallback, ...)                                            \
    ENTRY_##call(IN_##call##_##column, type, reads, fallback)
#include "registry/calls.def"
};

const unsigned char way_choose_at[2][IN_choose_COUNT] = {
#define AT_choose2d(column) [0][IN_choose_##column] = IN_choose2d_##column + 1,
#define AT_choose3d(column) [1][IN_choose_##column] = IN_choose3d_##column + 1,
#define AT_avoid2d(column)
#define AT_avoid3d(column)
#define AT_conflicts2d(column)
#define AT_conflicts3d(column)
#define AT_assign(column)
#define AT_waypoints2d(column)
#define AT_cast2d(column)
#define AT_cast3d(column)
#define AT_sweep3d(column)
#define AT_bounce_all2d(column)
#define AT_follow2d(column)
#define IN(call, column, ...) AT_##call(column)
#include "registry/calls.def"
};

const unsigned char way_avoid_at[2][IN_avoid_COUNT] = {
#undef AT_choose2d
#undef AT_choose3d
#undef AT_avoid2d
#undef AT_avoid3d
#define AT_choose2d(column)
#define AT_choose3d(column)
#define AT_avoid2d(column) [0][IN_avoid_##column] = IN_avoid2d_##column + 1,
#define AT_avoid3d(column) [1][IN_avoid_##column] = IN_avoid3d_##column + 1,
#define IN(call, column, ...) AT_##call(column)
#include "registry/calls.def"
};
