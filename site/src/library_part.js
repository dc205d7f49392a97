// Loads a part of the library at most once. Each scene needs one part; "more" and "rest" have what only the Reference shows.
import { load } from 'waylay';
import aim from 'parts/aim/waylay-plain.wasm?url';
import crowd from 'parts/crowd/waylay-plain.wasm?url';
import move from 'parts/move/waylay-plain.wasm?url';
import more from 'parts/more/waylay-plain.wasm?url';
import rest from 'parts/rest/waylay-plain.wasm?url';

const files = { aim, crowd, move, more, rest }, loaded = {};
export const part = name => loaded[name] ??= load({ wasm: files[name] });
