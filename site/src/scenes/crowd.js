// Two copies of a crowd go through a door. The upper one uses avoid2d, the lower one social forces.
import { Clock, ms } from '../frame_bar.js';
import { part } from '../library_part.js';
import { clamp } from '../router.js';
import c from './crowd.call.c?raw';
import code from './crowd.call.js?raw';
import { Dice } from './dice.js';
import { Ground, drag, handlesOf, obstacles, rangesOf } from './ground.js';

const WIDTH = 60, HEIGHT = 15, ABOVE = 18, RADIUS = 0.4, SPEED = 3, STEP = 1 / 30, START = 11, EXIT = 57; // m, m/s, s
const CELL = 0.25, CLEARANCE = 1.2, SIGHT = 24; // m, cells, cells
const RULES = ['avoid2d', 'social forces'], COLOURS = ['met', 'slow'], PARKED = 500; // PARKED in m
const LEAST_DOOR = 1.2, PATIENCE = 10, RANGES = rangesOf(WIDTH, HEIGHT); // m, s

// Social forces, with the constants of Helbing, Farkas and Vicsek for people of 80 kg: the time in which a person
// takes up its speed, then repulsion, its range, stiffness and friction.
const TAKE_UP = 0.5, REPULSION = 25, RANGE = 0.08, STIFFNESS = 1500, FRICTION = 3000, PARTS = 8; // s, m/s², m, 1/s², 1/(m s)
const MOST_FRICTION = 60; // 1/s; so that steps of 1/240 s are stable

// Adds to `force` that of something at (x, y) whose surface touches the person at this distance of the centres.
function push(force, person, x, y, touch, vx, vy) {
    const dx = person.x - x, dy = person.y - y, distance = Math.hypot(dx, dy) || 1e-6, overlap = touch - distance;
    if (overlap < -6 * RANGE)
        return;
    const nx = dx / distance, ny = dy / distance, inside = Math.max(overlap, 0);
    const normal = REPULSION * Math.exp(Math.min(overlap, RANGE) / RANGE) + STIFFNESS * inside;
    const along = Math.min(FRICTION * inside, MOST_FRICTION) * ((vy - person.vy) * nx - (vx - person.vx) * ny);
    force.x += normal * nx - along * ny;
    force.y += normal * ny + along * nx;
}

// Returns the point of a wall that is nearest to (x, y).
function onWall({ ax, ay, bx, by }, x, y) {
    const dx = bx - ax, dy = by - ay, share = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    return [ax + dx * share, ay + dy * share];
}

// Returns by how much two of these people overlap at most, in cm.
const overlapOf = people => 100 * Math.max(0, ...people.flatMap(([x, y], i) =>
    people.slice(i + 1).map(([otherX, otherY]) => 2 * RADIUS - Math.hypot(x - otherX, y - otherY))));

class World {
    #way; #mark; #state; #ground; #crowd; #led; #other; #through; #seconds; #moved; #isOdd; #clock;
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.#make();
    }

    #make() {
        const way = this.#way, { people } = this.#state, dice = new Dice(3);
        this.#mark = way.mark();
        this.#ground = new Ground(way, this.#walls, { width: WIDTH, height: HEIGHT, cell: CELL, clearance: CLEARANCE, sight: SIGHT, step: STEP,
            goals: Array.from({ length: HEIGHT / CELL }, (_, y) => ({ x: (EXIT + 1) / CELL, y })) });
        this.#crowd = this.#ground.crowd(people, SPEED, RADIUS);
        this.#led = this.#ground.crowd(people, SPEED);
        for (let i = 0; i < people; i++) {
            this.#crowd.x.set(i, START + (i < 60 ? 1 : -1) * Math.floor(i % 60 / 10) * 1.5 - (i < 60 ? 0 : 1.5) + dice.between(0, 0.4));
            this.#crowd.y.set(i, 1 + i % 10 * 1.4 + dice.between(0, 0.4));
        }
        this.#other = Array.from({ length: people }, (_, i) => ({ x: this.#crowd.x.at(i), y: this.#crowd.y.at(i), vx: 0, vy: 0 }));
        this.#through = [0, 0];
        this.#seconds = this.#moved = 0;
        this.#isOdd = false;
        this.#clock = new Clock();
        this.said = '';
    }

    close() { this.#way.release(this.#mark); }
    restart() {
        this.close();
        this.#make();
    }
    change() { this.restart(); }

    // Returns the walls: top and bottom of the room, the two parts of the wall with the door, the bar and the trap.
    get #walls() {
        const { door_x: x, door_low, door_high } = this.#state;
        return [{ ax: -20, ay: 0, bx: WIDTH + 20, by: 0 }, { ax: -20, ay: HEIGHT, bx: WIDTH + 20, by: HEIGHT },
            { ax: x, ay: 0, bx: x, by: door_low }, { ax: x, ay: door_high, bx: x, by: HEIGHT }, ...obstacles(this.#state)];
    }

    handles() {
        const { door_x: x, door_low, door_high } = this.#state;
        return [{ id: 'high', label: 'The upper end of the door', x, y: door_high }, { id: 'low', label: 'The lower end of the door', x, y: door_low },
            ...handlesOf(this.#state)].map(one => ({ ...one, y: ABOVE + one.y }));
    }

    drag(id, x, y) {
        const state = this.#state, up = clamp(y - ABOVE, 0.5, HEIGHT - 0.5);
        if (id === 'low')
            Object.assign(state, { door_x: clamp(x, 20, 50), door_low: Math.min(up, state.door_high - LEAST_DOOR) });
        else if (id === 'high')
            Object.assign(state, { door_x: clamp(x, 20, 50), door_high: Math.max(up, state.door_low + LEAST_DOOR) });
        else
            drag(state, id, x, up, RANGES);
        this.#ground.put(this.#walls);
    }

    get #isOver() { return this.#through[0] === this.#state.people; }

    // Makes a step in every second frame, which is thirty steps per second.
    step() {
        if ((this.#isOdd = !this.#isOdd) || this.#isOver)
            return;
        this.#seconds += STEP;
        this.#stepAvoiding();
        this.#leadForces();
        for (let part = 0; part < PARTS; part++)
            this.#stepForces(STEP / PARTS);
        const before = this.#through[0];
        const beyond = this.#state.door_x + RADIUS; // parked people count as through, too
        this.#through = [Array.from(this.#crowd.x.view).filter(x => x > beyond).length, this.#other.filter(({ x }) => x > beyond).length];
        if (this.#through[0] !== before)
            this.#moved = this.#seconds;
        if (this.#isOver)
            this.said = `All through after ${this.#seconds.toFixed(0)} s; by social forces ${this.#through[1]} of ${this.#state.people}`;
        else
            this.said = this.#seconds - this.#moved > PATIENCE ? 'Shut: there is no way through' : '';
    }

    #stepAvoiding() {
        const { x, speed } = this.#crowd;
        this.#clock.add({ library: this.#ground.walk(this.#crowd) });
        for (let i = 0; i < x.length; i++)
            if (x.at(i) > EXIT && x.at(i) < PARKED) { // park the person far away from the other people
                x.set(i, PARKED + 5 * i);
                speed.set(i, 0);
            }
    }

    // Finds the wishes of the people of the lower room, along the same field.
    #leadForces() {
        const { x, y, wish_x, wish_y, calls } = this.#led;
        x.copy(this.#other.map(one => one.x));
        y.copy(this.#other.map(one => one.y));
        calls[0].run();
        this.#other.forEach((one, i) => { one.wish = [wish_x.at(i), wish_y.at(i)]; });
    }

    // Moves each person of the lower room for a time, by the forces of its wish, of people and of walls.
    #stepForces(time) {
        const inRoom = this.#other.filter(one => one.x < PARKED);
        const forces = inRoom.map(one => {
            const [wishX, wishY] = one.wish, force = { x: (wishX - one.vx) / TAKE_UP, y: (wishY - one.vy) / TAKE_UP };
            for (const other of inRoom)
                if (other !== one)
                    push(force, one, other.x, other.y, 2 * RADIUS, other.vx, other.vy);
            for (const wall of this.#ground.walls)
                push(force, one, ...onWall(wall, one.x, one.y), RADIUS, 0, 0);
            return force;
        });
        inRoom.forEach((one, k) => {
            one.vx += forces[k].x * time;
            one.vy += forces[k].y * time;
            one.x += one.vx * time;
            one.y += one.vy * time;
            if (one.x > EXIT)
                one.x = PARKED;
        });
    }

    people() { return Array.from(this.#crowd.x.view, (x, i) => [x, this.#crowd.y.at(i)]).filter(([x]) => x < PARKED); }
    get through() { return this.#through; }

    chips() {
        return this.said ? [{ isBig: true, tone: this.#isOver ? 'good' : 'bad', text: this.said }] : [];
    }

    draw(pen) {
        const { scale } = pen.view, { x, y } = this.#crowd;
        for (const up of [ABOVE, 0])
            for (const { ax, ay, bx, by } of this.#ground.walls)
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
        const { people } = this.#state;
        return [
            ...[this.people(), this.#other.filter(({ x }) => x < PARKED).map(({ x, y }) => [x, y])].map((all, k) => (
                { name: `Through by ${RULES[k]}`, value: `${this.#through[k]} of ${people}`, swatch: COLOURS[k],
                    note: `people overlap by up to ${overlapOf(all).toFixed(0)} cm` })),
            { name: 'Time', value: `${this.#seconds.toFixed(1)} s`, tone: this.#isOver ? 'good' : '' },
            { name: 'Time in waylay per step', value: ms(this.#clock.best('library')), note: `30 steps a second, ${people} people` },
        ];
    }
}

export default {
    line: 'A crowd that gets round the bar, out of the trap and through the door: drag them. Below, social forces move the same crowd.',
    picture: 'Two rooms with a crowd at the left, a bar, a trap, and a door in the middle.',
    behaviours: [],
    calls: ['crowd2d', 'avoid2d'],
    code, c,
    source: ['avoid2d: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, Reciprocal n-Body Collision Avoidance.',
        'Social forces: Dirk Helbing, Illés Farkas, Tamás Vicsek, Simulating Dynamical Features of Escape Panic.'],
    help: ['Drag the ends of the door, of the bar, and the trap: both rooms have the same walls.',
        'Above: each person takes the velocity nearest to the one it wants that touches no other person, and yields to those ahead.',
        'Below: people and walls push each other away, the more the nearer they are.',
        'In both rooms the same field leads people round the walls: see March.'],
    bounds: { left: -1, bottom: -0.5, width: WIDTH + 2, height: ABOVE + HEIGHT + 1 },
    defaults: { people: 60, door_x: 30, door_low: 6.3, door_high: 8.7, bar_ax: 20, bar_ay: 2.5, bar_bx: 23, bar_by: 5, trap_x: 24, trap_y: 10.5 },
    controls: [{ key: 'people', name: 'People', min: 10, max: 120, step: 10 }],
    ranges: { door_x: [20, 50], door_low: [0.5, 13.3], door_high: [1.7, 14.5], ...RANGES },
    settle(state) { state.door_high = Math.max(state.door_high, state.door_low + LEAST_DOOR); },
    open: async state => new World(await part('crowd'), state),
};
