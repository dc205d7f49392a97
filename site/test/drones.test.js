// A hundred thousand chasers: the states, live and of 600 frames; steering by mouse, touch and keys; what it costs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { close, drag, end, handle, open, picture, readout, readoutLike, root, steps, version } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const BESIDE = 'State of the C program';
const native = precision => readFileSync(path.join(root, `build-proof/page/native/${precision}.txt`), 'utf8').trim().split('\n');

test('the states of 600 frames are those of the C program, with SIMD and without', async () => {
    const page = await open('#/drones', { width: 500, height: 500, live: true });
    await readoutLike(page, BESIDE, /^[0-9a-f]{16}; (\d+) of \1 frames equal$/); // live
    await page.getByRole('button', { name: 'Pause' }).click();
    const left = () => page.evaluate(() => 600 - Number(/of (\d+) frames/.exec(document.querySelector('.readouts').textContent)[1]));
    await page.waitForTimeout(200);
    await steps(page, 300 - (600 - await left()));
    await readoutLike(page, BESIDE, /; 300 of 300 frames equal$/);
    await page.getByLabel('SIMD', { exact: true }).uncheck();
    await steps(page, 300);
    await readoutLike(page, BESIDE, /; 600 of 600 frames equal$/);
    const [hash] = await readout(page, 'State here');
    assert.deepEqual(native('exact').at(-2), `600 ${hash}`);
    assert.match((await readout(page, 'Solving a frame'))[1], /scalar, exact/);
    await steps(page, 1);
    assert.match(await readoutLike(page, BESIDE, /recorded/), /^–; recorded for 600 frames: 600 of 600 frames equal$/);
    await close(page);
});

test('fast has states of its own, and they are the C program\'s', async () => {
    const page = await open('#/drones?precision=fast', { width: 700, height: 600 });
    await steps(page, 600);
    await readoutLike(page, BESIDE, /; 600 of 600 frames equal$/);
    const [hash] = await readout(page, 'State here');
    assert.deepEqual(native('fast').at(-2), `600 ${hash}`);
    assert.notDeepEqual(native('fast').at(-2), native('exact').at(-2));
    await close(page);
});

test('who points steers, and the C program\'s state goes grey', async () => {
    for (const [how, steer] of Object.entries({
        mouse: async page => {
            const box = await page.locator('canvas.shapes').boundingBox();
            await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.1);
        },
        touch: async page => {
            const box = await page.locator('canvas.shapes').boundingBox();
            await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.1);
        },
        keys: async page => {
            await handle(page, 'pointer').focus();
            for (let k = 0; k < 12; k++)
                await page.keyboard.press('Shift+ArrowRight');
        },
        handle: page => drag(page, 'pointer', 300, 10),
    })) {
        const page = await open('#/drones?agents=1000', { width: 900, height: 700, touch: how === 'touch' });
        const mean = () => page.evaluate(() => window.waylayPage.world.runners().x.reduce((sum, x) => sum + x, 0) / 10);
        await steer(page);
        await readoutLike(page, BESIDE, /you steer; the C program does not$/);
        assert.equal((await readout(page, BESIDE))[2], 'grey');
        const before = await mean();
        await steps(page, 300);
        assert.ok(await mean() > before + 100, `${how}: the runners turn to the right: ${before} to ${await mean()}`);
        await page.keyboard.press('r');
        await readoutLike(page, BESIDE, /recorded for 100,000 drones$/);
        await close(page);
    }
});

test('the meetings are shown in place of the drones, and change nothing', async () => {
    const page = await open('#/drones?agents=10000', { width: 700, height: 600 });
    await steps(page, 100);
    const look = async () => {
        await page.waitForTimeout(250);
        return [(await readout(page, 'Caught so far'))[0], (await page.locator('.stage').screenshot()).toString('base64')];
    };
    const drones = await look();
    await page.getByLabel('Show', { exact: true }).selectOption('meetings');
    const meetings = await look();
    assert.equal(meetings[0], drones[0]);
    assert.notEqual(meetings[1], drones[1]);
    await page.waitForFunction(() => location.hash === '#/drones?agents=10000&show=meetings');
    await close(page);
});

test('from a thousand to a million drones, and their link', async () => {
    const page = await open('#/drones?agents=1000&simd=0', { width: 500, height: 500 });
    await steps(page, 1);
    assert.match(await readoutLike(page, 'Solving a frame', /1,000 drones/), /scalar, exact/);
    await page.getByLabel('Drones', { exact: true }).selectOption('1,000,000');
    await readoutLike(page, 'Solving a frame', /1,000,000 drones/);
    await page.waitForFunction(() => location.hash.includes('agents=1000000'));
    assert.equal(await page.evaluate(() => location.hash), '#/drones?agents=1000000&simd=0');
    await page.getByLabel('SIMD', { exact: true }).check();
    await readoutLike(page, 'Solving a frame', /1,000,000 drones, simd128/);
    await close(page);
});

test('without WebGL2 there are fewer', async () => {
    const page = await open('#/drones', { before: () => {
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
        };
    } });
    await readoutLike(page, 'Solving a frame', /10,000 drones/);
    const painted = await page.evaluate(() => {
        const canvas = document.querySelector('canvas.shapes'), { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        return data.filter((value, k) => k % 4 === 3 && value > 0).length;
    });
    assert.ok(painted > 5000, `${painted} pixels`);
    await picture(page, 'drones-without-webgl');
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('drones', t, async page => {
    await steps(page, 460);
    await readoutLike(page, BESIDE, /460 of 460/);
}));

test('what a frame costs', async t => {
    const page = await open('#/drones', { width: 1200, height: 800, live: true });
    await page.waitForTimeout(8000);
    const { drawn, drawing, seconds } = await page.evaluate(() => {
        const { frames } = window.waylayPage.stage;
        return { ...frames, seconds: performance.now() / 1000 };
    });
    const [solving, note] = await readout(page, 'Solving a frame');
    t.diagnostic(`Chromium ${version}, software drawing: ${(drawn / seconds).toFixed(1)} frames a second, `
        + `${(drawing / drawn).toFixed(2)} ms of drawing calls a frame; solving ${solving} a frame (${note})`);
    assert.ok(drawn > 0);
    await close(page);
});

// Software drawing takes the cores and the caches from it; a graphics card does not.
test('what a frame costs where nothing is drawn', async t => {
    const page = await open('#/drones', { width: 500, height: 500 });
    await steps(page, 300);
    const solving = await readoutLike(page, 'Solving a frame', /simd128, exact/);
    t.diagnostic(`Chromium ${version}, 300 frames at once, the last 60: solving a frame takes ${solving}`);
    await close(page);
});
