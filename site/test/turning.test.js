// Tests turning circles: each of Dubins' words, dragging of poses, and a march to the end of the path.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutAfter, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

test('a key for each word, and each is the shortest way there', async () => {
    const page = await open('#/turning');
    for (const [k, word] of ['LSL', 'RSR', 'LSR', 'RSL', 'LRL', 'RLR'].entries()) {
        await page.keyboard.press(String(k + 1));
        await readoutLike(page, 'Path type', new RegExp(`^${word};`));
        assert.equal((await readout(page, 'Middle'))[0], word[1] === 'S' ? 'a straight' : 'an arc');
        const [total, parts] = await readout(page, 'Shortest path');
        const sum = parts.match(/[\d.]+/g).map(Number).reduce((a, b) => a + b, 0);
        assert.ok(Math.abs(sum - parseFloat(total)) < 0.16, `${word}: ${total} of ${parts}`);
    }
    await close(page);
});

test('poses are dragged by mouse, touch and keys, and stand in the link', async () => {
    for (const touch of [false, true]) {
        const page = await open('#/turning', { touch });
        const lengths = [(await readout(page, 'Shortest path'))[0]];
        const move = async (id, dx, dy) => {
            if (!touch)
                return drag(page, id, dx, dy);
            await handle(page, id).focus();
            await page.keyboard.press(dx > 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
            return page.keyboard.press(dy > 0 ? 'Shift+ArrowDown' : 'Shift+ArrowUp');
        };
        for (const [id, dx, dy] of [['from', 60, -40], ['heading', 80, 50], ['to', -70, 60], ['to_heading', 90, -60]]) {
            await move(id, dx, dy);
            await readoutAfter(page, 'Shortest path', lengths.at(-1));
            await page.waitForTimeout(250); // the figure may have been that of half the way
            lengths.push((await readout(page, 'Shortest path'))[0]);
        }
        assert.equal(new Set(lengths).size, 5, `${lengths}`);
        await page.waitForFunction(() => /x=.*heading=.*to_x=.*to_heading=/.test(location.hash));
        await page.waitForTimeout(400);
        const link = await page.evaluate(() => location.hash), [last] = await readout(page, 'Shortest path');
        await close(page);
        const again = await open(link);
        assert.ok(Math.abs(parseFloat((await readout(again, 'Shortest path'))[0]) - parseFloat(last)) < 0.2);
        await close(again);
    }
});

test('the march ends where the way does, and begins again', async () => {
    const page = await open('#/turning');
    const total = (await readout(page, 'Shortest path'))[0];
    await steps(page, Math.ceil(parseFloat(total) / 14 * 60) + 2);
    await readoutLike(page, 'Travelled', new RegExp(`^${total.replace('.', '\\.')};`));
    await steps(page, 60);
    assert.ok(parseFloat((await readoutLike(page, 'Travelled', /^\d\.\d m/))) < 5);
    await close(page);
});

test('the cars of a convoy keep their distance, and none leaps', async () => {
    for (const key of [1, 3, 6]) {
        const page = await open('#/turning');
        await page.keyboard.press(String(key));
        await page.getByLabel('Followers', { exact: true }).fill('8');
        await page.getByLabel('Radius', { exact: true }).fill('6');
        const most = await page.evaluate(() => {
            const { world } = window.waylayPage;
            let most = 0, before = world.cars();
            for (let frame = 0; frame < 100; frame++, before = world.cars()) {
                world.step();
                most = Math.max(most, ...world.cars().map(({ x, y }, k) => Math.hypot(x - before[k].x, y - before[k].y)));
            }
            return most;
        });
        assert.ok(most > 0 && most < 1.2 * 14 / 60, `a car moves by ${most} m in a frame`);
        await steps(page, 0);
        assert.deepEqual(await readout(page, 'Convoy'), ['8 follow', '3.00 to 3.00 m apart', '']);
        await close(page);
    }
});

test('a missile homes on a goal that flies, also if a visitor turns the goal on the way', async () => {
    const page = await open('#/turning?flies=8', { live: true });
    const due = parseFloat((await readout(page, 'Meeting in'))[0]);
    await steps(page, Math.floor(due * 30));
    const half = parseFloat((await readout(page, 'Meeting in'))[0]);
    assert.ok(Math.abs(half - due / 2) < 0.1 || half < due, `${due} s, then ${half} s`);
    await drag(page, 'to_heading', -90, 60);
    const turned = parseFloat(await readoutAfter(page, 'Meeting in', `${half.toFixed(2)} s`));
    for (let k = 0; k < 40 && !await page.evaluate(() => window.waylayPage.world.said); k++)
        await steps(page, 30);
    assert.match(await page.locator('#said').textContent(), /^The missile meets the target after \d+\.\d s$/);
    const { from, to } = await page.evaluate(() => Object.fromEntries(window.waylayPage.world.handles().map(one => [one.id, one])));
    assert.ok(Math.hypot(from.x - to.x, from.y - to.y) < 14 / 60 + 0.2 && turned !== half, `${JSON.stringify([from, to])}`);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('turning', t, page => steps(page, 200)));
