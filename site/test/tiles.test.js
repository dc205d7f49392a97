// Tests the tiles: both ways take the same number of steps, and steps along the line stay near the line.
// Mouse, touch and keys move the runner.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const STEPS = ['A step on each axis', 'Along the straight line'];

test('both ways take as many steps as the longer axis has tiles', async () => {
    const page = await open('#/tiles?x=22&y=7&pace=20');
    await steps(page, 3 * 22);
    for (const name of STEPS)
        assert.match(await readoutLike(page, name, /4 of 4 there/), /^4 of 4 there; after 19, 20, 7, 6 steps:/);
    await close(page);
});

test('the runner goes elsewhere once all are there', async () => {
    const page = await open('#/tiles?pace=20');
    const before = (await readout(page, 'The runner\'s tile'))[0];
    await steps(page, 3 * 26);
    await page.waitForFunction(before => ![...document.querySelectorAll('.value')].some(one => one.textContent === before), before);
    await close(page);
});

test('the runner\'s tile is chosen by mouse, touch and keys', async () => {
    for (const how of ['mouse', 'touch', 'keys']) {
        const page = await open('#/tiles?x=10&y=9', { touch: how === 'touch' });
        if (how === 'keys') {
            await handle(page, 'runner').focus();
            for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp'])
                await page.keyboard.press(key);
            assert.match(await readoutLike(page, 'The runner\'s tile', /^12, 10/), /^12, 10/);
        } else if (how === 'touch') {
            const box = await page.locator('canvas.shapes').boundingBox();
            await page.touchscreen.tap(box.x + box.width * 0.96, box.y + box.height * 0.94);
            await readoutLike(page, 'The runner\'s tile', /^31, 0/);
        } else {
            await drag(page, 'runner', 2000, -2000); // the runner stops at the corner
            await readoutLike(page, 'The runner\'s tile', /^31, 17/);
            await page.waitForFunction(() => location.hash === '#/tiles?x=31&y=17');
        }
        await close(page);
    }
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('tiles', t, page => steps(page, 150)));
