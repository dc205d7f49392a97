// Compares a module's answers with the golden hashes.
// usage: node golden_in_node.js MODULE.wasm GOLDEN_FILE TABLE...
// The module must have exactly these tables, which are named after instruction sets.
'use strict';
const fs = require('fs');

const [file, goldens, ...tables] = process.argv.slice(2);
const compiled = new WebAssembly.Module(fs.readFileSync(file));
const imports = WebAssembly.Module.imports(compiled);
if (imports.length > 0)
    throw new Error(`${file} imports ${imports.map(one => one.name).join(', ')}`);
const module_ = new WebAssembly.Instance(compiled).exports;

// When the memory grows, it gets a new buffer, so this function gets the buffer each time.
const bytes = () => new Uint8Array(module_.memory.buffer);
const hex = (number, digits) => BigInt.asUintN(4 * digits, BigInt(number)).toString(16).padStart(digits, '0');

function text(address) {
    const end = bytes().indexOf(0, address);
    return Buffer.from(bytes().subarray(address, end)).toString();
}

function names(name_of) {
    const all = [];
    for (let i = 0; name_of(i) !== 0; i++)
        all.push(text(name_of(i)));
    return all;
}

function put_goldens() {
    const text = fs.readFileSync(goldens);
    if (text.length >= module_.golden_size())
        throw new Error(`${goldens} has ${text.length} bytes: the module has room for ${module_.golden_size() - 1}`);
    bytes().set(text, module_.golden_room());
    bytes()[module_.golden_room() + text.length] = 0;
}

// Returns the error message for the laid_verdict of the last check, or '' if the check passed.
function complaint(verdict) {
    if (verdict < 0)
        return 'no memory';
    if (verdict === 1)
        return 'the library refused it';
    if (verdict === 4)
        return `${text(module_.layout_name())}: memory that is no output was written: ` +
            `expected 0x${hex(module_.expected(), 8)}, got 0x${hex(module_.got(), 8)}`;
    if (verdict > 1) {
        const expected = verdict === 2 ? 'a number or a status' : '0x' + hex(module_.expected(), 8);
        return `${text(module_.layout_name())}, row ${module_.row()} of ${module_.count()}, ` +
            `${text(module_.output_name())}: expected ${expected}, got 0x${hex(module_.got(), 8)}`;
    }
    const got = hex(module_.hash(), 16);
    if (!module_.has_golden())
        return `expected a hash in ${goldens}, got ${got}`;
    const expected = hex(module_.golden(), 16);
    return expected === got ? '' : `expected ${expected}, got ${got}`;
}

const isas = names(module_.isa_name);
if (isas.join(' ') !== tables.join(' '))
    throw new Error(`${file} has the tables ${isas.join(' ')}, expected ${tables.join(' ')}`);
const behaviours = names(module_.behaviour_name);
let agree = 0, all = 0;
put_goldens();
behaviours.forEach((behaviour, i) => {
    for (const precision of [0, 1])
        isas.forEach((isa, t) => {
            const wrong = complaint(module_.run_check(i, precision, t));
            if (wrong)
                console.error(`${behaviour} ${text(module_.precision_word())} ${isa}: ${wrong}`);
            agree += wrong === '';
            all++;
        });
});
console.log(`${agree} of ${all} agree: ${isas.join(' and ')}, both precisions of ${behaviours.join(', ')}`);
process.exitCode = all > 0 && agree === all ? 0 : 1;
