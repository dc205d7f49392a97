"""Finds the rows that choosers have among the candidates, if both are in the same memory. Compares the columns
that the caller gave, because conversions make copies."""

import numpy as np

from ._inputs import NO_ROW, address, memory_of, unwrap


def is_number(value):
    return isinstance(value, (int, float, np.generic)) or (isinstance(value, np.ndarray) and value.ndim == 0)


def _layout(array):
    wide = [(length, stride) for length, stride in zip(array.shape, array.strides) if length != 1]
    return address(array), array.dtype.str, wide


def _are_same(a, b):
    """Returns True if two arguments are the same column. Arrays, and columns of pandas and Arrow, are the
    same if they lie in the same memory. Numbers, lists and tuples are the same if they are equal."""
    if a is b:
        return True
    if type(a) is np.ndarray and type(b) is np.ndarray and a.shape == b.shape and a.ndim:
        return a.strides == b.strides and a.dtype == b.dtype and address(a) == address(b)
    if is_number(a) or is_number(b):
        return is_number(a) and is_number(b) and bool(a == b)
    if isinstance(a, (list, tuple)) or isinstance(b, (list, tuple)):
        try:
            return type(a) is type(b) and bool(a == b)
        except ValueError:  # a list of arrays
            return False
    try:
        one, other = memory_of(a), memory_of(b)  # both are kept while their addresses are compared
    except (TypeError, ValueError, ImportError):
        return False  # reading the column names the mistake
    return [_layout(array) for array in one] == [_layout(array) for array in other]


def are_same_places(pairs):
    """Returns True if the columns of each pair are the same, and not all of them are numbers. `pairs` has the
    choosers' and the candidates' position column of each axis."""
    return (not any(own is None or other is None for own, other in pairs)
            and not all(is_number(own) for own, _ in pairs)
            and all(_are_same(own, other) for own, other in pairs))


def _arrays_of(own, other):
    """Returns pairs of arrays. If the choosers are candidates, each pair has the same rows. Numbers have no rows.
    Returns None if the choosers are not candidates."""
    if own is None or other is None:
        return None
    if type(own) is np.ndarray and type(other) is np.ndarray and own.ndim and other.ndim == 1:
        return [(own, other)] if np.may_share_memory(own, other) else None  # the usual case, in the least time
    if _are_same(own, other):
        if is_number(own):
            return []
        rows = np.empty(unwrap(own)[0].shape, np.int8)
        return [(rows, rows.reshape(-1))]
    try:
        one, two = memory_of(own), memory_of(other)  # numbers, perhaps with a mask of nulls; or chunks
        if len(one) != len(two) or not all(map(np.may_share_memory, one, two)):
            return None
        shapes = unwrap(own)[0].shape, unwrap(other)[0].shape
    except (TypeError, ValueError, ImportError):
        return None
    are_whole = all((a.shape, b.shape) == shapes for a, b in zip(one, two))
    return list(zip(one, two)) if are_whole else None  # a chunk has only some of the rows


def _rows_of(own, other, count):
    """Returns the row of the first element of `own` among the elements of `other`, and (number of the axis from
    the last, length, rows from element to element) of each axis. Returns an empty tuple if both are the same
    single value, and None if the elements of `own` are not rows of `other`."""
    if own.dtype != other.dtype or other.ndim != 1:
        return None
    axes = [(at, length, stride) for at, (length, stride) in enumerate(zip(own.shape[::-1], own.strides[::-1]))
            if length != 1 and stride]
    offset, stride = address(own) - address(other), other.strides[0]
    if count == 1:  # numpy may give any stride to one element
        stride = axes[0][2] if axes else own.itemsize
    elif other.size == 1 or stride == 0:
        return None if offset or axes else ()
    if offset % stride or any(step % stride for _, _, step in axes):
        return None
    return offset // stride, [(at, length, step // stride) for at, length, step in axes]


def rows_among(pairs, count):
    """Returns the choosers' rows among `count` candidates, or NO_ROW, in an array that broadcasts to the choosers'
    shape. Returns None if the choosers are not candidates. As in the library (`self` in choose.h), they are if on
    each axis their column is the candidates' column or a view of it, and all axes have the same rows. A single
    value on both sides does not count, but at least one axis must."""
    found = []
    for own, other in pairs:
        arrays = _arrays_of(own, other)
        rows = [None] if arrays is None else [_rows_of(*views, count) for views in arrays]
        if None in rows:
            return None
        found += filter(None, rows)
    if not found or any(one != found[0] for one in found):
        return None
    rows, axes = found[0]
    for at, length, step in axes:
        rows = rows + (step * np.arange(length)).reshape((length,) + (1,) * at)
    return np.where((rows >= 0) & (rows < count), rows, NO_ROW).astype(np.uint32)


def part_of(value, rows):
    """Returns these rows of a column that has a value for each row of all tables, or one for all."""
    if not is_number(value) and not isinstance(value, (list, tuple)):
        value = unwrap(value)[0]
    return value if np.size(value) == 1 else value[rows]
