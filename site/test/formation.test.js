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

test('nobody leaps, down to the smallest circles; and the path\'s type is what its letters say', async () => {
    const words = { L: 'left', R: 'right', S: 'straight' };
    for (const style of ['rows', 'columns'])
        for (const [radius, heading, to] of [[5, 90, 45], [6.5, -120, 200], [9.5, 180, -90], [5, 0, 180]]) {
            const page = await open(`#/formation?style=${style}&radius=${radius}&heading=${heading}&to_heading=${to}`, { width: 700, height: 500 });
            const most = await page.evaluate(() => {
                const { world } = window.waylayPage;
                let most = 0, before = world.units();
                for (let frame = 0; frame < 1500 && !world.isThere; frame++) {
                    world.step();
                    const now = world.units();
                    most = Math.max(most, ...now.map(([x, y], i) => Math.hypot(x - before[i][0], y - before[i][1])));
                    before = now;
                }
                return most;
            });
            assert.ok(most < 4 * 9 / 60, `${style} ${radius}: a unit moves by ${most} m in a frame`);
            const [type, turns] = await readout(page, 'Path type');
            assert.equal(turns, [...type].map(letter => words[letter]).join(', '));
            await close(page);
        }
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
    const [, length] = await readout(page, 'Travelled');
    await drag(page, 'from', 60, -40); // turning.test.js drags all four handles
    const dragged = await readoutAfter(page, 'Travelled', length, 'note');
    await handle(page, 'to').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await readoutAfter(page, 'Travelled', dragged, 'note');
    await close(page);
});

test('the whole course is in the picture, also with the largest circles', async () => {
    const page = await open('#/formation?radius=25&heading=-90&to_heading=-90', { width: 700, height: 500 });
    const out = await page.evaluate(() => {
        const { view } = window.waylayPage.stage.pen, { world } = window.waylayPage;
        let out = 0;
        for (let frame = 0; frame < 3000 && !world.isThere; frame++) {
            world.step();
            const [x, y] = world.units()[2];
            out += x < view.left || x > view.left + view.width || y < view.bottom || y > view.bottom + view.height;
        }
        return out;
    });
    assert.equal(out, 0);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t =>
    judgeAll('formation', t, async page => steps(page, await middle(page))));
