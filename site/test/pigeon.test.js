// Pigeon and gun: the barrel leads while it is dragged, shots hit, and miss when the pigeon turns; reasons in words.
import assert from 'node:assert/strict';
import test from 'node:test';
import { close, drag, end, handle, open, readout, readoutLike, steps } from './browser.js';
import { judgeAll } from './judge.js';

test.after(end);

const barrel = async page => parseFloat((await readout(page, 'The barrel'))[0]);

test('F fires, and the shot hits when the barrel said it would', async () => {
    const page = await open('#/pigeon');
    const [time] = await readout(page, 'Earliest meeting');
    await page.keyboard.press('f');
    assert.equal(await readoutLike(page, 'Last shot', /in the air; 1/), 'in the air; 1 in the air');
    await steps(page, 120);
    const hit = await readoutLike(page, 'Last shot', /^hit after/), after = parseFloat(hit.slice('hit after '.length));
    assert.ok(Math.abs(after - parseFloat(time)) < 0.06, `${hit}, said ${time}`);
    assert.equal((await readout(page, 'Hits'))[0], '1');
    await close(page);
});

test('a tap fires, and the shot misses when the pigeon turns', async () => {
    const page = await open('#/pigeon', { touch: true });
    const box = await page.locator('canvas.shapes').boundingBox();
    await page.touchscreen.tap(box.x + 60, box.y + 60);
    await readoutLike(page, 'Last shot', /in the air/);
    await steps(page, 20);
    await page.getByRole('button', { name: 'The pigeon turns' }).click();
    await steps(page, 300);
    assert.match(await readoutLike(page, 'Last shot', /^missed/), /^missed by \d+\.\d m: the pigeon turned/);
    assert.deepEqual((await readout(page, 'Hits')).slice(0, 2), ['0', '1 missed']);
    await close(page);
});

test('the barrel leads while gun, pigeon and its way are dragged, by mouse and by keys; the link keeps them', async () => {
    const page = await open('#/pigeon');
    const angles = [await barrel(page)];
    const changed = async () => {
        await page.waitForFunction(before => parseFloat([...document.querySelectorAll('.readouts > div')]
            .find(one => one.querySelector('dt').textContent === 'The barrel').querySelector('.value').textContent) !== before,
                angles.at(-1));
        angles.push(await barrel(page));
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
    assert.equal(new Set(angles).size, 5, `${angles}`);
    await page.waitForFunction(() => /gun_x=.*gun_y=/.test(location.hash) && /flight_x=/.test(location.hash));
    await page.waitForFunction(() => { // the link has the gun's last place
        const { x } = window.waylayPage.world.handles().find(one => one.id === 'gun');
        return location.hash.includes(`gun_x=${Number(x.toFixed(2))}&`);
    });
    await page.waitForTimeout(300);
    const link = await page.evaluate(() => location.hash), last = await barrel(page);
    await close(page);
    const again = await open(link);
    assert.ok(Math.abs(await barrel(again) - last) < 0.3, `${await barrel(again)}, was ${last}`);
    await close(again);
});

test('where no shot can meet it, a reason stands in words, and F holds back', async () => {
    for (const [link, reason] of [
        ['#/pigeon?speed=5', /slower than the pigeon|left the picture/],
        ['#/pigeon?speed=5&gun_x=0&gun_y=40&pigeon_x=30&flight_x=20&flight_y=0',
            /^none; The shot is slower than the pigeon, and the pigeon flies away/],
        ['#/pigeon?speed=16&gun_x=0&gun_y=40&pigeon_x=60&flight_x=15&flight_y=0',
            /^none; The shot would meet it, but only after it has left the picture/],
    ]) {
        const page = await open(link);
        await readoutLike(page, 'Earliest meeting', reason);
        await page.keyboard.press('f');
        await readoutLike(page, 'Last shot', /^held back/);
        assert.equal((await readout(page, 'Shots'))[0], '0');
        await close(page);
    }
});

test('it can be read and operated in light and dark, wide and narrow', t => judgeAll('pigeon', t, page => steps(page, 60)));
