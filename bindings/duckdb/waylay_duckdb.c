/* Registers each behaviour as a scalar function of DuckDB, way_NAME. The functions are made from the
   library's self-description, so a new behaviour needs no change here.

   The first arguments are the required inputs in the order of the header. If the behaviour reads walls, a
   list of walls follows. The options come last: either all of them or none. The answer is a struct of the
   outputs. The arguments are either floats or doubles. With doubles, positions in the answer are doubles,
   too. A row with NULL in a required argument is NULL; an option that is NULL is its default. */
#include "duckdb_choosing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waylay/waylay.h"

DUCKDB_EXTENSION_EXTERN

enum { MOST_COLUMNS = 64, MOST_WORDS = 32 };

/* One set of argument types. */
typedef struct overload {
    const way_behaviour *behaviour;
    int has_options, has_doubles;
} overload;

/* Types ---------------------------------------------------------------------------------------------------- */

/* Enum values have names, called words. This is the least value of the type that has one. */
static int32_t first_word(way_type type) { return type == WAY_STATUS ? 0 : WAY_NO_WORD; }

static const char *word_of(way_type type, int32_t number) {
    return type == WAY_STATUS ? way_status_word(number) : way_word_name(number);
}

static duckdb_logical_type words(way_type type) {
    const char *name[MOST_WORDS];
    idx_t count = 0;
    for (int32_t number = first_word(type); word_of(type, number) && count < MOST_WORDS; number++)
        name[count++] = word_of(type, number);
    return duckdb_create_enum_type(name, count);
}

static int has_words(const way_column_info *column) {
    return column->type == WAY_STATUS || column->type == WAY_WORD;
}

/* Only positions in an answer can be doubles: the other outputs have the precision of floats. */
static int is_double(const overload *o, const way_column_info *column, int is_answer) {
    return o->has_doubles && column->type == WAY_FLOAT && (!is_answer || column->axis != 0);
}

static duckdb_logical_type type_of(const overload *o, const way_column_info *column, int is_answer) {
    if (has_words(column))
        return words(column->type);
    if (column->type == WAY_INT)
        return duckdb_create_logical_type(DUCKDB_TYPE_INTEGER);
    return duckdb_create_logical_type(is_double(o, column, is_answer) ? DUCKDB_TYPE_DOUBLE
                                                                      : DUCKDB_TYPE_FLOAT);
}

static duckdb_logical_type type_of_answer(const overload *o) {
    const way_behaviour *b = o->behaviour;
    duckdb_logical_type type[MOST_COLUMNS], whole;
    const char *name[MOST_COLUMNS];
    for (size_t k = 0; k < b->output_count; k++) {
        type[k] = type_of(o, &b->outputs[k], 1);
        name[k] = b->outputs[k].name;
    }
    whole = duckdb_create_struct_type(type, name, b->output_count);
    for (size_t k = 0; k < b->output_count; k++)
        duckdb_destroy_logical_type(&type[k]);
    return whole;
}

enum { WALL_AX, WALL_AY, WALL_BX, WALL_BY, WALL_SIDES, WALL_FIELDS };

static duckdb_logical_type type_of_walls(void) {
    static const char *name[WALL_FIELDS] = {"ax", "ay", "bx", "by", "sides"};
    duckdb_logical_type type[WALL_FIELDS];
    for (int k = 0; k < WALL_FIELDS; k++)
        type[k] = duckdb_create_logical_type(k == WALL_SIDES ? DUCKDB_TYPE_INTEGER : DUCKDB_TYPE_FLOAT);
    duckdb_logical_type wall = duckdb_create_struct_type(type, (const char **)name, WALL_FIELDS);
    duckdb_logical_type list = duckdb_create_list_type(wall);
    for (int k = 0; k < WALL_FIELDS; k++)
        duckdb_destroy_logical_type(&type[k]);
    duckdb_destroy_logical_type(&wall);
    return list;
}

/* Rows ----------------------------------------------------------------------------------------------------- */

/* One call by DuckDB, of some thousand rows. The columns are DuckDB's own vectors, except columns of words:
   DuckDB stores these as bytes. */
typedef struct rows {
    const overload *of;
    idx_t count;
    char *spare; /* scratch, 8 bytes a row and column */
    way_column in[MOST_COLUMNS];
    way_column_out out[MOST_COLUMNS];
    uint64_t *not_null[MOST_COLUMNS + 1]; /* of required arguments; NULL: all are there */
    size_t required;
    duckdb_vector walls; /* NULL: reads none */
} rows;

static void *take_spare(rows *r) {
    char *at = r->spare;
    r->spare += 8 * r->count;
    return at;
}

static int is_there(uint64_t *not_null, idx_t row) {
    return not_null == NULL || duckdb_validity_row_is_valid(not_null, row);
}

static way_column column_of(int is_double, const void *data) {
    return is_double ? way_column_of(data, 8, WAY_DOUBLE) : way_column_of(data, 4, WAY_SINGLE);
}

/* Converts bytes to numbers and NULL to the default. */
static way_column take_words(rows *r, const way_column_info *column, const void *data, uint64_t *not_null) {
    int32_t *number = take_spare(r);
    for (idx_t i = 0; i < r->count; i++)
        number[i] = is_there(not_null, i) ? first_word(column->type) + ((const uint8_t *)data)[i]
                                          : (int32_t)column->fallback;
    return way_at(number, 4);
}

static way_column take_option(rows *r, const way_column_info *column, const void *data, uint64_t *not_null) {
    const int wide = is_double(r->of, column, 0);
    if (not_null == NULL)
        return column_of(wide, data);
    char *cells = take_spare(r);
    const size_t size = wide ? 8 : 4;
    const double number = column->fallback;
    const float single = (float)column->fallback;
    const int32_t whole = column->type == WAY_INT ? (int32_t)column->fallback : 0;
    const void *fallback = wide                      ? (const void *)&number
                           : column->type == WAY_INT ? (const void *)&whole
                                                     : &single;
    for (idx_t i = 0; i < r->count; i++)
        memcpy(cells + size * i, is_there(not_null, i) ? (const char *)data + size * i : fallback, size);
    return column_of(wide, cells);
}

static void take_input(rows *r, size_t k, duckdb_vector vector) {
    const way_column_info *column = &r->of->behaviour->inputs[k];
    const void *data = duckdb_vector_get_data(vector);
    uint64_t *not_null = duckdb_vector_get_validity(vector);
    if (column->required)
        r->not_null[r->required++] = not_null;
    if (has_words(column))
        r->in[k] = take_words(r, column, data, not_null);
    else if (column->required)
        r->in[k] = column_of(is_double(r->of, column, 0), data);
    else
        r->in[k] = take_option(r, column, data, not_null);
}

static void take_inputs(rows *r, duckdb_data_chunk input) {
    const way_behaviour *b = r->of->behaviour;
    idx_t argument = 0;
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].required)
            take_input(r, k, duckdb_data_chunk_get_vector(input, argument++));
    if (b->walls) {
        r->walls = duckdb_data_chunk_get_vector(input, argument++);
        r->not_null[r->required++] = duckdb_vector_get_validity(r->walls);
    }
    for (size_t k = 0; k < b->input_count; k++)
        if (!b->inputs[k].required && r->of->has_options)
            take_input(r, k, duckdb_data_chunk_get_vector(input, argument++));
}

static void take_outputs(rows *r, duckdb_vector output) {
    const way_behaviour *b = r->of->behaviour;
    for (size_t k = 0; k < b->output_count; k++) {
        void *data = duckdb_vector_get_data(duckdb_struct_vector_get_child(output, k));
        if (has_words(&b->outputs[k]))
            r->out[k] = way_column_out_of(take_spare(r), 4, WAY_SINGLE);
        else
            r->out[k] = is_double(r->of, &b->outputs[k], 1) ? way_column_out_of(data, 8, WAY_DOUBLE)
                                                            : way_column_out_of(data, 4, WAY_SINGLE);
    }
}

static void give_words(const rows *r, duckdb_vector output) {
    const way_behaviour *b = r->of->behaviour;
    for (size_t k = 0; k < b->output_count; k++) {
        if (!has_words(&b->outputs[k]))
            continue;
        const int32_t *number = r->out[k].data;
        uint8_t *byte = duckdb_vector_get_data(duckdb_struct_vector_get_child(output, k));
        for (idx_t i = 0; i < r->count; i++)
            byte[i] = (uint8_t)(number[i] - first_word(b->outputs[k].type));
    }
}

/* If a struct is NULL, all its fields must be NULL, too. */
static void set_null(const rows *r, duckdb_vector output, idx_t row) {
    for (size_t k = 0; k <= r->of->behaviour->output_count; k++) {
        duckdb_vector vector = k == 0 ? output : duckdb_struct_vector_get_child(output, k - 1);
        duckdb_vector_ensure_validity_writable(vector);
        duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
    }
}

static void give_nulls(const rows *r, duckdb_vector output) {
    for (size_t k = 0; k < r->required; k++)
        for (idx_t i = 0; r->not_null[k] != NULL && i < r->count; i++)
            if (!is_there(r->not_null[k], i))
                set_null(r, output, i);
}

/* Walls ---------------------------------------------------------------------------------------------------- */

/* A wall with a NULL coordinate is ignored: it stops no ball. */
static way_wall *read_walls(duckdb_vector list, duckdb_list_entry entry) {
    way_wall *wall = malloc((entry.length + 1) * sizeof *wall);
    duckdb_vector child = duckdb_list_vector_get_child(list);
    for (idx_t i = 0; wall != NULL && i < entry.length; i++) {
        const idx_t row = entry.offset + i;
        float at[WALL_SIDES];
        for (int k = 0; k < WALL_SIDES; k++) {
            duckdb_vector field = duckdb_struct_vector_get_child(child, (idx_t)k);
            at[k] = is_there(duckdb_vector_get_validity(field), row)
                        ? ((const float *)duckdb_vector_get_data(field))[row]
                        : NAN;
        }
        duckdb_vector sides = duckdb_struct_vector_get_child(child, WALL_SIDES);
        const int32_t side = is_there(duckdb_vector_get_validity(sides), row)
                                 ? ((const int32_t *)duckdb_vector_get_data(sides))[row]
                                 : 0;
        wall[i] = (way_wall){at[WALL_AX], at[WALL_AY], at[WALL_BX], at[WALL_BY], side};
    }
    return wall;
}

static int same_walls(duckdb_list_entry a, duckdb_list_entry b) {
    return a.offset == b.offset && a.length == b.length;
}

/* Consecutive rows with the same list of walls are solved as one batch. */
static way_result solve_by_walls(rows *r, way_batch *batch) {
    const duckdb_list_entry *entry = duckdb_vector_get_data(r->walls);
    uint64_t *not_null = duckdb_vector_get_validity(r->walls);
    way_result result = WAY_OK;
    for (idx_t first = 0, end; first < r->count && result == WAY_OK; first = end) {
        for (end = first + 1; end < r->count && same_walls(entry[first], entry[end]); end++)
            ;
        const duckdb_list_entry none = {0, 0}, list = is_there(not_null, first) ? entry[first] : none;
        way_wall *walls = read_walls(r->walls, list);
        if (walls == NULL)
            return WAY_ERROR_MEMORY;
        batch->walls = walls;
        batch->wall_count = list.length;
        batch->first = first;
        batch->count = end - first;
        result = way_run(r->of->behaviour, r->in, r->out, batch);
        free(walls);
    }
    return result;
}

/* Functions ------------------------------------------------------------------------------------------------ */

static void solve(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    rows r = {.of = duckdb_scalar_function_get_extra_info(info), .count = duckdb_data_chunk_get_size(input)};
    const way_behaviour *b = r.of->behaviour;
    char *spare = malloc(8 * (b->input_count + b->output_count) * (r.count + 1));
    if (spare == NULL) {
        duckdb_scalar_function_set_error(info, "waylay: out of memory");
        return;
    }
    r.spare = spare;
    take_inputs(&r, input);
    take_outputs(&r, output);
    way_batch batch = {.count = r.count};
    const way_result result = r.walls != NULL ? solve_by_walls(&r, &batch) : way_run(b, r.in, r.out, &batch);
    if (result == WAY_OK) {
        give_words(&r, output);
        give_nulls(&r, output);
    } else
        duckdb_scalar_function_set_error(info, way_result_string(result));
    free(spare);
}

static void add_argument(duckdb_scalar_function function, duckdb_logical_type type) {
    duckdb_scalar_function_add_parameter(function, type);
    duckdb_destroy_logical_type(&type);
}

static int add_overload(duckdb_scalar_function_set set, const char *name, overload of) {
    const way_behaviour *b = of.behaviour;
    overload *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return 0;
    *kept = of;
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, name);
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].required)
            add_argument(function, type_of(&of, &b->inputs[k], 0));
    if (b->walls)
        add_argument(function, type_of_walls());
    for (size_t k = 0; k < b->input_count; k++)
        if (!b->inputs[k].required && of.has_options)
            add_argument(function, type_of(&of, &b->inputs[k], 0));
    duckdb_logical_type answer = type_of_answer(&of);
    duckdb_scalar_function_set_return_type(function, answer);
    duckdb_destroy_logical_type(&answer);
    duckdb_scalar_function_set_special_handling(function); /* options that are NULL have a meaning */
    duckdb_scalar_function_set_extra_info(function, kept, free);
    duckdb_scalar_function_set_function(function, solve);
    const duckdb_state state = duckdb_add_scalar_function_to_set(set, function);
    duckdb_destroy_scalar_function(&function);
    return state == DuckDBSuccess;
}

static int add_behaviour(duckdb_connection connection, const way_behaviour *b) {
    char name[64];
    int options = 0, floats = 0, added = 1;
    if (b->input_count > MOST_COLUMNS || b->output_count > MOST_COLUMNS)
        return 0;
    for (size_t k = 0; k < b->input_count; k++) {
        options |= !b->inputs[k].required;
        floats |= b->inputs[k].type == WAY_FLOAT;
    }
    snprintf(name, sizeof name, "way_%s", b->name);
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
    for (int doubles = 0; doubles <= floats; doubles++)
        for (int all = 0; all <= options; all++)
            added &= add_overload(set, name, (overload){b, all, doubles});
    added &= duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    return added;
}

/* "way_intercept2d(chaser_x, ..., runner_vy [, horizon, reach, ...])" */
static void write_signature(const way_behaviour *b, char *text, size_t size) {
    const char *comma = "";
    size_t used = (size_t)snprintf(text, size, "way_%s(", b->name);
    for (int options = 0; options < 2; options++) {
        int first = options;
        for (size_t k = 0; k < b->input_count && used < size; k++) {
            if (b->inputs[k].required == options)
                continue;
            used += (size_t)snprintf(text + used, size - used, "%s%s%s", first ? " [" : "", comma,
                                     b->inputs[k].name);
            comma = ", ";
            first = 0;
        }
        if (!options && b->walls && used < size)
            used += (size_t)snprintf(text + used, size - used, ", walls");
        if (options && !first && used < size)
            used += (size_t)snprintf(text + used, size - used, "]");
    }
    if (used < size)
        snprintf(text + used, size - used, ")");
}

/* way_signature('intercept2d'); NULL where there is no such behaviour. */
static void signature(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    (void)info;
    duckdb_vector names = duckdb_data_chunk_get_vector(input, 0);
    duckdb_string_t *name = duckdb_vector_get_data(names);
    uint64_t *not_null = duckdb_vector_get_validity(names);
    for (idx_t i = 0; i < duckdb_data_chunk_get_size(input); i++) {
        char text[2048] = "";
        const way_behaviour *b = NULL;
        if (is_there(not_null, i) && duckdb_string_t_length(name[i]) < sizeof text) {
            memcpy(text, duckdb_string_t_data(&name[i]), duckdb_string_t_length(name[i]));
            b = way_behaviour_named(strncmp(text, "way_", 4) == 0 ? text + 4 : text);
        }
        char found[2048];
        if (b == NULL &&
            write_choosing_signature(strncmp(text, "way_", 4) == 0 ? text + 4 : text, found, sizeof found)) {
            duckdb_vector_assign_string_element(output, i, found);
        } else if (b != NULL) {
            write_signature(b, text, sizeof text);
            duckdb_vector_assign_string_element(output, i, text);
        } else {
            duckdb_vector_ensure_validity_writable(output);
            duckdb_validity_set_row_invalid(duckdb_vector_get_validity(output), i);
        }
    }
}

static int add_signature(duckdb_connection connection) {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_scalar_function_set_name(function, "way_signature");
    duckdb_scalar_function_add_parameter(function, text);
    duckdb_scalar_function_set_return_type(function, text);
    duckdb_scalar_function_set_function(function, signature);
    const duckdb_state state = duckdb_register_scalar_function(connection, function);
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_scalar_function(&function);
    return state == DuckDBSuccess;
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
    int added = add_signature(connection) & add_choosing(connection);
    for (size_t i = 0; way_behaviour_at(i) != NULL; i++)
        added &= add_behaviour(connection, way_behaviour_at(i));
    if (!added)
        access->set_error(info, "waylay: a function could not be registered");
    return added;
}
