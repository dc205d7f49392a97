// The scene's controls. The controls are native elements, so that keyboards and screen readers work.
import { element } from './element.js';

// A control is a choice { key, name, options }, a slider { key, name, min, max, step } or a switch { key,
// name }.
export class Panel {
    #rows = [];

    constructor(parent, controls, state, changed) {
        this.box = element('form', { class: 'panel', 'aria-label': 'Controls', submit: event => event.preventDefault() });
        for (const control of controls)
            this.#row(control, state, changed);
        parent.append(this.box);
        this.update();
    }

    #row({ key, name, options, min, max, step, unit = '', disabled }, state, changed) {
        const id = `set-${key}`, out = element('output', { for: id, 'aria-hidden': 'true' });
        const values = options && Object.values(options);
        const field = options
            ? element('select', { id }, ...(Array.isArray(options) ? options : Object.keys(options))
                .map((text, k) => element('option', { value: k }, text)))
            : element('input', min === undefined ? { id, type: 'checkbox', disabled } : { id, type: 'range', min, max, step });
        const read = () => options ? values[field.value] : min === undefined ? field.checked : Number(field.value);
        field.addEventListener(options ? 'change' : 'input', () => {
            state[key] = read();
            changed(key, state[key]);
            this.update();
        });
        this.#rows.push(() => {
            if (options)
                field.value = values.indexOf(state[key]);
            else if (min === undefined)
                field.checked = state[key];
            else {
                field.value = state[key];
                out.textContent = `${state[key]}${unit && ` ${unit}`}`;
                field.setAttribute('aria-valuetext', out.textContent);
            }
        });
        this.box.append(element('div', { class: 'row' }, element('label', { for: id }, name), field, min !== undefined && out || ''));
    }

    // Updates the controls after other code changed the state.
    update() { this.#rows.forEach(show => show()); }
}
