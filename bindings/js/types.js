// Writes the types of the package in FOLDER: waylay.d.ts, from the self-description in the package's wasm
// module, and the types of both wasm modules. usage: node types.js FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = path.resolve(process.argv[2]);
const { load } = await import(pathToFileURL(path.join(folder, 'waylay.js')));
const way = await load({ simd: false }), { description } = way; // both modules have the same description

const beside = name => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const choosing = ['crowd2d', 'crowd3d', 'choose2d', 'choose3d', 'neighbours2d', 'neighbours3d', 'avoid2d', 'avoid3d', 'assign',
    'cast2d', 'cast3d', 'sweep3d', 'conflicts2d', 'conflicts3d', 'waypoints2d', 'bounce_all2d', 'field2d', 'follow2d'].filter(name => way[name]);
const title = name => name.split('_').map(word => word[0].toUpperCase() + word.slice(1)).join('');

function comment(column) {
    const unit = column.unit ? `; ${column.unit}` : '';
    const fallback = column.required === false ? `; default ${column.default}` : '';
    return `    /** ${column.meaning}${unit}${fallback} */\n`;
}

function members(columns, whole, usual) {
    return columns.map(column =>
        `${comment(column)}    ${column.name}${column.required ? '' : '?'}: ${column.type === 'float' ? usual : whole};\n`).join('');
}

// Returns the interfaces of a call's columns. The structs of choose2d and choose3d serve several costs, so
// all their columns are optional.
function choice({ name, inputs, outputs }) {
    const costs = { time: 'time', turning: 'turning' };
    const input = column => {
        const needs = column.required_by.filter(word => costs[word]), is_optional = name.startsWith('choose') || column.required_by.length === 0;
        const whole = column.type === 'float' ? 'Input' : 'WholeInput';
        const shown = { ...column, required: column.required_by.length > 0, default: column.default === 4294967295
            ? { row: 'none', mask: 'all bits' }[column.type] : column.default === 'nan' ? 'none' : column.default };
        const by = needs.length > 0 && needs.length === column.required_by.length ? `; required by ${needs.join(' and ')}` : '';
        return comment(shown).replace(' */', `${by} */`) + `    ${column.name}${is_optional ? '?' : ''}: ${whole};\n`;
    };
    const output = column => {
        const kind = column.type === 'float' ? 'Output' : 'WholeOutput';
        return comment({ ...column, meaning: column.meaning.replace('none:', 'way.NO_TARGET:') }) + `    ${column.name}?: ${kind};\n`;
    };
    return `export interface ${title(name)}In {\n${inputs.map(input).join('')}}\n` +
        `export interface ${title(name)}Out {\n${outputs.map(output).join('')}}\n\n`;
}

function behaviour({ name, inputs, outputs }) {
    return [
        `export interface ${title(name)}In {\n`, members(inputs, 'WholeInput', 'Input'),
        `}\nexport interface ${title(name)}Out {\n`, members(outputs, 'WholeOutput', 'Output'), '}\n\n',
    ].join('');
}

function method({ name, summary, source }) {
    return `    /** ${summary}. ${source} */\n    readonly ${name}: Behaviour<${title(name)}In, ${title(name)}Out>;\n`;
}

function numbers(key, type) {
    const values = Object.entries(description.types[type].values).map(([word, number]) => `${word}: ${number}`);
    return `    readonly ${key}: { readonly ${values.join('; readonly ')} };\n`;
}

// The types of `import wasm from 'waylay/waylay.wasm'`: what it is depends on the bundler
for (const name of ['waylay', 'waylay-plain'])
    writeFileSync(path.join(folder, `${name}.wasm.d.ts`), [
        "/** The URL or the bytes of the module, whichever the bundler's loader gives, for load({ wasm }). */\n",
        'declare const wasm: string | BufferSource;\nexport default wasm;\n',
    ].join(''));

writeFileSync(path.join(folder, 'waylay.d.ts'), [
    beside('base.d.ts'),
    '\n',
    ...choosing.length ? [beside('choosing.d.ts'), '\n', ...description.calls.filter(call => call.columns === call.name).map(choice)] : [],
    ...description.behaviours.map(behaviour),
    choosing.length ? `export interface Waylay extends Pick<Choosing, '${choosing.join('\' | \'')}'> {\n` : 'export interface Waylay {\n',
    '    /** What became of an agent: the numbers in `status` columns. */\n',
    numbers('status', 'way_status'),
    numbers('word', 'way_word'),
    ...way.cast2d || way.cast3d ? ['    /** What a ray hits: the numbers in `kind` of cast2d and cast3d. */\n', numbers('hit', 'way_hit_kind')] : [],
    ...description.behaviours.map(method),
    '}\n',
].join(''));
