# SPDX-License-Identifier: Apache-2.0
#
# For the scripts beside this: NAME.sh CMAKE BUILD [WORD...]. A copy of what is
# installed, in a prefix that nobody knew when it was built, and the project in
# project/, built with it.
set -eu
cmake=$1 build=$2
shift 2
project=$(cd "$(dirname "$0")" && pwd)/project
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C
unset CC CXX CFLAGS CXXFLAGS LDFLAGS HOCKET_CC HOCKETCC_FLAGS
unset CMAKE_GENERATOR CMAKE_BUILD_TYPE CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
prefix="$dir/some where"
made="$dir/made here"

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

skip() {
  printf 'not tried: %s\n' "$*"
  exit 77
}

has() {
  command -v "$1" > /dev/null
}

install_copy() {
  DESTDIR="$dir/stage" "$cmake" --install "$build" --prefix /p > "$dir/log"
  mv "$dir/stage/p" "$prefix"
}

# configure WORD...: the project, afresh but for keep=yes; what CMake says is in
# $dir/said.
configure() {
  [ -n "${keep:-}" ] || rm -rf "$made"
  "$cmake" -S "$project" -B "$made" -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_PREFIX_PATH=$prefix" "$@" > "$dir/said" 2>&1
}

must_configure() {
  configure "$@" || fail "$(cat "$dir/said")"
}

must_build() { # the options of cmake --build
  "$cmake" --build "$made" "$@" > "$dir/said" 2>&1 || fail "$(cat "$dir/said")"
}

# expect FILE TEXT: the program prints that. EMULATOR: what runs it.
expect() {
  found=$(${emulator:-} "$made/$1") || fail "$1 fails: $found"
  [ "$found" = "$2" ] || fail "$1 prints '$found' instead of '$2'"
}

is_parallel() {
  nm "$made/$1" | grep -q __hocket_run || fail "$1 is sequential"
}

is_sequential() {
  if nm "$made/$1" | grep -q __hocket_run; then fail "$1 is parallel"; fi
}

carries_unit() {
  objdump -h "$made/$1" 2> /dev/null | grep -q '\.hocket\.unit'
}

# does_nothing: a second build has nothing to link.
does_nothing() {
  "$cmake" --build "$made" -v "$@" > "$dir/said" 2>&1
  if grep -q hocketcc "$dir/said"; then fail "built again: $(cat "$dir/said")"; fi
}
