/* Declares the functions of <math.h> that waylay uses, for builds without a C library. Each function is one
   WebAssembly instruction. */
#ifndef FREESTANDING_MATH_H
#define FREESTANDING_MATH_H

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define sqrtf __builtin_sqrtf
#define fabsf __builtin_fabsf
#define sqrt __builtin_sqrt
#define fabs __builtin_fabs
#define signbit(x) __builtin_signbit(x)

#endif
