#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The compiler as it is installed, in a prefix that nobody knew when it was
# built: it compiles, writes per-core C that builds without it, and compiles for
# other machines.
#   installed.sh CMAKE BUILD
set -eu
cmake=$1 build=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
DESTDIR="$dir/stage" "$cmake" --install "$build" --prefix /p > "$dir/log"
prefix="$dir/some where"
mv "$dir/stage/p" "$prefix"
hocketcc="$prefix/bin/hocketcc"
cat > "$dir/sum.c" << 'END'
#include <stdio.h>
static double a[2000000];
int main(void) {
  double sum = 0;
  for (int i = 0; i < 2000000; i++)
    a[i] = i * 0.5;
  for (int i = 0; i < 2000000; i++)
    sum += a[i] > 10 ? 1 : 0;
  printf("%g\n", sum);
  return 0;
}
END
cd "$dir"
expect() { # expect WHAT OUTPUT
  [ "$2" = 1.99998e+06 ] || { echo "$1: '$2'" >&2; exit 1; }
}
is_parallel() {
  nm "$1" | grep -q __hocket_run || { echo "$1 is sequential" >&2; exit 1; }
}

"$hocketcc" --soc=generic-4 -O2 sum.c -o here 2> said
[ ! -s said ] || { cat said >&2; exit 1; }
is_parallel here
expect "compiled" "$(./here)"

"$hocketcc" --soc=generic-4 --emit=out -O2 sum.c -o here
"$cmake" -S out -B made > log && "$cmake" --build made > log
is_parallel made/here
expect "emitted" "$(made/here)"

for pair in aarch64-linux-gnu:qemu-aarch64 arm-linux-gnueabihf:qemu-arm; do
  triple=${pair%:*} qemu=${pair#*:}
  if [ ! -f "$prefix/lib/$triple/libhocket.a" ]; then
    echo "not tried: no $triple-gcc when this was built"
    continue
  fi
  "$hocketcc" --soc=generic-4 --cc="$triple-gcc" --emit="out-$triple" -O2 sum.c -o "for-$triple" 2> said
  [ ! -s said ] || { cat said >&2; exit 1; }
  is_parallel "for-$triple"
  # The sources come along, with a Makefile for those without CMake. (How well
  # they are optimized does not matter here: runtime/cross does that.)
  make -s -C "out-$triple/hocket" CC="$triple-gcc" AR="$triple-ar" ARCH="${triple%%-*}" CFLAGS=-O0 \
    OUT="$dir/lib-$triple" > log
  "$triple-gcc" -O2 -I"out-$triple/hocket/include" "out-$triple/sum.c" -o "made-$triple" "lib-$triple/libhocket.a" -pthread
  command -v "$qemu" > /dev/null || { echo "not run: no $qemu"; continue; }
  expect "for $triple" "$("$qemu" -L "/usr/$triple" "for-$triple")"
  expect "emitted for $triple" "$("$qemu" -L "/usr/$triple" "made-$triple")"
done
