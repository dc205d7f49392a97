#include <string.h>

#include "behaviours.h"
#include "cpu.h"
#include "fpenv.h"
#include "plan.h"
#include "run.h"
#include "waylay/waylay.h"

const char *way_version(void) { return WAY_VERSION_STRING; }

const char *way_result_string(way_result result) {
    switch (result) {
    case WAY_OK: return "ok";
    case WAY_ERROR_NULL: return "an argument that must not be NULL is NULL";
    case WAY_ERROR_MISSING: return "an input column without a default is NULL";
    case WAY_ERROR_ALIGNMENT: return "a column's data or stride is not a multiple of 4 bytes";
    case WAY_ERROR_STRIDE: return "an output column cannot be one value for all agents";
    case WAY_ERROR_COUNT: return "the agents' numbers are larger than memory can hold";
    case WAY_ERROR_PRECISION: return "no such precision";
    case WAY_ERROR_ISA: return "no such instruction set in this build or on this machine";
    case WAY_ERROR_BEHAVIOUR: return "no such behaviour";
    case WAY_ERROR_OVERLAP: return "an output lies where a runner's column is read by target";
    }
    return "no such result";
}

const char *way_status_word(int32_t status) {
    static const char *const words[] = {
        [WAY_MET] = "met",
        [WAY_THERE] = "there",
        [WAY_TOO_SLOW] = "too_slow",
        [WAY_IMMOBILE] = "immobile",
        [WAY_LATE] = "late",
        [WAY_INVALID] = "invalid",
        [WAY_NO_TARGET] = "no_target",
        [WAY_OUT_OF_RANGE] = "out_of_range",
        [WAY_DEGENERATE] = "degenerate",
        [WAY_NO_PATH] = "no_path",
    };
    return status >= 0 && status < (int32_t)(sizeof words / sizeof words[0]) ? words[status] : NULL;
}

const char *way_word_name(int32_t word) {
    static const char *const names[] = {
        [WAY_LSL] = "LSL", [WAY_RSR] = "RSR", [WAY_LSR] = "LSR",
        [WAY_RSL] = "RSL", [WAY_LRL] = "LRL", [WAY_RLR] = "RLR",
    };
    if (word == WAY_NO_WORD)
        return "none";
    return word >= 0 && word < (int32_t)(sizeof names / sizeof names[0]) ? names[word] : NULL;
}

static way_result check(const way_entry *entry, const way_places *from, const way_places *to,
                        const way_batch *batch) {
    if (entry->required & ~from->given)
        return WAY_ERROR_MISSING;
    if (to->uniform)
        return WAY_ERROR_STRIDE;
    uintptr_t bits = from->some | from->steps | to->some | to->steps;
    bits |= (uintptr_t)batch->index | (uintptr_t)batch->walls | (uintptr_t)batch->target.data;
    if (batch->target.data != NULL)
        bits |= (uintptr_t)batch->target.stride;
    if (bits % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    if (batch->walls == NULL && batch->wall_count > 0)
        return WAY_ERROR_NULL;
    if (batch->first > SIZE_MAX / 4 || batch->count > SIZE_MAX / 4 - batch->first)
        return WAY_ERROR_COUNT;
    if (batch->wall_count > INT32_MAX)
        return WAY_ERROR_COUNT;
    if (batch->precision != WAY_EXACT && batch->precision != WAY_FAST)
        return WAY_ERROR_PRECISION;
    return WAY_OK;
}

/* Does an output lie where another agent's runner is read? The agents of a list are not looked up: of them only
   agent 0 is known to be one. */
static int is_output_a_runners(const way_entry *entry, const way_column *in, const way_places *from,
                               const way_column_out *out, const way_places *to, const way_batch *batch) {
    unsigned runners = entry->runners & from->given;
    if (batch->target.data == NULL || batch->target_count == 0 || batch->count == 0 || runners == 0)
        return 0;
    size_t most = batch->target_count < UINT32_MAX ? batch->target_count : UINT32_MAX;
    if (batch->index != NULL)
        return way_columns_meet(in, runners, most, out, to->given, 0, 1);
    return way_columns_meet(in, runners, most, out, to->given, batch->first, batch->count);
}

way_result way_call(const way_entry *entry, const way_column *in, const way_column_out *out,
                    const way_batch *batch) {
    if (in == NULL || out == NULL || batch == NULL)
        return WAY_ERROR_NULL;
    way_places from = WAY_NO_PLACES, to = WAY_NO_PLACES;
    for (int k = 0; k < (int)entry->behaviour.input_count; k++)
        way_note(&from, k, in[k].data, in[k].stride);
    for (int k = 0; k < (int)entry->behaviour.output_count; k++)
        way_note(&to, k, out[k].data, out[k].stride);
    way_result result = check(entry, &from, &to, batch);
    if (result != WAY_OK)
        return result;
    if (is_output_a_runners(entry, in, &from, out, &to, batch))
        return WAY_ERROR_OVERLAP;
    if (way_cpu_table() == NULL) /* every table was compiled in a way that changes bits */
        return WAY_ERROR_ISA;
    if (to.given != 0 && batch->count > 0)
        way_run_batch(entry, in, &from, out, &to, batch);
    return WAY_OK;
}

void way_fallback(const way_column_info *column, void *cell) {
    float number = (float)column->fallback;
    int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
    memcpy(cell, column->type == WAY_FLOAT ? (const void *)&number : (const void *)&whole, 4);
}
