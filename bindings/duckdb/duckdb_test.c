/* Tests the extension in a real DuckDB. Every function must give the bits of the library's own call on the
   same rows: in floats and doubles, by position and by name, with and without options, and with NULL. Then
   tests the messages after mistakes. usage: duckdb_test EXTENSION */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "draw.h"
#include "duckdb_host.h"
#include "waylay/waylay.h"

/* ROWS is more than two of DuckDB's vectors of 2048 rows, so that the last vector is partial. */
enum { ROWS = 5000, COLUMNS = 64, TEXT = 1 << 15 };

static duckdb_host host;
static size_t checks, failures;

static void fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    puts("");
    failures++;
}

/* The same rows for the library and for a table ---------------------------------------------------------- */

typedef struct table {
    const way_behaviour *behaviour;
    int by_name, has_options, has_doubles;
    double number[COLUMNS][ROWS]; /* the columns of floats */
    int32_t whole[COLUMNS][ROWS]; /* the other columns */
    float single[COLUMNS][ROWS];
    int is_null[COLUMNS][ROWS];
    uint64_t out[COLUMNS][ROWS];
} table;

static table t;

static const char *word_of(way_type type, int32_t number) {
    return type == WAY_STATUS ? way_status_word(number) : way_word_name(number);
}

static int is_used(size_t k) { return t.behaviour->inputs[k].required || t.has_options; }

/* Draws rows. In every third row, inputs may be NULL. For an option, NULL means the default. */
static void draw_rows(uint64_t seed) {
    const way_behaviour *b = t.behaviour;
    uint64_t dice = seed;
    for (size_t i = 0; i < ROWS; i++) {
        float values[COLUMNS];
        draw_agent(&dice, b, i % 2 ? 24 : 0, values);
        for (size_t k = 0; k < b->input_count; k++) {
            const way_column_info *column = &b->inputs[k];
            t.is_null[k][i] = i % 3 == 0 && draw_below(&dice, (uint32_t)b->input_count) == 0;
            memcpy(&t.whole[k][i], &values[k], 4);
            if (column->type == WAY_WORD || column->type == WAY_STATUS)
                t.whole[k][i] = (int32_t)draw_below(&dice, 6);
            t.number[k][i] = t.has_doubles
                                 ? (double)values[k] * (1 + 0x1p-40 * (double)draw_below(&dice, 999))
                                 : (double)values[k];
            if (t.is_null[k][i] && !column->required) {
                t.number[k][i] = column->fallback;
                t.whole[k][i] = column->type == WAY_FLOAT ? 0 : (int32_t)column->fallback;
            }
            t.single[k][i] = t.has_doubles ? 0 : (float)t.number[k][i];
            if (!t.has_doubles && column->type == WAY_FLOAT && !t.is_null[k][i])
                t.single[k][i] = values[k]; /* keeps the bits of a NaN */
        }
    }
}

static way_column own_column(size_t k) {
    const way_column_info *column = &t.behaviour->inputs[k];
    if (!is_used(k))
        return (way_column){.data = NULL};
    if (column->type != WAY_FLOAT)
        return (way_column){.data = t.whole[k]};
    return t.has_doubles ? way_at(t.number[k], sizeof(double)) : (way_column){.data = t.single[k]};
}

static int answers_in_double(size_t o) {
    const way_column_info *column = &t.behaviour->outputs[o];
    return (t.has_doubles || t.by_name) && column->type == WAY_FLOAT && column->axis != 0;
}

static void solve_rows(void) {
    const way_behaviour *b = t.behaviour;
    way_column in[COLUMNS];
    way_column_out out[COLUMNS];
    way_batch batch = {.count = ROWS};
    give_sample_walls(&batch);
    for (size_t k = 0; k < b->input_count; k++)
        in[k] = own_column(k);
    for (size_t o = 0; o < b->output_count; o++) {
        void *cells = t.out[o];
        out[o] = answers_in_double(o) ? way_to((double *)cells, 8) : way_to((uint32_t *)cells, 8);
    }
    if (way_run(b, in, out, &batch) != WAY_OK) {
        puts("the library refuses the rows");
        exit(1);
    }
}

static void add_words(char *text, way_type type) {
    const int32_t first = type == WAY_STATUS ? 0 : WAY_NO_WORD;
    strcat(text, "ENUM(");
    for (int32_t number = first; word_of(type, number); number++)
        sprintf(text + strlen(text), "%s'%s'", number == first ? "" : ",", word_of(type, number));
    strcat(text, ")");
}

static void make_table(void) {
    static char text[TEXT];
    const way_behaviour *b = t.behaviour;
    strcpy(text, "CREATE OR REPLACE TABLE rows(");
    for (size_t k = 0; k < b->input_count; k++) {
        const way_type type = b->inputs[k].type;
        sprintf(text + strlen(text), "%sc%zu ", k > 0 ? "," : "", k);
        if (type == WAY_WORD || type == WAY_STATUS)
            add_words(text, type);
        else
            strcat(text, type == WAY_INT ? "INTEGER" : t.has_doubles ? "DOUBLE" : "FLOAT");
    }
    strcat(text, ")");
    run(&host, text);
    duckdb_appender appender;
    if (duckdb_appender_create(host.connection, NULL, "rows", &appender) != DuckDBSuccess)
        exit(1);
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t k = 0; k < b->input_count; k++) {
            const way_type type = b->inputs[k].type;
            if (t.is_null[k][i])
                duckdb_append_null(appender);
            else if (type == WAY_WORD || type == WAY_STATUS)
                duckdb_append_varchar(appender, word_of(type, t.whole[k][i]));
            else if (type == WAY_INT)
                duckdb_append_int32(appender, t.whole[k][i]);
            else if (t.has_doubles)
                duckdb_append_double(appender, t.number[k][i]);
            else
                duckdb_append_float(appender, t.single[k][i]);
        }
        if (duckdb_appender_end_row(appender) != DuckDBSuccess) {
            printf("row %zu: %s\n", i, duckdb_appender_error(appender));
            exit(1);
        }
    }
    duckdb_appender_destroy(&appender);
}

static void add_walls(char *text) {
    const way_wall *wall = sample_walls();
    strcat(text, "[");
    for (int i = 0; i < SAMPLE_WALLS; i++)
        sprintf(text + strlen(text),
                "%s{'ax':'%.9g'::FLOAT,'ay':'%.9g'::FLOAT,'bx':'%.9g'::FLOAT,'by':'%.9g'::FLOAT,'sides':%d}",
                i > 0 ? "," : "", (double)wall[i].ax, (double)wall[i].ay, (double)wall[i].bx,
                (double)wall[i].by, wall[i].sides);
    strcat(text, "]");
}

/* Writes a query by name, with the last column first, so that the names alone identify the columns. */
static void write_query_by_name(char *text) {
    const way_behaviour *b = t.behaviour;
    const char *comma = "";
    sprintf(text, "SELECT way_%s({", b->name);
    for (size_t k = b->input_count; k-- > 0;)
        if (is_used(k)) {
            sprintf(text + strlen(text), "%s'%s': c%zu", comma, b->inputs[k].name, k);
            comma = ",";
        }
    if (b->walls) {
        strcat(text, ",'walls':");
        add_walls(text);
    }
    strcat(text, "}) FROM rows");
}

static void write_query(char *text) {
    const way_behaviour *b = t.behaviour;
    const char *comma = "";
    sprintf(text, "SELECT way_%s(", b->name);
    for (int options = 0; options <= t.has_options; options++) {
        for (size_t k = 0; k < b->input_count; k++)
            if (b->inputs[k].required != options) {
                sprintf(text + strlen(text), "%sc%zu", comma, k);
                comma = ",";
            }
        if (!options && b->walls) {
            strcat(text, ",");
            add_walls(text);
        }
    }
    strcat(text, ") FROM rows");
}

static int is_row_null(size_t i) {
    for (size_t k = 0; k < t.behaviour->input_count; k++)
        if (t.behaviour->inputs[k].required && t.is_null[k][i])
            return 1;
    return 0;
}

/* Returns a cell of the answer's field, in the form in which the library writes that output. */
static uint64_t found_cell(size_t o, duckdb_vector field, idx_t row) {
    const way_column_info *column = &t.behaviour->outputs[o];
    const void *data = duckdb_vector_get_data(field);
    if (column->type == WAY_STATUS)
        return ((const uint8_t *)data)[row];
    if (column->type == WAY_WORD)
        return (uint32_t)(((const uint8_t *)data)[row] + WAY_NO_WORD);
    if (answers_in_double(o))
        return ((const uint64_t *)data)[row];
    return ((const uint32_t *)data)[row];
}

static void check_row(size_t i, duckdb_vector answer, idx_t row) {
    const way_behaviour *b = t.behaviour;
    for (size_t o = 0; o <= b->output_count; o++) {
        duckdb_vector vector = o == 0 ? answer : duckdb_struct_vector_get_child(answer, o - 1);
        uint64_t *valid = duckdb_vector_get_validity(vector);
        const int is_null = valid != NULL && !duckdb_validity_row_is_valid(valid, row);
        checks++;
        if (is_null != is_row_null(i)) {
            fail("way_%s: row %zu is%s NULL", b->name, i, is_null ? "" : " not");
            return;
        }
        if (is_null || o == 0)
            continue;
        const uint64_t found = found_cell(o - 1, vector, row);
        const uint64_t expected = answers_in_double(o - 1) ? t.out[o - 1][i] : (uint32_t)t.out[o - 1][i];
        if (found != expected) {
            fail("way_%s%s%s%s: row %zu, %s: found %llx, expected %llx", b->name,
                 t.by_name ? ", by name" : "", t.has_doubles ? ", doubles" : "",
                 t.has_options ? ", options" : "", i, b->outputs[o - 1].name, (unsigned long long)found,
                 (unsigned long long)expected);
            return;
        }
    }
}

static void check_overload(const way_behaviour *b, int by_name, int has_options, int has_doubles) {
    static char text[TEXT];
    t.behaviour = b;
    t.by_name = by_name;
    t.has_options = has_options;
    t.has_doubles = has_doubles;
    draw_rows(1 + (uint64_t)has_doubles);
    solve_rows();
    make_table();
    if (by_name)
        write_query_by_name(text);
    else
        write_query(text);
    duckdb_result result;
    ask(&host, text, &result);
    size_t i = 0;
    for (duckdb_data_chunk chunk; (chunk = duckdb_fetch_chunk(result)) != NULL;
         duckdb_destroy_data_chunk(&chunk)) {
        duckdb_vector answer = duckdb_data_chunk_get_vector(chunk, 0);
        for (idx_t row = 0; row < duckdb_data_chunk_get_size(chunk) && failures < 20; row++)
            check_row(i++, answer, row);
    }
    if (i != ROWS)
        fail("way_%s: %zu rows", b->name, i);
    duckdb_destroy_result(&result);
}

/* Answers and messages as text --------------------------------------------------------------------------- */

static void expect(const char *text, const char *expected) {
    duckdb_result result;
    checks++;
    if (duckdb_query(host.connection, text, &result) == DuckDBSuccess) {
        char *found = duckdb_value_varchar(&result, 0, 0);
        if (strcmp(found ? found : "NULL", expected) != 0)
            fail("%s\n  found    %s\n  expected %s", text, found ? found : "NULL", expected);
        duckdb_free(found);
    } else if (strstr(duckdb_result_error(&result), expected) == NULL)
        fail("%s\n  found    %s\n  expected %s", text, duckdb_result_error(&result), expected);
    duckdb_destroy_result(&result);
}

static void expect_in_words(void) {
    expect(
        "SELECT way_intercept2d(0, 0, 5, 10, 0, 0, 0)::VARCHAR",
        "{'time': 2.0, 'point_x': 10.0, 'point_y': 0.0, 'velocity_x': 5.0, 'velocity_y': 0.0, 'latest': inf, "
        "'distance': 10.0, 'status': met}");
    /* DuckDB folds the call, because all its arguments are constants. The position is a double. */
    expect("SELECT way_intercept2d(1e9::DOUBLE, 0, 5, 1e9 + 10.25, 0, 0, 0).point_x", "1000000010.25");
    expect("SELECT way_intercept2d(0, 0, 5, 10, 0, NULL, 0) IS NULL", "true");
    expect("SELECT way_intercept2d(0, 0, 5, 10, 0, NULL, 0).time IS NULL", "true");
    expect("SELECT way_intercept2d(0, 0, 5, 10, 0, 0, 0, 2, NULL, NULL, NULL, NULL).time", "1.6");
    expect("SELECT string_agg(way_bounce2d(0, 0, 1, 0, 5, [{'ax': i, 'ay': -1, 'bx': i, 'by': 1, 'sides': "
           "0}]).bounces, "
           "' ' ORDER BY i) FROM range(4, 9, 2) r(i)",
           "1 0 0");
    expect("SELECT way_bounce2d(0, 0, 1, 0, 5, []).next_x", "5.0");
    /* the list of an empty table is NULL: no walls, by name and by position */
    expect("SELECT way_bounce2d(0, 0, 1, 0, 5, NULL).next_x", "5.0");
#define NO_WALLS "(SELECT list({'ax': 4, 'ay': -9, 'bx': 4, 'by': 9}) FROM range(0))"
    expect("SELECT way_bounce2d(0, 0, 1, 0, 5, " NO_WALLS ").next_x", "5.0");
    expect(
        "SELECT way_sweep_walls2d({'ball_x': 0, 'ball_y': 0, 'ball_vx': 1, 'ball_vy': 0, 'walls': " NO_WALLS
        "}).status::VARCHAR",
        "too_slow");
    expect("SELECT way_bounce2d(0, 0, 1, 0, 5, [NULL, {'ax': 4, 'ay': -1, 'bx': 4, 'by': NULL}]).next_x",
           "way_bounce2d: walls: by: expected a number, found NULL");
    expect("SELECT way_bounce2d(0, 0, 1, 0, 5, [NULL, {'ax': 4, 'ay': -1, 'bx': 4, 'by': 1}]).bounces", "1");
    expect("SELECT way_tile_step({'chaser_x': 4294967297, 'chaser_y': 0, 'runner_x': 5, 'runner_y': 0})",
           "way_tile_step: chaser_x: expected a whole number of 32 bits, found 4294967297");
    /* moving walls: a wall comes in at 1 m/s from 4 m, or stands still, or has no field for its velocity */
#define MOVING(more) "way_bounce2d(0, 0, 1, 0, 5, [{'ax': 4, 'ay': -9, 'bx': 4, 'by': 9" more "}])"
    expect("SELECT string_agg(round(" MOVING(", 'vx': -i, 'vy': NULL") ".next_x, 3), ' ' ORDER BY i) FROM "
                                                                       "range(0, 2) r(i)",
           "3.0 -7.0");
    expect("SELECT round(" MOVING(
               "") ".next_x, 3) || ' ' || way_sweep_walls2d(0, 0, 1, 0, [{'ax': 9, 'ay': -9, 'bx': 9, "
                   "'by': 9}, {'ax': 4, 'ay': -9, 'bx': 4, 'by': 9, 'vx': -1}]).time",
           "3.0 2.0");
    expect("SELECT " MOVING(", 'vx': 'a'"), "way_bounce2d: walls: vx: expected numbers, found VARCHAR");
    /* tables of drag: a coefficient of 2 is twice the area; NULL and an empty table are 1; tables differ by row */
#define SHOT(area, table)                                                                                    \
    "way_launch_drag2d({'muzzle_x': 0, 'muzzle_y': 0, 'runner_x': 90, 'runner_y': 0, 'runner_vx': 0, "       \
    "'runner_vy': 0, 'shell_speed': 60, 'gravity': 9.81, 'drag_area': " area ", 'drag_table': " table        \
    "}).time"
#define TABLE(coefficient)                                                                                   \
    "[{'speed': 0, 'coefficient': " coefficient "}, {'coefficient': " coefficient ", 'speed': 500}]"
    expect("SELECT round(abs(" SHOT("0.004", TABLE("2")) " - " SHOT("0.008", "NULL") "), 4)", "0.0");
    expect("SELECT string_agg(" SHOT(
               "0.004", "CASE i WHEN 0 THEN " TABLE("1") " WHEN 1 THEN " TABLE(
                            "2") " WHEN 2 THEN [] END") " > " SHOT("0.004",
                                                                   "NULL") " + 0.1, ' ' ORDER BY i) FROM "
                                                                           "range(0, 4) r(i)",
           "false true false false");
#define SHOT3(table)                                                                                         \
    "way_launch_drag3d({'muzzle_x': 0, 'muzzle_y': 0, 'muzzle_z': 0, 'runner_x': 90, 'runner_y': 0, "        \
    "'runner_z': 0, 'runner_vx': 0, 'runner_vy': 0, 'runner_vz': 0, 'shell_speed': 60, 'gravity': 9.81, "    \
    "'drag_area': 0.004, 'drag_table': " table "}).time"
    expect("SELECT " SHOT3(TABLE("2")) " > " SHOT3("[]") " + 0.1", "true");
    expect("SELECT " SHOT("0.004", "[{'speed': 9, 'coefficient': 2}, {'speed': 0, 'coefficient': 2}]"),
           "way_launch_drag2d: drag_table.speed: ");
    expect("SELECT " SHOT("0.004", "[{'speed': 0, 'coefficient': NULL}]"),
           "way_launch_drag2d: drag_table: coefficient: expected a number, found NULL");
    expect("SELECT " SHOT("0.004", "[{'speed': 9}]"),
           "way_launch_drag2d: drag_table: missing coefficient; expected speed, coefficient");
    expect("SELECT contains(way_signature('launch_drag2d'), ', drag_table(speed m/s, coefficient)])')",
           "true");
    expect("SELECT way_signature('sweep_walls2d')", "way_sweep_walls2d(ball_x m, ball_y m, ball_vx m/s, "
                                                    "ball_vy m/s, walls(ax m, ay m, bx m, by m [, sides, "
                                                    "vx m/s, vy m/s]) [, radius m, horizon s])");
    expect("SELECT way_signature('way_perpendicular2d')",
           "way_perpendicular2d(vector_x, vector_y [, clockwise])");
    expect("SELECT way_signature('nothing')", "way_signature: no function nothing");
    expect("SELECT way_signature('way_chose2d')", "no function chose2d; did you mean choose2d?");
    expect("SELECT way_signature('intercept2')", "no function intercept2; did you mean intercept2d?");
    expect("SELECT count(way_signature(n)) || count(*) FROM (VALUES ('seek2d'), (NULL)) t(n)", "12");
    expect("SELECT way_intercept2d(1, 2)", "No function matches");
    expect("SELECT way_intercept2d('a', 0, 5, 10, 0, 0, 0)", "Could not convert string");
    expect("SELECT count(*) FROM range(100000) r(i) WHERE way_seek2d(0, 0, 1, i, 0).status = 'met'", "99999");
}

/* Tests structs with fields in any order, of any numeric type, and with any of the options. A message must
   name the wrong field and what is accepted. */
static void expect_names(void) {
#define MEET(more)                                                                                           \
    "SELECT way_intercept2d({'runner_x': 10, 'runner_y': 0, 'runner_vx': 0, 'runner_vy': 0, 'chaser_x': 0, " \
    "'chaser_y': 0" more
    expect(MEET(", 'chaser_speed': 4}).time"), "2.5");
    expect(MEET(", 'Chaser_Speed': 4, 'reach': 2}).time"), "2.0");
    expect(MEET(", 'chaser_speed': 4, 'reach': NULL}).time"), "2.5");
    expect(MEET(", 'chaser_speed': NULL}) IS NULL"), "true");
    expect(MEET("}).time"),
           "way_intercept2d: missing chaser_speed; expected chaser_x, chaser_y, chaser_speed, runner_x, "
           "runner_y, runner_vx, runner_vy [, reach, ");
    expect(MEET(", 'chaser_speed': 4, 'raech': 2}).time"),
           "way_intercept2d: no field raech; did you mean reach? Expected chaser_x, chaser_y, ");
    expect(MEET(", 'chaser_speed': 4, 'name': 'Ada', 'chaser_z': 9}).time"), "2.5");
    expect(MEET(", 'chaser_speed': 4, 'range_to': 2}).time"),
           "way_intercept2d: no field range_to; did you mean range? Expected chaser_x, ");
    expect(MEET(", 'chaser_speed': 4, 'range_to': 2, 'range': 9}).time"), "2.5"); /* for two calls */
    /* names of other libraries */
    expect(MEET(", 'chaser_speed': 4, 'max_time': 1}).time"),
           "way_intercept2d: no field max_time; did you mean horizon? Expected chaser_x, ");
    expect(MEET(", 'chaser_speed': 4, 'Max_Time': 1, 'horizon': NULL, 'time_step': 1}).time"), "2.5");
    expect(MEET(", 'chaser_speed': 4, 'max_dist': 1}).time"), "no field max_dist; did you mean range? ");
    expect(MEET(", 'chaser_speed': 4, 'radius': 1}).time"), "2.5"); /* the unit's own */
    expect(MEET(", 'chaser_speed': 4, 'max_range': 1}).time"), "no field max_range; did you mean range? ");
    expect(
        "SELECT way_seek2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_speed': 5, 'runner_x': 1, 'runner_y': 0, "
        "'time_step': 1}).velocity_x",
        "way_seek2d: no field time_step; did you mean dt? ");
    expect(
        "SELECT way_seek2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_speed': 5, 'runner_x': 1, 'runner_y': 0, "
        "'time_step': 1, 'dt': 1, 'max_time': 1}).velocity_x",
        "1.0");
    expect(MEET(", 'chaser_speed': 'x'}).time"),
           "way_intercept2d: chaser_speed: expected numbers, found VARCHAR");
    expect("SELECT way_intercept2d(5)", "way_intercept2d: expected a struct of chaser_x, ");
    expect("SELECT string_agg(way_seek2d({'chaser_x': i, 'chaser_y': 0::TINYINT, 'chaser_speed': 2.50, "
           "'runner_x': "
           "10::HUGEINT, 'runner_y': 0::UBIGINT}).velocity_x, ' ' ORDER BY i) FROM range(9, 13) r(i)",
           "2.5 0.0 -2.5 -2.5");
    expect("SELECT way_seek2d({'chaser_x': (-1)::HUGEINT, 'chaser_y': -12.5::DECIMAL(30, 3), 'chaser_speed': "
           "5, 'runner_x': "
           "-1, 'runner_y': 7}).velocity_y::DECIMAL(9, 3)",
           "5.000");
    expect("SELECT way_seek2d(s) IS NULL FROM (SELECT CASE WHEN i = 5 THEN {'chaser_x': i, 'chaser_y': 0, "
           "'chaser_speed': "
           "5, 'runner_x': 1, 'runner_y': 7} END AS s FROM range(4, 5) r(i))",
           "true");
    /* the struct is a row of a table whose columns have the names of the inputs */
    expect("SELECT way_seek2d(s).velocity_x FROM (SELECT 1 AS chaser_x) s", "way_seek2d: missing chaser_y; ");
    expect("SELECT way_seek2d(s).velocity_x FROM (SELECT 7 AS runner_x, 0 AS chaser_x, 3 AS chaser_y, 3 AS "
           "runner_y, 2 AS "
           "chaser_speed) s",
           "2.0");
    expect(
        "SELECT way_perpendicular2d({'clockwise': 1, 'vector_x': 1, 'vector_y': 0})::VARCHAR LIKE '%-1.0%'",
        "true");
    expect("SELECT way_perpendicular2d({'clockwise': 0.5, 'vector_x': 1, 'vector_y': 0})",
           "way_perpendicular2d: clockwise: expected whole numbers, found DECIMAL");
#define BALL "SELECT way_sweep_walls2d({'ball_x': 0, 'ball_y': 0, 'ball_vx': 1, 'ball_vy': 0, 'walls': "
    expect(BALL "[{'by': 9, 'bx': 4, 'ax': 4, 'ay': -9}]}).time", "4.0");
    expect(BALL "[{'by': 9, 'bx': 4, 'ax': 4}]}).time",
           "way_sweep_walls2d: walls: missing ay; expected ax, ay, bx, by [, sides, vx, vy]");
    expect(
        BALL "[{'ax': 4, 'ay': 0, 'bx': 4, 'by': 9, 'side': 1}]}).time",
        "way_sweep_walls2d: walls: no field side; did you mean sides? Expected ax, ay, bx, by [, sides, vx, "
        "vy]");
    expect(BALL "[{'id': 'north', 'ax': 4, 'ay': -9, 'bx': 4, 'by': 9}]}).time", "4.0");
    expect(BALL "7}).time", "way_sweep_walls2d: walls: expected a list of structs, found a whole number");
    expect(BALL "[]}).status::VARCHAR", "too_slow");
    expect(BALL "NULL}).status::VARCHAR", "too_slow");
    expect("SELECT way_sweep_walls2d(0, 0, 1, 0, [{'ax': 4, 'bx': 4, 'by': 9}]).time",
           "way_sweep_walls2d: walls: missing ay; ");
    expect("SELECT string_agg(way_sweep_walls2d(0, 0, 1, 0, list_filter([{'ax': i, 'ay': -1, 'bx': i, 'by': "
           "1}, {'ax': 9, "
           "'ay': -1, 'bx': 9, 'by': 1}], lambda w: w.ax > 5)).time, ' ' ORDER BY i) FROM range(4, 8) r(i)",
           "9.0 9.0 6.0 7.0");
    /* Row 2048 is NULL, but DuckDB leaves the list of row 0 there, which equals the list of row 2049. */
    expect("SELECT count(*) FROM (SELECT way_sweep_walls2d(0, 0, 1, 0, CASE WHEN i IN (5, 2048) THEN NULL "
           "ELSE [{'ax': 4, 'ay': -9, 'bx': 4, 'by': 9}] END).time AS time FROM range(5000) r(i)) WHERE time "
           "= 4",
           "4998");
    /* a field with a wrong name is an error of the whole query, also for many rows */
    expect("SELECT count(way_seek2d({'chaser_x': i, 'y': 0})) FROM range(9) r(i)",
           "way_seek2d: missing chaser_y; ");
}

/* Choosing ----------------------------------------------------------------------------------------------- */

enum { CHOOSERS = 5000, CANDIDATES = 700 };

static float place(size_t i, size_t factor) { return (float)((double)(i * factor % 1000) / 7.0); }

/* Computes the numbers of place() in SQL. */
#define SQL_PLACE(i, factor) "((" i " * " factor ") % 1000) / 7e0"
#define SQL_CANDIDATES                                                                                       \
    "(SELECT list({'runner_x': " SQL_PLACE("j", "389") ", 'runner_y': " SQL_PLACE(                           \
        "j",                                                                                                 \
        "173") ", 'runner_vx': " SQL_PLACE("j",                                                              \
                                           "31") ", 'runner_vy': 1, 'runner_radius': " SQL_PLACE("j",        \
                                                                                                 "7") "} "   \
                                                                                                      "ORDE" \
                                                                                                      "R "   \
                                                                                                      "BY "  \
                                                                                                      "j) "  \
                                                                                                      "FROM" \
                                                                                                      " ran" \
                                                                                                      "ge("  \
                                                                                                      "700)" \
                                                                                                      " c("  \
                                                                                                      "j))"

/* Tests that choices have the library's bits, with a crowd, for several of DuckDB's vectors: by time, or of
   candidates with a width behind walls. */
static void check_choices(int sees) {
    static char text[TEXT];
    static float x[CHOOSERS], y[CHOOSERS], cost[CHOOSERS], share[CHOOSERS];
    static float rx[CANDIDATES], ry[CANDIDATES], vx[CANDIDATES], radius[CANDIDATES];
    static uint32_t target[CHOOSERS];
    static const float speed = 60.0f, vy = 1.0f;
    for (size_t i = 0; i < CHOOSERS; i++) {
        x[i] = place(i, 577);
        y[i] = place(i, 283);
    }
    for (size_t j = 0; j < CANDIDATES; j++) {
        rx[j] = place(j, 389);
        ry[j] = place(j, 173);
        vx[j] = place(j, 31);
        radius[j] = place(j, 7);
    }
    const way_choose2d_in in = {.chaser_x.data = x,
                                .chaser_y.data = y,
                                .chaser_speed = way_same(&speed),
                                .runner_x.data = rx,
                                .runner_y.data = ry,
                                .runner_vx.data = vx,
                                .runner_vy = way_same(&vy),
                                .runner_radius.data = radius};
    const way_choose2d_out out = {.target.data = target, .cost.data = cost, .seen.data = share};
    const way_choice choice = {.count = CHOOSERS,
                               .runner_count = CANDIDATES,
                               .cost = sees ? WAY_BY_DISTANCE : WAY_BY_TIME,
                               .walls = sample_walls(),
                               .wall_count = sees ? SAMPLE_WALLS : 0,
                               .sight_points = 7};
    if (way_choose2d(&in, &out, &choice) != WAY_OK)
        fail("way_choose2d: refused");
    duckdb_result result;
    strcpy(text, "SELECT a.target, a.cost, a.seen FROM (SELECT i, way_choose2d");
    strcat(text, sees ? "" : "_by_time");
    strcat(text, "({'chaser_x': " SQL_PLACE("i", "577") ", 'chaser_y': " SQL_PLACE("i", "283"));
    strcat(text, ", 'chaser_speed': 60, 'sight_points': 7, 'candidates': " SQL_CANDIDATES);
    if (sees) {
        strcat(text, ", 'walls': ");
        add_walls(text);
    }
    strcat(text, "}) AS a FROM range(5000) r(i)) ORDER BY i");
    ask(&host, text, &result);
    size_t i = 0, met = 0, parts = 0;
    for (duckdb_data_chunk chunk; (chunk = duckdb_fetch_chunk(result)) != NULL;
         duckdb_destroy_data_chunk(&chunk)) {
        duckdb_vector targets = duckdb_data_chunk_get_vector(chunk, 0);
        const int64_t *row = duckdb_vector_get_data(targets);
        const float *found = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 1));
        const float *seen = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 2));
        uint64_t *valid = duckdb_vector_get_validity(targets);
        for (idx_t k = 0; k < duckdb_data_chunk_get_size(chunk) && failures < 20; k++, i++) {
            const uint32_t best =
                valid && !duckdb_validity_row_is_valid(valid, k) ? UINT32_MAX : (uint32_t)(row[k] - 1);
            checks++;
            met += best != UINT32_MAX;
            parts += seen[k] > 0 && seen[k] < 1;
            if (best != target[i] || memcmp(&found[k], &cost[i], 4) != 0 ||
                memcmp(&seen[k], &share[i], 4) != 0)
                fail("way_choose2d: row %zu: found %u, %a, %a, expected %u, %a, %a", i, best,
                     (double)found[k], (double)seen[k], target[i], (double)cost[i], (double)share[i]);
        }
    }
    duckdb_destroy_result(&result);
    if (i != CHOOSERS || met < CHOOSERS / 2 || (sees && parts < CHOOSERS / 10))
        fail("way_choose2d: %zu rows, %zu met, %zu seen in part", i, met, parts);
}

/* Units at x = 0, 3, 1, 9 with the ids 7, 8, 9 and -3 * 10^15: their table is also the candidates'. */
#define UNITS "(VALUES (7, 0), (8, 3), (9, 1), (-3000000000000001, 9)) u(id, x)"
#define LIST(fields) "(SELECT list({'runner_x': x, 'runner_y': 0" fields "} ORDER BY x) FROM " UNITS ")"
#define CHOSEN(options, fields)                                                                              \
    "SELECT string_agg(coalesce(way_choose2d({'chaser_x': x, 'chaser_y': 0" options                          \
    ", 'candidates': " LIST(fields) "}).target::VARCHAR, '-'), ' ' ORDER BY x) FROM " UNITS
#define CHOSEN_IN_SPACE(options, fields)                                                                     \
    "SELECT string_agg(coalesce(way_choose3d({'chaser_x': x, 'chaser_y': 0, 'chaser_z': 0" options           \
    ", 'candidates': " LIST(                                                                                 \
        ", 'runner_z': 0" fields) "}).target::VARCHAR, '-'), ' ' ORDER BY x) FROM " UNITS

/* In order of x, the ids are 7, 9, 8 and -3 * 10^15 - 1, and their positions 1, 2, 3, 4. */
static void expect_ids(void) {
    expect(CHOSEN("", ""), "1 2 3 4"); /* the call cannot know that the candidates are the same units */
    expect(CHOSEN(", 'self': 1", ""),
           "way_choose2d: self: candidate 1 of the list is elsewhere, and candidate 4 "
           "is at the agent's own position: if self is an id, ");
    expect(
        "SELECT way_choose2d({'chaser_x': 2, 'chaser_y': 0, 'self': 1, 'candidates': " LIST("") "}).target",
        "2");
    expect(
        "SELECT string_agg(way_choose2d({'chaser_x': x, 'chaser_y': 0, 'self': n, 'candidates': " LIST(
            "") "}).target, ' ' ORDER BY x) FROM (SELECT x, row_number() OVER (ORDER BY x) AS n FROM " UNITS
                ")",
        "2 1 2 3");
    expect(CHOSEN("", ", 'id': id"), "7 9 8 -3000000000000001");
    expect(CHOSEN(", 'self': id", ", 'id': id"), "9 7 9 8");
    expect(CHOSEN(", 'self': id::DECIMAL(18, 0)::BIGINT, 'present': -3000000000000001, 'bonus': 100",
                  ", 'id': id"),
           "-3000000000000001 -3000000000000001 -3000000000000001 8");
    expect(CHOSEN(", 'self': id + 1000", ", 'id': id"), "7 9 8 -3000000000000001");
    /* agents with ids that are their own candidates, unless self, masks, ranges, or other positions say no */
    expect(CHOSEN(", 'id': id", ", 'id': id"),
           "way_choose2d: agents are their own candidates, with the same id and position: write 'self': id ");
    expect(CHOSEN(", 'id': id, 'self': NULL", ", 'id': id"), "7 9 8 -3000000000000001");
    expect(CHOSEN(", 'id': id, 'self': id", ", 'id': id"), "9 7 9 8");
    expect(CHOSEN(", 'id': id, 'chaser_mask': 1", ", 'id': id, 'runner_mask': 2"), "- - - -");
    expect(CHOSEN(", 'id': id, 'range_from': 0.5", ", 'id': id"), "9 7 9 8");
    expect(CHOSEN(", 'id': id, 'chaser_world': 1", ", 'id': id, 'runner_world': 2"), "- - - -");
    expect(CHOSEN(", 'id': id::VARCHAR", ", 'id': id"), "7 9 8 -3000000000000001");
    expect(CHOSEN(", 'id': x", ", 'id': id"), "7 9 8 -3000000000000001");
    expect(CHOSEN(", 'id': CASE WHEN x < 3 THEN id END", ", 'id': id"), "7 9 8 -3000000000000001");
    expect(CHOSEN(", 'id': id", ""), "1 2 3 4");
    expect("SELECT len(way_neighbours2d({'chaser_x': 5, 'chaser_y': 0, 'id': 7, 'candidates': " LIST(
               ", 'id': id") "}))",
           "4");
    expect(
        "SELECT way_avoid2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_vx': 0, 'chaser_vy': 0, 'preferred_vx': "
        "1, "
        "'preferred_vy': 0, 'chaser_speed': 1, 'radius': 1, 'id': 7, 'candidates': " LIST(", 'id': id") "})",
        "way_avoid2d: agents are their own candidates, ");
    /* the same in space, where range_from is another column */
    expect(
        CHOSEN_IN_SPACE(", 'id': id", ", 'id': id"),
        "way_choose3d: agents are their own candidates, with the same id and position: write 'self': id (or "
        "'self': NULL, if they are others)");
    expect(CHOSEN_IN_SPACE(", 'id': id, 'chaser_mask': 1", ", 'id': id"),
           "way_choose3d: agents are their own candidates, ");
    expect(CHOSEN_IN_SPACE(", 'id': id, 'range_from': 1", ", 'id': id"), "9 7 9 8");
    expect(CHOSEN_IN_SPACE(", 'id': id, 'range_from': 1, 'chaser_mask': 1", ", 'id': id"), "9 7 9 8");
    expect(CHOSEN_IN_SPACE(", 'id': id, 'chaser_mask': 1", ", 'id': id, 'runner_mask': 2"), "- - - -");
    expect(CHOSEN_IN_SPACE(", 'id': id, 'self': id, 'chaser_mask': 1", ", 'id': id"), "9 7 9 8");
    /* agents of an avoidance without ids, at the position and with the velocity of a candidate */
#define WALK(mine, theirs)                                                                                   \
    "SELECT count(way_avoid2d({'chaser_x': x, 'chaser_y': 0, 'chaser_vx': x, 'chaser_vy': 0, "               \
    "'preferred_vx': 1, 'preferred_vy': 0, 'chaser_speed': 1, 'radius': 1" mine                              \
    ", 'candidates': (SELECT list({'runner_x': x, 'runner_y': 0" theirs "} ORDER BY x) FROM " UNITS          \
    ")})) FROM " UNITS
    expect(WALK("", ", 'runner_vx': x"), "way_avoid2d: agents are their own candidates, with the same "
                                         "position and velocity: write 'self': id ");
    expect(WALK("", ", 'runner_vx': x, 'id': id"), "with the same position and velocity: write 'self': id ");
    expect(WALK(", 'id': id", ", 'runner_vx': x"), "with the same position and velocity: write 'self': id ");
    expect(WALK(", 'self': id", ", 'runner_vx': x, 'runner_radius': 1, 'id': id"), "4");
    /* with self, agents are candidates: a disc is not a point, and who moves does not stand */
    expect(WALK(", 'self': id", ", 'runner_vx': x, 'id': id"),
           "way_avoid2d: candidates: missing runner_radius: with self, ");
    expect(WALK(", 'self': id", ", 'runner_radius': 1, 'id': id"),
           "way_avoid2d: candidates: missing runner_vx: with self, ");
    expect("SELECT way_avoid2d({'chaser_x': x, 'chaser_y': 0, 'chaser_vx': 0, 'chaser_vy': 0, "
           "'preferred_vx': 1, 'preferred_vy': 0, "
           "'chaser_speed': 1, "
           "'self': id, 'candidates': (SELECT list({'id': id, 'runner_x': x, 'runner_y': 0, 'runner_radius': "
           "1}) FROM " UNITS ")}) FROM " UNITS,
           "way_avoid2d: missing radius: with self, ");
    expect("SELECT count(way_avoid2d({'chaser_x': x, 'chaser_y': 0, 'chaser_vx': 0, 'chaser_vy': 0, "
           "'preferred_vx': 1, 'preferred_vy': 0, "
           "'chaser_speed': 1, "
           "'self': id, 'radius': 0, 'candidates': (SELECT list({'id': id, 'runner_x': x, 'runner_y': 0, "
           "'runner_radius': 1}) "
           "FROM " UNITS ")})) FROM " UNITS,
           "4");
    expect(WALK(", 'self': id", ", 'runner_vx': 0, 'runner_radius': 0, 'id': id"), "4");
    expect(WALK(", 'self': id + 100", ", 'id': id"), "4"); /* the agents are not in the list */
    expect(WALK(", 'self': NULL", ", 'runner_vx': x"), "4");
    expect(WALK(", 'id': -id", ", 'runner_vx': x, 'id': id"), "4"); /* the ids say that they are others */
    expect(WALK("", ", 'runner_vx': x + 1"), "4");
    expect(WALK("", ", 'runner_vx': x, 'runner_vy': 1"), "4");
    expect(WALK("", ", 'runner_vx': x, 'runner_radius': 2"), "4");
    expect(WALK("", ""), "4"); /* one of them stands */
    expect(WALK(", 'chaser_mask': 1", ", 'runner_vx': x, 'runner_mask': 2"), "4");
    expect(WALK(", 'chaser_world': 1", ", 'runner_vx': x"), "4");
    expect("SELECT way_avoid2d(0, 0, 1, 0, 1, 0, 1, [{'runner_x': 0, 'runner_y': 3, 'runner_vx': 1, "
           "'runner_radius': 1}]).status::VARCHAR",
           "met");
    expect("SELECT way_avoid3d(0, 0, 1, 1, 0, 0, 1, 0, 0, 1, [{'runner_x': 0, 'runner_y': 0, 'runner_z': 1, "
           "'runner_vx': 1, 'runner_radius': 1}])",
           "way_avoid3d: agents are their own candidates, ");
    expect("SELECT way_avoid3d(0, 0, 1, 1, 0, 0, 1, 0, 0, 1, [{'runner_x': 0, 'runner_y': 0, 'runner_z': 1, "
           "'runner_vx': 1, 'runner_vz': 1, 'runner_radius': 1}]).status::VARCHAR",
           "no_path");
    expect(CHOSEN(", 'self': NULL, 'present': CASE WHEN x > 0 THEN 9 END, 'bonus': 5", ", 'id': id"),
           "7 9 9 -3000000000000001");
    expect("SELECT string_agg(list_transform(way_neighbours2d({'chaser_x': x, 'chaser_y': 0, 'range_to': 4, "
           "'self': id, "
           "'candidates': " LIST(", 'id': id") "}), lambda n: n.row)::VARCHAR, ' ' ORDER BY x) FROM " UNITS,
           "[9, 8] [7, 8] [9, 7] []");
    expect("SELECT way_choose2d(0, 0, [{'id': 5, 'runner_x': 30, 'runner_y': 0}, {'id': 4, 'runner_x': 20, "
           "'runner_y': "
           "0}]).target",
           "4");
    /* every row has candidates of its own, in several vectors; an id is not a position in a list of others */
    expect("SELECT sum((way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'self': i, 'candidates': [{'id': i, "
           "'runner_x': 1, "
           "'runner_y': 0}, {'id': i + 10, 'runner_x': 2, 'runner_y': 0}]}).target = i + 10)::INT) FROM "
           "range(5000) r(i)",
           "5000");
    expect("SELECT sum((way_choose2d({'chaser_x': i, 'chaser_y': 0, 'self': 10 * i, 'candidates': (SELECT "
           "list({'runner_x': "
           "j, 'runner_y': 0, 'id': 10 * j}) FROM range(5000) c(j))}).target = 10 * abs(i - 1))::INT) FROM "
           "range(5000) r(i)",
           "5000");
    expect("SELECT way_avoid2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_vx': 0, 'chaser_vy': 0, "
           "'preferred_vx': 1, "
           "'preferred_vy': 0, 'chaser_speed': 1, 'radius': 0, 'self': 5, 'candidates': [{'id': 5, "
           "'runner_x': 0, "
           "'runner_y': "
           "0}]}).status::VARCHAR",
           "no_target");
    expect("SELECT way_choose2d(0, 0, [{'id': NULL, 'runner_x': 1, 'runner_y': 0}, NULL]).target",
           "way_choose2d: candidates: id: expected a whole number, found NULL");
    expect("SELECT way_choose2d(0, 0, [{'id': 2, 'runner_x': 1, 'runner_y': 0}, NULL]).target", "2");
    expect("SELECT way_choose2d(0, 0, [{'id': 2, 'runner_x': 1, 'runner_y': 0}, {'id': 2, 'runner_x': 3, "
           "'runner_y': 0}])",
           "way_choose2d: candidates: id: 2 is there twice");
    expect("SELECT way_choose2d(0, 0, [{'id': 'a', 'runner_x': 1, 'runner_y': 0}])",
           "way_choose2d: candidates: id: expected whole numbers of at most 64 bits, found VARCHAR");
    expect("SELECT way_choose2d(0, 0, [{'id': 18446744073709551615::UBIGINT, 'runner_x': 1, 'runner_y': 0}])",
           "way_choose2d: candidates: id: expected a BIGINT, found a larger number");
    expect("SELECT way_choose2d(0, 0, [{'id': -9223372036854775807 - 1, 'runner_x': 1, 'runner_y': 0}])",
           "way_choose2d: candidates: id: -9223372036854775808 is not an id");
    expect("SELECT way_choose2d(0, 0, [{'id': -9223372036854775807, 'runner_x': 1, 'runner_y': 0}]).target",
           "-9223372036854775807");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'self': 1.5, 'candidates': [{'id': 2, "
           "'runner_x': 1, "
           "'runner_y': 0}]})",
           "way_choose2d: self: expected whole numbers, found DECIMAL");
}

/* Tests that a scene at UTM coordinates has the bits of the same scene near 0, for each kind of call. Each
   scene is an expression of its place x, y, z, and gives no positions but differences. */
static void expect_far(void) {
#define AT "'chaser_x': x, 'chaser_y': y"
#define NEAR2 "[{'runner_x': x, 'runner_y': y + 0.25}, {'runner_x': x, 'runner_y': y - 0.125}]"
#define WIDE2                                                                                                \
    "[{'runner_x': x + 0.5, 'runner_y': y, 'runner_radius': 3}, {'runner_x': x - 4, 'runner_y': y - 1, "     \
    "'runner_radius': 2}]"
#define NEAR3                                                                                                \
    "[{'runner_x': x, 'runner_y': y + 0.25, 'runner_z': z}, {'runner_x': x, 'runner_y': y - 0.0625, "        \
    "'runner_z': z - 0.125}]"
#define BOARD                                                                                                \
    "[{'ax': x + 0.0625, 'ay': y - 1, 'bx': x + 0.0625, 'by': y + 1}, {'ax': x - 1, 'ay': y - 0.0625, "      \
    "'bx': x + 1, 'by': y - 0.0625}]"
#define SLAB                                                                                                 \
    "[{'ax': x - 1, 'ay': y - 1, 'az': z - 0.125, 'bx': x + 1, 'by': y - 1, 'bz': z - 0.125, 'cx': x, "      \
    "'cy': y + 1, 'cz': z - 0.125}]"
#define OF(call, answer) "list_transform([" call "], lambda a: " answer ")"
#define POINT2 "[a.point_x - x, a.point_y - y, a.distance, a.normal_x]"
    static const char *const scenes[] = {
        "way_choose2d(x, y, " NEAR2 ")",
        "way_choose2d({" AT ", 'candidates': " NEAR2 ", 'walls': " BOARD "})",
        "way_neighbours2d({" AT ", 'candidates': " WIDE2 ", 'walls': " BOARD ", 'sight_points': 9})",
        "way_choose2d({" AT
        ", 'candidates': (SELECT list({'runner_x': x + 0.25 * j, 'runner_y': y - 0.125}) FROM "
        "range(-50, 50) c(j))})",
        "way_choose2d_by_time(x, y, 2, [{'runner_x': x, 'runner_y': y - 0.125, 'runner_vx': 1, 'runner_vy': "
        "0}])",
        "way_choose2d_by_turning(x, y, 5, 1, 0, 1, [{'runner_x': x, 'runner_y': y + 9.125, 'runner_vx': 0, "
        "'runner_vy': 0}])",
        "way_best2d(x, y, " NEAR2 ")",
        "way_neighbours2d(x, y, " NEAR2 ")",
        "way_assign([way_best2d(x, y, " NEAR2 "), way_best2d(x, y - 0.125, " NEAR2 ")])",
        "way_choose3d(x, y, z, " NEAR3 ")",
        "way_choose3d_by_time(x, y, z, 2, [{'runner_x': x, 'runner_y': y + 0.0625, 'runner_z': z, "
        "'runner_vx': 0, "
        "'runner_vy': 0, 'runner_vz': 1}])",
        "way_best3d(x, y, z, " NEAR3 ")",
        "way_neighbours3d(x, y, z, " NEAR3 ")",
        "way_avoid2d({" AT
        ", 'chaser_vx': 1, 'chaser_vy': 0, 'preferred_vx': 1, 'preferred_vy': 0, 'chaser_speed': "
        "2, 'candidates': " NEAR2 ", 'walls': " BOARD ", 'radius': 0.03125})",
        "way_avoid3d(x, y, z, 1, 0, 0, 1, 0, 0, 2, [{'runner_x': x + 0.375, 'runner_y': y + 0.0625, "
        "'runner_z': z}], "
        "0.125, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        OF("way_cast2d(x, y, 0, -1, " NEAR2 ")", POINT2),
        OF("way_cast2d({'x': x, 'y': y, 'direction_x': 1, 'direction_y': 0, 'walls': " BOARD "})", POINT2),
        OF("way_cast3d(x, y, z, 0, 0, -1, " SLAB ")",
           "[a.point_x - x, a.point_y - y, a.point_z - z, a.distance]"),
        OF("way_sweep3d(x, y, z, 0, 0, -1, " SLAB ")",
           "[a.point_x - x, a.point_y - y, a.point_z - z, a.time]"),
        OF("way_bounce2d(x, y, 1, 0.25, 0.5, " BOARD ")", "[a.next_x - x, a.next_y - y, a.next_vx]"),
        OF("way_bounce2d({'ball_x': x, 'ball_y': y, 'ball_vx': 1, 'ball_vy': 0.25, 'dt': 0.5, 'walls': " BOARD
           "})",
           "[a.next_x - x, a.next_y - y, a.next_vx]"),
        OF("way_sweep_walls2d(x, y, 1, 0, " BOARD ")", "[a.point_x - x, a.point_y - y, a.time]"),
        "list_transform(way_waypoints2d(x, y, 1, 0, x + 0.375, y, 1, 0, 5, 'LSL', 0, 0.375, 0, 0.125), "
        "lambda w: "
        "[w.next_x - x, w.next_y - y, w.next_distance])",
    };
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        char text[2048];
        sprintf(text, "CREATE OR REPLACE MACRO scene(x, y, z) AS %s", scenes[k]);
        run(&host, text);
        sprintf(text,
                "SELECT CASE WHEN near = far THEN 'same' ELSE near || far END FROM (SELECT scene(x, y, "
                "z)::VARCHAR AS near, "
                "scene(x + 524288, y + 5373952, z + 131072)::VARCHAR AS far FROM (SELECT -24288.748046875e0 "
                "AS x, "
                "26048.501953125e0 AS y, 5.001953125e0 AS z)) -- %s",
                scenes[k]);
        expect(text, "same");
    }
    /* rows with one list and different origins, in several vectors: candidate j is near the rows with i % 99
       = j */
#define SPREAD                                                                                               \
    "500000e0 + 65536 * (i % 99 % 3), 5400000e0 + 0.0625 * (i % 99), (SELECT list({'runner_x': "             \
    "500000.125e0 + 65536 "                                                                                  \
    "* (j % 3), 'runner_y': 5400000e0 + 0.0625 * j} ORDER BY j) FROM range(99) c(j))"
    expect("SELECT count(*) FILTER (a = {'target': i % 99 + 1, 'cost': 0.125, 'status': 'met', 'seen': 1}) "
           "FROM (SELECT i, "
           "way_choose2d(" SPREAD ") AS a FROM range(5000) r(i))",
           "5000");
    expect("SELECT count(*) FILTER (a[1] = {'row': i % 99 + 1, 'distance': 0.125, 'seen': 1} AND len(a) = "
           "99) FROM "
           "(SELECT i, "
           "way_neighbours2d(" SPREAD ") AS a FROM range(5000) r(i))",
           "5000");
    /* a ray without a hit has no point, and a position may be infinite */
    expect("SELECT way_cast2d(500000, 0, 1, 0, []).point_x", "0.0");
    expect("SELECT way_cast2d('inf'::DOUBLE, 0, 1, 0, []).status::VARCHAR", "invalid");
}

/* Tests that wrong numbers and NULL are errors in lists that a row has. */
static void expect_whole_lists(void) {
#define ONE(fields) "[{'runner_x': 9, 'runner_y': 0" fields "}]"
#define CHOOSE(fields, of_candidate)                                                                         \
    "SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0" fields                                               \
    ", 'candidates': " ONE(of_candidate) "}).target"
    expect(CHOOSE(", 'chaser_world': 4294967295", ", 'runner_world': 4294967295"), "1");
    expect(CHOOSE(", 'chaser_world': 4294967296", ""),
           "way_choose2d: chaser_world: expected a whole number from 0 to 4294967295, found 4294967296");
    expect(CHOOSE("", ", 'runner_world': 4294967296"), "way_choose2d: candidates: runner_world: expected a "
                                                       "whole number from 0 to 4294967295, found 4294967296");
    expect(CHOOSE(", 'chaser_mask': -1", ""),
           "way_choose2d: chaser_mask: expected a whole number from 0 to 4294967295, found -1");
    expect(CHOOSE("", ", 'runner_mask': 1::BIGINT << 40"),
           "way_choose2d: candidates: runner_mask: expected ");
    expect(CHOOSE(", 'chaser_world': 1.5", ""),
           "way_choose2d: chaser_world: expected whole numbers, found DECIMAL");
    expect("SELECT way_cast3d(0, 0, 5, 0, 0, -1, [{'ax': 0, 'ay': 0, 'az': 0, 'bx': 9, 'by': 0, 'bz': 0, "
           "'cx': 0, "
           "'cy': 9, 'cz': 0, 'mask': 4294967296}])",
           "way_cast3d: triangles: mask: expected a whole number from 0 to 4294967295, found 4294967296");
    expect("SELECT way_cast3d(0, 0, 5, 0, 0, -1, [{'ax': 0, 'ay': 0, 'az': 0, 'bx': 9, 'by': 0, 'bz': 0, "
           "'cx': 0, "
           "'cy': 9, 'cz': NULL}])",
           "way_cast3d: triangles: cz: expected a number, found NULL");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'candidates': " ONE(
               "") ", 'walls': [{'ax': 4, 'ay': "
                   "-9, 'bx': NULL, 'by': 9}]})",
           "way_choose2d: walls: bx: expected a number, found NULL");
    expect("SELECT way_cast2d(0, 0, 1, 0, [{'runner_x': 9, 'runner_y': NULL}])",
           "way_cast2d: candidates: runner_y: expected a number, found NULL");
    /* DuckDB leaves the lists of the rows that a condition removes */
    expect(
        "SELECT sum(way_choose2d(0, 0, l).target) FROM (SELECT i, [{'runner_x': CASE WHEN i != 3 THEN i END, "
        "'runner_y': 0, 'runner_mask': i - 4}] AS l FROM range(9) r(i)) WHERE i > 3",
        "4");
    expect(CHOOSE(", 'self': 2", ""),
           "way_choose2d: self: expected a number from 0 to 1, because the 1 candidates have no field id");
    expect(CHOOSE(", 'self': -1", ""), "way_choose2d: self: expected a number from 0 to 1, ");
    expect(CHOOSE(", 'self': 0, 'present': NULL", ""), "1");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'self': 7, 'candidates': []}).status::VARCHAR",
           "no_target");
    /* names of other calls */
    expect(CHOOSE(", 'range': 3", ""),
           "way_choose2d: no field range; did you mean range_from or range_to? Expected ");
    expect(CHOOSE(", 'best': 3", ""), "way_choose2d: no field best; call way_best2d or the like");
    expect(CHOOSE("", ", 'world': 3"),
           "way_choose2d: candidates: no field world; did you mean runner_world? ");
    expect("SELECT way_neighbours2d({'chaser_x': 0, 'chaser_y': 0, 'most': 2, 'candidates': " ONE("") "})",
           "way_neighbours2d: no field most; write [1:n] after the call");
    expect("SELECT way_avoid2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_vx': 2, 'chaser_vy': 0, "
           "'preferred_vx': 2, "
           "'preferred_vy': 0, 'chaser_speed': 2, 'radius': 0.5, 'candidates': " ONE(", 'radius': 0.5") "})",
           "way_avoid2d: candidates: no field radius; did you mean runner_radius? ");
    expect("SELECT way_cast2d({'x': 0, 'y': 0, 'direction_x': 1, 'direction_y': 0, 'chaser_world': 1})",
           "way_cast2d: no field chaser_world; the function has no worlds");
    expect(
        "SELECT way_choose3d({'chaser_x': 0, 'chaser_y': 0, 'chaser_z': 0, 'walls': [], 'candidates': []})",
        "way_choose3d: no field walls; the function has no walls");
    /* names without their side, with another side, or with more words */
#define AVOID(fields, of_candidate)                                                                          \
    "SELECT way_avoid2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_vx': 2, 'chaser_vy': 0, 'preferred_vx': 2, "  \
    "'preferred_vy': 0, 'chaser_speed': 2" fields ", 'candidates': " ONE(of_candidate) "}).status::VARCHAR"
    static const char *const others[][2] = {
        {AVOID(", 'radius': 1", ", 'vx': 1"), "candidates: no field vx; did you mean runner_vx? "},
        {AVOID(", 'radius': 1", ", 'velocity_y': 1"), "no field velocity_y; did you mean runner_vy? "},
        {AVOID(", 'radius': 1, 'time_step': 1", ""), "way_avoid2d: no field time_step; did you mean dt? "},
        {AVOID(", 'radius': 1", ", 'Chaser_VX': 1"), "no field Chaser_VX; did you mean runner_vx? "},
        {AVOID(", 'radius': 1", ", 'chaser_radius': 1"),
         "no field chaser_radius; did you mean runner_radius? "},
        {AVOID(", 'chaser_radius': 1", ""), "way_avoid2d: no field chaser_radius; did you mean radius? "},
        {AVOID(", 'radius': 1, 'runner_vx': 1", ""), "way_avoid2d: runner_vx is a field of the candidates"},
        {CHOOSE("", ", 'mask': 1"), "candidates: no field mask; did you mean runner_mask? "},
        {CHOOSE("", ", 'chaser_mask': 1"), "no field chaser_mask; did you mean runner_mask? "},
        {CHOOSE("", ", 'runner_id': 1"), "no field runner_id; did you mean id? "},
        {CHOOSE(", 'mask': 1", ""), "way_choose2d: no field mask; did you mean chaser_mask? "},
        {CHOOSE(", 'runner_mask': 1", ""), "way_choose2d: runner_mask is a field of the candidates"},
        {CHOOSE(", 'weight': 0.1", ""), "way_choose2d: weight is a field of the candidates"},
        /* options of the same choice by another cost */
        {CHOOSE(", 'horizon': 0.1", ""), "way_choose2d: no field horizon; way_choose2d_by_time has it"},
        {CHOOSE(", 'reach': 3", ""), "way_choose2d: no field reach; way_choose2d_by_time has it"},
        {CHOOSE(", 'wanted_heading_x': 3", ""), "no field wanted_heading_x; way_choose2d_by_turning has it"},
        {"SELECT way_best2d({'chaser_x': 0, 'chaser_y': 0, 'reach': 3, 'candidates': " ONE("") "})",
         "way_best2d: no field reach; way_best2d_by_time has it"},
        {"SELECT way_neighbours2d({'chaser_x': 0, 'chaser_y': 0, 'bonus': 3, 'candidates': " ONE("") "})",
         "way_neighbours2d: no field bonus; way_choose2d has it"},
        /* bits of one side; masks of 0 or 1 can say alone which rows count */
        {CHOOSE(", 'chaser_mask': 2", ""), "way_choose2d: chaser_mask: candidates have no runner_mask"},
        {CHOOSE("", ", 'runner_mask': 2"),
         "way_choose2d: candidates: runner_mask: agents have no chaser_mask"},
        {CHOOSE(", 'chaser_mask': 2", ", 'runner_mask': NULL"), "1"},
        {CHOOSE(", 'chaser_mask': NULL", ", 'runner_mask': 2"), "1"},
        {CHOOSE(", 'chaser_mask': 0", ""), "NULL"},
        {CHOOSE(", 'chaser_mask': 1", ""), "1"},
        {CHOOSE("", ", 'runner_mask': 0"), "NULL"},
        {CHOOSE("", ", 'runner_mask': 4294967295"), "1"},
        {CHOOSE(", 'chaser_mask': 2", ", 'runner_mask': 3"), "1"},
        {AVOID(", 'radius': 1, 'chaser_mask': 2", ""), "way_avoid2d: chaser_mask: candidates have no "},
        {"SELECT way_choose2d(0, 0, [{'runner_x': 9, 'runner_y': 0, 'runner_mask': 2}]).target", "1"},
        {"SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_mask': 2, 'candidates': []}).target",
         "NULL"},
        /* options that have no effect alone */
        {CHOOSE(", 'arc': 0.7", ""), "way_choose2d: arc: it has no effect without facing_x and facing_y"},
        {CHOOSE(", 'arc': -1", ""), "1"},
        {CHOOSE(", 'arc': 0.7, 'facing_y': 0", ""), "1"},
        {CHOOSE(", 'bonus': 3", ""), "way_choose2d: bonus: it has no effect without present"},
        {CHOOSE(", 'bonus': 0", ""), "1"},
        {CHOOSE(", 'bonus': 3, 'present': NULL", ""), "1"},
        {CHOOSE(", 'self_id': 1", ""), "way_choose2d: no field self_id; did you mean self?"},
        {CHOOSE(", 'self_row': 1", ""), "way_choose2d: no field self_row; did you mean self?"},
        {CHOOSE(", 'max_distance': 1", ""), "way_choose2d: no field max_distance; did you mean range_to? "},
        {CHOOSE(", 'max_range': 1", ""), "way_choose2d: no field max_range; did you mean range_to, "},
        /* names of a search's radius: the radius of a body in a struct for two calls stays lawful */
        {CHOOSE(", 'radius': 3", ""), "way_choose2d: no field radius; did you mean range_to? "},
        {CHOOSE(", 'max_dist': 3", ""), "way_choose2d: no field max_dist; did you mean range_to? "},
        {CHOOSE(", 'distance': 3", ""), "way_choose2d: no field distance; did you mean range_to? "},
        {"SELECT way_neighbours2d({'chaser_x': 0, 'chaser_y': 0, 'radius': 3, 'candidates': " ONE("") "})",
         "way_neighbours2d: no field radius; did you mean range_to? "},
        {"SELECT way_choose2d_by_time({'chaser_x': 0, 'chaser_y': 0, 'chaser_speed': 1, 'radius': 3, "
         "'candidates': " ONE(", 'runner_vx': 0, 'runner_vy': 0") "})",
         "way_choose2d_by_time: no field radius; did you mean range_to? "},
        {CHOOSE(", 'radius': 3, 'range_to': NULL", ""), "1"},
        {CHOOSE(", 'radius': 3, 'distance': 2, 'max_dist': 2, 'range_to': 100", ""), "1"},
        {CHOOSE("", ", 'distance': 2, 'max_dist': 3"), "1"},
        {CHOOSE(", 'chooser_mask': 2", ""), "no field chooser_mask; did you mean chaser_mask? "},
        {CHOOSE(", 'chaser_z': 2", ""), "way_choose2d: no field chaser_z; the function is in the plane"},
        {AVOID(", 'radius': 3", ""), "met"},
        {CHOOSE("", ", 'candidate_mask': 1"), "no field candidate_mask; did you mean runner_mask? "},
        {AVOID(", 'radius': 1", ", 'candidate_radius': 1"),
         "no field candidate_radius; did you mean runner_radius? "},
        {AVOID(", 'radius': 1", ", 'candidate_radius': 1, 'runner_radius': 1"), "met"},
        {CHOOSE(", 'team': 1, 'k': 3, 'exclude': 2, 'kind': 1, 'hp': 9", ", 'team': 1, 'k': 3, 'kind': 1"),
         "1"},
        /* angles instead of cosines, and radii that were forgotten */
        {CHOOSE(", 'facing_x': 1, 'arc': 90", ""),
         "way_choose2d: arc: expected a cosine of half the angle, found 90"},
        {CHOOSE(", 'facing_x': 1, 'arc': 1.2", ""), "way_choose2d: arc: expected a cosine of half the angle"},
        {CHOOSE(", 'facing_x': 1, 'arc': 1.00001", ""),
         "NULL"}, /* a rounded cosine: no candidate is exactly ahead */
        {CHOOSE(", 'facing_x': 1, 'arc': -2", ""), "1"},
        {AVOID("", ", 'runner_vx': 1"), "way_avoid2d: radius: neither agents nor candidates have one"},
        {AVOID("", ", 'runner_radius': 1"), "met"},
        {AVOID(", 'radius': 0", ""), "met"},
        /* NULL is no radius, velocity or world of 0 */
        {AVOID(", 'radius': NULL", ""), "NULL"},
        {AVOID(", 'radius': 1", ", 'runner_radius': NULL"),
         "way_avoid2d: candidates: runner_radius: expected a number, found NULL"},
        {AVOID(", 'radius': 1", ", 'runner_vx': NULL::DOUBLE"),
         "candidates: runner_vx: expected a number, found NULL"},
        {AVOID(", 'radius': 1, 'dt': NULL", ", 'runner_share': NULL, 'runner_mask': NULL"), "met"},
        {CHOOSE("", ", 'runner_world': NULL"), "candidates: runner_world: expected a number, found NULL"},
        /* a table's own columns, next to the inputs or where they mean nothing */
        {AVOID(", 'radius': 1, 'mass': 3, 'match': 2",
               ", 'name': 'Ada', 'kind': 2, 'hp': 3, 'x': 1, 'y': 1, 'chaser_id': 4, 'target': 2"),
         "met"},
        {AVOID(", 'radius': 1", ", 'vx': 1, 'velocity_x': 1, 'runner_vx': 1, 'mask': 1, 'runner_mask': 1"),
         "met"},
        {CHOOSE(", 'name': 'Ada'", ", 'vx': 1, 'velocity_x': 1, 'speed': 2"), "1"},
    };
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        expect(others[k][0], others[k][1]);
    expect(CHOOSE(", 'name': 'Ada', 'chaser_speed': 3, 'heading_x': 1, 'chaser_vx': 2",
                  ", 'health': 5, 'runner_vx': 2, 'runner_share': 1"),
           "1");
}

static void expect_choices_in_words(void) {
#define TWO "[{'runner_x': 30, 'runner_y': 0}, {'runner_x': 20, 'runner_y': 0}]"
    expect("SELECT way_choose2d(0, 0, " TWO ")::VARCHAR",
           "{'target': 2, 'cost': 20.0, 'status': met, 'seen': 1.0}");
    expect("SELECT string_agg(way_choose2d(i, 0, " TWO ").target, ' ' ORDER BY i) FROM range(0, 60, 20) r(i)",
           "2 2 1");
    expect("SELECT way_choose2d(0, 0, [])::VARCHAR",
           "{'target': NULL, 'cost': inf, 'status': no_target, 'seen': 0.0}");
    expect("SELECT way_choose2d(0, NULL, " TWO ") IS NULL", "true");
    expect("SELECT way_choose2d(0, 0, NULL).status IS NULL", "true");
    expect("SELECT way_choose2d(0, 0, " TWO ", NULL, 25, NULL, NULL, NULL, NULL, NULL, NULL, NULL).target",
           "1");
    expect("SELECT way_choose2d(0, 0, " TWO ", NULL, 25)", "No function matches");
#define FOUR(masks)                                                                                          \
    "[{'runner_x': 30, 'runner_y': 0, 'weight': NULL, 'runner_mask': 1}, "                                   \
    "{'runner_x': 20, 'runner_y': 0, 'weight': 1, 'runner_mask': " masks "}]"
    expect(
        "SELECT way_choose2d(0, 0, " FOUR("2") ", 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL).target",
        "1");
    expect(
        "SELECT way_choose2d(0, 0, " FOUR("3") ", 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL).target",
        "2");
    expect("SELECT way_choose2d(0, 0, " FOUR("3") ", 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2).target",
           "1");
    expect("SELECT way_choose2d(0, 0, " FOUR("3") ", NULL, NULL, NULL, NULL, NULL, NULL, 1, 15, NULL).target",
           "1");
    expect(
        "SELECT way_choose2d_by_turning(0, 0, 5, 1, 0, 1, [{'runner_x': 30, 'runner_y': 0, 'runner_vx': 0, "
        "'runner_vy': 0}]).cost",
        "6.0");
    /* by name, choosers and candidates may have their fields in any order, with any of the options */
    expect("SELECT way_choose2d({'candidates': " TWO ", 'chaser_y': 0, 'chaser_x': 0}).target", "2");
    expect("SELECT way_choose2d({'chaser_x': 0, 'range_from': 25, 'chaser_y': 0, 'candidates': " TWO
           "}).target",
           "1");
    expect("SELECT way_choose2d(0, 0, [{'weight': 9, 'runner_y': 0, 'runner_x': 20}, {'weight': 1, "
           "'runner_y': 0, "
           "'runner_x': 30}]).target",
           "2");
    expect("SELECT string_agg(way_choose2d({'chaser_x': i, 'chaser_y': 0, 'present': 1, 'bonus': 15, "
           "'candidates': " TWO "}).target, ' ' ORDER BY i) FROM range(0, 60, 20) r(i)",
           "1 1 1");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': NULL, 'candidates': " TWO "}) IS NULL", "true");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'candidates': NULL}).status::VARCHAR",
           "no_target");
    expect("SELECT len(way_neighbours2d({'chaser_x': 0, 'chaser_y': 0, 'candidates': NULL, 'walls': NULL}))",
           "0");
    expect(
        "SELECT way_cast3d({'x': 0, 'y': 0, 'z': 5, 'direction_x': 0, 'direction_y': 0, 'direction_z': -1, "
        "'triangles': NULL}).status::VARCHAR",
        "no_target");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'candidates': []}).status::VARCHAR",
           "no_target");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0})",
           "way_choose2d: missing candidates; expected chaser_x, chaser_y, candidates [, ");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'range_too': 5, 'candidates': " TWO "})",
           "way_choose2d: no field range_too; did you mean range_to? Expected chaser_x, ");
    expect("SELECT way_choose2d(0, 0, [{'runner_x': 1, 'runner_z': 2}])",
           "way_choose2d: candidates: no field runner_z; did you mean runner_y? Expected runner_x, ");
    /* whole rows of a table, which have other columns, too */
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'candidates': (SELECT list(u) FROM (SELECT 7 "
           "+ i AS id, 'a' AS "
           "name, 9 - i AS runner_x, 0 AS runner_y, 5 AS runner_z FROM range(3) r(i)) u)}).target",
           "9");
    /* walls of avoidance, which differ from row to row */
    expect(
        "SELECT string_agg(round(way_avoid2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_vx': 1, 'chaser_vy': 0, "
        "'preferred_vx': 1, 'preferred_vy': 0, 'chaser_speed': 1, 'dt': 1, 'candidates': [], 'walls': CASE "
        "WHEN i "
        "= 1 THEN [] ELSE [{'ax': 0.25 * i, 'ay': -9, 'bx': 0.25 * i, 'by': 9}] END}).velocity_x, 2), ' ' "
        "ORDER "
        "BY i) FROM range(1, 4) r(i)",
        "1.0 0.5 0.75");
    /* sight: a wall before the nearer candidate, in one row of two; it hides the candidate from all calls */
#define HIDDEN                                                                                               \
    "'chaser_x': 0, 'chaser_y': i, 'candidates': " TWO                                                       \
    ", 'walls': [{'ax': 9, 'ay': -1, 'bx': 9, 'by': 1 - i}]"
    expect("SELECT string_agg(way_choose2d({" HIDDEN "}).target, ' ' ORDER BY i) FROM range(-5, 5, 5) r(i)",
           "2");
    expect("SELECT string_agg(len(way_neighbours2d({" HIDDEN "})) || ' ' || len(way_best2d({" HIDDEN
           "})), ', ' ORDER BY i) FROM range(-5, 5, 5) r(i)",
           "2 2, 0 0");
    /* the width of a candidate, of which a wall hides the lower part and the centre */
#define PARTLY(more)                                                                                         \
    "{'chaser_x': 0, 'chaser_y': 0, 'candidates': [{'runner_x': 20, 'runner_y': 0, 'runner_radius': 2}], "   \
    "'walls': [{'ax': 10, 'ay': -9, 'bx': 10, 'by': 0.25}]" more "}"
    expect("SELECT way_choose2d(" PARTLY("") ")::VARCHAR",
           "{'target': NULL, 'cost': inf, 'status': no_target, 'seen': 0.0}");
    expect("SELECT way_choose2d(" PARTLY(", 'sight_points': 5") ")::VARCHAR",
           "{'target': 1, 'cost': 20.0, 'status': met, 'seen': 0.4}");
    expect("SELECT way_best2d(" PARTLY(", 'sight_points': 5") ")::VARCHAR || way_neighbours2d(" PARTLY(
               ", 'sight_points': 64") ")::VARCHAR",
           "[{'target': 1, 'cost': 20.0, 'seen': 0.4}][{'row': 1, 'distance': 20.0, 'seen': 0.375}]");
    expect("SELECT string_agg(way_choose2d(" PARTLY(
               ", 'sight_points': nullif(i, 3)") ").seen, ' ' ORDER BY i) FROM "
                                                 "range(0, 6) r(i)",
           "0.0 0.0 0.5 0.0 0.5 0.4");
    expect(
        "SELECT count(*) FILTER (len(a) = 50 AND a[50].seen = 1) FROM (SELECT way_neighbours2d({'chaser_x': "
        "0, 'chaser_y': 0, 'walls': [{'ax': -9, 'ay': -9, 'bx': -9, 'by': 9}], 'candidates': (SELECT "
        "list({'runner_x': j, 'runner_y': 0}) FROM range(-50, 51) c(j) WHERE j != 0 AND (j < -8 OR j > 8 OR "
        "j > "
        "0))}) AS a FROM range(3000) r(i))",
        "3000");
    expect("SELECT string_agg(way_best2d(" PARTLY(
               ", 'sight_points': 5 + i // 9") ")[1].seen, ' ' ORDER BY i) FROM range(3) r(i)",
           "0.4 0.4 0.4");
    expect("SELECT way_choose2d(" PARTLY(", 'sight_points': 65") ")",
           "way_choose2d: sight_points: expected a whole number from 1 to 64, found 65");
    expect("SELECT way_choose2d(" PARTLY(", 'sight_points': -1") ")",
           "way_choose2d: sight_points: expected a whole number from 1 to 64, found -1");
    expect("SELECT way_choose2d(" PARTLY(", 'sight_points': 1.5") ")",
           "way_choose2d: sight_points: expected whole numbers, found DECIMAL");
    expect("SELECT way_best2d({'chaser_x': 0, 'chaser_y': 0, 'sight_points': 3, 'candidates': " TWO "})",
           "way_best2d: sight_points: candidates have no runner_radius");
    expect("SELECT way_cast2d({'x': 0, 'y': 0, 'direction_x': 1, 'direction_y': 0, 'sight_points': 3})",
           "way_cast2d: no field sight_points; only choices and neighbours in the plane have it");
    expect("SELECT way_choose3d({'chaser_x': 0, 'chaser_y': 0, 'chaser_z': 0, 'sight_points': 3, "
           "'candidates': []})",
           "way_choose3d: no field sight_points; ");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'sight_point': 3, 'candidates': []})",
           "way_choose2d: no field sight_point; did you mean sight_points? ");
    expect("SELECT contains(way_signature('best2d'), ', walls(ax m, ay m, bx m, by m [, sides]), "
           "sight_points])')",
           "true");
    /* a crowd of candidates behind a wall, in the later rows of several vectors */
    expect(
        "SELECT count(target) || ' ' || min(target) || ' ' || max(i) FILTER (target > 0) FROM (SELECT i, "
        "way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'range_from': 20.5, 'candidates': (SELECT "
        "list({'runner_x': j, 'runner_y': 0} ORDER BY j) FROM range(1, 101) c(j)), 'walls': CASE WHEN i > "
        "2500 THEN [{'ax': 10, 'ay': -1, 'bx': 10, 'by': 1}] END}).target AS target FROM range(5000) r(i))",
        "2501 21 2500");
    /* worlds: each chooser has a world, and each candidate */
    expect("SELECT string_agg(coalesce(way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_world': i, "
           "'candidates': [{'runner_x': 30, 'runner_y': 0, 'runner_world': 1}, {'runner_x': 20, 'runner_y': "
           "0, 'runner_world': 0}]}).target::VARCHAR, '-'), ' ' ORDER BY i) FROM range(0, 3) r(i)",
           "2 1 -");
    /* rays */
#define RAY "SELECT way_cast2d({'x': 0, 'y': i, 'direction_x': 2, 'direction_y': 0"
    expect(RAY ", 'walls': [{'ax': 5, 'ay': 2, 'bx': 5, 'by': 9}], 'candidates': [{'id': 70, 'runner_x': 9, "
               "'runner_y': 0, "
               "'runner_radius': 1}]})::VARCHAR FROM range(0, 1) r(i)",
           "{'distance': 8.0, 'kind': disc, 'row': 70, 'point_x': 8.0, 'point_y': 0.0, 'normal_x': -1.0, "
           "'normal_y': 0.0, "
           "'status': met}");
    expect(
        "SELECT string_agg(a.kind || ' ' || a.row || ' ' || a.distance, ', ' ORDER BY a.distance) FROM (" RAY
        ", 'walls': [{'ax': 50, 'ay': 50, 'bx': 60, 'by': 60}, {'ax': 5, 'ay': 2, 'bx': 5, 'by': 9}], "
        "'candidates': "
        "[{'runner_x': 9, 'runner_y': 0, 'runner_radius': 1}]}) AS a FROM range(0, 6, 3) r(i))",
        "wall 1 5.0, disc 1 8.0");
    expect(RAY ", 'walls': [{'ax': 5, 'ay': 2, 'bx': 5, 'by': 9}]}).row IS NULL FROM range(0, 1) r(i)",
           "true");
    expect(RAY "}).status::VARCHAR FROM range(0, 1) r(i)", "no_target");
    expect(RAY ", 'self': 7, 'candidates': [{'id': 7, 'runner_x': 0, 'runner_y': 0}]}).kind::VARCHAR FROM "
               "range(0, 1) r(i)",
           "none");
    expect("SELECT way_cast2d(0, 0, 1, 0, [{'runner_x': 3, 'runner_y': 0}]).distance", "3.0");
    expect(RAY ", 'walls': 7}) FROM range(0, 1) r(i)",
           "way_cast2d: walls: expected a list of structs, found a whole number");
    expect("SELECT way_signature('cast2d')", "way_cast2d(x m, y m, direction_x, direction_y, "
                                             "candidates(runner_x m, runner_y m [, runner_radius m, "
                                             "runner_mask, id]) [, range m, radius m, self, chaser_mask, "
                                             "walls(ax m, ay m, bx m, by m [, sides])])");
    /* the list of an empty table is NULL: a ray still hits walls, an agent keeps its velocity, and a choice has no target */
#define NOBODY "(SELECT list({'runner_x': i, 'runner_y': i}) FROM range(0, 0) n(i))"
    expect(RAY ", 'walls': [{'ax': 5, 'ay': -2, 'bx': 5, 'by': 9}], 'candidates': " NOBODY
               "}).distance FROM range(0, 1) r(i)",
           "5.0");
    expect(RAY ", 'walls': [{'ax': 5, 'ay': -2, 'bx': 5, 'by': 9}], 'candidates': NULL}).distance FROM "
               "range(0, 1) r(i)",
           "5.0");
    expect("SELECT way_avoid2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_vx': 1, 'chaser_vy': 0, "
           "'preferred_vx': 1, "
           "'preferred_vy': 0, 'chaser_speed': 2, 'candidates': " NOBODY "})::VARCHAR",
           "{'velocity_x': 1.0, 'velocity_y': 0.0, 'progress': 1.0, 'status': no_target}");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'candidates': " NOBODY "}).status::VARCHAR",
           "no_target");
    expect("SELECT way_choose2d(0, 0, " NOBODY ") IS NULL", "true");
    expect("SELECT way_choose2d({'chaser_x': 0, 'chaser_y': 0, 'runner_radius': 1, 'candidates': " NOBODY
           "})",
           "way_choose2d: runner_radius is a field of the candidates");
    expect("SELECT way_signature('assign')",
           "way_assign(a list, with a list of (target, cost) or of (row, distance) for each chooser)");
    /* triangles */
#define FLOOR "{'ax': -9, 'ay': -9, 'az': 0, 'bx': 9, 'by': -9, 'bz': 0, 'cx': 0, 'cy': 9, 'cz': 0"
    expect(
        "SELECT way_cast3d({'x': 0, 'y': 0, 'z': 5, 'direction_x': 0, 'direction_y': 0, 'direction_z': -2, "
        "'triangles': [" FLOOR "}]})::VARCHAR",
        "{'distance': 5.0, 'kind': triangle, 'row': 0, 'point_x': 0.0, 'point_y': 0.0, 'point_z': 0.0, "
        "'normal_x': 0.0, 'normal_y': 0.0, 'normal_z': 1.0, 'status': met}");
    expect("SELECT way_sweep3d({'ball_x': 0, 'ball_y': 0, 'ball_z': 5, 'ball_vx': 0, 'ball_vy': 0, "
           "'ball_vz': -2, "
           "'radius': 1, 'triangles': [" FLOOR "}]})::VARCHAR",
           "{'time': 2.0, 'point_x': 0.0, 'point_y': 0.0, 'point_z': 0.0, 'normal_x': 0.0, 'normal_y': 0.0, "
           "'normal_z': 1.0, 'triangle': 0, 'status': met}");
    /* each row has its own list: the second is empty; the third has one from behind, one with other masks, and a hit */
    expect("SELECT string_agg(coalesce(a.row::VARCHAR, '-') || ' ' || a.distance, ', ' ORDER BY i) FROM "
           "(SELECT i, "
           "way_cast3d(0, 0, 5, 0, 0, -1, CASE i WHEN 0 THEN [" FLOOR
           ", 'sides': 0, 'mask': 0}] WHEN 1 THEN [] ELSE "
           "[" FLOOR ", 'sides': -1, 'mask': 0}, " FLOOR ", 'sides': 0, 'mask': 2}, " FLOOR
           ", 'sides': 1, 'mask': 5}] END, 'inf', 0, 1) AS a FROM range(0, 3) r(i))",
           "0 5.0, - inf, 2 5.0");
    /* more triangles than a list without a tree has: row k is at height k */
    expect("SELECT way_cast3d(0, 0, 500, 0, 0, -1, list({'ax': -9, 'ay': -9, 'az': k, 'bx': 9, 'by': -9, "
           "'bz': k, "
           "'cx': 0, 'cy': 9, 'cz': k} ORDER BY k)).row FROM range(0, 100) r(k)",
           "99");
    expect("SELECT way_cast3d(0, 0, 5, 0, 0, -1, NULL) IS NULL", "true");
    expect("SELECT way_cast3d(0, 0, 5, 0, 0, -1, [" FLOOR "}, NULL]).row", "0");
    expect("SELECT way_cast3d(0, 0, 5, 0, 0, -1, [{'ax': 1}])",
           "way_cast3d: triangles: missing ay; expected ax, ay, az, bx, by, bz, "
           "cx, cy, cz [, ");
    expect("SELECT way_sweep3d({'ball_x': 0, 'ball_y': 0, 'ball_z': 5, 'ball_vx': 0, 'ball_vy': 0, "
           "'ball_vz': -2})",
           "way_sweep3d: missing triangles; expected ");
    expect("SELECT way_signature('sweep3d')",
           "way_sweep3d(ball_x m, ball_y m, ball_z m, ball_vx m/s, ball_vy m/s, ball_vz m/s, "
           "triangles(ax m, ay m, az m, bx m, by m, bz m, cx m, cy m, cz m "
           "[, sides, mask]) [, radius m, horizon s, chaser_mask])");
    expect("SELECT way_choose2d_by_time(0, 0, 5, " TWO ")",
           "way_choose2d_by_time: candidates: missing runner_vx; expected runner_x, runner_y, runner_vx, "
           "runner_vy [, ");
    expect("SELECT way_choose2d(0, 0, [{'runner_x': 1, 'runner_y': '2'}])",
           "way_choose2d: candidates: runner_y: expected numbers, found VARCHAR");
    expect("SELECT way_choose2d(0, 0, [{'runner_x': 1, 'runner_y': 2, 'runner_mask': 1.5}])",
           "way_choose2d: candidates: runner_mask: expected whole numbers, found DECIMAL");
    expect("SELECT way_choose2d(0, 0, 7)",
           "way_choose2d: candidates: expected a list of structs, found a whole number");
    expect("SELECT string_agg(way_choose2d(i, 0, list_filter(" TWO
           ", lambda c: c.runner_x > i)).target, ' ' ORDER BY i) FROM "
           "range(0, 60, 20) r(i)",
           "2 1");
    expect("SELECT way_neighbours2d(0, 0, " TWO ")::VARCHAR",
           "[{'row': 2, 'distance': 20.0, 'seen': 1.0}, {'row': 1, 'distance': 30.0, 'seen': 1.0}]");
    expect("SELECT way_neighbours2d(0, NULL, " TWO ") IS NULL", "true");
    /* assignments: one problem in each row, of lists that other functions answer, and of any ids */
    expect("SELECT way_assign([[{'target': 7, 'cost': 1}, {'target': 9, 'cost': 5}], [{'target': 7, 'cost': "
           "2}]])"
           "::VARCHAR",
           "[9, 7]");
    expect("SELECT way_assign([[{'row': -3000000000000001, 'distance': 4}], NULL, [], [{'row': "
           "-3000000000000001, 'distance': 3}]])::VARCHAR",
           "[NULL, NULL, NULL, -3000000000000001]");
    expect("SELECT way_assign([])::VARCHAR", "[]");
    expect("SELECT way_assign(NULL) IS NULL", "true");
    expect("SELECT way_assign([[{'target': NULL, 'cost': 1}, {'target': 2, 'cost': NULL}]])::VARCHAR",
           "[NULL]");
    expect("SELECT way_assign(list(way_best2d(x, 0, " TWO
           ") ORDER BY x))::VARCHAR FROM (VALUES (26), (31)) r(x)",
           "[2, 1]");
    expect(
        "SELECT count(*) || ' ' || sum(len(a)) || ' ' || count(*) FILTER (a != [i + 1, i]) FROM (SELECT i, "
        "way_assign([[{'target': i, 'cost': 1}, {'target': i + 1, 'cost': 1.5}], [{'target': i, 'cost': "
        "3}]]) AS "
        "a FROM range(5000) r(i))",
        "5000 10000 0");
    /* the best candidates of a choice: at most eight, of lists of different lengths, in several vectors */
    expect("SELECT way_best2d(0, 0, " TWO ")::VARCHAR",
           "[{'target': 2, 'cost': 20.0, 'seen': 1.0}, {'target': 1, 'cost': 30.0, 'seen': 1.0}]");
    expect("SELECT way_best2d(0, 0, [])::VARCHAR", "[]");
    expect("SELECT way_best2d('nan'::DOUBLE, 0, " TWO ")::VARCHAR", "[]");
    expect("SELECT way_best2d(0, NULL, " TWO ") IS NULL", "true");
    expect(
        "SELECT sum(len(b)) || ' ' || count(*) FILTER (b[1].target != greatest(1, least(100, i)) OR "
        "b[1].cost != "
        "greatest(0, i - 100)) FROM (SELECT i, way_best2d(i, 0, (SELECT list({'runner_x': j, 'runner_y': 0} "
        "ORDER BY j) FROM range(1, 101) c(j))) AS b FROM range(1, 5001) r(i))",
        "40000 0");
    expect(
        "SELECT string_agg(len(way_best2d(i, 0, (SELECT list({'runner_x': j, 'runner_y': 0} ORDER BY j) FROM "
        "range(i) c(j))))::VARCHAR, ' ' ORDER BY i) FROM range(1, 11) r(i)",
        "1 2 3 4 5 6 7 8 8 8");
    expect(
        "SELECT way_best2d({'chaser_x': 0, 'chaser_y': 0, 'self': 5, 'candidates': [{'id': 5, 'runner_x': 1, "
        "'runner_y': 0}, {'id': 4, 'runner_x': 9, 'runner_y': 0}, {'id': 3, 'runner_x': 2, 'runner_y': "
        "0}]})::VARCHAR",
        "[{'target': 3, 'cost': 2.0, 'seen': 1.0}, {'target': 4, 'cost': 9.0, 'seen': 1.0}]");
    expect("SELECT way_best2d_by_time(0, 0, 5, [{'runner_x': 20, 'runner_y': 0, 'runner_vx': 0, 'runner_vy': "
           "0}, "
           "{'runner_x': 10, 'runner_y': 0, 'runner_vx': 0, 'runner_vy': 0}])::VARCHAR",
           "[{'target': 2, 'cost': 2.0, 'seen': 1.0}, {'target': 1, 'cost': 4.0, 'seen': 1.0}]");
    expect("SELECT list_transform(way_best3d(0, 0, 0, [{'runner_x': 0, 'runner_y': 0, 'runner_z': 7}]), "
           "lambda e: "
           "e.cost)::VARCHAR",
           "[7.0]");
    expect("SELECT way_neighbours3d('nan'::DOUBLE, 0, 0, [{'runner_x': 0, 'runner_y': 0, 'runner_z': "
           "7}])::VARCHAR",
           "[]");
    /* the lists need more elements than the extension allocates first, and the rows need several vectors */
    expect("SELECT sum(len(n)) || ' ' || sum(n[1].row) || ' ' || sum(list_sum(list_transform(n, lambda e: "
           "e.row))) FROM "
           "(SELECT way_neighbours2d(i, 0, (SELECT list({'runner_x': j, 'runner_y': 0} ORDER BY j) FROM "
           "range(100) "
           "c(j))) AS n FROM range(5000) r(i))",
           "500000 495050 25250000");
    expect(
        "SELECT way_neighbours2d(0, 0, " FOUR("2") ", NULL, NULL, 25, NULL, NULL, NULL, NULL, NULL)::VARCHAR",
        "[{'row': 2, 'distance': 20.0, 'seen': 1.0}]");
    expect("SELECT way_choose3d(0, 0, 0, [{'runner_x': 0, 'runner_y': 0, 'runner_z': 7}]).cost", "7.0");
    expect("SELECT way_choose3d_by_time(0, 0, 0, 5, [{'runner_x': 0, 'runner_y': 0, 'runner_z': 10, "
           "'runner_vx': 0, "
           "'runner_vy': 0, 'runner_vz': 0}]).cost",
           "2.0");
    expect("SELECT way_avoid2d(0, 0, 1, 0, 1, 0, 1, [])::VARCHAR",
           "{'velocity_x': 1.0, 'velocity_y': 0.0, 'progress': 1.0, 'status': no_target}");
    expect("SELECT way_avoid3d(0, 0, 0, 1, 0, 0, 1, 0, 0, 1, [{'runner_x': 1, 'runner_y': 0, 'runner_z': 0, "
           "'runner_vx': 0, 'runner_vy': 0, 'runner_vz': 0, 'runner_radius': 0.25, 'runner_share': NULL, "
           "'runner_mask': NULL}], 0.25, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL).velocity_x < 1",
           "true");
    expect(
        "SELECT list_transform(way_waypoints2d({'x': 0, 'y': 0, 'heading_x': 1, 'heading_y': 0, 'target_x': "
        "25, "
        "'target_y': 0, 'target_heading_x': 1, 'target_heading_y': 0, 'radius': 5, 'word': 'LSL', 'arc1': 0, "
        "'middle': 25, 'arc2': 0, 'spacing': 12.5}), lambda w: w.next_x)::VARCHAR",
        "[0.0, 12.5, 25.0]");
    expect("SELECT way_waypoints2d(0, 0, 1, 0, 25, 0, 1, 0, 5, 'none', 0, 25, 0, 12.5)::VARCHAR || "
           "(way_waypoints2d(0, 0, 1, 0, 25, 0, 1, 0, 5, 'RSR', 0, 25, 0, NULL) IS NULL)::VARCHAR",
           "[]true");
    /* lists of many paths, in several vectors of rows */
    expect("SELECT sum(len(w)) || ' ' || max(w[len(w)].next_x) FROM (SELECT way_waypoints2d(0, 0, 1, 0, "
           "length, 0, 1, 0, "
           "5, 'LSL', 0, length, 0, 0.5, 0) AS w FROM (SELECT i % 8 + 1 AS length FROM range(5000) r(i)))",
           "50000 8.0");
    expect("SELECT len(way_waypoints2d({'x': 0, 'y': 0, 'heading_x': 1, 'heading_y': 0, 'target_x': 30, "
           "'target_y': 40, "
           "'target_heading_x': 0, 'target_heading_y': 1, 'radius': 5, 'word': p.word, 'arc1': p.arc1, "
           "'middle': "
           "p.middle, 'arc2': p.arc2, 'spacing': p.total / 9})) FROM (SELECT way_shortest_path2d(0, 0, 1, 0, "
           "30, 40, 0, "
           "1, 5) AS p)",
           "10");
    expect("SELECT way_waypoints2d({'x': 0, 'word': 'LSL'})", "way_waypoints2d: missing y");
    expect("SELECT way_signature('waypoints2d')",
           "way_waypoints2d(x m, y m, heading_x, heading_y, target_x m, target_y m, target_heading_x, "
           "target_heading_y, "
           "radius m, word, arc1 m, middle m, arc2 m, spacing m [, end_radius m])");
    expect_ids();
    expect_far();
    expect_whole_lists();
    expect(
        "SELECT way_signature('choose3d_by_time')",
        "way_choose3d_by_time(chaser_x m, chaser_y m, chaser_z m, chaser_speed m/s, candidates(runner_x m, "
        "runner_y m, runner_z m, runner_vx m/s, runner_vy m/s, runner_vz m/s [, weight, runner_mask, "
        "runner_world, "
        "id]) [, reach m, horizon s, chaser_mask, range_from m, range_to m, facing_x, facing_y, facing_z, "
        "arc, "
        "present, bonus m or s, self, chaser_world])");
}

/* Paths -------------------------------------------------------------------------------------------------- */

enum { WIDTH = 40, HEIGHT = 30, CELLS = WIDTH * HEIGHT, GRIDS = 2 };

/* Tests the bits of agents that follow two fields: agent i follows field i % 2. `floats`: the positions are
   FLOAT. */
static void check_agents(int floats, const way_field *fields) {
    static double x[ROWS], y[ROWS], goal[ROWS];
    static float near_x[ROWS], near_y[ROWS], vx[ROWS], vy[ROWS];
    static int32_t status[ROWS];
    static uint32_t index[ROWS / GRIDS];
    const float dt = 0.5f, speed = 6;
    for (size_t i = 0; i < ROWS; i++) {
        x[i] = (double)(i * 577 % 1000) / 7.0 - 20;
        y[i] = (double)(i * 283 % 1000) / 9.0 - 20;
        near_x[i] = (float)x[i], near_y[i] = (float)y[i];
        goal[i] = 70 + (double)(i % 3);
    }
    for (uint32_t g = 0; g < GRIDS; g++) {
        way_follow2d_in in = {.chaser_x = floats ? way_in(near_x) : way_in(x),
                              .chaser_y = floats ? way_in(near_y) : way_in(y),
                              .chaser_speed = way_same(&speed),
                              .dt = way_same(&dt)};
        const way_follow2d_out out = {way_out(vx), way_out(vy), way_out(status)};
        way_following how = {.count = ROWS / GRIDS,
                             .index = index,
                             .field = &fields[g],
                             .cell = 3,
                             .origin_x = -15,
                             .origin_y = -7.5};
        for (uint32_t k = 0; k < ROWS / GRIDS; k++)
            index[k] = GRIDS * k + g;
        if (g == 1) {
            how.sight = 9;
            in.goal_x = in.goal_y = way_in(goal);
        }
        if (way_follow2d(&in, &out, &how) != WAY_OK)
            fail("way_follow2d: refused");
    }
    duckdb_result result;
    char text[1024];
    sprintf(text,
            "SELECT a.velocity_x, a.velocity_y, a.status FROM (SELECT i, way_follow2d({'chaser_x': ((i * 577 "
            "%% 1000) "
            "/ 7e0 - 20)::%s, 'chaser_y': ((i * 283 %% 1000) / 9e0 - 20)::%s, 'chaser_speed': 6, 'dt': 0.5, "
            "'field': f, 'cell': 3, 'origin_x': -15, 'origin_y': -7.5, 'sight': 9 * g, 'goal_x': CASE g WHEN "
            "1 THEN "
            "70 + i %% 3 END, 'goal_y': 70 + i %% 3}) AS a FROM range(5000) r(i) JOIN grids ON g = i %% 2) "
            "ORDER BY i",
            floats ? "FLOAT" : "DOUBLE", floats ? "FLOAT" : "DOUBLE");
    ask(&host, text, &result);
    size_t i = 0, met = 0;
    for (duckdb_data_chunk chunk; (chunk = duckdb_fetch_chunk(result)) != NULL;
         duckdb_destroy_data_chunk(&chunk)) {
        const float *found_x = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0));
        const float *found_y = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 1));
        const uint8_t *found = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 2));
        for (idx_t k = 0; k < duckdb_data_chunk_get_size(chunk) && failures < 20; k++, i++) {
            checks++;
            met += status[i] == WAY_MET;
            if (memcmp(&found_x[k], &vx[i], 4) != 0 || memcmp(&found_y[k], &vy[i], 4) != 0 ||
                found[k] != status[i])
                fail("way_follow2d: row %zu: found %a, %a, %d, expected %a, %a, %d", i, (double)found_x[k],
                     (double)found_y[k], found[k], (double)vx[i], (double)vy[i], status[i]);
        }
    }
    duckdb_destroy_result(&result);
    if (i != ROWS || met < ROWS / 2 || met > ROWS - ROWS / 50)
        fail("way_follow2d: %zu rows, %zu met", i, met);
}

/* Tests that fields have the library's cells: one with all options, and one with none. */
static void check_paths(void) {
    static uint8_t costs[CELLS];
    static uint32_t cost[GRIDS][CELLS];
    static int8_t next[GRIDS][CELLS];
    static uint64_t memory[70000];
    static way_field fields[GRIDS];
    const way_goal goals[] = {{30, 20, 12, 0}, {2, 3, 0, 0}};
    const float clearance = 1.25f;
    for (size_t i = 0; i < CELLS; i++)
        costs[i] = (uint8_t)(i * 7919 % 97 < 2 ? 0 : i * 31 % 251 % 9 + 1);
    for (size_t g = 0; g < GRIDS; g++) {
        fields[g] = (way_field){.width = WIDTH,
                                .height = HEIGHT,
                                .costs = costs,
                                .goals = goals + g,
                                .goal_count = 2 - g,
                                .cost = cost[g],
                                .next = next[g],
                                .memory = memory,
                                .bytes = sizeof memory};
        if (g == 0)
            fields[g].straight = 10, fields[g].diagonal = 14, fields[g].cut_corners = 1,
            fields[g].clearances = &clearance;
        if (way_field2d(&fields[g]) != WAY_OK)
            fail("way_field2d: refused");
    }
    run(&host,
        "CREATE OR REPLACE TABLE grids AS SELECT g, CASE g WHEN 0 THEN way_field2d({'width': 40, 'height': "
        "30, 'costs': "
        "c, 'goals': [{'x': 30, 'y': 20, 'cost': 12}, {'x': 2, 'y': 3}], 'straight': 10, 'diagonal': 14, "
        "'cut_corners': true, 'clearance': 1.25}) ELSE way_field2d(40, c, [{'x': 2, 'y': 3}]) END AS f FROM "
        "(SELECT "
        "list(CASE WHEN i * 7919 % 97 < 2 THEN 0 ELSE i * 31 % 251 % 9 + 1 END ORDER BY i) AS c FROM "
        "range(1200) "
        "r(i)), range(2) s(g)");
    duckdb_result result;
    ask(&host,
        "SELECT coalesce(c, 4294967295) AS c, coalesce(n, -1)::INTEGER AS n, w FROM (SELECT g, "
        "unnest(f.cost) AS c, "
        "unnest(f.next) "
        "AS n, unnest(f.costs) AS w, unnest(range(1200)) AS i FROM grids) ORDER BY g, i",
        &result);
    size_t i = 0;
    for (duckdb_data_chunk chunk; (chunk = duckdb_fetch_chunk(result)) != NULL;
         duckdb_destroy_data_chunk(&chunk)) {
        const int64_t *found = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0));
        const int32_t *step = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 1));
        const uint8_t *given = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 2));
        for (idx_t k = 0; k < duckdb_data_chunk_get_size(chunk) && failures < 20; k++, i++) {
            const size_t g = i / CELLS, at = i % CELLS;
            checks++;
            if (found[k] != cost[g][at] || step[k] != next[g][at] || given[k] != costs[at])
                fail("way_field2d: field %zu, cell %zu: found %lld, %d, expected %u, %d", g, at,
                     (long long)found[k], step[k], cost[g][at], next[g][at]);
        }
    }
    duckdb_destroy_result(&result);
    if (i != GRIDS * CELLS)
        fail("way_field2d: %zu cells", i);
    check_agents(0, fields);
    check_agents(1, fields);
}

static void expect_paths_in_words(void) {
#define GRID "'width': 4, 'costs': [1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1]"
#define MAZE(more) "way_field2d({" GRID ", 'goals': [{'x': 3, 'y': 2}]" more "})"
    expect(
        "SELECT " MAZE("") "::VARCHAR",
        "{'width': 4, 'height': 3, 'costs': [1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1], 'cost': [25, 20, 15, 10, "
        "20, "
        "NULL, NULL, 5, 15, 10, 5, 0], 'next': [0, 0, 0, 2, 2, NULL, NULL, 2, 0, 0, 0, 8], 'status': met}");
    expect("SELECT " MAZE(", 'cut_corners': true") ".cost::VARCHAR || " MAZE(
               ", 'cut_corners': 1, 'straight': 10") ".cost[1]",
           "[22, 17, 12, 10, 17, NULL, NULL, 5, 15, 10, 5, 0]44");
    expect("SELECT " MAZE(", 'clearance': 1.25") ".status::VARCHAR", "no_target");
    expect("SELECT string_agg(way_field2d(4, c, [{'x': i, 'y': 0, 'cost': 2}]).cost[1]::VARCHAR, ' ' ORDER "
           "BY i) FROM "
           "(SELECT [1, 1, 2, 1] AS c), range(4) r(i)",
           "2 7 17 22");
    expect("SELECT way_field2d(2, [1, 1, 1, 1], [{'x': 1, 'y': 1}, NULL], 2, 100, NULL, NULL, "
           "NULL).cost::VARCHAR",
           "[140, 100, 100, 0]");
    /* NULL: no goals, or no answer */
    expect("SELECT way_field2d(2, [1, 1], NULL).status::VARCHAR", "no_target");
    expect("SELECT way_field2d({'width': 2, 'costs': [1, 1], 'goals': (SELECT list({'x': i, 'y': i}) FROM "
           "range(0) "
           "r(i))}).cost::VARCHAR",
           "[NULL, NULL]");
    expect("SELECT way_field2d(NULL, [1, 1], []) IS NULL", "true");
    expect("SELECT way_field2d(2, (SELECT list(i) FROM range(0) r(i)), []) IS NULL", "true");
    expect("SELECT string_agg(coalesce(f.cost::VARCHAR, '-'), ' ' ORDER BY i) FROM (SELECT i, "
           "way_field2d(nullif(i, 2), "
           "CASE WHEN i != 3 THEN [1, 1, 1, 1] END, [{'x': 0, 'y': 0}]) AS f FROM range(1, 5) r(i))",
           "[0, 5, 10, 15] - - [0, 5, 10, 15]");
    /* rows with the same grid share their lists; rows with other goals or options have lists of their own */
    expect("SELECT count(*) || ' ' || sum(list_sum(f.cost)) FROM (SELECT way_field2d({'width': 2, 'costs': "
           "[1, 1, "
           "1, 1], 'goals': CASE WHEN i > 4000 THEN [{'x': 0, 'y': 0}] ELSE [{'x': 1, 'y': 1}] END, "
           "'straight': CASE "
           "WHEN i >= 3000 AND i < 4000 THEN 10 ELSE 5 END}) AS f FROM range(5000) r(i))",
           "5000 102000");
    static const char *const wrong[][2] = {
        {"way_field2d({'width': 4, 'costs': [1, 1]})",
         "way_field2d: missing goals; expected width, costs, goals [, height, straight, "},
        {"way_field2d({'width': 0, 'costs': [1], 'goals': []})",
         "way_field2d: width: expected a whole number from 1 to 16000, found 0"},
        {"way_field2d({'width': 2.5, 'costs': [1], 'goals': []})",
         "way_field2d: width: expected whole numbers, found DECIMAL"},
        {"way_field2d(3, [1, 1, 1, 1], [])",
         "way_field2d: costs: expected width * height numbers, found 4 with a width of 3"},
        {"way_field2d({'width': 2, 'height': 3, 'costs': [1, 1, 1, 1], 'goals': []})",
         "way_field2d: costs: expected width * height numbers, found 4 with a width of 2 and another height"},
        {"way_field2d(1, [], [])", "way_field2d: costs: expected width * height numbers, found 0"},
        {"way_field2d(2, 'a', [])", "way_field2d: costs: expected a list of whole numbers, found VARCHAR"},
        {"way_field2d(2, [[1, 1]], [])", "way_field2d: costs: expected "},
        {"way_field2d(2, [1, 0.5], [])", "way_field2d: costs: expected whole numbers, found DECIMAL"},
        {"way_field2d(2, [1, 256], [])",
         "way_field2d: costs: expected whole numbers from 0 to 255, found 256 at position 2"},
        {"way_field2d(2, [1, NULL], [])",
         "way_field2d: costs: expected whole numbers, found NULL at position 2"},
        {"way_field2d(2, [1, 1], [{'x': 2, 'y': 0}])",
         "way_field2d: goals: x: expected a whole number from 0 to 1, found 2"},
        {"way_field2d(2, [1, 1], [{'x': 0, 'y': 1}])",
         "way_field2d: goals: y: expected a whole number from 0 to 0, found 1"},
        {"way_field2d(2, [1, 1], [{'x': 0, 'y': 0, 'cost': 4000000001}])",
         "way_field2d: goals: cost: expected a whole number from 0 to 4000000000, found 4000000001"},
        {"way_field2d(2, [1, 1], [{'x': 0, 'y': NULL}])",
         "way_field2d: goals: y: expected a number, found NULL"},
        {"way_field2d(2, [1, 1], [{'x': 0, 'y': -1}])",
         "way_field2d: goals: y: expected a whole number from 0 to "},
        {"way_field2d(2, [1, 1], [{'x': 0}])", "way_field2d: goals: missing y; expected x, y [, cost]"},
        {"way_field2d(2, [1, 1], [{'x': 0, 'y': 0, 'field': 1}])",
         "way_field2d: goals: no field field; a row is one field: call way_field2d for each"},
        {"way_field2d(2, [1, 1], 7)", "way_field2d: goals: expected a list of structs, found a whole number"},
        {MAZE(", 'straight': 65536"),
         "way_field2d: straight: expected a whole number from 0 to 65535, found 65536"},
        {MAZE(", 'diagonal': 11"), "way_field2d: diagonal: expected a whole number from 5 to 10, found 11"},
        {MAZE(", 'clearance': 251"), "way_field2d: clearance: expected a number from 0 to 250, found 251"},
        {MAZE(", 'clearances': 1"), "way_field2d: no field clearances; did you mean clearance? "},
        {MAZE(", 'steps': [5, 7]"), "way_field2d: no field steps; write straight and diagonal"},
        {MAZE(", 'walls': []"), "way_field2d: no field walls; a wall is a cell with a cost of 0"},
        {"way_field2d(7)", "way_field2d: expected a struct of width, costs, goals [, height"},
        {"way_signature('field2d')",
         "way_field2d(width, costs, goals(x, y [, cost]) [, height, straight, diagonal, "
         "cut_corners, clearance cells])"},
        {"way_signature('feld2d')", "no function feld2d; did you mean field2d?"},
        /* following */
        {"way_follow2d(10, 21, 3, " MAZE("") ")::VARCHAR",
         "{'velocity_x': 0.0, 'velocity_y': 0.0, 'status': no_path}"},
        {"way_follow2d(0.5, 0.5, 3, " MAZE("") ")::VARCHAR",
         "{'velocity_x': 3.0, 'velocity_y': 0.0, 'status': met}"},
        {"way_follow2d({'chaser_x': 101, 'chaser_y': 51, 'chaser_speed': 3, 'cell': 2, 'origin_x': 100, "
         "'origin_y': "
         "50, 'field': {'width': 2, 'costs': [1, 1], 'cost': [5, 0], 'next': [0, 8]}}).velocity_x",
         "3.0"},
        {"way_follow2d(107, 55, 3, " MAZE("") ", 107.5, 55.5, 1, 2, 100, 50, 0).velocity_x", "0.5"},
        {"way_follow2d(0.5, 0.5, 3, NULL) IS NULL", "true"},
        {"way_follow2d(0.5, NULL, 3, " MAZE("") ") IS NULL", "true"},
        {"way_follow2d(0.5, 0.5, 3, way_field2d(NULL, [1], [])) IS NULL", "true"},
        {"way_follow2d('nan'::DOUBLE, 0.5, 3, " MAZE("") ").status::VARCHAR", "invalid"},
    /* of a file of the program: -1 in cells without a path */
#define FOLLOW(more, field)                                                                                  \
    "way_follow2d({'chaser_x': 0.5, 'chaser_y': 0.5, 'chaser_speed': 3" more ", 'field': {" field            \
    "}}).status::VARCHAR"
        {FOLLOW("", "'width': 2, 'costs': [0, 1], 'cost': [-1, 0], 'next': [-1, 8]"), "met"},
        {FOLLOW("", "'width': 2, 'costs': [1, 1], 'cost': [-1, -1], 'next': [-1, -1]"), "no_path"},
        {FOLLOW("", "'width': 2, 'costs': [1, 1], 'cost': [5], 'next': [0, 8]"),
         "way_follow2d: field: cost: expected 2 numbers, as many as costs, found 1"},
        {FOLLOW("", "'width': 2, 'costs': [1, 1], 'cost': [5, 0], 'next': [0, 9]"),
         "way_follow2d: field: next: expected whole numbers from -1 to 8, found 9 at position 2"},
        {FOLLOW("", "'width': 2, 'costs': [1, 1], 'cost': [5, -2], 'next': [0, 8]"),
         "way_follow2d: field: cost: expected whole numbers from -1 to 4294967295, found -2 at position 2"},
        {FOLLOW("", "'width': 2, 'costs': [1, 1], 'cost': [5, 0]"),
         "way_follow2d: field: missing next; expected width, costs, cost, next [, height]"},
        {FOLLOW("", "'width': 2, 'costs': [1, 1], 'cost': 'a', 'next': [0, 8]"),
         "way_follow2d: field: cost: expected a list of whole numbers, found VARCHAR"},
        {FOLLOW("", "'width': 3, 'costs': [1, 1], 'cost': [5, 0], 'next': [0, 8]"),
         "way_follow2d: field: costs: expected width * height numbers, found 2 with a width of 3"},
        {FOLLOW("", "'width': 16001, 'costs': [1, 1], 'cost': [5, 0], 'next': [0, 8]"),
         "way_follow2d: field: width: expected a whole number from 1 to 16000, found 16001"},
#define PAIR "'width': 2, 'costs': [1, 1], 'cost': [5, 0], 'next': [0, 8]"
        {FOLLOW(", 'cell': 0", PAIR), "way_follow2d: cell: expected a length above 0, found 0"},
        {FOLLOW(", 'origin_y': 'inf'::DOUBLE", PAIR),
         "way_follow2d: origin_y: expected a finite number, found inf"},
        {FOLLOW(", 'sight': 65", PAIR),
         "way_follow2d: sight: expected a whole number from 0 to 64, found 65"},
        {FOLLOW(", 'goal_x': 1", PAIR), "way_follow2d: missing goal_y"},
        {FOLLOW(", 'cell_size': 2", PAIR), "way_follow2d: no field cell_size; did you mean cell?"},
        {FOLLOW(", 'cell_size': 2, 'cell': 2", PAIR), "met"},
        {FOLLOW(", 'origin': [0, 0]", PAIR), "way_follow2d: no field origin; write origin_x and origin_y"},
        {FOLLOW(", 'chaser_spede': 1", PAIR), "met"}, /* next to the input itself */
        {"way_follow2d({'chaser_x': 0, 'chaser_y': 0, 'chaser_speed': 3, 'field': 2})",
         "way_follow2d: field: expected a struct of width, costs, cost, next [, height], found a whole "
         "number"},
        {"way_signature('way_follow2d')", "way_follow2d(chaser_x m, chaser_y m, chaser_speed m/s, "
                                          "field(width, costs, cost, next) [, goal_x m, goal_y m, "
                                          "dt s, cell m, origin_x m, origin_y m, sight cells])"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        char text[1024];
        snprintf(text, sizeof text, "SELECT %s", wrong[k][0]);
        expect(text, wrong[k][1]);
    }
    /* agents of one chunk that differ in the field, the sight, the goal, the cell, the origin or a NULL */
#define EACH(more, field)                                                                                    \
    "SELECT string_agg(coalesce(a.status || ' ' || round(a.velocity_x, 2) || ' ' || round(a.velocity_y, "    \
    "2), '-'), ', ' "                                                                                        \
    "ORDER BY i) FROM (SELECT i, way_follow2d({'chaser_x': 0.5, 'chaser_y': 0.5, 'chaser_speed': 3" more     \
    ", 'field': " field "}) AS a FROM range(4) r(i))"
#define WIDE(goal) "way_field2d(3, [1, 1, 1, 1, 1, 1, 1, 1, 1], [{'x': " goal ", 'y': 2}])"
    expect(EACH("", WIDE("2 * (i % 2)")), "met 0.0 3.0, met 2.12 2.12, met 0.0 3.0, met 2.12 2.12");
    expect(
        EACH("",
             "{'width': 2, 'costs': CASE WHEN i < 2 THEN [1, 1] ELSE [1, 1, 1, 1] END, 'cost': CASE WHEN i < "
             "2 "
             "THEN [5, 0] ELSE [5, 9, 0, 9] END, 'next': CASE WHEN i < 2 THEN [0, 8] ELSE [2, 4, 8, 4] END}"),
        "met 3.0 0.0, met 3.0 0.0, met 0.0 3.0, met 0.0 3.0");
    expect(EACH(", 'sight': 9 * (i % 2)", "way_field2d(4, [1, 1, 1, 1, 1, 1, 1, 1], [{'x': 3, 'y': 1}])"),
           "met 3.0 0.0, met 2.85 0.95, met 3.0 0.0, met 2.85 0.95");
    expect(EACH(", 'goal_x': CASE i WHEN 1 THEN 0.75 END, 'goal_y': CASE WHEN i < 3 THEN 0.5 END",
                "way_field2d(1, [1], [{'x': 0, 'y': 0}])"),
           "there 0.0 0.0, met 3.0 0.0, there 0.0 0.0, there 0.0 0.0");
    expect(EACH(", 'cell': 1 + i % 2", "way_field2d(1, [1], [{'x': 0, 'y': 0}])"),
           "there 0.0 0.0, met 2.12 2.12, there 0.0 0.0, met 2.12 2.12");
    expect(EACH(", 'origin_x': -0.25 * (i % 2)", "way_field2d(1, [1], [{'x': 0, 'y': 0}])"),
           "there 0.0 0.0, met -3.0 0.0, there 0.0 0.0, met -3.0 0.0");
    expect(
        EACH(
            "",
            "{'width': nullif(2, i), 'costs': [1, 1], 'cost': CASE WHEN i != 1 THEN [5, 0] END, 'next': CASE "
            "WHEN i != 3 THEN [0, 8] END}"),
        "met 3.0 0.0, -, -, -");
    /* a join copies the lists for each row; one element differs, also by a NULL */
#define JOINED(cost, next)                                                                                   \
    "WITH grids AS MATERIALIZED (SELECT g, {'width': 70, 'costs': list_transform(range(70), lambda j: 1), "  \
    "'cost': list_transform(range(70), lambda j: " cost                                                      \
    "), 'next': list_transform(range(70), lambda j: " next                                                   \
    ")} AS f FROM range(3) s(g)) SELECT string_agg(n || ' ' || v || ' ' || status, ', ' ORDER BY v) "        \
    "FROM (SELECT count(*) AS n, a.velocity_x AS v, a.status AS status FROM (SELECT way_follow2d("           \
    "{'chaser_x': 69.5, 'chaser_y': 0.5, 'chaser_speed': 1 + g, 'field': f}) AS a FROM range(3000) r(i) "    \
    "JOIN grids ON g = i % 3) GROUP BY ALL)"
    expect(JOINED("5 * j", "CASE j WHEN 0 THEN 8 ELSE 4 END"), "1000 -3.0 met, 1000 -2.0 met, 1000 -1.0 met");
    expect(JOINED("5 * j", "CASE WHEN j = 0 THEN 8 WHEN j = 69 AND g = 1 THEN 8 ELSE 4 END"),
           "1000 -3.0 met, 1000 -1.0 met, 1000 0.0 there");
    /* by 0 is NULL, with the dividend behind it in DuckDB's memory */
    expect(JOINED("5 * j // (g != 1 OR j < 60)::INT", "4 // (g != 1 OR j < 60)::INT"),
           "1000 -3.0 met, 1000 -1.0 met, 1000 0.0 no_path");
    expect("SELECT string_agg(way_field2d(2, [1, 1, i, i], [{'x': 0, 'y': 1}]).cost[1], ' ' ORDER BY i) FROM "
           "range(1, 4) "
           "r(i)",
           "5 10 15");
    /* a goal is reached up to the rounding of the position */
    expect("SELECT string_agg(way_follow2d({'chaser_x': x, 'chaser_y': 0.5::FLOAT, 'chaser_speed': 1, "
           "'origin_x': "
           "100000, 'goal_x': 100000.3e0, 'goal_y': 0.5, 'field': {'width': 1, 'costs': [1], 'cost': [0], "
           "'next': "
           "[8]}}).status, ' ') FROM (SELECT 100000.3::FLOAT AS x)",
           "there");
    expect("SELECT string_agg(way_follow2d({'chaser_x': x, 'chaser_y': 0.5::FLOAT, 'chaser_speed': 1, "
           "'origin_x': "
           "100000, 'goal_x': 100000.3e0, 'goal_y': 0.5, 'field': {'width': 1, 'costs': [1], 'cost': [0], "
           "'next': "
           "[8]}}).status, ' ') FROM (SELECT 100000.3::FLOAT::DOUBLE AS x)",
           "met");
    /* an agent walks round the wall to the goal, in a recursive query */
    expect("WITH RECURSIVE f AS (SELECT " MAZE(
               "") " AS f), walk AS (SELECT 0 AS t, 1e0 AS x, 3e0 AS y, 'met' AS status "
                   "UNION ALL SELECT t + 1, x + a.velocity_x * 0.25, y + a.velocity_y * 0.25, "
                   "a.status::VARCHAR FROM (SELECT t, x, "
                   "y, way_follow2d({'chaser_x': x, 'chaser_y': y, 'chaser_speed': 2, 'dt': 0.25, 'cell': 2, "
                   "'field': f}) AS a "
                   "FROM walk, f WHERE status = 'met' AND t < 99)) SELECT arg_max(status, t) || ' ' || "
                   "round(max_by(x, t), 3) || "
                   "' ' || round(max_by(y, t), 3) FROM walk",
           "there 7.0 5.0");
}

int main(int count, char **word) {
    if (count != 2)
        return 2;
    host = open_with(word[1], NULL);
    load(&host, word[1]); /* loading the extension again changes nothing */
    size_t behaviours = 0;
    for (; behaviour_at(behaviours); behaviours++) {
        const way_behaviour *b = behaviour_at(behaviours);
        int options = 0, floats = 0;
        for (size_t k = 0; k < b->input_count; k++) {
            options |= !b->inputs[k].required;
            floats |= b->inputs[k].type == WAY_FLOAT;
        }
        for (int doubles = 0; doubles <= floats; doubles++)
            for (int all = 0; all <= options; all++)
                for (int by_name = 0; by_name < 2; by_name++)
                    check_overload(b, by_name, all, doubles);
    }
    expect_in_words();
    expect_names();
    check_choices(0);
    check_choices(1);
    expect_choices_in_words();
    check_paths();
    expect_paths_in_words();
    printf("%zu functions in DuckDB %s, %zu cells and answers, %zu wrong\n", behaviours,
           duckdb_library_version(), checks, failures);
    return failures > 0;
}
