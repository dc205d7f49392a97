//! Draws random agents for every.rs. Each run draws the same agents.
use std::ffi::c_void;
use waylay::{sys, Status, Wall};

pub const AGENTS: usize = 37;
pub const WALLS: [Wall; 2] = [
    Wall { ax: -1e3, ay: 20.0, bx: 1e4, by: 30.0, sides: 0 },
    Wall { ax: 10.0, ay: -1e3, bx: 40.0, by: 1e4, sides: 1 },
];

/// Draws a column for each (low, high, is_float): floats or whole numbers within the range, as their 4 bytes.
pub fn drawn(ranges: &[(f64, f64, bool)]) -> Vec<Vec<u32>> {
    let mut dice: u64 = 1;
    let mut column = |&(low, high, is_float): &(f64, f64, bool)| {
        let mut cell = || {
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = low + (high - low) * ((dice >> 40) as f64 / (1u64 << 24) as f64);
            if is_float { (value as f32).to_bits() } else { value as i32 as u32 }
        };
        (0..AGENTS).map(|_| cell()).collect()
    };
    ranges.iter().map(|range| column(range)).collect()
}

/// Returns the floats that have these bits.
pub fn floats(bits: &[u32]) -> &[f32] {
    unsafe { std::slice::from_raw_parts(bits.as_ptr().cast(), bits.len()) }
}

pub fn floats_mut(bits: &mut [u32]) -> &mut [f32] {
    unsafe { std::slice::from_raw_parts_mut(bits.as_mut_ptr().cast(), bits.len()) }
}

/// Returns cells for statuses. The cells hold 0, which is `Status::Met`.
pub fn statuses(bits: &mut [u32]) -> &mut [Status] {
    assert!(bits.iter().all(|&bits| bits == 0));
    unsafe { std::slice::from_raw_parts_mut(bits.as_mut_ptr().cast(), bits.len()) }
}

/// Solves the agents by way_run, whose columns are numbered. Returns the bits of the outputs.
pub fn by_number(name: &[u8], given: &[Vec<u32>], outputs: usize) -> Vec<Vec<u32>> {
    let mut cells = vec![vec![0u32; AGENTS]; outputs];
    unsafe {
        let behaviour = sys::way_behaviour_named(name.as_ptr().cast());
        assert!(!behaviour.is_null() && (*behaviour).input_count == given.len() && (*behaviour).output_count == outputs);
        let input: Vec<_> =
            given.iter().map(|c| sys::way_column { data: c.as_ptr() as *const c_void, ..Default::default() }).collect();
        let output: Vec<_> = cells
            .iter_mut()
            .map(|c| sys::way_column_out { data: c.as_mut_ptr() as *mut c_void, ..Default::default() })
            .collect();
        let batch =
            sys::way_batch { count: AGENTS, walls: WALLS.as_ptr(), wall_count: WALLS.len(), ..Default::default() };
        assert_eq!(sys::way_run(behaviour, input.as_ptr(), output.as_ptr(), &batch as *const _ as *const c_void), 0);
    }
    cells
}

/// Returns the number after the first `key` in `text`, which is a part of the library's self-description.
pub fn number(text: &str, key: &str) -> usize {
    let (_, behind) = text.split_once(key).unwrap_or_else(|| panic!("no {key}"));
    behind.trim_start().chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// Compares the size of a struct and the offsets of its fields with the library's.
macro_rules! same_layout {
    ($name:ident: $($field:ident)*) => {
        let text = unsafe { std::ffi::CStr::from_ptr(waylay::sys::way_describe_json()) }.to_str().unwrap();
        let (_, of) = text.split_once(concat!("\"", stringify!($name), "\":")).unwrap();
        assert_eq!(number(of, "\"size\":"), std::mem::size_of::<waylay::sys::$name>(), stringify!($name));
        let one = std::mem::MaybeUninit::<waylay::sys::$name>::uninit();
        $(
            let offset = unsafe { std::ptr::addr_of!((*one.as_ptr()).$field) as usize - one.as_ptr() as usize };
            let in_c = match stringify!($field) {
                "input" => "in", // words of Rust
                "output" => "out",
                name => name.trim_start_matches("r#"),
            };
            let key = format!("\"{in_c}\":{{\"offset\":");
            assert_eq!(number(of, &key), offset, "{} {}", stringify!($name), key);
        )*
    };
}
pub(crate) use same_layout;
