#include "duckdb_fields.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

DUCKDB_EXTENSION_EXTERN

int fail(fault *f, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (f->text[0] == '\0')
        vsnprintf(f->text, sizeof f->text, format, list);
    va_end(list);
    return 0;
}

void add_argument(duckdb_scalar_function function, duckdb_logical_type type) {
    duckdb_scalar_function_add_parameter(function, type);
    duckdb_destroy_logical_type(&type);
}

/* Types -------------------------------------------------------------------------------------------------- */

static const char *name_of(duckdb_type type) {
    switch (type) {
    case DUCKDB_TYPE_BOOLEAN: return "BOOLEAN";
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_UHUGEINT: return "a whole number";
    case DUCKDB_TYPE_FLOAT: return "FLOAT";
    case DUCKDB_TYPE_DOUBLE: return "DOUBLE";
    case DUCKDB_TYPE_DECIMAL: return "DECIMAL";
    case DUCKDB_TYPE_VARCHAR: return "VARCHAR";
    case DUCKDB_TYPE_ENUM: return "an ENUM";
    case DUCKDB_TYPE_LIST: return "a list";
    case DUCKDB_TYPE_ARRAY: return "an ARRAY";
    case DUCKDB_TYPE_STRUCT: return "a struct";
    case DUCKDB_TYPE_SQLNULL: return "NULL";
    default: return "another type";
    }
}

static duckdb_type type_of(duckdb_vector vector) {
    duckdb_logical_type type = duckdb_vector_get_column_type(vector);
    const duckdb_type id = duckdb_get_type_id(type);
    duckdb_destroy_logical_type(&type);
    return id;
}

field field_of(duckdb_vector vector) { return (field){vector, type_of(vector)}; }

/* NULL --------------------------------------------------------------------------------------------------- */

int is_there(uint64_t *not_null, idx_t row) {
    return not_null == NULL || duckdb_validity_row_is_valid(not_null, row);
}

void set_null(duckdb_vector vector, idx_t row) {
    duckdb_vector_ensure_validity_writable(vector);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
}

void require(null_rows *rows, duckdb_vector argument) {
    if (type_of(argument) == DUCKDB_TYPE_SQLNULL)
        rows->all = 1;
    else
        rows->not_null[rows->required++] = duckdb_vector_get_validity(argument);
}

/* If a struct is NULL, all its fields must be NULL, too. */
static void give_null(duckdb_vector answer, size_t fields, idx_t row) {
    set_null(answer, row);
    for (size_t k = 0; k < fields; k++)
        set_null(duckdb_struct_vector_get_child(answer, k), row);
}

void give_nulls(const null_rows *rows, idx_t count, duckdb_vector answer, size_t fields) {
    for (idx_t i = 0; rows->all && i < count; i++)
        give_null(answer, fields, i);
    for (size_t k = 0; k < rows->required; k++)
        for (idx_t i = 0; rows->not_null[k] != NULL && i < count; i++)
            if (!is_there(rows->not_null[k], i))
                give_null(answer, fields, i);
}

/* Fields ------------------------------------------------------------------------------------------------- */

/* Compares names without regard to case, as SQL does. */
static int same_name(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

/* Writes names as a text: "chaser_x, chaser_y [, reach]". */
static void write_names(const field_name *name, size_t count, char *text, size_t size) {
    const char *comma = "";
    size_t used = 0;
    text[0] = '\0';
    for (int options = 0; options < 2; options++) {
        int first = options;
        for (size_t k = 0; k < count && used < size; k++) {
            if (name[k].required == options)
                continue;
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s%s", first ? " [" : "", comma, name[k].name);
            comma = ", ";
            first = 0;
        }
        if (options && !first && used < size)
            snprintf(text + used, size - used, "]");
    }
}

static size_t number_of(const field_name *name, size_t count, const char *found) {
    size_t k = 0;
    while (k < count && !same_name(name[k].name, found))
        k++;
    return k;
}

/* Returns 1 if one letter more, less, other, or two letters swapped make one name of the other. */
static int is_misspelt(const char *a, const char *b) {
    const size_t m = strlen(a), n = strlen(b);
    size_t front = 0, back = 0;
    if (m < 4 || n < 4) /* short names of other things are near each other, too */
        return 0;
    while (front < m && front < n && tolower((unsigned char)a[front]) == tolower((unsigned char)b[front]))
        front++;
    while (back < m - front && back < n - front &&
           tolower((unsigned char)a[m - 1 - back]) == tolower((unsigned char)b[n - 1 - back]))
        back++;
    const size_t left = m - front - back, right = n - front - back;
    return (left <= 1 && right <= 1) ||
           (left == 2 && right == 2 &&
            tolower((unsigned char)a[front]) == tolower((unsigned char)b[front + 1]) &&
            tolower((unsigned char)a[front + 1]) == tolower((unsigned char)b[front]));
}

/* A field with an unknown name is one of the caller's own, unless it looks like a name that is not given. */
static void refuse_misspelt(duckdb_logical_type type, const char *where, const field_name *name, size_t count,
                            const field *found, const char *names, fault *f) {
    for (idx_t i = 0; i < duckdb_struct_type_child_count(type); i++) {
        char *given = duckdb_struct_type_child_name(type, i);
        for (size_t k = 0; k < count && number_of(name, count, given) == count; k++)
            if (found[k].vector == NULL && is_misspelt(name[k].name, given))
                fail(f, "%s: no field %s; did you mean %s? Expected %s", where, given, name[k].name, names);
        duckdb_free(given);
    }
}

int find_fields(duckdb_vector structs, const char *where, const field_name *name, size_t count, field *found,
                fault *f) {
    char names[1500];
    duckdb_logical_type type = duckdb_vector_get_column_type(structs);
    const duckdb_type id = duckdb_get_type_id(type);
    write_names(name, count, names, sizeof names);
    for (size_t k = 0; k < count; k++)
        found[k] = (field){NULL, DUCKDB_TYPE_SQLNULL};
    if (id != DUCKDB_TYPE_STRUCT)
        fail(f, "%s: expected a struct of %s, found %s", where, names, name_of(id));
    const idx_t fields = id == DUCKDB_TYPE_STRUCT ? duckdb_struct_type_child_count(type) : 0;
    for (idx_t i = 0; i < fields; i++) {
        char *given = duckdb_struct_type_child_name(type, i);
        const size_t k = number_of(name, count, given);
        if (k < count)
            found[k] = field_of(duckdb_struct_vector_get_child(structs, i));
        duckdb_free(given);
    }
    if (fields > 0)
        refuse_misspelt(type, where, name, count, found, names, f);
    for (size_t k = 0; k < count; k++)
        if (name[k].required && found[k].vector == NULL)
            fail(f, "%s: missing %s; expected %s", where, name[k].name, names);
    duckdb_destroy_logical_type(&type);
    return f->text[0] == '\0';
}

int find_list(const field *list, const char *where, duckdb_vector *child, fault *f) {
    if (list->type != DUCKDB_TYPE_LIST)
        return fail(f, "%s: expected a list of structs, found %s", where, name_of(list->type));
    *child = duckdb_list_vector_get_child(list->vector);
    return 1;
}

/* Returns the list in a row. NULL becomes an empty list, because DuckDB may leave any entry in such a row. */
static duckdb_list_entry list_at(const duckdb_list_entry *entry, uint64_t *not_null, idx_t row) {
    const duckdb_list_entry none = {0, 0};
    return is_there(not_null, row) ? entry[row] : none;
}

idx_t end_of_list(const field *lists, idx_t first, idx_t count, duckdb_list_entry *list) {
    const duckdb_list_entry *entry = duckdb_vector_get_data(lists->vector);
    uint64_t *not_null = duckdb_vector_get_validity(lists->vector);
    *list = list_at(entry, not_null, first);
    for (idx_t row = first + 1; row < count; row++) {
        const duckdb_list_entry other = list_at(entry, not_null, row);
        if (other.offset != list->offset || other.length != list->length)
            return row;
    }
    return count;
}

/* Numbers ------------------------------------------------------------------------------------------------ */

/* Returns the number in a cell. For a DECIMAL, `type` is the type of its cells, for example BIGINT. */
static double number_at(const void *data, duckdb_type type, idx_t row) {
    switch (type) {
    case DUCKDB_TYPE_TINYINT: return ((const int8_t *)data)[row];
    case DUCKDB_TYPE_SMALLINT: return ((const int16_t *)data)[row];
    case DUCKDB_TYPE_INTEGER: return ((const int32_t *)data)[row];
    case DUCKDB_TYPE_BIGINT: return (double)((const int64_t *)data)[row];
    case DUCKDB_TYPE_UTINYINT: return ((const uint8_t *)data)[row];
    case DUCKDB_TYPE_USMALLINT: return ((const uint16_t *)data)[row];
    case DUCKDB_TYPE_UINTEGER: return ((const uint32_t *)data)[row];
    case DUCKDB_TYPE_UBIGINT: return (double)((const uint64_t *)data)[row];
    case DUCKDB_TYPE_HUGEINT: return duckdb_hugeint_to_double(((const duckdb_hugeint *)data)[row]);
    case DUCKDB_TYPE_UHUGEINT: return duckdb_uhugeint_to_double(((const duckdb_uhugeint *)data)[row]);
    case DUCKDB_TYPE_FLOAT: return (double)((const float *)data)[row];
    default: return ((const double *)data)[row];
    }
}

static int holds_numbers(duckdb_type type, int whole) {
    switch (type) {
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT: return 1;
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
    case DUCKDB_TYPE_DECIMAL: return !whole;
    default: return 0;
    }
}

int read_numbers(const field *from, const char *where, const char *name, int whole, idx_t count,
                 double missing, double *to, fault *f) {
    if (from->type == DUCKDB_TYPE_SQLNULL) {
        for (idx_t i = 0; i < count; i++)
            to[i] = missing;
        return 1;
    }
    if (!holds_numbers(from->type, whole))
        return fail(f, "%s: %s: expected %s, found %s", where, name, whole ? "whole numbers" : "numbers",
                    name_of(from->type));
    duckdb_type type = from->type;
    double divisor = 1;
    if (type == DUCKDB_TYPE_DECIMAL) {
        duckdb_logical_type decimal = duckdb_vector_get_column_type(from->vector);
        for (uint8_t k = duckdb_decimal_scale(decimal); k > 0; k--)
            divisor *= 10; /* exact up to 10^22, like DuckDB's own cast */
        type = duckdb_decimal_internal_type(decimal);
        duckdb_destroy_logical_type(&decimal);
    }
    const void *data = duckdb_vector_get_data(from->vector);
    uint64_t *not_null = duckdb_vector_get_validity(from->vector);
    for (idx_t i = 0; i < count; i++)
        to[i] = is_there(not_null, i) ? number_at(data, type, i) / divisor : missing;
    return 1;
}

/* Returns the whole number in a cell. A UBIGINT above INT64_MAX becomes negative. */
static int64_t whole_at(const void *data, duckdb_type type, idx_t row) {
    switch (type) {
    case DUCKDB_TYPE_BIGINT: return ((const int64_t *)data)[row];
    case DUCKDB_TYPE_UBIGINT: return (int64_t)((const uint64_t *)data)[row];
    default: return (int64_t)number_at(data, type, row);
    }
}

int read_ids(const field *from, const char *where, const char *name, idx_t count, int64_t missing,
             int64_t *to, fault *f) {
    const int is_null = from->type == DUCKDB_TYPE_SQLNULL, is_unsigned = from->type == DUCKDB_TYPE_UBIGINT;
    if (!is_null && (!holds_numbers(from->type, 1) || from->type == DUCKDB_TYPE_HUGEINT ||
                     from->type == DUCKDB_TYPE_UHUGEINT))
        return fail(f, "%s: %s: expected whole numbers of at most 64 bits, found %s", where, name,
                    holds_numbers(from->type, 1) ? "HUGEINT" : name_of(from->type));
    const void *data = is_null ? NULL : duckdb_vector_get_data(from->vector);
    uint64_t *not_null = is_null ? NULL : duckdb_vector_get_validity(from->vector);
    for (idx_t i = 0; i < count; i++) {
        to[i] = is_null || !is_there(not_null, i) ? missing : whole_at(data, from->type, i);
        if (is_unsigned && is_there(not_null, i) && to[i] < 0)
            return fail(f, "%s: %s: expected a BIGINT, found a larger number", where, name);
    }
    return 1;
}

/* Words -------------------------------------------------------------------------------------------------- */

int32_t first_word(way_type type) { return type == WAY_STATUS ? 0 : WAY_NO_WORD; }

static const char *word_of(way_type type, int32_t number) {
    return type == WAY_STATUS ? way_status_word(number) : way_word_name(number);
}

idx_t list_words(way_type type, const char *word[MOST_WORDS + 1]) {
    idx_t count = 0;
    for (int32_t number = first_word(type); word_of(type, number) && count < MOST_WORDS; number++)
        word[count++] = word_of(type, number);
    word[count] = NULL;
    return count;
}

duckdb_logical_type type_of_words(way_type type) {
    const char *word[MOST_WORDS + 1];
    const idx_t count = list_words(type, word);
    return duckdb_create_enum_type(word, count);
}

static int find_word(const char *const *word, const char *text, size_t length) {
    for (int k = 0; word[k] != NULL; k++)
        if (strlen(word[k]) == length && memcmp(word[k], text, length) == 0)
            return k;
    return -1;
}

/* Returns the index in `word` of each value of an ENUM. The caller frees the result. */
static int *words_of_enum(duckdb_vector vector, const char *const *word, duckdb_type *cells) {
    duckdb_logical_type type = duckdb_vector_get_column_type(vector);
    const uint32_t count = duckdb_enum_dictionary_size(type);
    int *number = malloc((count + 1) * sizeof *number);
    for (uint32_t k = 0; number != NULL && k < count; k++) {
        char *text = duckdb_enum_dictionary_value(type, k);
        number[k] = find_word(word, text, strlen(text));
        duckdb_free(text);
    }
    *cells = duckdb_enum_internal_type(type);
    duckdb_destroy_logical_type(&type);
    return number;
}

static int no_word(fault *f, const char *where, const char *name, const char *const *word) {
    char text[512] = "";
    for (int k = 0; word[k] != NULL; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k > 0 ? ", " : "", word[k]);
    return fail(f, "%s: %s: expected one of %s", where, name, text);
}

int read_words(const field *from, const char *where, const char *name, const char *const *word, int32_t first,
               idx_t count, int32_t missing, int32_t *to, fault *f) {
    const int is_enum = from->type == DUCKDB_TYPE_ENUM, is_null = from->type == DUCKDB_TYPE_SQLNULL;
    if (!is_enum && !is_null && from->type != DUCKDB_TYPE_VARCHAR)
        return no_word(f, where, name, word);
    duckdb_type cells = DUCKDB_TYPE_UTINYINT;
    int *of_enum = is_enum ? words_of_enum(from->vector, word, &cells) : NULL, ok = 1;
    if (is_enum && of_enum == NULL)
        return fail(f, "%s: out of memory", where);
    void *data = is_null ? NULL : duckdb_vector_get_data(from->vector);
    uint64_t *not_null = is_null ? NULL : duckdb_vector_get_validity(from->vector);
    for (idx_t i = 0; i < count && ok; i++) {
        to[i] = missing;
        if (is_null || !is_there(not_null, i))
            continue;
        duckdb_string_t *text = (duckdb_string_t *)data + i;
        const int k = is_enum ? of_enum[(uint32_t)number_at(data, cells, i)]
                              : find_word(word, duckdb_string_t_data(text), duckdb_string_t_length(*text));
        if (k < 0)
            ok = no_word(f, where, name, word);
        to[i] = first + k;
    }
    free(of_enum);
    return ok;
}

/* Walls -------------------------------------------------------------------------------------------------- */

double *read_structs(const field *list, const char *where, const struct_number *number, size_t numbers,
                     idx_t *count, fault *f) {
    duckdb_vector child = NULL;
    field_name name[MOST_FIELDS];
    field found[MOST_FIELDS];
    if (!find_list(list, where, &child, f))
        return NULL;
    for (size_t k = 0; k < numbers; k++)
        name[k] = number[k].field;
    *count = duckdb_list_vector_get_size(list->vector);
    double *cells = malloc((numbers * *count + 1) * sizeof *cells);
    if (cells == NULL)
        fail(f, "%s: out of memory", where);
    else if (*count > 0 && find_fields(child, where, name, numbers, found, f))
        for (size_t k = 0; k < numbers; k++)
            read_numbers(&found[k], where, name[k].name, number[k].whole, *count, number[k].missing,
                         cells + k * *count, f);
    if (f->text[0] == '\0')
        return cells;
    free(cells);
    return NULL;
}

way_wall *read_walls(const field *walls, const char *who, way_wall_velocity **velocity, fault *f) {
    static const struct_number numbers[] = {{{"ax", 1}, 0, NAN}, {{"ay", 1}, 0, NAN},  {{"bx", 1}, 0, NAN},
                                            {{"by", 1}, 0, NAN}, {{"sides", 0}, 1, 0}, {{"vx", 0}, 0, 0},
                                            {{"vy", 0}, 0, 0}};
    char where[96];
    idx_t count = 0;
    snprintf(where, sizeof where, "%s: walls", who);
    double *cell = read_structs(walls, where, numbers, velocity != NULL ? 7 : 5, &count, f);
    way_wall *wall = malloc((count + 1) * sizeof *wall);
    way_wall_velocity *moves = malloc((count + 1) * sizeof *moves);
    if (wall == NULL || moves == NULL)
        fail(f, "%s: out of memory", where);
    for (idx_t i = 0; i < count && f->text[0] == '\0'; i++) {
        const double *at = cell + i, sides = at[4 * count];
        wall[i] = (way_wall){(float)at[0], (float)at[count], (float)at[2 * count], (float)at[3 * count],
                             (sides > 0) - (sides < 0)};
        if (velocity != NULL)
            moves[i] = (way_wall_velocity){(float)at[5 * count], (float)at[6 * count]};
    }
    const int ok = f->text[0] == '\0';
    if (velocity != NULL)
        *velocity = ok ? moves : NULL;
    if (!ok || velocity == NULL)
        free(moves);
    if (!ok)
        free(wall);
    free(cell);
    return ok ? wall : NULL;
}

way_triangle *read_triangles(const field *triangles, const char *who, fault *f) {
    static const struct_number numbers[] = {{{"ax", 1}, 0, NAN},  {{"ay", 1}, 0, NAN}, {{"az", 1}, 0, NAN},
                                            {{"bx", 1}, 0, NAN},  {{"by", 1}, 0, NAN}, {{"bz", 1}, 0, NAN},
                                            {{"cx", 1}, 0, NAN},  {{"cy", 1}, 0, NAN}, {{"cz", 1}, 0, NAN},
                                            {{"sides", 0}, 1, 0}, {{"mask", 0}, 1, 0}};
    enum { CORNERS = 9, NUMBERS = sizeof numbers / sizeof numbers[0] };
    char where[96];
    idx_t count = 0;
    snprintf(where, sizeof where, "%s: triangles", who);
    double *cell = read_structs(triangles, where, numbers, NUMBERS, &count, f);
    way_triangle *triangle = cell != NULL ? malloc((count + 1) * sizeof *triangle) : NULL;
    if (cell != NULL && triangle == NULL)
        fail(f, "%s: out of memory", where);
    for (idx_t i = 0; triangle != NULL && i < count; i++) {
        float corner[CORNERS];
        for (idx_t k = 0; k < CORNERS; k++)
            corner[k] = (float)cell[k * count + i];
        const double sides = cell[CORNERS * count + i], mask = cell[(CORNERS + 1) * count + i];
        triangle[i] = (way_triangle){corner[0],
                                     corner[1],
                                     corner[2],
                                     corner[3],
                                     corner[4],
                                     corner[5],
                                     corner[6],
                                     corner[7],
                                     corner[8],
                                     (sides > 0) - (sides < 0),
                                     (uint32_t)(int64_t)fmod(mask, 0x1p32)};
    }
    free(cell);
    return triangle;
}
