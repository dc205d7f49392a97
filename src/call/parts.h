/* Columns of several tables, as one column: see way_search_part (choose.h).

   If a call reads several tables, the page of its columns is WAY_IN_PARTS. way_pack, way_unpack and the other
   functions of columns.h then find the part of an element. So the rest of the call reads one table with the
   rows of all parts. A caller cannot pass such a column, because check.c refuses a negative page. */
#ifndef WAY_PARTS_H
#define WAY_PARTS_H

#include "call/columns.h"
#include "waylay/choose.h"

/* The first rows of at most this number of parts are stored, evenly spaced. A search begins at one of them
   and adds up the rows of the next parts. */
enum { WAY_PARTS_KEPT = 8 };

typedef struct way_parts {
    const way_search_part *part;
    size_t count;
    int dims, x, own_x; /* positions, in the struct, of the first position column, and of the agents' own */
    size_t step, first[WAY_PARTS_KEPT];
    size_t last, last_first; /* the part that the last search found, and its first row */
} way_parts;

/* Sets `part`, `count` and the members that find rows. The caller sets the positions. */
void way_set_parts(way_parts *to, const way_search_part *parts, size_t count);

/* Sets an input of all parts: the column at position `at` of the struct. If no part with rows has this
   column, the result has no data. `also` is 0 or the position, counted from 1, of a column of the agents. In
   a part that lacks the input, the agents' column replaces it, if the part's candidates have the same
   position columns as its agents. */
void way_span_column(way_column *to, way_parts *of, int at, int also, const uint32_t *fallback);

/* Sets an output of all parts, with `best` elements for each chooser. */
void way_span_output(way_column_out *to, way_parts *of, int at, size_t best);

/* Does the column hold doubles, in at least one part if there are several tables? */
int way_has_doubles(const way_column *column);

/* Do all parts with candidates have the column at this position of the struct? */
int way_all_parts_have(const way_parts *of, int at);

/* Do these position columns of a table, from x on, have the same elements as those of another table? Columns
   that are single values do not count. */
int way_are_same_places(const way_column *x, const way_column *other_x, int dims);

/* Do two columns, both with page WAY_IN_PARTS, consist of the same columns of the same tables, in the same
   order? */
int way_are_same_parts(const way_column *own, const way_column *other);

/* Writes the row that each of these choosers has among the candidates, or WAY_NO_ROW. A chooser is a candidate
   of the first table that has the chooser's address in its position columns: see way_compare_columns. */
void way_find_selves(const way_column *own, const way_column *other, way_numbers choosers, int count,
                     float *row);

#endif
