// What is the same for every behaviour. bindings/js/types.js adds the rest, from the library's description of itself.

export type Kind = 'float' | 'int' | 'uint' | 'double' | 'half';
export type View = Float32Array | Int32Array | Uint32Array | Float64Array | Uint16Array;

/** Numbers in the module's memory. */
export class Column<V extends View = View> {
    private constructor();
    readonly kind: Kind;
    /** In the module's memory. */
    readonly address: number;
    readonly length: number;
    /** Bytes from one number to the next. */
    readonly stride: number;
    /** Elements of `view` from one number to the next: 1, but for fields of structs. */
    readonly step: number;
    /** A typed array over the column. When memory grows, typed arrays lose it: take it again in each frame. */
    readonly view: V;
    at(i: number): number;
    set(i: number, value: number): void;
    /** Copies numbers into the column, from element `first` on. */
    copy(numbers: ArrayLike<number>, first?: number): this;
}
export type Floats = Column<Float32Array>;
export type Doubles = Column<Float64Array>;
export type Halves = Column<Uint16Array>;
export type Ints = Column<Int32Array>;
export type Uints = Column<Uint32Array>;

/** Numbers that lie otherwise: from byte `offset` of `data` on, `stride` bytes from one to the next; 0 is one for all. */
export interface Laid<C> {
    data: C;
    stride?: number;
    offset?: number;
    /** Agent i's element is element rows[i]. The library does not check rows. */
    rows?: Uints | Ints | Uint32Array | Int32Array;
}
type FloatInput = Floats | Doubles | Halves | Float32Array | Float64Array | Uint16Array;
type FloatOutput = Floats | Doubles | Float32Array | Float64Array;
type Whole = Ints | Uints | Int32Array | Uint32Array;

/** A number is one value for all agents. Typed arrays must be over the module's memory. */
export type Input = number | FloatInput | Laid<FloatInput>;
export type WholeInput = number | Whole | Laid<Whole>;
/** `true`: a column of the call's own, which is then in `call.out`. */
export type Output = true | FloatOutput | Laid<FloatOutput>;
export type WholeOutput = true | Whole | Laid<Whole>;

/** Whose numbers they are, and what a call does; the C header has every field. */
export type Request<In, Out> = Batch<In, Out> & ({ in: In; parts?: undefined } | { in: Partial<In>; parts: Part<In>[] });
/** Outputs that are wanted: by name, or a list of names for columns of the call's own. */
export type Wanted<Out> = Out | readonly (keyof Out)[];
/** Refuses outputs that there are not. */
type Known<Out, Want> = Want extends readonly unknown[] ? Want : { [Name in keyof Want]: Name extends keyof Out ? Want[Name] : never };
type Asks<Out, Want> = { out: Want & Known<Out, Want> };
/** What a call makes for outputs that it is only asked for. */
export type Made<Out> = { readonly [Name in keyof Out]-?: Int32Array extends Out[Name] ? Ints : Floats };
type Answer<Given, Own> = Given extends true ? Own : Given;
/** The outputs that were asked for: columns of the call's own, or what was given. */
export type Answers<Own, Want> = Want extends readonly (infer Name)[] ? { readonly [One in Name & keyof Own]: Own[One] }
    : { readonly [One in keyof Want & keyof Own]: Answer<Want[One], Own[One]> };
export interface Batch<In, Out> {
    /** The outputs that are wanted; a list of names is for columns of the call's own. */
    out: Wanted<Out>;
    /** Default: as many agents as the columns have, from `first` on. */
    count?: number;
    first?: number;
    /** Which agents, in which order. */
    index?: Whole;
    /** Default: as many as the columns have. 0: the agents of `index` are not checked. */
    agent_count?: number;
    /** The row of each chaser's runner; runner columns are read at that number. */
    target?: WholeInput;
    /** Default: as many as the runner columns have. */
    runner_count?: number;
    target_mask?: number;
    target_row?: Whole;
    target_part?: Whole;
    target_generation?: WholeInput;
    generation?: WholeInput;
    /** For runners in several tables, `parts`: in which one each chaser's runner is. */
    part?: WholeInput;
    /** Agents without a target keep their outputs. */
    keep_nobody?: boolean;
    walls?: Walls | WallTree;
    /** The point from which the walls are measured. Default: [0, 0]. A room far away keeps its shape if its walls have
     * small numbers and positions are doubles. */
    wall_origin?: readonly [number, number];
    /** Default: 'exact'. */
    precision?: 'exact' | 'fast';
}
/** Runners in a table of their own: of `in` its runner columns are read. */
export interface Part<In> {
    in: Partial<In>;
    count?: number;
    generation?: WholeInput;
}
export interface Walls {
    ax: Floats;
    ay: Floats;
    bx: Floats;
    by: Floats;
    /** 0: stops what comes from both sides; > 0: from the left of a to b; < 0: from the right. */
    sides: Ints;
}
/** Walls sorted by position, for `walls`: a search then passes over most of them. */
export interface WallTree {
    readonly walls: Walls;
    /** Reads the present walls. */
    build(): void;
}
export interface Wall {
    ax: number;
    ay: number;
    bx: number;
    by: number;
    sides?: number;
}

/** A call, prepared: run it as often as you like. `Has` are the outputs that were asked for when it was made. */
export interface Call<In, Out, Has = Partial<Made<Out>>> {
    /** Solves agents first .. first + count - 1; by default those of the request. Throws a WaylayError. */
    run(first?: number, count?: number): void;
    /** Changes what the request names, of `in` and `out` column by column; undefined takes it back. */
    set(request: Partial<Batch<In, Out>> & { in?: Partial<In>; parts?: Part<In>[] }): void;
    /** The outputs by name: those that the request only asked for are columns. */
    readonly out: Has;
}
export interface Behaviour<In, Out> {
    <const Want extends Wanted<Out>>(request: Request<In, Out> & Asks<Out, Want>): Call<In, Out, Answers<Made<Out>, Want>>;
    /** One agent: numbers in, numbers out. */
    one(agent: { [Name in keyof In]: number }, walls?: Walls | WallTree): { [Name in keyof Out]-?: number };
    readonly description: BehaviourDescription;
}

/** What the library says of itself. */
export interface ColumnDescription {
    name: string;
    meaning: string;
    unit: string;
    type: 'float' | 'int' | 'status' | 'word';
    axis: '' | 'x' | 'y' | 'z';
    default: number | 'inf' | 'nan';
    side?: 'chaser' | 'runner';
    required?: boolean;
    low?: number;
    high?: number;
    bound?: number;
}
export interface BehaviourDescription {
    name: string;
    family: string;
    summary: string;
    source: string;
    walls: boolean;
    inputs: ColumnDescription[];
    outputs: ColumnDescription[];
}
export interface Description {
    version: string;
    types: Record<string, { size: number; fields?: Record<string, { offset: number; size: number }>; values?: Record<string, number> }>;
    behaviours: BehaviourDescription[];
}

/** A caller's mistake: nothing was written. */
export class WaylayError extends Error {
    /** The word of a way_result, such as 'overlap'. */
    readonly code: string;
    readonly number: number;
}
export interface Options {
    /** Default: where there is. */
    simd?: boolean;
    /** The module, wherever it is. Default: the file next to waylay.js. */
    wasm?: string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>;
    /** Bytes of columns for which memory is taken at once, so that it does not grow until then. */
    bytes?: number;
}
export function load(options?: Options): Promise<Waylay>;
/** Can this machine run 128-bit SIMD in WebAssembly? */
export function hasSimd(): boolean;

export interface Mark { readonly depth: number; readonly released: boolean }
type ColumnOf = { float: Floats; int: Ints; uint: Uints; double: Doubles; half: Halves };

export interface Waylay {
    readonly version: string;
    /** 'simd128' or 'scalar'. */
    readonly isa: string;
    readonly description: Description;
    readonly module: WebAssembly.Module;
    readonly exports: WebAssembly.Exports;
    readonly memory: WebAssembly.Memory;

    /** A column of this many zeros, or a copy of these numbers. */
    floats(given: number | ArrayLike<number>): Floats;
    doubles(given: number | ArrayLike<number>): Doubles;
    /** Each as 16 bits. */
    halves(given: number | ArrayLike<number>): Halves;
    ints(given: number | ArrayLike<number>): Ints;
    uints(given: number | ArrayLike<number>): Uints;
    /** An array of structs: a column for each field. */
    structs<Fields extends Record<string, Kind>>(length: number, fields: Fields): { [Name in keyof Fields]: ColumnOf[Fields[Name]] };
    walls(given: number | Wall[]): Walls;
    /** A tree of many walls; it is in modules with behaviours or avoidance that read walls. */
    wall_tree(walls: Walls): WallTree;

    /** Takes memory for this many bytes of columns at once. */
    reserve(bytes: number): void;
    /** All that is taken from now on, columns and calls, ends with `release`. */
    mark(): Mark;
    release(mark: Mark): void;
}
