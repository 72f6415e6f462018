# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): partitions of cgroup v2, isolated and root, put back
# at the end of the program and after SIGKILL, two programs, an ordinary user.
# kernel parameters: rcu_nocbs=2-3
cat > /tmp/look << 'LOOK'
#!/bin/sh
echo "$(grep Cpus_allowed_list /proc/self/status | cut -f2)" \
  "$(cat /sys/fs/cgroup/hocket-$$/cpuset.cpus.partition)" \
  "others $(cat /sys/fs/cgroup/cpuset.cpus.effective)" \
  "workqueues $(cat /sys/devices/virtual/workqueue/cpumask)"
LOOK

state() {
  journals
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

sleep 1
state > /tmp/before
for level in isolated root; do
  is "$(hocket-board run --quiet --exactly --level=$level --cores=2-3 -- sh /tmp/look)" \
    "2-3 $level others 0-1 workqueues 3" $level
  is_put_back $level
done

hocket-board run --quiet --cores=3 -- sh -c 'echo $$ > /tmp/pid; exec sleep 100' &
run=$!
while ! test -s /tmp/pid; do sleep 0.1; done
program=$(cat /tmp/pid)
is "$(cat /proc/$program/cgroup)" "0::/hocket-$program" "in its partition"
hocket-board run --quiet --cores=3 -- true 2> /tmp/err
is $? 125 "a second program is refused"
is "$(hocket-board run --quiet --count=1 -- sh /tmp/look | cut -d' ' -f1-4)" \
  "2 isolated others 0-1" "a third one gets what is left"
kill -KILL $run
for try in $(seq 100); do
  test -d /sys/fs/cgroup/hocket-$program || break
  sleep 0.1
done
is "$(cat /proc/$program/cgroup)" "0::/" "back after SIGKILL"
kill $program
is_put_back SIGKILL

su u -c 'hocket-board run --cores=2 -- grep Cpus_allowed_list /proc/self/status' \
  > /tmp/out 2> /tmp/err
is "$(cut -f2 /tmp/out)" 2 "an ordinary user gets affinity"
passes told what is missing -- grep -q "hocket doctor" /tmp/err
is_put_back "an ordinary user"
