/* Returns the version, and the texts for results, statuses and kinds of paths. */
#include "waylay/waylay.h"

const char *way_version(void) { return WAY_VERSION_STRING; }

const char *way_result_string(way_result result) {
    switch (result) {
    case WAY_OK: return "ok";
    case WAY_ERROR_NULL: return "an argument must not be NULL";
    case WAY_ERROR_MISSING: return "an input column without a default is NULL";
    case WAY_ERROR_ALIGNMENT:
        return "an address or a gap is not a multiple of the required size: 4 for data, gap and rows (2 for "
               "way_half), the size of a pointer for pages, 8 for caller-supplied memory";
    case WAY_ERROR_STRIDE:
        return "the stride of an output column is 0, so all agents would write to the same element";
    case WAY_ERROR_COUNT:
        return "a count or an agent's number is outside of its limits or too large to address";
    case WAY_ERROR_PRECISION: return "precision is not a way_precision: WAY_EXACT or WAY_FAST";
    case WAY_ERROR_ISA: return "no such instruction set in this build or on this machine";
    case WAY_ERROR_BEHAVIOUR: return "no such behaviour";
    case WAY_ERROR_OVERLAP:
        return "an output overlaps a runner column, which is allowed only in a behaviour's call without a "
               "target";
    case WAY_ERROR_TYPE: return "a column has a type that is not allowed for it";
    case WAY_ERROR_INDEX: return "an agent's number is at least agent_count, or a goal is outside the grid";
    case WAY_ERROR_MEMORY:
        return "caller-supplied memory is too small, or does not hold the crowd or wall tree that the call "
               "names";
    case WAY_ERROR_COST:
        return "cost is not a way_cost, or is a cost that this function or build does not have";
    case WAY_ERROR_AIM: return "not a way_aim: WAY_LEAST_SUM or WAY_LEAST_LARGEST";
    case WAY_ERROR_ORIGIN: return "wall_origin is not finite, or is not 0 in a call in space";
    case WAY_ERROR_BOTH: return "two columns or fields are set of which a call can use only one";
    case WAY_ERROR_TABLE:
        return "speeds of a table do not ascend from 0 or more, or a coefficient is below 0 or not finite";
    case WAY_ERROR_CAPACITY: return "lists of neighbours or waypoints do not fit in their memory";
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
        [WAY_CRUSHED] = "crushed",
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
