// This file declares the types that do not depend on the behaviours.
// bindings/js/types.js adds the other types from the library's self-description.

export type Kind = 'float' | 'int' | 'uint' | 'double' | 'half';
/** `Uint8Array` and `Int8Array` are the views of a field's columns, which no call reads. */
export type View = Float32Array | Int32Array | Uint32Array | Float64Array | Uint16Array | Uint8Array | Int8Array;

/** Numbers in the module's memory. */
export class Column<V extends View = View> {
    private constructor();
    readonly kind: Kind | 'byte' | 'sbyte';
    /** Address of the first number, in bytes, in the module's memory. */
    readonly address: number;
    readonly length: number;
    /** Bytes from one number to the next. */
    readonly stride: number;
    /** Elements of `view` from one number to the next: 1, except for fields of structs. */
    readonly step: number;
    /** A typed array over the column. When the module's memory grows, all typed arrays become empty.
     * So read `view` in each frame. */
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

/** Numbers in `data` with another layout: the first is at byte `offset`, and each next one is `stride` bytes
    further. A stride of 0 means one value for all agents. */
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
/** If an output is `true`, the call makes a column, which is then in `call.out`. */
export type Output = true | FloatOutput | Laid<FloatOutput>;
export type WholeOutput = true | Whole | Laid<Whole>;

/** A request for a call: its columns and its options. The C header base.h explains every option. */
export interface Request<In, Out, Parts extends Part<In>[] | undefined = undefined> extends Batch<In, Out> {
    /** The inputs. With `parts`, it has only the columns of the chasers. */
    in: [Parts] extends [undefined] ? In : Partial<In>;
    /** The runners, if they are in several tables. */
    parts?: Parts;
}
/** The outputs to compute: an object with columns, or a list of names. For names, the call makes columns. */
export type Wanted<Out> = Out | readonly (keyof Out)[];
/** Refuses names that are not outputs. */
type Known<Out, Want> = Want extends readonly unknown[] ? Want : { [Name in keyof Want]: Name extends keyof Out ? Want[Name] : never };
type Asks<Out, Want> = { out: Want & Known<Out, Want> };
/** The columns that a call can make for its outputs. */
export type Made<Out> = { readonly [Name in keyof Out]-?: Int32Array extends Out[Name] ? Ints : Floats };
type Answer<Given, Own> = Given extends true ? Own : Given;
/** The outputs of a call: the columns that the caller gave, or those that the call made. */
export type Answers<Own, Want> = Want extends readonly (infer Name)[] ? { readonly [One in Name & keyof Own]: Own[One] }
    : { readonly [One in keyof Want & keyof Own]: Answer<Want[One], Own[One]> };
export interface Batch<In, Out> {
    /** The outputs to compute. If you pass a list of names, the call makes the columns. */
    out: Wanted<Out>;
    /** Number of agents. Default: all agents in the columns, from `first` on. */
    count?: number;
    first?: number;
    /** The rows of the agents to solve, in this order. */
    index?: Whole;
    /** Number of agents in the columns, to check `index`. Default: the columns' length. 0 means no check. */
    agent_count?: number;
    /** The row of each chaser's runner in the runner columns; `way.NO_TARGET`: it has none. */
    target?: WholeInput;
    /** Number of runners. Default: the length of the runner columns. */
    runner_count?: number;
    target_mask?: number;
    target_row?: Whole;
    target_part?: Whole;
    target_generation?: WholeInput;
    generation?: WholeInput;
    /** If the runners are in several tables, `parts`: the number of the table with each chaser's runner. */
    part?: WholeInput;
    /** If true, the outputs of agents without a target stay unchanged. */
    keep_nobody?: boolean;
    walls?: Walls | WallTree;
    /** The velocity of each wall. Default: the walls stand still. Not with a tree. */
    wall_velocity?: WallVelocities;
    /** The walls' coordinates are relative to this point. Default: [0, 0]. A room far from 0 keeps its exact
     * shape if wall_origin is near it, its walls have small coordinates, and positions are doubles. */
    wall_origin?: readonly [number, number];
    /** For `launch_drag2d` and `launch_drag3d`: coefficients of `drag_area` over the speed, which ascends. */
    drag_table?: { speed: Floats | Float32Array; coefficient: Floats | Float32Array };
    /** Default: 'exact'. */
    precision?: 'exact' | 'fast';
}
/** One of several tables of runners. `in` has only the runner columns. */
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
    /** 0: the wall stops motion from both sides. > 0: only from the left of the line from a to b.
     * < 0: only from the right. */
    sides: Ints;
}
/** The velocities of walls, in m/s, for the field `wall_velocity` of a request. */
export interface WallVelocities {
    vx: Floats;
    vy: Floats;
}
/** Walls sorted by position, for the field `walls` of a request. With a tree, a search skips most walls. */
export interface WallTree {
    readonly walls: Walls;
    /** Rebuilds the tree from the present walls. */
    build(): void;
}
export interface Triangles {
    ax: Floats;
    ay: Floats;
    az: Floats;
    bx: Floats;
    by: Floats;
    bz: Floats;
    cx: Floats;
    cy: Floats;
    cz: Floats;
    /** 0: the triangle stops motion from both sides. > 0: only from the side from which a, b, c are seen
     * counter-clockwise. < 0: only from the other side. */
    sides: Ints;
    /** Which rays and balls the triangle stops: those whose mask shares a bit. 0: all. */
    mask: Uints;
}
/** Triangles sorted by position, for the field `triangles` of a request. */
export interface TriangleTree {
    readonly triangles: Triangles;
    /** Rebuilds the tree from the present triangles. */
    build(): void;
}
export interface Triangle {
    ax: number;
    ay: number;
    az: number;
    bx: number;
    by: number;
    bz: number;
    cx: number;
    cy: number;
    cz: number;
    sides?: number;
    mask?: number;
}
export interface Wall {
    ax: number;
    ay: number;
    bx: number;
    by: number;
    sides?: number;
}

/** A prepared call, which can be run any number of times. `Has` has the outputs of the first request. */
export interface Call<In, Out, Has = Partial<Made<Out>>> {
    /** Solves agents first .. first + count - 1, by default as in the request. Throws a WaylayError. */
    run(first?: number, count?: number): void;
    /** Changes the fields that the request names. In `in` and `out`, it changes only the named columns.
     * The value undefined removes a field. */
    set(request: Partial<Batch<In, Out>> & { in?: Partial<In>; parts?: Part<In>[] }): void;
    /** The outputs by name: the columns that you gave, or those that the call made. */
    readonly out: Has;
}
export interface Behaviour<In, Out> {
    <const Want extends Wanted<Out>, Parts extends Part<In>[] | undefined = undefined>(
        request: Request<In, Out, Parts> & Asks<Out, Want>,
    ): Call<In, Out, Answers<Made<Out>, Want>>;
    /** Solves one agent. The inputs and the outputs are plain numbers. */
    one(agent: { [Name in keyof In]: number }, walls?: Walls | WallTree): { [Name in keyof Out]-?: number };
    readonly description: BehaviourDescription;
}

/** One column of a behaviour in the library's self-description. */
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

/** A caller's mistake that the library found. */
export class WaylayError extends Error {
    /** The word of a way_result, such as 'overlap'. */
    readonly code: string;
    readonly number: number;
}
export interface Options {
    /** If true, loads the module that uses SIMD. Default: true if the engine has SIMD. */
    simd?: boolean;
    /** The module: its URL, a response, its bytes, or a compiled module. Default: next to waylay.js. */
    wasm?: string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>;
    /** Reserves memory for this many bytes of columns, so that these columns do not make memory grow. */
    bytes?: number;
}
export function load(options?: Options): Promise<Waylay>;
/** Returns true if this engine has 128-bit SIMD in WebAssembly. */
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
    /** The row of no target, in targets that a call reads or writes: 4294967295; in a column of ints, -1. */
    readonly NO_TARGET: 4294967295;

    /** Makes a column. `given` is the number of its zeros, or the numbers to copy into it. */
    floats(given: number | ArrayLike<number>): Floats;
    doubles(given: number | ArrayLike<number>): Doubles;
    /** Makes a column of 16-bit floats. Its elements are read and written as their bits. */
    halves(given: number | ArrayLike<number>): Halves;
    ints(given: number | ArrayLike<number>): Ints;
    uints(given: number | ArrayLike<number>): Uints;
    /** Makes an array of structs. Returns a column for each field. */
    structs<Fields extends Record<string, Kind>>(length: number, fields: Fields): { [Name in keyof Fields]: ColumnOf[Fields[Name]] };
    walls(given: number | Wall[]): Walls;
    wall_velocities(given: number | { vx: number; vy: number }[]): WallVelocities;
    /** Makes a tree of many walls. Only modules whose behaviours or avoidance read walls have `wall_tree`. */
    wall_tree(walls: Walls): WallTree;
    /** Only modules with cast3d or sweep3d have `triangles` and `triangle_tree`. */
    triangles(given: number | Triangle[]): Triangles;
    /** Makes a tree of many triangles. */
    triangle_tree(triangles: Triangles): TriangleTree;

    /** Grows memory now, so that the next `bytes` bytes of columns do not make it grow. */
    reserve(bytes: number): void;
    /** Makes a mark. `release` frees all columns and calls that were made after the mark. */
    mark(): Mark;
    release(mark: Mark): void;
}
