// Finds each agent's next step: one tile on each axis towards the runner's tile, or away from it.
export const step = (way, agent, runner) => way.tile_step({
    in: { chaser_x: agent.x, chaser_y: agent.y, runner_x: runner.x, runner_y: runner.y, away: agent.away },
    out: { step_x: agent.step_x, step_y: agent.step_y, status: agent.status },
});

// Finds the step to the next tile of the straight line to the runner. The line starts at from_x, from_y.
export const line = (way, agent, runner) => way.tile_line({
    in: {
        chaser_x: agent.x, chaser_y: agent.y, runner_x: runner.x, runner_y: runner.y,
        from_x: agent.from_x, from_y: agent.from_y,
    },
    out: {
        step_x: agent.step_x, step_y: agent.step_y, status: agent.status,
        next_from_x: agent.from_x, next_from_y: agent.from_y,
    },
});
