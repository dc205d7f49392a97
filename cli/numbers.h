/* Converts numbers to text and back to the same bits. Reading is strict, and the locale has no effect. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the whole text (blanks around it are allowed) as one value of this type, into 4 bytes. The byte after
   `length` must not be part of a number. Returns NULL, or a text that names the expected value. */
const char *number_read(way_type type, const char *text, size_t length, void *cell);

/* Like number_read, for a uint32_t: a bit mask or the number of a row. The text is decimal, or hexadecimal if
   it begins with 0x. Negative numbers count down from 2^32, so -1 means all bits, or no row. */
const char *bits_read(const char *text, size_t length, void *cell);

/* Names what number_read expects, for an error message, for example "a number" or "a status". */
const char *number_expected(way_type type);

/* Reads the row number of a target, which counts from 0. An empty field, -1 and numbers of more than 32 bits
   mean no target, UINT32_MAX. Returns the same as number_read. */
const char *target_read(const char *text, size_t length, uint32_t *target);

/* Writes 4 bytes as a text that number_read converts to the same bits. Returns the length. */
size_t number_write(way_type type, const void *cell, char text[32]);

/* Reads a decimal number, inf or nan as a double. Returns the same as number_read. */
const char *real_read(const char *text, size_t length, double *value);

/* place_read multiplies a number by `factor` and subtracts `origin` in double, and writes the result as a
   float. place_write adds the origin in double, and writes a text that reads back as the same double.
   The return values are those of number_read and number_write. */
const char *place_read(const char *text, size_t length, double factor, double origin, void *cell);
size_t place_write(double origin, const void *cell, char text[32]);

/* These read integers and decimal numbers of the command line. The functions return 0 if the text is not such
   a number, or if the number is out of range. */
int whole_read(const char *text, uint64_t low, uint64_t high, uint64_t *value);
int decimal_read(const char *text, double low, double high, double *value);

/* Writes a number with commas: 1234567 becomes "1,234,567". */
const char *grouped(uint64_t number, char text[32]);

#ifdef __cplusplus
}
#endif

#endif
