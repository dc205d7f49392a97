/* Reads a CSV file as rows of fields with line numbers, in constant memory. This code does not depend on
   behaviours. */
#ifndef CSV_ROWS_H
#define CSV_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct csv_rows csv_rows;

struct csv_rows {
    /* The caller sets these. A field's text holds no zero byte; after its `length` bytes, a zero byte, a
       comma or a line end follows. The first row is the header. When `row` is called, the row has as many
       fields as the header. */
    FILE *file;
    const char *name; /* for messages */
    void *user;
    void (*field)(csv_rows *rows, const char *text, size_t length);
    void (*row)(csv_rows *rows);
    int takes_empty_lines; /* in a file with one column, an empty line is a row with an empty field */

    /* The caller may read these. */
    uint64_t line;       /* the line in which the current field begins; at a row's end, the row's last line */
    uint64_t row_line;   /* the line in which the current row begins */
    size_t field_number; /* the current field, counted from 0; at a row's end, the row's number of fields */
    size_t columns;      /* the header's number of fields; 0 while the header is read */
    uint64_t bytes;      /* the number of bytes read so far */
    const char *plain;   /* the current row's text, if it has no quotes; else NULL */
    size_t plain_length;

    /* Private. */
    uint64_t line_read, field_line;
    size_t row_bytes;
    int row_is_open;
    char last;
    char held[64]; /* a blank first field, held because the whole line may be blank */
    size_t held_length;
    int is_holding;
};

/* The character between two fields, in every file that is read and in the answers. At first, the character is
   a comma. */
void csv_set_delimiter(char sign);
char csv_delimiter(void);

/* Reads to the end of the file. If the text is not CSV, the program ends with a one-line message. */
void csv_rows_read(csv_rows *rows);

/* Opens the file `name`, reads it and closes it. If the file cannot be read, the program ends with a one-line
   message. */
void csv_rows_read_file(csv_rows *rows);

/* Removes the blanks at both ends of a text. */
static inline void csv_trim(const char **text, size_t *length) {
    while (*length > 0 && ((*text)[*length - 1] == ' ' || (*text)[*length - 1] == '\t'))
        (*length)--;
    while (*length > 0 && (**text == ' ' || **text == '\t'))
        (*text)++, (*length)--;
}

#endif
