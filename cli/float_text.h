/* Converts floats to text and back with C++'s <charconv>. The text is the shortest one that reads back to the
   same bits. A text is read as the nearest float. The locale has no effect. */
#ifndef FLOAT_TEXT_H
#define FLOAT_TEXT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes in the style of printf's %g, with as many digits as needed. The text has an exponent if the exponent
   is less than -4, or at least 6 and at least the number of digits. Returns the length, at most 15. `text`
   must have room for 32 bytes. No zero byte is added. */
size_t float_write(float value, char *text);

typedef enum float_found { FLOAT_READ, FLOAT_TOO_LARGE, FLOAT_NOT } float_found;

/* Reads the whole text as a decimal number, "inf", "infinity" or "nan", with or without a sign.
   The byte at `end` must not be part of a number. Numbers that are too small for a float become the nearest
   float, perhaps 0. */
float_found float_read(const char *text, const char *end, float *value);

#ifdef __cplusplus
}
#endif

#endif
