/* Defines the properties of each column in src/registry/calls.def, indexed by the numbers of
   calls.h. */
#include "registry/calls.h"

#include <math.h>

#define CELL_FLOAT(value)                                                                                    \
    { .number = (float)(value) }
#define CELL_PLACE_X(value) CELL_FLOAT(value)
#define CELL_PLACE_Y(value) CELL_FLOAT(value)
#define CELL_PLACE_Z(value) CELL_FLOAT(value)
#define CELL_ROW(value)                                                                                      \
    { .word = (value) }
#define CELL_MASK(value)                                                                                     \
    { .word = (value) }
#define ENTRY(number, name, type, reads, needs, fallback)                                                    \
    [number] = {name, FOR_##reads, FOR_##needs, IS_WORD_##type, CELL_##type(fallback)},

const way_call_column way_choose_columns[IN_choose_COUNT] = {
#define ENTRY_choose(...) ENTRY(__VA_ARGS__)
#define ENTRY_avoid(...)
#define EVERY_AXIS
#define IN(call, column, type, side, reads, needs, fallback, ...)                                            \
    ENTRY_##call(IN_##call##_##column, #column, type, reads, needs, fallback)
#include "registry/calls.def"
};

const way_call_column way_avoid_columns[IN_avoid_COUNT] = {
#undef ENTRY_choose
#undef ENTRY_avoid
#define ENTRY_choose(...)
#define ENTRY_avoid(...) ENTRY(__VA_ARGS__)
#define EVERY_AXIS
#define IN(call, column, type, side, reads, needs, fallback, ...)                                            \
    ENTRY_##call(IN_##call##_##column, #column, type, reads, needs, fallback)
#include "registry/calls.def"
};

const unsigned char way_choose_at[2][IN_choose_COUNT] = {
#define AT_choose2d(column) [0][IN_choose_##column] = IN_choose2d_##column + 1,
#define AT_choose3d(column) [1][IN_choose_##column] = IN_choose3d_##column + 1,
#define AT_avoid2d(column)
#define AT_avoid3d(column)
#define AT_assign(column)
#define AT_waypoints2d(column)
#define AT_bounce_all2d(column)
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

#define CALL(call, summary, source)                                                                          \
    const char *way_##call##_output(int k) {                                                                 \
        const char *name = NULL;
#define OUT(call, column, ...) name = k >= OUT_##call##_##column ? #column : name;
#define END_CALL(call)                                                                                       \
    return name;                                                                                             \
    }
#include "registry/calls.def"

const char *way_assign_input(int k) {
    static const char *const names[] = {
#define NAMES_choose2d(column)
#define NAMES_choose3d(column)
#define NAMES_avoid2d(column)
#define NAMES_avoid3d(column)
#define NAMES_assign(column) #column,
#define NAMES_bounce_all2d(column)
#define NAMES_waypoints2d(column)
#define IN(call, column, ...) NAMES_##call(column)
#include "registry/calls.def"
    };
    return names[k];
}

const char *way_bounce_all2d_input(int k) {
    static const char *const names[] = {
#undef NAMES_assign
#undef NAMES_bounce_all2d
#define NAMES_assign(column)
#define NAMES_bounce_all2d(column) #column,
#define IN(call, column, ...) NAMES_##call(column)
#include "registry/calls.def"
    };
    return names[k];
}
