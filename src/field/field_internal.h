/* Declares the functions that the calls of fields share. */
#ifndef WAY_FIELD_INTERNAL_H
#define WAY_FIELD_INTERNAL_H

#include "field/field_state.h"

/* Returns the settings of a field, with their defaults. */
static inline uint32_t way_field_count_of(const way_field *f) {
    return f->field_count == 0 ? 1 : f->field_count;
}
static inline uint32_t way_field_straight_of(const way_field *f) {
    return f->straight == 0 ? 5 : f->straight;
}
static inline uint32_t way_field_diagonal_of(const way_field *f) {
    return f->diagonal == 0 ? way_field_straight_of(f) * 7 / 5 : f->diagonal;
}

/* Returns the state of this field in its memory, or NULL if the memory does not hold it. */
way_field_state *way_field_state_of(const way_field *f);
/* Labels the cells of the goals. A new search also lists these cells; an update has listed them already. */
void way_field_label_goals(way_field_state *s, const way_field *f);
/* Continues with the stages until the fields are complete or the budget is used up. */
way_result way_field_go_on(way_field_state *s, way_field *f);

/* Returns the cell to which a step leads. */
static inline uint32_t way_field_step(const way_field_state *s, uint32_t cell, int step) {
    static const signed char dx[8] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    return cell + (uint32_t)(dx[step] + dy[step] * (int32_t)s->stride);
}

/* Returns the element of the caller's arrays that holds a cell. */
static inline size_t way_field_element(const way_field_state *s, uint32_t cell) {
    const uint32_t row = cell / s->stride - 1, column = cell % s->stride - 1;
    return ((size_t)s->field * s->height + row) * s->width + column;
}

#endif
