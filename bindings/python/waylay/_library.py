"""Loads the shared library, and makes its structs and enums from its self-description (way_describe_json)."""

import ctypes
import json
import os
import sys

from ._named import NamedEnum, array_of


def _find():
    """Returns the path of the library: the file that WAYLAY_LIBRARY names, or else the one in this folder."""
    named = os.environ.get("WAYLAY_LIBRARY")
    if named:
        return named
    name = {"win32": "waylay.dll", "darwin": "libwaylay.dylib"}.get(sys.platform, "libwaylay.so")
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


path = _find()
try:
    # CDLL releases the GIL during each call.
    lib = ctypes.CDLL(path)
except OSError as error:
    raise ImportError(f"waylay: its library cannot be loaded: {error}") from error

_text = ctypes.c_char_p
for _name, _result, _arguments in (
    ("way_describe_json", _text, []),
    ("way_version", _text, []),
    ("way_isa", _text, []),
    ("way_isa_name", _text, [ctypes.c_size_t]),
    ("way_set_isa", ctypes.c_int, [_text]),
    ("way_result_string", _text, [ctypes.c_int]),
    ("way_wall_tree_bytes", ctypes.c_size_t, [ctypes.c_size_t]),
    ("way_triangle_tree_bytes", ctypes.c_size_t, [ctypes.c_size_t]),
    ("way_make_triangle_tree", ctypes.c_int, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t]),
    ("way_make_wall_tree", ctypes.c_int, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t]),
):
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments

description = json.loads(lib.way_describe_json().decode("utf-8"))
version = lib.way_version().decode("ascii")


def _struct(name, kinds):
    """Makes a struct with the layout of the loaded library. Fields that `kinds` does not name, for example
    those of a newer library, stay 0. The library then works as it did before these fields existed."""
    layout = description["types"][name]
    lacks = set(kinds) - set(layout["fields"])
    if lacks:
        raise ImportError(f"waylay: {path} is of another version: {name} has no {', '.join(sorted(lacks))}")
    fields, at = [], 0
    for field, place in sorted(layout["fields"].items(), key=lambda item: item[1]["offset"]):
        if place["offset"] > at:
            fields.append((f"_to_{field}", ctypes.c_ubyte * (place["offset"] - at)))
        kind = kinds.get(field, ctypes.c_ubyte * place["size"])
        if ctypes.sizeof(kind) != place["size"]:
            raise ImportError(f"waylay: {path} is of another version: {name}.{field} has {place['size']} bytes")
        fields.append((field, kind))
        at = place["offset"] + place["size"]
    if layout["size"] > at:
        fields.append(("_to_the_end", ctypes.c_ubyte * (layout["size"] - at)))
    return type(name, (ctypes.Structure,), {"_pack_": 1, "_layout_": "ms", "_fields_": fields})


def packing(name, fields):
    """Returns a struct's format for Python's module `struct`, and the `fields` in the order of their
    offsets."""
    layout = description["types"][name]
    order = sorted(fields, key=lambda field: layout["fields"][field]["offset"])
    text, at = "", 0
    for field in order:
        place = layout["fields"][field]
        letter = {4: "i", 8: "q"}[place["size"]]
        text += f"{place['offset'] - at}x" + (letter.upper() if field == "data" else letter)
        at = place["offset"] + place["size"]
    return text + f"{layout['size'] - at}x", order


_column = {
    "data": ctypes.c_void_p,
    "gap": ctypes.c_ssize_t,
    "rows": ctypes.c_void_p,
    "type": ctypes.c_int32,
    "page": ctypes.c_int32,
}
Column = _struct("way_column", _column)
ColumnOut = _struct("way_column_out", _column)
Part = _struct("way_part", {"columns": ctypes.c_void_p, "count": ctypes.c_size_t, "generation": Column})
Targets = _struct(
    "way_targets",
    {
        "row": Column,
        "runner_count": ctypes.c_size_t,
        "mask": ctypes.c_uint32,
        "part_count": ctypes.c_uint32,
        "row_of": ctypes.c_void_p,
        "part_of": ctypes.c_void_p,
        "map_size": ctypes.c_size_t,
        "generation": Column,
        "runner_generation": Column,
        "parts": ctypes.c_void_p,
        "part": Column,
        "keep_outputs": ctypes.c_int32,
    },
)
DragTable = _struct(
    "way_drag_table", {"speed": ctypes.c_void_p, "coefficient": ctypes.c_void_p, "count": ctypes.c_size_t}
)
Batch = _struct(
    "way_batch",
    {
        "count": ctypes.c_size_t,
        "index": ctypes.c_void_p,
        "precision": ctypes.c_int32,
        "targets": Targets,
        "walls": ctypes.c_void_p,
        "wall_count": ctypes.c_size_t,
        "wall_origin_x": ctypes.c_double,
        "wall_origin_y": ctypes.c_double,
        "drag_table": ctypes.c_void_p,
        "agent_count": ctypes.c_size_t,
        "wall_tree": ctypes.c_void_p,
        "fault": ctypes.c_void_p,
        "wall_velocity": ctypes.c_void_p,
    },
)


def _enum(name, public, doc):
    values = description["types"][name]["values"]
    numbers = NamedEnum(public, {word.upper(): number for word, number in values.items()}, module="waylay")
    numbers.__doc__ = doc
    return numbers


Status = _enum("way_status", "Status", "What became of an agent: the values of every `status`.")
Word = _enum("way_word", "Word", "The shape of a turning path: the values of every `word`.")
Result = _enum("way_result", "Result", "The caller's mistakes: `Error.result`.")
Precision = _enum("way_precision", "Precision", "FAST, or EXACT for results within the stated bounds.")
StatusArray, StatusNumber = array_of(Status)
WordArray, WordNumber = array_of(Word)
ARRAYS = {"status": StatusArray, "word": WordArray}  # by the type of a column
Element = _enum("way_element", "Element", "What an element of a column is.")


def words_of(result):
    """Returns the library's sentence for a result."""
    return lib.way_result_string(int(result)).decode("utf-8")


def refused(fault, result):
    """Returns the text of an error: the column that the library named when it refused a call, and what is
    wrong with the column. `fault` is the c_char_p that was passed to the call."""
    return f"{fault.value.decode('utf-8')}: {words_of(result)}" if fault.value else ""


class Error(ValueError):
    """The library refused a call and has written nothing. `result` is the reason, a Result, or a number if a newer library has
    another reason. `text` is the library's sentence on the reason. The message names the column, what was found and what is
    accepted."""

    def __init__(self, who, result, detail=""):
        try:
            self.result = Result(result)
        except ValueError:
            self.result = result
        self.text = words_of(result)
        self._arguments = who, result, detail
        super().__init__(f"{who}: {detail or self.text}")

    def __reduce__(self):
        return type(self), self._arguments


Error.__module__ = "waylay"


def choices(words):
    """Joins words for a message: 'a', 'b' or 'c'."""
    words = [repr(word) for word in words]
    return " or ".join([", ".join(words[:-1])] * (len(words) > 1) + words[-1:])


def number(value):
    """Converts a number of the description. Infinity and NaN are texts there, because JSON lacks them."""
    return float(value) if isinstance(value, str) else value


def isa():
    """The instruction set in use. Answers have the same bits with each of them."""
    return lib.way_isa().decode("ascii")


def isas():
    """The instruction sets that this machine can run, from plain C to the best one."""
    found = []
    while True:
        name = lib.way_isa_name(len(found))
        if name is None:
            return found
        found.append(name.decode("ascii"))


def set_isa(name=None):
    """Sets the instruction set for all later calls. None sets the best one."""
    result = lib.way_set_isa(None if name is None else name.encode("utf-8"))
    if result:
        raise Error("set_isa", result, f"expected {choices(isas())}, found {name!r}")
