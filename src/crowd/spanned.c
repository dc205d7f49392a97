/* Describes the columns of a call that reads several tables: see call/parts.h. */
#include "crowd/spanned.h"

#include "crowd/search.h"

/* Returns the number of candidates of a call that has them in one table: with a crowd, those of the crowd. */
static size_t rows_of_table(const way_crowd2d *crowd2d, const way_crowd3d *crowd3d, size_t runners,
                            int dims) {
    const void *crowd = dims == 2 ? (const void *)crowd2d : (const void *)crowd3d;
    return crowd != NULL ? ((const way_crowd *)crowd)->runners : runners;
}

/* Sets the tables of both sides. A side without parts is one table. */
static void set_sides(way_spanned *to, const way_search_part *own, size_t own_count,
                      const way_search_part *other, size_t other_count, size_t runners, const way_column *in,
                      int dims) {
    to->own_table = (way_search_part){in, NULL, SIZE_MAX};
    to->other_table = (way_search_part){in, NULL, runners};
    way_set_parts(&to->own, own != NULL ? own : &to->own_table, own != NULL ? own_count : 1);
    way_set_parts(&to->other, other != NULL ? other : &to->other_table, other != NULL ? other_count : 1);
    to->own.dims = to->other.dims = dims;
}

void way_span_choice(way_spanned *to, const way_choice *choice, const way_column *in, int dims) {
    const unsigned char *at = way_choose_at[dims - 2];
    const size_t runners = choice->runner_parts != NULL
                               ? 0
                               : rows_of_table(choice->crowd2d, choice->crowd3d, choice->runner_count, dims);
    set_sides(to, choice->chaser_parts, choice->chaser_part_count, choice->runner_parts,
              choice->runner_part_count, runners, in, dims);
    to->own.x = to->own.own_x = to->other.own_x = at[IN_choose_chaser_x] - 1;
    to->other.x = at[IN_choose_runner_x] - 1;
    for (int k = 0; k < IN_choose_COUNT; k++)
        if (at[k] > 0)
            way_span_column(&to->in[at[k] - 1], k < IN_choose_OWN ? &to->own : &to->other, at[k] - 1, 0,
                            &way_choose_columns[k].fallback.word);
}

void way_span_avoidance(way_spanned *to, const way_avoidance *avoidance, const way_column *in, int dims) {
    const unsigned char *at = way_avoid_at[dims - 2];
    const size_t runners =
        avoidance->neighbours != NULL
            ? avoidance->runner_count
            : rows_of_table(avoidance->crowd2d, avoidance->crowd3d, avoidance->runner_count, dims);
    set_sides(to, avoidance->chaser_parts, avoidance->chaser_part_count, avoidance->runner_parts,
              avoidance->runner_part_count, runners, in, dims);
    to->own.x = to->own.own_x = to->other.own_x = at[IN_avoid_chaser_x] - 1;
    to->other.x = at[IN_avoid_runner_x] - 1;
    for (int k = 0; k < IN_avoid_COUNT; k++) {
        const way_avoid_column source = way_avoid_source((way_avoid_column)k);
        if (at[k] > 0)
            way_span_column(&to->in[at[k] - 1], k < IN_avoid_OWN ? &to->own : &to->other, at[k] - 1,
                            source != (way_avoid_column)k ? at[source] : 0,
                            &way_avoid_columns[k].fallback.word);
    }
}

void way_span_outputs(way_spanned *to, const way_column_out *out, int outputs, unsigned ranked, size_t best) {
    to->own_table.out = out;
    for (int k = 0; k < outputs; k++)
        way_span_output(&to->out[k], &to->own, k, ranked >> k & 1 ? best : 1);
}
