/* Fuzzes choices with columns of any kind, in memory of exactly their size, with extreme values and mistakes.
   On every instruction set, a call with a crowd must give the same answers as a search of all candidates.
   This must also hold for neighbour lists and for avoidance. In 2D all of these have walls, with and without a
   tree. Assignments must be the
   same on every instruction set. A refused call must write nothing. The choosers are bodies of a scene, too, in
   which nothing may gain energy. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "fuzz_bytes.h"
#include "waylay/waylay.h"

enum {
    COLUMNS_MAX = sizeof(way_choose2d_in) / sizeof(way_column), /* 2D has more columns than 3D */
    /* in 2D, the first column that only a choice by turning reads */
    TURNING = offsetof(way_choose2d_in, heading_x) / sizeof(way_column),
    AVOID_COLUMNS = sizeof(way_avoid3d_in) / sizeof(way_column), /* 3D has more columns than 2D */
    MOST_WALLS = 100,
    OUTPUTS = 3 * WAY_CHOICES_MAX + 1, /* output words of a chooser: targets, costs, shares and a status */
    MOST = 80
};

typedef struct scene {
    fuzz_bytes bytes;
    uint64_t dice;
    int dims, columns, best;
    size_t choosers, runners;
    way_column in[COLUMNS_MAX];
    way_column avoid[AVOID_COLUMNS];
    way_wall *wall; /* only in 2D */
    size_t walls;
    way_wall_tree *wall_tree;
    void *memory[6 * COLUMNS_MAX + 10];
    size_t memories;
    way_choice choice;
} scene;

static void *keep(scene *s, size_t size) {
    return s->memory[s->memories++] = fuzz_memory(size > 0 ? size : 1);
}

_Static_assert(sizeof(way_avoid2d_in) <= sizeof(way_avoid3d_in) &&
                   sizeof(way_choose3d_in) <= sizeof(way_choose2d_in),
               "a scene has room for both");

/* The column number of a field of way_choose2d_in or way_choose3d_in. */
#define CHOOSE_COLUMN(s, field)                                                                              \
    (int)(((s)->dims == 3 ? offsetof(way_choose3d_in, field) : offsetof(way_choose2d_in, field)) /           \
          sizeof(way_column))

static bool is_word(const scene *s, int k) {
    return k == CHOOSE_COLUMN(s, chaser_mask) || k == CHOOSE_COLUMN(s, present) ||
           k == CHOOSE_COLUMN(s, self) || k == CHOOSE_COLUMN(s, runner_mask) ||
           k == CHOOSE_COLUMN(s, chaser_world) || k == CHOOSE_COLUMN(s, runner_world);
}

/* The column number of a field of way_avoid2d_in or way_avoid3d_in. */
#define AVOID_COLUMN(s, field)                                                                               \
    (int)(((s)->dims == 3 ? offsetof(way_avoid3d_in, field) : offsetof(way_avoid2d_in, field)) /             \
          sizeof(way_column))

/* Draws a value for this column: an extreme number, a row, or a small integer. Small integers make equal
   costs likely. */
static uint32_t draw_cell(scene *s, int k, uint32_t hardness) {
    float number = (float)((int)draw_below(&s->dice, 17) - 8);
    uint32_t bits;
    if (is_word(s, k))
        return draw_below(&s->dice, 4) == 0 ? UINT32_MAX : draw_below(&s->dice, (uint32_t)s->runners + 3);
    if (draw_below(&s->dice, 16) < hardness)
        number = draw_below(&s->dice, 2) ? draw_special(&s->dice) : draw_between(&s->dice, -1e3, 1e3);
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Makes a column of `count` elements, in memory that ends with the last element. */
static way_column lay_column(scene *s, int k, size_t count, uint32_t hardness) {
    const size_t stride = 4 * (1 + fuzz_below(&s->bytes, 4)), how = fuzz_below(&s->bytes, 3);
    uint32_t *rows = NULL;
    char *data = keep(s, count > 0 ? (count - 1) * stride + 4 : 0);
    for (size_t i = 0; i < count; i++) {
        const uint32_t cell = draw_cell(s, k, hardness);
        memcpy(data + i * stride, &cell, 4);
    }
    if (how == 2) {
        rows = keep(s, 4 * count);
        for (size_t i = 0; i < count; i++)
            rows[i] = draw_below(&s->dice, (uint32_t)count);
        return way_by_rows(way_column_of(data, (ptrdiff_t)stride, WAY_SINGLE), rows);
    }
    if (how == 1 && count > 0) /* the column runs backwards */
        return way_column_of(data + (count - 1) * stride, -(ptrdiff_t)stride, WAY_SINGLE);
    return way_column_of(data, (ptrdiff_t)stride, WAY_SINGLE);
}

/* Lays out avoidance's required columns and some optional ones. Positions, the candidates' mask and worlds
   are the columns of the choice. */
static void lay_avoidance(scene *s, uint32_t given, uint32_t hardness) {
    const int columns = (int)((s->dims == 3 ? sizeof(way_avoid3d_in) : sizeof(way_avoid2d_in)) /
                              sizeof(way_column)),
              runner = AVOID_COLUMN(s, runner_x), mask = AVOID_COLUMN(s, chaser_mask),
              self = AVOID_COLUMN(s, self), runner_mask = AVOID_COLUMN(s, runner_mask),
              world = AVOID_COLUMN(s, chaser_world), runner_world = AVOID_COLUMN(s, runner_world),
              required = AVOID_COLUMN(s, chaser_speed);
    for (int k = 0; k < columns; k++) {
        const bool is_runners =
            (k >= runner && k <= runner_mask) ||
            (s->dims == 2 && k == (int)(offsetof(way_avoid2d_in, runner_height) / sizeof(way_column)));
        if (k < s->dims)
            s->avoid[k] = s->in[k];
        else if (k >= runner && k < runner + s->dims)
            s->avoid[k] = s->in[CHOOSE_COLUMN(s, runner_x) + k - runner];
        else if (k == runner_mask)
            s->avoid[k] = s->in[CHOOSE_COLUMN(s, runner_mask)];
        else if (k == world || k == runner_world)
            s->avoid[k] = s->in[CHOOSE_COLUMN(s, chaser_world) + k - world];
        else if (k <= required || given >> (k + 3) % 32 & 1)
            s->avoid[k] = lay_column(s,
                                     k == mask   ? CHOOSE_COLUMN(s, chaser_mask)
                                     : k == self ? CHOOSE_COLUMN(s, self)
                                                 : 2 /* any column of floats */,
                                     is_runners ? s->runners : s->choosers, hardness);
    }
}

/* Makes walls in memory of exactly their size, with or without a tree. */
static void lay_walls(scene *s, uint32_t hardness) {
    s->walls = fuzz_below(&s->bytes, 3) == 0 ? fuzz_below(&s->bytes, MOST_WALLS) : 0;
    s->wall = keep(s, s->walls * sizeof *s->wall);
    for (size_t i = 0; i < s->walls; i++) {
        uint32_t cell[4];
        for (int k = 0; k < 4; k++)
            cell[k] = draw_cell(s, 2, hardness);
        memcpy(&s->wall[i], cell, sizeof cell);
        s->wall[i].sides = (int32_t)draw_below(&s->dice, 3) - 1;
    }
    if (s->walls > 0 && fuzz_below(&s->bytes, 2)) {
        const size_t bytes = way_wall_tree_bytes(s->walls);
        s->wall_tree = keep(s, bytes);
        if (way_make_wall_tree(s->wall, s->walls, (way_wall_tree *)s->wall_tree, bytes) != WAY_OK)
            abort();
    }
}

static scene read_scene(const uint8_t *bytes, size_t size) {
    scene s = {.bytes = {bytes, bytes + size}};
    s.dice = fuzz_take(&s.bytes, 8);
    s.dims = 2 + (int)fuzz_below(&s.bytes, 2);
    s.columns = (int)((s.dims == 2 ? sizeof(way_choose2d_in) : sizeof(way_choose3d_in)) / sizeof(way_column));
    s.best = 1 + (int)fuzz_below(&s.bytes, WAY_CHOICES_MAX);
    s.choosers = fuzz_below(&s.bytes, MOST);
    s.runners = fuzz_below(&s.bytes, MOST) << fuzz_below(&s.bytes, 5);
    s.choice.cost = (int32_t)fuzz_below(&s.bytes, s.dims == 2 ? 3 : 2);
    if (s.choice.cost == WAY_BY_TURNING && s.runners > MOST) /* because each pair takes a microsecond */
        s.runners = MOST;
    s.choice.count = s.choosers;
    s.choice.runner_count = s.runners;
    const uint32_t given = (uint32_t)fuzz_take(&s.bytes, 4), hardness = (uint32_t)fuzz_below(&s.bytes, 17);
    for (int k = 0; k < s.columns; k++) {
        const int world = CHOOSE_COLUMN(&s, chaser_world);
        const bool is_turning = s.dims == 2 && k >= TURNING && k < world,
                   is_runners = !is_turning && k >= CHOOSE_COLUMN(&s, runner_x) && k != world,
                   is_needed = k <= s.dims || (is_runners && k < CHOOSE_COLUMN(&s, weight)) ||
                               (is_turning && k < TURNING + 3 && s.choice.cost == WAY_BY_TURNING);
        if (is_needed || given >> k & 1)
            s.in[k] = lay_column(&s, k, is_runners ? s.runners : s.choosers, hardness);
    }
    lay_avoidance(&s, given, hardness);
    if (s.dims == 2) {
        lay_walls(&s, hardness);
        s.choice.walls = s.wall;
        s.choice.wall_count = s.walls;
        s.choice.sight_points = (int32_t)fuzz_below(&s.bytes, 5);
    }
    return s;
}

static way_result choose(const scene *s, const way_column_out *out, const way_choice *choice) {
    return s->dims == 3 ? way_choose3d((const way_choose3d_in *)s->in, (const way_choose3d_out *)out, choice)
                        : way_choose2d((const way_choose2d_in *)s->in, (const way_choose2d_out *)out, choice);
}

static way_result make(const scene *s, void *memory, size_t bytes) {
    return s->dims == 3
               ? way_make_crowd3d((const way_choose3d_in *)s->in, s->runners, (way_crowd3d *)memory, bytes)
               : way_make_crowd2d((const way_choose2d_in *)s->in, s->runners, (way_crowd2d *)memory, bytes);
}

/* Makes the choice. Writes the answers of all choosers as 32-bit values, one output after another. */
static way_result ask(const scene *s, const way_choice *choice, uint32_t *words) {
    const size_t ranks = WAY_CHOICES_MAX * s->choosers;
    const way_column_out out[] = {way_out(words), way_out(words + ranks), way_out(words + 3 * ranks),
                                  way_out(words + 2 * ranks)};
    way_choice best = *choice;
    best.best = s->best;
    memset(words, 0xab, 4 * OUTPUTS * (s->choosers + 1));
    return choose(s, out, &best);
}

static void must(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "waylay: %s under %s\n", what, way_isa());
    abort();
}

/* Calls avoidance. Writes the new velocities and statuses as 32-bit values. */
static way_result avoid(const scene *s, const way_choice *choice, size_t most, uint32_t *words) {
    const size_t n = s->choosers;
    const way_avoidance how = {.count = n,
                               .runner_count = s->runners,
                               .most = most,
                               .crowd2d = choice->crowd2d,
                               .crowd3d = choice->crowd3d,
                               .walls = s->wall,
                               .wall_count = s->walls,
                               .wall_tree = s->wall_tree};
    if (s->dims == 3)
        return way_avoid3d((const way_avoid3d_in *)s->avoid,
                           &(way_avoid3d_out){.velocity_x = way_to(words, 4),
                                              .velocity_y = way_to(words + n, 4),
                                              .velocity_z = way_to(words + 2 * n, 4),
                                              .status = way_to(words + 3 * n, 4)},
                           &how);
    return way_avoid2d((const way_avoid2d_in *)s->avoid,
                       &(way_avoid2d_out){.velocity_x = way_to(words, 4),
                                          .velocity_y = way_to(words + n, 4),
                                          .status = way_to(words + 2 * n, 4)},
                       &how);
}

static void compare_avoidance(const scene *s, const way_choice *choice, size_t most, const uint32_t *expected,
                              uint32_t *got) {
    must(avoid(s, choice, most, got) == WAY_OK &&
             memcmp(got, expected, 4 * ((size_t)s->dims + 1) * s->choosers) == 0,
         "other velocities");
}

/* Neighbour lists. The offsets and the elements are in memory of exactly their size. */
typedef struct lists {
    way_neighbour *list;
    size_t *offset;
    size_t answered, needed;
} lists;

static way_result list(const scene *s, const way_choice *choice, size_t most, size_t capacity, lists *to) {
    way_neighbours all = {.most = most, .capacity = capacity};
    to->list = all.list = fuzz_memory(8 * capacity + 1);
    to->offset = all.offset = fuzz_memory(sizeof(size_t) * (choice->count + 1));
    const way_result result = s->dims == 3 ? way_neighbours3d((const way_choose3d_in *)s->in, choice, &all)
                                           : way_neighbours2d((const way_choose2d_in *)s->in, choice, &all);
    to->answered = all.answered;
    to->needed = all.needed;
    return result;
}

static void forget(lists *of) {
    free(of->list);
    free(of->offset);
}

/* Makes lists and compares them with the lists that plain C makes without a crowd. If `capacity` is too
   small, compares the lists that fit. */
static void compare_lists(const scene *s, const way_choice *choice, const lists *expected, size_t most,
                          size_t capacity) {
    lists got;
    const way_result result = list(s, choice, most, capacity, &got);
    must(result == (capacity < expected->needed ? WAY_ERROR_CAPACITY : WAY_OK), "lists are refused or not");
    must(got.needed == expected->needed, "lists need something else");
    must(memcmp(got.offset, expected->offset, sizeof(size_t) * (got.answered + 1)) == 0 &&
             memcmp(got.list, expected->list, 8 * got.offset[got.answered]) == 0,
         "other lists");
    forget(&got);
}

/* Makes an assignment, with exactly the required memory. Writes targets, costs and statuses as 32-bit
   values. */
static void share(const scene *s, const way_assign_in *in, way_assignment how, uint32_t *words) {
    const way_assign_out out = {.target = way_to(words, 4),
                                .cost = way_to(words + s->choosers, 4),
                                .status = way_to(words + 2 * s->choosers, 4)};
    how.memory = fuzz_memory(how.bytes);
    must(way_assign(in, &out, &how) == WAY_OK, "a right assignment is refused");
    must(how.served <= how.most && how.most <= s->choosers && how.gap >= 0.0,
         "an assignment of more than there are");
    free(how.memory);
}

/* Draws an assignment by lists or by a matrix of costs. The rows of the matrix may have fewer or more
   elements than there are candidates. */
static way_assignment draw_sharing(scene *s, const lists *near, way_assign_in *in) {
    way_assignment how = {.count = s->choosers, .runner_count = s->runners};
    size_t elements = near->offset[s->choosers];
    how.aim = (int32_t)fuzz_below(&s->bytes, 2);
    *in = (way_assign_in){.row = way_at(&near->list->row, 8), .cost = way_at(&near->list->distance, 8)};
    if (fuzz_below(&s->bytes, 2)) {
        how.each = 1 + fuzz_below(&s->bytes, 60);
        elements = s->choosers * how.each;
        in->row.data = NULL;
        in->cost = lay_column(s, 0, elements, (uint32_t)fuzz_below(&s->bytes, 17));
    } else
        how.offset = near->offset;
    if (fuzz_below(&s->bytes, 2))
        in->capacity = lay_column(s, s->dims + 3, s->runners, 0);
    if (fuzz_below(&s->bytes, 2)) {
        in->present = lay_column(s, s->dims + 3, s->choosers, 0);
        in->bonus = lay_column(s, 0, s->choosers, (uint32_t)fuzz_below(&s->bytes, 17));
    }
    if (fuzz_below(&s->bytes, 2)) {
        in->chaser_world = lay_column(s, s->dims + 3, s->choosers, 0);
        in->runner_world = lay_column(s, s->dims + 3, s->runners, 0);
    }
    const size_t kind = fuzz_below(&s->bytes, 4); /* health excludes unserved and at_least */
    if (kind == 1 || kind == 2)
        in->unserved = lay_column(s, 0, s->choosers, (uint32_t)fuzz_below(&s->bytes, 17));
    if (kind == 2)
        in->at_least = lay_column(s, s->dims + 3, s->runners, 0);
    if (kind == 3) {
        const uint32_t hardness = (uint32_t)fuzz_below(&s->bytes, 17);
        in->health = lay_column(s, 0, s->runners, hardness);
        if (fuzz_below(&s->bytes, 2))
            in->damage = lay_column(s, 0, s->choosers, hardness);
        if (fuzz_below(&s->bytes, 2))
            in->listed_damage = lay_column(s, 0, elements, hardness);
    }
    how.bytes = way_assign_bytes(how.count, how.runner_count, elements);
    return how;
}

/* Many bodies in one step -------------------------------------------------------------------------------- */

enum { BODY_COLUMNS = sizeof(way_bounce_all2d_in) / sizeof(way_column), MOST_EVENTS = 2000 };

/* Calls bounce_all2d with exactly the required memory. Writes the outputs as doubles and 32-bit values. */
static way_result bounce(const scene *s, const way_column *in, double *numbers, uint32_t *words) {
    const size_t n = s->choosers, bytes = way_bounce_all2d_bytes(n);
    way_bodies bodies = {.count = n,
                         .walls = s->wall,
                         .wall_count = s->walls,
                         .wall_tree = s->wall_tree,
                         .memory = fuzz_memory(bytes),
                         .bytes = bytes,
                         .most_events = MOST_EVENTS};
    const way_bounce_all2d_out out = {.next_x = way_out(numbers),
                                      .next_y = way_out(numbers + n),
                                      .next_vx = way_out(numbers + 2 * n),
                                      .next_vy = way_out(numbers + 3 * n),
                                      .bounces = way_out(words),
                                      .status = way_out(words + n)};
    const way_result result = way_bounce_all2d((const way_bounce_all2d_in *)in, &out, &bodies);
    const int has_worlds = ((const way_bounce_all2d_in *)in)->world.data != NULL; /* each has the limit */
    must(bodies.events <= MOST_EVENTS * (has_worlds ? n : 1), "more collisions than the limit");
    free(bodies.memory);
    return result;
}

/* Solves a scene of bodies on every instruction set. Without restitutions, which may be above 1 here, the
   sum of the bodies' energies must not grow. */
static void compare_bodies(scene *s) {
    enum { VX = 2, RADIUS = 4, DT, MASS, RESTITUTION };
    const size_t n = s->choosers;
    const uint32_t given = (uint32_t)fuzz_take(&s->bytes, 1), hardness = (uint32_t)fuzz_below(&s->bytes, 17);
    const float dt = (float)fuzz_below(&s->bytes, 100) / 16;
    float *value[BODY_COLUMNS] = {0};
    way_column in[BODY_COLUMNS] = {0};
    for (int k = 0; k < BODY_COLUMNS; k++) {
        if (k >= MASS && !(given >> (k - MASS) & 1))
            continue;
        value[k] = keep(s, 4 * n);
        for (size_t i = 0; i < n; i++) {
            const uint32_t cell = draw_cell(s, VX, k == RADIUS || k >= MASS ? 0 : hardness);
            memcpy(value[k] + i, &cell, 4);
        }
        in[k] = way_in(value[k]);
    }
    in[DT] = way_same(&dt);
    double *numbers = fuzz_memory(32 * n + 1), *others = fuzz_memory(32 * n + 1);
    uint32_t *words = fuzz_memory(8 * n + 1), *other_words = fuzz_memory(8 * n + 1);
    way_set_isa("scalar");
    must(bounce(s, in, numbers, words) == WAY_OK, "a right scene is refused");
    double before = 0, after = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t status = words[n + i];
        must(status == WAY_MET || status == WAY_LATE || status == WAY_INVALID, "a body with another status");
        for (size_t k = VX; k < VX + 2 && status != WAY_INVALID; k++) {
            const double mass = value[MASS] != NULL ? value[MASS][i] : 1, next = numbers[k * n + i];
            before += mass * value[k][i] * value[k][i];
            after += mass * next * next;
        }
    }
    must(value[RESTITUTION] != NULL || after <= before * (1 + 1e-9), "bodies that gain energy");
    for (size_t i = 0; way_isa_name(i) != NULL; i++) {
        way_set_isa(way_isa_name(i));
        must(bounce(s, in, others, other_words) == WAY_OK && memcmp(others, numbers, 32 * n) == 0 &&
                 memcmp(other_words, words, 8 * n) == 0,
             "other bodies");
    }
    free(numbers);
    free(others);
    free(words);
    free(other_words);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    scene s = read_scene(bytes, size);
    const size_t words = OUTPUTS * (s.choosers + 1);
    const size_t needed = s.dims == 3 ? way_crowd3d_bytes(s.runners) : way_crowd2d_bytes(s.runners);
    uint32_t *expected = fuzz_memory(4 * words), *got = fuzz_memory(4 * words);
    char *memory = fuzz_memory(needed);
    must(way_set_isa("scalar") == WAY_OK && ask(&s, &s.choice, expected) == WAY_OK,
         "a right call is refused");
    const size_t most = fuzz_below(&s.bytes, 40), less = fuzz_below(&s.bytes, 100);
    lists expected_lists;
    must(list(&s, &s.choice, most, s.choosers * s.runners + 2 * s.runners, &expected_lists) == WAY_OK,
         "right lists are refused");
    uint32_t *velocities = fuzz_memory(16 * s.choosers + 1), *others = fuzz_memory(16 * s.choosers + 1);
    must(avoid(&s, &s.choice, most % 33, velocities) == WAY_OK, "right velocities are refused");
    for (size_t k = 0; k < (size_t)s.dims * s.choosers; k++)
        must((velocities[k] & 0x7f800000u) != 0x7f800000u, "a velocity that is NaN or infinite");
    way_assign_in shared;
    const way_assignment sharing = draw_sharing(&s, &expected_lists, &shared);
    uint32_t *taken = fuzz_memory(12 * s.choosers + 1);
    share(&s, &shared, sharing, taken);
    for (size_t i = 0; way_isa_name(i) != NULL; i++) {
        way_set_isa(way_isa_name(i));
        share(&s, &shared, sharing, others);
        must(memcmp(others, taken, 12 * s.choosers) == 0, "another assignment");
        way_choice choice = s.choice;
        choice.wall_tree = s.wall_tree;
        compare_avoidance(&s, &choice, most % 33, velocities, others);
        compare_lists(&s, &choice, &expected_lists, most, expected_lists.needed);
        must(ask(&s, &choice, got) == WAY_OK && memcmp(got, expected, 4 * words) == 0, "other answers");
        must(make(&s, memory, needed) == WAY_OK, "a crowd is refused");
        choice.crowd2d = s.dims == 2 ? (const way_crowd2d *)memory : NULL;
        choice.crowd3d = s.dims == 3 ? (const way_crowd3d *)memory : NULL;
        must(ask(&s, &choice, got) == WAY_OK && memcmp(got, expected, 4 * words) == 0,
             "other answers of a crowd");
        compare_lists(&s, &choice, &expected_lists, most, expected_lists.needed);
        if (s.in[CHOOSE_COLUMN(&s, weight)].data == NULL /* a crowd lacks candidates with invalid weights */)
            compare_avoidance(&s, &choice, most % 33, velocities, others);
        compare_lists(&s, &choice, &expected_lists, most, less);
        *(unsigned char *)memory ^= 1;
        must(ask(&s, &choice, got) == WAY_ERROR_MEMORY, "memory without a crowd is taken");
        for (size_t k = 0; k < words; k++)
            must(got[k] == 0xababababu, "a call that is refused writes");
    }
    if (s.dims == 2)
        compare_bodies(&s);
    for (size_t k = 0; k < s.memories; k++)
        free(s.memory[k]);
    forget(&expected_lists);
    free(velocities);
    free(others);
    free(taken);
    free(expected);
    free(got);
    free(memory);
    return 0;
}
