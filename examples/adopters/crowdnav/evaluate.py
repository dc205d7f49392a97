"""Runs CrowdNav's own evaluation of its ORCA policy with the rvo2 that Python finds.

usage: evaluate.py CHECKOUT [CASES]

Prints success rate, collision rate, navigation time, danger rate, and CPU time of a step in microseconds."""

import configparser
import logging
import re
import sys
import time
import types


def stand_in(name, **has):
    """If a module is missing, provides an empty one. The evaluation imports the module without using it."""
    try:
        __import__(name)
    except ImportError:
        module = sys.modules[name] = types.ModuleType(name)
        vars(module).update(has)


stand_in("gym", Env=object)
stand_in("gym.envs")
stand_in("gym.envs.registration", register=lambda **_: None)
stand_in("torch")
folder, cases = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500
sys.path.insert(0, folder)

from crowd_nav.utils.explorer import Explorer   # noqa
from crowd_sim.envs import CrowdSim   # noqa
from crowd_sim.envs.policy.orca import ORCA   # noqa
from crowd_sim.envs.utils.robot import Robot   # noqa

said = []
logging.basicConfig(level=logging.INFO, format="%(message)s", handlers=[logging.NullHandler()])
logging.getLogger().addFilter(lambda record: said.append(record.getMessage()) is None)

config = configparser.RawConfigParser()
config.read(f"{folder}/crowd_nav/configs/env.config")
config.set("env", "test_size", str(cases))
env, robot, policy, steps = CrowdSim(), None, ORCA(), 0
env.configure(config)
robot = Robot(config, "robot")
robot.set_policy(policy)
env.set_robot(robot)
advance = env.step


def count_step(action):
    global steps
    steps += 1
    return advance(action)


env.step = count_step
began = time.process_time()
Explorer(env, robot, None, gamma=0.9).run_k_episodes(cases, "test")
took = (time.process_time() - began) / steps
text = " ".join(said)
rates = [re.search(rf"{name}: ([0-9.]+)", text)[1] for name in ("success rate", "collision rate", "nav time", "in danger")]
print(*rates, round(1e6 * took))
