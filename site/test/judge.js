// Checks a page: its controls have names, its text has contrast, and the keyboard reaches all controls.
import assert from 'node:assert/strict';
import { close, open, picture } from './browser.js';

// Returns the controls that have no name for screen readers.
const nameless = () => [...document.querySelectorAll('a[href], button, input, select, textarea, canvas[role], [tabindex="0"]')]
    .filter(one => one.checkVisibility())
    .filter(one => {
        const by = one.getAttribute('aria-labelledby')?.split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' ');
        const name = by || one.getAttribute('aria-label') || [...one.labels ?? []].map(label => label.textContent).join(' ')
            || (['INPUT', 'SELECT', 'CANVAS'].includes(one.tagName) ? '' : one.textContent);
        return name.trim() === '';
    }).map(one => one.outerHTML.slice(0, 120));

// Returns the text that has too little contrast, and the least ratio of contrast on the page.
// WCAG 2 requires a ratio of 4.5, or 3 for large text.
const pale = () => {
    const numbers = text => text.match(/[\d.]+/g).map(Number);
    const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = element => {
        for (let one = element; one; one = one.parentElement) {
            const found = numbers(getComputedStyle(one).backgroundColor);
            if (found.length === 3 || found[3] === 1)
                return found;
        }
        return [255, 255, 255];
    };
    let least = Infinity;
    const wrong = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (walker.currentNode.data.trim() === '' || !element.checkVisibility()
            || ['SCRIPT', 'NOSCRIPT', 'STYLE'].includes(element.tagName))
            continue;
        const style = getComputedStyle(element), [a, b] = [numbers(style.color), behind(element)].map(light);
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        least = Math.min(least, ratio);
        if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5))
            wrong.push(`${ratio.toFixed(2)}: ${element.tagName} ${element.className} "${walker.currentNode.data.trim().slice(0, 40)}"`);
    }
    // compare the colours of shapes and words in the picture with the picture's background
    const root = getComputedStyle(document.documentElement), hex = name => {
        const reader = document.createElement('canvas').getContext('2d');
        reader.fillStyle = root.getPropertyValue(`--${name}`).trim();
        const text = reader.fillStyle;
        return [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
    };
    for (const [name, need] of [['text', 4.5], ['soft', 4.5], ['good', 4.5], ['bad', 4.5], ['met', 3], ['slow', 3], ['runner', 3],
        ['chaser', 3], ['third', 3], ['fourth', 3], ['fifth', 3]]) {
        const [a, b] = [hex(name), hex('stage')].map(light), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (!(ratio >= need))
            wrong.push(`${ratio.toFixed(2)}: --${name} on the stage`);
    }
    return { least, wrong };
};

// Presses Tab from the top of the page. Compares the reached controls with all controls in the page's order.
async function order(page) {
    await page.evaluate(() => {
        const start = document.createElement('span'); // from this element, Tab goes to the first control
        start.tabIndex = -1;
        document.body.prepend(start);
        start.focus();
        window.scrollTo(0, 0);
        const all = 'a[href], button, input, select, textarea, [tabindex="0"]';
        window.wanted = [...document.querySelectorAll(all)].filter(one => one.checkVisibility() && !one.disabled);
        window.reached = [];
        window.noted ??= addEventListener('focusin', event => window.reached.push(window.wanted.indexOf(event.target))) ?? true;
    });
    const count = await page.evaluate(() => window.wanted.length);
    for (let k = 0; k < count; k++)
        await page.keyboard.press('Tab');
    return page.evaluate(() => ({ count: window.wanted.length, reached: window.reached }));
}

export async function judge(page, t, hasOrder = true) {
    assert.deepEqual(await page.evaluate(nameless), [], 'without a name');
    const { least, wrong } = await page.evaluate(pale);
    t?.diagnostic(`least contrast of text ${least.toFixed(2)}`);
    assert.deepEqual(wrong, [], 'too pale');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the window');
    if (!hasOrder)
        return;
    const { count, reached } = await order(page);
    assert.deepEqual(reached, Array.from({ length: count }, (_, k) => k), 'reached by Tab');
}

// Judges a scene on a wide and on a narrow screen, in light and in dark colours, and takes pictures.
// `play` runs the scene to a frame that is worth a picture.
export async function judgeAll(id, t, play) {
    const page = await open(`#/${id}`, { scheme: 'light', width: 1400 });
    await play?.(page);
    for (const width of [1400, 390]) {
        await page.setViewportSize({ width, height: 900 });
        for (const scheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.waitForTimeout(200); // the page updates figures ten times per second
            await picture(page, `${id}-${scheme}-${width}`);
            await judge(page, t, scheme === 'light');
        }
        const cut = await page.evaluate(() => {
            const { written, width, height } = window.waylayPage.stage.pen;
            return written.filter(({ left, wide, middle, tall }) => left < 0 || left + wide > width || middle < tall / 2 || middle > height - tall / 2);
        });
        assert.deepEqual(cut, [], 'words outside the picture');
    }
    await close(page);
}
