// Makes a crowd of all units, which is sorted by position in each step. Fallen units have no side, so they
// are no targets.
export const sort = (way, unit) => way.crowd2d({
    in: { runner_x: unit.x, runner_y: unit.y, runner_vx: unit.vx, runner_vy: unit.vy, runner_mask: unit.side },
});

// Finds the best enemies of each unit: the nearest enemies, or the enemies that come into range soonest.
// A unit keeps its target unless another enemy is better by more than `bonus`.
export const choose = (way, unit, crowd, by, best, bonus, reach) => way.choose2d({
    in: {
        chaser_x: unit.x, chaser_y: unit.y, chaser_speed: unit.pace, reach,
        chaser_mask: unit.enemies, present: unit.target, bonus,
    },
    crowd, by, best, out: ['target', 'cost'],
});

// Assigns to each unit at most one enemy of its list. With the limit `{ capacity: 3 }`, at most three units
// attack one target. With `{ health }`, just enough units attack a target to kill it.
export const share = (way, choice, each, units, limit) => way.assign({
    in: { row: choice.out.target, cost: choice.out.cost, ...limit }, each, runner_count: units,
    out: ['target'],
});

// Units walk to the target's future position until the target is in range.
export const lead = (way, unit, range, dt) => way.lead2d({
    in: {
        chaser_x: unit.x, chaser_y: unit.y, chaser_speed: unit.pace, reach: range, dt,
        runner_x: unit.x, runner_y: unit.y, runner_vx: unit.vx, runner_vy: unit.vy,
    },
    out: { velocity_x: unit.wish_x, velocity_y: unit.wish_y, status: unit.status },
    target: unit.goal,
});

// Units avoid each other.
export const avoid = (way, unit, crowd, radius, step) => way.avoid2d({
    in: {
        chaser_x: unit.x, chaser_y: unit.y, chaser_vx: unit.vx, chaser_vy: unit.vy, chaser_speed: unit.pace,
        preferred_vx: unit.wish_x, preferred_vy: unit.wish_y, radius, dt: step, self: unit.row,
        runner_x: unit.x, runner_y: unit.y, runner_vx: unit.vx, runner_vy: unit.vy, runner_radius: radius,
    },
    crowd, out: { velocity_x: unit.next_vx, velocity_y: unit.next_vy },
});

// Units fire at the target's future position.
export const aim = (way, unit, shell_speed) => way.intercept2d({
    in: {
        chaser_x: unit.x, chaser_y: unit.y, chaser_speed: shell_speed,
        runner_x: unit.x, runner_y: unit.y, runner_vx: unit.vx, runner_vy: unit.vy,
    },
    out: { time: unit.flight, point_x: unit.aim_x, point_y: unit.aim_y },
    target: unit.target,
});
