// What is in the package, and in its wasm files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { file, folder, root } from './package.js';

// Instructions of a module: how many match.
function count(name, pattern) {
    const listing = execFileSync('llvm-objdump-19', ['-d', '--no-show-raw-insn', path.join(folder, name)], { maxBuffer: 2 ** 30 });
    return listing.toString().split('\n').filter(line => pattern.test(line)).length;
}
const VECTORS = /\t(v128|[fi]\d+x\d+)\./, ARITHMETIC = /\t(f32x4|f64x2)\.(add|sub|mul|div|sqrt)/, FUSED = /relaxed_|<unknown>/;

test('one file has SIMD instructions, the other none, and neither has fused ones', t => {
    const loads = count('waylay.wasm', /\tv128\./), all = count('waylay.wasm', VECTORS), sums = count('waylay.wasm', ARITHMETIC);
    t.diagnostic(`waylay.wasm: ${loads} v128 instructions, ${all} on vectors, of them ${sums} of IEEE arithmetic`);
    assert.ok(loads > 1000 && sums > 500, `${loads} and ${sums}`);
    assert.equal(count('waylay-plain.wasm', VECTORS), 0);
    assert.ok(count('waylay-plain.wasm', /\tf(32|64)\.(add|sub|mul|div|sqrt)/) > 500);
    for (const name of ['waylay.wasm', 'waylay-plain.wasm'])
        assert.equal(count(name, FUSED), 0);
});

test('the modules import nothing', () => {
    for (const name of ['waylay.wasm', 'waylay-plain.wasm'])
        assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(file(name))), []);
});

test('all files are there, and no others', () => {
    const { files } = JSON.parse(file('package.json'));
    assert.deepEqual(readdirSync(folder).sort(), [...files, 'package.json', 'README.md', 'LICENSE'].sort());
    assert.equal(file('LICENSE').toString(), readFileSync(path.join(root, 'LICENSE'), 'utf8'));
});
