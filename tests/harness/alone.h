/* Lists the calls for one agent by the behaviour's name, all with one signature. Agents and answers are cells
   of 4 bytes in the registry's order. */
#ifndef ALONE_H
#define ALONE_H

#include <stdint.h>
#include <string.h>

#include "waylay/waylay.h"

typedef struct alone {
    const char *name;
    way_result (*agent_default)(uint32_t *agent);
    way_result (*one)(const uint32_t *agent, uint32_t *answer, const way_wall *walls, size_t wall_count);
} alone;

#define BEGIN(id, family, summary, source)                                                                   \
    static inline way_result alone_default_##id(uint32_t *agent) {                                           \
        return way_##id##_agent_default((way_##id##_agent *)(void *)agent);                                  \
    }                                                                                                        \
    static inline way_result alone_##id(const uint32_t *agent, uint32_t *answer, const way_wall *walls,      \
                                        size_t wall_count) {                                                 \
        (void)walls, (void)wall_count;                                                                       \
        return way_##id##_one((const way_##id##_agent *)(const void *)agent,                                 \
                              (way_##id##_answer *)(void *)answer
#define WALLS(id) , walls, wall_count
#define END(id)                                                                                              \
    );                                                                                                       \
    }
#include "registry/behaviours.def"

static const alone every_alone[] = {
#define BEGIN(id, family, summary, source) {#id, alone_default_##id, alone_##id},
#include "registry/behaviours.def"
};

enum { EVERY_ALONE = sizeof every_alone / sizeof every_alone[0] };

/* Returns the calls of the behaviour with this name, or NULL if the name is unknown. */
static inline const alone *alone_named(const char *name) {
    for (size_t k = 0; k < EVERY_ALONE; k++)
        if (strcmp(every_alone[k].name, name) == 0)
            return &every_alone[k];
    return NULL;
}

#endif
