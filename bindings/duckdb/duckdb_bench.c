/* Times an interception in SQL and one by the extension, alternately, over a table in memory. usage:
   duckdb_bench EXTENSION ROWS THREADS TURNS */
#include <string.h>
#include <time.h>

#include "duckdb_host.h"

static duckdb_host host;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs a statement. Returns its time in s, and writes the first cell of its answer as text. */
static double timed(const char *text, char cell[128]) {
    duckdb_result result;
    const double start = seconds();
    ask(&host, text, &result);
    const double took = seconds() - start;
    if (duckdb_row_count(&result) > 0) {
        char *found = duckdb_value_varchar(&result, 0, 0);
        snprintf(cell, 128, "%s", found);
        duckdb_free(found);
    }
    duckdb_destroy_result(&result);
    return took;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Makes a table of random rows: positions within 500 m, chasers with 1 to 20 m/s, and runners with up to 10
   m/s on each axis. */
static const char make[] = "CREATE TABLE engagements AS SELECT (500 * random())::FLOAT x, (500 * "
                           "random())::FLOAT y, (1 + 19 * random())::FLOAT s, "
                           "(500 * random())::FLOAT rx, (500 * random())::FLOAT ry, (20 * random() - "
                           "10)::FLOAT vx, (20 * random() - 10)::FLOAT vy "
                           "FROM range(%s)";

/* The interception as a user would write it in SQL, in floats. It computes the earliest time, the point, and
   the velocity. */
#define BY_HAND                                                                                              \
    " FROM (SELECT t, rx + vx * t px, ry + vy * t py, dx / t + vx ux, dy / t + vy uy FROM ("                 \
    "  SELECT *, CASE WHEN disc < 0 THEN NULL"                                                               \
    "                 WHEN abs(a) < 1e-6 * s * s THEN CASE WHEN b < 0 THEN -c / (2 * b) END"                 \
    "                 WHEN a > 0 OR b < 0 THEN (b + sqrt(disc)) / a END::FLOAT t FROM ("                     \
    "   SELECT *, b * b + a * c disc FROM ("                                                                 \
    "    SELECT *, s * s - vx * vx - vy * vy a, dx * vx + dy * vy b, dx * dx + dy * dy c FROM ("             \
    "     SELECT rx - x dx, ry - y dy, s, rx, ry, vx, vy FROM engagements)))))"
#define BY_LIBRARY " FROM (SELECT way_intercept2d(x, y, s, rx, ry, vx, vy) r FROM engagements)"

enum { WAYS = 3, QUESTIONS = 2 };

static const char *const name[WAYS] = {"the formula in SQL", "way_intercept2d", "reading and aggregates"};
static const char *const asked[QUESTIONS] = {"the time", "time, point and velocity"};
static const char *const query[QUESTIONS][WAYS] = {
    {"SELECT count(*) FILTER (t < 1000), max(t)" BY_HAND,
     "SELECT count(*) FILTER (r.time < 1000), max(r.time)" BY_LIBRARY,
     "SELECT count(*) FILTER (s < 30 AND x < 1000), max(rx) FROM engagements"},
    {"SELECT count(*) FILTER (t < 1000), max(t), max(px), max(py), max(ux), max(uy)" BY_HAND,
     "SELECT count(*) FILTER (r.time < 1000), max(r.time), max(r.point_x), max(r.point_y), "
     "max(r.velocity_x), "
     "max(r.velocity_y)" BY_LIBRARY,
     "SELECT count(*) FILTER (s < 30 AND x < 1000), max(rx), max(ry), max(y), max(vx), max(vy) FROM "
     "engagements"}};

static void compare(int question, double rows, int turns) {
    enum { MOST_TURNS = 99 };
    char cell[WAYS][128] = {""};
    double took[WAYS][MOST_TURNS], median[WAYS];
    for (int turn = 0; turn < turns && turn < MOST_TURNS; turn++)
        for (int k = 0; k < WAYS; k++)
            took[k][turn] = timed(query[question][k], cell[k]);
    printf("\n%-26s %16s %16s  %s\n", asked[question], "median, ns a row", "minimum", "met");
    for (int k = 0; k < WAYS; k++) {
        qsort(took[k], (size_t)turns, sizeof took[k][0], by_size);
        median[k] = took[k][turns / 2];
        printf("%-26s %16.2f %16.2f  %s\n", name[k], 1e9 * median[k] / rows, 1e9 * took[k][0] / rows,
               cell[k]);
    }
    printf("times the formula in SQL: %.1f by the median, %.1f by the minimum\n", median[0] / median[1],
           took[0][0] / took[1][0]);
}

int main(int count, char **word) {
    if (count != 5 || atoi(word[4]) < 1 || atoi(word[4]) > 99)
        return 2;
    char text[1024];
    host = open_with(word[1], word[3]);
    run(&host, "SELECT setseed(0.5)");
    snprintf(text, sizeof text, make, word[2]);
    run(&host, text);
    printf("DuckDB %s, %s rows, threads: %s, turns: %s\n", duckdb_library_version(), word[2], word[3],
           word[4]);
    for (int question = 0; question < QUESTIONS; question++)
        compare(question, atof(word[2]), atoi(word[4]));
    close_host(&host);
    return 0;
}
