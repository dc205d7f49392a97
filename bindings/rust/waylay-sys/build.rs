//! Compiles waylay.c by the C compiler that CC_<target>, CC or `cc` is; or links the library that is in WAYLAY_LIB_DIR.
use std::{env, path::PathBuf, process::Command};

fn variable(name: &str) -> Option<String> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// CC may be several words, such as "ccache gcc".
fn command(words: &str) -> Command {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().expect("a command"));
    command.args(words);
    command
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?}: {status}"),
        Err(error) => panic!("{command:?}: {error}"),
    }
}

fn main() {
    let target = env::var("TARGET").expect("TARGET").replace('-', "_");
    println!("cargo:rerun-if-changed=waylay.c");
    println!("cargo:rerun-if-changed=waylay.h");
    if let Some(folder) = variable("WAYLAY_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-lib=waylay");
        return;
    }
    let compiler = variable(&format!("CC_{target}")).or_else(|| variable("CC")).unwrap_or_else(|| "cc".into());
    let archiver = variable(&format!("AR_{target}")).or_else(|| variable("AR")).unwrap_or_else(|| "ar".into());
    let out = PathBuf::from(env::var("OUT_DIR").expect("OUT_DIR"));
    let (object, library) = (out.join("waylay.o"), out.join("libwaylay.a"));
    // kernels are optimised in a debug build, too: without optimisation they take 16 times the time, and much stack
    let mut compile = command(&compiler);
    compile.args(["-O2", "-fPIC", "-c", "waylay.c", "-o"]).arg(&object);
    run(&mut compile);
    run(command(&archiver).arg("crs").arg(&library).arg(&object));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=waylay");
    if env::var("CARGO_CFG_UNIX").is_ok() {
        println!("cargo:rustc-link-lib=m");
    }
}
