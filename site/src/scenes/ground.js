// A ground with walls, a bar and a trap that a visitor drags. Fields lead crowds to their exits (field2d, follow2d),
// and people avoid each other and the walls (avoid2d).
import { clamp } from '../router.js';
import { avoid, sort } from './crowd.call.js';
import { follow, paths } from './march.call.js';

const COLUMNS = ['x', 'y', 'vx', 'vy', 'wish_x', 'wish_y', 'next_vx', 'next_vy', 'speed'], DEPTH = 4, HALF = 2; // of the trap, in m

// Returns the walls of bar and trap. The trap is open to the left, from where people come.
export const obstacles = ({ bar_ax: ax, bar_ay: ay, bar_bx: bx, bar_by: by, trap_x: x, trap_y: y }) => [{ ax, ay, bx, by },
    { ax: x, ay: y - HALF, bx: x, by: y + HALF }, ...[-HALF, HALF].map(side => ({ ax: x - DEPTH, ay: y + side, bx: x, by: y + side }))];

export const handlesOf = state => [['bar_a', 'One end of the bar'], ['bar_b', 'The other end of the bar'], ['trap_', 'The trap']]
    .map(([id, label]) => ({ id, label, x: state[`${id}x`], y: state[`${id}y`] }));

export const rangesOf = (width, height) => Object.fromEntries(['bar_a', 'bar_b', 'trap_']
    .flatMap(id => [[`${id}x`, [1, width - 1]], [`${id}y`, [0.5, height - 0.5]]]));

export function drag(state, id, x, y, ranges) {
    for (const [key, at] of [[`${id}x`, x], [`${id}y`, y]])
        state[key] = clamp(at, ...ranges[key]);
}

export class Ground {
    #way; #grid; #columns; #across; #cell; #sight; #step;

    // `goals` are the cells of the exits. A cell nearer to a wall than `clearance`, in cells, is closed.
    constructor(way, walls, { width, height, cell, goals, clearance = 0, sight, step }) {
        [this.#way, this.#across, this.#cell, this.#sight, this.#step] = [way, width / cell, cell, sight, step];
        this.#grid = paths(way, this.#across, new Uint8Array(this.#across * height / cell).fill(1), goals, clearance);
        this.#columns = way.walls(walls.length);
        this.put(walls);
    }

    // Makes a crowd of this size, and the call that leads it. People with a radius avoid each other.
    crowd(count, speed, radius) {
        const way = this.#way, people = Object.fromEntries(COLUMNS.map(name => [name, way.floats(count)]));
        Object.assign(people, { exit: way.uints(count), status: way.ints(count), row: way.uints(Array.from({ length: count }, (_, i) => i)) });
        people.speed.copy(Array(count).fill(speed));
        people.calls = [follow(way, people, this.#grid, this.#cell, this.#sight, this.#step)];
        if (radius) {
            const sorted = sort(way, people);
            people.calls.push({ run: () => sorted.build() }, avoid(way, people, sorted, this.#columns, radius, this.#step));
        }
        return people;
    }

    // Places the walls, and finds the new paths. `busy` has the number of people in each cell, if they count.
    // Returns the library's time in ms.
    put(walls, busy) {
        this.walls = walls;
        walls.forEach((wall, k) => Object.entries(wall).forEach(([name, value]) => this.#columns[name].set(k, value)));
        const costs = this.#grid.costs.view, cell = this.#cell;
        costs.forEach((_, k) => { costs[k] = busy ? Math.min(2 + busy[k], 12) : 1; });
        for (const { ax, ay, bx, by } of walls) { // at points so near to each other that no diagonal step gets between
            const count = Math.ceil(4 * Math.hypot(bx - ax, by - ay) / cell) + 1;
            for (let k = 0; k <= count; k++) {
                const [x, y] = [ax + (bx - ax) * k / count, ay + (by - ay) * k / count].map(at => Math.floor(at / cell));
                if (x >= 0 && x < this.#across)
                    costs[y * this.#across + x] = 0;
            }
        }
        const begun = performance.now();
        this.#grid.run();
        return performance.now() - begun;
    }

    // Returns the step from a cell, 0 to 7; 8 in a goal, -1 without a way.
    next(field, x, y) { return this.#grid.next.at(field * this.#grid.costs.length + y * this.#across + x); }
    cellAt(x, y) { return Math.floor(y / this.#cell) * this.#across + Math.floor(x / this.#cell); }

    // Moves people by a step. Returns the library's time in ms.
    walk(people) {
        const { x, y, vx, vy, next_vx, next_vy } = people, begun = performance.now();
        people.calls.forEach(call => call.run());
        const took = performance.now() - begun, [xs, ys] = [x.view, y.view];
        vx.view.set(next_vx.view);
        vy.view.set(next_vy.view);
        vx.view.forEach((speed, i) => { xs[i] += speed * this.#step; });
        vy.view.forEach((speed, i) => { ys[i] += speed * this.#step; });
        return took;
    }
}
