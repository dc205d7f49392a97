"""Makes the calls that choose targets, find neighbours, avoid collisions, assign, list waypoints, or move bodies."""

import ctypes
import inspect
import math
import operator
from collections import namedtuple

import numpy as np

from . import _choosing_text, _inputs, _selves, _tables, _text
from ._calls import collect, common_shape, lay, lay_rows, lay_walls, prepare_again, refuse_copy, say_missing
from ._library import ARRAYS, Column, ColumnOut, Element, Error, Result, StatusArray, Word, _struct
from ._library import choices, description, lib, refused
from ._memory import empty

_single, _double, _int, _word = np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.int32), np.dtype(np.uint64)
_size, _pointer = ctypes.c_size_t, ctypes.c_void_p
_OUTPUTS = {"float": _single, "row": _int, "status": _int, "int": _int}  # a row that does not exist is -1

_SearchPart = _struct("way_search_part", {"in": _pointer, "out": _pointer, "count": _size})
_PARTS = {"chaser_parts": _pointer, "runner_parts": _pointer, "chaser_part_count": _size, "runner_part_count": _size,
          "fault_part": _pointer}
_Choice = _struct("way_choice", {"count": _size, "first": _size, "index": _pointer, "runner_count": _size,
                                 "cost": ctypes.c_int32, "best": ctypes.c_int32, "crowd2d": _pointer, "crowd3d": _pointer,
                                 "fault": _pointer, "walls": _pointer, "wall_count": _size, "wall_tree": _pointer,
                                 "sight_points": ctypes.c_int32, "wall_origin_x": ctypes.c_double,
                                 "wall_origin_y": ctypes.c_double, **_PARTS})
_Neighbours = _struct("way_neighbours", {"most": _size, "list": _pointer, "capacity": _size, "offset": _pointer,
                                         "status": ColumnOut, "answered": _size, "needed": _size,
                                         "unsorted": ctypes.c_int32, "rows": _pointer, "squares": _pointer,
                                         "seen": _pointer})
_Avoidance = _struct("way_avoidance", {"count": _size, "index": _pointer, "runner_count": _size, "most": _size,
                                       "crowd2d": _pointer, "crowd3d": _pointer, "neighbours": _pointer,
                                       "walls": _pointer, "wall_count": _size, "wall_tree": _pointer, "fault": _pointer,
                                       "wall_origin_x": ctypes.c_double, "wall_origin_y": ctypes.c_double, **_PARTS})
_Assignment = _struct("way_assignment", {"count": _size, "runner_count": _size, "offset": _pointer, "each": _size,
                                         "aim": ctypes.c_int32, "memory": _pointer, "bytes": _size, "served": _size,
                                         "sum": ctypes.c_double, "largest": ctypes.c_double, "gap": ctypes.c_double,
                                         "most": _size, "fault": _pointer, "unmet": _size})
_Conflicts = _struct("way_conflicts", {"count": _size, "agent_count": _size, "capacity": _size, "offset": _pointer,
                                       "memory": _pointer, "bytes": _size, "needed": _size, "fault": _pointer})
_Cast = _struct("way_cast", {"count": _size, "index": _pointer, "runner_count": _size, "crowd2d": _pointer, "walls": _pointer,
                             "wall_count": _size, "wall_tree": _pointer, "any": ctypes.c_int32, "fault": _pointer,
                             "wall_origin_x": ctypes.c_double, "wall_origin_y": ctypes.c_double})
_CastTriangles = _struct("way_cast_triangles", {"count": _size, "index": _pointer, "triangles": _pointer,
                                                "triangle_count": _size, "triangle_tree": _pointer,
                                                "any": ctypes.c_int32, "fault": _pointer,
                                                "triangle_origin_x": ctypes.c_double,
                                                "triangle_origin_y": ctypes.c_double,
                                                "triangle_origin_z": ctypes.c_double})
_Waypoints = _struct("way_waypoints", {"count": _size, "index": _pointer, "capacity": _size, "offset": _pointer,
                                       "fault": _pointer})

_Bodies = _struct("way_bodies", {"count": _size, "walls": _pointer, "wall_count": _size, "wall_tree": _pointer,
                                 "wall_origin_x": ctypes.c_double, "wall_origin_y": ctypes.c_double, "memory": _pointer,
                                 "bytes": _size, "most_events": _size, "fault": _pointer, "events": _size,
                                 "time": ctypes.c_double})


def _element():
    layout = description["types"]["way_neighbour"]
    names = ("row", "distance")
    return np.dtype({"names": names, "formats": ["i4", "f4"], "itemsize": layout["size"],
                     "offsets": [layout["fields"][name]["offset"] for name in names]})


_ELEMENT = _element()
_NO_PART = _size(-1).value


class _Function:
    """A function of the library, with its structs and texts."""

    def __init__(self, texts, struct):
        self.name, self.texts, self.dims = texts["name"], texts, texts["dims"]
        self.columns = {column["name"]: column for column in texts["inputs"]}
        self.optional = tuple(column["name"] for column in texts["inputs"] if not column["required"])
        self.options = [option[0] for option in texts["options"]]
        self.Inputs = _struct(f"way_{struct}_in", dict.fromkeys(self.columns, Column))
        self.function = getattr(lib, ("way_make_" if self.name.startswith("crowd") else "way_") + self.name)
        self.function.restype = ctypes.c_int
        if self.name.startswith("crowd"):
            self.of_parts = getattr(lib, f"way_make_{self.name}_of_parts")
            self.of_parts.restype = ctypes.c_int
        self.outputs = [column["name"] for column in texts["outputs"] if column["type"] in _OUTPUTS]
        if f"way_{self.name}_out" in description["types"]:  # crowds and neighbours have no such struct
            self.Outputs = _struct(f"way_{self.name}_out", dict.fromkeys(self.outputs, ColumnOut))
        self.kinds = {column["name"]: _OUTPUTS.get(column["type"]) for column in texts["outputs"]}
        self.types = {column["name"]: column["type"] for column in texts["outputs"]}
        if texts["outputs"]:
            self.Answers = namedtuple(_choosing_text.title(texts) + "Result", list(self.kinds), module="waylay")
            self.Answers.__doc__ = f"Answers of {self.name}: {', '.join(self.kinds)}."

    def with_names(self, answers):
        """Returns the arrays of all outputs. Those of statuses compare with names."""
        kinds = (self.types[name] for name in self.outputs)
        return [array.view(ARRAYS[kind]) if kind in ARRAYS else array for array, kind in zip(answers, kinds)]

    def collect(self, tables, given, by=None, needs_runners=True):
        """Returns the given columns by name, as the caller gave them."""
        given = collect(self.name, list(self.columns), self.optional, self.options, tables, given)
        given = {name: value for name, value in given.items() if value is not None}
        if _tables.may_have_indexes(given.values()):
            for side in {column["side"] for column in self.columns.values()}:
                _tables.check_indexes(self.name, [(name, value) for name, value in given.items()
                                                  if self.columns[name]["side"] == side])
        self.refuse_missing(given, by, ("chaser", "runner") if needs_runners else ("chaser",), tables)
        return given

    def of_side(self, side):
        """Returns the names of the candidates' columns, if the side is "runner", or of all other columns."""
        return [name for name, column in self.columns.items() if (column["side"] == "runner") == (side == "runner")]

    def refuse_missing(self, given, by, sides, tables, where=""):
        needed = [name for name, column in self.columns.items() if _is_required(column["required_by"], by)
                  and any(name in self.of_side(side) for side in sides)]
        missing = [name for name in needed if name not in given]
        if missing:
            raise Error(self.name, Result.MISSING, where + say_missing(missing, needed, tables))

    def read(self, given, prepared=False, double=False):
        """Returns the given columns as arrays, by name. In a prepared call, a column that must be copied is
        an error. Plain numbers of positions are doubles if an array of positions is one: among these columns, or, if
        `double` is true, elsewhere in the call."""
        weak = {name for name, value in given.items() if self.columns[name]["axis"] and type(value) in (float, int)}
        arrays = {name: self.read_one(column["type"], name, given[name], prepared)
                  for name, column in self.columns.items() if name in given and name not in weak}
        double = bool(weak) and (double or self.has_doubles(arrays))
        arrays.update((name, _inputs.plain_number(self.name, name, given[name], double)) for name in weak)
        return {name: arrays[name] for name in self.columns if name in arrays}

    def has_doubles(self, arrays):
        """Returns True if a position among these arrays is a double."""
        return any(array.dtype == _double for name, array in arrays.items() if self.columns[name]["axis"])

    def read_one(self, kind, name, value, prepared=False):
        read = {"float": _inputs.numbers, "row": _inputs.entities, "mask": _inputs.words, "count": _inputs.counts,
                "word": _inputs.wholes}[kind]
        given = read(self.name, name, value)
        if kind == "word" and given.nulls is not None:
            return np.where(given.nulls, np.int32(Word.NONE), given.array)
        if prepared:
            refuse_copy(self.name, name, given)
        return _inputs.plain_number(self.name, name, given.array, False) if given.weak else given.array

    def call(self, *arguments, allowed=Result.OK, function=None):
        """Makes the call, with a pointer to each struct. Returns the result if it is OK or `allowed`;
        otherwise raises an Error."""
        fault, part = ctypes.c_char_p(), _size(_NO_PART)
        for one in arguments:
            if hasattr(one, "fault"):
                one.fault = ctypes.addressof(fault)
            if hasattr(one, "fault_part"):
                one.fault_part = ctypes.addressof(part)
        result = (function or self.function)(*(ctypes.byref(one) if isinstance(one, ctypes.Structure) else one for one in arguments))
        if result not in (Result.OK, allowed):
            where = f"part {part.value}: " if part.value != _NO_PART else ""
            raise Error(self.name, result, where + refused(fault, result))
        return result


def _is_required(required_by, by):
    return required_by is True or (bool(required_by) and by in required_by)


_ALL = _choosing_text.texts_by_name(description)
_CHOOSE = {dims: _Function(_ALL[f"choose{dims}d"], f"choose{dims}d") for dims in (2, 3)}
_NEAR = {dims: _Function(_ALL[f"neighbours{dims}d"], f"choose{dims}d") for dims in (2, 3)}
_CROWD = {dims: _Function(_ALL[f"crowd{dims}d"], f"choose{dims}d") for dims in (2, 3)}
_AVOID = {dims: _Function(_ALL[f"avoid{dims}d"], f"avoid{dims}d") for dims in (2, 3)}
_ASSIGN = _Function(_ALL["assign"], "assign")
_WAYPOINTS = _Function(_ALL["waypoints2d"], "waypoints2d")
_CONFLICTS = {dims: _Function(_ALL[f"conflicts{dims}d"], f"conflicts{dims}d") for dims in (2, 3)}
_BODIES = _Function(_ALL["bounce_all2d"], "bounce_all2d")
_CAST = _Function(_ALL["cast2d"], "cast2d")
_IN_SPACE = {name: _Function(_ALL[name], name) for name in ("cast3d", "sweep3d")}
_BY_NAME = {one.name: one for one in (*_CHOOSE.values(), *_NEAR.values(), *_AVOID.values(), *_CONFLICTS.values(), _ASSIGN,
                                     _WAYPOINTS, _BODIES, _CAST, *_IN_SPACE.values())}
_BEST_MOST = next(column["ranks"] for column in _ALL["choose2d"]["outputs"] if column["name"] == "target")

for _bytes in (getattr(lib, f"way_{name}{dims}d_bytes") for name in ("crowd", "conflicts") for dims in (2, 3)):
    _bytes.restype, _bytes.argtypes = _size, [_size]
lib.way_assign_bytes.restype, lib.way_assign_bytes.argtypes = _size, [_size, _size, _size]
lib.way_waypoints2d_capacity.restype = _size
lib.way_bounce_all2d_bytes.restype, lib.way_bounce_all2d_bytes.argtypes = _size, [_size]


def _number_of(who, kind, option, words, word):
    """Returns the number of a word of the enum `kind`. `words` are the words that the function accepts."""
    if word not in words:
        raise Error(who, Result.COST, f"{option}: expected {choices(words)}, found {word!r}")
    return description["types"][kind]["values"][word]


def _whole(who, name, value, least=0):
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{who}: {name}: expected an int, found {type(value).__name__}") from None
    if value < least:
        raise ValueError(f"{who}: {name}: expected at least {least}, found {value}")
    return value


def _lay_flat(struct, array, shape):
    """Fills the struct of a column so that the library reads it in C order, broadcast to the shape. Returns
    the array to which the struct points."""
    if array.size == 1:
        lay(struct, array, 0)
        return array
    if array.ndim != 1 or array.shape != shape:
        array = np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(-1)
    lay(struct, array, array.strides[0])
    return array


# Crowds -----------------------------------------------------------------------------------------------------------


class _Parts:
    """Several tables of choosers or of candidates, for a struct of options. Rows are counted through the tables in
    their order. `shared` are the columns that the caller gave by keyword: a number is one value for all rows, an
    array has a value for each row of all tables."""

    def __init__(self, function, side, tables, shared, by):
        self.function, self.side, option = function, side, f"{side}_parts"
        if not isinstance(tables, (list, tuple)) or hasattr(tables, "_fields"):
            raise TypeError(f"{function.name}: {option}: expected a list of tables, found {type(tables).__name__}")
        names, self.given, self.arrays, self.ends = function.of_side(side), [], [], [0]
        for at, table in enumerate(tables):
            where = f"{option}[{at}]: "
            given = dict(shared)
            _tables.take(f"{function.name}: {where[:-2]}", names, function.optional, (table,), given)
            given = {name: value for name, value in given.items() if name in names and value is not None}
            function.refuse_missing(given, by, (side,), (table,), where)
            if _tables.may_have_indexes(given.values()):
                _tables.check_indexes(function.name, [(where + name, value) for name, value in given.items()])
            own = function.read({name: value for name, value in given.items() if name not in shared})
            self.given.append(given)
            self.arrays.append(own)
            columns = function.Inputs()
            self.ends.append(self.ends[-1] + lay_rows(f"{function.name}: {where[:-2]}", [
                (getattr(columns, name), array, name) for name, array in own.items()]))
        for name, array in function.read({name: value for name, value in shared.items() if name in names},
                                         double=self.has_doubles()).items():
            self.share(name, array)
            for at, given in enumerate(self.given):
                given[name] = _selves.part_of(shared[name], self.rows(at))

    def has_doubles(self):
        return any(map(self.function.has_doubles, self.arrays))

    def share(self, name, array):
        """Gives each table its rows of a column that has a value for each row of all tables, or one for all."""
        if array.size != 1 and array.shape != (len(self),):
            raise ValueError(f"{self.function.name}: {name}: expected a number, or {len(self)} values, one for each row of "
                             f"{self.side}_parts; found the shape {array.shape}")
        for at, arrays in enumerate(self.arrays):
            arrays[name] = array if array.size == 1 else array[self.rows(at)]

    def __len__(self):
        return self.ends[-1]

    def rows(self, at):
        return slice(self.ends[at], self.ends[at + 1])

    def lay(self, how, names=None, outs=None):
        """Gives the struct of options these tables, with the columns of `names` or with all. Keeps what they
        point to until the next call of this method."""
        parts, self.inputs = (_SearchPart * max(len(self.arrays), 1))(), [self.function.Inputs() for _ in self.arrays]
        for at, (part, columns, arrays) in enumerate(zip(parts, self.inputs, self.arrays)):
            rows = self.rows(at)
            part.count = rows.stop - rows.start
            for name, array in arrays.items():
                if names is None or name in names:
                    lay(getattr(columns, name), array, array.strides[0] if array.ndim and array.size != 1 else 0)
            setattr(part, "in", ctypes.addressof(columns))
            if outs:
                part.out = ctypes.addressof(outs[at])
        self.parts = parts, outs
        setattr(how, f"{self.side}_parts", ctypes.addressof(parts))
        setattr(how, f"{self.side}_part_count", len(self.arrays))

    def build(self, dims, names=None):
        """Builds a crowd of these candidates. Returns (its memory, the number of candidates)."""
        how, crowd = _Choice(), _CROWD[dims]
        self.lay(how, names)
        memory = empty((-(-getattr(lib, f"way_crowd{dims}d_bytes")(len(self)) // 8),), _word)
        crowd.call(how, _pointer(_inputs.address(memory)), _size(memory.nbytes), function=crowd.of_parts)
        return memory, len(self)


def _rows_of(who, table):
    """Returns the number of rows of a table. They are counted by the candidates' positions, or else the choosers', because
    not every call reads the other columns, which may have any length. If the table has no positions, because the
    caller passes those of all tables, its other columns of candidates are counted, or else those of choosers."""
    names = _tables.columns_of(who, table)
    sides = []
    for side in ("runner", "chaser"):
        known = {name for one in (*_CHOOSE.values(), *_AVOID.values()) for name in one.of_side(side)}
        places = [f"{side}_{axis}" for axis in "xyz" if f"{side}_{axis}" in names]
        sides.append((places, [name for name in names if name in known and name not in places]))
    if not any(places or others for places, others in sides):
        raise ValueError(f"{who}: expected a column of candidates or choosers, found {', '.join(map(str, names[:30])) or 'none'}")
    places, others = next((one for one in sides if one[0]), None) or next(one for one in sides if one[1])

    def long(columns):
        """Returns pairs of a name and a length, of the columns that have not one value for all rows."""
        all_columns = ((name, _tables.column_of(who, table, name)) for name in columns)
        return [(name, len(column)) for name, column in all_columns if np.ndim(column) and len(column) != 1]

    found = long(places)[:1] or long(others)
    if len({length for _, length in found}) > 1:
        raise ValueError(f"{who}: expected columns of one length, found "
                         + ", ".join(f"{name} of {length}" for name, length in found))
    return found[0][1] if found else 1


def find_part(parts, row):
    """Returns the number of the table that has each row of all tables, and the row within this table. `parts` are the
    tables that a call took as `chaser_parts` or `runner_parts`; rows are counted through them in their order.
    NO_TARGET and rows that do not exist give -1 and -1. The rows of a table are those of its positions, or of its other
    columns of candidates or choosers if it has no positions.

    Example:
        best = waylay.choose2d(chaser_x=0, chaser_y=0, runner_parts=[tanks, scouts]).target
        part, within = waylay.find_part([tanks, scouts], best)"""
    counts = [_rows_of(f"find_part: parts[{at}]", table) for at, table in enumerate(parts)]
    ends, row = np.cumsum([0, *counts]), _inputs.entities("find_part", "row", row).array.astype(np.int64)
    exists = row < ends[-1]  # false for NO_ROW
    part = np.where(exists, np.searchsorted(ends[1:], row, "right"), -1)
    return part[()], np.where(exists, row - ends[:-1][part] if counts else -1, -1)[()]


def _build(function, arrays):
    """Builds a crowd of these columns. Returns (its memory, the number of candidates)."""
    inputs = function.Inputs()
    count = lay_rows(function.name, [(getattr(inputs, name), array, name) for name, array in arrays.items()])
    size = getattr(lib, f"way_crowd{function.dims}d_bytes")(count)
    memory = empty((-(-size // 8),), _word)
    function.call(inputs, _size(count), _pointer(_inputs.address(memory)), _size(memory.nbytes))
    return memory, count


class Crowd:
    """Candidates sorted by position, for `crowd=`. It keeps the tables and columns from which it was made, and `build()` reads
    their present values. A search that another thread is running during build() still uses the old values. A pickle
    contains the tables and columns, so an unpickled crowd has their values at the time of pickling."""

    __slots__ = ("dims", "_function", "_tables", "_columns", "_parts", "_given", "_built", "has_doubles")

    def __init__(self, dims, tables, columns, parts=None):
        self.dims, self._function, self._tables, self._columns, self._parts = dims, _CROWD[dims], tables, columns, parts
        if parts is not None and tables:
            raise TypeError(f"{self._function.name}: expected tables or runner_parts, found both")
        self.build()

    def build(self):
        if self._parts is not None:
            shared = _shared(self._function, self._columns)
            parts = _Parts(self._function, "runner", self._parts, shared, None)
            self._built, self._given, self.has_doubles = parts.build(self.dims), parts, parts.has_doubles()
            return
        given = self._function.collect(self._tables, dict(self._columns))
        arrays = self._function.read(given)
        self._built, self.has_doubles = _build(self._function, arrays), self._function.has_doubles(arrays)
        self._given = given  # a call compares the choosers' columns with these

    def query(self, x, k=1, distance_upper_bound=math.inf):
        """Returns the distances and rows of the `k` candidates nearest to each point, nearest first, as the
        method of scipy's KDTree does. The last axis of `x` has the coordinates. The answers have the shape of
        the other axes and, for k > 1, a last axis of length k. Where fewer candidates are within
        `distance_upper_bound`, the distance is inf and the row is the number of candidates. Distances are
        float32. Ties go to the lower row."""
        who = f"{self._function.name}.query"
        points, k = _inputs._numbers_or_nan(who, "x", _matrix(x)), _whole(who, "k", k, 1)
        if points.shape[-1:] != (self.dims,):
            raise ValueError(f"{who}: x: expected {self.dims} coordinates on the last axis, found the shape "
                             f"{points.shape}")
        flat = points.reshape(-1, self.dims)
        columns = {f"chaser_{axis}": flat[:, at] for at, axis in enumerate("xyz"[:self.dims])}
        columns.update(self=False, range_to=distance_upper_bound)
        near = _neighbours(self.dims, (), columns, k, self, None)
        distance = np.full((len(flat), k), np.inf, np.float32)
        row = np.full((len(flat), k), len(self), np.int64)
        filled = np.arange(k) < np.diff(near.offset)[:, None]
        distance[filled], row[filled] = near.distance, near.row
        shape = points.shape[:-1] + ((k,) if k > 1 else ())
        return distance.reshape(shape)[()], row.reshape(shape)[()]

    def __len__(self):
        return self._built[1]

    def __reduce__(self):
        return Crowd, (self.dims, self._tables, self._columns, self._parts)

    def __repr__(self):
        return f"<waylay: {self._function.name} of {len(self)} candidates>"


def _pays(agents, candidates):
    """Returns True if building and searching a crowd is faster than testing all candidates. This is an
    estimate for machines with wide vectors."""
    return agents >= 64 and agents * candidates >= 1 << 16


# Choosers and candidates --------------------------------------------------------------------------------------------


def _check_crowd(function, crowd):
    if crowd is not None and (not isinstance(crowd, Crowd) or crowd.dims != function.dims):
        raise TypeError(f"{function.name}: crowd: expected a result of crowd{function.dims}d, found "
                        + (f"one of crowd{crowd.dims}d" if isinstance(crowd, Crowd) else type(crowd).__name__))


class _Call:
    """The inputs of choosing, neighbours and avoidance. The choosers' columns broadcast to one shape. The
    candidates' columns have one length. A crowd can replace them."""

    def __init__(self, function, tables, columns, how, by=None, crowd=None, index=None, reads_beside_crowd=False, prepared=False,
                 needs_runners=True):
        self.who, self.dims, self.how, self.inputs, self.index = function.name, function.dims, how, function.Inputs(), None
        _check_crowd(function, crowd)
        if isinstance(getattr(crowd, "_given", None), _Parts):
            raise TypeError(f"{self.who}: crowd: expected a crowd of one table, found one of runner_parts")
        given = function.collect(tables, columns, by, needs_runners and (crowd is None or reads_beside_crowd))
        own = given.get("self")  # True, False, rows or None
        if isinstance(own, (bool, np.bool_)):
            del given["self"]
        places = self.places(given, crowd) if own is None else {}
        twins = dict(places.keys()) if _selves.are_same_places(places.values()) else {}
        arrays = function.read({name: value for name, value in given.items() if name not in twins}, prepared,
                               crowd is not None and crowd.has_doubles)
        for name, chooser in twins.items():
            arrays[name] = arrays[chooser] if arrays[chooser].ndim <= 1 else arrays[chooser].reshape(-1)
        self.runners = {name: array for name, array in arrays.items() if function.columns[name]["side"] == "runner"}
        self.is_moved = False  # True if wall_origin is not (0, 0): then no crowd is allowed
        self.lay_choosers({name: array for name, array in arrays.items() if name not in self.runners})
        self.lay_index(index)
        self.count = self.agents if self.index is None else len(self.index)
        how.count = self.count
        self.memory = None
        if crowd is None:
            how.runner_count = self.candidates = self.lay_candidates() if needs_runners else 0
        else:
            self.lay_crowd(*crowd._built, reads_beside_crowd)
        if isinstance(own, (bool, np.bool_)):
            rows = self.stated_rows(own)
        elif twins and self.library_sees([arrays[name].shape for name in twins.values()]):
            rows = None
        else:
            rows = _selves.rows_among(places.values(), self.candidates)
        if rows is not None:
            self.held.append(_lay_flat(self.inputs.self, rows, self.shape))
        self.own = own if own is not None else True if twins else False if rows is None else rows

    def places(self, given, crowd):
        """Returns the position columns of the choosers and of the candidates for each axis, as the caller gave
        them. A key has the two names."""
        before = "" if self.who == _CAST.name else "chaser_"
        built = crowd._given if crowd is not None else {}
        names = [(f"runner_{axis}", before + axis) for axis in "xyz"[:self.dims]]
        return {(name, own): (given.get(own), given.get(name, built.get(name))) for name, own in names}

    def stated_rows(self, own):
        """Returns the choosers' own rows for `self=True` or `self=False`."""
        if not own:
            return np.array(_inputs.NO_ROW, np.uint32)
        if self.shape[-1:] != (self.candidates,) and (self.shape, self.candidates) != ((), 1):
            raise ValueError(f"{self.who}: self=True: expected as many choosers as candidates, found "
                             f"{self.shape} choosers and {self.candidates} candidates")
        return np.arange(self.candidates, dtype=np.uint32)

    def library_sees(self, shapes):
        """Returns True if the library sees that chooser i is candidate i, because the structs of both are equal,
        and not those of single values. `shapes` are those of the choosers' positions."""
        plain = {(self.candidates,), ()}
        return self.candidates > 1 and self.shape in plain and plain.issuperset(shapes)

    def lay_choosers(self, arrays):
        self.shape = common_shape(self.who, [(array, name) for name, array in arrays.items()])
        self.agents = math.prod(self.shape)
        self.held = [_lay_flat(getattr(self.inputs, name), array, self.shape) for name, array in arrays.items()]

    def has_doubles(self, names):
        """Returns True if one of these columns is an array of doubles."""
        return any(getattr(self.inputs, name).type == Element.DOUBLE for name in names)

    def lay_candidates(self):
        return lay_rows(self.who, [(getattr(self.inputs, name), array, name) for name, array in self.runners.items()])

    def lay_crowd(self, memory, count, is_read):
        """Sets the crowd. If columns of the candidates are given, too, they must have the crowd's length."""
        if self.runners:
            candidates = self.lay_candidates()
            if candidates != count:
                raise ValueError(f"{self.who}: the crowd was built of {count} candidates; the columns have {candidates}")
        self.how.runner_count = self.candidates = count
        self.take_crowd(memory)

    def take_crowd(self, memory):
        self.memory = memory
        setattr(self.how, f"crowd{self.dims}d", _inputs.address(memory))

    def make_crowd(self, dims, names):
        """Builds a crowd for this call only, if that makes the call faster."""
        if self.memory is None and not self.is_moved and _pays(self.count, self.candidates):
            known = {name: array for name, array in self.runners.items() if name in names}
            self.take_crowd(_build(_CROWD[dims], known)[0])

    def lay_index(self, index):
        if index is None:
            return
        if len(self.shape) != 1:
            raise ValueError(f"{self.who}: with index, columns must have one dimension")
        self.index = _inputs.numbers_side_by_side(self.who, "index", index, True).array
        if self.index.size and self.index.max() >= self.agents:
            raise Error(self.who, Result.INDEX, f"index: expected numbers below {self.agents}, the number of choosers, found "
                                                f"{self.index.max()}")
        self.how.index = _inputs.address(self.index)

    def output(self, out, name, kind, ranks=()):
        """Makes the array for an output, with one answer per chooser, or with one for each rank."""
        array = empty((self.agents, *ranks), kind)
        self.lay_output(out, name, array)
        return array

    def lay_output(self, out, name, array):
        lay(getattr(out, name), array, array.itemsize)

    def answer(self, array):
        """Returns the answers in the caller's shape, or a plain number for a single chooser."""
        if self.index is not None:
            return array[self.index]
        return array.reshape(self.shape + array.shape[1:])[()]


def _spans(parts, given, count):
    """Returns the columns, the first row and the end of each table, or of the single one."""
    return list(zip(parts.given, parts.ends, parts.ends[1:])) if parts is not None else [(given, 0, count)]


class _CallOfParts(_Call):
    """The same, with choosers or candidates in several tables."""

    def __init__(self, function, tables, columns, how, by, crowd, index, reads_beside_crowd, chaser_parts, runner_parts):
        self.who, self.dims, self.how, self.inputs, self.index = function.name, function.dims, how, function.Inputs(), None
        _check_crowd(function, crowd)
        needs_runners = crowd is None or reads_beside_crowd
        if tables and chaser_parts is not None and (runner_parts is not None or not needs_runners):
            raise TypeError(f"{self.who}: the tables are in chaser_parts and runner_parts; expected no other table")
        self.function, self.is_moved, self.memory, self.held, self.outs = function, False, None, [], None
        shared = _shared(function, columns)
        own = shared.pop("self", None)
        given = {}
        for side, parts in (("chaser", chaser_parts), ("runner", runner_parts)):
            if parts is None:
                names = function.of_side(side)
                given[side] = {name: value for name, value in shared.items() if name in names}
                if side == "chaser" or needs_runners:
                    _tables.take(self.who, names, function.optional, tables, given[side])
                    function.refuse_missing(given[side], by, (side,), tables)
                given[side] = {name: value for name, value in given[side].items() if value is not None}
                _tables.check_indexes(self.who, list(given[side].items()))
        own = given.get("chaser", {}).pop("self", own)
        self.choosers = None if chaser_parts is None else _Parts(function, "chaser", chaser_parts, shared, by)
        self.candidate_parts = None if runner_parts is None else _Parts(function, "runner", runner_parts, shared, by)
        double = (crowd is not None and crowd.has_doubles) or any(
            parts.has_doubles() for parts in (self.choosers, self.candidate_parts) if parts is not None)
        arrays = function.read({name: value for side, columns in given.items() if side == "chaser" or runner_parts is None
                                for name, value in columns.items()}, double=double)
        self.runners = {name: array for name, array in arrays.items() if function.columns[name]["side"] == "runner"}
        if chaser_parts is None:
            self.lay_choosers({name: array for name, array in arrays.items() if name not in self.runners})
        else:
            self.agents, self.shape = len(self.choosers), (len(self.choosers),)
        self.lay_index(index)
        how.count = self.count = self.agents if self.index is None else len(self.index)
        if runner_parts is not None:
            self.candidates = len(self.candidate_parts)
            self.candidate_parts.lay(how)
            if crowd is not None and len(crowd) != self.candidates:
                raise ValueError(f"{self.who}: the crowd was built of {len(crowd)} candidates; runner_parts have {self.candidates}")
            if crowd is not None:
                self.take_crowd(crowd._built[0])
        elif crowd is not None:
            self.lay_crowd(*crowd._built, reads_beside_crowd)
        else:
            how.runner_count = self.candidates = self.lay_candidates()
        self.lay_self(own, given, crowd)
        if self.choosers is not None:
            self.outs = [getattr(function, "Outputs", ColumnOut)() for _ in self.choosers.arrays]
            self.choosers.lay(how, outs=self.outs)

    def lay_self(self, own, given, crowd):
        """Gives each chooser its own row among the candidates: as stated, or if both sides have the same table."""
        if own is None and self.choosers is not None and any("self" in one for one in self.choosers.given):
            return
        if own is None:
            rows = self.same_rows(given, crowd)
        elif isinstance(own, (bool, np.bool_)):
            rows = self.stated_rows(own)
        else:
            rows = self.function.read_one("row", "self", own)
        if self.choosers is not None:
            self.choosers.share("self", rows)
        else:
            self.held.append(_lay_flat(self.inputs.self, rows, self.shape))

    def same_rows(self, given, crowd):
        """Returns the own rows of choosers whose table is also a table of candidates or a part of one, and NO_ROW for the
        others. The first such table of candidates counts."""
        candidates, table = self.candidate_parts, given.get("runner")
        if candidates is None and crowd is not None:
            candidates, table = (crowd._given, None) if isinstance(crowd._given, _Parts) else (None, crowd._given)
        rows = np.full(self.agents, _inputs.NO_ROW, np.uint32)
        for chooser, first, end in _spans(self.choosers, given.get("chaser"), self.agents):
            for candidate, other, last in _spans(candidates, table, self.candidates):
                places = [(chooser.get(f"chaser_{axis}"), candidate.get(f"runner_{axis}")) for axis in "xyz"[:self.dims]]
                found = _selves.rows_among(places, last - other)
                if found is not None:
                    found = np.broadcast_to(found, self.shape if self.choosers is None else end - first).ravel()
                    is_new = (found != _inputs.NO_ROW) & (rows[first:end] == _inputs.NO_ROW)
                    rows[first:end][is_new] = found[is_new] + np.uint32(other)
        return rows.reshape(self.shape)

    def has_doubles(self, names):
        structs = [self.inputs] if self.choosers is None else []
        for parts in (self.choosers, self.candidate_parts):
            structs += parts.inputs if parts is not None and hasattr(parts, "inputs") else []
        return any(getattr(struct, name).type == Element.DOUBLE for struct in structs for name in names)

    def make_crowd(self, dims, names):
        if self.candidate_parts is None:
            super().make_crowd(dims, names)
        elif self.memory is None and not self.is_moved and _pays(self.count, self.candidates):
            self.take_crowd(self.candidate_parts.build(dims, names)[0])
            self.candidate_parts.lay(self.how)

    def lay_output(self, out, name, array):
        if self.outs is None:
            super().lay_output(out, name, array)
        for at, struct in enumerate(self.outs or ()):
            mine = array[self.choosers.rows(at)]
            lay(struct if isinstance(struct, ColumnOut) else getattr(struct, name), mine, mine.itemsize)


def _shared(function, columns):
    """Returns the columns that the caller gave by keyword. All tables of a list share them."""
    given = collect(function.name, list(function.columns), function.optional, function.options, (), dict(columns))
    return {name: value for name, value in given.items() if value is not None}


def _call(function, tables, columns, how, by, crowd, index, parts, reads_beside_crowd=False):
    """Returns the call. `parts` are the tables of choosers and those of candidates, or None."""
    if parts == (None, None) and not isinstance(getattr(crowd, "_given", None), _Parts):
        return _Call(function, tables, columns, how, by, crowd, index, reads_beside_crowd)
    return _CallOfParts(function, tables, columns, how, by, crowd, index, reads_beside_crowd, *parts)


def _candidate_names(dims, by):
    """Returns the names of the crowd columns that a search by this cost reads. Fewer columns are faster."""
    return {name for name, column in _CROWD[dims].columns.items() if by in column["read_by"]}


def _framed(function, tables, index, answer):
    return answer if index is not None or not tables else _tables.framed(tables, function.of_side("chaser"), True, answer)


def _see(call, walls, sight_points):
    """Gives the call the walls that hide candidates, and the number of points of a candidate that can be seen."""
    call.how.sight_points = _whole(call.who, "sight_points", sight_points, 1)
    if walls is not None:
        _take_walls(call, walls)


def _choose(dims, tables, columns, best, by, crowd, index, parts, walls=None, sight_points=1):
    function, how, out = _CHOOSE[dims], _Choice(), _CHOOSE[dims].Outputs()
    many = _whole(function.name, "best", best, 1)
    if many > _BEST_MOST:
        raise ValueError(f"{function.name}: best: expected 1 to {_BEST_MOST}, found {many}")
    how.best = many
    how.cost = _number_of(function.name, "way_cost", "by", function.texts["costs"], by)
    call = _call(function, tables, columns, how, by, crowd, index, parts)
    _see(call, walls, sight_points)
    call.make_crowd(dims, _candidate_names(dims, by))
    ranks = {}
    for name in function.outputs:
        if name == "status":
            continue
        ranks[name] = call.output(out, name, function.kinds[name], (many,))
    status = call.output(out, "status", _int)
    function.call(call.inputs, out, how)
    answers = {name: call.answer(array if many > 1 else array[:, 0]) for name, array in ranks.items()}
    answers["status"] = call.answer(status.view(StatusArray))
    return _framed(function, tables, index, function.Answers(**answers))


def choose2d(*tables, best=1, by="distance", crowd=None, walls=None, sight_points=1, index=None, chaser_parts=None,
             runner_parts=None, **columns):
    return _choose(2, tables, columns, best, by, crowd, index, (chaser_parts, runner_parts), walls, sight_points)


def choose3d(*tables, best=1, by="distance", crowd=None, index=None, chaser_parts=None, runner_parts=None, **columns):
    return _choose(3, tables, columns, best, by, crowd, index, (chaser_parts, runner_parts))


def crowd2d(*tables, runner_parts=None, **columns):
    return Crowd(2, tables, columns, runner_parts)


def crowd3d(*tables, runner_parts=None, **columns):
    return Crowd(3, tables, columns, runner_parts)


# Neighbours ---------------------------------------------------------------------------------------------------------


def _first_guess(count, most):
    """Returns the number of elements to allocate on the first try. While a list is being made, it needs
    twice the memory of its elements, and four lists are made at a time."""
    return min(count * most, 16 * count + 4096) + 8 * min(most, 4096)


class _Sorted:
    """Memory of the library for the elements of sorted lists."""

    def __init__(self, function):
        self.Answers = function.Answers

    def lay(self, to, capacity):
        self.elements = empty((capacity,), _ELEMENT)
        to.list = _inputs.address(self.elements)

    def answers(self, used):
        return self.elements["row"][:used].copy(), self.elements["distance"][:used].copy()


class _Unsorted:
    """The same, of lists that hold rows and squared distances."""

    def __init__(self, function):
        self.Answers = function.Unsorted

    def lay(self, to, capacity):
        to.unsorted, self.row, self.square = 1, empty((capacity,), _int), empty((capacity,), _single)
        to.rows, to.squares = _inputs.address(self.row), _inputs.address(self.square)

    def answers(self, used):
        return self.row[:used].copy(), self.square[:used].copy()


def _unsorted_answers(function):
    names = ["square" if name == "distance" else name for name in function.kinds]
    answers = namedtuple(_choosing_text.title(function.texts) + "Unsorted", names, module="waylay")
    answers.__doc__ = f"Answers of {function.name} with unsorted=True: {', '.join(names)}."
    return answers


for _near in _NEAR.values():
    _near.Unsorted = _unsorted_answers(_near)


def _neighbours(dims, tables, columns, most, crowd, index, parts=(None, None), walls=None, sight_points=1, unsorted=False):
    function, how, to = _NEAR[dims], _Choice(), _Neighbours()
    call = _call(function, tables, columns, how, None, crowd, index, parts)
    _see(call, walls, sight_points)
    call.make_crowd(dims, _candidate_names(dims, "distance"))
    to.most = _whole(function.name, "most", most)
    if unsorted and to.most > 0:
        raise ValueError(f"{function.name}: most: the nearest ones need sorted lists, found most={most} with unsorted=True")
    status = call.output(to, "status", _int)
    memory = (_Unsorted if unsorted else _Sorted)(function)
    pieces, offset, done = [], np.zeros(call.count + 1, _word), 0
    capacity = _first_guess(call.count, min(to.most or call.candidates, call.candidates))
    while True:
        memory.lay(to, capacity)
        to.capacity, to.offset = capacity, _inputs.address(offset) + 8 * done
        how.first, how.count = done, call.count - done
        before = offset[done]
        result = function.call(call.inputs, how, to, allowed=Result.CAPACITY)
        used = int(offset[done + to.answered])
        pieces.append(memory.answers(used))
        offset[done:done + to.answered + 1] += before
        done += to.answered
        if not result:
            break
        capacity = to.needed - used
    row, distance = (parts[0] if len(parts) == 1 else np.concatenate(parts) for parts in zip(*pieces))
    return memory.Answers(row, distance, offset.view(np.int64), call.answer(status.view(StatusArray)))


def neighbours2d(*tables, most=0, unsorted=False, crowd=None, walls=None, sight_points=1, index=None, chaser_parts=None,
                 runner_parts=None, **columns):
    return _neighbours(2, tables, columns, most, crowd, index, (chaser_parts, runner_parts), walls, sight_points, unsorted)


def neighbours3d(*tables, most=0, unsorted=False, crowd=None, index=None, chaser_parts=None, runner_parts=None, **columns):
    return _neighbours(3, tables, columns, most, crowd, index, (chaser_parts, runner_parts), unsorted=unsorted)


def _offsets(who, offset, elements):
    """Returns the offsets at which lists begin, for the library. Offsets beyond the elements are errors."""
    array, nulls = _inputs._read(who, "offset", offset)
    if nulls is not None or array.dtype.kind not in "iu":
        raise Error(who, Result.TYPE, f"offset: expected integers, found {array.dtype if nulls is None else 'a null'}")
    array = np.ascontiguousarray(array.astype(np.int64))
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{who}: offset has one dimension, and a number more than there are lists")
    if array[0] < 0 or (array[1:] < array[:-1]).any():
        raise Error(who, Result.COUNT, "offset: expected numbers of 0 or more that do not decrease")
    if array[-1] > elements:
        raise ValueError(f"{who}: offset leads to {array[-1]}; there are {elements} elements")
    return array


# Avoidance ----------------------------------------------------------------------------------------------------------


def _lend(call, lists):
    """Gives the call the lists of candidates to avoid. `lists` has rows, distances and offsets, as
    neighbours2d and neighbours3d return them."""
    if isinstance(lists, tuple(near.Unsorted for near in _NEAR.values())):
        raise TypeError(f"{call.who}: neighbours: expected sorted lists, whose first elements are the nearest; found "
                        f"{type(lists).__name__}")
    try:
        row, _, offset, *_ = lists
    except (TypeError, ValueError):
        lists = call.who.replace("avoid", "neighbours")
        raise TypeError(f"{call.who}: neighbours are what {lists} answers: row, distance, offset") from None
    row = _inputs.numbers_side_by_side(call.who, "row", row).array
    offset = _offsets(call.who, offset, len(row))
    if len(offset) != call.count + 1:
        raise ValueError(f"{call.who}: there are {len(offset) - 1} lists of neighbours, and {call.count} agents")
    elements = np.zeros(len(row), _ELEMENT)
    elements["row"] = row
    lent = _Neighbours(list=_inputs.address(elements), capacity=len(row), offset=_inputs.address(offset), answered=call.count)
    call.held += [lent, elements, offset]
    call.how.neighbours = ctypes.addressof(lent)


_WALLS_OF_A_TREE = 64  # with this many walls or more, a search in a tree is faster than a loop over all walls


def _lay_walls(call, walls, tree, origin):
    call.walls, call.is_moved = (walls, tree), any(origin)  # keeps both arrays alive
    lay_walls(call.how, walls, tree, origin)


def _take_walls(call, given):
    """Gives the call the walls, with a tree if the caller gave one or if there are many walls. Returns a
    function that gives the call the walls' present values, or None."""
    may_move = call.has_doubles([name for name, column in _BY_NAME[call.who].columns.items() if column["axis"]])
    if isinstance(given, _inputs.WallTree):
        _lay_walls(call, *given.present(may_move))
        return lambda: _lay_walls(call, *given.present(may_move))

    def lay():
        read, origin = _inputs.list_of_walls(call.who, given, may_move)
        tree = _inputs.make_wall_tree(call.who, read.array) if len(read.array) >= _WALLS_OF_A_TREE else None
        _lay_walls(call, read.array, tree, origin)
        return read, tree

    read, tree = lay()
    if read.copied:
        return lay
    return None if tree is None else lambda: _inputs.make_wall_tree(call.who, read.array, tree)


def _crowd_columns(dims):
    return {"runner_mask", "runner_world"} | {f"runner_{axis}" for axis in "xyz"[:dims]}


def _lay_avoidance(dims, tables, columns, most, crowd, index, walls, prepared, parts=(None, None)):
    """Prepares a call. Returns the call, the struct of its outputs, the arrays of its answers, and a function
    that reads its walls again, or None."""
    function, how, out = _AVOID[dims], _Avoidance(), _AVOID[dims].Outputs()
    if prepared:
        call = _Call(function, tables, columns, how, None, crowd, index, True, True)
    else:
        call = _call(function, tables, columns, how, None, crowd, index, parts, True)
    how.most = _whole(function.name, "most", most)
    renew_walls = None if walls is None else _take_walls(call, walls)
    return call, out, [call.output(out, name, function.kinds[name]) for name in function.outputs], renew_walls


def _avoid(dims, tables, columns, most, crowd, neighbours, index, parts, walls=None):
    function = _AVOID[dims]
    if crowd is not None and neighbours is not None:
        raise TypeError(f"{function.name}: crowd or neighbours, not both")
    call, out, answers, renew_walls = _lay_avoidance(dims, tables, columns, most, crowd, index, walls, False, parts)
    if neighbours is not None:
        _lend(call, neighbours)
    else:
        call.make_crowd(dims, _crowd_columns(dims))
    function.call(call.inputs, out, call.how)
    return _framed(function, tables, index, function.Answers(*map(call.answer, function.with_names(answers))))


class PreparedAvoidance:
    """An avoidance whose columns are fixed. Each time you call it, it reads the present values of the columns and walls, and
    writes the answers to the arrays of `result`. A crowd that was passed has the values of its last build()."""

    __slots__ = ("result", "_call", "_given", "_function", "_out", "_crowd", "_renew_walls", "_builds", "__weakref__")

    def __init__(self, dims, tables, columns, most, crowd, walls):
        options = {"most": most, "crowd": crowd, "walls": walls}
        self._given = tables, {**columns, **{name: value for name, value in options.items() if value is not None}}
        self._function = _AVOID[dims]
        self._call, self._out, answers, self._renew_walls = _lay_avoidance(dims, tables, columns, most, crowd, None, walls, True)
        call = self._call
        if len(call.shape) != 1:
            raise ValueError(f"{call.who}: columns of a prepared call have one dimension, not {len(call.shape)}")
        self._builds = crowd is None and not call.is_moved and _pays(call.count, call.candidates)
        if self._builds:
            crowd = Crowd(dims, (), {name: array for name, array in call.runners.items() if name in _crowd_columns(dims)})
        self._crowd = crowd
        self.result = self._function.Answers(*self._function.with_names(answers))

    def __call__(self):
        call = self._call
        if self._builds:
            self._crowd.build()
        if self._crowd is not None:
            call.take_crowd(self._crowd._built[0])
        if self._renew_walls:
            self._renew_walls()
        self._function.call(call.inputs, self._out, call.how)
        return self.result

    def __reduce__(self):
        tables, columns = self._given
        own = self._call.own  # a pickle copies views, so columns that were the same may be others afterwards
        return prepare_again, (self._call.who, tables, {**columns, "self": own})

    def __repr__(self):
        return f"<waylay: {self._call.who} prepared for {self._call.count} agents>"


def avoid2d(*tables, most=0, walls=None, crowd=None, neighbours=None, index=None, chaser_parts=None, runner_parts=None,
            **columns):
    return _avoid(2, tables, columns, most, crowd, neighbours, index, (chaser_parts, runner_parts), walls)


def avoid3d(*tables, most=0, crowd=None, neighbours=None, index=None, chaser_parts=None, runner_parts=None, **columns):
    return _avoid(3, tables, columns, most, crowd, neighbours, index, (chaser_parts, runner_parts))


def _prepare_avoid2d(*tables, most=0, walls=None, crowd=None, **columns):
    return PreparedAvoidance(2, tables, columns, most, crowd, walls)


def _prepare_avoid3d(*tables, most=0, crowd=None, **columns):
    return PreparedAvoidance(3, tables, columns, most, crowd, None)


avoid2d.prepare, avoid3d.prepare = _prepare_avoid2d, _prepare_avoid3d


# Assignment ---------------------------------------------------------------------------------------------------------


def _matrix(value):
    """Returns the numbers of a DataFrame, which is a matrix here, not a table of columns. Other values stay unchanged."""
    return value.to_numpy() if _tables.is_frame(value) else value


def _check_matrices(given):
    """Refuses DataFrames whose rows have other labels than the choosers' columns, or whose columns have other labels than the
    candidates' columns. With `row`, a matrix has one list of candidates in each row, and its columns are no candidates."""
    function, frames = _ASSIGN, [(name, value) for name, value in given.items() if _tables.is_frame(value)]
    if not frames:
        return
    of_side = {side: [(name, getattr(given[name], "index", None)) for name, column in function.columns.items()
                      if column["side"] == side] for side in ("chaser", "runner")}
    _tables.check_labels(function.name, [(name, getattr(value, "index", None)) for name, value in frames] + of_side["chaser"])
    columns = [(f"the columns of {name}", getattr(value, "columns", None)) for name, value in frames]
    _tables.check_labels(function.name, columns + (of_side["runner"] if given["row"] is None else []))


def _read_sharing(given):
    _check_matrices(given)
    return _ASSIGN.read(_ASSIGN.collect((), {name: _matrix(value) for name, value in given.items()}))


def _fits(shape, own):
    """Returns True if an array of this shape broadcasts to the shape `own`."""
    return len(shape) <= len(own) and all(a in (1, b) for a, b in zip(shape[::-1], own[::-1]))


def _lists(arrays, offset):
    """Returns (the shape of the elements, the number of lists, the elements per list or None, the offsets or None)."""
    who = _ASSIGN.name
    shape = common_shape(who, [(arrays[name], name) for name in ("cost", "row", "listed_damage") if name in arrays])
    if offset is None and len(shape) != 2:
        raise ValueError(f"{who}: costs of {len(shape)} dimensions; lists are the rows of a matrix, or have an offset")
    if offset is not None:
        if len(shape) != 1:
            raise ValueError(f"{who}: costs of {len(shape)} dimensions; with an offset they have one")
        offset = _offsets(who, offset, shape[0])
        return shape, len(offset) - 1, None, offset
    if shape[1] == 0:  # each = 0 without offsets would mean one element per candidate
        offset = np.zeros(shape[0] + 1, np.int64)
    return shape, shape[0], shape[1], offset


def _named(row):
    """Returns the smallest number of candidates for which all these rows exist. A row of -1 is no
    candidate."""
    row = row[row <= 0x7FFFFFFF]
    return int(row.max()) + 1 if row.size else 0


def _candidates(arrays, stated, each, offset):
    """Returns the number of candidates. If several arguments state this number, they must agree."""
    who, known = _ASSIGN.name, {}
    if stated is not None:
        known["candidates"] = _whole(who, "candidates", stated)
    for name in ("health", "capacity", "at_least", "runner_world"):
        if name in arrays and arrays[name].ndim:
            if arrays[name].ndim != 1:
                raise ValueError(f"{who}: {name} has one dimension")
            known[name] = len(arrays[name])
    if "row" not in arrays and each is not None and not ("runner_world" in arrays and arrays["runner_world"].ndim):
        known["the matrix of costs"] = each
    if len(set(known.values())) > 1:
        raise ValueError(f"{who}: how many candidates? " + ", ".join(f"{name}: {count}" for name, count in known.items()))
    if known:
        return next(iter(known.values()))
    return _named(arrays["row"]) if "row" in arrays else int(np.diff(offset).max(initial=0))


def assign(cost, row=None, *, offset=None, capacity=None, damage=None, listed_damage=None, health=None, present=None,
           bonus=None, unserved=None, at_least=None, chaser_world=None, runner_world=None, candidates=None, least="sum",
           **unknown):
    function, how, inputs, out = _ASSIGN, _Assignment(), _ASSIGN.Inputs(), _ASSIGN.Outputs()
    if unknown:
        hint = "; for the largest sum, pass the costs with the other sign" if "maximize" in unknown else ""
        names = [name for name in inspect.signature(assign).parameters if name != "unknown"]
        raise TypeError(f"assign: no argument {next(iter(unknown))!r}; expected {', '.join(names)}{hint}")
    how.aim = _number_of(function.name, "way_aim", "least", tuple(description["types"]["way_aim"]["values"]), least)
    arrays = _read_sharing(dict(cost=cost, row=row, capacity=capacity, damage=damage, listed_damage=listed_damage,
                                health=health, present=present, bonus=bonus, unserved=unserved, at_least=at_least,
                                chaser_world=chaser_world, runner_world=runner_world))
    shape, count, each, offset = _lists(arrays, offset)
    how.count, how.runner_count, how.each = count, _candidates(arrays, candidates, each, offset), each or 0
    shapes = {**dict.fromkeys(("damage", "present", "bonus", "unserved", "chaser_world"), (count,)),
              **dict.fromkeys(("capacity", "health", "at_least", "runner_world"), (how.runner_count,))}
    held = []
    for name, array in arrays.items():
        own = shapes.get(name, shape)
        if not _fits(array.shape, own):
            raise ValueError(f"{function.name}: {name}: expected the shape {own}, found {array.shape}")
        held.append(_lay_flat(getattr(inputs, name), array, own))
    elements = math.prod(shape)
    if offset is not None:
        how.offset, elements = _inputs.address(offset), int(offset[-1] - offset[0])
    size = lib.way_assign_bytes(count, how.runner_count, elements)
    memory = empty((-(-size // 8),), _word)
    how.memory, how.bytes = _inputs.address(memory), memory.nbytes
    answers = []
    for name in function.outputs:
        answers.append(empty((count,), function.kinds[name]))
        lay(getattr(out, name), answers[-1], answers[-1].itemsize)
    function.call(inputs, out, how)
    return function.Answers(*function.with_names(answers), how.served, how.sum, how.largest, how.gap, how.most,
                            how.unmet)


# Waypoints ----------------------------------------------------------------------------------------------------------


def waypoints2d(*tables, index=None, **columns):
    function, how, out = _WAYPOINTS, _Waypoints(), _WAYPOINTS.Outputs()
    call = _Call(function, tables, columns, how, None, None, index)
    how.capacity = lib.way_waypoints2d_capacity(ctypes.byref(call.inputs), ctypes.byref(how))
    offset = np.zeros(call.count + 1, _word)
    how.offset = _inputs.address(offset)
    place = _double if call.has_doubles(("x", "y", "target_x", "target_y")) else _single
    answers = []
    for name in function.outputs[:-1]:
        answers.append(empty((how.capacity,), place if name in ("next_x", "next_y") else _single))
        lay(getattr(out, name), answers[-1], answers[-1].itemsize)
    status = call.output(out, "status", _int)
    function.call(call.inputs, out, how)
    return function.Answers(*answers, offset.view(np.int64), call.answer(status.view(StatusArray)))


# Conflicts ----------------------------------------------------------------------------------------------------------


def _conflicts(function, tables, columns):
    how, out = _Conflicts(), function.Outputs()
    call = _Call(function, tables, columns, how)
    size = getattr(lib, f"way_{function.name}_bytes")(call.count)
    memory, offset = np.empty(size // 8 + 1, np.uint64), np.zeros(call.count + 1, _word)
    how.agent_count, how.memory, how.bytes = call.count, _inputs.address(memory), size
    how.offset, how.capacity, result = _inputs.address(offset), call.count, None
    status = call.output(out, "status", _int)
    while result != Result.OK:
        answers = []
        for name in function.outputs[:-1]:
            answers.append(empty((how.capacity,), function.kinds[name]))
            lay(getattr(out, name), answers[-1], answers[-1].itemsize)
        result = function.call(call.inputs, out, how, allowed=Result.CAPACITY)
        how.capacity = how.needed
    found = int(offset[-1])
    return function.Answers(*(array[:found] for array in answers), offset.view(np.int64),
                            call.answer(status.view(StatusArray)))


def conflicts2d(*tables, **columns):
    return _conflicts(_CONFLICTS[2], tables, columns)


def conflicts3d(*tables, **columns):
    return _conflicts(_CONFLICTS[3], tables, columns)


# Rays ---------------------------------------------------------------------------------------------------------------


def cast2d(*tables, walls=None, any=False, crowd=None, index=None, **columns):
    function, how, out = _CAST, _Cast(), _CAST.Outputs()
    given = function.collect(tables, columns, needs_runners=False)
    discs = [name for name, column in function.columns.items() if column["side"] == "runner"]
    has_discs = crowd is not None or not given.keys().isdisjoint(discs)
    call = _Call(function, (), given, how, None, crowd, index, True, needs_runners=has_discs)
    how.any = 1 if any else 0
    if walls is not None:
        _take_walls(call, walls)
    call.make_crowd(2, _crowd_columns(2))
    place = _double if call.has_doubles(("x", "y")) else _single
    answers = [call.output(out, name, place if name in ("point_x", "point_y") else function.kinds[name])
               for name in function.outputs]
    function.call(call.inputs, out, how)
    return function.Answers(*map(call.answer, function.with_names(answers)))


_TRIANGLES_OF_A_TREE = 16  # with this number of triangles or more, a search in a tree takes less time


def _among_triangles(name, places, tables, columns, triangles, any, index):
    function, how = _IN_SPACE[name], _CastTriangles()
    out = function.Outputs()
    call = _Call(function, tables, columns, how, index=index, needs_runners=False)
    how.any = 1 if any else 0
    memory, origin = None, (0.0, 0.0, 0.0)
    if isinstance(triangles, _inputs.TriangleTree):
        given, memory, origin = triangles.built
    else:
        given, origin = _inputs.list_of_triangles(name, [] if triangles is None else triangles)
        if len(given) >= _TRIANGLES_OF_A_TREE:
            given, memory, origin = _inputs.TriangleTree(triangles).built
    how.triangles, how.triangle_count = _inputs.address(given), len(given)
    how.triangle_tree = None if memory is None else _inputs.address(memory)
    how.triangle_origin_x, how.triangle_origin_y, how.triangle_origin_z = origin
    place = _double if call.has_doubles(places) else _single
    answers = [call.output(out, one, place if one.startswith("point_") else function.kinds[one])
               for one in function.outputs]
    function.call(call.inputs, out, how)
    return function.Answers(*map(call.answer, function.with_names(answers)))


def cast3d(*tables, triangles=None, any=False, index=None, **columns):
    return _among_triangles("cast3d", ("x", "y", "z"), tables, columns, triangles, any, index)


def sweep3d(*tables, triangles=None, any=False, index=None, **columns):
    return _among_triangles("sweep3d", ("ball_x", "ball_y", "ball_z"), tables, columns, triangles, any, index)


# Bodies -------------------------------------------------------------------------------------------------------------


def bounce_all2d(*tables, walls=None, most_events=0, **columns):
    function, how, out = _BODIES, _Bodies(), _BODIES.Outputs()
    call = _Call(function, tables, columns, how)
    how.most_events = _whole(function.name, "most_events", most_events)
    if walls is not None:
        _take_walls(call, walls)
    memory = empty((-(-lib.way_bounce_all2d_bytes(call.count) // 8),), _word)
    how.memory, how.bytes = _inputs.address(memory), memory.nbytes
    number = _double if call.has_doubles(("ball_x", "ball_y", "ball_vx", "ball_vy")) else _single
    answers = [call.output(out, name, number if function.types[name] == "float" else _int)
               for name in function.outputs]
    function.call(call.inputs, out, how)
    return function.Answers(*map(call.answer, function.with_names(answers)), how.events, how.time)


def _say(function):
    """Sets the function's signature and docstring."""
    texts = _ALL[function.__name__]
    if function is not assign:
        function.__signature__ = _choosing_text.signature(texts)
    function.__doc__ = _choosing_text.docstring(texts)
    function.__module__ = "waylay"
    if texts["outputs"]:
        function.Result = _BY_NAME[texts["name"]].Answers
    prepare = getattr(function, "prepare", None)
    if prepare:
        prepare.__name__, prepare.__qualname__, prepare.__module__ = "prepare", f"{function.__name__}.prepare", "waylay"
        prepare.__signature__ = _choosing_text.signature(_choosing_text.prepared(texts))
        prepare.__doc__ = _text.PREPARE


find_part.__module__ = "waylay"
FUNCTIONS = (choose2d, choose3d, crowd2d, crowd3d, neighbours2d, neighbours3d, avoid2d, avoid3d, assign, waypoints2d,
             conflicts2d, conflicts3d, cast2d, cast3d, sweep3d, bounce_all2d)
for _one in FUNCTIONS:
    _say(_one)
