/* Glue for flecs 4: runners, targets and candidates that lie in many tables. It needs flecs.h and
   libwaylay, and allocates with flecs's allocator. Entities need 64-bit numbers and a little-endian
   machine. Lists are made in a system that is not multi-threaded, before the systems that read them.
   docs/hosts/flecs.md has examples. */
#ifndef WAYLAY_FLECS_H
#define WAYLAY_FLECS_H

#include <flecs.h>
#include <string.h>

#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The columns of an array of entities: their numbers and their generations. */
static inline way_column way_flecs_number(const ecs_entity_t *first) {
    return way_at((const uint32_t *)(const void *)first, sizeof *first);
}
static inline way_column way_flecs_generation(const ecs_entity_t *first) {
    return way_at((const uint32_t *)(const void *)first + 1, sizeof *first);
}

/* Returns memory with room for `count` elements. What it held stays, and new bytes are `fill`. */
static inline void *way_flecs_grow(void *memory, size_t *room, size_t count, size_t size, int fill) {
    if (count <= *room)
        return memory;
    const size_t more = *room * 2 > count ? *room * 2 : count;
    memory = ecs_os_realloc(memory, (ecs_size_t)(more * size));
    memset((char *)memory + *room * size, fill, (more - *room) * size);
    *room = more;
    return memory;
}

/* The tables that hold runners of a behaviour, for example of lead2d, or candidates of choices, neighbours or
   avoidance. Zero-initialise it. The columns are those of the `_in` struct. */
typedef struct way_flecs_tables {
    char *columns; /* an `_in` struct for each table */
    way_part *parts;
    way_search_part *search;       /* the tables as runner_parts of way_choice or way_avoidance */
    const ecs_entity_t **entities; /* the entities of each table */
    uint32_t *row_of, *part_of;    /* for each number of a runner, its row and its table */
    size_t struct_size, tables, columns_room, parts_room, search_room, entities_room, rows_room, map_room;
} way_flecs_tables;

/* Empties the list. Call it in each frame before the first table, with the size of the `_in` struct. */
static inline void way_flecs_begin(way_flecs_tables *t, size_t struct_size) {
    t->columns_room = t->struct_size == struct_size ? t->columns_room : 0;
    t->struct_size = struct_size, t->tables = 0;
    if (t->map_room > 0) { /* entities that have left the tables have no row: 0xffffffff */
        memset(t->row_of, 0xff, t->rows_room * sizeof *t->row_of);
        memset(t->part_of, 0xff, t->map_room * sizeof *t->part_of);
    }
}

/* Adds the iterator's table of candidates. Returns its zeroed `_in` struct: set the runner columns in it. The
   pointer is valid until the next table is added. */
static inline void *way_flecs_add_candidates(way_flecs_tables *t, const ecs_iter_t *it) {
    const size_t table = t->tables++;
    t->columns = (char *)way_flecs_grow(t->columns, &t->columns_room, t->tables, t->struct_size, 0);
    t->parts = (way_part *)way_flecs_grow(t->parts, &t->parts_room, t->tables, sizeof *t->parts, 0);
    t->search =
        (way_search_part *)way_flecs_grow(t->search, &t->search_room, t->tables, sizeof *t->search, 0);
    t->entities = (const ecs_entity_t **)way_flecs_grow((void *)t->entities, &t->entities_room, t->tables,
                                                        sizeof *t->entities, 0);
    t->parts[table].count = t->search[table].count = (size_t)it->count;
    t->parts[table].generation = way_flecs_generation(it->entities);
    t->entities[table] = it->entities;
    void *in = t->columns + table * t->struct_size;
    memset(in, 0, t->struct_size);
    return in;
}

/* The same for runners, which targets name by their entities. */
static inline void *way_flecs_add_table(way_flecs_tables *t, const ecs_iter_t *it) {
    const uint32_t table = (uint32_t)t->tables;
    for (int32_t i = 0; i < it->count; i++) {
        const size_t number = (uint32_t)it->entities[i];
        t->row_of = (uint32_t *)way_flecs_grow(t->row_of, &t->rows_room, number + 1, 4, 0xff);
        t->part_of = (uint32_t *)way_flecs_grow(t->part_of, &t->map_room, number + 1, 4, 0xff);
        t->row_of[number] = (uint32_t)i, t->part_of[number] = table;
    }
    return way_flecs_add_candidates(t, it);
}

/* Ends the list: from now on, batches, choices and avoidance can use it, until entities are made, changed or
   deleted. */
static inline void way_flecs_end(way_flecs_tables *t) {
    for (size_t k = 0; k < t->tables; k++) {
        t->parts[k].columns = (const way_column *)(const void *)(t->columns + k * t->struct_size);
        t->search[k].in = t->parts[k].columns;
    }
}

/* Returns the entity that a call answers as a row of all tables, or 0. */
static inline ecs_entity_t way_flecs_entity(const way_flecs_tables *t, uint32_t row) {
    size_t within;
    const size_t table = way_find_part(t->search, t->tables, row, &within);
    return table < t->tables ? t->entities[table][within] : 0;
}

/* The targets of a batch whose chasers' targets are entities, one every `stride` bytes. An entity that no
   table has, or that was deleted, is no target. */
static inline way_targets way_flecs_targets(const way_flecs_tables *t, const ecs_entity_t *first,
                                            size_t stride) {
    way_targets targets = WAY_INIT;
    const uint32_t *half = (const uint32_t *)(const void *)first;
    targets.row = way_at(half, stride), targets.generation = way_at(half + 1, stride);
    targets.parts = t->parts, targets.part_count = (uint32_t)t->tables;
    targets.row_of = t->row_of, targets.part_of = t->part_of, targets.map_size = t->map_room;
    return targets;
}

static inline void way_flecs_free_tables(way_flecs_tables *t) {
    ecs_os_free(t->columns), ecs_os_free(t->parts), ecs_os_free(t->search), ecs_os_free((void *)t->entities);
    ecs_os_free(t->row_of), ecs_os_free(t->part_of);
    memset(t, 0, sizeof *t);
}

#ifdef __cplusplus
}
#endif

#endif
