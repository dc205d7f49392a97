// The packages that the page takes are built by scripts/maintain/site.sh: of one family with SIMD, and of all behaviours.
import { fileURLToPath } from 'node:url';

const built = path => fileURLToPath(new URL(`../build-proof/page/${path}`, import.meta.url));

export default {
    base: './', // any folder of any file server
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
