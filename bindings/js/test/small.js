// Compares the package in WAYLAY_SMALL, which has only one call of choosing, with the package in WAYLAY_WEB.
// The bits must be equal for every cost of this call.
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bits, dice, load, root } from './package.js';

const { load: loadSmall } = await import(pathToFileURL(path.resolve(root, process.env.WAYLAY_SMALL, 'waylay.js')));
const COUNT = 700;

function chosen(way, by, hasCrowd, isEven) {
    const random = dice(9), numbers = (low, high) => way.floats(Array.from({ length: COUNT }, () => random(low, high)));
    const sides = {
        chaser_x: numbers(-90, 90), chaser_y: numbers(-90, 90), chaser_speed: 12,
        runner_x: numbers(-90, 90), runner_y: numbers(-90, 90), runner_vx: numbers(-5, 5), runner_vy: numbers(-5, 5),
        ...isEven ? {} : { weight: numbers(1, 3) },
    };
    const crowd = hasCrowd ? way.crowd2d({ in: sides }) : undefined;
    crowd?.build();
    const choice = way.choose2d({ in: sides, crowd, by, best: 3, out: ['target', 'cost', 'status'] });
    choice.run();
    return [choice.out.target, choice.out.cost, choice.out.status].map(bits);
}

for (const simd of [true, false]) {
    const [whole, small] = [await load({ simd }), await loadSmall({ simd })];
    assert.equal(small.isa, whole.isa);
    for (const by of ['distance', 'time'])
        for (const hasCrowd of [false, true])
            for (const isEven of [false, true])
                assert.deepEqual(chosen(small, by, hasCrowd, isEven), chosen(whole, by, hasCrowd, isEven), `${simd} ${by} ${hasCrowd}`);
    assert.throws(() => chosen(small, 'turning', false, true), { code: /cost|missing/ });
}
assert.equal((await loadSmall()).choose3d, undefined);
