/* Draws chases in the plane as SVG. Only a random sample of the rows is drawn, so the memory is constant. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdint.h>
#include <stdio.h>

#include "output.h"

enum { PICTURE_ROWS = 2000, PICTURE_STATUSES = 32 };

typedef struct picture_row {
    float chaser_x, chaser_y, runner_x, runner_y, point_x, point_y;
    int is_met;
} picture_row;

typedef struct picture {
    picture_row row[PICTURE_ROWS];
    uint64_t rows;                       /* the number of rows added */
    uint64_t statuses[PICTURE_STATUSES]; /* the number of rows with each status */
    uint64_t dice;
} picture;

/* Adds a row to a picture. The caller zero-initialises the picture before the first row. If `status` is -1,
   the behaviour has no status, and rows with a finite point count as met. */
void picture_add(picture *picture, picture_row row, int32_t status);

/* Counts a row without drawing it. */
void picture_count(picture *picture, int32_t status);

/* Writes the outcomes of all rows, for example "3,611 met, 289 too slow". */
void picture_outcome(const picture *picture, char *text, size_t size);

void picture_write(picture *picture, const char *title, FILE *file);

/* Begins the drawing of a scene: opens the file, and writes the head of the SVG and a white background. */
void svg_begin(output *output, const char *path, const char *title, int width, int height);
/* Writes the end of the SVG and gives the file its final name. */
void svg_end(output *output);

#endif
