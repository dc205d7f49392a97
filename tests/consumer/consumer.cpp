// A user's program in C++17. It solves an interception for one gun, and for a batch of the same gun through
// the registry. It exits with 0 if all answers have the expected bits.
#include <cstdio>
#include <cstring>
#include <iterator>
#include <vector>

#include "waylay/waylay.hpp"

namespace {

constexpr uint32_t expected[] = {0x4041abf1, 0x41a75f86, 0xbf72a078, 0x41c4503d, 0x40cf85c6,
                                 0xbe966a00, 0x40f367b1, 0x7f800000, 0x42010b77, WAY_MET};

bool is_expected(const char *what, const void *answer) {
    uint32_t bits[std::size(expected)];
    std::memcpy(bits, answer, sizeof bits);
    for (size_t k = 0; k < std::size(expected); k++)
        if (bits[k] != expected[k]) {
            std::fprintf(stderr, "%s: output %zu is 0x%08x\n", what, k, (unsigned)bits[k]);
            return false;
        }
    return true;
}

} // namespace

int main() {
    if (std::strcmp(way_version(), WAY_VERSION_STRING) != 0) {
        std::fprintf(stderr, "the header is of %s, the library of %s\n", WAY_VERSION_STRING, way_version());
        return 1;
    }
    way_intercept3d_agent gun;
    if (way_intercept3d_agent_default(&gun) != WAY_OK)
        return 1;
    gun.chaser_speed = 10;
    gun.runner_x = 30, gun.runner_y = -7, gun.runner_z = 20;
    gun.runner_vx = -3, gun.runner_vy = 2, gun.runner_vz = 1.5f;
    gun.reach = 2;
    way_intercept3d_answer alone;
    static_assert(sizeof alone == sizeof expected);
    if (way_intercept3d_one(&gun, &alone) != WAY_OK || !is_expected("one gun", &alone))
        return 1;

    const way_behaviour *behaviour = way_behaviour_named("intercept3d");
    if (behaviour == nullptr)
        return 1;
    const std::vector<way_intercept3d_agent> guns(100, gun);
    std::vector<way_intercept3d_answer> answers(guns.size());
    std::vector<way_column> in;
    std::vector<way_column_out> out;
    for (size_t k = 0; k < behaviour->input_count; k++)
        in.push_back(way_at(reinterpret_cast<const float *>(guns.data()) + k, sizeof guns[0]));
    for (size_t k = 0; k < behaviour->output_count; k++)
        out.push_back(way_to(reinterpret_cast<float *>(answers.data()) + k, sizeof answers[0]));
    way_batch batch = {};
    batch.count = guns.size();
    const way_result result = way_run(behaviour, in.data(), out.data(), &batch);
    if (result != WAY_OK) {
        std::fprintf(stderr, "%s\n", way_result_string(result));
        return 1;
    }
    for (const way_intercept3d_answer &answer : answers)
        if (!is_expected("a gun of a hundred", &answer))
            return 1;
    return 0;
}
