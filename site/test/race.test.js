// Tests the race: on a straight course, the times equal the C program's times.
// Also tests the means of erratic flights, and a runner that a visitor steers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, root, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

test('on a straight course they catch the runner when the C program\'s do', async () => {
    const told = readFileSync(path.join(root, 'docs/program.md'), 'utf8').replace(/\s+/g, ' ');
    const [, lead, predict, seek] = /straight, lead catches it in ([\d.]+) s, predict in ([\d.]+) s, and seek in ([\d.]+) s\./.exec(told);
    const page = await open('#/race?course=straight');
    await steps(page, 60 * 8);
    for (const [name, time] of Object.entries({ lead, predict, seek }))
        assert.ok((await readoutLike(page, name, / s; mean/)).startsWith(`${time} s; mean ${time} s of 1 flight`), name);
    assert.match(await page.locator('.chips p').first().textContent(), /^(closing and )?lead first, in [\d.]+ s$/);
    await close(page);
});

test('a seed beyond the slider becomes its end', async () => {
    const page = await open('#/race?course=erratic&seed=1e300');
    assert.equal(await page.getByLabel('Seed', { exact: true }).inputValue(), '100');
    await close(page);
});

test('erratic flights follow each other, and their means are told; a seed is a race of its own', async () => {
    const means = [];
    for (const seed of [1, 2, 1]) {
        const page = await open(`#/race?course=erratic&seed=${seed}`);
        await steps(page, 60 * 30);
        const note = await readoutLike(page, 'seek', /mean [\d.]+ s of \d\d? flights/);
        means.push(note.split('; ')[1]);
        await close(page);
    }
    assert.equal(means[0].split(' of ')[0], means[2].split(' of ')[0]);
    assert.notEqual(means[0], means[1]);
});

test('the runner goes where somebody points, by mouse, touch or keys', async () => {
    for (const how of ['mouse', 'touch', 'keys', 'handle']) {
        const page = await open('#/race', { touch: how === 'touch' });
        await page.getByLabel('Course', { exact: true }).selectOption('where you point');
        await page.waitForFunction(() => location.hash.includes('course=where'));
        await steps(page, 1);
        const box = await page.locator('canvas.shapes').boundingBox(), x = box.x + 30, y = box.y + 30;
        const before = await page.evaluate(() => window.waylayPage.world.handles()[0]);
        if (how === 'mouse')
            await page.mouse.move(x, y);
        else if (how === 'touch')
            await page.touchscreen.tap(x, y);
        else if (how === 'handle')
            await drag(page, 'pointer', -150, -100);
        else {
            await handle(page, 'pointer').focus();
            await page.keyboard.press('Shift+ArrowLeft');
            await page.keyboard.press('Shift+ArrowUp');
        }
        const after = await page.evaluate(() => window.waylayPage.world.handles()[0]);
        assert.ok(after.x < before.x && after.y > before.y, `${how}: ${JSON.stringify([before, after])}`);
        await steps(page, 200);
        assert.notEqual((await readout(page, 'Time'))[0], '0.00 s');
        await close(page);
    }
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('race', t, page => steps(page, 240)));
