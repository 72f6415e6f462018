#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The Debian packages: made, installed in a folder that plays the system's root,
# and used from there.
. "$(dirname "$0")/lib.sh"
has dpkg-deb || skip "no dpkg"
cpack=$(dirname "$cmake")/cpack
"$cpack" --config "$build/CPackConfig.cmake" -G DEB -B "$dir/packages" \
  -D CPACK_DEBIAN_COMPRESSION_TYPE=none > "$dir/said" 2>&1 || fail "$(cat "$dir/said")"
root=$dir/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info" "$root/var/log"
: > "$root/var/lib/dpkg/status"

# What a package says of itself.
field() {
  dpkg-deb -f "$dir/packages/$1"_*.deb "$2"
}
says() { # says PACKAGE FIELD PATTERN
  field "$1" "$2" | grep -Eq -e "$3" || fail "$1: $2: $(field "$1" "$2")"
}
says hocket Depends 'gcc, libhocket-dev \(= [0-9.]+\)'
says hocket Description '^parallelizing compiler for C'
says hocket-board Description '^runs programs on cores of their own'
if has dpkg-shlibdeps; then
  says hocket Depends 'libllvm19'
  says hocket-board Depends 'libc6'
fi
for cross in arm64:aarch64-linux-gnu armhf:arm-linux-gnueabihf; do
  [ -d "$build/lib/${cross#*:}" ] || continue
  says "libhocket-dev-${cross%:*}-cross" Architecture '^all$'
done

if [ "$(id -u)" = 0 ]; then
  # Two packages with one file would be refused here.
  dpkg --root="$root" --log="$root/var/log/dpkg.log" --force-depends --force-architecture \
    -i "$dir"/packages/*.deb > "$dir/said" 2>&1 ||
    fail "$(cat "$dir/said")"
else
  for package in "$dir"/packages/*.deb; do
    dpkg-deb -x "$package" "$root"
  done
fi
for file in bin/hocketcc bin/hocket bin/hocket-board lib/pkgconfig/hocket.pc \
  share/doc/hocket/copyright share/man/man1/hocket-run.1; do
  [ -e "$root/usr/$file" ] || fail "no $file"
done
"$root/usr/bin/hocket-board" --help > /dev/null || fail "hocket-board fails"
prefix=$root/usr
must_configure
must_build
is_parallel app
expect app "lamps: 399998"
expect cores "cores: 1"
