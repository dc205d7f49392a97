#!/usr/bin/env python3
"""Writes docs/vectors.json and docs/api.json, or checks them. Reads the calls and their columns from the library.
usage: vectors.py LIBRARY            writes both files: docs/vectors.json holds inputs and answers of every call,
                                     docs/api.json the text of way_describe_json
       vectors.py --check LIBRARY    checks that both files are those of this library, with scripts/check_vectors.py

A new call or column needs no change here, unless a field of its options must be set that Writer.struct does not set.
Then the call is refused, and this script ends with an error."""
import base64
import ctypes
import json
import math
import pathlib
import random
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import check_vectors  # noqa: E402

FORM = """Inputs and answers of every call of waylay, as bits. scripts/check_vectors.py is a program that checks them.
calls: a list. Each entry names a call and has its inputs and its runs. Inputs that are not named are not set.
inputs and written: base64 of the memory, little-endian. The cell of a column has 4 bytes: a float, an int32_t or a uint32_t.
runs: calls with the same inputs and other options. The result of each is WAY_OK.
options: the fields of the struct that the call takes; other fields are 0. A number holds the bits of its field. A text is base64 of
memory to which the field points. {"bytes": n} is memory of n bytes, each 0xaa, that the call writes; all output columns have such
memory, too. {"struct": name} is another struct; the field points to it, or contains it.
written: what the call has written: output columns by their names, and memory and fields of the options as options.FIELD. It may be
shorter than the memory: the rest is not part of the answer. If a later run lacks a name, its bits are those of the first run."""

AGENTS, PAIRS = 72, 12      # of a behaviour: rows with all inputs, and pairs of rows at boundaries
CHOOSERS, RUNNERS = 32, 24  # of another call
EACH, CAPACITY, MEMORY = 12, 4096, 1 << 20
SIDE, FIELDS = 16, 2  # cells along a side of a grid, and fields on it
WALLS = [(-90, -80, 95, -70, 0), (95, -70, 80, 20, 0), (80, 20, 70, 90, 1), (70, 90, -85, 75, 0), (-85, 75, -90, -80, 0),
         (-20, -30, 25, 10, -1), (5, 40, 5, 40, 0), (math.nan, 0, 10, 10, 0), (40, -45, 60, -40, 0)]
TRIANGLES = [(-90, -90, 5, 95, -80, 0, 0, 90, -5, 0, 0), (95, -80, 0, 90, 90, 8, 0, 90, -5, 1, 0), (0, 0, 60, 40, 0, 30, 20, 50, 45, -1, 6),
             (5, 40, 10, 5, 40, 10, 5, 40, 10, 0, 0), (-20, -30, 25, 25, 10, 25, 70, 50, 25, 0, 3), (math.nan, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0)]
# For each struct of options, what its runs change. Other calls have one run. Refused runs are left out.
RUNS = {"way_batch": [{}, {"precision": 1}],
        "way_choice": [{}, {"best": 3}, {"cost": 1}, {"cost": 1, "best": 3}, {"cost": 2}],
        "way_listing": [{}, {"lists.most": 3}],
        "way_assignment": [{}, {"aim": 1}],
        "way_cast": [{}, {"any": 1}],
        "way_cast_triangles": [{}, {"any": 1}],
        "way_following": [{}, {"sight": 8}],
        "way_field": [{}, {"cut_corners": 1}, {"straight": 2, "diagonal": 3}]}
SPECIAL = [0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff,
           0xff7fffff, 0x5f000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001]
SPECIAL_WHOLE = [0, 1, 2, 3, 0xffffffff, 0x7fffffff, 0x80000000, 0x80000001, 1 << 24, (1 << 24) + 1, 1 << 30]
NO_ROW = 0xffffffff


def text_of(data):
    return base64.b64encode(data).decode()


def words(data):
    return struct.unpack("<%dI" % (len(data) // 4), data)


def column_of(cells):
    return text_of(struct.pack("<%dI" % len(cells), *cells))


def bits_of(number):
    try:
        return words(struct.pack("<f", number))[0]
    except OverflowError:
        return 0xff800000 if number < 0 else 0x7f800000


def float_of(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


# Inputs -----------------------------------------------------------------------------------------------------------

KINDS = ["typical", "whole", "far", "denormal", "huge", "hard", "harder"]


class Draw(random.Random):
    def below(self, count):
        return int(self.random() * count)

    def pick(self, values):
        return values[self.below(len(values))]

    def typical(self, column):
        if column["type"] == "row":
            return NO_ROW if self.below(8) == 0 else self.below(RUNNERS)
        value = column["low"] + (column["high"] - column["low"]) * self.random()
        return bits_of(value) if column["type"] == "float" else int(value) & 0xffffffff

    def cell(self, column, kind, before):
        """Returns the bits of an input. `before` are the earlier inputs of the agent. Small whole numbers lead to ties
        and to bodies that just touch."""
        bits, is_float = self.typical(column), column["type"] == "float"
        if kind in ("hard", "harder"):
            die = self.random() * (10 if kind == "hard" else 3)
            if die < 1:
                return self.pick(SPECIAL if is_float else SPECIAL_WHOLE)
            return self.pick(before) if die < 2 and before and is_float else bits
        if kind == "whole" and column["type"] != "row":
            number = self.below(7) - 3
            return bits_of(number) if is_float else number & 0xffffffff
        if kind == "rounded" and is_float:
            return bits_of(round(float_of(bits)))
        if kind == "far" and column["axis"]:
            return bits_of(float_of(bits) + self.pick([-1, 1]) * 2.0 ** (16 + self.below(9)))
        if kind in ("denormal", "huge") and is_float:
            return bits_of(float_of(bits) * 2.0 ** (-140 if kind == "denormal" else 40 + self.below(80)))
        return bits

    def row(self, columns, kind):
        cells = []
        for column in columns:
            cells.append(self.cell(column, kind, cells))
        return cells


def in_order(bits, is_float):
    """Returns a whole number that grows with the value of the bits. It is its own inverse for floats."""
    if not is_float:
        return bits - ((bits & 0x80000000) << 1)
    return bits if bits < 0x80000000 else 0x7fffffff - bits


def from_order(number, is_float):
    return number & 0xffffffff if not is_float or number >= 0 else 0x7fffffff - number


# Calls ------------------------------------------------------------------------------------------------------------

class Writer:
    def __init__(self, path):
        self.library = check_vectors.Library(path)
        self.types = self.library.description["types"]

    def is_there(self, call):
        return bool(self.library.c.way_behaviour_named(call.encode()))

    def options_of(self, call):
        """Returns the name of the struct of options that the call takes."""
        at = self.types["way_behaviour"]["fields"]["options"]["offset"]
        behaviour = self.library.c.way_behaviour_named(call.encode())
        return ctypes.string_at(ctypes.c_void_p.from_address(behaviour + at).value).decode()

    def struct(self, kind, count, change, walls):
        """Returns options with the fields that calls need. `change` has further fields."""
        of_struct = {  # fields whose meaning depends on their struct
            "way_assignment": {"each": EACH, "offset": None},
            "way_cast_triangles": {"triangles": text_of(b"".join(struct.pack("<9fiI", *one) for one in TRIANGLES)),
                                   "triangle_count": len(TRIANGLES)},
            "way_neighbours": {"list": {"bytes": 8 * CAPACITY},
                               "status": {"struct": "way_column_out", "data": {"bytes": 4 * count}}},
            "way_field": {"goals": column_of([1, 1, 0, 0, 14, 9, 3, 0, 8, 2, 0, 1]), "goal_count": 3,
                          "costs": text_of(bytes(0 if draw.below(5) == 0 else 1 + draw.below(3) for draw in [Draw("costs")]
                                                 for _ in range(SIDE * SIDE))),
                          "cost": {"bytes": 4 * SIDE * SIDE * FIELDS}, "next": {"bytes": SIDE * SIDE * FIELDS},
                          "status": {"bytes": 4 * FIELDS}}}
        general = {"count": count, "agent_count": count, "runner_count": RUNNERS, "offset": {"bytes": 8 * (count + 1)},
                   "capacity": CAPACITY, "memory": {"bytes": MEMORY}, "bytes": MEMORY, "cell": bits_of(1.0),
                   "width": SIDE, "height": SIDE, "field_count": FIELDS}
        if walls:
            general.update(walls=text_of(b"".join(struct.pack("<4fi", *wall) for wall in WALLS)), wall_count=len(WALLS))
        inner = {"choice": "way_choice", "lists": "way_neighbours"}
        value = {"struct": kind}
        for name in self.types[kind]["fields"]:
            if name in inner:
                below = {part[len(name) + 1:]: change[part] for part in change if part.startswith(name + ".")}
                value[name] = self.struct(inner[name], count, below, walls)
            elif name == "field":
                value[name] = self.complete_field()
            else:
                number = {**general, **of_struct.get(kind, {}), **change}.get(name)
                if number is not None:
                    value[name] = number
        return value

    def complete_field(self):
        options = self.struct("way_field", 0, {}, False)
        _, places = self.library.run("field2d", {}, options)
        return {"struct": "way_field", **{name: options[name] for name in ("width", "height", "field_count", "costs")},
                **{name: text_of(places["options." + name][0].raw) for name in ("cost", "next")}}

    def runs(self, call, inputs, count, walls):
        """Returns the runs of an entry that the call does not refuse, and the results of the others."""
        kind = self.options_of(call) if call in self.library.calls else "way_field"
        runs, refused = [], []
        for change in RUNS.get(kind, [{}]):
            options = self.struct(kind, count, change, walls)
            result, places = self.library.run(call, inputs, options)
            if result != 0:
                refused.append(result)
            else:
                runs.append({"options": options, "written": self.answers(options, places)})
        for run in runs[1:]:
            first, own = runs[0]["written"], run["written"]
            run["written"] = {name: text for name, text in own.items() if text != first.get(name)}
            run["written"].update({name: "" for name in first.keys() - own.keys()})
        return runs, refused

    def answers(self, options, places):
        """Returns what the call has written, without scratch memory and without what is behind the end of a list."""
        before, answers = {}, {}
        self.library.memory_of(options, "options", before)
        offset = [words(memory.raw) for name, (memory, _, _) in places.items() if name.endswith(".offset")]
        length = {"options.memory": 0, "options.lists.list": 8 * offset[0][-2] if offset else 0}
        for name, (memory, at, size) in sorted(places.items()):
            data = memory.raw[at:at + length.get(name, size)]
            if name not in before:  # an output column
                data = data[:len(data.rstrip(b"\xaa")) + 3 & ~3]
            elif data == before[name][0].raw[at:at + len(data)]:
                continue
            if data:
                answers[name] = text_of(data)
        return answers

    def entry(self, call, inputs, count, walls=False):
        runs, refused = self.runs(call, inputs, count, walls)
        if not runs:
            sys.exit("vectors: %s is refused: way_result %s. Set the fields of its options that it needs" % (call, refused))
        return {"call": call, "inputs": inputs, "runs": runs}

    # Behaviours ---------------------------------------------------------------------------------------------------

    def classes(self, call, columns, rows):
        """Returns for each row a value that changes where the answer is of another kind: another whole number, or a
        float of another sign, 0, infinite or NaN."""
        inputs = {column["name"]: column_of(cells) for column, cells in zip(columns, zip(*rows))}
        behaviour = self.library.calls[call]
        options = self.struct("way_batch", len(rows), {}, behaviour["walls"])
        _, places = self.library.run(call, inputs, options)
        outputs = [(column["type"] == "float", words(places[column["name"]][0].raw[:4 * len(rows)])) for column in behaviour["outputs"]]
        return [tuple((cells[k] >> 31, cells[k] << 1 == 0, cells[k] & 0x7f800000 == 0x7f800000) if is_float else cells[k]
                      for is_float, cells in outputs) for k in range(len(rows))]

    def boundaries(self, call, columns, draw, pairs):
        """Returns pairs of rows that differ in one input, by the smallest step, and whose answers are of different kinds:
        on one side of a boundary, such as a grazing meeting, and on the other."""
        ends = [(draw.row(columns, "typical"), draw.row(columns, draw.pick(["typical", "whole"]))) for _ in range(4 * pairs)]
        mixed = [b[:k] + a[k:] for a, b in ends for k in range(len(columns) + 1)]
        classes, found = self.classes(call, columns, mixed), []
        for at in range(0, len(mixed), len(columns) + 1):
            steps = [k for k in range(len(columns)) if classes[at + k] != classes[at + k + 1]]
            if steps and len(found) < pairs:
                k = draw.pick(steps)
                is_float = columns[k]["type"] == "float"
                low, high = (in_order(mixed[at + j][k], is_float) for j in (k, k + 1))
                found.append([mixed[at + k], k, is_float, low, high, classes[at + k]])

        def with_number(pair, number):
            row, k, is_float = pair[:3]
            return row[:k] + [from_order(number, is_float)] + row[k + 1:]

        while any(abs(pair[3] - pair[4]) > 1 for pair in found):
            middles = [(pair[3] + pair[4]) // 2 for pair in found]
            rows = [with_number(pair, middle) for pair, middle in zip(found, middles)]
            for pair, middle, kind in zip(found, middles, self.classes(call, columns, rows)):
                if abs(pair[3] - pair[4]) > 1:
                    pair[3 if kind == pair[5] else 4] = middle
        return [with_number(pair, pair[side]) for pair in found for side in (3, 4)]

    def behaviour(self, behaviour):
        call, draw = behaviour["name"], Draw(behaviour["name"])
        required = [column for column in behaviour["inputs"] if column["required"]]
        all_inputs = behaviour["inputs"]
        for columns, share in ((required, 2), (all_inputs, 1)) if len(required) < len(all_inputs) else ((all_inputs, 0.7),):
            kinds = ["typical"] * 2 + KINDS[1:]
            rows = [draw.row(columns, kinds[k % len(kinds)]) for k in range(int(AGENTS / share))]
            rows += self.boundaries(call, columns, draw, int(PAIRS / share))
            inputs = {column["name"]: column_of(cells) for column, cells in zip(columns, zip(*rows))}
            yield self.entry(call, inputs, len(rows), behaviour["walls"])

    # Other calls --------------------------------------------------------------------------------------------------

    @staticmethod
    def required(columns, inputs):
        """Returns the inputs without which the call is refused, for choices by distance."""
        return {column["name"]: inputs[column["name"]] for column in columns
                if set(column["required_by"]) - {"time", "turning"}}

    def accepted(self, call, columns, inputs, walls):
        """Returns as many inputs as the call accepts together, in the order of `columns`."""
        if self.runs(call, inputs, CHOOSERS, walls)[0]:
            return inputs
        chosen = self.required(columns, inputs)
        for column in columns * 2:
            more = {**chosen, column["name"]: inputs[column["name"]]}
            if self.runs(call, more, CHOOSERS, walls)[0]:
                chosen = more
        return chosen

    def call(self, call):
        name, walls = call["name"], call["walls"]
        draw = Draw(name)
        columns = self.library.inputs_of(name)
        rows_of = {"chaser": CHOOSERS, "runner": RUNNERS, "element": CHOOSERS * EACH}
        # the positions are in a square of this size at this distance from the origin
        for kind, size, away in [("typical", 50, 0), ("typical", 50, 0), ("rounded", 8, 0), ("typical", 50, 2 ** 20), ("hard", 50, 0)]:
            inputs = {}
            for column in columns:
                if column["axis"]:
                    column = {**column, "low": column["low"] + away, "high": min(column["high"], size) + away}
                cells = [draw.cell(column, kind, []) for _ in range(rows_of[column["side"]])]
                inputs[column["name"]] = column_of(cells[:1] * len(cells) if column["name"] == "dt" else cells)
            yield self.entry(name, self.accepted(name, columns, inputs, walls), CHOOSERS, walls)
            columns = columns[::-1]
        yield self.entry(name, self.required(columns, inputs), CHOOSERS)

    def vectors(self):
        entries = []
        for behaviour in self.library.description["behaviours"]:
            entries += self.behaviour(behaviour)
        for call in self.library.description["calls"]:
            if self.is_there(call["name"]):
                entries += self.call(call)
        entries.append(self.entry("field2d", {}, 0))
        return {"form": FORM.split("\n"), "version": self.library.description["version"], "calls": entries}


def main():
    checks = sys.argv[1:2] == ["--check"]
    path = sys.argv[-1]
    writer = Writer(path)
    text = writer.library.c.way_describe_json()
    if not checks:
        (ROOT / "docs/api.json").write_bytes(text)
        (ROOT / "docs/vectors.json").write_text(json.dumps(writer.vectors(), indent=0) + "\n")
        return
    vectors = json.loads((ROOT / "docs/vectors.json").read_text())
    found = list(writer.library.differences(vectors))
    without = set(filter(writer.is_there, writer.library.calls)) - {entry["call"] for entry in vectors["calls"]}
    found += [name + ": has no vectors" for name in sorted(without)]
    for name in filter(writer.is_there, writer.library.calls):
        given = set().union(*(entry["inputs"] for entry in vectors["calls"] if entry["call"] == name))
        found += ["%s: %s is in no vectors" % (name, column["name"]) for column in writer.library.inputs_of(name)
                  if column["name"] not in given]
    if (ROOT / "docs/api.json").read_bytes() != text:
        found.append("docs/api.json: not what way_describe_json prints")
    if found:
        sys.exit("\n".join(found + ["vectors: renew both files with sh scripts/maintain/renew.sh vectors"]))


main()
