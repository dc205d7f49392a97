/* Closes the cells that walls touch. */
#include <float.h>

#include "call/columns.h"
#include "field/field_state.h"

#define SLACK 0x1p-30 /* cells */

/* Returns the number of the cell that contains a coordinate, limited to 0 to count - 1. */
static uint32_t cell_in(double at, uint32_t count) {
    return at < 1 ? 0 : at > count - 1 ? count - 1 : (uint32_t)at;
}

/* Closes the cells that the line from a to b touches; a and b are in cells. The y of b must not be below the
   y of a. */
static void close_along(double ax, double ay, double bx, double by, uint32_t width, uint32_t height,
                        uint8_t *costs) {
    if (by < -SLACK || ay > height + SLACK)
        return;
    const double across = bx - ax, down = by - ay;
    const uint32_t last = cell_in(by + SLACK, height);
    for (uint32_t y = cell_in(ay - SLACK, height); y <= last; y++) {
        const double top = y - SLACK > ay ? y - SLACK : ay, bottom = y + 1 + SLACK < by ? y + 1 + SLACK : by;
        const int is_flat = !(down > SLACK);
        const double from = is_flat ? ax : ax + (top - ay) / down * across;
        const double to = is_flat ? bx : ax + (bottom - ay) / down * across;
        /* the error of the ratios is a few times 2^-52 of the line's length */
        const double size = (across < 0 ? -across : across) + (ax < 0 ? -ax : ax);
        const double slack = SLACK + 0x1p-48 * size;
        const double low = (from < to ? from : to) - slack, high = (from < to ? to : from) + slack;
        if (high < 0 || low > width)
            continue;
        const uint32_t end = cell_in(high, width);
        for (uint32_t x = cell_in(low, width); x <= end; x++)
            costs[(size_t)y * width + x] = 0;
    }
}

static int is_coordinate(float number) { return number >= -1e18f && number <= 1e18f; }

way_result way_wall_cells(const way_wall *walls, size_t wall_count, double origin_x, double origin_y,
                          float cell, uint32_t width, uint32_t height, uint8_t *costs) {
    if ((walls == NULL && wall_count > 0) || costs == NULL)
        return WAY_ERROR_NULL;
    if (width < 1 || width > WAY_FIELD_SIDE || height < 1 || height > WAY_FIELD_SIDE || !(cell > 0) ||
        !(cell <= FLT_MAX))
        return WAY_ERROR_COUNT;
    if (!(origin_x - origin_x == 0) || !(origin_y - origin_y == 0))
        return WAY_ERROR_ORIGIN;
    for (size_t i = 0; i < wall_count; i++) {
        const way_wall *w = &walls[i];
        if (!is_coordinate(w->ax) || !is_coordinate(w->ay) || !is_coordinate(w->bx) || !is_coordinate(w->by))
            continue;
        const double ax = ((double)w->ax - origin_x) / (double)cell,
                     ay = ((double)w->ay - origin_y) / (double)cell;
        const double bx = ((double)w->bx - origin_x) / (double)cell,
                     by = ((double)w->by - origin_y) / (double)cell;
        if (ay <= by)
            close_along(ax, ay, bx, by, width, height, costs);
        else
            close_along(bx, by, ax, ay, width, height, costs);
    }
    return WAY_OK;
}
