// Tests the golden bits of both modules through the package in node.
// WAYLAY_GOLDEN limits the test to some behaviours.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { golden } from './golden.js';
import { goldens, load, root } from './package.js';

const checks = readFileSync(path.join(root, 'build-proof/web/golden.wasm'));

for (const simd of [true, false])
    test(`golden bits ${simd ? 'with' : 'without'} SIMD`, async t => {
        const way = await load({ simd });
        const names = process.env.WAYLAY_GOLDEN?.split(' ') ?? way.description.behaviours.map(behaviour => behaviour.name);
        const found = await golden(way, checks, goldens, names);
        t.diagnostic(`${way.isa}: ${found.agree} of ${found.hashes} hashes agree in node ${process.version}`);
        assert.deepEqual(found.wrong, []);
        assert.equal(found.hashes, 2 * names.length);
        assert.equal(found.agree, found.hashes);
    });
