"""Calls behaviours: passes the caller's columns to the library and returns the answers as a named tuple."""

import ctypes
import functools
import itertools
import sys
from collections import namedtuple
from collections.abc import Mapping
from struct import Struct

import numpy as np

from . import _inputs, _tables, _text
from ._inputs import ELEMENTS
from ._library import ARRAYS, Batch, Column, ColumnOut, DragTable, Error, Part, Precision, Result, Status, WordArray
from ._library import choices, lib, number, packing, refused
from ._memory import empty

# The names of a call's arguments that are not columns of the behaviour.
OPTIONS = tuple(option[0] for option in _text.OPTIONS)

_WALLS_OF_A_TREE, _AGENTS_OF_A_TREE = 256, 1024  # with fewer, a tree for one call costs more than it saves

_PRECISIONS = {word.name.lower(): word for word in Precision}
_single, _double, _int = np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.int32)


_PACKING, _PLACES = packing("way_column", ("data", "gap", "type"))
_PACKING_OUT, _PLACES_OUT = packing("way_column_out", ("data", "gap", "type"))
_DATA, _GAP, _TYPE = (_PLACES.index(name) for name in ("data", "gap", "type"))
_OUT_DATA, _OUT_TYPE = (_PLACES_OUT.index(name) for name in ("data", "type"))


def _plan_outputs(columns, double):
    """Prepares the outputs for _quickly(). Returns two lists. The first list has a pair for each numpy type:
    the type and its outputs, each as (number, index of its address in the second list). The second list has
    the field values of all way_column_out structs, three for each output, with 0 for the addresses."""
    kinds, cells = {}, [0] * (3 * len(columns))
    for k, column in enumerate(columns):
        kind = _int if column["type"] != "float" else _double if column["axis"] and double else _single
        kinds.setdefault(kind, []).append((k, 3 * k + _OUT_DATA))
        cells[3 * k + _OUT_TYPE] = ELEMENTS[kind][0]
    return list(kinds.items()), cells


class Behaviour:
    """A function of this package for one behaviour, made from the library's description."""

    def __init__(self, description):
        self.name, self.description = description["name"], description
        self.inputs, self.outputs = description["inputs"], description["outputs"]
        self.input_names = [column["name"] for column in self.inputs]
        self.output_names = [column["name"] for column in self.outputs]
        clash = set(OPTIONS).intersection(self.input_names)
        if clash:
            raise ImportError(f"waylay: {self.name} has a column of an option's name: {', '.join(clash)}")
        self.places = [bool(column["axis"]) for column in self.inputs]
        self.floats = [column["type"] == "float" for column in self.inputs]
        self.runners = [column["side"] == "runner" for column in self.inputs]
        self.reads_runners = any(self.runners)
        self.walls = description["walls"]
        self.required = [column["required"] for column in self.inputs]
        self.needed = [column["name"] for column in self.inputs if column["required"]]
        self.Inputs, self.Outputs = Column * len(self.inputs), ColumnOut * len(self.outputs)
        self.function = getattr(lib, "way_" + self.name)
        self.function.restype = ctypes.c_int
        self.quick_inputs = [(name, 3 * k, *facts) for k, (name, *facts) in enumerate(
            zip(self.input_names, self.required, self.places, self.floats))]
        self.quick_names = frozenset(self.input_names)
        self.no_inputs = [0] * (3 * len(self.inputs))
        self.pack_inputs = Struct("=" + _PACKING * len(self.inputs)).pack
        self.pack_outputs = Struct("=" + _PACKING_OUT * len(self.outputs)).pack
        self.quick_outputs = [_plan_outputs(self.outputs, double) for double in (False, True)]
        self.optional = tuple(column["name"] for column in self.inputs if not column["required"])
        self.optional_runners = tuple(column["name"] for column in self.inputs
                                      if not column["required"] and column["side"] == "runner")
        types = [column["type"] for column in self.outputs]
        self.arrays = [(k, ARRAYS[kind]) for k, kind in enumerate(types) if kind in ARRAYS]
        title = "".join(word.capitalize() for word in self.name.split("_"))
        self.Answers = namedtuple(title + "Result", self.output_names, module="waylay")
        self.some_answers = {tuple(self.output_names): self.Answers}

    def answers_of(self, names):
        """Returns the class of answers that have these outputs only, in the order of the outputs. It is
        derived from the class of all outputs, so isinstance works."""
        made = self.some_answers.get(names)
        if made is None:
            title = self.Answers.__name__
            base = namedtuple(title, names, module="waylay")
            members = {name: property(functools.partial(_refuse_unwanted, name, names))
                       for name in self.output_names if name not in names}
            made = self.some_answers[names] = type(title, (base, self.Answers), {
                "__slots__": (), "__module__": "waylay", "__doc__": self.Answers.__doc__,
                "__reduce__": functools.partialmethod(_reduce_some, self.name), **members})
        return made


def _refuse_unwanted(name, names, answer):
    raise AttributeError(f"{type(answer).__name__}: {name} was not computed; the outputs are "
                         f"{', '.join(names)}. Add it to `want`, or to `out`")


def _reduce_some(answer, name):
    return answers_again, (name, answer._fields, tuple(answer))


def answers_again(name, names, values):
    """Makes an answer with some of the outputs from a pickle."""
    return getattr(sys.modules[__package__], name)._behaviour.answers_of(names)(*values)


def collect(who, input_names, optional, options, tables, given):
    """Returns the columns by name. An argument of the call takes precedence over a column of a table."""
    other_names = [other for name, other in _tables.SYNONYMS.items() if name in input_names]
    unknown = [name for name in given if name not in input_names and name not in other_names]
    if unknown:
        also = f" and the options {', '.join(options)}" if options else ""
        near = _tables.near(unknown[0], (*input_names, *options))
        near = f"; is it {near[0]!r}? Expected" if near else "; expected"
        raise TypeError(f"{who}: no column {unknown[0]!r}{near} the columns {', '.join(input_names)}{also}")
    _tables.take(who, input_names, optional, tables, given)
    return given


def say_missing(missing, needed, tables=()):
    found = [str(name) for table in tables for name in _tables.columns_of("", table)]
    there = f"; found the columns {', '.join(found[:30])} in the tables" if found else ""
    return f"missing {', '.join(missing)}; expected the columns {', '.join(needed)}{there}"


def refuse_copy(who, name, given):
    """Refuses a copied column in a prepared call, because a copy would not follow changes of the original."""
    if given.copied:
        raise ValueError(f"{who}: a prepared call reads columns where they lie; {name} would be copied: give "
                         + ("a part without gaps of waylay.walls(...), or waylay.wall_tree(...)" if name == "walls" else
                            "an array of the column's own type, without nulls"))


class _Call:
    """The structs of one call, and references to all arrays that the call reads."""

    def __init__(self, behaviour, tables, options, prepared):
        self.behaviour, self.who, self.prepared, self.tables = behaviour, behaviour.name, prepared, tables
        self.option = {name: options.pop(name, None) for name in OPTIONS}
        self.held, self.nulls, self.walls, self.tree, self.fault = [], [], None, None, ctypes.c_char_p()
        self.inputs, self.batch = behaviour.Inputs(), Batch()
        self.outputs = behaviour.Outputs()
        columns = collect(self.who, behaviour.input_names, behaviour.optional, OPTIONS, tables, options)
        self.check_options()
        parts = self.option["parts"]
        by_target = self.option["target"] is not None and behaviour.reads_runners
        if _tables.may_have_indexes(columns.values()):
            self.check_indexes(columns, by_target)
        self.moving = []  # (struct, array, name) of each column that has one element per agent
        given = self.read(columns, not (by_target and parts is not None))
        parts = [self.read_part(part) for part in parts] if parts is not None else None
        double = self.are_doubles([given] + [part[0] for part in parts or []])
        self.lay_inputs(given, double, by_target)
        self.lay_targets(by_target, parts, double)
        self.lay_batch(double)
        self.shape_all()
        self.lay_outputs(double)
        self.walk()
        del self.option, self.tables  # `held` and `moving` keep the arrays alive

    def refuse(self, result, detail=""):
        raise Error(self.who, result, detail)

    def hold(self, name, given):
        """Keeps an array alive that the library reads. A prepared call refuses copies and nulls."""
        if self.prepared:
            refuse_copy(self.who, name, given)
            if given.nulls is not None:
                raise ValueError(f"{self.who}: a prepared call takes no nulls; {name} has some")
        self.held.append(given.array)
        return given.array

    def check_options(self):
        option = self.option
        if option["target"] is None:
            for name in ("target_mask", "target_row", "target_part", "target_generation", "generation", "parts", "part",
                         "keep_nobody"):
                if option[name]:
                    raise TypeError(f"{self.who}: {name} needs a target")
        elif not self.behaviour.reads_runners:
            raise TypeError(f"{self.who} has no columns of runners: it takes no target")
        if option["walls"] is not None and not self.behaviour.walls:
            raise TypeError(f"{self.who} reads no walls")
        if option["drag_table"] is not None and "drag_area" not in self.behaviour.input_names:
            raise TypeError(f"{self.who} has no drag_area: it takes no drag_table")
        if option["wall_velocity"] is not None and option["walls"] is None:
            raise TypeError(f"{self.who}: wall_velocity needs walls")
        if (option["target_generation"] is None) != (option["generation"] is None) and option["parts"] is None:
            raise TypeError(f"{self.who}: target_generation and generation go together")

    # Inputs ---------------------------------------------------------------------------------------------------

    def check_indexes(self, columns, by_target):
        """Refuses pandas columns whose rows are matched, but whose indexes differ."""
        groups = [], [(name, self.option[name]) for name in ("target", "part", "target_generation")]
        for name, is_runner in zip(self.behaviour.input_names, self.behaviour.runners):
            groups[0 if is_runner and by_target else 1].append((name, columns.get(name)))
        groups[0].append(("generation", self.option["generation"]))
        for group in groups:
            _tables.check_indexes(self.who, group)

    def read_one(self, k, value):
        name = self.behaviour.input_names[k]
        read = _inputs.numbers if self.behaviour.floats[k] else _inputs.wholes
        return read(self.who, name, value)

    def read(self, columns, runners_too):
        """Reads the given columns. Returns them by number. If `runners_too` is false, the option `parts` has
        the runners' columns, and a runner's column in `columns` is an error."""
        behaviour, given, missing = self.behaviour, {}, []
        for k, name in enumerate(behaviour.input_names):
            value = columns.get(name)
            if not runners_too and behaviour.runners[k]:
                if value is not None and name in columns:
                    raise TypeError(f"{self.who}: with parts, {name} is given in each part")
            elif value is not None:
                given[k] = self.read_one(k, value)
            elif behaviour.required[k]:
                missing.append(name)
        if missing:
            self.refuse(Result.MISSING, say_missing(missing, behaviour.needed, self.tables))
        return given

    def read_part(self, part):
        names = _tables.columns_of(self.who, part)
        _tables.refuse_near(self.who, self.behaviour.optional_runners, [names], names)
        columns = [(name, _tables.column_of(self.who, part, name)) for name in self.behaviour.input_names if name in names]
        _tables.check_indexes(self.who, columns)
        given, missing = {}, []
        for k, name in enumerate(self.behaviour.input_names):
            if self.behaviour.runners[k]:
                if name in names and part[name] is not None:
                    given[k] = self.read_one(k, part[name])
                elif self.behaviour.required[k]:
                    missing.append(name)
        if missing:
            needed = [name for name, runner in zip(self.behaviour.input_names, self.behaviour.runners)
                      if runner and name in self.behaviour.needed]
            self.refuse(Result.MISSING, "parts: " + say_missing(missing, needed))
        generation = part["generation"] if "generation" in names else None
        return given, generation

    def are_doubles(self, several):
        """Returns True if a position is given in doubles. Plain numbers take the type of the positions that
        are arrays. If no position is an array, plain numbers are doubles, as in numpy."""
        strong = weak = False
        for given in several:
            for k, column in given.items():
                if self.behaviour.places[k]:
                    if not column.weak:
                        strong = True
                        if column.array.dtype == _double:
                            return True
                    else:
                        weak = True
        return weak and not strong

    def array_of(self, k, given, double):
        if given.weak:
            given.array = _inputs.plain_number(self.who, self.behaviour.input_names[k], given.array,
                                               double and self.behaviour.places[k])
        return self.hold(self.behaviour.input_names[k], given)

    def lay_inputs(self, given, double, by_target):
        """Fills structs of runners' columns whose rows `target` selects. walk() fills all other structs."""
        runners = {}
        for k, column in given.items():
            array = self.array_of(k, column, double)
            if by_target and self.behaviour.runners[k]:
                runners[k] = array
                if column.nulls is not None:
                    raise ValueError(f"{self.who}: {self.behaviour.input_names[k]} has nulls and is read by target")
            else:
                self.moving.append((self.inputs[k], array, self.behaviour.input_names[k]))
                if column.nulls is not None:
                    self.nulls.append(column.nulls)
        self.runner_count = self.lay_runners(self.inputs, runners) if by_target else 0

    def lay_runners(self, structs, arrays):
        """Fills structs of runners' columns whose rows `target` selects. Returns the number of runners."""
        return lay_rows(self.who, [(structs[k], array, self.behaviour.input_names[k]) for k, array in arrays.items()])

    # Targets ----------------------------------------------------------------------------------------------------

    def lay_generation(self, struct, value, count):
        array = self.hold("generation", _inputs.words(self.who, "generation", value))
        if array.shape != (count,):
            raise ValueError(f"{self.who}: generation: expected the shape ({count},), one for each runner, found {array.shape}")
        lay(struct, array, array.strides[0])

    def lay_targets(self, by_target, parts, double):
        option, targets = self.option, self.batch.targets
        if not by_target:
            return
        mask = option["target_mask"] or 0
        if not 0 <= mask <= _inputs.NO_ROW:
            raise ValueError(f"{self.who}: target_mask: expected 32 bits, found {mask}")
        targets.mask, targets.keep_outputs = mask, bool(option["keep_nobody"])
        self.entity_column("target", targets.row, low_half=mask != 0)
        if parts is None:
            targets.runner_count = self.runner_count
            if self.runner_count == 0 and option["target_row"] is None:
                # columns without a runner: a map of 0 rows, so that no target has a row, and 0 is no forgotten count
                targets.row_of, targets.map_size = ctypes.addressof(targets), 0
            if option["generation"] is not None:
                self.lay_generation(targets.runner_generation, option["generation"], self.runner_count)
        else:
            self.lay_parts(parts, double)
        if option["target_generation"] is not None:
            array = self.hold("target_generation",
                              _inputs.words(self.who, "target_generation", option["target_generation"]))
            self.moving.append((targets.generation, array, "target_generation"))
        self.lay_entity_rows()

    def entity_column(self, name, struct, low_half=False):
        array = self.hold(name, _inputs.entities(self.who, name, self.option[name], low_half))
        self.moving.append((struct, array, name))

    def lay_entity_rows(self):
        lists = {}
        for name, field in (("target_row", "row_of"), ("target_part", "part_of")):
            if self.option[name] is not None:
                lists[name] = self.hold(name, _inputs.numbers_side_by_side(self.who, name, self.option[name]))
                setattr(self.batch.targets, field, _inputs.address(lists[name]))
                self.batch.targets.map_size = len(lists[name])
        if len({len(array) for array in lists.values()}) > 1:
            raise ValueError(f"{self.who}: target_row and target_part differ in length")
        if any(len(array) == 0 for array in lists.values()):  # empty lists name no target
            self.batch.targets.map_size = 0

    def lay_parts(self, parts, double):
        if self.option["generation"] is not None:
            raise TypeError(f"{self.who}: with parts, generation is given in each part")
        if self.option["part"] is None and self.option["target_part"] is None:
            self.refuse(Result.MISSING, "missing part or target_part; parts need one of them")
        laid = (Part * max(len(parts), 1))()
        for struct, (given, generation) in zip(laid, parts):
            columns = self.behaviour.Inputs()
            arrays = {k: self.array_of(k, column, double) for k, column in given.items()}
            if any(column.nulls is not None for column in given.values()):
                raise ValueError(f"{self.who}: a part's columns have nulls and are read by target")
            count = self.lay_runners(columns, arrays)
            struct.columns, struct.count = ctypes.addressof(columns), count
            if generation is not None:
                self.lay_generation(struct.generation, generation, count)
            self.held.append(columns)
        self.held.append(laid)
        self.batch.targets.parts, self.batch.targets.part_count = ctypes.addressof(laid), len(parts)
        if self.option["part"] is not None:
            self.entity_column("part", self.batch.targets.part)

    # The batch --------------------------------------------------------------------------------------------------

    def lay_batch(self, double):
        batch, precision = self.batch, self.option["precision"]
        batch.fault = ctypes.addressof(self.fault)
        if isinstance(precision, str):
            precision = _PRECISIONS.get(precision, precision)
        if precision not in _PRECISIONS.values() and precision is not None:
            self.refuse(Result.PRECISION, f"precision: expected {choices(_PRECISIONS)}, found {precision!r}")
        batch.precision = precision or 0
        if self.option["walls"] is not None:
            walls = self.option["walls"]
            self.tree = walls if isinstance(walls, _inputs.WallTree) else None
            self.may_move = double
            if self.tree is not None:
                self.walls, _, self.origin = self.tree.present(double)
            else:
                given, self.origin = _inputs.list_of_walls(self.who, walls, double)
                self.walls = self.hold("walls", given)
            lay_walls(batch, self.walls, None, self.origin)
        if self.option["drag_table"] is not None:
            self.lay_drag_table(self.option["drag_table"])
        if self.option["wall_velocity"] is not None:
            _tables.check_indexes(self.who, [(name, self.option[name]) for name in ("walls", "wall_velocity")])
            given = _inputs.wall_velocities(self.who, self.option["wall_velocity"], len(self.walls))
            batch.wall_velocity = _inputs.address(self.hold("wall_velocity", given))
        if self.option["agents"] is not None:
            self.agents = self.hold("agents", _inputs.numbers_side_by_side(self.who, "agents", self.option["agents"], True))
        else:
            self.agents = None

    def lay_drag_table(self, given):
        """Copies a pair of sequences, speeds and coefficients, for the batch."""
        try:
            speed, coefficient = (list(map(float, numbers)) for numbers in given)
        except (TypeError, ValueError):
            raise TypeError(f"{self.who}: drag_table is a pair of sequences: speeds and coefficients") from None
        if len(speed) != len(coefficient):
            raise ValueError(f"{self.who}: drag_table has {len(speed)} speeds and {len(coefficient)} coefficients")
        cells = (ctypes.c_float * (2 * len(speed)))(*speed, *coefficient)
        start, table = ctypes.addressof(cells), DragTable()
        table.speed, table.coefficient, table.count = start, start + 4 * len(speed), len(speed)
        self.held.extend((cells, table))
        self.batch.drag_table = ctypes.addressof(table)

    # Outputs ----------------------------------------------------------------------------------------------------

    def wanted(self):
        """Returns the given outputs by name, and the names of all wanted outputs."""
        names, out, want = self.behaviour.output_names, self.option["out"], self.option["want"]
        given = {}
        if out is not None:
            if isinstance(out, tuple) and hasattr(out, "_fields"):
                out = out._asdict()
            columns = _tables.columns_of(self.who, out)
            if isinstance(out, Mapping):
                unknown = [name for name in columns if name not in names]
                if unknown:
                    raise TypeError(f"{self.who}: out: no output {unknown[0]!r}; expected some of {', '.join(names)}")
            given = {name: out[name] for name in names if name in columns and out[name] is not None}
        if want is None:
            want = list(given) if out is not None else names
        elif isinstance(want, str):
            want = [want]
        unknown = [name for name in want if name not in names]
        if unknown:
            raise TypeError(f"{self.who}: want: no output {unknown[0]!r}; expected some of {', '.join(names)}")
        return given, set(want) | set(given)

    def shape_all(self):
        """Sets the shape of the answers, to which the chasers' columns broadcast. Without targets, the
        runners' columns broadcast to that shape, too."""
        self.given_out, self.wanted_out = self.wanted()
        columns = [(array, name) for _, array, name in self.moving]
        for name, array in self.given_out.items():
            if not isinstance(array, np.ndarray):
                raise TypeError(f"{self.who}: out: {name}: expected a numpy array, found {type(array).__name__}")
            columns.append((array, f"the output {name}"))
        self.shape = common_shape(self.who, columns)
        for name, array in self.given_out.items():
            if array.shape != self.shape:
                raise ValueError(f"{self.who}: out: {name}: expected the shape {self.shape} of the answers, found {array.shape}")
        if self.agents is not None and len(self.shape) != 1:
            raise ValueError(f"{self.who}: with agents, columns must have one dimension, not {len(self.shape)}")

    def lay_outputs(self, double):
        holes = self.agents is not None or self.batch.targets.keep_outputs
        self.answers, self.fresh = {}, not self.given_out
        for k, column in enumerate(self.behaviour.outputs):
            name = column["name"]
            if name not in self.wanted_out:
                continue
            array = self.given_out.get(name)
            if array is None:
                kind = _int if column["type"] != "float" else _double if column["axis"] and double else _single
                array = np.full(self.shape, number(column["default"]), kind) if holes else empty(self.shape, kind)
            else:
                self.check_output(name, column, array)
            self.answers[name] = array
            self.held.append(array)
            self.moving.append((self.outputs[k], array, name))
        if self.given_out:
            self.keep_apart()

    def check_output(self, name, column, array):
        kinds = (_single, _double) if column["type"] == "float" else (_int,)
        if array.dtype not in kinds:
            self.refuse(Result.TYPE, f"out: {name}: expected an array of {' or '.join(map(str, kinds))}, found {array.dtype}")
        if not array.flags.writeable:
            raise ValueError(f"{self.who}: out: {name}: expected an array that can be written; this one is read-only")
        if not _inputs._lies_well(array, 3):
            self.refuse(Result.ALIGNMENT, f"out: {name}: expected elements at multiples of 4 bytes")
        if any(stride == 0 and length > 1 for stride, length in zip(array.strides, array.shape)):
            self.refuse(Result.STRIDE, f"out: {name}: expected an element for each agent, found one for all")

    def keep_apart(self):
        """Copies each input that overlaps an output, as numpy does. No copy is needed if each element of the
        output is at the address of the input's same element. Two outputs that overlap are an error."""
        given = list(self.given_out.items())
        elements = {id(array) for _, array, _ in self.moving}
        for (name, one), (other, two) in itertools.combinations(given, 2):
            if np.may_share_memory(one, two) and np.shares_memory(one, two):
                raise ValueError(f"{self.who}: the outputs {name} and {other} overlap")
        copies = []
        for place, (struct, array, column) in enumerate(self.moving):
            if isinstance(struct, ColumnOut):
                continue
            for name, out in given:
                if not np.may_share_memory(array, out) or _are_same(array, out, self.shape) or not np.shares_memory(array, out):
                    continue
                if self.prepared:
                    self.refuse(Result.OVERLAP, f"out: {name} overlaps {column}; a prepared call allows only exactly the same array")
                array = array.copy()
                copies.append(array)
                self.moving[place] = (struct, array, column)
        for array in self.held:
            if isinstance(array, np.ndarray) and id(array) not in elements:
                for name, out in given:
                    if np.may_share_memory(array, out) and np.shares_memory(array, out):
                        self.refuse(Result.OVERLAP, f"out: {name} overlaps a column that is read by target")
        self.held += copies

    # The walk ---------------------------------------------------------------------------------------------------

    def walk(self):
        """Fills the structs of all columns. Splits the call into library calls, each along one axis."""
        batch, shape = self.batch, self.shape
        strides = [_broadcast(array, shape) for _, array, _ in self.moving]
        if 0 in shape:
            count, inner, outer = 0, [0] * len(strides), None
        elif len(shape) == 1:
            count, inner, outer = shape[0], [stride[0] for stride in strides], None
        else:
            count, inner, outer = _best_axis(shape, strides)
        first = [lay(struct, array, stride) for (struct, array, _), stride in zip(self.moving, inner)]
        batch.count = batch.agent_count = count
        if self.agents is not None:
            batch.count, batch.index = len(self.agents), _inputs.address(self.agents)
            if count == 0 and batch.count:
                self.refuse(Result.INDEX, f"agents: expected none, because the columns are empty, found {self.agents[0]}")
        self.steps = None
        if outer is not None:
            lengths, along = outer
            steps = [(0,) * len(self.moving)]
            for length, ways in zip(lengths, along):
                steps = [tuple(a + i * b for a, b in zip(step, ways)) for step in steps for i in range(length)]
            movers = [k for k in range(len(self.moving)) if any(ways[k] for ways in along)]
            self.steps = [[(self.moving[k][0], first[k] + step[k]) for k in movers] for step in steps]

    def takes_tree(self):
        """Returns True if the caller gave a tree of walls, or if making a tree for this call saves time."""
        agents = self.batch.count * len(self.steps or ((),))
        return self.tree is not None or (self.walls is not None and len(self.walls) >= _WALLS_OF_A_TREE
                                         and agents >= _AGENTS_OF_A_TREE and not self.batch.wall_velocity)

    def present_walls(self):
        """Returns the present walls, their tree and their origin, as WallTree.present() does. The caller must
        keep the walls and the tree alive during the library's call."""
        if self.tree is not None:
            return self.tree.present(self.may_move)
        return self.walls, _inputs.make_wall_tree(self.who, self.walls), self.origin

    def run(self):
        function = self.behaviour.function
        arguments = ctypes.byref(self.inputs), ctypes.byref(self.outputs), ctypes.byref(self.batch)
        if self.takes_tree():
            walls = self.present_walls()  # this reference keeps the walls alive until the last step
            lay_walls(self.batch, *walls)
        for step in self.steps or ((),):
            for struct, data in step:
                struct.data = data
            result = function(*arguments)
            if result:
                self.refuse(result, self.explain(result))
        for nulls in self.nulls:
            self.invalidate(np.broadcast_to(nulls, self.shape))

    def explain(self, result):
        """Returns the text of an error: the column and the mistake, with the names of this package."""
        if result == Result.INDEX and self.agents is not None and len(self.agents):
            return f"agents: expected numbers below {self.batch.agent_count}, found {self.agents.max()}"
        return refused(self.fault, result)

    def invalidate(self, nulls):
        """Sets the answers of rows with a null integer to the defaults, and their status to INVALID. Null
        floats are NaN, and the library itself treats rows with NaN in this way."""
        if self.agents is not None:
            named = np.zeros(self.shape, bool)
            named[self.agents] = True
            nulls = nulls & named
        for name, array in self.answers.items():
            column = self.behaviour.outputs[self.behaviour.output_names.index(name)]
            array[nulls] = Status.INVALID if column["type"] == "status" else number(column["default"])

    def result(self):
        answers = dict(self.answers)
        for k, kind in self.behaviour.arrays:
            name = self.behaviour.output_names[k]
            if name in answers:
                answers[name] = answers[name].view(kind)
        if self.shape == () and self.fresh:
            answers = {name: array[()] for name, array in answers.items()}
        return self.behaviour.answers_of(tuple(answers))(**answers)


def _broadcast_shapes(shapes):
    """Like np.broadcast_shapes, but ten times as fast if all shapes except () are equal."""
    different = set(shapes)
    different.discard(())
    if len(different) <= 1:
        return different.pop() if different else ()
    return np.broadcast_shapes(*different)


def common_shape(who, columns):
    """Returns the shape to which the columns broadcast. Each column is (array, name)."""
    try:
        return _broadcast_shapes([array.shape for array, _ in columns])
    except ValueError:
        found = ", ".join(f"{name} {array.shape}" for array, name in columns if array.shape)
        raise ValueError(f"{who}: expected shapes that broadcast together, found {found}") from None


def lay_rows(who, columns):
    """Fills the runners' structs. A column is (struct, array, name). Returns the columns' length."""
    try:
        shape = _broadcast_shapes([(1,)] + [array.shape for _, array, _ in columns])
    except ValueError:
        shape = ()
    if len(shape) != 1:
        found = ", ".join(f"{name} {array.shape}" for _, array, name in columns if array.shape)
        raise ValueError(f"{who}: expected runner columns of one dimension and one length, found {found}")
    for struct, array, _ in columns:
        lay(struct, array, _broadcast(array, shape)[0])
    return shape[0]


def _broadcast(array, shape):
    """Returns the strides of an array that is broadcast to the shape."""
    own, extra = array.strides, len(shape) - array.ndim
    if array.shape == shape:
        return own
    return (0,) * extra + tuple(
        0 if length == 1 and wide != 1 else stride for stride, length, wide in zip(own, array.shape, shape[extra:]))


def _are_same(array, out, shape):
    """Returns True if each element of the input is at the address of the same element of the output."""
    return (array.dtype == out.dtype and _inputs.address(array) == _inputs.address(out)
            and all(a == b or length == 1 for a, b, length in zip(_broadcast(array, shape), out.strides, shape)))


def lay_walls(struct, walls, tree, origin):
    """Sets the fields of the walls: the walls, their tree or None, and the origin of their coordinates."""
    struct.walls, struct.wall_count = _inputs.address(walls), len(walls)
    struct.wall_tree = None if tree is None else _inputs.address(tree)
    struct.wall_origin_x, struct.wall_origin_y = origin


def lay(struct, array, stride):
    """Fills the struct of a column. Returns the address of the array's first element."""
    data = _inputs.address(array)
    kind = ELEMENTS[array.dtype][0]
    size = array.itemsize
    if array.size <= 1 and (stride or isinstance(struct, ColumnOut)):
        stride = size  # numpy may give any stride to an array of at most one element
    struct.data = data
    if stride != size:
        struct.gap = stride - size
    if kind:
        struct.type = kind
    return data


def _best_axis(shape, strides):
    """Merges adjacent axes if every column can traverse them with one stride. Chooses the axis along which
    each library call runs. Returns (its length, the columns' strides along it, the other axes)."""
    axes = [(length, tuple(stride[d] for stride in strides)) for d, length in enumerate(shape) if length != 1]
    merged = []
    for length, ways in axes:
        if merged:
            before, wide = merged[-1]
            if all(a == b * length for a, b in zip(wide, ways)):
                merged[-1] = (before * length, ways)
                continue
        merged.append((length, ways))
    if not merged:
        return 1, [0] * len(strides), None
    # choose the axis with the smallest strides among the axes that are worth a call's fixed cost
    long_enough = [d for d in range(len(merged)) if merged[d][0] >= 256]
    if long_enough:
        chosen = min(long_enough, key=lambda d: sum(abs(way) for way in merged[d][1]))
    else:
        chosen = max(range(len(merged)), key=lambda d: merged[d][0])
    length, ways = merged.pop(chosen)
    if not merged:
        return length, ways, None
    return length, ways, ([axis[0] for axis in merged], [axis[1] for axis in merged])


_QUICK_MOST = 4096  # agents; with more, _Call takes little time compared with the library
_DOUBLE_TYPE = ELEMENTS[_double][0]


def _quickly(behaviour, columns):
    """Does the work of _Call in a third of the time, if all columns are plain numbers or arrays of one
    dimension and the same length. Returns the answers, or None if the call has other arguments or fails."""
    if not behaviour.quick_names.issuperset(columns):
        return None
    shape, cells, numbers, double = None, behaviour.no_inputs.copy(), [], False
    for name, at, needed, place, floats in behaviour.quick_inputs:
        column = columns.get(name)
        if column is None:
            if needed:
                return None
            continue
        kind = type(column)
        if kind is WordArray:
            column, kind = column.view(np.ndarray), np.ndarray
        if kind is np.ndarray:
            dtype, size = column.dtype, 4
            if dtype is _double and floats:
                size, double = 8, double or place
                cells[at + _TYPE] = _DOUBLE_TYPE
            elif dtype is not (_single if floats else _int):
                return None
            if column.shape != shape:
                if shape is not None or column.ndim != 1:
                    return None
                shape = column.shape
            if not column.flags.c_contiguous:
                cells[at + _GAP] = column.strides[0] - size
            cells[at + _DATA] = data = column.__array_interface__["data"][0]
            if (data | cells[at + _GAP]) & 3:
                return None
        elif (kind is float or kind is int) and floats:
            numbers.append((at, place, column))
        else:
            return None
    if shape is None or not 0 < shape[0] <= _QUICK_MOST:
        return None
    count, held = shape[0], []
    try:
        for at, place, value in numbers:
            wide = place and double
            cell = ctypes.c_double(value) if wide else ctypes.c_float(value)
            held.append(cell)
            cells[at + _DATA], cells[at + _GAP] = ctypes.addressof(cell), -8 if wide else -4
            cells[at + _TYPE] = _DOUBLE_TYPE if wide else 0
    except OverflowError:
        return None
    plan, out = behaviour.quick_outputs[bool(double)]
    out, answers = out.copy(), [None] * len(behaviour.outputs)
    for kind, places in plan:
        memory = np.empty((len(places), count), kind)
        data, step = memory.__array_interface__["data"][0], count * kind.itemsize
        for array, (k, at) in zip(memory, places):
            answers[k], out[at], data = array, data, data + step
    if behaviour.function(behaviour.pack_inputs(*cells), behaviour.pack_outputs(*out),
                          ctypes.byref(Batch(count=count, agent_count=count))):
        return None
    for k, kind in behaviour.arrays:
        answers[k] = answers[k].view(kind)
    return behaviour.Answers(*answers)


def call(behaviour, tables, options):
    _tables.take(behaviour.name, behaviour.input_names, behaviour.optional, tables, options)
    answers = _quickly(behaviour, options)
    if answers is not None:
        return answers
    made = _Call(behaviour, tables, options, False)
    made.run()
    return made.result()


def prepare_again(name, tables, columns):
    """Makes a prepared call from a pickle."""
    return getattr(sys.modules[__package__], name).prepare(*tables, **columns)


class Prepared:
    """A call whose columns are fixed. Each time you call it, it reads the present values of the columns and writes the answers to
    the same arrays, those of `result`. It keeps all arrays alive. Never resize one of them in place with refcheck=False, because
    this frees memory that the call reads. A pickle contains the arrays, so an unpickled call has arrays of its own."""

    __slots__ = ("result", "_call", "_given", "_function", "_in", "_out", "_batch", "__weakref__")

    def __init__(self, behaviour, tables, options):
        self._given = tables, dict(options)
        made = self._call = _Call(behaviour, tables, options, True)
        made.fresh = False
        self.result = made.result()
        self._function = behaviour.function
        self._in, self._out = ctypes.byref(made.inputs), ctypes.byref(made.outputs)
        self._batch = ctypes.byref(made.batch)
        if made.steps is not None or made.takes_tree():
            self._function = self._all_steps(made)

    @staticmethod
    def _all_steps(made):
        """Returns a function that makes one call into the library for each step, until a call fails. Each of
        these calls has its own structs, so that threads may share the function. For the same reason, each run
        of the function has its own batch with the present walls and their tree."""
        function, calls = made.behaviour.function, []
        for step in made.steps or ((),):
            for struct, data in step:
                struct.data = data
            calls.append([type(whole).from_buffer_copy(whole) for whole in (made.inputs, made.outputs, made.batch)])
        takes_tree = made.takes_tree()

        def run(*_):
            walls = made.present_walls() if takes_tree else None  # kept alive until the last call
            for inputs, outputs, batch in calls:
                if walls:
                    batch = Batch.from_buffer_copy(batch)
                    lay_walls(batch, *walls)
                result = function(ctypes.byref(inputs), ctypes.byref(outputs), ctypes.byref(batch))
                if result:
                    return result
            return 0

        return run

    def __call__(self):
        result = self._function(self._in, self._out, self._batch)
        if result:
            raise Error(self._call.who, result, self._call.explain(result))
        return self.result

    def __reduce__(self):
        return prepare_again, (self._call.who, *self._given)

    def __repr__(self):
        return f"<waylay: {self._call.who} prepared for {self._call.batch.count} agents>"
