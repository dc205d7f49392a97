/* The floating-point mode of a call: round to nearest, denormals kept, no traps, whatever the engine has set. On
   32-bit x86 the library computes with SSE2 alone, so that MXCSR is all there is to it. */
#ifndef WAY_FPENV_H
#define WAY_FPENV_H

#include <stdint.h>

#if defined(__x86_64__) || defined(_M_X64) || (defined(__i386__) && defined(__SSE__)) || defined(_M_IX86)
#include <xmmintrin.h>
typedef uint32_t way_fpenv;
static inline way_fpenv way_fpenv_enter(void) {
    way_fpenv caller = _mm_getcsr();
    _mm_setcsr(0x1f80);
    return caller;
}
static inline void way_fpenv_leave(way_fpenv caller) { _mm_setcsr(caller); }
/* Between these only calls may stand that the compiler cannot see into: arithmetic it would move to before the test.
   To write the register takes as long as ten agents do: it is written where it differs, but for its last six bits, which
   note what happened and change nothing. */
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
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0) : "memory"); /* no load or store crosses it */
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
#else /* WASM has one mode */
typedef int way_fpenv;
static inline way_fpenv way_fpenv_enter(void) { return 0; }
static inline void way_fpenv_leave(way_fpenv caller) { (void)caller; }
#endif

#if !defined(WAY_FPENV_FOR_CALLS)
static inline way_fpenv way_fpenv_enter_for_calls(void) { return way_fpenv_enter(); }
static inline void way_fpenv_leave_after_calls(way_fpenv caller) { way_fpenv_leave(caller); }
#endif

#endif
