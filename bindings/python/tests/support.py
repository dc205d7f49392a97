"""Helpers of all tests: they draw inputs for every behaviour, and call the C library without the package."""

import ctypes
import json
import mmap

import numpy as np

import waylay
from waylay import _library

f4, f8, i4, u4 = np.float32, np.float64, np.int32, np.uint32

# The header's struct way_column, written out for machines of 64 bits.
COLUMN = np.dtype([("data", "u8"), ("gap", "i8"), ("rows", "u8"), ("type", "i4"), ("page", "i4")])

library = ctypes.CDLL(_library.path)  # a second handle, without the package's argument types
library.way_describe_json.restype = ctypes.c_char_p
library.way_behaviour_named.restype = ctypes.c_void_p
library.way_behaviour_at.restype = ctypes.c_void_p
library.way_behaviour_at.argtypes = [ctypes.c_size_t]
description = json.loads(library.way_describe_json().decode())
behaviours = {said["name"]: said for said in description["behaviours"]}

SPECIAL = np.array([0, -0.0, 1e-45, -1e-38, 1, -1, 3, 1e18, -3e38, np.inf, -np.inf, np.nan], f4)
SPECIAL_WHOLES = np.array([0, 1, -1, 2, 2**31 - 1, -2**31, 2**24 + 1], i4)

WALLS = waylay.walls([-90, 95, 80, -20, 5], [-80, -70, 20, -30, 40], [95, 80, 70, 25, 5], [-70, 20, 90, 10, 40],
                     [0, 0, 1, -1, 0])


def draw(name, count, seed=1, hard=True):
    """Draws columns in the ranges of the registry. If `hard`, some values are special, and some equal another column's."""
    dice, columns = np.random.default_rng(seed), {}
    for column in behaviours[name]["inputs"]:
        low, high = _library.number(column["low"]), _library.number(column["high"])
        drawn = dice.uniform(low, high, count)
        if column["type"] == "float":
            values, special, kind = drawn.astype(f4), SPECIAL, f4
        else:
            values, special, kind = np.floor(drawn).astype(i4), SPECIAL_WHOLES, i4
        if hard:
            pick = dice.integers(0, 16, count)
            values = np.where(pick == 0, dice.choice(special, count), values).astype(kind)
            earlier = [other for other in columns.values() if other.dtype == kind]
            if earlier:
                values = np.where(pick == 1, earlier[dice.integers(0, len(earlier))], values)
        columns[column["name"]] = np.ascontiguousarray(values)
    return columns


def options(name):
    return {"walls": WALLS} if behaviours[name]["walls"] else {}


def by_c_call(name, columns, count, precision=0, doubles=(), walls=WALLS):
    """Returns the answers of way_NAME for columns without gaps. Makes the structs itself. `doubles` names the
    outputs that are doubles."""
    said = behaviours[name]
    into = np.zeros(len(said["inputs"]), COLUMN)
    held = []
    for place, column in zip(into, said["inputs"]):
        values = columns.get(column["name"])
        if values is None:
            continue
        values = np.ascontiguousarray(np.broadcast_to(values, (count,)))
        held.append(values)
        place["data"] = values.ctypes.data
        place["type"] = 1 if values.dtype == f8 else 2 if values.dtype == np.float16 else 0
    out = np.zeros(len(said["outputs"]), COLUMN)
    answers = {}
    for place, column in zip(out, said["outputs"]):
        kind = i4 if column["type"] != "float" else f8 if column["name"] in doubles else f4
        answers[column["name"]] = np.full(count, 77, kind)
        place["data"], place["type"] = answers[column["name"]].ctypes.data, int(kind is f8)
    fields = description["types"]["way_batch"]["fields"]
    batch = np.zeros(description["types"]["way_batch"]["size"], np.uint8)

    def put(field, value):
        place = fields[field]
        batch[place["offset"]:place["offset"] + place["size"]] = list(int(value).to_bytes(place["size"], "little"))

    put("count", count)
    put("precision", precision)
    if said["walls"]:
        put("walls", walls.ctypes.data)
        put("wall_count", len(walls))
    result = getattr(library, "way_" + name)(ctypes.c_void_p(into.ctypes.data), ctypes.c_void_p(out.ctypes.data),
                                             ctypes.c_void_p(batch.ctypes.data))
    assert result == 0, result
    return answers


def one_by_one(name, columns, count):
    """Returns the answers of way_run_one, called for each agent."""
    said = behaviours[name]
    behaviour = ctypes.c_void_p(library.way_behaviour_named(name.encode()))
    cells = np.stack([columns[column["name"]].view(u4) for column in said["inputs"]], axis=1)
    answers = np.zeros((count, len(said["outputs"])), u4)
    for i in range(count):
        agent = np.ascontiguousarray(cells[i])
        result = library.way_run_one(behaviour, ctypes.c_void_p(agent.ctypes.data),
                                     ctypes.c_void_p(answers[i:].ctypes.data), ctypes.c_void_p(WALLS.ctypes.data),
                                     ctypes.c_size_t(len(WALLS) if said["walls"] else 0))
        assert result == 0, result
    return {column["name"]: np.ascontiguousarray(answers[:, k]) for k, column in enumerate(said["outputs"])}


def bits(array):
    array = np.ascontiguousarray(array)
    return array.view(np.dtype(f"u{array.itemsize}"))


def from_frame(frame):
    """Returns the columns of a DataFrame as arrays, and the names of statuses and words as their numbers."""
    kinds = {"status": waylay.Status, "word": waylay.Word}
    return {name: np.array([kinds[name](word) for word in frame[name]], np.int32) if name in kinds else frame[name].to_numpy()
            for name in frame}


def assert_same(got, expected, message=""):
    """Asserts that all outputs have the same bits."""
    if hasattr(got, "iloc"):
        got = from_frame(got)
    for name, values in expected.items():
        mine = got[name] if isinstance(got, dict) else getattr(got, name)
        assert bits(mine).dtype == bits(values).dtype, (message, name, mine.dtype, values.dtype)
        assert np.shape(mine) == np.shape(values), (message, name, np.shape(mine), np.shape(values))
        wrong = np.flatnonzero(bits(mine).ravel() != bits(values).ravel())
        assert wrong.size == 0, (message, name, int(wrong[0]), np.ravel(mine)[wrong[0]], np.ravel(values)[wrong[0]])


class GuardedMemory:
    """Memory for arrays. Each array ends where a page begins that cannot be read or written."""

    def __init__(self):
        self.maps = []

    def array(self, values):
        values = np.ascontiguousarray(values)
        page = mmap.PAGESIZE
        pages = (max(values.nbytes, 1) + page - 1) // page
        memory = mmap.mmap(-1, (pages + 1) * page)
        self.maps.append(memory)
        first = np.frombuffer(memory, np.uint8).ctypes.data
        libc = ctypes.CDLL(None)
        assert libc.mprotect(ctypes.c_void_p(first + pages * page), ctypes.c_size_t(page), 0) == 0
        array = np.ndarray(values.shape, values.dtype, memory, pages * page - values.nbytes)
        array[...] = values
        return array
