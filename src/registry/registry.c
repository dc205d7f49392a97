/* Lists all behaviours and calls of the build. A program that uses this list links all behaviours, and a
   program that uses way_run links all calls. */
#include "registry/registry.h"

#include "kernels/family_columns.h"
#include "registry/calls.h"
#include "waylay/waylay.h"

#include <string.h>

#define BEGIN(name, family, summary, source) extern const way_entry way_entry_##name;
#include "registry/behaviours.def"

static const way_entry *const every[] = {
#define BEGIN(name, family, summary, source) &way_entry_##name,
#include "registry/behaviours.def"
};

enum { COUNT = sizeof every / sizeof every[0] };

/* Compile-time checks: the header's structures list the registry's columns in the same order. The structures
   for one agent have one field of 4 bytes per column, with the column's type. */
#define FIELD_FLOAT float
#define FIELD_PLACE_X float
#define FIELD_PLACE_Y float
#define FIELD_PLACE_Z float
#define FIELD_INT int32_t
#define FIELD_STATUS int32_t
#define FIELD_WORD int32_t
#define IS_FIELD(structure, field, number, type)                                                             \
    (offsetof(structure, field) == 4 * (size_t)(number) && sizeof(((structure *)0)->field) == 4 &&           \
     _Generic(((structure *)0)->field, FIELD_##type : 1, default : 0))
#define IN(behaviour, column, type, ...)                                                                     \
    _Static_assert(offsetof(way_##behaviour##_in, column) == IN_##behaviour##_##column * sizeof(way_column), \
                   "input " #column " of " #behaviour);                                                      \
    _Static_assert(IS_FIELD(way_##behaviour##_agent, column, IN_##behaviour##_##column, type),               \
                   "agent's " #column " of " #behaviour);
#define OUT(behaviour, column, type, ...)                                                                    \
    _Static_assert(offsetof(way_##behaviour##_out, column) ==                                                \
                       OUT_##behaviour##_##column * sizeof(way_column_out),                                  \
                   "output " #column " of " #behaviour);                                                     \
    _Static_assert(IS_FIELD(way_##behaviour##_answer, column, OUT_##behaviour##_##column, type),             \
                   "answer's " #column " of " #behaviour);
#define END(name)                                                                                            \
    _Static_assert(sizeof(way_##name##_in) == IN_##name##_COUNT * sizeof(way_column), #name);                \
    _Static_assert(sizeof(way_##name##_out) == OUT_##name##_COUNT * sizeof(way_column_out), #name);          \
    _Static_assert(sizeof(way_##name##_agent) == IN_##name##_COUNT * 4, #name);                              \
    _Static_assert(sizeof(way_##name##_answer) == OUT_##name##_COUNT * 4, #name);                            \
    _Static_assert((int)IN_##name##_COUNT <= (int)WAY_INPUTS_MAX &&                                          \
                       (int)OUT_##name##_COUNT <= (int)WAY_OUTPUTS_MAX,                                      \
                   #name);
#include "registry/behaviours.def"

/* The calls, in the order of way_behaviour_at. A JavaScript module may leave calls out. */
#if defined(WAY_WITHOUT_CALLS)
#define EACH_CALL(X)
#elif defined(WAY_WITHOUT_MARCH)
#define EACH_CALL(X) EACH_SEARCH(X)
#else
#define EACH_CALL(X) EACH_SEARCH(X) X(waypoints2d)
#endif
#define EACH_SEARCH(X)                                                                                       \
    X(choose2d)                                                                                              \
    X(neighbours2d)                                                                                          \
    X(avoid2d) X(conflicts2d) X(choose3d) X(neighbours3d) X(avoid3d) X(conflicts3d) X(assign)                \
        X(bounce_all2d) X(cast2d) X(cast3d) X(sweep3d) X(follow2d)

const way_behaviour *way_behaviour_at(size_t i) {
#define BEHAVIOUR_OF(call) &way_##call##_entry.behaviour,
    static const way_behaviour *const calls[] = {EACH_CALL(BEHAVIOUR_OF) NULL};
    if (i < COUNT)
        return &every[i]->behaviour;
    return i - COUNT < sizeof calls / sizeof calls[0] ? calls[i - COUNT] : NULL;
}

const way_behaviour *way_behaviour_named(const char *name) {
    const way_behaviour *behaviour = NULL;
    for (size_t i = 0; name != NULL && (behaviour = way_behaviour_at(i)) != NULL; i++)
        if (strcmp(behaviour->name, name) == 0)
            break;
    return behaviour;
}

/* These functions index with the library's own structure sizes, because the caller may have been compiled
   with different sizes. */
const way_column_info *way_behaviour_input(const way_behaviour *behaviour, size_t k) {
    return behaviour != NULL && k < behaviour->input_count ? &behaviour->inputs[k] : NULL;
}

const way_column_info *way_behaviour_output(const way_behaviour *behaviour, size_t k) {
    return behaviour != NULL && k < behaviour->output_count ? &behaviour->outputs[k] : NULL;
}

/* Returns the entry of a behaviour, or NULL if the behaviour does not belong to this build. */
static const way_entry *entry_of(const way_behaviour *behaviour) {
    for (size_t i = 0; i < COUNT; i++)
        if (&every[i]->behaviour == behaviour)
            return every[i];
    return NULL;
}

/* RUN(choose2d, way_choice *) defines run_choose2d, which calls way_choose2d. */
typedef way_result call_run(const void *in, const void *out, const void *options);
#define RUN(call, type)                                                                                      \
    static way_result run_##call(const void *in, const void *out, const void *options) {                     \
        return way_##call(in, out, (type)options);                                                           \
    }
#define RUN_LISTS(call)                                                                                      \
    static way_result run_##call(const void *in, const void *out, const void *options) {                     \
        const way_listing *listing = options;                                                                \
        (void)out;                                                                                           \
        return listing != NULL ? way_##call(in, listing->choice, listing->lists) : WAY_ERROR_NULL;           \
    }
#if !defined(WAY_WITHOUT_CALLS)
RUN(choose2d, const way_choice *)
RUN(choose3d, const way_choice *)
RUN_LISTS(neighbours2d)
RUN_LISTS(neighbours3d)
RUN(avoid2d, const way_avoidance *)
RUN(avoid3d, const way_avoidance *)
RUN(conflicts2d, way_conflicts *)
RUN(conflicts3d, way_conflicts *)
RUN(assign, way_assignment *)
RUN(cast2d, const way_cast *)
RUN(cast3d, const way_cast_triangles *)
RUN(sweep3d, const way_cast_triangles *)
RUN(bounce_all2d, way_bodies *)
RUN(follow2d, const way_following *)
#if !defined(WAY_WITHOUT_MARCH)
RUN(waypoints2d, way_waypoints *)
#endif
#endif

way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                   const void *options) {
#define RUN_OF(call) {&way_##call##_entry.behaviour, run_##call},
    static const struct {
        const way_behaviour *behaviour;
        call_run *run;
    } calls[] = {EACH_CALL(RUN_OF){NULL, NULL}};
    if (behaviour == NULL)
        return WAY_ERROR_NULL;
    for (size_t i = 0; calls[i].behaviour != NULL; i++)
        if (calls[i].behaviour == behaviour)
            return calls[i].run(in, out, options);
    const way_entry *entry = entry_of(behaviour);
    return entry != NULL ? way_call(entry, in, out, options) : WAY_ERROR_BEHAVIOUR;
}

way_result way_run_one(const way_behaviour *behaviour, const void *agent, void *answer, const way_wall *walls,
                       size_t wall_count) {
    if (behaviour == NULL)
        return WAY_ERROR_NULL;
    const way_entry *entry = entry_of(behaviour);
    return entry != NULL ? entry->one(agent, answer, walls, wall_count) : WAY_ERROR_BEHAVIOUR;
}
