/* Writes neighbour lists. A candidate that passes all tests is first stored in the caller-supplied memory as
   its distance in double and its row. When a list is complete, its entries are sorted and copied to elements
   of half their size. The searches of four choosers are interleaved, and each search uses a quarter of the
   free memory. If a quarter is too small for a list, the four choosers search again one at a time, each in
   all of the free memory. */

#include <string.h>

#include "choose/choose_internal.h"
#include "isa/fpenv.h"

/* Choosers whose searches are interleaved. */
enum { TOGETHER = 4 };

typedef struct listing {
    way_choosing t;
    way_neighbours *to;
    size_t most;
    size_t used;    /* elements of the lists written so far */
    size_t total;   /* elements of all lists so far, written or not */
    size_t is_full; /* 1: a list did not fit, so no further list is written */
} listing;

static void begin_list(way_gathering *list, way_chooser *c, void *memory, size_t room, size_t most) {
    *list = (way_gathering){.found = (way_found *)memory, .room = room, .most = most};
    c->limit = way_search_first_limit(c, TO_LIST);
    c->list = list;
}

static int is_cut(const way_gathering *list) { return list->count < list->passed; }

/* Counts the elements of a list. Writes the list if it fits and all earlier lists did. */
static void end_list(listing *l, way_gathering *list) {
    way_neighbours *to = l->to;
    const size_t needed = l->total + 2 * list->passed;
    l->total += list->passed;
    to->needed = needed > to->needed ? needed : to->needed;
    if (is_cut(list))
        l->is_full = 1;
    if (l->is_full)
        return;
    if (list->count > 0)
        way_gathered(list);
    for (size_t j = 0; j < list->count; j++) {
        const way_neighbour one = {list->found[j].row, (float)list->found[j].distance};
        const float share = list->found[j].share; /* before `one` overwrites the entry */
        memcpy(to->list + l->used + j, &one, sizeof one);
        if (to->seen != NULL)
            to->seen[l->used + j] = share;
    }
    l->used += list->count;
    to->offset[++to->answered] = l->used;
}

/* Makes the lists of these choosers. The list of a chooser that is invalid or has the mask 0 is empty. */
static void list_some(listing *l, way_chooser *c, const int32_t *status, int count) {
    way_gathering list[TOGETHER];
    way_chooser *searching[TOGETHER];
    const size_t spare = l->is_full ? 0 : (l->to->capacity - l->used) / 2, part = spare / TOGETHER;
    int searches = 0, cut = 0;
    for (int i = 0; i < count; i++) {
        list[i] = (way_gathering){.found = NULL};
        if (status[i] == WAY_INVALID || c[i].sides == 0)
            continue;
        begin_list(&list[i], &c[i], spare > 0 ? l->to->list + l->used + 2 * part * (size_t)i : NULL, part,
                   l->most);
        searching[searches++] = &c[i];
    }
    way_search_for(&l->t, searching, searches);
    for (int i = 0; i < count; i++)
        cut |= is_cut(&list[i]);
    for (int i = 0; i < count; i++) {
        if (cut && !l->is_full && list[i].passed > 0) {
            way_chooser *one = &c[i];
            const size_t room = l->to->capacity - l->used;
            begin_list(&list[i], one, room > 0 ? l->to->list + l->used : NULL, room / 2, l->most);
            way_search_for(&l->t, &one, 1);
        }
        end_list(l, &list[i]);
    }
}

WAY_OUT_OF_LINE void list_all(listing *l) {
    const size_t all = l->t.count;
    way_own_rows own;
    way_chooser c[TOGETHER], *searching[TOGETHER];
    int32_t status[WAY_CHOOSERS];
    float row[WAY_CHOOSERS];
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
        if (l->to->status.data == NULL || answered == 0)
            continue;
        for (size_t i = 0; i < answered; i++) {
            const int is_met = l->to->offset[before + i] < l->to->offset[before + i + 1];
            const int32_t word = is_met ? WAY_MET : status[i];
            memcpy(row + i, &word, 4);
        }
        way_unpack(l->t.of.table, &l->to->status, 1, way_choosers_from(&l->t, at), answered, row,
                   WAY_CHOOSERS);
    }
}

WAY_OUT_OF_LINE void list_seen(listing *l, const way_choice *choice) {
    way_sight sight;
    way_begin_sight(&l->t, choice, &sight);
    sight.wants_share = l->to->seen != NULL;
    list_all(l);
}

static way_result neighbours(const way_call_entry *call, const void *in, const way_choice *choice,
                             way_neighbours *to) {
    if (choice == NULL || to == NULL)
        return WAY_ERROR_NULL;
    const int dims = call->dims;
    const way_arguments arguments = {.in = in,
                                     .status = &to->status,
                                     .fault = choice->fault,
                                     .uses = FOR_NEIGHBOURS,
                                     .first = choice->first,
                                     .count = choice->count,
                                     .index = choice->index,
                                     .runner_count = choice->runner_count,
                                     .crowd2d = choice->crowd2d,
                                     .crowd3d = choice->crowd3d,
                                     .lists = WAY_LISTS_TO_MEMORY,
                                     .offset = to->offset,
                                     .list = to->list,
                                     .seen = to->seen,
                                     .capacity = to->capacity,
                                     .walls = choice->walls,
                                     .wall_count = choice->wall_count,
                                     .wall_tree = choice->wall_tree,
                                     .sight_points = choice->sight_points,
                                     .wall_origin_x = choice->wall_origin_x,
                                     .wall_origin_y = choice->wall_origin_y};
    const way_result result = way_check_arguments(call, &arguments);
    if (result != WAY_OK)
        return result;
    listing l = {.t = {.first = choice->first,
                       .count = choice->count,
                       .index = choice->index,
                       .measure = TO_LIST,
                       .wanted = 1,
                       .origin = {choice->wall_origin_x, choice->wall_origin_y}},
                 .to = to,
                 .most = to->most > 0 ? to->most : SIZE_MAX};
    way_set_choosers(&l.t, in, dims, FOR_NEIGHBOURS);
    way_begin_choosing(&l.t, dims == 2 ? (const void *)choice->crowd2d : (const void *)choice->crowd3d,
                       choice->runner_count);
    to->answered = to->needed = to->offset[0] = 0;
    way_fpenv caller = way_fpenv_enter_for_calls();
    if (choice->wall_count > 0)
        list_seen(&l, choice);
    else
        list_all(&l);
    way_fpenv_leave_after_calls(caller);
    return l.is_full ? way_refuse(choice->fault, "capacity", WAY_ERROR_CAPACITY) : WAY_OK;
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
