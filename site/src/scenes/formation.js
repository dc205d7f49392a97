// A formation walks through two turns, in columns or in rows.
import { part } from '../library_part.js';
import c from './formation.call.c?raw';
import code from './formation.call.js?raw';
import { fallIn, follow, followStraight, lead, path } from './formation.call.js';
import { dragPose, drawPose, handlesOf, posesOf, wordOf } from './poses.js';

const RANKS = 9, FILES = 5, UNITS = RANKS * FILES, SPACING = 2, PACE = 9, FRAME = 1 / 60, SAMPLES = 120, PAUSE = 1;
const HALF_WIDTH = SPACING * (FILES - 1) / 2;
const STYLES = ['columns', 'rows'], BOUNDS = { left: -6, bottom: -6, width: 108, height: 73 }, MARGIN = 6; // m

class World {
    #way; #mark; #state; #unit; #rank; #calls; #fallIn; #from; #to; #path; #course; #distance = 0; #rest = 0;

    constructor(way, state) {
        this.#way = way;
        this.#mark = way.mark();
        this.#state = state;
        const team = (names, count) => Object.fromEntries(names.map(name => [name, way.floats(count)]));
        this.#unit = team(['x', 'y', 'hx', 'hy', 'offset'], UNITS);
        this.#rank = team(['x', 'y', 'hx', 'hy'], RANKS);
        const rows = way.uints(Array.from({ length: UNITS }, (_, i) => Math.floor(i / FILES)));
        this.#unit.offset.copy(Array.from({ length: UNITS }, (_, i) => SPACING * (i % FILES - (FILES - 1) / 2)));
        this.#calls = Array.from({ length: RANKS - 1 }, (_, k) => follow(way, this.#unit, k + 1, FILES, SPACING));
        this.#fallIn = fallIn(way, this.#unit, this.#rank, rows);
        this.restart();
    }

    close() { this.#way.release(this.#mark); }

    get isThere() { return this.#distance === this.#path.total; }
    units() { return Array.from(this.#unit.x.view, (x, i) => [x, this.#unit.y.at(i)]); }

    get actions() {
        return [{ key: 's', name: 'Columns or rows', isMain: true, run: () => {
            this.#state.style = STYLES.find(style => style !== this.#state.style);
            this.restart();
        } }];
    }

    change() { this.restart(); }

    // Puts all ranks one behind the other at the start of the path.
    restart() {
        [this.#from, this.#to] = posesOf(this.#state);
        this.#path = path(this.#way, this.#from, this.#to, this.#state.radius);
        this.#distance = this.#rest = 0;
        const { total } = this.#path, { x, y, hx, hy } = this.#from;
        this.#course = total === Infinity ? [] : Array.from({ length: SAMPLES + 1 }, (_, k) => this.#lead(total * k / SAMPLES))
            .flatMap(at => [at.x, at.y]);
        for (let r = 0; r < RANKS; r++)
            this.#put(r, { x: x - SPACING * r * hx, y: y - SPACING * r * hy, hx, hy });
        this.#fallIn.run();
    }

    // Sets a rank's pose, and the poses of the units in the rank.
    #put(r, place) {
        for (const [name, value] of Object.entries(place)) {
            this.#rank[name].set(r, value);
            for (let i = r * FILES; i < (r + 1) * FILES; i++)
                this.#unit[name].set(i, value);
        }
    }
    #poseOf(r) { return Object.fromEntries(Object.entries(this.#rank).map(([name, column]) => [name, column.at(r)])); }

    handles() { return handlesOf(this.#from, this.#to, 'the leader'); }

    drag(id, x, y) {
        dragPose(this.#state, id, x, y);
        this.restart();
    }

    #lead(distance) {
        const { next_x: x, next_y: y, next_heading_x: hx, next_heading_y: hy } =
            lead(this.#way, this.#from, this.#to, this.#state.radius, this.#path, distance);
        return { x, y, hx, hy };
    }

    step() {
        const { total } = this.#path;
        if (total === Infinity)
            return;
        if (this.isThere) {
            if ((this.#rest += FRAME) > PAUSE)
                this.restart();
            return;
        }
        this.#distance = Math.min(this.#distance + PACE * FRAME, total);
        this.#put(0, this.#lead(this.#distance));
        if (this.#state.style === 'rows')
            this.#stepRows();
        else
            this.#stepColumns();
    }

    #stepColumns() {
        const kept = ['x', 'y'].map(name => this.#unit[name].view.slice(FILES));
        this.#fallIn.run(); // moves all ranks; the next line restores all ranks except the first
        ['x', 'y'].forEach((name, k) => this.#unit[name].copy(kept[k], FILES));
        for (const call of this.#calls)
            call.run();
    }

    #stepRows() {
        for (let r = 1; r < RANKS; r++) {
            const { next_x: x, next_y: y, next_heading_x: hx, next_heading_y: hy } = followStraight(
                this.#way, this.#poseOf(r), this.#poseOf(r - 1), HALF_WIDTH, SPACING, this.#state.radius, RANKS);
            this.#put(r, { x, y, hx, hy });
        }
        this.#fallIn.run();
    }

    // The camera sees the whole course, also with large circles.
    bounds() {
        const [xs, ys] = [0, 1].map(axis => this.#course.filter((_, k) => k % 2 === axis)), { left, bottom, width, height } = BOUNDS;
        const [low, high] = [[left, bottom], [left + width, bottom + height]];
        const [fromX, fromY] = [xs, ys].map((list, axis) => Math.min(low[axis], ...list.map(at => at - MARGIN)));
        const [toX, toY] = [xs, ys].map((list, axis) => Math.max(high[axis], ...list.map(at => at + MARGIN)));
        return { left: fromX, bottom: fromY, width: toX - fromX, height: toY - fromY };
    }

    draw(pen) {
        const { radius, style } = this.#state, { scale } = pen.view;
        for (const k of [1, 2])
            pen.ring(this.#path[`centre${k}_x`], this.#path[`centre${k}_y`], radius * scale, 'faint', { width: 1.5 });
        pen.way(this.#course, 'soft', { width: 1.5, dash: [3, 6] });
        const { x, y } = this.#unit, row = i => [x.at(i), y.at(i)];
        for (let k = 0; k < (style === 'rows' ? RANKS : FILES); k++) {
            const members = style === 'rows' ? Array.from({ length: FILES }, (_, i) => k * FILES + i)
                : Array.from({ length: RANKS }, (_, i) => i * FILES + k);
            pen.way(members.flatMap(row), style === 'rows' ? 'met' : 'fourth', { width: 1.5, alpha: 0.55 });
        }
        for (let i = 0; i < UNITS; i++)
            pen.disc(...row(i), Math.max(scale * 0.55, 3), i < FILES ? 'fifth' : style === 'rows' ? 'met' : 'fourth');
        drawPose(pen, this.#from, 'good', 'start');
        drawPose(pen, this.#to, 'runner', 'goal');
    }

    chips() {
        return [{ text: this.#state.style === 'rows' ? 'rows: each rank stays straight' : 'columns: each unit follows the one ahead' }];
    }

    readouts() {
        const { x, y } = this.#unit, gaps = [];
        for (let i = FILES; i < UNITS; i++)
            gaps.push(Math.hypot(x.at(i) - x.at(i - FILES), y.at(i) - y.at(i - FILES)));
        const { hx, hy } = this.#unit;
        let lean = 0; // the largest distance of a unit ahead of or behind the middle of its rank
        for (let i = 0; i < UNITS; i++) {
            const m = i - i % FILES + (FILES - 1) / 2;
            lean = Math.max(lean, Math.abs((x.at(i) - x.at(m)) * hx.at(m) + (y.at(i) - y.at(m)) * hy.at(m)));
        }
        const { word, total } = this.#path, [name, turns] = wordOf(this.#way, word);
        return [
            { name: 'Style', value: this.#state.style,
                note: this.#state.style === 'rows' ? 'the inner one keeps its distance' : 'each follows the one ahead of it' },
            { name: 'Spacing along the files', value: `${Math.min(...gaps).toFixed(2)} to ${Math.max(...gaps).toFixed(2)} m`,
                note: 'from a unit to the one ahead' },
            { name: 'Largest offset within a rank', value: `${lean.toFixed(2)} m`, note: 'from its middle, along the march' },
            { name: 'Travelled', value: `${this.#distance.toFixed(1)} m`, note: `of ${total.toFixed(1)} m` },
            { name: 'Path type', value: name, note: turns },
            { name: 'Units', value: String(UNITS), note: `${RANKS} ranks of ${FILES}` },
        ];
    }
}

export default {
    line: 'A squad that turns like a squad: forty-five units keep their ranks and files through two turns.',
    picture: 'A formation in ranks and files marches along a dashed path from start to goal.',
    behaviours: ['turning_path2d', 'march2d', 'file2d', 'rank2d', 'line2d'],
    code, c,
    source: ['Techniques for Formation Movement Using Steering Circles, in Game AI Pro: columns and rows.'],
    help: ['Drag start and goal, and the tips of their arrows.',
        'S: in columns each unit follows the one ahead; rows stay straight.', 'Yellow: the first rank.'],
    bounds: BOUNDS,
    defaults: { style: 'columns', x: 20, y: 14, heading: 90, to_x: 76, to_y: 40, to_heading: 45, radius: 14 },
    controls: [
        { key: 'style', name: 'Style', options: STYLES },
        { key: 'radius', name: 'Radius', unit: 'm', min: 5, max: 25, step: 0.5 },
    ],
    ranges: { x: [-6, 102], to_x: [-6, 102], y: [-6, 54], to_y: [-6, 54] },
    open: async state => new World(await part('move'), state),
};
