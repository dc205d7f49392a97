#!/usr/bin/env python3
"""Checks that a library gives the bits in docs/vectors.json, on every instruction set of this machine. Prints what differs.
usage: python3 scripts/check_vectors.py LIBRARY VECTORS     such as libwaylay.so docs/vectors.json
LIBRARY is a shared library for a little-endian machine with 64 bits. "form" in VECTORS describes that file."""
import base64
import ctypes
import json
import sys

OUTPUT_BYTES = 1 << 16  # for each output column


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.way_describe_json.restype = self.c.way_isa_name.restype = ctypes.c_char_p
        self.c.way_behaviour_named.restype = ctypes.c_void_p
        self.description = json.loads(self.c.way_describe_json())
        self.calls = {call["name"]: call for call in self.description["behaviours"] + self.description["calls"]}

    def inputs_of(self, call):
        return self.calls[self.calls[call].get("columns", call)]["inputs"]

    def memory_of(self, value, name, places):
        """Returns the memory that `value` describes. `places` gets what a call can write, by name: (memory, offset, size)."""
        if not isinstance(value, dict) or "struct" not in value:
            data = base64.b64decode(value) if isinstance(value, str) else b"\xaa" * value["bytes"]
            places[name] = (ctypes.create_string_buffer(data, len(data)), 0, len(data))
            return places[name][0]
        layout = self.description["types"][value["struct"]]
        memory = ctypes.create_string_buffer(layout["size"])
        for field, at in layout["fields"].items():
            part, offset, size = value.get(field, 0), at["offset"], at["size"]
            if isinstance(part, int):
                places[name + "." + field] = (memory, offset, size)
                memory[offset:offset + size] = part.to_bytes(size, "little")
            else:
                there = self.memory_of(part, name + "." + field, places)
                memory[offset:offset + size] = there.raw if size > 8 else ctypes.addressof(there).to_bytes(8, "little")
        return memory

    def run(self, call, inputs, options):
        """Runs a call. Returns its way_result and the places of its answers."""
        places = {}
        struct = self.memory_of(options, "options", places)
        if call not in self.calls:  # it has no columns
            return getattr(self.c, "way_" + call)(struct), places
        of = self.calls[call]
        columns = [[self.memory_of(inputs[column["name"]], "", {}) if column["name"] in inputs else None
                    for column in self.inputs_of(call)],
                   [self.memory_of({"bytes": OUTPUT_BYTES}, column["name"], places) for column in of["outputs"]]]
        both = [b"".join((m and ctypes.addressof(m) or 0).to_bytes(32, "little") for m in side) for side in columns]
        behaviour = ctypes.c_void_p(self.c.way_behaviour_named(call.encode()))
        return self.c.way_run(behaviour, both[0], both[1], struct), places

    def differences(self, vectors):
        """Yields a line for each result, column and field that is not as in the vectors."""
        numbers = [(k, number) for k, entry in enumerate(vectors["calls"]) for number in range(len(entry["runs"]))]
        for k, number in numbers:
            entry = vectors["calls"][k]
            call, run, where = entry["call"], entry["runs"][number], "%s, entry %d, run %d" % (entry["call"], k, number)
            if call not in self.calls and not hasattr(self.c, "way_" + call):
                continue  # the library was built without this call
            result, places = self.run(call, entry["inputs"], run["options"])
            if result != 0:
                yield "%s: the result is %d" % (where, result)
            for name, text in {**entry["runs"][0]["written"], **run["written"]}.items():
                (memory, at, _), expected = places[name], base64.b64decode(text)
                found = memory.raw[at:at + len(expected)]
                wrong = [at for at in range(0, len(expected), 4) if found[at:at + 4] != expected[at:at + 4]]
                if wrong:
                    first = [data[wrong[0]:wrong[0] + 4][::-1].hex() for data in (found, expected)]
                    yield "%s, %s: %d of %d words differ, the first is word %d: %s, expected %s" % (
                        where, name, len(wrong), len(expected) // 4, wrong[0] // 4, *first)


def main():
    library, vectors, found = Library(sys.argv[1]), json.load(open(sys.argv[2])), 0
    for isa in filter(None, map(library.c.way_isa_name, range(9))):
        library.c.way_set_isa(isa)
        for line in library.differences(vectors):
            found += 1
            print("%s: %s" % (isa.decode(), line))
    print("%d differences" % found)
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
