/* Glue for flecs 4: runners, targets and candidates that lie in many tables. It needs flecs.h and
   libwaylay, and allocates with flecs's allocator. Entities need 64-bit numbers and a little-endian
   machine. Lists are made in a system that is not multi-threaded, before the systems that read them.
   docs/hosts/flecs.md has examples. */
#ifndef WAYLAY_FLECS_H
#define WAYLAY_FLECS_H

#include <flecs.h>
#include <stdio.h>
#include <string.h>

#include "waylay/waylay.h"

#if defined __cplusplus && defined FLECS_CPP
/* Returns the id of a component in C++, or 0 if the world does not have it. */
template <class Component> ecs_entity_t way_flecs_id_of(const ecs_iter_t *it) {
    flecs::world_t *const world = const_cast<flecs::world_t *>(ecs_get_world(it->world));
    return flecs::_::type<Component>::registered(world) ? flecs::_::type<Component>::id(world) : 0;
}
#define way_flecs_id(it, type) way_flecs_id_of<type>(it)
#else
#define way_flecs_id(it, type) 0
#endif

/* Is a member a float? The member is not read. */
#ifdef __cplusplus
template <class Member> char way_flecs_kind(const Member &);
char (&way_flecs_kind(const float &))[2];
#define way_flecs_is_float(member) (sizeof(way_flecs_kind(member)) == 2)
#else
#define way_flecs_is_float(member) _Generic((member), float : 1, default : 0)
#endif

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

/* Ends the program, also in release builds, if the calls below are used wrongly. flecs writes the message to
   stdout, which may be a file. */
#define way_flecs_end(...)                                                                                   \
    (ecs_abort_(ECS_INVALID_OPERATION, __FILE__, __LINE__, __VA_ARGS__), fflush(stdout), ecs_os_abort())
static inline void way_flecs_check(int is_right, const char *mistake) {
    if (!is_right)
        way_flecs_end("waylay: %s", mistake);
}

/* Fields ------------------------------------------------------------------------------------------------------

   way_flecs_in(it, 0, Position, x) is a member of field 0 of the iterator, as an input; way_flecs_out is the same
   as an output. If a component is inherited, shared or a singleton, all rows have its one value. If the table
   lacks an optional component, the column is not set: the input has its default, and the output is not computed.
   A sparse component has no column: it ends the program, as does an output to a component of another entity or
   to a field that the query does not write, or a type that is not the field's component. C++ compares ids. C
   compares symbols, the names in ECS_COMPONENT, and accepts each type of the component's size that is the symbol
   of no component. */
#define way_flecs_in(it, index, type, member)                                                                \
    way_flecs_if_set((it), (index),                                                                          \
                     way_at(&((const type *)way_flecs_first((it), (index), type))->member,                   \
                            way_flecs_stride((it), (index), sizeof(type))),                                  \
                     way_flecs_is_float(((type *)NULL)->member))
#define way_flecs_out(it, index, type, member)                                                               \
    way_flecs_out_if_own(                                                                                    \
        (it), (index),                                                                                       \
        way_to(&((type *)way_flecs_first((it), (index), type))->member, (ptrdiff_t)sizeof(type)),            \
        way_flecs_is_float(((type *)NULL)->member))
#define way_flecs_first(it, index, type)                                                                     \
    way_flecs_field((it), (index), sizeof(type), #type, way_flecs_id((it), type))

/* Reads or writes a number that other threads may read or write at the same time. */
static inline uint32_t way_flecs_load(const volatile uint32_t *number) {
#ifdef __GNUC__
    return __atomic_load_n(number, __ATOMIC_RELAXED);
#else
    return *number;
#endif
}
static inline void way_flecs_store(volatile uint32_t *number, uint32_t value) {
#ifdef __GNUC__
    __atomic_store_n(number, value, __ATOMIC_RELAXED);
#else
    *number = value;
#endif
}

/* A column of bits or rows has the same type as a column of floats, so way_choose2d cannot refuse a float as a
   mask. So way_flecs_in and way_flecs_out note a hash of each member's address, its component and the frame, and
   if the member is a float. Newer notes replace older ones, so a mistake may be missed. */
static inline volatile uint32_t *way_flecs_note(const ecs_world_t *world, ecs_id_t component,
                                                const void *member, int is_out, uint32_t *note) {
    static volatile uint32_t notes[256];
    const uint64_t place = (uint64_t)(uintptr_t)member + (is_out != 0); /* members begin at multiples of 4 */
    uint64_t hash = place * 0x9e3779b97f4a7c15u;
    volatile uint32_t *const at = &notes[hash >> 56];
    hash = (hash ^ component) * 0xd6e8feb86659fd93u;
    hash = (hash ^ (uint64_t)ecs_get_world_info(world)->frame_count_total) * 0x9e3779b97f4a7c15u;
    *note = (uint32_t)(hash >> 32) & ~1u;
    return at;
}
static inline void way_flecs_write_note(const ecs_iter_t *it, int index, const void *member, int is_out,
                                        int is_float) {
    uint32_t note;
    volatile uint32_t *const to =
        way_flecs_note(it->world, ecs_field_id(it, (int8_t)index), member, is_out, &note);
    way_flecs_store(to, note | (is_float != 0));
}
/* Ends the program if a column of bits or rows is a member that is a float. Only memory of the table is checked:
   flecs may have freed other memory since the note. */
static inline void way_flecs_check_words(const ecs_world_t *world, const ecs_table_t *table,
                                         const void *member, int is_out, const char *name) {
    for (int32_t i = 0; member != NULL && table != NULL && i < ecs_table_column_count(table); i++) {
        const uintptr_t first = (uintptr_t)ecs_table_get_column(table, i, 0);
        if ((uintptr_t)member - first >= ecs_table_get_column_size(table, i) * (size_t)ecs_table_count(table))
            continue;
        const int32_t type = ecs_table_column_to_type_index(table, i);
        uint32_t note;
        volatile uint32_t *const at =
            way_flecs_note(world, ecs_table_get_type(table)->array[type], member, is_out, &note);
        if (way_flecs_load(at) == (note | 1))
            way_flecs_end("waylay: %s is a column of uint32_t, but the member of the component is a float",
                          name);
    }
}

static inline void way_flecs_check_field(int is_right, const ecs_iter_t *it, int index, const char *mistake) {
    if (!is_right)
        way_flecs_end("waylay: field %d (%s) %s", index,
                      ecs_id_str(it->world, ecs_field_id(it, (int8_t)index)), mistake);
}

static inline int8_t way_flecs_index(const ecs_iter_t *it, int index) {
    way_flecs_check(index >= 0 && index < it->field_count, "a query has no field of this number");
    return (int8_t)index;
}

/* Ends the program if a field has another component. `id` is that of the type, or 0: look for its name. flecs
   gives no size to a field whose component differs between tables, as with EcsOr or a pair with a wildcard: the
   size is then that of the component in this table. */
static inline void way_flecs_check_component(const ecs_iter_t *it, int8_t field, size_t size,
                                             const char *type, ecs_entity_t id) {
    const ecs_type_info_t *const info = ecs_get_type_info(it->world, ecs_field_id(it, field));
    const ecs_entity_t found = info != NULL ? info->component : 0;
    const char *const symbol = id == 0 ? ecs_get_symbol(it->world, found) : NULL;
    if (id == 0 && (symbol == NULL || strcmp(symbol, type) != 0))
        id = ecs_lookup_symbol(it->world, type, false, false);
    const int is_size = ecs_field_size(it, field) == size || (info != NULL && (size_t)info->size == size);
    if (!is_size || (id != 0 && id != found))
        way_flecs_end("waylay: field %d (%s) has another type than is read, %s", field,
                      ecs_id_str(it->world, ecs_field_id(it, field)), type);
}

/* Returns the first value of a field, or the address of an unused value if the table lacks the field. */
static inline void *way_flecs_field(const ecs_iter_t *it, int index, size_t size, const char *type,
                                    ecs_entity_t id) {
    static uint64_t unused;
    const int8_t field = way_flecs_index(it, index);
    if (!ecs_field_is_set(it, field))
        return &unused;
    way_flecs_check_component(it, field, size, type, id);
    way_flecs_check_field((it->row_fields >> index & 1) == 0, it, index,
                          "is sparse, so it has no column: copy it to a component that is not sparse");
    return ecs_field_w_size(it, size, field);
}
/* Returns the bytes from one row's value to the next; 0 if all rows have the value of another entity. */
static inline ptrdiff_t way_flecs_stride(const ecs_iter_t *it, int index, size_t size) {
    return ecs_field_is_self(it, way_flecs_index(it, index)) ? (ptrdiff_t)size : 0;
}
static inline way_column way_flecs_if_set(const ecs_iter_t *it, int index, way_column column, int is_float) {
    const way_column none = WAY_INIT;
    if (!ecs_field_is_set(it, (int8_t)index))
        return none;
    way_flecs_write_note(it, index, column.data, 0, is_float);
    return column;
}
static inline way_column_out way_flecs_out_if_own(const ecs_iter_t *it, int index, way_column_out column,
                                                  int is_float) {
    const way_column_out none = WAY_INIT;
    if (!ecs_field_is_set(it, (int8_t)index))
        return none;
    way_flecs_check_field(ecs_field_is_self(it, (int8_t)index), it, index,
                          "is an output, but belongs to another entity, such as a prefab");
    way_flecs_check_field(
        it->query == NULL || (it->query->write_fields >> index & 1) != 0, it, index,
        "is an output, but the query does not write it: without const in C++, with [out] or "
        ".inout = EcsOut in C, flecs knows that it is written");
    way_flecs_write_note(it, index, column.data, 1, is_float);
    return column;
}

/* Lists of tables ------------------------------------------------------------------------------------------ */

/* Returns memory with room for `count` elements. What it held stays, and new bytes are 0. */
static inline void *way_flecs_grow(void *memory, size_t *room, size_t count, size_t size) {
    if (count <= *room)
        return memory;
    const size_t more = *room * 2 > count ? *room * 2 : count;
    way_flecs_check(more <= INT32_MAX / size, "a list of flecs's tables is larger than 2 GiB");
    memory = ecs_os_realloc(memory, (ecs_size_t)(more * size));
    memset((char *)memory + *room * size, 0, (more - *room) * size);
    *room = more;
    return memory;
}

/* A table of flecs at the time when its units were listed. */
typedef struct way_flecs_source {
    const ecs_table_t *table;
    const ecs_entity_t *entities; /* all units of the table */
    int32_t count;                /* of these units */
    int32_t listed;               /* how many of them the list has; sorted queries list a table in pieces */
    int is_whole;                 /* 1: listed in one piece, so the rows count up from the first one */
    int is_twice;                 /* 1: the list has a unit twice */
    uint32_t own;                 /* the first row, or where the units' rows begin in own_rows */
    uint32_t next;                /* the next source of its group + 1; 0: none */
    uintptr_t columns;            /* a hash of the columns' addresses */
    ecs_ref_t ref;                /* a listed unit, and the version of the table */
} way_flecs_source;

/* The sources whose tables share one of the counters of changes that flecs has, and the values of this counter
   at which all of them were right: right[1] for calls that know units by their rows, right[0] for others.
   Threads that read a list at the same time write the same values. */
typedef struct way_flecs_group {
    ecs_ref_t ref;  /* of one of the sources */
    uint32_t first; /* the first source + 1; 0: none */
    uint32_t right[2];
} way_flecs_group;
enum { WAY_FLECS_GROUPS = 256 }; /* at most the counters of flecs: ECS_TABLE_VERSION_ARRAY_SIZE in flecs.c */

/* The tables that hold runners of a behaviour, for example of lead2d, or candidates of choices, neighbours or
   avoidance. Zero-initialise it. The columns are those of the `_in` struct. */
typedef struct way_flecs_tables {
    char *columns;                 /* an `_in` struct for each table */
    way_part *parts;               /* an empty part, then one for each table */
    way_search_part *search_parts; /* a part for each table: way_flecs_set_choose2d reads it */
    const ecs_entity_t **entities; /* the entities of each table */
    uint32_t *row_of, *part_of;    /* for each number of an entity, its row and part; 0 and 0: no runner */
    uint32_t *numbers;             /* the numbers that these maps have */
    way_flecs_source *sources;     /* the tables of flecs: one for several pieces */
    uint32_t *source_of;           /* the source of each table; UINT32_MAX: none */
    uint32_t *by_table;            /* the sources in the order of their addresses in flecs */
    uint32_t *counting; /* 0, 1, 2 and so on: the rows of a source that is whole are a slice of it */
    uint32_t *own_rows; /* WAY_NO_ROW, then the rows of the units of each other source */
    const char *type;   /* the name of the tables' `_in` struct */
    size_t tables, rows, number_count, map_size;
    size_t source_count, own_count;
    size_t columns_room, parts_room, search_room, entities_room, numbers_room, counting_room;
    size_t sources_room, source_of_room, by_table_room, own_room;
    size_t struct_size; /* of the tables' `_in` struct */
    int has_runners, was_begun;
    int32_t is_begun; /* 1 from way_flecs_begin to the first call that reads the list, then 0 or less */
    const ecs_world_t *world;
    ecs_entity_t lister; /* the system that adds tables */
    int64_t frame;       /* the world's frame in which it did */
    /* The systems whose threads were checked, for a build of the pipeline. Only the main thread uses these. */
    ecs_entity_t *checked;
    size_t checked_count, checked_room, checked_tables;
    int64_t checked_build;
    way_flecs_group groups[WAY_FLECS_GROUPS];
    uint32_t used_groups[WAY_FLECS_GROUPS], group_count; /* the groups that have sources */
} way_flecs_tables;

/* Empties the list. Call it in each frame before the first table. */
static inline void way_flecs_begin(way_flecs_tables *t) {
    for (size_t i = 0; i < t->number_count; i++)
        t->row_of[t->numbers[i]] = t->part_of[t->numbers[i]] = 0;
    for (uint32_t i = 0; i < t->group_count; i++)
        t->groups[t->used_groups[i]].first = 0;
    t->tables = t->rows = t->number_count = t->source_count = t->own_count = t->group_count = 0;
    t->is_begun = t->was_begun = 1, t->has_runners = 0;
}

/* Ends the program if one member is the column of two axes. One value for all agents, and zeros, may be. */
static inline void way_flecs_check_two_axes(const way_column *a, const way_column *b, size_t count,
                                            const char *name) {
    const size_t size = a->type == WAY_DOUBLE ? 8 : a->type == WAY_HALF ? 2 : 4;
    const ptrdiff_t stride = a->gap + (ptrdiff_t)size;
    if (a->data == NULL || a->data != b->data || a->gap != b->gap || stride == 0 || a->rows != NULL ||
        b->rows != NULL || a->page != 0 || count < 2)
        return;
    const char *element = (const char *)a->data;
    for (size_t i = 0; i < count && i < 16; i++, element += stride)
        for (size_t byte = 0; byte < size; byte++)
            if (element[byte] != 0)
                way_flecs_end("waylay: two axes of %s have the same member: give each axis its own", name);
}
static inline void way_flecs_check_axes(const way_column *x, int axes, size_t count, const char *name) {
    way_flecs_check_two_axes(&x[0], &x[1], count, name);
    if (axes == 3)
        way_flecs_check_two_axes(&x[0], &x[2], count, name),
            way_flecs_check_two_axes(&x[1], &x[2], count, name);
}

/* Ends the program if the list has tables of another `_in` struct. */
static inline void way_flecs_check_type(const way_flecs_tables *t, const char *type) {
    if (t->tables > 0 && strcmp(t->type, type) != 0)
        way_flecs_end("waylay: a list of %s is used as a list of %s", t->type, type);
}

/* Could a system list tables that has not run, because no entity has matched it yet? */
static inline int way_flecs_waits(const ecs_world_t *world) {
    for (ecs_iter_t empty = ecs_each_id(world, EcsEmpty); ecs_each_next(&empty);)
        for (int i = 0; i < empty.count; i++) {
            const ecs_system_t *const system = ecs_system_get(world, empty.entities[i]);
            if (system != NULL && system->run != NULL)
                return ecs_iter_fini(&empty), 1;
        }
    return 0;
}

/* Threads: flecs runs neighbouring systems that are multi_threaded at the same time, unless it has a reason
   to wait between them. Then one thread may already move units while another one still reads the list. */
#ifdef FLECS_STATS
/* Does the list have a column in these bytes? */
static inline int way_flecs_has_column_in(const way_flecs_tables *t, const char *first, size_t bytes) {
    const way_column *const column = (const way_column *)(const void *)t->columns;
    for (size_t k = 0; k < t->tables * t->struct_size / sizeof *column; k++)
        if ((const char *)column[k].data >= first && (const char *)column[k].data < first + bytes)
            return 1;
    return 0;
}

static inline void way_flecs_end_race(const ecs_world_t *world, ecs_entity_t reader, ecs_entity_t writer,
                                      ecs_entity_t later, ecs_id_t component) {
    const char *const reads = ecs_get_path(world, reader), *const writes = ecs_get_path(world, writer);
    const char *const what = ecs_id_str(world, component);
    if (reader == writer)
        way_flecs_end("waylay: threads of the system %s write %s while others read it from a list: write to "
                      "another component, which a later system copies, or say that it is only read, "
                      "const in C++, [in] or .inout = EcsIn in C",
                      writes, what);
    const char *const waits = later == writer ? writes : reads;
    way_flecs_end(
        "waylay: threads of the system %s write %s while others still read it from a list in %s: let "
        "%s wait. If a system before it writes a component C that %s reads, add to that system "
        ".write<C>() in C++, or in C the term {ecs_id(C), .src.id = EcsIsEntity, .inout = EcsOut}",
        writes, what, reads, waits, waits);
}

/* Ends the program if `writer`, which may run at the same time as the reader, writes to a column of the list.
   flecs begins `later` after the other one of these two. */
static inline void way_flecs_check_writer(const way_flecs_tables *t, const ecs_iter_t *reader,
                                          ecs_entity_t writer, ecs_entity_t later) {
    ecs_iter_t it = ecs_query_iter(reader->world, ecs_system_get(t->world, writer)->query);
    while (ecs_query_next(&it)) {
        ecs_iter_skip(&it); /* nothing is written here */
        for (int8_t k = 0; k < it.field_count; k++) {
            const size_t size = ecs_field_size(&it, k);
            if (size > 0 && ecs_field_is_set(&it, k) && ecs_field_is_self(&it, k) &&
                ((it.query->write_fields & ~it.row_fields) >> k & 1) != 0 &&
                way_flecs_has_column_in(t, (const char *)ecs_field_w_size(&it, size, k),
                                        size * (size_t)it.count))
                way_flecs_end_race(t->world, reader->system, writer, later, ecs_field_id(&it, k));
        }
    }
}

/* Checks this for all systems between two merges, one of which is the reader. */
static inline void way_flecs_check_threads(way_flecs_tables *t, const ecs_iter_t *it) {
    if (ecs_get_stage_count(t->world) < 2 || ecs_stage_get_id(it->world) != 0 || it->system == 0)
        return;
    const ecs_system_t *const system = ecs_system_get(t->world, it->system);
    if (system == NULL || !system->multi_threaded)
        return;
    const int64_t build = ecs_get_world_info(t->world)->pipeline_build_count_total;
    if (t->checked_build != build || t->checked_tables < t->tables)
        t->checked_build = build, t->checked_tables = t->tables, t->checked_count = 0;
    for (size_t i = 0; i < t->checked_count; i++)
        if (t->checked[i] == it->system)
            return;
    ecs_pipeline_stats_t stats = WAY_INIT; /* its systems are those of the pipeline, and 0 for a merge */
    if (!ecs_pipeline_stats_get(it->world, ecs_get_pipeline(t->world), &stats))
        return;
    const ecs_entity_t *const systems = (const ecs_entity_t *)ecs_vec_first(&stats.systems);
    const int32_t count = ecs_vec_count(&stats.systems);
    int32_t first = 0, reader = 0;
    while (reader < count && systems[reader] != it->system)
        first = systems[reader++] == 0 ? reader : first;
    for (int32_t i = first; reader < count && i < count && systems[i] != 0; i++)
        way_flecs_check_writer(t, it, systems[i], systems[i > reader ? i : reader]);
    ecs_pipeline_stats_fini(&stats);
    t->checked = (ecs_entity_t *)way_flecs_grow(t->checked, &t->checked_room, t->checked_count + 1,
                                                sizeof *t->checked);
    t->checked[t->checked_count++] = it->system;
}
#else
static inline void way_flecs_check_threads(way_flecs_tables *t, const ecs_iter_t *it) { (void)t, (void)it; }
#endif

/* Changes of tables: flecs moves the units of a table when units are made or deleted, and when it sorts. The
   version of a table counts these changes. flecs also counts them for each group of tables, so a list of any
   number of tables is checked with at most WAY_FLECS_GROUPS comparisons. Only if a group has changed, perhaps by
   a table that is not listed, each of its tables is checked, once for each change. */
static inline uint32_t way_flecs_group_of(const way_flecs_source *source) {
    return (uint32_t)(source->ref.table_id % WAY_FLECS_GROUPS);
}

/* Has the group of a listed unit's table other changes than `right`? Then `now` gets the number and the version
   of the unit's table and the changes of its group; zeros if the unit is dead. */
static inline int way_flecs_has_changed(const way_flecs_tables *t, const ecs_ref_t *listed, uint32_t right,
                                        ecs_ref_t *now) {
    *now = *listed;
    now->table_version_fast = right;
    ecs_ref_update(t->world, now, ecs_id(EcsIdentifier)); /* only writes `now` if the changes differ */
    return now->table_id != listed->table_id || now->table_version_fast != right;
}
static inline uintptr_t way_flecs_columns(const ecs_table_t *table) {
    uintptr_t hash = 0;
    for (int32_t i = 0; i < ecs_table_column_count(table); i++)
        hash = hash * 31 + (uintptr_t)ecs_table_get_column(table, i, 0);
    return hash;
}

/* Ends the program if a table has changed since its units were listed. If units have only changed places, a list
   of the whole table is still right, except for what knows units by their rows: runners and crowds. */
static inline void way_flecs_check_source(const way_flecs_tables *t, const way_flecs_source *source,
                                          int has_rows) {
    const way_flecs_group *const group = &t->groups[way_flecs_group_of(source)];
    ecs_ref_t now;
    if (!way_flecs_has_changed(t, &source->ref, way_flecs_load(&group->right[has_rows]), &now) ||
        (now.table_id == source->ref.table_id && now.table_version == source->ref.table_version))
        return;
    way_flecs_check(
        now.table_id == source->ref.table_id && ecs_table_count(source->table) == source->count &&
            ecs_table_entities(source->table) == source->entities &&
            way_flecs_columns(source->table) == source->columns,
        "units were made, deleted or changed after they were listed: let the system that does this run after "
        "the last one that reads the list, or before the one that lists. Then add to it .write<C>() in C++, "
        "or "
        "in C the term {ecs_id(C), .src.id = EcsIsEntity, .inout = EcsOut}, for a component C that is "
        "listed");
    way_flecs_check(!has_rows && source->listed >= source->count,
                    "units changed places after they were listed, as in a sorted query (order_by): sort the "
                    "query of the system that lists in the same way, and make the crowd there");
}

/* The same for all tables of a group. */
static inline void way_flecs_check_group(way_flecs_tables *t, way_flecs_group *group, int has_rows) {
    ecs_ref_t now;
    if (!way_flecs_has_changed(t, &group->ref, way_flecs_load(&group->right[has_rows]), &now))
        return;
    for (uint32_t i = group->first; i != 0; i = t->sources[i - 1].next)
        way_flecs_check_source(t, &t->sources[i - 1], has_rows);
    for (int k = 0; k <= has_rows; k++) /* the check for calls that know units by their rows is stricter */
        way_flecs_store(&group->right[k], now.table_version_fast);
}

/* Returns how many sources have a lower address than this table of flecs. */
static inline size_t way_flecs_sources_before(const way_flecs_tables *t, const ecs_table_t *table) {
    size_t least = 0, most = t->source_count;
    while (least < most) {
        const size_t middle = (least + most) / 2;
        if ((uintptr_t)t->sources[t->by_table[middle]].table < (uintptr_t)table)
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

/* Returns the source that is this table of flecs, or NULL. */
static inline way_flecs_source *way_flecs_source_of(const way_flecs_tables *t, const ecs_table_t *table) {
    const size_t before = way_flecs_sources_before(t, table);
    way_flecs_source *const source = before < t->source_count ? &t->sources[t->by_table[before]] : NULL;
    return source != NULL && source->table == table ? source : NULL;
}

/* Where the runner columns of a choice or avoidance are in its `_in` struct, in bytes. */
typedef struct way_flecs_runner {
    size_t x, vx, mask, world;
    int axes; /* 2, or 3 in space */
} way_flecs_runner;

/* Ends the program if the columns of a table are mistaken in a way that the call cannot refuse. */
static inline void way_flecs_check_columns(const way_flecs_tables *t, const way_flecs_runner *of, size_t k) {
    const char *const in = t->columns + k * t->struct_size;
    const size_t count = t->search_parts[k].count;
    const ecs_table_t *const table = t->source_of[k] != UINT32_MAX ? t->sources[t->source_of[k]].table : NULL;
    const way_column *const mask = (const way_column *)(const void *)(in + of->mask);
    const way_column *const world = (const way_column *)(const void *)(in + of->world);
    way_flecs_check_axes((const way_column *)(const void *)(in + of->x), of->axes, count, "runner_x");
    way_flecs_check_axes((const way_column *)(const void *)(in + of->vx), of->axes, count, "runner_vx");
    way_flecs_check_words(t->world, table, mask->data, 0, "runner_mask");
    way_flecs_check_words(t->world, table, world->data, 0, "runner_world");
}

/* Returns the number of tables for a call that reads the list. Ends the program if the list is of an earlier
   frame, if its tables have changed, or if it was never begun and `it` shows that no system waits for its first
   entity. But a system that ecs_run_aperiodic found without entities does not run: its list counts as empty.
   Systems of several threads may read a list at the same time. */
static inline size_t way_flecs_read(way_flecs_tables *t, const char *type, const way_flecs_runner *of,
                                    const ecs_iter_t *it, int has_rows) {
    way_flecs_check_type(t, type);
    way_flecs_check(t->was_begun || it == NULL || way_flecs_waits(ecs_get_world(it->world)),
                    "a list is read that was never begun: call way_flecs_begin in a system that runs before");
    const int is_first = ecs_os_adec(&t->is_begun) == 0;
    if (it != NULL && t->tables > 0)
        way_flecs_check_threads(t, it);
    if (t->tables == 0 || t->frame == ecs_get_world_info(t->world)->frame_count_total) {
        for (uint32_t i = 0; i < t->group_count; i++)
            way_flecs_check_group(t, &t->groups[t->used_groups[i]], has_rows);
        for (size_t k = 0; is_first && of != NULL && k < t->tables; k++)
            way_flecs_check_columns(t, of, k);
        return t->tables;
    }
    way_flecs_check(t->lister != 0 && ecs_is_alive(t->world, t->lister) &&
                        ecs_has_id(t->world, t->lister, EcsEmpty),
                    "a list of an earlier frame is read: list the tables in each frame, before the call");
    return 0;
}

/* Adds the iterator's table of candidates. Returns its zeroed `_in` struct, for example a way_choose2d_in: set
   the runner columns in it. All tables of a list have the same struct. The pointer is valid until the next
   table is added. The list is valid until entities of its tables are made, deleted or changed (a component is
   added or removed): then the next call that reads the list ends the program. */
#define way_flecs_add_candidates(t, it, type) ((type *)way_flecs_add_struct((t), (it), sizeof(type), #type))

/* The same for runners, which targets name by their entities, for example with way_lead2d_in. */
#define way_flecs_add_runners(t, it, type)                                                                   \
    ((type *)way_flecs_add_runner_struct((t), (it), sizeof(type), #type))

/* Returns the row in the list of each unit of a table of flecs. */
static inline const uint32_t *way_flecs_own_rows(const way_flecs_tables *t, const way_flecs_source *source) {
    return (source->is_whole ? t->counting : t->own_rows) + source->own;
}

/* Adds a source to its group. If the group has changed since its first source was listed, the next call that
   reads the list checks each of its tables. */
static inline void way_flecs_add_to_group(way_flecs_tables *t, way_flecs_source *source) {
    const uint32_t number = way_flecs_group_of(source);
    way_flecs_group *const group = &t->groups[number];
    if (group->first == 0) {
        t->used_groups[t->group_count++] = number;
        group->ref = source->ref;
        group->right[0] = group->right[1] = source->ref.table_version_fast;
    }
    source->next = group->first;
    group->first = (uint32_t)(source - t->sources) + 1;
}

/* Adds the table of flecs that has the iterator's entities. The first entity has the row `row` in the list. */
static inline way_flecs_source *way_flecs_add_source(way_flecs_tables *t, const ecs_iter_t *it,
                                                     uint32_t row) {
    const size_t place = way_flecs_sources_before(t, it->table), index = t->source_count++;
    t->sources =
        (way_flecs_source *)way_flecs_grow(t->sources, &t->sources_room, index + 1, sizeof *t->sources);
    t->by_table = (uint32_t *)way_flecs_grow(t->by_table, &t->by_table_room, index + 1, sizeof *t->by_table);
    memmove(t->by_table + place + 1, t->by_table + place, (index - place) * sizeof *t->by_table);
    t->by_table[place] = (uint32_t)index;
    way_flecs_source *const source = &t->sources[index];
    memset(source, 0, sizeof *source);
    source->table = it->table, source->entities = ecs_table_entities(it->table);
    source->count = ecs_table_count(it->table), source->columns = way_flecs_columns(it->table);
    source->ref = ecs_ref_init_id(t->world, it->entities[0], ecs_id(EcsIdentifier));
    way_flecs_add_to_group(t, source);
    source->is_whole = it->count == source->count, source->own = row;
    const size_t own = t->own_count > 0 ? t->own_count : 1;
    t->own_count = own + (source->is_whole ? 0 : (size_t)source->count);
    t->own_rows = (uint32_t *)way_flecs_grow(t->own_rows, &t->own_room, t->own_count, sizeof *t->own_rows);
    t->own_rows[0] = WAY_NO_ROW;
    if (!source->is_whole)
        source->own = (uint32_t)own;
    for (size_t i = own; i < t->own_count; i++)
        t->own_rows[i] = WAY_NO_ROW;
    return source;
}

/* Notes the rows of the iterator's entities in the list, which begin at `row`. Returns the number of their
   source, or UINT32_MAX if they are in no table of flecs. */
static inline uint32_t way_flecs_add_rows(way_flecs_tables *t, const ecs_iter_t *it, uint32_t row) {
    const ecs_entity_t *const first = it->table != NULL ? ecs_table_entities(it->table) : NULL;
    const uintptr_t before = (uintptr_t)it->entities - (uintptr_t)first;
    if (first == NULL || it->count == 0 || before >= sizeof *first * (size_t)ecs_table_count(it->table))
        return UINT32_MAX;
    way_flecs_source *source = way_flecs_source_of(t, it->table);
    if (source == NULL)
        source = way_flecs_add_source(t, it, row);
    else
        way_flecs_check_source(t, source, 1);
    source->is_twice |= source->is_whole && source->listed > 0;
    for (size_t i = 0; i < (size_t)it->count && !source->is_whole; i++) {
        uint32_t *const own = t->own_rows + source->own + before / sizeof *first + i;
        source->is_twice |= *own != WAY_NO_ROW, *own = row + (uint32_t)i;
    }
    source->listed += it->count;
    return (uint32_t)(source - t->sources);
}

static inline void *way_flecs_add_struct(way_flecs_tables *t, const ecs_iter_t *it, size_t size,
                                         const char *type) {
    way_flecs_check(t->is_begun == 1, "call way_flecs_begin in each frame, before the first table is added");
    way_flecs_check_type(t, type);
    const ecs_world_t *const world = ecs_get_world(it->world);
    const ecs_system_t *const lister = it->system != 0 ? ecs_system_get(world, it->system) : NULL;
    way_flecs_check(
        lister == NULL || !lister->multi_threaded,
        "a list is made in a system that is multi_threaded, so several threads change it at once");
    const size_t table = t->tables++, count = (size_t)it->count;
    const char *const old = t->columns;
    t->type = type, t->struct_size = size, t->world = world, t->lister = it->system;
    t->frame = ecs_get_world_info(t->world)->frame_count_total;
    t->columns = (char *)way_flecs_grow(t->columns, &t->columns_room, t->tables * size, 1);
    t->parts = (way_part *)way_flecs_grow(t->parts, &t->parts_room, t->tables + 1, sizeof *t->parts);
    t->search_parts = (way_search_part *)way_flecs_grow(t->search_parts, &t->search_room, t->tables,
                                                        sizeof *t->search_parts);
    t->entities = (const ecs_entity_t **)way_flecs_grow((void *)t->entities, &t->entities_room, t->tables,
                                                        sizeof *t->entities);
    t->source_of =
        (uint32_t *)way_flecs_grow(t->source_of, &t->source_of_room, t->tables, sizeof *t->source_of);
    t->source_of[table] = way_flecs_add_rows(t, it, (uint32_t)t->rows), t->rows += count;
    const size_t counted = t->counting_room;
    t->counting = (uint32_t *)way_flecs_grow(t->counting, &t->counting_room, t->rows, sizeof *t->counting);
    for (size_t i = counted; i < t->counting_room; i++)
        t->counting[i] = (uint32_t)i;
    t->entities[table] = it->entities;
    t->parts[table + 1].count = t->search_parts[table].count = count;
    t->parts[table + 1].generation = way_flecs_generation(it->entities);
    t->parts[0].columns = (const way_column *)(const void *)t->columns;
    for (size_t k = t->columns == old ? table : 0; k < t->tables; k++)
        t->search_parts[k].in = t->parts[k + 1].columns =
            (const way_column *)(const void *)(t->columns + k * size);
    return memset(t->columns + table * size, 0, size);
}

/* Makes the maps longer than `number`. Zeroed pages that are never written take no memory in most operating
   systems, so numbers may be high and have large gaps. */
static inline void way_flecs_widen(way_flecs_tables *t, size_t number) {
    const size_t most = INT32_MAX / sizeof *t->row_of;
    way_flecs_check(number < most, "the number of an entity, its low 32 bits, is above 536870910");
    t->map_size = number + number / 2 < most ? number + number / 2 + 1 : most;
    uint32_t *row_of = (uint32_t *)ecs_os_calloc((ecs_size_t)(t->map_size * sizeof *row_of));
    uint32_t *part_of = (uint32_t *)ecs_os_calloc((ecs_size_t)(t->map_size * sizeof *part_of));
    way_flecs_check(row_of != NULL && part_of != NULL, "no memory for the maps of entities' numbers");
    for (size_t i = 0; i < t->number_count; i++) {
        const uint32_t old = t->numbers[i];
        row_of[old] = t->row_of[old], part_of[old] = t->part_of[old];
    }
    ecs_os_free(t->row_of), ecs_os_free(t->part_of);
    t->row_of = row_of, t->part_of = part_of;
}

static inline void *way_flecs_add_runner_struct(way_flecs_tables *t, const ecs_iter_t *it, size_t size,
                                                const char *type) {
    void *in = way_flecs_add_struct(t, it, size, type);
    const size_t first = t->number_count, count = (size_t)it->count;
    t->has_runners = 1;
    t->numbers = (uint32_t *)way_flecs_grow(t->numbers, &t->numbers_room, first + count, sizeof *t->numbers);
    for (size_t i = 0; i < count; i++) {
        const uint32_t number = (uint32_t)it->entities[i];
        if (number >= t->map_size)
            way_flecs_widen(t, number);
        t->row_of[number] = (uint32_t)i, t->part_of[number] = (uint32_t)t->tables;
        t->numbers[t->number_count++] = number;
    }
    return in;
}

/* Returns the column `self` for choosers that are the iterator's entities: the row that each has in the list,
   or WAY_NO_ROW. */
static inline way_column way_flecs_self(const way_flecs_tables *t, const ecs_iter_t *it) {
    const way_flecs_source *const source = way_flecs_source_of(t, it->table);
    if (source == NULL)
        return way_same((const uint32_t *)t->own_rows);
    way_flecs_check(!source->is_twice,
                    "a list has a unit twice, so the unit could choose itself: add each table once, also if "
                    "several pairs match a wildcard");
    return way_in(way_flecs_own_rows(t, source) + (it->entities - source->entities));
}

/* Is this a column of way_flecs_self, as if one `in` serves several tables? */
static inline int way_flecs_is_self(const way_flecs_tables *t, const void *data) {
    const uintptr_t own = (uintptr_t)data - (uintptr_t)t->own_rows;
    const uintptr_t counting = (uintptr_t)data - (uintptr_t)t->counting;
    return own < t->own_count * sizeof *t->own_rows || counting < t->counting_room * sizeof *t->counting;
}

/* way_flecs_set_choose2d(&list, it, &in, &out, &how) makes the list the candidates of a choice, and the
   iterator's entities its choosers: it sets the runner parts and the count in `how`, and in.self, unless the
   caller has set it. If `it` is NULL, the choosers are others: only the runner parts are set. Set `out`, how.best
   and the crowd before: with `best` candidates per chooser, an output that is a component of one row ends the
   program. So does a crowd that was made before flecs has sorted a table. `out` may be NULL.
   way_flecs_set_avoid2d(&list, it, &in, &how) is the same for avoidance. */
static inline void way_flecs_check_best(const ecs_iter_t *it, int32_t best, const way_column_out *column) {
    const char *const data = (const char *)column->data;
    const ptrdiff_t stride = column->gap + (column->type == WAY_DOUBLE ? 8 : 4);
    for (int8_t k = 0; it != NULL && data != NULL && best > 1 && k < it->field_count; k++) {
        if (!ecs_field_is_set(it, k) || !ecs_field_is_self(it, k) || (it->row_fields >> k & 1) != 0)
            continue;
        const size_t size = ecs_field_size(it, k);
        const char *const first = size > 0 ? (const char *)ecs_field_w_size(it, size, k) : NULL;
        way_flecs_check_field(size == 0 || data < first || data >= first + size * (size_t)it->count ||
                                  (data == first && best * stride == (ptrdiff_t)size),
                              it, k,
                              "has no room for `best` rows per unit: write to an array of best * count");
    }
}
#define WAY_FLECS_SET(call, axes)                                                                            \
    static const way_flecs_runner of = {                                                                     \
        offsetof(way_##call##_in, runner_x), offsetof(way_##call##_in, runner_vx),                           \
        offsetof(way_##call##_in, runner_mask), offsetof(way_##call##_in, runner_world), axes};              \
    how->runner_part_count =                                                                                 \
        way_flecs_set(t, "way_" #call "_in", &of, it, how->crowd2d != NULL || how->crowd3d != NULL,          \
                      &in->self, &how->count, &how->runner_parts);                                           \
    if (it == NULL)                                                                                          \
        return;                                                                                              \
    way_flecs_check_axes(&in->chaser_x, axes, how->count, "chaser_x");                                       \
    way_flecs_check_words(it->world, it->table, in->chaser_mask.data, 0, "chaser_mask");                     \
    way_flecs_check_words(it->world, it->table, in->chaser_world.data, 0, "chaser_world");
#define WAY_FLECS_SET_CHOOSE(call, axes, last)                                                               \
    static inline void way_flecs_set_##call(way_flecs_tables *t, const ecs_iter_t *it, way_##call##_in *in,  \
                                            const way_##call##_out *out, way_choice *how) {                  \
        static const way_##call##_out none = WAY_INIT;                                                       \
        const way_##call##_out *const to = out != NULL ? out : &none;                                        \
        way_flecs_check_best(it, how->best, &to->target);                                                    \
        way_flecs_check_best(it, how->best, &to->cost), way_flecs_check_best(it, how->best, &to->last);      \
        WAY_FLECS_SET(call, axes)                                                                            \
        way_flecs_check_axes(&in->facing_x, axes, how->count, "facing_x");                                   \
        way_flecs_check_words(it->world, it->table, in->present.data, 0, "present");                         \
        way_flecs_check_words(it->world, it->table, to->target.data, 1, "target");                           \
        way_flecs_check_words(it->world, it->table, to->status.data, 1, "status");                           \
        way_flecs_check(to->target.data == NULL || to->target.data != to->cost.data,                         \
                        "target and cost are the same member: give each output its own");                    \
    }
#define WAY_FLECS_SET_AVOID(call, axes)                                                                      \
    static inline void way_flecs_set_##call(way_flecs_tables *t, const ecs_iter_t *it, way_##call##_in *in,  \
                                            way_avoidance *how) {                                            \
        WAY_FLECS_SET(call, axes)                                                                            \
        way_flecs_check_axes(&in->chaser_vx, axes, how->count, "chaser_vx");                                 \
        way_flecs_check_axes(&in->preferred_vx, axes, how->count, "preferred_vx");                           \
    }
static inline size_t way_flecs_set(way_flecs_tables *t, const char *type, const way_flecs_runner *of,
                                   const ecs_iter_t *it, int has_crowd, way_column *self, size_t *count,
                                   const way_search_part **parts) {
    static const way_search_part none = WAY_INIT;
    const size_t tables = way_flecs_read(t, type, of, it, has_crowd);
    *parts = tables > 0 ? t->search_parts : &none;
    if (it != NULL)
        *count = (size_t)it->count;
    if (it != NULL && (self->data == NULL || way_flecs_is_self(t, self->data)))
        *self = way_flecs_self(t, it);
    return tables;
}
WAY_FLECS_SET_CHOOSE(choose2d, 2, seen)
WAY_FLECS_SET_CHOOSE(choose3d, 3, cost)
WAY_FLECS_SET_AVOID(avoid2d, 2)
WAY_FLECS_SET_AVOID(avoid3d, 3)
#undef WAY_FLECS_SET
#undef WAY_FLECS_SET_CHOOSE
#undef WAY_FLECS_SET_AVOID

/* Returns the entity that a call answers as a row of all tables; 0 for WAY_NO_ROW. Ends the program if no
   call has read the list since way_flecs_begin: if way_flecs_set_choose2d is forgotten, the count of a
   choice is 0, and the call writes no row. */
static inline ecs_entity_t way_flecs_entity(const way_flecs_tables *t, uint32_t row) {
    size_t within;
    way_flecs_check(way_flecs_load((const volatile uint32_t *)&t->is_begun) != 1,
                    "a row is read before a call: set the list with way_flecs_set_choose2d or the "
                    "like before the call that writes the row");
    if (row == WAY_NO_ROW)
        return 0;
    const size_t table = way_find_part(t->search_parts, t->tables, row, &within);
    way_flecs_check(table < t->tables, "a row is read that the list does not have: has the call written it?");
    if (t->source_of[table] != UINT32_MAX)
        way_flecs_check_source(t, &t->sources[t->source_of[table]], 0);
    return t->entities[table][within];
}

/* Returns the row that an entity has in the list of this frame, or WAY_NO_ROW: the entity is 0, dead or in no
   table of the list, or the list is of an earlier frame. Rows change when units are made, changed or deleted. So
   keep the entity of a target, and in each frame find its row before the call that reads `present`. */
static inline uint32_t way_flecs_row(const way_flecs_tables *t, ecs_entity_t entity) {
    if (entity == 0 || t->tables == 0 || t->frame != ecs_get_world_info(t->world)->frame_count_total ||
        !ecs_is_alive(t->world, entity))
        return WAY_NO_ROW;
    const ecs_record_t *const record = ecs_record_find(t->world, entity); /* aborts if the entity is dead */
    if (record == NULL || record->table == NULL)
        return WAY_NO_ROW;
    const way_flecs_source *const source = way_flecs_source_of(t, record->table);
    if (source == NULL)
        return WAY_NO_ROW;
    way_flecs_check_source(t, source, 0);
    return way_flecs_own_rows(t, source)[ECS_RECORD_TO_ROW(record->row)];
}

/* way_flecs_set_batch(&list, way_lead2d_in, it, 2, Target, unit, &batch) makes the iterator's entities the
   chasers of a batch, and the entities in a field their targets: it sets the count and the targets in
   `batch`. An entity that no table has, or that was deleted, is no target. */
#define way_flecs_set_batch(t, in, it, index, type, member, batch)                                           \
    ((batch)->count = (size_t)(it)->count,                                                                   \
     (batch)->targets = way_flecs_read_runners(                                                              \
         (t), #in, (it),                                                                                     \
         &((const type *)way_flecs_required((it), (index), way_flecs_first((it), (index), type)))->member,   \
         way_flecs_stride((it), (index), sizeof(type))))

/* The targets of a batch in an array of entities, one every `stride` bytes. */
#define way_flecs_targets_at(t, in, first, stride) way_flecs_read_runners((t), #in, NULL, (first), (stride))

static inline const void *way_flecs_required(const ecs_iter_t *it, int index, const void *first) {
    way_flecs_check_field(ecs_field_is_set(it, (int8_t)index), it, index, "is not in this table: require it");
    return first;
}

static inline way_targets way_flecs_read_runners(way_flecs_tables *t, const char *type, const ecs_iter_t *it,
                                                 const ecs_entity_t *first, ptrdiff_t stride) {
    static const way_part none = WAY_INIT; /* no table, or its system has not run, because no entity exists */
    way_targets targets = WAY_INIT;
    const uint32_t *half = (const uint32_t *)(const void *)first;
    way_flecs_check(t->tables == 0 || t->has_runners,
                    "add runners with way_flecs_add_runners, not as candidates");
    const size_t tables = way_flecs_read(t, type, NULL, it, 1);
    targets.row = way_at(half, stride), targets.generation = way_at(half + 1, stride);
    targets.parts = tables > 0 ? t->parts : &none;
    targets.part_count = tables > 0 ? (uint32_t)tables + 1 : 0;
    targets.row_of = t->row_of, targets.part_of = t->part_of, targets.map_size = t->map_size;
    return targets;
}

static inline void way_flecs_free_tables(way_flecs_tables *t) {
    ecs_os_free(t->columns), ecs_os_free(t->parts), ecs_os_free(t->search_parts),
        ecs_os_free((void *)t->entities);
    ecs_os_free(t->row_of), ecs_os_free(t->part_of), ecs_os_free(t->numbers), ecs_os_free(t->counting);
    ecs_os_free(t->checked), ecs_os_free(t->sources), ecs_os_free(t->source_of), ecs_os_free(t->by_table),
        ecs_os_free(t->own_rows);
    memset(t, 0, sizeof *t);
}

#ifdef __cplusplus
}
#endif

#endif
