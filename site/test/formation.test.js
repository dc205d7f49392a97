// Tests the formation: columns keep their distance, rows stay straight. Also tests dragging of poses.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutAfter, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const middle = async page => {
    const total = parseFloat((await readout(page, 'Travelled'))[1].slice(3));
    return Math.round(total / 9 * 60 * 0.6);
};

test('columns keep two metres from one to the next, and their ranks lean', async () => {
    const page = await open('#/formation');
    await steps(page, await middle(page));
    await readoutLike(page, 'Largest offset within a rank', /^0\.[1-9]|^[1-9]/);
    assert.equal((await readout(page, 'Spacing along the files'))[0], '2.00 to 2.00 m');
    await close(page);
});

test('rows stay straight, and nobody comes nearer than two metres', async () => {
    const page = await open('#/formation');
    await page.keyboard.press('s');
    await readoutLike(page, 'Style', /^rows/);
    await steps(page, await middle(page));
    await readoutLike(page, 'Travelled', /^[3-9]\d/);
    assert.equal((await readout(page, 'Largest offset within a rank'))[0], '0.00 m');
    const [least, most] = (await readout(page, 'Spacing along the files'))[0].match(/[\d.]+/g).map(Number);
    assert.ok(least > 1.98 && most > 2.05, `${least} to ${most}`);
    await page.waitForFunction(() => location.hash === '#/formation?style=rows');
    await close(page);
});

test('the leader comes to the end of its way, and they begin again', async () => {
    const page = await open('#/formation');
    const total = parseFloat((await readout(page, 'Travelled'))[1].slice(3));
    await steps(page, Math.ceil(total / 9 * 60) + 2);
    await readoutLike(page, 'Travelled', new RegExp(`^${total.toFixed(1)} m`));
    await steps(page, 62);
    await readoutLike(page, 'Travelled', /^\d\.\d m/);
    await close(page);
});

test('poses are dragged by mouse and keys', async () => {
    const page = await open('#/formation');
    const lengths = [(await readout(page, 'Travelled'))[1]];
    for (const [id, dx, dy] of [['from', 60, -40], ['heading', 80, 50], ['to', -70, 60], ['to_heading', 90, -60]]) {
        await drag(page, id, dx, dy);
        lengths.push(await readoutAfter(page, 'Travelled', lengths.at(-1), 'note'));
        await page.waitForTimeout(250);
    }
    await handle(page, 'to').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    lengths.push(await readoutAfter(page, 'Travelled', lengths.at(-1), 'note'));
    assert.equal(new Set(lengths).size, 6, `${lengths}`);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t =>
    judgeAll('formation', t, async page => steps(page, await middle(page))));
