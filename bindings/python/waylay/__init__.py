"""waylay computes where and when to meet a moving target, for many agents per call.

A chaser is an agent that goes somewhere, and a runner is its target. Every behaviour is a function of this
module: `waylay.intercept2d(chaser_x=..., ...)` takes columns, which broadcast by numpy's rules, and returns a
named tuple of arrays. `waylay.behaviours` has all behaviours by name. `help(waylay.intercept2d)` shows an
example, columns, units and errors. `waylay.intercept2d.prepare(...)` returns a prepared call, which a loop
can run again and again. `choose2d` chooses each agent's target, and `neighbours2d` lists the candidates in
range. `avoid2d` finds velocities without collisions, and `assign` distributes targets at the smallest cost.
`field2d` finds paths over a grid, and `follow2d` the velocities along them.
"""

from . import _choosing, _tables, _text
from ._calls import Behaviour as _Behaviour, Prepared, call as _call
from ._choosing import Crowd, PreparedAvoidance, find_part
from ._field import Field, field2d, follow2d
from ._inputs import NO_TARGET, TriangleTree, WallTree, triangle_tree, wall_tree, walls
from ._library import Error, Precision, Result, Status, StatusArray, StatusNumber, Word, WordArray, WordNumber
from ._library import description, isa, isas, set_isa
from ._library import version as __version__
from ._memory import keep_memory


def _function(behaviour):
    chasers = {name for name, is_runner in zip(behaviour.input_names, behaviour.runners) if not is_runner}

    def run(*tables, **columns):
        by_target, keeps = columns.get("target") is not None, columns.get("out") is not None
        answer = _call(behaviour, tables, columns)
        return answer if keeps or not tables else _tables.framed(tables, chasers, by_target, answer)

    def prepare(*tables, **columns):
        return Prepared(behaviour, tables, columns)

    run.__name__ = run.__qualname__ = behaviour.name
    run.__module__ = prepare.__module__ = __name__
    prepare.__name__, prepare.__qualname__ = "prepare", f"{behaviour.name}.prepare"
    run.__signature__ = _text.signature(behaviour)
    prepare.__signature__ = run.__signature__
    run.__doc__ = _text.docstring(behaviour)
    prepare.__doc__ = _text.PREPARE
    run.prepare, run.Result, run._behaviour = prepare, behaviour.Answers, behaviour
    run.description = behaviour.description
    behaviour.Answers.__doc__ = _text.result_docstring(behaviour)
    return run


behaviours = {entry["name"]: _function(_Behaviour(entry)) for entry in description["behaviours"]}
_choosers = {function.__name__: function for function in _choosing.FUNCTIONS}
_answers = [function.Result for function in (*behaviours.values(), *_choosers.values()) if hasattr(function, "Result")]
_answers = {answer.__name__: answer for answer in _answers}  # pickle finds classes by these names
globals().update(behaviours, **_choosers, **_answers)

__all__ = ["Crowd", "Error", "Field", "field2d", "follow2d", "NO_TARGET", "Precision", "Prepared", "PreparedAvoidance", "Result", "Status",
           "StatusArray", "TriangleTree", "WallTree", "Word", "WordArray", "behaviours", "description", "find_part", "isa",
           "isas", "keep_memory", "set_isa", "triangle_tree", "wall_tree", "walls", *behaviours, *_choosers, *_answers]
