// Scenes draw with this pen. Positions are in metres of the world, but widths and sizes are in CSS pixels.
// A colour is given by its name in style.css.
import { clamp } from '../router.js';
import { colour } from '../theme.js';
import { FlatLayer } from './flat.js';
import { GlLayer, rgba } from './gl.js';
import { View } from './view.js';

const EDGE = 6; // the least distance of words from the edge, in CSS pixels

export class Pen {
    #layer; #words; #canvases; #written = [];

    // The pen draws on two canvases: shapes below, words above. Canvas 2D always draws the words.
    constructor(shapes, words, bounds) {
        this.hasGl = true;
        this.#layer = GlLayer.on(shapes);
        if (!this.#layer) {
            this.hasGl = false;
            this.#layer = new FlatLayer(shapes);
        }
        this.#words = words.getContext('2d');
        this.#canvases = [shapes, words];
        this.view = new View(bounds);
    }

    begin(width, height, ratio) {
        for (const canvas of this.#canvases) {
            const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
            if (canvas.width !== w || canvas.height !== h)
                Object.assign(canvas, { width: w, height: h });
        }
        Object.assign(this, { width, height });
        this.#written = [];
        this.view.fit(width, height);
        this.#layer.begin(width, height, ratio);
        this.#words.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.#words.clearRect(0, 0, width, height);
    }

    end() { this.#layer.end(); }
    close() { this.#layer.close(); }

    swarm(columns, colours, diameter) {
        this.#layer.swarm(this.view, columns, colours.map(([name, alpha]) => rgba(colour(name), alpha)), diameter);
    }

    line(x0, y0, x1, y1, name, { width = 2, alpha = 1, dash } = {}) {
        this.way([x0, y0, x1, y1], name, { width, alpha, dash });
    }

    // Draws a line through `points`, [x, y, x, y, ...]. `dash` is [length, gap]; dashes go on around corners.
    way(points, name, { width = 2, alpha = 1, dash } = {}) {
        const paint = rgba(colour(name), alpha), { view } = this;
        let walked = 0;
        for (let k = 0; k + 3 < points.length; k += 2) {
            const x0 = view.x(points[k]), y0 = view.y(points[k + 1]), x1 = view.x(points[k + 2]), y1 = view.y(points[k + 3]);
            if (!dash) {
                this.#layer.shape(x0, y0, x1, y1, width / 2, 0, paint);
                continue;
            }
            const length = Math.hypot(x1 - x0, y1 - y0), period = dash[0] + dash[1];
            for (let at = -(walked % period); at < length; at += period) {
                const from = Math.max(at, 0) / length, to = Math.min(at + dash[0], length) / length;
                if (to > from)
                    this.#layer.shape(x0 + (x1 - x0) * from, y0 + (y1 - y0) * from, x0 + (x1 - x0) * to, y0 + (y1 - y0) * to,
                        width / 2, 0, paint);
            }
            walked += length;
        }
    }

    disc(x, y, radius, name, alpha = 1) {
        const { view } = this;
        this.#layer.shape(view.x(x), view.y(y), view.x(x), view.y(y), radius, 0, rgba(colour(name), alpha));
    }

    ring(x, y, radius, name, { width = 2, alpha = 1 } = {}) {
        const { view } = this;
        this.#layer.shape(view.x(x), view.y(y), view.x(x), view.y(y), radius + width / 2, Math.max(radius - width / 2, 0.01),
            rgba(colour(name), alpha));
    }

    // Draws an arrow's head at (x, y), in the direction of (dx, dy).
    head(x, y, dx, dy, name, { size = 9, width = 2, alpha = 1 } = {}) {
        const length = Math.hypot(dx, dy) || 1, ux = dx / length * size / this.view.scale,
            uy = dy / length * size / this.view.scale;
        this.way([x - ux - uy * 0.55, y - uy + ux * 0.55, x, y, x - ux + uy * 0.55, y - uy - ux * 0.55], name, { width, alpha });
    }

    // Writes words at a position, shifted by CSS pixels. The words stay inside the picture.
    // If the words would cover other words, they move up or down.
    text(x, y, words, name, { align = 'center', shiftX = 0, shiftY = 0, size = 13, weight = 500 } = {}) {
        const context = this.#words, { view } = this;
        context.font = `${weight} ${size}px system-ui, sans-serif`;
        const wide = context.measureText(words).width, left = { left: 0, center: wide / 2, right: wide }[align];
        const box = { left: clamp(view.x(x) + shiftX - left, EDGE, this.width - wide - EDGE),
            middle: clamp(view.y(y) + shiftY, EDGE + size / 2, this.height - EDGE - size / 2), wide, tall: size + 2 };
        for (const move of [0, 1, -1, 2, -2, 3, -3]) {
            const middle = box.middle + move * box.tall;
            if (middle > EDGE && middle < this.height - EDGE && !this.#written.some(one => overlap(one, { ...box, middle }))) {
                box.middle = middle;
                break;
            }
        }
        this.#written.push(box);
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        context.lineWidth = 4;
        context.lineJoin = 'round';
        context.strokeStyle = colour('stage');
        context.fillStyle = colour(name);
        context.strokeText(words, box.left, box.middle);
        context.fillText(words, box.left, box.middle);
    }

    // Returns the boxes of all words in this picture, in CSS pixels.
    get written() { return this.#written; }
}

const overlap = (a, b) => Math.abs(a.middle - b.middle) < (a.tall + b.tall) / 2
    && a.left < b.left + b.wide && b.left < a.left + a.wide;
