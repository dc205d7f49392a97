#include "reference/real.h"

#include <string.h>

/* Declares all references. No other file includes this list, so a new reference compiles alone. */
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
    /* the root whose terms have the same sign; the other root from the product c / a */
    real sum = b < 0 ? -b + sqrt(discriminant) : -b - sqrt(discriminant);
    *t1 = sum / (2 * a);
    *t2 = sum != 0 ? 2 * c / sum : *t1;
    return 1;
}
