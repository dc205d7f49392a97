"""What choosing says of itself, in the form of a behaviour's description: columns, options, answers. The description of the
library has its structs alone. build_wheel.py uses this file without the library."""

import textwrap

from . import _text

# Input columns of each function: name, type, unit, whether it is required or by which costs it is, default, meaning. A star
# stands for each axis.
_PLACES = (("chaser_*", "float", "m", True, "", "where the chooser is"),)
_WHOM = (
    ("chaser_mask", "mask", "", False, "all bits", "the candidates that it may take: those whose mask has one of these bits"),
    ("range_from", "float", "m", False, "0", "the nearest distance, >= 0"),
    ("range_to", "float", "m", False, "inf", "the farthest distance"),
    ("facing_*", "float", "", False, "0, all round", "the middle of the arc, of any length"),
    ("arc", "float", "", False, "-1, all round", "the cosine of half the arc"),
    ("self", "row", "", False, "none", "its own row among the candidates, which it does not take"),
)
_COSTS = (
    ("chaser_speed", "float", "m/s", ("time", "turning"), "", "how fast the chooser is; 0 or less cannot move"),
    ("reach", "float", "m", False, "0", "weapon range or touch distance, >= 0; by time alone"),
    ("horizon", "float", "s", False, "inf", "the longest time that counts"),
    ("present", "row", "", False, "none", "the row of the target that it has now"),
    ("bonus", "float", "m or s", False, "0", "of the cost, >= 0: what it takes to leave that target"),
)
_TURNING = (
    ("heading_*", "float", "", ("turning",), "", "where the chooser heads, of any length but 0; by turning alone"),
    ("radius", "float", "m", ("turning",), "", "of its turning circles, > 0; by turning alone"),
    ("wanted_heading_*", "float", "", False, "0, the candidate's", "to arrive with, of any length; by turning alone"),
)
_CANDIDATES = (
    ("runner_*", "float", "m", True, "", "where the candidate is"),
    ("runner_v*", "float", "m/s", ("time", "turning"), "", "how it moves"),
    ("weight", "float", "", False, "1", "what multiplies the cost, >= 0"),
    ("runner_mask", "mask", "", False, "all bits", "which sides and layers it is of"),
)
_NEAR = (_CANDIDATES[0], ("weight", "float", "", False, "1", "a candidate with a weight below 0, or not finite, does not pass"),
         _CANDIDATES[3])
_AVOIDING = (
    ("chaser_*", "float", "m", True, "", "where the agent is"),
    ("chaser_v*", "float", "m/s", True, "", "the present velocity"),
    ("preferred_v*", "float", "m/s", True, "", "the velocity that the agent would have alone"),
    ("chaser_speed", "float", "m/s", True, "", "the highest speed; 0 or less cannot move"),
    ("radius", "float", "m", False, "0", "of the agent's {}, >= 0"),
    ("horizon", "float", "s", False, "2", "how far ahead neighbours are avoided, > 0"),
    ("step", "float", "s", False, "0.1", "until the next call, > 0"),
    ("share", "float", "", False, "0.5", "of the avoiding, >= 0"),
    ("chaser_mask", "mask", "", False, "all bits", "which candidates are avoided: those whose mask has one of these bits"),
    ("range_to", "float", "m", False, "inf", "the farthest distance of positions"),
    ("self", "row", "", False, "none", "its own row among the candidates"),
    ("runner_*", "float", "m", True, "", "where the candidate is, which is to be avoided"),
    ("runner_v*", "float", "m/s", False, "0", "how it moves"),
    ("runner_radius", "float", "m", False, "0", "of its {}, >= 0"),
    ("runner_share", "float", "", False, "0.5", "of the avoiding, >= 0; 0 does not give way"),
    ("runner_mask", "mask", "", False, "all bits", "which sides and layers it is of"),
    ("overlap", "float", "", False, "0.05", "part of the radii's sum by which a pressed pair may overlap, 0 to 1; 0: none; 1: no "
     "limit"),
)
_WALL_HORIZON = ("wall_horizon", "float", "s", False, "0.5", "how far ahead walls are avoided, > 0, at most the horizon")
_SHARING = (
    ("cost", "float", "", True, "", "of each element of the lists; NaN and infinite: no way to be served"),
    ("row", "row", "", False, "0, 1, ... in each list", "of each element of the lists: the candidate"),
    ("capacity", "mask", "", False, "1, with health any number", "of each candidate: how many it serves"),
    ("damage", "float", "", False, "1", "of each chooser, >= 0, in units of health; 0 takes no candidate"),
    ("listed_damage", "float", "", False, "damage", "of each element of the lists, > 0, in place of damage"),
    ("health", "float", "", False, "none", "of each candidate, which takes as many as it needs to die and no more; 0, less and "
     "NaN: no chooser takes it; inf: it does not die"),
)

_PASSED = ("status", "status", "",
           "MET: a candidate passes; NO_TARGET: none passes; INVALID: a number of the chooser is not valid")
_CHOICE = (
    ("target", "row", "", "the row of the best candidate; 4294967295: none. With best=k an array of (..., k), best first"),
    ("cost", "float", "m or s", "its cost, without the bonus; inf: none. With best=k an array of (..., k)"),
    _PASSED,
)
_LISTS = (
    ("row", "row", "", "the candidates of all lists, in each the nearest first"),
    ("distance", "float", "m", "how far away each of them is"),
    ("offset", "int64", "", "list i is offset[i]:offset[i + 1], as of rows in compressed sparse row arrays"),
    _PASSED,
)
_VELOCITY = (
    ("velocity_*", "float", "m/s", "the velocity that is nearest to the preferred one and touches nothing"),
    ("status", "status", "", "MET: free for the whole horizon; NO_PATH: for less than the horizon; NO_TARGET: no neighbour and no "
     "wall is near; INVALID: a number of the agent is NaN or outside its range"),
)
_SHARED = (
    ("target", "row", "", "the row of each chooser's candidate; 4294967295: it is not served"),
    ("cost", "float", "", "what that costs; inf: it is not served"),
    ("status", "status", "", "MET, NO_TARGET, or INVALID: its damage is NaN or negative"),
    ("served", "count", "", "how many choosers have a candidate"),
    ("sum", "double", "", "of their costs"),
    ("largest", "double", "", "of their costs; -inf if none is served"),
    ("gap", "double", "", "the least sum may be less by so much; 0: this is it"),
    ("most", "count", "", "no way serves more"),
)

# Options: name, default, type in the stubs, meaning.
_BEST = ("best", 1, "int", "how many of the best to find for each chooser, up to 8")
_BY = ("by", "distance", "str", "what a candidate costs: its 'distance', in m; or until the earliest meeting the 'time', in s, "
       "or in the plane the time by 'turning', on circles")
_CROWD = ("crowd", None, "Crowd | None", "an index of the candidates that is kept; their columns are then not read, and need not "
          "be given. Without it one is built where that pays. The answers are the same bits")
_INDEX = ("index", None, "_Integers | None", "the choosers to answer, by their numbers; the answers are theirs, in this order")
_MOST = ("most", 0, "int", "at most this many, the nearest; 0: all that pass")
_LENT = ("neighbours", None, "_Any | None", "lists of candidates to avoid, as neighbours answers them, in place of a search")
_AVOIDED = ("most", 0, "int", "how many candidates are avoided, those with the nearest edges, up to 32; 0: ten")
_WALLS = ("walls", None, "_Walls | None", "walls that no agent's centre crosses: `waylay.walls(...)`, or rows of ax, ay, bx, by and "
          "perhaps sides")
_CANDIDATE_COUNT = ("candidates", None, "int | None", "how many candidates there are; without it as many as health or capacity "
                    "has, a matrix has columns, or rows name")
_OFFSET = ("offset", None, "_Integers | None", "list i is the elements offset[i]:offset[i + 1]; without it, row i of the arrays")
_LEAST = ("least", "sum", "str", "of all ways to serve as many as can be: the least 'sum' of costs, or the least 'largest' one "
          "and of those the least sum")

_AXES = {2: "xy", 3: "xyz"}
_TREE = 'the k nearest neighbours of Jon Louis Bentley, "Multidimensional binary search trees used for associative searching"'
_ORCA = 'Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, "Reciprocal n-Body Collision Avoidance"'
_ABOUT = (_text.COLUMNS + " Those of choosers have one shape; those of candidates, runner_*\n"
          "and weight, one length. Positional arguments are tables whose columns have these names.")
_ABOUT_SHARING = """With a matrix of costs each chooser has a row of it, and each candidate a column. Lists of candidates are a matrix
of rows with one of costs, or arrays of one dimension with `offset`, as neighbours answers them."""


def _of(shape, columns):
    return tuple((*column[:-1], column[-1].format(shape)) for column in columns)


def _each_axis(columns, dims):
    for column in columns:
        for axis in _AXES[dims] if "*" in column[0] else " ":
            yield (column[0].replace("*", axis), *column[1:])


def _side(name):
    return "runner" if name.startswith("runner_") or name == "weight" else "chaser"


def _default(required, default):
    return default if required in (True, False) else f"none, required by {' and '.join(required)}"


def _said(name, summary, inputs, outputs, options, source, about=_ABOUT, sides=_side, dims=2):
    return {
        "name": name, "summary": summary, "source": source, "about": about, "options": options, "dims": dims,
        "inputs": [{"name": one, "type": kind, "unit": unit, "side": sides(one), "required": required is True,
                    "required_by": required, "meaning": meaning, "default": _default(required, default)}
                   for one, kind, unit, required, default, meaning in _each_axis(inputs, dims)],
        "outputs": [{"name": one, "type": kind, "unit": unit, "axis": "", "bound": "", "meaning": meaning}
                    for one, kind, unit, meaning in _each_axis(outputs, dims)],
    }


def _of_sharing(name):
    return {"damage": "chooser", "capacity": "candidate", "health": "candidate"}.get(name, "element")


def _all():
    for dims in _AXES:
        costs = _COSTS + (_TURNING if dims == 2 else ())
        yield _said(f"choose{dims}d", "the best candidate of each chooser, or the best ones",
                    _PLACES + costs + _WHOM + _CANDIDATES, _CHOICE, (_BEST, _BY, _CROWD, _INDEX), _TREE, dims=dims)
        yield _said(f"neighbours{dims}d", "the candidates near each chooser: all that pass, or the nearest of them, as lists",
                    _PLACES + _WHOM + _NEAR, _LISTS, (_MOST, _CROWD, _INDEX), _TREE, dims=dims)
        yield _said(f"crowd{dims}d", "an index of candidates, sorted by place, that is kept for several calls", _CANDIDATES, (),
                    (), _TREE, dims=dims)
    yield _said("avoid2d", "velocities, as near as can be to the preferred ones, with which agents touch neither each other nor "
                "walls", _of("disc", _AVOIDING) + (_WALL_HORIZON,), _VELOCITY, (_AVOIDED, _WALLS, _CROWD, _LENT, _INDEX), _ORCA)
    yield _said("avoid3d", "velocities, as near as can be to the preferred ones, with which agents in space do not touch each "
                "other", _of("ball", _AVOIDING), _VELOCITY, (_AVOIDED, _CROWD, _LENT, _INDEX), _ORCA, dims=3)
    yield _said("assign", "how choosers are shared out among candidates, each of which serves a few", _SHARING, _SHARED,
                (_OFFSET, _CANDIDATE_COUNT, _LEAST),
                'shortest augmenting paths, from Roy Jonker and Anton Volgenant, "A shortest augmenting path algorithm for dense '
                'and sparse linear assignment problems"', about=_ABOUT_SHARING, sides=_of_sharing)


ALL = {said["name"]: said for said in _all()}


def title(said):
    return said["name"].capitalize()


def signature(said):
    return _text.signature_of(said, {name: default for name, default, _, _ in said["options"]})


def docstring(said):
    options = [(name, meaning) for name, _, _, meaning in said["options"]]
    returns = "Returns a named tuple:" if said["outputs"] else "Returns a Crowd: its build() reads the columns again."
    return _text.docstring_from(said, said["about"], options, returns)


# Stubs ----------------------------------------------------------------------------------------------------------

_HEAD = '''
_Rows = _npt.NDArray[_np.uint32]
_Offsets = _npt.NDArray[_np.int64]

class Crowd:
    """An index of candidates; build() reads their columns anew."""
    dims: int
    def build(self) -> None: ...
    def __len__(self) -> int: ...
'''
_STUB_KINDS = {"row": "_Rows", "float": "_Floats", "status": "_Wholes", "int64": "_Offsets", "count": "int", "double": "float"}


def _arguments(said):
    for column in said["inputs"]:
        yield f"    {column['name']}: _Numbers | None = ...,"
    for name, _, kind, _ in said["options"]:
        yield f"    {name}: {kind} = ...,"


def _stub(said):
    name, answer = said["name"], "Crowd"
    lines = [""]
    if said["outputs"]:
        answer = f"{title(said)}Result"
        lines += [f"class {answer}(_NamedTuple):"]
        lines += [f"    {column['name']}: {_STUB_KINDS[column['type']]}" for column in said["outputs"]] + [""]
    arguments = list(_arguments(said))
    if name == "assign":  # costs alone are a matrix: a call without names
        arguments[:2] = ["    cost: _Numbers,", "    row: _Numbers | None = ...,", "    *,"]
    else:
        arguments.insert(0, "    *tables: _Any,")
    doc = textwrap.indent(docstring(said), "    ").lstrip()
    return lines + [f"def {name}(", *arguments, f") -> {answer}:", f'    """{doc}"""', "    ..."]


def stubs():
    """What __init__.pyi has of choosing."""
    lines = [_HEAD.rstrip("\n")]
    for said in ALL.values():
        lines += _stub(said)
    return "\n".join(lines) + "\n"
