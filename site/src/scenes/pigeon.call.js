// Returns the aim with which the shot hits the pigeon as early as possible.
export const aim = (way, gun, pigeon, horizon) => way.intercept2d.one({
    chaser_x: gun.x, chaser_y: gun.y, chaser_speed: gun.speed,
    runner_x: pigeon.x, runner_y: pigeon.y, runner_vx: pigeon.vx, runner_vy: pigeon.vy,
    horizon,
});

// Returns the last position at which a shot of at most the gun's speed can hit the pigeon within the horizon.
export const atLast = (way, gun, pigeon, horizon) => way.latest2d.one({
    chaser_x: gun.x, chaser_y: gun.y, chaser_speed: gun.speed,
    runner_x: pigeon.x, runner_y: pigeon.y, runner_vx: pigeon.vx, runner_vy: pigeon.vy,
    horizon,
});
