//! How to meet, chase and hit, for many agents per call, with the same bits on every machine: the C library waylay.
//!
//! A behaviour reads columns and writes columns. A [`Column`] is a slice, a field of a slice of structs ([`field!`]), or one
//! value for all ([`same`]). Lengths are checked and nothing is copied. Only calls with several tables allocate memory.
//!
#![cfg_attr(has_seek2d, doc = "```")]
#![cfg_attr(not(has_seek2d), doc = "```ignore")]
//! use waylay::{seek2d, Batch, Seek2dIn, Seek2dOut};
//! # fn main() -> Result<(), waylay::Error> {
//! let (x, y, speed) = ([0.0f32, 10.0], [0.0f32, 0.0], 5.0f32);
//! let mut velocity = [[0.0f32; 2]; 2];
//! let (velocity_x, velocity_y) = waylay::halves(&mut velocity);
//! let flag = [10.0f32, 20.0];
//! seek2d(
//!     &Seek2dIn {
//!         chaser_x: waylay::slice(&x), chaser_y: waylay::slice(&y), chaser_speed: waylay::same(&speed),
//!         runner_x: waylay::same(&flag[0]), runner_y: waylay::same(&flag[1]),
//!         ..Default::default()
//!     },
//!     &mut Seek2dOut { velocity_x, velocity_y, ..Default::default() },
//!     &Batch::default(), // all agents
//! )?;
//! assert_eq!(velocity[1], [0.0, 5.0]);
//! # Ok(()) }
//! ```

use std::ffi::CStr;
use core::marker::PhantomData;
pub use waylay_sys as sys;

mod behaviours {
    include!(env!("WAYLAY_RS"));
}
pub use behaviours::*;
mod choosing;
use choosing::{assigned, candidates_of, complete, length_of_own, lists_of, raw_or, room, unsorted_lists_of, Lengths, Tables};
pub use choosing::{
    field2d, find_part, wall_cells, Aim, Answered, Assigned, Assignment, Avoidance, Avoidance2d, Avoidance3d, Bodies, Cast, Choice,
    Choice2d, Choice3d, Conflicts, Cost, Crowd, Crowd2d, Crowd3d, Field2d, Following, Goal, Grid, HitKind, Lists, Moved, Neighbour, Paths,
    Triangles,
};
pub use sys::{way_precision as Precision, way_status as Status, way_word as Word};

#[cfg(all(doctest, has_intercept2d))]
#[doc = include_str!(env!("WAYLAY_PAGE"))]
struct Page;

/// The reason why a call was refused. A refused call writes no outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error {
    call: &'static str,
    code: i32,
    text: &'static str,
    column: &'static str,
    len: usize,
    needed: usize,
    part: usize,
}

impl Error {
    /// The `way_result` of the C library, or 0 if this crate refused the call, for example because a column
    /// is too short. The C library does not know the lengths of columns.
    pub fn code(&self) -> i32 {
        self.code
    }
    /// The C library's text, or this crate's text if the code is 0.
    pub fn text(&self) -> &'static str {
        self.text
    }
    /// The name of the function that refused, for example "seek2d" or "Crowd2d::new"; "" if another function of a type did.
    pub fn call(&self) -> &'static str {
        self.call
    }
    /// The name of the wrong column or option; "" if no single field is wrong.
    pub fn column(&self) -> &'static str {
        self.column
    }

    /// The number of the wrong table, if choosers or candidates are in several tables.
    pub fn part(&self) -> Option<usize> {
        if self.part == usize::MAX { None } else { Some(self.part) }
    }

    const fn of(code: i32, text: &'static str) -> Error {
        Error { call: "", code, text, column: "", len: 0, needed: 0, part: usize::MAX }
    }

    fn too_short((column, len): Length, needed: usize) -> Error {
        Error { column, len, needed, ..Error::of(0, "a column is too short") }
    }

    fn in_part(self, part: usize) -> Error {
        Error { part, ..self }
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if !self.call.is_empty() {
            write!(to, "{}: ", self.call)?;
        }
        if let Some(part) = self.part() {
            write!(to, "part {part}: ")?;
        }
        match self.needed {
            0 if self.column.is_empty() => to.write_str(self.text),
            0 => write!(to, "{}: {}", self.column, self.text),
            needed => write!(to, "{} has {} elements, but the call needs {}", self.column, self.len, needed),
        }
    }
}

/// `unwrap()`, and a `main` that returns the error, print it in this form.
impl core::fmt::Debug for Error {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(to, "waylay::Error({self})")
    }
}

impl std::error::Error for Error {}

/// A column's name and length.
type Length = (&'static str, usize);

const TOO_MANY: Error = Error::of(0, "first + count is too large");

const NO_COUNT: Error =
    Error { column: "count", ..Error::of(0, "how many agents? No column has a length: set count") };

/// Returns the longest column, or None if no column has a length.
fn longest_of(lengths: impl Iterator<Item = Length>) -> Option<Length> {
    lengths.filter(|&(_, len)| len != usize::MAX).max_by_key(|&(_, len)| len)
}

/// Returns the length of the longest column. A call has as many agents as its longest column, so that the checks
/// find a shorter one.
fn longest(lengths: &[Length]) -> Option<usize> {
    longest_of(lengths.iter().copied()).map(|(_, len)| len)
}

/// Returns the number of agents of a call: `count`, or all from `first` on. These are the elements of
/// `index`, or those of the longest of the agents' inputs `own`; without these, of the longest output.
fn count_of(
    count: Option<usize>,
    first: usize,
    index: Option<&[u32]>,
    own: &[Length],
    outputs: &[Length],
) -> Result<usize, Error> {
    let all = match (count, index) {
        (Some(count), _) => return Ok(count),
        (None, Some(index)) => index.len(),
        (None, None) => match (longest(own), longest_of(outputs.iter().copied())) {
            (Some(agents), Some((column, len))) if len > agents => {
                return Err(Error { column, ..Error::of(0, "it has more elements than the inputs: set count") });
            }
            (Some(agents), _) => agents,
            (None, output) => output.ok_or(NO_COUNT)?.1,
        },
    };
    all.checked_sub(first).ok_or(Error::of(0, "first is beyond the last agent"))
}

/// Returns the shortest column.
fn shortest(lengths: &[Length]) -> Length {
    lengths.iter().copied().min_by_key(|&(_, len)| len).unwrap_or(("", usize::MAX))
}

fn text(of: sys::c_text) -> &'static str {
    // The library's texts are static, and ASCII.
    if of.is_null() { "" } else { unsafe { CStr::from_ptr(of) }.to_str().unwrap_or("") }
}

fn result(code: i32) -> Result<(), Error> {
    if code == 0 { Ok(()) } else { Err(Error::of(code, text(unsafe { sys::way_result_string(code) }))) }
}

/// Runs a call. Its errors have its name.
fn called<T>(call: &'static str, run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    run().map_err(|error| Error { call, ..error })
}

/// Like `result`, but an error also has the name of the column that the library found wrong.
fn result_of(code: i32, fault: sys::c_text) -> Result<(), Error> {
    const MISSING: i32 = 2;
    result(code).map_err(|error| match text(fault) {
        "crowd2d" | "crowd3d" if code == MISSING => {
            let text = "it was made without runner_mask, weight or velocities, which the call reads";
            Error { column: "crowd", ..Error::of(code, text) }
        }
        "crowd2d" | "crowd3d" => Error { column: "crowd", ..error },
        column => Error { column, ..error },
    })
}

/// An axis of a position: the name of the candidates' column, the agents' column, and the candidates' column.
type Axis<'a> = (&'static str, &'a Column<'a>, &'a Column<'a>);

/// Finds candidates that are the agents on one axis, but on another axis have a copy of the agents' column. They are
/// then no agents for the library. Numbers decide what a copy is: others may share the x of the agents.
fn half_copied(axes: &[Axis]) -> Option<String> {
    let row = axes.iter().find_map(|(_, own, other)| own.row_in(other))?;
    let (copy, _, _) = axes.iter().find(|(_, own, other)| own.row_in(other).is_none() && own.is_copied_to(other, row))?;
    Some(format!("{copy}: it is a copy, and another axis is not: use the agents' column, or set self_row"))
}

/// Calls `way_check` for columns of these lengths.
fn check_of<In>(call: &str, input: &In, own: &[Length], runners: &[Length]) -> Option<String> {
    let known = |len| if len == usize::MAX { 1 } else { len }; // single values
    let runner_count = known(shortest(runners).1);
    let count = if runner_count == 0 { 0 } else { known(shortest(own).1) };
    let (name, mut column) = (format!("{call}\0"), core::ptr::null());
    let input = (input as *const In).cast();
    let found = unsafe { sys::way_check(name.as_ptr().cast(), input, count, runner_count, &mut column) };
    (!found.is_null()).then(|| format!("{}: {}", text(column), text(found).replace("set self", "set self_row")))
}

/// Finds an agent that is its own target, among the first 16. `first` is the row of the runners that is the first of
/// `agents` agents. A target beyond the `runners` means no target. One target for all may be a leader.
#[allow(dead_code)]
fn own_target(batch: &Batch, first: Option<isize>, agents: usize, runners: usize) -> Option<String> {
    let (first, target) = (first?, &batch.target);
    if target.raw.data.is_null() || target.len == usize::MAX {
        return None;
    }
    let end = batch.count.map_or(usize::MAX, |count| batch.first.saturating_add(count));
    let rows = (batch.first..end).take(16).map_while(|k| match batch.index {
        Some(index) => index.get(k).map(|&row| row as usize),
        None => Some(k),
    });
    let is_own = |row| {
        let runner = target.word(row);
        (runner as usize) < runners && i64::from(runner) == row as i64 + first as i64
    };
    let own = rows.filter(|&row| row < agents.min(target.len)).find(|&row| is_own(row))?;
    Some(format!("target: agent {own} is its own target: no target is u32::MAX"))
}

/// Returns the word for an agent's status, for example "met" or "too_slow".
pub fn status_word(status: Status) -> &'static str {
    text(unsafe { sys::way_status_word(status as i32) })
}

/// Returns the name of the instruction set in use, for example "avx2".
pub fn isa() -> &'static str {
    text(unsafe { sys::way_isa() })
}

/// The kind of columns of positions, speeds or times. Their elements are `f32` or `f64`.
#[derive(Clone, Copy, Debug)]
pub enum Float {}
/// The kind of columns of words, counts or rows of runners. Their elements are `i32` or `u32`.
#[derive(Clone, Copy, Debug)]
pub enum Whole {}

mod sealed {
    pub trait Sealed: Copy {
        const TYPE: i32;
    }
    impl Sealed for f32 {
        const TYPE: i32 = 0;
    }
    impl Sealed for i32 {
        const TYPE: i32 = 0;
    }
    impl Sealed for u32 {
        const TYPE: i32 = 0;
    }
    impl Sealed for crate::Status {
        const TYPE: i32 = 0;
    }
    impl Sealed for f64 {
        const TYPE: i32 = 1;
    }
}
/// The types that elements of a column can have. A slice of whole numbers does not fit a column of floats:
///
/// ```compile_fail,E0308
/// let speed = [5i32, 6];
/// let column: waylay::Column<waylay::Float> = waylay::slice(&speed);
/// ```
pub trait Element: sealed::Sealed {
    /// [`Float`], [`Whole`] or [`Status`].
    type Kind;
}
impl Element for Status {
    type Kind = Status;
}
impl Element for f32 {
    type Kind = Float;
}
impl Element for f64 {
    type Kind = Float;
}
impl Element for i32 {
    type Kind = Whole;
}
impl Element for u32 {
    type Kind = Whole;
}

/// An input with one number per agent. `Column::default()` has no data: the input has its default value.
#[derive(Clone, Copy)]
pub struct Column<'a, Kind = Float> {
    raw: sys::way_column,
    len: usize,
    of: PhantomData<(&'a [f32], Kind)>,
}

/// An output with one answer per agent. `Output::default()` has no data: the output is not computed.
pub struct Output<'a, Kind = Float> {
    raw: sys::way_column_out,
    len: usize,
    of: PhantomData<(&'a mut [f32], Kind)>,
}

/// Writes a column's number of elements and the bytes between two of them, for example `Column(20 * 12 bytes)`.
fn describe(to: &mut core::fmt::Formatter<'_>, name: &str, len: usize, gap: isize, of: i32, is_set: bool) -> core::fmt::Result {
    let size = if of == <f64 as sealed::Sealed>::TYPE { 8 } else { 4 };
    match len {
        _ if !is_set => write!(to, "{name}(none)"),
        usize::MAX => write!(to, "{name}(same)"),
        len => write!(to, "{name}({len} * {} bytes)", gap + size),
    }
}

impl<Kind> core::fmt::Debug for Column<'_, Kind> {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        describe(to, "Column", self.len, self.raw.gap, self.raw.r#type, !self.raw.data.is_null())
    }
}

impl<Kind> core::fmt::Debug for Output<'_, Kind> {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        describe(to, "Output", self.len, self.raw.gap, self.raw.r#type, !self.raw.data.is_null())
    }
}

// Columns and outputs only refer to slices of numbers, so they can be used by other threads.
unsafe impl<Kind> Send for Column<'_, Kind> {}
unsafe impl<Kind> Sync for Column<'_, Kind> {}
unsafe impl<Kind> Send for Output<'_, Kind> {}

impl<Kind> Default for Column<'_, Kind> {
    fn default() -> Self {
        Column { raw: Default::default(), len: usize::MAX, of: PhantomData }
    }
}

impl<'a, Kind> Column<'a, Kind> {
    /// Returns the single value of a column that `same` made of a float.
    fn single(&self) -> Option<f64> {
        let is_single = self.len == usize::MAX && !self.raw.data.is_null();
        // `same` keeps a reference to the value for as long as the column exists.
        is_single.then(|| match self.raw.r#type {
            <f64 as sealed::Sealed>::TYPE => unsafe { *self.raw.data.cast::<f64>() },
            _ => f64::from(unsafe { *self.raw.data.cast::<f32>() }),
        })
    }

    /// Equal single values are the same column: where the compiler puts two literals must not matter.
    fn is_same_value(&self, other: &Column<Kind>) -> bool {
        self.single().is_some() && self.single() == other.single() && self.raw.r#type == other.raw.r#type
    }

    /// Returns the candidates' column for the C library, which compares its address with the choosers' column.
    fn raw_like(&self, own: &Self) -> sys::way_column {
        if self.is_same_value(own) { own.raw } else { self.raw }
    }

    /// Have the first elements of this column the numbers of `other` from this row on?
    fn is_copied_to(&self, other: &Self, row: isize) -> bool {
        const LOOKED_AT: isize = 16;
        if self.len == usize::MAX || other.len == usize::MAX {
            return false;
        }
        let first = row.max(0);
        let mut rows = first..(row + self.len as isize).min(other.len as isize).min(first + LOOKED_AT);
        !rows.is_empty() && rows.all(|k| self.at(k - row) == other.at(k))
    }

    /// Returns element k, which must be one of the column's elements.
    fn at(&self, k: isize) -> f64 {
        let is_double = self.raw.r#type == <f64 as sealed::Sealed>::TYPE;
        let element = self.raw.data.cast::<u8>().wrapping_offset(k * (self.raw.gap + if is_double { 8 } else { 4 }));
        // The column keeps a reference to its elements for as long as it exists.
        if is_double { unsafe { *element.cast::<f64>() } } else { f64::from(unsafe { *element.cast::<f32>() }) }
    }

    /// Returns element k, which must be one of the column's elements, of a column of whole numbers.
    fn word(&self, k: usize) -> u32 {
        let element = self.raw.data.cast::<u8>().wrapping_offset(k as isize * (self.raw.gap + 4));
        unsafe { *element.cast::<u32>() }
    }

    /// Returns the row of `other` that is the first element of this column, if both are parts of one slice or field,
    /// and have elements in common. The row is below 0 if `other` begins after this column.
    fn row_in(&self, other: &Self) -> Option<isize> {
        let (own, all) = (&self.raw, &other.raw);
        let has_lengths = self.len != usize::MAX && other.len != usize::MAX;
        if !has_lengths || (own.gap, own.r#type) != (all.gap, all.r#type) {
            return None;
        }
        let bytes = (own.data as isize).wrapping_sub(all.data as isize);
        let stride = own.gap + if own.r#type == <f64 as sealed::Sealed>::TYPE { 8 } else { 4 };
        let row = bytes.checked_div(stride)?; // an empty column may have the stride 0
        let meet = row == 0 || (row < other.len as isize && -row < self.len as isize);
        (row * stride == bytes && meet).then_some(row)
    }
}

/// Returns the row of the others that is the first agent, if the position columns of both say that agents are among
/// the others: for each axis the same row, or equal single values. Each element has the columns of an axis.
fn shared<Kind>(places: &[(&Column<Kind>, &Column<Kind>)]) -> Option<isize> {
    let mut found = None;
    for (own, other) in places.iter().filter(|(own, other)| !own.is_same_value(other)) {
        let row = own.row_in(other)?;
        if *found.get_or_insert(row) != row {
            return None;
        }
    }
    found
}

impl<'a, Kind: 'a> Column<'a, Kind> {
    /// The same among the columns of several tables: that of the first one with an equal single value, or this one.
    fn raw_among<'b>(&self, mut others: impl Iterator<Item = &'b Column<'b, Kind>>) -> sys::way_column
    where
        'a: 'b,
        Kind: 'b,
    {
        others.find(|other| self.is_same_value(other)).map_or(self.raw, |other| other.raw)
    }
}

impl<Kind> Default for Output<'_, Kind> {
    fn default() -> Self {
        Output { raw: Default::default(), len: usize::MAX, of: PhantomData }
    }
}

fn column<'a, T: Element>(data: *const T, stride: usize, len: usize) -> Column<'a, T::Kind> {
    let gap = stride as isize - core::mem::size_of::<T>() as isize;
    let raw = sys::way_column { data: data.cast(), gap, r#type: T::TYPE, ..Default::default() };
    Column { raw, len, of: PhantomData }
}

fn output<'a, T: Element>(data: *mut T, stride: usize, len: usize) -> Output<'a, T::Kind> {
    let gap = stride as isize - core::mem::size_of::<T>() as isize;
    let raw = sys::way_column_out { data: data.cast(), gap, r#type: T::TYPE, ..Default::default() };
    Output { raw, len, of: PhantomData }
}

/// Makes a column of a slice that has one number per agent.
pub fn slice<T: Element>(of: &[T]) -> Column<'_, T::Kind> {
    column(of.as_ptr(), core::mem::size_of::<T>(), of.len())
}

/// Makes a column with one value for all agents.
pub fn same<T: Element>(of: &T) -> Column<'_, T::Kind> {
    column(of, 0, usize::MAX)
}

/// Makes a column of member `K` of each array, for example of x, y or z of `[f32; 3]` positions.
pub fn member<T: Element, const N: usize, const K: usize>(of: &[[T; N]]) -> Column<'_, T::Kind> {
    assert!(K < N, "an array has no such member");
    column(of.as_ptr().cast::<T>().wrapping_add(K), core::mem::size_of::<[T; N]>(), of.len())
}

/// Makes an output of a slice that has one element per agent.
pub fn slice_mut<T: Element>(of: &mut [T]) -> Output<'_, T::Kind> {
    output(of.as_mut_ptr(), core::mem::size_of::<T>(), of.len())
}

/// Splits a slice of pairs into outputs for x and y.
pub fn halves<T: Element>(of: &mut [[T; 2]]) -> (Output<'_, T::Kind>, Output<'_, T::Kind>) {
    let (data, stride, len) = (of.as_mut_ptr().cast::<T>(), core::mem::size_of::<[T; 2]>(), of.len());
    (output(data, stride, len), output(data.wrapping_add(1), stride, len))
}

/// Splits a slice of triples into outputs for x, y and z.
pub fn thirds<T: Element>(of: &mut [[T; 3]]) -> (Output<'_, T::Kind>, Output<'_, T::Kind>, Output<'_, T::Kind>) {
    let (data, stride, len) = (of.as_mut_ptr().cast::<T>(), core::mem::size_of::<[T; 3]>(), of.len());
    let at = |k| output(data.wrapping_add(k), stride, len);
    (at(0), at(1), at(2))
}

#[doc(hidden)]
pub fn field_of<S, T: Element>(of: &[S], field: fn(&S) -> &T) -> Column<'_, T::Kind> {
    match of.first() {
        None => column(core::ptr::NonNull::<T>::dangling().as_ptr(), 0, 0),
        Some(first) => {
            let field: *const T = field(first);
            let within = (field as usize).wrapping_sub(first as *const S as usize);
            assert!(within <= core::mem::size_of::<S>() - core::mem::size_of::<T>(), "not a field");
            // The pointer is derived from the slice, because one derived from `first` may not leave `first`.
            let data = of.as_ptr().cast::<u8>().wrapping_add(within).cast::<T>();
            column(data, core::mem::size_of::<S>(), of.len())
        }
    }
}

/// Makes a column of one field of each struct in a slice, for example `field!(units, Unit, speed)`, of a field
/// of a field: `field!(units, Unit, position.x)`, or of an element: `field!(units, Unit, position[0])`. The
/// fields lie in the struct itself: what a reference, a `Box`, a `Vec` or a type's `Deref` leads to does not
/// compile.
///
/// ```compile_fail
/// struct Unit { place: Box<(f32, f32)> }
/// let units = [Unit { place: Box::new((1.0, 2.0)) }];
/// let _ = waylay::field!(&units, Unit, place.0);
/// ```
#[macro_export]
macro_rules! field {
    ($slice:expr, $type:path, $field:ident) => {
        $crate::field_of($slice, |one: &$type| {
            let $type { $field: field, .. } = one;
            field
        })
    };
    ($slice:expr, $type:path, $field:ident $([$k:expr])* $(. $rest:tt $([$l:expr])*)*) => {{
        $crate::lies_in!($type, $field $([$k])* $(. $rest $([$l])*)*);
        $crate::field_of($slice, |one: &$type| &one.$field $([$k])* $(. $rest $([$l])*)*)
    }};
}

/// Compiles only if the field lies in the struct: a constant can be computed only if no `Deref` and no pointer is
/// on the way.
#[doc(hidden)]
#[macro_export]
macro_rules! lies_in {
    ($type:path, $($field:tt)+) => {
        const _: () = {
            let one = core::mem::MaybeUninit::<$type>::uninit();
            let one = one.as_ptr();
            let _ = unsafe { core::ptr::addr_of!((*one).$($field)+) };
        };
    };
}

/// Makes outputs of fields of the structs in a slice, as a tuple. They may be used in one call, because the fields
/// are different: fields that overlap do not compile. Fields that the call reads become columns:
///
/// ```
/// struct Unit { at: [f32; 2], speed: f32, steer: (f32, f32) }
/// # let mut units = [Unit { at: [0.0; 2], speed: 1.0, steer: (0.0, 0.0) }];
/// let (speed, velocity_x, velocity_y) = waylay::fields_mut!(&mut units, Unit, speed, steer.0, steer.1);
/// let speed: waylay::Column = speed.into();
/// ```
///
/// ```compile_fail,E0499
/// struct Unit { steer: (f32, f32) }
/// # let mut units = [Unit { steer: (0.0, 0.0) }];
/// let (velocity_x, velocity_y) = waylay::fields_mut!(&mut units, Unit, steer.0, steer.0);
/// ```
///
/// ```compile_fail,E0505
/// struct Unit { speed: f32 }
/// # let mut units = [Unit { speed: 1.0 }];
/// let (speed,) = waylay::fields_mut!(&mut units, Unit, speed);
/// drop(units);
/// let speed: waylay::Column = speed.into();
/// ```
#[macro_export]
macro_rules! fields_mut {
    ($slice:expr, $type:path, $($field:ident $(. $rest:tt)*),+ $(,)?) => {{
        $($crate::lies_in!($type, $field $(. $rest)*);)+
        let _ = |one: &mut $type| drop(($(&mut one.$field $(. $rest)*,)+)); // the compiler refuses fields that overlap
        let fields = $crate::Fields::of($slice);
        ($(unsafe { fields.output(|one: *mut $type| core::ptr::addr_of_mut!((*one).$field $(. $rest)*)) },)+)
    }};
}

/// The structs of `fields_mut!`.
#[doc(hidden)]
pub struct Fields<'a, S> {
    data: *mut S,
    len: usize,
    of: PhantomData<&'a mut [S]>,
}

impl<'a, S> Fields<'a, S> {
    pub fn of(of: &'a mut [S]) -> Self {
        Fields { data: of.as_mut_ptr(), len: of.len(), of: PhantomData }
    }

    /// # Safety
    /// `field` only computes the address of a field, which no other output of these structs overlaps.
    pub unsafe fn output<T: Element>(&self, field: fn(*mut S) -> *mut T) -> Output<'a, T::Kind> {
        let mut one = core::mem::MaybeUninit::<S>::uninit();
        let within = field(one.as_mut_ptr()) as usize - one.as_ptr() as usize;
        output(self.data.cast::<u8>().wrapping_add(within).cast::<T>(), core::mem::size_of::<S>(), self.len)
    }
}

/// The elements of an output as an input. To be written again, they need a new output.
impl<'a, Kind> From<Output<'a, Kind>> for Column<'a, Kind> {
    fn from(of: Output<'a, Kind>) -> Self {
        let sys::way_column_out { data, gap, rows, r#type, page } = of.raw;
        Column { raw: sys::way_column { data: data.cast(), gap, rows, r#type, page }, len: of.len, of: PhantomData }
    }
}

pub use sys::way_wall as Wall;
pub use sys::way_wall_velocity as WallVelocity;

/// A tree of many walls in caller-supplied memory. With it, a call tests only walls near a ball's path.
#[derive(Clone, Copy)]
pub struct WallTree<'a> {
    walls: &'a [Wall],
    memory: &'a [u64],
}

impl core::fmt::Debug for WallTree<'_> {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(to, "WallTree({} walls)", self.walls.len())
    }
}

impl<'a> WallTree<'a> {
    /// Returns the number of `u64` elements of memory that a tree of `wall_count` walls needs.
    pub fn memory_for(wall_count: usize) -> usize {
        (unsafe { sys::way_wall_tree_bytes(wall_count) } + 7) / 8
    }

    pub fn new(walls: &'a [Wall], memory: &'a mut [u64]) -> Result<Self, Error> {
        let bytes = core::mem::size_of_val(memory);
        result(unsafe { sys::way_make_wall_tree(walls.as_ptr(), walls.len(), memory.as_mut_ptr().cast(), bytes) })?;
        Ok(WallTree { walls, memory })
    }
}

/// Zero-initialise it with `Default`. The field `mask` is 0 for all bits.
pub use sys::way_triangle as Triangle;

/// A tree of many triangles in caller-supplied memory. With it, a call tests only triangles near a ray.
#[derive(Clone, Copy)]
pub struct TriangleTree<'a> {
    triangles: &'a [Triangle],
    memory: &'a [u64],
}

impl core::fmt::Debug for TriangleTree<'_> {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(to, "TriangleTree({} triangles)", self.triangles.len())
    }
}

impl<'a> TriangleTree<'a> {
    /// Returns the number of `u64` elements of memory that a tree of `triangle_count` triangles needs.
    pub fn memory_for(triangle_count: usize) -> usize {
        (unsafe { sys::way_triangle_tree_bytes(triangle_count) } + 7) / 8
    }

    pub fn new(triangles: &'a [Triangle], memory: &'a mut [u64]) -> Result<Self, Error> {
        let (bytes, to) = (core::mem::size_of_val(memory), memory.as_mut_ptr().cast());
        result(unsafe { sys::way_make_triangle_tree(triangles.as_ptr(), triangles.len(), to, bytes) })?;
        Ok(TriangleTree { triangles, memory })
    }
}

/// The agents that one call solves: rows `first .. first + count`. With an index, the call solves the rows in
/// `index[first .. first + count]`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch<'a> {
    pub first: usize,
    /// The number of agents. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
    /// Each agent's target: the row of a runner, or `u32::MAX` or -1 for no target.
    /// Without this column, the runner of agent i is runner i. With it, there may be more or fewer runners than
    /// agents, and the runner columns must have equal lengths.
    pub target: Column<'a, Whole>,
    pub precision: Precision,
    /// If true, the outputs of agents without a target stay unchanged.
    pub keep_nobody: bool,
    pub walls: &'a [Wall],
    /// A tree of walls, which replaces `walls`.
    pub wall_tree: Option<WallTree<'a>>,
    /// The walls' coordinates are relative to this point (x, y). A room far from 0 keeps its exact shape if
    /// `wall_origin` is near it, its walls have small coordinates, and positions are `f64`.
    pub wall_origin: [f64; 2],
    /// For `launch_drag2d` and `launch_drag3d` with `drag_area`: the coefficients over the speed.
    pub drag_table: Option<&'a DragTable<'a>>,
    /// The velocity of each wall. `None`, the default: the walls stand still. Not with a `wall_tree`.
    pub wall_velocity: Option<&'a [WallVelocity]>,
}

/// Coefficients of drag over the speed through the air. Between two speeds, the coefficient is on the straight
/// line between theirs; outside of all speeds, it is that of the nearest one.
#[derive(Clone, Copy)]
pub struct DragTable<'a> {
    raw: sys::way_drag_table,
    of: PhantomData<&'a [f32]>,
}

// A table only refers to slices of numbers, so it can be used by other threads.
unsafe impl Send for DragTable<'_> {}
unsafe impl Sync for DragTable<'_> {}

impl core::fmt::Debug for DragTable<'_> {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(to, "DragTable({} speeds)", self.raw.count)
    }
}

impl<'a> DragTable<'a> {
    /// Makes a table of ascending speeds (m/s) and a coefficient for each.
    pub fn new(speed: &'a [f32], coefficient: &'a [f32]) -> Result<Self, Error> {
        let count = speed.len().max(coefficient.len());
        let short = shortest(&[("speed", speed.len()), ("coefficient", coefficient.len())]);
        if short.1 < count {
            return Err(Error::too_short(short, count));
        }
        let raw = sys::way_drag_table { speed: speed.as_ptr(), coefficient: coefficient.as_ptr(), count };
        Ok(DragTable { raw, of: PhantomData })
    }
}

/// The tables of runners of one call, and for each row of all tables its table and the row in it.
#[derive(Default)]
#[allow(dead_code)] // a crate may lack behaviours with runners
struct RunnerTables {
    parts: Vec<sys::way_part>,
    row_of: Vec<u32>,
    part_of: Vec<u32>,
}

#[allow(dead_code)]
impl RunnerTables {
    /// Adds a table, which the caller keeps. `lengths` are those of its runner columns.
    fn add<In>(&mut self, input: &In, lengths: &[Length]) -> Result<(), Error> {
        let part = self.parts.len();
        let count = candidates_of(None, lengths).map_err(|error| error.in_part(part))?;
        if count >= u32::MAX as usize - self.row_of.len() {
            return Err(Error::of(0, "the tables have too many rows").in_part(part));
        }
        self.row_of.extend(0..count as u32);
        self.part_of.resize(self.row_of.len(), part as u32);
        self.parts.push(sys::way_part { columns: (input as *const In).cast(), count, ..Default::default() });
        Ok(())
    }

    /// Like `checked`, for the agents' columns alone. `target` has rows of all tables.
    fn checked(&self, batch: &Batch, own: &[Length], outputs: &[Length]) -> Result<sys::way_batch, Error> {
        if batch.target.raw.data.is_null() {
            let text = "it is not set: it has the rows of runners in all tables";
            return Err(Error { column: "target", ..Error::of(0, text) });
        }
        let whole = checked(batch, own, 0, outputs, false)?;
        let targets = sys::way_targets {
            parts: self.parts.as_ptr(),
            part_count: self.parts.len() as u32,
            row_of: self.row_of.as_ptr(),
            part_of: self.part_of.as_ptr(),
            map_size: self.row_of.len(),
            ..whole.targets
        };
        Ok(sys::way_batch { targets, ..whole })
    }
}

/// A bit mask: bit k is set if input k of the behaviour is a column of runners.
type Runners = u32;

/// Returns the batch for the C library, or an error if a column is shorter than the call needs. `are_own`: the
/// runners have the agents' positions.
fn checked(
    batch: &Batch,
    inputs: &[Length],
    runners: Runners,
    outputs: &[Length],
    are_own: bool,
) -> Result<sys::way_batch, Error> {
    let has_target = !batch.target.raw.data.is_null();
    let is_of_runners = |k: usize| has_target && runners >> k & 1 == 1;
    let target = ("target", batch.target.len);
    let of_inputs = (0..inputs.len()).filter(|&k| !is_of_runners(k)).map(|k| inputs[k]).chain([target]);
    let most = longest_of(of_inputs).unwrap_or(("", usize::MAX));
    let count = count_of(batch.count, batch.first, batch.index, &[most], outputs)?;
    if count > 0 && !has_target && are_own {
        let text = "it is not set, so each agent is its own runner";
        return Err(Error { column: "target", ..Error::of(0, text) });
    }
    let end = batch.first.checked_add(count).ok_or(TOO_MANY)?;
    let (mut own, mut of_runners, mut runner_count) = (shortest(&[shortest(outputs), target]), ("", usize::MAX), None);
    for (k, &column) in inputs.iter().enumerate() {
        if is_of_runners(k) {
            of_runners = shortest(&[of_runners, column]);
            runner_count = runner_count.max(longest(&[column]));
        } else {
            own = shortest(&[own, column]);
        }
    }
    if let Some(needed) = runner_count.filter(|&count| of_runners.1 < count) {
        return Err(Error::too_short(of_runners, needed));
    }
    let (agents, targets) = (own.1, of_runners.1);
    // The C library checks `index` against agent_count, unless that is 0. So 0 agents are an error here.
    let (least, needed) = batch.index.map_or((own, end), |index| {
        if agents == 0 { (own, 1) } else { (("index", index.len()), end) }
    });
    if count > 0 && least.1 < needed {
        return Err(Error::too_short(least, needed));
    }
    let walls = batch.wall_tree.map_or(batch.walls, |tree| tree.walls);
    if let Some(velocities) = batch.wall_velocity.filter(|velocities| velocities.len() < walls.len()) {
        return Err(Error::too_short(("wall_velocity", velocities.len()), walls.len()));
    }
    Ok(sys::way_batch {
        first: batch.first,
        count,
        index: batch.index.map_or(core::ptr::null(), <[u32]>::as_ptr),
        targets: sys::way_targets {
            row: batch.target.raw,
            runner_count: targets.min(u32::MAX as usize),
            // Columns without a runner: a map of 0 rows, so that no target has a row, and 0 is no forgotten count.
            row_of: if has_target && targets == 0 {
                core::ptr::NonNull::<u32>::dangling().as_ptr()
            } else {
                core::ptr::null()
            },
            keep_outputs: batch.keep_nobody as i32,
            ..Default::default()
        },
        precision: batch.precision as i32,
        walls: walls.as_ptr(),
        wall_count: walls.len(),
        wall_tree: batch.wall_tree.map_or(core::ptr::null(), |tree| tree.memory.as_ptr().cast()),
        wall_origin_x: batch.wall_origin[0],
        wall_origin_y: batch.wall_origin[1],
        drag_table: batch.drag_table.map_or(core::ptr::null(), |table| &table.raw),
        wall_velocity: batch.wall_velocity.map_or(core::ptr::null(), <[WallVelocity]>::as_ptr),
        fault: core::ptr::null_mut(),
        agent_count: agents,
        ..Default::default()
    })
}
