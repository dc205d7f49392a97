// Tests the skirmish: the visitor's guess by mouse, touch and keys; rules for targets; and sizes of armies.
import assert from 'node:assert/strict';
import test from 'node:test';
import { click, close, end, open, readout, readoutLike, steps } from './browser.js';
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
    await page.keyboard.press('1');
    await steps(page, 2 * FRAMES_A_SECOND);
    assert.ok(await told(page, 'Red', 'shots') + await told(page, 'Blue', 'shots') > 0);
    const [red, blue] = await fight(page);
    assert.ok(red === 0 && blue > 0, `${red} and ${blue}`);
    const chips = await page.locator('.chips p:visible').allTextContents();
    assert.match(chips[0], /^nearest: \d+ % of shots wasted, 0 left$/);
    assert.match(chips[1], /^shared out: \d+ % of shots wasted, \d+ left$/);
    assert.equal(chips[2], `Shared out wins: ${blue} of 60 left`);
    assert.deepEqual(chips.slice(3, 5), ['You guessed wrong: 0 of 1', 'nearest 0 : 1 shared out']);
    assert.equal(await page.locator('#said').textContent(), `${chips[2]}. ${chips[3]}`);
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

test('who guesses by mouse, touch or key is told whether that was right; without a guess they begin by themselves', async () => {
    for (const how of ['mouse', 'touch', 'key', 'no guess']) {
        const page = await open('#/skirmish', { width: 900, height: 700, touch: how === 'touch', live: true });
        const box = await page.locator('canvas.shapes').boundingBox(), at = [box.x + 0.8 * box.width, box.y + box.height / 2];
        const chips = async () => (await page.locator('.chips p:visible').allTextContents()).filter(text => text !== 'Paused');
        assert.equal((await chips())[0], 'Which army wins?');
        await (how === 'mouse' ? click(page, ...at) : how === 'touch' ? page.touchscreen.tap(...at) : how === 'key' && page.keyboard.press('2'));
        await readoutLike(page, 'Time', /^[1-9]/);
        await fight(page);
        assert.deepEqual((await chips()).slice(3), [...how === 'no guess' ? [] : ['You guessed right: 1 of 1'], 'nearest 0 : 1 shared out']);
        await page.keyboard.press('x');
        await page.waitForFunction(() => document.querySelector('.chips p').textContent === 'Which army wins?');
        await fight(page);
        assert.equal((await chips()).at(-1), 'shared out 2 : 0 nearest', 'the sides have changed, and the rule wins again');
        await close(page);
    }
});

test('units do not run into each other, in armies of 150 and 600', async () => {
    const page = await open('#/skirmish?red=shared+out', { width: 700, height: 600 });
    for (const units of ['300', '1,200']) {
        await page.getByLabel('Units', { exact: true }).selectOption(units);
        const half = parseInt(units.replace(',', '')) / 2;
        await readoutLike(page, 'Red', new RegExp(`^${half} of ${half}`));
        await page.keyboard.press('1');
        for (let k = 0; k < 6; k++) {
            await steps(page, 30);
            const least = await page.evaluate(() => window.waylayPage.world.nearestTwo());
            assert.ok(least > 1.2 - 0.01, `${units}: ${least}`);
        }
    }
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t =>
    judgeAll('skirmish', t, page => steps(page, 10 * FRAMES_A_SECOND)));
