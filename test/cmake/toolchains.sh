#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A whole project with an installed toolchain file.
#   toolchains.sh CMAKE BUILD CHIP [TRIPLE EMULATOR]
. "$(dirname "$0")/lib.sh"
chip=$1 triple=${2:-}
if [ -n "$triple" ]; then
  has "$triple-gcc" || skip "no $triple-gcc"
  [ -f "$build/lib/$triple/libhocket.a" ] || skip "no $triple-gcc when this was built"
  emulator="$3 -L /usr/$triple"
fi
install_copy
file="$prefix/share/hocket/cmake/hocket-$chip.cmake"

must_configure --toolchain "$file" -DCALL=app
must_build
grep -q 'set(CMAKE_C_COMPILER_ID "GNU")' "$made"/CMakeFiles/*/CMakeCCompiler.cmake ||
  fail "CMake does not see gcc"
is_parallel app
# Here all that the project links.
is_parallel plain
does_nothing
[ "$(nm "$made/cores" | grep -c ' hk_cores$')" = 1 ] || fail "no libhocket for the chip"
if [ -n "$triple" ]; then
  "$triple-objdump" -f "$made/app" > "$dir/said" || fail "app is not for $triple"
fi
if [ -z "$triple" ] || has "$3"; then
  expect app "lamps: 399998"
  expect plain "plain: 200000"
  expect cores "cores: 1"
  # ctest runs the programs by itself, in qemu-user where that is needed.
  ctest=$(dirname "$cmake")/ctest
  (cd "$made" && "$ctest" > "$dir/said") || fail "$(cat "$dir/said")"
fi

# A spec and a compiler of one's own, with the file that the others include.
[ "$chip" = rpi4 ] || exit 0
cp "$prefix/share/hocket/soc-specs/$chip.yaml" "$dir/mine.yaml"
must_configure --toolchain "$prefix/share/hocket/cmake/HocketToolchain.cmake" \
  "-DHOCKET_SOC=$dir/mine.yaml" "-DHOCKET_TRIPLE=$triple" \
  "-DHOCKET_CC=$(command -v "$triple-gcc")" -DCALL=app
must_build -t app
is_parallel app
