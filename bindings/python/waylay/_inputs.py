"""Converts the caller's columns to numpy arrays that the library can read in place. Copies only columns that
the library cannot read: integers in place of floats, numbers in the other byte order, misaligned numbers, and
columns with nulls."""

import operator
import sys

import numpy as np

from . import _arrow, _tables
from ._library import Element, Error, Result, Word, description, lib, words_of
from ._memory import empty

NO_ROW = 0xFFFFFFFF  # the library's number for "no row"
NO_TARGET = -1  # this package's number for "no target", with the same bits as NO_ROW

# For each numpy type: the element type of a column, and the mask of the address bits that must be zero.
ELEMENTS = {
    np.dtype(np.float32): (int(Element.SINGLE), 3),
    np.dtype(np.float64): (int(Element.DOUBLE), 3),
    np.dtype(np.float16): (int(Element.HALF), 1),
    np.dtype(np.int32): (int(Element.SINGLE), 3),
    np.dtype(np.uint32): (int(Element.SINGLE), 3),
}
_single, _double, _half = np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.float16)
_int, _uint, _word = np.dtype(np.int32), np.dtype(np.uint32), np.dtype(np.uint64)


def address(array):
    return array.__array_interface__["data"][0]


def _lies_well(array, mask):
    """Returns True if the addresses of all elements are multiples of mask + 1."""
    flags = array.flags
    if flags.c_contiguous and flags.aligned and array.size:  # numpy calls each empty array aligned
        return True
    bits = address(array)
    for stride, length in zip(array.strides, array.shape):
        if length > 1:
            bits |= stride
    return not bits & mask


def unwrap(value):
    """Returns (array, nulls or None) for a value. The array uses the value's memory if possible."""
    if type(value) is np.ndarray:
        return value, None
    if isinstance(value, np.ma.MaskedArray):
        nulls = np.ma.getmask(value)
        return value.data, (nulls if nulls is not np.ma.nomask and nulls.any() else None)
    if isinstance(value, np.ndarray):
        return np.asarray(value), None
    pandas = getattr(value, "array", value)  # the array of a Series, or the value itself
    if hasattr(pandas, "isna") and hasattr(pandas, "dtype"):
        if getattr(pandas.dtype, "kind", "") == "O" and hasattr(pandas, "to_numpy"):
            return pandas.to_numpy(), None  # text and other objects: no numbers, also without pyarrow
        numbers, nulls = getattr(pandas, "_data", None), getattr(pandas, "_mask", None)
        if isinstance(numbers, np.ndarray) and isinstance(nulls, np.ndarray):  # pandas' Float32, Int64, ...
            return numbers, (nulls if nulls.any() else None)
        if hasattr(pandas, "__arrow_array__"):
            value = pandas.__arrow_array__()
        elif hasattr(pandas, "to_numpy"):
            return pandas.to_numpy(), None
    if hasattr(value, "__arrow_c_array__"):
        return _arrow.from_array(value)
    if hasattr(value, "__arrow_c_stream__"):
        return _arrow.from_stream(value)
    return np.asarray(value), None


def memory_of(value):
    """Returns the arrays whose memory holds a column's values. Two reads of one column have the same memory,
    unless only copies can be made of it."""
    if isinstance(value, np.ma.MaskedArray):
        mask = np.ma.getmask(value)
        return [value.data] + ([mask] if isinstance(mask, np.ndarray) else [])
    if isinstance(value, np.ndarray):
        return [value]
    inner = getattr(value, "array", value)  # the array of a Series
    if hasattr(inner, "isna"):
        held = [getattr(inner, name, None) for name in ("_ndarray", "_data", "_mask", "codes", "sp_values")]
        held = [array for array in held if isinstance(array, np.ndarray)]
        if held:
            return held
        if hasattr(inner, "__arrow_array__"):
            value = inner.__arrow_array__()
    if hasattr(value, "__arrow_c_stream__") and not hasattr(value, "__arrow_c_array__"):
        return [numbers for numbers, _ in _arrow.chunks_of(value)[0]]
    return [unwrap(value)[0]]


class Given:
    """A column that the caller has given. `array` is the array that the library reads. If `weak`, the column
    is a plain number, which takes the type of the other columns. If `copied`, the array is not in the
    caller's memory. `nulls` has the nulls that the array cannot represent, or is None."""

    __slots__ = ("array", "weak", "copied", "nulls")

    def __init__(self, array, weak=False, copied=False, nulls=None):
        self.array, self.weak, self.copied, self.nulls = array, weak, copied, nulls


NUMBERS = "numbers of float32, float64, float16 or integers"
WHOLES = "integers of 32 bits"
ROWS = "integers, and null for no target"


def _wrong_type(who, name, expected, found):
    return Error(who, Result.TYPE, f"{name}: expected {expected}, found {found}")


def _kind_of(array, value=None, to="float"):
    """Describes the type of a column that cannot be read. `to` is the type to which the caller may convert objects."""
    hint = f"; convert the column, for example with .astype({to})" if array.dtype == object and array.ndim else ""
    return f"{getattr(value, 'dtype', array.dtype)}{hint}"


def _read(who, name, value):
    try:
        array, nulls = unwrap(value)
    except (TypeError, ValueError, ImportError) as error:
        raise _wrong_type(who, name, "an array", f"{type(value).__name__}: {error}") from error
    if nulls is not None and nulls.shape != array.shape:
        nulls = np.broadcast_to(nulls, array.shape)
    return array, nulls


def _is_constant(value):
    return isinstance(value, (int, float, np.generic))


def numbers(who, name, value):
    """Reads a column of floats. Nulls become NaN."""
    kind = type(value)
    if kind is float or kind is int:
        return Given(value, weak=True)
    array, nulls = _read(who, name, value)
    copied = isinstance(value, (list, tuple))
    dtype = array.dtype
    if dtype is not _single and dtype is not _double and dtype not in (_single, _double, _half):
        if dtype.kind not in "iuf":
            raise _wrong_type(who, name, NUMBERS, _kind_of(array, value))
        plain = dtype.newbyteorder("=")
        array, copied = array.astype(plain if plain in ELEMENTS and plain.kind == "f" else _double), True
    elif not _lies_well(array, 1 if dtype == _half else 3):
        array, copied = array.copy(), True
    if nulls is not None:
        array, copied = np.where(nulls, array.dtype.type(np.nan), array), True
    return Given(array, copied=copied and not _is_constant(value))


def plain_number(who, name, value, double):
    """Returns a plain number as an array without dimensions, rounded once."""
    with np.errstate(over="ignore"):
        try:
            return np.array(value, _double if double else _single)
        except OverflowError:
            raise _wrong_type(who, name, "a number", f"an integer of {value.bit_length()} bits") from None


def _numbers_of_words(who, array):
    """Reads words by name, as in the DataFrame of an answer. Returns numbers and nulls."""
    nulls = np.array([_is_null(one) for one in array.ravel()], bool)
    numbers = [Word.NONE if null else Word.__members__.get(str(one).upper(), one) for one, null in zip(array.ravel(), nulls)]
    unknown = next((one for one in numbers if not isinstance(one, Word)), None)
    if unknown is not None:
        raise _wrong_type(who, "word", f"{WHOLES}, or names such as 'LSL'", repr(unknown))
    return np.array(numbers, _int).reshape(array.shape), nulls.reshape(array.shape) if nulls.any() else None


def wholes(who, name, value):
    """Reads a column of int32. Returns its nulls separately, because int32 has no value for them."""
    array, nulls = _read(who, name, value)
    copied = isinstance(value, (list, tuple))
    if name == "word" and array.dtype.kind in "OU":
        (array, nulls), copied = _numbers_of_words(who, array), True
    if array.dtype != _int:
        if array.dtype.kind not in "iub":
            raise _wrong_type(who, name, WHOLES, _kind_of(array, to='"int64"'))
        valid = array if nulls is None else array[~nulls]
        if valid.size and (valid.max() > 0x7FFFFFFF or valid.min() < -0x80000000):
            raise _wrong_type(who, name, WHOLES, valid.max() if valid.max() > 0x7FFFFFFF else valid.min())
        with np.errstate(invalid="ignore"):
            array, copied = array.astype(_int), True
    elif not _lies_well(array, 3):
        array, copied = array.copy(), True
    return Given(array, copied=copied and not _is_constant(value), nulls=nulls)


def _is_null(one):
    return one is None or type(one).__name__ == "NAType" or (isinstance(one, float) and one != one)


def _rows_with_holes(who, name, array):
    """Reads rows in the forms that pandas uses if some are missing: floats with NaN, or objects with None. Returns integers and
    nulls."""
    if array.dtype.kind == "O":
        nulls = np.array([_is_null(one) for one in array.ravel()], bool)
        try:
            whole = [NO_TARGET if null else operator.index(one) for one, null in zip(array.ravel(), nulls)]
            return np.array(whole, np.int64).reshape(array.shape), nulls.reshape(array.shape)
        except (TypeError, OverflowError):
            raise _wrong_type(who, name, ROWS, _kind_of(array, to='"int64"')) from None
    nulls = np.isnan(array)
    wrong = array[~nulls & ((array != np.floor(array)) | (abs(array) >= 2**53))]
    if wrong.size:
        raise _wrong_type(who, name, ROWS, wrong[0])
    return np.where(nulls, NO_TARGET, array).astype(np.int64), nulls


def entities(who, name, value, low_half=False):
    """Reads a column of uint32 with numbers of entities or rows. A null, a negative number or a number that is too large means
    no row. With `low_half`, numbers of 64 bits are handles, whose low half is read in place."""
    array, nulls = _read(who, name, value)
    copied = isinstance(value, (list, tuple))
    if array.dtype.kind in "fO":
        if nulls is not None:
            array = np.where(nulls, np.nan, array)
        array, holes = _rows_with_holes(who, name, array)
        nulls, copied = holes if nulls is None else nulls | holes, True
    dtype = array.dtype
    if dtype.kind not in "iu":
        raise _wrong_type(who, name, ROWS, _kind_of(array, to='"int64"'))
    native = dtype.isnative
    if dtype.itemsize == 8 and low_half and native:
        halves = np.dtype([("low", "u4"), ("high", "u4")] if sys.byteorder == "little" else
                          [("high", "u4"), ("low", "u4")])
        array = array.view(halves)["low"]
    elif dtype.itemsize == 4 and native:
        array = array.view(_uint)
    else:
        wide = array.astype(np.uint64 if dtype.kind == "u" else np.int64)
        fits = (wide >= 0) & (wide <= NO_ROW)
        array, copied = np.where(fits, wide, wide.dtype.type(NO_ROW)).astype(_uint), True
    if not _lies_well(array, 3):
        array, copied = array.copy(), True
    if nulls is not None:
        array, copied = np.where(nulls, np.uint32(NO_ROW), array), True
    return Given(array, copied=copied and not _is_constant(value))


def words(who, name, value):
    """Reads a column of uint32. The library compares its values, so the conversion must not change any of them."""
    array, nulls = _read(who, name, value)
    copied = isinstance(value, (list, tuple))
    if nulls is not None or array.dtype.kind not in "iu":
        raise _wrong_type(who, name, WHOLES, "a null" if nulls is not None else _kind_of(array, to='"int64"'))
    if array.dtype.itemsize == 4 and array.dtype.isnative:
        array = array.view(_uint)
    else:
        if array.size and (array.min() < 0 or array.max() > NO_ROW):
            raise _wrong_type(who, name, f"{WHOLES}, 0 or more", array.min() if array.min() < 0 else array.max())
        array, copied = array.astype(_uint), True
    if not _lies_well(array, 3):
        array, copied = array.copy(), True
    return Given(array, copied=copied and not _is_constant(value))


def counts(who, name, value):
    """Reads a column of uint32 with numbers of things. A number below 0 is an error."""
    array = _read(who, name, value)[0]
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        raise ValueError(f"{who}: {name} is below 0")
    return words(who, name, value)


WALL = np.dtype(
    {
        "names": ["ax", "ay", "bx", "by", "sides"],
        "formats": ["f4", "f4", "f4", "f4", "i4"],
        "offsets": [description["types"]["way_wall"]["fields"][name]["offset"] for name in ("ax", "ay", "bx", "by", "sides")],
        "itemsize": description["types"]["way_wall"]["size"],
    }
)

_TRIANGLE_FIELDS = description["types"]["way_triangle"]["fields"]
TRIANGLE = np.dtype({"names": list(_TRIANGLE_FIELDS), "formats": ["f4"] * 9 + ["i4", "u4"],
                     "offsets": [field["offset"] for field in _TRIANGLE_FIELDS.values()],
                     "itemsize": description["types"]["way_triangle"]["size"]})

# Walls far from 0 are kept in doubles. A call subtracts a point near the walls before it rounds to floats.
FAR_WALL = np.dtype([(name, "i4" if name == "sides" else "f8") for name in WALL.names])


def _origin_of(ends):
    """Returns the origin for walls with these columns of ax, ay, bx, by. If a coordinate's magnitude is above
    1 km and above 16 times the walls' extent, the origin is the low corner of their bounding box, rounded to
    whole metres. Otherwise the origin is (0, 0)."""
    places = np.array([np.asarray(column, float).ravel() for column in ends])
    places = places[:, (np.abs(places) < 1e18).all(axis=0)]
    if places.size == 0:
        return 0.0, 0.0
    low, high = (np.array([one(places[[0, 2]]), one(places[[1, 3]])]) for one in (np.min, np.max))
    far = max(abs(low).max(), abs(high).max())
    if far <= 1000 or far <= 16 * (high - low).max():
        return 0.0, 0.0
    return tuple(map(float, np.floor(low)))


def _side_by_side(columns, kind, origin=(0.0, 0.0)):
    made = np.zeros(columns[0].shape, kind)
    for k, (name, column) in enumerate(zip(kind.names, columns)):
        made[name] = column - origin[k % 2] if k < 4 and any(origin) else column
    return made


def _numbers_or_nan(who, name, value):
    """Reads numbers of walls, triangles or points into an array. Nulls become NaN."""
    array, nulls = _read(who, name, value)
    if array.dtype.kind not in "iufb":
        raise _wrong_type(who, name, NUMBERS, _kind_of(array, value))
    array = array.astype(np.int8) if array.dtype.kind == "b" else array
    return array if nulls is None else np.where(nulls, np.nan, array)


def _signs(sides):
    """Returns the signs of `sides`, and where they are NaN. A wall or triangle with a NaN stops nothing, so a caller puts a NaN
    into a corner there."""
    unknown = np.isnan(sides)
    return np.where(unknown, 0, np.sign(sides)), unknown


def _columns_of_walls(who, given):
    """Reads pairs of a name and a column. Returns ax, ay, bx, by and the signs of `sides` in one shape. A null becomes NaN."""
    columns = [np.atleast_1d(_numbers_or_nan(who, f"walls: {name}", value)) for name, value in given]
    columns = list(np.broadcast_arrays(*columns, *([0] if len(columns) == 4 else [])))
    columns[4], unknown = _signs(columns[4])
    if unknown.any():
        columns[0] = np.where(unknown, np.nan, columns[0])
    return columns


def walls(ax, ay, bx, by, sides=0):
    """Makes walls from a to b for `walls=`, as a structured array whose fields can be set. Coordinates are in metres. A wall
    stops agents from both sides if `sides` is 0, from the left of a to b if it is above 0, and from the right if it is below
    0. A wall with a NaN, or a null of a masked or nullable column, stops nothing. Coordinates are float32; if the walls are
    far from 0, they are float64."""
    given = list(zip(WALL.names, (ax, ay, bx, by, sides)))
    _tables.check_indexes("walls", given)
    columns = _columns_of_walls("walls", given)
    return _side_by_side(columns, FAR_WALL if any(_origin_of(columns[:4])) else WALL)


def list_of_walls(who, value, may_move):
    """Reads walls from an array of `walls()`, a table with the columns ax, ay, bx, by and perhaps sides, or rows of 4 or 5
    numbers, into an array without gaps, as the library needs it. Returns the array, and the origin of its coordinates:
    (0, 0), unless the walls are far from 0 and `may_move` is true."""
    copied = isinstance(value, (list, tuple))
    if copied:
        value = np.asarray(value)
    if isinstance(value, np.ndarray) and value.dtype == WALL and np.ma.getmask(value) is np.ma.nomask:
        array = np.asarray(value)
        if array.ndim == 1 and array.flags.c_contiguous and _lies_well(array, 3):
            return Given(array, copied=copied), (0.0, 0.0)
    given = _tables.columns_by_name(who, "walls", value, WALL.names[:4], WALL.names[4:])
    if given is None:
        array, nulls = _read(who, "walls", value)
        if array.shape == (0,):
            array = array.reshape(0, 4)  # an empty list: no walls
        if array.ndim != 2 or array.shape[1] not in (4, 5) or array.dtype.kind not in "iuf":
            raise ValueError(f"{who}: walls must be rows of ax, ay, bx, by and perhaps sides")
        given = zip(WALL.names, (array if nulls is None else np.where(nulls, np.nan, array)).T)
    columns = _columns_of_walls(who, given)
    if columns[0].ndim != 1:
        raise ValueError(f"{who}: walls: expected columns of one dimension, found the shape {columns[0].shape}")
    origin = _origin_of(columns[:4]) if may_move else (0.0, 0.0)
    return Given(_side_by_side(columns, WALL, origin), copied=True), origin


def wall_velocities(who, value, count):
    """Reads one row vx, vy for each wall, or a table with these columns, into an array of float32 without gaps."""
    table = _tables.columns_by_name(who, "wall_velocity", value, ("vx", "vy"))
    if table is None:
        array, nulls = _read(who, "wall_velocity", value)
        array = array if nulls is None else np.where(nulls, np.nan, array)
    else:
        array = np.stack([_numbers_or_nan(who, f"wall_velocity: {name}", column) for name, column in table], axis=-1)
    if array.shape == (0,):
        array = array.reshape(0, 2)  # an empty list: no walls
    if array.dtype.kind not in "iuf" or array.shape != (count, 2):
        raise ValueError(f"{who}: wall_velocity: expected the shape ({count}, 2), a row vx, vy for each wall, found "
                         f"{array.shape} of {array.dtype}")
    if array.dtype == np.float32 and array.flags.c_contiguous and _lies_well(array, 3):
        return Given(array)
    return Given(np.ascontiguousarray(array, np.float32), copied=True)


def make_wall_tree(who, walls, memory=None):
    """Makes a tree of these walls. `memory` is the memory of an earlier tree to use again, or None."""
    if memory is None:
        memory = empty((-(-lib.way_wall_tree_bytes(len(walls)) // 8),), _word)
    result = lib.way_make_wall_tree(address(walls), len(walls), address(memory), memory.nbytes)
    if result:
        raise Error(who, result, "walls: " + words_of(result))
    return memory


class WallTree:
    """Walls sorted by position, for `walls=`, so that a search skips most of them. `build()` reads the present walls. A call that
    is running in another thread at this time still uses the former tree. A pickle contains the walls."""

    __slots__ = ("_given", "built")

    def __init__(self, walls):
        self._given = walls
        self.build()

    def build(self):
        given, origin = list_of_walls("wall_tree", self._given, True)
        walls = given.array.copy()
        far = list_of_walls("wall_tree", self._given, False)[0].array if any(origin) else None
        self.built = walls, make_wall_tree("wall_tree", walls), origin, far

    def present(self, may_move):
        """Returns the walls, their tree, and the origin of the walls' coordinates. If positions are floats,
        `may_move` is False and the origin must be (0, 0). Walls far from 0 then have no tree."""
        walls, tree, origin, far = self.built
        return (walls, tree, origin) if may_move or far is None else (far, None, (0.0, 0.0))

    def __len__(self):
        return len(self.built[0])

    def __reduce__(self):
        return WallTree, (self._given,)

    def __repr__(self):
        return f"<waylay: wall_tree of {len(self)} walls>"


WallTree.__module__ = "waylay"


def wall_tree(walls):
    """A tree of many walls for `walls=`, to keep while the walls do not change. `walls` is `waylay.walls(...)`, or rows or a
    table of ax, ay, bx, by and optionally sides.

    Example:
        tree = waylay.wall_tree([[5, -1, 5, 1], [9, -1, 9, 1]])
        tree.build()  # reads the present walls

    Returns a WallTree. Its method build() reads the walls again."""
    return WallTree(walls)


def numbers_side_by_side(who, name, value, of_agents=False):
    """Reads an array of uint32 without gaps: rows, parts, or numbers of agents. If `of_agents`, a null or a
    number that does not fit is an error."""
    given = words(who, name, value) if of_agents else entities(who, name, value)
    if given.array.ndim != 1:
        raise ValueError(f"{who}: {name} must have one dimension, not {given.array.ndim}")
    if not given.array.flags.c_contiguous:
        given = Given(np.ascontiguousarray(given.array), copied=True)
    return given


# Triangles ----------------------------------------------------------------------------------------------------------


def _of_each_triangle(who, name, array, count):
    try:
        return np.broadcast_to(array, (count,))
    except ValueError:
        raise ValueError(f"{who}: triangles: {name}: expected a number, or one for each of the {count} triangles; "
                         f"found the shape {array.shape}") from None


def list_of_triangles(who, corners, sides=0, mask=0):
    """Returns the triangles, and the origin of their coordinates. The origin is the low corner of the bounding
    box, rounded to whole metres, if the triangles are far from 0, and (0, 0, 0) otherwise."""
    _tables.check_indexes(f"{who}: triangles", [("corners", corners), ("sides", sides), ("mask", mask)])
    table = dict(_tables.columns_by_name(who, "triangles", corners, TRIANGLE.names[:9], TRIANGLE.names[9:]) or ())
    if table:
        sides, mask = table.pop("sides", sides), table.pop("mask", mask)
        columns = [np.atleast_1d(_numbers_or_nan(who, f"triangles: {name}", column)) for name, column in table.items()]
        corners = np.stack(np.broadcast_arrays(*columns), axis=-1)
    corners = _numbers_or_nan(who, "triangles", corners).astype(float)
    if corners.ndim == 2 and corners.shape[1] == 9:
        corners = corners.reshape(-1, 3, 3)
    if corners.size == 0:
        corners = corners.reshape(0, 3, 3)
    if corners.ndim != 3 or corners.shape[1:] != (3, 3):
        raise ValueError(f"{who}: triangles: expected the shape (n, 3, 3), found {corners.shape}")
    sides, unknown = _signs(_of_each_triangle(who, "sides", _numbers_or_nan(who, "triangles: sides", sides), len(corners)))
    corners[unknown] = np.nan
    places = corners[(np.abs(corners) < 1e18).all(axis=(1, 2))].reshape(-1, 3)
    origin = np.zeros(3)
    if len(places):
        low, high = places.min(axis=0), places.max(axis=0)
        far = max(abs(low).max(), abs(high).max())
        if far > 1000 and far > 16 * (high - low).max():
            origin = np.floor(low)
    triangles = np.zeros(len(corners), TRIANGLE)
    with np.errstate(over="ignore"):
        for name, column in zip(TRIANGLE.names, (corners - origin).reshape(-1, 9).T):
            triangles[name] = column
    mask, nulls = _read(who, "triangles: mask", mask)
    mask = mask.astype(_uint) if mask.dtype == bool and nulls is None else mask
    mask = words(who, "triangles: mask", mask if nulls is None else np.ma.array(mask, mask=nulls)).array
    triangles["sides"], triangles["mask"] = sides, _of_each_triangle(who, "mask", mask, len(corners))
    return triangles, tuple(map(float, origin))


class TriangleTree:
    """Triangles sorted by position, for `triangles=`, so that a search skips most of them."""

    __slots__ = ("built",)

    def __init__(self, corners, sides=0, mask=0):
        triangles, origin = list_of_triangles("triangle_tree", corners, sides, mask)
        memory = empty((-(-lib.way_triangle_tree_bytes(len(triangles)) // 8),), _word)
        result = lib.way_make_triangle_tree(address(triangles), len(triangles), address(memory), memory.nbytes)
        if result:
            raise Error("triangle_tree", result, "triangles: " + words_of(result))
        self.built = triangles, memory, origin

    def __len__(self):
        return len(self.built[0])


def triangle_tree(corners, sides=0, mask=0):
    """Makes a tree of many triangles, which `cast3d` and `sweep3d` search in less time.

    corners: an array of shape (n, 3, 3), the corners a, b, c of each triangle, or a table with the columns ax, ay, az, bx, by,
           bz, cx, cy, cz and perhaps sides and mask, which replace the arguments; metres.
    sides: 0: a triangle stops motion from both sides; 1: only from the front, from which a, b, c are seen
           counter-clockwise; -1: only from behind. A number, or one for each triangle.
    mask: which rays and balls a triangle stops: those whose chaser_mask shares a bit; 0: all."""
    return TriangleTree(corners, sides, mask)
