//! The structs that calls of choosing take in addition to columns, for example `Choice` and `Crowd`.
use super::*;
use sys::way_neighbour;

pub use sys::{
    way_aim as Aim, way_cost as Cost, way_goal as Goal, way_hit_kind as HitKind, way_neighbour as Neighbour,
};

/// Candidates sorted by position, in caller-supplied memory. `Crowd2d::new` and `Crowd3d::new` make crowds.
#[derive(Clone, Copy)]
pub struct Crowd<'a, const DIMS: usize> {
    pub(crate) memory: &'a [u64],
    pub(crate) runner_count: usize,
}
impl<const DIMS: usize> core::fmt::Debug for Crowd<'_, DIMS> {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(to, "Crowd{DIMS}d({} candidates)", self.runner_count)
    }
}

pub type Crowd2d<'a> = Crowd<'a, 2>;
pub type Crowd3d<'a> = Crowd<'a, 3>;

/// The choosers that one call solves, and the candidates.
///
/// An agent is no candidate of its own. If `runner_x` and `chaser_x` are columns of the same slice or field, or of
/// parts of it, and so on for each axis, choosers and candidates with the same memory are the same agents, which
/// neither choose nor list nor avoid themselves.
/// Otherwise, for example with a copy of the positions, `self_row` has the choosers' own rows. With a crowd,
/// set the runner columns, too, because they are compared; of these columns, only `runner_radius` is read.
/// docs/choose.md has the rule under "An agent is not its own candidate".
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice<'a, const DIMS: usize> {
    pub first: usize,
    /// The number of choosers. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
    /// The number of candidates. `None`, the default: all in the runner columns, which must then have equal
    /// lengths. If `crowd` is set or candidates are in several tables, `runner_count` is not read.
    pub runner_count: Option<usize>,
    /// The cost by which `choose2d` and `choose3d` rank the candidates.
    pub cost: Cost,
    /// The number of candidates that `choose2d` or `choose3d` returns for each chooser, at most 8. 0 means
    /// one. Chooser i has the elements `best * i .. best * (i + 1)` of the outputs.
    pub best: usize,
    /// A crowd of candidates, which is read instead of the runner columns, except `runner_radius`.
    pub crowd: Option<Crowd<'a, DIMS>>,
    /// Walls that hide candidates. Only `choose2d` and `neighbours2d` have walls.
    pub walls: &'a [Wall],
    pub wall_tree: Option<WallTree<'a>>,
    /// The walls' coordinates are relative to this point (x, y). With a crowd, it must be (0, 0).
    pub wall_origin: [f64; 2],
    /// The number of points of a candidate's width (`runner_radius`) that can be seen, at most 64. 0 means one,
    /// the centre.
    pub sight_points: usize,
}
pub type Choice2d<'a> = Choice<'a, 2>;
pub type Choice3d<'a> = Choice<'a, 3>;

/// Lists of neighbours: list i is `list[offset[i]..offset[i + 1]]`.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'a> {
    pub list: &'a [Neighbour],
    pub offset: &'a [usize],
}

/// The result of a call that writes lists. `answered` is the number of complete lists. If `answered` is less
/// than the number of choosers or paths, the memory was too small. With `needed` elements, all lists fit.
///
/// ```compile_fail
/// #![deny(unused_must_use)]
/// fn lists(made: Result<waylay::Answered, waylay::Error>) -> Result<(), waylay::Error> {
///     made?; // are the lists complete?
///     Ok(())
/// }
/// ```
#[must_use = "if `answered` is too small, some lists are missing"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    pub answered: usize,
    pub needed: usize,
}

/// The agents that one call of `avoid2d` or `avoid3d` solves, and the candidates that they avoid. An agent is
/// no candidate of its own: see [`Choice`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Avoidance<'a, const DIMS: usize> {
    pub first: usize,
    /// The number of agents. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
    /// The number of candidates. `None`, the default: those of `crowd`, or all in the runner columns, which
    /// must then have equal lengths. Of candidates in several tables, all count.
    pub runner_count: Option<usize>,
    /// Each agent avoids at most this many candidates, the nearest ones. The limit is 32; 0 means ten.
    pub most: usize,
    /// A crowd in which the call finds the nearest candidates. The call reads the runner columns, too.
    pub crowd: Option<Crowd<'a, DIMS>>,
    /// If set, agent k of the call avoids the candidates of list k, and the call does not search.
    pub neighbours: Option<Lists<'a>>,
    /// Walls that no agent's centre crosses. Only `avoid2d` has walls.
    pub walls: &'a [Wall],
    pub wall_tree: Option<WallTree<'a>>,
    /// The walls' coordinates are relative to this point (x, y). With a crowd and without
    /// `neighbours`, it must be (0, 0).
    pub wall_origin: [f64; 2],
}
pub type Avoidance2d<'a> = Avoidance<'a, 2>;
pub type Avoidance3d<'a> = Avoidance<'a, 3>;

/// The paths of one call of `waypoints2d`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths<'a> {
    pub first: usize,
    /// The number of paths. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
}

/// The choosers and the candidates of one call of `assign`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assignment<'a> {
    /// The number of choosers. `None`, the default: from the length of `offset`, of `damage`, or of the
    /// lists.
    pub count: Option<usize>,
    /// The number of candidates. `None`, the default: the length of the candidates' columns, or the number of
    /// columns of a matrix.
    pub runner_count: Option<usize>,
    /// List i has the elements `offset[i] .. offset[i + 1]`. Without offsets, every list has `each` elements.
    pub offset: Option<&'a [usize]>,
    /// The length of every list. 0 means `runner_count`: the costs are a matrix.
    pub each: usize,
    pub aim: Aim,
}

/// The result of an assignment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assigned {
    pub served: usize,
    /// The sum of the costs of the served choosers, and of the finite `unserved` of the others.
    pub sum: f64,
    pub largest: f64,
    /// `sum` exceeds the smallest possible sum by at most `gap`. With different damages and `Aim::Largest`,
    /// the same holds for `largest`.
    pub gap: f64,
    /// No assignment can serve more choosers than this.
    pub most: usize,
    /// The number of places of `at_least` that no chooser fills.
    pub unmet: usize,
}

/// The scene of one call of `bounce_all2d`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bodies<'a> {
    /// The number of bodies. `None`, the default: the length of the columns, which must then be equal.
    pub count: Option<usize>,
    pub walls: &'a [Wall],
    pub wall_tree: Option<WallTree<'a>>,
    /// The walls' coordinates are relative to this point (x, y).
    pub wall_origin: [f64; 2],
    /// The call ends after this number of collisions. 0 means 100,000 + 1,000 for each body.
    pub most_events: usize,
}

/// The result of `bounce_all2d`: the number of collisions, and for how long the bodies have moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    pub events: usize,
    pub time: f64,
}

/// The rays of one call of `cast2d`, and the discs and walls that they can hit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cast<'a> {
    pub first: usize,
    /// The number of rays. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
    /// The number of discs. `None`, the default: those of `crowd`, or all in the runner columns, which must
    /// then have equal lengths; without runner columns 0.
    pub runner_count: Option<usize>,
    /// A crowd of the discs. The call reads the runner columns, too.
    pub crowd: Option<Crowd<'a, 2>>,
    pub walls: &'a [Wall],
    pub wall_tree: Option<WallTree<'a>>,
    /// The walls' coordinates are relative to this point (x, y). With a crowd it must be (0, 0).
    pub wall_origin: [f64; 2],
    /// If true, the call only answers whether there is a hit, in `kind` and `status`.
    pub any: bool,
}

/// The rays of one call of `cast3d` or the balls of `sweep3d`, and the triangles that they can hit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Triangles<'a> {
    pub first: usize,
    /// The number of rays or balls. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
    pub triangles: &'a [Triangle],
    /// A tree of triangles, which replaces `triangles`.
    pub tree: Option<TriangleTree<'a>>,
    /// The triangles' coordinates are relative to this point (x, y, z).
    pub origin: [f64; 3],
    /// If true, the call only answers whether there is a hit.
    pub any: bool,
}

/// The agents of one call of `conflicts2d` or `conflicts3d`. The conflicts whose first agent is `first + i` are
/// the elements `offset[i] .. offset[i + 1]` of the outputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conflicts {
    pub first: usize,
    /// The number of agents whose conflicts are listed. `None`, the default: all from `first` on.
    pub count: Option<usize>,
    /// The number of all agents. `None`, the default: all in the columns, which must then have equal lengths.
    pub agent_count: Option<usize>,
}

/// The lengths of the columns of a call.
pub(crate) struct Lengths<'a> {
    pub own: &'a [Length],
    pub outputs: &'a [Length],
    pub runners: &'a [Length],
}

impl Lengths<'_> {
    /// Returns the number of agents of a call, after a check that each column has these agents.
    fn agents(&self, count: Option<usize>, first: usize, index: Option<&[u32]>) -> Result<usize, Error> {
        let count = count_of(count, first, index, self.own, self.outputs)?;
        check_agents(first, count, index, self.own)?;
        check_agents(first, count, index, self.outputs)?;
        Ok(count)
    }
}

/// Checks that the columns have `each` elements for every agent of a call. This includes the rows in `index`,
/// because the C library does not check them.
fn check_elements(
    first: usize,
    count: usize,
    index: Option<&[u32]>,
    lengths: &[Length],
    each: usize,
) -> Result<(), Error> {
    let end = first.checked_add(count).ok_or(TOO_MANY)?;
    let agents = match index {
        None if count == 0 => 0,
        None => end,
        Some(index) => {
            let some = index.get(first..end).ok_or(Error::too_short(("index", index.len()), end))?;
            some.iter().max().map_or(0, |&last| last as usize + 1)
        }
    };
    check(shortest(lengths), agents.saturating_mul(each))
}

fn check_agents(first: usize, count: usize, index: Option<&[u32]>, lengths: &[Length]) -> Result<(), Error> {
    check_elements(first, count, index, lengths, 1)
}

fn check(column: Length, needed: usize) -> Result<(), Error> {
    if needed <= column.1 { Ok(()) } else { Err(Error::too_short(column, needed)) }
}

/// Returns the longest output and for how many choosers it has elements, if `lists` have `best` for each chooser.
fn written(outputs: &[Length], lists: &[Length], best: usize) -> Length {
    let each = |len: usize| if len == usize::MAX { len } else { len / best + usize::from(len % best > 0) };
    let listed = lists.iter().map(|&(name, len)| (name, each(len)));
    longest_of(outputs.iter().copied().chain(listed)).unwrap_or(("", usize::MAX))
}

/// Returns the candidates' column, or the agents' if it is missing and the agents are a part of the candidates. If both
/// begin at the same element, the C library reads the agents' column itself. `agents`: the row of the candidates that
/// is the first agent.
pub(crate) fn raw_or(agents: Option<isize>, column: &Column, own: &Column) -> sys::way_column {
    let is_part = agents.map_or(false, |row| row != 0);
    if is_part && column.raw.data.is_null() { own.raw } else { column.raw }
}

/// The C library reads the agents' column `own` for the candidates if these are the agents and lack their own
/// column. Returns the missing column, with the length of the agents' column if that is too short. `agents`: the row of
/// the candidates that is the first agent, and their number.
pub(crate) fn length_of_own(
    agents: Option<(isize, usize)>,
    missing: (&'static str, &Column),
    own: &Column,
) -> Length {
    match agents {
        Some((0, count)) if missing.1.raw.data.is_null() && own.len < count => (missing.0, own.len),
        // only some agents are candidates, or not all candidates are agents
        Some((row, _)) if row != 0 && missing.1.raw.data.is_null() && own.len != usize::MAX => (missing.0, 0),
        _ => ("", usize::MAX),
    }
}

/// Checks that no offset is less than the previous one, because the C library does not check this.
fn check_offsets(offset: &[usize], count: usize) -> Result<(), Error> {
    let needed = count.checked_add(1).ok_or(TOO_MANY)?;
    check(("offset", offset.len()), needed)?;
    if offset[..needed].windows(2).all(|pair| pair[0] <= pair[1]) {
        Ok(())
    } else {
        Err(Error { column: "offset", ..Error::of(0, "an offset is less than the one before") })
    }
}

/// A missing column is twice in `lengths` if the agents' column is read for it and is too short: see `length_of_own`.
fn check_runners(runner_count: usize, lengths: &[Length]) -> Result<(), Error> {
    let text = "it is not set, and only some candidates are agents";
    check(shortest(lengths), runner_count).map_err(|error| match lengths.contains(&(error.column, usize::MAX)) {
        true => Error { column: error.column, ..Error::of(0, text) },
        false => error,
    })
}

pub(crate) const NO_RUNNERS: Error = Error {
    column: "runner_count",
    ..Error::of(0, "how many candidates? No runner column has a length: set runner_count")
};

/// Returns the number of candidates: `runner_count`, or as many as the runner columns have.
pub(crate) fn candidates_of(runner_count: Option<usize>, lengths: &[Length]) -> Result<usize, Error> {
    let count = runner_count.or_else(|| longest(lengths)).ok_or(NO_RUNNERS)?;
    check_runners(count, lengths)?;
    Ok(count)
}

fn raw_index(index: Option<&[u32]>) -> *const u32 {
    index.map_or(core::ptr::null(), <[u32]>::as_ptr)
}

fn raw_tree(tree: Option<WallTree>) -> *const sys::way_wall_tree {
    tree.map_or(core::ptr::null(), |tree| tree.memory.as_ptr().cast())
}

/// Returns the crowd's address for the field crowd2d (`OF` is 2) or crowd3d (`OF` is 3). The address is null
/// if there is no crowd or the crowd has other dimensions.
fn handle<T, const OF: usize, const DIMS: usize>(crowd: Option<Crowd<DIMS>>) -> *const T {
    crowd.filter(|_| OF == DIMS).map_or(core::ptr::null(), |crowd| crowd.memory.as_ptr().cast())
}

impl<'a, const DIMS: usize> Choice<'a, DIMS> {
    /// `own` and `runners` are the lengths of the choosers' and the candidates' columns. `outputs` have one
    /// element for each chooser, and `lists` are the outputs that have `best` elements for each chooser.
    pub(crate) fn checked(
        &self,
        own: &[Length],
        outputs: &[Length],
        lists: &[Length],
        runners: &[Length],
    ) -> Result<sys::way_choice, Error> {
        let best = self.best.max(1);
        let count = count_of(self.count, self.first, self.index, own, &[written(outputs, lists, best)])?;
        check_agents(self.first, count, self.index, own)?;
        check_agents(self.first, count, self.index, outputs)?;
        check_elements(self.first, count, self.index, lists, best)?;
        let runner_count = if self.crowd.is_some() { 0 } else { candidates_of(self.runner_count, runners)? };
        if let Some(crowd) = self.crowd {
            let widths = runners.iter().filter(|column| column.0 == "runner_radius");
            for width in widths {
                check_runners(crowd.runner_count, &[*width])?;
            }
        }
        let walls = self.wall_tree.map_or(self.walls, |tree| tree.walls);
        Ok(sys::way_choice {
            first: self.first,
            count,
            index: raw_index(self.index),
            runner_count,
            cost: self.cost as i32,
            best: self.best.min(i32::MAX as usize) as i32,
            crowd2d: handle::<_, 2, DIMS>(self.crowd),
            crowd3d: handle::<_, 3, DIMS>(self.crowd),
            fault: core::ptr::null_mut(),
            walls: walls.as_ptr(),
            wall_count: walls.len(),
            wall_tree: raw_tree(self.wall_tree),
            sight_points: self.sight_points.min(i32::MAX as usize) as i32,
            wall_origin_x: self.wall_origin[0],
            wall_origin_y: self.wall_origin[1],
            ..Default::default()
        })
    }
}

/// Returns the number of the table that has this row of all tables, and the row within that table. `rows` has the
/// number of rows of each table. Returns None if there are not as many rows, for example for `u32::MAX`.
pub fn find_part(rows: &[usize], row: u32) -> Option<(usize, usize)> {
    let mut within = row as usize;
    for (part, &count) in rows.iter().enumerate() {
        if within < count {
            return Some((part, within));
        }
        within -= count;
    }
    None
}

const TOO_MANY_ROWS: Error = Error::of(0, "the tables have too many rows");

/// The tables of choosers and of candidates of one call. They refer to columns that the caller keeps.
#[derive(Default)]
pub(crate) struct Tables {
    choosers: Vec<sys::way_search_part>,
    candidates: Vec<sys::way_search_part>,
    chooser_count: usize,
    candidate_count: usize,
}

impl Tables {
    /// There are as many `outputs` as tables of choosers.
    pub(crate) fn new(outputs: usize, choosers: usize) -> Result<Self, Error> {
        if outputs != choosers {
            return Err(Error::too_short(("outputs", outputs), choosers));
        }
        Ok(Tables::default())
    }

    pub(crate) fn add_choosers<In, Out>(
        &mut self,
        input: &In,
        output: &Out,
        own: &[Length],
        outputs: &[Length],
        lists: &[Length],
        best: usize,
    ) -> Result<(), Error> {
        let part = self.choosers.len();
        let best = best.max(1);
        let count = count_of(None, 0, None, own, &[written(outputs, lists, best)])
            .and_then(|count| check(shortest(own), count).map(|()| count))
            .and_then(|count| check(shortest(outputs), count).map(|()| count))
            .and_then(|count| check(shortest(lists), count.saturating_mul(best)).map(|()| count))
            .map_err(|error| error.in_part(part))?;
        let (input, output) = ((input as *const In).cast(), (output as *const Out).cast());
        self.choosers.push(sys::way_search_part { input, output, count });
        self.chooser_count = self.chooser_count.checked_add(count).ok_or(TOO_MANY_ROWS)?;
        Ok(())
    }

    pub(crate) fn add_candidates<In>(&mut self, input: &In, runners: &[Length]) -> Result<(), Error> {
        let count = candidates_of(None, runners).map_err(|error| error.in_part(self.candidates.len()))?;
        let output = core::ptr::null();
        self.candidates.push(sys::way_search_part { input: (input as *const In).cast(), output, count });
        self.candidate_count = self.candidate_count.checked_add(count).ok_or(TOO_MANY_ROWS)?;
        Ok(())
    }

    /// Calls `make` with the struct that the C library reads. Returns the number of candidates.
    pub(crate) fn make_crowd(&self, make: impl FnOnce(&sys::way_choice) -> i32) -> Result<usize, Error> {
        let (mut fault, mut part) = (core::ptr::null(), usize::MAX);
        let choice = sys::way_choice {
            runner_parts: self.candidates.as_ptr(),
            runner_part_count: self.candidates.len(),
            fault: &mut fault,
            fault_part: &mut part,
            ..Default::default()
        };
        let code = make(&choice);
        result_of(code, fault).map_err(|error| error.in_part(part))?;
        Ok(self.candidate_count)
    }
}

impl<'a, const DIMS: usize> Choice<'a, DIMS> {
    /// The same for choosers and candidates in several tables.
    pub(crate) fn checked_tables(
        &self,
        tables: &Tables,
        fault: *mut sys::c_text,
        fault_part: *mut usize,
    ) -> Result<sys::way_choice, Error> {
        let runners = [("candidates", tables.candidate_count)];
        check_runners(self.crowd.map_or(0, |crowd| crowd.runner_count), &runners)?;
        let choice = self.checked(&[("choosers", tables.chooser_count)], &[], &[], &runners)?;
        Ok(sys::way_choice {
            chaser_parts: tables.choosers.as_ptr(),
            chaser_part_count: tables.choosers.len(),
            runner_parts: tables.candidates.as_ptr(),
            runner_part_count: tables.candidates.len(),
            fault,
            fault_part,
            ..choice
        })
    }
}

impl<'a, const DIMS: usize> Avoidance<'a, DIMS> {
    /// The same for agents in several tables.
    pub(crate) fn checked_tables(
        &self,
        tables: &Tables,
        solve: impl FnOnce(&sys::way_avoidance) -> i32,
    ) -> Result<(), Error> {
        let own = [("choosers", tables.chooser_count)];
        let runners = [("candidates", tables.candidate_count)];
        let mut part = usize::MAX;
        let fault_part: *mut usize = &mut part;
        let done = self.checked(&Lengths { own: &own, outputs: &[], runners: &runners }, |how| {
            solve(&sys::way_avoidance {
                chaser_parts: tables.choosers.as_ptr(),
                chaser_part_count: tables.choosers.len(),
                runner_parts: tables.candidates.as_ptr(),
                runner_part_count: tables.candidates.len(),
                fault_part,
                ..*how
            })
        });
        done.map_err(|error| error.in_part(part))
    }
}

impl<'a, const DIMS: usize> Crowd<'a, DIMS> {
    pub(crate) fn checked(runner_count: Option<usize>, runners: &[Length]) -> Result<usize, Error> {
        candidates_of(runner_count, runners)
    }
}

/// Describes the memory for the lists to the C library. `offset` must have `count + 1` elements or more.
pub(crate) fn lists_of(
    most: usize,
    list: &mut [Neighbour],
    offset: &mut [usize],
    status: &Output<Status>,
    count: usize,
) -> Result<sys::way_neighbours, Error> {
    check(("offset", offset.len()), count.checked_add(1).ok_or(TOO_MANY)?)?;
    Ok(sys::way_neighbours {
        most,
        list: list.as_mut_ptr(),
        capacity: list.len(),
        offset: offset.as_mut_ptr(),
        status: status.raw,
        ..Default::default()
    })
}

/// The same for unsorted lists.
pub(crate) fn unsorted_lists_of(
    rows: &mut [u32],
    squares: Option<&mut [f32]>,
    offset: &mut [usize],
    status: &Output<Status>,
    count: usize,
) -> Result<sys::way_neighbours, Error> {
    let mut lists = lists_of(0, &mut [], offset, status, count)?;
    lists.unsorted = 1;
    lists.capacity = rows.len();
    lists.rows = rows.as_mut_ptr();
    if let Some(squares) = squares {
        check(("squares", squares.len()), rows.len())?;
        lists.squares = squares.as_mut_ptr();
    }
    Ok(lists)
}

/// Converts the result of a call that writes lists. Lists that do not fit are no error: they only make
/// `answered` less than the number of lists.
pub(crate) fn complete(code: i32, answered: usize, needed: usize, fault: sys::c_text) -> Result<Answered, Error> {
    const CAPACITY: i32 = 14;
    if code != CAPACITY {
        result_of(code, fault)?;
    }
    Ok(Answered { answered, needed })
}

impl<'a> Lists<'a> {
    fn checked(&self, count: usize) -> Result<sys::way_neighbours, Error> {
        check_offsets(self.offset, count)?;
        check(("list", self.list.len()), self.offset[count])?;
        Ok(sys::way_neighbours {
            list: self.list.as_ptr() as *mut way_neighbour,
            capacity: self.list.len(),
            offset: self.offset.as_ptr() as *mut usize,
            answered: count,
            ..Default::default()
        })
    }
}

impl<'a, const DIMS: usize> Avoidance<'a, DIMS> {
    /// Calls `solve` with the structs that the C library reads.
    pub(crate) fn checked(
        &self,
        of: &Lengths,
        solve: impl FnOnce(&sys::way_avoidance) -> i32,
    ) -> Result<(), Error> {
        let count = of.agents(self.count, self.first, self.index)?;
        let runners = of.runners;
        let crowded = self.crowd.map_or(0, |crowd| crowd.runner_count);
        check_runners(crowded, runners)?;
        let runner_count = candidates_of(self.runner_count.or(self.crowd.map(|_| crowded)), runners)?;
        let lists = self.neighbours.map(|lists| lists.checked(count)).transpose()?;
        let walls = self.wall_tree.map_or(self.walls, |tree| tree.walls);
        let mut fault = core::ptr::null();
        let code = solve(&sys::way_avoidance {
            first: self.first,
            count,
            index: raw_index(self.index),
            runner_count,
            most: self.most,
            crowd2d: handle::<_, 2, DIMS>(self.crowd),
            crowd3d: handle::<_, 3, DIMS>(self.crowd),
            neighbours: lists.as_ref().map_or(core::ptr::null(), |lists| lists as *const _),
            walls: walls.as_ptr(),
            wall_count: walls.len(),
            wall_tree: raw_tree(self.wall_tree),
            fault: &mut fault,
            wall_origin_x: self.wall_origin[0],
            wall_origin_y: self.wall_origin[1],
            ..Default::default()
        });
        result_of(code, fault)
    }
}

impl<'a> Paths<'a> {
    #[allow(dead_code)] // a crate may lack waypoints2d
    pub(crate) fn checked(&self, of: &Lengths, fault: *mut sys::c_text) -> Result<sys::way_waypoints, Error> {
        let count = of.agents(self.count, self.first, self.index)?;
        Ok(sys::way_waypoints { first: self.first, count, index: raw_index(self.index), fault, ..Default::default() })
    }
}

/// Returns the memory of lists for the C library: `capacity` elements of the outputs, and the offsets.
pub(crate) fn room(capacity: usize, offset: &mut [usize], count: usize) -> Result<(usize, *mut usize), Error> {
    check(("offset", offset.len()), count.checked_add(1).ok_or(TOO_MANY)?)?;
    Ok((capacity, offset.as_mut_ptr()))
}

impl Conflicts {
    /// Returns the number of `u64` elements of memory that the conflicts of these agents need.
    pub fn memory_for(agents: usize) -> usize {
        let bytes = unsafe { sys::way_conflicts2d_bytes(agents).max(sys::way_conflicts3d_bytes(agents)) };
        (bytes + 7) / 8
    }

    pub(crate) fn checked(
        &self,
        of: &Lengths,
        memory: &mut [u64],
        fault: *mut sys::c_text,
    ) -> Result<sys::way_conflicts, Error> {
        let agent_count = count_of(self.agent_count, 0, None, of.own, of.outputs)?;
        check_agents(0, agent_count, None, of.own)?;
        check_agents(0, agent_count, None, of.outputs)?;
        let all = agent_count.checked_sub(self.first).ok_or(Error::of(0, "first is beyond the last agent"))?;
        Ok(sys::way_conflicts {
            first: self.first,
            count: self.count.unwrap_or(all),
            agent_count,
            memory: memory.as_mut_ptr().cast(),
            bytes: core::mem::size_of_val(memory),
            fault,
            ..Default::default()
        })
    }
}

impl Cast<'_> {
    /// Calls `solve` with the struct that the C library reads.
    pub(crate) fn checked(&self, of: &Lengths, solve: impl FnOnce(&sys::way_cast) -> i32) -> Result<(), Error> {
        let count = of.agents(self.count, self.first, self.index)?;
        let crowded = self.crowd.map(|crowd| crowd.runner_count);
        check_runners(crowded.unwrap_or(0), of.runners)?;
        let runner_count = self.runner_count.or(crowded).or_else(|| longest(of.runners)).unwrap_or(0);
        check_runners(runner_count, of.runners)?;
        let walls = self.wall_tree.map_or(self.walls, |tree| tree.walls);
        let mut fault = core::ptr::null();
        let code = solve(&sys::way_cast {
            first: self.first,
            count,
            index: raw_index(self.index),
            runner_count,
            crowd2d: handle::<_, 2, 2>(self.crowd),
            walls: walls.as_ptr(),
            wall_count: walls.len(),
            wall_tree: raw_tree(self.wall_tree),
            any: self.any as i32,
            fault: &mut fault,
            wall_origin_x: self.wall_origin[0],
            wall_origin_y: self.wall_origin[1],
            ..Default::default()
        });
        result_of(code, fault)
    }
}

impl Triangles<'_> {
    /// Calls `solve` with the struct that the C library reads.
    pub(crate) fn checked(
        &self,
        of: &Lengths,
        solve: impl FnOnce(&sys::way_cast_triangles) -> i32,
    ) -> Result<(), Error> {
        let count = of.agents(self.count, self.first, self.index)?;
        let triangles = self.tree.map_or(self.triangles, |tree| tree.triangles);
        let mut fault = core::ptr::null();
        let code = solve(&sys::way_cast_triangles {
            first: self.first,
            count,
            index: raw_index(self.index),
            triangles: triangles.as_ptr(),
            triangle_count: triangles.len(),
            triangle_tree: self.tree.map_or(core::ptr::null(), |tree| tree.memory.as_ptr().cast()),
            any: self.any as i32,
            fault: &mut fault,
            triangle_origin_x: self.origin[0],
            triangle_origin_y: self.origin[1],
            triangle_origin_z: self.origin[2],
        });
        result_of(code, fault)
    }
}

/// The sizes of an assignment. The lists together have `elements` elements.
struct Shape {
    count: usize,
    runner_count: usize,
    elements: usize,
}

impl<'a> Assignment<'a> {
    /// `own`, `runners` and `lists` are the lengths of the choosers', candidates' and lists' columns.
    fn shape(&self, own: &[Length], runners: &[Length], lists: &[Length]) -> Result<Shape, Error> {
        let known = self.runner_count.or_else(|| longest(runners));
        let is_matrix = self.offset.is_none() && self.each == 0;
        // all elements in parts of this size; the last part must be complete
        let parts = |size: usize| match longest(lists) {
            Some(all) if size > 0 && all % size > 0 => {
                Err(Error::too_short(shortest(lists), (all / size + 1) * size))
            }
            Some(all) => Ok(all.checked_div(size)),
            None => Ok(None),
        };
        let count = match (self.count, self.offset) {
            (Some(count), _) => count,
            (None, Some(offset)) => offset.len().checked_sub(1).ok_or(Error::too_short(("offset", 0), 1))?,
            (None, None) => match (longest(own), if is_matrix { known } else { Some(self.each) }) {
                (Some(count), _) => count,
                (None, Some(each)) => parts(each)?.ok_or(NO_COUNT)?,
                (None, None) => return Err(NO_COUNT),
            },
        };
        let runner_count = match known {
            Some(runner_count) => runner_count,
            None if is_matrix => parts(count)?.ok_or(NO_RUNNERS)?,
            None => return Err(NO_RUNNERS),
        };
        let (elements, end) = match self.offset {
            Some(offset) => {
                check_offsets(offset, count)?;
                (offset[count] - offset[0], offset[count])
            }
            None => {
                let each = if self.each > 0 { self.each } else { runner_count };
                let all = count.checked_mul(each).ok_or(Error::of(0, "count lists have too many elements"))?;
                (all, all)
            }
        };
        check(shortest(own), count)?;
        check(shortest(runners), runner_count)?;
        check(shortest(lists), end)?;
        Ok(Shape { count, runner_count, elements })
    }

    pub(crate) fn elements_for(&self, own: &[Length], runners: &[Length], lists: &[Length]) -> usize {
        self.shape(own, runners, lists).map_or(0, |shape| {
            (unsafe { sys::way_assign_bytes(shape.count, shape.runner_count, shape.elements) } + 7) / 8
        })
    }

    pub(crate) fn checked(
        &self,
        own: &[Length],
        outputs: &[Length],
        runners: &[Length],
        lists: &[Length],
        memory: &mut [u64],
    ) -> Result<sys::way_assignment, Error> {
        let Shape { count, runner_count, .. } = self.shape(own, runners, lists)?;
        check(shortest(outputs), count)?;
        count_of(self.count, 0, None, &[("", count)], outputs)?;
        Ok(sys::way_assignment {
            count,
            runner_count,
            offset: self.offset.map_or(core::ptr::null(), <[usize]>::as_ptr),
            each: self.each,
            aim: self.aim as i32,
            memory: memory.as_mut_ptr().cast(),
            bytes: core::mem::size_of_val(memory),
            ..Default::default()
        })
    }
}

pub(crate) fn assigned(code: i32, to: &sys::way_assignment, fault: sys::c_text) -> Result<Assigned, Error> {
    result_of(code, fault)?;
    Ok(Assigned { served: to.served, sum: to.sum, largest: to.largest, gap: to.gap, most: to.most, unmet: to.unmet })
}

impl Bodies<'_> {
    /// Returns the number of `u64` elements of memory that `bounce_all2d` needs for `count` bodies.
    pub fn memory_for(count: usize) -> usize {
        (unsafe { sys::way_bounce_all2d_bytes(count) } + 7) / 8
    }

    /// Calls `solve` with the struct that the C library reads.
    pub(crate) fn checked(
        &self,
        of: &Lengths,
        memory: &mut [u64],
        solve: impl FnOnce(&mut sys::way_bodies) -> i32,
    ) -> Result<Moved, Error> {
        let count = of.agents(self.count, 0, None)?;
        let walls = self.wall_tree.map_or(self.walls, |tree| tree.walls);
        let mut fault = core::ptr::null();
        let mut bodies = sys::way_bodies {
            count,
            walls: walls.as_ptr(),
            wall_count: walls.len(),
            wall_tree: raw_tree(self.wall_tree),
            wall_origin_x: self.wall_origin[0],
            wall_origin_y: self.wall_origin[1],
            memory: memory.as_mut_ptr().cast(),
            bytes: core::mem::size_of_val(memory),
            most_events: self.most_events,
            fault: &mut fault,
            ..Default::default()
        };
        result_of(solve(&mut bodies), fault)?;
        Ok(Moved { events: bodies.events, time: bodies.time })
    }
}

/// The grid and the goals of `field2d`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grid<'a> {
    pub width: u32,
    pub height: u32,
    /// The costs of entering a cell, row after row; 0 is a wall.
    pub costs: &'a [u8],
    pub goals: &'a [Goal],
    /// The number of fields; 0 means 1.
    pub field_count: u32,
    /// The costs of a straight and of a diagonal step; 0 means 5, and 7/5 of `straight`.
    pub straight: u32,
    pub diagonal: u32,
    pub cut_corners: bool,
    /// The clearance of each field, in cells. Empty: 0.
    pub clearances: &'a [f32],
}

impl Grid<'_> {
    /// Returns the number of `u64` elements of memory that `field2d` needs, or 0 if the grid is too large.
    pub fn memory_for(&self) -> usize {
        (unsafe { sys::way_field2d_bytes(self.width, self.height) } + 7) / 8
    }

    /// Describes the grid and the arrays of the answers to the C library, after a check of their lengths.
    fn checked(&self, cost: Option<usize>, next: Option<usize>, status: Option<usize>) -> Result<sys::way_field, Error> {
        let fields = self.field_count.max(1) as usize;
        let cells = (self.width as usize).saturating_mul(self.height as usize);
        check(("costs", self.costs.len()), cells)?;
        check(("cost", cost.unwrap_or(usize::MAX)), cells.saturating_mul(fields))?;
        check(("next", next.unwrap_or(usize::MAX)), cells.saturating_mul(fields))?;
        check(("status", status.unwrap_or(usize::MAX)), fields)?;
        if !self.clearances.is_empty() {
            check(("clearances", self.clearances.len()), fields)?;
        }
        Ok(sys::way_field {
            width: self.width,
            height: self.height,
            costs: self.costs.as_ptr(),
            goals: self.goals.as_ptr(),
            goal_count: self.goals.len(),
            field_count: self.field_count,
            straight: self.straight,
            diagonal: self.diagonal,
            cut_corners: self.cut_corners as i32,
            clearances: if self.clearances.is_empty() { core::ptr::null() } else { self.clearances.as_ptr() },
            ..Default::default()
        })
    }
}

/// Computes what the cheapest path from each cell to a goal costs (`u32::MAX`: none), and the next step on it
/// (0 to 7; 8: a goal; -1: none). `cost` and `next` have one element for each cell of each field, and `status` has
/// one for each field. `memory` has at least `Grid::memory_for()` elements.
/// Elijah Emerson, Crowd Pathfinding and Steering Using Flow Field Tiles, in Game AI Pro
pub fn field2d(
    grid: &Grid,
    cost: Option<&mut [u32]>,
    next: Option<&mut [i8]>,
    status: Option<&mut [Status]>,
    memory: &mut [u64],
) -> Result<(), Error> {
    called("field2d", || {
        let mut how = grid.checked(
            cost.as_ref().map(|all| all.len()),
            next.as_ref().map(|all| all.len()),
            status.as_ref().map(|all| all.len()),
        )?;
        let mut fault = core::ptr::null();
        how.cost = cost.map_or(core::ptr::null_mut(), |all| all.as_mut_ptr());
        how.next = next.map_or(core::ptr::null_mut(), |all| all.as_mut_ptr());
        how.status = status.map_or(core::ptr::null_mut(), |all| all.as_mut_ptr().cast());
        how.memory = memory.as_mut_ptr().cast();
        how.bytes = core::mem::size_of_val(memory);
        how.fault = &mut fault;
        result_of(unsafe { sys::way_field2d(&mut how) }, fault)
    })
}

/// A field that several calls compute, a part in each frame, or that is repaired after a door has opened. It borrows
/// the arrays, so that they stay as the last call left them.
///
/// ```
/// use waylay::{Field2d, Goal, Grid};
/// # fn main() -> Result<(), waylay::Error> {
/// let (mut costs, goals) = (vec![1u8; 100 * 100], [Goal { x: 99, y: 99, ..Default::default() }]);
/// let grid = Grid { width: 100, height: 100, goals: &goals, ..Default::default() }; // without costs
/// let (mut cost, mut next) = (vec![0u32; 100 * 100], vec![0i8; 100 * 100]);
/// let mut memory = vec![0u64; grid.memory_for()];
/// let mut field = Field2d::new(grid, &mut costs, &mut cost, &mut next, &mut memory, 4000)?;
/// while !field.is_complete() {
///     field.proceed(4000)?; // 4,000 cells in each frame
/// }
/// field.update(50, 0, 1, 99, &[0; 99], 0)?; // a wall with a gap at the bottom
/// assert!(field.cost()[0] > 700 && field.grid().costs[50] == 0);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Field2d<'a> {
    raw: sys::way_field,
    grid: Grid<'a>,
    costs: &'a mut [u8],
    cost: &'a mut [u32],
    next: &'a mut [i8],
    memory: &'a mut [u64],
}

// A field only refers to slices, so it can be used by other threads.
unsafe impl Send for Field2d<'_> {}
unsafe impl Sync for Field2d<'_> {}

impl<'a> Field2d<'a> {
    /// Begins one or several fields, as `field2d` does. `grid.costs` is not read: `costs` are the grid's. A call
    /// computes about `budget` cells and then returns; 0: no limit.
    pub fn new(
        grid: Grid<'a>,
        costs: &'a mut [u8],
        cost: &'a mut [u32],
        next: &'a mut [i8],
        memory: &'a mut [u64],
        budget: usize,
    ) -> Result<Self, Error> {
        called("Field2d::new", || {
            let raw = Grid { costs: &*costs, ..grid }.checked(Some(cost.len()), Some(next.len()), None)?;
            let grid = Grid { costs: &[], ..grid };
            let mut field = Field2d { raw, grid, costs, cost, next, memory };
            field.run(budget, |how| unsafe { sys::way_field2d(how) })?;
            Ok(field)
        })
    }

    fn run(&mut self, budget: usize, solve: impl FnOnce(&mut sys::way_field) -> i32) -> Result<(), Error> {
        let mut fault = core::ptr::null();
        self.raw.costs = self.costs.as_ptr();
        self.raw.cost = self.cost.as_mut_ptr();
        self.raw.next = self.next.as_mut_ptr();
        self.raw.memory = self.memory.as_mut_ptr().cast();
        self.raw.bytes = core::mem::size_of_val(self.memory);
        self.raw.budget = budget;
        self.raw.fault = &mut fault;
        let code = solve(&mut self.raw);
        self.raw.fault = core::ptr::null_mut();
        result_of(code, fault)
    }

    /// Are all fields complete? `follow2d` needs complete fields.
    pub fn is_complete(&self) -> bool {
        self.raw.done >= self.grid.field_count.max(1)
    }

    /// How much of the budget the last call used.
    pub fn taken(&self) -> usize {
        self.raw.taken
    }

    /// Continues fields that are not complete: `way_field2d_continue` of the C library. Of complete fields, nothing changes.
    pub fn proceed(&mut self, budget: usize) -> Result<(), Error> {
        if self.is_complete() {
            return Ok(());
        }
        called("Field2d::proceed", || self.run(budget, |how| unsafe { sys::way_field2d_continue(how) }))
    }

    /// Sets the costs of the cells `x .. x + width`, `y .. y + height` to `costs`, row after row, and repairs the field. The
    /// answers are those of a new field. If the budget does not last, `proceed` continues. Only for a single, complete field.
    pub fn update(&mut self, x: u32, y: u32, width: u32, height: u32, costs: &[u8], budget: usize) -> Result<(), Error> {
        called("Field2d::update", || {
            let fits = |from: u32, size: u32, all: u32| from.checked_add(size).map_or(false, |end| end <= all);
            if !fits(x, width, self.grid.width) || !fits(y, height, self.grid.height) {
                return Err(Error::of(0, "the cells are outside of the grid"));
            }
            if self.grid.field_count > 1 || !self.is_complete() {
                return Err(Error::of(0, "only a single, complete field can be updated"));
            }
            check(("costs", costs.len()), width as usize * height as usize)?;
            for (k, row) in costs.chunks_exact(width.max(1) as usize).take(height as usize).enumerate() {
                let at = (y as usize + k) * self.grid.width as usize + x as usize;
                self.costs[at..at + row.len()].copy_from_slice(row);
            }
            self.run(budget, |how| unsafe { sys::way_field2d_update(how, x, y, width, height) })
        })
    }

    /// The grid with its present costs, for `Following`.
    pub fn grid(&self) -> Grid<'_> {
        Grid { costs: self.costs, ..self.grid }
    }

    /// For each cell of each field, what the cheapest path to a goal costs; `u32::MAX`: none.
    pub fn cost(&self) -> &[u32] {
        self.cost
    }

    /// For each cell of each field, the next step: 0 to 7; 8: a goal; -1: none.
    pub fn next(&self) -> &[i8] {
        self.next
    }
}

/// Sets the costs of all cells that a wall touches to 0, in a grid whose cell 0, 0 has its corner at `origin` and
/// whose cells have the side `cell` in m. The function does not change other costs.
pub fn wall_cells(
    walls: &[Wall],
    origin: [f64; 2],
    cell: f32,
    width: u32,
    height: u32,
    costs: &mut [u8],
) -> Result<(), Error> {
    called("wall_cells", || {
        check(("costs", costs.len()), (width as usize).saturating_mul(height as usize))?;
        let (count, [x, y], costs) = (walls.len(), origin, costs.as_mut_ptr());
        result(unsafe { sys::way_wall_cells(walls.as_ptr(), count, x, y, cell, width, height, costs) })
    })
}

/// The agents of one call of `follow2d`, and the fields that they follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Following<'a> {
    pub first: usize,
    /// The number of agents. `None`, the default: all from `first` on, in `index` or in the columns. The
    /// columns must then have equal lengths.
    pub count: Option<usize>,
    pub index: Option<&'a [u32]>,
    pub grid: Grid<'a>,
    /// The answers of `field2d`.
    pub cost: &'a [u32],
    pub next: &'a [i8],
    /// The side of a cell in m, above 0.
    pub cell: f32,
    /// The corner of cell 0, 0 with the smallest coordinates (x, y).
    pub origin: [f64; 2],
    /// How many cells ahead an agent looks for a shortcut, at most 64.
    pub sight: u32,
}

impl Following<'_> {
    /// Calls `solve` with the structs that the C library reads.
    pub(crate) fn checked(
        &self,
        of: &Lengths,
        solve: impl FnOnce(&sys::way_following) -> i32,
    ) -> Result<(), Error> {
        let count = of.agents(self.count, self.first, self.index)?;
        let mut field = self.grid.checked(Some(self.cost.len()), Some(self.next.len()), None)?;
        field.cost = self.cost.as_ptr() as *mut _;
        field.next = self.next.as_ptr() as *mut _;
        let mut fault = core::ptr::null();
        let code = solve(&sys::way_following {
            first: self.first,
            count,
            index: raw_index(self.index),
            field: &field,
            cell: self.cell,
            origin_x: self.origin[0],
            origin_y: self.origin[1],
            sight: self.sight,
            fault: &mut fault,
        });
        result_of(code, fault)
    }
}
