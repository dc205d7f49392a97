/* Measures a lower bound for the rivals' time: reads the rivals' seven input columns and writes their six
   outputs, without arithmetic. Every input reaches some output, so that the compiler cannot drop a load. The
   compiler flags choose the instruction set. RIVAL_STREAMS_THROUGH replaces non-temporal stores by ordinary
   ones. */
#include "rival.h"

#include <immintrin.h>

#if defined(__AVX512F__)
typedef __m512i line;
#define LINE_LOAD(p) _mm512_loadu_si512((const void *)(p))
#define LINE_XOR _mm512_xor_si512
#define LINE_STORE(p, x) _mm512_storeu_si512((void *)(p), x)
#define LINE_STREAM(p, x) _mm512_stream_si512((void *)(p), x)
#elif defined(__AVX2__)
typedef __m256i line;
#define LINE_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define LINE_XOR _mm256_xor_si256
#define LINE_STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define LINE_STREAM(p, x) _mm256_stream_si256((__m256i *)(void *)(p), x)
#else
typedef __m128i line;
#define LINE_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define LINE_XOR _mm_xor_si128
#define LINE_STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define LINE_STREAM(p, x) _mm_stream_si128((__m128i *)(void *)(p), x)
#endif

#define LINE_ELEMENTS (sizeof(line) / sizeof(float))

/* As in the library, all loads of a vector come before its first store. */
#define COPY(STORE, i)                                                                                       \
    do {                                                                                                     \
        line shared = LINE_LOAD(c.chaser_x + (i));                                                           \
        line chaser_y = LINE_LOAD(c.chaser_y + (i));                                                         \
        line chaser_speed = LINE_LOAD(c.chaser_speed + (i));                                                 \
        line runner_x = LINE_LOAD(c.runner_x + (i));                                                         \
        line runner_y = LINE_LOAD(c.runner_y + (i));                                                         \
        line runner_vx = LINE_LOAD(c.runner_vx + (i));                                                       \
        line runner_vy = LINE_LOAD(c.runner_vy + (i));                                                       \
        STORE(c.time + (i), LINE_XOR(shared, chaser_y));                                                     \
        STORE(c.point_x + (i), LINE_XOR(shared, chaser_speed));                                              \
        STORE(c.point_y + (i), LINE_XOR(shared, runner_x));                                                  \
        STORE(c.velocity_x + (i), LINE_XOR(shared, runner_y));                                               \
        STORE(c.velocity_y + (i), LINE_XOR(shared, runner_vx));                                              \
        STORE(c.status + (i), LINE_XOR(shared, runner_vy));                                                  \
    } while (0)

void RIVAL(const rival_columns *columns, size_t count) {
    const rival_columns c = *columns;
    size_t i = 0;
#ifndef RIVAL_STREAMS_THROUGH
    /* Non-temporal stores need aligned lines. All outputs have the same offset within a line, so one peeled
       block aligns all outputs. The block overlaps the main loop, which is harmless in a copy. */
    size_t offset = (uintptr_t)c.time % sizeof(line);
    if (offset != 0) {
        COPY(LINE_STORE, 0);
        i = (sizeof(line) - offset) / sizeof(float);
    }
    for (; i + LINE_ELEMENTS <= count; i += LINE_ELEMENTS)
        COPY(LINE_STREAM, i);
    if (i < count)
        COPY(LINE_STORE, count - LINE_ELEMENTS);
    _mm_sfence();
#else
    for (; i < count; i += LINE_ELEMENTS)
        COPY(LINE_STORE, i);
#endif
}
