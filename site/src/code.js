// Shows source code, and colours comments, words and numbers differently.
import { element } from './element.js';

const PIECES = /(\/\/[^\n]*)|('[^']*')|\b(export|const|for|of|return|if|else|let|new|await)\b|\b(way)\.(\w+)|(\b\d[\d.e]*\b)/g;

// Shows a text in several languages, { JavaScript: text, C: text }, one at a time. `at` is the first to show; the
// function `chosen` gets the number of the language that a visitor chooses.
export function tabsOf(texts, at = 0, chosen = () => {}) {
    const boxes = Object.values(texts).map(codeOf), tabs = Object.keys(texts).map((name, k) =>
        element('button', { type: 'button', click: () => show(k) }, name));
    const show = k => {
        tabs.forEach((tab, other) => tab.setAttribute('aria-pressed', String(other === k)));
        boxes.forEach((box, other) => { box.hidden = other !== k; });
        chosen(k);
    };
    show(at);
    return [element('div', { class: 'tabs' }, element('h2', {}, 'The call'), ...tabs.length > 1 ? tabs : []), ...boxes];
}

function codeOf(text) {
    const code = element('code');
    let done = 0;
    for (const piece of text.trim().matchAll(PIECES)) {
        const [whole, comment, string, word, way, behaviour, number] = piece;
        code.append(text.trim().slice(done, piece.index));
        if (way)
            code.append('way.', element('b', {}, behaviour));
        else
            code.append(element('span', { class: comment ? 'c' : string ? 's' : word ? 'w' : number ? 'n' : '' }, whole));
        done = piece.index + whole.length;
    }
    code.append(text.trim().slice(done));
    return element('pre', { tabindex: '0', 'aria-label': 'The code of the call' }, code);
}
