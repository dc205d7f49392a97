// Shows paths on turning circles: a shortest path of each of Dubins' types, such as LSL, or, if the goal flies on, that
// of a missile that homes on it.
import { part } from '../library_part.js';
import c from './turning.call.c?raw';
import code from './turning.call.js?raw';
import { follow, home, march, shortest } from './turning.call.js';

const WIDTH = 96, HEIGHT = 54, SAMPLES = 120, PACE = 14, FRAME = 1 / 60, PAUSE = 0.8, SPACING = 3, ARROW = 8; // in m, m/s and s

// For each word, poses whose shortest path has this word, with circles of 10 m.
// The numbers are x, y and heading (in degrees) of the start, and then of the target.
const EXAMPLES = {
    LSL: [24, 38, -150, 74, 27, 180], RSR: [25, 17, 180, 73, 34, -120], LSR: [24, 37, -165, 74, 17, 180],
    RSL: [25, 16, 165, 73, 39, 180], LRL: [35, 17, 45, 50, 19, -45], RLR: [38, 38, -75, 52, 32, 15],
};
const KEYS = ['x', 'y', 'heading', 'to_x', 'to_y', 'to_heading'];

const TURNS = { L: 'left', R: 'right', S: 'straight' };
// Returns a path's type, for example "LSR", and the type in words.
function wordOf(way, word) {
    const name = Object.keys(way.word).find(one => way.word[one] === word);
    return [name, [...name].map(letter => TURNS[letter]).join(', ')];
}

// Draws a pose as an arrow with a name.
function drawPose(pen, { x, y, hx, hy }, colour, name) {
    pen.line(x, y, x + ARROW * hx, y + ARROW * hy, colour, { width: 3 });
    pen.head(x + ARROW * hx, y + ARROW * hy, hx, hy, colour, { width: 3, size: 12 });
    pen.disc(x, y, 8, colour);
    pen.text(x, y, name, colour, { shiftX: -hx * 28, shiftY: hy * 22 });
}

const degrees = (x, y) => Math.round(Math.atan2(y, x) * 180 / Math.PI);
const poseOf = ({ next_x: x, next_y: y, next_heading_x: hx, next_heading_y: hy }) => ({ x, y, hx, hy });
const pose = (x, y, heading) => ({ x, y, hx: Math.cos(heading * Math.PI / 180), hy: Math.sin(heading * Math.PI / 180) });
const tip = one => ({ x: one.x + ARROW * one.hx, y: one.y + ARROW * one.hy });

// Returns the poses of a scene's state.
const posesOf = ({ x, y, heading, to_x, to_y, to_heading }) => [pose(x, y, heading), pose(to_x, to_y, to_heading)];

// A visitor drags the position of a pose, and the tip of its arrow for the heading.
const handlesOf = (from, to) => [
    { id: 'from', label: 'Where it starts', ...from },
    { id: 'heading', label: 'Where it heads first', ...tip(from) },
    { id: 'to', label: 'Where it has to be', ...to },
    { id: 'to_heading', label: 'Where it has to head then', ...tip(to) },
];

function dragPose(state, id, x, y) {
    if (id === 'from')
        Object.assign(state, { x, y });
    else if (id === 'to')
        Object.assign(state, { to_x: x, to_y: y });
    else if (id === 'heading')
        state.heading = degrees(x - state.x, y - state.y);
    else
        state.to_heading = degrees(x - state.to_x, y - state.to_y);
}

class World {
    #way; #state; #from; #to; #end; #short; #distance = 0; #rest = 0; #age = 0; #convoy;
    said = '';

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.restart();
    }

    get actions() {
        return Object.entries(EXAMPLES).map(([word, numbers], k) => ({ key: String(k + 1), name: word, run: () => {
            KEYS.forEach((key, at) => { this.#state[key] = numbers[at]; });
            Object.assign(this.#state, { radius: 10, end_radius: 0, flies: 0 });
            this.restart();
        } }));
    }

    get #homes() { return this.#state.flies > 0; }

    restart() {
        this.#distance = this.#rest = this.#age = 0;
        this.said = '';
        [this.#from, this.#to] = posesOf(this.#state);
        this.#solve();
        this.#lineUp();
    }
    change() { this.restart(); }

    // Finds the path. If the goal flies on, the path leads from where the missile is to where they will meet.
    #solve() {
        const { radius, end_radius, flies } = this.#state;
        this.#short = this.#homes ? home(this.#way, this.#from, PACE, radius, this.#to, flies)
            : shortest(this.#way, this.#from, this.#to, radius, end_radius);
        const { target_x: x, target_y: y, target_heading_x: hx, target_heading_y: hy } = this.#short;
        this.#end = this.#homes ? { x, y, hx, hy } : this.#to;
        this.#distance = Math.min(this.#distance, this.#short.total);
    }

    handles() { return handlesOf(this.#from, this.#to); }

    drag(id, x, y) {
        const state = this.#state, isGoal = id.startsWith('to');
        Object.assign(state, isGoal ? { to_x: this.#to.x, to_y: this.#to.y } : { x: this.#from.x, y: this.#from.y });
        dragPose(state, id, x, y);
        const [from, to] = posesOf(state);
        [this.#from, this.#to] = isGoal ? [this.#from, to] : [from, this.#to];
        this.#solve();
        this.#lineUp();
    }

    step() {
        const { total, time } = this.#short;
        if (total === Infinity)
            return;
        if (this.#homes && this.#rest === 0 && time > FRAME)
            this.#fly();
        else if (!this.#homes) {
            this.#distance = Math.min(this.#distance + PACE * FRAME, total);
            this.#convoy.forEach((car, k) => Object.assign(car, k === 0 ? this.#lead : poseOf(follow(this.#way, car, this.#convoy[k - 1], SPACING))));
        }
        if (this.#homes ? this.#short.time > FRAME : this.#distance < total)
            return;
        if (this.#homes)
            this.said = `The missile meets the target after ${this.#age.toFixed(1)} s`;
        if ((this.#rest += FRAME) > PAUSE)
            this.restart();
    }

    // Moves missile and target by a frame. At the edge, the target turns round.
    #fly() {
        const to = this.#to;
        this.#from = poseOf(this.#at(this.#short, 0, this.#short.speed * FRAME));
        to.x += this.#state.flies * FRAME * to.hx;
        to.y += this.#state.flies * FRAME * to.hy;
        if (to.x < 0 && to.hx < 0 || to.x > WIDTH && to.hx > 0)
            to.hx = -to.hx;
        if (to.y < 0 && to.hy < 0 || to.y > HEIGHT && to.hy > 0)
            to.hy = -to.hy;
        this.#age += FRAME;
        this.#solve();
    }

    #at(path, end_radius, distance) {
        return march(this.#way, this.#from, this.#end, this.#state.radius, end_radius, path, distance);
    }

    get #lead() { return poseOf(this.#at(this.#short, this.#state.end_radius, this.#distance)); }

    // Puts the convoy in a straight line behind its leader.
    #lineUp() {
        const { x, y, hx, hy } = this.#short.total < Infinity && !this.#homes ? this.#lead : this.#from;
        this.#convoy = Array.from({ length: 1 + this.#state.followers }, (_, k) => ({ x: x - SPACING * k * hx, y: y - SPACING * k * hy, hx, hy }));
    }

    // Returns a path's positions as [x, y, x, y, ...].
    #track(path, end_radius) {
        return Array.from({ length: SAMPLES + 1 }, (_, k) => {
            const at = this.#at(path, end_radius, path.total * k / SAMPLES);
            return [at.next_x, at.next_y];
        }).flat();
    }

    draw(pen) {
        const { radius, end_radius } = this.#state, { scale } = pen.view;
        const found = this.#short.total < Infinity, last = end_radius || radius, homes = this.#homes;
        if (found && homes) {
            pen.line(this.#to.x, this.#to.y, this.#end.x, this.#end.y, 'runner', { width: 2, dash: [2, 7] });
            pen.way(this.#track(this.#short, 0), 'met', { width: 3 });
        } else if (found) {
            pen.ring(this.#short.centre1_x, this.#short.centre1_y, radius * scale, 'met', { width: 1.2, alpha: 0.55 });
            pen.ring(this.#short.centre2_x, this.#short.centre2_y, last * scale, 'met', { width: 1.2, alpha: 0.55 });
            pen.way(this.#track(this.#short, end_radius), 'met', { width: 4 });
            const { exit_x, exit_y, entry_x, entry_y } = this.#short;
            for (const [x, y, name] of [[exit_x, exit_y, 'exit'], [entry_x, entry_y, 'entry']]) {
                pen.disc(x, y, 6, 'stage');
                pen.ring(x, y, 5, 'met');
                pen.text(x, y, name, 'met', { shiftY: -20 });
            }
            for (const { x, y, hx, hy } of this.#convoy)
                pen.line(x - 0.8 * hx, y - 0.8 * hy, x + 0.8 * hx, y + 0.8 * hy, 'text', { width: Math.max(1.2 * scale, 5) });
            const [{ x, y, hx, hy }] = this.#convoy;
            pen.head(x + 2.2 * hx, y + 2.2 * hy, hx, hy, 'text', { width: 3, size: 12 });
        }
        drawPose(pen, this.#from, 'good', homes ? 'missile' : 'start');
        drawPose(pen, this.#to, 'runner', homes ? 'target' : 'goal');
    }

    cars() { return this.#convoy.map(car => ({ ...car })); }

    readouts() {
        const { word, total, arc1, middle, arc2, time } = this.#short, isFound = total < Infinity;
        const [name, turns] = wordOf(this.#way, word), metres = at => isFound ? `${at.toFixed(1)} m` : '–';
        const rows = [
            { name: 'Path type', value: name, swatch: 'met', note: isFound ? turns : 'no path' },
            { name: this.#homes ? 'Path to the meeting' : 'Shortest path', value: metres(total),
                note: `${arc1.toFixed(1)} + ${middle.toFixed(1)} + ${arc2.toFixed(1)} m` },
            { name: 'Middle', value: name[1] === 'S' ? 'a straight' : 'an arc', note: metres(middle) },
        ];
        if (this.#homes)
            return [...rows, { name: 'Meeting in', value: `${time.toFixed(2)} s`, note: `under way for ${this.#age.toFixed(1)} s, at ${PACE} m/s` }];
        const gaps = this.#convoy.slice(1).map((car, k) => Math.hypot(car.x - this.#convoy[k].x, car.y - this.#convoy[k].y));
        return [...rows, { name: 'Convoy', value: `${gaps.length} follow`, note: gaps.length ? `${Math.min(...gaps).toFixed(2)} to ${Math.max(...gaps).toFixed(2)} m apart` : '' },
            { name: 'Travelled', value: `${this.#distance.toFixed(1)} m`, note: `at ${PACE} m/s` },
            { name: 'Circles', value: `${this.#state.radius} m`, note: `the last one ${this.#state.end_radius || this.#state.radius} m` }];
    }

    chips() { return this.said ? [{ text: this.said, tone: 'good' }] : []; }
}

export default {
    line: 'Cars, ships and planes that arrive facing the right way: the shortest path without turning on the spot. '
        + 'A convoy follows. Let the goal fly, and a missile homes on it.',
    picture: 'A start and a goal with arrows, and a curved path between them.',
    behaviours: ['shortest_path2d', 'home2d', 'march2d', 'file2d'],
    code, c,
    source: ['L. E. Dubins, On Curves of Minimal Length with a Constraint on Average Curvature.',
        'march2d, file2d: Techniques for Formation Movement Using Steering Circles, in Game AI Pro. home2d: the library\'s own method.'],
    help: ['Drag both places, and the tips of both arrows.', 'Keys 1 to 6 show each type of path: L turns left, R turns right, S goes straight.',
        'Goal flies: drag the target or its arrow while the missile is under way.'],
    bounds: { width: WIDTH, height: HEIGHT },
    defaults: { ...Object.fromEntries(KEYS.map((key, k) => [key, EXAMPLES.LRL[k]])), radius: 10, end_radius: 0, followers: 5, flies: 0 },
    controls: [
        { key: 'radius', name: 'Radius', unit: 'm', min: 2, max: 20, step: 0.5 },
        { key: 'end_radius', name: 'Final radius (0 = same)', unit: 'm', min: 0, max: 20, step: 0.5 },
        { key: 'followers', name: 'Followers', min: 0, max: 12, step: 1 },
        { key: 'flies', name: 'Goal flies', unit: 'm/s', min: 0, max: 10, step: 0.5 },
    ],
    ranges: { x: [0, WIDTH], to_x: [0, WIDTH], y: [0, HEIGHT], to_y: [0, HEIGHT] },
    open: async state => new World(await part('move'), state),
};
