// A scene on the page: the stage, what can be pressed and set, figures, the call, its source.
import { codeOf } from './code.js';
import { element, failed } from './element.js';
import { panel } from './panel.js';
import { Readouts } from './readouts.js';
import { keepLink, readState } from './router.js';
import { Stage } from './stage.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class ScenePage {
    #scene; #state; #stage; #world; #readouts; #panel; #timer; #closed = false; #play; #keys;

    constructor(parent, scene, query) {
        this.#scene = scene;
        this.#state = readState(query, scene.defaults);
        scene.settle?.(this.#state);
        const left = element('section', { class: 'scene', 'aria-label': scene.title });
        const side = element('aside', { 'aria-label': 'Controls' });
        left.append(element('div', { class: 'intro' },
            element('h1', {}, scene.title), element('p', { class: 'line' }, scene.line)));
        this.#stage = new Stage(left, scene, () => this.#keep());
        this.#stage.running = !calm.matches;
        const buttons = element('div', { class: 'buttons' });
        left.append(buttons);
        this.#readouts = new Readouts(left);
        this.#readouts.list.setAttribute('aria-label', 'Figures');
        parent.append(left, side, element('section', { class: 'about', 'aria-label': 'The call' },
            element('h2', {}, 'The call'), codeOf(scene.code)));
        this.#panel = panel(side, scene.controls, this.#state, (key, value) => this.#change(key, value));
        side.append(this.#help(), this.#source());
        this.#start(buttons).catch(error => failed(parent, error));
    }

    get world() { return this.#world; }
    get stage() { return this.#stage; }

    close() {
        this.#closed = true;
        clearInterval(this.#timer);
        document.removeEventListener('keydown', this.#keys);
        this.#stage.close();
        this.#panel.destroy();
        this.#world?.close?.();
    }

    async #start(buttons) {
        this.#world = await this.#scene.open(this.#state, { hasGl: this.#stage.pen.hasGl });
        if (this.#closed) {
            this.#world.close?.();
            return;
        }
        this.#panel.controllersRecursive().forEach(one => one.updateDisplay());
        this.#stage.show(this.#world);
        this.#press(buttons);
        const show = () => this.#readouts.show(this.#world.readouts());
        this.#timer = setInterval(show, 100);
        show();
        this.#stage.box.dataset.ready = '';
    }

    // Buttons, and a key for each.
    #press(buttons) {
        const actions = [...this.#world.actions ?? []];
        if (this.#world.restart)
            actions.push({ key: 'r', name: 'Start again', run: () => this.#world.restart() });
        this.#play = element('button', { type: 'button', click: () => this.#pause() });
        for (const action of actions) {
            action.press = () => {
                action.run();
                this.#panel.controllersRecursive().forEach(one => one.updateDisplay());
                this.#keep();
                this.#stage.want();
            };
            buttons.append(element('button', { type: 'button', click: action.press, 'aria-keyshortcuts': action.key },
                action.name, element('kbd', { 'aria-hidden': 'true' }, action.key.toUpperCase())));
        }
        if (!this.#scene.still) {
            buttons.append(this.#play);
            this.#showPlay();
        }
        this.#keys = event => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea'))
                return;
            const action = actions.find(one => one.key === event.key.toLowerCase());
            if (action)
                action.press();
            else if (event.key === 'p' && !this.#scene.still)
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

    #change(key, value) {
        this.#world?.change?.(key, value);
        this.#keep();
        this.#stage.want();
    }

    #keep() { keepLink(this.#scene.id, this.#state, this.#scene.defaults); }

    #help() {
        return element('div', { class: 'help' }, element('h2', {}, 'Play'),
            element('ul', {}, ...this.#scene.help.map(line => element('li', {}, line))));
    }

    #source() {
        return element('div', { class: 'source' },
            element('h2', {}, this.#scene.calls ? 'Calls' : 'Behaviours'), element('p', { class: 'names' },
                ...(this.#scene.calls ?? []).map(name => element('span', {}, name)),
                ...this.#scene.behaviours.map(name => element('a', { href: `#/docs?b=${name}` }, name))),
            element('h2', {}, 'Source'), ...this.#scene.source.map(line => element('p', {}, line)));
    }
}
