// A thousand people march through two gates to four exits, and round what a visitor drags in their way.
import { Clock, ms } from '../frame_bar.js';
import { part } from '../library_part.js';
import { clamp } from '../router.js';
import avoiding from './crowd.call.js?raw';
import { Dice } from './dice.js';
import { Ground, drag, handlesOf, obstacles, rangesOf } from './ground.js';
import c from './march.call.c?raw';
import code from './march.call.js?raw';

const WIDTH = 96, HEIGHT = 54, RADIUS = 0.4, SPEED = 4, STEP = 1 / 30, WALL = 48.5, HALF_GATE = 3.5, APART = 9; // m, m/s, s
const GROUPS = 4, BAND = HEIGHT / GROUPS, EXITS = [2, 0, 3, 1], HALF_EXIT = 3, GOLDEN = 0.618; // the exit of each group is in another band
const STEPS_A_FIELD = 15, RECENT = 300, RANGES = rangesOf(WIDTH, HEIGHT); // the first two in steps
const COLOURS = ['met', 'runner', 'fourth', 'fifth'], NAMES = ['none', 'blue', 'red', 'green', 'yellow'];
const NEXT = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]; // the steps of a field

class World {
    #way; #mark; #state; #ground; #crowd; #kind; #dice; #steps; #arrived; #recent; #isOdd; #clock; #fields; #lost;
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.#make();
    }

    #make() {
        const { people: count } = this.#state;
        this.#mark = this.#way.mark();
        this.#dice = new Dice(1);
        this.#ground = new Ground(this.#way, this.#walls, { width: WIDTH, height: HEIGHT, cell: 1, sight: 3, step: STEP,
            goals: EXITS.flatMap((band, field) => Array.from({ length: 2 * HALF_EXIT }, (_, k) =>
                ({ x: WIDTH - 1, y: Math.floor(BAND * (band + 0.5)) - HALF_EXIT + k, field }))) });
        this.#crowd = this.#ground.crowd(count, SPEED, RADIUS);
        this.#kind = Int32Array.from({ length: count }, (_, i) => i % GROUPS);
        this.#crowd.exit.copy(this.#kind);
        this.#kind.forEach((group, i) => { // people are under way, in rows from the entrance of their group to its exit
            const k = Math.floor(i / GROUPS), part = (k + this.#dice.between(0, 0.9)) / Math.ceil(count / GROUPS);
            this.#crowd.x.set(i, 2 + (WIDTH - 10) * part);
            this.#crowd.y.set(i, BAND * (group + (EXITS[group] - group) * part + (k * GOLDEN + 0.5) % 1));
        });
        this.#steps = this.#arrived = this.#lost = 0;
        this.#recent = [];
        this.#isOdd = false;
        this.#clock = new Clock();
    }

    close() { this.#way.release(this.#mark); }
    restart() {
        this.close();
        this.#make();
    }
    change(key) {
        if (key === 'people')
            this.restart();
    }

    // Returns the walls: the borders, the wall with two gates, the bar and the trap.
    get #walls() {
        const { gate_low: low, gate_high: high } = this.#state, across = y => ({ ax: -9, ay: y, bx: WIDTH + 9, by: y });
        return [across(0), across(HEIGHT), ...[[0, low - HALF_GATE], [low + HALF_GATE, high - HALF_GATE], [high + HALF_GATE, HEIGHT]]
            .map(([ay, by]) => ({ ax: WALL, ay, bx: WALL, by })), ...obstacles(this.#state)];
    }

    handles() {
        const { gate_low, gate_high } = this.#state;
        return [{ id: 'gate_high', label: 'The upper gate', x: WALL, y: gate_high }, { id: 'gate_low', label: 'The lower gate', x: WALL, y: gate_low },
            ...handlesOf(this.#state)];
    }

    drag(id, x, y) {
        const state = this.#state;
        if (id === 'gate_low')
            state.gate_low = clamp(y, HALF_GATE + 1, state.gate_high - APART);
        else if (id === 'gate_high')
            state.gate_high = clamp(y, state.gate_low + APART, HEIGHT - HALF_GATE - 1);
        else
            drag(state, id, Math.floor(x) + 0.5, Math.floor(y) + 0.5, RANGES); // to a cell's centre, so that both sides are alike
        this.#findWays();
    }

    // Finds the cheapest ways. A cell with many people is expensive, so that a crowd takes both gates.
    #findWays() {
        const { x, y } = this.#crowd, busy = new Uint8Array(WIDTH * HEIGHT);
        for (let i = 0; i < x.length; i++)
            busy[this.#ground.cellAt(x.at(i), y.at(i))]++;
        this.#fields = this.#ground.put(this.#walls, busy);
    }

    // Makes a step in every second frame, which is thirty steps per second. From an exit, people begin again.
    step() {
        if ((this.#isOdd = !this.#isOdd))
            return;
        if (this.#steps++ % STEPS_A_FIELD === 0)
            this.#findWays();
        this.#clock.add({ library: this.#ground.walk(this.#crowd) });
        const { x, y, status } = this.#crowd, [xs, ys] = [x.view, y.view], { no_path } = this.#way.status;
        for (let i = 0; i < xs.length; i++)
            if (xs[i] > WIDTH - 2) {
                this.#recent.push(this.#steps);
                this.#arrived++;
                xs[i] = this.#dice.between(1, 2);
                ys[i] = BAND * (this.#kind[i] + this.#dice.between(0.05, 0.95));
            }
        this.#recent = this.#recent.filter(at => at > this.#steps - RECENT);
        this.#lost = status.view.filter(one => one === no_path).length;
        this.said = this.#lost ? `No way for ${this.#lost.toLocaleString('en')} people` : '';
    }

    people() { return Array.from(this.#crowd.x.view, (x, i) => [x, this.#crowd.y.at(i)]); }

    chips() {
        const time = this.#clock.best('library'), count = this.#kind.length.toLocaleString('en');
        return [{ isBig: true, text: time ? `${count} people led in ${ms(time)}` : `${count} people, two gates` },
            { text: this.said, tone: 'bad' }];
    }

    draw(pen) {
        const { scale } = pen.view, { x, y } = this.#crowd;
        this.#drawField(pen, NAMES.indexOf(this.#state.field) - 1);
        for (let i = 0; i < x.length; i++)
            pen.disc(x.at(i), y.at(i), RADIUS * scale, COLOURS[this.#kind[i]]);
        EXITS.forEach((band, group) => {
            const at = BAND * (band + 0.5);
            pen.line(0, BAND * group + 1, 0, BAND * (group + 1) - 1, COLOURS[group], { width: 4 });
            pen.line(WIDTH, at - HALF_EXIT, WIDTH, at + HALF_EXIT, COLOURS[group], { width: 9 });
        });
        for (const { ax, ay, bx, by } of this.#ground.walls)
            pen.line(clamp(ax, 0, WIDTH), ay, clamp(bx, 0, WIDTH), by, 'text', { width: 4 });
        for (const { x: atX, y: atY } of this.handles())
            for (const [radius, colour] of [[9, 'stage'], [7, 'text'], [4, 'stage']])
                pen.disc(atX, atY, radius, colour);
    }

    // Draws steps of a group's field, about 20 pixels apart.
    #drawField(pen, group) {
        const apart = Math.ceil(20 / pen.view.scale);
        for (let y = 0; group >= 0 && y < HEIGHT; y += apart)
            for (let x = 0; x < WIDTH; x += apart) {
                const step = NEXT[this.#ground.next(group, x, y)];
                if (step)
                    pen.head(x + 0.5, y + 0.5, ...step, COLOURS[group], { size: 8, width: 1.5, alpha: 0.7 });
            }
    }

    readouts() {
        return [
            { name: 'People', value: this.#kind.length.toLocaleString('en'), note: 'each group walks along the field of its exit' },
            { name: 'Arrived', value: this.#arrived.toLocaleString('en'), note: `${Math.round(this.#recent.length * 60 / (RECENT * STEP))} a minute; they begin again` },
            { name: 'Time in waylay per step', value: ms(this.#clock.best('library')), note: '30 steps a second, by the small build without SIMD' },
            { name: 'Time for four fields', value: ms(this.#fields), note: `${WIDTH} x ${HEIGHT} cells; twice a second, and when you drag` },
            { name: 'Without a way', value: this.#lost.toLocaleString('en'), tone: this.#lost ? 'bad' : '', note: 'to their exit' },
        ];
    }
}

export default {
    line: ({ people }) => `${people.toLocaleString('en')} people, two gates, four exits. Drag a gate, the bar or the trap: fields lead everyone round it at once.`,
    picture: 'Four groups of people walk from the left through two gates to their exits at the right.',
    behaviours: [],
    calls: ['field2d', 'follow2d', 'crowd2d', 'avoid2d'],
    code: `${code}\n${avoiding}`, c,
    source: ['field2d: Edsger Dijkstra, A Note on Two Problems in Connexion with Graphs; Robert Dial, Algorithm 360.',
        'follow2d: Elijah Emerson, Crowd Pathfinding and Steering Using Flow Field Tiles, in Game AI Pro.',
        'avoid2d: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, Reciprocal n-Body Collision Avoidance.'],
    help: ['Drag the gates up and down, the ends of the bar, and the trap. Can you shut a gate?',
        'A field knows the cheapest way from each cell to an exit: all people of a colour share one.',
        'A cell with many people costs more, so that a crowd divides between the gates.'],
    bounds: { left: -2, bottom: -1.5, width: WIDTH + 4, height: HEIGHT + 3 },
    defaults: { people: 1000, field: NAMES[0], gate_low: 13, gate_high: 40, bar_ax: 37.5, bar_ay: 9.5, bar_bx: 40.5, bar_by: 18.5, trap_x: 72.5, trap_y: 27.5 },
    controls: [
        { key: 'people', name: 'People', min: 200, max: 2000, step: 200 },
        { key: 'field', name: 'Show the field of', options: NAMES },
    ],
    ranges: { gate_low: [4.5, 40.5], gate_high: [13.5, 49.5], ...RANGES },
    settle(state) { state.gate_high = Math.max(state.gate_high, state.gate_low + APART); },
    open: async state => new World(await part('crowd'), state),
};
