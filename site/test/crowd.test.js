// Tests the scene of a crowd at a door. People that use avoid2d pass the door. People that follow the other
// rule, "stop before you bump", jam there. A visitor can drag walls, and no person walks through a wall.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const through = page => page.evaluate(() => window.waylayPage.world.through);

test('the crowd flows through the door by avoid2d, and jams by the other rule', async t => {
    const page = await open('#/crowd?people=40', { width: 700, height: 600 });
    let [flow, jam] = [0, 0];
    for (let k = 0; k < 40 && flow < 40; k++) {
        await steps(page, 60);
        [flow, jam] = await through(page);
    }
    t.diagnostic(`${flow} and ${jam} of 40 are through`);
    assert.ok(flow === 40 && jam < 30, `${flow} and ${jam}`);
    await page.waitForFunction(() => /^All through after \d+ s; by the other rule \d+ of 40$/.test(document.querySelector('#said').textContent), null,
        { timeout: 5000 });
    await close(page);
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
