// The canvas of a scene: its loop of frames, pointers, handles that can be dragged and moved by keys.
import { Pen } from './draw/pen.js';
import { element } from './element.js';

const FRAME = 1000 / 60, SLACK = 2; // ms

export class Stage {
    #scene; #world; #moved; #handles = new Map(); #wanted = 0; #due = 0; #last = 0; #ready;
    running = true;
    frames = { drawn: 0, drawing: 0 }; // how many, and the milliseconds of all

    // moved: called when what a handle stands for has changed
    constructor(parent, scene, moved) {
        this.#scene = scene;
        this.#moved = moved;
        this.shapes = element('canvas', { class: 'shapes', role: 'img', 'aria-label': `${scene.title}. ${scene.line}` });
        this.words = element('canvas', { class: 'words', 'aria-hidden': 'true' });
        this.layer = element('div', { class: 'handles' });
        this.box = element('div', { class: `stage${scene.points ? ' points' : ''}` }, this.shapes, this.words, this.layer);
        parent.append(this.box);
        this.pen = new Pen(this.shapes, this.words, scene.bounds);
        this.#listen();
        this.#watch = new ResizeObserver(() => this.want());
        this.#watch.observe(this.box);
    }
    #watch;

    show(world) {
        this.#world = world;
        this.layer.replaceChildren();
        this.#handles.clear();
        this.#ready = true;
        this.want();
    }

    // Asks for a frame; while it runs, each asks for the next.
    want() {
        this.#wanted ||= requestAnimationFrame(now => {
            this.#wanted = 0;
            this.#frame(now);
            if (this.running)
                this.want();
        });
    }

    close() {
        cancelAnimationFrame(this.#wanted);
        this.#wanted = -1;
        this.#watch.disconnect();
        this.pen.close();
        this.box.remove();
    }

    #frame(now) {
        if (!this.#ready)
            return;
        this.#due = this.running ? Math.min(this.#due + now - this.#last, 2 * FRAME) : 0;
        this.#last = now;
        if (this.running && this.#due >= FRAME - SLACK) {
            this.#due = Math.max(this.#due - FRAME, 0);
            this.#world.step();
        }
        this.draw();
    }

    stepOnce() {
        this.#world.step();
        this.want();
    }

    draw() {
        const { clientWidth: width, clientHeight: height } = this.box;
        if (width === 0 || height === 0)
            return;
        const begun = performance.now();
        if (this.#world.bounds)
            Object.assign(this.pen.view, this.#world.bounds()); // the scene's eye follows
        this.pen.begin(width, height, Math.min(devicePixelRatio || 1, 2));
        this.#world.draw(this.pen);
        this.pen.end();
        this.frames.drawing += performance.now() - begun;
        this.frames.drawn++;
        for (const { id, label, x, y, hidden } of this.#world.handles?.() ?? []) {
            const button = this.#handles.get(id) ?? this.#handle(id, label);
            button.hidden = Boolean(hidden);
            button.style.transform = `translate(${this.pen.view.x(x)}px, ${this.pen.view.y(y)}px)`;
        }
    }

    #place(event) {
        const box = this.box.getBoundingClientRect();
        return [this.pen.view.worldX(event.clientX - box.left), this.pen.view.worldY(event.clientY - box.top)];
    }

    #listen() {
        for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointerleave'])
            this.shapes.addEventListener(kind, event => {
                if (!this.#ready || !this.#world.point)
                    return;
                if (kind === 'pointerdown')
                    this.shapes.setPointerCapture(event.pointerId);
                this.#world.point(kind.slice('pointer'.length), ...this.#place(event));
                this.want();
            });
    }

    #handle(id, label) {
        const button = element('button', { type: 'button', class: 'handle', 'aria-label': `${label}: drag, or press the arrow keys`,
            'data-handle': id });
        const drag = (x, y) => {
            const { left, bottom, width, height } = this.pen.view;
            this.#world.drag(id, Math.min(Math.max(x, left), left + width), Math.min(Math.max(y, bottom), bottom + height));
            this.#moved();
            this.want();
        };
        let from;
        button.addEventListener('pointerdown', event => {
            button.setPointerCapture(event.pointerId);
            const [x, y] = this.#place(event), at = this.#at(id);
            from = [at.x - x, at.y - y];
            this.#world.hold?.(id);
        });
        button.addEventListener('pointermove', event => {
            if (!from)
                return;
            const [x, y] = this.#place(event);
            drag(x + from[0], y + from[1]);
        });
        for (const kind of ['pointerup', 'pointercancel'])
            button.addEventListener(kind, () => {
                from = undefined;
                this.#world.hold?.();
            });
        button.addEventListener('keydown', event => {
            const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
            if (!way)
                return;
            event.preventDefault();
            const at = this.#at(id), stride = at.stride ?? this.pen.view.width / (event.shiftKey ? 20 : 100);
            drag(at.x + way[0] * stride, at.y + way[1] * stride);
        });
        this.layer.append(button);
        this.#handles.set(id, button);
        return button;
    }

    #at(id) { return this.#world.handles().find(handle => handle.id === id); }
}
