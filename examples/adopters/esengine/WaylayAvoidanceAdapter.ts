/** Solves esengine's local avoidance with waylay: `navSystem.setLocalAvoidance(createWaylayAvoidance())`. One
    call in WebAssembly solves all agents. The edges of obstacles are walls that stop agents from outside. */
import type { IAvoidanceAgentData, IAvoidanceResult, ILocalAvoidance, IObstacleData } from '@esengine/pathfinding';
import { load } from 'waylay';

const way = await load();

export const DEFAULT_PARAMS = { neighborDist: 15, maxNeighbors: 10, timeHorizon: 2, timeHorizonObst: 1,
    /** How far two crowded agents may overlap, as a fraction of the sum of radii. 1: no limit, as in ORCA. */
    overlap: 1 };
export type Params = typeof DEFAULT_PARAMS;

/** Makes columns for `room` agents, and a call that reads these columns. */
function columnsFor(room: number) {
    const floats = () => way.floats(room), columns = {
        x: floats(), y: floats(), vx: floats(), vy: floats(), wishX: floats(), wishY: floats(), radius: floats(), speed: floats(),
    };
    const { x, y, vx, vy, radius } = columns;
    const inputs = {
        chaser_x: x, chaser_y: y, chaser_vx: vx, chaser_vy: vy, preferred_vx: columns.wishX, preferred_vy: columns.wishY,
        chaser_speed: columns.speed, radius, self: way.uints(Uint32Array.from({ length: room }, (_, i) => i)),
        runner_x: x, runner_y: y, runner_vx: vx, runner_vy: vy, runner_radius: radius,
    };
    const crowd = way.crowd2d({ in: { runner_x: x, runner_y: y } });
    return { room, columns, crowd, call: way.avoid2d({ in: inputs, out: ['velocity_x', 'velocity_y', 'status'], crowd }) };
}

function isClockwise(vertices: IObstacleData['vertices']): boolean {
    let area = 0;
    for (let i = 0, last = vertices.length - 1; i < vertices.length; last = i++)
        area += vertices[last]!.x * vertices[i]!.y - vertices[i]!.x * vertices[last]!.y;
    return area < 0;
}

export class WaylayAvoidanceAdapter implements ILocalAvoidance {
    readonly type = 'orca';
    private params: Params = { ...DEFAULT_PARAMS };
    private solver = columnsFor(64);
    private walls = way.walls(16);
    private step = 0;
    private settings: object | undefined;

    setDefaultParams(params: Partial<Params>): void {
        Object.assign(this.params, params);
        this.settings = undefined;
    }

    getDefaultParams(): Readonly<Params> {
        return this.params;
    }

    computeAvoidanceVelocity(agent: IAvoidanceAgentData, neighbors: readonly IAvoidanceAgentData[],
        obstacles: readonly IObstacleData[], deltaTime: number): IAvoidanceResult {
        return this.solve([agent, ...neighbors], obstacles, deltaTime, 1).get(agent.id)!;
    }

    computeBatchAvoidance(agents: readonly IAvoidanceAgentData[], obstacles: readonly IObstacleData[],
        deltaTime: number): Map<number, IAvoidanceResult> {
        return this.solve(agents, obstacles, deltaTime, agents.length);
    }

    dispose(): void {}

    private solve(agents: readonly IAvoidanceAgentData[], obstacles: readonly IObstacleData[], deltaTime: number, count: number) {
        const results = new Map<number, IAvoidanceResult>();
        if (agents.length > this.solver.room) {
            this.solver = columnsFor(2 * agents.length);
            this.settings = undefined;
        }
        this.putWalls(obstacles);
        const { columns, crowd, call } = this.solver;
        const { x, y, vx, vy, wishX, wishY, radius, speed } = views(columns);
        agents.forEach((agent, i) => {
            x[i] = agent.position.x, y[i] = agent.position.y;
            vx[i] = agent.velocity.x, vy[i] = agent.velocity.y;
            wishX[i] = agent.preferredVelocity.x, wishY[i] = agent.preferredVelocity.y;
            radius[i] = agent.radius, speed[i] = agent.maxSpeed;
        });
        if (this.settings === undefined || this.step !== deltaTime) {
            const { neighborDist, maxNeighbors, timeHorizon, timeHorizonObst, overlap } = this.params;
            call.set({
                most: Math.min(maxNeighbors, 32), walls: this.walls,
                in: {
                    range_to: neighborDist, neighbour_horizon: timeHorizon, wall_horizon: timeHorizonObst, dt: deltaTime,
                    overlap,
                },
            });
            this.settings = call;
            this.step = deltaTime;
        }
        crowd.build(agents.length);
        call.run(0, count);
        const outX = call.out.velocity_x.view, outY = call.out.velocity_y.view, status = call.out.status.view;
        for (let i = 0; i < count; i++)
            results.set(agents[i]!.id, { velocity: { x: outX[i]!, y: outY[i]! }, feasible: status[i] !== way.status.no_path });
        return results;
    }

    /** Copies the obstacles' edges to the walls. Unused walls are NaN, so they stop nothing. */
    private putWalls(obstacles: readonly IObstacleData[]): void {
        let needed = 0, k = 0;
        for (const { vertices } of obstacles)
            needed += vertices.length;
        if (needed > this.walls.ax.length) {
            this.walls = way.walls(2 * needed);
            this.settings = undefined;
        }
        const { ax, ay, bx, by, sides } = this.walls;
        for (const { vertices } of obstacles) {
            const side = vertices.length < 3 ? 0 : isClockwise(vertices) ? 1 : -1;
            for (let i = 0, last = vertices.length - 1; i < vertices.length; last = i++, k++) {
                ax.set(k, vertices[last]!.x), ay.set(k, vertices[last]!.y);
                bx.set(k, vertices[i]!.x), by.set(k, vertices[i]!.y);
                sides.set(k, side);
            }
        }
        for (; k < ax.length; k++)
            ax.set(k, NaN);
    }
}

type Columns = ReturnType<typeof columnsFor>['columns'];
function views(columns: Columns) {
    return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.view])) as
        Record<keyof Columns, Float32Array>;
}

export function createWaylayAvoidance(): WaylayAvoidanceAdapter {
    return new WaylayAvoidanceAdapter();
}
