/* Tests choices by turning. In hard scenes, rows, costs and statuses equal those of a naive search with
   cut_off2d's times. Another test searches for pairs whose lower bound is above their time. The last tests
   compare with the naive reference, skip distant leaves of a crowd, and check a hash. */
#include <cmath>

#include "choose_checks.h"
#include "reference/reference.h"
#include "crowd/search.h"
#include "turning_bound.h"

namespace {

using namespace choosing;

/* Makes a scene of choosers at the origin, which drive at 10 m/s on circles with a radius of 5 m. */
scene scene_of(const char *name, size_t choosers, size_t runners) {
    scene s;
    s.cost = WAY_BY_TURNING, s.choosers = choosers, s.runners = runners, s.name = name, s.best = 3;
    const columns c = s.at();
    s.cells.resize((size_t)c.count);
    for (const int k : {0, 1})
        s.cells[(size_t)k].assign(choosers, 0);
    s.cells[(size_t)c.speed].assign(choosers, 10);
    s.cells[(size_t)c.radius].assign(choosers, 5);
    for (int k = c.runner; k < c.weight; k++)
        s.cells[(size_t)k].assign(runners, 0);
    for (size_t i = 0; i < choosers; i++) {
        s.cells[(size_t)c.heading].push_back((float)std::cos((double)i));
        s.cells[(size_t)c.heading + 1].push_back((float)std::sin((double)i));
    }
    return s;
}

using change = void (*)(scene &, const columns &, uint64_t *);

float &at(scene &s, int k, size_t i) { return s.cells[(size_t)k][i]; }

void spread(scene &s, const columns &c, uint64_t *state, double far, double pace) {
    for (size_t r = 0; r < s.runners; r++)
        for (int k = 0; k < 2; k++) {
            at(s, c.runner + k, r) = draw_between(state, -far, far);
            at(s, c.course + k, r) = draw_between(state, -pace, pace);
        }
}

const struct {
    const char *name;
    change make;
} hard[] = {
    {"inside the turning circles",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 4, 3);
         for (size_t i = 0; i < s.choosers; i++)
             at(s, c.radius, i) = draw_between(state, 4, 40);
     }},
    {"behind",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 1, 2);
         for (size_t r = 0; r < s.runners; r++)
             at(s, c.runner, r) = -draw_between(state, 1, 100);
         for (size_t i = 0; i < s.choosers; i++)
             at(s, c.heading, i) = 1, at(s, c.heading + 1, i) = 0;
     }},
    {"mirror images",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 60, 5);
         for (size_t r = 0; r + 1 < s.runners; r += 2)
             for (int k : {c.runner, c.course})
                 at(s, k, r + 1) = at(s, k, r), at(s, k + 1, r + 1) = -at(s, k + 1, r);
         for (size_t i = 0; i < s.choosers; i++)
             at(s, c.heading, i) = i % 2 ? 1 : -1, at(s, c.heading + 1, i) = 0;
     }},
    {"all the same",
     [](scene &s, const columns &c, uint64_t *) {
         for (size_t r = 0; r < s.runners; r++)
             at(s, c.runner, r) = 30, at(s, c.course + 1, r) = 4;
     }},
    {"faster runners", [](scene &s, const columns &c, uint64_t *state) { spread(s, c, state, 100, 40); }},
    {"as fast as choosers",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 100, 0);
         for (size_t r = 0; r < s.runners; r++) {
             const double turn = (double)draw_between(state, 0, 6.3);
             at(s, c.course, r) = (float)(10 * std::cos(turn));
             at(s, c.course + 1, r) = (float)(10 * std::sin(turn));
         }
     }},
    {"fleeing as fast as they are followed",
     [](scene &s, const columns &c, uint64_t *state) {
         for (size_t r = 0; r < s.runners; r++) {
             at(s, c.runner, r) = draw_between(state, 1, 50);
             at(s, c.course, r) = 10 * (1 + (float)((int)draw_below(state, 9) - 4) * 0x1p-23f);
         }
         for (size_t i = 0; i < s.choosers; i++)
             at(s, c.heading, i) = 1, at(s, c.heading + 1, i) = 0;
     }},
    {"at one point", [](scene &, const columns &, uint64_t *) {}},
    {"on a line",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 200, 4);
         for (size_t r = 0; r < s.runners; r++)
             at(s, c.runner + 1, r) = at(s, c.course + 1, r) = 0;
     }},
    {"in clusters",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 1, 4);
         for (size_t r = 0; r < s.runners; r++)
             at(s, c.runner, r) += 50 * (float)(r % 5), at(s, c.runner + 1, r) -= 30 * (float)(r % 3);
     }},
    {"far from the origin",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 100, 4);
         for (size_t i = 0; i < s.choosers; i++)
             at(s, 0, i) = 3e7f, at(s, 1, i) = -1e6f;
         for (size_t r = 0; r < s.runners; r++)
             at(s, c.runner, r) += 3e7f, at(s, c.runner + 1, r) -= 1e6f;
     }},
    {"of no radius, NaN and infinite",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 100, 4);
         const float odd[] = {0, NAN, INFINITY, -5, 1e-30f, 1e19f};
         for (size_t i = 0; i < s.choosers; i++)
             at(s, (i & 1) ? c.radius : c.heading, i) = odd[i / 2 % 6];
         for (size_t r = 0; r < s.runners; r += 3)
             at(s, (r & 1) ? c.runner : c.course + 1, r) = odd[r / 2 % 6];
     }},
    {"who cannot move",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 100, 4);
         for (size_t i = 0; i < s.choosers; i++)
             at(s, c.speed, i) = i % 3 == 0 ? 0.0f : i % 3 == 1 ? -1.0f : 10.0f;
         for (size_t r = 0; r < s.runners; r += 7)
             at(s, c.runner, r) = at(s, c.runner + 1, r) = 0;
     }},
    {"as slow and as large as bounds are given up",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 100, 4);
         for (size_t i = 0; i < s.choosers; i++) {
             at(s, c.speed, i) = std::exp2((float)(int)draw_below(state, 120) - 60);
             at(s, c.radius, i) = std::exp2((float)(int)draw_below(state, 120) - 60);
         }
     }},
    {"runners of any speed",
     [](scene &s, const columns &c, uint64_t *state) {
         spread(s, c, state, 100, 4);
         for (size_t r = 0; r < s.runners; r++) {
             const float size = std::exp2((float)(int)draw_below(state, 200) - 100);
             at(s, c.course, r) *= size, at(s, c.course + 1, r) *= size;
         }
     }},
};

TEST(turning_choice, rows_match_the_naive_search_in_hard_scenes) {
    size_t wrong = 0, met = 0, choosers = 0;
    for (const auto &one : hard)
        for (size_t k = 0; k < support::draws(256) && wrong == 0; k++) {
            uint64_t state = support::seed_for(41, k);
            scene s = scene_of(one.name, 13, k % 3 == 0 ? 40 : k % 3 == 1 ? 300 : 900);
            const columns c = s.at();
            s.seed = k;
            one.make(s, c, &state);
            if (k % 2) /* adds a wanted heading, a bonus and a present target */
                for (size_t i = 0; i < s.choosers; i++) {
                    s.cells[(size_t)c.wanted].push_back(draw_between(&state, -1, 1));
                    s.cells[(size_t)c.wanted + 1].push_back((float)draw_below(&state, 2));
                    s.cells[(size_t)c.bonus].push_back((float)draw_below(&state, 3));
                    s.cells[(size_t)c.present].push_back(0);
                    s.put_word(c.present, i, draw_below(&state, (uint32_t)s.runners + 1));
                }
            for (size_t r = 0; k % 4 > 1 && r < s.runners; r++)
                s.cells[(size_t)c.weight].push_back((float)draw_below(&state, 3));
            wrong += check(s);
            const answers expected = naive(s);
            choosers += s.choosers;
            met += (size_t)std::count(expected.status.begin(), expected.status.end(), WAY_MET);
        }
    EXPECT_EQ(0u, wrong);
    EXPECT_GT(met * 4, choosers * 3);
}

/* The bound ---------------------------------------------------------------------------------------------- */

way_cut_off2d_answer cut_off(const turning_pair &p) {
    way_cut_off2d_agent squad;
    way_cut_off2d_answer path;
    way_cut_off2d_agent_default(&squad);
    squad.chaser_x = p.place[0], squad.chaser_y = p.place[1], squad.chaser_speed = p.speed;
    squad.heading_x = p.turning[0], squad.heading_y = p.turning[1], squad.radius = p.turning[2];
    squad.wanted_heading_x = p.turning[3], squad.wanted_heading_y = p.turning[4];
    squad.runner_x = p.runner[0], squad.runner_y = p.runner[1];
    squad.runner_vx = p.velocity[0], squad.runner_vy = p.velocity[1];
    way_cut_off2d_one(&squad, &path);
    return path;
}

/* Returns the ratio of the lower bound to the time, or 0 if there is no time. */
double part_of(const turning_pair &p) {
    const way_cut_off2d_answer path = cut_off(p);
    if (path.status != WAY_MET && path.status != WAY_THERE)
        return 0;
    const double bound = (double)turning_bound(&p);
    return bound == 0 ? 0 : bound / (double)path.time;
}

std::string story(const turning_pair &p) {
    std::string text;
    const float *cell = (const float *)(const void *)&p;
    for (size_t k = 0; k < sizeof p / sizeof *cell; k++)
        text += " " + support::both((double)cell[k]);
    return text;
}

/* Kinds of pairs. The lower bound is close to the time if the candidate is straight ahead, half a turn away,
   or slightly to the side at the start or at the end of the path. The last two kinds are random. */
enum regime { STRAIGHT, HALF_TURN, ASIDE, ASIDE_AT_THE_END, ANYTHING, FAR_OFF_REGIME, REGIMES };

turning_pair draw_pair(uint64_t *state, regime how) {
    const double radius = std::exp2((double)draw_between(state, -3, 8)),
                 angle = (double)draw_between(state, 0, 6.2831853);
    const double x = std::cos(angle), y = std::sin(angle);
    double ahead = radius * (double)draw_between(state, 0.01, 30), left = 0, gx = x, gy = y, vx = 0, vy = 0;
    turning_pair p = {};
    p.speed = draw_between(state, 1, 20);
    if (how == STRAIGHT)
        vx = x * (double)draw_between(state, -15, 15), vy = y * (vx / (x == 0 ? 1 : x));
    if (how == HALF_TURN)
        ahead = -radius * (double)draw_between(state, 0, 1e-3), left = 2 * radius, gx = -x, gy = -y;
    if (how == ASIDE || how == ASIDE_AT_THE_END) {
        const double turned = std::exp2((double)draw_between(state, -9, 0));
        ahead = radius * std::sin(turned), left = radius * (1 - std::cos(turned));
        gx = x * std::cos(turned) - y * std::sin(turned), gy = y * std::cos(turned) + x * std::sin(turned);
    }
    p.runner[0] = (float)(ahead * x - left * y), p.runner[1] = (float)(ahead * y + left * x);
    p.turning[0] = (float)x, p.turning[1] = (float)y, p.turning[2] = (float)radius;
    p.turning[3] = (float)gx, p.turning[4] = (float)gy;
    for (int k = 0; how == ASIDE_AT_THE_END && k < 2; k++) { /* reverses the path */
        p.runner[k] = -p.runner[k];
        const float h = p.turning[k];
        p.turning[k] = -p.turning[3 + k], p.turning[3 + k] = -h;
    }
    if (how >= ANYTHING) {
        vx = (double)draw_between(state, -25, 25), vy = (double)draw_between(state, -25, 25);
        for (int k = 0; k < 2; k++) {
            p.runner[k] = (float)(radius * (double)draw_between(state, -8, 8));
            p.turning[3 + k] = draw_below(state, 2) ? 0 : draw_between(state, -1, 1);
        }
    }
    p.velocity[0] = (float)vx, p.velocity[1] = (float)vy;
    for (int k = 0; how == FAR_OFF_REGIME && k < 2; k++)
        p.place[k] = draw_between(state, -3e7, 3e7), p.runner[k] += p.place[k];
    return p;
}

turning_pair changed(uint64_t *state, turning_pair p) {
    float *cell = (float *)(void *)&p;
    for (uint32_t n = 1 + draw_below(state, 3); n > 0; n--) {
        float &one = cell[draw_below(state, sizeof p / sizeof *cell)];
        one += draw_below(state, 2) ? one * (float)std::exp2((double)draw_between(state, -26, -2)) : 0;
        one *= draw_below(state, 2) ? 1 - (float)std::exp2((double)draw_between(state, -26, -2)) : 1;
        one = draw_below(state, 4) ? one : std::nextafter(one, draw_below(state, 2) ? 1e30f : -1e30f);
    }
    return p;
}

TEST(turning_choice, no_bound_is_above_its_time) {
    static const char *const names[REGIMES] = {"straight",         "half a turn", "aside",
                                               "aside at the end", "anything",    "far off"};
    for (int how = 0; how < REGIMES; how++) {
        uint64_t state = support::seed_for(42, (uint64_t)how);
        turning_pair best[8];
        double most[8] = {};
        for (size_t k = 0; k < support::draws(640000); k++) {
            const size_t at = k % 8;
            const turning_pair p = k % 4 == 0 ? draw_pair(&state, (regime)how) : changed(&state, best[at]);
            const double part = part_of(p);
            if (part > most[at])
                most[at] = part, best[at] = p;
        }
        const size_t first = (size_t)(std::max_element(most, most + 8) - most);
        std::printf("   %-16s at most 1 %+.3g of the time\n", names[how], most[first] - 1);
        EXPECT_LE(most[first], 1.0) << names[how] << story(best[first]);
        EXPECT_GT(most[first], how == FAR_OFF_REGIME ? 0.7 : how == ANYTHING ? 0.9 : 0.997)
            << names[how]; /* the search must find pairs whose bound is close to their time */
    }
}

/* Against the naive reference ---------------------------------------------------------------------------- */

/* The choice's time must not be later than the reference's. The reference may be later, because it samples
   one moment after another and may miss a short time window. */
TEST(turning_choice, no_candidate_is_cut_off_sooner_than_the_choice) {
    size_t same = 0, all = 0;
    for (size_t k = 0; k < support::draws(64); k++) {
        uint64_t state = support::seed_for(43, k);
        scene s = scene_of("compared with the reference", 3, 10);
        const columns c = s.at();
        s.best = 1;
        spread(s, c, &state, 60, 5);
        const std::vector<way_column> in = s.in();
        const answers got = ask(s, in, choice_of(s));
        for (size_t i = 0; i < s.choosers; i++) {
            double least = INFINITY;
            size_t best = 0;
            for (size_t r = 0; r < s.runners; r++) {
                const double pair[] = {0,
                                       0,
                                       (double)at(s, c.heading, i),
                                       (double)at(s, c.heading + 1, i),
                                       10,
                                       5,
                                       (double)at(s, c.runner, r),
                                       (double)at(s, c.runner + 1, r),
                                       (double)at(s, c.course, r),
                                       (double)at(s, c.course + 1, r),
                                       0,
                                       0,
                                       INFINITY};
                double out[11];
                way_reference_cut_off2d(pair, out);
                if (out[0] < least)
                    least = out[0], best = r;
            }
            EXPECT_LE((double)got.cost[i], least * (1 + 1e-5)) << "scene " << k << ", chooser " << i;
            same += got.target[i] == best;
            all++;
        }
    }
    EXPECT_GT(same * 10, all * 9);
}

/* A search skips leaves of the crowd that a chooser cannot reach in time even in a straight line. So hardly
   any answer may change if the test moves the candidates of distant leaves to the chooser. */
TEST(turning_choice, distant_leaves_are_skipped) {
    uint64_t state = support::seed_for(44);
    scene s = scene_of("far leaves", 40, 3000);
    const columns c = s.at();
    s.best = 1;
    spread(s, c, &state, 200, 3);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < s.choosers; i++)
            at(s, k, i) = draw_between(&state, -150, 150);
    const answers expected = naive(s);
    for (const std::string &isa : support::isa_names()) {
        const support::use_isa use(isa);
        const std::vector<way_column> in = s.in();
        answers got(s.choosers, 1);
        const std::vector<way_column_out> out = got.out();
        size_t moved = 0, seen = 0;
        for (size_t i = 0; i < s.choosers; i++) {
            std::vector<uint64_t> memory(crowd_bytes(s) / 8 + 1);
            ASSERT_EQ(WAY_OK, make_crowd(s, in.data(), memory.data(), 8 * memory.size()));
            const way_crowd *crowd = (const way_crowd *)(const void *)memory.data();
            float *leaf = const_cast<float *>(way_crowd_cells(crowd)) + crowd->leaf;
            for (uint32_t k = 0; k < crowd->leaves; k++, leaf += LEAF_CELLS(2)) {
                double least = INFINITY;
                for (int j = 0; j < WAY_LEAF; j++)
                    least = std::min(
                        least, (double)std::hypot(leaf[j] - at(s, 0, i), leaf[WAY_LEAF + j] - at(s, 1, i)));
                if (least <= 1.5 * (10 + 4.3) * (double)expected.cost[i] + 30)
                    continue;
                moved++;
                for (int axis = 0; axis < 2; axis++)
                    std::fill_n(leaf + WAY_LEAF * axis, (size_t)WAY_LEAF, at(s, axis, i));
            }
            way_choice choice = choice_of(s);
            choice.first = i, choice.count = 1;
            choice.crowd2d = (const way_crowd2d *)memory.data();
            ASSERT_EQ(WAY_OK, choose(s, in.data(), out.data(), choice));
            seen += got.target[i] != expected.target[i];
        }
        EXPECT_LE(seen, s.choosers / 10) << isa;
        EXPECT_GT(moved, s.choosers * 3000 / 16 / 2) << isa;
    }
}

/* The hash of the answers is the same on all machines and with all compilers. Of the 2,000 choosers, many
   have extreme or invalid numbers. */
TEST(turning_choice, bits_are_golden) {
    uint64_t hash = FNV_START;
    size_t choosers = 0;
    for (uint64_t k = 0; choosers < 2000; k++) {
        const scene s = draw_scene(1000 + k, 40, 200, k % 2 != 0);
        if (s.cost != WAY_BY_TURNING)
            continue;
        choosers += s.choosers;
        const std::vector<way_column> in = s.in();
        const answers got = ask(s, in, choice_of(s));
        for (size_t j = 0; j < got.cost.size(); j++)
            for (const uint32_t word : {got.target[j], support::bits_of(got.cost[j])})
                hash = fnv_hash(hash, &word, 4);
        hash = fnv_hash(hash, got.status.data(), 4 * got.status.size());
    }
    EXPECT_EQ(0x6b977097dbade673u, hash) << std::hex << hash;
}

} // namespace
