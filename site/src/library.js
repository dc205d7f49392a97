// Loads the swarm's library at most once with SIMD and once without. library_part.js loads the other parts.
import { load, hasSimd } from 'waylay';
import moveSimd from 'native/move-simd.wasm?url';
import movePlain from 'native/move-plain.wasm?url';

const loaded = {};
const once = (name, make) => loaded[name] ??= make();

export { hasSimd };

// Loads the library of the swarm, and the module that moves the swarm in the library's memory.
export const swarm = simd => once(`swarm ${simd}`, async () => {
    const bytes = fetch(simd ? moveSimd : movePlain).then(answer => answer.arrayBuffer());
    const way = await load({ simd });
    const { instance } = await WebAssembly.instantiate(await bytes, { env: { memory: way.memory } });
    return { way, mover: instance.exports };
});
