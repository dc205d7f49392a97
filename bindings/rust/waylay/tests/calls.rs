//! Tests what the crate adds to the C library: checks of lengths, texts, and Rust's layouts of columns. Skips
//! behaviours that are not in the crate.
#![allow(dead_code, unused_imports)]
use waylay::{field, same, Batch, Status};
#[cfg(has_intercept2d)]
use waylay::{intercept2d, intercept2d_in_parts, Intercept2dIn, Intercept2dOut, Precision};

struct Unit {
    name: u8,
    x: f32,
    y: f32,
    speed: f32,
}

fn units() -> Vec<Unit> {
    (0..20u8).map(|i| Unit { name: i, x: i as f32, y: 2.0 * i as f32, speed: 3.0 }).collect()
}

#[cfg(has_intercept2d)]
fn chase<'a>(units: &'a [Unit], runners: &'a [[f32; 4]]) -> Intercept2dIn<'a> {
    Intercept2dIn {
        chaser_x: field!(units, self::Unit, x),
        chaser_y: field!(units, Unit, y),
        chaser_speed: field!(units, Unit, speed),
        runner_x: waylay::member::<f32, 4, 0>(runners),
        runner_y: waylay::member::<f32, 4, 1>(runners),
        runner_vx: waylay::member::<f32, 4, 2>(runners),
        runner_vy: waylay::member::<f32, 4, 3>(runners),
        ..Default::default()
    }
}

#[cfg(has_intercept2d)]
#[test]
fn structs_targets_and_an_index_give_what_one_agent_gives() {
    let units = units();
    let runners = [[50.0, 0.0, -1.0, 0.5], [0.0, 50.0, 0.25, -1.0], [9.0, 9.0, 0.0, 0.0]];
    let targets: Vec<u32> = (0..20).map(|i| if i == 7 { u32::MAX } else { i % 3 }).collect();
    let index: Vec<u32> = (0..20).rev().collect();
    let (mut velocity, mut status) = (vec![[0f32; 2]; 20], vec![Status::NoPath; 20]);
    let (velocity_x, velocity_y) = waylay::halves(&mut velocity);
    let mut output =
        Intercept2dOut { velocity_x, velocity_y, status: waylay::slice_mut(&mut status), ..Default::default() };
    let batch = Batch { first: 2, index: Some(&index), target: waylay::slice(&targets), ..Default::default() };
    intercept2d(&chase(&units, &runners), &mut output, &batch).unwrap();
    for (i, unit) in units.iter().enumerate() {
        if unit.name >= 18 {
            assert_eq!((velocity[i], status[i]), ([0.0; 2], Status::NoPath), "not of the call");
            continue;
        }
        if i == 7 {
            assert_eq!((status[i], waylay::status_word(status[i])), (Status::NoTarget, "no_target"));
            continue;
        }
        let runner = runners[targets[i] as usize];
        let one = waylay::intercept2d_one(&waylay::Intercept2dAgent {
            chaser_x: unit.x, chaser_y: unit.y, chaser_speed: unit.speed,
            runner_x: runner[0], runner_y: runner[1], runner_vx: runner[2], runner_vy: runner[3],
            ..Default::default()
        }).unwrap();
        assert_eq!(velocity[i].map(f32::to_bits), [one.velocity_x.to_bits(), one.velocity_y.to_bits()]);
        assert_eq!(status[i], one.status);
    }
}

#[cfg(has_intercept2d)]
#[test]
fn each_agent_as_its_own_runner_is_refused() {
    let (x, y, zero, speed, targets) = ([1f32, 2.0, 3.0], [4f32, 5.0, 6.0], 0f32, 1f32, [1u32, 2, 0]);
    let call = |runner_x, runner_y, batch: &Batch| {
        let mut status = [Status::NoPath; 3];
        let input = Intercept2dIn {
            chaser_x: waylay::slice(&x), chaser_y: waylay::slice(&y), chaser_speed: same(&speed), runner_x, runner_y,
            runner_vx: same(&zero), runner_vy: same(&zero), ..Default::default()
        };
        let mut output = Intercept2dOut { status: waylay::slice_mut(&mut status), ..Default::default() };
        intercept2d(&input, &mut output, batch).map(|()| status[0])
    };
    let own = call(waylay::slice(&x), waylay::slice(&y), &Batch::default()).unwrap_err();
    assert_eq!((own.code(), own.column()), (0, "target"));
    assert_eq!(own.to_string(), "intercept2d: target: it is not set, so each agent is its own runner");
    let with_targets = Batch { target: waylay::slice(&targets), ..Default::default() };
    assert_eq!(call(waylay::slice(&x), waylay::slice(&y), &with_targets), Ok(Status::Met));
    assert_eq!(call(waylay::slice(&y), waylay::slice(&x), &Batch::default()), Ok(Status::Met), "other runners");
    let two = Batch { count: Some(2), ..Default::default() };
    assert_eq!(call(waylay::slice(&x[1..]), waylay::slice(&y[1..]), &two), Ok(Status::Met), "the next one");
}

#[cfg(has_intercept2d)]
#[test]
fn runners_in_several_tables_are_met_as_those_of_one() {
    let (units, all) = (units(), [[50.0, 0.0, -1.0, 0.5], [0.0, 50.0, 0.25, -1.0], [9.0, 9.0, 0.0, 0.0]]);
    let targets: Vec<u32> = (0..20).map(|i| if i == 7 { u32::MAX } else { i % 4 }).collect(); // 3 is no row
    let batch = Batch { target: waylay::slice(&targets), ..Default::default() };
    let tables = [chase(&units[..0], &all[..1]), chase(&units, &all[..0]), chase(&units[..1], &all[1..])];
    let mut status = [[Status::NoPath; 20]; 2];
    let mut velocity = [[[7f32; 2]; 20]; 2];
    let no_runners = chase(&units, &[]);
    for (k, (status, velocity)) in status.iter_mut().zip(&mut velocity).enumerate() {
        let (velocity_x, velocity_y) = waylay::halves(velocity);
        let mut output = Intercept2dOut { status: waylay::slice_mut(status), velocity_x, velocity_y, ..Default::default() };
        match k {
            0 => intercept2d(&chase(&units, &all), &mut output, &batch).unwrap(),
            _ => intercept2d_in_parts(&no_runners, &mut output, &tables, &batch).unwrap(),
        }
    }
    assert_eq!((status[0], velocity[0]), (status[1], velocity[1]));
    assert_eq!([7, 3, 4].map(|i| status[1][i] == Status::NoTarget), [true, true, false]);
    let mut output = Intercept2dOut { status: waylay::slice_mut(&mut status[0]), ..Default::default() };
    intercept2d_in_parts(&no_runners, &mut output, &[], &batch).unwrap();
    assert_eq!(status[0], [Status::NoTarget; 20]);
    let mut call = |runners: &[Intercept2dIn], batch: &Batch, len: usize| {
        let mut output = Intercept2dOut { status: waylay::slice_mut(&mut status[0][..len]), ..Default::default() };
        intercept2d_in_parts(&no_runners, &mut output, runners, batch).unwrap_err().to_string()
    };
    assert_eq!(call(&tables, &Batch::default(), 20), "intercept2d_in_parts: target: it is not set: it has the rows of runners in all tables");
    assert_eq!(call(&tables, &batch, 19), "intercept2d_in_parts: status has 19 elements, but the call needs 20");
    let short = Intercept2dIn { runner_vy: waylay::slice(&[1f32]), ..tables[2] };
    assert_eq!(call(&[tables[0], short], &batch, 20), "intercept2d_in_parts: part 1: runner_vy has 1 elements, but the call needs 2");
    let missing = Intercept2dIn { runner_vy: Default::default(), ..tables[2] };
    assert_eq!(call(&[tables[0], missing], &batch, 20), "intercept2d_in_parts: runner_vy: an input column without a default is NULL");
}

#[cfg(has_intercept2d)]
#[test]
fn check_finds_likely_mistakes() {
    let (x, y, bits, none) = ([1f32, 2.0], [3f32, 4.0], f32::from_bits(5), [0f32; 0]);
    let input = Intercept2dIn {
        chaser_x: waylay::slice(&x), chaser_y: waylay::slice(&y), chaser_speed: same(&x[0]), runner_x: waylay::slice(&x[..1]),
        runner_y: waylay::slice(&y), runner_vx: same(&x[0]), runner_vy: same(&x[0]), ..Default::default()
    };
    assert_eq!(input.check(), None);
    assert_eq!(Intercept2dIn { runner_x: waylay::slice(&none), ..input }.check(), None, "no runners");
    let found = Intercept2dIn { chaser_speed: same(&bits), ..input }.check().unwrap();
    assert!(found.starts_with("chaser_speed: the elements look like whole numbers"), "{found}");
}

#[cfg(all(has_seek2d, has_flee2d))]
#[test]
fn check_finds_an_agent_that_is_its_own_target() {
    use waylay::{slice, Seek2dIn};
    let (x, y, speed, others) = ([1f32, 2.0, 4.0, 7.0], [3f32, 4.0, 0.0, 1.0], 5.0f32, [0f32, 1.0, 9.0, 8.0]);
    let all = |from: usize, runner_x| Seek2dIn {
        chaser_x: slice(&x[from..]), chaser_y: slice(&y[from..]), chaser_speed: same(&speed), runner_x, runner_y: slice(&y), ..Default::default()
    };
    let input = all(0, slice(&x));
    let check = |input: &Seek2dIn, target: &[u32]| input.check_batch(&Batch { target: slice(target), ..Default::default() });
    let own = |agent| Some(format!("target: agent {agent} is its own target: no target is u32::MAX"));
    assert_eq!(check(&input, &[1, 0, 3, u32::MAX]), None);
    assert_eq!(check(&input, &[0; 4]), own(0), "left at 0");
    assert_eq!(check(&input, &[1, 0, 3, 3]), own(3));
    assert_eq!(check(&all(0, slice(&others)), &[0; 4]), None, "other runners");
    let two = Seek2dIn { runner_x: slice(&x[..2]), runner_y: slice(&y[..2]), ..all(0, slice(&x)) };
    assert_eq!(check(&two, &[1, 0, 0, 3]), None, "3 is no runner");
    assert_eq!(check(&two, &[1, 1, 0, 3]), own(1));
    assert_eq!(check(&all(2, slice(&x)), &[0, 1]), None, "agents 2 and 3");
    assert_eq!(check(&all(2, slice(&x)), &[0, 3]), own(1), "agents 2 and 3");
    let some = |first, count, index| input.check_batch(&Batch { first, count, index, target: slice(&[1u32, 0, 2, 0]), ..Default::default() });
    assert_eq!((some(2, None, None), some(3, None, None), some(0, Some(2), None)), (own(2), None, None));
    assert_eq!((some(1, None, Some(&[2, 3])), some(0, None, Some(&[3, 2]))), (None, own(2)));
    assert_eq!(input.check_batch(&Batch { target: same(&1u32), ..Default::default() }), None, "a leader");
    assert!(Seek2dIn { chaser_y: slice(&x), ..input }.check_batch(&Batch::default()).unwrap().starts_with("chaser_y: "));
    let flee = waylay::Flee2dIn {
        runner_x: slice(&x[2..]), runner_y: slice(&y[2..]), chaser_x: slice(&x), chaser_y: slice(&y), runner_speed: same(&speed), ..Default::default()
    };
    assert_eq!(flee.check_batch(&Batch { target: slice(&[0, 3u32]), ..Default::default() }), own(1));
}

#[cfg(has_intercept2d)]
#[test]
fn columns_that_are_too_short_are_refused() {
    let (units, runners) = (units(), [[0f32; 4]; 20]);
    let call = |batch: &Batch, runners: &[[f32; 4]], time: &mut [f32]| {
        let mut output = Intercept2dOut { time: waylay::slice_mut(time), ..Default::default() };
        intercept2d(&chase(&units, runners), &mut output, batch)
    };
    let all = Batch { count: Some(20), ..Default::default() };
    let mut time = [0f32; 20];
    assert!(call(&all, &runners, &mut time).is_ok());
    let refused = |batch: Batch, runners: &[[f32; 4]], time: &mut [f32], column: &str, text: &str| {
        let error = call(&batch, runners, time).unwrap_err();
        assert_eq!((error.code(), error.column(), error.to_string().as_str()), (0, column, text));
    };
    let chaser_x = "intercept2d: chaser_x has 20 elements, but the call needs 21";
    refused(Batch { first: 1, ..all }, &runners, &mut [0f32; 21], "chaser_x", chaser_x);
    refused(Batch { first: usize::MAX, ..all }, &runners, &mut time, "", "intercept2d: first + count is too large");
    let runner_x = "intercept2d: runner_x has 19 elements, but the call needs 20";
    refused(all, &runners[1..], &mut time, "runner_x", runner_x);
    refused(all, &runners, &mut time[1..], "time", "intercept2d: time has 19 elements, but the call needs 20");
    let target = "intercept2d: target has 19 elements, but the call needs 20";
    refused(Batch { target: waylay::slice(&[0u32; 19]), ..all }, &runners, &mut time, "target", target);
    let index = "intercept2d: index has 19 elements, but the call needs 20";
    refused(Batch { index: Some(&[0; 19]), ..all }, &runners, &mut time, "index", index);
    let none = "intercept2d: time has 0 elements, but the call needs 1";
    refused(Batch { index: Some(&[0; 20]), ..all }, &runners, &mut [], "time", none);
    let few = [2f32; 2];
    let runners_of_two_lengths = Intercept2dIn { runner_vx: waylay::slice(&few), ..chase(&units, &runners[..3]) };
    let batch = Batch { target: waylay::slice(&[2u32; 20]), ..all };
    let mut output = Intercept2dOut { time: waylay::slice_mut(&mut time), ..Default::default() };
    let uneven = intercept2d(&runners_of_two_lengths, &mut output, &batch).unwrap_err();
    assert_eq!(uneven.to_string(), "intercept2d: runner_vx has 2 elements, but the call needs 3");
    assert!(call(&Batch { target: waylay::slice(&[0u32; 20]), ..all }, &runners[..1], &mut time).is_ok());
    assert!(call(&Batch { index: Some(&[0; 20]), ..all }, &runners, &mut time).is_ok());
    let beyond = call(&Batch { index: Some(&[20; 20]), ..all }, &runners, &mut time).unwrap_err();
    assert_eq!((beyond.code(), beyond.column()), (11, "index"));
    let mut unwritten = [7f32; 20];
    assert!(call(&Batch { count: Some(0), ..all }, &runners, &mut unwritten).is_ok());
    assert_eq!(unwritten, [7.0; 20], "a count of 0 means no agents");
    // A target that is not a runner's row is no error: the agent has no target.
    assert!(call(&Batch { target: waylay::slice(&[5u32; 20]), ..all }, &runners[..5], &mut time).is_ok());
    assert_eq!(time, [f32::INFINITY; 20]);
}

#[cfg(has_intercept2d)]
#[test]
fn without_a_count_all_agents_are_solved() {
    let (units, runners) = (units(), [[1f32; 4]; 20]);
    let call = |batch: &Batch, runners: &[[f32; 4]], time: &mut [f32]| {
        let mut output = Intercept2dOut { time: waylay::slice_mut(time), ..Default::default() };
        intercept2d(&chase(&units, runners), &mut output, batch)
    };
    let solved = |batch: &Batch, runners: &[[f32; 4]]| {
        let mut time = [-7f32; 20];
        call(batch, runners, &mut time).map(|()| time.iter().filter(|&&time| time != -7.0).count())
    };
    assert_eq!(solved(&Batch::default(), &runners), Ok(20));
    assert_eq!(solved(&Batch { first: 3, ..Default::default() }, &runners), Ok(17));
    assert_eq!(solved(&Batch { index: Some(&[4, 2, 9]), ..Default::default() }, &runners), Ok(3));
    assert_eq!(solved(&Batch { index: Some(&[4, 2, 9]), first: 1, ..Default::default() }, &runners), Ok(2));
    assert_eq!(solved(&Batch { target: waylay::slice(&[1u32; 20]), ..Default::default() }, &runners[..2]), Ok(20));
    let text = |batch: &Batch, runners: &[[f32; 4]]| solved(batch, runners).unwrap_err().to_string();
    assert_eq!(text(&Batch { first: 21, ..Default::default() }, &runners), "intercept2d: first is beyond the last agent");
    assert_eq!(text(&Batch::default(), &runners[1..]), "intercept2d: runner_x has 19 elements, but the call needs 20");
    assert_eq!(text(&Batch { target: waylay::slice(&[1u32; 19]), ..Default::default() }, &runners), "intercept2d: target has 19 elements, but the call needs 20");
    let long = call(&Batch::default(), &runners, &mut [0.0; 21]).unwrap_err();
    assert_eq!(long.to_string(), "intercept2d: time: it has more elements than the inputs: set count", "all elements of outputs are written");
    assert!(call(&Batch { count: Some(20), ..Default::default() }, &runners, &mut [0.0; 21]).is_ok());
    let short = call(&Batch::default(), &runners, &mut [0.0; 19]).unwrap_err();
    assert_eq!(short.to_string(), "intercept2d: time has 19 elements, but the call needs 20");
    assert_eq!(format!("{short:?}"), "waylay::Error(intercept2d: time has 19 elements, but the call needs 20)");
    // single values have no length, so the outputs say how many agents there are
    let (zero, mut time) = (0f32, [-7f32; 5]);
    let input = Intercept2dIn {
        chaser_x: same(&zero), chaser_y: same(&zero), chaser_speed: same(&zero), runner_x: same(&zero), runner_y: same(&zero),
        runner_vx: same(&zero), runner_vy: same(&zero), ..Default::default()
    };
    let mut output = Intercept2dOut { time: waylay::slice_mut(&mut time), ..Default::default() };
    intercept2d(&input, &mut output, &Batch::default()).unwrap();
    assert_eq!(time, [0.0; 5]);
    let nothing = intercept2d(&input, &mut Intercept2dOut::default(), &Batch::default()).unwrap_err();
    assert_eq!((nothing.column(), nothing.code()), ("count", 0));
}

#[cfg(has_intercept2d)]
#[test]
fn errors_have_the_text_of_the_library() {
    let error = intercept2d(&Default::default(), &mut Default::default(), &Batch { count: Some(1), ..Default::default() })
        .unwrap_err();
    assert_eq!(error.code(), 2);
    assert_eq!(error.column(), "chaser_x");
    assert!(error.to_string().starts_with("intercept2d: chaser_x: ") && error.to_string().contains("default"), "{error}");
    let error: Box<dyn std::error::Error + Send + Sync> = error.into();
    assert!(error.downcast_ref::<waylay::Error>().is_some());
    assert!(!waylay::isa().is_empty());
}

#[cfg(has_intercept2d)]
#[test]
fn places_may_be_doubles_and_fast_is_fast() {
    let (x, y, speed) = ([1e9f64], [0f64], 5f32);
    let (rx, ry) = ([1e9 + 10.0f64], [0f64]);
    let mut point = [0f64];
    let mut output = Intercept2dOut { point_x: waylay::slice_mut(&mut point), ..Default::default() };
    let input = Intercept2dIn {
        chaser_x: waylay::slice(&x), chaser_y: waylay::slice(&y), chaser_speed: same(&speed),
        runner_x: waylay::slice(&rx), runner_y: waylay::slice(&ry), runner_vx: same(&0f32), runner_vy: same(&0f32),
        ..Default::default()
    };
    let batch = Batch { precision: Precision::Fast, ..Default::default() };
    intercept2d(&input, &mut output, &batch).unwrap();
    assert_eq!(point, [1e9 + 10.0]);
}

#[cfg(has_bounce2d)]
#[test]
fn a_tree_of_walls_changes_no_bit() {
    use waylay::{bounce2d, Bounce2dIn, Bounce2dOut, Wall, WallTree};
    let walls: Vec<Wall> = (0..300)
        .map(|i| Wall { ax: (i % 20) as f32 * 5.0, ay: (i / 20) as f32 * 5.0, bx: (i % 20) as f32 * 5.0 + 3.0, by: (i / 20) as f32 * 5.0 + 2.0, sides: 0 })
        .collect();
    let mut memory = vec![0u64; WallTree::memory_for(walls.len())];
    assert!(WallTree::new(&walls, &mut memory[1..]).is_err());
    let tree = WallTree::new(&walls, &mut memory).unwrap();
    let units = &units()[..];
    let solve = |batch: Batch| {
        let (mut place, mut bounces) = (vec![[0f32; 2]; 20], vec![0i32; 20]);
        let (next_x, next_y) = waylay::halves(&mut place);
        let input = Bounce2dIn {
            ball_x: field!(units, Unit, x),
            ball_y: field!(units, Unit, y),
            ball_vx: field!(units, Unit, speed),
            ball_vy: field!(units, Unit, x),
            dt: same(&4f32),
            ..Default::default()
        };
        let mut output = Bounce2dOut { next_x, next_y, bounces: waylay::slice_mut(&mut bounces), ..Default::default() };
        bounce2d(&input, &mut output, &batch).unwrap();
        (place.concat().iter().map(|x| x.to_bits()).collect::<Vec<_>>(), bounces)
    };
    let one_by_one = solve(Batch { walls: &walls, ..Default::default() });
    assert!(one_by_one.1.iter().any(|&bounces| bounces > 0));
    assert_eq!(one_by_one, solve(Batch { wall_tree: Some(tree), ..Default::default() }));
}

#[cfg(has_bounce2d)]
#[test]
fn a_room_far_away_keeps_its_shape() {
    use waylay::{bounce2d, Bounce2dIn, Bounce2dOut, Wall};
    let walls = [0.0, 20.0].map(|x| Wall { ax: x, ay: -9.0, bx: x, by: 9.0, sides: 0 });
    let (x, y, mut next) = ([1000019f64], [-2e6f64], [0f64]);
    let input = Bounce2dIn {
        ball_x: waylay::slice(&x), ball_y: waylay::slice(&y), ball_vx: same(&4f32), ball_vy: same(&0f32), dt: same(&1f32),
        ..Default::default()
    };
    let mut solve = |wall_origin| {
        let mut output = Bounce2dOut { next_x: waylay::slice_mut(&mut next), ..Default::default() };
        bounce2d(&input, &mut output, &Batch { walls: &walls, wall_origin, ..Default::default() }).map(|_| next[0])
    };
    assert!((1000016.99..1000017.0).contains(&solve([1e6, -2e6]).unwrap()));
    assert_eq!(solve([0.0, 0.0]).unwrap(), 1000023.0);
    assert_eq!(solve([0.0, f64::NAN]).unwrap_err().column(), "wall_origin_y");
}

#[cfg(has_bounce2d)]
#[test]
fn walls_that_move() {
    use waylay::{bounce2d, Bounce2dIn, Bounce2dOut, Wall, WallTree, WallVelocity};
    let walls = [Wall { ax: 10.0, ay: -9.0, bx: 10.0, by: 9.0, sides: 0 }];
    let velocity = [WallVelocity { vx: -4.0, vy: 0.0 }];
    let mut next = [0f32];
    let input = Bounce2dIn {
        ball_x: waylay::slice(&[0f32]), ball_y: waylay::slice(&[0f32]), ball_vx: same(&1f32), ball_vy: same(&0f32), dt: same(&3f32),
        ..Default::default()
    };
    let mut solve = |batch| {
        let mut output = Bounce2dOut { next_vx: waylay::slice_mut(&mut next), ..Default::default() };
        bounce2d(&input, &mut output, &batch).map(|_| next[0])
    };
    let batch = Batch { walls: &walls, wall_velocity: Some(&velocity), ..Default::default() };
    assert_eq!(solve(batch).unwrap(), -9.0);
    assert_eq!(solve(Batch { wall_velocity: Some(&[]), ..batch }).unwrap_err().column(), "wall_velocity");
    let mut memory = vec![0u64; WallTree::memory_for(1)];
    let tree = WallTree::new(&walls, &mut memory).unwrap();
    assert_eq!(solve(Batch { wall_tree: Some(tree), ..batch }).unwrap_err().column(), "wall_velocity");
}

struct Place {
    at: [f32; 2],
    x: f32,
}

struct Body {
    name: u8,
    place: Place,
    prey: u32,
}

#[cfg(has_intercept2d)]
#[test]
fn fields_of_fields_and_targets_in_a_struct() {
    let bodies: Vec<Body> =
        (0..4u8).map(|i| Body { name: i, place: Place { at: [f32::from(i), 7.0], x: f32::from(i) }, prey: u32::from(i % 2) }).collect();
    let (speed, far, zero) = (1f32, [100f32, 200.0], 0f32);
    let solve = |chaser_x, target| {
        let mut time = [0f32; 4];
        let mut output = Intercept2dOut { time: waylay::slice_mut(&mut time), ..Default::default() };
        let input = Intercept2dIn {
            chaser_x, chaser_y: same(&zero), chaser_speed: same(&speed), runner_x: waylay::slice(&far), runner_y: same(&zero),
            runner_vx: same(&zero), runner_vy: same(&zero), ..Default::default()
        };
        intercept2d(&input, &mut output, &Batch { target, ..Default::default() }).map(|()| time)
    };
    let expected = Ok([100.0, 199.0, 98.0, 197.0]);
    assert_eq!(solve(field!(&bodies, Body, place.x), field!(&bodies, Body, prey)), expected);
    assert_eq!(solve(field!(&bodies, Body, place.at[0]), field!(&bodies, Body, prey)), expected);
    let place = waylay::member::<f32, 2, 0>;
    let ats: Vec<[f32; 2]> = bodies.iter().map(|one| one.place.at).collect();
    assert_eq!(solve(place(&ats), field!(&bodies, Body, prey)), expected);
    let all = 1u32;
    assert_eq!(solve(field!(&bodies, Body, place.x), same(&all)), Ok([200.0, 199.0, 198.0, 197.0]));
    assert_eq!(solve(place(&ats), waylay::slice(&[0i32, -1, 0, 0])), Ok([100.0, f32::INFINITY, 98.0, 97.0]));
    assert_eq!(solve(place(&ats), field!(&bodies[1..], Body, prey)).unwrap_err().column(), "target");
}

#[cfg(has_intercept2d)]
struct Shooter {
    place: Place,
    speed: f32,
    answer: (f32, Status),
}

#[cfg(has_intercept2d)]
#[test]
fn answers_in_the_structs_that_the_call_reads() {
    let mut shooters: Vec<Shooter> = (0..40u8)
        .map(|i| Shooter { place: Place { at: [0.0; 2], x: f32::from(i) }, speed: 2.0, answer: (-7.0, Status::NoPath) })
        .collect();
    let (far, zero) = (100f32, 0f32);
    let (x, speed, time, status) = waylay::fields_mut!(&mut shooters[..], Shooter, place.x, speed, answer.0, answer.1);
    let input = Intercept2dIn {
        chaser_x: x.into(), chaser_y: same(&zero), chaser_speed: speed.into(), runner_x: same(&far), runner_y: same(&zero),
        runner_vx: same(&zero), runner_vy: same(&zero), ..Default::default()
    };
    intercept2d(&input, &mut Intercept2dOut { time, status, ..Default::default() }, &Batch::default()).unwrap();
    for (i, one) in shooters.iter().enumerate() {
        assert_eq!((one.place.x, one.place.at, one.speed), (i as f32, [0.0; 2], 2.0), "what is read stays");
        assert_eq!(one.answer, ((100.0 - i as f32) / 2.0, Status::Met));
    }
    let (none,) = waylay::fields_mut!(&mut [][..], Shooter, speed);
    assert!(format!("{none:?}").starts_with("Output(0 * "));
}

#[cfg(has_intercept2d)]
#[test]
fn columns_and_options_show_what_they_are() {
    #[derive(Debug)]
    struct Own<'a> {
        batch: Batch<'a>,
        input: Intercept2dIn<'a>,
        output: Intercept2dOut<'a>,
    }
    let (units, one, mut time) = (units(), 1f32, [0f64; 20]);
    let input = Intercept2dIn { chaser_x: field!(&units, Unit, x), reach: same(&one), ..Default::default() };
    let output = Intercept2dOut { time: waylay::slice_mut(&mut time), ..Default::default() };
    let text = format!("{:?}", Own { batch: Batch::default(), input, output });
    for part in ["chaser_x: Column(20 * 16 bytes)", "reach: Column(same)", "horizon: Column(none)", "time: Output(20 * 8 bytes)",
        "target: Column(none)", "precision: Exact"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!((Status::try_from(2), Status::try_from(11)), (Ok(Status::TooSlow), Err(11)));
}

/// Without gravity, the time of flight over x is (exp(k x) - 1) / (k speed), with k = drag_area * coefficient.
#[cfg(has_launch_drag2d)]
#[test]
fn a_drag_table_changes_the_time_of_flight() {
    use waylay::{launch_drag2d, DragTable, LaunchDrag2dIn, LaunchDrag2dOut};
    let (zero, speed, far, area) = (0f32, 100f32, 50f32, 0.01f32);
    let input = LaunchDrag2dIn {
        muzzle_x: same(&zero), muzzle_y: same(&zero), shell_speed: same(&speed), runner_x: same(&far), runner_y: same(&zero),
        runner_vx: same(&zero), runner_vy: same(&zero), gravity: same(&zero), drag_area: same(&area),
        ..Default::default()
    };
    let time_with = |table: Option<&DragTable>| {
        let mut time = [0f32; 3];
        let mut output = LaunchDrag2dOut { time: waylay::slice_mut(&mut time), ..Default::default() };
        let batch = Batch { count: Some(3), drag_table: table, ..Default::default() };
        launch_drag2d(&input, &mut output, &batch).map(|_| time[2])
    };
    let close = |time: f32, k: f64| (f64::from(time) / ((k * 50.0).exp_m1() / (k * 100.0)) - 1.0).abs() < 1e-6;
    assert!(close(time_with(None).unwrap(), 0.01));
    assert!(close(time_with(Some(&DragTable::new(&[10.0, 60.0], &[2.0, 2.0]).unwrap())).unwrap(), 0.02));
    assert!(close(time_with(Some(&DragTable::new(&[0.0], &[0.5]).unwrap())).unwrap(), 0.005));
    assert!(time_with(Some(&DragTable::new(&[2.0, 1.0], &[1.0, 1.0]).unwrap())).is_err());
    let uneven = [DragTable::new(&[0.0, 1.0, 2.0], &[0.5, 9.0]), DragTable::new(&[0.0], &[0.5, 9.0])];
    let [coefficient, speed] = uneven.map(|table| table.unwrap_err().to_string());
    assert_eq!(coefficient, "coefficient has 2 elements, but the call needs 3");
    assert_eq!(speed, "speed has 1 elements, but the call needs 2");
}
