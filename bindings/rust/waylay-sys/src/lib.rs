//! This crate declares waylay's C functions and structs under their C names. waylay.h describes them.
//! The crate `waylay` has safe functions.
#![allow(non_camel_case_types)]

use core::ffi::c_void;
use core::ptr::null;

#[cfg(not(any(target_pointer_width = "32", target_pointer_width = "64")))]
compile_error!("waylay-sys: pointers of 32 or 64 bits");

/// A C string: bytes that end with a 0.
pub type c_text = *const std::os::raw::c_char;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_column {
    pub data: *const c_void,
    pub gap: isize,
    pub rows: *const u32,
    pub r#type: i32,
    pub page: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_column_out {
    pub data: *mut c_void,
    pub gap: isize,
    pub rows: *const u32,
    pub r#type: i32,
    pub page: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct way_wall {
    pub ax: f32,
    pub ay: f32,
    pub bx: f32,
    pub by: f32,
    pub sides: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_part {
    pub columns: *const way_column,
    pub count: usize,
    pub generation: way_column,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_targets {
    pub row: way_column,
    pub runner_count: usize,
    pub mask: u32,
    pub part_count: u32,
    pub row_of: *const u32,
    pub part_of: *const u32,
    pub map_size: usize,
    pub generation: way_column,
    pub runner_generation: way_column,
    pub parts: *const way_part,
    pub part: way_column,
    pub keep_outputs: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_batch {
    pub first: usize,
    pub count: usize,
    pub index: *const u32,
    pub precision: i32,
    pub targets: way_targets,
    pub walls: *const way_wall,
    pub wall_count: usize,
    pub agent_count: usize,
    pub wall_tree: *const way_wall_tree,
    pub fault: *mut c_text,
    pub wall_origin_x: f64,
    pub wall_origin_y: f64,
}

/// Candidates in the plane, sorted by position. A pointer to it is the address of caller-supplied memory.
#[repr(C)]
#[derive(Debug)]
pub struct way_crowd2d {
    memory: [u8; 0],
}

/// Candidates in space, sorted by position. A pointer to it is the address of caller-supplied memory.
#[repr(C)]
#[derive(Debug)]
pub struct way_crowd3d {
    memory: [u8; 0],
}

/// A tree of many walls. A pointer to it is the address of caller-supplied memory.
#[repr(C)]
#[derive(Debug)]
pub struct way_wall_tree {
    memory: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_choice {
    pub first: usize,
    pub count: usize,
    pub index: *const u32,
    pub runner_count: usize,
    pub cost: i32,
    pub best: i32,
    pub crowd2d: *const way_crowd2d,
    pub crowd3d: *const way_crowd3d,
    pub fault: *mut c_text,
    pub walls: *const way_wall,
    pub wall_count: usize,
    pub wall_tree: *const way_wall_tree,
    pub sight_points: i32,
    pub wall_origin_x: f64,
    pub wall_origin_y: f64,
}

#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct way_neighbour {
    pub row: u32,
    pub distance: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_neighbours {
    pub most: usize,
    pub list: *mut way_neighbour,
    pub capacity: usize,
    pub offset: *mut usize,
    pub status: way_column_out,
    pub answered: usize,
    pub needed: usize,
    pub unsorted: i32,
    pub rows: *mut u32,
    pub squares: *mut f32,
    pub seen: *mut f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_avoidance {
    pub first: usize,
    pub count: usize,
    pub index: *const u32,
    pub runner_count: usize,
    pub most: usize,
    pub crowd2d: *const way_crowd2d,
    pub crowd3d: *const way_crowd3d,
    pub neighbours: *const way_neighbours,
    pub walls: *const way_wall,
    pub wall_count: usize,
    pub wall_tree: *const way_wall_tree,
    pub fault: *mut c_text,
    pub wall_origin_x: f64,
    pub wall_origin_y: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_assignment {
    pub count: usize,
    pub runner_count: usize,
    pub offset: *const usize,
    pub each: usize,
    pub aim: i32,
    pub memory: *mut c_void,
    pub bytes: usize,
    pub served: usize,
    pub sum: f64,
    pub largest: f64,
    pub gap: f64,
    pub most: usize,
    pub fault: *mut c_text,
    pub unmet: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_conflicts {
    pub first: usize,
    pub count: usize,
    pub agent_count: usize,
    pub capacity: usize,
    pub offset: *mut usize,
    pub memory: *mut c_void,
    pub bytes: usize,
    pub answered: usize,
    pub needed: usize,
    pub fault: *mut c_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_cast {
    pub first: usize,
    pub count: usize,
    pub index: *const u32,
    pub runner_count: usize,
    pub crowd2d: *const way_crowd2d,
    pub walls: *const way_wall,
    pub wall_count: usize,
    pub wall_tree: *const way_wall_tree,
    pub any: i32,
    pub fault: *mut c_text,
    pub wall_origin_x: f64,
    pub wall_origin_y: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_bodies {
    pub count: usize,
    pub walls: *const way_wall,
    pub wall_count: usize,
    pub wall_tree: *const way_wall_tree,
    pub wall_origin_x: f64,
    pub wall_origin_y: f64,
    pub memory: *mut c_void,
    pub bytes: usize,
    pub most_events: usize,
    pub fault: *mut c_text,
    pub events: usize,
    pub time: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct way_goal {
    pub x: u32,
    pub y: u32,
    pub cost: u32,
    pub field: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_field {
    pub width: u32,
    pub height: u32,
    pub costs: *const u8,
    pub goals: *const way_goal,
    pub goal_count: usize,
    pub field_count: u32,
    pub straight: u32,
    pub diagonal: u32,
    pub cut_corners: i32,
    pub clearances: *const f32,
    pub cost: *mut u32,
    pub next: *mut i8,
    pub status: *mut i32,
    pub memory: *mut c_void,
    pub bytes: usize,
    pub budget: usize,
    pub done: u32,
    pub taken: usize,
    pub fault: *mut c_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_following {
    pub first: usize,
    pub count: usize,
    pub index: *const u32,
    pub field: *const way_field,
    pub cell: f32,
    pub origin_x: f64,
    pub origin_y: f64,
    pub sight: u32,
    pub fault: *mut c_text,
}

extern "C" {
    pub fn way_field2d_bytes(width: u32, height: u32) -> usize;
    pub fn way_field2d(field: *mut way_field) -> i32;
    pub fn way_field2d_continue(field: *mut way_field) -> i32;
    pub fn way_field2d_update(field: *mut way_field, x: u32, y: u32, width: u32, height: u32) -> i32;
    pub fn way_wall_cells(
        walls: *const way_wall,
        wall_count: usize,
        origin_x: f64,
        origin_y: f64,
        cell: f32,
        width: u32,
        height: u32,
        costs: *mut u8,
    ) -> i32;
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct way_waypoints {
    pub first: usize,
    pub count: usize,
    pub index: *const u32,
    pub capacity: usize,
    pub offset: *mut usize,
    pub answered: usize,
    pub needed: usize,
    pub fault: *mut c_text,
}

#[repr(C)]
pub struct way_column_info {
    pub name: c_text,
    pub meaning: c_text,
    pub unit: c_text,
    pub r#type: i32,
    pub side: i32,
    pub axis: i32,
    pub required: i32,
    pub fallback: f64,
    pub low: f64,
    pub high: f64,
    pub bound: f64,
    pub read_by: u32,
    pub required_by: u32,
    pub ranks: i32,
}

#[repr(C)]
pub struct way_behaviour {
    pub size: usize,
    pub column_size: usize,
    pub name: c_text,
    pub summary: c_text,
    pub source: c_text,
    pub inputs: *const way_column_info,
    pub input_count: usize,
    pub outputs: *const way_column_info,
    pub output_count: usize,
    pub walls: i32,
    pub kind: i32,
    pub options: c_text,
}

pub const NO_COLUMN: way_column = way_column { data: null(), gap: 0, rows: null(), r#type: 0, page: 0 };
pub const NO_OUTPUT: way_column_out =
    way_column_out { data: core::ptr::null_mut(), gap: 0, rows: null(), r#type: 0, page: 0 };
pub const NO_TARGETS: way_targets = way_targets {
    row: NO_COLUMN,
    runner_count: 0,
    mask: 0,
    part_count: 0,
    row_of: null(),
    part_of: null(),
    map_size: 0,
    generation: NO_COLUMN,
    runner_generation: NO_COLUMN,
    parts: null(),
    part: NO_COLUMN,
    keep_outputs: 0,
};
pub const NO_BATCH: way_batch = way_batch {
    first: 0,
    count: 0,
    index: null(),
    precision: 0,
    targets: NO_TARGETS,
    walls: null(),
    wall_count: 0,
    agent_count: 0,
    wall_tree: null(),
    fault: core::ptr::null_mut(),
    wall_origin_x: 0.0,
    wall_origin_y: 0.0,
};

extern "C" {
    pub fn way_result_string(result: i32) -> c_text;
    pub fn way_status_word(status: i32) -> c_text;
    pub fn way_version() -> c_text;
    pub fn way_isa() -> c_text;
    pub fn way_isa_name(i: usize) -> c_text;
    pub fn way_set_isa(name: c_text) -> i32;
    pub fn way_behaviour_at(i: usize) -> *const way_behaviour;
    pub fn way_behaviour_named(name: c_text) -> *const way_behaviour;
    pub fn way_behaviour_input(behaviour: *const way_behaviour, k: usize) -> *const way_column_info;
    pub fn way_behaviour_output(behaviour: *const way_behaviour, k: usize) -> *const way_column_info;
    pub fn way_describe_json() -> c_text;
    pub fn way_run(
        behaviour: *const way_behaviour,
        input: *const way_column,
        output: *const way_column_out,
        batch: *const way_batch,
    ) -> i32;
    pub fn way_wall_tree_bytes(wall_count: usize) -> usize;
    pub fn way_make_wall_tree(walls: *const way_wall, wall_count: usize, tree: *mut way_wall_tree, bytes: usize) -> i32;
    pub fn way_run_one(
        behaviour: *const way_behaviour,
        agent: *const c_void,
        answer: *mut c_void,
        walls: *const way_wall,
        wall_count: usize,
    ) -> i32;
}

mod behaviours {
    include!(env!("WAYLAY_SYS_RS"));
}
pub use behaviours::*;
