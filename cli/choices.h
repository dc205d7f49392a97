/* Offers choosing, assignment, avoidance, waypoints, bodies and fields as tasks over CSV files. A
   way_behaviour describes each task, as it describes a behaviour, so that the same code reads and writes the
   columns of both. */
#ifndef CHOICES_H
#define CHOICES_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

typedef struct choice_task choice_task;

/* Returns the task with this name, or the i-th task. NULL: no task has this name, or `i` is too large. */
choice_task *choice_named(const char *name);
choice_task *choice_at(size_t i);

/* Are the task's answers velocities, not choices? */
int choice_avoids(const choice_task *task);

/* Are the answers the next positions of bodies that bounce off each other? */
int choice_moves_bodies(const choice_task *task);

/* Are the answers what rays hit? */
int choice_casts(const choice_task *task);

/* Are the answers what rays or balls meet among triangles? */
int choice_meets_triangles(const choice_task *task);

/* Do the agents follow a field? */
int choice_follows(const choice_task *task);

/* Does the task read candidates? */
int choice_has_candidates(const choice_task *task);

/* Must all choosers be solved in one call, because their answers depend on each other? */
int choice_is_whole(const choice_task *task);

/* Are a row's answers a list? If so, the task has no candidates: call choice_list, not choice_solve. */
int choice_lists(const choice_task *task);

/* Settings from the command line. 0 means the default. */
typedef struct choice_ways {
    way_cost cost;
    way_aim aim;
    uint64_t best, nearest; /* how many candidates a chooser gets, and how many it considers */
    uint64_t points;        /* of a candidate's width to which lines of sight lead */
    int has_file;           /* is there a file of candidates? */
    int has_walls;          /* is there a file of walls? */
} choice_ways;

/* Applies the settings. Call this once. */
void choice_set(choice_task *task, choice_ways ways);

/* Walls and their tree, as in a way_batch. `tree` is NULL if there are too few walls for a tree. */
typedef struct choice_walls {
    const way_wall *wall;
    size_t count;
    const way_wall_tree *tree;
} choice_walls;

/* Passes the walls to a task whose description says that it reads walls. The task keeps the pointers. */
void choice_set_walls(choice_task *task, choice_walls walls);

/* Passes triangles and their tree (NULL: none) to a task that meets triangles. The task keeps the pointers. */
void choice_set_triangles(choice_task *task, const way_triangle *triangles, size_t count,
                          const way_triangle_tree *tree);

/* Passes the field, the side of a cell and the sight to a task that follows a field. The task keeps the
   pointer. */
void choice_set_field(choice_task *task, const way_field *field, double cell, uint64_t sight);

/* Returns which costs require input k, for example "required by time, turning", or "" if none does. */
const char *choice_need(const choice_task *task, size_t k);

/* Returns the description of the task's columns. Call choice_set before this. */
const way_behaviour *choice_described(const choice_task *task);

/* Reads the text as one value of input k of a task or a behaviour, multiplied by `factor`. A task's integers
   are masks and rows, written as uint32_t. A behaviour's integers are written as int32_t. Returns the same as
   number_read. */
const char *input_read(const way_behaviour *described, size_t k, const char *text, size_t length,
                       double factor, void *cell);

/* After this call, input_read reads positions with place_read, which subtracts `origin`. */
void input_measure_from(const double origin[3]);

/* Returns the chooser's input that can replace the runner's input k, for example chaser_x for runner_x, or
   input_count if no input can. The chooser's input replaces input k if candidates and choosers are the same
   rows and the file has no column for input k. */
size_t choice_twin(const way_behaviour *described, size_t k);

/* Returns the input that holds the chooser's own row, or input_count if no such input exists. */
size_t choice_self(const way_behaviour *described);

/* Solves `count` choosers. `in` and `out` have one column per described input or output. The runner columns
   of `in` hold all candidates. The first call sorts the candidates; later calls must pass the same ones. */
void choice_solve(choice_task *task, const way_column *in, const way_column_out *out, size_t count,
                  size_t candidates);

/* Returns the number of places of at_least that the last call left empty. */
size_t choice_unmet(const choice_task *task);

/* Lists of answers. List i is elements offset[i] .. offset[i + 1] - 1 of each column. There is one column per
   output, except for the status. */
typedef struct choice_listed {
    size_t count; /* lists */
    const size_t *offset;
    float *const *column;
} choice_listed;

/* Makes the lists of rows first .. first + count - 1, or of fewer rows if the lists are long, and writes the
   statuses of the rows whose lists it makes. The lists are valid until the next call. */
choice_listed choice_list(choice_task *task, const way_column *in, way_column_out status, size_t first,
                          size_t count);

#endif
