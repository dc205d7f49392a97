// This file loads the wasm module. It makes a function for each behaviour in the module's self-description.
import { Call } from './call.js';
import { choosing } from './choosing.js';
import { Arena, Column, isNumberOf, isWholeNumber, shown } from './memory.js';
import { ANY_ROW, TriangleTree, WallTree, checkKeys, wallsOf } from './writer.js';

export { Column };

// The smallest module that needs SIMD: () => i8x16.splat(0)
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

// True if this engine has 128-bit SIMD in WebAssembly.
export const hasSimd = () => WebAssembly.validate(SIMD);

// A caller's mistake that the library found. `message` contains the library's text. `code` is the name of the
// way_result, for example 'overlap', and `number` is its number.
export class WaylayError extends Error {
    name = 'WaylayError';
    constructor(message, code, number) {
        super(message);
        this.code = code;
        this.number = number;
    }
}

// options: simd (default: true if the engine has SIMD);
// wasm (a URL, a Response, bytes or a compiled module; default: the file in this folder);
// bytes (the number of bytes of memory for columns to reserve now; default: 0)
export async function load({ simd = hasSimd(), wasm, bytes = 0 } = {}) {
    const module = await compiled(await (wasm ?? beside(simd)));
    const library = new Library(await WebAssembly.instantiate(module));
    library.arena.reserve(bytes);
    return bind(library, module);
}

const ELSEWHERE = 'if a bundler left the file behind, load({ wasm }) takes its URL or bytes';

// Returns the URL of the wasm file in this folder. Bundlers look for exactly these two `new URL` expressions.
function beside(simd) {
    try {
        return simd ? new URL('./waylay.wasm', import.meta.url) : new URL('./waylay-plain.wasm', import.meta.url);
    } catch (cause) { // in a CommonJS bundle, modules have no URL
        throw new Error(`waylay: no URL for waylay.wasm: ${ELSEWHERE}`, { cause });
    }
}

async function compiled(given) {
    if (given instanceof WebAssembly.Module)
        return given;
    const isBytes = given instanceof ArrayBuffer || ArrayBuffer.isView(given);
    const isResponse = typeof Response !== 'undefined' && given instanceof Response;
    if (!isBytes && !isResponse && typeof given !== 'string' && !(given instanceof URL))
        throw new TypeError(`waylay: wasm is a URL, a Response, bytes or a compiled module, not ${shown(given)}`);
    try {
        return await (isBytes ? WebAssembly.compile(given) : isResponse ? fetched(given) : read(new URL(given, import.meta.url)));
    } catch (cause) {
        const what = isBytes ? 'the given bytes' : isResponse ? given.url : given;
        throw new Error(`waylay: ${what}: ${cause.message}${isBytes ? '' : `; ${ELSEWHERE}`}`, { cause });
    }
}

async function read(url) {
    if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    return fetched(await fetch(url));
}

async function fetched(response) {
    if (!response.ok)
        throw new Error(`${response.status} ${response.statusText}`);
    // some servers send wasm files with another content type
    return response.headers.get('content-type') === 'application/wasm'
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

// The module's memory and the module's self-description.
class Library {
    #bytes = new DataView(new ArrayBuffer(0));

    constructor(instance) {
        this.exports = instance.exports;
        this.arena = new Arena(this.exports.memory, this.exports.__heap_base.value);
        this.description = JSON.parse(this.text(this.exports.way_describe_json()));
        this.types = this.description.types;
        this.sizes = Object.fromEntries(Object.entries(this.types).map(([name, type]) => [name, type.size]));
        this.behaviours = this.description.behaviours.map(behaviour => ({
            ...behaviour,
            address: this.#named(behaviour.name),
            inputNames: new Set(behaviour.inputs.map(input => input.name)),
            outputNames: new Set(behaviour.outputs.map(output => output.name)),
        }));
        this.cells = this.arena.take(4 * Math.max(...this.behaviours.map(one => one.inputs.length + one.outputs.length)));
    }

    get #view() {
        if (this.#bytes.buffer !== this.exports.memory.buffer)
            this.#bytes = new DataView(this.exports.memory.buffer);
        return this.#bytes;
    }

    putWord(address, value) { this.#view.setInt32(address, value, true); }
    putFloat(address, value) { this.#view.setFloat32(address, value, true); }
    putDouble(address, value) { this.#view.setFloat64(address, value, true); }
    word(address) { return this.#view.getInt32(address, true); }
    double(address) { return this.#view.getFloat64(address, true); }
    float(address) { return this.#view.getFloat32(address, true); }

    text(address) {
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
    }

    // Makes an exception from a way_result. `result` is the number or the name of the way_result.
    error(result, what) {
        const [code, number] = Object.entries(this.types.way_result.values).find(pair => pair.includes(result)) ?? ['', result];
        return new WaylayError(`${what}: ${this.text(this.exports.way_result_string(number))}`, code, number);
    }

    // Throws an error if required columns are missing. The error names all missing columns.
    checkMissing(what, given, required) {
        const missing = required.map(({ name }) => name).filter(name => given[name] === undefined);
        if (missing.length > 0)
            throw new WaylayError(`${what}: missing: ${missing.join(', ')}`, 'missing', this.types.way_result.values.missing);
    }

    // Returns the number of an enum's word. For an unknown word, throws a WaylayError with this `code`.
    numberOf(type, word, what, code) {
        const { values } = this.types[type];
        if (!Object.hasOwn(values, word))
            throw new WaylayError(`${what} is ${Object.keys(values).map(shown).join(' or ')}, not ${shown(word)}`, code,
                this.types.way_result.values[code]);
        return values[word];
    }

    #named(name) {
        const mark = this.arena.mark();
        const address = this.arena.take(name.length + 1);
        new Uint8Array(this.exports.memory.buffer).set(new TextEncoder().encode(name), address);
        const behaviour = this.exports.way_behaviour_named(address);
        this.arena.release(mark);
        return behaviour;
    }
}

function bind(library, module) {
    const { arena, description, exports, types } = library;
    const values = name => Object.freeze({ ...types[name].values });
    const way = {
        version: description.version,
        isa: library.text(exports.way_isa()),
        description,
        module,
        exports,
        status: values('way_status'),
        word: values('way_word'),
        ...types.way_hit_kind && { hit: values('way_hit_kind') },
        NO_TARGET: ANY_ROW,
        get memory() { return exports.memory; },

        floats: given => arena.allot('float', given),
        doubles: given => arena.allot('double', given),
        halves: given => arena.allot('half', given),
        ints: given => arena.allot('int', given),
        uints: given => arena.allot('uint', given),
        structs: (length, fields) => arena.structs(length, fields),
        walls: given => walls(library, given),
        wall_velocities: given => velocities(library, given),
        ...exports.way_make_triangle_tree && {
            triangles: given => triangles(library, given),
            triangle_tree: given => new TriangleTree(library, given),
        },
        ...exports.way_make_wall_tree && { wall_tree: walls => new WallTree(library, walls) },

        ...choosing(library),

        reserve: bytes => arena.reserve(bytes),
        mark: () => arena.mark(),
        release: mark => arena.release(mark),
    };
    for (const behaviour of library.behaviours) {
        way[behaviour.name] = request => new Call(library, behaviour, request);
        way[behaviour.name].one = (agent, walls) => one(library, behaviour, agent, walls);
        way[behaviour.name].description = behaviour;
    }
    return Object.freeze(way);
}

// Makes columns of walls. `given` is a number of walls, or a list of { ax, ay, bx, by, sides }.
// Without `sides`, a wall has sides 0.
const walls = (library, given) => records(library, given, 'wall',
    { ax: 'float', ay: 'float', bx: 'float', by: 'float', sides: 'int' }, ['sides']);

// Makes columns of triangles, in the same way. Without `sides` or `mask`, a triangle has 0.
const triangles = (library, given) => records(library, given, 'triangle', {
    ax: 'float', ay: 'float', az: 'float', bx: 'float', by: 'float', bz: 'float', cx: 'float', cy: 'float', cz: 'float',
    sides: 'int', mask: 'uint',
}, ['sides', 'mask']);

// Makes columns of the velocities of walls.
const velocities = (library, given) => records(library, given, 'wall_velocity', { vx: 'float', vy: 'float' }, [], 'wall_velocities');

function records({ arena, types }, given, kind, kinds, optional, call = `${kind}s`) {
    const { size, fields } = types[`way_${kind}`], list = isWholeNumber(given) ? [] : given;
    const what = `way.${call} takes a whole number, or a list of { ${Object.keys(kinds).join(', ')} }`;
    if (!Array.isArray(list))
        throw new TypeError(`${what}, not ${shown(given)}`);
    const names = new Set(Object.keys(kinds));
    list.forEach((one, i) => {
        for (const name in kinds)
            if (!isNumberOf(kinds[name], one?.[name]) && !(optional.includes(name) && one?.[name] === undefined))
                throw new TypeError(`${what}: ${name} of ${kind} ${i} is ${shown(one?.[name])}`);
        checkKeys(`way.${call}: ${kind} ${i}`, one, names);
    });
    const columns = arena.structs(isWholeNumber(given) ? given : list.length, kinds, fields, size);
    list.forEach((one, i) => {
        for (const name in kinds)
            columns[name].set(i, one[name] ?? 0);
    });
    return columns;
}

// Solves one agent: the inputs and the outputs are plain numbers.
function one(library, { name, address, inputs, inputNames, outputs }, agent, walls) {
    const what = `${name}.one`, wall = walls === undefined ? undefined : wallsOf(library, `${what}: walls`, walls);
    checkKeys(what, agent, inputNames);
    library.checkMissing(what, agent, inputs.filter(input => input.required));
    inputs.forEach((input, k) => {
        const value = agent[input.name] ?? fallback(input);
        if (!isNumberOf(input.type, value))
            throw new TypeError(`${what}: ${input.name} is a ${input.type === 'float' ? '' : 'whole '}number, not ${shown(value)}`);
        if (input.type === 'float')
            library.putFloat(library.cells + 4 * k, value);
        else
            library.putWord(library.cells + 4 * k, value);
    });
    const answer = library.cells + 4 * inputs.length;
    const result = library.exports.way_run_one(address, library.cells, answer, wall?.address ?? 0, wall?.length ?? 0);
    if (result !== 0)
        throw library.error(result, name);
    return Object.fromEntries(outputs.map((output, k) =>
        [output.name, output.type === 'float' ? library.float(answer + 4 * k) : library.word(answer + 4 * k)]));
}

const fallback = ({ default: value }) => value === 'inf' ? Infinity : value === 'nan' ? NaN : value;
