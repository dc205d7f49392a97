"""Numbers that compare with names, as in `answer.status == "met"`: enums, arrays, their elements."""

import enum

import numpy as np

_int = np.dtype(np.int32)


def _format(value, spec):
    """Formats the name, unless the format is one of numbers, such as "d" or "04x"."""
    return format(int(value), spec) if spec[-1:] in set("bcdoxXneEfFgG%") else format(str(value), spec)


class NamedEnum(enum.IntEnum):
    """The base of this package's enums. A member equals its number and its name in small letters."""

    def __eq__(self, other):
        if isinstance(other, str):
            return self.name.lower() == other.lower()
        return int.__eq__(self, other)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = int.__hash__

    def __str__(self):
        return self.name.lower()

    def __format__(self, spec):
        return _format(self, spec)

    @classmethod
    def _missing_(cls, value):
        return cls.__members__.get(value.upper()) if isinstance(value, str) else None


def _number_of(names, word):
    member = names.__members__.get(word.upper())
    if member is None:
        expected = ", ".join(repr(str(name)) for name in names)
        raise ValueError(f"{names.__name__}: expected one of {expected}, found {word!r}")
    return int(member)


def _with_numbers(names, value):
    """Returns the value with numbers in place of names. A name that does not exist is an error, because a
    comparison with it would always be false."""
    if isinstance(value, str):
        return _number_of(names, value)
    if isinstance(value, (set, frozenset)):
        value = list(value)
    if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.dtype.kind in "OU"):
        array = np.asarray(value)
        if array.dtype.kind in "OU":
            flat = array.ravel().tolist()
            numbers = [_number_of(names, one) if isinstance(one, str) else one for one in flat]
            return np.array(numbers, None if array.dtype.kind == "U" else object).reshape(array.shape)
    return value


def _plain(value):
    return value.view(np.ndarray) if isinstance(value, NamedArray) else value


class NamedNumber(np.int32):
    """An element of a NamedArray: an int32 that also equals its name."""

    __slots__ = ()
    _names = None

    def __eq__(self, other):
        return np.int32.__eq__(self, _with_numbers(self._names, other))

    def __ne__(self, other):
        return np.int32.__ne__(self, _with_numbers(self._names, other))

    __hash__ = np.int32.__hash__

    @property
    def name(self):
        return str(self)

    def __str__(self):
        number = int(self)
        return str(self._names(number)) if number in self._names._value2member_map_ else str(number)

    def __repr__(self):
        return f"<{self._names.__name__}: {self}>"

    def __format__(self, spec):
        return _format(self, spec)

    def __reduce__(self):
        return type(self), (int(self),)


class NamedArray(np.ndarray):
    """An array of int32 that compares with the names of its numbers, and prints them."""

    _names, _element = None, np.int32

    @property
    def names(self):
        """The names of the numbers, as an array of text."""
        most = max(map(len, self._names.__members__))
        words = [str(self._element(number)) for number in self.view(np.ndarray).ravel().tolist()]
        return np.array(words, f"U{most}").reshape(self.shape)

    def __eq__(self, other):
        return self.view(np.ndarray) == _plain(_with_numbers(self._names, other))

    def __ne__(self, other):
        return self.view(np.ndarray) != _plain(_with_numbers(self._names, other))

    __hash__ = None

    def __getitem__(self, key):
        found = super().__getitem__(key)
        return self._element(found) if isinstance(found, np.int32) else found

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        """Computes with plain numbers. The result is a plain array."""
        if ufunc in (np.equal, np.not_equal):
            inputs = [_with_numbers(self._names, one) for one in inputs]
        if out is not None:
            options["out"] = tuple(map(_plain, out))
        result = getattr(ufunc, method)(*map(_plain, inputs), **options)
        return result if out is None or len(out) > 1 else out[0]

    def __array_function__(self, function, types, arguments, options):
        if function in (np.isin, getattr(np, "in1d", None)):
            return function(*(_plain(_with_numbers(self._names, one)) for one in arguments), **options)
        return super().__array_function__(function, types, arguments, options)

    def astype(self, *arguments, **options):
        return self.view(np.ndarray).astype(*arguments, **options)

    def __str__(self):
        if self.dtype != _int:
            return str(self.view(np.ndarray))
        plain, names = self.view(np.ndarray), {"int": lambda number: str(self._element(number))}
        return np.array2string(plain, formatter=names)

    def __repr__(self):
        if self.dtype != _int:
            return repr(self.view(np.ndarray))
        return f"{type(self).__name__}({self})"

    def __format__(self, spec):
        return str(self) if spec == "" else format(self.view(np.ndarray), spec)


def array_of(names):
    """Makes the class of the arrays that have the numbers of this enum, and the class of their elements."""
    public, members = names.__name__, {"_names": names, "__module__": "waylay"}
    element = type(f"{public}Number", (NamedNumber,), {"__slots__": (), **members})
    made = type(f"{public}Array", (NamedArray,), {"_element": element, **members})
    made.__doc__ = f"An array of int32 with numbers of {public}. It compares with names, and prints them."
    element.__doc__ = f"An int32 that is a number of {public}, and equals its name, too."
    return made, element
