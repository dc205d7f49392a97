// Five chasers chase one runner at the same speed in five different ways, as in `waylay race`.
import { all } from '../library_all.js';
import { Dice } from './dice.js';
import c from './race.call.c?raw';
import code from './race.call.js?raw';
import * as ways from './race.call.js';

// The steps are computed in floats, as in the program.
// Straight and circling races therefore end in the same frame as the program's races.
const f = Math.fround;
const STEP = f(1 / 120), SPEED = 15, RUNNER = 12, TOUCH = 0.5, LONGEST = 30; // in s, m/s and m
const TRACKERS = [['seek', 'third'], ['predict', 'fourth'], ['closing', 'fifth'], ['lead', 'met'], ['navigate', 'good']];
const COURSES = ['straight', 'erratic', 'circling', 'where you point'];
const PAUSE = 1.2; // s before the next race
const STEPS_A_POINT = 8; // steps between two points of a track

const square = (x, y) => f(f(x * x) + f(y * y));

function atSpeed(speed, vx, vy) {
    const length = f(Math.sqrt(square(vx, vy))) || 1;
    return { vx: f(f(speed * vx) / length), vy: f(f(speed * vy) / length) };
}

function goOn(one) {
    one.x = f(one.x + f(one.vx * STEP));
    one.y = f(one.y + f(one.vy * STEP));
}

class World {
    #way; #state; #dice; #runner; #trackers; #time; #rest; #turnIn; #track; #frame; #times; #flights; #box;
    #pointer = { x: 60, y: 30 };
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.restart();
    }

    restart() {
        this.#dice = new Dice(this.#state.seed);
        this.#times = Object.fromEntries(TRACKERS.map(([name]) => [name, []]));
        this.#flights = 0;
        this.#box = { left: 0, right: 0, bottom: 0, top: 0 };
        this.#begin();
        this.#look(1);
    }

    #begin() {
        this.#runner = { x: 40, y: 0, vx: 0, vy: RUNNER };
        this.#trackers = TRACKERS.map(([name, colour]) =>
            ({ name, colour, x: 0, y: 0, vx: SPEED, vy: 0, track: [0, 0], caught: undefined }));
        this.#frame = this.#time = this.#rest = this.#turnIn = 0;
        this.#track = [40, 0];
    }

    get #isOver() { return this.#time >= LONGEST || this.#trackers.every(one => one.caught !== undefined); }

    change() { this.restart(); }

    point(kind, x, y) {
        if (kind === 'move' || kind === 'tap')
            this.#pointer = { x, y };
    }
    handles() {
        return [{ id: 'pointer', label: 'Where the runner goes', ...this.#pointer,
            hidden: this.#state.course !== 'where you point' }];
    }
    drag(id, x, y) { this.#pointer = { x, y }; }

    // Makes two steps of the race per frame.
    step() {
        for (let k = 0; k < 2; k++) {
            if (!this.#isOver)
                this.#fly();
            else if ((this.#rest += STEP) > PAUSE)
                this.#begin();
        }
        this.#look(0.12);
    }

    #fly() {
        const runner = this.#runner, before = this.#isOver;
        for (const tracker of this.#trackers)
            if (tracker.caught === undefined && square(f(runner.x - tracker.x), f(runner.y - tracker.y)) <= TOUCH * TOUCH)
                tracker.caught = this.#time;
        if (this.#isOver && !before) {
            this.#flights++;
            for (const { name, caught } of this.#trackers)
                this.#times[name].push(caught ?? LONGEST);
            return;
        }
        this.#steerRunner(runner);
        for (const tracker of this.#trackers)
            if (tracker.caught === undefined)
                this.#move(tracker, runner);
        goOn(runner);
        this.#time = ++this.#frame * STEP;
        if (this.#frame % STEPS_A_POINT === 0)
            this.#track.push(runner.x, runner.y);
    }

    #steerRunner(runner) {
        const { course } = this.#state;
        if (course === 'erratic' && this.#turnIn <= 0) {
            this.#turnIn = this.#dice.between(0.6, 1.2);
            const to = this.#dice.direction();
            Object.assign(runner, atSpeed(RUNNER, to.x, to.y));
        } else if (course !== 'straight' && course !== 'erratic') {
            // on the circling course, turn on a circle of radius 12 m around (28, 0); otherwise turn towards
            // the pointer
            const turn = f(RUNNER / 12 * STEP), { x, y } = this.#pointer;
            const [dx, dy] = course === 'circling' ? [-runner.vy, runner.vx] : [(x - runner.x) * 4, (y - runner.y) * 4];
            Object.assign(runner, atSpeed(RUNNER, f(runner.vx + f(turn * dx)), f(runner.vy + f(turn * dy))));
        }
        this.#turnIn -= STEP;
    }

    #move(tracker, runner) {
        const answer = ways[tracker.name](this.#way, tracker, runner, SPEED);
        if (tracker.name === 'navigate') // navigate_pure2d returns an acceleration; the speed stays the same
            Object.assign(tracker, atSpeed(SPEED, f(tracker.vx + f(answer.acceleration_x * STEP)),
                f(tracker.vy + f(answer.acceleration_y * STEP))));
        else
            Object.assign(tracker, { vx: answer.velocity_x, vy: answer.velocity_y });
        goOn(tracker);
        if (this.#frame % STEPS_A_POINT === 0)
            tracker.track.push(tracker.x, tracker.y);
    }

    // Moves the camera's box towards the box of all tracks, by this share of the way.
    #look(share) {
        const points = [...this.#track, ...this.#trackers.flatMap(one => one.track)];
        if (this.#state.course === 'where you point')
            points.push(0, -10, 90, 45);
        const box = { left: 0, right: 45, bottom: -6, top: 20 };
        for (let k = 0; k < points.length; k += 2) {
            box.left = Math.min(box.left, points[k]);
            box.right = Math.max(box.right, points[k]);
            box.bottom = Math.min(box.bottom, points[k + 1]);
            box.top = Math.max(box.top, points[k + 1]);
        }
        for (const side in box)
            this.#box[side] += (box[side] - this.#box[side]) * share;
    }

    bounds() {
        const { left, right, bottom, top } = this.#box;
        return { left: left - 6, bottom: bottom - 6, width: right - left + 12, height: top - bottom + 12 };
    }

    draw(pen) {
        const runner = this.#runner;
        pen.way([...this.#track, runner.x, runner.y], 'runner', { width: 2, dash: [2, 6] });
        for (const { name, track, x, y, colour, caught } of this.#trackers) {
            // on a straight course, closing and lead have the same track, so closing has a wider line
            pen.way([...track, x, y], colour, name === 'closing' ? { width: 9, alpha: 0.55 } : { width: 2.5 });
            pen.disc(x, y, caught === undefined ? 6 : 5, colour);
        }
        if (this.#state.course === 'where you point') {
            pen.ring(this.#pointer.x, this.#pointer.y, 13, 'text', { width: 1.5 });
            pen.disc(this.#pointer.x, this.#pointer.y, 2, 'text');
        }
        pen.disc(runner.x, runner.y, 8, 'runner');
        pen.text(runner.x, runner.y, 'runner', 'runner', { shiftY: -20 });
        for (const { x, y, name, colour, caught } of this.#trackers)
            if (caught === undefined && pen.width > 560) // only if there is room for names
                pen.text(x, y, name, colour, { shiftX: -14, shiftY: -4, align: 'right' });
        pen.ring(0, 0, 6, 'soft');
    }

    // Names the chasers that caught the runner first.
    chips() {
        const caught = this.#trackers.filter(one => one.caught !== undefined);
        if (caught.length === 0)
            return [];
        const first = Math.min(...caught.map(one => one.caught)), names = caught.filter(one => one.caught === first).map(one => one.name);
        this.said = `${names.join(' and ')} first, in ${first.toFixed(2)} s`;
        return [{ text: this.said, tone: 'good' }];
    }

    readouts() {
        const rows = this.#trackers.map(({ name, colour, caught, x, y }) => {
            const times = this.#times[name], mean = times.reduce((a, b) => a + b, 0) / times.length;
            return {
                name, swatch: colour,
                value: caught === undefined ? `${Math.hypot(this.#runner.x - x, this.#runner.y - y).toFixed(1)} m`
                    : `${caught.toFixed(2)} s`,
                note: times.length === 0 ? caught === undefined ? 'behind the runner' : 'caught it'
                    : `mean ${mean.toFixed(2)} s of ${times.length} flight${times.length === 1 ? '' : 's'}`,
                tone: caught === undefined ? '' : 'good',
            };
        });
        return [...rows, { name: 'Time', value: `${this.#time.toFixed(2)} s`,
            note: `flight ${this.#flights + (this.#isOver ? 0 : 1)}` }];
    }
}

export default {
    line: 'Wolves, missiles, guards: five ways to chase the same runner at the same speed. Which is first?',
    picture: 'A runner, and five chasers behind it, each with its own track.',
    behaviours: ['seek2d', 'predict2d', 'closing2d', 'lead2d', 'navigate_pure2d'],
    code, c,
    source: ['Two Basic Kinematics Problems: a race of trackers of equal speed, after a straight and an erratic runner.',
        'closing2d: Chasing and Evading, notes after David M. Bourg and Glenn Seemann, AI for Game Developers.',
        'navigate_pure2d: Paul Zarchan, Tactical and Strategic Missile Guidance.'],
    help: ['Choose the runner\'s course. “Where you point” lets you steer it, also by the arrow keys.',
        'All chasers run at 15 m/s, the runner at 12, from 40 m away.',
        'On a straight course lead wins. When the runner turns suddenly, the others catch up with it.'],
    bounds: { left: -6, bottom: -12, width: 96, height: 54 },
    points: true,
    defaults: { course: 'straight', seed: 1 },
    controls: [
        { key: 'course', name: 'Course', options: COURSES },
        { key: 'seed', name: 'Seed', min: 1, max: 100, step: 1 },
    ],
    open: async state => new World(await all(), state),
};
