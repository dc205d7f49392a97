/* The loop around wheel2d: a rank that forms up at a pose ends there. */
#include "episodes.h"
#include "scene.h"

namespace {

using namespace scene;

void wheel(episodes::episode &e) {
    episodes::call rank("wheel2d", e);
    put(rank, "", random_place(e, 50, 2), 2);
    put(rank, "wanted_", e.one_in(4) ? get(rank, "", 2) : random_place(e, 50, 2), 2);
    put(rank, "heading_", random_direction(e, 2), 2);
    put(rank, "wanted_heading_", random_direction(e, 2), 2);
    if (e.one_in(4)) /* half a turn, or nearly half a turn */
        put(rank, "wanted_heading_", get(rank, "heading_", 2) * -1, 2);
    else if (e.one_in(4))
        put(rank, "wanted_heading_", get(rank, "heading_", 2), 2);
    rank["half_width"] = e.one_in(4) ? 0 : e.log_between(0.1, 30);
    rank["step"] = e.log_between(0.005, 1);
    rank["catch_up"] = e.one_in(4) ? 1 : e.between(1, 2);
    rank.keep();
    const double most = rank["step"] * rank["catch_up"], half = rank["half_width"];
    double behind = INFINITY, steps = INFINITY;
    while (e.next_step((size_t)1e9)) {
        const vec place = get(rank, "", 2), heading = get(rank, "heading_", 2);
        const double ulps = rank.place_ulp(size_max(place) + size_max(get(rank, "wanted_", 2)));
        rank.ask();
        if (!e.holds(rank.status() == WAY_MET, "the status is not WAY_MET", WAY_MET, rank.status(), rank))
            return;
        const vec next = answer(rank, "next_", 2), turned = answer(rank, "next_heading_", 2);
        const double gone = size(next - place) + half * size(turned - heading * (1 / size(heading)));
        const double rounding = 4 * ulps + 4 * half * 0x1p-23;
        if (!e.holds(gone <= most * 1.5708 + rounding, "a unit goes too far", most, gone, rank) ||
            !e.holds(rank.got("behind") <= behind + rounding, "the rank falls behind", behind,
                     rank.got("behind"), rank))
            return;
        put(rank, "", next, 2);
        put(rank, "heading_", turned, 2);
        rank.keep();
        behind = rank.got("behind");
        if (std::isinf(steps)) /* the header: 1.6 behind / (catch_up step) steps to a pose that stands */
            steps = 3 + 1.6 * (behind + most) / most;
        if (behind == 0) {
            vec at = get(rank, "", 2) - get(rank, "wanted_", 2);
            e.holds(size_max(at) == 0, "it has not arrived", 0, size_max(at), rank);
            return;
        }
        /* a step of less than half a unit of the position does not move the rank */
        if (most < ulps)
            return;
        if (!e.holds((double)e.steps() <= 2 * steps, "the rank does not end", steps, (double)e.steps(), rank))
            return;
    }
}

TEST(wheel2d, ends_at_a_pose) {
    episodes::play(episodes::STEPS, [](episodes::episode &e) { wheel(e); });
}

} // namespace
