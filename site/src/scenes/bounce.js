// Balls in a slanted room whose walls can be dragged.
import { Clock, ms } from '../frame_bar.js';
import { part } from '../library_part.js';
import c from './bounce.call.c?raw';
import code from './bounce.call.js?raw';
import { bounce } from './bounce.call.js';
import { Dice } from './dice.js';

const FRAME = 1 / 60, SPEED = 14, SUM_OF = 60;
const CORNERS = [[0, 2], [36, 0], [66, 12], [54, 24], [70, 40], [28, 46], [6, 36], [12, 20]];
const INNER = { bar: [20, 12, 34, 20, 0], door: [42, 8, 50, 16, 1], post: [34, 34, 34, 34, 0] };
const POINTS = [...CORNERS.map(([x, y], k) => ({ id: `corner${k}`, label: `Corner ${k + 1} of the room`, x, y })),
    { id: 'bar_a', label: 'One end of the bar', x: 20, y: 12 }, { id: 'bar_b', label: 'The other end of the bar', x: 34, y: 20 },
    { id: 'door_a', label: 'One end of the door', x: 42, y: 8 }, { id: 'door_b', label: 'The other end of the door', x: 50, y: 16 },
    { id: 'post', label: 'The post', x: 34, y: 34 }];
const COLOURS = ['met', 'fifth', 'third', 'fourth', 'slow', 'good'];

class World {
    #way; #mark; #state; #ball; #walls; #call; #points; #clock; #bounced = []; #next = 0; #dice; #brought = 0;

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
        this.#ball = Object.fromEntries(['x', 'y', 'vx', 'vy', 'radius'].map(name => [name, way.floats(balls)]));
        this.#ball.bounces = way.ints(balls);
        this.#walls = way.walls(CORNERS.length + Object.keys(INNER).length);
        this.#putWalls();
        const { restitution, friction } = this.#state;
        this.#call = bounce(way, this.#ball, this.#walls, FRAME, restitution, friction);
        for (let i = 0; i < balls; i++)
            this.#begin(i);
        this.#clock = new Clock();
        this.#bounced = [];
        this.#brought = 0;
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
            [this.#at('bar_a'), this.#at('bar_b'), INNER.bar[4]], [this.#at('door_a'), this.#at('door_b'), INNER.door[4]],
            [this.#at('post'), this.#at('post'), INNER.post[4]]];
        ends.forEach(([a, b, sides], k) => {
            for (const [name, value] of Object.entries({ ax: a.x, ay: a.y, bx: b.x, by: b.y, sides }))
                this.#walls[name].set(k, value);
        });
    }

    // Starts ball i at the position `at`, or at a random one in the room. Half of the balls have radius 0.
    #begin(i, at) {
        let [x, y] = at ?? [-1, -1];
        for (let tries = 0; !this.#isInside(x, y) && tries < 500; tries++) // stop if no free position is found
            [x, y] = [this.#dice.between(0, 70), this.#dice.between(0, 46)];
        const { x: towardsX, y: towardsY } = this.#dice.direction();
        const cells = { x, y, vx: SPEED * towardsX, vy: SPEED * towardsY, radius: i % 2 ? 0 : this.#dice.between(0.3, 0.9) };
        for (const [name, value] of Object.entries(cells))
            this.#ball[name].set(i, value);
    }

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
            this.#begin(this.#next++ % this.#state.balls, [x, y]);
    }
    handles() { return this.#points; }
    drag(id, x, y) {
        Object.assign(this.#at(id), { x, y });
        this.#state[`${id}_x`] = x;
        this.#state[`${id}_y`] = y;
        this.#putWalls();
    }

    step() {
        const { x, y, vy, bounces } = this.#ball, weight = this.#state.gravity * FRAME;
        if (weight > 0)
            vy.view.forEach((speed, i, all) => { all[i] = speed - weight; });
        const begun = performance.now();
        this.#call.run();
        this.#clock.add({ library: performance.now() - begun });
        this.#bounced = [...this.#bounced.slice(1 - SUM_OF), bounces.view.reduce((a, b) => a + b, 0)];
        for (let i = 0; i < x.length; i++)
            if (!this.#isInside(x.at(i), y.at(i))) { // a visitor has dragged a wall over the ball
                this.#begin(i);
                this.#brought++;
            }
    }

    draw(pen) {
        const { scale } = pen.view, { x, y, radius } = this.#ball;
        for (let i = 0; i < x.length; i++)
            pen.disc(x.at(i), y.at(i), Math.max(radius.at(i) * scale, 2.5), COLOURS[i % COLOURS.length],
                radius.at(i) > 0 ? 0.75 : 1);
        const corners = this.#points.slice(0, CORNERS.length);
        pen.way([...corners, corners[0]].flatMap(point => [point.x, point.y]), 'text', { width: 5 });
        const [bar_a, bar_b, door_a, door_b, post] = this.#points.slice(CORNERS.length);
        pen.line(bar_a.x, bar_a.y, bar_b.x, bar_b.y, 'text', { width: 5 });
        pen.line(door_a.x, door_a.y, door_b.x, door_b.y, 'runner', { width: 4, dash: [9, 9] });
        for (const point of this.#points)
            pen.disc(point.x, point.y, point === post ? 6 : 4.5, point === door_a || point === door_b ? 'runner' : 'text');
        pen.text((door_a.x + door_b.x) / 2, (door_a.y + door_b.y) / 2, 'one-way door', 'runner', { shiftX: 28, shiftY: 8 });
    }

    places() { return Array.from(this.#ball.x.view, (x, i) => [x, this.#ball.y.at(i)]); }

    readouts() {
        const { x, vx, vy } = this.#ball, count = x.length;
        const sum = list => list.reduce((a, b) => a + b, 0);
        const mean = sum([...vx.view].map((speed, i) => Math.hypot(speed, vy.at(i)))) / count;
        return [
            { name: 'Balls in the room', value: count.toLocaleString('en'), note: 'half of them points, half discs' },
            { name: 'Bounces', value: String(sum(this.#bounced)), note: `in the last ${this.#bounced.length} frames` },
            { name: 'Mean speed', value: `${mean.toFixed(2)} m/s`, note: `each began with ${SPEED} m/s` },
            { name: 'Time in waylay per frame', value: ms(this.#clock.best('library')),
                note: `${count} balls, ${this.#walls.ax.length} walls` },
            { name: 'Rescued', value: String(this.#brought), note: 'a wall was dragged over them' },
        ];
    }
}

export default {
    line: ({ balls }) => `Bullets and balls that never slip through a wall. Drag any wall: ${balls.toLocaleString('en')} balls obey at once.`,
    picture: 'A room with slanted walls, a bar, a post and a one-way door, full of balls.',
    behaviours: ['bounce2d'],
    code, c,
    source: ['Twinsen, Vector Geometry in Game Programming: reflection at slanted walls.'],
    help: ['Drag any corner, the bar, the post, and the dashed door, which stops balls from one side only.',
        'Tap in the room: a ball starts there. Turn on gravity.',
        'With a restitution of 1, no friction and no gravity, no ball ever loses speed.',
        'Balls meet walls here and not each other; way.bounce_discs2d answers for two balls.'],
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
