// Returns the shortest path from one pose to another. The last circle may have another radius.
export const shortest = (way, from, to, radius, end_radius) => way.shortest_path2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy,
    radius, end_radius,
});

// Returns a formation's route. At each pose, the formation turns to the side on which the other pose lies.
export const towards = (way, from, to, radius) => way.turning_path2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy,
    radius,
});

// Returns the pose of a car after `distance` metres of a path.
export const march = (way, from, to, radius, end_radius, path, distance) => way.march2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy,
    radius, end_radius, word: path.word, arc1: path.arc1, middle: path.middle, arc2: path.arc2,
    distance,
});
