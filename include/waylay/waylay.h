/* waylay: how to meet, for many agents per call.
   The whole public API. Columns in, columns out; no allocation, no threads, no state but the chosen
   instruction set. Every function may be called from any thread at any time. MIT licence. */
#ifndef WAYLAY_H
#define WAYLAY_H

#include <stddef.h>
#include <stdint.h>

#define WAY_VERSION_MAJOR 0
#define WAY_VERSION_MINOR 1
#define WAY_VERSION_PATCH 0
#define WAY_VERSION_STRING "0.1.0"

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

   A column says where one number of every agent lies: agent i's is `stride` bytes times i after `data`.
   Elements are 4 bytes (float, or int32_t where the column says so), aligned to 4. A stride of 0 means
   tight (4 bytes), so `{array}` is a complete column; negative strides are welcome; WAY_SAME is one value
   for all agents (inputs only). An input left NULL takes its default; an output left NULL is not wanted
   and not computed. An output may be exactly an input column (same data, same stride); any other overlap
   is undefined. */

#define WAY_SAME PTRDIFF_MIN

typedef struct way_column {
    const void *data;
    ptrdiff_t stride; /* bytes */
} way_column;

typedef struct way_column_out {
    void *data;
    ptrdiff_t stride; /* bytes */
} way_column_out;

/* A field of an array of structs: way_at(&unit[0].x, sizeof unit[0]). */
static inline way_column way_at(const void *first, size_t stride) {
    way_column column;
    column.data = first;
    column.stride = (ptrdiff_t)stride;
    return column;
}

/* One value for all agents: way_same(&marine_speed). */
static inline way_column way_same(const void *value) {
    way_column column;
    column.data = value;
    column.stride = WAY_SAME;
    return column;
}

/* Where results go, a field of an array of structs: way_to(&velocity[0].x, sizeof velocity[0]). */
static inline way_column_out way_to(void *first, size_t stride) {
    way_column_out column;
    column.data = first;
    column.stride = (ptrdiff_t)stride;
    return column;
}

/* Batches ---------------------------------------------------------------------------------------------------

   Which agents one call solves. Zero-initialise and set `count`; the rest has good defaults. Without
   `index` the agents are first, first + 1, ... (so a job system can split one set of columns). With
   `index` they are index[first], index[first + 1], ...: each must be an agent that the columns hold;
   naming one agent twice in a call is allowed where no output is an input. `target` is a column of
   uint32_t of the chasers: whom each one is after. Runner columns are then read at target[agent] instead
   of [agent]. A target of target_count or more (UINT32_MAX, say) means "nobody": the status is
   WAY_NO_TARGET and nothing is read. With `target`, an output may not be a runner's column.
   A call takes about 40 KiB of stack and no heap. */

typedef enum way_precision {
    WAY_EXACT = 0, /* within the bounds that each behaviour states */
    WAY_FAST = 1 /* twice the speed in cache; loses digits where a behaviour says so; equal bits everywhere */
} way_precision;

typedef struct way_batch {
    size_t first;
    size_t count;
    const uint32_t *index; /* NULL: the agents first .. first + count - 1 */
    way_column target;     /* NULL: chaser i is after runner i */
    size_t target_count;   /* runners that the runner columns hold; read only with `target` */
    int32_t precision;     /* a way_precision */
} way_batch;

/* Results ---------------------------------------------------------------------------------------------------

   The caller's mistakes. Whatever is not WAY_OK has written nothing. */

typedef enum way_result {
    WAY_OK = 0,
    WAY_ERROR_NULL = 1,      /* an argument that must not be NULL is */
    WAY_ERROR_MISSING = 2,   /* an input column without a default is NULL */
    WAY_ERROR_ALIGNMENT = 3, /* a column's data or stride is not a multiple of 4 */
    WAY_ERROR_STRIDE = 4,    /* an output column is WAY_SAME */
    WAY_ERROR_COUNT = 5, /* first + count, or an agent's number, is larger than this machine can address */
    WAY_ERROR_PRECISION = 6, /* not a way_precision */
    WAY_ERROR_ISA = 7,       /* no such instruction set in this build or on this machine */
    WAY_ERROR_BEHAVIOUR = 8  /* no such behaviour */
} way_result;

/* One sentence, static, never NULL. */
WAY_API const char *way_result_string(way_result result);

/* What became of an agent: values of every `status` column (int32_t). */
typedef enum way_status {
    WAY_MET = 0,      /* it can be met */
    WAY_THERE = 1,    /* it is there already: time 0, velocity 0 */
    WAY_TOO_SLOW = 2, /* the chaser moves but never meets it, or not within the seconds that a float holds */
    WAY_IMMOBILE = 3, /* the chaser's speed is 0 or less and nothing comes to it */
    WAY_LATE = 4,     /* it can be met, but beyond the horizon; one below 0 forbids even being there */
    WAY_INVALID = 5,  /* NaN, infinity, a negative reach, or magnitudes outside the stated range */
    WAY_NO_TARGET = 6 /* the target list names nobody */
} way_status;

/* "met", "there", "too_slow", "immobile", "late", "invalid", "no_target"; NULL for any other number. */
WAY_API const char *way_status_word(int32_t status);

/* The library -------------------------------------------------------------------------------------------- */

/* "0.1.0": compare with WAY_VERSION_STRING. */
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

/* Self-description: what the program, the tests and the benches are made from. */

typedef enum way_type { WAY_FLOAT = 0, WAY_INT = 1, WAY_STATUS = 2 } way_type;
typedef enum way_side { WAY_CHASER = 0, WAY_RUNNER = 1 } way_side;

typedef struct way_column_info {
    const char *name;    /* as in the _in or _out struct */
    const char *meaning; /* one line, with range */
    const char *unit;    /* "m", "s", "m/s", "" */
    way_type type;
    way_side side;    /* inputs: whose column it is */
    int32_t required; /* inputs: 0 where NULL takes the default */
    double fallback;  /* inputs: the default; outputs: what an agent without a target is given */
    double low, high; /* inputs: a typical range, for demonstrations and tests */
} way_column_info;

typedef struct way_behaviour {
    const char *name;
    const char *summary;
    const char *source; /* author and title */
    const way_column_info *inputs;
    size_t input_count;
    const way_column_info *outputs;
    size_t output_count;
} way_behaviour;

/* The behaviours of this build in the order of this header; NULL past the end. */
WAY_API const way_behaviour *way_behaviour_at(size_t i);
/* NULL where there is none of that name. */
WAY_API const way_behaviour *way_behaviour_named(const char *name);
/* Any behaviour, with its columns as arrays in the order of its structs. */
WAY_API way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                           const way_batch *batch);

/* Interception ----------------------------------------------------------------------------------------------

   The earliest meeting of a chaser of constant speed with a runner of constant velocity, and the velocity
   that gets the chaser there: the smallest t >= 0 with |r + v t| = speed t + reach, where r leads from the
   chaser to the runner and v is the runner's velocity less the platform's.

   Bounds, WAY_EXACT, against exact arithmetic on the given floats: the time and the latest time within 4
   ulp; the point within 6 ulp of the largest term of its sum; the velocity and its length within 5 ulp of
   the speed; yes or no never wrong. They hold while lengths and speeds, and their products,
   are each 0 or between 1e-12 and 1e15. Outside, digits fade; a separation under 1e-19 counts as there, and
   what overflows a float is WAY_INVALID: never a NaN.

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
} way_intercept2d_in;

typedef struct way_intercept2d_out {
    way_column_out time;             /* s: earliest meeting; +inf where there is none */
    way_column_out point_x, point_y; /* m: where the runner is then */
    way_column_out velocity_x,
        velocity_y; /* m/s: the chaser's, relative to its platform; its length is the speed */
    way_column_out
        latest; /* s: the last time at which a chaser that may go slower could meet it; +inf where it is
                              at least as fast as the runner */
    way_column_out status; /* int32_t, a way_status */
} way_intercept2d_out;

WAY_API way_result way_intercept2d(const way_intercept2d_in *in, const way_intercept2d_out *out,
                                   const way_batch *batch);

/* One agent, for a caller with a single gun: the same bits as the batch. Start from
   way_intercept2d_agent_default(), which is the defaults above and 0 elsewhere. */

typedef struct way_intercept2d_agent {
    float chaser_x, chaser_y, chaser_speed, runner_x, runner_y, runner_vx, runner_vy;
    float reach, horizon, platform_vx, platform_vy;
} way_intercept2d_agent;

typedef struct way_intercept2d_answer {
    float time, point_x, point_y, velocity_x, velocity_y, latest;
    int32_t status;
} way_intercept2d_answer;

WAY_API way_intercept2d_agent way_intercept2d_agent_default(void);
WAY_API way_intercept2d_answer way_intercept2d_one(way_intercept2d_agent agent);

/* The same in space. */

typedef struct way_intercept3d_in {
    way_column chaser_x, chaser_y, chaser_z;          /* m */
    way_column chaser_speed;                          /* m/s; 0 or less cannot move */
    way_column runner_x, runner_y, runner_z;          /* m */
    way_column runner_vx, runner_vy, runner_vz;       /* m/s */
    way_column reach;                                 /* m, >= 0; default 0 */
    way_column horizon;                               /* s; default +inf */
    way_column platform_vx, platform_vy, platform_vz; /* m/s; default 0 */
} way_intercept3d_in;

typedef struct way_intercept3d_out {
    way_column_out time;                               /* s */
    way_column_out point_x, point_y, point_z;          /* m */
    way_column_out velocity_x, velocity_y, velocity_z; /* m/s, relative to the platform */
    way_column_out latest;                             /* s */
    way_column_out status;                             /* int32_t, a way_status */
} way_intercept3d_out;

WAY_API way_result way_intercept3d(const way_intercept3d_in *in, const way_intercept3d_out *out,
                                   const way_batch *batch);

typedef struct way_intercept3d_agent {
    float chaser_x, chaser_y, chaser_z, chaser_speed, runner_x, runner_y, runner_z, runner_vx, runner_vy,
        runner_vz;
    float reach, horizon, platform_vx, platform_vy, platform_vz;
} way_intercept3d_agent;

typedef struct way_intercept3d_answer {
    float time, point_x, point_y, point_z, velocity_x, velocity_y, velocity_z, latest;
    int32_t status;
} way_intercept3d_answer;

WAY_API way_intercept3d_agent way_intercept3d_agent_default(void);
WAY_API way_intercept3d_answer way_intercept3d_one(way_intercept3d_agent agent);

#ifdef __cplusplus
}
#endif

#endif
