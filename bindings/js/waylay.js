// waylay for JavaScript: see README.md. Everything is bound from the module's description of itself.
import { Call } from './call.js';
import { choosing } from './choosing.js';
import { Arena, Column } from './memory.js';

export { Column };

// The smallest module that needs SIMD: () => i8x16.splat(0)
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

// Does this engine have 128-bit SIMD in WebAssembly?
export const hasSimd = () => WebAssembly.validate(SIMD);

// A caller's mistake that the library names: `message` has its sentence, `code` its word, as 'overlap'.
export class WaylayError extends Error {
    name = 'WaylayError';
    constructor(message, code, number) {
        super(message);
        this.code = code;
        this.number = number;
    }
}

// options: simd (default: if the engine has it), wasm (a URL, a Response, bytes or a compiled module; default: the file in
// this folder), bytes (of columns, for which memory is taken at once)
export async function load({ simd = hasSimd(), wasm, bytes = 0 } = {}) {
    const beside = simd ? new URL('./waylay.wasm', import.meta.url) : new URL('./waylay-plain.wasm', import.meta.url);
    const module = await compiled(wasm ?? beside);
    const library = new Library(await WebAssembly.instantiate(module));
    library.arena.reserve(bytes);
    return bind(library, module);
}

async function compiled(source) {
    const given = await source;
    if (given instanceof WebAssembly.Module)
        return given;
    if (given instanceof ArrayBuffer || ArrayBuffer.isView(given))
        return WebAssembly.compile(given);
    if (typeof Response !== 'undefined' && given instanceof Response)
        return fetched(given);
    const url = new URL(given, import.meta.url);
    if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    return fetched(await fetch(url));
}

async function fetched(response) {
    if (!response.ok)
        throw new Error(`waylay: ${response.url}: ${response.status} ${response.statusText}`);
    // some servers send wasm files with another content type
    return response.headers.get('content-type') === 'application/wasm'
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

// The module's memory and its description.
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
    word(address) { return this.#view.getInt32(address, true); }
    double(address) { return this.#view.getFloat64(address, true); }
    float(address) { return this.#view.getFloat32(address, true); }

    text(address) {
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
    }

    // A result of the library, by number or by word, as an exception.
    error(result, what) {
        const [code, number] = Object.entries(this.types.way_result.values).find(pair => pair.includes(result)) ?? ['', result];
        return new WaylayError(`${what}: ${this.text(this.exports.way_result_string(number))}`, code, number);
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
        get memory() { return exports.memory; },

        floats: given => arena.allot('float', given),
        doubles: given => arena.allot('double', given),
        halves: given => arena.allot('half', given),
        ints: given => arena.allot('int', given),
        uints: given => arena.allot('uint', given),
        structs: (length, fields) => arena.structs(length, fields),
        walls: given => walls(library, given),

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

// A number of walls, or walls: { ax, ay, bx, by, sides }, of which `sides` is 0 unless it is said.
function walls({ arena, types }, given) {
    const { size, fields } = types.way_wall;
    const list = typeof given === 'number' ? [] : given;
    const kinds = { ax: 'float', ay: 'float', bx: 'float', by: 'float', sides: 'int' };
    const columns = arena.structs(typeof given === 'number' ? given : list.length, kinds, fields, size);
    list.forEach((wall, i) => {
        for (const name in kinds)
            columns[name].set(i, wall[name] ?? 0);
    });
    return columns;
}

// One agent: numbers in, numbers out.
function one(library, { name, address, inputs, inputNames, outputs }, agent, walls) {
    for (const given in agent)
        if (!inputNames.has(given))
            throw new TypeError(`${name} has no ${given}`);
    inputs.forEach((input, k) => {
        const value = agent[input.name] ?? (input.required ? undefined : fallback(input));
        if (value === undefined)
            throw library.error('missing', `${name}: ${input.name}`);
        if (input.type === 'float')
            library.putFloat(library.cells + 4 * k, value);
        else
            library.putWord(library.cells + 4 * k, value);
    });
    const answer = library.cells + 4 * inputs.length;
    const result = library.exports.way_run_one(address, library.cells, answer, walls?.ax.address ?? 0, walls?.ax.length ?? 0);
    if (result !== 0)
        throw library.error(result, name);
    return Object.fromEntries(outputs.map((output, k) =>
        [output.name, output.type === 'float' ? library.float(answer + 4 * k) : library.word(answer + 4 * k)]));
}

const fallback = ({ default: value }) => value === 'inf' ? Infinity : value === 'nan' ? NaN : value;
