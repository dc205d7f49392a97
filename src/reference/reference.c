#include "reference/reference.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

way_reference *way_reference_named(const char *name) {
#define BEGIN(behaviour, family, summary, source)                                                                    \
    if (strcmp(name, #behaviour) == 0)                                                                       \
        return way_reference_##behaviour;
#include "behaviours.def"
    return NULL;
}

int way_reference_quadratic(double a, double b, double c, double *t1, double *t2) {
    if (a == 0) {
        *t1 = *t2 = -c / b;
        return b != 0;
    }
    double discriminant = b * b - 4 * a * c;
    if (discriminant < 0)
        return 0;
    *t1 = (-b + sqrt(discriminant)) / (2 * a);
    *t2 = (-b - sqrt(discriminant)) / (2 * a);
    return 1;
}
