/* Moves many discs among walls, from one collision to the next. The parts:

   bounce_all.c   reads the columns, runs the events in their order, and writes the answers.
   contacts.c     computes when two bodies meet, when a body meets a wall, and the velocities after that.
   cells.c        finds the bodies near a body.
   settle.c       rounds positions to the caller's numbers without moving a body into a wall or another body.

   All numbers are doubles, and every operation is +, -, *, / or a square root. */
#ifndef WAY_BODIES_H
#define WAY_BODIES_H

#include <stddef.h>
#include <stdint.h>

#include "isa/kernel.h"
#include "waylay/bounce.h"

#define WAY_BODIES_MOST ((size_t)1 << 30)
#define WAY_NO_BODY UINT32_MAX
#define WAY_BODY_LEVELS 24

/* What the search for meetings reads of a body, in one cache line. The body is at (x, y) at the time t and
   has kept its velocity since then. */
typedef struct way_disc {
    double x, y, vx, vy, t, radius;
    uint32_t next;    /* the next body in the same bucket of cells */
    uint32_t changes; /* how often the velocity has changed */
    uint16_t repeats; /* collisions in a row between which the body hardly moved: see contacts.h */
    uint16_t rattles; /* like `repeats`, but for even smaller motion */
    uint8_t level;    /* the body's level of cells, or WAY_BODY_LEVELS for an ignored body */
    uint8_t is_heavy; /* the body's mass is +inf */
    uint8_t is_near;  /* 0: at the end, no other body is near enough to matter for rounding */
} way_disc;
_Static_assert(sizeof(way_disc) == 64, "a cache line");

/* The other data of a body. meets, hits, crosses: the times when it next meets a body, hits a wall and leaves
   its cell; +inf for an event that does not come. */
typedef struct way_course {
    double meets, hits, crosses;
    uint32_t other,
        other_changes; /* `other` is the body that it meets at the time `meets`. other_changes is what that
                          body's `changes` was when this meeting was found */
    uint32_t wall;     /* the wall that it hits at the time `hits` */
    uint32_t axis;     /* the body leaves its cell along this axis (0 is x, 1 is y) */
    int64_t cell[2];
    double mass, restitution, friction;
    double start_x, start_y; /* position at the start of the call; of a body that is settled, its position
                                before rounding */
    uint32_t bucket, before; /* before: the previous body of the bucket */
    uint32_t seat;           /* index in the heap, or WAY_NO_BODY */
    uint32_t bounces;
} way_course;

/* An event of a body. Events are ordered by time, then by `row`, then by `with`. If a body leaves its cell,
   `row` and `with` are 0, so that it enters the next cell before other events at the same time and finds the
   bodies that it meets there. */
typedef struct way_event {
    double time;
    uint32_t row;  /* the lower row of the two bodies, or the row of the body that hits a wall */
    uint32_t body; /* the body that has this event */
    uint64_t with; /* 1 + the higher row of the two bodies, or 1 + the number of bodies + the wall's number */
} way_event;

/* Cells are squares. A cell of level n has the side `side[n]`, a power of two, and holds the bodies of this
   level. No body of a level is wider than a cell of this level. */
typedef struct way_body_cells {
    double side[WAY_BODY_LEVELS], per_side[WAY_BODY_LEVELS];
    uint32_t members[WAY_BODY_LEVELS]; /* bodies per level */
    uint32_t mask;                     /* the number of buckets minus 1 */
    int is_used;                       /* 0 if no two bodies can meet */
} way_body_cells;

typedef struct way_scene {
    way_disc *body;
    way_course *course;
    way_event *heap;
    uint32_t *bucket;        /* the first body of each bucket */
    uint32_t count, waiting; /* `waiting` is the number of events in the heap */
    way_body_cells cells;
    const way_wall *walls;
    const way_wall_tree *tree;
    size_t wall_count;
    double now, end;
    int is_rounded; /* 0: the positions are not rounded */
} way_scene;

/* Moves a body to its position at this time. */
static inline void way_body_move(way_disc *body, double time) {
    body->x += body->vx * (time - body->t);
    body->y += body->vy * (time - body->t);
    body->t = time;
}

/* A wall relative to a body: the distance, and the unit vector from the wall to the body. */
typedef struct way_wall_place {
    double distance, nx, ny;
    double height; /* height over the wall's line, times the wall's length; positive to the left of a to b */
    int at_end;    /* 1 if an end of the wall is nearest to the body */
} way_wall_place;
way_wall_place way_wall_from(double x, double y, const way_wall *wall);

/* Does this wall stop bodies on this side of its line? */
static inline int way_wall_stops_side(const way_wall *wall, double height) {
    return wall->sides == 0 || (wall->sides > 0 ? height >= 0 : height <= 0);
}

/* Returns the distance from the wall at which a body of this radius touches it. For points and tiny discs
   this is larger than the radius, so that rounding cannot hide on which side of the wall they are. */
double way_wall_keeps(const way_wall *wall, double radius);

/* cells.c ----------------------------------------------------------------------------------------------- */

/* Chooses the sides of the cells and puts all bodies into their cells. */
void way_bodies_place(way_scene *s);

/* Is a body now so fast that it would cross too many cells, even of the widest level? */
int way_body_outgrows(const way_scene *s, uint32_t i);

/* If a body's speed needs another level, moves the body to the cell of this level at its position. */
void way_body_replace(way_scene *s, uint32_t i);

/* Sets the time at which the body leaves its cell. */
void way_body_find_crossing(way_scene *s, uint32_t i);

/* Moves a body to the next cell on its path. */
void way_body_cross(way_scene *s, uint32_t i);

/* Finds the first body that body i meets among the bodies near it. WAY_ALL_NEAR tests all of these bodies,
   and WAY_LATER_ROWS only those with a higher row. WAY_NEW_CELLS gives the result of WAY_ALL_NEAR in less
   time, if the only change since the last search is that the body has crossed into a new cell
   (way_body_cross). */
typedef enum way_meeting_search { WAY_ALL_NEAR, WAY_LATER_ROWS, WAY_NEW_CELLS } way_meeting_search;
void way_body_find_meeting(way_scene *s, uint32_t i, way_meeting_search which);

/* Calls `visit` for each body that touches body i or is near it now: all with a gap of up to 2^-9 of the sum
   of the radii. It may also call it for other bodies, and twice for one. */
typedef void way_body_visit(void *to, uint32_t row);
void way_bodies_near(const way_scene *s, uint32_t i, way_body_visit *visit, void *to);

/* Finds the first wall that body i meets. */
void way_body_find_wall(way_scene *s, uint32_t i);

/* Calls `visit` for each wall that may be within `reach` of the line from (x, y) to (to_x, to_y). */
typedef void way_wall_visit(void *to, uint32_t wall);
void way_walls_near(const way_scene *s, double x, double y, double to_x, double to_y, double reach,
                    way_wall_visit *visit, void *to);

#endif
