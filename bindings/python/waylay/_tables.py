"""Finds a call's columns in its tables and arguments. Refuses columns that would silently be misread."""

import functools
import sys
from collections.abc import Mapping

import numpy as np

from ._library import description
from ._text import SYNONYMS

_KNOWN = {column["name"] for entry in description["behaviours"] + description["calls"]
          for column in entry["inputs"] + entry["outputs"]}


def is_frame(value):
    """Returns True for a DataFrame, which is a matrix in some calls."""
    return getattr(value, "ndim", 1) == 2 and hasattr(value, "to_numpy")


def columns_of(who, table):
    """Returns the column names of a structured array, mapping, DataFrame, Arrow table or answer."""
    names = getattr(getattr(table, "dtype", None), "names", None)
    if names:
        return names
    if isinstance(table, Mapping):
        return list(table)
    if isinstance(table, tuple) and hasattr(table, "_fields"):
        return table._fields
    names = getattr(table, "column_names", None)
    if names is None:
        names = getattr(table, "columns", None)
    if names is None or callable(names):
        raise TypeError(f"{who}: expected a table: a structured array, a mapping, a DataFrame, an Arrow "
                        f"table or an answer; found {type(table).__name__}")
    return list(names)


def column_of(who, table, name):
    column = getattr(table, name) if isinstance(table, tuple) else table[name]
    if is_frame(column) and is_frame(table):  # a mapping may have a matrix as a column
        raise ValueError(f"{who}: the table has {column.shape[1]} columns {name!r}; expected one")
    return column


def _is_one_edit(a, b):
    """Returns True if one letter was added, left out or changed, or if two neighbours were exchanged."""
    first = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    a, b = a[first:], b[first:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return max(len(a), len(b)) <= 1 or (len(a) == 2 and a == b[::-1])


@functools.lru_cache(4096)
def near(name, optional):
    """Returns the optional columns of which this name seems to be a misspelling. A column of another call is
    not misspelt, because a table may serve several calls."""
    if not isinstance(name, str) or name in _KNOWN:
        return ()
    small = name.lower()
    return tuple(one for one in optional if small == one or (len(one) >= 4 and _is_one_edit(small, one)))


def refuse_near(who, optional, tables, given):
    """Refuses a table's column that seems to be a misspelt optional column. It is accepted if the caller
    gives the optional column itself, or names it with the value None."""
    for names in tables:
        for name in names:
            for one in near(name, optional):
                if one not in given:
                    raise TypeError(f"{who}: the table's column {name!r} is not read; is it {one!r}? "
                                    f"Rename it, or pass {one}=None to leave {one} out")


def take(who, input_names, optional, tables, given):
    """Adds the tables' columns to the arguments. An argument that is not None takes precedence."""
    other_names = {name: other for name, other in SYNONYMS.items()
                   if name in input_names and other not in input_names}
    for name, other in other_names.items():
        if given.get(other) is not None:
            if given.get(name) is not None:
                raise TypeError(f"{who}: {name} and {other} are two names of one column; expected one")
            given[name] = given.pop(other)
    if not tables:
        return
    all_names = [columns_of(who, table) for table in tables]
    for table, names in zip(tables, all_names):
        there = set(names)
        for name in input_names:
            if given.get(name) is None:
                if name in there:
                    given[name] = column_of(who, table, name)
                elif name in other_names and other_names[name] in there:
                    given[name] = column_of(who, table, other_names[name])
    refuse_near(who, optional, all_names, given)


def columns_by_name(who, what, table, needed, optional=()):
    """Returns pairs of a name and a column: the table's columns of these names, in this order. Returns None if the value is
    not a table, as rows of numbers are not. A missing or misspelt name is an error, because a column that is read by its
    position could be another one."""
    if isinstance(table, (list, tuple)):
        return None
    try:
        names = columns_of(who, table)
    except TypeError:
        return None
    missing = [name for name in needed if name not in names]
    if missing:
        perhaps = f" and perhaps {', '.join(optional)}" if optional else ""
        hint = "; pass .to_numpy() to read rows by position" if hasattr(table, "to_numpy") else ""
        raise ValueError(f"{who}: {what}: missing {', '.join(missing)}; expected the columns {', '.join(needed)}{perhaps}; found "
                         f"{', '.join(map(str, names[:30]))}{hint}")
    for name in names:
        for one in near(name, optional):
            if one not in names:
                raise ValueError(f"{who}: {what}: the column {name!r} is not read; is it {one!r}?")
    columns = [(name, column_of(f"{who}: {what}", table, name)) for name in (*needed, *optional) if name in names]
    check_indexes(f"{who}: {what}", columns)
    return columns


# Rows that belong together ----------------------------------------------------------------------------------


_WITHOUT_INDEX = {np.ndarray, float, int, list, tuple, type(None)}


def may_have_indexes(values):
    """Returns False if no value has an index. This saves the time of check_indexes() in most calls."""
    return not _WITHOUT_INDEX.issuperset(map(type, values))


def _index_of(value):
    index = getattr(value, "index", None)
    return index if hasattr(index, "equals") else None


def check_indexes(who, columns):
    """Refuses two pandas columns of one length whose indexes differ. Columns are matched by position, but
    pandas would match these by their indexes. `columns` are pairs of a name and a value."""
    check_labels(who, [(name, _index_of(value)) for name, value in columns])


def check_labels(who, labels):
    """The same for pairs of a name and an index of pandas. Other values have no labels and are skipped."""
    first = {}  # for each length
    for name, index in labels:
        if not hasattr(index, "equals"):
            continue
        other, seen = first.setdefault(len(index), (name, index))
        if index is not seen and not index.equals(seen):
            raise ValueError(f"{who}: {name} has another index than {other}, and columns are matched by "
                             "position; reindex one of them, or pass .to_numpy() if the positions are right")


# A DataFrame for a DataFrame --------------------------------------------------------------------------------


def _column_for_pandas(values):
    """Returns numbers as they are, and a status or a word as a category of its names."""
    names = getattr(values, "_names", None)
    if names is None:
        return values
    first = min(map(int, names))
    return sys.modules["pandas"].Categorical.from_codes(values.view(np.ndarray) - first, [str(one) for one in names])


def framed(tables, chaser_names, by_target, answer):
    """Returns the answer as a DataFrame with the index of the chasers' DataFrame. If there is none, or if the answer
    has other rows, the answer stays as it is. pandas is there if a DataFrame is."""
    pandas = sys.modules.get("pandas")
    frames = [table for table in tables if pandas and isinstance(table, pandas.DataFrame)]
    of_chasers = [frame for frame in frames if any(name in chaser_names for name in frame.columns)]
    frames = of_chasers or ([] if by_target else frames)
    if not frames or not all(np.ndim(values) in (1, 2) and len(values) == len(frames[0]) for values in answer):
        return answer
    columns = {}
    for name, values in zip(answer._fields, answer):
        if values.ndim == 1:
            columns[name] = _column_for_pandas(values)
        elif name not in ("target", "cost", "seen"):  # only the ranks of a choice are columns of their own
            return answer
    ranks = [(name, values) for name, values in zip(answer._fields, answer) if values.ndim == 2]
    best = {f"{name}{rank + 1 if rank else ''}": values[:, rank]
            for rank in range(ranks[0][1].shape[1] if ranks else 0) for name, values in ranks}
    return pandas.DataFrame({**best, **columns}, index=frames[0].index)
