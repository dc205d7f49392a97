#!/bin/sh
# Copies an existing behaviour as the skeleton of a new one, in all files that need it.
# docs/add-a-behaviour.md has the next steps. The skeleton builds, but its tests fail until its reference is
# written and the ABI record and the hashes are renewed.
# usage: scripts/maintain/new-behaviour.sh NAME LIKE
# LIKE is the name of a behaviour without 2d or 3d, such as seek. NAME gets the same forms (2d, 3d) and the same columns.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need python3 python3
need cc gcc
get_missing
if [ $# -ne 2 ]; then
    echo "usage: scripts/maintain/new-behaviour.sh NAME LIKE" >&2
    exit 2
fi
python3 - "$1" "$2" "$(entries | sed -n 's/^OUT(\([a-z0-9_]*\),.*/\1/p')" <<'EOF'
import pathlib
import re
import sys

name, like, outputs = sys.argv[1:]  # `outputs` has a line with the behaviour's name for each output
FORMS = ("2d", "3d", "")


def fail(why):
    sys.exit("new-behaviour: " + why)


def read(path):
    return pathlib.Path(path).read_text()


entry_files = re.findall(r'#include "(.*)"', read("src/registry/families.def"))
families = {b: (f, "src/" + path) for path in entry_files for b, f in re.findall(r"^BEGIN\((\w+), (\w+),", read("src/" + path), re.M)}
mine = [like + form for form in FORMS if like + form in families]
if not re.fullmatch(r"[a-z][a-z0-9_]*[a-z]", name):
    fail("%s: expected lower-case letters, digits and _" % name)
if any(name + form in families for form in FORMS):
    fail("%s exists" % name)
if not mine:
    fail("no behaviour is called %s, %s2d or %s3d" % (like, like, like))
family, entries = families[mine[0]]
if families[mine[-1]] != (family, entries):
    fail("%s has its forms in two files: take one of another family, such as seek" % like)
others = [b for b in families if families[b][1] == entries and b not in mine]
folder = str(pathlib.PurePath(entries[len("src/"):]).parent)  # kernels/pursuit, for example
new = {b: name + b[len(like):] for b in mine}


def renamed(text):
    """The text with the new behaviours in place of the old ones, as words and inside of names."""
    for old in mine:
        text = re.sub(r"(?<![a-z0-9])%s(?![a-z0-9])" % old, new[old], text)
    text = re.sub(r"\bCOLUMN\(dims, %s," % like, "COLUMN(dims, %s," % name, text)
    return text.replace('"%s"' % entries[len("src/"):], '"%s/%s.def"' % (folder, name))


def without_others(text):
    """Without the functions, types, calls and lines of the other behaviours of the family."""
    for other in others:
        text = re.sub(r"#define NAME %s\n.*?\nDEFINE_CALL\w*\(.*\)\n\n?" % other, "", text, flags=re.S)
        text = re.sub(r"^(?:\w[^\n;{]*\b|[^\n;{]*\()%s\b[^;{]*\{.*?^\}\n\n?" % other, "", text, flags=re.S | re.M)
        text = re.sub(r"^.*\b%s\b.*\n" % other, "", text, flags=re.M)
        stem = re.sub("[23]d$", "", other)
        text = re.sub(r"^WAY_INLINE [^\n]*\{\n(?:[^}\n][^\n]*\n|\n)*?[^\n]*COLUMN\(dims, %s,.*?^\}\n\n?" % stem, "", text, flags=re.S | re.M)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def write(path, text):
    pathlib.Path(path).write_text(text)
    print(path)


def insert(path, after, text):
    whole = read(path)
    if whole.count(after) != 1:
        fail("%s: expected one %r" % (path, after))
    write(path, whole.replace(after, after + text))


# add the structs and functions to the header
header = next(path for path in pathlib.Path("include/waylay").glob("*.h") if "WAY_API way_result way_%s(" % mine[0] in read(path))
text = read(header)
pieces, end = [], 0
for b in mine:
    for pattern in (r"typedef struct way_%s_in \{.*?\} way_%s_in;\n" % (b, b), r"typedef struct way_%s_out \{.*?\} way_%s_out;\n" % (b, b),
                    r"WAY_API way_result way_%s\(.*?;\n" % b, r"typedef struct way_%s_agent \{.*?\} way_%s_agent;\n" % (b, b),
                    r"typedef struct way_%s_answer \{.*?\} way_%s_answer;\n" % (b, b),
                    r"WAY_API way_result way_%s_agent_default\(.*?;\nWAY_API way_result way_%s_one\(.*?;\n" % (b, b)):
        found = re.search(pattern, text, re.S)
        pieces.append(renamed(found[0]))
        end = max(end, found.end())
section = re.search(r"^/\* \w[^\n]* -{20,}\n|^#ifdef __cplusplus\n", text[end:], re.M)
title = name.replace("_", " ").capitalize() + " "
at = end + section.start()
text = text[:at] + "/* %s%s\n\n   %s: which question does it answer? An example of five lines, and what each status means. */\n\n" % (
    title, "-" * (107 - len(title)), name) + "\n".join(pieces) + (
    '\n/* Accuracy: the magnitudes for which the bounds hold. docs/accuracy.md.\n\n   Source: author, "Title". */\n\n') + text[at:]
write(header, text)

# add the entry to the registry
text = read(entries)
blocks = [re.search(r"^BEGIN\(%s,.*?^END\(%s\)\n" % (b, b), text, re.S | re.M)[0] for b in mine]
blocks = [re.sub(r"^(BEGIN\(\w+), \w+,", r"\1, %s," % name, renamed(block)) for block in blocks]
shared = re.findall(r"^#define COLUMNS_OF.*?[^\\]\n", text[:text.index("BEGIN(%s," % mine[0])], re.S | re.M)[-1:] if "COLUMNS_OF(" in blocks[0] else []
write("src/%s/%s.def" % (folder, name), "/* clang-format off */\n\n#if defined(WAY_EVERY_FAMILY) || !defined(WAY_WITHOUT_%s)\n%s%s#endif\n\n"
      "/* clang-format on */\n" % (name.upper(), "\n".join(shared + blocks), "#undef COLUMNS_OF\n" if shared else ""))
insert("src/registry/families.def", '#include "%s"\n' % entries[len("src/"):], '#include "%s/%s.def"\n' % (folder, name))

# write the kernel, which computes the same as LIKE's kernel
write("src/%s/%s.c" % (folder, name), renamed(without_others(read("src/%s/%s.c" % (folder, family)))))

# write a reference whose outputs are all NaN
counts = {b: outputs.split().count(b) for b in mine}
write("tests/reference/%s_ref.c" % name, "/* Write the source's procedure here, with branches, from the source. */\n#include \"reference/real.h\"\n\n"
      "#include \"waylay/waylay.h\"\n\nstatic void not_written(real *out, int outputs) {\n    for (int k = 0; k < outputs; k++)\n"
      "        out[k] = NAN;\n}\n\n" + "\n".join(
          "void REFERENCE(%s)(const real *in, real *out) {\n    (void)in;\n    not_written(out, %d);\n}\n" % (new[b], counts[b])
          for b in mine))

# copy the test of bounds
path = pathlib.Path("tests/truth/%s.cpp" % family)
if path.exists():
    write("tests/truth/%s.cpp" % name, renamed(without_others(path.read_text())))
else:
    print("new-behaviour: no %s to copy: write tests/truth/%s.cpp" % (path, name))

# add the family to the group of LIKE in the README's table
path = "scripts/maintain/renew.sh"
write(path, re.sub(r"^((?:\w+ )*%s)(?= [^|\n]*\|)" % family, r"\1 " + name, read(path), count=1, flags=re.M))
EOF
sh scripts/maintain/renew.sh tables
