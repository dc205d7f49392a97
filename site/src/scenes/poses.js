// Makes the two poses at the start and the end of a path. A scene's state has a position and a heading in
// degrees for each pose. A visitor drags the position, and the tip of an arrow for the heading.
export const ARROW = 8; // the arrow's length in m

const TURNS = { L: 'left', R: 'right', S: 'straight' };
// Returns a path's type, for example "LSR", and the type in words.
export function wordOf(way, word) {
    const name = Object.keys(way.word).find(one => way.word[one] === word);
    return [name, [...name].map(letter => TURNS[letter]).join(', ')];
}

// Draws a pose as an arrow with a name.
export function drawPose(pen, { x, y, hx, hy }, colour, name) {
    pen.line(x, y, x + ARROW * hx, y + ARROW * hy, colour, { width: 3 });
    pen.head(x + ARROW * hx, y + ARROW * hy, hx, hy, colour, { width: 3, size: 12 });
    pen.disc(x, y, 8, colour);
    pen.text(x, y, name, colour, { shiftX: -hx * 28, shiftY: hy * 22 });
}

const degrees = (x, y) => Math.round(Math.atan2(y, x) * 180 / Math.PI);
const pose = (x, y, heading) => ({ x, y, hx: Math.cos(heading * Math.PI / 180), hy: Math.sin(heading * Math.PI / 180) });
const tip = one => ({ x: one.x + ARROW * one.hx, y: one.y + ARROW * one.hy });

// Returns the poses of a scene's state.
export const posesOf = ({ x, y, heading, to_x, to_y, to_heading }) => [pose(x, y, heading), pose(to_x, to_y, to_heading)];

export const handlesOf = (from, to, who) => [
    { id: 'from', label: `Where ${who} starts`, ...from },
    { id: 'heading', label: 'Where it heads first', ...tip(from) },
    { id: 'to', label: 'Where it has to be', ...to },
    { id: 'to_heading', label: 'Where it has to head then', ...tip(to) },
];

export function dragPose(state, id, x, y) {
    if (id === 'from')
        Object.assign(state, { x, y });
    else if (id === 'to')
        Object.assign(state, { to_x: x, to_y: y });
    else if (id === 'heading')
        state.heading = degrees(x - state.x, y - state.y);
    else
        state.to_heading = degrees(x - state.to_x, y - state.to_y);
}
