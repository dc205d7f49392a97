/* The search for the best candidates of a chooser: what one instruction set offers, and how candidates lie
   for it.

   Candidates are in leaves of sixteen, leaves in nodes of sixteen, nodes in nodes. A bound is compared in
   floats, sixteen at a time; whom it leaves is judged one by one in doubles, as choose.h says.
   docs/accuracy.md, "Choosing", proves that the bounds leave everybody who counts. */
#ifndef WAY_SEARCH_H
#define WAY_SEARCH_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/isa.h"
#include "waylay/waylay.h"

/* Columns of way_choose2d_in and way_choose3d_in, where `dims` is 2 or 3. */
#define CHOOSE_PLACE 0
#define CHOOSE_SPEED (dims)
#define CHOOSE_REACH (dims + 1)
#define CHOOSE_HORIZON (dims + 2)
#define CHOOSE_MASK (dims + 3)
#define CHOOSE_FROM (dims + 4)
#define CHOOSE_TO (dims + 5)
#define CHOOSE_FACING (dims + 6)
#define CHOOSE_ARC (2 * dims + 6)
#define CHOOSE_PRESENT (2 * dims + 7)
#define CHOOSE_BONUS (2 * dims + 8)
#define CHOOSE_SELF (2 * dims + 9)
#define CHOOSE_RUNNER (2 * dims + 10)
#define CHOOSE_COURSE (3 * dims + 10)
#define CHOOSE_WEIGHT (4 * dims + 10)
#define CHOOSE_RUNNER_MASK (4 * dims + 11)
#define CHOOSE_COLUMNS (4 * dims + 12)

/* Behind them, in the plane: how the chooser turns, its heading, radius and wanted heading. And how many
   numbers of a chooser cut_off2d reads. */
#define CHOOSE_TURNING CHOOSE_COLUMNS
enum { CHOOSE_TURNINGS = 5, CHOOSE_TURNED = 9 };

/* A leaf: rows of sixteen cells, of which those are filled that are read. Who is not there, or never
   passes, is elsewhere, beyond all places; all floats but velocities are finite. */
enum { WAY_LEAF = 16 };
#define ELSEWHERE 1e19f
#define WITHIN 4e37f /* all squares of distances between places, and none to elsewhere */
#define LEAF_PLACE 0
#define LEAF_ROW (dims) /* uint32_t: the candidate's */
#define LEAF_MASK (dims + 1)
#define LEAF_WEIGHT (dims + 2)
#define LEAF_COURSE (dims + 3)
#define LEAF_PACE (2 * dims + 3) /* no less than its speed: see way_search.paces */
#define LEAF_ROWS (2 * dims + 4)
#define LEAF_CELLS (WAY_LEAF * LEAF_ROWS)

/* A node: of each of its sixteen children the box around its candidates, any of their masks' bits, their
   least weight and their highest pace. Children that are not there are elsewhere. */
#define NODE_LOW 0
#define NODE_HIGH (dims)
#define NODE_MASK (2 * dims)
#define NODE_WEIGHT (2 * dims + 1)
#define NODE_PACE (2 * dims + 2)
#define NODE_ROWS (2 * dims + 3)
#define NODE_CELLS (WAY_LEAF * NODE_ROWS)

/* 16 to the 7 leaves have as many candidates as rows have numbers. */
enum { WAY_LEVELS_MAX = 7 };

/* At the beginning of a crowd's memory. Cells are numbered from `cells` bytes on. */
typedef struct way_crowd {
    uint64_t magic;
    uint64_t bytes, cells;
    uint32_t dims, has_course, is_weighted, is_masked;
    uint32_t runners; /* rows of the caller's columns */
    uint32_t leaves;
    uint32_t levels;               /* of nodes; 0 where there is nobody */
    uint64_t leaf;                 /* the first leaf's cells */
    uint64_t seat;                 /* of each row: its number in the leaves, UINT32_MAX of who never passes */
    uint64_t node[WAY_LEVELS_MAX]; /* the first node of each level: the children of level 0 are leaves */
} way_crowd;

static inline const float *way_crowd_cells(const way_crowd *crowd) {
    return (const float *)(const void *)((const char *)crowd + crowd->cells);
}

/* What is searched by: distance, distance and weight, time and weight; or everybody is listed, by
   distance; in the plane also the time of turning, and weight. */
typedef enum way_measure { BY_SQUARE, BY_DISTANCE, BY_TIME, TO_LIST, BY_TURNING, WAY_MEASURES } way_measure;

static inline int way_is_by_moving(way_measure measure) {
    return measure == BY_TIME || measure == BY_TURNING;
}
static inline int way_is_by_square(way_measure measure) { return measure == BY_SQUARE || measure == TO_LIST; }

/* Who passes, for a list. */
typedef struct way_found {
    double distance;
    uint32_t row, unused;
} way_found;

/* A list while it grows: as soon as it has the most that it can, a heap whose first one is the last in
   order. */
typedef struct way_gathering {
    way_found *found;
    size_t room, most; /* entries there is memory for; entries wanted */
    size_t count;      /* entries there are */
    size_t passed;     /* at most `most`: entries there would be */
    const way_column
        *radius;   /* NULL, or the candidates' radii: in the order of edges, `distance` less the radius */
    double widest; /* no radius is larger */
} way_gathering;

/* By turning: candidates that wait until there are as many as are cut off at once; rows as of a leaf. */
typedef struct way_waiting {
    float runner[4][WAY_LEAF], weight[WAY_LEAF]; /* place, velocity */
    uint32_t row[WAY_LEAF];
    int count;
} way_waiting;

/* One chooser. Bounds are floats that nobody who counts exceeds. */
typedef struct way_chooser {
    float place[3], speed, reach, horizon;
    float from, to, facing[3], arc, bonus;
    uint32_t sides, present, self;
    int is_ranged, is_arced, is_masked, has_options, skips_present;
    double facing_length;
    float nearest, farthest;    /* bounds of squares of distances; nearest 0: none */
    float heading[3], arc_less; /* the facing, of length 1 */
    float closer;               /* how much of a distance costs nothing */
    float pace;                 /* the speed, 0 where it is less */
    float latest;               /* of times */
    float turning[CHOOSE_TURNINGS];
    float course[2], arriving[2]; /* the headings at the start and at the end, of length 1 */
    float bend, half_turn;        /* the speed's square by the radius; how long half a turn takes at least */
    int arrives;                  /* with a heading of its own */
    int wanted, found;
    double key[WAY_CHOICES_MAX]; /* ascending: costs, less the bonus */
    float cost[WAY_CHOICES_MAX];
    uint32_t row[WAY_CHOICES_MAX];
    float limit; /* of bounds: above it nobody can be among the best */
    way_gathering *list;
    way_waiting *waiting;
} way_chooser;

/* A bound's last four bits are the number of its lane. Floats below infinity: what is not in question, the
   largest bound, and the limit that leaves every bound in. */
#define BOUND_NONE 0x1.ffffe0p127f
#define BOUND_MOST 0x1.ffffc0p127f
#define BOUND_ANY 0x1.ffffdep127f

typedef struct way_search {
    /* The best of the leaves at `leaf`, side by side; and of a crowd, for some choosers at once. [0] in
       the plane, [1] in space, where nobody turns. */
    void (*scan[2][WAY_MEASURES])(way_chooser *chooser, const float *leaf, size_t leaves);
    void (*descend[2][WAY_MEASURES])(way_chooser *const *choosers, int count, const way_crowd *crowd);
    /* Cuts those off who wait, which a scan by turning leaves to do. */
    void (*settle_chooser)(way_chooser *chooser);
    /* Fills the paces of leaves from their velocities. */
    void (*paces)(float *leaf, size_t leaves, int dims);
    /* Of costs less prices, a multiple of sixteen of both: the least of each sixteenth and of what is in
       `least`; and the numbers of those up to a limit, and how many. */
    void (*least_keys)(const float *cost, const float *price, size_t count, float least[16]);
    size_t (*keys_up_to)(const float *cost, const float *price, size_t count, float limit, uint32_t *number);
    /* Of such keys the two least, and the number of the least one, of equal ones the first; UINT32_MAX:
       all are +inf. */
    uint32_t (*two_least)(const float *cost, const float *price, size_t count, float two[2]);
} way_search;

#define WAY_DECLARE_SEARCH(isa, what) extern const way_search way_##what##_##isa;
WAY_EACH_TABLE(WAY_DECLARE_SEARCH, search)

/* The time of one chase, with what is undecided settled, in plain C for all instruction sets: columns of
   the interception. */
float way_search_time(const float *const *in, unsigned given, int dims);

/* The limit while fewer are found than are wanted. */
static inline float way_search_first_limit(const way_chooser *chooser, way_measure measure) {
    return way_is_by_square(measure) && chooser->farthest < BOUND_ANY ? chooser->farthest : BOUND_ANY;
}

/* The limit that the worst of the best sets. */
static inline float way_search_limit(const way_chooser *chooser, way_measure measure, double worst) {
    const float most = way_search_first_limit(chooser, measure);
    if (worst < 0.0)
        return -1.0f;
    const double limit =
        way_is_by_square(measure) ? worst * worst * (1.0 + 0x1p-17) : worst * (1.0 + 0x1p-16);
    return limit < (double)most ? (float)(limit + 0x1p-120) : most;
}

/* One more who passes; see neighbours.c. */
void way_gather(way_chooser *chooser, double distance, uint32_t row);

/* A candidate's radius; 0 in place of one that is negative or not finite. */
double way_radius_at(const way_column *column, uint32_t row);

/* Where nothing is optimised, sqrt is a function of the C library: see lanes_1.h. */
static inline double way_sqrt(double a) {
#if defined(__GNUC__) && !defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__SSE2__))
    __asm__("sqrtsd %0, %0" : "+x"(a));
    return a;
#else
    return sqrt(a);
#endif
}

/* Sorts a list that way_gather has filled, the nearest first; of equal distances the lower row. */
void way_gathered(way_gathering *list);

#endif
