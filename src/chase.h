/* The chases of one vector, for those among them that are in doubt: see lanes_math.h, Doubts. They are settled one by
   one, in plain C for every table: lanes/chase_exactly.h, which the plain table holds. */
#ifndef WAY_CHASE_H
#define WAY_CHASE_H

/* A chase's numbers: its inputs, each place and velocity in x, y, z. */
enum {
    CHASE_CHASER,
    CHASE_RUNNER = 3,
    CHASE_COURSE = 6,
    CHASE_CARRIER = 9,
    CHASE_SPEED = 12,
    CHASE_REACH,
    CHASE_HORIZON,
    CHASE_COUNT
};

/* What is settled of it, and whether it is in doubt at all: 0 where not. */
enum {
    SETTLED_LEAD,
    SETTLED_B,
    SETTLED_C,
    SETTLED_DISC,
    SETTLED_ROOT,
    SETTLED_REACH,
    SETTLED_TIME,
    SETTLED_DOUBT,
    SETTLED_COUNT
};

typedef struct way_chases {
    const float *in[CHASE_COUNT]; /* of the vector's first agent; NULL counts as 0, as a horizon for ever */
    unsigned pairs;               /* bit k: in[k] is one half of pairs */
    int lanes;
    float *settled; /* SETTLED_COUNT times so many */
} way_chases;

#if defined(__GNUC__)
__attribute__((cold))
#endif
void way_settle_chases(way_chases *chases);

#endif
