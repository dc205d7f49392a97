# waylay_sources(TARGET) adds the library's sources and their flags to a target. Only this file lists them.
# Tests that replace some sources use waylay_compile_as(TARGET), which sets the flags alone, and
# waylay_kernels(TARGET ISA), which adds the kernels of one instruction set.

set(WAY_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/../src)
set(WAY_ENTRIES ${CMAKE_CURRENT_BINARY_DIR}/entries)

# SIMDe's headers are found as a package or in SIMDE_INCLUDE_DIR, or are fetched. With
# -DFETCHCONTENT_SOURCE_DIR_SIMDE=FOLDER, the copy in FOLDER is used in place of a fetched one.
option(WAYLAY_FETCH_SIMDE "Fetch SIMDe's headers instead of looking for them" OFF)
if(WAYLAY_FETCH_SIMDE)
    include(FetchContent)
    # SOURCE_SUBDIR is a folder without CMakeLists.txt, so that only the headers are used.
    FetchContent_Declare(simde GIT_REPOSITORY https://github.com/simd-everywhere/simde
                               GIT_TAG 71fd833d9666141edcd1d3c109a80e228303d8d7 # 0.8.2
                               SOURCE_SUBDIR simde)
    FetchContent_MakeAvailable(simde)
    set(SIMDE_INCLUDE_DIR ${simde_SOURCE_DIR})
else()
    find_path(SIMDE_INCLUDE_DIR simde/x86/sse2.h)
    mark_as_advanced(SIMDE_INCLUDE_DIR)
endif()
if(NOT SIMDE_INCLUDE_DIR)
    message(FATAL_ERROR "waylay needs the SIMDe headers to build (Debian and Ubuntu: libsimde-dev). "
                        "Elsewhere: -DSIMDE_INCLUDE_DIR=/path/that/holds/simde/x86/sse2.h's/simde, "
                        "or -DWAYLAY_FETCH_SIMDE=ON")
endif()

# The answers' bits depend on the first two flags: no fused operations, and no fast-math.
set(WAY_FLAGS -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math)

# clang-cl ignores gcc's options unless they have this prefix.
set(WAY_GCC)
if(CMAKE_C_COMPILER_ID STREQUAL Clang AND CMAKE_C_COMPILER_FRONTEND_VARIANT STREQUAL MSVC)
    set(WAY_GCC /clang:)
    list(TRANSFORM WAY_FLAGS PREPEND ${WAY_GCC})
endif()

# Kernels are optimised in every build type, also in Debug. Without optimisation, a kernel of gcc or clang
# takes 16 times the time and up to 870 KB of stack. A source's options come after the build type's, and the
# last -O wins. This works for compilers with gcc's options, but not for cl, whose /RTC1 in Debug forbids /O2.
option(WAYLAY_DEBUG_KERNELS "Compile the kernels, too, as the build type says: without optimisation in Debug" OFF)
set(WAY_OPTIMISED)
if(NOT WAYLAY_DEBUG_KERNELS)
    set(WAY_OPTIMISED $<$<NOT:$<OR:$<CONFIG:Release>,$<CONFIG:RelWithDebInfo>,$<CONFIG:MinSizeRel>>>:${WAY_GCC}-O3>)
endif()

# emulated16 is 16 lanes in plain C. Above -O1 its kernels take minutes to compile. -Wno-psabi turns off gcc's
# notes on how it passes vectors that the machine lacks.
set(WAY_ISA_FLAGS_emulated16 -Wno-psabi -O1)
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" WAY_PROCESSOR)
if(NOT WAY_PROCESSOR) # the toolchain names no processor: test for x86-64, whose kernels need flags
    include(CheckCSourceCompiles)
    check_c_source_compiles("#if !defined(__x86_64__)\n#error\n#endif\nint main(void) { return 0; }" WAY_IS_X86_64)
    if(WAY_IS_X86_64)
        set(WAY_PROCESSOR x86_64)
    endif()
endif()
set(WAY_ISA_FLAGS_avx2 -mavx2)
set(WAY_ISA_FLAGS_avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512)
# WAY_ISA_FILES lists the instruction sets that this target can have. The files of other instruction sets
# would be empty.
if(APPLE) # one build can be for two processors, so the x86 flags apply to x86-64 only
    set(WAY_PROCESSORS ${WAY_PROCESSOR} ${CMAKE_OSX_ARCHITECTURES})
    if(CMAKE_OSX_ARCHITECTURES)
        list(REMOVE_AT WAY_PROCESSORS 0)
    endif()
    set(WAY_ISA_FILES scalar)
    if("x86_64" IN_LIST WAY_PROCESSORS)
        list(APPEND WAY_ISA_FILES sse2 avx2 avx512)
    endif()
    if("arm64" IN_LIST WAY_PROCESSORS)
        list(APPEND WAY_ISA_FILES neon)
    endif()
    foreach(isa avx2 avx512)
        list(TRANSFORM WAY_ISA_FLAGS_${isa} REPLACE "^(-m.+)$" "-Xarch_x86_64;\\1")
    endforeach()
elseif(WAY_PROCESSOR MATCHES "^(x86_64|amd64)$")
    set(WAY_ISA_FILES scalar sse2 avx2 avx512)
elseif(WAY_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(WAY_ISA_FILES scalar neon)
elseif(EMSCRIPTEN OR WAY_PROCESSOR MATCHES "^wasm") # Emscripten calls its processor x86
    set(WAY_ISA_FILES scalar simd128)
    list(APPEND WAY_FLAGS -msimd128) # on every file, because an engine without SIMD rejects the whole module
else()
    set(WAY_ISA_FILES scalar)
endif()
# On Windows the stack is aligned to 16 bytes, but gcc stores wider vectors there as if it were aligned to 32
# or 64 (gcc bug 54412). AVX2 and AVX-512 kernels are built only if the assembler can use unaligned moves
# instead.
if((WIN32 OR CYGWIN) AND CMAKE_C_COMPILER_ID STREQUAL GNU AND avx2 IN_LIST WAY_ISA_FILES)
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS "-mavx2 -Wa,-muse-unaligned-vector-move")
    check_c_source_compiles("int main(void) { return 0; }" WAY_HAS_UNALIGNED_MOVES)
    unset(CMAKE_REQUIRED_FLAGS)
    if(WAY_HAS_UNALIGNED_MOVES)
        list(APPEND WAY_FLAGS -DWAY_UNALIGNED_MOVES)
        list(APPEND WAY_ISA_FLAGS_avx2 -Wa,-muse-unaligned-vector-move)
        list(APPEND WAY_ISA_FLAGS_avx512 -Wa,-muse-unaligned-vector-move)
    else()
        list(REMOVE_ITEM WAY_ISA_FILES avx2 avx512)
    endif()
endif()

# WAYLAY_ISAS selects from the instruction sets that this target can have. Plain C (scalar) is always built.
set(WAY_WITHOUT)
set(WAYLAY_ISAS "" CACHE STRING "Tables to build, such as scalar;sse2;avx2; empty: all")
if(WAYLAY_ISAS)
    foreach(isa IN LISTS WAY_ISA_FILES)
        if(NOT isa STREQUAL scalar AND NOT isa IN_LIST WAYLAY_ISAS)
            list(REMOVE_ITEM WAY_ISA_FILES ${isa})
            string(TOUPPER ${isa} upper)
            list(APPEND WAY_WITHOUT WAY_WITHOUT_${upper})
        endif()
    endforeach()
endif()

# Each family of kernels is one file. WAYLAY_BEHAVIOURS selects behaviours, each with its whole family.
set(WAY_REGISTRY ${WAY_SOURCE_DIR}/registry/families.def)
file(STRINGS ${WAY_REGISTRY} WAY_ENTRY_FILES REGEX "^#include ")
list(TRANSFORM WAY_ENTRY_FILES REPLACE "^#include \"(.+)\"" "\\1")
set(WAY_BEGINS)
foreach(file IN LISTS WAY_ENTRY_FILES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${WAY_SOURCE_DIR}/${file})
    # Kernels include a copy of the entries without texts, so that a change of a text recompiles no kernel.
    file(READ ${WAY_SOURCE_DIR}/${file} entries)
    string(REGEX MATCHALL "BEGIN\\([a-z0-9_]+, [a-z0-9_]+," begins "${entries}") # without texts: a semicolon in them would split the list
    list(APPEND WAY_BEGINS ${begins})
    string(REGEX REPLACE ",[ \n]*\"([^\"\\]|\\\\.)*\"" "" entries "${entries}")
    set(before)
    if(EXISTS ${WAY_ENTRIES}/${file})
        file(READ ${WAY_ENTRIES}/${file} before)
    endif()
    if(NOT entries STREQUAL before)
        file(WRITE ${WAY_ENTRIES}/${file} "${entries}")
    endif()
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${WAY_REGISTRY})
set(WAYLAY_BEHAVIOURS "" CACHE STRING "Behaviours to build, such as intercept2d;seek2d; empty: all")
set(WAY_EVERY_FAMILY)
set(WAY_FAMILIES)
set(WAY_EVERY_BEHAVIOUR)
foreach(line IN LISTS WAY_BEGINS)
    string(REGEX REPLACE "^BEGIN\\(([a-z0-9_]+), ([a-z0-9_]+),.*" "\\1;\\2" pair "${line}")
    list(GET pair 0 behaviour)
    list(GET pair 1 family)
    list(APPEND WAY_EVERY_BEHAVIOUR ${behaviour})
    list(APPEND WAY_EVERY_FAMILY ${family})
    if(NOT WAYLAY_BEHAVIOURS OR behaviour IN_LIST WAYLAY_BEHAVIOURS)
        list(APPEND WAY_FAMILIES ${family})
    endif()
endforeach()
foreach(behaviour IN LISTS WAYLAY_BEHAVIOURS)
    if(NOT behaviour IN_LIST WAY_EVERY_BEHAVIOUR)
        message(FATAL_ERROR "waylay: WAYLAY_BEHAVIOURS: no such behaviour: ${behaviour}")
    endif()
endforeach()
list(REMOVE_DUPLICATES WAY_EVERY_FAMILY)
list(REMOVE_DUPLICATES WAY_FAMILIES)
foreach(family IN LISTS WAY_EVERY_FAMILY)
    if(NOT family IN_LIST WAY_FAMILIES)
        string(TOUPPER ${family} upper)
        list(APPEND WAY_WITHOUT WAY_WITHOUT_${upper})
    endif()
endforeach()
# A family's file is in the folder of its public header, such as kernels/pursuit.
set(WAY_KERNEL_FILES)
foreach(family IN LISTS WAY_FAMILIES)
    file(GLOB file ${WAY_SOURCE_DIR}/kernels/*/${family}.c)
    list(APPEND WAY_KERNEL_FILES ${file})
endforeach()

# Sets the options with which the library's files are compiled.
function(waylay_compile_as target)
    set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
                                               C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE ${WAY_FLAGS} -Wall -Wextra -Wpedantic
                                             $<$<BOOL:${WAYLAY_WERROR}>:-Werror>
                                             # -fschedule-insns makes kernels of 4 and 8 lanes 7 % faster in
                                             # the fast precision, and -fsched-pressure another 9 %.
                                             $<$<C_COMPILER_ID:GNU>:-fschedule-insns>
                                             $<$<C_COMPILER_ID:GNU>:-fsched-pressure>
                                             ${WAY_OPTIMISED})
    target_compile_definitions(${target} PRIVATE ${WAY_WITHOUT})
    target_include_directories(${target} PRIVATE ${WAY_SOURCE_DIR} ${WAY_SOURCE_DIR}/../include)
    target_include_directories(${target} SYSTEM PRIVATE ${SIMDE_INCLUDE_DIR})
endfunction()

# Compiles files as an object library NAME, and adds its objects to the target.
function(waylay_objects target name)
    add_library(${name} OBJECT ${ARGN})
    waylay_compile_as(${name})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}>)
    get_target_property(type ${target} TYPE)
    if(WIN32 AND type STREQUAL SHARED_LIBRARY)
        target_compile_definitions(${name} PRIVATE WAY_BUILD_SHARED)
    endif()
endfunction()

# Headers are precompiled, but not if several trees share a compiler cache, because each tree has its own
# precompiled headers. pch_defines in CCACHE_SLOPPINESS means that only one tree uses the cache: see setup.sh.
set(WAY_PRECOMPILES OFF)
set(WAY_PRECOMPILES_WITH)
if(NOT CMAKE_C_COMPILER_LAUNCHER)
    set(WAY_PRECOMPILES ON)
elseif(CMAKE_C_COMPILER_ID STREQUAL GNU AND "$ENV{CCACHE_SLOPPINESS}" MATCHES "pch_defines")
    set(WAY_PRECOMPILES ON)
    set(WAY_PRECOMPILES_WITH -fpch-preprocess)
endif()

# The files with tables of functions, which are compiled for each instruction set, with precision exact only.
set(WAY_TABLE_FILES lanes/movers.c crowd/search_lanes.c crowd/near_lanes.c crowd/range_lanes.c crowd/sight_lanes.c choose/avoid_lanes.c choose/assign_lanes.c
                    choose/cast_lanes.c choose/triangle_lanes.c)
list(TRANSFORM WAY_TABLE_FILES PREPEND ${WAY_SOURCE_DIR}/)

# Adds the kernels of one instruction set. Each family is compiled once per precision.
function(waylay_kernels target isa)
    foreach(precision exact fast)
        set(name ${target}_${isa}_${precision})
        set(tables)
        if(precision STREQUAL exact)
            set(tables ${WAY_TABLE_FILES})
        endif()
        waylay_objects(${target} ${name} ${WAY_KERNEL_FILES} ${tables})
        target_compile_definitions(${name} PRIVATE WAY_ISA=${isa})
        target_compile_definitions(${name} PRIVATE WAY_PRECISION=${precision})
        target_compile_options(${name} PRIVATE ${WAY_ISA_FLAGS_${isa}})
        target_include_directories(${name} BEFORE PRIVATE ${WAY_ENTRIES})
        # The compiler's headers of intrinsics take as long to compile as a small kernel, so precompile them.
        if(isa MATCHES "^(avx|sse)" AND WAY_PRECOMPILES)
            target_precompile_headers(${name} PRIVATE ${WAY_SOURCE_DIR}/lanes/lanes.h)
            target_compile_options(${name} PRIVATE ${WAY_PRECOMPILES_WITH})
        endif()
    endforeach()
endfunction()

# Adds the public functions of each family.
function(waylay_entries target)
    waylay_objects(${target} ${target}_entries ${WAY_KERNEL_FILES})
    target_compile_definitions(${target}_entries PRIVATE WAY_ENTRY ${ARGN})
endfunction()

function(waylay_sources target)
    set(files registry/registry.c registry/library.c registry/describe_json.c call/call.c call/check.c call/check_tables.c call/overlap.c call/parts.c call/plan.c
              call/walk.c call/few.c call/way_check.c call/pack_block.c call/targets.c call/pack_column.c isa/cpu.c registry/calls.c choose/choose.c choose/choosers.c crowd/candidates.c crowd/leaves.c crowd/nodes.c crowd/gather.c crowd/sight.c crowd/spanned.c
              choose/neighbours.c choose/conflicts.c choose/cast.c choose/cast3d.c choose/triangle_flight.c choose/avoid.c choose/avoid_plane.c choose/avoid_space.c choose/avoid_walls.c
              choose/half_planes.c choose/assign.c choose/assign_damage.c choose/assign_limit.c choose/assign_near.c choose/assign_prices.c
              choose/assign_search.c field/field.c field/field_grid.c field/field_search.c field/field_update.c field/follow.c
              field/wall_cells.c kernels/exact_meeting.c
              walls/wall_tree.c walls/triangle_tree.c bodies/bounce_all.c bodies/contacts.c bodies/cells.c bodies/settle.c)
    if(march IN_LIST WAY_FAMILIES)
        list(APPEND files choose/waypoints.c)
    endif()
    list(TRANSFORM files PREPEND ${WAY_SOURCE_DIR}/)
    target_sources(${target} PRIVATE ${files})
    waylay_compile_as(${target})
    waylay_entries(${target})
    foreach(isa IN LISTS WAY_ISA_FILES)
        waylay_kernels(${target} ${isa})
    endforeach()
    if(UNIX) # without optimisation, plain C calls libm's square root
        target_link_libraries(${target} PRIVATE m)
    endif()
    get_target_property(type ${target} TYPE)
    if(WIN32 AND type STREQUAL SHARED_LIBRARY)
        target_compile_definitions(${target} PRIVATE WAY_BUILD_SHARED INTERFACE WAY_USE_SHARED)
    endif()
endfunction()
