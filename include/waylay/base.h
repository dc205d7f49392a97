/* waylay, the base: columns, batches, results, the library and its self-description. The headers of the
   behaviours include it. Columns in, columns out. The library allocates nothing, starts no threads and keeps
   no state but the chosen instruction set. Any thread may call any function at any time. MIT licence. */
#ifndef WAYLAY_BASE_H
#define WAYLAY_BASE_H

#include <stddef.h>
#include <stdint.h>

#define WAY_VERSION_MAJOR 0
#define WAY_VERSION_MINOR 2
#define WAY_VERSION_PATCH 0
#define WAY_VERSION_STRING "0.2.0"

#if defined(_WIN32) && defined(WAY_BUILD_SHARED)
#define WAY_API __declspec(dllexport)
#elif defined(_WIN32) && defined(WAY_USE_SHARED)
#define WAY_API __declspec(dllimport)
#elif defined(__GNUC__)
#define WAY_API __attribute__((visibility("default")))
#else
#define WAY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Columns ---------------------------------------------------------------------------------------------------

   A column says where one number of every agent is in memory. Where only `data` is given, as in `.chaser_x.data = x`, it is
   complete: floats side by side (or int32_t, where the behaviour says so). The functions below make all others:

       float wolf[4][3] = {{0}}, speed[1] = {9};
       way_column x = way_at(&wolf[0][0], sizeof wolf[0]), y = way_at(&wolf[0][1], sizeof wolf[0]);
       way_column same = way_same(speed);
       way_seek2d_in in = {.chaser_x = x, .chaser_y = y, .chaser_speed = same};
       way_column_out out = way_to(&wolf[0][0], sizeof wolf[0]); // in.chaser_x.data == out.data

   An input whose data is NULL takes its default. An output whose data is NULL is not computed. Data and
   strides are multiples of 4, those of halves multiples of 2. An output may be exactly an input column, with
   the same fields; any other overlap is undefined. A result of 0 may be +0 or -0, unless the behaviour says
   "never -0". */

/* What an element is. */
typedef enum way_element {
    WAY_SINGLE = 0, /* 4 bytes: a float, or an int32_t where the behaviour says so */
    WAY_DOUBLE = 1, /* 8 bytes, of columns of floats */
    WAY_HALF = 2    /* 2 bytes, IEEE binary16, of inputs that are floats */
} way_element;

/* `gap` is the number of bytes from the end of an element to the beginning of the next: the stride minus the
   element's size. It is 0 for elements side by side. For inputs, minus the size is one value for all. */
typedef struct way_column {
    const void *data;
    ptrdiff_t gap;        /* bytes */
    const uint32_t *rows; /* NULL, or agent i's element is element rows[i] */
    int32_t type;         /* a way_element */
    int32_t page; /* 0, or the number of elements in a page: data is then an array of the pages' addresses */
} way_column;

/* Where results go. */
typedef struct way_column_out {
    void *data;
    ptrdiff_t gap;        /* bytes */
    const uint32_t *rows; /* NULL, or agent i's element is element rows[i] */
    int32_t type;         /* a way_element */
    int32_t page; /* 0, or the number of elements in a page: data is then an array of the pages' addresses */
} way_column_out;

/* Strides are in bytes, from one element to the next, as in numpy and Vulkan. A stride of 0 is one value for
   all agents. Strides may be negative.

   A field of an array of structs: way_at(&unit[0].x, sizeof unit[0]). */
static inline way_column way_at(const void *first, ptrdiff_t stride) {
    way_column column = {NULL, 0, NULL, 0, 0};
    column.data = first;
    column.gap = (ptrdiff_t)((size_t)stride - 4);
    return column;
}

/* One value for all agents: way_same(&marine_speed). */
static inline way_column way_same(const void *value) { return way_at(value, 0); }

/* Results into a field of an array of structs: way_to(&velocity[0].x, sizeof velocity[0]). */
static inline way_column_out way_to(void *first, ptrdiff_t stride) {
    way_column_out column = {NULL, 0, NULL, 0, 0};
    column.data = first;
    column.gap = (ptrdiff_t)((size_t)stride - 4);
    return column;
}

/* The same for doubles. Places are columns of metres that name an axis, as chaser_x does. As soon as one of a
   behaviour's places is a double, the behaviour computes relative to the agent's own place, and places lose
   nothing: answers at 1e9 m from the origin are as accurate as at 0. Places in outputs come back as doubles,
   or are rounded once. All other doubles are rounded once to float, as are the places of behaviours that read
   walls. docs/accuracy.md, "Places as doubles". */
static inline way_column way_at_double(const double *first, ptrdiff_t stride) {
    way_column column = way_at(first, stride);
    column.gap = (ptrdiff_t)((size_t)stride - 8);
    column.type = WAY_DOUBLE;
    return column;
}

static inline way_column_out way_to_double(double *first, ptrdiff_t stride) {
    way_column_out column = way_to(first, stride);
    column.gap = (ptrdiff_t)((size_t)stride - 8);
    column.type = WAY_DOUBLE;
    return column;
}

/* Halves, each as 16 bits. */
static inline way_column way_at_half(const uint16_t *first, ptrdiff_t stride) {
    way_column column = way_at(first, stride);
    column.gap = (ptrdiff_t)((size_t)stride - 2);
    column.type = WAY_HALF;
    return column;
}

/* Agent i's element is element rows[i]: for a component in another order than the agents, as in a view over
   sparse sets. */
static inline way_column way_rows(const void *first, ptrdiff_t stride, const uint32_t *rows) {
    way_column column = way_at(first, stride);
    column.rows = rows;
    return column;
}

static inline way_column_out way_to_rows(void *first, ptrdiff_t stride, const uint32_t *rows) {
    way_column_out column = way_to(first, stride);
    column.rows = rows;
    return column;
}

/* Batches ---------------------------------------------------------------------------------------------------

   A batch says which agents one call solves. Zero-initialise it and set `count`; all other fields have good
   defaults.

       float x[2] = {0, 10}, y[2] = {0}, speed = 5, velocity[2];
       way_seek2d_in in = {.chaser_x.data = x, .chaser_y.data = y, .chaser_speed = way_same(&speed)};
       in.runner_x = in.runner_y = way_same(&x[1]);
       way_batch batch = {.count = 2};
       way_seek2d(&in, &(way_seek2d_out){.velocity_y.data = velocity}, &batch); // velocity[1] == 5

   Without `index` the agents are first, first + 1, ...: a job system can split one set of columns. With
   `index` they are index[first], index[first + 1], ... Each must be an agent of the columns. With
   `agent_count` the call is refused if one is not. An agent may be named twice in a call if no output is an
   input.

   `target` is a column of uint32_t of the chasers: whom each one follows. Runner columns are then read at
   that number, not at the agent's own. Behaviours without runner columns do not read it. The number is read
   in these steps. Where a step finds no target, the status is WAY_NO_TARGET and no runner is read.

   1. UINT32_MAX always means no target.
   2. `target_mask`, if it is not 0, keeps the bits that are the entity's number: 0xfffff for EnTT. For
      handles of 64 bits, as in flecs, the low half is way_at(&handle[0], 8) on little-endian machines.
   3. `target_row`, if it is not NULL, leads from an entity's number to its row. Numbers of target_rows or
      more are no target, and so are rows of UINT32_MAX.
   4. Rows of target_count or more are no target.
   5. `generation`, a column of uint32_t of the runners, is compared with the chaser's `target_generation`. If
      they differ, the entity that was meant no longer exists, and there is no target. Any words that tell an
      entity from the next one with its number will do: whole entities of EnTT, the high halves of flecs's.

   With `keep_nobody` all outputs of agents without a target stay as they are, including their status.

   `parts` is for runners in several tables. Each part has its own runner columns, its own count and its own
   generations, in place of the behaviour's runner columns, target_count and generation. `part` is a column of
   uint32_t of the chasers: the part in which its runner is. Or `target_part` leads from an entity's number to
   the part, as target_row leads to the row. A part of part_count or more is no target. A runner column that
   one part lacks takes its default there. Parts need a `target`.

   With `target`, an output must not overlap a runner's column, from runner 0 to target_count - 1: a later
   agent would follow a result, not an input. Such a call is refused with WAY_ERROR_OVERLAP. Write new
   velocities to an array of their own and swap. Other fields of the same records are fine. Columns of
   different strides overlap where their ranges do, unless their fields never meet. With `index` the agents
   are not checked one by one: an output is refused if its agent 0 overlaps. Columns with rows or pages
   overlap if they begin at the same element.

   A call takes at most 16 KiB of stack in an optimised build, and no heap. */

/* Each section ends with its accuracy: the error in ulps at most. "Counted at X" means that one ulp is the
   unit in the last place of X. "Numbers are 0 or A to B" gives the magnitudes for which the bounds hold;
   outside, digits are lost. docs/accuracy.md has the rest. */
typedef enum way_precision {
    WAY_EXACT = 0, /* within the bounds that each behaviour states */
    WAY_FAST = 1 /* twice the speed in cache; fewer digits where a behaviour says so; equal bits everywhere */
} way_precision;

/* A wall from a to b, for behaviours that read a list of walls. A wall with an end that is not finite, or
   beyond 1e18, stops nothing. */
typedef struct way_wall {
    float ax, ay, bx, by; /* m */
    int32_t sides; /* 0: stops what comes from both; > 0: from the left of a to b; < 0: from the right */
} way_wall;

/* Some of the runners, in a table of their own. */
typedef struct way_part {
    const way_column *columns; /* the first column of an _in struct, of which the runner columns are read */
    size_t count;              /* runners in them */
    way_column generation;     /* as the batch's */
} way_part;

typedef struct way_batch {
    size_t first;
    size_t count;
    const uint32_t *index; /* NULL: the agents first .. first + count - 1 */
    way_column target;     /* NULL: chaser i follows runner i */
    size_t target_count;   /* runners in the runner columns; read only with `target` */
    int32_t precision;     /* a way_precision */
    int32_t keep_nobody;   /* not 0: agents without a target keep their outputs */
    const way_wall *walls; /* shared by all agents; read only by behaviours that say so */
    size_t wall_count;     /* at most INT32_MAX */
    size_t agent_count;    /* agents in the columns; 0: the call's agents are not checked */
    uint32_t target_mask;  /* the bits of a target that are a number; 0: all */
    uint32_t part_count;
    const uint32_t *target_row;   /* NULL, or from a target's number to its row */
    const uint32_t *target_part;  /* NULL, or from a target's number to its part */
    size_t target_rows;           /* numbers in target_row and target_part */
    way_column target_generation; /* chasers': the generation of each one's target */
    way_column generation;        /* runners': each one's own */
    const way_part *parts;        /* NULL: the runners are in one table */
    way_column part;              /* chasers': in which part each one's target is */
    const void *wall_tree;        /* NULL, or memory in which way_make_wall_tree has arranged these walls */
} way_batch;

/* Results ---------------------------------------------------------------------------------------------------

   The caller's mistakes. A call whose result is not WAY_OK has written nothing, but for WAY_ERROR_CAPACITY: what
   it has written is right, and it tells how far it came. */

typedef enum way_result {
    WAY_OK = 0,
    WAY_ERROR_NULL = 1,    /* an argument that must not be NULL is */
    WAY_ERROR_MISSING = 2, /* an input column without a default is NULL */
    WAY_ERROR_ALIGNMENT =
        3, /* a column's data or gap is not a multiple of 4, or of 2 where it is of halves; rows not of 4, an
              array of pages' addresses not of a pointer's size, a wall tree's memory not of 8 */
    WAY_ERROR_STRIDE = 4, /* an output column is one value for all */
    WAY_ERROR_COUNT = 5,  /* first + count, or an agent's number, is larger than this machine can address */
    WAY_ERROR_PRECISION = 6, /* not a way_precision */
    WAY_ERROR_ISA = 7,       /* no such instruction set in this build or on this machine */
    WAY_ERROR_BEHAVIOUR = 8, /* no such behaviour */
    WAY_ERROR_OVERLAP = 9,   /* with `target`, an output lies where a runner's column does */
    WAY_ERROR_TYPE = 10,     /* a column's elements are of a type that it cannot have */
    WAY_ERROR_INDEX = 11,    /* an agent of the call is not one of agent_count */
    WAY_ERROR_MEMORY = 12,   /* the memory that was lent is too small, or holds no such crowd or wall tree */
    WAY_ERROR_COST = 13,     /* not a way_cost */
    WAY_ERROR_CAPACITY = 14  /* lists take more elements than were lent: see way_neighbours */
} way_result;

/* One sentence, static, never NULL. */
WAY_API const char *way_result_string(way_result result);

/* What became of an agent: values of every `status` column (int32_t). */
typedef enum way_status {
    WAY_MET = 0,       /* it can be met */
    WAY_THERE = 1,     /* it is there already: time 0, velocity 0 */
    WAY_TOO_SLOW = 2,  /* the chaser moves but never meets it, or not within the seconds that a float holds */
    WAY_IMMOBILE = 3,  /* the chaser's speed is 0 or less, and the runner does not come to it */
    WAY_LATE = 4,      /* it can be met, but after the horizon; a horizon below 0 excludes even WAY_THERE */
    WAY_INVALID = 5,   /* NaN, infinity, a negative reach, or magnitudes outside the stated range */
    WAY_NO_TARGET = 6, /* the agent has no target */
    WAY_OUT_OF_RANGE = 7, /* it can be met, but outside the range; the answer is given */
    WAY_DEGENERATE = 8,   /* a wall, an axis, a normal or an arc has no length: it changes nothing */
    WAY_NO_PATH = 9       /* no path of this kind leads there */
} way_status;

/* "met", "there", "too_slow", "immobile", "late", "invalid", "no_target", "out_of_range",
   "degenerate", "no_path"; NULL for any other number. */
WAY_API const char *way_status_word(int32_t status);

/* The library -------------------------------------------------------------------------------------------- */

/* "0.2.0": compare with WAY_VERSION_STRING. */
WAY_API const char *way_version(void);

/* Instruction sets, for tests, benches and bug reports: outputs are the same bytes under each. The first call
   chooses the best one. The environment variable WAYLAY_ISA (scalar, sse2, avx2, avx512, neon, simd128)
   chooses another; it is ignored if this machine cannot run it. */

/* The one in use. */
WAY_API const char *way_isa(void);
/* Those of this build that this machine can run, plain C first and best last; NULL past the end. */
WAY_API const char *way_isa_name(size_t i);
/* Use this one from now on; NULL: what the first call would choose. */
WAY_API way_result way_set_isa(const char *name);

/* Self-description: the program, the tests, the benches and bindings are made from it. Fields are only ever
   added, at the end of these two structs. A program that was compiled with another version of this header
   works with the library if it gets columns from way_behaviour_input and way_behaviour_output, or steps by
   `column_size` bytes, and reads a new field only if `size` or `column_size` reaches that far. */

/* What 4 bytes are: a float, else an int32_t; a way_status or a way_word where it says so. */
typedef enum way_type { WAY_FLOAT = 0, WAY_INT = 1, WAY_STATUS = 2, WAY_WORD = 3 } way_type;
typedef enum way_side { WAY_CHASER = 0, WAY_RUNNER = 1 } way_side;

typedef struct way_column_info {
    const char *name;    /* as in the _in or _out struct */
    const char *meaning; /* one line, with range */
    const char *unit;    /* "m", "s", "m/s", "" */
    way_type type;
    way_side side;    /* inputs: whose column it is */
    int32_t axis;     /* 1, 2, 3: a place on the axis x, y, z; 0: none */
    int32_t required; /* inputs: 0 where NULL takes the default */
    double fallback;  /* inputs: the default; outputs: what an agent without a target is given */
    double low, high; /* inputs: a typical range, for demonstrations and tests */
    double
        bound; /* outputs: the error of WAY_EXACT in ulps, as the behaviour's section counts them; 0: exact */
} way_column_info;

typedef struct way_behaviour {
    size_t size;        /* of this struct in the library, in bytes */
    size_t column_size; /* of a way_column_info in the library, in bytes */
    const char *name;
    const char *summary;
    const char *source; /* author and title */
    const way_column_info *inputs;
    size_t input_count;
    const way_column_info *outputs;
    size_t output_count;
    int32_t walls; /* not 0: it reads the batch's walls */
} way_behaviour;

/* The behaviours of this build in the order of the headers; NULL past the end. */
WAY_API const way_behaviour *way_behaviour_at(size_t i);
/* NULL if there is none of that name. */
WAY_API const way_behaviour *way_behaviour_named(const char *name);
/* Column k of its _in or _out struct; NULL past the end. */
WAY_API const way_column_info *way_behaviour_input(const way_behaviour *behaviour, size_t k);
WAY_API const way_column_info *way_behaviour_output(const way_behaviour *behaviour, size_t k);
/* Any behaviour, with its columns as arrays in the order of its structs. */
WAY_API way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                           const way_batch *batch);

/* All of it as JSON, static: the version; the sizes of the structs and the offsets of their fields in this
   build; the numbers of every enum; each behaviour with its columns. A default that is not a JSON number is
   "inf" or "nan". Keys stay, and new keys may be added. */
WAY_API const char *way_describe_json(void);

/* One agent -------------------------------------------------------------------------------------------------

   For a caller with a single gun. Every behaviour NAME has `way_NAME_one`. Its results have the bits of a
   batch of that agent in the exact precision. `way_NAME_agent` has the fields of `way_NAME_in` in the same
   units, optional ones on lines of their own; `way_NAME_answer` has those of `way_NAME_out`.
   `way_NAME_agent_default` sets each optional field to its default and all others to 0.

       way_intercept2d_agent gun;
       way_intercept2d_answer aim;
       way_intercept2d_agent_default(&gun);
       gun.chaser_speed = 300, gun.runner_x = 120, gun.runner_y = 40, gun.runner_vx = -20;
       way_intercept2d_one(&gun, &aim); // aim.status == WAY_MET

   No argument may be NULL, except walls where there are none. In an optimised build a call takes at most 1
   KiB of stack; those of sweep2d, sweep_walls2d, bounce2d and cut_off2d take at most 2 KiB, those of
   intercept, latest and lead 3. */

/* Any behaviour, with its agent and its answer as arrays of 4 bytes a field in the order of its structs.
   Walls are for behaviours that read them. */
WAY_API way_result way_run_one(const way_behaviour *behaviour, const void *agent, void *answer,
                               const way_wall *walls, size_t wall_count);

#ifdef __cplusplus
}
#endif

#endif
