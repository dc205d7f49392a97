/* Writes neighbour lists. A candidate that passes all tests is first stored in the caller-supplied memory as
   its distance in double and its row. When a list is complete, its entries are sorted and copied to elements
   of half their size. The searches of four choosers are interleaved, and each search uses a quarter of the
   free memory. If a quarter is too small for a list, the four choosers search again one at a time, each in
   all of the free memory.

   Unsorted lists hold rows alone.

   If the choosers are the candidates and want all candidates in range, sixteen neighbouring choosers are
   compared with all candidates around them. The first search counts the candidates, so that the beginning of
   each list is known. The search also writes the candidates to a log in the last part of the memory. If the
   log does not fit, a second search writes the lists. */

#include <string.h>

#include "choose/choose_internal.h"
#include "crowd/ranges.h"
#include "isa/fpenv.h"

static const way_ranges *ranges_of(const way_table *table) {
    static const way_ranges *const all[WAY_TABLES] = WAY_LANES(way_ranges);
    return all[table->number];
}

/* Choosers whose searches are interleaved. */
enum { TOGETHER = 4 };

typedef struct listing {
    way_choosing t;
    way_neighbours *to;
    const way_column_out *status;
    size_t most;
    size_t used;    /* number of elements written so far */
    size_t total;   /* number of elements of all lists so far, including lists that were not written */
    size_t is_full; /* 1: a list did not fit, so no more lists are written */
} listing;

/* Begins a list in the free memory, after its first `skipped` entries. */
static void begin_list(const listing *l, way_gathering *list, way_chooser *c, size_t skipped, size_t room) {
    const way_neighbours *to = l->to;
    const size_t at =
        l->used + (to->unsorted ? 1 : 2) * skipped; /* an entry of a sorted list takes two elements */
    *list = (way_gathering){.room = room, .most = l->most, .is_unsorted = to->unsorted != 0};
    if (room > 0 && to->unsorted) {
        list->rows = to->rows + at;
        list->squares = to->squares != NULL ? to->squares + at : NULL;
    } else if (room > 0)
        list->found = (way_found *)(void *)(to->list + at);
    c->limit = way_search_first_limit(c, TO_LIST);
    c->list = list;
}

static size_t free_entries(const listing *l) {
    return l->is_full ? 0 : (l->to->capacity - l->used) / (l->to->unsorted ? 1 : 2);
}

/* Sorts an unsorted list by the candidates' positions in the crowd. The gaps are those of Marcin Ciura, "Best
   Increments for the Average Case of Shellsort". */
static void sort_by_seat(const way_crowd *crowd, way_gathering *list) {
    static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    const uint32_t *seat = (const uint32_t *)(const void *)(way_crowd_cells(crowd) + crowd->seat);
    for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++)
        for (size_t gap = gaps[k], i = gap; i < list->count; i++) {
            const uint32_t row = list->rows[i];
            const float square = list->squares != NULL ? list->squares[i] : 0.0f;
            size_t j = i;
            for (; j >= gap && seat[list->rows[j - gap]] > seat[row]; j -= gap) {
                list->rows[j] = list->rows[j - gap];
                if (list->squares != NULL)
                    list->squares[j] = list->squares[j - gap];
            }
            list->rows[j] = row;
            if (list->squares != NULL)
                list->squares[j] = square;
        }
}

/* Moves a complete unsorted list to the end of the lists written so far. */
static void put_rows(const listing *l, way_gathering *list) {
    const way_neighbours *to = l->to;
    if (l->t.crowd != NULL)
        sort_by_seat(l->t.crowd, list);
    memmove(to->rows + l->used, list->rows, sizeof *list->rows * list->count);
    if (to->squares != NULL)
        memmove(to->squares + l->used, list->squares, sizeof *list->squares * list->count);
}

static void put_sorted(const listing *l, way_gathering *list) {
    way_gathered(list);
    for (size_t j = 0; j < list->count; j++) {
        const way_neighbour one = {list->found[j].row, (float)list->found[j].distance};
        const float share = list->found[j].share; /* read before `one` overwrites the entry */
        memcpy(l->to->list + l->used + j, &one, sizeof one);
        if (l->to->seen != NULL)
            l->to->seen[l->used + j] = share;
    }
}

static int is_cut_short(const way_gathering *list) { return list->count < list->passed; }

/* Counts the elements of a list. Writes the list if this list and all earlier lists fit. */
static void end_list(listing *l, way_gathering *list) {
    way_neighbours *to = l->to;
    const size_t needed = l->total + (to->unsorted ? 1 : 2) * list->passed;
    l->total += list->passed;
    to->needed = needed > to->needed ? needed : to->needed;
    if (is_cut_short(list))
        l->is_full = 1;
    if (l->is_full)
        return;
    if (list->count > 0 && to->unsorted)
        put_rows(l, list);
    else if (list->count > 0)
        put_sorted(l, list);
    l->used += list->count;
    to->offset[++to->answered] = l->used;
}

/* Makes the lists of these choosers. The list of a chooser that is invalid or has the mask 0 is empty. */
static void list_some(listing *l, way_chooser *c, const int32_t *status, int count) {
    way_gathering list[TOGETHER];
    way_chooser *searching[TOGETHER];
    const size_t part = free_entries(l) / TOGETHER;
    int searches = 0, cut = 0;
    for (int i = 0; i < count; i++) {
        list[i] = (way_gathering){.found = NULL};
        if (status[i] == WAY_INVALID || c[i].sides == 0)
            continue;
        begin_list(l, &list[i], &c[i], part * (size_t)i, part);
        searching[searches++] = &c[i];
    }
    way_search_for(&l->t, searching, searches);
    for (int i = 0; i < count; i++)
        cut |= is_cut_short(&list[i]);
    for (int i = 0; i < count; i++) {
        if (cut && !l->is_full && list[i].passed > 0) {
            way_chooser *one = &c[i];
            begin_list(l, &list[i], one, 0, free_entries(l));
            way_search_for(&l->t, &one, 1);
        }
        end_list(l, &list[i]);
    }
}

/* Writes the statuses of these choosers, whose lists have these lengths. */
static void put_statuses(const listing *l, const int32_t *status, const size_t *length, size_t count,
                         way_numbers rows) {
    float row[WAY_CHOOSERS];
    if (l->status->data == NULL || count == 0)
        return;
    for (size_t i = 0; i < count && i < WAY_CHOOSERS; i++) {
        const int32_t word = length[i] > 0 ? WAY_MET : status[i];
        memcpy(row + i, &word, 4);
    }
    way_unpack(l->t.of.table, l->status, 1, rows, count, row, WAY_CHOOSERS);
}

WAY_OUT_OF_LINE void list_all(listing *l) {
    const size_t all = l->t.count;
    way_own_rows own;
    way_chooser c[TOGETHER], *searching[TOGETHER];
    int32_t status[WAY_CHOOSERS];
    size_t length[WAY_CHOOSERS];
    way_fill_choosers(&l->t, &own);
    for (size_t at = 0; at < all; at += WAY_CHOOSERS) {
        const int count = all - at < WAY_CHOOSERS ? (int)(all - at) : WAY_CHOOSERS;
        const size_t before = l->to->answered;
        way_pack_choosers(&l->t, &own, way_choosers_from(&l->t, at), count);
        for (int i = 0; i < count; i += TOGETHER) {
            const int some = count - i < TOGETHER ? count - i : TOGETHER;
            way_read_choosers(&l->t, &own, i, some, c, status + i, searching);
            list_some(l, c, status + i, some);
        }
        const size_t answered = l->to->answered - before;
        for (size_t i = 0; i < answered; i++)
            length[i] = l->to->offset[before + i + 1] - l->to->offset[before + i];
        put_statuses(l, status, length, answered, way_choosers_from(&l->t, at));
    }
}

/* The candidates as choosers ----------------------------------------------------------------------------- */

/* Can this call compare sixteen choosers at a time with all candidates around them? */
static int can_ask_together(const listing *l) {
    const way_choosing *t = &l->t;
    return l->most == SIZE_MAX && t->of.table->lanes > 1 && t->crowd != NULL &&
           way_is_in_place(&t->sharing) && t->index == NULL && !t->is_masked && !t->is_in_worlds &&
           t->own[IN_choose_facing_x] == NULL && t->first < UINT32_MAX && t->count < UINT32_MAX - t->first &&
           t->count >= t->runners / WAY_CHOOSERS;
}

static void begin_asking(way_asker *a, const way_chooser *c) {
    const float limit = way_search_first_limit(c, TO_LIST);
    const double to = (double)c->to, sure = to * to * (1.0 - 0x1p-20);
    *a = (way_asker){
        .limit = limit < WITHIN ? limit : WITHIN, .self = c->self, .from = (double)c->from, .to = to};
    memcpy(a->place, c->place, sizeof a->place);
    a->sure = c->from > 0.0f || !(sure >= 0x1p-100) ? -1.0f : sure < (double)WITHIN ? (float)sure : WITHIN;
}

/* The present choosers of a call: up to sixteen that are close to each other, and which of them want a list.
   The list of a chooser that is invalid or has the mask 0 stays empty. */
typedef struct way_present {
    way_turns turns;
    way_numbers rows;
    int count, asking;
    way_asker asker[WAY_CHOOSERS];
    int of[WAY_CHOOSERS]; /* of[k]: index of the k-th chooser that wants a list */
    int32_t status[WAY_CHOOSERS];
} way_present;

/* Returns the chooser's number in the call. */
static size_t number_in_call(const listing *l, const way_present *now, int i) {
    return way_number(now->rows, (size_t)i) - l->t.first;
}

static int go_to_next(const listing *l, way_present *now) {
    now->count = way_next_choosers(&l->t, &now->turns, WAY_CHOOSERS, &now->rows);
    return now->count > 0;
}

static void read_present(const listing *l, way_own_rows *own, way_present *now) {
    way_chooser c[TOGETHER], *searching[TOGETHER];
    way_pack_choosers(&l->t, own, now->rows, now->count);
    now->asking = 0;
    for (int i = 0; i < now->count; i++) {
        if (i % TOGETHER == 0) {
            const int some = now->count - i < TOGETHER ? now->count - i : TOGETHER;
            way_read_choosers(&l->t, own, i, some, c, now->status + i, searching);
        }
        if (now->status[i] == WAY_INVALID || c[i % TOGETHER].sides == 0)
            continue;
        begin_asking(&now->asker[now->asking], &c[i % TOGETHER]);
        now->of[now->asking++] = i;
    }
}

static uint32_t asking_bits(const way_present *now) {
    uint32_t bits = 0;
    for (int k = 0; k < now->asking; k++)
        bits |= 1u << now->of[k];
    return bits;
}

static void search_present(const listing *l, way_present *now, way_log *log) {
    const way_ranges *by = ranges_of(l->t.of.table);
    (l->to->unsorted ? by->list : by->sort)[l->t.of.dims - 2](now->asker, now->asking, l->t.crowd, log);
}

static void log_bits(way_log *log, uint32_t bits) {
    log->is_full |= log->used == log->room;
    if (log->is_full)
        return;
    if (log->rows != NULL)
        log->rows[log->used++] = bits;
    else
        log->list[log->used++].row = bits;
}

/* Counts the candidates of all lists, and writes them to the log while the log has room. */
WAY_OUT_OF_LINE void count_together(const listing *l, way_log *log) {
    way_own_rows own;
    way_present now = {.turns = {0, 0, {0}}};
    way_fill_choosers(&l->t, &own);
    while (!log->is_dense && go_to_next(l, &now)) {
        size_t length[WAY_CHOOSERS] = {0};
        read_present(l, &own, &now);
        log_bits(log, asking_bits(&now));
        search_present(l, &now, log);
        for (int k = 0; k < now.asking; k++)
            length[now.of[k]] = now.asker[k].count;
        for (int i = 0; i < now.count; i++)
            l->to->offset[number_in_call(l, &now, i) + 1] = length[i];
        put_statuses(l, now.status, length, (size_t)now.count, now.rows);
    }
}

/* Searches a second time, and writes the lists. */
WAY_OUT_OF_LINE void write_together(const listing *l) {
    const way_neighbours *to = l->to;
    way_own_rows own;
    way_present now = {.turns = {0, 0, {0}}};
    way_log none = {.is_full = 1};
    way_fill_choosers(&l->t, &own);
    while (go_to_next(l, &now)) {
        read_present(l, &own, &now);
        for (int k = 0; k < now.asking; k++) {
            way_asker *one = &now.asker[k];
            const size_t at = to->offset[number_in_call(l, &now, now.of[k])];
            if (!to->unsorted)
                one->list = to->list + at;
            else {
                one->rows = to->rows + at;
                one->squares = to->squares != NULL ? to->squares + at : NULL;
            }
        }
        search_present(l, &now, &none);
    }
}

/* Copies the lists from the log to the output. */
WAY_OUT_OF_LINE void copy_sorted(const listing *l, const way_log *log) {
    way_present now = {.turns = {0, 0, {0}}};
    for (size_t at = 0; go_to_next(l, &now);) {
        const uint32_t bits = log->list[at++].row;
        for (int i = 0; i < now.count; i++) {
            if (!(bits >> i & 1))
                continue;
            const uint32_t found = log->list[at++].row;
            memcpy(l->to->list + l->to->offset[number_in_call(l, &now, i)], log->list + at,
                   sizeof *log->list * found);
            at += found;
        }
    }
}

WAY_OUT_OF_LINE void copy_unsorted(const listing *l, const way_log *log) {
    const way_neighbours *to = l->to;
    way_present now = {.turns = {0, 0, {0}}};
    for (size_t at = 0; go_to_next(l, &now);) {
        size_t end[WAY_CHOOSERS];
        const uint32_t bits = log->rows[at++];
        for (int i = 0; i < now.count; i++)
            end[i] = to->offset[number_in_call(l, &now, i)];
        for (uint32_t rounds = log->rows[at++]; rounds > 0; rounds--)
            for (int i = 0; i < now.count; i++) {
                if (!(bits >> i & 1))
                    continue;
                const uint32_t found = log->rows[at++];
                memcpy(to->rows + end[i], log->rows + at, sizeof *log->rows * found);
                if (to->squares != NULL)
                    memcpy(to->squares + end[i], log->squares + at, sizeof *log->squares * found);
                end[i] += found;
                at += found;
            }
    }
}

/* The log is in the last part of the memory, from element `before` on. */
static way_log log_in(const way_neighbours *to, size_t before) {
    way_log log = {.room = to->capacity - before, .is_full = to->capacity == 0};
    if (log.is_full)
        return log;
    if (to->unsorted) {
        log.rows = to->rows + before;
        log.squares = to->squares != NULL ? to->squares + before : NULL;
    } else
        log.list = to->list + before;
    return log;
}

/* Writes sorted lists. The first search counts the candidates of all lists. If all lists fit before the log,
   they are copied from the log. As in list_all, a sorted list needs two elements for each neighbour. Returns
   0 if a list is too long to be sorted here. */
static int list_together(listing *l) {
    way_neighbours *to = l->to;
    const size_t each = to->unsorted ? 1 : 2, half = to->capacity / 2,
                 before = half - (half / 2 < 2 * l->t.count ? half / 2 : 2 * l->t.count);
    way_log log = log_in(to, before);
    count_together(l, &log);
    if (log.is_dense)
        return 0;
    for (size_t i = 0; i < l->t.count; i++) {
        const size_t length = to->offset[i + 1], needed = l->total + each * length;
        to->needed = needed > to->needed ? needed : to->needed;
        l->total += length;
        l->is_full |= each * length > to->capacity - l->used;
        if (l->is_full)
            continue;
        l->used += length;
        to->offset[++to->answered] = l->used;
    }
    l->t.count = to->answered;
    if (l->is_full || log.is_full || l->used > before) {
        if (l->t.count > 0)
            write_together(l);
    } else if (to->unsorted)
        copy_unsorted(l, &log);
    else
        copy_sorted(l, &log);
    return 1;
}

WAY_OUT_OF_LINE void list_seen(listing *l, const way_choice *choice) {
    way_kept kept;
    way_sight sight = {.near_walls = &kept};
    way_begin_sight(&l->t, choice, &sight);
    sight.wants_share = l->to->seen != NULL;
    list_all(l);
}

WAY_OUT_OF_LINE way_result check_lists_of(const way_call_entry *call, const way_column *in,
                                          const way_choice *choice, const way_neighbours *to) {
    const way_arguments arguments = {.in = in,
                                     .status = &to->status,
                                     .fault = choice->fault,
                                     .uses = FOR_NEIGHBOURS,
                                     .first = choice->first,
                                     .count = choice->count,
                                     .index = choice->index,
                                     .runner_count = way_runners_of(choice),
                                     .chaser_parts = choice->chaser_parts,
                                     .runner_parts = choice->runner_parts,
                                     .chaser_part_count = choice->chaser_part_count,
                                     .runner_part_count = choice->runner_part_count,
                                     .fault_part = choice->fault_part,
                                     .crowd2d = choice->crowd2d,
                                     .crowd3d = choice->crowd3d,
                                     .lists = WAY_LISTS_TO_MEMORY,
                                     .offset = to->offset,
                                     .list = to->list,
                                     .rows = to->rows,
                                     .unsorted = to->unsorted,
                                     .seen = to->seen,
                                     .capacity = to->capacity,
                                     .walls = choice->walls,
                                     .wall_count = choice->wall_count,
                                     .wall_tree = choice->wall_tree,
                                     .sight_points = choice->sight_points,
                                     .wall_origin_x = choice->wall_origin_x,
                                     .wall_origin_y = choice->wall_origin_y};
    const way_result result = way_check_arguments(call, &arguments);
    if (result == WAY_OK && to->unsorted && to->most > 0)
        return way_refuse(choice->fault, "most", WAY_ERROR_COUNT);
    return result;
}

/* Runs a call whose arguments have been checked. Returns 0 if the lists do not fit. */
static int solve_lists(int dims, const way_column *in, const way_column_out *status, const way_choice *choice,
                       way_neighbours *to) {
    listing l = {.t = {.first = choice->first,
                       .count = choice->count,
                       .index = choice->index,
                       .measure = TO_LIST,
                       .wanted = 1,
                       .origin = {choice->wall_origin_x, choice->wall_origin_y}},
                 .to = to,
                 .status = status,
                 .most = to->most > 0 ? to->most : SIZE_MAX};
    way_set_choosers(&l.t, in, dims, FOR_NEIGHBOURS);
    to->answered = to->needed = to->offset[0] = 0;
    way_fpenv caller = way_fpenv_enter_for_calls();
    way_begin_choosing(&l.t, dims == 2 ? (const void *)choice->crowd2d : (const void *)choice->crowd3d,
                       way_runners_of(choice));
    l.t.follows_crowd = choice->wall_count == 0 && to->seen == NULL && can_ask_together(&l);
    if (choice->wall_count > 0)
        list_seen(&l, choice);
    else if (!l.t.follows_crowd || !list_together(&l)) {
        l.t.follows_crowd = 0;
        list_all(&l);
    }
    way_fpenv_leave_after_calls(caller);
    return !l.is_full;
}

WAY_OUT_OF_LINE int list_parts(int dims, const way_column *in, const way_choice *choice, way_neighbours *to) {
    way_spanned all;
    way_span_choice(&all, choice, in, dims);
    way_span_outputs(&all, &to->status, 1, 0, 1);
    return solve_lists(dims, all.in, all.out, choice, to);
}

static way_result neighbours(const way_call_entry *call, const void *in, const way_choice *choice,
                             way_neighbours *to) {
    if (choice == NULL || to == NULL)
        return WAY_ERROR_NULL;
    const way_result result = check_lists_of(call, in, choice, to);
    if (result != WAY_OK)
        return result;
    const int fits = way_has_parts(choice) ? list_parts(call->dims, in, choice, to)
                                           : solve_lists(call->dims, in, &to->status, choice, to);
    return fits ? WAY_OK : way_refuse(choice->fault, "capacity", WAY_ERROR_CAPACITY);
}

size_t way_neighbours_capacity(size_t count, size_t runner_count, size_t most) {
    const size_t longest = most > 0 && most < runner_count ? most : runner_count;
    if (count == 0 || longest == 0)
        return 0;
    return count < SIZE_MAX / sizeof(way_neighbour) / longest ? (count + 1) * longest : 0;
}

way_result way_neighbours2d(const way_choose2d_in *in, const way_choice *choice, way_neighbours *to) {
    return neighbours(&way_neighbours2d_entry, in, choice, to);
}

way_result way_neighbours3d(const way_choose3d_in *in, const way_choice *choice, way_neighbours *to) {
    return neighbours(&way_neighbours3d_entry, in, choice, to);
}
