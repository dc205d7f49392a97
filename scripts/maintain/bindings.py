#!/usr/bin/env python3
"""Writes the parts of the bindings that depend on the behaviours. Reads the library's self-description, the
text of way_describe_json, from standard input.

usage: scripts/maintain/bindings.py rust-sys | rust | rust-test | csharp | csharp-test <DESCRIPTION
"""
import json
import re
import sys

HEAD = "// Made by scripts/maintain/bindings.py from the library's description of itself.\n"


def title(name):
    return "".join(word[0].upper() + word[1:] for word in name.split("_"))


def kind(column, names=("f32", "i32")):
    return names[0] if column["type"] == "float" else names[1]


def about(column):
    unit = "; " + column["unit"] if column["unit"] else ""
    fallback = "" if column.get("required", True) or "low" not in column else "; default %s" % column["default"]
    return re.sub(r"[<>&]", lambda m: {"<": "&lt;", ">": "&gt;", "&": "&amp;"}[m[0]], column["meaning"] + unit + fallback)


def fields(columns, line):
    return "".join(line(column) for column in columns)


RUST_NAMES = {"self": "self_row", "match": "match_velocity"}  # columns whose names are keywords in Rust


def rust_columns(columns):
    return [{**column, "name": RUST_NAMES.get(column["name"], column["name"])} for column in columns]


def rust_sys(b):
    name, i, o = b["name"], b["inputs"], b["outputs"]
    walls = "" if not b["walls"] else ", walls: *const way_wall, wall_count: usize"
    text = ""
    for suffix, columns, of in (("in", i, lambda c: "way_column"), ("out", o, lambda c: "way_column_out"),
                                ("agent", i, kind), ("answer", o, kind)):
        derive = {"answer": ", Debug, Default, PartialEq", "agent": ", Debug, PartialEq"}.get(suffix, ", Debug")
        text += "#[repr(C)]\n#[derive(Clone, Copy%s)]\npub struct way_%s_%s {\n" % (derive, name, suffix)
        text += fields(columns, lambda c: "    /// %s\n    pub %s: %s,\n" % (about(c), c["name"], of(c))) + "}\n\n"
    text += "impl Default for way_%s_agent {\n    fn default() -> Self {\n" % name
    text += "        let mut agent = Self { %s };\n" % ", ".join(
        "%s: %s" % (c["name"], kind(c, ("0.0", "0"))) for c in i)
    text += "        unsafe { way_%s_agent_default(&mut agent) };\n        agent\n    }\n}\n\n" % name
    text += "extern \"C\" {\n    pub fn way_%s(input: *const way_%s_in, output: *const way_%s_out, batch: *const way_batch) -> i32;\n" % (name, name, name)
    text += "    pub fn way_%s_agent_default(agent: *mut way_%s_agent) -> i32;\n" % (name, name)
    text += "    pub fn way_%s_one(agent: *const way_%s_agent, answer: *mut way_%s_answer%s) -> i32;\n}\n\n" % (
        name, name, name, walls)
    return text


def structs(calls):
    """Returns the calls that have their own structs. The other calls use structs of these calls."""
    return [call for call in calls if call["columns"] == call["name"]]


def about_call(column):
    """Returns the comment of a column of choosing: its meaning, default, and the costs that require it."""
    default = column["default"]
    if column["type"] in ("row", "mask") and default == 4294967295:
        default = "none" if column["type"] == "row" else "all bits"
    if "read_by" not in column:
        return about({**column, "meaning": column["meaning"].replace("none:", "`u32::MAX`:")})
    text = about({**column, "required": bool(column["required_by"]), "default": "none" if default == "nan" else default})
    costs = [word for word in column["required_by"] if word in ("time", "turning")]
    return text + ("; required by " + " and ".join(costs) if costs == column["required_by"] and costs else "")


def rust_sys_call(call):
    name, columns = call["name"], call["columns"]
    text = ""
    if columns == name:
        for suffix, list_, of in (("in", call["inputs"], lambda c: "way_column"), ("out", call["outputs"], lambda c: "way_column_out")):
            text += "#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct way_%s_%s {\n" % (name, suffix)
            text += fields(list_, lambda c: "    /// %s\n    pub %s: %s,\n" % (about_call(c), c["name"], of(c))) + "}\n\n"
    takes = "input: *const way_%s_in, " % columns
    arguments = {"choose": takes + "output: *const way_%s_out, choice: *const way_choice" % columns,
                 "neighbours": takes + "choice: *const way_choice, neighbours: *mut way_neighbours",
                 "crowd": takes + "runner_count: usize, crowd: *mut way_%s, bytes: usize" % name,
                 "avoid": takes + "output: *const way_%s_out, avoidance: *const way_avoidance" % columns,
                 "assign": takes + "output: *const way_%s_out, assignment: *mut way_assignment" % columns,
                 "conflicts": takes + "output: *const way_%s_out, conflicts: *mut way_conflicts" % columns,
                 "cast": takes + "output: *const way_%s_out, cast: *const way_cast" % columns,
                 "waypoints": takes + "output: *const way_%s_out, lists: *mut way_waypoints" % columns,
                 "bounce_all": takes + "output: *const way_%s_out, bodies: *mut way_bodies" % columns}[stem(name)]
    text += "extern \"C\" {\n    pub fn %s(%s) -> i32;\n" % (symbol(name), arguments)
    if stem(name) == "crowd":
        text += "    pub fn way_%s_bytes(runner_count: usize) -> usize;\n" % name
    if stem(name) == "conflicts":
        text += "    pub fn way_%s_bytes(agent_count: usize) -> usize;\n" % name
    if name == "assign":
        text += "    pub fn way_assign_bytes(count: usize, runner_count: usize, elements: usize) -> usize;\n"
    if stem(name) == "bounce_all":
        text += "    pub fn way_%s_bytes(count: usize) -> usize;\n" % name
    if stem(name) == "waypoints":
        text += "    pub fn way_%s_capacity(input: *const way_%s_in, lists: *const way_waypoints) -> usize;\n" % (name, name)
    return text + "}\n\n"


def symbol(name):
    return "way_make_" + name if stem(name) == "crowd" else "way_" + name


def stem(name):
    return re.sub("[23]d$", "", name)


def rust_column(column, of="Column"):
    return of + "<'a>" if column["type"] == "float" else of + "<'a, Whole>"


def rust_raw(column, kind):
    """Returns the expression for the C library's column. The library compares the positions' addresses."""
    if kind in ("choose", "avoid") and column["name"] in ("runner_x", "runner_y", "runner_z"):
        return column["name"] + ".raw_like(&self.chaser_%s)" % column["name"][-1]
    return column["name"] + ".raw"


def rust_length(of, column):
    return '("%s", %s.%s.len)' % (column["name"], of, column["name"])


def rust_call(call, calls):
    """Returns the struct of a call's columns, and the call itself, which checks their lengths."""
    if stem(call["name"]) in ("conflicts", "cast"):  # waylay-sys alone has these calls
        return ""
    name, kind, dims = call["name"], stem(call["name"]), call["name"][-2:]
    named = next(other for other in calls if other["name"] == call["columns"])
    i, o, struct = named["inputs"], named["outputs"], title(call["columns"])
    text = ""
    if call["columns"] == name:
        for suffix, columns, of in (("In", i, rust_column), ("Out", o, lambda c: rust_column(c, "Output"))):
            text += "#[derive(%sDefault)]\npub struct %s%s<'a> {\n" % ("Clone, Copy, " if suffix == "In" else "", struct, suffix)
            text += fields(columns, lambda c: "    /// %s\n    pub %s: %s,\n" % (about_call(c), c["name"], of(c))) + "}\n\n"
        text += "impl %sIn<'_> {\n    fn raw(&self) -> sys::way_%s_in {\n        sys::way_%s_in { %s }\n    }\n}\n\n" % (
            struct, name, name, ", ".join("%s: self.%s" % (c["name"], rust_raw(c, kind)) for c in i))
        text += "impl %sOut<'_> {\n    fn raw(&self) -> sys::way_%s_out {\n        sys::way_%s_out { %s }\n    }\n}\n\n" % (
            struct, name, name, ", ".join("%s: self.%s.raw" % (c["name"], c["name"]) for c in o))

    def lengths(side):
        return "&[%s]" % ", ".join(rust_length("input", c) for c in i if c["side"] == side)

    outputs = "&[%s]" % ", ".join(rust_length("output", c) for c in o)
    text += "/// %s.\n/// %s\n" % (call["summary"][0].upper() + call["summary"][1:], call["source"])
    if kind in ("choose", "neighbours", "avoid"):
        text += "///\n/// An agent is no candidate of its own if `runner_x` and `chaser_x` are columns of the same slice\n"
        text += "/// or field, and so on for each axis, or if `self_row` says so: see [`Choice`].\n"
    if kind == "choose":
        text += "pub fn %s(input: &%sIn, output: &mut %sOut, choice: &Choice%s) -> Result<(), Error> {\n" % (
            name, struct, struct, dims)
        each, best = ("&[%s]" % ", ".join(rust_length("output", c) for c in o if (c["ranks"] > 1) == many)
                      for many in (False, True))
        text += "    let mut fault = core::ptr::null();\n    let choice = choice.checked(%s, %s, %s, %s)?;\n" % (
            lengths("chaser"), each, best, lengths("runner"))
        text += "    let choice = sys::way_choice { fault: &mut fault, ..choice };\n"
        text += "    result_of(unsafe { sys::way_%s(&input.raw(), &output.raw(), &choice) }, fault)\n}\n\n" % name
    elif kind == "neighbours":
        text += "/// `offset` has one more element than there are choosers. At most the `most` nearest; 0: all.\n"
        text += ("pub fn %s(\n    input: &%sIn,\n    choice: &Choice%s,\n    most: usize,\n    list: &mut [Neighbour],\n"
                 "    offset: &mut [usize],\n    status: &mut Output<Whole>,\n) -> Result<Answered, Error> {\n") % (name, struct, dims)
        text += "    let choice = choice.checked(%s, &[(\"status\", status.len)], &[], %s)?;\n" % (lengths("chaser"), lengths("runner"))
        text += "    let mut lists = lists_of(most, list, offset, status, choice.count)?;\n"
        text += "    let mut fault = core::ptr::null();\n    let choice = sys::way_choice { fault: &mut fault, ..choice };\n"
        text += "    let code = unsafe { sys::way_%s(&input.raw(), &choice, &mut lists) };\n    complete(code, lists.answered, lists.needed, fault)\n}\n\n" % name
    elif kind == "crowd":
        text = "impl<'a> Crowd%s<'a> {\n    /// How many elements of memory a crowd of `runner_count` candidates takes.\n" % dims
        text += "    pub fn memory_for(runner_count: usize) -> usize {\n        (unsafe { sys::way_%s_bytes(runner_count) } + 7) / 8\n    }\n\n" % name
        text += "    /// %s. It reads the runner columns alone.\n" % (call["summary"][0].upper() + call["summary"][1:])
        text += "    pub fn new(input: &%sIn, runner_count: usize, memory: &'a mut [u64]) -> Result<Self, Error> {\n" % struct
        text += "        Self::checked(runner_count, %s)?;\n" % lengths("runner")
        text += "        let bytes = core::mem::size_of_val(memory);\n"
        text += "        result(unsafe { sys::way_make_%s(&input.raw(), runner_count, memory.as_mut_ptr().cast(), bytes) })?;\n" % name
        text += "        Ok(Crowd { memory, runner_count })\n    }\n}\n\n"
    elif kind == "avoid":
        text += "pub fn %s(input: &%sIn, output: &mut %sOut, avoidance: &Avoidance%s) -> Result<(), Error> {\n" % (
            name, struct, struct, dims)
        text += "    avoidance.checked(%s, %s, %s, |how| unsafe {\n        sys::way_%s(&input.raw(), &output.raw(), how)\n    })\n}\n\n" % (
            lengths("chaser"), outputs, lengths("runner"), name)
    elif kind == "bounce_all":
        text += "/// `memory` has at least `Bodies::memory_for(count)` elements.\n"
        text += ("pub fn %s(\n    input: &%sIn,\n    output: &mut %sOut,\n    bodies: &Bodies,\n    memory: &mut [u64],\n"
                 ") -> Result<Moved, Error> {\n") % (name, struct, struct)
        text += "    bodies.checked(%s, %s, memory, |how| unsafe {\n        sys::way_%s(&input.raw(), &output.raw(), how)\n    })\n}\n\n" % (
            lengths("chaser"), outputs, name)
    elif kind == "waypoints":
        lists = "&[%s]" % ", ".join(rust_length("output", c) for c in o if c["name"] != "status")
        text += "/// Outputs other than `status` have room for all lists. `offset` has one more element than there are paths.\n"
        text += ("pub fn %s(\n    input: &%sIn,\n    output: &mut %sOut,\n    paths: &Paths,\n    offset: &mut [usize],\n"
                 ") -> Result<Answered, Error> {\n") % (name, struct, struct)
        text += "    let mut fault = core::ptr::null();\n    let mut lists = paths.checked(%s, (\"status\", output.status.len), &mut fault)?;\n" % lengths("chaser")
        text += "    paths.lay(&mut lists, shortest(%s).1, offset)?;\n" % lists
        text += "    let code = unsafe { sys::way_%s(&input.raw(), &output.raw(), &mut lists) };\n" % name
        text += "    complete(code, lists.answered, lists.needed, fault)\n}\n\n"
        text += "/// The number of waypoints in the lists of these paths.\n"
        text += "pub fn %s_capacity(input: &%sIn, paths: &Paths) -> Result<usize, Error> {\n" % (name, struct)
        text += "    let mut fault = core::ptr::null();\n    let lists = paths.checked(%s, (\"\", usize::MAX), &mut fault)?;\n" % lengths("chaser")
        text += "    Ok(unsafe { sys::way_%s_capacity(&input.raw(), &lists) })\n}\n\n" % name
    else:
        text += ("pub fn assign(\n    input: &AssignIn,\n    output: &mut AssignOut,\n    assignment: &Assignment,\n"
                 "    memory: &mut [u64],\n) -> Result<Assigned, Error> {\n")
        sides = [lengths(side) for side in ("chaser", "runner", "element")]
        text += "    let mut how = assignment.checked(%s, %s, %s, %s, memory)?;\n" % (
            sides[0], outputs, sides[1], sides[2])
        text += "    let mut fault = core::ptr::null();\n    how.fault = &mut fault;\n"
        text += "    let code = unsafe { sys::way_assign(&input.raw(), &output.raw(), &mut how) };\n    assigned(code, &how, fault)\n}\n\n"
        text += "impl Assignment<'_> {\n    /// Returns the number of `u64` elements of memory that `assign` needs with these columns.\n"
        text += "    /// 0 means that the call will be refused, for example because offsets are not in order.\n"
        text += "    pub fn memory(&self, input: &AssignIn) -> usize {\n"
        text += "        self.memory_for(%s, %s, %s)\n    }\n}\n\n" % tuple(sides)
    return text


def rust(b):
    name, i, o = b["name"], b["inputs"], b["outputs"]
    runners = sum(1 << k for k, c in enumerate(i) if c["side"] == "runner")
    text = "pub use sys::{way_%s_agent as %sAgent, way_%s_answer as %sAnswer};\n\n" % (
        name, title(name), name, title(name))
    for suffix, columns, of, derive in (("In", i, "Column", "Clone, Copy, Default"), ("Out", o, "Output", "Default")):
        text += "#[derive(%s)]\npub struct %s%s<'a> {\n" % (derive, title(name), suffix)
        text += fields(columns, lambda c: "    /// %s\n    pub %s: %s,\n" % (about(c), c["name"], rust_column(c, of))) + "}\n\n"
    text += "/// %s.\n/// %s\n" % (b["summary"], b["source"])
    text += "pub fn %s(input: &%sIn, output: &mut %sOut, batch: &Batch) -> Result<(), Error> {\n" % (
        name, title(name), title(name))
    text += "    let inputs = [%s];\n" % ", ".join(rust_length("input", c) for c in i)
    text += "    let outputs = [%s];\n" % ", ".join(rust_length("output", c) for c in o)
    text += "    let mut fault = core::ptr::null();\n"
    text += "    let batch = sys::way_batch { fault: &mut fault, ..checked(batch, &inputs, 0x%x, &outputs)? };\n" % runners
    for word, suffix, columns in (("input", "in", i), ("output", "out", o)):
        text += "    let columns_%s = sys::way_%s_%s { %s };\n" % (
            suffix, name, suffix, ", ".join("%s: %s.%s.raw" % (c["name"], word, c["name"]) for c in columns))
    text += "    result_of(unsafe { sys::way_%s(&columns_in, &columns_out, &batch) }, fault)\n}\n\n" % name
    text += "/// Solves one agent, in the exact precision.\n"
    walls, given = (", walls: &[Wall]", ", walls.as_ptr(), walls.len()") if b["walls"] else ("", "")
    text += "pub fn %s_one(agent: &%sAgent%s) -> Result<%sAnswer, Error> {\n" % (name, title(name), walls, title(name))
    text += "    let mut answer = %sAnswer::default();\n" % title(name)
    text += "    result(unsafe { sys::way_%s_one(agent, &mut answer%s) })?;\n    Ok(answer)\n}\n\n" % (name, given)
    return text


def rust_test(b):
    """Returns a test: the named call, way_run and the call for one agent must give the same bytes."""
    name, i, o = b["name"], b["inputs"], b["outputs"]
    ranges = ", ".join("(%r, %r, %s)" % (float(c["low"]), float(c["high"]), kind(c, ("true", "false"))) for c in i)
    text = "#[test]\nfn %s() {\n    let given = drawn(&[%s]);\n" % (name, ranges)
    text += "    let mut cells = vec![vec![0u32; AGENTS]; %d];\n    {\n        let mut out = cells.iter_mut();\n" % len(o)
    text += "        let mut output = waylay::%sOut::default();\n" % title(name)
    text += fields(o, lambda c: "        output.%s = waylay::slice_mut(%s);\n" % (
        c["name"], kind(c, ("floats_mut(out.next().unwrap())", "out.next().unwrap()"))))
    text += "        let mut input = waylay::%sIn::default();\n" % title(name)
    text += "".join("        input.%s = waylay::slice(%s);\n" % (
        c["name"], kind(c, ("floats(&given[%d])", "&given[%d]")) % k) for k, c in enumerate(i))
    text += "        let batch = waylay::Batch { walls: &WALLS, ..Default::default() };\n"
    text += "        waylay::%s(&input, &mut output, &batch).unwrap();\n" % name
    text += "        let batch = waylay::Batch { count: Some(AGENTS + 1), walls: &WALLS, ..Default::default() };\n"
    text += "        assert!(waylay::%s(&input, &mut output, &batch).is_err());\n    }\n" % name
    text += "    assert_eq!(cells, by_number(b\"%s\\0\", &given, %d));\n" % (name, len(o))
    text += "    for agent in 0..AGENTS {\n        let one = waylay::%sAgent {\n" % title(name)
    text += "".join("            %s: %s,\n" % (c["name"], kind(c, ("f32::from_bits(given[%d][agent])" % k,
                                                                 "given[%d][agent] as i32" % k)))
                    for k, c in enumerate(i)) + "        };\n"
    text += "        let answer = waylay::%s_one(&one%s).unwrap();\n" % (name, ", &WALLS" if b["walls"] else "")
    text += "".join("        assert_eq!(cells[%d][agent], answer.%s%s);\n" % (
        k, c["name"], kind(c, (".to_bits()", " as u32"))) for k, c in enumerate(o))
    return text + "    }\n}\n\n"


CSHARP_WORDS = set("in out ref is as base fixed params".split())


def word(name):
    return "@" + name if name in CSHARP_WORDS else name


ENUMS = ("result", "status", "cost", "aim", "precision", "word", "element", "hit_kind")
CSHARP_ABOUT = {
    "result": "What a call returns. A call that does not return Ok has written nothing, except for Capacity.",
    "status": "What became of an agent.",
    "cost": "The cost of a candidate. Turning, the time on turning circles, exists only in the plane.",
    "aim": "What way_assign minimises: the sum of costs or the largest cost.",
    "precision": "Exact is the default.",
    "word": "The kind of a path on turning circles.",
    "hit_kind": "What a ray of cast2d hits.",
    "element": "The type of a column's numbers. Single also stands for whole numbers.",
}


def csharp_enums(types):
    text = ""
    for name in ENUMS:
        text += "    /// <summary>%s</summary>\n    public enum %s\n    {\n" % (CSHARP_ABOUT[name], title(name))
        text += "".join("        %s = %d,\n" % (title(value), number)
                        for value, number in types["way_" + name]["values"].items()) + "    }\n\n"
    return text


def csharp_number(column):
    return {"float": "float", "status": "Status", "word": "Word"}.get(column["type"], "int")


def csharp_column(column, end=""):
    return ("Column" if column["type"] == "float" else "WholeColumn") + end


def csharp_struct(name, columns, of, text=about):
    return "    [StructLayout(LayoutKind.Sequential)]\n    public unsafe struct %s\n    {\n" % name + fields(
        columns, lambda c: "        /// <summary>%s</summary>\n        public %s %s;\n" % (
            text(c), of(c), word(c["name"]))) + "    }\n\n"


def csharp(b):
    name, i, o = b["name"], b["inputs"], b["outputs"]
    text = ""
    for suffix, columns, of in (("In", i, csharp_column), ("Out", o, lambda c: csharp_column(c, "Out")),
                                ("Agent", i, csharp_number), ("Answer", o, csharp_number)):
        text += csharp_struct(title(name) + suffix, columns, of)
    walls = ", Wall* walls, UIntPtr wallCount" if b["walls"] else ""
    text += "    public static unsafe partial class Native\n    {\n        /// <summary>%s. %s</summary>\n" % (
        about({"meaning": b["summary"], "unit": ""}), b["source"])
    for suffix, arguments in (("", "%sIn* input, %sOut* output, Batch* batch" % (title(name), title(name))),
                              ("_agent_default", "%sAgent* agent" % title(name)),
                              ("_one", "%sAgent* agent, %sAnswer* answer%s" % (title(name), title(name), walls))):
        text += "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n"
        text += "        public static extern Result way_%s%s(%s);\n" % (name, suffix, arguments)
    return text + "    }\n\n"


def csharp_call(call):
    name, columns = call["name"], title(call["columns"])
    text = ""
    if call["columns"] == name:
        for suffix, list_, end in (("In", call["inputs"], ""), ("Out", call["outputs"], "Out")):
            text += csharp_struct(columns + suffix, list_, lambda c: csharp_column(c, end),
                                  lambda c: about_call(c).replace("`u32::MAX`", "Native.NoTarget"))
    takes = "%sIn* input, " % columns
    arguments = {"choose": takes + "%sOut* output, Choice* choice" % columns,
                 "neighbours": takes + "Choice* choice, Neighbours* neighbours",
                 "crowd": takes + "UIntPtr runner_count, %s* crowd, UIntPtr bytes" % title(name),
                 "avoid": takes + "%sOut* output, Avoidance* avoidance" % columns,
                 "assign": takes + "%sOut* output, Assignment* assignment" % columns,
                 "conflicts": takes + "%sOut* output, Conflicts* conflicts" % columns,
                 "cast": takes + "%sOut* output, Cast* cast" % columns,
                 "waypoints": takes + "%sOut* output, Waypoints* lists" % columns,
                 "bounce_all": takes + "%sOut* output, Bodies* bodies" % columns}[stem(name)]
    functions = [("Result", symbol(name)[4:], arguments)]
    if stem(name) == "crowd":
        functions.append(("UIntPtr", name + "_bytes", "UIntPtr runner_count"))
    if stem(name) == "conflicts":
        functions.append(("UIntPtr", name + "_bytes", "UIntPtr agent_count"))
    if name == "assign":
        functions.append(("UIntPtr", "assign_bytes", "UIntPtr count, UIntPtr runner_count, UIntPtr elements"))
    if stem(name) == "bounce_all":
        functions.append(("UIntPtr", name + "_bytes", "UIntPtr count"))
    if stem(name) == "waypoints":
        functions.append(("UIntPtr", name + "_capacity", "%sIn* input, Waypoints* lists" % columns))
    own = " An agent is no candidate of its own if the position columns of both are the same, or if self says so."
    text += "    public static unsafe partial class Native\n    {\n        /// <summary>%s.%s %s</summary>\n" % (
        about({"meaning": call["summary"], "unit": ""}),
        own if stem(name) in ("choose", "neighbours", "avoid") else "", call["source"])
    for returns, function, takes in functions:
        text += "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n"
        text += "        public static extern %s way_%s(%s);\n" % (returns, function, takes)
    return text + "    }\n\n"


def csharp_call_test(call):
    return "".join("        Layout<%s%s>(\"way_%s_%s\");\n" % (title(call["name"]), suffix, call["name"], suffix.lower())
                   for suffix in ("In", "Out"))


def csharp_test(b):
    return "        Check(\"%s\", sizeof(%sIn), sizeof(%sOut), sizeof(%sAgent), sizeof(%sAnswer),\n" % (
        (b["name"],) + (title(b["name"]),) * 4) + \
        "            (input, output, batch) => Native.way_%s((%sIn*)input, (%sOut*)output, (Batch*)batch));\n" % (
            b["name"], title(b["name"]), title(b["name"]))


def main():
    what = sys.argv[1]
    description = json.load(sys.stdin)
    each = {"rust-sys": rust_sys, "rust": rust, "rust-test": rust_test, "csharp": csharp, "csharp-test": csharp_test}[what]
    text = HEAD
    if what == "rust-sys":
        text += "use super::*;\n\n"
    elif what == "rust":
        text += "use super::*;\n\n"
    elif what == "rust-test":
        text += "use drawn::*;\n\n"
    behaviours, calls = description["behaviours"], description["calls"]
    if what.startswith("rust"):
        behaviours, calls = ([{**b, "inputs": rust_columns(b["inputs"])} for b in all_of] for all_of in (behaviours, calls))
    body = "".join(each(b) for b in behaviours)
    if what == "rust-sys":
        body += "".join(rust_sys_call(call) for call in calls)
    elif what == "rust":
        body += "".join(rust_call(call, calls) for call in calls)
    elif what == "csharp":
        body += "".join(csharp_call(call) for call in calls)
    elif what == "csharp-test":
        body += "".join(csharp_call_test(call) for call in structs(calls))
    if what == "csharp":
        text = open("bindings/unity/Waylay.cs").read().replace(
            "// behaviours\n", HEAD.replace("//", "    //") + "\n" + body).replace(
            "    // enums\n\n", csharp_enums(description["types"]))
    elif what == "csharp-test":
        text = open("bindings/unity/Test.cs").read().replace("        // behaviours\n", body)
    else:
        text += body
    if what in ("rust-sys", "rust"):
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    sys.stdout.write(text.rstrip("\n") + "\n")


main()
