/* waylay, the base: columns, batches, results, the library and its self-description. All other headers
   include this one. The library allocates nothing and starts no threads. The only state of the library is the
   chosen instruction set. Any thread may call any function at any time. MIT licence. */
#ifndef WAYLAY_BASE_H
#define WAYLAY_BASE_H

#include <stddef.h>
#include <stdint.h>

#define WAY_VERSION_MAJOR 0
#define WAY_VERSION_MINOR 3
#define WAY_VERSION_PATCH 0
#define WAY_VERSION_STRING "0.3.0"

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

   A column describes where one field of all agents is in memory, for example the x of every agent. The
   functions below make columns. A column's elements have the type of the pointer: float, double, int32_t,
   uint32_t, an enum of 4 bytes or way_half. A pointer to any other type does not compile.

       float wolf[4][3] = {{0}}, pace[4] = {9, 9, 9, 9}, dt = 0.5f, velocity[4][2], distance[4];
       double prey[4][2] = {{30, 40}};
       way_seek2d_in in = WAY_INIT;
       way_seek2d_out out = WAY_INIT;
       way_batch batch = WAY_INIT;
       in.chaser_x = way_at(&wolf[0][0], sizeof wolf[0]);
       in.chaser_y = way_at(&wolf[0][1], sizeof wolf[0]);
       in.chaser_speed = way_in(pace);
       in.dt = way_same(&dt);
       way_xy(in.runner_, &prey[0][0], sizeof prey[0]);
       way_to_xy(out.velocity_, &velocity[0][0], sizeof velocity[0]);
       out.distance = way_out(distance);
       batch.count = 4;
       way_seek2d(&in, &out, &batch); // distance[0] == 50 && velocity[0][1] > velocity[0][0]

   An input whose data is NULL takes its default. An output whose data is NULL is not computed. Addresses and
   strides must be multiples of 4, or of 2 for way_half. An output may be the same column as an input: then
   every member of its way_column_out equals the same member of the input's way_column. Any other overlap of
   an output with an input is undefined. An output that is 0 may be +0 or -0, unless its comment says "never
   -0". */

/* The initial value of every struct of waylay, in C and in C++: all zero. In C, designated initialisers also
   work: way_batch batch = {.count = 4}. */
/* clang-format off */
#ifdef __cplusplus
#define WAY_INIT {}
#else
#define WAY_INIT {0}
#endif
/* clang-format on */

/* The type of a column's elements. */
typedef enum way_element {
    WAY_SINGLE = 0, /* 4 bytes: a float, or an int32_t or uint32_t where the header says so */
    WAY_DOUBLE = 1, /* 8 bytes; allowed for every column of floats, input or output */
    WAY_HALF = 2    /* 2 bytes, IEEE binary16; allowed for inputs that are floats */
} way_element;

/* `gap` is the number of bytes between two elements: the stride minus the element's size. For an array the
   gap is 0. If the stride is 0, the gap is the negative size of the element, for example -4 for a float. Such
   an input has one value for all agents. */
typedef struct way_column {
    const void *data;
    ptrdiff_t gap;        /* bytes */
    const uint32_t *rows; /* NULL: agent i uses element i; else element rows[i] */
    int32_t type;         /* a way_element */
    int32_t page;         /* 0, or elements per page: then data is an array of the pages' addresses */
} way_column;

/* The same for outputs. */
typedef struct way_column_out {
    void *data;
    ptrdiff_t gap;        /* bytes */
    const uint32_t *rows; /* NULL: agent i uses element i; else element rows[i] */
    int32_t type;         /* a way_element */
    int32_t page;         /* 0, or elements per page: then data is an array of the pages' addresses */
} way_column_out;

/* An element of 2 bytes: the bits of an IEEE binary16. */
typedef struct way_half {
    uint16_t bits;
} way_half;

/* Functions that make columns. A stride is the number of bytes from one element to the next, as in numpy and
   Vulkan. It may be negative. A stride of 0 means one value for all agents.

   - way_in(p): an array.
   - way_at(p, stride): a field of an array of structs, as in way_at(&unit[0].x, sizeof unit[0]).
   - way_same(p): one value for all agents, as in way_same(&marine_speed).
   - way_rows(p, stride, rows): agent i uses element rows[i]. Use way_rows if the order of the components
     differs from the order of the agents, as in sparse sets.
   - way_xy(in.chaser_, p, stride): two columns of neighbouring fields. Sets in.chaser_x = way_at(p, stride)
     and in.chaser_y = way_at(p + 1, stride). way_xyz sets three columns.

   For outputs use way_out, way_to, way_to_rows, way_to_xy and way_to_xyz. way_xy, way_xyz, way_to_xy and
   way_to_xyz are macros that evaluate their arguments more than once. These macros also work in C's
   designated initialisers: {way_xy(.chaser_, p, stride)}.

   Doubles: positions are the columns in metres that name an axis, such as chaser_x. If at least one position
   of a behaviour is a double, the behaviour computes relative to the agent's own position. Then answers at
   1e9 m from the origin are as accurate as at 0. If an output position is a column of floats, it is rounded
   once. An input in doubles that is not a position is rounded once to float. Behaviours that read walls
   compute relative to the batch's wall_origin instead, and choices, neighbours and avoidance relative to a
   point near the candidates. The origin is subtracted from all positions, in double, and the differences are
   rounded once to float. At the end, the origin is added to output positions. See docs/accuracy.md, "Positions
   in doubles". */

/* For programs that know the type of the elements only at run time. */
static inline way_column way_column_of(const void *first, ptrdiff_t stride, way_element type) {
    way_column column = {NULL, 0, NULL, 0, 0};
    column.data = first;
    column.gap = (ptrdiff_t)((size_t)stride - (type == WAY_DOUBLE ? 8 : type == WAY_HALF ? 2 : 4));
    column.type = (int32_t)type;
    return column;
}

static inline way_column_out way_column_out_of(void *first, ptrdiff_t stride, way_element type) {
    way_column_out column = {NULL, 0, NULL, 0, 0};
    column.data = first;
    column.gap = (ptrdiff_t)((size_t)stride - (type == WAY_DOUBLE ? 8 : type == WAY_HALF ? 2 : 4));
    column.type = (int32_t)type;
    return column;
}

static inline way_column way_by_rows(way_column column, const uint32_t *rows) {
    column.rows = rows;
    return column;
}

static inline way_column_out way_out_by_rows(way_column_out column, const uint32_t *rows) {
    column.rows = rows;
    return column;
}

#ifdef __cplusplus
} /* extern "C" */

/* The way_element for the C++ type T, or -1. */
template <class T> struct way_element_of {
    enum { value = __is_enum(T) && sizeof(T) == 4 ? (int)WAY_SINGLE : -1 };
};
template <> struct way_element_of<void> {
    enum { value = -1 };
};
template <> struct way_element_of<float> {
    enum { value = WAY_SINGLE };
};
template <> struct way_element_of<int32_t> {
    enum { value = WAY_SINGLE };
};
template <> struct way_element_of<uint32_t> {
    enum { value = WAY_SINGLE };
};
template <> struct way_element_of<double> {
    enum { value = WAY_DOUBLE };
};
template <> struct way_element_of<way_half> {
    enum { value = WAY_HALF };
};

template <class T> inline way_column way_at(const T *first, ptrdiff_t stride) {
    static_assert(
        (int)way_element_of<T>::value >= 0,
        "elements of a column are float, double, int32_t, uint32_t, an enum of 4 bytes or way_half");
    return way_column_of(first, stride, (way_element)way_element_of<T>::value);
}
template <class T> inline way_column_out way_to(T *first, ptrdiff_t stride) {
    static_assert(
        (int)way_element_of<T>::value >= 0,
        "elements of a column are float, double, int32_t, uint32_t, an enum of 4 bytes or way_half");
    return way_column_out_of(first, stride, (way_element)way_element_of<T>::value);
}
template <class T> inline way_column way_in(const T *first) { return way_at(first, (ptrdiff_t)sizeof(T)); }
template <class T> inline way_column_out way_out(T *first) { return way_to(first, (ptrdiff_t)sizeof(T)); }
template <class T> inline way_column way_same(const T *value) { return way_at(value, 0); }
template <class T> inline way_column way_rows(const T *first, ptrdiff_t stride, const uint32_t *rows) {
    return way_by_rows(way_at(first, stride), rows);
}
template <class T> inline way_column_out way_to_rows(T *first, ptrdiff_t stride, const uint32_t *rows) {
    return way_out_by_rows(way_to(first, stride), rows);
}

extern "C" {
#else
/* clang-format off */
#define WAY_ELEMENT_OF(...)                                                                                  \
    _Generic(*(__VA_ARGS__), float: WAY_SINGLE, int32_t: WAY_SINGLE, uint32_t: WAY_SINGLE,                   \
             double: WAY_DOUBLE, way_half: WAY_HALF)
/* clang-format on */
#define way_at(first, stride) way_column_of((first), (stride), WAY_ELEMENT_OF(first))
#define way_to(first, stride) way_column_out_of((first), (stride), WAY_ELEMENT_OF(first))
#define way_in(...)                                                                                          \
    way_column_of((__VA_ARGS__), (ptrdiff_t)sizeof *(__VA_ARGS__), WAY_ELEMENT_OF(__VA_ARGS__))
#define way_out(...)                                                                                         \
    way_column_out_of((__VA_ARGS__), (ptrdiff_t)sizeof *(__VA_ARGS__), WAY_ELEMENT_OF(__VA_ARGS__))
#define way_same(...) way_column_of((__VA_ARGS__), 0, WAY_ELEMENT_OF(__VA_ARGS__))
#define way_rows(first, stride, rows) way_by_rows(way_at(first, stride), (rows))
#define way_to_rows(first, stride, rows) way_out_by_rows(way_to(first, stride), (rows))
#endif

#define way_xy(name, first, stride)                                                                          \
    name##x = way_at((first), (stride)), name##y = way_at((first) + 1, (stride))
#define way_to_xy(name, first, stride)                                                                       \
    name##x = way_to((first), (stride)), name##y = way_to((first) + 1, (stride))
#define way_xyz(name, first, stride) way_xy(name, first, stride), name##z = way_at((first) + 2, (stride))
#define way_to_xyz(name, first, stride)                                                                      \
    way_to_xy(name, first, stride), name##z = way_to((first) + 2, (stride))

/* Batches ---------------------------------------------------------------------------------------------------

   A batch lists the agents that one call solves. Zero-initialise it and set `count`; 0 is the default of all
   other fields.

       float x[2] = {0, 10}, y[2] = {0}, speed = 5, velocity[2];
       uint32_t prey[2] = {1, 0};
       way_seek2d_in in = WAY_INIT;
       way_seek2d_out out = WAY_INIT;
       way_batch batch = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y);
       in.chaser_speed = way_same(&speed), out.velocity_x = way_out(velocity);
       batch.count = 2, batch.targets.row = way_in(prey), batch.targets.runner_count = 2;
       way_seek2d(&in, &out, &batch); // velocity[0] == 5 && velocity[1] == -5

   Without `index` the agents are numbered from `first`, so a job system can split one set of columns. With
   `index` the agents are index[first], index[first + 1], ... Each number in the list must be less than the
   number of agents in the columns. If `agent_count` is set, a call is refused if the number of one of its
   agents is agent_count or more. An agent may occur twice if no output is also an input.

   `targets` gives each chaser its runner. `targets.row` is a column of uint32_t with the row of each chaser's
   runner in the runner columns. If `targets.row` is not set, chaser i has runner i. Behaviours without runner
   columns do not read `targets`. An element of `row` may also be an entity of an ECS. The call finds the
   runner in the steps below. If a step finds no target, the status is WAY_NO_TARGET, and no runner influences
   the outputs.

   1. WAY_NO_ROW, which is UINT32_MAX, always means no target. A row of 0 is the first runner, so zeroed
      memory does not mean "no target".
   2. If `mask` is not 0, it selects the bits that hold the entity's number: 0xfffff for EnTT. For handles of
      64 bits, as in flecs, the column of the low halves is way_at(&handle[0], 8) on little-endian machines.
      Here `handle` is a pointer to uint32_t.
   3. If `row_of` is not NULL, it maps an entity's number to a row. There is no target if the number is at
      least map_size, or if the row in the map is UINT32_MAX.
   4. If the row is at least runner_count, there is no target. If runner_count is 0, no agent of the call may
      have a row: a forgotten count is WAY_ERROR_COUNT. If all runners are gone, set the rows to WAY_NO_ROW.
   5. `runner_generation` is a column of uint32_t with the runners' generations. The runner's generation is
      compared with the chaser's `generation`. If they differ, the entity no longer exists, and there is no
      target. A generation is any uint32_t that changes when the entity's number is reused: the whole 32-bit
      entity of EnTT, or the high half of a 64-bit entity of flecs.

   Agents without a target get default outputs. If `keep_outputs` is not 0, the outputs of these agents,
   including the status, keep their old values instead.

   Use `parts` if the runners are in several tables. Each part has its own runner columns, count and
   generations. These replace the behaviour's runner columns, runner_count and runner_generation. The chaser
   column `part` (uint32_t) holds the number of the part that contains the chaser's runner. Alternatively,
   `part_of` maps an entity's number to the number of its part. If this number is at least part_count, there
   is no target. If a part lacks a runner column, the runners of this part have the column's default. If you
   use parts, set `row`.

   With `targets.row`, an output must not overlap the runner columns, from runner 0 to runner_count - 1: a
   later agent would read an output as an input. Such a call is refused with WAY_ERROR_OVERLAP. Write new
   velocities to a separate array, then swap the arrays. An output may be another field of the same structs.
   If columns have different strides, the check may refuse a call in which nothing overlaps. The check accepts
   a call in two cases: the memory ranges do not overlap, or strides and addresses alone prove that no two
   elements share a byte. The check does not read `index`, rows or pages. With `index`, the check tests only
   element 0 of each output. For columns with rows or pages, it tests only the address in `data`.

   In an optimised build a call takes at most 16 KiB of stack, and no heap. */

/* Means "no row" in columns that hold row numbers. */
#define WAY_NO_ROW UINT32_MAX

/* The headers of the behaviours state the accuracy at the end of each section: the largest error in ulps. An
   ulp is the unit in the last place of a float. "Counted at X" means that one ulp is the unit in the last
   place of X. "If magnitudes are 0 or A to B" means: the absolute value of every input and output is 0, or
   between A and B. Otherwise, digits are lost. docs/accuracy.md has the details. */
typedef enum way_precision {
    WAY_EXACT = 0, /* within the bounds stated for each behaviour */
    WAY_FAST = 1   /* about twice as fast in cache; some behaviours lose digits; same bits on all
                      machines */
} way_precision;

/* A wall from a to b, for behaviours that read walls. The coordinates of a wall are relative to the batch's
   wall_origin. By default this is 0, 0: walls and positions then share one coordinate system. For a room far
   from the origin, give the walls small coordinates, and set wall_origin to the room's position (see
   bounce.h). A wall has no effect if a coordinate is not finite or beyond 1e18. Left and right are seen in
   the direction from a to b. */
typedef struct way_wall {
    float ax, ay, bx, by; /* m */
    int32_t sides; /* 0: stops motion from both sides; > 0: only from the left; < 0: only from the right */
} way_wall;

/* The velocity of a wall, in an array of its own: element k belongs to wall k. A wall stops nothing if a
   component is not finite or beyond 1e18. */
typedef struct way_wall_velocity {
    float vx, vy; /* m/s */
} way_wall_velocity;

/* A tree of many walls, from way_make_wall_tree (bounce.h). */
typedef struct way_wall_tree way_wall_tree;

/* Coefficients of drag over the speed through the air, for launch_drag2d and launch_drag3d with drag_area
   (ballistics.h). Between two speeds of the table, the coefficient is interpolated linearly. Below the first
   speed it is the first coefficient, and above the last speed the last one. */
typedef struct way_drag_table {
    const float *speed;       /* m/s, >= 0, ascending */
    const float *coefficient; /* >= 0, one for each speed */
    size_t count;             /* 1 to INT32_MAX */
} way_drag_table;

/* One table of runners. */
typedef struct way_part {
    const way_column *columns; /* the first column of an _in struct; only runner columns are read */
    size_t count;              /* runners in these columns */
    way_column generation;     /* as runner_generation of way_targets */
} way_part;

/* The runner of each agent of a batch. If it is zero-initialised, chaser i has runner i. */
typedef struct way_targets {
    way_column row;               /* chaser column: the runner's row or entity; NULL: chaser i has runner i */
    size_t runner_count;          /* number of runners; read only with `row` */
    uint32_t mask;                /* bits of an entity that hold its number; 0: all bits */
    uint32_t part_count;          /* number of `parts` */
    const uint32_t *row_of;       /* NULL, or a map from an entity's number to its row */
    const uint32_t *part_of;      /* NULL, or a map from an entity's number to its part */
    size_t map_size;              /* length of row_of and of part_of */
    way_column generation;        /* chaser column: the generation that the runner should have */
    way_column runner_generation; /* runner column: the runner's generation */
    const way_part *parts;        /* NULL: the runners are in one table */
    way_column part;              /* chaser column: number of the part that holds the runner */
    int32_t keep_outputs;         /* not 0: agents without a target keep their outputs */
} way_targets;

typedef struct way_batch {
    size_t first;
    size_t count;
    const uint32_t *index;          /* NULL: the agents `first` to `first + count - 1` */
    int32_t precision;              /* a way_precision */
    way_targets targets;            /* which runner each chaser has */
    const way_wall *walls;          /* shared by all agents; read only by behaviours with walls */
    size_t wall_count;              /* at most INT32_MAX */
    size_t agent_count;             /* number of agents in the columns; 0: not checked */
    const way_wall_tree *wall_tree; /* NULL, or the tree of these walls from way_make_wall_tree */
    const char **fault;   /* NULL, or where a refused call stores the name of the wrong column or field */
    double wall_origin_x; /* m: x of the point from which the walls are measured; see way_wall */
    double wall_origin_y; /* m: y of that point */
    const way_drag_table *drag_table;       /* NULL: coefficient 1; read only by behaviours with drag_area */
    const way_wall_velocity *wall_velocity; /* NULL: walls stand still; else wall_count velocities, and
                                               wall_tree must be NULL; see bounce.h, "Moving walls" */
} way_batch;

/* Results ---------------------------------------------------------------------------------------------------

   A way_result reports a mistake of the caller. A call whose result is not WAY_OK has written nothing.
   WAY_ERROR_CAPACITY is the exception: the first lists of neighbours or waypoints are then complete and
   correct, and the field `answered` of way_neighbours or way_waypoints is the number of these lists.

   If `fault` of a batch points to a const char *, a refused call stores the name of the wrong column or field
   there. The name is a static string.

       way_seek2d_in in = WAY_INIT;
       way_seek2d_out out = WAY_INIT;
       way_batch batch = WAY_INIT;
       const char *fault = NULL;
       batch.fault = &fault;
       way_result result = way_seek2d(&in, &out, &batch); // result == WAY_ERROR_MISSING && fault[0] == 'c'
       printf("%s: %s\n", fault, way_result_string(result)); // fault[7] == 'x' */

typedef enum way_result {
    WAY_OK = 0,
    WAY_ERROR_NULL = 1,    /* an argument must not be NULL */
    WAY_ERROR_MISSING = 2, /* an input column without a default is NULL */
    WAY_ERROR_ALIGNMENT =
        3, /* an address or a gap is not a multiple of the required size: 4 for data, gap and rows (2 for
              way_half), the size of a pointer for an array of pages, 8 for caller-supplied memory */
    WAY_ERROR_STRIDE = 4,    /* the stride of an output column is 0 */
    WAY_ERROR_COUNT = 5,     /* a count or an agent's number is outside of its limits, or too large for an
                             address */
    WAY_ERROR_PRECISION = 6, /* not a way_precision */
    WAY_ERROR_ISA = 7,       /* no such instruction set in this build or on this machine */
    WAY_ERROR_BEHAVIOUR = 8, /* no such behaviour */
    WAY_ERROR_OVERLAP = 9,   /* with `targets.row`, an output overlaps a runner column */
    WAY_ERROR_TYPE = 10,     /* a column has a type that is not allowed for it */
    WAY_ERROR_INDEX = 11,    /* an agent's number is at least agent_count, or a goal is outside the grid */
    WAY_ERROR_MEMORY = 12,   /* caller-supplied memory is too small, or does not hold the crowd (choose.h) or
                                the wall tree (bounce.h) that is passed to the call */
    WAY_ERROR_COST = 13,     /* not a way_cost, or a cost that this function or build does not have */
    WAY_ERROR_CAPACITY = 14, /* lists of neighbours or waypoints do not fit in their memory */
    WAY_ERROR_AIM = 15,      /* not a way_aim */
    WAY_ERROR_ORIGIN = 16,   /* wall_origin_x or wall_origin_y is not finite, or must be 0 in this call */
    WAY_ERROR_BOTH = 17,     /* two columns or fields are set, but a call can use only one of them */
    WAY_ERROR_TABLE = 18     /* speeds of drag_table do not ascend from 0 or more, or are not finite, or a
                                coefficient is below 0 or not finite */
} way_result;

/* A static string, one sentence that describes the result. Never NULL. */
WAY_API const char *way_result_string(way_result result);

/* The outcome for one agent. Every element of a `status` column (int32_t) has one of these values. */
typedef enum way_status {
    WAY_MET = 0,          /* the runner can be met; in calls without a runner: the answer is valid */
    WAY_THERE = 1,        /* the chaser is already at its target: time 0, velocity 0 */
    WAY_TOO_SLOW = 2,     /* the chaser moves but never meets the runner, or the time overflows a float */
    WAY_IMMOBILE = 3,     /* the chaser's speed is 0 or negative, and the runner never comes within reach */
    WAY_LATE = 4,         /* they meet, but after the horizon; steer2d and steer3d: still turning */
    WAY_INVALID = 5,      /* NaN, infinity, a negative reach, or a value outside the stated range */
    WAY_NO_TARGET = 6,    /* the agent has no target */
    WAY_OUT_OF_RANGE = 7, /* they meet farther away than the range; the outputs are valid */
    WAY_DEGENERATE = 8,   /* a wall, an axis, a normal or an arc has length 0, so it has no effect */
    WAY_NO_PATH = 9,      /* no path of this kind exists */
    WAY_CRUSHED = 10      /* moving walls leave no room for the ball */
} way_status;

/* The name of a status: "met", "there", "too_slow", "immobile", "late", "invalid", "no_target",
   "out_of_range", "degenerate", "no_path" or "crushed". NULL for any other number. */
WAY_API const char *way_status_word(int32_t status);

/* The library -------------------------------------------------------------------------------------------- */

/* The version of the library, such as "0.3.0". WAY_VERSION_STRING is the version of the header. */
WAY_API const char *way_version(void);

/* Instruction sets, for tests, benchmarks and bug reports. The outputs have the same bytes with every
   instruction set. The first call chooses the best instruction set. The environment variable WAYLAY_ISA
   (scalar, sse2, avx2, avx512, neon, simd128) chooses another one. The variable is ignored if this machine
   cannot run that instruction set. */

/* The instruction set in use. */
WAY_API const char *way_isa(void);
/* The i-th instruction set of this build that this machine can run. Plain C is the first, the best one is the
   last. NULL past the end. */
WAY_API const char *way_isa_name(size_t i);
/* Use this instruction set from now on. NULL: the instruction set that the first call would choose. */
WAY_API way_result way_set_isa(const char *name);

/* Self-description, for programs, tests and bindings. New versions only add fields at the end of
   way_column_info and way_behaviour. A program may use a library of another version if it follows two rules.
   First, the program gets columns from way_behaviour_input and way_behaviour_output, or steps through the
   array by `column_size` bytes. Second, the program reads a new field only if `size` or `column_size`
   includes that field. */

/* The type of a column's values, 4 bytes each. WAY_FLOAT: a float. WAY_INT: an int32_t. WAY_STATUS: a
   way_status. WAY_WORD: a way_word, which is the kind of a turning path, such as LSL (formation.h). WAY_ROW,
   WAY_MASK and WAY_COUNT: a uint32_t, which is a row or WAY_NO_ROW, a set of bits, or a number. */
typedef enum way_type {
    WAY_FLOAT = 0,
    WAY_INT = 1,
    WAY_STATUS = 2,
    WAY_WORD = 3,
    WAY_ROW = 4,
    WAY_MASK = 5,
    WAY_COUNT = 6
} way_type;
/* What a column has one element for: a chaser (chooser, agent), a runner (candidate), or an element of the
   call's lists. */
typedef enum way_side { WAY_CHASER = 0, WAY_RUNNER = 1, WAY_ELEMENT = 2 } way_side;

typedef struct way_column_info {
    const char *name;    /* name in the _in or _out struct */
    const char *meaning; /* description in one line, with the range of values */
    const char *unit;    /* "m", "s", "m/s", "" */
    way_type type;
    way_side side;    /* inputs: chaser column or runner column */
    int32_t axis;     /* 1, 2, 3: a position on the axis x, y, z; 0: not a position */
    int32_t required; /* inputs: not 0: required; 0: optional, and NULL takes the default */
    double fallback;  /* inputs: the default; outputs: the value for an agent without a target */
    double low, high; /* inputs: a typical range, for demonstrations and tests */
    double bound;     /* outputs: largest error of WAY_EXACT in ulps, counted as the header says; 0: exact */
    /* Inputs of choose2d and choose3d: bit c is set if a call with the way_cost c reads or requires the
       column, and `required` is bit 0 of required_by. Other calls: 0. */
    uint32_t read_by, required_by;
    int32_t ranks; /* outputs: largest number of elements per chooser, best first; otherwise 1 */
} way_column_info;

/* WAY_BEHAVIOUR: one answer for each agent, see way_batch. WAY_CALL: a call with its own struct of options,
   for choices, neighbours, avoidance, assignment or waypoints. */
typedef enum way_kind { WAY_BEHAVIOUR = 0, WAY_CALL = 1 } way_kind;

typedef struct way_behaviour {
    size_t size;        /* size of this struct in the library, in bytes */
    size_t column_size; /* size of a way_column_info in the library, in bytes */
    const char *name;
    const char *summary;
    const char *source; /* a publication, or the library itself */
    const way_column_info *inputs;
    size_t input_count;
    const way_column_info *outputs;
    size_t output_count;
    int32_t walls;       /* not 0: the behaviour reads the batch's walls, or the call reads the walls of its
                            options */
    int32_t kind;        /* a way_kind */
    const char *options; /* the struct of options that way_run takes: "way_batch", "way_choice" and so on */
} way_behaviour;

/* The i-th behaviour of this build, in the order of the headers; NULL past the end. After the behaviours come
   the calls: choose2d, neighbours2d, avoid2d, the same in space, assign and waypoints2d. A program that
   handles only behaviours stops at the first `kind` other than WAY_BEHAVIOUR. */
WAY_API const way_behaviour *way_behaviour_at(size_t i);
/* The behaviour or call of that name, or NULL. */
WAY_API const way_behaviour *way_behaviour_named(const char *name);
/* The k-th column of the behaviour's _in or _out struct; NULL past the end. */
WAY_API const way_column_info *way_behaviour_input(const way_behaviour *behaviour, size_t k);
WAY_API const way_column_info *way_behaviour_output(const way_behaviour *behaviour, size_t k);
/* Runs any behaviour or call. `in` and `out` are arrays of columns in the order of its _in and _out structs.
   `options` points to the struct that `options` of way_behaviour names; for a behaviour, this is a way_batch.
   neighbours2d and neighbours3d take a way_listing (neighbours.h) and do not read `out`. assign and
   waypoints2d write results to their options, so these options must not be const objects.

       float x[2] = {0, 3}, y[2] = {0}, cost[2];
       const way_behaviour *choose = way_behaviour_named("choose2d");
       way_choose2d_in in = WAY_INIT;
       way_choose2d_out out = WAY_INIT;
       way_choice choice = WAY_INIT;
       in.chaser_x = in.runner_x = way_in(x), in.chaser_y = in.runner_y = way_in(y), out.cost = way_out(cost);
       choice.count = choice.runner_count = 2;
       way_run(choose, &in.chaser_x, &out.target, &choice); // choose->kind == WAY_CALL && cost[1] == 3 */
WAY_API way_result way_run(const way_behaviour *behaviour, const way_column *in, const way_column_out *out,
                           const void *options);

/* For debug builds: finds likely mistakes that a call cannot refuse. Returns NULL, or a static sentence that
   describes the mistake. If `column` is not NULL, *column then gets the name of the column (or
   "runner_count"). The function finds ten mistakes: a number of candidates that is 0; an array that is
   really a field of a struct (way_in instead of way_at); one array for two axes of a position or velocity;
   integers in a column of floats, and an arc in degrees instead of a cosine, both among the first 16
   elements; an arc without facing_x, or a bonus without `present`; a chaser_mask without runner_mask, or the
   reverse, so that all candidates pass; candidates that are a copy of the agents, without `self`; an
   avoidance without `radius`; and one without runner_radius whose candidates include the agents, but in
   other columns. The function reports a correct call only in seven cases: all of its floats are below
   1.2e-38, one of its arrays contains the records of another column or overlaps an array of another
   quantity, its agents are on the line x = y or move along it and one array serves both axes, its candidates
   have masks only in a crowd, its masks only turn agents or candidates off by 0, its candidates are others
   that are exactly at the agents' positions, row by row, or its agents really are points. A mask of one side
   is not reported if one of the first 16 masks is 0, or if each of them is 1 or all bits. A copy is not
   reported if range_from is set, or if both sides have masks or worlds in different columns.
   `call` is the name of a behaviour or call, and `in` is its struct of inputs. `count` is the number of
   agents, and `runner_count` the number of runners or candidates; for a behaviour without targets it is 0.
   Columns with one element per list element are not checked. A program that calls way_check links all
   behaviours and the descriptions of all calls.

       float speed[2] = {5, 5}, record[6] = {0, 3, 1, 0, 7, 1};
       const char *column;
       way_seek2d_in in = WAY_INIT;
       in.chaser_x = way_at(&record[0], 12), in.chaser_y = way_at(&record[1], 12);
       in.chaser_speed = way_in(speed);
       in.runner_x = way_at(&record[1], 12), in.runner_y = way_in(&record[2]);
       way_check("seek2d", &in, 2, 0, &column); // column != NULL */
WAY_API const char *way_check(const char *call, const void *in, size_t count, size_t runner_count,
                              const char **column);

/* The self-description as JSON, a static string: the version, struct sizes, field offsets, enum values, and
   each behaviour with its columns. A default that is not a JSON number is the string "inf" or "nan". Later
   versions keep all keys and may add new ones. */
WAY_API const char *way_describe_json(void);

/* One agent -------------------------------------------------------------------------------------------------

   For a single agent, every behaviour NAME has a function `way_NAME_one`. The outputs have the same bits as
   those of a batch that has only this agent and WAY_EXACT. `way_NAME_agent` has the fields of `way_NAME_in`
   in the same units. In its declaration, the required fields come first, and the optional fields are on the
   lines after them. `way_NAME_answer` has the fields of `way_NAME_out`. `way_NAME_agent_default` sets each
   optional field to its default and all other fields to 0.

       way_intercept2d_agent gun;
       way_intercept2d_answer aim;
       way_intercept2d_agent_default(&gun);
       gun.chaser_speed = 300, gun.runner_x = 120, gun.runner_y = 40, gun.runner_vx = -20;
       way_intercept2d_one(&gun, &aim); // aim.status == WAY_MET

   No argument may be NULL, except walls if wall_count is 0. In an optimised build most of these calls take at
   most 1 KiB of stack. sweep2d, sweep_walls2d, bounce2d, touch_boxes2d, cut_off2d, home2d and arc3d take at
   most 2 KiB, intercept, latest, lead and slew at most 3 KiB, and launch_drag at most 5 KiB. */

/* Runs any behaviour (but not a call of choose.h and so on) for one agent. `agent` and `answer` are arrays
   with 4 bytes for each field, in the order of the structs. `walls` is read only by behaviours that use
   walls. */
WAY_API way_result way_run_one(const way_behaviour *behaviour, const void *agent, void *answer,
                               const way_wall *walls, size_t wall_count);

#ifdef __cplusplus
}
#endif

#endif
