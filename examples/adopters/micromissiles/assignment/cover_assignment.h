// The class that the project's tests use, by the function of cover.c.
#include "assignment/assignment.h"

extern "C" int Assignment_CoverAssignment_Assign(int agents, int tasks, const float *costs,
                                                 int *assigned_agents, int *assigned_tasks, int *assignments);

namespace assignment {
struct CoverAssignment {
    int agents, tasks;
    std::vector<std::vector<double>> costs;
    plugin::StatusCode Assign(std::vector<Assignment::AssignmentItem> *answer) const {
        std::vector<float> flat;
        for (const auto &row : costs) {
            if (costs.size() != size_t(agents) || row.size() != size_t(tasks))
                return plugin::STATUS_INVALID_ARGUMENT;
            flat.insert(flat.end(), row.begin(), row.end());
        }
        std::vector<int> agent(agents), task(agents);
        int count = 0;
        const int status =
            Assignment_CoverAssignment_Assign(agents, tasks, flat.data(), agent.data(), task.data(), &count);
        for (int i = 0; i < count; ++i)
            answer->emplace_back(agent[i], task[i]);
        return plugin::StatusCode(status);
    }
};
} // namespace assignment
