// The skirmish's world: armies of any size, and rules for targets. Every operation rounds to a float, so
// that a battle has the same bits in every browser.
import { Dice } from './dice.js';
import { aim, avoid, choose, lead, share, sort } from './skirmish.call.js';

export const STEPS_A_SECOND = 20, NOBODY = 2 ** 32 - 1, LIVES = 4, RANGE = 14, RADIUS = 0.6;
export const MODES = ['shared out', 'just enough to kill', 'nearest', 'soonest'];
export const UNITS = 120;
const STEPS_A_CHOICE = 10, STEPS_A_SHOT = 15, CANDIDATES = 8, SHOOTERS = 3, LEAVING = 3, LEAVING_IN_TIME = 0.75;

const f = Math.fround;
const STEP = f(1 / STEPS_A_SECOND), SHELL_SPEED = 30, PACE = 4, TO_THE_RIGHT = f(0.2);
const HIT = f(f(RADIUS) * f(RADIUS)), LONGEST_FLIGHT = f(2 * RANGE / SHELL_SPEED);

const COLUMNS = { x: 'floats', y: 'floats', vx: 'floats', vy: 'floats', wish_x: 'floats', wish_y: 'floats', next_vx: 'floats', next_vy: 'floats',
    aim_x: 'floats', aim_y: 'floats', flight: 'floats', pace: 'floats', lives: 'floats', side: 'uints', enemies: 'uints', row: 'uints',
    target: 'uints', goal: 'uints', status: 'ints' };

export class Skirmish {
    // `modes` has one rule for targets per army.
    constructor(way, { units = UNITS, seed = 1, modes = [MODES[0], MODES[0]] }) {
        const army = units >> 1;
        Object.assign(this, { way, army, units: 2 * army, seed, modes, steps: 0, shells: [], landed: [], took: { choosing: 0, step: 0 } });
        this.counts = [0, 1].map(() => ({ living: army, fired: 0, hits: 0, wasted: 0 }));
        this.files = Math.round(15 * (army / 60) ** 0.4);
        this.mark = way.mark();
        this.unit = Object.fromEntries(Object.entries(COLUMNS).map(([name, kind]) => [name, way[kind](this.units)]));
        this.loading = new Int32Array(this.units);
        this.before = [new Float32Array(this.units), new Float32Array(this.units)]; // before the last step
        this.#fill();
        this.#prepare();
    }

    release() { this.way.release(this.mark); }

    #fill() {
        const { army, files } = this, { x, y, pace, side, enemies, row, target, goal, lives } = this.views(), dice = new Dice(this.seed);
        for (let i = 0; i < this.units; i++) {
            const number = i % army, rank = Math.floor(number / files), file = number % files, isLeft = i < army;
            x[i] = f((isLeft ? 20 : 80) + f((isLeft ? -2.5 : 2.5) * rank)) + dice.between(-0.5, 0.5);
            y[i] = f(f(8 + 3 * file) + (isLeft ? 0 : 6)) + dice.between(-0.5, 0.5);
            pace[i] = PACE;
            side[i] = isLeft ? 1 : 2;
            enemies[i] = 3 - side[i];
            row[i] = i;
            target[i] = goal[i] = NOBODY;
            lives[i] = LIVES;
            this.loading[i] = Math.floor(dice.between(0, STEPS_A_SHOT));
        }
        this.before[0].set(x);
        this.before[1].set(y);
    }

    #prepare() {
        const { way, unit, units } = this;
        this.crowd = sort(way, unit);
        this.near = choose(way, unit, this.crowd, 'distance', CANDIDATES, LEAVING, RANGE);
        this.soon = choose(way, unit, this.crowd, 'time', 1, LEAVING_IN_TIME, RANGE);
        this.shares = { 'shared out': share(way, this.near, CANDIDATES, units, { capacity: SHOOTERS }),
            'just enough to kill': share(way, this.near, CANDIDATES, units, { health: unit.lives }) };
        this.calls = { lead: lead(way, unit, RANGE, STEP), avoid: avoid(way, unit, this.crowd, RADIUS, STEP), aim: aim(way, unit, SHELL_SPEED) };
    }

    views() { return Object.fromEntries(Object.entries(this.unit).map(([name, column]) => [name, column.view])); }
    armyOf(i) { return i < this.army ? 0 : 1; }
    get isOver() { return this.counts.some(one => one.living === 0); }

    step() {
        const begun = performance.now();
        this.crowd.build();
        if (this.steps % STEPS_A_CHOICE === 0) {
            this.#choose();
            this.took.choosing = performance.now() - begun;
        }
        this.calls.lead.run();
        this.#walk();
        this.calls.avoid.run();
        this.#move();
        this.calls.aim.run();
        this.#fire();
        this.#land();
        this.steps++;
        this.took.step = performance.now() - begun;
    }

    // Finds the nearest enemies of each unit, then chooses the enemy to attack.
    // A unit without a target walks towards its nearest enemy.
    #choose() {
        const { target, goal } = this.views();
        this.near.run();
        const nearest = this.near.out.target.view;
        for (const [mode, call] of Object.entries(this.shares))
            if (this.modes.includes(mode))
                call.run();
        if (this.modes.includes('soonest'))
            this.soon.run();
        for (let i = 0; i < this.units; i++) {
            const mode = this.modes[this.armyOf(i)];
            target[i] = mode === 'nearest' ? nearest[CANDIDATES * i]
                : (mode === 'soonest' ? this.soon : this.shares[mode]).out.target.at(i);
            goal[i] = target[i] === NOBODY ? nearest[CANDIDATES * i] : target[i];
        }
    }

    // Units stand if their target is in range. Walking units keep slightly to the right of their goal, so that
    // head-on units pass each other.
    #walk() {
        const { wish_x, wish_y, status, target } = this.views(), { there } = this.way.status;
        for (let i = 0; i < this.units; i++) {
            const isInRange = status[i] === there && target[i] !== NOBODY, x = wish_x[i], y = wish_y[i];
            status[i] = isInRange ? 1 : 0;
            wish_x[i] = isInRange ? 0 : x + f(TO_THE_RIGHT * y);
            wish_y[i] = isInRange ? 0 : y - f(TO_THE_RIGHT * x);
        }
    }

    #move() {
        const { x, y, vx, vy, next_vx, next_vy } = this.views();
        this.before[0].set(x);
        this.before[1].set(y);
        vx.set(next_vx);
        vy.set(next_vy);
        for (let i = 0; i < this.units; i++) {
            x[i] += f(vx[i] * STEP);
            y[i] += f(vy[i] * STEP);
        }
    }

    #fire() {
        const { x, y, aim_x, aim_y, flight, target, status } = this.views(), { loading } = this;
        for (let i = 0; i < this.units; i++) {
            loading[i] -= loading[i] > 0;
            if (!status[i] || loading[i] > 0 || flight[i] > LONGEST_FLIGHT || this.shells.length === 8 * this.units)
                continue;
            const steps = 1 + Math.trunc(f(flight[i] * STEPS_A_SECOND)), army = this.armyOf(i);
            this.shells.push({ x: aim_x[i], y: aim_y[i], target: target[i], steps, of: steps, fromX: x[i], fromY: y[i], army });
            loading[i] = STEPS_A_SHOT;
            this.counts[army].fired++;
        }
    }

    #land() {
        const { x, y, side, lives } = this.views(), inAir = this.shells;
        this.landed = this.landed.filter(one => ++one.age < STEPS_A_SECOND / 2);
        this.shells = inAir.filter(shell => --shell.steps > 0);
        for (const { x: atX, y: atY, target, steps, army } of inAir) {
            if (steps > 0)
                continue;
            const dx = f(x[target] - atX), dy = f(y[target] - atY), isNear = f(f(dx * dx) + f(dy * dy)) <= HIT;
            const kind = side[target] === 0 ? 'wasted' : isNear ? 'hits' : 'missed';
            this.landed.push({ x: atX, y: atY, kind, age: 0 });
            if (kind !== 'missed')
                this.counts[army][kind]++;
            if (kind === 'hits' && --lives[target] === 0)
                this.#fall(target);
        }
    }

    // Removes a fallen unit, so that it is no longer a target or an obstacle.
    #fall(row) {
        const { side, enemies, pace, vx, vy, target, goal } = this.views();
        side[row] = enemies[row] = pace[row] = vx[row] = vy[row] = 0;
        for (const column of [target, goal])
            for (let i = 0; i < this.units; i++)
                if (column[i] === row || i === row)
                    column[i] = NOBODY;
        this.counts[this.armyOf(row)].living--;
    }
}
