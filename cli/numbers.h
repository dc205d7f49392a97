/* Numbers as text, both ways: strict, without locale, and to the same bits. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "waylay/waylay.h"

/* The whole text (blanks around it allowed) as one value of a column of this type, into 4 bytes. After
   `length` it ends with a byte that no number holds. NULL where it is such a value, else what was expected instead. */
const char *number_read(way_type type, const char *text, size_t length, void *cell);

/* The same into a uint32_t: bits or a row, in decimal or, after 0x, in hexadecimal; below 0 counted from 2^32 down, so that -1
   is all bits or no row. */
const char *bits_read(const char *text, size_t length, void *cell);

/* "a number", "a whole number", "a status", "a path's word": what number_read takes. */
const char *number_expected(way_type type);

/* A runner's row number, from 0. An empty field, -1 and numbers beyond 32 bits mean no target:
   UINT32_MAX. The result is number_read's. */
const char *target_read(const char *text, size_t length, uint32_t *target);

/* 4 bytes as text that number_read takes back to the same bits. Returns the length. */
size_t number_write(way_type type, const void *cell, char text[32]);

/* Whole and decimal numbers of the command line. Returns 0 if the text is no such number, or is out of
   range. */
int whole_read(const char *text, uint64_t low, uint64_t high, uint64_t *value);
int decimal_read(const char *text, double low, double high, double *value);

/* 1234567 as "1,234,567". */
const char *grouped(uint64_t number, char text[32]);

#endif
