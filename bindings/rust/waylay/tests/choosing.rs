//! Tests the safe functions of choosing, neighbours, crowds, avoidance and assignment: their answers, and the
//! lengths that they refuse.
use waylay::{
    assign, avoid2d, avoid2d_in_parts, avoid3d, choose2d, choose2d_in_parts, choose3d, find_part, neighbours2d,
    neighbours2d_in_parts, neighbours2d_unsorted, neighbours2d_unsorted_in_parts, neighbours3d, neighbours3d_unsorted,
    member, same, slice, slice_mut, AssignIn, AssignOut,
    Assignment, Avoid2dIn, Avoid2dOut, Avoid3dIn, Avoid3dOut, Avoidance2d, Avoidance3d, Choice2d, Choice3d, Choose2dIn,
    Choose2dOut, Choose3dIn, Choose3dOut, Cost, Crowd2d, Crowd3d, Lists, Neighbour, Status, Wall,
};

const NONE: u32 = u32::MAX;
const X: [f32; 4] = [0.0, 3.0, 1.0, 9.0];
const ZERO: [f32; 4] = [0.0; 4];
const SELF: [u32; 4] = [0, 1, 2, 3];

fn places() -> Choose2dIn<'static> {
    Choose2dIn {
        chaser_x: slice(&X), chaser_y: slice(&ZERO), runner_x: slice(&X), runner_y: slice(&ZERO), self_row: slice(&SELF),
        ..Default::default()
    }
}

#[test]
fn the_two_best_with_a_crowd_and_without() {
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    assert!(Crowd2d::new(&places(), Some(5), &mut memory).is_err(), "there are four");
    let three = Choose2dIn { runner_y: slice(&ZERO[1..]), ..places() };
    let error = Crowd2d::new(&three, None, &mut memory).unwrap_err();
    assert_eq!(error.to_string(), "Crowd2d::new: runner_y has 3 elements, but the call needs 4");
    assert!(Crowd2d::new(&three, Some(3), &mut memory).is_ok(), "the first three");
    assert!(Crowd2d::new(&places(), Some(4), &mut memory[1..]).is_err(), "too little memory");
    let crowd = Crowd2d::new(&places(), None, &mut memory).unwrap();
    for crowd in [None, Some(crowd)] {
        let (mut target, mut cost, mut status) = ([7u32; 8], [0f32; 8], [Status::NoPath; 4]);
        let mut output =
            Choose2dOut { target: slice_mut(&mut target), cost: slice_mut(&mut cost), status: slice_mut(&mut status), ..Default::default() };
        let two = Choice2d { best: 2, crowd, ..Default::default() };
        choose2d(&places(), &mut output, &two).unwrap();
        let three = choose2d(&places(), &mut output, &Choice2d { best: 3, ..two }).unwrap_err();
        assert_eq!(three.to_string(), "choose2d: target has 8 elements, but the call needs 12");
        let rows = choose2d(&places(), &mut output, &Choice2d { best: 3, index: Some(&[2, 0, 2, 1]), ..two }).unwrap_err();
        assert_eq!(rows.to_string(), "choose2d: target has 8 elements, but the call needs 9");
        let mut three_of_four = [Status::NoPath; 3];
        let mut short = Choose2dOut { status: slice_mut(&mut three_of_four), ..Default::default() };
        let status_error = choose2d(&places(), &mut short, &two).unwrap_err();
        assert_eq!(status_error.to_string(), "choose2d: status has 3 elements, but the call needs 4");
        assert_eq!(target, [2, 1, 2, 0, 0, 1, 1, 2]);
        assert_eq!((cost[0], cost[2], cost[4], cost[6]), (1.0, 2.0, 1.0, 6.0));
        assert_eq!(status, [Status::Met; 4]);
    }
}

/// The table of the rows `from .. to` of X, whose y is a single value of its own.
fn table<'a>(from: usize, to: usize, y: &'a f32) -> Choose2dIn<'a> {
    let x = slice(&X[from..to]);
    Choose2dIn { chaser_x: x, chaser_y: same(y), runner_x: x, runner_y: same(y), ..Default::default() }
}

#[test]
fn several_tables_answer_as_one() {
    let y = [0f32; 3];
    let tables = [table(0, 1, &y[0]), table(1, 4, &y[1]), table(4, 4, &y[2])];
    let choice = Choice2d { best: 2, ..Default::default() };
    let mut whole = [7u32; 8];
    choose2d(&table(0, 4, &y[0]), &mut Choose2dOut { target: slice_mut(&mut whole), ..Default::default() }, &choice).unwrap();
    assert_eq!(whole, [2, 1, 2, 0, 0, 1, 1, 2]);
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    let crowd = Crowd2d::of_parts(&tables, &mut memory).unwrap();
    for crowd in [None, Some(crowd)] {
        let (mut first, mut second) = ([7u32; 2], [7u32; 6]);
        let mut none = [7u32; 0];
        let mut outputs = [&mut first[..], &mut second[..], &mut none[..]]
            .map(|target| Choose2dOut { target: slice_mut(target), ..Default::default() });
        choose2d_in_parts(&tables, &mut outputs, &tables, &Choice2d { crowd, ..choice }).unwrap();
        assert_eq!([&first[..], &second[..]].concat(), whole);
    }
    let mut one = [[7u32; 3], [7; 3]];
    let [own, copy] = &mut one;
    let mut outputs = [Choose2dOut { target: slice_mut(own), ..Default::default() }];
    choose2d_in_parts(&tables[1..2], &mut outputs, &tables, &Choice2d::default()).unwrap();
    let copies = [X[1], X[2], X[3]];
    let copies = [Choose2dIn { chaser_x: slice(&copies), ..tables[1] }];
    let mut outputs = [Choose2dOut { target: slice_mut(copy), ..Default::default() }];
    choose2d_in_parts(&copies, &mut outputs, &tables, &Choice2d::default()).unwrap();
    assert_eq!(one, [[2, 0, 1], [1, 2, 3]]);
    // equal single values are one column, also in different tables
    let chooser = [Choose2dIn { chaser_x: slice(&X), chaser_y: same(&y[1]), ..Default::default() }];
    let candidate = [Choose2dIn { runner_x: slice(&X), runner_y: same(&y[2]), ..Default::default() }];
    let mut best = [7u32; 4];
    let mut outputs = [Choose2dOut { target: slice_mut(&mut best), ..Default::default() }];
    choose2d_in_parts(&chooser, &mut outputs, &candidate, &Choice2d::default()).unwrap();
    assert_eq!(best, [2, 2, 0, 1]);
    let (mut list, mut offset) = ([Neighbour::default(); 16], [0usize; 5]);
    let mut statuses = [[Status::NoPath; 1], [Status::NoPath; 1]];
    let [near, far] = &mut statuses;
    let apart = [table(0, 1, &y[0]), table(3, 4, &y[1])];
    let answered = neighbours2d_in_parts(
        &apart, &mut [slice_mut(near), slice_mut(far)], &tables, &Choice2d::default(), 1, &mut list, &mut offset[..3],
    );
    assert_eq!(answered.unwrap().answered, 2);
    assert_eq!((&offset[..3], list[0].row, list[1].row), (&[0usize, 1, 2][..], 2, 1), "the last table is a part of a table");
    assert_eq!(statuses, [[Status::Met], [Status::Met]]);
    let mut rows = [7u32; 16];
    let [near, far] = &mut statuses;
    let unsorted = neighbours2d_unsorted_in_parts(
        &apart, &mut [slice_mut(near), slice_mut(far)], &tables, &Choice2d::default(), &mut rows, None, &mut offset[..3],
    );
    assert_eq!((unsorted.unwrap().answered, &offset[..3]), (2, &[0, 3, 6][..]));
    assert_eq!([find_part(&[1, 3, 0], 0), find_part(&[1, 3, 0], 3), find_part(&[1, 3, 0], 4)], [Some((0, 0)), Some((1, 2)), None]);
    assert_eq!(find_part(&[1, 3, 0], NONE), None);
}

#[test]
fn mistakes_in_several_tables_name_the_table() {
    let y = 0f32;
    let tables = [table(0, 1, &y), Choose2dIn { runner_y: slice(&ZERO[..2]), ..table(1, 4, &y) }];
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    assert_eq!(Crowd2d::of_parts(&tables, &mut memory).unwrap_err().to_string(), "Crowd2d::of_parts: part 1: runner_y has 2 elements, but the call needs 3");
    let (mut target, whole) = ([7u32; 2], [table(0, 4, &y)]);
    let mut outputs = [Choose2dOut { target: slice_mut(&mut target), ..Default::default() }];
    let error = choose2d_in_parts(&whole, &mut outputs, &whole, &Choice2d::default()).unwrap_err();
    assert_eq!(error.to_string(), "choose2d_in_parts: part 0: target has 2 elements, but the call needs 4");
    assert!(choose2d_in_parts(&whole, &mut [], &whole, &Choice2d::default()).is_err(), "no outputs");
    let index = Choice2d { index: Some(&[4]), ..Default::default() };
    assert!(choose2d_in_parts(&whole, &mut [Choose2dOut::default()], &whole, &index).is_err(), "there are four");
    let many = vec![0f32; 5];
    let many = Choose2dIn { runner_x: slice(&many), runner_y: slice(&many), ..Default::default() };
    memory.resize(Crowd2d::memory_for(5), 0);
    let crowd = Some(Crowd2d::new(&many, Some(5), &mut memory).unwrap());
    let crowded = Choice2d { crowd, ..Default::default() };
    assert!(choose2d_in_parts(&whole, &mut [Choose2dOut::default()], &whole, &crowded).is_err(), "a crowd of five");
    assert!(choose2d_in_parts(&whole, &mut [Choose2dOut::default()], &[], &crowded).is_err(), "a crowd of no table");
    let bare = [Choose2dIn { chaser_x: slice(&X), ..Default::default() }];
    let error = choose2d_in_parts(&bare, &mut [Choose2dOut::default()], &whole, &Choice2d::default()).unwrap_err();
    assert_eq!((error.part(), error.column()), (Some(0), "chaser_y"));
    let short = [Choose2dIn { chaser_y: slice(&ZERO[..3]), ..whole[0] }];
    let error = choose2d_in_parts(&short, &mut [Choose2dOut::default()], &whole, &Choice2d::default()).unwrap_err();
    assert_eq!(error.to_string(), "choose2d_in_parts: part 0: chaser_y has 3 elements, but the call needs 4");
    let late = Choice2d { first: 3, count: Some(2), ..Default::default() };
    assert!(choose2d_in_parts(&whole, &mut [Choose2dOut::default()], &whole, &late).is_err(), "there are four");
    let (mut list, mut offset, mut status) = ([Neighbour::default(); 16], [0usize; 4], [Status::Met; 3]);
    let mut few = [slice_mut(&mut status)];
    let lists = neighbours2d_in_parts(&whole, &mut few, &whole, &Choice2d::default(), 1, &mut list, &mut offset);
    assert_eq!(lists.unwrap_err().to_string(), "neighbours2d_in_parts: part 0: status has 3 elements, but the call needs 4");
    let mut none = [Default::default()];
    let lists = neighbours2d_in_parts(&whole, &mut none, &whole, &Choice2d::default(), 1, &mut list, &mut offset);
    assert_eq!(lists.unwrap_err().column(), "offset");
    let mut offset = [0usize; 5];
    let lists = neighbours2d_in_parts(&whole, &mut none, &whole, &Choice2d::default(), 1, &mut list, &mut offset);
    assert_eq!(lists.unwrap().answered, 4);
    let mut best = [7u32; 7];
    let mut seven = [Choose2dOut { target: slice_mut(&mut best), ..Default::default() }];
    let two = Choice2d { best: 2, ..Default::default() };
    assert!(choose2d_in_parts(&whole, &mut seven, &whole, &two).is_err(), "two for each of four");
}

#[test]
fn agents_of_several_tables_avoid_each_other() {
    let (x, y, vx, zero, one) = ([-1f32, 1.0], [0f32, 0.1], [1f32, -1.0], 0f32, 1f32);
    let agents = |rows: core::ops::Range<usize>| Avoid2dIn {
        chaser_x: slice(&x[rows.clone()]), chaser_y: slice(&y[rows.clone()]), chaser_vx: slice(&vx[rows.clone()]),
        chaser_vy: same(&zero), preferred_vx: slice(&vx[rows.clone()]), preferred_vy: same(&zero), chaser_speed: same(&one),
        radius: same(&one), dt: same(&one), runner_x: slice(&x[rows.clone()]), runner_y: slice(&y[rows.clone()]),
        runner_vx: slice(&vx[rows]), runner_vy: same(&zero), runner_radius: same(&one), ..Default::default()
    };
    let (mut whole, mut first, mut second) = ([7f32; 2], [7f32; 1], [7f32; 1]);
    let out = |vx| Avoid2dOut { velocity_x: vx, ..Default::default() };
    avoid2d(&agents(0..2), &mut out(slice_mut(&mut whole)), &Avoidance2d::default()).unwrap();
    let (tables, mut outputs) = ([agents(0..1), agents(1..2)], [out(slice_mut(&mut first)), out(slice_mut(&mut second))]);
    avoid2d_in_parts(&tables, &mut outputs, &tables, &Avoidance2d::default()).unwrap();
    assert!(whole[0] != 1.0, "they avoid each other");
    assert_eq!([first[0], second[0]], whole);
}

#[test]
fn velocities_of_agents_that_are_the_candidates_are_long_enough() {
    let (x, y, vx, zero, one) = ([-1f32, 1.0], [0f32, 0.1], [1f32, -1.0], 0f32, 1f32);
    let agents = Avoid2dIn {
        chaser_x: slice(&x), chaser_y: slice(&y), chaser_vx: slice(&vx[..1]), chaser_vy: same(&zero), preferred_vx: same(&one),
        preferred_vy: same(&zero), chaser_speed: same(&one), runner_x: slice(&x), runner_y: slice(&y), ..Default::default()
    };
    let how = Avoidance2d { count: Some(1), ..Default::default() };
    let refused = "avoid2d: runner_vx: it is not set, and only some candidates are agents";
    assert_eq!(avoid2d(&agents, &mut Avoid2dOut::default(), &how).unwrap_err().to_string(), refused);
    let mut out = [Avoid2dOut::default()];
    let chooser = [Avoid2dIn { chaser_x: slice(&x[..1]), chaser_y: slice(&y[..1]), ..agents }];
    let error = avoid2d_in_parts(&chooser, &mut out, &[agents], &Avoidance2d::default()).unwrap_err();
    assert_eq!(error.to_string(), refused.replace("avoid2d:", "avoid2d_in_parts: part 0:"));
    // only one agent is a candidate; the candidates have own velocities; the candidates are other bodies
    avoid2d(&agents, &mut Avoid2dOut::default(), &Avoidance2d { runner_count: Some(1), ..how }).unwrap();
    avoid2d(&Avoid2dIn { runner_vx: slice(&vx), ..agents }, &mut Avoid2dOut::default(), &how).unwrap();
    avoid2d(&Avoid2dIn { runner_x: slice(&vx), ..agents }, &mut Avoid2dOut::default(), &how).unwrap();
}

#[test]
fn walls_hide_candidates() {
    const WALL: [Wall; 1] = [Wall { ax: 2.0, ay: -1.0, bx: 2.0, by: 1.0, sides: 0 }];
    let size = [3f32; 4];
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    let crowd = Crowd2d::new(&places(), Some(4), &mut memory).unwrap();
    for crowd in [None, Some(crowd)] {
        let (mut target, mut seen) = ([7u32; 4], [-1f32; 4]);
        let mut output = Choose2dOut { target: slice_mut(&mut target), seen: slice_mut(&mut seen), ..Default::default() };
        let choice = Choice2d { crowd, walls: &WALL, ..Default::default() };
        choose2d(&places(), &mut output, &choice).unwrap();
        let wide = Choose2dIn { runner_radius: slice(&size), ..places() };
        let short = Choose2dIn { runner_radius: slice(&size[1..]), ..places() };
        choose2d(&wide, &mut output, &Choice2d { sight_points: 2, ..choice }).unwrap();
        assert!(choose2d(&short, &mut output, &Choice2d { sight_points: 2, ..choice }).is_err());
        assert!(choose2d(&wide, &mut output, &Choice2d { sight_points: 65, ..choice }).is_err());
        assert_eq!(target, [2, 2, 0, 1]);
        assert_eq!(seen, [1.0; 4]);
        let mut output = Choose2dOut { target: slice_mut(&mut target), ..Default::default() };
        choose2d(&places(), &mut output, &choice).unwrap();
        assert_eq!(target, [2, 3, 0, 1]);
    }
}

#[test]
fn by_time_and_by_turning_columns_are_required() {
    let mut target = [7u32; 4];
    let mut call = |input: &Choose2dIn, cost: Cost| {
        let mut output = Choose2dOut { target: slice_mut(&mut target), ..Default::default() };
        choose2d(input, &mut output, &Choice2d { cost, ..Default::default() })
    };
    let missing = call(&places(), Cost::Time).unwrap_err();
    assert_eq!((missing.code(), missing.column()), (2, "chaser_speed"));
    let (speed, one) = (5f32, 1f32);
    let moving = Choose2dIn { chaser_speed: same(&speed), runner_vx: slice(&ZERO), runner_vy: slice(&ZERO), ..places() };
    call(&moving, Cost::Time).unwrap();
    let turning =
        Choose2dIn { heading_x: same(&one), heading_y: slice(&ZERO), radius: same(&one), ..moving };
    if cfg!(has_cut_off2d) {
        assert_eq!(call(&moving, Cost::Turning).unwrap_err().code(), 2);
        call(&turning, Cost::Turning).unwrap();
    } else {
        assert_eq!(call(&turning, Cost::Turning).unwrap_err().code(), 13, "a library without cut_off2d has no such cost");
    }
}

#[test]
fn columns_that_are_too_short_are_refused() {
    let call = |input: &Choose2dIn, choice: &Choice2d, target: &mut [u32]| {
        let mut output = Choose2dOut { target: slice_mut(target), ..Default::default() };
        choose2d(input, &mut output, choice)
    };
    let (all, mut target) = (Choice2d { count: Some(4), runner_count: Some(4), ..Default::default() }, [0u32; 4]);
    assert!(call(&places(), &all, &mut target).is_ok());
    assert!(call(&places(), &Choice2d { first: 1, ..all }, &mut target).is_err());
    assert!(call(&places(), &Choice2d { first: usize::MAX, ..all }, &mut target).is_err());
    let beyond = call(&places(), &Choice2d { runner_count: Some(5), ..all }, &mut target).unwrap_err();
    assert_eq!(beyond.to_string(), "choose2d: runner_x has 4 elements, but the call needs 5");
    assert!(call(&places(), &all, &mut target[1..]).is_err());
    assert!(call(&Choose2dIn { bonus: slice(&ZERO[1..]), ..places() }, &all, &mut target).is_err());
    assert!(call(&Choose2dIn { weight: slice(&ZERO[1..]), ..places() }, &all, &mut target).is_err());
    assert!(call(&places(), &Choice2d { index: Some(&[3, 0, 1]), ..all }, &mut target).is_err());
    assert!(call(&places(), &Choice2d { index: Some(&[3, 0, 1, 4]), ..all }, &mut target).is_err());
    assert!(call(&places(), &Choice2d { index: Some(&[3, 0, 1, 2]), ..all }, &mut target).is_ok());
    assert_eq!(target, [2, 2, 0, 1]);
    target = [7; 4];
    assert!(call(&places(), &Choice2d { count: Some(0), ..all }, &mut target).is_ok());
    assert_eq!(target, [7; 4], "a count of 0 means no choosers");
}

#[test]
fn neighbours_are_lists_and_an_assignment_and_avoidance_take_them() {
    let (mut list, mut offset, mut status) = ([Neighbour::default(); 16], [0usize; 5], [Status::NoPath; 4]);
    let four = 4f32;
    let (input, choice) = (Choose2dIn { range_to: same(&four), ..places() }, Choice2d::default());
    assert!(neighbours2d(&input, &choice, 0, &mut list, &mut offset[1..], &mut slice_mut(&mut status)).is_err());
    let few = neighbours2d(&input, &choice, 0, &mut list[..3], &mut offset, &mut slice_mut(&mut status)).unwrap();
    assert!(few.answered < 4 && few.needed > 3);
    let all = neighbours2d(&input, &choice, 0, &mut list, &mut offset, &mut slice_mut(&mut status)).unwrap();
    assert_eq!((all.answered, offset), (4, [0, 2, 4, 6, 6]));
    assert_eq!((list[0], status.map(waylay::status_word)), (Neighbour { row: 2, distance: 1.0 }, ["met", "met", "met", "no_target"]));

    let (mut any_order, mut squares, mut ends) = ([7u32; 16], [-1f32; 16], [0usize; 5]);
    for wanted in [true, false] {
        let squares = if wanted { Some(&mut squares[..]) } else { None };
        let out = &mut slice_mut(&mut status);
        let got = neighbours2d_unsorted(&input, &choice, &mut any_order, squares, &mut ends, out).unwrap();
        assert_eq!((got.answered, ends), (4, offset));
    }
    assert_eq!((&any_order[..6], &squares[..6]), (&[1, 2, 0, 2, 0, 1][..], &[9.0, 1.0, 9.0, 4.0, 1.0, 4.0][..]));
    assert_eq!(status.map(waylay::status_word)[3], "no_target");
    let none = &mut Default::default();
    let short = neighbours2d_unsorted(&input, &choice, &mut any_order, Some(&mut squares[..15]), &mut ends, none).unwrap_err();
    assert_eq!(short.to_string(), "neighbours2d_unsorted: squares has 15 elements, but the call needs 16");
    assert!(neighbours2d_unsorted(&input, &choice, &mut any_order, None, &mut ends[1..], none).is_err());
    let few = neighbours2d_unsorted(&input, &choice, &mut any_order[..3], None, &mut ends, none).unwrap();
    assert_eq!((few.answered, few.needed), (1, 6));

    let (rows, costs): (Vec<u32>, Vec<f32>) = list[..6].iter().map(|one| (one.row, one.distance)).unzip();
    let given = AssignIn { row: slice(&rows), cost: slice(&costs), ..Default::default() };
    let how = Assignment { runner_count: Some(4), offset: Some(&offset), ..Default::default() };
    let (mut target, mut memory) = ([7u32; 4], vec![0u64; how.memory_for(&given)]);
    let mut output = AssignOut { target: slice_mut(&mut target), ..Default::default() };
    assert!(assign(&given, &mut output, &how, &mut memory[1..]).is_err());
    assert!(assign(&AssignIn { cost: slice(&costs[1..]), ..given }, &mut output, &how, &mut memory).is_err());
    assert!(assign(&given, &mut output, &Assignment { offset: Some(&[0, 3, 2, 6, 6]), ..how }, &mut memory).is_err());
    let came = assign(&given, &mut output, &how, &mut memory).unwrap();
    assert_eq!((came.served, came.gap, target[3]), (3, 0.0, NONE));

    let (mut vx, mut vy) = ([9f32; 4], [9f32; 4]);
    let speed = 2f32;
    let moving = Avoid2dIn {
        chaser_x: slice(&X), chaser_y: slice(&ZERO), chaser_vx: slice(&ZERO), chaser_vy: slice(&ZERO),
        preferred_vx: same(&speed), preferred_vy: slice(&ZERO), chaser_speed: same(&speed), runner_x: slice(&X),
        runner_y: slice(&ZERO), self_row: slice(&SELF), ..Default::default()
    };
    let lists = Lists { list: &list, offset: &offset };
    let walls = [Wall { ax: 9.5, ay: -5.0, bx: 9.5, by: 5.0, sides: 0 }];
    let all = Avoidance2d { neighbours: Some(lists), walls: &walls, ..Default::default() };
    let mut solve = |how: &Avoidance2d| {
        let mut output = Avoid2dOut { velocity_x: slice_mut(&mut vx), velocity_y: slice_mut(&mut vy), ..Default::default() };
        avoid2d(&moving, &mut output, how)
    };
    assert!(solve(&Avoidance2d { runner_count: Some(5), ..all }).is_err());
    assert!(solve(&Avoidance2d { index: Some(&[0, 1, 2, 4]), ..all }).is_err());
    assert!(solve(&Avoidance2d { neighbours: Some(Lists { list: &list[..5], ..lists }), ..all }).is_err());
    assert!(solve(&Avoidance2d { neighbours: Some(Lists { offset: &[0, 2, 1, 6, 6], ..lists }), ..all }).is_err());
    solve(&all).unwrap();
    assert!(vx.iter().zip(&vy).all(|(x, y)| x.is_finite() && y.is_finite() && x * x + y * y <= 4.001), "{vx:?} {vy:?}");
    assert!(vx[3] < 2.0, "the wall is near");
}

#[test]
fn without_counts_the_columns_lengths_count() {
    let mut target = [7u32; 4];
    let mut call = |input: &Choose2dIn, choice: &Choice2d| {
        target = [7; 4];
        let mut output = Choose2dOut { target: slice_mut(&mut target), ..Default::default() };
        choose2d(input, &mut output, choice).map(|()| target)
    };
    assert_eq!(call(&places(), &Choice2d::default()), Ok([2, 2, 0, 1]));
    assert_eq!(call(&places(), &Choice2d { first: 3, ..Default::default() }), Ok([7, 7, 7, 1]));
    assert_eq!(call(&places(), &Choice2d { runner_count: Some(1), ..Default::default() }), Ok([NONE, 0, 0, 0]));
    assert_eq!(call(&places(), &Choice2d { runner_count: Some(0), ..Default::default() }), Ok([NONE; 4]));
    let text = |error: Result<[u32; 4], waylay::Error>| error.unwrap_err().to_string();
    let short = Choose2dIn { runner_y: slice(&ZERO[1..]), self_row: Default::default(), ..places() };
    assert_eq!(text(call(&short, &Choice2d::default())), "choose2d: runner_y has 3 elements, but the call needs 4");
    let short = Choose2dIn { chaser_y: slice(&ZERO[1..]), ..places() };
    assert_eq!(text(call(&short, &Choice2d::default())), "choose2d: chaser_y has 3 elements, but the call needs 4");
    let few = Choose2dIn { chaser_x: slice(&X[1..]), chaser_y: slice(&ZERO[1..]), self_row: slice(&SELF[1..]), ..places() };
    assert_eq!(text(call(&few, &Choice2d::default())), "choose2d: target: it has more elements than the inputs: set count", "a longer output");
    assert_eq!(call(&few, &Choice2d { count: Some(3), ..Default::default() }), Ok([2, 0, 1, 7]));
    let (mut seven, two) = ([7u32; 7], Choice2d { best: 2, ..Default::default() });
    let mut output = Choose2dOut { target: slice_mut(&mut seven), ..Default::default() };
    assert!(choose2d(&few, &mut output, &two).is_err(), "two for each of three");
    let mut status = [Status::NoPath; 3];
    output.status = slice_mut(&mut status);
    assert!(choose2d(&few, &mut output, &two).is_err(), "the statuses are of three, the lists of four");
    let zero = 0f32;
    let single = Choose2dIn { runner_x: same(&zero), runner_y: same(&zero), ..places() };
    assert!(text(call(&single, &Choice2d::default())).contains("set runner_count"));
    assert_eq!(call(&single, &Choice2d { runner_count: Some(1), ..Default::default() }), Ok([NONE, 0, 0, 0]));

    // agents that avoid each other: without a count they walked through each other
    let speed = 2f32;
    let moving = Avoid2dIn {
        chaser_x: slice(&X), chaser_y: slice(&ZERO), chaser_vx: same(&zero), chaser_vy: same(&zero), preferred_vx: same(&speed),
        preferred_vy: same(&zero), chaser_speed: same(&speed), runner_x: slice(&X), runner_y: slice(&ZERO), ..Default::default()
    };
    let mut vx = [9f32; 4];
    avoid2d(&moving, &mut Avoid2dOut { velocity_x: slice_mut(&mut vx), ..Default::default() }, &Avoidance2d::default()).unwrap();
    assert!(vx[0] < 2.0 && vx[3] == 2.0, "the last one has no neighbour ahead: {vx:?}");

    // matrices and lists
    let (costs, rows, health) = ([5f32, 1.0, 1.0, 5.0, 2.0, 2.0], [0u32, 1, 1, 0, 0, 1], [1f32; 2]);
    let assigned = |choosers: usize, input: &AssignIn, how: Assignment| {
        let (mut target, mut memory) = ([7u32; 4], vec![0; how.memory_for(input)]);
        let mut output = AssignOut { target: slice_mut(&mut target[..choosers]), ..Default::default() };
        assign(input, &mut output, &how, &mut memory).map(|_| target)
    };
    let matrix = AssignIn { cost: slice(&costs[..4]), ..Default::default() };
    assert_eq!(assigned(4, &matrix, Assignment { count: Some(2), ..Default::default() }), Ok([1, 0, 7, 7]));
    assert_eq!(assigned(2, &matrix, Assignment { runner_count: Some(2), ..Default::default() }), Ok([1, 0, 7, 7]));
    let with_health = AssignIn { cost: slice(&costs), health: slice(&health), ..Default::default() };
    assert_eq!(assigned(3, &with_health, Assignment::default()), Ok([1, 0, NONE, 7]), "a matrix of three rows");
    let lists = AssignIn { row: slice(&rows), ..with_health };
    assert_eq!(assigned(3, &lists, Assignment { each: 2, ..Default::default() }), Ok([1, NONE, 0, 7]));
    assert_eq!(assigned(3, &lists, Assignment { offset: Some(&[0, 1, 2, 6]), ..Default::default() }), Ok([NONE, 1, 0, 7]));
    assert!(assigned(2, &matrix, Assignment::default()).unwrap_err().to_string().contains("how many"));
    assert_eq!(assigned(3, &matrix, Assignment { count: Some(3), ..Default::default() }).unwrap_err().to_string(),
        "assign: cost has 4 elements, but the call needs 6");
    assert_eq!(assigned(4, &with_health, Assignment::default()).unwrap_err().to_string(),
        "assign: target: it has more elements than the inputs: set count");
}

#[test]
fn an_agent_is_no_candidate_of_its_own_if_the_columns_are_parts_of_one_slice() {
    let choose = |own: std::ops::Range<usize>, all: std::ops::Range<usize>, index, crowd| {
        let mut target = [7u32; 4];
        let mut output = Choose2dOut { target: slice_mut(&mut target[..own.len()]), ..Default::default() };
        let input = Choose2dIn {
            chaser_x: slice(&X[own]), chaser_y: same(&ZERO[0]), runner_x: slice(&X[all]), runner_y: same(&ZERO[1]), ..Default::default()
        };
        choose2d(&input, &mut output, &Choice2d { crowd, index, ..Default::default() }).unwrap();
        target
    };
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    let crowd = Crowd2d::new(&Choose2dIn { runner_y: same(&ZERO[0]), ..places() }, None, &mut memory).unwrap();
    for crowd in [None, Some(crowd)] {
        assert_eq!(choose(0..2, 0..4, None, crowd), [2, 2, 7, 7]);
        assert_eq!(choose(1..4, 0..4, None, crowd), [2, 0, 1, 7]);
        assert_eq!(choose(3..4, 0..4, None, crowd), [1, 7, 7, 7]);
        assert_eq!(choose(1..4, 0..4, Some(&[2]), crowd), [7, 7, 1, 7], "with an index");
    }
    assert_eq!(choose(0..3, 1..4, None, None), [1, 1, 0, 7], "the first one is no candidate");
    assert_eq!(choose(0..2, 2..4, None, None), [0, 0, 7, 7], "others");
    // fields, and lists: each axis must begin at the same unit
    let units: Vec<[f32; 2]> = X.iter().map(|&x| [x, 2.0 * x]).collect();
    let (chooser, mut list, mut offset) = (&units[2..], [Neighbour::default(); 16], [0usize; 3]);
    let mut input = Choose2dIn {
        chaser_x: member::<f32, 2, 0>(chooser), chaser_y: member::<f32, 2, 1>(chooser),
        runner_x: member::<f32, 2, 0>(&units), runner_y: member::<f32, 2, 1>(&units), ..Default::default()
    };
    let mut nearest = |input: &Choose2dIn| {
        let lists = neighbours2d(input, &Choice2d::default(), 1, &mut list, &mut offset, &mut Default::default());
        assert_eq!(lists.unwrap().answered, 2);
        [list[0].row, list[1].row]
    };
    assert_eq!(nearest(&input), [0, 1]);
    let own_rows = [NONE, 0];
    assert_eq!(nearest(&Choose2dIn { self_row: slice(&own_rows), ..input }), [2, 3], "self_row says who they are");
    input.runner_y = member::<f32, 2, 1>(&units[1..]);
    input.runner_x = member::<f32, 2, 0>(&units[..3]);
    assert_eq!(nearest(&input), [1, 2], "not the same units");
    // in several tables: the choosers are the last unit of one table and the first of another
    let y = 0f32;
    let (tables, chooser) = ([table(0, 2, &y), table(2, 4, &y)], [table(4, 4, &y), table(1, 3, &y)]);
    let (mut none, mut target) = ([7u32; 0], [7u32; 2]);
    let mut outputs = [&mut none[..], &mut target[..]].map(|target| Choose2dOut { target: slice_mut(target), ..Default::default() });
    choose2d_in_parts(&chooser, &mut outputs, &tables, &Choice2d::default()).unwrap();
    assert_eq!(target, [2, 0]);
}

#[test]
fn a_part_of_the_agents_avoids_as_in_the_whole_call() {
    let (x, y, vx, zero, one) = ([-1f32, 1.0, 4.0, 6.0], [0f32, 0.1, 0.0, 0.1], [1f32, -1.0, 1.0, -1.0], 0f32, 1f32);
    let agents = |rows: std::ops::Range<usize>| Avoid2dIn {
        chaser_x: slice(&x[rows.clone()]), chaser_y: slice(&y[rows.clone()]), chaser_vx: slice(&vx[rows.clone()]), chaser_vy: same(&zero),
        preferred_vx: slice(&vx[rows]), preferred_vy: same(&zero), chaser_speed: same(&one), radius: same(&one), dt: same(&one),
        runner_x: slice(&x), runner_y: slice(&y), runner_vx: slice(&vx), ..Default::default()
    };
    let avoid = |input: &Avoid2dIn| {
        let mut velocity = [7f32; 4];
        let count = if format!("{:?}", input.chaser_x).starts_with("Column(4 ") { 4 } else { 2 };
        let mut output = Avoid2dOut { velocity_x: slice_mut(&mut velocity[..count]), ..Default::default() };
        avoid2d(input, &mut output, &Avoidance2d::default()).map(|()| velocity)
    };
    let whole = avoid(&agents(0..4)).unwrap();
    assert!(whole[2] != 1.0, "they avoid each other");
    assert_eq!(avoid(&agents(2..4)).unwrap()[..2], whole[2..], "radii and vy are single values, which all agents share");
    let own_rows = [2u32, 3];
    let stated = Avoid2dIn { self_row: slice(&own_rows), ..agents(2..4) };
    assert_eq!(avoid(&stated).unwrap()[..2], whole[2..], "self_row says the same");
    for rows in [0..2, 2..4] {
        let error = avoid(&Avoid2dIn { runner_vx: Default::default(), ..agents(rows) }).unwrap_err();
        assert_eq!(error.to_string(), "avoid2d: runner_vx: it is not set, and only some candidates are agents");
        assert_eq!(error.column(), "runner_vx");
    }
    for rows in [0..2, 1..4] {
        let others = Avoid2dIn { runner_x: slice(&x[..rows.len()]), runner_y: slice(&y[rows]), runner_vx: Default::default(), ..agents(2..4) };
        assert!(avoid(&others).is_ok(), "other candidates, which stand");
    }
    assert_eq!(agents(0..4).check(), None);
    let points = Avoid2dIn { radius: Default::default(), ..agents(2..4) }.check().unwrap();
    assert!(points.starts_with("radius: "), "{points}");
    let degrees = Choose2dIn { arc: same(&90f32), ..places() }.check().unwrap();
    assert!(degrees.starts_with("arc: "), "{degrees}");
}

#[test]
fn check_finds_a_copy_of_one_axis() {
    let (x, y, copy, other) = ([0f32, 3.0, 1.0, 9.0], [1f32, 2.0, 3.0, 4.0], [1f32, 2.0, 3.0, 4.0], [1f32, 2.0, 5.0, 4.0]);
    let agents = |runner_x, runner_y| Choose2dIn { chaser_x: slice(&x), chaser_y: slice(&y), runner_x, runner_y, ..Default::default() };
    let found = agents(slice(&x), slice(&copy)).check().unwrap();
    assert!(found.starts_with("runner_y: it is a copy of the agents' column") && found.ends_with("set self_row"), "{found}");
    assert!(agents(slice(&copy), slice(&y)).check().is_none(), "another x");
    let x_copy = x;
    let found = agents(slice(&x_copy), slice(&copy)).check().unwrap();
    assert!(found.starts_with("runner_x: it is a copy of the agents' column"), "{found}");
    assert!(Choose2dIn { chaser_x: slice(&x[1..]), chaser_y: slice(&y[1..]), ..agents(slice(&x), slice(&copy)) }.check().is_some());
    assert!(Choose2dIn { chaser_x: slice(&x[1..]), ..agents(slice(&x), slice(&copy)) }.check().is_none(), "other rows");
    assert!(Choose2dIn { self_row: slice(&SELF), ..agents(slice(&x), slice(&copy)) }.check().is_none());
    let half = 0.5f32;
    assert!(Choose2dIn { range_from: same(&half), ..agents(slice(&x), slice(&copy)) }.check().is_none());
    let (enemies, team) = (SELF.map(|k| 1u32 << (1 - k % 2)), SELF.map(|k| 1u32 << (k % 2)));
    let enemies = Choose2dIn { chaser_mask: slice(&enemies), runner_mask: slice(&team), ..agents(slice(&x), slice(&copy)) };
    assert!(enemies.check().is_none(), "masks without the own team");
    assert!(Choose2dIn { runner_x: slice(&x[..3]), runner_y: slice(&copy[..3]), ..enemies }.check().is_none(), "masks without the own team");
    for (runner_x, runner_y) in [(slice(&x), slice(&y)), (slice(&x), slice(&other)), (slice(&x), same(&y[0])), (slice(&x[..0]), slice(&y[..0]))] {
        assert_eq!(agents(runner_x, runner_y).check(), None);
    }
}

#[test]
fn check_finds_masks_of_choosers_alone() {
    let enemies = [2u32, 1, 2, 1];
    let found = Choose2dIn { chaser_mask: slice(&enemies), ..places() }.check().unwrap();
    assert!(found.starts_with("chaser_mask: it has no effect alone: set runner_mask"), "{found}");
    assert_eq!(Choose2dIn { chaser_mask: slice(&enemies), runner_mask: slice(&enemies), ..places() }.check(), None);
    let found = Choose2dIn { runner_mask: slice(&enemies), ..places() }.check();
    assert_eq!(found.as_deref(), Some("runner_mask: it has no effect alone: set chaser_mask"));
}

#[test]
fn a_crowd_without_the_columns_of_the_call_is_refused() {
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    let crowd = Some(Crowd2d::new(&places(), None, &mut memory).unwrap());
    let mut target = [7u32; 4];
    let mut output = Choose2dOut { target: slice_mut(&mut target), ..Default::default() };
    let masked = Choose2dIn { runner_mask: slice(&SELF), ..places() };
    let error = choose2d(&masked, &mut output, &Choice2d { crowd, ..Default::default() }).unwrap_err();
    assert_eq!(error.column(), "crowd");
    assert_eq!(error.to_string(), "choose2d: crowd: it was made without runner_mask, weight or velocities, which the call reads");
}

#[test]
fn teams_may_be_empty() {
    let (none, no_rows) = ([0f32; 0], [0u32; 0]);
    let nobody = Choose2dIn { chaser_x: slice(&none), chaser_y: slice(&none), runner_x: slice(&none), runner_y: slice(&none), ..Default::default() };
    let with_columns = |input: Choose2dIn<'static>| Choose2dIn { runner_mask: slice(&SELF[..0]), weight: slice(&X[..0]), ..input };
    for (chasers, runners) in [(0, 0), (0, 4), (4, 0)] {
        let input = with_columns(Choose2dIn {
            chaser_x: slice(&X[..chasers]), chaser_y: slice(&ZERO[..chasers]), runner_x: slice(&X[..runners]),
            runner_y: slice(&ZERO[..runners]), ..Default::default()
        });
        let input = if runners > 0 { Choose2dIn { runner_mask: slice(&SELF), weight: slice(&X), ..input } } else { input };
        assert_eq!(input.check(), None);
        let mut memory = vec![0u64; Crowd2d::memory_for(runners)];
        let crowd = Some(Crowd2d::new(&input, None, &mut memory).unwrap());
        for crowd in [None, crowd] {
            let (mut target, mut statuses) = ([7u32; 4], [Status::NoPath; 4]);
            let choice = Choice2d { crowd, ..Default::default() };
            let mut output = Choose2dOut { target: slice_mut(&mut target[..chasers]), ..Default::default() };
            choose2d(&input, &mut output, &choice).unwrap();
            choose2d_in_parts(&[input, nobody], &mut [output, Choose2dOut::default()], &[nobody, input], &choice).unwrap();
            assert_eq!(target, [if chasers > 0 { NONE } else { 7 }; 4]);
            let (mut list, mut offset) = ([Neighbour::default(); 0], [7usize; 5]);
            let mut status = slice_mut(&mut statuses[..chasers]);
            let answered = neighbours2d(&input, &choice, 0, &mut list, &mut offset[..chasers + 1], &mut status).unwrap();
            assert_eq!((answered.answered, answered.needed), (chasers, 0));
        }
        let agents = Avoid2dIn {
            chaser_x: input.chaser_x, chaser_y: input.chaser_y, chaser_vx: input.chaser_x, chaser_vy: input.chaser_y,
            preferred_vx: input.chaser_x, preferred_vy: input.chaser_y, chaser_speed: input.chaser_x, radius: input.chaser_x,
            runner_x: input.runner_x, runner_y: input.runner_y, ..Default::default()
        };
        let mut velocity = [7f32; 4];
        let mut output = Avoid2dOut { velocity_x: slice_mut(&mut velocity[..chasers]), ..Default::default() };
        let all = Avoid2dIn { runner_vx: input.runner_x, runner_vy: input.runner_y, runner_radius: input.runner_x, ..agents };
        avoid2d(&all, &mut output, &Avoidance2d::default()).unwrap();
        let no_agents = Avoid2dIn { chaser_x: slice(&none), chaser_y: slice(&none), chaser_vx: slice(&none), chaser_vy: slice(&none),
            preferred_vx: slice(&none), preferred_vy: slice(&none), chaser_speed: slice(&none), ..Default::default() };
        avoid2d_in_parts(&[no_agents, all], &mut [Avoid2dOut::default(), output], &[all], &Avoidance2d::default()).unwrap();
        if chasers > 0 {
            assert_eq!(velocity, X, "no candidates: the preferred velocity");
        }
    }
    choose2d_in_parts(&[], &mut [], &[], &Choice2d::default()).unwrap();
    let costs = AssignIn { cost: slice(&none), row: slice(&no_rows), ..Default::default() };
    let how = Assignment { offset: Some(&[0]), runner_count: Some(0), ..Default::default() };
    let mut memory = vec![0u64; how.memory_for(&costs)];
    let assigned = assign(&costs, &mut AssignOut::default(), &how, &mut memory).unwrap();
    assert_eq!(assigned.served, 0);
}

#[test]
fn an_agent_is_no_candidate_of_its_own_if_the_columns_are_the_same() {
    let call = |input: &Choose2dIn, crowd| {
        let mut target = [7u32; 4];
        let mut output = Choose2dOut { target: slice_mut(&mut target), ..Default::default() };
        choose2d(input, &mut output, &Choice2d { crowd, ..Default::default() }).unwrap();
        target
    };
    let (units, others) = (Choose2dIn { self_row: Default::default(), ..places() }, [2, 2, 0, 1]);
    assert_eq!(call(&units, None), others);
    let copy = X;
    assert_eq!(call(&Choose2dIn { runner_x: slice(&copy), ..units }, None), [0, 1, 2, 3], "a copy: other agents");
    assert_eq!(call(&Choose2dIn { runner_x: slice(&copy), ..places() }, None), others, "self_row says it");
    // a single value has no address of its own
    let (zero, also_zero, one) = (0f32, 0f32, 1f32);
    let line = Choose2dIn { chaser_y: same(&zero), runner_y: same(&also_zero), ..units };
    assert_eq!(call(&line, None), others);
    assert_eq!(call(&Choose2dIn { runner_y: same(&one), ..line }, None), [0, 1, 2, 3]);
    let pairs = [[0f32, 0.0], [3.0, 0.0], [1.0, 0.0], [9.0, 0.0]];
    let (x, y) = (waylay::member::<f32, 2, 0>(&pairs), waylay::member::<f32, 2, 1>(&pairs));
    let members = Choose2dIn { chaser_x: x, chaser_y: y, runner_x: x, runner_y: y, ..Default::default() };
    assert_eq!(call(&members, None), others);
    let mut memory = vec![0u64; Crowd2d::memory_for(4)];
    let crowd = Crowd2d::new(&units, Some(4), &mut memory).unwrap();
    assert_eq!(call(&units, Some(crowd)), others);
}

#[test]
fn the_same_in_space() {
    let input = Choose3dIn {
        chaser_x: slice(&X), chaser_y: slice(&ZERO), chaser_z: slice(&ZERO), runner_x: slice(&X), runner_y: slice(&ZERO),
        runner_z: slice(&ZERO), self_row: slice(&SELF), ..Default::default()
    };
    let mut memory = vec![0u64; Crowd3d::memory_for(4)];
    let crowd = Crowd3d::new(&input, Some(4), &mut memory).unwrap();
    let choice = Choice3d { crowd: Some(crowd), ..Default::default() };
    let mut target = [7u32; 4];
    let mut output = Choose3dOut { target: slice_mut(&mut target), ..Default::default() };
    choose3d(&input, &mut output, &choice).unwrap();
    assert_eq!(choose3d(&input, &mut Choose3dOut::default(), &Choice3d { cost: Cost::Turning, ..choice }).unwrap_err().code(), 13);
    assert_eq!(target, [2, 2, 0, 1]);
    let (mut list, mut offset) = ([Neighbour::default(); 64], [0usize; 5]);
    let found = neighbours3d(&input, &choice, 1, &mut list, &mut offset, &mut Default::default()).unwrap();
    assert_eq!((found.answered, offset, list[3].row), (4, [0, 1, 2, 3, 4], 1));
    let mut rows = [7u32; 64];
    let found = neighbours3d_unsorted(&input, &choice, &mut rows, None, &mut offset, &mut Default::default()).unwrap();
    rows[..3].sort();
    assert_eq!((found.answered, offset, &rows[..3]), (4, [0, 3, 6, 9, 12], &[1, 2, 3][..]));
    let (speed, mut vx) = (2f32, [9f32; 4]);
    let moving = Avoid3dIn {
        chaser_x: slice(&X), chaser_y: slice(&ZERO), chaser_z: slice(&ZERO), chaser_vx: slice(&ZERO), chaser_vy: slice(&ZERO),
        chaser_vz: slice(&ZERO), preferred_vx: same(&speed), preferred_vy: slice(&ZERO), preferred_vz: slice(&ZERO),
        chaser_speed: same(&speed), runner_x: slice(&X), runner_y: slice(&ZERO), runner_z: slice(&ZERO), self_row: slice(&SELF),
        ..Default::default()
    };
    let mut output = Avoid3dOut { velocity_x: slice_mut(&mut vx), ..Default::default() };
    let how = Avoidance3d::default();
    avoid3d(&moving, &mut output, &how).unwrap();
    assert!(vx[0] < 2.0 && vx[3] == 2.0, "the last one has no neighbour ahead: {vx:?}");
    let alone = vx;
    // avoid3d also reads the candidates' columns if it has a crowd
    let mut output = Avoid3dOut { velocity_x: slice_mut(&mut vx), ..Default::default() };
    let how = Avoidance3d { crowd: Some(crowd), ..how };
    assert!(avoid3d(&Avoid3dIn { runner_z: slice(&ZERO[1..]), ..moving }, &mut output, &how).is_err());
    avoid3d(&moving, &mut output, &how).unwrap();
    assert_eq!(vx, alone);
}

#[cfg(has_waypoints2d)]
#[test]
fn waypoints_of_many_paths_are_lists() {
    use waylay::{waypoints2d, waypoints2d_capacity, Paths, Waypoints2dIn, Waypoints2dOut};
    let (zero, ahead, length, radius, spacing, word) = (0f32, 1f32, [50f32, 20.0], 5f32, 10f32, 0i32);
    let (none, one) = (same(&zero), same(&ahead));
    let input = Waypoints2dIn {
        x: none, y: none, heading_x: one, heading_y: none, target_x: slice(&length), target_y: none, target_heading_x: one,
        target_heading_y: none, radius: same(&radius), word: same(&word), arc1: none, middle: slice(&length), arc2: none,
        spacing: same(&spacing), ..Default::default()
    };
    let two = Paths::default();
    assert_eq!(waypoints2d_capacity(&input, &two).unwrap(), 9);
    let (mut x, mut status, mut offset) = ([0f32; 9], [Status::NoPath; 2], [0usize; 3]);
    {
        let mut output = Waypoints2dOut { next_x: slice_mut(&mut x), status: slice_mut(&mut status), ..Default::default() };
        let all = waypoints2d(&input, &mut output, &two, &mut offset).unwrap();
        assert_eq!((all.answered, all.needed, offset), (2, 9, [0, 6, 9]));
        assert!(waypoints2d(&input, &mut output, &two, &mut offset[1..]).is_err());
        let three = Paths { count: Some(3), ..Default::default() };
        assert_eq!(waypoints2d(&input, &mut output, &three, &mut [0; 4]).unwrap_err().column(), "target_x");
        let lacks = Waypoints2dIn { spacing: Default::default(), ..input };
        assert_eq!(waypoints2d(&lacks, &mut output, &two, &mut offset).unwrap_err().column(), "spacing");
    }
    assert_eq!((x[5], x[7], status.map(waylay::status_word)), (50.0, 10.0, ["met", "met"]));
    let mut output = Waypoints2dOut { next_x: slice_mut(&mut x[..7]), ..Default::default() };
    let few = waypoints2d(&input, &mut output, &two, &mut offset).unwrap();
    assert_eq!((few.answered, few.needed), (1, 9));
}

#[test]
fn bodies_bounce_off_each_other_and_off_walls() {
    use waylay::{bounce_all2d, Bodies, BounceAll2dIn, BounceAll2dOut};
    let (x, v, zero, one, two) = ([0f32, 5.0, 9.0], [4f32, 0.0, 0.0], [0f32; 3], [1f32; 3], [2f32; 3]);
    let input = BounceAll2dIn {
        ball_x: slice(&x),
        ball_y: slice(&zero),
        ball_vx: slice(&v),
        ball_vy: slice(&zero),
        radius: slice(&one),
        dt: slice(&two),
        ..Default::default()
    };
    let walls = [Wall { ax: 12.0, ay: -5.0, bx: 12.0, by: 5.0, sides: 0 }];
    let bodies = Bodies { walls: &walls, ..Default::default() };
    let mut next = [0f32; 3];
    let mut memory = vec![0u64; Bodies::memory_for(3)];
    {
        let mut output = BounceAll2dOut { next_x: slice_mut(&mut next), ..Default::default() };
        let moved = bounce_all2d(&input, &mut output, &bodies, &mut memory).unwrap();
        assert_eq!((moved.events, moved.time), (3, 2.0));
        assert_eq!(bounce_all2d(&input, &mut output, &bodies, &mut memory[1..]).unwrap_err().column(), "bytes");
    }
    assert_eq!(next, [3.0, 7.0, 10.0]);
}

#[test]
fn agents_follow_the_field_of_a_grid() {
    use waylay::{field2d, follow2d, wall_cells, Follow2dIn, Follow2dOut, Following, Goal, Grid};
    let (mut costs, wall) = ([1u8; 12], [Wall { ax: 12.5, ay: 23.0, bx: 15.5, by: 23.0, sides: 0 }]);
    let short = wall_cells(&wall, [10.0, 20.0], 2.0, 4, 3, &mut costs[1..]).unwrap_err();
    assert_eq!(short.to_string(), "wall_cells: costs has 11 elements, but the call needs 12");
    wall_cells(&wall, [10.0, 20.0], 2.0, 4, 3, &mut costs).unwrap();
    assert_eq!(costs, [1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1]);
    let goals = [Goal { x: 3, y: 2, ..Default::default() }];
    let grid = Grid { width: 4, height: 3, costs: &costs, goals: &goals, ..Default::default() };
    let (mut cost, mut next, mut status) = ([0u32; 12], [0i8; 12], [Status::NoPath; 1]);
    let mut memory = vec![0u64; grid.memory_for()];
    field2d(&grid, Some(&mut cost), Some(&mut next), Some(&mut status), &mut memory).unwrap();
    assert_eq!((cost[0], cost[11], cost[5], next[7], status[0]), (25, 0, u32::MAX, 2, Status::Met));
    let short = field2d(&grid, Some(&mut cost[1..]), None, None, &mut memory).unwrap_err();
    assert_eq!(short.column(), "cost");
    let wrong = Grid { goals: &[Goal { x: 4, ..Default::default() }], ..grid };
    assert_eq!(field2d(&wrong, None, None, None, &mut memory).unwrap_err().column(), "goals");

    let (x, y, speed) = ([17f32], [21f32], [3f32]);
    let input = Follow2dIn { chaser_x: slice(&x), chaser_y: slice(&y), chaser_speed: slice(&speed), ..Default::default() };
    let (mut vx, mut vy) = ([0f32; 1], [0f32; 1]);
    let how = Following { grid, cost: &cost, next: &next, cell: 2.0, origin: [10.0, 20.0], ..Default::default() };
    {
        let mut output = Follow2dOut { velocity_x: slice_mut(&mut vx), velocity_y: slice_mut(&mut vy), ..Default::default() };
        follow2d(&input, &mut output, &how).unwrap();
        let refused = follow2d(&input, &mut output, &Following { cell: 0.0, ..how }).unwrap_err();
        assert_eq!(refused.column(), "cell");
        assert_eq!(follow2d(&input, &mut output, &Following { next: &next[1..], ..how }).unwrap_err().column(), "next");
    }
    assert_eq!((vx[0], vy[0]), (0.0, 3.0));
}

#[test]
fn a_field_is_continued_and_updated() {
    use waylay::{field2d, Field2d, Goal, Grid};
    let goals = [Goal { x: 60, y: 30, ..Default::default() }];
    let grid = Grid { width: 64, height: 48, goals: &goals, ..Default::default() };
    let closed: Vec<u8> = (0..64 * 48).map(|cell| if cell % 64 == 20 && cell / 64 != 3 { 0 } else { 1 + (cell % 3) as u8 }).collect();
    let fresh = |costs: &[u8]| {
        let (mut cost, mut next, mut memory) = (vec![0u32; 64 * 48], vec![0i8; 64 * 48], vec![0u64; grid.memory_for()]);
        field2d(&Grid { costs, ..grid }, Some(&mut cost), Some(&mut next), None, &mut memory).unwrap();
        (cost, next)
    };
    let (mut costs, mut cost, mut next) = (closed.clone(), vec![0u32; 64 * 48], vec![0i8; 64 * 48]);
    let mut memory = vec![0u64; grid.memory_for()];
    let short = Field2d::new(grid, &mut costs[1..], &mut cost, &mut next, &mut memory, 0).unwrap_err();
    assert_eq!(short.to_string(), "Field2d::new: costs has 3071 elements, but the call needs 3072");
    let mut field = Field2d::new(grid, &mut costs, &mut cost, &mut next, &mut memory, 300).unwrap();
    let early = field.update(20, 10, 1, 2, &[1, 1], 0).unwrap_err();
    assert_eq!((early.call(), field.is_complete(), field.grid().costs), ("Field2d::update", false, &closed[..]));
    let mut calls = 1;
    while !field.is_complete() {
        assert!(field.taken() <= 340, "a call keeps to its budget");
        field.proceed(300).unwrap();
        calls += 1;
    }
    assert!(calls > 5, "{calls} calls");
    assert_eq!((field.cost(), field.next()), (&fresh(&closed).0[..], &fresh(&closed).1[..]), "a field in parts");
    field.update(20, 10, 1, 2, &[1, 1], 200).unwrap();
    while !field.is_complete() {
        field.proceed(200).unwrap();
    }
    let mut open = closed.clone();
    open[10 * 64 + 20] = 1;
    open[11 * 64 + 20] = 1;
    assert_eq!((field.cost(), field.next(), field.grid().costs), (&fresh(&open).0[..], &fresh(&open).1[..], &open[..]), "a door");
    assert!(field.cost() != &fresh(&closed).0[..]);
    for (x, width, costs, refused) in [
        (63, 2, &[1u8; 4][..], "the cells are outside of the grid"),
        (u32::MAX, 2, &[1; 4], "the cells are outside of the grid"),
        (20, 2, &[1; 3], "costs has 3 elements, but the call needs 4"),
    ] {
        assert_eq!(field.update(x, 10, width, 2, costs, 0).unwrap_err().to_string(), format!("Field2d::update: {refused}"));
    }
    field.update(20, 10, 0, 0, &[], 0).unwrap();
    assert_eq!(field.cost(), &fresh(&open).0[..], "refused updates change nothing");
    let two = Grid { field_count: 2, ..grid };
    let (mut costs, mut cost, mut next, mut memory) = (closed, vec![0u32; 2 * 64 * 48], vec![0i8; 2 * 64 * 48], vec![0u64; grid.memory_for()]);
    let mut field = Field2d::new(two, &mut costs, &mut cost, &mut next, &mut memory, 0).unwrap();
    assert!(field.is_complete() && field.update(0, 0, 1, 1, &[1], 0).is_err());
}

#[test]
fn rays_hit_walls_and_discs() {
    use waylay::{cast2d, Cast, Cast2dIn, Cast2dOut, HitKind};
    let (x, y, east, north) = ([0f32, 0.0, 0.0], [0f32, 3.0, 20.0], 1f32, 0f32);
    let (disc_x, disc_y, size) = ([9f32], [0.5f32], 1f32);
    let walls = [Wall { ax: 5.0, ay: 2.0, bx: 5.0, by: 9.0, sides: 0 }];
    let input = Cast2dIn {
        x: slice(&x), y: slice(&y), direction_x: same(&east), direction_y: same(&north), runner_x: slice(&disc_x),
        runner_y: slice(&disc_y), runner_radius: same(&size), ..Default::default()
    };
    let solve = |input: &Cast2dIn, cast: &Cast| {
        let (mut distance, mut kind, mut row) = ([-1f32; 3], [-1i32; 3], [7u32; 3]);
        let mut output = Cast2dOut {
            distance: slice_mut(&mut distance), kind: slice_mut(&mut kind), row: slice_mut(&mut row), ..Default::default()
        };
        cast2d(input, &mut output, cast).map(|()| (distance, kind.map(|kind| HitKind::try_from(kind).unwrap()), row))
    };
    let places = Choose2dIn { runner_x: slice(&disc_x), runner_y: slice(&disc_y), ..Default::default() };
    let mut memory = vec![0u64; Crowd2d::memory_for(1)];
    let crowd = Crowd2d::new(&places, Some(1), &mut memory).unwrap();
    for crowd in [None, Some(crowd)] {
        let (distance, kind, row) = solve(&input, &Cast { walls: &walls, crowd, ..Default::default() }).unwrap();
        assert!((distance[0] - 8.133975).abs() < 1e-5 && distance[1] == 5.0 && distance[2] == f32::INFINITY, "{distance:?}");
        assert_eq!((kind, row), ([HitKind::Disc, HitKind::Wall, HitKind::None], [0, 0, NONE]));
    }
    let alone = Cast2dIn { runner_x: Default::default(), runner_y: Default::default(), runner_radius: Default::default(), ..input };
    assert_eq!(solve(&alone, &Cast { walls: &walls, ..Default::default() }).unwrap().1, [HitKind::None, HitKind::Wall, HitKind::None]);
    assert_eq!(solve(&input, &Cast { count: Some(4), ..Default::default() }).unwrap_err().column(), "x");
    assert_eq!(solve(&input, &Cast { runner_count: Some(2), ..Default::default() }).unwrap_err().column(), "runner_x");
    assert_eq!(solve(&input, &Cast { index: Some(&[0, 3]), ..Default::default() }).unwrap_err().column(), "x");
    // an agent does not hit its own disc
    let own = Cast2dIn { runner_x: slice(&x), runner_y: slice(&y), ..input };
    assert_eq!(solve(&own, &Cast::default()).unwrap().2, [NONE; 3]);
    let others = x;
    assert_eq!(solve(&Cast2dIn { runner_x: slice(&others), ..own }, &Cast::default()).unwrap().2, [0, 1, 2]);
}

#[test]
fn rays_and_balls_hit_triangles() {
    use waylay::{cast3d, sweep3d, Cast3dIn, Cast3dOut, Sweep3dIn, Sweep3dOut, Triangle, TriangleTree, Triangles};
    let (zero, x, z, down, size) = (0f32, [0f32, 50.0], 5f32, -2f32, 1f32);
    let floor = [Triangle { ax: -9.0, ay: -9.0, bx: 9.0, by: -9.0, cy: 9.0, ..Default::default() }];
    let mut memory = vec![0u64; TriangleTree::memory_for(1)];
    let tree = TriangleTree::new(&floor, &mut memory).unwrap();
    let rays = Cast3dIn {
        x: slice(&x), y: same(&zero), z: same(&z), direction_x: same(&zero), direction_y: same(&zero),
        direction_z: same(&down), ..Default::default()
    };
    let balls = Sweep3dIn {
        ball_x: slice(&x), ball_y: same(&zero), ball_z: same(&z), ball_vx: same(&zero), ball_vy: same(&zero),
        ball_vz: same(&down), radius: same(&size), ..Default::default()
    };
    for how in [Triangles { triangles: &floor, ..Default::default() }, Triangles { tree: Some(tree), ..Default::default() }] {
        let (mut distance, mut row, mut time) = ([-1f32; 2], [7u32; 2], [-1f32; 2]);
        let mut hits = Cast3dOut { distance: slice_mut(&mut distance), row: slice_mut(&mut row), ..Default::default() };
        cast3d(&rays, &mut hits, &how).unwrap();
        let mut met = Sweep3dOut { time: slice_mut(&mut time), ..Default::default() };
        sweep3d(&balls, &mut met, &how).unwrap();
        assert_eq!((distance, row, time), ([5.0, f32::INFINITY], [0, NONE], [2.0, f32::INFINITY]));
    }
    let wrong = Triangles { triangles: &floor, count: Some(3), ..Default::default() };
    assert_eq!(cast3d(&rays, &mut Cast3dOut::default(), &wrong).unwrap_err().column(), "x");
}

#[test]
fn conflicts_are_lists_of_pairs() {
    use waylay::{conflicts2d, conflicts3d, Conflicts, Conflicts2dIn, Conflicts2dOut, Conflicts3dIn, Conflicts3dOut};
    let (x, vx, zero, radius, height, horizon) = ([0f32, 100.0, 300.0], [10f32, -10.0, 0.0], [0f32; 3], 5f32, 1f32, 60f32);
    let input = Conflicts2dIn {
        x: slice(&x), y: slice(&zero), vx: slice(&vx), vy: slice(&zero), radius: same(&radius), horizon: same(&horizon),
        ..Default::default()
    };
    let (mut first, mut second, mut time, mut status) = ([9u32; 2], [9u32; 2], [9f32; 2], [Status::NoPath; 3]);
    let (mut offset, mut memory) = ([0usize; 4], vec![0u64; Conflicts::memory_for(3)]);
    let all = Conflicts::default();
    let mut output = Conflicts2dOut {
        first: slice_mut(&mut first), second: slice_mut(&mut second), closest_time: slice_mut(&mut time),
        status: slice_mut(&mut status), ..Default::default()
    };
    assert_eq!(conflicts2d(&input, &mut output, &all, &mut memory[1..], &mut offset).unwrap_err().column(), "bytes");
    assert_eq!(conflicts2d(&input, &mut output, &all, &mut memory, &mut offset[1..]).unwrap_err().column(), "offset");
    let more = Conflicts { agent_count: Some(4), ..all };
    assert_eq!(conflicts2d(&input, &mut output, &more, &mut memory, &mut [0; 5]).unwrap_err().column(), "x");
    assert!(conflicts2d(&input, &mut output, &Conflicts { first: 4, ..all }, &mut memory, &mut offset).is_err());
    assert!(conflicts2d(&input, &mut output, &Conflicts { first: 2, count: Some(2), ..all }, &mut memory, &mut offset).is_err());
    let came = conflicts2d(&input, &mut output, &all, &mut memory, &mut offset).unwrap();
    assert_eq!((came.answered, came.needed, offset), (3, 2, [0, 2, 2, 2]));
    assert_eq!((first, second, time), ([0, 0], [1, 2], [5.0, 30.0]));
    assert_eq!(status, [Status::Met, Status::NoTarget, Status::NoTarget]);
    let mut output = Conflicts2dOut { first: slice_mut(&mut first[..1]), ..Default::default() };
    let few = conflicts2d(&input, &mut output, &all, &mut memory, &mut offset).unwrap();
    assert_eq!((few.answered, few.needed), (0, 2));
    let z = [0f32, 2.0, 0.0];
    let in_space = Conflicts3dIn {
        x: slice(&x), y: slice(&zero), z: slice(&z), vx: slice(&vx), vy: slice(&zero), vz: slice(&zero), radius: same(&radius),
        height: same(&height), horizon: same(&horizon), ..Default::default()
    };
    let mut output = Conflicts3dOut { first: slice_mut(&mut first), second: slice_mut(&mut second), ..Default::default() };
    let came = conflicts3d(&in_space, &mut output, &all, &mut memory, &mut offset).unwrap();
    assert_eq!((came.needed, first[0], second[0]), (1, 0, 2));
}
