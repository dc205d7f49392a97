// The interception in plain JavaScript. It solves the quadratic equation in doubles, over columns of floats.

export const INPUTS = ['chaser_x', 'chaser_y', 'chaser_speed', 'runner_x', 'runner_y', 'runner_vx', 'runner_vy'];
export const OUTPUTS = ['time', 'point_x', 'point_y', 'velocity_x', 'velocity_y', 'status'];

const MET = 0, THERE = 1, TOO_SLOW = 2;

export function loop(columns, count) {
    const { chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy } = columns;
    const { time, point_x, point_y, velocity_x, velocity_y, status } = columns;
    for (let i = 0; i < count; i++) {
        const x = runner_x[i] - chaser_x[i], y = runner_y[i] - chaser_y[i];
        const vx = runner_vx[i], vy = runner_vy[i], speed = chaser_speed[i];
        const a = vx * vx + vy * vy - speed * speed;
        const b = x * vx + y * vy;
        const c = x * x + y * y;
        let t = Infinity;
        if (c === 0) {
            t = 0;
        } else if (a === 0) {
            if (b < 0)
                t = -c / (2 * b);
        } else {
            const disc = b * b - a * c;
            if (disc >= 0) {
                const root = Math.sqrt(disc);
                const one = (-b - root) / a, other = (-b + root) / a;
                const least = Math.min(one, other), most = Math.max(one, other);
                t = least > 0 ? least : most > 0 ? most : Infinity;
            }
        }
        time[i] = t;
        if (t === Infinity) {
            point_x[i] = runner_x[i];
            point_y[i] = runner_y[i];
            velocity_x[i] = velocity_y[i] = 0;
            status[i] = TOO_SLOW;
        } else {
            point_x[i] = runner_x[i] + vx * t;
            point_y[i] = runner_y[i] + vy * t;
            velocity_x[i] = t > 0 ? x / t + vx : 0;
            velocity_y[i] = t > 0 ? y / t + vy : 0;
            status[i] = t > 0 ? MET : THERE;
        }
    }
}

// Draws agents in typical ranges. Every run draws the same agents.
export function draw(count) {
    let state = 1;
    const random = (low, high) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return low + (high - low) * (state / 2 ** 32);
    };
    const ranges = { chaser_x: [0, 1e4], chaser_y: [0, 1e4], chaser_speed: [0.1, 50], runner_x: [0, 1e4], runner_y: [0, 1e4],
        runner_vx: [-35, 35], runner_vy: [-35, 35] };
    const agents = {};
    for (const name of INPUTS)
        agents[name] = Float32Array.from({ length: count }, () => random(...ranges[name]));
    for (const name of OUTPUTS)
        agents[name] = name === 'status' ? new Int32Array(count) : new Float32Array(count);
    return agents;
}
