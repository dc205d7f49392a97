# This toolchain file builds for AArch64 Linux on another machine, and runs the programs with qemu. Debian
# packages: gcc-aarch64-linux-gnu, g++-aarch64-linux-gnu, qemu-user. With clang: -DCMAKE_C_COMPILER=clang-19
# -DCMAKE_CXX_COMPILER=clang++-19.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

if(NOT DEFINED CMAKE_C_COMPILER)
    set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
endif()
if(NOT DEFINED CMAKE_CXX_COMPILER)
    set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu) # clang needs the target; each gcc has only one
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)

# CMake finds programs on this machine, but headers, libraries and packages only in the target's folder.
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
