//! The structs that calls of choosing take in addition to columns, for example `Choice` and `Crowd`.
use super::*;
use sys::way_neighbour;

pub use sys::way_neighbour as Neighbour;

/// The cost of a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// The distance, in m.
    #[default]
    Distance,
    /// The time of the earliest meeting, in s.
    Time,
    /// The time on turning circles, in s; in the plane only.
    Turning,
}

/// What `assign` minimises among the assignments that serve as many choosers as possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The sum of the costs.
    #[default]
    Sum,
    /// The largest cost, and then the sum of the costs.
    Largest,
}

/// Candidates sorted by position, in caller-supplied memory. `Crowd2d::new` and `Crowd3d::new` make crowds.
#[derive(Clone, Copy)]
pub struct Crowd<'a, const DIMS: usize> {
    pub(crate) memory: &'a [u64],
    pub(crate) runner_count: usize,
}
pub type Crowd2d<'a> = Crowd<'a, 2>;
pub type Crowd3d<'a> = Crowd<'a, 3>;

/// The choosers that one call solves, and the candidates.
#[derive(Clone, Copy, Default)]
pub struct Choice<'a, const DIMS: usize> {
    pub first: usize,
    /// The number of choosers. 0, the default, means none: the call returns `Ok` and writes nothing.
    pub count: usize,
    pub index: Option<&'a [u32]>,
    /// The number of candidates in the runner columns. If `crowd` is set, `runner_count` is not read.
    pub runner_count: usize,
    /// The cost by which `choose2d` and `choose3d` rank the candidates.
    pub cost: Cost,
    /// The number of candidates that `choose2d` or `choose3d` returns for each chooser, at most 8. 0 means
    /// one. Chooser i has the elements `best * i .. best * (i + 1)` of the outputs.
    pub best: usize,
    /// A crowd of candidates, which is read instead of the runner columns.
    pub crowd: Option<Crowd<'a, DIMS>>,
}
pub type Choice2d<'a> = Choice<'a, 2>;
pub type Choice3d<'a> = Choice<'a, 3>;

/// Lists of neighbours: list i is `list[offset[i]..offset[i + 1]]`.
#[derive(Clone, Copy)]
pub struct Lists<'a> {
    pub list: &'a [Neighbour],
    pub offset: &'a [usize],
}

/// The result of a call that writes lists. `answered` is the number of complete lists. If `answered` is less
/// than the number of choosers or paths, the memory was too small. With `needed` elements, all lists fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    pub answered: usize,
    pub needed: usize,
}

/// The agents that one call of `avoid2d` or `avoid3d` solves, and the candidates that they avoid.
#[derive(Clone, Copy, Default)]
pub struct Avoidance<'a, const DIMS: usize> {
    pub first: usize,
    /// The number of agents. 0, the default, means none, however long the columns are.
    pub count: usize,
    pub index: Option<&'a [u32]>,
    pub runner_count: usize,
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
#[derive(Clone, Copy, Default)]
pub struct Paths<'a> {
    pub first: usize,
    /// The number of paths. 0, the default, means none, however long the columns are.
    pub count: usize,
    pub index: Option<&'a [u32]>,
}

/// The choosers and the candidates of one call of `assign`.
#[derive(Clone, Copy, Default)]
pub struct Assignment<'a> {
    /// The number of choosers. 0, the default, means none, however long the columns are.
    pub count: usize,
    pub runner_count: usize,
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
    pub sum: f64,
    pub largest: f64,
    /// `sum` exceeds the smallest possible sum by at most `gap`. With different damages and `Aim::Largest`,
    /// the same holds for `largest`.
    pub gap: f64,
    /// No assignment can serve more choosers than this.
    pub most: usize,
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

/// Checks that no offset is less than the previous one, because the C library does not check this.
fn check_offsets(offset: &[usize], count: usize) -> Result<(), Error> {
    let needed = count.checked_add(1).ok_or(TOO_MANY)?;
    check(("offset", offset.len()), needed)?;
    if offset[..needed].windows(2).all(|pair| pair[0] <= pair[1]) {
        Ok(())
    } else {
        Err(Error { column: "offset", ..Error::of(0, "offset: an offset is less than the one before") })
    }
}

fn check_runners(runner_count: usize, lengths: &[Length]) -> Result<(), Error> {
    check(shortest(lengths), runner_count)
}

fn raw_index(index: Option<&[u32]>) -> *const u32 {
    index.map_or(core::ptr::null(), <[u32]>::as_ptr)
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
        check_agents(self.first, self.count, self.index, own)?;
        check_agents(self.first, self.count, self.index, outputs)?;
        check_elements(self.first, self.count, self.index, lists, self.best.max(1))?;
        if self.crowd.is_none() {
            check_runners(self.runner_count, runners)?;
        }
        Ok(sys::way_choice {
            first: self.first,
            count: self.count,
            index: raw_index(self.index),
            runner_count: self.runner_count,
            cost: self.cost as i32,
            best: self.best.min(i32::MAX as usize) as i32,
            crowd2d: handle::<_, 2, DIMS>(self.crowd),
            crowd3d: handle::<_, 3, DIMS>(self.crowd),
            fault: core::ptr::null_mut(),
        })
    }
}

impl<'a, const DIMS: usize> Crowd<'a, DIMS> {
    pub(crate) fn checked(runner_count: usize, runners: &[Length]) -> Result<(), Error> {
        check_runners(runner_count, runners)
    }
}

/// Describes the memory for the lists to the C library. `offset` must have `count + 1` elements or more.
pub(crate) fn lists_of(
    most: usize,
    list: &mut [Neighbour],
    offset: &mut [usize],
    status: &Output<Whole>,
    count: usize,
) -> Result<sys::way_neighbours, Error> {
    check(("offset", offset.len()), count.checked_add(1).ok_or(TOO_MANY)?)?;
    Ok(sys::way_neighbours {
        most,
        list: list.as_mut_ptr(),
        capacity: list.len(),
        offset: offset.as_mut_ptr(),
        status: status.raw,
        answered: 0,
        needed: 0,
    })
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
            most: 0,
            list: self.list.as_ptr() as *mut way_neighbour,
            capacity: self.list.len(),
            offset: self.offset.as_ptr() as *mut usize,
            status: sys::NO_OUTPUT,
            answered: count,
            needed: 0,
        })
    }
}

impl<'a, const DIMS: usize> Avoidance<'a, DIMS> {
    /// Calls `solve` with the structs that the C library reads.
    pub(crate) fn checked(
        &self,
        own: &[Length],
        outputs: &[Length],
        runners: &[Length],
        solve: impl FnOnce(&sys::way_avoidance) -> i32,
    ) -> Result<(), Error> {
        check_agents(self.first, self.count, self.index, own)?;
        check_agents(self.first, self.count, self.index, outputs)?;
        check_runners(self.crowd.map_or(self.runner_count, |crowd| crowd.runner_count.max(self.runner_count)), runners)?;
        let lists = self.neighbours.map(|lists| lists.checked(self.count)).transpose()?;
        let walls = self.wall_tree.map_or(self.walls, |tree| tree.walls);
        let mut fault = core::ptr::null();
        let code = solve(&sys::way_avoidance {
            first: self.first,
            count: self.count,
            index: raw_index(self.index),
            runner_count: self.runner_count,
            most: self.most,
            crowd2d: handle::<_, 2, DIMS>(self.crowd),
            crowd3d: handle::<_, 3, DIMS>(self.crowd),
            neighbours: lists.as_ref().map_or(core::ptr::null(), |lists| lists as *const _),
            walls: walls.as_ptr(),
            wall_count: walls.len(),
            wall_tree: self.wall_tree.map_or(core::ptr::null(), |tree| tree.memory.as_ptr().cast()),
            fault: &mut fault,
            wall_origin_x: self.wall_origin[0],
            wall_origin_y: self.wall_origin[1],
        });
        result_of(code, fault)
    }
}

impl<'a> Paths<'a> {
    /// `own` and `status` are the lengths of the paths' input columns and of the output `status`.
    pub(crate) fn checked(&self, own: &[Length], status: Length, fault: *mut sys::c_text) -> Result<sys::way_waypoints, Error> {
        check_agents(self.first, self.count, self.index, own)?;
        check_agents(self.first, self.count, self.index, &[status])?;
        Ok(sys::way_waypoints {
            first: self.first,
            count: self.count,
            index: raw_index(self.index),
            capacity: 0,
            offset: core::ptr::null_mut(),
            answered: 0,
            needed: 0,
            fault,
        })
    }

    /// Describes the memory for the lists to the C library: `capacity` waypoints, and the offsets.
    pub(crate) fn lay(&self, lists: &mut sys::way_waypoints, capacity: usize, offset: &mut [usize]) -> Result<(), Error> {
        check(("offset", offset.len()), self.count.checked_add(1).ok_or(TOO_MANY)?)?;
        lists.capacity = capacity;
        lists.offset = offset.as_mut_ptr();
        Ok(())
    }
}

impl<'a> Assignment<'a> {
    fn elements(&self) -> Result<(usize, usize), Error> {
        match self.offset {
            Some(offset) => {
                check_offsets(offset, self.count)?;
                Ok((offset[self.count] - offset[0], offset[self.count]))
            }
            None => {
                let each = if self.each > 0 { self.each } else { self.runner_count };
                let elements = self.count.checked_mul(each);
                elements.map(|all| (all, all)).ok_or(Error::of(0, "count lists have too many elements"))
            }
        }
    }

    /// Returns the number of `u64` elements of memory that the call needs. 0 means that the offsets are not
    /// in order, or that the lists are too long.
    pub fn memory(&self) -> usize {
        self.elements().map_or(0, |(elements, _)| {
            (unsafe { sys::way_assign_bytes(self.count, self.runner_count, elements) } + 7) / 8
        })
    }

    /// `own`, `runners` and `elements` are the lengths of the choosers', candidates' and lists' columns.
    pub(crate) fn checked(
        &self,
        own: &[Length],
        runners: &[Length],
        elements: &[Length],
        memory: &mut [u64],
    ) -> Result<sys::way_assignment, Error> {
        let (_, end) = self.elements()?;
        check(shortest(own), self.count)?;
        check(shortest(runners), self.runner_count)?;
        check(shortest(elements), end)?;
        Ok(sys::way_assignment {
            count: self.count,
            runner_count: self.runner_count,
            offset: self.offset.map_or(core::ptr::null(), <[usize]>::as_ptr),
            each: self.each,
            aim: self.aim as i32,
            memory: memory.as_mut_ptr().cast(),
            bytes: core::mem::size_of_val(memory),
            served: 0,
            sum: 0.0,
            largest: 0.0,
            gap: 0.0,
            most: 0,
            fault: core::ptr::null_mut(),
        })
    }
}

pub(crate) fn assigned(code: i32, to: &sys::way_assignment, fault: sys::c_text) -> Result<Assigned, Error> {
    result_of(code, fault)?;
    Ok(Assigned { served: to.served, sum: to.sum, largest: to.largest, gap: to.gap, most: to.most })
}
