/* Defines the functions of moves.h for one lane, in plain C, which shows the meaning of each function. The
   functions copy all bits unchanged, and access only the memory that their comments name. */
#include "records.h"

/* Loads the first 1, 2 or 4 elements of each lane's record. */
WAY_INLINE void f_gather(way_finder of, int fields, flanes *to) {
    for (int k = 0; k < fields; k++)
        to[k] = f_load((const float *)(const void *)way_record(of, 0) + k);
}

static inline void f_load_pairs(const float *p, flanes *x, flanes *y) { /* p holds x, y, x, y, ... */
    *x = f_load(p);
    *y = f_load(p + 1);
}
static inline void f_store_pairs(float *p, flanes x, flanes y) {
    f_store(p, x);
    f_store(p + 1, y);
}

/* Loads every third float: p holds x, two other floats, x, two other floats, ... Nothing after the last x is
   read. */
static inline flanes f_load_thirds(const float *p) { return f_load(p); }

static inline void f_store_triples(float *p, flanes x, flanes y, flanes z) { /* x, y, z, x, y, z, ... */
    f_store(p, x);
    f_store(p + 1, y);
    f_store(p + 2, z);
}
