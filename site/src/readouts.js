// Shows a scene's figures. A figure has a name, a value, and optionally a note, a tone, and the colour that
// the scene draws with.
import { element } from './element.js';

export class Readouts {
    #rows = new Map();

    constructor(parent) {
        this.list = element('dl', { class: 'readouts', 'aria-label': 'Figures' });
        parent.append(this.list);
    }

    show(rows) {
        for (const { name, value, note = '', tone = '', swatch, isCode } of rows) {
            const row = this.#rows.get(name) ?? this.#add(name, swatch, isCode);
            if (row.value.textContent !== value)
                row.value.textContent = value;
            if (row.note.textContent !== note)
                row.note.textContent = note;
            row.box.dataset.tone = tone;
        }
        for (const [name, row] of this.#rows)
            row.box.hidden = !rows.some(one => one.name === name);
    }

    #add(name, swatch, isCode) {
        const value = element('span', { class: 'value' }), note = element('span', { class: 'note' });
        const term = element('dt', {}, name);
        if (swatch)
            term.prepend(element('i', { class: 'swatch', style: `background: var(--${swatch})` }));
        const box = element('div', { class: isCode && 'code' }, term, element('dd', {}, value, note));
        this.list.append(box);
        const row = { box, value, note };
        this.#rows.set(name, row);
        return row;
    }
}
