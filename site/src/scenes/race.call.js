// In which direction should the chaser move? Each function answers from positions and velocities.
const places = (self, runner) => ({
    chaser_x: self.x, chaser_y: self.y, runner_x: runner.x, runner_y: runner.y,
});
const speeds = runner => ({ runner_vx: runner.vx, runner_vy: runner.vy });

// straight to the runner's present position
export const seek = (way, self, runner, speed) =>
    way.seek2d.one({ ...places(self, runner), chaser_speed: speed });

// to the runner's position after a time that grows with the distance
export const predict = (way, self, runner, speed) =>
    way.predict2d.one({ ...places(self, runner), ...speeds(runner), chaser_speed: speed,
        near_distance: 5, far_distance: 40, longest_lead: 0.7 });

// to the runner's position after a time of distance divided by closing velocity
export const closing = (way, self, runner, speed) =>
    way.closing2d.one({ ...places(self, runner), ...speeds(runner), chaser_speed: speed,
        chaser_vx: self.vx, chaser_vy: self.vy, horizon: 5 });

// to the position where the chaser catches a runner that goes straight on
export const lead = (way, self, runner, speed) =>
    way.lead2d.one({ ...places(self, runner), ...speeds(runner), chaser_speed: speed });

// proportional navigation: accelerate until the line of sight stops turning
export const navigate = (way, self, runner) =>
    way.navigate_pure2d.one({ ...places(self, runner), ...speeds(runner),
        chaser_vx: self.vx, chaser_vy: self.vy, gain: 4 });
