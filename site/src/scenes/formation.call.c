#include "waylay/waylay.h"

typedef struct { float *x, *y, *hx, *hy; size_t files, ranks; } formation;

/* In columns, each unit of a rank follows the unit of the same file in the rank ahead. */
way_result follow(const formation *f, size_t rank, float spacing) {
    size_t own = rank * f->files, ahead = own - f->files;
    way_file2d_in in = {
        .x.data = f->x + own, .y.data = f->y + own, .heading_x.data = f->hx + own, .heading_y.data = f->hy + own,
        .ahead_x.data = f->x + ahead, .ahead_y.data = f->y + ahead,
        .ahead_heading_x.data = f->hx + ahead, .ahead_heading_y.data = f->hy + ahead, .spacing = way_same(&spacing),
    };
    way_file2d_out out = {
        .next_x.data = f->x + own, .next_y.data = f->y + own,
        .next_heading_x.data = f->hx + own, .next_heading_y.data = f->hy + own,
    };
    return way_file2d(&in, &out, &(way_batch){.count = f->files});
}
