// Checks the package's files and the content of the wasm files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { file, folder, root } from './package.js';

// Returns a module's instructions, one per line.
const listing = name => execFileSync('llvm-objdump-19', ['-d', '--no-show-raw-insn', path.join(folder, name)], { maxBuffer: 2 ** 30 })
    .toString().split('\n');
const count = (lines, pattern) => lines.filter(line => pattern.test(line)).length;
const VECTORS = /\t(v128|[fi]\d+x\d+)\./, ARITHMETIC = /\t(f32x4|f64x2)\.(add|sub|mul|div|sqrt)/, FUSED = /relaxed_|<unknown>/;

test('waylay.wasm has SIMD instructions, waylay-plain.wasm has none, and neither has fused instructions', t => {
    const lanes = listing('waylay.wasm'), plain = listing('waylay-plain.wasm');
    const words = count(lanes, /\tv128\./), all = count(lanes, VECTORS), sums = count(lanes, ARITHMETIC);
    t.diagnostic(`waylay.wasm: ${words} v128 instructions, ${all} on vectors, of them ${sums} of IEEE arithmetic`);
    assert.ok(words > 1000 && sums > 500, `${words} and ${sums}`);
    assert.equal(count(plain, VECTORS), 0);
    assert.ok(count(plain, /\tf(32|64)\.(add|sub|mul|div|sqrt)/) > 500);
    assert.equal(count(lanes, FUSED) + count(plain, FUSED), 0);
});

test('the modules import nothing', () => {
    for (const name of ['waylay.wasm', 'waylay-plain.wasm'])
        assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(file(name))), []);
});

test('the package has the files that package.json lists, and no unexpected ones', () => {
    const { files } = JSON.parse(file('package.json'));
    assert.deepEqual(readdirSync(folder).sort(), [...files, 'package.json', 'README.md', 'LICENSE'].sort());
    assert.equal(file('LICENSE').toString(), readFileSync(path.join(root, 'LICENSE'), 'utf8'));
});
