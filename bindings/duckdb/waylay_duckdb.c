/* Registers each behaviour as a scalar function of DuckDB, way_NAME. The functions are made from the
   library's self-description, so a new behaviour needs no change here.

   A function can be called in two ways. By name, its argument is a struct. The fields are the inputs and any
   of the options, in any order and of any numeric type. By position, the first arguments are the required
   inputs in the order of the header, all floats or all doubles. If the behaviour reads walls, a list of walls
   follows. The options come last: either all of them or none. Names need a struct, because DuckDB ignores the
   names of a scalar function's arguments, and its C interface does not show them.

   The answer is a struct of the outputs. With doubles, or by name, positions in the answer are doubles, too.
   If a required argument is NULL in a row, the row's answer is NULL. A NULL option has its default, and a NULL
   list is empty. */
#include "duckdb_choosing.h"
#include "duckdb_fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waylay/waylay.h"

DUCKDB_EXTENSION_EXTERN

enum { MOST_COLUMNS = MOST_FIELDS - 1 }; /* because the walls or the table take one field */

/* One signature of a behaviour's function: its behaviour and the types of its arguments. */
typedef struct overload {
    const way_behaviour *behaviour;
    int by_name, has_options, has_doubles;
} overload;

/* Types -------------------------------------------------------------------------------------------------- */

static int has_words(const way_column_info *column) {
    return column->type == WAY_STATUS || column->type == WAY_WORD;
}

static int has_drag_table(const way_behaviour *b) {
    size_t k = 0;
    while (k < b->input_count && strcmp(b->inputs[k].name, "drag_area") != 0)
        k++;
    return k < b->input_count;
}

/* In an answer only positions can be doubles, because the other outputs have the precision of floats. By
   name, positions are always doubles: an answer's type cannot depend on the types of the struct's fields. */
static int is_double(const overload *o, const way_column_info *column, int is_answer) {
    return column->type == WAY_FLOAT &&
           (is_answer ? column->axis != 0 && (o->by_name || o->has_doubles) : o->has_doubles);
}

static duckdb_logical_type type_of(const overload *o, const way_column_info *column, int is_answer) {
    if (has_words(column))
        return type_of_words(column->type);
    if (column->type == WAY_INT)
        return duckdb_create_logical_type(DUCKDB_TYPE_INTEGER);
    return duckdb_create_logical_type(is_double(o, column, is_answer) ? DUCKDB_TYPE_DOUBLE
                                                                      : DUCKDB_TYPE_FLOAT);
}

static duckdb_logical_type type_of_answer(const overload *o) {
    const way_behaviour *b = o->behaviour;
    duckdb_logical_type type[MOST_COLUMNS];
    const char *name[MOST_COLUMNS];
    for (size_t k = 0; k < b->output_count; k++) {
        type[k] = type_of(o, &b->outputs[k], 1);
        name[k] = b->outputs[k].name;
    }
    return make_struct(type, name, b->output_count);
}

/* Rows --------------------------------------------------------------------------------------------------- */

/* One call by DuckDB, with some thousand rows. Columns that need no conversion are DuckDB's own vectors.
   The others are copied, for example columns of words, because DuckDB stores words as bytes. */
typedef struct rows {
    const overload *of;
    const char *who; /* the function's name */
    idx_t count;
    char *spare; /* scratch memory: 8 bytes for each row of each column */
    way_column in[MOST_COLUMNS];
    way_column_out out[MOST_COLUMNS];
    null_rows nulls;
    field walls, table; /* lists; without a vector: not given */
    fault fault;
} rows;

static void *take_spare(rows *r) {
    char *at = r->spare;
    r->spare += 8 * r->count;
    return at;
}

static way_column column_of(int is_double, const void *data) {
    return is_double ? way_column_of(data, 8, WAY_DOUBLE) : way_column_of(data, 4, WAY_SINGLE);
}

/* Reads a column of words: converts bytes to numbers, and NULL to the default. */
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
        require(&r->nulls, vector);
    if (has_words(column))
        r->in[k] = take_words(r, column, data, not_null);
    else if (column->required)
        r->in[k] = column_of(is_double(r->of, column, 0), data);
    else
        r->in[k] = take_option(r, column, data, not_null);
}

static void take_by_position(rows *r, duckdb_data_chunk input) {
    const way_behaviour *b = r->of->behaviour;
    idx_t argument = 0;
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].required)
            take_input(r, k, duckdb_data_chunk_get_vector(input, argument++));
    if (b->walls)
        r->walls = field_of(duckdb_data_chunk_get_vector(input, argument++));
    for (size_t k = 0; k < b->input_count; k++)
        if (!b->inputs[k].required && r->of->has_options)
            take_input(r, k, duckdb_data_chunk_get_vector(input, argument++));
}

/* Reads a field in place if it has the right type and needs no defaults for NULL. Other fields are copied. */
static int take_float_field(rows *r, size_t k, const field *from) {
    const way_column_info *column = &r->of->behaviour->inputs[k];
    const int wide = r->of->has_doubles;
    if (from->type == (wide ? DUCKDB_TYPE_DOUBLE : DUCKDB_TYPE_FLOAT) &&
        (column->required || duckdb_vector_get_validity(from->vector) == NULL)) {
        r->in[k] = column_of(wide, duckdb_vector_get_data(from->vector));
        return 1;
    }
    char *cells = take_spare(r);
    if (!read_numbers(from, r->who, column->name, 0, r->count, column->fallback, (double *)cells, &r->fault))
        return 0;
    for (idx_t i = 0; i < r->count && !wide; i++) {
        double number;
        memcpy(&number, cells + 8 * i, 8);
        const float single = (float)number;
        memcpy(cells + 4 * i, &single, 4);
    }
    r->in[k] = column_of(wide, cells);
    return 1;
}

static int take_whole_field(rows *r, size_t k, const field *from) {
    const way_column_info *column = &r->of->behaviour->inputs[k];
    char *cells = take_spare(r);
    if (!read_numbers(from, r->who, column->name, 1, r->count, column->fallback, (double *)cells, &r->fault))
        return 0;
    for (idx_t i = 0; i < r->count; i++) {
        double number;
        memcpy(&number, cells + 8 * i, 8);
        if (number < INT32_MIN || number > INT32_MAX)
            return fail(&r->fault, "%s: %s: expected a whole number of 32 bits, found %.0f", r->who,
                        column->name, number);
        const int32_t whole = (int32_t)number;
        memcpy(cells + 4 * i, &whole, 4);
    }
    r->in[k] = way_column_of(cells, 4, WAY_SINGLE);
    return 1;
}

static int take_field(rows *r, size_t k, const field *from) {
    const way_column_info *column = &r->of->behaviour->inputs[k];
    if (column->required)
        require(&r->nulls, from->vector);
    if (column->type == WAY_FLOAT)
        return take_float_field(r, k, from);
    if (!has_words(column))
        return take_whole_field(r, k, from);
    const char *word[MOST_WORDS + 1];
    list_words(column->type, word);
    int32_t *number = take_spare(r);
    r->in[k] = way_at(number, 4);
    return read_words(from, r->who, column->name, word, first_word(column->type), r->count,
                      (int32_t)column->fallback, number, &r->fault);
}

/* Returns 1 if the inputs are passed as doubles. This is so unless all given numbers are FLOAT or NULL. */
static int takes_doubles(const way_behaviour *b, const field *found) {
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].type == WAY_FLOAT && found[k].vector != NULL && found[k].type != DUCKDB_TYPE_FLOAT &&
            found[k].type != DUCKDB_TYPE_SQLNULL)
            return 1;
    return 0;
}

static int take_by_name(rows *r, overload *shape, duckdb_vector structs) {
    const way_behaviour *b = shape->behaviour;
    field_name name[MOST_FIELDS];
    field found[MOST_FIELDS];
    size_t count = 0;
    for (; count < b->input_count; count++)
        name[count] = (field_name){b->inputs[count].name, b->inputs[count].required};
    if (b->walls || has_drag_table(b))
        name[count++] = (field_name){b->walls ? "walls" : "drag_table", b->walls};
    if (!find_fields(structs, r->who, name, count, found, &r->fault))
        return 0;
    require(&r->nulls, structs);
    shape->has_doubles = takes_doubles(b, found);
    for (size_t k = 0; k < b->input_count; k++)
        if (found[k].vector != NULL && !take_field(r, k, &found[k]))
            return 0;
    if (count > b->input_count)
        *(b->walls ? &r->walls : &r->table) = found[b->input_count];
    return 1;
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

/* Lists -------------------------------------------------------------------------------------------------- */

/* The lists of walls, or the tables of drag, and the floats of one of them. */
typedef struct lists {
    structs all;
    way_wall *walls;
    way_wall_velocity *velocity;
    float *speed, *coefficient;
} lists;

static int read_lists(rows *r, lists *to) {
    static const struct_number numbers[] = {{{"speed", 1}, NUMBER, NAN}, {{"coefficient", 1}, NUMBER, NAN}};
    const int is_table = !r->of->behaviour->walls;
    if (!(is_table ? read_structs(&r->table, r->who, "drag_table", numbers, 2, &to->all, &r->fault)
                   : read_walls(&r->walls, r->who, 1, &to->all, &r->fault)))
        return 0;
    const size_t count = to->all.count + 1;
    to->walls = malloc(count * sizeof *to->walls);
    to->velocity = malloc(count * sizeof *to->velocity);
    to->speed = malloc(2 * count * sizeof *to->speed);
    if (to->walls == NULL || to->velocity == NULL || to->speed == NULL)
        return fail(&r->fault, "%s: out of memory", r->who);
    to->coefficient = to->speed + count;
    return 1;
}

/* Writes the origin of a row. An agent's own position comes before other positions. */
static void write_origin(const rows *r, size_t row, double origin[2]) {
    const way_behaviour *b = r->of->behaviour;
    for (size_t k = b->input_count; k-- > 0;)
        if (b->inputs[k].axis != 0 && b->inputs[k].required)
            origin[b->inputs[k].axis - 1] =
                origin_of(r->in[k].type == WAY_DOUBLE ? ((const double *)r->in[k].data)[row]
                                                      : (double)((const float *)r->in[k].data)[row]);
}

/* Solves the rows. Consecutive rows with the same list, and with the same origin if there are walls, are
   solved as one batch. */
static way_result solve_by_lists(rows *r, const field *of, lists *l, way_batch *batch) {
    const int has_walls = r->of->behaviour->walls;
    const idx_t total = l->all.count;
    way_result result = WAY_OK;
    for (idx_t first = 0, end; first < r->count && result == WAY_OK; first = end) {
        duckdb_list_entry list;
        double origin[2] = {0, 0}, other[2];
        end = end_of_list(of, first, r->count, &list);
        if (!check_structs(&l->all, list, &r->fault))
            break;
        way_drag_table table = {.count = list.length, .speed = l->speed, .coefficient = l->coefficient};
        for (idx_t i = 0; i < list.length; i++) {
            const double *cell = l->all.cell + list.offset + i;
            if (has_walls)
                l->velocity[i] = (way_wall_velocity){(float)cell[5 * total], (float)cell[6 * total]};
            else
                l->speed[i] = (float)cell[0], l->coefficient[i] = (float)cell[total];
        }
        if (has_walls) {
            write_origin(r, first, origin);
            for (idx_t i = first + 1; i < end; i++) {
                write_origin(r, i, other);
                if (other[0] != origin[0] || other[1] != origin[1])
                    end = i;
            }
            write_walls(&l->all, list, origin, l->walls);
            batch->wall_origin_x = origin[0], batch->wall_origin_y = origin[1];
            batch->walls = l->walls, batch->wall_velocity = l->velocity, batch->wall_count = list.length;
        } else
            batch->drag_table = list.length > 0 ? &table : NULL;
        batch->first = first;
        batch->count = end - first;
        result = way_run(r->of->behaviour, r->in, r->out, batch);
    }
    return result;
}

/* Functions ---------------------------------------------------------------------------------------------- */

static void run_rows(rows *r) {
    const way_behaviour *b = r->of->behaviour;
    const char *wrong = NULL;
    way_batch batch = {.count = r->count, .fault = &wrong};
    lists l = {.walls = NULL};
    const int has_lists = b->walls || r->table.vector != NULL;
    if (r->nulls.all)
        return;
    if (!has_lists || read_lists(r, &l)) {
        const way_result result = has_lists ? solve_by_lists(r, b->walls ? &r->walls : &r->table, &l, &batch)
                                            : way_run(b, r->in, r->out, &batch);
        if (result != WAY_OK)
            fail(&r->fault, "%s: %s%s%s", r->who, wrong ? wrong : "", wrong ? ": " : "",
                 way_result_string(result));
    }
    free_structs(&l.all);
    free(l.walls);
    free(l.velocity);
    free(l.speed);
}

static void solve(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    overload shape = *(const overload *)duckdb_scalar_function_get_extra_info(info);
    const way_behaviour *b = shape.behaviour;
    char who[64];
    snprintf(who, sizeof who, "way_%s", b->name);
    rows r = {.of = &shape, .who = who, .count = duckdb_data_chunk_get_size(input)};
    char *spare = malloc(8 * (b->input_count + b->output_count) * (r.count + 1));
    r.spare = spare;
    if (spare == NULL)
        fail(&r.fault, "%s: out of memory", who);
    else if (!shape.by_name)
        take_by_position(&r, input);
    else
        take_by_name(&r, &shape, duckdb_data_chunk_get_vector(input, 0));
    if (r.fault.text[0] == '\0') {
        take_outputs(&r, output);
        run_rows(&r);
    }
    if (r.fault.text[0] == '\0') {
        if (!r.nulls.all)
            give_words(&r, output);
        give_nulls(&r.nulls, r.count, output, b->output_count);
    } else
        duckdb_scalar_function_set_error(info, r.fault.text);
    free(spare);
}

static int add_overload(duckdb_scalar_function_set set, const char *name, overload of) {
    const way_behaviour *b = of.behaviour;
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, name);
    if (of.by_name)
        add_argument(function, duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    for (size_t k = 0; k < b->input_count; k++)
        if (b->inputs[k].required && !of.by_name)
            add_argument(function, type_of(&of, &b->inputs[k], 0));
    if (b->walls && !of.by_name)
        add_argument(function, duckdb_create_logical_type(DUCKDB_TYPE_ANY));
    for (size_t k = 0; k < b->input_count; k++)
        if (!b->inputs[k].required && of.has_options)
            add_argument(function, type_of(&of, &b->inputs[k], 0));
    return add_to_set(set, function, type_of_answer(&of), solve, &of, sizeof of);
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
            added &= add_overload(set, name, (overload){b, 0, all, doubles});
    added &= add_overload(set, name, (overload){b, 1, 0, 1});
    added &= duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    return added;
}

/* Writes a behaviour's signature: "way_intercept2d(chaser_x m, ..., runner_vy m/s [, reach m, ...])". */
static void write_signature(const way_behaviour *b, char *text, size_t size) {
    const char *comma = "";
    size_t used = (size_t)snprintf(text, size, "way_%s(", b->name);
    for (int options = 0; options < 2; options++) {
        int first = options;
        for (size_t k = 0; k < b->input_count && used < size; k++) {
            if (b->inputs[k].required == options)
                continue;
            used += (size_t)snprintf(text + used, size - used, "%s%s%s%s%s", first ? " [" : "", comma,
                                     b->inputs[k].name, b->inputs[k].unit[0] != '\0' ? " " : "",
                                     b->inputs[k].unit);
            comma = ", ";
            first = 0;
        }
        if (!options && b->walls && used < size)
            used += (size_t)snprintf(text + used, size - used,
                                     ", walls(ax m, ay m, bx m, by m [, sides, vx m/s, vy m/s])");
        if (options && has_drag_table(b) && used < size)
            used += (size_t)snprintf(text + used, size - used, ", drag_table(speed m/s, coefficient)");
        if (options && !first && used < size)
            used += (size_t)snprintf(text + used, size - used, "]");
    }
    if (used < size)
        snprintf(text + used, size - used, ")");
}

/* Returns the name of SQL function i without `way_`, or NULL if i is too large. */
static const char *function_name(size_t i) {
    size_t behaviours = 0, choosing = 0;
    while (way_behaviour_at(behaviours)->kind == WAY_BEHAVIOUR)
        behaviours++;
    while (choosing_name(choosing) != NULL)
        choosing++;
    return i < behaviours              ? way_behaviour_at(i)->name
           : i - behaviours < choosing ? choosing_name(i - behaviours)
                                       : path_name(i - behaviours - choosing);
}

static void refuse_name(duckdb_function_info info, const char *name) {
    char meant[512] = "";
    fault wrong = {""};
    for (size_t i = 0; function_name(i) != NULL; i++)
        if (is_misspelt(function_name(i), name))
            snprintf(meant + strlen(meant), sizeof meant - strlen(meant), "%s%s",
                     meant[0] != '\0' ? " or " : "; did you mean ", function_name(i));
    fail(&wrong, "way_signature: no function %s%s%s", name, meant, meant[0] != '\0' ? "?" : "");
    duckdb_scalar_function_set_error(info, wrong.text);
}

/* The SQL function way_signature, as in way_signature('intercept2d'). An unknown name is an error. */
static void signature(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    duckdb_vector names = duckdb_data_chunk_get_vector(input, 0);
    duckdb_string_t *given = duckdb_vector_get_data(names);
    uint64_t *not_null = duckdb_vector_get_validity(names);
    for (idx_t i = 0; i < duckdb_data_chunk_get_size(input); i++) {
        char text[2048] = "", found[2048];
        if (!is_there(not_null, i)) {
            set_null(output, i);
            continue;
        }
        const size_t length = duckdb_string_t_length(given[i]);
        memcpy(text, duckdb_string_t_data(&given[i]), length < sizeof text ? length : 0);
        const char *name = strncmp(text, "way_", 4) == 0 ? text + 4 : text;
        const way_behaviour *b = way_behaviour_named(name);
        if (b != NULL && b->kind == WAY_BEHAVIOUR)
            write_signature(b, found, sizeof found);
        else if (!write_choosing_signature(name, found, sizeof found) &&
                 !write_path_signature(name, found, sizeof found)) {
            refuse_name(info, name);
            return;
        }
        duckdb_vector_assign_string_element(output, i, found);
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
    int added = add_signature(connection) & add_choosing(connection) & add_assigning(connection) &
                add_paths(connection);
    for (size_t i = 0; way_behaviour_at(i) != NULL && way_behaviour_at(i)->kind == WAY_BEHAVIOUR; i++)
        added &= add_behaviour(connection, way_behaviour_at(i));
    if (!added)
        access->set_error(info, "waylay: a function could not be registered");
    return added;
}
