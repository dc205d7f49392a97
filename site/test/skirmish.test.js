// Skirmish: the battle of the C program; targets taken otherwise; flags by mouse, touch and keys; sizes, and without WebGL2.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { close, drag, end, handle, open, picture, readout, readoutLike, root, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const BESIDE = 'State at the end', FRAMES_A_SECOND = 60;
const native = Object.fromEntries(readFileSync(path.join(root, 'build-proof/page/native/skirmish.txt'), 'utf8').trim().split('\n')
    .map(line => line.split(' ')));
const living = async (page, army) => parseInt((await readout(page, army))[0]);
const wasted = async (page, army) => parseInt(/(\d+) wasted/.exec((await readout(page, `${army}'s shots`))[1])[1]);

// Until one side is gone; how many are left of each.
async function fight(page) {
    await steps(page, 60 * FRAMES_A_SECOND);
    await readoutLike(page, 'Time', /won$/);
    return [await living(page, 'Orange'), await living(page, 'Blue')];
}

test('the battle ends as the C program\'s, for every seed that is recorded', async t => {
    const recorded = readFileSync(path.join(root, 'tests/skirmish.txt'), 'utf8').trim().split('\n').slice(1);
    assert.deepEqual(recorded, Object.entries(native).slice(0, 3).map(pair => pair.join(' ')));
    const page = await open('#/skirmish', { width: 700, height: 600 });
    for (const [seed, state] of Object.entries(native)) {
        await page.getByLabel('Seed', { exact: true }).and(page.locator('input')).fill(seed);
        await page.keyboard.press('Enter');
        await readoutLike(page, BESIDE, new RegExp(`^${state}; in C: a hash of every place in every step of seed ${seed}$`));
        await fight(page);
        await readoutLike(page, BESIDE, new RegExp(`^${state}; here, too: equal$`));
        assert.equal((await readout(page, BESIDE))[2], 'good');
        await page.waitForTimeout(200);
    }
    t.diagnostic(`${Object.keys(native).length} battles end as in C`);
    await page.waitForFunction(() => location.hash === '#/skirmish?seed=8');
    await close(page);
});

test('who shares out wastes less and wins; R gives the same battle again', async () => {
    const page = await open('#/skirmish?units=600&orange=nearest&blue=as+it+can+bear&pace=10', { width: 700, height: 600 });
    await readoutLike(page, 'Orange', /^300 of 300; nearest$/);
    const [orange, blue] = await fight(page);
    assert.ok(orange === 0 && blue > 50, `${orange} and ${blue}`);
    const inVain = [await wasted(page, 'Orange'), await wasted(page, 'Blue')];
    assert.ok(inVain[0] > 2 * inVain[1], `${inVain}`);
    const ends = await readout(page, 'Last battle');
    assert.match(ends.join('; '), /^blue won; after [\d.]+ s: 0 orange \(nearest\), \d+ blue \(as it can bear\)/);
    assert.match((await readout(page, BESIDE))[1], /you command/);
    await page.keyboard.press('r');
    await readoutLike(page, 'Time', /^0.0 s/);
    assert.deepEqual(await fight(page), [orange, blue]);
    assert.deepEqual([await wasted(page, 'Orange'), await wasted(page, 'Blue'), (await readout(page, 'Last battle'))[1]], [...inVain, ends[1]]);

    await page.getByLabel('Orange takes', { exact: true }).selectOption('shared out');
    await page.getByLabel('Blue takes', { exact: true }).selectOption('nearest');
    await readoutLike(page, 'Have a target of their own', /^\d+; no way serves more than \d+; above the least sum: 0 m$|^0/);
    const turned = await fight(page);
    assert.ok(turned[0] > 50 && turned[1] === 0, `${turned}`);
    await page.waitForFunction(() => location.hash === '#/skirmish?units=600&blue=nearest&pace=10');
    await close(page);
});

test('keys take targets otherwise, and the battle begins again', async () => {
    const page = await open('#/skirmish', { width: 700, height: 600 });
    await steps(page, 240);
    await readoutLike(page, 'Time', /^4.0 s; they fight$/);
    for (const [key, army, mode] of [['o', 'Orange', 'as it can bear'], ['o', 'Orange', 'nearest'], ['o', 'Orange', 'earliest'], ['b', 'Blue', 'as it can bear']]) {
        await page.keyboard.press(key);
        await readoutLike(page, army, new RegExp(`; ${mode}$`));
    }
    await readoutLike(page, 'Time', /^0.0 s/);
    await page.waitForFunction(() => location.hash === '#/skirmish?orange=earliest&blue=as+it+can+bear');
    await page.getByRole('button', { name: 'Orange: other targets' }).click();
    await readoutLike(page, 'Orange', /shared out$/);
    const [orange, blue] = await fight(page);
    assert.ok(blue > 0 && orange === 0, `${orange} and ${blue}`);
    await close(page);
});

const middle = (page, army) => page.evaluate(army => window.waylayPage.world.middle(army), army);

test('an army gathers at its flag: by mouse, by touch and by keys; and attacks when it is down', async () => {
    for (const how of ['mouse', 'touch', 'keys']) {
        const page = await open('#/skirmish', { width: 900, height: 700, touch: how === 'touch' });
        const before = await middle(page, 0);
        if (how === 'keys') {
            await handle(page, 'orange').focus();
            for (let k = 0; k < 6; k++)
                await page.keyboard.press('Shift+ArrowUp');
        } else if (how === 'mouse')
            await drag(page, 'orange', 20, -150);
        else
            await handle(page, 'orange').evaluate(button => {
                const { x, y } = button.getBoundingClientRect();
                for (const [kind, dy] of [['pointerdown', 0], ['pointermove', -150], ['pointerup', -150]])
                    button.dispatchEvent(new PointerEvent(kind, { pointerId: 1, pointerType: 'touch', clientX: x, clientY: y + dy, bubbles: true }));
            });
        await page.waitForFunction(() => /orange_y=\d/.test(location.hash));
        await readoutLike(page, BESIDE, /you command/);
        await steps(page, 10 * FRAMES_A_SECOND);
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

test('a flag in the link is planted from the beginning, and nobody who holds one attacks', async () => {
    const page = await open('#/skirmish?orange_x=20&orange_y=30&blue_x=80&blue_y=30', { width: 700, height: 600 });
    await steps(page, 20 * FRAMES_A_SECOND);
    assert.deepEqual([(await readout(page, 'Orange\'s shots'))[0], await living(page, 'Blue')], ['0', 60]);
    await page.keyboard.press('r');
    await readoutLike(page, 'Time', /^0.0 s/);
    await page.waitForFunction(() => location.hash.includes('blue_x=80'));
    await page.getByRole('button', { name: /^Blue's flag: drag/ }).waitFor();
    await page.keyboard.press('a');
    await fight(page);
    assert.equal(await page.evaluate(() => location.hash), '#/skirmish');
    await close(page);
});

test('nobody runs into another, in armies of 150 and 600', async () => {
    const page = await open('#/skirmish', { width: 700, height: 600 });
    for (const units of ['300', '1,200']) {
        await page.getByLabel('Units', { exact: true }).selectOption(units);
        const half = parseInt(units.replace(',', '')) / 2;
        await readoutLike(page, 'Orange', new RegExp(`^${half} of ${half}`));
        await readoutLike(page, BESIDE, /recorded for 120 units and seeds 1 to 8$/);
        for (let k = 0; k < 8; k++) {
            await steps(page, 60);
            const least = await page.evaluate(() => window.waylayPage.world.nearestTwo());
            assert.ok(least > 1.2 - 0.01, `${units}: ${least}`);
        }
    }
    await close(page);
});

test('without WebGL2 there are fewer', async () => {
    const page = await open('#/skirmish?units=2400', { before: () => {
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
        };
    } });
    await readoutLike(page, 'Orange', /^150 of 150/);
    await steps(page, 10 * FRAMES_A_SECOND);
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
    const page = await open('#/skirmish?pace=3', { width: 500, height: 500, live: true });
    await readoutLike(page, 'Time', /^[1-9]/);
    await page.keyboard.press('p');
    await page.waitForTimeout(300);
    const [time] = await readout(page, 'Time');
    await page.waitForTimeout(500);
    assert.equal((await readout(page, 'Time'))[0], time);
    await close(page);
});

test('the picture of an army of 1,200, and of a flag', async () => {
    const page = await open('#/skirmish?units=1200&orange=nearest&orange_x=40&orange_y=60', { width: 1400 });
    await steps(page, 14 * FRAMES_A_SECOND);
    await page.waitForTimeout(250);
    await picture(page, 'skirmish-1200');
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t =>
    judgeAll('skirmish', t, page => steps(page, 9 * FRAMES_A_SECOND)));
