// Two copies of a crowd go through a door. The upper one uses avoid2d. The lower one has another rule and jams.
import { ms } from '../frame_bar.js';
import { all } from '../library_all.js';
import { clamp } from '../router.js';
import c from './crowd.call.c?raw';
import code from './crowd.call.js?raw';
import { avoid, sort } from './crowd.call.js';
import { Dice } from './dice.js';

const WIDTH = 60, HEIGHT = 15, ABOVE = 18, RADIUS = 0.4, SPEED = 3, STEP = 1 / 30, START = 15, EXIT = 57; // m, m/s, s
const COLUMNS = ['x', 'y', 'vx', 'vy', 'wish_x', 'wish_y', 'next_vx', 'next_vy', 'speed'];
const RULES = ['avoid2d', 'stop before you bump'], COLOURS = ['met', 'slow'], PARKED = 500; // PARKED in m

// Returns the distance from a point to a wall.
function toWall({ ax, ay, bx, by }, x, y) {
    const dx = bx - ax, dy = by - ay, share = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    return Math.hypot(x - ax - dx * share, y - ay - dy * share);
}

class World {
    #way; #mark; #state; #crowd; #sorted; #call; #wallColumns; #walls; #other; #through; #seconds; #isOdd; #took = [];
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.#make();
    }

    #make() {
        const way = this.#way, { people } = this.#state, dice = new Dice(3);
        this.#mark = way.mark();
        this.#crowd = Object.fromEntries(COLUMNS.map(name => [name, way.floats(people)]));
        this.#crowd.row = way.uints(Array.from({ length: people }, (_, i) => i));
        for (let i = 0; i < people; i++) {
            this.#crowd.x.set(i, START + (i < 60 ? 1 : -1) * Math.floor(i % 60 / 10) * 1.5 - (i < 60 ? 0 : 1.5) + dice.between(0, 0.4));
            this.#crowd.y.set(i, 1 + i % 10 * 1.4 + dice.between(0, 0.4));
            this.#crowd.speed.set(i, SPEED);
        }
        this.#other = Array.from({ length: people }, (_, i) => ({ x: this.#crowd.x.at(i), y: this.#crowd.y.at(i) }));
        this.#wallColumns = way.walls(5);
        this.#putWalls();
        this.#sorted = sort(way, this.#crowd);
        this.#call = avoid(way, this.#crowd, this.#sorted, this.#wallColumns, RADIUS, STEP);
        this.#through = [0, 0];
        this.#seconds = 0;
        this.#isOdd = false;
        this.#took = [];
        this.said = '';
    }

    close() { this.#way.release(this.#mark); }
    restart() {
        this.close();
        this.#make();
    }
    change() { this.restart(); }

    // Places the walls: top and bottom of the room, the two parts of the wall with the door, and a bar.
    #putWalls() {
        const { door_x: x, door_low, door_high, bar_ax, bar_ay, bar_bx, bar_by } = this.#state;
        this.#walls = [{ ax: -20, ay: 0, bx: WIDTH + 20, by: 0 }, { ax: -20, ay: HEIGHT, bx: WIDTH + 20, by: HEIGHT },
            { ax: x, ay: 0, bx: x, by: door_low }, { ax: x, ay: door_high, bx: x, by: HEIGHT },
            { ax: bar_ax, ay: bar_ay, bx: bar_bx, by: bar_by }];
        this.#walls.forEach((wall, k) => Object.entries(wall).forEach(([name, value]) => this.#wallColumns[name].set(k, value)));
    }

    handles() {
        const { door_x, door_low, door_high, bar_ax, bar_ay, bar_bx, bar_by } = this.#state;
        return [{ id: 'high', label: 'The upper end of the door', x: door_x, y: ABOVE + door_high },
            { id: 'low', label: 'The lower end of the door', x: door_x, y: ABOVE + door_low },
            { id: 'bar_a', label: 'One end of the bar', x: bar_ax, y: ABOVE + bar_ay },
            { id: 'bar_b', label: 'The other end of the bar', x: bar_bx, y: ABOVE + bar_by }];
    }

    drag(id, x, y) {
        const state = this.#state, up = clamp(y - ABOVE, 0.5, HEIGHT - 0.5);
        if (id === 'low')
            Object.assign(state, { door_x: clamp(x, 20, 50), door_low: Math.min(up, state.door_high - 1) });
        else if (id === 'high')
            Object.assign(state, { door_x: clamp(x, 20, 50), door_high: Math.max(up, state.door_low + 1) });
        else
            Object.assign(state, { [`${id}x`]: clamp(x, 1, WIDTH - 1), [`${id}y`]: up });
        this.#putWalls();
    }

    // Returns a person's preferred velocity: to the nearest free point of the door, then to the right.
    #wish(x, y) {
        const { door_x, door_low, door_high } = this.#state, to = clamp(y, door_low + RADIUS, door_high - RADIUS);
        const isBefore = x < door_x - 1.1 || x < door_x && Math.abs(y - to) > 0.1;
        const dx = x > door_x + 0.5 ? 1 : (isBefore ? door_x - 0.8 : door_x + 1) - x, dy = x > door_x + 0.5 ? 0 : to - y;
        const length = Math.hypot(dx, dy) || 1;
        return [SPEED * dx / length, SPEED * dy / length];
    }

    get #isOver() { return this.#through[0] === this.#state.people; }

    // Makes a step in every second frame, which is thirty steps per second.
    step() {
        if ((this.#isOdd = !this.#isOdd) || this.#isOver)
            return;
        this.#seconds += STEP;
        this.#stepAvoiding();
        this.#stepStopping();
        const beyond = this.#state.door_x + RADIUS; // parked people count as through, too
        this.#through = [Array.from(this.#crowd.x.view).filter(x => x > beyond).length, this.#other.filter(({ x }) => x > beyond).length];
        if (this.#isOver)
            this.said = `All through after ${this.#seconds.toFixed(0)} s; by the other rule ${this.#through[1]} of ${this.#state.people}`;
    }

    #stepAvoiding() {
        const { x, y, vx, vy, wish_x, wish_y, next_vx, next_vy, speed } = this.#crowd, { people } = this.#state;
        for (let i = 0; i < people; i++) {
            const [wishX, wishY] = x.at(i) < PARKED ? this.#wish(x.at(i), y.at(i)) : [0, 0];
            wish_x.set(i, wishX);
            wish_y.set(i, wishY);
        }
        const begun = performance.now();
        this.#sorted.build();
        this.#call.run();
        this.#took = [...this.#took.slice(-29), performance.now() - begun];
        for (let i = 0; i < people; i++) {
            vx.set(i, next_vx.at(i));
            vy.set(i, next_vy.at(i));
            x.set(i, x.at(i) + vx.at(i) * STEP);
            y.set(i, y.at(i) + vy.at(i) * STEP);
            if (x.at(i) > EXIT && x.at(i) < PARKED) { // park the person far away from the other people
                x.set(i, PARKED + 5 * i);
                speed.set(i, 0);
            }
        }
    }

    // Moves each person by a step, unless the person would bump into a person or a wall.
    #stepStopping() {
        const others = this.#other;
        for (const one of others) {
            if (one.x >= PARKED)
                continue;
            const [vx, vy] = this.#wish(one.x, one.y), x = one.x + vx * STEP, y = one.y + vy * STEP;
            const bumps = others.some(other => other !== one && Math.hypot(other.x - x, other.y - y) < 2 * RADIUS
                && Math.hypot(other.x - x, other.y - y) < Math.hypot(other.x - one.x, other.y - one.y))
                || this.#walls.some(wall => toWall(wall, x, y) < RADIUS && toWall(wall, x, y) < toWall(wall, one.x, one.y));
            if (!bumps)
                Object.assign(one, { x, y });
            if (one.x > EXIT)
                one.x = PARKED;
        }
    }

    people() { return Array.from(this.#crowd.x.view, (x, i) => [x, this.#crowd.y.at(i)]).filter(([x]) => x < PARKED); }
    get through() { return this.#through; }

    chips() {
        return this.said ? [{ isBig: true, tone: 'good', text: this.said }] : [];
    }

    draw(pen) {
        const { scale } = pen.view, { x, y } = this.#crowd;
        for (const up of [ABOVE, 0])
            for (const { ax, ay, bx, by } of this.#walls)
                pen.line(ax, ay + up, bx, by + up, 'text', { width: 4 });
        for (let i = 0; i < x.length; i++)
            if (x.at(i) < PARKED)
                pen.disc(x.at(i), y.at(i) + ABOVE, RADIUS * scale, COLOURS[0]);
        for (const one of this.#other)
            if (one.x < PARKED)
                pen.disc(one.x, one.y, RADIUS * scale, COLOURS[1]);
        for (const { x: atX, y: atY } of this.handles())
            pen.ring(atX, atY, 6, 'runner', { width: 3 });
        RULES.forEach((rule, k) => pen.text(WIDTH - 1, [ABOVE, 0][k] + HEIGHT - 1.4, `${rule}: ${this.#through[k]} of ${x.length} through`, COLOURS[k],
            { align: 'right', size: pen.width > 560 ? 17 : 12, weight: 650 }));
    }

    readouts() {
        const { people } = this.#state, mean = this.#took.reduce((a, b) => a + b, 0) / Math.max(this.#took.length, 1);
        return [
            { name: 'Through by avoid2d', value: `${this.#through[0]} of ${people}`, swatch: COLOURS[0] },
            { name: 'Through by the other rule', value: `${this.#through[1]} of ${people}`, swatch: COLOURS[1] },
            { name: 'Time', value: `${this.#seconds.toFixed(1)} s`, tone: this.#isOver ? 'good' : '' },
            { name: 'Time in waylay per step', value: this.#took.length < 30 ? '–' : ms(mean), note: `30 steps a second, ${people} people` },
        ];
    }
}

export default {
    line: 'A crowd that gets through the door. Drag the walls: above it flows, below it jams.',
    picture: 'Two rooms with a crowd at the left and a door in the middle.',
    behaviours: [],
    calls: ['crowd2d', 'avoid2d'],
    code, c,
    source: ['avoid2d: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, Reciprocal n-Body Collision Avoidance.'],
    help: ['Drag the ends of the door and the bar: both rooms have the same walls.',
        'Above: each person takes the velocity nearest to the one it wants that touches no other person.',
        'Below: each person walks on unless its next step would bump into another person.'],
    bounds: { left: -1, bottom: -0.5, width: WIDTH + 2, height: ABOVE + HEIGHT + 1 },
    defaults: { people: 60, door_x: 30, door_low: 6.3, door_high: 8.7, bar_ax: 20, bar_ay: 3, bar_bx: 23, bar_by: 4 },
    controls: [{ key: 'people', name: 'People', min: 10, max: 120, step: 10 }],
    ranges: { door_x: [20, 50], door_low: [0.5, 13], door_high: [1.5, 14.5], bar_ax: [1, 59], bar_bx: [1, 59], bar_ay: [0.5, 14.5], bar_by: [0.5, 14.5] },
    settle(state) { state.door_high = Math.max(state.door_high, state.door_low + 1); },
    open: async state => new World(await all(), state),
};
