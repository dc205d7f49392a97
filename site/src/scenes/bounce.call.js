// Moves all balls by `dt`, in place: they bounce off each other and off the walls. Each run reads the walls again.
export const bounce = (way, ball, walls, dt, restitution, friction) => way.bounce_all2d({
    in: {
        ball_x: ball.x, ball_y: ball.y, ball_vx: ball.vx, ball_vy: ball.vy, radius: ball.radius, mass: ball.mass,
        dt, restitution, friction,
    },
    out: { next_x: ball.x, next_y: ball.y, next_vx: ball.vx, next_vy: ball.vy },
    walls, most_events: 20000,
});
