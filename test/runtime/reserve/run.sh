#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# hocket run with affinity masks, which everybody may set: the program runs on
# the processors that were asked for, gets signals, and its end is passed on.
#   run.sh HOCKET-BOARD
set -u
board=$1
last=$(grep -o '[0-9]*$' /sys/devices/system/cpu/online)
test "$last" -gt 0 || { echo "one processor"; exit 77; }
test "$(nproc)" -gt 1 || { echo "may use one processor only"; exit 77; }
dir=$(mktemp -d)
chmod 755 "$dir"
trap 'rm -rf "$dir"' EXIT
export XDG_RUNTIME_DIR="$dir"
fail() { echo "$*" >&2; exit 1; }

# As root, other programs would be moved: so as somebody else.
as=
if [ "$(id -u)" = 0 ]; then
  command -v setpriv > /dev/null || { echo "no setpriv"; exit 77; }
  chown 65534:65534 "$dir"
  as="setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all"
  $as test -x "$board" || { cp "$board" "$dir/board"; board=$dir/board; }
fi
run() { $as "$board" run "$@"; }
expect() { # STATUS COMMAND...
  wanted=$1
  shift
  "$@" > "$dir/out" 2> "$dir/err"
  got=$?
  test $got = "$wanted" || fail "$*: status $got, not $wanted: $(cat "$dir/err")"
}

expect 0 run --cores="$last" -- sh -c 'grep Cpus_allowed_list /proc/self/status; echo "$HOCKET_RESERVE"'
grep -q "Cpus_allowed_list:	$last\$" "$dir/out" || fail "on other processors: $(cat "$dir/out")"
grep -q '^off$' "$dir/out" || fail "HOCKET_RESERVE is not off"
grep -q "processors $last reserved, level 'affinity'" "$dir/err" || fail "level: $(cat "$dir/err")"
grep -q "hocket doctor" "$dir/err" || fail "not told what is missing: $(cat "$dir/err")"

expect 7 run --count=1 -- sh -c 'exit 7'
expect 0 run --quiet --count=1 -- true
test ! -s "$dir/err" || fail "not quiet: $(cat "$dir/err")"
expect 127 run --count=1 -- "$dir/none"
expect 126 run --count=1 -- "$dir"
expect 143 run --count=1 -- sh -c 'kill -TERM $$'
expect 125 run --level=isolated --exactly --count=1 -- touch "$dir/ran"
test ! -e "$dir/ran" || fail "ran without its cores"
expect 0 run --dry-run --count=1
grep -q "processors $last:" "$dir/out" || fail "dry run: $(cat "$dir/out")"

# Wrong uses.
expect 1 run --cores=x -- true
expect 1 run --cores=1 --count=1 -- true
expect 1 run --level=best -- true
expect 1 run --fifo=100 -- true
expect 1 run --count=0 -- true
expect 1 run
expect 1 run --unknown -- true
expect 125 run --cores=8000 -- true
expect 0 run --help

# Ignored and blocked signals are as they were for the program.
expect 0 sh -c 'trap "" HUP; exec "$@"' sh $as "$board" run --quiet --count=1 -- grep '^Sig' /proc/self/status
mv "$dir/out" "$dir/inside"
sh -c 'trap "" HUP; exec "$@"' sh $as grep '^Sig' /proc/self/status > "$dir/outside"
cmp -s "$dir/inside" "$dir/outside" || fail "other signals: $(cat "$dir/inside" "$dir/outside")"

# A signal is passed on, and its end is ours.
rm -f "$dir/out"
$as "$board" run --quiet --count=1 -- sh -c "trap 'echo got; exit 5' TERM; echo ready; while :; do sleep 0.05; done" > "$dir/out" 2>&1 &
pid=$!
while ! grep -q ready "$dir/out" 2> /dev/null; do sleep 0.05; done
kill -TERM $pid
wait $pid
got=$?
test $got = 5 || fail "after SIGTERM: status $got: $(cat "$dir/out")"
grep -q got "$dir/out" || fail "no signal came: $(cat "$dir/out")"

# Two at once: the second is refused those of the first.
rm -f "$dir/out"
$as "$board" run --quiet --cores="$last" -- sh -c "echo ready; exec sleep 30" > "$dir/out" 2>&1 &
pid=$!
while ! grep -q ready "$dir/out" 2> /dev/null; do sleep 0.05; done
run --cores="$last" -- touch "$dir/ran" 2> "$dir/err"
got=$?
kill $pid
wait $pid
test $got = 125 || fail "second program: status $got: $(cat "$dir/err")"
test ! -e "$dir/ran" || fail "ran without its cores"
grep -q "reserved by another program: 'hocket-board'" "$dir/err" || fail "$(cat "$dir/err")"
test -z "$(find "$dir" -name '*.journal')" || fail "a journal is left"

# Killed: its watchdog puts back, and the next one says so, once.
rm -f "$dir/out"
$as "$board" run --quiet --cores="$last" -- sh -c 'echo $$; exec sleep 30' > "$dir/out" 2>&1 &
pid=$!
while ! test -s "$dir/out"; do sleep 0.05; done
kill -KILL $pid
wait $pid
kill "$(cat "$dir/out")"
while test -n "$(find "$dir" -name '*.journal')"; do sleep 0.05; done
expect 0 run --quiet --count=1 -- true
expect 0 run --count=1 -- true
grep -q "hocket run: after the end of hocket-board, pid $pid: .* changes put back by its watchdog" \
  "$dir/err" || fail "not told what was put back: $(cat "$dir/err")"
expect 0 run --count=1 -- true
grep -q "after the end" "$dir/err" && fail "told twice: $(cat "$dir/err")"
exit 0
