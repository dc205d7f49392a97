/* The exact answers of follow_line2d and follow_circle2d are those of the reference in 113 bits. They are not
   judged where a rounding decides about the turn: straight back, where the side of the turn changes, and
   where an arc of the field begins. */
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agents.h"
#include "truth/truth.h"

namespace {

using namespace truth;
using agents::one_agent;

const int chaser = 0, heading = 2, speed = 4, radius = 5, from = 6, to = 8, after = 10, line_dt = 12,
          line_inputs = 13;
const int centre = 6, circle = 8, direction = 9, circle_dt = 10, circle_inputs = 11;

quad length2(quad x, quad y) { return root(x * x + y * y); }

/* Returns how far the outputs move if the pose changes by 1e-13 of its size and of the radius. */
bool moved_by_rounding(const float *in, int inputs, const answer &exact, double scale, double *moved) {
    const int outputs = (int)exact.behaviour->output_count, status = outputs - 1;
    const double small = 1e-13;
    std::fill(moved, moved + outputs, 0.0);
    for (int change = 0; change < 6; change++) {
        double given[columns_max], got[columns_max];
        std::copy(in, in + inputs, given);
        const double by = change % 2 ? small : -small;
        if (change / 2 == 2) {
            const double x = given[heading], y = given[heading + 1];
            given[heading] = x - by * y, given[heading + 1] = y + by * x;
        } else
            given[chaser + change / 2] += by * scale;
        way_reference_named(exact.behaviour->name)(given, got);
        if (got[status] != (double)exact.value[status])
            return false;
        for (int k = 0; k < status; k++)
            moved[k] = std::fmax(moved[k], std::fabs(got[k] - (double)exact.value[k]));
    }
    return moved[0] < 1e-6;
}

bool is_in_stated_range(quad x) { return x == 0 || (magnitude(x) >= 1e-6 && magnitude(x) <= 1e6); }

void judge(const float *in, int inputs, quad scale, quad places, answer *out) {
    const int outputs = (int)out->behaviour->output_count, status = outputs - 1;
    double moved[columns_max];
    out->not_judged |= scale > (quad)1e6 * in[radius];
    if (out->not_judged || (int)out->value[status] == WAY_INVALID)
        return;
    if (!moved_by_rounding(in, inputs, *out, (double)scale, moved)) {
        out->not_judged = true;
        return;
    }
    for (int k = 0; k < status; k++) {
        const std::string name = out->behaviour->outputs[k].name;
        const bool unit = name == "turn" || name.find("next_heading") == 0;
        const bool difference = name == "cross_track" || name == "remaining";
        out->ulp_scale[k] = unit ? (quad)1 : difference ? scale : places + scale;
        out->ulp_scale[k] += (quad)(0x1p20 * moved[k]);
    }
}

void solve_line(const float *in, answer *out) {
    take_reference(in, out);
    quad places = 0;
    const bool corner = in[after] < INFINITY && in[after + 1] < INFINITY;
    for (int k = 0; k < line_inputs; k++)
        out->not_judged |= !((k == after || k == after + 1) && !corner) && !is_in_stated_range(in[k]);
    if (out->not_judged || (int)out->value[9] == WAY_INVALID)
        return;
    const quad leg = length2((quad)in[to] - in[from], (quad)in[to + 1] - in[from + 1]);
    const quad off = length2((quad)in[chaser] - in[from], (quad)in[chaser + 1] - in[from + 1]);
    const quad next = corner ? length2((quad)in[after] - in[to], (quad)in[after + 1] - in[to + 1]) : (quad)0;
    for (int k : {chaser, chaser + 1, from, from + 1, to, to + 1})
        places = larger(places, magnitude(in[k]));
    const quad step = (quad)in[speed] * in[line_dt];
    quad least = leg > 0 ? leg : 1;
    least = next > 0 && next < least ? next : least;
    out->not_judged |= !is_in_stated_range(least);
    judge(in, line_inputs, leg + off + larger(step, in[radius]), places, out);
}

void solve_circle(const float *in, answer *out) {
    take_reference(in, out);
    for (int k = 0; k < circle_inputs; k++)
        out->not_judged |= !is_in_stated_range(in[k]);
    if (out->not_judged || (int)out->value[8] == WAY_INVALID)
        return;
    const quad off = length2((quad)in[chaser] - in[centre], (quad)in[chaser + 1] - in[centre + 1]);
    quad places = 0;
    for (int k : {chaser, chaser + 1, centre, centre + 1})
        places = larger(places, magnitude(in[k]));
    const quad step = (quad)in[speed] * in[circle_dt];
    out->not_judged |= !is_in_stated_range(off);
    judge(in, circle_inputs, off + in[circle] + larger(step, in[radius]), places, out);
}

void vehicle(uint64_t *random, float *in, float dt) {
    in[chaser] = draw_between(random, -500, 500), in[chaser + 1] = draw_between(random, -500, 500);
    in[heading] = draw_between(random, -1, 1), in[heading + 1] = draw_between(random, -1, 1);
    in[speed] = std::exp(draw_between(random, -1, 4));
    in[radius] = std::exp(draw_between(random, 0, 4));
    if (dt > 0 && draw_below(random, 8) == 0) /* steps longer than the radius */
        in[radius] = in[speed] * dt * draw_between(random, 0.2f, 2);
}

/* Puts the vehicle at this distance to the left of a line, with this angle to it. */
void put_beside(float *in, double x, double y, double ux, double uy, double left, double angle) {
    in[chaser] = (float)(x - uy * left), in[chaser + 1] = (float)(y + ux * left);
    in[heading] = (float)(ux * std::cos(angle) - uy * std::sin(angle));
    in[heading + 1] = (float)(uy * std::cos(angle) + ux * std::sin(angle));
}

void line(uint64_t *random, float *in) {
    in[line_dt] = draw_below(random, 4) ? draw_between(random, 0.004f, 0.1f) : 0;
    vehicle(random, in, in[line_dt]);
    for (int k = from; k < line_dt; k++)
        in[k] = draw_between(random, -500, 500);
    if (draw_below(random, 3) == 0)
        in[after] = in[after + 1] = INFINITY;
}

void line_no_options(uint64_t *random, float *in) {
    line(random, in);
    in[after] = in[after + 1] = INFINITY, in[line_dt] = 0;
}

/* Draws vehicles near the line, or about to leave it. */
void near_line(uint64_t *random, float *in) {
    line(random, in);
    const double x = (double)in[to] - (double)in[from], y = (double)in[to + 1] - (double)in[from + 1];
    const double leg = std::hypot(x, y), r = (double)in[radius];
    const double gone =
        draw_below(random, 2) ? draw_between(random, 0, 1) : 1 - r / leg * draw_between(random, 0, 2);
    const double left = r * (draw_below(random, 4) ? (double)any_size(random, -12, 1) : 0);
    const double angle = (double)draw_between(random, -3.2f, 3.2f) * (draw_below(random, 2) ? 1e-2 : 1);
    put_beside(in, (double)in[from] + x * gone, (double)in[from + 1] + y * gone, x / leg, y / leg, left,
               angle);
}

void edges(uint64_t *random, float *in) {
    near_line(random, in);
    switch (draw_below(random, 7)) {
    case 0: in[to] = in[from], in[to + 1] = in[from + 1]; break;
    case 1: in[after] = in[to], in[after + 1] = in[to + 1]; break;
    case 2: in[after] = in[from], in[after + 1] = in[from + 1]; break; /* the path goes back */
    case 3: in[after] = 2 * in[to] - in[from], in[after + 1] = 2 * in[to + 1] - in[from + 1]; break;
    case 4: in[speed] = draw_below(random, 2) ? 0 : -in[speed]; break;
    case 5: in[draw_below(random, line_inputs)] = 0; break;
    default:
        for (int k : {radius, heading, heading + 1})
            in[k] *= any_size(random, -8, 8);
    }
    if (draw_below(random, 3) == 0) { /* short segments */
        in[to] = in[from] + any_size(random, -6, 5), in[to + 1] = in[from + 1] + any_size(random, -6, 5);
    }
}

void round_circle(uint64_t *random, float *in) {
    in[circle_dt] = draw_below(random, 4) ? draw_between(random, 0.004f, 0.1f) : 0;
    vehicle(random, in, in[circle_dt]);
    in[centre] = draw_between(random, -500, 500), in[centre + 1] = draw_between(random, -500, 500);
    in[circle] = in[radius] * std::exp(draw_between(random, -0.5f, 4));
    in[direction] = draw_below(random, 2) ? -1 : 1;
}

void circle_no_options(uint64_t *random, float *in) {
    round_circle(random, in);
    in[direction] = 1, in[circle_dt] = 0;
}

void near_circle(uint64_t *random, float *in) {
    round_circle(random, in);
    const double r = (double)in[radius];
    switch (draw_below(random, 4)) {
    case 0: in[circle] = in[radius]; break;
    case 1: in[circle] = in[radius] * (1 + std::exp(draw_between(random, -12, 0))); break;
    default: break;
    }
    const double at = (double)draw_between(random, -3.2f, 3.2f);
    const double x = std::cos(at), y = std::sin(at), q = (double)in[circle];
    const double left = draw_below(random, 4) ? r * (double)any_size(random, -12, 1) : 0;
    const double angle = (double)draw_between(random, -3.2f, 3.2f) * (draw_below(random, 2) ? 1e-2 : 1);
    put_beside(in, (double)in[centre] + x * q, (double)in[centre + 1] + y * q, -y, x, left, angle);
    if (in[direction] < 0)
        in[heading] *= -1, in[heading + 1] *= -1;
}

void circle_edges(uint64_t *random, float *in) {
    near_circle(random, in);
    switch (draw_below(random, 5)) {
    case 0: in[chaser] = in[centre], in[chaser + 1] = in[centre + 1]; break;
    case 1: in[circle] = draw_below(random, 2) ? 0 : in[radius] * draw_between(random, 0, 1); break;
    case 2: in[speed] = draw_below(random, 2) ? 0 : -in[speed]; break;
    case 3: in[draw_below(random, circle_inputs)] = 0; break;
    default:
        for (int k : {radius, heading, heading + 1})
            in[k] *= any_size(random, -8, 8);
    }
}

const truth::add entries({
    {"follow_line2d", "any lines", line, true, solve_line},
    {"follow_line2d", "no options", line_no_options, false, solve_line},
    {"follow_line2d", "near the line", near_line, true, solve_line},
    {"follow_line2d", "edges", edges, true, solve_line},
    {"follow_circle2d", "any circles", round_circle, true, solve_circle},
    {"follow_circle2d", "no options", circle_no_options, false, solve_circle},
    {"follow_circle2d", "near the circle", near_circle, true, solve_circle},
    {"follow_circle2d", "edges", circle_edges, true, solve_circle},
});

one_agent car() {
    return {"follow_line2d",
            {{"heading_x", 1}, {"chaser_speed", 10}, {"radius", 5}, {"to_x", 100}, {"dt", 0.1f}}};
}

TEST(follow_line2d, worked_by_hand) {
    one_agent q = car();
    q.slack = 2e-6f;
    q.expect({0, 2, 0, 0, 100, 1, 0, 1, 0}, WAY_MET); /* on the line: heads for a point 2 steps ahead */
    q["chaser_y"] = 8;                                /* farther than the arcs: straight to the line */
    const float s = 0.198669331f, c = 0.980066578f;   /* of 0.2 rad: 1 m on a circle of 5 m */
    q.expect({-1, 0, 0, 8, 100, 5 * s, 3 + 5 * c, c, -s}, WAY_MET);
    q["heading_x"] = 0, q["heading_y"] = -9;
    q.expect({0, 0, 0, 8, 100, 0, 7, 0, -1}, WAY_MET);
    q["chaser_y"] = 0, q["heading_x"] = -1, q["heading_y"] = 0; /* straight back: to the left */
    q.expect({1, 2, 0, 0, 100, -5 * s, -5 + 5 * c, -c, -s}, WAY_MET);
    q["chaser_speed"] = 0;
    q.expect({1, 1.25f, 0, 0, 100, 0, 0, -1, 0}, WAY_IMMOBILE);
    q["chaser_speed"] = 10, q["heading_x"] = 1, q["chaser_x"] = 99; /* the last step of the segment */
    q.expect({0, 101, 0, 0, 1, 100, 0, 1, 0}, WAY_THERE);
    q["chaser_x"] = 98.5f;
    q.expect({0, 100.5f, 0, 0, 1.5f, 99.5f, 0, 1, 0}, WAY_MET);
    q["to_x"] = 0;
    q.expect({0, 0, 0, 0, 0, 99.5f, 0, 1, 0}, WAY_DEGENERATE);
}

/* A turn into the next segment begins where its arc touches both segments, lengthened by the rounding of the
   field near the line. */
TEST(follow_line2d, begins_a_turn_before_the_corner) {
    one_agent q = car();
    q["dt"] = 0;
    q["after_x"] = 100, q["after_y"] = 50;
    const double arc = 5 * 9.0 / 8, near = 5.0 / 4;
    EXPECT_NEAR(100 - std::sqrt(arc * arc + near * near), (double)q.answer()[4], 1e-5);
    q["after_y"] = 4; /* a short segment: half of it */
    EXPECT_NEAR(98, (double)q.answer()[4], 1e-5);
    q["after_x"] = 200, q["after_y"] = 0.001f; /* straight on */
    EXPECT_NEAR(100 - near, (double)q.answer()[4], 1e-4);
    q["after_x"] = 0, q["after_y"] = 0; /* straight back: near the corner */
    EXPECT_NEAR(100 - near, (double)q.answer()[4], 1e-4);
    q["after_x"] = 100; /* no next segment */
    EXPECT_EQ(100.0f, q.answer()[4]);
    q["after_x"] = q["after_y"] = INFINITY;
    EXPECT_EQ(100.0f, q.answer()[4]);
}

TEST(follow_circle2d, worked_by_hand) {
    one_agent q("follow_circle2d", {{"chaser_x", 20},
                                    {"heading_y", 1},
                                    {"chaser_speed", 10},
                                    {"radius", 5},
                                    {"circle_radius", 20},
                                    {"dt", 0.1f}});
    q.slack = 2e-6f;
    const float s = 0.0499791693f, c = 0.99875026f; /* of 0.05 rad */
    q.expect({0.25f, 20, 0, 0, 20 * c, 20 * s, -s, c}, WAY_MET);
    q["direction"] = -1, q["heading_y"] = -1;
    q.expect({-0.25f, 20, 0, 0, 20 * c, -20 * s, -s, -c}, WAY_MET);
    q["chaser_x"] = 40, q["heading_x"] = -1, q["heading_y"] = 0; /* straight to it from far outside */
    q.expect({0, 20, 0, 20, 39, 0, -1, 0}, WAY_MET);
    q["chaser_x"] = 5, q["heading_x"] = 1; /* straight to it from well inside */
    q.expect({0, 20, 0, -15, 6, 0, 1, 0}, WAY_MET);
    q["circle_radius"] = 0, q["chaser_x"] = 5, q["heading_x"] = 0, q["heading_y"] = -1;
    const float s5 = 0.198669331f, c5 = 0.980066578f; /* goes round the centre as tightly as it can */
    q.expect({-1, 0, 0, 5, 5 * c5, -5 * s5, -s5, -c5}, WAY_NO_PATH);
    q["chaser_speed"] = 0;
    q.expect({-1, 0, 0, 5, 5, 0, 0, -1}, WAY_IMMOBILE);
}

TEST(follow_line2d, invalid_inputs_say_so) {
    one_agent q = car();
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0, INFINITY, 0, 0, 0, 0}, "after_");
    for (const char *column : {"radius", "dt"}) {
        one_agent bad = q;
        bad[column] = -1e-30f;
        bad.expect({0, 0, 0, 0, INFINITY, 0, 0, 0, 0}, WAY_INVALID);
    }
    q["radius"] = 0;
    q.expect({0, 0, 0, 0, INFINITY, 0, 0, 0, 0}, WAY_INVALID);
    q["radius"] = 5, q["heading_x"] = 0;
    q.expect({0, 0, 0, 0, INFINITY, 0, 0, 0, 0}, WAY_INVALID);
}

TEST(follow_circle2d, invalid_inputs_say_so) {
    one_agent q("follow_circle2d",
                {{"heading_x", 1}, {"chaser_speed", 10}, {"radius", 5}, {"circle_radius", 20}, {"dt", 0.1f}});
    agents::expect_invalid_inputs_say_so(q, {0, 0, 0, 0, 0, 0, 0, 0});
    for (const char *column : {"radius", "dt", "circle_radius"}) {
        one_agent bad = q;
        bad[column] = -1e-30f;
        bad.expect({0, 0, 0, 0, 0, 0, 0, 0}, WAY_INVALID);
    }
}

/* No input makes an output NaN. */
TEST(follow_line2d, no_output_is_nan) {
    const float values[] = {0, -0.0f, 1, -1, 1e-45f, 1e-38f, 1e19f, 3e38f, -3e38f, INFINITY, -INFINITY, NAN};
    uint64_t random = support::seed_for(59, 10);
    for (const char *name : {"follow_line2d", "follow_circle2d"})
        for (size_t n = 0; n < support::draws(200000); n++) {
            one_agent q(name);
            for (float &value : q.in)
                value = values[draw_below(&random, draw_below(&random, 3) ? 7 : 12)];
            const std::vector<float> got = q.answer();
            for (size_t k = 0; k + 1 < got.size(); k++)
                ASSERT_FALSE(std::isnan(got[k])) << q.story(got);
        }
}

} // namespace
