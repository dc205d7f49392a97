// The swarm's world. A step does the operations of cli/scene_drones.c in the same order.
// Every operation rounds to a float, so the bits are equal.
// drones.move.c moves the drones. It is a wasm module of a few hundred bytes that uses the library's memory.
import { chase } from './drones.call.js';

export const WIDTH = 1600, HEIGHT = 900, RUNNERS = 10;
const FRAMES_A_LEG = 90, TILE_COLUMNS = 8, TILE_ROWS = 5;
const f = Math.fround;
const FRAME = f(1 / 60), DICE = 10, CAUGHT = 11; // DICE and CAUGHT are indices in `cells`, the mover's struct

function scattered(z) {
    z = Math.imul(z ^ z >>> 16, 0x85ebca6b);
    z = Math.imul(z ^ z >>> 13, 0xc2b2ae35);
    return (z ^ z >>> 16) >>> 0;
}

// Until a visitor moves the pointer, it moves in straight lines (legs) between the centres of tiles.
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
    status: 'ints', target: 'uints' };
const RUNNER = ['x', 'y', 'vx', 'vy', 'speed', 'turn', 'beside_x', 'beside_y'];
const bytesFor = count => (count + 4096) * 4 * Object.keys(DRONE).length + (1 << 20);

const views = columns => Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.view]));

export class Swarm {
    // `mover` is an instance of drones.move.c that uses the library's memory.
    constructor(way, mover, { count, seed = 1, precision = 'exact' }) {
        Object.assign(this, { count, precision, frame: 0, dice: seed >>> 0 });
        this.took = { library: 0, moving: 0, hashing: 0 }; // the times of the last step, in ms
        this.#take(way, mover);
        this.#fill();
        this.cells.view[DICE] = this.dice;
    }

    #take(way, mover) {
        Object.assign(this, { way, mover });
        way.reserve(bytesFor(this.count));
        this.mark = way.mark();
        this.drone = Object.fromEntries(Object.entries(DRONE).map(([name, kind]) => [name, way[kind](this.count)]));
        this.runner = Object.fromEntries(RUNNER.map(name => [name, way.floats(RUNNERS)]));
        this.call = chase(way, this.drone, this.runner, this.precision);
        const { x, y, vx, vy, wish_x, wish_y, target } = this.drone;
        this.cells = way.uints([...[x, y, vx, vy, wish_x, wish_y, target, this.runner.x, this.runner.y].map(one => one.address), this.count, 0, 0]);
        this.sums = way.uints(2);
    }

    release() { this.way.release(this.mark); }

    // Moves the swarm to another module's memory.
    moveTo(way, mover) {
        const keep = columns => Object.entries(columns).map(([name, column]) => [name, column.view.slice()]);
        const kept = [keep(this.drone), keep(this.runner)], numbers = this.cells.view.slice(DICE);
        this.release();
        this.#take(way, mover);
        [this.drone, this.runner].forEach((columns, k) => kept[k].forEach(([name, numbers]) => columns[name]?.copy(numbers)));
        this.cells.copy(numbers, DICE);
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

    // Makes one frame, in which the runners head for a pointer at [x, y].
    // The browser's clock has steps of 0.1 ms, which are too coarse to time a call for few drones.
    // So the library computes the same answer `times` times, and the measured time is divided by `times`.
    step([x, y], times = 1) {
        const begun = performance.now();
        for (let k = 0; k < times; k++)
            this.call.run();
        const solved = performance.now();
        this.#moveRunners(x, y);
        this.mover.move(this.cells.address);
        this.frame++;
        this.took = { library: (solved - begun) / times, moving: performance.now() - solved, hashing: 0 };
    }

    // Turns each runner towards its point beside the pointer. In C, seek2d finds the velocity there; for ten runners
    // its operations stand here, so that the page need not load them.
    #moveRunners(toX, toY) {
        const { x, y, vx, vy, speed, beside_x, beside_y, turn } = views(this.runner);
        for (let r = 0; r < RUNNERS; r++) {
            const dx = f(f(toX + beside_x[r]) - x[r]), dy = f(f(toY + beside_y[r]) - y[r]);
            const stride = f(speed[r] / f(Math.sqrt(f(f(dx * dx) + f(dy * dy)))));
            vx[r] += f(f(f(dx * stride) - vx[r]) * turn[r]);
            vy[r] += f(f(f(dy * stride) - vy[r]) * turn[r]);
            x[r] += f(vx[r] * FRAME);
            y[r] += f(vy[r] * FRAME);
        }
    }

    get caught() { return this.cells.at(CAUGHT); }
    // The number of drones that can catch their runner.
    get able() { return this.mover.count(this.drone.status.address, this.count, this.way.status.met); }

    // Returns two sums of 32 bits as 16 digits: one of the x columns and one of the y columns.
    hash() {
        const begun = performance.now(), { sums, mover } = this;
        sums.copy([1, 2]);
        for (const columns of [this.runner, this.drone])
            for (const name of ['', 'v'])
                mover.mix(sums.address, columns[`${name}x`].address, columns[`${name}y`].address, columns.x.length);
        this.took.hashing = performance.now() - begun;
        return [...sums.view].map(sum => sum.toString(16).padStart(8, '0')).join('');
    }
}
