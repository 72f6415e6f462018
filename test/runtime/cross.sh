#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# libhocket builds with a plain Makefile for another machine, and its test of
# flags runs there if qemu-user is installed.
#   cross.sh RUNTIME-DIR TEST-DIR ARCH TRIPLE QEMU
set -eu
runtime=$1 tests=$2 arch=$3 triple=$4 qemu=$5
command -v "$triple-gcc" > /dev/null || { echo "no $triple-gcc"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
make -s -C "$runtime" CC="$triple-gcc" AR="$triple-ar" ARCH="$arch" \
  CFLAGS="-O2 -Werror" OUT="$dir"
"$triple-gcc" -O2 -std=gnu11 -static -I"$runtime/include" -o "$dir/flags" \
  "$tests/flags.c" "$dir/libhocket.a" -pthread
command -v "$qemu" > /dev/null || { echo "built; no $qemu to run it"; exit 0; }
"$qemu" "$dir/flags" 300
