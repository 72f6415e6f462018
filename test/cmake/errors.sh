#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What hocket_parallelize says of mistakes, when CMake runs.
. "$(dirname "$0")/lib.sh"
install_copy
project=$dir/project keep=yes
mkdir "$project"
cat > "$project/a.c" << 'END'
int main(void) { return 0; }
END
cp "$project/a.c" "$project/b.cpp"
printf 'name: [\n' > "$project/broken.yaml"

# wrong TEXT CMAKE-LINE...: refused with that text. Line ends do not count.
wrong() {
  said_of no "$@"
}
# warned TEXT CMAKE-LINE...: configured, with that text.
warned() {
  said_of yes "$@"
}
said_of() {
  answer=$1 text=$2
  shift 2
  {
    echo 'cmake_minimum_required(VERSION 3.10)'
    echo 'project(errors C)'
    echo 'find_package(Hocket REQUIRED)'
    echo 'add_executable(app a.c)'
    printf '%s\n' "$@"
  } > "$project/CMakeLists.txt"
  configures=yes
  configure ${flags:+"$flags"} ${flags_of_chip:-} || configures=no
  [ "$configures" = "$answer" ] || fail "$*: configures: $configures: $(cat "$dir/said")"
  tr -s ' \n' ' ' < "$dir/said" | grep -qF -e "$text" ||
    fail "$*: no '$text' in: $(cat "$dir/said")"
}

wrong 'hocket_parallelize(none): there is no such target' 'hocket_parallelize(none)'
wrong 'hocket_parallelize(sys): it is imported' \
  'add_library(sys STATIC IMPORTED)' 'hocket_parallelize(sys)'
wrong 'hocket_parallelize(all2): it compiles nothing' \
  'add_custom_target(all2)' 'hocket_parallelize(all2)'
wrong 'hocket_parallelize(so): shared libraries are linked as they are' \
  'add_library(so SHARED a.c)' 'hocket_parallelize(so)'
wrong 'hocket_parallelize(app): called for this target before' \
  'hocket_parallelize(app)' 'hocket_parallelize(app)'
wrong "hocket_parallelize(app): unknown word 'SPEED': expected SOC, CORES," 'hocket_parallelize(app SPEED fast)'
wrong 'hocket_parallelize(app): CORES: expected a value' 'hocket_parallelize(app CORES)'
wrong 'hocket_parallelize(app): CORES many: expected a number' 'hocket_parallelize(app CORES many)'
wrong 'hocket_parallelize(app): CORES 0: expected a number' 'hocket_parallelize(app CORES 0)'
wrong '--cores=2000: expected at most 1024' 'hocket_parallelize(app CORES 2000)'
wrong 'nosuch: no SoC spec has this name; expected one of a80-optimus, galaxy-s4, generic-4, hikey960, host' \
  'hocket_parallelize(app SOC nosuch)'
wrong 'broken.yaml:' 'hocket_parallelize(app SOC ./broken.yaml)'
wrong "runs programs for armv7-linux-gnueabihf, but" 'hocket_parallelize(app SOC odroid-xu4)'
wrong "--objective=energy: no SoC spec is named" \
  'hocket_parallelize(app OBJECTIVE energy)'
wrong "--objective=deadline: no SoC spec is named" \
  'hocket_parallelize(app OBJECTIVE deadline=2ms)'
wrong 'OBJECTIVE deadline=2: expected time, energy or deadline=TIME' \
  'hocket_parallelize(app OBJECTIVE deadline=2)'
wrong 'OBJECTIVE beauty: expected time, energy or deadline=TIME' 'hocket_parallelize(app OBJECTIVE beauty)'
wrong 'REPORT r.pdf: expected a file name ending in .json or .html' \
  'hocket_parallelize(app REPORT r.pdf)'
wrong 'OPTIONS fast: expected options' 'hocket_parallelize(app OPTIONS fast)'
wrong "hocket_parallelize(lib): 'CORES' is said of a program" \
  'add_library(lib STATIC a.c)' 'hocket_parallelize(lib CORES 2)'
wrong 'hocket_parallelize(lib): it has no C files, and only C is parallelized' \
  'enable_language(CXX)' 'add_library(lib STATIC b.cpp)' 'hocket_parallelize(lib)'

warned 'only C is parallelized; its C++ files stay as they are' \
  'enable_language(CXX)' 'add_executable(cxx b.cpp)' 'hocket_parallelize(cxx)'
warned 'compiled with -flto, and so not parallelized' \
  'set_property(TARGET app PROPERTY INTERPROCEDURAL_OPTIMIZATION ON)' 'hocket_parallelize(app)'
warned "C_COMPILER_LAUNCHER was set later, to 'env', and so the target is not parallelized" \
  'hocket_parallelize(app)' 'set_property(TARGET app PROPERTY C_COMPILER_LAUNCHER env)'
flags=-DCMAKE_BUILD_TYPE=Debug
warned 'compiled without optimization, and so not parallelized' 'hocket_parallelize(app)'
keep=
flags=-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc
if has aarch64-linux-gnu-gcc; then
  warned 'name the chip that the program is for with --soc=NAME' 'hocket_parallelize(app)'
fi

# Toolchain files.
keep=
flags="-DCMAKE_TOOLCHAIN_FILE=$prefix/share/hocket/cmake/HocketToolchain.cmake"
flags_of_chip="-DHOCKET_SOC=rpi4 -DHOCKET_TRIPLE=vax-linux-gnu"
wrong 'there is no vax-linux-gnu-gcc for rpi4' ''
flags_of_chip=
flags="-DCMAKE_TOOLCHAIN_FILE=$prefix/share/hocket/cmake/hocket-host.cmake"
warned "compiler: $prefix/bin/hocketcc" 'message(STATUS "compiler: ${CMAKE_C_COMPILER}")'

# What it can be asked before there is a target.
flags= keep=yes
rm -rf "$made"
wrong "no component 'compiler'" 'find_package(Hocket REQUIRED COMPONENTS compiler)'
wrong 'compatible with requested version "99"' 'find_package(Hocket 99 REQUIRED)'
warned 'compiler: /' \
  'if(NOT Hocket_VERSION VERSION_GREATER_EQUAL 0.1.0 OR NOT EXISTS ${Hocket_COMPILER})' \
  'message(FATAL_ERROR)' 'endif()' 'message(STATUS "compiler: ${Hocket_COMPILER}")'
rm "$prefix/bin/hocketcc"
wrong "there is no $prefix/bin/hocketcc" ''
