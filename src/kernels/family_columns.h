/* Defines the numbers of the columns of one family of behaviours. WAY_FAMILY names the family's registry
   file; if WAY_FAMILY is not defined, this file defines the numbers of all families. To include this file
   again for a second family, first undefine WAY_FAMILY_COLUMNS_H. */
#ifndef WAY_FAMILY_COLUMNS_H
#define WAY_FAMILY_COLUMNS_H

/* Families that the build leaves out also get numbers for their columns. */
#define WAY_EVERY_FAMILY

/* Defines names such as IN_intercept2d_chaser_x, OUT_intercept2d_time and IN_intercept2d_COUNT. */
#define BEGIN(name, ...) enum {
#define IN(behaviour, column, ...) IN_##behaviour##_##column,
#define OUT(behaviour, column, ...)
#define END(name)                                                                                            \
    IN_##name##_COUNT                                                                                        \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"
#define BEGIN(name, ...) enum {
#define IN(behaviour, column, ...)
#define OUT(behaviour, column, ...) OUT_##behaviour##_##column,
#define END(name)                                                                                            \
    OUT_##name##_COUNT                                                                                       \
    }                                                                                                        \
    ;
#include "registry/behaviours.def"

/* OPTIONS_intercept2d, ...: bit k is set if input k is optional. */
enum {
#define WAY_BIT_REQUIRED 0u
#define WAY_BIT_OPTIONAL 1u
#define BEGIN(name, ...) OPTIONS_##name = 0
#define IN(behaviour, column, type, side, need, ...) | WAY_BIT_##need << IN_##behaviour##_##column
#define END(name) ,
#include "registry/behaviours.def"
};

#undef WAY_EVERY_FAMILY

#endif
