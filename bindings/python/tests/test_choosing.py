"""Compares choosing, neighbours, crowds and avoidance with a naive search in doubles, and an assignment with
all possible assignments."""

import gc
import importlib.util
import inspect
import itertools
import pickle
import pydoc
import re
import threading
import unittest
import unittest.mock
import weakref

import numpy as np

import waylay
from support import GuardedMemory, assert_same, bits, description, f4, f8, i4, u4
from test_columns import ArrowColumn, ArrowStream
from waylay import _choosing

pandas = None
if importlib.util.find_spec("pandas"):
    import pandas

NOBODY = waylay.NO_TARGET
MET, INVALID, NO_TARGET, NO_PATH = (int(waylay.Status[name]) for name in ("MET", "INVALID", "NO_TARGET", "NO_PATH"))
AXES = {2: "xy", 3: "xyz"}
CHOOSE = {2: waylay.choose2d, 3: waylay.choose3d}
NEAR = {2: waylay.neighbours2d, 3: waylay.neighbours3d}
CROWD = {2: waylay.crowd2d, 3: waylay.crowd3d}


def scene(kind, dims, choosers, runners, seed=3):
    """Draws all inputs of a choice by distance. `kind` says how positions are spread; if "spoilt", some are NaN."""
    dice = np.random.default_rng(seed)

    def places(count):
        if kind == "clusters":
            return (dice.normal(0, 3, (dims, count)) + dice.uniform(-500, 500, (dims, 6))[:, dice.integers(0, 6, count)])
        if kind == "lattice":  # many candidates at the same distance
            return dice.integers(-6, 7, (dims, count))
        if kind == "point":
            return np.full((dims, count), 7.25)
        return dice.uniform(-500, 500, (dims, count))

    def spoilt(column):
        if kind == "spoilt":
            column[dice.integers(0, 12, column.size) == 0] = dice.choice([np.nan, np.inf, -np.inf, 1e19])
        return column.astype(f4)

    given = {f"{who}_{axis}": spoilt(column) for who, count in (("chaser", choosers), ("runner", runners))
             for axis, column in zip(AXES[dims], places(count))}
    given.update({f"facing_{axis}": dice.normal(0, 1, choosers).astype(f4) for axis in AXES[dims]})
    given["arc"] = dice.choice(np.array([-1, -0.5, 0.25], f4), choosers)
    given["range_from"] = dice.choice(np.array([0, 0, 2], f4), choosers)
    given["range_to"] = dice.choice(np.array([np.inf, 9, 300], f4), choosers)
    given["chaser_mask"] = dice.choice(np.array([0, 1, 3, 0xFFFFFFFF], u4), choosers)
    given["runner_mask"] = dice.choice(np.array([0, 1, 2, 3], u4), runners)
    given["present"] = dice.integers(0, max(runners, 1), choosers).astype(u4)
    given["bonus"] = dice.choice(np.array([0, 0, 5], f4), choosers)
    given["self"] = np.arange(choosers, dtype=u4)
    given["weight"] = dice.choice(np.array([1, 1, 0.5, 0, -1, np.inf], f4), runners)
    return given


def distances(given, dims):
    """Returns the distance of each candidate from each chooser, which candidates pass the filters, and which
    choosers are valid. Computes distances in doubles, in the order that docs/accuracy.md states."""
    with np.errstate(invalid="ignore", over="ignore"):
        square = ahead = length = 0.0
        sound, known = True, True
        for axis in AXES[dims]:
            own, other = given[f"chaser_{axis}"].astype(f8), given[f"runner_{axis}"].astype(f8)
            facing = given.get(f"facing_{axis}", np.zeros(1)).astype(f8)[:, None]
            apart = other - own[:, None]
            square, ahead, length = square + apart * apart, ahead + apart * facing, length + facing * facing
            sound, known = sound & (np.abs(own) <= f4(1e18)), known & (np.abs(other) <= f4(1e18))
        distance, length = np.sqrt(square), np.sqrt(length)
        column = {name: given.get(name, np.array([usual])).astype(f8)[:, None] for name, usual in
                  (("range_from", 0), ("range_to", np.inf), ("arc", -1))}
        passes = known & (column["range_from"] <= distance) & (distance <= column["range_to"])
        passes &= ~((column["arc"] > -1) & (length > 0) & ~(ahead >= column["arc"] * (distance * length)))
        every = np.full(1, NOBODY, i4)
        passes &= (given.get("chaser_mask", every)[:, None] & given.get("runner_mask", every)) != 0
        if "self" in given:
            passes &= given["self"][:, None] != np.arange(distance.shape[1])
        weight = given.get("weight", np.ones(1, f4))
        passes &= (weight >= 0) & np.isfinite(weight)
    return distance, passes, sound


def choice(given, dims, best, costs=None):
    """Finds the best candidates of each chooser. `costs` replaces the distances; inf means no meeting."""
    distance, passes, sound = distances(given, dims)
    count, runners = distance.shape
    weight = given.get("weight", np.ones(runners, f4)).astype(f8)
    with np.errstate(invalid="ignore", over="ignore"):
        if costs is not None:
            passes &= costs < np.inf
        cost = (distance if costs is None else costs.astype(f8)) * weight
    row = np.broadcast_to(np.arange(runners), cost.shape)
    present = given.get("present", np.full(1, NOBODY, i4))[:, None] == row
    key = np.where(passes, cost - np.where(present, given.get("bonus", np.zeros(1)).astype(f8)[:, None], 0), np.inf)
    order = np.lexsort((row, ~present, key, ~passes), axis=1)[:, :best]
    targets, wanted = np.full((count, best), NOBODY, i4), np.full((count, best), np.inf, f4)
    some = order.shape[1]
    there = np.take_along_axis(passes, order, 1) & np.broadcast_to(sound, count)[:, None]
    targets[:, :some] = np.where(there, order, NOBODY)
    with np.errstate(over="ignore"):
        wanted[:, :some] = np.where(there, np.take_along_axis(cost, order, 1), np.inf)
    status = np.where(~np.broadcast_to(sound, count), INVALID, np.where(passes.any(1), MET, NO_TARGET)).astype(i4)
    return {"target": targets, "cost": wanted, "status": status}


def lists(given, dims, most=0):
    """Returns (row, distance, offset): the candidates of each chooser that pass, the nearest first."""
    distance, passes, sound = distances(given, dims)
    rows, apart, offset = [], [], [0]
    for i in range(len(distance)):
        there = np.flatnonzero(passes[i]) if np.broadcast_to(sound, len(distance))[i] else np.zeros(0, int)
        there = there[np.lexsort((there, distance[i, there]))][:most or None]
        rows.append(there)
        apart.append(distance[i, there])
        offset.append(offset[-1] + len(there))
    return {"row": np.concatenate(rows).astype(i4), "distance": np.concatenate(apart).astype(f4),
            "offset": np.array(offset, np.int64)}


def with_crowds(pays):
    """Returns a context in which calls always build their own crowds (if `pays`), or never do."""
    class Change:
        def __enter__(self):
            self.kept, _choosing._pays = _choosing._pays, lambda agents, candidates: pays

        def __exit__(self, *_):
            _choosing._pays = self.kept

    return Change()


def under_each_isa(work):
    try:
        for isa in waylay.isas():
            waylay.set_isa(isa)
            work(isa)
    finally:
        waylay.set_isa()


KINDS = ("uniform", "clusters", "lattice", "point", "spoilt")


class Choices(unittest.TestCase):
    def test_it_is_the_best_of_all(self):
        """Tests choices by distance: with equal distances or NaN, with or without a crowd, on each instruction set."""
        for kind, dims in itertools.product(KINDS, (2, 3)):
            given = scene(kind, dims, 70, 150)
            expected = choice(given, dims, 4)
            self.assertEqual({MET, NO_TARGET} - set(expected["status"]), set())

            def check(isa):
                for pays in (False, True):
                    with with_crowds(pays):
                        assert_same(CHOOSE[dims](given, best=4), expected, (kind, dims, isa, pays))
                assert_same(CHOOSE[dims](given, best=4, crowd=CROWD[dims](given)), expected, (kind, dims, isa, "kept"))

            under_each_isa(check)

    def test_one_is_the_first_of_several(self):
        given = scene("clusters", 2, 90, 70)
        one, several = waylay.choose2d(given), waylay.choose2d(given, best=8)
        assert_same(one, {"target": several.target[:, 0], "cost": several.cost[:, 0], "status": several.status})
        assert_same(several, choice(given, 2, 8))

    def test_more_are_wanted_than_there_are(self):
        given = {"chaser_x": np.zeros(3, f4), "chaser_y": np.zeros(3, f4),
                 "runner_x": np.array([4, 2], f4), "runner_y": np.zeros(2, f4)}
        got = waylay.choose2d(given, best=3)
        self.assertEqual(got.target.tolist(), [[1, 0, NOBODY]] * 3)
        self.assertEqual(got.cost.tolist(), [[2, 4, np.inf]] * 3)

    def test_many_worlds(self):
        """One call for many worlds has the answers of a call for each world, with a crowd and without."""
        dice = np.random.default_rng(58)
        count, most = 300, 2**32 - 1
        x, y, world = f4(dice.uniform(0, 20, count)), f4(dice.uniform(0, 20, count)), u4(dice.choice([0, 5, 77, most], count))
        for pays in (False, True):
            with with_crowds(pays):
                places = {"chaser_x": x, "chaser_y": y, "runner_x": x, "runner_y": y}
                both = {"chaser_world": world, "runner_world": world}
                chosen = waylay.choose2d(**places, **both)
                walk = dict(chaser_vx=y - 10, chaser_vy=10 - x, preferred_vx=y - 10, preferred_vy=10 - x, chaser_speed=3,
                            runner_vx=y - 10, runner_vy=10 - x, radius=0.5, runner_radius=0.5)
                avoided = waylay.avoid2d(**places, **walk, **both)
                for number in np.unique(world):
                    rows = np.flatnonzero(world == number)
                    one = {name: value[rows] for name, value in places.items()}
                    one["runner_x"], one["runner_y"] = one["chaser_x"], one["chaser_y"]
                    alone = waylay.choose2d(**one)
                    np.testing.assert_array_equal(chosen.target[rows], rows[alone.target])
                    own = {name: value[rows] if np.ndim(value) else value for name, value in walk.items()}
                    np.testing.assert_array_equal(avoided.velocity_x[rows], waylay.avoid2d(**one, **own).velocity_x)

    def test_many_worlds_share(self):
        """One assignment of many worlds: costs of each world, of all candidates, and as lists."""
        dice = np.random.default_rng(59)
        world, other = u4(dice.choice([0, 7, 2**32 - 1], 40)), u4(np.repeat([7, 2**32 - 1, 0], 12))
        own, every = f4(dice.uniform(0, 9, (40, 12))), f4(dice.uniform(0, 9, (40, 36)))
        row = np.empty((40, 12), np.uint32)
        for number in np.unique(world):
            rows, candidates = np.flatnonzero(world == number), np.flatnonzero(other == number)
            row[rows], every[np.ix_(rows, candidates)] = candidates, own[rows]
        both = {"chaser_world": world, "runner_world": other}
        for shared in (waylay.assign(own, **both), waylay.assign(every, **both), waylay.assign(own, row, **both)):
            for number in np.unique(world):
                rows, candidates = np.flatnonzero(world == number), np.flatnonzero(other == number)
                alone = waylay.assign(own[rows])
                np.testing.assert_array_equal(shared.cost[rows], alone.cost)
                served = alone.target >= 0
                np.testing.assert_array_equal(shared.target[rows][served], candidates[alone.target[served]])
                self.assertTrue((shared.target[rows][~served] == -1).all())

    def test_worlds_of_one_table_and_floors(self):
        """Ships and balls of different worlds do not meet, and walkers on different floors neither."""
        world = u4([7, 8, 7])
        ships = waylay.conflicts2d(x=[0.0, 9, 9], y=np.zeros(3), vx=[1.0, -1, -1], vy=np.zeros(3), radius=1, horizon=60, world=world)
        np.testing.assert_array_equal([ships.first, ships.second], [[0], [2]])
        balls = waylay.bounce_all2d(ball_x=np.array([0.0, 9, 9]), ball_y=np.zeros(3), ball_vx=np.array([1.0, -1, -1]),
                                    ball_vy=np.zeros(3), radius=1, dt=9, world=world)
        np.testing.assert_array_equal(balls.next_x, [-2, 0, 11])
        two = {f"{side}_{name}": value for side in ("chaser", "runner")
               for name, value in {"x": f4([0, 3]), "y": f4([0, 0]), "vx": f4([1, -1]), "vy": f4([0, 0])}.items()}
        two.update(preferred_vx=two["chaser_vx"], preferred_vy=two["chaser_vy"], chaser_speed=1, radius=0.5, runner_radius=0.5)
        for step, near in ((3.9, False), (4, True)):
            walk = waylay.avoid2d(two, self=u4([0, 1]), height=f4([0, 4]), runner_height=f4([0, 4]), step_height=step)
            self.assertEqual((walk.velocity_y != 0).all(), near)

    def test_the_package_s_own_crowds(self):
        """With many choosers and candidates, the package builds a crowd by itself."""
        dice = np.random.default_rng(5)
        x = dice.uniform(0, 100, (4, 700)).astype(f4)
        given = {"chaser_x": x[0], "chaser_y": x[1], "runner_x": x[2], "runner_y": x[3]}
        self.assertTrue(_choosing._pays(700, 700))
        assert_same(waylay.choose2d(given, best=2), choice(given, 2, 2))
        with with_crowds(False):
            assert_same(waylay.choose2d(given, best=2), choice(given, 2, 2))

    def test_by_time_it_is_the_interception_s(self):
        for dims, meet in ((2, waylay.behaviours["intercept2d"]), (3, waylay.behaviours["intercept3d"])):
            given = scene("uniform", dims, 80, 130)
            dice = np.random.default_rng(8)
            given["chaser_speed"] = dice.uniform(0, 20, 80).astype(f4)
            given["reach"] = dice.uniform(0, 3, 80).astype(f4)
            given["horizon"] = dice.choice(np.array([30, np.inf], f4), 80)
            given.update({f"runner_v{axis}": dice.uniform(-9, 9, 130).astype(f4) for axis in AXES[dims]})
            pairs = {name: given[name][:, None] for name in ("chaser_speed", "reach", "horizon")}
            pairs.update({f"chaser_{axis}": given[f"chaser_{axis}"][:, None] for axis in AXES[dims]})
            pairs.update({name: given[name] for name in given if re.match("runner_v?[xyz]$", name)})
            expected = choice(given, dims, 2, meet(**pairs, want="time").time)
            self.assertIn(MET, expected["status"])

            def check(isa):
                for pays in (False, True):
                    with with_crowds(pays):
                        assert_same(CHOOSE[dims](given, best=2, by="time"), expected, (dims, isa, pays))

            under_each_isa(check)

    def test_by_turning_it_is_the_cut_off_s(self):
        dice = np.random.default_rng(9)
        ships = {"chaser_x": dice.uniform(-200, 200, 9), "chaser_y": dice.uniform(-200, 200, 9), "chaser_speed": np.full(9, 12.0),
                 "heading_x": dice.normal(size=9), "heading_y": dice.normal(size=9), "radius": np.full(9, 40.0)}
        prey = {"runner_x": dice.uniform(-900, 900, 70), "runner_y": dice.uniform(-900, 900, 70),
                "runner_vx": dice.uniform(-3, 3, 70), "runner_vy": dice.uniform(-3, 3, 70)}
        ships, prey = ({name: column.astype(f4) for name, column in one.items()} for one in (ships, prey))
        pairs = {name: column[:, None] for name, column in ships.items()}
        time = waylay.behaviours["cut_off2d"](**pairs, **prey, want="time").time
        expected = choice({**ships, **prey}, 2, 1, time)
        for pays in (False, True):
            with with_crowds(pays):
                got = waylay.choose2d(ships, prey, by="turning")
                assert_same(got, {"target": expected["target"][:, 0], "cost": expected["cost"][:, 0]}, pays)

    def test_as_an_interception_s_targets(self):
        given = {"chaser_x": [0, 50], "chaser_y": 0, "chaser_speed": 9, "runner_x": [40, 10, 90], "runner_y": 5, "runner_vx": 1,
                 "runner_vy": 0}
        choice = waylay.choose2d(given, by="time")
        met = waylay.behaviours["intercept2d"](given, target=choice.target)
        np.testing.assert_array_equal(bits(met.time), bits(choice.cost))

    def test_shapes_and_numbers(self):
        """Choosers may be a grid, a single chooser, plain numbers, doubles, whole numbers, nulls, strided arrays, or none."""
        dice = np.random.default_rng(4)
        x, y = dice.uniform(0, 9, (2, 4, 5))
        places = {"runner_x": dice.integers(0, 9, 20), "runner_y": dice.uniform(0, 9, 20)}
        flat = waylay.choose2d(places, chaser_x=x.ravel().astype(f4), chaser_y=y.ravel().astype(f4), best=2)
        grid = waylay.choose2d(places, chaser_x=x, chaser_y=y, best=2)
        self.assertEqual((grid.target.shape, grid.status.shape), ((4, 5, 2), (4, 5)))
        assert_same(grid, {"target": flat.target.reshape(4, 5, 2), "cost": flat.cost.reshape(4, 5, 2)})
        row = waylay.choose2d(places, chaser_x=x, chaser_y=y[1], best=2)  # two for each of 4 x 5 choosers
        np.testing.assert_array_equal(row.target[3], waylay.choose2d(places, chaser_x=x[3], chaser_y=y[1], best=2).target)
        one = waylay.choose2d(places, chaser_x=x[1, 2], chaser_y=float(y[1, 2]))
        self.assertEqual((np.shape(one.target), one.target, one.cost), ((), grid.target[1, 2, 0], grid.cost[1, 2, 0]))
        crossed = waylay.choose2d(places, chaser_x=x[:, 0, None].T[:, ::-1], chaser_y=y[0, :, None])
        self.assertEqual(crossed.target.shape, (5, 4))
        self.assertEqual(crossed.target[2, 1], waylay.choose2d(places, chaser_x=x[2, 0], chaser_y=y[0, 2]).target)
        holes = np.ma.array([1.0, 2.0], mask=[True, False])
        got = waylay.choose2d(chaser_x=holes, chaser_y=0, runner_x=holes, runner_y=0, self=False)
        self.assertEqual((got.target.tolist(), got.status.tolist()), ([NOBODY, 1], [INVALID, MET]))
        records = np.zeros(3, [("x", "f4"), ("y", "f8"), ("who", "i4")])
        records["x"], records["who"] = [1, 5, 9], [-1, 2, 0]
        got = waylay.choose2d(chaser_x=records["x"][::-1], chaser_y=records["y"], self=records["who"], runner_x=records["x"],
                              runner_y=records["y"])
        self.assertEqual(got.target.tolist(), [2, 1, 1])
        for agents, runners in ((0, 3), (3, 0), (0, 0)):
            got = waylay.choose2d(chaser_x=np.zeros(agents), chaser_y=0, runner_x=np.zeros(runners), runner_y=0, best=2)
            self.assertEqual((got.target.shape, got.cost.shape, got.status.tolist()), ((agents, 2), (agents, 2), [NO_TARGET] * agents))

    def test_an_index_is_as_rows_taken(self):
        given = scene("clusters", 2, 60, 40)
        order = np.array([7, 3, 59, 3])
        whole, some = waylay.choose2d(given, best=2), waylay.choose2d(given, best=2, index=order)
        assert_same(some, {name: getattr(whole, name)[order] for name in some._fields})
        near, few = waylay.neighbours2d(given_for_lists(given)), waylay.neighbours2d(given_for_lists(given), index=order)
        for i, own in enumerate(order):
            self.assertEqual(few.row[few.offset[i]:few.offset[i + 1]].tolist(),
                             near.row[near.offset[own]:near.offset[own + 1]].tolist())
        np.testing.assert_array_equal(few.status, near.status[order])
        self.assertEqual(waylay.choose2d(given, index=np.zeros(0, int)).target.shape, (0,))

    def test_nothing_is_read_beyond_the_arrays(self):
        memory = GuardedMemory()
        for dims in (2, 3):
            given = {name: memory.array(column) for name, column in scene("clusters", dims, 37, 45).items()}
            for pays in (False, True):
                with with_crowds(pays):
                    assert_same(CHOOSE[dims](given, best=3), choice(given, dims, 3))
                    assert_same(NEAR[dims](given_for_lists(given)), lists(given_for_lists(given), dims))


class Parts(unittest.TestCase):
    """Choosers and candidates in several tables have the answers of one table with all rows, to the bit."""

    CHOOSERS, RUNNERS = (5, 0, 130, 1), (700, 33, 0, 1)

    def parts_of(self, given, counts, side):
        """Cuts the columns of one side into tables of these numbers of rows. The first table has no optional columns."""
        ends = np.cumsum([0, *counts])
        return [{name: column[a:b] for name, column in given.items() if name.startswith(side)}
                for a, b in zip(ends, ends[1:])]

    def scene(self, dims):
        given = scene("lattice", dims, sum(self.CHOOSERS), sum(self.RUNNERS))
        del given["self"]
        names = {f"{who}_{axis}" for who in ("chaser", "runner") for axis in AXES[dims]} | {"runner_mask", "chaser_mask"}
        own = {name: given[name] for name in ("range_to", "present", "bonus")}
        given = {name: given[name] for name in names}
        return given, own, self.parts_of(given, self.CHOOSERS, "chaser"), self.parts_of(given, self.RUNNERS, "runner")

    def test_choices_and_lists_are_those_of_one_table(self):
        for dims in (2, 3):
            given, own, choosers, runners = self.scene(dims)
            crowds = {}, {"crowd": CROWD[dims](runner_parts=runners)}
            for call, options in ((CHOOSE[dims], {"best": 3}), (CHOOSE[dims], {}), (NEAR[dims], {"most": 4})):
                usual = own if call is CHOOSE[dims] else {"range_to": own["range_to"]}
                whole = call(given, **usual, **options)
                for crowd in crowds:
                    some = call(chaser_parts=choosers, runner_parts=runners, **usual, **options, **crowd)
                    assert_same(some, whole._asdict())
                one = {name: column for name, column in given.items() if name.startswith("chaser")}
                assert_same(call(one, runner_parts=runners, **usual, **options), whole._asdict())
                one = {name: column for name, column in given.items() if name.startswith("runner")}
                assert_same(call(one, chaser_parts=choosers, **usual, **options), whole._asdict())
                assert_same(call(chaser_parts=choosers, **usual, **options, **crowds[1]), whole._asdict())

    def test_an_index_counts_through_the_tables(self):
        given, own, choosers, runners = self.scene(2)
        index = [130, 3, 7, 135]
        some = waylay.choose2d(chaser_parts=choosers, runner_parts=runners, index=index, **own)
        assert_same(some, waylay.choose2d(given, index=index, **own)._asdict())

    def test_no_unit_of_the_same_tables_chooses_itself(self):
        tanks, scouts = {"chaser_x": [0, 9], "chaser_y": [0, 0]}, {"chaser_x": np.array([2.0]), "chaser_y": np.zeros(1)}
        units = [{**one, "runner_x": one["chaser_x"], "runner_y": one["chaser_y"]} for one in (tanks, scouts)]
        both = dict(chaser_parts=units, runner_parts=units)
        self.assertEqual(waylay.choose2d(**both).target.tolist(), [2, 2, 0])
        self.assertEqual(waylay.choose2d(**both, self=False).target.tolist(), [0, 1, 2])
        self.assertEqual(waylay.choose2d(chaser_parts=units[1:], runner_parts=units).target.tolist(), [0])
        self.assertEqual(waylay.choose2d(chaser_parts=units, crowd=waylay.crowd2d(runner_parts=units)).target.tolist(), [2, 2, 0])
        self.assertEqual(waylay.choose2d(scouts, runner_parts=units).target.tolist(), [0])
        self.assertEqual(waylay.choose2d(scouts, crowd=waylay.crowd2d(runner_parts=units)).target.tolist(), [0])
        copies = [{name: np.array(column) for name, column in one.items()} for one in units]
        self.assertEqual(waylay.choose2d(chaser_parts=units, runner_parts=copies).target.tolist(), [0, 1, 2])
        self.assertEqual(waylay.choose2d(chaser_parts=units, runner_parts=copies, self=True).target.tolist(), [2, 2, 0])
        part, within = waylay.find_part(units, waylay.choose2d(**both).target)
        self.assertEqual((part.tolist(), within.tolist()), ([1, 1, 0], [0, 0, 0]))
        self.assertEqual([one.tolist() for one in waylay.find_part(units, [-1, 0, 1, 2, 3])], [[-1, 0, 0, 1, -1], [-1, 0, 1, 0, -1]])

    def test_plain_numbers_are_as_accurate_as_the_arrays(self):
        """Next to positions in doubles, a plain number far from 0 keeps its value: in tables, in parts and with a crowd."""
        far = 2.0**26
        other = {"runner_x": np.array([far + 3, far]), "runner_y": np.zeros(2)}
        guns = dict(chaser_x=far + 1, chaser_y=0)
        crowds = [waylay.crowd2d(other), waylay.crowd2d(runner_parts=[other]), waylay.crowd2d({**other, "runner_y": 0})]
        for columns in (other, {"runner_parts": [other]}, *({"crowd": crowd} for crowd in crowds)):
            self.assertEqual(waylay.choose2d(**guns, **columns).cost, 1)
        self.assertEqual(waylay.choose2d(**{**guns, "chaser_x": 2**26 + 1}, **other).cost, 1)
        own = {"chaser_x": other["runner_x"], "chaser_y": other["runner_y"]}
        for columns in (own, {"chaser_parts": [own]}):
            self.assertEqual(waylay.choose2d(runner_x=far + 1, runner_y=0, **columns).cost.tolist(), [2, 1])
        self.assertEqual(waylay.choose2d(runner_parts=[{"runner_y": np.zeros(1)}], runner_x=far + 1, **guns).cost, 0)
        ray = dict(x=far + 1, direction_x=1, direction_y=0)
        self.assertEqual(waylay.cast2d(ray, y=0, runner_x=other["runner_x"] + 4, runner_y=0, runner_radius=1).distance, 2)
        self.assertEqual(waylay.cast2d(ray, y=np.zeros(1), walls=[[far + 5, -1, far + 5, 1]]).distance, 4)
        single = {name: column.astype(f4) for name, column in other.items()}  # next to floats, it is a float
        self.assertEqual(waylay.choose2d(chaser_x=0.1, chaser_y=0, runner_x=f4([0.1]), runner_y=0).cost, 0)
        self.assertEqual(waylay.choose2d(**guns, **single).cost, 0)

    def test_a_part_is_found_by_the_columns_of_candidates(self):
        tanks = {"runner_x": np.array([0.0, 40]), "runner_y": 0, "hull": np.zeros((5, 2)), "weight": [1.0]}
        scouts = {"runner_x": np.array([9.0, 31, 90]), "runner_y": np.full(3, 5.0), "chaser_x": np.zeros(7), "name": ["a"] * 9}
        post = {"runner_x": 0, "runner_y": [50.0], "weight": [1.0, 1], "route": np.zeros(4)}
        parts = [tanks, {"runner_x": [], "runner_y": [1.0], "route": [1, 2]}, scouts, post]
        best = waylay.choose2d(chaser_x=[30, 80, 10, 0], chaser_y=[0, 0, 0, 50], runner_parts=parts)
        self.assertEqual(best.target.tolist(), [3, 4, 2, 5])
        self.assertEqual([one.tolist() for one in waylay.find_part(parts, best.target)], [[2, 2, 2, 3], [1, 2, 0, 0]])
        self.assertEqual([one.tolist() for one in waylay.find_part(parts, [0, 1, 6, 7])], [[0, 0, 3, -1], [0, 1, 1, -1]])
        choosers = [{"chaser_x": [0, 1], "chaser_y": 0, "route": [1, 2, 3]}, {"chaser_x": 5, "chaser_y": 0, "route": [1, 2]}]
        self.assertEqual([one.tolist() for one in waylay.find_part(choosers, [1, 2, 3])], [[0, 1, -1], [1, 0, -1]])

    def test_a_part_without_positions_is_found(self):
        """Positions that all tables share are not in the tables. Their other columns have the rows."""
        shared = dict(chaser_x=[4, 1, 0], chaser_y=0, runner_x=[5.0, 4, 1], runner_y=0)
        for rest in ({"runner_mask": u4([1])}, {"runner_vx": 3.0, "route": [1, 2, 3]}):
            parts = [{"runner_mask": u4([1, 1]), "route": np.zeros(5), "facing_x": np.zeros(4), "weight": 2.0}, rest]
            best = waylay.choose2d(**shared, runner_parts=parts).target
            self.assertEqual(best.tolist(), [1, 2, 2])
            self.assertEqual([one.tolist() for one in waylay.find_part(parts, [0, 1, 2, 3])], [[0, 0, 1, -1], [0, 1, 0, -1]])
        choosers = [{"chaser_mask": u4([1, 1]), "route": [1, 2, 3]}, {"chaser_mask": 1}]
        self.assertEqual([one.tolist() for one in waylay.find_part(choosers, [1, 2, 3])], [[0, 1, -1], [1, 0, -1]])
        with self.assertRaisesRegex(ValueError, r"find_part: parts\[0\]: .* one length, found weight of 2, runner_vx of 3"):
            waylay.find_part([{"weight": [1, 2], "runner_vx": [1, 2, 3]}], 0)
        for table in ({}, {"x": [1, 2]}):
            with self.assertRaisesRegex(ValueError, r"find_part: parts\[1\]: expected a column of candidates or choosers, found (none|x)$"):
                waylay.find_part([*parts, table][1:], 0)

    def test_avoidance_among_several_tables(self):
        dice = np.random.default_rng(4)
        names = ("x", "y", "vx", "vy")
        whole = {name: dice.uniform(-9, 9, 40) for name in names}
        units = {**{f"chaser_{name}": column for name, column in whole.items()},
                 **{f"runner_{name}": column for name, column in whole.items()},
                 "preferred_vx": dice.uniform(-1, 1, 40), "preferred_vy": dice.uniform(-1, 1, 40)}
        usual = dict(chaser_speed=2, radius=0.5, runner_radius=0.5, dt=0.1)
        cuts = [{name: column[a:b] for name, column in units.items()} for a, b in ((0, 15), (15, 16), (16, 40))]
        walls = [[0, -40, 0, -0.7], [0, 0.7, 0, 40]]
        for options in ({}, {"walls": walls}):
            apart = waylay.avoid2d(chaser_parts=cuts, runner_parts=cuts, **usual, **options)
            assert_same(apart, waylay.avoid2d(units, **usual, **options)._asdict())

    def test_mistakes_name_the_table(self):
        one = {"runner_x": [0.0], "runner_y": [0.0]}
        at = dict(chaser_x=0, chaser_y=0)
        for message, parts in ((r"choose2d: runner_parts\[1\]: missing runner_y", [one, {"runner_x": [0.0]}]),
                               (r"choose2d: runner_parts\[1\]: expected a table", [one, np.zeros(3)]),
                               (r"choose2d: runner_parts: expected a list of tables, found dict", one),
                               (r"choose2d: runner_parts\[0\]: the table's column 'wieght' is not read", [{**one, "wieght": 1}]),
                               (r"choose2d: runner_parts\[0\]: expected runner columns of one dimension and one length",
                                [{"runner_x": [0, 1.0], "runner_y": [0, 1, 2.0]}])):
            with self.assertRaisesRegex((ValueError, TypeError), message):
                waylay.choose2d(**at, runner_parts=parts)
        with self.assertRaisesRegex(TypeError, "choose2d: the tables are in chaser_parts and runner_parts"):
            waylay.choose2d(one, chaser_parts=[], runner_parts=[one])
        with self.assertRaisesRegex(TypeError, "cast2d: crowd: expected a crowd of one table"):
            waylay.cast2d(x=0, y=0, direction_x=1, direction_y=0, **one, runner_radius=1, crowd=waylay.crowd2d(runner_parts=[one]))
        with self.assertRaisesRegex(ValueError, "weight: expected a number, or 2 values, one for each row of runner_parts"):
            waylay.choose2d(**at, runner_parts=[one, one], weight=[1, 2, 3])
        self.assertEqual(waylay.choose2d(**at, runner_parts=[]).target, NOBODY)
        self.assertEqual(waylay.choose2d(chaser_parts=[], runner_parts=[one]).target.shape, (0,))


class Waypoints(unittest.TestCase):
    """Paths of squads, as shortest_path2d returns them."""

    def setUp(self):
        dice, count = np.random.default_rng(5), 60
        angle = dice.uniform(0, 6.2, (2, count))
        self.poses = {"x": dice.uniform(0, 200, count), "y": dice.uniform(0, 200, count), "heading_x": np.cos(angle[0]),
                      "heading_y": np.sin(angle[0]), "target_x": dice.uniform(0, 200, count), "target_y": dice.uniform(0, 200, count),
                      "target_heading_x": np.cos(angle[1]), "target_heading_y": np.sin(angle[1]), "radius": np.full(count, 6.0)}
        self.poses = {name: column.astype(f4) for name, column in self.poses.items()}
        path = waylay.shortest_path2d(self.poses)
        self.given = {**self.poses, "word": path.word, "arc1": path.arc1, "middle": path.middle, "arc2": path.arc2}
        self.spacing = dice.uniform(1, 20, count).astype(f4)

    def test_each_list_is_the_march_along_its_path(self):
        got = waylay.waypoints2d(self.given, spacing=self.spacing)
        self.assertEqual((got.offset.dtype, got.offset[0], got.offset[-1]), (np.int64, 0, len(got.next_x)))
        for i in range(60):
            own = {name: column[i] for name, column in self.given.items()}
            total = np.float32(np.float32(own["arc1"] + own["middle"]) + own["arc2"])
            distance = np.arange(got.offset[i + 1] - got.offset[i], dtype=f4) * self.spacing[i]
            distance[-1] = total
            march = waylay.march2d(own, distance=distance)
            for name in ("next_x", "next_y", "next_heading_x", "next_heading_y", "next_distance"):
                np.testing.assert_array_equal(bits(getattr(got, name)[got.offset[i]:got.offset[i + 1]]), bits(getattr(march, name)))
        self.assertEqual(set(got.status.tolist()), {MET})

    def test_some_of_them_in_another_order(self):
        whole, order = waylay.waypoints2d(self.given, spacing=9), np.array([7, 3, 59, 3])
        some = waylay.waypoints2d(self.given, spacing=9, index=order)
        for k, own in enumerate(order):
            np.testing.assert_array_equal(some.next_y[some.offset[k]:some.offset[k + 1]],
                                          whole.next_y[whole.offset[own]:whole.offset[own + 1]])
        self.assertEqual(some.status.shape, (4,))

    def test_doubles_null_words_and_no_paths(self):
        far = {**self.given, **{name: self.given[name].astype(f8) + 1e7 for name in ("x", "y", "target_x", "target_y")}}
        near, got = waylay.waypoints2d(self.given, spacing=9), waylay.waypoints2d(far, spacing=9)
        self.assertEqual((got.next_x.dtype, got.next_heading_x.dtype), (f8, f4))
        np.testing.assert_allclose(got.next_x - 1e7, near.next_x, atol=1e-3)
        word = np.ma.masked_array(self.given["word"], np.arange(60) == 7)
        got = waylay.waypoints2d({**self.given, "word": word}, spacing=np.where(np.arange(60) == 9, 0, 5))
        self.assertEqual((got.status[7], got.status[9]), (NO_PATH, INVALID))
        self.assertEqual((got.offset[8] - got.offset[7], got.offset[10] - got.offset[9]), (0, 0))
        none = waylay.waypoints2d({name: column[:0] for name, column in self.given.items()}, spacing=5)
        self.assertEqual((none.next_x.shape, none.offset.tolist(), none.status.shape), ((0,), [0], (0,)))

    def test_a_mistake_names_the_column(self):
        with self.assertRaisesRegex(waylay.Error, "spacing"):
            waylay.waypoints2d(self.given)
        with self.assertRaisesRegex(TypeError, "distance"):
            waylay.waypoints2d(self.given, spacing=5, distance=3)
        with self.assertRaisesRegex(ValueError, "spacing"):
            waylay.waypoints2d(self.given, spacing=[5, 6])
        with self.assertRaisesRegex(waylay.Error, "index: expected numbers below 60"):
            waylay.waypoints2d(self.given, spacing=5, index=[60])


class Views(unittest.TestCase):
    """Choosers whose columns are views of the candidates' columns are these candidates, also if the package copies
    the columns, and if the candidates are in a crowd."""

    CUTS = (slice(None), slice(20, 60), slice(60), slice(None, None, 3), slice(None, None, -1), slice(70, 10, -4),
            slice(33, 34), slice(0, 0))
    COUNT = 80

    def kinds(self):
        """Returns (name, function that makes a column of a table, function that cuts it) for each kind of column."""
        def cut(column, rows):
            return column[rows]

        def fields(columns, plain):
            records = np.zeros(self.COUNT, [("a", "i1") if plain else ("a", "f4")] + [(name, "f4") for name in columns])
            for name, column in columns.items():
                records[name] = column
            return {name: records[name] for name in columns}

        def each(make):
            return lambda columns: {name: make(column) for name, column in columns.items()}

        for kind in ("f4", "f8", "f2", "i2", "i4", "i8", "u1", "u4", ">f4", ">f8", ">i4"):
            yield kind, each(lambda column, kind=kind: column.astype(kind)), cut
        yield "fields", lambda columns: fields(columns, False), cut
        yield "fields askew", lambda columns: fields(columns, True), cut
        yield "backwards", each(lambda column: column[::-1].copy()[::-1]), cut
        yield "every other", each(lambda column: np.repeat(column, 2)[::2]), cut
        yield "masked, no nulls", each(lambda column: np.ma.array(column.astype("f4"))), cut
        yield "masked", each(lambda column: np.ma.array(column.astype("f4"), mask=np.arange(self.COUNT) == 9)), cut
        yield "memoryview", each(lambda column: memoryview(column.astype("f4"))), cut
        yield "arrow", each(lambda column: column.astype("f4")), lambda column, rows: ArrowColumn(
            column if rows == slice(None) else column[rows], in_place=True)
        for kind in ("float64", "float32", "int64", "Int64", "Float32") if pandas else ():
            yield f"pandas {kind}", each(lambda column, kind=kind: pandas.Series(column).astype(kind)), (
                lambda column, rows: column.iloc[rows])

    @staticmethod
    def ways(dims, choosers, candidates, **more):
        """Calls each function that has choosers and candidates. Returns answers by name."""
        own = {f"chaser_{axis}": choosers[axis] for axis in choosers}
        other = {f"runner_{axis}": candidates[axis] for axis in candidates}
        still = {f"{who}_v{axis}": 0 for who in ("chaser", "runner") for axis in AXES[dims]}
        walk = {**still, **{f"preferred_v{axis}": 1 for axis in AXES[dims]}, "chaser_speed": 2, "radius": 0.3,
                "runner_radius": 0.3}
        avoid, crowd, answers = getattr(waylay, f"avoid{dims}d"), CROWD[dims](other), {}
        for name, given in (("search", other), ("crowd", {"crowd": crowd}), ("crowd and columns", {**other, "crowd": crowd}),
                            ("parts", {"runner_parts": [other]}), ("crowd of parts", {"crowd": CROWD[dims](runner_parts=[other])})):
            answers[f"choose, {name}"] = CHOOSE[dims](own, **given, **more)
            answers[f"lists, {name}"] = NEAR[dims](own, **given, range_to=2, **more)
            if name not in ("crowd", "crowd of parts"):
                answers[f"avoid, {name}"] = avoid(own, **walk, **given, **more)
        return answers

    def test_columns_of_each_kind(self):
        for dims, (kind, make, cut) in zip(itertools.cycle((2, 3)), self.kinds()):
            place = np.random.default_rng(dims).permutation(125)[:self.COUNT]
            table = make(dict(zip(AXES[dims], (place % 5, place // 5 if dims == 2 else place // 5 % 5, place // 25))))
            candidates = {axis: cut(column, slice(None)) for axis, column in table.items()}
            for rows in self.CUTS:
                if kind == "arrow" and (rows.step or rows.stop == 0):
                    continue
                choosers = {axis: cut(column, rows) for axis, column in table.items()}
                own = np.arange(self.COUNT)[rows]
                found, stated = self.ways(dims, choosers, candidates), self.ways(dims, choosers, candidates, self=own)
                for way, answer in found.items():
                    assert_same(answer, stated[way]._asdict(), (dims, kind, rows, way))
            if kind != "masked":  # the test can fail: each chooser is its own nearest candidate
                itself = self.ways(dims, candidates, candidates, self=False)
                self.assertEqual(itself["choose, crowd"].target.tolist(), list(range(self.COUNT)))

    def test_an_index_and_options(self):
        x, y = np.random.default_rng(1).permutation(200).reshape(2, 100)
        crowd = waylay.crowd2d(runner_x=x, runner_y=y)
        own = {"chaser_x": x[30:70], "chaser_y": y[30:70], "range_to": 40, "chaser_mask": np.arange(1, 41)}
        some = [39, 0, 7]
        for given in ({"crowd": crowd}, {"runner_x": x, "runner_y": y}):
            stated = {**own, **given, "self": np.arange(30, 70)}
            for more in ({"index": some}, {"best": 3}, {"best": 2, "index": some}, {"walls": [[50, -200, 50, 200]]}):
                assert_same(waylay.choose2d(**own, **given, **more), waylay.choose2d(**stated, **more)._asdict(), more)
            for more in ({"index": some}, {"most": 2}, {"unsorted": True}):
                assert_same(waylay.neighbours2d(**own, **given, **more), waylay.neighbours2d(**stated, **more)._asdict(), more)

    def test_shapes(self):
        x, y = np.array([0, 3, 9, 11, 30, 37]), np.array([5, 5, 5, 4, 5, 5])
        crowd = waylay.crowd2d(runner_x=x, runner_y=y)
        for rows in (slice(1, 5), slice(4, 0, -1)):
            expected = np.array([1, 0, 3, 2, 5, 4])[rows]
            for given in ({"crowd": crowd}, {"runner_x": x, "runner_y": y}):
                for shape in ((4, 1), (2, 2), (1, 4)):
                    got = waylay.choose2d(chaser_x=x[rows].reshape(shape), chaser_y=y[rows].reshape(shape), **given).target
                    self.assertEqual(got.tolist(), expected.reshape(shape).tolist())
                got = waylay.choose2d(chaser_x=x[rows], chaser_y=y[rows], range_from=[[0], [7]], **given).target
                self.assertEqual(got[0].tolist(), expected.tolist())
        many = np.broadcast_to(np.float32(0), 6)
        for flat, part in ((0, 0.0), (f4(0), 0), (np.zeros(1), None), (many, many[1:5])):  # one value of all candidates
            part = flat if part is None else part
            for given in ({"crowd": waylay.crowd2d(runner_x=x, runner_y=flat)}, {"runner_x": x, "runner_y": flat}):
                self.assertEqual(waylay.choose2d(chaser_x=x[1:5], chaser_y=part, **given).target.tolist(), [0, 3, 2, 5])
        more = waylay.choose2d(chaser_x=x, chaser_y=0, runner_x=x[1:4], runner_y=0)  # some choosers are no candidates
        self.assertEqual(more.target.tolist(), [0, 1, 2, 1, 2, 2])
        one = waylay.choose2d(chaser_x=x, chaser_y=y, runner_x=x[2:3], runner_y=y[2:3])
        self.assertEqual(one.target.tolist(), [0, 0, NOBODY, 0, 0, 0])

    def test_other_memory_is_other_agents(self):
        x = np.array([0, 3, 9, 11, 30, 37])
        y, records = x.copy(), np.zeros(6, [("x", "i4"), ("y", "i4")])
        records["x"] = records["y"] = x
        for own_x, own_y in ((x[1:5], y[1:5].copy()), (x[1:5].copy(), y[1:5].copy()), (x[1:5], y[2:6]), (x[1:5], y[4:0:-1]),
                             (x[1:5], 3), (x[1:5], y[1:2]), (x[1:5].view("u8"), y[1:5].view("u8")), (x[1:5].tolist(), y[1:5]),
                             (x[1:5][:, None], y[1:5]), (records["y"][1:5], records["x"][1:5])):
            is_record = own_x.base is records if isinstance(own_x, np.ndarray) else False
            self.assert_others(own_x, own_y, *((records["x"], records["y"]) if is_record else (x, y)))
        self.assert_others(x[1:5], y[1:5], x, y[2:3])  # one value of all candidates
        single = x.astype(f4)
        some, all_of_them = ArrowStream(single, [0, 3, 6], in_place=True), ArrowStream(single, [0, 3, 6], in_place=True)
        some.chunks = [chunk[1:] for chunk in some.chunks]  # a part of each chunk
        self.assert_others(some, 0, all_of_them, 0)

    def assert_others(self, own_x, own_y, x, y):
        for given in ({"crowd": waylay.crowd2d(runner_x=x, runner_y=y)}, {"runner_x": x, "runner_y": y}):
            found = waylay.choose2d(chaser_x=own_x, chaser_y=own_y, **given)
            assert_same(found, waylay.choose2d(chaser_x=own_x, chaser_y=own_y, **given, self=False)._asdict())

    def test_tables_that_are_parts_of_tables(self):
        x, y = np.random.default_rng(2).permutation(80).reshape(2, 40)
        other = [{"runner_x": x[:15], "runner_y": y[:15]}, {"runner_x": x[25:], "runner_y": y[25:]}]
        own = [{"chaser_x": x[a:b], "chaser_y": y[a:b]} for a, b in ((3, 9), (10, 20), (30, 31), (0, 40))]
        row = np.full(40, NOBODY)
        row[:15], row[25:] = np.arange(15), np.arange(15, 30)
        rows = np.concatenate([row[3:9], row[10:20], row[30:31], row])
        height = np.arange(57)
        for given in ({"runner_parts": other}, {"crowd": waylay.crowd2d(runner_parts=other)}):
            found = waylay.choose2d(chaser_parts=own, range_to=height, **given)
            assert_same(found, waylay.choose2d(chaser_parts=own, range_to=height, self=rows, **given)._asdict())
            one = waylay.choose2d(chaser_x=x, chaser_y=y, **given)
            assert_same(one, waylay.choose2d(chaser_x=x, chaser_y=y, self=row, **given)._asdict())
        twice = dict(chaser_x=x[:9], chaser_y=y[:9], runner_parts=[other[0], {"runner_x": x, "runner_y": y}])
        assert_same(waylay.choose2d(**twice), waylay.choose2d(**twice, self=range(9))._asdict())  # the first table counts
        for crowd in ({"crowd": waylay.crowd2d(runner_x=x, runner_y=y)}, {"runner_x": x, "runner_y": y}):
            found = waylay.neighbours2d(chaser_parts=own[:2], range_to=20, **crowd)
            stated = waylay.neighbours2d(chaser_parts=own[:2], range_to=20, self=[*range(3, 9), *range(10, 20)], **crowd)
            assert_same(found, stated._asdict())

    def test_a_column_for_the_rows_of_all_tables(self):
        x, y = np.random.default_rng(5).permutation(80).reshape(2, 40)
        for column in (y, y.astype(">f4"), y.tolist()):
            both = dict(chaser_parts=[{"chaser_x": x[:30]}, {"chaser_x": x[30:]}], chaser_y=column)
            found = waylay.choose2d(**both, runner_parts=[{"runner_x": x[:30]}, {"runner_x": x[30:]}], runner_y=column)
            stated = waylay.choose2d(chaser_x=x, chaser_y=y, runner_x=x, runner_y=y)
            assert_same(found, stated._asdict())

    def test_rays_do_not_hit_their_own_discs(self):
        x, y = np.arange(0, 400, 10), np.zeros(40, np.int64)
        for column in (x, x.astype(f4), x.astype(">f8")):
            for crowd in ({}, {"crowd": waylay.crowd2d(runner_x=column, runner_y=y)}):
                got = waylay.cast2d(x=column[30:10:-5], y=y[30:10:-5], direction_x=1, direction_y=0, runner_x=column, runner_y=y,
                                    runner_radius=1, **crowd)
                self.assertEqual(got.row.tolist(), [31, 26, 21, 16])
        got = waylay.cast2d(x=x[5:7], y=0, direction_x=1, direction_y=0, runner_radius=1, crowd=waylay.crowd2d(runner_x=x, runner_y=0),
                            runner_x=x, runner_y=0)
        self.assertEqual(got.row.tolist(), [6, 7])

    def test_a_prepared_avoidance_of_some_agents(self):
        records = np.zeros(40, [("x", "f4"), ("y", "f4"), ("vx", "f4"), ("vy", "f4"), ("other", "f8")])
        records["x"] = np.arange(0, 400, 10)
        some = records[5:25:4]
        call = waylay.avoid2d.prepare(
            chaser_x=some["x"], chaser_y=some["y"], chaser_vx=some["vx"], chaser_vy=some["vy"], preferred_vx=np.ones(5, f4),
            preferred_vy=some["vy"], chaser_speed=2, radius=1, dt=0.1, runner_x=records["x"], runner_y=records["y"],
            runner_vx=records["vx"], runner_vy=records["vy"], runner_radius=1)
        self.assertEqual(call().velocity_x.tolist(), [1] * 5)
        self.assertEqual(pickle.loads(pickle.dumps(call))().velocity_x.tolist(), [1] * 5)

    def test_a_crowd_keeps_the_memory_that_it_was_made_of(self):
        """So that another array never lies at the same address."""
        x, y = np.arange(0.0, 4000, 10), np.zeros(400)
        crowd = waylay.crowd2d(runner_x=x, runner_y=y)
        del x, y
        for _ in range(20):
            x, y = np.arange(0.0, 4000, 10), np.zeros(400)
            self.assertEqual(waylay.choose2d(chaser_x=x[50:60], chaser_y=y[50:60], crowd=crowd).target.tolist(), list(range(50, 60)))
            del x, y


class Crowds(unittest.TestCase):
    def setUp(self):
        self.given = scene("clusters", 2, 40, 300)
        self.own = {name: column for name, column in self.given.items() if not name.startswith("runner_") and name != "weight"}
        self.candidates = {name: column for name, column in self.given.items() if name not in self.own}

    def test_it_is_kept_and_built_anew(self):
        crowd = waylay.crowd2d(**self.candidates)
        self.assertEqual((len(crowd), crowd.dims, repr(crowd)), (300, 2, "<waylay: crowd2d of 300 candidates>"))
        before = choice(self.given, 2, 1)
        assert_same(waylay.choose2d(self.own, crowd=crowd, best=1), {name: before[name].reshape(40) for name in before})
        self.candidates["runner_x"] += 40
        assert_same(waylay.choose2d(self.own, crowd=crowd), {name: before[name].reshape(40) for name in before}, "as built")
        crowd.build()
        after = choice(self.given, 2, 1)
        self.assertTrue((after["target"] != before["target"]).any())
        assert_same(waylay.choose2d(self.own, crowd=crowd), {name: after[name].reshape(40) for name in after})

    def test_query_answers_as_a_kd_tree(self):
        """It has the signature and the shapes of scipy's KDTree.query. Many of these distances are equal."""
        for dims, make in ((2, waylay.crowd2d), (3, waylay.crowd3d)):
            dice = np.random.default_rng(dims)
            at, points = dice.integers(0, 9, (200, dims)), dice.integers(0, 9, (4, 30, dims))
            crowd = make({f"runner_{axis}": at[:, k] for k, axis in enumerate("xyz"[:dims])})
            for k, far in itertools.product((1, 2, 7, 250), (np.inf, 2)):
                apart = np.sqrt(((points[..., None, :] - at) ** 2).sum(axis=-1))
                row = np.argsort(apart, axis=-1, kind="stable")[..., :k]
                distance = np.full((4, 30, k), np.inf)
                distance[..., :row.shape[-1]] = np.take_along_axis(apart, row, -1)
                row = np.concatenate([row, np.full((4, 30, k - row.shape[-1]), 200)], axis=-1)
                row[distance > far], distance[distance > far] = 200, np.inf
                shape = (4, 30) if k == 1 else (4, 30, k)
                found = crowd.query(points, k, distance_upper_bound=far)
                np.testing.assert_array_equal(found[1], row.reshape(shape))
                np.testing.assert_array_equal(found[0], distance.reshape(shape).astype(f4))
            self.assertFalse(crowd.query(at)[0].any())  # also if the points are the candidates' own columns
            one = crowd.query(at[5].tolist())
            self.assertEqual((one[0], one[1].shape), (0, ()))
            self.assertEqual(crowd.query(np.zeros((0, dims)), 3)[1].shape, (0, 3))
            self.assertEqual(crowd.query(np.full(dims, np.nan)), (np.inf, 200))
            for x, k, said in (([[1]], 1, f"x: expected {dims} coordinates on the last axis"),
                               (3, 1, "found the shape"), (at, 0, "k: expected at least 1, found 0")):
                with self.assertRaisesRegex(ValueError, f"crowd{dims}d.query: .*{said}"):
                    crowd.query(x, k)
        self.assertEqual(waylay.crowd2d(runner_x=[], runner_y=[]).query([1, 2]), (np.inf, 0))

    def test_it_reads_anew_what_it_copies(self):
        table = {"runner_x": np.array([5, 9]), "runner_y": [0, 0]}  # an array of whole numbers, and a list
        crowd = waylay.crowd2d(table)
        table["runner_x"][0], table["runner_y"][1] = 100, 100
        crowd.build()
        self.assertEqual(waylay.choose2d(chaser_x=9, chaser_y=99, crowd=crowd).cost, 1)
        table["runner_x"] = np.array([1, 2, 3])
        table["runner_y"] = 0
        crowd.build()
        self.assertEqual(len(crowd), 3)

    def test_it_holds_its_arrays_and_a_failed_build_changes_nothing(self):
        column = np.arange(400, dtype=f4)
        held = weakref.ref(column)
        table = {"runner_x": column, "runner_y": 0}
        crowd = waylay.crowd2d(table)
        del column
        gc.collect()
        self.assertIsNotNone(held())
        table["runner_x"] = np.zeros(3, complex)
        with self.assertRaises(waylay.Error):
            crowd.build()
        gc.collect()
        self.assertEqual((len(crowd), waylay.choose2d(chaser_x=7, chaser_y=1, crowd=crowd).target), (400, 7))

    def test_velocities_are_for_times(self):
        crowd = waylay.crowd2d(runner_x=[3, 4], runner_y=0)
        with self.assertRaises(waylay.Error) as caught:
            waylay.choose2d(chaser_x=0, chaser_y=0, chaser_speed=1, by="time", crowd=crowd)
        self.assertEqual(caught.exception.result, waylay.Result.MISSING)
        crowd = waylay.crowd2d(runner_x=[3, 4], runner_y=0, runner_vx=0, runner_vy=0)
        self.assertEqual(waylay.choose2d(chaser_x=0, chaser_y=0, chaser_speed=1, by="time", crowd=crowd).cost, 3)

    def test_of_other_candidates_it_is_refused(self):
        crowd = waylay.crowd2d(self.candidates)
        fewer = {name: column[:299] for name, column in self.candidates.items()}
        for call in (waylay.choose2d, lambda *tables, **how: waylay.neighbours2d(*map(given_for_lists, tables), **how)):
            call(self.own, self.candidates, crowd=crowd)
            with self.assertRaisesRegex(ValueError, "built of 300 candidates; the columns have 299"):
                call(self.own, fewer, crowd=crowd)
        for wrong in (waylay.crowd3d(runner_x=0, runner_y=0, runner_z=0), object(), self.candidates):
            with self.assertRaisesRegex(TypeError, "crowd: expected a result of crowd2d, found (one of crowd3d|object|dict)"):
                waylay.choose2d(self.own, crowd=wrong)
        with self.assertRaisesRegex(ValueError, "built of 300 candidates"):
            waylay.avoid2d(walkers(30), crowd=crowd)

    def test_threads_build_and_choose_at_once(self):
        crowd, wrong, stop = waylay.crowd2d(self.candidates), [], threading.Event()
        expected = waylay.choose2d(self.own, crowd=crowd).target.tolist()

        def work():
            while not stop.is_set():
                if waylay.choose2d(self.own, crowd=crowd).target.tolist() != expected:
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(100):
            crowd.build()
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_point_that_is_masked_has_no_neighbours(self):
        crowd = waylay.crowd2d(runner_x=[0, 3.0], runner_y=0)
        distance, row = crowd.query(np.ma.array([[1.0, 0], [1.0, 0]], mask=[[1, 0], [0, 0]]))
        self.assertEqual((distance.tolist(), row.tolist()), ([np.inf, 1], [2, 0]))
        with self.assertRaisesRegex(waylay.Error, "crowd2d.query: x: expected numbers of float32, .*, found <U1"):
            crowd.query([["1", "0"]])

    def test_rows_of_no_part(self):
        parts = [{"runner_x": [1.0, 2]}, {"runner_x": [3.0]}]
        for none in ([np.nan, 2], np.ma.array([0, 2], mask=[1, 0]), [None, 2], [-1, 2], [2**40, 2], [3, 2]):
            part, row = waylay.find_part(parts, none)
            self.assertEqual((part.tolist(), row.tolist()), ([-1, 1], [-1, 0]))
        self.assertEqual(waylay.find_part(parts, 1), (0, 1))
        with self.assertRaisesRegex(waylay.Error, "find_part: row: expected integers, and null for no target, found 0.7"):
            waylay.find_part(parts, [0.7])


def given_for_lists(given):
    """Removes the columns that a call of neighbours refuses as arguments, because it does not read them."""
    return {name: column for name, column in given.items() if name not in ("present", "bonus")}


class Neighbours(unittest.TestCase):
    def test_they_are_those_of_all(self):
        for kind, dims in itertools.product(KINDS, (2, 3)):
            given = scene(kind, dims, 60, 90)

            def check(isa):
                for most, pays in itertools.product((0, 3, 40), (False, True)):
                    with with_crowds(pays):
                        near = NEAR[dims](given_for_lists(given), most=most)
                        assert_same(near, lists(given, dims, most), (kind, dims, isa, most, pays))
                    met = np.diff(near.offset) > 0
                    np.testing.assert_array_equal(near.status == MET, met)
                assert_same(NEAR[dims](given, crowd=CROWD[dims](given)), lists(given, dims), (kind, dims, isa, "kept"))

            under_each_isa(check)

    def test_memory_grows(self):
        """Lists of very different lengths need more memory than the call tries first."""
        dice = np.random.default_rng(2)
        x = np.concatenate([np.zeros(700), dice.uniform(0, 1e6, 100)]).astype(f4)
        given = {"chaser_x": x, "chaser_y": np.zeros(800, f4), "range_to": np.full(800, 1, f4), "runner_x": x,
                 "runner_y": np.zeros(800, f4)}
        self.assertGreater(700 * 700, _choosing._first_guess(800, 800))
        for pays in (False, True):
            with with_crowds(pays):
                near = waylay.neighbours2d(given)
                self.assertGreater(len(near.row), 700 * 700 - 1)
                assert_same(near, lists(given, 2))
                self.assertEqual(near.status.tolist(), [MET] * 800)

    def test_the_nearest_are_those_of_a_choice(self):
        given = given_for_lists(scene("lattice", 2, 50, 80))
        del given["weight"]
        best, near = waylay.choose2d(given, best=8), waylay.neighbours2d(given, most=8)
        for i in range(50):
            own = near.row[near.offset[i]:near.offset[i + 1]].tolist()
            self.assertEqual(own + [NOBODY] * (8 - len(own)), best.target[i].tolist())

    def test_unsorted_lists_have_the_same_candidates(self):
        dice = np.random.default_rng(3)
        x = np.concatenate([np.zeros(300), dice.uniform(0, 30, 500)]).astype(f4)  # long lists: memory grows
        for dims, more in ((2, {}), (3, {"chaser_z": x[::-1].copy(), "runner_z": x[::-1].copy()})):
            given = {"chaser_x": x, "chaser_y": x, "range_to": 2.0, "runner_x": x, "runner_y": x, **more}
            near, crowd = NEAR[dims](given, self=True), CROWD[dims]({name: given[name] for name in given if name.startswith("runner")})
            for pays in (False, True):
                for how in ({}, {"crowd": crowd}):
                    with with_crowds(pays):
                        got = NEAR[dims](given, self=True, unsorted=True, **how)
                    self.assertEqual(got._fields, ("row", "square", "offset", "status"))
                    self.assertEqual(got.offset.tolist(), near.offset.tolist())
                    self.assertEqual(got.status.tolist(), near.status.tolist())
                    for i in range(0, 800, 7):
                        part = slice(near.offset[i], near.offset[i + 1])
                        by_row, same = np.argsort(got.row[part]), np.argsort(near.row[part])
                        self.assertEqual(got.row[part][by_row].tolist(), near.row[part][same].tolist())
                        np.testing.assert_allclose(got.square[part][by_row], near.distance[part][same].astype(float)**2, 1e-6)
                    some = NEAR[dims](given, self=True, unsorted=True, index=[5, 700], **how)
                    self.assertEqual(len(some.offset), 3)
                    self.assertEqual(sorted(some.row[some.offset[1]:]),
                                     sorted(near.row[near.offset[700]:near.offset[701]]))
            with self.assertRaisesRegex(ValueError, f"neighbours{dims}d: most: .* found most=3 with unsorted=True"):
                NEAR[dims](given, unsorted=True, most=3)

    def test_unsorted_lists_are_not_those_to_avoid(self):
        agents = walkers(4)
        lists = waylay.neighbours2d({name: agents[name] for name in ("chaser_x", "chaser_y", "runner_x", "runner_y")},
                                    unsorted=True)
        with self.assertRaisesRegex(TypeError, "avoid2d: neighbours: expected sorted lists, .* found Neighbours2dUnsorted"):
            waylay.avoid2d(agents, neighbours=lists)

    def test_nobody(self):
        for agents, runners in ((0, 3), (3, 0), (0, 0)):
            near = waylay.neighbours2d(chaser_x=np.zeros(agents), chaser_y=0, runner_x=np.zeros(runners), runner_y=0)
            self.assertEqual((near.offset.tolist(), len(near.row), len(near.status)), ([0] * (agents + 1), 0, agents))


def walkers(count, radius=0.5):
    """Returns agents on a circle. Each prefers to go to the opposite side, turned slightly to the right."""
    angle = np.arange(count) * (2 * np.pi / max(count, 1))
    x, y = 6 * np.cos(angle), 6 * np.sin(angle)
    zero = np.zeros(count)
    return {"chaser_x": x, "chaser_y": y, "chaser_vx": zero, "chaser_vy": zero, "preferred_vx": -x / 6, "preferred_vy": -y / 6,
            "chaser_speed": 1.2, "radius": radius, "neighbour_horizon": 3, "dt": 0.1, "self": np.arange(count),
            "runner_x": x, "runner_y": y, "runner_vx": zero, "runner_vy": zero, "runner_radius": radius}


def crowd_of(count):
    """Returns random agents that are in each other's way."""
    dice = np.random.default_rng(1)
    agents = walkers(count, 0.2)
    agents["chaser_x"], agents["chaser_y"] = agents["runner_x"], agents["runner_y"] = dice.uniform(0, 10, (2, count))
    agents["chaser_vx"], agents["chaser_vy"] = agents["runner_vx"], agents["runner_vy"] = dice.uniform(-1, 1, (2, count))
    return agents


def swarm_of(count, reach=6, seed=6):
    """Returns balls in space, of radius 0.5, which move through the middle."""
    dice = np.random.default_rng(seed)
    ahead = dice.normal(0, 1, (3, count))
    ahead /= np.sqrt((ahead * ahead).sum(0))
    swarm = {"chaser_speed": 1.2, "radius": 0.5, "runner_radius": 0.5, "self": np.arange(count)}
    for axis, one, turn in zip("xyz", ahead, dice.uniform(-0.3, 0.3, (3, count))):
        swarm.update({f"chaser_{axis}": reach * one, f"runner_{axis}": reach * one, f"preferred_v{axis}": -one,
                      f"chaser_v{axis}": turn - one / 2, f"runner_v{axis}": turn - one / 2})
    return swarm


class Avoidance(unittest.TestCase):
    def cross(self, count, **how):
        """Moves agents to the opposite side of a circle. Returns the least distance of two agents on the way,
        and the largest distance of an agent from its goal at the end."""
        agents = walkers(count)
        x, y = agents["chaser_x"].copy(), agents["chaser_y"].copy()
        goal, least = (-x, -y), np.inf
        velocity = np.zeros((2, count))
        for _ in range(260):
            way = np.array([goal[0] - x, goal[1] - y])
            far = np.hypot(*way)
            way /= np.maximum(far, 1)
            way = way + 0.2 * np.array([way[1], -way[0]]) * (far > 1)
            agents.update(chaser_x=x, chaser_y=y, runner_x=x, runner_y=y, chaser_vx=velocity[0], chaser_vy=velocity[1],
                          runner_vx=velocity[0], runner_vy=velocity[1], preferred_vx=way[0], preferred_vy=way[1])
            given = dict(agents)
            if "lists" in how:
                near = waylay.neighbours2d(chaser_x=x, chaser_y=y, self=agents["self"], runner_x=x, runner_y=y, most=10)
                moved = waylay.avoid2d(given, neighbours=near)
            elif "crowd" in how:
                moved = waylay.avoid2d(given, crowd=waylay.crowd2d(runner_x=x, runner_y=y))
            else:
                moved = waylay.avoid2d(given)
            velocity = np.array([moved.velocity_x, moved.velocity_y], f8)
            x, y = x + 0.1 * velocity[0], y + 0.1 * velocity[1]
            apart = np.hypot(x[:, None] - x, y[:, None] - y) + np.where(np.eye(count), np.inf, 0)
            least = min(least, apart.min())
        return least, np.hypot(goal[0] - x, goal[1] - y).max(), (x, y)

    def test_two_head_on_do_not_touch_and_arrive(self):
        least, left, _ = self.cross(2)
        self.assertGreater(least, 1 - 1e-5)
        self.assertLess(left, 0.1)

    def test_many_across_a_circle_by_search_crowd_and_lists(self):
        least, left, ends = self.cross(9)
        self.assertGreater(least, 1 - 1e-5)
        self.assertLess(left, 1)
        for how in ("crowd", "lists"):
            other = self.cross(9, **{how: True})[2]
            np.testing.assert_array_equal(bits(other[0]), bits(ends[0]))

    def test_the_same_bits_with_a_crowd_and_under_each_isa(self):
        agents = crowd_of(150)
        expected = waylay.avoid2d(agents)
        self.assertGreater(len(set(expected.status)), 1)

        def check(isa):
            for pays in (False, True):
                with with_crowds(pays):
                    assert_same(waylay.avoid2d(agents), expected._asdict(), (isa, pays))
            some = waylay.avoid2d(agents, index=[149, 3])
            assert_same(some, {name: getattr(expected, name)[[149, 3]] for name in some._fields}, isa)

        under_each_isa(check)

    def test_alone_it_goes_as_it_prefers(self):
        agents = walkers(1)
        moved = waylay.avoid2d(agents)
        self.assertEqual((moved.velocity_x.tolist(), moved.progress.tolist(), moved.status.tolist()), ([-1.0], [1.0], [NO_TARGET]))
        self.assertEqual(waylay.avoid2d(walkers(0), most=32).status.shape, (0,))

    def test_most_and_lists_say_whom(self):
        agents = crowd_of(40)
        nobody = np.zeros(0, u4), np.zeros(0, f4), np.zeros(41, np.int64)
        self.assertEqual(set(waylay.avoid2d(agents, neighbours=nobody).status), {NO_TARGET})
        near = waylay.neighbours2d(chaser_x=agents["chaser_x"], chaser_y=agents["chaser_y"], self=agents["self"],
                                   runner_x=agents["runner_x"], runner_y=agents["runner_y"], most=2)
        assert_same(waylay.avoid2d(agents, neighbours=near), waylay.avoid2d(agents, most=2)._asdict())
        self.assertTrue((waylay.avoid2d(agents, most=2).velocity_x != waylay.avoid2d(agents, most=10).velocity_x).any())

    def test_mistakes(self):
        agents = walkers(3)
        row, offset = np.array([1, 2, 0]), np.array([0, 1, 2, 3])
        waylay.avoid2d(agents, neighbours=(row, None, offset))
        for lent, error, text in (((row, None, offset[:3]), ValueError, "2 lists of neighbours, and 3 agents"),
                                  ((row[:2], None, offset), ValueError, "leads to 3; there are 2"),
                                  ((row, None, [0, 2, 1, 3]), waylay.Error, "do not decrease"),
                                  ((row, None, [-1, 1, 2, 3]), waylay.Error, "do not decrease"),
                                  ((row, None, [0.0, 1, 2, 3]), waylay.Error, "expected integers"),
                                  ((row, None, [[0, 1, 2, 3]]), ValueError, "one dimension"), (5, TypeError, "what neighbours2d"),
                                  ((row, offset), TypeError, "what neighbours2d")):
            with self.assertRaisesRegex(error, text):
                waylay.avoid2d(agents, neighbours=lent)
        with self.assertRaisesRegex(TypeError, "not both"):
            waylay.avoid2d(agents, crowd=waylay.crowd2d(agents_of(agents)), neighbours=(row, None, offset))
        with self.assertRaises(waylay.Error) as caught:
            waylay.avoid2d(agents, most=33)
        self.assertEqual(caught.exception.result, waylay.Result.COUNT)
        with self.assertRaisesRegex(waylay.Error, "missing runner_x; expected"):
            waylay.avoid2d({**agents, "runner_x": None}, crowd=waylay.crowd2d(agents_of(agents)))
        for function in (waylay.avoid2d, waylay.avoid3d):
            self.assertNotIn("may be left out", function.__doc__)
        self.assertIn("may be left out", waylay.choose2d.__doc__)
        for walls in ([1.0, 2, 3, 4], np.zeros((2, 3)), np.zeros((2, 6)), np.zeros((2, 4), complex), [["a", "b", "c", "d"]],
                      np.zeros(3, [("ax", "f4"), ("ay", "f4"), ("bx", "f4")]), object()):
            with self.assertRaisesRegex(ValueError, "avoid2d: walls(: missing| must)"):
                waylay.avoid2d(agents, walls=walls)
        with self.assertRaisesRegex(TypeError, "avoid3d.*walls"):
            waylay.avoid3d(swarm_of(3), walls=np.zeros((1, 4)))
        with self.assertRaisesRegex(TypeError, "avoid3d: neighbours are what neighbours3d answers"):
            waylay.avoid3d(swarm_of(3), neighbours=5)

    def test_a_crowd_of_30_passes_a_door_of_two_walls(self):
        walls = np.array([[0, -40, 0, -0.7], [0, 0.7, 0, 40]])
        radius, step = 0.3, 0.1
        x, y = (column.ravel() for column in np.meshgrid(np.linspace(-5, -1, 6), np.linspace(-2, 2, 5)))
        x, y = x.astype(f8), y.astype(f8)
        velocity, least, own = np.zeros((2, x.size)), np.inf, np.arange(x.size)
        for _ in range(600):
            through = x > 0.4
            way = np.array([np.where(through, 20, 0.6) - x, np.where(through, 0, 0 - y)])
            way *= 1.4 / np.hypot(*way)
            way = way + 0.15 * np.array([way[1], -way[0]])
            go = waylay.avoid2d(chaser_x=x, chaser_y=y, chaser_vx=velocity[0], chaser_vy=velocity[1], preferred_vx=way[0],
                                preferred_vy=way[1], chaser_speed=1.5, radius=radius, neighbour_horizon=1, dt=step, self=own, runner_x=x,
                                runner_y=y, runner_vx=velocity[0], runner_vy=velocity[1], runner_radius=radius, walls=walls)
            velocity = np.array([go.velocity_x, go.velocity_y], f8)
            before = x, y
            x, y = x + step * velocity[0], y + step * velocity[1]
            crosses = (before[0] < 0) != (x < 0)
            at = before[1] + (y - before[1]) * np.divide(before[0], before[0] - x, out=np.zeros_like(x), where=crosses)
            self.assertLess(np.abs(at[crosses]).max(initial=0), 0.7, "a centre crosses a wall")
            apart = np.hypot(x[:, None] - x, y[:, None] - y) + np.where(np.eye(x.size), np.inf, 0)
            least = min(least, apart.min())
        self.assertGreater(x.min(), 1, "all have passed")
        self.assertGreater(least, 2 * radius * 0.94)

    def test_walls_of_any_form_and_number(self):
        agents = crowd_of(60)
        ends = np.random.default_rng(4).uniform(-6, 6, (200, 4))
        alone = waylay.avoid2d(agents)
        for count in (9, 63, 64, 200):  # 64 walls or more get a tree
            walls = np.column_stack([ends[:count], np.arange(count) % 3 - 1])
            expected = waylay.avoid2d(agents, walls=walls)
            self.assertTrue((bits(expected.velocity_x) != bits(alone.velocity_x)).any(), count)
            assert_same(waylay.avoid2d(agents, walls=waylay.walls(*walls.T)), expected._asdict())
            assert_same(waylay.avoid2d(agents, walls=walls.astype(f4)), expected._asdict())
            with unittest.mock.patch.object(_choosing, "_WALLS_OF_A_TREE", 1 << 30):
                assert_same(waylay.avoid2d(agents, walls=walls), expected._asdict(), count)
            assert_same(waylay.avoid2d(agents, walls=waylay.wall_tree(walls)), expected._asdict(), count)
        both = waylay.avoid2d(agents, walls=ends)
        assert_same(waylay.avoid2d(agents, walls=np.column_stack([ends, np.zeros(200)])), both._asdict())
        self.assertTrue((bits(both.velocity_x) != bits(waylay.avoid2d(agents, walls=ends, wall_horizon=2).velocity_x)).any())
        for none in (np.zeros((0, 4)), [], waylay.wall_tree([])):
            assert_same(waylay.avoid2d(agents, walls=none), alone._asdict())

    def test_a_crowd_among_walls_far_away_moves_as_near(self):
        agents = {name: column.astype(f4) if isinstance(column, np.ndarray) and column.dtype == f8 else column
                  for name, column in crowd_of(300).items()}  # enough for the package to build a crowd
        walls = np.random.default_rng(4).uniform(-6, 6, (90, 4)).astype(f4)
        near = waylay.avoid2d(agents, walls=walls)
        self.assertTrue((bits(near.velocity_x) != bits(waylay.avoid2d(agents).velocity_x)).any())
        away = {name: column.astype(f8) - 2.0**24 if name.endswith(("r_x", "r_y")) else column for name, column in agents.items()}
        walls = walls.astype(f8) - 2.0**24
        far = waylay.avoid2d(away, walls=walls)
        for axis in ("velocity_x", "velocity_y"):  # the answers differ by rounding
            np.testing.assert_allclose(getattr(far, axis), getattr(near, axis), atol=2e-4, err_msg=axis)
        assert_same(waylay.avoid2d(away, walls=waylay.walls(*walls.T)), far._asdict())
        own = {**away, "self": np.arange(300, dtype=u4)}
        assert_same(waylay.avoid2d.prepare(own, walls=walls)(), waylay.avoid2d(own, walls=walls)._asdict())
        crowded = waylay.avoid2d(away, walls=walls, crowd=waylay.crowd2d(away))
        for axis in ("velocity_x", "velocity_y"):  # a crowd has an origin of its own
            np.testing.assert_allclose(getattr(crowded, axis), getattr(near, axis), atol=1e-3, err_msg=axis)

    def test_a_prepared_avoidance_reads_present_numbers(self):
        dice = np.random.default_rng(7)
        for count, walls in ((1, 0), (40, 3), (40, 80), (300, 200)):  # 80 walls: a tree; 300 agents: a crowd
            agents = {name: column.copy() if isinstance(column, np.ndarray) else column
                      for name, column in crowd_of(count).items()}
            agents["self"] = np.arange(count, dtype=u4)
            given = {"walls": waylay.walls(*dice.uniform(-6, 6, (4, walls)))} if walls else {}
            call = waylay.avoid2d.prepare(agents, **given)
            kept = waylay.avoid2d.prepare(agents, crowd=waylay.crowd2d(agents), **given)
            for step in range(3):
                for name in ("chaser_x", "chaser_vy"):
                    agents[name] += 0.25
                agents["runner_x"][:], agents["runner_vy"][:] = agents["chaser_x"], agents["chaser_vy"]
                if walls:
                    given["walls"]["ax"] += 0.5
                answers = call()
                self.assertIs(answers, call.result)
                assert_same(answers, waylay.avoid2d(agents, **given)._asdict(), (count, step))
                kept._crowd.build()
                assert_same(kept(), answers._asdict(), (count, step))
        swarm = {name: np.ascontiguousarray(column) for name, column in swarm_of(20).items()}
        swarm["self"] = swarm["self"].astype(u4)
        assert_same(waylay.avoid3d.prepare(swarm, most=4)(), waylay.avoid3d(swarm, most=4)._asdict())
        self.assertIn("avoid3d prepared for 20 agents", repr(waylay.avoid3d.prepare(swarm)))

    def test_a_prepared_avoidance_reads_present_walls_of_each_form(self):
        agents = {**crowd_of(40), "self": np.arange(40, dtype=u4)}
        ends = np.random.default_rng(9).uniform(-6, 6, (80, 4))
        forms = {"rows": ends[:3].copy(), "floats": ends[:3].astype(f4), "a tree of rows": ends.copy(), "records": waylay.walls(*ends[:3].T),
                 "backwards": waylay.walls(*ends[:3].T)[::-1], "lists": ends[:3].tolist(),
                 "a list of records": list(waylay.walls(*ends[:3].T)),
                 "columns": {name: ends[:3, k].copy() for k, name in enumerate(("ax", "ay", "bx", "by"))}}
        for name, walls in forms.items():
            call = waylay.avoid2d.prepare(agents, walls=walls)
            before = bits(call().velocity_x).tolist()
            if isinstance(walls, list):
                walls[0]["ax" if name == "a list of records" else 0] += 9
            elif isinstance(walls, dict) or walls.dtype.names:
                walls["ax"] += 9
            else:
                walls[:, 0] += 9
            self.assertNotEqual(bits(call().velocity_x).tolist(), before, name)
            assert_same(call(), waylay.avoid2d(agents, walls=walls)._asdict(), name)

    def test_a_prepared_avoidance_searches_the_walls_as_their_last_build_left_them(self):
        agents = {**crowd_of(40), "self": np.arange(40, dtype=u4)}
        walls = waylay.walls(*np.random.default_rng(8).uniform(-6, 6, (4, 80)))
        tree = waylay.wall_tree(walls)
        call = waylay.avoid2d.prepare(agents, walls=tree)
        before = bits(call().velocity_x).tolist()
        walls["ax"] += 1
        self.assertEqual(bits(call().velocity_x).tolist(), before)
        tree.build()
        assert_same(call(), waylay.avoid2d(agents, walls=walls)._asdict())
        self.assertNotEqual(bits(call.result.velocity_x).tolist(), before)

    def test_a_prepared_avoidance_refuses_copies(self):
        agents = {**crowd_of(8), "self": np.arange(8, dtype=u4)}
        for name, column in (("chaser_x", agents["chaser_x"].astype(">f8")), ("radius", np.arange(8)), ("self", np.arange(8)),
                             ("runner_x", list(agents["runner_x"]))):
            with self.assertRaisesRegex(ValueError, f"avoid2d: a prepared call reads columns where they lie; {name} would"):
                waylay.avoid2d.prepare(agents, **{name: column})
        with self.assertRaisesRegex(ValueError, "one dimension"):
            waylay.avoid2d.prepare(agents, chaser_x=np.zeros((2, 8)))
        for name in ("index", "neighbours", "out"):
            with self.assertRaisesRegex(TypeError, f"no column '{name}'"):
                waylay.avoid2d.prepare(agents, **{name: None})

    def test_overlap_is_read(self):
        agents = crowd_of(60)
        usual = waylay.avoid2d(agents)
        assert_same(waylay.avoid2d(agents, overlap=f4(0.05)), usual._asdict())
        self.assertTrue((bits(waylay.avoid2d(agents, overlap=0).velocity_x) != bits(usual.velocity_x)).any())
        self.assertEqual(set(waylay.avoid2d(agents, overlap=2).status), {INVALID})

    def test_a_swarm_in_space_crosses_and_arrives(self):
        swarm, step = swarm_of(40), 0.1
        place = np.array([swarm[f"chaser_{axis}"] for axis in "xyz"], f8)
        goal, velocity, least = -place, np.zeros_like(place), np.inf
        for _ in range(500):
            way = goal - place
            way /= np.maximum(np.sqrt((way * way).sum(0)), 1)
            for axis, at, speed, wish in zip("xyz", place, velocity, way):
                swarm.update({f"chaser_{axis}": at, f"runner_{axis}": at, f"chaser_v{axis}": speed, f"runner_v{axis}": speed,
                              f"preferred_v{axis}": wish})
            go = waylay.avoid3d(swarm)
            velocity = np.array([go.velocity_x, go.velocity_y, go.velocity_z], f8)
            place = place + step * velocity
            apart = place[:, :, None] - place[:, None]
            least = min(least, (np.sqrt((apart * apart).sum(0)) + np.where(np.eye(40), np.inf, 0)).min())
        self.assertGreater(least, 0.94)
        self.assertLess(np.abs(goal - place).max(), 0.5)

    def test_in_space_the_same_bits_with_a_crowd_lists_and_under_each_isa(self):
        swarm = swarm_of(120, 4)
        expected = waylay.avoid3d(swarm)
        self.assertGreater(len(set(expected.status)), 1)

        def check(isa):
            for pays in (False, True):
                with with_crowds(pays):
                    assert_same(waylay.avoid3d(swarm), expected._asdict(), (isa, pays))
            places = {name: column for name, column in swarm.items() if name[-2] == "_" or name == "self"}
            near = waylay.neighbours3d(places, most=10)
            assert_same(waylay.avoid3d(swarm, neighbours=near), expected._asdict(), isa)
            assert_same(waylay.avoid3d(swarm, crowd=waylay.crowd3d({f"runner_{axis}": swarm[f"runner_{axis}"] for axis in "xyz"})),
                        expected._asdict(), isa)

        under_each_isa(check)


def agents_of(given):
    return {name: given[name] for name in ("runner_x", "runner_y")}


def all_ways(costs, rows, capacity, largest=False):
    """Tries all assignments. Returns (the number of served choosers, key) of the best one. The best
    assignment serves as many choosers as possible, at the least sum. If `largest`, it has the least largest
    cost, and then the least sum."""
    best = None
    for way in itertools.product(*([-1] + [k for k in range(len(own)) if np.isfinite(own[k])] for own in costs)):
        takers = np.bincount([rows[i][k] for i, k in enumerate(way) if k >= 0], minlength=len(capacity))
        if (takers > capacity).any():
            continue
        paid = [costs[i][k] for i, k in enumerate(way) if k >= 0]
        key = (-len(paid), max(paid, default=-np.inf) if largest else 0, sum(paid))
        best = key if best is None or key < best else best
    return best


class Assignment(unittest.TestCase):
    def check(self, got, costs, rows, capacity, least="sum"):
        served, largest, total = all_ways(costs, rows, capacity, least == "largest")
        self.assertEqual((got.served, got.most, got.sum, got.gap), (-served, -served, total, 0))
        taken = np.flatnonzero(got.target != NOBODY)
        self.assertEqual(len(taken), got.served)
        self.assertEqual(got.sum, got.cost[taken].astype(f8).sum())
        self.assertEqual(got.largest, got.cost[taken].max(initial=-np.inf))
        if least == "largest":
            self.assertEqual(got.largest, largest)
        self.assertLessEqual(set(np.flatnonzero(got.status == NO_TARGET)), set(np.flatnonzero(got.target == NOBODY)))
        self.assertTrue((np.bincount(got.target[taken], minlength=len(capacity)) <= capacity).all())
        for i in taken:
            self.assertIn(got.cost[i], [costs[i][k] for k in range(len(costs[i])) if rows[i][k] == got.target[i]])

    def test_matrices_beside_all_ways(self):
        dice = np.random.default_rng(1)
        for trial in range(60):
            shape = dice.integers(1, 5, 2)
            costs = dice.integers(-3, 9, shape).astype(f8)
            costs[dice.integers(0, 5, shape) == 0] = dice.choice([np.inf, np.nan])
            rows = np.broadcast_to(np.arange(shape[1]), shape)
            capacity = np.ones(shape[1], int) if trial % 2 else dice.integers(0, 3, shape[1])
            least = ("sum", "largest")[trial // 2 % 2]
            given = {} if trial % 2 else {"capacity": capacity}
            self.check(waylay.assign(costs, **given, least=least), costs, rows, capacity, least)

    def test_lists_beside_all_ways(self):
        """Tests lists of equal length, of which some have rows that do not exist, and offsets that do not begin at 0."""
        dice = np.random.default_rng(2)
        for trial in range(40):
            choosers, each, candidates = dice.integers(1, 5), dice.integers(1, 4), 4
            rows, costs = dice.integers(-1, candidates, (choosers, each)), dice.integers(0, 9, (choosers, each)).astype(f4)
            known = np.where(rows < 0, np.inf, costs)
            capacity = dice.integers(0, 3, candidates)
            self.check(waylay.assign(costs, rows, capacity=capacity), known, np.maximum(rows, 0), capacity)
            offset = 2 + np.arange(choosers + 1) * each
            flat = [np.concatenate([np.zeros(2, part.dtype), part.ravel(), np.zeros(3, part.dtype)]) for part in (costs, rows)]
            whole = waylay.assign(flat[0], flat[1].astype(i4), offset=offset, capacity=capacity, least="largest")
            self.check(whole, known, np.maximum(rows, 0), capacity, "largest")

    def test_as_scipy_s_example(self):
        cost = np.array([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
        self.assertEqual(waylay.assign(cost).target.tolist(), [1, 0, 2])
        self.assertEqual(cost[np.arange(3), waylay.assign(cost).target].sum(), 5)
        self.assertEqual(waylay.assign(-cost).sum, -11)
        self.assertEqual(waylay.assign(cost.T.astype(f4)).sum, 5)
        self.assertEqual(waylay.assign(cost.astype(f8)[:, :2]).target.tolist().count(NOBODY), 1)

    def test_lists_of_neighbours_and_of_choices(self):
        given = {name: column for name, column in scene("uniform", 2, 30, 30).items() if re.match("(chaser|runner)_[xy]", name)}
        matrix, _, _ = distances(given, 2)
        whole = waylay.assign(matrix.astype(f4))
        near = waylay.neighbours2d(given)
        shared = waylay.assign(near.distance, near.row, offset=near.offset)
        self.assertEqual((shared.served, shared.sum), (30, whole.sum))
        best = waylay.choose2d(given, best=8)
        few = waylay.assign(best.cost, best.target, candidates=30)
        self.assertGreaterEqual(few.sum, whole.sum if few.served == 30 else 0)
        self.assertGreater(few.served, 20)

    def test_shooters_and_targets(self):
        shared = waylay.assign([[1.0], [2.0], [3.0]], damage=4, health=6)
        self.assertEqual((shared.target.tolist(), shared.served, shared.sum), ([0, 0, NOBODY], 2, 3))
        shared = waylay.assign(np.ones((4, 2)), damage=[1, np.nan, -1, 0], health=[9, np.inf])
        self.assertEqual(shared.status.tolist(), [MET, INVALID, INVALID, NO_TARGET])
        dice = np.random.default_rng(6)
        for _ in range(20):
            costs, health = dice.integers(0, 9, (5, 2)).astype(f8), dice.integers(0, 5, 2)
            rows = np.broadcast_to(np.arange(2), (5, 2))
            self.check(waylay.assign(costs, damage=2, health=health), costs, rows, -(-health // 2))
        shared = waylay.assign(np.ones((3, 1)), listed_damage=[[5], [1], [1]], health=[2.0])
        dealt = np.array([5, 1, 1])[shared.target == 0]
        self.assertTrue(len(dealt) and dealt.sum() - dealt.min() < 2)

    def test_nobody_and_nothing(self):
        for shape in ((0, 0), (0, 4), (4, 0)):
            shared = waylay.assign(np.zeros(shape))
            self.assertEqual((shared.target.tolist(), shared.served, shared.sum, shared.largest),
                             ([NOBODY] * shape[0], 0, 0, -np.inf))
        self.assertEqual(waylay.assign(np.zeros((2, 0)), np.zeros((2, 0), u4), candidates=10**6).served, 0)
        self.assertEqual(waylay.assign([], np.zeros(0, int), offset=[0, 0, 0]).target.tolist(), [NOBODY] * 2)
        for kind in (np.int64, i4):
            self.assertEqual(waylay.assign(np.ones((2, 2)), np.array([[-1, -1], [-2, -3]], kind)).served, 0)
        self.assertEqual(waylay.assign(2.0, [3, 0, 3], offset=[0, 1, 3]).target.tolist(), [3, 0])
        self.assertEqual(waylay.assign([5.0, 1, 2], offset=[0, 1, 3]).target.tolist(), [0, 1])

    def test_columns_as_they_lie(self):
        memory = GuardedMemory()
        dice = np.random.default_rng(7)
        costs = dice.integers(0, 99, (6, 5))
        expected = waylay.assign(costs.astype(f4))
        for given in (costs, costs.astype(np.float16), np.asfortranarray(costs.astype(f4)),
                      np.repeat(costs, 2, 1).astype(f8)[:, ::2], costs[::-1, ::-1].astype(f4)[::-1, ::-1], memory.array(costs.astype(f4)), costs.tolist(),
                      np.ma.array(costs, mask=False)):
            assert_same(waylay.assign(given)._asdict(), {"target": expected.target, "cost": expected.cost})
        hole = np.ma.array(costs, mask=costs == costs[2, 3])
        self.assertNotEqual(waylay.assign(hole).cost[2], costs[2, 3])
        guarded = [memory.array(part) for part in (costs.ravel().astype(f4), np.tile(np.arange(5, dtype=u4), 6))]
        csr = waylay.assign(*guarded, offset=memory.array(np.arange(0, 31, 5)), capacity=memory.array(np.ones(5, u4)))
        assert_same(csr._asdict(), {"target": expected.target})

    def test_a_table_of_pandas_is_a_matrix(self):
        class Frame:  # a DataFrame of a newer pandas also gives Arrow data, which would be one column
            ndim = 2

            def to_numpy(self):
                return np.array([[4, 1, 3], [2, 0, 5], [3, 2, 2]])

            def __arrow_c_stream__(self, requested_schema=None):
                raise AssertionError("it is no column")

        self.assertEqual(waylay.assign(Frame()).sum, 5)
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        self.assertEqual(waylay.assign(pandas.DataFrame(Frame().to_numpy())).sum, 5)

    def test_under_each_isa(self):
        costs = np.random.default_rng(3).uniform(0, 9, (40, 40)).astype(f4)
        expected = waylay.assign(costs)
        expected = {"target": expected.target, "cost": expected.cost}
        under_each_isa(lambda isa: assert_same(waylay.assign(costs), expected, isa))

    def test_mistakes(self):
        ones = np.ones((2, 3))
        for given, error, text in (
                (dict(cost=np.ones(3)), ValueError, "1 dimensions"), (dict(cost=ones, offset=[0, 1]), ValueError, "2 dimensions"),
                (dict(cost=np.ones(3), offset=[0, 4]), ValueError, "leads to 4; there are 3"),
                (dict(cost=np.ones(3), offset=[0, 2, 1]), waylay.Error, "do not decrease"),
                (dict(cost=np.ones(3), offset=np.array([2**63, 3], np.uint64)), waylay.Error, "do not decrease"),
                (dict(cost=np.ones(3), offset=[]), waylay.Error, "expected integers"),
                (dict(cost=np.ones(3), offset=np.zeros(0, int)), ValueError, "one dimension"),
                (dict(cost=ones, capacity=[1, 1]), ValueError, "how many candidates"),
                (dict(cost=ones, candidates=4), ValueError, "how many candidates"),
                (dict(cost=ones, row=np.zeros((2, 3), int), health=[1, 1], capacity=[1]), ValueError, "how many candidates"),
                (dict(cost=ones, candidates=-3), ValueError, "candidates: expected at least 0, found -3"),
                (dict(cost=ones, candidates=3.0), TypeError, "candidates: expected an int"),
                (dict(cost=ones, row=np.zeros((2, 2), int)), ValueError, r"found cost \(2, 3\), row \(2, 2\)$"),
                (dict(cost=ones, damage=[1, 1, 1], health=1), ValueError, r"damage: expected the shape \(2,\), found \(3,\)"),
                (dict(cost=ones, damage=np.ones((2, 2)), health=1), ValueError, "damage: expected the shape"),
                (dict(cost=ones, capacity=np.ones((3, 1), int)), ValueError, "capacity has one dimension"),
                (dict(cost=ones, capacity=-1), ValueError, "below 0"), (dict(cost=ones, capacity=1.5), waylay.Error, "capacity: expected integers of 32 bits, found float64"),
                (dict(cost=ones, row=0.5), waylay.Error, "expected integers"), (dict(cost=ones, damage=1), waylay.Error, ""),
                (dict(cost=ones, least="most"), waylay.Error, "least: expected 'sum' or 'largest', found 'most'"),
                (dict(cost=None), waylay.Error, "missing cost; expected the columns cost$"),
                (dict(cost=np.ones((1, 1)), row=0, candidates=2**32), waylay.Error, "")):
            with self.assertRaisesRegex(error, text, msg=given):
                waylay.assign(**given)

    def test_numbers_of_choosers_are_not_below_0(self):
        for name in ("capacity", "at_least"):
            for least in ([-1, 0], np.array([-1, 0], i4)):
                with self.assertRaisesRegex(ValueError, f"assign: {name} is below 0"):
                    waylay.assign([[1.0, 2.0]], **{name: least})
        with self.assertRaisesRegex(waylay.Error, "assign: offset: expected integers, found a null"):
            waylay.assign([1.0, 2.0], [0, 1], offset=np.ma.array([0, 1, 2], mask=[0, 1, 0]))


class Bodies(unittest.TestCase):
    walls = [[12, -5, 12, 5]]

    def test_three_balls_and_a_wall(self):
        got = waylay.bounce_all2d(ball_x=[0.0, 5, 9], ball_y=0, ball_vx=[4.0, 0, 0], ball_vy=0, radius=1, dt=2, walls=self.walls)
        self.assertEqual([list(got.next_x), list(got.next_vx), list(got.bounces)], [[3, 7, 10], [0, 0, -4], [1, 2, 2]])
        self.assertEqual((got.events, got.time, list(got.status == "met")), (3, 2.0, [True] * 3))
        late = waylay.bounce_all2d(ball_x=[0, 5], ball_y=0, ball_vx=[4, -4], ball_vy=0, radius=1, dt=9, most_events=1, walls=[[-9, -1, -9, 1]])
        self.assertEqual((late.events, late.time, list(late.status == "late")), (1, 0.375, [True, True]))

    def test_doubles_stay_doubles_and_keep_the_energy(self):
        dice = np.random.default_rng(9)
        x, y = (axis.ravel() + 0.5 for axis in np.meshgrid(np.arange(20.0), np.arange(20.0)))
        vx, vy = dice.uniform(-3, 3, (2, 400))
        energy, room = (vx * vx + vy * vy).sum(), [[0, 0, 20, 0], [20, 0, 20, 20], [20, 20, 0, 20], [0, 20, 0, 0]]
        for origin in (0, 1e6):
            walls = np.array(room, np.float64) + origin
            at = [x + origin, y + origin, vx, vy]
            for _ in range(50):
                got = waylay.bounce_all2d(ball_x=at[0], ball_y=at[1], ball_vx=at[2], ball_vy=at[3], radius=0.4, dt=1 / 60, walls=walls)
                at = [got.next_x, got.next_y, got.next_vx, got.next_vy]
            self.assertEqual({column.dtype for column in at}, {np.dtype(np.float64)})
            self.assertAlmostEqual((at[2] ** 2 + at[3] ** 2).sum() / energy, 1, delta=1e-12)
            self.assertGreaterEqual(min(at[0].min(), at[1].min()) - origin, 0.4 - 1e-9)
        floats = waylay.bounce_all2d(ball_x=np.array([1], f4), ball_y=np.array([1], f4), ball_vx=np.array([1], f4), ball_vy=np.array([0], f4), radius=0.4, dt=1)
        self.assertEqual(floats.next_x.dtype, np.float32)

    def test_mistakes(self):
        with self.assertRaisesRegex(waylay.Error, "bounce_all2d: .*dt"):
            waylay.bounce_all2d(ball_x=1, ball_y=1, ball_vx=1, ball_vy=1, radius=1)
        with self.assertRaisesRegex(ValueError, "most_events"):
            waylay.bounce_all2d(ball_x=1, ball_y=1, ball_vx=1, ball_vy=1, radius=1, dt=1, most_events=-1)


class Sight(unittest.TestCase):
    wall = [[2, -1, 2, 1]]
    places = {"chaser_x": 0.0, "chaser_y": 0.0, "runner_x": [3.0, 0, 3], "runner_y": [0.0, 7, 1], "runner_radius": 0.5}

    def test_choices_and_lists_have_what_is_seen(self):
        got = waylay.choose2d(self.places, best=3, walls=self.wall)
        self.assertEqual([list(column) for column in got[:2]], [[1, -1, -1], [7, np.inf, np.inf]])
        self.assertEqual((list(got.seen), got.status), ([1, 0, 0], "met"))
        self.assertEqual(list(waylay.choose2d(self.places, best=3).seen), [1, 1, 1])
        for walls in (self.wall, self.wall * 100, waylay.wall_tree(self.wall)):
            self.assertEqual(list(waylay.neighbours2d(self.places, walls=walls).row), [1])
            wide = waylay.neighbours2d(self.places, walls=walls, sight_points=3)
            self.assertEqual(list(wide.row), [2, 1])

    def test_shares(self):
        crowd = waylay.crowd2d({name: value for name, value in self.places.items() if name in ("runner_x", "runner_y")})
        for given in (self.places, {"crowd": crowd, **{name: self.places[name] for name in ("chaser_x", "chaser_y")},
                                    "runner_radius": [0.5] * 3}):
            got = waylay.choose2d(**given, walls=self.wall, sight_points=3)
            self.assertEqual((got.target, got.seen), (2, np.float32(1 / 3)))

    def test_many(self):
        random = np.random.default_rng(1)
        x, y, z, w = random.uniform(0, 100, (4, 3000)).astype(f4)
        ends = random.uniform(0, 100, (300, 2))
        walls = np.hstack([ends, ends + random.uniform(-9, 9, (300, 2))])
        given = {"chaser_x": x[:200], "chaser_y": y[:200], "runner_x": z, "runner_y": w}
        chosen = waylay.choose2d(given, walls=walls)
        rays = waylay.cast2d(x=x[:200], y=y[:200], direction_x=z[chosen.target] - x[:200], direction_y=w[chosen.target] - y[:200],
                             range=chosen.cost, walls=walls.astype(f4))
        self.assertLess((rays.status == "met").sum(), 3)
        self.assertLess((chosen.target == waylay.choose2d(given).target).mean(), 0.99)

    def test_mistakes(self):
        with self.assertRaisesRegex(waylay.Error, "choose2d: .*sight_points"):
            waylay.choose2d(self.places, walls=self.wall, sight_points=65)
        with self.assertRaisesRegex(TypeError, "walls"):
            waylay.choose3d(chaser_x=0, chaser_y=0, chaser_z=0, runner_x=[1], runner_y=[0], runner_z=[0], walls=self.wall)


class Rays(unittest.TestCase):
    wall = [[5, -1, 5, 1]]

    def test_walls_and_discs(self):
        got = waylay.cast2d(x=[0.0, 0], y=[0.0, 4], direction_x=3, direction_y=0, walls=self.wall, runner_x=[8.0, 9],
                            runner_y=[0.0, 4], runner_radius=[1.0, 2])
        self.assertEqual([list(column) for column in got[:-1]],
                         [[5, 7], [1, 2], [0, 1], [5, 7], [0, 4], [-1, -1], [0, 0]])
        self.assertEqual(list(got.status), ["met", "met"])

    def test_walls_alone_many_and_few(self):
        few = waylay.cast2d(x=0, y=0, direction_x=[1.0, -1], direction_y=0, walls=self.wall)
        self.assertEqual((list(few.distance), list(few.row)), ([5, np.inf], [0, waylay.NO_TARGET]))
        many = waylay.cast2d(x=0, y=0, direction_x=[1.0, -1], direction_y=0, walls=self.wall * 100)
        self.assertEqual([list(column) for column in many], [list(column) for column in few])
        self.assertEqual(waylay.cast2d(x=0, y=0, direction_x=1, direction_y=0, range=3, walls=self.wall).status,
                         "no_target")

    def test_a_crowd_gives_the_same_answers(self):
        random = np.random.default_rng(3)
        discs = dict(runner_x=random.random(500) * 100, runner_y=random.random(500) * 100, runner_radius=random.random(500))
        rays = dict(x=random.random(300) * 100, y=random.random(300) * 100, direction_x=random.random(300) - 0.5,
                    direction_y=random.random(300) - 0.5)
        crowd = waylay.crowd2d(runner_x=discs["runner_x"], runner_y=discs["runner_y"])
        got, same = waylay.cast2d(rays, discs, crowd=crowd), waylay.cast2d(rays, discs)
        self.assertEqual([list(column) for column in got], [list(column) for column in same])
        self.assertEqual(got.point_x.dtype, np.float64)
        self.assertTrue(got.kind.any())
        self.assertEqual(list(waylay.cast2d(rays, discs, any=True).kind), list(got.kind))

    def test_rays_from_discs_do_not_hit_them(self):
        x = np.array([0.0, 5])
        got = waylay.cast2d(x=x, y=0, direction_x=1, direction_y=0, runner_x=x, runner_y=0, runner_radius=1, self=True)
        self.assertEqual(list(got.distance), [4, np.inf])

    def test_mistakes(self):
        with self.assertRaisesRegex(waylay.Error, "cast2d: .*runner_y"):
            waylay.cast2d(x=0, y=0, direction_x=1, direction_y=0, runner_x=[1.0])
        with self.assertRaisesRegex(waylay.Error, "cast2d: .*direction_y"):
            waylay.cast2d(x=0, y=0, direction_x=1)


class Triangles(unittest.TestCase):
    floor = [[[-9, -9, 0], [9, -9, 0], [0, 9, 0]]]

    def test_rays(self):
        got = waylay.cast3d(x=[0.0, 50], y=0, z=5, direction_x=0, direction_y=0, direction_z=-2, triangles=self.floor)
        self.assertEqual([list(column) for column in got[:-1]],
                         [[5, np.inf], [3, 0], [0, waylay.NO_TARGET], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [1, 0]])
        self.assertEqual(list(got.status), ["met", "no_target"])
        tree = waylay.triangle_tree(self.floor, sides=-1, mask=2)
        self.assertEqual(len(tree), 1)
        ray = dict(x=0, y=0, z=[5.0, -5], direction_x=0, direction_y=0, direction_z=[-1.0, 1])
        self.assertEqual(list(waylay.cast3d(ray, triangles=tree).distance), [np.inf, 5])
        self.assertEqual(list(waylay.cast3d(ray, chaser_mask=1, triangles=tree).distance), [np.inf, np.inf])
        self.assertEqual(list(waylay.cast3d(ray).status), ["no_target", "no_target"])

    def test_balls(self):
        got = waylay.sweep3d(ball_x=0, ball_y=0, ball_z=[5.0, 0.5], ball_vx=0, ball_vy=0, ball_vz=-2, radius=1,
                             triangles=self.floor)
        self.assertEqual((list(got.time), list(got.triangle), list(got.normal_z)), ([2, 0], [0, 0], [1, 1]))
        self.assertEqual(list(got.status), ["met", "there"])

    def test_many_few_and_far(self):
        random = np.random.default_rng(5)
        corners = random.uniform(0, 30, (500, 1, 3)) + random.uniform(-2, 2, (500, 3, 3))
        rays = {name: random.uniform(-1, 1, 300) for name in ("direction_x", "direction_y", "direction_z")}
        rays.update({name: random.uniform(0, 30, 300) for name in "xyz"})
        many = waylay.cast3d(rays, triangles=corners)
        tree = waylay.cast3d(rays, triangles=waylay.triangle_tree(corners))
        self.assertEqual([list(column) for column in many], [list(column) for column in tree])
        self.assertGreater((many.kind == 3).sum(), 50)
        self.assertEqual(list(waylay.cast3d(rays, triangles=corners, any=True).kind), list(many.kind))
        far = waylay.cast3d({**rays, "x": rays["x"] + 2.0**30}, triangles=corners + [2.0**30, 0, 0])
        self.assertEqual(far.point_x.dtype, np.float64)
        both = (far.kind == 3) & (many.kind == 3)
        self.assertGreater((abs(far.distance[both] - many.distance[both]) < 1e-4).sum(), 0.9 * both.sum())
        self.assertGreater(both.sum(), 50)

    def test_mistakes(self):
        with self.assertRaisesRegex(waylay.Error, "cast3d: .*direction_z"):
            waylay.cast3d(x=0, y=0, z=0, direction_x=1, direction_y=0)
        with self.assertRaisesRegex(ValueError, "triangles"):
            waylay.cast3d(x=0, y=0, z=0, direction_x=1, direction_y=0, direction_z=0, triangles=[[1, 2, 3]])


class Conflicts(unittest.TestCase):
    def test_pairs_with_their_times(self):
        got = waylay.conflicts2d(x=[0.0, 9, 0], y=[0.0, 0, 500], vx=[1.0, -1, 0], vy=0, radius=1, horizon=60)
        self.assertEqual([list(column) for column in got[:7]], [[0], [1], [4], [5], [4.5], [0], [0, 1, 1, 1]])
        self.assertEqual(list(got.status), ["met", "no_target", "no_target"])
        far = dict(x=[0.0, 9, 0], y=0, z=[0.0, 3, 500], vx=[1.0, -1, 0], vy=0, vz=0, radius=1, horizon=60)
        self.assertEqual([len(waylay.conflicts3d(far, height=height).first) for height in (3, 3.5)], [0, 1])

    def test_more_pairs_than_agents(self):
        got = waylay.conflicts2d(x=np.zeros(40), y=0, vx=0, vy=0, radius=1, horizon=[1] * 40)
        self.assertEqual([*zip(got.first, got.second)], [(i, k) for i in range(40) for k in range(i + 1, 40)])
        self.assertEqual(len(waylay.conflicts2d(x=[], y=[], vx=[], vy=[], radius=1, horizon=1).first), 0)

    def test_mistakes(self):
        with self.assertRaisesRegex(waylay.Error, "conflicts2d: .*horizon"):
            waylay.conflicts2d(x=1, y=1, vx=1, vy=1, radius=1)


class Mistakes(unittest.TestCase):
    def setUp(self):
        self.given = {"chaser_x": np.zeros(4), "chaser_y": 0, "runner_x": np.zeros(3), "runner_y": 0}

    def check(self, result, text, **given):
        with self.assertRaisesRegex(waylay.Error, text) as caught:
            waylay.choose2d(**{**self.given, **given})
        self.assertEqual(caught.exception.result, result)

    def test_the_library_s_own_words(self):
        Result = waylay.Result
        self.check(Result.MISSING, "choose2d: missing runner_x; expected the columns chaser_x, chaser_y, runner_x, runner_y$", runner_x=None)
        self.check(Result.MISSING, "missing chaser_speed, runner_vx, runner_vy; expected the columns chaser_x, .*runner_vy$", by="time")
        self.check(Result.MISSING, "missing chaser_speed, runner_vx, runner_vy, heading_x, heading_y, radius; expected", by="turning")
        self.check(Result.COST, "choose2d: by: expected 'distance', 'time' or 'turning', found 'near'$", by="near")
        self.check(Result.COST, "found 1$", by=1)
        self.check(Result.TYPE, "range_to: expected numbers of float32, .*, found complex128", range_to=1j)
        self.check(Result.TYPE, "chaser_mask", chaser_mask=0.5)
        self.check(Result.TYPE, "32 bits", runner_mask=[1, 2, 2**32])
        self.check(Result.INDEX, "index: expected numbers below 4, the number of choosers, found 4", index=[1, 4])
        self.check(Result.INDEX, "index: .* found 4294967295", index=np.array([-1], i4))
        self.assertEqual(waylay.neighbours3d.__name__, "neighbours3d")
        with self.assertRaises(waylay.Error) as caught:
            waylay.choose3d(self.given, chaser_z=0, runner_z=0, chaser_speed=1, runner_vx=0, runner_vy=0, runner_vz=0,
                            by="turning")
        self.assertEqual(caught.exception.result, Result.COST)
        self.assertEqual(str(caught.exception), "choose3d: by: expected 'distance' or 'time', found 'turning'")

    def test_shapes_and_names(self):
        for given, error, text in ((dict(runner=1), TypeError, "no column 'runner'; expected the columns chaser_x, .* and the options best, by"),
                                   (dict(runner_y=[1, 2]), ValueError, r"one length, found runner_x \(3,\), runner_y \(2,\)$"),
                                   (dict(runner_x=np.zeros((3, 3))), ValueError, "one dimension"),
                                   (dict(chaser_y=[1, 2]), ValueError, r"broadcast together, found chaser_x \(4,\), chaser_y \(2,\)$"),
                                   (dict(best=0), ValueError, "best: expected at least 1, found 0"),
                                   (dict(best=9), ValueError, "best: expected 1 to 8, found 9"),
                                   (dict(best=1.0), TypeError, "best: expected an int, found float"),
                                   (dict(index=[[1]]), ValueError, "one dimension"),
                                   (dict(chaser_x=np.zeros((2, 2)), index=[0]), ValueError, "with index")):
            with self.assertRaisesRegex(error, text, msg=given):
                waylay.choose2d(**{**self.given, **given})
        with self.assertRaisesRegex(TypeError, "expected a table: "):
            waylay.choose2d(np.zeros(3))
        with self.assertRaisesRegex(ValueError, "most: expected at least 0, found -1"):
            waylay.neighbours2d(self.given, most=-1)
        with self.assertRaisesRegex(TypeError, "no column 'bonus'"):
            waylay.neighbours2d(self.given, bonus=1)
        with self.assertRaisesRegex(TypeError, "no column 'chaser_x'; expected the columns runner_x, [^;]*$"):
            waylay.crowd2d(self.given, chaser_x=0)

    def test_the_column_that_the_library_refuses_is_named(self):
        for one, how, column in ((_choosing._CHOOSE[2], _choosing._Choice(), "runner_y"),
                                 (_choosing._AVOID[2], _choosing._Avoidance(), "radius"), (_choosing._ASSIGN, _choosing._Assignment(), "cost")):
            columns = dict(crowd_of(4)) if one is _choosing._AVOID[2] else self.given
            inputs = one.Inputs() if one is _choosing._ASSIGN else _choosing._Call(one, (columns,), {}, how, "distance").inputs
            if one is _choosing._ASSIGN:
                how.count = how.runner_count = how.each = 1
            else:
                getattr(inputs, column).type = 99
            with self.assertRaisesRegex(waylay.Error, f"^{one.name}: {column}: ") as caught:
                one.call(inputs, one.Outputs(), how)
            self.assertIn(caught.exception.text, str(caught.exception))

    def test_a_crowd_of_too_many_is_refused(self):
        with self.assertRaises(waylay.Error) as caught:
            waylay.crowd2d(runner_x=np.broadcast_to(f4(1), (2**32,)), runner_y=0)
        self.assertEqual(caught.exception.result, waylay.Result.COUNT)


class Said(unittest.TestCase):
    def test_all_of_the_structs_can_be_given_and_is_answered(self):
        for name, said in _choosing._ALL.items():
            inputs = {column["name"] for column in said["inputs"]}
            columns = next(call["columns"] for call in description["calls"] if call["name"] == name)
            fields = set(description["types"][f"way_{columns}_in"]["fields"])
            if name.startswith(("crowd", "neighbours")):
                choices = next(call["inputs"] for call in description["calls"] if call["name"] == "choose" + name[-2:])
                fields &= {column["name"] for column in choices if name[:-2] in column["read_by"]}
            self.assertEqual(inputs, fields, name)
            if name.startswith(("choose", "avoid")):
                outputs = set(description["types"][f"way_{name}_out"]["fields"])
                self.assertEqual({column["name"] for column in said["outputs"]}, outputs)

    def test_docstrings_and_signatures(self):
        for name, said in _choosing._ALL.items():
            function = getattr(waylay, name)
            self.assertIn(name, waylay.__all__)
            text = pydoc.render_doc(function, renderer=pydoc.plaintext)
            self.assertEqual(function.__module__, "waylay")
            flat = " ".join(text.split())
            for column in said["inputs"] + said["outputs"]:
                self.assertRegex(text, rf"(?m)^ +{column['name']} : .*{re.escape(column['unit'])}")
                self.assertIn(column["meaning"], flat)
            parameters = inspect.signature(function).parameters
            for option, default, _, meaning in said["options"]:
                self.assertEqual(parameters[option].default, default, (name, option))
                self.assertIn(meaning, flat)
            self.assertLessEqual({column["name"] for column in said["inputs"]}, set(parameters))
        self.assertRegex(pydoc.render_doc(waylay.choose2d, renderer=pydoc.plaintext), "range_to : .*, m, chaser's, default inf")

    def test_answers_have_their_fields_and_types(self):
        given = walkers(5)
        near = waylay.neighbours2d(given_for_lists({name: given[name] for name in ("chaser_x", "chaser_y", "runner_x", "runner_y")}))
        for name, answers in (("neighbours2d", near), ("avoid2d", waylay.avoid2d(given)), ("assign", waylay.assign(np.ones((2, 2)))),
                              ("choose2d", waylay.choose2d(chaser_x=[1.0], chaser_y=0, runner_x=[1.0], runner_y=0))):
            said = _choosing._ALL[name]["outputs"]
            self.assertEqual(answers._fields, tuple(column["name"] for column in said))
            kinds = {"row": i4, "float": f4, "status": i4, "int64": np.int64, "total": int, "double": float}
            for column, answer in zip(said, answers):
                self.assertEqual(getattr(answer, "dtype", type(answer)), kinds[column["type"]], (name, column["name"]))

    def test_crowds_that_are_lost_leave_no_memory(self):
        given = scene("uniform", 2, 50, 60)

        def work():
            waylay.choose2d(given, crowd=waylay.crowd2d(given))
            waylay.neighbours2d(given_for_lists(given))
            waylay.assign(np.ones((3, 3)))
            waylay.avoid2d(walkers(4))

        for _ in range(3):
            work()
        gc.collect()
        before = len(gc.get_objects())
        for _ in range(30):
            work()
        gc.collect()
        self.assertLess(len(gc.get_objects()) - before, 20)


if __name__ == "__main__":
    unittest.main()
