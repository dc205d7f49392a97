// Tests the scene "arcs": the low and the high shot hit at the predicted time. Also tests reasons for no hit,
// and dragging.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutAfter, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

test('F and G fire low and high, and both hit a target that gains speed', async () => {
    for (const link of ['#/arcs', '#/arcs?push=-1.5', '#/arcs?target_x=20&target_y=20&flight_x=6&push=1'])
        for (const [key, arc] of [['f', 'Low arc'], ['g', 'High arc']]) {
            const page = await open(link);
            const time = parseFloat((await readout(page, arc))[0]);
            await page.keyboard.press(key);
            await steps(page, Math.ceil(time * 60) + 3);
            const hit = await readoutLike(page, 'Last shot', /^hit after/);
            assert.ok(Math.abs(parseFloat(hit.slice('hit after '.length)) - time) < 0.1, `${link} ${arc}: ${hit}, said ${time}`);
            assert.equal((await readout(page, 'Hits'))[0], '1 of 1');
            await close(page);
        }
});

test('a tap fires; a gun and a target that are dragged change the arcs, and the link keeps them', async () => {
    const page = await open('#/arcs', { touch: true });
    const box = await page.locator('canvas.shapes').boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + 20);
    await readoutLike(page, 'Last shot', /in the air/);
    const times = [(await readout(page, 'Low arc'))[0]];
    for (const [id, dx, dy] of [['gun', 80, -60], ['target', -120, -60], ['flight', -30, 20]]) {
        await drag(page, id, dx, dy);
        times.push(await readoutAfter(page, 'Low arc', times.at(-1)));
        await page.waitForTimeout(250);
    }
    await handle(page, 'gun').focus();
    await page.keyboard.press('Shift+ArrowRight');
    times.push(await readoutAfter(page, 'Low arc', times.at(-1)));
    assert.equal(new Set(times).size, 5, `${times}`);
    await page.waitForFunction(() => /gun_x=.*target_x=/.test(location.hash));
    await close(page);
});

test('where no shell meets it, a reason stands in words, and F holds back', async () => {
    const page = await open('#/arcs?speed=10');
    await readoutLike(page, 'Low arc', /^none; No shot: /);
    await page.keyboard.press('f');
    await readoutLike(page, 'Last shot', /^held fire/);
    assert.equal(await page.locator('.chips p').first().textContent(), 'No shot: the target flies away faster than the shot.');
    await page.getByLabel('Shell', { exact: true }).fill('40');
    await page.keyboard.press('Enter');
    await readoutLike(page, 'Low arc', /^[\d.]+ s; aims at/);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('arcs', t, async page => {
    await steps(page, 40);
    await page.keyboard.press('g');
    await steps(page, 50);
}));
