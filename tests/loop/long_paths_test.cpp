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
        for (auto *array : {&x,      &y,          &hx,    &hy,    &target_x, &target_y, &wanted_x, &wanted_y,
                            &radius, &end_radius, &speed, &step,  &to_x,     &to_y,     &end_hx,   &end_hy,
                            &arc1,   &middle,     &arc2,  &total, &next_x,   &next_y,   &next_hx,  &next_hy})
            array->resize(count);
        word.resize(count);
        status.resize(count);
    }
    size_t count;
    std::vector<float> x, y, hx, hy, target_x, target_y, wanted_x, wanted_y, radius, end_radius, speed, step;
    std::vector<float> to_x, to_y, end_hx, end_hy, arc1, middle, arc2, total, next_x, next_y, next_hx,
        next_hy;
    std::vector<int32_t> word, status;
};

/* What the vehicles of a test have in common. If `two_radii` is not set, the last circle has the radius of the
   first. */
struct task {
    const char *name;
    void (*ask)(fleet *);
    bool wanted, two_radii; /* `wanted`: the heading at the target is an input */
};

fleet draw_fleet(size_t count, double away, double rate, const task &of) {
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
        f.wanted_x[i] = of.wanted ? (float)std::cos(end) : 0;
        f.wanted_y[i] = of.wanted ? (float)std::sin(end) : 0;
        f.end_radius[i] = of.two_radii ? (float)std::pow(25, between(0, 1)) : 0;
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
    in.radius = way_in(f->radius.data()), in.end_radius = way_in(f->end_radius.data());
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
    in.radius = way_in(f->radius.data()), in.end_radius = way_in(f->end_radius.data());
    in.word = way_in(f->word.data());
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

/* A vehicle's record: its number, and the lengths of its first and of its last path */
struct record {
    size_t number;
    double first, last;
    bool has_grown;
};

/* Takes a vehicle out of the fleet. The last one takes its row. */
void remove(fleet *f, size_t i, std::vector<record> *records) {
    const size_t end = f->count - 1;
    for (auto *a :
         {&f->x,        &f->y,      &f->hx,         &f->hy,     &f->target_x, &f->target_y, &f->wanted_x,
          &f->wanted_y, &f->radius, &f->end_radius, &f->speed,  &f->step,     &f->to_x,     &f->to_y,
          &f->end_hx,   &f->end_hy, &f->arc1,       &f->middle, &f->arc2,     &f->total})
        (*a)[i] = (*a)[end];
    f->word[i] = f->word[end], f->status[i] = f->status[end];
    (*records)[i] = (*records)[end];
    f->count--;
}

/* The vehicles whose path grew, and the vehicles that drove too far */
struct losses {
    size_t grew = 0, late = 0;
    std::string story; /* the first of them */
    void note(const record &of, int frame) {
        if (story.empty())
            story = "vehicle " + std::to_string(of.number) + ", frame " + std::to_string(frame);
    }
};

/* Drives until all vehicles are at their targets. A path grows if it becomes longer by a fiftieth of a turn in a
   step. A vehicle is late if it drives a quarter turn more than its first path or, for a heading that changes on
   the way, half a turn and half of the first path more. */
losses drive(const task &of, size_t vehicles, double away, double rate) {
    fleet f = draw_fleet(vehicles, away, rate, of);
    std::vector<record> records(f.count);
    losses all;
    for (size_t i = 0; i < f.count; i++)
        records[i].number = i;
    for (int frame = 0; f.count > 0; frame++) {
        of.ask(&f);
        for (size_t i = f.count; i-- > 0 && !testing::Test::HasFatalFailure();) {
            record &now = records[i];
            const double total = (double)f.total[i], step = (double)f.step[i],
                         turn = 2 * PI * (double)std::max(f.radius[i], f.end_radius[i]);
            if (frame == 0)
                now.first = total, now.last = INFINITY;
            const bool grows = total > now.last - step + turn / 50;
            const double more = of.wanted ? turn / 4 : turn / 2 + now.first / 2;
            const bool is_late = frame * step + total > now.first + more && (!grows || !of.wanted);
            now.last = total;
            if (grows && of.wanted && !now.has_grown) {
                all.grew++, now.has_grown = true;
                all.note(now, frame);
            }
            if (is_late) {
                all.late++;
                all.note(now, frame);
            }
            if (is_late || f.status[i] == WAY_THERE || total <= 1.001 * step)
                remove(&f, i, &records);
        }
        if (f.count > 0 && !testing::Test::HasFatalFailure())
            follow(&f);
        if (testing::Test::HasFatalFailure())
            return all;
    }
    std::printf("%s, %g m away, %g steps a second: of %zu vehicles, %zu paths grow, %zu are late\n", of.name,
                away, rate, vehicles, all.grew, all.late);
    return all;
}

void drive_near_and_far(const task &of, size_t vehicles) {
    for (const double away : {0.0, 300.0})
        for (const double rate : {60.0, 240.0}) {
            const losses all = drive(of, support::draws(vehicles), away, rate);
            EXPECT_EQ(0u, all.grew + all.late) << of.name << ": " << all.story;
        }
}

TEST(shortest_path2d, thousands_of_steps_cost_no_turn) {
    drive_near_and_far({"shortest_path2d", ask_shortest, true, false}, 1000);
}

/* With different radii, a rounding can still decide between two paths. It does so for few vehicles, soon after
   they have begun the shorter path, so they drive little more than their first path. */
TEST(shortest_path2d, different_radii_cost_no_turn) {
    const size_t vehicles = support::draws(1000);
    size_t grew = 0, count = 0;
    std::string story;
    for (const double away : {0.0, 300.0, 1000.0})
        for (const double rate : {60.0, 240.0}) {
            const losses all =
                drive({"shortest_path2d, different radii", ask_shortest, true, true}, vehicles, away, rate);
            EXPECT_EQ(0u, all.late) << all.story;
            grew += all.grew, count += vehicles;
            if (story.empty() && !all.story.empty())
                story = support::both(away) + " m away: " + all.story;
        }
    EXPECT_LE(grew, 1 + count / 1000) << story;
}

TEST(cut_off2d, thousands_of_steps_cost_no_turn) {
    drive_near_and_far({"cut_off2d", ask_cut_off, true, false}, 250);
}

/* Without a wanted heading, the heading at a target that stands is the direction to it, which changes from
   step to step. In the last step, only rounding errors would be left of it. */
TEST(cut_off2d, a_target_that_stands_is_reached) {
    drive_near_and_far({"cut_off2d, towards the target", ask_cut_off, false, false}, 250);
}

} // namespace
