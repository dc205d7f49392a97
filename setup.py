"""Builds the shared library with CMake and puts it into the wheel, with the stubs. pyproject.toml has everything else.
The environment's CMAKE_ARGS are given to CMake, as -DWAYLAY_FETCH_SIMDE=ON."""

import os
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "bindings", "python"))
import build_wheel  # noqa: E402

NAMES = ("libwaylay.so", "libwaylay.dylib", "waylay.dll")


def version():
    with open(os.path.join(HERE, "include", "waylay", "base.h"), encoding="utf-8") as file:
        return re.search(r'define WAY_VERSION_STRING "([^"]*)"', file.read()).group(1)


def build_library(folder):
    """The path of the library, built in this folder."""
    options = ["-DBUILD_SHARED_LIBS=ON", "-DWAYLAY_BUILD_CLI=OFF", "-DWAYLAY_BUILD_EXAMPLES=OFF", "-DCMAKE_BUILD_TYPE=Release"]
    subprocess.check_call(["cmake", "-S", HERE, "-B", folder, *options, *shlex.split(os.environ.get("CMAKE_ARGS", ""))])
    subprocess.check_call(["cmake", "--build", folder, "--config", "Release", "--parallel", str(os.cpu_count()), "--target", "waylay"])
    found = [os.path.join(root, name) for root, _, files in os.walk(folder) for name in NAMES if name in files]
    return found[0]


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        library = build_library(os.path.abspath(os.path.join(self.get_finalized_command("build").build_base, "library")))
        target = os.path.join(self.build_lib, "waylay")
        shutil.copy(library, os.path.join(target, os.path.basename(library)))
        with open(os.path.join(target, "__init__.pyi"), "w", encoding="utf-8") as file:
            file.write(build_wheel.stubs(build_wheel.describe(library, None)))
        with open(os.path.join(target, "py.typed"), "w", encoding="utf-8"):
            pass


class PlatformWheel(bdist_wheel):
    """Of one platform, and of every Python 3."""

    def get_tag(self):
        folder = os.path.join(self.bdist_dir, "waylay")
        library = next(os.path.join(folder, name) for name in NAMES if os.path.exists(os.path.join(folder, name)))
        return "py3", "none", build_wheel.tag_of(library)


class Compiled(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel}, distclass=Compiled)
