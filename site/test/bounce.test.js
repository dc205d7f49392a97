// Tests the slanted room: no ball leaves the room or loses speed, even when a visitor drags walls.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

test('in twenty seconds nobody leaves the room, and nobody loses speed', async () => {
    const page = await open('#/bounce');
    await steps(page, 1200);
    await readoutLike(page, 'Bounces', /^[1-9]\d+; in the last 60 frames/);
    assert.equal((await readout(page, 'Rescued'))[0], '0');
    assert.equal((await readout(page, 'Mean speed'))[0], '14.00 m/s');
    await close(page);
});

test('restitution, friction and gravity take speed and give it', async () => {
    const page = await open('#/bounce?restitution=0.5&friction=0.2');
    await steps(page, 300);
    assert.ok(parseFloat((await readoutLike(page, 'Mean speed', /^\d/))) < 10);
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
    assert.notDeepEqual(after[0], before[0]);
    assert.deepEqual(after[1], before[1]);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('bounce', t, page => steps(page, 100)));
