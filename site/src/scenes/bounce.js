// Balls in a slanted room whose walls can be dragged. A visitor throws the large ball by flicking.
import { Clock, ms } from '../frame_bar.js';
import { part } from '../library_part.js';
import c from './bounce.call.c?raw';
import code from './bounce.call.js?raw';
import { bounce } from './bounce.call.js';
import { Dice } from './dice.js';

const FRAME = 1 / 60, SPEED = 14, SUM_OF = 60;
const LARGE = 1.6, FLICK = 4, FASTEST = 90, LIGHT = 0.2; // the large ball's radius in m, 1/s, m/s; a point weighs as a disc of 0.2 m
const CORNERS = [[0, 2], [36, 0], [66, 12], [54, 24], [70, 40], [28, 46], [6, 36], [12, 20]];
const POINTS = [...CORNERS.map(([x, y], k) => ({ id: `corner${k}`, label: `Corner ${k + 1} of the room`, x, y })),
    { id: 'bar_a', label: 'One end of the bar', x: 20, y: 12 }, { id: 'bar_b', label: 'The other end of the bar', x: 34, y: 20 },
    { id: 'door_a', label: 'One end of the door', x: 42, y: 8 }, { id: 'door_b', label: 'The other end of the door', x: 50, y: 16 },
    { id: 'post', label: 'The post', x: 34, y: 34 }];
const COLOURS = ['met', 'fifth', 'third', 'fourth', 'slow', 'good'];

class World {
    #way; #mark; #state; #ball; #walls; #call; #points; #clock; #bounced; #next = 0; #dice; #brought; #given; #pull;

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.#points = POINTS.map(point => ({ ...point, x: state[`${point.id}_x`], y: state[`${point.id}_y`] }));
        this.#make();
    }

    #make() {
        const { balls } = this.#state, way = this.#way;
        this.#mark = way.mark();
        this.#dice = new Dice(1);
        this.#ball = Object.fromEntries(['x', 'y', 'vx', 'vy', 'radius', 'mass'].map(name => [name, way.floats(balls)]));
        this.#walls = way.walls(CORNERS.length + 3);
        this.#putWalls();
        const { restitution, friction } = this.#state;
        this.#call = bounce(way, this.#ball, this.#walls, FRAME, restitution, friction);
        this.#clock = new Clock();
        this.#bounced = [];
        this.#brought = this.#given = 0;
        for (let i = 0; i < balls; i++)
            this.#begin(i);
    }

    close() { this.#way.release(this.#mark); }
    restart() {
        this.close();
        this.#make();
    }
    change(key) {
        if (key === 'balls')
            this.restart();
        else
            this.#call.set({ in: { restitution: this.#state.restitution, friction: this.#state.friction } });
    }

    #at(id) { return this.#points.find(point => point.id === id); }

    #putWalls() {
        const ends = [...CORNERS.map((_, k) => [this.#points[k], this.#points[(k + 1) % CORNERS.length], 0]),
            [this.#at('bar_a'), this.#at('bar_b'), 0], [this.#at('door_a'), this.#at('door_b'), 1],
            [this.#at('post'), this.#at('post'), 0]];
        ends.forEach(([a, b, sides], k) => {
            for (const [name, value] of Object.entries({ ax: a.x, ay: a.y, bx: b.x, by: b.y, sides }))
                this.#walls[name].set(k, value);
        });
    }

    // Starts ball i at the position `at`, or at a random free one in the room. Half of the balls have radius 0.
    #begin(i, at) {
        const { x, y, radius } = this.#ball, size = Math.min(Math.sqrt(200 / x.length), 1), own = i === 0 ? LARGE : i % 2 ? 0 : size * this.#dice.between(0.3, 0.9);
        const isFree = place => this.#isInside(...place) && x.view.every((otherX, k) => k === i || radius.at(k) === 0 && own === 0
            || (otherX - place[0]) ** 2 + (y.at(k) - place[1]) ** 2 > (radius.at(k) + own) ** 2);
        let place = at ?? [-1, -1];
        for (let tries = 0; !(at ? this.#isInside(...at) : isFree(place)) && tries < 500; tries++) // stop if no free position is found
            place = [this.#dice.between(0, 70), this.#dice.between(0, 46)];
        const { x: towardsX, y: towardsY } = this.#dice.direction();
        this.#throw(i, 0, 0);
        x.set(i, place[0]);
        y.set(i, place[1]);
        radius.set(i, own);
        this.#ball.mass.set(i, Math.max(own, LIGHT) ** 2);
        this.#throw(i, SPEED * towardsX, SPEED * towardsY);
    }

    // Gives ball i a velocity of at most 90 m/s.
    #throw(i, vx, vy) {
        const scale = Math.min(FASTEST / (Math.hypot(vx, vy) || 1), 1), before = this.#energyOf(i);
        this.#ball.vx.set(i, scale * vx);
        this.#ball.vy.set(i, scale * vy);
        this.#given += this.#energyOf(i) - before;
    }
    #energyOf(i) { return this.#ball.mass.at(i) * (this.#ball.vx.at(i) ** 2 + this.#ball.vy.at(i) ** 2) / 2; }

    // Returns true if the point is in the room: a ray to the right then crosses an odd number of walls.
    #isInside(x, y) {
        let inside = false;
        CORNERS.forEach((_, k) => {
            const a = this.#points[k], b = this.#points[(k + 1) % CORNERS.length];
            if ((a.y > y) !== (b.y > y) && x < a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y))
                inside = !inside;
        });
        return inside;
    }

    point(kind, x, y) {
        if (kind === 'tap' && this.#isInside(x, y))
            this.#begin(1 + this.#next++ % Math.max(this.#state.balls - 1, 1), [x, y]);
    }

    get #large() { return { id: 'ball', label: 'Throw the large ball', x: this.#ball.x.at(0), y: this.#ball.y.at(0) }; }
    handles() { return [...this.#points, this.#large]; }

    // Who holds the large ball stops it, and throws it by letting go; an arrow key throws it at once.
    hold(id) {
        const { x, y } = this.#large, pull = this.#pull, isHeld = id === 'ball';
        if (isHeld === Boolean(pull))
            return;
        this.#ball.mass.set(0, LARGE ** 2);
        this.#throw(0, ...isHeld ? [0, 0] : [FLICK * (pull.x - x), FLICK * (pull.y - y)]);
        if (isHeld)
            this.#ball.mass.set(0, Infinity);
        this.#pull = isHeld ? { x, y } : undefined;
    }

    drag(id, x, y) {
        if (id === 'ball' && this.#pull)
            this.#pull = { x, y };
        else if (id === 'ball') {
            const { vx, vy } = this.#ball, length = Math.hypot(x - this.#large.x, y - this.#large.y) || 1;
            this.#throw(0, vx.at(0) + 2 * SPEED * (x - this.#large.x) / length, vy.at(0) + 2 * SPEED * (y - this.#large.y) / length);
        } else {
            Object.assign(this.#at(id), { x, y });
            this.#state[`${id}_x`] = x;
            this.#state[`${id}_y`] = y;
            this.#putWalls();
        }
    }

    step() {
        const { x, y, vy } = this.#ball, weight = this.#state.gravity * FRAME;
        if (weight > 0)
            vy.view.forEach((speed, i, all) => { all[i] = speed - (i === 0 && this.#pull ? 0 : weight); });
        const begun = performance.now();
        this.#call.run();
        this.#clock.add({ library: performance.now() - begun });
        this.#bounced = [...this.#bounced.slice(1 - SUM_OF), this.#call.events];
        for (let i = 0; i < x.length; i++)
            if (!this.#isInside(x.at(i), y.at(i))) { // a visitor has dragged a wall over the ball
                this.#begin(i);
                this.#brought++;
            }
    }

    draw(pen) {
        const { scale } = pen.view, { x, y, radius } = this.#ball;
        for (let i = 0; i < x.length; i++)
            pen.disc(x.at(i), y.at(i), Math.max(radius.at(i) * scale, 2.5), i === 0 ? 'runner' : COLOURS[i % COLOURS.length],
                radius.at(i) > 0 ? 0.75 : 1);
        const { x: largeX, y: largeY } = this.#large, pull = this.#pull;
        if (pull) {
            pen.line(largeX, largeY, pull.x, pull.y, 'runner', { width: 3 });
            pen.head(pull.x, pull.y, pull.x - largeX, pull.y - largeY, 'runner', { width: 3, size: 14 });
        } else
            pen.text(largeX, largeY, 'flick me', 'text', { shiftY: -LARGE * scale - 12 });
        const corners = this.#points.slice(0, CORNERS.length);
        pen.way([...corners, corners[0]].flatMap(point => [point.x, point.y]), 'text', { width: 5 });
        const [bar_a, bar_b, door_a, door_b, post] = this.#points.slice(CORNERS.length);
        pen.line(bar_a.x, bar_a.y, bar_b.x, bar_b.y, 'text', { width: 5 });
        pen.line(door_a.x, door_a.y, door_b.x, door_b.y, 'runner', { width: 4, dash: [9, 9] });
        for (const point of this.#points)
            pen.disc(point.x, point.y, point === post ? 6 : 4.5, point === door_a || point === door_b ? 'runner' : 'text');
        pen.text((door_a.x + door_b.x) / 2, (door_a.y + door_b.y) / 2, 'one-way door', 'runner', { shiftX: 28, shiftY: 8 });
    }

    places() { return Array.from(this.#ball.x.view, (x, i) => [x, this.#ball.y.at(i), this.#ball.radius.at(i)]); }
    speedOf(i) { return [this.#ball.vx.at(i), this.#ball.vy.at(i)]; }

    readouts() {
        const count = this.#ball.x.length, sum = list => list.reduce((a, b) => a + b, 0);
        const energy = sum(Array.from({ length: count }, (_, i) => i === 0 && this.#pull ? 0 : this.#energyOf(i)));
        return [
            { name: 'Balls in the room', value: count.toLocaleString('en'), note: 'half of them points, half discs' },
            { name: 'Bounces', value: String(sum(this.#bounced)), note: `in the last ${this.#bounced.length} frames` },
            { name: 'Energy', value: `${(100 * energy / this.#given).toFixed(2)} %`, note: 'of motion, of what the balls were given' },
            { name: 'Time in waylay per frame', value: ms(this.#clock.best('library')),
                note: `${count} balls, ${this.#walls.ax.length} walls` },
            { name: 'Rescued', value: String(this.#brought), note: 'a wall was dragged over them' },
        ];
    }
}

export default {
    line: ({ balls }) => `Balls that never slip through a wall, nor through each other. Flick one, drag any wall: ${balls.toLocaleString('en')} balls obey at once.`,
    picture: 'A room with slanted walls, a bar, a post and a one-way door, full of balls.',
    behaviours: [],
    calls: ['bounce_all2d'],
    code, c,
    source: ['Boris Lubachevsky, How to simulate billiards and similar systems: all collisions run in their order.'],
    help: ['Drag any corner, the bar, the post, and the dashed door, which stops balls from one side only.',
        'Flick the large ball, or throw it by the arrow keys. Tap in the room: a ball starts there.',
        'With a restitution of 1, no friction and no gravity, no energy is ever lost.'],
    bounds: { left: -6, bottom: -3, width: 84, height: 52 },
    points: true,
    defaults: { balls: 200, restitution: 1, friction: 0, gravity: 0,
        ...Object.fromEntries(POINTS.flatMap(({ id, x, y }) => [[`${id}_x`, x], [`${id}_y`, y]])) },
    controls: [
        { key: 'balls', name: 'Balls', min: 2, max: 2000, step: 1 },
        { key: 'restitution', name: 'Restitution', min: 0, max: 1, step: 0.01 },
        { key: 'friction', name: 'Friction', min: 0, max: 1, step: 0.01 },
        { key: 'gravity', name: 'Gravity', unit: 'm/s²', min: 0, max: 20, step: 0.1 },
    ],
    ranges: Object.fromEntries(POINTS.flatMap(({ id }) => [[`${id}_x`, [-6, 78]], [`${id}_y`, [-3, 49]]])),
    open: async state => new World(await part('move'), state),
};
