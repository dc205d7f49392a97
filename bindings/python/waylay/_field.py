"""Makes fields, the paths over a grid, and follows them."""

import ctypes

import numpy as np

from ._calls import lay
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
lib.way_field2d_bytes.restype, lib.way_field2d_bytes.argtypes = _size, [_word, _word]
for _one in (lib.way_field2d, lib.way_field2d_update, lib.way_follow2d):
    _one.restype = ctypes.c_int


def _call(name, function, how, *arguments):
    fault = ctypes.c_char_p()
    how.fault = ctypes.addressof(fault)
    result = function(*arguments)
    if result != Result.OK:
        raise Error(name, result, refused(fault, result))


def _whole(name, value, low, high):
    if int(value) != value or not low <= value <= high:
        raise ValueError(f"field2d: {name}: found {value}, expected a whole number from {low} to {high}")
    return int(value)


class Field:
    """A field of a grid, from `field2d`.

    cost[y, x]: what the cheapest path from a cell to a goal costs; -1 if there is none.
    next[y, x]: the next step on it, 0 to 7, counted from +x towards +y; 8: a goal; -1: no path.
    status: met, no_target (no goal is in an open cell) or out_of_range.
    With several fields, all three have one more dimension, the first one. `update` repairs a single field."""

    def __init__(self, costs, goals, costs_of_steps, clearance, cut_corners):
        costs = np.asarray(costs)
        if costs.ndim != 2 or costs.size == 0:
            raise ValueError(f"field2d: costs: expected two dimensions, found the shape {costs.shape}")
        self._costs = np.array(costs, np.uint8)
        if not np.array_equal(self._costs, costs):
            raise ValueError("field2d: costs: expected whole numbers from 0 to 255")
        goals = np.atleast_2d(np.asarray(goals))
        if goals.ndim != 2 or not 2 <= goals.shape[1] <= 4:
            raise ValueError(f"field2d: goals: expected rows of x, y, cost and field, found the shape {goals.shape}")
        self._goals = np.zeros((len(goals), 4), np.uint32)
        self._goals[:, :goals.shape[1]] = goals
        if not np.array_equal(self._goals[:, :goals.shape[1]], goals):
            raise ValueError("field2d: goals: expected whole numbers, 0 or more")
        clearances = np.atleast_1d(np.asarray(clearance, np.float32))
        count = max(len(clearances), int(self._goals[:, 3].max(initial=0)) + 1)
        self._clearances = np.array(np.broadcast_to(clearances, (count,)))
        height, width = self._costs.shape
        self._single = np.ndim(clearance) == 0 and goals.shape[1] < 4
        self._cost = np.empty((count, height, width), np.uint32)
        self._next = np.empty((count, height, width), np.int8)
        self._status = np.empty(count, np.int32)
        size = lib.way_field2d_bytes(width, height)
        self._memory = np.empty(-(-size // 8), np.uint64)
        how = self._how = _How()
        how.width, how.height, how.field_count, how.cut_corners = width, height, count, bool(cut_corners)
        how.straight, how.diagonal = (_whole("steps", step, 1, 131070) for step in costs_of_steps)
        how.costs, how.goals, how.goal_count = self._costs.ctypes.data, self._goals.ctypes.data, len(self._goals)
        how.clearances, how.cost, how.next = (array.ctypes.data for array in (self._clearances, self._cost, self._next))
        how.status, how.memory, how.bytes = self._status.ctypes.data, self._memory.ctypes.data, self._memory.nbytes
        _call("field2d", lib.way_field2d, how, ctypes.byref(how))

    def update(self, costs, x=0, y=0):
        """Writes `costs` (rows of cells) from the cell x, y on, and repairs the field."""
        costs = np.atleast_2d(np.asarray(costs))
        rows, columns = costs.shape
        part = self._costs[y:y + rows, x:x + columns]
        if x < 0 or y < 0 or part.shape != costs.shape:
            raise ValueError(f"update: costs: {columns} x {rows} cells from {x}, {y} on are not all in the grid")
        if not np.array_equal(costs.astype(np.uint8), costs):
            raise ValueError("update: costs: expected whole numbers from 0 to 255")
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
        return self._next[0] if self._single else self._next

    @property
    def status(self):
        status = self._status.view(StatusArray)
        return status[0] if self._single else status


def field2d(costs, goals, *, steps=(5, 7), clearance=0, cut_corners=False):
    """Finds the cheapest paths from all cells of a grid to its goals, and returns a `Field`.

    costs        costs[y, x] of entering a cell, 0 to 255; 0 is a wall
    goals        rows of x, y, and optionally of the cost of the rest of the way and the number of the field
    steps        costs of a straight and of a diagonal step, which are multiplied by the cost of the cell
    clearance    cells whose centres are nearer to a wall are closed; one number, or one for each field
    cut_corners  allows diagonal steps past one wall

    >>> waylay.field2d([[1, 1, 1], [1, 0, 1]], (2, 1)).cost.tolist()
    [[15, 10, 5], [20, -1, 0]]"""
    return Field(costs, goals, steps, clearance, cut_corners)


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
    given = dict(zip(_INPUTS, (chaser_x, chaser_y, chaser_speed, field, goal_x, goal_y, dt)))
    arrays = {}
    for name, value in given.items():
        if value is not None:
            array = np.asarray(value)
            kind = np.int32 if name == "field" else np.float64 if array.dtype == np.float64 else np.float32
            arrays[name] = array.astype(kind, copy=False)
    shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    inputs, out, how, held = _In(), _Out(), _Following(), []
    for name, array in arrays.items():
        held.append(np.ascontiguousarray(np.broadcast_to(array, shape)))
        lay(getattr(inputs, name), held[-1], held[-1].itemsize)
    answers = [np.empty(shape, np.float32), np.empty(shape, np.float32), np.empty(shape, np.int32)]
    for column, array in zip((out.velocity_x, out.velocity_y, out.status), answers):
        lay(column, array, array.itemsize)
    how.count, how.field = answers[0].size, ctypes.addressof(paths._how)
    how.cell, how.sight, (how.origin_x, how.origin_y) = cell, sight, origin
    _call("follow2d", lib.way_follow2d, how, *map(ctypes.byref, (inputs, out, how)))
    return answers[0], answers[1], answers[2].view(StatusArray)
