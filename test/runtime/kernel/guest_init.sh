#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
#
# The first process of the machine that boot.sh starts: makes it usable, runs
# /guest.sh in this shell, and says "guest: passed" if no check has failed.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t cgroup2 cgroup /sys/fs/cgroup
mount -t tmpfs tmp /tmp
chmod 1777 /tmp
failed=0

# fail WORD...
fail() {
  echo "failed: $*"
  failed=1
  return 1
}

# is FOUND WANTED WORD...
is() {
  found=$1 wanted=$2
  shift 2
  if [ "$found" = "$wanted" ]; then echo "ok $*"; else fail "$*: '$found', not '$wanted'"; fi
}

# passes WORD... -- COMMAND...: the command ends with status 0.
passes() {
  what=
  while [ "$1" != -- ]; do
    what="$what $1"
    shift
  done
  shift
  if "$@"; then echo "ok$what"; else fail "${what# }: status $?"; fi
}

# hold USER PROGRAM ARGUMENT...: starts a program that changes the machine, says
# "slow PID", and stays. $program is its pid.
hold() {
  user=$1
  shift
  : > /tmp/held
  su $user -c "$*" > /tmp/held &
  until grep -q slow /tmp/held; do
    kill -0 $! 2> /dev/null || fail "$* has ended" || return
    sleep 0.1
  done
  program=$(cut -d' ' -f2 /tmp/held)
}

# Kills $program together with its watchdogs.
kill_all() {
  kill -KILL $(pidof hocket-watch) $program
  while test -d /proc/$program; do sleep 0.1; done
}

# is_put_back WORD...: `state`, which the test defines, says what it had said to
# /tmp/before.
is_put_back() {
  for try in $(seq 100); do
    state > /tmp/after
    cmp -s /tmp/before /tmp/after && break
    sleep 0.1
  done
  diff /tmp/before /tmp/after && echo "ok put back: $*" || fail "put back: $*"
}

# What `state` should begin with.
journals() {
  ls /run/hocket /tmp/hocket-* 2> /dev/null | grep journal
}

# What hangs, for who has to find out why.
give_up() {
  sleep 240
  echo "guest: takes too long"
  for task in /proc/[0-9]*/task/*; do
    test -n "$(tr -d "\0" < $task/cmdline)" || continue
    echo "$task $(tr '\0' ' ' < $task/cmdline): state $(cut -d' ' -f3 $task/stat)," \
      "processor $(cut -d' ' -f39 $task/stat), system call $(cat $task/syscall)"
    cat $task/stack
  done
  poweroff -f
}
give_up &

echo "guest: begins, Linux $(uname -r), $(nproc) processors, $(cut -d' ' -f1 /proc/uptime) s"
. /guest.sh
test $failed = 0 && echo "guest: passed"
poweroff -f
