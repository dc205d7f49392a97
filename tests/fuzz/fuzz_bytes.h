/* Functions that all fuzz targets use to make choices from the fuzzer's bytes. */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

static inline size_t fuzz_left(const fuzz_bytes *bytes) { return (size_t)(bytes->end - bytes->at); }

/* Takes the next `count` bytes and returns them as a number, low byte first. After the last byte, bytes count
   as 0, which is the simplest choice. */
static inline uint64_t fuzz_take(fuzz_bytes *bytes, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count && bytes->at < bytes->end; i++)
        number |= (uint64_t)*bytes->at++ << 8 * i;
    return number;
}

static inline size_t fuzz_below(fuzz_bytes *bytes, size_t bound) {
    return (size_t)fuzz_take(bytes, 1) % bound;
}

/* Returns memory of exactly `size` bytes, so that the address sanitizer sees any access beyond its end. */
static inline void *fuzz_memory(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

#endif
