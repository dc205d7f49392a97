/* Draws random inputs from the registry's ranges, for `waylay check`, the tests and the benchmarks. Because
   it uses integer arithmetic and one rounding per value, every machine draws the same inputs. */
#ifndef DRAW_H
#define DRAW_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "waylay/waylay.h"

/* Draws 64 random bits by Sebastiano Vigna's splitmix64, for which any seed is a good seed. */
static inline uint64_t draw_bits(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint32_t draw_below(uint64_t *state, uint32_t bound) {
    return (uint32_t)(((draw_bits(state) >> 32) * bound) >> 32);
}

/* Draws a number that is uniformly distributed in [low, high]. */
static inline float draw_between(uint64_t *state, double low, double high) {
    double u = (double)(draw_bits(state) >> 11) * 0x1p-53;
    return (float)(low + (high - low) * u);
}

/* Returns the i-th behaviour, or NULL past the end. way_behaviour_at lists calls of other kinds after the
   behaviours, and everything that draws agents, compares bits or lists behaviours leaves these calls out. */
static inline const way_behaviour *behaviour_at(size_t i) {
    const way_behaviour *behaviour = way_behaviour_at(i);
    return behaviour != NULL && behaviour->kind == WAY_BEHAVIOUR ? behaviour : NULL;
}

/* Returns the behaviour of that name, or NULL. */
static inline const way_behaviour *behaviour_named(const char *name) {
    const way_behaviour *behaviour = way_behaviour_named(name);
    return behaviour != NULL && behaviour->kind == WAY_BEHAVIOUR ? behaviour : NULL;
}

/* Draws a typical value of an input column. Most agents have no drag_area, with which a shot takes ten times as
   long. */
static inline float draw_typical(uint64_t *state, const way_column_info *column) {
    if (strcmp(column->name, "drag_area") == 0 && draw_below(state, 8) > 0)
        return 0.0f;
    return draw_between(state, column->low, column->high);
}

/* Does the behaviour have runner columns, so that it reads the batch's targets? */
static inline int reads_runners(const way_behaviour *behaviour) {
    int runners = 0;
    for (size_t k = 0; k < behaviour->input_count; k++)
        runners |= behaviour->inputs[k].side == WAY_RUNNER;
    return runners;
}

/* Does the behaviour have the column drag_area, so that it reads the batch's coefficients? */
static inline int reads_drag_table(const way_behaviour *behaviour) {
    int reads = 0;
    for (size_t k = 0; k < behaviour->input_count; k++)
        reads |= strcmp(behaviour->inputs[k].name, "drag_area") == 0;
    return reads;
}

/* Returns a column's fallback as the 4 bytes of its type. */
static inline uint32_t fallback_cell(const way_column_info *column) {
    float number = (float)column->fallback;
    int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
    uint32_t bits;
    memcpy(&bits, column->type == WAY_FLOAT ? (const void *)&number : (const void *)&whole, sizeof bits);
    return bits;
}

/* Draws an extreme or invalid value. */
static inline float draw_special(uint64_t *state) {
    static const uint32_t bits[] = {
        0x00000000u, 0x80000000u,              /* 0, -0 */
        0x00000001u, 0x807fffffu, 0x00800000u, /* denormals, the smallest normal */
        0x3f800000u, 0xbf800000u, 0x3f800001u, /* 1, -1, just over 1 */
        0x7f7fffffu, 0xff7fffffu, 0x5f000000u, /* the largest float, its negative, 2^63 */
        0x7f800000u, 0xff800000u,              /* infinities */
        0x7fc00000u, 0xffc12345u, 0x7f800001u, /* NaNs, quiet and signalling */
    };
    uint32_t pick = bits[draw_below(state, sizeof bits / sizeof bits[0])];
    float value;
    memcpy(&value, &pick, sizeof value);
    return value;
}

/* Draws an extreme whole number. */
static inline float draw_special_whole(uint64_t *state) {
    static const int32_t numbers[] = {0,
                                      1,
                                      -1,
                                      2,
                                      3,
                                      0x7fffffff,
                                      0x7ffffffe,
                                      -0x7fffffff - 1,
                                      -0x7fffffff,
                                      1 << 24,
                                      (1 << 24) + 1,
                                      1 << 25,
                                      -(1 << 25),
                                      1 << 30,
                                      -(1 << 30)};
    float cell;
    memcpy(&cell, &numbers[draw_below(state, sizeof numbers / sizeof numbers[0])], sizeof cell);
    return cell;
}

/* Returns a float with the bits of a whole number, for columns of whole numbers. */
static inline float whole_cell(double number) {
    int32_t whole = (int32_t)number;
    float cell;
    memcpy(&cell, &whole, sizeof cell);
    return cell;
}

/* Draws a typical value of an input column, as the 4 bytes of the column's type. */
static inline float draw_typical_cell(uint64_t *state, const way_column_info *column) {
    float value = draw_typical(state, column);
    return column->type == WAY_FLOAT ? value : whole_cell((double)value);
}

/* Draws one agent's inputs in the order of the registry, each as the 4 bytes of its column's type. On
   average, of 256 values, `hardness` values are special, `hardness` repeat an earlier column of the agent
   (same position, equal speeds), and `hardness` are small integers, which often lead to equal results. */
static inline void draw_agent(uint64_t *state, const way_behaviour *behaviour, uint32_t hardness,
                              float *values) {
    for (size_t k = 0; k < behaviour->input_count; k++) {
        uint32_t die = draw_below(state, 256);
        const way_column_info *column = &behaviour->inputs[k];
        if (column->type != WAY_FLOAT) {
            uint32_t other = k > 0 ? draw_below(state, (uint32_t)k) : 0;
            if (die < hardness)
                values[k] = draw_special_whole(state);
            else if (die < 2 * hardness && k > 0 && behaviour->inputs[other].type == column->type)
                memcpy(&values[k], &values[other], sizeof values[k]);
            else if (die < 3 * hardness)
                values[k] = whole_cell((double)draw_below(state, 7) - 3.0);
            else
                values[k] = draw_typical_cell(state, column);
            continue;
        }
        if (die < hardness)
            values[k] = draw_special(state);
        else if (die < 2 * hardness && k > 0)
            values[k] = values[draw_below(state, (uint32_t)k)];
        else if (die < 3 * hardness)
            values[k] = (float)draw_below(state, 7) - 3.0f;
        else
            values[k] = draw_typical_cell(state, column);
    }
}

/* Returns walls for behaviours that read a list of walls: a slanted room with a one-way side, and in it a
   one-way wall, a post, an invalid wall, and a bar. */
enum { SAMPLE_WALLS = 9 };

static inline const way_wall *sample_walls(void) {
    static const way_wall walls[SAMPLE_WALLS] = {
        {-90, -80, 95, -70, 0}, {95, -70, 80, 20, 0},   {80, 20, 70, 90, 1},
        {70, 90, -85, 75, 0},   {-85, 75, -90, -80, 0}, {-20, -30, 25, 10, -1},
        {5, 40, 5, 40, 0},      {NAN, 0, 10, 10, 0},    {40, -45, 60, -40, 0},
    };
    return walls;
}

/* Adds the walls to a batch. Behaviours that do not read walls ignore them. */
static inline void give_sample_walls(way_batch *batch) {
    batch->walls = sample_walls();
    batch->wall_count = SAMPLE_WALLS;
}

/* Adds bytes to a hash that is easy to recompute (64-bit FNV-1a). The first `hash` is FNV_START. */
#define FNV_START 0xcbf29ce484222325u

static inline uint64_t fnv_hash(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = (const unsigned char *)data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}

/* Adds a number to a hash, low byte first on every machine. */
static inline uint64_t fnv_hash_number(uint64_t hash, uint64_t number, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ (number >> 8 * i & 0xff)) * 0x100000001b3u;
    return hash;
}

/* Adds cells of 4 bytes to a hash. The cells are float, int32_t or uint32_t. */
static inline uint64_t fnv_hash_cells(uint64_t hash, const void *cells, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t cell;
        memcpy(&cell, (const char *)cells + 4 * i, sizeof cell);
        hash = fnv_hash_number(hash, cell, sizeof cell);
    }
    return hash;
}

#endif
