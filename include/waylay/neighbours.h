/* waylay, neighbours: the candidates near each chooser. */
#ifndef WAYLAY_NEIGHBOURS_H
#define WAYLAY_NEIGHBOURS_H

#include "choose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Neighbours ------------------------------------------------------------------------------------------------

   What it answers: which candidates are near each chooser? The call writes a list for each chooser to
   caller-supplied memory. The list holds all candidates in the chooser's range, or only the nearest ones.

       float x[4] = {0, 3, 1, 9}, y[4] = {0}, radius = 4;
       size_t offset[5];
       way_neighbour list[16];
       way_choose2d_in in = WAY_INIT;
       way_choice choice = WAY_INIT;
       way_neighbours lists = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
       in.range_to = way_same(&radius);
       choice.count = choice.runner_count = 4;
       lists.list = list, lists.capacity = 16, lists.offset = offset;
       way_neighbours2d(&in, &choice, &lists); // offset[1] == 2 && list[0].row == 2 && list[0].distance == 1

   The columns are those of way_choose2d and way_choose3d (choose.h). A candidate passes if it is in the
   chooser's world, its mask shares a bit with the chooser's mask, it lies in the chooser's range and arc, and
   if the call has walls, the chooser sees it (see Sight in choose.h).
   A chooser never passes itself (see `self` and Parts in choose.h). Speeds, horizons, velocities, current
   targets and bonuses are not read. Weights do not change the order.

   A list is sorted by distance, nearest first. If two distances are equal, the lower row is first. Distances
   are compared as doubles, as in way_choose2d. So the first eight candidates of a list are the same as those
   that way_choose2d chooses by distance without weights.

   If you need all neighbours, in any order, set `unsorted`, which takes less time and memory:

       float x[4] = {0, 3, 1, 9}, y[4] = {0}, radius = 4;
       size_t offset[5];
       uint32_t rows[16];
       way_choose2d_in in = WAY_INIT;
       way_choice choice = WAY_INIT;
       way_neighbours lists = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
       in.range_to = way_same(&radius);
       choice.count = choice.runner_count = 4;
       lists.unsorted = 1, lists.rows = rows, lists.capacity = 16, lists.offset = offset;
       way_neighbours2d(&in, &choice, &lists); // offset[1] == 2 && rows[0] == 1 && rows[1] == 2

   The lists have the same candidates as without `unsorted`. The candidates are in the order of their rows or,
   with a crowd, in the order in which the crowd stores them. The order is the same on every machine. The call
   is fastest with a crowd if choosers and candidates have the same position columns, and no masks, arcs or
   worlds are given. A capacity of at least 2 * needed + 4 * count then saves a second search. */

/* A way_neighbour is aligned to 8 bytes. */
#ifdef __cplusplus
#define WAY_ALIGNED_8 alignas(8)
#else
#define WAY_ALIGNED_8 _Alignas(8)
#endif
typedef struct way_neighbour {
    WAY_ALIGNED_8 uint32_t row; /* the candidate's row */
    float distance;             /* m */
} way_neighbour;

/* Zero-initialise a way_neighbours and set `list`, `capacity` and `offset`. */
typedef struct way_neighbours {
    size_t most;         /* largest number of candidates in a list, the nearest ones; 0: no limit */
    way_neighbour *list; /* memory for all lists, one list after the other */
    size_t capacity;     /* number of elements of `list`; way_neighbours_capacity returns enough */
    /* memory for count + 1 elements; chooser k of the call, counted from 0, has the list
       list[offset[k]] to list[offset[k + 1] - 1] */
    size_t *offset;
    /* int32_t, a way_status: WAY_MET, WAY_NO_TARGET or WAY_INVALID. With chaser_parts of way_choice, it is
       not read: the statuses go to `out` of the parts. */
    way_column_out status;
    size_t answered; /* set by the call: the number of complete lists */
    size_t needed;   /* set by the call: the capacity with which one call completes all lists */
    /* Not 0: the lists are not sorted. Unsorted lists contain only rows, in memory for `capacity` elements at
       `rows`; `list` is not used. `most` must be 0. */
    int32_t unsorted;
    uint32_t *rows;
    float *squares; /* m^2, to 4 ulp in the plane, 5 in space: NULL, or memory for the squared distances,
                       one per row */
    /* NULL, or memory for `capacity` elements: the share that is seen of each candidate in a sorted list, see
       `seen` of way_choose2d. With `unsorted`, the result is WAY_ERROR_BOTH. */
    float *seen;
} way_neighbours;

/* Returns a capacity that is enough for the lists of `count` choosers among `runner_count` candidates. `most`
   is as in way_neighbours. Returns 0 if all lists are empty, or if their size would exceed SIZE_MAX bytes. */
WAY_API size_t way_neighbours_capacity(size_t count, size_t runner_count, size_t most);

/* A sorted list takes two elements for each neighbour while it is built, and one element when it is complete.
   If a list does not fit, the result is WAY_ERROR_CAPACITY. `answered` is then the number of choosers, from
   the first on, that have complete lists, offsets and statuses. To continue, first process these lists. Then
   add `answered` to `first`, subtract it from `count`, and call again. Alternatively, call again with a
   capacity of `needed`. `cost` and `best` of `choice` are not read. `list`, `rows`, `squares` and `offset`
   must not overlap a column. */
WAY_API way_result way_neighbours2d(const way_choose2d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);
WAY_API way_result way_neighbours3d(const way_choose3d_in *in, const way_choice *choice,
                                    way_neighbours *neighbours);

/* The options with which way_run (base.h) runs neighbours2d and neighbours3d. */
typedef struct way_listing {
    const way_choice *choice;
    way_neighbours *lists;
} way_listing;

/* Accuracy: that of way_choose2d (choose.h). The lists do not change if a crowd is used, or if the choosers
   are split over several calls. See docs/accuracy.md, "Choosing".

   Source: Bentley's tree, as in way_choose2d. */

/* Conflicts -------------------------------------------------------------------------------------------------

   What it answers: which pairs of moving agents come closer to each other than a radius, from when to when,
   and how close? The call is for ships, aircraft, drones or units that keep their velocities.

       float x[3] = {0, 9, 0}, y[3] = {0, 0, 500}, vx[3] = {1, -1, 0}, zero = 0, start;
       float radius = 1, horizon = 60;
       uint32_t first, second;
       size_t offset[4], bytes = way_conflicts2d_bytes(3);
       way_conflicts2d_in in = WAY_INIT;
       way_conflicts2d_out out = WAY_INIT;
       way_conflicts lists = WAY_INIT;
       in.x = way_in(x), in.y = way_in(y), in.vx = way_in(vx), in.vy = way_same(&zero);
       in.radius = way_same(&radius), in.horizon = way_same(&horizon);
       out.first = way_out(&first), out.second = way_out(&second), out.time_in = way_out(&start);
       lists.count = lists.agent_count = 3, lists.offset = offset, lists.capacity = 1;
       lists.memory = malloc(bytes), lists.bytes = bytes;
       way_conflicts2d(&in, &out, &lists); // first == 0 && second == 1 && start == 4 && offset[3] == 1
       free(lists.memory);

   Two agents are in conflict while their distance is below the radius. In space, the distance in the plane x,
   y is below the radius and the difference of z is below the height: each agent has a cylinder around it. If
   the two only touch, they are not in conflict. If two agents have different radii, heights or horizons, the
   larger value counts. So a pair is listed if the values of at least one of the two agents give a conflict.

   A pair is listed if its conflict begins before the horizon, or if the pair is in conflict now. Each pair is
   listed once, with first < second. The lists are sorted by `first`, then by `second`. `age` is the age of an
   agent's position. The call first moves the agent on by this time, to its position at time 0. A negative age
   means a future position.

   Worlds: only agents of the same world are in conflict. A world is any number, and its rows need not be
   consecutive. One column holds the worlds, because all agents are in one table.

   The status of an agent: WAY_MET: the agent is the first agent of a conflict. WAY_NO_TARGET: the agent is
   not the first agent of any conflict. WAY_INVALID: NaN, infinity (only the horizon may be +inf), a negative
   radius, height or horizon, or magnitudes above 1e18. An invalid agent has no conflicts. */

typedef struct way_conflicts2d_in {
    way_column x, y;    /* m: position */
    way_column vx, vy;  /* m/s */
    way_column radius;  /* m, >= 0: in conflict if nearer than this */
    way_column horizon; /* s, >= 0: how far ahead */
    way_column age;     /* s: age of the position; default 0 */
    way_column world;   /* uint32_t: number of the agent's world; default 0 */
} way_conflicts2d_in;

typedef struct way_conflicts2d_out {
    way_column_out first, second;    /* uint32_t, one per conflict: rows of the agents, first < second */
    way_column_out time_in;          /* s, 1 ulp, one per conflict: beginning; 0: in conflict now */
    way_column_out time_out;         /* s, 1 ulp, one per conflict: end, even after the horizon; +inf: none */
    way_column_out closest_time;     /* s, 1 ulp, one per conflict: when they are closest, now or later */
    way_column_out closest_distance; /* m, 1 ulp, one per conflict: how close */
    way_column_out status;           /* int32_t, a way_status, one per agent */
} way_conflicts2d_out;

/* In space, the closest distance is measured only in the plane x, y. */
typedef struct way_conflicts3d_in {
    way_column x, y, z;    /* m: position; z is the height */
    way_column vx, vy, vz; /* m/s */
    way_column radius;     /* m, >= 0: distance in the plane x, y below which two agents are in conflict */
    way_column height;     /* m, >= 0: difference of z below which two agents are in conflict */
    way_column horizon;    /* s, >= 0: how far ahead */
    way_column age;        /* s: age of the position; default 0 */
    way_column world;      /* uint32_t: number of the agent's world; default 0 */
} way_conflicts3d_in;

typedef way_conflicts2d_out way_conflicts3d_out;

/* Zero-initialise a way_conflicts and set `count`, `agent_count`, `capacity`, `offset`, `memory`, `bytes`. */
typedef struct way_conflicts {
    size_t first, count; /* agents that get lists; lists do not change if they are split over calls */
    size_t agent_count;  /* number of all agents in the columns, at least first + count, below 2^32 - 1 */
    size_t capacity;     /* number of elements of each output column, except the status */
    size_t *offset;  /* count + 1 elements, set by the call: the conflicts whose first agent is first + i are
                       elements offset[i] to offset[i + 1] - 1 */
    void *memory;    /* caller-supplied, aligned to 8 bytes */
    size_t bytes;    /* its size: at least way_conflicts2d_bytes(agent_count) or way_conflicts3d_bytes */
    size_t answered; /* set by the call: the number of agents with complete lists */
    size_t needed;   /* set by the call: the capacity that all lists need in one call */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong column or field */
} way_conflicts;

/* The size in bytes of the memory for this number of agents, about 200 bytes each. 0: too many agents. */
WAY_API size_t way_conflicts2d_bytes(size_t agent_count);
WAY_API size_t way_conflicts3d_bytes(size_t agent_count);

/* If a list does not fit, the result is WAY_ERROR_CAPACITY. `answered` is then the number of agents, from the
   first on, that have their lists, offsets and statuses, as in way_neighbours2d. The time grows as n log n,
   plus the number of pairs whose paths until the horizon come near each other. An output must not overlap an
   input. */
WAY_API way_result way_conflicts2d(const way_conflicts2d_in *in, const way_conflicts2d_out *out,
                                   way_conflicts *conflicts);
WAY_API way_result way_conflicts3d(const way_conflicts3d_in *in, const way_conflicts3d_out *out,
                                   way_conflicts *conflicts);

/* Accuracy: decisions are exact, but two numbers that differ by less than 2^-90 of their terms count as
   equal. Positions may be doubles. For the beginning and the end, one ulp is the ulp of max(itself, radius /
   speed). For the closest time, it is the ulp of max(itself, present distance / speed). For the closest
   distance, it is the ulp of the present distance. No pair is missed: see docs/accuracy.md, "Conflicts".

   Source: the library's own method; the order of the agents is that of Guy M. Morton, "A Computer Oriented
   Geodetic Data Base and a New Technique in File Sequencing". */

/* Cast ------------------------------------------------------------------------------------------------------

   What it answers: what does a ray hit first (a wall or a disc), and where? The call is for lidar, shots,
   lines of sight and feelers.

       float x[2] = {0, 0}, y[2] = {0, 3}, east = 1, north = 0, away[2];
       float disc_x = 9, disc_y = 0.5f, disc_radius = 1;
       const way_wall wall = {5, 2, 5, 9, 0};
       way_cast2d_in in = WAY_INIT;
       way_cast2d_out out = WAY_INIT;
       way_cast how = WAY_INIT;
       in.x = way_in(x), in.y = way_in(y);
       in.direction_x = way_same(&east), in.direction_y = way_same(&north);
       in.runner_x = way_same(&disc_x), in.runner_y = way_same(&disc_y);
       in.runner_radius = way_same(&disc_radius);
       out.distance = way_out(away);
       how.count = 2, how.runner_count = 1, how.walls = &wall, how.wall_count = 1;
       way_cast2d(&in, &out, &how); // away[0] > 8.13f && away[0] < 8.14f && away[1] == 5

   The ray hits a wall or a disc if they touch, also at an end of a wall. If the start lies in a disc or on a
   wall, the distance is 0. If distances are equal, a wall comes before a disc, and a lower row before a
   higher row. If `sides` of a wall is not 0, the wall is transparent from behind: for a ray that starts
   behind the wall, or that starts on the wall's line and leads to its front. A ray with a radius is a moving
   disc; it hits when its edge touches a wall or a disc.

   A ray hits a disc only if its runner_mask shares a bit with the ray's chaser_mask. A ray never hits the
   disc `self`. If `self` is not set, and runner_x and runner_y are the columns x and y, ray i starts from
   disc i. If they are in the same memory, but begin at another element, ray i starts from the disc at its own
   address. A disc is ignored if it has NaN, a negative radius, or magnitudes above 1e18.

   WAY_MET: there is a hit. WAY_THERE: a hit at distance 0. WAY_NO_TARGET: no hit within the range.
   WAY_INVALID: NaN, a direction of length 0, a negative range or radius, or magnitudes above 1e18 (directions
   may have any finite length). */

/* What a ray hits. */
typedef enum way_hit_kind { WAY_NOTHING = 0, WAY_WALL = 1, WAY_DISC = 2, WAY_TRIANGLE = 3 } way_hit_kind;

typedef struct way_cast2d_in {
    way_column x, y;                     /* m: start of the ray */
    way_column direction_x, direction_y; /* a vector of any length above 0 */
    way_column range;                    /* m, >= 0: longest distance; default +inf */
    way_column radius;                   /* m, >= 0: radius of the ray; default 0 */
    way_column self;                     /* uint32_t: row of the disc that carries the sensor; default none */
    way_column chaser_mask;              /* uint32_t: bits of discs that the ray can hit; default all bits */
    way_column runner_x, runner_y;       /* m: centre of the disc */
    way_column runner_radius;            /* m, >= 0; default 0 */
    way_column runner_mask;              /* uint32_t; default all bits */
} way_cast2d_in;

typedef struct way_cast2d_out {
    way_column_out distance;           /* m, 1 ulp; +inf: nothing is hit */
    way_column_out kind;               /* int32_t, a way_hit_kind */
    way_column_out row;                /* uint32_t: row of the wall or the disc; WAY_NO_ROW: nothing is hit */
    way_column_out point_x, point_y;   /* m, 1 ulp: where the ray touches the wall or the disc; at distance 0:
                                          the start; 0: nothing is hit */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector away from the wall or disc; 0: nothing is
                                          hit */
    way_column_out status;             /* int32_t, a way_status */
} way_cast2d_out;

/* Zero-initialise a way_cast and set `count`. The default of other fields is 0. */
typedef struct way_cast {
    size_t first, count;            /* rays; if they are split over several calls, the answers are the same */
    const uint32_t *index;          /* NULL: rays `first` to `first + count - 1`; or index[first], ... */
    size_t runner_count;            /* number of discs, below UINT32_MAX; with a crowd: 0, or at least the
                                       crowd's number of discs */
    const way_crowd2d *crowd2d;     /* NULL, or the crowd of the discs, from way_make_crowd2d (choose.h) */
    const way_wall *walls;          /* NULL, or walls; see way_wall (base.h) */
    size_t wall_count;              /* number of walls, at most INT32_MAX */
    const way_wall_tree *wall_tree; /* NULL, or the tree of these walls, from way_make_wall_tree (bounce.h) */
    int32_t any;                    /* 1: tests only whether there is a hit. `kind` is WAY_WALL if the ray
                                       hits any wall; the distance is 0, the row is WAY_NO_ROW, and point
                                       and normal are 0 */
    const char **fault;   /* NULL, or where a refused call stores the name of the wrong column or field */
    double wall_origin_x; /* m: x of the point from which the walls are measured; see way_wall */
    double wall_origin_y; /* m: y of that point */
} way_cast;

/* The answers are the same with and without a crowd or a tree. With them, the time of a ray grows as the
   logarithm of the number of discs or walls. The call reads the runner columns even with a crowd. Rays hit
   the discs of all worlds. If the crowd was built with runner_world, the call is no faster than without a
   crowd. */
WAY_API way_result way_cast2d(const way_cast2d_in *in, const way_cast2d_out *out, const way_cast *cast);

/* Accuracy: decisions are exact, but two numbers that differ by less than 2^-90 of their terms count as
   equal. Positions, directions and ranges may be doubles. Ulps of the distance are counted at the distance
   itself. For the point, one ulp is the ulp of max(coordinates, distance).

   Source: the library's own method; the walk through boxes is that of Timothy Kay and James Kajiya, "Ray
   Tracing Complex Scenes". */

/* Cast in space ---------------------------------------------------------------------------------------------

   What it answers: which triangle of a mesh does a ray hit first, and where? The call is for shots, lines of
   sight, picking, ground heights and lidar.

       float x[2] = {1, 9}, y[2] = {1, 9}, z = 5, zero = 0, down = -1, away[2];
       const way_triangle floor[2] = {{0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0}, {4, 4, 0, 0, 4, 0, 4, 0, 0, 0, 0}};
       way_cast3d_in in = WAY_INIT;
       way_cast3d_out out = WAY_INIT;
       way_cast_triangles how = WAY_INIT;
       in.x = way_in(x), in.y = way_in(y), in.z = way_same(&z);
       in.direction_x = in.direction_y = way_same(&zero), in.direction_z = way_same(&down);
       out.distance = way_out(away);
       how.count = 2, how.triangles = floor, how.triangle_count = 2;
       way_cast3d(&in, &out, &how); // away[0] == 5 && away[1] > 1e30f

   The ray hits a triangle if they touch, also at an edge or a corner. A ray never passes between two triangles
   that share an edge or a corner. A ray that moves in the plane of a triangle hits the triangle's edge. If
   the start lies on a triangle, the distance is 0. If distances are equal, the lower row is first. If `sides`
   of a triangle is not 0, the triangle is transparent from behind: for a ray that starts behind its plane, or
   that starts in the plane and leads to its front. A triangle of area 0 is a line or a point; for rays that
   start in its plane, it has no sides. A ray with a radius is a moving ball; it hits when its surface touches
   the triangle, and the distance is 0 if they touch or overlap at the start. A ray hits a triangle only if
   their masks share a bit.

   WAY_MET: there is a hit. WAY_THERE: a hit at distance 0. WAY_NO_TARGET: no hit within the range.
   WAY_INVALID: NaN, a direction of length 0, a negative range or radius, or magnitudes above 1e18 (directions
   may have any finite length). */

/* A triangle in space. Its front is the side from which the
   corners a, b, c are seen counter-clockwise. A triangle has no effect if a coordinate is not finite or beyond
   1e18. */
typedef struct way_triangle {
    float ax, ay, az, bx, by, bz, cx, cy, cz; /* m: the corners */
    int32_t sides; /* 0: stops motion from both sides; > 0: only from the front; < 0: only from behind */
    uint32_t mask; /* which rays and balls it stops: those whose mask shares a bit; 0: all bits */
} way_triangle;

/* A tree of many triangles, from way_make_triangle_tree. */
typedef struct way_triangle_tree way_triangle_tree;

typedef struct way_cast3d_in {
    way_column x, y, z;                               /* m: start of the ray */
    way_column direction_x, direction_y, direction_z; /* of any length above 0 */
    way_column range;                                 /* m, >= 0: longest distance; default +inf */
    way_column radius;                                /* m, >= 0: radius of the ray; default 0 */
    way_column chaser_mask; /* uint32_t: which triangles the ray can hit; default all bits */
} way_cast3d_in;

typedef struct way_cast3d_out {
    way_column_out distance;                     /* m, 1 ulp; +inf: nothing is hit */
    way_column_out kind;                         /* int32_t: WAY_NOTHING or WAY_TRIANGLE */
    way_column_out row;                          /* uint32_t: of the triangle; WAY_NO_ROW: nothing is hit */
    way_column_out point_x, point_y, point_z;    /* m, 1 ulp: where the ray touches the triangle; at distance
                                                    0: the start; 0: nothing is hit */
    way_column_out normal_x, normal_y, normal_z; /* 1 ulp: a unit vector away from the triangle, to the side
                                                    from which the ray comes; 0: nothing is hit */
    way_column_out status;                       /* int32_t, a way_status */
} way_cast3d_out;

/* Zero-initialise a way_cast_triangles and set `count`. The default of other fields is 0. */
typedef struct way_cast_triangles {
    size_t first, count;           /* rays or balls; if they are split over several calls, the answers are the
                                      same */
    const uint32_t *index;         /* NULL: rays first .. first + count - 1; else index[first] and so on */
    const way_triangle *triangles; /* NULL, or triangles; see way_triangle */
    size_t triangle_count;         /* at most INT32_MAX */
    const way_triangle_tree *triangle_tree; /* NULL, or the tree of these triangles */
    int32_t any;                            /* 1: only tests whether there is a hit. The distance or the time
                                               is then 0, the row is WAY_NO_ROW, and point and normal are 0 */
    const char **fault;       /* NULL, or where a refused call stores the name of the wrong column or field */
    double triangle_origin_x; /* m: x of the point from which the triangles are measured */
    double triangle_origin_y; /* m: y of that point */
    double triangle_origin_z; /* m: z of that point */
} way_cast_triangles;

WAY_API way_result way_cast3d(const way_cast3d_in *in, const way_cast3d_out *out,
                              const way_cast_triangles *cast);

/* Many triangles: a tree finds the few triangles near a ray. Build the tree once in caller-supplied memory,
   and set `triangle_tree` of your calls to it. The answers have the same bits with and without a tree. A tree
   is faster if there are more than about 16 triangles.

       static way_triangle mesh[1000];
       size_t bytes = way_triangle_tree_bytes(1000);
       way_triangle_tree *tree = (way_triangle_tree *)malloc(bytes);
       way_result made = way_make_triangle_tree(mesh, 1000, tree, bytes);
       way_cast_triangles how = WAY_INIT;
       how.triangles = mesh, how.triangle_count = 1000, how.triangle_tree = tree;
       free(tree); // made == WAY_OK && how.triangle_count == 1000

   The triangles of a call must be equal to the triangles of the tree. After a triangle has changed, make the
   tree again. Triangles and tree may be copied to other memory. Many threads may read one tree. */

/* The size in bytes of a tree of triangle_count triangles, at most about 150 bytes for each triangle. 0:
   triangle_count is above INT32_MAX, or the size does not fit in a size_t. */
WAY_API size_t way_triangle_tree_bytes(size_t triangle_count);

/* Make a tree of these triangles in the memory of `bytes` bytes at `tree`. Its address must be a multiple of 8,
   as malloc returns it. If `bytes` is less than way_triangle_tree_bytes(triangle_count), the result is
   WAY_ERROR_MEMORY. The time grows as n log n for n triangles. */
WAY_API way_result way_make_triangle_tree(const way_triangle *triangles, size_t triangle_count,
                                          way_triangle_tree *tree, size_t bytes);

/* Accuracy: decisions are exact, but two numbers that differ by less than 2^-90 of their terms count as
   equal. Positions, directions and ranges may be doubles. Ulps of the distance are counted at the distance
   itself. For the point, one ulp is the ulp of max(coordinates, distance).

   Source: the library's own method. The test of a triangle is that of Tomas Moeller and Ben Trumbore, "Fast,
   Minimum Storage Ray/Triangle Intersection"; the tree is built as Ingo Wald, "On fast Construction of
   SAH-based Bounding Volume Hierarchies", describes. */

/* Sweep in space --------------------------------------------------------------------------------------------

   What it answers: when and where does a moving ball (a point, or a ball with a radius) meet a triangle of a
   mesh? They meet at the earliest time at which the distance between the ball's centre and the triangle equals
   the radius and is decreasing. `point` is the point at which the ball touches the triangle. `normal` is a unit
   vector from this point to the ball's centre. For a ball of radius 0, `normal` is perpendicular to the
   triangle and points to the side from which the ball comes. The list of triangles, the tree and the options
   are those of way_cast3d.

       float height = 5, speed = -2, radius = 1, zero = 0, time;
       const way_triangle floor = {-9, -9, 0, 9, -9, 0, 0, 9, 0, 0, 0};
       way_sweep3d_in in = WAY_INIT;
       way_sweep3d_out out = WAY_INIT;
       way_cast_triangles how = WAY_INIT;
       in.ball_x = in.ball_y = in.ball_vx = in.ball_vy = way_same(&zero);
       in.ball_z = way_same(&height), in.ball_vz = way_same(&speed), in.radius = way_same(&radius);
       out.time = way_out(&time);
       how.count = 1, how.triangles = &floor, how.triangle_count = 1;
       way_sweep3d(&in, &out, &how); // time == 2

   WAY_MET: they meet. WAY_THERE: the ball touches or overlaps a triangle and is moving towards it; time 0.
   WAY_TOO_SLOW: they do not meet by the horizon; time +inf. The status is also WAY_TOO_SLOW in two cases: the
   ball touches the triangle but does not come nearer (it slides along the triangle or moves away), or the
   ball's centre is on the triangle. WAY_IMMOBILE: they do not meet, because the ball stands still.
   WAY_INVALID: NaN, infinity, a negative radius, or magnitudes above 1e18.

   A ball of radius 0 that moves in the plane of a triangle does not meet that triangle, and no ball of radius
   0 meets a triangle of area 0. No ball passes between two triangles that share an edge. If `sides` of a
   triangle is not 0, the triangle stops balls whose centre is on that side of its plane, or in its plane. */

typedef struct way_sweep3d_in {
    way_column ball_x, ball_y, ball_z;    /* m: centre of the ball */
    way_column ball_vx, ball_vy, ball_vz; /* m/s */
    way_column radius;                    /* m, >= 0; default 0 */
    way_column horizon;                   /* s: longest time to the meeting; default +inf */
    way_column chaser_mask;               /* uint32_t: which triangles stop the ball; default all bits */
} way_sweep3d_in;

typedef struct way_sweep3d_out {
    way_column_out time;                         /* s, 1 ulp; +inf: no meeting */
    way_column_out point_x, point_y, point_z;    /* m, 1 ulp: on the triangle; 0: no meeting */
    way_column_out normal_x, normal_y, normal_z; /* 1 ulp: a unit vector; 0: no meeting */
    way_column_out triangle;                     /* uint32_t: row of the triangle; WAY_NO_ROW: none */
    way_column_out status;                       /* int32_t, a way_status */
} way_sweep3d_out;

WAY_API way_result way_sweep3d(const way_sweep3d_in *in, const way_sweep3d_out *out,
                               const way_cast_triangles *sweep);

/* Accuracy: that of way_cast3d. For the time, ulps are counted at the time itself. For the point, one ulp is
   the ulp of max(coordinates, distance moved).

   Source: the library's own method. */

#ifdef __cplusplus
}
#endif

#endif
