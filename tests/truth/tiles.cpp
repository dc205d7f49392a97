/* Tiles, in 64-bit whole numbers: nothing is rounded, so every answer must be equal. */
#include <cstdlib>

#include "truth/truth.h"

namespace {

using namespace truth;

int64_t whole(float cell) {
    int32_t number;
    std::memcpy(&number, &cell, sizeof number);
    return number;
}

int sign(int64_t a) { return (a > 0) - (a < 0); }

void step(const float *in, answer *out) {
    int64_t x = whole(in[0]), y = whole(in[1]), to_x = whole(in[2]), to_y = whole(in[3]);
    int direction = whole(in[4]) ? -1 : 1;
    int64_t step_x = direction * sign(to_x - x), step_y = direction * sign(to_y - y);
    out->value[0] = direction < 0 && (x == INT32_MAX || x == INT32_MIN) ? 0 : step_x;
    out->value[1] = direction < 0 && (y == INT32_MAX || y == INT32_MIN) ? 0 : step_y;
    out->value[2] = x == to_x && y == to_y ? WAY_THERE : WAY_MET;
}

/* floor(a / b + 1/2) for a >= 0 and b > 0. */
int64_t nearest(int64_t a, int64_t b) { return (2 * a + b) / (2 * b); }

void line(const float *in, answer *out) {
    int64_t at[] = {whole(in[0]), whole(in[1])}, to[] = {whole(in[2]), whole(in[3])};
    int64_t from[] = {whole(in[4]), whole(in[5])};
    const int64_t most = 1 << 25;

    /* is it on the line that began at `from`? */
    int64_t span[] = {std::llabs(to[0] - from[0]), std::llabs(to[1] - from[1])};
    int along = span[0] >= span[1] ? 0 : 1, across = 1 - along;
    int64_t k = (at[along] - from[along]) * (to[along] < from[along] ? -1 : 1);
    int64_t m = (at[across] - from[across]) * (to[across] < from[across] ? -1 : 1);
    bool on = span[along] > 0 && span[along] <= most && k >= 0 && k <= span[along] &&
              m == nearest(k * span[across], span[along]);
    if (!on) {
        k = m = 0;
        for (int axis = 0; axis < 2; axis++) {
            from[axis] = at[axis];
            span[axis] = std::llabs(to[axis] - from[axis]);
        }
        along = span[0] >= span[1] ? 0 : 1;
        across = 1 - along;
    }
    out->value[0] = out->value[1] = 0;
    out->value[2] = from[0];
    out->value[3] = from[1];
    bool there = at[0] == to[0] && at[1] == to[1];
    bool far = std::llabs(to[0] - at[0]) > most || std::llabs(to[1] - at[1]) > most;
    out->value[4] = far ? WAY_INVALID : there ? WAY_THERE : WAY_MET;
    if (there || far)
        return;
    out->value[along] = sign(to[along] - from[along]);
    out->value[across] = sign(to[across] - from[across]) * (nearest((k + 1) * span[across], span[along]) - m);
}

template <int columns> void near(uint64_t *random, float *in) {
    for (int k = 0; k < columns; k++)
        in[k] = scene_whole((int)scene_below(random, 15) - 7);
}

template <int columns> void anywhere(uint64_t *random, float *in) {
    for (int k = 0; k < columns; k++) {
        uint32_t bits = (uint32_t)scene_bits(random) >> scene_below(random, 32);
        in[k] = scene_below(random, 3) ? scene_whole((int32_t)(scene_below(random, 2) ? bits : 0 - bits))
                                       : scene_special_whole(random);
    }
}

/* A chaser that has already gone some way along its line, or a tile beside it; spans up to the longest. */
void under_way(uint64_t *random, float *in) {
    int64_t longest = (int64_t)2 << scene_below(random, 25), from[2], to[2], at[2];
    for (int axis = 0; axis < 2; axis++) {
        from[axis] = (int64_t)scene_below(random, 2001) - 1000;
        to[axis] = from[axis] + (int64_t)scene_below(random, (uint32_t)(2 * longest + 1)) - longest;
    }
    int along = std::llabs(to[0] - from[0]) >= std::llabs(to[1] - from[1]) ? 0 : 1, across = 1 - along;
    int64_t D = std::llabs(to[along] - from[along]), d = std::llabs(to[across] - from[across]);
    int64_t k = (int64_t)scene_below(random, (uint32_t)D + 1), m = D > 0 ? nearest(k * d, D) : 0;
    m += (int64_t)(scene_below(random, 5) == 0) - (int64_t)(scene_below(random, 5) == 0);
    at[along] = from[along] + sign(to[along] - from[along]) * k;
    at[across] = from[across] + (to[across] < from[across] ? -m : m);
    for (int axis = 0; axis < 2; axis++) {
        in[axis] = scene_whole((double)at[axis]);
        in[2 + axis] = scene_whole((double)to[axis]);
        in[4 + axis] = scene_whole((double)from[axis]);
    }
}

const truth::add entries({
    {"tile_step", "near", near<5>, true, step},
    {"tile_step", "anywhere", anywhere<5>, true, step},
    {"tile_line", "near", near<6>, false, line},
    {"tile_line", "anywhere", anywhere<6>, false, line},
    {"tile_line", "under way", under_way, false, line},
});

} // namespace
