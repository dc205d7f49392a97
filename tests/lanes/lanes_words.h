/* Declares the tables of lane functions ("words"), one table for each instruction set. lanes_words.c runs
   each word alone, from input arrays to an output array. */
#ifndef LANES_WORDS_H
#define LANES_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "isa/isa.h"

/* Arrays of WAY_LANES_MAX values, except `a`, which has three times as many. The addresses of floats and
   integers may be any multiple of 4 bytes. */
typedef struct lanes_inputs {
    const float *a, *b, *c;
    const int32_t *p, *q;
    const double *x, *y;
} lanes_inputs;

/* How the test compares results: by bits for words that only move data, otherwise as numbers, with all NaNs
   equal. The library moves integers with f_load and f_store, so these two must not change a bit. */
typedef enum lanes_answer { LANES_BITS, LANES_FLOATS, LANES_DOUBLES } lanes_answer;

/* The bytes of the longest result, the seven vectors of f_gather. Other words write fewer bytes. */
#define LANES_OUT_BYTES (7 * 4 * WAY_LANES_MAX)

typedef struct lanes_word {
    const char *name;
    lanes_answer answer;
    void (*run)(const lanes_inputs *in, void *out);
} lanes_word;

typedef struct lanes_words {
    size_t count;
    const lanes_word *word; /* in the order of the lanes files */
} lanes_words;

#if defined(__cplusplus)
extern "C" {
#endif
#define DECLARE_WORDS(isa, words) extern const lanes_words words##_##isa;
WAY_EACH_TABLE(DECLARE_WORDS, lanes_words)
#undef DECLARE_WORDS
#if defined(__cplusplus)
}
#endif

#endif
