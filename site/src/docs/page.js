// Every behaviour, from the library's description of itself: what it answers, its numbers in fields, and a picture.
import { codeOf } from '../code.js';
import { element, failed } from '../element.js';
import { all } from '../library.js';
import { keepLink } from '../router.js';
import { Stage } from '../stage.js';
import { example, walls as room } from './example.js';
import { boundsOf, drawParts, partsOf } from './picture.js';

const FIRST = 'intercept2d';

export class DocsPage {
    #parent; #way; #search; #list; #description; #numbers = {}; #answer = {}; #fields = new Map(); #answers; #code; #stage; #parts;
    #walls = []; #seed = 1; #held; #mark; #closed = false; #box;

    constructor(parent, query) {
        this.#parent = parent;
        this.#start(query).catch(error => failed(parent, error));
    }

    get stage() { return this.#stage; }

    close() {
        this.#closed = true;
        this.#stage?.close();
        this.#way?.release(this.#mark);
    }

    async #start(query) {
        const way = await all();
        if (this.#closed)
            return;
        this.#way = way;
        this.#mark = this.#way.mark();
        const { behaviours } = this.#way.description;
        this.#description = behaviours.find(one => one.name === query.get('b')) ?? behaviours.find(one => one.name === FIRST);
        this.#build(behaviours);
        this.#take(query);
        this.#solve();
        this.#stage.box.dataset.ready = '';
    }

    // The numbers of the link, or an example's.
    #take(query) {
        this.#numbers = example(this.#description, this.#way, numbers => this.#one(numbers), this.#seed);
        for (const { name } of this.#description.inputs) {
            const text = query.get(name);
            if (text !== null && text !== '' && Number.isFinite(Number(text)))
                this.#numbers[name] = Number(text);
        }
        this.#fill();
    }

    #one(numbers) { return this.#way[this.#description.name].one(numbers, this.#walls.length ? this.#wallColumns : undefined); }
    #wallColumns;

    #build(behaviours) {
        const { name, summary, source, inputs, outputs, walls } = this.#description;
        if (walls) {
            this.#walls = room;
            this.#wallColumns = this.#way.walls(room);
        }
        this.#parts = partsOf(this.#description);
        const section = element('section', { class: 'scene', 'aria-label': name });
        section.append(element('div', { class: 'intro' }, element('h1', {}, name),
            element('p', { class: 'line' }, `${summary[0].toUpperCase()}${summary.slice(1)}.`),
            element('p', { class: 'from' }, `Source: ${source}.`)));
        this.#stage = new Stage(section, { title: name, line: summary, bounds: { width: 1, height: 1 } }, () => this.#keep());
        this.#stage.running = false;
        section.append(element('div', { class: 'buttons' },
            element('button', { type: 'button', click: () => this.#another() }, 'Other numbers')),
            element('h2', { class: 'above' }, 'What it answers'));
        this.#answers = element('dl', { class: 'readouts' });
        section.append(this.#answers, element('h2', { class: 'above' }, 'Its numbers'), this.#form(inputs));
        const side = element('aside', { class: 'finder', 'aria-label': 'Behaviours' }, this.#finder(behaviours));
        this.#code = element('section', { class: 'about', 'aria-label': 'The call' });
        this.#parent.append(side, section, this.#code);
        this.#answers.replaceChildren(...outputs.map(output => element('div', {}, element('dt', {}, output.name),
            element('dd', {}, element('span', { class: 'value' }), element('span', { class: 'note' }, output.meaning)))));
        this.#stage.show(this);
        this.#list.scrollTop = this.#list.querySelector('[aria-current]').offsetTop - this.#list.offsetTop - 60;
    }

    #finder(behaviours) {
        this.#list = element('ul', {});
        const items = behaviours.map(one => {
            const current = one.name === this.#description.name;
            const item = element('li', {},
                element('a', { href: `#/docs?b=${one.name}`, 'aria-current': current && 'page' }, one.name));
            return { item, text: `${one.name} ${one.family} ${one.summary} ${one.source}`.toLowerCase() };
        });
        this.#list.append(...items.map(({ item }) => item));
        const counted = number => `${number} behaviour${number === 1 ? '' : 's'}`;
        const count = element('p', { class: 'note', role: 'status' }, counted(items.length));
        this.#search = element('input', { type: 'search', id: 'search', autocomplete: 'off', input: () => {
            const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
            const found = items.filter(({ item, text }) => !(item.hidden = !words.every(word => text.includes(word))));
            count.textContent = counted(found.length);
        } });
        return element('div', {}, element('label', { for: 'search' }, 'Search'), this.#search, count, this.#list);
    }

    #form(inputs) {
        const form = element('form', { class: 'fields', submit: event => event.preventDefault() });
        for (const input of inputs) {
            const { name, type, unit, meaning, required } = input, id = `in-${name}`;
            const fallback = required ? '' : `default ${input.default}`;
            const field = type === 'word'
                ? element('select', { id, change: () => this.#typed(name) },
                    ...Object.entries(this.#way.word).map(([word, value]) => element('option', { value }, word)))
                : element('input', { id, type: 'number', step: type === 'float' ? 'any' : '1', placeholder: fallback,
                    'aria-describedby': `${id}-note`, input: () => this.#typed(name) });
            this.#fields.set(name, field);
            form.append(element('div', {},
                element('label', { for: id }, name, unit && element('span', { class: 'unit' }, unit)), field,
                element('p', { class: 'note', id: `${id}-note` }, required ? meaning : `${meaning}; ${fallback}`)));
        }
        return form;
    }

    #fill() {
        for (const [name, field] of this.#fields)
            if (document.activeElement !== field)
                field.value = this.#numbers[name] ?? '';
    }

    // An empty field is the default, or 0 where there is none.
    #typed(name) {
        const { value } = this.#fields.get(name), input = this.#description.inputs.find(one => one.name === name);
        if (value.trim() === '' && !input.required)
            delete this.#numbers[name];
        else
            this.#numbers[name] = Number(value) || 0;
        this.#solve();
        this.#keep();
    }

    #another() {
        this.#seed++;
        this.#take(new URLSearchParams());
        this.#solve();
        this.#keep();
    }

    #keep() { keepLink('docs', { b: this.#description.name, ...this.#numbers }, {}); }

    #solve() {
        this.#answer = this.#one(this.#numbers);
        const { name, outputs } = this.#description, { status, word } = this.#way;
        const named = (values, value) => Object.keys(values).find(one => values[one] === value) ?? String(value);
        [...this.#answers.children].forEach((box, k) => {
            const { name, type, unit } = outputs[k], value = this.#answer[name];
            box.querySelector('.value').textContent = type === 'status' ? named(status, value)
                : type === 'word' ? named(word, value)
                : `${type === 'float' ? Number(value.toPrecision(6)) : value}${unit && ` ${unit}`}`;
        });
        const lines = Object.entries(this.#numbers).map(([key, value]) => `    ${key}: ${value},`);
        this.#code.replaceChildren(element('h2', {}, 'The call'),
            codeOf(`const answer = way.${name}.one({\n${lines.join('\n')}\n}${this.#walls.length ? ', walls' : ''});`));
        if (!this.#held)
            this.#box = boundsOf(this.#parts, this.#all, this.#walls);
        this.#stage.want();
    }

    get #all() { return { ...this.#numbers, ...this.#answer }; }

    // What the stage asks of a world.
    bounds() { return this.#box; }
    draw(pen) { drawParts(pen, this.#parts, this.#all, this.#walls); }
    handles() {
        return this.#box ? this.#parts.places.filter(place => !place.isOutput && place.x in this.#numbers)
            .map(({ label, x, y }) => ({ id: x, label, x: this.#numbers[x], y: this.#numbers[y] })) : [];
    }
    hold(id) {
        this.#held = id;
        this.#solve();
    }
    drag(id, x, y) {
        const isWhole = this.#description.inputs.find(one => one.name === id).type !== 'float';
        const round = value => isWhole ? Math.round(value) : Number(value.toPrecision(4));
        this.#numbers[id] = round(x);
        this.#numbers[id.replace(/x$/, 'y')] = round(y);
        this.#fill();
        this.#solve();
    }
}
