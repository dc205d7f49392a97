// This file has the prepared calls of choosing: crowds, targets, neighbours, avoidance and assignments, rays and
// conflicts, the waypoints of many paths, bodies that bounce off each other, and fields with the agents that follow them.
import { Column, shown, sizeOf } from './memory.js';
import { ANY_ROW, COLUMN_FIELDS, FLOAT_INPUT, FLOAT_OUTPUT, WHOLE, Writer, agentsOf, byName, changed, checkKeys, checkRange,
    isWholeNumber, writeTriangles, writeWalls } from './writer.js';

const AGENT_KEYS = ['in', 'out', 'first', 'count', 'index', 'agent_count', 'runner_count', 'crowd'];
const CROWD_KEYS = new Set(['in', 'count', 'room']);
const ASSIGN_KEYS = new Set(['in', 'out', 'count', 'runner_count', 'each', 'offset', 'aim']);

const fieldsOf = (library, struct) => Object.keys(library.types[struct].fields);
const namesOf = (library, struct) => new Set(struct ? fieldsOf(library, struct) : []);

// Returns the module's description of the columns of way_NAME_in or way_NAME_out.
// The description maps a column's name to its type, its side, and the costs and calls that need the column.
const known = new WeakMap();
function columnsOf(library, struct) {
    if (!known.has(library))
        known.set(library, new Map(library.description.calls.filter(call => call.columns === call.name).flatMap(call =>
            [['in', call.inputs], ['out', call.outputs]].map(([kind, columns]) =>
                [`way_${call.name}_${kind}`, new Map(columns.map(column => [column.name, column]))]))));
    return known.get(library).get(struct);
}

// Returns the columns that `reader` requires. `reader` is the word of a cost or of a call.
// With a crowd, the library does not read the candidates' columns.
const requiredOf = (library, struct, reader, hasCrowd = false) => [...columnsOf(library, struct).values()]
    .filter(column => column.required_by.includes(reader) && !(hasCrowd && column.side === 'runner'));

// Maps a crowd or a call of neighbours to what other calls read: its address and the scope of its memory.
const inside = new WeakMap();
function insideOf(library, what, given, kind) {
    const found = inside.get(given);
    if (found?.library !== library || found.kind !== kind)
        throw new TypeError(`${what} is what ${kind} makes`);
    return found;
}

function checkWhole(name, what, number, most = ANY_ROW) {
    if (!isWholeNumber(number) || number > most)
        throw new RangeError(`${name}: ${what} is ${number}`);
    return number;
}

// Writes a struct of inputs. Returns the length of the shortest column of each side, the set of lengths
// of the choosers' columns, and the length of each column in `of`.
function writeInputs(library, writer, name, struct, { at, cells }, given, isRead = () => true) {
    const reach = { chaser: Infinity, runner: Infinity, element: Infinity, lengths: new Set(), of: {} };
    [...columnsOf(library, struct).values()].forEach(({ name: field, side, type }, k) => {
        const kinds = type === 'float' ? FLOAT_INPUT : WHOLE;
        const length = writer.column(writer.field(struct, at, field), `${name}: ${field}`, kinds,
            isRead(side, field) ? given[field] : undefined, cells + 8 * k);
        reach[side] = Math.min(reach[side], length);
        reach.of[field] = length;
        if (side === 'chaser' && length < Infinity)
            reach.lengths.add(length);
    });
    return reach;
}

// An agent is no candidate of its own: the library compares the addresses of the choosers' and candidates'
// position columns in the struct `at`. But equal numbers lie in different cells, and with a crowd the
// candidates' columns are those in the crowd's struct `from`. This function compares the columns, and numbers
// by their values. If all are the same, it writes the choosers' columns for the candidates, too, and returns true.
function compareSides(library, writer, struct, at, from) {
    const field = (place, name) => library.word(place + library.types.way_column.fields[name].offset) >>> 0;
    const isNumber = place => field(place, 'gap') === 2 ** 32 - 4;
    const areSame = (a, b) => COLUMN_FIELDS.every(name => field(a, name) === field(b, name) || (name === 'data' && isNumber(a) &&
        isNumber(b) && library.float(field(a, name)) === library.float(field(b, name))));
    const axes = ['x', 'y', 'z'].filter(axis => columnsOf(library, struct).has(`runner_${axis}`));
    const own = columnsOf(library, struct).has('chaser_x') ? 'chaser_' : ''; // rays have x and y
    const place = (start, side, axis) => writer.field(struct, start, side === 'runner' ? `runner_${axis}` : own + axis);
    const isOne = axes.every(axis => field(place(from, 'runner', axis), 'data') !== 0 &&
        areSame(place(at, 'chaser', axis), place(from, 'runner', axis)));
    for (const axis of isOne || from !== at ? axes : [])
        for (const name of COLUMN_FIELDS)
            writer.put('way_column', place(at, 'runner', axis), name, isOne ? field(place(at, 'chaser', axis), name) : 0);
    return isOne;
}

// Writes a struct of outputs. Returns the length of the shortest output.
// An output with ranks has `best` elements for each chooser.
function writeOutputs(library, writer, name, struct, at, out, best) {
    let reach = Infinity;
    for (const { name: field, type, ranks } of columnsOf(library, struct).values()) {
        const kinds = type === 'float' ? FLOAT_OUTPUT : WHOLE, given = out[field] === true ? undefined : out[field];
        reach = Math.min(reach, writer.output(writer.field(struct, at, field), `${name}: ${field}`, kinds, given, ranks > 1 ? best : 1));
    }
    return reach;
}

const ALLOTTED = { float: 'float', row: 'uint', status: 'int', count: 'int' };

// Allocates columns for outputs that the request sets to true.
function allotOutputs(library, writer, name, struct, out, length, best) {
    for (const { name: field, type, ranks } of columnsOf(library, struct).values()) {
        if (out[field] === true)
            out[field] = writer.allot(`${name}: ${field}`, ALLOTTED[type], length * (ranks > 1 ? best : 1));
    }
}

// Candidates sorted by position, in memory that is allocated once for `room` candidates.
class Crowd {
    #library; #name; #struct; #writer; #at; #memory; #bytes; #room; #request = {}; #reach = 0; #count; #function;

    constructor(library, dims, request) {
        const name = `crowd${dims}d`, { sizes, exports } = library;
        this.#library = library;
        this.#name = name;
        this.#struct = `way_choose${dims}d_in`;
        this.#function = exports[`way_make_${name}`];
        this.#writer = new Writer(library);
        const [at, cells] = this.#writer.own([sizes[this.#struct], 8 * fieldsOf(library, this.#struct).length]);
        this.#at = { at, cells };
        this.#room = request.room;
        this.set(request);
        checkWhole(name, 'room', this.#room);
        this.#bytes = exports[`way_${name}_bytes`](this.#room) >>> 0;
        if (this.#bytes === 0)
            throw library.error('count', `${name}: room ${this.#room}`);
        this.#memory = library.arena.take(this.#bytes);
        inside.set(this, { library, kind: `way.${name}`, scope: library.arena.scope, address: this.#memory, bytes: this.#bytes, struct: at });
    }

    // The number of candidates in the last build; undefined before the first build.
    get count() { return this.#count; }
    // The largest number of candidates that the crowd can hold.
    get room() { return this.#room; }

    // Rebuilds the crowd from the present values of the first `count` candidates.
    build(count = this.#request.count ?? Math.min(this.#reach, this.#room)) {
        if (!isWholeNumber(count) || count > this.#reach || count > this.#room)
            throw new RangeError(`${this.#name}: ${count} candidates of ${this.#reach}, with room for ${this.#room}`);
        if (this.#writer.isReleased || inside.get(this).scope.released)
            throw new Error(`${this.#name}: memory that this crowd uses was released`);
        this.#count = undefined;
        const result = this.#function(this.#at.at, count, this.#memory, this.#bytes);
        if (result !== 0)
            throw this.#library.error(result, this.#name);
        this.#count = count;
    }

    // Replaces the candidates' columns that the request names.
    set(request) {
        const name = this.#name, library = this.#library;
        checkKeys(name, request, CROWD_KEYS);
        checkKeys(`${name}.in`, request.in ?? {}, namesOf(library, this.#struct));
        const all = changed(this.#request, request);
        this.#writer.begin(name);
        this.#reach = 0;
        library.checkMissing(name, all.in, requiredOf(library, this.#struct, 'crowd'));
        const { runner } = writeInputs(library, this.#writer, name, this.#struct, this.#at, all.in, side => side === 'runner');
        this.#room ??= all.count ?? runner;
        if (all.count !== undefined && checkWhole(name, 'count', all.count) > runner)
            throw new RangeError(`${name}: count is ${all.count}, where a runner's column ends at ${runner}`);
        this.#reach = runner;
        this.#request = all;
    }
}

// The common part of choose, neighbours, avoid and waypoints: agents, and candidates or a crowd of
// candidates. `kind` has what differs between these calls: the structs, the request's keys, and functions.
class AgentCall {
    #library; #kind; #writer; #at = {}; #request = {}; #out;
    #first = 0; #count = 0; #most = 0; #index; #agents = 0; #crowd; #reach = 0;

    constructor(library, kind, request) {
        const { sizes } = library, { structs } = kind;
        this.#library = library;
        this.#kind = kind;
        this.#writer = new Writer(library);
        const names = Object.keys(structs), cells = 8 * fieldsOf(library, structs.in).length;
        const addresses = this.#writer.own([...names.map(name => sizes[structs[name]]), cells]);
        names.forEach((name, k) => this.#at[name] = addresses[k]);
        this.#at.cells = addresses.at(-1);
        this.set(request);
    }

    // Solves choosers first .. first + count - 1. The defaults of `first` and `count` come from the request.
    run(first = this.#first, count = this.#count) {
        const { name, structs } = this.#kind;
        checkRange(name, first, count, this.#most);
        if (this.#writer.isReleased)
            throw new Error(`${name}: memory that this call uses was released`);
        if (this.#index)
            this.#checkIndex(first, count);
        if (this.#crowd)
            this.#checkCrowd();
        this.#kind.check?.();
        if (!this.#kind.isWhole)
            this.#writer.put(structs.how, this.#at.how, 'first', first);
        else if (first !== 0)
            throw new RangeError(`${name}: all bodies are solved together, found first ${first}`);
        this.#writer.put(structs.how, this.#at.how, 'count', count);
        const result = this.#kind.call(this.#library.exports, this.#at);
        if (result !== 0)
            throw this.#library.error(result, name);
    }

    // Changes the settings that the request names. In `in` and `out`, it changes only the named columns.
    // The value undefined restores the default.
    set(request) {
        const { name, structs, keys } = this.#kind, library = this.#library;
        checkKeys(name, request, keys);
        checkKeys(`${name}.in`, request.in ?? {}, namesOf(library, structs.in));
        checkKeys(`${name}.out`, byName(request.out), this.#kind.outputNames ?? namesOf(library, structs.out));
        const all = changed(this.#request, request);
        this.#writer.begin(name);
        this.#most = 0; // nothing can be run until all columns are written
        this.#write(all);
        this.#request = all;
    }

    // The outputs by name.
    get out() { return this.#out; }

    #write(request) {
        const library = this.#library, writer = this.#writer, kind = this.#kind, at = this.#at, { name, structs } = kind;
        const put = (field, value) => writer.put(structs.how, at.how, field, value);
        const crowd = request.crowd === undefined ? undefined
            : writer.hold(insideOf(library, `${name}: crowd`, request.crowd, `way.crowd${name.at(-2)}d`));
        library.checkMissing(name, request.in, kind.required(request, crowd !== undefined));
        const isRead = (side, field) => side === 'chaser' || !crowd || kind.readsBesideCrowd || field === 'runner_radius';
        const reach = writeInputs(library, writer, name, structs.in, { at: at.in, cells: at.cells }, request.in, isRead);
        const list = writer.list(`${name}: index`, request.index), out = { ...request.out }, best = kind.best?.(request) ?? 1;
        const outputs = structs.out ? kind.outputsAt?.(at) ?? at.out : undefined;
        const reachOfOutputs = () => structs.out ? writeOutputs(library, writer, name, structs.out, outputs, out, best)
            : kind.writeOutputs(writer, at, out);
        const { first, count } = agentsOf(name, request, list, reach, reachOfOutputs());
        this.#first = first;
        this.#count = count;
        const end = first + count, agents = list ? request.agent_count ?? reach.chaser : end;
        if (structs.out)
            allotOutputs(library, writer, name, structs.out, out, agents, best);
        else
            kind.allotOutputs(writer, out, agents);
        const least = Math.min(reach.chaser, reachOfOutputs(), list ? agents : Infinity), most = list ? list.length : least;
        if (end > most)
            throw new RangeError(`${name}: agents up to ${end}, where a column ends at ${most}`);
        if (list && !(request.agent_count <= least || request.agent_count === undefined))
            throw new RangeError(`${name}: agent_count is ${request.agent_count}, where a column ends at ${least}`);
        this.#index = list;
        this.#agents = least;
        this.#crowd = crowd && request.crowd;
        // the agents' columns that the library reads for candidates without columns of their own
        const standIns = !kind.hasNoCandidates && this.#compareSides() ? Object.entries(kind.standIns ?? {}) : [];
        for (const [field, own] of standIns)
            reach.runner = Math.min(reach.runner, request.in[field] === undefined && own in reach.of ? reach.of[own] : Infinity);
        this.#reach = reach.runner;
        if (fieldsOf(library, structs.how).includes('index'))
            put('index', list ? list.address : 0);
        if (!kind.hasNoCandidates) {
            put(`crowd${name.at(-2)}d`, crowd ? crowd.address : 0);
            put('runner_count', crowd ? 0 : this.#candidates(request, reach.runner));
        }
        this.#out = kind.settle?.({ library, writer, at, put, request, most: Math.min(most, ANY_ROW), end, out }) ?? out;
        request.out = out;
        this.#most = most;
    }

    #candidates(request, reach) {
        const { name, mayLackCandidates } = this.#kind;
        const isNone = mayLackCandidates && request.in.runner_x === undefined;
        const count = request.runner_count ?? (isNone ? 0 : reach);
        if (!isWholeNumber(count))
            throw new RangeError(`${name}: how many candidates? Say runner_count`);
        if (count > reach)
            throw new RangeError(`${name}: runner_count is ${count}, where a runner's column ends at ${reach}`);
        return count;
    }

    // Checks the rows in `index`, because the library does not check them.
    #checkIndex(first, count) {
        const { view } = this.#index;
        for (let i = first; i < first + count; i++)
            if (view[i] >>> 0 >= this.#agents)
                throw this.#library.error('index', `${this.#kind.name}: ${view[i] >>> 0}`);
    }

    #compareSides() {
        const { in: at } = this.#at, { structs, readsBesideCrowd } = this.#kind;
        const from = this.#crowd && !readsBesideCrowd ? inside.get(this.#crowd).struct : at;
        return compareSides(this.#library, this.#writer, structs.in, at, from);
    }

    #checkCrowd() {
        const { count } = this.#crowd, { name } = this.#kind;
        if (count === undefined)
            throw new Error(`${name}: the crowd is not built: crowd.build()`);
        if (!this.#kind.readsBesideCrowd)
            this.#compareSides(); // the crowd may have other columns now
        if (count > this.#reach)
            throw new RangeError(`${name}: the crowd has ${count}, where a runner's column ends at ${this.#reach}`);
    }
}

const SIGHT_KEYS = ['walls', 'wall_origin', 'sight_points'];

// Writes the walls that hide candidates, and how many points of a candidate can be seen.
function writeSight(library, writer, at, name, request) {
    writeWalls(library, writer, 'way_choice', at, name, request);
    writer.put('way_choice', at, 'sight_points', checkWhole(name, 'sight_points', request.sight_points ?? 0, 64));
}

function choose(library, dims, request) {
    const name = `choose${dims}d`, most = columnsOf(library, `way_${name}_out`).get('target').ranks;
    return new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, out: `way_${name}_out`, how: 'way_choice' },
        keys: new Set([...AGENT_KEYS, 'by', 'best', ...dims === 2 ? SIGHT_KEYS : []]),
        required: ({ by = 'distance' }, hasCrowd) => requiredOf(library, `way_${name}_in`, by, hasCrowd),
        best: ({ best = 1 }) => {
            if (checkWhole(name, 'best', best, most) === 0)
                throw new RangeError(`${name}: best is 0`);
            return best;
        },
        settle: ({ put, writer, at, request }) => {
            const { by = 'distance', best = 1 } = request;
            put('cost', library.numberOf('way_cost', by, `${name}: by`, 'cost'));
            put('best', best);
            writeSight(library, writer, at.how, name, request);
        },
        call: (exports, at) => exports[`way_${name}`](at.in, at.out, at.how),
    }, request);
}

function neighbours(library, dims, request) {
    const name = `neighbours${dims}d`, { way_neighbour: element } = library.types, { arena } = library;
    let lists = { room: 0, places: 0 }, at;
    const make = (capacity, places, unsorted) => {
        const [address, start] = [arena.take(capacity * element.size), arena.take(4 * places)], { memory } = library.exports;
        const column = (kind, field) => new Column(memory, arena.scope, kind, address + element.fields[field].offset, capacity, element.size);
        const squares = address + 4 * capacity;
        const elements = unsorted
            ? { row: new Column(memory, arena.scope, 'uint', address, capacity), square: new Column(memory, arena.scope, 'float', squares, capacity) }
            : { row: column('uint', 'row'), distance: column('float', 'distance') };
        return { room: capacity, places, scope: arena.scope, unsorted, address, squares, start, elements,
            offset: new Column(memory, arena.scope, 'uint', start, places) };
    };
    const call = new AgentCall(library, {
        name,
        structs: { in: `way_choose${dims}d_in`, how: 'way_choice', lists: 'way_neighbours' },
        keys: new Set([...AGENT_KEYS, 'most', 'capacity', 'unsorted', ...dims === 2 ? SIGHT_KEYS : []]),
        outputNames: new Set(['status']),
        required: (_, hasCrowd) => requiredOf(library, `way_choose${dims}d_in`, 'neighbours', hasCrowd),
        writeOutputs: (writer, addresses, { status }) => writer.output(writer.field('way_neighbours', addresses.lists, 'status'),
            `${name}: status`, WHOLE, status === true ? undefined : status),
        allotOutputs: (writer, out, length) => {
            if (out.status === true)
                out.status = writer.allot(`${name}: status`, 'int', length);
        },
        settle: ({ writer, at: addresses, request, most: agents, end, out }) => {
            const { most = 0, capacity, unsorted = false } = request;
            if (typeof unsorted !== 'boolean')
                throw new TypeError(`${name}: unsorted is true or false, not ${shown(unsorted)}`);
            if (unsorted && most !== 0)
                throw new RangeError(`${name}: most is ${shown(most)}, but the nearest ones need sorted lists: unsorted is true`);
            writeSight(library, writer, addresses.how, name, request);
            const put = (field, value) => writer.put('way_neighbours', addresses.lists, field, value);
            const places = 1 + (agents < ANY_ROW ? agents : end);
            checkWhole(name, 'capacity', capacity);
            if (capacity > lists.room || places > lists.places || unsorted !== lists.unsorted || lists.scope.released)
                lists = make(capacity, places, unsorted);
            writer.hold(lists);
            put('most', checkWhole(name, 'most', most));
            put('unsorted', Number(unsorted));
            put('list', unsorted ? 0 : lists.address);
            put('rows', unsorted ? lists.address : 0);
            put('squares', unsorted ? lists.squares : 0);
            put('capacity', lists.room);
            put('offset', lists.start);
            put('answered', 0);
            at = addresses.lists;
            return { ...out, ...lists.elements, offset: lists.offset };
        },
        call: (exports, addresses) => exports[`way_${name}`](addresses.in, addresses.how, addresses.lists),
    }, request);
    const told = field => ({ get: () => library.word(at + library.types.way_neighbours.fields[field].offset) >>> 0 });
    inside.set(call, { library, kind: `way.${name}`, address: at, get lists() { return lists.scope; } });
    return Object.defineProperties(call, { answered: told('answered'), needed: told('needed') });
}

// The lists that an avoidance reads are sorted: it takes the first elements of each.
function checkSorted(name, near) {
    if (near?.out.square)
        throw new TypeError(`${name}: neighbours are sorted lists, whose first elements are the nearest; these are unsorted`);
}

// Prepares a call that writes lists, one after another, to the outputs that have `capacity` elements. Only `status`
// has one element for each agent. `kind`: `how` is the struct of options, `reader` the word of the columns that it
// requires, `capacity` the default, and `settle` writes further options and returns what it holds.
function listing(library, kind, request) {
    const { name, how, reader } = kind, struct = `way_${name}_out`, { arena, exports } = library;
    const lists = [...columnsOf(library, struct).values()].filter(column => column.name !== 'status');
    let offsets = { places: 0 }, at;
    const call = new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, how, lists: struct },
        keys: new Set(['in', 'out', 'first', 'count', 'capacity',
            ...fieldsOf(library, how).includes('index') ? ['index', 'agent_count'] : []]),
        outputNames: namesOf(library, struct),
        hasNoCandidates: true,
        required: () => requiredOf(library, `way_${name}_in`, reader),
        writeOutputs: (writer, addresses, { status }) => writer.output(writer.field(struct, addresses.lists, 'status'),
            `${name}: status`, WHOLE, status === true ? undefined : status),
        allotOutputs: (writer, out, length) => {
            if (out.status === true)
                out.status = writer.allot(`${name}: status`, 'int', length);
        },
        settle: ({ writer, at: addresses, put, request: given, most, end, out }) => {
            const { first = 0 } = given, places = 1 + (most < ANY_ROW ? most : end);
            at = addresses.how;
            put('first', first);
            put('count', end - first);
            const capacity = given.capacity ?? kind.capacity?.(addresses.in, at);
            checkWhole(name, 'capacity', capacity);
            for (const { name: field, type } of lists) {
                if (out[field] === true)
                    out[field] = writer.allot(`${name}: ${field}`, ALLOTTED[type], capacity);
                const length = writer.output(writer.field(struct, addresses.lists, field), `${name}: ${field}`,
                    type === 'float' ? FLOAT_OUTPUT : WHOLE, out[field]);
                if (length < capacity)
                    throw new RangeError(`${name}: capacity is ${capacity}, where ${field} ends at ${length}`);
            }
            if (places > offsets.places || offsets.scope.released) {
                const address = arena.take(4 * places);
                offsets = { places, address, scope: arena.scope, offset: new Column(exports.memory, arena.scope, 'uint', address, places) };
            }
            writer.hold(offsets);
            put('offset', offsets.address);
            put('capacity', capacity);
            put('answered', 0);
            kind.settle?.({ writer, put, all: places - 1 });
            return { ...out, offset: offsets.offset };
        },
        call: (functions, addresses) => functions[`way_${name}`](addresses.in, addresses.lists, addresses.how),
    }, request);
    const told = field => ({ get: () => library.word(at + library.types[how].fields[field].offset) >>> 0 });
    return Object.defineProperties(call, { answered: told('answered'), needed: told('needed') });
}

// Returns a function that gives a call at least these bytes of memory of its own.
function keptMemory(library, name) {
    let memory = { room: 0 };
    return (writer, put, bytes) => {
        if (bytes === 0)
            throw library.error('count', name);
        if (bytes > memory.room || memory.scope.released)
            memory = { address: library.arena.take(bytes), room: bytes, scope: library.arena.scope };
        writer.hold(memory);
        put('memory', memory.address);
        put('bytes', memory.room);
    };
}

const waypoints = (library, request) => listing(library, {
    name: 'waypoints2d', how: 'way_waypoints', reader: 'waypoints',
    capacity: (input, how) => library.exports.way_waypoints2d_capacity(input, how) >>> 0,
}, request);

function conflicts(library, dims, request) {
    const name = `conflicts${dims}d`, remember = keptMemory(library, name);
    return listing(library, {
        name, how: 'way_conflicts', reader: 'conflicts',
        settle: ({ writer, put, all }) => {
            put('agent_count', all);
            remember(writer, put, library.exports[`way_${name}_bytes`](all) >>> 0);
        },
    }, request);
}

function cast(library, request) {
    const name = 'cast2d', struct = 'way_cast';
    return new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, out: `way_${name}_out`, how: struct },
        keys: new Set([...AGENT_KEYS, 'walls', 'wall_origin', 'any']),
        readsBesideCrowd: true,
        mayLackCandidates: true,
        required: ({ in: given }) => requiredOf(library, `way_${name}_in`, 'cast').filter(({ side }) =>
            side !== 'runner' || given.runner_x !== undefined),
        settle: ({ put, writer, at, request: all }) => {
            writeWalls(library, writer, struct, at.how, name, all);
            put('any', all.any ? 1 : 0);
        },
        call: (exports, at) => exports[`way_${name}`](at.in, at.out, at.how),
    }, request);
}

// cast3d and sweep3d: rays and balls among triangles.
function meetTriangles(library, name, reader, request) {
    const struct = 'way_cast_triangles';
    return new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, out: `way_${name}_out`, how: struct },
        keys: new Set(['in', 'out', 'first', 'count', 'index', 'agent_count', 'triangles', 'triangle_origin', 'any']),
        hasNoCandidates: true,
        required: () => requiredOf(library, `way_${name}_in`, reader),
        settle: ({ put, writer, at, request: all, out }) => {
            writeTriangles(library, writer, struct, at.how, name, all);
            put('any', all.any ? 1 : 0);
            return out;
        },
        call: (exports, at) => exports[`way_${name}`](at.in, at.out, at.how),
    }, request);
}

function avoid(library, dims, request) {
    const name = `avoid${dims}d`;
    let lists;
    return new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, out: `way_${name}_out`, how: 'way_avoidance' },
        keys: new Set([...AGENT_KEYS, 'most', 'neighbours', ...dims === 2 ? ['walls', 'wall_origin'] : []]),
        readsBesideCrowd: true,
        standIns: { runner_vx: 'chaser_vx', runner_vy: 'chaser_vy', runner_vz: 'chaser_vz', runner_radius: 'radius', runner_share: 'share',
            runner_height: 'height' },
        required: () => requiredOf(library, `way_${name}_in`, 'avoid'),
        settle: ({ put, writer, at, request }) => {
            const { most = 0, neighbours: near } = request;
            lists = near && insideOf(library, `${name}: neighbours`, near, `way.neighbours${dims}d`);
            checkSorted(name, near);
            writeWalls(library, writer, 'way_avoidance', at.how, name, request);
            put('most', checkWhole(name, 'most', most));
            put('neighbours', lists ? lists.address : 0);
        },
        check: () => {
            if (lists?.lists.released)
                throw new Error(`${name}: the lists were released`);
        },
        call: (exports, at) => exports[`way_${name}`](at.in, at.out, at.how),
    }, request);
}

// Prepares a call of bounce_all2d, which moves all bodies together.
function bounceAll(library, request) {
    const name = 'bounce_all2d', struct = 'way_bodies', { exports } = library, remember = keptMemory(library, name);
    let at;
    const call = new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, out: `way_${name}_out`, how: struct },
        keys: new Set(['in', 'out', 'count', 'walls', 'wall_origin', 'most_events']),
        hasNoCandidates: true,
        isWhole: true,
        required: () => requiredOf(library, `way_${name}_in`, 'bounce_all'),
        settle: ({ put, writer, at: addresses, request: all, most, end, out }) => {
            remember(writer, put, exports[`way_${name}_bytes`](most < ANY_ROW ? most : end) >>> 0);
            writeWalls(library, writer, struct, addresses.how, name, all);
            put('most_events', checkWhole(name, 'most_events', all.most_events ?? 0));
            at = addresses.how;
            return out;
        },
        call: (functions, addresses) => functions[`way_${name}`](addresses.in, addresses.out, addresses.how),
    }, request);
    const place = field => at + library.types[struct].fields[field].offset;
    return Object.defineProperties(call, {
        events: { get: () => library.word(place('events')) >>> 0 },
        time: { get: () => library.double(place('time')) },
    });
}

const FIELD_KEYS = new Set(['width', 'height', 'costs', 'goals', 'steps', 'clearance', 'cut_corners']);
const GOAL_KEYS = new Set(['x', 'y', 'cost', 'field']);

// The cheapest paths over a grid, in memory that is allocated once.
class Field {
    #library; #at; #memory;

    constructor(library, request) {
        const { arena, exports, sizes, types } = library, name = 'field2d';
        checkKeys(name, request, FIELD_KEYS);
        const { width, costs, goals = [], steps = [5, 7], clearance = 0, cut_corners = false } = request;
        const height = request.height ?? Math.ceil(costs?.length / width);
        const clearances = typeof clearance === 'number' ? [clearance] : Array.from(clearance ?? []);
        const bytes = isWholeNumber(width) && isWholeNumber(height) ? exports.way_field2d_bytes(width, height) >>> 0 : 0;
        if (bytes === 0)
            throw library.error('count', `${name}: ${width} x ${height} cells`);
        if (costs.length !== width * height || !Array.prototype.every.call(costs, cost => isWholeNumber(cost) && cost < 256))
            throw new RangeError(`${name}: costs are ${width} x ${height} whole numbers from 0 to 255`);
        if (!Array.isArray(goals) || !goals.every(goal => ['x', 'y'].every(key => isWholeNumber(goal?.[key]))))
            throw new TypeError(`${name}: goals are a list of { x, y, cost, field }`);
        goals.forEach((goal, k) => checkKeys(`${name}: goal ${k}`, goal, GOAL_KEYS));
        if (!Array.isArray(steps) || steps.length !== 2)
            throw new TypeError(`${name}: steps are [straight, diagonal]`);
        const count = Math.max(1, clearances.length, ...goals.map(({ field = 0 }) => checkWhole(name, 'field', field) + 1));
        if (clearances.length !== 1 && clearances.length !== count || !clearances.every(number => typeof number === 'number'))
            throw new RangeError(`${name}: clearance: expected a number, or one for each of ${count} fields, found [${clearances}]`);
        const cells = width * height, own = Uint8Array.from(costs); // a typed array over this memory is empty after memory has grown
        const made = (kind, length) => new Column(exports.memory, arena.scope, kind, arena.take(length), length / sizeOf(kind));
        this.#library = library;
        this.#memory = { scope: arena.scope };
        this.#at = arena.take(sizes.way_field);
        this.costs = made('byte', cells).copy(own);
        this.cost = made('uint', 4 * cells * count);
        this.next = made('sbyte', cells * count);
        this.status = made('int', 4 * count);
        const places = arena.take(sizes.way_goal * goals.length), memory = arena.take(bytes);
        const limits = arena.allot('float', Array.from({ length: count }, (_, k) => clearances[clearances.length === 1 ? 0 : k]));
        const put = (struct, at, values) => Object.entries(values).forEach(([field, value]) =>
            library.putWord(at + types[struct].fields[field].offset, value));
        goals.forEach(({ x, y, cost = 0, field = 0 }, k) =>
            put('way_goal', places + k * sizes.way_goal, { x: checkWhole(name, 'x', x), y: checkWhole(name, 'y', y), cost: checkWhole(name, 'cost', cost), field }));
        put('way_field', this.#at, { width, height, costs: this.costs.address, goals: places, goal_count: goals.length, field_count: count,
            straight: checkWhole(name, 'steps', steps[0]), diagonal: checkWhole(name, 'steps', steps[1]), cut_corners: cut_corners ? 1 : 0,
            clearances: limits.address, cost: this.cost.address, next: this.next.address, status: this.status.address, memory, bytes });
        inside.set(this, { library, kind: `way.${name}`, scope: arena.scope, address: this.#at });
        this.run();
    }

    // Computes the fields from the present costs.
    run() { this.#call('way_field2d'); }

    // Repairs the field after the costs of these cells have changed.
    update(x, y, width = 1, height = 1) {
        this.#call('way_field2d_update', ...[x, y, width, height].map(number => checkWhole('field2d', 'a cell of update', number)));
    }

    #call(name, ...cells) {
        if (this.#memory.scope.released)
            throw new Error('field2d: memory of this field was released');
        const result = this.#library.exports[name](this.#at, ...cells);
        if (result !== 0)
            throw this.#library.error(result, 'field2d');
    }
}

// Prepares a call of follow2d. `field` is what way.field2d makes.
function follow(library, request) {
    const name = 'follow2d', struct = 'way_following';
    return new AgentCall(library, {
        name,
        structs: { in: `way_${name}_in`, out: `way_${name}_out`, how: struct },
        keys: new Set([...AGENT_KEYS.filter(key => key !== 'runner_count' && key !== 'crowd'), 'field', 'cell', 'origin', 'sight']),
        hasNoCandidates: true,
        required: () => requiredOf(library, `way_${name}_in`, 'follow'),
        settle: ({ put, writer, at, request: { field, cell, origin, sight = 0 }, out }) => {
            if (typeof cell !== 'number')
                throw new TypeError(`${name}: cell is the side of a cell, a number`);
            put('field', writer.hold(insideOf(library, `${name}: field`, field, 'way.field2d')).address);
            put('sight', checkWhole(name, 'sight', sight));
            library.putFloat(writer.field(struct, at.how, 'cell'), cell);
            writer.wallOrigin(struct, at.how, `${name}: origin`, origin, 'origin');
            return out;
        },
        call: (exports, at) => exports[`way_${name}`](at.in, at.out, at.how),
    }, request);
}

// Assigns choosers to candidates, from lists of candidates with costs.
class Assignment {
    #library; #writer; #at; #request = {}; #memory = { room: 0 };
    #count = 0; #most = 0; #elements = 0; #offset;

    constructor(library, request) {
        const { sizes } = library, cells = 8 * fieldsOf(library, 'way_assign_in').length;
        this.#library = library;
        this.#writer = new Writer(library);
        const [at, out, how, cell] = this.#writer.own([sizes.way_assign_in, sizes.way_assign_out, sizes.way_assignment, cells]);
        this.#at = { in: at, out, how, cells: cell };
        this.set(request);
    }

    get out() { return this.#request.out; }
    get served() { return this.#word('served'); }
    get most() { return this.#word('most'); }
    get unmet() { return this.#word('unmet'); }
    get sum() { return this.#double('sum'); }
    get largest() { return this.#double('largest'); }
    get gap() { return this.#double('gap'); }

    // Assigns candidates to the first `count` choosers. The default of `count` comes from the request.
    run(count = this.#count) {
        if (!isWholeNumber(count) || count > this.#most)
            throw new RangeError(`assign: ${count} choosers of ${this.#most}`);
        if (this.#writer.isReleased)
            throw new Error('assign: memory that this call uses was released');
        const end = this.#offset && count > 0 ? this.#offset.at(count) >>> 0 : 0;
        if (end > this.#elements)
            throw new RangeError(`assign: lists up to ${end}, where a column ends at ${this.#elements}`);
        this.#put('count', count);
        const result = this.#library.exports.way_assign(this.#at.in, this.#at.out, this.#at.how);
        if (result !== 0)
            throw this.#library.error(result, 'assign');
    }

    set(request) {
        const library = this.#library;
        checkKeys('assign', request, ASSIGN_KEYS);
        checkKeys('assign.in', request.in ?? {}, namesOf(library, 'way_assign_in'));
        checkKeys('assign.out', byName(request.out), namesOf(library, 'way_assign_out'));
        const all = changed(this.#request, request);
        this.#writer.begin('assign');
        this.#most = 0; // nothing can be run until all columns are written
        this.#write(all);
        this.#request = all;
    }

    #write(request) {
        const library = this.#library, writer = this.#writer, at = this.#at;
        library.checkMissing('assign', request.in, requiredOf(library, 'way_assign_in', 'assign'));
        const reach = writeInputs(library, writer, 'assign', 'way_assign_in', { at: at.in, cells: at.cells }, request.in);
        const offset = writer.list('assign: offset', request.offset), each = checkWhole('assign', 'each', request.each ?? 0);
        const candidates = this.#candidates(request, reach, offset, each), stride = each || candidates;
        const count = request.count ?? [offset && Math.max(offset.length - 1, 0), reach.chaser, Math.floor(reach.element / stride)]
            .find(Number.isFinite);
        checkWhole('assign', 'how many choosers? count', count);
        const elements = offset ? reach.element : Math.min(count * stride, reach.element);
        if (count > reach.chaser || (offset && count > 0 && count >= offset.length) || (!offset && count * stride > reach.element))
            throw new RangeError(`assign: count is ${count}, where a column ends before`);
        if (!Number.isFinite(elements))
            throw new RangeError('assign: how many elements? Give a column of costs or of rows');
        const out = { ...request.out };
        allotOutputs(library, writer, 'assign', 'way_assign_out', out, count, 1);
        if (count > writeOutputs(library, writer, 'assign', 'way_assign_out', at.out, out, 1))
            throw new RangeError(`assign: count is ${count}, where an output ends before`);
        this.#lend(count, candidates, elements);
        this.#put('runner_count', candidates);
        this.#put('offset', offset ? offset.address : 0);
        this.#put('each', each);
        this.#put('aim', library.numberOf('way_aim', request.aim ?? 'sum', 'assign: aim', 'aim'));
        request.out = out;
        this.#offset = offset;
        this.#elements = elements;
        this.#count = this.#most = count;
    }

    #candidates({ runner_count, count }, reach, offset, each) {
        const dense = !offset && each === 0 && count > 0 ? Math.floor(reach.element / count) : Infinity;
        const candidates = runner_count ?? [reach.runner, dense].find(Number.isFinite);
        if (candidates === undefined)
            throw new RangeError('assign: how many candidates? Say runner_count');
        if (checkWhole('assign', 'runner_count', candidates) > reach.runner)
            throw new RangeError(`assign: runner_count is ${candidates}, where a runner's column ends at ${reach.runner}`);
        return candidates;
    }

    #lend(count, candidates, elements) {
        const { arena, exports } = this.#library;
        const bytes = elements < ANY_ROW ? exports.way_assign_bytes(count, candidates, elements) >>> 0 : 0;
        if (bytes === 0)
            throw this.#library.error('count', `assign: ${count} choosers, ${candidates} candidates, ${elements} elements`);
        if (bytes > this.#memory.room || this.#memory.scope.released)
            this.#memory = { at: arena.take(bytes), room: bytes, scope: arena.scope };
        this.#writer.hold(this.#memory);
        this.#put('memory', this.#memory.at);
        this.#put('bytes', this.#memory.room);
    }

    #put(field, value) { this.#writer.put('way_assignment', this.#at.how, field, value); }
    #place(field) {
        if (this.#writer.isReleased)
            throw new Error('assign: memory that this call uses was released');
        return this.#writer.field('way_assignment', this.#at.how, field);
    }
    #word(field) { return this.#library.word(this.#place(field)) >>> 0; }
    #double(field) { return this.#library.double(this.#place(field)); }
}

// Returns the functions of choosing, by name.
export function choosing(library) {
    const all = { assign: request => new Assignment(library, request), waypoints2d: request => waypoints(library, request),
        bounce_all2d: request => bounceAll(library, request), field2d: request => new Field(library, request),
        follow2d: request => follow(library, request), cast2d: request => cast(library, request),
        cast3d: request => meetTriangles(library, 'cast3d', 'cast', request),
        sweep3d: request => meetTriangles(library, 'sweep3d', 'sweep', request) };
    for (const dims of [2, 3]) {
        all[`avoid${dims}d`] = request => avoid(library, dims, request);
        all[`conflicts${dims}d`] = request => conflicts(library, dims, request);
        all[`crowd${dims}d`] = request => new Crowd(library, dims, request);
        all[`choose${dims}d`] = request => choose(library, dims, request);
        all[`neighbours${dims}d`] = request => neighbours(library, dims, request);
    }
    return Object.fromEntries(Object.entries(all).filter(([name]) =>
        library.exports[`way_${name}`] ?? library.exports[`way_make_${name}`]));
}
