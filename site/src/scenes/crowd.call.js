// Makes a crowd of all people. The crowd is sorted by position in each step.
export const sort = (way, crowd) => way.crowd2d({ in: { runner_x: crowd.x, runner_y: crowd.y } });

// Of the velocities that avoid other people and walls, finds the one nearest to each person's preferred one. People
// yield to those ahead of them, so that one of two who press into a door goes first.
export const avoid = (way, crowd, sorted, walls, radius, step) => way.avoid2d({
    in: {
        chaser_x: crowd.x, chaser_y: crowd.y, chaser_vx: crowd.vx, chaser_vy: crowd.vy, chaser_speed: crowd.speed,
        preferred_vx: crowd.wish_x, preferred_vy: crowd.wish_y, radius, dt: step, yielding: 1, self: crowd.row,
        runner_x: crowd.x, runner_y: crowd.y, runner_vx: crowd.vx, runner_vy: crowd.vy, runner_radius: radius,
    },
    crowd: sorted, walls,
    out: { velocity_x: crowd.next_vx, velocity_y: crowd.next_vy },
});
