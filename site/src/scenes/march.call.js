// Finds the cheapest paths over a grid from all cells to the exits: one field for each exit. `costs` has a number per
// cell, 0 for a wall. After costs have changed, `field.run()` finds the new paths.
export const paths = (way, width, costs, goals, clearance) => way.field2d({ width, costs, goals, clearance });

// Finds the velocity that leads each person along the field of its exit, straight on as far as it sees.
export const follow = (way, people, field, cell, sight, dt) => way.follow2d({
    in: { chaser_x: people.x, chaser_y: people.y, chaser_speed: people.speed, field: people.exit, dt },
    out: { velocity_x: people.wish_x, velocity_y: people.wish_y, status: people.status },
    field, cell, sight,
});
