/* Defines the loop over agents. The loop runs the stages of a kernel, stores the answers and prefetches
   inputs. On request, the stores write whole cache lines or bypass the caches. A kernel takes agents by value
   and returns its answers as lanes. So all loads of a vector come before the first store of that vector, and
   an output may be the same array as an input. A kernel's file includes this header once per behaviour, after
   it has defined these macros:

       NAME              The behaviour, for example seek2d.
       SOLVE(a)          The answers (a NAME_answers) for the agents `a`.

   A kernel of two or three stages (first sums, then roots and quotients) defines these instead of SOLVE:

       SUMS, SUM(a)             Type and value of the first stage.
       ROOTS, ROOT(a, sums)     Type and value of the second stage, if there is one.
       FINISH(a, sums, roots)   The answers.
       AHEAD                    If 1, the loop computes the first stage of the next vector before the answers
                                of this vector. If 0, it computes one vector after the other; kernels choose
                                this if a second vector would only take registers from the first.

   These macros have defaults:

       GIVEN_1, GIVEN_2  Sets of optional inputs that have their own loop. GIVEN_2 contains GIVEN_1. By
                         default, both are all optional inputs.
       USUAL             The set of outputs that has its own loop. By default, these are all outputs.
       LONG_RUNNING      If 1, the kernel is too slow to gain from special stores, so it has fewer loops.
       ALL_GIVEN         If 1, the only loop reads all optional inputs; missing ones are filled with defaults.
                         If GIVEN_1 and USUAL are defined, too, there are two loops: one for calls that need
                         only the inputs GIVEN_1 and the outputs USUAL, and one for all other calls.
       STACK_USE         If 1, the kernel needs much stack. If 2, it needs the most. Default: LONG_RUNNING.
       ONE_PRECISION     If 1, the kernel uses a single number type, so the exact kernel serves both
                         precisions.
       RARELY(a, answers), PUT_RARE(a, to)
                         RARELY tells whether this vector has answers that few vectors have. If so, PUT_RARE
                         computes and stores all answers of the vector.
       OTHER(a), TAKES_OTHER(block)
                         For some blocks another first stage is used. TAKES_OTHER says for which blocks, and
                         OTHER is the stage. Such a block has a loop of its own, so that the stack of the
                         usual loop is free.
       ANY_UNDECIDED     This macro and the others in undecided.h are defined if rounding could change a
                         lane's comparisons.

   A build with WAY_SMALL has half the code: one loop reads the optional inputs (GIVEN_2), and one reads none
   and writes only the usual outputs. Plain C answers undecided vectors and other sets of outputs agent by
   agent. Units compiled with -DWAY_ENTRY contain the public functions and no loop: see define_call.h. */
#include "kernels/inputs.h"
#include "kernels/answers.h"

#if !defined(WAY_ENTRY) && !defined(WAY_IS_FOREIGN) &&                                                       \
    !(defined(ONE_PRECISION) && WAY_NUMBER_OF_PRECISION == WAY_IS_fast)

#ifndef WAY_LOOP_H
#define WAY_LOOP_H

/* Prefetches the required inputs WAY_AHEAD agents ahead, one line at a time, because hardware prefetchers
   track few streams and stop at page ends. Near the end of a batch, the prefetched addresses are past the end
   of the columns, which is harmless. Plain C is compute-bound, so it does not prefetch. */
#define WAY_AHEAD 256
WAY_INLINE void prefetch(const float *const *in, int columns, unsigned optional, size_t i) {
#if defined(__GNUC__) && LANES > 1
    for (int k = 0; k < columns; k++)
        if (!(optional >> k & 1))
            __builtin_prefetch((const void *)((uintptr_t)in[k] + 4 * (i + WAY_AHEAD)));
#else
    (void)in, (void)columns, (void)optional, (void)i;
#endif
}

/* Copies the outputs of WAY_LANES_MAX agents from `line`, which has a row per output, to the columns at i. */
WAY_INLINE void flush_lines(float *const *out, way_stores stores, float (*line)[WAY_LANES_MAX], int outputs,
                            unsigned wanted, size_t i) {
    for (int k = 0; k < outputs; k++)
        for (size_t j = 0; wanted >> k & 1 && j < WAY_LANES_MAX; j += LANES) {
            float *element = out[k] + i + j;
            if (LANES == WAY_LANES_MAX && stores == WAY_STREAM)
                f_stream(element, f_load(line[k] + j));
            else
                f_store(element, f_load(line[k] + j));
        }
}

/* Copies the inputs of agent i to `cell`. A behaviour has at most CELLS inputs, because `given` has one bit
   per input. */
enum { CELLS = 32 };
WAY_INLINE void take_agent(const way_block *block, int inputs, size_t i, float cell[CELLS]) {
    for (int k = 0; k < inputs; k++)
        if (block->in[k] != NULL)
            memcpy(&cell[k], block->in[k] + i, sizeof cell[k]);
}

#endif

#define INPUTS WAY_JOIN3(IN, NAME, COUNT)
#define OUTPUTS WAY_JOIN3(OUT, NAME, COUNT)
#define OPTIONAL_INPUTS WAY_JOIN(OPTIONS, NAME)
#define ANSWERS WAY_JOIN(NAME, answers)
#define PUT WAY_JOIN(NAME, put)
#define LOOP WAY_JOIN(NAME, loop)
#define ANSWER_ALONE WAY_JOIN(NAME, answer_alone)
#define FORM(form) WAY_JOIN3(NAME, loop, form)
#define KERNEL_NAME WAY_JOIN(WAY_JOIN3(way, NAME, WAY_ISA), WAY_PRECISION)

#ifndef SUMS
#define SUMS int
#define SUM(a) 0
#define FINISH(a, sums, roots) SOLVE(a)
#define AHEAD 0
#endif
#ifndef ROOTS
#define ROOTS int
#define ROOT(a, sums) 0
#endif
#ifndef GIVEN_1
#define GIVEN_1 OPTIONAL_INPUTS
#endif
#ifndef GIVEN_2
#define GIVEN_2 (GIVEN_1)
#endif
#define ALL_OUTPUTS ((1u << OUTPUTS) - 1)
#ifndef USUAL
#define USUAL ALL_OUTPUTS
#endif
#ifndef LONG_RUNNING
#define LONG_RUNNING 0
#endif
#ifndef ALL_GIVEN
#define ALL_GIVEN 0
#endif
#ifndef STACK_USE
#define STACK_USE LONG_RUNNING
#endif
#ifndef RARELY
#define RARELY(a, answers) 0
#define PUT_RARE(a, to) (void)0
#endif
#define ALONE WAY_JOIN3(way, NAME, alone)
#define ALONE_HERE (WAY_NUMBER_OF_ISA == WAY_IS_scalar && WAY_WIDE_IS_DOUBLE)

#include "kernels/undecided.h"

/* Computes a block of agents. `given` is 0, GIVEN_1 or GIVEN_2. If `by_line` is set, as for large columns,
   answers are written one cache line at a time. The inner loop ends at an undecided vector, so that it spills
   no registers for the slow path. The outer loop handles this vector and continues with the next one. */
WAY_INLINE void LOOP(const way_block *block, unsigned given, unsigned wanted, int by_line) {
    const float *in[INPUTS];
    float *column[OUTPUTS];
    void *out[OUTPUTS];
    _Alignas(64) float line[OUTPUTS][WAY_LANES_MAX];
    WAY_UNROLLED for (int k = 0; k < INPUTS; k++) in[k] = block->in[k];
    WAY_UNROLLED for (int k = 0; k < OUTPUTS; k++) {
        column[k] = block->out[k];
        out[k] = by_line ? line[k] : column[k];
    }

    const size_t first = block->first, end = first + block->count;
    agents a = {in, first, given, block->walls};
    for (size_t i = first; i < end;) {
        SUMS now, next;
        ROOTS roots;
        (void)&now, (void)&next, (void)&roots; /* unused if the kernel has a single stage */
        if (AHEAD) {
            a.i = i;
            now = SUM(a);
            roots = ROOT(a, now);
        }
        for (;;) {
            a.i = i + LANES;
            if (AHEAD && i + LANES < end)
                next = SUM(a);
            a.i = i;
            if (!AHEAD) {
                now = SUM(a);
                roots = ROOT(a, now);
            }
            const size_t j = !by_line ? i : LANES == WAY_LANES_MAX ? 0 : (i - first) % WAY_LANES_MAX;
            const places to = {out, j, wanted};
            const int is_undecided = ANY_UNDECIDED_HERE(a, now, roots);
            if (is_undecided)
                DECIDE_LANES(block, a, now, roots, wanted, j, by_line ? line : NULL);
            else {
                const ANSWERS answers = FINISH(a, now, roots);
                if (RARELY(a, answers)) /* tested before PUT, because an output may also be an input */
                    PUT_RARE(again(a), to);
                else
                    PUT(answers, to);
            }
            if (by_line && j == WAY_LANES_MAX - LANES) {
                flush_lines(column, block->stores, line, OUTPUTS, wanted, i - j);
                prefetch(in, INPUTS, OPTIONAL_INPUTS, i);
            }
            i += LANES;
            if (is_undecided)
                break;
            if (i >= end)
                break;
            if (AHEAD) {
                a.i = i;
                now = next;
                roots = ROOT(a, now);
            }
        }
    }
}

/* The calls for one agent do not need OTHER, because their walls do not move. With WAY_SMALL, ALONE also answers
   the agents of undecided vectors, whose walls may move. */
#if defined(WAY_SMALL) && defined(OTHER)
#define ALONE_SUM(a) (TAKES_OTHER(&(a)) ? OTHER(a) : SUM(a))
#else
#define ALONE_SUM(a) SUM(a)
#endif

#if ALONE_HERE
/* Answers one agent without a loop. The agent's inputs are consecutive floats and are read in place. The
   compiler removes the arrays `in` and `out`, because each address that they hold is `agent` or `answer` plus
   a constant. */
WAY_INLINE void ANSWER_ALONE(const float *agent, float *answer, unsigned given, const way_wall_list *walls) {
    const float *in[INPUTS];
    void *out[OUTPUTS];
    for (int k = 0; k < INPUTS; k++)
        in[k] = agent + k;
    for (int k = 0; k < OUTPUTS; k++)
        out[k] = answer + k;
    const agents a = {in, 0, given, walls};
    const SUMS sums = ALONE_SUM(a);
    const ROOTS roots = ROOT(a, sums);
    (void)sums, (void)roots; /* unused if the kernel has a single stage */
    if (IS_UNDECIDED(a, sums, roots)) {
        DECIDE_ALONE(a, agent, answer, out);
        return;
    }
    const ANSWERS answers = FINISH(a, sums, roots);
    const places to = {out, 0, ALL_OUTPUTS};
    if (RARELY(a, answers))
        PUT_RARE(again(a), to);
    else
        PUT(answers, to);
}

extern way_one_agent ALONE;
WAY_NEVER_INLINED void ALONE(const float *agent, float *answer, unsigned given, const way_wall_list *walls) {
    if ((GIVEN_2) != 0 && (ALL_GIVEN || given))
        ANSWER_ALONE(agent, answer, GIVEN_2, walls);
    else
        ANSWER_ALONE(agent, answer, 0, walls);
}
#endif

#ifdef OTHER
WAY_LOOP_FUNCTION FORM(other)(const way_block *block, unsigned wanted) {
    void *out[OUTPUTS];
    for (int k = 0; k < OUTPUTS; k++)
        out[k] = block->out[k];
    for (size_t i = block->first; i < block->first + block->count; i += LANES) {
        const agents a = {block->in, i, block->given & (GIVEN_2), block->walls};
        const SUMS sums = OTHER(a);
        if (ANY_UNDECIDED_HERE(a, sums, 0))
            DECIDE_LANES(block, a, sums, 0, wanted, i, NULL);
        else
            PUT(FINISH(a, sums, 0), (places){out, i, wanted});
    }
}
#else
#define TAKES_OTHER(block) 0
static inline void FORM(other)(const way_block *block, unsigned wanted) { (void)block, (void)wanted; }
#endif

#if ALONE_HERE && (LONG_RUNNING || defined(WAY_SMALL))
/* A long kernel is compiled only once: its loop calls ALONE, the function for one agent, for each agent. The
   inputs of the next agent are copied before this call, because loading a cell right after it was stored is
   slow. */
static void WAY_JOIN(NAME, solve)(const way_block *block) {
    const unsigned wanted = way_wanted(block->out, OUTPUTS), given = block->given & (GIVEN_2);
    const size_t first = block->first, end = first + block->count;
    if (TAKES_OTHER(block)) {
        FORM(other)(block, wanted);
        return;
    }
    float cells[2][CELLS];
    if (first < end)
        take_agent(block, INPUTS, first, cells[first % 2]);
    for (size_t i = first; i < end; i++) {
        float *cell = cells[i % 2];
        if (i + 1 < end)
            take_agent(block, INPUTS, i + 1, cells[(i + 1) % 2]);
        ALONE(cell, cell, given, block->walls);
        for (int k = 0; k < OUTPUTS; k++)
            if (wanted & 1u << k)
                memcpy((float *)block->out[k] + i, &cell[k], sizeof cell[k]);
    }
}
#elif defined(WAY_SMALL)
#define PLAIN_KERNEL WAY_JOIN(WAY_JOIN3(way, NAME, scalar), WAY_PRECISION)
#define HERE (LANES == 1 ? ALL_OUTPUTS : (USUAL))
extern const way_kernel PLAIN_KERNEL;

WAY_LOOP_FUNCTION FORM(given_2)(const way_block *block, unsigned wanted) { LOOP(block, GIVEN_2, wanted, 0); }

WAY_LOOP_FUNCTION FORM(usual)(const way_block *block, unsigned wanted) { LOOP(block, 0, wanted & HERE, 0); }

static void WAY_JOIN(NAME, solve)(const way_block *block) {
    const unsigned wanted = way_wanted(block->out, OUTPUTS);
    if (TAKES_OTHER(block))
        FORM(other)(block, wanted);
    else if (ALL_GIVEN || block->given & (GIVEN_2))
        FORM(given_2)(block, wanted);
    else if ((wanted & ~HERE) == 0)
        FORM(usual)(block, wanted);
    else
        PLAIN_KERNEL.solve(block);
}
#undef PLAIN_KERNEL
#undef HERE
#else
/* The loops are not inlined, so that all of them use the same part of the stack. */
WAY_LOOP_FUNCTION FORM(given_2)(const way_block *block, unsigned wanted) { LOOP(block, GIVEN_2, wanted, 0); }

WAY_LOOP_FUNCTION FORM(given_1)(const way_block *block, unsigned wanted) {
    LOOP(block, GIVEN_1, ALL_GIVEN ? wanted & (USUAL) : wanted, 0);
}

WAY_LOOP_FUNCTION FORM(any)(const way_block *block, unsigned wanted) { LOOP(block, 0, wanted, 0); }

WAY_LOOP_FUNCTION FORM(usual)(const way_block *block) { LOOP(block, 0, USUAL, 0); }

WAY_LOOP_FUNCTION FORM(by_line)(const way_block *block) { LOOP(block, 0, USUAL, 1); }

static void WAY_JOIN(NAME, solve)(const way_block *block) {
    /* 0 if all outputs are usual, so that the compiler leaves out a loop that no call takes */
    const unsigned unusual = ALL_OUTPUTS & ~(USUAL), wanted = way_wanted(block->out, OUTPUTS);
    if (TAKES_OTHER(block))
        FORM(other)(block, wanted);
    else if (block->given & (GIVEN_2) & ~(GIVEN_1) || (ALL_GIVEN && wanted & unusual))
        FORM(given_2)(block, wanted);
    else if (ALL_GIVEN || block->given & (GIVEN_1))
        FORM(given_1)(block, wanted);
    else if (LONG_RUNNING || wanted != (USUAL))
        FORM(any)(block, wanted);
    else if (LANES > 1 && block->stores != WAY_PLAIN)
        FORM(by_line)(block);
    else
        FORM(usual)(block);
}
#endif

extern const way_kernel KERNEL_NAME;
#if defined(WAY_SMALL) || (ALONE_HERE && LONG_RUNNING)
#define ALWAYS (GIVEN_2) /* the single loop (or ALONE) reads all optional inputs */
#else
#define ALWAYS (GIVEN_1)
#endif
const way_kernel KERNEL_NAME = {WAY_JOIN(NAME, solve), STACK_USE, ALL_GIVEN ? ALWAYS : 0, USUAL};
#undef ALWAYS

#undef INPUTS
#undef OUTPUTS
#undef OPTIONAL_INPUTS
#undef ANSWERS
#undef PUT
#undef LOOP
#undef ANSWER_ALONE
#undef FORM
#undef KERNEL_NAME
#undef ALL_OUTPUTS
#undef ALONE_HERE
#undef ALONE
#undef ANY_UNDECIDED_HERE
#undef DECIDE_LANES
#undef IS_UNDECIDED
#undef DECIDE_ALONE

#endif

#undef NAME
#undef SOLVE
#undef SUMS
#undef SUM
#undef ROOTS
#undef ROOT
#undef FINISH
#undef AHEAD
#undef GIVEN_1
#undef GIVEN_2
#undef USUAL
#undef LONG_RUNNING
#undef ALL_GIVEN
#undef STACK_USE
#undef ONE_PRECISION
#undef ALONE_SUM
#undef OTHER
#undef TAKES_OTHER
#undef RARELY
#undef PUT_RARE
#undef ANY_UNDECIDED
#undef UNDECIDED
#undef DECIDE
#undef DECIDED
#undef DECIDED_VECTOR
#undef ANSWERED
