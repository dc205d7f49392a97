// Shows source code, and colours comments, words and numbers differently.
import { element } from './element.js';

const PIECES = /(\/\/[^\n]*)|('[^']*')|\b(export|const|for|of|return|if|else|let|new|await)\b|\b(way)\.(\w+)|(\b\d[\d.e]*\b)/g;

export function codeOf(text) {
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
