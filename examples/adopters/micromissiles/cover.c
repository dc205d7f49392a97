/* Replaces the function Assignment_CoverAssignment_Assign of micromissiles-unity's plugin: each agent gets a task,
   and each task gets an agent. If there are fewer agents than tasks, no task gets two agents. */
#include <stdlib.h>

#include "waylay/assign.h"

int Assignment_CoverAssignment_Assign(int agents, int tasks, const float *costs, int *assigned_agents,
                                      int *assigned_tasks, int *assignments) {
    const uint32_t least = agents >= tasks, most = least ? (uint32_t)agents : 1;
    way_assign_in in = WAY_INIT;
    way_assign_out out = WAY_INIT;
    way_assignment how = WAY_INIT;
    in.cost = way_in(costs), in.at_least = way_same(&least), in.capacity = way_same(&most);
    out.target = way_out((uint32_t *)assigned_tasks);
    how.count = (size_t)agents, how.runner_count = (size_t)tasks;
    how.bytes = way_assign_bytes(how.count, how.runner_count, how.count * how.runner_count);
    how.memory = malloc(how.bytes);
    const way_result result = how.memory ? way_assign(&in, &out, &how) : WAY_ERROR_MEMORY;
    free(how.memory);
    for (int i = 0; i < agents; ++i)
        assigned_agents[i] = i;
    *assignments = agents;
    const int is_complete = result == WAY_OK && how.served == how.count && how.unmet == 0;
    return is_complete ? 0 : 14; /* STATUS_OK, STATUS_INTERNAL */
}
