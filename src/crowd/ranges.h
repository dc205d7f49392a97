/* Declares the search that lists all candidates in the ranges of neighbouring choosers, sixteen choosers at a
   time. */
#ifndef WAY_RANGES_H
#define WAY_RANGES_H

#include "crowd/search.h"

/* One chooser of the search, and its list. way_chooser has the same bounds. */
typedef struct way_asker {
    float place[3];
    float limit,
        sure; /* candidates up to the squared distance `sure` are in range, candidates above `limit` are
                 not */
    uint32_t self;
    double from, to;
    uint32_t *rows;      /* NULL: candidates are only counted, or go to the log */
    float *squares;      /* NULL, or memory for their squared distances */
    way_neighbour *list; /* used for a sorted list, instead of `rows` */
    size_t count;        /* candidates found so far */
} way_asker;

/* A log of what a search has found, until it is known where each list begins. For unsorted lists, the log of
   a group of choosers has the number of rounds, and then, for each round and chooser, the number of
   candidates and their rows. For sorted lists, it has for each chooser an element whose row is the number of
   candidates, and then the sorted list. */
typedef struct way_log {
    uint32_t *rows;      /* NULL if there is no log of unsorted lists */
    float *squares;      /* NULL, or their squared distances, at the same places */
    way_neighbour *list; /* NULL if there is no log of sorted lists */
    size_t used, room;
    int is_full;  /* 1 if there was no room for an entry */
    int is_dense; /* 1 if a sorted list is too long for this search */
} way_log;

/* [0]: 2D; [1]: 3D. list: appends to each chooser's list the candidates in its range, in the order of the
   crowd. sort: does the same in the order of their distances. */
typedef struct way_ranges {
    void (*list[2])(way_asker *askers, int count, const way_crowd *crowd, way_log *log);
    void (*sort[2])(way_asker *askers, int count, const way_crowd *crowd, way_log *log);
} way_ranges;
WAY_EACH_TABLE(WAY_DECLARE_LANES, way_ranges)

#endif
