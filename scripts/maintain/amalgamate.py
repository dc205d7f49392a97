#!/usr/bin/env python3
"""Writes the library as two files, waylay.c and waylay.h, which one command compiles without any special flag:
cc -O2 -c waylay.c

usage: scripts/maintain/amalgamate.py [-o FOLDER] [BEHAVIOUR ...]     default: all; a behaviour comes with its family
FOLDER is build-amalgam by default. SIMDE_INCLUDE_DIR names the folder of SIMDe, by default /usr/include.

-DWAY_PART=1, 2 or 3 compiles a part of the file, which takes less memory: the calls, the kernels in plain C, or the kernels
of the other instruction sets. All three objects are the library.

waylay.c includes itself once for each pass. A pass compiles all kernels for one instruction set and one
precision, or it compiles the public functions. So that passes can define the same names, macros append the
pass's name to each name that a pass defines. To names of a single kernel, they also append the kernel's name.
After a pass, its macros are undefined. On x86-64, the compiler's own intrinsics replace SIMDe's functions.
For other machines, the file contains SIMDe with its licence. Target attributes replace the flags of single files,
and a pragma replaces -ffp-contract=off.
"""
import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SRC = ROOT / "src"
TABLES = ["scalar", "sse2", "avx2", "avx512", "neon", "simd128"]
TARGETS = {"avx2": "avx2", "avx512": "avx512f,avx512dq,avx512bw,avx512vl"}
# headers that waylay.c has once for the whole library; every unit includes the other headers again
COMMON = ["isa/kernel.h", "kernels/family_columns.h", "isa/isa.h", "registry/registry.h", "isa/fpenv.h", "call/columns.h", "call/parts.h", "call/overlap.h",
          "call/plan.h", "call/pack_block.h", "call/targets.h", "call/walk.h", "registry/calls.h", "call/check.h", "crowd/search.h", "crowd/candidates.h", "crowd/spanned.h", "crowd/sight.h", "crowd/ranges.h",
          "choose/choose_internal.h", "choose/assign_internal.h", "choose/cast_internal.h", "choose/cast3d_internal.h",
          "choose/avoid_internal.h", "choose/half_planes.h", "choose/avoid_walls.h", "walls/wall_tree.h", "walls/triangle_tree.h",
          "bodies/bodies.h", "bodies/contacts.h", "bodies/settle.h", "field/field_state.h", "field/field_internal.h"]
# headers that a kernel includes once for each behaviour
TEMPLATES = ("kernels/loop.h", "kernels/undecided.h")
WAYPOINTS, EXACT_MEETING = "choose/waypoints.c", "kernels/exact_meeting.c"
OF_ONE_LANE = ["choose/conflicts.c", "choose/cast.c", "choose/cast3d.c", "choose/triangle_flight.c", "crowd/sight.c"]  # plain C with the lanes of one lane
UNDECIDED_MEETING = "kernels/pursuit/undecided_meeting.h"  # declares the functions that EXACT_MEETING defines
DEFINE_CALL = "kernels/define_call.h"  # it is included in each kernel, but never by another header
FAMILIES = "registry/families.def"
OF_A_PASS = {"WAY_ISA", "WAY_PRECISION"}  # the macros that define a pass
OF_EACH_ISA = ["lanes/movers.c", "crowd/search_lanes.c", "crowd/near_lanes.c", "crowd/range_lanes.c", "crowd/sight_lanes.c", "choose/avoid_lanes.c", "choose/assign_lanes.c", "choose/cast_lanes.c", "choose/triangle_lanes.c"]
PLAIN = ["call/call.c", "call/check.c", "call/check_tables.c", "call/parts.c", "registry/registry.c", "registry/library.c", "call/overlap.c", "call/pack_block.c",
         "call/targets.c", "call/pack_column.c", "isa/cpu.c", "call/plan.c", "call/walk.c", "call/few.c", WAYPOINTS, "registry/calls.c", "choose/choose.c", "choose/choosers.c", "crowd/candidates.c", "crowd/leaves.c", "crowd/nodes.c",
         "crowd/gather.c", "crowd/spanned.c", "choose/neighbours.c",
         "choose/avoid.c", "choose/avoid_plane.c", "choose/avoid_space.c", "choose/avoid_walls.c",
         "choose/half_planes.c", "choose/assign.c", "choose/assign_damage.c", "choose/assign_limit.c", "choose/assign_near.c", "choose/assign_prices.c", "choose/assign_search.c", "walls/wall_tree.c", "walls/triangle_tree.c",
         "bodies/bounce_all.c", "bodies/contacts.c", "bodies/cells.c", "bodies/settle.c",
         "field/field.c", "field/field_grid.c", "field/field_search.c", "field/field_update.c", "field/follow.c", "field/wall_cells.c",
         "call/way_check.c", "registry/describe_json.c"]  # the last one, because it redefines INFINITY for the files after it


def fail(why):
    sys.exit("amalgamate: " + why)


def kernel_file(family):
    """Returns the path of a family's source, which is in the folder of its public header."""
    return next((SRC / "kernels").glob("*/%s.c" % family)).relative_to(SRC).as_posix()


def without_comments(text):
    keep_strings = re.compile(r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|/\*.*?\*/|//[^\n]*', re.S)
    text = keep_strings.sub(lambda m: m[1] if m[1] else " ", text)
    lines = [line.rstrip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line) + "\n"


def guard_of(text):
    """Returns the name of a header's include guard, or None if no guard encloses the whole header."""
    guard = re.match(r"\s*#ifndef (\w+)\n#define \1\n", text)
    depth = 0
    for line in re.findall(r"^\s*#\s*(?:if|endif).*\n|^.*\n", text, re.M) if guard else []:
        depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
        if depth == 0 and not re.match(r"\s*#\s*endif", line):
            return None
    return guard[1] if guard else None


# The names that a unit defines at file scope ------------------------------------------------------------------

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\d[\w.]*|\S')
WORD = re.compile(r"[A-Za-z_]\w*$")
KEYWORDS = set("static inline extern const volatile struct union enum typedef int void float double unsigned char long "
               "short signed size_t".split())
WITH_BRACKETS = ("__attribute__", "_Alignas", "__asm__", "_Static_assert")


def declarations(text):
    """Returns each declaration at file scope as a list of tokens. `text` has no comments."""
    text = re.sub(r"\\\n", " ", text)
    text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("#"))
    found, now, braces, brackets = [], [], 0, 0
    for token in TOKEN.findall(text):
        now.append(token)
        braces += (token == "{") - (token == "}")
        brackets += (token == "(") - (token == ")")
        if braces or brackets:
            continue
        head = now[: now.index("{")] if "{" in now else []
        is_function = ")" in head and "=" not in head and "typedef" not in head
        if token == ";" or (token == "}" and is_function):
            found.append(now)
            now = []
    return found


def names_of(declaration):
    """Returns the names that a declaration defines, as pairs (name, True if it is a function)."""
    tokens, k = [], 0
    while k < len(declaration):
        if declaration[k] in WITH_BRACKETS:
            depth = 0
            while depth or declaration[k] != ")":
                k += 1
                depth += (declaration[k] == "(") - (declaration[k] == ")")
        else:
            tokens.append(declaration[k])
        k += 1
    for k, token in enumerate(tokens[:-2]):
        if token in ("struct", "union", "enum") and WORD.match(tokens[k + 1]) and tokens[k + 2] == "{":
            yield tokens[k + 1], False
    if "enum" in tokens and "{" in tokens:
        body = tokens[tokens.index("{"): len(tokens) - tokens[::-1].index("}")]
        depth = 0
        for before, token in zip(body, body[1:]):
            depth += (before in ("{", "(")) - (before in ("}", ")"))
            if depth == 1 and before in ("{", ",") and WORD.match(token) and token not in KEYWORDS:
                yield token, False
    flat, depth = [], 0
    for k, token in enumerate(tokens):
        if token in ("}", ")", "]"):
            depth -= 1
        if depth == 0:
            flat.append(token)
        if token in ("{", "(", "["):
            depth += 1
    if not flat:
        return
    if flat[0] == "typedef":
        yield [token for token in flat if WORD.match(token)][-1], False
        return
    for token, behind in zip(flat, flat[1:]):
        if WORD.match(token) and token not in KEYWORDS and behind in ("(", "[", "=", ";"):
            if "extern" not in flat and (behind == "(" or "static" in flat):
                yield token, behind == "("
            return


class Library:
    def __init__(self, behaviours):
        families = re.findall(r'^#include "(.*)"', (SRC / FAMILIES).read_text(), re.M)
        registry = "".join((SRC / family).read_text() for family in families)
        self.behaviours = re.findall(r"^BEGIN\((\w+), (\w+),", registry, re.M)
        known = [name for name, _ in self.behaviours]
        for name in behaviours:
            if name not in known:
                fail("no such behaviour: " + name)
        self.every_family = list(dict.fromkeys(family for _, family in self.behaviours))
        self.families = [family for family in self.every_family
                         if not behaviours or any(b in behaviours and f == family for b, f in self.behaviours)]
        self.sections = {}  # the text of each file, by path; the order gives the sections' numbers
        self.guards = {}
        self.in_unit = set()  # the files of the unit that is being written
        self.macros, self.names, self.own, self.pasted = {}, {}, {}, set()
        for family in self.families:
            self.take(kernel_file(family))
        for path in OF_EACH_ISA + [EXACT_MEETING] + OF_ONE_LANE:
            self.take(path)
        for name in PLAIN:
            if name != WAYPOINTS or "march" in self.families:
                self.take(name)
        for path, text in self.sections.items():
            self.learn(path, text)
        for macro in set().union(*self.macros.values()):
            if macro.isupper():  # loop.h defines a function of this name by a macro
                self.names.pop(macro, None)
        # a function that a header declares counts as a name of that header
        promised = set().union(*(self.own[path] for path in self.own if path.endswith(".h")))
        self.own[EXACT_MEETING] -= promised
        for path in OF_ONE_LANE:
            for name in [name for name in self.own[path] if name.startswith("way_")]:  # exist once in the library
                self.own[path].discard(name)
                self.names.pop(name, None)
        # a function that a header in COMMON declares exists once in the library, so it keeps its name
        common = "".join(self.sections[path] for path in COMMON if path in self.sections)
        for name in [name for name in self.own["crowd/search_lanes.c"] if re.search(r"\b%s\(" % name, common)]:
            self.own["crowd/search_lanes.c"].discard(name)
            self.names.pop(name)
        self.apart = self.apart_from_others()
        self.of_one_unit = set().union(*(self.own[path] for path in self.apart))

    def found(self, path, at):
        """Returns the file below src that `path` means in the file `at`, or None for a public header."""
        for folder in (pathlib.PurePath(at).parent, pathlib.PurePath(".")):
            if (SRC / folder / path).exists():
                return str(folder / path)
        if path.startswith("waylay/"):
            return None
        fail("%s includes %s, which is not there" % (at, path))

    def take(self, path):
        if path in self.sections:
            return
        text = without_comments((SRC / path).read_text())
        # take the code for all families, because all units of waylay.c share the columns
        text = re.sub(r"^#(define|undef) WAY_FAMILY\b.*\n", "", text, flags=re.M)
        text = re.sub(r"^#if defined\(WAY_FAMILY\)\n.*?^#else\n(.*?)^#endif\n", r"\1", text, flags=re.M | re.S)
        self.sections[path] = text
        self.guards[path] = guard_of(text)
        for included in re.findall(r'^\s*#\s*include "([^"]*)"', text, re.M):
            there = self.found(included, path)
            if there:
                self.take(there)

    def is_of_units(self, path):
        return path not in COMMON and path not in PLAIN and not path.endswith(".def")

    def learn(self, path, text):
        self.macros[path] = re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M)
        if not self.is_of_units(path):
            return
        self.own[path] = set()
        text = re.sub(r"^DEFINE_CALL\w*\(.*\)\n", "", text, flags=re.M)  # public functions keep their names
        # replace the macros that stand before functions, so that the definitions can be parsed
        for word, meaning in (("WAY_LOOP_FUNCTION", "static void"), ("WAY_INLINE|WAY_SELDOM|WAY_APART|WAY_NEVER_INLINED", "static")):
            text = re.sub(r"\b(%s)\b" % word, meaning, text)
        for declaration in declarations(text):
            if not any("JOIN" in token for token in declaration[:8]):
                here = dict(names_of(declaration))
                self.names.update(here)
                self.own[path].update(here)
        # add the names that macros make from a behaviour's name
        for part in re.findall(r"(?<!##)\bname##_(\w+)", text):
            for name, _ in self.behaviours:
                self.names["%s_%s" % (name, part)] = part in ("put", "has_options")
        for part in re.findall(r"\b([A-Z]\w*)_##name = 0", text):
            for name, _ in self.behaviours:
                self.names["%s_%s" % (part, name)] = False
        parts = re.findall(r"WAY_JOIN\(NAME, (\w+)\)", text)
        parts += ["loop_" + form for form in re.findall(r"\bFORM\((\w+)\)\(", text)]
        for part in parts:
            for name, _ in self.behaviours:
                self.names.setdefault("%s_%s" % (name, part), False)
        self.pasted.update(word for words in re.findall(r"WAY_JOIN3?\(([^()]*)\)", text)
                           for word in re.findall(r"\w+", words))

    def apart_from_others(self):
        """Returns the files of which each unit has its own copy: kernels, and headers with clashing names."""
        apart = {path for path in self.sections if self.is_of_units(path) and path.endswith(".c")}
        for path in self.sections:
            if path in self.own and path.startswith("kernels/") and path.endswith(".h") and path not in TEMPLATES + (DEFINE_CALL,):
                mine = self.own[path] | set(self.macros[path])
                for other in self.own:
                    if other != path and other not in TEMPLATES + (DEFINE_CALL,):
                        if mine & (self.own[other] | set(self.macros[other])):
                            apart.add(path)
        grown = 0
        while grown != len(apart):
            grown = len(apart)
            for path, text in self.sections.items():
                for included in re.findall(r'^\s*#\s*include "([^"]*)"', text, re.M):
                    if self.is_of_units(path) and self.found(included, path) in apart:
                        apart.add(path)
        return apart

    # Sections ---------------------------------------------------------------------------------------------

    def section(self, path):
        """Returns a section with a file that is included many times, each time with other macros."""
        return "#elif WAY_SECTION == %d /* %s */\n%s" % (self.number(path), path, self.text_of(path, {}))

    def number(self, path):
        return 10 + list(self.sections).index(path)

    def expanded(self, path, seen, is_always=True):
        """Returns a file's text. Expands its includes, except files in `seen`: they are included already."""
        if path in seen:
            return ""
        if path.endswith(".def") and (path.startswith("kernels/") or path == FAMILIES):
            return self.text_of(path, seen, is_always)
        if path.endswith(".def"):
            return include(self.number(path), "waylay.h")
        self.in_unit.add(path)
        if is_always and path not in TEMPLATES:
            seen.add(path)
        return self.text_of(path, seen, is_always)

    def text_of(self, path, seen, is_always=True):
        text, depth = "", -1 if self.guards[path] else 0
        for line in self.edited(path).splitlines(keepends=True):
            depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
            included = re.match(r'\s*#\s*include (<.*>|"([^"]*)")', line)
            if not included:
                text += line
            elif included[2] and self.found(included[2], path):  # waylay.c includes other headers at its top
                text += self.expanded(self.found(included[2], path), seen, is_always and depth == 0)
        return text

    def edited(self, path):
        """Returns a file's text, changed so that it can be in one file with the others."""
        text = re.sub(r"defined\(__(AVX\w+)__\)", r"defined(WAY_TARGETS_\1)", self.sections[path])
        if path == "lanes/lanes.h":
            text, count = re.subn(r"#elif defined\(__GNUC__\) && \(!defined\(__STRICT_ANSI__\).*\n#error.*\n", "", text)
            if count != 1:
                fail("lanes.h does not refuse a gcc that fuses, where the pragma takes its place")
        # only plain C declares these functions, because a target attribute would become part of their type
        text = re.sub(r"^extern way_one_agent .*;\n", r"#if !defined(WAY_HAS_TARGET)\n\g<0>#endif\n", text, flags=re.M)
        if path in OF_EACH_ISA:  # the names in tables have no arguments, so macros do not rename them
            text = re.sub(r"\.(\w+) = \1,", lambda found: ".%s = %s(%s)," % (found[1], self.owner(found[1]), found[1]), text)
        if self.is_of_units(path):
            for name in self.redefined(path):
                text = re.sub(r"^(\s*)#\s*define %s\b" % name, r"#undef %s\n\g<0>" % name, text, flags=re.M)
        return text

    def redefined(self, path):
        return sorted(set(self.macros[path]) & set(self.names))

    def owner(self, name):
        """Returns the macro that renames a function: each unit has its own copy, or all units of a pass share one."""
        return "WAY_UNIT_S" if name in self.of_one_unit else "WAY_PASS_S"

    def rename(self, name):
        of = self.owner(name)
        if self.names[name]:  # a macro with arguments does not rename members and behaviours
            return "#define %s(...) %s(%s)(__VA_ARGS__)\n" % (name, of, name)
        return "#define %s %s(%s)\n" % (name, of, name)

    def begin(self):
        clash = sorted(name for name in self.names if not self.names[name] and name in self.pasted)
        if clash:
            fail("these are pasted, and are not functions: " + " ".join(clash))
        return "#elif WAY_SECTION == 1 /* the names of units */\n" + "".join(
            self.rename(name) for name in sorted(self.names))

    def forget(self, paths, kept):
        """Undefines the macros of these files, except those in `kept`."""
        macros = {macro for path in paths for macro in self.macros[path]} - kept
        again = {name for path in paths for name in self.redefined(path)}
        return "".join("#undef %s\n" % macro for macro in sorted(macros)) + "".join(
            self.rename(name) for name in sorted(again))

    def of_a_pass(self):
        return set(self.own) - self.apart

    def end(self):
        return "#elif WAY_SECTION == 6 /* behind a pass */\n" + self.forget(self.of_a_pass(), OF_A_PASS)

    def units(self):
        """Returns a pass: all families for one instruction set and precision, or the public functions."""
        text, seen = "#elif WAY_SECTION == 3 /* the units of a pass */\n", set(COMMON)
        for family in self.families:
            text += self.unit(kernel_file(family), seen)
        text += "#if defined(WAY_WITH_TABLE)\n" + "".join(self.unit(path, seen) for path in OF_EACH_ISA) + "#endif\n"
        if UNDECIDED_MEETING in self.apart:
            fail("a header that %s includes defines a name that another file defines too, so its functions would exist once per unit"
                 % UNDECIDED_MEETING)
        if UNDECIDED_MEETING in seen:
            text += "#if defined(WAY_WITH_CHASES)\n" + self.unit(EXACT_MEETING, seen) + "#endif\n"
        return text + "#if defined(WAY_WITH_CHASES)\n" + "".join(self.unit(path, seen) for path in OF_ONE_LANE) + "#endif\n"

    def unit(self, path, seen):
        """Returns a unit, which includes its own copy of the files in self.apart. A unit's end is plain text,
        not a section, because the compiler reads the whole file for each section that is included."""
        text = "#undef WAY_UNIT\n#define WAY_UNIT of_%s\n" % pathlib.PurePath(path).stem
        self.in_unit = set()
        text += self.expanded(path, seen)
        mine = self.in_unit & self.apart
        seen -= self.apart
        kept = OF_A_PASS | {macro for other in self.of_a_pass() for macro in self.macros[other]}
        return text + self.forget(mine, kept)


def include(section, file="waylay.c"):
    return "#undef WAY_SECTION\n#define WAY_SECTION %d\n#include \"%s\"\n" % (section, file)


def of_part(part):
    return "#if !defined(WAY_PART) || WAY_PART == %d\n" % part


def pass_of(isa, precision, body):
    """Returns code that compiles `body` for an instruction set, if the target has that instruction set."""
    text = "" if isa == "scalar" else "#if defined(WAY_HAS_%s)\n" % isa.upper()
    target = TARGETS.get(isa)
    if target:
        text += ("#if defined(__clang__)\n"
                 "#pragma clang attribute push(__attribute__((__target__(\"%s\"))), apply_to = function)\n"
                 "#else\n#pragma GCC push_options\n#pragma GCC target(\"%s%s\")\n#endif\n"
                 % (target, target, ",prefer-vector-width=512" if isa == "avx512" else ""))
        for feature in ["has_target"] + ["targets_" + feature for feature in target.split(",")]:
            text += "#define WAY_%s\n" % feature.upper()
    text += "#define WAY_ISA %s\n#define WAY_PRECISION %s\n#define WAY_PASS %s_%s\n" % (isa, precision, isa, precision)
    text += body
    text += include(6) + "#undef WAY_ISA\n#undef WAY_PRECISION\n#undef WAY_PASS\n"
    if target:
        for feature in ["has_target"] + ["targets_" + feature for feature in target.split(",")]:
            text += "#undef WAY_%s\n" % feature.upper()
        text += "#if defined(__clang__)\n#pragma clang attribute pop\n#else\n#pragma GCC pop_options\n#endif\n"
    return text if isa == "scalar" else text + "#endif\n"


TOP = r"""
#if defined(__FAST_MATH__)
#error "waylay: compile without -ffast-math and its parts: they change the bits of the results"
#endif
/* No operations are fused, whatever the flags are. If a compiler fuses in spite of this, the library notices it at the
   first call, and every call returns WAY_ERROR_ISA. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#else
#error "waylay: compile with gcc, clang or MSVC: no way is known to turn off contraction with other compilers"
#endif

#include <float.h>
#include <math.h>
#if !defined(__STDC_NO_ATOMICS__) && (!defined(_MSC_VER) || defined(__clang__))
#include <stdatomic.h>
#endif
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if !defined(__wasm__)
#include <fenv.h>
#include <stdlib.h>
#endif
"""

NAMES = r"""
/* Names of units, and of what the units of a pass share: f_add is f_add_avx2_exact */
#define WAY_UNIT_S(name) WAY_UNIT_S_(name, WAY_UNIT, WAY_PASS)
#define WAY_UNIT_S_(name, unit, pass) WAY_UNIT_S__(name, unit, pass)
#define WAY_UNIT_S__(name, unit, pass) name##_##unit##_##pass
#define WAY_PASS_S(name) WAY_PASS_S_(name, WAY_PASS)
#define WAY_PASS_S_(name, pass) WAY_PASS_S__(name, pass)
#define WAY_PASS_S__(name, pass) name##_##pass
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
"""


def simde(folder, header, seen):
    """Returns a header of SIMDe with its includes expanded, each where it is included first."""
    path = pathlib.Path(os.path.normpath(folder / header))
    if path in seen:
        return ""
    seen.add(path)
    if not path.exists():
        fail("%s is missing: set SIMDE_INCLUDE_DIR to the folder that holds simde/x86/sse2.h's simde" % path)

    def included(match):
        return simde(path.parent, match[1], seen)

    return re.sub(r'^\s*#\s*include "([^"]*)".*\n', included, path.read_text(), flags=re.M)


def own_words(library):
    """Returns macros that replace the library's SIMDe functions by the compiler's own intrinsics."""
    words = sorted({word for text in library.sections.values()
                    for word in re.findall(r"\b(?:simde_mm\w+|simde__m\w+|SIMDE_CMP_\w+)", text)})
    return "".join("#define %s %s\n" % (word, re.sub("^(?:simde|SIMDE)", "", word)) for word in words)


def header(version, licence, lists):
    """Returns waylay.h. It also has the lists that waylay.c includes hundreds of times, because the compiler reads a whole
    file for each section that is included."""
    folder = ROOT / "include" / "waylay"
    seen = set()

    def included(match):
        if match[1] in seen:
            return ""
        seen.add(match[1])
        return with_includes(match[1])

    def with_includes(name):
        return re.sub(r'^#include "([^"]*)".*\n', included, (folder / name).read_text(), flags=re.M)

    text = with_includes("waylay.h")
    return "/* waylay %s, all its headers in one. %s */\n#if !defined(WAY_SECTION)\n%s%s#endif\n" % (version, licence, text, lists)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", default=str(ROOT / "build-amalgam"), metavar="FOLDER")
    parser.add_argument("behaviour", nargs="*")
    arguments = parser.parse_args()
    library = Library(arguments.behaviour)
    version = re.search(r'WAY_VERSION_STRING "([^"]*)"', (ROOT / "include/waylay/base.h").read_text())[1]
    licence = "\n\n" + (ROOT / "LICENSE").read_text().strip() + "\n"
    simde_folder = pathlib.Path(os.environ.get("SIMDE_INCLUDE_DIR", "/usr/include"))

    text = "/* waylay %s in one file, made by its scripts/maintain/amalgamate.py: cc -O2 -c waylay.c, and -lm where it is linked.\n" % version
    text += "   The sources, with their comments, are the project's. SIMDe, which is in it for machines without SSE2, has\n"
    text += "   its own licence, which stands there." + licence + "*/\n"
    text += "#if !defined(WAY_SECTION)\n" + TOP
    text += "#include \"waylay.h\"\n"
    for family in library.every_family:
        if family not in library.families:
            text += "#define WAY_WITHOUT_%s\n" % family.upper()
    text += ("/* By default it compiles for plain C and for the instruction set that most machines of this kind have: AVX2, NEON or\n"
             "   SIMD128, with half the loops. -DWAY_FULL adds SSE2, AVX-512 and the other loops. The answers are the same.\n"
             "   -DWAY_PART=1, 2 and 3 compile three objects that together are the library, with less memory. */\n"
             "#if !defined(WAY_FULL)\n#define WAY_SMALL\n#define WAY_WITHOUT_SSE2\n#define WAY_WITHOUT_AVX512\n#endif\n")
    text += "#if defined(__x86_64__) || defined(_M_X64)\n#include <immintrin.h>\n" + own_words(library) + "#else\n"
    text += "#if defined(__wasm_simd128__)\n#include <wasm_simd128.h>\n#endif\n"
    text += include(4) + "#endif\n" + NAMES
    seen = set()
    for path in COMMON:
        text += library.expanded(path, seen)
    text += include(1)
    text += of_part(1) + "#define WAY_PASS calls\n#define WAY_ENTRY\n" + include(3) + "#undef WAY_ENTRY\n" + include(6)
    text += "#undef WAY_ISA\n#undef WAY_PRECISION\n#undef WAY_PASS\n#endif\n"
    # without plain C, which declares these functions
    text += "#if defined(WAY_PART) && WAY_PART == 3\n" + "".join(
        "extern way_one_agent way_%s_alone;\n" % name for name, family in library.behaviours if family in library.families) + "#endif\n"
    for isa in TABLES:
        text += of_part(2 if isa == "scalar" else 3)
        chases = "#define WAY_WITH_CHASES\n" if isa == "scalar" else ""
        text += pass_of(isa, "exact", chases + "#define WAY_WITH_TABLE\n" + include(3))
        text += pass_of(isa, "fast", "#undef WAY_WITH_CHASES\n#undef WAY_WITH_TABLE\n" + include(3)) + "#endif\n"
    text += include(5) + of_part(1)
    taken = set()
    for path in PLAIN:
        if path in library.sections:
            mine = {name: is_function for declaration in declarations(library.sections[path])
                    for name, is_function in names_of(declaration)}
            again = sorted(name for name in mine if name in taken and not name.startswith("way_"))
            taken |= set(mine)
            stem = pathlib.PurePath(path).stem
            text += "".join("#define %s%s %s_of_%s%s\n" % (name, *(("(...)", name, stem, "(__VA_ARGS__)") if mine[name] else
                                                                 ("", name, stem, ""))) for name in again)
            text += library.expanded(path, seen)
            text += "".join("#undef %s\n" % macro for macro in library.macros[path] + again)
    text += "#endif\n#if defined(__GNUC__) && !defined(_WIN32)\n#pragma GCC visibility pop\n#endif\n"
    text += library.begin() + library.end() + library.units()
    text += "#elif WAY_SECTION == 4 /* SIMDe */\n" + simde(simde_folder, "simde/x86/sse2.h", set())
    text += "#elif WAY_SECTION == 5 /* behind all units */\n" + "".join("#undef %s\n" % name for name in sorted(library.names)) + "#endif\n"
    lists = "".join(library.section(path) for path in library.sections
                    if path.endswith(".def") and not path.startswith("kernels/") and path != FAMILIES)

    folder = pathlib.Path(arguments.o)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "waylay.c").write_text(text)
    (folder / "waylay.h").write_text(header(version, licence, lists))
    print("%s: waylay.c of %d lines, %d families, and waylay.h" % (folder, text.count("\n"), len(library.families)))


main()
