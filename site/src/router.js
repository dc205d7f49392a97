// Where the page is, and the scene's state, stand in the link: #/pigeon?gun_x=20&speed=35
export function place() {
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    return { path, query: new URLSearchParams(query) };
}

// Values of the kinds that the defaults have; what is no such value is left out.
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

const written = value => typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? Number(value.toFixed(2)) : value;

export function link(path, state, defaults) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(state))
        if (written(value) !== written(defaults[key]))
            query.set(key, written(value));
    return `#/${path}${query.size ? `?${query}` : ''}`;
}

// The link follows the state, without a step back in the history for each move of a slider.
let due;
export function keepLink(path, state, defaults) {
    clearTimeout(due);
    due = setTimeout(() => {
        if (place().path === path)
            history.replaceState(null, '', link(path, state, defaults));
    }, 150);
}
export const dropLink = () => clearTimeout(due);
