// Two armies choose targets by different rules. Which army wastes fewer shots?
import { Clock, ms } from '../frame_bar.js';
import { part } from '../library_part.js';
import c from './skirmish.call.c?raw';
import code from './skirmish.call.js?raw';
import { LIVES, MODES, RADIUS, STEPS_A_SECOND, UNITS as FIRST_UNITS, Skirmish } from './skirmish.world.js';

const SEEDS = 8;
const ARMIES = ['red', 'blue'], COLOURS = ['runner', 'chaser'], TITLES = ['Red', 'Blue'];
const UNITS = { 120: 120, 300: 300, 600: 600, '1,200': 1200, '2,400': 2400 };
const FRAMES_A_STEP = 60 / STEPS_A_SECOND, MOST_LINES = 600, EDGE = 8, WAIT = 6; // EDGE in m, WAIT in s

class World {
    #way; #state; #battle; #share; #choosing = 0; #clock; #guess; #wait; #guesses = []; #won = {};
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.restart();
    }

    close() { this.#battle.release(); }

    restart() {
        const { units, seed } = this.#state;
        this.#battle?.release();
        this.#battle = undefined;
        this.#battle = new Skirmish(this.#way, { units, seed, modes: ARMIES.map(army => this.#state[army]) });
        this.#share = 0;
        this.#guess = undefined;
        this.#wait = 60 * WAIT;
        this.#clock = new Clock();
        this.said = '';
    }

    change(key) {
        if (ARMIES.includes(key))
            this.#won = {};
        if (key !== 'pace')
            this.restart();
    }

    get actions() {
        const guess = army => ({ key: String(army + 1), name: `${TITLES[army]} wins`, fires: true, run: () => this.#bet(army) });
        return [guess(0), guess(1), { key: 'x', name: 'Rematch, sides changed', isMain: true, fires: true, run: () => this.#rematch() }];
    }

    // Which army will win? The battle begins when the visitor has guessed, or after some seconds.
    #bet(army) {
        if (this.#isOver)
            this.#rematch();
        else if (this.#wait > 0)
            [this.#guess, this.#wait] = [army, 0];
    }
    point(kind, x) {
        if (kind === 'tap')
            this.#bet(x < 50 ? 0 : 1);
    }

    #rematch() {
        const state = this.#state;
        [state.red, state.blue, state.seed] = [state.blue, state.red, state.seed % SEEDS + 1];
        this.restart();
    }

    bounds() {
        const { files } = this.#battle, depth = 2.5 * Math.ceil(this.#battle.army / files) + 2;
        return { left: 20 - depth - EDGE, bottom: 8 - EDGE, width: 60 + 2 * (depth + EDGE), height: 3 * files + 3 + 2 * EDGE };
    }

    step() {
        const battle = this.#battle;
        if (this.#isOver || this.#wait > 0 && --this.#wait > 0)
            return;
        this.#share += this.#state.pace / FRAMES_A_STEP;
        for (; this.#share >= 1 - 1e-9 && !this.#isOver; this.#share--) {
            battle.step();
            this.#clock.add({ step: battle.took.step });
            this.#choosing = battle.took.choosing;
        }
        if (!this.#isOver)
            return;
        this.#share = 1;
        const winner = this.#winner, rule = battle.modes[winner];
        if (winner >= 0)
            this.#won[rule] = (this.#won[rule] ?? 0) + 1;
        if (this.#guess !== undefined)
            this.#guesses.push(this.#guess === winner);
        this.said = `${this.#verdict}. ${this.#guessed}`.trim();
    }

    // Returns the row of the army with more living units; -1 in a draw.
    get #winner() {
        const [red, blue] = this.#battle.counts.map(one => one.living);
        return red === blue ? -1 : red > blue ? 0 : 1;
    }

    get #guessed() {
        const right = this.#guesses.filter(Boolean).length, all = this.#guesses.length;
        return this.#guess === undefined ? '' : `You guessed ${this.#guesses[all - 1] ? 'right' : 'wrong'}: ${right} of ${all}`;
    }

    get #isOver() { return this.#battle.isOver; }
    get #time() { return `${(this.#battle.steps / STEPS_A_SECOND).toFixed(1)} s`; }

    // Returns a text: the rule that won, and the number of living units.
    get #verdict() {
        const battle = this.#battle, winner = this.#winner, rule = battle.modes[winner];
        return winner < 0 ? 'A draw' : `${rule[0].toUpperCase()}${rule.slice(1)} wins: ${battle.counts[winner].living} of ${battle.army} left`;
    }

    // Returns the share of an army's shots that landed after their target had fallen.
    #wasted(army) {
        const { fired, wasted } = this.#battle.counts[army];
        return fired ? wasted / fired : 0;
    }

    chips() {
        if (this.#wait > 0)
            return [{ isBig: true, text: 'Which army wins?' },
                { text: `1 or a tap: red, ${this.#state.red}. 2: blue, ${this.#state.blue}. They begin in ${Math.ceil(this.#wait / 60)} s` }];
        const battle = this.#battle, chips = [0, 1].map(army => ({ share: this.#wasted(army), colour: COLOURS[army],
            text: `${battle.modes[army]}: ${Math.round(100 * this.#wasted(army))} % of shots wasted, ${battle.counts[army].living} left` }));
        if (this.#isOver) {
            const { modes } = battle, score = mode => this.#won[mode] ?? 0;
            chips.push({ isBig: true, tone: 'good', text: this.#verdict },
                { text: this.#guessed, tone: this.#guesses.at(-1) ? 'good' : 'bad' });
            if (modes[0] !== modes[1])
                chips.push({ text: `${modes[0]} ${score(modes[0])} : ${score(modes[1])} ${modes[1]}` });
        }
        return chips;
    }

    draw(pen) {
        const battle = this.#battle, { x, y, side, lives, target, status } = battle.views(), share = Math.min(Math.max(this.#share, 0), 1);
        const { scale } = pen.view, size = Math.max(RADIUS * scale, 1.6), [beforeX, beforeY] = battle.before;
        const at = i => [beforeX[i] + (x[i] - beforeX[i]) * share, beforeY[i] + (y[i] - beforeY[i]) * share];
        for (let i = 0; i < battle.units; i++)
            if (side[i] === 0)
                pen.disc(x[i], y[i], size * 0.6, 'faint', 0.8);
        if (battle.units <= MOST_LINES)
            for (let i = 0; i < battle.units; i++)
                if (side[i] && status[i] && target[i] < battle.units)
                    pen.line(...at(i), ...at(target[i]), COLOURS[battle.armyOf(i)], { width: 1, alpha: 0.35 });
        for (let i = 0; i < battle.units; i++)
            if (side[i]) {
                pen.disc(...at(i), size, COLOURS[battle.armyOf(i)], 0.3);
                pen.disc(...at(i), size * Math.sqrt(lives[i] / LIVES), COLOURS[battle.armyOf(i)]);
            }
        for (const shell of battle.shells) {
            const part = (shell.of - shell.steps + share) / shell.of, tail = Math.max(part - 0.15, 0);
            const along = part => [shell.fromX + (shell.x - shell.fromX) * part, shell.fromY + (shell.y - shell.fromY) * part];
            pen.line(...along(tail), ...along(part), 'text', { width: 1.5, alpha: 0.6 });
        }
        for (const { x: landX, y: landY, kind, age } of battle.landed) {
            const part = (age + share) * 2 / STEPS_A_SECOND, alpha = Math.max(1 - part, 0);
            if (kind === 'hits')
                pen.ring(landX, landY, size * (0.8 + part), 'fifth', { width: 1.5, alpha });
            else if (kind === 'wasted')
                pen.ring(landX, landY, size * 0.8, 'text', { width: 1.5, alpha });
            else
                pen.disc(landX, landY, 1.5, 'soft', alpha);
        }
    }

    // Returns the distance between the nearest two living units.
    nearestTwo() {
        const { x, y, side } = this.#battle.views(), those = [...side.keys()].filter(i => side[i]);
        return Math.min(...those.map((i, k) => those.slice(k + 1).reduce((least, j) => Math.min(least, Math.hypot(x[i] - x[j], y[i] - y[j])), Infinity)));
    }

    readouts() {
        const battle = this.#battle, { served = 0, most = 0, gap = 0 } = this.#shared ?? {};
        const living = army => {
            const { living, fired, hits, wasted } = battle.counts[army];
            return { name: TITLES[army], value: `${living} of ${battle.army}`, swatch: COLOURS[army],
                note: `${battle.modes[army]}; ${fired} shots, ${hits} hits, ${wasted} wasted` };
        };
        return [
            living(0), living(1),
            { name: 'Time', value: this.#time, note: this.#isOver ? this.#verdict : 'they fight', tone: this.#isOver ? 'good' : '' },
            { name: 'Targets assigned', value: this.#shared ? `${served} of ${most} possible` : '–',
                note: this.#shared ? `at the smallest total distance${gap === 0 ? '' : `, or ${gap.toPrecision(2)} m above it`}` : 'neither army shares' },
            { name: 'Time per step', value: ms(this.#clock.best('step')),
                note: `20 steps a second, by the small build without SIMD; every half second choosing takes ${ms(this.#choosing)} of it` },
        ];
    }

    // Returns the call of assign, or undefined if no army's rule uses assign.
    get #shared() { return this.#battle.modes.map(mode => this.#battle.shares[mode]).find(Boolean); }
}

export default {
    line: ({ red, blue }) => `Squads that do not all shoot the same rat. Red's rule: ${red}. Blue's rule: ${blue}. Which side wastes fewer shots?`,
    picture: 'Two armies of discs walk towards each other and fire.',
    behaviours: ['lead2d', 'intercept2d'],
    calls: ['crowd2d', 'choose2d', 'assign', 'avoid2d'],
    code, c,
    source: ['choose2d: the k nearest neighbours of Jon Louis Bentley, Multidimensional Binary Search Trees Used for Associative Searching.',
        'assign: Roy Jonker and Anton Volgenant, A Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems.',
        'avoid2d: Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, Reciprocal n-Body Collision Avoidance.',
        'lead2d and intercept2d: Mike Oberberger, Interception of Two Moving Objects in 2D Space.'],
    help: ['Which side wins? Guess, then change sides with X: is it the rule or the luck?',
        'Shared out: at most three units attack one target. Just enough to kill: as many as the target has lives.',
        'A yellow ring is a hit. A black or white ring is a shot at a unit that is already down.'],
    bounds: { left: 0, bottom: 0, width: 100, height: 70 },
    defaults: { units: FIRST_UNITS, seed: 1, red: 'nearest', blue: MODES[0], pace: 3 },
    points: true,
    fires: true,
    controls: [
        { key: 'red', name: 'Red attacks', options: MODES },
        { key: 'blue', name: 'Blue attacks', options: MODES },
        { key: 'units', name: 'Units', options: UNITS },
        { key: 'seed', name: 'Seed', min: 1, max: SEEDS, step: 1 },
        { key: 'pace', name: 'Pace', options: { 'real time': 1, 'three times': 3, 'ten times': 10 } },
    ],
    open: async state => new World(await part('crowd'), state),
};
