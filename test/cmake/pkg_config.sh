#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# hocket.pc: C that calls libhocket, for this machine and for others.
. "$(dirname "$0")/lib.sh"
has pkg-config || skip "no pkg-config"
install_copy
mkdir "$made"

# link COMPILER FOLDER
link() {
  words=$(PKG_CONFIG_LIBDIR="$prefix/$2/pkgconfig" pkg-config --cflags --libs hocket)
  eval "$1 \"$project/cores.c\" -o \"$made/cores\" -Wl,--trace $words" > "$dir/said" 2>&1 ||
    fail "$(cat "$dir/said")"
  # Not one that is installed elsewhere.
  grep -q "some where/lib.*/libhocket\.a" "$dir/said" || fail "another libhocket: $(cat "$dir/said")"
}

[ "$(PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig" pkg-config --modversion hocket)" = \
  "$("$prefix/bin/hocket" --version | cut -d' ' -f2)" ] || fail "another version"
link gcc lib
expect cores "cores: 1"
for pair in aarch64-linux-gnu:qemu-aarch64 arm-linux-gnueabihf:qemu-arm; do
  triple=${pair%:*} qemu=${pair#*:}
  if [ ! -d "$prefix/lib/$triple" ] || ! has "$triple-gcc"; then continue; fi
  link "$triple-gcc" "lib/$triple"
  if has "$qemu"; then emulator="$qemu -L /usr/$triple" expect cores "cores: 1"; fi
done
