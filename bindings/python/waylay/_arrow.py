"""Reads columns of Arrow (pyarrow, polars, nanoarrow and others) as numpy arrays over the same memory, by
Arrow's C data interface: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html"""

import ctypes

import numpy as np

_pointer = ctypes.c_void_p


class _Schema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", _pointer),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", _pointer),
        ("dictionary", _pointer),
        ("release", _pointer),
        ("private_data", _pointer),
    ]


class _Array(ctypes.Structure):
    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.POINTER(_pointer)),
        ("children", _pointer),
        ("dictionary", _pointer),
        ("release", _pointer),
        ("private_data", _pointer),
    ]


class _Stream(ctypes.Structure):
    _fields_ = [
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, _pointer, _pointer)),
        ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, _pointer, _pointer)),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, _pointer)),
        ("release", _pointer),
        ("private_data", _pointer),
    ]


_formats = {b"e": "f2", b"f": "f4", b"g": "f8", b"c": "i1", b"C": "u1", b"s": "i2", b"S": "u2", b"i": "i4",
            b"I": "u4", b"l": "i8", b"L": "u8"}
_release_type = ctypes.CFUNCTYPE(None, _pointer)

_get = ctypes.PYFUNCTYPE(_pointer, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


class _ArrowMemory:
    """Memory of `owner` for a numpy array. The array keeps the owner alive."""

    def __init__(self, owner, address, length, dtype):
        self.owner = owner
        self.__array_interface__ = {
            "version": 3, "shape": (length,), "typestr": np.dtype(dtype).str, "data": (address, True)}


class _Chunk:
    """One array of a stream. The array is released when the last reference to it is gone."""

    def __init__(self):
        self.array = _Array()

    def __del__(self):
        if self.array.release:
            _release_type(self.array.release)(ctypes.addressof(self.array))


def _values(schema, array, owner):
    """Returns one array as (numbers, nulls or None)."""
    kind = _formats.get(schema.format)
    if kind is None:
        raise ValueError(f"an Arrow column of format {schema.format.decode()!r} holds no numbers")
    kind = np.dtype(kind)
    if array.length == 0:
        return np.empty(0, kind), None
    address = array.buffers[1] + array.offset * kind.itemsize
    numbers = np.asarray(_ArrowMemory(owner, address, array.length, kind))
    validity = array.buffers[0] if array.null_count != 0 else None
    if not validity:
        return numbers, None
    first = array.offset // 8
    count = (array.offset + array.length + 7) // 8 - first
    bits = np.asarray(_ArrowMemory(owner, validity + first, count, np.uint8))
    valid = np.unpackbits(bits, bitorder="little")[array.offset % 8:][:array.length]
    nulls = valid == 0
    return numbers, nulls if nulls.any() else None


def from_array(value):
    schema_capsule, array_capsule = value.__arrow_c_array__()
    schema = _Schema.from_address(_get(schema_capsule, b"arrow_schema"))
    array = _Array.from_address(_get(array_capsule, b"arrow_array"))
    return _values(schema, array, array_capsule)  # the capsule releases the array


def from_stream(value):
    """Reads a column from a stream. A single chunk is used in place; several chunks are concatenated."""
    chunks, kind = chunks_of(value)
    if len(chunks) == 1:
        return chunks[0]
    if not chunks:
        return np.empty(0, kind), None
    nulls = None
    if any(part[1] is not None for part in chunks):
        nulls = np.concatenate([np.zeros(len(a), bool) if m is None else m for a, m in chunks])
    return np.concatenate([part[0] for part in chunks]), nulls


def chunks_of(value):
    """Returns the chunks of a stream in place, each as (numbers, nulls or None), and the numbers' type."""
    capsule = value.__arrow_c_stream__()
    address = _get(capsule, b"arrow_array_stream")
    stream = _Stream.from_address(address)
    schema = _Schema()

    def check(error):
        if error:
            message = stream.get_last_error(address)
            raise ValueError(f"an Arrow stream fails: {(message or b'').decode('utf-8', 'replace')}")

    check(stream.get_schema(address, ctypes.addressof(schema)))
    try:
        chunks = []
        while True:
            chunk = _Chunk()
            check(stream.get_next(address, ctypes.addressof(chunk.array)))
            if not chunk.array.release:
                break
            chunks.append(_values(schema, chunk.array, chunk))
        return chunks, _formats.get(schema.format, "f4")
    finally:
        if schema.release:
            _release_type(schema.release)(ctypes.addressof(schema))
