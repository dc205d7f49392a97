/* Checks the columns of the calls in calls.def, in one or several tables, and whether outputs overlap
   inputs. */
#include "call/check.h"
#include "call/overlap.h"
#include "call/parts.h"

/* Returns the inputs that the call never reads. If the candidates are in a crowd, or if there are no
   candidates, the call does not read the candidates' inputs. A call that makes a crowd does not read the
   choosers' inputs. */
static unsigned unread_inputs(const way_call_entry *call, const way_arguments *a) {
    const void *crowd = call->dims == 2 ? (const void *)a->crowd2d : (const void *)a->crowd3d;
    const int has_columns = crowd == NULL && a->runner_count > 0;
    return (has_columns ? 0 : call->in_crowd) | (a->uses == FOR_CROWD ? ~call->runners : 0);
}

static unsigned required_inputs(const way_call_entry *call, const way_arguments *a, size_t candidates) {
    const unsigned uses = a->uses != 0 ? a->uses : 1u << a->cost;
    unsigned required = 0;
    for (size_t k = 0; k < call->behaviour.input_count; k++)
        required |= (unsigned)((call->needs[k] & uses) != 0) << k;
    return call->dims > 0 && candidates == 0 ? required & ~call->runners : required;
}

/* Tables ------------------------------------------------------------------------------------------------- */

/* The tables of one side of a call: its parts, or the call's own columns as one table. */
static size_t tables_of(const way_search_part *parts, size_t count) { return parts != NULL ? count : 1; }

static way_search_part table_of(const way_arguments *a, const way_search_part *parts, size_t p, size_t rows) {
    const way_search_part whole = {a->in, a->status != NULL ? a->status : a->out, rows};
    return parts != NULL ? parts[p] : whole;
}

int way_candidates_have(const way_call_entry *call, const way_arguments *a, way_choose_column column) {
    for (size_t p = 0; p < tables_of(a->runner_parts, a->runner_part_count); p++) {
        const way_search_part table = table_of(a, a->runner_parts, p, SIZE_MAX);
        if (table.in != NULL && table.count > 0 && way_choose_in(table.in, call->dims, column)->data != NULL)
            return 1;
    }
    return 0;
}

static way_result refuse_part(const way_arguments *a, const way_search_part *parts, size_t p,
                              const char *name, way_result result) {
    if (a->fault_part != NULL && parts != NULL)
        *a->fault_part = p;
    return way_refuse(a->fault, name, result);
}

static way_places outputs_of_table(const way_call_entry *call, const way_arguments *a,
                                   const way_search_part *table) {
    return way_note_out(table->out, table->out == NULL  ? 0
                                    : a->status != NULL ? 1
                                                        : (int)call->behaviour.output_count);
}

/* Checks the columns of a table that belong to the set `side`. */
static way_result check_table(const way_call_entry *call, const way_arguments *a,
                              const way_search_part *table, unsigned side, size_t candidates) {
    const way_behaviour *columns = &call->behaviour;
    const unsigned unread = unread_inputs(call, a) | ~side;
    const way_places from = way_note_in(table->in, (int)columns->input_count);
    const way_search_part none = {NULL, NULL, 0};
    const way_places to = outputs_of_table(call, a, (side & ~call->runners) != 0 ? table : &none);
    const unsigned given = from.given & ~unread;
    const unsigned missing = required_inputs(call, a, candidates) & ~unread & ~given;
    way_result result = WAY_OK;
    if (missing != 0)
        return way_refuse(a->fault, way_name_of_first(columns->inputs, missing), WAY_ERROR_MISSING);
    if (way_may_be_wrong(&from) || way_may_be_wrong(&to) || to.uniform != 0)
        result = way_check_columns(columns, table->in, given, table->out, a->status != NULL ? 0 : to.given,
                                   a->fault);
    if (result != WAY_OK || a->status == NULL || to.given == 0)
        return result;
    const way_column status = way_as_column(table->out);
    result = way_check_column(&status, 1, 1);
    return result != WAY_OK ? way_refuse(a->fault, "status", result) : WAY_OK;
}

/* Checks the parts of one side, or if this side has no parts, its columns in the call's own table. */
static way_result check_side(const way_call_entry *call, const way_arguments *a, int is_runners,
                             size_t candidates) {
    const way_search_part *parts = is_runners ? a->runner_parts : a->chaser_parts;
    const size_t tables = tables_of(parts, is_runners ? a->runner_part_count : a->chaser_part_count);
    const unsigned side = is_runners ? call->runners : ~call->runners;
    for (size_t p = 0; p < tables; p++) {
        const way_search_part table = table_of(a, parts, p, SIZE_MAX);
        if (table.count == 0)
            continue;
        if (table.in == NULL)
            return refuse_part(a, parts, p, is_runners ? "runner_parts" : "chaser_parts", WAY_ERROR_NULL);
        if (table.out == NULL && !is_runners && a->status == NULL)
            return refuse_part(a, parts, p, "out", WAY_ERROR_NULL);
        const way_result result = check_table(call, a, &table, side, candidates);
        if (result != WAY_OK) {
            if (a->fault_part != NULL && parts != NULL)
                *a->fault_part = p;
            return result;
        }
    }
    return WAY_OK;
}

way_result way_check_tables(const way_call_entry *call, const way_arguments *a, size_t candidates) {
    if (a->chaser_parts == NULL && a->runner_parts == NULL) {
        const way_search_part whole = table_of(a, NULL, 0, SIZE_MAX);
        return check_table(call, a, &whole, ~0u, candidates);
    }
    const way_result result = a->uses == FOR_CROWD ? WAY_OK : check_side(call, a, 0, candidates);
    return result == WAY_OK ? check_side(call, a, 1, candidates) : result;
}

/* Outputs that overlap inputs ---------------------------------------------------------------------------- */

static size_t rows_of_agents(const way_arguments *a) {
    size_t rows = 0;
    if (a->index == NULL)
        return a->first + a->count;
    for (size_t i = 0; i < a->count; i++) {
        const size_t row = a->index[a->first + i];
        rows = row >= rows ? row + 1 : rows;
    }
    return rows;
}

/* For a call that writes lists to columns: returns the number, counted from 1, of the first output that
   overlaps an input, or 0. Such a call reads all of its inputs while it writes. */
static int listed_overlap(const way_call_entry *call, const way_arguments *a) {
    const unsigned given =
        way_note_in(a->in, (int)call->behaviour.input_count).given & ~unread_inputs(call, a);
    const unsigned wanted = way_note_out(a->out, (int)call->behaviour.output_count).given;
    const size_t rows = rows_of_agents(a);
    const int over = a->capacity > 0
                         ? way_columns_meet(a->in, given, rows, a->out, wanted & call->listed, 0, a->capacity)
                         : 0;
    return over > 0 ? over : way_columns_meet(a->in, given, rows, a->out, wanted & ~call->listed, 0, rows);
}

int way_are_agents(const way_column *in, int dims) {
    return way_are_same_places(way_avoid_in(in, dims, IN_avoid_chaser_x),
                               way_avoid_in(in, dims, IN_avoid_runner_x), dims);
}

/* For an avoidance: returns the set of the agents' inputs that are also inputs of the candidates. */
static unsigned also_runners(const way_column *in, int dims) {
    const int are_agents = way_are_agents(in, dims);
    unsigned set = 0;
    for (int k = IN_avoid_OWN; are_agents && k < IN_avoid_COUNT; k++) {
        const way_avoid_column source = way_avoid_source((way_avoid_column)k);
        const int at = way_avoid_at[dims - 2][source];
        if (source != (way_avoid_column)k && at > 0 &&
            way_avoid_in(in, dims, (way_avoid_column)k)->data == NULL)
            set |= 1u << (at - 1);
    }
    return set;
}

/* For a search: returns the first output of choosers first .. first + count - 1 of one table that overlaps an
   input of the candidates of another table, or 0. A search reads the candidates' inputs while it writes, so
   the two must not overlap: see `target` of way_batch. */
static int first_overlap(const way_call_entry *call, const way_arguments *a, const way_search_part *own,
                         size_t first, size_t count, const way_search_part *other) {
    const unsigned given =
        way_note_in(other->in, (int)call->behaviour.input_count).given & ~unread_inputs(call, a);
    const unsigned also = a->uses == FOR_AVOIDING ? also_runners(other->in, call->dims) : 0;
    const unsigned read = given & (call->runners | also), wanted = outputs_of_table(call, a, own).given,
                   ranked = a->status != NULL ? 0 : call->ranked;
    const size_t best = a->best > 0 ? (size_t)a->best : 1;
    if (other->count == 0 || read == 0 || wanted == 0)
        return 0;
    const int over = way_columns_meet(other->in, read, other->count, own->out, wanted & ranked, best * first,
                                      best * count);
    return over > 0
               ? over
               : way_columns_meet(other->in, read, other->count, own->out, wanted & ~ranked, first, count);
}

/* Tests all tables of choosers against all tables of candidates. */
static way_result check_searched(const way_call_entry *call, const way_arguments *a, size_t candidates) {
    size_t before = 0; /* number of choosers in the parts before part p */
    for (size_t p = 0; p < tables_of(a->chaser_parts, a->chaser_part_count); p++) {
        const way_search_part own = table_of(a, a->chaser_parts, p, SIZE_MAX / 4);
        const size_t begin = a->first > before ? a->first - before : 0,
                     end = a->first + a->count > before ? a->first + a->count - before : 0,
                     last = end < own.count ? end : own.count;
        before += own.count;
        if (a->index == NULL ? begin >= last : own.count == 0)
            continue;
        for (size_t q = 0; q < tables_of(a->runner_parts, a->runner_part_count); q++) {
            const way_search_part other = table_of(a, a->runner_parts, q, candidates);
            const int over = other.count == 0   ? 0
                             : a->index != NULL ? first_overlap(call, a, &own, 0, 1, &other)
                                                : first_overlap(call, a, &own, begin, last - begin, &other);
            if (over > 0)
                return refuse_part(a, a->chaser_parts, p,
                                   a->status != NULL ? "status" : call->behaviour.outputs[over - 1].name,
                                   WAY_ERROR_OVERLAP);
        }
    }
    return WAY_OK;
}

way_result way_check_overlap(const way_call_entry *call, const way_arguments *a, size_t candidates) {
    if (a->count == 0)
        return WAY_OK;
    if (call->listed == 0)
        return call->dims > 0 ? check_searched(call, a, candidates) : WAY_OK;
    const int over = listed_overlap(call, a);
    return over > 0 ? way_refuse(a->fault, call->behaviour.outputs[over - 1].name, WAY_ERROR_OVERLAP)
                    : WAY_OK;
}
