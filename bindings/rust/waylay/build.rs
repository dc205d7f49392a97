//! Finds the generated calls: in the package they are in `made`, and in a checkout the build of waylay-sys
//! makes them. Sets cfg has_NAME for some behaviours, so that tests skip those that the crate lacks.
use std::{env, fs, path::PathBuf};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("CARGO_MANIFEST_DIR"));
    let (mut made, mut page) = (here.join("made"), here.join("README.md"));
    if !made.is_dir() {
        made = env::var("DEP_WAYLAY_MADE").expect("waylay-sys says what it made").into();
        page = here.join("../../../docs/hosts/rust.md");
    }
    println!("cargo:rustc-env=WAYLAY_PAGE={}", page.display());
    let calls = made.join("behaviours.rs");
    println!("cargo:rerun-if-changed={}", made.display());
    println!("cargo:rustc-env=WAYLAY_RS={}", calls.display());
    println!("cargo:rustc-env=WAYLAY_EVERY_RS={}", made.join("every.rs").display());
    let text = fs::read_to_string(&calls).unwrap_or_else(|error| panic!("{}: {error}", calls.display()));
    for name in ["intercept2d", "seek2d", "flee2d", "bounce2d", "cut_off2d", "launch_drag2d", "waypoints2d"] {
        println!("cargo:rustc-check-cfg=cfg(has_{name})");
        if text.contains(&format!("pub fn {name}(")) {
            println!("cargo:rustc-cfg=has_{name}");
        }
    }
}
