// Tests the skirmish: rules for targets; flags by mouse, touch and keys;
// sizes of armies; and the page without WebGL2.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, picture, readout, readoutLike, steps, withoutGl } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const FRAMES_A_SECOND = 60;
const living = async (page, army) => parseInt((await readout(page, army))[0]);
const told = async (page, army, word) => parseInt(new RegExp(`(\\d+) ${word}`).exec((await readout(page, army))[1])[1]);

// Runs the battle until one side has no units. Returns the number of living units of both sides.
async function fight(page) {
    await steps(page, 60 * FRAMES_A_SECOND);
    await readoutLike(page, 'Time', /wins: |draw/);
    return [await living(page, 'Red'), await living(page, 'Blue')];
}

test('the first shot is fired within two seconds, and the picture names the winner', async () => {
    const page = await open('#/skirmish', { width: 900, height: 700 });
    await steps(page, 2 * FRAMES_A_SECOND);
    assert.ok(await told(page, 'Red', 'shots') + await told(page, 'Blue', 'shots') > 0);
    const [red, blue] = await fight(page);
    assert.ok(red === 0 && blue > 0, `${red} and ${blue}`);
    const chips = await page.locator('.chips p:visible').allTextContents();
    assert.match(chips[0], /^nearest: \d+ % of shots wasted, 0 left$/);
    assert.match(chips[1], /^shared out: \d+ % of shots wasted, \d+ left$/);
    assert.equal(chips[2], `Shared out wins: ${blue} of 60 left`);
    assert.equal(await page.locator('#said').textContent(), chips[2]);
    assert.match(await page.locator('.line').textContent(), /Red's rule: nearest. Blue's rule: shared out/);
    const bars = await page.locator('.chips .share').evaluateAll(all => all.map(one => parseFloat(getComputedStyle(one, '::after').width)));
    assert.ok(bars[0] > 1.3 * bars[1], `${bars}`);
    await page.keyboard.press('x'); // start the rematch
    await readoutLike(page, 'Red', /; shared out; /);
    await readoutLike(page, 'Blue', /; nearest; /);
    assert.match(await page.locator('.line').textContent(), /Red's rule: shared out. Blue's rule: nearest/);
    assert.equal(await page.locator('#said').textContent(), '', 'the next verdict is announced, too, if it is the same');
    await page.waitForFunction(() => location.hash === '#/skirmish?seed=2&red=shared+out&blue=nearest');
    await close(page);
});

test('sharing out wastes less and wins, on either side; R gives the same battle again', async () => {
    const page = await open('#/skirmish?units=600&blue=just+enough+to+kill&pace=10', { width: 700, height: 600 });
    await readoutLike(page, 'Red', /^300 of 300; nearest; 0 shots/);
    const [red, blue] = await fight(page);
    assert.ok(red === 0 && blue > 50, `${red} and ${blue}`);
    const inVain = [await told(page, 'Red', 'wasted'), await told(page, 'Blue', 'wasted')];
    assert.ok(inVain[0] > 2 * inVain[1], `${inVain}`);
    await page.keyboard.press('r');
    await readoutLike(page, 'Time', /^0.0 s/);
    assert.deepEqual(await fight(page), [red, blue]);
    assert.deepEqual([await told(page, 'Red', 'wasted'), await told(page, 'Blue', 'wasted')], inVain);
    await page.getByLabel('Red attacks', { exact: true }).selectOption('shared out');
    await page.getByLabel('Blue attacks', { exact: true }).selectOption('nearest');
    await readoutLike(page, 'Targets assigned', /^\d+ of \d+ possible; at the smallest total distance$/);
    const turned = await fight(page);
    assert.ok(turned[0] > 50 && turned[1] === 0, `${turned}`);
    await page.waitForFunction(() => location.hash === '#/skirmish?units=600&red=shared+out&blue=nearest&pace=10');
    await close(page);
});

test('keys choose the next rule, and the battle restarts; odd links become what the controls can show', async () => {
    const page = await open('#/skirmish?units=21&red=toString&seed=1e9', { width: 700, height: 600 });
    await readoutLike(page, 'Red', /^60 of 60; nearest; /);
    assert.equal(await page.getByLabel('Seed', { exact: true }).inputValue(), '8');
    for (const [key, army, mode] of [['o', 'Red', 'soonest'], ['o', 'Red', 'shared out'], ['b', 'Blue', 'just enough to kill']]) {
        await page.keyboard.press(key);
        await readoutLike(page, army, new RegExp(`; ${mode}; `));
    }
    await readoutLike(page, 'Time', /^0.0 s/);
    await page.waitForFunction(() => location.hash === '#/skirmish?seed=8&red=shared+out&blue=just+enough+to+kill');
    await close(page);
});

const middle = (page, army) => page.evaluate(army => window.waylayPage.world.middle(army), army);

test('an army gathers at its flag: by mouse, by touch and by keys; and attacks when it is down', async () => {
    for (const how of ['mouse', 'touch', 'keys']) {
        const page = await open('#/skirmish', { width: 900, height: 700, touch: how === 'touch' });
        const before = await middle(page, 0);
        if (how === 'keys') {
            await handle(page, 'red').focus();
            for (let k = 0; k < 6; k++)
                await page.keyboard.press('Shift+ArrowUp');
        } else if (how === 'mouse')
            await drag(page, 'red', 20, -150);
        else
            await handle(page, 'red').evaluate(button => {
                const { x, y } = button.getBoundingClientRect();
                for (const [kind, dy] of [['pointerdown', 0], ['pointermove', -150], ['pointerup', -150]])
                    button.dispatchEvent(new PointerEvent(kind, { pointerId: 1, pointerType: 'touch', clientX: x, clientY: y + dy, bubbles: true }));
            });
        await page.waitForFunction(() => /red_y=\d/.test(location.hash));
        await steps(page, 4 * FRAMES_A_SECOND);
        const gathered = await middle(page, 0);
        assert.ok(gathered.y > before.y + 8, `${how}: ${before.y} to ${gathered.y}`);
        const { x, y } = await page.evaluate(() => window.waylayPage.world.handles()[0]);
        assert.ok(Math.hypot(gathered.x - x, gathered.y - y) < 12, `${how}: ${JSON.stringify(gathered)} at ${x}, ${y}`);
        await page.keyboard.press('a');
        await page.waitForFunction(() => location.hash === '#/skirmish');
        await fight(page);
        await close(page);
    }
});

test('a flag in the link is planted from the beginning, and an army that holds one does not attack', async () => {
    const page = await open('#/skirmish?red_x=20&red_y=30&blue_x=80&blue_y=30', { width: 700, height: 600 });
    await steps(page, 7 * FRAMES_A_SECOND);
    await page.waitForTimeout(200);
    assert.deepEqual([await told(page, 'Red', 'shots'), await living(page, 'Blue')], [0, 60]);
    await page.keyboard.press('r');
    await readoutLike(page, 'Time', /^0.0 s/);
    await page.waitForFunction(() => location.hash.includes('blue_x=80'));
    await page.getByRole('button', { name: /^Blue's flag: drag/ }).waitFor();
    await page.keyboard.press('a');
    await fight(page);
    assert.equal(await page.evaluate(() => location.hash), '#/skirmish');
    await close(page);
});

test('units do not run into each other, in armies of 150 and 600', async () => {
    const page = await open('#/skirmish?red=shared+out', { width: 700, height: 600 });
    for (const units of ['300', '1,200']) {
        await page.getByLabel('Units', { exact: true }).selectOption(units);
        const half = parseInt(units.replace(',', '')) / 2;
        await readoutLike(page, 'Red', new RegExp(`^${half} of ${half}`));
        for (let k = 0; k < 6; k++) {
            await steps(page, 30);
            const least = await page.evaluate(() => window.waylayPage.world.nearestTwo());
            assert.ok(least > 1.2 - 0.01, `${units}: ${least}`);
        }
    }
    await close(page);
});

test('without WebGL2 there are fewer', async () => {
    const page = await open('#/skirmish?units=2400', { before: withoutGl });
    await readoutLike(page, 'Red', /^150 of 150/);
    await steps(page, 3 * FRAMES_A_SECOND);
    const painted = await page.evaluate(() => {
        const canvas = document.querySelector('canvas.shapes'), { width, height } = canvas;
        return canvas.getContext('2d').getImageData(0, 0, width, height).data.filter((value, k) => k % 4 === 3 && value > 0).length;
    });
    assert.ok(painted > 2000, `${painted} pixels`);
    await picture(page, 'skirmish-without-webgl');
    await close(page);
});

test('it moves by itself, unless the system asks for less motion, and P stops it', async () => {
    const still = await open('#/skirmish', { width: 500, height: 500 });
    await still.waitForTimeout(500);
    assert.match((await readout(still, 'Time'))[0], /^0.0 s/);
    await close(still);
    const page = await open('#/skirmish', { width: 500, height: 500, live: true });
    await readoutLike(page, 'Time', /^[1-9]/);
    await page.keyboard.press('p');
    await page.waitForTimeout(300);
    const [time] = await readout(page, 'Time');
    await page.waitForTimeout(500);
    assert.equal((await readout(page, 'Time'))[0], time);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t =>
    judgeAll('skirmish', t, page => steps(page, 4 * FRAMES_A_SECOND)));
