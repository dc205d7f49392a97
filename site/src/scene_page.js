// Shows a scene: buttons, stage, figures, controls, the call in JavaScript and in C, and the source.
import { tabsOf } from './code.js';
import { copy, element, failed, kept, say } from './element.js';
import { FrameBar } from './frame_bar.js';
import { Panel } from './panel.js';
import { Readouts } from './readouts.js';
import { keepLink, readState, settle } from './router.js';
import { Stage } from './stage.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const remembered = kept('keys');
let hasKeys = remembered.get() !== 'off';

export class ScenePage {
    #scene; #state; #stage; #world; #readouts; #panel; #timer; #closed = false; #play; #keys; #rate; #bar;
    #line = element('p', { class: 'line' });
    #said = '';

    constructor(parent, scene, query) {
        this.#scene = scene;
        this.#state = readState(query, scene.defaults);
        const left = element('section', { class: 'scene', 'aria-label': scene.title });
        const side = element('aside', { 'aria-label': 'Figures and controls' });
        const buttons = element('div', { class: 'buttons' });
        left.append(element('div', { class: 'intro' },
            element('h1', {}, scene.title), this.#line), buttons);
        this.#stage = new Stage(left, scene, () => this.#keep());
        this.#stage.running = !calm.matches;
        this.#rate = element('p', { class: 'rate', hidden: true });
        this.#bar = scene.hasBar && new FrameBar(left);
        left.append(this.#rate);
        this.#readouts = new Readouts(side);
        this.#settle();
        parent.replaceChildren(left, side, this.#about());
        this.#panel = new Panel(side, scene.controls, this.#state, (key, value) => this.#change(key, value));
        side.append(this.#help(), this.#share());
        this.#start(buttons, query, side).catch(error => failed(parent, error));
    }

    get world() { return this.#world; }
    get stage() { return this.#stage; }

    close() {
        this.#closed = true;
        clearInterval(this.#timer);
        document.removeEventListener('keydown', this.#keys);
        this.#stage.close();
        this.#world?.close?.();
    }

    #settle() {
        settle(this.#state, this.#scene);
        this.#scene.settle?.(this.#state, { hasGl: this.#stage.pen.hasGl });
        this.#tell();
    }

    // Shows the scene's sentence, which may name what the controls have chosen.
    #tell() {
        const { line } = this.#scene, text = typeof line === 'function' ? line(this.#state) : line;
        if (this.#line.textContent !== text)
            this.#line.textContent = text;
    }

    async #start(buttons, query, side) {
        this.#world = await this.#scene.open(this.#state, { isCalm: calm.matches });
        if (this.#closed) {
            this.#world.close?.();
            return;
        }
        this.#panel.update();
        if (query.size) // a link may hold values that no control can show
            this.#keep();
        if (this.#world.command)
            this.#compare(side);
        this.#stage.show(this.#world);
        this.#press(buttons);
        this.#timer = setInterval(() => this.#show(), 100);
        this.#show();
        this.#stage.box.dataset.ready = '';
    }

    #show() {
        this.#tell();
        this.#readouts.show(this.#world.readouts());
        if (this.#bar)
            this.#bar.show(this.#world.times, this.#stage);
        const { rate, pace } = this.#stage, said = this.#world.said ?? '';
        if (said !== this.#said)
            say(this.#said = said);
        if (this.#world.isChanged) {
            this.#world.isChanged = false;
            this.#keep();
        }
        this.#rate.hidden = !this.#stage.running || rate === 0;
        this.#rate.textContent = pace > 0.93 ? `${rate} frames a second.`
            : `${rate} frames a second: slow motion, ${Math.round(100 * pace)} % of the real pace.`;
        this.#rate.dataset.slow = pace > 0.93 ? '' : 'slow';
    }

    // Makes the buttons. Each button has a key.
    #press(buttons) {
        const actions = [...this.#world.actions ?? []];
        if (this.#world.restart)
            actions.push({ key: 'r', name: 'Restart', run: () => this.#world.restart() });
        this.#play = element('button', { type: 'button', click: () => this.#pause() });
        for (const action of actions) {
            action.press = () => {
                action.run();
                if (action.fires)
                    this.#stage.wake();
                this.#panel.update();
                this.#keep();
                this.#stage.want();
            };
            buttons.append(element('button', { type: 'button', class: action.isMain && 'main', click: action.press,
                'aria-keyshortcuts': action.key === ' ' ? 'Space' : action.key },
                action.name, element('kbd', { 'aria-hidden': 'true' }, action.key === ' ' ? 'space' : action.key.toUpperCase())));
        }
        if (!this.#scene.still) {
            buttons.append(this.#play);
            this.#showPlay();
            this.#stage.woken = () => this.#showPlay();
        }
        this.#keys = event => {
            const { target } = event;
            if (!hasKeys || event.repeat || event.ctrlKey || event.metaKey || event.altKey
                || target.closest?.('input, select, textarea') || event.key === ' ' && target.closest?.('button:not(.handle), a'))
                return;
            const action = actions.find(one => one.key === event.key.toLowerCase());
            if (action) {
                event.preventDefault();
                action.press();
            } else if (event.key.toLowerCase() === 'p' && !this.#scene.still)
                this.#pause();
        };
        document.addEventListener('keydown', this.#keys);
    }

    #pause() {
        this.#stage.running = !this.#stage.running;
        this.#showPlay();
        this.#stage.want();
    }

    #showPlay() {
        this.#play.replaceChildren(this.#stage.running ? 'Pause' : 'Play', element('kbd', { 'aria-hidden': 'true' }, 'P'));
        this.#play.setAttribute('aria-keyshortcuts', 'p');
    }

    #change(key) {
        this.#settle();
        this.#world?.change?.(key, this.#state[key]);
        this.#keep();
        this.#stage.want();
    }

    #keep() { keepLink(this.#scene.id, this.#state, this.#scene.defaults); }

    // Lets a visitor compare the scene with the C program on another machine.
    #compare(side) {
        const command = element('code'), told = element('p', { role: 'status' });
        const field = element('input', { id: 'paste', autocomplete: 'off', spellcheck: 'false', input: () => { told.textContent = this.#world.answer(field.value); } });
        field.addEventListener('focus', () => { command.textContent = this.#world.command; });
        command.textContent = this.#world.command;
        side.append(element('div', { class: 'help compare' }, element('h2', {}, 'The same bits as your machine?'),
            element('label', { for: 'paste' }, 'Run ', command, ' and paste a line that it prints:'), field, told));
    }

    #help() {
        const keys = element('input', { type: 'checkbox', id: 'keys', change: event => remembered.set((hasKeys = event.target.checked) ? 'on' : 'off') });
        keys.checked = hasKeys;
        return element('div', { class: 'help' }, element('h2', {}, 'How to play'),
            element('ul', {}, ...this.#scene.help.map(line => element('li', {}, line))),
            element('p', { class: 'keys' }, keys, element('label', { for: 'keys' }, 'Keys of one letter')));
    }

    #share() {
        const button = element('button', { type: 'button', click: () => copy(button, location.href) }, 'Copy the link');
        const { id, title } = this.#scene.next;
        return element('div', { class: 'onwards' }, button, element('a', { class: 'button', href: `#/${id}` }, `Next: ${title}`));
    }

    // Shows the call in JavaScript or in C, then the functions that the scene calls, and their sources.
    #about() {
        const { code, c, calls = [], behaviours, source } = this.#scene;
        return element('section', { class: 'about', 'aria-label': 'The call' }, ...tabsOf({ JavaScript: code, C: c }),
            element('p', { class: 'names' }, ...[...calls, ...behaviours].map(name => element('a', { href: `#/docs?b=${name}` }, name))),
            element('div', { class: 'source' }, ...source.map(line => element('p', {}, line))));
    }
}
