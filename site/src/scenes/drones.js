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
const COUNTS = { '1,000': 1e3, '10,000': 1e4, '100,000': 1e5, '300,000': 3e5, '1,000,000': 1e6 };
const SHOWN = ['drones', 'meetings'];

const grouped = number => number.toLocaleString('en');
const kind = simd => simd ? 'simd' : 'plain';

class World {
    #state; #libraries; #swarm; #clock; #equal; #compared; #hash; #pointer; #able; #scalar; #closed = false;
    said = '';

    constructor(state, libraries, isCalm) {
        this.#state = state;
        this.#libraries = libraries;
        this.isCalm = isCalm;
        this.restart();
    }

    restart() {
        this.#swarm?.release();
        this.#swarm = undefined;
        const { way, mover } = this.#libraries[kind(this.#state.simd)];
        this.#swarm = new Swarm(way, mover, { count: this.#state.agents, precision: this.#state.precision, points: this.#isMeetings });
        this.#pointer = this.#hash = this.#scalar = undefined;
        this.#equal = this.#compared = this.#able = 0;
        this.#clock = new Clock();
        if (this.isCalm)
            this.rush(CALM_RUSH);
    }

    close() {
        this.#closed = true;
        this.#swarm.release();
    }

    get #isMeetings() { return this.#state.show === SHOWN[1]; }

    change(key) {
        if (key === 'show')
            this.#swarm.moveTo(this.#swarm.way, this.#swarm.mover, this.#isMeetings);
        else if (key === 'simd')
            this.#switch();
        else
            this.restart();
    }

    async #load(simd) { return this.#libraries[kind(simd)] ??= await library(simd); }

    async #switch() {
        const { simd } = this.#state, { way, mover } = await this.#load(simd);
        if (this.#closed || simd !== this.#state.simd || way === this.#swarm.way)
            return;
        this.#swarm.moveTo(way, mover);
        this.#clock = new Clock();
    }

    // Measures the library's time without SIMD. Takes the best of four steps, with at most 100,000 drones.
    async compare() {
        const { way, mover } = await this.#load(false);
        if (this.#closed || this.#scalar)
            return;
        const { count, precision } = this.#swarm, sample = new Swarm(way, mover, { count: Math.min(count, MOST_SAMPLED), precision });
        let least = Infinity;
        for (let k = 0; k < 4; k++) {
            sample.step(pointAt(k), this.#times);
            least = Math.min(least, sample.took.library);
        }
        sample.release();
        this.#scalar = least * count / sample.count;
    }

    point(kind, x, y) {
        if (kind === 'move' || kind === 'tap')
            this.#pointer = [Math.fround(x), Math.fround(y)];
    }

    get #at() { return this.#pointer ?? pointAt(this.#swarm.frame); }
    // Calls with few drones are repeated, because one call is shorter than a step of the browser's clock.
    get #times() { return Math.min(Math.ceil(WHOLE / this.#swarm.count), 64); }

    handles() {
        const [x, y] = this.#at;
        return [{ id: 'pointer', label: 'The point that the runners head for', x, y }];
    }

    drag(id, x, y) { this.point('move', x, y); }

    step() {
        const swarm = this.#swarm;
        swarm.step(this.#at, this.#times);
        const beside = this.#beside;
        if (beside || swarm.frame % EVERY === 0 && this.#state.agents <= COUNT)
            this.#hash = swarm.hash();
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
        const [shownX, shownY] = this.#isMeetings ? [drone.point_x, drone.point_y] : [drone.x, drone.y];
        const room = Math.sqrt(pen.width * pen.height / agents); // CSS pixels between evenly spread drones
        const diameter = Math.min(Math.max(0.55 * room, 1.1), 6), alpha = Math.min(Math.max(0.28 * room, 0.2), 0.9);
        const colours = Array.from({ length: 10 }, (_, status) => status === met ? ['met', alpha] : ['slow', Math.min(2.5 * alpha, 1)]);
        pen.swarm({ x: shownX.view, y: shownY.view, kind: drone.status.view }, colours, diameter);
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
        const chips = [{ isBig: true, text: `${grouped(count)} interceptions in ${ms(best)}` }];
        if (!this.#pointer && this.#compared)
            chips.push(this.isEqual ? { tone: 'good', text: '✓ bit-identical to native C' } : { tone: 'bad', text: 'not as native C computes it' });
        return chips;
    }

    get times() {
        const clock = this.#clock, isPlain = !this.#state.simd;
        return { library: clock.mean('library'), moving: clock.mean('moving'), hashing: clock.mean('hashing'),
            scalar: isPlain ? undefined : this.#scalar };
    }
    get best() { return Object.fromEntries(['library', 'moving', 'hashing'].map(key => [key, this.#clock.best(key)])); }

    runners() { return { x: this.#swarm.runner.x.view, y: this.#swarm.runner.y.view }; }

    readouts() {
        const { count, frame, caught, way } = this.#swarm, best = this.#clock.best('library');
        return [
            { name: 'Time in waylay per frame', value: ms(this.#clock.mean('library')),
                note: `best ten frames ${ms(best)}; ${grouped(count)} drones, ${way.isa}, ${this.#state.precision}` },
            { name: 'Can catch their runner', value: grouped(this.#able), note: 'each heads for where it will catch it', swatch: 'met' },
            { name: 'Too slow', value: grouped(count - this.#able), note: 'can\'t catch up, so they stop', swatch: 'slow' },
            { name: 'Caught so far', value: grouped(caught), note: `in ${grouped(frame)} frames` },
            this.#besideRow(frame),
        ];
    }

    #besideRow(frame) {
        const states = this.#states, row = { name: 'Checksum', value: this.#hash ?? '–', isCode: true, tone: 'grey' };
        if (this.#pointer)
            return { ...row, note: 'you steer now: Restart compares with native C again' };
        if (!states)
            return { ...row, note: 'the C program has no recording of this number of drones' };
        const told = `${this.#equal} of ${this.#compared} checksums of native C`, isOver = frame > EVERY * states.length;
        return { ...row, note: `of every position and velocity; equals ${told}${isOver ? ', which recorded 600 frames' : ''}`,
            tone: this.#compared === 0 ? 'grey' : this.isEqual ? 'good' : 'bad' };
    }
}

export default {
    line: '100,000 drones, each steering straight to where it will catch its runner. Solved again every frame, by one call.',
    picture: 'Streams of drones fly from bases at the left and right edge after ten runners.',
    behaviours: ['intercept2d', 'seek2d'],
    code, c,
    hasBar: true,
    source: ['The same bits in every browser and in native C: replays never drift, lockstep multiplayer stays in step, servers can check clients.',
        'intercept2d: Mike Oberberger, Interception of Two Moving Objects in 2D Space.',
        'Compared with: waylay scene drones --units 100000 --seconds 10.'],
    help: ['Move the pointer: the runners head for it.', 'Switch SIMD off while it runs: the checksums stay the same.',
        'Show the meetings: where each drone will catch its runner.'],
    bounds: { width: WIDTH, height: HEIGHT },
    points: true,
    defaults: { agents: COUNT, simd: true, precision: 'exact', show: SHOWN[0], begin: 300 },
    ranges: { begin: [0, 600] },
    controls: [
        { key: 'agents', name: 'Drones', options: COUNTS },
        { key: 'simd', name: 'SIMD' },
        { key: 'precision', name: 'Precision', options: ['exact', 'fast'] },
        { key: 'show', name: 'Show', options: SHOWN },
    ],
    settle(state, { hasGl }) {
        if (!hasGl)
            state.agents = Math.min(state.agents, MOST_WITHOUT_GL);
        state.simd &&= hasSimd();
    },
    async open(state, { isCalm }) {
        const world = new World(state, { [kind(state.simd)]: await library(state.simd) }, isCalm);
        setTimeout(() => world.compare().catch(() => {}), 3000); // after the first pictures
        return world;
    },
};
