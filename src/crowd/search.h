/* Declares the search for a chooser's best candidates: the search functions that each instruction set has,
   and the memory layout of the candidates.

   Candidates are stored in leaves of sixteen, leaves in nodes of sixteen, and nodes in nodes of sixteen.
   Lower bounds of the costs are compared in floats, sixteen at a time. Candidates that pass the bound are
   evaluated one at a time in double, as choose.h describes. docs/accuracy.md, "Choosing", proves that no
   bound excludes a candidate that could win. */
#ifndef WAY_SEARCH_H
#define WAY_SEARCH_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "call/columns.h"
#include "isa/isa.h"
#include "waylay/neighbours.h"

/* CHOOSE_TURNINGS: the number of chooser columns that only BY_TURNING reads. CHOOSE_TURNED: the number of a
   chooser's values that cut_off2d reads. */
enum { CHOOSE_TURNINGS = 5, CHOOSE_TURNED = 9 };

/* A leaf has rows of sixteen cells, one cell per candidate. Only the rows that the search reads are filled.
   Unused cells and invalid candidates have the position ELSEWHERE, beyond all valid positions. All floats
   except velocities are finite. */
enum { WAY_LEAF = 16 };
#define ELSEWHERE 1e19f
/* The squared distance of two valid positions is below WITHIN. A squared distance to ELSEWHERE is above
   WITHIN. */
#define WITHIN 4e37f
#define LEAF_PLACE 0
#define LEAF_ROW(dims) (dims) /* uint32_t: the candidate's row in the caller's columns */
#define LEAF_MASK(dims) ((dims) + 1)
#define LEAF_WEIGHT(dims) ((dims) + 2)
#define LEAF_COURSE(dims) ((dims) + 3)
#define LEAF_PACE(dims) (2 * (dims) + 3) /* an upper bound of the candidate's speed, see way_search.paces */
#define LEAF_ROWS(dims) (2 * (dims) + 4)
#define LEAF_CELLS(dims) (WAY_LEAF * LEAF_ROWS(dims))

/* Do two candidates have the same position, weight and velocity? `a` and `b` are their cells in the first row
   of their leaves. */
static inline int way_are_same(const float *a, const float *b, int dims) {
    int are = 1;
    for (int k = 0; are && k < LEAF_PACE(dims); k++)
        if (k < LEAF_ROW(dims) || k >= LEAF_WEIGHT(dims))
            are = way_cell_bits(a + WAY_LEAF * k) == way_cell_bits(b + WAY_LEAF * k);
    return are;
}

/* A node has, for each of its sixteen children, the bounding box of the candidates, the union of their mask
   bits, their least weight, their highest pace and their lowest row (uint32_t). Missing children have an
   empty box far away. In a crowd with velocities, NODE_SAME is 1 if all candidates below the child have the
   same position, velocity and weight, and 0 if not. */
#define NODE_LOW 0
#define NODE_HIGH(dims) (dims)
#define NODE_MASK(dims) (2 * (dims))
#define NODE_WEIGHT(dims) (2 * (dims) + 1)
#define NODE_PACE(dims) (2 * (dims) + 2)
#define NODE_LOWEST(dims) (2 * (dims) + 3)
#define NODE_SAME(dims) (2 * (dims) + 4)
#define NODE_ROWS(dims) (2 * (dims) + 5)
#define NODE_CELLS(dims) (WAY_LEAF * NODE_ROWS(dims))

/* Seven levels of nodes have 16^7 leaves, which hold 16^8 candidates: one for each 32-bit row number. */
enum { WAY_LEVELS_MAX = 7 };

/* A grid of squares over evenly distributed candidates. Squares are numbered row by row, and the leaves store
   the candidates in the order of their squares. The arrays of positions, rows and masks have the same order,
   so that a search can read neighbouring squares of a row at once. */
typedef struct way_grid {
    float low[2], per_side, side; /* `low` is the grid's lower corner, `side` the side of a square (rounded
                                     down), per_side 1 / side */
    float spread;                 /* the squared radius of a disc that holds one candidate on average */
    uint32_t unused;
    uint32_t width, up; /* squares per row, and number of rows (0 without a grid) */
    /* The number of each array's first cell. `begin` has an entry for each square and one at the end: the
       number of candidates in all squares before it. */
    uint64_t begin;
    uint64_t place[2], row, masks;
} way_grid;

/* One world of a crowd that was built with the column runner_world. Each world with at least WAY_OWN_TREE
   candidates has a tree of its own, with leaves and nodes of its own. The candidates of all smaller worlds
   are in shared leaves, world by world, after the leaves of the trees. */
typedef struct way_world {
    uint32_t world, count; /* count: valid candidates */
    uint32_t leaf;         /* the first leaf */
    uint32_t first;        /* the world's first lane in its first shared leaf; or the first node of its
                              tree */
} way_world;

/* A smaller world has at most nine leaves, which a search compares one after the other. */
enum { WAY_OWN_TREE = 8 * WAY_LEAF };

/* The first word of every crowd. */
#define WAY_CROWD_MAGIC 0x33646f7243796157u

/* The header of a crowd's memory. Cells are floats. Cell 0 is `cells` bytes after the start of the memory. */
typedef struct way_crowd {
    uint64_t magic;
    uint64_t cells;
    uint32_t dims, has_course, is_weighted, is_masked;
    uint32_t has_same; /* 1 if NODE_SAME is 1 for some full leaf */
    uint32_t runners;  /* number of rows of the caller's columns */
    uint32_t leaves;
    uint32_t levels;               /* number of levels of nodes; 0 if the crowd is empty */
    uint64_t leaf;                 /* index of the first cell of the leaves */
    uint64_t seat;                 /* for each row, the candidate's position in the leaves; UINT32_MAX for an
                                      invalid candidate */
    uint64_t node[WAY_LEVELS_MAX]; /* index of the first cell of each level of nodes; level 0 has the leaves
                                      as children */
    /* `worlds` is the number of worlds, or 0 if all candidates are in world 0. `world` is the first cell of
       the worlds' entries, sorted by world number. world_of is the first cell of the array with the
       world of each row. world_nodes is the first cell of the nodes of all trees. `shared` is the first
       shared leaf. With worlds, positions are counted from the first leaf of the world's tree or, for smaller
       worlds, from the first shared leaf. */
    uint64_t worlds, world, world_of, world_nodes, shared;
    double origin[3]; /* all positions in the crowd are relative to this point: see way_find_origin */
    way_grid grid;
} way_crowd;

static inline const float *way_crowd_cells(const way_crowd *crowd) {
    return (const float *)((uintptr_t)crowd + (uintptr_t)crowd->cells); /* wraps: see way_tree_of_world */
}

/* The cost that a search minimises: distance (BY_SQUARE), distance * weight (BY_DISTANCE), time * weight
   (BY_TIME), or cut-off time * weight (BY_TURNING, only in 2D). TO_LIST lists all candidates by distance. */
typedef enum way_measure { BY_SQUARE, BY_DISTANCE, BY_TIME, TO_LIST, BY_TURNING, WAY_MEASURES } way_measure;

static inline int way_is_by_moving(way_measure measure) {
    return measure == BY_TIME || measure == BY_TURNING;
}
static inline int way_is_by_square(way_measure measure) { return measure == BY_SQUARE || measure == TO_LIST; }

/* An entry of a list: a candidate that passes all tests. */
typedef struct way_found {
    double distance;
    uint32_t row;
    float share; /* the share of the candidate that the chooser sees */
} way_found;

/* A list that grows. A long list becomes a heap when it is full; the first entry of the heap is then the
   farthest. */
typedef struct way_gathering {
    way_found *found;
    size_t room, most;     /* how many entries fit in memory, and how many are wanted */
    size_t count;          /* entries stored */
    size_t passed;         /* number of candidates that passed, counted up to `most` */
    const way_found *last; /* the worst entry of a full list, or NULL */
    uint32_t *rows;        /* unsorted lists: the rows, instead of `found` */
    float *squares;        /* unsorted lists: the squared distances, or NULL if they are not wanted */
    int is_unsorted;
    const way_column
        *radius;   /* NULL, or the candidates' radii; with radii, the list is in order of distance - radius */
    double widest; /* an upper bound of the radii of the candidates that the search must not miss */
    /* NULL, or the candidates' heights: only those at most `step` above or below `level` pass */
    const way_column *height;
    double level, step;
    /* NULL, or a further test that candidates have to pass. If it is set, `height` is set, too. */
    int (*allows)(const void *all, uint32_t row);
    const void *all;
} way_gathering;

/* BY_TURNING: candidates waiting until there are enough for one vector of cut_off2d. */
typedef struct way_waiting {
    float runner[4][WAY_LEAF], weight[WAY_LEAF]; /* runner holds position x, y and velocity x, y */
    float share[WAY_LEAF];
    uint32_t row[WAY_LEAF];
    int count;
} way_waiting;

/* One chooser. Its bounds are floats. Every candidate that could win satisfies all of these bounds. */
typedef struct way_chooser {
    float place[3], speed, reach, horizon;
    float from, to, facing[3], arc, bonus;
    uint32_t sides, present, self, world;
    int is_ranged, is_arced, is_masked, has_options, skips_present;
    double facing_length;
    float nearest, farthest;    /* least and largest squared distance; `nearest` is 0 if there is no lower
                                   bound */
    float heading[3], arc_less; /* `heading` is `facing` with the length 1; arc_less is a little less than the
                                   arc's cosine */
    float free_distance;        /* subtracted from each distance, because this part takes no time */
    float pace;                 /* an upper bound of the speed, or 0 if it is negative */
    float latest;               /* an upper bound on times */
    float turning[CHOOSE_TURNINGS];
    float course[2], arriving[2]; /* the headings at the start and at the end, of length 1 */
    float bend, half_turn; /* bend: speed^2 / radius; half_turn: the time of half a turn, or slightly less */
    int arrives;           /* 1 if a heading at the end is given */
    int wanted, found;
    struct way_sight *view;      /* NULL if walls hide nothing, see crowd/sight.h */
    float share;                 /* the share of the present candidate that the chooser sees */
    double key[WAY_CHOICES_MAX]; /* cost - bonus, ascending */
    float cost[WAY_CHOICES_MAX], seen[WAY_CHOICES_MAX];
    uint32_t row[WAY_CHOICES_MAX];
    float limit;                  /* candidates with a bound above this cannot be among the best */
    uint32_t same_leaf, same_row; /* see note_same; same_leaf is UINT32_MAX until a leaf is noted */
    way_gathering *list;
    way_waiting *waiting;
} way_chooser;

/* The last four bits of a bound are its lane number. BOUND_NONE: the bound of an excluded candidate.
   BOUND_MOST: the largest bound of any other candidate. BOUND_ANY: a limit above all bounds except
   BOUND_NONE. All three are finite. */
#define BOUND_NONE 0x1.ffffe0p127f
#define BOUND_MOST 0x1.ffffc0p127f
#define BOUND_ANY 0x1.ffffdep127f

typedef struct way_search {
    /* scan: compares all candidates of the leaves from `leaf` on. descend: searches a crowd, for several
       choosers at once. [0]: 2D; [1]: 3D, without BY_TURNING. */
    void (*scan[2][WAY_MEASURES])(way_chooser *chooser, const float *leaf, size_t leaves);
    void (*descend[2][WAY_MEASURES])(way_chooser *const *choosers, int count, const way_crowd *crowd);
    /* Evaluates the candidates that still wait after a scan BY_TURNING. */
    void (*settle_chooser)(way_chooser *chooser);
    /* Fills the paces of leaves from the velocities. */
    void (*paces)(float *leaf, size_t leaves, int dims);
    /* Divides labels in two: labels whose rank is below `middle` come first, and each part keeps its order.
       If `rank` is NULL, labels are ranks. `parted` has room for `count` + 15 labels. */
    void (*part)(uint32_t *labels, uint32_t count, const uint32_t *rank, uint32_t middle, uint32_t *parted);
} way_search;

WAY_EACH_TABLE(WAY_DECLARE_LANES, way_search)

/* Answers choosers from the candidates around them. Fills `rest` with the choosers that still have no answer,
   and returns their number; `descend` searches for these. There are at most sixteen choosers, and all want
   the same number of candidates. */
typedef int way_search_near(way_chooser *const *choosers, int count, const way_crowd *crowd,
                            way_chooser **rest);

/* Answers one chooser in the plane, if walls may hide candidates from it. Returns 0 if the chooser still has
   no answer. */
typedef int way_see_near(way_chooser *chooser, const way_crowd *crowd);

/* [0]: 2D; [1]: 3D. NULL for measures that only `descend` supports. */
typedef struct way_near {
    way_search_near *find[2][WAY_MEASURES];
    way_see_near *see[WAY_MEASURES];
} way_near;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_near)

/* Returns the time of one interception. No rounding error changes whether the two meet. Plain C computes the
   time for all instruction sets. `in` holds the columns of the interception. */
float way_search_time(const float *const *in, unsigned given, int dims);

/* Returns the chooser's limit until as many candidates as wanted have been found. */
static inline float way_search_first_limit(const way_chooser *chooser, way_measure measure) {
    return way_is_by_square(measure) && chooser->farthest < BOUND_ANY ? chooser->farthest : BOUND_ANY;
}

/* Returns the chooser's limit once enough candidates have been found. `worst` is the largest key found or,
   for TO_LIST, the largest distance. */
static inline float way_search_limit(const way_chooser *chooser, way_measure measure, double worst) {
    const float most = way_search_first_limit(chooser, measure);
    if (worst < 0.0)
        return -1.0f;
    const double limit =
        way_is_by_square(measure) ? worst * worst * (1.0 + 0x1p-17) : worst * (1.0 + 0x1p-16);
    return limit < (double)most ? (float)(limit + 0x1p-120) : most;
}

/* Returns a number slightly below a limit: see is_beaten in tree_lanes.h. If a bound is at most this number,
   it is certainly below the worst cost found. If costs are tiny, the limit is mostly tolerance, and the
   returned number is below all bounds. */
static inline float way_search_near_limit(float limit) {
    return limit >= 0x1p-60f ? limit * (1.0f - 0x1p-12f) : -1.0f;
}

/* Returns the share of a candidate that the chooser sees, and whether a wall hides all candidates of a box:
   see crowd/sight.h. */
float way_share_seen(way_chooser *chooser, const float *place, uint32_t row);
int way_is_hidden(const way_chooser *chooser, const float *node, int lane);

/* Would a candidate with this distance and row enter the chooser's list? */
int way_may_gather(const way_chooser *chooser, double distance, uint32_t row);

/* Adds a candidate, which has passed all tests, to the chooser's list. `square` is the squared distance in
   floats; only unsorted lists read it. */
void way_gather(way_chooser *chooser, double distance, float square, uint32_t row);

/* Sets the limit of a list's search again, after its `widest` has changed. */
void way_renew_limit(way_chooser *chooser);

/* Does a candidate pass the test of its height? See way_gathering. */
int way_is_level(const way_column *height, uint32_t row, double level, double step);

/* Returns a candidate's radius, or 0 if the radius is negative or not finite. */
double way_radius_at(const way_column *column, uint32_t row);

/* How many candidates have radii with the same exponent, and the largest of these radii. */
enum { WAY_POWERS = 256 };
typedef struct way_radii {
    uint32_t count[WAY_POWERS];
    float widest[WAY_POWERS];
} way_radii;

/* Counts a radius above 0. */
static inline void way_count_radius(way_radii *of, float radius) {
    const uint32_t power = way_cell_bits(&radius) >> 23;
    of->count[power]++;
    of->widest[power] = radius > of->widest[power] ? radius : of->widest[power];
}

/* Sorts the radii of `count` candidates into classes by exponent, and sets the number and the largest radius of
   each class. Leaves out radii that are not above 0, or are above `most`. */
void way_count_radii(const way_table *table, const way_column *radius, size_t count, float most,
                     way_radii *of);

/* Sets *widest to the largest radius. If there are candidates that are at least twice as large as all others,
   but not more than WAY_FEW_LARGE, also sets *others to the largest radius of the others, and returns 1. A
   search that looks farther by the largest radius can then leave these few out. */
enum { WAY_FEW_LARGE = 32 };
int way_split_radii(const way_radii *of, float *others, float *widest);

/* Sorts a list that way_gather has filled, nearest first. Of equal distances, the lower row is first. */
void way_gathered(way_gathering *list);

#endif
