// Compares the answers of the choosing calls with a search in plain JavaScript, and with behaviours whose bits
// other tests check.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { bits, dice, folder, load, root, WaylayError } from './package.js';

const libraries = [await load(), await load({ simd: false })], [way] = libraries;
const NOBODY = 2 ** 32 - 1, CHOOSERS = 41, CANDIDATES = 300;
const f = Math.fround, range = n => Array.from({ length: n }, (_, i) => i);

// Draws columns of choosers and candidates. Every library gets the same numbers.
function scene(dims) {
    const random = dice(7 + dims), axes = ['x', 'y', 'z'].slice(0, dims);
    const drawn = (n, low, high) => Float32Array.from({ length: n }, () => random(low, high));
    const masks = n => Uint32Array.from({ length: n }, () => 1 + Math.floor(random(0, 7)));
    const numbers = { chaser_speed: drawn(CHOOSERS, 5, 40), chaser_mask: masks(CHOOSERS), range_from: drawn(CHOOSERS, 0, 20),
        range_to: drawn(CHOOSERS, 40, 150), weight: drawn(CANDIDATES, 0.5, 2), runner_mask: masks(CANDIDATES),
        self: Uint32Array.from({ length: CHOOSERS }, (_, i) => i), present: Uint32Array.from({ length: CHOOSERS }, (_, i) => 2 * i),
        bonus: drawn(CHOOSERS, 0, 60) };
    for (const axis of axes)
        Object.assign(numbers, { [`chaser_${axis}`]: drawn(CHOOSERS, 0, 100), [`runner_${axis}`]: drawn(CANDIDATES, 0, 100),
            [`runner_v${axis}`]: drawn(CANDIDATES, -9, 9), [`facing_${axis}`]: drawn(CHOOSERS, -1, 1) });
    return numbers;
}
const columns = (library, numbers) => Object.fromEntries(Object.entries(numbers).map(([name, array]) =>
    [name, library[array instanceof Uint32Array ? 'uints' : 'floats'](array)]));

// Returns the best candidates by the rules of choose.h, as pairs [row, cost].
// cost(i, k) is the cost of candidate k for chooser i without the candidate's weight.
function search(numbers, dims, i, cost) {
    const axes = ['x', 'y', 'z'].slice(0, dims), found = [];
    for (let k = 0; k < CANDIDATES; k++) {
        const apart = axes.map(axis => numbers[`runner_${axis}`][k] - numbers[`chaser_${axis}`][i]);
        const distance = Math.sqrt(apart.reduce((sum, d) => sum + d * d, 0));
        const ahead = axes.reduce((sum, axis, a) => sum + apart[a] * numbers[`facing_${axis}`][i], 0);
        const passes = (numbers.runner_mask[k] & numbers.chaser_mask[i]) !== 0 && distance >= numbers.range_from[i]
            && distance <= numbers.range_to[i] && ahead >= 0 && k !== numbers.self[i];
        const at = cost(i, k, distance) * numbers.weight[k];
        if (passes && at < Infinity)
            found.push({ row: k, cost: f(at), rank: k === numbers.present[i] ? at - numbers.bonus[i] : at });
    }
    return found.sort((a, b) => a.rank - b.rank || a.row - b.row);
}

test('walls hide candidates', () => {
    for (const library of libraries) {
        const zero = library.floats([0]), walls = library.walls([{ ax: 2, ay: -1, bx: 2, by: 1 }]);
        const given = { chaser_x: zero, chaser_y: zero, runner_x: library.floats([3, 0, 3]), runner_y: library.floats([0, 7, 1]),
            runner_radius: library.floats([0.5, 0.5, 0.5]) };
        const crowd = library.crowd2d({ in: given });
        crowd.build();
        for (const more of [{ walls }, { walls: library.wall_tree(walls) }, { walls, crowd }]) {
            const call = library.choose2d({ in: given, out: ['target', 'cost', 'seen'], ...more });
            const answer = () => { call.run(); return [call.out.target, call.out.cost, call.out.seen].map(column => column.view[0]); };
            assert.deepEqual(answer(), [1, 7, 1]);
            call.set({ sight_points: 3 });
            assert.deepEqual(answer(), [2, f(Math.sqrt(10)), f(1 / 3)]);
            call.set({ walls: undefined });
            assert.deepEqual(answer(), [0, 3, 1]);
            assert.throws(() => call.set({ sight_points: 65 }), /sight_points is 65/);
            const lists = library.neighbours2d({ in: given, capacity: 20, ...more });
            lists.run();
            assert.deepEqual([lists.out.offset.view[1], lists.out.row.view[0]], [1, 1]);
        }
        const short = { ...given, runner_radius: library.floats([1]) };
        assert.throws(() => library.choose2d({ in: short, out: ['target'], walls, crowd }).run(), /the crowd has 3/);
        assert.throws(() => library.choose3d({ in: {}, out: ['target'], walls }), /choose3d has no walls/);
    }
});

for (const dims of [2, 3])
    test(`each chooser gets the best candidates that a search in plain JavaScript finds, ${dims}D`, () => {
        const numbers = scene(dims), best = 4;
        const expected = range(CHOOSERS).map(i => search(numbers, dims, i, (_, __, distance) => distance));
        for (const library of libraries) {
            const given = { ...columns(library, numbers), arc: 0 };
            const crowd = library[`crowd${dims}d`]({ in: given });
            crowd.build();
            assert.deepEqual([crowd.count, crowd.room], [CANDIDATES, CANDIDATES]);
            for (const more of [{}, { crowd }]) {
                const call = library[`choose${dims}d`]({ in: given, best, out: ['target', 'cost', 'status'], ...more });
                call.run();
                const { target, cost, status } = call.out;
                assert.deepEqual([target.length, cost.length, status.length], [CHOOSERS * best, CHOOSERS * best, CHOOSERS]);
                for (let i = 0; i < CHOOSERS; i++) {
                    for (let k = 0; k < best; k++) {
                        assert.equal(target.at(best * i + k), expected[i][k]?.row ?? NOBODY, `${i}, ${k}`);
                        assert.equal(cost.at(best * i + k), expected[i][k]?.cost ?? Infinity);
                    }
                    assert.equal(status.at(i), expected[i].length ? library.status.met : library.status.no_target);
                }
            }
        }
        assert.ok(new Set(expected.map(one => Math.min(one.length, best))).size > 1);
    });

test('costs by time have the bits of the times of intercept2d', () => {
    const numbers = scene(2);
    for (const library of libraries) {
        const given = { ...columns(library, numbers), arc: 0, reach: 2, horizon: 3 };
        const pairs = (column, k) => library.floats(range(CHOOSERS * CANDIDATES).map(j => column[k(j)]));
        const chooser = j => Math.floor(j / CANDIDATES), candidate = j => j % CANDIDATES;
        const mark = library.mark();
        const meet = library.intercept2d({
            in: { chaser_x: pairs(numbers.chaser_x, chooser), chaser_y: pairs(numbers.chaser_y, chooser),
                chaser_speed: pairs(numbers.chaser_speed, chooser), reach: 2, horizon: 3,
                runner_x: pairs(numbers.runner_x, candidate), runner_y: pairs(numbers.runner_y, candidate),
                runner_vx: pairs(numbers.runner_vx, candidate), runner_vy: pairs(numbers.runner_vy, candidate) },
            out: ['time'],
        });
        meet.run();
        const times = meet.out.time.view.slice();
        library.release(mark);
        const call = library.choose2d({ in: given, by: 'time', best: 3, out: ['target', 'cost'] });
        call.run();
        let met = 0;
        for (let i = 0; i < CHOOSERS; i++) {
            const expected = search(numbers, 2, i, (_, k) => times[i * CANDIDATES + k]);
            met += expected.length > 0;
            for (let k = 0; k < 3; k++)
                assert.deepEqual([call.out.target.at(3 * i + k), call.out.cost.at(3 * i + k)],
                    [expected[k]?.row ?? NOBODY, expected[k]?.cost ?? Infinity], `${i}, ${k}`);
        }
        assert.ok(met > CHOOSERS / 2 && met < CHOOSERS, `${met}`);
    }
});

test('costs by turning are the times of cut_off2d; choose3d, and a module without cut_off2d, refuse this cost', () => {
    const turning = { chaser_x: 0, chaser_y: 0, chaser_speed: 10, heading_x: 1, heading_y: 0, radius: 5,
        runner_x: way.floats([-30, 40]), runner_y: way.floats([0, 5]), runner_vx: 1, runner_vy: 2 };
    const call = way.choose2d({ in: turning, by: 'turning', best: 2, count: 1, out: ['target', 'cost'] });
    if (way.cut_off2d) {
        call.run();
        assert.deepEqual([...call.out.target.view], [1, 0]);
        for (const k of [0, 1]) {
            const { time } = way.cut_off2d.one({ chaser_x: 0, chaser_y: 0, heading_x: 1, heading_y: 0, chaser_speed: 10, radius: 5,
                runner_x: [40, -30][k], runner_y: [5, 0][k], runner_vx: 1, runner_vy: 2 });
            assert.equal(call.out.cost.at(k), time);
        }
    } else
        assert.throws(() => call.run(), { code: 'cost' });
    const place = Object.fromEntries(['x', 'y', 'z'].flatMap(axis => [`chaser_${axis}`, `runner_${axis}`, `runner_v${axis}`]).map(name => [name, 0]));
    const space = way.choose3d({ in: { ...place, chaser_speed: 1 }, by: 'turning', count: 1, runner_count: 1, out: ['target'] });
    assert.throws(() => space.run(), { code: 'cost' });
    assert.throws(() => way.choose2d({ in: turning, by: 'weight', count: 1, out: ['target'] }), { code: 'cost' });
});

test('an agent is no candidate of its own if the columns are the same', () => {
    const place = { chaser_x: way.floats([0, 3, 1, 9]), chaser_y: way.floats(4), chaser_z: way.floats(4) };
    const others = [2, 2, 0, 1], selves = [0, 1, 2, 3];
    for (const dims of [2, 3]) {
        const axes = ['x', 'y', 'z'].slice(0, dims), name = `choose${dims}d`;
        const columns = (side, from) => Object.fromEntries(axes.map(axis => [`${side}_${axis}`, from(axis)]));
        const own = columns('chaser', axis => place[`chaser_${axis}`]), same = columns('runner', axis => place[`chaser_${axis}`]);
        const chosen = (given, more = {}) => {
            const call = way[name]({ in: given, out: ['target'], ...more });
            call.run();
            return [...call.out.target.view];
        };
        assert.deepEqual(chosen({ ...own, ...same }), others);
        assert.deepEqual(chosen({ ...own, ...same, runner_x: place.chaser_x.view }), others, 'the same memory');
        assert.deepEqual(chosen({ ...own, ...same, runner_x: way.floats([0, 3, 1, 9]) }), selves, 'a copy: other agents');
        assert.deepEqual(chosen({ ...own, ...same, runner_x: way.floats([0, 3, 1, 9]), self: way.uints(selves) }), others);
        assert.deepEqual(chosen({ ...own, ...same, self: way.NO_TARGET }), selves, 'self says that they are no candidates');
        const low = { ...own, ...same, [`chaser_${axes.at(-1)}`]: 0, [`runner_${axes.at(-1)}`]: 0 };
        assert.deepEqual(chosen(low), others, 'equal numbers');
        assert.deepEqual(chosen({ ...low, [`runner_${axes.at(-1)}`]: 1 }), selves, 'other numbers');

        const crowd = way[`crowd${dims}d`]({ in: same });
        crowd.build();
        assert.deepEqual(chosen(own, { crowd }), others, 'a crowd of these columns');
        assert.deepEqual(chosen({ ...own, ...same }, { crowd }), others);
        assert.deepEqual(chosen({ ...own, chaser_x: way.floats([0, 3, 1, 9]) }, { crowd }), selves, 'a copy');
        const near = way[`neighbours${dims}d`]({ in: { ...own, range_to: 4 }, crowd, capacity: 20 });
        near.run();
        assert.deepEqual([...near.out.offset.view], [0, 2, 4, 6, 6]);
        // the crowd gets other columns after the call was prepared
        const call = way[name]({ in: own, crowd, out: ['target'] });
        crowd.set({ in: { runner_x: way.floats([0, 3, 1, 9]) } });
        crowd.build();
        call.run();
        assert.deepEqual([...call.out.target.view], selves);
        crowd.set({ in: same });
        crowd.build();
        call.run();
        assert.deepEqual([...call.out.target.view], others);
        const avoid = given => {
            const still = Object.fromEntries(axes.flatMap(axis => [[`chaser_v${axis}`, 0], [`preferred_v${axis}`, axis === 'x' ? 2 : 0]]));
            const moving = way[`avoid${dims}d`]({ in: { ...given, ...still, chaser_speed: 2 }, out: ['velocity_x'] });
            moving.run();
            return moving.out.velocity_x.at(3);
        };
        assert.equal(avoid({ ...own, ...same }), 2, 'the last one has no neighbour ahead');
        assert.equal(avoid(low), 2, 'equal numbers');
    }
});

test('NO_TARGET is the row of no target, in answers and in targets', () => {
    const choice = way.choose2d({ in: { chaser_x: way.floats(2), chaser_y: 0, runner_x: way.floats([5]), runner_y: 0,
        range_to: way.floats([9, 3]) }, out: ['target'] });
    choice.run();
    assert.deepEqual([...choice.out.target.view].map(row => row === way.NO_TARGET), [false, true]);
    const call = way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 1, runner_x: way.floats([5]), runner_y: 0 },
        target: choice.out.target, out: ['status'] });
    call.run();
    assert.deepEqual([...call.out.status.view], [way.status.met, way.status.no_target]);
    call.set({ target: way.NO_TARGET });
    call.run();
    assert.equal(call.out.status.at(0), way.status.no_target);
});

test('answers are written where the request says, and only for the choosers that it names', () => {
    const given = columns(way, scene(2)), best = 3;
    const all = way.choose2d({ in: given, best, out: ['target', 'cost', 'status'] });
    all.run();
    const target = way.ints(CHOOSERS), ship = way.structs(CHOOSERS, { hp: 'int', cost: 'float' });
    const apart = way.choose2d({ in: given, out: { target, cost: ship.cost } });
    apart.run();
    assert.deepEqual([...target.view].map(row => row >>> 0), range(CHOOSERS).map(i => all.out.target.at(best * i)));
    const rows = way.uints(Uint32Array.from(range(best * CHOOSERS), k => best * CHOOSERS - 1 - k)), back = way.uints(best * CHOOSERS);
    way.choose2d({ in: given, best, out: { target: { data: back, rows } } }).run();
    assert.deepEqual([...back.view].reverse(), [...all.out.target.view]);
    assert.ok(range(CHOOSERS).every(i => ship.hp.at(i) === 0));
    assert.deepEqual(range(CHOOSERS).map(i => ship.cost.at(i)), range(CHOOSERS).map(i => all.out.cost.at(best * i)));
    assert.throws(() => apart.set({ best }), /agents up to 41, where a column ends at 13/);
    const flat = way.choose2d({ in: given, best: 1, out: { cost: { data: ship.cost, stride: 8 } } });
    flat.run();
    assert.deepEqual(range(CHOOSERS).map(i => ship.cost.at(i)), range(CHOOSERS).map(i => all.out.cost.at(best * i)));

    const some = way.choose2d({ in: given, best, out: ['target'] });
    some.run(5, 2);
    assert.deepEqual(range(CHOOSERS * best).filter(j => some.out.target.at(j) !== 0), range(2 * best).map(j => 5 * best + j)
        .filter(j => all.out.target.at(j) !== 0));
    const index = way.uints([40, 3]), listed = way.choose2d({ in: given, best, out: ['target'], index });
    listed.run();
    for (let k = 0; k < best; k++)
        assert.equal(listed.out.target.at(40 * best + k), all.out.target.at(40 * best + k));
    assert.equal(listed.out.target.at(0), 0);
    index.set(1, CHOOSERS);
    assert.throws(() => listed.run(), { code: 'index' });
    listed.run(0, 1);
    assert.throws(() => listed.run(0, 3), RangeError);
    assert.throws(() => listed.set({ agent_count: CHOOSERS + 1 }), /agent_count is 42, where a column ends at 41/);
    assert.throws(() => way.choose2d({ in: { chaser_x: 1, chaser_y: 1, runner_x: 1, runner_y: 1 }, runner_count: 1, out: ['target'], index }), /agent_count/);
    all.set({ runner_count: 1 });
    all.run();
    assert.ok(all.out.target.view.every(row => row === 0 || row === NOBODY));
    all.set({ in: { runner_mask: 0 } });
    all.run();
    assert.ok(all.out.target.view.every(row => row === NOBODY));
    all.set({ in: { runner_mask: undefined }, runner_count: undefined, by: 'time' });
    all.run();
    assert.ok(all.out.target.view.some(row => row !== NOBODY && row !== 0));
});

test('a crowd can be rebuilt with more or fewer candidates, and is refused if it is not built, released or of another module', async () => {
    const library = await load(), numbers = scene(2), given = columns(library, numbers);
    const crowd = library.crowd2d({ in: given, room: CANDIDATES + 100 });
    const call = library.choose2d({ in: given, crowd, out: ['target'] }), plain = library.choose2d({ in: given, out: ['target'] });
    assert.throws(() => call.run(), /not built/);
    for (const count of [CANDIDATES, 17, 0, CANDIDATES]) {
        crowd.build(count);
        plain.set({ runner_count: count });
        call.run();
        plain.run();
        assert.deepEqual(bits(call.out.target), bits(plain.out.target), `${count}`);
        given.runner_x.set(count % CANDIDATES, 50);
    }
    library.floats(1 << 20); // makes memory grow
    crowd.build();
    call.run();
    assert.throws(() => crowd.build(CANDIDATES + 1), RangeError);
    crowd.set({ in: { runner_x: 5, runner_y: 5, weight: undefined, runner_mask: undefined, runner_vx: undefined, runner_vy: undefined } });
    assert.throws(() => crowd.build(CANDIDATES + 101), RangeError);
    crowd.build(CANDIDATES + 100);
    call.run();
    assert.equal(crowd.count, CANDIDATES + 100);
    const timed = library.choose2d({ in: given, by: 'time', crowd, out: ['target'] });
    assert.throws(() => timed.run(), { code: 'missing' }); // the crowd has no velocities
    const mark = library.mark(), brief = library.crowd2d({ in: given });
    brief.build();
    call.set({ crowd: brief });
    call.run();
    library.release(mark);
    assert.throws(() => call.run(), /released/);
    assert.throws(() => brief.build(), /released/);
    call.set({ crowd });
    call.run();
    const space = library.crowd3d({ in: { runner_x: 1, runner_y: 1, runner_z: 1 }, room: 3 });
    for (const other of [space, {}, null, way.crowd2d({ in: { runner_x: 1, runner_y: 1 }, room: 3 })])
        assert.throws(() => library.choose2d({ in: given, crowd: other, out: ['target'] }), /crowd is what way.crowd2d makes/);
    assert.throws(() => library.crowd2d({ in: { runner_x: 1, runner_y: 1 } }), RangeError);
    assert.throws(() => library.crowd2d({ in: { runner_x: 1 } }), { code: 'missing' });
    assert.throws(() => library.crowd2d({ in: given, room: NOBODY - 1 }), { code: 'count' });
});

test('neighbours2d lists all candidates that pass the filters, or only the nearest of them', () => {
    const numbers = scene(2);
    for (const library of libraries) {
        const given = { ...columns(library, numbers), arc: 0, weight: 9 }, crowd = library.crowd2d({ in: given });
        crowd.build();
        const expected = range(CHOOSERS).map(i => search({ ...numbers, weight: new Float32Array(CANDIDATES).fill(1), present: [] }, 2, i,
            (_, __, distance) => distance));
        for (const [more, most] of [[{}, 0], [{ crowd }, 0], [{ crowd, most: 5 }, 5]]) {
            const call = library.neighbours2d({ in: given, capacity: 2 * CHOOSERS * CANDIDATES, out: ['status'], ...more });
            call.run();
            const { row, distance, offset, status } = call.out, wanted = expected.map(list => most ? list.slice(0, most) : list);
            assert.deepEqual([call.answered, offset.length, offset.at(0)], [CHOOSERS, CHOOSERS + 1, 0]);
            for (let i = 0; i < CHOOSERS; i++) {
                const list = range(offset.at(i + 1) - offset.at(i)).map(k => offset.at(i) + k);
                assert.deepEqual(list.map(k => row.at(k)), wanted[i].map(one => one.row));
                assert.deepEqual(list.map(k => distance.at(k)), wanted[i].map(one => one.cost));
                assert.equal(status.at(i), wanted[i].length ? library.status.met : library.status.no_target);
            }
        }
    }
});

test('unsorted lists have the candidates of sorted ones, and squared distances', () => {
    for (const library of libraries)
        for (const dims of [2, 3]) {
            const given = columns(library, scene(dims)), crowd = library[`crowd${dims}d`]({ in: given }), near = library[`neighbours${dims}d`];
            crowd.build();
            for (const more of [{}, { crowd }]) {
                const sorted = near({ in: given, capacity: 2 * CHOOSERS * CANDIDATES, out: ['status'], ...more });
                const call = near({ in: given, capacity: CHOOSERS * CANDIDATES, out: ['status'], unsorted: true, ...more });
                sorted.run();
                call.run();
                const lists = ({ row, offset }) => range(CHOOSERS).map(i =>
                    range(offset.at(i + 1) - offset.at(i)).map(k => row.at(offset.at(i) + k)).sort((a, b) => a - b));
                assert.ok(call.out.offset.at(CHOOSERS) > CHOOSERS);
                assert.deepEqual(lists(call.out), lists(sorted.out));
                assert.deepEqual([...call.out.status.view], [...sorted.out.status.view]);
                assert.equal(call.out.distance, undefined);
                const { row, square, offset } = call.out, { row: near_row, distance, offset: starts } = sorted.out;
                for (let k = offset.at(3); k < offset.at(4); k++) {
                    const same = range(starts.at(4) - starts.at(3)).map(j => starts.at(3) + j).find(j => near_row.at(j) === row.at(k));
                    assert.ok(Math.abs(square.at(k) / distance.at(same) ** 2 - 1) < 1e-6);
                }
                call.set({ capacity: 5 });
                call.set({ unsorted: false, capacity: 2 * CHOOSERS * CANDIDATES });
                call.run();
                assert.deepEqual([call.out.row.at(0), call.out.square], [near_row.at(0), undefined]);
            }
            assert.throws(() => near({ in: given, capacity: 9, unsorted: true, most: 3 }), /most is 3, but the nearest ones need sorted lists/);
            assert.throws(() => near({ in: given, capacity: 9, unsorted: 1 }), /unsorted is true or false, not 1/);
        }
    const place = way.floats([0, 1]);
    const lists = way.neighbours2d({ in: { chaser_x: place, chaser_y: 0, runner_x: place, runner_y: 0 }, capacity: 9, unsorted: true });
    assert.throws(() => way.avoid2d({ in: { chaser_x: place, chaser_y: 0, chaser_vx: 0, chaser_vy: 0, preferred_vx: 0, preferred_vy: 0,
        chaser_speed: 1, runner_x: place, runner_y: 0 }, out: ['status'], neighbours: lists }), /neighbours are sorted lists/);
});

test('if the lists do not fit, neighbours3d says what capacity is enough, and a later call can go on where it stopped', () => {
    const given = columns(way, scene(3)), call = way.neighbours3d({ in: given, capacity: 300 });
    assert.throws(() => call.run(), error => error instanceof WaylayError && error.code === 'capacity');
    assert.ok(call.answered > 0 && call.answered < CHOOSERS);
    const [answered, rows] = [call.answered, [...range(call.out.offset.at(call.answered))].map(k => call.out.row.at(k))];
    assert.throws(() => call.run(answered), /agents/);
    assert.throws(() => call.run(answered, CHOOSERS - answered), { code: 'capacity' });
    const more = range(call.out.offset.at(call.answered)).map(k => call.out.row.at(k));
    call.run(0, 1);
    call.set({ capacity: 2 * CHOOSERS * CANDIDATES });
    assert.equal(call.answered, 0);
    call.run();
    assert.equal(call.answered, CHOOSERS);
    assert.deepEqual(range(rows.length + more.length).map(k => call.out.row.at(k)), [...rows, ...more]);
    const { needed } = call;
    call.set({ capacity: needed });
    call.run();
    assert.throws(() => way.neighbours3d({ in: given }), /capacity/);
    assert.throws(() => way.neighbours3d({ in: given, capacity: 9, out: ['row'] }), /no row/);
    const few = way.neighbours3d({ in: given, capacity: 9, count: 0 }), mark = way.mark();
    few.run();
    few.set({ capacity: needed, count: CHOOSERS });
    few.run();
    way.release(mark);
    assert.throws(() => few.run(), /released/);
    few.set({ count: CHOOSERS });
    few.run();
    assert.equal(few.answered, CHOOSERS);
});

test('two agents that meet avoid each other symmetrically; a crowd and lists of neighbours give the same bits', () => {
    for (const library of libraries) {
        const [x, y, vx, vy] = [[0, 10], [0, 0], [1, -1], [0, 0]].map(library.floats);
        const pair = library.avoid2d({
            in: { chaser_x: x, chaser_y: y, chaser_vx: vx, chaser_vy: vy, preferred_vx: vx, preferred_vy: vy, runner_x: x, runner_y: y,
                runner_vx: vx, runner_vy: vy, radius: 1, runner_radius: 1, chaser_speed: 1.5, self: library.uints([0, 1]), neighbour_horizon: 6 },
            out: ['velocity_x', 'velocity_y', 'progress', 'status'],
        });
        pair.run();
        const { velocity_x, velocity_y, progress, status } = pair.out;
        assert.ok(progress.at(0) === velocity_x.at(0) && progress.at(0) > 0.5 && progress.at(0) < 1);
        assert.ok(velocity_y.at(0) === -velocity_y.at(1) && velocity_y.at(0) !== 0);
        assert.deepEqual([...status.view], [library.status.met, library.status.met]);

        const random = dice(3), drawn = (low, high) => library.floats(range(60).map(() => random(low, high)));
        const place = { x: drawn(0, 20), y: drawn(0, 20) }, move = { x: drawn(-2, 2), y: drawn(-2, 2) }, self = library.uints(range(60));
        const given = { chaser_x: place.x, chaser_y: place.y, chaser_vx: move.x, chaser_vy: move.y, preferred_vx: move.y, preferred_vy: move.x,
            chaser_speed: 3, radius: 0.5, dt: 0.05, share: drawn(0, 1), runner_share: 0.4, range_to: 6, self,
            runner_x: place.x, runner_y: place.y, runner_vx: move.x, runner_vy: move.y, runner_radius: 0.5 };
        const crowd = library.crowd2d({ in: { runner_x: place.x, runner_y: place.y } });
        crowd.build();
        const near = library.neighbours2d({ in: { chaser_x: place.x, chaser_y: place.y, self, range_to: 6 }, crowd, most: 10, capacity: 6000 });
        near.run();
        const answers = more => {
            const call = library.avoid2d({ in: given, out: ['velocity_x', 'velocity_y', 'status'], ...more });
            call.run();
            return [bits(call.out.velocity_x), bits(call.out.velocity_y), bits(call.out.status)];
        };
        const usual = answers({});
        assert.deepEqual(answers({ crowd }), usual);
        assert.deepEqual(answers({ neighbours: near }), usual);
        assert.notDeepEqual(answers({ most: 1 }), usual);
        assert.throws(() => answers({ most: 33 }), { code: 'count' });
        assert.throws(() => answers({ neighbours: crowd }), /neighbours is what way.neighbours2d makes/);
        // these agents' own velocities stand for the candidates', and end early
        const early = { ...given, runner_vx: undefined, chaser_vx: library.floats([1, 1]) };
        assert.throws(() => answers({ in: early, count: 2, runner_count: 3 }), /runner_count is 3, where a runner's column ends at 2/);
        assert.throws(() => answers({ in: early, count: 2, crowd }), /the crowd has 60, where a runner's column ends at 2/);
        answers({ in: { ...early, runner_vx: move.x }, count: 2, runner_count: 3 });
        assert.throws(() => answers({ out: { velocity_x: move.x } }), { code: 'overlap' });
        near.run(0, 3);
        assert.throws(() => answers({ neighbours: near }), { code: 'count' });
        const mark = library.mark();
        const call = library.avoid2d({ in: given, out: ['status'], neighbours: near });
        near.run();
        library.release(mark);
        assert.throws(() => call.run(), /released/);
        const held = library.avoid2d({ in: given, out: { status: library.ints(60) }, neighbours: near }), later = library.mark();
        near.set({ capacity: 7000 });
        near.run();
        held.run();
        library.release(later);
        assert.throws(() => held.run(), /lists were released/);
        crowd.build(10);
        answers({ crowd, in: { ...given, runner_x: library.floats(10), runner_y: 0 } });
        crowd.build(11);
        assert.throws(() => answers({ crowd, in: { ...given, runner_x: library.floats(10) } }), /the crowd has 11/);
    }
});

test('a crowd goes through a door; no agent\'s centre crosses the walls next to the door', () => {
    const ends = libraries.map(library => {
        const count = 30, radius = 0.3, step = 0.1;
        const [x, y, vx, vy, wish_x, wish_y] = range(6).map(() => library.floats(count));
        range(count).forEach(i => {
            x.set(i, -1 - 0.8 * (i % 6));
            y.set(i, -2 + Math.floor(i / 6));
        });
        const walls = library.walls([{ ax: 0, ay: -40, bx: 0, by: -0.7 }, { ax: 0, ay: 0.7, bx: 0, by: 40 }]);
        const call = library.avoid2d({
            in: { chaser_x: x, chaser_y: y, chaser_vx: vx, chaser_vy: vy, preferred_vx: wish_x, preferred_vy: wish_y, chaser_speed: 1.5,
                radius, neighbour_horizon: 1, dt: step, self: library.uints(range(count)), runner_x: x, runner_y: y, runner_vx: vx, runner_vy: vy,
                runner_radius: radius },
            out: ['velocity_x', 'velocity_y'], walls,
        });
        for (let frame = 0; frame < 600; frame++) {
            for (let i = 0; i < count; i++) {
                const through = x.at(i) > 0.4, ahead = [(through ? 20 : 0.6) - x.at(i), through ? 0 : -y.at(i)];
                const length = Math.hypot(...ahead) / 1.4;
                wish_x.set(i, (ahead[0] + 0.15 * ahead[1]) / length);
                wish_y.set(i, (ahead[1] - 0.15 * ahead[0]) / length);
            }
            call.run();
            for (let i = 0; i < count; i++) {
                const before = [x.at(i), y.at(i)];
                vx.set(i, call.out.velocity_x.at(i));
                vy.set(i, call.out.velocity_y.at(i));
                x.set(i, before[0] + step * vx.at(i));
                y.set(i, before[1] + step * vy.at(i));
                if ((before[0] < 0) !== (x.at(i) < 0))
                    assert.ok(Math.abs(before[1] + (y.at(i) - before[1]) * before[0] / (before[0] - x.at(i))) < 0.7, `agent ${i}, frame ${frame}`);
            }
        }
        assert.ok(Math.min(...x.view) > 1, 'all have passed');
        const usual = () => { call.run(); return bits(call.out.velocity_x); }, walled = usual();
        x.view.fill(-0.5); // towards the wall, far from the door
        y.view.set(range(count).map(i => 3 + i));
        wish_x.view.fill(1);
        [wish_y, vx, vy].forEach(column => column.view.fill(0));
        usual();
        assert.ok(call.out.velocity_x.view.every(one => one < 0.6));
        const plain = usual();
        call.set({ walls: library.wall_tree(walls) });
        assert.deepEqual(usual(), plain);
        call.set({ walls: undefined });
        usual();
        assert.ok(call.out.velocity_x.view.some(one => one > 0.6));
        for (const wrong of [[], new Float32Array(10), {}, library.structs(2, { ax: 'float' })])
            assert.throws(() => call.set({ walls: wrong }), /avoid2d: walls are what way.walls makes/);
        return walled;
    });
    assert.deepEqual(ends[0], ends[1]);
});

test('in space, too, two agents that meet avoid each other; a crowd and lists of neighbours give the same bits', () => {
    const all = libraries.map(library => {
        const pair = library.avoid3d({
            in: { chaser_x: library.floats([0, 10]), chaser_y: 0, chaser_z: 0, chaser_vx: library.floats([1, -1]), chaser_vy: 0, chaser_vz: 0,
                preferred_vx: library.floats([1, -1]), preferred_vy: 0, preferred_vz: 0, runner_x: library.floats([0, 10]), runner_y: 0,
                runner_z: 0, runner_vx: library.floats([1, -1]), radius: 1, runner_radius: 1, chaser_speed: 1.5,
                self: library.uints([0, 1]), neighbour_horizon: 6 },
            out: ['velocity_x', 'velocity_y', 'velocity_z', 'status'],
        });
        pair.run();
        const { velocity_x, velocity_y, velocity_z, status } = pair.out;
        assert.ok([velocity_y, velocity_z].every(one => one.at(0) === -one.at(1)) && Math.hypot(velocity_y.at(0), velocity_z.at(0)) > 0.1);
        assert.ok(velocity_x.at(0) > 0 && velocity_x.at(1) < 0);
        assert.deepEqual([...status.view], [library.status.met, library.status.met]);

        const random = dice(5), drawn = (low, high) => library.floats(range(80).map(() => random(low, high)));
        const given = { chaser_speed: 3, radius: 0.5, runner_radius: 0.5, overlap: 0, self: library.uints(range(80)) };
        for (const axis of ['x', 'y', 'z']) {
            given[`chaser_${axis}`] = given[`runner_${axis}`] = drawn(0, 6);
            given[`chaser_v${axis}`] = given[`runner_v${axis}`] = drawn(-2, 2);
            given[`preferred_v${axis}`] = drawn(-2, 2);
        }
        const { runner_x, runner_y, runner_z, chaser_x, chaser_y, chaser_z, self } = given, places = { runner_x, runner_y, runner_z };
        const crowd = library.crowd3d({ in: places });
        crowd.build();
        const near = library.neighbours3d({ in: { ...places, chaser_x, chaser_y, chaser_z, self }, most: 10, capacity: 6400 });
        near.run();
        const answers = more => {
            const call = library.avoid3d({ in: given, out: ['velocity_x', 'velocity_y', 'velocity_z', 'status'], ...more });
            call.run();
            return Object.values(call.out).map(bits);
        };
        const usual = answers({});
        assert.deepEqual(answers({ crowd }), usual);
        assert.deepEqual(answers({ neighbours: near }), usual);
        assert.notDeepEqual(answers({ in: { ...given, overlap: 1 } }), usual);
        assert.throws(() => answers({ walls: library.walls(1) }), /avoid3d has no walls/);
        assert.throws(() => answers({ neighbours: crowd }), /neighbours is what way.neighbours3d makes/);
        assert.throws(() => answers({ in: { ...given, wall_horizon: 1 } }), /no wall_horizon/);
        return usual;
    });
    assert.deepEqual(all[0], all[1]);
});

// Returns the least sum of costs among all assignments that serve as many choosers as possible.
function leastSum(costs, taken = new Set(), i = 0) {
    if (i === costs.length)
        return [0, 0];
    let best = leastSum(costs, taken, i + 1);
    costs[i].forEach((cost, k) => {
        if (cost === Infinity || taken.has(k))
            return;
        const [served, sum] = leastSum(costs, new Set([...taken, k]), i + 1);
        if (served + 1 > best[0] || (served + 1 === best[0] && sum + cost < best[1]))
            best = [served + 1, sum + cost];
    });
    return best;
}

test('assignments have the least sum of costs; the costs may be a matrix, answers of choose2d, or lists of neighbours', () => {
    for (const library of libraries) {
        const random = dice(11);
        for (let round = 0; round < 20; round++) {
            const costs = range(5).map(() => range(4).map(() => random(0, 1) < 0.3 ? Infinity : Math.floor(random(0, 50))));
            const call = library.assign({ in: { cost: library.floats(costs.flat()) }, count: 5, out: ['target', 'cost', 'status'] });
            call.run();
            assert.deepEqual([call.served, call.sum, call.gap, call.most], [...leastSum(costs), 0, call.served]);
            const { target, cost, status } = call.out, rows = [...target.view].filter(row => row !== NOBODY);
            assert.equal(new Set(rows).size, call.served);
            assert.equal([...cost.view].filter(Number.isFinite).reduce((a, b) => a + b, 0), call.sum);
            assert.equal(Math.max(...[...cost.view].filter(Number.isFinite)), call.largest);
            assert.deepEqual([...status.view].map(one => one === library.status.met), [...target.view].map(row => row !== NOBODY));
            target.view.forEach((row, i) => row !== NOBODY && assert.equal(costs[i][row], cost.at(i)));
        }
    }
    const given = columns(way, scene(2));
    const choice = way.choose2d({ in: given, best: 8, out: ['target', 'cost'] });
    choice.run();
    const capacity = way.uints(new Array(CANDIDATES).fill(1));
    const shared = way.assign({ in: { row: choice.out.target, cost: choice.out.cost, capacity }, each: 8, out: ['target'] });
    shared.run();
    const first = choice.out.target.view.filter((_, j) => j % 8 === 0 && choice.out.target.at(j) !== NOBODY);
    assert.ok(new Set(first).size < first.length, 'choose2d alone gives some candidates to several choosers');
    const taken = [...shared.out.target.view].filter(row => row !== NOBODY);
    assert.deepEqual([new Set(taken).size, taken.length], [shared.served, shared.served]);
    assert.ok(shared.served > CHOOSERS / 2 && shared.out.target.length === CHOOSERS);
    const { sum } = shared;
    shared.set({ aim: 'largest' });
    shared.run();
    assert.ok(shared.sum >= sum && shared.gap === 0);
    shared.run(3);
    assert.ok(shared.served <= 3);

    const near = way.neighbours2d({ in: given, most: 8, capacity: 20 * CHOOSERS * 8 });
    near.run();
    const lists = way.assign({ in: { row: near.out.row, cost: near.out.distance }, offset: near.out.offset, runner_count: CANDIDATES,
        out: ['target', 'cost'] });
    lists.run();
    assert.ok(lists.served >= shared.served && lists.gap === 0 && lists.out.target.length === CHOOSERS);
    for (let i = 0; i < CHOOSERS; i++) {
        const [from, to] = [near.out.offset.at(i), near.out.offset.at(i + 1)];
        const k = range(to - from).find(k => near.out.row.at(from + k) === lists.out.target.at(i));
        assert.equal(lists.out.cost.at(i), k === undefined ? Infinity : near.out.distance.at(from + k));
    }
});

test('no chooser gets a target whose health the damage of other choosers already covers', () => {
    const guns = way.assign({ in: { cost: way.floats([1, 2, 3]), damage: 4, health: way.floats([6]) }, count: 3, out: ['target'] });
    guns.run();
    assert.deepEqual([guns.served, ...guns.out.target.view], [2, 0, 0, NOBODY]);
    guns.set({ in: { health: Infinity } , runner_count: 1 });
    guns.run();
    assert.equal(guns.served, 3);
    guns.set({ in: { health: 6, damage: way.floats([NaN, 4, 4]) }, out: { status: true } });
    guns.run();
    assert.deepEqual([...guns.out.status.view], [way.status.invalid, way.status.met, way.status.met]);
    guns.set({ in: { damage: undefined, listed_damage: way.floats([6, 6, 6]) } });
    guns.run();
    assert.equal(guns.served, 1);
    guns.set({ in: { health: undefined } });
    assert.throws(() => guns.run(), { code: 'missing' });
});

test('assignments of the wrong size, or in released memory, are refused', () => {
    const cost = way.floats(12), refused = (request, error) => assert.throws(() => way.assign({ out: ['target'], ...request }), error);
    refused({ in: { cost }, count: 5, runner_count: 3 }, RangeError);
    refused({ in: { cost } }, /how many candidates/);
    refused({ in: { cost: 1 }, count: 3, runner_count: 2, offset: way.uints([0, 1, 2, 3]) }, /how many elements/);
    refused({ in: {} }, { code: 'missing' });
    refused({ in: { cost }, count: 3, aim: 'most' }, { code: 'aim' });
    refused({ in: { cost, capacity: way.uints(3) }, count: 3, runner_count: 4 }, /runner_count is 4/);
    refused({ in: { cost, damage: way.floats(2) }, count: 3 }, RangeError);
    refused({ in: { cost }, count: 3, out: { target: way.uints(2) } }, RangeError);
    refused({ in: { cost }, count: 3, out: { target: 4 } }, /an output, which a number cannot be/);
    refused({ in: { cost }, count: 3, out: { row: true } }, /no row/);
    refused({ in: { cost }, count: 3, rows: 4 }, /assign has no rows/);
    refused({ in: { cost }, count: -1 }, RangeError);
    refused({ in: { cost }, count: 3, offset: way.uints([0, 4, 12]), runner_count: 8 }, /count is 3, where a column ends before/);
    refused({ in: { cost: 1 }, count: 65536, runner_count: 65536 }, { code: 'count' });
    const offset = way.uints([0, 4, 12]), listed = way.assign({ in: { cost }, offset, runner_count: 8, out: ['target'] });
    listed.run();
    assert.equal(listed.served, 2);
    offset.set(2, 13);
    assert.throws(() => listed.run(), /lists up to 13, where a column ends at 12/);
    offset.set(2, 3);
    assert.throws(() => listed.run(), { code: 'count' });
    assert.throws(() => listed.run(3), RangeError);
    const mark = way.mark(), brief = way.assign({ in: { cost }, count: 3, out: ['target'] });
    brief.run();
    listed.set({ offset: way.uints([0, 4, 8, 12]), count: 3, out: { target: undefined } });
    listed.run();
    way.release(mark);
    assert.throws(() => brief.run(), /released/);
    assert.throws(() => brief.served, /released/);
    assert.throws(() => brief.set({ count: 1 }), /released/);
    assert.throws(() => listed.run(), /released/);
    offset.copy([0, 4, 12]);
    listed.set({ offset, count: 2, out: { target: way.uints(2) } });
    listed.run();
    const many = way.floats(400), small = way.assign({ in: { cost: many }, count: 2, runner_count: 3, out: {} }), later = way.mark();
    small.set({ count: 20, runner_count: 20 });
    small.run();
    way.release(later);
    assert.throws(() => small.run(), /released/);
    small.set({ count: 20 });
    small.run();
    assert.equal(small.served, 20);
});

test('mistakes throw exceptions with the library\'s messages', () => {
    const given = columns(way, scene(2)), refused = (request, error) => assert.throws(() => way.choose2d({ in: given, out: ['target'], ...request }), error);
    refused({ in: { chaser_x: 0, chaser_y: 0 } }, { code: 'missing', message: /^choose2d: missing: runner_x, runner_y$/ });
    refused({ in: { chaser_x: 0, chaser_y: 0, runner_x: 0, runner_y: 0 }, by: 'time' }, { code: 'missing', message: /^choose2d: missing: chaser_speed, runner_vx, runner_vy$/ });
    refused({ in: { chaser_x: 0, chaser_y: 0, runner_x: 0, runner_y: 0 } }, /how many agents/);
    refused({ in: { chaser_x: 0, chaser_y: 0, runner_x: 0, runner_y: 0 }, count: 2 }, /how many candidates/);
    refused({ in: { ...given, chaser_z: 1 } }, /choose2d.in has no chaser_z/);
    refused({ in: { ...given, chaser_mask: given.chaser_x } }, /of uint or int, not of float/);
    refused({ in: { ...given, chaser_x: new Float32Array(CHOOSERS) } }, /not in the module's memory/);
    refused({ in: { ...given, chaser_x: way.floats(3) } }, /have 3 and 41; say count/);
    refused({ in: { ...given, runner_x: way.floats(3) }, runner_count: 4 }, /runner_count is 4/);
    refused({ out: { target: given.chaser_x } }, /of uint or int/);
    refused({ out: { target: way.uints(CHOOSERS) }, best: 2, count: CHOOSERS }, /a column ends at 20/);
    refused({ out: { target: 5 } }, /a number cannot be/);
    for (const best of [0, 9, 1.5])
        refused({ best }, RangeError);
    refused({ many: 2 }, /choose2d has no many/);
    refused({ out: { target: { data: way.uints(99), rows: way.uints(CHOOSERS) } }, best: 2, count: CHOOSERS }, /a column ends at 20/);
    const own = way.choose2d({ in: given, out: { cost: given.runner_x } , count: 3 });
    assert.throws(() => own.run(), { code: 'overlap' });
    assert.throws(() => own.run(0, 99), RangeError);
    const mark = way.mark(), brief = way.choose2d({ in: given, out: ['target'] });
    way.release(mark);
    assert.throws(() => brief.run(), /released/);
    assert.throws(() => brief.set({ best: 1 }), /released/);
});

// Runs choosing, assignment, avoidance and interceptions step by step until one side has no units left.
test('a skirmish has the recorded positions, bit for bit, in every step', async () => {
    const { Skirmish } = await import('../../../site/src/scenes/skirmish.world.js');
    const record = { 1: '8358ec8ca2be782c', 2: '3edfe7b7f4234b45', 3: '5c8c93053fa41543' };
    for (const library of libraries)
        for (const [seed, expected] of Object.entries(record)) {
            const battle = new Skirmish(library, { seed: Number(seed) }), hash = createHash('sha256');
            while (!battle.isOver && battle.steps < 1200) {
                battle.step();
                const { x, y } = battle.views();
                hash.update(x).update(y);
            }
            assert.ok(battle.steps > 300 && battle.counts.some(one => one.wasted > 10));
            assert.equal(hash.digest('hex').slice(0, 16), expected, `${library.isa}, seed ${seed}`);
            battle.release();
        }
});

// Makes paths of many squads in the library's memory. Every library gets the same numbers.
function paths(library) {
    const random = dice(21), drawn = (low, high) => library.floats(Float32Array.from({ length: CHOOSERS }, () => random(low, high)));
    const poses = { x: drawn(0, 100), y: drawn(0, 100), heading_x: drawn(-1, 1), heading_y: drawn(0.1, 1), target_x: drawn(0, 100),
        target_y: drawn(0, 100), target_heading_x: drawn(0.1, 1), target_heading_y: drawn(-1, 1), radius: drawn(2, 9) };
    const path = library.shortest_path2d({ in: poses, out: ['word', 'arc1', 'middle', 'arc2'] });
    path.run();
    return { ...poses, ...path.out };
}

test('the waypoints of each path are the poses that march2d computes', () => {
    for (const library of libraries) {
        const given = paths(library), spacing = library.floats(CHOOSERS);
        for (let i = 0; i < CHOOSERS; i++)
            spacing.view[i] = i === 7 ? -1 : 1 + i / 4;
        const names = ['next_x', 'next_y', 'next_heading_x', 'next_heading_y', 'next_distance'];
        const call = library.waypoints2d({ in: { ...given, spacing }, out: [...names, 'status'] });
        call.run();
        const { offset, status } = call.out, step = library.floats(CHOOSERS);
        assert.deepEqual([call.answered, call.needed, offset.at(0), offset.length], [CHOOSERS, call.out.next_x.length, 0, CHOOSERS + 1]);
        assert.deepEqual([offset.at(7), status.at(7), status.at(8)], [offset.at(8), library.status.invalid, library.status.met]);
        const march = library.march2d({ in: { ...given, distance: step }, out: names });
        for (const k of [0, 1, 5]) {
            for (let i = 0; i < CHOOSERS; i++)
                step.view[i] = k * spacing.view[i];
            march.run();
            for (let i = 0; i < CHOOSERS; i++)
                if (offset.at(i) + k + 1 < offset.at(i + 1))
                    for (const name of names)
                        assert.equal(call.out[name].at(offset.at(i) + k), march.out[name].at(i), `${name} ${i} ${k}`);
        }
        for (let i = 0; i < CHOOSERS; i++)
            if (i !== 7)
                assert.equal(call.out.next_x.at(offset.at(i + 1) - 1), given.target_x.at(i));
    }
});

test('if the waypoints do not fit, a later call can go on where it stopped; an error message names the wrong column', () => {
    const given = { ...paths(way), spacing: 3 }, whole = way.waypoints2d({ in: given, out: ['next_x'] });
    whole.run();
    const all = range(whole.needed).map(k => whole.out.next_x.at(k)), got = [];
    const call = way.waypoints2d({ in: given, out: ['next_x'], capacity: 120 });
    for (let first = 0; first < CHOOSERS; first += call.answered) {
        try {
            call.run(first, CHOOSERS - first);
        } catch (error) {
            assert.equal(error.code, 'capacity');
        }
        assert.ok(call.answered > 0);
        got.push(...range(call.out.offset.at(call.answered)).map(k => call.out.next_x.at(k)));
    }
    assert.deepEqual(got, all);
    call.set({ index: way.uints(Uint32Array.of(5, 3)) });
    call.run();
    assert.equal(call.out.next_x.at(0), whole.out.next_x.at(whole.out.offset.at(5)));
    assert.throws(() => way.waypoints2d({ in: paths(way), out: ['next_x'] }), /spacing/);
    assert.throws(() => way.waypoints2d({ in: given, out: { next_x: way.floats(5) }, capacity: 6 }), /capacity is 6, where next_x ends at 5/);
    assert.throws(() => way.waypoints2d({ in: given, out: ['next_x'], crowd: {} }), /crowd/);
    assert.throws(() => way.waypoints2d({ in: { ...given, distance: 1 }, out: ['next_x'] }), /distance/);
});

test('rays and balls hit triangles', () => {
    for (const library of libraries) {
        const triangles = library.triangles([{ ax: -9, ay: -9, az: 0, bx: 9, by: -9, bz: 0, cx: 0, cy: 9, cz: 0 }]);
        const x = library.floats(Float32Array.of(0, 50)), tree = library.triangle_tree(triangles);
        for (const given of [triangles, tree]) {
            const rays = library.cast3d({ in: { x, y: 0, z: 5, direction_x: 0, direction_y: 0, direction_z: -2 },
                out: ['distance', 'kind', 'row', 'normal_z'], triangles: given });
            rays.run();
            assert.deepEqual([0, 1].map(i => rays.out.distance.at(i)), [5, Infinity]);
            assert.deepEqual([0, 1].map(i => rays.out.kind.at(i)), [library.hit.triangle, library.hit.none]);
            assert.deepEqual([rays.out.row.at(0), rays.out.normal_z.at(0)], [0, 1]);
            rays.set({ any: true });
            rays.run();
            assert.deepEqual([rays.out.kind.at(0), rays.out.row.at(0)], [library.hit.triangle, library.NO_TARGET]);
            const balls = library.sweep3d({ in: { ball_x: x, ball_y: 0, ball_z: 5, ball_vx: 0, ball_vy: 0, ball_vz: -2, radius: 1 },
                out: ['time', 'triangle'], triangles: given });
            balls.run();
            assert.deepEqual([balls.out.time.at(0), balls.out.triangle.at(0), balls.out.time.at(1)], [2, 0, Infinity]);
        }
        assert.throws(() => library.cast3d({ in: { x, y: 0, z: 5, direction_x: 0, direction_y: 0 }, out: ['row'] }), /direction_z/);
        assert.throws(() => library.cast3d({ in: { x }, out: ['row'], triangles: [1] }), /triangle|missing|y/);
    }
});

test('rays hit walls and discs, but not the disc that carries them', () => {
    const discs = { runner_x: 9, runner_y: 0.5, runner_radius: 1 };
    for (const library of libraries) {
        const [x, y] = [library.floats(Float32Array.of(0, 0, 0)), library.floats(Float32Array.of(0, 3, 20))];
        const rays = { x, y, direction_x: 1, direction_y: 0 }, walls = library.walls([{ ax: 5, ay: 2, bx: 5, by: 9 }]);
        const out = ['distance', 'kind', 'row', 'status'], crowd = library.crowd2d({ in: { runner_x: 9, runner_y: 0.5 }, count: 1 });
        crowd.build();
        for (const more of [{ runner_count: 1 }, { crowd }]) {
            const call = library.cast2d({ in: { ...rays, ...discs }, out, walls, ...more });
            call.run();
            const { distance, kind, row, status } = call.out, { disc, wall, none } = library.hit;
            assert.deepEqual(range(3).map(i => kind.at(i)), [disc, wall, none]);
            assert.deepEqual(range(3).map(i => row.at(i)), [0, 0, library.NO_TARGET]);
            assert.ok(Math.abs(distance.at(0) - (9 - Math.sqrt(0.75))) < 1e-6 && distance.at(1) === 5 && distance.at(2) === Infinity);
            assert.equal(status.at(2), library.status.no_target);
            call.set({ any: true });
            call.run();
            assert.deepEqual([distance.at(1), row.at(1), kind.at(1)], [0, library.NO_TARGET, wall]);
        }
        const without = library.cast2d({ in: rays, out, walls });
        without.run();
        assert.deepEqual(range(3).map(i => without.out.kind.at(i)), [library.hit.none, library.hit.wall, library.hit.none]);
        const own = library.cast2d({ in: { ...rays, runner_x: x, runner_y: y, runner_radius: 1 }, out });
        own.run();
        assert.deepEqual(range(3).map(i => own.out.row.at(i)), [NOBODY, NOBODY, NOBODY]);
        own.set({ in: { runner_x: library.floats(3) } });
        own.run();
        assert.deepEqual(range(3).map(i => own.out.row.at(i)), [0, 1, 2]);
        own.set({ in: { runner_x: library.floats(4) } });
        assert.throws(() => library.cast2d({ in: { x, y, direction_x: 1 }, out }), /direction_y/);
        assert.throws(() => library.cast2d({ in: { ...rays, ...discs }, out }), /how many candidates/);
        assert.throws(() => library.cast2d({ in: rays, out, any_hit: true }), /any_hit/);
    }
});

test('conflicts are lists of pairs', () => {
    for (const library of libraries) {
        const floats = (...numbers) => library.floats(Float32Array.from(numbers));
        const given = { x: floats(0, 100, 300), y: 0, vx: floats(10, -10, 0), vy: 0, radius: 5, horizon: 60 };
        const call = library.conflicts2d({ in: given, out: ['first', 'second', 'closest_time', 'status'], capacity: 2 });
        call.run();
        const { first, second, closest_time: time, offset, status } = call.out;
        assert.deepEqual([call.answered, call.needed, ...range(4).map(i => offset.at(i))], [3, 2, 0, 2, 2, 2]);
        assert.deepEqual(range(2).map(i => [first.at(i), second.at(i), time.at(i)]), [[0, 1, 5], [0, 2, 30]]);
        assert.deepEqual(range(3).map(i => status.at(i)), [0, 6, 6]);
        call.run(1, 2);
        assert.deepEqual([call.answered, call.needed, offset.at(2)], [2, 0, 0]);
        const few = library.conflicts2d({ in: given, out: ['first'], capacity: 1 });
        assert.throws(() => few.run(), error => error.code === 'capacity');
        assert.deepEqual([few.answered, few.needed], [0, 2]);
        const high = library.conflicts3d({ in: { ...given, z: floats(0, 2, 0), vz: 0, height: 1 }, out: ['second'], capacity: 2 });
        high.run();
        assert.deepEqual([high.needed, high.out.second.at(0)], [1, 2]);
        assert.throws(() => library.conflicts2d({ in: given, out: ['first'] }), /capacity/);
        assert.throws(() => library.conflicts2d({ in: given, out: ['first'], capacity: 1, index: library.uints(1) }), /index/);
        assert.throws(() => library.conflicts2d({ in: { ...given, vx: undefined }, out: ['first'], capacity: 1 }), /vx/);
    }
});

test('bodies bounce off each other and off walls', () => {
    const call = way.bounce_all2d({
        in: { ball_x: way.floats(Float32Array.of(0, 5, 9)), ball_y: 0, ball_vx: way.floats(Float32Array.of(4, 0, 0)), ball_vy: 0, radius: 1, dt: 2 },
        out: ['next_x', 'next_vx', 'bounces', 'status'],
        walls: way.walls([{ ax: 12, ay: -5, bx: 12, by: 5 }]),
    });
    call.run();
    assert.deepEqual(range(3).map(k => call.out.next_x.at(k)), [3, 7, 10]);
    assert.deepEqual(range(3).map(k => call.out.bounces.at(k)), [1, 2, 2]);
    assert.deepEqual([call.events, call.time], [3, 2]);
    call.set({ most_events: 1 });
    call.run();
    assert.deepEqual([call.events, call.time, call.out.status.at(0)], [1, 0.75, way.status.late]);
    assert.throws(() => call.run(1, 1), /all bodies are solved together/);
    assert.throws(() => way.bounce_all2d({ in: { ball_x: 0, ball_y: 0, ball_vx: 0, ball_vy: 0, radius: 1 }, out: ['next_x'], count: 1 }), /dt/);
});

test('agents follow the field of a grid', () => {
    const field = way.field2d({ width: 4, costs: [1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1], goals: [{ x: 3, y: 2 }] });
    assert.deepEqual([0, 5, 11].map(k => field.cost.at(k)), [25, 2 ** 32 - 1, 0]);
    assert.deepEqual([3, 5, 7, 11].map(k => field.next.at(k)), [2, -1, 2, 8]);
    assert.equal(field.status.at(0), way.status.met);
    const call = way.follow2d({
        in: { chaser_x: way.floats(Float32Array.of(17, 11)), chaser_y: 21, chaser_speed: 3 },
        out: ['velocity_x', 'velocity_y', 'status'], field, cell: 2, origin: [10, 20], count: 2,
    });
    call.run();
    assert.deepEqual([call.out.velocity_x.at(0), call.out.velocity_y.at(0), call.out.velocity_x.at(1)], [0, 3, 3]);
    field.costs.set(5, 1);
    field.costs.set(6, 1);
    field.update(1, 1, 2);
    assert.equal(field.cost.at(0), 19);
    const before = [...field.next.view];
    field.run();
    assert.deepEqual([...field.next.view], before);
    const two = way.field2d({ width: 5, costs: new Uint8Array(25).fill(1), goals: [{ x: 2, y: 2 }, { x: 2, y: 2, field: 1, cost: 9 }], clearance: [0, 1], steps: [10, 14] });
    assert.deepEqual([0, 12, 25, 37].map(k => two.cost.at(k)), [28, 0, 2 ** 32 - 1, 9]);
    const mark = way.mark(), gone = way.field2d({ width: 1, costs: [1], goals: [] });
    assert.equal(gone.status.at(0), way.status.no_target);
    call.set({ field: gone });
    way.release(mark);
    assert.throws(() => call.run(), /released/);
    assert.throws(() => gone.run(), /released/);
    assert.throws(() => way.field2d({ width: 2, costs: [1, 256], goals: [] }), /costs are 2 x 1 whole numbers/);
    assert.throws(() => way.field2d({ width: 2, costs: [1, 1], goals: [{ x: 2, y: 0 }] }), { code: 'index' });
    assert.throws(() => way.field2d({ width: 2, costs: [1, 1], goals: [[0, 0]] }), /goals are a list/);
    assert.throws(() => way.field2d({ width: 2, costs: [1, 1], goals: [{ x: 0, y: 0 }, { x: 1, y: 0, csot: 5 }] }),
        /^TypeError: field2d: goal 1 has no csot; it has x, y, cost, field$/);
    assert.throws(() => way.field2d({ width: 2, costs: [1, 1], goals: [{ x: 2 ** 32, y: 0 }] }), /^RangeError: field2d: x is 4294967296/);
    assert.throws(() => field.costs.copy([300]), /element 0 is 300, not a whole number from 0 to 255/);
    assert.throws(() => way.follow2d({ in: { chaser_x: 1, chaser_y: 1, chaser_speed: 1 }, out: ['status'], count: 1, cell: 1 }), /what way.field2d makes/);
    assert.throws(() => way.follow2d({ in: { chaser_x: 1, chaser_y: 1 }, out: ['status'], count: 1, cell: 1, field }), /chaser_speed/);
});

test('a field copies costs that are a typed array over memory that grows', async () => {
    const library = await load(), first = library.field2d({ width: 100, costs: new Uint8Array(10000).fill(3), goals: [{ x: 0, y: 0 }] });
    const room = library.memory.buffer.byteLength - library.ints(1).address;
    library.ints(Math.max(0, room - 8192) >> 2); // the costs do not fit into the rest
    const { buffer } = library.memory, field = library.field2d({ width: 100, costs: first.costs.view, goals: [{ x: 0, y: 0 }] });
    assert.notEqual(library.memory.buffer, buffer);
    assert.ok(field.costs.view.every(cost => cost === 3));
});

test('a field of a grid has a clearance of its own or one for all', () => {
    const costs = new Uint8Array(25).fill(1), goals = [0, 1, 2].map(field => ({ x: 2, y: 2, field }));
    costs[0] = 0;
    const closed = clearance => [0, 1, 2].map(k => way.field2d({ width: 5, costs, goals, clearance }).cost.at(25 * k + 1) === 2 ** 32 - 1);
    assert.deepEqual(closed(0), [false, false, false]);
    assert.deepEqual(closed([1.2]), [true, true, true]);
    assert.deepEqual(closed([0, 1.2, 0]), [false, true, false]);
    assert.deepEqual(closed(Float32Array.of(1.2, 0, 0)), [true, false, false]);
    for (const clearance of [[], [0, 1.2], [0, '1.2', 0], '1.2', null])
        assert.throws(() => closed(clearance), /clearance: expected a number, or one for each of 3 fields, found/);
    assert.throws(() => way.field2d({ width: 5, costs, goals: [], clearance: [] }), /one for each of 1 fields, found \[\]/);
});

test('the types have every column that the module reads', () => {
    const types = readFileSync(path.join(folder, 'waylay.d.ts'), 'utf8');
    const fields = struct => Object.keys(way.description.types[struct].fields);
    const names = text => [...text.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name);
    const block = name => names(new RegExp(`export interface ${name} [^{]*\\{\n(.*?)^\\}`, 'ms').exec(types)[1]);
    for (const name of ['choose2d', 'choose3d', 'avoid2d', 'avoid3d', 'assign', 'waypoints2d', 'follow2d'])
        for (const kind of ['in', 'out'])
            assert.deepEqual(block(name[0].toUpperCase() + name.slice(1) + (kind === 'in' ? 'In' : 'Out')), fields(`way_${name}_${kind}`));
    assert.match(types, /shares a bit with this mask; default all bits \*\/\n {4}chaser_mask\?: WholeInput;/);
    assert.match(types, /speed of the chooser.*; required by time and turning \*\/\n {4}chaser_speed\?: Input;/);
    assert.match(types, /\n {4}overlap\?: Input;/);
    assert.match(types, /\n {4}cost: Input;/);
    assert.match(types, /\n {4}target\?: WholeOutput;/);
    for (const name of ['crowd2d', 'crowd3d', 'choose2d', 'choose3d', 'neighbours2d', 'neighbours3d', 'avoid2d', 'avoid3d', 'assign', 'waypoints2d', 'follow2d'])
        assert.match(types, new RegExp(`Pick<Choosing, .*'${name}'`));
});
