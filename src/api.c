#include <string.h>

#include "behaviours.h"
#include "cpu.h"
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

static int misaligned(const void *data, ptrdiff_t stride) {
    return data != NULL && ((uintptr_t)data % 4 != 0 || (stride != WAY_SAME && stride % 4 != 0));
}

static way_result check(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                        const way_batch *batch) {
    if (in == NULL || out == NULL || batch == NULL)
        return WAY_ERROR_NULL;
    for (size_t k = 0; k < behaviour->input_count; k++) {
        if (in[k].data == NULL && behaviour->inputs[k].required)
            return WAY_ERROR_MISSING;
        if (misaligned(in[k].data, in[k].stride))
            return WAY_ERROR_ALIGNMENT;
    }
    for (size_t k = 0; k < behaviour->output_count; k++) {
        if (out[k].data != NULL && out[k].stride == WAY_SAME)
            return WAY_ERROR_STRIDE;
        if (misaligned(out[k].data, out[k].stride))
            return WAY_ERROR_ALIGNMENT;
    }
    if (batch->walls == NULL && batch->wall_count > 0)
        return WAY_ERROR_NULL;
    if (misaligned(batch->target.data, batch->target.stride) || (uintptr_t)batch->index % 4 != 0 ||
        (uintptr_t)batch->walls % 4 != 0)
        return WAY_ERROR_ALIGNMENT;
    if (batch->first > SIZE_MAX / 4 || batch->count > SIZE_MAX / 4 - batch->first)
        return WAY_ERROR_COUNT;
    if (batch->wall_count > INT32_MAX)
        return WAY_ERROR_COUNT;
    if (batch->precision != WAY_EXACT && batch->precision != WAY_FAST)
        return WAY_ERROR_PRECISION;
    return WAY_OK;
}

static way_result call(int index, const way_column *in, const way_column_out *out, const way_batch *batch) {
    const way_behaviour *behaviour = &way_behaviours[index];
    way_result result = check(behaviour, in, out, batch);
    if (result != WAY_OK)
        return result;
    if (way_cpu_table() == NULL) /* every table was compiled in a way that changes bits */
        return WAY_ERROR_ISA;
    int wanted = 0;
    for (size_t k = 0; k < behaviour->output_count; k++)
        wanted |= out[k].data != NULL;
    if (wanted && batch->count > 0)
        way_run_batch(index, in, out, batch);
    return WAY_OK;
}

way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                   const way_batch *batch) {
    if (behaviour == NULL)
        return WAY_ERROR_NULL;
    for (int i = 0; i < INDEX_COUNT; i++)
        if (behaviour == &way_behaviours[i])
            return call(i, in, out, batch);
    return WAY_ERROR_BEHAVIOUR;
}

/* Values and answers are structs of 4-byte fields in the registry's order, seen here as arrays. */

static void fill_defaults(int index, void *values) {
    for (size_t k = 0; k < way_behaviours[index].input_count; k++)
        way_fallback(&way_behaviours[index].inputs[k], (char *)values + 4 * k);
}

static void solve_one(int index, const void *values, void *answer) {
    way_column in[WAY_INPUTS_MAX];
    way_column_out out[WAY_OUTPUTS_MAX];
    for (size_t k = 0; k < way_behaviours[index].input_count; k++)
        in[k] = (way_column){(const char *)values + 4 * k, WAY_SAME};
    for (size_t k = 0; k < way_behaviours[index].output_count; k++) {
        out[k] = (way_column_out){(char *)answer + 4 * k, 0};
        way_fallback(&way_behaviours[index].outputs[k],
                     out[k].data); /* should there be no table to solve it */
    }
    way_batch batch = {.count = 1};
    call(index, in, out, &batch);
}

#define BEGIN(name, summary, source)                                                                         \
    way_result way_##name(const way_##name##_in *in, const way_##name##_out *out, const way_batch *batch) {  \
        return call(INDEX_##name, (const way_column *)in, (const way_column_out *)out, batch);               \
    }
#define ONE(name)                                                                                            \
    way_##name##_agent way_##name##_agent_default(void) {                                                    \
        way_##name##_agent agent;                                                                            \
        fill_defaults(INDEX_##name, &agent);                                                                 \
        return agent;                                                                                        \
    }                                                                                                        \
    way_##name##_answer way_##name##_one(way_##name##_agent agent) {                                         \
        way_##name##_answer answer;                                                                          \
        solve_one(INDEX_##name, &agent, &answer);                                                            \
        return answer;                                                                                       \
    }
#include "behaviours.def"
