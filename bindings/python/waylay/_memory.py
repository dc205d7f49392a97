"""Memory for answers. The pages of a large new array cost more than the answers: the system hands each out as zeros, at
first touch. So what large answers lay in serves the next ones as soon as nobody holds them any more."""

import threading

import numpy as np

_LEAST = 1 << 18  # bytes; the allocator itself keeps smaller blocks
_most, _waiting, _free = 128 << 20, 0, {}
_lock = threading.RLock()  # a block may be freed at any moment, also while the lock is held


class _Block:
    """Memory of one array and its views."""

    def __init__(self, memory):
        self.memory = memory
        self.__array_interface__ = dict(memory.__array_interface__)

    def __del__(self):
        _give_back(self.memory)


def _give_back(memory):
    global _waiting
    with _lock:
        if _waiting + memory.nbytes > _most:  # free blocks may have sizes that are not used any more
            _free.clear()
            _waiting = 0
        if memory.nbytes <= _most:
            _waiting += memory.nbytes
            _free.setdefault(memory.nbytes, []).append(memory)


def keep_memory(limit):
    """The largest number of bytes of former answers kept for later answers: 128 MiB by default. 0 frees them all."""
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
    """As np.empty."""
    size = dtype.itemsize
    for length in shape:
        size *= length
    if size < _LEAST or size > _most:
        return np.empty(shape, dtype)
    return np.asarray(_Block(_take(size))).view(dtype).reshape(shape)
