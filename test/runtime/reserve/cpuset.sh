#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A cgroup v1 cpuset reservation for real, as root: a program has the last
# processor for itself, another task of its cpuset is kept off, and all is put
# back at its end, after a signal, and after the death of `hocket run` by
# SIGKILL. It is made within a cpuset of its own, so that the tasks of this
# machine stay where they are; its workqueues, interrupts and kernel threads
# move for a moment.
#   cpuset.sh HOCKET-BOARD
set -u
board=$1
top=/sys/fs/cgroup/cpuset
test "$(id -u)" = 0 || { echo "not root"; exit 77; }
test -w $top/tasks || { echo "no cgroup v1 cpuset"; exit 77; }
last=$(grep -o '[0-9]*$' $top/cpuset.cpus)
test "$last" -gt 0 || { echo "one processor"; exit 77; }
dir=$(mktemp -d)
group=$top/hocket-test-$$
mkdir "$group" || { echo "no cpuset can be made"; exit 77; }
cat $top/cpuset.mems > "$group/cpuset.mems"
cat $top/cpuset.cpus > "$group/cpuset.cpus"
clean() {
  test -z "${task-}" || kill "$task" 2> /dev/null
  for number in $(cat "$group/tasks"); do echo "$number" > $top/tasks; done
  rmdir "$group"
  rm -rf "$dir"
}
trap clean EXIT
fail() { echo "$*" >&2; exit 1; }

# Kernel threads that stay for good.
threads=$(grep -l '^Kthread:.1' /proc/[0-9]*/status 2> /dev/null |
  xargs grep -L '^Name:.kworker' | cut -d/ -f3)
state() {
  cat /sys/devices/virtual/workqueue/cpumask /proc/irq/default_smp_affinity \
    /proc/sys/kernel/timer_migration "$group/cpuset.sched_load_balance" \
    $top/cpuset.sched_load_balance
  grep . /proc/irq/*/smp_affinity_list
  grep Cpus_allowed_list /proc/2/status "/proc/$task/status"
  for number in $threads; do
    grep -H Cpus_allowed_list "/proc/$number/status"
  done
  ls "$group"
  ls "$group"/hocket-* 2> /dev/null
}
check() {
  state > "$dir/after"
  diff "$dir/before" "$dir/after" >&2 || fail "not put back after $*"
}
inside() { # COMMAND...: in the group; its pid goes to a file
  sh -c 'echo $$ > "$0/tasks"; echo $$ > "$1"; shift; exec "$@"' "$group" \
    "$dir/inside" "$@"
}
await() { while ! test -s "$1"; do sleep 0.02; done; cat "$1"; }
run() {
  inside "$board" run --quiet --cores="$last" --within="/${group##*/}" "$@"
}

# Bound to the processor that will be reserved: remembered, and put back.
inside sleep 100 &
task=$(await "$dir/inside")
taskset -pc "$last" "$task" > "$dir/out"
state > "$dir/before"

cat > "$dir/look.sh" << 'LOOK'
last=$1 group=$2 task=$3
grep Cpus_allowed_list /proc/self/status
grep cpuset: /proc/self/cgroup
own=$group/hocket-$$
echo "own $(cat $own/cpuset.cpus) others $(cat $own-others/cpuset.cpus)"
grep -qx $task $own-others/tasks && echo "the other task is among the others"
grep -qx $$ $own/tasks && echo "the program is alone"
echo "left $(cat $group/tasks)"
echo "task $(grep Cpus_allowed_list /proc/$task/status)"
LOOK
run sh "$dir/look.sh" "$last" "$group" "$task" > "$dir/out" || fail "status $?"
rest=$(sed -n "s/own $last others //p" "$dir/out")
for line in "Cpus_allowed_list:	$last" "the other task is among the others" \
  "the program is alone" "left " "task Cpus_allowed_list:	$rest"; do
  grep -qxF "$line" "$dir/out" || fail "'$line' is missing: $(cat "$dir/out")"
done
check "its end"

run --fifo=5 -- sh -c 'cut -d" " -f18,40,41 /proc/self/stat' > "$dir/out" ||
  fail "SCHED_FIFO: status $?"
test "$(cat "$dir/out")" = "-6 5 1" || fail "not SCHED_FIFO: $(cat "$dir/out")"
check "SCHED_FIFO"

run sh -c 'kill -SEGV $$'
test $? = 139 || fail "not ended by SIGSEGV"
check "a crash"

# hocket run is killed; the program goes on, where it came from.
for round in 1 2 3; do
  run sh -c 'echo $$ > "$0"; exec sleep 100' "$dir/pid" &
  program=$(await "$dir/pid")
  pid=$(cat "$dir/inside")
  test -d "$group/hocket-$program" || fail "no cpuset was made"
  kill -KILL "$pid"
  wait $!
  for try in $(seq 500); do
    test -d "$group/hocket-$program" || test -d "$group/hocket-$program-others" ||
      break
    sleep 0.02
  done
  # What was changed first is put back last.
  for try in $(seq 100); do
    state > "$dir/after"
    cmp -s "$dir/before" "$dir/after" && break
    sleep 0.02
  done
  check "SIGKILL, round $round"
  grep -qx "$program" "$group/tasks" || fail "the program is not back"
  kill "$program"
  rm "$dir/pid"
done
