"""Tests of mistakes that would pass without a word: an agent as its own candidate, names, indexes, misspelt columns."""

import array
import copy
import importlib.util
import itertools
import os
import pickle
import subprocess
import sys
import unittest

import numpy as np

import waylay
from support import assert_same, f4, f8, i4
from test_columns import ArrowColumn, ArrowStream

pandas = None
if importlib.util.find_spec("pandas"):
    import pandas

NOBODY = waylay.NO_TARGET
AXES = {2: "xy", 3: "xyz"}
COUNT = 9


class Frame:
    """A table that makes a new object for each access to a column, as new versions of pandas do."""

    def __init__(self, make, columns):
        self.make, self.held = make, columns

    def __getitem__(self, name):
        return self.make(self.held[name])


# Columns of Arrow over the same memory, as new objects for each access.
ARROW = {"arrow": lambda column: ArrowColumn(column, in_place=True),
         "arrow, a stream": lambda column: ArrowStream(column, [0, COUNT], in_place=True),
         "arrow, a stream of chunks": lambda column: ArrowStream(column, [0, 4, COUNT], in_place=True)}


def tables():
    """Returns (name, function that makes a table of the columns x, y and z) for each kind of column."""
    def held(convert):
        return lambda columns: {name: convert(column) for name, column in columns.items()}

    def fields(columns):
        records = np.zeros(COUNT, [(name, "f8") for name in columns])
        for name, column in columns.items():
            records[name] = column
        return records

    def askew(columns):
        records = np.zeros(COUNT, [("a", "i1")] + [(name, "f8") for name in columns])
        for name, column in columns.items():
            records[name] = column
        return records

    kinds = {kind: held(lambda column, kind=kind: column.astype(kind)) for kind in ("f4", "f8", "f2", "i4", "i8", "u1", ">f4")}
    kinds.update({"list": held(list), "tuple": held(tuple), "array.array": held(lambda column: array.array("d", column)),
                  "fields": fields, "fields askew": askew,
                  "reversed": held(lambda column: column[::-1].copy()[::-1]),
                  "masked": held(lambda column: np.ma.array(column, mask=np.arange(COUNT) == COUNT - 1)),
                  "new views": lambda columns: Frame(lambda column: column[:], columns)})
    for kind, make in ARROW.items():
        kinds[kind] = lambda columns, make=make: Frame(make, {name: column.astype(f4) for name, column in columns.items()})
    if pandas:
        frame = pandas.DataFrame
        for kind in ("float64", "float32", "int64", "Int64", "Float32", "category", "Sparse[int]"):
            kinds["pandas " + kind] = lambda columns, kind=kind: frame(columns).astype(kind)
        kinds["pandas, new objects"] = lambda columns: Frame(lambda column: column.copy(deep=False), frame(columns).astype("Int64"))
    return kinds.items()


def columns_of(dims):
    """Returns whole positions on a grid. No two agents have the same position."""
    place = np.random.default_rng(dims).permutation(6**dims)[:COUNT]
    return dict(zip(AXES[dims], (place % 6, place // 6 % 6, place // 36)))


def ways(dims, table, **more):
    """Calls each function that has candidates, with and without a crowd. Returns answers by name."""
    own = {f"chaser_{axis}": table[axis] for axis in AXES[dims]}
    other = {f"runner_{axis}": table[axis] for axis in AXES[dims]}
    moving = {f"{name}_v{axis}": f4(0.5) for name in ("chaser", "preferred", "runner") for axis in AXES[dims]}
    crowd = getattr(waylay, f"crowd{dims}d")(other)
    choose, near, avoid = (getattr(waylay, f"{name}{dims}d") for name in ("choose", "neighbours", "avoid"))
    walk = {**own, **moving, **more, "chaser_speed": 2, "radius": 0.3, "runner_radius": 0.3}
    return {"choose": choose(own, other, **more), "choose, crowd": choose(own, crowd=crowd, **more),
            "choose, crowd and columns": choose(own, other, crowd=crowd, **more),
            "choose some": choose(own, other, index=[5, 2], **more), "best": choose(own, other, best=4, **more),
            "neighbours": near(own, other, range_to=3, **more), "neighbours, crowd": near(own, crowd=crowd, range_to=3, **more),
            "avoid": avoid(walk, other), "avoid, crowd": avoid(walk, other, crowd=crowd)}


class OwnCandidate(unittest.TestCase):
    """An agent is not its own candidate, whatever its columns are made of: docs/choose.md."""

    def test_the_same_column_of_any_kind(self):
        for dims in (2, 3):
            plain = {name: column.astype(f4) for name, column in columns_of(dims).items()}
            expected = ways(dims, plain, self=np.arange(COUNT))
            itself = ways(dims, plain, self=np.full(COUNT, -1))
            self.assertEqual(itself["choose"].target.tolist(), list(range(COUNT)))
            for name, make in tables():
                got = ways(dims, make(columns_of(dims)))
                for way, answer in got.items():
                    if name == "masked":  # the last agent is invalid, and no candidate
                        self.assertNotEqual(getattr(answer, "target", np.full(1, 1))[0].tolist(), 0, (name, way))
                    else:
                        assert_same(answer, expected[way]._asdict(), (dims, name, way))

    def test_numbers_equal_as_the_other_axis(self):
        for x in (np.array([0, 3, 9.0]), np.array([0, 3, 9]), [0, 3, 9], (0, 3, 9)):
            for y, other in ((0, 0), (0.0, 0), (f4(2), 2.0), (np.array(1), 1)):
                self.assertEqual(waylay.choose2d(chaser_x=x, chaser_y=y, runner_x=x, runner_y=other).target.tolist(), [1, 0, 1])
                crowd = waylay.crowd2d(runner_x=x, runner_y=other)
                self.assertEqual(waylay.choose2d(chaser_x=x, chaser_y=y, crowd=crowd).target.tolist(), [1, 0, 1])
            self.assertEqual(waylay.choose2d(chaser_x=x, chaser_y=0, runner_x=x, runner_y=1).target.tolist(), [0, 1, 2])

    def test_the_two_lists_of_a_user(self):
        near = waylay.neighbours2d(chaser_x=[0, 3, 9], chaser_y=0, runner_x=[0, 3, 9], runner_y=0, range_to=4)
        self.assertEqual((near.row.tolist(), near.offset.tolist()), ([1, 0], [0, 1, 2, 2]))

    def test_agents_that_stand_still_do_not_avoid_themselves(self):
        for make in (np.array, list, tuple, lambda x: np.array(x, float), lambda x: np.array(x[:1], float), lambda x: x[:1]):
            x = make([0, 10, 20])
            go = waylay.avoid2d(chaser_x=x, chaser_y=0, chaser_vx=0, chaser_vy=0, preferred_vx=1, preferred_vy=0, chaser_speed=2,
                                radius=1, dt=0.1, runner_x=x, runner_y=0, runner_vx=0, runner_vy=0, runner_radius=1)
            self.assertEqual(set(go.velocity_x.tolist()), {1.0})
            self.assertFalse((go.status == "no_path").any())

    def test_other_columns_are_other_agents(self):
        x = np.array([0.0, 3, 9])
        for other in (x.copy(), x.astype(f4), x[::-1][::-1].copy(), [0.0, 3, 9], x[:2].copy()):
            target = waylay.choose2d(chaser_x=x, chaser_y=0, runner_x=other, runner_y=0).target
            self.assertIn(0, abs(x - np.asarray(other)[target]))
        self.assertEqual(waylay.choose2d(chaser_x=x, chaser_y=x, runner_x=x, runner_y=x.copy()).target.tolist(), [0, 1, 2])
        self.assertEqual(waylay.choose2d(chaser_x=x, chaser_y=0, crowd=waylay.crowd2d(runner_x=x.copy(), runner_y=0)).target.tolist(), [0, 1, 2])
        grid = waylay.choose2d(chaser_x=x, chaser_y=x[:, None], runner_x=x, runner_y=x)  # 3 x 3 other agents
        self.assertEqual(grid.target.diagonal().tolist(), [0, 1, 2])
        six = np.arange(6.0)
        self.assertEqual(waylay.choose2d(chaser_x=six[:3], chaser_y=0, runner_x=six[::2], runner_y=0).target.tolist(), [0, 0, 1])
        holes, others = np.ma.array(x, mask=[0, 0, 1], copy=False), np.ma.array(x, mask=[0, 1, 0], copy=False)
        self.assertEqual(waylay.choose2d(chaser_x=holes, chaser_y=0, runner_x=others, runner_y=0).target.tolist(), [0, 0, NOBODY])
        one = waylay.choose2d(chaser_x=0, chaser_y=0, runner_x=0, runner_y=0)  # numbers alone name no agent
        self.assertEqual((one.target, waylay.choose2d(chaser_x=0, chaser_y=0, runner_x=0, runner_y=0, self=True).target), (0, NOBODY))

    def test_true_and_false_say_it(self):
        x = np.array([0.0, 3, 9])
        for dims in (2, 3):
            table = {name: column.astype(f8) for name, column in columns_of(dims).items()}
            expected = ways(dims, table, self=np.full(COUNT, -1))
            for no in (False, np.False_):
                for way, answer in ways(dims, table, self=no).items():
                    assert_same(answer, expected[way]._asdict(), (dims, way))
            copies = Frame(lambda column: column.copy(), table)
            expected = ways(dims, table)
            for way, answer in ways(dims, copies, self=True).items():
                assert_same(answer, expected[way]._asdict(), (dims, way))
        self.assertEqual(waylay.choose2d(chaser_x=np.stack([x, x]), chaser_y=0, runner_x=x.copy(), runner_y=0, self=True).target.tolist(),
                         [[1, 0, 1]] * 2)
        with self.assertRaisesRegex(ValueError, r"choose2d: self=True: expected as many .* found \(2,\) choosers and 3 candidates"):
            waylay.choose2d(chaser_x=x[:2], chaser_y=0, runner_x=x, runner_y=0, self=True)

    def test_choosers_that_broadcast_are_still_themselves(self):
        x, y = np.array([0, 3, 9]), np.array([0, 1, 0])
        got = waylay.choose2d(chaser_x=x, chaser_y=y, range_from=[[0], [5]], runner_x=x, runner_y=y)
        self.assertEqual(got.target.tolist(), [[1, 0, 1], [2, 2, 1]])
        got = waylay.choose2d(chaser_x=x[:, None], chaser_y=y[:, None], range_from=[0, 5], runner_x=x, runner_y=y)
        self.assertEqual(got.target.T.tolist(), [[1, 0, 1], [2, 2, 1]])

    def test_a_prepared_avoidance(self):
        agent = {name: np.zeros(3) for name in ("chaser_vx", "chaser_vy", "preferred_vx", "preferred_vy", "runner_vx", "runner_vy")}
        x, y = np.array([0.0, 10, 20]), np.zeros((3, 2))[:, 0]
        agent["preferred_vx"] += 1
        for other, more in ((x, {}), (x[:], {}), (x.copy(), {"self": True})):
            call = waylay.avoid2d.prepare(agent, chaser_x=x, chaser_y=y, chaser_speed=2, radius=1, dt=0.1, runner_x=other, runner_y=y,
                                          runner_radius=1, **more)
            self.assertEqual(call().velocity_x.tolist(), [1, 1, 1])
            self.assertEqual(pickle.loads(pickle.dumps(call))().velocity_x.tolist(), [1, 1, 1])

    def test_a_crowd_remembers_what_it_was_made_from(self):
        units = {"runner_x": np.array([0, 3, 9]), "runner_y": np.zeros(3)}
        crowd = waylay.crowd2d(units)
        units["runner_x"] = np.array([0, 8, 9])
        self.assertEqual(waylay.choose2d(chaser_x=units["runner_x"], chaser_y=units["runner_y"], crowd=crowd).target.tolist(), [0, 2, 2])
        crowd.build()
        self.assertEqual(waylay.choose2d(chaser_x=units["runner_x"], chaser_y=units["runner_y"], crowd=crowd).target.tolist(), [1, 2, 1])
        x, y, again = pickle.loads(pickle.dumps((units["runner_x"], units["runner_y"], crowd)))
        self.assertEqual(waylay.choose2d(chaser_x=x, chaser_y=y, crowd=again).target.tolist(), [1, 2, 1])

    def test_the_docstrings_begin_with_it(self):
        for name, dims in itertools.product(("choose", "neighbours", "avoid"), (2, 3)):
            third = getattr(waylay, f"{name}{dims}d").__doc__.splitlines()[2]
            self.assertRegex(third, "^An agent is never its own candidate")
        page = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs")
        with open(os.path.join(page, "choose.md"), encoding="utf-8") as file:
            self.assertTrue("\n## An agent is not its own candidate\n" in file.read())
        with open(os.path.join(page, "python.md"), encoding="utf-8") as file:
            self.assertTrue("choose.md#an-agent-is-not-its-own-candidate" in file.read())


class Names(unittest.TestCase):
    """`answer.status == "met"`: statuses and words compare with their names."""

    def setUp(self):
        self.answer = waylay.intercept2d(chaser_x=[0, 0, np.nan], chaser_y=0, chaser_speed=[5, 1, 1], runner_x=9, runner_y=0, runner_vx=2,
                                         runner_vy=0)
        self.status = self.answer.status

    def test_arrays(self):
        status = self.status
        self.assertEqual((status == "met").tolist(), [True, False, False])
        self.assertEqual(("met" != status).tolist(), [False, True, True])
        self.assertEqual((status == "TOO_SLOW").tolist(), [False, True, False])
        self.assertEqual((status == ["met", "late", "invalid"]).tolist(), [True, False, True])
        self.assertEqual((status == np.array(["met", "late", "invalid"])).tolist(), [True, False, True])
        self.assertEqual(np.isin(status, ["met", "invalid"]).tolist(), [True, False, True])
        self.assertEqual(np.isin(status, {"met"}).tolist(), [True, False, False])
        self.assertEqual((np.equal(status, "met").tolist(), np.not_equal("met", status).tolist()), ([True, False, False], [False, True, True]))
        self.assertEqual((status == waylay.Status.MET).tolist(), [True, False, False])
        self.assertEqual(status.names.tolist(), ["met", "too_slow", "invalid"])
        for wrong in ("mett", ["met", "no", "late"]):
            with self.assertRaisesRegex(ValueError, "Status: expected one of 'met', 'there', .*, found '(mett|no)'"):
                status == wrong
            with self.assertRaisesRegex(ValueError, "Status: expected one of"):
                np.isin(status, wrong)

    def test_elements_and_single_agents(self):
        one = waylay.intercept2d(chaser_x=0, chaser_y=0, chaser_speed=5, runner_x=9, runner_y=0, runner_vx=2, runner_vy=0).status
        for status in (one, self.status[0], next(iter(self.status)), waylay.Status.MET, waylay.Status(one)):
            self.assertTrue(status == "met" and "met" == status and not status != "met" and status != "late")
            self.assertTrue(status == 0 and status != 1 and {status: 1}[0] == 1)
            self.assertEqual((str(status), f"{status}", f"{status:5}", f"{status:d}", status.name.lower()), ("met", "met", "met  ", "0", "met"))
        self.assertIsInstance(one, i4)
        self.assertIs(waylay.Status("met"), waylay.Status.MET)
        self.assertFalse(waylay.Status.MET == "mett")
        with self.assertRaisesRegex(ValueError, "found 'mett'"):
            one == "mett"
        with self.assertRaises(ValueError):
            waylay.Status("mett")

    def test_they_are_still_int32(self):
        status = self.status
        self.assertEqual((status.dtype, status.itemsize, np.asarray([status[0], status[1]]).dtype), (i4, 4, i4))
        for plain in (status == 0, status + 1, status.astype(f8), np.asarray(status), status <= waylay.Status.THERE, -status):
            self.assertIs(type(plain), np.ndarray)
        self.assertEqual((status.max(), status.sum(), np.bincount(status).tolist()), (5, 7, [1, 0, 1, 0, 0, 1]))
        self.assertEqual((status.tolist(), set(status), sorted(status)), ([0, 2, 5], {0, 2, 5}, [0, 2, 5]))
        self.assertEqual(np.unique(np.concatenate([status, status])).tolist(), [0, 2, 5])
        plain = np.zeros(3, i4)
        plain[:] = status
        np.add(status, 1, out=status)
        self.assertEqual((plain.tolist(), status.tolist()), ([0, 2, 5], [1, 3, 6]))
        np.testing.assert_array_equal(status, plain + 1)

    def test_printing_slices_and_pickles(self):
        self.assertEqual((str(self.status), repr(self.status[:2])), ("[met too_slow invalid]", "StatusArray([met too_slow])"))
        self.assertIn("status=StatusArray([met too_slow invalid])", repr(self.answer))
        for again in (pickle.loads(pickle.dumps(self.status)), copy.deepcopy(self.status), self.status.copy(), self.status.reshape(1, 3)[0],
                      self.status[self.status.argsort()]):
            self.assertIs(type(again), waylay.StatusArray)
            self.assertEqual((again == "met").tolist(), [True, False, False])
        one = pickle.loads(pickle.dumps(self.status[0]))
        self.assertTrue(one == "met" and type(one) is type(self.status[0]))

    def test_every_call_has_them(self):
        x = np.arange(3.0)
        near = waylay.neighbours2d(chaser_x=x, chaser_y=0, runner_x=x, runner_y=0)
        choice = waylay.choose2d(chaser_x=x, chaser_y=0, runner_x=x, runner_y=0, best=2)
        poses = dict(x=x, y=0, heading_x=1, heading_y=0, target_x=50, target_y=0, target_heading_x=1, target_heading_y=0, radius=5)
        path = waylay.shortest_path2d(poses)
        self.assertEqual(path.word.names.tolist(), ["lsl"] * 3)
        self.assertTrue((path.word == "lsl").all() and (path.word != "rsr").all())
        given = {"status": np.zeros(3, i4)}
        call = waylay.seek2d.prepare(chaser_x=x, chaser_y=0.0, chaser_speed=1, runner_x=9.0, runner_y=0.0)
        for answer in (near, choice, path, waylay.assign(np.ones((2, 2))), waylay.waypoints2d(poses, path, spacing=9), call(),
                       waylay.seek2d(chaser_x=x, chaser_y=0, chaser_speed=1, runner_x=9, runner_y=0, out=given),
                       waylay.seek2d(chaser_x=x, chaser_y=0, chaser_speed=1, runner_x=9, runner_y=0, want="status"),
                       waylay.seek2d(chaser_x=x, chaser_y=0.0, chaser_speed=1, runner_x=9.0, runner_y=0.0)):
            self.assertTrue((answer.status == "met").all(), answer)
            self.assertTrue((answer.status.names == "met").all())

    @unittest.skipIf(pandas is None, "no pandas")
    def test_in_a_data_frame(self):
        frame = pandas.DataFrame(self.answer._asdict())
        self.assertEqual((frame.status.dtype, frame.status.tolist()), (i4, [0, 2, 5]))
        self.assertEqual((frame.assign(status=self.status.names).status == "met").tolist(), [True, False, False])


class Wanted(unittest.TestCase):
    """An answer has the outputs that were computed, and no others."""

    def setUp(self):
        self.given = dict(chaser_x=np.arange(3.0), chaser_y=0, chaser_speed=5, runner_x=9, runner_y=0, runner_vx=2, runner_vy=0)
        self.whole = waylay.intercept2d(self.given)

    def test_it_has_only_what_is_wanted(self):
        for want, names in (("time", ("time",)), (("status", "point_x"), ("point_x", "status")), (["time", "time"], ("time",))):
            got = waylay.intercept2d(self.given, want=want)
            self.assertEqual((got._fields, tuple(got._asdict()), len(got)), (names, names, len(names)))
            assert_same(got, {name: getattr(self.whole, name) for name in names})
            self.assertIsInstance(got, waylay.Intercept2dResult)
            with self.assertRaisesRegex(AttributeError, "distance was not computed; the outputs are .*Add it to `want`"):
                got.distance
            self.assertFalse(hasattr(got, "velocity_x"))
            self.assertEqual(repr(got).partition("(")[2].partition("=")[0], names[0])
        (time,) = waylay.intercept2d(self.given, want="time")
        np.testing.assert_array_equal(time, self.whole.time)
        into = waylay.intercept2d(self.given, out={"time": np.zeros(3)})
        self.assertEqual(into._fields, ("time",))
        again = waylay.intercept2d(self.given, out=into)
        self.assertEqual((again._fields, again.time is into.time), (("time",), True))
        self.assertEqual(got._replace(time=1).time, 1)
        self.assertEqual(type(got)._make([4]).time, 4)

    def test_pickles(self):
        for want in ("time", ("time", "status"), None):
            got = waylay.intercept2d(self.given, want=want)
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(got, protocol))
                self.assertIs(type(again), type(got))
                assert_same(again, got._asdict())
        code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read())._fields)"
        done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(waylay.intercept2d(self.given, want="time")),
                              capture_output=True)
        self.assertEqual(done.stdout.decode().strip(), "('time',)", done.stderr)

    @unittest.skipIf(pandas is None, "no pandas")
    def test_a_frame_gets_no_empty_columns(self):
        frame = pandas.DataFrame(self.given)
        plan = frame.join(waylay.intercept2d(frame, want=("time", "status")))
        self.assertEqual(list(plan.columns), list(frame.columns) + ["time", "status"])
        self.assertNotIn(object, set(plan.dtypes))


CHOICES = ("choose2d", "choose3d", "avoid2d", "avoid3d")


@unittest.skipIf(pandas is None, "no pandas")
class Frames(unittest.TestCase):
    """A DataFrame of chasers gets a DataFrame with its index, which has the same numbers as any other answer."""

    def setUp(self):
        self.frame = pandas.DataFrame({"chaser_x": [0.0, 9, 4], "chaser_y": [0.0, 1, 8], "chaser_speed": 5.0}, index=["a", "b", "c"])
        self.other = pandas.DataFrame({"runner_x": [3.0, 9, 40], "runner_y": [4.0, 5, 8], "runner_vx": [0.0, 2, 9],
                                       "runner_vy": 0.0}, index=[7, 8, 9])

    def both(self, function, *tables, **more):
        """Returns the answer for the tables, which must have the numbers of the answer for plain columns."""
        got = function(*tables, **more)
        self.assertIsInstance(got, pandas.DataFrame)
        assert_same(got, function(*(table.to_dict("list") for table in tables), **more)._asdict())
        return got

    def test_behaviours(self):
        whole = pandas.concat([self.frame.reset_index(drop=True), self.other.reset_index(drop=True)], axis=1).set_index(
            pandas.Index(["a", "b", "c"], name="id"))
        got = self.both(waylay.intercept2d, whole)
        pandas.testing.assert_index_equal(got.index, whole.index)
        self.assertEqual((got.status == "met").tolist(), [True, True, False])
        self.assertEqual(got.status.tolist(), ["met", "met", "too_slow"])
        self.assertEqual(list(self.both(waylay.intercept2d, whole, want="time")), ["time"])
        # the chasers' index, wherever their table stands, and also if all tables have the same length
        target = [2, 1, 0]
        for tables in ((self.frame, self.other), (self.other, self.frame)):
            got = waylay.intercept2d(*tables, target=target)
            self.assertEqual(got.index.tolist(), ["a", "b", "c"])
            self.assertEqual(got.status.tolist(), ["too_slow", "met", "met"])
        # a table of runners alone: it has the index of the answer, except with targets
        one = dict(chaser_x=0, chaser_y=0, chaser_speed=9)
        self.assertEqual(self.both(waylay.intercept2d, self.other, **one).index.tolist(), [7, 8, 9])
        self.assertIsInstance(waylay.intercept2d(self.other, target=[0, 1, 1], **one), tuple)
        self.assertEqual(len(waylay.intercept2d(whole.iloc[:0])), 0)

    def test_words(self):
        poses = {"x": [0.0, 1], "y": 0, "heading_x": 1, "heading_y": 0, "target_x": [9.0, np.nan], "target_y": 9,
                 "target_heading_x": 0, "target_heading_y": 1, "radius": 2}
        got = waylay.shortest_path2d(pandas.DataFrame(poses))
        expected = waylay.shortest_path2d(poses)
        self.assertEqual(got.word.tolist(), [str(word) for word in expected.word])
        self.assertEqual(got.word.tolist()[1], "none")

    def test_choices(self):
        got = self.both(waylay.choose2d, self.frame, self.other)
        self.assertEqual(got.index.tolist(), ["a", "b", "c"])
        best, expected = waylay.choose2d(self.frame, self.other, best=2), waylay.choose2d(
            self.frame.to_dict("list"), self.other.to_dict("list"), best=2)
        self.assertEqual(list(best), ["target", "cost", "seen", "target2", "cost2", "seen2", "status"])
        self.assertEqual(best[["target", "target2"]].to_numpy().tolist(), expected.target.tolist())
        self.assertEqual(best[["cost", "cost2"]].to_numpy().tolist(), expected.cost.tolist())
        walk = self.frame.assign(chaser_vx=1.0, chaser_vy=0.0, preferred_vx=1.0, preferred_vy=0.0, radius=0.5)
        self.assertEqual(waylay.avoid2d(walk, self.other).index.tolist(), ["a", "b", "c"])

    def test_columns_of_candidates_give_no_index(self):
        """The answer has the choosers' index, whichever columns the candidates' table has and wherever it stands."""
        for name, function in {**waylay.behaviours, **{one: getattr(waylay, one) for one in CHOICES}}.items():
            said = waylay.behaviours[name].description if name in waylay.behaviours else next(
                one for one in waylay.description["calls"] if one["name"] == name)
            columns = {column["name"]: column for column in said["inputs"]}
            if not any(column["side"] == "runner" for column in columns.values()):
                continue
            frames = [pandas.DataFrame({one: [1.0, 2, 3] if column["type"] == "float" else [1, 2, 3] for one, column in columns.items()
                                        if (column["side"] == "runner") == is_runner}, index=index)
                      for is_runner, index in ((False, ["a", "b", "c"]), (True, [7, 8, 9]))]
            frames[0] = frames[0].drop(columns=[one for one in ("present", "self", "target") if one in frames[0]])
            more = {"target": [0, 1, 2]} if name in waylay.behaviours else {"self": None} if "self" in columns else {}
            got = function(frames[1], frames[0], **more)
            self.assertEqual(got.index.tolist(), ["a", "b", "c"], name)
        guns = self.frame[:2]
        drones = self.other.assign(weight=1.0)
        self.assertEqual(waylay.choose2d(drones, guns).index.tolist(), ["a", "b"])
        self.assertEqual(guns.join(waylay.choose2d(drones, guns)).target.tolist(), [0, 1])
        self.assertIsInstance(waylay.choose2d(drones, chaser_x=[0.0, 1, 2], chaser_y=0), tuple)

    def test_what_stays_a_tuple(self):
        wide = waylay.intercept2d(self.frame, runner_x=np.zeros((2, 1)), runner_y=0, runner_vx=0, runner_vy=0)
        self.assertEqual(wide.time.shape, (2, 3))
        for answer in (wide, waylay.neighbours2d(self.frame, self.other), waylay.choose2d(self.frame, self.other, index=[1, 0]),
                       waylay.seek2d(self.frame, runner_x=9, runner_y=0, out={"velocity_x": np.zeros(3, f4)}),
                       waylay.seek2d.prepare(self.frame, runner_x=9, runner_y=0).result):
            self.assertIsInstance(answer, tuple)

    def test_pandas_is_not_imported(self):
        done = subprocess.run([sys.executable, "-c", "import sys, waylay; sys.exit('pandas' in sys.modules)"])
        self.assertEqual(done.returncode, 0)


@unittest.skipIf(pandas is None, "no pandas")
class Indexes(unittest.TestCase):
    """Columns of pandas are matched by position. If their indexes say something else, the call is refused."""

    def test_rows_that_belong_together(self):
        x, y = pandas.Series([1.0, 2], index=[1, 0]), pandas.Series([1.0, 2], index=[0, 1])
        text = "seek2d: chaser_y has another index than chaser_x, and columns are matched by position"
        for function in (waylay.seek2d, waylay.seek2d.prepare):
            with self.assertRaisesRegex(ValueError, text):
                function(chaser_x=x, chaser_y=y, chaser_speed=1, runner_x=9, runner_y=0)
            with self.assertRaisesRegex(ValueError, "runner_x has another index than chaser_x"):
                function(chaser_x=x, chaser_y=x, chaser_speed=1, runner_x=y, runner_y=0)
            function(chaser_x=x, chaser_y=y.to_numpy(), chaser_speed=1, runner_x=x.copy(), runner_y=0)
        frame = pandas.DataFrame({"chaser_x": x, "chaser_y": x})
        with self.assertRaisesRegex(ValueError, "runner_x has another index than chaser_x"):
            waylay.seek2d(frame, chaser_speed=1, runner_x=y, runner_y=0)
        waylay.seek2d(frame.reset_index(drop=True), chaser_speed=1, runner_x=y, runner_y=0)

    def test_targets_belong_to_the_chasers(self):
        x = pandas.Series([1.0, 2], index=["a", "b"])
        other = pandas.Series([9.0, 8], index=["c", "d"])
        target = pandas.Series([1, 0], index=["a", "b"])
        given = dict(chaser_x=x, chaser_y=0, chaser_speed=1, runner_x=other, runner_y=0)
        self.assertEqual(waylay.seek2d(given, target=target).distance.tolist(), [7, 7])
        with self.assertRaisesRegex(ValueError, "target has another index than chaser_x|chaser_x has another index than target"):
            waylay.seek2d(given, target=target.set_axis(["b", "a"]))
        with self.assertRaisesRegex(ValueError, "runner_y has another index than runner_x"):
            waylay.seek2d({**given, "runner_y": x}, target=target)
        with self.assertRaisesRegex(ValueError, "runner_y has another index than runner_x"):
            waylay.seek2d(chaser_x=x, chaser_y=0, chaser_speed=1, target=target, part=[0, 0], parts=[{"runner_x": other, "runner_y": x}])

    def test_choosers_and_candidates(self):
        x, other = pandas.Series([1.0, 2], index=["a", "b"]), pandas.Series([9.0, 8], index=["c", "d"])
        waylay.choose2d(chaser_x=x, chaser_y=x, runner_x=other, runner_y=other)
        for side in ("chaser", "runner"):
            given = dict(chaser_x=x, chaser_y=x, runner_x=other, runner_y=other)
            given[f"{side}_y"] = other if side == "chaser" else x
            with self.assertRaisesRegex(ValueError, f"choose2d: {side}_y has another index than {side}_x"):
                waylay.choose2d(given)
        with self.assertRaisesRegex(ValueError, "crowd2d: runner_y has another index"):
            waylay.crowd2d(runner_x=other, runner_y=x)
        with self.assertRaisesRegex(ValueError, "assign: health has another index than capacity"):
            waylay.assign(np.ones((2, 2)), capacity=pandas.Series([1, 1], index=[0, 1]), damage=1, health=pandas.Series([1.0, 1], index=[1, 0]))


    def test_a_matrix_of_costs_has_the_labels_of_its_choosers_and_candidates(self):
        cost = pandas.DataFrame([[4, 1, 3], [2, 0, 5], [3, 2, 2.0]], index=list("abc"), columns=list("xyz"))
        own, other = (lambda values, labels: pandas.Series(values, index=list(labels))), [1, 1, 1]
        right = dict(unserved=own([9, 9, 0.5], "abc"), capacity=own(other, "xyz"), present=own([0, 0, 0], "abc"))
        self.assertEqual(waylay.assign(cost, **right).target.tolist(), waylay.assign(
            cost.to_numpy(), **{name: column.to_numpy() for name, column in right.items()}).target.tolist())
        for name, column in (("unserved", own([0.5, 9, 9], "cba")), ("present", own([0, 1, 2], "xyz")),
                             ("chaser_world", own([0, 0, 0], "bca"))):
            more = {"runner_world": 0} if name == "chaser_world" else {}
            with self.assertRaisesRegex(ValueError, f"assign: {name} has another index than cost, and columns are matched by position"):
                waylay.assign(cost, **{name: column}, **more)
            waylay.assign(cost, **{name: column.to_numpy()}, **more)
        for name in ("capacity", "at_least", "runner_world"):
            more = {"chaser_world": 0} if name == "runner_world" else {}
            with self.assertRaisesRegex(ValueError, f"assign: {name} has another index than the columns of cost"):
                waylay.assign(cost, **{name: own([1, 1, 1], "zyx")}, **more)
        # lists: the columns of the matrices are no candidates
        row = pandas.DataFrame([[0, 1], [1, 2], [2, 0]], index=list("abc"))
        lists = pandas.DataFrame([[4, 1], [2, 5], [3, 2.0]], index=list("abc"))
        self.assertEqual(waylay.assign(lists, row, capacity=own([1, 1], "xy"), candidates=2).served, 2)
        with self.assertRaisesRegex(ValueError, "assign: row has another index than cost"):
            waylay.assign(lists, row[::-1])
        with self.assertRaisesRegex(ValueError, "assign: the columns of row has another index than the columns of cost"):
            waylay.assign(lists, row[[1, 0]])
        # elements of lists are no choosers, also if there are as many
        costs, rows = own([1.0, 2], "pq"), own([0, 1], "pq")
        self.assertEqual(waylay.assign(costs, rows, offset=[0, 1, 2], unserved=own([9, 9], "ab")).served, 2)
        with self.assertRaisesRegex(ValueError, "assign: row has another index than cost"):
            waylay.assign(costs, rows[::-1], offset=[0, 1, 2])


    def test_columns_of_several_lengths(self):
        one, x, y = pandas.Series([0.0]), pandas.Series([1.0, 2], index=[1, 0]), pandas.Series([1.0, 2], index=[0, 1])
        with self.assertRaisesRegex(ValueError, "seek2d: chaser_speed has another index than chaser_y"):
            waylay.seek2d(chaser_x=one, chaser_y=x, chaser_speed=y, runner_x=0, runner_y=0)

    def test_walls_and_triangles(self):
        walls = pandas.DataFrame({"ax": [5.0, 9], "ay": [-1.0, -1], "bx": [5.0, 9], "by": [1.0, 1]}, index=["p", "q"])
        velocity = pandas.DataFrame({"vx": [-3.0, 0], "vy": [0.0, 0]}, index=["q", "p"])
        with self.assertRaisesRegex(ValueError, "bounce2d: wall_velocity has another index than walls"):
            waylay.bounce2d(ball_x=0, ball_y=0, ball_vx=5, ball_vy=0, dt=1, walls=walls, wall_velocity=velocity)
        corners = pandas.DataFrame({a + b: [0.0, 1] for a in "abc" for b in "xyz"}, index=["p", "q"])
        with self.assertRaisesRegex(ValueError, "triangle_tree: triangles: sides has another index than corners"):
            waylay.triangle_tree(corners, sides=pandas.Series([1, -1], index=["q", "p"]))

    def test_two_columns_of_one_name(self):
        frame = pandas.DataFrame({"chaser_x": [0.0, 1], "chaser_y": [0.0, 5], "chaser_speed": [1.0, 2]})
        twice = pandas.concat([frame, frame[["chaser_x"]] + 7], axis=1)
        for call in (waylay.seek2d, waylay.seek2d.prepare):
            with self.assertRaisesRegex(ValueError, "^seek2d: the table has 2 columns 'chaser_x'; expected one"):
                call(twice, runner_x=9, runner_y=0)
        walls = pandas.DataFrame([[5.0, -1, 5, 1, 6]], columns=["ax", "ay", "bx", "by", "ax"])
        with self.assertRaisesRegex(ValueError, "^wall_tree: walls: the table has 2 columns 'ax'; expected one"):
            waylay.wall_tree(walls)
        waylay.seek2d(twice.iloc[:, 1:], runner_x=9, runner_y=0)
        matrix = {"chaser_x": pandas.DataFrame(np.ones((2, 3))), "chaser_y": 0, "chaser_speed": 1}
        self.assertEqual(waylay.seek2d(matrix, runner_x=9, runner_y=0).distance.shape, (2, 3))


class Misspelt(unittest.TestCase):
    """A column of a table with nearly the name of an optional column is named, because it would not be read."""

    def setUp(self):
        self.given = dict(chaser_x=np.arange(3.0), chaser_y=0, chaser_speed=1, runner_x=9, runner_y=0, runner_vx=2, runner_vy=0)

    def test_it_is_refused(self):
        for wrong, right in (("raech", "reach"), ("rech", "reach"), ("reachh", "reach"), ("Reach", "reach"), ("horizn", "horizon"),
                             ("platform-vx", "platform_vx"), ("plattform_vy", "platform_vy")):
            with self.assertRaisesRegex(TypeError, f"intercept2d: the table's column '{wrong}' is not read; is it '{right}'\\?"):
                waylay.intercept2d({**self.given, wrong: 10})
        with self.assertRaisesRegex(TypeError, "seek2d: the table's column 'DT' is not read; is it 'dt'"):
            waylay.seek2d(self.given, {"DT": 1})
        records = np.zeros(3, [(name, "f4") for name in (*self.given, "raech")])
        with self.assertRaisesRegex(TypeError, "'raech' is not read"):
            waylay.intercept2d.prepare(records)
        with self.assertRaisesRegex(TypeError, "choose2d: the table's column 'wieght' is not read; is it 'weight'"):
            waylay.choose2d(self.given, {"wieght": [1, 2]})
        with self.assertRaisesRegex(TypeError, "avoid2d: the table's column 'neighbor_horizon' is not read; is it 'neighbour_horizon'"):
            waylay.avoid2d({"neighbor_horizon": 2})
        with self.assertRaisesRegex(TypeError, "crowd2d: the table's column 'runner_msk' is not read"):
            waylay.crowd2d(self.given, {"runner_msk": [1, 2]})
        own = {name: column for name, column in self.given.items() if not name.startswith("runner")}
        with self.assertRaisesRegex(TypeError, "'runner_axx' is not read"):
            waylay.arc2d(muzzle_x=own["chaser_x"], muzzle_y=0, shell_speed=9, gravity=9.81, target=[0, 0, 0], part=[0, 0, 0],
                         parts=[{"runner_x": [1], "runner_y": [1], "runner_vx": [1], "runner_vy": [1], "runner_axx": [1]}])
        for field in ("side", "Sides"):
            walls = np.zeros(1, [(name, "f4") for name in ("ax", "ay", "bx", "by", field)])
            with self.assertRaisesRegex(ValueError, f"walls: the column '{field}' is not read; is it 'sides'"):
                waylay.wall_tree(walls)

    def test_other_columns_are_no_mistake(self):
        expected = waylay.intercept2d(self.given)
        for more in ({"name": "x", "id": 5, "frame": 7, "player": 3, "angle": 1}, {"chaser_z": 1, "runner_vz": 1, "platform_vz": 5},
                     {"each": 1, "reach": None}, {5: 1}, {"speed": 1, "mass": 2, "distance": 3, "dt": 0.1, "wall_horizon": 1}):
            if "each" in more:
                with self.assertRaisesRegex(TypeError, "pass reach=None to leave reach out"):
                    waylay.intercept2d({**self.given, "each": 1})
                assert_same(waylay.intercept2d({**self.given, "each": 1}, reach=None), expected._asdict())
                assert_same(waylay.intercept2d({**self.given, "each": 1}, reach=0), expected._asdict())
                assert_same(waylay.intercept2d({**self.given, "each": 1}, {"reach": 0}), expected._asdict())
            else:
                assert_same(waylay.intercept2d({**self.given, **more}), expected._asdict())


class Paths(unittest.TestCase):
    """The answer of a path is a table for the calls that follow it."""

    def setUp(self):
        dice, count = np.random.default_rng(5), 30
        angle = dice.uniform(0, 6.2, (2, count))
        places = dice.uniform(0, 200, (4, count))
        self.poses = dict(x=places[0], y=places[1], heading_x=np.cos(angle[0]), heading_y=np.sin(angle[0]), target_x=places[2],
                          target_y=places[3], target_heading_x=np.cos(angle[1]), target_heading_y=np.sin(angle[1]), radius=6)

    def test_waypoints_and_marches_take_the_path_itself(self):
        for function, middle in ((waylay.shortest_path2d, "middle"), (waylay.turning_path2d, "straight")):
            path = function(self.poses)
            parts = dict(word=path.word, arc1=path.arc1, middle=getattr(path, middle), arc2=path.arc2)
            for call, more in ((waylay.waypoints2d, {"spacing": 5}), (waylay.march2d, {"distance": 5, "step": 1})):
                expected = call(self.poses, **parts, **more)._asdict()
                self.assertGreater((expected["status"] == "met").sum(), 20)
                assert_same(call(self.poses, path, **more), expected)
                if middle == "straight":
                    other = {"straight" if name == "middle" else name: part for name, part in parts.items()}
                    assert_same(call(self.poses, **other, **more), expected)
                    with self.assertRaisesRegex(TypeError, f"{call.__name__}: middle and straight are two names of one column"):
                        call(self.poses, **parts, straight=path.straight, **more)

    @unittest.skipIf(pandas is None, "no pandas")
    def test_a_frame_of_paths_has_its_words_by_name(self):
        poses = pandas.DataFrame(self.poses)
        path, plain = waylay.shortest_path2d(poses), waylay.shortest_path2d(self.poses)
        self.assertIn(path.word[0], [str(word) for word in waylay.Word])
        for call, more in ((waylay.waypoints2d, {"spacing": 5}), (waylay.march2d, {"distance": 5, "step": 1})):
            for frame in (path, path.assign(word=path.word.astype(object)), path.assign(word=plain.word.astype("int64"))):
                got, expected = call(poses, frame, **more), call(self.poses, plain, **more)
                self.assertEqual((got.status == "met").tolist(), (expected.status == "met").tolist())
                self.assertEqual(list(got.next_x), list(expected.next_x))
        with self.assertRaisesRegex(waylay.Error, "word: expected integers of 32 bits, or names such as 'LSL', found 'LSX'"):
            waylay.march2d(poses, path.assign(word="LSX"), distance=5, step=1)

    def test_the_answer_of_a_cut_off(self):
        poses = self.poses
        squads = {"chaser_x": poses["x"], "chaser_y": poses["y"], "heading_x": poses["heading_x"], "heading_y": poses["heading_y"],
                  "radius": 6, "chaser_speed": 5}
        cut = waylay.cut_off2d(squads, runner_x=poses["target_x"], runner_y=poses["target_y"], runner_vx=1, runner_vy=0)
        way = waylay.waypoints2d(squads, cut, x=poses["x"], y=poses["y"], spacing=5)
        last = way.offset[1:] - 1
        self.assertTrue((way.status == "met").all())
        np.testing.assert_allclose(way.next_x[last], cut.target_x, atol=1e-3)

    def test_a_single_path_and_some_outputs(self):
        pose = {name: float(np.ravel(column)[0]) for name, column in self.poses.items()}
        path = waylay.turning_path2d(pose, want=("word", "arc1", "straight", "arc2"))
        way = waylay.waypoints2d(pose, path, spacing=5)
        self.assertEqual((way.next_x[0], way.status), (f4(pose["x"]), "met"))
        with self.assertRaisesRegex(waylay.Error, "missing arc2"):
            waylay.waypoints2d(pose, waylay.turning_path2d(pose, want=("word", "arc1", "straight")), spacing=5)


class Texts(unittest.TestCase):
    """Errors name the call, and what to do."""

    def test_they_name_the_call(self):
        for function in (waylay.intercept2d, waylay.intercept2d.prepare, waylay.choose2d, waylay.crowd2d, waylay.waypoints2d):
            with self.assertRaisesRegex(TypeError, r"^(intercept2d|choose2d|crowd2d|waypoints2d): expected a table: .*; found list"):
                function([1, 2])
        with self.assertRaisesRegex(TypeError, "^assign: no argument 'maximize'; expected cost, row, .*; for the largest sum, pass the costs "
                                               "with the other sign"):
            waylay.assign([[1, 2], [3, 4]], maximize=True)
        self.assertEqual(waylay.assign([[-1, -2], [-3, -9]]).sum, -10)

    @unittest.skipIf(pandas is None, "no pandas")
    def test_a_column_of_text(self):
        for kind in ("string", object):
            with self.assertRaisesRegex(waylay.Error, r"chaser_x: expected numbers of .*, found (string|object); convert .* \.astype\(float\)"):
                waylay.seek2d(chaser_x=pandas.Series(["1", "2"], dtype=kind), chaser_y=0, chaser_speed=1, runner_x=1, runner_y=1)

    def test_without_walls_a_ball_flies_on(self):
        """docs/python.md says so."""
        ball = waylay.bounce2d(ball_x=0, ball_y=0, ball_vx=4, ball_vy=0, dt=2)
        self.assertEqual((ball.next_x, ball.bounces, ball.status), (8, 0, "met"))


class Doubles(unittest.TestCase):
    """docs/python.md, "Positions as doubles": positions are kept in doubles; all other columns are rounded to float32 once."""

    def test_speeds_are_rounded_and_the_answer_is_exact_for_the_rounded_speeds(self):
        dice, count = np.random.default_rng(1), 20_000
        names = ("chaser_x", "chaser_y", "runner_x", "runner_y", "runner_vx", "runner_vy")
        given = {name: dice.uniform(-100, 100, count) for name in names[:4]}
        given.update(runner_vx=dice.uniform(-10, 10, count), runner_vy=dice.uniform(-10, 10, count), chaser_speed=dice.uniform(1, 15, count))
        got = waylay.intercept2d(given)
        rounded = {name: column if name in names[:4] else column.astype(f4) for name, column in given.items()}
        assert_same(waylay.intercept2d(rounded), got._asdict())
        for columns, bound in ((given, 2e-2), (rounded, 3e-7)):
            place = [columns[f"runner_{axis}"].astype(np.longdouble) - columns[f"chaser_{axis}"] for axis in "xy"]
            velocity = [columns[f"runner_v{axis}"].astype(np.longdouble) for axis in "xy"]
            a = columns["chaser_speed"].astype(np.longdouble) ** 2 - velocity[0] ** 2 - velocity[1] ** 2
            b, c = place[0] * velocity[0] + place[1] * velocity[1], place[0] ** 2 + place[1] ** 2
            root = np.sqrt(np.maximum(b * b + a * c, 0))
            with np.errstate(divide="ignore", invalid="ignore"):
                time = np.where(b > 0, (b + root) / a, c / (root - b))
            met = (b * b + a * c >= 0) & (time > 0)
            self.assertEqual((got.status[met] == "met").mean(), 1)
            wrong = abs(got.time[met] / time[met] - 1)
            self.assertLess(wrong.max(), bound)
            if bound > 1e-3:
                self.assertGreater((wrong > 1e-6).mean(), 0.005)  # so rounding costs what the page says


if __name__ == "__main__":
    unittest.main()
