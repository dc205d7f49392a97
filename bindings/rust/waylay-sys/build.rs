//! Links the library in WAYLAY_LIB_DIR, if that is set. Otherwise compiles waylay.c with the C compiler that
//! CC_<target> or CC names, or with `cc`, once for all profiles of a target folder. The package has waylay.c and
//! the declarations of its functions in `made`. In a checkout, this program makes them with sh, Python and `cc`,
//! for the behaviours in WAYLAY_BEHAVIOURS or all.
use std::{env, fs::File, path::Path, path::PathBuf, process::Command};

fn variable(name: &str) -> Option<String> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Makes a command from `words`, because CC may have several words, such as "ccache gcc".
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

fn file(path: &Path) -> File {
    File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Makes the files that bindings/rust/build.sh puts into the package.
fn make(root: &Path, made: &Path) {
    for folder in ["src", "include", "scripts/maintain"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
    let behaviours = variable("WAYLAY_BEHAVIOURS").unwrap_or_default();
    let names: Vec<_> = behaviours.split_whitespace().collect();
    std::fs::create_dir_all(made).expect("a folder for what is made");
    run(command("python3 scripts/maintain/amalgamate.py -o").arg(made).args(&names).current_dir(root));
    let description = made.join("description.json");
    run(command("sh scripts/maintain/description.sh").args(&names).current_dir(root).stdout(file(&description)));
    for (what, name) in [("rust-sys", "sys.rs"), ("rust", "behaviours.rs"), ("rust-test", "every.rs")] {
        let description = File::open(&description).expect("the description");
        run(command("python3 scripts/maintain/bindings.py").arg(what).current_dir(root)
            .stdin(description).stdout(file(&made.join(name))));
    }
}

/// Returns a number for these bytes: FNV-1a by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
fn number_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the folder of the compiled library. All profiles, and `cargo doc`, have one folder for equal sources,
/// flags and compilers: OUT_DIR is <target folder>/<profile>/build/<package>/out.
fn shared_folder(out: &Path, made: &Path, words: &str) -> PathBuf {
    let is_usual = out.ends_with("out") && out.ancestors().nth(2).map_or(false, |folder| folder.ends_with("build"));
    let above = if is_usual { out.ancestors().nth(4).unwrap_or(out) } else { out };
    let mut key = words.as_bytes().to_vec();
    for name in ["waylay.c", "waylay.h"] {
        key.extend(std::fs::read(made.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")));
    }
    above.join("waylay-sys").join(format!("{:016x}", number_of(&key)))
}

/// Stops if the folder has no library that a program can be linked with. The linker would not name the variable.
fn check_folder(folder: &Path) {
    let names = ["libwaylay.so", "libwaylay.a", "libwaylay.dylib", "libwaylay.tbd", "libwaylay.dll.a", "libwaylay.dll",
                 "waylay.dll", "waylay.lib"];
    // a relative path starts where the linker runs, which is not here
    if folder.is_absolute() && !names.iter().any(|name| folder.join(name).exists()) {
        eprintln!("WAYLAY_LIB_DIR: {} has no libwaylay.so, libwaylay.a, libwaylay.dylib or waylay.lib", folder.display());
        std::process::exit(1);
    }
}

/// A folder that is removed at the end, also after a panic.
struct Own(PathBuf);

impl Drop for Own {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn main() {
    let target = env::var("TARGET").expect("TARGET").replace('-', "_");
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("OUT_DIR"));
    let library = variable("WAYLAY_LIB_DIR");
    library.iter().for_each(|folder| check_folder(Path::new(folder)));
    let mut made = here.join("made");
    if made.is_dir() {
        println!("cargo:rerun-if-changed=made");
    } else {
        made = out.join("made");
        make(&here.join("../../.."), &made);
    }
    println!("cargo:made={}", made.display());
    println!("cargo:rustc-env=WAYLAY_SYS_RS={}", made.join("sys.rs").display());
    if let Some(folder) = library {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-lib=waylay");
        return;
    }
    let compiler = variable(&format!("CC_{target}")).or_else(|| variable("CC")).unwrap_or_else(|| "cc".into());
    let archiver = variable(&format!("AR_{target}")).or_else(|| variable("AR")).unwrap_or_else(|| "ar".into());
    // -O2 also in a debug build: without optimisation, kernels take 16 times as long and use much stack.
    let flags = ["-O2", "-fPIC", "-c", "waylay.c", "-o"];
    let version = command(&compiler).arg("--version").output().map_or(Vec::new(), |said| said.stdout);
    let words = format!("{target} {compiler} {archiver} {flags:?} {}", String::from_utf8_lossy(&version));
    let folder = shared_folder(&out, &made, &words);
    let shared = folder.join("libwaylay.a");
    println!("cargo:rerun-if-changed={}", shared.display());
    if !shared.is_file() {
        // Two builds may be here at once: each compiles in a folder of its own, and the last one's library stays.
        let own = Own(folder.join(std::process::id().to_string()));
        let _ = std::fs::remove_dir_all(&own.0);
        std::fs::create_dir_all(&own.0).unwrap_or_else(|error| panic!("{}: {error}", own.0.display()));
        let (object, library) = (own.0.join("waylay.o"), own.0.join("libwaylay.a"));
        run(command(&compiler).args(flags).arg(&object).current_dir(&made));
        run(command(&archiver).arg("crs").arg(&library).arg(&object));
        // Cargo runs this program again if the library is newer than its start, so it gets the program's own time.
        // Without `touch`, the next build runs it once more.
        if let Ok(program) = env::current_exe() {
            let _ = Command::new("touch").arg("-r").arg(program).arg(&library).status();
        }
        // On Windows this fails while another build reads its equal library.
        if let Err(error) = std::fs::rename(&library, &shared) {
            assert!(shared.is_file(), "{}: {error}", shared.display());
        }
    }
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=waylay");
    if env::var("CARGO_CFG_UNIX").is_ok() {
        println!("cargo:rustc-link-lib=m");
    }
}
