/* Computes fields stage by stage: reads the costs, searches, writes the answers. */
#include "call/check.h"
#include "field/field_internal.h"

size_t way_field2d_bytes(uint32_t width, uint32_t height) {
    way_field_state layout;
    return way_field_lay_out(&layout, width, height);
}

way_field_state *way_field_state_of(const way_field *f) {
    way_field_state *s = f->memory,
                    now = {.straight = way_field_straight_of(f), .diagonal = way_field_diagonal_of(f)};
    now.field_count = way_field_count_of(f);
    if (f->bytes < sizeof *s)
        return NULL;
    const int same = s->mark == WAY_FIELD_MARK && s->width == f->width && s->height == f->height &&
                     s->field_count == now.field_count && s->straight == now.straight &&
                     s->diagonal == now.diagonal && s->cut_corners == (f->cut_corners != 0);
    return same ? s : NULL;
}

/* Stages ------------------------------------------------------------------------------------------------- */

static void begin_field(way_field_state *s, const way_field *f) {
    const float clearance = f->clearances == NULL ? 0 : f->clearances[s->field];
    s->near = 4 * (double)clearance * (double)clearance;
    s->stage = WAY_FIELD_PREPARE;
    s->row = s->gaps = s->low = 0, s->high = s->height - 1;
    s->least = 255, s->most = 1;
    s->too_far = s->updating = 0;
    way_field_close_border(s);
}

static void read_row(way_field_state *s, const way_field *f) {
    if (s->near > 1)
        for (; s->gaps < s->height && s->gaps <= s->row + way_field_reach(s); s->gaps++)
            way_field_read_gaps(s, f->costs, s->gaps);
    way_field_read_costs(s, f->costs, s->row);
    way_field_unlabel(s, s->row);
    if (s->row > 0)
        way_field_set_masks(s, s->row - 1);
    s->row++;
    if (s->row == s->height) {
        way_field_set_masks(s, s->row - 1);
        s->stage = WAY_FIELD_SEED;
    }
}

static uint32_t goal_cell(const way_field_state *s, const way_goal *goal) {
    return (goal->y + 1) * s->stride + goal->x + 1;
}

void way_field_label_goals(way_field_state *s, const way_field *f) {
    const way_field_grid g = way_field_arrays(s);
    for (size_t i = 0; i < f->goal_count; i++) {
        const uint32_t cell = goal_cell(s, &f->goals[i]);
        if (f->goals[i].field != s->field || g.cost[cell] == 0 || g.label[cell] <= f->goals[i].cost)
            continue;
        if (g.label[cell] == WAY_FIELD_NONE && !s->updating)
            g.list[s->listed++] = cell;
        g.label[cell] = f->goals[i].cost;
    }
}

static void begin_search(way_field_state *s, const way_field *f) {
    s->listed = 0;
    way_field_label_goals(s, f);
    way_field_sort(s);
    s->seeded = s->at = 0;
    way_field_empty(s);
    s->stage = WAY_FIELD_SEARCH;
}

static size_t field_at(const way_field_state *s) { return (size_t)s->field * s->width * s->height; }

/* Completes the field: marks the goals in `next`, and sets the status. */
static void end_field(way_field_state *s, way_field *f) {
    const way_field_grid g = way_field_arrays(s);
    int32_t status = WAY_NO_TARGET;
    for (size_t i = 0; i < f->goal_count; i++) {
        const way_goal *goal = &f->goals[i];
        const uint32_t cell = goal_cell(s, goal);
        if (goal->field != s->field || g.cost[cell] == 0)
            continue;
        status = WAY_MET;
        if (f->next != NULL && g.label[cell] == goal->cost)
            f->next[field_at(s) + (size_t)goal->y * s->width + goal->x] = 8;
    }
    for (uint32_t i = 0; s->too_far && status == WAY_MET && i < s->cells; i++)
        if (g.label[i] > WAY_FIELD_FAR && g.label[i] != WAY_FIELD_NONE)
            status = WAY_OUT_OF_RANGE;
    if (f->status != NULL)
        f->status[s->field] = status;
    f->done = ++s->field;
    s->stage = WAY_FIELD_DONE;
    if (s->field < s->field_count)
        begin_field(s, f);
}

static void write_row(way_field_state *s, way_field *f) {
    const size_t at = field_at(s);
    const uint32_t rows = s->height < 16 ? s->height : 16;
    const uint32_t end = s->high + 1 - s->row < rows ? s->high + 1 : s->row + rows;
    way_field_write(s, s->row, end, f->cost == NULL ? NULL : f->cost + at,
                    f->next == NULL ? NULL : f->next + at);
    s->row = end;
    if (s->row > s->high)
        end_field(s, f);
}

way_result way_field_go_on(way_field_state *s, way_field *f) {
    const size_t budget = f->budget == 0 ? SIZE_MAX : f->budget, row = s->width / 8 + 1;
    size_t taken = 0;
    while (taken < budget && s->stage != WAY_FIELD_DONE) {
        switch (s->stage) {
        case WAY_FIELD_PREPARE:
            read_row(s, f);
            taken += row;
            break;
        case WAY_FIELD_SEED: begin_search(s, f); break;
        case WAY_FIELD_SEARCH:
            taken += way_field_search(s, budget - taken);
            if (s->stage == WAY_FIELD_WRITE) { /* a row's steps also depend on the labels of the rows
                                                  above and below */
                s->low -= s->low > 0;
                s->high += s->high < s->height - 1;
                s->row = s->low;
            }
            break;
        default: write_row(s, f); taken += row;
        }
    }
    f->taken = taken;
    return WAY_OK;
}

way_result way_field2d(way_field *field) {
    if (field == NULL)
        return WAY_ERROR_NULL;
    const way_result result = way_check_field(field, way_field2d_bytes(field->width, field->height));
    if (result != WAY_OK)
        return result;
    way_field_state *s = field->memory;
    way_field_lay_out(s, field->width, field->height);
    s->mark = WAY_FIELD_MARK;
    s->field = field->done = 0, s->field_count = way_field_count_of(field);
    s->straight = way_field_straight_of(field), s->diagonal = way_field_diagonal_of(field);
    s->cut_corners = field->cut_corners != 0;
    begin_field(s, field);
    return way_field_go_on(s, field);
}

way_result way_field2d_continue(way_field *field) {
    if (field == NULL)
        return WAY_ERROR_NULL;
    const way_result result = way_check_field(field, way_field2d_bytes(field->width, field->height));
    if (result != WAY_OK)
        return result;
    way_field_state *s = way_field_state_of(field);
    if (s == NULL)
        return way_refuse(field->fault, "memory", WAY_ERROR_MEMORY);
    return way_field_go_on(s, field);
}
