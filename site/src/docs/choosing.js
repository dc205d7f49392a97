// The texts and the pictures of the pages on choosing, assigning and avoiding, with six units and eight enemies.
import { Dice } from '../scenes/dice.js';
import * as calls from './choosing.call.js';

const UNITS = 6, ENEMIES = 8, REACH = 9; // REACH in m
const NOBODY = 2 ** 32 - 1;

export const CALLS = [
    { name: 'choose2d', family: 'choosing', summary: 'which target each unit should take: its best ones among thousands, by distance, time or turning',
        source: 'Jon Louis Bentley, Multidimensional Binary Search Trees Used for Associative Searching' },
    { name: 'crowd2d', family: 'choosing', summary: 'the candidates sorted by position once, for many questions about them',
        source: 'Jon Louis Bentley, Multidimensional Binary Search Trees Used for Associative Searching' },
    { name: 'neighbours2d', family: 'choosing', summary: 'all candidates within a radius of each unit, as lists',
        source: 'Jon Louis Bentley, Multidimensional Binary Search Trees Used for Associative Searching' },
    { name: 'assign', family: 'choosing', summary: 'which unit takes which target, so that as many as possible have one and the sum of the costs is the least',
        source: 'Roy Jonker and Anton Volgenant, A Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems' },
    { name: 'avoid2d', family: 'avoiding', summary: 'a velocity for each unit that touches no other one within a horizon (ORCA)',
        source: 'Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, Reciprocal n-Body Collision Avoidance' },
].map(call => ({ ...call, question: 'Which target should a unit take, and how does it pass the others?' }));

// Makes the columns of a team, such as `unit` and `enemy` in choosing.call.js.
const makeTeam = (way, count) => Object.fromEntries(['x', 'y', 'vx', 'vy', 'wish_x', 'wish_y'].map(key => [key, way.floats(count)]));

// A picture of a call's answers. A visitor can drag the units and the enemies.
export class Choosing {
    #way; #name; #unit; #enemy; #answers = [];

    constructor(way, name) {
        this.#way = way;
        this.#name = name;
        const dice = new Dice(4);
        this.#unit = makeTeam(way, UNITS);
        this.#enemy = makeTeam(way, ENEMIES);
        for (let i = 0; i < UNITS; i++) {
            this.#unit.x.set(i, 4 + dice.between(0, 3));
            this.#unit.y.set(i, 2.5 + 2.6 * i);
            this.#unit.wish_x.set(i, 5);
            this.#unit.vx.set(i, 5);
        }
        for (let i = 0; i < ENEMIES; i++) {
            this.#enemy.x.set(i, dice.between(10, 24));
            this.#enemy.y.set(i, dice.between(1, 17));
            this.#enemy.vx.set(i, -2);
            this.#enemy.vy.set(i, Math.round(dice.between(-2, 2)));
        }
        this.solve();
    }

    // Computes for each unit its chosen enemies or its velocity.
    solve() {
        const way = this.#way, mark = way.mark(), call = calls[this.#name](way, this.#unit, this.#enemy), { out } = call;
        call.run();
        const all = make => Array.from({ length: UNITS }, (_, i) => make(i));
        if (out.velocity_x)
            this.#answers = all(i => ({ vx: out.velocity_x.at(i), vy: out.velocity_y.at(i) }));
        else if (out.offset)
            this.#answers = all(i => Array.from({ length: out.offset.at(i + 1) - out.offset.at(i) }, (_, k) => out.row.at(out.offset.at(i) + k)));
        else
            this.#answers = all(i => [out.target.at(i)].filter(row => row !== NOBODY));
        way.release(mark);
    }

    get rows() {
        return this.#answers.map((answer, i) => ({ name: `unit ${i + 1}`, value: Array.isArray(answer)
            ? answer.length ? `enemy ${answer.map(row => row + 1).join(', ')}` : 'none'
            : `${answer.vx.toFixed(2)}, ${answer.vy.toFixed(2)} m/s` }));
    }

    bounds() { return { left: 0, bottom: 0, width: 27, height: 18 }; }

    draw(pen) {
        const { x, y } = this.#unit, enemy = this.#enemy;
        this.#answers.forEach((answer, i) => {
            if (Array.isArray(answer))
                answer.forEach(row => pen.line(x.at(i), y.at(i), enemy.x.at(row), enemy.y.at(row), 'good', { width: 2 }));
            else {
                pen.line(x.at(i), y.at(i), x.at(i) + 1, y.at(i), 'soft', { width: 2, dash: [3, 4] });
                pen.line(x.at(i), y.at(i), x.at(i) + answer.vx / 2, y.at(i) + answer.vy / 2, 'good', { width: 3 });
                pen.head(x.at(i) + answer.vx / 2, y.at(i) + answer.vy / 2, answer.vx, answer.vy, 'good', { width: 3 });
            }
            if (this.#name === 'neighbours2d')
                pen.ring(x.at(i), y.at(i), REACH * pen.view.scale, 'faint', { width: 1 });
            pen.disc(x.at(i), y.at(i), 0.6 * pen.view.scale, 'chaser');
            pen.text(x.at(i), y.at(i), String(i + 1), 'text', { shiftX: -22 });
        });
        for (let i = 0; i < ENEMIES; i++) {
            const ex = enemy.x.at(i), ey = enemy.y.at(i);
            pen.disc(ex, ey, 0.6 * pen.view.scale, 'runner');
            pen.line(ex, ey, ex + enemy.vx.at(i) / 2, ey + enemy.vy.at(i) / 2, 'runner', { width: 2.5 });
            pen.text(ex, ey, String(i + 1), 'text', { shiftX: 22 });
        }
    }

    #at(id) { return id.startsWith('unit') ? [this.#unit, Number(id.slice(4))] : [this.#enemy, Number(id.slice(5))]; }
    handles() {
        const all = (name, team, count) => Array.from({ length: count }, (_, i) =>
            ({ id: `${name}${i}`, label: `${name[0].toUpperCase()}${name.slice(1)} ${i + 1}`, x: team.x.at(i), y: team.y.at(i) }));
        return [...all('unit', this.#unit, UNITS), ...all('enemy', this.#enemy, ENEMIES)];
    }
    drag(id, x, y) {
        const [team, i] = this.#at(id);
        team.x.set(i, x);
        team.y.set(i, y);
        this.solve();
    }
}
