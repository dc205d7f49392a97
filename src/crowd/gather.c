/* Adds candidates to a chooser's list, and sorts the list. */
#include "crowd/search.h"

#include <float.h>

#include "call/columns.h"

/* Lists of at most this number of entries are kept sorted, which is faster for them than a heap. */
enum { SHORT = 32 };

static int is_after(const way_found *a, const way_found *b) {
    return a->distance > b->distance || (a->distance == b->distance && a->row > b->row);
}

/* Moves entry `at` of a heap down until no child is farther. */
static void sink(way_found *heap, size_t at, size_t count) {
    const way_found one = heap[at];
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count)
            break;
        if (child + 1 < count && is_after(&heap[child + 1], &heap[child]))
            child++;
        if (!is_after(&heap[child], &one))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = one;
}

static void make_heap(way_found *heap, size_t count) {
    for (size_t at = count / 2; at > 0; at--)
        sink(heap, at - 1, count);
}

/* Sets the limit of a search whose list is full. `last` is the farthest entry of the list. The search
   compares distances to the centres of candidates, but the list may be ordered by distances to their edges.
   If a centre is farther than `farthest` plus the largest radius, its edge is farther than `farthest`. The
   limit also allows for the rounding errors of edges with huge radii. */
static void set_limit(way_chooser *chooser, const way_found *last) {
    const double farthest = last->distance, widest = chooser->list->widest,
                 size = farthest < 0.0 ? -farthest : farthest;
    const double rounding = widest > 0.0 ? 0x1p-51 * (size + widest) : 0.0;
    chooser->limit = way_search_limit(chooser, TO_LIST, farthest + widest + rounding);
    chooser->list->last = last;
}

void way_renew_limit(way_chooser *chooser) {
    chooser->limit = way_search_first_limit(chooser, TO_LIST);
    if (chooser->list->last != NULL)
        set_limit(chooser, chooser->list->last);
}

/* Inserts an entry into the first `count` entries, which are sorted. The memory has room for one more. */
static void insert(way_found *found, size_t count, way_found one) {
    for (; count > 0 && is_after(&found[count - 1], &one); count--)
        found[count] = found[count - 1];
    found[count] = one;
}

static void begin_heap(way_chooser *chooser, way_gathering *list) {
    make_heap(list->found, list->count);
    set_limit(chooser, &list->found[0]);
}

static void replace_first(way_chooser *chooser, way_gathering *list, way_found one) {
    list->found[0] = one;
    sink(list->found, 0, list->count);
    set_limit(chooser, &list->found[0]);
}

double way_radius_at(const way_column *column, uint32_t row) {
    const float radius = way_float_at(column, row);
    return radius >= 0.0f && radius <= FLT_MAX ? (double)radius : 0.0;
}

void way_count_radii(const way_table *table, const way_column *radius, size_t count, float most,
                     way_radii *of) {
    enum { PACKED = 128 };
    float packed[PACKED];
    memset(of, 0, sizeof *of);
    for (size_t at = 0; at < count; at += PACKED) {
        const size_t some = count - at < PACKED ? count - at : PACKED;
        way_pack(table, radius, 1, (way_numbers){NULL, at}, some, packed, PACKED);
        for (size_t i = 0; i < some; i++)
            if (packed[i] > 0.0f && packed[i] <= most)
                way_count_radius(of, packed[i]);
    }
}

int way_split_radii(const way_radii *of, float *others, float *widest) {
    uint32_t large = 0;
    int power = WAY_POWERS - 1;
    *others = *widest = 0.0f;
    for (; power >= 0 && large + of->count[power] <= WAY_FEW_LARGE; power--) {
        large += of->count[power];
        *widest = of->widest[power] > *widest ? of->widest[power] : *widest;
    }
    for (; power >= 0; power--)
        *others = of->widest[power] > *others ? of->widest[power] : *others;
    *widest = *others > *widest ? *others : *widest;
    return *others > 0.0f && *widest >= 2.0f * *others;
}

int way_is_level(const way_column *height, uint32_t row, double level, double step) {
    const float own = way_float_at(height, row);
    const double above = (double)own - level;
    return own >= -FLT_MAX && own <= FLT_MAX && above <= step && -above <= step;
}

int way_may_gather(const way_chooser *chooser, double distance, uint32_t row) {
    const way_found one = {distance, row, 0.0f};
    return chooser->list->last == NULL || is_after(chooser->list->last, &one);
}

/* Adds a candidate to an unsorted list. */
static void append(way_gathering *list, float square, uint32_t row) {
    list->passed++;
    if (list->count == list->room)
        return;
    list->rows[list->count] = row;
    if (list->squares != NULL)
        list->squares[list->count] = square;
    list->count++;
}

void way_gather(way_chooser *chooser, double distance, float square, uint32_t row) {
    way_gathering *list = chooser->list;
    if (list->is_unsorted) {
        append(list, square, row);
        return;
    }
    if (list->height != NULL && !way_is_level(list->height, row, list->level, list->step))
        return;
    if (list->allows != NULL && !list->allows(list->all, row))
        return;
    const int is_short = list->most <= SHORT;
    if (list->radius != NULL)
        distance -= way_radius_at(list->radius, row);
    const way_found one = {distance, row, chooser->share};
    if (list->passed == list->most) {
        if (list->count < list->most)
            return;
        way_found *last = &list->found[is_short ? list->most - 1 : 0];
        if (!is_after(last, &one))
            return;
        if (!is_short) {
            replace_first(chooser, list, one);
            return;
        }
        insert(list->found, list->most - 1, one);
        set_limit(chooser, last);
        return;
    }
    list->passed++;
    if (list->count < list->room) {
        if (is_short)
            insert(list->found, list->count++, one);
        else
            list->found[list->count++] = one;
    }
    if (list->passed < list->most)
        return;
    if (list->count < list->most)
        chooser->limit = -1.0f; /* stops the search, because the entries do not fit */
    else if (is_short)
        set_limit(chooser, &list->found[list->most - 1]);
    else
        begin_heap(chooser, list);
}

void way_gathered(way_gathering *list) {
    way_found *found = list->found;
    if (list->most <= SHORT)
        return;
    if (list->count <= SHORT / 2) {
        for (size_t i = 1; i < list->count; i++)
            insert(found, i, found[i]);
        return;
    }
    if (list->count < list->most)
        make_heap(found, list->count);
    for (size_t count = list->count; count > 1; count--) {
        const way_found last = found[0];
        found[0] = found[count - 1];
        sink(found, 0, count - 1);
        found[count - 1] = last;
    }
}
