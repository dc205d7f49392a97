// A gun, the low and the high arc that hit its moving target, and shells that fly along these arcs.
import { part } from '../library_part.js';
import { arcs, flight } from './arcs.call.js';
import c from './arcs.call.c?raw';
import code from './arcs.call.js?raw';
import { Feathers, REASONS, nearest, reasonOf } from './shooting.js';

const WIDTH = 112, HEIGHT = 63, FRAME = 1 / 60, HIT = 0.8, SAMPLES = 60; // lengths in m, times in s

class World {
    #way; #state; #target; #age; #shells; #feathers; #answer; #word; #fired; #hits;

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.restart();
    }

    restart() {
        this.#shells = [];
        this.#feathers = [];
        this.#fired = this.#hits = 0;
        this.#word = 'none yet';
        this.#begin();
    }

    // Puts the target at the start of its path.
    #begin() {
        const { target_x: x, target_y: y, flight_x: vx, flight_y: vy, push: ax } = this.#state;
        this.#target = { x, y, vx, vy, ax };
        this.#age = 0;
        this.#solve();
    }

    get #gun() { return { x: this.#state.gun_x, y: this.#state.gun_y, speed: this.#state.speed }; }
    #solve() { this.#answer = arcs(this.#way, this.#gun, this.#target, this.#state.gravity); }
    get #meets() { return this.#answer.status === this.#way.status.met; }
    get #hasHigh() { return this.#meets && this.#answer.meetings > 1; }

    get actions() {
        return [{ key: 'f', name: 'Fire low', fires: true, run: () => this.fire(false) },
            { key: 'g', name: 'Fire high', fires: true, run: () => this.fire(true) }];
    }

    fire(isHigh) {
        this.#solve();
        if (!this.#meets || isHigh && !this.#hasHigh) {
            this.said = this.#word = 'held fire: no shell can reach it';
            return;
        }
        const { velocity_x, velocity_y, high_velocity_x, high_velocity_y } = this.#answer, { x, y } = this.#gun;
        this.#shells.push({ x, y, vx: isHigh ? high_velocity_x : velocity_x, vy: isHigh ? high_velocity_y : velocity_y, age: 0,
            now: { x, y } });
        this.#fired++;
        this.#word = 'in the air';
    }

    point(kind) {
        if (kind === 'tap')
            this.fire(false);
    }

    handles() {
        const { x, y, vx, vy } = this.#target;
        return [
            { id: 'target', label: 'The target', x, y },
            { id: 'flight', label: 'Where the target goes', x: x + vx, y: y + vy },
            { id: 'gun', label: 'The gun', x: this.#state.gun_x, y: this.#state.gun_y },
        ];
    }

    // Moves what a visitor drags. If the visitor drags the target, the start of the target's path moves.
    drag(id, x, y) {
        const state = this.#state, target = this.#target;
        if (id === 'gun')
            Object.assign(state, { gun_x: x, gun_y: y });
        else if (id === 'target')
            Object.assign(state, { target_x: x, target_y: y, flight_x: target.vx, flight_y: target.vy });
        else
            Object.assign(state, { target_x: target.x, target_y: target.y, flight_x: x - target.x, flight_y: y - target.y });
        if (id !== 'gun')
            this.#begin();
        this.#solve();
    }
    hold(id) { this.#held = id; }
    #held;
    said = '';

    change(key) {
        if (key === 'push')
            this.#begin();
        this.#solve();
    }

    step() {
        const target = this.#target;
        if (this.#held !== 'target' && this.#held !== 'flight') {
            this.#age += FRAME;
            const { target_x, target_y, flight_x, flight_y, push } = this.#state, t = this.#age;
            Object.assign(target, { x: target_x + flight_x * t + push * t * t / 2, y: target_y + flight_y * t,
                vx: flight_x + push * t });
            const isOut = target.x < -6 || target.x > WIDTH || target.y < -2 || target.y > HEIGHT || t > 30;
            if (isOut && this.#shells.length === 0)
                this.#begin();
        }
        this.#shells = this.#shells.filter(shell => this.#fly(shell));
        this.#feathers = this.#feathers.filter(one => one.step(FRAME));
        this.#solve();
    }

    // Moves a shell by one frame. Returns true if the shell is still in the air.
    #fly(shell) {
        const before = shell.now, target = this.#target;
        shell.age += FRAME;
        const { point_x: x, point_y: y } = flight(this.#way, shell, this.#state.gravity, shell.age);
        shell.now = { x, y };
        const stride = { x: x - before.x, y: y - before.y };
        if (nearest(shell.now, stride, target, { x: target.vx * FRAME, y: target.vy * FRAME }).distance <= HIT) {
            this.#hits++;
            this.said = this.#word = `hit after ${shell.age.toFixed(2)} s`;
            this.#feathers.push(new Feathers(this.#way, target, this.#fired));
            this.#begin();
            return false;
        }
        if (y < -2 || x < -8 || x > WIDTH + 8) {
            this.said = this.#word = 'missed';
            return false;
        }
        return true;
    }

    draw(pen) {
        const gun = this.#gun, answer = this.#answer, target = this.#target;
        pen.line(-8, 0, WIDTH + 8, 0, 'faint', { width: 2 });
        const until = this.#hasHigh ? answer.high_time : this.#meets ? answer.time : 2.5;
        const course = Array.from({ length: SAMPLES + 1 }, (_, k) => {
            const t = until * k / SAMPLES;
            return [target.x + target.vx * t + target.ax * t * t / 2, target.y + target.vy * t];
        });
        pen.way(course.flat(), 'runner', { width: 1.5, dash: [3, 6] });
        if (this.#hasHigh)
            this.#arc(pen, gun, answer.high_velocity_x, answer.high_velocity_y, answer.high_time, 'slow', 'high');
        if (this.#meets)
            this.#arc(pen, gun, answer.velocity_x, answer.velocity_y, answer.time, 'met', 'low');
        pen.line(target.x, target.y, target.x + target.vx, target.y + target.vy, 'runner', { width: 2.5 });
        pen.head(target.x + target.vx, target.y + target.vy, target.vx, target.vy, 'runner', { width: 2.5, size: 11 });
        pen.disc(target.x, target.y, 8, 'runner');
        pen.text(target.x, target.y, 'target', 'runner', { shiftY: -20 });
        const [ux, uy] = this.#meets ? [answer.velocity_x, answer.velocity_y] : [target.x - gun.x, target.y - gun.y];
        const length = Math.hypot(ux, uy) || 1, barrel = 32 / pen.view.scale;
        pen.line(gun.x, gun.y, gun.x + ux / length * barrel, gun.y + uy / length * barrel, 'text', { width: 8 });
        pen.disc(gun.x, gun.y, 12, 'text');
        pen.disc(gun.x, gun.y, 5, 'stage');
        for (const { now } of this.#shells)
            pen.disc(now.x, now.y, 5, 'text');
        for (const one of this.#feathers)
            one.draw(pen, 'runner');
    }

    #arc(pen, gun, vx, vy, time, colour, name) {
        const points = Array.from({ length: SAMPLES + 1 }, (_, k) =>
            flight(this.#way, { x: gun.x, y: gun.y, vx, vy }, this.#state.gravity, time * k / SAMPLES));
        pen.way(points.flatMap(one => [one.point_x, one.point_y]), colour, { width: 2.5 });
        const { point_x, point_y } = points.at(-1), top = points[Math.round(SAMPLES / 2)];
        pen.disc(point_x, point_y, 5.5, colour);
        pen.text(top.point_x, top.point_y, `${name}, ${time.toFixed(2)} s`, colour, { shiftY: -16 });
    }

    chips() {
        if (!this.#meets)
            return [{ text: REASONS[reasonOf(this.#way, this.#answer)], tone: 'bad' }];
        return this.#fired && this.#shells.length === 0 ? [{ text: this.#word, tone: this.#word.startsWith('hit') ? 'good' : 'bad' }] : [];
    }

    readouts() {
        const answer = this.#answer, reason = reasonOf(this.#way, answer);
        const angle = (vx, vy) => `${(Math.atan2(vy, vx) * 180 / Math.PI).toFixed(1)}°`;
        return [
            { name: 'Low arc', value: this.#meets ? `${answer.time.toFixed(2)} s` : 'none', swatch: 'met',
                tone: this.#meets ? '' : 'bad',
                note: this.#meets ? `aims at ${angle(answer.velocity_x, answer.velocity_y)}` : REASONS[reason] },
            { name: 'High arc', value: this.#hasHigh ? `${answer.high_time.toFixed(2)} s` : 'none', swatch: 'slow',
                note: this.#hasHigh ? `aims at ${angle(answer.high_velocity_x, answer.high_velocity_y)}` : 'there is only one arc' },
            { name: 'Possible hits', value: String(answer.meetings), note: 'moments at which a shell can hit it' },
            { name: 'Last shot', value: this.#word, note: `${this.#shells.length} in the air`,
                tone: this.#word.startsWith('hit') ? 'good' : this.#word === 'missed' ? 'bad' : '' },
            { name: 'Hits', value: `${this.#hits} of ${this.#fired}` },
        ];
    }
}

export default {
    line: 'Artillery that hits what moves, by the low arc or by the high one.',
    picture: 'A gun at the left, two arcs, and a target that flies towards it.',
    behaviours: ['arc2d', 'flight2d'],
    code, c,
    source: ['flight2d: Two Basic Kinematics Problems, solving parabolas.'],
    help: ['Drag the gun, the target, and the tip of its arrow.', 'F or a tap fires the low arc, G the high one.',
        'Let the target gain speed: the arcs still meet it.'],
    bounds: { left: -6, bottom: -4, width: WIDTH, height: HEIGHT },
    points: true,
    fires: true,
    defaults: { gun_x: 4, gun_y: 0, target_x: 92, target_y: 12, flight_x: -8, flight_y: 0, speed: 30, gravity: 9.8, push: 0 },
    controls: [
        { key: 'speed', name: 'Shell', unit: 'm/s', min: 1, max: 60, step: 0.5 },
        { key: 'gravity', name: 'Gravity', unit: 'm/s²', min: 0, max: 20, step: 0.1 },
        { key: 'push', name: 'Target gains', unit: 'm/s²', min: -5, max: 5, step: 0.1 },
    ],
    ranges: { gun_x: [-6, 106], gun_y: [-4, 59], target_x: [-6, 106], target_y: [-2, 59], flight_x: [-60, 60], flight_y: [-60, 60] },
    open: async state => new World(await part('aim'), state),
};
