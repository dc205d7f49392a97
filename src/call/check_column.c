/* Contains the only check of a column, which every call of the library uses. */
#include "call/columns.h"

int way_is_aligned(const way_column *column) {
    const uintptr_t unit = column->type == WAY_HALF ? 2 : 4;
    const uintptr_t data = column->page > 0 ? sizeof(void *) : unit; /* pages: an array of addresses */
    return (uintptr_t)column->data % data == 0 && (uintptr_t)column->gap % unit == 0 &&
           (uintptr_t)column->rows % 4 == 0;
}

way_result way_check_column(const way_column *column, int is_word, int is_output) {
    if (column->data == NULL)
        return WAY_OK;
    if (column->page < 0 || column->type < WAY_SINGLE || column->type > WAY_HALF)
        return WAY_ERROR_TYPE;
    if ((is_word && column->type != WAY_SINGLE) || (is_output && column->type == WAY_HALF))
        return WAY_ERROR_TYPE;
    if (is_output && way_stride(column) == 0)
        return WAY_ERROR_STRIDE;
    return way_is_aligned(column) ? WAY_OK : WAY_ERROR_ALIGNMENT;
}
