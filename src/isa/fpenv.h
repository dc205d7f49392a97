/* Sets the floating-point mode during a call: round to nearest, denormals kept, no traps. The results do not
   depend on the mode of the caller. */
#ifndef WAY_FPENV_H
#define WAY_FPENV_H

#include <stdint.h>

#if (defined(__i386__) && defined(__SSE__)) || defined(_M_IX86)
#include <xmmintrin.h>

/* 32-bit x86: the library computes with SSE2 only. But functions return floating-point values in an x87
   register, and the x87 mode determines how a double in this register is rounded to float. */
typedef struct way_fpenv {
    uint32_t sse;
    uint16_t x87;
} way_fpenv;

static inline uint16_t way_x87_mode(void) {
    uint16_t mode;
#if defined(_MSC_VER)
    __asm { fnstcw mode }
#else
    __asm__ volatile("fnstcw %0" : "=m"(mode));
#endif
    return mode;
}

/* Sets the x87 mode. If the new mode has traps, clears the recorded exceptions first, because they would trap
   at once. */
static inline void way_x87_set_mode(uint16_t mode) {
    const int has_traps = (mode & 0x3f) != 0x3f;
#if defined(_MSC_VER)
    if (has_traps) {
        __asm { fnclex }
    }
    __asm { fldcw mode }
#else
    if (has_traps)
        __asm__ volatile("fnclex");
    __asm__ volatile("fldcw %0" : : "m"(mode) : "memory");
#endif
}

static inline way_fpenv way_fpenv_enter(void) {
    const way_fpenv caller = {_mm_getcsr(), way_x87_mode()};
    _mm_setcsr(0x1f80);
    way_x87_set_mode((uint16_t)((caller.x87 & ~0xc00) | 0x3f)); /* rounds to nearest, without traps */
    return caller;
}
static inline void way_fpenv_leave(way_fpenv caller) {
    _mm_setcsr(caller.sse);
    way_x87_set_mode(caller.x87);
}
#elif defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
typedef uint32_t way_fpenv;
static inline way_fpenv way_fpenv_enter(void) {
    way_fpenv caller = _mm_getcsr();
    _mm_setcsr(0x1f80);
    return caller;
}
static inline void way_fpenv_leave(way_fpenv caller) { _mm_setcsr(caller); }
/* Enters the library's mode. Until way_fpenv_leave_after_calls, only functions that are not inlined may be
   called: the compiler could move inlined arithmetic to before the change of the mode. Writing the register
   takes as long as computing ten agents, so the function writes it only if the mode differs. The last six
   bits are ignored: they record exceptions and do not change results. */
#define WAY_FPENV_FOR_CALLS
static inline way_fpenv way_fpenv_enter_for_calls(void) {
    way_fpenv caller = _mm_getcsr();
    if ((caller & ~0x3fu) != 0x1f80)
        _mm_setcsr(0x1f80);
    return caller;
}
static inline void way_fpenv_leave_after_calls(way_fpenv caller) {
    if (_mm_getcsr() != caller)
        _mm_setcsr(caller);
}
#elif defined(__aarch64__)
typedef uint64_t way_fpenv;
static inline way_fpenv way_fpenv_enter(void) {
    way_fpenv caller;
    __asm__ volatile("mrs %0, fpcr" : "=r"(caller));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0) : "memory"); /* no load or store is moved over it */
    return caller;
}
static inline void way_fpenv_leave(way_fpenv caller) {
    __asm__ volatile("msr fpcr, %0" : : "r"(caller) : "memory");
}
#elif !defined(__wasm__)
#include <fenv.h>
typedef fenv_t way_fpenv;
static inline way_fpenv way_fpenv_enter(void) {
    way_fpenv caller;
    fegetenv(&caller);
    fesetenv(FE_DFL_ENV);
    return caller;
}
static inline void way_fpenv_leave(way_fpenv caller) { fesetenv(&caller); }
#else /* WASM has only one mode */
typedef int way_fpenv;
static inline way_fpenv way_fpenv_enter(void) { return 0; }
static inline void way_fpenv_leave(way_fpenv caller) { (void)caller; }
#endif

#if !defined(WAY_FPENV_FOR_CALLS)
static inline way_fpenv way_fpenv_enter_for_calls(void) { return way_fpenv_enter(); }
static inline void way_fpenv_leave_after_calls(way_fpenv caller) { way_fpenv_leave(caller); }
#endif

#endif
