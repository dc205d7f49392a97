/* `real` is the type of the variables in the plain loops: float, like the columns, or double, which is about
   as accurate as the library's precision WAY_EXACT. An expression whose operands are all column values is
   computed in float in both cases. */
#ifndef REAL_H
#define REAL_H

#include <math.h>
#include <tgmath.h>

#if !defined(PLAIN_REAL)
#define PLAIN_REAL float
#endif
typedef PLAIN_REAL real;

#endif
