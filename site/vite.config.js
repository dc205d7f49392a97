// The packages that the page takes are built by scripts/maintain/site.sh: of one family with SIMD, and of all behaviours.
// WAYLAY_SITE_URL: where the page will be, for pictures in chats; WAYLAY_CODE_URL: where the code is, if not the archive beside.
import { fileURLToPath } from 'node:url';

const built = path => fileURLToPath(new URL(`../build-proof/page/${path}`, import.meta.url));
// What the first scene fetches, from the beginning: not one after the other.
const FIRST = /^assets\/(scene_page|drones|stage|frame_bar|panel|readouts|code|router|waylay|library)-.*\.js$|^assets\/(waylay|move-simd)-[^-]*\.wasm$/;
const early = bundle => JSON.stringify(Object.keys(bundle ?? {}).filter(name => FIRST.test(name) && !/plain/.test(name)).map(name => `./${name}`));
const links = { '%SITE%': process.env.WAYLAY_SITE_URL ?? './', '%CODE%': process.env.WAYLAY_CODE_URL ?? './waylay-source.tar.gz' };

export default {
    base: './', // any folder of any file server
    plugins: [{ name: 'links', transformIndexHtml: { order: 'post',
        handler: (html, { bundle }) => html.replace(/%(?:SITE|CODE)%/g, word => links[word]).replace('[\'%EARLY%\']', early(bundle)) } }],
    resolve: {
        alias: [
            { find: /^waylay$/, replacement: built('swarm/waylay.js') },
            { find: /^waylay-all$/, replacement: built('all') },
            { find: /^waylay-all\//, replacement: `${built('all')}/` },
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
