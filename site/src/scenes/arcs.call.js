// Returns the shots that hit a moving target under gravity. The first is the low arc, the last is the high arc.
export const arcs = (way, gun, target, gravity) => way.arc2d.one({
    muzzle_x: gun.x, muzzle_y: gun.y, shell_speed: gun.speed,
    runner_x: target.x, runner_y: target.y, runner_vx: target.vx, runner_vy: target.vy,
    runner_ax: target.ax, gravity,
});

// Returns the position of a shell after a time.
export const flight = (way, shell, gravity, time) => way.flight2d.one({
    body_x: shell.x, body_y: shell.y, body_vx: shell.vx, body_vy: shell.vy, gravity, time,
});
