/* Computes the exact answers of march2d, with sines and cosines in 113 bits. The naive reference is not used,
   because its parts of a path end at the exact sums of the lengths, but the library's parts end at sums in
   float. */
#include <algorithm>
#include <cmath>

#include "truth/truth.h"

namespace {

using namespace truth;

struct pose {
    quad x, y, hx, hy;
};

pose arc(pose p, quad length, quad radius, int side) {
    quad s, c;
    sine_and_cosine(magnitude(length) / radius, &s, &c);
    if ((length < 0) != (side < 0))
        s = -s;
    /* the centre of the circle is to the side of the pose */
    quad cx = p.x - p.hy * radius * side, cy = p.y + p.hx * radius * side;
    pose q = {0, 0, p.hx * c - p.hy * s, p.hy * c + p.hx * s};
    q.x = cx + q.hy * radius * side;
    q.y = cy - q.hx * radius * side;
    return q;
}

pose pose_of(const float *in) {
    quad size = root((quad)in[2] * in[2] + (quad)in[3] * in[3]);
    return {in[0], in[1], in[2] / size, in[3] / size};
}

void solve(const float *in, answer *out) {
    pose start = pose_of(in), target = pose_of(in + 4), at = start;
    quad r1 = in[8], r2 = in[14] == 0 ? in[8] : in[14], arc1 = in[10], middle = in[11], arc2 = in[12];
    int32_t word;
    std::memcpy(&word, &in[9], sizeof word);
    int side1 = word == WAY_RSR || word == WAY_RSL || word == WAY_RLR ? -1 : 1;
    int side2 = word == WAY_RSR || word == WAY_LSR || word == WAY_RLR ? -1 : 1;
    /* use float sums for the distance and the total, as the library does, because their last digit may decide
       which part the agent is on */
    quad gone = in[13] + in[15], total = in[10] + in[11] + in[12], joint = in[10] + in[11];
    gone = gone < 0 ? 0 : gone > total ? total : gone;
    bool there = gone >= total;
    if (word == WAY_NO_WORD)
        gone = 0;
    else if (there)
        at = target;
    else if (gone <= arc1)
        at = arc(start, gone, r1, side1);
    else if (gone >= joint)
        at = arc(target, gone - total < -arc2 ? -arc2 : gone - total, r2, side2);
    else if (word >= WAY_LRL)
        at = arc(arc(start, arc1, r1, side1), gone - arc1, r1, -side1);
    else {
        at = arc(start, arc1, r1, side1);
        pose entry = arc(target, -arc2, r2, side2);
        quad part = (gone - arc1) / middle;
        part = part > 1 ? 1 : part;
        at.x += (entry.x - at.x) * part;
        at.y += (entry.y - at.y) * part;
    }
    quad largest = 0;
    for (int k : {0, 1, 4, 5})
        largest = larger(largest, magnitude(in[k]));
    const quad values[] = {at.x, at.y, at.hx, at.hy, gone};
    for (int k = 0; k < 5; k++) {
        out->value[k] = values[k];
        out->ulp_scale[k] = k < 2 ? largest + total : k < 4 ? (quad)1 : gone;
    }
    out->value[5] = word == WAY_NO_WORD ? WAY_NO_PATH : there ? WAY_THERE : WAY_MET;
}

/* Draws random numbers in the ranges of a path's columns. Together, they need not be a path to the target. */
void numbers(uint64_t *random, float *in, double far) {
    for (int k = 0; k < 16; k++)
        in[k] = draw_between(random, -1, 1);
    for (int k : {0, 1, 4, 5})
        in[k] = draw_between(random, 0, far);
    in[8] = draw_between(random, 5, 50);
    in[14] = draw_below(random, 2) ? 0 : draw_between(random, 5, 50);
    float end = in[14] == 0 ? in[8] : in[14];
    in[9] = whole_cell((double)draw_below(random, 7) - 1);
    in[10] = draw_between(random, 0, 6.28) * in[8];
    in[11] = draw_between(random, 0, 6.28) * in[8];
    in[12] = draw_between(random, 0, 6.28) * end;
    in[13] = draw_between(random, -0.1, 1.1) * (in[10] + in[11] + in[12]);
    in[15] = draw_below(random, 2) ? 0 : draw_between(random, 0, 5);
}

void any(uint64_t *random, float *in) { numbers(random, in, 500); }

void sizes(uint64_t *random, float *in) {
    numbers(random, in, 100);
    int scale = (int)draw_below(random, 70) - 35;
    for (int k : {0, 1, 4, 5, 8, 10, 11, 12, 13, 14, 15})
        in[k] = std::ldexp(in[k], scale);
    for (int k : {2, 3, 6, 7})
        in[k] = any_size(random, -39, 39);
}

/* Draws distances at the joints and ends of a path or next to them. Some parts have length 0. */
void joints(uint64_t *random, float *in) {
    numbers(random, in, 100);
    for (int k : {10, 11, 12})
        if (draw_below(random, 4) == 0)
            in[k] = 0;
    const float all[] = {0, in[10], in[10] + in[11], in[10] + in[11] + in[12]};
    in[13] = all[draw_below(random, 4)];
    in[15] = 0;
    if (in[13] != 0 && draw_below(random, 2))
        in[13] = beside(random, in[13]);
}

/* Draws paths that the library has found, because this is the normal use. */
void found(uint64_t *random, float *in, double far) {
    numbers(random, in, far);
    float path[14];
    way_column columns[10] = {};
    way_column_out outputs[14] = {};
    for (int k = 0; k < 9; k++)
        columns[k].data = &in[k];
    columns[9].data = &in[14];
    for (int k = 0; k < 14; k++)
        outputs[k].data = &path[k];
    way_batch batch = {};
    batch.count = 1;
    way_run(way_behaviour_named("shortest_path2d"), columns, outputs, &batch);
    in[9] = path[12];
    std::copy(path + 8, path + 11, in + 10);
    in[13] = draw_between(random, 0, 1) * path[11];
    in[15] = 0;
}

void short_way(uint64_t *random, float *in) { found(random, in, 40); }
void long_way(uint64_t *random, float *in) { found(random, in, 5000); }

const truth::add entries({
    {"march2d", "any numbers", any, true, solve},
    {"march2d", "any size", sizes, true, solve},
    {"march2d", "joints", joints, true, solve},
    {"march2d", "short ways", short_way, true, solve},
    {"march2d", "long ways", long_way, true, solve},
});

} // namespace
