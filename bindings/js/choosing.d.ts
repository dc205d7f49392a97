// Choosing, where the module has it: the C headers choose.h, neighbours.h, avoid.h and assign.h explain each column.

/** Choosers and candidates of a choice, of neighbours and of a crowd. Candidates' columns are those of `runner_` and `weight`. */
export interface Choose2dIn {
    /** m */
    chaser_x?: Input;
    chaser_y?: Input;
    /** m/s; 0 or less cannot move; required by time and by turning */
    chaser_speed?: Input;
    /** m, >= 0: weapon range or touch distance, by time; default 0 */
    reach?: Input;
    /** s: the longest time that counts; default inf */
    horizon?: Input;
    /** Bits of the candidates that it may take; default all bits */
    chaser_mask?: WholeInput;
    /** m: the nearest distance; default 0 */
    range_from?: Input;
    /** m: the farthest distance; default inf */
    range_to?: Input;
    /** The middle of the arc, of any length; 0: all round; default 0 */
    facing_x?: Input;
    facing_y?: Input;
    /** The cosine of half the arc; -1 or less: all round; default -1 */
    arc?: Input;
    /** The row of its target now; default none, 4294967295 */
    present?: WholeInput;
    /** Of the cost, >= 0: what it takes to leave that target; default 0 */
    bonus?: Input;
    /** Its own row, which it does not take; default none */
    self?: WholeInput;
    /** m; not read with a crowd, as all columns of candidates */
    runner_x?: Input;
    runner_y?: Input;
    /** m/s; required by time and by turning */
    runner_vx?: Input;
    runner_vy?: Input;
    /** >= 0: what multiplies the cost; default 1 */
    weight?: Input;
    /** Which sides and layers it is of; default all bits */
    runner_mask?: WholeInput;
    /** By turning: where the chooser heads, any length but 0; required */
    heading_x?: Input;
    heading_y?: Input;
    /** By turning: m, > 0, of its turning circles; required */
    radius?: Input;
    /** By turning: to arrive with, any length; default 0, the runner's */
    wanted_heading_x?: Input;
    wanted_heading_y?: Input;
}
export interface Choose3dIn extends Omit<Choose2dIn, 'heading_x' | 'heading_y' | 'radius' | 'wanted_heading_x' | 'wanted_heading_y'> {
    chaser_z?: Input;
    facing_z?: Input;
    runner_z?: Input;
    runner_vz?: Input;
}
/** With `best` above 1 a column has lists, one after the other: element `best * i + k` is the one of rank k of chooser i. An
    array has a column for each rank. */
export interface ChooseOut {
    /** The rows, best first; 4294967295 where fewer pass */
    target?: WholeOutput | (Exclude<WholeOutput, true> | undefined)[];
    /** m or s: their costs, without the bonus; inf where fewer pass */
    cost?: Output | (Exclude<Output, true> | undefined)[];
    status?: WholeOutput;
}

export interface Agents<In, Out> {
    in: In;
    /** The outputs that are wanted; a list of names is for columns of the call's own. */
    out: Out | (keyof Out)[];
    /** Default: as many as the columns have, from `first` on. */
    count?: number;
    first?: number;
    /** Which choosers, in which order. */
    index?: Whole;
    /** With `index`: how many the columns have. */
    agent_count?: number;
    /** Candidates. Default: as many as their columns have; not read with a crowd. */
    runner_count?: number;
}
export interface ChooseRequest<In> extends Agents<In, ChooseOut> {
    /** What is least. Default: 'distance'. In space there is no 'turning'. */
    by?: 'distance' | 'time' | 'turning';
    /** How many candidates of each a column has, up to 8. Default: 1. */
    best?: number;
    crowd?: Crowd;
}
export interface NeighboursRequest<In> extends Omit<Agents<In, { status?: WholeOutput }>, 'out'> {
    out?: { status?: WholeOutput } | 'status'[];
    /** Of each chooser the nearest ones. Default 0: all who pass. */
    most?: number;
    /** Elements of all lists together; while a list is made it takes two a neighbour. */
    capacity: number;
    crowd?: Crowd;
}
export interface Avoid2dIn {
    /** m */
    chaser_x: Input;
    chaser_y: Input;
    /** m/s: the present velocity */
    chaser_vx: Input;
    chaser_vy: Input;
    /** m/s: the velocity that the agent would have alone */
    preferred_vx: Input;
    preferred_vy: Input;
    /** m/s: the highest speed; 0 or less cannot move */
    chaser_speed: Input;
    /** m, >= 0; default 0 */
    radius?: Input;
    /** s, > 0: how far ahead neighbours are avoided; default 2 */
    horizon?: Input;
    /** s, > 0: until the next call; default 0.1 */
    step?: Input;
    /** >= 0: share of the avoiding; default 0.5 */
    share?: Input;
    /** Which candidates are avoided; default all bits */
    chaser_mask?: WholeInput;
    /** m: the farthest distance of positions; default inf */
    range_to?: Input;
    /** Its own row among the candidates; default none */
    self?: WholeInput;
    /** m */
    runner_x: Input;
    runner_y: Input;
    /** m/s; default 0 */
    runner_vx?: Input;
    runner_vy?: Input;
    /** m, >= 0; default 0 */
    runner_radius?: Input;
    /** >= 0: share of the avoiding; default 0.5 */
    runner_share?: Input;
    /** Default all bits */
    runner_mask?: WholeInput;
    /** 0 to 1: part of the radii's sum by which a pressed pair may overlap; 0 none, 1 no limit; default 0.05 */
    overlap?: Input;
    /** s, > 0: how far ahead walls are avoided, at most the horizon; default 0.5 */
    wall_horizon?: Input;
}
/** As in the plane, without walls. */
export interface Avoid3dIn extends Omit<Avoid2dIn, 'wall_horizon'> {
    chaser_z: Input;
    chaser_vz: Input;
    preferred_vz: Input;
    runner_z: Input;
    runner_vz?: Input;
}
export interface Avoid2dOut {
    /** m/s */
    velocity_x?: Output;
    velocity_y?: Output;
    status?: WholeOutput;
}
export interface Avoid3dOut extends Avoid2dOut {
    velocity_z?: Output;
}
export interface AvoidRequest<In, Out, Lists> extends Agents<In, Out> {
    /** Of each agent those with the nearest edges, at most 32. Default 0: ten. */
    most?: number;
    crowd?: Crowd;
    /** Lists in place of a search: the i-th agent of a run has list i. */
    neighbours?: NeighboursCall<Lists>;
}
export interface Avoid2dRequest extends AvoidRequest<Avoid2dIn, Avoid2dOut, Choose2dIn> {
    /** Walls that no agent's centre crosses. */
    walls?: Walls;
}
export type Avoid3dRequest = AvoidRequest<Avoid3dIn, Avoid3dOut, Choose3dIn>;
export interface AssignIn {
    /** Of each element of the lists: the candidate; default 0, 1, ... in a list */
    row?: WholeInput;
    /** Of each element of the lists; NaN and infinite: not allowed */
    cost: Input;
    /** Of each candidate: how many it serves; default 1, with health any number */
    capacity?: WholeInput;
    /** Of each chooser, >= 0, in units of health; 0 takes no candidate; default 1 */
    damage?: Input;
    /** Of each element of the lists, > 0: in place of damage */
    listed_damage?: Input;
    /** Of each candidate: no chooser attacks that it does not need to die; default: no such rule */
    health?: Input;
}
export interface AssignOut {
    /** The row; 4294967295: not served */
    target?: WholeOutput;
    /** inf: not served */
    cost?: Output;
    status?: WholeOutput;
}
export interface AssignRequest {
    in: AssignIn;
    out: AssignOut | (keyof AssignOut)[];
    /** Choosers. Default: as many as `offset`, `damage` or the lists are for. */
    count?: number;
    /** Candidates. Default: as many as `capacity` or `health` has; of a matrix, its columns. */
    runner_count?: number;
    /** Elements of each list, one list after the other. Default: runner_count, a matrix. */
    each?: number;
    /** Where each list begins, and where the last one ends: a neighbours call's. */
    offset?: Whole;
    /** The least sum of costs, or the least largest cost. Default: 'sum'. */
    aim?: 'sum' | 'largest';
}

/** Candidates sorted by place, in memory that is taken once. */
export interface Crowd {
    /** How many it was built of; undefined before. */
    readonly count: number | undefined;
    readonly room: number;
    /** Sorts the first `count` candidates again, as they are now: call it in each frame. */
    build(count?: number): void;
    set(request: { in?: Choose2dIn | Choose3dIn; count?: number }): void;
}
export interface ChoosingCall<Request extends { in: unknown }> {
    /** Solves choosers first .. first + count - 1; by default those of the request. Throws a WaylayError. */
    run(first?: number, count?: number): void;
    /** Changes what the request names, of `in` and `out` column by column; undefined takes it back. */
    set(request: Partial<Omit<Request, 'in'>> & { in?: Partial<Request['in']> }): void;
}
export interface ChooseCall<In> extends ChoosingCall<ChooseRequest<In>> {
    /** Those that were asked for, or as they were given. */
    readonly out: { readonly target: Uints; readonly cost: Floats; readonly status: Ints };
}
export interface NeighboursCall<In> extends ChoosingCall<NeighboursRequest<In>> {
    /** List i of a run is elements offset.at(i) to offset.at(i + 1) - 1, the nearest one first. */
    readonly out: { readonly row: Uints; readonly distance: Floats; readonly offset: Uints; readonly status: Column };
    /** The number of choosers that have their lists: all, unless it threw 'capacity'. */
    readonly answered: number;
    /** The capacity that serves them all at once. */
    readonly needed: number;
}
export interface Avoid2dCall extends ChoosingCall<Avoid2dRequest> {
    readonly out: { readonly velocity_x: Column; readonly velocity_y: Column; readonly status: Column };
}
export interface Avoid3dCall extends ChoosingCall<Avoid3dRequest> {
    readonly out: { readonly velocity_x: Column; readonly velocity_y: Column; readonly velocity_z: Column; readonly status: Column };
}
export interface AssignCall {
    /** Shares out among the first `count` choosers; by default those of the request. */
    run(count?: number): void;
    set(request: Partial<Omit<AssignRequest, 'in'>> & { in?: Partial<AssignIn> }): void;
    readonly out: { readonly target: Column; readonly cost: Column; readonly status: Column };
    /** Choosers that have a candidate, and how many no way exceeds. */
    readonly served: number;
    readonly most: number;
    /** Of their costs; without any served chooser 0 and -Infinity. */
    readonly sum: number;
    readonly largest: number;
    /** The least sum may be less by so much; 0: this is it; Infinity: more might be served. */
    readonly gap: number;
}

export interface Choosing {
    /** The candidates of `in` sorted, with memory for `room`; by default as many as there are now. */
    crowd2d(request: { in: Choose2dIn; count?: number; room?: number }): Crowd;
    crowd3d(request: { in: Choose3dIn; count?: number; room?: number }): Crowd;
    /** The best candidates of each chooser. */
    choose2d(request: ChooseRequest<Choose2dIn>): ChooseCall<Choose2dIn>;
    choose3d(request: ChooseRequest<Choose3dIn>): ChooseCall<Choose3dIn>;
    /** The candidates near each chooser: lists in the call's own memory. */
    neighbours2d(request: NeighboursRequest<Choose2dIn>): NeighboursCall<Choose2dIn>;
    neighbours3d(request: NeighboursRequest<Choose3dIn>): NeighboursCall<Choose3dIn>;
    /** Velocities with which agents touch neither each other nor walls. */
    avoid2d(request: Avoid2dRequest): Avoid2dCall;
    /** Velocities with which agents in space do not touch each other. */
    avoid3d(request: Avoid3dRequest): Avoid3dCall;
    /** Candidates shared out among choosers, at the least cost. */
    assign(request: AssignRequest): AssignCall;
}
