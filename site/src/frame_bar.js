// Shows a frame's 16.7 ms as a bar. The bar has one part per task.
// A second bar behind the first shows the library's time without SIMD.
import { element } from './element.js';

const FRAME = 1000 / 60;
const PARTS = { library: 'waylay', moving: 'moving', hashing: 'hashing', drawing: 'sending to the graphics card' };
const CLOCK_STEPS = 10, KEPT = 6; // ten frames, because the clock has steps of 0.1 ms
const SMOOTH = 50; // pictures per second; below, the browser's own drawing takes the time that the bar leaves

// Averages the times of ten frames, and keeps the last six averages. `best` returns the least average; undefined
// until the first ten frames are complete.
export class Clock {
    #sums = {}; #frames = 0; #windows = [];

    add(took) {
        for (const [key, ms] of Object.entries(took))
            this.#sums[key] = (this.#sums[key] ?? 0) + ms;
        if (++this.#frames < CLOCK_STEPS)
            return;
        this.#windows.push(Object.fromEntries(Object.entries(this.#sums).map(([key, sum]) => [key, sum / this.#frames])));
        if (this.#windows.length > KEPT)
            this.#windows.shift();
        this.#sums = {};
        this.#frames = 0;
    }

    best(key) { return this.#windows.length ? Math.min(...this.#windows.map(one => one[key])) : undefined; }
}

// Formats a time. A missing time becomes a dash.
export const ms = value => !(value > 0) ? '–' : `${value < 0.1 ? value.toPrecision(1) : value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

export class FrameBar {
    #parts; #ghost; #words; #drawn = { drawn: 0, drawing: 0 }; #drawing;

    constructor(parent) {
        this.#parts = Object.fromEntries(Object.keys(PARTS).map(key => [key, element('i', { class: key })]));
        this.#ghost = element('i', { class: 'scalar' });
        this.#words = element('p', {});
        parent.append(element('div', { class: 'frame' },
            element('div', { class: 'bar', 'aria-hidden': 'true' }, this.#ghost, ...Object.values(this.#parts)), this.#words));
    }

    // `times` has the ms per frame of library, moving and hashing, and as `scalar` the ms per frame of the
    // library without SIMD. `frames` and `rate` are fields of the stage.
    show(times, { frames, rate }) {
        const pictures = frames.drawn - this.#drawn.drawn;
        if (pictures >= 20) {
            this.#drawing = (frames.drawing - this.#drawn.drawing) / pictures;
            this.#drawn = { ...frames };
        }
        if (times.library === undefined)
            return;
        const parts = { ...times, drawing: this.#drawing ?? 0 };
        let sum = 0;
        for (const [key, box] of Object.entries(this.#parts)) {
            box.style.width = `${Math.max(Math.min(100 * parts[key] / FRAME, 100 - 100 * sum / FRAME), 0)}%`;
            sum += parts[key];
        }
        this.#ghost.style.width = `${Math.min(100 * (parts.scalar ?? 0) / FRAME, 100)}%`;
        const told = Object.entries(PARTS).map(([key, name]) => [key, `${name} ${ms(parts[key])}`]);
        told.push(['free', sum >= FRAME ? `${ms(sum - FRAME)} too long`
            : rate < SMOOTH ? 'the rest: the browser, not measured' : `free ${ms(FRAME - sum)}`]);
        if (parts.scalar)
            told.push(['scalar', `waylay without SIMD ${ms(parts.scalar)} (${(parts.scalar / parts.library).toFixed(1)} times)`]);
        this.#words.replaceChildren('A frame of 16.7 ms: ',
            ...told.flatMap(([key, text]) => [element('span', { class: `part ${key}` }, text), ' ']));
    }
}
