// scripts/maintain/site.sh builds the page's packages: one for the swarm, and three parts with all behaviours.
// WAYLAY_SITE_URL is the address of the page, for link previews in chats.
// WAYLAY_CODE_URL is the address of the code. Without it, the page links to the archive next to the page.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = path => fileURLToPath(new URL(`../build-proof/page/${path}`, import.meta.url));
// The browser preloads the files of the first scene in parallel, not one after the other.
const FIRST = /^assets\/(scene_page|drones|stage|frame_bar|panel|readouts|code|router|waylay|library)-.*\.js$|^assets\/(waylay|move-simd)-[^-]*\.wasm$/;
const early = bundle => JSON.stringify(Object.keys(bundle ?? {}).filter(name => FIRST.test(name) && !/plain/.test(name)).map(name => `./${name}`));
const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../bindings/js/package.json', import.meta.url))));
const code = process.env.WAYLAY_CODE_URL;
const words = { '%SITE%': process.env.WAYLAY_SITE_URL ?? './', '%VERSION%': version, 
    '%SIZE%': code ? '' : `, tar.gz, ${(statSync(built('waylay-source.tar.gz')).size / 1e6).toFixed(1)} MB`,
    '%CODE%': code ?? './waylay-source.tar.gz' };

export default {
    base: './', // so that the page works in any folder of any server of static files
    plugins: [{ name: 'links', transformIndexHtml: { order: 'post',
        handler: (html, { bundle }) => html.replace(words['%SITE%'] === './' ? /.*og:url.*\n/ : '', '').replace(/%(?:SITE|CODE|VERSION|SIZE)%/g, word => words[word]).replace('[\'%EARLY%\']', early(bundle)) } }],
    resolve: {
        alias: [
            { find: /^waylay$/, replacement: built('swarm/waylay.js') },
            { find: /^parts\//, replacement: built('') },
            { find: /^native\//, replacement: `${built('native')}/` },
        ],
    },
    build: {
        outDir: '../build-page',
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
    },
};
