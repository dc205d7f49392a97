/* Makes one call of the library, with any layout that the header allows, and checks its memory byte by byte.
   `waylay check`, layouts_test and the fuzzer use these functions for every behaviour. The functions need
   only memcpy from the C library, and the caller supplies all memory.

   1. Zero a laid_call. Set its behaviour, agents, together and truth, and the fields of its batch that
      laid_keep does not set.
   2. Add regions of memory, and set where in a region each column is. A column that is not set is not passed.
      An output overwrites an input if the output's laid_column is a copy of the input's. A column may have
      another type, a list of rows, and pages. Runners may be in several tables.
   3. Write values: laid_draw, laid_draw_targets, laid_put.
   4. laid_keep saves a copy of all memory, and makes `given_in`, `given_out` and `batch` for the library.
      laid_work_out computes the expected answers with plain C's kernels, on tight columns of floats. These
      columns include defaults and looked-up targets. Positions in doubles are relative to the agent's own.
   5. Call laid_run once or in ranges, or any other call with the same arguments. Then laid_check compares the
      answers with the expected answers, and all other bytes with the kept copy. laid_check restores the kept
      memory, so step 5 can be repeated on the next instruction set. */
#ifndef LAID_CALL_H
#define LAID_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LAID_COLUMNS = 32, /* no behaviour has more inputs, or more outputs */
    LAID_TABLES = 3,
    /* a column needs up to three regions: data, list of rows, pages; the index, parts and walls need more */
    LAID_REGIONS = 3 * ((2 + LAID_TABLES) * LAID_COLUMNS + LAID_TABLES + 3) + 5,
    LAID_TOGETHER = 16,
    LAID_GUARD = 64 /* bytes: a cache line, so that guards do not change where columns begin within a line */
};

/* Every 4 bytes of a region have this value before they are written. If a call reads this value, which is a
   NaN, its answers are wrong, and the check notices. */
#define LAID_UNTOUCHED 0x7fc0deadu

/* Memory of a call. The call may change only its outputs in this memory. */
typedef struct laid_region {
    unsigned char *memory, *kept;
    size_t bytes;
} laid_region;

/* The layout of a column. */
typedef struct laid_column {
    bool is_there;
    int32_t type; /* a way_element */
    size_t region;
    size_t rows;            /* 1: all rows have one value */
    ptrdiff_t origin, step; /* bytes from the region's start to element 0, and from element to element */
    ptrdiff_t stride;       /* the stride that the library gets: `step`, or any value if there is one row */
    size_t list;            /* 0: no list of rows; otherwise 1 + the region that holds it */
    size_t pages, page;     /* pages: 0, or 1 + the region of the pages' addresses; page: elements per page */
} laid_column;

/* An array of records: the form of a region with several columns. */
typedef struct laid_records {
    size_t rows, size;    /* size: bytes from one record to the next, a multiple of 4, or of 2 for halves */
    size_t front, behind; /* bytes before and after the records */
    bool backwards;       /* row 0 is the last record in memory */
    bool same;            /* one record for all rows */
} laid_records;

size_t laid_bytes(const laid_records *records);
laid_column laid_field(const laid_records *records, size_t region, size_t field);

/* Runners in a separate table. */
typedef struct laid_table {
    laid_column in[LAID_COLUMNS], generation;
    size_t runners;
    way_column given[LAID_COLUMNS];
} laid_table;

typedef struct laid_call {
    const way_behaviour *behaviour;
    way_batch batch; /* laid_keep sets index, parts, and each field with a laid_column here */
    size_t agents;   /* rows of the chasers' columns and of outputs */
    size_t distinct; /* if it is from 1 to agents - 1, row i repeats row i - distinct; else no row repeats */
    size_t together; /* agents per call of plain C, 1 to LAID_TOGETHER; more agents per call are faster */
    laid_column in[LAID_COLUMNS], out[LAID_COLUMNS], index;
    laid_column target, target_row, target_part, target_generation, generation, part;
    laid_table table[LAID_TABLES];
    size_t tables; /* 0: runners are in `in`; otherwise part p of the batch is table p % tables */
    size_t parts;  /* if tables is not 0: the region that holds the batch's parts */
    laid_region region[LAID_REGIONS];
    size_t regions;
    uint32_t *truth; /* the expected outputs: laid_truth_words() words */
    bool counts_places;
    double *origin; /* if laid_counts_places(): the origin of each agent in `truth`, as x, y, z */
    way_column given_in[LAID_COLUMNS];
    way_column_out given_out[LAID_COLUMNS];
} laid_call;

typedef enum laid_verdict {
    LAID_RIGHT,
    LAID_REFUSED,   /* the library returned `refusal`; other fields are not set */
    LAID_UNSOUND,   /* plain C's output is not a number, or not a known word */
    LAID_DIFFERENT, /* the output differs from plain C's */
    LAID_STRAY      /* the call wrote a word that is not one of its outputs */
} laid_verdict;

typedef struct laid_finding {
    laid_verdict verdict;
    way_result refusal;
    size_t agent, position, output; /* position: the agent's position in the batch */
    size_t region, byte;            /* LAID_STRAY: where the word is */
    uint64_t expected, got;         /* 4 bytes, or 8 bytes for an output of doubles */
} laid_finding;

/* Adds a region and returns its number. `kept` is memory for a copy of the region, as large as `memory`. */
size_t laid_add_region(laid_call *call, void *memory, void *kept, size_t bytes);
size_t laid_truth_words(const laid_call *call);

size_t laid_size(int32_t type);
void *laid_cell(const laid_call *call, const laid_column *column, size_t row);
/* Returns the kept element as a 4-byte word. Doubles and halves become the nearest float. */
uint32_t laid_get(const laid_call *call, const laid_column *column, size_t row);
/* Writes `word` in the column's type. If the type is double or half, the float in `word` is converted; a half
   is rounded towards 0. Does nothing if the column has no such row. */
void laid_put(laid_call *call, const laid_column *column, size_t row, uint32_t word);
/* Writes these bits to the element. */
void laid_put_bits(laid_call *call, const laid_column *column, size_t row, uint64_t bits);

/* Gives the column a shuffled list of rows, so that each row uses a different element. The region holds the
   list, 4 bytes per row. */
void laid_list(laid_call *call, laid_column *column, size_t region, uint64_t *dice);
/* Puts the column's elements in pages of `page` elements, in random order. `region` has laid_pages() pointers
   and gets the pages' addresses. The column's own region must have room for whole pages. */
size_t laid_pages(size_t rows, size_t page);
void laid_page(laid_call *call, laid_column *column, size_t page, size_t region, uint64_t *dice);

/* Draws the inputs of every row with draw_agent. Doubles have more digits than floats, and positions in
   doubles are often far away. */
void laid_draw(laid_call *call, uint64_t *dice, uint32_t hardness);
/* Draws all columns that lead to a runner. About `nobodies` of 256 targets lead to no runner. */
void laid_draw_targets(laid_call *call, uint64_t *dice, uint32_t nobodies);

void laid_keep(laid_call *call);
/* Computes the expected answers. Returns false if plain C refuses the call or gives an unsound answer.
   Afterwards, the library still uses the plain C kernels. */
bool laid_work_out(laid_call *call, laid_finding *finding);
/* Calls the library for `count` agents of the batch, without the first `from` agents. */
way_result laid_run(const laid_call *call, size_t from, size_t count);
bool laid_check(laid_call *call, laid_finding *finding);
/* Checks that a refused call has changed no byte. */
bool laid_check_untouched(laid_call *call, laid_finding *finding);

/* Returns the agent at this position of the index, or the position itself if there is no index. */
size_t laid_agent_at(const laid_call *call, size_t place);
/* An agent's target: a table and a row of this table's columns. The row is SIZE_MAX if the agent has no
   target. */
typedef struct laid_runner {
    size_t table, row;
} laid_runner;
laid_runner laid_runner_of(const laid_call *call, size_t agent);
/* Are the expected positions relative to the agent's own position? */
bool laid_counts_places(const laid_call *call);
/* Writes an agent's inputs as plain C gets them: in the order of the registry, with defaults written out. */
void laid_inputs_of(const laid_call *call, size_t agent, uint32_t *values);
/* Returns the expected answer after laid_work_out, or LAID_UNTOUCHED if the agent is not in the batch. If
   positions are relative, `origin` is not yet added. */
uint32_t *laid_truth(const laid_call *call, size_t output, size_t agent);

#ifdef __cplusplus
}
#endif

#endif
