// Tests which arguments the types accept and refuse. This file is compiled, but not run.
import plain from 'waylay/waylay-plain.wasm';
import wasm from 'waylay/waylay.wasm';
import { load, WaylayError, type Call, type Column, type Crowd2d, type Crowd3d, type Floats, type Ints, type Uints, type Intercept2dIn, type Intercept2dOut } from 'waylay';

const way = await load({ simd: true, bytes: 1 << 20, wasm });
await load({ wasm: plain });
const unit = way.structs(100, { x: 'float', y: 'float', target: 'uint' });
const call: Call<Intercept2dIn, Intercept2dOut, { time: Floats; status: Ints }> = way.intercept2d({
    in: {
        chaser_x: unit.x, chaser_y: { data: unit.x, offset: 4, rows: unit.target }, chaser_speed: 5,
        runner_x: way.doubles(100), runner_y: way.floats([1, 2, 3]), runner_vx: 0, runner_vy: 0,
    },
    out: ['time', 'status'], target: unit.target, precision: 'fast',
});
call.run(0, 10);
call.set({ in: { reach: 3 } });
const time: number = call.out.time.at(3) + way.seek2d.one({ chaser_x: 0, chaser_y: 0, chaser_speed: 1, runner_x: 1, runner_y: 1 }).velocity_x;
const met: 0 = way.status.met;
const walls = way.walls([{ ax: 0, ay: 0, bx: 1, by: 1 }]);
way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 1 }, parts: [{ in: { runner_x: 1, runner_y: 2 }, count: 1 }], part: 0, target: unit.target, out: {} });
try {
    call.run();
} catch (error) {
    if (error instanceof WaylayError) console.log(error.code, error.number, time, met, walls.sides.view);
}

const crowd = way.crowd2d({ in: { runner_x: unit.x, runner_y: 0 }, room: 200 });
crowd.build(100);
const choice = way.choose2d({ in: { chaser_x: unit.x, chaser_y: 0 }, crowd, by: 'distance', best: 2, out: ['target', 'cost'] });
way.choose3d({ in: { chaser_z: 1, runner_z: way.floats(2) }, count: 1, out: { target: unit.target } }).run(0, 1);
choice.set({ in: { range_to: 5 }, best: 1 });
const near = way.neighbours2d({ in: { chaser_x: 0, chaser_y: 0 }, crowd, capacity: 100, out: ['status'] });
const place = { chaser_x: 0, chaser_y: 0, chaser_vx: 0, chaser_vy: 0, preferred_vx: 1, preferred_vy: 0, chaser_speed: 1, runner_x: unit.x, runner_y: 0 };
way.avoid2d({ in: place, neighbours: near, most: 5, count: near.answered, out: { velocity_x: true }, walls }).run();
way.avoid2d({ in: place, out: ['velocity_x'], walls: way.wall_tree(walls) }).run();
const space = { ...place, chaser_z: 0, chaser_vz: 0, preferred_vz: 0, runner_z: unit.y, overlap: 0 };
const swarm: Crowd3d = way.crowd3d({ in: { runner_x: unit.x, runner_y: 0, runner_z: unit.y } }), herd: Crowd2d = crowd;
swarm.set({ in: { runner_z: 5 } });
console.log(way.avoid3d({ in: space, crowd: swarm, out: ['velocity_z'] }).out.velocity_z.at(0), way.choose3d({ in: {}, crowd: swarm, out: [] }), herd);
const shared = way.assign({ in: { row: near.out.row, cost: near.out.distance, health: 5 }, offset: near.out.offset, aim: 'largest', out: ['target'] });
shared.run(3);
const gap: number = shared.gap + shared.served + near.needed + (crowd.count ?? 0) + choice.out.target.at(0);
console.log(gap, choice.out.target.view[0] === way.NO_TARGET);

// a column in `out` has the type of the column that the caller gave, or that the call made
const agent = { chaser_x: 0, chaser_y: 0, chaser_speed: 1, runner_x: unit.x, runner_y: 0, runner_vx: 0, runner_vy: 0 };
const asked = way.intercept2d({ in: agent, out: ['velocity_x', 'status'] });
const vx: Float32Array = asked.out.velocity_x.view, became: Int32Array = asked.out.status.view;
const names = ['time'] as const, doubles = way.doubles(100);
const listed: Floats = way.intercept2d({ in: agent, out: names }).out.time;
const given = way.intercept2d({ in: agent, out: { velocity_x: true, velocity_y: doubles, status: unit.target } });
const mixed: [Float32Array, Float64Array, Uint32Array] = [given.out.velocity_x.view, given.out.velocity_y.view, given.out.status.view];
const any: Call<Intercept2dIn, Intercept2dOut> = given.out ? asked : way.intercept2d({ in: agent, out: [] });
const perhaps: Floats | undefined = any.out.time;
const targets: Uint32Array = choice.out.target.view, costs: Float32Array = choice.out.cost.view, rows: Uints = shared.out.target;
const avoided: Floats = way.avoid2d({ in: place, out: ['velocity_x'] }).out.velocity_x, lists: Ints = near.out.status;
const paths = way.waypoints2d({
    in: { x: 0, y: 0, heading_x: 1, heading_y: 0, target_x: unit.x, target_y: 0, target_heading_x: 1, target_heading_y: 0, radius: 5,
        word: way.word.LSL, arc1: 0, middle: unit.x, arc2: 0, spacing: 10 },
    out: ['next_x'],
});
const waypoints: Floats = paths.out.next_x, offsets: Uints = paths.out.offset;
console.log(vx, became, listed, mixed, perhaps, targets, costs, rows, avoided, lists, waypoints, offsets);
// @ts-expect-error: an array of columns is no column
way.choose2d({ in: place, out: { target: [unit.target] } });
// @ts-expect-error: the spacing is missing
way.waypoints2d({ in: { ...place, x: 0 }, out: ['next_x'] });
// @ts-expect-error: an output that was not asked for
asked.out.time.view;
// @ts-expect-error: an output that was not asked for
given.out.time;
// @ts-expect-error: the output may be missing
any.out.time.view;
// @ts-expect-error: a status has whole numbers
const wrong: Float32Array = asked.out.status.view;
// @ts-expect-error: no such output
way.intercept2d({ in: agent, out: ['velocity'] });
// @ts-expect-error: no such output
way.intercept2d({ in: agent, out: { velocity_x: true, velocity: true } });
// @ts-expect-error: an output that was not asked for
choice.out.status;
// @ts-expect-error: an output that was not asked for
way.assign({ in: { cost: 0 }, out: ['target'] }).out.cost;
// @ts-expect-error: an output that was not asked for
way.neighbours2d({ in: place, capacity: 5 }).out.status;
// @ts-expect-error: an output that was not asked for
way.avoid2d({ in: place, out: ['velocity_x'] }).out.velocity_y;

// @ts-expect-error: not a cost
way.choose2d({ in: {}, by: 'weight', out: [] });
// @ts-expect-error: no such column
way.choose2d({ in: { chaser_z: 0 }, out: [] });
// @ts-expect-error: a target is no float
way.choose2d({ in: {}, out: { target: way.floats(3) } });
// @ts-expect-error: choose3d has no heading
way.choose3d({ in: { heading_x: 0 }, out: [] });
// @ts-expect-error: the capacity is missing
way.neighbours2d({ in: {} });
// @ts-expect-error: a crowd in space
way.choose2d({ in: place, crowd: swarm, out: [] });
// @ts-expect-error: a crowd in space
way.neighbours2d({ in: place, crowd: swarm, capacity: 5 });
// @ts-expect-error: a crowd in space
way.avoid2d({ in: place, crowd: swarm, out: [] });
// @ts-expect-error: a crowd in the plane
way.choose3d({ in: space, crowd, out: [] });
// @ts-expect-error: a crowd in the plane
way.avoid3d({ in: space, crowd, out: [] });
const field = way.field2d({ width: 2, costs: new Uint8Array(2), goals: [{ x: 0, y: 0 }] });
const costs_of_cells: Uint8Array = field.costs.view, next: Int8Array = field.next.view;
// @ts-expect-error: the costs of a field are no column of a call
way.follow2d({ in: { chaser_x: field.costs, chaser_y: 0, chaser_speed: 1 }, out: [], field, cell: 1 });
const any_order = way.neighbours2d({ in: place, capacity: 5, unsorted: true, out: ['status'] });
any_order.out.square.at(0) + any_order.out.status.at(0);
// @ts-expect-error: unsorted lists have squared distances
any_order.out.distance;
// @ts-expect-error: the nearest ones need sorted lists
way.neighbours2d({ in: place, capacity: 5, unsorted: true, most: 3 });
// @ts-expect-error: unsorted lists do not begin with the nearest
way.avoid2d({ in: place, neighbours: any_order, out: [] });
// @ts-expect-error: lists are what neighbours2d makes
way.avoid2d({ in: place, neighbours: crowd, out: [] });
// @ts-expect-error: the origin of walls is a point
way.avoid2d({ in: place, walls, wall_origin: [1], out: [] });
// @ts-expect-error: walls are what way.walls makes
way.avoid2d({ in: place, walls: [], out: [] });
// @ts-expect-error: avoid3d has no walls
way.avoid3d({ in: space, walls, out: [] });
// @ts-expect-error: wall_tree needs walls that way.walls makes
way.wall_tree([]);
// @ts-expect-error: the columns of the third axis are missing
way.avoid3d({ in: place, out: [] });
// @ts-expect-error: the costs are missing
way.assign({ in: { row: unit.target }, out: [] });
// @ts-expect-error: a column is missing
way.seek2d({ in: { chaser_x: 0, chaser_y: 0, runner_x: 0, runner_y: 0 }, out: {} });
// @ts-expect-error: no such column
way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 1, runner_x: 0, runner_y: 0, chaser_z: 0 }, out: {} });
// @ts-expect-error: a status is no float
way.intercept2d({ in: {} as Intercept2dIn, out: { status: way.floats(3) } });
// @ts-expect-error: with parts, a part needs columns
way.seek2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 1 }, parts: [{}], target: unit.target, out: {} });
// @ts-expect-error: not a precision
call.set({ precision: 'exactly' });
// @ts-expect-error: no such behaviour
way.teleport({});
