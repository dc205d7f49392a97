/* Computes the answers of tile_step and tile_line in 64-bit integers. Nothing is rounded, so every answer
   must be equal. */
#include <cstdlib>

#include "truth/truth.h"

namespace {

using namespace truth;

int sign(int64_t a) { return (a > 0) - (a < 0); }

/* Returns floor(a / b + 1/2) for a >= 0 and b > 0. */
int64_t nearest(int64_t a, int64_t b) { return (2 * a + b) / (2 * b); }

template <int columns> void near(uint64_t *random, float *in) {
    for (int k = 0; k < columns; k++)
        in[k] = whole_cell((int)draw_below(random, 15) - 7);
}

template <int columns> void anywhere(uint64_t *random, float *in) {
    for (int k = 0; k < columns; k++) {
        uint32_t bits = (uint32_t)draw_bits(random) >> draw_below(random, 32);
        in[k] = draw_below(random, 3) ? whole_cell((int32_t)(draw_below(random, 2) ? bits : 0 - bits))
                                      : draw_special_whole(random);
    }
}

/* Draws chasers that have already moved along their line, or are one tile away from it. Lines have any length
   up to the longest that is allowed. */
void under_way(uint64_t *random, float *in) {
    int64_t longest = (int64_t)2 << draw_below(random, 25), from[2], to[2], at[2];
    for (int axis = 0; axis < 2; axis++) {
        from[axis] = (int64_t)draw_below(random, 2001) - 1000;
        to[axis] = from[axis] + (int64_t)draw_below(random, (uint32_t)(2 * longest + 1)) - longest;
    }
    int along = std::llabs(to[0] - from[0]) >= std::llabs(to[1] - from[1]) ? 0 : 1, across = 1 - along;
    int64_t D = std::llabs(to[along] - from[along]), d = std::llabs(to[across] - from[across]);
    int64_t k = (int64_t)draw_below(random, (uint32_t)D + 1), m = D > 0 ? nearest(k * d, D) : 0;
    m += (int64_t)(draw_below(random, 5) == 0) - (int64_t)(draw_below(random, 5) == 0);
    at[along] = from[along] + sign(to[along] - from[along]) * k;
    at[across] = from[across] + (to[across] < from[across] ? -m : m);
    for (int axis = 0; axis < 2; axis++) {
        in[axis] = whole_cell((double)at[axis]);
        in[2 + axis] = whole_cell((double)to[axis]);
        in[4 + axis] = whole_cell((double)from[axis]);
    }
}

const truth::add entries({
    {"tile_step", "near", near<5>, true, take_reference},
    {"tile_step", "anywhere", anywhere<5>, true, take_reference},
    {"tile_line", "near", near<6>, false, take_reference},
    {"tile_line", "anywhere", anywhere<6>, false, take_reference},
    {"tile_line", "under way", under_way, false, take_reference},
});

} // namespace
