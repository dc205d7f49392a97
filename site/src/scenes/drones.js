// A swarm of a hundred thousand chasers. The page compares its states with those of the C program.
import { Clock, ms } from '../frame_bar.js';
import { swarm as library, hasSimd } from '../library.js';
import c from './drones.call.c?raw';
import code from './drones.call.js?raw';
import { HEIGHT, Swarm, WIDTH, pointAt } from './drones.world.js';
import recorded from 'native/drones.txt?raw';

// The states that `waylay scene drones --units N --seconds 10` prints, one per 30 frames.
// native['100000 exact'][0] is the state after frame 30.
const native = Object.fromEntries(recorded.trim().split('\n').map(line => {
    const [count, precision, ...states] = line.split(' ');
    return [`${count} ${precision}`, states];
}));
const EVERY = 30, COUNT = 100000, MOST_WITHOUT_GL = 10000, WHOLE = 20000; // EVERY in frames
const MOST_SAMPLED = 100000, RUSH = 10, CALM_RUSH = 1500; // MOST_SAMPLED in drones, the others in ms
const WARMING = 60, MEASURED = 60, LATER = 3000, SLICE = 8; // the first two in calls without SIMD, the others in ms
const COUNTS = { '1,000': 1e3, '10,000': 1e4, '100,000': 1e5, '300,000': 3e5, '1,000,000': 1e6 };

const grouped = number => number.toLocaleString('en');
const kind = simd => simd ? 'simd' : 'plain';

class World {
    #state; #libraries; #swarm; #clock; #equal; #compared; #hash; #hashes; #pointer; #able; #scalar; #sample; #due; #closed = false;
    said = '';

    constructor(state, libraries, isCalm) {
        this.#state = state;
        this.#libraries = libraries;
        this.isCalm = isCalm;
        this.restart();
    }

    restart() {
        this.#stopComparing();
        this.#swarm?.release();
        this.#swarm = undefined;
        const { way, mover } = this.#libraries[kind(this.#state.simd)];
        this.#swarm = new Swarm(way, mover, { count: this.#state.agents, precision: this.#state.precision });
        this.#pointer = this.#hash = this.#scalar = undefined;
        this.#hashes = new Map();
        this.#equal = this.#compared = this.#able = 0;
        this.#clock = new Clock();
        if (this.isCalm)
            this.rush(CALM_RUSH);
        this.#compareLater();
    }

    close() {
        this.#closed = true;
        this.#stopComparing();
        this.#swarm.release();
    }

    change(key) {
        if (key === 'simd')
            this.#switch();
        else
            this.restart();
    }

    async #load(simd) { return this.#libraries[kind(simd)] ??= await library(simd); }

    async #switch() {
        const { simd } = this.#state, { way, mover } = await this.#load(simd);
        if (this.#closed || simd !== this.#state.simd || way === this.#swarm.way)
            return;
        this.#stopComparing();
        this.#swarm.moveTo(way, mover);
        this.#clock = new Clock();
        this.#compareLater();
    }

    // Measures the library's time without SIMD as that with SIMD is measured, with at most 100,000 drones. Calls
    // wait for idle time. The first ones do not count, because browsers compile a function again once it is used.
    async compare() {
        const { way, mover } = await this.#load(false);
        if (this.#closed || this.#sample || !this.#state.simd)
            return;
        const { count, precision } = this.#swarm, clock = new Clock();
        const sample = this.#sample = new Swarm(way, mover, { count: Math.min(count, MOST_SAMPLED), precision });
        for (let k = 0; k < WARMING + MEASURED;) {
            await new Promise(resolve => { window.requestIdleCallback?.(resolve, { timeout: SLICE }) ?? setTimeout(resolve); });
            if (sample !== this.#sample)
                return;
            for (const begun = performance.now(); k < WARMING + MEASURED && performance.now() - begun < SLICE; k++) {
                sample.step(pointAt(k), this.#times);
                if (k >= WARMING)
                    clock.add(sample.took);
            }
        }
        this.#stopComparing();
        this.#scalar = clock.best('library') * count / sample.count;
    }
    #compareLater() { this.#due = setTimeout(() => this.compare().catch(() => {}), LATER); }
    #stopComparing() {
        clearTimeout(this.#due);
        this.#sample?.release();
        this.#sample = undefined;
    }

    point(kind, x, y) {
        if (kind !== 'move') // only a press steers, so that a mouse can cross the picture
            this.#pointer = [Math.fround(x), Math.fround(y)];
    }

    get #at() { return this.#pointer ?? pointAt(this.#swarm.frame); }
    // Calls with few drones are repeated, because one call is shorter than a step of the browser's clock.
    get #times() { return Math.min(Math.ceil(WHOLE / this.#swarm.count), 64); }

    handles() {
        const [x, y] = this.#at;
        return [{ id: 'pointer', label: 'The point that the runners head for', x, y, follows: true }];
    }

    drag(id, x, y) { this.point('drag', x, y); }

    step() {
        const swarm = this.#swarm;
        swarm.step(this.#at, this.#times);
        const beside = this.#beside;
        if (beside || swarm.frame % EVERY === 0 && this.#state.agents <= COUNT) {
            this.#hash = swarm.hash();
            if (!this.#pointer)
                this.#hashes.set(this.#hash, swarm.frame);
        }
        if (beside) {
            this.#compared++;
            this.#equal += this.#hash === beside;
        }
        if (swarm.frame % EVERY === 1)
            this.#able = swarm.able;
        this.#clock.add(swarm.took);
    }

    // Runs ahead for at most `ms` milliseconds, to the frame in which the swarm has formed streams.
    rush(ms) {
        if (this.#pointer)
            return;
        for (const begun = performance.now(); this.#swarm.frame < this.#state.begin && performance.now() - begun < ms;)
            this.step();
    }
    ahead() { this.rush(RUSH); }

    get #states() { return native[`${this.#state.agents} ${this.#state.precision}`]; }
    // The C program's state after this frame; undefined if the program recorded no state.
    get #beside() {
        const { frame } = this.#swarm;
        return this.#pointer || frame % EVERY ? undefined : this.#states?.[frame / EVERY - 1];
    }

    draw(pen) {
        const { drone, runner } = this.#swarm, { agents } = this.#state, met = this.#swarm.way.status.met;
        const room = Math.sqrt(pen.width * pen.height / agents); // CSS pixels between evenly spread drones
        const diameter = Math.min(Math.max(0.55 * room, 1.1), 6), alpha = Math.min(Math.max(0.28 * room, 0.2), 0.9);
        const colours = Array.from({ length: 10 }, (_, status) => status === met ? ['met', alpha] : ['slow', Math.min(2.5 * alpha, 1)]);
        pen.swarm({ x: drone.x.view, y: drone.y.view, kind: drone.status.view }, colours, diameter);
        const x = runner.x.view, y = runner.y.view, vx = runner.vx.view, vy = runner.vy.view;
        for (let r = 0; r < x.length; r++) {
            pen.disc(x[r], y[r], 6, 'stage');
            pen.disc(x[r], y[r], 4.2, 'runner');
            pen.line(x[r], y[r], x[r] + vx[r] / 8, y[r] + vy[r] / 8, 'runner', { width: 2 });
        }
        const [px, py] = this.#at;
        pen.ring(px, py, 13, 'text', { width: 1.5 });
        pen.disc(px, py, 2, 'text');
    }

    get isEqual() { return this.#compared > 0 && this.#equal === this.#compared; }

    chips() {
        const best = this.#clock.best('library'), { count } = this.#swarm;
        const chips = best ? [{ isBig: true, text: `${grouped(count)} interceptions in ${ms(best)}` }] : [];
        if (this.#compared)
            chips.push(!this.isEqual ? { tone: 'bad', text: 'not as native C computes it' }
                : { tone: 'good', text: this.#pointer ? `✓ identical to native C for ${EVERY * this.#compared} frames, then you took over`
                    : '✓ bit-identical to native C' });
        return chips;
    }

    // The times in the best ten frames, in ms per frame.
    get times() {
        return { ...Object.fromEntries(['library', 'moving', 'hashing'].map(key => [key, this.#clock.best(key)])),
            scalar: this.#state.simd ? this.#scalar : undefined };
    }

    // What the C program prints on any machine, and what the page answers to a checksum of it.
    get command() { return `waylay scene drones --units ${this.#state.agents} --seconds 10`; }
    answer(text) {
        const [hash] = /\b[0-9a-f]{16}\b/.exec(text) ?? [], frame = this.#hashes.get(hash);
        return !hash ? '' : frame ? `✓ identical in frame ${frame}: another machine and compiler, the same bits`
            : `not a state that this page has computed in every ${EVERY}th of ${this.#swarm.frame} frames`;
    }

    runners() { return { x: this.#swarm.runner.x.view, y: this.#swarm.runner.y.view }; }

    readouts() {
        const { count, frame, caught, way } = this.#swarm, told = number => frame ? grouped(number) : '–';
        return [
            { name: 'Time in waylay per frame', value: ms(this.#clock.best('library')),
                note: `mean of the best ten frames; ${grouped(count)} drones, ${way.isa}, ${this.#state.precision}` },
            { name: 'Can catch their runner', value: told(this.#able), note: 'each heads for where it will catch it', swatch: 'met' },
            { name: 'Too slow', value: told(count - this.#able), note: 'can\'t catch up, so they stop', swatch: 'slow' },
            { name: 'Caught so far', value: grouped(caught), note: `in ${grouped(frame)} frames` },
            this.#besideRow(frame),
        ];
    }

    #besideRow(frame) {
        const states = this.#states, row = { name: 'Checksum', value: this.#hash ?? '–', isCode: true, tone: 'grey' };
        if (!states)
            return { ...row, note: 'the C program has no recording of this number of drones' };
        const told = `${this.#equal} of ${this.#compared} checksums of native C`, isOver = frame > EVERY * states.length;
        if (this.#pointer)
            return { ...row, note: `you steer now, after ${told}: Restart compares again` };
        return { ...row, note: `of every position and velocity; equals ${told}${isOver ? ', which recorded 600 frames' : ''}`,
            tone: this.#compared === 0 ? 'grey' : this.isEqual ? 'good' : 'bad' };
    }
}

export default {
    line: ({ agents }) => `${grouped(agents)} drones, each steering to where it will catch its runner: one call a frame. `
        + 'The same bits on every machine, so replays never drift and lockstep stays in step.',
    picture: 'Streams of drones fly from bases at the left and right edge after ten runners.',
    behaviours: ['intercept2d'],
    code, c,
    hasBar: true,
    source: ['intercept2d: Mike Oberberger, Interception of Two Moving Objects in 2D Space.',
        'Compared with: waylay scene drones --units 100000 --seconds 10.'],
    help: ['Press or drag in the picture: the runners head for the pointer.', 'Switch SIMD off while it runs: the checksums stay the same.'],
    bounds: { width: WIDTH, height: HEIGHT },
    points: true,
    defaults: { agents: COUNT, simd: true, precision: 'exact', begin: 300 },
    ranges: { begin: [0, 600] },
    controls: [
        { key: 'agents', name: 'Drones', options: COUNTS },
        { key: 'simd', name: hasSimd() ? 'SIMD' : 'SIMD: this browser has none', disabled: !hasSimd() },
        { key: 'precision', name: 'Precision', options: ['exact', 'fast'] },
    ],
    settle(state, { hasGl }) {
        if (!hasGl)
            state.agents = Math.min(state.agents, MOST_WITHOUT_GL);
        state.simd &&= hasSimd();
    },
    async open(state, { isCalm }) {
        return new World(state, { [kind(state.simd)]: await library(state.simd) }, isCalm);
    },
};
