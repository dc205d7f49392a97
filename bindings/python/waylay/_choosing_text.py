"""Makes the texts on the calls that choose, in the form of a behaviour's description: columns, options,
answers. Columns come from the library's description. This file lists the options, and the answers that are
not columns. build_wheel.py uses this file without the library."""

import re
import textwrap

from . import _text

# Answers that are not columns of the library's structs. Each has a name, a type, a unit and a meaning.
_OFFSETS = ("offset", "int64", "", "the list of chooser i is offset[i]:offset[i + 1], as in a compressed sparse row matrix")
_PAIRS = ("offset", "int64", "", "the conflicts whose first agent is i are offset[i]:offset[i + 1]")
_TOTALS = (
    ("served", "total", "", "number of choosers that got a candidate"),
    ("sum", "double", "", "sum of their costs, and of the finite `unserved` of the other choosers"),
    ("largest", "double", "", "their largest cost; -inf if no chooser is served"),
    ("gap", "double", "", "the sum exceeds the smallest possible sum by at most this; 0: the sum is the smallest"),
    ("most", "total", "", "no assignment can serve more choosers than this"),
    ("unmet", "total", "", "number of places of `at_least` that no chooser fills"),
)

_MOVED = (
    ("events", "total", "", "the number of collisions"),
    ("time", "double", "s", "for how long the bodies have moved: dt, or less if the call has reached most_events"),
)

# Options. Each has a name, a default, a type for the stubs, and a meaning.
_BEST = ("best", 1, "int", "number of candidates to find for each chooser, the best first, up to 8")
_BY = ("by", "distance", '_Literal["distance", "time", "turning"]',
       "the cost of a candidate: its 'distance' in m; the 'time' until the earliest meeting in s; or, in "
       "the plane, the time by 'turning', if the chooser moves on turning circles")
_INDEX_OR_NOT = " Without `crowd`, the call builds an index if that is faster. In both cases the answers have the same bits"
_CROWD = ("crowd", None, "Crowd | None", "an index of the candidates that you built before; the candidates' columns are then not read and "
          "may be left out." + _INDEX_OR_NOT)
_CROWD_TO_AVOID = ("crowd", None, "Crowd | None", "an index of the candidates that you built before; the call also reads the candidates' "
                   "columns, and requires the same ones as without `crowd`." + _INDEX_OR_NOT)
_INDEX = ("index", None, "_Integers | None", "the numbers of the choosers to solve; the answers are in this order")
_CHASER_PARTS = ("chaser_parts", None, "_Sequence[_Table] | None", "a list of the choosers' tables, if there are several; rows are "
                 "counted through the tables in their order, and the answers have this order")
_RUNNER_PARTS = ("runner_parts", None, "_Sequence[_Table] | None", "a list of the candidates' tables, if there are several; rows are "
                 "counted through the tables in their order: `waylay.find_part`")
_MOST = ("most", 0, "int", "largest number of candidates in a list, the nearest ones; 0: no limit")
_UNSORTED = ("unsorted", False, "_Literal[False]", "True: all candidates in range in no order, which is faster; the answer has `square`, the squared "
             "distances in m^2, 3 ulp, instead of `distance`")
_LISTS = ("neighbours", None, "_Lists | None",
         "lists of the candidates to avoid, as neighbours2d and neighbours3d return them; the call then does not search")
_AVOIDED = ("most", 0, "int", "largest number of candidates to avoid, those whose edges are nearest, up to 32; 0: ten")
_WALLS = ("walls", None, "_Walls | None", "walls that no agent's centre crosses: `waylay.walls(...)`, a `waylay.wall_tree`, or rows "
          "or a table of ax, ay, bx, by and optionally sides")
_BODY_WALLS = ("walls", None, "_Walls | None", "walls off which bodies bounce: `waylay.walls(...)`, a `waylay.wall_tree`, or rows "
               "or a table of ax, ay, bx, by and optionally sides")
_RAY_WALLS = ("walls", None, "_Walls | None", "walls that rays hit: `waylay.walls(...)`, a `waylay.wall_tree`, or rows "
              "or a table of ax, ay, bx, by and optionally sides")
_TRIANGLES = ("triangles", None, "TriangleTree | _npt.ArrayLike | _Table | None", "the triangles: an array of shape (n, 3, 3), the "
              "corners of each triangle, a table of ax, ay, az, bx to cz, or a `waylay.triangle_tree`")
_SIGHT_WALLS = ("walls", None, "_Walls | None", "walls that hide candidates: `waylay.walls(...)`, a `waylay.wall_tree`, or rows "
                "or a table of ax, ay, bx, by and optionally sides")
_SIGHT_POINTS = ("sight_points", 1, "int", "with `walls`, the number of points of a candidate's width, from edge to edge of its disc of "
                 "runner_radius, that can be seen, up to 64; 1: its centre")
_ANY = ("any", False, "bool", "True: only whether there is a hit: `kind` is 1 if the ray hits any wall, and the other answers except "
        "`status` have no value")
_MOST_EVENTS = ("most_events", 0, "int", "the call ends after this number of collisions; 0: 100,000 + 1,000 for each body")
_CANDIDATE_COUNT = ("candidates", None, "int | None", "number of candidates; default: the length of health, capacity, at_least or runner_world, "
                    "the number of columns of a matrix, or the largest row plus 1")
_OFFSET = ("offset", None, "_Integers | None", "the list of chooser i has the elements offset[i]:offset[i + 1]; "
           "without `offset`, it is row i of the arrays")
_PATHS = ("index", None, "_Integers | None", "the numbers of the paths to answer; the lists are in this order")
_LEAST = ("least", "sum", '_Literal["sum", "largest"]',
          "of all assignments that serve as many choosers as possible, find one with the smallest 'sum' of costs, "
          "or one whose 'largest' cost is smallest, and of these one with the smallest sum")

_ABOUT = (_text.COLUMNS + " The columns of choosers have one shape. The columns of candidates,\n"
          "runner_* and weight, have one length. Positional arguments are tables whose columns have these names.")
_OWN = """An agent is never its own candidate. If runner_x is the same column as chaser_x, and so on for each
axis, then chooser i is candidate i. Columns are the same if they are one array, one column of a table, or
equal lists or numbers. Choosers in views of these columns, such as x[50:150] and y[50:150], are these rows.
`self=True` says that chooser i is candidate i, also for copies, and `self=False` that no chooser is a
candidate. See docs/choose.md, "An agent is not its own candidate".

"""
_SELF = "the chooser's own row among the candidates; True: its number; False: none. Without `self`: see above"
_ABOUT_SHARING = """Pass either a matrix of costs, with a row for each chooser and a column for each candidate, or lists of candidates.
Lists are two matrices, of rows and of costs, or two arrays of one dimension with `offset`, as neighbours2d returns them."""
_ABOUTS = {"assign": _ABOUT_SHARING, "waypoints": _text.COLUMNS + " The columns of paths have one shape. Positional arguments are\n"
           "tables whose columns have these names. If a path has no waypoints, its list is empty, and its status says why.",
           "conflicts": _text.COLUMNS + " The columns of agents have one shape. Positional arguments are tables\n"
           "whose columns have these names. The answers before `offset` have one element for each conflict.",
           "cast": _text.COLUMNS + " The columns of rays have one shape, those of discs, runner_*, one length.\n"
           "Without columns of discs, rays hit walls only. Positional arguments are tables whose columns have these\n"
           "names. kind: 0: nothing, 1: a wall, 2: a disc. If positions are doubles, points are doubles.",
           "cast3d": _text.COLUMNS + " The columns of rays have one shape. Positional arguments are tables whose\n"
           "columns have these names. kind: 0: nothing, 3: a triangle. If positions are doubles, points are doubles.",
           "sweep3d": _text.COLUMNS + " The columns of balls have one shape. Positional arguments are tables whose\n"
           "columns have these names. If positions are doubles, points are doubles.",
           "bounce_all": _text.COLUMNS + " All columns have one shape. Positional arguments are tables whose columns\n"
           "have these names. If positions or velocities are doubles, the answers are doubles."}


_OPTIONS = {"choose": (_BEST, _BY, _CROWD, _INDEX, _CHASER_PARTS, _RUNNER_PARTS), "neighbours": (_MOST, _UNSORTED, _CROWD, _INDEX, _CHASER_PARTS, _RUNNER_PARTS), "crowd": (_RUNNER_PARTS,),
            "choose2d": (_BEST, _BY, _CROWD, _SIGHT_WALLS, _SIGHT_POINTS, _INDEX, _CHASER_PARTS, _RUNNER_PARTS),
            "neighbours2d": (_MOST, _UNSORTED, _CROWD, _SIGHT_WALLS, _SIGHT_POINTS, _INDEX, _CHASER_PARTS, _RUNNER_PARTS),
            "avoid2d": (_AVOIDED, _WALLS, _CROWD_TO_AVOID, _LISTS, _INDEX, _CHASER_PARTS, _RUNNER_PARTS),
            "avoid3d": (_AVOIDED, _CROWD_TO_AVOID, _LISTS, _INDEX, _CHASER_PARTS, _RUNNER_PARTS),
            "assign": (_OFFSET, _CANDIDATE_COUNT, _LEAST), "waypoints": (_PATHS,), "conflicts": (),
            "cast3d": (_TRIANGLES, _ANY, _INDEX), "sweep3d": (_TRIANGLES, _ANY, _INDEX),
            "cast": (_RAY_WALLS, _ANY, _CROWD_TO_AVOID, _INDEX), "bounce_all": (_BODY_WALLS, _MOST_EVENTS)}
_COSTS = ("distance", "time", "turning")
_DEFAULTS = {"mask": "all bits", "row": "none"}


def _input(column, readers):
    """Describes a column for a function. `readers` are the function's costs or, if it has none, its name in
    read_by. In the result, required_by is True if the column is always required. Otherwise it has the costs
    that require the column."""
    words = column["required_by"]
    required = set(readers) <= set(words) or tuple(word for word in words if word in _COSTS)
    default = _DEFAULTS.get(column["type"], "none" if column["default"] == "nan" else column["default"])
    if required and required is not True:
        default = f"none, required by {' and '.join(required)}"
    if column["name"] == "self":
        column, default = {**column, "meaning": _SELF}, "see above"
    return {**column, "required": required is True, "required_by": required, "default": default}


def _output(column):
    """Describes an output. If an output has several ranks, the function returns one array with an axis for the ranks."""
    meaning = column["meaning"].replace("none:", "-1, NO_TARGET:") if column["type"] == "row" else column["meaning"]
    meaning += "; with best=k an array of (..., k)" if column["ranks"] > 1 else ""
    kind = "int" if column["type"] == "count" else column["type"]
    return {**column, "type": kind, "axis": "", "bound": "", "meaning": meaning}


def _texts_on(call, description):
    name, stem = call["name"], re.sub("[23]d$", "", call["name"])
    named = next(other for other in description["calls"] if other["name"] == call["columns"])
    costs = [cost for cost in _COSTS if stem == "choose" and any(cost in column["read_by"] for column in named["inputs"])]
    readers = costs or [stem]
    extra = {"neighbours": [_OFFSETS], "waypoints": [_OFFSETS], "conflicts": [_PAIRS], "assign": _TOTALS,
             "bounce_all": _MOVED}.get(stem, ())
    outputs = [_output(column) for column in call["outputs"]]
    added = [dict(zip(("name", "type", "unit", "meaning"), one), axis="", bound="") for one in extra]
    at = len(outputs) - (stem in ("neighbours", "waypoints", "conflicts"))  # the offsets of lists go before the status
    inputs = [_input(column, readers) for column in named["inputs"] if set(readers) & set(column["read_by"])]
    own = _OWN.replace("chaser_x", "x") if stem == "cast" else _OWN
    about = (own if any(column["name"] == "self" for column in inputs) else "") + (_ABOUTS.get(name) or _ABOUTS.get(stem, _ABOUT))
    return {
        "name": name, "summary": call["summary"], "source": call["source"], "dims": 3 if name.endswith("3d") else 2,
        "costs": tuple(costs), "walls": call["walls"], "about": about, "inputs": inputs,
        "options": _OPTIONS.get(name) or _OPTIONS.get(stem, ()),
        "outputs": outputs[:at] + added + outputs[at:],
    }


def texts_by_name(description):
    """Returns the texts on each function, by the function's name. follow2d takes a field: see _field.py."""
    return {call["name"]: _texts_on(call, description) for call in description["calls"] if call["name"] != "follow2d"}


def title(texts):
    return texts["name"].capitalize()


def signature(texts):
    return _text.signature_of(texts, {name: default for name, default, _, _ in texts["options"]})


def docstring(texts):
    options = [(name, meaning) for name, _, _, meaning in texts["options"]]
    returns = "Returns a named tuple:" if texts["outputs"] else "Returns a Crowd. Its method build() reads the columns again."
    return _text.docstring_from(texts, texts["about"], options, returns)


_NOT_PREPARED = ("index", "neighbours", "chaser_parts", "runner_parts")


def prepared(texts):
    """Returns the texts on the prepared form of an avoidance, which lacks some options."""
    return {**texts, "options": [option for option in texts["options"] if option[0] not in _NOT_PREPARED]}


# Stubs ----------------------------------------------------------------------------------------------------------

_HEAD = '''
_Found = _npt.NDArray[_np.int32]  # -1, NO_TARGET: none
_Lists = Neighbours2dResult | Neighbours3dResult | tuple[_Rows, _Any, _Integers]
_Offsets = _npt.NDArray[_np.int64]

class Crowd:
    """An index of candidates; build() reads their columns again."""
    dims: int
    def build(self) -> None: ...
    def query(self, x: _npt.ArrayLike, k: int = 1,
              distance_upper_bound: float = ...) -> tuple[_Any, _Any]: ...
    def __len__(self) -> int: ...

class PreparedAvoidance(_Generic[_Answers]):
    @property
    def result(self) -> _Answers: ...
    def __call__(self) -> _Answers: ...
'''
_STUB_KINDS = {"row": "_Found", "float": "_Floats", "status": "StatusArray", "int64": "_Offsets", "int": "_Ints",
               "total": "int", "double": "float"}


def _ways(texts, given=()):
    """Returns the ways to call a function: by each cost, with a crowd for candidates, and with tables. `given`
    are options that the caller must give, with their types."""
    options = [(name, kind) for name, _, kind, _ in texts["options"]]
    names = {name for name, _ in options}
    ways, of_parts = [], []
    for cost in texts["costs"] or (None,):
        needed = [column for column in texts["inputs"] if column["required_by"] is True or cost in (column["required_by"] or ())]
        by = {"by": f'_Literal["{cost}"]'} if cost not in (None, "distance") else dict(given)
        kinds = [(name, f'_Literal["{cost}"]' if name == "by" else kind) for name, kind in options]
        for wanted in _text.with_synonyms([column["name"] for column in needed]):
            ways.append(_text.stub_arguments(texts, wanted, by, options=kinds))
        if texts["name"] == "cast2d":  # without discs
            own = [column["name"] for column in needed if column["side"] != "runner"]
            ways.append(_text.stub_arguments(texts, own, options=kinds))
        elif "crowd" in names and not texts["name"].startswith("avoid"):
            own = [column["name"] for column in needed if column["side"] != "runner"]
            ways.append(_text.stub_arguments(texts, own, {**by, "crowd": "Crowd"}, options=kinds))
        for sides in (("chaser",), ("runner",), ("chaser", "runner")):
            tables = {f"{side}_parts": "_Sequence[_Table]" for side in sides if f"{side}_parts" in names}
            own = [column["name"] for column in needed if ("runner" if column["side"] == "runner" else "chaser") not in sides]
            if len(tables) == len(sides):
                of_parts.append(_text.stub_arguments(texts, own, {**by, **tables}, options=kinds))
    kinds = [(name, f"_Literal[{', '.join(map(repr, texts['costs']))}]" if name == "by" else kind) for name, kind in options]
    return ways + of_parts + [_text.stub_arguments(texts, (), given, tables=True, options=kinds)]


def _stub_answer(name, outputs):
    return [f"class {name}(_NamedTuple):"] + [f"    {field}: {_STUB_KINDS[kind]}" for field, kind in outputs] + [""]


def _stub(texts):
    name, answer = texts["name"], "Crowd"
    lines = [""]
    if texts["outputs"]:
        answer = f"{title(texts)}Result"
        lines += _stub_answer(answer, [(column["name"], column["type"]) for column in texts["outputs"]])
    ways = _ways(texts)
    if name == "assign":  # a matrix of costs needs no argument names
        lists = [line for line in ways[0] if not line.startswith(("cost:", "row:", "*,"))]
        ways = [["cost: _Numbers | _Frame,", "row: _Rows | _Sequence[_Sequence[int]] | _Frame | None = ...,", "*,", *lists]]
    own = texts["name"].capitalize()
    if name.startswith("avoid"):
        doc = textwrap.indent(docstring(texts), "        ").lstrip()
        prepare = _text.stub_methods("prepare", "_it", _ways(prepared(texts)), f"PreparedAvoidance[{answer}]")
        return lines + [f"class _{own}:", *_text.stub_methods("__call__", "_it", ways, answer, doc), *prepare, "", f"{name}: _{own}"]
    doc = textwrap.indent(docstring(texts), "    ").lstrip()
    if not name.startswith("neighbours"):
        return lines + _text.stub_methods(name, "", ways, answer, doc, indent="")
    unsorted = f"{title(texts)}Unsorted"
    outputs = [(column["name"].replace("distance", "square"), column["type"]) for column in texts["outputs"]]
    return lines + _stub_answer(unsorted, outputs) + _text.stub_methods(name, "", ways, answer, doc, indent="") + \
        _text.stub_methods(name, "", _ways(texts, {"unsorted": "_Literal[True]"}), unsorted, indent="")


_FIELDS = """
def find_part(parts: _Sequence[_Table], row: _Rows) -> tuple[_Any, _Any]: ...

class Field:
    @property
    def cost(self) -> _Any: ...
    @property
    def next(self) -> _Any: ...
    @property
    def status(self) -> _Any: ...
    def update(self, costs: _Any, x: int = ..., y: int = ...) -> None: ...

def field2d(costs: _Any, goals: _Any, *, steps: tuple[int, int] = ..., clearance: _Any = ...,
            cut_corners: bool = ...) -> Field: ...
def follow2d(paths: Field, *, chaser_x: _Any, chaser_y: _Any, chaser_speed: _Any, field: _Any = ..., goal_x: _Any = ...,
             goal_y: _Any = ..., dt: _Any = ..., cell: float = ..., origin: tuple[float, float] = ...,
             sight: int = ...) -> tuple[_Any, _Any, StatusArray]: ...
"""


def stubs(description):
    """Returns the part of __init__.pyi on the calls that choose."""
    lines = [_HEAD.rstrip("\n")]
    for texts in texts_by_name(description).values():
        lines += _stub(texts)
    return "\n".join(lines) + "\n" + _FIELDS
