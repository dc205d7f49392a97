// Pairs of chasers start on the same tile. One of a pair uses tile_step, the other uses tile_line.
import { all } from '../library_all.js';
import { Dice } from './dice.js';
import c from './tiles.call.c?raw';
import code from './tiles.call.js?raw';
import { line, step } from './tiles.call.js';

const COLUMNS = 32, ROWS = 18, FRAMES_A_SECOND = 60;
const STARTS = [[3, 2], [2, 15], [29, 13], [16, 1]]; // one tile for each pair
const HIDER = [20, 9];
const KINDS = ['x', 'y', 'from_x', 'from_y', 'step_x', 'step_y', 'status', 'away'];

class World {
    #way; #mark; #state; #stepping; #walking; #calls; #frame; #dice; #trails; #steps; #rest; #target;

    constructor(way, state) {
        this.#way = way;
        this.#mark = way.mark();
        this.#state = state;
        const team = count => Object.fromEntries(KINDS.map(name => [name, way.ints(count)]));
        this.#target = { x: way.ints(1), y: way.ints(1) };
        const runner = { x: { data: this.#target.x, stride: 0 }, y: { data: this.#target.y, stride: 0 } }; // one runner for all chasers
        this.#stepping = team(STARTS.length + 1);
        this.#walking = team(STARTS.length);
        this.#calls = [step(way, this.#stepping, runner), line(way, this.#walking, runner)];
        this.restart();
    }

    close() { this.#way.release(this.#mark); }

    restart() {
        this.#dice = new Dice(1);
        this.#begin();
    }

    #begin() {
        this.#frame = this.#rest = 0;
        this.#steps = { step: STARTS.map(() => 0), line: STARTS.map(() => 0) };
        const put = (team, k, [x, y], away) => {
            for (const [name, value] of Object.entries({ x, y, from_x: x, from_y: y, away, status: 0 }))
                team[name].set(k, value);
        };
        STARTS.forEach((start, k) => {
            put(this.#stepping, k, start, 0);
            put(this.#walking, k, start, 0);
        });
        put(this.#stepping, STARTS.length, HIDER, 1);
        this.#trails = { step: STARTS.map(start => [...start]), line: STARTS.map(start => [...start]) };
    }

    #move(x, y) {
        this.#state.x = Math.min(Math.max(Math.floor(x), 0), COLUMNS - 1);
        this.#state.y = Math.min(Math.max(Math.floor(y), 0), ROWS - 1);
    }

    point(kind, x, y) {
        if (kind === 'tap')
            this.#move(x, y);
    }
    handles() { return [{ id: 'runner', label: 'The runner\'s tile', x: this.#state.x + 0.5, y: this.#state.y + 0.5, stride: 1 }]; }
    drag(id, x, y) { this.#move(x, y); }

    step() {
        if (++this.#frame % Math.round(FRAMES_A_SECOND / this.#state.pace) !== 0)
            return;
        this.#target.x.set(0, this.#state.x);
        this.#target.y.set(0, this.#state.y);
        for (const call of this.#calls)
            call.run();
        const isThere = [['step', this.#stepping], ['line', this.#walking]].map(([name, team]) => this.#go(name, team));
        if (isThere.every(Boolean) && ++this.#rest > 2) { // move the runner, and restart the chasers
            this.#move(this.#dice.between(4, COLUMNS - 4), this.#dice.between(3, ROWS - 3));
            this.#begin();
        }
    }

    // Moves the chasers. Returns true if all chasers have arrived.
    #go(name, team) {
        for (let k = 0; k < team.x.length; k++) {
            const x = team.x.at(k) + team.step_x.at(k), y = team.y.at(k) + team.step_y.at(k);
            team.x.set(k, Math.min(Math.max(x, 0), COLUMNS - 1));
            team.y.set(k, Math.min(Math.max(y, 0), ROWS - 1));
            if (k < STARTS.length && team.status.at(k) === this.#way.status.met) {
                this.#steps[name][k]++;
                this.#trails[name][k].push(x, y);
            }
        }
        return STARTS.every((_, k) => team.status.at(k) === this.#way.status.there);
    }

    draw(pen) {
        for (let x = 0; x <= COLUMNS; x++)
            pen.line(x, 0, x, ROWS, 'faint', { width: 1, alpha: 0.5 });
        for (let y = 0; y <= ROWS; y++)
            pen.line(0, y, COLUMNS, y, 'faint', { width: 1, alpha: 0.5 });
        const { scale } = pen.view, { x, y } = this.#state;
        STARTS.forEach(([startX, startY]) => pen.ring(startX + 0.5, startY + 0.5, scale * 0.3, 'soft', { width: 1.5 }));
        for (const [name, colour, shift] of [['step', 'slow', -0.09], ['line', 'met', 0.09]])
            for (const trail of this.#trails[name]) {
                const way = trail.map(value => value + 0.5 + shift);
                pen.way(way, colour, { width: 3, alpha: 0.75 });
                for (let k = 0; k < way.length; k += 2)
                    pen.disc(way[k], way[k + 1], scale * 0.1, colour);
            }
        for (let k = 0; k < STARTS.length; k++) {
            const ghost = this.#walking;
            if (ghost.status.at(k) === this.#way.status.met)
                pen.line(ghost.from_x.at(k) + 0.59, ghost.from_y.at(k) + 0.59, x + 0.5, y + 0.5, 'met',
                    { width: 1.2, alpha: 0.7, dash: [4, 6] });
        }
        this.#drawTeam(pen, this.#stepping, 'slow', -0.09);
        this.#drawTeam(pen, this.#walking, 'met', 0.09);
        const hider = STARTS.length;
        pen.disc(this.#stepping.x.at(hider) + 0.5, this.#stepping.y.at(hider) + 0.5, scale * 0.34, 'good');
        pen.text(this.#stepping.x.at(hider) + 0.5, this.#stepping.y.at(hider) + 0.5, 'keeps away', 'good',
            { shiftY: -scale * 0.34 - 10 });
        pen.ring(x + 0.5, y + 0.5, scale * 0.46, 'runner', { width: 2.5 });
        pen.disc(x + 0.5, y + 0.5, scale * 0.2, 'runner');
        pen.text(x + 0.5, y + 0.5, 'runner', 'runner', { shiftY: -scale * 0.46 - 12 });
    }

    #drawTeam(pen, team, colour, shift) {
        for (let k = 0; k < STARTS.length; k++)
            pen.disc(team.x.at(k) + 0.5 + shift, team.y.at(k) + 0.5 + shift, pen.view.scale * 0.3, colour);
    }

    readouts() {
        const row = (name, team, colour, title, note) => {
            const there = STARTS.filter((_, k) => team.status.at(k) === this.#way.status.there && this.#steps[name][k] > 0).length;
            return { name: title, value: `${there} of ${STARTS.length} there`,
                note: `after ${this.#steps[name].join(', ')} steps: ${note}`, swatch: colour };
        };
        return [
            row('step', this.#stepping, 'slow', 'A step on each axis', 'diagonal first, then straight'),
            row('line', this.#walking, 'met', 'Along the straight line', 'Bresenham\'s line'),
            { name: 'The runner\'s tile', value: `${this.#state.x}, ${this.#state.y}`,
                note: 'the same number of steps, other tiles' },
        ];
    }
}

export default {
    line: 'Roguelike monsters that walk as if they meant it: both kinds take the same number of steps, only the line looks natural.',
    picture: 'A grid of tiles, four pairs of walkers, and a runner.',
    behaviours: ['tile_step', 'tile_line'],
    code, c,
    source: ['tile_step: Chasing and Evading, notes after David M. Bourg and Glenn Seemann, AI for Game Developers.',
        'tile_line: Jack Bresenham, Algorithm for computer control of a digital plotter.'],
    help: ['Tap a tile, drag the runner, or move it by the arrow keys.',
        'Each pair starts on one tile: one steps on each axis, the other follows the straight line.',
        'When the runner moves, each line starts again.'],
    bounds: { left: -0.6, bottom: -0.6, width: COLUMNS + 1.2, height: ROWS + 1.2 },
    points: true,
    defaults: { x: 22, y: 7, pace: 5 },
    controls: [{ key: 'pace', name: 'Steps a second', min: 1, max: 20, step: 1 }],
    ranges: { x: [0, COLUMNS - 1], y: [0, ROWS - 1] },
    settle(state) {
        state.x = Math.round(state.x);
        state.y = Math.round(state.y);
    },
    open: async state => new World(await all(), state),
};
