# SPDX-License-Identifier: Apache-2.0
#
# In the guest (boot.sh): clocks through the kernel's cpufreq.
busy=
fake=/sys/module/fake_clocks/parameters
cpufreq=/sys/devices/system/cpu/cpufreq
insmod /modules/cpufreq_userspace.ko
insmod /modules/cpufreq_powersave.ko
passes the clocks of fake_clocks.ko -- insmod /modules/fake_clocks.ko

state() {
  journals
  cat $cpufreq/policy*/scaling_governor $cpufreq/policy*/scaling_m??_freq
}
state > /tmp/before

# hold_clocks USER BACKEND
hold_clocks() {
  hold $1 clocks hold $2
  is "$(cut -d, -f1,3 $fake/khz)" 200000,400000 "slowed down by $2 for $1"
}

for signal in KILL TERM SEGV; do
  for how in cpufreq limits; do
    hold_clocks root $how
    kill -$signal $program
    is_put_back "SIG$signal, $how"
  done
done
# On busy processors limits are in force later than they are written.
for cpu in 0 1 2 3; do
  taskset $((1 << cpu)) sh -c 'while :; do :; done' &
  busy="$busy $!"
done
for round in 1 2 3 4 5; do
  hold_clocks root limits
  kill -KILL $program
  is_put_back "SIGKILL, limits, on busy processors"
done
kill $busy
clocks leave cpufreq
is_put_back "the end without hk_power_close"

hold_clocks root cpufreq
kill_all
is "$(cat $cpufreq/policy0/scaling_governor)" userspace "both killed: nothing is put back"
passes hocket restore -- hocket-board restore
is_put_back "hocket restore"

# A program with regions: the clocks of its cores are at their highest points
# from the first one on. The governor has them lower before.
for how in cpufreq limits; do
  for policy in $cpufreq/policy*; do
    echo powersave > $policy/scaling_governor
  done
  state > /tmp/before
  is "$(cut -d, -f1,3 $fake/khz)" 200000,400000 "slow before"
  HOCKET_POWER=$how HOCKET_CORES=4 relay > /tmp/out &
  for try in $(seq 1000); do
    fast=$(cut -d, -f1,3 $fake/khz)
    test $fast = 1400000,2000000 && break
  done
  is "$fast" 1400000,2000000 "the highest points by HOCKET_POWER=$how"
  wait $!
  is "$(cat /tmp/out)" "20000001 after 400 steps" "the program's result"
  is_put_back "a program with regions, by $how"
done
for policy in $cpufreq/policy*; do
  echo schedutil > $policy/scaling_governor
done
state > /tmp/before

doctor() {
  su $1 -c 'hocket-board doctor' > /tmp/doctor
  is "$(grep -c '^yes .*\(set the clock of cores: driver fake_clocks\|write scaling_setspeed\|write the limits\)' /tmp/doctor)" \
    $2 "hocket doctor for $1: $2 of 3"
}
doctor root 3
doctor u 1
is "$(grep -c 'grant: .*cpufreq/policy\*/scaling_\(setspeed\|max_freq\)' /tmp/doctor)" 2 "and what would grant the others"
# Under a governor that changes nothing by itself.
for policy in $cpufreq/policy*; do
  echo performance > $policy/scaling_governor
done
passes without rights -- su u -c 'clocks none'
for policy in $cpufreq/policy*; do
  echo schedutil > $policy/scaling_governor
done
chmod a+w $cpufreq/policy*/scaling_governor $cpufreq/policy*/scaling_setspeed
doctor u 2
hold_clocks u cpufreq
kill -KILL $program
is_put_back "an ordinary user who may write the files"

passes all of it -- clocks
passes a range -- insmod /modules/fake_clocks.ko kind=range
passes any frequency -- clocks range
rmmod fake_clocks
passes limits only -- insmod /modules/fake_clocks.ko kind=limits
passes limits only -- clocks limits
