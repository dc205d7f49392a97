// Tests that the page's parts of the library, which are built to be small, have the golden bits of what the scenes call.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { golden } from '../../bindings/js/test/golden.js';

const read = path => readFileSync(new URL(`../../${path}`, import.meta.url));
const scenes = new URL('../src/scenes/', import.meta.url);
const calls = readdirSync(scenes).filter(name => /call\.js$/.test(name)).map(name => readFileSync(new URL(name, scenes))).join('');

test('the parts of the page have the golden bits, and all parts together have all behaviours', async t => {
    const seen = new Set();
    for (const part of ['aim', 'crowd', 'move', 'more', 'rest']) {
        const { load } = await import(`../../build-proof/page/${part}/waylay.js`);
        const way = await load({ wasm: read(`build-proof/page/${part}/waylay-plain.wasm`) });
        const names = way.description.behaviours.map(one => one.name);
        const called = names.filter((name, k) => part === 'more' || part === 'rest' ? k % 8 === 0 : calls.includes(`way.${name}`)); // some of those that only the Reference shows
        names.forEach(name => seen.add(name));
        const found = await golden(way, read('build-proof/web/golden.wasm'), read('tests/golden.txt').toString(), called, [0]);
        t.diagnostic(`${part}: ${found.agree} of ${found.hashes} hashes agree: ${called.join(' ')}`);
        assert.deepEqual(found.wrong, []);
        assert.ok(found.agree === called.length && called.length >= 2);
    }
    assert.equal(seen.size, JSON.parse(read('build-proof/page/native/behaviours.json')).length);
});
