// Loads the package under test. WAYLAY_WEB names the package's folder, relative to the root of the tree.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const folder = path.resolve(root, process.env.WAYLAY_WEB ?? 'build-web');
export const { load, hasSimd, Column, WaylayError } = await import(pathToFileURL(path.join(folder, 'waylay.js')));

export const goldens = readFileSync(path.join(root, 'tests/golden.txt'), 'utf8');
export const file = name => readFileSync(path.join(folder, name));

// Returns a function that draws random numbers between two bounds. Every run draws the same numbers.
export function dice(state = 1) {
    return (low, high) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return low + (high - low) * (state / 2 ** 32);
    };
}

// Draws a behaviour's inputs within their typical ranges. Returns them by name.
export function draw(behaviour, count) {
    const random = dice(behaviour.name.length);
    return Object.fromEntries(behaviour.inputs.map(({ name, type, low, high }) => [name, type === 'float'
        ? Float32Array.from({ length: count }, () => random(low, high))
        : Int32Array.from({ length: count }, () => Math.floor(random(low, high + 1)))]));
}

// Returns the bits of a column's elements.
export const bits = column => Array.from({ length: column.length }, (_, i) =>
    column.kind === 'float' ? new Uint32Array(Float32Array.of(column.at(i)).buffer)[0] : column.at(i) >>> 0);
