// Shows paths on turning circles: a shortest path of each of Dubins' types, such as LSL, and a formation's route.
import { part } from '../library_part.js';
import c from './turning.call.c?raw';
import code from './turning.call.js?raw';
import { march, shortest, towards } from './turning.call.js';
import { dragPose, drawPose, handlesOf, posesOf, wordOf } from './poses.js';

const WIDTH = 96, HEIGHT = 54, SAMPLES = 120, PACE = 14, FRAME = 1 / 60, PAUSE = 0.8; // in m, m/s and s

// For each word, poses whose shortest path has this word, with circles of 10 m.
// The numbers are x, y and heading (in degrees) of the start, and then of the target.
const EXAMPLES = {
    LSL: [24, 38, -150, 74, 27, 180], RSR: [25, 17, 180, 73, 34, -120], LSR: [24, 37, -165, 74, 17, 180],
    RSL: [25, 16, 165, 73, 39, 180], LRL: [35, 17, 45, 50, 19, -45], RLR: [38, 38, -75, 52, 32, 15],
};
const KEYS = ['x', 'y', 'heading', 'to_x', 'to_y', 'to_heading'];

class World {
    #way; #state; #from; #to; #short; #formation; #distance = 0; #rest = 0;

    constructor(way, state) {
        this.#way = way;
        this.#state = state;
        this.#solve();
    }

    get actions() {
        return Object.entries(EXAMPLES).map(([word, numbers], k) => ({ key: String(k + 1), name: word, run: () => {
            KEYS.forEach((key, at) => { this.#state[key] = numbers[at]; });
            Object.assign(this.#state, { radius: 10, end_radius: 0 });
            this.#distance = 0;
            this.#solve();
        } }));
    }

    restart() { this.#distance = this.#rest = 0; }
    change() { this.#solve(); }

    #solve() {
        const { radius, end_radius } = this.#state;
        [this.#from, this.#to] = posesOf(this.#state);
        this.#short = shortest(this.#way, this.#from, this.#to, radius, end_radius);
        const formation = towards(this.#way, this.#from, this.#to, radius);
        this.#formation = { ...formation, middle: formation.straight };
        this.#distance = Math.min(this.#distance, this.#short.total);
    }

    handles() { return handlesOf(this.#from, this.#to, 'it'); }

    drag(id, x, y) {
        dragPose(this.#state, id, x, y);
        this.#solve();
    }

    step() {
        if (this.#short.total === Infinity)
            return;
        this.#distance = Math.min(this.#distance + PACE * FRAME, this.#short.total);
        if (this.#distance === this.#short.total && (this.#rest += FRAME) > PAUSE)
            this.restart();
    }

    #at(path, end_radius, distance) {
        return march(this.#way, this.#from, this.#to, this.#state.radius, end_radius, path, distance);
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
        const found = this.#short.total < Infinity, last = end_radius || radius;
        if (found) {
            pen.ring(this.#short.centre1_x, this.#short.centre1_y, radius * scale, 'met', { width: 1.2, alpha: 0.55 });
            pen.ring(this.#short.centre2_x, this.#short.centre2_y, last * scale, 'met', { width: 1.2, alpha: 0.55 });
        }
        if (this.#formation.total < Infinity)
            pen.way(this.#track(this.#formation, 0), 'slow', { width: 2, dash: [2, 7] });
        if (found) {
            pen.way(this.#track(this.#short, end_radius), 'met', { width: 4 });
            const { exit_x, exit_y, entry_x, entry_y } = this.#short;
            for (const [x, y, name] of [[exit_x, exit_y, 'exit'], [entry_x, entry_y, 'entry']]) {
                pen.disc(x, y, 6, 'stage');
                pen.ring(x, y, 5, 'met');
                pen.text(x, y, name, 'met', { shiftY: -20 });
            }
            const now = this.#at(this.#short, end_radius, this.#distance);
            this.#mover(pen, now);
        }
        drawPose(pen, this.#from, 'good', 'start');
        drawPose(pen, this.#to, 'runner', 'goal');
    }

    #mover(pen, { next_x: x, next_y: y, next_heading_x: hx, next_heading_y: hy }) {
        const size = 11 / pen.view.scale;
        pen.way([x - size * hx - size * 0.7 * hy, y - size * hy + size * 0.7 * hx, x + size * hx, y + size * hy,
            x - size * hx + size * 0.7 * hy, y - size * hy - size * 0.7 * hx, x - size * 0.4 * hx, y - size * 0.4 * hy,
            x - size * hx - size * 0.7 * hy, y - size * hy + size * 0.7 * hx], 'text', { width: 2.5 });
    }

    readouts() {
        const { word, total, arc1, middle, arc2 } = this.#short, formation = this.#formation;
        const metres = (path, at) => path.total < Infinity ? `${at.toFixed(1)} m` : '–';
        const [name, turns] = wordOf(this.#way, word);
        return [
            { name: 'Path type', value: name, swatch: 'met', note: total < Infinity ? turns : 'no path' },
            { name: 'Shortest path', value: metres(this.#short, total),
                note: `${arc1.toFixed(1)} + ${middle.toFixed(1)} + ${arc2.toFixed(1)} m` },
            { name: 'Middle', value: name[1] === 'S' ? 'a straight' : 'an arc', note: metres(this.#short, middle) },
            { name: 'Formation route', value: metres(formation, formation.total), swatch: 'slow',
                note: formation.total < Infinity ? `${wordOf(this.#way, formation.word)[0]}, circles towards each other` : 'none' },
            { name: 'Travelled', value: `${this.#distance.toFixed(1)} m`, note: `at ${PACE} m/s` },
            { name: 'Circles', value: `${this.#state.radius} m`,
                note: `the last one ${this.#state.end_radius || this.#state.radius} m` },
        ];
    }
}

export default {
    line: 'Cars, ships and planes that arrive facing the right way: the shortest path for something that cannot turn on the spot.',
    picture: 'A start and a goal with arrows, and a curved path between them.',
    behaviours: ['shortest_path2d', 'turning_path2d', 'march2d'],
    code, c,
    source: ['L. E. Dubins, On Curves of Minimal Length with a Constraint on Average Curvature.',
        'turning_path2d, march2d: Techniques for Formation Movement Using Steering Circles, in Game AI Pro.'],
    help: ['Drag both places, and the tips of both arrows.', 'Keys 1 to 6 show each type of path: L turns left, R turns right, S goes straight.',
        'Dashed: the route of a formation, by the circles that face each other.'],
    bounds: { width: WIDTH, height: HEIGHT },
    defaults: { ...Object.fromEntries(KEYS.map((key, k) => [key, EXAMPLES.LRL[k]])), radius: 10, end_radius: 0 },
    controls: [
        { key: 'radius', name: 'Radius', unit: 'm', min: 2, max: 20, step: 0.5 },
        { key: 'end_radius', name: 'Final radius (0 = same)', unit: 'm', min: 0, max: 20, step: 0.5 },
    ],
    ranges: { x: [0, WIDTH], to_x: [0, WIDTH], y: [0, HEIGHT], to_y: [0, HEIGHT] },
    open: async state => new World(await part('move'), state),
};
