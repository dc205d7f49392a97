/* A car that drives along a path, computed in doubles with angles. */
#ifndef WAYLAY_TESTS_DRIVING_H
#define WAYLAY_TESTS_DRIVING_H

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "waylay/waylay.h"

namespace driving {

inline int side_of_first(int32_t word) {
    return word == WAY_RSR || word == WAY_RSL || word == WAY_RLR ? -1 : 1;
}
inline int side_of_last(int32_t word) {
    return word == WAY_RSR || word == WAY_LSR || word == WAY_RLR ? -1 : 1;
}

/* Returns how far a path may end from its target: 2^-13 R + 2^-16 P + 2^-19 D, see shortest_path2d in
   formation.h. D, the distance of the circles' centres, is at most that of the positions plus 4 R. `from` and
   `to` have an x and a y. */
inline double tolerance(const float *from, const float *to, double radius, double steps = 16) {
    double places = 0,
           distance = std::hypot((double)to[0] - (double)from[0], (double)to[1] - (double)from[1]);
    for (double place : {(double)from[0], (double)from[1], (double)to[0], (double)to[1]})
        places += std::fabs(place);
    return steps * (0x1p-17 * radius + 0x1p-20 * places) + 0x1p-19 * (distance + 4 * radius);
}

struct car {
    car(float at_x, float at_y, float heading_x, float heading_y)
        : x((double)at_x), y((double)at_y), heading(std::atan2((double)heading_y, (double)heading_x)) {}

    /* Drives an arc. `side` is 1 to the left and -1 to the right. */
    void arc(double length, double radius, int side) {
        double cx = x - std::sin(heading) * radius * side, cy = y + std::cos(heading) * radius * side;
        heading += side * length / radius;
        x = cx + std::sin(heading) * radius * side, y = cy - std::cos(heading) * radius * side;
    }
    /* Drives the middle part of a path, which is a straight line or an arc. */
    void middle(double length, double radius, int32_t word) {
        if (word < WAY_LRL)
            x += std::cos(heading) * length, y += std::sin(heading) * length;
        else
            arc(length, radius, -side_of_first(word));
    }
    double from(double to_x, double to_y) const { return std::hypot(x - to_x, y - to_y); }
    /* Returns the difference between the car's heading and this heading. */
    double off(float heading_x, float heading_y) const {
        double length = std::hypot((double)heading_x, (double)heading_y);
        return std::fmax(std::fabs(std::cos(heading) - (double)heading_x / length),
                         std::fabs(std::sin(heading) - (double)heading_y / length));
    }

    double x, y, heading;
};

} // namespace driving

#endif
