// Tests the march: people go through the gates and round what a visitor drags in their way, and through no wall.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const WALL = 48.5, GATES = [13, 40];

// Runs the scene. Returns how many people went through each gate, and how many through the wall.
const walk = (page, frames) => page.evaluate(([frames, WALL, GATES]) => {
    const { world } = window.waylayPage, through = [0, 0, 0];
    window.waylayPage.stage.running = false;
    for (let frame = 0, before = world.people(); frame < frames; frame++) {
        world.step();
        const now = world.people();
        now.forEach(([x, y], i) => {
            const [from, fromY] = before[i];
            if ((from < WALL) !== (x < WALL) && Math.abs(x - from) < 1) {
                const gate = GATES.findIndex(at => Math.abs((y + fromY) / 2 - at) < 3.5);
                through[gate < 0 ? 2 : gate]++;
            }
        });
        before = now;
    }
    window.waylayPage.stage.want();
    return new Promise(done => { setTimeout(() => done(through), 150); });
}, [frames, WALL, GATES]);

test('people march through both gates to their exits, and through no wall', async t => {
    const page = await open('#/march?people=400', { width: 900, height: 700 });
    const [low, high, wall] = await walk(page, 1200);
    t.diagnostic(`${low} and ${high} through the gates; ${(await readout(page, 'Time in waylay per step'))[0]} per step`);
    assert.ok(low > 40 && high > 40 && wall === 0, `${low}, ${high}, ${wall} through the wall`);
    assert.match(await readoutLike(page, 'Arrived', /^[1-9]\d\d/), /^\d+; [1-9]\d+ a minute/);
    assert.match(await page.locator('.chips p').first().textContent(), /^400 people led in [\d.]+ ms$/);
    await close(page);
});

test('who shuts a gate with the bar, by mouse or touch, sends all people through the other one; keys open it again', async () => {
    for (const touch of [false, true]) {
        const page = await open('#/march?people=400', { width: 900, height: 700, touch, live: true });
        const at = id => handle(page, id).boundingBox().then(({ x, y, width }) => [x + width / 2, y + width / 2]);
        const gate = await at('gate_low'), scale = await page.evaluate(() => window.waylayPage.stage.pen.view.scale);
        const client = touch && await page.context().newCDPSession(page);
        for (const [id, up] of [['bar_a', 4.5], ['bar_b', -4.5]]) { // puts the bar over the gate
            const [x, y] = await at(id), dx = gate[0] - x, dy = gate[1] + up * scale - y;
            if (!touch)
                await drag(page, id, dx, dy);
            else
                for (const [type, part] of [['touchStart', 0], ['touchMove', 0.5], ['touchMove', 1], ['touchEnd']])
                    await client.send('Input.dispatchTouchEvent', { type, touchPoints: part === undefined ? [] : [{ x: x + dx * part, y: y + dy * part }] });
        }
        await page.waitForFunction(() => /bar_ax=4[78].*bar_bx=4[78]/.test(location.hash));
        await walk(page, 120); // by now, the people who were in the gate have passed it
        const [low, high, wall] = await walk(page, 900);
        assert.ok(low === 0 && high > 60 && wall === 0, `${low} and ${high} through the gates, ${wall} through the wall`);
        assert.equal((await readout(page, 'Without a way'))[0], '0');
        await handle(page, 'bar_a').focus();
        for (let k = 0; k < 3; k++)
            await page.keyboard.press('Shift+ArrowLeft');
        await walk(page, 300);
        assert.ok((await walk(page, 900))[0] > 10, 'the lower gate is open again');
        await close(page);
    }
});

test('gates are dragged by mouse and keys; who drags the bar over an exit reads for how many there is no way', async () => {
    const page = await open('#/march?people=200&field=blue&bar_ax=90&bar_ay=29&bar_bx=95&bar_by=39', { width: 900, height: 700 });
    await drag(page, 'gate_high', 40, 60);
    await page.waitForFunction(() => /gate_high=3\d/.test(location.hash));
    await handle(page, 'gate_low').focus();
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => /gate_low=14/.test(location.hash));
    await steps(page, 4);
    assert.equal((await readout(page, 'Without a way'))[0], '0');
    await drag(page, 'bar_a', 60, 0);
    await steps(page, 4);
    await readoutLike(page, 'Without a way', /^50;/); // the blue ones: all the others go on
    assert.equal(await page.locator('.chips p[data-tone=bad]').textContent(), 'No way for 50 people');
    assert.equal(await page.locator('#said').textContent(), 'No way for 50 people');
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('march', t, page => steps(page, 200)));
