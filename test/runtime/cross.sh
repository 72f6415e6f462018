#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# libhocket builds with a plain Makefile for another machine, and some of its
# tests run there if qemu-user is installed (those that qemu can: it knows no
# stack limits, and no threads in forked children).
#   cross.sh RUNTIME-DIR TEST-DIR ARCH TRIPLE QEMU
set -eu
runtime=$1 tests=$2 arch=$3 triple=$4 qemu=$5
command -v "$triple-gcc" > /dev/null || { echo "no $triple-gcc"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
make -s -C "$runtime" CC="$triple-gcc" AR="$triple-ar" ARCH="$arch" \
  CFLAGS="-O2 -Werror" OUT="$dir"
command -v "$qemu" > /dev/null || { echo "built; no $qemu to run it"; exit 0; }
for test in waits/flags:300 waits/wrap: team/entries:1000 team/nested: team/float_modes: waits/barrier:200 \
  team/second_thread: team/exit:1 \
  waits/barriers:50 waits/processes:50 waits/adaptive: machine/journal: machine/faults: machine/killed:2; do
  file=${test%:*}
  name=${file##*/}
  "$triple-gcc" -O2 -std=gnu11 -static -I"$runtime/include" -I"$runtime/src" \
    -I"$runtime/src/platform/posix" -I"$tests" -o "$dir/$name" "$tests/$file.c" \
    "$dir/libhocket.a" -pthread -lm
  "$qemu" "$dir/$name" ${test#*:} || { echo "$name failed" >&2; exit 1; }
done
# Cores that are fibers of one thread.
for test in waits/flags:300 waits/wrap: team/entries:1000 waits/barrier:200 team/forkjoin: team/float_modes:; do
  file=${test%:*}
  name=${file##*/}
  "$triple-gcc" -O2 -std=gnu11 -static -DMAY_TAKE_TURNS=1 -I"$runtime/include" -I"$tests" \
    -o "$dir/$name" "$tests/$file.c" "$tests/fibers/one_processor.c" "$dir/libhocket.a" -pthread -lm
  "$qemu" "$dir/$name" ${test#*:} || { echo "$name with fibers failed" >&2; exit 1; }
done
