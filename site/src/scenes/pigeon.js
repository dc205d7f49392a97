// Pigeon and gun: lead it, fire, and see what becomes of a shot when the pigeon turns.
import { all } from '../library.js';
import code from './pigeon.call.js?raw';
import { aim, atLast } from './pigeon.call.js';

const WIDTH = 96, HEIGHT = 54, FRAME = 1 / 60, HIT = 0.5; // m, s
const TURN = { x: 0.5, y: Math.sqrt(3) / 2 }; // 60 degrees
const FRAMES_A_TURN = { never: Infinity, 'now and then': 150, often: 60 };
const SECONDS_OF_FLASH = 0.6;

const REASONS = {
    too_slow: 'The shot is slower than the pigeon, and the pigeon flies away.',
    immobile: 'The shot has no speed, and the pigeon does not come to the gun.',
    late: 'The shot would meet it, but only after it has left the picture.',
    there: 'The pigeon sits on the gun.',
    invalid: 'These numbers are too large, or none.',
};

// How long until something that moves so leaves 0 to size.
const untilBorder = (place, velocity, size) =>
    velocity > 0 ? (size - place) / velocity : velocity < 0 ? -place / velocity : Infinity;

class World {
    #way; #state; #pigeon; #shots; #flashes; #frame; #held; #answer; #last; #fired; #hits; #missed; #word;

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.restart();
    }

    restart() {
        this.#shots = [];
        this.#flashes = [];
        this.#frame = this.#fired = this.#hits = this.#missed = 0;
        this.#word = 'none yet';
        this.#release();
    }

    // The pigeon as the link has it.
    #release() {
        const { pigeon_x, pigeon_y, flight_x, flight_y } = this.#state;
        this.#pigeon = { x: pigeon_x, y: pigeon_y, vx: flight_x, vy: flight_y };
        this.#solve();
    }

    get #gun() { return { x: this.#state.gun_x, y: this.#state.gun_y, speed: this.#state.speed }; }
    get #horizon() {
        const { x, y, vx, vy } = this.#pigeon;
        return Math.min(untilBorder(x, vx, WIDTH), untilBorder(y, vy, HEIGHT));
    }

    #solve() {
        this.#answer = aim(this.#way, this.#gun, this.#pigeon, this.#horizon);
        this.#last = atLast(this.#way, this.#gun, this.#pigeon, this.#horizon);
    }

    get #reason() { return Object.keys(this.#way.status).find(name => this.#way.status[name] === this.#answer.status); }

    get actions() {
        return [
            { key: 'f', name: 'Fire', run: () => this.fire() },
            { key: 't', name: 'The pigeon turns', run: () => this.turn() },
        ];
    }

    fire() {
        this.#solve();
        if (this.#reason !== 'met') {
            this.#word = 'held back: it would not meet';
            return;
        }
        const { velocity_x, velocity_y } = this.#answer, { x, y } = this.#gun;
        this.#shots.push({ x, y, vx: velocity_x, vy: velocity_y, age: 0, least: Infinity, turns: this.#turns });
        this.#fired++;
        this.#word = 'in the air';
    }

    #turns = 0;
    turn() {
        const { vx, vy } = this.#pigeon, side = this.#turns++ % 2 ? -1 : 1;
        this.#pigeon.vx = vx * TURN.x - side * vy * TURN.y;
        this.#pigeon.vy = vy * TURN.x + side * vx * TURN.y;
        this.#solve();
    }

    point(kind) {
        if (kind === 'down')
            this.fire();
    }

    hold(id) { this.#held = id; }

    handles() {
        const { x, y, vx, vy } = this.#pigeon;
        return [
            { id: 'pigeon', label: 'The pigeon', x, y },
            { id: 'flight', label: 'Where the pigeon flies', x: x + vx, y: y + vy },
            { id: 'gun', label: 'The gun', x: this.#state.gun_x, y: this.#state.gun_y },
        ];
    }

    drag(id, x, y) {
        const state = this.#state, pigeon = this.#pigeon;
        if (id === 'gun')
            Object.assign(state, { gun_x: x, gun_y: y });
        else if (id === 'pigeon')
            Object.assign(pigeon, { x, y });
        else
            Object.assign(pigeon, { vx: x - pigeon.x, vy: y - pigeon.y });
        Object.assign(state, { pigeon_x: pigeon.x, pigeon_y: pigeon.y, flight_x: pigeon.vx, flight_y: pigeon.vy });
        this.#solve();
    }

    change() { this.#solve(); }

    step() {
        const pigeon = this.#pigeon;
        if (++this.#frame % FRAMES_A_TURN[this.#state.turns] === 0)
            this.turn();
        if (this.#held !== 'pigeon' && this.#held !== 'flight') {
            pigeon.x += pigeon.vx * FRAME;
            pigeon.y += pigeon.vy * FRAME;
            if (pigeon.x < 0 && pigeon.vx < 0 || pigeon.x > WIDTH && pigeon.vx > 0)
                this.#turnBack('vx');
            if (pigeon.y < 0 && pigeon.vy < 0 || pigeon.y > HEIGHT && pigeon.vy > 0)
                this.#turnBack('vy');
        }
        this.#moveShots();
        this.#flashes = this.#flashes.filter(flash => (flash.age += FRAME) < SECONDS_OF_FLASH);
        this.#solve();
    }

    #turnBack(axis) {
        this.#pigeon[axis] = -this.#pigeon[axis];
        this.#turns += 2; // shots in the air miss by that as well; the next turn's side stays
    }

    #moveShots() {
        const pigeon = this.#pigeon;
        this.#shots = this.#shots.filter(shot => {
            shot.x += shot.vx * FRAME;
            shot.y += shot.vy * FRAME;
            shot.age += FRAME;
            shot.least = Math.min(shot.least, passing(shot, pigeon));
            if (shot.least <= HIT) {
                this.#hits++;
                this.#word = `hit after ${shot.age.toFixed(2)} s`;
                this.#flashes.push({ x: pigeon.x, y: pigeon.y, age: 0 });
                this.#release();
                return false;
            }
            const isGone = shot.x < 0 || shot.x > WIDTH || shot.y < 0 || shot.y > HEIGHT;
            if (isGone) {
                this.#missed++;
                this.#word = `missed by ${shot.least.toFixed(1)} m${shot.turns === this.#turns ? '' : ': the pigeon turned'}`;
            }
            return !isGone;
        });
    }

    draw(pen) {
        const { x, y, vx, vy } = this.#pigeon, gun = this.#gun, answer = this.#answer, meets = this.#reason === 'met';
        const end = Math.min(this.#horizon, 30);
        pen.line(x, y, x + vx * end, y + vy * end, 'soft', { width: 1.5, dash: [3, 6] });
        if (meets) {
            const last = this.#last;
            pen.line(answer.point_x, answer.point_y, last.point_x, last.point_y, 'good', { width: 7, alpha: 0.45 });
            pen.line(gun.x, gun.y, answer.point_x, answer.point_y, 'chaser', { width: 1.5, dash: [8, 6] });
            pen.ring(gun.x, gun.y, gun.speed * answer.time * pen.view.scale, 'chaser', { width: 1, alpha: 0.3 });
            pen.disc(answer.point_x, answer.point_y, 6, 'good');
            pen.text(answer.point_x, answer.point_y, `earliest ${answer.time.toFixed(2)} s`, 'good', { shiftY: -18 });
            if (Math.hypot(last.point_x - answer.point_x, last.point_y - answer.point_y) * pen.view.scale > 90)
                pen.text(last.point_x, last.point_y, `latest ${last.time.toFixed(2)} s`, 'good',
                    { shiftY: -18, shiftX: last.point_x > WIDTH * 0.9 ? -40 : last.point_x < WIDTH * 0.1 ? 40 : 0 });
        }
        pen.line(x, y, x + vx, y + vy, 'runner', { width: 2.5 });
        pen.head(x + vx, y + vy, vx, vy, 'runner', { width: 2.5, size: 11 });
        pen.disc(x, y, 8, 'runner');
        pen.text(x, y, 'pigeon', 'runner', { shiftY: 22 });
        this.#drawGun(pen, gun, meets);
        for (const shot of this.#shots) {
            pen.line(shot.x - shot.vx / 40, shot.y - shot.vy / 40, shot.x, shot.y, 'text', { width: 2, alpha: 0.5 });
            pen.disc(shot.x, shot.y, 3.5, 'text');
        }
        for (const { x: hitX, y: hitY, age } of this.#flashes)
            for (const size of [14, 26, 40])
                pen.ring(hitX, hitY, size * (0.3 + age / SECONDS_OF_FLASH), 'fifth', { alpha: 1 - age / SECONDS_OF_FLASH });
    }

    // The barrel leads; where it cannot, it looks at the pigeon.
    #drawGun(pen, gun, meets) {
        const to = meets ? [this.#answer.velocity_x, this.#answer.velocity_y] : [this.#pigeon.x - gun.x, this.#pigeon.y - gun.y];
        const length = Math.hypot(...to) || 1, reach = 34 / pen.view.scale;
        pen.line(gun.x, gun.y, gun.x + to[0] / length * reach, gun.y + to[1] / length * reach, 'chaser', { width: 9 });
        pen.disc(gun.x, gun.y, 13, 'chaser');
        pen.disc(gun.x, gun.y, 6, 'stage');
        pen.text(gun.x, gun.y, 'gun', 'chaser', { shiftY: 26 });
    }

    readouts() {
        const answer = this.#answer, meets = this.#reason === 'met';
        const degrees = Math.atan2(answer.velocity_y, answer.velocity_x) * 180 / Math.PI;
        return [
            { name: 'Earliest meeting', value: meets ? `${answer.time.toFixed(2)} s` : 'none', tone: meets ? '' : 'bad',
                note: meets ? `at ${answer.point_x.toFixed(1)}, ${answer.point_y.toFixed(1)} m` : REASONS[this.#reason] },
            { name: 'Latest meeting', value: meets ? `${this.#last.time.toFixed(2)} s` : 'none',
                note: meets ? `with a shot of ${this.#last.speed.toFixed(1)} m/s` : `status: ${this.#reason}` },
            { name: 'The barrel', value: meets ? `${degrees.toFixed(1)}°` : '–',
                note: meets ? 'leads the pigeon' : 'looks at the pigeon' },
            { name: 'Last shot', value: this.#word, note: `${this.#shots.length} in the air`,
                tone: this.#word.startsWith('hit') ? 'good' : this.#word.startsWith('missed') ? 'bad' : '' },
            { name: 'Shots', value: String(this.#fired), note: 'fired' },
            { name: 'Hits', value: String(this.#hits), note: `${this.#missed} missed` },
        ];
    }
}

// How near a shot came to the pigeon in its last step.
function passing(shot, pigeon) {
    const dx = pigeon.x - shot.x, dy = pigeon.y - shot.y;
    const vx = (pigeon.vx - shot.vx) * FRAME, vy = (pigeon.vy - shot.vy) * FRAME;
    const back = Math.min(Math.max((dx * vx + dy * vy) / (vx * vx + vy * vy || 1), 0), 1);
    return Math.hypot(dx - vx * back, dy - vy * back);
}

export default {
    id: 'pigeon',
    title: 'Pigeon and gun',
    line: 'Where must the gun aim so that its shot meets the pigeon, and until when is there still time?',
    behaviours: ['intercept2d', 'latest2d'],
    code,
    source: ['Mike Oberberger, Interception of Two Moving Objects in 2D Space: the program of a pigeon and a gun.'],
    help: ['Drag the pigeon, the tip of its arrow, and the gun. The barrel leads while you drag.',
        'F fires, and so does a tap on the picture. T makes the pigeon turn: what is in the air then misses.',
        'The green stretch of its way is where a shot, at full speed or slower, can meet it.'],
    bounds: { width: WIDTH, height: HEIGHT },
    points: true,
    defaults: { pigeon_x: 12, pigeon_y: 40, flight_x: 15, flight_y: -2, gun_x: 46, gun_y: 8, speed: 30, turns: 'never' },
    controls: [
        { key: 'speed', name: 'Shot, m/s', min: 1, max: 80, step: 1 },
        { key: 'turns', name: 'It turns', options: Object.keys(FRAMES_A_TURN) },
    ],
    settle(state) {
        state.speed = Math.min(Math.max(state.speed, 1), 80);
        state.turns = state.turns in FRAMES_A_TURN ? state.turns : 'never';
        for (const [key, size] of [['pigeon_x', WIDTH], ['gun_x', WIDTH], ['pigeon_y', HEIGHT], ['gun_y', HEIGHT]])
            state[key] = Math.min(Math.max(state[key], 0), size);
        for (const key of ['flight_x', 'flight_y'])
            state[key] = Math.min(Math.max(state[key], -WIDTH), WIDTH);
    },
    open: async state => new World(await all(), state),
};
