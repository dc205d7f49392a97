/* Lists the poses along paths. march2d computes them at all multiples of the spacing and at the target. */
#include <math.h>
#include <string.h>

#include "isa/fpenv.h"
#include "call/check.h"
#include "waylay/formation.h"

enum { DISTANCES = 128, MOST = 1 << 24 }; /* every integer up to MOST is exact as a float */

/* One path of the caller's columns. */
typedef struct route {
    way_march2d_in in; /* one value per column; write_route sets `distance` */
    float total, spacing;
    int32_t status;
    size_t count; /* the number of poses */
} route;

/* Returns the product rounded to a float, even if the machine would keep more digits. */
static float size_product(float a, float b) { return (float)(a * b); }

/* Returns the columns of a call of waypoints2d as columns of march2d, without the distance. */
static way_march2d_in marching_columns(const way_waypoints2d_in *in) {
    return (way_march2d_in){
        .x = in->x,
        .y = in->y,
        .heading_x = in->heading_x,
        .heading_y = in->heading_y,
        .target_x = in->target_x,
        .target_y = in->target_y,
        .target_heading_x = in->target_heading_x,
        .target_heading_y = in->target_heading_y,
        .radius = in->radius,
        .word = in->word,
        .arc1 = in->arc1,
        .middle = in->middle,
        .arc2 = in->arc2,
        .end_radius = in->end_radius,
    };
}

static int32_t path_status_of(const way_march2d_in *path) {
    const float start = 0;
    int32_t status = WAY_INVALID;
    way_march2d_in in = *path;
    in.distance = way_same(&start);
    way_march2d_out out = {.status = {.data = &status}};
    return way_march2d(&in, &out, &(way_batch){.count = 1}) == WAY_OK ? status : WAY_INVALID;
}

/* Returns the number of poses of a path, or 0 if this number is too large. */
static size_t count_of(float total, float spacing) {
    double about = (double)total / (double)spacing;
    size_t before = 0; /* the number of poses before the target */
    if (about < MOST - 1) {
        before = (size_t)about; /* total - spacing never rounds up to the total */
        while (size_product((float)before, spacing) < total)
            before++;
        before++;
    }
    return before;
}

/* Reads a path from the columns. Call this after way_fpenv_enter, in standard floating-point mode. */
static route read_route(const way_waypoints2d_in *in, size_t row) {
    route r = {.in = marching_columns(in)};
    way_column *column = (way_column *)&r.in;
    for (size_t k = 0; k < sizeof r.in / sizeof *column; k++)
        column[k] = way_element_at(&column[k], row);
    r.total = (float)((float)(way_float_at(&in->arc1, row) + way_float_at(&in->middle, row)) +
                      way_float_at(&in->arc2, row));
    r.spacing = way_float_at(&in->spacing, row);
    r.status = path_status_of(&r.in);
    if (r.status != WAY_NO_PATH && (!(r.spacing > 0) || !(r.spacing < INFINITY)))
        r.status = WAY_INVALID;
    if (r.status == WAY_MET || r.status == WAY_THERE)
        r.count = count_of(r.total, r.spacing);
    if (r.count == 0 && r.status != WAY_NO_PATH)
        r.status = WAY_INVALID;
    return r;
}

/* Writes the poses to the elements from `first` on. Call this after way_fpenv_enter. */
static way_result write_route(const route *r, const way_march2d_out *out, size_t first) {
    way_result result = WAY_OK;
    for (size_t done = 0; done < r->count && result == WAY_OK; done += DISTANCES) {
        size_t here = r->count - done < DISTANCES ? r->count - done : DISTANCES;
        float distance[DISTANCES];
        for (size_t k = 0; k < here; k++)
            distance[k] = size_product((float)(done + k), r->spacing);
        if (done + here == r->count)
            distance[here - 1] = r->total;
        way_march2d_in in = r->in;
        /* the batch begins at element first + done, so the column's address is moved back by first + done
           elements */
        const uintptr_t data = (uintptr_t)distance - sizeof *distance * (first + done);
        in.distance = (way_column){.data = (const void *)data};
        result = way_march2d(&in, out, &(way_batch){.first = first + done, .count = here});
    }
    return result;
}

/* Many paths --------------------------------------------------------------------------------------------- */

static size_t path_row_at(const way_waypoints *lists, size_t i) {
    return lists->index != NULL ? lists->index[lists->first + i] : lists->first + i;
}

static way_march2d_out marching_outputs(const way_waypoints2d_out *out) {
    return (way_march2d_out){out->next_x,         out->next_y,        out->next_heading_x,
                             out->next_heading_y, out->next_distance, {.data = NULL}};
}

static way_result check(const way_waypoints2d_in *in, const way_waypoints2d_out *out,
                        const way_waypoints *lists, way_lists_of written) {
    const way_arguments arguments = {.in = (const way_column *)in,
                                     .out = (const way_column_out *)out,
                                     .fault = lists->fault,
                                     .uses = FOR_WAYPOINTS,
                                     .first = lists->first,
                                     .count = lists->count,
                                     .index = lists->index,
                                     .lists = written,
                                     .offset = lists->offset,
                                     .capacity = lists->capacity};
    return way_check_arguments(&way_waypoints2d_entry, &arguments);
}

/* Returns a + b, or SIZE_MAX if the sum would be larger than SIZE_MAX. */
static size_t sum_of(size_t a, size_t b) { return a <= SIZE_MAX - b ? a + b : SIZE_MAX; }

size_t way_waypoints2d_capacity(const way_waypoints2d_in *in, const way_waypoints *lists) {
    size_t needed = 0;
    if (lists == NULL || check(in, &(way_waypoints2d_out)WAY_INIT, lists, WAY_NO_LISTS) != WAY_OK)
        return 0;
    way_fpenv caller = way_fpenv_enter();
    for (size_t i = 0; i < lists->count; i++)
        needed = sum_of(needed, read_route(in, path_row_at(lists, i)).count);
    way_fpenv_leave(caller);
    return needed;
}

static way_result write_lists(const way_waypoints2d_in *in, const way_waypoints2d_out *out,
                              way_waypoints *lists) {
    const way_march2d_out poses = marching_outputs(out);
    way_result result = WAY_OK;
    size_t used = 0;
    for (size_t i = 0; i < lists->count && result == WAY_OK; i++) {
        const route r = read_route(in, path_row_at(lists, i));
        lists->needed = sum_of(lists->needed, r.count);
        if (lists->answered < i || r.count > lists->capacity - used)
            continue; /* the poses no longer fit, so they are only counted */
        result = write_route(&r, &poses, used);
        used += r.count;
        lists->offset[++lists->answered] = used;
        if (out->status.data != NULL) {
            float cell;
            memcpy(&cell, &r.status, sizeof cell);
            way_put_words(&out->status, (way_numbers){NULL, path_row_at(lists, i)}, 1, &cell, NULL);
        }
    }
    return result;
}

way_result way_waypoints2d(const way_waypoints2d_in *in, const way_waypoints2d_out *out,
                           way_waypoints *lists) {
    if (lists == NULL)
        return WAY_ERROR_NULL;
    const way_result refused = check(in, out, lists, WAY_LISTS_TO_COLUMNS);
    if (refused != WAY_OK)
        return refused;
    lists->answered = lists->needed = lists->offset[0] = 0;
    way_fpenv caller = way_fpenv_enter();
    const way_result result = write_lists(in, out, lists);
    way_fpenv_leave(caller);
    if (result == WAY_OK && lists->answered < lists->count)
        return way_refuse(lists->fault, "capacity", WAY_ERROR_CAPACITY);
    return result;
}

/* One path ----------------------------------------------------------------------------------------------- */

/* Returns the route of a way_path2d. Call this after way_fpenv_enter. */
static route route_of(const way_path2d *path, float spacing) {
    const way_waypoints2d_in in = {
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
        .spacing = way_same(&spacing),
        .end_radius = way_same(&path->end_radius),
    };
    return read_route(&in, 0);
}

size_t way_waypoints2d_one_count(const way_path2d *path, float spacing) {
    if (path == NULL)
        return 0;
    way_fpenv caller = way_fpenv_enter();
    size_t count = route_of(path, spacing).count;
    way_fpenv_leave(caller);
    return count;
}

way_result way_waypoints2d_one(const way_path2d *path, float spacing, const way_march2d_out *out) {
    if (path == NULL || out == NULL)
        return WAY_ERROR_NULL;
    way_fpenv caller = way_fpenv_enter();
    const route r = route_of(path, spacing);
    const way_result result = write_route(&r, out, 0);
    way_fpenv_leave(caller);
    return result;
}
