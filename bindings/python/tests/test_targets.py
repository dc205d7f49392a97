"""Tests targets, lists of agents and walls, and that no call reads or writes beyond an array."""

import pickle
import unittest
import unittest.mock

import numpy as np

import waylay
from support import WALLS, GuardedMemory, assert_same, behaviours, bits, by_c_call, draw, f4, f8, i4, options, u4
from waylay import _calls, _inputs

try:
    import pandas
except ImportError:
    pandas = None

COUNT, RUNNERS = 211, 31
NOBODY = 0xFFFFFFFF


def split(name, seed=1, double=False):
    """Draws columns of chasers, and columns of runners, which targets name by number."""
    chasers = draw(name, COUNT, seed, hard=False)
    runners = draw(name, RUNNERS, seed + 1, hard=False)
    made = {}
    for column in behaviours[name]["inputs"]:
        key = column["name"]
        made[key] = (runners if column["side"] == "runner" else chasers)[key]
        if double and made[key].dtype == f4:
            made[key] = made[key].astype(f8)
    return made


def chosen(name, columns, rows):
    """Returns the columns for a call without targets: row i of the runners has chaser i's runner."""
    return {column["name"]: columns[column["name"]][rows] if column["side"] == "runner" else columns[column["name"]]
            for column in behaviours[name]["inputs"]}


def expected(name, columns, rows, doubles=()):
    """Returns the answers of the C call, and which agents have no target. These agents have the status
    NO_TARGET, and their other answers are not meant to be compared."""
    nobody = (rows < 0) | (rows >= RUNNERS)
    found = by_c_call(name, chosen(name, columns, np.where(nobody, 0, rows)), COUNT, doubles=doubles)
    for column in behaviours[name]["outputs"]:
        if column["type"] == "status":
            found[column["name"]][nobody] = waylay.Status.NO_TARGET
    return found, nobody


class Targets(unittest.TestCase):
    def setUp(self):
        self.rows = np.random.default_rng(3).integers(0, RUNNERS, COUNT)

    def test_every_behaviour_with_runners(self):
        some = 0
        for name, said in behaviours.items():
            if not any(column["side"] == "runner" for column in said["inputs"]):
                with self.assertRaisesRegex(TypeError, "takes no target"):
                    getattr(waylay, name)(**draw(name, 3), **options(name), target=[0, 1, 2])
                continue
            columns = split(name)
            got = getattr(waylay, name)(**columns, **options(name), target=self.rows.astype(u4))
            assert_same(got, by_c_call(name, chosen(name, columns, self.rows), COUNT), name)
            some += 1
        self.assertGreater(some, 30)

    def test_targets_of_every_type(self):
        columns = split("intercept2d")
        truth = by_c_call("intercept2d", chosen("intercept2d", columns, self.rows), COUNT)
        for kind in (u4, i4, np.int64, np.uint64, np.uint8, np.int16, ">u4", ">i8"):
            assert_same(waylay.intercept2d(**columns, target=self.rows.astype(kind)), truth, kind)
        assert_same(waylay.intercept2d(**columns, target=self.rows.tolist()), truth)
        assert_same(waylay.intercept2d(**columns, target=np.repeat(self.rows.astype(u4), 5)[2::5]), truth)
        for wrong, found in ((self.rows + f4(0.5), r"\d+.5"), (self.rows.astype(str), "<U"), (self.rows + 1e300, r"1e\+300"),
                             (np.array(["a"] * COUNT, object), "object")):
            with self.assertRaisesRegex(waylay.Error, "target: expected integers, and null for no target, found " + found):
                waylay.intercept2d(**columns, target=wrong)

    def test_targets_with_holes(self):
        """Missing targets may have the forms of pandas: doubles with NaN, nullable integers, or objects with None."""
        columns, holes = split("intercept2d"), np.arange(COUNT) % 5 == 0
        truth = waylay.intercept2d(**columns, target=np.where(holes, waylay.NO_TARGET, self.rows))._asdict()
        self.assertTrue((truth["status"][holes] == waylay.Status.NO_TARGET).all())
        floats = np.where(holes, np.nan, self.rows)
        objects = [None if hole else int(row) for row, hole in zip(self.rows, holes)]
        given = [floats, floats.astype(f4), objects, np.array(objects, object),
                 np.ma.array(np.where(holes, 0.5, self.rows), mask=holes)]
        if pandas is not None:
            given += [pandas.Series(objects), pandas.Series(objects, dtype="Int64"), pandas.Series(objects, dtype=object),
                      pandas.Series([pandas.NA if one is None else one for one in objects], dtype=object)]
        for target in given:
            assert_same(waylay.intercept2d(**columns, target=target), truth)
        with self.assertRaisesRegex(ValueError, "target would be copied"):
            waylay.intercept2d.prepare(**columns, target=floats)
        handles = np.where(holes, np.nan, self.rows + 2.0**40)
        assert_same(waylay.intercept2d(**columns, target=handles, target_mask=2**32 - 1), truth)

    def test_what_is_chosen_is_a_target(self):
        """-1 means no target, as an input and as an answer."""
        self.assertEqual(waylay.NO_TARGET, -1)
        choice = waylay.choose2d(chaser_x=[0, 500], chaser_y=0, range_to=10, runner_x=[3, 9], runner_y=0, best=2)
        self.assertEqual((choice.target.dtype, choice.target.tolist()), (np.dtype(i4), [[0, 1], [-1, -1]]))
        shot = waylay.intercept2d(chaser_x=[0, 500], chaser_y=0, chaser_speed=1, runner_x=[3, 9], runner_y=0, runner_vx=0,
                                  runner_vy=0, target=choice.target[:, 0])
        self.assertEqual(shot.status.tolist(), [waylay.Status.MET, waylay.Status.NO_TARGET])
        kept = waylay.choose2d(chaser_x=[0, 500], chaser_y=0, runner_x=[3, 9], runner_y=0, present=choice.target[:, 1], bonus=9)
        self.assertEqual(kept.target.tolist(), [1, 1])
        shared = waylay.assign([[1], [2]])
        self.assertEqual((shared.target.dtype, shared.target.tolist()), (np.dtype(i4), [0, -1]))
        self.assertIn("-1, NO_TARGET", waylay.choose2d.__doc__)
        self.assertNotIn("4294967295", waylay.choose2d.__doc__ + waylay.assign.__doc__ + waylay.neighbours2d.__doc__)

    def test_nobody_is_never_a_wild_read(self):
        columns = split("intercept2d")
        rows = self.rows.copy()
        rows[::5] = -1
        rows[1::5] = RUNNERS
        rows[2::25] = 2**31
        rows[3::25] = 2**32 + 3
        rows[4::25] = -(2**40)
        nobody = (rows < 0) | (rows >= RUNNERS)
        got = waylay.intercept2d(**columns, target=rows)
        np.testing.assert_array_equal(got.status == waylay.Status.NO_TARGET, nobody)
        truth, _ = expected("intercept2d", columns, rows)
        for key, values in truth.items():
            np.testing.assert_array_equal(getattr(got, key)[~nobody], values[~nobody])
        self.assertTrue(np.isinf(got.time[nobody]).all())

    def test_one_runner_for_all_and_none_at_all(self):
        columns = split("intercept2d")
        for key in columns:
            if key.startswith("runner"):
                columns[key] = float(columns[key][0])
        got = waylay.intercept2d(**columns, target=np.zeros(COUNT, u4))
        assert_same(got, waylay.intercept2d(**columns)._asdict())
        empty = {key: np.zeros(0, f4) if key.startswith("runner") else column for key, column in split("intercept2d").items()}
        self.assertTrue((waylay.intercept2d(**empty, target=self.rows).status == waylay.Status.NO_TARGET).all())

    def test_entities(self):
        """Targets may be entities, with a mask, sparse rows or generations, or handles of 64 bits."""
        dice = np.random.default_rng(4)
        row_of = np.full(500, NOBODY, u4)
        numbers = dice.choice(500, RUNNERS, replace=False)
        row_of[numbers] = np.arange(RUNNERS)
        entity = numbers[self.rows].astype(u4)
        entity[::6] = np.setdiff1d(np.arange(500), numbers)[0]
        entity[1::6] = 600
        rows = np.where(entity < 500, row_of[np.minimum(entity, 499)].astype(np.int64), -1)
        rows[rows == NOBODY] = -1
        columns = split("intercept2d")
        truth, nobody = expected("intercept2d", columns, rows)
        self.assertTrue(nobody[:2].all() and not nobody.all())

        def check(**given):
            got = waylay.intercept2d(**columns, **given)
            np.testing.assert_array_equal(got.status == waylay.Status.NO_TARGET, nobody)
            for key, values in truth.items():
                np.testing.assert_array_equal(getattr(got, key)[~nobody], values[~nobody])

        check(target=entity, target_row=row_of)
        check(target=entity, target_row=row_of.astype(np.int64))
        check(target=entity | u4(0x7700000), target_mask=0xFFFFF, target_row=row_of)
        handles = entity.astype(np.uint64) | np.uint64(9 << 40)
        check(target=handles, target_mask=0xFFFFF, target_row=row_of)
        waylay.intercept2d.prepare(**columns, target=handles, target_mask=0xFFFFF, target_row=row_of)  # no copies
        alive, meant = dice.integers(0, 2**32, RUNNERS, dtype=u4), np.zeros(COUNT, u4)
        meant[~nobody] = alive[rows[~nobody]]
        check(target=entity, target_row=row_of, generation=alive, target_generation=meant)
        check(target=entity, target_row=row_of, generation=alive.astype(np.int64), target_generation=meant)
        gone = ~nobody & (np.arange(COUNT) % 7 == 0)
        meant[gone] ^= u4(1)
        nobody = nobody | gone
        check(target=entity, target_row=row_of, generation=alive, target_generation=meant)

    def test_parts(self):
        columns = split("intercept2d")
        chasers = {key: column for key, column in columns.items() if not key.startswith("runner")}
        runners = {key: column for key, column in columns.items() if key.startswith("runner")}
        cut = 12
        parts = [{key: column[:cut] for key, column in runners.items()}, {key: column[cut:] for key, column in runners.items()}]
        part = (self.rows >= cut).astype(u4)
        target = np.where(part == 1, self.rows - cut, self.rows)
        truth = by_c_call("intercept2d", chosen("intercept2d", columns, self.rows), COUNT)
        assert_same(waylay.intercept2d(**chasers, target=target, parts=parts, part=part), truth)
        assert_same(waylay.intercept2d.prepare(**chasers, target=target.astype(u4), parts=parts, part=part)(), truth)
        leads, rows = np.repeat(u4([0, 1]), [cut, RUNNERS - cut]), np.r_[0:cut, 0:RUNNERS - cut]
        assert_same(waylay.intercept2d(**chasers, target=self.rows, parts=parts, target_part=leads, target_row=rows), truth)
        parts[1] = dict(parts[1], generation=np.arange(RUNNERS - cut))
        got = waylay.intercept2d(**chasers, target=target, parts=parts, part=part, target_generation=np.zeros(COUNT, u4))
        gone = (part == 1) & (target != 0)
        np.testing.assert_array_equal(got.status == waylay.Status.NO_TARGET, gone)
        self.assertTrue((waylay.intercept2d(**chasers, target=target, parts=parts, part=part + u4(2)).status
                         == waylay.Status.NO_TARGET).all())
        self.assertTrue((waylay.intercept2d(**chasers, target=target, parts=[], part=part).status
                         == waylay.Status.NO_TARGET).all())
        double = [{key: column.astype(f8) for key, column in one.items() if key != "generation"} for one in parts]
        self.assertEqual(waylay.intercept2d(**chasers, target=target, parts=double, part=part).point_x.dtype, f8)
        with self.assertRaisesRegex(TypeError, "runner_x is given in each part"):
            waylay.intercept2d(**columns, target=target, parts=parts, part=part)
        with self.assertRaisesRegex(waylay.Error, "parts: missing runner_vx; expected the columns runner_x"):
            less = {key: column for key, column in parts[0].items() if key != "runner_vx"}
            waylay.intercept2d(**chasers, target=target, part=part, parts=[less])
        with self.assertRaisesRegex(waylay.Error, "part or target_part"):
            waylay.intercept2d(**chasers, target=target, parts=parts)

    def test_nobody_keeps_what_it_has(self):
        columns, rows = split("intercept2d"), self.rows.copy()
        rows[::3] = -1
        out = {"time": np.full(COUNT, 42, f4), "status": np.full(COUNT, 43, i4)}
        waylay.intercept2d(**columns, target=rows, keep_nobody=True, out=out)
        self.assertTrue((out["time"][::3] == 42).all() and (out["status"][::3] == 43).all())
        self.assertTrue((out["status"][1::3] < 10).all())
        fresh = waylay.intercept2d(**columns, target=rows, keep_nobody=True)
        self.assertTrue((fresh.status[::3] == waylay.Status.NO_TARGET).all())
        assert_same(fresh, waylay.intercept2d(**columns, target=rows, out=None, keep_nobody=True)._asdict())

    def test_a_target_of_two_dimensions(self):
        columns = split("intercept2d")
        rows = np.random.default_rng(5).integers(0, RUNNERS, (4, COUNT)).astype(u4)
        got = waylay.intercept2d(**columns, target=rows)
        for k in range(4):
            truth = by_c_call("intercept2d", chosen("intercept2d", columns, rows[k]), COUNT)
            assert_same({key: getattr(got, key)[k] for key in truth}, truth)

    def test_runners_of_other_lengths(self):
        columns = split("intercept2d")
        with self.assertRaisesRegex(ValueError, "one length, found runner_x .30,., runner_y .31,."):
            waylay.intercept2d(**dict(columns, runner_x=columns["runner_x"][:-1]), target=self.rows)
        with self.assertRaisesRegex(ValueError, "generation: expected the shape .31,., one for each runner, found .30,."):
            waylay.intercept2d(**columns, target=self.rows, generation=np.zeros(RUNNERS - 1, u4), target_generation=self.rows)
        with self.assertRaisesRegex(ValueError, "target_row and target_part differ in length"):
            waylay.intercept2d(**columns, target=self.rows, target_row=[1, 2], target_part=[1])
        with self.assertRaisesRegex(ValueError, "together, found chaser_x .211,., .*target .210,."):
            waylay.intercept2d(**columns, target=self.rows[:-1])
        with self.assertRaisesRegex(ValueError, "one dimension"):
            waylay.intercept2d(**dict(columns, runner_x=np.zeros((2, RUNNERS), f4)), target=self.rows)

    def test_an_output_where_a_runner_is_read(self):
        """Tests outputs that overlap a runner column, the rows of the targets, or a runner column of a part."""
        columns, memory = split("intercept2d"), np.zeros(COUNT, f4)
        memory[:RUNNERS] = columns["runner_x"]
        columns["runner_x"] = memory[:RUNNERS]
        lists = np.zeros(COUNT, f4).view(u4)
        chasers = {key: column for key, column in columns.items() if not key.startswith("runner")}
        parts = [{key: column for key, column in columns.items() if key.startswith("runner")}]
        for given in ({**columns, "target": self.rows, "out": {"velocity_x": memory}},
                      {**split("intercept2d"), "target": self.rows, "target_row": lists, "out": {"time": lists.view(f4)}},
                      {**chasers, "target": self.rows, "parts": parts, "part": np.zeros(COUNT, u4), "out": {"time": memory}}):
            before = memory.copy()
            with self.assertRaises(waylay.Error) as caught:
                waylay.intercept2d(**given)
            self.assertEqual(caught.exception.result, waylay.Result.OVERLAP)
            np.testing.assert_array_equal(memory, before)


class Agents(unittest.TestCase):
    def test_a_list_of_agents(self):
        columns = draw("intercept2d", COUNT)
        truth = by_c_call("intercept2d", columns, COUNT)
        some = np.random.default_rng(6).choice(COUNT, 40, replace=False)
        for agents in (some, some.astype(u4), some.tolist(), some.astype(u4).repeat(2)[::2]):
            got = waylay.intercept2d(columns, agents=agents)
            for key, values in truth.items():
                np.testing.assert_array_equal(getattr(got, key)[some], values[some])
        others = np.setdiff1d(np.arange(COUNT), some)
        self.assertTrue((got.status[others] == waylay.Status.NO_TARGET).all() and np.isinf(got.time[others]).all())
        out = {"time": np.full(COUNT, 42, f4)}
        waylay.intercept2d(columns, agents=some, out=out)
        self.assertTrue((out["time"][others] == 42).all())
        np.testing.assert_array_equal(out["time"][some], truth["time"][some])

    def test_agents_that_are_not_there(self):
        columns = draw("intercept2d", COUNT)
        for agents in ([COUNT], [0, 1, NOBODY], np.array([COUNT], u4)):
            with self.assertRaises(waylay.Error) as caught:
                waylay.intercept2d(columns, agents=agents)
            self.assertEqual(caught.exception.result, waylay.Result.INDEX)
        for agents in ([-1], [2**32], np.array([2**40])):
            with self.assertRaisesRegex(waylay.Error, "agents: expected integers of 32 bits, 0 or more, found"):
                waylay.intercept2d(columns, agents=agents)
        none = {key: column[:0] for key, column in columns.items()}
        with self.assertRaises(waylay.Error) as caught:
            waylay.intercept2d(none, agents=[0])
        self.assertEqual(caught.exception.result, waylay.Result.INDEX)
        with self.assertRaisesRegex(ValueError, "one dimension"):
            waylay.intercept2d(columns, agents=[[0]])
        with self.assertRaisesRegex(ValueError, "columns must have one dimension"):
            waylay.intercept2d({key: column.reshape(1, -1) for key, column in columns.items()}, agents=[0])

    def test_a_prepared_list_is_read_anew(self):
        columns = draw("intercept2d", COUNT)
        agents = np.zeros(3, u4)
        call = waylay.intercept2d.prepare(columns, agents=agents)
        agents[:] = [5, 6, 7]
        np.testing.assert_array_equal(call().time[5:8], by_c_call("intercept2d", columns, COUNT)["time"][5:8])
        agents[1] = COUNT
        with self.assertRaises(waylay.Error):
            call()


def rounded(rows):
    """Returns walls as the library stores them: rounded to floats, whatever their distance from 0."""
    made = np.zeros(len(rows), WALLS.dtype)
    for name, column in zip(made.dtype.names, rows.T):
        made[name] = column
    return made


class Walls(unittest.TestCase):
    def test_walls_in_every_form(self):
        for name in ("sweep_walls2d", "bounce2d"):
            columns = draw(name, COUNT)
            truth = by_c_call(name, columns, COUNT)
            records = np.zeros(len(WALLS), [("sides", "i8"), ("ax", "f8"), ("by", "f8"), ("bx", "f8"), ("ay", "f8")])
            for key in records.dtype.names:
                records[key] = WALLS[key]
            rows = np.stack([WALLS[key] for key in ("ax", "ay", "bx", "by", "sides")], axis=1)
            for walls in (WALLS, records, rows, rows.tolist(), np.repeat(WALLS, 2)[::2]):
                assert_same(getattr(waylay, name)(columns, walls=walls), truth, name)
            both = rows.copy()
            both[:, 4] = 0
            assert_same(getattr(waylay, name)(columns, walls=rows[:, :4]), getattr(waylay, name)(columns, walls=both)._asdict())
            self.assertTrue((getattr(waylay, name)(columns, walls=rows[:0]).status >= 0).all())
            for wrong in (np.zeros(4), np.zeros((2, 3)), np.zeros((2, 2, 4)), np.zeros(3, [("ax", "f4")])):
                with self.assertRaisesRegex(ValueError, "walls"):
                    getattr(waylay, name)(columns, walls=wrong)
        with self.assertRaisesRegex(TypeError, "reads no walls"):
            waylay.intercept2d(draw("intercept2d", 3), walls=WALLS)

    def test_a_room_far_away_keeps_its_shape(self):
        corners = np.array([[0, 0], [20, 0], [20, 20], [0, 20.0]])
        room = np.column_stack([corners, np.roll(corners, -1, axis=0)])
        dice = np.random.default_rng(12)
        x, y = dice.uniform(1, 19, (2, 50)).astype(f4)
        vx, vy = dice.uniform(-30, 30, (2, 50)).astype(f4)
        near = waylay.bounce2d(ball_x=x, ball_y=y, ball_vx=vx, ball_vy=vy, radius=0.25, dt=1.0, walls=room)
        self.assertGreater(near.bounces.sum(), 50)
        for east, north in ((1e6, -3e6), (1e7, 0.0), (-65536.0, 1e6)):
            moved = room + [east, north, east, north]
            given = {"ball_x": x.astype(f8) + east, "ball_y": y.astype(f8) + north, "ball_vx": vx, "ball_vy": vy, "radius": 0.25, "dt": 1.0}
            for walls in (moved, moved.tolist(), waylay.walls(*moved.T), np.column_stack([moved, np.zeros(4)]),
                          waylay.wall_tree(moved)):
                far = waylay.bounce2d(given, walls=walls)
                self.assertEqual(far.next_x.dtype, f8)
                np.testing.assert_array_equal(far.next_x - east, near.next_x.astype(f8))
                np.testing.assert_array_equal(far.next_y - north, near.next_y.astype(f8))
                np.testing.assert_array_equal(bits(far.next_vx), bits(near.next_vx))
                np.testing.assert_array_equal(far.bounces, near.bounces)
            singles = {name: column.astype(f4) if isinstance(column, np.ndarray) else column for name, column in given.items()}
            for walls in (moved, waylay.wall_tree(moved)):
                assert_same(waylay.bounce2d(singles, walls=walls), waylay.bounce2d(singles, walls=rounded(moved))._asdict())
            kept = waylay.bounce2d.prepare(given, walls=waylay.wall_tree(moved))
            np.testing.assert_array_equal(kept().next_x, far.next_x)
        self.assertEqual(waylay.walls(*(room + 1e6).T)["ax"][0], 1e6)
        self.assertEqual(waylay.walls(*(room + 1e6 + 1e-3).T)["ax"][0], 1e6 + 1e-3, "not rounded to float32")
        self.assertEqual(waylay.walls(*room.T).dtype, rounded(room).dtype)
        nowhere = np.vstack([room + 1e6, [np.nan, 0, np.inf, 1e30]])
        far = waylay.bounce2d(ball_x=x.astype(f8) + 1e6, ball_y=y.astype(f8) + 1e6, ball_vx=vx, ball_vy=vy, radius=0.25, dt=1.0, walls=nowhere)
        np.testing.assert_array_equal(far.next_x - 1e6, near.next_x.astype(f8))
        self.assertTrue((waylay.bounce2d(given, walls=nowhere[4:]).status >= 0).all())

    def test_walls_that_move(self):
        ball = {"ball_x": f4([0, 1]), "ball_y": f4([0, 0]), "ball_vx": f4([1, 0]), "ball_vy": f4([0, 0])}
        door = np.array([[10, -5, 10, 5]])
        for velocity in ([[-4, 0]], np.array([[-4.0, 0]]), np.array([[-4, 0]], f4), np.zeros((2, 1), f4).T - [4, 0]):
            after = waylay.bounce2d(ball, dt=3, walls=door, wall_velocity=velocity)
            np.testing.assert_allclose(after.next_vx, [-9, -8])
            np.testing.assert_allclose(after.next_x, [-7, -5], atol=1e-3)
            first = waylay.sweep_walls2d(ball, walls=waylay.walls(*door.T), wall_velocity=velocity)
            np.testing.assert_allclose(first.time, [2, 2.25])
        np.testing.assert_allclose(waylay.sweep2d(ball, wall_ax=10, wall_ay=-5, wall_bx=10, wall_by=5, wall_vx=-4).time, [2, 2.25])
        press = waylay.bounce2d(ball_x=0.0, ball_y=0.0, ball_vx=0.0, ball_vy=0.0, dt=1.0, radius=1, walls=[[-2, -9, -2, 9], [2, -9, 2, 9]],
                                wall_velocity=[[1.5, 0], [-1.5, 0]])
        self.assertEqual(press.status, "crushed")
        still = waylay.bounce2d(ball, dt=3, walls=door, wall_velocity=[[0, 0]])
        assert_same(still, waylay.bounce2d(ball, dt=3, walls=door)._asdict())
        for wrong in ([[1, 2], [3, 4]], [1, 2], [[1, 2, 3]], [["a", "b"]], np.zeros((1, 2), complex)):
            with self.assertRaisesRegex(ValueError, r"bounce2d: wall_velocity: expected the shape \(1, 2\)"):
                waylay.bounce2d(ball, dt=3, walls=door, wall_velocity=wrong)
        with self.assertRaisesRegex(TypeError, "wall_velocity needs walls"):
            waylay.bounce2d(ball, dt=3, wall_velocity=[[1, 2]])
        with self.assertRaisesRegex(waylay.Error, "wall_velocity"):
            waylay.bounce2d(ball, dt=3, walls=waylay.wall_tree(door), wall_velocity=[[1, 2]])
        walls, velocity = waylay.walls(*door.T), f4([[-4, 0]])
        call = waylay.bounce2d.prepare(ball, dt=3, walls=walls, wall_velocity=velocity)
        np.testing.assert_allclose(call().next_vx, [-9, -8])
        velocity[0, 0] = -5  # a prepared call reads the present velocities
        np.testing.assert_allclose(call().next_vx, [-11, -10])
        with self.assertRaisesRegex(ValueError, "wall_velocity would be copied"):
            waylay.bounce2d.prepare(ball, dt=3, walls=walls, wall_velocity=[[-4, 0]])

    def test_a_tree_of_walls_changes_no_bit(self):
        """Tests trees that the caller keeps, and trees that a call makes for many agents and walls, also with two axes."""
        ends = np.random.default_rng(5).uniform(-20, 20, (4, 300))
        walls = waylay.walls(*ends, np.arange(300) % 3 - 1)
        for name in ("sweep_walls2d", "bounce2d"):
            function, tree = getattr(waylay, name), waylay.wall_tree(walls)
            for count in (1, 40, 1100):
                columns = draw(name, count)
                with unittest.mock.patch.object(_calls, "_WALLS_OF_A_TREE", 1 << 30):
                    truth = function(columns, walls=walls)._asdict()
                makes = unittest.mock.patch.object(_inputs, "make_wall_tree", wraps=_inputs.make_wall_tree)
                with makes as made:
                    assert_same(function(columns, walls=walls), truth, (name, count))
                self.assertEqual(made.call_count, count > 1024)
                with makes as made:
                    assert_same(function(columns, walls=tree), truth, (name, count))
                    made.assert_not_called()
            wide = {key: np.stack([column, column], axis=1)[:, ::-1] for key, column in columns.items()}
            for given in (walls, tree):
                both = function.prepare(wide, walls=given)()
                for key, column in truth.items():
                    self.assertEqual(bits(getattr(both, key)[:, 1]).tolist(), bits(column).tolist(), (name, key))
        self.assertEqual(bits(waylay.bounce2d(draw("bounce2d", 9), walls=waylay.wall_tree(walls[:0])).next_x).tolist(),
                         bits(waylay.bounce2d(draw("bounce2d", 9), walls=walls[:0]).next_x).tolist())

    def test_a_prepared_call_reads_present_walls_or_the_tree_as_built(self):
        walls = waylay.walls(ax=np.r_[4.0, np.full(299, 99)], ay=-1, bx=np.r_[4.0, np.full(299, 99)], by=1)
        ball = {"ball_x": np.zeros(1100, f4), "ball_y": 0, "ball_vx": 1, "ball_vy": 0}
        tree = waylay.wall_tree(walls)
        present, kept = waylay.sweep_walls2d.prepare(ball, walls=walls), waylay.sweep_walls2d.prepare(ball, walls=tree)
        self.assertEqual((present().time[7], kept().time[7]), (4, 4))
        walls["ax"][0] = walls["bx"][0] = 6
        self.assertEqual((present().time[7], kept().time[7]), (6, 4))
        again = pickle.loads(pickle.dumps(kept))
        self.assertEqual((again().time[7], len(pickle.loads(pickle.dumps(tree)))), (6, 300))
        tree.build()
        self.assertEqual((kept().time[7], repr(tree)), (6, "<waylay: wall_tree of 300 walls>"))
        with self.assertRaisesRegex(ValueError, "walls must be rows"):
            waylay.wall_tree([1, 2])


class Tables(unittest.TestCase):
    """Walls, their velocities and triangles in a table are read by the names of its columns, never by their positions."""

    ray = dict(x=[0.0], y=[0.0], direction_x=[1.0], direction_y=[0.0])
    one = {"ax": [5.0], "ay": [-1.0], "bx": [5.0], "by": [2.0], "sides": [0]}

    def tables(self, names, **more):
        """Returns tables of all kinds with these columns in this order."""
        given = {**self.one, **more}
        made = [{name: given[name] for name in names}, np.rec.fromarrays([given[name] for name in names], names=list(names))]
        return made + ([pandas.DataFrame(given)[list(names)]] if pandas else [])

    def test_the_order_of_columns_does_not_matter(self):
        for names in (("ax", "ay", "bx", "by"), ("ax", "bx", "ay", "by"), ("id", "by", "sides", "ax", "height", "bx", "ay")):
            for walls in self.tables(names, id=[7], height=[3.0]):
                for given in (walls, waylay.wall_tree(walls)):
                    self.assertEqual(waylay.cast2d(self.ray, walls=given).distance, 5)
        for walls in self.tables(("ay", "ax", "by", "bx", "height"), height=[3.0]):  # height is not `sides`
            back = waylay.cast2d({**self.ray, "x": 9, "direction_x": -1}, walls=walls)
            self.assertEqual((waylay.cast2d(self.ray, walls=walls).distance, back.distance), (5, 4))

    def test_a_missing_name_is_named(self):
        for walls in self.tables(("ax", "ay", "bx", "height"), height=[3.0]):
            with self.assertRaisesRegex(ValueError, "cast2d: walls: missing by; expected the columns ax, ay, bx, by and perhaps sides; "
                                                    "found ax, ay, bx, height"):
                waylay.cast2d(self.ray, walls=walls)
        if pandas:
            with self.assertRaisesRegex(ValueError, "walls: missing ax, ay, bx, by; .* found 0, 1, 2, 3; pass .to_numpy"):
                waylay.cast2d(self.ray, walls=pandas.DataFrame([[5, -1, 5, 2]]))

    def test_a_wall_with_a_null_stops_nothing(self):
        row, masks = np.array([[5, -1, 5, 2, 0]]), np.eye(5, dtype=int)
        for mask in ([1] * 5, *masks):
            walls = np.ma.array([[5.0, -1, 5, 2, 0], [7, -1, 7, 2, 0]], mask=[mask, [0] * 5])
            self.assertEqual(waylay.cast2d(self.ray, walls=walls).distance, 7)
            self.assertEqual(waylay.cast2d(self.ray, walls=waylay.walls(*walls.T)).distance, 7)
            self.assertEqual(waylay.cast2d(self.ray, walls=np.ma.array(row, mask=[mask])).distance, np.inf)
            self.assertEqual(waylay.sweep_walls2d(ball_x=0, ball_y=0, ball_vx=1, ball_vy=0, walls=walls).time, 7)
        records = np.ma.array(waylay.walls(5, -1, 5, 2), mask=[(0, 1, 0, 0, 0)])
        self.assertEqual(waylay.cast2d(self.ray, walls=records).distance, np.inf)
        self.assertEqual(waylay.cast2d(self.ray, walls=waylay.walls(5, -1, 5, 2, [-0.5])).distance, np.inf)  # only the sign of sides counts
        with self.assertRaisesRegex(ValueError, "walls: ax: expected numbers"):  # None in a list is no null: as in all other calls
            waylay.walls([5, None], -1, 5, 2)

    def test_velocities_and_triangles(self):
        ball = dict(ball_x=0.0, ball_y=0.0, ball_vx=1.0, ball_vy=0.0, walls=[[5, -1, 5, 1]])
        tables = [{"vy": [0.0], "vx": [-4.0]}, np.rec.fromarrays([[0.0], [-4.0]], names="vy, vx")]
        for velocity in tables + ([pandas.DataFrame(tables[0])] if pandas else []):
            self.assertEqual(waylay.sweep_walls2d(**ball, wall_velocity=velocity).time, 1)
        hole = np.ma.array([[-4.0, 0]], mask=[[1, 0]])
        self.assertEqual(waylay.sweep_walls2d(**ball, wall_velocity=hole).time, np.inf)
        floor = dict(cz=0, cy=9, cx=0, bz=[0.0], by=0, bx=9, az=0, ay=0, ax=0)
        ray = dict(x=1.0, y=1, z=5, direction_x=0, direction_y=0, direction_z=-1)
        for more, distance in (({}, 5), ({"sides": [1]}, 5), ({"sides": -1}, np.inf), ({"cz": [np.nan]}, np.inf),
                               ({"cz": np.ma.array([0.0], mask=[1])}, np.inf)):
            self.assertEqual(waylay.cast3d(ray, triangles={**floor, **more}).distance, distance)
        self.assertEqual(waylay.cast3d(ray, triangles=waylay.triangle_tree({**floor, "mask": 2})).distance, 5)
        three = {**floor, "bz": [0.0] * 3}
        for more in ({"sides": [1]}, {"sides": True}, {"mask": [True]}, {"mask": [True, True, True]}, {"sides": [1, 0, 0.5]}):
            self.assertEqual(len(waylay.triangle_tree({**three, **more})), 3)
            self.assertEqual(waylay.cast3d(ray, chaser_mask=1, triangles={**three, **more}).distance, 5)
        corners = np.stack(np.broadcast_arrays(*(three[a + b] for a in "abc" for b in "xyz")), axis=-1)
        self.assertEqual(waylay.cast3d(ray, triangles=waylay.triangle_tree(corners, sides=[-1])).distance, np.inf)
        holes = np.ma.array([1, 1, -1], mask=[0, 1, 0])
        self.assertEqual(waylay.cast3d(ray, triangles=waylay.triangle_tree(corners, sides=holes)).distance, 5)
        self.assertEqual(waylay.cast3d(ray, triangles=waylay.triangle_tree(corners, sides=[np.nan])).distance, np.inf)
        for name in ("sides", "mask"):
            for wrong, shape in (([1, 0], r"\(2,\)"), ([[1, 0, 1]], r"\(1, 3\)"), ([], r"\(0,\)")):
                with self.assertRaisesRegex(ValueError, f"^triangle_tree: triangles: {name}: expected a number, or one for each of the "
                                                        f"3 triangles; found the shape {shape}$"):
                    waylay.triangle_tree(corners, **{name: np.array(wrong, int)})
        for wrong, found in ((1.0, "float64"), ([1, 1, -1], "-1"), (None, "object")):  # as in chaser_mask
            with self.assertRaisesRegex(ValueError, f"triangle_tree: triangles: mask: expected .*found {found}"):
                waylay.triangle_tree(corners, mask=wrong)
        with self.assertRaisesRegex(ValueError, "cast3d: triangles: missing az, bz, cz"):
            waylay.cast3d(ray, triangles={name: column for name, column in floor.items() if name[1] != "z"})


class Guarded(unittest.TestCase):
    """Each array ends at a page that may not be accessed. Reading or writing one byte further ends the process."""

    def test_no_byte_beyond_an_array_is_touched(self):
        for name, said in behaviours.items():
            memory = GuardedMemory()
            function = getattr(waylay, name)
            for count in (1, 3, 17, COUNT):
                columns = {key: memory.array(column) for key, column in draw(name, count).items()}
                more = {"walls": memory.array(WALLS)} if said["walls"] else {}
                first = function(**columns, **more)
                out = {key: memory.array(np.zeros_like(values)) for key, values in first._asdict().items()}
                assert_same(function(**columns, **more, out=out), first._asdict(), name)
                doubles = {key: memory.array(c.astype(f8)) if c.dtype == f4 else c for key, c in columns.items()}
                function(**doubles, **more)
                function(**columns, **more, agents=memory.array(np.arange(count, dtype=u4)[::-1]), out=out)

    def test_of_nothing(self):
        memory = GuardedMemory()
        columns = draw("intercept2d", 3)
        for shape in ((0,), (0, 3), (3, 0), (2, 0, 3)):
            given = {key: memory.array(np.zeros(shape, f4)) if key.startswith("chaser") else
                     memory.array(column if shape[-1] == 3 else column[:1]) for key, column in columns.items()}
            out = {"time": memory.array(np.zeros(shape, f4)), "status": memory.array(np.zeros(shape, i4))}
            self.assertEqual(waylay.intercept2d(given, out=out).time.shape, shape)
            waylay.intercept2d.prepare(given, out=out)()

    def test_with_targets(self):
        memory, rows = GuardedMemory(), np.random.default_rng(8).integers(-3, RUNNERS + 3, COUNT)
        columns = {key: memory.array(column) for key, column in split("intercept2d").items()}
        target = memory.array(rows.astype(i4))
        row_of, alive = memory.array(np.arange(RUNNERS, dtype=u4)[::-1]), memory.array(np.arange(RUNNERS, dtype=u4))
        out = {"time": memory.array(np.zeros(COUNT, f4)), "status": memory.array(np.zeros(COUNT, i4))}
        for more in ({}, {"target_row": row_of}, {"target_mask": 31}, {"keep_nobody": True},
                     {"generation": alive, "target_generation": target}, {"target_mask": 63, "target_row": row_of}):
            waylay.intercept2d(**columns, target=target, out=out, **more)
        self.assertTrue((out["status"] <= 9).all())


if __name__ == "__main__":
    unittest.main()
