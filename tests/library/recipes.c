/* The recipes of docs/which-behaviour.md. The page shows parts of this file, and recipes_test.cpp checks the
   answers against other computations. */
#include "library/recipes.h"

way_intercept2d_answer recipe_zone(body me, body other, float radius) {
    way_intercept2d_agent zone;
    way_intercept2d_answer pass;
    way_intercept2d_agent_default(&zone); /* chaser_speed stays 0: the zone moves only as its platform */
    zone.chaser_x = me.x, zone.chaser_y = me.y, zone.platform_vx = me.vx, zone.platform_vy = me.vy;
    zone.runner_x = other.x, zone.runner_y = other.y, zone.runner_vx = other.vx, zone.runner_vy = other.vy;
    zone.reach = radius;
    way_intercept2d_one(&zone, &pass); /* WAY_MET: the other enters at pass.time and leaves at pass.latest */
    return pass;
}

way_intercept2d_answer recipe_head_start(body robot, float speed, body ball, float seconds) {
    way_intercept2d_agent agent;
    way_intercept2d_answer run;
    way_intercept2d_agent_default(&agent);
    agent.chaser_x = robot.x, agent.chaser_y = robot.y, agent.chaser_speed = speed;
    agent.runner_x = ball.x + ball.vx * seconds, agent.runner_y = ball.y + ball.vy * seconds;
    agent.runner_vx = ball.vx, agent.runner_vy = ball.vy;
    way_intercept2d_one(&agent, &run); /* the ball is at the point at run.time + seconds */
    return run;
}

way_arc2d_answer recipe_wind(float speed, float gravity, body enemy, float wind_x, float wind_y) {
    way_arc2d_agent gun;
    way_arc2d_answer shot;
    way_arc2d_agent_default(&gun);
    gun.shell_speed = speed, gun.gravity = gravity;
    gun.runner_x = enemy.x, gun.runner_y = enemy.y, gun.runner_vx = enemy.vx, gun.runner_vy = enemy.vy;
    gun.shell_ax = wind_x, gun.shell_ay = wind_y; /* m/s^2: what the wind adds to the shell's velocity */
    way_arc2d_one(&gun, &shot);
    return shot;
}

way_intercept2d_answer recipe_current(body boat, float speed, body buoy, float current_x, float current_y) {
    way_intercept2d_agent ship;
    way_intercept2d_answer steer;
    way_intercept2d_agent_default(&ship);
    ship.chaser_x = boat.x, ship.chaser_y = boat.y, ship.chaser_speed = speed;
    ship.runner_x = buoy.x, ship.runner_y = buoy.y, ship.runner_vx = buoy.vx, ship.runner_vy = buoy.vy;
    ship.platform_vx = current_x, ship.platform_vy = current_y; /* m/s: the water or the air moves */
    way_intercept2d_one(&ship, &steer); /* steer.velocity_x, _y: through the water, so this is the heading */
    return steer;
}

way_result recipe_largest_sum(const float *value, float *cost, uint32_t *target, way_assignment *how) {
    way_assign_in in = WAY_INIT;
    way_assign_out out = WAY_INIT;
    in.cost = way_in(cost), out.target = way_out(target);
    for (size_t k = 0; k < how->count * how->runner_count; k++)
        cost[k] = -value[k];
    return way_assign(&in, &out, how); /* the largest sum of the values is -how->sum */
}

way_intercept2d_answer recipe_before_it_is_out(body player, float speed, body ball, const way_wall line[4]) {
    way_sweep_walls2d_agent course;
    way_sweep_walls2d_answer out;
    way_intercept2d_agent agent;
    way_intercept2d_answer run;
    way_sweep_walls2d_agent_default(&course);
    way_intercept2d_agent_default(&agent);
    agent.chaser_x = player.x, agent.chaser_y = player.y, agent.chaser_speed = speed;
    agent.runner_x = ball.x, agent.runner_y = ball.y, agent.runner_vx = ball.vx, agent.runner_vy = ball.vy;
    course.ball_x = ball.x, course.ball_y = ball.y, course.ball_vx = ball.vx, course.ball_vy = ball.vy;
    way_sweep_walls2d_one(&course, &out, line, 4); /* the four lines of the pitch */
    agent.horizon = out.time;                      /* +inf: the ball stays in */
    way_intercept2d_one(&agent, &run);             /* WAY_LATE: the ball is out first */
    return run;
}

way_march2d_answer recipe_missile(const way_cut_off2d_agent *missile, float seconds, float *time) {
    way_cut_off2d_answer path;
    way_march2d_agent fly;
    way_march2d_answer now;
    way_march2d_agent_default(&fly);
    way_cut_off2d_one(missile, &path); /* radius: speed / (turn rate in rad/s) */
    fly.x = missile->chaser_x, fly.y = missile->chaser_y, fly.radius = missile->radius, fly.word = path.word;
    fly.heading_x = missile->heading_x, fly.heading_y = missile->heading_y;
    fly.target_x = path.target_x, fly.target_y = path.target_y;
    fly.target_heading_x = path.target_heading_x, fly.target_heading_y = path.target_heading_y;
    fly.arc1 = path.arc1, fly.middle = path.middle, fly.arc2 = path.arc2;
    fly.distance = missile->chaser_speed * seconds; /* flown since the plan */
    way_march2d_one(&fly, &now); /* now.next_x, now.next_heading_x ...; it hits at path.time */
    *time = path.time;
    return now;
}

void recipe_waypoints(const fleet *car, const float *x, const float *y, size_t count, float dt) {
    way_follow_line2d_in in = WAY_INIT;
    way_follow_line2d_out out = WAY_INIT;
    way_batch batch = WAY_INIT;
    in.chaser_x = way_in(car->x), in.chaser_y = way_in(car->y);
    in.heading_x = way_in(car->heading_x), in.heading_y = way_in(car->heading_y);
    in.chaser_speed = way_same(&car->speed), in.radius = way_same(&car->radius), in.dt = way_same(&dt);
    in.from_x = way_in(x), in.to_x = way_in(x + 1), in.after_x = way_in(x + 2); /* x[count], y[count]: +inf */
    in.from_y = way_in(y), in.to_y = way_in(y + 1), in.after_y = way_in(y + 2);
    out.next_x = way_out(car->x), out.next_y = way_out(car->y); /* the call moves the cars */
    out.next_heading_x = way_out(car->heading_x), out.next_heading_y = way_out(car->heading_y);
    out.status = way_out(car->status);
    batch.count = car->count, batch.targets.row = way_in(car->segment);
    batch.targets.runner_count = count - 1; /* a car with segment count - 1 has no target: it is at the end */
    batch.targets.keep_outputs = 1;         /* and stays there */
    way_follow_line2d(&in, &out, &batch);
    for (size_t i = 0; i < car->count; i++)
        if (car->segment[i] < count - 1)
            car->segment[i] += car->status[i] == WAY_THERE || car->status[i] == WAY_DEGENERATE;
}

body recipe_gravity_bounces(body ball, float gravity, float restitution, float seconds) {
    way_flight2d_agent fly;
    way_flight2d_answer next;
    way_reflect2d_agent floor;
    way_reflect2d_answer up;
    float left = seconds;
    way_flight2d_agent_default(&fly), way_reflect2d_agent_default(&floor);
    fly.body_x = ball.x, fly.body_y = ball.y, fly.body_vx = ball.vx, fly.body_vy = ball.vy;
    fly.gravity = gravity, floor.normal_y = 1, floor.restitution = restitution; /* the floor is at y = 0 */
    while (way_flight2d_one(&fly, &next), fly.gravity > 0 && next.landing < left) {
        left -= fly.time = next.landing;
        way_flight2d_one(&fly, &next); /* the state at the landing */
        floor.velocity_x = next.velocity_x, floor.velocity_y = next.velocity_y;
        way_reflect2d_one(&floor, &up);
        fly.body_x = next.point_x, fly.body_y = 0, fly.body_vx = up.reflected_x, fly.body_vy = up.reflected_y;
        if (up.reflected_y < 0.05f)
            fly.gravity = 0, fly.body_vy = 0; /* too slow to bounce again: it rolls */
    }
    fly.time = left;
    way_flight2d_one(&fly, &next); /* next.point_x, next.point_y, next.velocity_x, next.velocity_y */
    return (body){next.point_x, next.point_y, next.velocity_x, next.velocity_y};
}

body recipe_paddle(body puck, float radius, way_wall paddle, float paddle_vx, float paddle_vy, float *time) {
    way_sweep2d_agent ball;
    way_sweep2d_answer hit;
    way_reflect2d_agent bounce;
    way_reflect2d_answer back;
    way_sweep2d_agent_default(&ball), way_reflect2d_agent_default(&bounce);
    ball.ball_x = puck.x, ball.ball_y = puck.y, ball.radius = radius;
    ball.wall_ax = paddle.ax, ball.wall_ay = paddle.ay, ball.wall_bx = paddle.bx, ball.wall_by = paddle.by;
    ball.ball_vx = puck.vx, ball.ball_vy = puck.vy, ball.wall_vx = paddle_vx, ball.wall_vy = paddle_vy;
    way_sweep2d_one(&ball, &hit); /* they meet at hit.time */
    bounce.velocity_x = puck.vx - paddle_vx, bounce.velocity_y = puck.vy - paddle_vy;
    bounce.normal_x = hit.normal_x, bounce.normal_y = hit.normal_y;
    way_reflect2d_one(&bounce, &back);
    puck.vx = back.reflected_x + paddle_vx, puck.vy = back.reflected_y + paddle_vy; /* after the hit */
    *time = hit.time;
    return puck;
}

size_t recipe_break(body *ball, size_t count, float radius, const way_wall cushion[4], float dt, int frames,
                    void *memory, size_t bytes) {
    way_bounce_all2d_in in = WAY_INIT;
    way_bounce_all2d_out out = WAY_INIT;
    way_bodies table = WAY_INIT;
    size_t collisions = 0;
    way_xy(in.ball_, &ball->x, sizeof *ball), way_xy(in.ball_v, &ball->vx, sizeof *ball);
    way_to_xy(out.next_, &ball->x, sizeof *ball), way_to_xy(out.next_v, &ball->vx, sizeof *ball);
    in.radius = way_same(&radius), in.dt = way_same(&dt);
    table.count = count, table.walls = cushion, table.wall_count = 4;
    table.memory = memory, table.bytes = bytes; /* way_bounce_all2d_bytes(count) */
    for (int frame = 0; frame < frames; frame++, collisions += table.events)
        way_bounce_all2d(&in, &out, &table);
    return collisions;
}

void recipe_head_on(const float goal[3], float preferred[3]) {
    const float c = 0.989f, s = 0.149f; /* cosine and sine of 0.15 rad */
    preferred[0] = c * goal[0] - s * goal[2], preferred[1] = goal[1];
    preferred[2] = s * goal[0] + c * goal[2]; /* turned about the y axis, which is up */
}
