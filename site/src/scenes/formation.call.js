// `path` returns the leader's path, and `lead` returns the leader's pose after `distance` metres of it.
export const path = (way, from, to, radius) => way.turning_path2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy, radius,
});
export const lead = (way, from, to, radius, { word, arc1, straight, arc2 }, distance) => way.march2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy, radius,
    word, arc1, middle: straight, arc2, distance,
});

// In columns, each unit follows the unit ahead of it in its file.
export const follow = (way, unit, rank, files, spacing) => {
    const own = name => ({ data: unit[name], offset: 4 * rank * files });
    const ahead = name => ({ data: unit[name], offset: 4 * (rank - 1) * files });
    return way.file2d({
        in: {
            x: own('x'), y: own('y'), heading_x: own('hx'), heading_y: own('hy'), spacing,
            ahead_x: ahead('x'), ahead_y: ahead('y'), ahead_heading_x: ahead('hx'), ahead_heading_y: ahead('hy'),
        },
        out: { next_x: own('x'), next_y: own('y'), next_heading_x: own('hx'), next_heading_y: own('hy') },
        count: files,
    });
};

// In rows, a rank stays straight and follows the rank ahead. `course_radius` and `ranks` keep ranks from leaping
// after tight turns.
export const followStraight = (way, own, ahead, half_width, spacing, course_radius, ranks) => way.rank2d.one({
    x: own.x, y: own.y, heading_x: own.hx, heading_y: own.hy, half_width, spacing,
    ahead_x: ahead.x, ahead_y: ahead.y, ahead_heading_x: ahead.hx, ahead_heading_y: ahead.hy,
    course_radius, ranks,
});

// Computes each unit's position in its rank. `rows` holds each unit's rank.
export const fallIn = (way, unit, rank, rows) => way.line2d({
    in: {
        rank_x: { data: rank.x, rows }, rank_y: { data: rank.y, rows },
        rank_heading_x: { data: rank.hx, rows }, rank_heading_y: { data: rank.hy, rows }, offset: unit.offset,
    },
    out: { place_x: unit.x, place_y: unit.y },
});
