/** Compares esengine's avoidance with and without waylay, in a field with and without rectangles. */
import { createWaylayAvoidance } from './WaylayAvoidanceAdapter';

// @ts-ignore: the path is known only at run time
const theirsModule = await import(/* @vite-ignore */ `${process.env.ESENGINE}/packages/framework/pathfinding/src/adapters/ORCALocalAvoidanceAdapter.ts`);

let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;

function agentsIn(side: number, count: number) {
    return Array.from({ length: count }, (_, id) => {
        const x = side * random(), y = side * random(), dx = side * random() - x, dy = side * random() - y;
        const length = Math.hypot(dx, dy) / 2 || 1, velocity = { x: dx / length, y: dy / length };
        return { id, position: { x, y }, velocity, preferredVelocity: velocity, radius: 0.5, maxSpeed: 2 };
    });
}

function rectanglesIn(side: number, count: number) {
    return Array.from({ length: count }, () => {
        const x = side * random(), y = side * random(), wide = 1 + 2 * random(), high = 1 + 2 * random();
        return { vertices: [{ x, y }, { x: x + wide, y }, { x: x + wide, y: y + high }, { x, y: y + high }] };
    });
}

function least(calls: (() => void)[], rounds = 7): number[] {
    const best = calls.map(() => Infinity);
    for (let round = 0; round < rounds; round++)
        calls.forEach((call, k) => {
            const began = process.cpuUsage().user;
            let count = 0, took = 0;
            do {
                call();
                took = process.cpuUsage().user - began;
                count++;
            } while (took < 60000);
            best[k] = Math.min(best[k]!, took / count / 1000);
        });
    return best;
}

const inWords = (ms: number) => `${ms < 1 ? (1000 * ms).toPrecision(3) + ' µs' : ms.toPrecision(3) + ' ms'}`;
let fails = 0;
for (const [count, rectangles] of [[50, 0], [200, 0], [1000, 0], [5000, 0], [50, 33], [200, 33]] as const) {
    const side = 6 * Math.sqrt(count) + 2 * rectangles, agents = agentsIn(side, count), obstacles = rectanglesIn(side, rectangles);
    const theirs = theirsModule.createORCAAvoidance(), ours = createWaylayAvoidance();
    const expected = theirs.computeBatchAvoidance(agents, obstacles, 1 / 60);
    const got = ours.computeBatchAvoidance(agents, obstacles, 1 / 60);
    let free = 0, same = 0;
    for (const { id } of agents) {
        const a = expected.get(id), b = got.get(id)!;
        if (!a.feasible || !b.feasible)
            continue;
        free++;
        same += Math.hypot(a.velocity.x - b.velocity.x, a.velocity.y - b.velocity.y) < 1e-3 ? 1 : 0;
    }
    const [slow, fast] = least([
        () => theirs.computeBatchAvoidance(agents, obstacles, 1 / 60), () => ours.computeBatchAvoidance(agents, obstacles, 1 / 60),
    ]) as [number, number];
    console.log([`${count.toLocaleString('en')} agents` + (rectangles ? `, ${rectangles} rectangles` : ''), inWords(slow), inWords(fast),
        (slow / fast).toFixed(1), `${same} of ${free} free agents within 0.001 m/s`].join('|'));
    fails += same < 0.95 * free ? 1 : 0;
}
process.exit(fails ? 1 : 0);
