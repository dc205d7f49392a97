// Draws the numbers of any behaviour: positions as discs, directions as arrows, walls as lines.
// In three dimensions, the picture shows x and y.
// The axis and the name of a column in the description tell whether it is a position or a direction.
const PLACE = /^(?:(.*)_)?x$/, VECTOR = /^(?:(.*)_)?(vx|velocity_x|heading_x|acceleration_x|normal_x|ax|direction_x|along_x|axis_x|platform_vx)$/;

const yOf = name => name.replace(/x$/, 'y');
const pairs = (columns, isOutput) => columns.filter(({ name }) => /x$/.test(name) && columns.some(one => one.name === yOf(name)))
    .map(({ name, axis, unit }) => ({ name, axis, unit, isOutput }));

const isPlace = ({ axis, name, unit }) => PLACE.test(name) && (axis === 'x' || unit === 'tiles' && !name.startsWith('step'));

// Returns the parts of the picture:
// { places: [{ label, x, y, isOutput }], arrows: [{ label, x, y, place, isOutput }] }.
// Here, x and y are names of columns.
export function partsOf({ inputs, outputs }) {
    const all = [...pairs(inputs, false), ...pairs(outputs, true)];
    const places = all.filter(isPlace)
        .map(({ name, isOutput }) => ({ label: (PLACE.exec(name)[1] ?? 'start').replaceAll('_', ' '), x: name, y: yOf(name), isOutput }));
    const arrows = all.filter(one => !isPlace(one) && (VECTOR.test(one.name) || PLACE.test(one.name)))
        .map(({ name, isOutput }) =>
            ({ label: wordsOf(name), x: name, y: yOf(name), place: startOf(name, places), isOutput }));
    return { places, arrows };
}

// Returns an arrow's label. For example, runner_vx becomes "runner velocity".
const wordsOf = name => name.replace(/_?x$/, '').replace(/(^|_)v$/, '$1velocity').replace(/(^|_)a$/, '$1acceleration').replaceAll('_', ' ') || 'direction';

// Returns the position whose name shares the longest beginning with `name`, or the first position.
function startOf(name, places) {
    const alike = ({ x }) => {
        let k = 0;
        while (k < x.length && x[k] === name[k])
            k++;
        return k;
    };
    return places.reduce((best, place) => alike(place) > alike(best) ? place : best, places[0]);
}

const finite = (numbers, { x, y }) => Number.isFinite(numbers[x]) && Number.isFinite(numbers[y]);

// Returns the box of all positions and walls, with a margin.
export function boundsOf({ places }, numbers, walls) {
    const points = places.filter(place => finite(numbers, place)).map(({ x, y }) => [numbers[x], numbers[y]]);
    for (const { ax, ay, bx, by } of walls)
        points.push([ax, ay], [bx, by]);
    if (points.length === 0)
        points.push([-1, -1], [1, 1]);
    const [xs, ys] = [0, 1].map(axis => points.map(point => point[axis]));
    const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const size = Math.max(right - left, top - bottom, 1e-3), margin = size * 0.35;
    return { left: left - margin, bottom: bottom - margin, width: right - left + 2 * margin, height: top - bottom + 2 * margin };
}

export function drawParts(pen, { places, arrows }, numbers, walls) {
    for (const { ax, ay, bx, by } of walls)
        pen.line(ax, ay, bx, by, 'text', { width: 4 });
    // draw a dashed line from each body to the meeting point or to its next position
    const goals = places.filter(place => place.isOutput && /point|next|place/.test(place.label) && finite(numbers, place));
    for (const place of places.filter(one => !one.isOutput && /chaser|runner|muzzle|ball|body|^start$/.test(one.label) && finite(numbers, one)))
        for (const goal of goals)
            pen.line(numbers[place.x], numbers[place.y], numbers[goal.x], numbers[goal.y],
                /runner/.test(place.label) ? 'runner' : 'chaser', { width: 1.5, dash: [6, 6], alpha: 0.8 });
    const shown = arrows.filter(arrow => finite(numbers, arrow) && (!arrow.place || finite(numbers, arrow.place)));
    const size = 0.22 * Math.min(pen.view.width, pen.view.height);
    shown.forEach((arrow, k) => {
        const dx = numbers[arrow.x], dy = numbers[arrow.y], length = Math.hypot(dx, dy);
        if (!(length > 0))
            return;
        const alike = shown.filter(one => unitOf(one) === unitOf(arrow));
        const longest = Math.max(...alike.map(one => Math.hypot(numbers[one.x], numbers[one.y])));
        const x = arrow.place ? numbers[arrow.place.x] : 0, y = arrow.place ? numbers[arrow.place.y] : 0;
        const share = Math.max(length / longest, 0.15) * size / length, colour = arrow.isOutput ? 'good' : 'soft';
        pen.line(x, y, x + dx * share, y + dy * share, colour, { width: 2.5 });
        pen.head(x + dx * share, y + dy * share, dx, dy, colour, { width: 2.5 });
        pen.text(x + dx * share, y + dy * share, arrow.label, colour,
            { shiftX: 26 * dx / length, shiftY: -16 * dy / length + (k % 2 ? 4 : -4), size: 12 });
    });
    for (const place of places)
        if (finite(numbers, place)) {
            const input = /runner|target|to$/.test(place.label) ? 'runner' : 'chaser';
            pen.disc(numbers[place.x], numbers[place.y], place.isOutput ? 6 : 8, place.isOutput ? 'good' : input);
            pen.text(numbers[place.x], numbers[place.y], place.label, place.isOutput ? 'good' : 'text',
                { shiftY: place.isOutput ? 18 : -18 });
        }
}

const unitOf = ({ x }) => /heading|normal|direction|axis/.test(x) ? 'unit' : /acceleration/.test(x) ? 'acceleration' : 'speed';
