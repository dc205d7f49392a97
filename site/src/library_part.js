// Loads a part of the library at most once. Each scene needs one part, and the Reference that of its behaviour.
import { load } from 'waylay';
import aim from 'parts/aim/waylay-plain.wasm?url';
import crowd from 'parts/crowd/waylay-plain.wasm?url';
import move from 'parts/move/waylay-plain.wasm?url';

const files = { aim, crowd, move }, loaded = {};
export const part = name => loaded[name] ??= load({ wasm: files[name] });
