/* Floats as text, both ways, by <charconv>: the shortest text that reads back to the same bits, and the
   nearest float to a text. No locale. */
#ifndef FLOAT_TEXT_H
#define FLOAT_TEXT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As printf's %g with as many digits as it takes, at least 6 before an exponent is used. Returns the length,
   at most 15; there is room for 32, and no zero byte is added. */
size_t float_write(float value, char *text);

typedef enum float_found { FLOAT_READ, FLOAT_TOO_LARGE, FLOAT_NOT } float_found;

/* All of it: a decimal number, "inf", "infinity" or "nan", with a sign or without. `end` is a byte that no
   number holds. What is smaller than a float can be becomes the nearest one, perhaps 0. */
float_found float_read(const char *text, const char *end, float *value);

#ifdef __cplusplus
}
#endif

#endif
