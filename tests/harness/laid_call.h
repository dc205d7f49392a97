/* One call of the library on agents that lie in memory in any way the header allows, checked to the byte. The
   engine of `waylay check`, of the test of layouts and of the fuzzer; it needs memcpy of a C library, and
   caller-supplied memory. Nothing here knows a behaviour by name.

   1. Zero a laid_call. Give it a behaviour, a batch (but for what laid_keep makes), agents, together and truth.
   2. Add regions of memory, and say where in them each column lies. A column left out is not given, or not
      wanted. An output that is a copy of an input's column is in place. A column may have a type, a list of rows
      and pages; runners may lie in several tables.
   3. Write values: laid_draw, laid_draw_targets, laid_put.
   4. laid_keep keeps all memory as it is, and makes `given_in`, `given_out` and `batch` for the library.
      laid_work_out finds the answers: of the plain C table, on tight columns of floats, each default written out,
      each target looked up, each place that is a double counted from the agent's own.
   5. laid_run once or in parts, or any other call with the same arguments; then laid_check compares the
      answers, and all other bytes with what they were. Afterwards memory is as it was kept: step 5 again,
      under the next table. */
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
    LAID_COLUMNS = 32, /* at most, of inputs, and of outputs */
    LAID_TABLES = 3,
    /* each column with a list and pages; what targets go by; the index, parts, walls */
    LAID_REGIONS = 3 * ((2 + LAID_TABLES) * LAID_COLUMNS + LAID_TABLES + 3) + 5,
    LAID_TOGETHER = 16,
    LAID_GUARD = 64 /* bytes, a line: columns keep their place on lines */
};

/* What each word of a region holds until something is written. A NaN: an answer shows who reads it. */
#define LAID_UNTOUCHED 0x7fc0deadu

/* Memory of which no byte may change but the call's answers. */
typedef struct laid_region {
    unsigned char *memory, *kept;
    size_t bytes;
} laid_region;

/* Where a column lies. */
typedef struct laid_column {
    bool is_there;
    int32_t type; /* a way_element */
    size_t region;
    size_t rows;            /* 1 where it is one value for all */
    ptrdiff_t origin, step; /* bytes from the region's begin to element 0, and from element to element */
    ptrdiff_t stride;       /* given to the library: step, or another one where there is one row */
    size_t list;            /* 0, or 1 + the region of the rows' elements */
    size_t pages, page;     /* 0, or 1 + the region of the pages' addresses, and the elements in a page */
} laid_column;

/* Records side by side: a region's form, and where a field of them lies. */
typedef struct laid_records {
    size_t rows, size;    /* bytes from one record to the next, a multiple of 4, or of 2 for halves */
    size_t front, behind; /* bytes around them */
    bool backwards;       /* row 0 lies last */
    bool same;            /* one record for all rows */
} laid_records;

size_t laid_bytes(const laid_records *records);
laid_column laid_field(const laid_records *records, size_t region, size_t field);

/* Runners in a table of their own. */
typedef struct laid_table {
    laid_column in[LAID_COLUMNS], generation;
    size_t runners;
    way_column given[LAID_COLUMNS];
} laid_table;

typedef struct laid_call {
    const way_behaviour *behaviour;
    way_batch batch; /* laid_keep makes index, parts, and what is a laid_column here */
    size_t agents;   /* rows of the chasers' columns and of outputs */
    size_t distinct; /* row i repeats row i - distinct; 0, or agents and more: none does */
    size_t together; /* agents a call of plain C, 1 to LAID_TOGETHER: as many take as long as one */
    laid_column in[LAID_COLUMNS], out[LAID_COLUMNS], index;
    laid_column target, target_row, target_part, target_generation, generation, part;
    laid_table table[LAID_TABLES];
    size_t
        tables; /* 0: runners are in `in`; part p is table p % tables, and there are batch.part_count of them */
    size_t parts; /* the region of the parts, with tables */
    laid_region region[LAID_REGIONS];
    size_t regions;
    uint32_t *truth; /* laid_truth_words() of them */
    bool counts_places;
    double *origin; /* where laid_counts_places(): three for each agent that has a truth of its own */
    way_column given_in[LAID_COLUMNS];
    way_column_out given_out[LAID_COLUMNS];
} laid_call;

typedef enum laid_verdict {
    LAID_RIGHT,
    LAID_REFUSED,   /* the library returned `refusal`; nothing else is said */
    LAID_UNSOUND,   /* plain C: the output is not a number, or not a known word */
    LAID_DIFFERENT, /* the output differs from plain C's */
    LAID_STRAY      /* the call wrote a word that is not one of its outputs */
} laid_verdict;

typedef struct laid_finding {
    laid_verdict verdict;
    way_result refusal;
    size_t agent, position, output; /* position: in the batch */
    size_t region, byte;            /* of a stray word */
    uint64_t expected, got;         /* 4 bytes, or 8 of an output of doubles */
} laid_finding;

/* The region's number. `kept` is as large as `memory`. */
size_t laid_add_region(laid_call *call, void *memory, void *kept, size_t bytes);
size_t laid_truth_words(const laid_call *call);

size_t laid_size(int32_t type);
void *laid_cell(const laid_call *call, const laid_column *column, size_t row);
/* As it was kept, as the word of 4 bytes that behaviours know: other types as the nearest float. */
uint32_t laid_get(const laid_call *call, const laid_column *column, size_t row);
/* A double of that float; a half that is no larger. Nothing happens where the column has no such row. */
void laid_put(laid_call *call, const laid_column *column, size_t row, uint32_t word);
/* An element as it lies there. */
void laid_put_bits(laid_call *call, const laid_column *column, size_t row, uint64_t bits);

/* Each row has another element, by a list in this region of 4 bytes a row. */
void laid_list(laid_call *call, laid_column *column, size_t region, uint64_t *dice);
/* The elements lie in pages, in any order, whose addresses are in this region of laid_pages() pointers. The column's own
   region has room for whole pages. */
size_t laid_pages(size_t rows, size_t page);
void laid_page(laid_call *call, laid_column *column, size_t page, size_t region, uint64_t *dice);

/* Inputs of every row: see draw_agent. Doubles have digits that floats have not, and places in doubles are often far
   away. */
void laid_draw(laid_call *call, uint64_t *dice, uint32_t hardness);
/* Draws all columns that lead to a runner. `nobodies` of 256 lead to none. */
void laid_draw_targets(laid_call *call, uint64_t *dice, uint32_t nobodies);

void laid_keep(laid_call *call);
/* False where plain C refuses the call or gives no sound answer. Leaves plain C in use. */
bool laid_work_out(laid_call *call, laid_finding *finding);
/* `count` agents of the batch, after the first `from`. */
way_result laid_run(const laid_call *call, size_t from, size_t count);
bool laid_check(laid_call *call, laid_finding *finding);
/* After a call that was refused: no byte may have changed. */
bool laid_check_untouched(laid_call *call, laid_finding *finding);

/* The agent at this place of the columns' rows or of the index. */
size_t laid_agent_at(const laid_call *call, size_t place);
/* An agent's target: a table, and a row of the runners' columns. SIZE_MAX: no target. */
typedef struct laid_runner {
    size_t table, row;
} laid_runner;
laid_runner laid_runner_of(const laid_call *call, size_t agent);
/* Are places counted from the agent's own? */
bool laid_counts_places(const laid_call *call);
/* An agent's inputs in the order of the registry, defaults written out, as plain C is given them. */
void laid_inputs_of(const laid_call *call, size_t agent, uint32_t *values);
/* After laid_work_out. LAID_UNTOUCHED where the agent is not in the batch. A place that is counted from `origin` lacks
   it. */
uint32_t *laid_truth(const laid_call *call, size_t output, size_t agent);

#ifdef __cplusplus
}
#endif

#endif
