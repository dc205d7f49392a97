// Measures the time of a call, and compares the interception with a hand-written loop.
// The candidates are timed alternately in one run, so that their ratios are fair.
// usage: node bindings/js/bench.js [FOLDER OF THE PACKAGE]
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { draw, loop, INPUTS, OUTPUTS } from './plain_intercept2d.js';

const folder = path.resolve(process.argv[2] ?? 'build-web');
const { load } = await import(pathToFileURL(path.join(folder, 'waylay.js')));

const median = list => list.sort((a, b) => a - b)[list.length >> 1];

// Measures the candidates alternately. Returns [minimum, median] for each, in nanoseconds per repetition.
function measure(candidates, repetitions, rounds) {
    const times = candidates.map(() => []);
    for (let round = -2; round < rounds; round++)
        candidates.forEach((candidate, c) => {
            const begun = process.hrtime.bigint();
            for (let i = 0; i < repetitions; i++)
                candidate();
            const took = Number(process.hrtime.bigint() - begun) / repetitions;
            if (round >= 0)
                times[c].push(took);
        });
    return times.map(list => [Math.min(...list), median(list)]);
}

const row = (name, [least, middle], per, unit) =>
    console.log(`${name.padEnd(34)} ${(least / per).toFixed(2).padStart(9)} ${(middle / per).toFixed(2).padStart(9)} ${unit}`);

function prepared(way, agents, request = {}) {
    const columns = Object.fromEntries(INPUTS.map(name => [name, way.floats(agents[name])]));
    return way.intercept2d({ in: columns, out: OUTPUTS, ...request });
}

const way = await load(), plain = await load({ simd: false });
console.log(`node ${process.version}, ${way.isa} and ${plain.isa}; minimum, median`);

{
    const agents = draw(16), call = prepared(way, agents);
    const costs = measure([() => call.run(0, 0), () => call.run(0, 1)], 20000, 101);
    row('a call for 0 agents', costs[0], 1, 'ns');
    row('a call for 1 agent', costs[1], 1, 'ns');
}
for (const count of [1000, 100000]) {
    const agents = draw(count), request = { precision: 'fast' };
    const calls = { 'exact': prepared(way, agents), 'fast': prepared(way, agents, request),
        'exact, without SIMD': prepared(plain, agents) };
    const own = Object.fromEntries([...INPUTS, ...OUTPUTS].map(name => [name, agents[name].slice()]));
    const names = Object.keys(calls);
    const times = measure([() => loop(own, count), ...names.map(name => () => calls[name].run())], 2e5 / count, 101);
    row(`${count} agents: the loop`, times[0], count, 'ns an agent');
    names.forEach((name, k) => {
        row(`${count} agents: ${name}`, times[k + 1], count, 'ns an agent');
        const ratio = which => (times[0][which] / times[k + 1][which]).toFixed(2);
        console.log(`${' '.repeat(34)} ${ratio(0).padStart(9)} ${ratio(1).padStart(9)} times the loop`);
    });
}
