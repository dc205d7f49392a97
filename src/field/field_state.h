/* Declares the state of a field that is being computed. The state is in the caller's memory, so that a call
   can continue where the last call stopped. All arrays have a border of closed cells, so that each cell has
   eight neighbours. */
#ifndef WAY_FIELD_STATE_H
#define WAY_FIELD_STATE_H

#include "waylay/field.h"

#define WAY_FIELD_MARK 0x57414c46u
#define WAY_FIELD_NONE UINT32_MAX /* the label of an open cell that no path has reached yet */
#define WAY_FIELD_BUCKETS 1024    /* a power of two above 2 * 2 * 255 + 2; see set_buckets */
#define WAY_FIELD_CHUNK 32        /* words of a chunk, for a link and up to 31 cells */
#define WAY_FIELD_SPARE 64        /* chunks that may be necessary to expand the cells of one chunk */
#define WAY_FIELD_SIDE 16000      /* the largest width and height, because cell numbers have 28 bits */
#define WAY_FIELD_SIGHT 64        /* the largest sight of an agent, in cells */
#define WAY_FIELD_EVEN 16         /* bit of a mask: the cell and its neighbours are open and cost the same */
#define WAY_FIELD_FULL 8u         /* instead of a direction: the cell labels all of its neighbours */

enum { WAY_FIELD_PREPARE, WAY_FIELD_SEED, WAY_FIELD_SEARCH, WAY_FIELD_WRITE, WAY_FIELD_DONE };

typedef struct way_field_state {
    uint32_t mark, stage, field, field_count;
    uint32_t width, height, stride, cells; /* stride and cells include the border */
    uint32_t straight, diagonal, cut_corners, shift;
    uint32_t least, most;    /* the smallest and the largest cost of an open cell */
    uint32_t row, low, high; /* the row that the stage handles next, and the rows to write */
    uint32_t slots;          /* buckets in use, a power of two */
    uint32_t at;             /* number of the present bucket: its labels have label >> shift == at */
    uint32_t chunks, fresh;  /* number of chunks in the pool, and the first chunk that was never used */
    uint32_t free_chunk;     /* the list of chunks that are free again */
    uint32_t spare;          /* number of chunks that are free again or were never used */
    uint32_t listed, seeded; /* number of cells in `list`, and of those that are already in buckets */
    uint32_t too_far, updating;
    uint32_t gaps; /* number of rows whose gaps are known */
    double near;   /* (2 clearance)^2: a cell with a smaller (2 distance)^2 is closed */
    uint64_t busy[WAY_FIELD_BUCKETS / 64];
    uint32_t top[WAY_FIELD_BUCKETS]; /* for each bucket, the index in the pool at which its next cell goes */
    size_t label_at, pool_at, list_at, sums_at, cost_at, mask_at, gap_at; /* offsets of the arrays below */
} way_field_state;

/* The arrays of a state. */
typedef struct way_field_grid {
    uint32_t *label; /* remaining cost; WAY_FIELD_NONE: not reached; closed cells: 0, so that no path improves
                        them */
    uint32_t *pool;  /* the chunks, which hold the cells of the buckets */
    uint32_t *list;  /* cells from which the search starts, sorted by label */
    uint32_t *sums;  /* eight rows of sums, for the stage that writes */
    uint8_t *cost;   /* cost of a cell, 0 if it is closed by a wall or by the clearance */
    uint8_t *mask;   /* bits 0 to 3 allow the steps 1, 3, 5, 7; bit 4 is WAY_FIELD_EVEN; bit 7 means that the
                        cell is in `list` */
    uint8_t *gap;    /* distance in columns to the nearest wall of the same row, at most 255 */
} way_field_grid;

static inline way_field_grid way_field_arrays(way_field_state *s) {
    char *at = (char *)s;
    return (way_field_grid){(uint32_t *)(void *)(at + s->label_at),
                            (uint32_t *)(void *)(at + s->pool_at),
                            (uint32_t *)(void *)(at + s->list_at),
                            (uint32_t *)(void *)(at + s->sums_at),
                            (uint8_t *)(at + s->cost_at),
                            (uint8_t *)(at + s->mask_at),
                            (uint8_t *)(at + s->gap_at)};
}

/* Lays out the arrays of a grid and returns the size of the memory, or 0 if the grid is too large. */
size_t way_field_lay_out(way_field_state *s, uint32_t width, uint32_t height);

/* Closes the border. */
void way_field_close_border(way_field_state *s);
/* Reads the gaps of a row; row 0 is the first row after the border. */
void way_field_read_gaps(way_field_state *s, const uint8_t *costs, uint32_t row);
/* Returns how many rows away, above or below, a wall can be and still close the cell. */
uint32_t way_field_reach(const way_field_state *s);
/* Reads the costs of a row; needs the gaps of the rows within reach. */
void way_field_read_costs(way_field_state *s, const uint8_t *costs, uint32_t row);
/* Resets the labels of a row to their values before a search. */
void way_field_unlabel(way_field_state *s, uint32_t row);
/* Sets the masks of a row; needs the costs of the row above and below. */
void way_field_set_masks(way_field_state *s, uint32_t row);
/* Writes the answers of rows `first` to `end - 1` to the field's arrays `cost` and `next`; either may be
   NULL. */
void way_field_write(way_field_state *s, uint32_t first, uint32_t end, uint32_t *cost, int8_t *next);

/* Empties all buckets, and sets their number by the smallest and the largest cost. */
void way_field_empty(way_field_state *s);
/* Sorts the list by labels. */
void way_field_sort(way_field_state *s);
/* Settles at least `budget` cells, or all that are left. Returns the number of cells that were taken from
   buckets. */
size_t way_field_search(way_field_state *s, size_t budget);

#endif
