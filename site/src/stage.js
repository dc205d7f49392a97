// The stage shows a scene: it has the frame loop, the pointer's events, the text over the picture, and the
// handles. A visitor moves a handle by dragging or by keys.
import { Pen } from './draw/pen.js';
import { element } from './element.js';
import { clamp } from './router.js';

const FRAME = 1000 / 60, SLACK = 2, MOST_STEPS = 3, SECOND = 1000, SETTLING = 3000; // times in ms

export class Stage {
    #scene; #world; #moved; #handles = new Map(); #wanted = 0; #due = 0; #last = 0; #ready; #chips = [];
    #second = { begun: 0, pictures: 0, steps: 0 };
    #started; // when the scene began to run
    running = true;
    frames = { drawn: 0, drawing: 0 }; // the number of pictures, and the total time for drawing them, in ms
    rate = 0; // pictures per second, over the last second; 0 in the first three seconds, in which browsers compile
    pace = 1; // simulated time divided by real time

    // The stage calls the function `moved` after a visitor has moved a handle.
    constructor(parent, scene, moved) {
        this.#scene = scene;
        this.#moved = moved;
        this.shapes = element('canvas', { class: 'shapes', role: 'img', 'aria-label': scene.picture ?? `Picture of ${scene.title}` });
        this.words = element('canvas', { class: 'words', 'aria-hidden': 'true' });
        this.layer = element('div', { class: 'handles' });
        this.over = element('div', { class: 'chips' });
        this.box = element('div', { class: `stage${scene.points ? ' points' : ''}` }, this.shapes, this.words, this.over, this.layer);
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

    // Requests a frame. While the scene runs, each frame requests the next frame.
    want() {
        this.#wanted ||= requestAnimationFrame(now => {
            this.#wanted = 0;
            this.#frame(now);
            if (this.running)
                this.want();
        });
    }

    // Runs a paused scene, for example because a visitor has fired.
    wake() {
        this.running = true;
        this.woken();
    }
    woken = () => {};

    close() {
        cancelAnimationFrame(this.#wanted);
        this.#wanted = -1;
        this.#watch.disconnect();
        this.pen.close();
        this.box.remove();
    }

    // Makes as many steps as fit into the time since the last picture, but at most three.
    // So a slow machine shows the scene in slow motion, and the page says so.
    #frame(now) {
        if (!this.#ready)
            return;
        let steps = 0;
        this.#due = this.running ? Math.min(this.#due + now - this.#last, (MOST_STEPS + 0.5) * FRAME) : 0;
        this.#last = now;
        if (!this.running)
            this.#started = undefined;
        else {
            this.#started ??= now;
            this.#world.ahead?.();
            for (; steps < MOST_STEPS && this.#due >= FRAME - SLACK; steps++) {
                this.#due = Math.max(this.#due - FRAME, 0);
                this.#world.step();
            }
        }
        this.#count(now, steps);
        this.draw();
    }

    #count(now, steps) {
        const second = this.#second, gone = now - second.begun;
        if (!this.running || gone > 5 * SECOND) // after a pause, start a new second
            Object.assign(second, { begun: now, pictures: 0, steps: 0 });
        else if (gone < SECOND) {
            second.pictures++;
            second.steps += steps;
        } else {
            this.rate = now - this.#started < SETTLING ? 0 : Math.round((second.pictures + 1) * SECOND / gone);
            this.pace = (second.steps + steps) * FRAME / gone;
            Object.assign(second, { begun: now, pictures: 0, steps: 0 });
        }
    }

    draw() {
        const { clientWidth: width, clientHeight: height } = this.box;
        if (width === 0 || height === 0)
            return;
        const begun = performance.now();
        if (this.#world.bounds)
            Object.assign(this.pen.view, this.#world.bounds()); // the camera follows the scene
        this.pen.begin(width, height, Math.min(devicePixelRatio || 1, 2));
        this.#world.draw(this.pen);
        this.pen.end();
        this.frames.drawing += performance.now() - begun;
        this.frames.drawn++;
        for (const { id, label, x, y, hidden, follows } of this.#world.handles?.() ?? []) {
            const button = this.#handles.get(id) ?? this.#handle(id, label);
            button.hidden = Boolean(hidden);
            button.classList.toggle('through', Boolean(follows));
            button.style.transform = `translate(${this.pen.view.x(x)}px, ${this.pen.view.y(y)}px)`;
        }
        this.#showChips();
    }

    // Shows chips over the picture. A chip is { text, tone, isBig }, and with { share, colour } it has a bar.
    #showChips() {
        const chips = [...this.#world.chips?.() ?? []];
        if (!this.running && !this.#scene.still)
            chips.push({ text: 'Paused' });
        while (this.#chips.length < chips.length)
            this.#chips.push(this.over.appendChild(element('p')));
        this.#chips.forEach((chip, k) => {
            const { text = '', tone = '', isBig = false, share, colour } = chips[k] ?? {};
            chip.hidden = text === '';
            if (chip.textContent !== text)
                chip.textContent = text;
            chip.dataset.tone = tone;
            chip.classList.toggle('big', isBig);
            chip.classList.toggle('share', share !== undefined);
            if (share !== undefined) {
                chip.style.setProperty('--share', `${(100 * share).toFixed(1)}%`);
                chip.style.setProperty('--colour', `var(--${colour})`);
            }
        });
    }

    #place(event) {
        const box = this.box.getBoundingClientRect();
        return [this.pen.view.worldX(event.clientX - box.left), this.pen.view.worldY(event.clientY - box.top)];
    }

    // Passes the pointer's events to the scene: 'move' without a button, 'down', 'drag' and 'tap'. Vertical swipes
    // scroll the page instead. A tap is passed on when it ends, because it could still become a swipe.
    #listen() {
        const kinds = { pointerdown: 'down', pointermove: 'move', click: 'tap' };
        let from = [0, 0];
        for (const [event, kind] of Object.entries(kinds))
            this.shapes.addEventListener(event, event => {
                const { pointerType, clientX, clientY } = event;
                if (kind === 'down')
                    from = [clientX, clientY];
                if (!this.#ready || !this.#world.point)
                    return;
                // a tap or a sideways swipe steers; a vertical swipe scrolls the page
                if (pointerType === 'touch' && kind !== 'tap' && !(Math.abs(clientX - from[0]) > 8 + Math.abs(clientY - from[1])))
                    return;
                this.#world.point(kind === 'move' && event.buttons ? 'drag' : kind, ...this.#place(event));
                if (kind === 'tap') {
                    this.#moved();
                    if (this.#scene.fires)
                        this.wake();
                }
                this.want();
            });
    }

    #handle(id, label) {
        const button = element('button', { type: 'button', class: 'handle', 'aria-label': `${label}: drag, or press the arrow keys`,
            'data-handle': id });
        const drag = (x, y) => {
            const { left, bottom, width, height } = this.pen.view;
            this.#world.drag(id, clamp(x, left, left + width), clamp(y, bottom, bottom + height));
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
