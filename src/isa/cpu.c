/* Finds the tables that this machine can run, and chooses the one in use. */
#include "isa/isa.h"

#include <string.h>

#if !defined(__wasm__)
#include <stdlib.h>
#endif

#include "isa/fpenv.h"
#include "waylay/base.h"

/* MSVC's cl has no __builtin_cpu_supports, so a library that cl has built never chooses the wide tables. */
#if defined(__GNUC__) || defined(__clang__)
#define RUNS(feature) __builtin_cpu_supports(feature)
#else
#define RUNS(feature) 0
#endif
#if defined(WAY_HAS_AVX2)
static int runs_avx2(void) { return RUNS("avx2"); }
#endif
#if defined(WAY_HAS_AVX512)
static int runs_avx512(void) {
    return RUNS("avx512f") && RUNS("avx512dq") && RUNS("avx512bw") && RUNS("avx512vl");
}
#endif

static int always(void) { return 1; }
#define runs_scalar always
#define runs_emulated16 always
#define runs_sse2 always
#define runs_neon always
#define runs_simd128 always

static const struct {
    const way_table *table;
    int (*runs_here)(void);
} built[] = {
#define BUILT(isa, what) {&way_##what##_##isa, runs_##isa},
    WAY_EACH_TABLE(BUILT, table)};

/* Is table k usable: can this machine run it, and does its keeps_bits return 1? A table is usable only if all
   narrower tables are usable, too, because short batches need narrower tables, and undecided lanes need the
   narrowest, which is plain C. */
static int is_usable(size_t k) {
    if (!built[k].runs_here())
        return 0;
    way_fpenv caller = way_fpenv_enter();
    int keep_bits = 1;
    for (const way_table *table = built[k].table; table != NULL; table = table->narrower)
        keep_bits &= table->keeps_bits();
    way_fpenv_leave(caller);
    return keep_bits;
}

/* Returns the i-th table that is usable on this machine, or NULL if there are at most i such tables. */
static const way_table *runnable(size_t i) {
    for (size_t k = 0; k < sizeof built / sizeof built[0]; k++)
        if (is_usable(k) && i-- == 0)
            return built[k].table;
    return NULL;
}

/* Returns the last usable table, because tables are in ascending order: plain C first, the widest last. */
static const way_table *best(void) {
    const way_table *table = NULL;
    for (size_t i = 0; runnable(i) != NULL; i++)
        table = runnable(i);
    return table;
}

static const way_table *named(const char *name) {
    for (size_t i = 0; runnable(i) != NULL; i++)
        if (strcmp(runnable(i)->name, name) == 0)
            return runnable(i);
    return NULL;
}

WAY_OUT_OF_LINE const way_table *first_choice(void) {
#if !defined(__wasm__)
    const char *name = getenv("WAYLAY_ISA");
    const way_table *wished = name != NULL ? named(name) : NULL;
    if (wished != NULL)
        return wished;
#endif
    return best();
}

/* The table in use. The first call of the library stores it; concurrent first calls store the same value.
   MSVC's cl has atomics only with a compiler option. Without atomics, a plain aligned pointer is used: it is
   written in one access. */
#if !defined(__STDC_NO_ATOMICS__) && (!defined(_MSC_VER) || defined(__clang__))
#include <stdatomic.h>
static _Atomic(const way_table *) in_use;
static const way_table *load_in_use(void) { return atomic_load_explicit(&in_use, memory_order_relaxed); }
static void store_in_use(const way_table *table) {
    atomic_store_explicit(&in_use, table, memory_order_relaxed);
}
#else
static const way_table *volatile in_use;
static const way_table *load_in_use(void) { return in_use; }
static void store_in_use(const way_table *table) { in_use = table; }
#endif

const way_table *way_cpu_table(void) {
    const way_table *table = load_in_use();
    if (table == NULL) {
        table = first_choice();
        store_in_use(table);
    }
    return table;
}

const char *way_isa(void) { return way_cpu_table() != NULL ? way_cpu_table()->name : "none"; }

const char *way_isa_name(size_t i) {
    const way_table *table = runnable(i);
    return table != NULL ? table->name : NULL;
}

way_result way_set_isa(const char *name) {
    const way_table *table = name != NULL ? named(name) : first_choice();
    if (table == NULL)
        return WAY_ERROR_ISA;
    store_in_use(table);
    return WAY_OK;
}
