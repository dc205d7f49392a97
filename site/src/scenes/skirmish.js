// Two armies choose targets by different rules. Which army wastes fewer shots?
import { Clock, ms } from '../frame_bar.js';
import { part } from '../library_part.js';
import c from './skirmish.call.c?raw';
import code from './skirmish.call.js?raw';
import { LIVES, MODES, RADIUS, STEPS_A_SECOND, UNITS as FIRST_UNITS, Skirmish } from './skirmish.world.js';

const SEEDS = 8;
const ARMIES = ['red', 'blue'], COLOURS = ['runner', 'chaser'], TITLES = ['Red', 'Blue'];
const UNITS = { 120: 120, 300: 300, 600: 600, '1,200': 1200, '2,400': 2400 }, MOST_WITHOUT_GL = 300;
const FRAMES_A_STEP = 60 / STEPS_A_SECOND, MOST_LINES = 600, EDGE = 8; // EDGE in m

class World {
    #way; #state; #battle; #share = 0; #choosing = 0; #clock;
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
        this.#battle = new Skirmish(this.#way, { units, seed, modes: ARMIES.map(army => this.#state[army]), flags: [0, 1].map(k => this.#flag(k)) });
        this.#share = 0;
        this.#clock = new Clock();
        this.said = '';
    }

    change(key) {
        if (key !== 'pace')
            this.restart();
    }

    get actions() {
        const next = (key, army) => ({ key, name: `${TITLES[army]}: next rule`, run: () => {
            const name = ARMIES[army];
            this.#state[name] = MODES[(MODES.indexOf(this.#state[name]) + 1) % MODES.length];
            this.restart();
        } });
        return [{ key: 'x', name: 'Rematch, sides changed', isMain: true, run: () => this.#rematch() }, next('o', 0), next('b', 1),
            { key: 'a', name: 'Attack!', run: () => this.#lowerFlags() }];
    }

    #rematch() {
        const state = this.#state;
        [state.red, state.blue, state.seed] = [state.blue, state.red, state.seed % SEEDS + 1];
        this.restart();
    }

    // The position of an army's flag; undefined if the flag is not planted.
    #flag(army) {
        const [x, y] = ['x', 'y'].map(axis => this.#state[`${ARMIES[army]}_${axis}`]);
        return x === 0 && y === 0 ? undefined : { x, y };
    }

    #lowerFlags() {
        for (const army of ARMIES)
            Object.assign(this.#state, { [`${army}_x`]: 0, [`${army}_y`]: 0 });
        this.#battle.flags = [];
    }

    // A flag that is not planted stands behind its army.
    #home(army) {
        const { files, army: count } = this.#battle, depth = 2.5 * Math.ceil(count / files) + 2;
        return { x: army === 0 ? 20 - depth : 80 + depth, y: 8 + 3 * (files - 1) / 2 + (army === 0 ? 0 : 6) };
    }

    handles() {
        return [0, 1].map(army => ({ id: ARMIES[army], label: `${TITLES[army]}'s flag`, ...this.#flag(army) ?? this.#home(army) }));
    }

    drag(id, x, y) {
        const flag = { x: x || 0.01, y };
        Object.assign(this.#state, { [`${id}_x`]: flag.x, [`${id}_y`]: flag.y });
        this.#battle.flags[ARMIES.indexOf(id)] = flag;
    }

    bounds() {
        const { files } = this.#battle, [left, right] = [0, 1].map(army => this.#home(army).x);
        return { left: left - EDGE, bottom: 8 - EDGE, width: right - left + 2 * EDGE, height: 3 * files + 3 + 2 * EDGE };
    }

    step() {
        const battle = this.#battle;
        if (this.#isOver)
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
        this.said = this.#verdict;
    }

    get #isOver() { return this.#battle.isOver; }
    get #time() { return `${(this.#battle.steps / STEPS_A_SECOND).toFixed(1)} s`; }

    // Returns a text: the rule that won, and the number of living units.
    get #verdict() {
        const battle = this.#battle, [red, blue] = battle.counts.map(one => one.living), winner = red > blue ? 0 : 1, rule = battle.modes[winner];
        return red === blue ? 'A draw' : `${rule[0].toUpperCase()}${rule.slice(1)} wins: ${Math.max(red, blue)} of ${battle.army} left`;
    }

    // Returns the share of an army's shots that landed after their target had fallen.
    #wasted(army) {
        const { fired, wasted } = this.#battle.counts[army];
        return fired ? wasted / fired : 0;
    }

    chips() {
        const battle = this.#battle, chips = [0, 1].map(army => ({ share: this.#wasted(army), colour: COLOURS[army],
            text: `${battle.modes[army]}: ${Math.round(100 * this.#wasted(army))} % of shots wasted, ${battle.counts[army].living} left` }));
        if (this.#isOver)
            chips.push({ isBig: true, tone: 'good', text: this.#verdict });
        return chips;
    }

    draw(pen) {
        const battle = this.#battle, { x, y, side, lives, target, status } = battle.views(), share = Math.min(Math.max(this.#share, 0), 1);
        const { scale } = pen.view, size = Math.max(RADIUS * scale, 1.6), [beforeX, beforeY] = battle.before;
        const at = i => [beforeX[i] + (x[i] - beforeX[i]) * share, beforeY[i] + (y[i] - beforeY[i]) * share];
        this.#drawFlags(pen);
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

    #drawFlags(pen) {
        for (const army of [0, 1]) {
            const flag = this.#flag(army), { x, y } = flag ?? this.#home(army), { scale } = pen.view, tall = 22 / scale, wide = 15 / scale;
            if (flag)
                pen.ring(x, y, this.#battle.guardOf(army) * scale, COLOURS[army], { width: 1.5, alpha: 0.45 });
            pen.line(x, y, x, y + tall, COLOURS[army], { width: 2.5 });
            pen.way([x, y + tall, x + wide, y + tall * 0.78, x, y + tall * 0.56], COLOURS[army], { width: 2.5 });
            pen.disc(x, y, 3, COLOURS[army]);
        }
    }

    // Returns the mean position of an army's living units.
    middle(army) {
        const { x, y, side } = this.#battle.views(), those = [...side.keys()].filter(i => side[i] === army + 1);
        const mean = column => those.reduce((sum, i) => sum + column[i], 0) / those.length;
        return { x: mean(x), y: mean(y) };
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
    help: ['Which side wins? Then change sides with X: is it the rule or the luck?',
        'Shared out: at most three units attack one target. Just enough to kill: as many as the target has lives.',
        'Drag a flag: its army gathers there and fires at anyone in range. A: everybody attacks.',
        'A yellow ring is a hit. A black or white ring is a shot at a unit that is already down.'],
    bounds: { left: 0, bottom: 0, width: 100, height: 70 },
    defaults: { units: FIRST_UNITS, seed: 1, red: 'nearest', blue: MODES[0], pace: 3, red_x: 0, red_y: 0, blue_x: 0, blue_y: 0 },
    controls: [
        { key: 'red', name: 'Red attacks', options: MODES },
        { key: 'blue', name: 'Blue attacks', options: MODES },
        { key: 'units', name: 'Units', options: UNITS },
        { key: 'seed', name: 'Seed', min: 1, max: SEEDS, step: 1 },
        { key: 'pace', name: 'Pace', options: { 'real time': 1, 'three times': 3, 'ten times': 10 } },
    ],
    settle(state, { hasGl }) {
        if (!hasGl)
            state.units = Math.min(state.units, MOST_WITHOUT_GL);
    },
    open: async state => new World(await part('crowd'), state),
};
