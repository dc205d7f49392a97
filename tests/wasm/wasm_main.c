/* Functions that node calls to make checks inside a module without a C library and without imports. The calls
   pass texts by address. */
#include "bit_check.h"
#include "draw.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { PAGE = 65536, GOLDEN_ROOM = PAGE };

extern unsigned char __heap_base; /* a symbol of the linker, at which free memory begins */

static char golden_text[GOLDEN_ROOM];
static bit_check at_hand;
static bit_finding finding;
static uint64_t golden_hash;

/* Returns the memory from __heap_base on. Grows the memory if it is too small. Returns NULL if it cannot
   grow. */
static void *memory_of(size_t bytes) {
    uintptr_t start = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    size_t pages = __builtin_wasm_memory_size(0), needed = (start + bytes + PAGE - 1) / PAGE;
    if (needed > pages && __builtin_wasm_memory_grow(0, needed - pages) == SIZE_MAX)
        return NULL;
    return (void *)start;
}

/* Returns NULL after the last behaviour. */
const char *EXPORT(behaviour_name)(size_t behaviour) {
    return behaviour_at(behaviour) ? behaviour_at(behaviour)->name : NULL;
}
const char *EXPORT(isa_name)(size_t isa) { return way_isa_name(isa); }

/* node writes the golden file's text to golden_room(). golden_size() is the room's size with the final
   zero. */
char *EXPORT(golden_room)(void) { return golden_text; }
size_t EXPORT(golden_size)(void) { return sizeof golden_text; }

/* Runs a check. Returns a laid_verdict, or -1 if there is too little memory. */
int EXPORT(run_check)(size_t behaviour, int precision, size_t isa) {
    at_hand = (bit_check){behaviour_at(behaviour),
                          (way_precision)precision,
                          BIT_CHECK_SEED,
                          BIT_CHECK_AGENTS,
                          way_isa_name(isa),
                          NULL};
    at_hand.memory = memory_of(bit_check_bytes(at_hand.behaviour, BIT_CHECK_AGENTS));
    if (!at_hand.memory)
        return -1;
    finding = bit_check_run(&at_hand);
    return (int)finding.of.verdict;
}

/* These functions return results of the last check. */
const char *EXPORT(precision_word)(void) { return bit_check_precision(at_hand.precision); }
uint64_t EXPORT(hash)(void) { return finding.hash; }
int EXPORT(has_golden)(void) {
    return bit_check_golden(golden_text, at_hand.behaviour->name, at_hand.precision, &golden_hash);
}
uint64_t EXPORT(golden)(void) { return golden_hash; }

/* If there is a difference, these functions say where it is. */
const char *EXPORT(layout_name)(void) { return finding.layout; }
size_t EXPORT(row)(void) { return finding.of.agent; }
size_t EXPORT(count)(void) { return finding.count; }
const char *EXPORT(output_name)(void) { return at_hand.behaviour->outputs[finding.of.output].name; }
uint32_t EXPORT(expected)(void) { return (uint32_t)finding.of.expected; }
uint32_t EXPORT(got)(void) { return (uint32_t)finding.of.got; }
