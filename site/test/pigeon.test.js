// Tests the scene "pigeon": the visitor aims, then waylay aims. The picture shows hits, misses and reasons.
// In the mode "study", a visitor can drag everything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { click, close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const chips = page => page.locator('.chips p:visible').allTextContents();
const tally = page => page.evaluate(() => window.waylayPage.world.tally);
const STUDY = 'play=study';

// Runs the scene until the round is over.
async function round(page, each = () => {}) {
    for (let k = 0; k < 60 && !await page.evaluate(() => window.waylayPage.world.isOver); k++) {
        await each();
        await steps(page, 60);
    }
}

test('ten pigeons: no shot hits by itself, and waylay hits all ten', async () => {
    const page = await open('#/pigeon', { width: 900, height: 700 });
    assert.deepEqual((await chips(page))[0], 'Ten pigeons, one shot each. Aim ahead of them.');
    await steps(page, 600); // pigeons count only after the first shot
    assert.deepEqual(await tally(page), { you: 0, waylay: 0 });
    await handle(page, 'aim').focus();
    await page.keyboard.press('ArrowUp'); // move the ring by keys; Space fires while the ring has the focus
    await round(page, () => page.keyboard.press('Space'));
    const { you } = await tally(page);
    assert.ok(you <= 3, `${you} hits of shots into the blue`);
    assert.ok((await chips(page)).some(text => text.startsWith('Now press W')));
    await page.keyboard.press('w');
    await round(page);
    assert.deepEqual(await tally(page), { you, waylay: 10 });
    assert.ok((await chips(page)).some(text => text.endsWith('10/10')), `${await chips(page)}`);
    await page.waitForFunction(() => document.querySelector('#said').textContent === 'waylay 10 of 10.');
    await page.evaluate(() => { window.waylayPage.world.letWaylay(); });
    await close(page);
});

test('a round of clicks goes into the link: a friend has to beat it, and sees the same shots, bit for bit, as ghosts', async () => {
    const page = await open('#/pigeon?seed=7&turns=now+and+then&gun_x=40.12345678', { width: 900, height: 700 });
    const box = await page.locator('canvas.shapes').boundingBox();
    let k = 0, seen = 0;
    await round(page, () => click(page, box.x + box.width * (0.2 + 0.17 * (k++ % 5)), box.y + 40 + 7 * k));
    await page.waitForFunction(() => /shots=[\da-z-]{60}/.test(location.hash));
    const misses = of => of.evaluate(() => window.waylayPage.world.misses);
    const [, mine] = await misses(page), { you } = await tally(page), link = await page.evaluate(() => location.hash);
    assert.equal(mine.filter(one => one > 0 && one < Infinity).length, 10 - you, `${mine}`);
    await close(page);
    const friend = await open(link, { width: 900, height: 700 });
    const [theirs] = await misses(friend);
    assert.deepEqual(theirs, mine);
    assert.ok((await chips(friend)).includes(`Beat ${you} of 10; the grey shots are those to beat`));
    const ghost = () => friend.evaluate(() => window.waylayPage.world.ghost);
    for (let shots = 0; shots < 14; shots++) { // the ghost of each shot that has landed has missed by as much
        await click(friend, box.x + 300, box.y + 200);
        await steps(friend, 60);
        const { end, shot } = await ghost() ?? {};
        if (end)
            assert.ok(mine.includes(end === 'hit' ? 0 : shot.near.distance), `${shot.near.distance}`);
        seen += end === 'out';
    }
    assert.ok(seen > 0, 'ghosts were seen');
    assert.equal(await friend.evaluate(() => location.hash), link);
    await close(friend);
});

test('your own shot hits where you lead it: slow motion, feathers, and the shots in the link', async () => {
    const page = await open('#/pigeon', { width: 900, height: 700 });
    await steps(page, 40);
    await page.evaluate(() => { // aim as waylay would
        const { world, stage } = window.waylayPage;
        const { x, y } = world.handles().find(one => one.id === 'pigeon'), gun = world.handles().find(one => one.id === 'gun');
        const flight = world.handles().find(one => one.id === 'flight'), vx = flight.x - x, vy = flight.y - y, speed = 30;
        const dx = x - gun.x, dy = y - gun.y, a = vx * vx + vy * vy - speed * speed, b = dx * vx + dy * vy, c = dx * dx + dy * dy;
        const t = (-b - Math.sqrt(b * b - a * c)) / a;
        world.drag('aim', x + vx * t, y + vy * t);
        stage.want();
    });
    await page.keyboard.press('Space');
    let before = [0, 0];
    for (let k = 0; k < 200 && (await tally(page)).you === 0; k++) {
        before = await page.evaluate(() => [window.waylayPage.world.handles()[1].x, window.waylayPage.world.handles()[1].x]);
        await steps(page, 1);
    }
    assert.deepEqual(await tally(page), { you: 1, waylay: 0 }, `${before}`);
    assert.match(await readoutLike(page, 'Last shot', /^Hit after/), /^Hit after \d\.\d\d s/);
    assert.match(await page.locator('#said').textContent(), /^Hit after .* 1 of 1\.$/);
    await round(page, () => page.keyboard.press('Space'));
    await page.waitForFunction(() => /shots=[\da-z-]{60}/.test(location.hash));
    await close(page);
});

test('a click fires, also where the ring follows the mouse; and so does each tap, near the one before', async () => {
    const page = await open('#/pigeon', { width: 700, height: 600, live: true });
    const box = await page.locator('canvas.shapes').boundingBox();
    for (let k = 1; k <= 2; k++) {
        await click(page, box.x + box.width * (0.3 + 0.1 * k), box.y + 40);
        await readoutLike(page, 'Your hits', new RegExp(` of ${k};`));
        await page.waitForFunction(() => window.waylayPage.world.isReady);
    }
    await close(page);
    const phone = await open('#/pigeon', { mobile: true, width: 390, height: 844, live: true });
    const sky = await phone.locator('canvas.shapes').boundingBox();
    for (let k = 1; k <= 2; k++) {
        await phone.touchscreen.tap(sky.x + 200 + 12 * k, sky.y + 60);
        await readoutLike(phone, 'Last shot', /^in the air/);
        await readoutLike(phone, 'Your hits', new RegExp(` of ${k};`));
        await phone.waitForFunction(() => window.waylayPage.world.isReady);
    }
    await close(phone);
});

test('who asked for less motion and fires, plays: by key, click and button', async () => {
    for (const [link, fire] of [['#/pigeon', page => page.keyboard.press('Space')], ['#/pigeon', page => page.getByRole('button', { name: /^Fire/ }).click()],
        ['#/arcs', page => page.keyboard.press('f')], ['#/pigeon', async page => {
            const box = await page.locator('canvas.shapes').boundingBox();
            await click(page, box.x + 200, box.y + 60);
        }]]) {
        const page = await open(link, { width: 700, height: 600 });
        assert.ok((await chips(page)).includes('Paused'));
        await fire(page);
        await page.getByRole('button', { name: 'Pause' }).waitFor();
        await readoutLike(page, 'Last shot', link === '#/arcs' ? /^(hit|missed)/ : /^(in the air|Hit|Missed)/);
        assert.ok(!(await chips(page)).includes('Paused'));
        await close(page);
    }
});

test('holding a key fires once, and one pigeon is hit at most once', async () => {
    const page = await open(`#/pigeon?${STUDY}`, { width: 900, height: 700 });
    await page.evaluate(() => {
        for (let k = 0; k < 30; k++)
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', repeat: k > 0, bubbles: true }));
    });
    for (let k = 0; k < 10; k++)
        await page.keyboard.press('Space');
    await steps(page, 100);
    await readoutLike(page, 'Hits', /^1 of 1;/);
    await close(page);
});

test('waylay\'s shot hits when it said, and misses when the pigeon turns: by how much is drawn', async () => {
    const page = await open(`#/pigeon?${STUDY}`);
    const [time] = await readout(page, 'Earliest meeting');
    await page.keyboard.press('Space');
    await steps(page, 100);
    const hit = await readoutLike(page, 'Last shot', /^Hit after/), after = parseFloat(hit.slice('Hit after '.length));
    assert.ok(Math.abs(after - parseFloat(time)) < 0.1, `${hit}, said ${time}`);
    await steps(page, 200);
    await page.keyboard.press('Space');
    await steps(page, 20);
    await page.getByRole('button', { name: 'Turn the pigeon' }).click();
    let words = '';
    for (let k = 0; k < 60 && !words; k++) {
        await steps(page, 5);
        words = (await chips(page)).find(text => text.startsWith('Missed')) ?? '';
    }
    assert.match(words, /^Missed by \d+\.\d m: the pigeon turned$/);
    const [, metres] = /by (.*) m/.exec(words);
    assert.ok(await page.evaluate(() => window.waylayPage.stage.pen.written.length) > 0, `${metres} m is written in the picture`);
    await close(page);
});

test('a tap fires; a swipe scrolls the page and fires nothing', async () => {
    const page = await open(`#/pigeon?${STUDY}`, { mobile: true, width: 390, height: 844 });
    const box = await page.locator('canvas.shapes').boundingBox();
    assert.equal(await page.locator('canvas.shapes').evaluate(one => getComputedStyle(one).touchAction), 'pan-y');
    const client = await page.context().newCDPSession(page);
    for (const [type, dy] of [['touchStart', 0], ['touchMove', -10], ['touchMove', -60], ['touchMove', -120], ['touchMove', -200], ['touchEnd']])
        await client.send('Input.dispatchTouchEvent', { type, touchPoints: dy === undefined ? [] : [{ x: box.x + 100, y: box.y + 150 + dy }] });
    await page.waitForFunction(() => scrollY > 100);
    await readoutLike(page, 'Hits', /^0 of 0;/);
    for (let still = 0; still < 3;) { // wait until the swipe has ended
        still = await page.evaluate(() => scrollY) === 0 ? still + 1 : 0;
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await page.waitForTimeout(150);
    }
    await page.touchscreen.tap(box.x + 60, box.y + 60);
    await readoutLike(page, 'Hits', /^0 of 1;/);
    await close(page);
});

test('the barrel leads while gun, pigeon and its path are dragged, by mouse and by keys; the link keeps them', async () => {
    const page = await open(`#/pigeon?${STUDY}`);
    const note = async (of = page) => (await readout(of, 'Earliest meeting'))[1];
    const seen = [await note()];
    const changed = async () => {
        await page.waitForFunction(before => ![...document.querySelectorAll('.note')].some(one => one.textContent === before), seen.at(-1));
        seen.push(await note());
    };
    await drag(page, 'gun', 200, -30);
    await changed();
    await drag(page, 'pigeon', 60, 40);
    await changed();
    await drag(page, 'flight', -40, 90);
    await changed();
    await handle(page, 'gun').focus();
    for (let k = 0; k < 5; k++)
        await page.keyboard.press('Shift+ArrowLeft');
    await changed();
    assert.equal(new Set(seen).size, 5, `${seen}`);
    await page.waitForFunction(() => /flight_x=.*gun_x=/.test(location.hash));
    await page.waitForTimeout(300);
    const link = await page.evaluate(() => location.hash), last = await note();
    await close(page);
    const again = await open(link);
    assert.equal(await note(again), last);
    await close(again);
});

test('where no shot can reach it, the reason stands in the picture, and Fire holds back', async () => {
    for (const [link, reason] of [
        ['speed=5', /flies away faster|left the picture/],
        ['speed=5&gun_x=0&gun_y=40&pigeon_x=30&flight_x=20&flight_y=0', /^No shot: the target flies away faster than the shot\.$/],
        ['speed=16&gun_x=0&gun_y=40&pigeon_x=60&flight_x=15&flight_y=0', /^No shot: it would arrive only after the target has left the picture\.$/],
    ]) {
        const page = await open(`#/pigeon?${STUDY}&${link}`);
        assert.match((await chips(page))[0], reason);
        await page.keyboard.press('Space');
        await readoutLike(page, 'Hits', /^0 of 0;/);
        await close(page);
    }
});

test('a paused picture says so, and P starts it, also with caps lock', async () => {
    const page = await open('#/pigeon');
    assert.ok((await chips(page)).includes('Paused'));
    await page.keyboard.press('Shift+P');
    await page.waitForFunction(() => ![...document.querySelectorAll('.chips p')].some(one => !one.hidden && one.textContent === 'Paused'));
    await page.getByLabel('Keys of one letter').uncheck();
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('p');
    await page.waitForTimeout(200);
    assert.ok(!(await chips(page)).includes('Paused'), 'keys of one letter can be switched off');
    await page.getByLabel('Keys of one letter').check();
    await close(page);
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('pigeon', t, async page => {
    await steps(page, 60);
    await page.keyboard.press('w');
    await steps(page, 140);
}));
