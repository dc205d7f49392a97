/* A CSV file as rows of fields with the line numbers of the file, in constant memory. It knows no behaviour.
 */
#ifndef CSV_ROWS_H
#define CSV_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct csv_rows csv_rows;

struct csv_rows {
    /* Set by the caller. After `length` a field's text ends with a zero byte, a comma or a line's end, and it
       holds no zero byte; the first row is the header, and all others have as many fields when `row` is
       called. */
    FILE *file;
    const char *name; /* for messages */
    void *user;
    void (*field)(csv_rows *rows, const char *text, size_t length);
    void (*row)(csv_rows *rows);

    /* For the caller to read. */
    uint64_t line;       /* where the current field begins; at a row's end, the line where the row ends */
    uint64_t row_line;   /* where the current row begins */
    size_t field_number; /* of the current field; at a row's end, the number of its fields */
    size_t columns;      /* fields of the header; 0 before its end */
    uint64_t bytes;      /* read so far */
    const char *plain;   /* the current row's text, if it has no quotes; else NULL */
    size_t plain_length;

    /* Private. */
    uint64_t line_read, field_line;
    size_t row_bytes;
    int row_is_open;
    char last;
    char held[64]; /* a row's first field where it is blank: perhaps the line is */
    size_t held_length;
    int is_holding;
};

/* Returns at the end of the file; fails with one line on whatever is not CSV. */
void csv_rows_read(csv_rows *rows);

#endif
