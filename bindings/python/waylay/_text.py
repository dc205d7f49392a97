"""Docstrings, signatures and type stubs, from the description alone: build_wheel.py uses this file without the library."""

import inspect
import textwrap

# What a call takes beside a behaviour's columns: name, type in the stubs, meaning, and which behaviours have it.
OPTIONS = (
    ("target", "_Integers | None", "whom each agent is after: the row of its runner; null, negative and too large is nobody",
     "runners"),
    ("target_mask", "int | None", "the bits of a target that are an entity's number; with it targets may be handles of 64 bits",
     "runners"),
    ("target_row", "_Integers | None", "leads from an entity's number to its row", "runners"),
    ("target_part", "_Integers | None", "leads from an entity's number to its part", "runners"),
    ("target_generation", "_Integers | None", "the generation of whom each agent is after", "runners"),
    ("generation", "_Integers | None", "the runners' own generations; who has another is nobody", "runners"),
    ("parts", "_Sequence[_Mapping[str, _Any]] | None",
     "runners in several tables: for each its columns, and perhaps `generation`", "runners"),
    ("part", "_Integers | None", "the part in which each agent's runner is", "runners"),
    ("keep_nobody", "bool | None", "agents without a target keep what their outputs hold", "runners"),
    ("agents", "_Integers | None", "the numbers of the agents to solve; all others keep what their outputs hold", "all"),
    ("walls", "_Walls | None", "walls shared by all agents: `waylay.walls(...)`, or rows of ax, ay, bx, by and perhaps sides",
     "walls"),
    ("precision", "Precision | str | None", "'exact', within the stated bounds, or 'fast'", "all"),
    ("want", "_Sequence[str] | str | None", "the outputs to compute; without it all, or those of `out`", "all"),
    ("out", "_Mapping[str, _Any] | _Any | None",
     "where to write: arrays by name, a structured array, or an earlier result", "all"),
)

PREPARE = """The call of these columns for use in a loop: a Prepared. Each call of it reads what the arrays then hold and writes
the answers where the last ones were. It takes columns that the library can read where they lie, and plain numbers, which
stay as they are."""

_KINDS = {"float": "float32", "int": "int32", "status": "int32, a Status", "word": "int32, a Word", "mask": "uint32",
          "row": "int32", "count": "uint32", "int64": "int64", "total": "int", "double": "float"}
COLUMNS = """Columns are numbers, arrays of numpy, fields of structured arrays, columns of pandas or Arrow, and
broadcast by numpy's rules. Null is NaN."""


def has_option(said, which):
    if which == "runners":
        return any(column["side"] == "runner" for column in said["inputs"])
    return which == "all" or said["walls"]


def signature(behaviour):
    return signature_of(behaviour.said)


def signature_of(said, options=None):
    """`options` are by their names the defaults; of a behaviour they are OPTIONS."""
    parameter = inspect.Parameter
    made = [parameter("tables", parameter.VAR_POSITIONAL)]
    if options is None:
        options = {name: None for name, _, _, which in OPTIONS if has_option(said, which)}
    for name, default in [(column["name"], None) for column in said["inputs"]] + list(options.items()):
        made.append(parameter(name, parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(made)


def _sentence(text):
    return text[:1].upper() + text[1:] + "."


def _number(said):
    return said if isinstance(said, str) else f"{said:g}"


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
        kind = "float32, or float64 where a place is float64"
    facts = [kind, column["unit"]] if column["unit"] else [kind]
    if column["bound"]:
        facts.append(f"within {_number(column['bound'])} ulp")
    return f"    {column['name']} : {', '.join(facts)}"


def docstring_of(said):
    returns = ("Returns a named tuple of arrays of the broadcast shape"
               + (" (with a target: of the chasers' columns):" if has_option(said, "runners") else ":"))
    about = COLUMNS + " Positional arguments are tables whose columns have these names."
    options = [(name, meaning) for name, _, meaning, which in OPTIONS if has_option(said, which)]
    return docstring_from(said, about, options, returns)


def docstring_from(said, about, options, returns):
    lines = [_sentence(said["summary"]), "", about, "", "Inputs:"]
    for column in said["inputs"]:
        lines += [_input_line(column), _wrapped(column["meaning"], "        ")]
    if options:
        lines += ["", "Options:"]
    for name, meaning in options:
        lines += [f"    {name}", _wrapped(meaning, "        ")]
    lines += ["", returns]
    for column in said["outputs"]:
        lines += [_output_line(column), _wrapped(column["meaning"], "        ")]
    lines += ["", "Raises waylay.Error, a ValueError, where the library refuses the call, and ValueError or TypeError for",
              "shapes, lengths and names that do not fit; nothing has been written then.", "",
              f"Source: {said['source']}."]
    return "\n".join(lines)


def docstring(behaviour):
    return docstring_of(behaviour.said)


def result_docstring(behaviour):
    return f"Answers of {behaviour.name}: {', '.join(behaviour.output_names)}; None where an output was not wanted."


# Stubs ----------------------------------------------------------------------------------------------------------

_STUB_HEAD = '''"""Made from the library's self-description by build_wheel.py."""

import enum as _enum
from collections.abc import Callable as _Callable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Generic as _Generic
from typing import NamedTuple as _NamedTuple
from typing import TypeVar as _TypeVar

import numpy as _np
import numpy.typing as _npt

# Numbers: arrays of numpy, plain numbers, sequences, columns of pandas and Arrow.
_Numbers = _Any
_Integers = _Any
_Walls = _Any
_Floats = _npt.NDArray[_np.float32]
_Places = _npt.NDArray[_Any]
_Wholes = _npt.NDArray[_np.int32]
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

class Error(ValueError):
    result: Result | int
    text: str

class Prepared(_Generic[_Answers]):
    @property
    def result(self) -> _Answers: ...
    def __call__(self) -> _Answers: ...
'''


def _stub_class(said):
    title = "".join(word.capitalize() for word in said["name"].split("_"))
    lines = ["", f"class {title}Result(_NamedTuple):"]
    for column in said["outputs"]:
        kind = "_Wholes" if column["type"] != "float" else "_Places" if column["axis"] else "_Floats"
        lines += [f"    {column['name']}: {kind}"]
    arguments = ["        *tables: _Any,"]
    for column in said["inputs"]:
        arguments.append(f"        {column['name']}: _Numbers | None = ...,")
    for name, kind, _, which in OPTIONS:
        if has_option(said, which):
            arguments.append(f"        {name}: {kind} = ...,")
    doc = textwrap.indent(docstring_of(said), "        ").lstrip()
    lines += ["", f"class _{title}:", f"    Result: type[{title}Result]", "    description: dict[str, _Any]",
              "    def __call__(", "        self,", *arguments, f"    ) -> {title}Result:",
              f'        """{doc}"""', "        ...", "    def prepare(", "        self,", *arguments, f"    ) -> Prepared[{title}Result]: ...", "",
              f"{said['name']}: _{title}"]
    return lines


def stubs(description):
    """The text of __init__.pyi."""
    lines = [_STUB_HEAD.rstrip("\n")]
    for name, public in (("way_status", "Status"), ("way_word", "Word"), ("way_result", "Result"),
                         ("way_precision", "Precision")):
        lines += ["", f"class {public}(_enum.IntEnum):"]
        lines += [f"    {word.upper()} = {value}" for word, value in description["types"][name]["values"].items()]
    for said in description["behaviours"]:
        lines += _stub_class(said)
    return "\n".join(lines) + "\n"
