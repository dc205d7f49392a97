#!/usr/bin/env python3
"""Writes the parts of the bindings that depend on the behaviours. Reads the library's self-description, the
text of way_describe_json, from standard input, and the public headers.

usage: scripts/maintain/bindings.py rust-sys | rust | rust-test | csharp | csharp-test <DESCRIPTION
"""
import json
import re
import sys

from declarations import Headers

HEAD = "// Made by scripts/maintain/bindings.py from the library's description of itself.\n"


def title(name):
    return "".join(word[0].upper() + word[1:] for word in name.split("_"))


def kind(column, names=("f32", "i32", "way_status")):
    """Returns the name for a column of floats, of whole numbers or of statuses."""
    return names[0] if column["type"] == "float" else names[-1] if column["type"] == "status" else names[1]


def about(column):
    unit = "; " + column["unit"] if column["unit"] else ""
    fallback = "" if column.get("required", True) or "low" not in column else "; default %s" % column["default"]
    return re.sub(r"[<>&]", lambda m: {"<": "&lt;", ">": "&gt;", "&": "&amp;"}[m[0]], column["meaning"] + unit + fallback)


def fields(columns, line):
    return "".join(line(column) for column in columns)


RUST_NAMES = {"self": "self_row", "match": "match_velocity"}  # columns whose names are keywords in Rust


def rust_columns(columns):
    return [{**column, "name": RUST_NAMES.get(column["name"], column["name"])} for column in columns]


ENUMS = ("result", "status", "cost", "aim", "precision", "word", "element", "hit_kind")
ABOUT_ENUM = {
    "result": "What a call returns. A call that does not return Ok has written nothing, except for Capacity.",
    "status": "What became of an agent.",
    "cost": "The cost of a candidate. Turning, the time on turning circles, exists only in the plane.",
    "aim": "What way_assign minimises: the sum of costs or the largest cost.",
    "precision": "Exact is the default.",
    "word": "The kind of a path on turning circles.",
    "hit_kind": "What a ray of cast2d or cast3d hits.",
    "element": "The type of a column's numbers. Single also stands for whole numbers.",
}


RUST_TYPES = {"size_t": "usize", "ptrdiff_t": "isize", "uint32_t": "u32", "int32_t": "i32", "uint16_t": "u16",
              "uint8_t": "u8", "int8_t": "i8", "float": "f32", "double": "f64", "void": "c_void", "char": "c_char"}
RENAMED = {"in": "input", "out": "output", "type": "r#type"}


def rust_enums(types):
    text = ""
    for name in ENUMS:
        values = types["way_" + name]["values"]
        text += "/// %s\n#[repr(i32)]\n" % ABOUT_ENUM[name]
        text += "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]\npub enum way_%s {\n" % name
        text += "".join("%s    %s = %d,\n" % ("    #[default]\n" if number == 0 else "", title(value), number)
                        for value, number in values.items()) + "}\n\n"
        text += "impl TryFrom<i32> for way_%s {\n    type Error = i32;\n\n" % name
        text += "    fn try_from(number: i32) -> Result<Self, i32> {\n        match number {\n"
        text += "".join("            %d => Ok(Self::%s),\n" % (number, title(value)) for value, number in values.items())
        text += "            _ => Err(number),\n        }\n    }\n}\n\n"
    return text


def rust_sys_declared(description):
    """Returns the structs of options and the functions, as the headers declare them."""
    headers = Headers()

    def written(of):
        return of.written(lambda of: "i32" if of.base in headers.enums else RUST_TYPES.get(of.base, of.base),
                          lambda text, is_const: ("*const " if is_const else "*mut ") + text)

    def named(of):
        return "%s: %s" % (RENAMED.get(of.name, of.name), written(of))

    text = rust_enums(description["types"])
    for name, comment in headers.opaque.items():
        text += "/// %s\n" % comment + "#[repr(C)]\n#[derive(Debug)]\npub struct %s {\n    memory: [u8; 0],\n}\n\n" % name
    for name, (comment, fields) in headers.structs.items():
        plain = all(not of.pointers and of.base in RUST_TYPES for of in fields)
        text += "/// %s\n" % comment.replace("UINT32_MAX", "u32::MAX") if comment else ""
        text += "#[repr(C%s)]\n" % (", align(8)" if name == "way_neighbour" else "")
        text += "#[derive(Clone, Copy, Debug%s)]\npub struct %s {\n" % (", Default, PartialEq" if plain else "", name)
        for of in fields:
            text += "    /// %s\n" % of.comment.replace("UINT32_MAX", "u32::MAX") if of.comment else ""
            text += "    pub %s,\n" % named(of)
        text += "}\n\n"
        if not plain:
            text += "impl Default for %s {\n    /// All fields are 0 or null.\n    fn default() -> Self {\n" % name
            text += "        unsafe { core::mem::zeroed() }\n    }\n}\n\n"
    text += "extern \"C\" {\n"
    for name, returns, takes in headers.functions_of(description):
        text += "    pub fn %s(%s) -> %s;\n" % (name, ", ".join(map(named, takes)), written(returns))
    return text + "}\n\n"


def rust_sys(b):
    name, i, o = b["name"], b["inputs"], b["outputs"]
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
    text = ""
    for suffix, list_, of in (("in", call["inputs"], "way_column"), ("out", call["outputs"], "way_column_out")):
        text += "#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct way_%s_%s {\n" % (call["name"], suffix)
        text += fields(list_, lambda c: "    /// %s\n    pub %s: %s,\n" % (about_call(c), c["name"], of)) + "}\n\n"
    return text


def stem(name):
    return re.sub("[23]d$", "", name)


def rust_column(column, of="Column"):
    return of + kind(column, ("<'a>", "<'a, Whole>", "<'a, Status>"))


def rust_raw(column, columns):
    """Returns the expression for the C library's column. The library compares the positions' addresses."""
    names = [c["name"] for c in columns]
    for own in ("chaser_", ""):
        if column["name"] in ("runner_x", "runner_y", "runner_z") and own + column["name"][-1] in names:
            return "self.%s.raw_like(&self.%s%s)" % (column["name"], own, column["name"][-1])
    if "preferred_vx" in names and column["name"] in OWN_OF_RUNNERS:
        return "raw_or(self.row_in(), &self.%s, &self.%s)" % (column["name"], OWN_OF_RUNNERS[column["name"]])
    return "self.%s.raw" % column["name"]


def rust_length(of, column):
    return '("%s", %s.%s.len)' % (column["name"], of, column["name"])


# columns of agents that the library reads for candidates which lack their own, if the candidates are the agents
OWN_OF_RUNNERS = {"runner_vx": "chaser_vx", "runner_vy": "chaser_vy", "runner_vz": "chaser_vz", "runner_radius": "radius",
                  "runner_share": "share", "runner_height": "height"}


def rust_avoid_runners(struct, columns):
    """Returns a function for the row of the candidates that is the first agent, and one for the lengths of all columns
    that an avoidance reads for candidates."""
    runners = [c["name"] for c in columns if c["side"] == "runner"]
    lengths = ['("%s", self.%s.len)' % (name, name) for name in runners]
    places = ", ".join(lengths[k] for k, name in enumerate(runners) if name in ("runner_x", "runner_y", "runner_z"))
    lengths += ['length_of_own(agents, ("%s", &self.%s), &self.%s)' % (name, name, own)
                for name, own in OWN_OF_RUNNERS.items() if name in runners]
    return ("impl %sIn<'_> {\n    fn row_in(&self) -> Option<isize> {\n        %s\n    }\n"
            "    fn runners(&self) -> [Length; %d] {\n"
            "        let agents = self.row_in().map(|row| (row, shortest(&[%s]).1));\n        [%s]\n    }\n}\n\n") % (
                struct, rust_shared(columns, "self"), len(lengths), places, ", ".join(lengths))


def axes_of(columns):
    """Returns the names of the agents' and of the runners' column of each axis. In flee2d, the agents are in runner_x."""
    side = {c["name"]: c["side"] for c in columns}
    axes = [(agent + axis, "runner_" + axis) for axis in "xyz" for agent in ("chaser_", "")
            if {agent + axis, "runner_" + axis} <= set(side)]
    return [pair if side[pair[0]] == "chaser" else pair[::-1] for pair in axes]


def rust_shared(columns, of):
    """Returns the expression for the row of the runners that is the first agent: see `shared`."""
    axes = axes_of(columns)
    return "shared(&[%s])" % ", ".join("(&%s.%s, &%s.%s)" % (of, place, of, runner) for place, runner in axes) if axes else "None"


def rust_parts(name, struct, dims, kind, i, o, lengths):
    """Returns a call whose choosers and candidates are in several tables."""
    options, what = ("Avoidance", "options") if kind == "avoid" else ("Choice", "choice")
    each, best = ("&[%s]" % ", ".join(rust_length("output", c) for c in o if (c["ranks"] > 1) == many) for many in (False, True))
    text = ""
    versions = [("", "    outputs: &mut [%sOut],\n" % struct, "", "")]
    if kind == "neighbours":
        versions = [("", "    statuses: &mut [Output<Status>],\n", "    most: usize,\n    list: &mut [Neighbour],\n", "lists_of(most, list"),
                    ("_unsorted", "    statuses: &mut [Output<Status>],\n", "    rows: &mut [u32],\n    squares: Option<&mut [f32]>,\n",
                     "unsorted_lists_of(rows, squares")]
    for suffix, outputs, lists, made in versions:
        text += "/// Like [`%s%s`], with choosers and candidates in several tables. Rows are counted through the tables in their\n" % (name, suffix)
        text += "/// order: see [`find_part`]. Each table of choosers has its own outputs. The call allocates memory for the tables.\n"
        text += "pub fn %s%s_in_parts(\n    choosers: &[%sIn],\n%s    candidates: &[%sIn],\n    %s: &%s%s,\n%s" % (
            name, suffix, struct, outputs, struct, what, options, dims, lists)
        text += "    offset: &mut [usize],\n" * bool(lists) + ") -> Result<%s, Error> {\n" % ("Answered" if lists else "()")
        text += "    let [own, other] = %sIn::raw_parts(choosers, candidates);\n" % struct
        if lists:
            text += "    let to: Vec<_> = statuses.iter().map(|status| status.raw).collect();\n"
        else:
            text += "    let to: Vec<_> = outputs.iter().map(%sOut::raw).collect();\n" % struct
        text += "    let mut tables = Tables::new(to.len(), choosers.len())?;\n"
        text += "    for (k, input) in choosers.iter().enumerate() {\n"
        if lists:
            text += "        let lengths = [(\"status\", statuses[k].len)];\n"
            text += "        tables.add_choosers(&own[k], &to[k], %s, &lengths, &[], 1)?;\n" % lengths("chaser")
        else:
            text += "        let output = &outputs[k];\n"
            text += "        tables.add_choosers(&own[k], &to[k], %s, %s, %s, %s)?;\n" % (
                lengths("chaser"), each, best, "1" if kind == "avoid" else "choice.best")
        text += "    }\n    for (k, input) in candidates.iter().enumerate() {\n"
        text += "        tables.add_candidates(&other[k], %s)?;\n    }\n" % lengths("runner")
        if kind == "avoid":
            text += "    options.checked_tables(&tables, |how| unsafe { sys::way_%s(core::ptr::null(), core::ptr::null(), how) })\n}\n\n" % name
        else:
            text += "    let (mut fault, mut part) = (core::ptr::null(), usize::MAX);\n"
            text += "    let choice = choice.checked_tables(&tables, &mut fault, &mut part)?;\n"
            if lists:
                text += "    let mut lists = %s, offset, &Output::default(), choice.count)?;\n" % made
                text += "    let code = unsafe { sys::way_%s(core::ptr::null(), &choice, &mut lists) };\n" % name
                text += "    complete(code, lists.answered, lists.needed, fault).map_err(|error| error.in_part(part))\n}\n\n"
            else:
                text += "    let code = unsafe { sys::way_%s(core::ptr::null(), core::ptr::null(), &choice) };\n" % name
                text += "    result_of(code, fault).map_err(|error| error.in_part(part))\n}\n\n"
    return text


def rust_raw_parts(name, struct, columns):
    """Returns a function that makes the C library's columns of several tables. Equal single values of positions get
    one address, because the library compares the addresses."""
    places = [c["name"][-1] for c in columns if c["name"] in ("runner_x", "runner_y", "runner_z")]
    among = ["%s_%s: one.%s_%s.raw_among(choosers.iter().map(|other| &other.chaser_%s))" % (side, axis, side, axis, axis)
             for axis in places for side in ("chaser", "runner")]
    return ("impl %sIn<'_> {\n    fn raw_parts(choosers: &[Self], candidates: &[Self]) -> [Vec<sys::way_%s_in>; 2] {\n"
            "        let raw = |one: &Self| sys::way_%s_in { %s, ..one.raw() };\n"
            "        [choosers.iter().map(raw).collect(), candidates.iter().map(raw).collect()]\n    }\n}\n\n") % (
                struct, name, name, ", ".join(among))


def rust_check(name, struct, columns, is_behaviour=False):
    names = [c["name"] for c in columns]
    copied = ""
    if "self_row" in names:
        # the call excludes the agents' own candidates
        others = ["self.%s.raw.data.is_null()" % name for name in ("self_row", "range_from") if name in names]
        others += ["(self.chaser_%s.raw.data.is_null() || self.runner_%s.raw.data.is_null())" % (both, both)
                   for both in ("mask", "world") if "chaser_" + both in names]
        copied = "if %s { half_copied(&[%s]) } else { None }" % (" && ".join(others), ", ".join(
            '("%s", &self.%s, &self.%s)' % (runner, own, runner) for own, runner in axes_of(columns)))
    lengths = ["&[%s]" % ", ".join(rust_length("self", c) for c in columns if c["side"] == side) for side in ("chaser", "runner")]
    batch = ""
    if is_behaviour and axes_of(columns):
        batch = ("    /// The same with the call's batch: also finds an agent that is its own target, such as agent 0 if targets were left\n"
                 "    /// at 0.\n    pub fn check_batch(&self, batch: &Batch) -> Option<String> {\n"
                 "        self.check().or_else(|| own_target(batch, %s, shortest(&[%s]).1, shortest(&[%s]).1))\n    }\n\n") % (
                     rust_shared(columns, "self"), *(", ".join('("%s", self.%s.len)' % (axis[k], axis[k]) for axis in axes_of(columns))
                                                     for k in (0, 1)))
    return ("impl %sIn<'_> {\n    /// Finds likely mistakes that no call can refuse. Returns None, or the column and a sentence. For debug builds.\n"
            "    pub fn check(&self) -> Option<String> {\n        check_of(\"%s\", &self.raw(), %s)%s\n    }\n\n") % (
                struct, name, ", ".join(lengths), ".or_else(|| %s)" % copied if copied else "") + batch


# calls of input, output and options: the options, what the call returns, and whether it needs memory
OPTIONS = {"avoid": ("AvoidanceDIMS", "()", False), "bounce_all": ("Bodies", "Moved", True), "cast": ("Cast", "()", False),
           "follow": ("Following", "()", False), "cast3d": ("Triangles", "()", False), "sweep": ("Triangles", "()", False)}


def rust_call(call, calls):
    """Returns the struct of a call's columns, and the call itself, which checks their lengths."""
    name, kind, dims = call["name"], stem(call["name"]), call["name"][-2:]
    named = next(other for other in calls if other["name"] == call["columns"])
    i, o, struct = named["inputs"], named["outputs"], title(call["columns"])
    text = ""
    if call["columns"] == name:
        for suffix, columns, of in (("In", i, rust_column), ("Out", o, lambda c: rust_column(c, "Output"))):
            text += "#[derive(%sDebug, Default)]\npub struct %s%s<'a> {\n" % ("Clone, Copy, " if suffix == "In" else "", struct, suffix)
            text += fields(columns, lambda c: "    /// %s\n    pub %s: %s,\n" % (about_call(c), c["name"], of(c))) + "}\n\n"
        text += rust_check(name, struct, i) + "    fn raw(&self) -> sys::way_%s_in {\n        sys::way_%s_in { %s }\n    }\n}\n\n" % (
            name, name, ", ".join("%s: %s" % (c["name"], rust_raw(c, i)) for c in i))
        text += "impl %sOut<'_> {\n    fn raw(&self) -> sys::way_%s_out {\n        sys::way_%s_out { %s }\n    }\n}\n\n" % (
            struct, name, name, ", ".join("%s: self.%s.raw" % (c["name"], c["name"]) for c in o))
        if kind in ("choose", "avoid"):
            text += rust_raw_parts(name, struct, i)
        if kind == "avoid":
            text += rust_avoid_runners(struct, i)

    def lengths(side):
        if kind == "avoid" and side == "runner":
            return "&input.runners()"
        return "&[%s]" % ", ".join(rust_length("input", c) for c in i if c["side"] == side)

    outputs = "&[%s]" % ", ".join(rust_length("output", c) for c in o)
    text += "/// %s.\n/// %s\n" % (call["summary"][0].upper() + call["summary"][1:], call["source"])
    if kind in ("choose", "neighbours", "avoid"):
        text += "///\n/// An agent is no candidate of its own if `runner_x` and `chaser_x` are columns of parts of one slice\n"
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
        for suffix, about, lists, made in (
                ("", "At most the `most` nearest; 0: all.", "    most: usize,\n    list: &mut [Neighbour],\n", "lists_of(most, list"),
                ("_unsorted", "All candidates in range in no order; `squares`: the squared distances in m^2.",
                 "    rows: &mut [u32],\n    squares: Option<&mut [f32]>,\n", "unsorted_lists_of(rows, squares")):
            text += ("/// The lists of [`%s`], but unsorted, which is faster.\n///\n" % name) * bool(suffix)
            text += "/// `offset` has one more element than there are choosers. %s\n" % about
            text += ("pub fn %s%s(\n    input: &%sIn,\n    choice: &Choice%s,\n%s    offset: &mut [usize],\n"
                     "    status: &mut Output<Status>,\n) -> Result<Answered, Error> {\n") % (name, suffix, struct, dims, lists)
            text += "    let choice = choice.checked(%s, &[(\"status\", status.len)], &[], %s)?;\n" % (
                lengths("chaser"), lengths("runner"))
            text += "    let mut lists = %s, offset, status, choice.count)?;\n" % made
            text += "    let mut fault = core::ptr::null();\n    let choice = sys::way_choice { fault: &mut fault, ..choice };\n"
            text += "    let code = unsafe { sys::way_%s(&input.raw(), &choice, &mut lists) };\n" % name
            text += "    complete(code, lists.answered, lists.needed, fault)\n}\n\n"
    elif kind == "crowd":
        text = "impl<'a> Crowd%s<'a> {\n    /// How many elements of memory a crowd of `runner_count` candidates takes.\n" % dims
        text += "    pub fn memory_for(runner_count: usize) -> usize {\n        (unsafe { sys::way_%s_bytes(runner_count) } + 7) / 8\n    }\n\n" % name
        text += "    /// %s. It reads the runner columns alone.\n" % (call["summary"][0].upper() + call["summary"][1:])
        text += "    /// `runner_count`: `None` for all in these columns, which must then have equal lengths.\n"
        text += "    pub fn new(input: &%sIn, runner_count: Option<usize>, memory: &'a mut [u64]) -> Result<Self, Error> {\n" % struct
        text += "        let runner_count = Self::checked(runner_count, %s)?;\n" % lengths("runner")
        text += "        let bytes = core::mem::size_of_val(memory);\n"
        text += "        result(unsafe { sys::way_make_%s(&input.raw(), runner_count, memory.as_mut_ptr().cast(), bytes) })?;\n" % name
        text += "        Ok(Crowd { memory, runner_count })\n    }\n\n"
        text += "    /// The same for the candidates of several tables. Allocates memory for the tables.\n"
        text += "    pub fn of_parts(candidates: &[%sIn], memory: &'a mut [u64]) -> Result<Self, Error> {\n" % struct
        text += "        let [_, other] = %sIn::raw_parts(&[], candidates);\n        let mut tables = Tables::new(0, 0)?;\n" % struct
        text += "        for (k, input) in candidates.iter().enumerate() {\n            tables.add_candidates(&other[k], %s)?;\n        }\n" % (
            lengths("runner"))
        text += "        let (bytes, to) = (core::mem::size_of_val(memory), memory.as_mut_ptr().cast());\n"
        text += "        let runner_count = tables.make_crowd(|how| unsafe { sys::way_make_%s_of_parts(how, to, bytes) })?;\n" % name
        text += "        Ok(Crowd { memory, runner_count })\n    }\n}\n\n"
    elif kind in OPTIONS:
        options, returns, has_memory = OPTIONS.get(name) or OPTIONS[kind]
        if has_memory:
            text += "/// `memory` has at least `%s::memory_for(count)` elements.\n" % options
        text += "pub fn %s(\n    input: &%sIn,\n    output: &mut %sOut,\n    options: &%s,\n%s) -> Result<%s, Error> {\n" % (
            name, struct, struct, options.replace("DIMS", dims), "    memory: &mut [u64],\n" * has_memory, returns)
        text += "    let lengths = Lengths { own: %s, outputs: %s, runners: %s };\n" % (lengths("chaser"), outputs, lengths("runner"))
        text += "    options.checked(&lengths, %s|how| unsafe { sys::way_%s(&input.raw(), &output.raw(), how) })\n}\n\n" % (
            "memory, " * has_memory, name)
    elif kind in ("waypoints", "conflicts"):
        options, rows = {"waypoints": ("Paths", "paths"), "conflicts": ("Conflicts", "agents")}[kind]
        lists = "&[%s]" % ", ".join(rust_length("output", c) for c in o if c["name"] != "status")
        memory = "    memory: &mut [u64],\n" if kind == "conflicts" else ""
        if memory:
            text += "/// `memory` has at least `Conflicts::memory_for(agents)` elements.\n"
        text += "/// Outputs other than `status` have room for all lists. `offset` has one more element than there are %s.\n" % rows
        text += ("pub fn %s(\n    input: &%sIn,\n    output: &mut %sOut,\n    options: &%s,\n%s    offset: &mut [usize],\n"
                 ") -> Result<Answered, Error> {\n") % (name, struct, struct, options, memory)
        text += "    let lengths = Lengths { own: %s, outputs: &[(\"status\", output.status.len)], runners: &[] };\n" % lengths("chaser")
        text += "    let mut fault = core::ptr::null();\n    let mut lists = options.checked(&lengths, %s&mut fault)?;\n" % (
            "memory, " if memory else "")
        text += "    (lists.capacity, lists.offset) = room(shortest(%s).1, offset, lists.count)?;\n" % lists
        text += "    let code = unsafe { sys::way_%s(&input.raw(), &output.raw(), &mut lists) };\n" % name
        text += "    complete(code, lists.answered, lists.needed, fault)\n}\n\n"
        if kind == "waypoints":
            text += "/// The number of waypoints in the lists of these paths.\n"
            text += "pub fn %s_capacity(input: &%sIn, options: &Paths) -> Result<usize, Error> {\n" % (name, struct)
            text += "    let mut fault = core::ptr::null();\n"
            text += "    let lengths = Lengths { own: %s, outputs: &[(\"\", usize::MAX)], runners: &[] };\n" % lengths("chaser")
            text += "    let lists = options.checked(&lengths, &mut fault)?;\n"
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
        text += "    pub fn memory_for(&self, input: &AssignIn) -> usize {\n"
        text += "        self.elements_for(%s, %s, %s)\n    }\n}\n\n" % tuple(sides)
    if kind in ("choose", "neighbours", "avoid"):
        text += rust_parts(name, struct, dims, kind, i, o, lengths)
    return text


def rust(b):
    name, i, o = b["name"], b["inputs"], b["outputs"]
    runners = sum(1 << k for k, c in enumerate(i) if c["side"] == "runner")
    text = "pub use sys::{way_%s_agent as %sAgent, way_%s_answer as %sAnswer};\n\n" % (
        name, title(name), name, title(name))
    for suffix, columns, of, derive in (("In", i, "Column", "Clone, Copy, Debug, Default"), ("Out", o, "Output", "Debug, Default")):
        text += "#[derive(%s)]\npub struct %s%s<'a> {\n" % (derive, title(name), suffix)
        text += fields(columns, lambda c: "    /// %s\n    pub %s: %s,\n" % (about(c), c["name"], rust_column(c, of))) + "}\n\n"
    text += rust_check(name, title(name), i, True) + "    fn raw(&self) -> sys::way_%s_in {\n        sys::way_%s_in { %s }\n    }\n}\n\n" % (
        name, name, ", ".join("%s: self.%s.raw" % (c["name"], c["name"]) for c in i))
    text += "/// %s.\n/// %s\n" % (b["summary"], b["source"])
    text += "pub fn %s(input: &%sIn, output: &mut %sOut, batch: &Batch) -> Result<(), Error> {\n" % (
        name, title(name), title(name))
    text += "    let inputs = [%s];\n" % ", ".join(rust_length("input", c) for c in i)
    text += "    let outputs = [%s];\n" % ", ".join(rust_length("output", c) for c in o)
    text += "    let mut fault = core::ptr::null();\n"
    text += "    let batch = sys::way_batch { fault: &mut fault, ..checked(batch, &inputs, 0x%x, &outputs, %s == Some(0))? };\n" % (
        runners, rust_shared(i, "input"))
    text += "    let columns_out = sys::way_%s_out { %s };\n" % (name, ", ".join("%s: output.%s.raw" % (c["name"], c["name"]) for c in o))
    text += "    result_of(unsafe { sys::way_%s(&input.raw(), &columns_out, &batch) }, fault)\n}\n\n" % name
    if runners:
        text += "/// Like [`%s`], with the runners in several tables: `runners` have the runner columns, and `input` the others.\n" % name
        text += "/// `target` counts rows through the tables in their order, as the answers of `choose2d_in_parts` do: see\n"
        text += "/// [`find_part`]. The call allocates memory for each row of the tables.\n"
        text += "pub fn %s_in_parts(\n    input: &%sIn,\n    output: &mut %sOut,\n    runners: &[%sIn],\n    batch: &Batch,\n" % (
            (name,) + (title(name),) * 3) + ") -> Result<(), Error> {\n"
        text += "    let own = [%s];\n" % ", ".join(rust_length("input", c) for c in i if c["side"] != "runner")
        text += "    let outputs = [%s];\n" % ", ".join(rust_length("output", c) for c in o)
        text += "    let raw: Vec<_> = runners.iter().map(%sIn::raw).collect();\n" % title(name)
        text += "    let mut tables = RunnerTables::default();\n"
        text += "    for (k, one) in runners.iter().enumerate() {\n        tables.add(&raw[k], &[%s])?;\n    }\n" % ", ".join(
            rust_length("one", c) for c in i if c["side"] == "runner")
        text += "    let mut fault = core::ptr::null();\n"
        text += "    let batch = sys::way_batch { fault: &mut fault, ..tables.checked(batch, &own, &outputs)? };\n"
        text += "    let columns_out = sys::way_%s_out { %s };\n" % (name, ", ".join("%s: output.%s.raw" % (c["name"], c["name"]) for c in o))
        text += "    result_of(unsafe { sys::way_%s(&input.raw(), &columns_out, &batch) }, fault)\n}\n\n" % name
    text += "/// Solves one agent, in the exact precision.\n"
    walls, given = (", walls: &[Wall]", ", walls.as_ptr(), walls.len()") if b["walls"] else ("", "")
    text += "pub fn %s_one(agent: &%sAgent%s) -> Result<%sAnswer, Error> {\n" % (name, title(name), walls, title(name))
    text += "    let mut answer = %sAnswer::default();\n" % title(name)
    text += "    result(unsafe { sys::way_%s_one(agent, &mut answer%s) })?;\n    Ok(answer)\n}\n\n" % (name, given)
    return text


def rust_named(text):
    """Returns the text with the call's name in the errors of each function. A method has the name of its type, too."""
    def named(found):
        indent, head, name, body = found.groups()
        before = re.findall(r"^impl<?.*?>? ?(\w+)<", text[:found.start()], re.M)
        of = "%s::%s" % (before[-1], name) if indent else name
        return "%s%s\n%s    called(\"%s\", || {\n%s\n%s    })\n%s}\n" % (indent, head, indent, of, body, indent, indent)
    return re.sub(r"^( *)(pub fn (\w+)\((?:[^{])*\) -> Result<[^{]*> \{)\n(.*?)\n\1\}\n", named, text, flags=re.M | re.S)


def rust_test(b):
    """Returns a test: the named call, way_run and the call for one agent must give the same bytes."""
    name, i, o = b["name"], b["inputs"], b["outputs"]
    ranges = ", ".join("(%r, %r, %s)" % (float(c["low"]), float(c["high"]), kind(c, ("true", "false"))) for c in i)
    text = "#[test]\nfn %s() {\n    let given = drawn(&[%s]);\n" % (name, ranges)
    text += "    let mut cells = vec![vec![0u32; AGENTS]; %d];\n    {\n        let mut out = cells.iter_mut();\n" % len(o)
    text += "        let mut output = waylay::%sOut::default();\n" % title(name)
    outputs = fields(o, lambda c: "        output.%s = waylay::slice_mut(%s);\n" % (
        c["name"], kind(c, ("floats_mut(out.next().unwrap())", "out.next().unwrap()", "statuses(out.next().unwrap())"))))
    text += outputs
    text += "        let mut input = waylay::%sIn::default();\n" % title(name)
    text += "".join("        input.%s = waylay::slice(%s);\n" % (
        c["name"], kind(c, ("floats(&given[%d])", "&given[%d]")) % k) for k, c in enumerate(i))
    text += "        let batch = waylay::Batch { walls: &WALLS, ..Default::default() };\n"
    text += "        waylay::%s(&input, &mut output, &batch).unwrap();\n" % name
    text += "        let batch = waylay::Batch { count: Some(AGENTS + 1), walls: &WALLS, ..Default::default() };\n"
    text += "        assert!(waylay::%s(&input, &mut output, &batch).is_err());\n" % name
    if any(c["side"] == "runner" for c in i):
        columns = ", ".join("%s: waylay::slice(%s)" % (c["name"], kind(c, ("floats(&given[%d][rows.clone()])", "&given[%d][rows.clone()]")) % k)
                            for k, c in enumerate(i) if c["side"] == "runner")
        text += "        let tables = [0..9, 9..9, 9..AGENTS].map(|rows| waylay::%sIn { %s, ..Default::default() });\n" % (title(name), columns)
        text += "        let mut cells = vec![vec![0u32; AGENTS]; %d];\n        let mut out = cells.iter_mut();\n" % len(o)
        text += "        let mut output = waylay::%sOut::default();\n" % title(name) + outputs
        text += "        let rows: Vec<u32> = (0..AGENTS as u32).collect();\n"
        text += "        let batch = waylay::Batch { target: waylay::slice(&rows), walls: &WALLS, ..Default::default() };\n"
        text += "        waylay::%s_in_parts(&input, &mut output, &tables, &batch).unwrap();\n" % name
        text += "        assert_eq!(cells, by_number(b\"%s\\0\", &given, %d), \"runners in several tables\");\n" % (name, len(o))
    text += "    }\n"
    text += "    assert_eq!(cells, by_number(b\"%s\\0\", &given, %d));\n" % (name, len(o))
    text += "    for agent in 0..AGENTS {\n        let one = waylay::%sAgent {\n" % title(name)
    text += "".join("            %s: %s,\n" % (c["name"], kind(c, ("f32::from_bits(given[%d][agent])" % k,
                                                                 "given[%d][agent] as i32" % k)))
                    for k, c in enumerate(i)) + "        };\n"
    text += "        let answer = waylay::%s_one(&one%s).unwrap();\n" % (name, ", &WALLS" if b["walls"] else "")
    text += "".join("        assert_eq!(cells[%d][agent], answer.%s%s);\n" % (
        k, c["name"], kind(c, (".to_bits()", " as u32"))) for k, c in enumerate(o))
    return text + "    }\n}\n\n"


def rust_layout_test(description):
    """Returns a test: the structs of options have the library's layout."""
    text = "#[test]\nfn structs_are_the_librarys() {\n"
    for name, (_, fields) in Headers().structs.items():
        if name in description["types"]:
            text += "    same_layout!(%s: %s);\n" % (name, " ".join(RENAMED.get(of.name, of.name) for of in fields))
    return text + "}\n\n"


CSHARP_WORDS = set("in out ref is as base fixed params".split())


def word(name):
    return "@" + name if name in CSHARP_WORDS else name


def csharp_enums(types):
    text = ""
    for name in ENUMS:
        text += "    /// <summary>%s</summary>\n    public enum %s\n    {\n" % (ABOUT_ENUM[name], title(name))
        text += "".join("        %s = %d,\n" % (title(value), number)
                        for value, number in types["way_" + name]["values"].items()) + "    }\n\n"
    return text


def csharp_number(column):
    return {"float": "float", "status": "Status", "word": "Word"}.get(column["type"], "int")


def csharp_columns(name, columns, end, comment):
    """Returns a struct that begins as the C library's. Behind its columns are their lengths, which only Check reads."""
    numbers = range(len(columns))
    text = "    [StructLayout(LayoutKind.Sequential)]\n    public unsafe struct %s\n    {\n" % name
    text += "        RawColumn %s;\n        int %s;\n" % tuple(", ".join("%s%d" % (of, k) for k in numbers) for of in "cn")
    for k, column in enumerate(columns):
        kind = {"float": "Column", "status": "StatusColumn"}.get(column["type"], "WholeColumn") + end
        text += "        /// <summary>%s</summary>\n        public %s %s { get => new %s { raw = c%d, length = n%d }; set { c%d = value.raw; n%d = value.length; } }\n" % (
            comment(column), kind, word(column["name"]), kind, k, k, k, k)
    return text + "    }\n\n"


def csharp(b):
    name, i, o = b["name"], b["inputs"], b["outputs"]
    text = ""
    for suffix, columns, end in (("In", i, ""), ("Out", o, "Out")):
        text += csharp_columns(title(name) + suffix, columns, end, about)
    for suffix, columns in (("Agent", i), ("Answer", o)):
        text += "    [StructLayout(LayoutKind.Sequential)]\n    public unsafe struct %s%s\n    {\n" % (title(name), suffix)
        text += fields(columns, lambda c: "        /// <summary>%s</summary>\n        public %s %s;\n" % (
            about(c), csharp_number(c), word(c["name"]))) + "    }\n\n"
    return text


def csharp_call(call):
    text = ""
    for suffix, list_, end in (("In", call["inputs"], ""), ("Out", call["outputs"], "Out")):
        text += csharp_columns(title(call["name"]) + suffix, list_, end, about_call)
    return text.replace("`u32::MAX`", "Native.NoTarget")


CSHARP_TYPES = {"size_t": "Size", "ptrdiff_t": "IntPtr", "uint32_t": "uint", "int32_t": "int", "uint16_t": "ushort",
                "uint8_t": "byte", "int8_t": "sbyte", "char": "byte", "way_column": "RawColumn",
                "way_column_out": "RawColumn", "way_column_info": "void", "way_behaviour": "void"}
CSHARP_OWN = ("way_column", "way_column_out", "way_half", "way_column_info", "way_behaviour")  # Waylay.cs has them


def csharp_type(of):
    """Returns the type of a field or an argument. A number that the header calls `a way_cost` is a Cost."""
    enum = re.search(r"\ba way_(%s)\b" % "|".join(ENUMS), of.comment)
    if of.base == "int32_t" and enum:
        return title(enum[1])
    return CSHARP_TYPES.get(of.base, title(of.base[4:]) if of.base.startswith("way_") else of.base)


def csharp_comment(text, indent):
    text = text.replace("UINT32_MAX", "uint.MaxValue").replace("NULL", "null")
    return "%s/// <summary>%s</summary>\n" % (indent, about({"meaning": text, "unit": ""})) if text else ""


CSHARP_SINGLE = ("way_field", "way_neighbours", "way_drag_table", "way_choice")  # a pointer to one of these is no array


class CsharpField:
    """A field of a struct of options. A column or an array is a property: its length is behind the C library's fields."""

    def __init__(self, of, type_, opaque):
        self.of, self.raw, self.type = of, type_, type_
        if of.base in ("way_column", "way_column_out") and not of.pointers:
            self.type = "StatusColumnOut" if of.base == "way_column_out" else "WholeColumn"
        elif len(of.pointers) == 1 and of.base not in opaque + CSHARP_SINGLE and of.name != "fault_part":
            item = {"void": "ulong"}.get(of.base, "Status" if of.name == "status" else csharp_type(of))
            self.type = "Items<%s>" % item
        self.has_length = self.type != self.raw

    def property(self, raw):
        """Returns the property, and what holds the length. `raw` is what holds the C library's field."""
        name, length = word(self.of.name), "n_" + self.of.name
        if not self.has_length:
            return "        public %s %s { get => %s; set => %s = value; }\n" % (self.type, name, raw, raw), ""
        if self.type.startswith("Items"):
            get, to = "new %s(%s, %s)" % (self.type, raw, length), "%s = (%s)value.first" % (raw, self.raw)
        else:
            get, to = "new %s { raw = %s, length = %s }" % (self.type, raw, length), "%s = value.raw" % raw
        return "        public %s %s { get => %s; set { %s; %s = value.length; } }\n" % (self.type, name, get, to, length), \
            "        int %s;\n" % length


def csharp_struct(name, comment, fields, written, opaque, made):
    """Returns a struct of options. `made` is the text of its functions."""
    title_ = title(name[4:])
    all_ = [CsharpField(of, written(of), opaque) for of in fields]
    head = csharp_comment(comment, "    ") + "    [StructLayout(LayoutKind.Sequential)]\n"
    if name in CSHARP_MADE:  # an element of an array has no room for lengths
        return head + "    public unsafe struct %s\n    {\n%s%s    }\n\n" % (title_, "".join(
            csharp_comment(of.of.comment, "        ") + "        %s %s %s;\n" % (
                "internal" if of.has_length else "public readonly", of.raw, ("_" if of.has_length else "") + of.of.name)
            for of in all_), made)
    text, lengths = "", ""
    if name == "way_targets":  # way_batch has this struct in front of its own fields' lengths
        raw = "    [StructLayout(LayoutKind.Sequential)]\n    internal unsafe struct RawTargets\n    {\n%s    }\n\n" % "".join(
            "        internal %s _%s;\n" % (of.raw, of.of.name) for of in all_)
        for of in all_:
            property_, length = of.property("raw._" + of.of.name)
            text += csharp_comment(of.of.comment, "        ") + property_
            lengths += length
        return raw + head + "    public unsafe struct %s\n    {\n        internal RawTargets raw;\n%s%s    }\n\n" % (title_, lengths, text)
    for of in all_:
        text += csharp_comment(of.of.comment, "        ")
        if of.raw == "Targets":
            text += ("        public Targets targets { get => all_targets; set { all_targets = value; _targets = value.raw; } }\n"
                     "        RawTargets _targets;\n")
            lengths += "        Targets all_targets;\n"
        elif of.has_length:
            property_, length = of.property("_" + of.of.name)
            text += property_ + "        %s _%s;\n" % (of.raw, of.of.name)
            lengths += length
        else:
            text += "        public %s %s;\n" % (of.type, word(of.of.name))
    return head + "    public unsafe struct %s\n    {\n%s%s%s    }\n\n" % (title_, text, lengths, made)


CSHARP_MADE = ("way_part", "way_search_part")  # structs of C that only their functions make


def csharp_makers(name, fields, description):
    """Returns the functions of a struct of options that make one."""
    text, names, title_ = "", [of.name for of in fields], title(name[4:])
    if name == "way_part":
        for b in description["behaviours"]:
            if any(c["side"] == "runner" for c in b["inputs"]):
                text += ("\n        public static Part Of(%sIn* input, int count, WholeColumn generation = new WholeColumn()) =>"
                         " new Part((RawColumn*)input, count, generation);\n") % title(b["name"])
        text += """
        // a copy of `generation` has no length
        Part(RawColumn* input, int count, WholeColumn generation)
        {
            if (generation.raw.data != null && generation.length < count && !generation.raw.IsSame)
                throw new ArgumentException("generation has fewer elements than there are runners");
            _columns = input;
            this.count = count;
            _generation = generation.raw;
        }
"""
    if name == "way_search_part":
        makers = [("%sIn* input, int count", "null"), ("%sIn* input, %sOut* output, int count", "(RawColumn*)output")]
        for call in structs(description["calls"]):
            if stem(call["name"]) in ("choose", "avoid"):
                lists = [("%sIn* input, StatusColumnOut* status, int count", "(RawColumn*)status")] * (stem(call["name"]) == "choose")
                for takes, output in makers + lists:
                    text += "\n        public static SearchPart Of(%s) => new SearchPart((RawColumn*)input, %s, count);\n" % (
                        takes.replace("%s", title(call["name"])), output)
        text += """
        SearchPart(RawColumn* input, RawColumn* output, int count)
        {
            _in = input;
            _out = output;
            this.count = count;
        }
"""
    if {"count", "fault"} <= set(names):
        text += ("\n        /// <summary>Makes the options of a call for `count` agents.</summary>\n"
                 "        public static %s Of(int count)\n        {\n"
                 "            return new %s { count = count };\n        }\n") % ((title_,) * 2)
        if "runner_count" in names:
            text += ("\n        public static %s Of(int count, int runner_count)\n        {\n"
                     "            return new %s { count = count, runner_count = runner_count };\n        }\n") % ((title_,) * 2)
        if name == "way_batch":
            text += CSHARP_TARGETS
    return text


def csharp_declared(description):
    """Returns the structs of options and the functions, as the headers declare them."""
    headers = Headers()
    calls = {b["name"]: b for b in description["behaviours"] + description["calls"]}

    def written(of):
        return of.written(csharp_type, lambda text, is_const: text + "*")

    text = ""
    for name, comment in headers.opaque.items():
        text += csharp_comment(comment, "    ") + "    public struct %s\n    {\n    }\n\n" % title(name[4:])
    for name, (comment, fields) in headers.structs.items():
        if name not in CSHARP_OWN:
            text += csharp_struct(name, comment, fields, written, tuple(headers.opaque), csharp_makers(name, fields, description))
    own = " An agent is no candidate of its own if the position columns of both are the same, or if self says so."

    def argument(of):  # Burst takes no structs by value
        by_name = {"status": "Status", "word": "Word"} if not of.pointers else {}
        return "UIntPtr" if of.base == "size_t" and not of.pointers else by_name.get(of.name) or written(of)

    text += "    public static unsafe partial class Native\n    {\n"
    checked = ""
    for name, returns, takes in headers.functions_of(description):
        call = calls.get(re.sub("^way_(make_)?", "", name))
        if call:
            is_search = stem(call["name"]) in ("choose", "neighbours", "avoid")
            text += csharp_comment("%s.%s %s" % (call["summary"], own if is_search else "", call["source"]), "        ")
        text += "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n"
        text += "        public static extern %s %s(%s);\n" % (argument(returns), name, ", ".join(
            "%s %s" % (argument(of), word(RENAMED.get(of.name, of.name))) for of in takes))
        if "size_t" in [of.base for of in takes if not of.pointers]:  # the same with counts that are ints
            counts, returned = "UIntPtr" == argument(returns), argument(returns).replace("UIntPtr", "int")
            rows = "row" in [of.name for of in takes]  # a row is also a uint, and NoTarget is one
            for number in ("int", "uint") if rows else ("int",):
                text += "        public static %s %s(%s) => %s%s(%s);\n" % (returned, name, ", ".join(
                    "%s %s" % (argument(of).replace("UIntPtr", number if of.name == "row" else "int"), word(RENAMED.get(of.name, of.name))) for of in takes),
                    "(Size)" * counts, name, ", ".join(
                        ("(UIntPtr)unchecked((uint)%s)" if of.name == "row" else "((Size)%s).value" if argument(of) == "UIntPtr" else "%s") %
                        word(RENAMED.get(of.name, of.name)) for of in takes))
        if call and returns.base == "way_result" and takes[0].base == "way_%s_in" % call.get("columns", call["name"]):
            checked += csharp_checked(call, name, takes, calls, headers)
    checked += "".join(csharp_check(b, True) for b in description["behaviours"])
    checked += "".join(csharp_check(call, False) for call in structs(description["calls"]))
    return text + "    }\n\n    public static unsafe partial class Way\n    {\n" + checked.rstrip("\n") + "\n    }\n\n"


CSHARP_TARGETS = """
        /// <summary>Chaser i has the runner in row target[i]. Throws if `target` has fewer than `count` elements.</summary>
        public static Batch Of(int count, WholeColumn target, int runner_count)
        {
            if (target.length < count) throw new ArgumentException("target has fewer elements than there are agents");
            var batch = Of(count);
            batch.targets = new Targets { row = target, runner_count = runner_count };
            return batch;
        }
"""


def csharp_masks(inputs):
    """Returns the bits of the columns of runners, of agents, and of the positions of agents and of runners."""
    axes = axes_of(inputs)
    is_one = [lambda c: c["side"] == "runner", lambda c: c["side"] == "chaser"]
    is_one += [lambda c, k=k: c["name"] in [pair[k] for pair in axes] for k in (0, 1)]
    masks = ["0x%xu" % sum(1 << k for k, c in enumerate(inputs) if of(c)) for of in is_one]
    return masks[0], masks[1], ", ".join(masks[2:])


def csharp_own(kind, inputs):
    """Returns the numbers of the agents' columns that an avoidance reads for missing columns of runners, and of these."""
    names = [c["name"] for c in inputs]
    return [(names.index(own), names.index(of)) for of, own in OWN_OF_RUNNERS.items() if kind == "avoid" and of in names]


def csharp_check(call, is_behaviour):
    """Returns the check of a call's inputs, and for a behaviour that of all its arguments."""
    name, inputs = call["name"], call["inputs"]
    runners, agents, places = csharp_masks(inputs)
    return ("        /// <summary>For debug builds: returns null, or a column and a sentence. Compares the lengths of inputs with counts, and finds\n"
            "        /// likely mistakes that no call can refuse. `runner_count` is 0 for a behaviour without targets.</summary>\n"
            "        public static string Check(%sIn input, int count, int runner_count = 0) => Check(\"%s\", &input, %s);\n" % (
        title(name), name, ", ".join([str(len(inputs)), str(is_behaviour).lower(), agents, runners, places, "count", "runner_count"] +
                                     ["%d, %d" % pair for pair in csharp_own(stem(name), inputs)]))) + is_behaviour * (
            "        /// <summary>The same for all arguments of a call. Also finds an agent that is its own target, and an output that is no position,\n"
            "        /// but is written over one.</summary>\n"
            "        public static string Check(%sIn input, %sOut output, Batch batch) => Check(\"%s\", &input, %d, &output, %d, %s, %s, 0x%xu, batch);\n" % (
                title(name), title(name), name, len(inputs), len(call["outputs"]), runners, places,
                sum(1 << k for k, c in enumerate(call["outputs"]) if not c.get("axis"))))


def csharp_checked(call, name, takes, calls, headers):
    """Returns a call that compares the lengths of columns and throws for every result other than Ok."""
    columns, kind = calls[call.get("columns", call["name"])], stem(call["name"])
    i, o = columns["inputs"], columns["outputs"]
    runners, agents, places = csharp_masks(i)
    own_of_runners = csharp_own(kind, i)

    def mask(columns, of):
        return "0x%xu" % sum(1 << k for k, c in enumerate(columns) if of(c))

    how, has, before, after, passed, arguments = "", [], "", "", [], []
    for of in takes:
        arg, type_ = word(RENAMED.get(of.name, of.name)), csharp_type(of)
        is_set = of.base in headers.structs and of.pointers == [False]  # options that the call writes: it writes a copy
        arguments.append("%s%s %s" % ("ref " * is_set, "int" if type_ == "Size" else type_, arg) if of.base not in headers.opaque
                         else "%s* %s" % (type_, arg))
        passed.append("((Size)%s).value" % arg if type_ == "Size" else arg if of.base in headers.opaque else "&" + "own_" * is_set + arg)
        if of.base in headers.structs:
            fields_of = [field.name for field in headers.structs[of.base][1]]
            how, has = (how, has) if how else ("own_" * is_set + arg, fields_of)
            before += "            var own_%s = %s;\n" % (arg, arg) if is_set else ""
            before += "            %s.fault = &fault;\n" % passed[-1][1:] if "fault" in fields_of else ""
            after += "            own_%s.fault = %s.fault;\n" % (arg, arg) if is_set and "fault" in fields_of else ""
            after += "            %s = own_%s;\n" % (arg, arg) if is_set else ""
    all_outputs, elements = mask(o, lambda c: True), mask(i, lambda c: c["side"] == "element")
    lines = []
    if kind == "crowd":
        lines.append("lengths.Runners(%s, runner_count);" % runners)
    elif how == "batch":
        lines.append("lengths.Agents(ref batch, %s, %s);" % (runners, places))
    else:
        lines += ["lengths.Count(\"%s\", %s.%ss, %s.%s_count);" % (of, how, of, how, of)
                  for of in ("wall", "triangle") if of + "_count" in has]
        lines.append("long rows = lengths.Rows(%s, %s, %s.count, %s);" % (
            "%s.chaser_parts.first == null ? %s : 0" % (how, agents) if "chaser_parts" in has else agents,
            how + ".first" if "first" in has else "0", how, how + ".index" if "index" in has else "new Items<uint>()"))
        many, each = (lambda c: False), "1"  # the outputs that do not have one element for each agent
        if kind == "choose":
            many, each = (lambda c: c["ranks"] > 1), "Math.Max(1, %s.best)" % how
        elif kind in ("waypoints", "conflicts"):
            many = (lambda c: c["name"] != "status")
        many, one = mask(o, many), mask(o, lambda c: not many(c))
        has_parts = "chaser_parts" in has
        own = ["lengths.Inputs(%s, %s);" % (agents, how + ".agent_count" if kind == "conflicts" else "rows")]
        if kind == "neighbours":
            own += ["lengths.Option(\"status\", neighbours.status.raw, neighbours.status.length, rows);"]
        elif kind in ("waypoints", "conflicts"):
            own += ["lengths.Outputs(%s, %s.capacity);" % (many, how), "lengths.Outputs(%s, rows);" % one]
        else:
            own += ["lengths.Outputs(%s, rows * %s);" % (many, each)] * (kind == "choose") + ["lengths.Outputs(%s, rows);" % one]
        if kind in ("choose", "avoid", "cast", "sweep", "follow", "neighbours"):
            own.append("lengths.Reads(%s, rows, %s, %s);" % (
                agents, runners if "runner_count" in has else "0", how + ".runner_count" if "runner_count" in has else "0"))
            if kind == "neighbours":
                own.append("lengths.Apart(\"status\", 0, neighbours.status.raw, lengths.first, rows, true);")
            else:
                own += ["lengths.Apart(%s, rows, %s);" % (many, each)] * (kind == "choose") + ["lengths.Apart(%s, rows, 1);" % one]
        if kind != "neighbours":
            written = {"choose": "lengths.first * %s, rows * %s" % (each, each), "waypoints": "0, %s.capacity" % how}
            own.append("lengths.Distinct(%s, %s, rows);" % (many, written.get("waypoints" if kind == "conflicts" else kind, "0, 0")))
        if has_parts:
            lines += ["if (%s.chaser_parts.first == null)\n            {\n                %s\n            }" % (
                how, "\n                ".join(own)),
                "else lengths.Choosers(%s.chaser_parts, %s.chaser_part_count, %s, rows, %s.index.first != null, %s, %s, %s);" % (
                    how, how, agents, how, str(kind == "neighbours").lower(), many, each)]
        else:
            lines += own
        if "offset" in has and kind != "assign":
            lines.append("lengths.Holds(\"offset\", %s.offset, %s.count + 1L);" % (how, how))
        if kind == "neighbours":
            lines += ["lengths.Holds(\"offset\", neighbours.offset, choice.count + 1L);"]
            lines += ["lengths.Holds(\"%s\", neighbours.%s, neighbours.capacity);" % (of, of) for of in ("list", "rows", "squares", "seen")]
            lines += ["lengths.Apart(\"%s\", neighbours.%s, %s, %s);" % (of, of, count, width) for of, count, width in (
                ("offset", "choice.count + 1L", "IntPtr.Size"), ("list", "neighbours.capacity", "8"), ("rows", "neighbours.capacity", "4"),
                ("squares", "neighbours.capacity", "4"), ("seen", "neighbours.capacity", "4"))]
        if kind == "assign":
            lines.append("long elements = how.offset.first != null ? lengths.Offsets(\"offset\", how.offset, how.count)"
                         " : (long)how.count * (how.each > 0 ? how.each : how.runner_count);".replace("how.", how + "."))
            lines.append("lengths.Inputs(%s, elements);" % elements)
            lines.append("lengths.Choosers(%s.count);" % how)
        if "bytes" in has:
            lines.append("lengths.Memory(%s.memory, %s.bytes);" % (how, how))
        if kind == "follow":
            lines.append("if (%s.field != null) lengths.Grid(%s.field, \"field.\", true);" % (how, how))
        if "neighbours" in has:
            lines.append("if (%s.neighbours != null) lengths.Lists(%s.neighbours, %s.count);" % (how, how, how))
        if "runner_count" in has:
            crowds = [how + "." + of for of in ("crowd2d", "crowd3d") if of in has]
            read = ["lengths.Runners(%s, %s.runner_count);" % (runners, how)]
            if crowds and kind not in ("avoid", "cast"):  # then 0 is the number of the crowd, and only radii are read
                radius = mask(i, lambda c: c["name"] == "runner_radius")
                read = ["lengths.Runners(%s && %s.runner_count == 0 ? %s : %s, %s.runner_count);" % (
                    "(%s)" % " || ".join(of + " != null" for of in crowds), how, radius, runners, how)]
            own = ["%d, %d" % pair for pair in own_of_runners]
            if has_parts:
                lines.append("if (%s.runner_parts.first == null) %s\n            else lengths.Candidates(%s.runner_parts, %s.runner_part_count, %s);" % (
                    how, read[0], how, how, ", ".join([runners, places] + own)))
            else:
                lines += read
            parts = "if (%s) " % " && ".join(how + ".%s.first == null" % of for of in ("chaser_parts", "runner_parts")) if has_parts else ""
            lines += ["%slengths.Part(%s, %s);" % (parts, agents, places)]
            lines += ["%slengths.Own(%s, %d, %d, %s.runner_count);" % (parts, places, own, runner, how) for own, runner in own_of_runners]
    text = csharp_comment("%s. %s" % (call["summary"], call["source"]), "        ")
    text += "        public static void %s(%s)\n        {\n            byte* fault = null;\n" % (title(name[4:]), ", ".join(arguments))
    text += before + "            var lengths = new Lengths(\"%s\", \"%s\", &input, %d, %s);\n" % (
        name[4:], columns["name"], len(i), "&output, %d" % len(o) if takes[1].base.endswith("_out") else "null, 0")
    text += "".join("            %s\n" % line for line in lines)
    text += "            Result result = Native.%s(%s);\n" % (name, ", ".join(passed)) + after
    text += "            Lengths.End(\"%s\", result, fault);\n        }\n\n" % name[4:]
    if kind == "crowd":  # the same for several tables
        text += """        /// <summary>Builds a crowd of the candidates of `choice.runner_parts`.</summary>
        public static void %sOfParts(Choice choice, %s* crowd, int bytes)
        {
            byte* fault = null;
            choice.fault = &fault;
            var none = new %sIn();
            new Lengths("%s_of_parts", "%s", &none, %d, null, 0).Candidates(choice.runner_parts, choice.runner_part_count, %s, %s);
            Result result = Native.%s_of_parts(&choice, crowd, bytes);
            Lengths.End("%s_of_parts", result, fault);
        }

""" % (title(name[4:]), title(call["name"]), title(columns["name"]), name[4:], columns["name"], len(i), runners, places, name, name[4:])
    return text


def csharp_call_test(call):
    return "".join("        Columns<%s%s>(\"way_%s_%s\");\n" % (title(call["name"]), suffix, call["name"], suffix.lower())
                   for suffix in ("In", "Out"))


def csharp_test(b):
    return "        Check<%sIn, %sOut>(\"%s\", sizeof(%sAgent), sizeof(%sAnswer),\n" % (
        (title(b["name"]),) * 2 + (b["name"],) + (title(b["name"]),) * 2) + \
        "            (input, output, batch) => Native.way_%s((%sIn*)input, (%sOut*)output, (Batch*)batch),\n" % (
            b["name"], title(b["name"]), title(b["name"])) + \
        "            (input, output, batch) => { Way.%s(*(%sIn*)input, *(%sOut*)output, *(Batch*)batch); return Result.Ok; });\n" % (
            (title(b["name"]),) * 3)


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
        body = rust_sys_declared(description) + body + "".join(rust_sys_call(call) for call in structs(calls))
    elif what == "rust-test":
        body += rust_layout_test(description)
    elif what == "rust":
        body = rust_named(body + "".join(rust_call(call, calls) for call in calls))
    elif what == "csharp":
        body = csharp_declared(description) + body + "".join(csharp_call(call) for call in structs(calls))
    elif what == "csharp-test":
        body += "".join(csharp_call_test(call) for call in structs(calls))
        body += "".join("        Layout<%s>(\"%s\");\n" % ("RawTargets" if name == "way_targets" else title(name[4:]), name) for name in Headers().structs
                        if name in description["types"] and name not in CSHARP_OWN)
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
