/* Helpers of all SQL functions for NULL, for words, and for structs and lists of structs. They find the
   fields of a struct by name. A field may have any numeric type. */
#ifndef WAYLAY_DUCKDB_FIELDS_H
#define WAYLAY_DUCKDB_FIELDS_H

#include <stddef.h>

#define DUCKDB_EXTENSION_NAME waylay
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#include <duckdb_extension.h>

#include "waylay/waylay.h"

enum { MOST_FIELDS = 64, MOST_WORDS = 32 };

/* The message of the first error in the arguments, or "" if there is no error. */
typedef struct fault {
    char text[2048];
} fault;

/* Sets the text, unless it is already set. Returns 0. */
int fail(fault *f, const char *format, ...);

/* A field that a function reads. */
typedef struct field_name {
    const char *name;
    int required;
} field_name;

typedef struct field {
    duckdb_vector vector; /* NULL: the struct has no such field */
    duckdb_type type;     /* DUCKDB_TYPE_SQLNULL: the field is NULL in all rows */
} field;

/* Returns 1 if one letter more, less, other, or two letters swapped make one name of the other. */
int is_misspelt(const char *a, const char *b);

/* Finds fields by name in a vector of structs, which may have other fields, too. Returns 0 if the vector's
   elements are not structs, a required field is missing, or a field looks like a name that is not given:
   misspelt, with another side's prefix or none, or as another call says it. The message begins with `where`,
   for example "way_choose2d: candidates". */
int find_fields(duckdb_vector structs, const char *where, const field_name *name, size_t count, field *found,
                fault *f);

/* Sets *child to the vector of a list's elements. Returns 0 if the field is not a list; the message says that
   it expected a list of `what`. */
int find_list(const field *list, const char *where, const char *what, duckdb_vector *child, fault *f);

/* Sets *list to the list of row `first`, or to an empty list if the row is NULL or all are. Returns the first later row
   with a different list, or `count`. */
idx_t end_of_list(const field *lists, idx_t first, idx_t count, duckdb_list_entry *list);

field field_of(duckdb_vector vector);

/* Adds an argument to a function, and destroys the type. */
void add_argument(duckdb_scalar_function function, duckdb_logical_type type);

/* Completes a function with a copy of `extra`, adds it to the set, and destroys the function and the type of
   its answer. Returns 0 if it could not be added. */
int add_to_set(duckdb_scalar_function_set set, duckdb_scalar_function function, duckdb_logical_type answer,
               duckdb_scalar_function_t solve, const void *extra, size_t size);

/* Make the type of a struct or a list, and destroy the types of its fields or elements. */
duckdb_logical_type make_struct(duckdb_logical_type *type, const char **name, size_t count);
duckdb_logical_type make_list(duckdb_logical_type element);

/* NULL --------------------------------------------------------------------------------------------------- */

int is_there(uint64_t *not_null, idx_t row);

void set_null(duckdb_vector vector, idx_t row);

/* The rows in which a required argument is NULL. */
typedef struct null_rows {
    uint64_t *not_null[MOST_FIELDS + 1]; /* the validity masks of required arguments; NULL: no row is NULL */
    size_t required;
    int all; /* a required argument is NULL in all rows */
} null_rows;

/* Adds the rows in which this required argument is NULL. */
void require(null_rows *rows, duckdb_vector argument);

/* Sets the answer to NULL in these rows. `count` is the number of all rows. `fields` is the number of fields
   of the answer's struct, or 0 if the answer is not a struct. */
void give_nulls(const null_rows *rows, idx_t count, duckdb_vector answer, size_t fields);

/* Values ------------------------------------------------------------------------------------------------- */

/* Reads the numbers of rows 0 .. count - 1; NULL becomes `missing`. Returns 0 if the field's type is not
   numeric, or if `whole` is set and the type is not an integer type. */
int read_numbers(const field *from, const char *where, const char *name, int whole, idx_t count,
                 double missing, double *to, fault *f);

/* Like read_numbers, for the rows first .. first + count - 1. */
int read_numbers_at(const field *from, const char *where, const char *name, int whole, idx_t first,
                    idx_t count, double missing, double *to, fault *f);

/* Reads whole numbers exactly; NULL becomes `missing`. Returns 0 if the type is not an integer type of at
   most 64 bits, or if a number exceeds INT64_MAX. */
int read_ids(const field *from, const char *where, const char *name, idx_t count, int64_t missing,
             int64_t *to, fault *f);

/* Returns the lowest value of WAY_STATUS or WAY_WORD that has a name. These names are called words. */
int32_t first_word(way_type type);

/* Writes all words of a type, followed by NULL. Returns their number. */
idx_t list_words(way_type type, const char *word[MOST_WORDS + 1]);

/* Makes the ENUM of a type's words. */
duckdb_logical_type type_of_words(way_type type);

/* Reads an ENUM or VARCHAR of words as numbers: word[k] stands for first + k. */
int read_words(const field *from, const char *where, const char *name, const char *const *word, int32_t first,
               idx_t count, int32_t missing, int32_t *to, fault *f);

int is_word(double number);

/* Says that a number is no whole number of 32 bits. Returns 0. */
int no_32_bits(fault *f, const char *where, const char *name, double found);

/* A number in the structs of a list: its field, its kind, and what NULL means (NaN: an error). A WORD has 32
   bits. An ID is found, but not read. */
typedef struct struct_number {
    field_name field;
    enum { NUMBER, WHOLE, WORD, ID } kind;
    double missing;
} struct_number;

/* The structs of all lists: number k of struct i is cell[k * count + i]. A struct is wrong if a
   field is NULL that must not be, or a WORD has more than 32 bits. */
typedef struct structs {
    char where[96];
    size_t numbers;
    struct_number number[MOST_FIELDS];
    field found[MOST_FIELDS];
    idx_t count;
    double *cell;
    uint8_t *wrong;     /* 1 + the index of a wrong field, or 0 */
    uint64_t *not_null; /* the validity mask of the structs */
} structs;

/* Reads the lists of `what`, for example "walls". NULL is an empty list. On failure, returns 0 and sets the fault. The caller calls
   free_structs in both cases. */
int read_structs(const field *list, const char *who, const char *what, const struct_number *number,
                 size_t numbers, structs *to, fault *f);

/* Returns 0 and sets the fault if a struct of this list is wrong. Lists that no row has are not checked:
   DuckDB may leave them in the vector. */
int check_structs(const structs *of, duckdb_list_entry list, fault *f);

void free_structs(structs *of);

/* Reads the walls of all lists, with their velocities as numbers 5 and 6 if walls may move. */
int read_walls(const field *walls, const char *who, int may_move, structs *to, fault *f);

int read_triangles(const field *triangles, const char *who, structs *to, fault *f);

/* Writes the walls or triangles of one list, relative to an origin. */
void write_walls(const structs *walls, duckdb_list_entry list, const double *origin, way_wall *to);
void write_triangles(const structs *triangles, duckdb_list_entry list, const double *origin,
                     way_triangle *to);

/* The origin on one axis of an agent at this position: the nearest multiple of 65,536. Positions are passed
   to the library as floats relative to the agent's origin. Near 0 the origin is 0, so the floats are the
   same. */
double origin_of(double position);

#endif
