/* Opens a DuckDB in memory and loads the extension into it. Any error ends the program. */
#ifndef WAYLAY_DUCKDB_HOST_H
#define WAYLAY_DUCKDB_HOST_H

#include <duckdb.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct duckdb_host {
    duckdb_database database;
    duckdb_connection connection;
} duckdb_host;

/* Runs a statement. The caller destroys the result. */
static inline void ask(const duckdb_host *host, const char *text, duckdb_result *result) {
    if (duckdb_query(host->connection, text, result) == DuckDBSuccess)
        return;
    fprintf(stderr, "%.500s\n%s\n", text, duckdb_result_error(result));
    exit(1);
}

static inline void run(const duckdb_host *host, const char *text) {
    duckdb_result result;
    ask(host, text, &result);
    duckdb_destroy_result(&result);
}

static inline void load(const duckdb_host *host, const char *extension) {
    char text[1024];
    snprintf(text, sizeof text, "LOAD '%s'", extension);
    run(host, text);
}

/* Opens DuckDB. `threads` is a number as text, or NULL for DuckDB's default. */
static inline duckdb_host open_with(const char *extension, const char *threads) {
    duckdb_host host;
    duckdb_config config;
    char *error = NULL;
    duckdb_create_config(&config);
    duckdb_set_config(config, "allow_unsigned_extensions", "true");
    if (threads)
        duckdb_set_config(config, "threads", threads);
    if (duckdb_open_ext(NULL, &host.database, config, &error) != DuckDBSuccess ||
        duckdb_connect(host.database, &host.connection) != DuckDBSuccess) {
        fprintf(stderr, "DuckDB: %s\n", error ? error : "no connection");
        exit(1);
    }
    duckdb_destroy_config(&config);
    load(&host, extension);
    return host;
}

static inline void close_host(duckdb_host *host) {
    duckdb_disconnect(&host->connection);
    duckdb_close(&host->database);
}

#endif
