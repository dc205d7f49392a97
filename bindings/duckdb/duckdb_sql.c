/* Runs statements in a DuckDB that has loaded the extension. usage: duckdb_sql EXTENSION STATEMENT... */
#include "duckdb_host.h"

int main(int count, char **word) {
    if (count < 3)
        return 2;
    duckdb_host host = open_with(word[1], NULL);
    for (int k = 2; k < count; k++)
        run(&host, word[k]);
    close_host(&host);
    return 0;
}
