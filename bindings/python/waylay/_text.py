"""Makes docstrings, signatures and type stubs from the description alone, so that build_wheel.py can use this file without the
library."""

import inspect
import re
import textwrap

# The arguments of a call that are not columns. Each has a name, a type for the stubs, a meaning, and the
# behaviours that take it: "all", "runners" (those with columns of a runner), "walls" (those that use
# walls) or "drag" (those with drag_area).
OPTIONS = (
    ("target", "_Rows | None", "the row of each agent's runner; null, negative or too large: no target",
     "runners"),
    ("target_mask", "int | None", "the bits of a target that hold the entity's number; targets may then be handles of 64 bits",
     "runners"),
    ("target_row", "_Integers | None", "maps an entity's number to its row", "runners"),
    ("target_part", "_Integers | None", "maps an entity's number to its part", "runners"),
    ("target_generation", "_Integers | None", "the generation of each agent's target", "runners"),
    ("generation", "_Integers | None", "the runners' generations; if the generation of a target differs, the agent has no "
        "target", "runners"),
    ("parts", "_Sequence[_Mapping[str, _Any]] | None",
     "runners in several tables: a sequence with one mapping per table, which holds the table's columns and optionally its "
        "`generation`", "runners"),
    ("part", "_Integers | None", "the number of the part that contains each agent's runner", "runners"),
    ("keep_nobody", "bool | None", "the outputs of agents without a target keep their old values", "runners"),
    ("agents", "_Integers | None", "the numbers of the agents to solve; the outputs of all other agents keep their old "
        "values", "all"),
    ("walls", "_Walls | None", "walls shared by all agents: `waylay.walls(...)`, a `waylay.wall_tree`, or rows or a table "
        "of ax, ay, bx, by and optionally sides", "walls"),
    ("drag_table", "tuple[_Sequence[float], _Sequence[float]] | None", "coefficients of drag_area over the speed: ascending "
        "speeds, and a coefficient for each", "drag"),
    ("wall_velocity", "_npt.ArrayLike | _Table | None", "the walls' velocities in m/s, rows or a table of vx, vy; default: the walls "
        "stand still. Not with a `waylay.wall_tree`", "walls"),
    ("precision", "_Precision | None", "'fast', or 'exact' for results within the stated bounds", "all"),
    ("want", "_Sequence[str] | str | None", "the names of the outputs to compute; the answer has only these; "
        "default: all, or those of `out`", "all"),
    ("out", "_Mapping[str, _npt.NDArray[_Any]] | _npt.NDArray[_np.void] | tuple[_Any, ...] | None",
     "where to write: arrays by name, a structured array, or an earlier result", "all"),
)

# An input that may also be given by another name: the middle part of some turning paths is called a straight.
SYNONYMS = {"middle": "straight"}

PREPARE = """Prepares a call with these columns for use in a loop, and returns a Prepared. Each time you call it, it reads the
present values of the input arrays. It always writes the answers to the same output arrays. Columns must be arrays that the
library can read in place, or plain numbers, which cannot change."""

_KINDS = {"float": "float32", "int": "int32", "status": "int32, a Status", "word": "int32, a Word", "mask": "uint32",
          "row": "int32", "count": "uint32", "int64": "int64", "total": "int", "double": "float"}
COLUMNS = """Columns are numbers, numpy arrays, fields of structured arrays, or columns of pandas or Arrow. They
broadcast by numpy's rules. A null is read as NaN."""


def has_option(description, which):
    """Returns True if the behaviour takes the arguments that OPTIONS marks with `which`."""
    if which == "runners":
        return any(column["side"] == "runner" for column in description["inputs"])
    if which == "drag":
        return any(column["name"] == "drag_area" for column in description["inputs"])
    return which == "all" or description["walls"]


def _names_of(column, inputs):
    """Returns the name of an input, and its other name, unless that is the name of another input."""
    taken = {one["name"] for one in inputs}
    return [column["name"]] + [other for name, other in SYNONYMS.items()
                               if name == column["name"] and other not in taken]


def signature(behaviour):
    return signature_of(behaviour.description)


def signature_of(description, options=None):
    """Returns the signature of a function. `options` maps the names of options to their defaults. Without
    `options`, the signature has those of OPTIONS that the behaviour takes."""
    parameter = inspect.Parameter
    parameters = [parameter("tables", parameter.VAR_POSITIONAL)]
    if options is None:
        options = {name: None for name, _, _, which in OPTIONS if has_option(description, which)}
    inputs = [name for column in description["inputs"] for name in _names_of(column, description["inputs"])]
    for name, default in [(name, None) for name in inputs] + list(options.items()):
        parameters.append(parameter(name, parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters)


def _sentence(text):
    return text[:1].upper() + text[1:] + "."


def _number(value):
    return value if isinstance(value, str) else f"{value:g}"


def _wrapped(text, indent):
    return textwrap.fill(text, 100, initial_indent=indent, subsequent_indent=indent)


def _input_line(column):
    kind = "float32, float64 or float16" if column["type"] == "float" else _KINDS[column["type"]]
    facts = [kind, column["unit"]] if column["unit"] else [kind]
    facts.append(f"{column['side']}'s")
    facts.append("required" if column["required"] else f"default {_number(column['default'])}")
    return f"    {column['name']} : {', '.join(facts)}"


def _output_line(column):
    kind = _KINDS[column["type"]]
    if column["axis"]:
        kind = "float32, or float64 if a position is float64"
    facts = [kind, column["unit"]] if column["unit"] else [kind]
    if column["bound"]:
        facts.append(f"within {_number(column['bound'])} ulp")
    return f"    {column['name']} : {', '.join(facts)}"


def docstring_of(description):
    returns = "Returns a named tuple of arrays. Their shape is the one that all columns broadcast to"
    if has_option(description, "runners"):
        returns += " or, if a target is given, the one that the chasers' columns broadcast to"
    about = COLUMNS + " Positional arguments are tables whose columns have these names."
    options = [(name, meaning) for name, _, meaning, which in OPTIONS if has_option(description, which)]
    return docstring_from(description, about, options, _wrapped(returns + ":", ""))


def _example_value(column):
    """Returns the value of a column in an example, which has two chasers near the origin and slow runners
    further away. Other columns are 5, or as close to 5 as their range allows."""
    if column["axis"] or column["type"] == "int":
        return "[30, 40]" if column["side"] == "runner" else "[0, 10]"
    if column["type"] == "row":
        return "[0, 1]"
    usual = 1.0 if column["name"].endswith(("_vx", "_vy", "_vz")) else 5.0
    value = min(max(usual, float(column["low"])), float(column["high"]))
    return f"{value:g}" if column["type"] == "float" else f"{int(value)}"


def example(description):
    """Returns the lines of an example: a call with the required columns. The example runs as it is."""
    name = description["name"]
    if name == "assign":
        return ["shared = waylay.assign([[4, 1, 3], [2, 0, 5]])  # costs of two choosers, three "
            "candidates", "shared.target, shared.sum"]
    given = [f"{column['name']}={_example_value(column)}" for column in description["inputs"] if column["required"]]
    if description.get("walls") is True and "costs" not in description:
        given.append("walls=waylay.walls(ax=20, ay=-99, bx=20, by=99)")
    result_name = "crowd" if name.startswith("crowd") else "answer"
    call = f"{result_name} = waylay.{name}({', '.join(given)})"
    whole = re.sub(r"[\[(][^\[(=]*[\])]", lambda match: match.group().replace(" ", "~"), call)  # keep a list on one line
    text = textwrap.fill(whole, 96, subsequent_indent="    ", break_on_hyphens=False).replace("~", " ")
    if result_name == "crowd":
        return text.splitlines() + ["crowd.build()  # reads the present values of the columns"]
    first_two, others = description["outputs"][:2], description["outputs"][2:]
    shown = first_two + [column for column in others if column["type"] == "status"]
    return text.splitlines() + [", ".join(f"answer.{column['name']}" for column in shown)]


def docstring_from(description, about, options, returns):
    lines = [_sentence(description["summary"]), "", about, "", "Inputs:"]
    for column in description["inputs"]:
        others = _names_of(column, description["inputs"])[1:]
        also = "".join(f"; may also be given as `{name}`" for name in others)
        lines += [_input_line(column), _wrapped(column["meaning"] + also, "        ")]
    if options:
        lines += ["", "Options:"]
    for name, meaning in options:
        lines += [f"    {name}", _wrapped(meaning, "        ")]
    lines += ["", "Example:", *(f"    {line}" for line in example(description)), "", returns]
    for column in description["outputs"]:
        lines += [_output_line(column), _wrapped(column["meaning"], "        ")]
    lines += ["", "Raises waylay.Error, which is a ValueError, if the library refuses the call, and ValueError or TypeError if",
              "shapes, lengths or names do not fit. In all these cases, no output has been written.", "",
              f"Source: {description['source']}."]
    return "\n".join(lines)


def docstring(behaviour):
    return docstring_of(behaviour.description)


def result_docstring(behaviour):
    return f"Answers of {behaviour.name}: {', '.join(behaviour.output_names)}; with `want`, only those."


# Stubs ----------------------------------------------------------------------------------------------------------

_STUB_HEAD = '''"""Made from the library's self-description by build_wheel.py."""

import enum as _enum
from array import array as _array
from collections.abc import Callable as _Callable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Generic as _Generic
from typing import Literal as _Literal
from typing import NamedTuple as _NamedTuple
from typing import Protocol as _Protocol
from typing import TypeVar as _TypeVar
from typing import overload as _overload

import numpy as _np
import numpy.typing as _npt

class _HasArray(_Protocol):
    def __array__(self, *args: _Any, **options: _Any) -> _npt.NDArray[_Any]: ...

class _HasArrowArray(_Protocol):
    def __arrow_c_array__(self, *args: _Any, **options: _Any) -> tuple[object, object]: ...

class _HasArrowStream(_Protocol):
    def __arrow_c_stream__(self, *args: _Any, **options: _Any) -> object: ...

class _Answer(_Protocol):
    def _asdict(self) -> dict[str, _Any]: ...

class _Frame(_Protocol):
    @property
    def columns(self) -> _Any: ...
    def __getitem__(self, key: _Any, /) -> _Any: ...

# Columns: arrays of numpy, plain numbers, sequences, columns of pandas and Arrow, other buffers.
_ArrayLike = _HasArray | _HasArrowArray | _HasArrowStream | _array[_Any] | memoryview
_Numbers = float | _Sequence[float] | _Sequence[_Sequence[float]] | _ArrayLike
_Integers = int | _Sequence[int] | _Sequence[_Sequence[int]] | _ArrayLike
_Rows = _Integers | _Sequence[int | None]  # None: no target
_Table = _Mapping[str, _Any] | _npt.NDArray[_np.void] | _Frame | _Answer
_Walls = _Sequence[_Sequence[float]] | _HasArray | _Table | WallTree
_Precision = Precision | _Literal["exact", "fast"]
_Floats = _npt.NDArray[_np.float32]
_Positions = _npt.NDArray[_Any]
_Ints = _npt.NDArray[_np.int32]
_Answers = _TypeVar("_Answers", covariant=True)

NO_TARGET: int
__version__: str
description: dict[str, _Any]
behaviours: dict[str, _Callable[..., _Any]]

def isa() -> str: ...
def isas() -> list[str]: ...
def set_isa(name: str | None = ...) -> None: ...
def keep_memory(limit: int) -> None: ...
def walls(
    ax: _Numbers, ay: _Numbers, bx: _Numbers, by: _Numbers, sides: _Numbers = ...
) -> _npt.NDArray[_np.void]: ...

def wall_tree(walls: _Sequence[_Sequence[float]] | _HasArray | _Table) -> WallTree: ...

class TriangleTree:
    """Triangles sorted by position, for `triangles=`, so that a search skips most of them."""
    def __init__(self, corners: _npt.ArrayLike | _Table, sides: _npt.ArrayLike = 0, mask: _npt.ArrayLike = 0) -> None: ...
    def __len__(self) -> int: ...

def triangle_tree(corners: _npt.ArrayLike | _Table, sides: _npt.ArrayLike = 0, mask: _npt.ArrayLike = 0) -> TriangleTree: ...

class WallTree:
    """Walls sorted by position; build() reads them again."""
    def build(self) -> None: ...
    def __len__(self) -> int: ...

class StatusArray(_np.ndarray[_Any, _np.dtype[_np.int32]]):
    """Numbers that compare with their names: `status == "met"`."""
    @property
    def names(self) -> _npt.NDArray[_np.str_]: ...

class WordArray(_np.ndarray[_Any, _np.dtype[_np.int32]]):
    """Numbers that compare with their names: `word == "lsl"`."""
    @property
    def names(self) -> _npt.NDArray[_np.str_]: ...

class Error(ValueError):
    result: Result | int
    text: str

class Prepared(_Generic[_Answers]):
    @property
    def result(self) -> _Answers: ...
    def __call__(self) -> _Answers: ...
'''


_STUB_KINDS = {"int": "_Ints", "status": "StatusArray", "word": "WordArray"}


def with_synonyms(needed):
    """Returns the lists of names that a caller may use for these columns: with one name or the other."""
    return [needed] + [[other if name == one else name for name in needed]
                       for one, other in SYNONYMS.items() if one in needed]


def _stub_class(description):
    title = "".join(word.capitalize() for word in description["name"].split("_"))
    lines = ["", f"class {title}Result(_NamedTuple):"]
    for column in description["outputs"]:
        kind = _STUB_KINDS.get(column["type"]) or ("_Positions" if column["axis"] else "_Floats")
        lines += [f"    {column['name']}: {kind}"]
    needed = [column["name"] for column in description["inputs"] if column["required"]]
    own = [column["name"] for column in description["inputs"] if column["required"] and column["side"] != "runner"]
    ways = [stub_arguments(description, names) for names in with_synonyms(needed)]
    ways.append(stub_arguments(description, (), tables=True))
    if has_option(description, "runners"):
        ways += [stub_arguments(description, names, {"parts": "_Sequence[_Table]"})
                 for names in with_synonyms(own)]
    doc = textwrap.indent(docstring_of(description), "        ").lstrip()
    lines += ["", f"class _{title}:", f"    Result: type[{title}Result]", "    description: dict[str, _Any]",
              *stub_methods("__call__", "self", ways, f"{title}Result", doc),
              *stub_methods("prepare", "self", ways, f"Prepared[{title}Result]"), "", f"{description['name']}: _{title}"]
    return lines


def stub_arguments(description, needed, given=(), tables=False, options=None):
    """Returns the arguments of one way to call a function. `needed` are columns that the caller must name.
    `given` are options that the caller must give, with their types. If `tables` is true, the call takes one
    or more tables as positional arguments. Then the caller need not name a column, because a table may
    contain it."""
    kinds = {"float": "_Numbers", "row": "_Rows"}
    lines = ["table: _Table,", "/,", "*tables: _Table,"] if tables else ["*,"]
    for column in description["inputs"]:
        kind = kinds.get(column["type"], "_Integers") + " | bool" * (column["name"] == "self")
        for name in _names_of(column, description["inputs"]):
            lines.append(f"{name}: {kind}," if name in needed else f"{name}: {kind} | None = ...,")
    if options is None:
        options = [(name, kind) for name, kind, _, which in OPTIONS if has_option(description, which)]
    given = dict(given)
    return lines + [f"{name}: {given[name]}," if name in given else f"{name}: {kind} = ...," for name, kind in options]


def stub_methods(name, self_name, ways, answer, doc=None, indent="    "):
    """Returns the stubs of a function: an overload for each way to call it. The first overload has the
    docstring. `self_name` is the name of a method's first argument, or an empty string for a function."""
    lines = []
    for number, way in enumerate(ways):
        way = [f"{self_name},"] * bool(self_name) + way
        lines += [f"{indent}@_overload"] * (len(ways) > 1) + [f"{indent}def {name}(", *(f"{indent}    {line}" for line in way)]
        lines += [f"{indent}) -> {answer}:" + (" ..." if number or not doc else "")]
        if doc and not number:
            lines += [f'{indent}    """{doc}"""', f"{indent}    ..."]
    return lines


def stubs(description):
    """Returns the first part of __init__.pyi, which has everything except the calls that choose."""
    lines = [_STUB_HEAD.rstrip("\n")]
    for name, public in (("way_status", "Status"), ("way_word", "Word"), ("way_result", "Result"),
                         ("way_precision", "Precision")):
        lines += ["", f"class {public}(_enum.IntEnum):"]
        lines += [f"    {word.upper()} = {value}" for word, value in description["types"][name]["values"].items()]
        lines += ["    def __eq__(self, other: object) -> bool: ...", "    def __hash__(self) -> int: ..."]
    for behaviour in description["behaviours"]:
        lines += _stub_class(behaviour)
    return "\n".join(lines) + "\n"
