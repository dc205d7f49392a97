/* Runs one call of a behaviour. */
#include <string.h>

#include "call/check.h"
#include "call/walk.h"

way_result way_call(const way_entry *entry, const way_column *in, const way_column_out *out,
                    const way_batch *batch) {
    way_places from, to;
    const way_result result = way_check_batch(entry, in, out, batch, &from, &to);
    if (result != WAY_OK)
        return result;
    if (to.given != 0 && batch->count > 0 &&
        !(batch->count <= WAY_FEW_MOST && way_run_few(entry, in, &from, out, &to, batch)))
        way_run_batch(entry, in, &from, out, &to, batch);
    return WAY_OK;
}

void way_fallback(const way_column_info *column, void *cell) {
    float number = (float)column->fallback;
    int32_t whole = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
    memcpy(cell, column->type == WAY_FLOAT ? (const void *)&number : (const void *)&whole, 4);
}
