"""Tests of callers' mistakes, pickling, lifetimes and threads, and of docstrings, stubs, the wheel and the docs page."""

import ast
import base64
import ctypes
import gc
import hashlib
import importlib.util
import inspect
import multiprocessing
import os
import pickle
import pydoc
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import threading
import time
import unittest
import weakref
import zipfile

import numpy as np

import waylay
from support import assert_same, behaviours, bits, by_c_call, draw, f4, library, u4
from waylay import _calls

COUNT = 131


# A user's program. A type checker must report each line that is marked as wrong, and no other line.
USER_TEXT = """import numpy as np
import waylay
x = np.zeros(3)
rows = np.zeros(3, [("chaser_x", "f4")])
answer = waylay.intercept2d(chaser_x=1, chaser_y=x, chaser_speed=5, runner_x=[1.0], runner_y=x, runner_vx=0, runner_vy=0, precision="fast")
y = answer.time.sum() + waylay.Status.MET
waylay.intercept2d(rows, {"runner_x": 1}, chaser_speed=5, target=[0, None], want="time")
waylay.intercept2d(chaser_x=1, chaser_y=x, chaser_speed=5, target=[1], parts=[{"runner_x": x}], part=[0])
call = waylay.seek2d.prepare(rows)
status = call().status.max()
crowd = waylay.crowd2d(runner_x=[1.0], runner_y=0)
near = waylay.neighbours2d({}, chaser_x=1, self=[0], most=3, crowd=crowd)
total = waylay.assign(near.distance, near.row, offset=near.offset, least="largest").sum + len(crowd)
best = waylay.choose2d(chaser_x=1, chaser_y=x, chaser_speed=1, by="time", best=2, crowd=crowd).target.max() == waylay.NO_TARGET
z = waylay.avoid2d({}, chaser_x=1, neighbours=near, walls=[[0, 0, 1, 1]], overlap=0).velocity_x.sum()
waylay.bounce2d(rows, walls=waylay.wall_tree([[0, 0, 1, 1]]))
z = waylay.avoid3d({}, chaser_z=1, most=3).velocity_z.sum()
same: waylay.Intercept2dResult = answer
late = (answer.status == "late").any() and answer.status.names[0] == "met" and waylay.Status.MET == "met"
path = waylay.turning_path2d({}, x=1)
way = waylay.waypoints2d({"x": 1}, path, spacing=5).word if path.word.names.size else waylay.march2d(rows, path, step=1, straight=x)  # wrong: no word
near = waylay.neighbours2d(chaser_x=x, chaser_y=x, runner_x=x, runner_y=x, self=True)
squares = waylay.neighbours2d({}, chaser_x=1, crowd=crowd, unsorted=True).square.max()
near.square  # wrong: sorted lists have distances
waylay.intercept2d(chaser_x=1, chaser_y=x, chaser_speed=5, runner_x=1, runner_y=x, runner_vx=0)  # wrong: a column is missing
waylay.intercept2d(rows, precision="faster")  # wrong
waylay.wall_tree(7)  # wrong
waylay.intercept2d(rows, chaser_x="abc")  # wrong
waylay.intercept2d(rows, chaserx=1)  # wrong
waylay.intercept2d(x)  # wrong: an array is no table
waylay.intercept2d(rows).tme  # wrong
waylay.choose2d(chaser_x=1, chaser_y=1, by="time", runner_x=1, runner_y=1)  # wrong: no speeds
waylay.choose2d(rows, by="tme")  # wrong
waylay.assign(x, least="most")  # wrong
waylay.assign()  # wrong
waylay.avoid3d(rows, walls=[[0, 0, 1, 1]])  # wrong
"""

class Mistakes(unittest.TestCase):
    def setUp(self):
        self.columns = draw("intercept2d", COUNT)

    def check(self, result, text, **given):
        with self.assertRaises(waylay.Error) as caught:
            waylay.intercept2d(**{**self.columns, **given})
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(caught.exception.result, result)
        library.way_result_string.restype = ctypes.c_char_p
        said = library.way_result_string(int(result)).decode()
        self.assertEqual(caught.exception.text, said)
        self.assertRegex(str(caught.exception), "^intercept2d: " + text)

    def test_the_library_s_own_words(self):
        Result = waylay.Result
        del self.columns["runner_x"]
        del self.columns["runner_vy"]
        self.check(Result.MISSING, "missing runner_x, runner_vy; expected the columns chaser_x, .*, runner_vx, runner_vy$")
        self.columns = draw("intercept2d", COUNT)
        for wrong, found in ((np.zeros(COUNT, complex), "complex128"), (np.zeros(COUNT, bool), "bool"), ("x", "<U1"),
                             (object(), "object"), (10**400, "an integer of 1329 bits"),
                             (np.array([1, None]), "object; convert the column, for example with .astype")):
            self.check(Result.TYPE, f"reach: expected (a number|numbers of float32, .*), found {found}", reach=wrong)
        self.check(Result.TYPE, "target: expected integers, .*, found 0.5", target=np.full(COUNT, 0.5))
        self.check(Result.PRECISION, "precision: expected 'exact' or 'fast', found 'quick'$", precision="quick")
        self.check(Result.PRECISION, "precision: expected 'exact' or 'fast', found 7$", precision=7)
        self.check(Result.INDEX, f"agents: expected numbers below {COUNT}, found {COUNT}$", agents=[COUNT])
        with self.assertRaisesRegex(waylay.Error, "expected .*'scalar'.*found 'none'") as caught:
            waylay.set_isa("none")
        self.assertEqual(caught.exception.result, Result.ISA)
        with self.assertRaisesRegex(waylay.Error, "chaser_x: expected integers of 32 bits, found 2147483648"):
            waylay.tile_step(chaser_x=2**31, chaser_y=0, runner_x=0, runner_y=0)
        with self.assertRaisesRegex(waylay.Error, "chaser_x: expected integers of 32 bits, found float64"):
            waylay.tile_step(chaser_x=0.5, chaser_y=0, runner_x=0, runner_y=0)

    def test_the_advice_on_objects_helps(self):
        """A column of objects can be converted as the message says."""
        one = dict(chaser_x=[0.0], chaser_y=0, runner_x=[1.0], runner_y=0)
        calls = [(waylay.choose2d, {**one, "runner_world": 1}, "chaser_world", "int64"), (waylay.choose2d, one, "chaser_mask", "int64"),
                 (waylay.choose2d, one, "range_to", float), (waylay.seek2d, {**one, "chaser_speed": 1}, "dt", float),
                 (waylay.tile_step, {**one, "runner_x": [1]}, "chaser_x", "int64")]
        for function, columns, name, kind in calls:
            column = np.array([1], object)
            said = repr(kind).replace("'", '"') if isinstance(kind, str) else kind.__name__
            with self.assertRaises(waylay.Error) as caught:
                function(**{**columns, name: column})
            self.assertIn(f"found object; convert the column, for example with .astype({said})", str(caught.exception))
            function(**{**columns, name: column.astype(kind)})

    def test_the_column_that_the_library_refuses_is_named(self):
        """Tests a plain call and a prepared call. The struct of a column is damaged after it was filled."""
        for made in (_calls._Call(_calls.Behaviour(behaviours["intercept2d"]), (self.columns,), {}, False), None):
            call = waylay.intercept2d.prepare(self.columns) if made is None else made
            laid = call._call if made is None else call
            laid.inputs[2].type = 99
            with self.assertRaisesRegex(waylay.Error, "^intercept2d: chaser_speed: ") as caught:
                call() if made is None else call.run()
            self.assertEqual((caught.exception.result, str(caught.exception)),
                             (waylay.Result.TYPE, f"intercept2d: chaser_speed: {caught.exception.text}"))
        agents = np.arange(5, dtype=u4)
        call = waylay.intercept2d.prepare(self.columns, agents=agents)
        agents[3] = COUNT
        with self.assertRaisesRegex(waylay.Error, f"^intercept2d: agents: expected numbers below {COUNT}, found {COUNT}$"):
            call()

    def test_an_error_of_a_newer_library_is_its_number(self):
        error = waylay.Error("it", 99)
        self.assertEqual((error.result, str(error)), (99, "it: no such result"))

    def test_names_that_it_has_not(self):
        for given, text in (({"chaser": 1}, "no column 'chaser'; expected the columns chaser_x"),
                            ({"chaser_spede": 1}, "no column 'chaser_spede'; is it 'chaser_speed'[?] Expected the columns chaser_x"),
                            ({"trget": 1}, "no column 'trget'; is it 'target'[?] Expected"),
                            ({"target_row": [1]}, "needs a target"),
                            ({"keep_nobody": True}, "needs a target"), ({"walls": []}, "reads no walls"),
                            ({"target": [0] * COUNT, "generation": [1]}, "go together")):
            with self.assertRaisesRegex(TypeError, text):
                waylay.intercept2d(**self.columns, **given)
        with self.assertRaisesRegex(TypeError, "expected a table: "):
            waylay.intercept2d(np.zeros(3, f4))
        for call in (waylay.intercept2d, waylay.choose2d):  # a table with names of its own
            with self.assertRaisesRegex(ValueError, "missing chaser_x, .*; found the columns x, speed_kn in the tables$"):
                call({"x": [1], "speed_kn": 9})
        with self.assertRaisesRegex(ValueError, "target_mask: expected 32 bits, found 4294967296"):
            waylay.intercept2d(**self.columns, target=[0] * COUNT, target_mask=2**32)

    def test_what_is_prepared_is_read_where_it_lies(self):
        for name, column in (("chaser_x", np.zeros(COUNT, np.int64)), ("chaser_y", [1.0] * COUNT),
                             ("runner_x", self.columns["runner_x"].astype(">f4")),
                             ("reach", np.ma.array(self.columns["reach"], mask=np.arange(COUNT) == 3)),
                             ("target", np.zeros(COUNT, np.int64))):
            with self.assertRaisesRegex(ValueError, f"{name} would be copied"):
                waylay.intercept2d.prepare(**{**self.columns, name: column})
        walls = waylay.walls([5, 6], -1, [5, 6], 1)
        for given in ([[5, -1, 5, 1]], np.array([[5, -1, 5, 1]], f4), list(walls), walls[::-1]):
            with self.assertRaisesRegex(ValueError, r"walls would be copied: give .* waylay.walls\(...\), or waylay.wall_tree"):
                waylay.bounce2d.prepare(draw("bounce2d", COUNT), walls=given)
        tiles = draw("tile_step", COUNT)
        with self.assertRaisesRegex(ValueError, "away has some"):
            waylay.tile_step.prepare(**{**tiles, "away": np.ma.array(tiles["away"], mask=np.arange(COUNT) == 3)})


def fail(_):
    waylay.intercept2d(precision="quick", **draw("intercept2d", 1))


class Pickles(unittest.TestCase):
    def again(self, value):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            copy = pickle.loads(pickle.dumps(value, protocol))
            self.assertIs(type(copy), type(value))
        return copy

    def test_results(self):
        """Answers and functions can be pickled, and each result class is found in `waylay` by its own name."""
        columns = draw("intercept2d", COUNT)
        answer = waylay.intercept2d(columns)
        self.assertIs(type(answer), waylay.Intercept2dResult)
        assert_same(self.again(answer), answer._asdict())
        for name, function in {**waylay.behaviours, "choose3d": waylay.choose3d, "avoid2d": waylay.avoid2d}.items():
            self.assertIs(getattr(waylay, function.Result.__name__), function.Result)
            self.assertIs(self.again(function), function)
        near = waylay.neighbours2d(chaser_x=[0, 1], chaser_y=0, runner_x=[3, 4], runner_y=0)
        assert_same(self.again(near), near._asdict())
        self.assertEqual(self.again(waylay.assign([[2, 1]])).sum, 1)

    def test_errors(self):
        with self.assertRaises(waylay.Error) as caught:
            fail(0)
        again = self.again(caught.exception)
        self.assertEqual((str(again), again.result, again.text),
                         (str(caught.exception), caught.exception.result, caught.exception.text))
        self.assertEqual(f"{waylay.Error.__module__}.{waylay.Error.__qualname__}", "waylay.Error")

    def test_a_pool_hands_errors_over(self):
        """Errors can be unpickled. Otherwise, map() of a pool would wait forever."""
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            with self.assertRaisesRegex(waylay.Error, "expected 'exact' or 'fast', found 'quick'"):
                pool.map_async(fail, [0]).get(timeout=60)

    def test_crowds(self):
        columns = {"runner_x": np.arange(9.0), "runner_y": np.zeros(9)}
        crowd = self.again(waylay.crowd2d(columns, weight=2))
        self.assertEqual((len(crowd), waylay.choose2d(chaser_x=6.2, chaser_y=0, crowd=crowd).target), (9, 6))
        columns["runner_x"][6] = 50  # the unpickled crowd has its own copy of the columns
        crowd.build()
        self.assertEqual(waylay.choose2d(chaser_x=6.2, chaser_y=0, crowd=crowd).target, 6)

    def test_prepared_calls(self):
        columns = draw("intercept2d", COUNT)
        out = {"time": np.zeros(COUNT, f4)}
        call = waylay.intercept2d.prepare(columns, precision="fast", target=np.arange(COUNT, dtype=u4), out=out)
        again = self.again(call)
        expected = call().time.copy()
        out["time"][:] = 7
        assert_same({"time": again().time}, {"time": expected})
        self.assertTrue((out["time"] == 7).all())
        agents = {name: np.arange(3, dtype=f4) for name in ("chaser_x", "chaser_y", "chaser_vx", "chaser_vy", "preferred_vx",
                                                             "preferred_vy", "runner_x", "runner_y", "runner_vx", "runner_vy")}
        call = waylay.avoid2d.prepare(agents, chaser_speed=1, radius=0.2, runner_radius=0.2, self=np.arange(3, dtype=u4),
                                      crowd=waylay.crowd2d({name: agents[name] for name in ("runner_x", "runner_y")}))
        assert_same(self.again(call)(), call()._asdict())


class Lifetimes(unittest.TestCase):
    def test_a_prepared_call_holds_all_that_it_reads(self):
        columns = draw("intercept2d", COUNT)
        expected = by_c_call("intercept2d", columns, COUNT)
        runners = {key: column.copy() for key, column in columns.items() if key.startswith("runner")}
        parts = [dict(runners, generation=np.zeros(COUNT, u4))]
        chasers = {key: column.copy() for key, column in columns.items() if key not in runners}
        held = weakref.ref(chasers["chaser_x"])
        rows = dict(columns, target=np.arange(COUNT, dtype=u4), target_row=np.arange(COUNT, dtype=u4),
                    generation=np.zeros(COUNT, u4), target_generation=np.zeros(COUNT, u4))
        rows = {key: column.copy() for key, column in rows.items()}
        sparse = waylay.intercept2d.prepare(**rows, agents=np.arange(COUNT, dtype=u4))
        every = [weakref.ref(column) for column in rows.values()]
        del rows
        call = waylay.intercept2d.prepare(**chasers, target=np.arange(COUNT, dtype=u4), parts=parts,
                                          part=np.zeros(COUNT, u4), target_generation=np.zeros(COUNT, u4),
                                          target_row=np.arange(COUNT, dtype=u4))
        rooms = waylay.sweep_walls2d.prepare(draw("sweep_walls2d", COUNT), walls=waylay.walls(0, [1, 2], 5, 9))
        del chasers, runners, parts
        gc.collect()
        junk = [np.full(COUNT, 1e30, f4) for _ in range(2000)]
        for size in [ctypes.sizeof(call._call.inputs)] * 200 + [ctypes.sizeof(call._call.batch), 64, 128, 256] * 20:
            junk.append((ctypes.c_ubyte * size)(*[255] * size))  # overwrites freed structs
        self.assertIsNotNone(held())
        self.assertTrue(all(column() is not None for column in every))
        assert_same(call(), expected)
        assert_same(sparse(), expected)
        expected = waylay.sweep_walls2d(draw("sweep_walls2d", COUNT), walls=waylay.walls(0, [1, 2], 5, 9))
        assert_same(rooms(), expected._asdict())
        del call, junk
        gc.collect()
        self.assertIsNone(held())

    def test_a_view_holds_its_memory(self):
        columns = draw("intercept2d", COUNT)
        call = waylay.intercept2d.prepare(**{key: np.repeat(column, 2)[::2] for key, column in columns.items()})
        gc.collect()
        assert_same(call(), by_c_call("intercept2d", columns, COUNT))

    def test_what_is_read_cannot_be_resized(self):
        lent = bytearray(4 * COUNT)
        call = waylay.intercept2d.prepare(draw("intercept2d", COUNT), chaser_x=np.frombuffer(lent, f4))
        with self.assertRaises(BufferError):
            lent.extend(b"more")
        call()
        column = np.zeros(COUNT, f4)
        call = waylay.intercept2d.prepare(draw("intercept2d", COUNT), chaser_x=column)
        with self.assertRaises(ValueError):
            column.resize(10**6)

    def test_large_answers_are_nobody_else_s(self):
        """The memory of large answers is used again, but only when the last view of that memory is gone."""
        count = 100_000
        columns = draw("intercept2d", count, hard=False)
        expected = by_c_call("intercept2d", columns, count)
        other = dict(columns, chaser_speed=np.zeros(count, f4))
        first = waylay.intercept2d(columns)
        second = waylay.intercept2d(other)
        assert_same(first, expected)
        view = first.time[10:20]
        where = {values.__array_interface__["data"][0] for values in first}
        del first
        third = [waylay.intercept2d(other) for _ in range(3)]
        np.testing.assert_array_equal(bits(view), bits(expected["time"][10:20]))
        again = {values.__array_interface__["data"][0] for answers in third for values in answers}
        self.assertEqual(len(where & again), len(where) - 1)
        del second, third
        try:
            waylay.keep_memory(0)
            assert_same(waylay.intercept2d(columns), expected)
        finally:
            waylay.keep_memory(128 << 20)

    def test_no_memory_is_lost(self):
        columns = draw("intercept2d", COUNT)

        def work():
            waylay.intercept2d(columns)
            waylay.intercept2d.prepare(columns)()
            try:
                waylay.intercept2d(columns, agents=[COUNT])
            except waylay.Error:
                pass

        for _ in range(3):
            work()
        gc.collect()
        before = len(gc.get_objects())
        for _ in range(50):
            work()
        gc.collect()
        self.assertLess(len(gc.get_objects()) - before, 20)


class Threads(unittest.TestCase):
    def test_others_run_during_a_call(self):
        """Another thread counts during a call. If the call held the GIL, that thread could not count."""
        columns = draw("bounce2d", 200_000, hard=False)
        call = waylay.bounce2d.prepare(columns, walls=waylay.walls([0] * 200, range(200), 100, range(200)))
        counted, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1
                time.sleep(0)  # releases the GIL

        interval = sys.getswitchinterval()
        thread = threading.Thread(target=count)
        thread.start()
        try:
            sys.setswitchinterval(1000)  # only a thread that releases the GIL is interrupted
            began = counted[0]
            call()
            during = counted[0] - began
        finally:
            sys.setswitchinterval(interval)
            stop.set()
            thread.join()
        self.assertGreater(during, 0)

    def test_many_threads_share_a_prepared_call(self):
        columns = {key: np.broadcast_to(column, (3, 500)) for key, column in draw("intercept2d", 500).items()}
        call = waylay.intercept2d.prepare(columns, chaser_x=np.zeros((3, 1), f4))
        self.assertIsNotNone(call._call.steps)
        expected = waylay.intercept2d(columns, chaser_x=np.zeros((3, 1), f4))._asdict()
        wrong = []

        def work():
            for _ in range(200):
                call()
                if not all((bits(getattr(call.result, key)) == bits(values)).all() for key, values in expected.items()):
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


def needed_by(way):
    """Returns the keyword arguments of an overload that have no default, so that a caller must pass them."""
    return [a.arg for a, default in zip(way.kwonlyargs, way.kw_defaults) if default is None]


class Said(unittest.TestCase):
    def test_docstrings_tell_units_shapes_errors_and_sources(self):
        for name, said in behaviours.items():
            function = getattr(waylay, name)
            text = pydoc.render_doc(function, renderer=pydoc.plaintext)
            flat = " ".join(text.split())
            for column in said["inputs"] + said["outputs"]:
                line = re.search(rf"^ +{column['name']} : .*$", text, re.M)
                self.assertTrue(line, (name, column["name"]))
                if column["unit"]:
                    self.assertIn(f", {column['unit']}", text[line.start():])
                self.assertIn(" ".join(column["meaning"].split()), flat)
            for needed in (said["source"], "waylay.Error", "broadcast", said["summary"][1:]):
                self.assertIn(" ".join(needed.split()), flat)
            parameters = inspect.signature(function).parameters
            self.assertEqual([key for key in parameters if key in {c["name"] for c in said["inputs"]}],
                             [c["name"] for c in said["inputs"]])
            self.assertEqual("walls" in parameters, said["walls"])
            self.assertEqual("target" in parameters, any(c["side"] == "runner" for c in said["inputs"]))
            self.assertEqual(function.Result._fields, tuple(c["name"] for c in said["outputs"]))

    def test_a_new_behaviour_needs_nothing(self):
        """No file of the package names a behaviour, except in the example of the package's docstring."""
        folder = os.path.dirname(waylay.__file__)
        for file in os.listdir(folder):
            if file.endswith(".py"):
                with open(os.path.join(folder, file), encoding="utf-8") as source:
                    words = set(re.findall(r"\w+", source.read()))
                self.assertLessEqual(words & set(behaviours), {"intercept2d"} if file == "__init__.py" else set(), file)

    def test_structs_of_a_newer_library(self):
        """Fields of a newer library that this package does not know are 0. Fields that an older library lacks are an error."""
        from waylay import _library

        types = _library.description["types"]
        kept = dict(types["way_column"])
        try:
            types["way_column"] = {"size": 48, "fields": {**kept["fields"], "new": {"offset": 36, "size": 8}}}
            column = _library._struct("way_column", _library._column)
            self.assertEqual((ctypes.sizeof(column), column.page.offset), (48, 28))
            types["way_column"] = {"size": 32, "fields": {k: v for k, v in kept["fields"].items() if k != "page"}}
            with self.assertRaisesRegex(ImportError, "way_column has no page"):
                _library._struct("way_column", _library._column)
        finally:
            types["way_column"] = kept

    def test_stubs(self):
        with open(os.path.join(os.path.dirname(waylay.__file__), "__init__.pyi"), encoding="utf-8") as file:
            text = file.read()
        tree = ast.parse(text)
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        names = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)} | set(classes) | {
            node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.assertLessEqual(set(waylay.__all__), names)
        for name, said in behaviours.items():
            answers = classes[getattr(waylay, name).Result.__name__]
            self.assertEqual([node.target.id for node in answers.body], [c["name"] for c in said["outputs"]])
            of = classes["_" + answers.name[:-len("Result")]].body
            for method in ("__call__", "prepare"):
                ways = [node.args for node in of if isinstance(node, ast.FunctionDef) and node.name == method]
                for way in ways:
                    self.assertEqual([a.arg for a in way.kwonlyargs],
                                     [p.name for p in inspect.signature(getattr(waylay, name)).parameters.values()][1:])
                needed = [c["name"] for c in said["inputs"] if c["required"]]
                chasers = [c["name"] for c in said["inputs"] if c["required"] and c["side"] != "runner"]
                by_name = [needed] + [["straight" if one == "middle" else one for one in needed]] * ("middle" in needed)
                with_parts = [chasers + ["parts"]] + [["straight" if one == "middle" else one for one in chasers] + ["parts"]] * (
                    "middle" in needed)
                reads_runners = any(c["side"] == "runner" for c in said["inputs"])
                self.assertEqual([needed_by(way) for way in ways], by_name + [[]] + with_parts * reads_runners)
                kinds = {a.arg: ast.unparse(a.annotation) for a in ways[0].kwonlyargs}
                self.assertEqual((kinds["precision"], kinds[needed[0]]),
                                 ("_Precision | None", "_Numbers" if said["inputs"][0]["type"] == "float" else "_Integers"))
        self.assertNotIn("_Numbers = _Any", text)
        choose = [node.args for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "choose2d"]
        own, candidates, fast = ["chaser_x", "chaser_y"], ["runner_x", "runner_y"], ["runner_vx", "runner_vy"]
        self.assertEqual([needed_by(way) for way in choose][:4], [own + candidates, own + ["crowd"], own + ["chaser_speed"] + candidates
                                                                  + fast + ["by"], own + ["chaser_speed", "by", "crowd"]])

    def check_types(self, error, *command):
        """Checks that the type checker reports an error for each line of USER_TEXT that is marked as wrong,
        and no other error, also none in the stubs. `error` is a regular expression for the text that follows
        the file and the line number."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(os.path.dirname(waylay.__file__), "__init__.pyi"), os.path.join(folder, "waylay.pyi"))
            with open(os.path.join(folder, "user.py"), "w") as file:
                file.write(USER_TEXT)
            done = subprocess.run([*command, "user.py", "waylay.pyi"], cwd=folder, capture_output=True, text=True)
        found = {int(line) for line in re.findall(rf"\buser.py:(\d+)(?::\d+)?{error}", done.stdout)}
        wrong = {number for number, line in enumerate(USER_TEXT.splitlines(), 1) if "# wrong" in line}
        self.assertEqual((found, re.findall(r"waylay.pyi:.*error.*", done.stdout)), (wrong, []), done.stdout + done.stderr)

    @unittest.skipIf(os.environ.get("WAYLAY_TEST_SIZE") == "quick" or not importlib.util.find_spec("mypy"), "no mypy")
    def test_mypy_takes_the_stubs(self):
        self.check_types(": error", sys.executable, "-m", "mypy", "--strict", "--cache-dir=cache")

    @unittest.skipIf(not os.environ.get("WAYLAY_PYRIGHT"), "no pyright")
    def test_pyright_takes_the_stubs(self):
        self.check_types(" - error", os.environ["WAYLAY_PYRIGHT"], "--pythonpath", sys.executable)

    def test_help_has_an_example_that_runs(self):
        for name in [*behaviours, "choose2d", "choose3d", "neighbours3d", "crowd2d", "avoid2d", "avoid3d", "assign"]:
            text = re.search(r"^Example:\n((?:    .*\n)+)", getattr(waylay, name).__doc__, re.M).group(1)
            self.assertIn(f"waylay.{name}(", text)
            names = {"waylay": waylay}
            exec(textwrap.dedent(text), names)
            if "answer" in names:
                self.assertFalse(np.any(getattr(names["answer"], "status", 0) == waylay.Status.INVALID), name)

    def test_it_is_the_installed_wheel(self):
        self.assertIn("site-packages", waylay.__file__)
        self.assertTrue(waylay.__file__.startswith(sysconfig.get_paths()["purelib"]), waylay.__file__)

    @unittest.skipUnless(os.environ.get("WAYLAY_WHEEL"), "WAYLAY_WHEEL names no wheel")
    def test_the_wheel(self):
        """The wheel's RECORD is right, the wheel names its platform, and building it again gives the same bytes."""
        path = os.environ["WAYLAY_WHEEL"]
        name = os.path.basename(path)
        self.assertRegex(name, rf"^waylay-{waylay.__version__}-py3-none-[a-z0-9_]+\.whl$")
        with zipfile.ZipFile(path) as wheel:
            info = f"waylay-{waylay.__version__}.dist-info"
            record = wheel.read(f"{info}/RECORD").decode().splitlines()
            self.assertEqual(sorted(line.split(",")[0] for line in record), sorted(wheel.namelist()))
            for line in record:
                file, digest, size = line.split(",")
                if not file.endswith("RECORD"):
                    data = wheel.read(file)
                    self.assertEqual(len(data), int(size))
                    made = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual(digest, "sha256=" + made)
            self.assertIn(f"Tag: {name[len(f'waylay-{waylay.__version__}-'):-4]}\n", wheel.read(f"{info}/WHEEL").decode())
            for needed in ("waylay/py.typed", "waylay/__init__.pyi", f"{info}/LICENSE"):
                self.assertIn(needed, wheel.namelist())
            libraries = [file for file in wheel.namelist() if file.endswith((".so", ".dll", ".dylib"))]
            self.assertEqual(len(libraries), 1)
            with tempfile.TemporaryDirectory() as folder:
                builder = os.path.join(os.path.dirname(__file__), "..", "build_wheel.py")
                inside = wheel.extract(libraries[0], folder)
                again = subprocess.run([sys.executable, builder, inside, folder], check=True, capture_output=True, text=True)
                with open(path, "rb") as one, open(again.stdout.strip(), "rb") as two:
                    self.assertEqual(one.read(), two.read())
                with open(os.path.join(folder, "said.json"), "wb") as file:
                    library.way_describe_json.restype = ctypes.c_char_p
                    file.write(library.way_describe_json())
                other = subprocess.run([sys.executable, builder, inside, folder, "--platform", "win_amd64", "--describe",
                                        os.path.join(folder, "said.json")], check=True, capture_output=True, text=True)
                with zipfile.ZipFile(other.stdout.strip()) as wheel:
                    self.assertIn("waylay/waylay.dll", wheel.namelist())


class Page(unittest.TestCase):
    def test_its_examples(self):
        """The blocks of Python in docs/python.md run in order, and print the text of the next block.

        Without pandas, the blocks that use it are left out.
        """
        path = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "python.md")
        with open(path, encoding="utf-8") as file:
            blocks = re.findall(r"^```(python|text)\n(.*?)^```", file.read(), re.M | re.S)
        self.assertGreater(len(blocks), 40)
        names, printed, runs = {}, None, 0
        folder = os.getcwd()
        os.chdir(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
        try:
            for language, text in blocks:
                if language == "python" and re.search(r"\bpd\.|import pandas", text) and not importlib.util.find_spec("pandas"):
                    printed = None
                elif language == "python":
                    lines = []
                    names["print"] = lambda *what: lines.append(" ".join(str(one) for one in what))
                    exec(compile(text, path, "exec"), names)
                    printed, runs = "".join(line + "\n" for line in lines), runs + 1
                elif printed is not None:
                    self.assertEqual(printed, text)
        finally:
            os.chdir(folder)
        self.assertGreater(runs, 18)


if __name__ == "__main__":
    unittest.main()
