// Starts the page: shows the scene that the address names, in light or dark colours.
import './style.css';
import { copy, element, failed } from './element.js';
import { dropLink, link, place } from './router.js';
import { scenes } from './scenes/index.js';
import { startTheme } from './theme.js';

const main = document.getElementById('main');
const pages = [...scenes, { id: 'docs', title: 'Reference', icon: '<path d="M6 4h16v20H6zM10 9h8M10 13h8M10 17h5"/>' }];
let shown, asked = 0;

const anchors = pages.map(({ id, title, icon }) => {
    const anchor = element('a', { href: `#/${id}` }, title);
    anchor.insertAdjacentHTML('afterbegin', `<svg viewBox="0 0 28 28" aria-hidden="true">${icon}</svg>`);
    return anchor;
});
document.getElementById('scenes').append(...anchors.map(anchor => element('li', {}, anchor)));

// Scrolls the list of scenes so that the shown one is in sight.
function showTab() {
    const anchor = anchors.find(one => one.hasAttribute('aria-current')), list = anchor.closest('ul');
    list.scrollLeft = anchor.offsetLeft - list.offsetLeft - (list.clientWidth - anchor.offsetWidth) / 2;
}
addEventListener('resize', showTab);

async function route() {
    const { path, query } = place(), known = pages.find(one => one.id === path) ?? pages[0], turn = ++asked;
    if (path !== known.id && path !== '') // replace an unknown address by that of the scene that is shown
        history.replaceState(null, '', link(known.id, {}, {}));
    dropLink();
    shown?.close();
    shown = undefined;
    main.className = known.id;
    document.title = `${known.title} · waylay, C library for game AI`;
    for (const [k, anchor] of anchors.entries())
        if (pages[k] === known)
            anchor.setAttribute('aria-current', 'page');
        else
            anchor.removeAttribute('aria-current');
    showTab();
    main.replaceChildren(element('p', { id: 'loading' }, 'Loading the library…'));
    try {
        const next = pages[(pages.indexOf(known) + 1) % pages.length];
        if (known.id === 'docs') {
            const { DocsPage } = await import('./docs/page.js');
            if (turn === asked)
                shown = new DocsPage(main, query);
        } else {
            const [{ ScenePage }, { default: scene }] = await Promise.all([import('./scene_page.js'), known.load()]);
            if (turn === asked)
                shown = new ScenePage(main, { ...known, ...scene, next }, query);
        }
    } catch (error) {
        main.replaceChildren();
        failed(main, error);
    }
    window.waylayPage = shown; // for the console, and for tests
}

document.getElementById('how').addEventListener('click', () => {
    const get = document.getElementById('get');
    get.scrollIntoView();
    get.focus({ preventScroll: true });
});
for (const code of document.querySelectorAll('#get code')) {
    const name = code.closest('div').firstElementChild.textContent;
    const button = element('button', { type: 'button', 'aria-label': `Copy the line for ${name}`, click: () => copy(button, code.textContent) }, 'Copy');
    code.after(button);
}
startTheme(document.getElementById('theme'), () => shown?.stage?.want());
document.querySelector('.skip').addEventListener('click', event => {
    event.preventDefault();
    main.focus();
});
addEventListener('hashchange', route);
route();
