/* What waylay takes from <string.h>, where there is no C library. */
#ifndef FREESTANDING_STRING_H
#define FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int strcmp(const char *a, const char *b);

#endif
