//! Draws random agents for every.rs. Each run draws the same agents.
use std::ffi::c_void;
use waylay::{sys, Wall};

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

/// Solves the agents by way_run, whose columns are numbered. Returns the bits of the outputs.
pub fn by_number(name: &[u8], given: &[Vec<u32>], outputs: usize) -> Vec<Vec<u32>> {
    let mut cells = vec![vec![0u32; AGENTS]; outputs];
    unsafe {
        let behaviour = sys::way_behaviour_named(name.as_ptr().cast());
        assert!(!behaviour.is_null() && (*behaviour).input_count == given.len() && (*behaviour).output_count == outputs);
        let input: Vec<_> =
            given.iter().map(|c| sys::way_column { data: c.as_ptr() as *const c_void, ..sys::NO_COLUMN }).collect();
        let output: Vec<_> = cells
            .iter_mut()
            .map(|c| sys::way_column_out { data: c.as_mut_ptr() as *mut c_void, ..sys::NO_OUTPUT })
            .collect();
        let batch =
            sys::way_batch { count: AGENTS, walls: WALLS.as_ptr(), wall_count: WALLS.len(), ..sys::NO_BATCH };
        assert_eq!(sys::way_run(behaviour, input.as_ptr(), output.as_ptr(), &batch), 0);
    }
    cells
}
