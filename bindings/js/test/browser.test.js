// Tests the package and its golden bits in Chromium. WAYLAY_GOLDEN limits the test to some behaviours.
// A page imports the package with an import map, from a server of static files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { folder, goldens, root, load } from './package.js';

const { chromium } = createRequire(path.join(root, 'build-proof/web/tools/'))('playwright-core');
const names = process.env.WAYLAY_GOLDEN?.split(' ') ?? (await load()).description.behaviours.map(behaviour => behaviour.name);

const PAGE = `<!doctype html><script type="importmap">{ "imports": { "waylay": "/waylay/waylay.js" } }</script>
<script type="module">import * as waylay from 'waylay'; import { golden } from '/golden.js'; Object.assign(window, { waylay, golden });</script>`;
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html', '.json': 'application/json' };

const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://here');
    const say = (type, bytes) => response.writeHead(200, { 'content-type': type }).end(bytes);
    try {
        if (pathname === '/')
            say('text/html', PAGE);
        else if (pathname === '/golden.txt')
            say('text/plain', goldens);
        else if (pathname === '/golden.js')
            say('text/javascript', readFileSync(path.join(root, 'bindings/js/test/golden.js')));
        else if (pathname === '/golden.wasm')
            say('application/wasm', readFileSync(path.join(root, 'build-proof/web/golden.wasm')));
        else
            say(TYPES[path.extname(pathname)] ?? 'text/plain', readFileSync(path.join(folder, path.basename(pathname))));
    } catch (error) {
        response.writeHead(404).end(error.message);
    }
}).listen(0, '127.0.0.1');
await new Promise(resolve => server.once('listening', resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const complaints = [];
page.on('pageerror', error => complaints.push(error.message));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => window.golden !== undefined);
test.after(async () => {
    await browser.close();
    server.close();
});

test('in a page, a call runs after memory has grown, and a mistake throws an error', async () => {
    const seen = await page.evaluate(async () => {
        const { load, hasSimd, WaylayError } = window.waylay;
        const way = await load();
        const call = way.intercept2d({
            in: { chaser_x: 0, chaser_y: 0, chaser_speed: way.floats([5, 10]), runner_x: 10, runner_y: 0, runner_vx: 0, runner_vy: 0 },
            out: ['time'],
        });
        way.floats(1 << 20);
        call.run();
        let mistake;
        try {
            way.intercept2d({ in: {}, out: [] });
        } catch (error) {
            mistake = error instanceof WaylayError && error.message;
        }
        return { simd: hasSimd(), isa: way.isa, times: [...call.out.time.view], mistake };
    });
    assert.deepEqual(seen, { simd: true, isa: 'simd128', times: [2, 1],
        mistake: 'intercept2d: missing: chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy' });
});

for (const simd of [true, false])
    test(`golden bits ${simd ? 'with' : 'without'} SIMD in Chromium ${browser.version()}`, async t => {
        const found = await page.evaluate(async ([simd, names]) => {
            const [goldens, checks] = await Promise.all([fetch('/golden.txt').then(answer => answer.text()),
                fetch('/golden.wasm').then(answer => answer.arrayBuffer())]);
            return window.golden(await window.waylay.load({ simd }), checks, goldens, names);
        }, [simd, names]);
        t.diagnostic(`${found.agree} of ${found.hashes} hashes agree in Chromium ${browser.version()}`);
        assert.deepEqual(found.wrong, []);
        assert.equal(found.hashes, 2 * names.length);
        assert.equal(found.agree, found.hashes);
        assert.deepEqual(complaints, []);
    });
