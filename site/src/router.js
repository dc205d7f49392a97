// The address holds the scene and the scene's state: #/pigeon?gun_x=20&speed=35
export function place() {
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    return { path, query: new URLSearchParams(query) };
}

// Returns the state that a link holds. A value whose type is not that of its default is ignored.
export function readState(query, defaults) {
    const state = { ...defaults };
    for (const [key, value] of Object.entries(defaults)) {
        if (!query.has(key))
            continue;
        const text = query.get(key);
        if (typeof value === 'boolean')
            state[key] = text === '1';
        else if (typeof value !== 'number')
            state[key] = text;
        else if (text.trim() !== '' && Number.isFinite(Number(text)))
            state[key] = Number(text);
    }
    return state;
}

// Changes each value of `state` to the nearest one that its control can show: an option, or a number within a
// slider's range. `ranges` has the ranges of numbers without a control.
export function settle(state, { controls, ranges = {}, defaults }) {
    for (const { key, options, min, max, step } of controls) {
        if (options) {
            const values = Object.values(options);
            if (!values.includes(state[key]))
                state[key] = typeof defaults[key] !== 'number' ? defaults[key]
                    : values.reduce((best, one) => Math.abs(one - state[key]) < Math.abs(best - state[key]) ? one : best);
        } else if (min !== undefined)
            state[key] = Number((min + Math.round((clamp(state[key], min, max) - min) / step) * step).toFixed(6));
    }
    for (const [key, [low, high]] of Object.entries(ranges))
        state[key] = clamp(state[key], low, high);
}

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Rounds to seven digits, the precision of a float.
const written = value => typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? Number(value.toPrecision(7)) : value;

export function link(path, state, defaults) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(state))
        if (written(value) !== written(defaults[key]))
            query.set(key, written(value));
    return `#/${path}${query.size ? `?${query}` : ''}`;
}

// Writes the state to the address, without adding entries to the browser's history.
let due;
export function keepLink(path, state, defaults) {
    clearTimeout(due);
    due = setTimeout(() => {
        if (place().path === path || place().path === '')
            history.replaceState(null, '', link(path, state, defaults));
    }, 150);
}
export const dropLink = () => clearTimeout(due);
