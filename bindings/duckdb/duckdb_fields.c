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

int add_to_set(duckdb_scalar_function_set set, duckdb_scalar_function function, duckdb_logical_type answer,
               duckdb_scalar_function_t solve, const void *extra, size_t size) {
    void *kept = malloc(size);
    duckdb_state state = DuckDBError;
    if (kept != NULL) {
        memcpy(kept, extra, size);
        duckdb_scalar_function_set_return_type(function, answer);
        duckdb_scalar_function_set_special_handling(function); /* so that NULLs reach solve() */
        duckdb_scalar_function_set_extra_info(function, kept, free);
        duckdb_scalar_function_set_function(function, solve);
        state = duckdb_add_scalar_function_to_set(set, function);
    }
    duckdb_destroy_logical_type(&answer);
    duckdb_destroy_scalar_function(&function);
    return state == DuckDBSuccess;
}

/* Types -------------------------------------------------------------------------------------------------- */

duckdb_logical_type make_struct(duckdb_logical_type *type, const char **name, size_t count) {
    duckdb_logical_type whole = duckdb_create_struct_type(type, name, count);
    for (size_t k = 0; k < count; k++)
        duckdb_destroy_logical_type(&type[k]);
    return whole;
}

duckdb_logical_type make_list(duckdb_logical_type element) {
    duckdb_logical_type list = duckdb_create_list_type(element);
    duckdb_destroy_logical_type(&element);
    return list;
}

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

int is_misspelt(const char *a, const char *b) {
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

/* Returns 1 if some call of the library has an input of this name. */
static int is_known(const char *name) {
    const way_behaviour *b;
    for (size_t i = 0; (b = way_behaviour_at(i)) != NULL; i++)
        for (size_t k = 0; k < b->input_count; k++)
            if (same_name(b->inputs[k].name, name))
                return 1;
    return 0;
}

/* Returns 1 if one name is the other after or before an underscore, like `range` of `range_to`. */
static int is_part(const char *a, const char *b) {
    const char *part = strlen(a) < strlen(b) ? a : b, *whole = part == a ? b : a;
    const size_t m = strlen(part), n = strlen(whole);
    size_t k = 0;
    if (m < 4 || n == m)
        return 0;
    while (k < m && tolower((unsigned char)part[k]) == tolower((unsigned char)whole[k]))
        k++;
    return (k == m && whole[m] == '_') || (whole[n - m - 1] == '_' && same_name(part, whole + n - m));
}

static int begins(const char *name, const char *with) {
    while (*with != '\0' && tolower((unsigned char)*name) == *with)
        name++, with++;
    return *with == '\0';
}

static int has_side(const char *name) { return begins(name, "chaser_") || begins(name, "runner_"); }

/* Returns "chaser_" or "runner_" if this is the only one of them with which inputs begin, and otherwise "". */
static const char *side_of(const field_name *name, size_t count) {
    const char *side = "";
    for (size_t k = 0; k < count; k++) {
        if (has_side(name[k].name) && side[0] != '\0' && !begins(name[k].name, side))
            return "";
        if (has_side(name[k].name))
            side = begins(name[k].name, "chaser_") ? "chaser_" : "runner_";
    }
    return side;
}

/* Returns 1 if the names are equal without `chaser_` and `runner_`, like `mask` or `chaser_mask` of
   `runner_mask`. `velocity_x` is `vx`. A name of the other side is no name of an input without a side. */
static int is_without_side(const char *name, const char *given, const char *side) {
    const char *a = has_side(name) ? name + 7 : name, *b = has_side(given) ? given + 7 : given;
    return side[0] != '\0' && (begins(name, side) || begins(given, side)) &&
           (same_name(a, b) || (begins(b, "velocity_") && a[0] == 'v' && same_name(a + 1, b + 9)));
}

/* Returns 1 if other libraries know the input by the given name. */
static int is_other_name(const char *name, const char *given) {
    static const char *const names[][2] = {{"dt", "time_step"},
                                           {"dt", "timestep"},
                                           {"dt", "delta_time"},
                                           {"horizon", "max_time"},
                                           {"range", "max_range"},
                                           {"range", "max_distance"},
                                           {"range", "max_dist"},
                                           {"range_to", "max_distance"},
                                           {"range_to", "max_dist"},
                                           {"range_to", "distance"},
                                           {"range_to", "radius"}, /* of the search */
                                           {"chaser_mask", "chooser_mask"},
                                           {"runner_mask", "candidate_mask"},
                                           {"runner_radius", "candidate_radius"}};
    int is_known_as = 0;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        is_known_as |= same_name(names[k][0], name) && same_name(names[k][1], given);
    return is_known_as;
}

/* A field with an unknown name is one of the caller's own, unless it looks like a name that is not given, is
   the name by which another call or library knows such an input, or differs by its side alone. */
static void refuse_misspelt(duckdb_logical_type type, const char *where, const field_name *name, size_t count,
                            const field *found, const char *names, fault *f) {
    const char *side = side_of(name, count);
    for (idx_t i = 0; i < duckdb_struct_type_child_count(type); i++) {
        char *given = duckdb_struct_type_child_name(type, i), meant[256] = "";
        int is_given = number_of(name, count, given) < count;
        const int may_be_part = !is_given && is_known(given);
        for (size_t k = 0; k < count && !is_given; k++) {
            const int means = (may_be_part && is_part(name[k].name, given)) ||
                              is_without_side(name[k].name, given, side) ||
                              is_other_name(name[k].name, given);
            is_given = means && found[k].vector != NULL;
            if (found[k].vector == NULL && (means || is_misspelt(name[k].name, given)))
                snprintf(meant + strlen(meant), sizeof meant - strlen(meant), "%s%s",
                         meant[0] != '\0' ? " or " : "", name[k].name);
        }
        if (!is_given && meant[0] != '\0')
            fail(f, "%s: no field %s; did you mean %s? Expected %s", where, given, meant, names);
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

int find_list(const field *list, const char *where, const char *what, duckdb_vector *child, fault *f) {
    if (list->type != DUCKDB_TYPE_LIST)
        return fail(f, "%s: expected a list of %s, found %s", where, what, name_of(list->type));
    *child = duckdb_list_vector_get_child(list->vector);
    return 1;
}

/* Returns the list in a row. NULL becomes an empty list, because DuckDB may leave any entry in such a row. */
static duckdb_list_entry list_at(const duckdb_list_entry *entry, uint64_t *not_null, idx_t row) {
    const duckdb_list_entry none = {0, 0};
    return is_there(not_null, row) ? entry[row] : none;
}

idx_t end_of_list(const field *lists, idx_t first, idx_t count, duckdb_list_entry *list) {
    *list = (duckdb_list_entry){0, 0};
    if (lists->type == DUCKDB_TYPE_SQLNULL)
        return count;
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
    return read_numbers_at(from, where, name, whole, 0, count, missing, to, f);
}

int read_numbers_at(const field *from, const char *where, const char *name, int whole, idx_t first,
                    idx_t count, double missing, double *to, fault *f) {
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
        to[i] = is_there(not_null, first + i) ? number_at(data, type, first + i) / divisor : missing;
    return 1;
}

int is_word(double number) { return number >= 0 && number <= UINT32_MAX; }

int no_32_bits(fault *f, const char *where, const char *name, double found) {
    return fail(f, "%s: %s: expected a whole number from 0 to 4294967295, found %.0f", where, name, found);
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
        if (!is_null && is_there(not_null, i) && to[i] == missing)
            return fail(f, "%s: %s: %lld is not an id", where, name, (long long)missing);
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

/* Lists of structs --------------------------------------------------------------------------------------- */

int read_structs(const field *list, const char *who, const char *what, const struct_number *number,
                 size_t numbers, structs *to, fault *f) {
    duckdb_vector child = NULL;
    field_name name[MOST_FIELDS];
    snprintf(to->where, sizeof to->where, "%s: %s", who, what);
    to->numbers = numbers;
    for (size_t k = 0; k < numbers; k++) {
        to->number[k] = number[k];
        name[k] = number[k].field;
        to->found[k] = (field){NULL, DUCKDB_TYPE_SQLNULL};
    }
    const int is_null_list = list->type == DUCKDB_TYPE_SQLNULL;
    if (!is_null_list && !find_list(list, to->where, "structs", &child, f))
        return 0;
    const idx_t count = to->count = is_null_list ? 0 : duckdb_list_vector_get_size(list->vector);
    to->cell = malloc((numbers * count + 1) * sizeof *to->cell);
    to->wrong = calloc(count + 1, 1);
    if (to->cell == NULL || to->wrong == NULL)
        return fail(f, "%s: out of memory", to->where);
    if (count == 0) /* elements of an empty list may have any type */
        return 1;
    if (!find_fields(child, to->where, name, numbers, to->found, f))
        return 0;
    to->not_null = duckdb_vector_get_validity(child);
    for (size_t k = 0; k < numbers; k++) {
        const field *from = &to->found[k];
        double *cell = to->cell + k * count;
        const int is_null = from->type == DUCKDB_TYPE_SQLNULL;
        uint64_t *not_null = is_null ? NULL : duckdb_vector_get_validity(from->vector);
        if (number[k].kind != ID && !read_numbers(from, to->where, name[k].name, number[k].kind != NUMBER,
                                                  count, number[k].missing, cell, f))
            return 0;
        for (idx_t i = 0; i < count; i++)
            if ((from->vector != NULL || name[k].required) && is_there(to->not_null, i) &&
                ((number[k].kind == WORD && !is_word(cell[i])) ||
                 (isnan(number[k].missing) && (is_null || !is_there(not_null, i)))))
                to->wrong[i] = (uint8_t)(k + 1);
    }
    return 1;
}

int check_structs(const structs *of, duckdb_list_entry list, fault *f) {
    for (idx_t i = list.offset; i < list.offset + list.length; i++) {
        const size_t k = of->wrong[i];
        if (k > 0)
            return !isnan(of->cell[(k - 1) * of->count + i])
                       ? no_32_bits(f, of->where, of->number[k - 1].field.name,
                                    of->cell[(k - 1) * of->count + i])
                       : fail(f, "%s: %s: expected a number, found NULL", of->where,
                              of->number[k - 1].field.name);
    }
    return 1;
}

void free_structs(structs *of) {
    free(of->cell);
    free(of->wrong);
}

int read_walls(const field *walls, const char *who, int may_move, structs *to, fault *f) {
    static const struct_number numbers[] = {{{"ax", 1}, NUMBER, NAN}, {{"ay", 1}, NUMBER, NAN},
                                            {{"bx", 1}, NUMBER, NAN}, {{"by", 1}, NUMBER, NAN},
                                            {{"sides", 0}, WHOLE, 0}, {{"vx", 0}, NUMBER, 0},
                                            {{"vy", 0}, NUMBER, 0}};
    return read_structs(walls, who, "walls", numbers, may_move ? 7 : 5, to, f);
}

/* Returns number k of struct i, as a float, relative to the origin's axis k % axes. */
static float place_at(const structs *of, size_t k, idx_t i, size_t axes, const double *origin) {
    return (float)(of->cell[k * of->count + i] - origin[k % axes]);
}

static int32_t sign_at(const structs *of, size_t k, idx_t i) {
    const double number = of->cell[k * of->count + i];
    return (number > 0) - (number < 0);
}

void write_walls(const structs *walls, duckdb_list_entry list, const double *origin, way_wall *to) {
    for (idx_t i = list.offset; i < list.offset + list.length; i++)
        *to++ = (way_wall){place_at(walls, 0, i, 2, origin), place_at(walls, 1, i, 2, origin),
                           place_at(walls, 2, i, 2, origin), place_at(walls, 3, i, 2, origin),
                           sign_at(walls, 4, i)};
}

int read_triangles(const field *triangles, const char *who, structs *to, fault *f) {
    static const struct_number numbers[] = {
        {{"ax", 1}, NUMBER, NAN}, {{"ay", 1}, NUMBER, NAN}, {{"az", 1}, NUMBER, NAN},
        {{"bx", 1}, NUMBER, NAN}, {{"by", 1}, NUMBER, NAN}, {{"bz", 1}, NUMBER, NAN},
        {{"cx", 1}, NUMBER, NAN}, {{"cy", 1}, NUMBER, NAN}, {{"cz", 1}, NUMBER, NAN},
        {{"sides", 0}, WHOLE, 0}, {{"mask", 0}, WORD, 0}};
    return read_structs(triangles, who, "triangles", numbers, sizeof numbers / sizeof numbers[0], to, f);
}

void write_triangles(const structs *triangles, duckdb_list_entry list, const double *origin,
                     way_triangle *to) {
    enum { CORNERS = 9 };
    for (idx_t i = list.offset; i < list.offset + list.length; i++) {
        float p[CORNERS];
        for (size_t k = 0; k < CORNERS; k++)
            p[k] = place_at(triangles, k, i, 3, origin);
        *to++ = (way_triangle){p[0],
                               p[1],
                               p[2],
                               p[3],
                               p[4],
                               p[5],
                               p[6],
                               p[7],
                               p[8],
                               sign_at(triangles, CORNERS, i),
                               (uint32_t)triangles->cell[(CORNERS + 1) * triangles->count + i]};
    }
}

double origin_of(double position) {
    return fabs(position) < 1e15 ? 65536 * round(position / 65536) + 0.0 : 0; /* + 0.0 makes -0 a 0 */
}
