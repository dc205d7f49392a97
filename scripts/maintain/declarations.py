"""Reads the structs, enums and functions that the public headers declare, for bindings.py."""
import re

HEADERS = ("base", "pursuit", "bounce", "ballistics", "formation", "choose", "neighbours", "avoid", "assign",
           "field")
COMMENT = r"/\*(?:(?!\*/).)*\*/"
FIELD = re.compile(r"\s*(%s)?\s*((?:const )?\w+) ([^;]*?);[ \t]*(%s)?" % (COMMENT, COMMENT), re.S)


def words(comment):
    """Returns the words of a C comment, which may have several lines."""
    return " ".join(comment.strip("/* \n").split())


class Declared:
    """A field or an argument: its name, its type without const and asterisks, and for each asterisk whether
    what it points to is const: `const char **fault` has "char" and [True, False]."""

    def __init__(self, base, name, comment=""):
        stars = name.count("*")
        self.name, self.base, self.comment = name.strip(" *"), base.replace("const ", ""), comment
        self.pointers = [base.startswith("const ") and k == 0 for k in range(stars)]

    def written(self, types, pointer):
        """Returns the type in another language: the names of `types`, and `pointer(text, is_const)`."""
        text = types(self)
        for is_const in self.pointers:
            text = pointer(text, is_const)
        return text


class Headers:
    def __init__(self):
        text = "".join(open("include/waylay/%s.h" % name).read() for name in HEADERS)
        text = text.replace("WAY_ALIGNED_8 ", "")
        self.enums = re.findall(r"typedef enum (\w+) ", text)
        about = r"(%s\n)?typedef struct (\w+) " % COMMENT
        self.opaque = {name: words(comment) for comment, name in re.findall(about + r"\2;", text, re.S)}
        # the structs that are not columns, agents or answers of one call
        self.structs = {
            name: (words(comment), [
                Declared(base, one, (words(before) + " " + words(after)).strip())
                for before, base, names, after in FIELD.findall(body) for one in names.split(",")])
            for comment, name, body in re.findall(about + r"\{(.*?)\n\} \2;", text, re.S)
            if name == "way_column_out" or not re.search("_(in|out|agent|answer)$", name)}
        text = re.sub(COMMENT, "", text, flags=re.S)
        one = re.compile(r"\s*((?:const )?\w+)\s+(\**\w+)")
        self.functions = [  # (name, what it returns, arguments)
            (name, Declared(returns, stars),
             [Declared(*one.match(argument).groups()) for argument in takes.split(",") if takes != "void"])
            for returns, stars, name, takes in re.findall(
                r"WAY_API ((?:const )?\w+) (\**)(\w+)\(([^)]*)\);", text)]

    def functions_of(self, description):
        """Returns the functions of a library that lacks some behaviours: those whose columns it has."""
        names = {b["name"] for b in description["behaviours"] + description["calls"]} | {"column"}
        for function in self.functions:
            of = [re.fullmatch(r"way_(\w+)_(?:in|out|agent|answer)", takes.base) for takes in function[2]]
            if all(match is None or match[1] in names for match in of):
                yield function
