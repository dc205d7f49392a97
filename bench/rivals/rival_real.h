/* What the variables of the plain loops are: floats as the columns, or doubles, which is about what the exact
   precision is worth. What is formed of columns alone is of floats either way. */
#ifndef REAL_H
#define REAL_H

#include <math.h>
#include <tgmath.h>

#if !defined(PLAIN_REAL)
#define PLAIN_REAL float
#endif
typedef PLAIN_REAL real;

#endif
