/* Checks the arguments of the public calls. */
#ifndef WAY_CHECK_H
#define WAY_CHECK_H

#include "call/columns.h"
#include "registry/calls.h"
#include "registry/registry.h"

/* The lists of a call: the call reads them (assign), or it writes them to columns (waypoints2d) or to memory
   (neighbours2d). */
typedef enum way_lists_of {
    WAY_NO_LISTS,
    WAY_LISTS_READ,
    WAY_LISTS_TO_COLUMNS,
    WAY_LISTS_TO_MEMORY
} way_lists_of;

/* The arguments of a call that calls.def lists. Each call copies the fields of its own structs. All other
   fields are 0, so they are not checked. */
typedef struct way_arguments {
    const way_column *in;
    const way_column_out *out;
    const way_column_out *status; /* the status column, for calls without other output columns */
    const char **fault;
    int32_t cost, aim;
    unsigned uses; /* FOR_ bits of the readers of the columns, or 0 for a choice by `cost` */
    size_t first, count;
    const uint32_t *index;
    int32_t best, sight_points; /* see way_choice */
    size_t most;                /* see way_avoidance */
    size_t runner_count;
    const way_search_part *chaser_parts, *runner_parts; /* see way_choice */
    size_t chaser_part_count, runner_part_count;
    size_t *fault_part;
    const way_crowd2d *crowd2d;
    const way_crowd3d *crowd3d;
    const way_neighbours *neighbours; /* see way_avoidance */
    const way_wall *walls;
    size_t wall_count;
    const way_wall_tree *wall_tree;
    double wall_origin_x, wall_origin_y;
    way_lists_of lists;
    const size_t *offset;
    size_t each;               /* see way_assignment */
    const way_neighbour *list; /* lists that are written to memory */
    const float *seen;         /* as in way_neighbours */
    const uint32_t *rows;      /* unsorted lists that are written to memory */
    int32_t unsorted;
    size_t capacity; /* see way_neighbours and way_waypoints */
    const way_following *following;
    const way_cast_triangles *flights; /* the triangles, their tree and their origin */
} way_arguments;

/* Checks all arguments of a call except caller-supplied scratch memory. */
way_result way_check_arguments(const way_call_entry *call, const way_arguments *a);

/* Parts of way_check_arguments. `candidates` is their number. */
way_result way_check_tables(const way_call_entry *call, const way_arguments *a, size_t candidates);

/* For a choice or lists of neighbours: does some table of candidates have this column? */
int way_candidates_have(const way_call_entry *call, const way_arguments *a, way_choose_column column);
way_result way_check_overlap(const way_call_entry *call, const way_arguments *a, size_t candidates);

/* Are the candidates of an avoidance its agents? Then both have the same position columns. */
int way_are_agents(const way_column *in, int dims);

/* Checks the columns in the sets `inputs` and `outputs`. */
way_result way_check_columns(const way_behaviour *call, const way_column *in, unsigned inputs,
                             const way_column_out *out, unsigned outputs, const char **fault);

/* Returns the name of the first column of a set. */
const char *way_name_of_first(const way_column_info *columns, unsigned set);

/* Checks the arguments of a field, whose memory must have at least `needed` bytes. */
way_result way_check_field(const way_field *field, size_t needed);

/* Checks the rules of base.h for one column: element type, stride of an output, alignment. A column without
   data passes. `is_word`: the elements are 4-byte integers, not floats. */
way_result way_check_column(const way_column *column, int is_word, int is_output);

/* Checks caller-supplied memory. `needed` is the size that the call needs. */
way_result way_check_memory(const void *memory, size_t bytes, size_t needed, const char **fault);

/* Checks all arguments of a behaviour's call. If they are correct, records the memory layout of the columns.
   In `inputs`, the columns of the batch's parts replace the batch's own runner columns. */
way_result way_check_batch(const way_entry *entry, const way_column *in, const way_column_out *out,
                           const way_batch *batch, way_places *inputs, way_places *outputs);

#endif
