// This call is prepared once and run in every frame. Each drone chases the runner that `target` names.
export const chase = (way, drone, runner, precision) => way.intercept2d({
    in: {
        chaser_x: drone.x, chaser_y: drone.y, chaser_speed: drone.speed,
        runner_x: runner.x, runner_y: runner.y, runner_vx: runner.vx, runner_vy: runner.vy,
    },
    out: { velocity_x: drone.wish_x, velocity_y: drone.wish_y, status: drone.status },
    target: drone.target,
    precision,
});
