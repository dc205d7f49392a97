// The prepared call of a behaviour. It writes the library's structs into the module's memory once, and every
// run reads them there.
import { ANY_ROW, FLOAT_INPUT, FLOAT_OUTPUT, WHOLE, Writer, agentsOf, byName, changed, checkKeys, checkRange, writeWalls } from './writer.js';

// The columns and maps of targets that a request names, and their fields in way_targets.
const TARGET_COLUMNS = Object.entries({ target: 'row', target_generation: 'generation', generation: 'runner_generation', part: 'part' });
const TARGET_MAPS = Object.entries({ target_row: 'row_of', target_part: 'part_of' });
const BATCH_KEYS = new Set(['in', 'out', 'first', 'count', 'runner_count', 'precision', 'keep_nobody', 'walls', 'wall_origin', 'drag_table',
    'agent_count', 'index', 'target_mask', 'parts', ...[...TARGET_COLUMNS, ...TARGET_MAPS].map(([name]) => name)]);
const DRAG_KEYS = new Set(['speed', 'coefficient']);
const PART_KEYS = new Set(['in', 'count', 'generation']);

export class Call {
    #library;
    #behaviour;
    #request = {};
    #at; // the structs' addresses
    #parts = { at: 0, room: 0, scope: undefined };
    #solve;
    #first = 0;
    #count = 0;
    #most = 0; // agents 0 to #most - 1 can be run
    #writer;

    constructor(library, behaviour, request) {
        this.#library = library;
        this.#behaviour = behaviour;
        this.#solve = library.exports.run;
        const size = library.sizes, inputs = behaviour.inputs.length;
        const bytes = [inputs * size.way_column, behaviour.outputs.length * size.way_column_out, size.way_batch,
            8 * inputs, 8 * TARGET_COLUMNS.length, size.way_drag_table ?? 0];
        this.#writer = new Writer(library);
        const [into, out, batch, cells, batchCells, drag] = this.#writer.own(bytes);
        this.#at = { in: into, out, batch, cells, batchCells, drag };
        this.set(request);
    }

    // Solves agents first .. first + count - 1. The defaults of `first` and `count` come from the request.
    run(first = this.#first, count = this.#count) {
        checkRange(this.#behaviour.name, first, count, this.#most);
        if (this.#writer.isReleased)
            throw new Error(`${this.#behaviour.name}: memory that this call uses was released`);
        const at = this.#at;
        const result = this.#solve(this.#behaviour.address, at.in, at.out, at.batch, first, count);
        if (result !== 0)
            throw this.#library.error(result, this.#behaviour.name);
    }

    // Replaces the fields that the request names. In `in` and `out`, it replaces only the named columns.
    // A field or column whose value is undefined is unset.
    set(request) {
        const { name, inputNames, outputNames } = this.#behaviour;
        checkKeys(name, request, BATCH_KEYS);
        checkKeys(`${name}.in`, request.in ?? {}, inputNames);
        checkKeys(`${name}.out`, byName(request.out), outputNames);
        const all = changed(this.#request, request);
        this.#writer.begin(name);
        this.#most = 0; // nothing can be run until all columns are written
        this.#write(all);
        this.#request = all;
    }

    // The outputs by name.
    get out() { return this.#request.out; }

    #write(request) {
        const { name } = this.#behaviour, list = this.#listOf(request, 'index');
        const reach = this.#writeInputs(request), { chaser, runner } = reach;
        const { first, count } = agentsOf(name, request, list, reach, this.#writeOutputs(request.out)), end = first + count;
        this.#first = first;
        this.#count = count;
        this.#allotOutputs(request.out, list ? request.agent_count || chaser : end);
        const agents = Math.min(chaser, this.#writeOutputs(request.out)), most = list ? list.length : agents;
        if (end > most)
            throw new RangeError(`${name}: agents up to ${end}, where a column ends at ${most}`);
        this.#writeBatch(request, agents, runner);
        this.#most = most;
    }

    // Writes all inputs and the batch's columns. Returns the lengths of the shortest chaser column and of the
    // shortest runner column, and the set of lengths of the chaser columns. Without targets, runner columns
    // count as chaser columns, because row i of them is the runner of agent i.
    #writeInputs(request) {
        const { name, inputs } = this.#behaviour, at = this.#at, hasTarget = request.target !== undefined;
        const reach = { chaser: Infinity, runner: Infinity, lengths: new Set() };
        const note = (side, length) => {
            reach[side] = Math.min(reach[side], length);
            if (side === 'chaser' && length < Infinity)
                reach.lengths.add(length);
        };
        const isInParts = input => hasTarget && request.parts !== undefined && input.side === 'runner';
        this.#library.checkMissing(name, request.in, inputs.filter(input => input.required && !isInParts(input)));
        inputs.forEach((input, k) => {
            const isElsewhere = isInParts(input), length = this.#writeInput(at.in, at.cells, input, k, request.in[input.name]);
            if (!isElsewhere)
                note(hasTarget ? input.side : 'chaser', length);
        });
        const targets = this.#writer.field('way_batch', at.batch, 'targets');
        TARGET_COLUMNS.forEach(([column, field], k) => {
            const place = this.#writer.field('way_targets', targets, field);
            const length = this.#writer.column(place, `${name}: ${column}`, WHOLE, request[column], at.batchCells + 8 * k);
            if (hasTarget)
                note(column === 'generation' ? 'runner' : 'chaser', length);
        });
        return reach;
    }

    #writeInput(columns, cells, input, k, given) {
        const place = columns + k * this.#library.sizes.way_column, kinds = input.type === 'float' ? FLOAT_INPUT : WHOLE;
        return this.#writer.column(place, `${this.#behaviour.name}: ${input.name}`, kinds, given, cells + 8 * k);
    }

    // Writes all outputs. Returns the length of the shortest output.
    #writeOutputs(out) {
        return Math.min(...this.#behaviour.outputs.map(({ name, type }, k) => {
            const what = `${this.#behaviour.name}: ${name}`, given = out[name] === true ? undefined : out[name];
            const place = this.#at.out + k * this.#library.sizes.way_column_out;
            return this.#writer.output(place, what, type === 'float' ? FLOAT_OUTPUT : WHOLE, given);
        }));
    }

    // Allocates columns for outputs that the request sets to true.
    #allotOutputs(out, length) {
        for (const { name, type } of this.#behaviour.outputs)
            if (out[name] === true)
                out[name] = this.#writer.allot(`${this.#behaviour.name}: ${name}`, type === 'float' ? 'float' : 'int', length);
    }

    #writeBatch(request, agents, runners) {
        const put = (field, value) => this.#writer.put('way_batch', this.#at.batch, field, value);
        const at = this.#writer.field('way_batch', this.#at.batch, 'targets');
        const tell = (field, value) => this.#writer.put('way_targets', at, field, value);
        const { name } = this.#behaviour, parts = request.target === undefined ? undefined : request.parts;
        const index = this.#listOf(request, 'index'), maps = TARGET_MAPS.map(([name]) => this.#listOf(request, name));
        writeWalls(this.#library, this.#writer, 'way_batch', this.#at.batch, name, request);
        const targets = request.runner_count ?? Math.min(runners, ANY_ROW);
        if (targets > runners)
            throw new RangeError(`${name}: runner_count is ${targets}, where a runner's column ends at ${runners}`);
        put('precision', this.#library.numberOf('way_precision', request.precision ?? 'exact', `${name}: precision`, 'precision'));
        put('index', index ? index.address : 0);
        tell('keep_outputs', request.keep_nobody ? 1 : 0);
        tell('runner_count', targets);
        tell('mask', request.target_mask ?? 0);
        TARGET_MAPS.forEach(([, field], k) => tell(field, maps[k] ? maps[k].address : 0));
        tell('map_size', Math.min(...maps.map(map => map?.length ?? ANY_ROW)));
        if (targets === 0 && request.target !== undefined && !maps[0]) { // columns without a runner: a map of 0 rows
            tell('row_of', this.#at.batch);
            tell('map_size', 0);
        }
        put('agent_count', request.agent_count ?? (index && Number.isFinite(agents) ? agents : 0));
        tell('part_count', parts ? parts.length : 0);
        tell('parts', parts ? this.#writeParts(parts) : 0);
        put('drag_table', request.drag_table ? this.#writeDragTable(request.drag_table) : 0);
    }

    #writeDragTable(table) {
        const what = `${this.#behaviour.name}: drag_table`, at = this.#at.drag;
        if (!this.#behaviour.inputNames.has('drag_area'))
            throw new TypeError(`${what}: ${this.#behaviour.name} has no drag_area`);
        checkKeys(what, table, DRAG_KEYS);
        const [speed, coefficient] = [...DRAG_KEYS].map(field => this.#writer.floats(`${what}.${field}`, table[field]));
        if (speed.length !== coefficient.length)
            throw new RangeError(`${what}: ${speed.length} speeds and ${coefficient.length} coefficients`);
        this.#writer.put('way_drag_table', at, 'speed', speed.address);
        this.#writer.put('way_drag_table', at, 'coefficient', coefficient.address);
        this.#writer.put('way_drag_table', at, 'count', speed.length);
        return at;
    }

    #writeParts(parts) {
        const { sizes, arena } = this.#library, { inputs, name, inputNames } = this.#behaviour;
        const columns = inputs.length * sizes.way_column, cells = 8 * (inputs.length + 1), each = columns + cells;
        if (parts.length > this.#parts.room || this.#parts.scope.released)
            this.#parts = { at: arena.take(parts.length * (sizes.way_part + each)), room: parts.length, scope: arena.scope };
        this.#writer.hold(this.#parts);
        parts.forEach((part, p) => {
            const what = `${name}: part ${p}`, at = this.#parts.at + p * sizes.way_part;
            const block = this.#parts.at + this.#parts.room * sizes.way_part + p * each;
            checkKeys(what, part, PART_KEYS);
            checkKeys(`${what}.in`, part.in, inputNames);
            this.#library.checkMissing(what, part.in, inputs.filter(input => input.required && input.side === 'runner'));
            let reach = this.#writer.column(this.#writer.field('way_part', at, 'generation'), `${what}: generation`, WHOLE,
                part.generation, block + columns + 8 * inputs.length);
            inputs.forEach((input, k) => {
                const given = input.side === 'runner' ? part.in[input.name] : undefined;
                reach = Math.min(reach, this.#writeInput(block, block + columns, input, k, given));
            });
            const count = part.count ?? Math.min(reach, ANY_ROW);
            if (count > reach)
                throw new RangeError(`${what}: count is ${count}, where a column ends at ${reach}`);
            this.#writer.put('way_part', at, 'columns', block);
            this.#writer.put('way_part', at, 'count', count);
        });
        return this.#parts.at;
    }

    #listOf(request, name) { return this.#writer.list(`${this.#behaviour.name}: ${name}`, request[name]); }
}
