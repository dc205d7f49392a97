// Wolves intercept deer in a bitECS world. The components' arrays lie in waylay's memory, so only the query's
// list of entities is copied. For comparison, the program also runs the same system as a hand-written loop.
// Run: npm install waylay bitecs && node bitecs.mjs
import { addComponent, addEntity, asBuffer, createWorld, query } from 'bitecs';
import { load } from 'waylay';

const WOLVES = 20000, DEER = 5000, ALL = WOLVES + DEER + 1; // bitECS numbers entities from 1
const way = await load({ bytes: 16 << 20 }); // enough memory, because growing would invalidate the views

const columns = {};
function component(name, fields) {
    columns[name] = Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, way[kind](ALL)]));
    return Object.fromEntries(Object.entries(columns[name]).map(([field, column]) => [field, column.view]));
}
const Position = component('Position', { x: 'floats', y: 'floats' });
const Velocity = component('Velocity', { x: 'floats', y: 'floats' });
const Hunt = component('Hunt', { prey: 'uints', speed: 'floats' });
// the outputs have columns of their own, because Velocity holds inputs
const Course = component('Course', { x: 'floats', y: 'floats', time: 'floats' });

const world = createWorld();
let seed = 1;
const random = (low, high) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (seed / 2 ** 32);
};
function animal(...components) {
    const eid = addEntity(world);
    for (const one of [Position, ...components])
        addComponent(world, eid, one);
    Position.x[eid] = random(0, 1e4);
    Position.y[eid] = random(0, 1e4);
    return eid;
}
const deer = Array.from({ length: DEER }, () => {
    const eid = animal(Velocity);
    Velocity.x[eid] = random(-10, 10);
    Velocity.y[eid] = random(-10, 10);
    return eid;
});
for (let i = 0; i < WOLVES; i++) {
    const eid = animal(Hunt, Course);
    Hunt.prey[eid] = deer[Math.floor(random(0, DEER))];
    Hunt.speed[eid] = random(5, 20);
}

// The system with waylay. The call is prepared once; each frame passes the entities of the query.
const eids = way.uints(ALL);
const call = way.intercept2d({
    in: {
        chaser_x: columns.Position.x, chaser_y: columns.Position.y, chaser_speed: columns.Hunt.speed,
        runner_x: columns.Position.x, runner_y: columns.Position.y, runner_vx: columns.Velocity.x, runner_vy: columns.Velocity.y,
    },
    out: { velocity_x: columns.Course.x, velocity_y: columns.Course.y, time: columns.Course.time },
    index: eids, count: 0,
    target: columns.Hunt.prey, // entity numbers are row numbers
});
function withWaylay() {
    const wolves = query(world, [Position, Hunt, Course], asBuffer);
    eids.view.set(wolves);
    call.run(0, wolves.length);
}

// The same system as a hand-written loop.
function byHand() {
    for (const eid of query(world, [Position, Hunt, Course])) {
        const prey = Hunt.prey[eid], speed = Hunt.speed[eid];
        const x = Position.x[prey] - Position.x[eid], y = Position.y[prey] - Position.y[eid];
        const vx = Velocity.x[prey], vy = Velocity.y[prey];
        const a = vx * vx + vy * vy - speed * speed, b = x * vx + y * vy, c = x * x + y * y;
        const disc = b * b - a * c;
        let time = Infinity;
        if (a === 0)
            time = b < 0 ? -c / (2 * b) : Infinity;
        else if (disc >= 0) {
            const root = Math.sqrt(disc), one = (-b - root) / a, other = (-b + root) / a;
            time = Math.min(one > 0 ? one : Infinity, other > 0 ? other : Infinity);
        }
        Course.time[eid] = time;
        Course.x[eid] = time < Infinity ? x / time + vx : 0;
        Course.y[eid] = time < Infinity ? y / time + vy : 0;
    }
}

const times = { byHand: [], withWaylay: [] }, answers = {};
for (let round = -10; round < 100; round++)
    for (const system of [byHand, withWaylay]) {
        const begun = performance.now();
        system();
        if (round >= 0)
            times[system.name].push(1e6 * (performance.now() - begun) / WOLVES);
        answers[system.name] = Float32Array.from(Course.time);
    }

let far = 0, met = 0;
answers.withWaylay.forEach((time, eid) => {
    met += time > 0 && time < Infinity;
    far += Math.abs(time - answers.byHand[eid]) > 1e-3 * time || (time === Infinity) !== (answers.byHand[eid] === Infinity);
});
const costs = Object.fromEntries(Object.entries(times).map(([name, list]) => {
    list.sort((a, b) => a - b);
    return [name, { least: list[0], median: list[list.length >> 1] }];
}));
for (const [name, { least, median }] of Object.entries(costs))
    console.log(`${name}: ${least.toFixed(1)} ns a wolf at least, ${median.toFixed(1)} in the median`);
console.log(`${met} of ${WOLVES} wolves meet their deer; ${far} answers differ by more than a thousandth`);
console.log(`waylay: ${(costs.byHand.median / costs.withWaylay.median).toFixed(1)} times as fast`);
if (met === 0 || far > WOLVES / 1000)
    process.exit(1);
