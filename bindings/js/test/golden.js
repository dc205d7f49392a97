// Compares the package's answers with tests/golden.txt, in node and in browsers.
// The checks of tests/wasm are a separate wasm module that uses the package's memory. They call the C
// library. This file turns each of these calls into a call of the package, as a user makes it.

const BASE = 64 << 20; // the address of the checks in the package's memory; golden.sh has the same number

// `way` is a loaded package that no other code uses, `checks` is golden.wasm, `goldens` is the text of
// tests/golden.txt, and `names` are the behaviours to check. `precisions` are 0, exact, and 1, fast. Returns the number of equal hashes, the number
// of all hashes, and a text for each different hash.
export async function golden(way, checks, goldens, names, precisions = [0, 1]) {
    way.reserve(BASE + (1 << 20));
    const all = way.description.behaviours, memory = way.memory;
    const isa = text_at(way, 'package');
    const addresses = all.map(behaviour => way[behaviour.name].description.address);
    const { instance } = await WebAssembly.instantiate(checks, {
        env: {
            memory,
            way_behaviour_at: i => addresses[i] ?? 0,
            way_isa_name: i => i === 0 ? isa : 0,
            way_set_isa: () => 0,
            way_status_word: status => Object.values(way.status).includes(status) ? isa : 0,
            way_word_name: word => Object.values(way.word).includes(word) ? isa : 0,
            way_run: (behaviour, into, out, batch) => through(way, all[addresses.indexOf(behaviour)], into, out, batch),
        },
    });
    if (isa > BASE)
        throw new Error('the package has taken the checks\' memory');
    const c = instance.exports, wrong = [];
    const bytes = () => new Uint8Array(memory.buffer);
    const text = at => new TextDecoder().decode(bytes().slice(at, bytes().indexOf(0, at)));
    const hex = number => BigInt.asUintN(64, number).toString(16).padStart(16, '0');
    let agree = 0, hashes = 0;
    const text_of_goldens = new TextEncoder().encode(`${goldens}\0`);
    if (text_of_goldens.length > c.golden_size())
        throw new Error(`the golden hashes take ${text_of_goldens.length} bytes, and the module has ${c.golden_size()}`);
    bytes().set(text_of_goldens, c.golden_room());
    for (const [i, { name }] of all.entries()) {
        if (!names.includes(name))
            continue;
        for (const precision of precisions) {
            hashes++;
            const verdict = c.run_check(i, precision, 0), what = `${name} ${text(c.precision_word())}`;
            if (verdict !== 0)
                wrong.push(`${what}: verdict ${verdict} in ${text(c.layout_name())}, row ${c.row()} of ${c.count()}`);
            else if (!c.has_golden())
                wrong.push(`${what}: no golden hash; got ${hex(c.hash())}`);
            else if (c.hash() !== c.golden())
                wrong.push(`${what}: expected ${hex(c.golden())}, got ${hex(c.hash())}`);
            else
                agree++;
        }
    }
    return { agree, hashes, wrong };
}

function text_at(way, word) {
    const column = way.halves(word.length);
    new Uint8Array(way.memory.buffer).set(new TextEncoder().encode(`${word}\0`), column.address);
    return column.address;
}

// Translates a call of the C library into a call of the package.
function through(way, behaviour, into, out, batch) {
    const { types } = way.description, memory = new DataView(way.memory.buffer);
    const word = (struct, at, name) => memory.getUint32(at + types[struct].fields[name].offset, true);
    const arrays = [new Float32Array(way.memory.buffer), new Float64Array(way.memory.buffer), new Uint16Array(way.memory.buffer)];
    const ints = new Int32Array(way.memory.buffer);
    const column = (at, type) => {
        const data = word('way_column', at, 'data'), element = word('way_column', at, 'type');
        if (data === 0)
            return undefined;
        const gap = word('way_column', at, 'gap') | 0;
        if (word('way_column', at, 'rows') !== 0 || word('way_column', at, 'page') !== 0)
            throw new Error('the checks have no rows and no pages');
        return { data: type === 'float' ? arrays[element] : ints, offset: data, stride: gap + [4, 8, 2][element] };
    };
    const columns = (at, infos) => Object.fromEntries(infos.map((info, k) =>
        [info.name, column(at + k * types.way_column.size, info.type)]));
    const of = name => word('way_batch', batch, name);
    const targets = batch + types.way_batch.fields.targets.offset;
    const mark = way.mark();
    try {
        const request = {
            in: columns(into, behaviour.inputs), out: columns(out, behaviour.outputs),
            first: of('first'), count: of('count'),
            precision: ['exact', 'fast'][of('precision')],
            target: column(targets + types.way_targets.fields.row.offset, 'int'),
        };
        if (request.target)
            request.runner_count = word('way_targets', targets, 'runner_count');
        if (of('index'))
            request.index = new Uint32Array(way.memory.buffer, of('index'), of('first') + of('count'));
        if (of('wall_count')) {
            const fields = Object.entries(types.way_wall.fields);
            request.walls = way.walls(Array.from({ length: of('wall_count') }, (_, i) => {
                const at = of('walls') + i * types.way_wall.size;
                return Object.fromEntries(fields.map(([name, { offset }]) => [name,
                    name === 'sides' ? memory.getInt32(at + offset, true) : memory.getFloat32(at + offset, true)]));
            }));
        }
        way[behaviour.name](request).run();
        return 0;
    } catch (error) {
        if (error.number === undefined)
            throw error;
        return error.number;
    } finally {
        way.release(mark);
    }
}
