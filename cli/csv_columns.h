/* What the command line says about the columns of files: which ones are left out, renamed, scaled, read as
   course and speed, or brought to the answers, and whether a cell may be empty. The main file and the file of
   the runners or candidates follow the same rules. */
#ifndef CSV_COLUMNS_H
#define CSV_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "csv_rows.h"
#include "options.h"

/* One word of --drop, --rename or --scale. */
typedef struct column_word {
    char *name, *new_name; /* new_name: of --rename */
    double factor;         /* of --scale; else 0 */
    int is_found;          /* a scaled column must also be an input */
} column_word;

/* One --polar. */
typedef struct column_polar {
    char *name[2]; /* the columns of the course and of the speed */
    size_t input;  /* the x of the vector that is read; column_none: the file's first velocity */
    int has_effect;
} column_polar;

typedef struct column_rules {
    const way_behaviour *behaviour;
    int is_task;              /* tasks have no column target */
    const char *runners_file; /* NULL: the runners or candidates are rows of the main file */
    const int *is_set;        /* for each input: does it have a value from --set? */
    int is_target_set;
    column_word *word;
    column_polar *polar;
    char **bring;
    size_t word_count, polar_count, bring_count;
    int takes_gaps;
} column_rules;

/* Reads the options. Call it after --set has been read. */
void column_rules_take(column_rules *rules, const options *options);

/* What one column of a file is. */
typedef struct column_use {
    char *name;     /* in the first line, without blanks around it */
    char *printed;  /* the name in the output, if --rename changes it; else NULL */
    size_t input;   /* the input that it is, or one of the values below */
    double factor;  /* of --scale */
    int is_polar;   /* is it the course or the speed of a --polar? */
    int is_brought; /* is its text kept for --bring? */
    double number;  /* the number of the current row, if is_polar */
} column_use;

/* Values of `input` for columns that are not inputs. */
#define column_none ((size_t)-1)
#define COLUMN_PASSES column_none
#define COLUMN_IS_TARGET (column_none - 1)
#define COLUMN_IS_DROPPED (column_none - 2)

typedef struct file_columns {
    column_rules *rules;
    const csv_rows *rows;
    int are_runners; /* is this the file of --runners or --candidates? */
    column_use *use; /* one for each column of the file */
    size_t room;
    size_t *column_of; /* for each input: its column in the file, or column_none */
    int has_target, is_scaled;
    size_t (*polar)[2]; /* for each --polar: the columns of the course and the speed, or column_none */
    size_t *polar_input;
    int is_gap; /* does the current row have an empty cell? */

    /* The text of the columns of --bring, of all rows. */
    size_t *brought_place; /* for each name of --bring: which of the row's kept cells it is */
    char *brought;
    size_t *brought_end;
    size_t brought_length, brought_room, brought_cells, brought_cells_room;
} file_columns;

/* Call the first function once, the second one for each field of the header, and the third one at the end of
   the header. If there are two files, begin with the runners' file. */
void columns_begin(file_columns *columns, column_rules *rules, const csv_rows *rows, int are_runners);
void columns_head(file_columns *columns, const char *text, size_t length);
void columns_end_head(file_columns *columns);

/* Reads the current field into its input's cell: input k of row `row` is cell[k][row]. */
void columns_read(file_columns *columns, const char *text, size_t length, uint32_t **cell, size_t row);
/* Ends the row. Returns 1 if the row has a gap; the row's inputs are then NaN. */
int columns_end_row(file_columns *columns, uint32_t **cell, size_t row);

/* Returns the text of column k of --bring in this row, ready to be printed. */
const char *columns_brought(const file_columns *columns, size_t row, size_t k, size_t *length);

/* Fails because the column is missing. `need` says what needs it, and `cure` what to do. */
_Noreturn void columns_fail_missing(const file_columns *columns, size_t input, const char *need,
                                    const char *cure);

/* Returns the index of the column of that name, or column_none. */
size_t column_named(const way_column_info *columns, size_t count, const char *name);

/* Adds text to the end of a buffer that grows. */
void text_add(char **buffer, size_t *length, size_t *room, const char *text, size_t size);
/* Adds a field, in quotes if it needs them. */
void text_add_field(char **buffer, size_t *length, size_t *room, const char *text, size_t size);

/* Adds a name to a list of names. If the list has no room for the name, the list ends in "...". */
void list_name(char *list, size_t size, const char *name, int is_first);

#endif
