/* waylay, field: paths over a grid for any number of units, and the velocities that follow them. */
#ifndef WAYLAY_FIELD_H
#define WAYLAY_FIELD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fields ----------------------------------------------------------------------------------------------------

   field2d: for each cell of a grid, what does the cheapest path to a goal cost, and which cell is next on
   this path? One field serves all units with the same goal, wherever they are.

       uint8_t costs[12] = {1, 1, 1, 1, // 4 columns, 3 rows; 0 is a wall
                            1, 0, 0, 1,
                            1, 1, 1, 1};
       uint32_t cost[12];
       int8_t next[12];
       way_goal goal = {3, 2, 0, 0};
       static uint64_t memory[30000];
       way_field how = WAY_INIT;
       how.width = 4, how.height = 3, how.costs = costs, how.goals = &goal, how.goal_count = 1;
       how.cost = cost, how.next = next, how.memory = memory, how.bytes = sizeof memory;
       way_field2d(&how); // cost[0] == 25 && cost[11] == 0 && cost[5] == UINT32_MAX && next[7] == 2

   A step leads to one of the eight neighbours of a cell. A step costs `straight` or `diagonal`, times the
   cost of the cell that it enters. A diagonal step needs both cells at its corner to be open. With
   `cut_corners` it needs only one of the two. Cell x, y is element y * width + x of an array. Steps are
   numbered from 0 to 7:

     5 6 7     x grows to the right,
     4 . 0     y grows downwards
     3 2 1

   If several steps are on cheapest paths, `next` is the lowest of their numbers. In a goal's cell, `next` is
   8, unless the path to another goal costs less than the goal's own cost.

   A clearance is the radius of a unit or a formation. A cell is closed if the distance from its centre to the
   nearest edge of a wall is less than the clearance. Everything outside of the grid is a wall.

   One call can compute several fields of the same grid, for example a field for each goal or each size of
   unit. A call with a `budget` returns early; way_field2d_continue goes on in a later frame. If costs change,
   way_field2d_update repairs a field. The repair takes less time than a new field, unless most paths lead
   through the changed cells.

   Statuses of a field: WAY_MET: the field has a goal in an open cell. WAY_NO_TARGET: no goal is in an open
   cell. WAY_OUT_OF_RANGE: some paths cost more than WAY_FIELD_FAR, and their cells count as unreachable. */

#define WAY_FIELD_FAR 4000000000u

/* A goal. A goal in a closed cell has no effect. */
typedef struct way_goal {
    uint32_t x, y;  /* its cell */
    uint32_t cost;  /* the remaining cost from this goal on, at most WAY_FIELD_FAR */
    uint32_t field; /* number of the field that has this goal */
} way_goal;

/* Zero-initialise way_field. Required: width, height, costs, memory and bytes. */
typedef struct way_field {
    uint32_t width, height; /* cells, 1 to 16000 */
    const uint8_t *costs;   /* width * height costs of entering a cell, row after row; 0: a wall */
    const way_goal *goals;
    size_t goal_count;
    uint32_t field_count;    /* 0 means 1 */
    uint32_t straight;       /* 1 to 65535: cost of a straight step; 0: 5 */
    uint32_t diagonal;       /* straight to 2 * straight: cost of a diagonal step; 0: 7/5 of straight */
    int32_t cut_corners;     /* not 0: a diagonal step may pass one closed cell at its corner */
    const float *clearances; /* NULL, or the clearance of each field, in cells, 0 to 250 */
    uint32_t *cost;  /* NULL, or for each field the remaining costs of width * height cells; UINT32_MAX:
                        closed, or no path */
    int8_t *next;    /* NULL, or the next step of each cell: 0 to 7; 8: a goal; -1: closed, or no path */
    int32_t *status; /* NULL, or for each field a way_status */
    void *memory;    /* its address must be a multiple of 8; must not overlap an array */
    size_t bytes;    /* size of `memory`, at least what way_field2d_bytes returns */
    size_t budget;   /* how many cells a call may compute, within 40; 0: no limit. Reading or writing a row
                        counts as width / 8 cells */
    /* Set by the call: */
    uint32_t done;      /* number of complete fields. The arrays of the next field may be partly written */
    size_t taken;       /* how much of the budget the call used */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong field */
} way_field;

/* Returns the size of the memory in bytes: about 150000 + 17 * (width + 2) * (height + 2). The size does not
   depend on the number of fields. Returns 0 if the grid is too large. */
WAY_API size_t way_field2d_bytes(uint32_t width, uint32_t height);

/* The results: WAY_ERROR_NULL: `costs` is NULL, or `goals` is NULL and goal_count is above 0.
   WAY_ERROR_COUNT: width, height, straight, diagonal, a clearance or a goal's cost is outside of its range.
   WAY_ERROR_INDEX: a goal is outside of the grid, or its field does not exist. WAY_ERROR_MEMORY: `bytes` is
   too small. */
WAY_API way_result way_field2d(way_field *field);

/* Continues a way_field whose `done` is below field_count. The arrays and all members of the struct must be
   as the last call left them; only `budget` and `fault` may differ. WAY_ERROR_MEMORY: the memory holds no
   field that can be continued. */
WAY_API way_result way_field2d_continue(way_field *field);

/* Repairs a complete field after the costs of the cells x to x + width - 1, y to y + height - 1 have changed.
   The answers are the same as those of a new field. The memory and the arrays, including `next`, must be as
   the last call left them, field_count must be at most 1, and the goals must be the same. If a budget is set,
   the field may be incomplete: then call way_field2d_continue. WAY_ERROR_COUNT: field_count is above 1, or
   the cells are outside of the grid. WAY_ERROR_MEMORY: the memory holds no complete field of this grid. */
WAY_API way_result way_field2d_update(way_field *field, uint32_t x, uint32_t y, uint32_t width,
                                      uint32_t height);

/* Accuracy: exact, in whole numbers.

   Source: Edsger Dijkstra, "A note on two problems in connexion with graphs"; Robert Dial, "Algorithm 360:
   shortest-path forest with topological ordering" (the buckets); Eric Denardo, Bennett Fox, "Shortest-route
   methods: reaching, pruning, and buckets" (buckets as wide as the cheapest step). */

/* Following a field -----------------------------------------------------------------------------------------

   follow2d: which velocity leads each agent along its field's path? Pass it to avoid2d as preferred_v.

       uint8_t costs[3] = {1, 1, 1};
       uint32_t cost[3];
       int8_t next[3];
       way_goal goal = {2, 0, 0, 0};
       static uint64_t memory[30000];
       float x = 10, y = 21, speed = 3, velocity[2];
       way_field field = WAY_INIT;
       way_follow2d_in in = WAY_INIT;
       way_follow2d_out out = WAY_INIT;
       way_following how = WAY_INIT;
       field.width = 3, field.height = 1, field.costs = costs, field.goals = &goal, field.goal_count = 1;
       field.cost = cost, field.next = next, field.memory = memory, field.bytes = sizeof memory;
       way_field2d(&field);
       in.chaser_x = way_in(&x), in.chaser_y = way_in(&y), in.chaser_speed = way_in(&speed);
       way_to_xy(out.velocity_, velocity, sizeof velocity);
       how.count = 1, how.field = &field, how.cell = 2, how.origin_x = 10, how.origin_y = 20;
       way_follow2d(&in, &out, &how); // velocity[0] == 3 && velocity[1] == 0

   Cell x, y of the grid is the square whose corner with the smallest coordinates is origin + (x, y) * cell.
   An agent heads for a mean of four points: the next cells of the four cells around it, weighted by its
   distances to these cells. So its path has no corners. If this direction leads through a closed cell, the
   agent heads only for the next cell of its own cell. With `sight`, the agent heads for the farthest cell of
   its path, at most `sight` cells ahead, that it can reach in a straight line at least 1/8 cell away from
   closed cells, on each axis. So an agent that is nearer to a closed cell looks only at the next cells.
   `sight` cuts corners of paths, even if the straight line has higher costs.

   In the goal's cell, the agent heads for its goal_x, goal_y; if this point is in another cell, it heads for
   the centre of the goal's cell. An agent in a closed cell heads for the nearest open cell that has a path,
   at most four cells away. With dt, no step leads through a closed cell: an agent whose step would be too
   long slows down. The call looks as many cells ahead as the step is long.

   Statuses: WAY_MET: the velocity leads to a goal. WAY_THERE: the agent is at its goal, up to a millionth of
   a cell and the rounding of its position; its velocity is 0. WAY_NO_PATH: no cell with a path is near.
   WAY_IMMOBILE: the speed is 0 or negative. WAY_NO_TARGET: the field does not exist. WAY_INVALID: a value is
   NaN or infinite, or dt is negative. With the last four statuses the velocity is also 0. */

typedef struct way_follow2d_in {
    way_column chaser_x, chaser_y; /* m: position of the agent */
    way_column chaser_speed;       /* m/s: speed of the agent; 0 or negative: it cannot move */
    way_column field;              /* uint32_t: the number of the agent's field; default 0 */
    way_column goal_x, goal_y;     /* m: destination of the agent in the goal's cell; default: the centre of
                                      the
                                      cell */
    way_column dt;                 /* s, >= 0: time until the next call; default 0: no limit to a step */
} way_follow2d_in;

typedef struct way_follow2d_out {
    way_column_out velocity_x, velocity_y; /* m/s: velocity of length chaser_speed, or shorter near the
                                              goal */
    way_column_out status;                 /* int32_t, a way_status */
} way_follow2d_out;

/* Zero-initialise a way_following and set `count`, `field` and `cell`. */
typedef struct way_following {
    size_t first, count;
    const uint32_t *index;     /* NULL: agents `first` to `first + count - 1`; else index[first] and so on */
    const way_field *field;    /* a complete field. The call reads its width, height, field_count, costs, cost
                                  and next */
    float cell;                /* m, > 0: length of a cell's side */
    double origin_x, origin_y; /* m: corner of cell 0, 0 with the smallest coordinates */
    uint32_t sight;            /* cells, at most 64: how many cells ahead an agent looks for a shortcut;
                                  default 0 */
    const char **fault; /* NULL, or where a refused call stores the name of the wrong column or field */
} way_following;

/* The rules for columns are in base.h. WAY_ERROR_NULL: `field`, or its costs, cost or next, is NULL.
   WAY_ERROR_COUNT: cell is not above 0, or sight is above 64. WAY_ERROR_ORIGIN: the origin is not finite. */
WAY_API way_result way_follow2d(const way_follow2d_in *in, const way_follow2d_out *out,
                                const way_following *following);

/* Walls to cells --------------------------------------------------------------------------------------------

   way_wall_cells sets the cost of each cell that a wall touches to 0. The function does not change other
   costs.

       way_wall wall = {2.5f, 0.5f, 2.5f, 3.5f, 0};
       uint8_t costs[16];
       for (int i = 0; i < 16; i++) costs[i] = 1;
       way_wall_cells(&wall, 1, 0, 0, 1, 4, 4, costs); // costs[2] == 0 && costs[14] == 0 && costs[3] == 1

   A wall along the edge between two cells touches both, and a wall that ends on an edge touches the cell behind
   this edge. So a door between two walls that end on edges of cells loses one cell on each side, and a door of
   one or two cells is closed. To keep it open, end the walls 1 cm earlier. `sides` does not matter. A wall has
   no effect if a coordinate is not finite or beyond 1e18. Walls, origin and agents have the same coordinates.
   WAY_ERROR_COUNT: width or height is outside of 1 to 16000, or cell is not above 0. WAY_ERROR_ORIGIN: the
   origin is not finite. */
WAY_API way_result way_wall_cells(const way_wall *walls, size_t wall_count, double origin_x, double origin_y,
                                  float cell, uint32_t width, uint32_t height, uint8_t *costs);

/* Accuracy: a velocity is computed in doubles and rounded once. A wall touches a cell if its distance from
   the cell is below 2^-30 of a cell, plus the rounding of the wall's coordinates.

   Source: the library itself. The fields are those of Elijah Emerson, "Crowd Pathfinding and Steering Using
   Flow Field Tiles", in Game AI Pro. */

#ifdef __cplusplus
}
#endif

#endif
