// Choosing, where the module has it: the C headers choose.h, neighbours.h, avoid.h and assign.h explain each column.

/** With `best` above 1 a column has lists, one after the other: element `best * i + k` is the one of rank k of chooser i. An
    array has a column for each rank. */
export type ChooseOut = Choose2dOut;

export interface Agents<In, Out> {
    in: In;
    /** The outputs that are wanted; a list of names is for columns of the call's own. */
    out: Wanted<Out>;
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
export interface NeighboursOut { status?: WholeOutput }
export interface NeighboursRequest<In> extends Omit<Agents<In, NeighboursOut>, 'out'> {
    out?: Wanted<NeighboursOut>;
    /** Of each chooser the nearest ones. Default 0: all who pass. */
    most?: number;
    /** Elements of all lists together; while a list is made it takes two a neighbour. */
    capacity: number;
    crowd?: Crowd;
}
export interface AvoidRequest<In, Out, Lists> extends Agents<In, Out> {
    /** Of each agent those with the nearest edges, at most 32. Default 0: ten. */
    most?: number;
    crowd?: Crowd;
    /** Lists in place of a search: the i-th agent of a run has list i. */
    neighbours?: NeighboursCall<Lists, unknown>;
}
export interface Avoid2dRequest extends AvoidRequest<Avoid2dIn, Avoid2dOut, Choose2dIn> {
    /** Walls that no agent's centre crosses. */
    walls?: Walls | WallTree;
}
export type Avoid3dRequest = AvoidRequest<Avoid3dIn, Avoid3dOut, Choose3dIn>;
export interface AssignRequest {
    in: AssignIn;
    out: Wanted<AssignOut>;
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

export interface WaypointsRequest extends Omit<Agents<Waypoints2dIn, Waypoints2dOut>, 'runner_count'> {
    /** Waypoints of all lists together. Default: as many as the paths need when the call is made or set. */
    capacity?: number;
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
/** What a call makes for outputs that it is only asked for. */
export interface Chosen { readonly target: Uints; readonly cost: Floats; readonly status: Ints }
export interface ChooseCall<In, Has = Partial<Chosen>> extends ChoosingCall<ChooseRequest<In>> {
    /** Those that were asked for, or as they were given. */
    readonly out: Has;
}
export interface NeighboursCall<In, Has = Partial<Made<NeighboursOut>>> extends ChoosingCall<NeighboursRequest<In>> {
    /** List i of a run is elements offset.at(i) to offset.at(i + 1) - 1, the nearest one first. */
    readonly out: { readonly row: Uints; readonly distance: Floats; readonly offset: Uints } & Has;
    /** The number of choosers that have their lists: all, unless it threw 'capacity'. */
    readonly answered: number;
    /** The capacity that serves them all at once. */
    readonly needed: number;
}
export interface WaypointsCall<Has = Partial<Made<Waypoints2dOut>>> extends ChoosingCall<WaypointsRequest> {
    /** List i of a run is elements offset.at(i) to offset.at(i + 1) - 1; the status is one per path. */
    readonly out: { readonly offset: Uints } & Has;
    /** The number of paths that have their lists: all, unless it threw 'capacity'. */
    readonly answered: number;
    /** The capacity that serves them all at once. */
    readonly needed: number;
}
export interface Avoid2dCall<Has = Partial<Made<Avoid2dOut>>> extends ChoosingCall<Avoid2dRequest> {
    readonly out: Has;
}
export interface Avoid3dCall<Has = Partial<Made<Avoid3dOut>>> extends ChoosingCall<Avoid3dRequest> {
    readonly out: Has;
}
export interface AssignCall<Has = Partial<Chosen>> {
    /** Shares out among the first `count` choosers; by default those of the request. */
    run(count?: number): void;
    set(request: Partial<Omit<AssignRequest, 'in'>> & { in?: Partial<AssignIn> }): void;
    readonly out: Has;
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
    choose2d<const Want extends Wanted<ChooseOut>>(request: ChooseRequest<Choose2dIn> & Asks<ChooseOut, Want>):
        ChooseCall<Choose2dIn, Answers<Chosen, Want>>;
    choose3d<const Want extends Wanted<ChooseOut>>(request: ChooseRequest<Choose3dIn> & Asks<ChooseOut, Want>):
        ChooseCall<Choose3dIn, Answers<Chosen, Want>>;
    /** The candidates near each chooser: lists in the call's own memory. */
    neighbours2d<const Want extends Wanted<NeighboursOut> = []>(
        request: NeighboursRequest<Choose2dIn> & Partial<Asks<NeighboursOut, Want>>,
    ): NeighboursCall<Choose2dIn, Answers<Made<NeighboursOut>, Want>>;
    neighbours3d<const Want extends Wanted<NeighboursOut> = []>(
        request: NeighboursRequest<Choose3dIn> & Partial<Asks<NeighboursOut, Want>>,
    ): NeighboursCall<Choose3dIn, Answers<Made<NeighboursOut>, Want>>;
    /** Velocities with which agents touch neither each other nor walls. */
    avoid2d<const Want extends Wanted<Avoid2dOut>>(request: Avoid2dRequest & Asks<Avoid2dOut, Want>):
        Avoid2dCall<Answers<Made<Avoid2dOut>, Want>>;
    /** Velocities with which agents in space do not touch each other. */
    avoid3d<const Want extends Wanted<Avoid3dOut>>(request: Avoid3dRequest & Asks<Avoid3dOut, Want>):
        Avoid3dCall<Answers<Made<Avoid3dOut>, Want>>;
    /** Candidates shared out among choosers, at the least cost. */
    assign<const Want extends Wanted<AssignOut>>(request: AssignRequest & Asks<AssignOut, Want>):
        AssignCall<Answers<Chosen, Want>>;
    /** The waypoints of many paths, as lists. */
    waypoints2d<const Want extends Wanted<Waypoints2dOut>>(request: WaypointsRequest & Asks<Waypoints2dOut, Want>):
        WaypointsCall<Answers<Made<Waypoints2dOut>, Want>>;
}
