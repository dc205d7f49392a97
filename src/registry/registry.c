/* Lists all behaviours of the build. A program that uses this list links all behaviours. */
#include "registry/registry.h"

#include "kernels/family_columns.h"
#include "waylay/waylay.h"

#include <string.h>

#define BEGIN(name, family, summary, source) extern const way_entry way_entry_##name;
#include "registry/behaviours.def"

static const way_entry *const every[] = {
#define BEGIN(name, family, summary, source) &way_entry_##name,
#include "registry/behaviours.def"
};

enum { COUNT = sizeof every / sizeof every[0] };

/* Compile-time checks: the header's structures list the registry's columns in the same order. The
   structures for one agent have one 4-byte field per column, of the column's type. */
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

const way_behaviour *way_behaviour_at(size_t i) { return i < COUNT ? &every[i]->behaviour : NULL; }

const way_behaviour *way_behaviour_named(const char *name) {
    for (size_t i = 0; name != NULL && i < COUNT; i++)
        if (strcmp(every[i]->behaviour.name, name) == 0)
            return &every[i]->behaviour;
    return NULL;
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

way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                   const way_batch *batch) {
    if (behaviour == NULL)
        return WAY_ERROR_NULL;
    const way_entry *entry = entry_of(behaviour);
    return entry != NULL ? way_call(entry, in, out, batch) : WAY_ERROR_BEHAVIOUR;
}

way_result way_run_one(const way_behaviour *behaviour, const void *agent, void *answer, const way_wall *walls,
                       size_t wall_count) {
    if (behaviour == NULL)
        return WAY_ERROR_NULL;
    const way_entry *entry = entry_of(behaviour);
    return entry != NULL ? entry->one(agent, answer, walls, wall_count) : WAY_ERROR_BEHAVIOUR;
}
