/* Computes the column style and the row style of the chapter "Techniques for Formation Movement Using
   Steering Circles". As in the chapter, each unit of a rank is moved separately. The rule for narrow courses
   and wheel2d are the library's own. */
#include "reference/real.h"

#include "waylay/base.h"

typedef struct vec {
    real x, y;
} vec;

static vec plus(vec a, vec b, real times) { return (vec){a.x + b.x * times, a.y + b.y * times}; }
static real dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static real length(vec a) { return sqrt(dot(a, a)); }
static vec right_normal(vec a) { return (vec){a.y, -a.x}; }
static vec unit(vec a) { return (vec){a.x / length(a), a.y / length(a)}; }

static int all_finite(const real *in, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(in[k]))
            return 0;
    return 1;
}

static void answer(real *out, vec place, vec heading, int status) {
    out[0] = place.x, out[1] = place.y, out[2] = heading.x, out[3] = heading.y, out[4] = status;
}

/* Returns the direction from one unit to the unit ahead of it, or `fallback` if both units are at the same
   position, a case that the chapter does not consider. */
static vec direction_to(vec from, vec to, vec fallback) {
    vec way = plus(to, from, -1);
    return length(way) > 0 ? unit(way) : fallback;
}

/* Moves a unit towards the unit ahead, which lies in this direction, until their distance is `spacing`. */
static vec move_until_it_touches(vec from, vec direction, vec ahead, real spacing) {
    real distance = length(plus(ahead, from, -1));
    return plus(from, direction, distance - spacing);
}

/* The units of the first rank form a line that is perpendicular to the direction and centred on the position.
   Each unit's offset is its distance from that position, to the right as seen along the direction (to the
   left if it is below 0). */
void REFERENCE(line2d)(const real *in, real *out) {
    vec place = {0, 0};
    int valid = all_finite(in, 5) && (in[2] != 0 || in[3] != 0);
    if (valid) {
        real right = atan2(in[3], in[2]) - PI / 2;
        place = (vec){in[0] + in[4] * cos(right), in[1] + in[4] * sin(right)};
    }
    out[0] = place.x, out[1] = place.y;
    out[2] = valid ? WAY_MET : WAY_INVALID;
}

/* Moves a unit towards the unit ahead of it until the two units touch. */
void REFERENCE(file2d)(const real *in, real *out) {
    vec own = {in[0], in[1]}, ahead = {in[3], in[4]}, nothing = {0, 0};
    vec ahead_heading = {in[5], in[6]}, heading = {in[7], in[8]};
    if (!all_finite(in, 9) || in[2] < 0) {
        answer(out, nothing, nothing, WAY_INVALID);
        return;
    }
    vec fallback = length(ahead_heading) > 0 ? unit(ahead_heading)
                   : length(heading) > 0     ? unit(heading)
                                             : nothing;
    vec direction = direction_to(own, ahead, fallback);
    if (length(direction) > 0)
        answer(out, move_until_it_touches(own, direction, ahead, in[2]), direction, WAY_MET);
    else
        answer(out, own, nothing, WAY_DEGENERATE);
}

/* Moves a rank of five units, numbered from left to right. In the chapter, "any unit" of the rank decides the
   direction of the turn; here the middle unit does. The left-most or the right-most unit moves first. If the
   rank ahead turns neither way (the dot product turn_sign is 0), the left-most unit moves first in the
   chapter, which gives no reason. Here the middle unit then moves first, so that mirrored inputs give
   mirrored answers. Then the other units are placed, each next to the neighbour that was placed before it, at
   the distance `neighbour_distance` along `perpendicular` (the chapter's rPerpendicular), to the right or to
   the left. */
static void follow_as_in_the_chapter(const real *in, real *out) {
    enum { UNITS = 5, MIDDLE = UNITS / 2, LAST = UNITS - 1 };
    vec own = {in[0], in[1]}, ahead = {in[6], in[7]};
    vec heading = {in[2], in[3]}, ahead_heading = {in[8], in[9]};
    real half_width = in[4], spacing = in[5];
    vec units[UNITS], units_ahead[UNITS];
    real neighbour_distance = 2 * half_width / LAST;
    for (int k = 0; k < UNITS; k++) {
        units[k] = plus(own, right_normal(unit(heading)), neighbour_distance * (k - MIDDLE));
        units_ahead[k] = plus(ahead, right_normal(unit(ahead_heading)), neighbour_distance * (k - MIDDLE));
    }
    vec way = plus(ahead, own, -1);
    real turn_sign = dot(ahead_heading, right_normal(way));
    int first = turn_sign > 0 ? LAST : turn_sign < 0 ? 0 : MIDDLE;
    vec direction = direction_to(units[first], units_ahead[first], unit(ahead_heading));
    vec perpendicular = right_normal(direction);
    units[first] = move_until_it_touches(units[first], direction, units_ahead[first], spacing);
    for (int k = first + 1; k < UNITS; k++)
        units[k] = plus(units[k - 1], perpendicular, neighbour_distance);
    for (int k = first - 1; k >= 0; k--)
        units[k] = plus(units[k + 1], perpendicular, -neighbour_distance);
    answer(out, units[MIDDLE], direction, WAY_MET);
}

/* Moves a rank on a course that is too narrow for the chapter's rule. A unit nearer to the middle, the pivot,
   moves first. The pivot goes towards a point in front of the pivot of the rank ahead and stops at a distance
   that depends on the angle between its way and the heading of the rank ahead. */
static void follow_on_a_narrow_course(const real *in, real pivot, real *out) {
    vec own = {in[0], in[1]}, ahead = {in[6], in[7]};
    vec heading = unit((vec){in[2], in[3]}), ahead_heading = unit((vec){in[8], in[9]});
    real spacing = in[5], turn_sign = dot((vec){in[8], in[9]}, right_normal(plus(ahead, own, -1)));
    real offset = turn_sign > 0 ? pivot : turn_sign < 0 ? -pivot : 0;
    vec from = plus(own, right_normal(heading), offset);
    vec aim = plus(plus(ahead, right_normal(ahead_heading), offset), ahead_heading, spacing / 2);
    vec direction = direction_to(from, aim, ahead_heading);
    real angle = atan2(direction.y, direction.x) - atan2(ahead_heading.y, ahead_heading.x);
    real bar = (real)3 / 2 * spacing * (1 - fabs(sin(angle)) / 2);
    vec stops = move_until_it_touches(from, direction, aim, bar);
    answer(out, plus(stops, right_normal(direction), -offset), direction, WAY_MET);
}

void REFERENCE(rank2d)(const real *in, real *out) {
    vec nothing = {0, 0}, heading = {in[2], in[3]}, ahead_heading = {in[8], in[9]};
    real half_width = in[4], spacing = in[5], course_radius = in[10], ranks = in[11];
    if (!all_finite(in, 12) || length(heading) == 0 || length(ahead_heading) == 0 || half_width < 0 ||
        spacing < 0 || course_radius < 0 || ranks < 0) {
        answer(out, nothing, nothing, WAY_INVALID);
        return;
    }
    real fitted = ranks > 0 ? fmax(0, course_radius - (real)6 / 5 * spacing * sqrt(ranks)) : 0;
    if (course_radius > 0 && fitted < half_width)
        follow_on_a_narrow_course(in, fitted, out);
    else
        follow_as_in_the_chapter(in, out);
}

/* Moves the middle of a rank by a share of its way. The rank turns by an angle whose chord, 2 sin(angle / 2),
   is the same share of the chord of the whole turn. The share is the largest, up to 1, for which the middle's
   move plus half_width times the turn's chord is at most catch_up * step. */
void REFERENCE(wheel2d)(const real *in, real *out) {
    vec own = {in[0], in[1]}, wanted = {in[5], in[6]};
    vec heading = {in[2], in[3]}, wanted_heading = {in[7], in[8]};
    real half_width = in[4], step = in[9], catch_up = in[10];
    for (int k = 0; k < 5; k++)
        out[k] = 0;
    out[5] = WAY_INVALID;
    if (!all_finite(in, 11) || length(heading) == 0 || length(wanted_heading) == 0 || half_width < 0 ||
        step < 0 || catch_up < 1 || catch_up > 2)
        return;
    vec h = unit(heading), g = unit(wanted_heading), way = plus(wanted, own, -1);
    real cross = heading.x * wanted_heading.y - heading.y * wanted_heading.x;
    real angle = fabs(atan2(h.x * g.y - h.y * g.x, dot(h, g)));
    real chord = 2 * sin(angle / 2), longest = length(way) + half_width * chord, reach = catch_up * step;
    real behind = 0;
    vec next = wanted, next_heading = g;
    if (longest > reach) {
        real share = reach / longest, turn_size = 2 * asin(share * chord / 2),
             turn = cross < 0 ? -turn_size : turn_size;
        behind = length(plus(wanted, own, -1)) * (1 - share) + half_width * 2 * sin((angle - turn_size) / 2);
        next = plus(own, way, share);
        next_heading = (vec){h.x * cos(turn) - h.y * sin(turn), h.y * cos(turn) + h.x * sin(turn)};
    }
    out[0] = next.x, out[1] = next.y, out[2] = next_heading.x, out[3] = next_heading.y;
    out[4] = behind;
    out[5] = WAY_MET;
}

/* Walks round the rings of a hexagonal lattice. Six consecutive units of a ring are on its six sides. The
   first six are nearest to the middles of the sides, the next six farther away, and so on. Of two units that
   are equally near, the first one on its side comes first on odd rings, and the last one on even rings. */
void REFERENCE(pack2d)(const real *in, real *out) {
    vec place = {0, 0};
    int valid = all_finite(in, 4) && in[2] >= 0 && in[3] >= 0 && in[3] < 1048576;
    if (valid) {
        long k = (long)in[3], ring = 0;
        for (; k > 0 && k > 6 * ring; ring++)
            k -= 6 * ring;
        place = (vec){in[0], in[1]};
        if (ring > 0) {
            const long side = (k - 1) % 6, rank = (k - 1) / 6;
            long along = ring / 2;
            for (long n = 1; n <= rank; n++)
                along += ((n + ring) % 2 == 0 ? 1 : -1) * n;
            const vec corner = {cos(side * PI / 3), sin(side * PI / 3)};
            const vec edge = {cos((side + 2) * PI / 3), sin((side + 2) * PI / 3)};
            place = plus(plus(place, corner, in[2] * ring), edge, in[2] * along);
        }
    }
    out[0] = place.x, out[1] = place.y;
    out[2] = valid ? WAY_MET : WAY_INVALID;
}
