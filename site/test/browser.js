// Opens the built page in Chromium, from a server of plain files with content types and gzip.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const built = path.join(root, 'build-page');
export const pictures = path.join(root, 'build-proof/page/pictures');
mkdirSync(pictures, { recursive: true });

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html', '.css': 'text/css' };

const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://here');
    const file = path.join(built, path.normalize(pathname === '/' ? 'index.html' : pathname));
    try {
        const bytes = readFileSync(file), isZipped = /gzip/.test(request.headers['accept-encoding']);
        response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain', ...isZipped && { 'content-encoding': 'gzip' } })
            .end(isZipped ? gzipSync(bytes) : bytes);
    } catch {
        response.writeHead(404).end();
    }
}).listen(0, '127.0.0.1');
await new Promise(resolve => server.once('listening', resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'] });
export const version = browser.version();

export async function end() {
    await browser.close();
    server.close();
}

// Opens a page at a link, and waits until the scene is ready.
// Without `live`, the scene is paused until the test presses Play, because drawing in software is slow.
// `page.complaints` has the browser's errors and warnings.
export async function open(link, { scheme = 'dark', width = 1200, height = 900, touch = false, live = false,
    ready = '[data-ready]', before, mobile = false, slow = false, busy = 0, file = false } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, hasTouch: touch || mobile, isMobile: mobile,
        reducedMotion: live ? 'no-preference' : 'reduce' });
    const page = await context.newPage();
    page.complaints = [];
    page.on('pageerror', error => page.complaints.push(error.stack));
    page.on('console', message => {
        if (message.type() === 'error' || (message.type() === 'warning' && !message.text().includes('GL Driver Message')))
            page.complaints.push(message.text());
    });
    page.on('response', response => {
        if (response.status() >= 400)
            page.complaints.push(`${response.status()} ${response.url()}`);
    });
    if (before)
        await page.addInitScript(before);
    if (slow) { // 1.6 Mb/s, 20 ms
        const client = await context.newCDPSession(page);
        await client.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: 200000, uploadThroughput: 50000 });
        await page.addInitScript(() => {
            new MutationObserver(() => {
                if (document.querySelector('[data-ready]'))
                    window.waylayReady ??= performance.now();
            }).observe(document, { subtree: true, attributes: true, childList: true });
        });
    }
    if (busy) // as a machine that is slower by this factor
        await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: busy });
    await page.goto((file ? `file://${built}/index.html` : address) + link);
    await page.waitForSelector(ready);
    return page;
}

export async function close(page) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

// Returns a figure as [value, note, tone].
export const readout = (page, name) => page.evaluate(name => {
    const box = [...document.querySelectorAll('.readouts > div')].find(one => one.querySelector('dt').textContent === name);
    return [box.querySelector('.value').textContent, box.querySelector('.note').textContent, box.dataset.tone];
}, name);

// Waits until the text of a figure's value and note matches.
export const readoutLike = (page, name, pattern) => page.waitForFunction(([name, pattern]) => {
    const box = [...document.querySelectorAll('.readouts > div')].find(one => one.querySelector('dt').textContent === name);
    const text = box && !box.hidden && `${box.querySelector('.value').textContent}; ${box.querySelector('.note').textContent}`;
    return text && new RegExp(pattern).test(text) && text;
}, [name, pattern.source]).then(found => found.jsonValue());

// Waits until a figure's value changes.
export const readoutAfter = (page, name, before) => page.waitForFunction(([name, before]) => {
    const box = [...document.querySelectorAll('.readouts > div')].find(one => one.querySelector('dt').textContent === name);
    const text = box.querySelector('.value').textContent;
    return text !== before && text;
}, [name, before]).then(found => found.jsonValue());

// Pauses the scene and runs `count` frames of it at once, and waits until the figures show the last one. The page
// updates them every 100 ms.
export const steps = (page, count) => page.evaluate(count => {
    window.waylayPage.stage.running = false;
    for (let i = 0; i < count; i++)
        window.waylayPage.world.step();
    window.waylayPage.stage.want();
    return new Promise(done => { setTimeout(done, 120); });
}, count);

export const handle = (page, id) => page.locator(`[data-handle="${id}"]`);

// Drags a handle by a number of pixels.
export async function drag(page, id, dx, dy) {
    const box = await handle(page, id).boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2);
    await page.mouse.move(x + dx, y + dy);
    await page.mouse.up();
}

// Clicks as a person does: moves the mouse, waits until the page has drawn the pointer's new place, and presses.
export async function click(page, x, y) {
    await page.mouse.move(x, y, { steps: 3 });
    await page.waitForTimeout(120);
    await page.mouse.down();
    await page.mouse.up();
}

export const withoutGl = () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
    };
};

export const picture = (page, name) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
