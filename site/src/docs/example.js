// Chooses example numbers for any behaviour. They are small and round, and isUsual accepts their answer.
import { Dice } from '../scenes/dice.js';

// A room for behaviours that read walls.
export const walls = [{ ax: -2, ay: -4, bx: 22, by: -2 }, { ax: 22, ay: -2, bx: 20, by: 14 }, { ax: 20, ay: 14, bx: -2, by: 12 },
    { ax: -2, ay: 12, bx: -2, by: -4 }, { ax: 8, ay: 1, bx: 12, by: 3 }];

// The numbers of the first example.
const FIRST = {
    chaser_x: 0, chaser_y: 0, chaser_z: 0, chaser_speed: 5, chaser_vx: 5, chaser_vy: 0, chaser_vz: 0,
    runner_x: 6, runner_y: 0, runner_z: 0, runner_vx: 0, runner_vy: 4, runner_vz: 0, runner_speed: 4, runner_ax: 0, runner_ay: 1, runner_az: 0,
    near_distance: 2, far_distance: 20, longest_lead: 2, time: 2, dt: 1, turn_rate: 1,
    heading_x: 1, heading_y: 0, heading_z: 0, wanted_x: 0, wanted_y: 5, wanted_z: 0,
    vector_x: 3, vector_y: 4, vector_z: 0, axis_x: 1, axis_y: 0, axis_z: 0,
    velocity_x: 3, velocity_y: -4, velocity_z: 0, normal_x: 0, normal_y: 1, normal_z: 0,
    wall_ax: 0, wall_ay: 0, wall_bx: 10, wall_by: 0,
    ball_x: 2, ball_y: 6, ball_vx: 4, ball_vy: -3, radius: 1, other_x: 10, other_y: 6, other_vx: -4, other_vy: -3, other_radius: 1,
    from_x: 0, from_y: 0, from_z: 0, to_x: 10, to_y: 2, to_z: 0, gravity: 10, apex: 5, speed: 15, level_speed: 5,
    body_x: 0, body_y: 2, body_z: 0, body_vx: 5, body_vy: 10, body_vz: 0, muzzle_x: 0, muzzle_y: 0, muzzle_z: 0, shell_speed: 20,
    control_x: 5, control_y: 8, control_z: 0, phase: 0.5,
    x: 0, y: 0, target_x: 20, target_y: 10, target_heading_x: 0, target_heading_y: 1, rank_x: 0, rank_y: 0, rank_heading_x: 1, rank_heading_y: 0,
    offset: 2, spacing: 2, half_width: 4, ahead_x: 4, ahead_y: 2, ahead_heading_x: 0.6, ahead_heading_y: 0.8,
};
const MOST = { m: 40, 'm/s': 12, s: 5, tiles: 12 };

// Draws the required inputs. Other inputs have their defaults.
function draw({ inputs }, words, dice, isFirst) {
    return Object.fromEntries(inputs.filter(input => input.required).map(({ name, type, unit, low, high }) => {
        if (isFirst && name in FIRST)
            return [name, FIRST[name]];
        if (type === 'word')
            return [name, Object.values(words)[1 + Math.floor(dice.between(0, 6))]];
        const most = Math.max(Math.min(high, MOST[unit] ?? high), low), value = dice.between(Math.max(low, -most), most);
        return [name, type === 'float' ? Number(value.toPrecision(2)) : Math.floor(value)];
    }));
}

const isUsual = (answer, met) => (answer.status ?? met) === met && !Object.values(answer).some(Number.isNaN);

// Returns the first drawn numbers whose answer isUsual accepts. `solve` maps numbers to an answer.
export function example(description, way, solve, seed) {
    for (let k = 0; k < 200; k++) {
        const numbers = draw(description, way.word, new Dice(seed * 1000 + k), seed === 1 && k === 0);
        if (isUsual(solve(numbers), way.status.met))
            return numbers;
    }
    return draw(description, way.word, new Dice(seed * 1000), false);
}
