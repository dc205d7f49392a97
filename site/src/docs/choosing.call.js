export const choose2d = (way, unit, enemy) => way.choose2d({
    in: {
        chaser_x: unit.x, chaser_y: unit.y, chaser_speed: 5,
        runner_x: enemy.x, runner_y: enemy.y, runner_vx: enemy.vx, runner_vy: enemy.vy,
    },
    by: 'time', best: 1, out: ['target', 'cost'],
});

export const crowd2d = (way, unit, enemy) => {
    const crowd = way.crowd2d({ in: { runner_x: enemy.x, runner_y: enemy.y } });
    crowd.build(); // each frame
    return way.choose2d({ in: { chaser_x: unit.x, chaser_y: unit.y }, crowd, best: 1, out: ['target', 'cost'] });
};

export const assign = (way, unit, enemy) => {
    const choice = way.choose2d({
        in: { chaser_x: unit.x, chaser_y: unit.y, runner_x: enemy.x, runner_y: enemy.y }, best: 6, out: ['target', 'cost'],
    });
    choice.run();
    return way.assign({
        in: { row: choice.out.target, cost: choice.out.cost }, each: 6, runner_count: enemy.x.length, out: ['target'],
    });
};

export const avoid2d = (way, unit, enemy) => way.avoid2d({
    in: {
        chaser_x: unit.x, chaser_y: unit.y, chaser_vx: unit.vx, chaser_vy: unit.vy, chaser_speed: 5,
        preferred_vx: unit.wish_x, preferred_vy: unit.wish_y, radius: 0.6, neighbour_horizon: 3,
        runner_x: enemy.x, runner_y: enemy.y, runner_vx: enemy.vx, runner_vy: enemy.vy, runner_radius: 0.6,
    },
    out: ['velocity_x', 'velocity_y'],
});
