// Common parts of the scenes with a gun: texts for why no shot hits, the distance of a miss, feathers.
import { flight } from './arcs.call.js';
import { Dice } from './dice.js';

export const REASONS = {
    too_slow: 'No shot: the target flies away faster than the shot.',
    immobile: 'No shot: it has no speed, and the target does not come to the gun.',
    late: 'No shot: it would arrive only after the target has left the picture.',
    there: 'The target sits on the gun.',
    invalid: 'Not a usable number.',
};

export const reasonOf = (way, { status }) => Object.keys(way.status).find(name => way.status[name] === status);

// Bodies a and b have just moved by these strides. Returns their least distance on the way, and the positions
// of both bodies at that moment.
export function nearest(a, strideA, b, strideB) {
    const dx = b.x - a.x, dy = b.y - a.y, sx = strideB.x - strideA.x, sy = strideB.y - strideA.y;
    const back = Math.min(Math.max((dx * sx + dy * sy) / (sx * sx + sy * sy || 1), 0), 1);
    const at = (one, stride) => [one.x - stride.x * back, one.y - stride.y * back];
    const apartX = dx - sx * back, apartY = dy - sy * back; // Math.hypot may have other bits in another browser
    return { distance: Math.sqrt(apartX * apartX + apartY * apartY), a: at(a, strideA), b: at(b, strideB) };
}

const FEATHERS = 18, GRAVITY = 5, SECONDS = 1.7;

// Feathers fly after a hit, moved by flight2d, and fade.
export class Feathers {
    #way; #all; age = 0;

    constructor(way, { x, y, vx, vy }, seed) {
        const dice = new Dice(seed);
        this.#way = way;
        this.#all = Array.from({ length: FEATHERS }, () => {
            const to = dice.direction(), speed = dice.between(2, 12);
            return { x, y, vx: 0.35 * vx + speed * to.x, vy: 0.35 * vy + speed * to.y, turn: dice.between(-7, 7), size: dice.between(4, 8) };
        });
    }

    // Returns true if the feathers are still visible.
    step(dt) { return (this.age += dt) < SECONDS; }

    draw(pen, name) {
        const share = this.age / SECONDS;
        for (const one of this.#all) {
            const { point_x: x, point_y: y } = flight(this.#way, one, GRAVITY, this.age), angle = one.turn * this.age;
            const dx = one.size * Math.cos(angle) / pen.view.scale, dy = one.size * Math.sin(angle) / pen.view.scale;
            pen.line(x - dx, y - dy, x + dx, y + dy, name, { width: 5, alpha: 1 - share });
        }
    }
}
