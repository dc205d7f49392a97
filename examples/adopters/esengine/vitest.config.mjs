// Runs esengine's own tests of navigation with waylay in place of its ORCA adapter. scripts/proof/adopters.sh
// copies this file next to node_modules. ESENGINE is the checkout, and ADAPTER the folder of
// WaylayAvoidanceAdapter.ts. WITHOUT=1 keeps esengine's adapter.
import { defineConfig } from 'vitest/config';

const { ESENGINE, ADAPTER, WITHOUT } = process.env, framework = `${ESENGINE}/packages/framework`;
const here = import.meta.dirname;

export default defineConfig({
    root: `${framework}/pathfinding`,
    cacheDir: `${here}/vite`,
    esbuild: { tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } } },
    server: { fs: { strict: false } },
    test: { include: ['__tests__/**/NavigationSystem.test.ts'], pool: 'forks' },
    resolve: {
        alias: [
            { find: /^waylay$/, replacement: `${here}/waylay/waylay.js` },
            { find: /^vitest$/, replacement: `${here}/node_modules/vitest/dist/index.js` },
            { find: /^tslib$/, replacement: `${here}/node_modules/tslib/tslib.es6.mjs` },
            { find: /^@esengine\/ecs-framework$/, replacement: `${framework}/core/src/index.ts` },
            { find: /^@esengine\/ecs-framework-math$/, replacement: `${framework}/math/src/index.ts` },
            { find: /^@esengine\/blueprint$/, replacement: `${framework}/blueprint/src/index.ts` },
            ...WITHOUT ? [] : [{ find: /^.*\/ORCALocalAvoidanceAdapter$/, replacement: `${ADAPTER}/in-place.ts` }],
        ],
    },
});
