# Makes a program from the examples in the public headers. An example is a run of comment lines that are indented by
# seven columns or more. The condition behind // must hold after its line.

FNR == 1 { file = FILENAME; sub(/.*\//, "", file) }
/^\/\*/ { comment = 1 }
comment && /^       / {
    if (!inside) {
        print "static void example_" ++count "(void) {"
        inside = 1
    }
    code = $0
    sub(/ \*\/$/, "", code)
    holds = ""
    if (at = index(code, "; // ")) {
        holds = substr(code, at + 5)
        code = substr(code, 1, at)
    }
    print code
    if (holds) print "    MUST_HOLD(" holds ", \"" file ":" FNR "\");"
}
inside && (!/^       / || /\*\/$/) { print "}"; inside = 0 }
/\*\/$/ { comment = 0 }
BEGIN {
    print "#include <stdio.h>\n#include <stdlib.h>\n#include \"waylay/waylay.h\"\nstatic int failed;"
    print "#define MUST_HOLD(what, where) \\"
    print "    if (!(what)) failed = 1, printf(\"%s: not so: %s\\n\", where, #what)"
}
END {
    print "int main(void) {"
    for (k = 1; k <= count; k++) print "    example_" k "();"
    print "    printf(\"%d examples\\n\", " count ");\n    return failed || " count " < 40;\n}"
}
