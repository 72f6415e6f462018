#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the edge detector of examples/canny for this machine, once with gcc
# and once with Hocket, runs both on a photograph and compares.
#
#   examples/demo.sh [BUILD-DIR]
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-${HOCKET_BUILD_DIR:-$here/../build}}
if [ ! -x "$build/bin/hocketcc" ]; then
  echo "demo: no hocketcc in $build/bin; build first: ./dev build" >&2
  exit 1
fi
build=$(cd "$build" && pwd)
rounds=${DEMO_ROUNDS:-5}
cc=${HOCKET_CC:-gcc}
work=$build/demo
mkdir -p "$work"
cd "$work"

milliseconds() { # of a command
  local start end
  start=$(date +%s%N)
  "$@" > /dev/null
  end=$(date +%s%N)
  echo $(((end - start) / 1000000))
}

median() { # of a file with a number on each line
  sort -n "$1" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'
}

echo "Hocket: edge detection in a photograph"
echo
echo "1. The photograph: examples/data/cameraman.pgm, 1200 x 1200 pixels, and a larger"
echo "   picture made of it, 5000 x 4000, for times that can be measured."
"$cc" -O2 "$here/data/generate_image.c" -lm -o generate_image
./generate_image 5000 4000 large.pgm "$here/data/cameraman.pgm"

flags=(-O3 -march=native)
echo
echo "2. The same C files, examples/canny/*.c, compiled by"
echo "     $cc ${flags[*]} canny/*.c -lm"
"$cc" "${flags[@]}" "$here"/canny/*.c -lm -o canny-sequential
echo "     hocketcc ${flags[*]} canny/*.c -lm"
"$build/bin/hocketcc" --cc="$cc" --report=canny.html "${flags[@]}" "$here"/canny/*.c -lm -o canny-hocket

echo
echo "3. On the photograph:"
./canny-sequential "$here/data/cameraman.pgm" edges-sequential.pgm
./canny-hocket "$here/data/cameraman.pgm" edges.pgm > /dev/null
cmp edges-sequential.pgm edges.pgm
echo "   both write the same bytes: $work/edges.pgm"

echo
echo "4. On the large picture, $rounds times in turn:"
: > sequential.ms
: > hocket.ms
for ((i = 1; i <= rounds; i++)); do
  milliseconds ./canny-sequential large.pgm large-sequential.pgm >> sequential.ms
  milliseconds ./canny-hocket large.pgm large-hocket.pgm >> hocket.ms
  cmp large-sequential.pgm large-hocket.pgm
done
sequential=$(median sequential.ms)
hocket=$(median hocket.ms)
echo "   the same bytes each time; median times:"
printf '     %-11s %5d ms\n' "$cc" "$sequential"
printf '     %-11s %5d ms on %d processors\n' hocketcc "$hocket" "$(nproc)"
awk -v s="$sequential" -v h="$hocket" 'BEGIN {printf "     speed-up    %5.2f times\n", s / h}'
rm -f large.pgm large-sequential.pgm large-hocket.pgm

echo
echo "5. What ran in parallel, why, and why not the rest:"
echo "     $work/canny.html"
