// Tests the scene of a crowd at a door. People that use avoid2d pass the door, also if a visitor drags walls, and
// hardly overlap. No person walks through a wall.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const through = page => page.evaluate(() => window.waylayPage.world.through);

test('the crowd flows through doors and round bars that one would drag, and overlaps by 5 cm at most', async t => {
    for (const link of ['', '?door_low=6.6&door_high=8.4', '?bar_ax=27&bar_ay=3&bar_bx=27&bar_by=12', '?bar_ax=20&bar_ay=1&bar_bx=26&bar_by=11',
        '?trap_x=27&trap_y=7.5&bar_ax=21&bar_ay=4.5&bar_bx=21&bar_by=10.5']) {
        const page = await open(`#/crowd${link}`, { width: 700, height: 600 });
        let flow = 0, most = 0;
        for (let k = 0; k < 30 && flow < 60; k++) {
            await steps(page, 120);
            [flow] = await through(page);
            most = Math.max(most, parseFloat((await readout(page, 'Through by avoid2d'))[1].match(/\d+/)));
        }
        t.diagnostic(`${link}: ${flow} of 60 after ${(await readout(page, 'Time'))[0]}, overlap ${most} cm; ${(await through(page))[1]}, ${(await readout(page, 'Through by social forces'))[1]}`);
        assert.ok(flow === 60 && most <= 5, `${link}: ${flow}, ${most} cm`);
        assert.match(await page.locator('#said').textContent(), /^All through after \d+ s; by social forces \d+ of 60$/);
        await close(page);
    }
});

test('who shuts the way is told so, and no door can be dragged to be too narrow', async () => {
    const page = await open('#/crowd?people=20&bar_ax=28&bar_ay=0.5&bar_bx=28&bar_by=14.5', { width: 900, height: 700 });
    await steps(page, 60 * 15);
    assert.deepEqual(await page.locator('.chips p[data-tone=bad]').allTextContents(), ['Shut: there is no way through']);
    await drag(page, 'low', 0, -300);
    await page.waitForFunction(() => Math.abs(new URLSearchParams(location.hash.split('?')[1]).get('door_low') - (8.7 - 1.2)) < 0.01);
    await close(page);
});

test('a door that a visitor drags to its least width, 1.2 m for people of 0.8 m, flows', async t => {
    const page = await open('#/crowd', { width: 900, height: 700, live: true });
    await drag(page, 'low', 0, -300);
    let last = 0, longest = 0, waited = 0;
    for (let seconds = 0; seconds < 60 && last < 60; seconds++) {
        await steps(page, 60);
        const [now] = await through(page);
        waited = now === last && last > 0 ? waited + 1 : 0;
        longest = Math.max(longest, waited);
        last = now;
    }
    const [time] = await readout(page, 'Time');
    t.diagnostic(`${last} of 60 after ${time}, longest pause ${longest} s`);
    assert.ok(last === 60 && longest <= 4, `${last}, ${longest} s`);
    await close(page);
});

test('a trap that is dragged over the crowd by mouse, touch or keys lets all people out, and they walk round it', async () => {
    for (const how of ['mouse', 'touch', 'keys']) {
        const page = await open('#/crowd', { width: 900, height: 700, touch: how === 'touch', live: true });
        await steps(page, 20);
        const { x, y } = await handle(page, 'trap_').boundingBox(), before = await page.evaluate(() => window.waylayPage.world.handles().at(-1).y);
        if (how === 'mouse')
            await drag(page, 'trap_', -60, 40);
        else if (how === 'touch') {
            const client = await page.context().newCDPSession(page);
            for (const [type, part] of [['touchStart', 0], ['touchMove', 20], ['touchMove', 40], ['touchEnd']])
                await client.send('Input.dispatchTouchEvent', { type, touchPoints: part === undefined ? [] : [{ x: x + 20 - 1.5 * part, y: y + 20 + part }] });
        } else {
            await handle(page, 'trap_').focus();
            for (const key of ['ArrowLeft', 'ArrowDown'])
                await page.keyboard.press(`Shift+${key}`);
        }
        assert.ok(await page.evaluate(() => window.waylayPage.world.handles().at(-1).y) < before - 1, how);
        let flow = 0;
        for (let k = 0; k < 30 && flow < 60; k++) {
            await steps(page, 120);
            [flow] = await through(page);
        }
        assert.equal(flow, 60, how);
        await close(page);
    }
});

test('walls are dragged by mouse and keys, and no person walks through them; the link keeps them', async () => {
    const page = await open('#/crowd?people=20', { width: 900, height: 700 });
    await drag(page, 'low', 60, 0);
    await handle(page, 'bar_a').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.waitForFunction(() => /door_x=3\d.*bar_ay=/.test(location.hash));
    await steps(page, 300);
    const people = await page.evaluate(() => window.waylayPage.world.people());
    assert.ok(people.every(([, y]) => y > 0 && y < 15), `${people}`);
    await readoutLike(page, 'Time', /^5\.0 s/);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('crowd', t, page => steps(page, 500)));
