// Writes a request into the structs of a prepared call, and records which memory the call uses.
import { Column, isWholeNumber, isWord, shown, sizeOf } from './memory.js';

export { isWholeNumber };

export const COLUMN_FIELDS = ['data', 'gap', 'rows', 'type', 'page'];
export const WHOLE = ['uint', 'int'], FLOAT_INPUT = ['float', 'double', 'half'], FLOAT_OUTPUT = ['float', 'double'];
const LAID_KEYS = new Set(['data', 'stride', 'offset', 'rows']);
// More than any row. As a target it means no target.
export const ANY_ROW = 2 ** 32 - 1;

export function checkKeys(what, given, keys) {
    if (typeof given !== 'object' || given === null)
        throw new TypeError(`${what} takes { ${[...keys].slice(0, 3).join(', ')}, ... }, not ${shown(given)}`);
    for (const key of Object.keys(given))
        if (!keys.has(key))
            throw new TypeError(`${what} has no ${key}; it has ${[...keys].join(', ')}`);
}

// Returns the column `ax` of walls from way.walls, or of the walls in a tree.
export function wallsOf({ arena, sizes }, what, given) {
    const walls = given instanceof WallTree ? given.walls : given;
    if (!(walls?.ax instanceof Column) || walls.ax.stride !== sizes.way_wall)
        throw new TypeError(`${what} are what way.walls makes, not ${shown(given)}`);
    return arena.column(what, walls.ax);
}

// Returns the column `vx` of velocities from way.wall_velocities, one for each wall.
function velocitiesOf({ arena, sizes }, what, given, count) {
    if (!(given?.vx instanceof Column) || given.vx.stride !== sizes.way_wall_velocity)
        throw new TypeError(`${what} is what way.wall_velocities makes, not ${shown(given)}`);
    const column = arena.column(what, given.vx);
    if (column.length !== count)
        throw new RangeError(`${what}: expected ${count} velocities, one for each wall, not ${column.length}`);
    return column;
}

// Returns the column `ax` of triangles from way.triangles, or of the triangles in a tree.
export function trianglesOf({ arena, sizes }, what, given) {
    const triangles = given instanceof TriangleTree ? given.triangles : given;
    if (!(triangles?.ax instanceof Column) || triangles.ax.stride !== sizes.way_triangle)
        throw new TypeError(`${what} are what way.triangles makes, not ${shown(given)}`);
    return arena.column(what, triangles.ax);
}

// Walls or triangles sorted by position, in memory that is allocated once.
class Tree {
    #library; #name; #column; #memory; #bytes;

    constructor(library, name, column) {
        const { arena, exports } = library;
        this.#library = library;
        this.#name = name;
        this.#column = column;
        this.#bytes = exports[`way_${name}_bytes`](column.length) >>> 0;
        this.#memory = { address: arena.take(this.#bytes), scope: arena.scope };
        this.build();
    }

    // Rebuilds the tree from the present walls or triangles.
    build() {
        if (this.#memory.scope.released || this.#column.scope.released)
            throw new Error('wall_tree: memory that this tree uses was released');
        const { address, length } = this.#column;
        const result = this.#library.exports[`way_make_${this.#name}`](address, length, this.#memory.address, this.#bytes);
        if (result !== 0)
            throw this.#library.error(result, this.#name);
    }

    // Returns the memory of the tree, for a call of this module.
    memoryFor(library, what) {
        if (library !== this.#library)
            throw new TypeError(`${what} is of another module's memory`);
        return this.#memory;
    }
}

// With a tree, a search skips most walls.
export class WallTree extends Tree {
    #walls;
    constructor(library, walls) {
        super(library, 'wall_tree', wallsOf(library, 'wall_tree: walls', walls));
        this.#walls = walls;
    }
    get walls() { return this.#walls; }
}

// With a tree, a search skips most triangles.
export class TriangleTree extends Tree {
    #triangles;
    constructor(library, triangles) {
        super(library, 'triangle_tree', trianglesOf(library, 'triangle_tree: triangles', triangles));
        this.#triangles = triangles;
    }
    get triangles() { return this.#triangles; }
}

// Writes the triangles of a request, their tree if the request has one, and triangle_origin.
export function writeTriangles(library, writer, struct, at, name, { triangles, triangle_origin: origin = [0, 0, 0] }) {
    const what = `${name}: triangles`, put = (field, value) => writer.put(struct, at, field, value);
    const tree = triangles instanceof TriangleTree ? writer.hold(triangles.memoryFor(library, what)) : undefined;
    const list = triangles === undefined ? undefined : writer.hold(trianglesOf(library, what, triangles));
    put('triangles', list ? list.address : 0);
    put('triangle_count', list ? list.length : 0);
    put('triangle_tree', tree ? tree.address : 0);
    if (!Array.isArray(origin) || origin.length !== 3 || !origin.every(Number.isFinite))
        throw new TypeError(`${name}: triangle_origin is [x, y, z], three finite numbers, not ${shown(origin)}`);
    ['x', 'y', 'z'].forEach((axis, k) => library.putDouble(writer.field(struct, at, `triangle_origin_${axis}`), origin[k]));
}

// Writes the walls of a request, their tree if the request has one, wall_origin, and the walls' velocities, which only
// a batch has.
export function writeWalls(library, writer, struct, at, name, { walls, wall_origin: origin, wall_velocity: velocity }) {
    const what = `${name}: walls`, put = (field, value) => writer.put(struct, at, field, value);
    const tree = walls instanceof WallTree ? writer.hold(walls.memoryFor(library, what)) : undefined;
    const wall = walls === undefined ? undefined : writer.hold(wallsOf(library, what, walls));
    put('walls', wall ? wall.address : 0);
    put('wall_count', wall ? wall.length : 0);
    put('wall_tree', tree ? tree.address : 0);
    if (tree && velocity !== undefined)
        throw new TypeError(`${name}: wall_velocity cannot be used with a tree of walls`);
    if (struct === 'way_batch')
        put('wall_velocity', velocity === undefined ? 0
            : writer.hold(velocitiesOf(library, `${name}: wall_velocity`, velocity, wall?.length ?? 0)).address);
    writer.wallOrigin(struct, at, `${name}: wall_origin`, origin);
}

// Converts a list of outputs to an object: ['time'] becomes { time: true }.
export const byName = out => Array.isArray(out) ? Object.fromEntries(out.map(name => [name, true])) : out === undefined ? {} : out;

const isDefined = ([, value]) => value !== undefined;
const merged = (before, now) => Object.fromEntries(Object.entries({ ...before, ...now }).filter(isDefined));

// Merges a change into a request. `in` and `out` are merged column by column.
export const changed = (before, now) => ({
    ...merged(before, now), in: merged(before.in, now.in), out: merged(byName(before.out), byName(now.out)),
});

// Returns the agents of a request as { first, count }. If the request has no `count`, it gets a
// default. With `index`, the length of `index` sets the default.
// Without `index`, the length of the agents' columns sets the default, and all lengths must be equal.
// Without such columns, the length of the outputs sets the default.
export function agentsOf(name, request, list, { chaser, lengths }, given) {
    if (list === undefined && request.count === undefined && lengths.size > 1)
        throw new RangeError(`${name}: how many agents? Columns have ${[...lengths].join(' and ')}; say count`);
    const most = list ? list.length : lengths.size > 0 ? chaser : given;
    const first = request.first ?? 0, count = request.count ?? most - first;
    if (!isWholeNumber(count) || !isWholeNumber(first))
        throw new RangeError(`${name}: how many agents? count is ${count}, first is ${first}`);
    return { first, count };
}

export function checkRange(name, first, count, most) {
    if (!(isWholeNumber(first) && isWholeNumber(count) && first + count <= most))
        throw new RangeError(`${name}: run takes whole numbers, first and count within ${most} agents, ` +
            `not ${shown(first)} and ${shown(count)}`);
}

export class Writer {
    #library;
    #own; // the innermost mark (see Arena in memory.js) when the call was made
    #scope; // the innermost mark after which memory that the call uses was allocated

    constructor(library) { this.#library = library; }

    // Allocates structs and cells of these sizes, one after the other, in the call's own memory.
    // Returns the addresses.
    own(bytes) {
        const start = this.#library.arena.take(bytes.reduce((a, b) => a + b));
        this.#own = this.#scope = this.#library.arena.scope;
        return bytes.map((_, i) => bytes.slice(0, i).reduce((a, b) => a + b, start));
    }

    get isReleased() { return this.#scope.released; }

    begin(name) {
        if (this.#own.released)
            throw new Error(`${name}: this call was released`);
        this.#scope = this.#own;
    }

    // Records that the call uses this memory. When the memory is released, the call becomes invalid.
    hold(used) {
        if (used.scope.depth > this.#scope.depth)
            this.#scope = used.scope;
        return used;
    }

    field(struct, at, name) { return at + this.#library.types[struct].fields[name].offset; }
    put(struct, at, name, value) {
        if (!isWord(value))
            throw new RangeError(`waylay: ${name} is a whole number, not ${shown(value)}`);
        this.#library.putWord(this.field(struct, at, name), value);
    }

    // Writes wall_origin, [x, y]: the walls' coordinates are relative to this point. `before` is the beginning
    // of the names of the two fields.
    wallOrigin(struct, at, what, given = [0, 0], before = 'wall_origin') {
        if (!Array.isArray(given) || given.length !== 2 || !given.every(Number.isFinite))
            throw new TypeError(`${what} is [x, y], two finite numbers, not ${shown(given)}`);
        ['_x', '_y'].forEach((end, k) => this.#library.putDouble(this.field(struct, at, before + end), given[k]));
    }

    // Allocates a column for an output that the request sets to true.
    allot(what, kind, length) {
        if (!Number.isFinite(length))
            throw new RangeError(`${what}: a column of how many? Give it one, or say agent_count`);
        return this.#library.arena.allot(kind, length);
    }

    // Returns a list of whole numbers as a column. The numbers must lie in memory without gaps.
    list(what, given) {
        if (given === undefined)
            return undefined;
        const list = this.#columnOf(what, given, WHOLE);
        if (list.step !== 1)
            throw new TypeError(`${what} is a list of numbers side by side`);
        return list;
    }

    // Returns a column of floats that lie in memory without gaps.
    floats(what, given) {
        const list = this.#columnOf(what, given, ['float']);
        if (list.step !== 1)
            throw new TypeError(`${what} is a list of numbers side by side`);
        return list;
    }

    #columnOf(what, given, kinds) {
        const column = this.#library.arena.column(what, given);
        if (!kinds.includes(column.kind))
            throw new TypeError(`${what} is of ${kinds.join(' or ')}, not of ${column.kind}`);
        return this.hold(column);
    }

    // Writes one way_column. Returns the number of agents that have elements in the column.
    // With `ranks`, each agent has a list of `ranks` elements, and the lists follow one another.
    column(place, what, kinds, given, cell, ranks = 1) {
        let column = { length: Infinity };
        if (typeof given === 'number')
            column = this.#same(what, kinds, given, cell);
        else if (given !== undefined)
            column = this.#laid(what, kinds, given, ranks);
        for (const field of COLUMN_FIELDS)
            this.put('way_column', place, field, column[field] ?? 0);
        return column.length;
    }

    // Writes one way_column for an output. An output cannot be a plain number.
    output(place, what, kinds, given, ranks) {
        if (typeof given === 'number')
            throw new TypeError(`${what} is an output, which a number cannot be`);
        return this.column(place, what, kinds, given, undefined, ranks);
    }

    // Stores one number for all agents in the call's own memory.
    #same(what, kinds, number, cell) {
        if (kinds.includes('float'))
            this.#library.putFloat(cell, number);
        else if (isWord(number))
            this.#library.putWord(cell, number);
        else
            throw new TypeError(`${what} is a whole number, not ${number}`);
        return { data: cell, gap: -4, length: Infinity };
    }

    // Returns the fields of a way_column for a column, a typed array, or { data, stride, offset, rows }.
    #laid(what, kinds, given, ranks) {
        const isLaid = !(given instanceof Column || ArrayBuffer.isView(given) || given?.data === undefined), said = isLaid ? given : { data: given };
        if (isLaid)
            checkKeys(what, given, LAID_KEYS);
        const column = this.#columnOf(what, said.data, kinds), size = sizeOf(column.kind);
        const { stride = column.stride, offset = 0 } = said;
        const rows = said.rows === undefined ? undefined : this.#columnOf(`${what}: rows`, said.rows, WHOLE);
        const bytes = column.length && (column.length - 1) * column.stride + size;
        if (!(offset >= 0 && Number.isSafeInteger(stride)) || (offset > 0 && offset + size > bytes))
            throw new RangeError(`${what}: stride ${stride}, offset ${offset} in ${bytes} bytes`);
        const room = stride > 0 ? bytes - offset - size : offset; // bytes for the elements after the first element
        const elements = stride === 0 ? Infinity : Math.max(Math.floor(room / Math.abs(stride)) + 1, 0);
        const type = this.#library.types.way_element.values[column.kind] ?? this.#library.types.way_element.values.single;
        return { data: column.address + offset, gap: stride - size, rows: rows?.address, type,
            length: Math.floor((rows?.length ?? elements) / ranks) };
    }
}
