"""Runs the SQL blocks of a page in order, and its sh blocks with the mark <!-- run by scripts/proof/sql.sh
-->. Each block runs in a new DuckDB. In sh, `duckdb -c STATEMENT` runs a DuckDB with the extension. If a
block of text follows such a block, it is the expected answer.
usage: page_test.py PAGE PROGRAM EXTENSION WAYLAY FOLDER
PROGRAM is duckdb_sql. FOLDER must not exist yet; all files are written there."""
import os
import pathlib
import re
import subprocess
import sys

page = pathlib.Path(sys.argv[1])
program, extension, waylay = (pathlib.Path(name).resolve() for name in sys.argv[2:5])
folder = pathlib.Path(sys.argv[5]).resolve()
(folder / "bin").mkdir(parents=True)
for name, target in {"waylay.duckdb_extension": extension, "examples": "examples", "bin/waylay": waylay}.items():
    (folder / name).symlink_to(pathlib.Path(target).resolve())
duckdb = folder / "bin/duckdb"
duckdb.write_text(f'#!/bin/sh\n[ "$1" = -c ] && shift\nexec {program} {extension} "$@"\n')
duckdb.chmod(0o755)
environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}")


def answer(*command):
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if ran.returncode or ran.stderr:
        sys.exit(f"{page}: failed:\n{command[-1]}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def answer_of_sql(text):
    """Runs SQL statements. Returns the rows that they select, as CSV."""
    statements = [statement.strip() for statement in text.split(";") if statement.strip()]
    return answer("duckdb", "-c", *(
        f"COPY ({statement}) TO '/dev/stdout' (FORMAT csv)" if re.match("SELECT|WITH|FROM", statement) else statement
        for statement in statements))


given, found, ran, compared, wrong = "", None, 0, 0, 0
for first, is_run, language, text in re.findall(
        r"<!-- given:\n(.*?)-->|^(<!-- run by scripts/proof/sql.sh -->\n)?```(\w+)\n(.*?)^```$", page.read_text(), re.M | re.S):
    if first:
        given = first + ";"
    elif language == "text" and found is not None:
        compared += 1
        if found != text:
            wrong += 1
            print(f"{page}: found\n{found}where it says\n{text}", file=sys.stderr)
    elif language == "sql" or is_run:
        found = answer_of_sql(given + text) if language == "sql" else answer("sh", "-ec", text)
        given = ""
        ran += 1
        continue
    found = None
print(f"{page}: {ran} blocks run, {compared} answers compared, {wrong} wrong")
sys.exit(wrong > 0 or compared < 2)
