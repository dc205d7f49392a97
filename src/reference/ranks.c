/* The column style and the row style of "Techniques for Formation Movement Using Steering Circles", rank by
   rank. */
#include "reference/reference.h"

#include <math.h>

#include "waylay/waylay.h"

typedef struct vec {
    double x, y;
} vec;

static vec plus(vec a, vec b, double times) { return (vec){a.x + b.x * times, a.y + b.y * times}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static double length(vec a) { return sqrt(dot(a, a)); }
static vec right_normal(vec a) { return (vec){a.y, -a.x}; }
static vec unit(vec a) { return length(a) > 0 ? (vec){a.x / length(a), a.y / length(a)} : a; }

static int all_finite(const double *in, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(in[k]))
            return 0;
    return 1;
}

static void answer(double *out, vec place, vec heading, int status) {
    out[0] = place.x, out[1] = place.y, out[2] = heading.x, out[3] = heading.y, out[4] = status;
}

/* The way to what is ahead; the heading of that where this would be backwards, or it has just been turned. */
static vec direction_to(vec from, vec to, vec heading, vec so_far) {
    vec way = plus(to, from, -1);
    int backwards = dot(way, heading) < 0 || dot(so_far, heading) < 0;
    return backwards || length(way) == 0 ? heading : unit(way);
}

/* The first rank is a line perpendicular to the direction of the formation, and centred on its position. */
void way_reference_line2d(const double *in, double *out) {
    vec rank = {in[0], in[1]}, heading = {in[2], in[3]};
    int valid = all_finite(in, 5) && length(heading) > 0;
    vec place = plus(rank, right_normal(unit(heading)), in[4]);
    out[0] = valid ? place.x : 0;
    out[1] = valid ? place.y : 0;
    out[2] = valid ? WAY_MET : WAY_INVALID;
}

/* In the direction of the unit ahead, until it touches that one. */
void way_reference_file2d(const double *in, double *out) {
    vec own = {in[0], in[1]}, ahead = {in[3], in[4]}, nothing = {0, 0};
    if (!all_finite(in, 9) || in[2] < 0) {
        answer(out, nothing, nothing, WAY_INVALID);
        return;
    }
    vec direction = direction_to(own, ahead, unit((vec){in[5], in[6]}), (vec){in[7], in[8]});
    if (length(direction) == 0)
        answer(out, own, nothing, WAY_DEGENERATE);
    else
        answer(out, plus(ahead, direction, -in[2]), direction, WAY_MET);
}

/* Where the dot product of the direction in which the rank ahead moves and rPerpendicular is above 0, the
   rank turns right. The left-most or right-most unit goes first, the others are set flush beside it. */
void way_reference_rank2d(const double *in, double *out) {
    vec own = {in[0], in[1]}, ahead = {in[6], in[7]}, nothing = {0, 0};
    vec heading = unit((vec){in[2], in[3]}), moves = unit((vec){in[8], in[9]});
    double half_width = in[4], spacing = in[5];
    if (!all_finite(in, 10) || length(heading) == 0 || length(moves) == 0 || half_width < 0 || spacing < 0) {
        answer(out, nothing, nothing, WAY_INVALID);
        return;
    }
    double turns = dot(moves, right_normal(plus(ahead, own, -1)));
    double inner = turns > 0 ? half_width : turns < 0 ? -half_width : 0;
    vec inner_unit = plus(own, right_normal(heading), inner);
    vec unit_ahead = plus(ahead, right_normal(moves), inner);
    vec direction = direction_to(inner_unit, unit_ahead, moves, heading);
    inner_unit = plus(unit_ahead, direction, -spacing);
    answer(out, plus(inner_unit, right_normal(direction), -inner), direction, WAY_MET);
}
