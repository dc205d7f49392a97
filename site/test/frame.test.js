// What is around the scenes: links, colours, size, and that all of it is there from any folder of a server.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { built, close, end, open, version } from './browser.js';

test.after(end);

test('all of it is at most 400 KB by gzip', t => {
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter(one => one.isFile());
    const sizes = files.map(one => gzipSync(readFileSync(path.join(one.parentPath ?? one.path, one.name)), { level: 9 }).length);
    const sum = sizes.reduce((a, b) => a + b, 0);
    t.diagnostic(`${sum} bytes by gzip in ${files.length} files, Chromium ${version}`);
    assert.ok(sum <= 400 * 1024, `${sum}`);
});

test('nothing is asked of another host, and links are relative', () => {
    const html = readFileSync(path.join(built, 'index.html'), 'utf8');
    for (const [, link] of html.matchAll(/(?:src|href)="([^"]*)"/g))
        assert.match(link, /^(\.\/|#|data:)/);
    for (const name of readdirSync(path.join(built, 'assets')).filter(one => /\.(js|css)$/.test(one)))
        assert.doesNotMatch(readFileSync(path.join(built, 'assets', name), 'utf8'),
            /(fetch|import)\(["'`]https?:|url\(["']?https?:|@import/);
});

test('every scene has a link, a title, a line, its behaviours, its call and its source', async () => {
    const page = await open('');
    const names = await page.locator('nav a').evaluateAll(all => all.map(one => [one.getAttribute('href'), one.textContent]));
    assert.ok(names.length > 0);
    const seen = new Set();
    for (const [href, title] of names.filter(([href]) => href !== '#/docs')) {
        await page.evaluate(href => { location.hash = href; }, href);
        await page.waitForFunction(title => document.querySelector('h1')?.textContent === title && document.querySelector('[data-ready]'), title);
        assert.equal(await page.title(), `${title} · waylay`);
        assert.equal(await page.locator('nav a[aria-current]').textContent(), title);
        for (const part of ['.line', '.names > *', 'pre code', '.source p', '.help li'])
            assert.ok((await page.locator(part).first().textContent()).length > 4, `${title}: ${part}`);
        const code = await page.locator('pre code').textContent();
        for (const name of await page.locator('.names > *').allTextContents())
            assert.match(code, new RegExp(`\\bway\\.${name}\\b`), `${title}: the code calls ${name}`);
        seen.add(code);
    }
    assert.equal(seen.size, names.filter(([href]) => href !== '#/docs').length);
    await close(page);
});

test('light and dark: as the system, until the switch is pressed; it is remembered', async () => {
    const page = await open('#/drones?agents=1000', { scheme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(light => getComputedStyle(document.body).backgroundColor !== light, light);
    await page.getByRole('button', { name: 'Switch to light colours' }).click();
    assert.equal(await ground(), light);
    await page.reload();
    assert.equal(await ground(), light);
    await close(page);
});

test('the stage follows the size of the window', async () => {
    const page = await open('#/drones?agents=1000', { width: 1300 });
    const size = () => page.evaluate(() => {
        const canvas = document.querySelector('canvas.shapes'), box = canvas.getBoundingClientRect();
        return { drawn: canvas.width, shown: Math.round(box.width * devicePixelRatio) };
    });
    const before = await size();
    await page.setViewportSize({ width: 500, height: 800 });
    await page.waitForFunction(width => document.querySelector('canvas.shapes').width < width, before.drawn);
    for (const { drawn, shown } of [before, await size()])
        assert.ok(Math.abs(drawn - shown) <= 2, `${drawn} of ${shown} pixels`);
    await close(page);
});

test('where the library cannot be loaded, the page says so', async () => {
    const page = await open('#/pigeon', { ready: '[role=alert]',
        before: () => { WebAssembly.compileStreaming = WebAssembly.compile = () => Promise.reject(new Error('no room')); } });
    assert.equal(await page.getByRole('alert').textContent(), 'The library could not be loaded: no room');
    page.complaints = page.complaints.filter(one => !one.includes('no room'));
    await close(page);
});
