#define WAY_ISA scalar
#define WAY_PRECISION exact
#include "crowd/turning_time.h"

#include "choose/choose_internal.h"
#include "turning_bound.h"

extern const way_search way_search_scalar;

float turning_bound(const turning_pair *pair) {
    way_chooser c = {.speed = pair->speed, .horizon = INFINITY};
    float leaf[LEAF_CELLS(2)] = {0};
    memcpy(c.place, pair->place, sizeof pair->place);
    memcpy(c.turning, pair->turning, sizeof c.turning);
    way_set_turning(&c);
    const struct vector course = {pair->velocity[0], pair->velocity[1], 0.0f};
    leaf[WAY_LEAF * LEAF_COURSE(2)] = course.x;
    leaf[WAY_LEAF * (LEAF_COURSE(2) + 1)] = course.y;
    way_search_scalar.paces(leaf, 1, 2);
    const flanes pace = leaf[WAY_LEAF * LEAF_PACE(2)];
    const struct vector to = {pair->runner[0] - pair->place[0], pair->runner[1] - pair->place[1], 0.0f};
    const flanes square = vector_dot(to, to, 2);
    mask open = f_le(0.0f, 0.0f);
    const flanes time = turning_time(&c, to, square, course, pace, &open);
    const flanes node = max0(f_sub(f_sqrt(square), c.free_distance)) / (c.pace + pace);
    return !m_any(open) ? INFINITY : time > node ? time : node;
}
