/* Defines the self-description as one text, which the compiler builds from the registry: a struct of
   consecutive char arrays without their NULs. The text is alone in its compile unit, so that programs that do
   not use it do not link it. */
#include "registry/calls.h"
#include "kernels/family_columns.h"
#include "waylay/base.h"

/* Tells compilers that the strings fill their arrays completely, without a NUL, on purpose. */
#if defined(__has_attribute)
#if __has_attribute(nonstring)
#define WAY_NO_NUL __attribute__((nonstring))
#endif
#endif
#ifndef WAY_NO_NUL
#define WAY_NO_NUL
#endif

#define VALUE(owner, word, number, enumerator) _Static_assert(enumerator == (number), #enumerator);
#include "registry/abi.def"

/* The first value of each enum. */
enum {
    way_precision_first = WAY_EXACT,
    way_element_first = WAY_SINGLE,
    way_result_first = WAY_OK,
    way_status_first = WAY_MET,
    way_word_first = WAY_NO_WORD,
    way_cost_first = WAY_BY_DISTANCE,
    way_aim_first = WAY_LEAST_SUM,
    way_hit_kind_first = WAY_NOTHING,
    way_type_first = WAY_FLOAT,
    way_kind_first = WAY_BEHAVIOUR,
    way_side_first = WAY_CHASER
};

/* The number of each behaviour of this build, and whether it reads walls. */
enum {
#define BEGIN(name, family, summary, source) NUMBER_OF_##name,
#include "registry/behaviours.def"
#define BEGIN(name, family, summary, source) WALLS_OF_##name = 0
#define WALLS(name) +1
#define END(name) ,
#include "registry/behaviours.def"
};

/* The number of each call of calls.def, and whether it reads walls: neighbours do if choices do, crowds do not. */
#define SAME_WALLS_neighbours2d(of) of
#define SAME_WALLS_neighbours3d(of) of
#define SAME_WALLS_crowd2d(of) 0
#define SAME_WALLS_crowd3d(of) 0
enum {
#define CALL(call, summary, source) NUMBER_OF_##call,
#define SAME(call, columns, summary, source) NUMBER_OF_##call,
#include "registry/calls.def"
#define CALL(call, summary, source) WALLS_OF_##call = 0
#define SAME(call, columns, summary, source) WALLS_OF_##call = SAME_WALLS_##call(WALLS_OF_##columns)
#define WALLS(call) +1
#define END_CALL(call) ,
#define END_SAME(call) ,
#include "registry/calls.def"
};

/* Texts for the names that the registry uses in place of numbers. All other numbers in the registry are
   already written as in JSON. */
#define TYPE_FLOAT "\"type\":\"float\",\"axis\":\"\""
#define TYPE_PLACE_X "\"type\":\"float\",\"axis\":\"x\""
#define TYPE_PLACE_Y "\"type\":\"float\",\"axis\":\"y\""
#define TYPE_PLACE_Z "\"type\":\"float\",\"axis\":\"z\""
#define TYPE_INT "\"type\":\"int\",\"axis\":\"\""
#define TYPE_STATUS "\"type\":\"status\",\"axis\":\"\""
#define TYPE_WORD "\"type\":\"word\",\"axis\":\"\""
#define SIDE_CHASER "\"chaser\""
#define SIDE_RUNNER "\"runner\""
#define TYPE_ROW "\"type\":\"row\",\"axis\":\"\""
#define TYPE_MASK "\"type\":\"mask\",\"axis\":\"\""
#define TYPE_COUNT "\"type\":\"count\",\"axis\":\"\""
#define SIDE_ELEMENT "\"element\""
/* The JSON list `read_by`, which names the readers of a column. Only choose2d has the cost `turning`. */
#define BY_TURNING_choose2d ",\"turning\""
#define BY_TURNING_choose3d ""
#define BY_TURNING_avoid2d ""
#define BY_TURNING_avoid3d ""
#define BY_TURNING_conflicts2d ""
#define BY_TURNING_conflicts3d ""
#define BY_TURNING_assign ""
#define BY_TURNING_waypoints2d ""
#define BY_TURNING_cast2d ""
#define BY_TURNING_cast3d ""
#define BY_TURNING_sweep3d ""
#define BY_TURNING_bounce_all2d ""
#define BY_TURNING_follow2d ""
#define WORDS_NONE(call) ""
#define WORDS_DEALING(call) ""
#define WORDS_TIME(call) "\"time\""
#define WORDS_TURNING(call) "\"turning\""
#define WORDS_MOVING(call) WORDS_TIME(call) BY_TURNING_##call
#define WORDS_CHOICE(call) "\"distance\"," WORDS_MOVING(call)
#define WORDS_SEARCH(call) WORDS_CHOICE(call) ",\"neighbours\""
#define WORDS_CANDIDATE(call) WORDS_SEARCH(call) ",\"crowd\""
#define WORDS_COURSE(call) WORDS_MOVING(call) ",\"crowd\""
#define WORDS_AVOIDING(call) "\"avoid\""
#define WORDS_ASSIGNING(call) "\"assign\""
#define WORDS_WAYPOINTS(call) "\"waypoints\""
#define WORDS_COLLIDING(call) "\"conflicts\""
#define WORDS_CASTING(call) "\"cast\""
#define WORDS_SWEEPING(call) "\"sweep\""
#define WORDS_BODIES(call) "\"bounce_all\""
#define WORDS_FOLLOWING(call) "\"follow\""
#define NEED_REQUIRED "true"
#define NEED_OPTIONAL "false"
#define NUMERAL_(number) #number
#define NUMERAL(number) NUMERAL_(number)
#undef INFINITY
#undef NAN
#define INFINITY "inf"
#define NAN "nan"
_Static_assert(WAY_NO_TARGET == 6 && WAY_NO_WORD == -1 && WAY_CHOICES_MAX == 8, "as below");
#define WAY_NO_TARGET 6
#define WAY_NO_WORD -1

typedef struct describe_json {
#define TEXT(piece, string) char piece[sizeof(string) - 1] WAY_NO_NUL;
#define NUMBER(piece, constant) char piece[5] WAY_NO_NUL;
#define COMMA(piece, is_first) char piece;
#define TO_OUTPUTS(piece, is_first) char piece[13] WAY_NO_NUL;
#define TRUTH(piece, constant) char piece[5] WAY_NO_NUL;
#include "registry/describe_json.def"
    char nul;
} describe_json;

#define DIGIT(n, of) ((n) >= (of) ? (char)('0' + (n) / (of) % 10) : ' ')
#define EITHER(is, yes, no) ((is) ? yes : no)

static const describe_json description = {
#define TEXT(piece, string) .piece = string,
#define NUMBER(piece, n)                                                                                     \
    .piece = {DIGIT(n, 10000), DIGIT(n, 1000), DIGIT(n, 100), DIGIT(n, 10), (char)('0' + (n) % 10)},
#define COMMA(piece, is_first) .piece = EITHER(is_first, ' ', ','),
#define TO_OUTPUTS(piece, f)                                                                                 \
    .piece = {EITHER(f, ']', ' '), EITHER(f, ',', ' '), EITHER(f, '"', ' '), EITHER(f, 'o', ' '),            \
              EITHER(f, 'u', ' '), EITHER(f, 't', ' '), EITHER(f, 'p', ' '), EITHER(f, 'u', ' '),            \
              EITHER(f, 't', ' '), EITHER(f, 's', ' '), EITHER(f, '"', ' '), EITHER(f, ':', ' '),            \
              EITHER(f, '[', ',')},
#define TRUTH(piece, is)                                                                                     \
    .piece = {EITHER(is, ' ', 'f'), EITHER(is, 't', 'a'), EITHER(is, 'r', 'l'), EITHER(is, 'u', 's'), 'e'},
#include "registry/describe_json.def"
    .nul = '\0',
};

const char *way_describe_json(void) { return (const char *)&description; }
