#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Partitions of cgroup v2 on a real kernel, in QEMU: isolated and root, put back
# at the end of the program and after SIGKILL, two programs, an ordinary user.
# Needs qemu-system-x86_64, cpio, a static busybox, and a kernel image with
# cpusets, such as Debian's linux-image-cloud-amd64:
#   HOCKET_TEST_KERNEL=vmlinuz HOCKET_TEST_BUSYBOX=busybox kernel.sh RUNTIME-DIR
set -u
runtime=$1
: "${HOCKET_TEST_BUSYBOX:=$(command -v busybox)}"
test -r "${HOCKET_TEST_KERNEL:-}" || { echo "no HOCKET_TEST_KERNEL"; exit 77; }
test -x "$HOCKET_TEST_BUSYBOX" || { echo "no HOCKET_TEST_BUSYBOX"; exit 77; }
for tool in qemu-system-x86_64 cpio; do
  command -v $tool > /dev/null || { echo "no $tool"; exit 77; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/root/bin" "$dir/root/proc" "$dir/root/sys" "$dir/root/dev" \
  "$dir/root/run" "$dir/root/tmp" "$dir/root/etc"
make -s -C "$runtime" CFLAGS="-O2 -static" OUT="$dir/out" "$dir/out/hocket-board" || exit 1
cp "$dir/out/hocket-board" "$HOCKET_TEST_BUSYBOX" "$dir/root/bin"
echo 'u:x:1000:1000::/:/bin/sh' > "$dir/root/etc/passwd"
cat > "$dir/root/look" << 'LOOK'
#!/bin/sh
echo "$(grep Cpus_allowed_list /proc/self/status | cut -f2)" \
  "$(cat /sys/fs/cgroup/hocket-$$/cpuset.cpus.partition)" \
  "others $(cat /sys/fs/cgroup/cpuset.cpus.effective)" \
  "workqueues $(cat /sys/devices/virtual/workqueue/cpumask)"
LOOK
cat > "$dir/root/init" << 'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 cgroup /sys/fs/cgroup
mount -t tmpfs tmp /tmp
chmod 1777 /tmp
state() {
  cat /sys/devices/virtual/workqueue/cpumask /proc/irq/default_smp_affinity \
    /proc/sys/kernel/timer_migration /sys/fs/cgroup/cgroup.subtree_control
  grep . /proc/irq/*/smp_affinity_list
  for process in /proc/[0-9]*; do
    case $(cat $process/comm 2> /dev/null) in # not workers: they bind themselves
    kthreadd | rcuo* | rcu_sched | rcu_preempt | kauditd | kswapd* | sh)
      echo $process $(grep Cpus_allowed_list $process/status) ;;
    esac
  done
  ls /sys/fs/cgroup | grep hocket
}
check() {
  state > /tmp/after
  diff /tmp/before /tmp/after > /tmp/diff && echo "ok put back: $*" ||
    { echo "not put back: $*"; cat /tmp/diff; }
}
is() { test "$1" = "$2" && echo "ok $3" || echo "$3: '$1', not '$2'"; }

sleep 1
state > /tmp/before
for level in isolated root; do
  is "$(hocket-board run --quiet --exactly --level=$level --cores=2-3 -- sh /look)" \
    "2-3 $level others 0-1 workqueues 3" $level
  check $level
done

hocket-board run --quiet --cores=3 -- sh -c 'echo $$ > /tmp/pid; exec sleep 100' &
run=$!
while ! test -s /tmp/pid; do sleep 0.1; done
program=$(cat /tmp/pid)
is "$(cat /proc/$program/cgroup)" "0::/hocket-$program" "in its partition"
hocket-board run --quiet --cores=3 -- true 2> /tmp/err
is $? 125 "a second program is refused"
is "$(hocket-board run --quiet --count=1 -- sh /look | cut -d' ' -f1-4)" \
  "2 isolated others 0-1" "a third one gets what is left"
kill -KILL $run
for try in $(seq 100); do
  test -d /sys/fs/cgroup/hocket-$program || break
  sleep 0.1
done
sleep 0.5
is "$(cat /proc/$program/cgroup)" "0::/" "back after SIGKILL"
kill $program
sleep 0.2
check SIGKILL

su u -c 'hocket-board run --cores=2 -- grep Cpus_allowed_list /proc/self/status' \
  > /tmp/out 2> /tmp/err
is "$(cut -f2 /tmp/out)" 2 "an ordinary user gets affinity"
grep -q "hocket doctor" /tmp/err && echo "ok told what is missing"
check "an ordinary user"
echo done
poweroff -f
INIT
chmod +x "$dir/root/init"
(cd "$dir/root" && find . | cpio -o -H newc -R 0:0 2> /dev/null | gzip -1) > "$dir/initrd"
timeout 110 qemu-system-x86_64 -M q35 -accel tcg,thread=multi -smp 4 -cpu max \
  -m 512 -nographic -no-reboot -nic none -kernel "$HOCKET_TEST_KERNEL" \
  -initrd "$dir/initrd" -append "console=ttyS0 panic=-1 quiet rcu_nocbs=2-3" \
  < /dev/null > "$dir/log" 2>&1
tr -d '\r' < "$dir/log" | sed -n '/ok isolated/,$p' | grep -v reboot: > "$dir/result"
cat "$dir/result"
good=$(grep -c '^ok \|ok isolated$' "$dir/result")
test "$good" = 12 && grep -qx "done" "$dir/result" || { cat "$dir/log"; exit 1; }
