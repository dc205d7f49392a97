/* One path as a list of poses: march2d, with distances that are multiples of the spacing. */
#include <math.h>

#include "call/columns.h"
#include "call/fpenv.h"
#include "waylay/waylay.h"

enum { DISTANCES = 128, MOST = 1 << 24 }; /* every integer up to this is a float */

/* Rounds the product to a float, even if the machine would keep more digits. */
static float product(float a, float b) { return (float)(a * b); }

static float total_of(const way_path2d *path) {
    float before = (float)(path->arc1 + path->middle);
    return (float)(before + path->arc2);
}

/* The columns of the path; the caller sets the distances. */
static way_march2d_in columns_of(const way_path2d *path) {
    return (way_march2d_in){
        .x = way_same(&path->x),
        .y = way_same(&path->y),
        .heading_x = way_same(&path->heading_x),
        .heading_y = way_same(&path->heading_y),
        .target_x = way_same(&path->target_x),
        .target_y = way_same(&path->target_y),
        .target_heading_x = way_same(&path->target_heading_x),
        .target_heading_y = way_same(&path->target_heading_y),
        .radius = way_same(&path->radius),
        .word = way_same(&path->word),
        .arc1 = way_same(&path->arc1),
        .middle = way_same(&path->middle),
        .arc2 = way_same(&path->arc2),
        .end_radius = way_same(&path->end_radius),
    };
}

static int is_path(const way_path2d *path) {
    const float start = 0;
    int32_t status = WAY_INVALID;
    way_march2d_in in = columns_of(path);
    in.distance = way_same(&start);
    way_march2d_out out = {.status = {.data = &status}};
    return way_march2d(&in, &out, &(way_batch){.count = 1}) == WAY_OK &&
           (status == WAY_MET || status == WAY_THERE);
}

/* Call this in the standard's floating-point mode. */
static size_t count_of(const way_path2d *path, float spacing) {
    if (!(spacing > 0) || !(spacing < INFINITY) || !is_path(path))
        return 0;
    float total = total_of(path);
    double about = (double)total / (double)spacing;
    size_t before = 0; /* poses before the target */
    if (about < MOST - 1) {
        before = (size_t)about; /* a distance one spacing below the total never rounds up to it */
        while (product((float)before, spacing) < total)
            before++;
        before++;
    }
    return before;
}

size_t way_waypoints2d_count(const way_path2d *path, float spacing) {
    if (path == NULL)
        return 0;
    way_fpenv caller = way_fpenv_enter();
    size_t count = count_of(path, spacing);
    way_fpenv_leave(caller);
    return count;
}

static way_column_out later(way_column_out column, size_t first) {
    if (column.rows != NULL)
        column.rows += first;
    else if (column.data != NULL)
        column.data = (char *)column.data + (ptrdiff_t)first * (column.gap + way_size(column.type));
    return column;
}

static int is_paged(const way_march2d_out *out) {
    return out->next_x.page | out->next_y.page | out->next_heading_x.page | out->next_heading_y.page |
           out->next_distance.page | out->status.page;
}

way_result way_waypoints2d(const way_path2d *path, float spacing, const way_march2d_out *out) {
    if (path == NULL || out == NULL)
        return WAY_ERROR_NULL;
    if (is_paged(out))
        return WAY_ERROR_TYPE;
    size_t count = way_waypoints2d_count(path, spacing);
    way_result result = WAY_OK;
    for (size_t first = 0; first < count && result == WAY_OK; first += DISTANCES) {
        size_t here = count - first < DISTANCES ? count - first : DISTANCES;
        float distance[DISTANCES];
        way_fpenv caller = way_fpenv_enter();
        for (size_t k = 0; k < here; k++)
            distance[k] = product((float)(first + k), spacing);
        if (first + here == count)
            distance[here - 1] = total_of(path);
        way_fpenv_leave(caller);
        way_march2d_in in = columns_of(path);
        in.distance = (way_column){.data = distance};
        const way_march2d_out part = {later(out->next_x, first),         later(out->next_y, first),
                                      later(out->next_heading_x, first), later(out->next_heading_y, first),
                                      later(out->next_distance, first),  later(out->status, first)};
        result = way_march2d(&in, &part, &(way_batch){.count = here});
    }
    return result;
}
