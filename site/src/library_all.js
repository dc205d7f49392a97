// Loads the package of all behaviours once.
import { load } from 'waylay';
import everything from 'waylay-all/waylay-plain.wasm?url';

let loaded;
export const all = () => loaded ??= load({ wasm: everything });
