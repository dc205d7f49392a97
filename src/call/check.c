/* Checks all arguments of all public calls, and names the wrong argument. The registry has the columns of
   each call, their types and sides, and when they are required. Every call is checked in this order:

   1. the structs and arrays that must not be NULL;
   2. modes: cost, aim, precision;
   3. the crowd;
   4. columns: first, required columns that are missing; then the rules of base.h for each given column;
   5. counts, `index`, lists, and the columns and maps of targets;
   6. walls, triangles and the table of coefficients;
   7. outputs that overlap memory from which the call reads. */
#include "call/check.h"

#include <float.h>
#include <string.h>

#include "call/overlap.h"
#include "call/targets.h"
#include "crowd/search.h"
#include "field/field_internal.h"
#include "walls/triangle_tree.h"
#include "walls/wall_tree.h"

/* Columns ------------------------------------------------------------------------------------------------ */

const char *way_name_of_first(const way_column_info *columns, unsigned set) {
    int k = 0;
    while (!(set >> k & 1))
        k++;
    return columns[k].name;
}

/* For a column with data: are the address, the gap and the rows aligned for the element type? */
static int is_aligned(const way_column *column) {
    const uintptr_t unit = column->type == WAY_HALF ? 2 : 4;
    const uintptr_t data = column->page > 0 ? sizeof(void *) : unit; /* pages: an array of addresses */
    return (uintptr_t)column->data % data == 0 && (uintptr_t)column->gap % unit == 0 &&
           (uintptr_t)column->rows % 4 == 0;
}

way_result way_check_column(const way_column *column, int is_word, int is_output) {
    if (column->data == NULL)
        return WAY_OK;
    if (column->page < 0 || column->type < WAY_SINGLE || column->type > WAY_HALF)
        return WAY_ERROR_TYPE;
    if ((is_word && column->type != WAY_SINGLE) || (is_output && column->type == WAY_HALF))
        return WAY_ERROR_TYPE;
    if (is_output && way_stride(column) == 0)
        return WAY_ERROR_STRIDE;
    return is_aligned(column) ? WAY_OK : WAY_ERROR_ALIGNMENT;
}

way_result way_check_columns(const way_behaviour *call, const way_column *in, unsigned inputs,
                             const way_column_out *out, unsigned outputs, const char **fault) {
    way_result result = WAY_OK;
    for (int k = 0; inputs >> k != 0; k++) {
        if (inputs >> k & 1)
            result = way_check_column(&in[k], call->inputs[k].type != WAY_FLOAT, 0);
        if (result != WAY_OK)
            return way_refuse(fault, call->inputs[k].name, result);
    }
    for (int k = 0; outputs >> k != 0; k++) {
        const way_column column = way_as_column(&out[k]);
        if (outputs >> k & 1)
            result = way_check_column(&column, call->outputs[k].type != WAY_FLOAT, 1);
        if (result != WAY_OK)
            return way_refuse(fault, call->outputs[k].name, result);
    }
    return result;
}

/* Arguments of all calls --------------------------------------------------------------------------------- */

/* Checks the alignment of the index, and that the numbers of the call's agents are below `most`. */
static way_result check_agents(size_t first, size_t count, const uint32_t *index, size_t most,
                               const char **fault) {
    if ((uintptr_t)index % 4 != 0)
        return way_refuse(fault, "index", WAY_ERROR_ALIGNMENT);
    return first > most || count > most - first ? way_refuse(fault, "count", WAY_ERROR_COUNT) : WAY_OK;
}

/* Checks a list of walls and its tree, which may be NULL. */
static way_result check_walls(const way_wall *walls, size_t count, const way_wall_tree *tree,
                              const char **fault) {
    if ((uintptr_t)walls % 4 != 0)
        return way_refuse(fault, "walls", WAY_ERROR_ALIGNMENT);
    if ((uintptr_t)tree % 8 != 0)
        return way_refuse(fault, "wall_tree", WAY_ERROR_ALIGNMENT);
    if (walls == NULL && count > 0)
        return way_refuse(fault, "walls", WAY_ERROR_NULL);
    if (count > INT32_MAX)
        return way_refuse(fault, "wall_count", WAY_ERROR_COUNT);
    return tree == NULL || (tree->mark == WAY_TREE_MARK && tree->wall_count == count)
               ? WAY_OK
               : way_refuse(fault, "wall_tree", WAY_ERROR_MEMORY);
}

/* Checks a table of coefficients, which may be NULL. */
static way_result check_drag_table(const way_drag_table *table, const char **fault) {
    if (table == NULL)
        return WAY_OK;
    if (table->speed == NULL || table->coefficient == NULL)
        return way_refuse(fault, table->speed == NULL ? "drag_table.speed" : "drag_table.coefficient",
                          WAY_ERROR_NULL);
    if (((uintptr_t)table->speed | (uintptr_t)table->coefficient) % 4 != 0)
        return way_refuse(fault, (uintptr_t)table->speed % 4 ? "drag_table.speed" : "drag_table.coefficient",
                          WAY_ERROR_ALIGNMENT);
    if (table->count < 1 || table->count > INT32_MAX)
        return way_refuse(fault, "drag_table.count", WAY_ERROR_COUNT);
    for (size_t k = 0; k < table->count; k++) {
        const float speed = table->speed[k], coefficient = table->coefficient[k];
        if (!((k > 0 ? table->speed[k - 1] < speed : 0.0f <= speed) && speed <= FLT_MAX))
            return way_refuse(fault, "drag_table.speed", WAY_ERROR_TABLE);
        if (!(0.0f <= coefficient && coefficient <= FLT_MAX))
            return way_refuse(fault, "drag_table.coefficient", WAY_ERROR_TABLE);
    }
    return WAY_OK;
}

/* Checks the velocities of walls. With velocities, a tree is refused, because a tree holds only walls that
   stand still. */
static way_result check_moving_walls(const way_wall_velocity *velocity, const way_wall_tree *tree,
                                     const char **fault) {
    if ((uintptr_t)velocity % 4 != 0)
        return way_refuse(fault, "wall_velocity", WAY_ERROR_ALIGNMENT);
    return velocity != NULL && tree != NULL ? way_refuse(fault, "wall_velocity", WAY_ERROR_BOTH) : WAY_OK;
}

/* Returns the name of an origin's field that is not finite, or NULL if both are finite. */
static const char *infinite_origin(double x, double y) {
    return !(x - x == 0.0) ? "wall_origin_x" : !(y - y == 0.0) ? "wall_origin_y" : NULL;
}

way_result way_check_memory(const void *memory, size_t bytes, size_t needed, const char **fault) {
    if (memory == NULL)
        return way_refuse(fault, "memory", WAY_ERROR_NULL);
    if ((uintptr_t)memory % 8 != 0)
        return way_refuse(fault, "memory", WAY_ERROR_ALIGNMENT);
    return bytes < needed ? way_refuse(fault, "bytes", WAY_ERROR_MEMORY) : WAY_OK;
}

/* The calls of calls.def --------------------------------------------------------------------------------- */

/* Does a field have all arrays that agents need? */
static int is_complete(const way_field *f) {
    return f != NULL && f->costs != NULL && f->cost != NULL && f->next != NULL;
}

static way_result check_pointers(const way_call_entry *call, const way_arguments *a) {
    const int writes = a->lists == WAY_LISTS_TO_COLUMNS || a->lists == WAY_LISTS_TO_MEMORY;
    if (a->chaser_parts == NULL && a->chaser_part_count > 0)
        return way_refuse(a->fault, "chaser_parts", WAY_ERROR_NULL);
    if (a->runner_parts == NULL && a->runner_part_count > 0)
        return way_refuse(a->fault, "runner_parts", WAY_ERROR_NULL);
    if (a->in == NULL && (a->runner_parts == NULL || (a->chaser_parts == NULL && a->uses != FOR_CROWD)))
        return way_refuse(a->fault, "in", WAY_ERROR_NULL);
    if (a->out == NULL && a->chaser_parts == NULL && a->lists != WAY_LISTS_TO_MEMORY && a->uses != FOR_CROWD)
        return way_refuse(a->fault, "out", WAY_ERROR_NULL);
    if (writes && a->offset == NULL)
        return way_refuse(a->fault, "offset", WAY_ERROR_NULL);
    if (a->lists == WAY_LISTS_TO_MEMORY && a->capacity > 0 &&
        (a->unsorted ? (const void *)a->rows : a->list) == NULL)
        return way_refuse(a->fault, a->unsorted ? "rows" : "list", WAY_ERROR_NULL);
    if (a->following != NULL && !is_complete(a->following->field))
        return way_refuse(a->fault, "field", WAY_ERROR_NULL);
    if (a->cost < WAY_BY_DISTANCE || a->cost > call->most_cost)
        return way_refuse(a->fault, "cost", WAY_ERROR_COST);
    return a->aim < WAY_LEAST_SUM || a->aim > WAY_LEAST_LARGEST ? way_refuse(a->fault, "aim", WAY_ERROR_AIM)
                                                                : WAY_OK;
}

/* Checks the cell, the sight and the origin of agents that follow a field. */
static way_result check_following(const way_following *f, const char **fault) {
    if (!(f->cell > 0) || !(f->cell <= FLT_MAX))
        return way_refuse(fault, "cell", WAY_ERROR_COUNT);
    if (f->sight > WAY_FIELD_SIGHT)
        return way_refuse(fault, "sight", WAY_ERROR_COUNT);
    if (!(f->origin_x - f->origin_x == 0.0))
        return way_refuse(fault, "origin_x", WAY_ERROR_ORIGIN);
    return f->origin_y - f->origin_y == 0.0 ? WAY_OK : way_refuse(fault, "origin_y", WAY_ERROR_ORIGIN);
}

static const way_crowd *crowd_of(const way_call_entry *call, const way_arguments *a) {
    return call->dims == 2 ? (const way_crowd *)(const void *)a->crowd2d
                           : (const way_crowd *)(const void *)a->crowd3d;
}

/* Was a crowd built without masks or weights that the call has? Other calls read these columns, even with a
   crowd. */
static int lacks_columns(const way_call_entry *call, const way_arguments *a, const way_crowd *crowd) {
    if (crowd->runners == 0 || (a->uses != 0 && a->uses != FOR_NEIGHBOURS))
        return 0;
    return (!crowd->is_masked && way_candidates_have(call, a, IN_choose_runner_mask)) ||
           (!crowd->is_weighted && a->uses == 0 && way_candidates_have(call, a, IN_choose_weight));
}

static way_result check_crowd(const way_call_entry *call, const way_arguments *a) {
    static const char *const names[2] = {"crowd2d", "crowd3d"};
    const int is_in_space = call->dims == 3;
    const void *other = is_in_space ? (const void *)a->crowd2d : (const void *)a->crowd3d;
    const way_crowd *crowd = crowd_of(call, a);
    if (other != NULL)
        return way_refuse(a->fault, names[!is_in_space], WAY_ERROR_MEMORY);
    const char *const runners = a->runner_parts != NULL ? "runner_parts" : "runner_count";
    if (crowd == NULL)
        return a->runner_count >= UINT32_MAX ? way_refuse(a->fault, runners, WAY_ERROR_COUNT) : WAY_OK;
    if ((uintptr_t)crowd % 8 != 0)
        return way_refuse(a->fault, names[is_in_space], WAY_ERROR_ALIGNMENT);
    if (crowd->magic != WAY_CROWD_MAGIC || crowd->dims != (uint32_t)call->dims)
        return way_refuse(a->fault, names[is_in_space], WAY_ERROR_MEMORY);
    if ((a->runner_count > 0 || a->runner_parts != NULL) && crowd->runners > a->runner_count)
        return way_refuse(a->fault, runners, WAY_ERROR_COUNT);
    return (a->cost != WAY_BY_DISTANCE && !crowd->has_course) || lacks_columns(call, a, crowd)
               ? way_refuse(a->fault, names[is_in_space], WAY_ERROR_MISSING)
               : WAY_OK;
}

/* Checks the offsets of lists that the call reads or writes. */
static way_result check_lists(const way_arguments *a) {
    const size_t each = a->each > 0 ? a->each : a->runner_count;
    if (a->lists == WAY_LISTS_TO_MEMORY && !a->unsorted && (uintptr_t)a->list % 8 != 0)
        return way_refuse(a->fault, "list", WAY_ERROR_ALIGNMENT);
    if (a->unsorted && a->seen != NULL) /* only sorted lists have shares */
        return way_refuse(a->fault, "seen", WAY_ERROR_BOTH);
    if ((uintptr_t)a->seen % 4 != 0)
        return way_refuse(a->fault, "seen", WAY_ERROR_ALIGNMENT);
    if (a->unsorted && (uintptr_t)a->rows % 4 != 0)
        return way_refuse(a->fault, "rows", WAY_ERROR_ALIGNMENT);
    if (a->lists != WAY_NO_LISTS && (uintptr_t)a->offset % sizeof(size_t) != 0)
        return way_refuse(a->fault, "offset", WAY_ERROR_ALIGNMENT);
    if (a->lists != WAY_LISTS_READ)
        return WAY_OK;
    if (a->count >= UINT32_MAX)
        return way_refuse(a->fault, "count", WAY_ERROR_COUNT);
    if (a->offset == NULL)
        return a->count > 0 && each > (UINT32_MAX - 1) / a->count
                   ? way_refuse(a->fault, "each", WAY_ERROR_COUNT)
                   : WAY_OK;
    for (size_t i = 0; i < a->count; i++)
        if (a->offset[i] > a->offset[i + 1])
            return way_refuse(a->fault, "offset", WAY_ERROR_COUNT);
    return a->offset[a->count] - a->offset[0] < UINT32_MAX && a->offset[a->count] <= SIZE_MAX / 8
               ? WAY_OK
               : way_refuse(a->fault, "offset", WAY_ERROR_COUNT);
}

/* Checks lists of neighbours that the call reads. */
static way_result check_neighbours(const way_arguments *a) {
    const way_neighbours *lists = a->neighbours;
    if (lists == NULL)
        return WAY_OK;
    if (lists->offset == NULL || lists->list == NULL)
        return way_refuse(a->fault, "neighbours", WAY_ERROR_NULL);
    if ((uintptr_t)lists->list % 4 != 0 || (uintptr_t)lists->offset % sizeof(size_t) != 0)
        return way_refuse(a->fault, "neighbours", WAY_ERROR_ALIGNMENT);
    return lists->answered < a->count ? way_refuse(a->fault, "neighbours", WAY_ERROR_COUNT) : WAY_OK;
}

static way_result check_counts(const way_arguments *a) {
    if (a->best < 0 || a->best > WAY_CHOICES_MAX)
        return way_refuse(a->fault, "best", WAY_ERROR_COUNT);
    if (a->sight_points < 0 || a->sight_points > WAY_SIGHT_MAX)
        return way_refuse(a->fault, "sight_points", WAY_ERROR_COUNT);
    if (a->most > WAY_AVOIDED_MAX)
        return way_refuse(a->fault, "most", WAY_ERROR_COUNT);
    const size_t most = a->best > 1 ? SIZE_MAX / 4 / (size_t)a->best : SIZE_MAX / 4;
    way_result result = check_agents(a->first, a->count, a->index, most, a->fault);
    if (result == WAY_OK)
        result = check_lists(a);
    return result == WAY_OK ? check_neighbours(a) : result;
}

/* Checks the walls and their origin. Calls that use none refuse them. */
static way_result check_room(const way_call_entry *call, const way_arguments *a) {
    const double x = a->wall_origin_x, y = a->wall_origin_y;
    if (!call->behaviour.walls && a->wall_count > 0)
        return way_refuse(a->fault, "wall_count", WAY_ERROR_COUNT);
    const way_result result = check_walls(a->walls, a->wall_count, a->wall_tree, a->fault);
    if (result != WAY_OK)
        return result;
    const char *wrong = infinite_origin(x, y);
    if (wrong == NULL && way_has_wall_origin(x, y) && !call->behaviour.walls)
        wrong = x != 0.0 ? "wall_origin_x" : "wall_origin_y";
    return wrong != NULL ? way_refuse(a->fault, wrong, WAY_ERROR_ORIGIN) : WAY_OK;
}

/* Checks the triangles, their tree and their origin. */
static way_result check_triangles(const way_cast_triangles *t) {
    const way_triangle_tree *tree = t->triangle_tree;
    const double origin[3] = {t->triangle_origin_x, t->triangle_origin_y, t->triangle_origin_z};
    static const char *const names[3] = {"triangle_origin_x", "triangle_origin_y", "triangle_origin_z"};
    if ((uintptr_t)t->triangles % 4 != 0)
        return way_refuse(t->fault, "triangles", WAY_ERROR_ALIGNMENT);
    if ((uintptr_t)tree % 8 != 0)
        return way_refuse(t->fault, "triangle_tree", WAY_ERROR_ALIGNMENT);
    if (t->triangles == NULL && t->triangle_count > 0)
        return way_refuse(t->fault, "triangles", WAY_ERROR_NULL);
    if (t->triangle_count > INT32_MAX)
        return way_refuse(t->fault, "triangle_count", WAY_ERROR_COUNT);
    if (tree != NULL && (tree->mark != WAY_TRIANGLE_MARK || tree->triangle_count != t->triangle_count))
        return way_refuse(t->fault, "triangle_tree", WAY_ERROR_MEMORY);
    for (int k = 0; k < 3; k++)
        if (!(fabs(origin[k]) <= DBL_MAX))
            return way_refuse(t->fault, names[k], WAY_ERROR_ORIGIN);
    return WAY_OK;
}

/* Checks that all choosers of the call are in its parts. */
static way_result check_choosers(const way_arguments *a) {
    if (a->chaser_parts == NULL)
        return WAY_OK;
    const size_t rows = way_rows_of_parts(a->chaser_parts, a->chaser_part_count);
    if (a->index == NULL)
        return a->first > rows || a->count > rows - a->first ? way_refuse(a->fault, "count", WAY_ERROR_COUNT)
                                                             : WAY_OK;
    for (size_t i = 0; i < a->count; i++)
        if (a->index[a->first + i] >= rows)
            return way_refuse(a->fault, "index", WAY_ERROR_INDEX);
    return WAY_OK;
}

way_result way_check_arguments(const way_call_entry *call, const way_arguments *a) {
    if (a->fault_part != NULL)
        *a->fault_part = SIZE_MAX;
    way_result result = check_pointers(call, a);
    if (result == WAY_OK)
        result = check_crowd(call, a);
    if (result != WAY_OK)
        return result;
    const way_crowd *crowd = crowd_of(call, a);
    const size_t candidates = crowd != NULL ? crowd->runners : a->runner_count;
    result = way_check_tables(call, a, candidates);
    if (result == WAY_OK)
        result = check_counts(a);
    if (result == WAY_OK)
        result = check_choosers(a);
    if (result == WAY_OK && a->following != NULL)
        result = check_following(a->following, a->fault);
    if (result == WAY_OK)
        result = check_room(call, a);
    if (result == WAY_OK && a->flights != NULL)
        result = check_triangles(a->flights);
    if (result != WAY_OK)
        return result;
    result = way_check_overlap(call, a, candidates);
    if (result != WAY_OK)
        return result;
    return way_cpu_table() != NULL ? WAY_OK : WAY_ERROR_ISA;
}

/* Fields ------------------------------------------------------------------------------------------------- */

static way_result check_goals(const way_field *f) {
    if (f->goals == NULL && f->goal_count > 0)
        return way_refuse(f->fault, "goals", WAY_ERROR_NULL);
    for (size_t i = 0; i < f->goal_count; i++) {
        const way_goal *goal = &f->goals[i];
        if (goal->x >= f->width || goal->y >= f->height || goal->field >= way_field_count_of(f))
            return way_refuse(f->fault, "goals", WAY_ERROR_INDEX);
        if (goal->cost > WAY_FIELD_FAR)
            return way_refuse(f->fault, "goals", WAY_ERROR_COUNT);
    }
    return WAY_OK;
}

way_result way_check_field(const way_field *f, size_t needed) {
    const uint32_t straight = way_field_straight_of(f), diagonal = way_field_diagonal_of(f);
    if (f->width < 1 || f->width > WAY_FIELD_SIDE)
        return way_refuse(f->fault, "width", WAY_ERROR_COUNT);
    if (f->height < 1 || f->height > WAY_FIELD_SIDE)
        return way_refuse(f->fault, "height", WAY_ERROR_COUNT);
    if (f->costs == NULL)
        return way_refuse(f->fault, "costs", WAY_ERROR_NULL);
    if (straight > 65535)
        return way_refuse(f->fault, "straight", WAY_ERROR_COUNT);
    if (diagonal < straight || diagonal > 2 * straight)
        return way_refuse(f->fault, "diagonal", WAY_ERROR_COUNT);
    for (uint32_t i = 0; f->clearances != NULL && i < way_field_count_of(f); i++)
        if (!(f->clearances[i] >= 0) || !(f->clearances[i] <= 250))
            return way_refuse(f->fault, "clearances", WAY_ERROR_COUNT);
    const way_result result = check_goals(f);
    return result != WAY_OK ? result : way_check_memory(f->memory, f->bytes, needed, f->fault);
}

/* Behaviours --------------------------------------------------------------------------------------------- */

static way_result refuse(const way_batch *batch, const char *name, way_result result) {
    return way_refuse(batch->fault, name, result);
}

/* Checks the alignment of the batch's own runner columns if the batch has parts. Such columns are not read,
   so they may have any element type. */
static way_result check_unread(const way_entry *entry, const way_column *in, unsigned unread,
                               const way_batch *batch) {
    for (int k = 0; unread >> k != 0; k++)
        if (unread >> k & 1 && in[k].data != NULL && !is_aligned(&in[k]))
            return refuse(batch, entry->behaviour.inputs[k].name, WAY_ERROR_ALIGNMENT);
    return WAY_OK;
}

/* Checks the runner columns of all parts. In `from`, replaces the batch's own runner columns by the columns
   of the parts. */
static way_result check_parts(const way_entry *entry, way_places *from, const way_batch *batch) {
    from->given &= ~entry->runners;
    from->tight &= ~entry->runners;
    from->uniform &= ~entry->runners;
    from->strided &= ~entry->runners;
    from->irregular &= ~entry->runners;
    from->doubles &= ~entry->runners;
    if (batch->targets.part_count > 0 && batch->targets.part.data == NULL && batch->targets.part_of == NULL)
        return refuse(batch, "targets.part", WAY_ERROR_MISSING);
    int has_rows = 0;
    for (uint32_t p = 0; p < batch->targets.part_count; p++) {
        const way_part *part = &batch->targets.parts[p];
        if (part->columns == NULL)
            return refuse(batch, "targets.parts", WAY_ERROR_NULL);
        if (part->count == 0)
            continue;
        has_rows = 1;
        way_places places = {0};
        for (int k = 0; k < (int)entry->behaviour.input_count; k++)
            if (entry->runners >> k & 1)
                way_note(&places, 1u << k, &part->columns[k]);
        const unsigned missing = entry->required & entry->runners & ~places.given;
        if (missing != 0)
            return refuse(batch, way_name_of_first(entry->behaviour.inputs, missing), WAY_ERROR_MISSING);
        way_result result = way_check_column(&part->generation, 1, 0);
        if (result != WAY_OK)
            return refuse(batch, "targets.runner_generation", result);
        if (way_may_be_wrong(&places))
            result = way_check_columns(&entry->behaviour, part->columns, places.given, NULL, 0, batch->fault);
        if (result != WAY_OK)
            return result;
        from->given |= places.given;
        from->doubles |= places.doubles;
    }
    /* if no part has a row, no runner column is read, so none is missing */
    from->given |= !has_rows ? entry->required & entry->runners : 0;
    return WAY_OK;
}

/* Checks the columns and maps that define each agent's target. */
WAY_OUT_OF_LINE way_result check_targets(const way_entry *entry, way_places *from, const way_batch *batch) {
    const struct {
        const char *name;
        const way_column *column;
    } numbers[] = {{"targets.row", &batch->targets.row},
                   {"targets.generation", &batch->targets.generation},
                   {"targets.runner_generation", &batch->targets.runner_generation},
                   {"targets.part", &batch->targets.part}};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        way_result result = way_check_column(numbers[k].column, 1, 0);
        if (result != WAY_OK)
            return refuse(batch, numbers[k].name, result);
    }
    if ((uintptr_t)batch->targets.row_of % 4 != 0)
        return refuse(batch, "targets.row_of", WAY_ERROR_ALIGNMENT);
    if ((uintptr_t)batch->targets.part_of % 4 != 0)
        return refuse(batch, "targets.part_of", WAY_ERROR_ALIGNMENT);
    if (batch->targets.parts == NULL && batch->targets.generation.data != NULL &&
        batch->targets.runner_generation.data == NULL)
        return refuse(batch, "targets.runner_generation", WAY_ERROR_MISSING);
    if (batch->targets.parts == NULL && batch->targets.generation.data == NULL &&
        batch->targets.runner_generation.data != NULL)
        return refuse(batch, "targets.generation", WAY_ERROR_MISSING);
    return batch->targets.parts != NULL && entry->runners ? check_parts(entry, from, batch) : WAY_OK;
}

/* Called if no target column is given. It is then an error to set parts, or columns and maps that lead from a
   target to a runner. */
static way_result check_no_targets(const way_batch *batch) {
    const int is_led = batch->targets.parts != NULL || batch->targets.part.data != NULL ||
                       batch->targets.row_of != NULL || batch->targets.part_of != NULL ||
                       batch->targets.generation.data != NULL ||
                       batch->targets.runner_generation.data != NULL;
    return is_led ? refuse(batch, "targets.row", WAY_ERROR_MISSING) : WAY_OK;
}

static int are_agents(const way_batch *batch) {
    if (batch->index == NULL)
        return batch->first <= batch->agent_count && batch->count <= batch->agent_count - batch->first;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->index[batch->first + i] >= batch->agent_count)
            return 0;
    return 1;
}

/* Does an agent of the call have a row although the number of runners is 0? If so, the caller forgot to set
   the number of runners. */
WAY_OUT_OF_LINE int is_count_forgotten(const way_entry *entry, const way_batch *batch) {
    if (batch->targets.parts != NULL || !entry->runners)
        return 0;
    way_batch any = *batch;
    any.targets.runner_count = UINT32_MAX;
    any.targets.generation.data = NULL;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t agent = batch->index != NULL ? batch->index[batch->first + i] : batch->first + i;
        uint32_t row, part;
        if (way_look_up(&any, agent, way_word_at(&batch->targets.row, agent), &row, &part))
            return 1;
    }
    return 0;
}

/* A quick test that treats all runner columns together as one block of memory. Returns 1 if the outputs of
   these agents share no memory with this block. Returns 0 if they may share memory; then the caller must test
   with way_columns_meet. For columns with rows, pages, doubles, halves or a negative stride the result is
   always 0. */
static int are_apart(const way_column *in, const way_places *from, unsigned runners, size_t rows,
                     const way_column_out *out, const way_places *to, size_t first, size_t count) {
    const unsigned given = runners & from->given;
    uintptr_t low = UINTPTR_MAX, high = 0;
    int wraps = 0; /* 1 if a column ends beyond the address space */
    if (((from->irregular & given) | to->irregular) != 0 || ((first + count) >> 31 | rows >> 31) != 0)
        return 0;
    for (int k = 0; given >> k != 0; k++) {
        const ptrdiff_t stride = in[k].gap + 4;
        if (!(given >> k & 1))
            continue;
        if (stride < 0 || stride >= INT32_MAX)
            return 0;
        const uintptr_t data = (uintptr_t)in[k].data, end = data + (uintptr_t)stride * (rows - 1) + 4;
        wraps |= end < data;
        low = data < low ? data : low;
        high = end > high ? end : high;
    }
    for (int k = 0; to->given >> k != 0; k++) {
        const ptrdiff_t stride = out[k].gap + 4;
        if (!(to->given >> k & 1))
            continue;
        if (stride < 0 || stride >= INT32_MAX)
            return 0;
        const uintptr_t data = (uintptr_t)out[k].data, begin = data + (uintptr_t)stride * first,
                        end = begin + (uintptr_t)stride * (count - 1) + 4;
        wraps |= begin < data || end < begin;
        if (begin < high && end > low)
            return 0;
    }
    return low < high && !wraps;
}

/* Tests whether outputs overlap memory from which another agent's runner is read. Returns the number of the
   first such output, counted from 1, or 0. With an index list, only agent 0 is tested, because the list's
   elements are not looked up. */
WAY_OUT_OF_LINE int first_over_runners(const way_entry *entry, const way_column *in, const way_places *from,
                                       const way_column_out *out, const way_places *to,
                                       const way_batch *batch) {
    unsigned runners = entry->runners & from->given;
    if (batch->count == 0 || runners == 0)
        return 0;
    const size_t first = batch->index != NULL ? 0 : batch->first,
                 count = batch->index != NULL ? 1 : batch->count;
    if (sizeof(size_t) == 8 && batch->targets.parts == NULL && batch->targets.runner_count > 0 &&
        are_apart(in, from, runners, batch->targets.runner_count, out, to, first, count))
        return 0;
    const size_t tables = batch->targets.parts != NULL ? batch->targets.part_count : 1;
    for (size_t p = 0; p < tables; p++) {
        const way_part *part = batch->targets.parts != NULL ? &batch->targets.parts[p] : NULL;
        const way_column *columns = part != NULL ? part->columns : in;
        size_t most = part != NULL ? part->count : batch->targets.runner_count;
        unsigned read = runners;
        for (int k = 0; part != NULL && runners >> k != 0; k++)
            if (columns[k].data == NULL)
                read &= ~(1u << k);
        most = most < UINT32_MAX ? most : UINT32_MAX;
        const int over = most > 0 ? way_columns_meet(columns, read, most, out, to->given, first, count) : 0;
        if (over > 0)
            return over;
    }
    return 0;
}

static way_result check_numbers(const way_entry *entry, const way_batch *batch) {
    way_result result = check_agents(batch->first, batch->count, batch->index, SIZE_MAX / 4, batch->fault);
    if (result == WAY_OK)
        result = check_walls(batch->walls, batch->wall_count, batch->wall_tree, batch->fault);
    if (result == WAY_OK)
        result = check_drag_table(batch->drag_table, batch->fault);
    if (result == WAY_OK)
        result = check_moving_walls(batch->wall_velocity, batch->wall_tree, batch->fault);
    if (result != WAY_OK)
        return result;
    const char *wrong =
        entry->behaviour.walls ? infinite_origin(batch->wall_origin_x, batch->wall_origin_y) : NULL;
    if (wrong != NULL)
        return refuse(batch, wrong, WAY_ERROR_ORIGIN);
    if (batch->targets.parts == NULL && batch->targets.part_count > 0)
        return refuse(batch, "targets.parts", WAY_ERROR_NULL);
    if (batch->agent_count != 0 && !are_agents(batch))
        return refuse(batch, batch->index != NULL ? "index" : "count", WAY_ERROR_INDEX);
    const int may_forget = batch->targets.row.data != NULL && batch->targets.runner_count == 0;
    return may_forget && is_count_forgotten(entry, batch)
               ? refuse(batch, "targets.runner_count", WAY_ERROR_COUNT)
               : WAY_OK;
}

way_result way_check_batch(const way_entry *entry, const way_column *in, const way_column_out *out,
                           const way_batch *batch, way_places *inputs, way_places *outputs) {
    if (batch == NULL)
        return WAY_ERROR_NULL;
    if (in == NULL || out == NULL)
        return refuse(batch, in == NULL ? "in" : "out", WAY_ERROR_NULL);
    if (batch->precision != WAY_EXACT && batch->precision != WAY_FAST)
        return refuse(batch, "precision", WAY_ERROR_PRECISION);
    way_places from = way_note_in(in, (int)entry->behaviour.input_count);
    const way_places to = way_note_out(out, (int)entry->behaviour.output_count);
    /* done before check_parts removes the batch's own runner columns from `from` */
    const int may_be_wrong = way_may_be_wrong(&from) || way_may_be_wrong(&to) || to.uniform != 0;
    way_result result =
        batch->targets.row.data != NULL ? check_targets(entry, &from, batch) : check_no_targets(batch);
    if (result != WAY_OK)
        return result;
    const unsigned missing = entry->required & ~from.given;
    if (missing != 0)
        return refuse(batch, way_name_of_first(entry->behaviour.inputs, missing), WAY_ERROR_MISSING);
    if (may_be_wrong) {
        const unsigned unread =
            batch->targets.parts != NULL && batch->targets.row.data != NULL ? entry->runners : 0;
        result = way_check_columns(&entry->behaviour, in, from.given & ~unread, out, to.given, batch->fault);
        if (result == WAY_OK)
            result = check_unread(entry, in, unread, batch);
    }
    if (result == WAY_OK)
        result = check_numbers(entry, batch);
    if (result != WAY_OK)
        return result;
    const int over =
        batch->targets.row.data != NULL ? first_over_runners(entry, in, &from, out, &to, batch) : 0;
    if (over > 0)
        return refuse(batch, entry->behaviour.outputs[over - 1].name, WAY_ERROR_OVERLAP);
    *inputs = from;
    *outputs = to;
    return way_cpu_table() != NULL ? WAY_OK : WAY_ERROR_ISA; /* WAY_ERROR_ISA: compiler flags have changed the
                                                                bits of every table */
}

/* Checks the arguments of a call for one agent. Plain C computes such a call. If any table is usable, plain C
   is usable, too. */
way_result way_check_one(const void *agent, const void *answer, const way_wall *walls, size_t wall_count) {
    if (agent == NULL || answer == NULL || (walls == NULL && wall_count > 0))
        return WAY_ERROR_NULL;
    if (((uintptr_t)agent | (uintptr_t)answer | (uintptr_t)walls) % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    if (wall_count > INT32_MAX)
        return WAY_ERROR_COUNT;
    return way_cpu_table() != NULL ? WAY_OK : WAY_ERROR_ISA;
}
