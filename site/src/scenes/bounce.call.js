// Moves all balls by `dt` among the walls, in place. Each run reads the walls again.
export const bounce = (way, ball, walls, dt, restitution, friction) => way.bounce2d({
    in: {
        ball_x: ball.x, ball_y: ball.y, ball_vx: ball.vx, ball_vy: ball.vy, radius: ball.radius,
        dt, restitution, friction,
    },
    out: {
        next_x: ball.x, next_y: ball.y, next_vx: ball.vx, next_vy: ball.vy, bounces: ball.bounces,
    },
    walls,
});
