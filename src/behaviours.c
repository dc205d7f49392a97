#include "behaviours.h"

#include <math.h>
#include <string.h>

#define REQUIRED 1
#define OPTIONAL 0

#define BEGIN(name, summary, source) static const way_column_info name##_inputs[] = {
#define IN(behaviour, column, type, side, need, fallback, unit, low, high, meaning)                          \
    {#column, meaning, unit, WAY_##type, WAY_##side, need, fallback, low, high, 0.0},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "behaviours.def"

#define BEGIN(name, summary, source) static const way_column_info name##_outputs[] = {
#define OUT(behaviour, column, type, fallback, bound, unit, meaning)                                         \
    {#column, meaning, unit, WAY_##type, WAY_CHASER, 0, fallback, 0.0, 0.0, bound},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "behaviours.def"

/* WALLS_intercept2d, ...: 1 where the entry says so. */
enum {
#define BEGIN(name, summary, source) WALLS_##name = 0
#define WALLS(name) +1
#define END(name) ,
#include "behaviours.def"
};

const way_behaviour way_behaviours[INDEX_COUNT] = {
#define BEGIN(name, summary, source)                                                                         \
    {#name,       summary, source, name##_inputs, IN_##name##_COUNT, name##_outputs, OUT_##name##_COUNT,     \
     WALLS_##name},
#include "behaviours.def"
};

const way_input_sets way_inputs[INDEX_COUNT] = {
#define BEGIN(name, summary, source)                                                                         \
    {((1u << IN_##name##_COUNT) - 1) & ~(unsigned)OPTIONS_##name, OPTIONS_##name, 0
#define IN(behaviour, column, type, side, ...) | (unsigned)WAY_##side << IN_##behaviour##_##column
#define END(name) },
#include "behaviours.def"
};

/* The registry and the header tell the same columns in the same order. */
#define IN(behaviour, column, ...)                                                                           \
    _Static_assert(offsetof(way_##behaviour##_in, column) ==                                                 \
                       IN_##behaviour##_##column * sizeof(way_column),                                       \
                   "input " #column " of " #behaviour);
#define OUT(behaviour, column, ...)                                                                          \
    _Static_assert(offsetof(way_##behaviour##_out, column) ==                                                \
                       OUT_##behaviour##_##column * sizeof(way_column_out),                                  \
                   "output " #column " of " #behaviour);
#define END(name)                                                                                            \
    _Static_assert(sizeof(way_##name##_in) == IN_##name##_COUNT * sizeof(way_column), #name);                \
    _Static_assert(sizeof(way_##name##_out) == OUT_##name##_COUNT * sizeof(way_column_out), #name);          \
    _Static_assert((int)IN_##name##_COUNT <= (int)WAY_INPUTS_MAX &&                                          \
                       (int)OUT_##name##_COUNT <= (int)WAY_OUTPUTS_MAX,                                      \
                   #name);
#define ONE(name)                                                                                            \
    _Static_assert(sizeof(way_##name##_agent) == IN_##name##_COUNT * sizeof(float) &&                        \
                       sizeof(way_##name##_answer) == OUT_##name##_COUNT * sizeof(float),                    \
                   "one agent of " #name);
#include "behaviours.def"

void way_fallback(const way_column_info *column, void *cell) {
    float number = (float)column->fallback;
    int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
    memcpy(cell, column->type == WAY_FLOAT ? (const void *)&number : (const void *)&whole, 4);
}

const way_behaviour *way_behaviour_at(size_t i) { return i < INDEX_COUNT ? &way_behaviours[i] : NULL; }

const way_behaviour *way_behaviour_named(const char *name) {
    for (size_t i = 0; name != NULL && i < INDEX_COUNT; i++)
        if (strcmp(way_behaviours[i].name, name) == 0)
            return &way_behaviours[i];
    return NULL;
}
