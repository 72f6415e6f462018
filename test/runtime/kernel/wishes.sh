# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): cores of a compiled program that ask the kernel for
# other points from task to task.
cpufreq=/sys/devices/system/cpu/cpufreq
insmod /modules/cpufreq_userspace.ko
passes the clocks of fake_clocks.ko -- insmod /modules/fake_clocks.ko

state() {
  journals
  cat $cpufreq/policy*/scaling_governor $cpufreq/policy*/scaling_m??_freq
}
state > /tmp/before

HOCKET_TRACE=/tmp/trace wishes > /tmp/out
is_put_back "a program whose cores ask"

# Each change of the slow clock was seen by the kernel, in order: up for the
# region, and down when core 1 is done; at first, as the region is not known to be
# long, when the next iteration begins.
sed -n 's/.*"clock of core 1".*"ts":\([0-9.]*\),.*kHz":\([0-9]*\).*/\1 \2/p' /tmp/trace |
  sort -n | sed 's/.* //' | uniq > /tmp/changes
is "$(echo $(cat /tmp/changes))" "200000 600000 200000 600000 200000 600000 200000 600000 200000" "changes"

# By core 1 itself, right behind its task, while core 0 is busy. Tasks have the
# names of their lines, and the long one stands first.
grep -o '"loop wishes.c:[0-9]*"' /tmp/trace | sort -u > /tmp/tasks
is "$(grep -c . /tmp/tasks)" 2 "tasks"
long=$(head -n 1 /tmp/tasks) short=$(tail -n 1 /tmp/tasks)
grep -A 2 "$short" /tmp/trace | grep -c 'clock of core 1.*kHz":200000' > /tmp/own
is "$(cat /tmp/own)" 3 "asked for by the core that is done"
grep -A 4 "$short" /tmp/trace | grep '"clock' | sed 's/.*"ts":\([0-9]*\).*/\1/' > /tmp/down
grep -A 1 "$long" /tmp/trace | grep '"ph":"E"' | tail -n 3 |
  sed 's/.*"ts":\([0-9]*\).*/\1/' > /tmp/ends
paste /tmp/down /tmp/ends | while read -r down end; do
  test "$down" -lt "$end" && echo early
done > /tmp/early
is "$(grep -c early /tmp/early)" 3 "before core 0 is done"
