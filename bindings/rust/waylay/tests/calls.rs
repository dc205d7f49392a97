//! Tests what the crate adds to the C library: checks of lengths, texts, and Rust's layouts of columns. Skips
//! behaviours that are not in the crate.
#![allow(dead_code)]
use waylay::{field, same, sys, Batch};
#[cfg(has_intercept2d)]
use waylay::{intercept2d, Intercept2dIn, Intercept2dOut, Precision};

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
    let (mut velocity, mut status) = (vec![[0f32; 2]; 20], vec![-1i32; 20]);
    let (velocity_x, velocity_y) = waylay::halves(&mut velocity);
    let mut output =
        Intercept2dOut { velocity_x, velocity_y, status: waylay::slice_mut(&mut status), ..Default::default() };
    let batch = Batch { first: 2, index: Some(&index), target: Some(&targets), ..Default::default() };
    intercept2d(&chase(&units, &runners), &mut output, &batch).unwrap();
    for (i, unit) in units.iter().enumerate() {
        if unit.name >= 18 {
            assert_eq!((velocity[i], status[i]), ([0.0; 2], -1), "not of the call");
            continue;
        }
        if i == 7 {
            assert_eq!(waylay::status_word(status[i]), "no_target");
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
    let chaser_x = "chaser_x has 20 elements, but the call needs 21";
    refused(Batch { first: 1, ..all }, &runners, &mut [0f32; 21], "chaser_x", chaser_x);
    refused(Batch { first: usize::MAX, ..all }, &runners, &mut time, "", "first + count is too large");
    let runner_x = "runner_x has 19 elements, but the call needs 20";
    refused(all, &runners[1..], &mut time, "runner_x", runner_x);
    refused(all, &runners, &mut time[1..], "time", "time has 19 elements, but the call needs 20");
    let target = "target has 19 elements, but the call needs 20";
    refused(Batch { target: Some(&[0; 19]), ..all }, &runners, &mut time, "target", target);
    let index = "index has 19 elements, but the call needs 20";
    refused(Batch { index: Some(&[0; 19]), ..all }, &runners, &mut time, "index", index);
    let none = "time has 0 elements, but the call needs 1";
    refused(Batch { index: Some(&[0; 20]), ..all }, &runners, &mut [], "time", none);
    assert!(call(&Batch { target: Some(&[0; 20]), ..all }, &runners[..1], &mut time).is_ok());
    assert!(call(&Batch { index: Some(&[0; 20]), ..all }, &runners, &mut time).is_ok());
    let beyond = call(&Batch { index: Some(&[20; 20]), ..all }, &runners, &mut time).unwrap_err();
    assert_eq!((beyond.code(), beyond.column()), (11, "index"));
    let mut unwritten = [7f32; 20];
    assert!(call(&Batch { count: Some(0), ..all }, &runners, &mut unwritten).is_ok());
    assert_eq!(unwritten, [7.0; 20], "a count of 0 means no agents");
    // A target that is not a runner's row is no error: the agent has no target.
    assert!(call(&Batch { target: Some(&[5; 20]), ..all }, &runners[..5], &mut time).is_ok());
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
        let mut time = [-7f32; 22];
        call(batch, runners, &mut time).map(|()| time.iter().filter(|&&time| time != -7.0).count())
    };
    assert_eq!(solved(&Batch::default(), &runners), Ok(20));
    assert_eq!(solved(&Batch { first: 3, ..Default::default() }, &runners), Ok(17));
    assert_eq!(solved(&Batch { index: Some(&[4, 2, 9]), ..Default::default() }, &runners), Ok(3));
    assert_eq!(solved(&Batch { index: Some(&[4, 2, 9]), first: 1, ..Default::default() }, &runners), Ok(2));
    assert_eq!(solved(&Batch { target: Some(&[1; 20]), ..Default::default() }, &runners[..2]), Ok(20));
    let text = |batch: &Batch, runners: &[[f32; 4]]| solved(batch, runners).unwrap_err().to_string();
    assert_eq!(text(&Batch { first: 21, ..Default::default() }, &runners), "first is beyond the last agent");
    assert_eq!(text(&Batch::default(), &runners[1..]), "runner_x has 19 elements, but the call needs 20");
    assert_eq!(text(&Batch { target: Some(&[1; 19]), ..Default::default() }, &runners), "target has 19 elements, but the call needs 20");
    let short = call(&Batch::default(), &runners, &mut [0.0; 19]).unwrap_err();
    assert_eq!(short.to_string(), "time has 19 elements, but the call needs 20");
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
    assert!(error.to_string().starts_with("chaser_x: ") && error.to_string().contains("default"), "{error}");
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

/// Returns the number after the first `key` in `text`, which is a part of the library's self-description.
fn number(text: &str, key: &str) -> usize {
    let (_, behind) = text.split_once(key).unwrap_or_else(|| panic!("no {key}"));
    behind.trim_start().chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

#[test]
fn structs_are_the_librarys() {
    let text = unsafe { std::ffi::CStr::from_ptr(sys::way_describe_json()) }.to_str().unwrap();
    macro_rules! same_layout {
        ($name:ident: $($field:ident)*) => {
            let (_, of) = text.split_once(concat!("\"", stringify!($name), "\":")).unwrap();
            assert_eq!(number(of, "\"size\":"), std::mem::size_of::<sys::$name>(), stringify!($name));
            let one = std::mem::MaybeUninit::<sys::$name>::uninit();
            $(
                let offset = unsafe { std::ptr::addr_of!((*one.as_ptr()).$field) as usize - one.as_ptr() as usize };
                let key = concat!("\"", stringify!($field), "\":{\"offset\":").replace("r#", "");
                assert_eq!(number(of, &key), offset, "{} {}", stringify!($name), key);
            )*
        };
    }
    same_layout!(way_column: data gap rows r#type page);
    same_layout!(way_column_out: data gap rows r#type page);
    same_layout!(way_wall: ax ay bx by sides);
    same_layout!(way_part: columns count generation);
    same_layout!(way_targets: row runner_count mask part_count row_of part_of map_size generation runner_generation
        parts part keep_outputs);
    same_layout!(way_batch: first count index precision targets walls wall_count agent_count wall_tree fault
        wall_origin_x wall_origin_y);
    same_layout!(way_choice: first count index runner_count cost best crowd2d crowd3d fault);
    same_layout!(way_neighbour: row distance);
    same_layout!(way_neighbours: most list capacity offset status answered needed);
    same_layout!(way_avoidance: first count index runner_count most crowd2d crowd3d neighbours walls
        wall_count wall_tree fault wall_origin_x wall_origin_y);
    same_layout!(way_assignment: count runner_count offset each aim memory bytes served sum largest gap most fault unmet);
    #[cfg(has_waypoints2d)]
    same_layout!(way_waypoints: first count index capacity offset answered needed fault);
    same_layout!(way_column_info: name meaning unit r#type side axis required fallback low high bound);
    same_layout!(way_behaviour: size column_size name summary source inputs input_count outputs output_count walls);
}
