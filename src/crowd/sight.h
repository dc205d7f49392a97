/* Declares the test whether a chooser sees a candidate, which means that no wall cuts the straight line
   between them. The search calls it only for candidates that would be among the best.

   The walls around the chooser are stored once, and again if a candidate is farther away. Sixteen walls are
   tested at a time, in floats with bounds of all rounding errors. Only walls that these bounds leave
   undecided are tested in plain C (kernels/bounce/wall_crossing.h). */
#ifndef WAY_SIGHT_H
#define WAY_SIGHT_H

#include "call/columns.h"
#include "crowd/search.h"
#include "walls/wall_tree.h"

/* How many walls around a chooser are stored. This is a multiple of WAY_LEAF. */
enum { WAY_NEAR_WALLS = 48, WAY_NEAR_ROOM = WAY_NEAR_WALLS + WAY_LEAF };

typedef struct way_box {
    float low[2], high[2];
} way_box;

/* The line of sight from p to q. d is q - p, rounded to floats, and `extent` a box around the line. */
typedef struct way_line {
    double p[2], q[2];
    float at[2], d[2];
    way_box extent;
    const way_wall *walls;
} way_line;

/* Walls around a chooser. w leads from the chooser to the first end of a wall, and e from there to its other
   end. of_k is an upper bound of the error of k = w x e. */
typedef struct way_kept {
    float wx[WAY_NEAR_ROOM], wy[WAY_NEAR_ROOM], ex[WAY_NEAR_ROOM], ey[WAY_NEAR_ROOM], k[WAY_NEAR_ROOM],
        of_k[WAY_NEAR_ROOM], sides[WAY_NEAR_ROOM];
    float number[WAY_NEAR_ROOM]; /* uint32_t */
} way_kept;

/* The walls of a call and those around one chooser. */
typedef struct way_sight {
    const way_wall *walls;
    size_t wall_count;
    const way_wall_tree *tree; /* NULL, or the tree of these walls */
    const struct way_sight_lanes *lanes;
    const way_column *radius; /* NULL: only the centre of a candidate is tested. Otherwise `points` points
                                 across the candidate are tested */
    double widest;            /* an upper bound of the radii, 0 without radii */
    int points, wants_share;
    double from_walls[2];  /* the origin of positions, relative to the walls' origin */
    const way_chooser *of; /* the chooser for which the walls below are stored, or NULL */
    float place[2];        /* its position, relative to the walls' origin */
    float known; /* all walls within this distance on each axis are stored; no wall if it is below 0 */
    int is_full; /* 1 if farther walls do not fit into memory */
    int count;   /* stored walls; unused cells of a vector are NaN */
    way_kept *near_walls; /* NULL: no walls are stored */
} way_sight;

/* The functions of one instruction set. */
typedef struct way_sight_lanes {
    /* Stores the tree's walls in this box: their ends become w and e. If not all of them fit, stores the
       first ones and returns 0. */
    int (*keep_walls)(way_sight *sight, const way_box *box);
    /* Computes w, e and k of the walls that are stored, for a chooser at this position. */
    void (*prepare_kept)(way_sight *sight, float x, float y);
    /* Does a stored wall, or a wall of the tree, cut the line? */
    int (*cut_by_kept)(const way_sight *sight, const way_line *line);
    int (*cut_by_tree)(const way_wall_tree *tree, const way_line *line);
    /* Does one of the stored walls certainly hide this box from p? */
    int (*hides)(const way_sight *sight, float x, float y, const way_box *box);
} way_sight_lanes;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_sight_lanes)

/* Returns the functions of a table's instruction set. */
const way_sight_lanes *way_sight_lanes_of(const way_table *table);

/* Does this wall cut the line? Decided without rounding errors. */
int way_cuts(const way_line *line, const way_wall *wall);

/* Stores the walls up to this distance from the chooser, if they fit into memory. */
void way_look_around(way_chooser *chooser, double distance);

/* Sets the radii of the candidates, whose number is `runners`. */
void way_set_sight_radii(way_sight *sight, const way_column *radius, size_t runners);

#endif
