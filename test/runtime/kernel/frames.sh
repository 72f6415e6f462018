# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): a compiled program with a deadline sets the kernel's
# clocks by its plan, and puts them back.
cpufreq=/sys/devices/system/cpu/cpufreq
insmod /modules/cpufreq_userspace.ko
passes the clocks of fake_clocks.ko -- insmod /modules/fake_clocks.ko

state() {
  journals
  cat $cpufreq/policy*/scaling_governor $cpufreq/policy*/scaling_m??_freq
}
state > /tmp/before

# The slow cores run nothing. The first iteration runs at the highest points, as
# nothing is known of it; the others have time.
fastest=200000,200000,2000000,2000000
cheapest=200000,200000,400000,400000
planned="$fastest $cheapest $cheapest $cheapest 4.25"
HOCKET_VERBOSE=1 HOCKET_TRACE=/tmp/trace frames > /tmp/out 2> /tmp/said
is "$(echo $(cat /tmp/out))" "$planned" "clocks by the plan, and the program's result"
is "$(grep -c '3 iterations.* 0 late' /tmp/said)" 1 "in time"
is_put_back "a program with a deadline"

# Each change was seen by the kernel: those of a fast core, in order.
is "$(echo $(grep '"clock of core 0"' /tmp/trace | sed 's/.*kHz":\([0-9]*\).*/\1/' | uniq))" \
  "400000 2000000" "changes in the trace"

# Not asked to.
HOCKET_POWER=off frames > /tmp/out
is "$(tail -n 1 /tmp/out)" 4.25 "the result without clocks"
is_put_back "HOCKET_POWER=off"
