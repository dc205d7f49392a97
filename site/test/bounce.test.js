// Tests the slanted room: no ball leaves the room, enters another one or loses energy, even when a visitor drags walls.
// Balls are thrown by mouse, touch and keys.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

test('in twenty seconds no ball leaves the room or enters another one, and no energy is lost', async () => {
    const page = await open('#/bounce');
    await steps(page, 1200);
    await readoutLike(page, 'Bounces', /^[1-9]\d+; in the last 60 frames/);
    assert.equal((await readout(page, 'Rescued'))[0], '0');
    assert.equal((await readout(page, 'Energy'))[0], '100.00 %');
    const discs = (await page.evaluate(() => window.waylayPage.world.places())).filter(([, , radius]) => radius > 0);
    const gaps = discs.flatMap(([x, y, r], k) => discs.slice(k + 1).map(([x2, y2, r2]) => Math.hypot(x - x2, y - y2) - r - r2));
    assert.ok(discs.length > 90 && Math.min(...gaps) > -1e-4, `${discs.length} discs, least gap ${Math.min(...gaps)}`);
    await close(page);
});

test('restitution, friction and gravity take speed and give it', async () => {
    const page = await open('#/bounce?restitution=0.5&friction=0.2');
    await steps(page, 300);
    assert.ok(parseFloat(await readoutLike(page, 'Energy', /^\d/)) < 50);
    await page.getByLabel('Gravity', { exact: true }).fill('10');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.includes('gravity=10'));
    await steps(page, 600);
    const low = await page.evaluate(() => window.waylayPage.world.places().filter(([, y]) => y < 23).length);
    assert.ok(low > 150, `${low} of 200 are in the lower half`);
    await close(page);
});

test('walls are dragged by mouse and keys; who is outside then comes back; the link keeps them', async () => {
    const page = await open('#/bounce');
    await steps(page, 10);
    await drag(page, 'corner4', -260, 120);
    await steps(page, 2);
    await readoutLike(page, 'Rescued', /^[1-9]/);
    const brought = async () => Number((await readout(page, 'Rescued'))[0]);
    await page.waitForTimeout(200);
    const before = await brought();
    await steps(page, 300);
    await page.waitForTimeout(200);
    assert.equal(await brought(), before);
    await handle(page, 'post').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.waitForFunction(() => /corner4_x=.*post_y=/.test(location.hash));
    await close(page);
});

test('a tap begins a ball there', async () => {
    const page = await open('#/bounce?balls=2', { touch: true });
    const box = await page.locator('canvas.shapes').boundingBox();
    const places = () => page.evaluate(() => window.waylayPage.world.places());
    const before = await places();
    await page.touchscreen.tap(box.x + box.width * 0.4, box.y + box.height * 0.25);
    const after = await places();
    assert.notDeepEqual(after[1], before[1]);
    assert.deepEqual(after[0], before[0]);
    await close(page);
});

test('the large ball is thrown by a flick of mouse or finger, and by keys', async () => {
    for (const how of ['mouse', 'touch', 'keys']) {
        const page = await open('#/bounce?balls=20', { touch: how === 'touch', live: true });
        const large = await handle(page, 'ball').boundingBox(), x = large.x + 20, y = large.y + 20;
        if (how === 'keys') {
            await handle(page, 'ball').focus();
            for (let k = 0; k < 8; k++)
                await page.keyboard.press('ArrowRight');
        } else if (how === 'touch') {
            const client = await page.context().newCDPSession(page);
            for (const [type, dx] of [['touchStart', 0], ['touchMove', 60], ['touchMove', 140], ['touchEnd']])
                await client.send('Input.dispatchTouchEvent', { type, touchPoints: dx === undefined ? [] : [{ x: x + dx, y }] });
        } else {
            await page.mouse.move(x, y);
            await page.mouse.down();
            await page.mouse.move(x + 60, y);
            await page.mouse.move(x + 140, y, { steps: 3 });
            await page.mouse.up();
        }
        const fast = await page.evaluate(() => window.waylayPage.world.speedOf(0));
        assert.ok(Math.hypot(...fast) > 25, `${how}: ${fast}`);
        await steps(page, 300);
        assert.equal((await readout(page, 'Energy'))[0], '100.00 %', how);
        await close(page);
    }
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('bounce', t, page => steps(page, 100)));
