/* Declares a rival's function. All columns are tight: intercept2d's seven required inputs, and its outputs
   except `latest` and `distance`. Each source file is compiled once per instruction set. RIVAL is the
   function's name in that build. */
#ifndef RIVAL_H
#define RIVAL_H

#include <stddef.h>
#include <stdint.h>

typedef struct rival_columns {
    const float *chaser_x, *chaser_y, *chaser_speed, *runner_x, *runner_y, *runner_vx, *runner_vy;
    float *time, *point_x, *point_y, *velocity_x, *velocity_y;
    int32_t *status;
} rival_columns;

/* Counts are multiples of RIVAL_LANES, so that no rival needs code for a tail. */
#define RIVAL_LANES 256

/* The three values of waylay's status column that can occur here. */
enum { RIVAL_MET = 0, RIVAL_THERE = 1, RIVAL_TOO_SLOW = 2 };

typedef void rival_function(const rival_columns *columns, size_t count);

#ifdef RIVAL
#ifdef __cplusplus
extern "C" rival_function RIVAL;
#else
rival_function RIVAL;
#endif
#endif

#endif
