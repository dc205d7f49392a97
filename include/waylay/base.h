/* waylay, the base: columns, batches, results, the library and its self-description. The behaviours' headers
   include it. Columns in, columns out; no allocation, no threads, no state but the chosen instruction set. Every
   function may be called from any thread at any time. MIT licence. */
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

   A column says where one number of every agent lies. `{array}` is a complete one: floats side by side (or
   int32_t, where the behaviour says so). The helpers below make the others: fields of structs, one value for
   all agents, doubles, elements found by a list of rows, pages. An input whose data is NULL takes its default;
   an output whose data is NULL is not wanted and not computed. Data and strides are multiples of 4, those of
   halves of 2. An output may be exactly an input column (all its fields the same); any other overlap is
   undefined. An answer of 0 may have either sign but where a behaviour says never -0. */

/* What an element is. */
typedef enum way_element {
    WAY_SINGLE = 0, /* 4 bytes: a float, or an int32_t where the behaviour says so */
    WAY_DOUBLE = 1, /* 8 bytes, of columns of floats */
    WAY_HALF = 2    /* 2 bytes, IEEE binary16, of inputs that are floats */
} way_element;

/* `gap` leads from the end of an element to the beginning of the next: 0 where they lie side by side, the stride
   less the element's size elsewhere; minus the size is one value for all agents, of inputs. */
typedef struct way_column {
    const void *data;
    ptrdiff_t gap;        /* bytes */
    const uint32_t *rows; /* NULL, or agent i's element is element rows[i] */
    int32_t type;         /* a way_element */
    int32_t page; /* 0, or how many elements a page holds: data is then an array of pages' addresses */
} way_column;

/* Where results go. */
typedef struct way_column_out {
    void *data;
    ptrdiff_t gap;        /* bytes */
    const uint32_t *rows; /* NULL, or agent i's element is element rows[i] */
    int32_t type;         /* a way_element */
    int32_t page; /* 0, or how many elements a page holds: data is then an array of pages' addresses */
} way_column_out;

/* Strides are in bytes, from element to element, and mean what they mean in numpy, Vulkan and OpenGL's buffers:
   0 is one value for all agents. They may be negative.

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

/* The same of doubles. Places (columns of metres that name an axis, as chaser_x does) lose nothing: as soon as
   one of a behaviour's places is a double it computes from the agent's own place, the first of its columns that
   is one, with the next one known to 48 bits of the distance, and further ones to 24; answers hold at 1e9 m from
   the origin as they do at 0. Where places are answers they come back as doubles, or are rounded once. All else
   is rounded once to float, as are the places of behaviours that read walls, which are floats. */
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

/* Agent i's element is element rows[i]: a component that lies in another order than the agents do, as in a view
   over sparse sets. */
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

   Which agents one call solves. Zero-initialise and set `count`; the rest has good defaults. Without
   `index` the agents are first, first + 1, ... (so a job system can split one set of columns). With
   `index` they are index[first], index[first + 1], ...: each must be an agent that the columns hold, and with
   `agent_count` the call is refused where one is not; naming one agent twice in a call is allowed where no
   output is an input.

   `target` is a column of uint32_t of the chasers: whom each one is after. Runner columns are then read at
   that number instead of the agent's own. Behaviours without runner columns do not look at it. The number is
   taken in these steps, each of which may find nobody: the status is then WAY_NO_TARGET and nothing is read.

   1. UINT32_MAX always means nobody.
   2. `target_mask`, where it is not 0, keeps the bits that are the entity's number: 0xfffff of EnTT's. The low
      half of a handle of 64 bits, as flecs has them, is way_at(&handle[0], 8) on little-endian machines.
   3. `target_row`, where it is not NULL, leads from an entity's number to its row. Numbers of target_rows and
      more are nobody, as are rows of UINT32_MAX.
   4. Rows of target_count and more are nobody.
   5. `generation`, a column of uint32_t of the runners, is held against the chaser's `target_generation`:
      where they differ, the one who was meant is gone, and it is nobody. Any words that tell one entity from
      the next that gets its number will do: whole entities of EnTT, the high halves of flecs's.

   With `keep_nobody` all outputs of agents that are after nobody stay as they are, also their status.

   `parts`: runners that live in several tables. Each part brings its own runner columns, its own count and its
   own generations, which stand in place of the behaviour's runner columns, target_count and generation. `part`
   is a column of uint32_t of the chasers, the number of the part in which its runner is; or `target_part`
   leads from an entity's number to it, as target_row does to its row. A part_count and more is nobody. A runner
   column that one part lacks takes its default there. Parts need a `target`.

   With `target`, an output may not lie where a runner's column does, from runner 0 to target_count - 1: a
   later agent would be after what an earlier one has become. Such a call is refused, WAY_ERROR_OVERLAP; give
   new velocities an array of their own and swap. Another field of the same records is welcome. Columns of
   different strides lie in the same place where their ranges do, unless their fields never meet. The agents
   of an `index` are not looked up: there, what is refused is an output whose agent 0 lies so; and of columns
   with rows or pages those that begin at the same element.

   A call takes at most 16 KiB of stack, in an optimised build, and no heap. */

typedef enum way_precision {
    WAY_EXACT = 0, /* within the bounds that each behaviour states */
    WAY_FAST = 1 /* twice the speed in cache; loses digits where a behaviour says so; equal bits everywhere */
} way_precision;

/* A wall from a to b, for behaviours that take a list of them beside their columns. One with an end that is
   not finite, or beyond 1e18, stops nothing. */
typedef struct way_wall {
    float ax, ay, bx, by; /* m */
    int32_t sides; /* 0: it stops what comes from both; > 0: from the left of a to b; < 0: from the right */
} way_wall;

/* Some of the runners, in a table of their own. */
typedef struct way_part {
    const way_column *columns; /* the first column of an _in struct, of which the runner columns are read */
    size_t count;              /* runners that they hold */
    way_column generation;     /* as the batch's */
} way_part;

typedef struct way_batch {
    size_t first;
    size_t count;
    const uint32_t *index; /* NULL: the agents first .. first + count - 1 */
    way_column target;     /* NULL: chaser i is after runner i */
    size_t target_count;   /* runners that the runner columns hold; read only with `target` */
    int32_t precision;     /* a way_precision */
    int32_t keep_nobody;   /* not 0: agents that are after nobody keep their outputs */
    const way_wall *walls; /* shared by all agents; read only by behaviours that say so */
    size_t wall_count;     /* at most INT32_MAX */
    size_t agent_count; /* agents that the columns hold, against which the call's are checked; 0: unchecked */
    uint32_t target_mask; /* the bits of a target that are a number; 0: all */
    uint32_t part_count;
    const uint32_t *target_row;   /* NULL, or from a target's number to its row */
    const uint32_t *target_part;  /* NULL, or from a target's number to its part */
    size_t target_rows;           /* how many numbers target_row and target_part hold */
    way_column target_generation; /* chasers': the generation of whom each is after */
    way_column generation;        /* runners': each one's own */
    const way_part *parts;        /* NULL: the runners are in one table */
    way_column part;              /* chasers': in which part each one's target is */
} way_batch;

/* Results ---------------------------------------------------------------------------------------------------

   The caller's mistakes. Whatever is not WAY_OK has written nothing. */

typedef enum way_result {
    WAY_OK = 0,
    WAY_ERROR_NULL = 1,    /* an argument that must not be NULL is */
    WAY_ERROR_MISSING = 2, /* an input column without a default is NULL */
    WAY_ERROR_ALIGNMENT =
        3,                /* a column's data or gap is not a multiple of 4, or of 2 where it is of halves */
    WAY_ERROR_STRIDE = 4, /* an output column is one value for all */
    WAY_ERROR_COUNT = 5,  /* first + count, or an agent's number, is larger than this machine can address */
    WAY_ERROR_PRECISION = 6, /* not a way_precision */
    WAY_ERROR_ISA = 7,       /* no such instruction set in this build or on this machine */
    WAY_ERROR_BEHAVIOUR = 8, /* no such behaviour */
    WAY_ERROR_OVERLAP = 9,   /* with `target`, an output lies where a runner's column does */
    WAY_ERROR_TYPE = 10,     /* a column's elements are of a type that it cannot have */
    WAY_ERROR_INDEX = 11     /* an agent of the call is not one of agent_count */
} way_result;

/* One sentence, static, never NULL. */
WAY_API const char *way_result_string(way_result result);

/* What became of an agent: values of every `status` column (int32_t). */
typedef enum way_status {
    WAY_MET = 0,       /* it can be met */
    WAY_THERE = 1,     /* it is there already: time 0, velocity 0 */
    WAY_TOO_SLOW = 2,  /* the chaser moves but never meets it, or not within the seconds that a float holds */
    WAY_IMMOBILE = 3,  /* the chaser's speed is 0 or less and nothing comes to it */
    WAY_LATE = 4,      /* it can be met, but beyond the horizon; one below 0 forbids even being there */
    WAY_INVALID = 5,   /* NaN, infinity, a negative reach, or magnitudes outside the stated range */
    WAY_NO_TARGET = 6, /* the target list names nobody */
    WAY_OUT_OF_RANGE = 7, /* it can be met, but outside the range given; the answer is there all the same */
    WAY_DEGENERATE = 8,   /* a wall, an axis, a normal or an arc of no length: it changes nothing */
    WAY_NO_PATH = 9       /* no path of the kind that was asked for leads there */
} way_status;

/* "met", "there", "too_slow", "immobile", "late", "invalid", "no_target", "out_of_range",
   "degenerate", "no_path"; NULL for any other number. */
WAY_API const char *way_status_word(int32_t status);

/* The library -------------------------------------------------------------------------------------------- */

/* "0.2.0": compare with WAY_VERSION_STRING. */
WAY_API const char *way_version(void);

/* Instruction sets, for tests, benches and bug reports: outputs are the same bytes under each.
   The best one is chosen at the first call; the environment variable WAYLAY_ISA (scalar, sse2, avx2, avx512,
   neon, simd128) chooses another that this machine can run, and is ignored when it cannot. */

/* The one in use. */
WAY_API const char *way_isa(void);
/* Those that this build has and this machine can run, plain C first and best last; NULL past the end. */
WAY_API const char *way_isa_name(size_t i);
/* Use this one from now on; NULL goes back to what the first call would choose. */
WAY_API way_result way_set_isa(const char *name);

/* Self-description: what the program, the tests, the benches and bindings are made from.
   Fields are only ever added, at the end of these two structs. A program that was compiled with another
   header than its library is right as long as it takes columns from way_behaviour_input and
   way_behaviour_output, or steps from one to the next by `column_size` bytes, and reads a field that its
   header has and the library may not have only where `size` or `column_size` reaches that far. */

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

/* The behaviours of this build in the order of this header; NULL past the end. */
WAY_API const way_behaviour *way_behaviour_at(size_t i);
/* NULL where there is none of that name. */
WAY_API const way_behaviour *way_behaviour_named(const char *name);
/* Column k of its _in or _out struct; NULL past the end. */
WAY_API const way_column_info *way_behaviour_input(const way_behaviour *behaviour, size_t k);
WAY_API const way_column_info *way_behaviour_output(const way_behaviour *behaviour, size_t k);
/* Any behaviour, with its columns as arrays in the order of its structs. */
WAY_API way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                           const way_batch *batch);

/* All of it as JSON, static: the version; the structs' sizes and their fields' offsets in this build, and the
   numbers of every enum; each behaviour with its columns. A default that JSON has no number for is "inf" or
   "nan". Keys stay; more may come. */
WAY_API const char *way_describe_json(void);
/* One agent -------------------------------------------------------------------------------------------------

   For a caller with a single gun. Every behaviour NAME has `way_NAME_one`: the bits of a batch of that agent,
   in the exact precision. `way_NAME_agent` has the fields of `way_NAME_in`, in their units, options on lines
   of their own; `way_NAME_answer` those of `way_NAME_out`. `way_NAME_agent_default` gives each option its
   default and 0 to the rest.

       way_intercept2d_agent gun;
       way_intercept2d_answer aim;
       way_intercept2d_agent_default(&gun);
       gun.chaser_speed = 300, gun.runner_x = 120, gun.runner_y = 40, gun.runner_vx = -20;
       way_result result = way_intercept2d_one(&gun, &aim);

   No argument may be NULL, but walls where there are none. In an optimised build a call takes at most 1 KiB
   of stack; those of intercept, lead, sweep2d and cut_off2d take at most 2 KiB. */

/* Any behaviour, its agent and its answer as arrays of 4 bytes a field in the order of its structs. Walls are
   for those that read them. */
WAY_API way_result way_run_one(const way_behaviour *behaviour, const void *agent, void *answer,
                               const way_wall *walls, size_t wall_count);

#ifdef __cplusplus
}
#endif

#endif
