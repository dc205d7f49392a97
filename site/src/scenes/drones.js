// A hundred thousand chasers, and the C program's states beside.
import { swarm as library, hasSimd } from '../library.js';
import code from './drones.call.js?raw';
import { HEIGHT, Swarm, WIDTH, pointAt } from './drones.world.js';
import exact from 'native/exact.txt?raw';
import fast from 'native/fast.txt?raw';

// As `waylay scene drones --units 100000 --seconds 10` prints them: of frames 1 to 600.
const states = text => text.trim().split('\n').slice(1, -1).map(line => line.split(' ')[1]);
const native = { exact: states(exact), fast: states(fast) };
const NATIVE_COUNT = 100000;

const grouped = number => number.toLocaleString('en');
const MEAN_OF = 60, SELDOM = 15; // frames
const SHOWN = ['drones', 'meetings'];

class World {
    #state; #libraries; #swarm; #took = []; #equal; #compared; #hash; #pointer; #kinds;

    constructor(state, libraries) {
        this.#state = state;
        this.#libraries = libraries;
        this.restart();
    }

    get #way() { return this.#libraries[this.#state.simd ? 'simd' : 'plain']; }

    restart() {
        this.#swarm?.release();
        this.#swarm = undefined;
        this.#swarm = new Swarm(this.#way, { count: this.#state.agents, precision: this.#state.precision });
        this.#pointer = undefined;
        this.#equal = this.#compared = 0;
        this.#hash = undefined;
        this.#took = [];
    }

    close() { this.#swarm.release(); }

    change(key) {
        if (key === 'show')
            return;
        this.#took = [];
        if (key === 'simd')
            this.#swarm.moveTo(this.#way);
        else
            this.restart();
    }

    point(kind, x, y) {
        if (kind === 'move' || kind === 'down')
            this.#pointer = [Math.fround(x), Math.fround(y)];
    }

    get #at() { return this.#pointer ?? pointAt(this.#swarm.frame); }

    handles() {
        const [x, y] = this.#at;
        return [{ id: 'pointer', label: 'Where the runners turn', x, y }];
    }

    drag(id, x, y) { this.point('move', x, y); }

    step() {
        this.#took.push(this.#swarm.step(this.#at));
        if (this.#took.length > MEAN_OF)
            this.#took.shift();
        const { frame } = this.#swarm, beside = this.#beside;
        if (beside || frame % SELDOM === 0)
            this.#hash = this.#swarm.hash();
        if (beside) {
            this.#compared++;
            this.#equal += this.#hash === beside;
        }
    }

    // The C program's state after this frame, where nobody has steered.
    get #beside() {
        if (this.#pointer || this.#state.agents !== NATIVE_COUNT)
            return undefined;
        return native[this.#state.precision][this.#swarm.frame - 1];
    }

    draw(pen) {
        const { drone, runner } = this.#swarm;
        const [shownX, shownY] = this.#state.show === SHOWN[0] ? [drone.x, drone.y] : [drone.point_x, drone.point_y];
        const columns = { x: shownX.view, y: shownY.view, kind: drone.status.view };
        const many = Math.min(1, Math.sqrt(2e5 / this.#state.agents));
        const colours = Array.from({ length: 10 }, (_, status) =>
            [status === this.#way.status.met ? 'met' : 'slow', 0.35 + 0.5 * many]);
        pen.swarm(columns, colours, Math.min(Math.max(pen.view.scale * 320 / Math.sqrt(this.#state.agents), 1), 6));
        const x = runner.x.view, y = runner.y.view, vx = runner.vx.view, vy = runner.vy.view;
        for (let r = 0; r < x.length; r++) {
            pen.disc(x[r], y[r], 4.5, 'stage');
            pen.disc(x[r], y[r], 3.2, 'runner');
            pen.line(x[r], y[r], x[r] + vx[r] / 8, y[r] + vy[r] / 8, 'runner', { width: 1.5 });
        }
        const [px, py] = this.#at;
        pen.ring(px, py, 13, 'text', { width: 1.5 });
        pen.disc(px, py, 2, 'text');
    }

    runners() { return { x: this.#swarm.runner.x.view, y: this.#swarm.runner.y.view }; }

    readouts() {
        const mean = this.#took.reduce((a, b) => a + b, 0) / Math.max(this.#took.length, 1);
        const least = this.#took.length ? Math.min(...this.#took) : 0;
        const { count, frame, caught } = this.#swarm, met = this.#way.status.met;
        const onTheWay = this.#swarm.drone.status.view.reduce((sum, status) => sum + (status === met), 0);
        return [
            { name: 'Solving a frame', value: `${mean.toFixed(2)} ms`, 
                note: `least ${least.toFixed(2)} ms; ${grouped(count)} drones, ${this.#way.isa}, ${this.#state.precision}` },
            { name: 'Will meet its runner', value: grouped(onTheWay), note: 'each leads it', swatch: 'met' },
            { name: 'Too slow', value: grouped(count - onTheWay), note: 'told to stand', swatch: 'slow' },
            { name: 'Caught so far', value: grouped(caught), note: `${frame} frames` },
            { name: 'State here', value: this.#hash ?? '–', isCode: true, note: 'a hash of every place and velocity' },
            this.#besideRow(frame),
        ];
    }

    #besideRow(frame) {
        const row = { name: 'State of the C program', value: this.#beside ?? '–', isCode: true, tone: 'grey' };
        if (this.#pointer)
            return { ...row, note: 'you steer; the C program does not' };
        if (this.#state.agents !== NATIVE_COUNT)
            return { ...row, note: `recorded for ${grouped(NATIVE_COUNT)} drones` };
        const count = `${this.#equal} of ${this.#compared} frames equal`, all = this.#equal === this.#compared;
        if (frame > native.exact.length)
            return { ...row, note: `recorded for ${native.exact.length} frames: ${count}` };
        return { ...row, note: count, tone: all ? 'good' : 'bad' };
    }
}

export default {
    id: 'drones',
    title: 'A hundred thousand chasers',
    line: 'Where must each of 100,000 drones fly now to meet its own runner first? Asked again 60 times a second.',
    behaviours: ['intercept2d', 'seek2d'],
    code,
    source: ['intercept2d: Mike Oberberger, Interception of Two Moving Objects in 2D Space.',
        'The C program beside it: waylay scene drones --units 100000 --seconds 10.'],
    help: ['Point or drag on the picture: the runners turn there.', 'Arrow keys move the ring once it has the focus.',
        'Switch SIMD off while it runs: the states stay the same.',
        'Show the meetings: a point for each drone, on the way of its runner.'],
    bounds: { width: WIDTH, height: HEIGHT },
    points: true,
    defaults: { agents: NATIVE_COUNT, simd: true, precision: 'exact', show: SHOWN[0] },
    controls: [
        { key: 'agents', name: 'Drones',
            options: { '1,000': 1e3, '10,000': 1e4, '100,000': 1e5, '300,000': 3e5, '1,000,000': 1e6 } },
        { key: 'simd', name: 'SIMD' },
        { key: 'precision', name: 'Precision', options: ['exact', 'fast'] },
        { key: 'show', name: 'Show', options: SHOWN },
    ],
    settle(state) {
        state.agents = Math.min(Math.max(Math.round(state.agents), 1), 1e6);
        state.precision = state.precision === 'fast' ? 'fast' : 'exact';
        state.show = SHOWN.includes(state.show) ? state.show : SHOWN[0];
        state.simd &&= hasSimd();
    },
    async open(state, { hasGl }) {
        if (!hasGl)
            state.agents = Math.min(state.agents, 1e4);
        const [simd, plain] = await Promise.all([library(hasSimd()), library(false)]);
        return new World(state, { simd, plain });
    },
};
