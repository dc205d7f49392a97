/* Repairs a field after costs have changed. A cell is affected if the steps from it lead through a changed
   cell or one of its neighbours. Affected cells lose their labels and get new ones from the cells around
   them; then the search continues from these cells. */
#include "call/check.h"
#include "field/field_internal.h"

enum { LISTED = 128 }; /* bit of a mask: the cell is in the list */

/* Removes the label of a cell. If the cell is open, also adds it to the list, unless it is there already. */
static void affect(way_field_state *s, const way_field_grid *g, uint32_t cell) {
    if (g->mask[cell] & LISTED)
        return;
    g->label[cell] = g->cost[cell] == 0 ? 0 : WAY_FIELD_NONE;
    if (g->cost[cell] == 0)
        return;
    g->mask[cell] |= LISTED;
    g->list[s->listed++] = cell;
}

/* Reads rows again, and marks the changed cells and their neighbours as affected. */
static void affect_changed(way_field_state *s, const way_field *f, uint32_t first, uint32_t last) {
    const way_field_grid g = way_field_arrays(s);
    uint32_t count = 0;
    for (uint32_t row = first; row <= last; row++) {
        const uint8_t *cost = g.cost + (size_t)(row + 1) * s->stride;
        uint8_t *old = (uint8_t *)g.sums;
        for (uint32_t x = 0; x < s->stride; x++)
            old[x] = cost[x];
        way_field_read_costs(s, f->costs, row);
        for (uint32_t x = 1; x <= s->width; x++) {
            g.list[count] = (row + 1) * s->stride + x;
            count += cost[x] != old[x];
        }
    }
    for (uint32_t row = first > 0 ? first - 1 : 0; row <= last + 1 && row < s->height; row++)
        way_field_set_masks(s, row);
    /* mark the changed cells before other cells are added to the list */
    for (uint32_t i = 0; i < count; i++) {
        g.label[g.list[i]] = g.cost[g.list[i]] == 0 ? 0 : WAY_FIELD_NONE;
        g.mask[g.list[i]] |= LISTED;
    }
    s->listed = count;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 8; k++)
            affect(s, &g, way_field_step(s, g.list[i], k));
}

/* Marks all cells whose steps lead to an affected cell as affected, and all neighbours of affected cells that
   are farther from a goal than WAY_FIELD_FAR: they have a label, but no step. */
static void affect_before(way_field_state *s, const way_field *f) {
    const way_field_grid g = way_field_arrays(s);
    for (uint32_t i = 0; i < s->listed; i++)
        for (int k = 0; k < 8; k++) {
            const uint32_t cell = way_field_step(s, g.list[i], k);
            if (g.cost[cell] == 0)
                continue;
            const int is_too_far = g.label[cell] > WAY_FIELD_FAR && g.label[cell] != WAY_FIELD_NONE;
            if (is_too_far || f->next[way_field_element(s, cell)] == (k + 4) % 8)
                affect(s, &g, cell);
        }
}

/* Labels a cell by its neighbours. As in a search, no path leads through a cell that is too far from a goal. */
static void pull(way_field_state *s, const way_field_grid *g, uint32_t cell) {
    for (int k = 0; k < 8; k++) {
        const uint32_t from = way_field_step(s, cell, k);
        const int open = k % 2 == 0 || (g->mask[cell] >> k / 2 & 1);
        if (!open || g->cost[from] == 0 || g->label[from] > WAY_FIELD_FAR)
            continue;
        const uint32_t label = g->label[from] + (k % 2 == 0 ? s->straight : s->diagonal) * g->cost[from];
        g->label[cell] = label < g->label[cell] ? label : g->label[cell];
    }
}

static void begin_repair(way_field_state *s, const way_field *f) {
    const way_field_grid g = way_field_arrays(s);
    affect_before(s, f);
    way_field_label_goals(s, f);
    uint32_t kept = 0;
    s->low = s->listed == 0 ? 0 : s->height - 1, s->high = 0;
    for (uint32_t i = 0; i < s->listed; i++) {
        const uint32_t cell = g.list[i], row = cell / s->stride - 1;
        g.mask[cell] &= (uint8_t)~LISTED;
        s->low = row < s->low ? row : s->low;
        s->high = row > s->high ? row : s->high;
        if (g.cost[cell] == 0)
            continue;
        pull(s, &g, cell);
        g.list[kept] = cell;
        kept += g.label[cell] != WAY_FIELD_NONE;
    }
    s->listed = kept;
    way_field_sort(s);
    s->seeded = s->at = 0;
    way_field_empty(s);
    s->stage = WAY_FIELD_SEARCH;
}

way_result way_field2d_update(way_field *field, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    if (field == NULL)
        return WAY_ERROR_NULL;
    const way_result result = way_check_field(field, way_field2d_bytes(field->width, field->height));
    if (result != WAY_OK)
        return result;
    if (field->field_count > 1)
        return way_refuse(field->fault, "field_count", WAY_ERROR_COUNT);
    if (x > field->width || width > field->width - x)
        return way_refuse(field->fault, "width", WAY_ERROR_COUNT);
    if (y > field->height || height > field->height - y)
        return way_refuse(field->fault, "height", WAY_ERROR_COUNT);
    if (field->next == NULL)
        return way_refuse(field->fault, "next", WAY_ERROR_NULL);
    way_field_state *s = way_field_state_of(field);
    if (s == NULL || s->stage != WAY_FIELD_DONE)
        return way_refuse(field->fault, "memory", WAY_ERROR_MEMORY);
    field->taken = 0;
    if (width == 0 || height == 0)
        return WAY_OK;
    const uint32_t reach = way_field_reach(s), last = y + height - 1;
    s->field = field->done = 0;
    s->updating = 1;
    for (uint32_t row = y; s->near > 1 && row <= last; row++)
        way_field_read_gaps(s, field->costs, row);
    affect_changed(s, field, y > reach ? y - reach : 0,
                   s->height - 1 - last > reach ? last + reach : s->height - 1);
    begin_repair(s, field);
    return way_field_go_on(s, field);
}
