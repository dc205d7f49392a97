"""Makes fields, the paths over a grid, and follows them."""

import ctypes
import operator

import numpy as np

from . import _inputs, _tables
from ._calls import common_shape, lay
from ._library import Column, ColumnOut, Error, Result, StatusArray, _struct, lib, refused

_size, _pointer, _word = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_uint32
_How = _struct("way_field", {"width": _word, "height": _word, "costs": _pointer, "goals": _pointer, "goal_count": _size,
                             "field_count": _word, "straight": _word, "diagonal": _word, "cut_corners": ctypes.c_int32,
                             "clearances": _pointer, "cost": _pointer, "next": _pointer, "status": _pointer,
                             "memory": _pointer, "bytes": _size, "fault": _pointer})
_INPUTS = ("chaser_x", "chaser_y", "chaser_speed", "field", "goal_x", "goal_y", "dt")
_In = _struct("way_follow2d_in", dict.fromkeys(_INPUTS, Column))
_Out = _struct("way_follow2d_out", dict.fromkeys(("velocity_x", "velocity_y", "status"), ColumnOut))
_Following = _struct("way_following", {"count": _size, "field": _pointer, "cell": ctypes.c_float,
                                       "origin_x": ctypes.c_double, "origin_y": ctypes.c_double, "sight": _word,
                                       "fault": _pointer})
_GOAL, _GOALS_SAID = ("x", "y", "cost", "field"), "whole numbers, 0 or more"
_MOST_CELLS, _MOST_COST, _MOST_FIELDS = 16000, 4000000000, 1 << 16  # the first two are limits of the library
_PLACES = ("chaser_x", "chaser_y", "goal_x", "goal_y")
lib.way_field2d_bytes.restype, lib.way_field2d_bytes.argtypes = _size, [_word, _word]
for _one in (lib.way_field2d, lib.way_field2d_update, lib.way_follow2d):
    _one.restype = ctypes.c_int


def _call(name, function, how, *arguments):
    fault = ctypes.c_char_p()
    how.fault = ctypes.addressof(fault)
    result = function(*arguments)
    if result != Result.OK:
        raise Error(name, result, refused(fault, result))


def _whole(who, name, value, low, high):
    try:
        whole = operator.index(value)
    except TypeError:
        whole = int(value) if isinstance(value, (float, np.floating)) and value == np.floor(value) else None
    if whole is None or not low <= whole <= high:
        raise Error(who, Result.COUNT, f"{name}: expected a whole number from {low} to {high}, found {value!r}")
    return whole


def _cells(who, name, value, high, said):
    """Reads an array of whole numbers from 0 to `high`. A null is an error. `said` describes the numbers in the message."""
    if _tables.is_frame(value):
        value = value.to_numpy()  # a DataFrame is a matrix here
    array, nulls = _inputs._read(who, name, value)
    found = "a null" if nulls is not None else None
    if found is None and array.dtype.kind not in "iufb":
        found = _inputs._kind_of(array, to='"int64"')
    if found is None and array.dtype.kind != "b":
        with np.errstate(invalid="ignore"):
            wrong = array[~((array >= 0) & (array <= high) & (array == np.floor(array)))]
        found = wrong[0] if wrong.size else None
    if found is not None:
        raise ValueError(f"{who}: {name}: expected {said}, found {found}")
    return array


def _grid(who, value):
    return _cells(who, "costs", value, 255, "whole numbers from 0 to 255")


def _goals(value):
    """Returns rows of x, y, cost and field, and whether the caller gave the fields."""
    table = _tables.columns_by_name("field2d", "goals", value, _GOAL[:2], _GOAL[2:])
    if table is None:
        rows = _cells("field2d", "goals", value, 0xffffffff, _GOALS_SAID)
        rows = rows.reshape(0, 2) if rows.shape == (0,) else np.atleast_2d(rows)
        if rows.ndim != 2 or not 2 <= rows.shape[1] <= 4:
            raise ValueError(f"field2d: goals: expected rows of x, y, cost and field, found the shape {rows.shape}")
        given = dict(zip(_GOAL, rows.T))
    else:
        given = {name: _cells("field2d", f"goals: {name}", column, 0xffffffff, _GOALS_SAID) for name, column in table}
    shape = common_shape("field2d", [(column, f"goals: {name}") for name, column in given.items()])
    if len(shape) > 1:
        raise ValueError(f"field2d: goals: expected columns of one dimension, found the shape {shape}")
    goals = np.zeros((*(shape or (1,)), 4), np.uint32)
    for name, column in given.items():
        goals[:, _GOAL.index(name)] = column
    return goals, "field" in given


def _check_goals(goals, width, height):
    for name, column, most in zip(_GOAL, goals.T, (width - 1, height - 1, _MOST_COST, _MOST_FIELDS - 1)):
        if column.max(initial=0) > most:
            raise Error("field2d", Result.INDEX, f"goals: {name}: expected at most {most}, found {column.max()}")


def _finite(name, value, shape, said, above=-np.inf):
    """Reads a number or numbers of follow2d. `said` describes what is expected in the message."""
    numbers = _inputs._numbers_or_nan("follow2d", name, value)
    if numbers.shape != shape or not (np.isfinite(numbers) & (numbers > above)).all():
        raise ValueError(f"follow2d: {name}: expected {said}, found {value!r}")
    return numbers.tolist()


def _read_only(array):
    array = array.view()
    array.flags.writeable = False
    return array


class Field:
    """A field of a grid, from `field2d`.

    cost[y, x]: what the cheapest path from a cell to a goal costs; -1 if there is none.
    next[y, x]: the next step on it, 0 to 7, counted from +x towards +y; 8: a goal; -1: no path; read-only.
    status: met, no_target (no goal is in an open cell) or out_of_range.
    With several fields, all three have one more dimension, the first one. `update` repairs a single field."""

    def __init__(self, costs, goals, costs_of_steps, clearance, cut_corners):
        costs = _grid("field2d", costs)
        if costs.ndim != 2 or costs.size == 0:
            raise ValueError(f"field2d: costs: expected two dimensions and at least one cell, found the shape {costs.shape}")
        height, width = costs.shape
        if max(costs.shape) > _MOST_CELLS:
            raise ValueError(f"field2d: costs: expected at most {_MOST_CELLS} rows and columns, found the shape {costs.shape}")
        self._costs = np.array(costs, np.uint8, order="C")
        self._goals, has_fields = _goals(goals)
        _check_goals(self._goals, width, height)
        given = _inputs.numbers("field2d", "clearance", clearance)
        clearances = np.atleast_1d(np.asarray(given.array, np.float32))
        count = max(len(clearances), int(self._goals[:, 3].max(initial=0)) + 1)
        if clearances.shape not in ((1,), (count,)):
            raise ValueError(f"field2d: clearance: expected a number, or one for each of {count} fields, found {len(clearances)}")
        wrong = clearances[~((clearances >= 0) & (clearances <= 250))]
        if wrong.size:
            raise ValueError(f"field2d: clearance: expected 0 to 250, found {wrong[0]:g}")
        self._clearances = np.array(np.broadcast_to(clearances, (count,)))
        try:
            straight, diagonal = costs_of_steps
        except (TypeError, ValueError):
            raise ValueError("field2d: steps: expected the costs of a straight and of a diagonal step, found "
                             f"{costs_of_steps!r}") from None
        straight = _whole("field2d", "steps", straight, 1, 65535)
        diagonal = _whole("field2d", "steps", diagonal, straight, 2 * straight)
        self._single = np.ndim(given.array) == 0 and not has_fields
        self._cost = np.empty((count, height, width), np.uint32)
        self._next = np.empty((count, height, width), np.int8)
        self._status = np.empty(count, np.int32)
        size = lib.way_field2d_bytes(width, height)
        self._memory = np.empty(-(-size // 8), np.uint64)
        how = self._how = _How()
        how.width, how.height, how.field_count, how.cut_corners = width, height, count, bool(cut_corners)
        how.straight, how.diagonal = straight, diagonal
        how.costs, how.goals, how.goal_count = self._costs.ctypes.data, self._goals.ctypes.data, len(self._goals)
        how.clearances, how.cost, how.next = (array.ctypes.data for array in (self._clearances, self._cost, self._next))
        how.status, how.memory, how.bytes = self._status.ctypes.data, self._memory.ctypes.data, self._memory.nbytes
        _call("field2d", lib.way_field2d, how, ctypes.byref(how))

    def update(self, costs, x=0, y=0):
        """Writes `costs` (rows of cells) from the cell x, y on, and repairs the field."""
        costs = np.atleast_2d(_grid("update", costs))
        if costs.ndim > 2:
            raise ValueError(f"update: costs: expected rows of cells, found the shape {costs.shape}")
        if len(self._status) > 1:
            raise ValueError(f"update: expected a single field, found {len(self._status)}")
        x, y = (_whole("update", name, value, 0, _MOST_CELLS) for name, value in (("x", x), ("y", y)))
        rows, columns = costs.shape
        part = self._costs[y:y + rows, x:x + columns]
        if part.shape != costs.shape:
            raise ValueError(f"update: costs: {columns} x {rows} cells from {x}, {y} on are not all in the grid")
        kept = part.copy()
        part[:] = costs
        try:
            _call("update", lib.way_field2d_update, self._how, ctypes.byref(self._how), *map(_word, (x, y, columns, rows)))
        except Error:
            part[:] = kept
            raise

    @property
    def cost(self):
        cost = self._cost.astype(np.int64)
        cost[self._cost == 0xffffffff] = -1
        return cost[0] if self._single else cost

    @property
    def next(self):
        return _read_only(self._next[0] if self._single else self._next)

    @property
    def status(self):
        status = self._status.view(StatusArray)
        return status[0] if self._single else status


def field2d(costs, goals, *, steps=(5, 7), clearance=0, cut_corners=False):
    """Finds the cheapest paths from all cells of a grid to its goals, and returns a `Field`.

    costs        costs[y, x] of entering a cell, 0 to 255; 0 is a wall
    goals        rows of x, y, and optionally of the cost of the rest of the way and the number of the field, below 65536;
                 or a table with the columns x and y, and perhaps cost and field
    steps        costs of a straight and of a diagonal step, which are multiplied by the cost of the cell
    clearance    cells whose centres are nearer to a wall are closed; one number up to 250, or one for each field
    cut_corners  allows diagonal steps past one wall

    >>> waylay.field2d([[1, 1, 1], [1, 0, 1]], (2, 1)).cost.tolist()
    [[15, 10, 5], [20, -1, 0]]"""
    return Field(costs, goals, steps, clearance, cut_corners)


def _column(name, value):
    """Reads a column of follow2d. Plain numbers of positions become doubles."""
    read = (_inputs.entities if name == "field" else _inputs.numbers)("follow2d", name, value)
    return _inputs.plain_number("follow2d", name, read.array, name in _PLACES) if read.weak else read.array


def follow2d(paths, *, chaser_x, chaser_y, chaser_speed, field=None, goal_x=None, goal_y=None, dt=None, cell=1.0,
             origin=(0.0, 0.0), sight=0):
    """Returns the velocities with which agents follow a `Field`: velocity_x, velocity_y and the status. Pass the
    velocities to avoid2d as preferred_vx and preferred_vy.

    chaser_x, chaser_y, chaser_speed   position and speed of each agent
    field                              the number of its field
    goal_x, goal_y                     where it goes in the goal's cell; default: the centre
    dt                                 time until the next call, which limits the step
    cell, origin                       side of a cell, and corner of cell 0, 0
    sight                              how many cells ahead an agent looks for a shortcut, up to 64"""
    if not isinstance(paths, Field):
        raise TypeError(f"follow2d: paths: expected a Field, found {type(paths).__name__}")
    given = {name: value for name, value in zip(_INPUTS, (chaser_x, chaser_y, chaser_speed, field, goal_x, goal_y, dt))
             if value is not None}
    _tables.check_indexes("follow2d", list(given.items()))
    arrays = {name: _column(name, value) for name, value in given.items()}
    shape = common_shape("follow2d", [(array, name) for name, array in arrays.items()])
    inputs, out, how, held = _In(), _Out(), _Following(), []
    for name, array in arrays.items():
        held.append(np.ascontiguousarray(np.broadcast_to(array, shape)))
        lay(getattr(inputs, name), held[-1], held[-1].itemsize)
    answers = [np.empty(shape, np.float32), np.empty(shape, np.float32), np.empty(shape, np.int32)]
    for column, array in zip((out.velocity_x, out.velocity_y, out.status), answers):
        lay(column, array, array.itemsize)
    how.count, how.field = answers[0].size, ctypes.addressof(paths._how)
    how.cell = _finite("cell", cell, (), "a number above 0", 0)
    how.origin_x, how.origin_y = _finite("origin", origin, (2,), "a pair of numbers")
    how.sight = _whole("follow2d", "sight", sight, 0, 64)
    _call("follow2d", lib.way_follow2d, how, *map(ctypes.byref, (inputs, out, how)))
    return answers[0], answers[1], answers[2].view(StatusArray)
