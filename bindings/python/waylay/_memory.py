"""Allocates memory for answers. For a large new array, the system clears each page at the first access, which
takes longer than computing the answers. So the memory of large answers is used for later answers as soon as
no array refers to it."""

import threading

import numpy as np

_LEAST = 1 << 18  # the bytes of the smallest block that is kept here; the allocator itself keeps smaller ones
_most, _waiting, _free = 128 << 20, 0, {}
_lock = threading.RLock()  # reentrant, because a block may be freed while this thread holds the lock


class _Block:
    """The memory of an array and its views. After the last of them is gone, the memory can be used again."""

    def __init__(self, memory):
        self.memory = memory
        self.__array_interface__ = dict(memory.__array_interface__)

    def __del__(self):
        _give_back(self.memory)


def _give_back(memory):
    global _waiting
    with _lock:
        if _waiting + memory.nbytes > _most:  # frees all, because the calls may need other sizes now
            _free.clear()
            _waiting = 0
        if memory.nbytes <= _most:
            _waiting += memory.nbytes
            _free.setdefault(memory.nbytes, []).append(memory)


def keep_memory(limit):
    """Sets the largest number of bytes of former answers that are kept for later answers. The default is 128 MiB; 0 frees all."""
    global _most, _waiting
    with _lock:
        _most = int(limit)
        _free.clear()
        _waiting = 0


def _take(size):
    global _waiting
    with _lock:
        waiting = _free.get(size)
        if not waiting:
            return np.empty(size, np.uint8)
        _waiting -= size
        return waiting.pop()


def empty(shape, dtype):
    """Like np.empty, but uses free memory of former answers if possible."""
    size = dtype.itemsize
    for length in shape:
        size *= length
    if size < _LEAST or size > _most:
        return np.empty(shape, dtype)
    return np.asarray(_Block(_take(size))).view(dtype).reshape(shape)
