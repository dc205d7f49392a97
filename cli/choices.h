/* The tasks of choosing, assignment, avoidance and waypoints, for files. A task is described like a
   behaviour, so that the same code reads and writes the columns of a file. */
#ifndef CHOICES_H
#define CHOICES_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

typedef struct choice_task choice_task;

/* The task with this name, and the i-th task. NULL: no task has this name, or `i` is too large. */
choice_task *choice_named(const char *name);
choice_task *choice_at(size_t i);

/* Are the task's answers velocities, not choices? */
int choice_avoids(const choice_task *task);

/* Must all choosers be solved in one call, because their answers depend on each other? */
int choice_is_whole(const choice_task *task);

/* The answers of a row are a list: call choice_list in place of choice_solve. The task has no candidates. */
int choice_lists(const choice_task *task);

/* Settings of the command line; 0 is the default. */
typedef struct choice_ways {
    way_cost cost;
    way_aim aim;
    uint64_t best, nearest; /* candidates per chooser */
} choice_ways;

/* Applies the settings. Call this once. */
void choice_set(choice_task *task, choice_ways ways);

/* Walls and their tree, as in a way_batch. NULL: no walls, or too few walls for a tree. */
typedef struct choice_walls {
    const way_wall *wall;
    size_t count;
    const way_wall_tree *tree;
} choice_walls;

/* Passes the walls to a task whose description says that it reads walls. The task keeps the pointers. */
void choice_set_walls(choice_task *task, choice_walls walls);

/* "required by time, turning": the costs that require input k, if some costs do not. Otherwise "". */
const char *choice_need(const choice_task *task, size_t k);

/* The description of the task's columns, after choice_set. */
const way_behaviour *choice_described(const choice_task *task);

/* Reads the text as one value of input k of a task or a behaviour. The integers of a task are bits and rows,
   uint32_t; those of a behaviour are int32_t. The result is that of number_read. */
const char *input_read(const way_behaviour *described, size_t k, const char *text, size_t length, void *cell);

/* From now on, input_read measures positions from this point: see place_read. */
void input_measure_from(const double origin[2]);

/* The input that replaces the runner's column k, for example chaser_x for runner_x, if candidates and
   choosers are the same rows and the file has no column for k. Returns the number of inputs if no such input
   exists. */
size_t choice_twin(const way_behaviour *described, size_t k);

/* The input that is the chooser's own row, or input_count if no such input exists. */
size_t choice_self(const way_behaviour *described);

/* Solves choosers. `in` and `out` have one column per described input or output, and `in` has all candidates.
   The first call sorts the candidates, so later calls must pass the same ones. */
void choice_solve(choice_task *task, const way_column *in, const way_column_out *out, size_t count,
                  size_t candidates);

/* Lists of answers: list i is elements offset[i] .. offset[i + 1] - 1 of each column. The columns are those
   of the outputs before the status. */
typedef struct choice_listed {
    size_t count; /* lists */
    const size_t *offset;
    float *const *column;
} choice_listed;

/* Makes the lists of rows first .. first + count - 1, or of the first of these rows if the lists are long.
   Writes the statuses of these rows. The lists are valid until the next call. */
choice_listed choice_list(choice_task *task, const way_column *in, way_column_out status, size_t first,
                          size_t count);

#endif
