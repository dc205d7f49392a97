"""Builds the wheel of waylay for one platform. Needs only Python's standard library.

usage: python3 build_wheel.py LIBRARY FOLDER [--platform TAG] [--describe FILE]

LIBRARY is the shared library to put into the wheel. Writes the wheel to FOLDER as
waylay-VERSION-py3-none-TAG.whl, and prints its path. The default TAG is the one of this machine. On Linux it
is manylinux_2_N, where N is the glibc version of the newest symbol that the library uses. For the library of
another machine, give the tag, and a file with the text of way_describe_json() of the same version of waylay.
Equal inputs give equal bytes.
"""

import argparse
import base64
import ctypes
import hashlib
import importlib
import json
import os
import platform
import re
import sys
import types
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def describe(library, file):
    if file:
        with open(file, encoding="utf-8") as text:
            return json.load(text)
    function = ctypes.CDLL(os.path.abspath(library)).way_describe_json
    function.restype = ctypes.c_char_p
    return json.loads(function().decode("utf-8"))


def tag_of(library):
    machine = platform.machine().lower()
    if sys.platform == "win32":
        return {"amd64": "win_amd64", "arm64": "win_arm64"}[machine]
    if sys.platform == "darwin":
        return f"macosx_11_0_{machine}"
    with open(library, "rb") as file:
        needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)(?=[.\0])", file.read())]
    if not needed:
        return f"linux_{machine}"
    return f"manylinux_2_{max(17, *needed)}_{machine}"  # all installers know 17 and later versions


def library_name(tag):
    return "waylay.dll" if tag.startswith("win") else "libwaylay.dylib" if tag.startswith("macosx") else "libwaylay.so"


def stubs(description):
    """Makes the type stubs with the package's modules for texts. Imports only these modules, because they
    need no library."""
    package = sys.modules["waylay_texts"] = types.ModuleType("waylay_texts")
    package.__path__ = [os.path.join(HERE, "waylay")]
    text = importlib.import_module("waylay_texts._text")
    return text.stubs(description) + importlib.import_module("waylay_texts._choosing_text").stubs(description)


METADATA = """Metadata-Version: 2.1
Name: waylay
Version: {version}
Summary: Where to go to meet it, and when: interception, pursuit, ballistics, bounces and formations for many agents per call
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.20
Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3
Description-Content-Type: text/markdown

{page}"""

WHEEL = """Wheel-Version: 1.0
Generator: waylay
Root-Is-Purelib: false
Tag: py3-none-{tag}
"""


def contents(library, description, tag):
    """Yields the files of the wheel as (path, bytes), in the order of the wheel."""
    folder = os.path.join(HERE, "waylay")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                yield f"waylay/{name}", file.read()
    yield "waylay/__init__.pyi", stubs(description).encode("utf-8")
    yield "waylay/py.typed", b""
    with open(library, "rb") as file:
        yield f"waylay/{library_name(tag)}", file.read()
    info = f"waylay-{description['version']}.dist-info"
    with open(os.path.join(HERE, "..", "..", "LICENSE"), "rb") as file:
        yield f"{info}/LICENSE", file.read()
    with open(os.path.join(HERE, "..", "..", "docs", "python.md"), encoding="utf-8") as file:
        yield f"{info}/METADATA", METADATA.format(version=description["version"], page=file.read()).encode("utf-8")
    yield f"{info}/WHEEL", WHEEL.format(tag=tag).encode("utf-8")


def write(path, info, files):
    record = []
    with zipfile.ZipFile(path, "w") as wheel:

        def add(name, data):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if re.search(r"\.(so|dylib|dll)$", name) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)

        for name, data in files:
            add(name, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")
            record.append(f"{name},sha256={digest},{len(data)}\n")
        add(f"{info}/RECORD", "".join(record) + f"{info}/RECORD,,\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("folder")
    parser.add_argument("--platform")
    parser.add_argument("--describe")
    options = parser.parse_args()
    description = describe(options.library, options.describe)
    tag = options.platform or tag_of(options.library)
    os.makedirs(options.folder, exist_ok=True)
    path = os.path.join(options.folder, f"waylay-{description['version']}-py3-none-{tag}.whl")
    write(path, f"waylay-{description['version']}.dist-info", contents(options.library, description, tag))
    print(path)


if __name__ == "__main__":
    main()
