// The swarm's world, step by step as cli/scene_drones.c has it: the same operations in the same order, each rounded to a
// float, so that the same bits come out.
import { chase, follow } from './drones.call.js';

export const WIDTH = 1600, HEIGHT = 900, RUNNERS = 10;
const FRAMES_A_LEG = 90, TILE_COLUMNS = 8, TILE_ROWS = 5;
const f = Math.fround;
const FRAME = f(1 / 60), GRIP = f(0.1), NEAR = 25, BASES = 8, SPREAD = 3;

function scattered(z) {
    z = Math.imul(z ^ z >>> 16, 0x85ebca6b);
    z = Math.imul(z ^ z >>> 13, 0xc2b2ae35);
    return (z ^ z >>> 16) >>> 0;
}

// The pointer's way where nobody points: from the middle of one tile to that of another, in straight lines.
function tileOfLeg(leg) {
    const tile = scattered(leg + 1) % (TILE_COLUMNS * TILE_ROWS);
    return [100 + 200 * (tile % TILE_COLUMNS), 90 + 180 * Math.floor(tile / TILE_COLUMNS)];
}
export function pointAt(frame) {
    const leg = Math.floor(frame / FRAMES_A_LEG), share = f(frame % FRAMES_A_LEG / FRAMES_A_LEG);
    const from = tileOfLeg(leg), to = tileOfLeg(leg + 1);
    return from.map((start, axis) => f(start + f((to[axis] - start) * share)));
}

const DRONE = { x: 'floats', y: 'floats', vx: 'floats', vy: 'floats', speed: 'floats', wish_x: 'floats', wish_y: 'floats',
    status: 'ints', target: 'uints', time: 'floats', point_x: 'floats', point_y: 'floats' };
const RUNNER = ['x', 'y', 'vx', 'vy', 'speed', 'turn', 'beside_x', 'beside_y', 'aim_x', 'aim_y', 'wish_x', 'wish_y'];
export const bytesFor = count => (count + 4096) * 4 * Object.keys(DRONE).length + (1 << 20);

const views = columns => Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.view]));

export class Swarm {
    constructor(way, { count, seed = 1, precision = 'exact' }) {
        this.count = count;
        this.precision = precision;
        this.frame = 0;
        this.caught = 0;
        this.dice = seed >>> 0;
        this.#take(way);
        this.#fill();
    }

    #take(way) {
        this.way = way;
        way.reserve(bytesFor(this.count));
        this.mark = way.mark();
        this.drone = Object.fromEntries(Object.entries(DRONE).map(([name, kind]) => [name, way[kind](this.count)]));
        this.runner = Object.fromEntries(RUNNER.map(name => [name, way.floats(RUNNERS)]));
        this.calls = [follow(way, this.runner, this.precision), chase(way, this.drone, this.runner, this.precision)];
    }

    release() { this.way.release(this.mark); }

    // The same state in another module's memory.
    moveTo(way) {
        const { drone, runner } = this;
        const kept = [drone, runner].map(columns => Object.entries(columns).map(([name, column]) => [name, column.view.slice()]));
        this.release();
        this.#take(way);
        [this.drone, this.runner].forEach((columns, k) => kept[k].forEach(([name, numbers]) => columns[name].copy(numbers)));
    }

    #between(low, high) {
        this.dice = (this.dice + 0x9e3779b9) >>> 0;
        return f(low + f(f(high - low) * f((scattered(this.dice) >>> 8) * 2 ** -24)));
    }

    #fill() {
        const drone = views(this.drone), runner = views(this.runner);
        for (let r = 0; r < RUNNERS; r++) {
            runner.x[r] = this.#between(0, WIDTH);
            runner.y[r] = this.#between(0, HEIGHT);
            runner.speed[r] = this.#between(120, 220);
            runner.turn[r] = this.#between(f(0.01), f(0.04));
            runner.beside_x[r] = this.#between(-300, 300);
            runner.beside_y[r] = this.#between(-220, 220);
        }
        for (let i = 0; i < this.count; i++) {
            drone.target[i] = i % RUNNERS;
            drone.x[i] = this.#between(0, WIDTH);
            drone.y[i] = this.#between(0, HEIGHT);
            drone.speed[i] = this.#between(110, 290);
        }
    }

    // One frame, after a pointer at [x, y]. Returns the milliseconds of the library's calls.
    step([x, y]) {
        const runner = views(this.runner);
        for (let r = 0; r < RUNNERS; r++) {
            runner.aim_x[r] = x + runner.beside_x[r];
            runner.aim_y[r] = y + runner.beside_y[r];
        }
        const begun = performance.now();
        for (const call of this.calls)
            call.run();
        const took = performance.now() - begun;
        this.#moveRunners();
        this.#moveDrones();
        this.frame++;
        return took;
    }

    #moveRunners() {
        const { x, y, vx, vy, wish_x, wish_y, turn } = views(this.runner);
        for (let r = 0; r < RUNNERS; r++) {
            vx[r] += f(f(wish_x[r] - vx[r]) * turn[r]);
            vy[r] += f(f(wish_y[r] - vy[r]) * turn[r]);
            x[r] += f(vx[r] * FRAME);
            y[r] += f(vy[r] * FRAME);
        }
    }

    // Who has come to its runner begins again at its base; who cannot meet it is told to stand, and slows down.
    #moveDrones() {
        const { x, y, vx, vy, wish_x, wish_y, target } = views(this.drone), runner = views(this.runner);
        for (let i = 0; i < this.count; i++) {
            const dx = f(runner.x[target[i]] - x[i]), dy = f(runner.y[target[i]] - y[i]);
            if (f(f(dx * dx) + f(dy * dy)) <= NEAR) {
                this.caught++;
                this.#beginAgain(x, y, i);
                vx[i] = vy[i] = 0;
                continue;
            }
            vx[i] += f(f(wish_x[i] - vx[i]) * GRIP);
            vy[i] += f(f(wish_y[i] - vy[i]) * GRIP);
            x[i] += f(vx[i] * FRAME);
            y[i] += f(vy[i] * FRAME);
        }
    }

    // Near its base, of which there are four at the left and four at the right.
    #beginAgain(x, y, i) {
        const base = Math.floor(i / RUNNERS) % BASES;
        x[i] = (base % 2) * WIDTH + this.#between(-SPREAD, SPREAD);
        y[i] = 112.5 + 225 * (base >>> 1) + this.#between(-SPREAD, SPREAD);
    }

    // Two sums of 32 bits, of what lies along x and along y, as 16 digits.
    hash() {
        const cells = column => new Uint32Array(column.view.buffer, column.address, column.length);
        const sums = [1, 2], axes = ['x', 'y'];
        axes.forEach((axis, k) => {
            for (const columns of [this.runner, this.drone])
                for (const name of [axis, `v${axis}`])
                    sums[k] = mixed(sums[k], cells(columns[name]));
        });
        return sums.map(sum => (sum >>> 0).toString(16).padStart(8, '0')).join('');
    }
}

function mixed(hash, cells) {
    for (let i = 0; i < cells.length; i++)
        hash = Math.imul((hash << 5 | hash >>> 27) ^ cells[i], 0x9e3779b1);
    return hash;
}
