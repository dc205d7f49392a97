// Returns the shortest path from one pose to another. The last circle may have another radius.
export const shortest = (way, from, to, radius, end_radius) => way.shortest_path2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy,
    radius, end_radius,
});

// Returns the path of a missile to where it meets a target that flies on. Asked again in each frame, the missile homes.
export const home = (way, missile, speed, radius, target, target_speed) => way.home2d.one({
    chaser_x: missile.x, chaser_y: missile.y, heading_x: missile.hx, heading_y: missile.hy, chaser_speed: speed, radius,
    runner_x: target.x, runner_y: target.y, runner_vx: target_speed * target.hx, runner_vy: target_speed * target.hy,
});

// Returns the pose of a car after `distance` metres of a path.
export const march = (way, from, to, radius, end_radius, path, distance) => way.march2d.one({
    x: from.x, y: from.y, heading_x: from.hx, heading_y: from.hy,
    target_x: to.x, target_y: to.y, target_heading_x: to.hx, target_heading_y: to.hy,
    radius, end_radius, word: path.word, arc1: path.arc1, middle: path.middle, arc2: path.arc2,
    distance,
});

// Returns the next pose of a car in a convoy, which follows the one ahead at a constant distance.
export const follow = (way, own, ahead, spacing) => way.file2d.one({
    x: own.x, y: own.y, heading_x: own.hx, heading_y: own.hy,
    ahead_x: ahead.x, ahead_y: ahead.y, ahead_heading_x: ahead.hx, ahead_heading_y: ahead.hy, spacing,
});
