"""Tests the forms that columns may have: broadcasting, records, pandas, Arrow, nulls; and given outputs."""

import array
import ctypes
import gc
import unittest

import numpy as np

import waylay
from support import assert_same, bits, by_c_call, draw, f4, f8, i4, u4

try:
    import pandas
except ImportError:
    pandas = None
try:
    import pyarrow
except ImportError:
    pyarrow = None

COUNT = 97


def columns_of(shapes, seed=1):
    """Returns the seven required columns of intercept2d. Column k has the shape shapes[k]."""
    drawn = draw("intercept2d", 4096, seed, hard=False)
    names = ["chaser_x", "chaser_y", "chaser_speed", "runner_x", "runner_y", "runner_vx", "runner_vy"]
    return {name: drawn[name][:int(np.prod(shape))].reshape(shape) for name, shape in zip(names, shapes)}


class Broadcasting(unittest.TestCase):
    def check(self, shapes, change=lambda c: c):
        columns = {name: change(column) for name, column in columns_of(shapes).items()}
        full = dict(zip(columns, np.broadcast_arrays(*columns.values())))
        shape = full["chaser_x"].shape
        flat = {name: np.ascontiguousarray(column).ravel() for name, column in full.items()}
        expected = by_c_call("intercept2d", flat, int(np.prod(shape)))
        expected = {name: column.reshape(shape) for name, column in expected.items()}
        assert_same(waylay.intercept2d(**columns), expected, shapes)
        assert_same(waylay.intercept2d.prepare(**columns)(), expected, shapes)

    def test_as_numpy_does(self):
        one, two = (), (5,)
        for shapes in ([two] * 7, [one] * 6 + [two], [(1,)] * 3 + [two] * 4, [(7, 1)] * 3 + [(5,)] * 4,
                       [(1, 5)] * 3 + [(7, 1)] * 4, [(3, 1, 5)] * 3 + [(4, 1)] * 4, [(3, 4, 5)] * 7,
                       [(2, 1, 3, 1)] * 3 + [(4, 1, 6)] * 4, [(7, 5)] * 3 + [(5,)] * 2 + [(7, 1)] * 2, [(1, 1)] * 7,
                       [(0,)] * 7, [(0, 3)] * 3 + [(3,)] * 4, [(200, 1)] * 3 + [(3,)] * 4, [(300, 1)] * 3 + [(290,)] * 4,
                       [(300, 1)] * 3 + [(3,)] * 4, [(2, 1, 300)] * 3 + [(257, 1)] * 4):
            self.check(shapes)

    def test_in_other_orders_of_memory(self):
        self.check([(7, 5)] * 7, np.asfortranarray)
        self.check([(7, 5)] * 3 + [(5, 7)] * 0 + [(7, 5)] * 4, lambda c: np.asfortranarray(c)[::-1, ::-1])
        self.check([(6, 8)] * 7, lambda c: c[::2, ::3])
        self.check([(4, 5, 6)] * 7, lambda c: c.transpose(2, 0, 1))

    def test_no_shape_gives_numbers(self):
        answer = waylay.intercept2d(**columns_of([()] * 7))
        self.assertIsInstance(answer.time, f4)
        self.assertIsInstance(answer.status, i4)

    def test_shapes_that_do_not_fit(self):
        with self.assertRaisesRegex(ValueError, r"together, found chaser_x \(5,\), .*runner_vy \(4,\)$"):
            waylay.intercept2d(**columns_of([(5,)] * 3 + [(4,)] * 4))

    def test_columns_of_length_zero(self):
        answer = waylay.intercept2d(**columns_of([(0,)] * 7))
        self.assertEqual((answer.time.shape, answer.status.dtype), ((0,), np.dtype(i4)))


class Tables(unittest.TestCase):
    def test_records_and_mappings(self):
        columns = draw("intercept2d", COUNT)
        expected = by_c_call("intercept2d", columns, COUNT)
        assert_same(waylay.intercept2d(columns), expected)
        units = {key: columns[key] for key in columns if key.startswith("runner")}
        others = {key: columns[key] for key in columns if key not in units}
        assert_same(waylay.intercept2d(units, others, chaser_speed=columns["chaser_speed"]), expected)
        changed = waylay.intercept2d(columns, chaser_speed=7)
        assert_same(changed, by_c_call("intercept2d", dict(columns, chaser_speed=f4(7)), COUNT))

    def test_records_are_read_where_they_lie(self):
        columns = draw("intercept2d", COUNT)
        records = np.zeros(COUNT, [(key, "f4") for key in columns])
        call = waylay.intercept2d.prepare(records)  # must not copy
        for key in columns:
            records[key] = columns[key]
        assert_same(call(), by_c_call("intercept2d", columns, COUNT))

    def test_no_rows_of_misaligned_records(self):
        records = np.zeros(9, [("a", "i1")] + [(key, "f4") for key in draw("intercept2d", 1)])
        self.assertEqual(waylay.intercept2d(records[4:4]).time.shape, (0,))

    def test_whatever_lends_its_memory(self):
        columns = draw("intercept2d", COUNT)
        lent = {key: array.array("f", column.tolist()) for key, column in columns.items()}
        call = waylay.intercept2d.prepare(**lent)
        assert_same(call(), by_c_call("intercept2d", columns, COUNT))
        assert_same(waylay.intercept2d(**{key: memoryview(column) for key, column in lent.items()}),
                    by_c_call("intercept2d", columns, COUNT))
        columns["chaser_x"][3] = lent["chaser_x"][3] = 55
        assert_same(call(), by_c_call("intercept2d", columns, COUNT))

    def test_lists_are_doubles_as_in_numpy(self):
        answer = waylay.seek2d(chaser_x=[0, 1], chaser_y=[0, 0], chaser_speed=[5], runner_x=[3, 1], runner_y=[4, 5])
        np.testing.assert_array_equal(answer.velocity_x, np.array([3, 0], f4))
        np.testing.assert_array_equal(answer.velocity_y, np.array([4, 5], f4))


class Nulls(unittest.TestCase):
    def expected(self, columns, nulls):
        holes = dict(columns)
        for key, mask in nulls.items():
            holes[key] = np.where(mask, columns[key].dtype.type(np.nan), columns[key])
        return by_c_call("intercept2d", holes, COUNT)

    def setUp(self):
        self.columns = draw("intercept2d", COUNT, hard=False)
        dice = np.random.default_rng(9)
        self.nulls = {key: dice.uniform(size=COUNT) < 0.1 for key in ("chaser_x", "runner_vy", "horizon")}

    def test_masked_rows_are_invalid(self):
        masked = dict(self.columns)
        for key, mask in self.nulls.items():
            masked[key] = np.ma.array(self.columns[key], mask=mask)
        got = waylay.intercept2d(**masked)
        assert_same(got, self.expected(self.columns, self.nulls))
        rows = np.any(list(self.nulls.values()), axis=0)
        self.assertTrue((got.status[rows] == waylay.Status.INVALID).all())
        self.assertFalse((got.status[~rows] == waylay.Status.INVALID).any())
        self.assertTrue(np.isinf(got.time[rows]).all())
        for key, mask in self.nulls.items():  # the call wrote nothing to the nulls
            np.testing.assert_array_equal(masked[key].data, self.columns[key])

    def test_masks_broadcast(self):
        column = np.ma.array(np.zeros((3, 1), f4), mask=[[0], [1], [0]])
        got = waylay.seek2d(chaser_x=column, chaser_y=0, chaser_speed=1, runner_x=np.arange(4, dtype=f4), runner_y=1)
        np.testing.assert_array_equal(got.status == waylay.Status.INVALID, np.repeat([[False], [True], [False]], 4, axis=1))

    def test_nulls_among_whole_numbers(self):
        tiles = draw("tile_step", COUNT, hard=False)
        mask = np.arange(COUNT) % 7 == 2
        got = waylay.tile_step(**dict(tiles, runner_x=np.ma.array(tiles["runner_x"], mask=mask)))
        expected = by_c_call("tile_step", tiles, COUNT)
        for key in expected:
            expected[key][mask] = waylay.Status.INVALID if key == "status" else 0
        assert_same(got, expected)

    def test_null_targets_are_nobody(self):
        target = np.ma.array(np.arange(COUNT, dtype=i4), mask=np.arange(COUNT) % 5 == 0)
        got = waylay.intercept2d(**self.columns, target=target)
        np.testing.assert_array_equal(got.status == waylay.Status.NO_TARGET, target.mask)

    def test_an_unmasked_array_is_not_copied(self):
        self.columns["chaser_x"] = np.ma.array(self.columns["chaser_x"])
        waylay.intercept2d.prepare(**self.columns)

    @unittest.skipIf(pandas is None, "no pandas")
    def test_columns_of_pandas(self):
        frame = pandas.DataFrame(self.columns)
        frame["name"] = "x"
        expected = by_c_call("intercept2d", self.columns, COUNT)
        assert_same(waylay.intercept2d(frame), expected)
        call = waylay.intercept2d.prepare(**{key: frame[key] for key in self.columns})  # must not copy
        assert_same(call(), expected)
        for key in self.columns:
            frame[key] = frame[key].astype("Float32")
        assert_same(waylay.intercept2d.prepare(frame)(), expected)
        for key, mask in self.nulls.items():
            frame.loc[mask, key] = pandas.NA
        assert_same(waylay.intercept2d(frame), self.expected(self.columns, self.nulls))
        tiles = pandas.DataFrame(draw("tile_step", COUNT, hard=False))
        assert_same(waylay.tile_step(tiles.astype("Int32")), waylay.tile_step(tiles.to_dict("series"))._asdict())
        with self.assertRaisesRegex(waylay.Error, "object"):
            waylay.intercept2d(self.columns, chaser_x=pandas.Series(["a"] * COUNT))

    def test_columns_of_arrow(self):
        arrow = {key: ArrowColumn(column) for key, column in self.columns.items()}
        call = waylay.intercept2d.prepare(**arrow)  # must not copy
        assert_same(call(), by_c_call("intercept2d", self.columns, COUNT))
        for key, mask in self.nulls.items():
            arrow[key] = ArrowColumn(self.columns[key], mask)
        assert_same(waylay.intercept2d(**arrow), self.expected(self.columns, self.nulls))
        for offset in (1, 7, 8, 13):  # slices, whose validity bits begin within a byte, or (8) at a byte
            sliced = {key: ArrowColumn(column, self.nulls.get(key), offset) for key, column in self.columns.items()}
            assert_same(waylay.intercept2d(**sliced), self.expected(self.columns, self.nulls), offset)
        wrong = ArrowColumn(self.columns["chaser_x"], form=b"u")
        with self.assertRaisesRegex(waylay.Error, "holds no numbers"):
            waylay.intercept2d(dict(arrow, chaser_x=wrong))

    def test_memory_of_arrow_is_held_and_released_once(self):
        columns = {key: ArrowColumn(column) for key, column in self.columns.items()}
        call = waylay.intercept2d.prepare(**columns)
        expected = by_c_call("intercept2d", self.columns, COUNT)
        counts = [column.released for column in columns.values()]
        del columns
        gc.collect()
        self.assertEqual([len(count) for count in counts], [0] * len(counts))
        assert_same(call(), expected)
        del call
        gc.collect()
        self.assertEqual([len(count) for count in counts], [1] * len(counts))

    def test_streams_of_arrow(self):
        expected = by_c_call("intercept2d", self.columns, COUNT)
        for cuts in ([0, COUNT], [0, 10, 10, 60, COUNT]):
            streams = {key: ArrowStream(column, cuts) for key, column in self.columns.items()}
            assert_same(waylay.intercept2d(**streams), expected)
            gc.collect()
            for stream in streams.values():
                self.assertEqual(stream.released(), len(cuts) - 1)

    @unittest.skipIf(pyarrow is None, "no pyarrow")
    def test_columns_of_pyarrow(self):
        table = pyarrow.table({key: pyarrow.array(column, mask=self.nulls.get(key)) for key, column in self.columns.items()})
        assert_same(waylay.intercept2d(table), self.expected(self.columns, self.nulls))
        whole = {key: pyarrow.array(column) for key, column in self.columns.items()}
        assert_same(waylay.intercept2d.prepare(**whole)(), by_c_call("intercept2d", self.columns, COUNT))


# A producer of Arrow's C data interface, as its specification describes one -----------------------------------------

pointer = ctypes.c_void_p
Release = ctypes.CFUNCTYPE(None, pointer)


class Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", pointer), ("flags", ctypes.c_int64),
                ("n_children", ctypes.c_int64), ("children", pointer), ("dictionary", pointer), ("release", Release),
                ("private_data", pointer)]


class Array(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(pointer)),
                ("children", pointer), ("dictionary", pointer), ("release", Release), ("private_data", pointer)]


class Stream(ctypes.Structure):
    _fields_ = [("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, pointer, ctypes.POINTER(Schema))),
                ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, pointer, ctypes.POINTER(Array))),
                ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, pointer)), ("release", Release),
                ("private_data", pointer)]


python = ctypes.pythonapi
Destructor = ctypes.PYFUNCTYPE(None, pointer)
new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, pointer, ctypes.c_char_p, Destructor)(("PyCapsule_New", python))
pointer_of = ctypes.PYFUNCTYPE(pointer, pointer, ctypes.c_char_p)(("PyCapsule_GetPointer", python))
alive = {}


def capsule(struct, name):
    """Makes a capsule. Deleting the capsule calls the struct's release, unless it was called before."""
    alive[ctypes.addressof(struct)] = struct

    def destroy(address):
        struct = alive.pop(pointer_of(address, name))
        if struct.release:
            struct.release(ctypes.addressof(struct))

    keep = Destructor(destroy)
    alive[name, ctypes.addressof(struct)] = keep
    return new_capsule(ctypes.addressof(struct), name, keep)


def release_that_frees_nothing(kind):
    def release(address):
        kind.from_address(address).release = Release(0)

    return Release(release)


schema_release = release_that_frees_nothing(Schema)
FORMATS = {np.dtype(f4): b"f", np.dtype(f8): b"g", np.dtype(i4): b"i", np.dtype(u4): b"I"}


def arrow_array(column, mask, offset, released, in_place=False):
    """Makes an Arrow array. Releasing the array overwrites its memory, unless it is `in_place`: the column's own memory."""
    numbers = column if in_place else np.concatenate([np.full(offset, 99, column.dtype), column])
    validity = None
    if mask is not None:
        validity = np.packbits(np.concatenate([np.arange(offset) % 2 == 0, ~mask]), bitorder="little")
    buffers = (pointer * 2)(validity.ctypes.data if validity is not None else None, numbers.ctypes.data)

    def release(address):
        if not in_place:
            numbers[...] = 77
        released.append(address)
        Array.from_address(address).release = Release(0)

    made = Array(len(column), -1 if mask is not None else 0, offset, 2, 0, buffers, None, None, Release(release), None)
    made.held = numbers, validity, buffers
    return made


class ArrowColumn:
    def __init__(self, column, mask=None, offset=0, form=None, in_place=False):
        self.column, self.mask, self.offset, self.form, self.released, self.in_place = column, mask, offset, form, [], in_place

    def __arrow_c_array__(self, requested_schema=None):
        schema = Schema(self.form or FORMATS[self.column.dtype], b"", None, 2, 0, None, None, schema_release, None)
        made = arrow_array(self.column, self.mask, self.offset, self.released, self.in_place)
        return capsule(schema, b"arrow_schema"), capsule(made, b"arrow_array")


class ArrowStream:
    """A column in chunks, each with its own memory and its own release. The chunks outlive the stream."""

    def __init__(self, column, cuts, in_place=False):
        self.chunks = [column[a:b] if in_place else column[a:b].copy() for a, b in zip(cuts, cuts[1:])]
        self.lists, self.in_place = [], in_place

    def released(self):
        return sum(len(one) for one in self.lists)

    def __arrow_c_stream__(self, requested_schema=None):
        left, made = list(self.chunks), []

        def get_schema(_, schema):
            schema.contents.format, schema.contents.release = FORMATS[self.chunks[0].dtype], schema_release
            return 0

        def get_next(_, into):
            if not left:
                into.contents.release = Release(0)
                return 0
            self.lists.append([])
            made.append(arrow_array(left.pop(0), None, 0, self.lists[-1], self.in_place))
            ctypes.memmove(into, ctypes.byref(made[-1]), ctypes.sizeof(Array))
            return 0

        kinds = dict(Stream._fields_)
        stream = Stream(kinds["get_schema"](get_schema), kinds["get_next"](get_next),
                        kinds["get_last_error"](lambda _: b"no"), release_that_frees_nothing(Stream), None)
        alive[id(stream)] = stream, made
        return capsule(stream, b"arrow_array_stream")


class Outputs(unittest.TestCase):
    def setUp(self):
        self.columns = draw("intercept2d", COUNT, seed=6)
        self.expected = by_c_call("intercept2d", self.columns, COUNT)

    def test_only_what_is_wanted(self):
        got = waylay.intercept2d(self.columns, want=("status", "time"))
        self.assertEqual(got._fields, ("time", "status"))
        np.testing.assert_array_equal(got.time, self.expected["time"])
        self.assertIsNotNone(waylay.intercept2d(self.columns, want="time").time)
        with self.assertRaisesRegex(TypeError, "want: no output 'tme'; expected some of time"):
            waylay.intercept2d(self.columns, want="tme")

    def test_into_arrays_that_are_there(self):
        time, status = np.zeros(COUNT, f4), np.zeros(COUNT, i4)
        got = waylay.intercept2d(self.columns, out={"time": time, "status": status})
        self.assertIs(got.time, time)
        self.assertEqual(got._fields, ("time", "status"))
        assert_same({"time": time, "status": status}, {key: self.expected[key] for key in ("time", "status")})
        both = waylay.intercept2d(self.columns, out={"time": time}, want="distance")
        assert_same({"distance": both.distance}, {"distance": self.expected["distance"]})

    def test_into_records_and_earlier_results(self):
        records = np.full(COUNT, 5, [("a", "f4"), ("time", "f4"), ("status", "i4"), ("b", "f4")])
        waylay.intercept2d(self.columns, out=records)
        np.testing.assert_array_equal(bits(records["time"]), bits(self.expected["time"]))
        self.assertTrue((records["a"] == 5).all() and (records["b"] == 5).all())
        earlier = waylay.intercept2d(self.columns, chaser_speed=1)
        again = waylay.intercept2d(self.columns, out=earlier)
        self.assertIs(again.time, earlier.time)
        assert_same(again, self.expected)

    def test_into_doubles_backwards_and_matrices(self):
        time = np.zeros(COUNT)
        waylay.intercept2d(self.columns, out={"time": time[::-1]})
        np.testing.assert_array_equal(time[::-1].astype(f4), self.expected["time"])
        matrix = np.zeros((COUNT, 3), f4)
        waylay.intercept2d(self.columns, out={"time": matrix[:, 1]})
        np.testing.assert_array_equal(bits(matrix[:, 1]), bits(self.expected["time"]))
        self.assertFalse(matrix[:, ::2].any())

    def test_an_output_may_be_an_input(self):
        x, y = self.columns["chaser_x"].copy(), self.columns["chaser_y"].copy()
        waylay.intercept2d(self.columns, chaser_x=x, chaser_y=y, out={"velocity_x": x, "velocity_y": y})
        assert_same({"velocity_x": x}, {"velocity_x": self.expected["velocity_x"]})

    def test_any_other_overlap_is_as_if_there_were_none(self):
        memory = np.zeros(COUNT + 1, f4)
        memory[:-1] = self.columns["chaser_x"]
        waylay.intercept2d(self.columns, chaser_x=memory[:-1], out={"time": memory[1:]})
        assert_same({"time": memory[1:]}, {"time": self.expected["time"]})
        memory[:-1] = self.columns["chaser_x"]
        with self.assertRaises(waylay.Error) as caught:
            waylay.intercept2d.prepare(self.columns, chaser_x=memory[:-1], out={"time": memory[1:]})
        self.assertEqual(caught.exception.result, waylay.Result.OVERLAP)
        with self.assertRaisesRegex(ValueError, "time and distance overlap|distance and time overlap"):
            waylay.intercept2d(self.columns, out={"time": memory[1:], "distance": memory[:-1]})

    def test_outputs_that_do_not_fit(self):
        for out, error, text in (
                ({"time": np.zeros(COUNT - 1, f4)}, ValueError, r"found .*chaser_x \(97,\).*the output time \(96,\)"),
                ({"time": np.zeros(1, f4)}, ValueError, r"out: time: expected the shape \(97,\)"),
                ({"time": np.zeros((2, COUNT), f4), "distance": np.zeros(COUNT, f4)}, ValueError, "out: distance: expected the shape"),
                ({"time": np.zeros(COUNT, i4)}, waylay.Error, "out: time: expected an array of float32 or float64, found int32"),
                ({"status": np.zeros(COUNT, np.int64)}, waylay.Error, "out: status: expected an array of int32, found int64"),
                ({"time": np.zeros(COUNT, ">f4")}, waylay.Error, "found >f4"),
                ({"time": [0.0] * COUNT}, TypeError, "out: time: expected a numpy array, found list"),
                ({"tme": np.zeros(COUNT, f4)}, TypeError, "out: no output 'tme'; expected"),
                ({"time": np.broadcast_to(f4(0), COUNT)}, ValueError, "out: time: .* read-only"),
                ({"time": np.lib.stride_tricks.as_strided(np.zeros(1, f4), (COUNT,), (0,))}, waylay.Error,
                 "found one for all"),
                ({"time": np.zeros(COUNT, [("a", "i1"), ("b", "f4")])["b"]}, waylay.Error, "multiples of 4")):
            with self.assertRaisesRegex(error, text):
                waylay.intercept2d(self.columns, out=out)

    def test_answers_may_have_more_dimensions_than_inputs(self):
        out = {"time": np.zeros((3, COUNT), f4)}
        waylay.intercept2d(self.columns, out=out)
        np.testing.assert_array_equal(bits(out["time"]), bits(np.stack([self.expected["time"]] * 3)))


class DragTables(unittest.TestCase):
    """Without gravity, the time of flight over x is (exp(k x) - 1) / (k speed), with k = drag_area * coefficient."""

    shot = {"muzzle_x": 0, "muzzle_y": 0, "shell_speed": 100, "runner_x": f4([50, 25]), "runner_y": 0, "runner_vx": 0,
            "runner_vy": 0, "gravity": 0, "drag_area": f4(0.01)}

    def test_the_time_follows_the_coefficient(self):
        for table, factor in ((None, 1), (([0], [2]), 2), (([10, 60], [2, 2]), 2), ((f4([1, 2]), f4([0.5, 0.5])), 0.5)):
            k = 0.01 * factor
            expected = np.expm1(k * np.array([50, 25])) / (k * 100)
            for call in (waylay.launch_drag2d, waylay.launch_drag2d.prepare):
                answer = call(**self.shot, drag_table=table)
                time = (answer() if callable(answer) else answer).time
                np.testing.assert_allclose(time, expected, rtol=1e-6)
        space = {**self.shot, "muzzle_z": 0, "runner_z": 0, "runner_vz": 0}
        flat = waylay.launch_drag2d(**self.shot, drag_table=([20, 80], [3, 1]))
        np.testing.assert_allclose(waylay.launch_drag3d(**space, drag_table=([20, 80], [3, 1])).time, flat.time, rtol=1e-6)

    def test_wrong_tables_are_refused(self):
        for table, error, text in ((5, TypeError, "drag_table is a pair of sequences"), (([1, 2], [1]), ValueError, "has 2 speeds and 1 coeff"),
                                   (([2, 1], [1, 1]), waylay.Error, "drag_table"), (([1], [-1]), waylay.Error, "drag_table")):
            with self.assertRaisesRegex(error, text):
                waylay.launch_drag2d(**self.shot, drag_table=table)
        with self.assertRaisesRegex(TypeError, "has no drag_area: it takes no drag_table"):
            waylay.arc2d(**{name: self.shot[name] for name in self.shot if name != "drag_area"}, drag_table=([1], [1]))


if __name__ == "__main__":
    unittest.main()
