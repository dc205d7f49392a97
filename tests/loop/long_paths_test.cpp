/* Thousands of small steps along a path. The caller's arrays round each pose, so that the errors of all steps
   on an arc add up. This must not cost a turn. */
#include <cmath>
#include <cstdio>
#include <vector>

#include "scene.h"
#include "support.h"

namespace {

const double PI = 3.14159265358979;

/* Slow vehicles, and targets that stand. All arrays hold one number per vehicle. */
struct fleet {
    explicit fleet(size_t count) : count(count) {
        for (auto *array : {&x,      &y,     &hx,    &hy,     &target_x, &target_y, &wanted_x, &wanted_y,
                            &radius, &speed, &step,  &to_x,   &to_y,     &end_hx,   &end_hy,   &arc1,
                            &middle, &arc2,  &total, &next_x, &next_y,   &next_hx,  &next_hy})
            array->resize(count);
        word.resize(count);
        status.resize(count);
    }
    size_t count;
    std::vector<float> x, y, hx, hy, target_x, target_y, wanted_x, wanted_y, radius, speed, step;
    std::vector<float> to_x, to_y, end_hx, end_hy, arc1, middle, arc2, total, next_x, next_y, next_hx,
        next_hy;
    std::vector<int32_t> word, status;
};

fleet draw_fleet(size_t count, double away, double rate, bool wanted) {
    fleet f(count);
    for (size_t i = 0; i < count; i++) {
        uint64_t state = support::seed_for(0x5210, i);
        const auto between = [&](double low, double high) {
            return low + (high - low) * (double)draw_between(&state, 0, 1);
        };
        const double radius = 2 * std::pow(10, between(0, 1)), bearing = between(0, 2 * PI),
                     heading = between(0, 2 * PI), distance = radius * between(0.1, 4),
                     direction = between(0, 2 * PI), end = between(0, 2 * PI);
        f.radius[i] = (float)radius;
        f.speed[i] = (float)std::pow(5, between(0, 1));
        f.step[i] = (float)((double)f.speed[i] / rate);
        f.x[i] = (float)(away * std::cos(bearing)), f.y[i] = (float)(away * std::sin(bearing));
        f.hx[i] = (float)std::cos(heading), f.hy[i] = (float)std::sin(heading);
        f.target_x[i] = (float)((double)f.x[i] + distance * std::cos(direction));
        f.target_y[i] = (float)((double)f.y[i] + distance * std::sin(direction));
        f.wanted_x[i] = wanted ? (float)std::cos(end) : 0, f.wanted_y[i] = wanted ? (float)std::sin(end) : 0;
    }
    return f;
}

/* Asks for the paths of all vehicles. */
void ask_shortest(fleet *f) {
    way_shortest_path2d_in in = WAY_INIT;
    way_shortest_path2d_out out = WAY_INIT;
    in.x = way_in(f->x.data()), in.y = way_in(f->y.data());
    in.heading_x = way_in(f->hx.data()), in.heading_y = way_in(f->hy.data());
    in.target_x = way_in(f->target_x.data()), in.target_y = way_in(f->target_y.data());
    in.target_heading_x = way_in(f->wanted_x.data()), in.target_heading_y = way_in(f->wanted_y.data());
    in.radius = way_in(f->radius.data());
    out.arc1 = way_out(f->arc1.data()), out.middle = way_out(f->middle.data());
    out.arc2 = way_out(f->arc2.data()), out.total = way_out(f->total.data());
    out.word = way_out(f->word.data()), out.status = way_out(f->status.data());
    way_batch batch = WAY_INIT;
    batch.count = f->count;
    ASSERT_EQ(WAY_OK, way_shortest_path2d(&in, &out, &batch));
    f->to_x = f->target_x, f->to_y = f->target_y, f->end_hx = f->wanted_x, f->end_hy = f->wanted_y;
}

void ask_cut_off(fleet *f) {
    way_cut_off2d_in in = WAY_INIT;
    way_cut_off2d_out out = WAY_INIT;
    const float zero = 0;
    in.chaser_x = way_in(f->x.data()), in.chaser_y = way_in(f->y.data());
    in.heading_x = way_in(f->hx.data()), in.heading_y = way_in(f->hy.data());
    in.runner_x = way_in(f->target_x.data()), in.runner_y = way_in(f->target_y.data());
    in.runner_vx = way_same(&zero), in.runner_vy = way_same(&zero);
    in.wanted_heading_x = way_in(f->wanted_x.data()), in.wanted_heading_y = way_in(f->wanted_y.data());
    in.radius = way_in(f->radius.data()), in.chaser_speed = way_in(f->speed.data());
    out.target_x = way_out(f->to_x.data()), out.target_y = way_out(f->to_y.data());
    out.target_heading_x = way_out(f->end_hx.data()), out.target_heading_y = way_out(f->end_hy.data());
    out.arc1 = way_out(f->arc1.data()), out.middle = way_out(f->middle.data());
    out.arc2 = way_out(f->arc2.data()), out.total = way_out(f->total.data());
    out.word = way_out(f->word.data()), out.status = way_out(f->status.data());
    way_batch batch = WAY_INIT;
    batch.count = f->count;
    ASSERT_EQ(WAY_OK, way_cut_off2d(&in, &out, &batch));
}

void follow(fleet *f) {
    way_march2d_in in = WAY_INIT;
    way_march2d_out out = WAY_INIT;
    in.x = way_in(f->x.data()), in.y = way_in(f->y.data());
    in.heading_x = way_in(f->hx.data()), in.heading_y = way_in(f->hy.data());
    in.target_x = way_in(f->to_x.data()), in.target_y = way_in(f->to_y.data());
    in.target_heading_x = way_in(f->end_hx.data()), in.target_heading_y = way_in(f->end_hy.data());
    in.radius = way_in(f->radius.data()), in.word = way_in(f->word.data());
    in.arc1 = way_in(f->arc1.data()), in.middle = way_in(f->middle.data()), in.arc2 = way_in(f->arc2.data());
    const float zero = 0;
    in.distance = way_same(&zero), in.step = way_in(f->step.data());
    out.next_x = way_out(f->next_x.data()), out.next_y = way_out(f->next_y.data());
    out.next_heading_x = way_out(f->next_hx.data()), out.next_heading_y = way_out(f->next_hy.data());
    way_batch batch = WAY_INIT;
    batch.count = f->count;
    ASSERT_EQ(WAY_OK, way_march2d(&in, &out, &batch));
    f->x.swap(f->next_x), f->y.swap(f->next_y), f->hx.swap(f->next_hx), f->hy.swap(f->next_hy);
}

/* Takes a vehicle out of the fleet. The last one takes its row. */
void remove(fleet *f, size_t i, std::vector<double> *first, std::vector<double> *last,
            std::vector<size_t> *number) {
    const size_t end = f->count - 1;
    for (auto *a : {&f->x, &f->y, &f->hx, &f->hy, &f->target_x, &f->target_y, &f->wanted_x, &f->wanted_y,
                    &f->radius, &f->speed, &f->step, &f->to_x, &f->to_y, &f->end_hx, &f->end_hy, &f->arc1,
                    &f->middle, &f->arc2, &f->total})
        (*a)[i] = (*a)[end];
    f->word[i] = f->word[end], f->status[i] = f->status[end];
    (*first)[i] = (*first)[end], (*last)[i] = (*last)[end], (*number)[i] = (*number)[end];
    f->count--;
}

/* Drives until all vehicles are at their targets. A path is longer than planned if it grows by a fiftieth of
   a turn in a step or, for a heading that changes on the way, if the vehicle drives half a turn more. */
void drive(const char *name, void (*ask)(fleet *), size_t vehicles, bool wanted) {
    for (const double away : {0.0, 300.0})
        for (const double rate : {60.0, 240.0}) {
            fleet f = draw_fleet(support::draws(vehicles), away, rate, wanted);
            std::vector<double> first(f.count), last(f.count, INFINITY);
            std::vector<size_t> number(f.count);
            std::string story;
            for (size_t i = 0; i < f.count; i++)
                number[i] = i;
            size_t late = 0;
            for (int frame = 0; f.count > 0; frame++) {
                ASSERT_NO_FATAL_FAILURE(ask(&f));
                for (size_t i = f.count; i-- > 0;) {
                    const double total = (double)f.total[i], step = (double)f.step[i],
                                 turn = 2 * PI * (double)f.radius[i];
                    if (frame == 0)
                        first[i] = total;
                    const bool grows = total > last[i] - step + turn / 50,
                               lags = frame * step + total > first[i] + turn / 2 + first[i] / 2;
                    last[i] = total;
                    if (wanted ? grows : lags) {
                        late++;
                        if (story.empty())
                            story =
                                "vehicle " + std::to_string(number[i]) + ", frame " + std::to_string(frame);
                        remove(&f, i, &first, &last, &number);
                    } else if (f.status[i] == WAY_THERE || total <= 1.001 * step)
                        remove(&f, i, &first, &last, &number);
                }
                if (f.count > 0) {
                    ASSERT_NO_FATAL_FAILURE(follow(&f));
                }
            }
            std::printf("%s, %g m away, %g steps a second: %zu of %zu are late\n", name, away, rate, late,
                        support::draws(vehicles));
            EXPECT_EQ(0u, late) << name << ": " << story;
        }
}

TEST(shortest_path2d, thousands_of_steps_cost_no_turn) { drive("shortest_path2d", ask_shortest, 1000, true); }

TEST(cut_off2d, thousands_of_steps_cost_no_turn) { drive("cut_off2d", ask_cut_off, 250, true); }

/* Without a wanted heading, the heading at a target that stands is the direction to it, which changes from
   step to step. In the last step, only rounding errors would be left of it. */
TEST(cut_off2d, a_target_that_stands_is_reached) {
    drive("cut_off2d, towards the target", ask_cut_off, 250, false);
}

} // namespace
