/* Defines for each behaviour the type that its kernel returns, for example seek2d_answers, and the function
   that stores a value of this type, for example seek2d_put. The type holds the answers for one vector of
   agents: one member per output column, in the registry's order. */
#ifndef WAY_ANSWERS_H
#define WAY_ANSWERS_H

#include "kernels/family_columns.h"
#include "lanes/vectors.h"

#define WAY_LANES_FLOAT flanes
#define WAY_LANES_PLACE_X flanes
#define WAY_LANES_PLACE_Y flanes
#define WAY_LANES_PLACE_Z flanes
#define WAY_LANES_INT ilanes
#define WAY_LANES_STATUS ilanes
#define WAY_LANES_WORD ilanes
#define BEGIN(name, ...) typedef struct name##_answers {
#define OUT(behaviour, column, type, ...) WAY_LANES_##type column;
#define END(name)                                                                                            \
    }                                                                                                        \
    name##_answers;
#include "registry/behaviours.def"

/* XY(v) and XYZ(v) expand to the components of v, separated by commas. */
#define XY(v) (v).x, (v).y
#define XYZ(v) (v).x, (v).y, (v).z

/* Where one vector's answers go: to element j of each output k whose bit in `wanted` is set. */
typedef struct places {
    void *const *out;
    size_t j;
    unsigned wanted;
} places;

WAY_INLINE void put_FLOAT(places to, int k, flanes value) {
    if (to.wanted & 1u << k)
        f_store((float *)to.out[k] + to.j, value);
}

WAY_INLINE void put_INT(places to, int k, ilanes value) {
    if (to.wanted & 1u << k)
        i_store((int32_t *)to.out[k] + to.j, value);
}

#define put_PLACE_X put_FLOAT
#define put_PLACE_Y put_FLOAT
#define put_PLACE_Z put_FLOAT
#define put_STATUS put_INT
#define put_WORD put_INT
#define BEGIN(name, ...) WAY_INLINE void name##_put(name##_answers answers, places to) {
#define OUT(behaviour, column, type, ...) put_##type(to, OUT_##behaviour##_##column, answers.column);
#define END(name) }
#include "registry/behaviours.def"

#endif
