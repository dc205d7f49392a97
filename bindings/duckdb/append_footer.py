"""Makes a DuckDB extension from a shared library. DuckDB reads the extension's platform and version from the last 534 bytes.

usage: append_footer.py LIBRARY EXTENSION PLATFORM VERSION
"""

import sys

# The footer has the form of a custom section of WebAssembly, so that a wasm module with this footer stays
# valid. HEAD is the section's number, the size of the rest, the section's name, and the size of its data.
HEAD = b"\x00" + b"\x93\x04" + b"\x10duckdb_signature" + b"\x80\x04"
MAGIC, C_API, ABI, SIGNATURE = "4", "v1.2.0", "C_STRUCT", bytes(256)


def footer(platform, version):
    fields = [MAGIC, platform, C_API, version, ABI, "", "", ""]
    return HEAD + b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields)) + SIGNATURE


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as library:
        content = library.read()
    with open(sys.argv[2], "wb") as extension:
        extension.write(content + footer(sys.argv[3], sys.argv[4]))
