/* Decides undecided lanes. A lane is undecided if rounding could change the result of one of its comparisons.
   Such lanes are decided outside of the loop, because registers are free there. loop.h includes this file
   once per behaviour, and there a kernel computes `sums` and `roots` from the agents `a`. A kernel that can
   leave lanes undecided defines:

       ANY_UNDECIDED(a, sums, roots)  Is any lane undecided?

   Exact kernels may decide their lanes one by one in plain C, without rounding. Such a kernel also defines:

       UNDECIDED(a, sums, roots)      The mask of undecided lanes.
       DECIDE                         The name of the plain C function that decides one agent.
       DECIDED(a)                     The answer that DECIDE stores.
       ANSWERED                       If 1, `sums` already contains all answers, so an undecided vector
                                      uses them again instead of computing them a second time.

   Other kernels answer all lanes of an undecided vector at once, in both precisions. They define:

       DECIDED_VECTOR(a)              The answers of the whole vector.

   This file then defines for the loop:

       ANY_UNDECIDED_HERE(a, sums, roots)  Equals ANY_UNDECIDED, or is 0 if this unit decides no lanes.
       DECIDE_LANES                        Answers an undecided vector.
       IS_UNDECIDED(a, sums, roots)        Is the only agent of `a` undecided?
       DECIDE_ALONE(a, agent, answer, out) Answers an undecided agent. */

#ifndef WAY_UNDECIDED_H
#define WAY_UNDECIDED_H

/* `row` has the answers of the vector at i, one row per output. Undecided lanes are computed again, one at a
   time and without error. Then all answers are stored at element j of `out`, or of `line` if `line` is not
   NULL. This function is not inlined, so that the loop keeps its registers. It does not take the loop's
   arrays as arguments for the same reason: the compiler keeps these arrays in registers. */
WAY_SELDOM void decide_one_by_one(way_one_agent *exact, const way_block *block, unsigned given,
                                  unsigned wanted, int inputs, int outputs, size_t i, size_t j,
                                  float (*row)[LANES], const float *undecided, float (*line)[WAY_LANES_MAX]) {
    for (size_t lane = 0; lane < LANES; lane++) {
        if (undecided[lane] == 0.0f)
            continue;
        float cell[CELLS];
        take_agent(block, inputs, i + lane, cell);
        exact(cell, cell, given, block->walls);
        for (int k = 0; k < outputs; k++)
            memcpy(&row[k][lane], &cell[k], sizeof cell[k]);
    }
    for (int k = 0; k < outputs; k++)
        if (wanted & 1u << k)
            f_store((line != NULL ? line[k] : (float *)block->out[k]) + j, f_load(row[k]));
}

#endif

#define DECIDE_LANES WAY_JOIN(NAME, decide_lanes)
#define DECIDE_APART WAY_JOIN(NAME, decide_apart)
#define DECIDE_VECTOR WAY_JOIN(NAME, decide_vector)
#define DECIDE_GIVEN WAY_JOIN(NAME, decide_given)
#define DECIDE_PLAIN WAY_JOIN(NAME, decide_plain)
#define ANSWER_ROWS WAY_JOIN(NAME, answer_rows)
#define ANSWER_GIVEN WAY_JOIN(NAME, answer_given)
#define ANSWER_PLAIN WAY_JOIN(NAME, answer_plain)
#ifndef ANSWERED
#define ANSWERED 0
#endif

#if defined(DECIDED_VECTOR)
#define ANY_UNDECIDED_HERE(a, sums, roots) ANY_UNDECIDED(a, sums, roots)
#define IS_UNDECIDED(a, sums, roots) ANY_UNDECIDED(a, sums, roots)
#define DECIDE_ALONE(a, agent, answer, out) PUT(DECIDED_VECTOR(a), (places){out, 0, ALL_OUTPUTS})

WAY_SELDOM void DECIDE_GIVEN(const way_block *block, size_t i, places to) {
    const agents a = {block->in, i, GIVEN_2, block->walls};
    PUT(DECIDED_VECTOR(a), to);
}

WAY_SELDOM void DECIDE_PLAIN(const way_block *block, size_t i, places to) {
    const agents a = {block->in, i, 0, block->walls};
    PUT(DECIDED_VECTOR(a), to);
}

/* Answers the whole vector at i and stores it at element j of `out`, or of `line` if `line` is not NULL. */
WAY_SELDOM void DECIDE_VECTOR(const way_block *block, unsigned given, unsigned wanted, size_t i, size_t j,
                              float (*line)[WAY_LANES_MAX]) {
    void *out[OUTPUTS];
    for (int k = 0; k < OUTPUTS; k++)
        out[k] = line != NULL ? line[k] : block->out[k];
    if (given)
        DECIDE_GIVEN(block, i, (places){out, j, wanted});
    else
        DECIDE_PLAIN(block, i, (places){out, j, wanted});
}

WAY_INLINE void DECIDE_LANES(const way_block *block, agents a, SUMS sums, ROOTS roots, unsigned wanted,
                             size_t j, float (*line)[WAY_LANES_MAX]) {
    (void)sums, (void)roots;
    DECIDE_VECTOR(block, a.given, wanted, a.i, j, line);
}

#elif defined(DECIDE) && WAY_WIDE_IS_DOUBLE
#define ANY_UNDECIDED_HERE(a, sums, roots) ANY_UNDECIDED(a, sums, roots)
#define IS_UNDECIDED(a, sums, roots) (ANY_UNDECIDED(a, sums, roots) && m_any(UNDECIDED(a, sums, roots)))
#define DECIDE_ALONE(a, agent, answer, out) DECIDE(agent, answer, (a).given, (a).walls)

extern way_one_agent DECIDE, ALONE;
#if LANES == 1 && WAY_NUMBER_OF_ISA == WAY_IS_scalar
void DECIDE(const float *agent, float *answer, unsigned given, const way_wall_list *walls) {
    const float *in[INPUTS];
    void *out[OUTPUTS];
    for (int k = 0; k < INPUTS; k++)
        in[k] = agent + k;
    for (int k = 0; k < OUTPUTS; k++)
        out[k] = answer + k;
    const agents a = {in, 0, given, walls};
    PUT(DECIDED(a), (places){out, 0, ALL_OUTPUTS});
}
#endif

/* Stores all answers of a vector in `row`, and its undecided lanes in `undecided`. */
WAY_INLINE void ANSWER_ROWS(agents a, SUMS sums, ROOTS roots, float (*row)[LANES], float *undecided) {
    void *rows[OUTPUTS];
    for (int k = 0; k < OUTPUTS; k++)
        rows[k] = row[k];
    (void)a, (void)sums, (void)roots; /* unused if the kernel has a single stage */
    PUT(FINISH(a, sums, roots), (places){rows, 0, ALL_OUTPUTS});
    f_store(undecided, f_keep(UNDECIDED(a, sums, roots), f_set(1.0f)));
}

#if defined(WAY_SMALL)
/* Answers all lanes of an undecided vector in plain C. */
WAY_SELDOM void DECIDE_APART(const way_block *block, unsigned given, unsigned wanted, size_t i, size_t j,
                             float (*line)[WAY_LANES_MAX]) {
    _Alignas(64) float row[OUTPUTS][LANES], undecided[LANES];
    f_store(undecided, f_set(1.0f));
    decide_one_by_one(ALONE, block, given, wanted, INPUTS, OUTPUTS, i, j, row, undecided, line);
}
#elif !ANSWERED
/* Computes all answers of a vector again. This function is not inlined, so that its stack frame is free again
   when lanes are decided. There are two versions: one reads the optional inputs GIVEN_2, and one reads none.
   If the set of inputs were a variable, clang would take minutes to compile the function. */
WAY_SELDOM void ANSWER_GIVEN(const way_block *block, size_t i, float (*row)[LANES], float *undecided) {
    const agents a = {block->in, i, GIVEN_2, block->walls};
    const SUMS sums = SUM(a);
    ANSWER_ROWS(a, sums, ROOT(a, sums), row, undecided);
}

WAY_SELDOM void ANSWER_PLAIN(const way_block *block, size_t i, float (*row)[LANES], float *undecided) {
    const agents a = {block->in, i, 0, block->walls};
    const SUMS sums = SUM(a);
    ANSWER_ROWS(a, sums, ROOT(a, sums), row, undecided);
}

/* Computes the vector at i again, so that the loop does not have to keep the vector's sums and roots. After
   that, decides the vector's undecided lanes. */
WAY_SELDOM void DECIDE_APART(const way_block *block, unsigned given, unsigned wanted, size_t i, size_t j,
                             float (*line)[WAY_LANES_MAX]) {
    _Alignas(64) float row[OUTPUTS][LANES], undecided[LANES];
    if (given)
        ANSWER_GIVEN(block, i, row, undecided);
    else
        ANSWER_PLAIN(block, i, row, undecided);
    decide_one_by_one(DECIDE, block, given, wanted, INPUTS, OUTPUTS, i, j, row, undecided, line);
}
#endif

/* Answers an undecided vector and stores it at element j of `out`, or of `line` if `line` is not NULL. */
WAY_INLINE void DECIDE_LANES(const way_block *block, agents a, SUMS sums, ROOTS roots, unsigned wanted,
                             size_t j, float (*line)[WAY_LANES_MAX]) {
#if ANSWERED && !defined(WAY_SMALL)
    _Alignas(64) float row[OUTPUTS][LANES], undecided[LANES];
    ANSWER_ROWS(a, sums, roots, row, undecided);
    decide_one_by_one(DECIDE, block, a.given, wanted, INPUTS, OUTPUTS, a.i, j, row, undecided, line);
#else
    (void)sums, (void)roots;
    DECIDE_APART(block, a.given ? (GIVEN_2) : 0, wanted, a.i, j, line);
#endif
}

#else
#define ANY_UNDECIDED_HERE(a, sums, roots) 0
#define IS_UNDECIDED(a, sums, roots) 0
#define DECIDE_ALONE(a, agent, answer, out) (void)(agent)
#undef DECIDE_LANES
#define DECIDE_LANES(block, a, sums, roots, wanted, j, line) (void)(a)

#endif

#undef DECIDE_APART
#undef DECIDE_VECTOR
#undef DECIDE_GIVEN
#undef DECIDE_PLAIN
#undef ANSWER_ROWS
#undef ANSWER_GIVEN
#undef ANSWER_PLAIN
