import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { bits, dice, draw, file, folder, hasSimd, load, root, Column, WaylayError } from './package.js';

const way = await load(), plain = await load({ simd: false });
const COUNT = 37;

// Runs seek2d over random columns. Columns of the request replace random ones or are added.
const seekers = draw(way.seek2d.description, COUNT);
const seekColumns = () => Object.fromEntries(Object.entries(seekers).map(([name, numbers]) => [name, way.floats(numbers)]));
function seek(request = {}) {
    const call = way.seek2d({ out: ['velocity_x', 'velocity_y'], ...request, in: { ...seekColumns(), ...request.in } });
    call.run();
    return call;
}
const answers = call => [bits(call.out.velocity_x), bits(call.out.velocity_y)];
const usual = answers(seek());

test('every behaviour that the module describes is a function, and the declarations have its columns', () => {
    const types = readFileSync(path.join(folder, 'waylay.d.ts'), 'utf8');
    assert.ok(way.description.behaviours.length >= 4);
    for (const { name, inputs, outputs } of way.description.behaviours) {
        assert.equal(typeof way[name], 'function');
        assert.match(types, new RegExp(`readonly ${name}: Behaviour<`));
        for (const column of [...inputs, ...outputs])
            assert.match(types, new RegExp(`\n    ${column.name}\\??: `));
    }
});

test('a batch gives the same bits as calls for one agent, in both modules, for every behaviour', () => {
    for (const library of [way, plain])
        for (const { name, inputs, outputs } of library.description.behaviours) {
            const mark = library.mark(), drawn = draw(library[name].description, COUNT);
            const walls = library.walls([{ ax: 0, ay: 50, bx: 90, by: 60 }, { ax: 20, ay: 0, bx: 30, by: 90, sides: 1 }]);
            const columns = inputs.map(input => [input.name, library[input.type === 'float' ? 'floats' : 'ints'](drawn[input.name])]);
            const call = library[name]({ in: Object.fromEntries(columns), out: outputs.map(output => output.name), walls });
            call.run();
            for (let i = 0; i < COUNT; i++) {
                const agent = Object.fromEntries(inputs.map(input => [input.name, drawn[input.name][i]]));
                const answer = library[name].one(agent, walls);
                for (const output of outputs)
                    assert.ok(Object.is(call.out[output.name].at(i), answer[output.name]), `${name} ${output.name} ${i}`);
            }
            library.release(mark);
        }
});

test('intercept2d gives answers that were solved by hand', () => {
    const call = way.intercept2d({
        in: { chaser_x: 0, chaser_y: 0, chaser_speed: 5, runner_x: way.floats([10, 10]), runner_y: 0, runner_vx: way.floats([0, 6]), runner_vy: 0 },
        out: ['time', 'velocity_x', 'status'],
    });
    call.run();
    assert.deepEqual([...call.out.time.view], [2, Infinity]);
    assert.deepEqual([...call.out.velocity_x.view], [5, 0]);
    assert.deepEqual([...call.out.status.view], [way.status.met, way.status.too_slow]);
    call.set({ in: { runner_vx: -5 }, count: 1 });
    call.run();
    assert.equal(call.out.time.at(0), 1);
    call.set({ in: { horizon: 0.5 } });
    call.run();
    assert.equal(call.out.status.at(0), way.status.late);
    call.set({ in: { horizon: undefined } });
    call.run();
    assert.equal(call.out.status.at(0), way.status.met);
    assert.equal(way.intercept2d.one({ chaser_x: 0, chaser_y: 0, chaser_speed: 5, runner_x: 10, runner_y: 0, runner_vx: 0, runner_vy: 0 }).time, 2);
});

test('the layout and the type of columns change no bit of the answers', () => {
    const structs = way.structs(COUNT, { name: 'uint', x: 'float', y: 'float', vx: 'float' });
    structs.x.copy(seekers.chaser_x);
    structs.y.copy(seekers.chaser_y);
    const written = seek({ in: { chaser_x: structs.x, chaser_y: structs.y }, out: { velocity_x: structs.vx, velocity_y: true } });
    assert.deepEqual(answers(written), usual);
    assert.ok(structs.name.view.every((word, i) => i % structs.name.step !== 0 || word === 0));

    const pairs = way.floats([...seekers.chaser_x].flatMap((x, i) => [x, seekers.chaser_y[i]]));
    const paired = { chaser_x: { data: pairs, stride: 8 }, chaser_y: { data: pairs.view, stride: 8, offset: 4 } };
    assert.deepEqual(answers(seek({ in: paired })), usual);
    const turned = way.floats(seekers.chaser_x.slice().reverse());
    assert.deepEqual(answers(seek({ in: { chaser_x: { data: turned, stride: -4, offset: 4 * (COUNT - 1) } } })), usual);
    const rows = way.uints(Array.from({ length: COUNT }, (_, i) => COUNT - 1 - i));
    assert.deepEqual(answers(seek({ in: { chaser_x: { data: turned, rows } } })), usual);
    const view = new Float32Array(way.memory.buffer, turned.address, COUNT);
    assert.deepEqual(answers(seek({ in: { chaser_x: { data: view, rows: rows.view } } })), usual);

    const same = seek({ in: { chaser_speed: 7 } });
    assert.deepEqual(answers(seek({ in: { chaser_speed: way.floats(COUNT).copy(new Array(COUNT).fill(7)) } })), answers(same));
    assert.deepEqual(answers(seek({ in: { chaser_speed: { data: way.floats([7]), stride: 0 } } })), answers(same));
    assert.deepEqual(answers(seek({ in: { chaser_speed: way.doubles(new Array(COUNT).fill(7)) } })), answers(same));
    assert.deepEqual(answers(seek({ in: { chaser_speed: way.halves(new Array(COUNT).fill(0x4700)) } })), answers(same));
    const doubles = way.structs(3, { a: 'int', b: 'double', c: 'half' });
    assert.deepEqual([doubles.b.address - doubles.a.address, doubles.c.address - doubles.a.address, doubles.a.stride], [8, 16, 24]);
    doubles.b.set(2, 1e300);
    assert.equal(doubles.b.at(2), 1e300);
});

test('positions in doubles lose no digits far from the origin', () => {
    const call = way.seek2d({
        in: { chaser_x: way.doubles([1e9]), chaser_y: way.doubles([1e9]), chaser_speed: 5, runner_x: way.doubles([1e9 + 3]), runner_y: way.doubles([1e9 + 4]) },
        out: ['velocity_x', 'velocity_y'],
    });
    call.run();
    assert.deepEqual([call.out.velocity_x.at(0), call.out.velocity_y.at(0)], [3, 4]);
});

test('a call for a range or a list of agents does not write the answers of other agents', () => {
    const call = way.seek2d({ in: seekColumns(), out: ['velocity_x'] });
    call.run(5, 3);
    assert.deepEqual(bits(call.out.velocity_x), usual[0].map((word, i) => i >= 5 && i < 8 ? word : 0));
    const listed = way.seek2d({ in: seekColumns(), out: ['velocity_x'], index: way.uints([30, 2, 9]) });
    assert.equal(listed.out.velocity_x.length, COUNT);
    listed.run();
    assert.deepEqual(bits(listed.out.velocity_x), usual[0].map((word, i) => [30, 2, 9].includes(i) ? word : 0));
    listed.set({ index: way.uints([COUNT]) });
    assert.throws(() => listed.run(), { code: 'index' });
});

test('targets may be row numbers, entities with generations, or rows of other tables', () => {
    const random = dice(5), picks = Array.from({ length: COUNT }, () => Math.floor(random(0, COUNT)));
    const pursued = answers(seek({ target: way.uints(picks) }));
    const picked = Object.fromEntries(['runner_x', 'runner_y'].map(name => [name, way.floats(picks.map(i => seekers[name][i]))]));
    assert.deepEqual(pursued, answers(seek({ in: picked })));
    assert.notDeepEqual(pursued, usual);

    const entities = way.uints(picks.map(i => (1 << 20) + (COUNT - 1 - i)));
    const rows = way.uints(Array.from({ length: COUNT }, (_, i) => COUNT - 1 - i));
    assert.deepEqual(answers(seek({ target: entities, target_mask: 0xfffff, target_row: rows })), pursued);

    const generations = { target_generation: way.uints(picks.map((_, i) => i === 3 ? 8 : 7)), generation: 7 };
    const velocity_x = way.floats(COUNT), nobody = way.floats(COUNT).copy([1, 2, 3, 4]);
    seek({ target: way.uints(picks), ...generations, out: { velocity_x } });
    assert.deepEqual(bits(velocity_x), pursued[0].map((word, i) => i === 3 ? 0 : word));
    seek({ target: way.uints(picks), ...generations, keep_nobody: true, out: { velocity_x: nobody } });
    assert.equal(nobody.at(3), 4);

    const tables = [0, 1].map(p => ({ in: Object.fromEntries(['runner_x', 'runner_y'].map(name =>
        [name, way.floats([...seekers[name]].filter((_, i) => i % 2 === p))])) }));
    const parts = { parts: tables, part: way.uints(picks.map(i => i % 2)), target: way.uints(picks.map(i => i >> 1)) };
    assert.deepEqual(answers(seek(parts)), pursued);
    const moved = seek({ ...parts, parts: [tables[0], tables[0]] }), brief = way.mark();
    moved.set({ parts: tables });
    moved.run();
    assert.deepEqual(answers(moved), pursued);
    moved.set({ parts: [...tables, tables[0]] });
    way.release(brief);
    assert.throws(() => moved.run(), /released/);
    moved.set({ parts: tables });
    moved.run();
    assert.deepEqual(answers(moved), pursued);
    const without = { chaser_x: 0, chaser_y: 0, chaser_speed: 1 };
    way.seek2d({ in: without, out: ['velocity_x'], count: 2, target: 0, part: 1, parts: [{ in: { runner_x: 1, runner_y: 1 } }, tables[0]] }).run();
    assert.throws(() => way.seek2d({ in: without, out: ['velocity_x'], ...parts, parts: [{ in: {} }, tables[0]] }),
        { code: 'missing', message: 'seek2d: part 0: missing: runner_x, runner_y' });
});

test('with wall_origin, a room far from the origin keeps its shape', () => {
    const walls = way.walls([{ ax: 0, ay: -9, bx: 0, by: 9 }, { ax: 20, ay: -9, bx: 20, by: 9 }]);
    const x = way.doubles([1000019]), y = way.doubles([-2e6]);
    const request = { in: { ball_x: x, ball_y: y, ball_vx: 4, ball_vy: 0 }, out: ['time', 'wall'], walls };
    const call = way.sweep_walls2d({ ...request, count: 1, wall_origin: [1e6, -2e6] });
    call.run();
    assert.deepEqual([call.out.time.at(0), call.out.wall.at(0)], [0.25, 1]);
    call.set({ wall_origin: undefined });
    call.run();
    assert.equal(call.out.wall.at(0), -1, 'measured from 0, the walls are far away');
    for (const wrong of [1e6, [1e6], [1e6, NaN], ['1', 2], [1, 2, 3]])
        assert.throws(() => call.set({ wall_origin: wrong }), /^TypeError: sweep_walls2d: wall_origin is \[x, y\]/);
});

test('a drag table changes the time of flight', { skip: way.launch_drag2d === undefined }, () => {
    // Without gravity, the time of flight over x is (exp(k x) - 1) / (k speed), with k = drag_area * coefficient.
    const shot = { muzzle_x: 0, muzzle_y: 0, shell_speed: 100, runner_x: 50, runner_y: 0, runner_vx: 0, runner_vy: 0, gravity: 0, drag_area: 0.01 };
    const call = way.launch_drag2d({ in: shot, out: ['time'], count: 1 });
    const tables = [[undefined, 0.01], [{ speed: way.floats([10, 60]), coefficient: way.floats([2, 2]) }, 0.02], [{ speed: way.floats([0]), coefficient: way.floats([0.5]) }, 0.005]];
    for (const [drag_table, k] of tables) {
        call.set({ drag_table });
        call.run();
        const expected = Math.expm1(k * 50) / (k * 100);
        assert.ok(Math.abs(call.out.time.at(0) / expected - 1) < 1e-6, `${k}: ${call.out.time.at(0)}, not ${expected}`);
    }
    assert.throws(() => { call.set({ drag_table: { speed: way.floats([2, 1]), coefficient: way.floats([1, 1]) } }); call.run(); }, WaylayError);
    const { drag_area, ...plain_shot } = shot;
    assert.throws(() => way.arc2d({ in: plain_shot, out: ['time'], count: 1, drag_table: { speed: way.floats([1]), coefficient: way.floats([1]) } }), /has no drag_area/);
});

test('each run reads the walls as they are at that time', () => {
    const ball = { ball_x: 0, ball_y: 0, ball_vx: 1, ball_vy: 0, radius: 0 };
    const walls = way.walls([{ ax: 9, ay: -1, bx: 9, by: 1 }, { ax: 5, ay: -1, bx: 5, by: 1, sides: 0 }]);
    const names = new Set(way.sweep_walls2d.description.inputs.map(input => input.name));
    for (const name of Object.keys(ball))
        assert.ok(names.has(name), `${name} of ${[...names]}`);
    const call = way.sweep_walls2d({ in: ball, count: 1, out: way.sweep_walls2d.description.outputs.map(output => output.name), walls });
    call.run();
    assert.equal(call.out.time.at(0), 5);
    walls.ax.set(1, 7);
    walls.bx.set(1, 7);
    call.run();
    assert.equal(call.out.time.at(0), 7);
    assert.equal(walls.ax.stride, way.description.types.way_wall.size);
});

test('walls that move', () => {
    const walls = way.walls([{ ax: 10, ay: -5, bx: 10, by: 5 }]), velocity = way.wall_velocities([{ vx: -4, vy: 0 }]);
    const ball = { ball_x: way.floats([0]), ball_y: 0, ball_vx: 1, ball_vy: 0 };
    const call = way.sweep_walls2d({ in: ball, out: ['time', 'point_x'], walls, wall_velocity: velocity });
    call.run();
    assert.deepEqual([call.out.time.at(0), call.out.point_x.at(0)], [2, 2]);
    velocity.vx.set(0, 1);
    call.run();
    assert.equal(call.out.time.at(0), Infinity, 'each run reads the present velocities');
    call.set({ wall_velocity: undefined });
    call.run();
    assert.equal(call.out.time.at(0), 10);
    assert.throws(() => call.set({ wall_velocity: walls }), /^TypeError: sweep_walls2d: wall_velocity is what way.wall_velocities makes/);
    assert.throws(() => call.set({ wall_velocity: way.wall_velocities(2) }), /^RangeError: .*expected 1 velocities/);
    assert.throws(() => way.sweep_walls2d({ in: ball, out: ['time'], walls: way.wall_tree(walls), wall_velocity: velocity }).run(),
        /wall_velocity/);
    assert.throws(() => way.wall_velocities([{ vx: 1 }]), /^TypeError: way.wall_velocities takes .* vy of wall_velocity 0 is undefined/);
});

test('a tree of walls changes no bit of the answers; only build() reads walls that have moved', () => {
    const walls = way.walls(Array.from({ length: 300 }, (_, i) => ({ ax: 9 + i, ay: -1, bx: 9 + i, by: 1, sides: i % 3 - 1 })));
    const ball = { ball_x: way.floats(Array.from({ length: 400 }, (_, i) => i)), ball_y: 0, ball_vx: 1, ball_vy: 0.001, radius: 0.1 };
    const out = way.sweep_walls2d.description.outputs.map(output => output.name);
    const plain = way.sweep_walls2d({ in: ball, out, walls }), tree = way.wall_tree(walls), call = way.sweep_walls2d({ in: ball, out, walls: tree });
    const same = () => {
        plain.run();
        call.run();
        for (const name of out)
            assert.deepEqual(new Uint32Array(call.out[name].view.slice().buffer), new Uint32Array(plain.out[name].view.slice().buffer), name);
    };
    same();
    assert.ok(call.out.time.at(0) < 11 && call.out.time.at(399) === Infinity);
    walls.ax.set(298, 5); // the tree reads the moved wall only when it is built again
    walls.bx.set(298, 5);
    plain.run();
    call.run();
    assert.ok(plain.out.time.at(0) < 5 && call.out.time.at(0) > 9);
    for (let i = 0; i < 300; i++) {
        walls.ax.set(i, 20 + 2 * i);
        walls.bx.set(i, 20 + 2 * i);
    }
    tree.build();
    same();
    assert.ok(call.out.time.at(0) > 19);
    assert.equal(tree.walls, walls);
    assert.deepEqual(way.sweep_walls2d.one({ ball_x: 0, ball_y: 0, ball_vx: 1, ball_vy: 0 }, tree).wall,
        way.sweep_walls2d.one({ ball_x: 0, ball_y: 0, ball_vx: 1, ball_vy: 0 }, walls).wall);
    assert.throws(() => way.wall_tree([]), /^TypeError: wall_tree: walls are what way.walls makes/);
    const mark = way.mark(), lost = way.wall_tree(walls);
    way.release(mark);
    assert.throws(() => lost.build(), /wall_tree: memory that this tree uses was released/);
    call.set({ walls });
    same();
});

test('after memory has grown, calls still run, columns have new views, and old views are refused', async () => {
    const library = await load();
    const speed = library.floats([5, 6]), before = speed.view;
    const call = library.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: speed, runner_x: 9, runner_y: 0 }, out: ['velocity_x'] });
    library.floats(1 << 20);
    assert.equal(before.length, 0);
    assert.deepEqual([...speed.view], [5, 6]);
    call.run();
    assert.deepEqual([...call.out.velocity_x.view], [5, 6]);
    assert.throws(() => call.set({ in: { chaser_speed: before } }), /memory has grown since/);
    assert.throws(() => call.run(), RangeError, 'a call that was not said whole');
    library.memory.grow(1);
    call.set({ in: { chaser_speed: speed.view } });
    call.run();
    const reserved = await load({ bytes: 1 << 22 }), view = reserved.floats(9).view;
    reserved.floats(1 << 20);
    assert.equal(view.length, 9);
    assert.throws(() => reserved.floats(2 ** 31), RangeError);
    assert.throws(() => reserved.floats(-1), RangeError);
});

test('a typed array over memory that grows is copied, and an old one is refused', async () => {
    const library = await load(), sevens = library.floats(5000).copy(new Float32Array(5000).fill(7));
    let growths = 0;
    for (let i = 0; i < 100; i++) {
        const { buffer } = library.memory, view = sevens.view;
        const copy = library[i % 2 ? 'floats' : 'doubles'](view);
        assert.ok(copy.length === 5000 && copy.view.every(number => number === 7), `copy ${i}`);
        if (library.memory.buffer === buffer)
            continue;
        growths++;
        assert.throws(() => library.floats(view), /^TypeError: way.floats takes .*memory that has grown since$/);
        assert.throws(() => copy.copy(view), /^TypeError: waylay: copy takes .*memory that has grown since$/);
    }
    assert.ok(growths > 2);
    assert.equal(library.floats(new Float32Array(0)).length, 0);
});

test('columns and options of whole numbers refuse numbers that they cannot hold', () => {
    for (const [make, wrong] of [['ints', -(2 ** 31) - 1], ['ints', 2 ** 32], ['uints', NaN], ['uints', 0.5], ['uints', Infinity], ['halves', 1.5], ['halves', -1], ['halves', 65536]]) {
        assert.throws(() => way[make]([1, wrong]), { name: 'TypeError', message: new RegExp(`^way.${make} takes .*: element 1 is ${wrong}, not a whole number from `) });
        assert.throws(() => way[make](2).copy(Float64Array.of(1, wrong)), /^TypeError: waylay: copy takes .*: element 1 is /);
    }
    assert.deepEqual([...way.uints([-1, 2 ** 32 - 1]).view], [2 ** 32 - 1, 2 ** 32 - 1]);
    assert.deepEqual([...way.ints(Uint32Array.of(2 ** 32 - 1, 3)).view], [-1, 3]);
    assert.deepEqual([...way.uints(Float32Array.of(7, 8)).view], [7, 8]);
    assert.deepEqual([...way.floats([NaN, -Infinity]).view], [NaN, -Infinity]);
    const refused = request => assert.throws(() => seek({ target: way.uints(new Array(COUNT).fill(0)), ...request }));
    for (const wrong of [NaN, 0.5, 2 ** 32, '1'])
        for (const option of ['target_mask', 'runner_count', 'agent_count'])
            refused({ [option]: wrong });
    refused({ target: 2 ** 32 });
    assert.throws(() => way.walls([{ ax: 0, ay: 0, bx: 1, by: 1, sides: 0.5 }]), /sides of wall 0 is 0.5/);
    const whole = way.description.behaviours.map(({ name, inputs }) => [name, inputs.find(input => input.type !== 'float')]).find(([, input]) => input);
    if (whole) {
        const agent = Object.fromEntries(way[whole[0]].description.inputs.map(input => [input.name, 1]));
        assert.throws(() => way[whole[0]].one({ ...agent, [whole[1].name]: NaN }), /is a whole number, not NaN/);
    }
});

test('unknown names in a layout, a wall or a wall velocity are refused', () => {
    const data = way.floats([1, 2, 3]);
    assert.throws(() => seek({ in: { chaser_x: { data, ofset: 4 } } }), /^TypeError: seek2d: chaser_x has no ofset; it has data, stride, offset, rows$/);
    assert.throws(() => seek({ out: { velocity_x: { data, step: 4 } } }), /^TypeError: seek2d: velocity_x has no step/);
    assert.throws(() => way.walls([{ ax: 0, ay: 0, bx: 1, by: 1 }, { ax: 0, ay: 0, bx: 1, by: 1, side: 1 }]), /^TypeError: way.walls: wall 1 has no side; it has ax, ay, bx, by, sides$/);
    assert.throws(() => way.wall_velocities([{ vx: 0, vy: 0, vz: 0 }]), /^TypeError: way.wall_velocities: wall_velocity 0 has no vz/);
});

test('released memory cannot be used, and is all zeros when it is allocated again', () => {
    const outer = way.mark(), kept = way.floats([1, 2]), inner = way.mark(), lost = way.floats([3, 4, 5]);
    const call = way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: kept, runner_x: 1, runner_y: 0 }, out: ['velocity_x'] });
    way.release(inner);
    assert.throws(() => lost.view, /released/);
    assert.throws(() => call.run(), /released/);
    assert.deepEqual([...kept.view], [1, 2]);
    const again = way.ints(3);
    assert.equal(again.address, lost.address);
    assert.deepEqual([...again.view], [0, 0, 0]);
    const older = way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 1, runner_x: 1, runner_y: 0 }, out: { velocity_x: way.floats(1) } });
    const mark = way.mark();
    older.set({ in: { chaser_speed: way.floats([2]) } });
    older.run();
    way.release(mark);
    assert.throws(() => older.run(), /released/);
    older.set({ in: { chaser_speed: 1 } });
    older.run();
    assert.throws(() => older.set({ in: { chaser_speed: lost } }), /released/);
    const brief = way.mark();
    older.set({ in: { chaser_x: 1 }, out: { velocity_x: older.out.velocity_x.view } });
    way.release(brief);
    older.run();
    way.release(outer);
    assert.throws(() => older.set({ count: 1 }), /released/);
    assert.throws(() => way.release(outer), /released before/);
    assert.throws(() => way.release(undefined), /no such mark/);
});

test('mistakes throw exceptions with the library\'s messages', () => {
    const columns = () => seekColumns();
    const is = (code, pattern) => error => error instanceof WaylayError && error.code === code && pattern.test(error.message);
    const out = { velocity_x: way.floats(COUNT) };
    assert.throws(() => way.seek2d({ in: { chaser_x: 0 }, out }), is('missing', /^seek2d: missing: chaser_y, chaser_speed, runner_x, runner_y$/));
    assert.throws(() => way.seek2d({ in: { ...columns(), runner_y: undefined }, out }), is('missing', /^seek2d: missing: runner_y$/));
    assert.throws(() => way.seek2d.one({ chaser_x: 0 }), is('missing', /^seek2d.one: missing: chaser_y, chaser_speed, runner_x, runner_y$/));
    const own = columns();
    assert.throws(() => way.seek2d({ in: own, out: { velocity_x: own.runner_x }, target: 0 }).run(), is('overlap', /an output overlaps a runner column/));
    assert.throws(() => way.seek2d({ in: columns(), out: { velocity_x: { data: out.velocity_x, stride: 0 } } }).run(), is('stride', /the stride of an output column is 0/));
    assert.throws(() => way.seek2d({ in: columns(), out, precision: 'best' }), is('precision', /precision is 'exact' or 'fast', not 'best'$/));
    way.reserve(1 << 16); // so that the call does not make memory grow
    const bytes = new Float32Array(way.memory.buffer, out.velocity_x.address, COUNT);
    assert.throws(() => way.seek2d({ in: { ...columns(), chaser_x: { data: bytes, offset: 2, stride: 4 } }, out, count: 1 }).run(), is('alignment', /not a multiple of the required size/));

    const refused = (request, error, pattern) =>
        assert.throws(() => way.seek2d({ out, ...request, in: { ...columns(), ...request.in } }), { name: error, message: pattern });
    refused({ in: { chaser_x: new Float32Array(COUNT) } }, 'TypeError', /chaser_x is not in the module's memory/);
    refused({ in: { chaser_x: [1, 2, 3] } }, 'TypeError', /chaser_x is not in the module's memory/);
    refused({ in: { chaser_x: null } }, 'TypeError', /chaser_x is not in the module's memory/);
    refused({ in: { chaser_x: way.ints(COUNT) } }, 'TypeError', /float or double or half, not of int/);
    refused({ in: { chaser_z: 3 } }, 'TypeError', /seek2d.in has no chaser_z/);
    refused({ out: ['velocity'] }, 'TypeError', /seek2d.out has no velocity/);
    refused({ out: { velocity_x: 3 } }, 'TypeError', /an output, which a number cannot be/);
    refused({ out: { velocity_x: way.halves(COUNT) } }, 'TypeError', /not of half/);
    refused({ targets: way.uints(COUNT) }, 'TypeError', /seek2d has no targets/);
    refused({ target: 0.5 }, 'TypeError', /whole number/);
    refused({ walls: [] }, 'TypeError', /way.walls/);
    refused({ count: COUNT + 1 }, 'RangeError', /a column ends at 37/);
    refused({ in: { chaser_x: way.floats(COUNT - 1) } }, 'RangeError', /have 36 and 37; say count/);
    refused({ in: { chaser_x: way.floats(COUNT - 1) }, count: COUNT }, 'RangeError', /a column ends at 36/);
    refused({ out: { velocity_x: way.floats(4) }, count: COUNT }, 'RangeError', /a column ends at 4/);
    refused({ target: way.uints(COUNT), runner_count: COUNT + 1 }, 'RangeError', /runner_count is 38/);
    refused({ in: { chaser_x: { data: way.floats(COUNT), offset: 4 * COUNT } } }, 'RangeError', /offset/);
    assert.throws(() => way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 0, runner_x: 0, runner_y: 0 }, out: ['velocity_x'] }), /how many/);
    way.seek2d({ in: { ...columns(), chaser_x: way.floats(COUNT + 1) }, out, count: COUNT }).run();

    for (const [request, pattern] of [[undefined, /^seek2d takes \{ in, out, .*, not undefined$/], [null, /^seek2d takes .*, not null$/],
        [3, /, not 3$/], [{ in: 3 }, /^seek2d.in takes \{ chaser_x, chaser_y, .*, not 3$/],
        [{ in: columns(), out: 'velocity_x' }, /^seek2d.out takes \{ velocity_x, .*, not 'velocity_x'$/]])
        assert.throws(() => way.seek2d(request), { name: 'TypeError', message: pattern });
    assert.throws(() => way.seek2d.one(), { name: 'TypeError', message: /^seek2d.one takes \{ chaser_x, .*, not undefined$/ });
    assert.throws(() => way.seek2d.one({ ...Object.fromEntries(Object.keys(seekers).map(name => [name, 1])), chaser_x: '1' }),
        { name: 'TypeError', message: "seek2d.one: chaser_x is a number, not '1'" });

    const call = seek();
    for (const [first, count] of [[0, COUNT + 1], [COUNT, 1], [-1, 1], [NaN, 1], [0, Infinity], [0, 1.5], [0.5, 1], ['0', '2'], [null, 2]])
        assert.throws(() => call.run(first, count), { name: 'RangeError', message: /^seek2d: run takes whole numbers, .* 37 agents, not / });
    call.run(COUNT, 0);
    for (const [word, number] of Object.entries(way.description.types.way_result.values))
        assert.ok(word === 'ok' || number > 0);
});

test('load() takes the SIMD module if the machine can run it', async () => {
    assert.equal(hasSimd(), true);
    assert.deepEqual([way.isa, plain.isa], ['simd128', 'scalar']);
    const { validate } = WebAssembly;
    try {
        WebAssembly.validate = () => false;
        assert.equal((await load()).isa, 'scalar');
    } finally {
        WebAssembly.validate = validate;
    }
});

test('the module may be given as bytes, a compiled module, a URL or a fetch', async () => {
    const bytes = file('waylay.wasm');
    const server = createServer((request, response) => {
        response.writeHead(request.url === '/none' ? 404 : 200, { 'content-type': request.url === '/wasm' ? 'application/wasm' : 'text/plain' });
        response.end(bytes);
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const url = `http://127.0.0.1:${server.address().port}`;
    try {
        for (const wasm of [bytes, new Uint8Array(bytes).buffer, way.module, pathToFileURL(path.join(folder, 'waylay.wasm')),
            `${url}/wasm`, `${url}/text`, fetch(`${url}/wasm`)])
            assert.equal((await load({ wasm })).isa, 'simd128');
        await assert.rejects(load({ wasm: `${url}/none` }), /404/);
    } finally {
        server.close();
    }
});

test('the numbers of a column can be read and written', () => {
    const column = way.floats([1, 2, 3]);
    assert.ok(column instanceof Column);
    column.copy([8, 9], 1);
    column.set(0, 7);
    assert.deepEqual([...column.view], [7, 8, 9]);
    assert.throws(() => column.copy([1, 2], 2), RangeError);
    assert.equal(way.floats(0).view.length, 0);
    assert.equal(column.address % 64, 0);
});

test('a column is made from a number of elements or from numbers; other arguments are refused', async () => {
    for (const given of ['1000', 1.5, -1, NaN, Infinity, undefined, null, true, 10n, { length: 3 }, ['1'], [1, undefined], [1n]])
        for (const kind of ['floats', 'doubles', 'halves', 'ints', 'uints'])
            assert.throws(() => way[kind](given), error => /^way\.\w+ takes /.test(error.message) && error.message.startsWith(`way.${kind}`)
                && (error instanceof TypeError || error instanceof RangeError), `${kind} of ${String(given)}`);
    for (const length of ['3', 1.5, -1, undefined])
        assert.throws(() => way.structs(length, { x: 'float' }), { name: 'RangeError', message: /^way\.structs takes a whole number of structs, not / });
    for (const given of ['3', 1.5, undefined, [{ ax: 0 }], [3]])
        assert.throws(() => way.walls(given), { message: /^way\.walls takes / });
    const column = way.floats(3);
    for (const [numbers, first] of [['12', 0], [[1], 0.5], [[1], -1], [['1'], 0], [undefined, 0]])
        assert.throws(() => column.copy(numbers, first), { message: /^waylay: copy takes / });
    assert.deepEqual([...column.view], [0, 0, 0]);
    assert.deepEqual([...way.floats(Uint8Array.of(1, 2)).view], [1, 2]);
    for (const bytes of ['9', -1, 1.5, 5e9])
        await assert.rejects(load({ bytes }), { name: 'RangeError', message: /^waylay: / });
});

test('columns, walls and marks of another module are refused', async () => {
    const other = await load(), there = other.floats([10, 20]), here = way.floats([1, 2]);
    const inputs = { chaser_x: here, chaser_y: 0, chaser_speed: 1, runner_x: 5, runner_y: 5 };
    const refused = (request, what) => assert.throws(() => way.seek2d({ in: inputs, out: ['velocity_x'], ...request }),
        { name: 'TypeError', message: new RegExp(`^seek2d: ${what} is of another module's memory`) });
    refused({ in: { ...inputs, chaser_x: there } }, 'chaser_x');
    refused({ in: { ...inputs, chaser_x: { data: there, stride: 0 } } }, 'chaser_x');
    refused({ in: { ...inputs, chaser_x: { data: here, rows: other.uints(2) } } }, 'chaser_x: rows');
    refused({ out: { velocity_x: there } }, 'velocity_x');
    refused({ index: other.uints(2) }, 'index');
    refused({ target: other.uints(2) }, 'target');
    refused({ walls: other.walls(1) }, 'walls');
    refused({ walls: other.wall_tree(other.walls(1)) }, 'walls');
    assert.throws(() => way.seek2d({ in: { ...inputs, chaser_x: there.view }, out: ['velocity_x'] }), /not in the module's memory/);
    const ball = { ball_x: 0, ball_y: 0, ball_vx: 1, ball_vy: 0, radius: 0 };
    assert.throws(() => way.sweep_walls2d.one(ball, other.walls(1)), /walls is of another module's memory/);
    const mark = way.mark();
    other.mark();
    assert.throws(() => other.release(mark), /another module/);
    way.release(mark);
    assert.deepEqual([...there.view], [10, 20]);
});

test('the error message names a file that does not exist or is no module', async () => {
    const nowhere = pathToFileURL(path.join(folder, 'nowhere.wasm'));
    await assert.rejects(load({ wasm: nowhere }), { message: /^waylay: .*nowhere\.wasm: .*ENOENT.*load\(\{ wasm \}\)/ });
    await assert.rejects(load({ wasm: pathToFileURL(path.join(folder, 'package.json')) }), { message: /^waylay: .*package\.json: .*magic/ });
    await assert.rejects(load({ wasm: new Uint8Array(8) }), { message: /^waylay: the given bytes: / });
    await assert.rejects(load({ wasm: 3 }), { name: 'TypeError', message: /^waylay: wasm is a URL, a Response, bytes or a compiled module, not 3/ });
});

test('the version is the same in the module, in package.json and in the header', () => {
    assert.equal(way.version, JSON.parse(file('package.json')).version);
    assert.match(readFileSync(path.join(root, 'include/waylay/base.h'), 'utf8'), new RegExp(`VERSION_STRING "${way.version}"`));
});
