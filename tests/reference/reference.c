#include "reference/real.h"

#include <string.h>

/* Declares all references. No header has these declarations, so a new reference does not recompile the other
   references. */
#define BEGIN(behaviour, family, summary, source) reference REFERENCE(behaviour);
#include "registry/behaviours.def"

reference *REFERENCE(named)(const char *name) {
#define BEGIN(behaviour, family, summary, source)                                                            \
    if (strcmp(name, #behaviour) == 0)                                                                       \
        return REFERENCE(behaviour);
#include "registry/behaviours.def"
    return NULL;
}

int REFERENCE(quadratic)(real a, real b, real c, real *t1, real *t2) {
    if (a == 0) {
        *t1 = *t2 = -c / b;
        return b != 0;
    }
    real discriminant = b * b - 4 * a * c;
    if (discriminant < 0)
        return 0;
    /* t1 is the root whose two terms have the same sign; t2 follows from t1 t2 = c / a */
    real sum = b < 0 ? -b + sqrt(discriminant) : -b - sqrt(discriminant);
    *t1 = sum / (2 * a);
    *t2 = sum != 0 ? 2 * c / sum : *t1;
    return 1;
}
