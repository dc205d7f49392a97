// Chooses the light or the dark theme: the system's, until a visitor presses the switch.
import { kept } from './element.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = kept('theme');

const now = () => chosen.get() ?? (system.matches ? 'dark' : 'light');
let palette = {};
const reader = document.createElement('canvas').getContext('2d');

// Returns a colour of style.css by name, as '#rrggbb'. Scenes ask for the colours in each frame.
export const colour = name => palette[name] ??= read(name);

function read(name) {
    reader.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    return reader.fillStyle;
}

export function startTheme(button, changed) {
    const show = () => {
        const theme = now();
        document.documentElement.dataset.theme = theme;
        button.textContent = theme === 'dark' ? 'Light' : 'Dark';
        button.setAttribute('aria-label', `Switch to ${theme === 'dark' ? 'light' : 'dark'} colours`);
        palette = {};
        changed();
    };
    button.addEventListener('click', () => {
        chosen.set(now() === 'dark' ? 'light' : 'dark');
        show();
    });
    system.addEventListener('change', show);
    show();
}
