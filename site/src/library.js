// The package, each of its modules once: of the interceptions with SIMD and without, and of all behaviours without.
import { load, hasSimd } from 'waylay';
import everything from 'waylay-all/waylay-plain.wasm?url';

const loaded = {};
const once = (name, make) => loaded[name] ??= make();

export { hasSimd };
export const swarm = simd => once(`swarm ${simd}`, () => load({ simd }));
export const all = () => once('all', () => load({ wasm: everything }));
