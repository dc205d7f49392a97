// This file declares the types of choosing, for modules that contain choosing.
// The C headers choose.h, neighbours.h, avoid.h, assign.h and bounce.h explain each column.

/** If `best` is above 1, a column holds a list for each chooser, one after the other. Element `best * i + k`
    is the candidate of rank k of chooser i. `way.NO_TARGET` in `target` means no candidate. */
export type ChooseOut = Choose2dOut;

export interface Agents<In, Out> {
    in: In;
    /** The outputs to compute. If you pass a list of names, the call makes the columns. */
    out: Wanted<Out>;
    /** Number of agents. Default: all agents in the columns, from `first` on. */
    count?: number;
    first?: number;
    /** The numbers of the choosers to solve, in this order. */
    index?: Whole;
    /** Only with `index`: the number of agents in the columns. Default: the length of the columns. */
    agent_count?: number;
    /** Number of candidates. Default: all candidates in the columns. It is not read with a crowd. */
    runner_count?: number;
}
export interface Sight {
    /** Walls that hide candidates. Only choose2d and neighbours2d have walls. */
    walls?: Walls | WallTree;
    /** The walls' coordinates are relative to this point. Default: [0, 0]. With a crowd, it must be [0, 0]. */
    wall_origin?: readonly [number, number];
    /** The number of points of a candidate's width (`runner_radius`) that can be seen, up to 64. Default: 1, its
        centre. */
    sight_points?: number;
}
export interface ChooseRequest<In> extends Agents<In, ChooseOut>, Sight {
    /** The cost of a candidate. Default: 'distance'. 'turning' exists only in the plane. */
    by?: 'distance' | 'time' | 'turning';
    /** Number of candidates for each chooser, up to 8. Default: 1. */
    best?: number;
    crowd?: CrowdFor<In>;
}
export interface NeighboursOut { status?: WholeOutput }
export interface NeighboursRequest<In> extends Omit<Agents<In, NeighboursOut>, 'out'>, Sight {
    out?: Wanted<NeighboursOut>;
    /** A list has at most this many candidates, the nearest ones. Default: 0, which means no limit. */
    most?: number;
    /** Room for the elements of all lists together. While the call makes a list, each neighbour takes two
        elements. */
    capacity: number;
    crowd?: CrowdFor<In>;
    unsorted?: false;
}
export interface UnsortedRequest<In> extends Omit<NeighboursRequest<In>, 'most' | 'unsorted'> {
    /** All candidates in range in no order, which is faster. Each neighbour takes one element. */
    unsorted: true;
}
export interface AvoidRequest<In, Out, Lists> extends Agents<In, Out> {
    /** Each agent avoids at most this many candidates, those whose edges are nearest. The limit is 32.
        Default: 0, which means ten. */
    most?: number;
    crowd?: CrowdFor<Lists>;
    /** Lists of the candidates to avoid. With lists, the call does not search. Agent k of a run, counted
        from 0, uses list k. */
    neighbours?: NeighboursCall<Lists, unknown>;
}
export interface Avoid2dRequest extends AvoidRequest<Avoid2dIn, Avoid2dOut, Choose2dIn> {
    /** Walls that no agent's centre crosses. */
    walls?: Walls | WallTree;
    /** The walls' coordinates are relative to this point. Default: [0, 0]. With a crowd and without
        `neighbours`, it must be [0, 0]. */
    wall_origin?: readonly [number, number];
}
export type Avoid3dRequest = AvoidRequest<Avoid3dIn, Avoid3dOut, Choose3dIn>;
export interface AssignRequest {
    in: AssignIn;
    out: Wanted<AssignOut>;
    /** Number of choosers. Default: from the length of `offset`, of `damage` or of the lists. */
    count?: number;
    /** Number of candidates. Default: the length of `capacity` or `health`, or the number of columns of a matrix. */
    runner_count?: number;
    /** Length of each list. The lists follow one another. Default: runner_count: the costs are a matrix. */
    each?: number;
    /** The element at which each list begins, and then the end of the last list. `out.offset` of a neighbours
        call has this form. */
    offset?: Whole;
    /** What to minimise: the sum of costs or the largest cost. Default: 'sum'. */
    aim?: 'sum' | 'largest';
}

export interface WaypointsRequest extends Omit<Agents<Waypoints2dIn, Waypoints2dOut>, 'runner_count'> {
    /** Room for the waypoints of all lists together. Default: the number that the paths need when the call is
        prepared or `set` is called. */
    capacity?: number;
}

/** The candidates are discs. Without runner columns, a call has no discs. */
export interface CastRequest extends Agents<Cast2dIn, Cast2dOut> {
    /** A crowd of the discs. The call reads the runner columns, too. */
    crowd?: Crowd2d;
    walls?: Walls | WallTree;
    /** The walls' coordinates are relative to this point. Default: [0, 0]. With a crowd it must be [0, 0]. */
    wall_origin?: readonly [number, number];
    /** Only answers whether there is a hit. Default: false. */
    any?: boolean;
}
/** Rays or balls among triangles. */
export interface TrianglesRequest<In, Out> extends Omit<Agents<In, Out>, 'runner_count'> {
    triangles?: Triangles | TriangleTree;
    /** The triangles' coordinates are relative to this point. Default: [0, 0, 0]. */
    triangle_origin?: readonly [number, number, number];
    /** Only answers whether there is a hit. Default: false. */
    any?: boolean;
}
/** `first` and `count` are the agents whose conflicts are listed. */
export interface ConflictsRequest<In, Out> extends Omit<Agents<In, Out>, 'runner_count' | 'index' | 'agent_count'> {
    /** Room for the conflicts of all lists together. */
    capacity: number;
}

export interface BodiesRequest {
    in: BounceAll2dIn;
    /** The outputs to compute. If you pass a list of names, the call makes the columns. */
    out: Wanted<BounceAll2dOut>;
    /** Number of bodies. Default: all bodies in the columns. */
    count?: number;
    walls?: Walls | WallTree;
    /** The walls' coordinates are relative to this point. Default: [0, 0]. */
    wall_origin?: readonly [number, number];
    /** The call ends after this number of collisions. Default: 0, which means 100,000 + 1,000 for each body. */
    most_events?: number;
}

export interface Goal {
    x: number;
    y: number;
    /** What the rest of the way costs from there. Default: 0. */
    cost?: number;
    /** The number of its field. Default: 0. */
    field?: number;
}
export interface FieldRequest {
    width: number;
    /** Default: the length of `costs` divided by `width`. */
    height?: number;
    /** The costs of entering a cell, row after row: whole numbers from 0 to 255; 0 is a wall. They are copied. */
    costs: ArrayLike<number>;
    goals: readonly Goal[];
    /** The costs of a straight and of a diagonal step. Default: [5, 7]. */
    steps?: readonly [straight: number, diagonal: number];
    /** How far paths stay away from walls, in cells: one number, or one for each field. Default: 0. */
    clearance?: number | ArrayLike<number>;
    /** Diagonal steps may pass one closed cell. Default: false. */
    cut_corners?: boolean;
}
export interface FollowRequest extends Omit<Agents<Follow2dIn, Follow2dOut>, 'runner_count'> {
    field: Field2d;
    /** The side of a cell in m. */
    cell: number;
    /** The corner of cell 0, 0 with the smallest coordinates. Default: [0, 0]. */
    origin?: readonly [number, number];
    /** How many cells ahead an agent looks for a shortcut, up to 64. Default: 0. */
    sight?: number;
}
/** The cheapest paths from all cells of a grid. Field k has element `(k * height + y) * width + x` for cell x, y. */
export interface Field2d {
    /** The costs of the cells, which may be changed. */
    readonly costs: Column<Uint8Array>;
    /** What the cheapest path to a goal costs; 4294967295: no path. */
    readonly cost: Uints;
    /** The next step, 0 to 7, counted from +x towards +y; 8: a goal; -1: no path. */
    readonly next: Column<Int8Array>;
    /** One for each field: met, no_target or out_of_range. */
    readonly status: Ints;
    /** Computes the fields from the present costs. */
    run(): void;
    /** Repairs a single field after the costs of these cells have changed. Default of `width` and `height`: 1. */
    update(x: number, y: number, width?: number, height?: number): void;
}

declare const dims: unique symbol;
/** Candidates sorted by position, in memory that is allocated once. */
export interface Crowd<In> {
    /** Number of candidates in the last build; undefined before the first build. */
    readonly count: number | undefined;
    /** The largest number of candidates that the crowd can hold. */
    readonly room: number;
    /** Reads the first `count` candidates again and sorts them. Call `build` in each frame. */
    build(count?: number): void;
    set(request: { in?: In; count?: number }): void;
}
/** A crowd in the plane. `dims` does not exist at run time: it only makes the two types distinct. */
export interface Crowd2d extends Crowd<Choose2dIn> { readonly [dims]?: 2 }
/** A crowd in space. */
export interface Crowd3d extends Crowd<Choose3dIn> { readonly [dims]?: 3 }
type CrowdFor<In> = 'runner_z' extends keyof In ? Crowd3d : Crowd2d;
export interface ChoosingCall<Request extends { in: unknown }> {
    /** Solves choosers first .. first + count - 1, by default as in the request. Throws a WaylayError. */
    run(first?: number, count?: number): void;
    /** Changes the fields that the request names. In `in` and `out`, it changes only the named columns.
        The value undefined removes a field. */
    set(request: Partial<Omit<Request, 'in'>> & { in?: Partial<Request['in']> }): void;
}
/** The columns that a call makes for outputs given by name. */
export interface Chosen { readonly target: Uints; readonly cost: Floats; readonly status: Ints }
export interface ChooseCall<In, Has = Partial<Chosen>> extends ChoosingCall<ChooseRequest<In>> {
    /** The outputs: the columns that you gave, or those that the call made. */
    readonly out: Has;
}
export interface NeighboursCall<In, Has = Partial<Made<NeighboursOut>>> extends ChoosingCall<NeighboursRequest<In>> {
    /** List i of a run consists of the elements offset.at(i) to offset.at(i + 1) - 1, sorted by distance. */
    readonly out: { readonly row: Uints; readonly distance: Floats; readonly offset: Uints } & Has;
    /** The number of complete lists: all, unless the call threw 'capacity'. */
    readonly answered: number;
    /** The capacity with which one call makes all lists. */
    readonly needed: number;
}
export interface UnsortedCall<In, Has = Partial<Made<NeighboursOut>>> extends ChoosingCall<UnsortedRequest<In>> {
    /** List i of a run consists of the elements offset.at(i) to offset.at(i + 1) - 1, in no order. `square` is
        the squared distance in m^2, 3 ulp. */
    readonly out: { readonly row: Uints; readonly square: Floats; readonly offset: Uints } & Has;
    /** The number of complete lists: all, unless the call threw 'capacity'. */
    readonly answered: number;
    /** The capacity with which one call makes all lists. */
    readonly needed: number;
}
export interface WaypointsCall<Has = Partial<Made<Waypoints2dOut>>> extends ChoosingCall<WaypointsRequest> {
    /** List i of a run consists of the elements offset.at(i) to offset.at(i + 1) - 1. There is one status per path. */
    readonly out: { readonly offset: Uints } & Has;
    /** The number of complete lists: all, unless the call threw 'capacity'. */
    readonly answered: number;
    /** The capacity with which one call makes all lists. */
    readonly needed: number;
}
export interface ConflictsCall<In, Out, Has = Partial<Made<Out>>> extends ChoosingCall<ConflictsRequest<In, Out>> {
    /** List i of a run consists of the elements offset.at(i) to offset.at(i + 1) - 1. There is one status per agent. */
    readonly out: { readonly offset: Uints } & Has;
    /** The number of complete lists: all, unless the call threw 'capacity'. */
    readonly answered: number;
    /** The capacity with which one call makes all lists. */
    readonly needed: number;
}
export interface CastCall<Has = Partial<Made<Cast2dOut>>> extends ChoosingCall<CastRequest> {
    readonly out: Has;
}
export interface TrianglesCall<In, Out, Has = Partial<Made<Out>>> extends ChoosingCall<TrianglesRequest<In, Out>> {
    readonly out: Has;
}
export interface Avoid2dCall<Has = Partial<Made<Avoid2dOut>>> extends ChoosingCall<Avoid2dRequest> {
    readonly out: Has;
}
export interface Avoid3dCall<Has = Partial<Made<Avoid3dOut>>> extends ChoosingCall<Avoid3dRequest> {
    readonly out: Has;
}
export interface BodiesCall<Has = Partial<Made<BounceAll2dOut>>> extends ChoosingCall<BodiesRequest> {
    readonly out: Has;
    /** The number of collisions in the last run. */
    readonly events: number;
    /** For how long the bodies have moved, in s: dt, or less if the run has reached `most_events`. */
    readonly time: number;
}
export interface FollowCall<Has = Partial<Made<Follow2dOut>>> extends ChoosingCall<FollowRequest> {
    readonly out: Has;
}
export interface AssignCall<Has = Partial<Chosen>> {
    /** Assigns candidates to the first `count` choosers. The default of `count` comes from the request. */
    run(count?: number): void;
    set(request: Partial<Omit<AssignRequest, 'in'>> & { in?: Partial<AssignIn> }): void;
    readonly out: Has;
    /** Number of choosers that have a candidate. */
    readonly served: number;
    /** No assignment can serve more choosers than this. */
    readonly most: number;
    /** Number of places of `at_least` that no chooser fills. */
    readonly unmet: number;
    /** Sum of the served choosers' costs, and of the finite `unserved` of the others. */
    readonly sum: number;
    /** Largest of the served choosers' costs; -Infinity if no chooser is served. */
    readonly largest: number;
    /** `sum` exceeds the smallest possible sum by at most `gap`. With different damages and the aim
        'largest', the same holds for `largest`. Infinity: another assignment might serve more choosers. */
    readonly gap: number;
}

export interface Choosing {
    /** Makes a crowd of the candidates in `in`, with memory for `room` candidates. Default of `room`: the
        present number of candidates. Call `build` before the first use. */
    crowd2d(request: { in: Choose2dIn; count?: number; room?: number }): Crowd2d;
    crowd3d(request: { in: Choose3dIn; count?: number; room?: number }): Crowd3d;
    /** Prepares a call that finds the best candidates of each chooser.
     *
     * An agent is no candidate of its own. If choosers and candidates have the same position columns or numbers,
     * or if the crowd was made from the choosers' columns, chooser i is candidate i. With copies of the
     * positions, `self` has the choosers' own rows. docs/choose.md has the whole rule. */
    choose2d<const Want extends Wanted<ChooseOut>>(request: ChooseRequest<Choose2dIn> & Asks<ChooseOut, Want>):
        ChooseCall<Choose2dIn, Answers<Chosen, Want>>;
    choose3d<const Want extends Wanted<ChooseOut>>(request: ChooseRequest<Choose3dIn> & Asks<ChooseOut, Want>):
        ChooseCall<Choose3dIn, Answers<Chosen, Want>>;
    /** Prepares a call that lists the candidates near each chooser, in the call's own memory. An agent is not in
     * its own list, by the rule of choose2d. */
    neighbours2d<const Want extends Wanted<NeighboursOut> = []>(
        request: UnsortedRequest<Choose2dIn> & Partial<Asks<NeighboursOut, Want>>,
    ): UnsortedCall<Choose2dIn, Answers<Made<NeighboursOut>, Want>>;
    neighbours2d<const Want extends Wanted<NeighboursOut> = []>(
        request: NeighboursRequest<Choose2dIn> & Partial<Asks<NeighboursOut, Want>>,
    ): NeighboursCall<Choose2dIn, Answers<Made<NeighboursOut>, Want>>;
    neighbours3d<const Want extends Wanted<NeighboursOut> = []>(
        request: UnsortedRequest<Choose3dIn> & Partial<Asks<NeighboursOut, Want>>,
    ): UnsortedCall<Choose3dIn, Answers<Made<NeighboursOut>, Want>>;
    neighbours3d<const Want extends Wanted<NeighboursOut> = []>(
        request: NeighboursRequest<Choose3dIn> & Partial<Asks<NeighboursOut, Want>>,
    ): NeighboursCall<Choose3dIn, Answers<Made<NeighboursOut>, Want>>;
    /** Prepares a call that finds velocities with which agents touch neither each other nor walls. An agent
     * does not avoid itself, by the rule of choose2d. */
    avoid2d<const Want extends Wanted<Avoid2dOut>>(request: Avoid2dRequest & Asks<Avoid2dOut, Want>):
        Avoid2dCall<Answers<Made<Avoid2dOut>, Want>>;
    /** Prepares a call that finds velocities with which agents in space do not touch each other. An agent does
     * not avoid itself, by the rule of choose2d. */
    avoid3d<const Want extends Wanted<Avoid3dOut>>(request: Avoid3dRequest & Asks<Avoid3dOut, Want>):
        Avoid3dCall<Answers<Made<Avoid3dOut>, Want>>;
    /** Prepares a call that assigns candidates to choosers at the least cost. */
    assign<const Want extends Wanted<AssignOut>>(request: AssignRequest & Asks<AssignOut, Want>):
        AssignCall<Answers<Chosen, Want>>;
    /** Prepares a call that finds what a ray hits first, a wall or a disc, and where: `way.hit.none`, `wall` or
     * `disc` in `kind`. A ray does not hit its own disc, by the rule of choose2d. */
    cast2d<const Want extends Wanted<Cast2dOut>>(request: CastRequest & Asks<Cast2dOut, Want>):
        CastCall<Answers<Made<Cast2dOut>, Want>>;
    /** Prepares a call that finds which triangle a ray hits first, and where. */
    cast3d<const Want extends Wanted<Cast3dOut>>(request: TrianglesRequest<Cast3dIn, Cast3dOut> & Asks<Cast3dOut, Want>):
        TrianglesCall<Cast3dIn, Cast3dOut, Answers<Made<Cast3dOut>, Want>>;
    /** Prepares a call that finds when and where a moving ball meets the first of many triangles. */
    sweep3d<const Want extends Wanted<Sweep3dOut>>(request: TrianglesRequest<Sweep3dIn, Sweep3dOut> & Asks<Sweep3dOut, Want>):
        TrianglesCall<Sweep3dIn, Sweep3dOut, Answers<Made<Sweep3dOut>, Want>>;
    /** Prepares a call that lists the pairs of agents that come too close to each other. */
    conflicts2d<const Want extends Wanted<Conflicts2dOut>>(
        request: ConflictsRequest<Conflicts2dIn, Conflicts2dOut> & Asks<Conflicts2dOut, Want>,
    ): ConflictsCall<Conflicts2dIn, Conflicts2dOut, Answers<Made<Conflicts2dOut>, Want>>;
    conflicts3d<const Want extends Wanted<Conflicts3dOut>>(
        request: ConflictsRequest<Conflicts3dIn, Conflicts3dOut> & Asks<Conflicts3dOut, Want>,
    ): ConflictsCall<Conflicts3dIn, Conflicts3dOut, Answers<Made<Conflicts3dOut>, Want>>;
    /** Prepares a call that lists the waypoints of many paths. */
    waypoints2d<const Want extends Wanted<Waypoints2dOut>>(request: WaypointsRequest & Asks<Waypoints2dOut, Want>):
        WaypointsCall<Answers<Made<Waypoints2dOut>, Want>>;
    /** Prepares a call that moves bodies, which bounce off each other and off walls. */
    bounce_all2d<const Want extends Wanted<BounceAll2dOut>>(request: BodiesRequest & Asks<BounceAll2dOut, Want>):
        BodiesCall<Answers<Made<BounceAll2dOut>, Want>>;
    /** Finds the cheapest paths from all cells of a grid to its goals. */
    field2d(request: FieldRequest): Field2d;
    /** Prepares a call that finds the velocities with which agents follow a field. */
    follow2d<const Want extends Wanted<Follow2dOut>>(request: FollowRequest & Asks<Follow2dOut, Want>):
        FollowCall<Answers<Made<Follow2dOut>, Want>>;
}
