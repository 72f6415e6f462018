# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): a profile says what the clock was set to in all of its
# runs, where it stayed there.
cpufreq=/sys/devices/system/cpu/cpufreq
insmod /modules/cpufreq_userspace.ko
insmod /modules/cpufreq_powersave.ko
insmod /modules/cpufreq_ondemand.ko
passes the clocks of fake_clocks.ko -- insmod /modules/fake_clocks.ko
policy=$cpufreq/policy0

# profiled GOVERNOR: kHz of all runs, and how many there were.
profiled() {
  echo $1 > $policy/scaling_governor
  test -z "$2" || echo $2 > $policy/scaling_setspeed
  HOCKET_PROFILE=/tmp/profile taskset 1 profile
  sed -n 's/.*"runs": \([0-9]*\), "ns".*"khz": \([0-9]*\), "functions".*/\2 \1/p' /tmp/profile
}
is "$(profiled performance)" "1400000 1" "at the highest clock"
is "$(profiled performance)" "1400000 2" "twice"
is "$(profiled powersave)" "0 3" "at two clocks"
rm /tmp/profile
is "$(profiled powersave)" "200000 1" "at the lowest clock"
rm /tmp/profile
is "$(profiled userspace 600000)" "600000 1" "at one in between"
rm /tmp/profile
is "$(profiled ondemand)" "0 1" "at one that follows the load"
rm /tmp/profile
echo 1000000 > $policy/scaling_max_freq
echo 1000000 > $policy/scaling_min_freq
is "$(profiled ondemand)" "1000000 1" "limits leave one clock"
