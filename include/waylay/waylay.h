/* waylay: how to meet, for many agents per call.
   The whole public API. Columns in, columns out; no allocation, no threads, no state but the chosen
   instruction set. Every function may be called from any thread at any time. MIT licence. */
#ifndef WAYLAY_H
#define WAYLAY_H

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
   of stack; those of intercept, latest, sweep2d and cut_off2d take at most 2 KiB, those of lead 3. */

/* Any behaviour, its agent and its answer as arrays of 4 bytes a field in the order of its structs. Walls are
   for those that read them. */
WAY_API way_result way_run_one(const way_behaviour *behaviour, const void *agent, void *answer,
                               const way_wall *walls, size_t wall_count);

/* Interception ----------------------------------------------------------------------------------------------

   The earliest meeting of a chaser of constant speed with a runner of constant velocity, and the velocity
   that gets the chaser there: the smallest t >= 0 with |r + v t| = speed t + reach, where r leads from the
   chaser to the runner and v is the runner's velocity less the platform's.

   Bounds, WAY_EXACT, against exact arithmetic on the given floats: the time and the latest time within 4
   ulp; the point within 6 ulp of the largest term of its sum; the velocity and its length within 5 ulp of
   the speed; the distance within 8 ulp of itself or of the largest term of its sum, where that is larger. Yes
   or no is never wrong, with or without a reach and a platform: what just touches is met, what misses by less
   than any digit of a double is not, and a horizon is held against the exact time, not the rounded one (the
   time given is then no later than the horizon); but a distance within its bound of the range may be judged
   either way. They hold while lengths and speeds, and their products, are each 0 or between 1e-12 and 1e15.
   Outside, digits fade; a separation under 1e-19 counts as there, as does one whose square exceeds that of
   the reach by less than 1e-38, and what overflows a float is WAY_INVALID: never a NaN.

   A chaser of speed 0 or less waits. It is WAY_MET, at velocity 0, where the runner comes to it: the question
   is when they meet, not who moves, and it is so of a chaser however slow. WAY_IMMOBILE says that nothing
   comes.

   WAY_FAST computes in floats throughout: typically 1e-6 relative, but nearly equal speeds and grazing
   meetings lose up to all digits, and a meeting within float rounding of impossible may be judged either
   way.

   Runners that are not met get time +inf, latest 0, velocity 0 and the point where they are now (0 where
   invalid).

   Source: Mike Oberberger, "Interception of Two Moving Objects in 2D Space"; the reach, the horizon, the
   platform, the third dimension and the latest time are added here. */

typedef struct way_intercept2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser when it sets out; default 0 */
    way_column range;                    /* m, >= 0: how far from the chaser it may be met; default +inf */
} way_intercept2d_in;

typedef struct way_intercept2d_out {
    way_column_out time;                   /* s, 4 ulp: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: the chaser's, relative to its platform; as long as
                                              the speed */
    way_column_out latest; /* s, 4 ulp: the last time at which a chaser that may go slower could meet it; +inf
                              where it is at least as fast as the runner */
    way_column_out distance; /* m, 8 ulp: from where the chaser is now to the point; +inf where invalid */
    way_column_out status;   /* int32_t, a way_status */
} way_intercept2d_out;

WAY_API way_result way_intercept2d(const way_intercept2d_in *in, const way_intercept2d_out *out,
                                   const way_batch *batch);

typedef struct way_intercept2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float reach, horizon, platform_vx, platform_vy, range;
} way_intercept2d_agent;

typedef struct way_intercept2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, latest, distance;
    int32_t status;
} way_intercept2d_answer;

WAY_API way_result way_intercept2d_agent_default(way_intercept2d_agent *agent);
WAY_API way_result way_intercept2d_one(const way_intercept2d_agent *agent, way_intercept2d_answer *answer);

/* The same in space. */

typedef struct way_intercept3d_in {
    way_column chaser_x, chaser_y, chaser_z;          /* m */
    way_column chaser_speed;                          /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;          /* m */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column reach;                                 /* m, >= 0; default 0 */
    way_column horizon;                               /* s; default +inf */
    way_column platform_vx, platform_vy, platform_vz; /* m/s; default 0 */
    way_column range;                                 /* m, >= 0; default +inf */
} way_intercept3d_in;

typedef struct way_intercept3d_out {
    way_column_out time;                               /* s, 4 ulp */
    way_column_out point_x, point_y, point_z;          /* m, 6 ulp */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp, relative to the platform */
    way_column_out latest;                             /* s, 4 ulp */
    way_column_out distance;                           /* m, 8 ulp */
    way_column_out status;                             /* int32_t, a way_status */
} way_intercept3d_out;

WAY_API way_result way_intercept3d(const way_intercept3d_in *in, const way_intercept3d_out *out,
                                   const way_batch *batch);

typedef struct way_intercept3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float reach, horizon, platform_vx, platform_vy, platform_vz, range;
} way_intercept3d_agent;

typedef struct way_intercept3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, latest, distance;
    int32_t status;
} way_intercept3d_answer;

WAY_API way_result way_intercept3d_agent_default(way_intercept3d_agent *agent);
WAY_API way_result way_intercept3d_one(const way_intercept3d_agent *agent, way_intercept3d_answer *answer);

/* Tiles -----------------------------------------------------------------------------------------------------

   Whole tiles of a square grid, int32_t throughout: WAY_EXACT and WAY_FAST are the same.

   tile_step goes one tile towards the target on each axis (or away from it), as the simplest games do:
   eight directions, diagonals first. On the same tile nothing moves and the status is WAY_THERE; at the
   edge of int32_t a step away is 0.

   Source: David M. Bourg and Glenn Seemann, "AI for Game Developers" (basic chasing and evading), as
   retold in the notes "Chasing and Evading". */

typedef struct way_tile_step_in {
    way_column chaser_x, chaser_y; /* tiles */
    way_column runner_x, runner_y; /* tiles: the target */
    way_column away;               /* not 0: step away from it; default 0 */
} way_tile_step_in;

typedef struct way_tile_step_out {
    way_column_out step_x, step_y; /* tiles, -1, 0 or 1: what to add to its place */
    way_column_out status;         /* int32_t, a way_status */
} way_tile_step_out;

WAY_API way_result way_tile_step(const way_tile_step_in *in, const way_tile_step_out *out,
                                 const way_batch *batch);

typedef struct way_tile_step_agent {
    int32_t chaser_x, chaser_y, runner_x, runner_y;
    int32_t away;
} way_tile_step_agent;

typedef struct way_tile_step_answer {
    int32_t step_x, step_y, status;
} way_tile_step_answer;

WAY_API way_result way_tile_step_agent_default(way_tile_step_agent *agent);
WAY_API way_result way_tile_step_one(const way_tile_step_agent *agent, way_tile_step_answer *answer);

/* tile_line goes straight: the next tile of the Bresenham line to the target. The state is where the line
   began (from_x, from_y): set it to the chaser's own tile at first, and hand next_from to the next call. A
   chaser that is not on the line from there to its target (which has moved, say) begins a new line where
   it is. On the longer axis it moves each call; on the shorter one where that keeps it within half a tile
   of the line, and where the line passes exactly between two tiles it goes on to the one nearer the
   target. It ends exactly on the target: WAY_THERE, where it stays. Tiles more than 2^25 apart on an axis
   are WAY_INVALID and do not move.

   Source: Jack Bresenham, "Algorithm for computer control of a digital plotter"; for pursuit as in the
   notes "Chasing and Evading". */

typedef struct way_tile_line_in {
    way_column chaser_x, chaser_y; /* tiles */
    way_column runner_x, runner_y; /* tiles: the target */
    way_column from_x, from_y;     /* tiles: where the line began */
} way_tile_line_in;

typedef struct way_tile_line_out {
    way_column_out step_x, step_y;           /* tiles, -1, 0 or 1: what to add to its place */
    way_column_out next_from_x, next_from_y; /* tiles: where the line began, for the next call */
    way_column_out status;                   /* int32_t, a way_status */
} way_tile_line_out;

WAY_API way_result way_tile_line(const way_tile_line_in *in, const way_tile_line_out *out,
                                 const way_batch *batch);

typedef struct way_tile_line_agent {
    int32_t chaser_x, chaser_y, runner_x, runner_y, from_x, from_y;
} way_tile_line_agent;

typedef struct way_tile_line_answer {
    int32_t step_x, step_y, next_from_x, next_from_y, status;
} way_tile_line_answer;

WAY_API way_result way_tile_line_agent_default(way_tile_line_agent *agent);
WAY_API way_result way_tile_line_one(const way_tile_line_agent *agent, way_tile_line_answer *answer);

/* Seek and flee ---------------------------------------------------------------------------------------------

   Full speed straight towards where the runner is now, or straight away from where the chaser is. Given a
   time step, seek slows down rather than overshoot: it arrives. At the same position the velocity is 0
   (WAY_THERE); a speed of 0 or less is WAY_IMMOBILE. Whoever flees is the runner, and the batch's targets
   name its chaser.

   Bounds, WAY_EXACT: the distance within its ulps, the velocity within its ulps of the speed, while
   separations are 0 or between 1e-18 and 1e18, and speeds up to 1e18. WAY_FAST is the same.

   Source: "Chasing and Evading" (line of sight), and "Two Basic Kinematics Problems" (pure tracking). */

typedef struct way_seek2d_in {
    way_column chaser_x, chaser_y; /* m */
    way_column chaser_speed;       /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y; /* m */
    way_column dt;                 /* s: the time until the next call; default 0, no slowing down */
} way_seek2d_in;

typedef struct way_seek2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the chaser's */
    way_column_out distance;               /* m, 3 ulp: to the runner */
    way_column_out status;                 /* int32_t, a way_status */
} way_seek2d_out;

WAY_API way_result way_seek2d(const way_seek2d_in *in, const way_seek2d_out *out, const way_batch *batch);

typedef struct way_seek2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y;
    float dt;
} way_seek2d_agent;

typedef struct way_seek2d_answer {
    float velocity_x, velocity_y, distance;
    int32_t status;
} way_seek2d_answer;

WAY_API way_result way_seek2d_agent_default(way_seek2d_agent *agent);
WAY_API way_result way_seek2d_one(const way_seek2d_agent *agent, way_seek2d_answer *answer);

typedef struct way_seek3d_in {
    way_column chaser_x, chaser_y, chaser_z; /* m */
    way_column chaser_speed;                 /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z; /* m */
    way_column dt;                           /* s: the time until the next call; default 0, no slowing down */
} way_seek3d_in;

typedef struct way_seek3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the chaser's */
    way_column_out distance;                           /* m, 3 ulp: to the runner */
    way_column_out status;                             /* int32_t, a way_status */
} way_seek3d_out;

WAY_API way_result way_seek3d(const way_seek3d_in *in, const way_seek3d_out *out, const way_batch *batch);

typedef struct way_seek3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z;
    float dt;
} way_seek3d_agent;

typedef struct way_seek3d_answer {
    float velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_seek3d_answer;

WAY_API way_result way_seek3d_agent_default(way_seek3d_agent *agent);
WAY_API way_result way_seek3d_one(const way_seek3d_agent *agent, way_seek3d_answer *answer);

typedef struct way_flee2d_in {
    way_column runner_x, runner_y; /* m: who flees */
    way_column runner_speed;       /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y; /* m: from whom */
} way_flee2d_in;

typedef struct way_flee2d_out {
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the runner's */
    way_column_out distance;               /* m, 3 ulp: to the chaser */
    way_column_out status;                 /* int32_t, a way_status */
} way_flee2d_out;

WAY_API way_result way_flee2d(const way_flee2d_in *in, const way_flee2d_out *out, const way_batch *batch);

typedef struct way_flee2d_agent {
    float runner_x, runner_y, runner_speed, chaser_x, chaser_y;
} way_flee2d_agent;

typedef struct way_flee2d_answer {
    float velocity_x, velocity_y, distance;
    int32_t status;
} way_flee2d_answer;

WAY_API way_result way_flee2d_agent_default(way_flee2d_agent *agent);
WAY_API way_result way_flee2d_one(const way_flee2d_agent *agent, way_flee2d_answer *answer);

typedef struct way_flee3d_in {
    way_column runner_x, runner_y, runner_z; /* m: who flees */
    way_column runner_speed;                 /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y, chaser_z; /* m: from whom */
} way_flee3d_in;

typedef struct way_flee3d_out {
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the runner's */
    way_column_out distance;                           /* m, 3 ulp: to the chaser */
    way_column_out status;                             /* int32_t, a way_status */
} way_flee3d_out;

WAY_API way_result way_flee3d(const way_flee3d_in *in, const way_flee3d_out *out, const way_batch *batch);

typedef struct way_flee3d_agent {
    float runner_x, runner_y, runner_z, runner_speed, chaser_x, chaser_y, chaser_z;
} way_flee3d_agent;

typedef struct way_flee3d_answer {
    float velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_flee3d_answer;

WAY_API way_result way_flee3d_agent_default(way_flee3d_agent *agent);
WAY_API way_result way_flee3d_one(const way_flee3d_agent *agent, way_flee3d_answer *answer);

/* Aiming ahead ----------------------------------------------------------------------------------------------

   Three ways to guess where the runner will be after a lead time, and full speed towards (or, to evade,
   away from) that point. Where the mover is at that point already, its velocity is 0 (WAY_THERE); a speed
   of 0 or less is WAY_IMMOBILE, with the time and the point all the same.

   closing: the lead time is |separation| / |closing velocity|, from the chaser's present velocity. Where
   both fly nearly alike that point runs away to infinity; a horizon bounds the lead time: beyond it the
   status is WAY_LATE and the lead time the horizon. Where the horizon is +inf and the lead time beyond
   1e19 s (a closing velocity of 0, say) the status is WAY_LATE and the lead time 0.

   predict: the lead time grows evenly with the distance, from 0 at near_distance to longest_lead at
   far_distance, and no further. (With far_distance the smaller one, it grows as the distance shrinks; where
   both are equal it is longest_lead beyond them.) A longest_lead of more than (far_distance - near_distance)
   / |runner's velocity| leads past the chaser: it can end up flying ahead of the runner for good.

   evade: flees from the point that predict gives; whoever evades is the runner.

   Bounds, WAY_EXACT: the time within its ulps, for predict and evade counted at longest_lead * (1 +
   (distance + near_distance) / |far_distance - near_distance|); the point within its ulps of the largest
   term of its sum, at a time as long as the time is counted at; the velocity within its ulps of speed *
   (separation + |runner's velocity| * that time) / (distance to the point), which is how well the aim
   itself is known; nearer to the point than 1e-6 of the separation and of the way that the other one makes,
   that does not say whether it is there. A lead time within 1e-6 of its horizon may be late or not, and one
   whose distance is within 1e-6 of two equal distances may be either. They hold while separations, closing
   velocities, lead times and all that is given are each 0 or between 1e-12 and 1e12. WAY_FAST is the same.

   Sources: "Chasing and Evading" (interception by closing time, after Bourg and Seemann); "Two Basic
   Kinematics Problems" (tracking with prediction). */

typedef struct way_closing2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s: its present velocity */
    way_column chaser_speed;         /* m/s: the speed to go at; 0 or less cannot move */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s, >= 0: the longest lead time; default +inf */
    way_column dt;                   /* s: as for seek; default 0 */
} way_closing2d_in;

typedef struct way_closing2d_out {
    way_column_out time;                   /* s, 6 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the chaser's */
    way_column_out status;                 /* int32_t, a way_status */
} way_closing2d_out;

WAY_API way_result way_closing2d(const way_closing2d_in *in, const way_closing2d_out *out,
                                 const way_batch *batch);

typedef struct way_closing2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float horizon, dt;
} way_closing2d_agent;

typedef struct way_closing2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_closing2d_answer;

WAY_API way_result way_closing2d_agent_default(way_closing2d_agent *agent);
WAY_API way_result way_closing2d_one(const way_closing2d_agent *agent, way_closing2d_answer *answer);

typedef struct way_closing3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s: its present velocity */
    way_column chaser_speed;                    /* m/s: the speed to go at; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column horizon;                         /* s, >= 0: the longest lead time; default +inf */
    way_column dt;                              /* s: as for seek; default 0 */
} way_closing3d_in;

typedef struct way_closing3d_out {
    way_column_out time;                               /* s, 6 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the chaser's */
    way_column_out status;                             /* int32_t, a way_status */
} way_closing3d_out;

WAY_API way_result way_closing3d(const way_closing3d_in *in, const way_closing3d_out *out,
                                 const way_batch *batch);

typedef struct way_closing3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, chaser_speed, runner_x, runner_y,
        runner_z, runner_vx, runner_vy, runner_vz;
    float horizon, dt;
} way_closing3d_agent;

typedef struct way_closing3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_closing3d_answer;

WAY_API way_result way_closing3d_agent_default(way_closing3d_agent *agent);
WAY_API way_result way_closing3d_one(const way_closing3d_agent *agent, way_closing3d_answer *answer);

typedef struct way_predict2d_in {
    way_column chaser_x, chaser_y;          /* m */
    way_column chaser_speed;                /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y;          /* m */
    way_column runner_vx, runner_vy;        /* m/s */
    way_column near_distance, far_distance; /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                /* s */
    way_column dt;                          /* s: as for seek; default 0 */
} way_predict2d_in;

typedef struct way_predict2d_out {
    way_column_out time;                   /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 4 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the chaser's */
    way_column_out status;                 /* int32_t, a way_status */
} way_predict2d_out;

WAY_API way_result way_predict2d(const way_predict2d_in *in, const way_predict2d_out *out,
                                 const way_batch *batch);

typedef struct way_predict2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy, near_distance,
        far_distance, longest_lead;
    float dt;
} way_predict2d_agent;

typedef struct way_predict2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_predict2d_answer;

WAY_API way_result way_predict2d_agent_default(way_predict2d_agent *agent);
WAY_API way_result way_predict2d_one(const way_predict2d_agent *agent, way_predict2d_answer *answer);

typedef struct way_predict3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column near_distance, far_distance;     /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                    /* s */
    way_column dt;                              /* s: as for seek; default 0 */
} way_predict3d_in;

typedef struct way_predict3d_out {
    way_column_out time;                               /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 4 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the chaser's */
    way_column_out status;                             /* int32_t, a way_status */
} way_predict3d_out;

WAY_API way_result way_predict3d(const way_predict3d_in *in, const way_predict3d_out *out,
                                 const way_batch *batch);

typedef struct way_predict3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, near_distance, far_distance, longest_lead;
    float dt;
} way_predict3d_agent;

typedef struct way_predict3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_predict3d_answer;

WAY_API way_result way_predict3d_agent_default(way_predict3d_agent *agent);
WAY_API way_result way_predict3d_one(const way_predict3d_agent *agent, way_predict3d_answer *answer);

typedef struct way_evade2d_in {
    way_column runner_x, runner_y;          /* m: who flees */
    way_column runner_speed;                /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y;          /* m: from whom */
    way_column chaser_vx, chaser_vy;        /* m/s */
    way_column near_distance, far_distance; /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                /* s */
} way_evade2d_in;

typedef struct way_evade2d_out {
    way_column_out time;                   /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y;       /* m, 4 ulp: where the chaser is then */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the runner's */
    way_column_out status;                 /* int32_t, a way_status */
} way_evade2d_out;

WAY_API way_result way_evade2d(const way_evade2d_in *in, const way_evade2d_out *out, const way_batch *batch);

typedef struct way_evade2d_agent {
    float runner_x, runner_y, runner_speed, chaser_x, chaser_y, chaser_vx, chaser_vy, near_distance,
        far_distance, longest_lead;
} way_evade2d_agent;

typedef struct way_evade2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_evade2d_answer;

WAY_API way_result way_evade2d_agent_default(way_evade2d_agent *agent);
WAY_API way_result way_evade2d_one(const way_evade2d_agent *agent, way_evade2d_answer *answer);

typedef struct way_evade3d_in {
    way_column runner_x, runner_y, runner_z;    /* m: who flees */
    way_column runner_speed;                    /* m/s; 0 or less cannot move */
    way_column chaser_x, chaser_y, chaser_z;    /* m: from whom */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column near_distance, far_distance;     /* m: where the lead time begins and ends to grow */
    way_column longest_lead;                    /* s */
} way_evade3d_in;

typedef struct way_evade3d_out {
    way_column_out time;                               /* s, 3 ulp: the lead time */
    way_column_out point_x, point_y, point_z;          /* m, 4 ulp: where the chaser is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the runner's */
    way_column_out status;                             /* int32_t, a way_status */
} way_evade3d_out;

WAY_API way_result way_evade3d(const way_evade3d_in *in, const way_evade3d_out *out, const way_batch *batch);

typedef struct way_evade3d_agent {
    float runner_x, runner_y, runner_z, runner_speed, chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy,
        chaser_vz, near_distance, far_distance, longest_lead;
} way_evade3d_agent;

typedef struct way_evade3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_evade3d_answer;

WAY_API way_result way_evade3d_agent_default(way_evade3d_agent *agent);
WAY_API way_result way_evade3d_one(const way_evade3d_agent *agent, way_evade3d_answer *answer);

/* Nearest approach --------------------------------------------------------------------------------------------

   Where on its course, from now on, a runner comes nearest to a chaser who stays where it is: the foot of the
   perpendicular on the course, with its time and its distance. (For a chaser that moves, give the runner's velocity
   relative to it: the time and the distance are theirs, and the point is relative, too.) A runner that stands still,
   moves away or passes right now is nearest now: WAY_THERE, time 0 and the point where it is. A horizon ends the course:
   where the runner still comes nearer then, the status is WAY_LATE, with the horizon as the time and the point and the
   distance of then. A negative horizon is WAY_INVALID, with time 0, point 0 and distance +inf; velocities below
   1e-19 m/s are none.

   Bounds, WAY_EXACT: with r the separation and v the velocity, the time within its ulps or 2^-50 |r| / |v|, the
   distance within its ulps or 2^-50 |r|, whichever is larger, and so near to the perpendicular the status may be either;
   the point within its ulps of the largest term of its sum. They hold while separations, velocities and all that is
   given are each 0 or between 1e-12 and 1e12, and so are the results. WAY_FAST: the same with 2^-21 for 2^-50.

   Source: "Chasing and Evading" (whether the target is in reach: who comes how near). */

typedef struct way_nearest2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column horizon;              /* s, >= 0: how long the course lasts; default +inf */
} way_nearest2d_in;

typedef struct way_nearest2d_out {
    way_column_out time;             /* s, 2 ulp: when the runner is nearest */
    way_column_out point_x, point_y; /* m, 2 ulp: where it is then */
    way_column_out distance;         /* m, 2 ulp: from the chaser to the point */
    way_column_out status;           /* int32_t, a way_status */
} way_nearest2d_out;

WAY_API way_result way_nearest2d(const way_nearest2d_in *in, const way_nearest2d_out *out,
                                 const way_batch *batch);

typedef struct way_nearest2d_agent {
    float chaser_x, chaser_y, runner_x, runner_y, runner_vx, runner_vy;
    float horizon;
} way_nearest2d_agent;

typedef struct way_nearest2d_answer {
    float time, point_x, point_y, distance;
    int32_t status;
} way_nearest2d_answer;

WAY_API way_result way_nearest2d_agent_default(way_nearest2d_agent *agent);
WAY_API way_result way_nearest2d_one(const way_nearest2d_agent *agent, way_nearest2d_answer *answer);

/* Lead pursuit ----------------------------------------------------------------------------------------------

   What a homing unit calls each frame: the earliest interception as above, with its reach and its platform, and where
   there is none (too slow, or beyond the horizon) straight towards the runner as seek does. The status says which:
   WAY_MET is the interception, WAY_TOO_SLOW and WAY_LATE the chase after it, with time +inf and the point where the
   runner is now.

       way_lead2d_in in = {.chaser_x = ..., .dt = way_same(&frame), .longest_lead = way_same(&two_seconds)};
       way_lead2d_out out = {.velocity_x = way_to(&unit[0].vx, sizeof unit[0]), ...};
       way_lead2d(&in, &out, &batch);

   time, distance and status are those of the meeting at full speed, whatever comes next; range is held against that
   distance. The point and the velocity are those of the aim: where the runner is after the lead time, and the way there.
   The lead time is the meeting's time, multiplied by lead_factor, and then no more than longest_lead; without a meeting
   it is 0.

   With dt, the time until the next call, it arrives rather than overshoots. Where the chaser can be with the runner by
   then, dt stands for the meeting's time, and the velocity is the one that brings it there, or within reach, just then.
   Where it aims elsewhere, it goes no faster than takes it to the point, or within reach of it, in dt. (A faster runner
   that is met before dt and out of reach by then is met on its way: the meeting's time stands for dt.) Who is within
   reach already, WAY_THERE, stays within reach until the next call where it can, and has velocity 0 without dt. A dt or
   lead_factor that is negative or not finite, and a longest_lead below 0, are WAY_INVALID.

   Bounds, WAY_EXACT: those of the interception, whose bits it gives where they meet and the lead time is the meeting's,
   and of seek. At any other lead time L, with r the separation, v the runner's velocity and w that less the platform's,
   the point is counted at the larger one of its terms, the runner's place and v L, and the velocity at the speed plus
   e / (|aim| / speed) or e / dt, whichever is larger: e is |w| L + 2^-27 |r|, or 2^-27 (|w| L + |r|) where L is one of
   the numbers given. They hold while dt, longest_lead and lead_factor are each 0 or between 1e-12 and 1e12, but not of an
   aim nearer than 1e-12 (|w| L + |r|). Whether the chaser can be there by dt may be judged either way where it misses
   the reach then, or has it, by less than 2^-50 (|r| + |w| dt + speed dt). WAY_FAST as there.

   Source: "Two Basic Kinematics Problems" (lead tracking), by the interception's quadratic. */

typedef struct way_lead2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
    way_column range;                    /* m, >= 0: how far from the chaser it may be hit; default +inf */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser; default 0 */
    way_column dt;           /* s, >= 0: the time until the next call; default 0, which slows nobody down */
    way_column longest_lead; /* s, >= 0: it aims no further ahead than that; default +inf */
    way_column lead_factor;  /* >= 0: multiplies the lead time; default 1; 0 aims at where the runner is */
} way_lead2d_in;

typedef struct way_lead2d_out {
    way_column_out time;                   /* s, 4 ulp: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is after the lead time */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: the chaser's, relative to its platform */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to where they meet, or to the runner */
    way_column_out status;   /* int32_t, a way_status */
} way_lead2d_out;

WAY_API way_result way_lead2d(const way_lead2d_in *in, const way_lead2d_out *out, const way_batch *batch);

typedef struct way_lead2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float horizon, range, reach, platform_vx, platform_vy, dt, longest_lead, lead_factor;
} way_lead2d_agent;

typedef struct way_lead2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, distance;
    int32_t status;
} way_lead2d_answer;

WAY_API way_result way_lead2d_agent_default(way_lead2d_agent *agent);
WAY_API way_result way_lead2d_one(const way_lead2d_agent *agent, way_lead2d_answer *answer);

typedef struct way_lead3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column horizon;                         /* s: the longest time that counts; default +inf */
    way_column range; /* m, >= 0: how far from the chaser it may be hit; default +inf */
    way_column reach; /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: what carries the chaser; default 0 */
    way_column dt;           /* s, >= 0: the time until the next call; default 0, which slows nobody down */
    way_column longest_lead; /* s, >= 0: it aims no further ahead than that; default +inf */
    way_column lead_factor;  /* >= 0: multiplies the lead time; default 1; 0 aims at where the runner is */
} way_lead3d_in;

typedef struct way_lead3d_out {
    way_column_out time;                      /* s, 4 ulp: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where the runner is after the lead time */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp, relative to the platform */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to where they meet, or to the runner */
    way_column_out status;   /* int32_t, a way_status */
} way_lead3d_out;

WAY_API way_result way_lead3d(const way_lead3d_in *in, const way_lead3d_out *out, const way_batch *batch);

typedef struct way_lead3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float horizon, range, reach, platform_vx, platform_vy, platform_vz, dt, longest_lead, lead_factor;
} way_lead3d_agent;

typedef struct way_lead3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, distance;
    int32_t status;
} way_lead3d_answer;

WAY_API way_result way_lead3d_agent_default(way_lead3d_agent *agent);
WAY_API way_result way_lead3d_one(const way_lead3d_agent *agent, way_lead3d_answer *answer);

/* The latest meeting ----------------------------------------------------------------------------------------

   The last time, no later than the horizon, at which a chaser that may go slower than it can could meet the runner, with
   the point of then, and the velocity and the speed that get it there just then: for one that waits, or that lets others
   arrive first. The earliest meeting is the interception's, for the same columns.

       horizon = 30;
       way_latest2d(&(way_latest2d_in){..., .horizon = way_same(&horizon)}, &(way_latest2d_out){...}, &batch);

   Of a runner that is faster it is the later one of the two meetings at full speed, or the horizon; of any other the
   horizon. Where neither ends the chase, the time is +inf, with what the velocity and the speed approach, the runner's
   relative to the platform, and with the point and the distance of now. WAY_THERE, within reach already, says how long
   the chaser can stay so; at time 0 with velocity and speed 0. The other statuses are the interception's, with time 0,
   velocity and speed 0, the point where the runner is now (0 where invalid) and its distance.

   Bounds, WAY_EXACT, where the interception's hold, with its yes or no: the time within 4 ulp; the point within 6 ulp of
   the largest term of its sum; the velocity within 5 ulp of the chaser's speed and the speed within its ulps, or at the
   horizon h within 2^-50 (|r| / h + |w|), whichever is larger, with r the separation and w the runner's velocity less
   the platform's; the distance within 8 ulp of itself or of the largest term of its sum. A horizon within 1e-6 of the
   latest time may end the chase or not. WAY_FAST as for the interception.

   Source: Mike Oberberger, "Interception of Two Moving Objects in 2D Space": the other root of its quadratic. */

typedef struct way_latest2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column chaser_speed;             /* m/s: the most that it can go; 0 or less cannot move */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser; default 0 */
} way_latest2d_in;

typedef struct way_latest2d_out {
    way_column_out time; /* s, 4 ulp: the last meeting; +inf where none is the last, 0 where there is none */
    way_column_out point_x, point_y;       /* m, 6 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: the chaser's, relative to its platform */
    way_column_out speed;    /* m/s, 2 ulp: the speed that it takes, no more than the chaser's */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to the point */
    way_column_out status;   /* int32_t, a way_status */
} way_latest2d_out;

WAY_API way_result way_latest2d(const way_latest2d_in *in, const way_latest2d_out *out,
                                const way_batch *batch);

typedef struct way_latest2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float reach, horizon, platform_vx, platform_vy;
} way_latest2d_agent;

typedef struct way_latest2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, speed, distance;
    int32_t status;
} way_latest2d_answer;

WAY_API way_result way_latest2d_agent_default(way_latest2d_agent *agent);
WAY_API way_result way_latest2d_one(const way_latest2d_agent *agent, way_latest2d_answer *answer);

typedef struct way_latest3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_speed;                    /* m/s: the most that it can go; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column reach;                           /* m, >= 0: weapon range or touch distance; default 0 */
    way_column horizon;                         /* s: the longest time that counts; default +inf */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: what carries the chaser; default 0 */
} way_latest3d_in;

typedef struct way_latest3d_out {
    way_column_out time; /* s, 4 ulp: the last meeting; +inf where none is the last, 0 where there is none */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y,
        velocity_z;          /* m/s, 5 ulp: the chaser's, relative to its platform */
    way_column_out speed;    /* m/s, 2 ulp: the speed that it takes, no more than the chaser's */
    way_column_out distance; /* m, 8 ulp: from the chaser's place now to the point */
    way_column_out status;   /* int32_t, a way_status */
} way_latest3d_out;

WAY_API way_result way_latest3d(const way_latest3d_in *in, const way_latest3d_out *out,
                                const way_batch *batch);

typedef struct way_latest3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float reach, horizon, platform_vx, platform_vy, platform_vz;
} way_latest3d_agent;

typedef struct way_latest3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, speed, distance;
    int32_t status;
} way_latest3d_answer;

WAY_API way_result way_latest3d_agent_default(way_latest3d_agent *agent);
WAY_API way_result way_latest3d_one(const way_latest3d_agent *agent, way_latest3d_answer *answer);

/* Meeting at a given time -----------------------------------------------------------------------------------

   Where a runner is at a given time, and the velocity and the speed that get a chaser there just then: a squad whose
   members are all given one time arrives together. Where all of them are faster than the runner, the latest of their
   earliest interceptions is a time at which nobody has to go faster than it can:

       for (size_t i = 0; i < n; i++)
           together = fmaxf(together, time[i]);    // of way_intercept2d
       way_meet_at2d(&(way_meet_at2d_in){..., .time = way_same(&together)}, &out, &batch);

   The speed is the one that it takes: 0 where the runner comes by itself. Where that is more than chaser_speed, the
   status is WAY_TOO_SLOW, or WAY_IMMOBILE of a chaser that cannot move, and the velocity leads to the point no faster
   than chaser_speed. A time of 0 or less is over: WAY_THERE, with velocity and speed 0, where the runner is within reach
   now, and otherwise WAY_LATE, with velocity 0 and speed +inf; both with the point and the distance of now.

   Bounds, WAY_EXACT: with r the separation and w the runner's velocity less the platform's, the velocity (each of its
   numbers) and the speed within their ulps or 2^-50 (|r| / time + |w|), the distance within its ulps or 2^-50 (|r| +
   |runner's velocity| time), whichever is larger; the point within its ulps of the largest term of its sum. A needed
   speed as near to chaser_speed may be judged either way, as may a time of 0 or less within 2^-50 of the reach from
   it. They hold while separations, velocities, times, what is given and what comes out are each 0 or between 1e-12 and
   1e12. What overflows is WAY_INVALID, with point and velocity 0, speed and distance +inf. WAY_FAST: the same with 2^-20
   for 2^-50.

   Source: "Two Basic Kinematics Problems" (where a target is after a time, and tracking that place). */

typedef struct way_meet_at2d_in {
    way_column chaser_x, chaser_y;       /* m */
    way_column runner_x, runner_y;       /* m */
    way_column runner_vx, runner_vy;     /* m/s */
    way_column time;                     /* s: when to meet */
    way_column reach;                    /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy; /* m/s: what carries the chaser; default 0 */
    way_column chaser_speed; /* m/s: the most that it can go; 0 or less cannot move; default +inf */
} way_meet_at2d_in;

typedef struct way_meet_at2d_out {
    way_column_out point_x, point_y;       /* m, 2 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: the chaser's, relative to its platform */
    way_column_out speed;                  /* m/s, 2 ulp: the speed that it takes */
    way_column_out distance;               /* m, 2 ulp: from the chaser's place now to the point */
    way_column_out status;                 /* int32_t, a way_status */
} way_meet_at2d_out;

WAY_API way_result way_meet_at2d(const way_meet_at2d_in *in, const way_meet_at2d_out *out,
                                 const way_batch *batch);

typedef struct way_meet_at2d_agent {
    float chaser_x, chaser_y, runner_x, runner_y, runner_vx, runner_vy, time;
    float reach, platform_vx, platform_vy, chaser_speed;
} way_meet_at2d_agent;

typedef struct way_meet_at2d_answer {
    float point_x, point_y, velocity_x, velocity_y, speed, distance;
    int32_t status;
} way_meet_at2d_answer;

WAY_API way_result way_meet_at2d_agent_default(way_meet_at2d_agent *agent);
WAY_API way_result way_meet_at2d_one(const way_meet_at2d_agent *agent, way_meet_at2d_answer *answer);

typedef struct way_meet_at3d_in {
    way_column chaser_x, chaser_y, chaser_z;          /* m */
    way_column runner_x, runner_y, runner_z;          /* m */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column time;                                  /* s: when to meet */
    way_column reach;                                 /* m, >= 0: weapon range or touch distance; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: what carries the chaser; default 0 */
    way_column chaser_speed; /* m/s: the most that it can go; 0 or less cannot move; default +inf */
} way_meet_at3d_in;

typedef struct way_meet_at3d_out {
    way_column_out point_x, point_y, point_z; /* m, 2 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y,
        velocity_z;          /* m/s, 2 ulp: the chaser's, relative to its platform */
    way_column_out speed;    /* m/s, 2 ulp: the speed that it takes */
    way_column_out distance; /* m, 2 ulp: from the chaser's place now to the point */
    way_column_out status;   /* int32_t, a way_status */
} way_meet_at3d_out;

WAY_API way_result way_meet_at3d(const way_meet_at3d_in *in, const way_meet_at3d_out *out,
                                 const way_batch *batch);

typedef struct way_meet_at3d_agent {
    float chaser_x, chaser_y, chaser_z, runner_x, runner_y, runner_z, runner_vx, runner_vy, runner_vz, time;
    float reach, platform_vx, platform_vy, platform_vz, chaser_speed;
} way_meet_at3d_agent;

typedef struct way_meet_at3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, speed, distance;
    int32_t status;
} way_meet_at3d_answer;

WAY_API way_result way_meet_at3d_agent_default(way_meet_at3d_agent *agent);
WAY_API way_result way_meet_at3d_one(const way_meet_at3d_agent *agent, way_meet_at3d_answer *answer);

/* Proportional navigation -----------------------------------------------------------------------------------

   How missiles fly: an acceleration in proportion to the rate at which the line of sight turns. True
   navigation accelerates across the line of sight by gain * closing speed * rate; where the two are
   drawing apart it gives 0 and WAY_TOO_SLOW. Pure navigation accelerates across the chaser's own velocity
   by gain * speed * rate, so it only turns. Longer accelerations than the limit are shortened to it. At
   the same position the acceleration is 0 (WAY_THERE).

   Bounds, WAY_EXACT: the acceleration within its ulps of gain * |closing velocity|^2 / separation for the
   true one, of gain * speed * |closing velocity| / separation for the pure one, and where the limit shortens
   it of that times the limit over the length that it had; the closing speed within its ulps of |closing
   velocity|. While magnitudes are 0 or between 1e-6 and 1e6.

   Source: Paul Zarchan, "Tactical and Strategic Missile Guidance"; added to the sources of this section. */

typedef struct way_navigate2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column gain;                 /* the navigation constant; default 3 */
    way_column limit;                /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate2d_in;

typedef struct way_navigate2d_out {
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing;                        /* m/s, 4 ulp: how fast the separation shrinks */
    way_column_out status;                         /* int32_t, a way_status */
} way_navigate2d_out;

WAY_API way_result way_navigate2d(const way_navigate2d_in *in, const way_navigate2d_out *out,
                                  const way_batch *batch);

typedef struct way_navigate2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, runner_x, runner_y, runner_vx, runner_vy;
    float gain, limit;
} way_navigate2d_agent;

typedef struct way_navigate2d_answer {
    float acceleration_x, acceleration_y, closing;
    int32_t status;
} way_navigate2d_answer;

WAY_API way_result way_navigate2d_agent_default(way_navigate2d_agent *agent);
WAY_API way_result way_navigate2d_one(const way_navigate2d_agent *agent, way_navigate2d_answer *answer);

typedef struct way_navigate3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column gain;                            /* the navigation constant; default 3 */
    way_column limit;                           /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate3d_in;

typedef struct way_navigate3d_out {
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing; /* m/s, 4 ulp: how fast the separation shrinks */
    way_column_out status;  /* int32_t, a way_status */
} way_navigate3d_out;

WAY_API way_result way_navigate3d(const way_navigate3d_in *in, const way_navigate3d_out *out,
                                  const way_batch *batch);

typedef struct way_navigate3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, runner_x, runner_y, runner_z,
        runner_vx, runner_vy, runner_vz;
    float gain, limit;
} way_navigate3d_agent;

typedef struct way_navigate3d_answer {
    float acceleration_x, acceleration_y, acceleration_z, closing;
    int32_t status;
} way_navigate3d_answer;

WAY_API way_result way_navigate3d_agent_default(way_navigate3d_agent *agent);
WAY_API way_result way_navigate3d_one(const way_navigate3d_agent *agent, way_navigate3d_answer *answer);

typedef struct way_navigate_pure2d_in {
    way_column chaser_x, chaser_y;   /* m */
    way_column chaser_vx, chaser_vy; /* m/s */
    way_column runner_x, runner_y;   /* m */
    way_column runner_vx, runner_vy; /* m/s */
    way_column gain;                 /* the navigation constant; default 3 */
    way_column limit;                /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate_pure2d_in;

typedef struct way_navigate_pure2d_out {
    way_column_out acceleration_x, acceleration_y; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing;                        /* m/s, 4 ulp: how fast the separation shrinks */
    way_column_out status;                         /* int32_t, a way_status */
} way_navigate_pure2d_out;

WAY_API way_result way_navigate_pure2d(const way_navigate_pure2d_in *in, const way_navigate_pure2d_out *out,
                                       const way_batch *batch);

typedef struct way_navigate_pure2d_agent {
    float chaser_x, chaser_y, chaser_vx, chaser_vy, runner_x, runner_y, runner_vx, runner_vy;
    float gain, limit;
} way_navigate_pure2d_agent;

typedef struct way_navigate_pure2d_answer {
    float acceleration_x, acceleration_y, closing;
    int32_t status;
} way_navigate_pure2d_answer;

WAY_API way_result way_navigate_pure2d_agent_default(way_navigate_pure2d_agent *agent);
WAY_API way_result way_navigate_pure2d_one(const way_navigate_pure2d_agent *agent,
                                           way_navigate_pure2d_answer *answer);

typedef struct way_navigate_pure3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m */
    way_column chaser_vx, chaser_vy, chaser_vz; /* m/s */
    way_column runner_x, runner_y, runner_z;    /* m */
    way_column runner_vx, runner_vy, runner_vz; /* m/s */
    way_column gain;                            /* the navigation constant; default 3 */
    way_column limit;                           /* m/s^2, >= 0: the longest acceleration; default +inf */
} way_navigate_pure3d_in;

typedef struct way_navigate_pure3d_out {
    way_column_out acceleration_x, acceleration_y, acceleration_z; /* m/s^2, 8 ulp: the chaser's */
    way_column_out closing; /* m/s, 4 ulp: how fast the separation shrinks */
    way_column_out status;  /* int32_t, a way_status */
} way_navigate_pure3d_out;

WAY_API way_result way_navigate_pure3d(const way_navigate_pure3d_in *in, const way_navigate_pure3d_out *out,
                                       const way_batch *batch);

typedef struct way_navigate_pure3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_vx, chaser_vy, chaser_vz, runner_x, runner_y, runner_z,
        runner_vx, runner_vy, runner_vz;
    float gain, limit;
} way_navigate_pure3d_agent;

typedef struct way_navigate_pure3d_answer {
    float acceleration_x, acceleration_y, acceleration_z, closing;
    int32_t status;
} way_navigate_pure3d_answer;

WAY_API way_result way_navigate_pure3d_agent_default(way_navigate_pure3d_agent *agent);
WAY_API way_result way_navigate_pure3d_one(const way_navigate_pure3d_agent *agent,
                                           way_navigate_pure3d_answer *answer);

/* Turning a heading towards a wanted velocity, no faster than a turn rate allows: what keeps pursuers from
   turning on the spot. The new velocity has the wanted length and the new heading's direction; headings
   may come in any length and leave as unit vectors. A wanted velocity of 0 stops but keeps the heading, a
   heading of 0 takes the wanted direction at once, and of two that are 0 there is no heading: 0. Straight
   behind, it turns left: in space about the z axis, or about the x axis where the heading is steeper than
   45 degrees. The angle of one step is turn_rate * dt, at most half a turn. WAY_MET: it heads where it
   wants to, and the velocity is the wanted one to the bit; WAY_LATE: it is still turning.

   Bounds, WAY_EXACT: the heading within its ulps of 1, the velocity of the wanted speed, while lengths are
   0 or between 1e-15 and 1e15. Whether a turn ends in this step or in the next may be decided by 8 ulp
   of its angle; in space an angle under 1e-18, to straight ahead or straight behind, is none, and within
   1e-6 of 45 degrees either axis may be the one. WAY_FAST cannot tell angles under 1e-6 from straight ahead or straight behind:
   it may turn right, or about another axis, where the wanted velocity is as good as straight behind.

   Source: none of the documents; the rotation is the half-angle form, without trigonometry. */

typedef struct way_steer2d_in {
    way_column heading_x, heading_y; /* any length */
    way_column wanted_x, wanted_y;   /* m/s: the velocity wished for */
    way_column turn_rate;            /* rad/s, >= 0 */
    way_column dt;                   /* s, >= 0 */
} way_steer2d_in;

typedef struct way_steer2d_out {
    way_column_out velocity_x, velocity_y;         /* m/s, 10 ulp */
    way_column_out next_heading_x, next_heading_y; /* 6 ulp: a unit vector */
    way_column_out status;                         /* int32_t, a way_status */
} way_steer2d_out;

WAY_API way_result way_steer2d(const way_steer2d_in *in, const way_steer2d_out *out, const way_batch *batch);

typedef struct way_steer2d_agent {
    float heading_x, heading_y, wanted_x, wanted_y, turn_rate, dt;
} way_steer2d_agent;

typedef struct way_steer2d_answer {
    float velocity_x, velocity_y, next_heading_x, next_heading_y;
    int32_t status;
} way_steer2d_answer;

WAY_API way_result way_steer2d_agent_default(way_steer2d_agent *agent);
WAY_API way_result way_steer2d_one(const way_steer2d_agent *agent, way_steer2d_answer *answer);

typedef struct way_steer3d_in {
    way_column heading_x, heading_y, heading_z; /* any length */
    way_column wanted_x, wanted_y, wanted_z;    /* m/s: the velocity wished for */
    way_column turn_rate;                       /* rad/s, >= 0 */
    way_column dt;                              /* s, >= 0 */
} way_steer3d_in;

typedef struct way_steer3d_out {
    way_column_out velocity_x, velocity_y, velocity_z;             /* m/s, 10 ulp */
    way_column_out next_heading_x, next_heading_y, next_heading_z; /* 6 ulp: a unit vector */
    way_column_out status;                                         /* int32_t, a way_status */
} way_steer3d_out;

WAY_API way_result way_steer3d(const way_steer3d_in *in, const way_steer3d_out *out, const way_batch *batch);

typedef struct way_steer3d_agent {
    float heading_x, heading_y, heading_z, wanted_x, wanted_y, wanted_z, turn_rate, dt;
} way_steer3d_agent;

typedef struct way_steer3d_answer {
    float velocity_x, velocity_y, velocity_z, next_heading_x, next_heading_y, next_heading_z;
    int32_t status;
} way_steer3d_answer;

WAY_API way_result way_steer3d_agent_default(way_steer3d_agent *agent);
WAY_API way_result way_steer3d_one(const way_steer3d_agent *agent, way_steer3d_answer *answer);

/* Vectors ---------------------------------------------------------------------------------------------------

   What reflections are made of, by themselves.

   perpendicular2d turns a vector by a quarter turn: to the left (counter-clockwise, -y, x), or to the right
   (y, -x).

   project gives how far a vector reaches along an axis, and the part of it that lies along the axis: with a
   the axis, length = v.a / |a| (negative where it points the other way) and projection = (v.a / a.a) a. An
   axis under 1e-19 counts as one of no length: 0 and WAY_DEGENERATE.

   Bounds, WAY_EXACT: the perpendicular is exact, whatever the magnitudes; length and projection within their
   ulps of the vector's length, while magnitudes are 0 or between 1e-15 and 1e15. Outside, digits fade, and
   what overflows a float is WAY_INVALID. WAY_FAST: typically within 4 ulp. None of them is ever -0.

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane". */

typedef struct way_perpendicular2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column clockwise;          /* int32_t, not 0: to the right; default 0 */
} way_perpendicular2d_in;

typedef struct way_perpendicular2d_out {
    way_column_out perpendicular_x, perpendicular_y; /* exact; never -0 */
    way_column_out status;                           /* int32_t, a way_status */
} way_perpendicular2d_out;

WAY_API way_result way_perpendicular2d(const way_perpendicular2d_in *in, const way_perpendicular2d_out *out,
                                       const way_batch *batch);

typedef struct way_perpendicular2d_agent {
    float vector_x, vector_y;
    int32_t clockwise;
} way_perpendicular2d_agent;

typedef struct way_perpendicular2d_answer {
    float perpendicular_x, perpendicular_y;
    int32_t status;
} way_perpendicular2d_answer;

WAY_API way_result way_perpendicular2d_agent_default(way_perpendicular2d_agent *agent);
WAY_API way_result way_perpendicular2d_one(const way_perpendicular2d_agent *agent,
                                           way_perpendicular2d_answer *answer);

typedef struct way_project2d_in {
    way_column vector_x, vector_y; /* any unit */
    way_column axis_x, axis_y;     /* any length */
} way_project2d_in;

typedef struct way_project2d_out {
    way_column_out length;                     /* 4 ulp: along the axis, signed */
    way_column_out projection_x, projection_y; /* 4 ulp: the part along the axis */
    way_column_out status;                     /* int32_t, a way_status */
} way_project2d_out;

WAY_API way_result way_project2d(const way_project2d_in *in, const way_project2d_out *out,
                                 const way_batch *batch);

typedef struct way_project2d_agent {
    float vector_x, vector_y, axis_x, axis_y;
} way_project2d_agent;

typedef struct way_project2d_answer {
    float length, projection_x, projection_y;
    int32_t status;
} way_project2d_answer;

WAY_API way_result way_project2d_agent_default(way_project2d_agent *agent);
WAY_API way_result way_project2d_one(const way_project2d_agent *agent, way_project2d_answer *answer);

typedef struct way_project3d_in {
    way_column vector_x, vector_y, vector_z; /* any unit */
    way_column axis_x, axis_y, axis_z;       /* any length */
} way_project3d_in;

typedef struct way_project3d_out {
    way_column_out length;                                   /* 4 ulp: along the axis, signed */
    way_column_out projection_x, projection_y, projection_z; /* 4 ulp: the part along the axis */
    way_column_out status;                                   /* int32_t, a way_status */
} way_project3d_out;

WAY_API way_result way_project3d(const way_project3d_in *in, const way_project3d_out *out,
                                 const way_batch *batch);

typedef struct way_project3d_agent {
    float vector_x, vector_y, vector_z, axis_x, axis_y, axis_z;
} way_project3d_agent;

typedef struct way_project3d_answer {
    float length, projection_x, projection_y, projection_z;
    int32_t status;
} way_project3d_answer;

WAY_API way_result way_project3d_agent_default(way_project3d_agent *agent);
WAY_API way_result way_project3d_one(const way_project3d_agent *agent, way_project3d_answer *answer);

/* Reflect ---------------------------------------------------------------------------------------------------

   A velocity S off a wall: F = S - 2 (S.N / N.N) N, by the wall's normal N of any length and either sign, or
   by the wall's two ends in either order. Restitution keeps a share of the speed across the wall (1 all, 0
   none, more than 1 a bumper), friction takes a share of the speed along it (0 none, 1 all). A normal of no
   length, or a wall whose ends coincide, leaves the velocity as it is: WAY_DEGENERATE. Whether the velocity
   leads into the wall is not asked.

   Bounds, WAY_EXACT: within its ulps of the speed (times the restitution, where that is above 1), whatever
   the magnitudes; with restitution 1 and friction 0 the speed is kept within 2 ulp. What overflows a float is
   WAY_INVALID. WAY_FAST: typically within 8 ulp, while magnitudes are 0 or between 1e-15 and 1e15. Outside,
   digits fade, normals and walls under 1e-19 count as of no length, and those over 1e19 are WAY_INVALID.

   Source: Twinsen, "Vector Geometry in Game Programming, 2: bouncing at any angle, in the plane";
   restitution, friction and space are added. */

typedef struct way_reflect2d_in {
    way_column velocity_x, velocity_y; /* m/s */
    way_column normal_x, normal_y;     /* any length */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect2d_in;

typedef struct way_reflect2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 1 ulp: the velocity afterwards */
    way_column_out status;                   /* int32_t, a way_status */
} way_reflect2d_out;

WAY_API way_result way_reflect2d(const way_reflect2d_in *in, const way_reflect2d_out *out,
                                 const way_batch *batch);

typedef struct way_reflect2d_agent {
    float velocity_x, velocity_y, normal_x, normal_y;
    float restitution, friction;
} way_reflect2d_agent;

typedef struct way_reflect2d_answer {
    float reflected_x, reflected_y;
    int32_t status;
} way_reflect2d_answer;

WAY_API way_result way_reflect2d_agent_default(way_reflect2d_agent *agent);
WAY_API way_result way_reflect2d_one(const way_reflect2d_agent *agent, way_reflect2d_answer *answer);

typedef struct way_reflect3d_in {
    way_column velocity_x, velocity_y, velocity_z; /* m/s */
    way_column normal_x, normal_y, normal_z;       /* any length */
    way_column restitution;                        /* >= 0; default 1 */
    way_column friction;                           /* 0 to 1; default 0 */
} way_reflect3d_in;

typedef struct way_reflect3d_out {
    way_column_out reflected_x, reflected_y, reflected_z; /* m/s, 1 ulp: the velocity afterwards */
    way_column_out status;                                /* int32_t, a way_status */
} way_reflect3d_out;

WAY_API way_result way_reflect3d(const way_reflect3d_in *in, const way_reflect3d_out *out,
                                 const way_batch *batch);

typedef struct way_reflect3d_agent {
    float velocity_x, velocity_y, velocity_z, normal_x, normal_y, normal_z;
    float restitution, friction;
} way_reflect3d_agent;

typedef struct way_reflect3d_answer {
    float reflected_x, reflected_y, reflected_z;
    int32_t status;
} way_reflect3d_answer;

WAY_API way_result way_reflect3d_agent_default(way_reflect3d_agent *agent);
WAY_API way_result way_reflect3d_one(const way_reflect3d_agent *agent, way_reflect3d_answer *answer);

typedef struct way_reflect_wall2d_in {
    way_column velocity_x, velocity_y; /* m/s */
    way_column wall_ax, wall_ay;       /* m: an end */
    way_column wall_bx, wall_by;       /* m: the other end */
    way_column restitution;            /* >= 0; default 1 */
    way_column friction;               /* 0 to 1; default 0 */
} way_reflect_wall2d_in;

typedef struct way_reflect_wall2d_out {
    way_column_out reflected_x, reflected_y; /* m/s, 1 ulp: the velocity afterwards */
    way_column_out status;                   /* int32_t, a way_status */
} way_reflect_wall2d_out;

WAY_API way_result way_reflect_wall2d(const way_reflect_wall2d_in *in, const way_reflect_wall2d_out *out,
                                      const way_batch *batch);

typedef struct way_reflect_wall2d_agent {
    float velocity_x, velocity_y, wall_ax, wall_ay, wall_bx, wall_by;
    float restitution, friction;
} way_reflect_wall2d_agent;

typedef struct way_reflect_wall2d_answer {
    float reflected_x, reflected_y;
    int32_t status;
} way_reflect_wall2d_answer;

WAY_API way_result way_reflect_wall2d_agent_default(way_reflect_wall2d_agent *agent);
WAY_API way_result way_reflect_wall2d_one(const way_reflect_wall2d_agent *agent,
                                          way_reflect_wall2d_answer *answer);

/* Sweep -----------------------------------------------------------------------------------------------------

   When and where a moving ball (a point, or a disc of a radius) meets a wall: the earliest time at which its
   distance from the segment, ends included, is the radius while it comes nearer. The point is the one on the
   wall; the normal is a unit vector from there to the ball's centre, of a point across the wall to the side
   it comes from. A ball that touches the wall already meets it now (time 0, WAY_THERE) if it comes nearer; if
   it slides along, moves away, or has its centre on the wall, it does not meet it: time +inf, WAY_TOO_SLOW,
   or WAY_IMMOBILE where it stands still. Points do not meet a wall along whose very line they move, nor a
   wall of no length, which stops discs as a post. A wall of sides 1 stops what is on the left of the way
   from a to b (or straight ahead of its end), -1 what is on the right. Two walls that share an end let
   nothing through between them.

   sweep2d is after one wall each: walls are columns of the runners' side, `target` names each ball's.
   sweep_walls2d finds the first among all walls of the batch, and its number there.

   Bounds, WAY_EXACT: the time within its ulps of itself, also of balls that almost touch or graze; the
   point within its ulps of the coordinates' size and the way's; the normal within its ulps of 1. Whether a
   ball touches, grazes or misses, and on which side of a wall it is, is decided as its exact products say
   (within 2^-98 of them); within 2^-49 of its terms it is open whether a point passes an end of the wall,
   whether a ball that overlaps it comes nearer, which of two walls is first, and whether it is in time for
   the horizon, which the true time is held against, not the rounded one. While magnitudes are 0 or between
   1e-9 and 1e9; beyond 1e18 WAY_INVALID. Vectors with balls that almost touch or graze take several times
   as long. WAY_FAST: for magnitudes below 1e4, and not for discs that touch or graze, which it may take
   for the one or the other.

   Source: announced in Twinsen, "Vector Geometry in Game Programming" (its third part), written from
   scratch. */

typedef struct way_sweep2d_in {
    way_column ball_x, ball_y;                     /* m: its centre */
    way_column ball_vx, ball_vy;                   /* m/s */
    way_column wall_ax, wall_ay, wall_bx, wall_by; /* m: its ends */
    way_column radius;                             /* m, >= 0; default 0 */
    way_column horizon;                            /* s: the longest time that counts; default +inf */
    way_column sides; /* int32_t: 0 both, 1 from the left of a to b, -1 from the right; default 0 */
} way_sweep2d_in;

typedef struct way_sweep2d_out {
    way_column_out time;               /* s, 1 ulp; +inf where they do not meet */
    way_column_out point_x, point_y;   /* m, 1 ulp: on the wall */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector; 0 where they do not meet */
    way_column_out status;             /* int32_t, a way_status */
} way_sweep2d_out;

WAY_API way_result way_sweep2d(const way_sweep2d_in *in, const way_sweep2d_out *out, const way_batch *batch);

typedef struct way_sweep2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, wall_ax, wall_ay, wall_bx, wall_by;
    float radius, horizon;
    int32_t sides;
} way_sweep2d_agent;

typedef struct way_sweep2d_answer {
    float time, point_x, point_y, normal_x, normal_y;
    int32_t status;
} way_sweep2d_answer;

WAY_API way_result way_sweep2d_agent_default(way_sweep2d_agent *agent);
WAY_API way_result way_sweep2d_one(const way_sweep2d_agent *agent, way_sweep2d_answer *answer);

typedef struct way_sweep_walls2d_in {
    way_column ball_x, ball_y;   /* m: its centre */
    way_column ball_vx, ball_vy; /* m/s */
    way_column radius;           /* m, >= 0; default 0 */
    way_column horizon;          /* s: the longest time that counts; default +inf */
} way_sweep_walls2d_in;

typedef struct way_sweep_walls2d_out {
    way_column_out time;               /* s, 1 ulp; +inf where it meets none */
    way_column_out point_x, point_y;   /* m, 1 ulp: on the wall */
    way_column_out normal_x, normal_y; /* 1 ulp: a unit vector; 0 where it meets none */
    way_column_out wall;               /* int32_t, its number in the batch, of equals the lower; -1: none */
    way_column_out status;             /* int32_t, a way_status */
} way_sweep_walls2d_out;

WAY_API way_result way_sweep_walls2d(const way_sweep_walls2d_in *in, const way_sweep_walls2d_out *out,
                                     const way_batch *batch);

typedef struct way_sweep_walls2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy;
    float radius, horizon;
} way_sweep_walls2d_agent;

typedef struct way_sweep_walls2d_answer {
    float time, point_x, point_y, normal_x, normal_y;
    int32_t wall, status;
} way_sweep_walls2d_answer;

WAY_API way_result way_sweep_walls2d_agent_default(way_sweep_walls2d_agent *agent);
WAY_API way_result way_sweep_walls2d_one(const way_sweep_walls2d_agent *agent,
                                         way_sweep_walls2d_answer *answer, const way_wall *walls,
                                         size_t wall_count);

/* Bounce ----------------------------------------------------------------------------------------------------

   Balls move for dt among the batch's walls and reflect as often as they meet one: see reflect and sweep. At
   the seventeenth meeting of a call the ball stops where it is and the rest of dt is lost: WAY_LATE.

   A ball is held off each wall by a skin of 2^-18 of the wall's largest coordinate (0.4 mm where that is
   100 m): what begins within the nearest wall's skin, or overlaps the wall, is first moved away by as much
   as that, and by half the distance at most. What touches a wall slides along it if it comes nearer by
   less than 2^-40 of its speed (WAY_FAST: 2^-21, and a ball should begin a quarter of the skin off at
   least).

   No speed takes a ball through a wall, and no rounding: with WAY_EXACT a ball whose centre, in floats, is
   on the side that a wall stops is never given out on the wall or past it, but round its end, at any
   distance from the origin while the ball's coordinates are below 2^20 times the wall's largest; so a closed
   room keeps its balls, in its most acute corner too, and call after call. Where floats leave no such
   place nearer by, in corners, the ball stays where it last bounced or where it began, with its new
   velocity. What begins on a wall's very line may leave to either side. Of walls that stand closer
   together than the ball is wide it may be pushed into one, its centre never through it.

   With WAY_EXACT and a restitution of at most 1 no ball gains energy, not by rounding either: what that
   added is taken back, so elastic balls only ever slow down, by 2 ulp of the speed a call that bounces at
   most and 5e-8 of it in the mean.

   Bounds, WAY_EXACT: the place within its ulps of the coordinates' size and the way's, the velocity of the
   largest speed, while faces are met and nothing stays behind; ends scatter, so that errors grow by the
   distance over the radius.

   Source: Twinsen, "Vector Geometry in Game Programming", 2 and 3. */

typedef struct way_bounce2d_in {
    way_column ball_x, ball_y;   /* m */
    way_column ball_vx, ball_vy; /* m/s */
    way_column dt;               /* s, >= 0 */
    way_column radius;           /* m, >= 0; default 0 */
    way_column restitution;      /* >= 0: the share of the speed across the wall that is kept; default 1 */
    way_column friction;         /* 0 to 1: the share of the speed along it that is lost; default 0 */
} way_bounce2d_in;

typedef struct way_bounce2d_out {
    way_column_out next_x, next_y;   /* m, 1 ulp */
    way_column_out next_vx, next_vy; /* m/s, 2 ulp */
    way_column_out bounces;          /* int32_t */
    way_column_out status;           /* int32_t, a way_status */
} way_bounce2d_out;

WAY_API way_result way_bounce2d(const way_bounce2d_in *in, const way_bounce2d_out *out,
                                const way_batch *batch);

typedef struct way_bounce2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, dt;
    float radius, restitution, friction;
} way_bounce2d_agent;

typedef struct way_bounce2d_answer {
    float next_x, next_y, next_vx, next_vy;
    int32_t bounces, status;
} way_bounce2d_answer;

WAY_API way_result way_bounce2d_agent_default(way_bounce2d_agent *agent);
WAY_API way_result way_bounce2d_one(const way_bounce2d_agent *agent, way_bounce2d_answer *answer,
                                    const way_wall *walls, size_t wall_count);

/* Two moving discs: when each ball meets the other that its target names (the interception, with both radii
   for a reach), and what it does to its own velocity then: the change to add. Call it once from each side:
   the two changes, times their masses, cancel. A mass of +inf does not budge. Discs that overlap meet at
   time 0 (WAY_THERE) if they draw nearer, and not at all if they draw apart. Two points never meet.

   Bounds, WAY_EXACT: the time within its ulps of itself, and decisions, as of sweep; the change within its
   ulps of (1 + restitution) * the speed between them. While magnitudes are 0 or between 1e-9 and 1e9;
   beyond 1e18 WAY_INVALID.

   Source: announced in Twinsen, "Vector Geometry in Game Programming" (its fourth part), written from
   scratch. */

typedef struct way_bounce_discs2d_in {
    way_column ball_x, ball_y;     /* m */
    way_column ball_vx, ball_vy;   /* m/s */
    way_column radius;             /* m, >= 0 */
    way_column other_x, other_y;   /* m */
    way_column other_vx, other_vy; /* m/s */
    way_column other_radius;       /* m, >= 0 */
    way_column horizon;            /* s: the longest time that counts; default +inf */
    way_column mass;               /* any unit, > 0; default 1 */
    way_column other_mass;         /* any unit, > 0; default 1 */
    way_column restitution;        /* >= 0: the share of the closing speed that is kept; default 1 */
} way_bounce_discs2d_in;

typedef struct way_bounce_discs2d_out {
    way_column_out time;               /* s, 1 ulp; +inf where they do not meet */
    way_column_out change_x, change_y; /* m/s, 2 ulp: of the ball's velocity */
    way_column_out status;             /* int32_t, a way_status */
} way_bounce_discs2d_out;

WAY_API way_result way_bounce_discs2d(const way_bounce_discs2d_in *in, const way_bounce_discs2d_out *out,
                                      const way_batch *batch);

typedef struct way_bounce_discs2d_agent {
    float ball_x, ball_y, ball_vx, ball_vy, radius, other_x, other_y, other_vx, other_vy, other_radius;
    float horizon, mass, other_mass, restitution;
} way_bounce_discs2d_agent;

typedef struct way_bounce_discs2d_answer {
    float time, change_x, change_y;
    int32_t status;
} way_bounce_discs2d_answer;

WAY_API way_result way_bounce_discs2d_agent_default(way_bounce_discs2d_agent *agent);
WAY_API way_result way_bounce_discs2d_one(const way_bounce_discs2d_agent *agent,
                                          way_bounce_discs2d_answer *answer);

/* Launching -------------------------------------------------------------------------------------------------

   Throws under gravity, which points down the y axis, in the plane (x, y) and in space alike.

   launch_apex goes from one place to another over a top that lies `apex` above the higher of the two. Where
   that leaves no height at all (apex 0, level places) nothing can fly: WAY_DEGENERATE, time +inf, velocity 0;
   from a place to itself it is WAY_THERE, time 0.

   launch_speed gives the two throws of a speed that arrive, the low one (which is the first to arrive) and
   the high one; where there is none the status is WAY_TOO_SLOW. launch_reach tells the furthest throw of that
   speed towards the other place (along x where that is straight above or below) that comes down at its
   height, 0 where it does not get up there, and the slowest throw that arrives, at 0 time and speed where it
   is there already. Its status is that of launch_speed.

   Thrown with velocity v, after its time t the body is at from + v t - gravity t^2 / 2: within 8 ulp
   (launch_apex) or 12 (launch_speed) of the length of its way, which is its level distance, rise and fall,
   from `to`.

   Bounds, WAY_EXACT: times within their ulps of themselves; velocities of the speed, for launch_apex and the
   slowest throw of the velocity's own length; the top of the larger one of apex and the higher end; the range
   of itself or of the level range speed^2 / gravity, whichever is larger; yes or no is wrong only where a
   speed within 1e-14 of it would have the other answer.
   While lengths, speeds and gravity, and their quotients, are 0 or between 1e-6 and 1e6. WAY_FAST of
   launch_apex is the same; of the other two it loses up to half of the digits near the edge of the range, and
   may judge it either way within 1e-6 of the speed.

   Source: "Two Basic Kinematics Problems" (solving parabolas); the throw by speed is the textbook's, without
   angles. */

typedef struct way_launch_apex2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column gravity;        /* m/s^2: > 0, downwards */
    way_column apex;           /* m: >= 0: the top above the higher one of the two */
} way_launch_apex2d_in;

typedef struct way_launch_apex2d_out {
    way_column_out time;                   /* s, 3 ulp: until it comes down there */
    way_column_out velocity_x, velocity_y; /* m/s, 5 ulp: that it is thrown with */
    way_column_out rise_time;              /* s, 3 ulp: until it is at its top */
    way_column_out top;                    /* m, 1 ulp: the height of its top */
    way_column_out status;                 /* int32_t, a way_status */
} way_launch_apex2d_out;

WAY_API way_result way_launch_apex2d(const way_launch_apex2d_in *in, const way_launch_apex2d_out *out,
                                     const way_batch *batch);

typedef struct way_launch_apex2d_agent {
    float from_x, from_y, to_x, to_y, gravity, apex;
} way_launch_apex2d_agent;

typedef struct way_launch_apex2d_answer {
    float time, velocity_x, velocity_y, rise_time, top;
    int32_t status;
} way_launch_apex2d_answer;

WAY_API way_result way_launch_apex2d_agent_default(way_launch_apex2d_agent *agent);
WAY_API way_result way_launch_apex2d_one(const way_launch_apex2d_agent *agent,
                                         way_launch_apex2d_answer *answer);

typedef struct way_launch_apex3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column gravity;                /* m/s^2: > 0, downwards */
    way_column apex;                   /* m: >= 0: the top above the higher one of the two */
} way_launch_apex3d_in;

typedef struct way_launch_apex3d_out {
    way_column_out time;                               /* s, 3 ulp: until it comes down there */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 5 ulp: that it is thrown with */
    way_column_out rise_time;                          /* s, 3 ulp: until it is at its top */
    way_column_out top;                                /* m, 1 ulp: the height of its top */
    way_column_out status;                             /* int32_t, a way_status */
} way_launch_apex3d_out;

WAY_API way_result way_launch_apex3d(const way_launch_apex3d_in *in, const way_launch_apex3d_out *out,
                                     const way_batch *batch);

typedef struct way_launch_apex3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, gravity, apex;
} way_launch_apex3d_agent;

typedef struct way_launch_apex3d_answer {
    float time, velocity_x, velocity_y, velocity_z, rise_time, top;
    int32_t status;
} way_launch_apex3d_answer;

WAY_API way_result way_launch_apex3d_agent_default(way_launch_apex3d_agent *agent);
WAY_API way_result way_launch_apex3d_one(const way_launch_apex3d_agent *agent,
                                         way_launch_apex3d_answer *answer);

typedef struct way_launch_speed2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column speed;          /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;        /* m/s^2: > 0, downwards */
} way_launch_speed2d_in;

typedef struct way_launch_speed2d_out {
    way_column_out time;                   /* s, 4 ulp: of the low throw; +inf where there is none */
    way_column_out velocity_x, velocity_y; /* m/s, 8 ulp: of the low throw */
    way_column_out high_time;              /* s, 4 ulp: of the high throw; +inf where there is none */
    way_column_out high_velocity_x, high_velocity_y; /* m/s, 6 ulp: of the high throw */
    way_column_out status;                           /* int32_t, a way_status */
} way_launch_speed2d_out;

WAY_API way_result way_launch_speed2d(const way_launch_speed2d_in *in, const way_launch_speed2d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_speed2d_agent {
    float from_x, from_y, to_x, to_y, speed, gravity;
} way_launch_speed2d_agent;

typedef struct way_launch_speed2d_answer {
    float time, velocity_x, velocity_y, high_time, high_velocity_x, high_velocity_y;
    int32_t status;
} way_launch_speed2d_answer;

WAY_API way_result way_launch_speed2d_agent_default(way_launch_speed2d_agent *agent);
WAY_API way_result way_launch_speed2d_one(const way_launch_speed2d_agent *agent,
                                          way_launch_speed2d_answer *answer);

typedef struct way_launch_speed3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column speed;                  /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;                /* m/s^2: > 0, downwards */
} way_launch_speed3d_in;

typedef struct way_launch_speed3d_out {
    way_column_out time; /* s, 4 ulp: of the low throw; +inf where there is none */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 8 ulp: of the low throw */
    way_column_out high_time; /* s, 4 ulp: of the high throw; +inf where there is none */
    way_column_out high_velocity_x, high_velocity_y, high_velocity_z; /* m/s, 6 ulp: of the high throw */
    way_column_out status;                                            /* int32_t, a way_status */
} way_launch_speed3d_out;

WAY_API way_result way_launch_speed3d(const way_launch_speed3d_in *in, const way_launch_speed3d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_speed3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, speed, gravity;
} way_launch_speed3d_agent;

typedef struct way_launch_speed3d_answer {
    float time, velocity_x, velocity_y, velocity_z, high_time, high_velocity_x, high_velocity_y,
        high_velocity_z;
    int32_t status;
} way_launch_speed3d_answer;

WAY_API way_result way_launch_speed3d_agent_default(way_launch_speed3d_agent *agent);
WAY_API way_result way_launch_speed3d_one(const way_launch_speed3d_agent *agent,
                                          way_launch_speed3d_answer *answer);

typedef struct way_launch_reach2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column speed;          /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;        /* m/s^2: > 0, downwards */
} way_launch_reach2d_in;

typedef struct way_launch_reach2d_out {
    way_column_out range; /* m, 4 ulp: the furthest that it comes, level, at the height of to_y */
    way_column_out far_velocity_x, far_velocity_y;     /* m/s, 6 ulp: of the throw that does */
    way_column_out least_speed;                        /* m/s, 4 ulp: of the slowest throw that arrives */
    way_column_out least_velocity_x, least_velocity_y; /* m/s, 6 ulp: of that throw */
    way_column_out least_time;                         /* s, 4 ulp: of that throw */
    way_column_out status;                             /* int32_t, a way_status */
} way_launch_reach2d_out;

WAY_API way_result way_launch_reach2d(const way_launch_reach2d_in *in, const way_launch_reach2d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_reach2d_agent {
    float from_x, from_y, to_x, to_y, speed, gravity;
} way_launch_reach2d_agent;

typedef struct way_launch_reach2d_answer {
    float range, far_velocity_x, far_velocity_y, least_speed, least_velocity_x, least_velocity_y, least_time;
    int32_t status;
} way_launch_reach2d_answer;

WAY_API way_result way_launch_reach2d_agent_default(way_launch_reach2d_agent *agent);
WAY_API way_result way_launch_reach2d_one(const way_launch_reach2d_agent *agent,
                                          way_launch_reach2d_answer *answer);

typedef struct way_launch_reach3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column speed;                  /* m/s: of the shot; 0 or less cannot fly */
    way_column gravity;                /* m/s^2: > 0, downwards */
} way_launch_reach3d_in;

typedef struct way_launch_reach3d_out {
    way_column_out range; /* m, 4 ulp: the furthest that it comes, level, at the height of to_y */
    way_column_out far_velocity_x, far_velocity_y, far_velocity_z; /* m/s, 6 ulp: of the throw that does */
    way_column_out least_speed; /* m/s, 4 ulp: of the slowest throw that arrives */
    way_column_out least_velocity_x, least_velocity_y, least_velocity_z; /* m/s, 6 ulp: of that throw */
    way_column_out least_time;                                           /* s, 4 ulp: of that throw */
    way_column_out status;                                               /* int32_t, a way_status */
} way_launch_reach3d_out;

WAY_API way_result way_launch_reach3d(const way_launch_reach3d_in *in, const way_launch_reach3d_out *out,
                                      const way_batch *batch);

typedef struct way_launch_reach3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, speed, gravity;
} way_launch_reach3d_agent;

typedef struct way_launch_reach3d_answer {
    float range, far_velocity_x, far_velocity_y, far_velocity_z, least_speed, least_velocity_x,
        least_velocity_y, least_velocity_z, least_time;
    int32_t status;
} way_launch_reach3d_answer;

WAY_API way_result way_launch_reach3d_agent_default(way_launch_reach3d_agent *agent);
WAY_API way_result way_launch_reach3d_one(const way_launch_reach3d_agent *agent,
                                          way_launch_reach3d_answer *answer);

/* Flight ----------------------------------------------------------------------------------------------------

   Where a thrown body is at a given time, its velocity there, and when it comes down through a height: the
   last time, not before now, at which it is there and not rising. Where it never is, `landing` is +inf and
   the status WAY_TOO_SLOW; the rest is given all the same.

   Bounds, WAY_EXACT: the point and the velocity within their ulps of the largest term of their sums; the
   landing of itself, yes or no wrong only where a height within 2e-14 of what the body rises from now and of
   the height's own distance would have the other answer. While lengths, speeds, times and gravity are 0 or between 1e-6 and 1e6. WAY_FAST
   loses up to half of the digits of a landing near the top of the flight.

   Source: "Two Basic Kinematics Problems" (solving parabolas). */

typedef struct way_flight2d_in {
    way_column body_x, body_y;   /* m: where it is now */
    way_column body_vx, body_vy; /* m/s: its velocity now */
    way_column gravity;          /* m/s^2: >= 0, downwards */
    way_column time;             /* s: from now on; below 0 is the past */
    way_column height;           /* m: the one that it comes down through; default 0 */
} way_flight2d_in;

typedef struct way_flight2d_out {
    way_column_out point_x, point_y;       /* m, 5 ulp: where it is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: its velocity then */
    way_column_out landing; /* s, 4 ulp: when it comes down through the height; +inf where it never does */
    way_column_out status;  /* int32_t, a way_status */
} way_flight2d_out;

WAY_API way_result way_flight2d(const way_flight2d_in *in, const way_flight2d_out *out,
                                const way_batch *batch);

typedef struct way_flight2d_agent {
    float body_x, body_y, body_vx, body_vy, gravity, time;
    float height;
} way_flight2d_agent;

typedef struct way_flight2d_answer {
    float point_x, point_y, velocity_x, velocity_y, landing;
    int32_t status;
} way_flight2d_answer;

WAY_API way_result way_flight2d_agent_default(way_flight2d_agent *agent);
WAY_API way_result way_flight2d_one(const way_flight2d_agent *agent, way_flight2d_answer *answer);

typedef struct way_flight3d_in {
    way_column body_x, body_y, body_z;    /* m: where it is now */
    way_column body_vx, body_vy, body_vz; /* m/s: its velocity now */
    way_column gravity;                   /* m/s^2: >= 0, downwards */
    way_column time;                      /* s: from now on; below 0 is the past */
    way_column height;                    /* m: the one that it comes down through; default 0 */
} way_flight3d_in;

typedef struct way_flight3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 5 ulp: where it is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: its velocity then */
    way_column_out landing; /* s, 4 ulp: when it comes down through the height; +inf where it never does */
    way_column_out status;  /* int32_t, a way_status */
} way_flight3d_out;

WAY_API way_result way_flight3d(const way_flight3d_in *in, const way_flight3d_out *out,
                                const way_batch *batch);

typedef struct way_flight3d_agent {
    float body_x, body_y, body_z, body_vx, body_vy, body_vz, gravity, time;
    float height;
} way_flight3d_agent;

typedef struct way_flight3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, landing;
    int32_t status;
} way_flight3d_answer;

WAY_API way_result way_flight3d_agent_default(way_flight3d_agent *agent);
WAY_API way_result way_flight3d_one(const way_flight3d_agent *agent, way_flight3d_answer *answer);

/* Arcs on moving targets ------------------------------------------------------------------------------------

   Shells of a given speed under gravity (down the y axis) at a target of constant velocity or acceleration,
   from a platform that may move: every t > 0 with |r + v t + a t^2 / 2| = shell_speed t, where r leads from
   the muzzle to the target, v is its velocity less the platform's and a its acceleration plus gravity
   upwards. There are none or two such times, up to four where the target comes down and closer, one where
   they just touch or where a is 0 and the target slower; the first and the last are given. A target that
   falls with the shell and no gravity at all are fine. At the muzzle it is WAY_THERE, time 0, velocity 0, and
   a later meeting counts as the last one.

   chase_accelerating is the same without gravity: a chaser of constant speed, which goes straight, after a
   runner of constant acceleration.

   Bounds: times within their ulps of themselves; the point of the largest term of its sum, runner_v t or
   runner_a t^2 / 2; velocities of the speed. How many meetings there are, and whether any, is never wrong,
   and the bounds hold, but for shots that one part in 7e13 more or less speed (or of the target's, where that
   is more) would make or break or move in time by half an ulp: just touching, that is. Meetings within an ulp
   of the horizon may count or not. While lengths, speeds and accelerations, and separation * acceleration /
   speed^2, are 0 or between 1e-9 and 1e9. Answers scale to the bit where lengths and times are scaled by
   powers of two. WAY_FAST is the same.

   Source: the quartic is the textbook's; its solution by two real quadratics, without cube roots, is the
   library's own. */

typedef struct way_arc2d_in {
    way_column muzzle_x, muzzle_y;       /* m: where the shell starts */
    way_column shell_speed;              /* m/s: of the shell; 0 or less cannot fly */
    way_column runner_x, runner_y;       /* m: where the target is */
    way_column runner_vx, runner_vy;     /* m/s: its velocity */
    way_column gravity;                  /* m/s^2: >= 0: on the shell, downwards */
    way_column runner_ax, runner_ay;     /* m/s^2: the target's acceleration, all of it; default 0 */
    way_column platform_vx, platform_vy; /* m/s: of what carries the gun; default 0 */
    way_column horizon;                  /* s: the longest time that counts; default +inf */
} way_arc2d_in;

typedef struct way_arc2d_out {
    way_column_out time;                   /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the target is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: the shell's, relative to the platform */
    way_column_out high_time;              /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out high_velocity_x, high_velocity_y; /* m/s, 2 ulp: the shell's that meets it then */
    way_column_out meetings;                         /* int32_t: how many times there are, up to 4 */
    way_column_out status;                           /* int32_t, a way_status */
} way_arc2d_out;

WAY_API way_result way_arc2d(const way_arc2d_in *in, const way_arc2d_out *out, const way_batch *batch);

typedef struct way_arc2d_agent {
    float muzzle_x, muzzle_y, shell_speed, runner_x, runner_y, runner_vx, runner_vy, gravity;
    float runner_ax, runner_ay, platform_vx, platform_vy, horizon;
} way_arc2d_agent;

typedef struct way_arc2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, high_time, high_velocity_x, high_velocity_y;
    int32_t meetings, status;
} way_arc2d_answer;

WAY_API way_result way_arc2d_agent_default(way_arc2d_agent *agent);
WAY_API way_result way_arc2d_one(const way_arc2d_agent *agent, way_arc2d_answer *answer);

typedef struct way_arc3d_in {
    way_column muzzle_x, muzzle_y, muzzle_z;    /* m: where the shell starts */
    way_column shell_speed;                     /* m/s: of the shell; 0 or less cannot fly */
    way_column runner_x, runner_y, runner_z;    /* m: where the target is */
    way_column runner_vx, runner_vy, runner_vz; /* m/s: its velocity */
    way_column gravity;                         /* m/s^2: >= 0: on the shell, downwards */
    way_column runner_ax, runner_ay, runner_az; /* m/s^2: the target's acceleration, all of it; default 0 */
    way_column platform_vx, platform_vy, platform_vz; /* m/s: of what carries the gun; default 0 */
    way_column horizon;                               /* s: the longest time that counts; default +inf */
} way_arc3d_in;

typedef struct way_arc3d_out {
    way_column_out time;                      /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y, point_z; /* m, 8 ulp: where the target is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: the shell's, relative to the platform */
    way_column_out high_time; /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out high_velocity_x, high_velocity_y,
        high_velocity_z;     /* m/s, 2 ulp: the shell's that meets it then */
    way_column_out meetings; /* int32_t: how many times there are, up to 4 */
    way_column_out status;   /* int32_t, a way_status */
} way_arc3d_out;

WAY_API way_result way_arc3d(const way_arc3d_in *in, const way_arc3d_out *out, const way_batch *batch);

typedef struct way_arc3d_agent {
    float muzzle_x, muzzle_y, muzzle_z, shell_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, gravity;
    float runner_ax, runner_ay, runner_az, platform_vx, platform_vy, platform_vz, horizon;
} way_arc3d_agent;

typedef struct way_arc3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, high_time, high_velocity_x,
        high_velocity_y, high_velocity_z;
    int32_t meetings, status;
} way_arc3d_answer;

WAY_API way_result way_arc3d_agent_default(way_arc3d_agent *agent);
WAY_API way_result way_arc3d_one(const way_arc3d_agent *agent, way_arc3d_answer *answer);

typedef struct way_chase_accelerating2d_in {
    way_column chaser_x, chaser_y;   /* m: where the chaser is */
    way_column chaser_speed;         /* m/s: 0 or less cannot move */
    way_column runner_x, runner_y;   /* m: where the runner is */
    way_column runner_vx, runner_vy; /* m/s: its velocity */
    way_column runner_ax, runner_ay; /* m/s^2: its acceleration */
    way_column horizon;              /* s: the longest time that counts; default +inf */
} way_chase_accelerating2d_in;

typedef struct way_chase_accelerating2d_out {
    way_column_out time;                   /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y;       /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y; /* m/s, 2 ulp: the chaser's */
    way_column_out latest;                 /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out latest_velocity_x, latest_velocity_y; /* m/s, 2 ulp: the chaser's that meets it then */
    way_column_out meetings;                             /* int32_t: how many times there are, up to 4 */
    way_column_out status;                               /* int32_t, a way_status */
} way_chase_accelerating2d_out;

WAY_API way_result way_chase_accelerating2d(const way_chase_accelerating2d_in *in,
                                            const way_chase_accelerating2d_out *out, const way_batch *batch);

typedef struct way_chase_accelerating2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy, runner_ax, runner_ay;
    float horizon;
} way_chase_accelerating2d_agent;

typedef struct way_chase_accelerating2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, latest, latest_velocity_x, latest_velocity_y;
    int32_t meetings, status;
} way_chase_accelerating2d_answer;

WAY_API way_result way_chase_accelerating2d_agent_default(way_chase_accelerating2d_agent *agent);
WAY_API way_result way_chase_accelerating2d_one(const way_chase_accelerating2d_agent *agent,
                                                way_chase_accelerating2d_answer *answer);

typedef struct way_chase_accelerating3d_in {
    way_column chaser_x, chaser_y, chaser_z;    /* m: where the chaser is */
    way_column chaser_speed;                    /* m/s: 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;    /* m: where the runner is */
    way_column runner_vx, runner_vy, runner_vz; /* m/s: its velocity */
    way_column runner_ax, runner_ay, runner_az; /* m/s^2: its acceleration */
    way_column horizon;                         /* s: the longest time that counts; default +inf */
} way_chase_accelerating3d_in;

typedef struct way_chase_accelerating3d_out {
    way_column_out time;                      /* s, 1 ulp: of the first meeting; +inf where there is none */
    way_column_out point_x, point_y, point_z; /* m, 8 ulp: where the runner is then */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 2 ulp: the chaser's */
    way_column_out latest; /* s, 1 ulp: of the last meeting; +inf where there are not two */
    way_column_out latest_velocity_x, latest_velocity_y,
        latest_velocity_z;   /* m/s, 2 ulp: the chaser's that meets it then */
    way_column_out meetings; /* int32_t: how many times there are, up to 4 */
    way_column_out status;   /* int32_t, a way_status */
} way_chase_accelerating3d_out;

WAY_API way_result way_chase_accelerating3d(const way_chase_accelerating3d_in *in,
                                            const way_chase_accelerating3d_out *out, const way_batch *batch);

typedef struct way_chase_accelerating3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz, runner_ax, runner_ay, runner_az;
    float horizon;
} way_chase_accelerating3d_agent;

typedef struct way_chase_accelerating3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, latest, latest_velocity_x,
        latest_velocity_y, latest_velocity_z;
    int32_t meetings, status;
} way_chase_accelerating3d_answer;

WAY_API way_result way_chase_accelerating3d_agent_default(way_chase_accelerating3d_agent *agent);
WAY_API way_result way_chase_accelerating3d_one(const way_chase_accelerating3d_agent *agent,
                                                way_chase_accelerating3d_answer *answer);

/* Throwing at a level speed ---------------------------------------------------------------------------------

   What shooters do: the speed along the ground is chosen, for its looks, and what is left is solved for.
   Level, it is the interception of a target that may move; launch_lateral finds the upward speed that takes
   it there under a given gravity, launch_gravity the gravity under which it passes a top that lies `apex`
   above the higher end. A target that is never caught up with is WAY_TOO_SLOW, one straight above or below
   WAY_DEGENERATE: no level speed leads there.

   Bounds, WAY_EXACT: the time within its ulps of itself, the point of the largest term of its sum, the
   velocity's level parts of level_speed. With y the height climbed, separation + target's velocity * time,
   and h the larger term of that sum: for launch_lateral, the velocity's height of m, the larger one of h /
   time and gravity * time / 2; the top of the largest of from_y, itself and the velocity's height * m /
   gravity, which is how well the top of such a throw is known. For launch_gravity, the velocity's height and
   the gravity of themselves * (1 + h / (apex + |y|)), where apex + |y| is not below 1e-4 h. While lengths,
   speeds, gravity and their quotients are 0 or between 1e-6 and 1e6. WAY_FAST loses digits as the
   interception does.

   Source: "Two Basic Kinematics Problems" (solving parabolas), solved for other unknowns; the meeting is the
   interception's. */

typedef struct way_launch_lateral2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column level_speed;    /* m/s: along the ground; 0 or less cannot move */
    way_column gravity;        /* m/s^2: > 0, downwards */
    way_column to_vx, to_vy;   /* m/s: how that place moves; default 0 */
} way_launch_lateral2d_in;

typedef struct way_launch_lateral2d_out {
    way_column_out time;                   /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y;       /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y; /* m/s, 16 ulp: that it is thrown with */
    way_column_out top;    /* m, 8 ulp: the height of its top; from_y where it is not thrown upwards */
    way_column_out status; /* int32_t, a way_status */
} way_launch_lateral2d_out;

WAY_API way_result way_launch_lateral2d(const way_launch_lateral2d_in *in,
                                        const way_launch_lateral2d_out *out, const way_batch *batch);

typedef struct way_launch_lateral2d_agent {
    float from_x, from_y, to_x, to_y, level_speed, gravity;
    float to_vx, to_vy;
} way_launch_lateral2d_agent;

typedef struct way_launch_lateral2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, top;
    int32_t status;
} way_launch_lateral2d_answer;

WAY_API way_result way_launch_lateral2d_agent_default(way_launch_lateral2d_agent *agent);
WAY_API way_result way_launch_lateral2d_one(const way_launch_lateral2d_agent *agent,
                                            way_launch_lateral2d_answer *answer);

typedef struct way_launch_lateral3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column level_speed;            /* m/s: along the ground; 0 or less cannot move */
    way_column gravity;                /* m/s^2: > 0, downwards */
    way_column to_vx, to_vy, to_vz;    /* m/s: how that place moves; default 0 */
} way_launch_lateral3d_in;

typedef struct way_launch_lateral3d_out {
    way_column_out time;                      /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 16 ulp: that it is thrown with */
    way_column_out top;    /* m, 8 ulp: the height of its top; from_y where it is not thrown upwards */
    way_column_out status; /* int32_t, a way_status */
} way_launch_lateral3d_out;

WAY_API way_result way_launch_lateral3d(const way_launch_lateral3d_in *in,
                                        const way_launch_lateral3d_out *out, const way_batch *batch);

typedef struct way_launch_lateral3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, level_speed, gravity;
    float to_vx, to_vy, to_vz;
} way_launch_lateral3d_agent;

typedef struct way_launch_lateral3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, top;
    int32_t status;
} way_launch_lateral3d_answer;

WAY_API way_result way_launch_lateral3d_agent_default(way_launch_lateral3d_agent *agent);
WAY_API way_result way_launch_lateral3d_one(const way_launch_lateral3d_agent *agent,
                                            way_launch_lateral3d_answer *answer);

typedef struct way_launch_gravity2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column level_speed;    /* m/s: along the ground; 0 or less cannot move */
    way_column apex;           /* m: >= 0: the top above the higher one of from_y and where it is met */
    way_column to_vx, to_vy;   /* m/s: how that place moves; default 0 */
} way_launch_gravity2d_in;

typedef struct way_launch_gravity2d_out {
    way_column_out time;                   /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y;       /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y; /* m/s, 10 ulp: that it is thrown with */
    way_column_out gravity;                /* m/s^2, 16 ulp: what it needs */
    way_column_out status;                 /* int32_t, a way_status */
} way_launch_gravity2d_out;

WAY_API way_result way_launch_gravity2d(const way_launch_gravity2d_in *in,
                                        const way_launch_gravity2d_out *out, const way_batch *batch);

typedef struct way_launch_gravity2d_agent {
    float from_x, from_y, to_x, to_y, level_speed, apex;
    float to_vx, to_vy;
} way_launch_gravity2d_agent;

typedef struct way_launch_gravity2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, gravity;
    int32_t status;
} way_launch_gravity2d_answer;

WAY_API way_result way_launch_gravity2d_agent_default(way_launch_gravity2d_agent *agent);
WAY_API way_result way_launch_gravity2d_one(const way_launch_gravity2d_agent *agent,
                                            way_launch_gravity2d_answer *answer);

typedef struct way_launch_gravity3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column level_speed;            /* m/s: along the ground; 0 or less cannot move */
    way_column apex;                /* m: >= 0: the top above the higher one of from_y and where it is met */
    way_column to_vx, to_vy, to_vz; /* m/s: how that place moves; default 0 */
} way_launch_gravity3d_in;

typedef struct way_launch_gravity3d_out {
    way_column_out time;                      /* s, 4 ulp: until it meets it; +inf where it never does */
    way_column_out point_x, point_y, point_z; /* m, 6 ulp: where that is */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 10 ulp: that it is thrown with */
    way_column_out gravity;                            /* m/s^2, 16 ulp: what it needs */
    way_column_out status;                             /* int32_t, a way_status */
} way_launch_gravity3d_out;

WAY_API way_result way_launch_gravity3d(const way_launch_gravity3d_in *in,
                                        const way_launch_gravity3d_out *out, const way_batch *batch);

typedef struct way_launch_gravity3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, level_speed, apex;
    float to_vx, to_vy, to_vz;
} way_launch_gravity3d_agent;

typedef struct way_launch_gravity3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, gravity;
    int32_t status;
} way_launch_gravity3d_answer;

WAY_API way_result way_launch_gravity3d_agent_default(way_launch_gravity3d_agent *agent);
WAY_API way_result way_launch_gravity3d_one(const way_launch_gravity3d_agent *agent,
                                            way_launch_gravity3d_answer *answer);

/* Bezier curves ---------------------------------------------------------------------------------------------

   (1 - t)^2 from + 2 t (1 - t) control + t^2 to, for flights that need no gravity. The phase t is the part of
   the curve's time that has gone; below 0 counts as 0 and above 1 as 1. bezier tells the point, the velocity
   and its direction; where the curve stands still the velocity and the direction are 0 (WAY_DEGENERATE).
   bezier_tick is for units that follow a curve at a fixed tick: the velocity that takes them from where they
   are to the curve's next sample. bezier_apex finds the control point that makes the curve the very parabola
   of launch_apex, whatever the gravity.

   Bounds, WAY_EXACT: the point and the control point within their ulps of themselves or of the largest term
   of their sums, whichever is larger; the velocity of itself or of 2^-20 of the largest of the distances
   between the points (for bezier_tick: of all coordinates), over the time, whichever is larger; the direction
   of 1, while the velocity is not less than that. While lengths and times are 0 or between 1e-6 and 1e6. WAY_FAST is the same but for velocities
   that cancel, near a turning point or at a small tick, where it loses digits.

   Source: "Two Basic Kinematics Problems" (the other way: Bezier curves). */

typedef struct way_bezier2d_in {
    way_column from_x, from_y;       /* m: where it begins */
    way_column control_x, control_y; /* m: what it bends towards */
    way_column to_x, to_y;           /* m: where it ends */
    way_column phase;                /* the part of its time that has gone, 0 to 1 */
    way_column duration;             /* s: > 0: how long it takes; default 1 */
} way_bezier2d_in;

typedef struct way_bezier2d_out {
    way_column_out point_x, point_y;         /* m, 1 ulp: where it is then */
    way_column_out velocity_x, velocity_y;   /* m/s, 4 ulp: its velocity then */
    way_column_out direction_x, direction_y; /* 4 ulp: the same as a unit vector */
    way_column_out status;                   /* int32_t, a way_status */
} way_bezier2d_out;

WAY_API way_result way_bezier2d(const way_bezier2d_in *in, const way_bezier2d_out *out,
                                const way_batch *batch);

typedef struct way_bezier2d_agent {
    float from_x, from_y, control_x, control_y, to_x, to_y, phase;
    float duration;
} way_bezier2d_agent;

typedef struct way_bezier2d_answer {
    float point_x, point_y, velocity_x, velocity_y, direction_x, direction_y;
    int32_t status;
} way_bezier2d_answer;

WAY_API way_result way_bezier2d_agent_default(way_bezier2d_agent *agent);
WAY_API way_result way_bezier2d_one(const way_bezier2d_agent *agent, way_bezier2d_answer *answer);

typedef struct way_bezier3d_in {
    way_column from_x, from_y, from_z;          /* m: where it begins */
    way_column control_x, control_y, control_z; /* m: what it bends towards */
    way_column to_x, to_y, to_z;                /* m: where it ends */
    way_column phase;                           /* the part of its time that has gone, 0 to 1 */
    way_column duration;                        /* s: > 0: how long it takes; default 1 */
} way_bezier3d_in;

typedef struct way_bezier3d_out {
    way_column_out point_x, point_y, point_z;             /* m, 1 ulp: where it is then */
    way_column_out velocity_x, velocity_y, velocity_z;    /* m/s, 4 ulp: its velocity then */
    way_column_out direction_x, direction_y, direction_z; /* 4 ulp: the same as a unit vector */
    way_column_out status;                                /* int32_t, a way_status */
} way_bezier3d_out;

WAY_API way_result way_bezier3d(const way_bezier3d_in *in, const way_bezier3d_out *out,
                                const way_batch *batch);

typedef struct way_bezier3d_agent {
    float from_x, from_y, from_z, control_x, control_y, control_z, to_x, to_y, to_z, phase;
    float duration;
} way_bezier3d_agent;

typedef struct way_bezier3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, direction_x, direction_y,
        direction_z;
    int32_t status;
} way_bezier3d_answer;

WAY_API way_result way_bezier3d_agent_default(way_bezier3d_agent *agent);
WAY_API way_result way_bezier3d_one(const way_bezier3d_agent *agent, way_bezier3d_answer *answer);

typedef struct way_bezier_tick2d_in {
    way_column body_x, body_y;       /* m: where the unit is */
    way_column from_x, from_y;       /* m: where the curve begins */
    way_column control_x, control_y; /* m: what it bends towards */
    way_column to_x, to_y;           /* m: where it ends */
    way_column phase;                /* the part of its time that has gone after the tick, 0 to 1 */
    way_column dt;                   /* s: > 0: the length of the tick */
} way_bezier_tick2d_in;

typedef struct way_bezier_tick2d_out {
    way_column_out point_x, point_y;       /* m, 1 ulp: the sample */
    way_column_out velocity_x, velocity_y; /* m/s, 4 ulp: the unit's */
    way_column_out status;                 /* int32_t, a way_status */
} way_bezier_tick2d_out;

WAY_API way_result way_bezier_tick2d(const way_bezier_tick2d_in *in, const way_bezier_tick2d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_tick2d_agent {
    float body_x, body_y, from_x, from_y, control_x, control_y, to_x, to_y, phase, dt;
} way_bezier_tick2d_agent;

typedef struct way_bezier_tick2d_answer {
    float point_x, point_y, velocity_x, velocity_y;
    int32_t status;
} way_bezier_tick2d_answer;

WAY_API way_result way_bezier_tick2d_agent_default(way_bezier_tick2d_agent *agent);
WAY_API way_result way_bezier_tick2d_one(const way_bezier_tick2d_agent *agent,
                                         way_bezier_tick2d_answer *answer);

typedef struct way_bezier_tick3d_in {
    way_column body_x, body_y, body_z;          /* m: where the unit is */
    way_column from_x, from_y, from_z;          /* m: where the curve begins */
    way_column control_x, control_y, control_z; /* m: what it bends towards */
    way_column to_x, to_y, to_z;                /* m: where it ends */
    way_column phase; /* the part of its time that has gone after the tick, 0 to 1 */
    way_column dt;    /* s: > 0: the length of the tick */
} way_bezier_tick3d_in;

typedef struct way_bezier_tick3d_out {
    way_column_out point_x, point_y, point_z;          /* m, 1 ulp: the sample */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, 4 ulp: the unit's */
    way_column_out status;                             /* int32_t, a way_status */
} way_bezier_tick3d_out;

WAY_API way_result way_bezier_tick3d(const way_bezier_tick3d_in *in, const way_bezier_tick3d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_tick3d_agent {
    float body_x, body_y, body_z, from_x, from_y, from_z, control_x, control_y, control_z, to_x, to_y, to_z,
        phase, dt;
} way_bezier_tick3d_agent;

typedef struct way_bezier_tick3d_answer {
    float point_x, point_y, point_z, velocity_x, velocity_y, velocity_z;
    int32_t status;
} way_bezier_tick3d_answer;

WAY_API way_result way_bezier_tick3d_agent_default(way_bezier_tick3d_agent *agent);
WAY_API way_result way_bezier_tick3d_one(const way_bezier_tick3d_agent *agent,
                                         way_bezier_tick3d_answer *answer);

typedef struct way_bezier_apex2d_in {
    way_column from_x, from_y; /* m: where it is thrown from */
    way_column to_x, to_y;     /* m: where it is to come down */
    way_column apex;           /* m: >= 0: the top above the higher one of the two */
} way_bezier_apex2d_in;

typedef struct way_bezier_apex2d_out {
    way_column_out control_x, control_y; /* m, 4 ulp: the control point */
    way_column_out status;               /* int32_t, a way_status */
} way_bezier_apex2d_out;

WAY_API way_result way_bezier_apex2d(const way_bezier_apex2d_in *in, const way_bezier_apex2d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_apex2d_agent {
    float from_x, from_y, to_x, to_y, apex;
} way_bezier_apex2d_agent;

typedef struct way_bezier_apex2d_answer {
    float control_x, control_y;
    int32_t status;
} way_bezier_apex2d_answer;

WAY_API way_result way_bezier_apex2d_agent_default(way_bezier_apex2d_agent *agent);
WAY_API way_result way_bezier_apex2d_one(const way_bezier_apex2d_agent *agent,
                                         way_bezier_apex2d_answer *answer);

typedef struct way_bezier_apex3d_in {
    way_column from_x, from_y, from_z; /* m: where it is thrown from */
    way_column to_x, to_y, to_z;       /* m: where it is to come down */
    way_column apex;                   /* m: >= 0: the top above the higher one of the two */
} way_bezier_apex3d_in;

typedef struct way_bezier_apex3d_out {
    way_column_out control_x, control_y, control_z; /* m, 4 ulp: the control point */
    way_column_out status;                          /* int32_t, a way_status */
} way_bezier_apex3d_out;

WAY_API way_result way_bezier_apex3d(const way_bezier_apex3d_in *in, const way_bezier_apex3d_out *out,
                                     const way_batch *batch);

typedef struct way_bezier_apex3d_agent {
    float from_x, from_y, from_z, to_x, to_y, to_z, apex;
} way_bezier_apex3d_agent;

typedef struct way_bezier_apex3d_answer {
    float control_x, control_y, control_z;
    int32_t status;
} way_bezier_apex3d_answer;

WAY_API way_result way_bezier_apex3d_agent_default(way_bezier_apex3d_agent *agent);
WAY_API way_result way_bezier_apex3d_one(const way_bezier_apex3d_agent *agent,
                                         way_bezier_apex3d_answer *answer);

/* Formations ------------------------------------------------------------------------------------------------

   How a squad, a car or a ship that cannot turn on the spot gets from one pose (a place and a heading) to
   another, on circles of a turning radius and a straight between them; where it is after so many metres of
   it; and how the ranks behind the first one follow.

   A path has three parts, told by its word: L is an arc to the left (counter-clockwise, x to the right and y
   upwards), R one to the right, S a straight. It leaves its first circle at the exit and joins its last one
   at the entry. Headings may come in any length but 0, which is WAY_INVALID, as is a radius that is not above
   0.

   turning_path2d is the chapter's. Each circle is on the side of its heading on which the other pose lies (on
   the other circle's side where that is straight ahead or behind, and on the left where both are); where the
   circles would overlap, closer than two radii, both are turned over to the other side. Circles on the same
   side have the outer tangent for a straight, others the inner one, which they have not where they still
   overlap: WAY_NO_PATH, total +inf, word WAY_NO_WORD, and 0 elsewhere.

   shortest_path2d takes the shortest of all six words of the car that only drives forwards, of equal ones the
   first in the order of way_word. With an end radius of its own the last circle differs from the first, and
   the words of three arcs are left out. There is always one. The circle between LRL's or RLR's arcs has its
   centre at 2 exit - centre1, and middle is its arc.

   At the target already (the same place and heading) the total is 0 and the status WAY_THERE. An arc of a
   whole turn but for 2^-32 is none, and circles that touch but for 2^-36 of their radius touch, so that
   rounding makes no circles of what is straight on. With WAY_FAST both are 2^-19.

   Bounds, WAY_EXACT, against exact arithmetic: lengths within their ulps of the path's total and a turn of
   its larger circle; points of the largest of their coordinates and the radius; while lengths are between
   1e-12 and 1e15, and the centres further apart than 1e-5 of radius and distance. Where two words are as
   short but for that, either may be given, and so where the circles as good as touch. WAY_FAST loses digits
   where centres are close together against their radii or their places, or as good as touching.

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro (the circles, after an
   idea that Chris Jurney presented); L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average
   Curvature" (the six words). */

typedef enum way_word {
    WAY_NO_WORD = -1,
    WAY_LSL = 0,
    WAY_RSR = 1,
    WAY_LSR = 2,
    WAY_RSL = 3,
    WAY_LRL = 4,
    WAY_RLR = 5
} way_word;

/* "none" for WAY_NO_WORD, "LSL", "RSR", "LSR", "RSL", "LRL", "RLR"; NULL for any other number. */
WAY_API const char *way_word_name(int32_t word);

typedef struct way_turning_path2d_in {
    way_column x, y;                               /* m: where it is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it has to be */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0: of both circles */
} way_turning_path2d_in;

typedef struct way_turning_path2d_out {
    way_column_out centre1_x, centre1_y; /* m, 4 ulp: of the circle that it starts on */
    way_column_out exit_x, exit_y;       /* m, 4 ulp: where it leaves that circle */
    way_column_out centre2_x, centre2_y; /* m, 4 ulp: of the circle that it ends on */
    way_column_out entry_x, entry_y;     /* m, 4 ulp: where it joins that circle */
    way_column_out arc1;                 /* m, 4 ulp: on the first circle */
    way_column_out straight;             /* m, 4 ulp: from the exit to the entry */
    way_column_out arc2;                 /* m, 4 ulp: on the second circle */
    way_column_out total;                /* m, 4 ulp: arc1 + straight + arc2; +inf where there is no path */
    way_column_out word;                 /* int32_t, a way_word with an S */
    way_column_out status;               /* int32_t, a way_status */
} way_turning_path2d_out;

WAY_API way_result way_turning_path2d(const way_turning_path2d_in *in, const way_turning_path2d_out *out,
                                      const way_batch *batch);

typedef struct way_turning_path2d_agent {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius;
} way_turning_path2d_agent;

typedef struct way_turning_path2d_answer {
    float centre1_x, centre1_y, exit_x, exit_y, centre2_x, centre2_y, entry_x, entry_y, arc1, straight, arc2,
        total;
    int32_t word, status;
} way_turning_path2d_answer;

WAY_API way_result way_turning_path2d_agent_default(way_turning_path2d_agent *agent);
WAY_API way_result way_turning_path2d_one(const way_turning_path2d_agent *agent,
                                          way_turning_path2d_answer *answer);

typedef struct way_shortest_path2d_in {
    way_column x, y;                               /* m: where it is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it has to be */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0: of all circles, or of the first */
    way_column end_radius;                         /* m, >= 0: of the last; default 0: as the first */
} way_shortest_path2d_in;

typedef struct way_shortest_path2d_out {
    way_column_out centre1_x, centre1_y; /* m, 4 ulp: of the circle that it starts on */
    way_column_out exit_x, exit_y;       /* m, 4 ulp: where it leaves that circle */
    way_column_out centre2_x, centre2_y; /* m, 4 ulp: of the circle that it ends on */
    way_column_out entry_x, entry_y;     /* m, 4 ulp: where it joins that circle */
    way_column_out arc1;                 /* m, 4 ulp: on the first circle */
    way_column_out middle;               /* m, 4 ulp: the straight, or the arc between */
    way_column_out arc2;                 /* m, 4 ulp: on the last circle */
    way_column_out total;                /* m, 4 ulp: arc1 + middle + arc2; +inf where there is no path */
    way_column_out word;                 /* int32_t, a way_word */
    way_column_out status;               /* int32_t, a way_status */
} way_shortest_path2d_out;

WAY_API way_result way_shortest_path2d(const way_shortest_path2d_in *in, const way_shortest_path2d_out *out,
                                       const way_batch *batch);

typedef struct way_shortest_path2d_agent {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius;
    float end_radius;
} way_shortest_path2d_agent;

typedef struct way_shortest_path2d_answer {
    float centre1_x, centre1_y, exit_x, exit_y, centre2_x, centre2_y, entry_x, entry_y, arc1, middle, arc2,
        total;
    int32_t word, status;
} way_shortest_path2d_answer;

WAY_API way_result way_shortest_path2d_agent_default(way_shortest_path2d_agent *agent);
WAY_API way_result way_shortest_path2d_one(const way_shortest_path2d_agent *agent,
                                           way_shortest_path2d_answer *answer);

/* march2d is where a mover is after distance + step metres of a path, and where it heads. The pose at the
   start and the one at the target, the radii, the word and the lengths are what the path's behaviour was
   given and gave out (its straight is the middle). The distance is all the state there is: it comes out as
   next_distance, for the next call. Before the start it is at the start, to the bit; from the total on it is
   at the target, to the bit, and the status is WAY_THERE. The exit and the entry are met from both sides.
   Without a path (WAY_NO_WORD) it stays at the start, WAY_NO_PATH. Lengths below 0, and arcs of more than 6.5
   radii, are WAY_INVALID.

   Bounds, WAY_EXACT and WAY_FAST, which are the same: places within their ulps of the largest coordinate and
   the total together, headings of 1, against the path that the given numbers describe. At the joints of a
   path that the behaviours above gave out, places jump by no more than 16 ulp of the same, headings by 16 ulp
   of 1 and what two ulp of the total turn by. */

typedef struct way_march2d_in {
    way_column x, y;                               /* m: where the path begins */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column target_x, target_y;                 /* m: where it ends */
    way_column target_heading_x, target_heading_y; /* any length but 0 */
    way_column radius;                             /* m, > 0 */
    way_column word;                               /* int32_t, a way_word */
    way_column arc1, middle, arc2;                 /* m, >= 0 */
    way_column distance;                           /* m: how far along it already */
    way_column end_radius;                         /* m, >= 0; default 0: as the first */
    way_column step;                               /* m: how much further now; default 0 */
} way_march2d_in;

typedef struct way_march2d_out {
    way_column_out next_x, next_y;                 /* m, 4 ulp: where it is then */
    way_column_out next_heading_x, next_heading_y; /* 8 ulp: a unit vector */
    way_column_out next_distance;                  /* m, 1 ulp: distance + step, from 0 to the total */
    way_column_out status;                         /* int32_t, a way_status */
} way_march2d_out;

WAY_API way_result way_march2d(const way_march2d_in *in, const way_march2d_out *out, const way_batch *batch);

typedef struct way_march2d_agent {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y, radius;
    int32_t word;
    float arc1, middle, arc2, distance;
    float end_radius, step;
} way_march2d_agent;

typedef struct way_march2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y, next_distance;
    int32_t status;
} way_march2d_answer;

WAY_API way_result way_march2d_agent_default(way_march2d_agent *agent);
WAY_API way_result way_march2d_one(const way_march2d_agent *agent, way_march2d_answer *answer);

/* One path as a list of poses, each `spacing` further along than the one before, the last one at the target:
   the same bits as march2d's. */

typedef struct way_path2d {
    float x, y, heading_x, heading_y, target_x, target_y, target_heading_x, target_heading_y;
    float radius;
    int32_t word; /* a way_word */
    float arc1, middle, arc2;
    float end_radius; /* 0: as the first */
} way_path2d;

/* How many poses that makes: 1 at the target already; 0 where there is no path, where it is invalid, where
   the spacing is not above 0, and where it would be more than 16 million. */
WAY_API size_t way_waypoints2d_count(const way_path2d *path, float spacing);
/* All of them, to columns of as many; next_distance is how far along each one is. */
WAY_API way_result way_waypoints2d(const way_path2d *path, float spacing, const way_march2d_out *out);

/* The ranks behind. The first one stands in line, square to the formation's heading and about its place:
   line2d, with the formation's pose as the rank's, gives the places of its units. The others are moved rank
   by rank, those of all formations in one call: whose turn it is are the chasers, who they follow the
   runners, so a list of targets can say who is ahead of whom. Ordered rank by rank, each rank is a column of
   its own and may be moved in place.

   file2d, the column style: each unit goes towards the one ahead of it and stops at touching distance; one
   that is nearer makes room. One that touches never moves further than the one ahead of it. next_heading
   goes into the next rank's call as ahead_heading and into its own next one as heading. Both tell only where
   behind is when the unit is at the same place as the one ahead: straight behind along ahead_heading, or else
   along heading; without either it stays, WAY_DEGENERATE.

   rank2d, the row style: a rank is a pose, its middle and heading, and its units are put in line by line2d
   with the places' offsets, flush beside each other. Which way it turns is seen by where the rank ahead heads
   against the way from the middle of the one to the other's; its inner unit goes towards the one ahead of it
   as in file2d, the others stay flush beside that. Straight ahead neither end is the inner one, and it is the
   middle that follows. Where there is no way to the inner unit's place, the rank takes its place straight
   behind.

   A formation that is turned on the spot finds its ranks where they were: they come round behind it as it
   marches on. To form them up behind its new heading at once, give each rank the pose of the one ahead as its
   own, and ahead_heading: it takes its place straight behind.

   The least radius for rows of a half width, for so many ranks (the first counts) and for steps of the first
   rank's middle of so many metres:

       least = half_width + sqrt((ranks - 1) spacing (spacing + step))

   for what follows a unit on a circle of radius a at distance s settles on one of radius b, b^2 = a^2 - s^2,
   or a^2 - s (s + chord) in steps of a chord, and the inner ends need a circle each. On paths that nowhere
   turn more tightly, to one side or the other, units one behind the other in two ranks stay at least
   touching distance apart and none leaps (in steps of half the spacing they come nearer by up to a hundredth
   of it where the inner side changes); round one circle none goes further than the outermost unit of the
   first rank. In a turn to the other side the last ranks' outer ends swing round, the faster the nearer the
   radius is to the least: up to 30 times as far in a step as that unit was seen. On a smaller circle the last
   ranks are turned round in time, and as the inner side changes they leap, by the source's rule as well: half
   width 8 and 6 ranks at 2 m need 12.5 m; on 10 m they leap after 330 degrees. Columns never leap; where the
   inner file's circle is smaller than spacing sqrt(ranks - 1) they bend back on themselves.

   Bounds, WAY_EXACT: places within their ulps of the largest of their coordinates, the spacing and the offset
   or half width; headings of 1; while lengths are 0 or between 1e-12 and 1e15, the way to the unit ahead at
   least 1e-5 of the coordinates and of the half width; and where the rank ahead heads along the way between
   the middles to 1e-12, either end may be the inner one. WAY_FAST: the same where coordinates, and their
   differences, are not large against the spacing.

   Source: "Techniques for Formation Movement Using Steering Circles" in Game AI Pro; the least radius and the
   middle that follows straight ahead are added here. */

typedef struct way_line2d_in {
    way_column rank_x, rank_y;                 /* m: the middle of the rank, or the formation's place */
    way_column rank_heading_x, rank_heading_y; /* any length but 0 */
    way_column offset;                         /* m: to the right of the middle; below 0 to the left */
} way_line2d_in;

typedef struct way_line2d_out {
    way_column_out place_x, place_y; /* m, 2 ulp: where the unit stands */
    way_column_out status;           /* int32_t, a way_status */
} way_line2d_out;

WAY_API way_result way_line2d(const way_line2d_in *in, const way_line2d_out *out, const way_batch *batch);

typedef struct way_line2d_agent {
    float rank_x, rank_y, rank_heading_x, rank_heading_y, offset;
} way_line2d_agent;

typedef struct way_line2d_answer {
    float place_x, place_y;
    int32_t status;
} way_line2d_answer;

WAY_API way_result way_line2d_agent_default(way_line2d_agent *agent);
WAY_API way_result way_line2d_one(const way_line2d_agent *agent, way_line2d_answer *answer);

typedef struct way_file2d_in {
    way_column x, y;                             /* m: where the unit is */
    way_column spacing;                          /* m, >= 0: touching distance */
    way_column ahead_x, ahead_y;                 /* m: where the one ahead of it has come to */
    way_column ahead_heading_x, ahead_heading_y; /* where that one heads, any length; default 0: not known */
    way_column heading_x, heading_y; /* where it headed itself, any length; default 0: not known */
} way_file2d_in;

typedef struct way_file2d_out {
    way_column_out next_x, next_y;                 /* m, 2 ulp: where the unit is to be */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector, to the one ahead */
    way_column_out status;                         /* int32_t, a way_status */
} way_file2d_out;

WAY_API way_result way_file2d(const way_file2d_in *in, const way_file2d_out *out, const way_batch *batch);

typedef struct way_file2d_agent {
    float x, y, spacing, ahead_x, ahead_y;
    float ahead_heading_x, ahead_heading_y, heading_x, heading_y;
} way_file2d_agent;

typedef struct way_file2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_file2d_answer;

WAY_API way_result way_file2d_agent_default(way_file2d_agent *agent);
WAY_API way_result way_file2d_one(const way_file2d_agent *agent, way_file2d_answer *answer);

typedef struct way_rank2d_in {
    way_column x, y;                             /* m: the middle of the rank */
    way_column heading_x, heading_y;             /* any length but 0 */
    way_column half_width;                       /* m, >= 0: from the middle to the outermost unit */
    way_column spacing;                          /* m, >= 0: touching distance */
    way_column ahead_x, ahead_y;                 /* m: where the rank ahead has come to */
    way_column ahead_heading_x, ahead_heading_y; /* any length but 0 */
} way_rank2d_in;

typedef struct way_rank2d_out {
    way_column_out next_x, next_y;                 /* m, 3 ulp: where the middle is to be */
    way_column_out next_heading_x, next_heading_y; /* 2 ulp: a unit vector, to the rank ahead */
    way_column_out status;                         /* int32_t, a way_status */
} way_rank2d_out;

WAY_API way_result way_rank2d(const way_rank2d_in *in, const way_rank2d_out *out, const way_batch *batch);

typedef struct way_rank2d_agent {
    float x, y, heading_x, heading_y, half_width, spacing, ahead_x, ahead_y, ahead_heading_x, ahead_heading_y;
} way_rank2d_agent;

typedef struct way_rank2d_answer {
    float next_x, next_y, next_heading_x, next_heading_y;
    int32_t status;
} way_rank2d_answer;

WAY_API way_result way_rank2d_agent_default(way_rank2d_agent *agent);
WAY_API way_result way_rank2d_one(const way_rank2d_agent *agent, way_rank2d_answer *answer);

/* cut_off2d: a squad that cuts a convoy off. The earliest time, and the shortest path as of shortest_path2d,
   that ends where the runner is then, no longer than what the squad goes in that time: it arrives with the
   runner, or before it where a path becomes shorter by a leap. With the heading wanted, or else the runner's;
   where that stands still, the one from the squad to it. Its outputs are march2d's inputs. A runner slower
   than the squad is always met. No moment is passed at which a path is short enough, of whatever word and
   however fast the runner, but one that lasts for less than about 1e-5 of its time. The status is
   WAY_TOO_SLOW where there is none: then the runner is as fast as the squad.
   A leap is where two circles begin to touch: such a path is there for the numbers given, and a rounding of
   the target can undo it, so march the one given out rather than ask shortest_path2d for it anew. Without
   one, time and total are +inf, and 0 the rest.

   Bounds, WAY_EXACT: those of shortest_path2d for the path to the target given out; the path is longer than
   the speed and the time reach by no more than the time's ulps of total and turn over speed, and never where
   the speed is not above 0. The target within its ulps of the larger term of its sum.

   Source: ours, on the paths above. */

typedef struct way_cut_off2d_in {
    way_column x, y;                               /* m: where the squad is */
    way_column heading_x, heading_y;               /* any length but 0 */
    way_column speed;                              /* m/s; 0 or less cannot move */
    way_column radius;                             /* m, > 0: of its turning circles */
    way_column runner_x, runner_y;                 /* m */
    way_column runner_vx, runner_vy;               /* m/s */
    way_column wanted_heading_x, wanted_heading_y; /* any length; default 0: the runner's */
    way_column horizon;                            /* s: the longest time that counts; default +inf */
} way_cut_off2d_in;

typedef struct way_cut_off2d_out {
    way_column_out time;                               /* s, 16 ulp: when; +inf where there is none */
    way_column_out target_x, target_y;                 /* m, 2 ulp: where the runner is then */
    way_column_out target_heading_x, target_heading_y; /* 2 ulp: a unit vector, to arrive with */
    way_column_out arc1;                               /* m, 4 ulp: on the first circle */
    way_column_out middle;                             /* m, 4 ulp: the straight, or the arc between */
    way_column_out arc2;                               /* m, 4 ulp: on the last circle */
    way_column_out total;  /* m, 4 ulp: arc1 + middle + arc2; +inf where there is none */
    way_column_out word;   /* int32_t, a way_word */
    way_column_out status; /* int32_t, a way_status */
} way_cut_off2d_out;

WAY_API way_result way_cut_off2d(const way_cut_off2d_in *in, const way_cut_off2d_out *out,
                                 const way_batch *batch);

typedef struct way_cut_off2d_agent {
    float x, y, heading_x, heading_y, speed, radius, runner_x, runner_y, runner_vx, runner_vy;
    float wanted_heading_x, wanted_heading_y, horizon;
} way_cut_off2d_agent;

typedef struct way_cut_off2d_answer {
    float time, target_x, target_y, target_heading_x, target_heading_y, arc1, middle, arc2, total;
    int32_t word, status;
} way_cut_off2d_answer;

WAY_API way_result way_cut_off2d_agent_default(way_cut_off2d_agent *agent);
WAY_API way_result way_cut_off2d_one(const way_cut_off2d_agent *agent, way_cut_off2d_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
