"""Conan 2's recipe, which builds the checkout that has this file: conan create packaging/conan"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Waylay(ConanFile):
    name = "waylay"
    license = "MIT"
    description = "How to meet, chase and hit, for many agents per call, with the same bits on every machine"
    topics = ("games", "simd", "interception", "pursuit")
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "behaviours": ["ANY"]}
    default_options = {"shared": False, "fPIC": True, "behaviours": ""}

    def set_version(self):
        base = load(self, os.path.join(self.recipe_folder, "../../include/waylay/base.h"))
        self.version = re.search(r'WAY_VERSION_STRING "([^"]*)"', base)[1]

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, "../..")
        for folder in ("include", "src", "cmake"):
            copy(self, folder + "/*", tree, self.export_sources_folder)
        for file in ("CMakeLists.txt", "LICENSE"):
            copy(self, file, tree, self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def layout(self):
        cmake_layout(self)

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.16]")

    def requirements(self):
        self.requires("simde/0.8.2", visible=False, libs=False)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["WAYLAY_BUILD_CLI"] = False
        toolchain.cache_variables["WAYLAY_BUILD_EXAMPLES"] = False
        toolchain.cache_variables["WAYLAY_BEHAVIOURS"] = str(self.options.behaviours)
        toolchain.cache_variables["SIMDE_INCLUDE_DIR"] = self.dependencies["simde"].cpp_info.includedirs[0]
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["waylay"]
        self.cpp_info.set_property("cmake_file_name", "waylay")
        self.cpp_info.set_property("cmake_target_name", "waylay::waylay")
        self.cpp_info.set_property("pkg_config_name", "waylay")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
        if self.settings.os == "Windows" and self.options.shared:
            self.cpp_info.defines = ["WAY_USE_SHARED"]
