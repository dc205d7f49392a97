/* What callers link of the behaviour NAME: its columns, its kernels of all instruction sets, and its functions. Included by
   loop.h in the units of -DWAY_ENTRY. */
#ifndef WAY_DEFINE_BEHAVIOUR_H
#define WAY_DEFINE_BEHAVIOUR_H

#include <string.h>

#include "registry/registry.h"
#include "call/fpenv.h"

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
#include "registry/behaviours.def"
#define BEGIN(name, family, summary, source) static const way_column_info WAY_PERHAPS name##_outputs[] = {
#define OUT(behaviour, column, type, fallback, bound, unit, meaning)                                         \
    {#column, meaning, unit, WAY_##type, WAY_CHASER, AXIS_##type, 0, fallback, 0.0, 0.0, bound},
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"

/* WALLS_intercept2d, ...: 1 where the entry says so; RUNNERS_intercept2d, ...: bit k is set where input k is a
   runner's. */
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

/* intercept2d_usual, ...: an agent all of whose inputs are their defaults, or 0. intercept2d_has_options, ...: are some of
   its options not? By their bits, so that the caller's floating-point mode does not matter. */
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
    others |= need ? 0 : way_bits(&agent->column) ^ way_bits(&behaviour##_usual.column);
#define END(name)                                                                                            \
    (void)agent;                                                                                             \
    return others != 0;                                                                                      \
    }
#include "registry/behaviours.def"

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
#define AGENT WAY_JOIN3(way, NAME, agent)
#define ANSWER WAY_JOIN3(way, NAME, answer)
#define ALONE WAY_JOIN3(way, NAME, alone)
#define ONE WAY_JOIN(NAME, one)

WAY_EACH_TABLE(WAY_DECLARE_KERNELS_OF)

extern way_one_agent ALONE;

static way_result ONE(const void *agent, void *answer, const way_wall *walls, size_t wall_count) {
    way_result result = way_check_one(agent, answer, walls, wall_count);
    if (result != WAY_OK)
        return result;
    const unsigned given = WAY_JOIN(NAME, has_options)(agent) ? OPTIONAL_INPUTS : 0;
    way_fpenv caller = way_fpenv_enter_for_calls();
#ifdef READS_WALLS
    ALONE(agent, answer, given, &(const way_wall_list){walls, wall_count, NULL});
#else
    ALONE(agent, answer, given, NULL);
#endif
    way_fpenv_leave_after_calls(caller);
    return WAY_OK;
}

way_result WAY_JOIN(AGENT, default)(AGENT *agent) {
    if (agent == NULL)
        return WAY_ERROR_NULL;
    *agent = WAY_JOIN(NAME, usual);
    return WAY_OK;
}

#ifdef READS_WALLS
way_result WAY_JOIN3(way, NAME, one)(const AGENT *agent, ANSWER *answer, const way_wall *walls,
                                     size_t wall_count) {
    return ONE(agent, answer, walls, wall_count);
}
_Static_assert(WAY_JOIN(WALLS, NAME), "the registry says that it reads walls, too");
#else
way_result WAY_JOIN3(way, NAME, one)(const AGENT *agent, ANSWER *answer) {
    return ONE(agent, answer, NULL, 0);
}
_Static_assert(!WAY_JOIN(WALLS, NAME), "the kernel says READS_WALLS, too");
#endif

extern const way_entry ENTRY;
const way_entry ENTRY = {
    .behaviour = {sizeof(way_behaviour), sizeof(way_column_info), WAY_TEXT(NAME), WAY_JOIN(NAME, summary),
                  WAY_JOIN(NAME, source), WAY_JOIN(NAME, inputs), INPUTS, WAY_JOIN(NAME, outputs), OUTPUTS,
                  WAY_JOIN(WALLS, NAME)},
    .required = ((1u << INPUTS) - 1) & ~OPTIONAL_INPUTS,
    .optional = OPTIONAL_INPUTS,
    .runners = WAY_JOIN(RUNNERS, NAME),
    .kernel = {WAY_EACH_TABLE(WAY_KERNELS_OF)},
    .one = ONE,
};

way_result WAY_JOIN(way, NAME)(const WAY_JOIN3(way, NAME, in) * in, const WAY_JOIN3(way, NAME, out) * out,
                               const way_batch *batch) {
    return way_call(&ENTRY, (const way_column *)in, (const way_column_out *)out, batch);
}

#undef FAST
#undef ENTRY
#undef INPUTS
#undef OUTPUTS
#undef OPTIONAL_INPUTS
#undef AGENT
#undef ANSWER
#undef ALONE
#undef ONE
