// The visitor shoots at ten pigeons with one shot each, and then waylay does.
// In the mode "study", a visitor can drag everything. A link may hold the ten shots of a challenger: they fly again as
// ghosts, with the same bits in every browser.
import { part } from '../library_part.js';
import { clamp } from '../router.js';
import { Dice } from './dice.js';
import c from './pigeon.call.c?raw';
import code from './pigeon.call.js?raw';
import { aim, atLast } from './pigeon.call.js';
import { Feathers, REASONS, nearest, reasonOf } from './shooting.js';

const WIDTH = 96, HEIGHT = 54, FRAME = 1 / 60, PIGEONS = 10, HIT = 1.1; // lengths in m, times in s
const TURN = { x: 0.5, y: Math.sqrt(3) / 2 }; // 60 degrees
const FRAMES_A_TURN = { never: Infinity, 'now and then': 150, often: 60 };
const CELLS = 10, NO_SHOT = '------'; // cells of the aim in a metre; each shot has six letters
const SLOW = 0.2, SECONDS_SLOW = 0.7, SECONDS_AFTER = 1.3, SECONDS_TO_LOOK = 0.4; // SECONDS_AFTER a shot
const MODES = ['ten pigeons', 'study'];

// Returns the time until a body leaves the range from 0 to size.
const untilBorder = (place, velocity, size) =>
    velocity > 0 ? (size - place) / velocity : velocity < 0 ? -place / velocity : Infinity;

// Returns the k-th pigeon of a round.
function pigeonOf(seed, k) {
    const dice = new Dice(1000 * seed + k), isLeft = dice.between(0, 1) < 0.5;
    return { x: isLeft ? 0 : WIDTH, y: dice.between(24, 47), vx: dice.between(12, 21) * (isLeft ? 1 : -1), vy: dice.between(-2.5, 2.5), frames: 0, turns: 0 };
}

// Writes a shot as six letters: the pigeon's frame, and the cell that the gun aims at.
const written = numbers => numbers.map(number => number.toString(36).padStart(2, '0').slice(-2)).join('');
const read = text => text === NO_SHOT ? undefined : text.match(/../g).map(two => parseInt(two, 36));

// Returns a shot from the gun at a cell.
function shotAt({ x, y, speed }, [, cellX, cellY]) {
    const dx = cellX / CELLS - x, dy = cellY / CELLS - y, scale = speed / (Math.sqrt(dx * dx + dy * dy) || 1);
    return shotOf({ x, y }, dx * scale, dy * scale);
}
const shotOf = ({ x, y }, vx, vy) => ({ x, y, vx, vy, age: 0, near: { distance: Infinity } });

function turn(pigeon) {
    const { vx, vy } = pigeon, side = pigeon.turns++ % 2 ? -1 : 1;
    pigeon.vx = vx * TURN.x - side * vy * TURN.y;
    pigeon.vy = vy * TURN.x + side * vx * TURN.y;
}

function fly(pigeon, turns) {
    if (++pigeon.frames % FRAMES_A_TURN[turns] === 0)
        turn(pigeon);
    pigeon.x += pigeon.vx * FRAME;
    pigeon.y += pigeon.vy * FRAME;
}

// Moves a shot by a frame. Returns 'hit', or 'out' if it has left the picture.
function flyShot(shot, { x, y, vx, vy }) {
    shot.x += shot.vx * FRAME;
    shot.y += shot.vy * FRAME;
    shot.age += FRAME;
    const near = nearest(shot, { x: shot.vx * FRAME, y: shot.vy * FRAME }, { x, y }, { x: vx * FRAME, y: vy * FRAME });
    if (near.distance < shot.near.distance)
        shot.near = near;
    return near.distance <= HIT ? 'hit' : shot.x < 0 || shot.x > WIDTH || shot.y < 0 || shot.y > HEIGHT ? 'out' : undefined;
}

// Flies a challenger's ten shots again. Returns by how much each missed; 0 for a hit, Infinity without a shot.
function replay({ shots, seed, turns }, gun) {
    return Array.from({ length: shots.length / NO_SHOT.length }, (_, k) => {
        const cell = read(shots.slice(6 * k, 6 * k + 6)), pigeon = pigeonOf(seed, k);
        let end = cell ? undefined : 'none', shot;
        while (!end) {
            if (pigeon.frames === cell[0])
                shot = shotAt(gun, cell);
            fly(pigeon, turns);
            end = shot && flyShot(shot, pigeon);
        }
        return end === 'hit' ? 0 : shot?.near.distance ?? Infinity;
    });
}

class World {
    #way; #state; #pigeon; #shot; #feathers = []; #frame = 0; #held; #answer; #last; #slow = 0; #rest = 0; #miss; #number;
    #isWaylay = false; #score; #aim = { x: 60, y: 40 }; #word = ''; #begun = false; #fired = 0; #hits = 0;
    #shots; #missed; #ghost; #challenge;
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.restart();
    }

    get #isGame() { return this.#state.play === MODES[0]; }
    get isOver() { return this.#isGame && this.#number === PIGEONS; }

    restart() {
        this.#score = { you: [], waylay: [] };
        this.#fired = this.#hits = 0;
        this.#begun = false;
        this.#shots = [];
        this.#missed = [];
        this.#challenge = replay(this.#state, this.#gun);
        this.#begin(false);
    }

    get #toBeat() { return this.#challenge.filter(one => one === 0).length; }
    get misses() { return [this.#challenge, this.#missed]; }
    get ghost() { return this.#ghost; }

    // Begins a round in which the visitor aims or waylay aims.
    #begin(isWaylay) {
        this.#isWaylay = isWaylay;
        this.#score[isWaylay ? 'waylay' : 'you'] = [];
        this.#number = this.#frame = 0;
        this.#feathers = [];
        this.#word = '';
        this.#next();
    }

    #next() {
        const { pigeon_x, pigeon_y, flight_x, flight_y, seed } = this.#state;
        this.#shot = this.#miss = undefined;
        this.#slow = this.#rest = 0;
        this.#pigeon = this.#isGame ? pigeonOf(seed, this.#number) : { x: pigeon_x, y: pigeon_y, vx: flight_x, vy: flight_y, frames: 0, turns: 0 };
        const shot = this.#isGame && !this.#isWaylay && this.#state.shots.slice(6 * this.#number, 6 * this.#number + 6);
        this.#ghost = shot && read(shot) && { cell: read(shot) };
        this.#solve();
    }

    get #gun() { // in a cell's corner, so that a link has its exact place
        const [x, y] = [this.#state.gun_x, this.#state.gun_y].map(at => Math.round(CELLS * at) / CELLS);
        return { x, y, speed: this.#state.speed };
    }
    get #horizon() {
        const { x, y, vx, vy } = this.#pigeon;
        return Math.min(untilBorder(x, vx, WIDTH), untilBorder(y, vy, HEIGHT));
    }

    #solve() {
        this.#answer = aim(this.#way, this.#gun, this.#pigeon, this.#horizon);
        this.#last = atLast(this.#way, this.#gun, this.#pigeon, this.#horizon);
    }

    get #reason() { return reasonOf(this.#way, this.#answer); }
    // True if waylay aims: in the study, and in its own round.
    get #aims() { return !this.#isGame || this.#isWaylay; }

    get actions() {
        return [
            { key: ' ', name: 'Fire', isMain: true, fires: true, run: () => this.fire() },
            { key: 'w', name: 'Let waylay aim', fires: true, run: () => this.letWaylay() },
            { key: 't', name: 'Turn the pigeon', run: () => this.turn() },
            { key: 'n', name: 'New pigeons', run: () => {
                this.#state.seed = this.#state.seed % 100 + 1;
                this.#state.shots = '';
                this.#state.play = MODES[0];
                this.restart();
            } },
        ];
    }

    letWaylay() {
        this.#state.play = MODES[0];
        this.#begun = true;
        this.#begin(true);
    }

    // Fires in the direction that the visitor or the library has chosen. Only one shot is in the air at a
    // time. In a round, each pigeon gets one shot.
    fire() {
        if (this.isOver) {
            this.restart();
            return;
        }
        if (this.#shot || this.#rest > 0)
            return;
        const gun = this.#gun, { frames, turns } = this.#pigeon;
        if (this.#aims) {
            this.#solve();
            if (this.#reason !== 'met')
                return;
            this.#shot = shotOf(gun, this.#answer.velocity_x, this.#answer.velocity_y);
        } else {
            const cell = [frames, ...[[this.#aim.x, WIDTH], [this.#aim.y, HEIGHT]].map(([at, most]) => Math.round(CELLS * clamp(at, 0, most)))];
            this.#shots[this.#number] = written(cell);
            this.#shot = shotAt(gun, cell);
        }
        this.#begun = true;
        this.#shot.turns = turns;
        this.#fired++;
        this.#word = '';
    }

    turn() {
        turn(this.#pigeon);
        this.#shots.isUnfair = this.#isGame;
        this.#solve();
    }

    point(kind, x, y) {
        this.#aim = { x, y };
        if (kind === 'tap')
            this.fire();
    }

    hold(id) { this.#held = id; }

    handles() {
        const { x, y, vx, vy } = this.#pigeon, isGame = this.#isGame;
        return [
            { id: 'aim', label: 'Where you aim', ...this.#aim, hidden: this.#aims, follows: true },
            { id: 'pigeon', label: 'The pigeon', x, y, hidden: isGame },
            { id: 'flight', label: 'Where the pigeon flies', x: x + vx, y: y + vy, hidden: isGame },
            { id: 'gun', label: 'The gun', x: this.#state.gun_x, y: this.#state.gun_y },
        ];
    }

    drag(id, x, y) {
        const state = this.#state, pigeon = this.#pigeon;
        if (id === 'aim')
            this.#aim = { x, y };
        else if (id === 'gun') {
            Object.assign(state, { gun_x: x, gun_y: y });
            this.change('gun');
        } else {
            Object.assign(pigeon, id === 'pigeon' ? { x, y } : { vx: x - pigeon.x, vy: y - pigeon.y });
            Object.assign(state, { pigeon_x: pigeon.x, pigeon_y: pigeon.y, flight_x: pigeon.vx, flight_y: pigeon.vy });
        }
        this.#solve();
    }

    change(key) {
        if (this.#isGame && key !== 'play')
            this.#state.shots = ''; // they were for another gun
        if (this.#isGame || key === 'play')
            this.restart();
        else
            this.#solve();
    }

    step() {
        const dt = this.#slow > 0 ? SLOW * FRAME : FRAME;
        this.#slow -= FRAME;
        this.#feathers = this.#feathers.filter(one => one.step(dt));
        if (this.isOver)
            return;
        if (this.#rest > 0) {
            this.#rest -= FRAME;
            if (this.#rest <= 0)
                this.#finish();
            return;
        }
        const pigeon = this.#pigeon, ghost = this.#ghost;
        this.#frame++;
        if (ghost && pigeon.frames === ghost.cell[0])
            ghost.shot = shotAt(this.#gun, ghost.cell);
        if (this.#held !== 'pigeon' && this.#held !== 'flight') {
            fly(pigeon, this.#state.turns);
            this.#border();
        }
        if (this.#shot)
            this.#moveShot();
        if (ghost?.shot && !ghost.end)
            ghost.end = flyShot(ghost.shot, pigeon);
        this.#solve();
        if (this.#isGame && this.#isWaylay && !this.#shot && this.#rest <= 0 && pigeon.frames * FRAME > SECONDS_TO_LOOK)
            this.fire();
    }

    // At the border, a pigeon turns back in the study, but gets away in a round.
    #border() {
        const { x, y, vx, vy } = this.#pigeon;
        const leavesX = x < 0 && vx < 0 || x > WIDTH && vx > 0, leavesY = y < 0 && vy < 0 || y > HEIGHT && vy > 0;
        if (!leavesX && !leavesY || this.#shot && this.#isGame)
            return;
        if (this.#isGame && this.#begun)
            this.#count(false, 'It got away');
        else if (this.#isGame)
            this.#next();
        else {
            this.#pigeon.vx *= leavesX ? -1 : 1;
            this.#pigeon.vy *= leavesY ? -1 : 1;
            this.#pigeon.turns += 2; // so that a miss is explained by the turn; adding 2 keeps the next turn's side
        }
    }

    #moveShot() {
        const shot = this.#shot, pigeon = this.#pigeon, end = flyShot(shot, pigeon);
        if (end === 'hit') {
            this.#hits++;
            this.#feathers.push(new Feathers(this.#way, pigeon, this.#frame));
            this.#slow = SECONDS_SLOW;
            this.#count(true, `Hit after ${shot.age.toFixed(2)} s`);
        } else if (end) {
            this.#miss = shot.near;
            this.#count(false, `Missed by ${shot.near.distance.toFixed(1)} m${shot.turns === pigeon.turns ? '' : ': the pigeon turned'}`);
        }
    }

    #count(isHit, word) {
        const score = this.#score[this.#isWaylay ? 'waylay' : 'you'];
        if (this.#isGame)
            score.push(isHit);
        if (!this.#isWaylay)
            this.#missed.push(isHit ? 0 : this.#miss?.distance ?? Infinity);
        this.#word = word;
        this.said = this.#isGame ? `${word}. ${score.filter(Boolean).length} of ${score.length}.` : `${word}.`;
        this.isHit = isHit;
        this.#shot = undefined;
        this.#rest = isHit || this.#miss ? SECONDS_AFTER : SECONDS_AFTER / 2;
        if (isHit)
            this.#pigeon.isDown = true;
    }

    #finish() {
        if (!this.#isGame) {
            this.#next();
            return;
        }
        if (++this.#number < PIGEONS) {
            this.#next();
            return;
        }
        const { you, waylay } = this.tally;
        if (!this.#isWaylay && !this.#shots.isUnfair && !(you < this.#toBeat))
            this.#state.shots = Array.from({ length: PIGEONS }, (_, k) => this.#shots[k] ?? NO_SHOT).join('');
        this.isChanged = true;
        this.#pigeon.isDown = true;
        this.said = this.#isWaylay ? `waylay ${waylay} of 10.` : `You ${you} of 10. Press W to let waylay aim.`;
    }

    get isReady() { return !this.#shot && this.#rest <= 0; }
    get tally() { return Object.fromEntries(Object.entries(this.#score).map(([name, list]) => [name, list.filter(Boolean).length])); }

    chips() {
        const { you, waylay } = this.#score, { tally } = this, chips = [];
        const marks = list => list.map(isHit => isHit ? '●' : '○').join('');
        if (!this.#isGame)
            chips.push(this.#reason === 'met' ? { text: this.#word, tone: this.isHit ? 'good' : 'bad' } : { text: REASONS[this.#reason], tone: 'bad' });
        else if (!this.#begun) {
            chips.push({ isBig: true, text: 'Ten pigeons, one shot each. Aim ahead of them.' });
            if (this.#challenge.length)
                chips.push({ text: `Beat ${this.#toBeat} of 10; the grey shots are those to beat` });
        } else {
            chips.push({ isBig: true, text: `You ${marks(you)}${you.length ? ' ' : ''}${tally.you}/${Math.max(you.length, this.#isWaylay ? PIGEONS : 0)}` });
            if (this.#isWaylay)
                chips.push({ isBig: true, tone: tally.waylay ? 'good' : '', text: `waylay ${marks(waylay)}${waylay.length ? ' ' : ''}${tally.waylay}/${waylay.length}` });
            if (this.isOver)
                chips.push({ text: this.#isWaylay ? 'Copy the link: a friend sees your shots and has to beat them. N: new pigeons' : 'Now press W: let waylay aim at the same ten' });
            else if (this.#word && this.#rest > 0)
                chips.push({ text: this.#word, tone: this.isHit ? 'good' : 'bad' });
            else if (this.#aims && !this.#shot && this.#reason !== 'met')
                chips.push({ text: REASONS[this.#reason], tone: 'bad' });
        }
        return chips.filter(one => one.text);
    }

    draw(pen) {
        const gun = this.#gun, meets = this.#reason === 'met';
        pen.line(-WIDTH, 0, 2 * WIDTH, 0, 'faint', { width: 2 });
        if (this.#aims && !this.isOver && this.#rest <= 0)
            this.#drawAnswer(pen, gun, meets);
        if (!this.#aims && !this.isOver) {
            pen.ring(this.#aim.x, this.#aim.y, 11, 'text', { width: 1.5 });
            pen.line(gun.x, gun.y, this.#aim.x, this.#aim.y, 'chaser', { width: 1, alpha: 0.45, dash: [4, 8] });
        }
        if (this.#miss) {
            const { a, b, distance } = this.#miss;
            pen.line(...a, ...b, 'bad', { width: 2 });
            pen.disc(...a, 4, 'text');
            pen.disc(...b, 5, 'bad');
            pen.text((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, `${distance.toFixed(1)} m`, 'bad', { shiftX: 26, size: 15, weight: 650 });
        }
        if (!this.#pigeon.isDown)
            this.#drawPigeon(pen);
        this.#drawGun(pen, gun, meets);
        if (this.#shot) {
            const { x, y, vx, vy } = this.#shot;
            pen.line(x - vx / 25, y - vy / 25, x, y, 'fifth', { width: 3, alpha: 0.6 });
            pen.disc(x, y, 4.5, 'text');
        }
        const ghost = this.#ghost?.shot;
        if (ghost) {
            const { near: { a, b, distance } } = ghost;
            pen.disc(ghost.x, ghost.y, 4.5, 'soft', 0.6);
            if (this.#ghost.end === 'out') {
                pen.line(...a, ...b, 'soft', { width: 1.5, dash: [4, 4] });
                pen.text(...a, `theirs: ${distance.toFixed(1)} m`, 'soft', { shiftY: -16 });
            }
        }
        for (const one of this.#feathers)
            one.draw(pen, 'runner');
        if (this.#slow > 0) {
            const { x, y } = this.#pigeon, part = 1 - this.#slow / SECONDS_SLOW;
            pen.ring(x, y, 10 + 34 * part, 'fifth', { width: 4 * (1 - part) + 0.5, alpha: 1 - part });
        }
    }

    // Draws the pigeon's path, and the part of it on which a shot can hit.
    #drawAnswer(pen, gun, meets) {
        const { x, y, vx, vy } = this.#pigeon, answer = this.#answer, last = this.#last, end = Math.min(this.#horizon, 30);
        pen.line(x, y, x + vx * end, y + vy * end, 'soft', { width: 1.5, dash: [3, 6] });
        if (!meets)
            return;
        pen.line(answer.point_x, answer.point_y, last.point_x, last.point_y, 'good', { width: 7, alpha: 0.45 });
        pen.line(gun.x, gun.y, answer.point_x, answer.point_y, 'chaser', { width: 1.5, dash: [8, 6] });
        if (!this.#isGame)
            pen.ring(gun.x, gun.y, gun.speed * answer.time * pen.view.scale, 'chaser', { width: 1, alpha: 0.3 });
        pen.disc(answer.point_x, answer.point_y, 6, 'good');
        pen.text(answer.point_x, answer.point_y, `earliest ${answer.time.toFixed(2)} s`, 'good', { shiftY: -20 });
        if (last.time < Infinity && Math.hypot(last.point_x - answer.point_x, last.point_y - answer.point_y) * pen.view.scale > 90)
            pen.text(last.point_x, last.point_y, `latest ${last.time.toFixed(2)} s`, 'good', { shiftY: -20 });
    }

    #drawPigeon(pen) {
        const { x, y, vx, vy, frames } = this.#pigeon, { scale } = pen.view, speed = Math.hypot(vx, vy) || 1;
        const [ux, uy] = [vx / speed, vy / speed], size = Math.max(1.7, 13 / scale), beat = 0.75 * Math.sin(this.#frame / 3.2);
        if (!this.#isGame) {
            pen.line(x, y, x + vx, y + vy, 'runner', { width: 2.5 });
            pen.head(x + vx, y + vy, vx, vy, 'runner', { width: 2.5, size: 11 });
        }
        pen.line(x - ux * size, y - uy * size, x + ux * size * 0.6, y + uy * size * 0.6, 'runner', { width: 11 });
        pen.disc(x + ux * size * 0.9, y + uy * size * 0.9, 6, 'runner');
        for (const side of [0.35, -0.1])
            pen.way([x + ux * size * side, y + uy * size * side, x - ux * size * 0.5, y - uy * size * 0.5 + size * (0.5 + beat)], 'runner', { width: 5 });
        if (!this.#begun && frames < 90)
            pen.text(x, y, 'pigeon', 'runner', { shiftY: 26 });
    }

    // Draws the gun. Its barrel points where the visitor or waylay aims.
    // If waylay aims but no shot can hit, the barrel points at the pigeon.
    #drawGun(pen, gun, meets) {
        const to = !this.#aims ? [this.#aim.x - gun.x, this.#aim.y - gun.y]
            : meets ? [this.#answer.velocity_x, this.#answer.velocity_y] : [this.#pigeon.x - gun.x, this.#pigeon.y - gun.y];
        const length = Math.hypot(...to) || 1, reach = 34 / pen.view.scale;
        pen.line(gun.x, gun.y, gun.x + to[0] / length * reach, gun.y + to[1] / length * reach, 'chaser', { width: 10 });
        pen.disc(gun.x, gun.y, 14, 'chaser');
        pen.disc(gun.x, gun.y, 6, 'stage');
    }

    readouts() {
        const answer = this.#answer, meets = this.#reason === 'met', { tally } = this;
        const degrees = Math.atan2(answer.velocity_y, answer.velocity_x) * 180 / Math.PI, { time, speed } = this.#last;
        const score = (name, key) => ({ name, value: `${tally[key]} of ${this.#score[key].length}` });
        const rows = this.#isGame ? [score('Your hits', 'you'), score('waylay\'s hits', 'waylay')]
            : [{ name: 'Hits', value: `${this.#hits} of ${this.#fired}` }];
        rows.push({ name: 'Last shot', value: this.#shot ? 'in the air' : this.#word || '–', tone: this.#word && !this.#shot ? this.isHit ? 'good' : 'bad' : '' });
        if (this.#aims)
            rows.push({ name: 'Earliest meeting', value: meets ? `${answer.time.toFixed(2)} s` : 'none', tone: meets ? '' : 'bad',
                note: meets ? `at ${answer.point_x.toFixed(1)}, ${answer.point_y.toFixed(1)} m; barrel at ${degrees.toFixed(1)}°` : REASONS[this.#reason] },
            { name: 'Latest meeting', value: !meets ? 'none' : time < Infinity ? `${time.toFixed(2)} s` : 'any time',
                note: !meets ? '' : time < Infinity ? `with a shot of ${speed.toFixed(1)} m/s` : 'the pigeon does not move' });
        return rows;
    }
}

export default {
    line: 'Towers that lead their target: the gun fires at where the pigeon will be. First try it yourself.',
    picture: 'A gun on the ground, and a pigeon that flies across the sky.',
    behaviours: ['intercept2d', 'latest2d'],
    code, c,
    source: ['Mike Oberberger, Interception of Two Moving Objects in 2D Space: the program of a pigeon and a gun.'],
    help: ['Aim with the pointer, click or tap to fire. Or move the ring by the arrow keys and press Space.',
        'W: waylay aims at the same ten pigeons. T: the pigeon turns, and a shot in the air misses.',
        'Study: drag the pigeon, the tip of its arrow and the gun. The green stretch is where a shot can meet it.'],
    bounds: { width: WIDTH, height: HEIGHT },
    points: true,
    fires: true,
    defaults: { play: MODES[0], seed: 1, shots: '', pigeon_x: 12, pigeon_y: 40, flight_x: 15, flight_y: -2, gun_x: 46, gun_y: 4, speed: 30, turns: 'never' },
    controls: [
        { key: 'play', name: 'Play', options: MODES },
        { key: 'speed', name: 'Shot', unit: 'm/s', min: 1, max: 80, step: 1 },
        { key: 'turns', name: 'Pigeon turns', options: Object.keys(FRAMES_A_TURN) },
    ],
    ranges: { seed: [1, 100], pigeon_x: [0, WIDTH], gun_x: [0, WIDTH], pigeon_y: [0, HEIGHT], gun_y: [0, HEIGHT],
        flight_x: [-WIDTH, WIDTH], flight_y: [-WIDTH, WIDTH] },
    settle(state) {
        state.seed = Math.round(state.seed);
        if (!/^(?:[\da-z]{6}|-{6}){10}$/.test(state.shots))
            state.shots = '';
    },
    open: async state => new World(await part('aim'), state),
};
