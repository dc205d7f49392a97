// Runs the JavaScript blocks of each page in order with the package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder, root } from './package.js';

const waylay = pathToFileURL(path.join(folder, 'waylay.js'));
for (const page of ['bindings/js/README.md', 'docs/hosts/javascript.md'])
    test(`${page} runs`, async () => {
        const text = readFileSync(path.join(root, page), 'utf8');
        const blocks = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(match => match[1]);
        assert.ok(blocks.length > 0);
        const code = blocks.join('').replace("from 'waylay'", `from '${waylay}'`);
        await import(`data:text/javascript,${encodeURIComponent(code)}`);
    });
