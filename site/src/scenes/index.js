// The scenes in the page's order. The page fetches a scene when the visitor opens it.
// An icon is the content of an SVG of 28 by 28.
export const scenes = [
    { id: 'drones', title: 'Chasers', load: () => import('./drones.js'),
        icon: '<path d="M2 6l13 6M2 14h12M2 22l13-6"/><circle cx="22" cy="14" r="3.5" class="hot"/>' },
    { id: 'bounce', title: 'Slanted room', load: () => import('./bounce.js'),
        icon: '<path d="M4 8l18-4 3 14-11 7L4 20zM8 18l6-8 6 8"/><circle cx="20" cy="18" r="2" class="hot"/>' },
    { id: 'pigeon', title: 'Pigeon', load: () => import('./pigeon.js'),
        icon: '<path d="M6 25L16 9M3 8h4M10 8h4"/><circle cx="20" cy="8" r="3" class="hot"/>' },
    { id: 'arcs', title: 'Arcs', load: () => import('./arcs.js'),
        icon: '<path d="M3 23C8 0 20 0 24 18M3 23c7-9 14-10 21-5"/><circle cx="24" cy="18" r="2.5" class="hot"/>' },
    { id: 'skirmish', title: 'Skirmish', load: () => import('./skirmish.js'),
        icon: '<path d="M6 6v.1M6 12v.1M6 18v.1M6 24v.1M8 9l11 1M8 15l11 3"/><path d="M22 6v.1M22 12v.1M22 18v.1M22 24v.1" class="hot"/>' },
    { id: 'crowd', title: 'Crowd', load: () => import('./crowd.js'),
        icon: '<path d="M16 3v8M16 17v8M4 8v.1M8 11v.1M4 14v.1M9 16v.1M4 20v.1"/><path d="M13 14h9M19 11l3 3-3 3" class="hot"/>' },
    { id: 'march', title: 'March', load: () => import('./march.js'),
        icon: '<path d="M14 2v5M14 12v5M14 22v4M3 7h5M3 13h5M3 19h5"/><path d="M9 9c5 0 8 2 15 9M9 19c6 0 8-3 15-10" class="hot"/>' },
    { id: 'turning', title: 'Turning', load: () => import('./turning.js'),
        icon: '<path d="M5 24v-8a5 5 0 0 1 10 0 5 5 0 0 0 9 2"/><path d="M20 15l4 3 1-5" class="hot"/>' },
];
