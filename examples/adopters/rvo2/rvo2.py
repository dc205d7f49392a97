"""Offers Python-RVO2's interface and solves with waylay. With this folder in PYTHONPATH, a program that
imports rvo2 runs unchanged.

One call of waylay.avoid2d solves all agents. docs/adopters.md lists the differences."""

import numpy as np

import waylay

_COLUMNS = ("x", "y", "vx", "vy", "wish_x", "wish_y", "range", "most", "horizon", "wall_horizon", "radius", "speed")
_ROW = {name: row for row, name in enumerate(_COLUMNS)}


class PyRVOSimulator:
    overlap = 1  # how far two agents may overlap, as a fraction of the sum of radii; 1: no limit, as in RVO2

    def __init__(self, timeStep, neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, velocity=(0, 0)):
        self._step, self._time, self._count, self._prepared_for = float(timeStep), 0.0, 0, None
        self._table = np.zeros((len(_COLUMNS), 8))
        self._vertex, self._next, self._previous, self._walls = [], [], [], None
        self.setAgentDefaults(neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, velocity)

    def setAgentDefaults(self, neighbor_dist, max_neighbors, time_horizon, time_horizon_obst, radius, max_speed,
                         velocity=(0, 0)):
        self._defaults = (neighbor_dist, max_neighbors, time_horizon, time_horizon_obst, radius, max_speed, velocity)

    def addAgent(self, pos, neighborDist=None, maxNeighbors=None, timeHorizon=None, timeHorizonObst=None, radius=None,
                 maxSpeed=None, velocity=None):
        if neighborDist is not None and velocity is None:
            raise ValueError("Either pass only 'pos', or pass all parameters.")
        given = (neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, radius, maxSpeed, velocity)
        *numbers, velocity = self._defaults if neighborDist is None else given
        if self._count == self._table.shape[1]:
            self._table = np.concatenate([self._table, np.zeros_like(self._table)], axis=1)
        self._table[:, self._count] = (*pos, *velocity, 0, 0, *numbers)
        self._count += 1
        return self._count - 1

    def _column(self, name):
        return self._table[_ROW[name], :self._count]

    def doStep(self):
        if self._count:
            if self._prepared_for != (self._count, self._step, self.overlap):
                self._prepare()
            go = self._call()
            self._column("vx")[:], self._column("vy")[:] = go.velocity_x, go.velocity_y
            self._column("x")[:] += self._column("vx") * self._step
            self._column("y")[:] += self._column("vy") * self._step
        self._time += self._step

    @property
    def feasible(self):
        """For which agents was the last step's velocity free for the whole horizon? RVO2 cannot tell."""
        return self._call.result.status != waylay.Status.NO_PATH

    def _prepare(self):
        """Prepares the call once. In each step, the call reads the columns' current values."""
        most = self._column("most").max()
        self._call = waylay.avoid2d.prepare(
            **self._agents(), **self._candidates(), chaser_vx=self._column("vx"), chaser_vy=self._column("vy"),
            preferred_vx=self._column("wish_x"), preferred_vy=self._column("wish_y"), chaser_speed=self._column("speed"),
            radius=self._column("radius"), neighbour_horizon=self._column("horizon"), wall_horizon=self._column("wall_horizon"),
            runner_vx=self._column("vx"), runner_vy=self._column("vy"), runner_radius=self._column("radius"),
            dt=self._step, overlap=self.overlap, most=int(min(max(most, 1), 32)), walls=self._walls)
        self._prepared_for = self._count, self._step, self.overlap

    def _agents(self):
        return {"chaser_x": self._column("x"), "chaser_y": self._column("y"), "range_to": self._column("range"),
                "chaser_mask": np.where(self._column("most") > 0, np.uint32(0xFFFFFFFF), np.uint32(0)),
                "self": np.arange(self._count, dtype=np.uint32)}

    def _candidates(self):
        return {"runner_x": self._column("x"), "runner_y": self._column("y")}

    def _neighbours(self, agent_no):
        agent = {name: column[agent_no:agent_no + 1] for name, column in self._agents().items()}
        return waylay.neighbours2d(**agent, **self._candidates(), most=self.getAgentMaxNeighbors(agent_no)).row

    def getAgentNumAgentNeighbors(self, agent_no):
        return len(self._neighbours(agent_no)) if self.getAgentMaxNeighbors(agent_no) else 0

    def getAgentAgentNeighbor(self, agent_no, neighbor_no):
        return int(self._neighbours(agent_no)[neighbor_no])

    def getAgentMaxNeighbors(self, agent_no):
        return int(self._table.item(_ROW["most"], agent_no))

    def setAgentMaxNeighbors(self, agent_no, max_neighbors):
        self._table[_ROW["most"], agent_no] = max_neighbors
        self._prepared_for = None

    getGlobalTime = lambda self: self._time
    getNumAgents = lambda self: self._count
    getTimeStep = lambda self: self._step

    def setTimeStep(self, time_step):
        self._step = float(time_step)

    # Obstacles: as in RVO2, their edges stop agents from outside. An obstacle of two vertices stops agents
    # from both sides.

    def addObstacle(self, vertices):
        first, count = len(self._vertex), len(vertices)
        if count < 2:
            raise RuntimeError("Error adding obstacle to RVO simulation")
        self._vertex += [(float(x), float(y)) for x, y in vertices]
        self._next += [first + (k + 1) % count for k in range(count)]
        self._previous += [first + (k - 1) % count for k in range(count)]
        return first

    def processObstacles(self):
        if self._vertex:
            alone = np.array([self._next[there] == here for here, there in enumerate(self._next)])
            self._walls = waylay.walls(*np.transpose(self._vertex), *np.array(self._vertex)[self._next].T,
                                       np.where(alone, 0, -1))
            self._prepared_for = None

    getNumObstacleVertices = lambda self: len(self._vertex)
    getObstacleVertex = lambda self, vertex_no: self._vertex[vertex_no]
    getNextObstacleVertexNo = lambda self, vertex_no: self._next[vertex_no]
    getPrevObstacleVertexNo = lambda self, vertex_no: self._previous[vertex_no]

    def queryVisibility(self, point1, point2, radius=0.0):
        if self._walls is None:
            return True
        (x, y), (to_x, to_y) = point1, point2
        return not np.isfinite(waylay.sweep_walls2d(ball_x=x, ball_y=y, ball_vx=to_x - x, ball_vy=to_y - y, radius=radius,
                                                    horizon=1, walls=self._walls).time)


def _number(name, column):
    """Adds the getter and the setter of one number of an agent."""
    row = _ROW[column]
    setattr(PyRVOSimulator, "getAgent" + name, lambda self, agent_no: self._table.item(row, agent_no))
    setattr(PyRVOSimulator, "setAgent" + name, lambda self, agent_no, value: self._table.itemset((row, agent_no), value))


def _pair(name, column):
    row = _ROW[column]
    def put(self, agent_no, pair):
        self._table[row, agent_no], self._table[row + 1, agent_no] = pair
    setattr(PyRVOSimulator, "getAgent" + name,
            lambda self, agent_no: (self._table.item(row, agent_no), self._table.item(row + 1, agent_no)))
    setattr(PyRVOSimulator, "setAgent" + name, put)


for _name, _of in {"MaxSpeed": "speed", "NeighborDist": "range", "Radius": "radius", "TimeHorizon": "horizon",
                   "TimeHorizonObst": "wall_horizon"}.items():
    _number(_name, _of)
for _name, _of in {"Position": "x", "Velocity": "vx", "PrefVelocity": "wish_x"}.items():
    _pair(_name, _of)
