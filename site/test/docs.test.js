// Tests that every behaviour has a page, which accepts numbers and draws a picture.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, picture } from './browser.js';
import { CALLS } from '../src/docs/choosing.js';
import { judge, judgeAll } from './judge.js';

test.after(end);

const calls = CALLS.map(one => one.name);
const answer = (page, name) => page.evaluate(name => [...document.querySelectorAll('.readouts > div')]
    .find(one => one.querySelector('dt').textContent === name).querySelector('.value').textContent, name);

test('every behaviour of the registry opens with numbers, an answer and a picture', async t => {
    const page = await open('#/docs');
    const names = await page.locator('.finder li a').allTextContents();
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.length >= 71, `${names.length}`);
    for (const name of calls)
        assert.ok(names.includes(name), name);
    const odd = [];
    for (const name of names.filter(name => !calls.includes(name))) {
        await page.evaluate(name => { location.hash = `#/docs?b=${name}`; }, name);
        await page.waitForFunction(name => document.querySelector('h1')?.textContent === name && document.querySelector('[data-ready]'), name);
        const seen = await page.evaluate(() => {
            const values = [...document.querySelectorAll('.readouts .value')].map(one => one.textContent);
            const { view } = window.waylayPage.stage.pen;
            const empty = [...document.querySelectorAll('.fields input')].filter(one => one.value === '' && one.placeholder === '').length;
            return { values, empty, size: view.width, places: window.waylayPage.handles().length,
                code: document.querySelector('pre').textContent };
        });
        assert.ok(seen.values.length > 0 && seen.empty === 0 && seen.code.includes(`way.${name}.one({`),
            `${name}: ${JSON.stringify(seen)}`);
        if (seen.values.some(value => /inf|nan|invalid|late|too_slow|no_path/i.test(value)))
            odd.push(name);
    }
    t.diagnostic(`${names.length} behaviours; without a usual answer to begin with: ${odd.join(', ') || 'none'}`);
    assert.ok(odd.length <= 3, `${odd}`);
    await close(page);
});

test('numbers are typed, and the answer is the library\'s', async () => {
    const page = await open('#/docs?b=intercept2d&chaser_x=0&chaser_y=0&chaser_speed=5&runner_x=10&runner_y=0&runner_vx=0&runner_vy=0');
    assert.equal(await answer(page, 'time'), '2 s');
    const speed = page.getByLabel(/^chaser_speed/);
    await page.getByRole('button', { name: 'C', exact: true }).click();
    await speed.fill('10');
    assert.equal(await answer(page, 'time'), '1 s');
    assert.match(await page.locator('pre:visible').textContent(), /way_intercept2d_agent agent;[^]*agent\.chaser_speed = 10;[^]*way_intercept2d_one\(&agent, &answer\);/);
    await page.getByLabel(/^reach/).fill('5');
    assert.equal(await answer(page, 'time'), '0.5 s');
    await page.getByLabel(/^reach/).fill('');
    assert.equal(await answer(page, 'time'), '1 s');
    await speed.fill('0');
    assert.equal(await answer(page, 'status'), 'immobile');
    assert.equal(await answer(page, 'time'), '∞ s');
    await page.waitForFunction(() => location.hash.includes('b=intercept2d') && location.hash.includes('chaser_speed=0'));
    await close(page);
});

test('the first example is of human numbers: 10 m at 5 m/s are 2 s', async () => {
    const page = await open('#/docs');
    assert.deepEqual([await answer(page, 'time'), await answer(page, 'point_x'), await answer(page, 'point_y')], ['2 s', '6 m', '8 m']);
    await close(page);
});

test('small numbers survive the link and a reload', async () => {
    const page = await open('#/docs?b=intercept2d&chaser_x=0.001&chaser_y=0&chaser_speed=0.004&runner_x=0.01&runner_y=0&runner_vx=0.001&runner_vy=0');
    const time = await answer(page, 'time');
    assert.equal(time, '3 s');
    await page.getByLabel(/^runner_y/).fill('0.0001');
    await page.waitForFunction(() => location.hash.includes('chaser_speed=0.004') && location.hash.includes('runner_y=0.0001'));
    const before = await answer(page, 'time');
    await page.reload();
    await page.waitForSelector('[data-ready]');
    assert.equal(await answer(page, 'time'), before);
    await close(page);
});

test('the calls for many agents have a page each, with the code of the scene that shows them', async () => {
    const page = await open('#/docs?b=choose2d');
    for (const { name, scene, source } of CALLS) {
        await page.evaluate(name => { location.hash = `#/docs?b=${name}`; }, name);
        await page.waitForFunction(name => document.querySelector('h1')?.textContent === name && document.querySelector('[data-ready]'), name);
        assert.match(await page.locator('pre:visible').textContent(), new RegExp(`=> way\\.${name}\\(`));
        assert.ok((await page.locator('.from').textContent()).includes(source));
        await page.getByRole('button', { name: 'C', exact: true }).click();
        assert.match(await page.locator('pre:visible').textContent(), name === 'crowd2d' ? /way_choose2d\(/ : new RegExp(`way_${name}\\(`));
        assert.equal(await page.getByRole('link', { name: /^See it live: / }).getAttribute('href'), `#/${scene}`);
    }
    await page.getByRole('link', { name: 'See it live: Slanted room' }).click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Slanted room');
    await close(page);
});

test('of three dimensions the page says which it draws', async () => {
    const page = await open('#/docs?b=intercept3d');
    assert.match(await page.locator('.scene').textContent(), /The picture shows x and y of three dimensions/);
    await close(page);
});

test('words and reasons are found by searching', async () => {
    const page = await open('#/docs');
    const found = () => page.locator('.finder li:visible a').allTextContents();
    await page.getByLabel('Search').fill('bresenham');
    assert.deepEqual(await found(), ['tile_line']);
    assert.deepEqual(await page.locator('.finder li.note:visible').allTextContents(), ['Which tile comes next?']);
    assert.equal(await page.locator('.finder [role=status]').textContent(), '1 behaviour');
    await page.getByLabel('Search').fill('parabola low');
    assert.ok((await found()).includes('launch_speed2d'));
    await page.getByRole('link', { name: 'launch_speed2d' }).click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'launch_speed2d');
    await close(page);
});

test('places are dragged in the picture, and moved by keys', async () => {
    const page = await open('#/docs');
    const field = page.getByLabel(/^runner_x/);
    const before = await field.inputValue();
    await drag(page, 'runner_x', 60, 30);
    const dragged = await field.inputValue();
    assert.notEqual(dragged, before);
    await handle(page, 'runner_x').focus();
    await page.keyboard.press('ArrowRight');
    assert.ok(Number(await field.inputValue()) > Number(dragged));
    const time = await answer(page, 'time');
    await page.getByRole('button', { name: 'Another example' }).click();
    assert.notEqual(await answer(page, 'time'), time);
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', async t => {
    await judgeAll('docs', t);
    const page = await open('#/docs?b=sweep_walls2d', { scheme: 'light' });
    await picture(page, 'docs-walls');
    await judge(page, t);
    await close(page);
});
