/* What waylay takes from <string.h>, where there is no C library. A compiler that is told so makes a call of each memcpy, if
   of 4 bytes, unless it is asked for its own. */
#ifndef FREESTANDING_STRING_H
#define FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int strcmp(const char *a, const char *b);

#define memcpy(to, from, bytes) __builtin_memcpy(to, from, bytes)
#define memset(to, byte, bytes) __builtin_memset(to, byte, bytes)

#endif
