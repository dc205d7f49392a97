/* Functions for all tests: the seed, the instruction sets of this machine, and the printing of numbers. */
#ifndef WAYLAY_TESTS_SUPPORT_H
#define WAYLAY_TESTS_SUPPORT_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "draw.h"
#include "waylay/waylay.h"

namespace support {

/* Returns the seed of all random inputs. WAYLAY_SEED sets this seed, to repeat a failure or to try other
   inputs. */
inline uint64_t seed() {
    const char *given = std::getenv("WAYLAY_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 0) : 20260;
}

/* Returns a different seed for every combination of arguments. */
inline uint64_t seed_for(uint64_t a, uint64_t b = 0, uint64_t c = 0) {
    uint64_t state = seed();
    state = draw_bits(&state) ^ a;
    state = draw_bits(&state) ^ b;
    state = draw_bits(&state) ^ c;
    return draw_bits(&state);
}

/* Do the tests run in the small size? WAYLAY_TEST_SIZE=small runs the same tests on fewer inputs, for example
   on emulated machines. */
inline bool small_size() {
    const char *given = std::getenv("WAYLAY_TEST_SIZE");
    return given != nullptr && std::strcmp(given, "small") == 0;
}

#ifdef WAYLAY_HEADERS
/* Returns the texts of the public C headers, one after another. */
inline std::string public_headers() {
    std::stringstream text;
    for (const auto &entry : std::filesystem::directory_iterator(WAYLAY_HEADERS))
        if (entry.path().extension() == ".h")
            text << std::ifstream(entry.path()).rdbuf();
    return text.str();
}
#endif

/* Returns the number of inputs to draw. In the usual size of the tests, this is `usual`. */
inline size_t draws(size_t usual) { return small_size() ? (usual + 31) / 32 : usual; }

/* Does a variation run the call with this number? In the small size, each variation runs only a part of the
   calls. All variations together still run every call. The number of parts is odd, so that each part has
   calls of even and odd numbers. */
inline bool has_turn(size_t number, size_t variation, size_t variations) {
    size_t shares = small_size() ? (std::min<size_t>(variations, 16) - 1) | 1 : 1;
    return number % shares == variation % shares;
}

inline std::vector<std::string> isa_names() {
    std::vector<std::string> names;
    for (size_t i = 0; way_isa_name(i) != nullptr; i++)
        names.push_back(way_isa_name(i));
    return names;
}

/* Makes the library use one instruction set during the object's lifetime. */
class use_isa {
  public:
    explicit use_isa(const std::string &name) {
        if (way_set_isa(name.c_str()) != WAY_OK) {
            std::fprintf(stderr, "no instruction set %s\n", name.c_str());
            std::abort();
        }
    }
    ~use_isa() { way_set_isa(nullptr); }
    use_isa(const use_isa &) = delete;
    use_isa &operator=(const use_isa &) = delete;
};

inline uint32_t bits_of(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float float_of(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns how many floats b is away from a. 0 and -0 count as equal. */
inline double ulps_apart(float a, float b) {
    if (std::isnan(a) || std::isnan(b))
        return INFINITY;
    auto rank = [](float value) {
        int64_t magnitude = bits_of(value) & 0x7fffffffu;
        return std::signbit(value) ? -magnitude : magnitude;
    };
    return std::fabs((double)(rank(a) - rank(b)));
}

inline std::string hex(double value) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", value);
    return text;
}

/* Returns the value as a text, in decimal for reading and in hexadecimal for copying. */
inline std::string both(double value) {
    char text[96];
    std::snprintf(text, sizeof text, "%.9g (%a)", value, value);
    return text;
}

/* agent_default() returns an agent of defaults. answer_of() makes a valid call for one agent and returns the
   answer, for example answer_of(way_intercept2d_one, agent). */
template <class Agent> Agent agent_default(way_result (*fill)(Agent *)) {
    Agent agent;
    if (fill(&agent) != WAY_OK)
        std::abort();
    return agent;
}

template <class Agent, class Answer>
Answer answer_of(way_result (*one)(const Agent *, Answer *), const Agent &agent) {
    Answer answer;
    if (one(&agent, &answer) != WAY_OK)
        std::abort();
    return answer;
}

/* Returns the columns of paths in records of `size` bytes, or of one path for all rows if `size` is 0. */
inline way_waypoints2d_in columns_of_paths(const way_path2d *path, ptrdiff_t size, const float *spacing) {
    way_waypoints2d_in in = {};
    in.x = way_at(&path->x, size), in.y = way_at(&path->y, size);
    in.heading_x = way_at(&path->heading_x, size), in.heading_y = way_at(&path->heading_y, size);
    in.target_x = way_at(&path->target_x, size), in.target_y = way_at(&path->target_y, size);
    in.target_heading_x = way_at(&path->target_heading_x, size);
    in.target_heading_y = way_at(&path->target_heading_y, size);
    in.radius = way_at(&path->radius, size), in.word = way_at(&path->word, size);
    in.arc1 = way_at(&path->arc1, size), in.middle = way_at(&path->middle, size);
    in.arc2 = way_at(&path->arc2, size), in.end_radius = way_at(&path->end_radius, size);
    in.spacing = way_at(spacing, size);
    return in;
}

/* Fields of an open grid. The goal of field k is cell k, 0. */
template <uint32_t width, uint32_t height, uint32_t count> struct open_field {
    std::vector<uint8_t> costs = std::vector<uint8_t>(width * height, 1);
    std::vector<uint32_t> cost = std::vector<uint32_t>(count * width * height);
    std::vector<int8_t> next = std::vector<int8_t>(count * width * height);
    way_field field = {};

    open_field() {
        std::vector<way_goal> goals;
        std::vector<uint64_t> memory(way_field2d_bytes(width, height) / 8 + 1);
        for (uint32_t k = 0; k < count; k++)
            goals.push_back({k, 0, 0, k});
        field.width = width, field.height = height, field.field_count = count, field.costs = costs.data();
        field.goals = goals.data(), field.goal_count = count;
        field.cost = cost.data(), field.next = next.data();
        field.memory = memory.data(), field.bytes = 8 * memory.size();
        way_field2d(&field);
        field.goals = nullptr, field.memory = nullptr;
    }
    open_field(const open_field &) = delete;
};

/* A mistake in a call, and the result that the library must return. */
template <class Call> struct refusal {
    const char *what;
    way_result expected;
    void (*spoil)(Call &);
};

} // namespace support

#endif
