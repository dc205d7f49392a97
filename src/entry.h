/* What callers link of the behaviour NAME: its columns, its kernels of all instruction sets, and its functions. Included by
   loop.h in the units of -DWAY_ENTRY. */
#ifndef WAY_ENTRY_H
#define WAY_ENTRY_H

#include "behaviours.h"

#if defined(__GNUC__)
#define WAY_PERHAPS __attribute__((unused))
#else
#define WAY_PERHAPS
#endif

/* A place is a float on an axis. */
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

#define REQUIRED 1
#define OPTIONAL 0
#define BEGIN(name, family, summary, source) static const way_column_info WAY_PERHAPS name##_inputs[] = {
#define IN(behaviour, column, type, side, need, fallback, unit, low, high, meaning)                          \
    {#column, meaning, unit, WAY_##type, WAY_##side, AXIS_##type, need, fallback, low, high, 0.0},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "behaviours.def"
#define BEGIN(name, family, summary, source) static const way_column_info WAY_PERHAPS name##_outputs[] = {
#define OUT(behaviour, column, type, fallback, bound, unit, meaning)                                         \
    {#column, meaning, unit, WAY_##type, WAY_CHASER, AXIS_##type, 0, fallback, 0.0, 0.0, bound},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "behaviours.def"

/* WALLS_intercept2d, ...: 1 where the entry says so; RUNNERS_intercept2d, ...: bit k is set where input k is a
   runner's. */
enum {
#define BEGIN(name, family, summary, source) WALLS_##name = 0
#define WALLS(name) +1
#define END(name) ,
#include "behaviours.def"
#define BEGIN(name, family, summary, source) RUNNERS_##name = 0
#define IN(behaviour, column, type, side, ...) | (unsigned)WAY_##side << IN_##behaviour##_##column
#define END(name) ,
#include "behaviours.def"
};

#define BEGIN(name, family, summary, source)                                                                 \
    static const char WAY_PERHAPS name##_summary[] = summary, WAY_PERHAPS name##_source[] = source;
#include "behaviours.def"

#define WAY_TEXT_(a) #a
#define WAY_TEXT(a) WAY_TEXT_(a)
#define WAY_KERNEL_OF(isa, precision) WAY_JOIN(WAY_JOIN3(way, NAME, isa), precision)
#define WAY_KERNELS_OF(isa) [WAY_TABLE_##isa] = {&WAY_KERNEL_OF(isa, exact), &WAY_KERNEL_OF(isa, FAST)},
#define WAY_DECLARE_KERNELS_OF(isa)                                                                          \
    extern const way_kernel WAY_KERNEL_OF(isa, exact);                                                       \
    extern const way_kernel WAY_KERNEL_OF(isa, FAST);
#endif

#ifdef ONE_PRECISION
#define FAST exact
#else
#define FAST fast
#endif
#define ENTRY WAY_JOIN3(way, entry, NAME)
#define INPUTS WAY_JOIN3(IN, NAME, COUNT)
#define OUTPUTS WAY_JOIN3(OUT, NAME, COUNT)
#define OPTIONAL_INPUTS (unsigned)WAY_JOIN(OPTIONS, NAME)

WAY_EACH_TABLE(WAY_DECLARE_KERNELS_OF)

extern const way_entry ENTRY;
const way_entry ENTRY = {
    .behaviour = {sizeof(way_behaviour), sizeof(way_column_info), WAY_TEXT(NAME), WAY_JOIN(NAME, summary),
                  WAY_JOIN(NAME, source), WAY_JOIN(NAME, inputs), INPUTS, WAY_JOIN(NAME, outputs), OUTPUTS,
                  WAY_JOIN(WALLS, NAME)},
    .required = ((1u << INPUTS) - 1) & ~OPTIONAL_INPUTS,
    .optional = OPTIONAL_INPUTS,
    .runners = WAY_JOIN(RUNNERS, NAME),
    .kernel = {WAY_EACH_TABLE(WAY_KERNELS_OF)},
};

way_result WAY_JOIN(way, NAME)(const WAY_JOIN3(way, NAME, in) * in, const WAY_JOIN3(way, NAME, out) * out,
                               const way_batch *batch) {
    return way_call(&ENTRY, (const way_column *)in, (const way_column_out *)out, batch);
}

#ifdef HAS_ONE
WAY_JOIN3(way, NAME, agent) WAY_JOIN(WAY_JOIN3(way, NAME, agent), default)(void) {
    WAY_JOIN3(way, NAME, agent) agent;
    way_fill_defaults(&ENTRY, &agent);
    return agent;
}

WAY_JOIN3(way, NAME, answer) WAY_JOIN3(way, NAME, one)(WAY_JOIN3(way, NAME, agent) agent) {
    WAY_JOIN3(way, NAME, answer) answer;
    way_call_one(&ENTRY, &agent, &answer);
    return answer;
}

_Static_assert(sizeof(WAY_JOIN3(way, NAME, agent)) == INPUTS * sizeof(float) &&
                   sizeof(WAY_JOIN3(way, NAME, answer)) == OUTPUTS * sizeof(float),
               "one agent: a field a column");
#endif

#undef FAST
#undef ENTRY
#undef INPUTS
#undef OUTPUTS
#undef OPTIONAL_INPUTS
