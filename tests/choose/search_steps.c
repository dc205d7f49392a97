/* Compiles the searches of plain C once more, under other names, with a counter. */
#define WAY_ISA scalar
#define WAY_PRECISION exact
#define way_search_scalar counted_search
#define way_near_scalar counted_near
#define way_search_time counted_search_time
static unsigned long long steps;
#define WAY_COUNT_STEP() (void)steps++
#include "crowd/search_lanes.c"
#include "crowd/near_lanes.c"

#include "choose/choose_internal.h"
#include "search_steps.h"

enum { FEW = 4, LONGEST = 16 };

static way_measure measure_of(const way_choosing *t, size_t most) {
    return most > 0                            ? TO_LIST
           : t->choice->cost == WAY_BY_TURNING ? BY_TURNING
           : t->choice->cost == WAY_BY_TIME    ? BY_TIME
           : t->crowd->is_weighted             ? BY_DISTANCE
                                               : BY_SQUARE;
}

size_t count_steps(const void *in, const way_choice *choice, int dims, size_t most) {
    static const way_column_out nothing[OUT_choose2d_COUNT];
    way_choosing t;
    way_own_rows own;
    way_turns turns = {0, 0, {0}};
    way_numbers rows;
    steps = 0;
    if (way_begin_choosing(in, nothing, choice, dims, &t) != WAY_OK)
        return 0;
    t.of.search = &counted_search;
    t.near = &counted_near;
    t.measure = measure_of(&t, most);
    t.wanted = t.measure == TO_LIST ? 1 : t.best;
    way_fill_choosers(&t, &own);
    for (int count; (count = way_next_choosers(&t, &turns, FEW, &rows)) > 0;) {
        way_chooser c[FEW], *searching[FEW];
        way_waiting waiting[FEW];
        way_found found[FEW][LONGEST];
        way_gathering list[FEW];
        int32_t status[FEW];
        way_pack_choosers(&t, &own, rows, count);
        const int searches = way_read_choosers(&t, &own, 0, count, c, status, searching);
        for (int i = 0; i < searches; i++) {
            waiting[i].count = 0;
            list[i] = (way_gathering){.found = found[i], .room = most, .most = most};
            searching[i]->waiting = &waiting[i];
            searching[i]->list = &list[i];
        }
        way_search_for(&t, searching, searches);
    }
    return (size_t)steps;
}
