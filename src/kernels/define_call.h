/* Defines the public functions of a behaviour. DEFINE_CALL(way_seek2d, seek2d, exact), in the kernel's file,
   defines way_seek2d, way_seek2d_one, way_seek2d_agent_default and the registry entry way_entry_seek2d. The
   entry lists the columns and the kernels of all instruction sets. The last argument is the precision of the
   kernel that computes calls with WAY_FAST: `exact` if the kernel defines ONE_PRECISION, otherwise `fast`.
   Only units compiled with -DWAY_ENTRY contain these functions; in kernel units the macro is empty. */
#ifndef WAY_DEFINE_CALL_H
#define WAY_DEFINE_CALL_H

#include "isa/kernel.h"
#include "kernels/family_columns.h"

#if !defined(WAY_ENTRY)

#define DEFINE_CALL(call, name, fast)
#define DEFINE_CALL_WITH_WALLS(call, name, fast)

#else

#include <math.h> /* INFINITY, NAN in the registry */
#include <string.h>

#include "registry/registry.h"
#include "isa/fpenv.h"
#include "waylay/waylay.h"

#if defined(__GNUC__)
#define WAY_PERHAPS __attribute__((unused))
#else
#define WAY_PERHAPS
#endif

/* A position is a float with an axis. */
#define WAY_PLACE_X WAY_FLOAT
#define WAY_PLACE_Y WAY_FLOAT
#define WAY_PLACE_Z WAY_FLOAT
enum {
    AXIS_FLOAT,
    AXIS_INT = 0,
    AXIS_STATUS = 0,
    AXIS_WORD = 0,
    AXIS_PLACE_X = 1,
    AXIS_PLACE_Y,
    AXIS_PLACE_Z
};

#define BEGIN(name, family, summary, source) static const way_column_info WAY_PERHAPS name##_inputs[] = {
#define IN(behaviour, column, type, side, need, fallback, unit, low, high, meaning)                          \
    {#column, meaning, unit, WAY_##type, WAY_##side, AXIS_##type, !WAY_BIT_##need, fallback, low, high, 0.0, 0, 0, 1},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"
#define BEGIN(name, family, summary, source) static const way_column_info WAY_PERHAPS name##_outputs[] = {
#define OUT(behaviour, column, type, fallback, bound, unit, meaning)                                         \
    {#column, meaning, unit, WAY_##type, WAY_CHASER, AXIS_##type, 0, fallback, 0.0, 0.0, bound, 0, 0, 1},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"

/* WALLS_intercept2d, ...: 1 if the behaviour reads walls. RUNNERS_intercept2d, ...: bit k is set if input
   k belongs to the runner. */
enum {
#define BEGIN(name, family, summary, source) WALLS_##name = 0
#define WALLS(name) +1
#define END(name) ,
#include "registry/behaviours.def"
#define BEGIN(name, family, summary, source) RUNNERS_##name = 0
#define IN(behaviour, column, type, side, ...) | (unsigned)WAY_##side << IN_##behaviour##_##column
#define END(name) ,
#include "registry/behaviours.def"
};

#define BEGIN(name, family, summary, source)                                                                 \
    static const char WAY_PERHAPS name##_summary[] = summary, WAY_PERHAPS name##_source[] = source;
#include "registry/behaviours.def"

/* intercept2d_usual, ...: an agent with the default in every optional input and 0 in every required one.
   intercept2d_has_options, ...: 1 if an optional input differs from its default. The comparison uses bits, so
   that the caller's floating-point mode does not matter. */
static inline uint32_t way_bits(const void *cell) {
    uint32_t word;
    memcpy(&word, cell, sizeof word);
    return word;
}
#define WAY_CELL_FLOAT(value) (float)(value)
#define WAY_CELL_PLACE_X(value) (float)(value)
#define WAY_CELL_PLACE_Y(value) (float)(value)
#define WAY_CELL_PLACE_Z(value) (float)(value)
#define WAY_CELL_INT(value) (int32_t)(value)
#define WAY_CELL_WORD(value) (int32_t)(value)
#define BEGIN(name, family, summary, source) static const way_##name##_agent WAY_PERHAPS name##_usual = {
#define IN(behaviour, column, type, side, need, fallback, ...) .column = WAY_CELL_##type(fallback),
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"
#define BEGIN(name, family, summary, source)                                                                 \
    static inline int WAY_PERHAPS name##_has_options(const way_##name##_agent *agent) {                      \
        uint32_t others = 0;
#define IN(behaviour, column, type, side, need, ...)                                                         \
    others |= WAY_BIT_##need * (way_bits(&agent->column) ^ way_bits(&behaviour##_usual.column));
#define END(name)                                                                                            \
    (void)agent;                                                                                             \
    return others != 0;                                                                                      \
    }
#include "registry/behaviours.def"

/* Computes the answers of one agent. The arguments have been checked. */
static inline way_result WAY_PERHAPS way_answer_one(way_one_agent *alone, unsigned given, const void *agent,
                                                    void *answer, const way_wall_list *walls) {
    way_fpenv caller = way_fpenv_enter_for_calls();
    alone(agent, answer, given, walls);
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}

/* Declares the kernels of a behaviour, for each table in the build. */
#define WAY_DECLARE_KERNELS(isa, name, fast)                                                                 \
    extern const way_kernel way_##name##_##isa##_exact, way_##name##_##isa##_##fast;
#if defined(WAY_WITHOUT_FAST) /* a JavaScript module whose exact kernels serve both precisions */
#define WAY_KERNELS(isa, name, fast)                                                                         \
    [WAY_TABLE_##isa] = {&way_##name##_##isa##_exact, &way_##name##_##isa##_exact},
#else
#define WAY_KERNELS(isa, name, fast)                                                                         \
    [WAY_TABLE_##isa] = {&way_##name##_##isa##_exact, &way_##name##_##isa##_##fast},
#endif

/* Defines the registry entry, and the code that behaviours with and without walls share. */
#define WAY_DEFINE_ENTRY(name, fast, reads_walls)                                                            \
    _Static_assert(WALLS_##name == reads_walls,                                                              \
                   "the registry says whether it reads walls: DEFINE_CALL_WITH_WALLS");                      \
    WAY_EACH_TABLE(WAY_DECLARE_KERNELS, name, fast)                                                          \
    extern way_one_agent way_##name##_alone;                                                                 \
    static way_result name##_one(const void *agent, void *answer, const way_wall *walls,                     \
                                 size_t wall_count) {                                                        \
        const way_result result = way_check_one(agent, answer, walls, wall_count);                           \
        if (result != WAY_OK)                                                                                \
            return result;                                                                                   \
        const unsigned given = name##_has_options(agent) ? (unsigned)OPTIONS_##name : 0;                     \
        const way_wall_list list = {walls, wall_count, NULL, NULL, NULL};                                    \
        return way_answer_one(way_##name##_alone, given, agent, answer, reads_walls ? &list : NULL);         \
    }                                                                                                        \
    extern const way_entry way_entry_##name;                                                                 \
    const way_entry way_entry_##name = {                                                                     \
        .behaviour = {sizeof(way_behaviour), sizeof(way_column_info), #name, name##_summary, name##_source,  \
                      name##_inputs, IN_##name##_COUNT, name##_outputs, OUT_##name##_COUNT, reads_walls,     \
                      WAY_BEHAVIOUR, "way_batch"},                                                           \
        .required = ((1u << IN_##name##_COUNT) - 1) & ~(unsigned)OPTIONS_##name,                             \
        .optional = (unsigned)OPTIONS_##name,                                                                \
        .runners = RUNNERS_##name,                                                                           \
        .kernel = {WAY_EACH_TABLE(WAY_KERNELS, name, fast)},                                                 \
        .one = name##_one,                                                                                   \
    };                                                                                                       \
    way_result way_##name##_agent_default(way_##name##_agent *agent) {                                       \
        if (agent == NULL)                                                                                   \
            return WAY_ERROR_NULL;                                                                           \
        *agent = name##_usual;                                                                               \
        return WAY_OK;                                                                                       \
    }

#define WAY_DEFINE_BATCH(call, name)                                                                         \
    way_result call(const way_##name##_in *in, const way_##name##_out *out, const way_batch *batch) {        \
        return way_call(&way_entry_##name, (const way_column *)in, (const way_column_out *)out, batch);      \
    }

#define DEFINE_CALL(call, name, fast)                                                                        \
    WAY_DEFINE_ENTRY(name, fast, 0)                                                                          \
    way_result way_##name##_one(const way_##name##_agent *agent, way_##name##_answer *answer) {              \
        return name##_one(agent, answer, NULL, 0);                                                           \
    }                                                                                                        \
    WAY_DEFINE_BATCH(call, name)

#define DEFINE_CALL_WITH_WALLS(call, name, fast)                                                             \
    WAY_DEFINE_ENTRY(name, fast, 1)                                                                          \
    way_result way_##name##_one(const way_##name##_agent *agent, way_##name##_answer *answer,                \
                                const way_wall *walls, size_t wall_count) {                                  \
        return name##_one(agent, answer, walls, wall_count);                                                 \
    }                                                                                                        \
    WAY_DEFINE_BATCH(call, name)

#endif

#endif
