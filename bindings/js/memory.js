// This file allocates columns in the module's memory, and checks that a column is still valid.

const ARRAYS = { float: Float32Array, int: Int32Array, uint: Uint32Array, double: Float64Array, half: Uint16Array };
// The kinds of the columns of a field, which are no inputs or outputs of calls.
const BYTES = { byte: Uint8Array, sbyte: Int8Array };
// The whole numbers that an element can hold. In both kinds of 32 bits, -1 and 4294967295 are the same bits.
const WORD = [-(2 ** 31), 2 ** 32 - 1];
const RANGES = { int: WORD, uint: WORD, half: [0, 65535], byte: [0, 255], sbyte: [-128, 127] };
const LINE = 64;
const PAGE = 65536;

export const kindOf = array => Object.keys(ARRAYS).find(kind => array instanceof ARRAYS[kind]);
export const sizeOf = kind => (ARRAYS[kind] ?? BYTES[kind]).BYTES_PER_ELEMENT;

const isWithin = (number, [low, high]) => Number.isInteger(number) && number >= low && number <= high;
export const isWord = number => isWithin(number, WORD);
// Can an element of this kind, a float or a number of 32 bits, hold the value?
export const isNumberOf = (kind, value) => kind === 'float' ? typeof value === 'number' : isWord(value);
export const isWholeNumber = number => Number.isSafeInteger(number) && number >= 0;
// The text for a value in an error message.
export const shown = value => typeof value === 'string' ? `'${value}'` : typeof value === 'object' && value !== null
    ? (Array.isArray(value) ? 'an array' : value.constructor?.name ?? 'an object') : String(value);

// Checks that the caller's numbers are an array or a typed array, and that elements of this kind can hold them. JavaScript
// would convert a string to a list, and NaN to 0. An old typed array over memory that has grown has no elements any more.
function checkNumbers(what, numbers, kind) {
    if (typeof numbers !== 'object' || numbers === null || !isWholeNumber(numbers.length))
        throw new TypeError(`${what}, not ${shown(numbers)}`);
    if (numbers.length === 0 && ArrayBuffer.isView(numbers) && isDetached(numbers.buffer))
        throw new TypeError(`${what}, not a typed array over memory that has grown since`);
    const range = RANGES[kind], given = kindOf(numbers);
    if (given !== undefined && (!range || given === kind || RANGES[given] === range))
        return;
    for (let i = 0; i < numbers.length; i++)
        if (typeof numbers[i] !== 'number' || range && !isWithin(numbers[i], range))
            throw new TypeError(`${what}: element ${i} is ${shown(numbers[i])}${range ? `, not a whole number from ${range.join(' to ')}` : ''}`);
}

function isDetached(buffer) {
    try {
        new Uint8Array(buffer);
        return false;
    } catch {
        return true;
    }
}

// A list of numbers in the module's memory. Neighbouring numbers are `stride` bytes apart.
export class Column {
    #memory;
    #view;

    constructor(memory, scope, kind, address, length, stride = sizeOf(kind)) {
        this.#memory = memory;
        this.scope = scope;
        this.kind = kind;
        this.address = address;
        this.length = length;
        this.stride = stride;
        Object.freeze(this);
    }

    // The step in `view` from one number of the column to the next. The step is 1, except in structs.
    get step() { return this.stride / sizeOf(this.kind); }

    // A typed array over the column. When memory grows, all typed arrays become empty, so read `view` in each
    // frame.
    get view() {
        if (this.scope.released)
            throw new Error('waylay: this column was released');
        const buffer = this.#memory.buffer;
        if (this.#view?.buffer !== buffer)
            this.#view = new (ARRAYS[this.kind] ?? BYTES[this.kind])(buffer, this.address, this.length && (this.length - 1) * this.step + 1);
        return this.#view;
    }

    at(i) { return this.view[i * this.step]; }
    set(i, value) { this.view[i * this.step] = value; }

    isIn(memory) { return this.#memory === memory; }

    // Copies numbers into the column, starting at element `first`. Returns the column.
    copy(numbers, first = 0) {
        checkNumbers('waylay: copy takes an array of numbers', numbers, this.kind);
        if (!isWholeNumber(first))
            throw new RangeError(`waylay: copy takes a whole number for the first element, not ${shown(first)}`);
        if (first + numbers.length > this.length)
            throw new RangeError(`waylay: ${numbers.length} numbers from ${first} on do not fit into ${this.length}`);
        if (this.step === 1)
            this.view.set(numbers, first);
        else
            for (let i = 0; i < numbers.length; i++)
                this.set(first + i, numbers[i]);
        return this;
    }
}

// Allocates memory from one end. mark() returns a mark. release() frees the memory allocated after a mark.
export class Arena {
    #memory;
    #top;
    #used; // memory above this address is still zero
    #root = { depth: 0, released: false, top: 0, outer: null };
    #scope = this.#root;

    constructor(memory, top) {
        this.#memory = memory;
        this.#top = this.#used = top;
    }

    get scope() { return this.#scope; }

    // Grows memory now, so that the next `bytes` bytes do not grow it.
    reserve(bytes) {
        if (!isWholeNumber(bytes))
            throw new RangeError(`waylay: bytes of memory are a whole number, not ${shown(bytes)}`);
        const pages = Math.ceil((this.#top + bytes - this.#memory.buffer.byteLength) / PAGE);
        try {
            if (pages > 0)
                this.#memory.grow(pages);
        } catch (cause) {
            throw new RangeError(`waylay: memory cannot hold ${bytes} bytes more`, { cause });
        }
    }

    // Allocates zeros, aligned to 64 bytes.
    take(bytes) {
        const address = Math.ceil(this.#top / LINE) * LINE;
        // add 256 bytes, so that large columns begin in different sets of the cache
        const end = address + bytes + (bytes < 4096 ? 0 : 256);
        if (!Number.isSafeInteger(bytes) || bytes < 0 || end > 2 ** 32 - PAGE)
            throw new RangeError(`waylay: memory cannot hold ${bytes} bytes more`);
        const missing = end - this.#memory.buffer.byteLength;
        if (missing > 0) // grow by half, because each growth empties the typed arrays
            this.reserve(Math.max(end - this.#top, Math.min(this.#memory.buffer.byteLength / 2, 2 ** 26)));
        if (address < this.#used)
            new Uint8Array(this.#memory.buffer, address, Math.min(end, this.#used) - address).fill(0);
        this.#top = end;
        this.#used = Math.max(this.#used, end);
        return address;
    }

    mark() {
        this.#scope = { depth: this.#scope.depth + 1, released: false, top: this.#top, outer: this.#scope };
        return this.#scope;
    }

    // Frees the memory that was allocated after this mark, and releases all later marks.
    release(mark) {
        if (mark?.released !== false || mark.outer === null)
            throw new Error('waylay: no such mark, or it was released before');
        if (this.#scopeAt(mark.depth) !== mark)
            throw new Error('waylay: this mark is of another module\'s memory: release it where mark() made it');
        for (; ; this.#scope = this.#scope.outer) {
            this.#scope.released = true;
            if (this.#scope === mark)
                break;
        }
        this.#top = mark.top;
        this.#scope = mark.outer;
    }

    #scopeAt(depth) {
        let scope = this.#scope;
        while (scope !== null && scope.depth > depth)
            scope = scope.outer;
        return scope;
    }

    // Returns the caller's numbers as a column. The caller passes a column or a typed array over this memory.
    // It is unknown after which mark a typed array was allocated, so its column counts as never released.
    column(what, given) {
        if (given instanceof Column) {
            if (!given.isIn(this.#memory))
                throw new TypeError(`${what} is of another module's memory: take a column of the load() that makes the call`);
            if (given.scope.released)
                throw new TypeError(`${what} was released`);
            return given;
        }
        const kind = ArrayBuffer.isView(given) ? kindOf(given) : undefined;
        if (kind === undefined || given.buffer !== this.#memory.buffer)
            throw new TypeError(`${what} is not in the module's memory, or memory has grown since: ` +
                'way.floats and its sisters make columns there');
        return new Column(this.#memory, this.#root, kind, given.byteOffset, given.length);
    }

    // Allocates a column. `given` is a number of elements, or the numbers to copy.
    allot(kind, given) {
        const what = `way.${kind === 'half' ? 'halve' : kind}s takes a whole number of elements, or an array of numbers`;
        if (typeof given === 'number' && !isWholeNumber(given))
            throw new RangeError(`${what}, not ${given}`);
        if (typeof given !== 'number')
            checkNumbers(what, given, kind);
        const length = typeof given === 'number' ? given : given.length;
        // a typed array over this memory is copied first, because it is empty if take() makes memory grow
        const numbers = ArrayBuffer.isView(given) && given.buffer === this.#memory.buffer ? given.slice() : given;
        const column = new Column(this.#memory, this.#scope, kind, this.take(length * sizeOf(kind)), length);
        return typeof given === 'number' ? column : column.copy(numbers);
    }

    // Allocates an array of structs and returns a column for each field. `fields` is { x: 'float', ... }.
    // Without `offsets` and `size`, the layout is the one that a C compiler chooses.
    structs(length, fields, offsets, size) {
        if (!isWholeNumber(length))
            throw new RangeError(`way.structs takes a whole number of structs, not ${shown(length)}`);
        let end = 0, alignment = 4;
        const at = {};
        for (const [name, kind] of Object.entries(fields)) {
            if (!(kind in ARRAYS))
                throw new TypeError(`way.structs: ${name} is of ${Object.keys(ARRAYS).join(' or ')}, not of ${shown(kind)}`);
            at[name] = offsets ? offsets[name].offset : Math.ceil(end / sizeOf(kind)) * sizeOf(kind);
            end = at[name] + sizeOf(kind);
            alignment = Math.max(alignment, sizeOf(kind));
        }
        const stride = size ?? Math.ceil(end / alignment) * alignment;
        const address = this.take(length * stride);
        const columns = Object.entries(fields).map(([name, kind]) =>
            [name, new Column(this.#memory, this.#scope, kind, address + at[name], length, stride)]);
        return Object.fromEntries(columns);
    }
}
