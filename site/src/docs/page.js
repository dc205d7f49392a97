// Shows the pages of all behaviours, and of the calls that choose, assign and avoid.
// A behaviour's page has its answer, fields for its numbers, and a picture, all from the library's
// self-description.
import { tabsOf } from '../code.js';
import { element, failed } from '../element.js';
import { part } from '../library_part.js';
import { keepLink, link } from '../router.js';
import { Stage } from '../stage.js';
import { CALLS } from './choosing.js';
import { scenes } from '../scenes/index.js';
import { example, walls as room } from './example.js';
import { boundsOf, drawParts, partsOf } from './picture.js';
import list from 'native/behaviours.json';

const FIRST = 'intercept2d';

export class DocsPage {
    #parent; #way; #search; #list; #description; #numbers = {}; #answer = {}; #fields = new Map(); #answers; #code; #stage; #parts;
    #walls = []; #seed = 1; #language = 0; #held; #mark; #closed = false; #box;

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
        const behaviours = [...list, ...CALLS], asked = query.get('b') ?? FIRST;
        const known = behaviours.find(one => one.name === asked) ?? behaviours.find(one => one.name === FIRST);
        if (asked !== known.name)
            history.replaceState(null, '', link('docs', { b: known.name }, {}));
        this.#description = known;
        if (CALLS.includes(known)) {
            await this.#buildCall(behaviours);
            return;
        }
        this.#way = await part(known.part);
        if (this.#closed)
            return;
        this.#mark = this.#way.mark();
        this.#description = this.#way[known.name].description;
        this.#parent.replaceChildren();
        this.#build(behaviours);
        this.#take(query);
        this.#solve();
        if (query.size > 1) // the link may have values that are not numbers
            this.#keep();
        this.#stage.box.dataset.ready = '';
    }

    #intro() {
        const { name, summary, source } = this.#description;
        const text = `${summary[0].toUpperCase()}${summary.slice(1)}${/[.?]$/.test(summary) ? '' : '.'}`;
        return element('div', { class: 'intro' }, element('h1', {}, name), element('p', { class: 'line' }, text),
            element('p', { class: 'from' }, `Source: ${source}.`));
    }

    // Makes the head of a behaviour's page: name, sentence, source and picture.
    #head(bounds) {
        const { name, summary } = this.#description, section = element('section', { class: 'scene', 'aria-label': name }, this.#intro());
        this.#stage = new Stage(section, { title: name, still: true, picture: `Picture of the numbers below: ${summary}`, bounds }, () => this.#keep());
        this.#stage.running = false;
        return section;
    }

    async #buildCall(behaviours) {
        const { name, scene } = this.#description, { title, load } = scenes.find(one => one.id === scene), { code, c } = (await load()).default;
        if (this.#closed)
            return;
        this.#parent.replaceChildren(element('aside', { class: 'finder', 'aria-label': 'Behaviours' }, this.#finder(behaviours)),
            element('section', { class: 'scene', 'aria-label': name, 'data-ready': true }, this.#intro(),
                element('div', { class: 'buttons' }, element('a', { class: 'button', href: `#/${scene}` }, `See it live: ${title}`))),
            element('section', { class: 'about', 'aria-label': 'The call' },
                ...tabsOf({ JavaScript: code.split('\n\n').find(one => one.includes(`way.${name}(`)), C: c })));
        this.#scrollList();
    }

    // Reads the numbers from the link. If the link lacks a number, takes the number of an example.
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
        const { inputs, outputs, walls } = this.#description;
        if (walls) {
            this.#walls = room;
            this.#wallColumns = this.#way.walls(room);
        }
        this.#parts = partsOf(this.#description);
        const section = this.#head({ width: 1, height: 1 });
        if (inputs.some(input => input.axis === 'z'))
            section.append(element('p', { class: 'note' }, 'The picture shows x and y of three dimensions; z is in the fields.'));
        section.append(element('div', { class: 'buttons' },
            element('button', { type: 'button', click: () => this.#another() }, 'Another example')),
            element('h2', { class: 'above' }, 'Outputs'));
        this.#answers = element('dl', { class: 'readouts' });
        section.append(this.#answers, element('h2', { class: 'above' }, 'Inputs'), this.#form(inputs));
        const side = element('aside', { class: 'finder', 'aria-label': 'Behaviours' }, this.#finder(behaviours));
        this.#code = element('section', { class: 'about', 'aria-label': 'The call' });
        this.#parent.append(side, section, this.#code);
        this.#answers.replaceChildren(...outputs.map(output => element('div', {}, element('dt', {}, output.name),
            element('dd', {}, element('span', { class: 'value' }), element('span', { class: 'note' }, output.meaning)))));
        this.#stage.show(this);
        this.#scrollList();
    }

    #scrollList() {
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
        const questions = [...new Set(behaviours.map(one => one.question))].map(question => {
            const heading = element('li', { class: 'note' }, question), own = items.filter((_, k) => behaviours[k].question === question);
            this.#list.append(heading, ...own.map(({ item }) => item));
            return () => { heading.hidden = own.every(({ item }) => item.hidden); };
        });
        const counted = number => `${number} behaviour${number === 1 ? '' : 's'}`;
        const count = element('p', { class: 'note', role: 'status' }, counted(items.length));
        this.#search = element('input', { type: 'search', id: 'search', autocomplete: 'off', input: () => {
            const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
            const found = items.filter(({ item, text }) => !(item.hidden = !words.every(word => text.includes(word))));
            questions.forEach(update => update());
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

    // Reads a field after typing. An empty field means the default or, for a required input, 0.
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

    #keep = () => keepLink('docs', { b: this.#description.name, ...this.#numbers }, {});

    #solve() {
        this.#answer = this.#one(this.#numbers);
        const { name, outputs } = this.#description, { status, word } = this.#way;
        const named = (values, value) => Object.keys(values).find(one => values[one] === value) ?? String(value);
        [...this.#answers.children].forEach((box, k) => {
            const { name, type, unit } = outputs[k], value = this.#answer[name];
            box.querySelector('.value').textContent = type === 'status' ? named(status, value)
                : type === 'word' ? named(word, value)
                : `${type !== 'float' ? value : Number.isFinite(value) ? Number(value.toPrecision(6)) : value > 0 ? '∞' : value}${unit && ` ${unit}`}`;
        });
        const lines = write => Object.entries(this.#numbers).map(pair => `${write(...pair)}\n`).join('');
        const typeOf = key => this.#description.inputs.find(input => input.name === key).type;
        this.#code.replaceChildren(...tabsOf({
            JavaScript: `const answer = way.${name}.one({\n${lines((key, value) => `    ${key}: ${value},`)}}${this.#walls.length ? ', walls' : ''});`,
            C: `way_${name}_agent agent;\nway_${name}_answer answer;\nway_${name}_agent_default(&agent);\n`
                + lines((key, value) => `agent.${key} = ${typeOf(key) === 'word' ? `WAY_${named(word, value)}` : value};`)
                + `way_${name}_one(&agent, &answer${this.#walls.length ? ', walls, wall_count' : ''});`,
        }, this.#language, k => { this.#language = k; }));
        if (!this.#held)
            this.#box = boundsOf(this.#parts, this.#all, this.#walls);
        this.#stage.want();
    }

    get #all() { return { ...this.#numbers, ...this.#answer }; }

    // The stage calls the following methods.
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
