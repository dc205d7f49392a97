#include <string.h>

/* With -mbulk-memory, the compiler turns these functions into memory.copy and memory.fill. */
void *(memcpy)(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
void *(memmove)(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
void *(memset)(void *to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }

int strcmp(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
