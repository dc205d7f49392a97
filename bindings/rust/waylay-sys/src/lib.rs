//! This crate declares waylay's C functions and structs under their C names. waylay.h describes them.
//! The crate `waylay` has safe functions.
#![allow(non_camel_case_types)]

use core::ffi::c_void;
use std::os::raw::c_char;

#[cfg(not(any(target_pointer_width = "32", target_pointer_width = "64")))]
compile_error!("waylay-sys: pointers of 32 or 64 bits");

/// A C string: bytes that end with a 0.
pub type c_text = *const c_char;

mod declared {
    include!(env!("WAYLAY_SYS_RS"));
}
pub use declared::*;
