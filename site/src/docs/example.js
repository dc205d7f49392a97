// Numbers to begin with, for any behaviour: drawn within its typical ranges until its answer is a usual one.
import { Dice } from '../scenes/dice.js';

// A room for those that read walls.
const ROOM = [{ ax: -100, ay: -100, bx: 100, by: -90 }, { ax: 100, ay: -90, bx: 90, by: 100 }, { ax: 90, ay: 100, bx: -95, by: 90 },
    { ax: -95, ay: 90, bx: -100, by: -100 }, { ax: -30, ay: 20, bx: 40, by: 35 }];
export const walls = ROOM;

const round = value => Number(value.toPrecision(3));

// Required inputs alone: the others have their defaults.
function draw({ inputs }, words, dice) {
    return Object.fromEntries(inputs.filter(input => input.required).map(({ name, type, low, high }) => {
        if (type === 'word')
            return [name, Object.values(words)[1 + Math.floor(dice.between(0, 6))]];
        const value = dice.between(low, high);
        return [name, type === 'float' ? round(value) : Math.floor(value)];
    }));
}

const isUsual = (answer, met) => (answer.status ?? met) === met && Object.values(answer).every(Number.isFinite);

// The first one from `seed` on. solve: numbers => answer
export function example(description, way, solve, seed) {
    for (let k = 0; k < 200; k++) {
        const numbers = draw(description, way.word, new Dice(seed * 1000 + k));
        if (isUsual(solve(numbers), way.status.met))
            return numbers;
    }
    return draw(description, way.word, new Dice(seed * 1000));
}
