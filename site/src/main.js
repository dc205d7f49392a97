// The page: which scene, in which colours.
import './style.css';
import { DocsPage } from './docs/page.js';
import { element } from './element.js';
import { dropLink, place } from './router.js';
import { ScenePage } from './scene_page.js';
import { scenes } from './scenes/index.js';
import { startTheme } from './theme.js';

const main = document.getElementById('main');
let shown;

const links = [...scenes.map(({ id, title }) => ({ path: id, title })), { path: 'docs', title: 'Every behaviour' }];
const anchors = links.map(({ path, title }) => element('a', { href: `#/${path}` }, title));
document.getElementById('scenes').append(...anchors.map(anchor => element('li', {}, anchor)));

function route() {
    const { path, query } = place();
    const known = links.find(link => link.path === path) ?? links[0];
    dropLink();
    shown?.close();
    main.replaceChildren();
    main.className = known.path;
    document.title = `${known.title} · waylay`;
    for (const [k, anchor] of anchors.entries())
        if (links[k] === known)
            anchor.setAttribute('aria-current', 'page');
        else
            anchor.removeAttribute('aria-current');
    anchors[links.indexOf(known)].scrollIntoView({ block: 'nearest', inline: 'center' });
    const scene = scenes.find(one => one.id === known.path);
    shown = scene ? new ScenePage(main, scene, query) : new DocsPage(main, query);
    window.waylayPage = shown; // for the console, and for tests
}

startTheme(document.getElementById('theme'), () => shown?.stage?.want());
document.querySelector('.skip').addEventListener('click', event => {
    event.preventDefault();
    main.focus();
});
addEventListener('hashchange', route);
route();
