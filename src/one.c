/* What calls for one agent have in common; the rest of them is in entry.h, and in loop.h the kernel that they call. */
#include "behaviours.h"
#include "cpu.h"

/* Plain C answers: it may be used wherever any table may. */
way_result way_check_one(const void *agent, const void *answer, const way_wall *walls, size_t wall_count) {
    if (agent == NULL || answer == NULL || (walls == NULL && wall_count > 0))
        return WAY_ERROR_NULL;
    if (((uintptr_t)agent | (uintptr_t)answer | (uintptr_t)walls) % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    if (wall_count > INT32_MAX)
        return WAY_ERROR_COUNT;
    return way_cpu_table() != NULL ? WAY_OK : WAY_ERROR_ISA;
}
