/* Registers way_assign as a scalar function of DuckDB. Its argument is one problem: a list with a list of
   candidates for each chooser, as way_best2d and way_neighbours2d answer them. The answer is the list of the
   choosers' targets; NULL: the chooser gets none. Each candidate serves one chooser, as many choosers as
   possible are served, and the sum of their costs is the smallest. */
#include <math.h>
#include <stdlib.h>

#include "duckdb_choosing.h"

DUCKDB_EXTENSION_EXTERN

static const char where[] = "way_assign: lists";

/* The elements of all lists of all problems. */
typedef struct elements {
    idx_t count;
    int64_t *id;  /* the candidates; INT64_MIN: NULL */
    double *cost; /* NaN, which the library forbids: NULL */
} elements;

static int compare_ids(const void *a, const void *b) {
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static int read_elements(const field *lists, elements *to, fault *f) {
    static const field_name names[] = {{"target", 0}, {"row", 0}, {"cost", 0}, {"distance", 0}};
    field found[4];
    duckdb_vector structs;
    if (lists->type == DUCKDB_TYPE_SQLNULL)
        return 1;
    if (!find_list(lists, where, "structs", &structs, f))
        return 0;
    to->count = duckdb_list_vector_get_size(lists->vector);
    to->id = malloc((to->count + 1) * sizeof *to->id);
    to->cost = malloc((to->count + 1) * sizeof *to->cost);
    if (to->id == NULL || to->cost == NULL)
        return fail(f, "%s: out of memory", where);
    if (to->count == 0)
        return 1;
    if (!find_fields(structs, where, names, 4, found, f))
        return 0;
    const int id = found[0].vector != NULL ? 0 : 1, cost = found[2].vector != NULL ? 2 : 3;
    if (found[id].vector == NULL || found[cost].vector == NULL)
        return fail(f, "%s: expected the fields target and cost, or row and distance", where);
    return read_ids(&found[id], where, names[id].name, to->count, INT64_MIN, to->id, f) &&
           read_numbers(&found[cost], where, names[cost].name, 0, to->count, NAN, to->cost, f);
}

/* One problem: the lists of its choosers, one after the other, without candidates that are NULL. */
typedef struct problem {
    size_t count, used, candidates;
    size_t *offset;
    int64_t *id; /* the candidates, in order */
    uint32_t *row, *target;
    float *cost;
} problem;

/* Copies the lists first .. first + count - 1. */
static void copy_lists(problem *p, const field *lists, const elements *of, idx_t first) {
    for (size_t i = 0; i < p->count; i++) {
        duckdb_list_entry list;
        end_of_list(lists, first + i, first + i + 1, &list);
        p->offset[i] = p->used;
        for (idx_t k = list.offset; k < list.offset + list.length; k++)
            if (of->id[k] != INT64_MIN) {
                p->id[p->used] = of->id[k];
                p->cost[p->used++] = (float)of->cost[k];
            }
    }
    p->offset[p->count] = p->used;
}

/* Replaces ids by rows of the sorted ids. */
static void number_rows(problem *p, int64_t *sorted) {
    for (size_t k = 0; k < p->used; k++)
        sorted[k] = p->id[k];
    qsort(sorted, p->used, sizeof *sorted, compare_ids);
    for (size_t k = 0; k < p->used; k++)
        if (k == 0 || sorted[k] != sorted[k - 1])
            sorted[p->candidates++] = sorted[k];
    for (size_t k = 0; k < p->used; k++)
        p->row[k] = (uint32_t)((const int64_t *)bsearch(&p->id[k], sorted, p->candidates, sizeof *sorted,
                                                        compare_ids) -
                               sorted);
}

static way_result assign_rows(problem *p) {
    const way_assign_in in = {.row = way_in(p->row), .cost = way_in(p->cost)};
    const way_assign_out out = {.target = way_out(p->target)};
    way_assignment how = {.count = p->count, .runner_count = p->candidates, .offset = p->offset};
    how.bytes = way_assign_bytes(p->count, p->candidates, p->used);
    how.memory = malloc(how.bytes);
    const way_result result = how.memory != NULL ? way_assign(&in, &out, &how) : WAY_ERROR_MEMORY;
    free(how.memory);
    return result;
}

/* Solves one problem and appends its targets to the answer. */
static int solve_problem(const field *lists, const elements *of, duckdb_list_entry list, duckdb_vector output,
                         duckdb_list_entry *answer, fault *f) {
    const size_t most = (size_t)of->count;
    problem p = {.count = (size_t)list.length};
    p.offset = malloc((p.count + 1) * sizeof *p.offset);
    p.id = malloc(2 * (most + 1) * sizeof *p.id);
    p.row = malloc((most + 1) * sizeof *p.row);
    p.cost = malloc((most + 1) * sizeof *p.cost);
    p.target = malloc((p.count + 1) * sizeof *p.target);
    way_result result = WAY_ERROR_MEMORY;
    if (p.offset != NULL && p.id != NULL && p.row != NULL && p.cost != NULL && p.target != NULL) {
        int64_t *sorted = p.id + most + 1;
        copy_lists(&p, lists, of, list.offset);
        number_rows(&p, sorted);
        result = assign_rows(&p);
        const idx_t first = duckdb_list_vector_get_size(output);
        *answer = (duckdb_list_entry){first, p.count};
        duckdb_list_vector_reserve(output, first + p.count);
        duckdb_vector child = duckdb_list_vector_get_child(output);
        int64_t *target = duckdb_vector_get_data(child);
        for (size_t i = 0; result == WAY_OK && i < p.count; i++)
            if (p.target[i] == WAY_NO_ROW)
                set_null(child, first + i);
            else
                target[first + i] = sorted[p.target[i]];
        duckdb_list_vector_set_size(output, first + p.count);
    }
    free(p.offset);
    free(p.id);
    free(p.row);
    free(p.cost);
    free(p.target);
    return result == WAY_OK || fail(f, "way_assign: %s", way_result_string(result));
}

static void solve_all(duckdb_function_info info, duckdb_data_chunk chunk, duckdb_vector output) {
    const field problems = field_of(duckdb_data_chunk_get_vector(chunk, 0));
    const idx_t count = duckdb_data_chunk_get_size(chunk);
    fault f = {.text = ""};
    elements all = {.count = 0};
    null_rows nulls = {.required = 0};
    duckdb_vector child = NULL;
    require(&nulls, problems.vector);
    if (!nulls.all && find_list(&problems, where, "lists of structs", &child, &f)) {
        const field lists = field_of(child);
        duckdb_list_entry *answer = duckdb_vector_get_data(output);
        int ok = read_elements(&lists, &all, &f);
        for (idx_t i = 0; ok && i < count; i++) {
            duckdb_list_entry list;
            end_of_list(&problems, i, i + 1, &list);
            answer = duckdb_vector_get_data(output);
            ok = solve_problem(&lists, &all, list, output, &answer[i], &f);
        }
    }
    if (f.text[0] != '\0')
        duckdb_scalar_function_set_error(info, f.text);
    else
        give_nulls(&nulls, count, output, 0);
    free(all.id);
    free(all.cost);
}

int add_assigning(duckdb_connection connection) {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, "way_assign");
    add_argument(function, duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    duckdb_logical_type target = duckdb_create_logical_type(DUCKDB_TYPE_BIGINT);
    duckdb_logical_type answer = duckdb_create_list_type(target);
    duckdb_scalar_function_set_return_type(function, answer);
    duckdb_destroy_logical_type(&answer);
    duckdb_destroy_logical_type(&target);
    duckdb_scalar_function_set_special_handling(function); /* so that NULLs reach solve_all() */
    duckdb_scalar_function_set_function(function, solve_all);
    const duckdb_state state = duckdb_register_scalar_function(connection, function);
    duckdb_destroy_scalar_function(&function);
    return state == DuckDBSuccess;
}
